//! Causes in which a log names one card instead of another. The place of the card and the rest of
//! the log decide which cards are possible there.

use std::collections::BTreeSet;

use splendor_core::{Card, CardSet, Component, Place, Violation};
use splendor_schema::Log;
use splendor_schema::diagnosis::CauseKind;
use splendor_schema::json::edit_distance;
use splendor_schema::turn::Reserve;

use super::input::{Candidate, DiagnosisInput, cards_of, level_of, row_names};
use super::patch::replace;
use super::shown::unnamed;
use crate::place::{each_component, nth_mention};

/// How many mentions of a card are replaced, and how many cards are tried that the log names
/// nowhere.
const MOST: usize = 8;

/// Replaces a card that no box has with each card that may have been meant.
pub(super) fn unknown_card(input: &DiagnosisInput<'_>) -> Vec<Candidate> {
    let Some(Violation::ComponentUnknown { component: Component::Card(card), .. }) =
        input.violation()
    else {
        return Vec::new();
    };
    let stray = card.to_string();
    let mentions = (0..).map_while(|nth| nth_mention(input.log, Component::Card(*card), nth));
    let mentions: Vec<String> = mentions.take(MOST).collect();
    let Some(first) = mentions.first() else { return Vec::new() };
    let candidate = |id: String| {
        let message = format!("`{stray}`, which is in no box, means {id}");
        let edit = mentions.iter().map(|path| replace(path.as_str(), id.as_str())).collect();
        Candidate::of_log(CauseKind::ComponentWrong, message, edit)
    };
    // If the log names the card once, no other part of the log distinguishes the cards that it
    // names nowhere: some of them are enough. If it names the card again, its cost matters.
    let most = if mentions.len() > 1 { usize::MAX } else { MOST };
    possible(input, first, &stray, most).into_iter().map(candidate).collect()
}

/// Replaces a refill that cannot be the card of its turn with each card that can.
pub(super) fn refill(input: &DiagnosisInput<'_>) -> Vec<Candidate> {
    let Some(Violation::RevealUnseen { card, .. } | Violation::RevealLevel { card, .. }) =
        input.violation()
    else {
        return Vec::new();
    };
    let (card, path) = (card.to_string(), format!("/turns/{}/refill", input.at));
    if input.text(&path) != Some(&card) {
        return Vec::new();
    }
    let candidate = |id: String| {
        let message = format!("turn {} revealed {id}, not {card}", input.at + 1);
        let edit = vec![replace(path.as_str(), id)];
        Candidate::of_turn(CauseKind::RefillWrong, input.at, message, edit)
    };
    possible(input, &path, &card, 0).into_iter().map(candidate).collect()
}

/// Returns the cards that may be meant at a place that names `card`, the likeliest first: those
/// that the table allows there, those that the log takes unseen, and `most` that it names nowhere.
fn possible(input: &DiagnosisInput<'_>, path: &str, card: &str, most: usize) -> Vec<String> {
    let at = path.strip_prefix("/turns/").and_then(|rest| rest.split('/').next()?.parse().ok());
    let level = at.and_then(|at| level_of_turn(input.log, at, path)).or_else(|| listed_under(path));
    let level = level.unwrap_or_else(|| level_of(card));
    let mut all = Vec::new();
    if let Some(at) = at {
        all.extend(on_table(input, at, path, level));
    } else if input.value.pointer(&format!("/setup/decks/{level}")).is_some() {
        all.extend(in_no_list(input, level));
    }
    let near = |mut ids: Vec<String>| {
        ids.sort_by_key(|id| edit_distance(id, card));
        ids
    };
    all.extend(near(taken_unseen(input.log, level)));
    all.extend(near(unnamed(input.log, level)).into_iter().take(most));
    let mut seen = BTreeSet::new();
    all.retain(|id| id != card && seen.insert(id.clone()));
    all
}

/// Returns the key of the level of a list in the setup.
fn listed_under(path: &str) -> Option<&'static str> {
    row_names().find(|level| path.contains(*level))
}

/// Returns the key of the level of a card that a turn reveals.
fn level_of_turn(log: &Log, at: usize, path: &str) -> Option<&'static str> {
    let logged = log.turns.get(at)?;
    let turn = serde_json::to_value(logged).ok()?;
    if path.ends_with("/reserve/card") || path.ends_with("/reserve/under") {
        let Some(Reserve::Deck { row, .. }) = logged.reserve else { return None };
        return Some(row.key());
    }
    if !path.ends_with("/refill") {
        return None;
    }
    let taken = ["/purchase/card", "/reserve/market"];
    taken.iter().find_map(|path| Some(level_of(turn.pointer(path)?.as_str()?)))
}

/// Returns the cards that a place of a turn can name: the next cards of a known deck, or the cards
/// in the market and in the hand of the seat, those of the named level first.
fn on_table(input: &DiagnosisInput<'_>, at: usize, path: &str, level: &str) -> Vec<String> {
    let (Some(game), Some(position)) = (input.game, input.history.get(at)) else {
        return Vec::new();
    };
    let id = |card| game.components.card(card).to_string();
    let is_taken = path.ends_with("/reserve/market") || path.ends_with("/purchase/card");
    if !is_taken {
        let row = splendor_core::Row::ALL.into_iter().find(|row| row.key() == level);
        let cards = row.into_iter().flat_map(|row| position.deck(row).iter().take(2));
        let cards = cards.filter_map(|place| match place {
            Place::Card(card) => Some(id(card)),
            Place::Hidden => None,
        });
        return cards.collect();
    }
    let hand = input.log.turns[at].purchase.is_some().then(|| position.mover().hand());
    let all = position.market().iter().chain(hand.into_iter().flat_map(CardSet::iter));
    let mut all: Vec<String> = all.map(id).collect();
    all.sort_by_key(|id| level_of(id) != level);
    all
}

/// Returns the cards of a level that the setup does not name.
fn in_no_list(input: &DiagnosisInput<'_>, level: &str) -> Vec<String> {
    let mut ids = cards_of(level);
    each_component(input.log, |named, turn, _| {
        if let (Component::Card(card), None) = (named, turn) {
            ids.retain(|id| *id != card.to_string());
        }
    });
    ids
}

/// Returns the cards of a level that a turn takes although nothing before it shows them.
pub(super) fn taken_unseen(log: &Log, level: &str) -> Vec<String> {
    let takes = |id: &String| {
        let card = Card::parse(id).map(Component::Card);
        card.and_then(|card| nth_mention(log, card, 0)).is_some_and(|path| {
            path.ends_with("/reserve/market") || path.ends_with("/purchase/card")
        })
    };
    cards_of(level).into_iter().filter(takes).collect()
}
