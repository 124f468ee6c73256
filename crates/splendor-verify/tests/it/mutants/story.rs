//! Replays a log in the core alone, to prove that an accepted log is a legal game.
//!
//! It uses no part of the verifier's judgment: no verdict, no worlds, and no check of claims.

use serde_json::Value;
use splendor_core::{Action, Color, End, Game, Phase, Place, Position, Token, Turn};
use splendor_schema::id::Digest;
use splendor_schema::log::EndReason;
use splendor_schema::token::TokenCounts;
use splendor_schema::turn::After;
use splendor_schema::{self as schema, Log};
use splendor_verify::history::core_turns;
use splendor_verify::{JudgeOptions, digest, position_to_log, turn_to_log, witness};

/// A legal game with every fact known.
pub(super) struct Story {
    pub(super) game: Game<'static>,
    /// The position before each turn and after the last.
    pub(super) positions: Vec<Position>,
    pub(super) turns: Vec<Turn>,
}

/// The part of a game that every player saw.
#[derive(PartialEq, Eq)]
pub(super) struct Seen {
    digests: Vec<Digest>,
    scores: Vec<u8>,
    phase: Phase,
    winners: Option<Vec<u8>>,
}

impl Story {
    /// Replays a log that leaves nothing out. Returns `None` if the game is not legal or depends on
    /// a fact that is not in the log.
    pub(super) fn complete(log: &Log) -> Option<Self> {
        let (game, start, turns) = core_turns(log)?;
        let mut story = Self { game, positions: vec![start], turns: Vec::new() };
        (log.omits.is_empty() && setup_agrees(log, &game, &start)).then_some(())?;
        for (logged, turn) in log.turns.iter().zip(turns) {
            let next = story.step(logged, &turn)?;
            story.positions.push(next);
            story.turns.push(turn);
        }
        story.claims(log).then_some(story)
    }

    /// Replays a log after completing its omitted facts. The completed log must contain every fact
    /// of the original.
    pub(super) fn of(log: &Log) -> Option<Self> {
        Self::complete(log).or_else(|| {
            let full = witness(log, &JudgeOptions::default()).ok()?;
            let [original, whole] = [log, &full].map(|log| serde_json::to_value(log).unwrap());
            contains_all(&whole, &original).then(|| Self::complete(&full))?
        })
    }

    fn step(&self, logged: &schema::Turn, turn: &Turn) -> Option<Position> {
        let (game, before) = (&self.game, self.positions.last()?);
        logged.seat?;
        let unpaid = logged.leaves_out_payment();
        if unpaid || !turn_agrees(game, logged, turn) || !before.violations(game, turn).is_empty() {
            return None;
        }
        let mut next = *before;
        let events = next.play(game, turn).ok()?;
        let whole = events.unknown.is_none() && events.refill != Some(Place::Hidden);
        let seat = turn.seat;
        let agrees =
            logged.after.as_ref().is_none_or(|after| claims_agree(game, after, seat, &next));
        (whole && agrees).then_some(next)
    }

    fn last(&self) -> &Position {
        self.positions.last().unwrap()
    }

    /// Returns whether the claims about the end and the result are true.
    fn claims(&self, log: &Log) -> bool {
        let last = self.last();
        let seats = last.seats().len();
        let at_table = |list: &[u8]| list.iter().all(|&seat| usize::from(seat) < seats);
        let ends = log.end.as_ref().is_none_or(|end| {
            let reason = match end.reason {
                EndReason::Completed => last.has_ended(),
                EndReason::Stalemate => last.phase() == Phase::Ended(End::Stalemate),
                _ => true,
            };
            let plies = end.plies.is_none_or(|plies| plies == log.turns.len() as u64);
            reason && plies && at_table(&end.seats)
        });
        let result = log.result.clone().unwrap_or_default();
        let scores = result.scores.is_none_or(|claimed| last.scores().eq(claimed));
        let winners = result.winners.is_none_or(|claimed| {
            let right = || (0..16).all(|seat| claimed.contains(&seat) == self.wins(seat));
            at_table(&claimed) && (!last.has_ended() || right())
        });
        ends && scores && winners
    }

    fn wins(&self, seat: u8) -> bool {
        self.last().winners(&self.game).has(seat)
    }

