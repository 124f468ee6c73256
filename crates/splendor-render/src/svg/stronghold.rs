//! The strongholds: towers with the number of their seat, so that no color tells them apart.

use splendor_core::{CardId, Position, STRONGHOLDS};
use splendor_verify::words::count_with_noun;

use super::face::{CARD, step};
use super::ink::{Ink, Stand};

/// Draws the strongholds on a card of the market, one above the other.
pub(super) fn on_card(ink: &mut Ink, position: &Position, card: CardId) {
    for seat in seats(position) {
        let count = position.strongholds().count(seat, card);
        if count == 0 {
            continue;
        }
        ink.text.push_str("<g>");
        ink.title(&of_seat(count, seat));
        for place in 0..usize::from(count) {
            tower(ink, (CARD - 11, 72 - step(place, 16)), seat);
        }
        ink.text.push_str("</g>");
    }
}

/// Draws the strongholds in the stock of a seat; those on cards leave an empty place.
pub(super) fn in_stock(ink: &mut Ink, position: &Position, seat: usize) {
    let number = u8::try_from(seat).unwrap_or(0);
    let stock = usize::from(position.strongholds().in_stock(number));
    ink.text.push_str("<g>");
    ink.title(&stock_in_words(position, seat));
    ink.words("small", Stand::Start, (0, 13), "strongholds");
    for place in 0..usize::from(STRONGHOLDS) {
        ink.add(format_args!("<g class=\"{}\">", if place < stock { "some" } else { "none" }));
        tower(ink, (96 + step(place, 20), 8), number);
        ink.text.push_str("</g>");
    }
    ink.text.push_str("</g>");
}

/// Draws one stronghold: a tower with battlements around a place, and the number of its seat.
fn tower(ink: &mut Ink, (x, y): (i32, i32), seat: u8) {
    ink.at(x, y, 100, |ink| {
        ink.add(format_args!("<path class=\"tower\" d=\"M-8 7V-8H-5V-5H-2V-8H2V-5H5V-8H8V7Z\"/>"));
        ink.words("on-dark", Stand::Middle, (0, 6), seat);
    });
}

/// Returns the strongholds on a card in words: none, or ` (2 strongholds of seat 1)`. All of them
/// belong to one seat.
pub(super) fn in_words(position: &Position, card: CardId) -> String {
    let counts = seats(position).map(|seat| (seat, position.strongholds().count(seat, card)));
    let mut standing = counts.filter(|&(_, count)| count > 0);
    let words = |(seat, count)| format!(" ({})", of_seat(count, seat));
    standing.next().map(words).unwrap_or_default()
}

/// Returns how many strongholds a seat has in stock, in words.
pub(super) fn stock_in_words(position: &Position, seat: usize) -> String {
    let stock = position.strongholds().in_stock(u8::try_from(seat).unwrap_or(0));
    format!("{} in stock", count_with_noun(stock, "stronghold", "strongholds"))
}

fn of_seat(count: u8, seat: u8) -> String {
    format!("{} of seat {seat}", count_with_noun(count, "stronghold", "strongholds"))
}

/// Returns the numbers of the seats.
fn seats(position: &Position) -> impl Iterator<Item = u8> {
    (0..).take(position.seats().len())
}
