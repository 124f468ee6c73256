//! Checks that the page on the second specification prints the result of its `compare.py`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use serde_json::{Map, Value};
use splendor_book::with_formal_rules;
use splendor_core::{Clause, RESERVED};

use crate::{golden, root};

const PAGE: &str = "docs/src/second.md";
const RULES: &str = "tools/second-specification/rules.lp";
/// The least number of pairs with Orient or Strongholds.
const LEAST_OF_BOTH: u64 = 1_000_000;
const NEEDED: &str = "tools/second-specification/needed.json";

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

fn result() -> Value {
    serde_json::from_str(&read("tools/second-specification/result.json")).unwrap()
}

/// The result of the games with Orient or Strongholds.
fn result_of_both() -> Value {
    serde_json::from_str(&read("tools/second-specification/result-modules.json")).unwrap()
}

fn lists() -> Value {
    serde_json::from_str(&read("tools/second-specification/lists.json")).unwrap()
}

fn number(result: &Value, field: &str) -> u64 {
    result[field].as_u64().unwrap()
}

fn counts<'r>(result: &'r Value, field: &str) -> &'r Map<String, Value> {
    result[field].as_object().unwrap()
}

fn sum(counts: &Map<String, Value>) -> u64 {
    counts.values().map(|count| count.as_u64().unwrap()).sum()
}

/// Returns the clauses in the heads of the logic program.
fn clauses() -> Vec<String> {
    let rules = read(RULES);
    let heads = rules.split("broken(T,\"").skip(1);
    let mut clauses: Vec<String> =
        heads.map(|head| head.split('"').next().unwrap().to_owned()).collect();
    clauses.sort();
    clauses.dedup();
    clauses
}

/// Whether a clause belongs to Orient or Strongholds.
fn is_of_both(clause: &str) -> bool {
    clause.starts_with("orient.") || clause.starts_with("stronghold.")
}

#[test]
fn the_result_covers_every_kind_and_has_no_difference() {
    let base: Vec<_> = clauses().into_iter().filter(|clause| !is_of_both(clause)).collect();
    assert_covers(&result(), 1_000_000, 12, &base);
}

#[test]
fn the_result_with_orient_or_strongholds_covers_every_kind_and_clause() {
    let both: Vec<_> = clauses().into_iter().filter(|clause| is_of_both(clause)).collect();
    assert_eq!(both.len(), 23, "{both:?}");
    assert_covers(&result_of_both(), LEAST_OF_BOTH, 36, &both);
}

/// Fails unless a result has this many distinct pairs and kinds of games, about half of them
/// illegal, each of these clauses broken first, and no difference.
fn assert_covers(result: &Value, least: u64, kinds: usize, clauses: &[String]) {
    let pairs = number(result, "compared");
    assert_eq!(number(result, "differences"), 0);
    assert!(
        number(result, "distinct") >= least && pairs >= number(result, "distinct"),
        "{pairs} pairs"
    );
    let share = number(result, "illegal") * 100 / pairs;
    assert!((40..=60).contains(&share), "{share} % are illegal");
    for (field, needed) in [("kinds", kinds), ("answers", clauses.len())] {
        assert_eq!(sum(counts(result, field)), pairs, "{field}");
        assert!(counts(result, field).len() >= needed, "{field}");
    }
    let broken = counts(result, "answers");
    let legal: u64 = broken
        .iter()
        .filter(|(name, _)| name.starts_with("legal"))
        .map(|(_, count)| count.as_u64().unwrap())
        .sum();
    assert_eq!(legal + number(result, "illegal"), pairs);
    for clause in clauses {
        assert!(broken.contains_key(clause), "no turn breaks {clause} first");
    }
}

#[test]
fn the_page_prints_the_result() {
    let page = with_part(&read(PAGE), "result", &summary(&result()));
    let page = with_part(&page, "result with both", &numbers(&result_of_both()));
    golden(PAGE, &with_part(&page, "needed", &needed()));
}

fn with_part(page: &str, name: &str, part: &str) -> String {
    let (opening, closing) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->\n"));
    let (before, rest) = page.split_once(&opening).unwrap();
    let (_, after) = rest.split_once(&closing).unwrap();
    format!("{before}{opening}{part}{closing}{after}")
}

/// Returns the text on the rules that no pair needs, as `needed.py` found them; each rule must
/// still be in the program.
fn needed() -> String {
    let needed: Value = serde_json::from_str(&read(NEEDED)).unwrap();
    let unneeded = needed["unneeded"].as_array().unwrap();
    let (rules, first) = (number(&needed, "rules"), number(&needed, "first"));
    let mut text = format!(
        "`needed.py`, on {}, shards {first} to {} of each kind: of {rules} rules, {} were needed \
         by at least one of {} pairs.\nNo pair needed these rules:\n\n```text\n",
        needed["date"].as_str().unwrap(),
        first + number(&needed, "shards") - 1,
        rules - unneeded.len() as u64,
        grouped(number(&needed, "pairs")),
    );
    let written = read(RULES);
    for rule in unneeded.iter().map(|rule| rule.as_str().unwrap()) {
        assert!(written.contains(rule), "{rule}");
        writeln!(text, "{rule}").unwrap();
    }
    text + "```\n"
}

