//! The search of `splendor explain`: BM25 over the questions of the page "At the table" and the
//! sentences of the clauses, the rulings and the sections of the book.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use splendor_core::{Clause, RESERVED, RULINGS};
use splendor_verify::words::wrapped;

use super::asked::{CloseQuestions, close_questions, phrasings_of};
use super::book_sections::{BookSection, SECTIONS};
use super::table::{Question, glossary, questions, words_of_the_page};
use super::words::{WORDS, number};

/// The constants of BM25: how soon repeated terms stop counting, and how much the length of a
/// document matters. It matters less than usual, because every document is a few lines long.
const SATURATION: f64 = 1.2;
const LENGTH: f64 = 0.3;

/// How much the second best document of a section adds to the score of its best one.
const SECOND: f64 = 0.5;

/// The least score of the best document of a result. A document of mean length that has every term
/// of the question once scores 1.
const LEAST: f64 = 0.5;

/// The most sections, and the most questions beside the one that is asked.
const RESULTS: usize = 3;
const QUESTIONS: usize = 3;

/// A section of the book that is close to the words of a player.
#[derive(Clone, Debug)]
pub struct FoundSection {
    /// The id of a clause, a ruling or a section, or `setup`.
    pub id: &'static str,
    /// The section in one sentence.
    pub sentence: &'static str,
}

/// The terms of a short text that the search compares with the words of a player: a question with its
/// answer, another phrasing of it, or the sentence of a section.
type Document = Vec<String>;

struct Section {
    id: &'static str,
    sentence: &'static str,
    documents: Vec<Document>,
}

/// The terms of a question that occur in the book, each once with its weight.
struct Asked {
    terms: Vec<(f64, String)>,
    /// The weight of all terms, also of those that the book does not have.
    weight: f64,
}

struct Index {
    sections: Vec<Section>,
    /// How many documents there are, and in how many of them a term occurs.
    documents: usize,
    frequency: BTreeMap<String, usize>,
    mean_length: f64,
}

/// The index, made for the first question.
static OF_THE_BOOK: LazyLock<Index> = LazyLock::new(Index::of_the_book);

/// Returns the sections of the book that are close to the words of a player, the best first, at
/// most three.
pub fn search(words: &str) -> Vec<FoundSection> {
    let index = &*OF_THE_BOOK;
    let asked = index.asked(words);
    let each = index.sections.iter().filter_map(|section| index.found(section, &asked));
    let mut found: Vec<(f64, FoundSection)> = each.collect();
    // Equal scores keep the order of the book.
    found.sort_by(|one, other| other.0.total_cmp(&one.0));
    found.into_iter().take(RESULTS).map(|(_, found)| found).collect()
}

impl Index {
    fn of_the_book() -> Self {
        let ids = Clause::ALL.iter().map(|clause| clause.id());
        let ids = ids.chain(RESERVED.iter().map(|clause| clause.id));
        let ids = ids.chain(RULINGS.iter().map(|ruling| ruling.name));
        let ids = ids.chain(SECTIONS.iter().map(|section| section.id)).chain(["setup"]);
        let sections = ids.map(|id| {
            let sentence = sentence(id);
            let mut documents = vec![WORDS.terms(&format!("{id} {sentence}"))];
            for question in questions().filter(|one| one.decided_by == id) {
                // The question counts twice: players repeat its words, not those of the answer.
                let text = format!("{0} {0} {1}", question.question, question.answer);
                documents.push(WORDS.terms(&text));
                documents.extend(phrasings_of(question).map(|text| WORDS.terms(text)));
            }
            Section { id, sentence, documents }
        });
        let sections: Vec<Section> = sections.collect();
        let mut frequency = BTreeMap::new();
        let (mut documents, mut length) = (0, 0);
        for document in sections.iter().flat_map(|section| &section.documents) {
            for term in document.iter().collect::<BTreeSet<_>>() {
                *frequency.entry(term.clone()).or_insert(0) += 1;
            }
            documents += 1;
            length += document.len();
        }
        let mean_length = number(length) / number(documents);
        Self { sections, documents, frequency, mean_length }
    }

    /// Returns the terms of a question. Only those of the book are compared with its documents:
    /// a question can have many more words than the book.
    fn asked(&self, words: &str) -> Asked {
        let all: BTreeSet<String> = WORDS.terms(words).into_iter().collect();
        let weighed = all.into_iter().map(|term| (self.weight(&term), term));
        let mut terms: Vec<(f64, String)> = weighed.collect();
        let weight = terms.iter().map(|(weight, _)| weight).sum();
        terms.retain(|(_, term)| self.frequency.contains_key(term));
        Asked { terms, weight }
    }

