//! Checks that every clause has a section, a check, a test and two replays, and that all of these
//! name existing clauses.
//!
//! `docs/src/rules/index.md` lists all clauses and their coverage; `BLESS=1` updates both tables.

use std::collections::BTreeSet;
use std::fmt::Write;

use splendor_core::{Clause, RESERVED};

use crate::repo::tidy::{File, anchor, anchors, assert_no_complaints, files, rust_files};
use crate::{golden, root};

const CORE: &str = "crates/splendor-core/src/";
const INDEX: &str = "docs/src/rules/index.md";

/// The places that belong to a clause, as paths below the root.
struct Traces {
    clause: Clause,
    sections: usize,
    /// The files that find a violation.
    checks: Vec<String>,
    tests: Vec<String>,
    replays: Vec<String>,
}

/// The texts to search for traces.
struct Sources {
    code: Vec<File>,
    tests: Vec<File>,
    /// The clauses that tests are named after, with the file of each test.
    tested: Vec<(Clause, String)>,
}

impl Sources {
    fn read() -> Self {
        let mut code = files("crates");
        code.retain(|file| file.path.contains("/src/") && !file.path.contains("/clause/"));
        let mut tests = rust_files("crates");
        tests.extend(rust_files("tests"));
        let tested = tests.iter().flat_map(|file| {
            test_names(&file.text).filter_map(|name| Some((clause_of(name)?, file.path.clone())))
        });
        let tested = tested.collect();
        Self { code, tests, tested }
    }

    fn traces(&self, clause: Clause) -> Traces {
        let name = format!("Violation::{clause:?} {{");
        let makers = self.code.iter().filter(|file| makes(&file.text, &name));
        let checks = makers.map(|file| file.path.clone()).collect();
        let mut tests: Vec<String> = self
            .tested
            .iter()
            .filter(|(tested, _)| *tested == clause)
            .map(|(_, path)| path.clone())
            .collect();
        tests.dedup();
        Traces {
            clause,
            sections: headings(clause.family()).iter().filter(|id| *id == clause.id()).count(),
            checks,
            tests,
            replays: replays_of(clause),
        }
    }
}

fn all_traces() -> Vec<Traces> {
    let sources = Sources::read();
    Clause::ALL.iter().map(|&clause| sources.traces(clause)).collect()
}

/// Returns whether a text constructs a violation, as opposed to matching one.
fn makes(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let Some((facts, rest)) = text[at..].split_once('}') else { return false };
        let rest = rest.trim_start_matches([')', ' ', '\n']);
        let pattern = ["=>", "| ", "if ", "= "].iter().any(|sign| rest.starts_with(sign));
        !pattern && !facts.contains("..")
    })
}

#[test]
fn constructing_is_distinguished_from_matching() {
    let name = "Violation::TakeNoGold {";
    assert!(makes("Err(Violation::TakeNoGold { gold: 1 })", name));
    assert!(makes("let no = Violation::TakeNoGold { gold };", name));
    assert!(!makes("match no { Violation::TakeNoGold { gold } => gold }", name));
    assert!(!makes("Some(Violation::TakeNoGold { gold }) if gold > 1", name));
    assert!(!makes("if let Violation::TakeNoGold { gold } = no {", name));
    assert!(!makes("matches!(no, Violation::TakeNoGold { .. })", name));
}

/// Returns the names of the tests in a file.
fn test_names(text: &str) -> impl Iterator<Item = &str> {
    let tests = text.split("#[test]\n").skip(1);
    tests.filter_map(|rest| rest.split_once("fn ")?.1.split('(').next())
}

/// Returns the prefix of the names of a clause's tests.
fn test_name(clause: Clause) -> String {
    clause.id().replace(['.', '-'], "_")
}

/// Returns the clause that a test is named after. If both `take.pair` and `take.pair-needs-four`
/// match, this is the longer one.
fn clause_of(test: &str) -> Option<Clause> {
    let fits = |clause: &&Clause| {
        let rest = test.strip_prefix(&test_name(**clause));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
    };
    Clause::ALL.iter().filter(fits).max_by_key(|clause| clause.id().len()).copied()
}

/// Returns the headings of a page of the book that name a clause.
fn headings(family: &str) -> Vec<String> {
    let path = root().join(format!("docs/src/rules/{family}.md"));
    let page = std::fs::read_to_string(path).unwrap_or_default();
    page.lines().filter_map(|line| line.strip_prefix("### ")).map(str::to_owned).collect()
}

fn families() -> BTreeSet<&'static str> {
    Clause::ALL.iter().map(|clause| clause.family()).collect()
}

fn replay_name(clause: Clause) -> String {
    clause.id().replace('.', "-")
}

/// Returns the replays of a clause that exist.
fn replays_of(clause: Clause) -> Vec<String> {
    let name = replay_name(clause);
    let paths = ["legal", "illegal"].map(|kind| format!("replays/{kind}/{name}.json"));
    paths.into_iter().filter(|path| root().join(path).is_file()).collect()
}

