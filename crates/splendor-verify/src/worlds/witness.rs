//! A witness: a legal log without omitted facts that proves that a log can be completed.

use std::fmt;

use splendor_core::{Action, CardId, Components, Turn};
use splendor_schema::turn::{CommonFields, Reserve};
use splendor_schema::{self as schema, Log};

use super::card_trace::{CardTrace, Drawn};
use crate::to_log;
use crate::to_log::card_id;
use crate::{JudgeOptions, Verdict, judge};

/// The reason why there is no completed log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoWitness {
    /// No completion is legal.
    Illegal,
    /// The log asks for a rule, a module or a turn that the verifier does not know.
    Unsupported,
    /// The log omits so much that the search for worlds gave up.
    Open,
    /// The digest of a turn depends on an omitted card, and the chosen cards do not match it.
    Digest,
}

impl fmt::Display for NoWitness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Illegal => "no completion of this log is legal: `splendor verify` says why",
            Self::Unsupported => "this log cannot be judged: `splendor verify` says why",
            Self::Open => {
                "this log leaves more open than is followed: `splendor verify` says where"
            }
            Self::Digest => {
                "a digest of this log depends on a card that it does not tell, and the cards that \
                 were tried do not have it"
            }
        })
    }
}

impl std::error::Error for NoWitness {}

/// Returns a legal log with all omitted facts filled in. Facts that the log contains stay
/// unchanged.
///
/// `rulings` are names and values that override the rulings of the log.
///
/// # Errors
///
/// The reason why there is no such log.
pub fn witness(log: &Log, rulings: &[(String, String)]) -> Result<Log, NoWitness> {
    let options = JudgeOptions { rulings: rulings.to_vec(), keep_going: false };
    let judgment = judge(log, &options);
    match judgment.verdict() {
        Verdict::Legal | Verdict::Consistent => {}
        Verdict::Illegal => return Err(NoWitness::Illegal),
        Verdict::Unsupported => return Err(NoWitness::Unsupported),
    }
    if judgment.judged < log.turns.len() {
        return Err(NoWitness::Open);
    }
    let game = judgment.last().map(|(game, _)| game).ok_or(NoWitness::Open)?;
    let path = judgment.path.clone().unwrap_or_default();
    let trace = CardTrace::of(log, &game, |at| path.turn(at)).ok_or(NoWitness::Open)?;
    let whole = trace.completed_log(log).ok_or(NoWitness::Open)?;
    // The cards fit the passes, but nobody has compared them with the digests yet. Judging the
    // completed log again also makes sure that a witness is never wrong.
    match judge(&whole, &options).verdict() {
        Verdict::Legal => Ok(whole),
        _ => Err(NoWitness::Digest),
    }
}

/// Returns a logged turn with its omitted facts filled in. Facts that it contains stay unchanged.
pub(super) fn filled_in(
    all: &Components,
    logged: &schema::Turn,
    turn: &Turn,
    drawn: Drawn<CardId>,
) -> schema::Turn {
    let mut logged = logged.clone();
    let id = |card: Option<CardId>| card.map(|card| card_id(all.card(card)));
    match &mut logged {
        schema::Turn::Reserve(logged) => {
            if let Reserve::Deck(deck) = &mut logged.reserve {
                deck.card = deck.card.or(id(drawn.kept));
                deck.under = deck.under.or(id(drawn.under));
            }
        }
        schema::Turn::Purchase(logged) => {
            if let Action::Purchase { pay, from, .. } = turn.action {
                logged.purchase.pay = logged.purchase.pay.or(Some(to_log::counts(pay)));
                logged.purchase.from = logged.purchase.from.or(from.map(to_log::spot));
            }
        }
        schema::Turn::Take(_) | schema::Turn::Pass(_) | schema::Turn::Foreign(_) => {}
    }
    let Some(common) = common_of(&mut logged) else { return logged };
    common.seat = common.seat.or(Some(turn.seat));
    common.refill = common.refill.or(id(drawn.refill));
    common.gem = common.gem.or(turn.gem.map(|gem| schema::token::Token::ALL[gem.index()]));
    if common.post.is_none() {
        common.post = to_log::one_or_many(to_log::post_ids(turn.posts));
    }
    if !turn.returned.is_empty() {
        common.returned = common.returned.or(Some(to_log::counts(turn.returned)));
    }
    if let (None, Some(noble)) = (&common.noble, turn.nobles.iter().next()) {
        common.noble = Some(schema::turn::OneOrMany::One(to_log::noble_id(all.noble(noble))));
    }
    logged
}

/// Returns the fields that all kinds of turns share; `None` for a foreign turn.
pub(super) fn common_of(turn: &mut schema::Turn) -> Option<&mut CommonFields> {
    match turn {
        schema::Turn::Take(turn) => Some(&mut turn.common),
        schema::Turn::Reserve(turn) => Some(&mut turn.common),
        schema::Turn::Purchase(turn) => Some(&mut turn.common),
        schema::Turn::Pass(turn) => Some(&mut turn.common),
        schema::Turn::Foreign(_) => None,
    }
}
