//! The end of a game of Board Game Arena: the last state, and the sentence that names the winner.

use std::ops::Range;

use splendor_schema::json::tree::{Tree, Value};
use splendor_schema::limits;
use splendor_schema::log::{End, EndReason, GameResult};

use super::loose::{PAGE, departed, loose_number, truthy};
use super::table::Start;
use crate::fields::{Fields, expected, list, text};
use crate::{Account, Conversion, ConvertError};

const AUX: &str = "the purchases imply the number of cards";
const CONCEDED: &str = "scores after a concession are not supported";

/// The result from the last state.
pub(super) struct Ending {
    span: Range<usize>,
    scores: Option<Vec<u8>>,
    winners: Vec<u8>,
    conceded: Vec<u8>,
}

/// The result of one player.
struct Row {
    seat: u8,
    score: u8,
    rank: u64,
    tie: bool,
    conceded: bool,
}

/// Reads the result from the last state; an empty list is no result.
pub(super) fn read(
    tree: &Tree<'_>,
    start: &Start,
    account: &mut Account,
) -> Result<Option<Ending>, ConvertError> {
    if matches!(&tree.value, Value::List(entries) if entries.is_empty()) {
        return Ok(None);
    }
    let mut fields = Fields::of("the end", tree)?;
    let field = fields.get("result")?;
    let table = fields.find("table").map(|table| conceded(table, account)).transpose()?;
    fields.finish(account)?;
    let mut rows = Vec::new();
    for entry in list("the players", field)? {
        let row = row(entry, start, account)?;
        if rows.iter().any(|other: &Row| other.seat == row.seat) {
            return Err(expected(entry, "every player once"));
        }
        rows.push(row);
    }
    if rows.len() != start.seats.len() {
        return Err(expected(field, "every player once"));
    }
    rows.sort_by_key(|row| row.seat);
    let of = |is: &dyn Fn(&Row) -> bool| -> Vec<u8> {
        rows.iter().filter(|row| is(row)).map(|row| row.seat).collect()
    };
    let (winners, conceded) = (of(&|row| row.rank == 1), of(&|row| row.conceded));
    if table.is_some_and(|field| field == conceded.is_empty()) {
        return Err(expected(field, "a player who conceded exactly if `table` says so"));
    }
    ties(&rows, field)?;
    let scores = rows.iter().map(|row| row.score).collect();
    let scores = if conceded.is_empty() {
        Some(scores)
    } else {
        account.ignored("result.score", CONCEDED);
        None
    };
    Ok(Some(Ending { span: field.span.clone(), scores, winners, conceded }))
}

/// Returns whether the table reports a concession.
fn conceded(tree: &Tree<'_>, account: &mut Account) -> Result<bool, ConvertError> {
    let mut fields = Fields::of("the end of the table", tree)?;
    let conceded = truthy("whether a player conceded", fields.get("concede")?)?;
    if let Some(value) = fields.find("neutralized")
        && truthy("whether a player was neutralized", value)?
    {
        return Err(departed(value));
    }
    fields.finish(account)?;
    Ok(conceded)
}

fn row(tree: &Tree<'_>, start: &Start, account: &mut Account) -> Result<Row, ConvertError> {
    let mut fields = Fields::of("result", tree)?;
    let seat = start.seat(fields.get("id")?)?;
    if let Some(player) = fields.find("player")
        && start.seat(player)? != seat
    {
        return Err(expected(player, "the same player as `id`"));
    }
    start.check_name(seat, fields.find("name"))?;
    let score =
        u8::try_from(loose_number("a score", fields.get("score")?, 255)?).unwrap_or(u8::MAX);
    let rank = loose_number("a rank", fields.get("rank")?, limits::SEATS as u64)?;
    let tie = fields.find("tie").map_or(Ok(false), |tie| truthy("a tie", tie))?;
    if let Some(zombie) = fields.find("zombie")
        && truthy("whether a player left", zombie)?
    {
        return Err(departed(zombie));
    }
    let concede = fields.find("concede").map(|field| truthy("whether a player conceded", field));
    fields.ignore(&["score_aux"], AUX);
    fields.ignore(&["color", "color_back"], PAGE);
    fields.finish(account)?;
    Ok(Row { seat, score, rank, tie, conceded: concede.unwrap_or(Ok(false))? })
}

/// Checks the ties and ranks against each other and against the scores.
fn ties(rows: &[Row], field: &Tree<'_>) -> Result<(), ConvertError> {
    for row in rows {
        let shared = rows.iter().filter(|other| other.rank == row.rank).count() > 1;
        if row.tie != shared {
            return Err(expected(field, "`tie` for exactly the players who share a rank"));
        }
        let ahead = |other: &Row| other.score > row.score && other.rank > row.rank;
        if !rows.iter().any(|row| row.conceded) && rows.iter().any(ahead) {
            return Err(expected(field, "ranks in the order of scores"));
        }
    }
    if rows.iter().all(|row| row.rank != 1) {
        return Err(expected(field, "a player of rank 1"));
    }
    Ok(())
}

/// Returns the seat that the final sentence names.
pub(super) fn winner(tree: &Tree<'_>, start: &Start) -> Result<u8, ConvertError> {
    let field = text("the name of a player", tree)?;
    let named = |seat: &u8| start.check_name(*seat, Some(tree)).is_ok();
    let seats = u8::try_from(start.seats.len()).unwrap_or(u8::MAX);
    let found: Vec<u8> = (0..seats).filter(named).collect();
    match found.as_slice() {
        [seat] => Ok(*seat),
        _ => Err(expected(
            tree,
            &format!("the name of one player at the table, not `{}`", {
                crate::fields::clip(field)
            }),
        )),
    }
}

/// Adds the end to a log.
pub(super) fn add(
    made: &mut Conversion,
    ending: Option<Ending>,
    winner: Option<(u8, Range<usize>)>,
) -> Result<(), ConvertError> {
    let Conversion { log, places, .. } = made;
    if let (Some(Ending { winners, .. }), Some((seat, span))) = (&ending, &winner)
        && *winners != [*seat]
    {
        let message = format!(
            "seat {seat} wins in this sentence, but the ranks of the last state make \
             {winners:?} win"
        );
        return Err(ConvertError::unknown(span, message));
    }
    let ending = ending.or_else(|| {
        let (seat, span) = winner?;
        Some(Ending { span, scores: None, winners: vec![seat], conceded: Vec::new() })
    });
    let Some(Ending { span, scores, winners, conceded }) = ending else { return Ok(()) };
    let reason = if conceded.is_empty() { EndReason::Completed } else { EndReason::Resigned };
    log.end = Some(End { reason, seats: conceded, plies: None });
    log.result = Some(GameResult { scores, winners: Some(winners) });
    places.insert("/end", span.clone());
    places.insert("/result", span);
    Ok(())
}
