//! The box: every card and noble of the game, and what must be true of them, proven when the
//! crate is compiled.
//!
//! The cards are those of both editions. The last two nobles come with the boxes The Silk Road
//! (2024) and The Sun Never Sets (2025).

use crate::component::{Card, Level, Noble};
use crate::number::{Color, Gems};

/// How many cards the box holds.
pub const CARD_COUNT: usize = 90;

/// How many cards the module Orient adds: ten of each level.
pub const ORIENT_CARD_COUNT: usize = 30;

/// How many nobles the base box and the two boxes that add one hold.
pub const NOBLE_COUNT: usize = 12;

/// How many of the nobles are in the base box; they come first.
pub const BASE_NOBLE_COUNT: usize = 10;

pub(super) const CARD_IDS: [&str; CARD_COUNT] = [
    "a0d1s1e1r1o",
    "a0d1s2e1r1o",
    "a0d2r1o",
    "a0d2s2e1o",
    "a0d2s2o",
    "a0d3d1s1o",
    "a0d3s",
    "a1d4e",
    "a0s1d1e1r1o",
    "a0s1d1e2r1o",
    "a0s1d2e2r",
    "a0s1d2o",
    "a0s1s3e1r",
    "a0s2e2o",
    "a0s3o",
    "a1s4r",
    "a0e1d1s1r1o",
    "a0e1d1s1r2o",
    "a0e1d3s1e",
    "a0e1s2r2o",
    "a0e2d1s",
    "a0e2s2r",
    "a0e3r",
    "a1e4o",
    "a0r1d1r3o",
    "a0r1d1s1e1o",
    "a0r2d1e2o",
    "a0r2d1s1e1o",
    "a0r2d2r",
    "a0r2s1e",
    "a0r3d",
    "a1r4d",
    "a0o1d1s1e1r",
    "a0o1d2s1e1r",
    "a0o1e3r1o",
    "a0o2d2e",
    "a0o2d2s1r",
    "a0o2e1r",
    "a0o3e",
    "a1o4s",
    "b1d2d3s3r",
    "b1d3e2r2o",
    "b2d1e4r2o",
    "b2d5r",
    "b2d5r3o",
    "b3d6d",
    "b1s2s2e3r",
    "b1s2s3e3o",
    "b2s2d1r4o",
    "b2s5d3s",
    "b2s5s",
    "b3s6s",
    "b1e2d3s2o",
    "b1e3d2e3r",
    "b2e4d2s1o",
    "b2e5e",
    "b2e5s3e",
    "b3e6e",
    "b1r2d2r3o",
    "b1r3s2r3o",
    "b2r1d4s2e",
    "b2r3d5o",
    "b2r5o",
    "b3r6r",
    "b1o3d2s2e",
    "b1o3d3e2o",
    "b2o1s4e2r",
    "b2o5d",
    "b2o5e3r",
    "b3o6o",
    "c3d3s3e5r3o",
    "c4d3d3r6o",
    "c4d7o",
    "c5d3d7o",
    "c3s3d3e3r5o",
    "c4s6d3s3o",
    "c4s7d",
    "c5s7d3s",
    "c3e5d3s3r3o",
    "c4e3d6s3e",
    "c4e7s",
    "c5e7s3e",
    "c3r3d5s3e3o",
    "c4r3s6e3r",
    "c4r7e",
    "c5r7e3r",
    "c3o3d3s5e3r",
    "c4o3e6r3o",
    "c4o7r",
    "c5o7r3o",
];

pub(super) const ORIENT_CARD_IDS: [&str; ORIENT_CARD_COUNT] = [
    "A0gg3d",
    "A0gg3s",
    "A0gg3e",
    "A0gg3r",
    "A0gg3o",
    "A0c3d2r",
    "A0c2d3o",
    "A0c3s2e",
    "A0c2s3r",
    "A0c3e2o",
    "B1dd3e4r",
    "B1ss3r4o",
    "B1ee4d3o",
    "B1rr3d4s",
    "B1oo3s4e",
    "B1ca4d3s1o",
    "B1ca3d1s4e",
    "B1ca1d3e4r",
    "B1ca4s1r3o",
    "B1ca1e3r4o",
    "C1db6s3e1r",
    "C1sb6e3r1o",
    "C1eb1d6r3o",
    "C1rb3d1s6o",
    "C1ob6d3s1e",
    "C3dx2e",
    "C3sx2r",
    "C3ex2o",
    "C3rx2d",
    "C3ox2s",
];

const NOBLE_IDS: [&str; NOBLE_COUNT] = [
    "3:3d3r3o", "3:3d3s3e", "3:3d3s3o", "3:3e3r3o", "3:3s3e3r", "3:4d4o", "3:4d4s", "3:4e4r",
    "3:4r4o", "3:4s4e", "3:3s3e3o", "3:4d4r",
];

