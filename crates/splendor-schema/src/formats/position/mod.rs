//! A state of the table, complete or partial, `splendor-position/1`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::id::Digest;
use crate::json::error::ReadError;
use crate::json::format_name::format_name;
use crate::json::free::Ext;
use crate::json::object::read_object;
use crate::json::read::{self, deserialize_by_reader, list_of};
use crate::limits;
use crate::name::Name;
use crate::rules::Rules;
use crate::token::TokenCounts;
use splendor_core::{Card, City, Noble, PostName, Row};

mod canonical;
mod entry;

pub use canonical::{CanonicalPosition, CanonicalSeat};
pub use entry::{HandEntry, OwnedCard, PositionDeck};

format_name!(PositionFormat, "splendor-position/1", "The name and version of the position format.");

/// A state of the table. An absent field of the position claims nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Splendor position", deny_unknown_fields)]
pub struct Position {
    /// The location of the schema of this file; ignored.
    #[serde(rename = "$schema", skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::TEXT))]
    pub schema: Option<Name>,
    /// The name and version of this format.
    pub format: PositionFormat,
    /// The rules of the game.
    pub rules: Rules,
    /// The tokens in the supply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub supply: Option<TokenCounts>,
    /// The seats in order.
    #[schemars(length(max = limits::SEATS))]
    pub seats: Vec<PositionSeat>,
    /// The face-up cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub market: Option<PositionMarket>,
    /// The decks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decks: Option<PositionDecks>,
    /// The nobles on the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::TILES))]
    pub nobles: Option<Vec<Noble>>,
    /// The cities on the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::TILES))]
    pub cities: Option<Vec<City>>,
    /// The cards that left the game: discarded or spent; absent means none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = limits::CARDS))]
    pub gone: Vec<Card>,
    /// The seat that acts next; absent means 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = limits::SEAT))]
    pub to_move: Option<u8>,
    /// The number of turns played.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = limits::TURNS))]
    pub turns: Option<u64>,
    /// The number of forced passes without a noble since the last other turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passes: Option<u8>,
    /// Whether the game is in its last round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_round: Option<bool>,
    /// Whether the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<bool>,
    /// Any other data; ignored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ext: Option<Ext>,
}

deserialize_by_reader!(Position);

read_object!(Position, "a position" {
    optional schema as "$schema": |from| from.text_up_to(limits::TEXT),
    required format,
    required rules,
    optional supply,
    required seats: list_of(limits::SEATS),
    optional market,
    optional decks,
    optional nobles: list_of(limits::TILES),
    optional cities: list_of(limits::TILES),
    default gone: list_of(limits::CARDS),
    optional to_move: |from| from.small_number(limits::SEAT),
    optional turns: |from| from.whole_number(0..=limits::TURNS as u64),
    optional passes: |from| from.small_number(u8::MAX),
    optional last_round,
    optional ended,
    optional ext,
});

impl Position {
    /// The name and version of the format.
    pub const FORMAT: &'static str = PositionFormat::NAME;

    /// Reads one position from the bytes of a file.
    ///
    /// ```
    /// use splendor_schema::Position;
    ///
    /// let position = Position::read(br#"{
    ///     "format": "splendor-position/1",
    ///     "rules": { "edition": "2024" },
    ///     "seats": [{ "tokens": { "ruby": 2 }, "cards": ["a0d3s"] }, {}],
    ///     "to_move": 1
    /// }"#)?;
    /// assert_eq!(position.to_move, Some(1));
    /// assert_eq!(position.digest(), None, "the market and the decks are not claimed");
    /// # Ok::<(), splendor_schema::ReadError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first error and its place if the bytes are not a position of this format.
    pub fn read(bytes: &[u8]) -> Result<Position, ReadError> {
        read::read(bytes, Position::FORMAT)
    }
}

/// The tokens, cards and tiles of one seat. An absent field means that the seat has none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "PositionSeat", deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "tokens": { "ruby": 2 }, "cards": ["a0d3s"] }))]
pub struct PositionSeat {
    /// The tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<TokenCounts>,
    /// The cards purchased or taken free, and not given up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = limits::CARDS))]
    pub cards: Vec<OwnedCard>,
    /// The cards reserved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = limits::CARDS))]
    pub hand: Vec<HandEntry>,
    /// The nobles.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = limits::TILES))]
    pub nobles: Vec<Noble>,
    /// The cities.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = limits::TILES))]
    pub cities: Vec<City>,
    /// The trading posts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = limits::TILES))]
    pub posts: Vec<PostName>,
    /// The cards on which the seat's strongholds stand, once for each stronghold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = limits::TILES))]
    pub strongholds: Vec<Card>,
}

read_object!(PositionSeat, "a seat" {
    optional tokens,
    default cards: list_of(limits::CARDS),
    default hand: list_of(limits::CARDS),
    default nobles: list_of(limits::TILES),
    default cities: list_of(limits::TILES),
    default posts: list_of(limits::TILES),
    default strongholds: list_of(limits::TILES),
});

