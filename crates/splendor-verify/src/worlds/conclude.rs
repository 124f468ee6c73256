//! Derives the verdict, the inferred facts and the missing facts from the remaining worlds.

use splendor_core::{Game, Position, Unknown};

use super::bare_table::Notes;
use super::contradiction::Contradiction;
use super::expansion::GaveUp;
use super::search;
use super::world::{Generation, Layer};
use super::{Stop, TOO_MANY, Worlds};
use crate::claims::{self, FalseClaim};
use crate::verdict::{Finding, Inferred, InferredValue, Judgment, MissingFact, TOO_LONG, Tables};
use splendor_schema::report::TurnFact;

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
const SOME: &str = "values are possible, but not every way to fill in the log is legal";
const SO_FAR: &str = "values are possible, and not all ways to fill in the log were tried";
const MORE: &str =
    "more tables are possible here than are followed; one that is legal to the end was found";

impl Worlds<'_, '_> {
    /// Plays the log in every world as far as possible, and writes the result into the judgment.
    pub(crate) fn follow(mut self, judgment: &mut Judgment) -> Rest {
        let stop = loop {
            if self.at() == self.log.turns.len() {
                break None;
            }
            if let Err(stop) = self.step() {
                break Some(stop);
            }
        };
        judgment.tried = self.tries;
        let all = vec![true; self.now.len()];
        match stop {
            None => {
                self.close(judgment);
                Rest::Nothing
            }
            Some(Stop::Contradicted(contradiction)) => {
                self.conclude(&all, judgment);
                self.contradict(contradiction, judgment)
            }
            Some(Stop::Unplayed) => {
                self.conclude(&all, judgment);
                Rest::Stops
            }
            Some(Stop::GaveUp(reason)) => {
                self.conclude(&all, judgment);
                self.search_on(reason, judgment)
            }
        }
    }

    /// Searches for a legal completion past a limit, and writes the result into the judgment, which
    /// already has the facts before the limit.
    fn search_on(mut self, reason: GaveUp, judgment: &mut Judgment) -> Rest {
        let GaveUp { field, why } = reason;
        let turn = self.at();
        let stop = MissingFact { field, turn, why, values: None, stops: true, decides: true };
        if !matches!(why, TOO_MANY | TOO_LONG) {
            judgment.missing.push(stop);
            return Rest::GaveUp;
        }
        let bounds = self.bounds();
        let found = self.search(&bounds);
        judgment.tried = self.tries.saturating_add(self.work);
        match found {
            search::SearchResult::Witness(number) => {
                self.take_world(number, judgment);
                let tables = &mut judgment.tables;
                tables.same_scores = bounds.end.same.scores;
                tables.same_end = bounds.end.same.end;
                tables.same_winners = bounds.end.same.winners;
                for missing in judgment.missing.iter_mut().filter(|one| one.turn >= self.start) {
                    (missing.why, missing.decides) = (SO_FAR, true);
                }
                let why = MORE;
                judgment.missing.push(MissingFact { why, stops: false, ..stop });
                Rest::Nothing
            }
            search::SearchResult::Contradicted(contradiction) => {
                self.contradict(contradiction, judgment)
            }
            search::SearchResult::Refuted(at, breach) => {
                judgment.missing.retain(|missing| missing.turn < self.start);
                judgment.findings.push(Finding::new(breach, Some(at), judgment.tables.count));
                Rest::Nothing
            }
            search::SearchResult::FalseEnd { number, false_claims } => {
                self.take_world(number, judgment);
                judgment.missing.retain(|missing| missing.turn < self.start);
                let tables = judgment.tables.count;
                let found =
                    false_claims.into_iter().map(|claim| Finding::new(claim.breach, None, tables));
                judgment.findings.extend(found);
                Rest::Nothing
            }
            search::SearchResult::Unplayed => {
                self.take_world(0, judgment);
                Rest::Stops
            }
            search::SearchResult::Nothing => {
                judgment.missing.push(stop);
                Rest::GaveUp
            }
        }
    }

    /// Writes one of the worlds before the next turn into the judgment, as the table to show.
    fn take_world(&self, number: usize, judgment: &mut Judgment) {
        judgment.judged = self.at();
        judgment.position = Some(self.now.position(&self.game, number));
        judgment.completed_turns = Some(self.completed_turns_to(number));
    }

    /// Writes the world of a contradiction into the judgment.
    fn contradict(&self, mut contradiction: Box<Contradiction>, judgment: &mut Judgment) -> Rest {
        // The finding holds whatever values are chosen, so open values decide nothing.
        judgment.missing.retain(|missing| missing.turn < self.start);
        judgment.inferred.retain(|inferred| inferred.turn < contradiction.at);
        judgment.judged = contradiction.at;
        judgment.position = Some(contradiction.played.0);
        judgment.completed_turns = Some(std::mem::take(&mut contradiction.completed_turns));
        Rest::Contradicted(contradiction)
    }

    /// Compares the claims about the end with every world. Reports a finding only if every world
    /// contradicts some claim, and then the findings of the world with the fewest.
    fn close(&mut self, judgment: &mut Judgment) {
        let mut alive = Vec::with_capacity(self.now.len());
        let mut least: Option<(usize, Vec<FalseClaim>)> = None;
        for number in 0..self.now.len() {
            let position = self.now.position(&self.game, number);
            let found = claims::of_end(self.log, &self.game, &position);
            alive.push(found.is_empty());
            if least.as_ref().is_none_or(|(_, least)| found.len() < least.len()) {
                least = Some((number, found));
            }
        }
        let (number, found) = least.unwrap_or_default();
        if found.is_empty() {
            // Some world agrees with all claims. Worlds that disagree are refuted, just as if they
            // could not play a turn, and the facts are inferred from the others.
            self.died |= alive.contains(&false);
            self.conclude(&alive, judgment);
            return;
        }
        self.conclude(&vec![true; self.now.len()], judgment);
        judgment.missing.retain(|missing| missing.turn < self.start);
        judgment.position = Some(self.now.position(&self.game, number));
        judgment.completed_turns = Some(self.completed_turns_to(number));
        let tables = judgment.tables.count;
        let found = found.into_iter().map(|claim| Finding::new(claim.breach, None, tables));
        judgment.findings.extend(found);
    }

