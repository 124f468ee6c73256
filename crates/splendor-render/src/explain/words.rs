//! The terms of a text: its words without stop words and endings, and with the synonyms of players
//! replaced by the words of the book.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::table::words_of_the_page;

/// Words that occur in any question and say nothing about its subject.
const STOP_WORDS: &str = "\
    a about actually after again ahead all allowed already also am an and any anybody anyone are \
    as at away be because been before being but by can cannot cant could d did didnt do does \
    doesnt done dont each else enough even ever every everybody everyone for from game getting \
    go goes going had happen happened has have having he her here his how i id if ill im illegal in into \
    is isnt it its ive just kind legal let like ll m many may me mean might mine more much my need no \
    not nothing now of off often ok okay on only or other our out over please possible re really \
    right rule s shall she should so some splendor still sure t than that thats the their them \
    then there these they thing this those though to too toward towards up us use used using ve very want wants \
    was wasnt way we were what whats when where whether which while who whom whose why will with \
    without wont work would yet you your";

/// Stop words that can turn the meaning of a question round.
pub(super) const TURNING: [&str; 3] = ["no", "not", "without"];

/// Synonyms besides those of the page "At the table": a word of the book, and the words and phrases
/// of players that the search reads as that word.
const SYNONYMS: [(&str, &str); 29] = [
    // Not the words of "Can I reserve a card".
    ("hand card", "reserved card, card in hand, card in my hand, card from my hand"),
    ("gold", "wildcard, yellow"),
    ("token", "piece, money"),
    ("card", "mine"),
    (
        "seat",
        "somebody, someone, somebody else, someone else, enemy, rival, friend, people, person",
    ),
    ("reserve", "set aside, put aside, reservation, hold a card"),
    ("buy", "purchase, build, bought, acquire, afford"),
    ("take", "pick, grab, collect, draw tokens, took, taken, get, got, gain, receive"),
    ("return", "give back, put back, throw away, discard tokens, get rid of, surplus"),
    ("refuse", "decline, reject, turn down"),
    ("pass", "skip, do nothing"),
    ("free", "for nothing"),
    ("market", "middle"),
    ("face up", "visible"),
    ("hidden deck", "blind, face down, facedown, top card"),
    ("empty", "run out, runs out, ran out, exhausted"),
    ("refill", "replace, replenish, replacement"),
    ("tie", "tied, draw game, tiebreak, tiebreaker, tie breaker, equal, same score"),
    ("win", "winner, won, victory, victorious"),
    ("reach", "hit, get to"),
    ("first", "start, begin"),
    ("ten", "limit, maximum"),
    ("must", "mandatory, have to, forced, compulsory"),
    ("trading post", "trade post"),
    ("city", "town"),
    ("remove", "kick out"),
    ("stronghold", "fort, flag"),
    ("gem", "diamond, sapphire, emerald, ruby, onyx, white, blue, green, red, black, brown"),
    ("pay more", "overpay"),
];

/// Numbers, which the book writes as words.
pub(super) const NUMBERS: [&str; 15] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen",
];

/// The stems of a phrase of players, and those of the book.
type Synonym = (Vec<String>, Vec<String>);

/// The words of the book, collected for the first question.
pub(super) static WORDS: LazyLock<Words> = LazyLock::new(Words::of_the_book);

/// Reduces texts to terms.
#[derive(Debug)]
pub(super) struct Words {
    /// By the first stem of their phrase; long phrases first.
    synonyms: BTreeMap<String, Vec<Synonym>>,
    stop_words: BTreeSet<String>,
}

impl Words {
    /// Collects the synonyms.
    fn of_the_book() -> Self {
        let listed = SYNONYMS.iter().flat_map(|(meaning, phrases)| {
            phrases.split(", ").map(move |phrase| (phrase, *meaning))
        });
        let all = listed.chain(words_of_the_page());
        let mut synonyms = BTreeMap::<_, Vec<_>>::new();
        for (phrase, meaning) in all.map(|(phrase, meaning)| (stems(phrase), stems(meaning))) {
            synonyms.entry(phrase[0].clone()).or_default().push((phrase, meaning));
        }
        for phrases in synonyms.values_mut() {
            phrases.sort_by_key(|(phrase, _)| std::cmp::Reverse(phrase.len()));
        }
        Self { synonyms, stop_words: stems(STOP_WORDS).into_iter().collect() }
    }

