//! The finding to report when no world can play a turn.

use splendor_core::{Action, Clause, Events, Position, Turn, Unknown, Violation};
use splendor_schema as schema;

use super::expansion::Expansion;
use super::hidden::{Owner, PlayedTurn};
use super::numbers::Numbered;
use super::situation::Situation;
use super::{MOST_WORLDS, Worlds};
use crate::claims;
use crate::complete::{self, OmittedFacts, Resolved};
use crate::verdict::{Breach, CompletedTurns};

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

/// How far a world got in the turn, in ascending order: it breaks a clause (later clauses rank
/// higher), contradicts a claim of the log, or proves that an earlier pass was not forced.
pub(super) type Reach = (u8, Option<Clause>);

impl Worlds<'_, '_> {
    /// Returns the finding of the world that got furthest in the turn; the first of equal worlds.
    ///
    /// Every world breaks something, but not the same clause. The furthest world explains the log
    /// best: the others are already refuted by an earlier check.
    pub(super) fn contradiction(
        &self,
        turn: &Turn,
        logged: &schema::Turn,
        omitted: OmittedFacts,
    ) -> Contradiction {
        let mut furthest: Option<(Reach, usize, Turn, Option<Breach>)> = None;
        // In the same situation, the turn breaks the same clause.
        let mut situations = Numbered::new();
        for (number, world) in self.now.worlds().iter().enumerate() {
            let position = self.now.position(&self.game, number);
            let situation = Situation::of(number, world, &position, turn, logged.after.as_ref());
            if situations.number(situation, usize::MAX).is_some_and(|(_, is_new)| !is_new) {
                continue;
            }
            let (completed, breach) = self.refusal(&position, turn, logged, omitted);
            let reach = reach(breach.as_ref());
            if furthest.as_ref().is_none_or(|best| reach > best.0) {
                furthest = Some((reach, number, completed, breach));
            }
        }
        let (_, number, completed, breach) = furthest.expect("there is a world before each turn");
        let mut completed_turns = self.completed_turns_to(number);
        let position = self.now.position(&self.game, number);
        let Some(breach) = breach else {
            return self.not_forced(completed_turns, &position, completed);
        };
        completed_turns.turns.push(completed);
        let tables = match breach {
            Breach::Rule(_) => self.now.len() as u64,
            Breach::Claim(..) => self.tables_after(turn, omitted),
        };
        Contradiction {
            at: self.at(),
            breach,
            played: (position, completed),
            tables,
            completed_turns,
        }
    }

    /// Counts the tables that a turn can lead to, ignoring the claims of the log about them. Stops
    /// counting at [`MOST_WORLDS`](super::MOST_WORLDS).
    fn tables_after(&self, turn: &Turn, omitted: OmittedFacts) -> u64 {
        let mut expansion = Expansion::new(&self.game, self.at(), turn, omitted, None, MOST_WORLDS);
        for number in 0..self.now.len() {
            if expansion.expand(&self.now, number, 0, |_| true).is_err() {
                break;
            }
        }
        expansion.next.generation.len() as u64
    }

    /// Returns the completion of a turn that shows why a world cannot play it, and the breach.
    /// There is no breach if the turn is legal and only proves that a pass was not forced.
    fn refusal(
        &self,
        position: &Position,
        turn: &Turn,
        logged: &schema::Turn,
        omitted: OmittedFacts,
    ) -> (Turn, Option<Breach>) {
        let completed = match complete::resolve(&self.game, position, turn, logged, omitted, &mut 0)
        {
            Resolved::Impossible { shows, .. } => shows,
            Resolved::TooMany => unreachable!("the same completions were tried to get here"),
            Resolved::Forced(completed) | Resolved::Several { first: completed, .. } => {
                return (completed, None);
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
        (completed, breach)
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
        Contradiction {
            at,
            breach,
            played: (position, turn),
            tables: self.now.len() as u64,
            completed_turns,
        }
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

    /// Returns the turns that lead to world `number`, along the first edge into each world.
    pub(super) fn completed_turns_to(&self, number: usize) -> CompletedTurns {
        let mut world = u32::try_from(number).unwrap_or(u32::MAX);
        let mut turns = Vec::with_capacity(self.layers.len() + 1);
        for layer in self.layers.iter().rev() {
            world = layer.kept.as_ref().map_or(world, |kept| kept[world as usize]);
            let edge = layer.edges.iter().find(|edge| edge.to == world);
            let edge = edge.expect("every world comes from one before it");
            turns.push(layer.turns.values[usize::from(edge.choice)]);
            world = edge.from;
        }
        turns.reverse();
        CompletedTurns { from: self.start, turns }
    }
}

/// Ranks a breach; see [`Reach`].
pub(super) fn reach(breach: Option<&Breach>) -> Reach {
    match breach {
        Some(Breach::Rule(violation)) => (0, Some(violation.clause())),
        Some(Breach::Claim(violation, _)) => (1, Some(violation.clause())),
        None => (2, None),
    }
}
