//! The setup of a game, checked before the first turn.

use super::{Deck, MOST_SEATS, NobleOrder, Position, Seat, SunNeverSets, Table, TurnState};
use crate::clause::Violation;
use crate::component::{
    CITIES_ON_TABLE, Card, CardId, CardSet, CityId, NobleId, NobleSet, Row, box_of_noble,
};
use crate::game::Game;

/// The setup of a game, from a log, which nothing has checked yet.
#[derive(Clone, Copy, Debug, Default)]
pub struct Setup<'s> {
    /// How many seats play.
    pub seats: u8,
    /// The nobles on the table.
    pub nobles: &'s [NobleId],
    /// The face-up cards of each level.
    pub market: [&'s [CardId]; Row::COUNT],
    /// The order of each deck, next card first, if the log gives it.
    pub decks: [Option<&'s [CardId]>; Row::COUNT],
    /// The faces of the city tiles on the table.
    pub cities: &'s [CityId],
    /// The parts that the log does not record.
    pub unrecorded: Unrecorded,
}

/// The parts of a setup that a log does not record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unrecorded {
    /// The rows of whose face-up cards and decks nothing is known.
    pub market: [bool; Row::COUNT],
    /// Whether nobles may lie on the table besides those of the setup.
    pub nobles: bool,
    /// Whether the cities are not known.
    pub cities: bool,
}

impl Position {
    /// Returns the position before the first turn.
    ///
    /// ```
    /// use splendor_core::*;
    ///
    /// let game = Game::published(Rules::default(), 2);
    /// let cards = |row| game.components.of_row(row).iter().collect::<Vec<_>>();
    /// let [one, two, three] = Row::BASE.map(cards);
    /// let nobles: Vec<_> = game.noble_pool().iter().take(3).collect();
    /// let market = [&one[..4], &two[..4], &three[..3], &[], &[], &[]];
    /// let setup = Setup { seats: 2, nobles: &nobles, market, ..Setup::default() };
    /// let breach = Position::deal(&game, &setup).unwrap_err();
    /// assert_eq!(breach.to_string(), "three cards of level 3 are face up");
    /// ```
    ///
    /// # Errors
    ///
    /// The first clause of the family `setup` that does not hold.
    pub fn deal(game: &Game<'_>, setup: &Setup<'_>) -> Result<Self, Violation> {
        setup.check_seats()?;
        setup.check_cards(game)?;
        if game.rules.modules.orient {
            setup.check_orient_cards(game)?;
        }
        setup.check_levels(game)?;
        setup.check_market(game)?;
        setup.check_nobles(game)?;
        setup.check_cities(game)?;
        Ok(Self::dealt(game, setup, [u8::MAX; Row::COUNT]))
    }

    /// Returns the position before the first turn as the log describes it, whatever is wrong with
    /// it; none unless 1 to 4 seats play.
    ///
    /// The result is [untrusted](Self::is_untrusted): no turn that follows asserts an invariant.
    pub fn deal_anyway(game: &Game<'_>, setup: &Setup<'_>) -> Option<Self> {
        let fits = (1..=MOST_SEATS).contains(&usize::from(setup.seats));
        fits.then(|| {
            let mut position = Self::dealt(game, setup, PUBLISHED_DECKS);
            position.table.untrusted = true;
            position
        })
    }

    /// Returns the position for a game whose box has these cards too. Each may be in any hidden place
    /// of its level; the decks keep their size.
    ///
    /// The result is [untrusted](Self::is_untrusted).
    #[must_use]
    pub fn with_further_cards(mut self, cards: CardSet) -> Self {
        self.table.unseen = self.table.unseen.or(cards);
        self.table.untrusted = true;
        self
    }

