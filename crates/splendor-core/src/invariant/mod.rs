//! The invariants: named functions that hold on every position.
//!
//! A log that breaks a rule is data; a broken invariant is a defect of this crate. In debug builds
//! all of them are asserted after every legal turn, so that every test and every fuzzed log checks
//! them; the verifier asserts those of the last position of each legal log in every build.

#[cfg(test)]
mod tests;
mod turn;

use core::fmt;

use crate::component::{CardSet, Post, PostSet, Row};
use crate::game::{ConsultedRulings, EndTime, Game, HAND_LIMIT, Return};
use crate::number::Color;
use crate::position::{
    Copies, MOST_SEATS, Phase, Position, Seat, Strongholds, TableDescription, copy_cards,
};
use crate::rule::end::calls_the_end;

pub(crate) use turn::assert_turn;
pub use turn::{TURN, TurnInvariant, broken_by_turn};

/// The name and the text of an invariant.
#[derive(Clone, Copy)]
pub struct Invariant {
    /// The name, like `tokens-conserved`.
    pub name: &'static str,
    /// The invariant in one sentence.
    pub sentence: &'static str,
    holds: fn(&Game<'_>, &Position) -> bool,
}

impl fmt::Debug for Invariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.sentence)
    }
}

/// The invariants of a position.
pub const STATE: &[Invariant] = &[
    Invariant {
        name: "mover-seated",
        sentence: "two to four seats play, and the seat to act is one of them",
        holds: mover_is_seated,
    },
    Invariant {
        name: "end-called",
        sentence: "the last round is being played exactly if a seat has the prestige for it, or with The \
                   Cities meets a city; the ruling `end-time` then gives the seat to act a last turn",
        holds: end_is_called,
    },
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
        sentence: "every card is in exactly one place: market, hand, play area, face down, or out of \
                   the game",
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
    Invariant {
        name: "posts-met",
        sentence: "with The Trading Posts, and without Orient and Strongholds, a seat has exactly the \
                   posts whose demand its cards meet; without The Trading Posts it has none",
        holds: posts_are_met,
    },
    Invariant {
        name: "posts-last",
        sentence: "the seats never have more tiles of a trading post than there are seats, so its stack \
                   never runs out",
        holds: posts_last,
    },
    Invariant {
        name: "hands-counted",
        sentence: "the size of a hand is the number of its known and hidden cards",
        holds: hands_are_counted,
    },
    Invariant {
        name: "sums-right",
        sentence: "the bonuses and the prestige of a seat are the sums over its cards, nobles and posts",
        holds: sums_are_right,
    },
    Invariant {
        name: "copies-backed",
        sentence: "exactly the copy cards of the play areas have a color, and a seat with a copy of a color \
                   has another card of it that is no copy",
        holds: copies_are_backed,
    },
    Invariant {
        name: "strongholds-in-market",
        sentence: "strongholds stand only on face-up cards, and those of two seats never on one card",
        holds: strongholds_stand_apart,
    },
];

fn mover_is_seated(_: &Game<'_>, position: &Position) -> bool {
    (2..=MOST_SEATS).contains(&usize::from(position.table.turn_state.seat_count))
        && position.to_move() < position.table.turn_state.seat_count
}

fn end_is_called(game: &Game<'_>, position: &Position) -> bool {
    let mut seats = position.seats().iter();
    let rulings = ConsultedRulings::new(&game.rules.rulings);
    let calls = |seat: &Seat| calls_the_end(&rulings, game, &position.table, seat);
    match position.phase() {
        Phase::Open => !seats.any(calls),
        // The seat that called the end does not act again, so it keeps what it needs for that.
        Phase::LastRound => match rulings.end_time() {
            EndTime::Round => seats.take(usize::from(position.to_move())).any(calls),
            EndTime::AtOnce => false,
            EndTime::OthersOnce => {
                seats.any(calls) && !calls(&position.seats[position.mover_index()])
            }
        },
        Phase::Ended(_) => true,
    }
}

fn tokens_conserved(game: &Game<'_>, position: &Position) -> bool {
    // Where fewer than four play, the other seats hold nothing.
    let seats = position.seats.iter();
    seats.fold(position.supply(), |sum, seat| sum.plus(seat.tokens)) == game.tokens
}

fn ten_at_most(game: &Game<'_>, position: &Position) -> bool {
    position.seats().iter().all(|seat| is_within_limit(game, seat))
}

fn is_within_limit(game: &Game<'_>, seat: &Seat) -> bool {
    match game.rules.rulings.returns {
        Return::Exact | Return::Anything => seat.tokens.total() <= game.token_limit,
        Return::UpTo => true,
    }
}

fn three_in_hand(_: &Game<'_>, position: &Position) -> bool {
    position.seats().iter().all(|seat| seat.hand_size <= HAND_LIMIT)
}

/// Adds one set after the other: disjoint sets never overlap the sum so far.
fn cards_in_one_place(game: &Game<'_>, position: &Position) -> bool {
    let mut sum = position.market();
    let mut disjoint = true;
    let mut hands = CardSet::NONE;
    let mut add = |set: CardSet| {
        disjoint &= sum.and(set).is_empty();
        sum = sum.or(set);
    };
    add(position.unseen());
    add(position.gone());
    add(position.table.decked);
    for seat in position.seats() {
        add(seat.bought);
        add(seat.hand);
        hands = hands.or(seat.hand);
    }
    disjoint && sum == game.components.cards() && position.secret().without(hands).is_empty()
}

fn hidden_places_filled(game: &Game<'_>, position: &Position) -> bool {
    Row::ALL.into_iter().all(|row| places_are_filled(game, position, row))
}

