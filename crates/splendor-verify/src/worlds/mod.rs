//! Follows every table that a log with missing facts allows, turn by turn.
//!
//! The page [What a log leaves out](../../../docs/src/worlds.md) defines these tables, lists the
//! values that the verifier tries, and explains the verdicts. Most tables of a turn differ in tokens
//! alone: their cards are stored once, and their tokens as a [decision diagram](diagram).

mod alone;
mod bare_table;
mod card_trace;
mod conclude;
mod contradiction;
mod diagram;
mod expansion;
mod filled_turn;
mod hidden;
mod matching;
mod memory;
mod met_cities;
mod numbers;
#[cfg(test)]
mod reference_exhaustive;
#[cfg(test)]
mod reference_small;
mod relevant_tokens;
#[cfg(test)]
mod tests;
mod world;

use splendor_core::{Game, Position, Turn};
use splendor_schema::{self as schema, Log};

use crate::Meter;
use crate::complete::OmittedFacts;
use crate::from_log;

pub(crate) use card_trace::{NoCompletion, legal_completion};
pub(crate) use conclude::Rest;

use alone::Alone;
use contradiction::Contradiction;
use diagram::{Diagrams, Full, Set};
use expansion::{Expanded, Expansion, GaveUp};
use world::{Generation, Layer};

/// In how many shares the budget is split. To follow every table may take one share, and so may to
/// choose a finding; one is kept to list the facts. Samples take what is left.
const SHARES: usize = 5;

/// How many samples show the clause that a turn breaks at every table.
const SAMPLES: usize = 4;

/// The size of a sample, in edges of its diagrams.
const SAMPLE: usize = 1 << 12;

/// The largest number of different completed turns, apart from the tokens that they return, that
/// lead on from the tables of one turn.
const MOST_LABELS: usize = 1 << 16;

/// The largest number of those of all turns together.
const MOST_LABELS_OF_ALL: usize = 1 << 17;

/// The largest number of completed turns from which the possible values of a turn are listed.
const MOST_LISTED: usize = 1 << 17;

/// The tables that a log allows, from the first turn that leaves several values open.
pub(crate) struct Worlds<'l, 'h> {
    log: &'l Log,
    game: Game<'h>,
    /// The first turn that is played at several tables, from 0.
    start: usize,
    /// The position before that turn.
    first: Position,
    /// The tokens of the seats.
    sets: Diagrams,
    /// The number of nodes that may be added in one phase. It bounds the memory.
    nodes: usize,
    /// The work that the search may take: a step for each node that is built and each of its edges.
    /// Other work is converted to this unit. It bounds the time.
    most: usize,
    /// The tables before the next turn.
    now: Generation,
    /// How the tables after each turn came from the tables before it.
    layers: Vec<Layer>,
    /// The tokens that the seat may hold after each of the first turns: from others no way leads on.
    promising: Vec<Set>,
    /// Whether some table was ruled out, so that the choice of an omitted fact may decide the verdict.
    died: bool,
    /// The turn that no table can play, if following each seat alone has shown one.
    dead_end: Option<usize>,
    /// Every table at the end of the log, without tokens, and perhaps more; none if they are not
    /// known.
    ends: Vec<Position>,
    /// Whether more work was allowed than at first.
    has_more: bool,
    /// The tables from which a sample was taken, if it was.
    sampled: Option<Sampled>,
}

/// The tables before some turn, after which only a sample of them was followed.
struct Sampled {
    /// The number of turns that were played at all tables.
    layers: usize,
    /// The tables after them.
    from: Generation,
    /// The number of samples so far.
    samples: usize,
    /// The best finding at the turn that no table can play.
    found: Option<Box<Contradiction>>,
}

/// The reason to stop before the end of the log.
enum Stop {
    /// The turn is legal at no table.
    Contradicted(Box<Contradiction>),
    /// The turn names a component that does not exist, or is not a turn of this game.
    Unplayed,
    /// There are too many tables, or one depends on a fact that the search does not track.
    GaveUp(GaveUp),
}

impl From<Full> for Stop {
    fn from(_: Full) -> Self {
        Self::GaveUp(GaveUp::Full)
    }
}

const TOO_MANY: &str = "more different tables are possible than the budget allows";
const TOO_HIDDEN: &str = "too many hidden places could have held the cards that are revealed later";
const WHICH_PASS: &str =
    "whether the pass was forced, which may end the game, depends on an unknown card";

