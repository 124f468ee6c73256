//! Causes in which the turns are right and a claim of the log is wrong.

use std::cmp::Ordering;

use serde_json::Value;
use splendor_core::{End, Phase, Position, Violation};

use super::input::{Candidate, DiagnosisInput};
use super::patch::{Edit, remove, replace, set};
use crate::digest;
use crate::words::count_with_noun;
use splendor_schema::diagnosis::CauseKind;

/// Corrects or removes claims about the table after a turn.
pub(super) fn after(input: &DiagnosisInput<'_>) -> Vec<Candidate> {
    let (at, path) = (input.at, format!("/turns/{}/after", input.at));
    let mut all = Vec::new();
    let field = match input.violation() {
        Some(Violation::ClaimAfter { what, claimed, actual }) => {
            let place = what.to_string().replace('.', "/");
            let message = format!("turn {} claims {claimed} `{what}`, but it is {actual}", at + 1);
            let edit = vec![set(input.value, format!("{path}/{place}"), *actual)];
            all.push(Candidate::of_turn(CauseKind::ClaimAfterWrong, at, message, edit));
            what.field()
        }
        Some(Violation::ClaimDigest {}) => {
            let message = format!("the digest after turn {} is wrong", at + 1);
            if let Some(actual) = true_digest(input) {
                let edit = vec![replace(format!("{path}/digest"), actual)];
                all.push(Candidate::of_turn(CauseKind::ClaimAfterWrong, at, message, edit));
            }
            "digest"
        }
        _ => return Vec::new(),
    };
    let removals = |field: &str| -> Vec<Edit> {
        let turns = 0..input.log.turns.len();
        let paths = turns.map(|at| format!("/turns/{at}/after{field}"));
        paths.filter(|path| input.value.pointer(path).is_some()).map(remove).collect()
    };
    let message = format!(
        "the log counts `{field}` differently in its claims after turns; these claims are removed"
    );
    all.push(Candidate::of_log(
        CauseKind::ClaimsAfterForeign,
        message,
        removals(&format!("/{field}")),
    ));
    let message = "the log counts differently in its claims after turns; these claims are removed";
    all.push(Candidate::of_log(CauseKind::ClaimsAfterForeign, message, removals("")));
    all
}

/// Returns the true digest after the turn of the finding. `None` if hidden cards leave several
/// tables possible, because each has a digest of its own.
fn true_digest(input: &DiagnosisInput<'_>) -> Option<String> {
    let (game, position) = (input.game?, input.history.get(input.at)?);
    let mut next = *position;
    let events = next.play(&game, &input.complete_turn(input.at, position)?).ok()?;
    let known = events.unknown.is_none() && input.judgment.tables.count == 1;
    let value = known.then(|| serde_json::to_value(digest(&game, &next)).ok())?;
    value?.as_str().map(str::to_owned)
}

/// Corrects the claims about the end and the result.
pub(super) fn end(input: &DiagnosisInput<'_>) -> Vec<Candidate> {
    let (Some((game, last)), None) =
        (input.judgment.last(), input.judgment.findings.first().and_then(|found| found.turn))
    else {
        return Vec::new();
    };
    let mut all = Vec::new();
    let plies = plies(input);
    let reason = reason(input, last);
    let result = result(input, last, &last.winners(&game).iter().collect::<Vec<u8>>());
    let each = [&plies, &reason, &result];
    let every: Vec<Edit> =
        each.iter().flat_map(|part| part.iter().flat_map(|(_, _, edit)| edit.clone())).collect();
    let parts = each.into_iter().flatten().count();
    all.extend(absent(input));
    for (kind, message, edit) in plies.iter().chain(&reason).chain(&result) {
        all.push(Candidate::of_log(*kind, message.clone(), edit.clone()));
    }
    if parts > 1 {
        let message = "the claimed end and result do not match the turns";
        all.push(Candidate::of_log(CauseKind::ClaimsOfEndWrong, message, every));
    }
    all
}

type Part = Option<(CauseKind, String, Vec<Edit>)>;

