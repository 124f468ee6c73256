//! Checks that the page on the proved model prints the results of `spec/compare`.

use std::collections::BTreeSet;

use serde_json::Value;
use splendor_core::Clause;

use super::second_specification::{counts, grouped, number, sum, table, with_part};
use crate::{golden, root};

const PAGE: &str = "docs/src/proved.md";
/// The least number of distinct transitions.
const LEAST: u64 = 1_000_000;
/// Each clause of a turn is the first broken one in this many transitions at least.
const LEAST_OF_A_CLAUSE: u64 = 150;

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

fn json(name: &str) -> Value {
    serde_json::from_str(&read(&format!("spec/comparison/{name}.json"))).unwrap()
}

/// Returns whether the comparison covers a module.
fn covers(module: &str) -> bool {
    json("scope")["modules"].as_array().unwrap().iter().any(|covered| covered == module)
}

/// Returns the clauses that are definitions of the model and part of `Legal`, without those of
/// modules that the comparison does not cover.
fn clauses() -> Vec<&'static str> {
    let model = read("spec/rules/apply.dfy");
    let is_name = |text: &&str| !text.starts_with(char::is_uppercase) && text.contains('_');
    let words = model.split(|c: char| !c.is_ascii_alphabetic() && c != '_').filter(is_name);
    let names: BTreeSet<&str> = words.collect();
    let all = Clause::ALL.iter().map(|clause| clause.id());
    let defined = all.filter(|id| names.contains(id.replace(['.', '-'], "_").as_str()));
    let outside = |id: &&str| match id.split('.').next() {
        Some("orient") => !covers("orient"),
        Some("stronghold") => !covers("strongholds"),
        _ => false,
    };
    defined.filter(|id| !outside(id)).collect()
}

/// Returns the values of rulings in the scope of the comparison, other than the defaults.
fn rulings() -> Vec<String> {
    let scope = json("scope");
    let mut found = Vec::new();
    for (name, of) in scope["rulings"].as_object().unwrap() {
        if of["module"].as_str().is_some_and(|module| !covers(module)) {
            continue;
        }
        let values: Vec<String> = match of["values"].as_object() {
            Some(values) => values.keys().skip(1).cloned().collect(),
            None => of["others"].as_array().unwrap().iter().map(Value::to_string).collect(),
        };
        found.extend(values.iter().map(|value| format!("{name}={value}")));
    }
    found
}

#[test]
fn the_result_covers_every_kind_ruling_and_clause() {
    let result = json("result");
    let compared = number(&result, "compared");
    assert_eq!(number(&result, "differences"), 0);
    assert!((LEAST..=compared).contains(&number(&result, "distinct")), "{compared}");
    let modules = json("scope")["modules"].as_array().unwrap().len();
    let kinds = counts(&result, "kinds");
    assert_eq!(kinds.len(), 3 << modules, "{kinds:?}");
    assert_eq!((sum(kinds), sum(counts(&result, "answers"))), (compared, compared));
    for ruling in rulings() {
        assert!(counts(&result, "rulings").contains_key(&ruling), "no transition under {ruling}");
    }
    for clause in clauses() {
        let found = counts(&result, "answers").get(clause).and_then(Value::as_u64).unwrap_or(0);
        assert!(found >= LEAST_OF_A_CLAUSE, "{found} transitions break {clause} first");
    }
}

#[test]
fn the_page_prints_the_result() {
    let page = with_part(&read(PAGE), "compared", &compared());
    golden(PAGE, &with_part(&page, "core mutants", &changes_of_the_core_found()));
}

/// Returns the sentence on the run that looked for the changes of the core.
fn changes_of_the_core_found() -> String {
    let result = json("core-mutants");
    let count = |field: &str| grouped(number(&result, field));
    format!(
        "On {}, it found {} of {} changes in a run on {} transitions, half of them within {}, the \
         last one after {}.\n",
        result["date"].as_str().unwrap(),
        grouped(number(&result, "changes") - number(&result, "missed")),
        count("changes"),
        count("transitions"),
        count("half"),
        count("most"),
    )
}

/// The recorded run looked for every change of the core, and found it.
#[test]
fn every_change_of_the_core_was_found() {
    let result = json("core-mutants");
    assert_eq!(number(&result, "changes"), changes_of_the_core().len() as u64);
    assert_eq!(number(&result, "missed"), 0);
}

/// A row of the table of changes of the core.
struct Change {
    clause: String,
    file: String,
    function: String,
    text: String,
}

fn changes_of_the_core() -> Vec<Change> {
    let table = read("spec/comparison/core-mutants.tsv");
    let rows = table.lines().skip(1).map(|line| {
        let [clause, file, function, text, _] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let [clause, file, function, text] = [clause, file, function, text].map(str::to_owned);
        Change { clause, file, function, text }
    });
    rows.collect()
}

#[test]
fn the_checks_of_each_clause_are_changed() {
    let changed: BTreeSet<String> =
        changes_of_the_core().into_iter().map(|change| change.clause).collect();
    for id in &changed {
        assert!(Clause::ALL.iter().any(|clause| clause.id() == id), "{id} is no clause");
    }
    for clause in clauses() {
        assert!(changed.contains(clause), "no check of {clause} is changed");
    }
}

#[test]
fn each_changed_text_is_in_its_file() {
    for Change { file, function, text, .. } in changes_of_the_core() {
        let code = read(&format!("crates/splendor-core/src/{file}"));
        assert!(code.contains(&format!("fn {function}")), "{file}: {function}");
        assert!(code.contains(&text), "{file}: {text}");
    }
}

#[test]
fn each_function_with_a_check_is_changed() {
    let changed: BTreeSet<(String, String)> =
        changes_of_the_core().into_iter().map(|change| (change.file, change.function)).collect();
    let folder = root().join("crates/splendor-core/src/rule");
    for entry in std::fs::read_dir(folder).unwrap() {
        let file = format!("rule/{}", entry.unwrap().file_name().to_str().unwrap());
        let code = read(&format!("crates/splendor-core/src/{file}"));
        for rest in code.split("fn check_").skip(1) {
            let function = format!("check_{}", rest.split('(').next().unwrap());
            if function != "check_refill" {
                assert!(changed.contains(&(file.clone(), function.clone())), "{file}: {function}");
            }
        }
    }
}

fn compared() -> String {
    let result = json("result");
    let count = |field: &str| grouped(number(&result, field));
    let last = number(&result, "first") + number(&result, "shards") - 1;
    let mut text = format!(
        "On {}, shards {} to {last}: {} distinct transitions at {} positions.\n\
         {} of {} are illegal.\n\
         {} were judged differently.\n\n",
        result["date"].as_str().unwrap(),
        number(&result, "first"),
        count("distinct"),
        count("positions"),
        count("illegal"),
        count("compared"),
        count("differences"),
    );
    table(&mut text, ["Modules and seats", "Transitions"], counts(&result, "kinds"));
    text += "\n";
    table(&mut text, ["Ruling", "Transitions"], counts(&result, "rulings"));
    text += "\n";
    table(&mut text, ["First clause broken, or result", "Transitions"], counts(&result, "answers"));
    text
}
