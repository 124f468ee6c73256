//! A list of cards that is almost always empty.

use std::borrow::Cow;
use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

use crate::json::reader::{Failed, FromJson, Reader};
use splendor_core::Card;

/// A list of cards that is almost always empty.
///
/// It takes the space of one pointer. Every turn has room for a purchase: two vectors would make
/// every turn larger, also in games without Orient.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::box_collection, reason = "the box makes an empty list small")]
pub struct CardList(Option<Box<Vec<Card>>>);

impl CardList {
    /// The empty list.
    pub const NONE: CardList = CardList(None);

    /// Returns whether no card is named.
    pub const fn is_empty(&self) -> bool {
        self.0.is_none()
    }
}

impl From<Vec<Card>> for CardList {
    fn from(cards: Vec<Card>) -> CardList {
        CardList((!cards.is_empty()).then(|| Box::new(cards)))
    }
}

impl FromIterator<Card> for CardList {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardList {
        Vec::from_iter(cards).into()
    }
}

impl Deref for CardList {
    type Target = [Card];

    fn deref(&self) -> &[Card] {
        self.0.as_deref().map_or(&[], Vec::as_slice)
    }
}

impl Serialize for CardList {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.deref().serialize(to)
    }
}

impl JsonSchema for CardList {
    fn inline_schema() -> bool {
        <Vec<Card>>::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        <Vec<Card>>::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        <Vec<Card>>::json_schema(generator)
    }
}

/// Returns a reader of lists of at most this number of cards.
pub(super) fn cards_up_to(max: usize) -> impl FnOnce(&mut Reader<'_>) -> Result<CardList, Failed> {
    move |from| from.vec(max, Card::from_json).map(CardList::from)
}
