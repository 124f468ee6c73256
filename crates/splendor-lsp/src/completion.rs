//! How a log can go on at the cursor: ids and tokens inside strings, and the legal turns where a
//! turn begins.

use std::ops::Range;

use splendor_core::{CardId, CityId, Color, Components, Position as Table, Post, Row, Token};
use splendor_schema::Log;
use splendor_schema::json::layout;
use splendor_verify::history::table_before;
use splendor_verify::turn_to_log;
use splendor_verify::words::turn_in_words;

use crate::Settings;
use crate::cursor::Cursor;
use crate::document::{Document, Game};
use crate::protocol::{CompletionItem, CompletionList, KIND_EVENT, KIND_VALUE, Position, TextEdit};
use crate::scanner::{Kind, Segment};

/// The most turns to propose.
const MOST_TURNS: usize = 500;

/// Returns the proposals at a place.
pub(crate) fn at(document: &Document, place: Position, settings: &Settings) -> CompletionList {
    let Some((game, offset)) = document.game_at(place) else { return CompletionList::default() };
    let cursor = Cursor::before(document.text_of(game), offset);
    let in_document = InDocument { document, game };
    match cursor.new_turn() {
        Some((bytes, after)) => {
            turns(&cursor, &in_document, bytes, after, settings).unwrap_or_default()
        }
        None => words(&cursor, &in_document, settings).unwrap_or_default(),
    }
}

/// The log in its document, for the places of edits.
struct InDocument<'d> {
    document: &'d Document,
    game: &'d Game,
}

impl InDocument<'_> {
    fn edit(&self, bytes: Range<usize>, new_text: String) -> TextEdit {
        let start = self.game.bytes.start;
        let range = self.document.text.range(start + bytes.start..start + bytes.end);
        TextEdit { range, new_text }
    }
}

/// Returns the legal turns. `after` is the end of the turn before, if a comma is missing there.
fn turns(
    cursor: &Cursor<'_>,
    log_in: &InDocument<'_>,
    bytes: Range<usize>,
    after: Option<usize>,
    settings: &Settings,
) -> Option<CompletionList> {
    let (turn, _) = cursor.turn()?;
    let log = cursor.log_before()?;
    // After a turn that has no comma yet, the new one is the next.
    let turn = turn + usize::from(after.is_some());
    let (game, table) = table_before(&log, &settings.options, turn).ok()?;
    let game = game.as_game();
    let (legal, all) = table.legal_turns_up_to(&game, MOST_TURNS);
    // Two edits must not be at the same place.
    let (lead, comma) = match after {
        Some(end) if end == bytes.start => (", ", None),
        Some(end) => ("", Some(log_in.edit(end..end, ",".to_owned()))),
        None => ("", None),
    };
    let is_before_turn = cursor.text[bytes.end..].trim_ascii_start().starts_with('{');
    let trail = if is_before_turn { "," } else { "" };
    let items = legal.iter().enumerate().map(|(number, turn)| {
        let json = layout::spaced(&turn_to_log(&game, turn));
        CompletionItem {
            label: turn_in_words(&game, turn),
            kind: KIND_EVENT,
            detail: Some(json.clone()),
            sort_text: format!("{number:03}"),
            filter_text: json.clone(),
            text_edit: log_in.edit(bytes.clone(), format!("{lead}{json}{trail}")),
            additional_text_edits: comma.clone().into_iter().collect(),
        }
    });
    Some(CompletionList { is_incomplete: !all, items: items.collect() })
}

