//! What a turn or a table shows: the values of quantities, and the conditions that meet.

use splendor_core::{Clause, Game, Position, Turn};

use super::quantities::{CONDITIONS, Moment, QUANTITIES, Quantity, TABLE_QUANTITIES};

/// What a vector can show. Quantities and conditions have their numbers in their lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Shown {
    /// A quantity of a legal turn has a value.
    Value(u8, u8),
    /// A quantity of a table has a value.
    TableValue(u8, u8),
    /// Two conditions meet in a legal turn.
    Pair(u8, u8),
    /// A turn breaks a clause, and a quantity has a value that no legal turn has.
    Beyond(Clause, u8, u8),
    /// A turn breaks a clause, and a quantity has a value that legal turns can have.
    Near(Clause, u8, u8),
    /// A turn breaks a clause where a condition holds.
    BrokenWhere(Clause, u8),
}

impl Shown {
    /// Returns whether this is a value next to those of legal turns.
    pub(super) fn is_next(self) -> bool {
        let Self::Beyond(_, quantity, value) = self else { return false };
        let Quantity { least, largest, .. } = QUANTITIES[usize::from(quantity)];
        value == largest + 1 || value + 1 == least
    }
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

/// Returns what a turn shows that breaks a clause.
pub(super) fn shown_by_breach(
    game: &Game<'_>,
    position: &Position,
    turn: &Turn,
    clause: Clause,
) -> Vec<Shown> {
    let moment = Moment::new(game, position, turn);
    let values = values(&moment).map(|(quantity, value)| {
        if is_legal(quantity, value) {
            Shown::Near(clause, quantity, value)
        } else {
            Shown::Beyond(clause, quantity, value)
        }
    });
    let met = conditions(&moment);
    values.chain(met.map(|condition| Shown::BrokenWhere(clause, condition))).collect()
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
    (0..).zip(QUANTITIES).filter_map(|(quantity, one)| Some((quantity, (one.of)(moment)?)))
}

fn is_legal(quantity: u8, value: u8) -> bool {
    let Quantity { least, largest, .. } = QUANTITIES[usize::from(quantity)];
    (least..=largest).contains(&value)
}

fn conditions(moment: &Moment<'_>) -> impl Iterator<Item = u8> {
    let all = (0..).zip(CONDITIONS);
    all.filter(|(_, (_, holds))| holds(moment)).map(|(condition, _)| condition)
}
