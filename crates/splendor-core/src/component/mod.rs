//! The components of the game: cards, nobles, cities and trading posts, and the boxes that hold
//! them.

pub(crate) mod card;
mod card_set;
pub(crate) mod city;
mod components;
pub(crate) mod post;
pub(crate) mod tables;

pub use card::{Card, CardId, Component, Level, Noble, NobleId, NobleSet};
pub use card_set::CardSet;
pub use city::{CITIES_ON_TABLE, City, CityId, CitySet, FACE_COUNT};
pub use components::{Components, MOST_CARDS, MOST_NOBLES, TooMany, box_of_noble};
pub use post::{Post, PostName, PostSet};
pub use tables::{BASE_NOBLE_COUNT, CARD_COUNT, NOBLE_COUNT};
