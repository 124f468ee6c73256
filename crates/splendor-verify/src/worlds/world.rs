//! A world, and the merged worlds after a turn.

use splendor_core::{Game, MOST_SEATS, Position, Tokens, Turn};

use super::bare_table::{BareTable, Notes, Played};
use super::numbers::Numbered;
use super::{MOST_CHOICES, MOST_EDGES, TOO_MANY};
use crate::complete::OmittedFacts;
use crate::verdict::TOO_LONG;

/// A table that the log allows, with the exclusions for its hidden places: a bare table, by its
/// number in the generation, and the tokens of each seat. The supply has the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct World {
    pub(super) bare: u32,
    pub(super) held: [Tokens; MOST_SEATS],
}

/// The past of a world. It has no effect on the future: worlds with different pasts are merged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Past {
    /// Whether an earlier pass was legal only for some of the ways to fill the hidden places.
    pub(super) pass_undecided: bool,
    /// The number of ways to complete the turns so far that lead to the world. Saturates.
    pub(super) completions: u64,
}

/// The worlds between two turns, in the order of discovery, without duplicates.
#[derive(Clone, Debug)]
pub(super) struct Generation {
    bare: Numbered<BareTable>,
    worlds: Numbered<World>,
    pasts: Vec<Past>,
}

impl Generation {
    /// Returns no worlds.
    pub(super) fn new() -> Self {
        Self { bare: Numbered::new(), worlds: Numbered::new(), pasts: Vec::new() }
    }

    /// Returns the single world of a position, without exclusions.
    pub(super) fn of(game: &Game<'_>, position: &Position) -> Self {
        let mut only = Self::new();
        let mut held = [Tokens::NONE; MOST_SEATS];
        for (held, seat) in held.iter_mut().zip(position.seats()) {
            *held = seat.tokens();
        }
        let bare = only.bare_number(BareTable::of(game, position));
        let past = Past { pass_undecided: false, completions: 1 };
        only.add(World { bare, held }, past, 1).expect("one world is not too many");
        only
    }

    /// Returns only the worlds with these numbers, in their order.
    pub(super) fn only(&self, numbers: &[u32]) -> Self {
        let mut only = Self::new();
        for &number in numbers {
            let world = self.worlds.values[number as usize];
            let bare = only.bare_number(self.bare(&world).clone());
            let added = only.add(World { bare, ..world }, self.pasts[number as usize], usize::MAX);
            added.expect("there are no more worlds than before");
        }
        only
    }

    /// Returns every bare table, in the order of discovery.
    pub(super) fn bare_tables(&self) -> &[BareTable] {
        &self.bare.values
    }

    /// Returns the number of worlds.
    pub(super) fn len(&self) -> usize {
        self.worlds.values.len()
    }

    /// Returns every world.
    pub(super) fn worlds(&self) -> &[World] {
        &self.worlds.values
    }

    /// Returns the past of a world.
    pub(super) fn past(&self, number: usize) -> Past {
        self.pasts[number]
    }

    /// Returns the bare table of a world.
    pub(super) fn bare(&self, world: &World) -> &BareTable {
        &self.bare.values[world.bare as usize]
    }

    /// Returns the position of world `number`.
    pub(super) fn position(&self, game: &Game<'_>, number: usize) -> Position {
        let world = &self.worlds.values[number];
        self.bare(world).position(game, &world.held)
    }

    /// Returns whether the legality of some pass depends on cards that the log never shows.
    pub(super) fn is_pass_undecided(&self, number: usize) -> bool {
        let world = &self.worlds.values[number];
        self.pasts[number].pass_undecided || self.bare(world).leaves_pass_undecided()
    }

    /// Returns the number of a bare table, the same for equal tables.
    fn bare_number(&mut self, bare: BareTable) -> u32 {
        // Mostly the table is that of the completed turn before, which saves the hash.
        let last = self.bare.values.len().wrapping_sub(1);
        if self.bare.values.get(last) == Some(&bare) {
            return u32::try_from(last).expect("it is the number of a table");
        }
        let (number, _) = self.bare.number(bare, usize::MAX).expect("each needs a world");
        number
    }

