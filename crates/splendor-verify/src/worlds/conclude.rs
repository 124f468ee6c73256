//! Derives the verdict, the inferred facts and the missing facts from the remaining worlds.

use std::collections::BTreeSet;

use splendor_core::{Game, Position, Turn, Unknown};
use splendor_schema::report::FactName;

use super::bare_table::Notes;
use super::contradiction::Contradiction;
use super::diagram::{Full, Set};
use super::expansion::GaveUp;
use super::world::{Generation, Layer, World, first_of};
use super::{MOST_LISTED, Sampled, Stop, TOO_MANY, Worlds};
use crate::claims::{self, FalseClaim};
use crate::verdict::{Finding, Inferred, InferredValue, Judgment, MissingFact, Tables};

/// The work that remains for the replay after the worlds were followed.
pub(crate) enum Rest {
    /// None: the judgment is complete.
    Nothing,
    /// No world can play some turn; report the finding.
    Contradicted(Box<Contradiction>),
    /// The next turn is foreign or names a component that does not exist.
    Stops,
    /// The search gave up; the judgment lists the reason as a missing fact.
    GaveUp,
}

/// The omitted facts of one turn: those with one value left, and those with several.
#[derive(Default)]
struct InferredAndMissing {
    inferred: Vec<Inferred>,
    missing: Vec<MissingFact>,
}

// The report puts the number of values before these words.
const EITHER: &str = "values are possible, and the verdict does not depend on the choice";
const SO_FAR: &str = "values are possible, and not all ways to fill in the log were tried";
const MORE: &str =
    "more tables are possible here than are followed; one that is legal to the end was found";
const SOME: &str = "values are possible, but not every way to fill in the log is legal";

impl Worlds<'_, '_> {
    /// Plays the log at every table as far as possible, and writes the result into the judgment.
    pub(crate) fn follow(mut self, judgment: &mut Judgment) -> Rest {
        let stop = self.play().unwrap_or(Some(Stop::GaveUp(GaveUp::Full)));
        self.sets.extend(self.most);
        self.allow(1);
        let all = self.now.held().to_vec();
        let rest = match stop {
            None => self.close(judgment),
            Some(Stop::Contradicted(contradiction)) => self
                .conclude_in_time(&all, judgment)
                .map(|()| Self::contradict(self.start, contradiction, judgment)),
            Some(Stop::Unplayed) => self.conclude_in_time(&all, judgment).map(|()| Rest::Stops),
            Some(Stop::GaveUp(reason)) => {
                self.conclude_in_time(&all, judgment).map(|()| self.give_up(reason, judgment))
            }
        };
        judgment.work.add(self.sets.work_done());
        rest.unwrap_or_else(|Full| {
            // Nothing is known of the tables but the first.
            (judgment.judged, judgment.position) = (self.start, Some(self.first));
            (judgment.tables, judgment.completed_turns) = (Tables::ONE, None);
            self.layers.clear();
            self.give_up(GaveUp::Full, judgment)
        })
    }

    /// Writes the reason to stop before the next turn into the judgment.
    fn give_up(&self, reason: GaveUp, judgment: &mut Judgment) -> Rest {
        let turn = self.at().min(self.log.turns.len().saturating_sub(1));
        let (field, why) = match reason {
            GaveUp::Full => (self.omitted_facts(&self.log.turns[turn]).first_field(), TOO_MANY),
            GaveUp::Missing { field, why } => (field, why),
        };
        let turn = Some(turn);
        let stop = MissingFact { field, turn, why, values: None, stops: true, decides: true };
        judgment.missing.push(stop);
        Rest::GaveUp
    }

    /// Writes a table into the judgment, as the table to show.
    fn show(&mut self, world: Option<&World>, judgment: &mut Judgment) -> Result<(), Full> {
        judgment.judged = self.at();
        judgment.position = world.map(|world| self.now.position(&self.game, world));
        judgment.completed_turns = world.map(|world| self.completed_turns_to(world)).transpose()?;
        Ok(())
    }

    /// Writes the world of a contradiction into the judgment.
    fn contradict(
        start: usize,
        mut contradiction: Box<Contradiction>,
        judgment: &mut Judgment,
    ) -> Rest {
        // The finding holds whatever values are chosen, so open values decide nothing.
        judgment.missing.retain(|missing| missing.turn < Some(start));
        judgment.inferred.retain(|inferred| inferred.turn < contradiction.at);
        judgment.judged = contradiction.at;
        judgment.position = Some(contradiction.played.0);
        judgment.completed_turns = Some(std::mem::take(&mut contradiction.completed_turns));
        Rest::Contradicted(contradiction)
    }

