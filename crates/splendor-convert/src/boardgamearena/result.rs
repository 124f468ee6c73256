//! How a game of Board Game Arena ended: the last state, and the sentence that names the winner.

use std::ops::Range;

use splendor_schema::tree::{Tree, Value};
use splendor_schema::{End, EndReason, GameResult, limits};

use super::table::{Start, loose};
use crate::fields::{Fields, flag, list, text, wrong};
use crate::{Account, Conversion, Refusal};

const AUX: &str = "the purchases say how many cards a seat has";
const PAGE: &str = "for the page only";
const CONCEDED: &str = "what this client counts where a seat concedes is not known here";

/// What the last state says.
pub(super) struct Ending {
    span: Range<usize>,
    scores: Option<Vec<u8>>,
    winners: Vec<u8>,
    conceded: Vec<u8>,
}

/// One player's part of it.
struct Row {
    seat: u8,
    score: u8,
    rank: u64,
    tie: bool,
    conceded: bool,
}

/// Reads what the last state tells, if it tells anything.
pub(super) fn read(
    tree: &Tree<'_>,
    start: &Start,
    account: &mut Account,
) -> Result<Option<Ending>, Refusal> {
    if matches!(&tree.value, Value::List(entries) if entries.is_empty()) {
        return Ok(None);
    }
    let mut fields = Fields::of("the end", tree)?;
    let told = fields.get("result")?;
    let table = fields.find("table").map(|table| conceded(table, account)).transpose()?;
    fields.done(account)?;
    let mut rows = Vec::new();
    for entry in list("the players", told)? {
        let row = row(entry, start, account)?;
        if rows.iter().any(|other: &Row| other.seat == row.seat) {
            return Err(wrong(entry, "every player once"));
        }
        rows.push(row);
    }
    if rows.len() != start.seats.len() {
        return Err(wrong(told, "every player once"));
    }
    rows.sort_by_key(|row| row.seat);
    let of = |is: &dyn Fn(&Row) -> bool| -> Vec<u8> {
        rows.iter().filter(|row| is(row)).map(|row| row.seat).collect()
    };
    let (winners, conceded) = (of(&|row| row.rank == 1), of(&|row| row.conceded));
    if table.is_some_and(|told| told == conceded.is_empty()) {
        return Err(wrong(told, "a player who conceded where `table` says so, and none elsewhere"));
    }
    ties(&rows, told)?;
    let scores = rows.iter().map(|row| row.score).collect();
    let scores = if conceded.is_empty() {
        Some(scores)
    } else {
        account.ignored("result.score", CONCEDED);
        None
    };
    Ok(Some(Ending { span: told.span.clone(), scores, winners, conceded }))
}

/// Whether the table says that a player conceded.
fn conceded(tree: &Tree<'_>, account: &mut Account) -> Result<bool, Refusal> {
    let mut fields = Fields::of("the end of the table", tree)?;
    let conceded = yes("whether a player conceded", fields.get("concede")?)?;
    if let Some(value) = fields.find("neutralized")
        && yes("whether a player was neutralized", value)?
    {
        return Err(left(value));
    }
    fields.done(account)?;
    Ok(conceded)
}

fn row(tree: &Tree<'_>, start: &Start, account: &mut Account) -> Result<Row, Refusal> {
    let mut fields = Fields::of("result", tree)?;
    let seat = start.seat(fields.get("id")?)?;
    if let Some(player) = fields.find("player")
        && start.seat(player)? != seat
    {
        return Err(wrong(player, "the same player as `id`"));
    }
    start.check_name(seat, fields.find("name"))?;
    let score = u8::try_from(loose("a score", fields.get("score")?, 255)?).unwrap_or(u8::MAX);
    let rank = loose("a rank", fields.get("rank")?, limits::SEATS as u64)?;
    let tie = fields.find("tie").map_or(Ok(false), |tie| yes("a tie", tie))?;
    if let Some(zombie) = fields.find("zombie")
        && yes("whether a player left", zombie)?
    {
        return Err(left(zombie));
    }
    let concede = fields.find("concede").map(|told| yes("whether a player conceded", told));
    fields.ignore(&["score_aux"], AUX);
    fields.ignore(&["color", "color_back"], PAGE);
    fields.done(account)?;
    Ok(Row { seat, score, rank, tie, conceded: concede.unwrap_or(Ok(false))? })
}

/// Seats are tied where they share a rank; a better rank has no lower score.
fn ties(rows: &[Row], told: &Tree<'_>) -> Result<(), Refusal> {
    for row in rows {
        let shared = rows.iter().filter(|other| other.rank == row.rank).count() > 1;
        if row.tie != shared {
            return Err(wrong(told, "`tie` for the players who share a rank, and for no other"));
        }
        let ahead = |other: &Row| other.score > row.score && other.rank > row.rank;
        if !rows.iter().any(|row| row.conceded) && rows.iter().any(ahead) {
            return Err(wrong(told, "no rank behind one of a lower score"));
        }
    }
    if rows.iter().all(|row| row.rank != 1) {
        return Err(wrong(told, "a player of rank 1"));
    }
    Ok(())
}

/// Reads what this client writes as true, 1 or "1".
pub(super) fn yes(what: &str, tree: &Tree<'_>) -> Result<bool, Refusal> {
    match &tree.value {
        Value::Bool(_) => flag(what, tree),
        _ => Ok(loose(what, tree, 1)? == 1),
    }
}

fn left(tree: &Tree<'_>) -> Refusal {
    let message = "a player left the table: what this client does then is not known here";
    Refusal::lacking(&tree.span, message)
}

/// A player who has left plays no more.
pub(super) fn still_there(tree: Option<&Tree<'_>>) -> Result<(), Refusal> {
    match tree {
        Some(told) if yes("whether a player left", told)? => Err(left(told)),
        _ => Ok(()),
    }
}

/// The seat whose name the sentence of the end tells.
pub(super) fn winner(tree: &Tree<'_>, start: &Start) -> Result<u8, Refusal> {
    let told = text("the name of a player", tree)?;
    let named = |seat: &u8| start.check_name(*seat, Some(tree)).is_ok();
    let seats = u8::try_from(start.seats.len()).unwrap_or(u8::MAX);
    let found: Vec<u8> = (0..seats).filter(named).collect();
    match found.as_slice() {
        [seat] => Ok(*seat),
        _ => Err(wrong(
            tree,
            &format!("the name of one player at the table, not `{}`", {
                crate::fields::clip(told)
            }),
        )),
    }
}

/// Adds the end to a log.
pub(super) fn add(
    made: &mut Conversion,
    ending: Option<Ending>,
    winner: Option<(u8, Range<usize>)>,
) -> Result<(), Refusal> {
    let Conversion { log, places, .. } = made;
    if let (Some(Ending { winners, .. }), Some((seat, span))) = (&ending, &winner)
        && *winners != [*seat]
    {
        let message = format!(
            "seat {seat} wins by this sentence, and by the ranks of the last state {winners:?}"
        );
        return Err(Refusal::unknown(span, message));
    }
    let ending = ending.or_else(|| {
        let (seat, span) = winner?;
        Some(Ending { span, scores: None, winners: vec![seat], conceded: Vec::new() })
    });
    let Some(Ending { span, scores, winners, conceded }) = ending else { return Ok(()) };
    let reason = if conceded.is_empty() { EndReason::Completed } else { EndReason::Resigned };
    log.end = Some(End { reason, seats: conceded, plies: None });
    log.result = Some(GameResult { scores, winners: Some(winners) });
    places.put("/end", span.clone());
    places.put("/result", span);
    Ok(())
}
