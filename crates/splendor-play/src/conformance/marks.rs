//! The score of an engine, clause by clause.

use serde_json::json;
use splendor_core::Clause;
use splendor_schema::conformance::Answer;
use splendor_schema::json::layout;
use splendor_schema::{Name, visible};

use super::case::Case;
use super::mark::Mark;
use super::shown;
use super::skip::Skip;

/// The marks of all cases.
#[derive(Clone, Debug)]
pub struct Marks<'k> {
    engine: String,
    results: Vec<(&'k Case, Mark)>,
    /// Lines of the list of skipped cases that are not needed, each with the reason.
    pub stale: Vec<(Skip, &'static str)>,
}

/// How many cases have each mark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Right answers.
    pub right: usize,
    /// Wrong answers.
    pub wrong: usize,
    /// Wrong answers in the list of skipped cases.
    pub skipped: usize,
    /// Unsupported cases.
    pub unsupported: usize,
    /// Refusals that name the right clause.
    pub named: usize,
    /// Refusals that name a different clause.
    pub misnamed: usize,
}

impl Tally {
    fn add(&mut self, result: &Mark) {
        match result {
            Mark::Right { named } => {
                self.right += 1;
                self.named += usize::from(*named == Some(true));
                self.misnamed += usize::from(*named == Some(false));
            }
            Mark::Wrong(_) | Mark::GivenUp(_) => self.wrong += 1,
            Mark::Skipped(_) => self.skipped += 1,
            Mark::Unsupported => self.unsupported += 1,
        }
    }
}

/// The heading of the cases that test every clause.
const WHOLE: &str = "every legal turn";

impl<'k> Marks<'k> {
    pub(crate) fn new(hello: &Answer) -> Self {
        let name = hello.engine.as_ref().map_or("an engine without a name", Name::as_str);
        let version = hello.version.as_ref().map_or("", Name::as_str);
        let engine = format!("{name} {version}").trim_end().to_owned();
        Self { engine, results: Vec::new(), stale: Vec::new() }
    }

    pub(crate) fn add(&mut self, case: &'k Case, result: Mark) {
        self.results.push((case, result));
    }

    /// Returns the mark of a case.
    pub fn result(&self, name: &str) -> Option<&Mark> {
        self.results.iter().find(|(case, _)| case.name == name).map(|(_, result)| result)
    }

