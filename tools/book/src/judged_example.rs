//! The core's answers to an example that a reader of the book wrote, and the facts from which the
//! logic program answers.

use serde::{Deserialize, Serialize};
use serde_json::json;
use splendor_core::{Action, Clause, Game, Position, PurchaseOrigin, Turn, Unknown, Violation};
use splendor_schema as schema;
use splendor_schema::why::Condition;
use splendor_verify::words::{turn_in_words, turn_with_events};
use splendor_verify::{claims, conditions_at, from_log};

use crate::facts::facts;

/// An example as a reader wrote it. The expectations of a worked example are not read.
#[derive(Debug, Deserialize)]
struct ReaderExample {
    position: schema::Position,
    turns: Vec<schema::Turn>,
}

/// The core's answer to a turn, and the question to the logic program.
#[derive(Debug, Serialize)]
struct JudgedTurn {
    words: String,
    core: CoreAnswer,
    /// Each condition that the rules set for the turn, and the answer in a sentence.
    conditions: Vec<Condition>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<String>,
    /// The facts for the logic program.
    #[serde(skip_serializing_if = "Option::is_none")]
    facts: Option<String>,
    /// The reason why the logic program cannot be asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    obstacle: Option<String>,
    /// The clause and the message of a false claim, which only the core compares.
    #[serde(skip_serializing_if = "Option::is_none")]
    claim: Option<[String; 2]>,
}

/// The core's answer: the broken clause, or the result of a legal turn.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum CoreAnswer {
    Broken { clause: &'static str, message: String },
    Legal { scores: Vec<u8>, ended: bool, winners: Vec<u8> },
}

/// Judges each turn of an example by the core, up to the first illegal one. Returns JSON: `turns`,
/// each with the core's answer and the facts for the logic program, and `clauses`, the ids of all
/// clauses in their order; or `error`, if the example cannot be read or played.
pub fn judge_example(text: &str) -> String {
    match judged_turns(text) {
        Ok(turns) => {
            let clauses: Vec<_> = Clause::ALL.iter().map(|clause| clause.id()).collect();
            json!({ "clauses": clauses, "turns": turns }).to_string()
        }
        Err(error) => json!({ "error": error }).to_string(),
    }
}

fn judged_turns(text: &str) -> Result<Vec<JudgedTurn>, String> {
    let example: ReaderExample = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let (game, mut position) = from_log::position_from_log(&example.position)?;
    let mut judged = Vec::new();
    for (at, logged) in example.turns.iter().enumerate() {
        let (turn, next) = judged_turn(&game, &position, logged)
            .map_err(|why| format!("turn {}: {why}", at + 1))?;
        let is_legal = matches!(turn.core, CoreAnswer::Legal { .. });
        judged.push(turn);
        match next {
            Some(next) => position = next,
            None if is_legal && at + 1 < example.turns.len() => {
                return Err(format!("turn {}: {OPEN}", at + 2));
            }
            None => break,
        }
    }
    Ok(judged)
}

/// Why an example is not judged.
const OPEN: &str = "whether the turn is legal depends on a card that the example does not name; \
                    name it in `market`, `hand` or `decks`";

/// Judges a turn; also returns the position after it, unless the turn breaks a clause.
fn judged_turn(
    game: &Game<'_>,
    position: &Position,
    logged: &schema::Turn,
) -> Result<(JudgedTurn, Option<Position>), String> {
    let turn = match from_log::turn(game.components, logged, position.to_move(), false) {
        Ok(turn) => turn.ok_or("a foreign turn cannot be judged")?,
        Err(unknown) => return Ok((with_unknown_component(&unknown), None)),
    };
    if logged.leaves_out_payment() {
        return Err("the payment is missing: add `pay`".into());
    }
    let facts = facts(game, position, &turn);
    let (conditions, answer) = conditions_at(game, position, &turn);
    let judged = |words: &str, core| JudgedTurn {
        words: format!("seat {}: {words}", turn.seat),
        core,
        conditions,
        answer,
        facts: Some(facts),
        obstacle: None,
        claim: None,
    };
    if has_open_source(game, position, &turn) {
        return Err(OPEN.into());
    }
    let mut next = *position;
    let events = match next.play(game, &turn) {
        Ok(events) => events,
        Err(violation) => {
            return Ok((judged(&turn_in_words(game, &turn), broken(&violation)), None));
        }
    };
    // Which cards were drawn and kept decides nothing about this turn, only about later ones.
    let is_known = match events.unknown {
        None => true,
        Some(Unknown::Drawn | Unknown::Kept) => false,
        Some(_) => return Err(OPEN.into()),
    };
    let words = turn_with_events(game, &turn, &events);
    let breach = logged.after.as_ref().and_then(|after| claims::of_turn(game, &turn, after, &next));
    let claim = breach.map(|breach| {
        let violation = breach.violation();
        [violation.clause().id().to_owned(), violation.to_string()]
    });
    Ok((JudgedTurn { claim, ..judged(&words, legal(game, &next)) }, is_known.then_some(next)))
}

/// Whether a purchase may be one from the market or one from the hand, because the example hides a
/// card in both places, and the two break different clauses or none.
fn has_open_source(game: &Game<'_>, position: &Position, turn: &Turn) -> bool {
    let Action::Purchase { card, from: None, .. } = turn.action else { return false };
    let row = game.components.card(card).row().index();
    let hidden = position.market_hidden()[row] > 0 && position.mover().hidden()[row] > 0;
    let breach = |source| {
        let turn = turn.with_source(Some(source));
        position.check(game, &turn).err().map(|violation| violation.clause())
    };
    hidden
        && position.unseen().has(card)
        && breach(PurchaseOrigin::Market) != breach(PurchaseOrigin::Hand)
}

fn with_unknown_component(unknown: &Violation) -> JudgedTurn {
    JudgedTurn {
        words: "a turn with a component that does not exist".into(),
        core: broken(unknown),
        conditions: Vec::new(),
        answer: None,
        facts: None,
        obstacle: Some("it has no facts about a component that does not exist".into()),
        claim: None,
    }
}

fn broken(violation: &Violation) -> CoreAnswer {
    CoreAnswer::Broken { clause: violation.clause().id(), message: violation.to_string() }
}

fn legal(game: &Game<'_>, next: &Position) -> CoreAnswer {
    let ended = next.has_ended();
    let winners = if ended { next.winners(game).iter().collect() } else { Vec::new() };
    CoreAnswer::Legal { scores: next.scores().collect(), ended, winners }
}
