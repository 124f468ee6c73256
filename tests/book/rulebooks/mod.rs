//! Accounts for every sentence of the rulebooks: `docs/src/rulebooks.tsv` gives each a fate.
//!
//! The project does not contain the rulebooks.  If `SPLENDOR_RULEBOOKS` names a folder that has
//! them, the table is compared with them; without it, only with the book.

mod sentences;
mod table;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use splendor_core::{Clause, Components, Level, published_tokens};

use crate::clauses::every_clause_is_covered::with_table;
use crate::repo::tidy::{anchor, assert_no_complaints};
use crate::{golden, root};
use sentences::sentences;
use table::{Book, FATES, RULEBOOKS, Row, compare, complaints, rows};

const PAGE: &str = "docs/src/rulebooks.md";

/// Returns the folder of the rulebooks. Without it, the test reports that it is skipped.
#[expect(clippy::print_stderr, reason = "the output of the tests must name skipped tests")]
fn folder() -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("SPLENDOR_RULEBOOKS").map(PathBuf::from) else {
        eprintln!("skipped: SPLENDOR_RULEBOOKS names no folder of rulebooks");
        return None;
    };
    // Tests run in the folder of their package, but the variable may be relative to the project.
    Some(if folder.is_dir() { folder } else { root().join(folder) })
}

#[test]
fn every_sentence_of_the_rulebooks_has_one_fate() {
    let Some(folder) = folder() else { return };
    let rows = rows();
    assert_no_complaints(RULEBOOKS.iter().flat_map(|rulebook| {
        let path = folder.join(rulebook.file);
        match fs::read_to_string(&path) {
            Ok(text) => compare(rulebook.name, &sentences(&text), &rows),
            Err(error) => vec![format!("{}: {error}", rulebook.file)],
        }
    }));
}

#[test]
fn the_table_of_sentences_agrees_with_the_book() {
    let rows = rows();
    assert_no_complaints(complaints(&rows, &Book::read(&rows)));
}

#[test]
fn a_changed_rulebook_is_noticed() {
    let rows = rows();
    let count = |text: &str| compare("2024", &sentences(text), &rows).len();
    let all = rows.iter().filter(|row| row.rulebook == "2024").count();
    assert_eq!(count(""), all);
    // Line 1 of the rulebook is empty, and line 3 is a single sentence.
    assert_eq!(count("A new sentence."), all + 1);
    assert_eq!(count("\n\nAnother sentence."), all);
    assert_eq!(count("\n\nAnother sentence. And a second one."), all + 1);
}

#[test]
fn a_missing_or_doubled_row_is_noticed() {
    let rows = rows();
    let book = Book::read(&rows);
    assert_no_complaints((0..rows.len()).filter_map(|index| {
        let mut fewer = rows.clone();
        let row = fewer.remove(index);
        let mut more = rows.clone();
        more.push(row.clone());
        let unnoticed = complaints(&fewer, &book).is_empty() || complaints(&more, &book).is_empty();
        unnoticed.then(|| row.name())
    }));
}

#[test]
fn a_missing_clause_ruling_or_section_is_noticed() {
    let rows = rows();
    let book = Book::read(&rows);
    let unnoticed = |change: &dyn Fn(&mut Book)| {
        let mut book = book.clone();
        change(&mut book);
        complaints(&rows, &book).is_empty()
    };
    let clauses = book
        .clauses
        .keys()
        .filter(|id| unnoticed(&|book| book.clauses.retain(|known, _| known != *id)));
    let named = book.anchors.iter().filter(|id| rows.iter().any(|row| row.targets.contains(id)));
    let sections = named.filter(|id| unnoticed(&|book| book.anchors.retain(|known| known != *id)));
    assert_no_complaints(clauses.map(|id| (*id).to_owned()).chain(sections.cloned()));
    let new = [("take.new", "Splendor (2024), Actions")];
    assert!(!unnoticed(&|book| book.clauses.extend(new)));
    assert!(!unnoticed(&|book| book.rulings.extend(["rules/rulings.md#new".to_owned()])));
}

/// A source that cites another rulebook needs a sentence of that rulebook.
#[test]
fn a_source_without_a_sentence_is_noticed() {
    let rows = rows();
    let mut book = Book::read(&rows);
    book.clauses.insert("noble.time", "no rulebook; see the ruling `noble-time`");
    book.clauses.insert("turn.pass", "Splendor (2014), Game rules");
    book.clauses.insert("post.one", "Splendor (2014), Game rules");
    let found = complaints(&rows, &book);
    assert_eq!(found.len(), 3, "{found:?}");
}