    /// Compares the claims about the end with every table; they do not depend on tokens. Reports a
    /// finding only if every table contradicts some claim, and then the findings of the table with
    /// the fewest.
    fn close(&mut self, judgment: &mut Judgment) -> Result<Rest, Full> {
        let all = self.now.held().to_vec();
        let mut agreeing = all.clone();
        let mut least: Option<(usize, Vec<FalseClaim>)> = None;
        for (kind, held) in agreeing.iter_mut().enumerate() {
            if *held == Set::EMPTY {
                continue;
            }
            let position = self.now.bare(kind).without_tokens();
            let found = claims::of_end(self.log, &self.game, position);
            if !found.is_empty() {
                *held = Set::EMPTY;
            }
            if least.as_ref().is_none_or(|(_, least)| found.len() < least.len()) {
                least = Some((kind, found));
            }
        }
        let (kind, found) = least.unwrap_or_default();
        if found.is_empty() {
            // Some table agrees with all claims. Tables that disagree are refuted, just as if the
            // turn could not be played there, and the facts are inferred from the others.
            self.died |= agreeing != all;
            self.conclude_in_time(&agreeing, judgment)?;
            if let Some(sampled) = &self.sampled {
                let turn = self.start + sampled.layers;
                let field = self.omitted_facts(&self.log.turns[turn]).first_field();
                let (turn, why, values) = (Some(turn), MORE, None);
                let more = MissingFact { field, turn, why, values, stops: false, decides: true };
                judgment.missing.push(more);
            }
            return Ok(Rest::Nothing);
        }
        let is_sampled = self.sampled.is_some();
        self.conclude_in_time(&all, judgment)?;
        let is_false_at = |end| !claims::of_end(self.log, &self.game, end).is_empty();
        if is_sampled && (self.ends.is_empty() || !self.ends.iter().all(is_false_at)) {
            return Ok(self.give_up(GaveUp::Full, judgment));
        }
        judgment.missing.retain(|missing| missing.turn < Some(self.start));
        let held = self.sets.first(all[kind]);
        self.show(held.map(|held| World { kind, held }).as_ref(), judgment)?;
        let tables = judgment.tables.count;
        let found = found.into_iter().map(|claim| Finding::new(claim.breach, None, tables));
        judgment.findings.extend(found);
        Ok(Rest::Nothing)
    }

    /// Like [`conclude`](Self::conclude), but lists no facts if that would take too much work.
    fn conclude_in_time(&mut self, alive: &[Set], judgment: &mut Judgment) -> Result<(), Full> {
        if self.conclude(alive, judgment).is_ok() {
            return Ok(());
        }
        // As if the sample had been taken before the first turn, so that no turn is listed.
        self.allow(1);
        let from = Generation::of(&self.game, &self.first, &mut self.sets)?;
        let samples = self.sampled.as_ref().map_or(0, |sampled| sampled.samples);
        self.sampled = Some(Sampled { layers: 0, from, samples, found: None });
        self.conclude(alive, judgment)
    }

    /// Writes into the judgment the facts that the remaining tables agree on, and those they do
    /// not. `alive` are the remaining tables after the last turn, of each kind.
    fn conclude(&mut self, alive: &[Set], judgment: &mut Judgment) -> Result<(), Full> {
        judgment.tables = self.tables(alive)?;
        let kinds = 0..self.now.kinds();
        let mut alive_kinds = kinds.filter(|&kind| alive[kind] != Set::EMPTY);
        let pass_undecided = alive_kinds.any(|kind| self.now.is_pass_undecided(kind));
        let first = first_of(&self.sets, alive);
        self.show(first.as_ref(), judgment)?;
        // Values are collected backward from the last turn: a value whose tables all died in a
        // later turn is refuted, although its own turn was legal.
        // A sample shows nothing about the turns that were played at the sample alone.
        let (layers, mut alive) = match &self.sampled {
            Some(Sampled { layers, from, .. }) => (&self.layers[..*layers], from.held().to_vec()),
            None => (self.layers.as_slice(), alive.to_vec()),
        };
        let mut founds = Vec::with_capacity(layers.len());
        for (at, layer) in layers.iter().enumerate().rev() {
            let mut notes = Notes::default();
            let mut turns = BTreeSet::new();
            alive = layer.back(&mut self.sets, &alive, |label, difference| {
                notes = notes.or(label.notes);
                if turns.len() <= MOST_LISTED {
                    turns.insert(label.completed(difference));
                }
            })?;
            if turns.len() > MOST_LISTED {
                return Err(Full);
            }
            let found =
                InferredAndMissing::of(&self.game, self.start + at, layer, &turns, self.died);
            founds.push(found.with_notes(self.start + at, notes, pass_undecided));
        }
        for found in founds.into_iter().rev() {
            judgment.inferred.extend(found.inferred);
            judgment.missing.extend(found.missing);
        }
        if self.sampled.is_some() {
            // Facts without a number of values have a reason of their own.
            let open =
                |one: &&mut MissingFact| one.turn >= Some(self.start) && one.values.is_some();
            for missing in judgment.missing.iter_mut().filter(open) {
                (missing.why, missing.decides) = (SO_FAR, true);
            }
        }
        Ok(())
    }

