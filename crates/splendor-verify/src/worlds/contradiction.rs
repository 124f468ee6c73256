//! The finding to report when no world can play a turn.

use splendor_core::{Action, Clause, Events, Position, Turn, Unknown, Violation};
use splendor_schema as schema;

use super::Worlds;
use super::diagram::Full;
use super::expansion::{Expansion, GaveUp};
use super::hidden::{Owner, PlayedTurn};
use super::world::World;
use crate::claims;
use crate::complete::{self, OmittedFacts, Resolved};
use crate::verdict::{Breach, CompletedTurns, TOO_LONG};

/// The finding to report when no world is left.
#[derive(Debug)]
pub(crate) struct Contradiction {
    /// The illegal turn, from 0. An earlier pass may be the illegal turn.
    pub(crate) at: usize,
    pub(crate) breach: Breach,
    /// The position before the illegal turn, and that turn with its omitted facts filled in.
    pub(crate) played: (Position, Turn),
    /// The number of possible tables before the turn, or after the turn for a false claim. The
    /// finding shows one of them.
    pub(crate) tables: u64,
    /// The turns of the reported world, including the illegal turn.
    pub(super) completed_turns: CompletedTurns,
}

impl Contradiction {
    /// Returns how far the reported table got.
    pub(super) fn reach(&self) -> Reach {
        reach(Some(&self.breach))
    }
}

/// How far a world got in the turn, in ascending order: it breaks a clause (later clauses rank
/// higher), contradicts a claim of the log, or proves that an earlier pass was not forced.
pub(super) type Reach = (u8, Option<Clause>);

impl Worlds<'_, '_> {
    /// Returns the finding of the world that got furthest in the turn; the first of equal worlds.
    ///
    /// Every world breaks something, but not the same clause. The furthest world explains the log
    /// best: the others are already refuted by an earlier check.
    pub(super) fn contradiction(
        &mut self,
        turn: &Turn,
        logged: &schema::Turn,
        omitted: OmittedFacts,
    ) -> Result<Contradiction, GaveUp> {
        let field = omitted.first_field();
        let mut furthest: Option<(Reach, World, Turn, Option<Breach>)> = None;
        let after = logged.after.as_ref();
        let (game, at, promising) = (&self.game, self.at(), None);
        let expansion = Expansion { game, at, turn, omitted, after, promising };
        for world in expansion.each_alike(&mut self.sets, &self.now)? {
            let position = self.now.position(&self.game, &world);
            let refusal = self.refusal(&position, turn, logged, omitted);
            // No table can play the turn. The finding shows the best of those that were tried.
            if refusal.is_none() && furthest.is_some() {
                break;
            }
            let (completed, breach) = refusal.ok_or(GaveUp::Missing { field, why: TOO_LONG })?;
            let reach = reach(breach.as_ref());
            if furthest.as_ref().is_none_or(|best| reach > best.0) {
                furthest = Some((reach, world, completed, breach));
            }
        }
        let (_, world, completed, breach) = furthest.expect("there is a table before each turn");
        let mut completed_turns = self.completed_turns_to(&world)?;
        let position = self.now.position(&self.game, &world);
        let now = self.now.count(&mut self.sets, self.now.held())?;
        let Some(breach) = breach else {
            return Ok(self.not_forced(completed_turns, &position, completed, now));
        };
        completed_turns.turns.push(completed);
        let tables = match breach {
            Breach::Rule(_) => now,
            Breach::Claim(..) => self.tables_after(turn, omitted).unwrap_or(now),
        };
        Ok(Contradiction {
            at: self.at(),
            breach,
            played: (position, completed),
            tables,
            completed_turns,
        })
    }

    /// Counts the tables that a turn can lead to, ignoring the claims of the log about them; `None`
    /// if they cannot all be followed.
    fn tables_after(&mut self, turn: &Turn, omitted: OmittedFacts) -> Option<u64> {
        let (game, at, after, promising) = (&self.game, self.at(), None, None);
        let expansion = Expansion { game, at, turn, omitted, after, promising };
        let next = expansion.expand(&mut self.sets, &self.now, true).ok()?.next;
        next.count(&mut self.sets, next.held()).ok()
    }

