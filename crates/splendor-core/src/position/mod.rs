//! The state of the table between two turns.

mod copies;
mod deck;
mod description;
mod freedom;
mod in_reach;
mod noble_order;
mod setup;
mod strongholds;
mod sun_never_sets;

use crate::component::{CardId, CardSet, CitySet, NobleId, NobleSet, PostSet, Row};
use crate::game::Game;
use crate::number::{Gems, Tokens};

pub(crate) use copies::copy_cards;
pub use copies::{CopiedColor, Copies};
pub use deck::{DECK_MOST, Deck, Place};
pub use description::{ModuleTable, SeatDescription, TableDescription};
pub use freedom::Freedom;
pub(crate) use noble_order::NobleOrder;
pub use setup::{Setup, Unrecorded};
pub use strongholds::{STRONGHOLDS, Strongholds};
pub(crate) use sun_never_sets::SunNeverSets;

/// The most seats at a table.
pub const MOST_SEATS: usize = 4;

/// The phase of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// No seat has triggered the end.
    #[default]
    Open,
    /// A seat has triggered the end; the turns that the ruling `end-time` leaves are being played.
    LastRound,
    /// The game has ended.
    Ended(End),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// The end was triggered, and the last turn is played.
    Completed,
    /// Every seat in a row had to pass.
    Stalemate,
}

/// The holdings of one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seat {
    pub(crate) tokens: Tokens,
    pub(crate) bonuses: Gems,
    pub(crate) colors: Gems,
    pub(crate) bought: CardSet,
    pub(crate) hand: CardSet,
    pub(crate) hidden: [u8; Row::COUNT],
    /// Known and hidden cards in hand together.
    pub(crate) hand_size: u8,
    pub(crate) posts: PostSet,
    pub(crate) nobles: NobleSet,
    pub(crate) prestige: u8,
}

impl Seat {
    /// Returns the tokens that the seat holds.
    pub const fn tokens(&self) -> Tokens {
        self.tokens
    }

    /// Returns how many of its cards count as each color, for nobles, posts and cities. They differ
    /// from the bonuses only with Orient, where a double card brings two bonuses.
    pub const fn colors(&self) -> Gems {
        self.colors
    }

    /// Returns the bonuses of the cards that it has bought.
    pub const fn bonuses(&self) -> Gems {
        self.bonuses
    }

    /// Returns the cards that it has bought.
    pub const fn bought(&self) -> CardSet {
        self.bought
    }

    /// Returns the reserved cards that are known.
    pub const fn hand(&self) -> CardSet {
        self.hand
    }

    /// Returns how many reserved cards of each level are not known.
    pub const fn hidden(&self) -> [u8; Row::COUNT] {
        self.hidden
    }

    /// Returns how many cards it has in hand, 0 to 3.
    pub const fn hand_size(&self) -> u8 {
        self.hand_size
    }

    /// Counts the known and the hidden cards in hand.
    pub(crate) fn count_hand(&mut self) {
        self.hand_size = self.hand.len() + self.hidden.iter().sum::<u8>();
    }

    /// Returns the nobles that it has.
    pub const fn nobles(&self) -> NobleSet {
        self.nobles
    }

    /// Returns the trading posts that it has.
    pub const fn posts(&self) -> PostSet {
        self.posts
    }

    /// Returns its prestige.
    pub const fn prestige(&self) -> u8 {
        self.prestige
    }
}

/// Everything on the table except seats and decks, and the state of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Table {
    pub(crate) supply: Tokens,
    /// The known cards in the market.
    pub(crate) market: CardSet,
    /// How many cards of each level in the market the log does not name.
    pub(crate) market_hidden: [u8; Row::COUNT],
    /// The cards that are in some hidden place.
    pub(crate) unseen: CardSet,
    /// The cards at a known place in a deck.
    pub(crate) decked: CardSet,
    /// The cards in hand that only their seat has seen.
    pub(crate) secret: CardSet,
    pub(crate) nobles: NobleSet,
    /// The nobles in the order of the setup; by number if the setup gives no order.
    pub(crate) noble_order: NobleOrder,
    pub(crate) cities: CitySet,
    /// Whether some noble or city on the table is not known.
    pub(crate) hidden_tiles: bool,
    pub(crate) turn_state: TurnState,
    /// Whether the position follows a log that breaks a rule, so that the invariants may not hold.
    pub(crate) untrusted: bool,
}

/// Whose turn it is, and the phase of the game: the part that every turn changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TurnState {
    pub(crate) seat_count: u8,
    pub(crate) to_move: u8,
    pub(crate) passes_in_a_row: u8,
    pub(crate) turns: u32,
    pub(crate) phase: Phase,
}

/// The state of the table between two turns, with the knowledge about hidden cards.
///
/// [`Position::deal`], [`Position::of`] and [`Position::play`] make only positions in which the
/// [invariants](crate::invariant) hold. Four functions trust a log instead:
/// [`Position::deal_anyway`], [`Position::with_further_cards`], [`Position::follow_log`] and
/// [`Position::adopt`]. They mark the position as [untrusted](Position::is_untrusted).
///
/// Cards are held as sets: places in the market have no numbers, because clients disagree about the
/// place of a new card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) seats: [Seat; MOST_SEATS],
    pub(crate) decks: [Deck; Row::COUNT],
    pub(crate) table: Table,
    pub(crate) sun_never_sets: SunNeverSets,
}

impl TurnState {
    /// Returns how a game begins.
    pub(crate) const fn start(seat_count: u8) -> Self {
        Self { seat_count, to_move: 0, passes_in_a_row: 0, turns: 0, phase: Phase::Open }
    }
}

