//! The search of `splendor explain`: clauses, rulings and questions by everyday words.
//!
//! The ranking is BM25 over short passages: the sentence of each clause, the question of each
//! ruling, the questions of the page "At the table", and further phrasings of players. A model that
//! learned from the same passages then weighs the ids. A question of the page that a player asks
//! word for word comes first.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::LazyLock;

use splendor_core::{Clause, RESERVED, RULINGS};
use splendor_verify::words::wrapped;

use super::book_sections::{BookSection, SECTIONS};
use super::likeness::KnownQuestion;
use super::model::Model;
use super::phrasings::{Phrasing, Variant, phrasings, variants};
use super::table::{Question, questions, words_of_the_page};
use super::topics::Topics;
use super::words::{Wording, Words, is_everyday, is_number, is_of_another_subject, number};

/// The usual constants of BM25: how soon repeated terms stop to count, and how much the length of a
/// passage matters.
const SATURATION: f64 = 1.2;
const LENGTH: f64 = 0.45;

/// How much each kind of passage counts. Players repeat the words of players more than those of the
/// book, and they ask for a clause more than for a ruling.
const OF_PLAYERS: f64 = 1.0;
const OF_A_CLAUSE: f64 = 0.9;
const OF_A_RESERVED_CLAUSE: f64 = 0.8;
const OF_A_RULING: f64 = 0.65;

/// How much it adds to the score of a passage if it has the very words of the question, also those
/// that say nothing about its subject.
const ALIKE: f64 = 1.8;

/// How much the best three passages about an id add to its score.
const REPEATS: [f64; 3] = [1.0, 0.9, 0.45];

/// How much more an id counts if the question is one of its passages, word for word.
const VERBATIM: f64 = 1000.0;

/// How much a number says, compared with another term: most questions have one in passing.
const NUMBER: f64 = 0.65;

/// The terms that an id matches must outweigh these parts of the terms of a question: of those that
/// some passage has, and of those that no passage has. The latter are of another subject.
const ENOUGH: f64 = 0.35;
const ENOUGH_OF_UNKNOWN: f64 = 0.85;

/// How much a term that no passage has says if an id matches several terms of the question: it is
/// then often a word in passing. Two terms are several if the question names a topic.
const BESIDE_OTHERS: f64 = 0.5;
const SEVERAL: usize = 4;

/// The least likeness of a question of the page to the question of a player for its answer to be
/// printed.
const SAME_QUESTION: f64 = 0.4;

/// How much an everyday word says about whether an id matches, compared with another term.
const IN_PASSING: f64 = 0.5;

/// What every game has. A question that names one of these things and has two known terms is about
/// the game, and a single unknown word says little.
const THINGS: [&str; 13] = [
    "bonus",
    "gem",
    "gold",
    "market",
    "nobl",
    "post",
    "prestig",
    "refill",
    "reserv",
    "stronghold",
    "supply",
    "token",
    "virtual",
];
const BESIDE_THINGS: f64 = 0.3;

/// Results with less than this part of the best score are left out.
const CLOSE: f64 = 0.005;

/// The most results.
const RESULTS: usize = 3;

/// A passage about an id.
struct Passage {
    id: &'static str,
    /// The question, if the passage is one of the page "At the table".
    question: Option<KnownQuestion>,
    wording: Wording,
    topics: Topics,
    /// How much its score counts.
    trust: f64,
    /// Whether it is about a ruling, or about Orient or Strongholds. Most players ask about the
    /// usual game, so such a passage can be found, but does not change how much a term says.
    is_rare: bool,
}

/// An id that answers a question.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// The clause, the ruling, the section of the book, or `setup`.
    pub id: &'static str,
    /// The question of the page "At the table" that asks the same, if there is one.
    pub question: Option<Question>,
}

