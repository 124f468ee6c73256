//! Judges the museum of real bugs: each log of a bug breaks the clause of its row first, and its
//! twin is legal. The page of the museum is written from its index.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use serde_json::Value;
use splendor_core::Clause;
use splendor_schema::Log;
use splendor_verify::{JudgeOptions, Judgment, Verdict, judge};

use crate::repo::tidy::assert_no_complaints;
use crate::{golden, root};

const FOLDER: &str = "replays/museum";
const PAGE: &str = "docs/src/museum.md";

fn rows() -> Vec<Value> {
    let index = std::fs::read(root().join(FOLDER).join("index.json")).unwrap();
    serde_json::from_slice(&index).unwrap()
}

fn text<'a>(row: &'a Value, key: &str) -> &'a str {
    row[key].as_str().unwrap_or_else(|| panic!("{row} has no `{key}`"))
}

fn judged(row: &Value, kind: &str) -> Judgment {
    let name = format!("{}.{kind}.json", text(row, "id"));
    let path = root().join(FOLDER).join(&name);
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{name}: {error}"));
    judge(&Log::read(&bytes).unwrap(), &JudgeOptions::default())
}

/// Returns the clause that the first finding cites, or the clause that a false claim contradicts.
fn first_clause(judgment: &Judgment) -> Option<&'static str> {
    let breach = &judgment.findings.first()?.breach;
    let contradicted = breach.contradicted().map(|breach| breach.clause().id());
    Some(contradicted.unwrap_or_else(|| breach.clause().id()))
}

#[test]
fn each_bug_breaks_its_clause_and_its_twin_is_legal() {
    assert_no_complaints(rows().iter().filter_map(|row| {
        let (bug, right) = (judged(row, "bug"), judged(row, "right"));
        let found = first_clause(&bug);
        let shown = bug.verdict() == Verdict::Illegal && found == Some(text(row, "clause"));
        let complaint = || format!("{}: {found:?}, twin {:?}", text(row, "id"), right.verdict());
        (!shown || right.verdict() != Verdict::Legal).then(complaint)
    }));
}

#[test]
fn the_index_is_complete() {
    let rows = rows();
    let repositories: BTreeSet<_> = rows.iter().map(|row| text(row, "repository")).collect();
    assert!(rows.len() >= 40 && repositories.len() >= 25);
    assert!(rows.iter().any(|row| row["fix"] == true));
    assert_no_complaints(rows.iter().filter_map(|row| {
        let named = text(row, "repository").split_once('/').is_some();
        let whole = named && !text(row, "source").is_empty() && !text(row, "bug").is_empty();
        (!whole).then(|| row.to_string())
    }));
    let mut listed = BTreeSet::from(["index.json".to_owned()]);
    for row in &rows {
        for kind in ["bug", "right"] {
            assert!(listed.insert(format!("{}.{kind}.json", text(row, "id"))), "{row}");
        }
    }
    let files = std::fs::read_dir(root().join(FOLDER)).unwrap();
    let files: BTreeSet<_> =
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(files, listed);
}

/// Returns the source of a row as links: threads by number, commits by hash.
fn links(source: &str) -> String {
    let link = |part: &str| match part.rsplit_once('/') {
        Some((kind, name)) if part.starts_with("https://") => {
            let sign = if kind.ends_with("/commit") { "" } else { "#" };
            format!("[{sign}{name}]({part})")
        }
        _ => part.to_owned(),
    };
    source.split(", ").map(link).collect::<Vec<_>>().join(", ")
}

fn page(rows: &[Value]) -> String {
    let repositories: BTreeSet<_> = rows.iter().map(|row| text(row, "repository")).collect();
    let mut page = format!(
        "# The museum of real bugs\n\n\
         {} bugs that clients really had, from {} repositories.\n\
         For each bug, `replays/museum` has a log that shows the bug and a twin that is legal.\n\
         The logs are ours: we wrote them to show the bugs, and no client wrote them.\n\
         The commit of a row repairs the bug, unless the row says that the bug is in that commit.\n\
         Where a row lists several commits, at least one of them repairs the bug.\n\
         Some sources name only the rule that the client had wrong; the log then shows one way to \
         break that rule.\n\
         The clients may have changed since.\n\n\
         `replays/museum/index.json` lists the same rows for programs, and \
         `replays/manifest.json` lists the verdict on each log.\n\n\
         ## The bugs\n\n| Bug | Repository | Source | Clause | Behavior |\n|---|---|---|---|---|\n",
        rows.len(),
        repositories.len()
    );
    let mut broken = BTreeMap::<&str, Vec<&str>>::new();
    for row in rows {
        let (id, clause) = (text(row, "id"), text(row, "clause"));
        broken.entry(clause).or_default().push(id);
        let (repository, source) = (text(row, "repository"), links(text(row, "source")));
        let bug = text(row, "bug");
        writeln!(page, "| `{id}` | {repository} | {source} | `{clause}` | {bug} |").unwrap();
    }
    let fixes: Vec<&Value> = rows.iter().filter(|row| row["fix"] == true).collect();
    let meant = if fixes.len() == 1 { "This commit was" } else { "These commits were" };
    writeln!(page, "\n## Fixes that are breaches\n\n{meant} meant as a repair.\n").unwrap();
    for row in fixes {
        let source = links(text(row, "source"));
        let (repository, bug) = (text(row, "repository"), text(row, "bug"));
        writeln!(page, "- {repository} {source}: {bug}").unwrap();
    }
    page.push_str("\n## Clauses and their bugs\n\n| Clause | Bugs |\n|---|---|\n");
    let (known, unbroken): (Vec<_>, Vec<_>) =
        Clause::ALL.iter().map(|clause| clause.id()).partition(|id| broken.contains_key(id));
    for id in known {
        let bugs: Vec<_> = broken[id].iter().map(|bug| format!("`{bug}`")).collect();
        writeln!(page, "| `{id}` | {} |", bugs.join(", ")).unwrap();
    }
    page.push_str("\nThe museum has no bug yet for these clauses:\n");
    let unbroken: Vec<_> = unbroken.iter().map(|id| format!("`{id}`")).collect();
    writeln!(page, "{}.", unbroken.join(", ")).unwrap();
    page
}

#[test]
fn the_page_shows_the_index() {
    golden(PAGE, &page(&rows()));
}
