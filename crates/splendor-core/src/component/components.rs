//! The components that a game is played with, numbered.

use crate::component::tables::{BASE_NOBLE_COUNT, CARDS, NOBLES, ORIENT_CARDS};
use crate::component::{Card, CardId, CardSet, Level, Noble, NobleId, NobleSet, Power, Row};
use crate::number::{Color, Gems};

/// The most cards that a box can hold.
pub const MOST_CARDS: usize = 128;

/// The most nobles that a box can hold.
pub const MOST_NOBLES: usize = 32;

/// The cards and nobles of a game, with the number of each and the sets that share a fact.
///
/// The game of the rulebooks has the 90 cards of [`Components::published`]. Smaller boxes serve to
/// search a whole game; larger ones hold components that only a foreign log knows.
#[derive(Clone, Debug)]
pub struct Components {
    cards: [Card; MOST_CARDS],
    card_count: usize,
    nobles: [Noble; MOST_NOBLES],
    noble_count: usize,
    /// The fewest bonuses that some noble asks for, of all colors together.
    least_demand: u16,
    rows: [CardSet; Row::COUNT],
    colors: [CardSet; 5],
    /// The cards with each power.
    powers: [CardSet; Power::COUNT],
    /// The cards whose points have this bit.
    point_bits: [CardSet; 4],
    /// The id of each card: its letters and digits, then zeros.
    ids: [[u8; 16]; MOST_CARDS],
    /// A hash table of the cards with open addressing: a card whose place is taken goes to the next
    /// free place.
    places: [u8; PLACES],
}

/// The number of places in the hash table: a power of two, large enough that the published
/// cards need not collide.
pub(super) const PLACES: usize = 1024;

/// The factor of the hash, found by trial: under it neither the published cards nor their ids
/// collide. A collision of cards would only cost time.
const HASH_FACTOR: u64 = 0xa57b_ab93_2dde_938d;

const _: () = {
    let (all, mut card) = (Components::of_tables(&ORIENT_CARDS), 0);
    while card < all.card_count {
        assert!(all.places[place_of(all.cards[card].0)] as usize == card, "two cards collide");
        card += 1;
    }
};

/// A place without a card.
const FREE: u8 = u8::MAX;

/// A box that would hold more than [`MOST_CARDS`] cards or [`MOST_NOBLES`] nobles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany;

static PUBLISHED: Components = Components::of_tables(&[]);

static WITH_ORIENT: Components = Components::of_tables(&ORIENT_CARDS);

