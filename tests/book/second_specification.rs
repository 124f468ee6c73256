//! Checks that the page on the second specification prints the result of its `compare.py`.

use std::fmt::Write;

use serde_json::{Map, Value};

use crate::{golden, root};

const PAGE: &str = "docs/src/second.md";
const NEEDED: &str = "tools/second-specification/needed.json";

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

fn result() -> Value {
    serde_json::from_str(&read("tools/second-specification/result.json")).unwrap()
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
    let rules = read("tools/second-specification/rules.lp");
    let heads = rules.split("broken(T,\"").skip(1);
    let mut clauses: Vec<String> =
        heads.map(|head| head.split('"').next().unwrap().to_owned()).collect();
    clauses.sort();
    clauses.dedup();
    clauses
}

#[test]
fn the_result_covers_every_kind_and_has_no_difference() {
    let result = result();
    let pairs = number(&result, "compared");
    assert_eq!(number(&result, "differences"), 0);
    assert!(
        number(&result, "distinct") >= 10_000_000 && pairs >= number(&result, "distinct"),
        "{pairs} pairs"
    );
    let share = number(&result, "illegal") * 100 / pairs;
    assert!((40..=60).contains(&share), "{share} % are illegal");
    for (field, needed) in [("kinds", 12), ("answers", clauses().len())] {
        assert_eq!(sum(counts(&result, field)), pairs, "{field}");
        assert!(counts(&result, field).len() >= needed, "{field}");
    }
    let broken = counts(&result, "answers");
    let legal: u64 = broken
        .iter()
        .filter(|(name, _)| name.starts_with("legal"))
        .map(|(_, count)| count.as_u64().unwrap())
        .sum();
    assert_eq!(legal + number(&result, "illegal"), pairs);
    for clause in clauses() {
        assert!(broken.contains_key(&clause), "no turn breaks {clause} first");
    }
}

#[test]
fn the_page_prints_the_result() {
    let page = with_part(&read(PAGE), "result", &summary(&result()));
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
        "`needed.py`, on {}, shards {first} to {}: of {rules} rules, {} were needed by at least \
         one of {} pairs.\nNo pair needed these rules:\n\n```text\n",
        needed["date"].as_str().unwrap(),
        first + number(&needed, "shards") - 1,
        rules - unneeded.len() as u64,
        grouped(number(&needed, "pairs")),
    );
    let written = read("tools/second-specification/rules.lp");
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

fn summary(result: &Value) -> String {
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
    table(&mut text, "Modules and seats", counts(result, "kinds"));
    text += "\n";
    table(&mut text, "First clause broken, or result", counts(result, "answers"));
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

fn table(text: &mut String, title: &str, counts: &Map<String, Value>) {
    writeln!(text, "| {title} | Pairs |\n|---|--:|").unwrap();
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
