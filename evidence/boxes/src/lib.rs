//! Small boxes searched to the last position: every order of play, every draw.
//!
//! A [`SmallBox`] is a box of a few cards and tokens in which every rule is in force. [`explore`]
//! visits all positions that legal turns lead to. Decks are bags: each unseen card of the level is
//! tried as the revealed one, so that one search covers every shuffle. The search calls the code
//! that judges logs, not a copy of it:
//!
//! - every [invariant](splendor_core::invariant) holds on each position and along each turn;
//! - each turn of [`Position::legal_turns`](splendor_core::Position::legal_turns) is accepted by
//!   [`Position::play`](splendor_core::Position::play) and breaks nothing by
//!   [`Position::violations`](splendor_core::Position::violations);
//! - for each turn that can be written down, legal or not, the three agree, and `play` reports the
//!   first breach of `violations`;
//! - each turn moves cards towards the seats or moves none, every seat has a turn, and the game
//!   ends when it must, with the winners that a naive count finds.
//!
//! ```
//! use splendor_boxes::{SmallBox, explore};
//!
//! let small_box = SmallBox::named("strict-2").unwrap();
//! let found = explore(small_box, 1_000_000, &mut |_| ()).unwrap();
//! assert!(found.stalemates > 0 && found.positions > 1000);
//! ```

mod ends;
mod found;
mod judge;
mod key;
mod report;
mod search;
mod seen;
mod small_boxes;
mod universe;

use splendor_core::{
    Card, CardSet, City, CityId, Color, Components, Deck, Game, MOST_SEATS, Modules, Noble,
    NobleSet, Phase, Position, PostSet, Row, Rules, Rulings, SeatDescription, TableDescription,
    Token, Tokens,
};

pub use found::{Defect, Found, KINDS, Stop};
pub use report::{found_json, found_text};
pub use search::explore;
pub use small_boxes::SMALL_BOXES;

/// A box small enough to be searched, with the table before the first turn.
///
/// Only the boxes in [`SMALL_BOXES`] exist outside this crate.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SmallBox {
    /// The name: its first part, the number of seats, and for some boxes the size or a ruling.
    pub name: &'static str,
    /// The purpose of the box.
    pub about: &'static str,
    /// How many seats play.
    pub seats: u8,
    /// The cards that move, level after level.
    pub cards: &'static [&'static str],
    /// How many cards of each level are face up.
    pub width: u8,
    /// The cards that each seat has bought before the first turn.
    pub bought: [&'static [&'static str]; MOST_SEATS],
    /// The modules in play.
    pub modules: Modules,
    /// The nobles of the box. All are on the table, unless The Cities are in play.
    pub nobles: &'static [&'static str],
    /// The faces of the cities on the table.
    pub cities: &'static [&'static str],
    /// The tokens in play, like `2d2s1g`.
    pub tokens: &'static str,
    /// The most tokens that a seat keeps.
    pub token_limit: u16,
    /// The rulings in force.
    pub rulings: Rulings,
    /// How much a log says about the revealed cards.
    pub decks: Decks,
    /// On one of this many positions, the search judges every action.
    pub judge_every: u64,
    /// On one of this many judged positions, the search judges each action with every combination
    /// of returns, nobles, gems and posts.
    pub judge_endings_every: u64,
}

/// How much a log says about the revealed cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decks {
    /// The log names each card when it appears; any unseen card of the level may appear.
    Bag,
    /// The log sometimes omits a revealed card.
    Dark,
    /// The log names the order of every deck.
    Known,
}

