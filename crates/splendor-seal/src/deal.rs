//! Committed decks: the dealer publishes the hash of the deal before the game, and the deal after
//! it.

use serde_json::Value;
use splendor_core::{Card, Row};
use splendor_schema::Log;
use splendor_schema::id::Sha256;
use splendor_schema::log::Setup;
use splendor_schema::seal::Deal;
use splendor_verify::report::Objection;
use splendor_verify::{JudgeOptions, Judgment, judge};

use crate::canonical::{self, Rounded};

/// The fewest characters of a salt: 32 hexadecimal digits are 128 bits.
pub const LEAST_SALT: usize = 32;

/// Returns the hash of a deal, the *commitment*. Spaces and the order of keys make no difference.
///
/// # Errors
///
/// The deal has a number that other programs may round.
///
/// # Panics
///
/// Panics if the text is not a deal: read it first.
pub fn commitment(deal: &str) -> Result<Sha256, Rounded> {
    let value: Value = serde_json::from_str(deal).expect("a deal is JSON");
    let mut text = String::new();
    canonical::write(&value, &mut text)?;
    Ok(canonical::hash(&text))
}

/// Returns why a deal is no proof, if it is none: its salt is short, or a deck is missing.
pub fn weakness(deal: &Deal) -> Option<String> {
    let salt = deal.salt.as_str().chars().count();
    if salt < LEAST_SALT {
        return Some(format!("the salt has {salt} characters, and needs {LEAST_SALT} random ones"));
    }
    // A game without Orient has no face-up card of its rows.
    let is_played = |row: &Row| {
        !row.is_orient() || deal.setup.market.row(*row).is_some_and(|row| !row.is_empty())
    };
    let mut rows = Row::ALL.into_iter().filter(is_played);
    let missing = rows.find(|&row| deck(&deal.setup, row).is_none())?;
    let orient = if missing.is_orient() { "Orient " } else { "" };
    Some(format!("the {orient}deck of {} is missing", missing.level()))
}

fn deck(setup: &Setup, row: Row) -> Option<&[Card]> {
    setup.decks.as_ref()?.row(row)
}

/// Returns an objection if a log was not played with the cards of a deal. `judgment` is that of the
/// log alone.
pub(crate) fn check(
    log: &Log,
    judgment: &Judgment,
    deal: &Deal,
    options: &JudgeOptions,
) -> Option<Objection> {
    if let Some(why) = weakness(deal) {
        return Some(Objection::new(
            "seal.deal",
            "/setup",
            format!("the deal proves nothing: {why}"),
        ));
    }
    if let Some(part) = other_setup(&log.setup, &deal.setup) {
        let message = format!("the log has other {part} before the first turn than the deal");
        return Some(Objection::new("seal.deal", "/setup", message));
    }
    // The report has the breaches that need no deal.
    if !judgment.findings.is_empty() {
        return None;
    }
    let whole = Log { setup: deal.setup.clone(), ..log.clone() };
    let judgment = judge(&whole, options);
    if let Some(part) = judgment.missing.iter().find(|missing| missing.turn.is_none()) {
        let message = format!("the deal proves nothing: it does not record the {}", part.field);
        return Some(Objection::new("seal.deal", "/setup", message));
    }
    let finding = judgment.findings.into_iter().next()?;
    let message = format!("with the cards of the deal, {}", finding.breach.violation());
    Some(match finding.turn {
        Some(turn) => Objection::of_turn("seal.deal", turn, message),
        None => Objection::new("seal.deal", "/setup", message),
    })
}

/// Returns the first part of the table that a log records in another way than a deal. The order of
/// cards in the market, of nobles and of cities means nothing.
fn other_setup(logged: &Setup, dealt: &Setup) -> Option<&'static str> {
    // A log may leave out each part.
    let market = |row| same_set(logged.market.row(row), dealt.market.row(row));
    let same_deck = |row| deck(logged, row).is_none_or(|logged| deck(dealt, row) == Some(logged));
    let parts = [
        (Row::ALL.into_iter().all(market), "cards in the market"),
        (same_set(logged.nobles.as_deref(), dealt.nobles.as_deref()), "nobles"),
        (same_set(logged.cities.as_deref(), dealt.cities.as_deref()), "cities"),
        (Row::ALL.into_iter().all(same_deck), "decks"),
    ];
    parts.into_iter().find(|(same, _)| !same).map(|(_, part)| part)
}

/// Returns whether the log records no list, or one with the entries of the deal in any order.
fn same_set<T: Clone + Ord>(logged: Option<&[T]>, dealt: Option<&[T]>) -> bool {
    let sorted = |all: &[T]| {
        let mut all = all.to_vec();
        all.sort();
        all
    };
    logged.is_none_or(|logged| sorted(logged) == sorted(dealt.unwrap_or_default()))
}
