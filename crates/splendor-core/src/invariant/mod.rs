//! What is true of every position, as named functions.
//!
//! A log that breaks a rule is data; a broken invariant is a defect of this crate. All of them
//! are asserted after every turn, in release builds too.

use core::fmt;

use crate::card::{CardSet, Level};
use crate::end::calls_the_end;
use crate::position::{MOST_SEATS, Phase, Position, Seat};
use crate::post::{Post, PostSet};
use crate::rules::{Game, Return};
use crate::tokens::Gems;

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

/// Makes the list of invariants, and one function that asks for those of each turn: a list alone
/// would cost a call for each.
macro_rules! state_invariants {
    ($($name:literal, $sentence:literal, $holds:ident, each turn: $each_turn:literal;)+) => {
        /// The invariants of a position.
        pub const STATE: &[Invariant] =
            &[$(Invariant { name: $name, sentence: $sentence, holds: $holds }),+];

        /// Whether those hold that are asserted after every turn. The others follow from those of
        /// the turn; they are asserted when a position is made and when the phase changes.
        fn state_holds(game: &Game<'_>, position: &Position) -> bool {
            $((!$each_turn || $holds(game, position)))&&+
        }
    };
}

state_invariants! {
    "mover-seated",
        "two to four seats play, and the next to act is one of them",
        mover_is_seated, each turn: true;
    "end-called",
        "the last round is played exactly if a seat has the prestige that calls it, or with The \
         Cities meets a city, and never begins with seat 0",
        end_is_called, each turn: false;
    "tokens-conserved",
        "the supply and the seats together hold the tokens that the game began with",
        tokens_conserved, each turn: true;
    "ten-at-most",
        "between two turns no seat holds more than ten tokens",
        ten_at_most, each turn: true;
    "three-in-hand",
        "no seat has more than three cards in hand",
        three_in_hand, each turn: true;
    "cards-in-one-place",
        "every card is in exactly one place: market, hand, play area, or face down",
        cards_in_one_place, each turn: true;
    "hidden-places-filled",
        "on each level there are as many unseen cards as hidden places",
        hidden_places_filled, each turn: false;
    "market-full",
        "a level shows its full width of cards unless its deck is empty",
        market_full, each turn: false;
    "nobles-in-one-place",
        "every noble is on the table or with exactly one seat",
        nobles_in_one_place, each turn: true;
    "posts-met",
        "with The Trading Posts a seat has exactly the posts whose demand its cards meet, without \
         them none",
        posts_are_met, each turn: false;
    "posts-last",
        "of each trading post the seats have no more tiles than there are seats, so that its stack \
         never runs out",
        posts_last, each turn: false;
    "hands-counted",
        "the size of a hand is the number of its known and hidden cards",
        hands_are_counted, each turn: false;
    "sums-right",
        "the bonuses and the prestige of a seat are those of its cards, nobles and posts",
        sums_are_right, each turn: false;
}

fn mover_is_seated(_: &Game<'_>, position: &Position) -> bool {
    (2..=MOST_SEATS).contains(&usize::from(position.seat_count))
        && position.to_move < position.seat_count
}

fn end_is_called(game: &Game<'_>, position: &Position) -> bool {
    let called = || (0..position.seat_count).any(|seat| calls_the_end(game, position, seat));
    match position.phase {
        Phase::Open => !called(),
        Phase::LastRound => called() && position.to_move > 0,
        Phase::Ended(_) => true,
    }
}

fn tokens_conserved(game: &Game<'_>, position: &Position) -> bool {
    let seats = position.seats().iter();
    seats.fold(position.supply, |sum, seat| sum.plus(seat.tokens)) == game.tokens
}

fn ten_at_most(game: &Game<'_>, position: &Position) -> bool {
    position.seats().iter().all(|seat| seat.tokens.total() <= game.token_limit)
        || game.rules.rulings.returns == Return::UpTo
}

fn three_in_hand(_: &Game<'_>, position: &Position) -> bool {
    position.seats().iter().all(|seat| seat.hand_size <= 3)
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
    Level::ALL.into_iter().all(|level| places_are_filled(game, position, level))
}

fn places_are_filled(game: &Game<'_>, position: &Position, level: Level) -> bool {
    let at = level.index();
    let hands = position.seats().iter().map(|seat| u16::from(seat.hidden[at])).sum::<u16>();
    let face_down = u16::from(position.decks[at].hidden());
    let places = hands + u16::from(position.market_hidden[at]) + face_down;
    let known = position.decks[at].len() - position.decks[at].hidden();
    let of_level = game.components.of_level(level);
    u16::from(position.unseen.and(of_level).len()) == places
        && position.decked.and(of_level).len() == known
}

fn market_full(game: &Game<'_>, position: &Position) -> bool {
    Level::ALL.into_iter().all(|level| row_is_full(game, position, level))
}

