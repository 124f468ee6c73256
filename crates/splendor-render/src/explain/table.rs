//! The page "At the table": the questions of players, their answers, and the words that players
//! use. The search reads the questions from the page, and more words from a list of its own.

use super::phrasings::below_headings;

/// The page of the book.
const PAGE: &str = include_str!("../../../../docs/src/at-the-table.md");

/// The heading of the table of words.
const WORDS: &str = "\n## Other words\n";

/// The words of players: a word of the book at the start of a line, then indented lines with the
/// words and phrases that the search reads as that word. The page lists only some of them.
const SYNONYMS: &str = include_str!("synonyms.txt");

/// A question that players ask.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The question.
    pub question: &'static str,
    /// The answer; it begins with `Yes.` or `No.` if the question allows that.
    pub answer: &'static str,
    /// The id that decides it: a clause, a ruling, or `setup` for the counts.
    pub decided_by: &'static str,
    /// The page and the anchor of the id, relative to the folder of the book.
    pub link: &'static str,
    /// The worked example of the section that plays the case, counted from 1.
    pub case: Option<usize>,
}

/// Words of players for a thing, and the word of the book.
#[derive(Clone, Copy, Debug)]
pub(super) struct Synonym {
    pub(super) phrase: &'static str,
    pub(super) meaning: &'static str,
}

/// Returns the questions of the page, in its order.
pub fn questions() -> impl Iterator<Item = Question> {
    let (tables, _) = PAGE.split_once(WORDS).unwrap_or((PAGE, ""));
    tables.lines().filter_map(|line| {
        let [question, answer, link, case] = cells(line)?;
        let (id, link) = link.strip_prefix('[')?.strip_suffix(')')?.split_once("](")?;
        Some(Question { question, answer, decided_by: id, link, case: case.parse().ok() })
    })
}

/// Returns each word or phrase of players that the page lists, with the word of the book.
pub(super) fn words_of_the_page() -> impl Iterator<Item = Synonym> {
    let (_, words) = PAGE.split_once(WORDS).unwrap_or((PAGE, ""));
    let rows = words.lines().filter_map(cells::<2>).skip(2);
    rows.flat_map(|[phrases, meaning]| {
        phrases.split(", ").map(move |phrase| Synonym { phrase, meaning })
    })
}

/// Returns each word or phrase of players with the word as which the search reads it.
pub(super) fn synonyms() -> impl Iterator<Item = Synonym> {
    below_headings(SYNONYMS).flat_map(|(meaning, phrases)| {
        let phrases = phrases.trim_end_matches(',').split(", ");
        phrases.map(move |phrase| Synonym { phrase, meaning })
    })
}

/// Returns the cells of a row of a table.
fn cells<const N: usize>(line: &'static str) -> Option<[&'static str; N]> {
    let row = line.strip_prefix('|')?.strip_suffix('|')?;
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    cells.try_into().ok()
}
