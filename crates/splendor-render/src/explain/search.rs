//! The search of `splendor explain`: clauses, rulings and questions by everyday words.
//!
//! The ranking is BM25 over short passages: the sentence of each clause, the question of each
//! ruling, the questions of the page "At the table", and further phrasings of players.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::LazyLock;

use splendor_core::{Clause, RESERVED, RULINGS};
use splendor_verify::words::wrapped;

use super::phrasings::{Phrasing, phrasings};
use super::table::{Question, questions, synonyms};
use super::words::{Wording, Words, number};

/// The usual constants of BM25: how soon repeated terms stop to count, and how much the length of a
/// passage matters.
const SATURATION: f64 = 1.2;
const LENGTH: f64 = 0.4;

/// How much each kind of passage counts. Players repeat the words of players more than those of the
/// book, and they ask for a clause more than for a ruling.
const OF_PLAYERS: f64 = 1.0;
const OF_A_CLAUSE: f64 = 0.8;
const OF_A_RESERVED_CLAUSE: f64 = 0.7;
const OF_A_RULING: f64 = 0.6;

/// How much an id about a module or about logs counts if no word of the question is about them.
const OFF_TOPIC: f64 = 0.7;

/// The families of ids about modules and logs, with the terms that ask for them.
const TOPICS: [(&str, &str); 6] = [
    ("city.", " city "),
    ("post.", " post "),
    ("orient.", " orient virtual copy free associat "),
    ("stronghold.", " stronghold conquer conquest "),
    ("claim.", " log claim digest resign "),
    ("reveal.", " log reveal "),
];

/// How much it adds to the score of a passage if it has the very words of the question, also those
/// that say nothing about its subject.
const ALIKE: f64 = 0.6;

/// How much the second passage about an id adds to the first.
const SECOND: f64 = 0.25;

/// An id must match more than this part of a question, by the weight of its terms.
const ENOUGH: f64 = 0.5;

/// How much a term that no passage has says, if an id matches two terms or more: such a term is
/// then often a word in passing. With one match only, it says as much as the rarest known term.
const UNKNOWN: f64 = 0.4;

/// Results with less than this part of the best score are left out.
const CLOSE: f64 = 0.5;

/// The most results.
const RESULTS: usize = 3;

/// A passage about an id.
struct Passage {
    id: &'static str,
    /// The question, if the passage is one of the page "At the table".
    question: Option<Question>,
    wording: Wording,
    /// How much its score counts.
    trust: f64,
    /// Whether it is about a ruling, or about Orient or Strongholds. Most players ask about the
    /// usual game, so such a passage can be found, but does not change how much a term says.
    is_rare: bool,
}

/// An id that answers a question.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// The clause, the ruling, or `setup`.
    pub id: &'static str,
    /// The question of the page "At the table" that resembles the words most, if one does.
    pub question: Option<Question>,
}

/// The passages of the book, and how often each term occurs.
struct Index {
    words: Words,
    passages: Vec<Passage>,
    /// In how many passages a term occurs.
    frequency: BTreeMap<String, usize>,
    /// Every term of a passage, also of the rare ones.
    known: BTreeSet<String>,
    mean_length: f64,
    /// How many passages are not rare.
    usual: usize,
}

/// The index, made for the first question.
static OF_THE_BOOK: LazyLock<Index> = LazyLock::new(Index::of_the_book);

/// Returns the ids that answer a question in everyday words, the best first, at most three. The
/// list is empty if no id matches enough of the question.
pub fn answers(question: &str) -> Vec<Answer> {
    let index = &*OF_THE_BOOK;
    let mut found = index.ranked(&index.words.question(question));
    let best = found.first().map_or(0.0, |(score, _)| *score);
    found.retain(|(score, _)| *score >= best * CLOSE);
    found.into_iter().take(RESULTS).map(|(_, answer)| answer).collect()
}

/// Returns every passage, and adds their words to the known ones.
fn passages(words: &mut Words) -> Vec<Passage> {
    let mut passages = Vec::new();
    let mut add = |trust, id: &'static str, question, text: &str| {
        let is_rare = id.starts_with("orient.")
            || id.starts_with("stronghold.")
            || RULINGS.iter().any(|ruling| ruling.name == id);
        passages.push(Passage { id, question, wording: words.learn(text), trust, is_rare });
    };
    for question in questions() {
        // The question counts twice: players repeat its words, not those of the answer.
        let text = format!("{0} {0} {1}", question.question, question.answer);
        add(OF_PLAYERS, question.decided_by, Some(question), &text);
    }
    for clause in Clause::ALL {
        add(OF_A_CLAUSE, clause.id(), None, &format!("{} {}", clause.id(), clause.sentence()));
    }
    for clause in RESERVED {
        let text = format!("{} {}", clause.id, clause.sentence);
        add(OF_A_RESERVED_CLAUSE, clause.id, None, &text);
    }
    for ruling in RULINGS {
        add(OF_A_RULING, ruling.name, None, &format!("{} {}", ruling.name, ruling.question));
    }
    for Phrasing { words, decided_by } in phrasings() {
        let is_ruling = RULINGS.iter().any(|ruling| ruling.name == decided_by);
        let trust = if is_ruling { OF_A_RULING } else { OF_PLAYERS };
        add(trust, decided_by, None, words);
    }
    passages
}

/// Returns how much an id counts for a question with these terms.
fn closeness(id: &str, terms: &[String]) -> f64 {
    let topic = TOPICS.iter().find(|(family, _)| id.starts_with(family));
    let is_off = topic
        .is_some_and(|(_, words)| !terms.iter().any(|term| words.contains(&format!(" {term} "))));
    if is_off { OFF_TOPIC } else { 1.0 }
}

