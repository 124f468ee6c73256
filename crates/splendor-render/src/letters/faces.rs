//! Small pictures of tiles and cards in letters, side by side.

use std::borrow::Cow;

use splendor_core::{
    Card, CardId, City, CityId, Color, Game, Gems, Noble, NobleSet, Position, Power, Row, Token,
};

use super::pen::{Pen, Word, plain};

/// How wide a picture is: five to a line.
const CELL: usize = 15;
/// How wide the picture of an Orient card is, which names its power.
const ORIENT_CELL: usize = 30;

/// A small picture of a tile or a card: up to four lines, as wide as a cell.
type Face<'f> = [Vec<Word<'f>>; 4];

pub(super) fn nobles(pen: &mut Pen, game: &Game<'_>, on_table: NobleSet) {
    if on_table.is_empty() {
        return;
    }
    pen.line("nobles");
    let faces: Vec<Face<'_>> =
        on_table.iter().map(|id| of_noble(game.components.noble(id))).collect();
    row(pen, CELL, &faces);
}

/// The cities on the table.
pub(super) fn cities(pen: &mut Pen, position: &Position) {
    let faces: Vec<Face<'_>> = position.cities().iter().map(CityId::facts).map(of_city).collect();
    if !faces.is_empty() {
        pen.line("cities");
        row(pen, CELL, &faces);
    }
}

fn of_city(city: City) -> Face<'static> {
    let mut demand = amounts(city.cards);
    match (city.cards == Gems::NONE, city.further) {
        (_, 0) => {}
        (true, further) => demand = vec![plain(format!("+{further}"))],
        (false, further) => demand.push(plain(format!(" +{further}"))),
    }
    [vec![plain(points(city.prestige))], demand, vec![plain(city)], Vec::new()]
}

fn of_noble(noble: Noble) -> Face<'static> {
    [vec![plain(points(noble.points))], amounts(noble.demand), vec![plain(noble)], Vec::new()]
}

pub(super) fn market(pen: &mut Pen, game: &Game<'_>, position: &Position, from: Row) {
    let known = position.market().and(game.components.of_row(from));
    let deck = position.deck(from).len();
    if known.is_empty() {
        let marks = " ?".repeat(usize::from(position.market_hidden()[from.index()]));
        let marks = if marks.is_empty() { " no card" } else { &marks };
        pen.line(&format!("{from}, {deck} in the deck:{marks}"));
        return;
    }
    pen.blank();
    pen.line(&format!("{from}, {deck} in the deck"));
    let known = known.iter().map(|id| {
        let [first, cost, name, _] = of_card(game.components.card(id));
        [first, cost, name, strongholds(position, id)]
    });
    let hidden = usize::from(position.market_hidden()[from.index()]);
    let veiled = [vec![plain("?")], Vec::new(), Vec::new(), Vec::new()];
    let hidden = std::iter::repeat_n(veiled, hidden);
    let cell = if from.is_orient() { ORIENT_CELL } else { CELL };
    row(pen, cell, &known.chain(hidden).collect::<Vec<_>>());
}

fn of_card(card: Card) -> Face<'static> {
    let bonus = (card.bonus().map(Token::Gem), brings(card));
    let points = (card.points() > 0).then(|| plain(format!(" {}", points(card.points()))));
    let bonus = std::iter::once(bonus).chain(points).collect();
    let cost = match card.discard() {
        Some(color) => vec![(Some(Token::Gem(color)), format!("2 {} cards", color.name()).into())],
        None => amounts(card.cost()),
    };
    [bonus, cost, vec![plain(card)], Vec::new()]
}

/// Returns the bonus and the power of a card, as short as a picture needs it.
fn brings(card: Card) -> Cow<'static, str> {
    let color = card.bonus().map_or("", Color::name);
    match card.power() {
        None => color.into(),
        Some(Power::VirtualGold) => "2 virtual gold".into(),
        Some(Power::Copy) => "copy".into(),
        Some(Power::CopyAndFree) => "copy, free level 1".into(),
        Some(Power::DoubleBonus) => format!("2 {color}").into(),
        Some(Power::Free) => format!("{color}, free level 2").into(),
    }
}

/// Returns the strongholds on a card, each as the number of its seat: `[1][1]`.
fn strongholds(position: &Position, card: CardId) -> Vec<Word<'static>> {
    let counts = (0..).take(position.seats().len()).flat_map(|seat| {
        let count = usize::from(position.strongholds().count(seat, card));
        std::iter::repeat_n(tower(seat), count)
    });
    counts.map(plain).collect()
}

/// Returns the sign of a stronghold.
pub(super) fn tower(seat: u8) -> String {
    format!("[{seat}]")
}

fn points(count: u8) -> String {
    format!("{count} pt")
}

/// Returns amounts like `2d 1o`, or a dash if all are zero.
fn amounts(gems: Gems) -> Vec<Word<'static>> {
    let kinds = gems.iter().filter(|&(_, count)| count > 0).enumerate();
    let words = kinds.map(|(place, (color, count))| {
        let blank = if place == 0 { "" } else { " " };
        (Some(Token::Gem(color)), format!("{blank}{count}{}", color.letter()).into())
    });
    let words: Vec<_> = words.collect();
    if words.is_empty() { vec![plain("-")] } else { words }
}

/// Draws faces side by side, as many as fit into the lines.
fn row(pen: &mut Pen, cell: usize, faces: &[Face<'_>]) {
    for chunk in faces.chunks(5 * CELL / cell) {
        for part in 0..4 {
            let mut written = false;
            for (place, face) in chunk.iter().enumerate() {
                pen.to(2 + place * cell);
                face[part].iter().for_each(|word| pen.word(word));
                written |= !face[part].is_empty();
            }
            if written {
                pen.end();
            }
        }
        pen.blank();
    }
}
