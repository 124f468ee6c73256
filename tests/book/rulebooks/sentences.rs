//! Splits a rulebook into sentences and hashes them.
//!
//! A sentence never crosses the end of a line: a sentence of two lines counts as two.  That keeps
//! the rule simple, because the lines of a scanned rulebook say little about its sentences.

use std::fmt::Write;

use sha2::{Digest, Sha256};

/// A sentence of a rulebook: its place and its hash, not its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sentence {
    /// The line, from 1.
    pub(super) line: usize,
    /// The number of the sentence in its line, from 1.
    pub(super) part: usize,
    pub(super) hash: String,
}

/// Returns the sentences of a text, in their order.
pub(super) fn sentences(text: &str) -> Vec<Sentence> {
    let numbered = text.lines().enumerate().flat_map(|(line, text)| {
        let parts = parts(text).into_iter().enumerate();
        parts.map(move |(part, text)| (line + 1, part + 1, text))
    });
    numbered.map(|(line, part, text)| Sentence { line, part, hash: hash(&text) }).collect()
}

/// Splits a line after each word that ends in `.`, `!` or `?`, or in one of them and closing marks.
/// Parts without a letter or a digit, like a page ornament, are dropped.
fn parts(line: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for word in normalized(line).split_whitespace() {
        if let Some(part) = parts.last_mut() {
            let gap = if part.is_empty() { "" } else { " " };
            part.extend([gap, word]);
        }
        if word.trim_end_matches(['"', ')', '»']).ends_with(['.', '!', '?']) {
            parts.push(String::new());
        }
    }
    let parts = parts.iter().map(|part| part.trim_start_matches(['•', '-', ' ']).to_owned());
    parts.filter(|part| part.contains(char::is_alphanumeric)).collect()
}

/// Returns a line in lower case, with straight quotes, without the marks of Markdown and HTML.
fn normalized(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, tag)) = rest.split_once('<') {
        text.push_str(before);
        rest = tag.split_once('>').map_or("", |(_, after)| after);
    }
    text.push_str(rest);
    let text = text.replace(['’', '‘'], "'").replace(['“', '”'], "\"");
    text.replace(['*', '_', '#'], "").to_lowercase()
}

/// Returns the first 16 hexadecimal digits of the SHA-256 of a text.
fn hash(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    digest.iter().take(8).fold(String::new(), |mut digits, byte| {
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

#[test]
fn a_line_is_split_into_sentences() {
    assert_eq!(parts("One. Two!  Three? four"), ["one.", "two!", "three?", "four"]);
    assert_eq!(parts("• **Take** 3.5 gems (or 2.) now"), ["take 3.5 gems (or 2.)", "now"]);
    assert_eq!(parts("## 4<sub>W</sub> “You’re” —"), ["4w \"you're\" —"]);
    assert_eq!(parts("- a <never closed"), ["a"]);
    assert_eq!(parts("  --- * "), Vec::<String>::new());
}

#[test]
fn a_sentence_has_a_place_and_a_hash() {
    let found = sentences("\nA first.  Second.\n\nthird\n");
    let places: Vec<_> = found.iter().map(|sentence| (sentence.line, sentence.part)).collect();
    assert_eq!(places, [(2, 1), (2, 2), (4, 1)]);
    // `printf 'a first.' | sha256sum`
    assert_eq!(found[0].hash, "57654b0ac66be577");
    assert_eq!(sentences("* A  first."), sentences("a first."));
}
