//! The faces of cards and tiles.

use splendor_core::{Card, City, Color, Gems, Noble, Post, Row, Token};

use super::ink::{Area, Ink, Stand};
use splendor_verify::words::count_with_noun;

/// How wide a card is.
pub(super) const CARD: i32 = 64;
/// How tall a card is, with its id below.
pub(super) const CARD_TALL: i32 = 96;
/// How wide and tall the tile of a noble is, without its id.
pub(super) const TILE: i32 = 60;
/// How wide a city is.
pub(super) const CITY: i32 = 116;

/// Draws a card: prestige and bonus above, the cost below, and its id.
pub(super) fn card(ink: &mut Ink, card: Card) {
    ink.title(&in_words(card));
    ink.area("card", Area { x: 0, y: 0, width: CARD, height: 84 });
    let band = card.bonus.map_or("none", Color::name);
    ink.area(&format!("band {band}"), Area { x: 0, y: 0, width: CARD, height: 22 });
    if card.points > 0 {
        ink.words("large", Stand::Start, (6, 17), card.points);
    }
    if let Some(color) = card.bonus {
        ink.shape(Token::Gem(color), (CARD - 12, 11), 80, color.letter().to_ascii_uppercase());
    }
    price(ink, card.cost, (12, 74), 4);
    ink.words("id", Stand::Middle, (CARD / 2, 93), card);
}

/// Returns a card as text, for visitors who cannot see the drawing.
fn in_words(card: Card) -> String {
    let points =
        if card.points == 0 { String::new() } else { format!("{} prestige, ", card.points) };
    let cost = Tokens(card.cost).to_string();
    format!("{card}: {} card of {}, {points}costs {cost}", card.brings(), card.level)
}

/// Amounts of gems, in words.
struct Tokens(Gems);

impl std::fmt::Display for Tokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        splendor_core::Tokens::from(self.0).fmt(f)
    }
}

/// Draws amounts upward from a place, so many in a column.
fn price(ink: &mut Ink, gems: Gems, (x, y): (i32, i32), column: usize) {
    let amounts = gems.iter().filter(|&(_, count)| count > 0).collect::<Vec<_>>();
    for (place, (color, count)) in amounts.into_iter().rev().enumerate() {
        let (across, up) = (place / column, place % column);
        let (x, y) = (x + step(across, 30), y - step(up, 15));
        ink.shape(Token::Gem(color), (x, y), 70, count);
        ink.words("letter", Stand::Start, (x + 9, y + 3), color.letter());
    }
}

/// Draws a card that is not known.
pub(super) fn back(ink: &mut Ink, level: Row) {
    ink.title(&format!("a card of {level} that is not known"));
    ink.area("back", Area { x: 0, y: 0, width: CARD, height: 84 });
    ink.words("mark", Stand::Middle, (CARD / 2, 46), "?");
    ink.words("on-back", Stand::Middle, (CARD / 2, 74), level);
}

/// Draws a deck with its number of cards.
pub(super) fn deck(ink: &mut Ink, level: Row, cards: u8) {
    let count = count_with_noun(cards, "card", "cards");
    ink.title(&format!("{level}: {count} in the deck"));
    let class = if cards == 0 { "empty" } else { "back" };
    ink.area(class, Area { x: 0, y: 0, width: CARD, height: 84 });
    let class = if cards == 0 { "small" } else { "mark" };
    ink.words(class, Stand::Middle, (CARD / 2, 46), cards);
    let class = if cards == 0 { "small" } else { "on-back" };
    ink.words(class, Stand::Middle, (CARD / 2, 74), level);
}

/// Draws the tile of a noble: prestige, demand, and id.
pub(super) fn noble(ink: &mut Ink, noble: Noble) {
    ink.title(&format!(
        "noble {noble}: {} prestige, asks for cards: {}",
        noble.points,
        Tokens(noble.demand)
    ));
    ink.area("tile", Area { x: 0, y: 0, width: TILE, height: TILE });
    ink.words("large", Stand::Start, (5, 17), noble.points);
    demand(ink, noble.demand, 28);
    ink.words("id", Stand::Middle, (TILE / 2, TILE + 9), noble);
}

/// Draws a face of a city: prestige, cards of each color, cards of one further color.
pub(super) fn city(ink: &mut Ink, city: City) {
    let further = match city.further {
        0 => String::new(),
        count => format!(" and {count} of one further color"),
    };
    let cards = Tokens(city.cards);
    ink.title(&format!("city {city}: {} prestige, cards: {cards}{further}", city.prestige));
    ink.area("tile", Area { x: 0, y: 0, width: CITY, height: TILE });
    ink.words("large", Stand::Start, (5, 17), city.prestige);
    let colors = demand(ink, city.cards, 28);
    if city.further > 0 {
        ink.words(
            "small",
            Stand::Start,
            (6 + step(colors, 19), 46),
            format!("+{} alike", city.further),
        );
    }
    ink.words("id", Stand::Middle, (CITY / 2, TILE + 9), city);
}

/// Draws numbers of cards in a row. Returns the number of colors.
fn demand(ink: &mut Ink, cards: Gems, top: i32) -> usize {
    let amounts: Vec<_> = cards.iter().filter(|&(_, count)| count > 0).collect();
    for (place, &(color, count)) in amounts.iter().enumerate() {
        let x = 4 + step(place, 19);
        ink.area(
            &format!("small-card {}", color.name()),
            Area { x, y: top, width: 15, height: 20 },
        );
        ink.words("count-on", Stand::Middle, (x + 7, top + 14), count);
        ink.words("letter", Stand::Middle, (x + 7, top + 28), color.letter());
    }
    amounts.len()
}

/// Draws a trading post: its name on a plate. Returns how wide that is.
pub(super) fn post(ink: &mut Ink, post: Post) -> i32 {
    let name = post.name();
    let width = 10 + step(name.len(), 5);
    ink.area("plate", Area { x: 0, y: 0, width, height: 16 });
    ink.words("tiny", Stand::Middle, (width / 2, 11), name);
    width
}

/// Returns the distance of the n-th item from the first.
pub(super) fn step(number: usize, width: i32) -> i32 {
    i32::try_from(number).map_or(0, |number| number * width)
}