/// The development cards, by level and bonus color.
pub(crate) static CARDS: [Card; CARD_COUNT] = TABLE;

/// The cards of the module Orient, by level and power.
pub(crate) static ORIENT_CARDS: [Card; ORIENT_CARD_COUNT] = ORIENT_TABLE;

/// The noble tiles, those of the base box first.
pub(crate) static NOBLES: [Noble; NOBLE_COUNT] = NOBLE_TABLE;

const TABLE: [Card; CARD_COUNT] = cards_of(&CARD_IDS);

const ORIENT_TABLE: [Card; ORIENT_CARD_COUNT] = cards_of(&ORIENT_CARD_IDS);

const fn cards_of<const N: usize>(ids: &[&str; N]) -> [Card; N] {
    let mut cards = [Card::base(Level::One, Color::Diamond, 0, Gems::NONE); N];
    let mut n = 0;
    while n < N {
        cards[n] = Card::parse(ids[n]).expect("an id of a card");
        n += 1;
    }
    cards
}

const NOBLE_TABLE: [Noble; NOBLE_COUNT] = {
    let mut nobles = [Noble { points: 0, demand: Gems::NONE }; NOBLE_COUNT];
    let mut n = 0;
    while n < NOBLE_COUNT {
        nobles[n] = Noble::parse(NOBLE_IDS[n]).expect("an id of a noble");
        n += 1;
    }
    nobles
};

/// Sums over the cards of one level: how many, of which bonuses, at which cost, with what points.
#[derive(Clone, Copy)]
struct Sums {
    cards: u16,
    bonuses: [u16; 5],
    discards: [u16; 5],
    cost: [u16; 5],
    points: u16,
}

const fn sums(all: &[Card], level: Level) -> Sums {
    let mut sums = Sums { cards: 0, bonuses: [0; 5], discards: [0; 5], cost: [0; 5], points: 0 };
    let mut n = 0;
    while n < all.len() {
        let card = all[n];
        if card.level().index() == level.index() {
            sums.cards += 1;
            sums.points += card.points() as u16;
            if let Some(bonus) = card.bonus() {
                sums.bonuses[bonus.index()] += 1;
            }
            if let Some(color) = card.discard() {
                sums.discards[color.index()] += 1;
            }
            let mut c = 0;
            while c < 5 {
                sums.cost[c] += card.cost().get(Color::ALL[c]) as u16;
                c += 1;
            }
        }
        n += 1;
    }
    sums
}

const fn all_are(counts: [u16; 5], value: u16) -> bool {
    let mut c = 0;
    while c < 5 {
        if counts[c] != value {
            return false;
        }
        c += 1;
    }
    true
}

/// Each level holds as many cards of every bonus, and asks as much of every color.
const fn balanced(all: &[Card], level: Level, cards: u16, cost: u16, points: u16) -> bool {
    let sums = sums(all, level);
    sums.cards == cards
        && sums.points == points
        && all_are(sums.bonuses, cards / 5)
        && all_are(sums.cost, cost)
}

/// The Orient cards of a level ask as much of every color, in gems and in cards, and bring as much
/// of every color.
const fn orient_is_balanced(level: Level, each: &Balance) -> bool {
    let sums = sums(&ORIENT_TABLE, level);
    sums.cards == 10
        && sums.points == each.points
        && all_are(sums.bonuses, each.bonuses)
        && all_are(sums.discards, each.discards)
        && all_are(sums.cost, each.cost)
}

/// The points of the Orient cards of a level, and their sums for each color.
struct Balance {
    points: u16,
    bonuses: u16,
    discards: u16,
    cost: u16,
}

const fn all_different(cards: &[Card]) -> bool {
    let mut n = 1;
    while n < cards.len() {
        let mut m = 0;
        while m < n {
            if cards[n].0 == cards[m].0 {
                return false;
            }
            m += 1;
        }
        n += 1;
    }
    true
}

/// The ten base nobles are the five neighboring pairs and the five neighboring triples of the
/// color circle, so that two pairs and three triples ask for each color.
const fn nobles_are_balanced(nobles: &[Noble]) -> bool {
    let mut asked = [0; 5];
    let mut n = 0;
    while n < BASE_NOBLE_COUNT {
        let noble = nobles[n];
        if noble.points != 3 || noble.demand.total() != if n < 5 { 9 } else { 8 } {
            return false;
        }
        let mut c = 0;
        while c < 5 {
            asked[c] += noble.demand.get(Color::ALL[c]) as u16;
            c += 1;
        }
        n += 1;
    }
    all_are(asked, 2 * 4 + 3 * 3)
}