    /// Returns the completion of a turn that shows why a world cannot play it, and the breach.
    /// There is no breach if the turn is legal and only proves that a pass was not forced. `None` if
    /// the completions are too many.
    fn refusal(
        &mut self,
        position: &Position,
        turn: &Turn,
        logged: &schema::Turn,
        omitted: OmittedFacts,
    ) -> Option<(Turn, Option<Breach>)> {
        let game = &self.game;
        let work = &mut |steps| self.sets.work(steps).is_ok();
        let completed = match complete::resolve(game, position, turn, logged, omitted, work) {
            Resolved::Impossible { shows, .. } => shows,
            Resolved::TooMany => return None,
            Resolved::Forced(completed) | Resolved::Several { first: completed, .. } => {
                return Some((completed, None));
            }
        };
        let after = logged.after.as_ref();
        let mut next = *position;
        let breach = match next.play(&self.game, &completed) {
            Ok(_) => after.and_then(|after| claims::of_turn(&self.game, &completed, after, &next)),
            Err(violation) => {
                Some(claims::or_withheld_gold(position, &completed, after, violation))
            }
        };
        Some((completed, breach))
    }

    /// Returns the finding for a pass that was not forced: the last pass that the card uncovered in
    /// this turn refutes, otherwise the last pass that depended on a hidden card.
    ///
    /// No single turn has to be wrong here. Several passes together can leave too few cards for the
    /// hidden places, so the blame goes to the latest one.
    fn not_forced(
        &self,
        mut completed_turns: CompletedTurns,
        last: &Position,
        completed: Turn,
        tables: u64,
    ) -> Contradiction {
        let mut end = *last;
        let events = end.play(&self.game, &completed).expect("only a pass was not forced");
        let mut passes = Vec::new();
        let mut position = self.first;
        for (at, turn) in (self.start..).zip(&completed_turns.turns) {
            let mut next = position;
            let events = next.play(&self.game, turn).expect("the turns of a world are legal");
            if events.unknown == Some(Unknown::HandAffordable) {
                passes.push((at, position, *turn));
            }
            position = next;
        }
        // A pass can refute itself: then the hidden places cannot avoid every affordable card.
        let here = completed.action == Action::Pass;
        let uncovered = self.uncovered(last, &completed, &events);
        let proved = |(_, before, pass): &&(usize, Position, Turn)| {
            uncovered.is_none_or(|(owner, card)| {
                let could_see = owner == Owner::Market || owner == Owner::Seat(pass.seat);
                could_see && before.is_in_reach(&self.game, card)
            })
        };
        let earlier = passes.iter().rev().find(proved).or(passes.last()).filter(|_| !here);
        let (at, position, turn) = earlier.copied().unwrap_or((self.at(), *last, completed));
        completed_turns.turns.truncate(at - self.start);
        completed_turns.turns.push(turn);
        let breach = Breach::Rule(Violation::pass_with_a_card_in_reach());
        Contradiction { at, breach, played: (position, turn), tables, completed_turns }
    }

    /// Returns the card that the turn takes from a hidden place, and the owner of that place.
    fn uncovered(
        &self,
        before: &Position,
        turn: &Turn,
        events: &Events,
    ) -> Option<(Owner, splendor_core::CardId)> {
        PlayedTurn { game: &self.game, before, turn, events, next: before }.uncovered()
    }

    /// Returns turns that lead to a table.
    ///
    /// # Errors
    ///
    /// The sets are full.
    pub(super) fn completed_turns_to(&mut self, world: &World) -> Result<CompletedTurns, Full> {
        let mut world = world.clone();
        let mut turns = Vec::with_capacity(self.layers.len() + 1);
        for layer in self.layers.iter().rev() {
            let step = layer.step_to(&mut self.sets, &world)?;
            let (before, turn) = step.expect("every table comes from one before it");
            turns.push(turn);
            world = before;
        }
        turns.reverse();
        Ok(CompletedTurns { from: self.start, turns })
    }
}

/// Ranks a breach; see [`Reach`].
fn reach(breach: Option<&Breach>) -> Reach {
    match breach {
        Some(Breach::Rule(violation)) => (0, Some(violation.clause())),
        Some(Breach::Claim(violation, _)) => (1, Some(violation.clause())),
        None => (2, None),
    }
}
