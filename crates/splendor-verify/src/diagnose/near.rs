//! Causes in which one turn was played differently: similar turns that were legal there.

use serde_json::Value;
use splendor_core::{Action, Conquest, Effects, FreeCard, Game, Turn};

use super::input::{Candidate, DiagnosisInput};
use super::patch::{Edit, add, remove, replace, set};
use crate::advice::MOST_COMPARED;
use crate::distance::distance;
use crate::turn_to_log;
use crate::words::turn_in_words;
use splendor_schema::diagnosis::CauseKind;

/// How many legal turns are tried in place of the turn of the finding, and of each earlier turn.
const AT_FINDING: usize = 60;
const EARLIER: usize = 12;

/// How many earlier turns of the seat are tried, and how far a replacement may differ from each.
const BACK: usize = 6;
const FAR: u16 = 2;

/// Replaces the turn of the finding.
pub(super) fn here(input: &DiagnosisInput<'_>) -> Vec<Candidate> {
    otherwise(input, input.at, AT_FINDING, u16::MAX)
}

/// Replaces an earlier turn so that the turn of the finding becomes legal.
pub(super) fn before(input: &DiagnosisInput<'_>) -> Vec<Candidate> {
    let earlier = (input.at.saturating_sub(BACK * input.seats())..input.at).rev();
    earlier.flat_map(|at| otherwise(input, at, EARLIER, FAR)).collect()
}

fn otherwise(input: &DiagnosisInput<'_>, at: usize, most: usize, far: u16) -> Vec<Candidate> {
    let (Some(game), Some(position)) = (input.game, input.history.get(at)) else {
        return Vec::new();
    };
    let Some(logged) = input.log.turns.get(at) else { return Vec::new() };
    let Some(turn) = crate::turn_from_log(&game, logged, position.to_move()) else {
        return Vec::new();
    };
    let mut legal = position.legal_turns_up_to(&game, MOST_COMPARED).0;
    legal.retain(|other| *other != turn && distance(&turn, other) <= far);
    legal.sort_by_key(|other| (distance(&turn, other), *other));
    let (mut all, mut tried) = (Vec::new(), 0);
    for other in legal {
        if tried == most {
            break;
        }
        let kept = kept(&turn, other);
        if kept == turn {
            continue;
        }
        // Try to keep the refill before removing it: the smaller edit is the likelier cause.
        let mut ways = vec![kept, Turn { refill: None, ..kept }, without_refills(kept)];
        ways.dedup();
        ways.retain(|way| {
            let mut next = *position;
            next.play(&game, way).is_ok() && input.can_follow(next, at + 1, input.at + 1)
        });
        tried += usize::from(!ways.is_empty());
        all.extend(ways.iter().filter_map(|way| candidate(input, &game, at, [&turn, way])));
    }
    all
}

/// Returns the other turn, with the logged refill and the logged place of the card.
fn kept(turn: &Turn, other: Turn) -> Turn {
    let leaves = |turn: &Turn| match turn.action {
        Action::ReserveMarket(card) | Action::Purchase { card, .. } => Some(card),
        _ => None,
    };
    let same = leaves(turn) == leaves(&other);
    let from = |action| if let Action::Purchase { from, .. } = action { from } else { None };
    let mut other = Turn { seat: turn.seat, refill: turn.refill, ..other };
    if let (true, Action::Purchase { from: place, .. }) = (same, &mut other.action) {
        *place = from(turn.action).or(*place);
    }
    keep_refills(&turn.effects, &mut other.effects);
    if let (Some(logged), Some(conquest)) = (&turn.conquest, &mut other.conquest)
        && logged.card == conquest.card
    {
        conquest.refill = logged.refill;
        keep_refills(&logged.effects, &mut conquest.effects);
    }
    other
}

/// Copies the logged refills of those free cards that both turns take at the same place.
fn keep_refills(logged: &Effects, other: &mut Effects) {
    for (logged, other) in logged.free.iter().zip(&mut other.free) {
        if let (Some(logged), Some(other)) = (logged, other)
            && logged.card == other.card
        {
            other.refill = logged.refill;
        }
    }
}

