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
    open: Range<usize>,
    made: Vec<u16>,
}

impl TurnChoices {
    /// Returns the choices of a turn that begins with the numbers `made`.
    pub(super) fn new(mut turns: Vec<NumberedTurn>, made: Vec<u16>) -> Self {
        turns.sort_unstable_by(|one, other| one.numbers.cmp(&other.numbers));
        let start = turns.partition_point(|turn| turn.numbers < made);
        let open = turns[start..].iter().take_while(|turn| turn.numbers.starts_with(&made));
        let open = start..start + open.count();
        Self { turns, open, made }
    }

    /// Returns the numbers made so far.
    pub(super) fn made(&self) -> &[u16] {
        &self.made
    }

    /// Returns a turn that begins with the choices made.
    pub(super) fn example(&self) -> Option<&NumberedTurn> {
        self.turns[self.open.clone()].first()
    }

    /// Returns the turn if no choice is left.
    pub(super) fn complete(&self) -> Option<&NumberedTurn> {
        self.example().filter(|turn| turn.numbers.len() == self.made.len())
    }

    /// Returns the numbers that can come next, in ascending order.
    pub(super) fn numbers(&self) -> Vec<u16> {
        let next = |turn: &NumberedTurn| turn.numbers.get(self.made.len()).copied();
        let mut numbers: Vec<u16> = self.turns[self.open.clone()].iter().filter_map(next).collect();
        numbers.dedup();
        numbers
    }

    /// Makes an open choice, and those after it that have no alternative. Returns whether the
    /// choice was open.
    pub(super) fn choose(&mut self, number: u16) -> bool {
        let open = self.narrowed(number);
        if open.is_empty() {
            return false;
        }
        self.open = open;
        self.made.push(number);
        while let [only] = self.numbers()[..] {
            self.made.push(only);
        }
        true
    }

    fn narrowed(&self, number: u16) -> Range<usize> {
        let at = self.made.len();
        let turns = &self.turns[self.open.clone()];
        let start = turns.partition_point(|turn| turn.numbers.get(at) < Some(&number));
        let end = turns.partition_point(|turn| turn.numbers.get(at) <= Some(&number));
        self.open.start + start..self.open.start + end
    }
}