    /// Returns the part of the game that every player saw.
    pub(super) fn seen(&self) -> Seen {
        let last = self.last();
        let winners = || self.last().winners(&self.game).iter().collect();
        Seen {
            digests: self.positions.iter().map(|at| digest(&self.game, at)).collect(),
            scores: last.scores().collect(),
            phase: last.phase(),
            winners: last.has_ended().then(winners),
        }
    }
}

/// Returns whether the position agrees with the setup of the log.
fn setup_agrees(log: &Log, game: &Game<'_>, start: &Position) -> bool {
    let dealt = serde_json::to_value(position_to_log(game, start)).unwrap();
    let logged = serde_json::to_value(&log.setup).unwrap();
    let places = ["market/level1", "market/level2", "market/level3", "nobles", "cities"];
    places.into_iter().all(|place| {
        let list = |value: &Value| value.pointer(&format!("/{place}")).map(sorted);
        list(&logged).unwrap_or_default() == list(&dealt).unwrap_or_default()
    })
}

fn sorted(list: &Value) -> Vec<String> {
    let mut all: Vec<String> = list.as_array().unwrap().iter().map(Value::to_string).collect();
    all.sort();
    all
}

/// Returns whether the turn of the core, converted back, equals the turn in the log.
fn turn_agrees(game: &Game<'_>, logged: &schema::Turn, turn: &Turn) -> bool {
    let [logged, again] = [logged, &turn_to_log(game, turn)].map(|turn| {
        let mut value = serde_json::to_value(turn).unwrap();
        let map = value.as_object_mut().unwrap();
        map.retain(|key, _| !["after", "ext"].contains(&key.as_str()));
        value
    });
    normal(logged) == normal(again)
}

/// Normalizes a turn that can be written in several ways: counts without zeros, lists in order, a
/// single id as a list, and an empty return left out.
fn normal(mut turn: Value) -> Value {
    let without_zeros = |heap: &mut Value| {
        let heap = heap.as_object_mut().unwrap();
        heap.retain(|_, count| *count != 0);
    };
    if let Some(take) = turn.get_mut("take") {
        *take = sorted(take).into();
    }
    for key in ["noble", "post"] {
        if let Some(ids) = turn.get_mut(key) {
            *ids = if ids.is_array() { sorted(ids) } else { vec![ids.to_string()] }.into();
        }
    }
    if let Some(pay) = turn.pointer_mut("/purchase/pay") {
        without_zeros(pay);
    }
    if let Some(heap) = turn.get_mut("return") {
        without_zeros(heap);
    }
    if turn.get("return").is_some_and(|heap| heap.as_object().unwrap().is_empty()) {
        turn.as_object_mut().unwrap().remove("return");
    }
    turn
}

fn claims_agree(game: &Game<'_>, after: &After, seat: u8, next: &Position) -> bool {
    let holds = &next.seats()[usize::from(seat)];
    let heap = |claim: Option<TokenCounts>, held: splendor_core::Tokens| {
        let claim = claim.unwrap_or_default();
        claim.iter().all(|(kind, count)| held.get(Token::ALL[kind.index()]) == count)
    };
    let bonuses = after.bonuses.unwrap_or_default();
    after.prestige.is_none_or(|prestige| prestige == holds.prestige())
        && heap(after.tokens, holds.tokens())
        && heap(after.supply, next.supply())
        && bonuses
            .iter()
            .all(|(kind, count)| holds.bonuses().get(Color::ALL[kind.index()]) == count)
        && after.hand.is_none_or(|hand| hand == holds.hand_size())
        && after.digest.is_none_or(|claimed| claimed == digest(game, next))
}

/// Returns whether a log contains every fact of another log. It may contain more, and may lack
/// `omits`.
pub(super) fn contains_all(whole: &Value, part: &Value) -> bool {
    match (whole, part) {
        (Value::Object(whole), Value::Object(part)) => part
            .iter()
            .filter(|(key, _)| *key != "omits")
            .all(|(key, value)| whole.get(key).is_some_and(|whole| contains_all(whole, value))),
        (Value::Array(whole), Value::Array(part)) => {
            whole.len() == part.len()
                && whole.iter().zip(part).all(|(one, other)| contains_all(one, other))
        }
        _ => whole == part,
    }
}

/// Returns whether a turn takes a card from a place that is filled again.
pub(super) const fn leaves_gap(turn: &Turn) -> bool {
    matches!(turn.action, Action::ReserveMarket(_) | Action::Purchase { .. })
}
