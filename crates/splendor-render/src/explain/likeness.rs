//! Whether a question of the page "At the table" asks what a player asks: its answer is printed
//! only then.

use std::collections::BTreeSet;

use super::phrasings::variants;
use super::table::Question;
use super::words::{Wording, Words};

/// How much a term of a player's question counts if only the answer has it.
const IN_THE_ANSWER: f64 = 0.5;

/// How much the words that say nothing about the subject add to the likeness of two questions.
const ALL_WORDS: f64 = 0.3;

/// A question of the page as the search reads it.
pub(super) struct KnownQuestion {
    pub(super) question: Question,
    /// Each sentence of the question, the whole question, and its variants.
    wordings: Vec<Wording>,
    answer: Wording,
}

impl KnownQuestion {
    /// Reads a question, and adds its words to the known ones.
    pub(super) fn of(question: Question, words: &mut Words) -> Self {
        let sentences = question.question.split_inclusive('?');
        let variants = variants().filter(|variant| variant.question == question.question);
        let texts = sentences.chain([question.question]).chain(variants.map(|one| one.words));
        let wordings = texts.map(|text| words.learn(text)).collect();
        Self { question, wordings, answer: words.learn(question.answer) }
    }

    /// Returns whether a player asks this question word for word.
    pub(super) fn is_asked_by(&self, asked: &Wording) -> bool {
        self.wordings.iter().any(|wording| wording.sequence == asked.sequence)
    }

    /// Returns how much of this question and of the player's question is the same, from 0 to about
    /// 1. A term counts by its weight.
    pub(super) fn likeness(&self, asked: &Wording, weight: &dyn Fn(&str) -> f64) -> f64 {
        let each = self.wordings.iter().map(|wording| self.likeness_of(wording, asked, weight));
        each.fold(0.0, f64::max)
    }

    fn likeness_of(&self, wording: &Wording, asked: &Wording, weight: &dyn Fn(&str) -> f64) -> f64 {
        let own: BTreeSet<&String> = wording.terms.iter().collect();
        let theirs: BTreeSet<&String> = asked.terms.iter().collect();
        let sum = |terms: &BTreeSet<&String>| terms.iter().map(|term| weight(term)).sum::<f64>();
        let answered = |term: &&&String| !own.contains(**term) && self.answer.terms.contains(term);
        let both: f64 = own.intersection(&theirs).map(|term| weight(term)).sum();
        let in_answer: f64 = theirs.iter().filter(answered).map(|term| weight(term)).sum();
        let all = sum(&own) + sum(&theirs);
        if all == 0.0 {
            return 0.0;
        }
        let likeness = (2.0 * both + IN_THE_ANSWER * in_answer) / all;
        likeness * (1.0 - ALL_WORDS + ALL_WORDS * wording.likeness(asked))
    }
}
