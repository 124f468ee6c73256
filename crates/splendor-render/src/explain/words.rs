//! Words of a question, reduced to the words of the book: without endings, and with the synonyms of
//! the page "At the table" replaced.

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

/// Numbers, which the book writes as words.
const NUMBERS: [&str; 16] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "15",
];

/// The shortest word in which a typo is forgiven: shorter words are too similar to each other.
const SHORTEST_TYPO: usize = 4;

/// Reduces text to terms of the search.
#[derive(Debug)]
pub(super) struct Words {
    /// The stems of each phrase, and those that replace them; long phrases first.
    synonyms: Vec<(Vec<String>, Vec<String>)>,
    /// Every written word that the search knows, with its stem.
    known: Vec<(String, String)>,
}

impl Words {
    /// Collects the synonyms of the book.
    pub(super) fn of_the_book() -> Self {
        let mut known = Vec::new();
        let mut pairs = Vec::new();
        for Synonym { phrase, meaning } in synonyms() {
            let words = plain(phrase);
            known.extend(words.iter().map(|word| (word.clone(), stem(word))));
            let from: Vec<String> = words.iter().map(|word| stem(word)).collect();
            // A remark like `(ruby)` is for readers.
            let meaning = meaning.split(" (").next().unwrap_or_default();
            pairs.push((from, plain(meaning).iter().map(|word| stem(word)).collect()));
        }
        pairs.sort_by_key(|(from, _): &(Vec<String>, Vec<String>)| std::cmp::Reverse(from.len()));
        Self { synonyms: pairs, known }
    }

    /// Adds the words of a text to the known ones and returns its terms.
    pub(super) fn learn(&mut self, text: &str) -> Vec<String> {
        let words = plain(text);
        self.known.extend(words.iter().map(|word| (word.clone(), stem(word))));
        self.terms(words.iter().map(|word| stem(word)).collect())
    }

    /// Returns the terms of a question. A word with one wrong letter counts as the known word that
    /// it resembles, if the known words within one letter all have the same stem.
    pub(super) fn question(&self, text: &str) -> Vec<String> {
        let stems = plain(text).into_iter().map(|word| self.mended(&word));
        let mut terms = self.terms(stems.collect());
        terms.sort_unstable();
        terms.dedup();
        terms
    }

    fn mended(&self, word: &str) -> String {
        let own = stem(word);
        let is_known = is_stop_word(word) || self.known.iter().any(|(_, stem)| *stem == own);
        if is_known || word.chars().count() < SHORTEST_TYPO {
            return own;
        }
        let near = |known: &&(String, String)| {
            known.0.chars().count() >= SHORTEST_TYPO
                && !is_stop_word(&known.0)
                && edit_distance(word, &known.0) == 1
        };
        let mut stems: Vec<&str> =
            self.known.iter().filter(near).map(|(_, stem)| &**stem).collect();
        stems.sort_unstable();
        stems.dedup();
        if let [one] = stems[..] { one.to_owned() } else { own }
    }

    /// Replaces synonyms, the longest phrase first, and drops stop words.
    fn terms(&self, mut stems: Vec<String>) -> Vec<String> {
        let mut terms = Vec::new();
        while !stems.is_empty() {
            let found = self.synonyms.iter().find(|(from, _)| stems.starts_with(from));
            let used = found.map_or(1, |(from, _)| from.len());
            let rest = stems.split_off(used);
            match found {
                Some((_, meaning)) => terms.extend(meaning.iter().cloned()),
                None => terms.extend(stems.into_iter().filter(|word| !is_stop_word(word))),
            }
            stems = rest;
        }
        terms
    }
}

fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.split(' ').any(|stop| stop == word || stem(stop) == word)
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
    let mut stem = word.to_owned();
    if let Some(start) = word.strip_suffix("ies") {
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