/// Returns the turn without any refill, those of free cards and of the conquest included: a changed
/// turn empties other places, so that the decks of the later refills may differ.
fn without_refills(turn: Turn) -> Turn {
    let without = |mut effects: Effects| {
        effects.free.iter_mut().flatten().for_each(|free| free.refill = None);
        effects
    };
    let conquest = turn.conquest.map(|conquest| Conquest {
        refill: None,
        effects: without(conquest.effects),
        ..conquest
    });
    Turn { refill: None, effects: without(turn.effects), conquest, ..turn }
}

fn candidate(
    input: &DiagnosisInput<'_>,
    game: &Game<'_>,
    at: usize,
    [turn, other]: [&Turn; 2],
) -> Option<Candidate> {
    let fresh = serde_json::to_value(turn_to_log(game, other)).ok()?;
    let edit = difference(input.value, input.turn_value(at), &fresh, at);
    let kind =
        if input.log.turns[at].is_irregular() { CauseKind::TurnWrong } else { kind(turn, other) };
    let words = turn_in_words(game, other);
    let gone = gone(kind, input.turn_value(at), &fresh);
    let message = format!("turn {} was different ({}): {words}{gone}", at + 1, said(kind));
    Some(Candidate::of_turn(kind, at, message, edit))
}

/// Names the optional fields that the edit removes, except the one that the kind already names.
fn gone(kind: CauseKind, logged: &Value, fresh: &Value) -> String {
    let fields =
        ["refill", "copy", "free", "gem", "stronghold", "conquest", "return", "noble", "post"];
    let named = match kind {
        CauseKind::NobleAdded => "noble",
        CauseKind::CopyWrong => "copy",
        CauseKind::FreeCardWrong => "free",
        CauseKind::StrongholdWrong => "stronghold",
        CauseKind::ConquestWrong => "conquest",
        _ => "",
    };
    let fields = fields.into_iter().filter(|key| *key != named);
    let gone = fields.filter(|key| logged.get(key).is_some() && fresh.get(key).is_none());
    let gone: Vec<String> = gone.map(|key| format!("`{key}`")).collect();
    match gone.as_slice() {
        [] => String::new(),
        [one] => format!("; its {one} is removed"),
        more => format!("; its {} are removed", more.join(", ")),
    }
}

/// Returns the fields that differ, ignoring the seat and the claims about the table.
fn difference(log: &Value, logged: &Value, fresh: &Value, at: usize) -> Vec<Edit> {
    let keys = [
        "take",
        "reserve",
        "purchase",
        "pass",
        "copy",
        "refill",
        "free",
        "gem",
        "stronghold",
        "conquest",
        "return",
        "noble",
        "post",
    ];
    let mut edit = Vec::new();
    let other =
        keys.iter().take(4).any(|key| logged.get(key).is_some() != fresh.get(key).is_some());
    if other {
        let mut merged = fresh.clone();
        for key in ["seat", "after", "ext"] {
            match (logged.get(key), merged.as_object_mut()) {
                (Some(value), Some(map)) => drop(map.insert(key.to_owned(), value.clone())),
                (None, Some(map)) => drop(map.remove(key)),
                _ => {}
            }
        }
        return vec![replace(format!("/turns/{at}"), merged)];
    }
    for key in keys {
        let path = format!("/turns/{at}/{key}");
        match (logged.get(key), fresh.get(key)) {
            (Some(was), Some(is)) if was == is => {}
            (Some(Value::Object(was)), Some(Value::Object(is))) if key == "purchase" => {
                for field in ["spend", "discard"] {
                    if was.contains_key(field) && !is.contains_key(field) {
                        edit.push(remove(format!("{path}/{field}")));
                    }
                }
                for field in is.keys().filter(|field| was.get(*field) != is.get(*field)) {
                    // Don't add `from` to a log that never names the place of a card.
                    if field != "from" || was.contains_key("from") {
                        edit.push(set(log, format!("{path}/{field}"), is[field].clone()));
                    }
                }
            }
            (Some(_), Some(is)) => edit.push(replace(path, is.clone())),
            (None, Some(is)) => edit.push(add(path, is.clone())),
            (Some(_), None) => edit.push(remove(path)),
            (None, None) => {}
        }
    }
    edit
}

