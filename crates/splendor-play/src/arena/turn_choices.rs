//! The choices that are open within a turn.

use std::ops::Range;

use super::choice::NumberedTurn;

/// The legal turns of a position, and the choices made so far.
///
/// A choice without an alternative is made at once, except for the first of a turn.
#[derive(Clone, Debug)]
pub(super) struct TurnChoices {
    /// In the order of their numbers, so that turns with the same beginning are neighbors.
    turns: Vec<NumberedTurn>,
    /// The turns that begin with the choices made.
    open_range: Range<usize>,
    numbers_so_far: Vec<u16>,
}

impl TurnChoices {
    /// Returns the choices of a turn that begins with these numbers.
    pub(super) fn new(mut turns: Vec<NumberedTurn>, numbers_so_far: Vec<u16>) -> Self {
        turns.sort_unstable_by(|one, other| one.numbers.cmp(&other.numbers));
        let start = turns.partition_point(|turn| turn.numbers < numbers_so_far);
        let is_open = |turn: &&NumberedTurn| turn.numbers.starts_with(&numbers_so_far);
        let count = turns[start..].iter().take_while(is_open).count();
        Self { turns, open_range: start..start + count, numbers_so_far }
    }

    /// Returns the numbers of the choices made so far.
    pub(super) fn numbers_so_far(&self) -> &[u16] {
        &self.numbers_so_far
    }

    /// Returns a turn that begins with the choices made.
    pub(super) fn example(&self) -> Option<&NumberedTurn> {
        self.turns[self.open_range.clone()].first()
    }

    /// Returns the turn if no choice is left.
    pub(super) fn complete(&self) -> Option<&NumberedTurn> {
        self.example().filter(|turn| turn.numbers.len() == self.numbers_so_far.len())
    }

    /// Returns the numbers that can come next, in ascending order.
    pub(super) fn numbers(&self) -> Vec<u16> {
        let next = |turn: &NumberedTurn| turn.numbers.get(self.numbers_so_far.len()).copied();
        let mut numbers: Vec<u16> =
            self.turns[self.open_range.clone()].iter().filter_map(next).collect();
        numbers.dedup();
        numbers
    }

    /// Makes an open choice, and those after it that have no alternative. Returns whether the
    /// choice was open.
    pub(super) fn choose(&mut self, number: u16) -> bool {
        let range = self.narrowed(number);
        if range.is_empty() {
            return false;
        }
        self.open_range = range;
        self.numbers_so_far.push(number);
        while let [only] = self.numbers()[..] {
            self.numbers_so_far.push(only);
        }
        true
    }

    fn narrowed(&self, number: u16) -> Range<usize> {
        let at = self.numbers_so_far.len();
        let turns = &self.turns[self.open_range.clone()];
        let start = turns.partition_point(|turn| turn.numbers.get(at) < Some(&number));
        let end = turns.partition_point(|turn| turn.numbers.get(at) <= Some(&number));
        self.open_range.start + start..self.open_range.start + end
    }
}