/// The passages of the book, and how often each term occurs.
struct Index {
    words: Words,
    /// The passages about each id, in the order of the book.
    passages: Vec<(&'static str, Vec<Passage>)>,
    /// In how many passages a term occurs.
    frequency: BTreeMap<String, usize>,
    /// Every term of a passage, also of the rare ones.
    known: BTreeSet<String>,
    mean_length: f64,
    /// How many passages are not rare.
    usual: usize,
    model: Model,
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
    let mut add = |trust, id: &'static str, question: Option<Question>, text: &str| {
        let is_rare = id.starts_with("orient.")
            || id.starts_with("stronghold.")
            || RULINGS.iter().any(|ruling| ruling.name == id);
        let wording = words.learn(text);
        let question = question.map(|question| KnownQuestion::of(question, words));
        let topics = Topics::of(&wording.terms);
        passages.push(Passage { id, question, wording, topics, trust, is_rare });
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
    for section in SECTIONS {
        add(OF_A_CLAUSE, section.id, None, &format!("{} {}", section.id, section.sentence));
    }
    for Phrasing { words, decided_by } in phrasings() {
        let is_ruling = RULINGS.iter().any(|ruling| ruling.name == decided_by);
        let trust = if is_ruling { OF_A_RULING } else { OF_PLAYERS };
        add(trust, decided_by, None, words);
    }
    for Variant { words, question } in variants() {
        let id = questions().find(|one| one.question == question).map(|one| one.decided_by);
        if let Some(id) = id {
            add(OF_PLAYERS, id, None, words);
        }
    }
    passages
}

/// Groups the passages by their ids.
fn by_id(passages: Vec<Passage>) -> Vec<(&'static str, Vec<Passage>)> {
    let mut groups: Vec<(&str, Vec<Passage>)> = Vec::new();
    for passage in passages {
        match groups.iter_mut().find(|(id, _)| *id == passage.id) {
            Some((_, group)) => group.push(passage),
            None => groups.push((passage.id, vec![passage])),
        }
    }
    groups
}

impl Index {
    fn of_the_book() -> Self {
        let mut words = Words::of_the_book();
        let passages = passages(&mut words);
        let terms = passages.iter().flat_map(|passage| &passage.wording.terms);
        let known = terms.cloned().collect();
        let mut frequency = BTreeMap::new();
        let (mut usual, mut length) = (0, 0);
        for passage in passages.iter().filter(|passage| !passage.is_rare) {
            let terms: BTreeSet<&String> = passage.wording.terms.iter().collect();
            for term in terms {
                *frequency.entry(term.clone()).or_insert(0) += 1;
            }
            usual += 1;
            length += passage.wording.terms.len();
        }
        let mean_length = number(length) / number(usual).max(1.0);
        let texts: Vec<_> = passages.iter().map(|one| (one.id, &one.wording)).collect();
        let model = Model::of(&texts);
        Self { words, passages: by_id(passages), frequency, known, mean_length, usual, model }
    }

    /// Returns how much a term says: rare terms say more, and unknown terms as much as the rarest
    /// known ones.
    fn weight(&self, term: &str) -> f64 {
        let count = number(self.frequency.get(term).copied().unwrap_or(1));
        let weight = (1.0 + (number(self.usual) - count + 0.5) / (count + 0.5)).ln();
        if is_number(term) { weight * NUMBER } else { weight }
    }

    /// Returns the score of a passage by BM25.
    fn score(&self, passage: &Passage, asked: &Asked<'_>) -> f64 {
        let length = number(passage.wording.terms.len()) / self.mean_length;
        let each = asked.weights.iter().map(|(term, weight)| {
            let count = number(passage.wording.terms.iter().filter(|other| other == term).count());
            let bound = count + SATURATION * (1.0 - LENGTH + LENGTH * length);
            weight * count * (SATURATION + 1.0) / bound
        });
        let score: f64 = each.sum();
        if score == 0.0 {
            return score;
        }
        let likeness = asked.wording.likeness(&passage.wording);
        passage.trust
            * asked.topics.closeness(passage.id, &passage.topics)
            * score
            * (1.0 + ALIKE * likeness)
    }

