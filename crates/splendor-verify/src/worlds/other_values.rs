//! The turns that a log allows in place of one that omits facts.

use splendor_core::Position;
use splendor_schema::id::CardId;
use splendor_schema::turn::Reserve;
use splendor_schema::{self as schema, Log};

use super::completed_turns;
use super::filled_turn::{Drawn, filled_in};
use crate::complete::{self, OmittedFacts};
use crate::from_log::{self, Lists};
use crate::history::first_turns;
use crate::to_log::card_id;
use crate::verdict::Judgment;

/// Returns a logged turn, numbered from 0, with each legal value of the facts that it omits.
pub(crate) fn with_other_values(log: &Log, judgment: &Judgment, at: usize) -> Vec<schema::Turn> {
    values(log, judgment, at).unwrap_or_default()
}

fn values(log: &Log, judgment: &Judgment, at: usize) -> Option<Vec<schema::Turn>> {
    let (game, _) = judgment.last()?;
    let first = first_turns(log, at);
    let before = completed_turns(&first, &game, |at| judgment.completed_turn(at))?;
    let lists = Lists::of(log, game.components, false).ok()?;
    let mut position = Position::deal(&game, &lists.setup(log)).ok()?;
    for turn in before {
        position = position.play(&game, &turn).ok()?.0;
    }
    let logged = &log.turns[at];
    let turn = from_log::turn(game.components, logged, position.to_move(), false).ok()??;
    let omitted = OmittedFacts::of(logged, &log.omits);
    let mut all = complete::candidates(&game, &position, &turn, omitted)?;
    all.retain(|turn| position.play(&game, turn).is_ok());
    let filled = |turn| filled_in(game.components, logged, turn, Drawn::NOTHING);
    Some(all.iter().map(filled).collect())
}

/// Returns the turns before one that takes a card from the market, each with a refill of that row
/// that the log omits: a card that the log never names.
pub(crate) fn with_other_refills(
    log: &Log,
    judgment: &Judgment,
    at: usize,
) -> Vec<(usize, schema::Turn)> {
    refills(log, judgment, at).unwrap_or_default()
}

fn refills(log: &Log, judgment: &Judgment, at: usize) -> Option<Vec<(usize, schema::Turn)>> {
    let all = judgment.last()?.0.components;
    let row = taken(&log.turns[at])?.row();
    let text = serde_json::to_string(log).ok()?;
    let mut cards = all.cards().iter().map(|card| card_id(all.card(card)));
    let other = cards.find(|card| card.row() == row && !text.contains(card.as_str()))?;
    let filled = |(at, logged): (usize, &schema::Turn)| {
        let mut turn = logged.clone();
        let common = turn.common_mut()?;
        let omitted = common.refill.is_none() && taken(logged).is_some_and(|it| it.row() == row);
        common.refill = Some(other);
        omitted.then_some((at, turn))
    };
    Some(log.turns[..at].iter().enumerate().rev().filter_map(filled).collect())
}

/// Returns the card that a turn buys, or reserves from the market.
const fn taken(turn: &schema::Turn) -> Option<CardId> {
    match turn {
        schema::Turn::Purchase(turn) => Some(turn.purchase.card),
        schema::Turn::Reserve(turn) => match turn.reserve {
            Reserve::Market(card) => Some(card),
            Reserve::Deck(_) => None,
        },
        _ => None,
    }
}
