//! The rules of Splendor as checked, typed functions.
//!
//! [`Position::deal`] makes a [`Setup`] into a [`Position`] or a [`Violation`]. [`Position::play`]
//! makes a position into the next one by a [`Turn`], or returns the first [`Violation`] of a
//! [`Clause`], with the facts. The crate knows no file format, reads no file, draws nothing at
//! random and allocates nothing on the legal path.
//!
//! | To … | use |
//! |---|---|
//! | choose rules and components | [`Game`], [`Rules`], [`Rulings`], [`Components`] |
//! | begin, at a setup or at any table | [`Position::deal`], [`Position::of`] |
//! | play a turn | [`Position::play`] |
//! | list every breach of a turn | [`Position::violations`] |
//! | list the clauses that a turn keeps | [`Position::met_clauses`] |
//! | list every legal turn | [`Position::legal_turns`], [`Position::endings`] |
//! | count continuations | [`Position::perft`] |
//! | go on after an illegal turn | [`Position::follow_log`], [`Position::deal_anyway`] |
//! | find the winners | [`Position::winners`] |
//!
//! ```
//! use splendor_core::*;
//!
//! let game = Game::published(Rules::default(), 2);
//! let cards = |row| game.components.of_row(row).iter().collect::<Vec<_>>();
//! let [one, two, three] = Row::BASE.map(cards);
//! let nobles: Vec<_> = game.noble_pool().iter().take(3).collect();
//! let setup = Setup {
//!     seats: 2,
//!     nobles: &nobles,
//!     market: [&one[..4], &two[..4], &three[..4], &[], &[], &[]],
//!     ..Setup::default()
//! };
//! let mut position = Position::deal(&game, &setup)?;
//!
//! // Two seats play with four emeralds: a pair may be taken once.
//! let pair = Tokens::NONE.with(Token::Gem(Color::Emerald), 2);
//! position.play(&game, &Turn::new(0, Action::Take(pair)))?;
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
mod game;
pub mod invariant;
#[cfg(feature = "json")]
mod json;
mod legal;
mod module_clauses;
mod number;
mod perft;
mod play;
mod position;
mod rule;
mod scene;
mod sun_never_sets;
mod turn;

pub use clause::{
    Clause, Copier, Elsewhere, EndedBy, Fact, PassObstacle, Quantity, Violation, Word,
};
pub use component::{
    BASE_NOBLE_COUNT, Brings, CARD_COUNT, CITIES_ON_TABLE, Card, CardId, CardSet, City, CityId,
    CitySet, Component, Components, FACE_COUNT, Level, MOST_CARDS, MOST_NOBLES, NOBLE_COUNT, Noble,
    NobleId, NobleSet, ORIENT_CARD_COUNT, Post, PostName, PostSet, Power, Row, TooMany,
    box_of_noble,
};
pub use game::{
    Boxes, ConquestRefill, CopyDouble, Edition, EndTime, Fewer, Game, GoldAtTen, GoldUse,
    HAND_LIMIT, Modules, Move, NobleChoice, NobleTime, Overpay, Pass, Powers, RULINGS, Remove,
    Return, Rules, RulingInfo, RulingMask, Rulings, Setting, Stalemate, StepDuty, Tie, TieCards,
    UnknownRuling, VirtualSpare, published_tokens,
};
pub use legal::{MOST_LISTED, ReturnChoice};
pub use module_clauses::{RESERVED, ReservedClause};
pub use number::{CardCounts, Color, Gems, NotAToken, Spelled, Token, Tokens};
pub use perft::Perft;
pub use play::TurnNumbers;
pub use position::{
    CopiedColor, Copies, DECK_MOST, Deck, End, Freedom, MOST_SEATS, ModuleTable, Phase, Place,
    Position, STRONGHOLDS, Seat, SeatDescription, Setup, Strongholds, TableDescription, Unrecorded,
};
pub use rule::Events;
pub use rule::end::{Winners, winners_of};
pub use sun_never_sets::{
    CardList, CardsPaid, Conquest, Copied, Effects, FreeCard, MOST_FREE_CARDS, StrongholdStep,
};
pub use turn::{Action, PurchaseOrigin, Turn, Unknown};