    /// Returns a section with its score, if it is close to the words of a player.
    fn found(&self, section: &Section, asked: &Asked) -> Option<(f64, FoundSection)> {
        let scored = section.documents.iter().map(|document| self.score(document, asked));
        let mut scored: Vec<f64> = scored.collect();
        scored.sort_by(|one, other| other.total_cmp(one));
        let best = *scored.first().filter(|score| **score >= LEAST)?;
        let second = scored.get(1).copied().unwrap_or(0.0);
        let Section { id, sentence, .. } = *section;
        Some((best + SECOND * second, FoundSection { id, sentence }))
    }

    /// Returns the weight of a term: rare terms weigh more, and unknown terms the most.
    fn weight(&self, term: &str) -> f64 {
        let count = number(self.frequency.get(term).copied().unwrap_or(0));
        (1.0 + (number(self.documents) - count + 0.5) / (count + 0.5)).ln()
    }

    /// Returns the score of a document by BM25, divided by the weight of all terms.
    fn score(&self, document: &Document, asked: &Asked) -> f64 {
        let length = number(document.len()) / self.mean_length;
        let bound = SATURATION * (1.0 - LENGTH + LENGTH * length);
        let each = asked.terms.iter().map(|(weight, term)| {
            let count = number(document.iter().filter(|other| *other == term).count());
            weight * count * (SATURATION + 1.0) / (count + bound)
        });
        each.sum::<f64>() / asked.weight.max(f64::MIN_POSITIVE)
    }
}

/// Returns the closest questions and rules to the words of a player as text, if there are any. Every
/// answer follows its question.
pub(super) fn search_in_words(words: &str) -> Option<String> {
    let found = search(words);
    let mut text = meaning(words);
    let CloseQuestions { asked, others } = close_questions(words, QUESTIONS);
    if asked.is_none() && found.is_empty() {
        return Some(text).filter(|text| !text.is_empty());
    }
    text.extend(asked.map(with_answer));
    if !others.is_empty() {
        text += match asked {
            Some(_) => "Other questions, each with its own answer:\n\n",
            None => "Not sure which question this is. The closest, each with its own answer:\n\n",
        };
    }
    text.extend(others.into_iter().map(with_answer));
    if let Some(first) = found.first() {
        text += "The closest rules:\n\n";
        for FoundSection { id, sentence, .. } in &found {
            text += &format!("{id}\n  {}\n", wrapped(sentence, 2));
        }
        text += &format!("\n`splendor explain {}` prints the whole section.\n", first.id);
    }
    Some(text).filter(|text| !text.is_empty())
}

/// Returns a question with its answer and the id that decides it.
fn with_answer(question: Question) -> String {
    let Question { question, answer, decided_by, .. } = question;
    format!("{}\n  {}\n  ({decided_by})\n\n", wrapped(question, 0), wrapped(answer, 2))
}

/// Returns the meaning of a word in this book, if it is a word of the page "At the table" or of the
/// glossary.
fn meaning(asked: &str) -> String {
    let phrase = asked.trim().to_lowercase();
    let of_players = words_of_the_page().find(|(known, _)| *known == phrase);
    let word = of_players.map_or(&*phrase, |(_, word)| word);
    let terms = WORDS.terms(word);
    // `ruling` has no terms, because `rule` is a stop word.
    let of_glossary = glossary()
        .find(|(known, _)| *known == word || (!terms.is_empty() && WORDS.terms(known) == terms));
    let text = match (of_players, of_glossary) {
        (Some((phrase, word)), Some((known, meaning))) if word == known => {
            format!("`{phrase}`: this book says *{word}*, {meaning}.")
        }
        (Some((phrase, word)), _) => format!("`{phrase}`: this book says *{word}*."),
        (None, Some((word, meaning))) => format!("`{word}`: {meaning}."),
        (None, None) => return String::new(),
    };
    wrapped(&text, 0) + "\n\n"
}

/// Returns the sentence of a clause or a section, or the question of a ruling.
fn sentence(id: &str) -> &'static str {
    let clause = Clause::of_id(id).map(Clause::sentence);
    let reserved = || RESERVED.iter().find(|clause| clause.id == id).map(|clause| clause.sentence);
    let ruling = || RULINGS.iter().find(|ruling| ruling.name == id).map(|ruling| ruling.question);
    let section = || BookSection::of(id).map(|section| section.sentence);
    let found = clause.or_else(reserved).or_else(ruling).or_else(section);
    found.unwrap_or("The tokens, cards and tiles of a game.")
}

#[cfg(test)]
mod tests {
    use super::OF_THE_BOOK;

    #[test]
    fn only_words_of_the_book_are_compared_with_it() {
        let unknown: Vec<String> = (0..1000).map(|number| format!("w{number}q")).collect();
        let asked = OF_THE_BOOK.asked(&format!("token {} token", unknown.join(" ")));
        assert_eq!(asked.terms, [(OF_THE_BOOK.weight("token"), "token".to_owned())]);
        assert!(asked.weight > 1000.0 * OF_THE_BOOK.weight("w0q"), "unknown words still weigh");
    }
}
