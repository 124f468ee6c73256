//! Causes in which the log assigns the wrong seats or has the wrong number of players.

use serde_json::{Value, json};
use splendor_core::Violation;

use super::input::{Candidate, DiagnosisInput};
use super::patch::{Edit, add, remove, replace, set};
use splendor_schema::diagnosis::CauseKind;

/// Renumbers the seats of the turns, with and without those of the result.
pub(super) fn shifted(input: &DiagnosisInput<'_>) -> Vec<Candidate> {
    let seats = input.seats();
    let logged = input.value["turns"].as_array().into_iter().flatten();
    let logged: Vec<(usize, usize)> = logged
        .enumerate()
        .filter_map(|(at, turn)| Some((at, usize::try_from(turn.get("seat")?.as_u64()?).ok()?)))
        .collect();
    if logged.is_empty() || seats < 2 {
        return Vec::new();
    }
    let first = logged.first().map_or(0, |(_, seat)| *seat);
    let mut all = Vec::new();
    for by in 1..seats {
        let turned = |seat: usize| (seat + by) % seats;
        let turns: Vec<Edit> = logged
            .iter()
            .map(|(at, seat)| replace(format!("/turns/{at}/seat"), turned(*seat)))
            .collect();
        let message =
            format!("the seats of the turns are numbered differently: seat {first} began");
        all.push(Candidate::of_log(CauseKind::SeatsShifted, message.clone(), turns.clone()));
        let named = [turns, named(input, turned)].concat();
        all.push(Candidate::of_log(
            CauseKind::SeatsShifted,
            message + ", also in the result",
            named.clone(),
        ));
        if turned(first) == 0 {
            let message = format!("the players are listed in another order: seat {first} began");
            let lists = ["/players", "/result/scores"];
            let lists = lists.iter().filter_map(|path| rotated(input.value, path, seats - by));
            all.push(Candidate::of_log(
                CauseKind::PlayersRotated,
                message,
                named.into_iter().chain(lists).collect(),
            ));
        }
    }
    all
}

/// Renumbers the seats that the end and the result name.
fn named(input: &DiagnosisInput<'_>, turned: impl Fn(usize) -> usize) -> Vec<Edit> {
    let mut edit = Vec::new();
    for path in ["/result/winners", "/end/seats"] {
        let list = input.value.pointer(path).and_then(Value::as_array).into_iter().flatten();
        for (at, seat) in list.enumerate() {
            let seat = seat.as_u64().and_then(|seat| usize::try_from(seat).ok());
            edit.extend(seat.map(|seat| replace(format!("{path}/{at}"), turned(seat))));
        }
    }
    edit
}

fn rotated(log: &Value, path: &str, by: usize) -> Option<Edit> {
    let mut list = log.pointer(path)?.as_array()?.clone();
    let count = list.len().max(1);
    list.rotate_left(by % count);
    Some(replace(path, list))
}

/// Corrects the seat of the turn of the finding.
pub(super) fn seat(input: &DiagnosisInput<'_>) -> Vec<Candidate> {
    let Some(Violation::TurnOrder { seat, expected }) = input.violation() else {
        return Vec::new();
    };
    let message = format!("turn {} belongs to seat {expected}, not to seat {seat}", input.at + 1);
    let edit = vec![set(input.value, format!("/turns/{}/seat", input.at), *expected)];
    vec![Candidate::of_turn(CauseKind::SeatWrong, input.at, message, edit)]
}

/// Removes a player, or adds one.
pub(super) fn players(input: &DiagnosisInput<'_>) -> Vec<Candidate> {
    let seats = input.seats();
    let fewer = (0..seats.min(5)).rev().filter(|_| seats > 2).map(|at| {
        let message = format!("player {at} is one too many: fewer seats played");
        Candidate::of_log(CauseKind::PlayerExtra, message, vec![remove(format!("/players/{at}"))])
    });
    let more = (seats < 4).then(|| {
        let message = "a player is missing: more seats played".to_owned();
        Candidate::of_log(
            CauseKind::PlayerMissing,
            message,
            vec![add(format!("/players/{seats}"), json!({}))],
        )
    });
    fewer.chain(more).collect()
}
