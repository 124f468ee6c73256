//! Checks that the page on mutants of the code prints the last complete run, and that each excused
//! mutant is still in the code.

use std::fmt::Write;

use serde_json::Value;

use crate::{golden, root};

const PAGE: &str = "docs/src/mutants.md";
const OUTCOMES: [&str; 5] = ["caught", "timeout", "unviable", "excused", "open"];

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

fn result() -> Value {
    serde_json::from_str(&read("tools/code-mutants/result.json")).unwrap()
}

/// Returns the rows of the list of excuses: file, mutation, changed line, reason.
fn excuses() -> Vec<[String; 4]> {
    let rows = read("tools/code-mutants/excused.tsv");
    let cells = |row: &str| row.split('\t').map(str::to_owned).collect::<Vec<_>>();
    rows.lines().skip(1).map(|row| cells(row).try_into().unwrap()).collect()
}

/// Returns the function of a mutation like `replace < with <= in City::parse`.
fn function(mutation: &str) -> &str {
    let named = match mutation.rsplit_once(" in ") {
        Some((_, function)) => function,
        None => mutation.trim_start_matches("replace ").split(" ->").next().unwrap(),
    };
    let named = named.split(" with ").next().unwrap();
    named.rsplit("::").next().unwrap()
}

fn row(name: &str, counts: [u64; 5]) -> String {
    let [caught, timeout, unviable, excused, open] = counts;
    let all: u64 = counts.iter().sum();
    format!("| {name} | {all} | {caught} | {timeout} | {unviable} | {excused} | {open} |\n")
}

/// Returns the table of the last run, file by file.
fn table(result: &Value) -> String {
    let mut text = format!(
        "Last run: {}, of commit {}, with {} and {}.\n\n\
         | File | Mutants | Caught | Times out | Does not compile | Excused | Open |\n\
         |---|--:|--:|--:|--:|--:|--:|\n",
        result["date"].as_str().unwrap(),
        result["commit"].as_str().unwrap(),
        result["rustc"].as_str().unwrap(),
        result["cargo-mutants"].as_str().unwrap(),
    );
    let mut total = [0; 5];
    for (file, found) in result["files"].as_object().unwrap() {
        let counts = OUTCOMES.map(|outcome| found[outcome].as_u64().unwrap_or(0));
        total = [0, 1, 2, 3, 4].map(|at| total[at] + counts[at]);
        text += &row(&format!("`{file}`"), counts);
    }
    assert_eq!(total.iter().sum::<u64>(), result["mutants"].as_u64().unwrap());
    assert_eq!(total[4], result["open"].as_array().unwrap().len() as u64);
    text + &row("**all**", total)
}

fn reasons() -> String {
    let mut text = "| File | Mutation | Why no test can notice it |\n|---|---|---|\n".to_owned();
    for [file, mutation, line, reason] in excuses() {
        let file = file.trim_start_matches("crates/splendor-core/src/");
        let [mutation, line] = [mutation, line].map(|code| code.replace('|', "\\|"));
        writeln!(text, "| `{file}` | `{mutation}`: `{line}` | {reason} |").unwrap();
    }
    text
}

/// Replaces the text between two marks of the page.
fn replaced(page: &str, mark: &str, text: &str) -> String {
    let opening = format!("<!-- {mark} -->\n");
    let (before, rest) = page.split_once(&opening).unwrap();
    let (_, after) = rest.split_once("<!-- end of code mutants -->\n").unwrap();
    format!("{before}{opening}{text}<!-- end of code mutants -->\n{after}")
}

#[test]
fn the_page_prints_the_last_run() {
    let result = result();
    assert_eq!(result["missed"].as_array().unwrap().len(), 0, "{}", result["missed"]);
    let page = replaced(&read(PAGE), "code mutants", &table(&result));
    golden(PAGE, &replaced(&page, "code mutants excused", &reasons()));
}

#[test]
fn each_excuse_names_a_line_of_the_code() {
    for [file, mutation, line, reason] in excuses() {
        let code = read(&file);
        assert!(code.lines().any(|other| other.trim() == line), "{file} has no line: {line}");
        // A constant is outside of functions, so only its line is checked.
        let name = function(&mutation);
        let found = line.starts_with("const ") || code.contains(&format!("fn {name}"));
        assert!(found, "{file} has no function {name}");
        assert!(reason.len() > 20, "{mutation}: {reason}");
    }
}

#[test]
fn functions_are_found_in_the_names_of_mutations() {
    assert_eq!(function("replace < with <= in City::parse"), "parse");
    assert_eq!(function("replace posts_last -> bool with true"), "posts_last");
    assert_eq!(
        function("replace <impl fmt::Debug for Fact<'_>>::fmt -> fmt::Result with Ok(())"),
        "fmt"
    );
    assert_eq!(function("replace Position::force_gold with ()"), "force_gold");
}
