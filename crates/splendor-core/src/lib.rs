//! The rules of Splendor as checked, typed functions.
//!
//! A [`Setup`] becomes a [`Position`] or a [`Violation`]; a [`Turn`] turns a position into the next
//! one, or into the first [`Clause`] that it breaks, with the facts. Nothing here knows a file
//! format, reads a file, draws at random or allocates on the legal path.
//!
//! ```
//! use splendor_core::*;
//!
//! let game = Game::published(Rules::default(), 2);
//! let cards = |level| game.components.of_level(level).iter().collect::<Vec<_>>();
//! let [one, two, three] = Level::ALL.map(cards);
//! let nobles: Vec<_> = game.noble_pool().iter().take(3).collect();
//! let setup = Setup {
//!     seats: 2,
//!     nobles: &nobles,
//!     market: [&one[..4], &two[..4], &three[..4]],
//!     decks: [None; 3],
//!     cities: &[],
//! };
//! let position = Position::deal(&game, &setup)?;
//!
//! // Four emeralds lie in the supply of two seats: a pair may be taken once.
//! let pair = Tokens::NONE.with(Token::Gem(Color::Emerald), 2);
//! let (position, _) = position.play(&game, &Turn::new(0, Action::Take(pair)))?;
//! let refused = position.play(&game, &Turn::new(1, Action::Take(pair))).unwrap_err();
//! assert_eq!(refused.clause().id(), "take.pair-needs-four");
//! assert_eq!(refused.to_string(), "two emeralds taken from a stack of two");
//! # Ok::<(), Violation>(())
//! ```

#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

#[cfg(test)]
mod broken;
mod card;
mod card_set;
mod city;
mod clause;
mod color;
mod components;
mod deck;
mod end;
pub mod explore;
mod force;
mod heaps;
pub mod invariant;
mod lanes;
mod legal;
mod limit;
mod market;
mod noble;
mod perft;
mod play;
mod position;
mod post;
mod purchase;
mod purse;
mod reserve;
mod rules;
mod setup;
mod table;
mod tables;
mod take;
mod tokens;
mod turn;
mod violations;

pub use card::{Card, CardId, Component, Level, Noble, NobleId, NobleSet};
pub use card_set::CardSet;
pub use city::{CITIES_ON_TABLE, City, CityId, CitySet, FACE_COUNT};
pub use clause::{Clause, Fact, RESERVED, ReservedClause, Violation, Word};
pub use color::{Color, NotAToken, Token};
pub use components::{Components, MOST_CARDS, MOST_NOBLES, TooMany, box_of_noble};
pub use deck::{DECK_MOST, Deck, Place};
pub use end::{Winners, winners_of};
pub use perft::Perft;
pub use play::Events;
pub use position::{End, MOST_SEATS, Middle, Phase, Position, Seat};
pub use post::{Post, PostName, PostSet};
pub use rules::{
    Boxes, Edition, Fewer, Game, GoldUse, Modules, NobleChoice, NobleTime, Overpay, Pass, Powers,
    Return, Rules, Rulings, Stalemate, Tie, published_tokens,
};
pub use setup::Setup;
pub use table::{SeatTable, Table};
pub use tables::{BASE_NOBLE_COUNT, CARD_COUNT, NOBLE_COUNT};
pub use tokens::{Gems, Tokens};
pub use turn::{Action, Freedom, Source, Turn, Unknown};