    /// Returns the ids that match enough of the terms, the best first. Equal scores keep the order
    /// of the book.
    fn ranked(&self, wording: &Wording) -> Vec<(f64, Answer)> {
        if wording.stems.iter().any(|word| is_of_another_subject(word)) {
            return Vec::new();
        }
        let weights = wording.terms.iter().map(|term| (term, self.weight(term))).collect();
        let asked = Asked { wording, weights, topics: Topics::of(&wording.terms) };
        let known = asked.evidence(|term| self.known.contains(term));
        let unknown = asked.evidence(|term| !self.known.contains(term)) * self.passing(&asked);
        let all: f64 = asked.weights.iter().map(|(_, weight)| weight).sum();
        let probable = self.model.probabilities(wording);
        let mut found = Vec::new();
        for (id, passages) in &self.passages {
            let has = |term: &str| {
                passages.iter().any(|one| one.wording.terms.iter().any(|other| other == term))
            };
            let matched = asked.weights.iter().filter(|(term, _)| has(term));
            let matched: Vec<f64> = matched.map(|(_, weight)| *weight).collect();
            let several = if asked.topics.named.contains(&true) { 2 } else { SEVERAL };
            let is_sure = matched.len() >= several;
            let unknown = if is_sure { unknown * BESIDE_OTHERS } else { unknown };
            let verbatim = verbatim(passages, wording);
            let is_enough = asked.evidence(has) > known * ENOUGH + unknown * ENOUGH_OF_UNKNOWN;
            if verbatim > 1.0 || is_enough {
                let part = matched.iter().sum::<f64>() / all.max(f64::MIN_POSITIVE);
                let learned = probable.get(id).copied().unwrap_or(0.0);
                let score = self.best(passages, &asked) * part * learned * verbatim;
                found.push((score, Answer { id, question: self.question(passages, wording) }));
            }
        }
        found.sort_by(|one, other| other.0.total_cmp(&one.0));
        found
    }

    /// Returns how much the unknown terms of a question count: less if they are in passing.
    fn passing(&self, asked: &Asked<'_>) -> f64 {
        let terms = || asked.weights.iter().map(|(term, _)| term.as_str());
        let unknown = terms().filter(|term| !self.known.contains(*term)).count();
        let known = terms().filter(|term| self.known.contains(*term) && !is_everyday(term));
        let has_thing = terms().any(|term| THINGS.contains(&term));
        if has_thing && unknown == 1 && known.count() >= 2 { BESIDE_THINGS } else { 1.0 }
    }

    /// Returns the score of the passages about an id.
    fn best(&self, passages: &[Passage], asked: &Asked<'_>) -> f64 {
        let mut scores: Vec<f64> =
            passages.iter().map(|passage| self.score(passage, asked)).collect();
        scores.sort_by(|one, other| other.total_cmp(one));
        scores.iter().zip(REPEATS).map(|(score, weight)| score * weight).sum()
    }

    /// Returns the question of the page about an id that asks what a player asks, if there is one.
    fn question(&self, passages: &[Passage], asked: &Wording) -> Option<Question> {
        let known = passages.iter().filter_map(|passage| passage.question.as_ref());
        let weight = |term: &str| self.weight(term);
        let alike = known.map(|known| {
            let likeness =
                if known.is_asked_by(asked) { f64::MAX } else { known.likeness(asked, &weight) };
            (likeness, known.question)
        });
        let best = alike.max_by(|one, other| one.0.total_cmp(&other.0));
        best.filter(|(likeness, _)| *likeness >= SAME_QUESTION).map(|(_, question)| question)
    }
}

/// Returns how much more an id counts if the question is one of its passages, word for word. A
/// question of the page counts more than another phrasing.
fn verbatim(passages: &[Passage], asked: &Wording) -> f64 {
    let is_question = |one: &Passage| one.question.as_ref().is_some_and(|it| it.is_asked_by(asked));
    if passages.iter().any(is_question) {
        VERBATIM * VERBATIM
    } else if passages.iter().any(|one| one.wording.sequence == asked.sequence) {
        VERBATIM
    } else {
        1.0
    }
}

/// A question with the weight of each term.
struct Asked<'q> {
    wording: &'q Wording,
    weights: Vec<(&'q String, f64)>,
    topics: Topics,
}

impl Asked<'_> {
    /// Returns how much these terms say about whether an id matches.
    fn evidence(&self, is: impl Fn(&str) -> bool) -> f64 {
        let terms = self.weights.iter().filter(|(term, _)| is(term));
        let each = terms.map(
            |(term, weight)| {
                if is_everyday(term) { weight * IN_PASSING } else { *weight }
            },
        );
        each.sum()
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
    let mut words = words_of_the_page();
    let found = words.find(|synonym| synonym.phrase == asked && synonym.meaning != asked);
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
    let section = || BookSection::of(id).map(|section| section.sentence);
    let found = clause.or_else(reserved).or_else(ruling).or_else(section);
    found.unwrap_or("The tokens, cards and tiles of a game.")
}
