//! The place that reveals a card: in the setup, or the turn in which it came to the market or from
//! a deck.

use splendor_core::Card;

use crate::cursor::Cursor;
use crate::document::Document;
use crate::protocol::{Location, Position};
use crate::scanner::{Kind, Scanner, Segment, unquoted};

/// More segments than a card of a log has.
const MOST_STEPS: usize = 32;

/// Returns the place that reveals the card at a place.
pub(crate) fn at(document: &Document, place: Position) -> Option<Location> {
    let (game, offset) = document.game_at(place)?;
    let text = document.text_of(game);
    let card = Cursor::on(text, offset).string().filter(|word| Card::parse(word).is_some())?;
    let mut scanner = Scanner::new(text);
    let mut revealed = None;
    while let Some(token) = scanner.next() {
        let is_card = token.kind == Kind::String && unquoted(&text[token.range.clone()]) == card;
        // The path of a log is short; a hostile text nests millions of lists.
        if is_card && scanner.open.len() <= MOST_STEPS && reveals(&scanner.path()) {
            revealed = Some(token.range);
            break;
        }
    }
    let bytes = revealed?;
    let bytes = game.bytes.start + bytes.start..game.bytes.start + bytes.end;
    Some(Location { uri: document.uri.clone(), range: document.text.range(bytes) })
}

/// Returns whether the card at a path becomes known there. A deck that the setup lists is no place
/// that a player sees; the refill is.
fn reveals(path: &[Segment]) -> bool {
    let keys: Vec<&str> = path.iter().filter_map(Segment::key).collect();
    match keys[..] {
        ["setup", "market", ..] => true,
        ["turns", .., last] => last == "refill" || keys.ends_with(&["reserve", "card"]),
        _ => false,
    }
}