    /// Writes into the judgment the facts that the remaining worlds agree on, and those they do
    /// not. `alive` marks the remaining worlds after the last turn.
    fn conclude(&self, alive: &[bool], judgment: &mut Judgment) {
        let left: Vec<usize> = (0..self.now.len()).filter(|&number| alive[number]).collect();
        let pass_undecided = left.iter().any(|&number| self.now.is_pass_undecided(number));
        judgment.tables = tables(&self.game, &self.now, &left);
        judgment.judged = self.at();
        let first = left.first();
        judgment.position = first.map(|&first| self.now.position(&self.game, first));
        judgment.completed_turns = first.map(|&first| self.completed_turns_to(first));
        // Values are collected backward from the last layer: a value whose worlds all died in a
        // later turn is refuted, although its own turn was legal.
        let mut founds = Vec::with_capacity(self.layers.len());
        let mut alive = alive.to_vec();
        for (at, layer) in self.layers.iter().enumerate().rev() {
            let (before, notes, choices) = layer.back(&alive);
            alive = before;
            founds.push(self.found(self.start + at, layer, &choices, notes, pass_undecided));
        }
        for found in founds.into_iter().rev() {
            judgment.inferred.extend(found.inferred);
            judgment.missing.extend(found.missing);
        }
    }

    /// Returns the inferred and the missing facts of a turn. `choices` marks the completed turns
    /// that lead to a remaining world.
    fn found(
        &self,
        turn: usize,
        layer: &Layer,
        choices: &[bool],
        notes: Notes,
        pass_undecided: bool,
    ) -> InferredAndMissing {
        let mut found = InferredAndMissing::default();
        // A turn may omit the color of several copies, and two payments. Each completed turn lists
        // the same facts in the same order.
        let mut fields: Vec<(TurnFact, Vec<Option<InferredValue>>)> = Vec::new();
        let left = layer.turns.values.iter().zip(choices).filter(|(_, left)| **left);
        for (one, _) in left {
            let values = layer.omitted.values(&self.game, one, true);
            for (at, (field, value)) in values.enumerate() {
                match fields.get_mut(at) {
                    Some((_, values)) if values.contains(&value) => {}
                    Some((_, values)) => values.push(value),
                    None => fields.push((field, vec![value])),
                }
            }
        }
        for (field, values) in fields {
            match values.as_slice() {
                // The rules alone decide the source here, so the log did not leave it open.
                [_] if matches!(field, TurnFact::From | TurnFact::Card | TurnFact::Under)
                    && !layer.source => {}
                // Only "nothing" fits, such as no noble or no token returned: not worth reporting.
                [None] => {}
                [Some(value)] => found.inferred.push(Inferred { field, turn, value: *value }),
                several => {
                    // If no world ever died, each value is as legal as any other, and the verdict
                    // does not depend on the choice.
                    let (values, decides) = (Some(several.len()), self.died);
                    let why = if decides { SOME } else { EITHER };
                    let stops = false;
                    found.missing.push(MissingFact { field, turn, why, values, stops, decides });
                }
            }
        }
        found.missing.extend(noted(turn, notes, pass_undecided));
        found
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

impl Layer {
    /// Returns which worlds before the turn lead to a world that is marked in `after`, the notes on
    /// the edges between them, and which completed turns those edges use. Worlds beyond the end of
    /// `after` or of the returned list are dead.
    fn back(&self, after: &[bool]) -> (Vec<bool>, Notes, Vec<bool>) {
        // Edges are in ascending order of `from`: the last one names the last world with a
        // successor.
        let before = self.edges.last().map_or(0, |edge| edge.from as usize + 1);
        let mut before = vec![false; before];
        let mut choices = vec![false; self.turns.values.len()];
        let mut notes = Notes::default();
        for edge in self.edges.iter().filter(|edge| after.get(edge.to as usize) == Some(&true)) {
            before[edge.from as usize] = true;
            choices[usize::from(edge.choice)] = true;
            notes.market_card |= edge.notes.market_card;
            notes.digest |= edge.notes.digest;
            notes.pass |= edge.notes.pass;
        }
        (before, notes, choices)
    }
}

/// Counts the worlds that are left and compares their outcomes, which do not depend on tokens.
fn tables(game: &Game<'_>, all: &Generation, left: &[usize]) -> Tables {
    let Some((&first, rest)) = left.split_first() else { return Tables::ONE };
    let bare = |number: usize| all.bare(&all.worlds()[number]).without_tokens();
    let mut tables = Tables { completions: all.past(first).completions, ..Tables::ONE };
    let won = |position: &Position| position.winners(game);
    let first = bare(first);
    let winners = won(first);
    for &number in rest {
        let other = bare(number);
        tables.count += 1;
        tables.completions = tables.completions.saturating_add(all.past(number).completions);
        tables.same_scores &= first.scores().eq(other.scores());
        tables.same_end &= first.has_ended() == other.has_ended();
        tables.same_winners &= winners == won(other);
    }
    tables
}