const _: () = {
    let cards = &TABLE;
    assert!(
        balanced(cards, Level::One, 40, 33, 5),
        "level 1: forty cards, each color asked 33 times"
    );
    assert!(
        balanced(cards, Level::Two, 30, 41, 55),
        "level 2: thirty cards, each color asked 41 times"
    );
    assert!(
        balanced(cards, Level::Three, 20, 43, 80),
        "level 3: twenty cards, each color asked 43 times"
    );
    assert!(all_different(cards), "no two cards have the same facts");
    assert!(all_different(&ORIENT_TABLE), "no two Orient cards have the same facts");
    let one = &Balance { points: 0, bonuses: 0, discards: 0, cost: 8 };
    let two = &Balance { points: 10, bonuses: 1, discards: 0, cost: 15 };
    let three = &Balance { points: 20, bonuses: 2, discards: 1, cost: 10 };
    assert!(orient_is_balanced(Level::One, one), "ten Orient cards of level 1");
    assert!(orient_is_balanced(Level::Two, two), "ten Orient cards of level 2");
    assert!(orient_is_balanced(Level::Three, three), "ten Orient cards of level 3");
    assert!(
        nobles_are_balanced(&NOBLE_TABLE),
        "the nobles of the base box ask for each color alike"
    );
};

/// The proofs about the tables fail for other tables.
#[cfg(test)]
mod tests {
    use super::*;

    /// The table with another card at a place.
    fn with(at: usize, card: Card) -> [Card; CARD_COUNT] {
        let mut cards = CARDS;
        cards[at] = card;
        cards
    }

    fn is_balanced(cards: &[Card]) -> bool {
        balanced(cards, Level::One, 40, 33, 5)
            && balanced(cards, Level::Two, 30, 41, 55)
            && balanced(cards, Level::Three, 20, 43, 80)
    }

    #[test]
    fn a_card_changed_unbalances_its_level() {
        assert!(is_balanced(&CARDS));
        for (at, &card) in CARDS.iter().enumerate() {
            let (level, points, cost) = (card.level(), card.points(), card.cost());
            let bonus = card.bonus().unwrap();
            let changed = |card| !is_balanced(&with(at, card));
            assert!(changed(Card::base(level, bonus, points + 1, cost)));
            for color in Color::ALL {
                let more = cost.plus(Gems::one(color));
                assert!(changed(Card::base(level, bonus, points, more)));
                let another = Card::base(level, color, points, cost);
                assert_eq!(changed(another), color != bonus);
            }
            for other in Level::ALL {
                let another = Card::base(other, bonus, points, cost);
                assert_eq!(changed(another), other != level);
            }
        }
        assert!(!is_balanced(&CARDS[1..]));
        assert!(!is_balanced(&CARDS[..CARD_COUNT - 1]));
    }

    #[test]
    fn each_count_is_compared() {
        assert!(balanced(&CARDS, Level::Two, 30, 41, 55));
        assert!(!balanced(&CARDS, Level::Two, 31, 41, 55));
        assert!(!balanced(&CARDS, Level::Two, 30, 42, 55));
        assert!(!balanced(&CARDS, Level::Two, 30, 41, 54));
        for at in 0..5 {
            let mut counts = [6; 5];
            counts[at] = 7;
            assert!(!all_are(counts, 6));
        }
        assert!(all_are([6; 5], 6));
    }

    #[test]
    fn equal_cards_are_found() {
        assert!(all_different(&CARDS));
        for (at, other) in [(0, 1), (0, 89), (88, 89), (40, 41)] {
            assert!(!all_different(&with(at, CARDS[other])));
        }
    }

    #[test]
    fn a_noble_changed_unbalances_the_box() {
        assert!(nobles_are_balanced(&NOBLES));
        for at in 0..BASE_NOBLE_COUNT {
            let changed = |points, demand| {
                let mut nobles = NOBLES;
                nobles[at] = Noble { points, demand };
                nobles_are_balanced(&nobles)
            };
            let noble = NOBLES[at];
            assert!(changed(noble.points, noble.demand));
            assert!(!changed(4, noble.demand));
            assert!(!changed(3, noble.demand.plus(Gems::one(Color::Onyx))));
            // As many bonuses, but another color in place of one.
            for (from, to) in [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)] {
                let (from, to) = (Color::ALL[from], Color::ALL[to]);
                let Some(less) = noble.demand.get(from).checked_sub(1) else { continue };
                let moved = noble.demand.with(from, less);
                assert!(!changed(3, moved.plus(Gems::one(to))));
            }
        }
        // The pairs come first.
        let mut nobles = NOBLES;
        nobles.swap(0, 9);
        assert!(!nobles_are_balanced(&nobles));
    }
}