/// Returns the kind of the difference between two turns.
fn kind(turn: &Turn, other: &Turn) -> CauseKind {
    let same = Turn { seat: other.seat, refill: other.refill, ..*turn };
    let nobles = Turn { nobles: other.nobles, ..same } == *other;
    let returns = Turn { returned: other.returned, ..same } == *other;
    let posts = Turn { posts: other.posts, ..same } == *other;
    let with_cards_paid = Turn { action: other.action, cards_paid: other.cards_paid, ..same };
    let bought = |turn: &Turn| match turn.action {
        Action::Purchase { card, .. } => Some(card),
        _ => None,
    };
    let cards_paid = bought(turn) == bought(other)
        && turn.cards_paid != other.cards_paid
        && with_cards_paid == *other;
    let effects = Turn { effects: other.effects, ..same };
    let step = Effects { stronghold: turn.effects.stronghold, ..other.effects } == turn.effects;
    let copies = without_copies(turn.effects) == without_copies(other.effects);
    let conquest = Turn { conquest: other.conquest, ..same } == *other;
    match (turn.action, other.action) {
        _ if cards_paid => CauseKind::CardsPaidWrong,
        _ if effects == *other && step => CauseKind::StrongholdWrong,
        _ if effects == *other && copies => CauseKind::CopyWrong,
        _ if effects == *other => CauseKind::FreeCardWrong,
        _ if conquest => CauseKind::ConquestWrong,
        _ if nobles && turn.nobles.is_empty() => CauseKind::NobleLeftOut,
        _ if nobles && other.nobles.is_empty() => CauseKind::NobleAdded,
        _ if nobles => CauseKind::NobleWrong,
        _ if returns && turn.returned.is_empty() => CauseKind::ReturnLeftOut,
        _ if returns => CauseKind::ReturnWrong,
        _ if posts && turn.posts.is_empty() => CauseKind::PostLeftOut,
        _ if posts => CauseKind::PostWrong,
        _ if (Turn { gem: other.gem, ..same }) == *other => CauseKind::GemWrong,
        (Action::Take(_), Action::Take(_)) => CauseKind::TakeWrong,
        (Action::Purchase { card, .. }, Action::Purchase { card: other, .. }) if card == other => {
            CauseKind::PaymentWrong
        }
        (Action::Purchase { .. }, Action::Purchase { .. })
        | (Action::ReserveMarket(_), Action::ReserveMarket(_)) => CauseKind::CardWrong,
        _ => CauseKind::TurnWrong,
    }
}

/// Returns the effects with no color named, and without refills.
fn without_copies(effects: Effects) -> Effects {
    let free =
        effects.free.map(|free| free.map(|free| FreeCard { copy: None, refill: None, ..free }));
    Effects { copy: None, free, ..effects }
}

/// Describes a kind of difference in words.
fn said(kind: CauseKind) -> &'static str {
    match kind {
        CauseKind::NobleLeftOut => "a noble is missing",
        CauseKind::NobleAdded => "no noble was taken",
        CauseKind::NobleWrong => "another noble was taken",
        CauseKind::ReturnLeftOut => "the returned tokens are missing",
        CauseKind::ReturnWrong => "other tokens were returned",
        CauseKind::PostLeftOut => "a post is missing",
        CauseKind::PostWrong => "other posts were gained",
        CauseKind::GemWrong => "a power gave another gem",
        CauseKind::CardsPaidWrong => "other cards were paid",
        CauseKind::CopyWrong => "another color was copied",
        CauseKind::FreeCardWrong => "another free card, or none, was taken",
        CauseKind::StrongholdWrong => "another step with a stronghold, or none",
        CauseKind::ConquestWrong => "another conquest, or none",
        CauseKind::TakeWrong => "other tokens were taken",
        CauseKind::PaymentWrong => "other tokens were paid",
        CauseKind::CardWrong => "another card",
        _ => "as a whole",
    }
}
