//! Checks the rule pages: sections in one order, right sums, and only the words of the glossary.

use std::collections::BTreeMap;

use serde_json::Value;
use splendor_core::Clause;
use splendor_render::explain;

use super::cases::{file, paths};

const PAGES: &str = "docs/src/rules";
const GLOSSARY: &str = "docs/src/rules/glossary.md";

/// The parts of the section of a clause, in their order, by their beginnings.
const PARTS: [&str; 5] =
    ["Source: ", "**Cases.**", "**In a log.**", "**Seen in clients.**", "Replays: "];

/// Returns every rule page: its path and its text.
fn pages() -> Vec<(String, String)> {
    paths(PAGES, "md").into_iter().map(|path| (path.clone(), file(&path).unwrap())).collect()
}

/// Returns the lines outside blocks of code.
fn prose(page: &str) -> impl Iterator<Item = &str> {
    let blocks = page.split("```").step_by(2);
    blocks.flat_map(str::lines).filter(|line| !line.starts_with("<!--"))
}

/// Returns the section of each clause, from its heading on.
fn clauses() -> BTreeMap<&'static str, String> {
    let pages: BTreeMap<String, String> = pages().into_iter().collect();
    let section = |clause: &Clause| {
        let page = &pages[&format!("{PAGES}/{}.md", clause.family())];
        let section =
            page.split("\n### ").find(|section| section.lines().next() == Some(clause.id()));
        (clause.id(), section.unwrap().to_owned())
    };
    Clause::ALL.iter().map(section).collect()
}

#[test]
fn every_section_has_its_parts_in_one_order() {
    for (id, section) in clauses() {
        let starts =
            section.lines().filter_map(|line| PARTS.iter().position(|part| line.starts_with(part)));
        let starts: Vec<usize> = starts.collect();
        assert!(starts.windows(2).all(|pair| pair[0] < pair[1]), "{id}: {starts:?}");
        let cases = format!("**Cases.**\n\n<!-- cases {id} -->\n");
        for part in ["Source: ", &cases, "**In a log.**", "Replays: "] {
            assert!(section.contains(&format!("\n{part}")), "{id} lacks {part}");
        }
    }
}

/// `splendor explain` prints the clause, its cases and its replays; what clients do comes last.
#[test]
fn the_answer_comes_before_the_clients() {
    let parts = ["\nSource: ", "\nCases.\n\n  1. ", "\nReplays: ", "\nTry\n", "\nSeen in clients."];
    let mut with_clients = 0;
    for clause in Clause::ALL {
        let text = explain(clause.id()).unwrap();
        let places: Vec<usize> = parts.iter().filter_map(|part| text.find(part)).collect();
        assert!(places.is_sorted() && places.len() >= 4, "{}: {text}", clause.id());
        with_clients += usize::from(places.len() == parts.len());
    }
    assert!(with_clients > 25, "only {with_clients} clauses name clients");
}

/// The section of a clause names the bugs of the museum that break the clause.
#[test]
fn every_bug_of_the_museum_is_in_the_section_of_its_clause() {
    let sections = clauses();
    let index: Value = serde_json::from_str(&file("replays/museum/index.json").unwrap()).unwrap();
    for bug in index.as_array().unwrap() {
        let [id, clause] = ["id", "clause"].map(|field| bug[field].as_str().unwrap());
        let clients = sections[clause].split_once("\n**Seen in clients.**\n");
        let is_named = clients.is_some_and(|(_, text)| text.contains(&format!("`{id}`")));
        assert!(is_named, "add `{id}` to the section {clause}, in \"Seen in clients\"");
    }
}

/// Formulas have an example in numbers: `4 − 2 = 2`.
#[test]
fn sums_are_right() {
    let mut count = 0;
    for (path, page) in pages() {
        for line in prose(&page).filter(|line| !line.starts_with('|') && line.contains(" = ")) {
            let words: Vec<&str> = line.split([' ', ':', ',', ';', '.', '`']).collect();
            for at in (0..words.len()).filter(|&at| words[at] == "=") {
                let Some(result) = words.get(at + 1).and_then(|word| word.parse::<i32>().ok())
                else {
                    continue;
                };
                assert_eq!(value(&words[..at]), Some(result), "{path}: {line}");
                count += 1;
            }
        }
    }
    assert!(count >= 5, "only {count} sums");
}

/// Returns the value of the sum at the end of a text, such as `8 + 3 − 0`.
fn value(words: &[&str]) -> Option<i32> {
    let (&last, rest) = words.split_last()?;
    let last: i32 = last.parse().ok()?;
    let Some((&sign, before)) = rest.split_last() else { return Some(last) };
    match sign {
        "+" => Some(value(before)? + last),
        "−" => Some(value(before)? - last),
        "×" => Some(value(before)? * last),
        "/" => Some(value(before)? / last),
        _ => Some(last),
    }
}

/// Returns the first cells of a table of the glossary, below a heading.
fn words_below(heading: &str) -> Vec<String> {
    let page = file(GLOSSARY).unwrap();
    let (_, rest) = page.split_once(&format!("\n## {heading}\n")).unwrap();
    let table = rest.split("\n## ").next().unwrap();
    let rows = table.lines().filter_map(|line| line.strip_prefix("| ")).skip(1);
    let cells = rows.filter_map(|row| row.split(" | ").next());
    cells.flat_map(|cell| cell.split(", ").map(str::to_owned)).collect()
}

/// Returns the words of the rule pages other than the glossary, in lower case: without code, and
/// without the titles of sections of rulebooks.
fn used() -> Vec<(String, String)> {
    let mut used = Vec::new();
    for (path, page) in pages().into_iter().filter(|(path, _)| path != GLOSSARY) {
        for line in prose(&page).filter(|line| !line.starts_with("Source: ")) {
            let plain: String = line.split('`').step_by(2).collect();
            let mut parts = plain.split("section");
            let mut text = parts.next().unwrap().to_owned();
            for part in parts {
                let end = part.find([')', '.', ':', ';', '<']).unwrap_or(part.len());
                text += &part[end..];
            }
            let words = text.to_lowercase().replace(|letter: char| !letter.is_alphanumeric(), " ");
            used.push((path.clone(), format!(" {words} ")));
        }
    }
    used
}

#[test]
fn every_word_of_the_glossary_is_used() {
    let words = words_below("Words of this book");
    assert!(words.len() > 35, "{words:?}");
    let text: String = used().into_iter().map(|(_, line)| line).collect();
    for word in &words {
        assert!(text.contains(&format!(" {word}")), "no rule page uses the word {word}");
    }
    assert!(words.is_sorted(), "{words:?}");
}

#[test]
fn the_rule_pages_use_the_words_of_this_book() {
    let rejected = words_below("Words of the rulebooks");
    assert!(rejected.len() > 10, "{rejected:?}");
    for (path, line) in used() {
        for word in &rejected {
            let is_used =
                line.contains(&format!(" {word} ")) || line.contains(&format!(" {word}s "));
            assert!(!is_used, "{path}: the glossary replaces the word {word}: {line}");
        }
    }
}
