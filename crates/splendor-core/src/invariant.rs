//! What is true of every position, as named functions.
//!
//! A log that breaks a rule is data; a broken invariant is a defect of this crate. All of them
//! are asserted after every turn, in release builds too.

use core::fmt;

use crate::card::{CardSet, Level, NobleSet};
use crate::position::{Phase, Position};
use crate::rules::Game;

/// The name and the text of an invariant.
#[derive(Clone, Copy)]
pub struct Invariant {
    /// The name, like `tokens-conserved`.
    pub name: &'static str,
    /// What holds, in one sentence.
    pub sentence: &'static str,
    holds: fn(&Game<'_>, &Position) -> bool,
}

impl fmt::Debug for Invariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.sentence)
    }
}

/// The invariants of a position.
pub const STATE: [Invariant; 7] = [
    Invariant {
        name: "tokens-conserved",
        sentence: "the supply and the seats together hold the tokens that the game began with",
        holds: tokens_conserved,
    },
    Invariant {
        name: "ten-at-most",
        sentence: "between two turns no seat holds more than ten tokens",
        holds: ten_at_most,
    },
    Invariant {
        name: "three-in-hand",
        sentence: "no seat has more than three cards in hand",
        holds: three_in_hand,
    },
    Invariant {
        name: "cards-in-one-place",
        sentence: "every card is in exactly one place: market, hand, play area, or face down",
        holds: cards_in_one_place,
    },
    Invariant {
        name: "hidden-places-filled",
        sentence: "on each level there are as many unseen cards as hidden places",
        holds: hidden_places_filled,
    },
    Invariant {
        name: "market-full",
        sentence: "a level shows its full width of cards unless its deck is empty",
        holds: market_full,
    },
    Invariant {
        name: "nobles-in-one-place",
        sentence: "every noble is on the table or with exactly one seat",
        holds: nobles_in_one_place,
    },
];

fn tokens_conserved(game: &Game<'_>, position: &Position) -> bool {
    let seats = position.seats().iter();
    seats.fold(position.supply, |sum, seat| sum.plus(seat.tokens)) == game.tokens
}

fn ten_at_most(game: &Game<'_>, position: &Position) -> bool {
    position.seats().iter().all(|seat| seat.tokens.total() <= game.token_limit)
}

fn three_in_hand(_: &Game<'_>, position: &Position) -> bool {
    position.seats().iter().all(|seat| seat.hand_size() <= 3)
}

/// Adds one set after the other: disjoint sets never overlap the sum so far.
fn cards_in_one_place(game: &Game<'_>, position: &Position) -> bool {
    let mut sum = position.market;
    let mut disjoint = true;
    let mut hands = CardSet::NONE;
    let mut add = |set: CardSet| {
        disjoint &= sum.and(set).is_empty();
        sum = sum.or(set);
    };
    add(position.unseen);
    add(position.decked);
    for seat in position.seats() {
        add(seat.bought);
        add(seat.hand);
        hands = hands.or(seat.hand);
    }
    disjoint && sum == game.components.cards() && position.secret.without(hands).is_empty()
}

fn hidden_places_filled(game: &Game<'_>, position: &Position) -> bool {
    Level::ALL.into_iter().all(|level| {
        let at = level.index();
        let hands = position.seats().iter().map(|seat| seat.hidden[at]).sum::<u8>();
        let places = hands + position.market_hidden[at] + position.decks[at].hidden();
        let known = position.decks[at].len() - position.decks[at].hidden();
        let of_level = game.components.of_level(level);
        position.unseen.and(of_level).len() == places
            && position.decked.and(of_level).len() == known
    })
}

fn market_full(game: &Game<'_>, position: &Position) -> bool {
    Level::ALL.into_iter().all(|level| {
        let at = level.index();
        let known = position.market.and(game.components.of_level(level)).len();
        let shown = known + position.market_hidden[at];
        shown == game.market_width || (shown < game.market_width && position.decks[at].is_empty())
    })
}

fn nobles_in_one_place(_: &Game<'_>, position: &Position) -> bool {
    let mut sum = position.nobles;
    let mut count = sum.len();
    for seat in position.seats() {
        sum = sum.or(seat.nobles);
        count += seat.nobles.len();
    }
    count == sum.len()
}

/// Returns the first invariant that does not hold.
pub fn broken(game: &Game<'_>, position: &Position) -> Option<Invariant> {
    STATE.into_iter().find(|invariant| !(invariant.holds)(game, position))
}

/// Returns whether the sums that a seat carries are those of its cards and nobles.
pub fn sums_are_right(game: &Game<'_>, position: &Position, seat: usize) -> bool {
    let seat = &position.seats[seat];
    let points = game.components.points(seat.bought) + game.components.noble_points(seat.nobles);
    seat.bonuses == game.components.bonuses(seat.bought) && u16::from(seat.prestige) == points
}

/// Asserts the invariants of the position after a turn, and those of the turn.
pub(crate) fn assert_turn(game: &Game<'_>, before: &Position, after: &Position) {
    if let Some(invariant) = broken(game, after) {
        panic!("invariant {invariant:?}, broken by turn {}", after.turns);
    }
    let mover = usize::from(before.to_move);
    assert!(sums_are_right(game, after, mover), "the sums of seat {mover} are those of its cards");
    assert!(nobles_in_play(before) == nobles_in_play(after), "no noble comes or goes unseen");
    assert!(kept(before, after), "bought cards and nobles stay for ever");
    assert!(only_the_mover_changes(before, after), "a turn changes the holdings of its seat alone");
    assert!(progress_is_never_undone(before, after), "an ended game stays ended");
    assert!(gold_comes_from_reserving(before, after), "gold comes only with a reserved card");
}

fn nobles_in_play(position: &Position) -> NobleSet {
    position.seats.iter().fold(position.nobles, |all, seat| all.or(seat.nobles))
}

fn kept(before: &Position, after: &Position) -> bool {
    let mover = usize::from(before.to_move);
    let (was, is) = (&before.seats[mover], &after.seats[mover]);
    was.bought.without(is.bought) == CardSet::NONE
        && was.nobles.without(is.nobles) == NobleSet::NONE
}

fn only_the_mover_changes(before: &Position, after: &Position) -> bool {
    let mover = usize::from(before.to_move);
    let pairs = before.seats.iter().zip(&after.seats).enumerate();
    pairs.filter(|&(seat, _)| seat != mover).all(|(_, (was, is))| was == is)
}

fn progress_is_never_undone(before: &Position, after: &Position) -> bool {
    let order = before.phase == Phase::Open || after.phase != Phase::Open;
    order && after.turns == before.turns + 1
}

fn gold_comes_from_reserving(before: &Position, after: &Position) -> bool {
    let mover = usize::from(before.to_move);
    let (was, is) = (&before.seats[mover], &after.seats[mover]);
    let gain = is.tokens.gold().saturating_sub(was.tokens.gold());
    gain == 0 || (gain == 1 && is.hand_size() == was.hand_size() + 1)
}
