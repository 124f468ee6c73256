//! Moves worlds on by one turn.

use splendor_core::{Game, Position, Tokens, Turn, Unknown};
use splendor_schema::report::TurnFact;
use splendor_schema::turn::After;

use super::bare_table::{BareTable, Refused};
use super::situation::{Outcomes, Situation, Tried};
use super::world::{Generation, NextGeneration, Outcome};
use super::{TOO_HIDDEN, WHICH_PASS};
use crate::complete::{self, OmittedFacts};
use crate::verdict::{MissingFact, TOO_LONG};

/// A turn of the log that worlds play one after the other, and the worlds after it so far.
pub(super) struct Expansion<'e> {
    pub(super) game: &'e Game<'e>,
    /// The number of the turn, from 0.
    at: usize,
    turn: &'e Turn,
    /// The claims that the worlds after the turn have to agree with.
    after: Option<&'e After>,
    tried: Tried,
    pub(super) next: NextGeneration,
    /// The number of completed turns that were played. Worlds in one situation share them.
    pub(super) played: usize,
}

/// The limit or the question that stopped the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct GaveUp {
    /// The fact that is missing.
    pub(super) field: TurnFact,
    /// Why it matters.
    pub(super) why: &'static str,
}

impl<'e> Expansion<'e> {
    /// Returns no worlds yet, of at most `most`, after turn `at`, which omits these facts.
    pub(super) fn new(
        game: &'e Game<'e>,
        at: usize,
        turn: &'e Turn,
        omitted: OmittedFacts,
        after: Option<&'e After>,
        most: usize,
    ) -> Self {
        let next = NextGeneration::new(omitted, most);
        Self { game, at, turn, after, tried: Tried::nothing(), next, played: 0 }
    }

    /// Adds the worlds that the turn leads to from world `number`. `keep` gets the tokens of the
    /// seat after the turn, and may drop the world. `edge_count` is the number of edges stored for
    /// the turns before this one.
    ///
    /// Returns the number of completed turns, counted as
    /// [`Worlds::tries`](super::Worlds::tries) counts them.
    ///
    /// # Errors
    ///
    /// The reason to stop.
    pub(super) fn expand(
        &mut self,
        now: &Generation,
        number: usize,
        edge_count: usize,
        mut keep: impl FnMut(Tokens) -> bool,
    ) -> Result<usize, GaveUp> {
        let position = now.position(self.game, number);
        let world = &now.worlds()[number];
        let situation = Situation::of(number, world, &position, self.turn, self.after);
        let (game, at, turn, after) = (self.game, self.at, self.turn, self.after);
        let (next, played) = (&mut self.next, &mut self.played);
        let play = || {
            let outcomes = outcomes(game, at, turn, after, now.bare(world), &position, next)?;
            *played += outcomes.tried;
            Ok(outcomes)
        };
        let outcomes = self.tried.outcomes(situation, play)?;
        let mover = usize::from(position.to_move());
        let field = self.next.layer.omitted.first_field();
        for outcome in outcomes.after_each.iter().filter(|outcome| keep(outcome.held)) {
            let added = self.next.add(now, number, mover, outcome, edge_count);
            added.map_err(|why| GaveUp { field, why })?;
        }
        Ok(outcomes.tried * now.bare(world).weight())
    }
}

/// Plays every completion of a turn from a position, which is `bare` with tokens, and returns the
/// tables after it.
///
/// A completed turn that breaks a clause only removes a world. A completed turn whose legality
/// cannot be decided stops the search instead: without that world, the remaining worlds would no
/// longer cover every table, and a finding would not hold in all of them.
fn outcomes(
    game: &Game<'_>,
    at: usize,
    turn: &Turn,
    after: Option<&After>,
    bare: &BareTable,
    position: &Position,
    next: &mut NextGeneration,
) -> Result<Outcomes, GaveUp> {
    let omitted = next.layer.omitted;
    let field = omitted.first_field();
    let all = complete::candidates(game, position, turn, omitted);
    let gave_up = |why| GaveUp { field, why };
    let all = all.ok_or(gave_up(TOO_LONG))?;
    let mut outcomes = Outcomes { tried: all.len(), after_each: Vec::new() };
    let mut sample: Option<Sample> = None;
    for completed in all {
        next.layer.source |= complete::has_source(&completed) != complete::has_source(turn);
        // A claim has to be compared with the tokens after each completed turn.
        let known = sample.as_ref().filter(|_| after.is_none());
        if let Some((turn, outcome)) = known.and_then(|sample| sample.with_return_of(&completed)) {
            let outcome = next.outcome_of(turn, outcome).map_err(gave_up)?;
            outcomes.after_each.push(outcome);
            continue;
        }
        match bare.play(game, position, &completed, after) {
            Ok(played) => {
                let turn = played.turn;
                let outcome = next.outcome(played).map_err(gave_up)?;
                outcomes.after_each.push(outcome);
                sample = Some(Sample { completed, turn, outcome });
            }
            Err(Refused::Broken | Refused::NotForced) => {}
            Err(Refused::TooMany) => {
                return Err(GaveUp { field: TurnFact::Card, why: TOO_HIDDEN });
            }
            Err(Refused::Drawn) => {
                let MissingFact { field, why, .. } = MissingFact::of(at, Unknown::Drawn);
                return Err(GaveUp { field, why });
            }
            Err(Refused::Pass) => return Err(GaveUp { field: TurnFact::Card, why: WHICH_PASS }),
        }
    }
    Ok(outcomes)
}

/// A legal completed turn and its outcome.
struct Sample {
    completed: Turn,
    /// The completed turn, including the source of a bought card.
    turn: Turn,
    outcome: Outcome,
}

impl Sample {
    /// Returns a completed turn and its outcome, if it differs from this one only in the tokens
    /// that the seat returns. Most completed turns differ only in these tokens, so this saves time.
    /// The rules ask only how many tokens the seat returns and whether it has them. So the turn is
    /// also legal, and leads to the same table apart from these tokens.
    fn with_return_of(&self, completed: &Turn) -> Option<(Turn, Outcome)> {
        let (here, there) = (self.completed.returned, completed.returned);
        let before_return = self.outcome.held.plus(here);
        let same = Turn { returned: here, ..*completed } == self.completed;
        let legal = here.total() == there.total() && before_return.covers(there);
        let outcome = self.outcome.with_held(before_return.minus(there));
        (same && legal).then_some((Turn { returned: there, ..self.turn }, outcome))
    }
}