impl Index {
    fn of_the_book() -> Self {
        let mut words = Words::of_the_book();
        let passages = passages(&mut words);
        let terms = passages.iter().flat_map(|passage| &passage.wording.terms);
        let known = terms.cloned().collect();
        let mut frequency = BTreeMap::new();
        for passage in passages.iter().filter(|passage| !passage.is_rare) {
            let mut terms: Vec<&String> = passage.wording.terms.iter().collect();
            terms.sort_unstable();
            terms.dedup();
            for term in terms {
                *frequency.entry(term.clone()).or_insert(0) += 1;
            }
        }
        let usual = passages.iter().filter(|passage| !passage.is_rare);
        let usual: Vec<usize> = usual.map(|passage| passage.wording.terms.len()).collect();
        let mean_length = number(usual.iter().sum()) / number(usual.len()).max(1.0);
        Self { words, passages, frequency, known, mean_length, usual: usual.len() }
    }

    /// Returns how much a term says: rare terms say more, and unknown terms as much as the rarest
    /// known ones.
    fn weight(&self, term: &str) -> f64 {
        let count = number(self.frequency.get(term).copied().unwrap_or(1));
        (1.0 + (number(self.usual) - count + 0.5) / (count + 0.5)).ln()
    }

    /// Returns the score of a passage by BM25.
    fn score(&self, passage: &Passage, question: &Wording) -> f64 {
        let length = number(passage.wording.terms.len()) / self.mean_length;
        let each = question.terms.iter().map(|term| {
            let count = number(passage.wording.terms.iter().filter(|other| *other == term).count());
            let bound = count + SATURATION * (1.0 - LENGTH + LENGTH * length);
            self.weight(term) * count * (SATURATION + 1.0) / bound
        });
        let likeness = question.likeness(&passage.wording);
        passage.trust * each.sum::<f64>() * (1.0 + ALIKE * likeness)
    }

    /// Returns the ids that match enough of the terms, the best first. Equal scores keep the order
    /// of the book.
    fn ranked(&self, question: &Wording) -> Vec<(f64, Answer)> {
        let terms = &question.terms;
        let (known, unknown): (Vec<&String>, Vec<&String>) =
            terms.iter().partition(|term| self.known.contains(*term));
        let known: f64 = known.iter().map(|term| self.weight(term)).sum();
        let unknown: f64 = unknown.iter().map(|term| self.weight(term)).sum();
        let mut ids: Vec<&str> = self.passages.iter().map(|passage| passage.id).collect();
        let mut seen = Vec::new();
        ids.retain(|id| {
            !seen.contains(id) && {
                seen.push(id);
                true
            }
        });
        let mut found = Vec::new();
        for id in ids {
            let own = self.passages.iter().filter(|passage| passage.id == id);
            let mut own: Vec<_> =
                own.map(|passage| (self.score(passage, question), passage)).collect();
            own.sort_by(|one, other| other.0.total_cmp(&one.0));
            let matches = |term: &&String| {
                own.iter().any(|(_, passage)| passage.wording.terms.contains(term))
            };
            let matched: Vec<&String> = terms.iter().filter(matches).collect();
            let total = known + unknown * if matched.len() > 1 { UNKNOWN } else { 1.0 };
            let matched: f64 = matched.iter().map(|term| self.weight(term)).sum();
            if matched > total * ENOUGH {
                let second = own.get(1).map_or(0.0, |(score, _)| *score);
                let score = (own[0].0 + SECOND * second) * matched / total;
                let score = score * closeness(id, terms);
                let question = own.iter().find(|(score, passage)| {
                    passage.question.is_some() && *score * 2.0 >= own[0].0
                });
                let question = question.and_then(|(_, passage)| passage.question);
                found.push((score, Answer { id: own[0].1.id, question }));
            }
        }
        found.sort_by(|one, other| other.0.total_cmp(&one.0));
        found
    }
}

/// Returns the answers to a question in everyday words, as text.
///
/// # Errors
///
/// Returns a message if nothing matches.
pub fn search(question: &str) -> Result<String, String> {
    let found = answers(question);
    let Some(first) = found.first() else {
        let shown = splendor_schema::visible::line(question);
        return Err(format!("no clause, ruling or question matches `{shown}`"));
    };
    let mut text = meaning(question);
    for answer in &found {
        text += &in_words(answer);
    }
    let _never_fails = writeln!(text, "`splendor explain {}` prints the whole section.", first.id);
    Ok(text)
}

/// Returns the meaning of a word, if the question is a single word or phrase of players.
fn meaning(question: &str) -> String {
    let asked = question.trim().to_lowercase();
    let found = synonyms().find(|synonym| synonym.phrase == asked && synonym.meaning != asked);
    found.map_or(String::new(), |one| format!("`{asked}`: this book says *{}*.\n\n", one.meaning))
}

/// Returns an answer: the id with its sentence, then the question of players.
fn in_words(answer: &Answer) -> String {
    let sentence = sentence(answer.id);
    let mut text = format!("{}\n  {}\n", answer.id, wrapped(sentence, 2));
    if let Some(Question { question, answer, .. }) = answer.question {
        let _never_fails = writeln!(text, "  {}", wrapped(&format!("{question} {answer}"), 4));
    }
    text + "\n"
}

/// Returns the sentence of a clause, or the question of a ruling.
fn sentence(id: &str) -> &'static str {
    let clause = Clause::of_id(id).map(Clause::sentence);
    let reserved = || RESERVED.iter().find(|clause| clause.id == id).map(|clause| clause.sentence);
    let ruling = || RULINGS.iter().find(|ruling| ruling.name == id).map(|ruling| ruling.question);
    clause.or_else(reserved).or_else(ruling).unwrap_or("The tokens, cards and tiles of a game.")
}