/// Returns the words that fit into the string at the cursor.
fn words(
    cursor: &Cursor<'_>,
    log_in: &InDocument<'_>,
    settings: &Settings,
) -> Option<CompletionList> {
    let string = cursor.token.as_ref()?;
    if !matches!(string.kind, Kind::Key | Kind::String) {
        return None;
    }
    // A string that is being typed may run into the next quote of its line: only the word at the
    // cursor is replaced.
    let end = string.range.end - usize::from(string.closed);
    let rest = &cursor.text[cursor.offset..end.max(cursor.offset)];
    let word = rest.find(|letter: char| letter.is_ascii_whitespace() || "{}[],".contains(letter));
    let inside = string.range.start + 1..cursor.offset + word.unwrap_or(rest.len());
    let words = fitting(cursor, string.kind == Kind::Key);
    let near = if words == Words::Cards { on_table(cursor, settings) } else { Vec::new() };
    let items = words.all().into_iter().enumerate().map(|(number, word)| CompletionItem {
        kind: KIND_VALUE,
        detail: facts(&word),
        // Cards that the seat can reach come first.
        sort_text: format!("{}{number:03}", u8::from(!near.contains(&word))),
        filter_text: word.clone(),
        text_edit: log_in.edit(inside.clone(), word.clone()),
        additional_text_edits: Vec::new(),
        label: word,
    });
    Some(CompletionList { is_incomplete: false, items: items.collect() })
}

/// The words of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Words {
    None,
    Gems,
    Tokens,
    Cards,
    Nobles,
    Cities,
    Posts,
    Origins,
}

impl Words {
    fn all(self) -> Vec<String> {
        let all = Components::with_orient();
        match self {
            Self::None => Vec::new(),
            Self::Gems => Color::ALL.map(|color| color.name().to_owned()).to_vec(),
            Self::Tokens => Token::ALL.map(|token| token.name().to_owned()).to_vec(),
            Self::Cards => all.cards().iter().map(|id| all.card(id).to_string()).collect(),
            Self::Nobles => all.nobles().iter().map(|id| all.noble(id).to_string()).collect(),
            Self::Cities => CityId::all().map(|face| face.facts().to_string()).collect(),
            Self::Origins => ["market", "hand"].map(str::to_owned).to_vec(),
            Self::Posts => Post::ALL.map(|post| post.name().to_owned()).to_vec(),
        }
    }
}

/// Returns the words that fit at the cursor.
fn fitting(cursor: &Cursor<'_>, is_key: bool) -> Words {
    let keys: Vec<&str> = cursor.path.iter().filter_map(Segment::key).collect();
    match keys[..] {
        ["turns", .., amounts, _] if is_key => match amounts {
            "pay" | "return" | "tokens" | "supply" => Words::Tokens,
            "bonuses" | "colors" => Words::Gems,
            _ => Words::None,
        },
        _ if is_key => Words::None,
        ["setup", "nobles"] => Words::Nobles,
        ["setup", "cities"] => Words::Cities,
        ["setup", "market" | "decks", row] if Row::ALL.iter().any(|one| one.key() == row) => {
            Words::Cards
        }
        ["turns", .., "purchase", "from"] => Words::Origins,
        ["turns", .., field] => match field {
            // `copy` also takes a card of the color.
            "take" | "gem" | "copy" => Words::Gems,
            "noble" => Words::Nobles,
            "post" => Words::Posts,
            // The last three are those of a stronghold.
            "card" | "refill" | "market" | "under" | "spend" | "discard" | "place" | "from"
            | "to" => Words::Cards,
            _ => Words::None,
        },
        _ => Words::None,
    }
}

/// Returns the cards in the market and in the hands before the turn at the cursor.
fn on_table(cursor: &Cursor<'_>, settings: &Settings) -> Vec<String> {
    let table = |log: &Log, turn| table_before(log, &settings.options, turn).ok();
    let found = cursor.turn().and_then(|(turn, _)| table(&cursor.log_before()?, turn));
    let Some((game, table)) = found else { return Vec::new() };
    let game = game.as_game();
    let name = |id: CardId| game.components.card(id).to_string();
    in_reach(&table).map(name).collect()
}

fn in_reach(table: &Table) -> impl Iterator<Item = CardId> {
    let hands = table.seats().iter().flat_map(|seat| seat.hand().iter());
    table.market().iter().chain(hands)
}

/// Returns the facts of a component in one line.
fn facts(word: &str) -> Option<String> {
    if !crate::hover::is_component(word) {
        return None;
    }
    let page = splendor_render::explain(word).ok()?;
    let paragraph = page.split("\n\n").nth(1)?;
    Some(paragraph.split_whitespace().collect::<Vec<_>>().join(" "))
}
