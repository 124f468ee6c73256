//! A position as a drawing: SVG in two kinds of parts, the board and the area of each seat.
//!
//! Every kind of token has its own shape and letter, so that the drawing does not depend on color.
//! The parts are as wide as a phone; a page puts them in a row.

mod face;
pub(crate) mod fit;
pub(crate) mod ink;

use splendor_core::{
    Action, CardId, CardSet, CityId, Game, NobleId, NobleSet, Position, Row, Seat, Token, Tokens,
    Turn,
};

use face::{CARD, CARD_TALL, CITY, step};
use ink::{Area, Ink, Stand, letter};

use splendor_verify::words::count_with_noun;

/// How wide each part is, in units of the drawing.
pub(crate) const WIDTH: i32 = 388;
/// The height of the area of a seat without trading posts.
const SEAT_TALL: i32 = 158;
/// How tall the line of trading posts is.
const POSTS_TALL: i32 = 20;
/// The left edge of the tiles of a seat, right of a hand of three cards.
const TILES_LEFT: i32 = 196;
/// The distance between two cards in a row.
const PITCH: i32 = 78;
/// How tall the row of nobles or cities is.
pub(crate) const TILES_TALL: i32 = 78;
/// How tall the board is.
pub(crate) const BOARD_TALL: i32 = TILES_TALL + 3 * (CARD_TALL + 6) + 50;

/// How the parts look: classes for the shapes, alone and on a page.
pub(crate) const STYLE: &str = include_str!("style.css");
/// The shapes of the tokens.
pub(crate) const SHAPES: &str = include_str!("shapes.svg");

/// The parts of a turn to mark on the table before it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Marks {
    /// The cards that it reserves or buys.
    pub(crate) cards: CardSet,
    /// The deck that it reserves from.
    pub(crate) deck: Option<Row>,
    /// The tokens that it takes.
    pub(crate) taken: Tokens,
    /// The acting seat, if there is a turn.
    pub(crate) seat: Option<u8>,
}

impl Marks {
    /// Returns the marks of a turn.
    pub(crate) fn of(turn: &Turn) -> Self {
        let nothing = Self { seat: Some(turn.seat), ..Self::default() };
        match turn.action {
            Action::Take(taken) => Self { taken, ..nothing },
            Action::ReserveMarket(card) | Action::Purchase { card, .. } => {
                Self { cards: CardSet::one(card), ..nothing }
            }
            Action::ReserveDeck { row: level, .. } => Self { deck: Some(level), ..nothing },
            Action::Pass => nothing,
        }
    }
}

/// The slots of the face-up cards of each level. A new card fills the slot of the card that left.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slots {
    rows: [Vec<Option<CardId>>; 3],
}

impl Slots {
    /// Follows the market to another position.
    pub(crate) fn follow(&mut self, game: &Game<'_>, position: &Position) {
        for &level in game.rows() {
            let now = position.market().and(game.components.of_row(level));
            let row = &mut self.rows[level.index()];
            row.resize(row.len().max(usize::from(game.market_width)), None);
            for slot in row.iter_mut() {
                *slot = slot.filter(|&card| now.has(card));
            }
            for card in now.iter().filter(|card| !row.contains(&Some(*card))).collect::<Vec<_>>() {
                match row.iter_mut().find(|slot| slot.is_none()) {
                    Some(slot) => *slot = Some(card),
                    None => row.push(Some(card)),
                }
            }
        }
    }
}