    /// Returns the number of a world, merging it with an equal world. There is none beyond `most`.
    ///
    /// Merging keeps the number of worlds small: different payments often lead to the same table
    /// again. The merged world sums the completions, and a doubt about a pass in either of them
    /// remains.
    fn add(&mut self, world: World, past: Past, most: usize) -> Option<u32> {
        let (number, is_new) = self.worlds.number(world, most)?;
        if is_new {
            self.pasts.push(past);
        } else {
            let known = &mut self.pasts[number as usize];
            known.completions = known.completions.saturating_add(past.completions);
            known.pass_undecided |= past.pass_undecided;
        }
        Some(number)
    }
}

/// A step from a world to a world after the next turn, by numbers in their generations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) from: u32,
    pub(super) to: u32,
    /// The number of the completed turn in [`Layer::turns`].
    pub(super) choice: u16,
    pub(super) notes: Notes,
}

/// The edges of one turn. Earlier worlds are dropped; the edges are enough to find the turns of a
/// world, and to remove completed turns that lead only to dead worlds.
#[derive(Debug)]
pub(super) struct Layer {
    pub(super) omitted: OmittedFacts,
    /// Whether the log leaves open the source of the card.
    pub(super) source: bool,
    pub(super) turns: Numbered<Turn>,
    pub(super) edges: Vec<Edge>,
    /// The numbers of the worlds that were kept after the turn, if some were dropped.
    pub(super) kept: Option<Vec<u32>>,
}

/// The outcome of a completed turn in a world. Worlds with the same bare table, the same supply and
/// the same tokens of the seat that acts have the same outcomes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    /// The number of the bare table in the next generation.
    bare: u32,
    /// The tokens of the seat that acted.
    pub(super) held: Tokens,
    /// Whether the turn left a doubt about an earlier pass.
    pass_undecided: bool,
    choice: u16,
    notes: Notes,
}

impl Outcome {
    /// Returns the outcome with these tokens of the seat that acted.
    pub(super) const fn with_held(self, held: Tokens) -> Self {
        Self { held, ..self }
    }
}

/// The worlds after a turn, while they are collected.
#[derive(Debug)]
pub(super) struct NextGeneration {
    pub(super) generation: Generation,
    /// The largest number of worlds.
    most: usize,
    pub(super) layer: Layer,
}

impl NextGeneration {
    /// Returns no worlds yet, of at most `most`, for a turn that omits these facts.
    pub(super) fn new(omitted: OmittedFacts, most: usize) -> Self {
        let (turns, edges) = (Numbered::new(), Vec::new());
        let layer = Layer { omitted, source: false, turns, edges, kept: None };
        Self { generation: Generation::new(), most, layer }
    }

    /// Records the table after a completed turn.
    ///
    /// # Errors
    ///
    /// The limit that is exceeded, in words.
    pub(super) fn outcome(&mut self, played: Played) -> Result<Outcome, &'static str> {
        let Played { bare, held, pass_undecided, turn, notes } = played;
        let bare = self.generation.bare_number(bare);
        self.outcome_of(turn, Outcome { bare, held, pass_undecided, choice: 0, notes })
    }

    /// Records a completed turn, and returns this outcome with the choice of that turn.
    ///
    /// # Errors
    ///
    /// As [`outcome`](Self::outcome).
    pub(super) fn outcome_of(
        &mut self,
        turn: Turn,
        outcome: Outcome,
    ) -> Result<Outcome, &'static str> {
        let (choice, _) = self.layer.turns.number(turn, MOST_CHOICES).ok_or(TOO_LONG)?;
        let choice = u16::try_from(choice).map_err(|_| TOO_LONG)?;
        Ok(Outcome { choice, ..outcome })
    }

    /// Adds the world that world number `from` of the generation before leads to. `edge_count` is
    /// the number of edges stored for the turns before this one.
    ///
    /// # Errors
    ///
    /// The limit that is exceeded, in words.
    pub(super) fn add(
        &mut self,
        before: &Generation,
        from: usize,
        mover: usize,
        outcome: &Outcome,
        edge_count: usize,
    ) -> Result<(), &'static str> {
        let Outcome { bare, choice, notes, .. } = *outcome;
        let mut world = World { bare, ..before.worlds()[from] };
        world.held[mover] = outcome.held;
        let mut past = before.past(from);
        past.pass_undecided |= outcome.pass_undecided;
        let to = self.generation.add(world, past, self.most).ok_or(TOO_MANY)?;
        let from = u32::try_from(from).unwrap_or(u32::MAX);
        self.layer.edges.push(Edge { from, to, choice, notes });
        if edge_count + self.layer.edges.len() > MOST_EDGES { Err(TOO_LONG) } else { Ok(()) }
    }
}
