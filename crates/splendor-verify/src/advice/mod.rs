//! Legal alternatives to an illegal turn.

mod effects;

use splendor_core::{Action, Clause, Game, Position, Turn};

use crate::distance::distance;
use crate::verdict::{Breach, Finding, Judgment};
use crate::words::{count_with_noun, turn_in_words};

/// The largest number of legal turns that the text names.
const NAMED: usize = 2;

/// Returns the legal alternatives for a finding, in words. `None` for false claims and for findings
/// outside a turn.
pub(crate) fn of(judgment: &Judgment, finding: &Finding) -> Option<String> {
    let (ref game, _) = judgment.last()?;
    let (position, turn) = finding.played.as_deref()?;
    let Breach::Rule(violation) = finding.breach else { return None };
    // The log may reveal a wrong card after a legal action. Other turns would be no help then, so
    // the action is tried alone.
    if !matches!(violation.clause().family(), "market" | "reveal") {
        return Some(instead(game, position, turn, violation.clause()));
    }
    Some(match position.check(game, &without_cards(turn)) {
        Ok(()) if violation.clause() == Clause::MarketRefill => {
            "the action is legal here without `refill`".to_owned()
        }
        Ok(()) => "the action itself is legal here; only the card that appears is wrong".to_owned(),
        Err(other) => instead(game, position, turn, other.clause()),
    })
}

/// Returns a turn without the cards that chance decides.
const fn without_cards(turn: &Turn) -> Turn {
    let action = match turn.action {
        Action::ReserveDeck { row: level, .. } => {
            Action::ReserveDeck { row: level, card: None, under: None }
        }
        other => other,
    };
    Turn { action, refill: None, ..*turn }
}

/// The most legal turns that are compared with a turn: more than a position has by the published
/// rules, and few enough for hostile logs. The ruling `return=anything` allows far more.
pub(crate) const MOST_COMPARED: usize = 100_000;

/// Returns the legal alternatives to a turn in words, the most similar turns first.
pub(crate) fn instead(game: &Game<'_>, position: &Position, turn: &Turn, clause: Clause) -> String {
    match clause {
        Clause::TurnAfterEnd => return "the game has ended: no turn is legal here".to_owned(),
        Clause::TurnOrder => return format!("it is the turn of seat {}", position.to_move()),
        _ => {}
    }
    let (mut legal, are_all) = position.legal_turns_up_to(game, MOST_COMPARED);
    let all = legal.len();
    legal.sort_by_cached_key(|other| (distance(turn, other), *other));
    let named = legal.iter().take(NAMED).map(|other| turn_in_words(game, other));
    let named = named.collect::<Vec<_>>().join("; or ");
    let effects = effects::instead(game, position, turn, clause, &legal);
    let effects = effects.map_or(String::new(), |effects| effects + "; ");
    let hidden = position.mover().hidden() != [0; 6] || position.market_hidden() != [0; 6];
    let scope = if hidden { ", not counting hidden cards" } else { "" };
    let more = position.leaves_out_returns(game);
    match all {
        _ if more => {
            let all = count_with_noun(all, "turn is", "turns are");
            format!("{all} legal here{scope}, and more turns that return tokens")
        }
        _ if !are_all => {
            format!("{effects}more than {all} turns are legal here{scope}, some near ones: {named}")
        }
        0 => format!("no turn is legal here{scope}"),
        1 => format!("{effects}only this is legal here{scope}: {named}"),
        _ => format!("{effects}{all} turns are legal here{scope}, the nearest: {named}"),
    }
}