/// Returns the faces of cards and nobles, each drawn once, for the parts to refer to.
pub(crate) fn faces(game: &Game<'_>, cards: CardSet, nobles: NobleSet) -> String {
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
pub(crate) fn label(game: &Game<'_>, position: &Position) -> String {
    let market = position.market().iter().map(|id| game.components.card(id).to_string());
    let market = market.collect::<Vec<_>>().join(", ");
    let nobles = position.nobles().iter().map(|id| game.components.noble(id).to_string());
    let cities = position.cities().iter().map(CityId::facts).map(|city| city.to_string());
    let tiles = nobles.chain(cities).collect::<Vec<_>>().join(", ");
    let decks = game.rows().iter().map(|&level| position.deck(level).len().to_string());
    let decks = decks.collect::<Vec<_>>().join(", ");
    format!(
        "nobles and cities: {}; market: {}; cards in the decks of level 1, 2 and 3: {decks}; \
         supply: {}",
        or_none(&tiles),
        or_none(&market),
        position.supply()
    )
}

fn or_none(text: &str) -> &str {
    if text.is_empty() { "none" } else { text }
}

/// Returns the height of the area of a seat, with room for everything that a seat can hold.
pub(crate) const fn seat_tall(game: &Game<'_>) -> i32 {
    if game.rules.modules.trading_posts { SEAT_TALL + POSTS_TALL } else { SEAT_TALL }
}

/// Returns the middle of the table: nobles or cities, the market with its decks, the supply.
pub(crate) fn board(game: &Game<'_>, position: &Position, slots: &Slots, marks: &Marks) -> String {
    let mut ink = Ink::default();
    tiles(&mut ink, game, position);
    for (row, level) in game.rows().iter().copied().rev().enumerate() {
        ink.at(4, TILES_TALL + step(row, CARD_TALL + 6), 100, |ink| {
            market(ink, game, position, slots, marks, level);
        });
    }
    ink.at(0, BOARD_TALL - 50, 100, |ink| supply(ink, position.supply(), marks));
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
    level: Row,
) {
    face::deck(ink, level, position.deck(level).len());
    if marks.deck == Some(level) {
        marked(ink);
    }
    let row = &slots.rows[level.index()];
    let mut hidden = position.market_hidden()[level.index()];
    let pitch = 4 * PITCH / i32::try_from(row.len().max(4)).unwrap_or(4);
    for (place, slot) in row.iter().enumerate() {
        let veiled = slot.is_none() && hidden > 0;
        hidden -= u8::from(veiled);
        ink.at(PITCH + step(place, pitch), 0, 100, |ink| match slot {
            Some(id) => market_card(ink, game, *id, marks),
            None if veiled => face::back(ink, level),
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

/// Returns the area of a seat: its name and prestige, tokens, bonuses, hand and tiles.
pub(crate) fn before_seat(
    game: &Game<'_>,
    position: &Position,
    seat: usize,
    name: &str,
    marks: &Marks,
) -> String {
    let mut ink = Ink::default();
    let holdings = &position.seats()[seat];
    let acts = marks.seat.is_some_and(|acting| usize::from(acting) == seat)
        || marks.seat.is_none() && !position.has_ended() && usize::from(position.to_move()) == seat;
    let class = if acts { "mat acting" } else { "mat" };
    ink.area(class, Area { x: 2, y: 2, width: WIDTH - 4, height: seat_tall(game) - 6 });
    heading(&mut ink, seat, name, acts, holdings);
    holding(&mut ink, holdings);
    ink.at(8, 78, 78, |ink| hand(ink, game, position, seat, marks));
    nobles(&mut ink, game, holdings);
    plates(&mut ink, holdings);
    ink.text
}

fn heading(ink: &mut Ink, seat: usize, name: &str, acts: bool, holdings: &Seat) {
    let arrow = if acts { "\u{25b6} " } else { "" };
    let bought = count_with_noun(holdings.bought().iter().count(), "card", "cards");
    let summary = format!("{} prestige, {bought}", holdings.prestige());
    let before = format!("{arrow}seat {seat}");
    let room = WIDTH - 30 - fit::width(&summary) - fit::width(&before) - fit::width(" ()");
    let short = fit::in_room(name, room);
    ink.text.push_str("<g>");
    if short != name {
        ink.title(&format!("seat {seat} ({name})"));
    }
    let short = if short.is_empty() { short } else { format!(" ({short})") };
    ink.words("name", Stand::Start, (8, 20), format!("{before}{short}"));
    ink.text.push_str("</g>");
    ink.words("name", Stand::End, (WIDTH - 10, 20), summary);
}

/// Draws the nobles of a seat; more than three are smaller, so that all five have room.
fn nobles(ink: &mut Ink, game: &Game<'_>, seat: &Seat) {
    let percent = if seat.nobles().iter().count() > 3 { 58 } else { 78 };
    ink.at(TILES_LEFT, 78, percent, |ink| {
        for (place, id) in seat.nobles().iter().enumerate() {
            ink.at(step(place, 64), 0, 100, |ink| noble(ink, game, id));
        }
    });
}

/// Draws the number of tokens of each kind, and next to it the bonuses of the seat.
fn holding(ink: &mut Ink, seat: &Seat) {
    for (place, (token, count)) in seat.tokens().iter().enumerate() {
        let x = 12 + step(place, 62);
        if let Token::Gem(color) = token {
            let bonus = seat.bonuses().get(color);
            let class = if bonus == 0 { "none" } else { "some" };
            ink.add(format_args!("<g class=\"{class}\">"));
            let [card, cards] = ["card", "cards"].map(|noun| format!("{} {noun}", color.name()));
            ink.title(&count_with_noun(bonus, &card, &cards));
            ink.area(
                &format!("small-card {}", color.name()),
                Area { x: x - 4, y: 36, width: 18, height: 26 },
            );
            ink.words("count-on", Stand::Middle, (x + 5, 53), bonus);
            ink.text.push_str("</g>");
        }
        let class = if count == 0 { "none" } else { "some" };
        ink.add(format_args!("<g class=\"{class}\">"));
        ink.title(&amount(token, count));
        ink.shape(token, (x + 27, 49), 100, letter(token).to_ascii_uppercase());
        ink.words("count", Stand::Start, (x + 39, 54), count);
        ink.text.push_str("</g>");
    }
}

fn hand(ink: &mut Ink, game: &Game<'_>, position: &Position, seat: usize, marks: &Marks) {
    let holdings = &position.seats()[seat];
    let mut x = 0;
    for id in holdings.hand().iter() {
        ink.at(x, 0, 100, |ink| market_card(ink, game, id, marks));
        if position.secret().has(id) {
            let frame = Area { x: x - 2, y: -2, width: CARD + 4, height: 98 };
            ink.area("secret", frame);
        }
        x += CARD + 8;
    }
    for &level in game.rows() {
        for _ in 0..holdings.hidden()[level.index()] {
            ink.at(x, 0, 100, |ink| face::back(ink, level));
            x += CARD + 8;
        }
    }
    if x == 0 {
        ink.words("small", Stand::Start, (2, 40), "no card in hand");
    }
}

/// Draws the trading posts below all else; the five have room in one line.
fn plates(ink: &mut Ink, seat: &Seat) {
    let mut x = 8;
    for post in seat.posts().iter() {
        let mut wide = 0;
        ink.at(x, SEAT_TALL - 4, 100, |ink| wide = face::post(ink, post));
        x += wide + 5;
    }
}

/// Returns the area of a seat as a sentence, for visitors who cannot see the drawing. The name is
/// not escaped.
pub(crate) fn seat_label(game: &Game<'_>, position: &Position, seat: usize, name: &str) -> String {
    let holdings = &position.seats()[seat];
    let hand: Vec<_> =
        holdings.hand().iter().map(|id| game.components.card(id).to_string()).collect();
    let hidden: u8 = holdings.hidden().iter().sum();
    let nobles: Vec<_> =
        holdings.nobles().iter().map(|id| game.components.noble(id).to_string()).collect();
    let posts: Vec<_> = holdings.posts().iter().map(|post| post.to_string()).collect();
    let name = if name.is_empty() { String::new() } else { format!(" ({name})") };
    let acts = !position.has_ended() && usize::from(position.to_move()) == seat;
    format!(
        "seat {seat}{name}: {} prestige; {}{}; tokens: {}; bonuses: {}; hand: {}{}; nobles: {}; \
         posts: {}",
        holdings.prestige(),
        if acts { "to move; " } else { "" },
        count_with_noun(holdings.bought().iter().count(), "card bought", "cards bought"),
        holdings.tokens(),
        Tokens::from(holdings.bonuses()),
        or_none(&hand.join(", ")),
        if hidden == 0 { String::new() } else { format!(" and {hidden} that are not known") },
        or_none(&nobles.join(", ")),
        or_none(&posts.join(", "))
    )
}
