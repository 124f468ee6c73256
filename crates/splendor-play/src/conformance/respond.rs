//! This project as an engine: answers the questions of the protocol.

use splendor_core::{Clause, Events, Game, MOST_LISTED, Position, Turn, Unknown};
use splendor_schema as schema;
use splendor_schema::conformance::{Answer, JudgedTurn, Question, QuestionKind};
use splendor_schema::json::layout;

use splendor_verify::{
    from_log, omits_copy, omits_payment, position_from_log, position_to_log, turn_to_log,
};

type Table = (Game<'static>, Position);

/// Returns the answer to a line; an invalid question gets an answer with an error.
///
/// # Panics
///
/// Panics if an answer cannot be serialized, which is a defect of this crate.
pub fn respond(line: &[u8]) -> String {
    let answer = match Question::read(line) {
        Ok(request) => {
            let answer = answer(&request);
            let answer = answer
                .unwrap_or_else(|why| Answer { error: Some(why.into()), ..Answer::default() });
            Answer { id: request.id, ..answer }
        }
        Err(error) => {
            let why = format!("column {}: {}", error.column, error.message);
            Answer { error: Some(why.into()), ..Answer::default() }
        }
    };
    layout::compact(&answer)
}

fn answer(request: &Question) -> Result<Answer, String> {
    match request.ask {
        QuestionKind::Hello => Ok(hello()),
        QuestionKind::Legal => legal(&table(request)?),
        QuestionKind::Play => play(&table(request)?, request),
        QuestionKind::Score => Ok(score(&table(request)?)),
        QuestionKind::Judge => judge(&table(request)?, request),
    }
}

/// Returns the position of a question. Every card must be known.
fn table(request: &Question) -> Result<Table, String> {
    let logged = request.position.as_ref().ok_or("the question has no `position`")?;
    let (game, position) = position_from_log(logged)?;
    if position.is_determined() {
        Ok((game, position))
    } else {
        Err("a card of the position is unknown".to_owned())
    }
}

fn hello() -> Answer {
    Answer {
        engine: Some("splendor".into()),
        version: Some(env!("CARGO_PKG_VERSION").into()),
        ..Answer::default()
    }
}

fn legal((game, position): &Table) -> Result<Answer, String> {
    if position.leaves_out_returns(game) {
        return Err("there are too many ways to return tokens to list them".to_owned());
    }
    let (turns, all) = position.distinct_turns_up_to(game, MOST_LISTED);
    if !all {
        return Err(format!("more than {MOST_LISTED} turns are legal, too many to list them"));
    }
    let turns = turns.iter().map(|turn| turn_to_log(game, turn)).collect();
    Ok(Answer { turns: Some(turns), ..Answer::default() })
}

fn play((game, position): &Table, request: &Question) -> Result<Answer, String> {
    let turn = request.turn.as_ref().ok_or("the question has no `turn`")?;
    let refused = |clause: &str| Answer {
        refused: Some(true),
        clause: Some(clause.into()),
        ..Answer::default()
    };
    match after(game, position, turn)? {
        Err(clause) => Ok(refused(clause)),
        // A turn that does not name the card put back draws one card, as the list of legal turns
        // writes it, unless the seat must draw two.
        Ok((_, events)) if events.unknown == Some(Unknown::Kept) => {
            Err("the turn lacks which of the two cards is kept".to_owned())
        }
        Ok((next, _)) => {
            Ok(Answer { position: Some(position_to_log(game, &next)), ..Answer::default() })
        }
    }
}

fn score((game, position): &Table) -> Answer {
    Answer {
        scores: Some(position.scores().collect()),
        winners: winners(game, position),
        ..Answer::default()
    }
}

fn winners(game: &Game<'_>, position: &Position) -> Option<Vec<u8>> {
    position.has_ended().then(|| position.winners(game).iter().collect())
}

fn judge((game, position): &Table, request: &Question) -> Result<Answer, String> {
    let turns = request.turns.as_ref().ok_or("the question has no `turns`")?;
    let judged = turns.iter().map(|turn| judged(game, position, turn)).collect();
    Ok(Answer { judged: Some(judged), ..Answer::default() })
}

fn judged(game: &Game<'_>, position: &Position, turn: &schema::Turn) -> JudgedTurn {
    match after(game, position, turn) {
        Err(why) => JudgedTurn { error: Some(why.into()), ..JudgedTurn::default() },
        Ok(Err(clause)) => JudgedTurn { clause: Some(clause.into()), ..JudgedTurn::default() },
        Ok(Ok((next, _))) => JudgedTurn {
            scores: Some(next.scores().collect()),
            winners: winners(game, &next),
            ..JudgedTurn::default()
        },
    }
}

/// Plays a turn: returns the position after it, or the id of the first broken clause. The outer
/// error is the reason why the turn cannot be judged.
fn after(
    game: &Game<'_>,
    position: &Position,
    logged: &schema::Turn,
) -> Result<Result<(Position, Events), &'static str>, String> {
    let turn: Turn = match from_log::turn(game.components, logged, position.to_move(), false) {
        Err(unknown) => return Ok(Err(unknown.clause().id())),
        Ok(None) => return Err("a foreign turn cannot be judged".to_owned()),
        Ok(Some(turn)) => turn,
    };
    if omits_payment(logged) {
        return Err("the turn lacks its payment: add `pay`".to_owned());
    }
    let mut after = *position;
    let played = after.play(game, &turn).map_err(|breach| breach.clause());
    // The color of a copy card decides nothing before its own clause.
    let before_copy = played.as_ref().is_err_and(|&clause| clause < Clause::OrientCopy);
    if omits_copy(logged) && !before_copy {
        return Err("the turn lacks the color that a card copies: add `copy`".to_owned());
    }
    Ok(played.map(|events| (after, events)).map_err(Clause::id))
}
