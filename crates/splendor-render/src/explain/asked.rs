//! Which question of the page "At the table" a player asks.
//!
//! A close question often has the opposite answer: "Can I buy a reserved card?" is close to "Can I
//! buy a card that another player reserved?". So a question counts as the one that was asked only
//! if its phrasings have every word of the player, the player has every rare word of a phrasing, and
//! no other such question is about as close.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::table::{Question, questions};
use super::words::{NUMBERS, TURNING, WORDS, number};

/// Other words for the questions of the page: a question, then a line for each.
const PHRASINGS: &str = include_str!("phrasings.txt");

/// The least part of its words, by weight, that a close question shares with a player.
const CLOSE: f64 = 0.4;

/// The same for the question that the player asks.
const CERTAIN: f64 = 0.75;

/// How much less every other question that the player could ask shares, unless it lacks a word and
/// this one has the same words.
const LEAD: f64 = 0.04;

/// What phrasings with the same words share, but for errors of rounding.
const SAME: f64 = 0.999;

/// A term is common if it occurs in more than one of so many phrasings.
const COMMON: usize = 20;

/// The questions of the page that are close to the words of a player.
#[derive(Clone, Debug, Default)]
pub struct CloseQuestions {
    /// The question that the player asks, if that is certain.
    pub asked: Option<Question>,
    /// Others, the closest first.
    pub others: Vec<Question>,
}

/// A question with all ways to ask it.
struct Known {
    question: Question,
    /// The terms of each phrasing.
    phrasings: Vec<BTreeSet<String>>,
    /// The terms of all phrasings.
    vocabulary: BTreeSet<String>,
}

struct Page {
    known: Vec<Known>,
    /// The number of phrasings, and in how many of them a term occurs.
    phrasings: usize,
    frequency: BTreeMap<String, usize>,
}

static PAGE: LazyLock<Page> = LazyLock::new(Page::read);

/// Returns the questions of the page that are close to the words of a player, at most `most` beside
/// the one that is asked.
pub fn close_questions(words: &str, most: usize) -> CloseQuestions {
    let asked = WORDS.all_terms(words).into_iter().collect();
    let each = PAGE.known.iter().map(|known| (PAGE.closeness(known, &asked), known));
    let mut close: Vec<(f64, &Known)> = each.filter(|(score, _)| *score >= CLOSE).collect();
    // Equal scores keep the order of the page.
    close.sort_by(|one, other| other.0.total_cmp(&one.0));
    let literal = |known: &Known| known.question.question.eq_ignore_ascii_case(words.trim());
    let literal = close.iter().position(|(_, known)| literal(known));
    let certain = literal.or_else(|| {
        let mut possible =
            close.iter().enumerate().filter(|(_, (_, known))| PAGE.may_be(known, &asked));
        let (at, (score, _)) = possible.next()?;
        let next = possible.next().map_or(0.0, |(_, (score, _))| *score);
        let is_same = *score > SAME && next <= SAME;
        (is_same || *score >= CERTAIN && *score >= next + LEAD).then_some(at)
    });
    let asked = certain.map(|at| close.remove(at).1.question);
    let others = close.into_iter().map(|(_, known)| known.question).take(most);
    CloseQuestions { asked, others: others.collect() }
}

/// Returns each phrasing with the question of the page.
pub fn phrasings() -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut question = "";
    PHRASINGS.lines().filter_map(move |line| {
        let phrasing = line.strip_prefix("- ");
        if phrasing.is_none() {
            question = line;
        }
        Some((phrasing?, question))
    })
}

/// Returns each other phrasing of a question of the page.
pub(super) fn phrasings_of(question: Question) -> impl Iterator<Item = &'static str> {
    let of_it = phrasings().filter(move |(_, of)| *of == question.question);
    of_it.map(|(phrasing, _)| phrasing)
}

impl Page {
    fn read() -> Self {
        let terms = |text: &str| WORDS.all_terms(text).into_iter().collect::<BTreeSet<String>>();
        let known = questions().map(|question| {
            // A question like `Can I overpay? Do I get change?` is several phrasings, but not those
            // that mean nothing alone, like `Is it a token?`.
            let parts = question.question.split_inclusive('?').map(&terms);
            let parts = parts.filter(|part| part.len() > 1);
            let phrasings: Vec<_> = parts
                .chain([terms(question.question)])
                .chain(phrasings_of(question).map(terms))
                .collect();
            let vocabulary = phrasings.iter().flatten().cloned().collect();
            Known { question, phrasings, vocabulary }
        });
        let known: Vec<Known> = known.collect();
        let mut frequency = BTreeMap::new();
        for term in known.iter().flat_map(|known| known.phrasings.iter().flatten()) {
            *frequency.entry(term.clone()).or_insert(0) += 1;
        }
        let phrasings = known.iter().map(|known| known.phrasings.len()).sum();
        Self { known, phrasings, frequency }
    }

    /// Whether a player can mean this question: it knows all of the words, and a phrasing lacks no
    /// rare word and no word that turns the answer round.
    fn may_be(&self, known: &Known, asked: &BTreeSet<String>) -> bool {
        let turns =
            |term: &&String| TURNING.iter().any(|word| term.split(' ').next() == Some(word));
        let is_number = |term: &&String| NUMBERS[2..].contains(&&***term);
        let is_common = |term: &String| self.frequency[term] * COMMON > self.phrasings;
        asked.is_subset(&known.vocabulary)
            && known.phrasings.iter().any(|phrasing| {
                phrasing.iter().filter(turns).eq(asked.iter().filter(turns))
                    && asked.iter().filter(is_number).all(|number| phrasing.contains(number))
                    && phrasing.difference(asked).all(is_common)
            })
    }

    /// Returns how close the closest phrasing of a question is.
    fn closeness(&self, known: &Known, asked: &BTreeSet<String>) -> f64 {
        let shared = known.phrasings.iter().map(|phrasing| self.shared(phrasing, asked));
        shared.max_by(f64::total_cmp).unwrap_or(0.0)
    }

    /// Returns the weight of the common terms as a part of the weight of all terms: 1 for the same
    /// terms, 0 for no common one.
    fn shared(&self, one: &BTreeSet<String>, other: &BTreeSet<String>) -> f64 {
        let weight = |terms: &mut dyn Iterator<Item = &String>| -> f64 {
            terms.map(|term| self.weight(term)).sum()
        };
        let common = weight(&mut one.intersection(other));
        2.0 * common / (weight(&mut one.iter()) + weight(&mut other.iter())).max(f64::MIN_POSITIVE)
    }

    /// Returns the weight of a term: rare terms weigh more. A term that no phrasing has weighs as
    /// much as a rare one.
    fn weight(&self, term: &str) -> f64 {
        let count = self.frequency.get(term).copied().unwrap_or(1);
        (1.0 + number(self.phrasings) / number(count)).ln()
    }
}
