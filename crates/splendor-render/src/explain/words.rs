//! Words of a question, reduced to the words of the book: without endings, and with the synonyms of
//! players replaced.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use splendor_schema::json::edit_distance;

use super::table::{Synonym, synonyms};

/// Words that occur in any question and say nothing about its subject.
const STOP_WORDS: &str = " a about actually again all allowed also am an and any anybody anyone \
    are as at away be been being but by can could did do does doing each ever every everybody \
    for from gain game had happen happens has have having he help her here him his how however i \
    if in into is it its just let may me might mine my need no not nothing of off ok okay on or \
    our out please possible right rule rules s shall she should so some someone splendor than \
    that the their them then there these they this those to us use used using want was we were \
    what when where whether which while who whom whose why will with without would yet you your ";

/// Everyday words that questions have in passing. If no passage has such a word, it does not count
/// as a missing one, and it is no typo of another word.
const EVERYDAY_WORDS: &str = include_str!("everyday.txt");

/// Words of other games and of other subjects. A question with one of them finds nothing.
const OTHERS: &str = include_str!("other_subjects.txt");

/// Words whose forms do not differ by an ending, each with its stem.
const IRREGULAR: [(&str, &str); 33] = [
    ("began", "begin"),
    ("came", "come"),
    ("chose", "choos"),
    ("chosen", "choos"),
    ("drawn", "draw"),
    ("drew", "draw"),
    ("eleventh", "eleven"),
    ("fifth", "five"),
    ("forgot", "forget"),
    ("forgotten", "forget"),
    ("gave", "give"),
    ("given", "give"),
    ("got", "get"),
    ("gotten", "get"),
    ("held", "hold"),
    ("kept", "keep"),
    ("met", "meet"),
    ("owed", "owe"),
    ("paid", "pay"),
    ("payment", "pay"),
    ("ran", "run"),
    ("saw", "see"),
    ("seen", "see"),
    ("shown", "show"),
    ("sold", "sell"),
    ("spent", "spend"),
    ("stole", "steal"),
    ("stolen", "steal"),
    ("threw", "throw"),
    ("thrown", "throw"),
    ("ties", "tie"),
    ("tying", "tie"),
    ("worn", "wear"),
];

/// Numbers, which the book writes as words.
const NUMBERS: [&str; 16] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "15",
];

/// Returns whether a term is a number.
pub(super) fn is_number(term: &str) -> bool {
    NUMBERS.contains(&term) || term.parse::<u32>().is_ok()
}

/// The shortest word in which a typo is forgiven: shorter words are too similar to each other.
const SHORTEST_TYPO: usize = 4;

/// The stems of a phrase, and those that replace them.
type Replacement = (Vec<String>, Vec<String>);

/// Reduces text to terms of the search.
#[derive(Debug)]
pub(super) struct Words {
    /// The stems of each phrase, and those that replace them, by the first stem of the phrase; long
    /// phrases first.
    synonyms: BTreeMap<String, Vec<Replacement>>,
    /// Every written word that the search knows, with its stem.
    known: BTreeSet<(String, String)>,
}

impl Words {
    /// Collects the synonyms of the book.
    pub(super) fn of_the_book() -> Self {
        let mut known = BTreeSet::new();
        let mut pairs = Vec::new();
        for Synonym { phrase, meaning } in synonyms() {
            let words = plain(phrase);
            known.extend(words.iter().map(|word| (word.clone(), stem(word))));
            let from: Vec<String> = words.iter().map(|word| stem(word)).collect();
            pairs.push((from, plain(meaning).iter().map(|word| stem(word)).collect()));
        }
        pairs.sort_by_key(|(from, _): &Replacement| std::cmp::Reverse(from.len()));
        let mut synonyms: BTreeMap<String, Vec<Replacement>> = BTreeMap::new();
        for (from, meaning) in pairs {
            let first = from.first().cloned().unwrap_or_default();
            synonyms.entry(first).or_default().push((from, meaning));
        }
        Self { synonyms, known }
    }

    /// Adds the words of a text to the known ones and returns its wording.
    pub(super) fn learn(&mut self, text: &str) -> Wording {
        let words = plain(text);
        self.known.extend(words.iter().map(|word| (word.clone(), stem(word))));
        self.wording(words.iter().map(|word| stem(word)).collect())
    }

    /// Returns the wording of a question, with each term once. A word with one wrong letter counts
    /// as the known word that it resembles, if the known words within one letter all have the same
    /// stem. Few people mistype a first letter, and a word with another one is often another word.
    pub(super) fn question(&self, text: &str) -> Wording {
        let stems = plain(text).into_iter().map(|word| self.mended(&word));
        let mut wording = self.wording(stems.collect());
        wording
            .terms
            .retain(|term| !is_everyday(term) || self.known.iter().any(|(_, stem)| stem == term));
        wording.terms.sort_unstable();
        wording.terms.dedup();
        wording
    }

    fn mended(&self, word: &str) -> String {
        let own = stem(word);
        let is_known = is_everyday(word)
            || is_of_another_subject(word)
            || is_stop_word(word)
            || self.known.iter().any(|(_, stem)| *stem == own);
        if is_known || word.chars().count() < SHORTEST_TYPO {
            return own;
        }
        let near = |known: &&(String, String)| {
            known.0.chars().count() >= SHORTEST_TYPO
                && !is_stop_word(&known.0)
                && !is_everyday(&known.0)
                && known.0.chars().next() == word.chars().next()
                && edit_distance(word, &known.0) == 1
        };
        let mut stems: Vec<&str> =
            self.known.iter().filter(near).map(|(_, stem)| &**stem).collect();
        stems.sort_unstable();
        stems.dedup();
        if let [one] = stems[..] { one.to_owned() } else { own }
    }

