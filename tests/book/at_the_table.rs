//! Checks the page "At the table" and the search of `splendor explain`, which reads that page.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use splendor_core::{Clause, RESERVED, RULINGS};
use splendor_render::{answers, explain, phrasings, questions, search, variants};

use super::cases::cases_of;
use crate::root;

/// The words of players, one question in a line: the set, the words, and the id that comes first.
/// If several clauses answer a question, `|` separates them.
const ASKED: &str = include_str!("player_questions.tsv");

/// The families of clauses that players ask about. The other clauses are about logs: their reveals,
/// their claims, and components that do not exist.
const ASKED_ABOUT: [&str; 9] =
    ["turn", "take", "reserve", "purchase", "limit", "noble", "city", "end", "score"];

/// Clauses of those families that only logs can break.
const OF_LOGS: [&str; 1] = ["turn.after-end"];

fn page(path: &str) -> String {
    std::fs::read_to_string(root().join("docs/src").join(path)).unwrap()
}

/// Returns the section of a page under a heading.
fn section<'p>(page: &'p str, heading: &str) -> &'p str {
    let mut sections = page.split("\n## ").flat_map(|part| part.split("\n### "));
    let found = sections.find(|part| part.lines().next() == Some(heading));
    found.unwrap_or_else(|| panic!("there is no section {heading}"))
}

/// The sections of the book that answer questions, with their headings.
const SECTIONS: [(&str, &str); 3] = [
    ("setup", "Tokens"),
    ("open-information", "Open information"),
    ("order-of-effects", "The order of effects in a turn"),
];

/// Returns whether the search can answer with an id.
fn is_known(id: &str) -> bool {
    SECTIONS.iter().any(|(section, _)| *section == id)
        || Clause::of_id(id).is_some()
        || RESERVED.iter().any(|clause| clause.id == id)
        || RULINGS.iter().any(|ruling| ruling.name == id)
}

/// Returns the words of a set with the expected id.
fn asked(set: &str) -> Vec<(&'static str, &'static str)> {
    let rows = ASKED.lines().skip(1).map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        (cells[0], cells[1], cells[2])
    });
    rows.filter(|row| row.0 == set).map(|(_, words, id)| (words, id)).collect()
}

/// Returns the words for which the expected id is not among the first answers.
fn missed(set: &str, first: usize) -> Vec<String> {
    let missed = asked(set).into_iter().filter_map(|(words, id)| {
        let found: Vec<&str> = answers(words).iter().map(|answer| answer.id).collect();
        let is_found = found.iter().take(first).any(|other| id.split('|').any(|id| id == *other));
        (!is_found).then(|| format!("{words}: {id}, not {found:?}"))
    });
    missed.collect()
}

/// Players find their clause first in nine of ten questions, and always among the first three.
#[test]
fn players_find_the_clause_by_their_own_words() {
    assert!(asked("tuned").len() >= 60);
    for set in ["tuned", "typo"] {
        let first = missed(set, 1);
        assert!(first.len() * 10 <= asked(set).len(), "{set}: {first:#?}");
        assert_eq!(missed(set, 3), [""; 0], "{set}");
    }
}

/// The questions of the set `held-out` were written before their answers were seen: fifteen of
/// twenty find their clause first, and seventeen find it among the first three.
#[test]
fn most_new_questions_find_their_clause() {
    assert_eq!(asked("held-out").len(), 20);
    let (first, within) = (missed("held-out", 1), missed("held-out", 3));
    assert!(first.len() <= 5 && within.len() <= 3, "{first:#?} {within:#?}");
}

/// The questions of the set `new` are not among the phrasings either: sixteen of twenty find their
/// clause first, and nineteen find it among the first three.
#[test]
fn most_unseen_questions_find_their_clause() {
    assert_eq!(asked("new").len(), 20);
    let (first, within) = (missed("new", 1), missed("new", 3));
    assert!(first.len() <= 4 && within.len() <= 1, "{first:#?} {within:#?}");
}

/// The questions of the set `unseen` are the newest: 40 are about the modules. They were written
/// from the rules before their answers were seen, and no phrasing was added for them since. 54 of
/// 60 found their clause first, and 59 among the first three.
#[test]
fn most_unseen_questions_about_modules_find_their_clause() {
    assert_eq!(asked("unseen").len(), 60);
    let (first, within) = (missed("unseen", 1), missed("unseen", 3));
    assert!(first.len() <= 6 && within.len() <= 1, "{first:#?} {within:#?}");
}

#[test]
fn nonsense_finds_nothing() {
    assert!(asked("nonsense").len() >= 15);
    for (words, _) in asked("nonsense") {
        let found: Vec<&str> = answers(words).iter().map(|answer| answer.id).collect();
        assert_eq!(found, [""; 0], "{words}");
    }
}

/// Every clause has three phrasings or more, and each names an id that exists.
#[test]
fn every_clause_has_phrasings() {
    let mut counts = BTreeMap::new();
    for phrasing in phrasings() {
        let id = phrasing.decided_by;
        assert!(is_known(id), "{id}");
        *counts.entry(id).or_insert(0) += 1;
    }
    let ids = Clause::ALL.iter().map(|clause| clause.id());
    let few: Vec<&str> = ids.filter(|id| counts.get(id).is_none_or(|&count| count < 3)).collect();
    assert_eq!(few, [""; 0]);
}

