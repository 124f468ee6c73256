//! Checks that the book agrees with the code: every clause has its section, word for word, and
//! every worked example in the text of a page is executed. `BLESS=1` updates digests, messages and
//! pictures.

use std::fmt::Write;

use serde_json::Value;
use splendor_book::{Example, ReplayedExample};
use splendor_core::{Clause, RESERVED, RULINGS, invariant};
use splendor_render::{TableStyle, table_text};
use splendor_verify::{JudgeOptions, Verdict, judge, position_from_log};

use crate::{golden, root};

/// Returns the families of clauses in the order of the book; each has a page.
fn families() -> Vec<&'static str> {
    let mut families: Vec<&str> = Vec::new();
    for clause in Clause::ALL {
        if !families.contains(&clause.family()) {
            families.push(clause.family());
        }
    }
    families
}

fn page(path: &str) -> String {
    let path = format!("docs/src/{path}");
    std::fs::read_to_string(root().join(&path)).unwrap_or_else(|_| panic!("there is no {path}"))
}

fn family_page(family: &str) -> String {
    page(&format!("rules/{family}.md"))
}

/// The pages with worked examples in their text. The other pages of the rules have theirs in files
/// of cases.
const PAGES_WITH_EXAMPLES: [&str; 2] = ["rules/index.md", "theorems.md"];

/// Returns the headings `### …` of a page, each with its first two paragraphs.
fn sections(text: &str) -> Vec<(&str, &str, &str)> {
    let parts = text.split("\n### ").skip(1);
    let paragraphs = parts.map(|part| {
        let mut paragraphs = part.split("\n\n").map(str::trim);
        let mut next = || paragraphs.next().unwrap_or_default();
        (next(), next(), next())
    });
    paragraphs.collect()
}

/// All clauses of a family are on one page, even if the order of effects returns to the family
/// later; then come those that no finding names.
#[test]
fn every_clause_has_its_section_in_book_order() {
    for family in families() {
        let page = family_page(family);
        let clauses = Clause::ALL.iter().filter(|clause| clause.family() == family);
        let clauses = clauses.map(|clause| (clause.id(), clause.sentence(), clause.source()));
        let reserved = RESERVED.iter().filter(|clause| is_of_family(clause.id, family));
        let reserved = reserved.map(|clause| (clause.id, clause.sentence, clause.source));
        let known = clauses
            .chain(reserved)
            .map(|(id, sentence, source)| (id, sentence, format!("Source: {source}")));
        let known: Vec<_> = known.collect();
        let known: Vec<_> = known.iter().map(|it| (it.0, it.1, it.2.as_str())).collect();
        assert_eq!(sections(&page), known);
    }
}

fn is_of_family(id: &str, family: &str) -> bool {
    id.split_once('.').is_some_and(|(first, _)| first == family)
}

/// The section of a clause that no finding names says so.
#[test]
fn every_reserved_clause_is_marked() {
    for clause in RESERVED {
        let page = family_page(clause.id.split_once('.').unwrap().0);
        let section = page.split("\n### ").find(|part| part.starts_with(clause.id)).unwrap();
        assert!(section.contains("\nNo finding has this id: "), "{section}");
        assert_eq!(Clause::of_id(clause.id), None, "{} has findings", clause.id);
    }
}

#[test]
fn every_section_links_its_two_replays() {
    for family in families() {
        let text = family_page(family);
        for part in text.split("\n### ").skip(1) {
            let id = part.lines().next().unwrap();
            if RESERVED.iter().any(|clause| clause.id == id) {
                continue;
            }
            let file = format!("{}.json", id.replace('.', "-"));
            for folder in ["illegal", "legal"] {
                let link = format!("(../../../replays/{folder}/{file})");
                assert!(part.contains(&link), "{id} does not link {folder}/{file}");
            }
        }
    }
}

#[test]
fn every_invariant_has_its_section_in_order() {
    let text = page("rules/invariants.md");
    let found = sections(&text).into_iter().map(|(name, sentence, _)| (name, sentence));
    let state = invariant::STATE.iter().map(|one| (one.name, one.sentence));
    let turn = invariant::TURN.iter().map(|one| (one.name, one.sentence));
    let known = state.chain(turn).map(|(name, sentence)| (name, capital(sentence)));
    let known: Vec<_> = known.collect();
    let found: Vec<_> = found.map(|(name, sentence)| (name, sentence.to_owned())).collect();
    assert_eq!(found, known);
}

/// Returns a phrase as a sentence, with a capital letter and a full stop.
fn capital(text: &str) -> String {
    let (first, rest) = text.split_at(1);
    format!("{}{rest}.", first.to_uppercase())
}

#[test]
fn every_ruling_has_its_section_in_order() {
    let text = page("rules/rulings.md");
    let found: Vec<_> = sections(&text);
    assert_eq!(found.len(), RULINGS.len(), "sections and rulings");
    for ((name, _, values), ruling) in found.into_iter().zip(RULINGS) {
        assert_eq!(name, ruling.name);
        for value in ruling.values {
            assert!(values.contains(&format!("`{value}`")), "{name} does not say `{value}`");
        }
    }
}