impl Position {
    /// Returns the tokens that no seat holds.
    pub const fn supply(&self) -> Tokens {
        self.table.supply
    }

    /// Returns the seats, in the order of play.
    pub fn seats(&self) -> &[Seat] {
        &self.seats[..usize::from(self.table.turn_state.seat_count)]
    }

    /// Returns the number of the seat to move, from 0.
    pub const fn to_move(&self) -> u8 {
        self.table.turn_state.to_move
    }

    /// Returns the holdings of the seat to move.
    pub fn mover(&self) -> &Seat {
        &self.seats[usize::from(self.table.turn_state.to_move)]
    }

    /// Returns the index of the seat to move among all four, never outside of them.
    #[inline]
    pub(crate) const fn mover_index(&self) -> usize {
        self.table.turn_state.to_move as usize % MOST_SEATS
    }

    /// Returns the known cards in the market, of all levels.
    pub const fn market(&self) -> CardSet {
        self.table.market
    }

    /// Returns how many cards of each level in the market are not known.
    pub const fn market_hidden(&self) -> [u8; Row::COUNT] {
        self.table.market_hidden
    }

    /// Returns whether some noble or city on the table is not known.
    pub const fn hides_tiles(&self) -> bool {
        self.table.hidden_tiles
    }

    /// Returns the deck of a level.
    pub const fn deck(&self, row: Row) -> &Deck {
        &self.decks[row.index()]
    }

    /// Returns the cards that may be in any of the hidden places of their level.
    pub const fn unseen(&self) -> CardSet {
        self.table.unseen
    }

    /// Returns the known cards in hand that only their seat has seen.
    pub const fn secret(&self) -> CardSet {
        self.table.secret
    }

    /// Returns the nobles on the table.
    pub const fn nobles(&self) -> NobleSet {
        self.table.nobles
    }

    /// Returns the position with the nobles listed in this order.
    #[must_use]
    pub fn with_nobles_listed(self, order: &[NobleId]) -> Self {
        let noble_order = NobleOrder::of(order.iter().copied());
        Self { table: Table { noble_order, ..self.table }, ..self }
    }

    /// Returns the nobles on the table in the order in which they are listed.
    pub fn nobles_listed(&self) -> impl Iterator<Item = NobleId> {
        self.table.noble_order.of_set(self.table.nobles)
    }

    /// Returns the position in which the seats hold these tokens and the supply has the rest.
    ///
    /// The position keeps its [invariants](crate::invariant) if the seats hold no more tokens than
    /// the game has, and no seat more than it may hold.
    #[must_use]
    pub fn with_held(mut self, game: &Game<'_>, held: &[Tokens; MOST_SEATS]) -> Self {
        self.table.supply = game.tokens;
        for (seat, &held) in self.seats.iter_mut().zip(held) {
            seat.tokens = held;
            self.table.supply = self.table.supply.minus(held);
        }
        self
    }

    /// Returns the cards that left the game: spent as virtual gold, or given up as a price.
    pub const fn gone(&self) -> CardSet {
        self.sun_never_sets.gone
    }

    /// Returns the colors that the copy cards have taken.
    pub const fn copies(&self) -> Copies {
        self.sun_never_sets.copies
    }

    /// Returns the places of the strongholds.
    pub const fn strongholds(&self) -> &Strongholds {
        &self.sun_never_sets.strongholds
    }

    /// Returns how many turns have been played.
    pub const fn turns(&self) -> u32 {
        self.table.turn_state.turns
    }

    /// Returns the round that the next turn belongs to, from 1.
    pub const fn round(&self) -> u32 {
        self.table.turn_state.turns / (self.table.turn_state.seat_count as u32) + 1
    }

    /// Returns how many of the last turns were forced passes in a row that brought no noble and no
    /// trading post.
    pub const fn passes_in_a_row(&self) -> u8 {
        self.table.turn_state.passes_in_a_row
    }

    /// Returns the phase of the game.
    pub const fn phase(&self) -> Phase {
        self.table.turn_state.phase
    }

    /// Returns whether the game has ended.
    pub const fn has_ended(&self) -> bool {
        matches!(self.table.turn_state.phase, Phase::Ended(_))
    }

    /// Returns whether the position follows a log that breaks a rule, so that the invariants may
    /// not hold.
    pub const fn is_untrusted(&self) -> bool {
        self.table.untrusted
    }

    /// Returns the place of a card that is not hidden, in words.
    pub fn whereabouts(&self, card: CardId) -> Option<&'static str> {
        if self.table.market.has(card) {
            Some("it is in the market")
        } else if self.seats().iter().any(|seat| seat.hand.has(card)) {
            Some("it is in a hand")
        } else if self.seats().iter().any(|seat| seat.bought.has(card)) {
            Some("it was bought before")
        } else if self.sun_never_sets.gone.has(card) {
            Some("it left the game")
        } else if self.table.decked.has(card) {
            Some("it is in a deck")
        } else {
            None
        }
    }
}

impl Position {
    /// Returns the cities on the table.
    pub const fn cities(&self) -> CitySet {
        self.table.cities
    }

    /// Returns whether a seat meets some city on the table.
    pub fn meets_a_city(&self, seat: u8) -> bool {
        self.seats().get(usize::from(seat)).is_some_and(|seat| seat.meets_any(self.table.cities))
    }
}

impl Seat {
    /// Returns whether the seat meets some of these cities.
    #[inline]
    pub(crate) fn meets_any(&self, cities: CitySet) -> bool {
        cities.any_is_met(self.prestige, self.colors)
    }
}
