//! The components of the game: cards, nobles, cities and trading posts, and the boxes that hold
//! them.

mod card;
mod card_set;
mod city;
mod components;
mod noble;
mod notation;
mod post;
mod published;
mod row;
mod tables;

use core::fmt;

pub use card::{Brings, Card, CardId, Power};
pub use card_set::CardSet;
pub use city::{CITIES_ON_TABLE, City, CityId, CitySet, FACE_COUNT};
pub use components::{Components, MOST_CARDS, MOST_NOBLES, TooMany, box_of_noble};
pub use noble::{Noble, NobleId, NobleSet};
pub use post::{Post, PostName, PostSet};
pub use row::{Level, Row};
pub use tables::{BASE_NOBLE_COUNT, CARD_COUNT, NOBLE_COUNT, ORIENT_CARD_COUNT};

/// A component of the game by its facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Component {
    /// A development card.
    Card(Card),
    /// A noble tile.
    Noble(Noble),
    /// A face of a city tile.
    City(City),
    /// A trading post.
    Post(PostName),
}

impl Component {
    /// Returns the kind of the component: `card`, `noble`, `city` or `post`.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Card(_) => "card",
            Self::Noble(_) => "noble",
            Self::City(_) => "city",
            Self::Post(_) => "post",
        }
    }
}

impl fmt::Display for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Card(card) => card.fmt(f),
            Self::Noble(noble) => noble.fmt(f),
            Self::City(city) => city.fmt(f),
            Self::Post(name) => name.fmt(f),
        }
    }
}
