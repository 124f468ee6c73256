//! The faces of cards and tiles.

use splendor_core::{Card, City, Color, Gems, Noble, Post, Power, Row, Token};

use super::ink::{Area, Ink, Stand, letter};
use splendor_verify::words::count_with_noun;

/// How wide a card is.
pub(super) const CARD: i32 = 68;
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
    let band = card.bonus().map_or("none", Color::name);
    ink.area(&format!("band {band}"), Area { x: 0, y: 0, width: CARD, height: 22 });
    if card.points() > 0 {
        ink.words("large", Stand::Start, (6, 17), card.points());
    }
    if let Some(color) = card.bonus() {
        ink.shape(Token::Gem(color), (CARD - 12, 11), 80, color.letter().to_ascii_uppercase());
    }
    if let Some(power) = card.power() {
        sign(ink, card, power);
        ink.words("tiny", Stand::End, (CARD - 3, 32), word(power));
    }
    price(ink, card.cost(), (12, 74), 4);
    if let Some(color) = card.discard() {
        demand(ink, Gems::NONE.with(color, 2), 48);
        ink.words("tiny", Stand::Start, (21, 62), "cards");
    }
    ink.words("id", Stand::Middle, (CARD / 2, 93), card);
}

/// Draws the sign of a power, next to the bonus.
fn sign(ink: &mut Ink, card: Card, power: Power) {
    let place = (CARD - 32, 17);
    match power {
        Power::VirtualGold => ink.shape(Token::Gold, (CARD - 12, 11), 80, 2),
        Power::Copy => ink.words("large", Stand::Middle, (CARD - 12, 17), "="),
        Power::CopyAndFree => {
            ink.words("large", Stand::Middle, (CARD - 12, 17), "=");
            ink.words("large", Stand::Middle, place, "+");
        }
        Power::DoubleBonus => {
            let color = card.bonus().map_or(Token::Gold, Token::Gem);
            ink.shape(color, (CARD - 30, 11), 80, letter(color).to_ascii_uppercase());
        }
        Power::Free => ink.words("large", Stand::Middle, place, "+"),
    }
}

/// Returns a power in a word or two that fit on a card.
const fn word(power: Power) -> &'static str {
    match power {
        Power::VirtualGold => "2 gold, once",
        Power::Copy => "copy",
        Power::CopyAndFree => "copy, free 1",
        Power::DoubleBonus => "double",
        Power::Free => "free level 2",
    }
}

/// Returns a card as text, for visitors who cannot see the drawing.
fn in_words(card: Card) -> String {
    let points =
        if card.points() == 0 { String::new() } else { format!("{} prestige, ", card.points()) };
    let cost = match card.discard() {
        Some(color) => format!("two {} cards", color.name()),
        None => Tokens(card.cost()).to_string(),
    };
    match card.power() {
        None => format!("{card}: {} card of {}, {points}costs {cost}", card.brings(), card.row()),
        Some(_) => {
            format!("{card}: brings {}; {}, {points}costs {cost}", card.brings(), card.row())
        }
    }
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
pub(super) fn back(ink: &mut Ink, row: Row) {
    ink.title(&format!("a card of {row} that is not known"));
    ink.area("back", Area { x: 0, y: 0, width: CARD, height: 84 });
    ink.words("mark", Stand::Middle, (CARD / 2, 44), "?");
    row_name(ink, row, "on-back");
}

/// Writes the name of a row on the back of its cards: that of an Orient row takes two lines.
fn row_name(ink: &mut Ink, row: Row, class: &str) {
    if row.is_orient() {
        ink.words(class, Stand::Middle, (CARD / 2, 64), "Orient");
    }
    ink.words(class, Stand::Middle, (CARD / 2, 77), row.level());
}

/// Draws a deck with its number of cards.
pub(super) fn deck(ink: &mut Ink, row: Row, cards: u8) {
    let count = count_with_noun(cards, "card", "cards");
    ink.title(&format!("{row}: {count} in the deck"));
    let class = if cards == 0 { "empty" } else { "back" };
    ink.area(class, Area { x: 0, y: 0, width: CARD, height: 84 });
    let class = if cards == 0 { "small" } else { "mark" };
    ink.words(class, Stand::Middle, (CARD / 2, 44), cards);
    let class = if cards == 0 { "small" } else { "on-back" };
    row_name(ink, row, class);
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
        ink.words("letter", Stand::Middle, (x + 7, top + 29), color.letter());
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
