//! A state of the table, complete or partial, `splendor-position/1`.

use crate::id::Digest;
use crate::json::error::ReadError;
use crate::json::format_name::format_name;
use crate::json::free::Ext;
use crate::json::object::object;
use crate::json::read::{self, deserialize_by_reader, list_of, number_up_to, text_up_to};
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

object! {
    /// A state of the table. An absent field of the position claims nothing.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[schemars(title = "Splendor position")]
    pub struct Position: "a position" {
        /// The location of the schema of this file; ignored.
        #[schemars(length(max = limits::TEXT))]
        optional schema as "$schema": Name = text_up_to(limits::TEXT),
        /// The name and version of this format.
        required format: PositionFormat,
        /// The rules of the game.
        required rules: Rules,
        /// The tokens in the supply.
        optional supply: TokenCounts,
        /// The seats in order.
        #[schemars(length(max = limits::SEATS))]
        required seats: Vec<PositionSeat> = list_of(limits::SEATS),
        /// The face-up cards.
        optional market: PositionMarket,
        /// The decks.
        optional decks: PositionDecks,
        /// The nobles on the table.
        #[schemars(length(max = limits::TILES))]
        optional nobles: Vec<Noble> = list_of(limits::TILES),
        /// The cities on the table.
        #[schemars(length(max = limits::TILES))]
        optional cities: Vec<City> = list_of(limits::TILES),
        /// The cards that left the game: discarded or spent; absent means none.
        #[schemars(length(max = limits::CARDS))]
        default gone: Vec<Card> = list_of(limits::CARDS),
        /// The seat that acts next; absent means 0.
        #[schemars(range(max = limits::SEAT))]
        optional to_move: u8 = number_up_to(limits::SEAT),
        /// The number of turns played.
        #[schemars(range(max = limits::TURNS))]
        optional turns: u64 = |from| from.whole_number(0..=limits::TURNS as u64),
        /// The number of forced passes without a noble since the last other turn.
        optional passes: u8 = number_up_to(u8::MAX),
        /// Whether the game is in its last round.
        optional last_round: bool,
        /// Whether the game is over.
        optional ended: bool,
        /// Any other data; ignored.
        optional ext: Ext,
    }
}

deserialize_by_reader!(Position);

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

object! {
    /// The tokens, cards and tiles of one seat. An absent field means that the seat has none.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    #[schemars(title = "PositionSeat")]
    #[schemars(example = serde_json::json!({ "tokens": { "ruby": 2 }, "cards": ["a0d3s"] }))]
    pub struct PositionSeat: "a seat" {
        /// The tokens.
        optional tokens: TokenCounts,
        /// The cards purchased or taken free, and not given up.
        #[schemars(length(max = limits::CARDS))]
        default cards: Vec<OwnedCard> = list_of(limits::CARDS),
        /// The cards reserved.
        #[schemars(length(max = limits::CARDS))]
        default hand: Vec<HandEntry> = list_of(limits::CARDS),
        /// The nobles.
        #[schemars(length(max = limits::TILES))]
        default nobles: Vec<Noble> = list_of(limits::TILES),
        /// The cities.
        #[schemars(length(max = limits::TILES))]
        default cities: Vec<City> = list_of(limits::TILES),
        /// The trading posts.
        #[schemars(length(max = limits::TILES))]
        default posts: Vec<PostName> = list_of(limits::TILES),
        /// The cards on which the seat's strongholds stand, once for each stronghold.
        #[schemars(length(max = limits::TILES))]
        default strongholds: Vec<Card> = list_of(limits::TILES),
    }
}

object! {
    /// The face-up cards by row. An absent row claims nothing.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    #[schemars(title = "PositionMarket")]
    pub struct PositionMarket: "`market`" {
        /// The cards of level 1.
        #[schemars(length(max = limits::CARDS))]
        optional level1: Vec<Card> = list_of(limits::CARDS),
        /// The cards of level 2.
        #[schemars(length(max = limits::CARDS))]
        optional level2: Vec<Card> = list_of(limits::CARDS),
        /// The cards of level 3.
        #[schemars(length(max = limits::CARDS))]
        optional level3: Vec<Card> = list_of(limits::CARDS),
        /// The Orient cards of level 1.
        #[schemars(length(max = limits::CARDS))]
        optional orient1: Vec<Card> = list_of(limits::CARDS),
        /// The Orient cards of level 2.
        #[schemars(length(max = limits::CARDS))]
        optional orient2: Vec<Card> = list_of(limits::CARDS),
        /// The Orient cards of level 3.
        #[schemars(length(max = limits::CARDS))]
        optional orient3: Vec<Card> = list_of(limits::CARDS),
    }
}

object! {
    /// The decks by row. An absent row claims nothing.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    #[schemars(title = "PositionDecks")]
    pub struct PositionDecks: "`decks`" {
        /// The deck of level 1.
        optional level1: PositionDeck,
        /// The deck of level 2.
        optional level2: PositionDeck,
        /// The deck of level 3.
        optional level3: PositionDeck,
        /// The Orient deck of level 1.
        optional orient1: PositionDeck,
        /// The Orient deck of level 2.
        optional orient2: PositionDeck,
        /// The Orient deck of level 3.
        optional orient3: PositionDeck,
    }
}

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
