//! Whether a turn has kept the invariants of a position, checked only on the parts that the turn
//! can change.
//!
//! Each check relies on two facts: every invariant held before the turn, and the invariants of the
//! turn hold, most of all that only the holdings of the seat to move changed. A part that did not
//! change needs no second count.
#![expect(
    clippy::inline_always,
    reason = "called after every turn; the calls would cost more than the checks"
)]

use super::{is_within_limit, mover_is_seated, row_is_full};
use crate::component::{CardSet, Row};
use crate::game::{Game, HAND_LIMIT};
use crate::number::Gems;
use crate::position::{Deck, MOST_SEATS, Position, Seat, Table};
use crate::rule::StateBefore;

/// A turn that was played: the position before it and the one after.
#[derive(Clone, Copy)]
pub(super) struct PlayedTurn<'s> {
    pub(super) game: &'s Game<'s>,
    pub(super) before: &'s Table,
    pub(super) after: &'s Position,
    /// The whole position before, if that was kept.
    pub(super) whole_position: Option<&'s Position>,
    /// The level that the turn is about, the deck of that level before, and the deck now.
    pub(super) row: Row,
    pub(super) was_deck: &'s Deck,
    pub(super) is_deck: &'s Deck,
    /// The holdings of the seat to move before and after.
    pub(super) was: &'s Seat,
    pub(super) is: &'s Seat,
    pub(super) moves: Moves,
    /// The cards that were bought.
    pub(super) gained: CardSums,
    /// Whether no noble and no trading post has moved.
    pub(super) no_tile_moved: bool,
    /// Whether nothing can have moved but tokens: nothing else was written.
    pub(super) only_tokens_moved: bool,
}

impl<'s> PlayedTurn<'s> {
    #[inline(always)]
    pub(super) fn new(game: &'s Game<'s>, before: &StateBefore<'s>, after: &'s Position) -> Self {
        let StateBefore { row, deck: was_deck, seat: was, table: before, whole_position, .. } =
            *before;
        let is_deck = &after.decks[row.index()];
        let is = &after.seats[usize::from(before.turn_state.to_move) % MOST_SEATS];
        let moves = moves(before, &after.table, was, is);
        let gained = CardSums::of(game, moves.bought);
        let nobles =
            before.nobles.bits() ^ after.table.nobles.bits() | was.nobles.bits() ^ is.nobles.bits();
        let no_tile_moved = nobles | u32::from(was.posts.bits() ^ is.posts.bits()) == 0;
        Self {
            game,
            before,
            after,
            whole_position,
            row,
            was_deck,
            is_deck,
            was,
            is,
            moves,
            gained,
            no_tile_moved,
            only_tokens_moved: false,
        }
    }
}

/// The bonuses, the colors and the points of cards that a seat gained in a turn, or gave up.
#[derive(Clone, Copy, Default)]
pub(super) struct CardSums {
    pub(super) bonuses: Gems,
    pub(super) colors: Gems,
    pub(super) points: u16,
}

impl CardSums {
    #[inline(always)]
    pub(super) fn of(game: &Game<'_>, new: CardSet) -> Self {
        let Some(first) = new.first_member() else { return Self::default() };
        let (card, others) = (game.components.card(first), new.without(CardSet::one(first)));
        if others.is_empty() {
            let points = u16::from(card.points);
            return Self { bonuses: card.bonuses(), colors: card.colors(), points };
        }
        // In the base game no turn by the rules gains two; they are counted all the same.
        let all = game.components;
        Self { bonuses: all.bonuses(new), colors: all.colors(new), points: all.points(new) }
    }
}

/// The movements of the known cards in a turn.
#[derive(Clone, Copy, Default)]
pub(super) struct Moves {
    /// The cards that are in another place than before, or are known to other seats.
    pub(super) moved: CardSet,
    /// Those that the seat to move has bought.
    pub(super) bought: CardSet,
    /// Those that it had bought before and has no more.
    pub(super) given_up: CardSet,
    /// The cards that appeared or disappeared, are in two places, or are secret but in no hand.
    pub(super) misplaced: CardSet,
}