    /// Returns the terms of a text in their order.
    pub(super) fn terms(&self, text: &str) -> Vec<String> {
        let mut terms = self.with_stop_words(text);
        terms.retain(|term| !self.stop_words.contains(term));
        terms
    }

    /// Returns the terms of a text in their order, and the words that can turn its meaning round,
    /// each together with the next term: `no gold`, `without reserv`.
    pub(super) fn all_terms(&self, text: &str) -> Vec<String> {
        let mut terms = self.with_stop_words(text);
        terms.retain(|term| !self.stop_words.contains(term) || TURNING.contains(&&**term));
        let mut joined: Vec<String> = Vec::new();
        for term in terms {
            match joined.last_mut() {
                Some(last) if TURNING.contains(&&**last) => *last += &format!(" {term}"),
                _ => joined.push(term),
            }
        }
        joined
    }

    /// Returns the stems of a text, with the words of the book for those of players.
    fn with_stop_words(&self, text: &str) -> Vec<String> {
        let stems = stems(text);
        let mut rest = &stems[..];
        let mut terms = Vec::new();
        while let [first, others @ ..] = rest {
            let phrases = self.synonyms.get(first).into_iter().flatten();
            let found = phrases.into_iter().find(|(phrase, _)| rest.starts_with(phrase));
            rest = if let Some((phrase, meaning)) = found {
                terms.extend(meaning.iter().cloned());
                &rest[phrase.len()..]
            } else {
                terms.push(first.clone());
                others
            };
        }
        terms
    }
}

/// Returns the words of a text in lower case, with small numbers as words and without endings.
fn stems(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace(['\'', '’'], "").replace("colour", "color");
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(|word| stem(in_letters(word))).collect()
}

/// Returns a small number as a word, and any other word as it is.
fn in_letters(word: &str) -> &str {
    word.parse().ok().and_then(|number: usize| NUMBERS.get(number)).unwrap_or(&word)
}

/// Removes the usual endings of a word: `reserving`, `reserved` and `reserves` have one stem.
fn stem(word: &str) -> String {
    let plural = |word: &str| word.ends_with('s') && !word.ends_with("ss") && word.len() > 3;
    if let Some(start) = word.strip_suffix("ies").filter(|start| start.len() > 2) {
        return format!("{start}y");
    }
    let word = if plural(word) { &word[..word.len() - 1] } else { word };
    let start = word.strip_suffix("ing").or_else(|| word.strip_suffix("ed"));
    let word = start.filter(|start| start.len() > 2).map_or(word, single_end);
    let end = word.strip_suffix('e').filter(|start| start.len() > 2);
    end.unwrap_or(word).to_owned()
}

/// Removes a consonant that an ending doubled, as in `skipped`.
fn single_end(start: &str) -> &str {
    let mut letters = start.chars().rev();
    match (letters.next(), letters.next()) {
        (Some(last), Some(before)) if last == before && !"aeiouls".contains(last) => {
            &start[..start.len() - last.len_utf8()]
        }
        _ => start,
    }
}

/// Returns a count as a number for a score.
#[expect(clippy::cast_precision_loss, reason = "counts of words are small")]
pub(super) const fn number(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_have_one_stem() {
        for forms in ["reserve reserves reserved reserving", "city cities", "skip skipped skips"] {
            let mut stems = stems(forms);
            stems.dedup();
            assert_eq!(stems.len(), 1, "{stems:?}");
        }
    }

    #[test]
    fn players_and_the_book_have_the_same_terms() {
        let words = Words::of_the_book();
        for (asked, of_the_book) in [
            ("Can I take 2 yellow tokens?", "take two gold"),
            ("three victory points", "three prestige"),
            ("skip my turn", "pass the turn"),
        ] {
            assert_eq!(words.terms(asked), words.terms(of_the_book), "{asked}");
        }
    }
}
