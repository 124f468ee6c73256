//! The texts of the book that the search reads: the questions of players, their answers and their
//! words, from the page "At the table", and the words of the glossary.

/// The page "At the table".
const PAGE: &str = include_str!("../../../../docs/src/at-the-table.md");

/// The page of the glossary.
const GLOSSARY: &str = include_str!("../../../../docs/src/rules/glossary.md");

/// The heading of the table of words.
const WORDS: &str = "\n## Other words\n";

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
pub(super) fn words_of_the_page() -> impl Iterator<Item = (&'static str, &'static str)> {
    let (_, words) = PAGE.split_once(WORDS).unwrap_or((PAGE, ""));
    let rows = words.lines().filter_map(cells::<2>).skip(2);
    rows.flat_map(|[phrases, meaning]| phrases.split(", ").map(move |phrase| (phrase, meaning)))
}

/// Returns each word of the book with its meaning.
pub(super) fn glossary() -> impl Iterator<Item = (&'static str, &'static str)> {
    let table = GLOSSARY.split("\n## ").nth(1).unwrap_or_default();
    table.lines().filter_map(cells::<2>).skip(2).map(|[word, meaning]| (word, meaning))
}

/// Returns the cells of a row of a table.
fn cells<const N: usize>(line: &'static str) -> Option<[&'static str; N]> {
    let row = line.strip_prefix('|')?.strip_suffix('|')?;
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    cells.try_into().ok()
}
