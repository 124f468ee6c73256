//! Legal alternatives to an illegal turn.

use splendor_core::{Action, Clause, Game, Position, Turn};

use crate::verdict::{Breach, Finding, Judgment};
use crate::words::{counted, distance, turn_in_words};

/// How many legal turns are named.
const NAMED: usize = 2;

/// Returns the legal alternatives for a finding, if there is a played turn.
pub(crate) fn of(judgment: &Judgment, finding: &Finding) -> Option<String> {
    let (ref game, _) = judgment.last()?;
    let (position, turn) = finding.played.as_deref()?;
    let Breach::Rule(violation) = finding.breach else { return None };
    if !matches!(violation.clause().family(), "market" | "reveal") {
        return Some(instead(game, position, turn, violation.clause()));
    }
    Some(match position.play(game, &without_cards(turn)) {
        Ok(_) => "the action itself is legal here; only the card that appears is not".to_owned(),
        Err(other) => instead(game, position, turn, other.clause()),
    })
}

/// Returns a turn without the cards that chance decides.
const fn without_cards(turn: &Turn) -> Turn {
    let action = match turn.action {
        Action::ReserveDeck { level, .. } => Action::ReserveDeck { level, card: None, under: None },
        other => other,
    };
    Turn { action, refill: None, ..*turn }
}

/// Returns the legal alternatives to a turn, nearest first.
pub(crate) fn instead(game: &Game<'_>, position: &Position, turn: &Turn, clause: Clause) -> String {
    match clause {
        Clause::TurnAfterEnd => return "the game has ended: no turn is legal here".to_owned(),
        Clause::TurnOrder => return format!("it is the turn of seat {}", position.to_move()),
        _ => {}
    }
    let mut legal = position.legal_turns(game);
    let all = legal.len();
    legal.sort_by_key(|other| (distance(turn, other), *other));
    let named = legal.iter().take(NAMED).map(|other| turn_in_words(game, other));
    let named = named.collect::<Vec<_>>().join("; or ");
    let hidden = position.mover().hidden() != [0; 3] || position.market_hidden() != [0; 3];
    let told = if hidden { " with the known cards" } else { "" };
    let rest = position.leaves_out_returns(game);
    match all {
        _ if rest => {
            let all = counted(all, "turn is", "turns are");
            format!("{all} legal here{told}, and more that return tokens")
        }
        0 => "no turn is legal here that the log could tell".to_owned(),
        1 => format!("only this is legal here{told}: {named}"),
        _ => format!("{all} turns are legal here{told}, the nearest: {named}"),
    }
}