fn row_is_full(game: &Game<'_>, position: &Position, level: Level) -> bool {
    let at = level.index();
    let shown = position.market.and(game.components.of_level(level)).len();
    let shown = u16::from(shown) + u16::from(position.market_hidden[at]);
    let width = u16::from(game.market_width);
    shown == width || (shown < width && position.decks[at].is_empty())
}

fn level_is_whole(game: &Game<'_>, position: &Position, level: Level) -> bool {
    places_are_filled(game, position, level) && row_is_full(game, position, level)
}

fn nobles_in_one_place(_: &Game<'_>, position: &Position) -> bool {
    let mut sum = position.nobles;
    let mut disjoint = true;
    for seat in position.seats() {
        disjoint &= sum.and(seat.nobles).is_empty();
        sum = sum.or(seat.nobles);
    }
    disjoint
}

/// Cards stay, and a bought card meets at most one new post, which its seat must take.
fn posts_are_met(game: &Game<'_>, position: &Position) -> bool {
    let module = game.rules.modules.trading_posts;
    position.seats().iter().all(|seat| {
        let met = if module { PostSet::met_by(seat.bonuses) } else { PostSet::NONE };
        seat.posts == met
    })
}

fn posts_last(_: &Game<'_>, position: &Position) -> bool {
    let gone = |post| position.seats().iter().filter(|seat| seat.posts.has(post)).count();
    Post::ALL.into_iter().all(|post| gone(post) <= usize::from(position.seat_count))
}

fn hands_are_counted(_: &Game<'_>, position: &Position) -> bool {
    let counted = |seat: &Seat| seat.hand_size == seat.hand.len() + seat.hidden.iter().sum::<u8>();
    position.seats().iter().all(counted)
}

fn sums_are_right(game: &Game<'_>, position: &Position) -> bool {
    position.seats().iter().all(|seat| {
        let points = game.components.points(seat.bought);
        let points = points + game.components.noble_points(seat.nobles);
        let points = points + u16::from(seat.posts.prestige());
        seat.bonuses == game.components.bonuses(seat.bought) && u16::from(seat.prestige) == points
    })
}

/// Returns the first invariant that does not hold.
pub fn broken(game: &Game<'_>, position: &Position) -> Option<Invariant> {
    STATE.iter().copied().find(|invariant| !(invariant.holds)(game, position))
}

/// An invariant of a turn: what holds between the position before and the one after.
#[derive(Clone, Copy)]
pub struct TurnInvariant {
    /// The name, like `gold-from-reserving`.
    pub name: &'static str,
    /// What holds, in one sentence.
    pub sentence: &'static str,
    holds: fn(&Game<'_>, &Position, &Position) -> bool,
}

impl fmt::Debug for TurnInvariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.sentence)
    }
}

macro_rules! turn_invariants {
    ($($name:literal, $sentence:literal, $holds:ident;)+) => {
        /// The invariants of a turn.
        ///
        /// With them the invariants of a position that a turn has not touched need not be counted
        /// again: they held before, and a turn changes no more than these allow.
        pub const TURN: &[TurnInvariant] =
            &[$(TurnInvariant { name: $name, sentence: $sentence, holds: $holds }),+];

        fn turn_holds(game: &Game<'_>, before: &Position, after: &Position) -> bool {
            $($holds(game, before, after))&&+
        }
    };
}

turn_invariants! {
    "only-the-mover",
        "a turn changes the holdings of no seat but its own",
        only_the_mover;
    "kept-for-ever",
        "bought cards, nobles and posts stay with their seat",
        kept_for_ever;
    "sums-grow-alike",
        "bonuses and prestige grow by those of the cards, nobles and posts gained in the turn",
        sums_grow_alike;
    "one-level",
        "a turn moves cards of one level at most, and leaves that level whole",
        one_level;
    "post-when-met",
        "a trading post is gained in the turn in which its demand is met, one at a time",
        post_when_met;
    "no-noble-lost",
        "no noble enters or leaves the game",
        no_noble_lost;
    "gold-from-reserving",
        "gold comes only with a reserved card, one at a time",
        gold_from_reserving;
    "called-when-due",
        "the end is called in the turn that brings its seat what calls it, and the last round is \
         over before seat 0 acts again",
        called_when_due;
    "no-way-back",
        "each turn is counted, and an end that was triggered stays triggered",
        no_way_back;
}

/// Asserts the invariants of a turn and of the position that it leaves.
pub(crate) fn assert_turn(game: &Game<'_>, before: &Position, after: &Position) {
    let whole = after.phase == before.phase || broken(game, after).is_none();
    if !(whole && turn_holds(game, before, after) && state_holds(game, after)) {
        report(game, before, after);
    }
}

