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

mod clause;
mod component;
mod follow;
mod game;
pub mod invariant;
mod legal;
mod number;
mod perft;
mod play;
mod position;
mod rule;
mod turn;
mod violations;

pub use clause::{Clause, Fact, RESERVED, ReservedClause, Violation, Word};
pub use component::{
    BASE_NOBLE_COUNT, CARD_COUNT, CITIES_ON_TABLE, Card, CardId, CardSet, City, CityId, CitySet,
    Component, Components, FACE_COUNT, Level, MOST_CARDS, MOST_NOBLES, NOBLE_COUNT, Noble, NobleId,
    NobleSet, Post, PostName, PostSet, TooMany, box_of_noble,
};
pub use game::{
    Boxes, Edition, Fewer, Game, GoldUse, Modules, NobleChoice, NobleTime, Overpay, Pass, Powers,
    RULINGS, Return, Rules, RulingInfo, Rulings, Setting, Stalemate, Tie, UnknownRuling,
    published_tokens,
};
pub use number::{Color, Gems, NotAToken, Token, Tokens};
pub use perft::Perft;
pub use position::{
    DECK_MOST, Deck, End, Freedom, MOST_SEATS, Phase, Place, Position, Seat, SeatDescription,
    Setup, TableDescription,
};
pub use rule::Events;
pub use rule::end::{Winners, winners_of};
pub use turn::{Action, Source, Turn, Unknown};
