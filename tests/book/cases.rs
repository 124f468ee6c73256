//! Checks the cases of the book: files of worked examples, and the tables that the pages have of
//! them. `BLESS=1` updates the digests and messages in the files, and the tables.
//!
//! Changing a number fails a test, wherever it is. A number in a table differs from the table that
//! is generated from the file. A number in a position, a turn or an expectation of a file changes
//! the result, or the table; each of them is tried. A number in the sentence of a case differs from
//! the table of the page.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;
use splendor_book::{Case, Content, with_case_tables};

use super::worked_examples::{assert_numbers_matter, with_results, with_value};
use crate::{golden, root};

const PAGES: &str = "docs/src/rules";
const CASES: &str = "docs/src/rules/cases";

/// Returns a file of the repository, by its path below the root.
pub(super) fn file(path: &str) -> Option<String> {
    fs::read_to_string(root().join(path)).ok()
}

/// Returns the paths of the files in a folder that have this extension, sorted.
pub(super) fn paths(folder: &str, extension: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(folder)).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let ending = format!(".{extension}");
    let mut paths: Vec<String> = names
        .filter(|name| name.ends_with(&ending))
        .map(|name| format!("{folder}/{name}"))
        .collect();
    paths.sort();
    paths
}

/// Returns the cases of a section.
pub(super) fn cases_of(id: &str) -> Vec<Case> {
    let text = file(&format!("{CASES}/{id}.json")).unwrap_or_else(|| panic!("{id} has no cases"));
    Case::read_all(&text).unwrap_or_else(|why| panic!("{id}: {why}"))
}

/// Returns the ids of the sections with cases.
pub(super) fn ids() -> Vec<String> {
    let paths = paths(CASES, "json").into_iter();
    paths.map(|path| path.rsplit('/').next().unwrap().replace(".json", "")).collect()
}

#[test]
fn every_table_of_cases_is_generated_from_its_file() {
    for path in paths(CASES, "json") {
        let text = file(&path).unwrap();
        golden(&path, &updated_file(&path, &text));
    }
    for path in paths(PAGES, "md") {
        let page = file(&path).unwrap();
        golden(
            &path,
            &with_case_tables(&page, &file).unwrap_or_else(|why| panic!("{path}: {why}")),
        );
    }
}

/// Returns a file of cases with the expectations that are generated.
fn updated_file(path: &str, text: &str) -> String {
    let cases = Case::read_all(text).unwrap_or_else(|why| panic!("{path}: {why}"));
    let updated = cases.iter().map(|case| {
        let text = match &case.content {
            Content::Example(example) => {
                let outcome = example.run().unwrap_or_else(|why| panic!("{path}: {why}"));
                with_results(&case.text, &outcome)
            }
            Content::Replay(replay) => {
                let message = replay.message(&file).unwrap_or_else(|why| panic!("{path}: {why}"));
                with_value(&case.text, "message", &message.unwrap_or_default())
            }
        };
        format!("  {}", text.replace('\n', "\n  "))
    });
    format!("[\n{}\n]\n", updated.collect::<Vec<_>>().join(",\n"))
}

#[test]
fn every_case_is_executed() {
    let mut count = 0;
    for id in ids() {
        for case in cases_of(&id) {
            assert_eq!(case.check(&file), Ok(()), "{id}: {}", case.sentence);
            count += 1;
        }
    }
    assert!(count > 100, "only {count} cases are found");
}

#[test]
fn every_number_of_a_case_matters() {
    let check = |text: &str| {
        let cases = Case::read_all(&format!("[{text}]"))?;
        cases.iter().try_for_each(|case| case.check(&file))
    };
    let tried: usize = ids()
        .iter()
        .flat_map(|id| cases_of(id).into_iter().map(move |case| (id, case)))
        .map(|(id, case)| assert_numbers_matter(id, &case.text, &check))
        .sum();
    assert!(tried > 8_000, "only {tried} numbers were changed");
}

/// Every file belongs to the section of its name, and is on one page.
#[test]
fn every_file_of_cases_is_in_its_section() {
    let mut shown = BTreeSet::new();
    for path in paths(PAGES, "md") {
        for section in file(&path).unwrap().split("\n### ").skip(1) {
            let heading = section.lines().next().unwrap();
            for part in section.split("<!-- cases ").skip(1) {
                let (id, _) = part.split_once(" -->").unwrap();
                assert_eq!(id, heading, "{path}");
                assert!(shown.insert(id.to_owned()), "{path} shows {id} twice");
            }
        }
    }
    assert_eq!(shown, ids().into_iter().collect());
}

/// Some cases begin at the table to which an earlier case leads; the circle leads back to its own
/// start.
#[test]
fn cases_begin_at_the_tables_that_they_name() {
    let cases = cases_of("end.stalemate");
    let field = |case: &Case, name: &str| {
        let json: Value = serde_json::from_str(&case.text).unwrap();
        json["expect"][name].as_str().map(str::to_owned)
    };
    let mut count = 0;
    for case in &cases {
        let Some(rest) = case.sentence.strip_prefix("The table after case ") else { continue };
        let number: usize = rest.split(';').next().unwrap().parse().unwrap();
        assert_eq!(field(&cases[number - 1], "digest"), field(case, "start"), "{}", case.text);
        if case.sentence.contains("the same again") {
            assert_eq!(field(case, "start"), field(case, "digest"), "{}", case.text);
        }
        count += 1;
    }
    assert_eq!(count, 4, "three stuck tables and a circle");
}
