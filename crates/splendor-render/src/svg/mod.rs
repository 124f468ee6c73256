//! A position as a drawing: SVG in two kinds of parts, the board and the area of each seat.
//!
//! Every kind of token has its own shape and letter, so that the drawing does not depend on color.
//! The parts are as wide as a phone; a page puts them in a row.

mod face;
pub(crate) mod fit;
pub(crate) mod ink;
mod seat;
mod stronghold;

use splendor_core::{
    Action, CardId, CardSet, CityId, Game, NobleId, NobleSet, Position, Row, Token, Tokens, Turn,
};

use face::{CARD, CARD_TALL, CITY, step};
use ink::{Area, Ink, Stand, letter};

pub use ink::escaped;
pub use seat::{before_seat, seat_label, seat_tall};

use splendor_verify::words::count_with_noun;

/// How wide each part is, in units of the drawing.
pub const WIDTH: i32 = 388;
/// The distance between two cards in a row.
const PITCH: i32 = 78;
/// How tall the row of nobles or cities is.
pub const TILES_TALL: i32 = 78;
/// How tall a row of the market is.
const ROW_TALL: i32 = CARD_TALL + 6;
/// How tall the supply is.
const SUPPLY_TALL: i32 = 50;

/// How the parts look: classes for the shapes, alone and on a page.
pub const STYLE: &str = include_str!("style.css");
/// The shapes of the tokens.
pub const SHAPES: &str = include_str!("shapes.svg");

/// The parts of a turn to mark on the table before it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks {
    /// The cards that it reserves, buys or takes free.
    pub cards: CardSet,
    /// The deck that it reserves from.
    pub deck: Option<Row>,
    /// The tokens that it takes.
    pub taken: Tokens,
    /// The acting seat, if there is a turn.
    pub seat: Option<u8>,
}

impl Marks {
    /// Returns the marks of a turn.
    pub fn of(turn: &Turn) -> Self {
        let nothing = Self { seat: Some(turn.seat), ..Self::default() };
        match turn.action {
            Action::Take(taken) => Self { taken, ..nothing },
            Action::ReserveMarket(card) => Self { cards: CardSet::one(card), ..nothing },
            Action::Purchase { .. } => {
                Self { cards: turn.cards_taken().map(|(card, _)| card).collect(), ..nothing }
            }
            Action::ReserveDeck { row: level, .. } => Self { deck: Some(level), ..nothing },
            Action::Pass => nothing,
        }
    }
}

/// The slots of the face-up cards of each row. A new card fills the slot of the card that left.
#[derive(Clone, Debug, Default)]
pub struct Slots {
    rows: [Vec<Option<CardId>>; Row::COUNT],
}

impl Slots {
    /// Follows the market to another position.
    pub fn follow(&mut self, game: &Game<'_>, position: &Position) {
        for &row in game.rows() {
            let now = position.market().and(game.components.of_row(row));
            let slots = &mut self.rows[row.index()];
            slots.resize(slots.len().max(usize::from(game.width(row))), None);
            for slot in slots.iter_mut() {
                *slot = slot.filter(|&card| now.has(card));
            }
            for card in now.iter().filter(|card| !slots.contains(&Some(*card))).collect::<Vec<_>>()
            {
                match slots.iter_mut().find(|slot| slot.is_none()) {
                    Some(slot) => *slot = Some(card),
                    None => slots.push(Some(card)),
                }
            }
        }
    }
}

/// Returns the faces of cards and nobles, each drawn once, for the parts to refer to.
pub fn faces(game: &Game<'_>, cards: CardSet, nobles: NobleSet) -> String {
    let mut ink = Ink::default();
    ink.text.push_str("<defs>");
    for id in cards.iter() {
        let card = game.components.card(id);
        ink.add(format_args!("<g id=\"card-{card}\">"));
        face::card(&mut ink, card);
        ink.text.push_str("</g>");
    }
    for id in nobles.iter() {
        let noble = game.components.noble(id);
        ink.add(format_args!("<g id=\"noble-{noble}\">"));
        face::noble(&mut ink, noble);
        ink.text.push_str("</g>");
    }
    ink.text.push_str("</defs>");
    ink.text
}

/// Returns the name of a seat, if it has one.
pub(crate) fn name(names: &[String], seat: usize) -> &str {
    names.get(seat).map(String::as_str).unwrap_or_default()
}