#[cold]
fn report(game: &Game<'_>, before: &Position, after: &Position) -> ! {
    let turn = after.turns;
    match TURN.iter().find(|invariant| !(invariant.holds)(game, before, after)) {
        Some(invariant) => panic!("invariant {invariant:?}, broken by turn {turn}"),
        None => panic!("invariant {:?}, broken by turn {turn}", broken(game, after)),
    }
}

fn mover(before: &Position) -> usize {
    usize::from(before.to_move)
}

fn only_the_mover(_: &Game<'_>, before: &Position, after: &Position) -> bool {
    let mover = mover(before);
    let mut pairs = before.seats().iter().zip(after.seats()).enumerate();
    pairs.all(|(seat, (was, is))| seat == mover || was == is)
}

fn kept_for_ever(_: &Game<'_>, before: &Position, after: &Position) -> bool {
    let (was, is) = (&before.seats[mover(before)], &after.seats[mover(before)]);
    was.bought.without(is.bought).is_empty()
        && was.nobles.without(is.nobles).is_empty()
        && was.posts.without(is.posts).is_empty()
}

fn sums_grow_alike(game: &Game<'_>, before: &Position, after: &Position) -> bool {
    let (was, is) = (&before.seats[mover(before)], &after.seats[mover(before)]);
    let (mut bonuses, mut prestige) = (was.bonuses, was.prestige);
    for card in is.bought.without(was.bought).iter() {
        let card = game.components.card(card);
        bonuses = bonuses.plus(Gems::one(card.bonus));
        prestige += card.points;
    }
    for noble in is.nobles.without(was.nobles).iter() {
        prestige += game.components.noble(noble).points;
    }
    if was.posts != is.posts {
        prestige += is.posts.prestige() - was.posts.prestige();
    }
    bonuses == is.bonuses && prestige == is.prestige
}

/// Counts the cards of the one level that the turn has touched.
fn one_level(game: &Game<'_>, before: &Position, after: &Position) -> bool {
    let same = Level::ALL.map(|level| before.deck(level) == after.deck(level));
    let (was, is) = (&before.seats[mover(before)], &after.seats[mover(before)]);
    let still = (before.market, before.market_hidden, was.hand, was.hidden)
        == (after.market, after.market_hidden, is.hand, is.hidden);
    if still && same == [true; 3] {
        return was.bought == is.bought && before.unseen == after.unseen;
    }
    let moved = before.market.or(was.hand).or(before.unseen).or(before.decked);
    let moved = moved.without(after.market.or(is.hand).or(after.unseen).or(after.decked));
    let gone = moved.or(is.hand.without(was.hand)).or(is.bought.without(was.bought)).iter().next();
    let level = gone.map(|card| game.components.card(card).level);
    let hidden =
        Level::ALL.into_iter().find(|level| was.hidden != is.hidden && !same[level.index()]);
    let Some(level) = level.or(hidden) else { return false };
    Level::ALL.iter().all(|&other| other == level || same[other.index()])
        && level_is_whole(game, after, level)
        && is.hand_size == is.hand.len() + is.hidden.iter().sum::<u8>()
}

fn post_when_met(game: &Game<'_>, before: &Position, after: &Position) -> bool {
    let (was, is) = (&before.seats[mover(before)], &after.seats[mover(before)]);
    if was.bonuses == is.bonuses || !game.rules.modules.trading_posts {
        return was.posts == is.posts;
    }
    is.posts == PostSet::met_by(is.bonuses) && is.posts.without(was.posts).len() <= 1
}

fn no_noble_lost(_: &Game<'_>, before: &Position, after: &Position) -> bool {
    let mover = mover(before);
    let was = before.nobles.or(before.seats[mover].nobles);
    was == after.nobles.or(after.seats[mover].nobles)
}

fn gold_from_reserving(_: &Game<'_>, before: &Position, after: &Position) -> bool {
    let (was, is) = (&before.seats[mover(before)], &after.seats[mover(before)]);
    let gain = is.tokens.gold().saturating_sub(was.tokens.gold());
    gain == 0 || (gain == 1 && is.hand_size == was.hand_size + 1)
}

fn called_when_due(game: &Game<'_>, before: &Position, after: &Position) -> bool {
    let calls = || calls_the_end(game, after, before.to_move);
    match (before.phase, after.phase) {
        (Phase::Open, Phase::Open) => !calls(),
        (Phase::Open, Phase::LastRound) => after.to_move > 0 && calls(),
        (_, Phase::LastRound) => after.to_move > 0,
        (_, Phase::Open | Phase::Ended(_)) => true,
    }
}

fn no_way_back(_: &Game<'_>, before: &Position, after: &Position) -> bool {
    let order = before.phase == Phase::Open || after.phase != Phase::Open;
    order && after.turns == before.turns.saturating_add(1)
}