    /// Replaces synonyms, the longest phrase first, and drops stop words from the terms.
    fn wording(&self, mut stems: Vec<String>) -> Wording {
        let mut wording = Wording { stems: stems.clone(), ..Wording::default() };
        while !stems.is_empty() {
            let found = stems.first().and_then(|first| self.synonyms.get(first));
            let found = found.and_then(|all| all.iter().find(|(from, _)| stems.starts_with(from)));
            let used = found.map_or(1, |(from, _)| from.len());
            let rest = stems.split_off(used);
            match found {
                Some((_, meaning)) => wording.terms.extend(meaning.iter().cloned()),
                None => {
                    wording.terms.extend(stems.iter().filter(|word| !is_stop_word(word)).cloned());
                }
            }
            wording.sequence.extend(found.map_or(stems, |(_, meaning)| meaning.clone()));
            stems = rest;
        }
        wording.words = wording.sequence.iter().cloned().collect();
        wording
    }
}

/// A text as the search reads it.
#[derive(Debug, Default)]
pub(super) struct Wording {
    /// The terms that say something about the subject, in their order.
    pub(super) terms: Vec<String>,
    /// Every word, in the order of the alphabet and each once.
    pub(super) words: BTreeSet<String>,
    /// Every word in its order, synonyms replaced.
    pub(super) sequence: Vec<String>,
    /// Every word in its order, as written but for its ending.
    pub(super) stems: Vec<String>,
}

impl Wording {
    /// Returns how alike all words of two texts are, from 0 to 1: the part of the words that both
    /// have, by the coefficient of Dice.
    pub(super) fn likeness(&self, other: &Self) -> f64 {
        let both = self.words.intersection(&other.words).count();
        2.0 * number(both) / number(self.words.len() + other.words.len()).max(1.0)
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of words are small")]
pub(super) const fn number(count: usize) -> f64 {
    count as f64
}

/// The stop words and the lists of other words, each also without its ending.
static STOPS: LazyLock<BTreeSet<String>> = LazyLock::new(|| with_stems(STOP_WORDS));
static EVERYDAY: LazyLock<BTreeSet<String>> = LazyLock::new(|| with_stems(EVERYDAY_WORDS));
static OTHER_SUBJECTS: LazyLock<BTreeSet<String>> = LazyLock::new(|| with_stems(OTHERS));

fn with_stems(words: &str) -> BTreeSet<String> {
    words.split_whitespace().flat_map(|word| [word.to_owned(), stem(word)]).collect()
}

pub(super) fn is_stop_word(word: &str) -> bool {
    STOPS.contains(word)
}

pub(super) fn is_of_another_subject(word: &str) -> bool {
    OTHER_SUBJECTS.contains(word)
}

pub(super) fn is_everyday(word: &str) -> bool {
    EVERYDAY.contains(word)
}

/// Returns the words of a text in lower case, with small numbers as words.
fn plain(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace(['\'', '’'], "");
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(as_word).collect()
}

/// Returns a number like `3` or `4th` as a word, and any other word as it is.
fn as_word(word: &str) -> String {
    let digits = word.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let number = digits.parse::<usize>().ok().and_then(|number| NUMBERS.get(number));
    let number = number.filter(|_| ["", "st", "nd", "rd", "th"].contains(&&word[digits.len()..]));
    number.map_or_else(|| word.to_owned(), |&name| name.to_owned())
}

/// Removes the usual endings of a word: `reserving`, `reserved` and `reserves` have one stem.
fn stem(word: &str) -> String {
    let word = &*word.replace("colour", "color");
    if let Some((_, stem)) = IRREGULAR.iter().find(|(form, _)| *form == word) {
        return (*stem).to_owned();
    }
    let mut stem = word.to_owned();
    let short = word.strip_suffix("ies").or_else(|| word.strip_suffix("ie"));
    if let Some(start) = short.filter(|start| start.len() > 2) {
        return format!("{start}y");
    }
    if stem.ends_with('s') && !stem.ends_with("ss") && stem.len() > 3 {
        stem.pop();
    }
    for ending in ["ing", "ed"] {
        let start = stem.strip_suffix(ending).filter(|start| start.len() > 2);
        if let Some(start) = start {
            stem = single_end(start).to_owned();
            break;
        }
    }
    if stem.len() > 6 && stem.ends_with("ly") {
        stem.truncate(stem.len() - 2);
    }
    if stem.len() > 4 && stem.ends_with('e') {
        stem.pop();
    }
    stem
}

/// Removes a consonant that an ending doubled, as in `skipped`.
fn single_end(start: &str) -> &str {
    let mut letters = start.chars().rev();
    match (letters.next(), letters.next()) {
        (Some(last), Some(before)) if last == before && !"aeiouls".contains(last) => {
            start.strip_suffix(last).unwrap_or(start)
        }
        _ => start,
    }
}

#[cfg(test)]
mod tests {
    use super::stem;

    #[test]
    fn forms_of_a_word_have_one_stem() {
        for forms in ["reserve reserves reserved reserving", "city cities", "skip skipped skips"] {
            let mut stems: Vec<String> = forms.split(' ').map(stem).collect();
            stems.dedup();
            assert_eq!(stems.len(), 1, "{stems:?}");
        }
    }
}