#[test]
fn the_lists_of_legal_turns_agree() {
    let lists = lists();
    assert_eq!(number(&lists, "differences"), 0);
    assert!(number(&lists, "tables") >= 200 && number(&lists, "turns") > 5000, "{lists}");
    // 18 shards cover every kind of game.
    assert!(number(&lists, "shards") >= 18, "{lists}");
}

/// Returns the sums of a run and its tables.
fn numbers(result: &Value) -> String {
    let count = |field: &str| grouped(number(result, field));
    let last = number(result, "first") + number(result, "shards") - 1;
    let (date, first) = (result["date"].as_str().unwrap(), number(result, "first"));
    let share = number(result, "illegal") * 100 / number(result, "compared");
    let mut text = format!(
        "On {date}, shards {first} to {last}: {} pairs at {} tables, of which {} are distinct.\n\
         {} of them, {share} %, are illegal.\n\
         {} were judged differently.\n\n",
        count("compared"),
        count("tables"),
        count("distinct"),
        count("illegal"),
        count("differences"),
    );
    table(&mut text, ["Modules and seats", "Pairs"], counts(result, "kinds"));
    text += "\n";
    table(&mut text, ["First clause broken, or result", "Pairs"], counts(result, "answers"));
    text
}

fn summary(result: &Value) -> String {
    let mut text = numbers(result);
    let lists = lists();
    let count = |field: &str| grouped(number(&lists, field));
    writeln!(
        text,
        "\nThe lists of legal turns hold {} turns at {} tables; {} turns are in only one list \
         ({}, shards 0 to {}).",
        count("turns"),
        count("tables"),
        count("differences"),
        lists["date"].as_str().unwrap(),
        number(&lists, "shards") - 1,
    )
    .unwrap();
    text
}

fn table(text: &mut String, [left, right]: [&str; 2], counts: &Map<String, Value>) {
    writeln!(text, "| {left} | {right} |\n|---|--:|").unwrap();
    for (name, count) in counts {
        writeln!(text, "| {name} | {} |", grouped(count.as_u64().unwrap())).unwrap();
    }
}

/// Formats a number with a comma before every three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns the text that the build of the book adds to each clause, by the id of the clause.
fn shown_beside_clauses() -> BTreeMap<String, String> {
    let mut shown = BTreeMap::new();
    for entry in std::fs::read_dir(root().join("docs/src/rules")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let page = std::fs::read_to_string(path).unwrap();
        let page = with_formal_rules(&page, &read(RULES)).unwrap();
        for section in page.split("\n### ").skip(1) {
            let mut paragraphs = section.splitn(3, "\n\n");
            let id = paragraphs.next().unwrap().to_owned();
            let added = paragraphs.nth(1).unwrap();
            if let Some(added) = added.strip_prefix("<details class=\"formal-rule\">\n") {
                let (added, _) = added.split_once("</details>").unwrap();
                shown.insert(id, added.to_owned());
            }
        }
    }
    shown
}

#[test]
fn every_clause_has_its_rule_or_a_reason() {
    let shown = shown_beside_clauses();
    let executable = Clause::ALL.iter().map(|clause| clause.id());
    let mut ids: Vec<_> = executable.chain(RESERVED.iter().map(|clause| clause.id)).collect();
    ids.sort_unstable();
    assert_eq!(shown.keys().map(String::as_str).collect::<Vec<_>>(), ids);
    for (id, text) in &shown {
        let family = id.split('.').next().unwrap();
        let without = ["component", "setup", "claim"].contains(&family)
            || ["orient.cards", "orient.market"].contains(&id.as_str());
        let summary = if without { "No rule in" } else { "The rule in" };
        assert!(text.starts_with(&format!("<summary>{summary} the logic program")), "{id}: {text}");
        assert_eq!(text.contains("```text\n"), !without, "{id}: {text}");
    }
}

#[test]
fn every_rule_is_shown_as_the_file_has_it() {
    let program = read(RULES);
    let is_code = |line: &&str| !line.is_empty() && !line.starts_with(['%', '#']);
    let lines: BTreeSet<&str> = program.lines().filter(is_code).collect();
    let shown = shown_beside_clauses();
    for clause in clauses() {
        let head = format!("broken(T,\"{clause}\"");
        for line in lines.iter().filter(|line| line.starts_with(&head)) {
            assert!(shown[&clause].contains(&format!("\n{line}\n")), "{clause}: {line}");
        }
    }
    let blocks = shown.values().flat_map(|text| text.split("```text\n").skip(1));
    let code = blocks.flat_map(|block| block.split("```").next().unwrap().lines());
    let code: BTreeSet<&str> = code.collect();
    // Several facts may be in one line of the file.
    for line in &code {
        assert!(lines.iter().any(|whole| whole.contains(line)), "not in the file: {line}");
    }
    for line in lines {
        assert!(code.iter().any(|part| line.starts_with(part)), "shown nowhere: {line}");
    }
}