impl Components {
    /// Returns the 90 cards and the nobles of the published boxes.
    pub fn published() -> &'static Self {
        &PUBLISHED
    }

    /// Returns those and the thirty cards of the module Orient.
    pub fn with_orient() -> &'static Self {
        &WITH_ORIENT
    }

    const fn of_tables(more: &[Card]) -> Self {
        let mut all = Self::empty();
        let mut n = 0;
        while n < CARDS.len() {
            all.push_card(CARDS[n]);
            n += 1;
        }
        let mut n = 0;
        while n < more.len() {
            all.push_card(more[n]);
            n += 1;
        }
        let mut n = 0;
        while n < NOBLES.len() {
            all.push_noble(NOBLES[n]);
            n += 1;
        }
        all
    }

    /// Returns a box without anything.
    pub const fn empty() -> Self {
        let card = Card::base(Level::One, Color::Diamond, 0, Gems::NONE);
        Self {
            cards: [card; MOST_CARDS],
            card_count: 0,
            nobles: [Noble { points: 0, demand: Gems::NONE }; MOST_NOBLES],
            noble_count: 0,
            least_demand: u16::MAX,
            rows: [CardSet::NONE; Row::COUNT],
            colors: [CardSet::NONE; 5],
            powers: [CardSet::NONE; Power::COUNT],
            point_bits: [CardSet::NONE; 4],
            ids: [[0; 16]; MOST_CARDS],
            places: [FREE; PLACES],
        }
    }

    /// Returns a box of these components.
    ///
    /// # Errors
    ///
    /// [`TooMany`] where they do not fit.
    pub fn of(cards: &[Card], nobles: &[Noble]) -> Result<Self, TooMany> {
        if cards.len() > MOST_CARDS || nobles.len() > MOST_NOBLES {
            return Err(TooMany);
        }
        let mut all = Self::empty();
        for &card in cards {
            all.push_card(card);
        }
        for &noble in nobles {
            all.push_noble(noble);
        }
        Ok(all)
    }

    #[expect(clippy::cast_possible_truncation, reason = "a box holds at most 128 cards")]
    const fn push_card(&mut self, card: Card) {
        let id = CardId(self.card_count as u8);
        self.cards[self.card_count] = card;
        self.card_count += 1;
        self.ids[self.card_count - 1] = card.id();
        let mut place = place_of(card.0);
        while self.places[place] != FREE {
            place = (place + 1) % PLACES;
        }
        self.places[place] = id.0;
        self.rows[card.row().index()].insert(id);
        if let Some(bonus) = card.bonus() {
            self.colors[bonus.index()].insert(id);
        }
        if let Some(power) = card.power() {
            self.powers[power as usize].insert(id);
        }
        let mut bit = 0;
        while bit < 4 {
            if card.points() >> bit & 1 == 1 {
                self.point_bits[bit].insert(id);
            }
            bit += 1;
        }
    }

    const fn push_noble(&mut self, noble: Noble) {
        self.nobles[self.noble_count] = noble;
        self.noble_count += 1;
        if noble.demand.total() < self.least_demand {
            self.least_demand = noble.demand.total();
        }
    }

    /// Returns the facts of a card.
    #[inline]
    pub const fn card(&self, id: CardId) -> Card {
        self.cards[id.0 as usize % MOST_CARDS]
    }

    /// Returns the facts of a noble.
    #[inline]
    pub const fn noble(&self, id: NobleId) -> Noble {
        self.nobles[id.0 as usize % MOST_NOBLES]
    }

    /// Returns whether so many bonuses might meet some noble: whoever has fewer meets none.
    #[inline]
    pub(crate) const fn may_meet_a_noble(&self, bonuses: Gems) -> bool {
        bonuses.total() >= self.least_demand
    }

    /// Returns all cards.
    pub const fn cards(&self) -> CardSet {
        CardSet::first(self.card_count)
    }

    /// Returns all nobles.
    pub const fn nobles(&self) -> NobleSet {
        NobleSet::first(self.noble_count)
    }

    /// Returns the cards of a row: those of the deck and of its places in the market.
    pub const fn of_row(&self, row: Row) -> CardSet {
        self.rows[row.index()]
    }

    /// Returns the number of the card with these facts.
    pub fn find_card(&self, card: Card) -> Option<CardId> {
        let mut place = place_of(card.0);
        loop {
            match self.places[place] {
                FREE => return None,
                id if self.cards[usize::from(id)] == card => return Some(CardId(id)),
                _ => place = (place + 1) % PLACES,
            }
        }
    }

    /// Returns the id of a card: its letters and digits, then zeros.
    #[inline]
    pub const fn id_of_card(&self, id: CardId) -> [u8; 16] {
        self.ids[id.0 as usize % MOST_CARDS]
    }

    /// Returns the number of the noble with these facts.
    pub fn find_noble(&self, noble: Noble) -> Option<NobleId> {
        self.nobles().iter().find(|&id| self.noble(id) == noble)
    }

    /// Returns the card whose facts differ least: the nearest level, then bonus, points and cost.
    pub fn nearest_card(&self, card: Card) -> Option<Card> {
        let far = |other: Card| {
            u16::from(other.is_orient() != card.is_orient()) * 16
                + u16::from(other.level() != card.level()) * 8
                + u16::from((other.power(), other.discard()) != (card.power(), card.discard())) * 4
                + u16::from(other.bonus() != card.bonus()) * 3
                + u16::from(other.points().abs_diff(card.points()))
                + difference(other.cost(), card.cost())
        };
        self.cards().iter().map(|id| self.card(id)).min_by_key(|&other| far(other))
    }

    /// Returns the noble whose facts differ least.
    pub fn nearest_noble(&self, noble: Noble) -> Option<Noble> {
        let far = |other: Noble| {
            u16::from(other.points.abs_diff(noble.points)) + difference(other.demand, noble.demand)
        };
        self.nobles().iter().map(|id| self.noble(id)).min_by_key(|&other| far(other))
    }

    /// Returns the cards with a power.
    pub const fn with_power(&self, power: Power) -> CardSet {
        self.powers[power as usize]
    }

    /// Returns how many cards of a set count as each color. Copy cards count as none here: their
    /// colors are facts of a position.
    pub fn colors(&self, cards: CardSet) -> Gems {
        Gems::new(self.colors.map(|color| cards.and(color).len()))
    }

    /// Returns the bonuses that a set of cards gives: as many as cards of each color, and one more
    /// for each double card.
    pub fn bonuses(&self, cards: CardSet) -> Gems {
        self.colors(cards).plus(self.colors(cards.and(self.with_power(Power::DoubleBonus))))
    }

    /// Returns the prestige that a set of cards gives.
    pub fn points(&self, cards: CardSet) -> u16 {
        let bits = self.point_bits.iter().enumerate();
        bits.map(|(bit, set)| u16::from(cards.and(*set).len()) << bit).sum()
    }

    /// Returns the prestige that a set of nobles gives.
    pub fn noble_points(&self, nobles: NobleSet) -> u16 {
        nobles.iter().map(|id| u16::from(self.noble(id).points)).sum()
    }
}

/// Returns the place at which the search in the hash table begins.
#[expect(clippy::cast_possible_truncation, reason = "a place is a number below 1024")]
pub(super) const fn place_of(key: u64) -> usize {
    (key.wrapping_mul(HASH_FACTOR) >> (u64::BITS - PLACES.ilog2())) as usize
}

fn difference(a: Gems, b: Gems) -> u16 {
    a.minus(b).total() + b.minus(a).total()
}

/// Returns the box that a published noble comes with, none for those of the base box.
pub fn box_of_noble(noble: Noble) -> Option<&'static str> {
    let place = NOBLES.iter().position(|&other| other == noble)?;
    [None, Some("silk-road"), Some("sun-never-sets")][(place + 1).saturating_sub(BASE_NOBLE_COUNT)]
}
