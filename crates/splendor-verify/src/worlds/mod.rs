//! Follows every table that a log with missing facts allows, turn by turn.
//!
//! Each such table is a *world*. The page [What a log leaves out](../../../docs/src/worlds.md)
//! defines worlds, lists the values that the verifier tries, and explains the verdicts.

mod bare_table;
mod card_trace;
mod conclude;
mod contradiction;
mod expansion;
mod filled_turn;
mod forecast;
mod hidden;
mod matching;
mod numbers;
#[cfg(test)]
mod reference_exhaustive;
#[cfg(test)]
mod reference_small;
mod relaxation;
mod search;
mod situation;
#[cfg(test)]
mod tests;
mod token_sets;
mod world;

use splendor_core::{Game, Position, Turn};
use splendor_schema::{self as schema, Log};

use crate::complete::{self, OmittedFacts};
use crate::from_log;
use crate::verdict::TOO_LONG;

pub(crate) use card_trace::completion;
pub(crate) use conclude::Rest;

use expansion::{Expansion, GaveUp};
use world::{Generation, Layer};

/// The largest number of worlds after one turn. Of a log that allows more, only some are followed.
pub const MOST_WORLDS: usize = 1 << 17;

/// Returns [`MOST_WORLDS`], or a lower number that a test has set.
fn most_worlds() -> usize {
    #[cfg(test)]
    if let Some(fewer) = tests::FEWER_WORLDS.get() {
        return fewer;
    }
    MOST_WORLDS
}

/// The largest number of [`Edge`](world::Edge)s stored for one log, which bounds the memory.
const MOST_EDGES: usize = 1 << 23;

/// The largest number of different completed turns that lead on from the worlds of one turn.
const MOST_CHOICES: usize = 1 << 16;

/// The worlds of a log from the first turn that leaves several values open.
pub(crate) struct Worlds<'l, 'h> {
    log: &'l Log,
    game: Game<'h>,
    /// The first turn that is played in several worlds, from 0.
    start: usize,
    /// The position before that turn.
    first: Position,
    /// The worlds before the next turn.
    now: Generation,
    /// How the worlds after each turn came from the worlds before it.
    layers: Vec<Layer>,
    /// The number of edges in all layers.
    edge_count: usize,
    /// The number of completed turns that were tried. A completed turn counts once for the world,
    /// and once more for each way in which the world distinguishes its hidden places.
    tries: usize,
    /// The work of the search past the bound: turns played, and steps from a world to the next.
    work: usize,
    /// Whether some world could not play a turn, so that the facts chosen for it are refuted.
    died: bool,
}

/// The reason to stop before the end of the log.
enum Stop {
    /// No world can play the turn.
    Contradicted(Box<contradiction::Contradiction>),
    /// The turn names a component that does not exist, or is not a turn of this game.
    Unplayed,
    /// There are too many worlds, or a world depends on a fact that the search does not track.
    GaveUp(GaveUp),
}

const TOO_MANY: &str = "more than 131072 tables are possible, the most that are followed";
const TOO_HIDDEN: &str = "too many hidden places could have held the cards that are revealed later";
const WHICH_PASS: &str =
    "whether the pass was forced, which may end the game, depends on an unknown card";

impl<'l, 'h> Worlds<'l, 'h> {
    /// Starts with the single world before turn `start` (from 0). `tries` is the number of
    /// completed turns that were already tried in this log.
    pub(crate) fn new(
        log: &'l Log,
        game: Game<'h>,
        start: usize,
        position: &Position,
        tries: usize,
    ) -> Self {
        Self {
            log,
            game,
            start,
            first: *position,
            now: Generation::of(&game, position),
            layers: Vec::new(),
            edge_count: 0,
            tries,
            work: 0,
            died: false,
        }
    }

    /// Returns the number of the next turn, from 0.
    fn at(&self) -> usize {
        self.start + self.layers.len()
    }

    /// Plays the next turn in every world.
    ///
    /// # Errors
    ///
    /// The reason to stop; the worlds then stay before that turn.
    fn step(&mut self) -> Result<(), Stop> {
        let logged = &self.log.turns[self.at()];
        let turn = self.next_turn().ok_or(Stop::Unplayed)?;
        let omitted = self.omitted_facts(logged);
        let mut expansion = Expansion::new(
            &self.game,
            self.at(),
            &turn,
            omitted,
            logged.after.as_ref(),
            most_worlds(),
        );
        let mut alive = true;
        for number in 0..self.now.len() {
            let before = expansion.next.layer.edges.len();
            let tries = expansion.expand(&self.now, number, self.edge_count, |_| true);
            self.tries += tries.map_err(Stop::GaveUp)?;
            if self.tries > complete::MOST_COMPLETIONS_OF_A_LOG {
                let field = omitted.first_field();
                return Err(Stop::GaveUp(GaveUp { field, why: TOO_LONG }));
            }
            alive &= expansion.next.layer.edges.len() > before;
        }
        let next = expansion.next;
        if next.generation.len() == 0 {
            return Err(Stop::Contradicted(Box::new(self.contradiction(&turn, logged, omitted))));
        }
        self.died |= !alive;
        self.edge_count += next.layer.edges.len();
        self.layers.push(next.layer);
        self.now = next.generation;
        Ok(())
    }

    /// Returns the next turn as the core reads it; `None` if the log has no more turns, or if the
    /// turn names a component that does not exist, or is not a turn of this game.
    fn next_turn(&self) -> Option<Turn> {
        let logged = self.log.turns.get(self.at())?;
        // All worlds have played the same number of turns, so the same seat is next in each.
        let first = &self.now.worlds()[0];
        let to_move = self.now.bare(first).without_tokens().to_move();
        from_log::turn(self.game.components, logged, to_move, false).ok()?
    }

    /// Returns the facts that the log omits from a turn.
    fn omitted_facts(&self, logged: &schema::Turn) -> OmittedFacts {
        OmittedFacts::of(logged, &self.log.omits)
    }
}