fn plies(input: &DiagnosisInput<'_>) -> Part {
    let claimed = input.value.pointer("/end/plies")?.as_u64()?;
    let turns = input.log.turns.len();
    let has = count_with_noun(turns, "turn", "turns");
    let message = match (turns as u64).cmp(&claimed) {
        Ordering::Equal => return None,
        Ordering::Greater => {
            format!("the log has {has}, {} more than it claims", turns as u64 - claimed)
        }
        Ordering::Less => {
            format!("the log has {has}, {} fewer than it claims", claimed - turns as u64)
        }
    };
    Some((CauseKind::ClaimPliesWrong, message, vec![replace("/end/plies", turns)]))
}

/// Corrects the reason of the end to the one that the last position shows.
fn reason(input: &DiagnosisInput<'_>, last: &Position) -> Part {
    let claimed = input.text("/end/reason")?;
    let actual = match last.phase() {
        Phase::Ended(End::Completed) => "completed",
        Phase::Ended(End::Stalemate) => "stalemate",
        _ => "abandoned",
    };
    let message = match last.phase() {
        Phase::Ended(_) => format!("the game ended differently: `{actual}`, not `{claimed}`"),
        _ => "turns are missing at the end, or the game was broken off".to_owned(),
    };
    let mut message = message;
    let mut edit = vec![replace("/end/reason", actual)];
    if !last.has_ended() && input.value.pointer("/result/winners").is_some() {
        message += "; the winners of the result are removed";
        edit.push(remove("/result/winners"));
    }
    (claimed != actual).then_some((CauseKind::ClaimEndWrong, message, edit))
}

/// Replaces a seat of the end that is not at the table with each seat that the end does not name.
fn absent(input: &DiagnosisInput<'_>) -> Vec<Candidate> {
    let claimed = input.value.pointer("/end/seats").and_then(Value::as_array);
    let claimed: Vec<u64> = claimed.into_iter().flatten().filter_map(Value::as_u64).collect();
    let seats = input.seats() as u64;
    let Some(at) = claimed.iter().position(|&seat| seat >= seats) else { return Vec::new() };
    let others = (0..seats).filter(|seat| !claimed.contains(seat));
    let all = others.map(|seat| {
        let message = format!("the end names seat {seat}, not seat {}", claimed[at]);
        let edit = vec![replace(format!("/end/seats/{at}"), seat)];
        Candidate::of_log(CauseKind::ClaimEndWrong, message, edit)
    });
    all.collect()
}

fn result(input: &DiagnosisInput<'_>, last: &Position, winners: &[u8]) -> Part {
    let actual: Vec<u8> = last.scores().collect();
    let (mut edit, mut message) = (Vec::new(), String::new());
    if let Some(claimed) = input.value.pointer("/result/scores").and_then(Value::as_array) {
        let claimed: Vec<u64> = claimed.iter().filter_map(Value::as_u64).collect();
        if claimed.iter().ne(&actual.iter().map(|&score| u64::from(score)).collect::<Vec<_>>()) {
            message = of_scores(&claimed, &actual);
            edit.push(replace("/result/scores", actual));
        }
    }
    if let Some(claimed) = input.value.pointer("/result/winners").filter(|_| last.has_ended()) {
        let named: Vec<u64> = claimed.as_array()?.iter().filter_map(Value::as_u64).collect();
        let same = named.len() == winners.len()
            && winners.iter().all(|&seat| named.contains(&u64::from(seat)));
        if !same {
            let and = if message.is_empty() { "" } else { "; " };
            message += &format!("{and}the winners are {winners:?}, not {claimed}");
            edit.push(replace("/result/winners", winners.to_vec()));
        }
    }
    (!edit.is_empty()).then_some((CauseKind::ResultWrong, message, edit))
}

/// Describes how far scores are off: one number if every score is off by the same amount.
fn of_scores(claimed: &[u64], actual: &[u8]) -> String {
    let pairs = claimed.iter().zip(actual);
    let off = pairs
        .map(|(claimed, actual)| i64::try_from(*claimed).unwrap_or(i64::MAX) - i64::from(*actual));
    let off: Vec<i64> = off.collect();
    match off.as_slice() {
        [first, rest @ ..]
            if claimed.len() == actual.len() && rest.iter().all(|one| one == first) =>
        {
            let how = if *first > 0 { "high" } else { "low" };
            format!("every score is {} too {how}", first.abs())
        }
        _ => format!("the scores are {actual:?}, not {claimed:?}"),
    }
}