    /// Returns the names of the cases with their marks.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Mark)> {
        self.results.iter().map(|(case, mark)| (case.name.as_str(), mark))
    }

    /// Returns how many cases have each mark.
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        self.results.iter().for_each(|(_, result)| tally.add(result));
        tally
    }

    /// Returns whether every wrong answer is listed and every listed case is needed.
    pub fn passes(&self) -> bool {
        self.stale.is_empty() && self.tally().wrong == 0
    }

    /// Returns the clauses in book order with their tallies, after the cases that test every
    /// clause.
    fn rows(&self) -> Vec<(&'static str, Tally)> {
        let ids = [None].into_iter().chain(Clause::ALL.iter().map(|clause| Some(clause.id())));
        let row = |id: Option<&'static str>| {
            let mut tally = Tally::default();
            let about = self.results.iter().filter(|(case, _)| case.clause.as_deref() == id);
            about.for_each(|(_, result)| tally.add(result));
            (tally != Tally::default()).then_some((id.unwrap_or(WHOLE), tally))
        };
        ids.filter_map(row).collect()
    }

    /// Returns the clauses without a case.
    fn unasked(&self) -> Vec<&'static str> {
        let rows = self.rows();
        let ids = Clause::ALL.iter().map(|clause| clause.id());
        ids.filter(|id| rows.iter().all(|(row, _)| row != id)).collect()
    }

    /// Returns the report as text.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n\n", shown(&self.engine));
        text += &line("", ["right", "wrong", "skipped", "unsupported"].map(str::to_owned));
        for (id, tally) in self.rows() {
            let Tally { right, wrong, skipped, unsupported, .. } = tally;
            text += &line(id, [right, wrong, skipped, unsupported].map(|count| count.to_string()));
        }
        let wrong = self.wrong_answers();
        let stale = self.stale.iter().map(|(Skip { line, case }, why)| {
            let case = visible::line(case);
            format!("line {line} of the list of skipped cases, `{case}`: {why}; take it off\n")
        });
        let stale: String = stale.collect();
        let given_up = self.results.iter().filter_map(|(_, result)| match result {
            Mark::GivenUp(why) => Some(why),
            _ => None,
        });
        let given_up: Vec<&String> = given_up.collect();
        let count = given_up.len();
        let given_up = given_up.first().map(|why| format!("{count} cases were not asked: {why}\n"));
        for part in [wrong, given_up.unwrap_or_default(), stale] {
            text += if part.is_empty() { "" } else { "\n" };
            text += &part;
        }
        text + &self.summary()
    }

    /// Returns the wrong answers: one line a clause, with the first and the number of the others.
    fn wrong_answers(&self) -> String {
        let mut groups: Vec<(&Case, &str, usize)> = Vec::new();
        for (case, result) in &self.results {
            let Mark::Wrong(why) = result else { continue };
            match groups.iter_mut().find(|(first, ..)| first.clause == case.clause) {
                Some((.., more)) => *more += 1,
                None => groups.push((case, why, 0)),
            }
        }
        let line = |(case, why, more): &(&Case, &str, usize)| match more {
            0 => format!("{}: {why}\n", question(case)),
            more => format!("{}: {why} (and {more} more)\n", question(case)),
        };
        let listed: String = groups.iter().map(line).collect();
        let are_more = groups.iter().any(|&(.., more)| more > 0);
        listed + if are_more { "--format json lists every wrong answer\n" } else { "" }
    }

    fn summary(&self) -> String {
        let Tally { right, wrong, skipped, unsupported, named, misnamed } = self.tally();
        let cases = self.results.len();
        let mut text = format!(
            "\n{cases} cases: {right} right, {wrong} wrong, {skipped} skipped, {unsupported} \
             unsupported\n"
        );
        if named + misnamed > 0 {
            let of = named + misnamed;
            text += &format!("{named} of {of} refusals that name a clause name the first broken\n");
        }
        text
    }

    /// Returns the report as a JSON object.
    pub fn json(&self) -> String {
        let tally = |tally: Tally| {
            let Tally { right, wrong, skipped, unsupported, named, misnamed } = tally;
            json!({
                "right": right, "wrong": wrong, "skipped": skipped, "unsupported": unsupported,
                "named": named, "misnamed": misnamed,
            })
        };
        let clause = |(id, counts): (&str, Tally)| json!({ "clause": id, "counts": tally(counts) });
        let failure = |(case, result): &(&Case, Mark)| {
            let (why, skipped) = match result {
                Mark::Wrong(why) | Mark::GivenUp(why) => (why, false),
                Mark::Skipped(why) => (why, true),
                Mark::Right { .. } | Mark::Unsupported => return None,
            };
            let (name, ask) = (&case.name, case.ask.as_str());
            let clause = case.clause.as_deref();
            Some(json!({
                "case": name, "ask": ask, "clause": clause, "message": why, "skipped": skipped,
            }))
        };
        let stale = |(skip, why): &(Skip, &str)| {
            let (line, case) = (skip.line, &skip.case);
            json!({ "line": line, "case": case, "message": why })
        };
        let report = json!({
            "engine": self.engine,
            "passes": self.passes(),
            "counts": tally(self.tally()),
            "clauses": self.rows().into_iter().map(clause).collect::<Vec<_>>(),
            "failures": self.results.iter().filter_map(failure).collect::<Vec<_>>(),
            "needless_skips": self.stale.iter().map(stale).collect::<Vec<_>>(),
            "clauses_without_case": self.unasked(),
        });
        layout::json_line(&report)
    }
}

fn question(case: &Case) -> String {
    let clause = case.clause.as_ref().map(|clause| format!(" ({clause})"));
    format!("{}{}", case.name, clause.unwrap_or_default())
}

fn line(name: &str, [right, wrong, skipped, unsupported]: [String; 4]) -> String {
    format!("{name:<24}{right:>7}{wrong:>7}{skipped:>9}{unsupported:>13}\n")
}
