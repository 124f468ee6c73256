//! Follows every table that a log with missing facts allows, turn by turn.
//!
//! Each such table is a *world*. The page [What a log leaves out](../../../docs/src/worlds.md)
//! defines worlds, lists the values that the verifier tries, and explains the verdicts.

mod bare_table;
mod card_trace;
mod conclude;
mod contradiction;
mod filled_turn;
mod hidden;
mod matching;
mod numbers;
#[cfg(test)]
mod reference_exhaustive;
#[cfg(test)]
mod reference_small;
mod situation;
#[cfg(test)]
mod tests;
mod world;

use splendor_core::{Game, Position, Turn, Unknown};
use splendor_schema::report::TurnFact;
use splendor_schema::turn::After;
use splendor_schema::{self as schema, Log};

use crate::complete::{self, OmittedFacts};
use crate::from_log;
use crate::verdict::{MissingFact, TOO_LONG};

pub(crate) use card_trace::CardTrace;
pub(crate) use conclude::Rest;

use bare_table::Refused;
use situation::{Outcomes, Situation, Tried};
use world::{Generation, Layer, NextGeneration};

/// The largest number of worlds after one turn. A log that allows more is not judged further.
pub const MOST_WORLDS: usize = 1 << 17;

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
    GaveUp {
        /// The fact that is missing.
        field: TurnFact,
        /// Why it matters.
        why: &'static str,
    },
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
        let (first, now, layers) = (*position, Generation::of(&game, position), Vec::new());
        Self { log, game, start, first, now, layers, edge_count: 0, tries, died: false }
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
        let mut next = NextGeneration::new(omitted);
        let mut tried = Tried::nothing();
        let mut alive = true;
        for number in 0..self.now.len() {
            let before = next.layer.edges.len();
            self.tries += self.expand(number, &turn, logged.after(), &mut tried, &mut next)?;
            if self.tries > complete::MOST_COMPLETIONS_OF_A_LOG {
                return Err(stop(omitted.first_field(), TOO_LONG));
            }
            alive &= next.layer.edges.len() > before;
        }
        if next.generation.len() == 0 {
            return Err(Stop::Contradicted(Box::new(self.contradiction(&turn, logged, omitted))));
        }
        self.died |= !alive;
        self.edge_count += next.layer.edges.len();
        self.layers.push(next.layer);
        self.now = next.generation;
        Ok(())
    }

    /// Returns the next turn as the core reads it; `None` if it names a component that does not
    /// exist, or is not a turn of this game.
    fn next_turn(&self) -> Option<Turn> {
        // All worlds have played the same number of turns, so the same seat is next in each.
        let first = &self.now.worlds()[0];
        let to_move = self.now.bare(first).without_tokens().to_move();
        let logged = &self.log.turns[self.at()];
        from_log::turn(self.game.components, logged, to_move, false).ok()?
    }

    /// Returns the facts that the log omits from a turn.
    fn omitted_facts(&self, logged: &schema::Turn) -> OmittedFacts {
        OmittedFacts::of(logged, &self.log.omits)
    }

    /// Adds the worlds that the turn leads to from world `number`. Returns the number of completed
    /// turns, counted as [`Self::tries`] counts them.
    fn expand(
        &self,
        number: usize,
        turn: &Turn,
        after: Option<&After>,
        tried: &mut Tried,
        next: &mut NextGeneration,
    ) -> Result<usize, Stop> {
        let position = self.now.position(&self.game, number);
        let world = &self.now.worlds()[number];
        let situation = Situation::of(number, world, &position, turn, after);
        let outcomes =
            tried.outcomes(situation, || self.outcomes(number, &position, turn, after, next))?;
        let mover = usize::from(position.to_move());
        for outcome in &outcomes.after_each {
            next.add(&self.now, number, mover, outcome, self.edge_count)
                .map_err(|why| stop(next.layer.omitted.first_field(), why))?;
        }
        Ok(outcomes.tried * self.now.bare(world).weight())
    }

    /// Plays every completion of the turn in world `number`, and returns the tables after it.
    ///
    /// A completed turn that breaks a clause only removes a world. A completed turn whose legality
    /// cannot be decided stops the search instead: without that world, the remaining worlds would
    /// no longer cover every table, and a finding would not hold in all of them.
    fn outcomes(
        &self,
        number: usize,
        position: &Position,
        turn: &Turn,
        after: Option<&After>,
        next: &mut NextGeneration,
    ) -> Result<Outcomes, Stop> {
        let omitted = next.layer.omitted;
        let bare = self.now.bare(&self.now.worlds()[number]);
        let all = complete::candidates(&self.game, position, turn, omitted);
        let all = all.ok_or_else(|| stop(omitted.first_field(), TOO_LONG))?;
        let mut outcomes = Outcomes { tried: all.len(), after_each: Vec::new() };
        for completed in all {
            next.layer.source |= complete::has_source(&completed) != complete::has_source(turn);
            match bare.play(&self.game, position, &completed, after) {
                Ok(played) => {
                    let outcome = next.outcome(played);
                    let outcome = outcome.map_err(|why| stop(omitted.first_field(), why))?;
                    outcomes.after_each.push(outcome);
                }
                Err(Refused::Broken | Refused::NotForced) => {}
                Err(Refused::TooMany) => return Err(stop(TurnFact::Card, TOO_HIDDEN)),
                Err(Refused::Drawn) => {
                    let MissingFact { field, why, .. } = MissingFact::of(self.at(), Unknown::Drawn);
                    return Err(stop(field, why));
                }
                Err(Refused::Pass) => return Err(stop(TurnFact::Card, WHICH_PASS)),
            }
        }
        Ok(outcomes)
    }
}

const fn stop(field: TurnFact, why: &'static str) -> Stop {
    Stop::GaveUp { field, why }
}