/// The face-up cards by row. An absent row claims nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "PositionMarket", deny_unknown_fields)]
pub struct PositionMarket {
    /// The cards of level 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::CARDS))]
    pub level1: Option<Vec<Card>>,
    /// The cards of level 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::CARDS))]
    pub level2: Option<Vec<Card>>,
    /// The cards of level 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::CARDS))]
    pub level3: Option<Vec<Card>>,
    /// The Orient cards of level 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::CARDS))]
    pub orient1: Option<Vec<Card>>,
    /// The Orient cards of level 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::CARDS))]
    pub orient2: Option<Vec<Card>>,
    /// The Orient cards of level 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::CARDS))]
    pub orient3: Option<Vec<Card>>,
}

read_object!(PositionMarket, "`market`" {
    optional level1: list_of(limits::CARDS),
    optional level2: list_of(limits::CARDS),
    optional level3: list_of(limits::CARDS),
    optional orient1: list_of(limits::CARDS),
    optional orient2: list_of(limits::CARDS),
    optional orient3: list_of(limits::CARDS),
});

/// The decks by row. An absent row claims nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "PositionDecks", deny_unknown_fields)]
pub struct PositionDecks {
    /// The deck of level 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level1: Option<PositionDeck>,
    /// The deck of level 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level2: Option<PositionDeck>,
    /// The deck of level 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level3: Option<PositionDeck>,
    /// The Orient deck of level 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orient1: Option<PositionDeck>,
    /// The Orient deck of level 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orient2: Option<PositionDeck>,
    /// The Orient deck of level 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orient3: Option<PositionDeck>,
}

read_object!(PositionDecks, "`decks`" {
    optional level1,
    optional level2,
    optional level3,
    optional orient1,
    optional orient2,
    optional orient3,
});

impl PositionMarket {
    /// Returns the cards of one row, if they are claimed.
    pub fn row(&self, row: Row) -> Option<&[Card]> {
        let PositionMarket { level1, level2, level3, orient1, orient2, orient3 } = self;
        [level1, level2, level3, orient1, orient2, orient3][row.index()].as_deref()
    }
}

impl PositionDecks {
    /// Returns the deck of one row, if it is claimed.
    pub const fn row(&self, row: Row) -> Option<&PositionDeck> {
        let PositionDecks { level1, level2, level3, orient1, orient2, orient3 } = self;
        [level1, level2, level3, orient1, orient2, orient3][row.index()].as_ref()
    }
}

impl Position {
    /// Returns the digest, if the supply and every row of the market and the decks are claimed.
    pub fn digest(&self) -> Option<Digest> {
        self.canonical().map(|text| Digest::of(&text))
    }

    /// Returns the canonical text, which the digest is the hash of, if the supply and every row of
    /// the market and the decks are claimed. The rows of Orient count with the module alone.
    pub fn canonical(&self) -> Option<String> {
        let (market, decks) = (self.market.as_ref()?, self.decks.as_ref()?);
        let orient = self.plays("orient");
        let hands: Vec<(Vec<Card>, [u8; 6])> = self.seats.iter().map(split_hand).collect();
        let seats: Vec<_> = self.seats.iter().zip(&hands).map(canonical_seat).collect();
        let (mut face_up, mut counts) = ([&[][..]; 6], [0; 6]);
        for row in Row::ALL.into_iter().filter(|row| orient || !row.is_orient()) {
            face_up[row.index()] = market.row(row)?;
            counts[row.index()] = decks.row(row)?.count();
        }
        let position = CanonicalPosition {
            orient,
            has_strongholds: self.plays("strongholds"),
            to_move: (self.ended != Some(true)).then_some(self.to_move.unwrap_or(0)),
            supply: self.supply?.counts(),
            market: face_up,
            decks: counts,
            nobles: self.nobles.as_deref().unwrap_or_default(),
            cities: self.cities.as_deref().unwrap_or_default(),
            gone: &self.gone,
            seats: &seats,
        };
        Some(position.text())
    }

    fn plays(&self, module: &str) -> bool {
        self.rules.modules.iter().any(|name| *name == module)
    }
}

/// Returns the cards of a hand that every seat knows, and the number of hidden cards by row.
fn split_hand(seat: &PositionSeat) -> (Vec<Card>, [u8; 6]) {
    let (mut known, mut hidden) = (Vec::new(), [0; 6]);
    for entry in &seat.hand {
        match entry {
            HandEntry::Card(card) => known.push(*card),
            HandEntry::Deck { row, .. } => hidden[row.index()] += 1,
        }
    }
    (known, hidden)
}

fn canonical_seat<'a>(
    (seat, (hand, hidden)): (&'a PositionSeat, &'a (Vec<Card>, [u8; 6])),
) -> CanonicalSeat<'a> {
    CanonicalSeat {
        tokens: seat.tokens.unwrap_or_default().counts(),
        cards: &seat.cards,
        hand,
        hidden: *hidden,
        nobles: &seat.nobles,
        cities: &seat.cities,
        posts: &seat.posts,
        strongholds: &seat.strongholds,
    }
}