/// Returns the board as a sentence, for visitors who cannot see the drawing.
pub fn label(game: &Game<'_>, position: &Position) -> String {
    let market = position.market().iter().map(|id| {
        let card = game.components.card(id);
        format!("{card}{}", stronghold::in_words(position, id))
    });
    let market = market.collect::<Vec<_>>().join(", ");
    let nobles = position.nobles().iter().map(|id| game.components.noble(id).to_string());
    let cities = position.cities().iter().map(CityId::facts).map(|city| city.to_string());
    let tiles = nobles.chain(cities).collect::<Vec<_>>().join(", ");
    let decks = game.rows().iter().map(|&level| position.deck(level).len().to_string());
    let decks = decks.collect::<Vec<_>>().join(", ");
    format!(
        "nobles and cities: {}; market: {}; cards in the decks of level 1, 2 and 3{}: {decks}; \
         supply: {}",
        or_none(&tiles),
        or_none(&market),
        if game.rules.modules.orient { " and of Orient level 1, 2 and 3" } else { "" },
        position.supply()
    )
}

fn or_none(text: &str) -> &str {
    if text.is_empty() { "none" } else { text }
}

/// Returns how tall the board is.
pub fn board_tall(game: &Game<'_>) -> i32 {
    supply_top(game) + SUPPLY_TALL
}

fn supply_top(game: &Game<'_>) -> i32 {
    TILES_TALL + step(game.rows().len(), ROW_TALL)
}

/// Returns the middle of the table: nobles or cities, the market with its decks, the supply.
pub fn board(game: &Game<'_>, position: &Position, slots: &Slots, marks: &Marks) -> String {
    let mut ink = Ink::default();
    tiles(&mut ink, game, position);
    for (place, row) in game.rows().iter().copied().rev().enumerate() {
        ink.at(4, TILES_TALL + step(place, ROW_TALL), 100, |ink| {
            market(ink, game, position, slots, marks, row);
        });
    }
    ink.at(0, supply_top(game), 100, |ink| supply(ink, position.supply(), marks));
    ink.text
}

fn tiles(ink: &mut Ink, game: &Game<'_>, position: &Position) {
    for (place, id) in position.nobles_listed().enumerate() {
        ink.at(4 + step(place, 77), 4, 100, |ink| noble(ink, game, id));
    }
    // The tiles of cities and of nobles are never on one table.
    for (place, id) in position.cities().iter().enumerate() {
        ink.at(4 + step(place, CITY + 12), 4, 100, |ink| face::city(ink, id.facts()));
    }
}

fn market(
    ink: &mut Ink,
    game: &Game<'_>,
    position: &Position,
    slots: &Slots,
    marks: &Marks,
    row: Row,
) {
    face::deck(ink, row, position.deck(row).len());
    if marks.deck == Some(row) {
        marked(ink);
    }
    let slots = &slots.rows[row.index()];
    let mut hidden = position.market_hidden()[row.index()];
    let pitch = 4 * PITCH / i32::try_from(slots.len().max(4)).unwrap_or(4);
    for (place, slot) in slots.iter().enumerate() {
        let veiled = slot.is_none() && hidden > 0;
        hidden -= u8::from(veiled);
        ink.at(PITCH + step(place, pitch), 0, 100, |ink| match slot {
            Some(id) => {
                market_card(ink, game, *id, marks);
                stronghold::on_card(ink, position, *id);
            }
            None if veiled => face::back(ink, row),
            None => ink.area("empty", Area { x: 0, y: 0, width: CARD, height: 84 }),
        });
    }
}

fn market_card(ink: &mut Ink, game: &Game<'_>, id: CardId, marks: &Marks) {
    ink.add(format_args!("<use href=\"#card-{}\"/>", game.components.card(id)));
    if marks.cards.has(id) {
        marked(ink);
    }
}

fn noble(ink: &mut Ink, game: &Game<'_>, id: NobleId) {
    ink.add(format_args!("<use href=\"#noble-{}\"/>", game.components.noble(id)));
}

/// Draws a frame around a card and its id.
fn marked(ink: &mut Ink) {
    ink.area("marked", Area { x: -3, y: -3, width: CARD + 6, height: 100 });
}

fn supply(ink: &mut Ink, supply: Tokens, marks: &Marks) {
    ink.words("small", Stand::Start, (4, 27), "supply");
    for (place, (token, count)) in supply.iter().enumerate() {
        let x = 66 + step(place, 54);
        let class = if count == 0 { "none" } else { "some" };
        ink.add(format_args!("<g class=\"{class}\">"));
        ink.title(&format!("supply: {}", amount(token, count)));
        ink.shape(token, (x, 22), 130, letter(token).to_ascii_uppercase());
        ink.words("count", Stand::Start, (x + 17, 28), count);
        ink.text.push_str("</g>");
        let taken = marks.taken.get(token);
        if taken > 0 {
            ink.words("taken", Stand::Middle, (x, 47), format!("\u{2212}{taken}"));
        }
    }
}

/// Returns an amount of a kind of token in words.
fn amount(token: Token, count: u8) -> String {
    count_with_noun(count, token.name(), token.plural())
}
