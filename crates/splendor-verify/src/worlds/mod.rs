//! Every table that a log with missing facts allows, followed turn by turn.
//!
//! The page [What a log leaves out](../../../docs/src/worlds.md) defines worlds, the limits of the
//! search, and the conclusions drawn from them.

mod card_trace;
mod conclude;
mod contradiction;
mod hidden;
mod matching;
#[cfg(test)]
mod reference_exhaustive;
#[cfg(test)]
mod reference_small;
#[cfg(test)]
mod tests;
mod witness;

mod world;

use splendor_core::{Game, Position, Turn, Unknown};
use splendor_schema::report::TurnFact;
use splendor_schema::{self as schema, Log};

use crate::complete::{self, Open};
use crate::from_log;
use crate::verdict::MissingFact;

pub(crate) use conclude::Rest;
pub use witness::{NoWitness, witness};

use world::{Generation, Layer, Refused, World};

/// How many worlds are followed at a time.
pub const LIMIT: usize = 1 << 17;

/// How many steps from a world to the next are kept.
const EDGES: usize = 1 << 23;

/// The worlds of a log from the first turn that leaves several values open.
pub(crate) struct Worlds<'l, 'h> {
    log: &'l Log,
    game: Game<'h>,
    /// The first turn that is followed here.
    start: usize,
    /// The position before it.
    first: Position,
    now: Vec<World>,
    layers: Vec<Layer>,
    steps: usize,
    /// The number of completed turns that were tried. A turn counts again for each way to
    /// distinguish hidden places.
    tries: usize,
    /// Whether a world has died.
    died: bool,
}

/// Why the worlds are followed no further.
enum Stop {
    /// No world is left.
    Contradicted(Box<contradiction::Contradiction>),
    /// The turn names a component that does not exist, or is foreign.
    Unplayed,
    /// There are too many worlds, or they need a fact that is not followed.
    Open {
        /// The fact that is missing.
        field: TurnFact,
        /// Why it matters.
        why: &'static str,
    },
}

const TOO_MANY: &str = "more tables are possible than the 131072 that are followed";
pub(crate) const TOO_LONG: &str = "too many values would have to be tried";
const TOO_HIDDEN: &str = "too many hidden places could have held the cards that are revealed later";
const WHICH_PASS: &str =
    "whether the pass was forced, which may end the game, depends on an unknown card";

impl<'l, 'h> Worlds<'l, 'h> {
    /// Returns the one world before a turn, from which several may come; so many completed turns
    /// were tried before.
    pub(crate) fn new(
        log: &'l Log,
        game: Game<'h>,
        start: usize,
        position: &Position,
        tries: usize,
    ) -> Self {
        let (first, now, layers) = (*position, vec![World::new(position)], Vec::new());
        Self { log, game, start, first, now, layers, steps: 0, tries, died: false }
    }

    /// The turn that comes next.
    fn at(&self) -> usize {
        self.start + self.layers.len()
    }

    /// Plays the next turn in every world.
    fn step(&mut self) -> Result<(), Stop> {
        let told = &self.log.turns[self.at()];
        let to_move = self.now[0].position.to_move();
        let Ok(Some(turn)) = from_log::turn(self.game.components, told, to_move, false) else {
            return Err(Stop::Unplayed);
        };
        let open = self.open(told);
        let mut next = Generation::new(open);
        let mut alive = true;
        for number in 0..self.now.len() {
            let before = next.layer.edges.len();
            self.expand(number, &turn, told, &mut next)?;
            alive &= next.layer.edges.len() > before;
        }
        if next.worlds.is_empty() {
            return Err(Stop::Contradicted(Box::new(self.contradiction(&turn, told, open))));
        }
        self.died |= !alive;
        self.steps += next.layer.edges.len();
        self.layers.push(next.layer);
        self.now = next.worlds;
        Ok(())
    }

    fn open(&self, told: &schema::Turn) -> Open {
        Open::of(told, &self.log.omits)
    }

    /// Adds the worlds that come from one.
    fn expand(
        &mut self,
        number: usize,
        turn: &Turn,
        told: &schema::Turn,
        next: &mut Generation,
    ) -> Result<(), Stop> {
        let open = next.layer.open;
        let world = &self.now[number];
        let all = complete::candidates(&self.game, &world.position, turn, open);
        let all = all.ok_or_else(|| stop(open.first_field(), TOO_LONG))?;
        self.tries += all.len() * world.weight();
        if self.tries > complete::TRIES {
            return Err(stop(open.first_field(), TOO_LONG));
        }
        for whole in all {
            next.layer.source |= complete::has_source(&whole) != complete::has_source(turn);
            match world.after(&self.game, &whole, told.after()) {
                Ok(child) => next
                    .add(number, child, self.steps)
                    .map_err(|why| stop(open.first_field(), why))?,
                Err(Refused::Broken | Refused::NotForced) => {}
                Err(Refused::TooMany) => return Err(stop(TurnFact::Card, TOO_HIDDEN)),
                Err(Refused::Drawn) => {
                    let MissingFact { field, why, .. } = MissingFact::of(self.at(), Unknown::Drawn);
                    return Err(stop(field, why));
                }
                Err(Refused::Pass) => return Err(stop(TurnFact::Card, WHICH_PASS)),
            }
        }
        Ok(())
    }
}

const fn stop(field: TurnFact, why: &'static str) -> Stop {
    Stop::Open { field, why }
}
