//! Compares an engine's position with the expected position.

use serde_json::Value;
use splendor_core::Row;
use splendor_schema::Position;
use splendor_schema::json::layout;
use splendor_schema::position::{HandEntry, PositionDeck};
use splendor_schema::token::TokenCounts;

/// Returns the first difference between two positions, and the number of others. Ignores the order
/// of components outside the decks, and which seats have seen a card in hand.
pub(crate) fn difference(answered: &Position, due: &Position) -> Option<String> {
    let counts_turns = answered.turns.is_some();
    let parts = |position: &Position| -> Vec<(String, Value)> {
        let all = parts(position).into_iter();
        all.filter(|(name, _)| counts_turns || name != "turns").collect()
    };
    let (answered, due) = (parts(answered), parts(due));
    if let (Some(found), Some(needed)) = (value(&answered, "seats"), value(&due, "seats"))
        && found != needed
    {
        return Some(format!("there are {found} seats, needed {needed}"));
    }
    let wrong = |(name, needed): &(String, Value)| {
        let found = value(&answered, name).unwrap_or(&Value::Null);
        (found != needed).then(|| format!("`{name}` is {}, needed {needed}", absent(found)))
    };
    let all: Vec<String> = due.iter().filter_map(wrong).collect();
    let more = match all.len() {
        0 => return None,
        1 => String::new(),
        2 => " (and 1 more difference)".to_owned(),
        count => format!(" (and {} more differences)", count - 1),
    };
    Some(format!("{}{more}", all[0]))
}

fn value<'p>(parts: &'p [(String, Value)], name: &str) -> Option<&'p Value> {
    parts.iter().find(|(other, _)| other == name).map(|(_, value)| value)
}

fn absent(value: &Value) -> String {
    if value.is_null() { "absent".to_owned() } else { layout::compact(value) }
}

/// Returns the compared parts of a position, in the order of the format.
fn parts(position: &Position) -> Vec<(String, Value)> {
    let ended = position.ended == Some(true);
    let mut parts = vec![
        ("seats".to_owned(), position.seats.len().into()),
        ("supply".to_owned(), json(&position.supply.map(without_zeros))),
    ];
    for (at, seat) in position.seats.iter().enumerate() {
        let mut part = |name: &str, value| parts.push((format!("seats/{at}/{name}"), value));
        part("tokens", json(&without_zeros(seat.tokens.unwrap_or_default())));
        part("cards", sorted(&seat.cards));
        part("hand", sorted(&seat.hand.iter().map(card).collect::<Vec<_>>()));
        part("nobles", sorted(&seat.nobles));
        part("posts", sorted(&seat.posts));
        part("strongholds", sorted(&seat.strongholds));
    }
    for row in Row::ALL {
        let market = position.market.as_ref().and_then(|market| market.row(row));
        let market = market.map_or(Value::Null, sorted);
        parts.push((format!("market/{}", row.key()), market));
        let deck = position.decks.as_ref().and_then(|decks| decks.row(row));
        let deck = match deck {
            Some(PositionDeck::Count(0)) => json(&Vec::<u8>::new()),
            deck => json(&deck),
        };
        parts.push((format!("decks/{}", row.key()), deck));
    }
    let mut part = |name: &str, value| parts.push((name.to_owned(), value));
    part("nobles", sorted(position.nobles.as_deref().unwrap_or_default()));
    part("cities", sorted(position.cities.as_deref().unwrap_or_default()));
    part("gone", sorted(&position.gone));
    part("ended", ended.into());
    if !ended {
        part("to_move", position.to_move.unwrap_or(0).into());
        part("last_round", (position.last_round == Some(true)).into());
    }
    part("passes", position.passes.unwrap_or(0).into());
    part("turns", json(&position.turns));
    parts
}

/// Returns counts without the kinds that are zero: an absent kind is zero as well.
fn without_zeros(counts: TokenCounts) -> TokenCounts {
    counts.iter().filter(|&(_, count)| count > 0).collect()
}

/// Returns a card in hand. A known card is equal with and without the deck that it came from.
fn card(entry: &HandEntry) -> Value {
    match entry {
        HandEntry::Card(card) | HandEntry::Deck { card: Some(card), .. } => json(card),
        HandEntry::Deck { .. } => json(entry),
    }
}

fn json(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

fn sorted(all: &[impl serde::Serialize]) -> Value {
    let mut all: Vec<Value> = all.iter().map(json).collect();
    all.sort_by_key(Value::to_string);
    Value::Array(all)
}