impl Traces {
    /// Returns the parts that the clause lacks or has twice.
    fn complaints(&self) -> Vec<String> {
        let claim = self.clause.family() == "claim" || self.clause.shows_through_claims();
        let misplaced = claim && self.checks.iter().any(|path| path.starts_with(CORE));
        // A log of a game without Orient can name its cards anywhere, so that the crate that reads
        // logs checks this clause, too.
        let places = if self.clause == Clause::OrientCards { 2 } else { 1 };
        let complaints = [
            (self.sections != 1).then(|| format!("{} sections", self.sections)),
            (self.checks.len() != places).then(|| format!("checked in {:?}", self.checks)),
            misplaced.then(|| format!("a claim, but checked in {:?}", self.checks)),
            self.tests.is_empty().then(|| format!("no test `{}`", test_name(self.clause))),
            (self.replays.len() != 2).then(|| format!("replays {:?}", self.replays)),
        ];
        let found = complaints.into_iter().flatten();
        found.map(|complaint| format!("{}: {complaint}", self.clause.id())).collect()
    }

    /// Returns the link to the section of the clause.
    fn section(&self) -> String {
        let id = self.clause.id();
        format!("[{id}]({}.md#{})", self.clause.family(), anchor(id))
    }

    /// Returns the row of the clause in the table of coverage.
    fn row(&self) -> String {
        let checks = self.checks.iter().map(|path| link(module_name(path), path));
        let name = test_name(self.clause);
        let tests = self.tests.iter().map(|path| link(&format!("`{name}`"), path));
        let replays = self.replays.iter().map(|path| {
            let kind = if path.contains("/illegal/") { "illegal" } else { "legal" };
            link(kind, path)
        });
        let cells = [checks.collect(), tests.collect(), replays.collect::<Vec<_>>()];
        let cells = cells.map(|links| links.join(", ")).join(" | ");
        format!("| {} | {cells} |", self.section())
    }
}

/// Returns the name of a file, or that of its folder for a `mod.rs`.
fn module_name(path: &str) -> &str {
    file_name(path.trim_end_matches("/mod.rs"))
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Links a path below the root from the page with the table.
fn link(text: &str, path: &str) -> String {
    format!("[{text}](../../../{path})")
}

#[test]
fn every_clause_has_a_section_check_test_and_replays() {
    assert_no_complaints(all_traces().iter().flat_map(Traces::complaints));
}

#[test]
fn every_section_names_a_clause() {
    assert_no_complaints(families().into_iter().flat_map(|family| {
        let of_family =
            |id: &String| Clause::of_id(id).is_none_or(|known| known.family() != family);
        let reserved = |id: &String| RESERVED.iter().any(|clause| clause.id == id);
        let strange = headings(family).into_iter().filter(|id| of_family(id) && !reserved(id));
        strange.map(move |id| format!("rules/{family}.md: no clause `{id}`")).collect::<Vec<_>>()
    }));
}

#[test]
fn every_replay_names_a_clause() {
    let known: BTreeSet<String> = Clause::ALL.iter().map(|&clause| replay_name(clause)).collect();
    let free = ["legal/ending-", "legal/example"];
    assert_no_complaints(["legal", "illegal"].into_iter().flat_map(|kind| {
        let files = files(&format!("replays/{kind}")).into_iter().map(|file| file.path);
        let strange = files.filter(|path| {
            let name = file_name(path).trim_end_matches(".json");
            !known.contains(name) && !free.iter().any(|free| path[8..].starts_with(free))
        });
        strange.map(|path| format!("{path}: no such clause")).collect::<Vec<_>>()
    }));
}

/// Tests in the file of a family are named after its clauses.
#[test]
fn every_test_of_a_family_names_a_clause() {
    let families = families();
    assert_no_complaints(Sources::read().tests.iter().flat_map(|file| {
        let family = file_name(&file.path).trim_end_matches(".rs");
        let known = file.path.contains("/tests/") && families.contains(family);
        let tests = test_names(&file.text).filter(|_| known);
        let strange = tests.filter(|test| {
            let own = test.strip_prefix(family).is_some_and(|rest| rest.starts_with('_'));
            own && clause_of(test).is_none_or(|clause| clause.family() != family)
        });
        strange.map(|test| format!("{}: no clause `{test}`", file.path)).collect::<Vec<_>>()
    }));
}

/// Reports name the section of a clause by its anchor.
#[test]
fn every_section_has_the_anchor_that_reports_name() {
    assert_no_complaints(Clause::ALL.iter().filter_map(|clause| {
        let path = format!("docs/src/rules/{}.md", clause.family());
        let page = std::fs::read_to_string(root().join(&path)).unwrap_or_default();
        let id = anchor(clause.id());
        (!anchors(&page).contains(&id)).then(|| format!("{path} has no anchor #{id}"))
    }));
}

/// Returns a page with a table between its two marks.
pub(crate) fn with_table(page: &str, name: &str, table: &str) -> String {
    let (opening, closing) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
    let parts = page.split_once(&opening).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(&closing)?;
        Some((before, after))
    });
    let Some((before, after)) = parts else { panic!("the page has no place for the table {name}") };
    format!("{before}{opening}\n{table}\n{closing}{after}")
}

#[test]
fn the_tables_of_clauses_are_up_to_date() {
    let page = std::fs::read_to_string(root().join(INDEX)).unwrap_or_default();
    let mut sentences = "| Clause | Sentence |\n|---|---|\n".to_owned();
    let mut coverage = "| Clause | Checked in | Tests | Replays |\n|---|---|---|---|\n".to_owned();
    for traces in all_traces() {
        writeln!(sentences, "| {} | {} |", traces.section(), traces.clause.sentence()).unwrap();
        writeln!(coverage, "{}", traces.row()).unwrap();
    }
    let page = with_table(&page, "clauses", &sentences);
    golden(INDEX, &with_table(&page, "coverage", &coverage));
}
