//! Further words of players: the ways in which they ask for each clause and each ruling. The search
//! reads them, and no page shows them.

/// The phrasings: an id at the start of a line, then one indented line for each phrasing.
const TEXT: &str = include_str!("phrasings.txt");

/// A way in which players ask for an id.
#[derive(Clone, Copy, Debug)]
pub struct Phrasing {
    /// The words of the player.
    pub words: &'static str,
    /// The id that decides it: a clause, a ruling, or `setup` for the counts.
    pub decided_by: &'static str,
}

/// Returns the phrasings, in the order of their ids in the file.
pub fn phrasings() -> impl Iterator<Item = Phrasing> {
    let mut id = "";
    TEXT.lines().filter_map(move |line| {
        let words = line.strip_prefix("  ");
        if words.is_none() && !line.is_empty() {
            id = line;
        }
        words.map(|words| Phrasing { words, decided_by: id })
    })
}
