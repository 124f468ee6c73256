//! What an editor shows about the place under the cursor.

use splendor_core::{Card, City, Clause, Noble, Post};
use splendor_schema::InputFile;
use splendor_verify::{JudgeOptions, ReadProposal};

use crate::Settings;
use crate::cursor::Cursor;
use crate::document::Document;
use crate::protocol::Position;
use crate::scanner::Segment;

/// Returns what is known about a place, as Markdown or as plain text.
pub(crate) fn at(
    document: &Document,
    place: Position,
    settings: &Settings,
    markdown: bool,
) -> Option<String> {
    let (game, offset) = document.game_at(place)?;
    let cursor = Cursor::on(document.text_of(game), offset);
    let of_turn = || {
        let (turn, _) = cursor.turn()?;
        of_turn(document.input(game), document.text_of(game), turn, &settings.options)
    };
    let text = explained(&cursor).or_else(of_turn)?;
    Some(if markdown { fenced(&text) } else { text })
}

/// Returns the text of `splendor explain` on a component, a clause or a ruling at the cursor.
fn explained(cursor: &Cursor<'_>) -> Option<String> {
    let keys: Vec<&str> = cursor.path.iter().filter_map(Segment::key).collect();
    let word = match keys[..] {
        ["rules", "rulings", ruling] => return splendor_render::explain(ruling).ok(),
        // A player may have the name of a card.
        ["players" | "source" | "ext", ..] => return None,
        _ => cursor.string()?,
    };
    let has_id = is_component(&word) || Clause::of_id(&word).is_some();
    // The message about an id that no box has names the nearest one.
    let text = || splendor_render::explain(&word).unwrap_or_else(|message| message);
    has_id.then(text)
}

/// Returns whether a word has the form of the id of a component.
pub(crate) fn is_component(word: &str) -> bool {
    Card::parse(word).is_some()
        || Noble::parse(word).is_some()
        || City::parse(word).is_some()
        || Post::ALL.iter().any(|post| post.name() == word)
}

/// Returns a turn in words with its verdict, and the table after it.
fn of_turn(input: InputFile, text: &str, at: usize, options: &JudgeOptions) -> Option<String> {
    let read = ReadProposal::read(text.as_bytes(), Some(at + 1), None).ok()?;
    let why = read.why(input, options);
    let (seat, words) = match why {
        Ok(why) => {
            let words = why.words.map(|words| format!(": {words}")).unwrap_or_default();
            (why.seat, format!("{words}: {}", why.verdict))
        }
        Err(message) => (None, format!(": {message}")),
    };
    let seat = seat.map(|seat| format!(", seat {seat}")).unwrap_or_default();
    let table = splendor_render::table_at(&read.log, options, at + 1, false, false);
    let table = table.map_or_else(|message| message + "\n", |shown| shown.text + &shown.notes);
    Some(format!("turn {}{seat}{words}\n\n{table}", at + 1))
}

/// Returns a text as a block of Markdown, in which nothing is markup: a table contains the names of
/// players, who choose them.
fn fenced(text: &str) -> String {
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}text\n{}\n{fence}", text.trim_end())
}

#[cfg(test)]
mod tests {
    use super::fenced;

    #[test]
    fn no_text_ends_its_block() {
        assert_eq!(fenced("a\n"), "```text\na\n```");
        assert_eq!(fenced("a\n````\n![](b)"), "`````text\na\n````\n![](b)\n`````");
    }
}
