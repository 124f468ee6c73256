//! The facts that a log omits: facts that stay open, and facts with one possible value.

use splendor_core::{Components, Events, Place, PurchaseOrigin, Tokens, Turn, Unknown};
use splendor_schema::report::{FactName, place_of_fact};

/// Why a turn is not decided: its missing facts have too many values.
pub(crate) const TOO_LONG: &str = "too many values would have to be tried";

/// Why a digest is not compared.
const OPEN_DIGEST: &str = "the digest depends on a card or a tile that the log does not name";

/// Why a digest that is not compared leaves a log undecided.
pub(crate) const UNMATCHED_DIGEST: &str = "the digest depends on a card or a tile that the log does not name, and no card that was tried matches it";

/// An omitted fact with several possible values, or with a value that was not determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissingFact {
    /// The omitted field, like `pay`.
    pub field: FactName,
    /// The turn, from 0; `None` for a fact of the setup.
    pub turn: Option<usize>,
    /// The reason why the fact matters, in words; they follow the number of values, if any.
    pub why: &'static str,
    /// The number of possible values, if they were counted.
    pub values: Option<usize>,
    /// Whether the search stops because of this fact, which leaves the log undecided.
    pub stops: bool,
    /// Whether the verdict depends on the fact. If not, the log is equally legal with each value.
    pub decides: bool,
}

impl MissingFact {
    /// Returns the fact for a turn with too many possible values to try.
    pub(crate) const fn of_too_many(turn: usize, field: FactName) -> Self {
        let turn = Some(turn);
        Self { field, turn, why: TOO_LONG, values: None, stops: true, decides: true }
    }

    /// Returns the missing fact of a turn that depends on a hidden card.
    pub(crate) const fn of(turn: usize, unknown: Unknown) -> Self {
        let (field, why) = match unknown {
            Unknown::HandAffordable => (
                FactName::Card,
                "whether the seat had to pass depends on a card that the log does not name",
            ),
            Unknown::MarketCard => (
                FactName::Refill,
                "whether the card was in the market depends on a card that the log does not name",
            ),
            Unknown::Kept => (
                FactName::Card,
                "the seat drew two cards and may have kept either; the log does not show which one \
                 is under the deck",
            ),
            Unknown::Drawn => (
                FactName::Under,
                "the log does not show whether the seat drew two cards, which would move a known \
                 card of the deck",
            ),
            Unknown::Copied => {
                (FactName::Copy, "the log does not show which color the copy card took")
            }
            Unknown::Source => (
                FactName::From,
                "the card may come from the market or from the hand: each has a card that the log \
                 does not name",
            ),
        };
        Self { field, turn: Some(turn), why, values: None, stops: false, decides: true }
    }

    /// Returns the fact for a turn of which the replay takes the first of several values.
    pub(crate) const fn of_several(turn: usize, field: FactName, values: usize) -> Self {
        let why = "values are legal, and the replay takes the first";
        let (turn, values) = (Some(turn), Some(values));
        Self { field, turn, why, values, stops: false, decides: true }
    }

    /// Returns a fact of the setup that decides nothing yet.
    pub(crate) const fn of_setup(field: FactName, why: &'static str) -> Self {
        Self { field, turn: None, why, values: None, stops: false, decides: false }
    }

    /// Returns the missing fact of a turn whose digest cannot be compared.
    pub(crate) const fn of_digest(turn: usize) -> Self {
        let (field, turn, why) = (FactName::Refill, Some(turn), OPEN_DIGEST);
        Self { field, turn, why, values: None, stops: false, decides: true }
    }

    /// Returns whether the fact is a face-up card that the log does not name.
    pub(crate) fn is_market_card(&self) -> bool {
        self.field == FactName::Refill && !self.is_digest() && self.decides
    }

    /// Returns where the log omits the fact: `turn 24`, or `the setup`.
    pub(crate) fn place(&self) -> String {
        place_of_fact(self.turn.map(|turn| turn as u64 + 1))
    }

    /// Returns whether the fact matters because a digest depends on it.
    pub(crate) fn is_digest(&self) -> bool {
        self.why == OPEN_DIGEST
    }
}

/// An omitted fact with one possible value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inferred {
    /// The omitted field.
    pub field: FactName,
    /// The turn, from 0.
    pub turn: usize,
    /// The value.
    pub value: InferredValue,
}

impl Inferred {
    /// Returns the inferred refill of a turn, if the turn does not name the card but the decks of
    /// the log do.
    pub(crate) fn of_refill(
        components: &Components,
        at: usize,
        turn: &Turn,
        events: &Events,
    ) -> Option<Self> {
        let (Some(Place::Card(card)), None) = (events.refill, turn.refill) else { return None };
        let value = InferredValue::Card(components.card(card));
        Some(Self { field: FactName::Refill, turn: at, value })
    }
}

/// The value of an inferred fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InferredValue {
    /// The tokens paid or returned.
    Tokens(Tokens),
    /// The noble that visited.
    Noble(splendor_core::Noble),
    /// The trading post that was gained.
    Post(splendor_core::Post),
    /// The card that was revealed.
    Card(splendor_core::Card),
    /// The source of the card: market or hand.
    Source(PurchaseOrigin),
    /// The color that a card copied.
    Color(splendor_core::Color),
}
