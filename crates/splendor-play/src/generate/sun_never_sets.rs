//! The moves of the seats in a generated game with Orient or Strongholds.
//!
//! One purchase can go on in thousands of ways, so a seat first chooses an action from the list of
//! legal turns, and then one of the turns that begin with it.

use splendor_core::{Action, CardSet, StrongholdStep, Tokens, Turn};

use super::Policy;
use super::dice::Dice;
use super::plan::{Plan, Table};

impl Table<'_> {
    /// Returns a legal turn; `None` if the rulings leave none.
    pub(super) fn turn_of_sun_never_sets(
        &self,
        policy: Policy,
        plan: Option<&Plan>,
        dice: &mut Dice,
    ) -> Option<Turn> {
        let legal = self.position.legal_turns(self.game);
        let mut actions: Vec<Action> = legal.iter().map(|turn| unpaid(turn.action)).collect();
        // The list holds the turns of one action next to each other.
        actions.dedup();
        let action = match (policy, plan) {
            (_, Some(plan)) => planned(&actions, plan, dice),
            (Policy::Hoarder, None) => hoarded(&actions, dice),
            (_, None) => dice.pick(actions),
        }?;
        let begins = |turn: &&Turn| unpaid(turn.action) == action;
        let conquers = |turn: &&Turn| begins(turn) && turn.conquest.is_some();
        let conquest = !dice.once_in(4) && legal.iter().any(|turn| conquers(&turn));
        let ways = legal.iter().filter(|turn| if conquest { conquers(turn) } else { begins(turn) });
        // Strongholds that gather on one card make conquests possible.
        let gathers = dice.once_in(2);
        let worth = |turn: &&Turn| if gathers { self.gathered(turn) } else { 0 };
        let turn = dice.best(ways, worth)?;
        Some(Turn { action: self.kept(turn.action, dice), ..*turn })
    }

    /// Returns how many strongholds the seat already has where the turn puts one.
    fn gathered(&self, turn: &Turn) -> i32 {
        let to = match turn.effects.stronghold {
            Some(StrongholdStep::Place(card) | StrongholdStep::Move { to: card, .. }) => card,
            Some(StrongholdStep::Remove { .. }) | None => return 0,
        };
        i32::from(self.position.strongholds().count(turn.seat, to))
    }
}

/// The action without its payment, which is the same for all turns that begin with it.
fn unpaid(action: Action) -> Action {
    match action {
        Action::Purchase { card, .. } => Action::Purchase { card, pay: Tokens::NONE, from: None },
        _ => action,
    }
}

/// Buys the best card for the plan, takes the gems that its target lacks, or sometimes reserves it.
fn planned(actions: &[Action], plan: &Plan, dice: &mut Dice) -> Option<Action> {
    let purchase = |action: &Action| match *action {
        Action::Purchase { card, .. } => Some(card),
        _ => None,
    };
    let affordable: CardSet = actions.iter().filter_map(purchase).collect();
    if let Some(card) = plan.best_of(affordable, dice) {
        return Some(Action::Purchase { card, pay: Tokens::NONE, from: None });
    }
    let reserve = Action::ReserveMarket(plan.target);
    if actions.contains(&reserve) && dice.once_in(8) {
        return Some(reserve);
    }
    let covered = |action: &&Action| match action {
        Action::Take(taken) => Some(i32::from(plan.covered_by(taken.gems()))),
        _ => None,
    };
    let takes = actions.iter().filter(|action| covered(action).is_some());
    let take = dice.best(takes, |action| covered(action).unwrap_or_default());
    take.copied().or_else(|| dice.pick(actions.iter().copied()))
}

/// Reserves cards, takes tokens, and buys only as a last resort.
fn hoarded(actions: &[Action], dice: &mut Dice) -> Option<Action> {
    let reserves =
        |action: &Action| matches!(action, Action::ReserveMarket(_) | Action::ReserveDeck { .. });
    let takes = |action: &Action| matches!(action, Action::Take(_));
    let reserves_first = !dice.once_in(3);
    let mut pick = |is_one: &dyn Fn(&Action) -> bool| {
        dice.pick(actions.iter().copied().filter(|action| is_one(action)))
    };
    let reserved = if reserves_first { pick(&reserves) } else { None };
    reserved.or_else(|| pick(&takes)).or_else(|| pick(&reserves)).or_else(|| pick(&|_| true))
}
