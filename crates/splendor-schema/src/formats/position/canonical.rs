//! The canonical text of a position, and its digest.

use std::fmt::{self, Write};

use sha2::{Digest as _, Sha256};

use crate::formats::position::{OwnedCard, PositionFormat};
use crate::id::Digest;
use splendor_core::{Card, City, Noble, PostName};

/// The public part of a position, which every seat can see. The digest is computed from it.
///
/// The lists may be in any order: [`CanonicalPosition::text`] sorts them.
///
/// ```
/// use splendor_schema::id::Digest;
/// use splendor_schema::position::{CanonicalPosition, CanonicalSeat};
///
/// let seats = [CanonicalSeat::default(); 2];
/// let position = CanonicalPosition { to_move: Some(0), seats: &seats, ..Default::default() };
/// assert!(position.text().starts_with("splendor-position/1\nto_move 0\nsupply 0 0 0 0 0 0\n"));
/// assert_eq!(position.digest(), Digest::of(&position.text()));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CanonicalPosition<'a> {
    /// Whether the module Orient is played, which adds its rows and the cards that left the game.
    pub orient: bool,
    /// Whether the module Strongholds is played, which adds the strongholds of each seat.
    pub has_strongholds: bool,
    /// The seat that acts next, or `None` when the game is over.
    pub to_move: Option<u8>,
    /// The tokens in the supply, in the order of [`Token`](splendor_core::Token).
    pub supply: [u8; 6],
    /// The face-up cards, in the order of [`Row`](splendor_core::Row).
    pub market: [&'a [Card]; 6],
    /// The number of cards in each deck, in the order of [`Row`](splendor_core::Row).
    pub decks: [u8; 6],
    /// The nobles on the table.
    pub nobles: &'a [Noble],
    /// The cities on the table.
    pub cities: &'a [City],
    /// The cards that left the game.
    pub gone: &'a [Card],
    /// The seats in order.
    pub seats: &'a [CanonicalSeat<'a>],
}

/// The public part of a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CanonicalSeat<'a> {
    /// The tokens, in the order of [`Token`](splendor_core::Token).
    pub tokens: [u8; 6],
    /// The cards purchased or taken free.
    pub cards: &'a [OwnedCard],
    /// The cards in hand that were reserved from the market.
    pub hand: &'a [Card],
    /// The number of cards in hand that were reserved from each deck, in the order of
    /// [`Row`](splendor_core::Row).
    pub hidden: [u8; 6],
    /// The nobles.
    pub nobles: &'a [Noble],
    /// The cities.
    pub cities: &'a [City],
    /// The trading posts.
    pub posts: &'a [PostName],
    /// The cards on which the strongholds stand, once for each stronghold.
    pub strongholds: &'a [Card],
}

impl CanonicalPosition<'_> {
    /// Returns the canonical text: one line for each part of the table, ids sorted.
    pub fn text(&self) -> String {
        let mut text = String::with_capacity(1024);
        let _never_fails = self.write(&mut text);
        text
    }

    /// Returns the first 64 bits of the SHA-256 of the canonical text.
    pub fn digest(&self) -> Digest {
        let mut hash = Hash(Sha256::new());
        let _never_fails = self.write(&mut hash);
        hash.digest()
    }

    fn write(&self, to: &mut impl Write) -> fmt::Result {
        writeln!(to, "{}", PositionFormat::NAME)?;
        match self.to_move {
            Some(seat) => writeln!(to, "to_move {seat}")?,
            None => writeln!(to, "to_move -")?,
        }
        numbers(to, "supply", &self.supply)?;
        let rows = if self.orient { 6 } else { 3 };
        for (name, cards) in MARKET_LINES.into_iter().zip(self.market).take(rows) {
            ids(to, name, cards)?;
        }
        numbers(to, "decks", &self.decks[..rows])?;
        ids(to, "nobles", self.nobles)?;
        ids(to, "cities", self.cities)?;
        if self.orient {
            ids(to, "gone", self.gone)?;
        }
        for (index, seat) in self.seats.iter().enumerate() {
            writeln!(to, "seat {index}")?;
            seat.write(to, rows)?;
            if self.has_strongholds {
                ids(to, "strongholds", seat.strongholds)?;
            }
        }
        Ok(())
    }
}

/// The names of the lines with the face-up cards.
const MARKET_LINES: [&str; 6] = ["market1", "market2", "market3", "orient1", "orient2", "orient3"];

impl CanonicalSeat<'_> {
    fn write(&self, to: &mut impl Write, rows: usize) -> fmt::Result {
        numbers(to, "tokens", &self.tokens)?;
        // The id of a card decides, not the color that stands behind it.
        sorted(to, "cards", self.cards, |owned| (owned.card.id(), owned.copy, owned.bonuses))?;
        ids(to, "hand", self.hand)?;
        numbers(to, "hidden", &self.hidden[..rows])?;
        ids(to, "nobles", self.nobles)?;
        ids(to, "cities", self.cities)?;
        ids(to, "posts", self.posts)
    }
}

/// Writes a card as the canonical text does: a copy card with the letter of its color behind `=`,
/// once for each bonus.
impl fmt::Display for OwnedCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.card.fmt(f)?;
        let Some(color) = self.copy else { return Ok(()) };
        let letter = ["d", "s", "e", "r", "o", "g"][color.index()];
        write!(f, "={}", letter.repeat(self.bonuses.unwrap_or(1).into()))
    }
}

fn numbers(to: &mut impl Write, name: &str, numbers: &[u8]) -> fmt::Result {
    to.write_str(name)?;
    numbers.iter().try_for_each(|number| write!(to, " {number}"))?;
    to.write_char('\n')
}

/// Writes ids in the order of their text.
fn ids<T: fmt::Display>(to: &mut impl Write, name: &str, ids: &[T]) -> fmt::Result {
    sorted(to, name, ids, T::to_string)
}

/// Writes values in the order of a key.
fn sorted<T: fmt::Display, K: Ord>(
    to: &mut impl Write,
    name: &str,
    values: &[T],
    key: impl Fn(&T) -> K,
) -> fmt::Result {
    let mut values: Vec<&T> = values.iter().collect();
    values.sort_by_cached_key(|value| key(value));
    to.write_str(name)?;
    values.iter().try_for_each(|value| write!(to, " {value}"))?;
    to.write_char('\n')
}

impl Digest {
    /// Returns the first 64 bits of the SHA-256 of a text.
    pub fn of(text: &str) -> Digest {
        let mut hash = Hash(Sha256::new());
        hash.0.update(text.as_bytes());
        hash.digest()
    }
}

/// Hashes text as it is written, so that the canonical text need not be stored.
struct Hash(Sha256);

impl Hash {
    fn digest(self) -> Digest {
        let bytes = self.0.finalize();
        Digest(bytes.iter().take(8).fold(0, |bits, byte| bits << 8 | u64::from(*byte)))
    }
}

impl Write for Hash {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.update(text.as_bytes());
        Ok(())
    }
}