/// Each phrasing finds its id among the first three, and 95 of 100 find it first. The search learns
/// from the phrasings, and the questions of the set `tuned` are among them.
#[test]
fn phrasings_find_their_clause() {
    let (mut first, mut count) = (0, 0);
    for phrasing in phrasings() {
        let found: Vec<&str> = answers(phrasing.words).iter().map(|answer| answer.id).collect();
        assert!(found.contains(&phrasing.decided_by), "{phrasing:?}: {found:?}");
        first += usize::from(found[0] == phrasing.decided_by);
        count += 1;
    }
    assert!(first * 100 >= count * 95, "{first} of {count}");
}

#[test]
fn every_question_links_to_its_clause() {
    assert!(questions().count() >= 50);
    let text = page("at-the-table.md");
    let rows = text.lines().filter(|line| line.starts_with("| ") && line.matches('|').count() == 5);
    assert_eq!(rows.count(), questions().count() + text.matches("\n| Question |").count());
    for question in questions() {
        let id = question.decided_by;
        let (path, anchor) = question.link.split_once('#').unwrap();
        let heading = SECTIONS.iter().find(|(section, _)| *section == id);
        let heading = heading.map_or(id, |(_, heading)| heading);
        section(&page(path), heading);
        assert!(is_known(id), "{id}");
        let expected = heading.replace('.', "").replace(' ', "-").to_lowercase();
        assert_eq!(anchor, expected, "{}", question.question);
    }
}

/// A question of the page, word for word, finds its clause first and prints its own answer. So does
/// each of its variants, and each of its sentences if it has several.
#[test]
fn every_question_prints_its_own_answer() {
    let mut all: Vec<(&str, &str)> = questions().map(|one| (one.question, one.question)).collect();
    for one in questions() {
        let sentences = one.question.split_inclusive('?').map(str::trim);
        all.extend(sentences.map(|sentence| (sentence, one.question)));
    }
    all.extend(variants().map(|variant| (variant.words, variant.question)));
    assert!(all.len() > 400, "only {} questions", all.len());
    let mut wrong = Vec::new();
    for (words, question) in all {
        let expected = questions().find(|one| one.question == question);
        let expected = expected.unwrap_or_else(|| panic!("no such question: {question}"));
        let first = answers(words).into_iter().next();
        let printed = first.and_then(|answer| answer.question).map(|one| one.answer);
        if first.map(|it| it.id) != Some(expected.decided_by) || printed != Some(expected.answer) {
            wrong.push(format!("{words}: {first:?}"));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

/// The question, and a part of the answer that must be printed, or `-` if no answer may be printed.
const PRINTED: &str = include_str!("printed_answers.tsv");

/// A question that only resembles one of the page prints the clause without its answer.
#[test]
fn no_answer_to_another_question_is_printed() {
    let mut wrong = Vec::new();
    for line in PRINTED.lines().skip(1) {
        let (words, part) = line.split_once('\t').unwrap();
        let first = answers(words).into_iter().next().unwrap_or_else(|| panic!("{words}: nothing"));
        let answer = first.question.map(|question| question.answer);
        let is_right = if part == "-" {
            answer.is_none()
        } else {
            answer.is_some_and(|answer| answer.contains(part))
        };
        if !is_right {
            wrong.push(format!("{words}: {}: {answer:?}", first.id));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

/// The search finds the sections of the book that are no clause, and `explain` prints them.
#[test]
fn sections_of_the_book_are_explained() {
    for (id, heading) in &SECTIONS[1..] {
        let text = explain(id).unwrap();
        assert!(text.starts_with(heading) && text.contains("\nAt the table\n"), "{text}");
        assert!(search(heading).unwrap().starts_with(id), "{heading}");
    }
}

/// The search understands each word that the page lists.
#[test]
fn every_word_of_the_page_finds_something() {
    let text = page("at-the-table.md");
    let (_, words) = text.split_once("\n## Other words\n").unwrap();
    let rows = words.lines().filter_map(|line| line.strip_prefix("| ")).skip(1);
    let mut count = 0;
    for word in rows.flat_map(|row| row.split(" | ").next().unwrap().split(", ")) {
        let printed = search(word).unwrap_or_else(|why| panic!("{word}: {why}"));
        assert!(printed.starts_with(&format!("`{word}`: this book says *")), "{printed}");
        count += 1;
    }
    assert!((25..60).contains(&count), "{count} words");
}

#[test]
fn every_clause_that_players_meet_has_a_question() {
    let answered: BTreeSet<&str> = questions().map(|question| question.decided_by).collect();
    let asked = Clause::ALL.iter().filter(|clause| ASKED_ABOUT.contains(&clause.family()));
    let missing: Vec<&str> = asked
        .map(|clause| clause.id())
        .filter(|id| !answered.contains(id) && !OF_LOGS.contains(id))
        .collect();
    assert_eq!(missing, [""; 0]);
}

/// An answer with `Yes.` names a legal example, one with `No.` an example that breaks a clause.
#[test]
fn every_answer_agrees_with_its_example() {
    let mut count = 0;
    for question in questions() {
        let Some(case) = question.case else { continue };
        let cases = cases_of(question.decided_by);
        let example = cases.get(case - 1);
        let example = example.unwrap_or_else(|| panic!("{}: no case {case}", question.question));
        let example: Value = serde_json::from_str(&example.text).unwrap();
        let is_legal = example["expect"]["legal"] == true;
        let start = if is_legal { "Yes." } else { "No" };
        assert!(question.answer.starts_with(start), "{}", question.question);
        count += 1;
    }
    assert!(count >= 30, "{count}");
}