    /// Lays the table without checks. A deck without a known order holds the rest of its level, but
    /// no more than `most` cards.
    fn dealt(game: &Game<'_>, setup: &Setup<'_>, most: [u8; Row::COUNT]) -> Self {
        let all = game.components.cards();
        let market = setup.market.into_iter().flatten().copied().collect();
        let decked: CardSet = setup.decks.into_iter().flatten().flatten().copied().collect();
        let hidden = setup.hidden_market(game);
        let decks = Row::ALL.map(|row| {
            let left = game.components.of_row(row).without(market).len();
            let left = left.saturating_sub(hidden[row.index()]);
            let unordered = Deck::unknown(left.min(most[row.index()]));
            setup.decks[row.index()].map_or(unordered, Deck::known)
        });
        let table = Table {
            supply: game.tokens,
            market,
            market_hidden: hidden,
            unseen: all.without(market).without(decked),
            decked,
            secret: CardSet::NONE,
            nobles: setup.nobles.iter().copied().collect(),
            noble_order: NobleOrder::of(setup.nobles.iter().copied()),
            cities: setup.cities.iter().copied().collect(),
            hidden_tiles: setup.hides_tiles(game),
            turn_state: TurnState::start(setup.seats),
            untrusted: false,
        };
        let (seats, sun_never_sets) = ([Seat::default(); MOST_SEATS], SunNeverSets::default());
        Self { seats, decks, table, sun_never_sets }
    }
}

/// How many cards of each level are face down in the published game once the market is laid. A box
/// that also holds the cards of another client has more cards of a level, but its decks do not.
const PUBLISHED_DECKS: [u8; Row::COUNT] = [36, 26, 16, 8, 8, 8];

