//! Causes that concern a whole turn: one too many, one missing, or two in the wrong order.

use serde_json::Value;
use splendor_core::Violation;

use super::faulty_log::{Candidate, FaultyLog};
use super::patch::{add, recounted, remove, replace};
use crate::advice::MOST_COMPARED;
use crate::turn_to_log;
use crate::words::{count_with_noun, turn_in_words};
use splendor_schema::diagnosis::CauseKind;

/// How many turns before the finding are tried.
const WINDOW: usize = 12;

/// At how many places before the finding a missing turn is inserted.
const GAPS: usize = 3;

/// How many foreign turns are removed at most.
const FOREIGN: usize = 64;

/// How many turns after an edit must be playable before the edited log is judged.
const AHEAD: usize = 6;

/// Removes turns that repeat a recent turn.
pub(super) fn twice(faulty: &FaultyLog<'_>) -> Vec<Candidate> {
    let all = around(faulty).filter_map(|at| {
        // A client repeats a turn at once or after one round, so four turns back are enough.
        let earlier = (at.saturating_sub(4)..at).rev();
        let mut same =
            earlier.filter(|&other| alike(faulty.turn_value(at), faulty.turn_value(other)));
        let other = same.next()?;
        let message = format!("turn {} is logged twice: it repeats turn {}", at + 1, other + 1);
        let edit = recounted(faulty.value, vec![remove(format!("/turns/{at}"))]);
        Some(Candidate::of_turn(CauseKind::TurnTwice, at, message, edit))
    });
    all.collect()
}

/// Removes each turn near the finding.
pub(super) fn extra(faulty: &FaultyLog<'_>) -> Vec<Candidate> {
    let all = around(faulty).rev().map(|at| {
        let edit = recounted(faulty.value, vec![remove(format!("/turns/{at}"))]);
        let message = format!("turn {} is one too many", at + 1);
        Candidate::of_turn(CauseKind::TurnExtra, at, message, edit)
    });
    all.collect()
}

/// Removes the actions of a turn that has several, except one.
pub(super) fn actions(faulty: &FaultyLog<'_>) -> Vec<Candidate> {
    let turn = faulty.log.turns.get(faulty.at).filter(|turn| turn.is_irregular());
    let Some(turn) = turn else { return Vec::new() };
    let all = turn.actions().map(|kept| {
        let others = turn.actions().filter(|other| *other != kept);
        let edit = others.map(|other| remove(format!("/turns/{}/{other}", faulty.at))).collect();
        let message = format!("turn {} was `{kept}` alone", faulty.at + 1);
        Candidate::of_turn(CauseKind::ActionExtra, faulty.at, message, edit)
    });
    all.collect()
}

/// Exchanges two turns: neighbors, or turns of one seat in consecutive rounds.
pub(super) fn swapped(faulty: &FaultyLog<'_>) -> Vec<Candidate> {
    // The next turn, and the next turn of the same seat.
    let steps = [1, faulty.seats()];
    let mut all = Vec::new();
    for at in around(faulty).rev() {
        for other in steps.map(|step| at + step) {
            if other >= faulty.log.turns.len() || other > faulty.at + faulty.seats() {
                continue;
            }
            all.push(swap(faulty, at, other, false));
            if faulty.turn_value(at).get("seat") != faulty.turn_value(other).get("seat") {
                all.push(swap(faulty, at, other, true));
            }
        }
    }
    all
}

/// Exchanges two turns. With `seats_stay` only the actions change places.
fn swap(faulty: &FaultyLog<'_>, at: usize, other: usize, seats_stay: bool) -> Candidate {
    let [mut one, mut two] = [faulty.turn_value(at).clone(), faulty.turn_value(other).clone()];
    let mut how = "";
    if seats_stay {
        how = ", except for their seats";
        let seats = [one["seat"].take(), two["seat"].take()];
        for (turn, seat) in [&mut one, &mut two].into_iter().zip(seats.into_iter().rev()) {
            turn["seat"] = seat;
        }
    }
    let edit = vec![replace(format!("/turns/{at}"), two), replace(format!("/turns/{other}"), one)];
    let message = format!("turns {} and {} are in the wrong order{how}", at + 1, other + 1);
    let kind = if seats_stay { CauseKind::ActionsSwapped } else { CauseKind::TurnsSwapped };
    Candidate::of_turn(kind, at, message, edit)
}