/// The printings of The Silk Road differ in one rule only, by a fault of the scan.
#[test]
fn both_printings_of_the_silk_road_have_the_same_rules() {
    let rows = rows();
    let of = |name: &'static str| rows.iter().filter(move |row| row.rulebook == name);
    let rules = |row: &&Row| !row.targets.is_empty();
    let only = |one: &'static str, other: &'static str| {
        let lacks = move |row: &&Row| of(other).all(|known| known.hash != row.hash);
        of(one).filter(rules).filter(lacks).map(Row::name).collect::<Vec<_>>()
    };
    assert_eq!(only("silk-road-2025", "silk-road-2024"), ["silk-road-2025 78.1"]);
    assert_eq!(only("silk-road-2024", "silk-road-2025"), ["silk-road-2024 99.1"]);
}

/// Returns the table of fates, with the number of sentences of each rulebook.
fn fates(rows: &[Row]) -> String {
    let names: Vec<String> = RULEBOOKS.iter().map(|book| format!("`{}`", book.name)).collect();
    let mut text = format!("| Fate | Meaning | {} | All |\n", names.join(" | "));
    writeln!(text, "|---|---|{}", "--:|".repeat(names.len() + 1)).unwrap();
    let spoken: Vec<&Row> = rows.iter().filter(|row| !row.is_silent()).collect();
    let mut line = |name: &str, meaning: &str, of: &dyn Fn(&Row) -> bool| {
        let counts = RULEBOOKS
            .iter()
            .map(|book| spoken.iter().filter(|row| row.rulebook == book.name && of(row)).count());
        let mut counts: Vec<usize> = counts.collect();
        counts.push(counts.iter().sum());
        let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
        writeln!(text, "| {name} | {meaning} | {} |", counts.join(" | ")).unwrap();
    };
    for (name, meaning, _) in FATES.iter().filter(|fate| fate.0 != table::SILENT) {
        line(&format!("`{name}`"), meaning, &|row| row.fate == *name);
    }
    line("all", "", &|_| true);
    text
}

/// Returns the link to a clause or a section, from the page.
fn link(target: &str) -> String {
    if let Some((_, name)) = target.split_once('#') {
        return format!("[`{name}`]({target})");
    }
    let family = target.split_once('.').map_or("", |(family, _)| family);
    format!("[{target}](rules/{family}.md#{})", anchor(target))
}

/// Returns the clauses and rulings that no rulebook has, with the reasons.
fn silent(rows: &[Row]) -> String {
    let mut text = "| Clause or ruling | Reason |\n|---|---|\n".to_owned();
    for row in rows.iter().filter(|row| row.is_silent()) {
        let targets: Vec<String> = row.targets.iter().map(|target| link(target)).collect();
        let reason = row.reason.as_deref().unwrap_or_default();
        writeln!(text, "| {} | {reason} |", targets.join(", ")).unwrap();
    }
    text
}

/// Returns the sentences of each clause, by their places.
fn by_clause(rows: &[Row]) -> String {
    let names: Vec<String> = RULEBOOKS.iter().map(|book| format!("`{}`", book.name)).collect();
    let mut text = format!("| Clause | {} |\n|---|", names.join(" | "));
    writeln!(text, "{}", "---|".repeat(names.len())).unwrap();
    let mut places: BTreeMap<(&str, &str), Vec<String>> = BTreeMap::new();
    for row in rows.iter().filter(|row| !row.is_silent()) {
        let (line, part) = row.place;
        for target in &row.targets {
            let of = places.entry((target, &row.rulebook)).or_default();
            of.push(format!("{line}.{part}"));
        }
    }
    let spoken = |id: &str| places.keys().any(|(target, _)| *target == id);
    for id in Clause::ALL.iter().map(|clause| clause.id()).filter(|id| spoken(id)) {
        let cells = RULEBOOKS.iter().map(|book| {
            places.get(&(id, book.name)).map_or_else(|| "-".to_owned(), |of| of.join(", "))
        });
        writeln!(text, "| {} | {} |", link(id), cells.collect::<Vec<_>>().join(" | ")).unwrap();
    }
    text
}

#[test]
fn the_page_on_the_rulebooks_is_up_to_date() {
    let rows = rows();
    let page = fs::read_to_string(root().join(PAGE)).unwrap_or_default();
    let page = with_table(&page, "fates", &fates(&rows));
    let page = with_table(&page, "silent", &silent(&rows));
    golden(PAGE, &with_table(&page, "sentences", &by_clause(&rows)));
}

#[test]
fn the_page_on_the_setup_counts_tokens_and_cards() {
    let page = fs::read_to_string(root().join("docs/src/rules/setup.md")).unwrap();
    for seats in 2..=4 {
        let tokens = published_tokens(seats);
        let (gold, all) = (tokens.gold(), tokens.total());
        let row = format!("| {seats} | {} | {gold} | {all} |", (all - u16::from(gold)) / 5);
        assert!(page.contains(&row), "{row}");
    }
    let of = |level: Level| Components::published().of_row(level.into()).len();
    let [one, two, three] = Level::ALL.map(of);
    let sentence =
        format!("There are {one} cards of level 1, {two} of level 2 and {three} of level 3.");
    assert!(page.contains(&sentence), "{sentence}");
}
