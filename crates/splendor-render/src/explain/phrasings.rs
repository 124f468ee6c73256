//! Further words of players: the ways in which they ask for each clause and each ruling, and other
//! words for some of the questions of the page "At the table". The search reads them, and no page
//! shows them.

/// The phrasings: an id at the start of a line, then one indented line for each phrasing.
const TEXT: &str = include_str!("phrasings.txt");

/// Other words for a question of the page: the question at the start of a line, then one indented
/// line for each of its variants.
const VARIANTS: &str = include_str!("variants.txt");

/// A way in which players ask for an id.
#[derive(Clone, Copy, Debug)]
pub struct Phrasing {
    /// The words of the player.
    pub words: &'static str,
    /// The id that decides it: a clause, a ruling, or `setup` for the counts.
    pub decided_by: &'static str,
}

/// A way in which players ask a question of the page.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// The words of the player.
    pub words: &'static str,
    /// The question, as the page has it.
    pub question: &'static str,
}

/// Returns the phrasings, in the order of their ids in the file.
pub fn phrasings() -> impl Iterator<Item = Phrasing> {
    below_headings(TEXT).map(|(decided_by, words)| Phrasing { words, decided_by })
}

/// Returns the variants, in the order of their questions in the file.
pub fn variants() -> impl Iterator<Item = Variant> {
    below_headings(VARIANTS).map(|(question, words)| Variant { words, question })
}

/// Returns each indented line with the line at the margin before it.
pub(super) fn below_headings(
    text: &'static str,
) -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut heading = "";
    text.lines().filter_map(move |line| {
        let words = line.strip_prefix("  ");
        if words.is_none() && !line.is_empty() {
            heading = line;
        }
        words.map(|words| (heading, words))
    })
}