#[test]
fn the_summary_lists_every_page() {
    let summary = page("SUMMARY.md");
    let source = root().join("docs/src");
    for folder in ["", "rules"] {
        for entry in std::fs::read_dir(source.join(folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
            if path.contains(".md") && name != "SUMMARY.md" {
                assert!(summary.contains(&format!("({path})")), "SUMMARY.md does not list {path}");
            }
        }
    }
}

#[test]
fn the_log_in_the_introduction_is_legal() {
    let text = page("introduction.md");
    let log = text.split("```json\n").nth(1).unwrap().split(CLOSING).next().unwrap();
    let log = splendor_schema::Log::read(log.as_bytes()).unwrap();
    assert_eq!(judge(&log, &JudgeOptions::default()).verdict(), Verdict::Legal);
}

#[test]
fn every_dependency_is_explained() {
    let design = page("../design.md");
    for folder in std::fs::read_dir(root().join("crates")).unwrap() {
        let manifest = folder.unwrap().path().join("Cargo.toml");
        let manifest = std::fs::read_to_string(manifest).unwrap();
        for package in manifest.lines().filter_map(|line| line.strip_suffix(".workspace = true")) {
            let own = package.starts_with("splendor-");
            let is_field =
                ["version", "edition", "rust-version", "license", "publish", "repository"]
                    .contains(&package);
            let explained = own || is_field || design.contains(&format!("`{package}`"));
            assert!(explained, "design.md has no sentence on {package}");
        }
    }
}

/// The opening of a fenced block with a worked example.
const OPENING: &str = "```json,example\n";
const CLOSING: &str = "```\n";

/// Returns the worked examples of a page.
fn examples(text: &str) -> impl Iterator<Item = &str> {
    text.split(OPENING).skip(1).map(|part| part.split(CLOSING).next().unwrap())
}

#[test]
fn every_example_is_executed_and_pictured() {
    let mut count = 0;
    for path in PAGES_WITH_EXAMPLES {
        let text = page(path);
        let fresh = updated_page(path, &text);
        if fresh != text {
            golden(&format!("docs/src/{path}"), &fresh);
        }
        let text = page(path);
        for example in examples(&text) {
            let checked = Example::read(example).and_then(|example| example.check());
            assert_eq!(checked, Ok(()), "{path}:\n{example}");
            count += 1;
        }
    }
    assert!(count >= 3, "only {count} examples are found");
}

/// Returns the page with the parts that its examples generate: digests, messages and pictures.
fn updated_page(path: &str, text: &str) -> String {
    let mut parts = text.split(OPENING);
    let mut fresh = parts.next().unwrap().to_owned();
    for part in parts {
        let (json, rest) = part.split_once(CLOSING).unwrap();
        let replayed = Example::read(json).and_then(|example| example.run());
        let replayed = replayed.unwrap_or_else(|why| panic!("{path}: {why}\n{json}"));
        let json = with_results(json, &replayed);
        let rest = without_picture(rest);
        let picture = replayed.picture();
        assert!(picture.lines().all(|line| line.chars().count() <= 80), "{path}:\n{picture}");
        write!(fresh, "{OPENING}{json}{CLOSING}\n```text\n{picture}{CLOSING}{rest}").unwrap();
    }
    fresh
}

/// Returns an example with the expectations that are generated: digests and the message.
pub(super) fn with_results(json: &str, replayed: &ReplayedExample) -> String {
    let json = with_value(json, "start", &replayed.start_digest());
    let json = with_value(&json, "digest", &replayed.digest());
    with_value(&json, "message", &replayed.message().unwrap_or_default())
}

/// Sets the last field of this name, if there is one.
pub(super) fn with_value(json: &str, field: &str, value: &str) -> String {
    let name = format!("\"{field}\": \"");
    let Some(at) = json.rfind(&name) else { return json.to_owned() };
    let at = at + name.len();
    let end = at + json[at..].find('"').unwrap();
    format!("{}{value}{}", &json[..at], &json[end..])
}

fn without_picture(rest: &str) -> &str {
    match rest.strip_prefix("\n```text\n") {
        Some(picture) => picture.split_once(CLOSING).unwrap().1,
        None => rest,
    }
}

#[test]
fn every_number_of_an_example_matters() {
    for path in PAGES_WITH_EXAMPLES {
        for example in examples(&page(path)) {
            let check = |text: &str| Example::read(text).and_then(|example| example.check());
            assert!(assert_numbers_matter(path, example, &check) > 20, "{path}");
        }
    }
}

/// Changes each number of an example and asserts that its check fails. Returns the number of
/// changes.
pub(super) fn assert_numbers_matter(
    path: &str,
    example: &str,
    check: &dyn Fn(&str) -> Result<(), String>,
) -> usize {
    let json: Value = serde_json::from_str(example).unwrap();
    let mutants = mutants(&json);
    for (what, neighbors) in &mutants {
        let checked = check(neighbors);
        assert!(checked.is_err(), "{path}: {what} makes no difference in\n{example}");
    }
    mutants.len()
}

/// Returns the example with each number, and each digit in a text, increased or decreased by one.
fn mutants(json: &Value) -> Vec<(String, String)> {
    let mut pointers = Vec::new();
    collect(json, String::new(), &mut pointers);
    let mut mutants = Vec::new();
    for pointer in pointers {
        // The edition is a year, and most rules are the same in both editions. A number in the
        // sentence of a case is also in the table of the page, which is compared with the file.
        if pointer.ends_with("/edition") || pointer == "/case" {
            continue;
        }
        for value in neighbors(json.pointer(&pointer).unwrap()) {
            let mut mutant = json.clone();
            let what = format!("{pointer} = {value}");
            *mutant.pointer_mut(&pointer).unwrap() = value;
            mutants.push((what, mutant.to_string()));
        }
    }
    mutants
}

/// Collects the pointers to the numbers and texts of a value.
fn collect(value: &Value, pointer: String, found: &mut Vec<String>) {
    match value {
        Value::Array(all) => {
            for (place, value) in all.iter().enumerate() {
                collect(value, format!("{pointer}/{place}"), found);
            }
        }
        Value::Object(all) => {
            for (key, value) in all {
                collect(value, format!("{pointer}/{key}"), found);
            }
        }
        Value::Number(_) | Value::String(_) => found.push(pointer),
        Value::Bool(_) | Value::Null => {}
    }
}

fn neighbors(value: &Value) -> Vec<Value> {
    if let Some(number) = value.as_i64() {
        return vec![(number + 1).into(), (number - 1).into()];
    }
    let text = value.as_str().unwrap();
    let digits = text.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_digit());
    let change = |(at, byte): (usize, u8)| {
        let digit = byte - b'0';
        [(digit + 1) % 10, (digit + 9) % 10]
            .map(|digit| format!("{}{digit}{}", &text[..at], &text[at + 1..]).into())
    };
    digits.flat_map(change).collect()
}

