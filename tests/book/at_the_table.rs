//! Checks the page "At the table" and the search of `splendor explain`, which reads that page.

use std::collections::BTreeSet;

use serde_json::Value;
use splendor_core::{Clause, RESERVED, RULINGS};
use splendor_render::{
    CloseQuestions, Question, close_questions, explain, explain_words, phrasings, questions, search,
};

use super::cases::cases_of;
use crate::root;

/// Words of players, each with the section that decides the question, or without one if the book
/// says nothing about it. The list shows what must keep working; it does not measure how often the
/// search finds the right section.
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

/// Returns the ids that the search finds, the best first.
fn found(words: &str) -> Vec<&'static str> {
    search(words).iter().map(|one| one.id).collect()
}

/// Returns the words of players with the id of the section, which is empty if there is none.
fn asked() -> impl Iterator<Item = (&'static str, &'static str)> {
    ASKED.lines().skip(1).map(|line| line.split_once('\t').unwrap())
}

#[test]
fn players_find_the_section_by_their_own_words() {
    let answered = || asked().filter(|(_, id)| !id.is_empty());
    assert!(answered().count() >= 40);
    for (words, id) in answered() {
        assert!(is_known(id), "{id}");
        let found = found(words);
        assert!(found.len() <= 3 && found.contains(&id), "{words}: {id}, not {found:?}");
        if let Some(asked) = asked_question(words) {
            assert_eq!(asked.decided_by, id, "{words}: {}", asked.question);
        }
    }
}

#[test]
fn other_subjects_find_nothing() {
    let others = || asked().filter(|(_, id)| id.is_empty());
    assert!(others().count() >= 15);
    for (words, _) in others() {
        assert_eq!(found(words), [""; 0], "{words}");
        let error = explain_words(words).unwrap_err();
        let starts = ["nothing found: ", "there is no clause and no ruling "];
        let expected = starts[usize::from(!words.contains(' '))];
        assert!(error.starts_with(expected), "{words}: {error}");
    }
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

#[test]
fn every_question_of_the_page_finds_itself_first() {
    for one in questions() {
        let found = asked_question(one.question).map(|asked| asked.question);
        assert_eq!(found, Some(one.question));
    }
}

/// Returns the question of the page that a player asks for certain.
fn asked_question(words: &str) -> Option<Question> {
    close_questions(words, 0).asked
}

#[test]
fn every_phrasing_is_understood() {
    let mut complaints = Vec::new();
    for (phrasing, question) in phrasings() {
        assert!(questions().any(|one| one.question == question), "not on the page: {question}");
        let CloseQuestions { asked, others } = close_questions(phrasing, 2);
        let asked = asked.map(|asked| asked.question);
        if asked != Some(question) {
            let others: Vec<_> = others.into_iter().map(|other| other.question).collect();
            complaints.push(format!("{phrasing}: {asked:?}, {others:?}"));
        }
    }
    crate::repo::tidy::assert_no_complaints(complaints);
    assert!(phrasings().count() > 150);
}

/// Questions that are close to one with another answer: nothing else than the right answer may
/// count as theirs.
#[test]
fn no_answer_belongs_to_another_question() {
    for (words, right) in [
        ("can I take two of the same color if there are not four", "No"),
        ("can I take two of a color from a stack of three", "No"),
        ("can I take two greens if four remain", "Yes"),
        ("can I buy a reserved card", "Yes"),
        ("can I buy the reserved card of another player", "No"),
        ("can I reserve without gold in the supply", "Yes"),
        ("do reserved cards count for nobles", "No"),
        ("do reserved cards count in a tie", "No"),
        ("can I take tokens and then buy a card", "No"),
        ("can I take four tokens", "No"),
        ("can two players have the same noble", "No"),
        ("can two players meet the same city", "Yes"),
        ("does my stronghold block other players", "Yes"),
        ("can I eat the gems", "nothing"),
        ("can my dog reserve a card", "nothing"),
        ("can I not take a noble", "No"),
        ("must I not take a noble", "nothing"),
    ] {
        if let Some(asked) = asked_question(words) {
            assert!(asked.answer.starts_with(right), "{words}: {}", asked.question);
        }
    }
}

/// An answer is printed only below the question to which it belongs, so that no reader takes it for
/// the answer to another question.
#[test]
fn every_printed_answer_follows_its_own_question() {
    for (words, _) in asked().filter(|(_, id)| !id.is_empty()) {
        let printed = explain_words(words).unwrap();
        let mut rest = printed.split_whitespace().collect::<Vec<_>>().join(" ");
        let CloseQuestions { asked, others } = close_questions(words, 3);
        assert_eq!(rest.contains("Not sure which question"), asked.is_none(), "{words}");
        for one in asked.into_iter().chain(others) {
            let both = format!("{} {} ({})", one.question, one.answer, one.decided_by);
            assert!(rest.contains(&both), "{words}: {rest}");
            rest = rest.replace(&both, "");
        }
        let is_answer = rest.contains(" Yes.") || rest.contains(" No.");
        assert!(!is_answer && !questions().any(|one| rest.contains(one.answer)), "{words}: {rest}");
    }
}

/// The search finds the sections of the book that are no clause, and `explain` prints them.
#[test]
fn sections_of_the_book_are_explained() {
    for (id, heading) in &SECTIONS[1..] {
        let text = explain(id).unwrap();
        assert!(text.starts_with(heading) && text.contains("\nAt the table\n"), "{text}");
        assert_eq!(found(heading).first(), Some(id), "{heading}");
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
        let printed = explain_words(word).unwrap_or_else(|why| panic!("{word}: {why}"));
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
