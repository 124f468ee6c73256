//! Checks that the book shows the rules of the logic program next to the clauses that they state.

use std::collections::{BTreeMap, BTreeSet};

use splendor_book::with_formal_rules;
use splendor_core::{Clause, RESERVED};

use crate::root;

const RULES: &str = "evidence/logic-program/rules.lp";

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
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
