//! A log as a struct that borrows, as a careful client would write it: text is borrowed from the
//! file, and short lists are arrays. Only the turns and the decks are allocated.
//!
//! It reads the same fields as [`crate::owned`] and has only the checks of `derive`.
#![expect(dead_code, reason = "the fields are read to be filled, not to be used")]

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};

use crate::owned::{Counts, Token};

/// Reads a log.
pub(crate) fn read(text: &str) -> serde_json::Result<Log<'_>> {
    serde_json::from_str(text)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Log<'t> {
    format: &'t str,
    rules: Rules<'t>,
    #[serde(borrow)]
    source: Option<Source<'t>>,
    #[serde(borrow)]
    players: Few<Player<'t>, 4>,
    setup: Setup<'t>,
    turns: Vec<Turn<'t>>,
    end: Option<End<'t>>,
    result: Option<GameResult>,
}

impl Log<'_> {
    /// Returns the number of turns.
    pub(crate) fn turn_count(&self) -> usize {
        self.turns.len()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules<'t> {
    edition: &'t str,
    #[serde(borrow)]
    modules: Option<Few<&'t str, 4>>,
    #[serde(borrow)]
    boxes: Option<Few<&'t str, 2>>,
}

// Free text may contain escapes, which cannot be borrowed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Source<'t> {
    #[serde(borrow)]
    client: Option<Cow<'t, str>>,
    #[serde(borrow)]
    client_version: Option<Cow<'t, str>>,
    #[serde(borrow)]
    game: Option<Cow<'t, str>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Player<'t> {
    #[serde(borrow)]
    name: Option<Cow<'t, str>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Setup<'t> {
    #[serde(borrow)]
    nobles: Few<&'t str, 5>,
    market: Market<'t>,
    decks: Option<Decks<'t>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Market<'t> {
    #[serde(borrow)]
    level1: Few<&'t str, 4>,
    #[serde(borrow)]
    level2: Few<&'t str, 4>,
    #[serde(borrow)]
    level3: Few<&'t str, 4>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Decks<'t> {
    #[serde(borrow)]
    level1: Vec<&'t str>,
    #[serde(borrow)]
    level2: Vec<&'t str>,
    #[serde(borrow)]
    level3: Vec<&'t str>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Turn<'t> {
    seat: Option<u8>,
    take: Option<Few<Token, 3>>,
    #[serde(borrow)]
    reserve: Option<Reserve<'t>>,
    purchase: Option<Purchase<'t>>,
    pass: Option<bool>,
    refill: Option<&'t str>,
    gem: Option<Token>,
    #[serde(rename = "return")]
    returned: Option<Counts>,
    noble: Option<&'t str>,
    post: Option<&'t str>,
    after: Option<Box<After<'t>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reserve<'t> {
    market: Option<&'t str>,
    deck: Option<u8>,
    card: Option<&'t str>,
    under: Option<&'t str>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Purchase<'t> {
    card: &'t str,
    pay: Option<Counts>,
    from: Option<&'t str>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct After<'t> {
    prestige: Option<u8>,
    tokens: Option<Counts>,
    bonuses: Option<Counts>,
    hand: Option<u8>,
    supply: Option<Counts>,
    digest: Option<&'t str>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct End<'t> {
    reason: &'t str,
    plies: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GameResult {
    scores: Option<Few<u8, 4>>,
    winners: Option<Few<u8, 4>>,
}

/// A list of at most `N` entries, without an allocation.
struct Few<T, const N: usize>([Option<T>; N]);

impl<'de, T: Deserialize<'de>, const N: usize> Deserialize<'de> for Few<T, N> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_seq(FewVisitor(PhantomData))
    }
}

struct FewVisitor<T, const N: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const N: usize> Visitor<'de> for FewVisitor<T, N> {
    type Value = Few<T, N>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of at most {N} entries")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Few<T, N>, A::Error> {
        let mut all = [const { None }; N];
        for entry in &mut all {
            *entry = list.next_element()?;
            if entry.is_none() {
                return Ok(Few(all));
            }
        }
        match list.next_element::<T>()? {
            None => Ok(Few(all)),
            Some(_) => Err(A::Error::invalid_length(N + 1, &self)),
        }
    }
}