fn places_are_filled(game: &Game<'_>, position: &Position, row: Row) -> bool {
    let at = row.index();
    let hands = position.seats.iter().map(|seat| u16::from(seat.hidden[at])).sum::<u16>();
    let face_down = u16::from(position.decks[at].hidden());
    let places = hands + u16::from(position.market_hidden()[at]) + face_down;
    let known = position.decks[at].len() - position.decks[at].hidden();
    let of_row = game.components.of_row(row);
    u16::from(position.unseen().and(of_row).len()) == places
        && position.table.decked.and(of_row).len() == known
}

fn market_full(game: &Game<'_>, position: &Position) -> bool {
    Row::ALL.into_iter().all(|row| row_is_full(game, position, row))
}

fn row_is_full(game: &Game<'_>, position: &Position, row: Row) -> bool {
    let at = row.index();
    let shown = position.market().and(game.components.of_row(row)).len();
    let shown = u16::from(shown) + u16::from(position.market_hidden()[at]);
    let width = u16::from(game.width(row));
    shown == width || (shown < width && position.decks[at].is_empty())
}

fn nobles_in_one_place(_: &Game<'_>, position: &Position) -> bool {
    let mut sum = position.nobles();
    let mut disjoint = true;
    for seat in position.seats() {
        disjoint &= sum.and(seat.nobles).is_empty();
        sum = sum.or(seat.nobles);
    }
    disjoint
}

/// Without Orient cards stay, and a bought card meets at most one new post, which its seat must take.
fn posts_are_met(game: &Game<'_>, position: &Position) -> bool {
    let module = game.rules.modules.trading_posts;
    position.seats().iter().all(|seat| {
        let met = if module { PostSet::met_by(seat.colors) } else { PostSet::NONE };
        // With Orient a post stays without its cards, and with either module of that box a turn can
        // meet several posts, of which only one comes.
        seat.posts == met || (module && game.rules.modules.have_sun_never_sets())
    })
}

fn posts_last(_: &Game<'_>, position: &Position) -> bool {
    let gone = |post| position.seats().iter().filter(|seat| seat.posts.has(post)).count();
    Post::ALL
        .into_iter()
        .all(|post| gone(post) <= usize::from(position.table.turn_state.seat_count))
}

fn hands_are_counted(_: &Game<'_>, position: &Position) -> bool {
    position.seats().iter().all(hand_is_counted)
}

fn hand_is_counted(seat: &Seat) -> bool {
    let hidden = seat.hidden.iter().fold(0, |sum, &count| sum + u16::from(count));
    u16::from(seat.hand_size) == u16::from(seat.hand.len()) + hidden
}

fn sums_are_right(game: &Game<'_>, position: &Position) -> bool {
    position.seats().iter().all(|seat| sums_of_seat_are_right(game, position.copies(), seat))
}

fn sums_of_seat_are_right(game: &Game<'_>, copies: Copies, seat: &Seat) -> bool {
    let points = game.components.points(seat.bought);
    let points = points + game.components.noble_points(seat.nobles);
    let points = points + u16::from(seat.posts.prestige());
    let [colors, bonuses] = copies.sums(game.components, seat.bought);
    seat.bonuses == game.components.bonuses(seat.bought).plus(bonuses)
        && seat.colors == game.components.colors(seat.bought).plus(colors)
        && u16::from(seat.prestige) == points
}

fn copies_are_backed(game: &Game<'_>, position: &Position) -> bool {
    if !game.rules.modules.orient {
        return position.copies() == Copies::default();
    }
    let (all, copies) = (game.components, position.copies());
    let bought = position.seats().iter().fold(CardSet::NONE, |sum, seat| sum.or(seat.bought));
    let owned = bought.and(copy_cards(all));
    let exactly = copies.count() == u32::from(owned.len())
        && owned.iter().all(|card| copies.get(all, card).is_some());
    exactly
        && position.seats().iter().filter(|seat| !seat.bought.and(owned).is_empty()).all(|seat| {
            let [copied, _] = position.copies().sums(all, seat.bought);
            let printed = all.colors(seat.bought);
            Color::ALL.into_iter().all(|color| copied.get(color) == 0 || printed.get(color) > 0)
        })
}

fn strongholds_stand_apart(game: &Game<'_>, position: &Position) -> bool {
    let strongholds = position.strongholds();
    if !game.rules.modules.strongholds {
        return *strongholds == Strongholds::IN_STOCK;
    }
    let mut free = position.market();
    // A card is free for one seat at most.
    (0..4).all(|seat| {
        let stand = strongholds.of(seat).all(|card| free.has(card));
        strongholds.of(seat).for_each(|card| free.remove(card));
        stand
    })
}

/// Returns the first invariant that does not hold.
pub fn broken(game: &Game<'_>, position: &Position) -> Option<Invariant> {
    STATE.iter().copied().find(|invariant| !(invariant.holds)(game, position))
}

/// Asserts the invariants of a position, unless it follows an illegal turn.
///
/// # Panics
///
/// If an invariant does not hold: that is a defect of this crate.
pub fn assert_position(game: &Game<'_>, position: &Position) {
    if position.is_untrusted() {
        return;
    }
    if let Some(invariant) = broken(game, position) {
        panic!("invariant {invariant:?}, broken after turn {}", position.turns());
    }
}

impl Position {
    /// Returns the position of a table on which every invariant holds.
    ///
    /// # Errors
    ///
    /// The first invariant that does not hold.
    pub fn of(game: &Game<'_>, description: &TableDescription<'_>) -> Result<Self, Invariant> {
        let position = Self::unchecked(game, description);
        match broken(game, &position) {
            None => Ok(position),
            Some(invariant) => Err(invariant),
        }
    }
}
