//! A table in the middle of a game, checked before it is taken for a position.

use super::{Clock, Deck, Listed, MOST_SEATS, Middle, Phase, Place, Position, Seat};
use crate::component::{CardSet, CitySet, Level, NobleSet, PostSet};
use crate::game::Game;
use crate::number::Tokens;

/// The state of a table as somebody tells it: nothing of it has been checked.
#[derive(Clone, Copy, Debug)]
pub struct Table<'t> {
    /// The seats, in the order of play.
    pub seats: &'t [SeatTable],
    /// The tokens that nobody owns; what the seats do not hold, if absent.
    pub supply: Option<Tokens>,
    /// The known cards that lie face up.
    pub market: CardSet,
    /// How many cards of each level lie face up that are not known.
    pub market_hidden: [u8; 3],
    /// The decks.
    pub decks: [Deck; 3],
    /// The nobles on the table.
    pub nobles: NobleSet,
    /// The faces of the city tiles on the table.
    pub cities: CitySet,
    /// The seat whose turn it is.
    pub to_move: u8,
    /// How many turns have been played.
    pub turns: u32,
    /// How many forced passes in a row came last.
    pub passes: u8,
    /// Where the game stands.
    pub phase: Phase,
}

/// What somebody says lies in front of a seat.
#[derive(Clone, Copy, Debug, Default)]
pub struct SeatTable {
    /// The tokens.
    pub tokens: Tokens,
    /// The cards bought.
    pub bought: CardSet,
    /// The known cards in hand.
    pub hand: CardSet,
    /// Those of them that were reserved from a deck.
    pub secret: CardSet,
    /// How many cards of each level in hand are not known.
    pub hidden: [u8; 3],
    /// The nobles.
    pub nobles: NobleSet,
    /// The trading posts.
    pub posts: PostSet,
}

impl Position {
    /// Returns the position of a table, whether the invariants hold on it or not.
    pub(crate) fn unchecked(game: &Game<'_>, table: &Table<'_>) -> Self {
        let mut seats = [Seat::default(); MOST_SEATS];
        for (seat, told) in seats.iter_mut().zip(table.seats) {
            *seat = told.seat(game);
        }
        let held = table.seats.iter().fold(Tokens::NONE, |sum, seat| sum.plus(seat.tokens));
        let cards = table.seats.iter().fold(table.market, |all, s| all.or(s.bought).or(s.hand));
        let decked = table.decks.iter().flat_map(Deck::iter).filter_map(|place| match place {
            Place::Card(card) => Some(card),
            Place::Hidden => None,
        });
        let decked: CardSet = decked.collect();
        let middle = Middle {
            supply: table.supply.unwrap_or(game.tokens.minus(held)),
            market: table.market,
            market_hidden: table.market_hidden,
            unseen: game.components.cards().without(cards).without(decked),
            decked,
            secret: table.seats.iter().fold(CardSet::NONE, |all, seat| all.or(seat.secret)),
            nobles: table.nobles,
            listed: Listed::of(table.nobles.iter()),
            cities: table.cities,
            clock: Clock {
                seat_count: u8::try_from(table.seats.len()).unwrap_or(u8::MAX),
                to_move: table.to_move,
                passes: table.passes,
                turns: table.turns,
                phase: table.phase,
            },
            forced: false,
        };
        Self { seats, decks: table.decks, middle }
    }

    /// Returns how many cards of a level lie in no place that a table tells: the deck, if it is
    /// the only hidden place.
    pub fn left_of_level(game: &Game<'_>, table: &Table<'_>, level: Level) -> u8 {
        let at = level.index();
        let known = table.seats.iter().fold(table.market, |all, s| all.or(s.bought).or(s.hand));
        let hidden = table.seats.iter().map(|seat| seat.hidden[at]);
        let left = game.components.of_level(level).without(known).len();
        hidden.fold(left, u8::saturating_sub).saturating_sub(table.market_hidden[at])
    }
}

impl SeatTable {
    fn seat(&self, game: &Game<'_>) -> Seat {
        let points = game.components.points(self.bought);
        let points = points + game.components.noble_points(self.nobles);
        let points = points + u16::from(self.posts.prestige());
        Seat {
            tokens: self.tokens,
            bonuses: game.components.bonuses(self.bought),
            bought: self.bought,
            hand: self.hand,
            hidden: self.hidden,
            hand_size: self.hidden.iter().fold(self.hand.len(), |sum, &n| sum.saturating_add(n)),
            nobles: self.nobles,
            posts: self.posts,
            prestige: u8::try_from(points).unwrap_or(u8::MAX),
        }
    }
}