impl SmallBox {
    /// Returns the box of a name.
    pub fn named(name: &str) -> Option<&'static Self> {
        SMALL_BOXES.iter().find(|small_box| small_box.name == name)
    }

    /// Returns whether the search takes seconds at most.
    pub fn is_small(&self) -> bool {
        !["large", "every"].iter().any(|size| self.name.ends_with(size))
    }

    /// Returns the names of the modules in play.
    fn module_names(&self) -> impl Iterator<Item = &'static str> {
        let Modules { cities, trading_posts, .. } = self.modules;
        [(cities, "cities"), (trading_posts, "trading-posts")]
            .into_iter()
            .filter_map(|(is_played, name)| is_played.then_some(name))
    }

    /// Returns the components: first the cards that move, then those that are bought already.
    fn components(&self) -> Components {
        let ids = self.cards.iter().chain(self.bought.iter().copied().flatten());
        let cards: Vec<_> = ids.filter_map(|id| Card::parse(id)).collect();
        let nobles: Vec<_> = self.nobles.iter().filter_map(|id| Noble::parse(id)).collect();
        Components::of(&cards, &nobles).unwrap_or_else(|_| Components::empty())
    }

    fn game<'c>(&self, components: &'c Components) -> Game<'c> {
        let rules = Rules { rulings: self.rulings, modules: self.modules, ..Rules::default() };
        Game {
            rules,
            components,
            tokens: tokens(self.tokens),
            token_limit: self.token_limit,
            market_width: self.width,
        }
    }

    /// Returns the table before the first turn, with the first cards of each level face up.
    fn start(&self, game: &Game<'_>) -> Position {
        let all = game.components;
        let moving = CardSet::first(self.cards.len());
        let of_row = |level| all.of_row(level).and(moving);
        let shown = |level| of_row(level).iter().take(usize::from(self.width));
        let market: CardSet = Row::ALL.into_iter().flat_map(shown).collect();
        let left = |level| of_row(level).without(market);
        let deck = |level| match self.decks {
            Decks::Known => Deck::known(&left(level).iter().collect::<Vec<_>>()),
            Decks::Bag | Decks::Dark => Deck::unknown(left(level).len()),
        };
        let cities = self.cities.iter().filter_map(|id| CityId::find(City::parse(id)?));
        let table = TableDescription {
            seats: &self.seats(all)[..usize::from(self.seats)],
            supply: None,
            market,
            market_hidden: [0; 6],
            decks: Row::ALL.map(deck),
            nobles: if self.modules.cities { NobleSet::NONE } else { all.nobles() },
            cities: cities.collect(),
            to_move: 0,
            turns: 0,
            passes_in_a_row: 0,
            phase: Phase::Open,
            modules: splendor_core::ModuleTable::default(),
        };
        Position::of(game, &table).expect("the table of a small box keeps the invariants")
    }

    fn seats(&self, all: &Components) -> [SeatDescription; MOST_SEATS] {
        let mut seats = [SeatDescription::default(); MOST_SEATS];
        let mut given = self.cards.len();
        for (seat, bought) in seats.iter_mut().zip(self.bought) {
            let before = CardSet::first(given);
            given += bought.len();
            seat.bought = CardSet::first(given).without(before);
            if self.modules.trading_posts {
                seat.posts = PostSet::met_by(all.bonuses(seat.bought));
            }
        }
        seats
    }
}

/// Returns the tokens of a text like `2d1s1g`.
fn tokens(text: &str) -> Tokens {
    text.as_bytes().chunks(2).fold(Tokens::NONE, |tokens, pair| {
        let token = Color::of_letter(pair[1]).map_or(Token::Gold, Token::Gem);
        tokens.with(token, pair[0] - b'0')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A misspelled component would silently be left out of a box.
    #[test]
    fn every_box_holds_all_that_it_names() {
        for small_box in SMALL_BOXES {
            let components = small_box.components();
            let bought: usize = small_box.bought.iter().map(|cards| cards.len()).sum();
            let name = small_box.name;
            assert_eq!(
                usize::from(components.cards().len()),
                small_box.cards.len() + bought,
                "{name}"
            );
            assert_eq!(usize::from(components.nobles().len()), small_box.nobles.len(), "{name}");
            let start = small_box.start(&small_box.game(&components));
            assert_eq!(start.cities().iter().count(), small_box.cities.len(), "{name}");
            assert_eq!(start.seats().len(), usize::from(small_box.seats), "{name}");
            let levels: Vec<_> = small_box.cards.iter().map(|id| id.as_bytes()[0]).collect();
            assert!(levels.is_sorted(), "{name} lists its cards level after level");
        }
    }
}