    /// Counts the tables that are left and compares their outcomes, which do not depend on tokens.
    fn tables(&mut self, left: &[Set]) -> Result<Tables, Full> {
        let positions: Vec<Position> = if self.sampled.is_some() {
            self.ends.clone()
        } else {
            let kinds = (0..self.now.kinds()).filter(|&kind| left[kind] != Set::EMPTY);
            kinds.map(|kind| *self.now.bare(kind).without_tokens()).collect()
        };
        let count = self.now.count(&mut self.sets, left)?.max(1);
        let Some((first, others)) = positions.split_first() else {
            let same = self.sampled.is_none();
            return Ok(Tables { count, same_scores: same, same_end: same, same_winners: same });
        };
        let winners = first.winners(&self.game);
        let mut tables = Tables { count, ..Tables::ONE };
        for other in others {
            tables.same_scores &= first.scores().eq(other.scores());
            tables.same_end &= first.has_ended() == other.has_ended();
            tables.same_winners &= winners == other.winners(&self.game);
        }
        Ok(tables)
    }
}

impl InferredAndMissing {
    /// Returns the inferred and the missing facts of a turn that can be completed to any of `turns`.
    fn of(game: &Game<'_>, turn: usize, layer: &Layer, turns: &BTreeSet<Turn>, died: bool) -> Self {
        let mut found = Self::default();
        // A turn may omit the color of several copies, and two payments. Each completed turn lists
        // the same facts in the same order.
        let mut fields: Vec<(FactName, BTreeSet<Option<InferredValue>>)> = Vec::new();
        for one in turns {
            let values = layer.omitted.values(game, one, true);
            for (at, (field, value)) in values.enumerate() {
                match fields.get_mut(at) {
                    Some((_, values)) => _ = values.insert(value),
                    None => fields.push((field, BTreeSet::from([value]))),
                }
            }
        }
        for (field, values) in fields {
            let values: Vec<Option<InferredValue>> = values.into_iter().collect();
            match values.as_slice() {
                // The rules alone decide the source here, so the log did not leave it open.
                [_] if matches!(field, FactName::From | FactName::Card | FactName::Under)
                    && !layer.source => {}
                // Only "nothing" fits, such as no noble or no token returned: not worth reporting.
                [None] => {}
                [Some(value)] => found.inferred.push(Inferred { field, turn, value: *value }),
                several => {
                    // If no world ever died, each value is as legal as any other, and the verdict
                    // does not depend on the choice.
                    let (values, decides) = (Some(several.len()), died);
                    let why = if decides { SOME } else { EITHER };
                    let (turn, stops) = (Some(turn), false);
                    found.missing.push(MissingFact { field, turn, why, values, stops, decides });
                }
            }
        }
        found
    }

    /// Adds the missing facts of a turn that depends on hidden cards.
    fn with_notes(mut self, turn: usize, notes: Notes, pass_undecided: bool) -> Self {
        self.missing.extend(noted(turn, notes, pass_undecided));
        self
    }
}

/// Returns the missing facts of a turn that depends on hidden cards.
fn noted(turn: usize, notes: Notes, pass_undecided: bool) -> impl Iterator<Item = MissingFact> {
    let card = notes.market_card.then(|| MissingFact::of(turn, Unknown::MarketCard));
    let pass =
        (notes.pass && pass_undecided).then(|| MissingFact::of(turn, Unknown::HandAffordable));
    let digest = notes.digest.then(|| MissingFact::of_digest(turn));
    [card, pass, digest].into_iter().flatten()
}
