//! Draws conclusions from the remaining worlds: the verdict, the inferred facts, the open facts.

use splendor_core::{Game, Position, Unknown};

use super::contradiction::Contradiction;
use super::world::{Layer, Notes, World};
use super::{Stop, Worlds};
use crate::claims;
use crate::verdict::{Finding, Inferred, InferredValue, Judgment, MissingFact, Tables};
use splendor_schema::report::TurnFact;

/// The work that remains for the caller of the replay.
pub(crate) enum Rest {
    /// Nothing.
    Nothing,
    /// Every world died at one turn.
    Contradicted(Box<Contradiction>),
    /// The next turn stops every replay.
    Stops,
    /// The worlds are not followed further.
    Open,
}

/// The facts of one layer: inferred facts, and missing facts.
#[derive(Default)]
struct Found {
    inferred: Vec<Inferred>,
    missing: Vec<MissingFact>,
}

const EITHER: &str = "several values fit, and the log is as legal with each";
const SOME: &str = "several values fit, but not every way to fill in the log is legal";

impl Worlds<'_, '_> {
    /// Follows the worlds as far as possible, and writes their conclusions into the judgment.
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
            Some(Stop::Contradicted(mut contradiction)) => {
                self.conclude(&all, judgment);
                judgment.missing.retain(|missing| missing.turn < self.start);
                judgment.inferred.retain(|inferred| inferred.turn < contradiction.at);
                judgment.judged = contradiction.at;
                judgment.position = Some(contradiction.played.0);
                judgment.path = Some(std::mem::take(&mut contradiction.path));
                Rest::Contradicted(contradiction)
            }
            Some(Stop::Unplayed) => {
                self.conclude(&all, judgment);
                Rest::Stops
            }
            Some(Stop::Open { field, why }) => {
                self.conclude(&all, judgment);
                let turn = self.at();
                let missing =
                    MissingFact { field, turn, why, values: None, stops: true, decides: true };
                judgment.missing.push(missing);
                Rest::Open
            }
        }
    }

    /// Compares the claims about the end with every world.
    fn close(&mut self, judgment: &mut Judgment) {
        let before = judgment.findings.len();
        let mut alive = Vec::with_capacity(self.now.len());
        let mut least: Option<(usize, Vec<Finding>)> = None;
        for (number, world) in self.now.iter().enumerate() {
            claims::of_end(self.log, &self.game, &world.position, judgment);
            let found = judgment.findings.split_off(before);
            alive.push(found.is_empty());
            if least.as_ref().is_none_or(|(_, least)| found.len() < least.len()) {
                least = Some((number, found));
            }
        }
        judgment.result_checked = self.now.iter().all(|world| world.position.has_ended());
        let (number, found) = least.unwrap_or_default();
        if found.is_empty() {
            self.died |= alive.contains(&false);
            self.conclude(&alive, judgment);
            return;
        }
        self.conclude(&vec![true; self.now.len()], judgment);
        judgment.missing.retain(|missing| missing.turn < self.start);
        judgment.position = Some(self.now[number].position);
        judgment.path = Some(self.path_to(number));
        let tables = judgment.tables.count;
        judgment.findings.extend(found.into_iter().map(|found| Finding { tables, ..found }));
    }

    /// Writes the facts on which the remaining worlds agree, and the facts on which they differ.
    fn conclude(&self, alive: &[bool], judgment: &mut Judgment) {
        let mut left = self.now.iter().zip(alive).filter(|(_, alive)| **alive).map(|(one, _)| one);
        let pass_undecided = left.clone().any(World::is_pass_undecided);
        judgment.tables = tables(&self.game, left.clone());
        judgment.judged = self.at();
        judgment.position = left.next().map(|first| first.position);
        judgment.path = alive.iter().position(|&alive| alive).map(|number| self.path_to(number));
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
    /// that remain.
    fn found(
        &self,
        turn: usize,
        layer: &Layer,
        choices: &[bool],
        notes: Notes,
        pass_undecided: bool,
    ) -> Found {
        let mut found = Found::default();
        let mut fields: Vec<(TurnFact, Vec<Option<InferredValue>>)> = Vec::new();
        let left = layer.turns.iter().zip(choices).filter(|(_, left)| **left);
        for (field, value) in left.flat_map(|(one, _)| layer.open.values(&self.game, one, true)) {
            match fields.iter_mut().find(|(known, _)| *known == field) {
                Some((_, values)) if values.contains(&value) => {}
                Some((_, values)) => values.push(value),
                None => fields.push((field, vec![value])),
            }
        }
        for (field, values) in fields {
            match values.as_slice() {
                [_] if matches!(field, TurnFact::From | TurnFact::Card | TurnFact::Under)
                    && !layer.source => {}
                [None] => {}
                [Some(value)] => found.inferred.push(Inferred { field, turn, value: *value }),
                several => {
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

/// Returns the facts that depend on cards that no turn reveals.
fn noted(turn: usize, notes: Notes, pass_undecided: bool) -> impl Iterator<Item = MissingFact> {
    let card = notes.market_card.then(|| MissingFact::of(turn, Unknown::MarketCard));
    let pass =
        (notes.pass && pass_undecided).then(|| MissingFact::of(turn, Unknown::HandAffordable));
    let digest = notes.digest.then(|| MissingFact::of_digest(turn));
    [card, pass, digest].into_iter().flatten()
}

impl Layer {
    /// Steps back from the remaining worlds after the turn to the worlds before it (backward
    /// reachability). Returns those worlds, the notes on the way, and the completed turns that lead
    /// on. A world without an edge to a remaining world is a contradiction.
    fn back(&self, after: &[bool]) -> (Vec<bool>, Notes, Vec<bool>) {
        let before = self.edges.last().map_or(0, |edge| edge.from as usize + 1);
        let mut before = vec![false; before];
        let mut choices = vec![false; self.turns.len()];
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

/// Counts the remaining worlds and compares them.
fn tables<'w>(game: &Game<'_>, mut left: impl Iterator<Item = &'w World>) -> Tables {
    let Some(first) = left.next() else { return Tables::ONE };
    let mut tables = Tables { completions: first.ways, ..Tables::ONE };
    let won = |position: &Position| position.winners(game);
    let first = &first.position;
    for world in left {
        let other = &world.position;
        tables.count += 1;
        tables.completions = tables.completions.saturating_add(world.ways);
        tables.same_scores &= first.scores().eq(other.scores());
        tables.same_end &= first.has_ended() == other.has_ended();
        tables.same_winners &= won(first) == won(other);
    }
    tables
}
