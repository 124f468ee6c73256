//! What the words of a question say about the id that answers it: a linear model, which learns from
//! the passages whose id is known.
//!
//! The ranking by terms counts a rare term high, whichever id has it. The model learns which words
//! tell the ids apart: "in the same turn" says little about the clause, "another red" says much. It
//! is a multinomial logistic regression, trained by gradient descent when the first question is
//! asked. Its order of training is fixed, so the same question always has the same answer.

use std::collections::{BTreeMap, BTreeSet};

use super::words::{Wording, is_stop_word, number};

/// How much each kind of feature counts: a term of the book, a word as it is written, a word that
/// says nothing about its subject, and two words in a row.
const TERM: f64 = 1.0;
const WRITTEN: f64 = 0.6;
const STOP_WORD: f64 = 0.5;
const TWO_WORDS: f64 = 0.6;

/// How often the model sees each passage, and how far it follows the first of them.
const ROUNDS: usize = 6;
const RATE: f64 = 3.0;

/// In a round, the model sees every passage once, one after another that is this many places before
/// it, so that passages about one id do not come in a row.
const STRIDE: usize = 61;

/// The colors of gems, without endings. A question names one as an example, so they are one word
/// for the model.
const COLORS: [&str; 11] = [
    "black", "blue", "brown", "diamond", "emerald", "green", "onyx", "red", "ruby", "sapphir",
    "whit",
];
const COLOR: &str = "(color)";

/// Words between two others that do not part them.
const LINKS: [&str; 7] = ["a", "can", "do", "i", "is", "of", "the"];

/// What the model reads in a text: the number of each feature, and how much it counts. The squares
/// of a text add up to one, so that a long question says no more than a short one.
type Features = Vec<(usize, f64)>;

/// A trained model.
pub(super) struct Model {
    /// The ids that it tells apart.
    ids: Vec<&'static str>,
    /// Each known feature, with its number and its rarity.
    features: BTreeMap<String, (usize, f64)>,
    /// The weights of each feature, one for each id.
    weights: Vec<Vec<f64>>,
}

impl Model {
    /// Learns from texts with the ids that answer them.
    pub(super) fn of(texts: &[(&'static str, &Wording)]) -> Self {
        let ids: BTreeSet<&str> = texts.iter().map(|(id, _)| *id).collect();
        let ids: Vec<&str> = ids.into_iter().collect();
        let read: Vec<_> = texts.iter().map(|(_, wording)| features(wording)).collect();
        let mut counts: BTreeMap<&String, usize> = BTreeMap::new();
        for feature in read.iter().flat_map(BTreeMap::keys) {
            *counts.entry(feature).or_insert(0) += 1;
        }
        let rarity = |count: usize| (1.0 + number(texts.len()) / (1.0 + number(count))).ln();
        let numbered = counts.iter().enumerate();
        let features = numbered
            .map(|(place, (feature, count))| ((*feature).clone(), (place, rarity(*count))))
            .collect::<BTreeMap<_, _>>();
        let weights = vec![vec![0.0; ids.len()]; features.len()];
        let mut model = Self { ids, features, weights };
        let read: Vec<Features> = read.into_iter().map(|found| model.measured(found)).collect();
        let answers: Vec<Option<usize>> = texts.iter().map(|(id, _)| model.place(id)).collect();
        for round in 0..ROUNDS {
            let rate = RATE / (1.0 + 0.1 * number(round));
            for text in (0..STRIDE).flat_map(|first| (first..read.len()).step_by(STRIDE)) {
                model.learn(&read[text], answers[text], rate);
            }
        }
        model
    }

    /// Returns how probable it is that each id answers a question.
    pub(super) fn probabilities(&self, wording: &Wording) -> BTreeMap<&'static str, f64> {
        let found = self.measured(features(wording));
        self.ids.iter().copied().zip(self.of_features(&found)).collect()
    }

    fn place(&self, id: &str) -> Option<usize> {
        self.ids.iter().position(|other| *other == id)
    }

    /// Returns the known features of a text, scaled.
    fn measured(&self, found: BTreeMap<String, f64>) -> Features {
        let known = found.into_iter().filter_map(|(feature, count)| {
            self.features.get(&feature).map(|(place, rarity)| (*place, count * rarity))
        });
        let mut known: Features = known.collect();
        let length = known.iter().map(|(_, value)| value * value).sum::<f64>().sqrt();
        for (_, value) in &mut known {
            *value /= length;
        }
        known
    }

    /// Returns the probability of each id, in their order.
    fn of_features(&self, found: &Features) -> Vec<f64> {
        let mut values = vec![0.0; self.ids.len()];
        for (feature, amount) in found {
            for (value, weight) in values.iter_mut().zip(&self.weights[*feature]) {
                *value += amount * weight;
            }
        }
        let highest = values.iter().copied().fold(f64::MIN, f64::max);
        let mut sum = 0.0;
        for value in &mut values {
            *value = (*value - highest).exp();
            sum += *value;
        }
        for value in &mut values {
            *value /= sum;
        }
        values
    }

    /// Makes the answer to a text more probable, and the other ids less.
    fn learn(&mut self, found: &Features, answer: Option<usize>, rate: f64) {
        let mut excess = self.of_features(found);
        if let Some(answer) = answer {
            excess[answer] -= 1.0;
        }
        for (feature, amount) in found {
            for (weight, excess) in self.weights[*feature].iter_mut().zip(&excess) {
                *weight -= rate * amount * excess;
            }
        }
    }
}

/// Returns the features of a text. A sign in front of the words tells the kinds apart.
fn features(wording: &Wording) -> BTreeMap<String, f64> {
    let mut found = BTreeMap::new();
    for term in &wording.terms {
        found.insert(format!("={term}"), TERM);
    }
    let is_color = |word: &str| COLORS.contains(&word);
    let written: Vec<&str> = wording.stems.iter().map(String::as_str).collect();
    for word in written.iter().filter(|word| !is_color(word)) {
        let weight = if is_stop_word(word) { STOP_WORD } else { WRITTEN };
        found.insert((*word).to_owned(), weight);
    }
    let meant = wording.sequence.iter().map(String::as_str);
    for (one, next) in pairs(meant) {
        found.insert(format!("={one} {next}"), TWO_WORDS);
    }
    let named = written.iter().filter(|word| is_color(word)).count();
    if named > 0 {
        found.insert(COLOR.to_owned(), TWO_WORDS);
    }
    if named > 1 {
        found.insert(format!("{COLOR} twice"), TWO_WORDS);
    }
    let written = written.iter().map(|word| if is_color(word) { COLOR } else { word });
    for (one, next) in pairs(written).filter(|(one, next)| (*one == COLOR) != (*next == COLOR)) {
        found.insert(format!("{one} {next}"), TWO_WORDS);
    }
    found
}

/// Returns each two words in a row, without the words that only link others.
fn pairs<'w>(words: impl Iterator<Item = &'w str>) -> impl Iterator<Item = (&'w str, &'w str)> {
    let words: Vec<&str> = words.filter(|word| !LINKS.contains(word)).collect();
    let next: Vec<&str> = words.iter().skip(1).copied().collect();
    words.into_iter().zip(next)
}