/// Compares every place of cards, except the other hands, with its state before. It is never
/// inlined, so that the compiler reads, compares and combines whole sets of cards in vector
/// registers.
///
/// The table and the seat to move together still have the cards that they had, each card once,
/// because the other seats keep theirs. A secret card was in a hand before and is in a hand now.
#[inline(never)]
pub(super) fn moves(before: &Table, after: &Table, was: &Seat, is: &Seat) -> Moves {
    let moved = was.bought.differing(is.bought).or(was.hand.differing(is.hand));
    let moved = moved.or(before.market.differing(after.market));
    let moved = moved.or(before.unseen.differing(after.unseen));
    let moved = moved.or(before.decked.differing(after.decked));
    let moved = moved.or(before.secret.differing(after.secret));
    let had = was.bought.or(was.hand).or(before.market).or(before.unseen).or(before.decked);
    let Table { market, unseen, decked, secret, .. } = *after;
    let (has, twice) = (is.bought.or(is.hand), is.bought.and(is.hand));
    let (has, twice) = (has.or(market), twice.or(has.and(market)));
    let (has, twice) = (has.or(unseen), twice.or(has.and(unseen)));
    let (has, twice) = (has.or(decked), twice.or(has.and(decked)));
    let exposed = secret.and(moved).without(is.hand);
    Moves {
        moved,
        bought: is.bought.without(was.bought),
        given_up: was.bought.without(is.bought),
        misplaced: had.differing(has).or(twice).or(exposed),
    }
}

/// A turn of the base game moves no stronghold and copies no color; after any other turn all
/// invariants are checked on the whole position.
#[inline(always)]
pub(super) const fn no_chains(_: &PlayedTurn<'_>) -> bool {
    true
}

/// The invariants of the turn already cover this invariant.
#[inline(always)]
pub(super) const fn by_the_turn(_: &PlayedTurn<'_>) -> bool {
    true
}

#[inline(always)]
pub(super) fn seat_to_move(played: &PlayedTurn<'_>) -> bool {
    mover_is_seated(played.game, played.after)
        && played.after.table.turn_state.seat_count == played.before.turn_state.seat_count
}

/// The other seats keep their tokens. Two counts below 128 add up to less than a byte holds, so
/// that no carry crosses into the next count: the words are equal exactly if all sums are equal.
#[inline(always)]
pub(super) const fn tokens(played: &PlayedTurn<'_>) -> bool {
    let PlayedTurn { before, after, was, is, .. } = played;
    let had = before.supply.word().wrapping_add(was.tokens.word());
    had == after.table.supply.word().wrapping_add(is.tokens.word())
}

#[inline(always)]
pub(super) fn limit_of_tokens(played: &PlayedTurn<'_>) -> bool {
    is_within_limit(played.game, played.is)
}

#[inline(always)]
pub(super) const fn limit_of_hand(played: &PlayedTurn<'_>) -> bool {
    played.is.hand_size <= HAND_LIMIT
}

#[inline(always)]
pub(super) fn places_of_cards(played: &PlayedTurn<'_>) -> bool {
    played.only_tokens_moved || played.moves.misplaced.is_empty()
}

/// The other seats keep their nobles, so the table and the seat to move together still have the
/// nobles that they had, each noble once.
#[inline(always)]
pub(super) const fn places_of_nobles(played: &PlayedTurn<'_>) -> bool {
    played.no_tile_moved || played.after.table.nobles.and(played.is.nobles).is_empty()
}

/// Whether the level of the turn still has as many unseen cards as hidden places, a known card for
/// each known place of its deck, and a full row. Each pair of numbers was equal before, so both
/// must change by the same amount.
#[inline(always)]
pub(super) fn whole_level(played: &PlayedTurn<'_>) -> bool {
    let PlayedTurn { game, before, after, was, is, row, was_deck, is_deck, .. } = *played;
    let at = row.index();
    let hands = growth(was.hidden[at], is.hidden[at]);
    let face_up = growth(before.market_hidden[at], after.table.market_hidden[at]);
    let hidden = growth(was_deck.hidden(), is_deck.hidden());
    let known = growth(was_deck.len(), is_deck.len()) - hidden;
    let hand = growth_of_set(was.hand, is.hand);
    let unseen = growth_of_set(before.unseen, after.table.unseen);
    let decked = growth_of_set(before.decked, after.table.decked);
    unseen == hands + face_up + hidden
        && decked == known
        && growth(was.hand_size, is.hand_size) == hand + hands
        && row_is_full(game, after, row)
}

/// Whether of the other levels no hidden place is one more or one less.
#[inline(always)]
pub(super) fn others_hide_as_many(played: &PlayedTurn<'_>) -> bool {
    let PlayedTurn { before, after, was, is, row, .. } = *played;
    let in_market = counts(before.market_hidden) ^ counts(after.table.market_hidden);
    let in_hand = counts(was.hidden) ^ counts(is.hidden);
    (in_market | in_hand) & !(0xff << (8 * row.index())) == 0
}

#[inline(always)]
const fn counts(hidden: [u8; Row::COUNT]) -> u64 {
    let [one, two, three, orient_one, orient_two, orient_three] = hidden;
    u64::from_le_bytes([one, two, three, orient_one, orient_two, orient_three, 0, 0])
}

#[inline(always)]
fn growth(was: u8, is: u8) -> i32 {
    i32::from(is) - i32::from(was)
}

#[inline(always)]
pub(super) fn growth_of_set(was: CardSet, is: CardSet) -> i32 {
    growth(was.len(), is.len())
}
