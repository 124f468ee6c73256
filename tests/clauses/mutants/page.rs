//! Writes the table of mutants in the book.

use std::fmt::Write;
use std::ops::AddAssign;

use super::{AREAS, Count, FEW, Group};
use crate::{golden, root};

const PAGE: &str = "docs/src/mutants.md";

/// Compares a table of the page with the counts, if the page has one for this number of mutants.
pub(super) fn check_table(name: &str, most: usize, text: &str) {
    let page = std::fs::read_to_string(root().join(PAGE)).unwrap();
    let (opening, closing) =
        (format!("<!-- {name} {most} -->\n"), format!("<!-- end of {name} -->\n"));
    let Some((before, rest)) = page.split_once(&opening) else { return };
    let (_, after) = rest.split_once(&closing).unwrap();
    golden(PAGE, &format!("{before}{opening}{text}{closing}{after}"));
}

/// Counts of all mutants by kind and group.
#[derive(Default)]
pub(super) struct Table(Vec<(&'static str, [Count; 4])>);

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.tried += other.tried;
        self.refused += other.refused;
        self.same += other.same;
        self.another += other.another;
    }
}

impl Table {
    pub(super) fn add(&mut self, kind: &'static str, group: Group, count: Count) {
        let at = Group::ALL.iter().position(|&other| other == group).unwrap();
        if !self.0.iter().any(|row| row.0 == kind) {
            self.0.push((kind, [Count::default(); 4]));
        }
        let row = self.0.iter_mut().find(|row| row.0 == kind).unwrap();
        row.1[at] += count;
    }

    fn counts(&self, kind: &str) -> [Count; 4] {
        self.0.iter().find(|row| row.0 == kind).unwrap().1
    }

    fn totals(&self) -> [Count; 4] {
        let mut totals = [Count::default(); 4];
        for (_, counts) in &self.0 {
            totals.iter_mut().zip(counts).for_each(|(total, &count)| *total += count);
        }
        totals
    }

    /// Compares the page with the counts, if it has a table for this number of mutants.
    pub(super) fn check(&self, most: usize) {
        for (kind, counts) in &self.0 {
            assert!(counts.iter().any(|count| count.tried > 0), "no mutant is of kind {kind}");
        }
        check_table("mutants", most, &if most == FEW { self.short() } else { self.long() });
    }

    /// Returns the table for all kinds together.
    fn short(&self) -> String {
        let names = ["all facts", "decks and result", "turns only", "replays"];
        let mut text = "| Logs | Mutants | Rejected | Same game | Other legal game |\n\
                        |---|--:|--:|--:|--:|\n"
            .to_owned();
        for (name, count) in names.iter().zip(self.totals()) {
            let Count { tried, refused, same, another } = count;
            writeln!(text, "| {name} | {tried} | {refused} | {same} | {another} |").unwrap();
        }
        text
    }

    /// Returns the table with a row for each kind.
    fn long(&self) -> String {
        let mut text = "| Mutation | All facts | Decks and result | Turns only | Replays \
                        | Same game | Other legal game |\n\
                        |---|--:|--:|--:|--:|--:|--:|\n"
            .to_owned();
        for (area, kinds) in AREAS {
            writeln!(text, "| **{area}** | | | | | | |").unwrap();
            for kind in kinds {
                row(&mut text, kind.name, self.counts(kind.name));
            }
        }
        row(&mut text, "**all**", self.totals());
        text
    }
}

/// Writes a row: for each group the rejected mutants out of all, then the accepted ones.
fn row(text: &mut String, name: &str, counts: [Count; 4]) {
    write!(text, "| {name} |").unwrap();
    for count in counts {
        match count.tried {
            0 => write!(text, " - |").unwrap(),
            tried => write!(text, " {} / {tried} |", count.refused).unwrap(),
        }
    }
    let rest = |of: fn(&Count) -> usize| counts.iter().map(of).sum::<usize>();
    writeln!(text, " {} | {} |", rest(|count| count.same), rest(|count| count.another)).unwrap();
}