impl Setup<'_> {
    fn check_seats(&self) -> Result<(), Violation> {
        match self.seats {
            2..=4 => Ok(()),
            seats => Err(Violation::SetupSeats { seats }),
        }
    }

    /// Returns how many face-up cards of each row are not known.
    fn hidden_market(&self, game: &Game<'_>) -> [u8; Row::COUNT] {
        let mut hidden = [0; Row::COUNT];
        for &row in game.rows() {
            if self.unrecorded.market[row.index()] {
                let all = game.components.of_row(row).len();
                hidden[row.index()] = game.width(row).min(all);
            }
        }
        hidden
    }

    /// Returns whether a noble or a city on the table is not known.
    fn hides_tiles(&self, game: &Game<'_>) -> bool {
        let nobles = usize::from(self.needed_nobles(game));
        (self.unrecorded.nobles && self.nobles.len() < nobles)
            || (self.unrecorded.cities && game.rules.modules.cities)
    }

    /// Returns how many nobles belong on the table.
    const fn needed_nobles(&self, game: &Game<'_>) -> u8 {
        if game.rules.modules.cities { 0 } else { self.seats + 1 }
    }

    fn lists(&self) -> impl Iterator<Item = (Row, &[CardId])> {
        let lists = self.market.into_iter().zip(self.decks);
        Row::ALL
            .into_iter()
            .zip(lists)
            .flat_map(|(row, (market, deck))| [(row, market), (row, deck.unwrap_or_default())])
    }

    /// No card of the base game appears twice, and a deck with a known order holds every card of
    /// its level that is nowhere else.
    fn check_cards(&self, game: &Game<'_>) -> Result<(), Violation> {
        let of_base = |card: &CardId| !game.components.card(*card).is_orient();
        let counted = |(card, times)| Violation::SetupCards { card, times };
        self.miscounted(game, of_base).map_or(Ok(()), |found| Err(counted(found)))
    }

    /// No card of Orient appears twice, none is missing from a deck with a known order, and each
    /// lies in the row or the deck of its level.
    fn check_orient_cards(&self, game: &Game<'_>) -> Result<(), Violation> {
        let of_orient = |card: &CardId| game.components.card(*card).is_orient();
        if let Some((card, times)) = self.miscounted(game, of_orient) {
            let missing = times == 0;
            let why = if missing {
                "is missing from the setup"
            } else {
                "is in the setup more than once"
            };
            return Err(Violation::OrientCards { card, why });
        }
        for (row, cards) in self.lists() {
            let mut facts = cards.iter().map(|&card| game.components.card(card));
            if let Some(card) = facts.find(|card| card.is_orient() && card.row() != row) {
                let why = "is neither in the row nor in the deck of its level";
                return Err(Violation::OrientCards { card, why });
            }
        }
        Ok(())
    }

    /// Returns the first card of a kind that appears twice, or that is missing from a deck with a
    /// known order, and how often it appears: 2 for twice or more.
    fn miscounted(
        &self,
        game: &Game<'_>,
        is_counted: impl Fn(&CardId) -> bool,
    ) -> Option<(Card, u8)> {
        let mut dealt = CardSet::NONE;
        for &card in self.lists().flat_map(|(_, cards)| cards) {
            if dealt.has(card) && is_counted(&card) {
                return Some((game.components.card(card), 2));
            }
            dealt.insert(card);
        }
        let mut ordered = CardSet::NONE;
        for row in Row::ALL.into_iter().filter(|row| self.decks[row.index()].is_some()) {
            ordered = ordered.or(game.components.of_row(row));
        }
        let missing = ordered.without(dealt).iter().find(is_counted);
        missing.map(|card| (game.components.card(card), 0))
    }

    fn check_levels(&self, game: &Game<'_>) -> Result<(), Violation> {
        for (row, cards) in self.lists() {
            let mut facts = cards.iter().map(|&card| game.components.card(card));
            if let Some(card) = facts.find(|card| card.row() != row) {
                return Err(Violation::SetupLevel { card, level: row });
            }
        }
        Ok(())
    }

    fn check_market(&self, game: &Game<'_>) -> Result<(), Violation> {
        for &row in game.rows() {
            let cards = u8::try_from(self.market[row.index()].len()).unwrap_or(u8::MAX);
            let is_hidden = self.unrecorded.market[row.index()];
            if cards != if is_hidden { 0 } else { game.width(row) } {
                let level = row;
                return Err(if row.is_orient() {
                    Violation::OrientMarket { level, cards }
                } else {
                    Violation::SetupMarket { level, cards }
                });
            }
        }
        Ok(())
    }

    fn check_nobles(&self, game: &Game<'_>) -> Result<(), Violation> {
        let nobles = u8::try_from(self.nobles.len()).unwrap_or(u8::MAX);
        let needed = self.needed_nobles(game);
        let fits = if self.unrecorded.nobles { nobles <= needed } else { nobles == needed };
        if !fits {
            return Err(Violation::SetupNobles { nobles, needed });
        }
        let mut laid = NobleSet::NONE;
        for &id in self.nobles {
            let noble = game.components.noble(id);
            if laid.has(id) {
                return Err(Violation::SetupNobleOnce { noble });
            }
            laid.insert(id);
        }
        let Some(id) = laid.without(game.noble_pool()).iter().next() else { return Ok(()) };
        let noble = game.components.noble(id);
        let boxed = box_of_noble(noble).unwrap_or("of another game");
        Err(Violation::SetupNobleBox { noble, boxed })
    }

    /// Three faces of three tiles lie on the table with the module, none without it.
    fn check_cities(&self, game: &Game<'_>) -> Result<(), Violation> {
        let needed = if game.rules.modules.cities { CITIES_ON_TABLE } else { 0 };
        let count = u8::try_from(self.cities.len()).unwrap_or(u8::MAX);
        if count != needed && !self.unrecorded.cities {
            return Err(Violation::SetupCities { cities: count, needed });
        }
        for (at, id) in self.cities.iter().enumerate() {
            if let Some(other) = self.cities[..at].iter().find(|other| other.tile() == id.tile()) {
                let (city, other) = (id.facts(), other.facts());
                return Err(Violation::SetupCityTiles { city, other });
            }
        }
        Ok(())
    }
}
