//! A description of a table in the middle of a game. [`Position::of`] checks it.

use super::{
    Copies, Deck, MOST_SEATS, NobleOrder, Phase, Place, Position, Seat, Strongholds, SunNeverSets,
    Table, TurnState,
};
use crate::component::{CardSet, CitySet, NobleSet, PostSet, Row};
use crate::game::Game;
use crate::number::Tokens;

/// A description of a table, from a file or a caller, which nothing has checked yet.
#[derive(Clone, Copy, Debug)]
pub struct TableDescription<'t> {
    /// The seats, in the order of play.
    pub seats: &'t [SeatDescription],
    /// The tokens that no seat holds; if absent, the tokens of the game less those of the seats.
    pub supply: Option<Tokens>,
    /// The known cards in the market.
    pub market: CardSet,
    /// How many cards of each level in the market are not known.
    pub market_hidden: [u8; Row::COUNT],
    /// The decks.
    pub decks: [Deck; Row::COUNT],
    /// The nobles on the table.
    pub nobles: NobleSet,
    /// The faces of the city tiles on the table.
    pub cities: CitySet,
    /// The seat to move.
    pub to_move: u8,
    /// How many turns have been played.
    pub turns: u32,
    /// How many forced passes in a row the last turns were.
    pub passes_in_a_row: u8,
    /// The phase of the game.
    pub phase: Phase,
    /// The parts that only Orient and Strongholds have.
    pub modules: ModuleTable,
}

/// The parts of a table that only Orient and Strongholds have.
#[derive(Clone, Copy, Debug, Default)]
pub struct ModuleTable {
    /// The cards that left the game.
    pub gone: CardSet,
    /// The colors that the copy cards have taken.
    pub copies: Copies,
    /// The places of the strongholds.
    pub strongholds: Strongholds,
}

/// A description of a seat, which nothing has checked yet.
#[derive(Clone, Copy, Debug, Default)]
pub struct SeatDescription {
    /// The tokens.
    pub tokens: Tokens,
    /// The cards bought.
    pub bought: CardSet,
    /// The known cards in hand.
    pub hand: CardSet,
    /// Those of them that were reserved from a deck.
    pub secret: CardSet,
    /// How many cards of each level in hand are not known.
    pub hidden: [u8; Row::COUNT],
    /// The nobles.
    pub nobles: NobleSet,
    /// The trading posts.
    pub posts: PostSet,
}

impl Position {
    /// Returns the position of a table, whether the invariants hold on it or not.
    pub(crate) fn unchecked(game: &Game<'_>, description: &TableDescription<'_>) -> Self {
        let mut seats = [Seat::default(); MOST_SEATS];
        for (seat, described) in seats.iter_mut().zip(description.seats) {
            *seat = described.seat(game, description.modules.copies);
        }
        let held = description.seats.iter().fold(Tokens::NONE, |sum, seat| sum.plus(seat.tokens));
        let cards = description
            .seats
            .iter()
            .fold(description.market.or(description.modules.gone), |all, s| {
                all.or(s.bought).or(s.hand)
            });
        let decked =
            description.decks.iter().flat_map(Deck::iter).filter_map(|place| match place {
                Place::Card(card) => Some(card),
                Place::Hidden => None,
            });
        let decked: CardSet = decked.collect();
        let table = Table {
            supply: description.supply.unwrap_or(game.tokens.minus(held)),
            market: description.market,
            market_hidden: description.market_hidden,
            unseen: game.components.cards().without(cards).without(decked),
            decked,
            secret: description.seats.iter().fold(CardSet::NONE, |all, seat| all.or(seat.secret)),
            nobles: description.nobles,
            noble_order: NobleOrder::of(description.nobles.iter()),
            cities: description.cities,
            hidden_tiles: false,
            turn_state: TurnState {
                seat_count: u8::try_from(description.seats.len()).unwrap_or(u8::MAX),
                to_move: description.to_move,
                passes_in_a_row: description.passes_in_a_row,
                turns: description.turns,
                phase: description.phase,
            },
            untrusted: false,
        };
        let sun_never_sets = SunNeverSets {
            gone: description.modules.gone,
            copies: description.modules.copies,
            strongholds: description.modules.strongholds,
            purchases: seats.map(|seat| seat.bought.len()),
        };
        Self { seats, decks: description.decks, table, sun_never_sets }
    }

    /// Returns how many cards of a level are in none of the described places: the size of the deck,
    /// if the deck is the only hidden place.
    pub fn left_of_row(game: &Game<'_>, description: &TableDescription<'_>, row: Row) -> u8 {
        let at = row.index();
        let known = description
            .seats
            .iter()
            .fold(description.market.or(description.modules.gone), |all, s| {
                all.or(s.bought).or(s.hand)
            });
        let hidden = description.seats.iter().map(|seat| seat.hidden[at]);
        let left = game.components.of_row(row).without(known).len();
        hidden.fold(left, u8::saturating_sub).saturating_sub(description.market_hidden[at])
    }
}

impl SeatDescription {
    fn seat(&self, game: &Game<'_>, copies: Copies) -> Seat {
        let points = game.components.points(self.bought);
        let points = points + game.components.noble_points(self.nobles);
        let points = points + u16::from(self.posts.prestige());
        let [colors, bonuses] = copies.sums(game.components, self.bought);
        Seat {
            tokens: self.tokens,
            bonuses: game.components.bonuses(self.bought).plus(bonuses),
            colors: game.components.colors(self.bought).plus(colors),
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