impl<'l, 'h> Worlds<'l, 'h> {
    /// Starts with the single table before turn `start` (from 0).
    pub(crate) fn new(
        log: &'l Log,
        game: Game<'h>,
        start: usize,
        position: &Position,
        work: &mut Meter,
    ) -> Self {
        let nodes = work.nodes();
        #[cfg(test)]
        let nodes = tests::FEWER_NODES.get().unwrap_or(nodes);
        let most = work.most(log) - work.steps();
        let mut sets = Diagrams::new(position.seats().len(), nodes, usize::MAX);
        let now = Generation::of(&game, position, &mut sets).expect("one table fits");
        // One share remains to list the facts.
        sets.extend(most - most / SHARES);
        let (first, layers, promising, died) = (*position, Vec::new(), Vec::new(), false);
        let (dead_end, ends, sampled) = (None, Vec::new(), None);
        Self {
            log,
            game,
            start,
            first,
            sets,
            nodes,
            most,
            now,
            layers,
            promising,
            died,
            dead_end,
            ends,
            has_more: false,
            sampled,
        }
    }

    /// Allows as many shares of the work from now on, or what is left.
    fn allow(&mut self, shares: usize) {
        self.sets.allow(self.nodes, shares * self.most / SHARES);
    }

    /// Returns the number of the next turn, from 0.
    fn at(&self) -> usize {
        self.start + self.layers.len()
    }

    /// Plays the log at every table that may get as far as any. Returns the reason to stop before
    /// its end.
    ///
    /// # Errors
    ///
    /// The sets are full, before a turn was played.
    fn play(&mut self) -> Result<Option<Stop>, Full> {
        let alone = self.follow_alone()?;
        let end = alone.end();
        self.promising = alone.promising(&mut self.sets, end)?;
        self.dead_end = alone.dead_end();
        self.ends = alone.ends();
        let stop = self.play_on();
        let died_at = self.at();
        let is_contradicted = matches!(stop, Some(Stop::Contradicted(_)));
        if !is_contradicted || died_at >= end {
            return Ok(stop);
        }
        // The filter kept the tables that may reach `end`, and all of them end at `died_at`. One that
        // it removed may get further. So all that may reach `died_at` are followed now, and from
        // there on without a filter.
        self.layers.clear();
        (self.sampled, self.died) = (None, false);
        self.now = Generation::of(&self.game, &self.first, &mut self.sets)?;
        let alone = self.follow_alone()?;
        self.promising = alone.promising(&mut self.sets, died_at.min(alone.end()))?;
        Ok(self.play_on())
    }

    /// Follows each seat alone, with a part of the work that is allowed.
    fn follow_alone(&mut self) -> Result<Alone<'l, 'h>, Full> {
        self.sets.allow(self.nodes, self.most / SHARES / 4);
        let alone = Alone::follow(self.log, self.game, self.start, &mut self.sets, &self.now);
        self.allow(1);
        alone
    }

    /// Plays the rest of the log. Returns the reason to stop before its end.
    fn play_on(&mut self) -> Option<Stop> {
        while self.at() < self.log.turns.len() {
            if let Err(stop) = self.step() {
                // A finding of another sample holds, because no table plays that turn.
                let found = self.sampled.as_mut().and_then(|sampled| sampled.found.take());
                return Some(found.map_or(stop, Stop::Contradicted));
            }
        }
        None
    }

    /// Plays the next turn at every table. At a limit it only allows more work, or takes a sample.
    ///
    /// # Errors
    ///
    /// The reason to stop; the tables then stay before that turn.
    fn step(&mut self) -> Result<(), Stop> {
        let logged = &self.log.turns[self.at()];
        let turn = self.next_turn().ok_or(Stop::Unplayed)?;
        let omitted = self.omitted_facts(logged);
        let after = logged.after.as_ref();
        let (game, at) = (self.game, self.at());
        let promising = self.promising.get(self.layers.len()).copied();
        let expansion = Expansion { game: &game, at, turn: &turn, omitted, after, promising };
        let expanded = expansion.expand(&mut self.sets, &self.now, self.died);
        let expanded = match expanded.and_then(|expanded| self.with_room(expanded)) {
            Err(GaveUp::Full) if self.sampled.is_none() => return self.allow_more(),
            expanded => expanded,
        };
        let Expanded { next, layer, died } = expanded.map_err(Stop::GaveUp)?;
        if next.held().iter().all(|&held| held == Set::EMPTY) {
            return self.end_here(&turn, logged, omitted);
        }
        self.died = died;
        self.layers.push(layer);
        self.now = next;
        if self.sampled.is_some() {
            self.take_sample()?;
        }
        self.collect();
        Ok(())
    }