/// Inserts each turn that was legal before a turn near the finding.
pub(super) fn missing(faulty: &FaultyLog<'_>) -> Vec<Candidate> {
    let Some(game) = faulty.game else { return Vec::new() };
    let logs_seats = faulty.log.turns.iter().any(|turn| turn.seat.is_some());
    let mut all = Vec::new();
    for at in (0..faulty.history.len()).rev().take(GAPS) {
        let position = &faulty.history[at];
        for turn in position.legal_turns_up_to(&game, MOST_COMPARED).0 {
            let mut next = *position;
            if next.play(&game, &turn).is_err() {
                continue;
            }
            // Most inserted turns make one of the next turns illegal; this check avoids judging
            // them.
            if !faulty.can_follow(next, at, faulty.at.max(at) + AHEAD) {
                continue;
            }
            let Ok(mut missing) = serde_json::to_value(turn_to_log(&game, &turn)) else { continue };
            if let Some(map) = missing.as_object_mut().filter(|_| !logs_seats) {
                map.remove("seat");
            }
            let words = turn_in_words(&game, &turn);
            let seat = turn.seat;
            let message = format!(
                "a turn of seat {seat} is missing before turn {}, for example: {words}",
                at + 1
            );
            let edit = recounted(faulty.value, vec![add(format!("/turns/{at}"), missing)]);
            all.push(Candidate::of_turn(CauseKind::TurnMissing, at, message, edit));
        }
    }
    all
}

/// Removes the turns after the end of the game.
pub(super) fn behind(faulty: &FaultyLog<'_>) -> Vec<Candidate> {
    if !matches!(faulty.violation(), Some(Violation::TurnAfterEnd { .. })) {
        return Vec::new();
    }
    let turns = faulty.log.turns.len();
    let edit = (faulty.at..turns).rev().map(|at| remove(format!("/turns/{at}"))).collect();
    let more = count_with_noun(turns - faulty.at, "turn", "turns");
    let message = format!("the log continues for {more} after the end of the game");
    let edit = recounted(faulty.value, edit);
    vec![Candidate::of_turn(CauseKind::TurnsBehindTheEnd, faulty.at, message, edit)]
}

/// Removes all foreign turns.
pub(super) fn foreign(faulty: &FaultyLog<'_>) -> Vec<Candidate> {
    let all = faulty.log.turns.iter().enumerate().filter(|(_, turn)| turn.is_foreign());
    let places: Vec<usize> = all.map(|(at, _)| at).collect();
    let Some(&first) = places.first().filter(|_| places.len() <= FOREIGN) else {
        return Vec::new();
    };
    let edit = places.iter().rev().map(|at| remove(format!("/turns/{at}"))).collect();
    let count = places.len();
    let message = match count {
        1 => format!("the log has a foreign turn, which is removed: turn {}", first + 1),
        _ => {
            format!(
                "the log has {count} foreign turns, which are removed, the first at turn {}",
                first + 1
            )
        }
    };
    vec![Candidate::of_turn(CauseKind::TurnsForeign, first, message, recounted(faulty.value, edit))]
}

/// Returns the turns near the finding.
fn around(faulty: &FaultyLog<'_>) -> std::ops::Range<usize> {
    let end = (faulty.at + 2).min(faulty.log.turns.len());
    faulty.at.saturating_sub(WINDOW).min(end)..end
}

/// Returns whether two turns do the same, ignoring the seat and the claims about the table.
fn alike(one: &Value, other: &Value) -> bool {
    let [one, other] = [one, other].map(|turn| {
        let mut turn = turn.clone();
        if let Some(map) = turn.as_object_mut() {
            for key in ["seat", "after", "ext"] {
                map.remove(key);
            }
        }
        turn
    });
    one == other
}
