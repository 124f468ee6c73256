//! Causes that concern a whole turn: one too many, one missing, or two in the wrong order.

use serde_json::Value;
use splendor_core::Violation;

use super::input::{Candidate, DiagnosisInput};
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
pub(super) fn twice(input: &DiagnosisInput<'_>) -> Vec<Candidate> {
    let all = around(input).filter_map(|at| {
        // A client repeats a turn at once or after one round, so four turns back are enough.
        let earlier = (at.saturating_sub(4)..at).rev();
        let mut same =
            earlier.filter(|&other| alike(input.turn_value(at), input.turn_value(other)));
        let other = same.next()?;
        let message = format!("turn {} is logged twice: it repeats turn {}", at + 1, other + 1);
        let edit = recounted(input.value, vec![remove(format!("/turns/{at}"))]);
        Some(Candidate::of_turn(CauseKind::TurnTwice, at, message, edit))
    });
    all.collect()
}

/// Removes each turn near the finding.
pub(super) fn extra(input: &DiagnosisInput<'_>) -> Vec<Candidate> {
    let all = around(input).rev().map(|at| {
        let edit = recounted(input.value, vec![remove(format!("/turns/{at}"))]);
        let message = format!("turn {} is one too many", at + 1);
        Candidate::of_turn(CauseKind::TurnExtra, at, message, edit)
    });
    all.collect()
}

/// Removes the actions of a turn that has several, except one.
pub(super) fn actions(input: &DiagnosisInput<'_>) -> Vec<Candidate> {
    let turn = input.log.turns.get(input.at).filter(|turn| turn.is_irregular());
    let Some(turn) = turn else { return Vec::new() };
    let all = turn.action_keys().map(|kept| {
        let others = turn.action_keys().filter(|other| *other != kept);
        let edit = others.map(|other| remove(format!("/turns/{}/{other}", input.at))).collect();
        let message = format!("turn {} was `{kept}` alone", input.at + 1);
        Candidate::of_turn(CauseKind::ActionExtra, input.at, message, edit)
    });
    all.collect()
}

/// Exchanges two turns: neighbors, or turns of one seat in consecutive rounds.
pub(super) fn swapped(input: &DiagnosisInput<'_>) -> Vec<Candidate> {
    // The next turn, and the next turn of the same seat.
    let steps = [1, input.seats()];
    let mut all = Vec::new();
    for at in around(input).rev() {
        for other in steps.map(|step| at + step) {
            if other >= input.log.turns.len() || other > input.at + input.seats() {
                continue;
            }
            all.push(swap(input, at, other, false));
            if input.turn_value(at).get("seat") != input.turn_value(other).get("seat") {
                all.push(swap(input, at, other, true));
            }
        }
    }
    all
}

/// Exchanges two turns. With `seats_stay` only the actions change places.
fn swap(input: &DiagnosisInput<'_>, at: usize, other: usize, seats_stay: bool) -> Candidate {
    let [mut one, mut two] = [input.turn_value(at).clone(), input.turn_value(other).clone()];
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
pub(super) fn missing(input: &DiagnosisInput<'_>) -> Vec<Candidate> {
    let Some(game) = input.game else { return Vec::new() };
    let logs_seats = input.log.turns.iter().any(|turn| turn.seat.is_some());
    let mut all = Vec::new();
    for at in (0..input.history.len()).rev().take(GAPS) {
        let position = &input.history[at];
        for turn in position.legal_turns_up_to(&game, MOST_COMPARED).0 {
            let mut next = *position;
            if next.play(&game, &turn).is_err() {
                continue;
            }
            // Most inserted turns make one of the next turns illegal; this check avoids judging
            // them.
            if !input.can_follow(next, at, input.at.max(at) + AHEAD) {
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
            let edit = recounted(input.value, vec![add(format!("/turns/{at}"), missing)]);
            all.push(Candidate::of_turn(CauseKind::TurnMissing, at, message, edit));
        }
    }
    all
}

/// Removes the turns after the end of the game.
pub(super) fn behind(input: &DiagnosisInput<'_>) -> Vec<Candidate> {
    if !matches!(input.violation(), Some(Violation::TurnAfterEnd { .. })) {
        return Vec::new();
    }
    let turns = input.log.turns.len();
    let edit = (input.at..turns).rev().map(|at| remove(format!("/turns/{at}"))).collect();
    let more = count_with_noun(turns - input.at, "turn", "turns");
    let message = format!("the log continues for {more} after the end of the game");
    let edit = recounted(input.value, edit);
    vec![Candidate::of_turn(CauseKind::TurnsBehindTheEnd, input.at, message, edit)]
}

/// Removes all foreign turns.
pub(super) fn foreign(input: &DiagnosisInput<'_>) -> Vec<Candidate> {
    let all = input.log.turns.iter().enumerate().filter(|(_, turn)| turn.is_foreign());
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
    vec![Candidate::of_turn(CauseKind::TurnsForeign, first, message, recounted(input.value, edit))]
}

/// Returns the turns near the finding.
fn around(input: &DiagnosisInput<'_>) -> std::ops::Range<usize> {
    let end = (input.at + 2).min(input.log.turns.len());
    input.at.saturating_sub(WINDOW).min(end)..end
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