    /// Returns the tables after the next turn, if its completed turns may be kept beside the others.
    fn with_room(&self, mut expanded: Expanded) -> Result<Expanded, GaveUp> {
        let layer = &mut expanded.layer;
        let before = self.layers.last().map_or(0, |layer| layer.labels_so_far);
        layer.labels_so_far = before + layer.labels.values.len();
        if layer.labels_so_far > MOST_LABELS_OF_ALL { Err(GaveUp::Full) } else { Ok(expanded) }
    }

    /// Allows more work, and goes on with a sample if the tables before the next turn are many.
    fn allow_more(&mut self) -> Result<(), Stop> {
        let is_small = self.sets.size(self.now.held()) <= SAMPLE;
        if is_small && self.has_more {
            return Err(Stop::GaveUp(GaveUp::Full));
        }
        self.has_more = true;
        self.allow(SHARES);
        if is_small {
            self.collect();
            return Ok(());
        }
        let (layers, from) = (self.layers.len(), self.now.clone());
        self.sampled = Some(Sampled { layers, from, samples: 1, found: None });
        Ok(self.take_sample()?)
    }

    /// Takes another sample, if one may get further than these tables, none of which plays the next
    /// turn, or show a clause that comes later.
    ///
    /// # Errors
    ///
    /// The reason why no table plays the turn. Samples end when the work is used up.
    fn end_here(
        &mut self,
        turn: &Turn,
        logged: &schema::Turn,
        omitted: OmittedFacts,
    ) -> Result<(), Stop> {
        if self.sampled.is_none() || self.dead_end == Some(self.at()) {
            // It is known that no table plays the turn: the work that remains chooses the finding.
            self.allow(1);
            let found = self.contradiction(turn, logged, omitted).map_err(Stop::GaveUp)?;
            let Some(sampled) = &mut self.sampled else {
                return Err(Stop::Contradicted(Box::new(found)));
            };
            let is_furthest =
                sampled.found.as_ref().is_none_or(|best| found.reach() > best.reach());
            if is_furthest {
                sampled.found = Some(Box::new(found));
            }
            if sampled.samples >= SAMPLES
                && let Some(found) = sampled.found.take()
            {
                return Err(Stop::Contradicted(found));
            }
        }
        if let Some(sampled) = &mut self.sampled {
            sampled.samples += 1;
            self.now = sampled.from.clone();
            self.layers.truncate(sampled.layers);
        }
        Ok(self.take_sample()?)
    }

    /// Forgets tables until their diagrams are small. Each sample forgets others.
    fn take_sample(&mut self) -> Result<(), Full> {
        let seed = self.sampled.as_ref().map_or(0, |sampled| sampled.samples);
        for most in [6, 4, 3, 2, 1] {
            if self.sets.size(self.now.held()) <= SAMPLE {
                break;
            }
            for set in self.now.held_mut() {
                *set = self.sets.sample(*set, most, seed)?;
            }
        }
        self.collect();
        Ok(())
    }

    /// Forgets the nodes of sets that are no longer needed, if they are many.
    fn collect(&mut self) {
        if !self.sets.has_grown() {
            return;
        }
        let Self { sets, now, layers, promising, sampled, .. } = self;
        sets.collect(&mut |visit| {
            now.held_mut().iter_mut().for_each(&mut *visit);
            for layer in layers.iter_mut() {
                layer.each_set(visit);
            }
            promising.iter_mut().for_each(&mut *visit);
            sampled.iter_mut().flat_map(|sampled| sampled.from.held_mut()).for_each(visit);
        });
    }

    /// Returns the next turn as the core reads it; `None` if the log has no more turns, or if the
    /// turn names a component that does not exist, or is not a turn of this game.
    fn next_turn(&self) -> Option<Turn> {
        let logged = self.log.turns.get(self.at())?;
        // All tables have played the same number of turns, so the same seat is next in each.
        let to_move = self.now.bare(0).without_tokens().to_move();
        from_log::turn(self.game.components, logged, to_move, false).ok()?
    }

    /// Returns the facts that the log omits from a turn.
    fn omitted_facts(&self, logged: &schema::Turn) -> OmittedFacts {
        OmittedFacts::of(logged, &self.log.omits)
    }
}
