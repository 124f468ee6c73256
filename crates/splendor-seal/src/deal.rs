//! Committed decks: the dealer publishes the hash of the deal before the game, and the deal after
//! it.

use serde_json::Value;
use sha2::Digest;
use splendor_schema::Log;
use splendor_schema::id::Sha256;
use splendor_schema::log::Setup;
use splendor_schema::seal::Deal;
use splendor_verify::report::Objection;
use splendor_verify::{JudgeOptions, judge};

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
    Ok(Sha256(sha2::Sha256::digest(&text).into()))
}

/// Returns why a deal is no proof, if it is none: its salt is short, or a deck is missing.
pub fn weakness(deal: &Deal) -> Option<String> {
    let salt = deal.salt.as_str().chars().count();
    if salt < LEAST_SALT {
        return Some(format!("the salt has {salt} characters, and needs {LEAST_SALT} random ones"));
    }
    let decks = deal.setup.decks.clone().unwrap_or_default();
    let decks = [decks.level1, decks.level2, decks.level3];
    let missing = decks.iter().position(Option::is_none)?;
    Some(format!("the deck of level {} is missing", missing + 1))
}

/// Returns an objection if a log was not played with the cards of a deal.
pub(crate) fn check(log: &Log, deal: &Deal, options: &JudgeOptions) -> Option<Objection> {
    let objection = |turn: Option<usize>, pointer: String, message: String| Objection {
        id: "seal.deal",
        turn,
        pointer,
        message,
    };
    if let Some(why) = weakness(deal) {
        return Some(objection(None, "/setup".into(), format!("the deal proves nothing: {why}")));
    }
    if let Some(place) = other_setup(&log.setup, &deal.setup) {
        let message = format!("the log has other {place} before the first turn than the deal");
        return Some(objection(None, "/setup".into(), message));
    }
    // The report has the breaches that need no deal.
    if !judge(log, options).findings.is_empty() {
        return None;
    }
    let whole = Log { setup: deal.setup.clone(), ..log.clone() };
    let judgment = judge(&whole, options);
    let finding = judgment.findings.into_iter().next()?;
    let pointer = finding.turn.map_or("/setup".to_owned(), |turn| format!("/turns/{turn}"));
    let message = format!("with the cards of the deal, {}", finding.breach.violation());
    Some(objection(finding.turn, pointer, message))
}

/// Returns the first part of the table that a log records in another way than a deal. The order of
/// cards in the market, of nobles and of cities means nothing.
fn other_setup(logged: &Setup, dealt: &Setup) -> Option<&'static str> {
    let same = |one: &[String], other: &[String]| {
        let sorted = |all: &[String]| {
            let mut all = all.to_vec();
            all.sort();
            all
        };
        sorted(one) == sorted(other)
    };
    let names = |all: &[splendor_schema::id::CardId]| {
        all.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let market = |setup: &Setup| {
        [&setup.market.level1, &setup.market.level2, &setup.market.level3].map(|row| names(row))
    };
    let rows = market(logged).into_iter().zip(market(dealt));
    if rows.into_iter().any(|(one, other)| !same(&one, &other)) {
        return Some("cards in the market");
    }
    let texts = |all: &Option<Vec<_>>| all.iter().flatten().map(ToString::to_string).collect();
    let (one, other): (Vec<String>, Vec<String>) = (texts(&logged.nobles), texts(&dealt.nobles));
    if !same(&one, &other) {
        return Some("nobles");
    }
    let texts = |all: &Option<Vec<_>>| all.iter().flatten().map(ToString::to_string).collect();
    let (one, other): (Vec<String>, Vec<String>) = (texts(&logged.cities), texts(&dealt.cities));
    if !same(&one, &other) {
        return Some("cities");
    }
    let (logged, dealt) = (logged.decks.as_ref()?, dealt.decks.as_ref()?);
    let decks = [
        (&logged.level1, &dealt.level1),
        (&logged.level2, &dealt.level2),
        (&logged.level3, &dealt.level3),
    ];
    let other = decks.iter().any(|(one, other)| one.is_some() && one != other);
    other.then_some("decks")
}
