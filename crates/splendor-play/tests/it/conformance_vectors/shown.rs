//! What a turn or a table shows: the values of quantities, and the conditions that meet.

use splendor_core::{Clause, Game, Position, Turn};

use super::moment::Moment;
use super::quantities::{CONDITIONS, QUANTITIES, Quantity, STATES, TABLE_QUANTITIES};

/// What a vector can show. Quantities and conditions have their numbers in their lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Shown {
    /// A quantity of a legal turn has a value.
    Value(u8, u8),
    /// A quantity of a table has a value.
    TableValue(u8, u8),
    /// Two conditions meet in a legal turn.
    Pair(u8, u8),
    /// A turn just breaks a clause, and a quantity has a value next to those of legal turns.
    Beyond(Clause, u8, u8),
    /// A turn just breaks a clause, and a quantity of its family has a value of legal turns.
    Near(Clause, u8, u8),
    /// A turn just breaks a clause by such a value, in a state of the table.
    BeyondWhere(Clause, u8, u8, u8),
    /// A turn just breaks a clause where a condition holds.
    BrokenWhere(Clause, u8),
}

/// Returns what a legal turn shows.
pub(super) fn shown_by_turn(game: &Game<'_>, position: &Position, turn: &Turn) -> Vec<Shown> {
    let moment = Moment::new(game, position, turn);
    let legal = values(&moment).filter(|&(quantity, value)| is_legal(quantity, value));
    let values = legal.map(|(quantity, value)| Shown::Value(quantity, value));
    let met: Vec<u8> = conditions(&moment).collect();
    let pairs = met.iter().flat_map(|&one| met.iter().map(move |&other| (one, other)));
    let pairs = pairs.filter(|(one, other)| one < other);
    values.chain(pairs.map(|(one, other)| Shown::Pair(one, other))).collect()
}

/// Returns what a turn shows that breaks a clause: nothing unless it just breaks it.
pub(super) fn shown_by_breach(
    game: &Game<'_>,
    position: &Position,
    turn: &Turn,
    clause: Clause,
) -> Vec<Shown> {
    let moment = Moment::new(game, position, turn);
    if !moment.just_breaks(clause) {
        return Vec::new();
    }
    let met: Vec<u8> = conditions(&moment).collect();
    let mut all: Vec<Shown> = met.iter().map(|&one| Shown::BrokenWhere(clause, one)).collect();
    for (quantity, value) in values(&moment) {
        if is_legal(quantity, value) {
            let is_of_family = QUANTITIES[usize::from(quantity)].0 == clause.family();
            all.extend(is_of_family.then_some(Shown::Near(clause, quantity, value)));
        } else if is_next(quantity, value) {
            all.push(Shown::Beyond(clause, quantity, value));
            let states = met.iter().filter(|one| STATES.contains(one));
            all.extend(states.map(|&one| Shown::BeyondWhere(clause, quantity, value, one)));
        }
    }
    all
}

/// Returns what the seats of a table show.
pub(super) fn shown_by_table(game: &Game<'_>, position: &Position) -> Vec<Shown> {
    let all = (0..).zip(TABLE_QUANTITIES).flat_map(|(quantity, one)| {
        let values = (one.of)(game, position).into_iter();
        let values = values.filter(|value| (one.least..=one.largest).contains(value));
        values.map(move |value| Shown::TableValue(quantity, value))
    });
    all.collect()
}

/// Returns the quantities of a turn with their values.
pub(super) fn values(moment: &Moment<'_>) -> impl Iterator<Item = (u8, u8)> {
    (0..)
        .zip(QUANTITIES.iter())
        .filter_map(|(quantity, (_, one))| Some((quantity, (one.of)(moment)?)))
}

fn is_legal(quantity: u8, value: u8) -> bool {
    let (_, Quantity { least, largest, .. }) = QUANTITIES[usize::from(quantity)];
    (*least..=*largest).contains(&value)
}

/// Returns whether a value is next to those of legal turns. If only one value is legal, all others
/// are next to it: they are kinds, not numbers.
fn is_next(quantity: u8, value: u8) -> bool {
    let (_, Quantity { least, largest, .. }) = QUANTITIES[usize::from(quantity)];
    least == largest || value == largest + 1 || value + 1 == *least
}

fn conditions(moment: &Moment<'_>) -> impl Iterator<Item = u8> {
    let all = (0..).zip(CONDITIONS);
    all.filter(|(_, (_, holds))| holds(moment)).map(|(condition, _)| condition)
}
