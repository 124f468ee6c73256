//! The turn at which the last world dies, and why.

use splendor_core::{Action, Clause, Events, Position, Turn, Unknown, Violation};
use splendor_schema as schema;

use super::Worlds;
use super::hidden::{Owner, Step};
use super::world::{Generation, World};
use crate::claims;
use crate::complete::{self, Open, Resolved};
use crate::verdict::{Breach, Path};

/// The finding to report when no world is left.
#[derive(Debug)]
pub(crate) struct Contradiction {
    /// The turn that is found illegal, from 0.
    pub(crate) at: usize,
    pub(crate) breach: Breach,
    /// The position before it, and the turn as it was understood.
    pub(crate) played: (Position, Turn),
    /// The number of tables of which this is one: before the turn, or after it if a claim is false.
    pub(crate) tables: u64,
    /// The turns of this world up to that one.
    pub(super) path: Path,
}

/// How far a world came in the turn: a broken clause, then a false claim, then an earlier pass.
type Reach = (u8, Option<Clause>);

impl Worlds<'_, '_> {
    /// Returns the contradiction of the world that gets furthest in the turn; among equals, the
    /// first.
    pub(super) fn contradiction(
        &self,
        turn: &Turn,
        told: &schema::Turn,
        open: Open,
    ) -> Contradiction {
        let mut furthest: Option<(Reach, usize, Turn, Option<Breach>)> = None;
        for (number, world) in self.now.iter().enumerate() {
            let (whole, breach) = self.refusal(world, turn, told, open);
            let reach = reach(breach.as_ref());
            if furthest.as_ref().is_none_or(|best| reach > best.0) {
                furthest = Some((reach, number, whole, breach));
            }
        }
        let (_, number, whole, breach) = furthest.expect("there is a world before each turn");
        let mut path = self.path_to(number);
        let position = self.now[number].position;
        let Some(breach) = breach else { return self.not_forced(path, &position, whole) };
        path.turns.push(whole);
        let tables = match breach {
            Breach::Rule(_) => self.now.len() as u64,
            Breach::Claim(..) => self.tables_behind(turn, open),
        };
        Contradiction { at: self.at(), breach, played: (position, whole), tables, path }
    }

    /// Returns how many tables a turn can leave, whatever is claimed of them; no more are counted
    /// than are followed.
    fn tables_behind(&self, turn: &Turn, open: Open) -> u64 {
        let mut next = Generation::new(open);
        for (number, world) in self.now.iter().enumerate() {
            let all = complete::candidates(&self.game, &world.position, turn, open);
            for whole in all.into_iter().flatten() {
                let Ok(child) = world.after(&self.game, &whole, None) else { continue };
                if next.add(number, child, 0).is_err() {
                    break;
                }
            }
        }
        next.worlds.len() as u64
    }

    /// Returns the completion of a turn that shows the contradiction, and the breach. Returns
    /// `None` for the breach if the cause is an earlier unforced pass.
    fn refusal(
        &self,
        world: &World,
        turn: &Turn,
        told: &schema::Turn,
        open: Open,
    ) -> (Turn, Option<Breach>) {
        let position = &world.position;
        let whole = match complete::resolve(&self.game, position, turn, told, open, &mut 0) {
            Resolved::Impossible { shows, .. } => shows,
            Resolved::TooMany => unreachable!("the same completions were tried to get here"),
            Resolved::Forced(whole) | Resolved::Several { likely: whole, .. } => {
                return (whole, None);
            }
        };
        let after = told.after();
        let breach = match position.play(&self.game, &whole) {
            Ok((next, _)) => {
                after.and_then(|after| claims::of_turn(&self.game, &whole, after, &next))
            }
            Err(violation) => Some(claims::or_withheld_gold(position, &whole, after, violation)),
        };
        (whole, breach)
    }

    /// Returns the pass that a later card proves unforced; if there is none, the last pass that
    /// depends on such a card.
    fn not_forced(&self, mut path: Path, last: &Position, whole: Turn) -> Contradiction {
        let (_, events) = last.play(&self.game, &whole).expect("only a pass was not forced");
        let mut passes = Vec::new();
        let mut position = self.first;
        for (at, turn) in (self.start..).zip(&path.turns) {
            let (next, events) =
                position.play(&self.game, turn).expect("the turns of a world are legal");
            if events.unknown == Some(Unknown::HandAffordable) {
                passes.push((at, position, *turn));
            }
            position = next;
        }
        let here = whole.action == Action::Pass;
        let told = self.uncovered(last, &whole, &events);
        let proved = |(_, before, pass): &&(usize, Position, Turn)| {
            told.is_none_or(|(owner, card)| {
                let its = owner == Owner::Market || owner == Owner::Seat(pass.seat);
                its && before.mover().affords(self.game.components.card(card).cost)
            })
        };
        let earlier = passes.iter().rev().find(proved).or(passes.last()).filter(|_| !here);
        let (at, position, turn) = earlier.copied().unwrap_or((self.at(), *last, whole));
        path.turns.truncate(at - self.start);
        path.turns.push(turn);
        let breach = Breach::Rule(Violation::pass_with_a_card_in_reach());
        Contradiction { at, breach, played: (position, turn), tables: self.now.len() as u64, path }
    }

    fn uncovered(
        &self,
        before: &Position,
        turn: &Turn,
        events: &Events,
    ) -> Option<(Owner, splendor_core::CardId)> {
        Step { game: &self.game, before, turn, events, next: before }.uncovered()
    }

    /// Returns how a world came about: its turns, and of several ways the first.
    pub(super) fn path_to(&self, number: usize) -> Path {
        let mut world = u32::try_from(number).unwrap_or(u32::MAX);
        let mut turns = Vec::with_capacity(self.layers.len() + 1);
        for layer in self.layers.iter().rev() {
            let edge = layer.edges.iter().find(|edge| edge.to == world);
            let edge = edge.expect("every world comes from one before it");
            turns.push(layer.turns[usize::from(edge.choice)]);
            world = edge.from;
        }
        turns.reverse();
        Path { from: self.start, turns }
    }
}

fn reach(breach: Option<&Breach>) -> Reach {
    match breach {
        Some(Breach::Rule(violation)) => (0, Some(violation.clause())),
        Some(Breach::Claim(violation, _)) => (1, Some(violation.clause())),
        None => (2, None),
    }
}