/// A table with everything that can be drawn.
const TABLE: &str = r#"{
  "format": "splendor-position/1",
  "rules": { "edition": "2024" },
  "seats": [
    {
      "tokens": { "emerald": 1, "gold": 1 }, "cards": ["a0d3s", "b2d5r"],
      "hand": ["b2e5s3e", { "deck": 3 }, { "deck": 1, "card": "a1o4s" }], "nobles": ["3:4d4s"]
    },
    { "tokens": { "onyx": 2 } }
  ],
  "market": {
    "level1": ["a0s3o", "a0o3e", "a0s1d1e2r1o", "a1d4e"],
    "level3": ["c4r7e", "c4d7o", "c3r3d5s3e3o", "c5s7d3s"]
  },
  "nobles": ["3:4r4o", "3:3d3r3o"],
  "to_move": 1,
  "turns": 15
}"#;

const PICTURE: &str = "\
round 8, turn 16: seat 1 (Bo) to act

nobles
  3 pt           3 pt
  3d 3r 3o       4r 4o
  3:3d3r3o       3:4r4o

level 3, 15 in the deck
  diamond 4 pt   sapphire 5 pt  ruby 3 pt      ruby 4 pt
  7o             7d 3s          3d 5s 3e 3o    7e
  c4d7o          c5s7d3s        c3r3d5s3e3o    c4r7e

level 2, 24 in the deck: ? ? ? ?

level 1, 34 in the deck
  diamond 1 pt   sapphire       sapphire       onyx
  4e             1d 1e 2r 1o    3o             3e
  a1d4e          a0s1d1e2r1o    a0s3o          a0o3e

                    diamond  sapphire  emerald  ruby  onyx  gold
supply                    4         4        3     4     2     4
seat 0 (Hannah t…)        .         .        1     .     .     1
  bonuses                 2         .        .     .     .     .
seat 1 (Bo)               .         .        .     .     2     .

seat 0 (Hannah t…): 5 prestige, 2 cards bought
  hand: a1o4s (hidden from others), b2e5s3e, ? of level 3
  nobles: 3:4d4s
seat 1 (Bo): 0 prestige, 0 cards bought
";

#[test]
fn a_table_is_drawn_in_letters() {
    let description = splendor_schema::Position::read(TABLE.as_bytes()).unwrap();
    let (game, position) = position_from_log(&description).unwrap();
    let options =
        TableStyle { names: &["Hannah the First".into(), "Bo".into()], ..TableStyle::default() };
    let drawn = table_text(&game, &position, &options);
    assert_eq!(drawn, PICTURE);
    let painted = table_text(&game, &position, &TableStyle { color: true, ..options });
    assert_ne!(painted, drawn);
    assert_eq!(unpainted(&painted), drawn);
}

/// Returns a text without ANSI codes.
fn unpainted(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |all, part| all + part.split_once('m').unwrap().1)
}
