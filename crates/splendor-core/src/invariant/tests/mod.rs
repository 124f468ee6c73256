//! The checks after a turn find every error, although they look only at the parts that the turn can
//! change.

mod broken;
mod chain;

use super::*;
use crate::component::{CardId, NobleId};
use crate::game::{Modules, Rules};
use crate::number::{Color, Gems, Token};
use crate::position::{Deck, Setup};
use crate::rule::TokenState;
use crate::turn::{Action, Turn};
use alloc::vec::Vec;

/// Random numbers, the same in every run.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        usize::try_from(self.0 >> 33).unwrap() % bound
    }

    pub(crate) fn small(&mut self, bound: u8) -> u8 {
        u8::try_from(self.below(usize::from(bound))).unwrap()
    }

    fn shuffled<T>(&mut self, all: impl Iterator<Item = T>) -> Vec<T> {
        let mut list: Vec<T> = all.collect();
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
        list
    }

    /// One more or one less.
    fn nudged(&mut self, count: u8) -> u8 {
        if self.below(2) == 0 { count.wrapping_add(1) & 127 } else { count.saturating_sub(1) }
    }
}

fn toggle(set: &mut CardSet, id: CardId) {
    if set.has(id) { set.remove(id) } else { set.insert(id) }
}

/// Makes something of a position wrong, or at least other.
fn spoil(position: &mut Position, dice: &mut Dice) {
    let (card, level) = (CardId(dice.small(90)), dice.below(3));
    let (token, color) = (Token::ALL[dice.below(6)], Color::ALL[dice.below(5)]);
    let post = Post::ALL[dice.below(5)];
    let kind = dice.below(30);
    let seat = &mut position.seats[dice.below(usize::from(position.table.turn_state.seat_count))];
    match kind {
        0 => seat.tokens = seat.tokens.with(token, dice.nudged(seat.tokens.get(token))),
        1 => seat.bonuses = seat.bonuses.with(color, dice.nudged(seat.bonuses.get(color))),
        2 => toggle(&mut seat.bought, card),
        3 => toggle(&mut seat.hand, card),
        4 => seat.hidden[level] = dice.nudged(seat.hidden[level]),
        5 => seat.hand_size = dice.nudged(seat.hand_size),
        6 => seat.nobles.insert(NobleId(dice.small(10))),
        7 => seat.prestige = dice.nudged(seat.prestige),
        8 => seat.posts = PostSet::one(post),
        9 => {
            position.table.supply =
                position.table.supply.with(token, dice.nudged(position.table.supply.get(token)));
        }
        10 => toggle(&mut position.table.market, card),
        11 => {
            position.table.market_hidden[level] = dice.nudged(position.table.market_hidden[level]);
        }
        12 => toggle(&mut position.table.unseen, card),
        13 => toggle(&mut position.table.decked, card),
        14 => toggle(&mut position.table.secret, card),
        15 => position.table.nobles.insert(NobleId(dice.small(10))),
        16 => position.table.turn_state.to_move = dice.nudged(position.table.turn_state.to_move),
        17 => position.table.turn_state.phase = Phase::LastRound,
        18 => position.table.turn_state.phase = Phase::Open,
        19 => drop(position.decks[level].draw()),
        20 => position.decks[level] = Deck::unknown(dice.small(40)),
        21 => seat.bonuses = Gems::NONE,
        29 => seat.colors = seat.colors.with(color, dice.nudged(seat.colors.get(color))),
        // A card goes from one place to another.
        22 => {
            toggle(&mut seat.hand, card);
            toggle(&mut position.table.market, card);
        }
        23 => {
            toggle(&mut seat.bought, card);
            toggle(&mut position.table.decked, card);
        }
        _ => spoil_rightly_counted(position, dice),
    }
}

/// Introduces several errors at once, so that sums that are checked together may still add up.
fn spoil_rightly_counted(position: &mut Position, dice: &mut Dice) {
    let (level, token, many) = (dice.below(3), Token::ALL[dice.below(6)], dice.small(5));
    let kind = dice.below(5);
    let Position { seats, decks, table, .. } = position;
    let seat = &mut seats[dice.below(usize::from(table.turn_state.seat_count))];
    match kind {
        // Tokens go from the supply to a seat.
        0 => {
            let many = many.min(table.supply.get(token));
            table.supply = table.supply.with(token, table.supply.get(token) - many);
            seat.tokens = seat.tokens.with(token, seat.tokens.get(token) + many);
        }
        // Cards move from a deck to a hand, without names.
        1 => {
            for _ in 0..many.min(decks[level].hidden()) {
                decks[level].draw();
                seat.hidden[level] += 1;
                seat.hand_size += 1;
            }
        }
        // A place more in the row and in a hand.
        2 => {
            table.market_hidden[level] += 1;
            seat.hidden[level] += 1;
        }
        // A card goes from the row to a hand, and no other comes.
        3 => {
            if let Some(card) = table.market.first_member() {
                table.market.remove(card);
                seat.hand.insert(card);
                seat.hand_size += 1;
            }
        }
        // A card comes to the row, and another one without a name.
        _ => {
            let unseen = table.unseen.first_member();
            if let Some(card) = unseen.filter(|_| decks[0].hidden() > 1) {
                table.unseen.remove(card);
                table.market.insert(card);
                table.market_hidden[0] += 1;
                decks[0].draw();
                decks[0].draw();
            }
        }
    }
}

fn deal(game: &Game<'_>, seats: u8, ordered: bool, dice: &mut Dice) -> Position {
    let cards = Row::ALL.map(|level| dice.shuffled(game.components.of_row(level).iter()));
    let nobles = dice.shuffled((0..10).map(NobleId));
    let cities = [0, 1, 3].map(|at| crate::CityId::all().nth(2 * at).unwrap());
    let split = |row: Row| {
        let cards = &cards[row.index()];
        cards.split_at(cards.len().min(usize::from(game.width(row))))
    };
    let count = if game.rules.modules.cities { 0 } else { usize::from(seats) + 1 };
    let setup = Setup {
        seats,
        nobles: &nobles[..count],
        market: Row::ALL.map(|row| split(row).0),
        decks: Row::ALL.map(|row| ordered.then(|| split(row).1)),
        cities: if game.rules.modules.cities { &cities } else { &[] },
    };
    Position::deal(game, &setup).unwrap()
}

/// Plays a game at random, of the base game or with the modules of The Silk Road, and shows each
/// turn.
pub(crate) fn play(dice: &mut Dice, see: impl FnMut(&mut Dice, &Game<'_>, &Position, &Position)) {
    let both = dice.below(2) == 0;
    let modules = Modules { cities: both, trading_posts: both, ..Modules::NONE };
    play_with(modules, dice, see);
}

/// Plays a game with these modules at random and shows each turn.
pub(crate) fn play_with(
    modules: Modules,
    dice: &mut Dice,
    mut see: impl FnMut(&mut Dice, &Game<'_>, &Position, &Position),
) {
    let seats = 2 + dice.small(3);
    let game = Game::published(Rules { modules, ..Rules::default() }, seats);
    let ordered = dice.below(3) > 0;
    let mut position = deal(&game, seats, ordered, dice);
    for _ in 0..200 {
        let legal = position.legal_turns(&game);
        let buys = |turn: &&Turn| matches!(turn.action, Action::Purchase { .. });
        let bought: Vec<&Turn> = legal.iter().filter(buys).collect();
        let turn = match (bought.len(), legal.len()) {
            (0, 0) => return,
            (0, all) => legal[dice.below(all)],
            (some, _) => *bought[dice.below(some)],
        };
        let (next, _) = position.play(&game, &turn).unwrap();
        see(dice, &game, &position, &next);
        position = next;
    }
}

#[test]
fn what_a_turn_asks_finds_every_broken_invariant() {
    let mut dice = Dice(7);
    let (mut wrong, mut unseen) = (0, 0);
    for _ in 0..60 {
        play(&mut dice, |dice, game, before, after| {
            assert!(turn::holds(game, &touched(before, after), after));
            for _ in 0..12 {
                let mut spoiled = *after;
                (0..=dice.below(3)).for_each(|_| spoil(&mut spoiled, dice));
                if let Some(invariant) = broken(game, &spoiled) {
                    assert!(
                        !turn::holds(game, &touched(before, &spoiled), &spoiled),
                        "{invariant:?}"
                    );
                    wrong += 1;
                } else {
                    unseen += usize::from(spoiled != *after);
                }
            }
        });
    }
    assert!(wrong > 20_000 && unseen > 100, "{wrong} positions were wrong, {unseen} only other");
}

/// Makes one of the numbers wrong that a turn of tokens alone may change.
fn spoil_tokens(position: &mut Position, mover: usize, dice: &mut Dice) {
    let token = Token::ALL[dice.below(6)];
    let Position { seats, table, .. } = position;
    let held = &mut seats[mover].tokens;
    match dice.below(9) {
        0 => *held = held.with(token, dice.nudged(held.get(token))),
        1 => table.supply = table.supply.with(token, dice.nudged(table.supply.get(token))),
        // One count grows by as many as the other loses.
        2 | 3 => {
            let many = dice.small(5).min(table.supply.get(token));
            table.supply = table.supply.with(token, table.supply.get(token) - many);
            *held = held.with(token, held.get(token) + many);
        }
        4 => table.turn_state.to_move = dice.nudged(table.turn_state.to_move),
        5 => table.turn_state.turns = table.turn_state.turns.wrapping_add(1),
        6 => table.turn_state.phase = Phase::LastRound,
        7 => table.turn_state.phase = Phase::Open,
        _ => table.turn_state.seat_count = dice.nudged(table.turn_state.seat_count),
    }
}

#[test]
fn what_a_turn_of_tokens_asks_finds_every_broken_invariant() {
    let mut dice = Dice(12);
    let (mut wrong, mut refused) = (0, 0);
    for _ in 0..60 {
        play(&mut dice, |dice, game, before, after| {
            let found = TokenState { supply: before.table.supply, held: before.mover().tokens };
            let turn_state = before.table.turn_state;
            let mut still = *before;
            still.table.supply = after.table.supply;
            still.table.turn_state = after.table.turn_state;
            still.seats[before.mover_index()].tokens = after.seats[before.mover_index()].tokens;
            if still == *after {
                assert!(turn::tokens_only_hold(game, found, turn_state, after));
            }
            for _ in 0..12 {
                let mut spoiled = still;
                (0..=dice.below(2))
                    .for_each(|_| spoil_tokens(&mut spoiled, before.mover_index(), dice));
                let held = turn::tokens_only_hold(game, found, turn_state, &spoiled);
                // The checks of a turn apply to this turn as well.
                assert_eq!(held, turn::holds(game, &touched(before, &spoiled), &spoiled));
                refused += usize::from(!held);
                if let Some(invariant) = broken(game, &spoiled) {
                    assert!(!held, "{invariant:?}");
                    wrong += 1;
                }
            }
        });
    }
    assert!(wrong > 20_000 && refused > wrong, "{wrong} were wrong, {refused} refused");
}

#[test]
fn nothing_of_another_seat_may_change() {
    let mut dice = Dice(8);
    let mut changed = 0;
    for _ in 0..10 {
        play(&mut dice, |dice, game, before, after| {
            let mut spoiled = *after;
            spoil(&mut spoiled, dice);
            let pairs = spoiled.seats().iter().zip(after.seats()).enumerate();
            let others =
                pairs.filter(|&(seat, _)| seat != usize::from(before.table.turn_state.to_move));
            if others.into_iter().any(|(_, (is, was))| is != was) {
                assert!(!turn::holds(game, &touched(before, &spoiled), &spoiled));
                changed += 1;
            }
        });
    }
    assert!(changed > 100, "{changed}");
}

#[test]
fn a_set_has_grown_by_what_came_less_what_left() {
    let mut dice = Dice(9);
    let mut grown = 0;
    for _ in 0..2_000 {
        let was: CardSet = (0..90).filter(|_| dice.below(2) == 0).map(CardId).collect();
        let mut is = was;
        (0..dice.below(5)).for_each(|_| toggle(&mut is, CardId(dice.small(90))));
        let growth = i32::from(is.len()) - i32::from(was.len());
        assert_eq!(kept::growth_of_set(was, is), growth, "{was:?} {is:?}");
        grown += usize::from(growth.abs() > 1);
    }
    assert!(grown > 500, "{grown}");
}

#[test]
fn what_was_gained_is_counted_however_many_cards_it_is() {
    let mut dice = Dice(10);
    let game = Game::published(Rules::default(), 2);
    for count in 0..200 {
        let (mut was, mut is) = (Seat::default(), Seat::default());
        let cards = dice.shuffled((0..90).map(CardId));
        let (old, new) = cards[..20].split_at(count % 4);
        // Those that went away are no gain.
        was.bought = old.iter().chain(&new[..2]).copied().collect();
        is.bought = old.iter().chain(&new[3..3 + count % 3]).copied().collect();
        let (table, all) = (deal(&game, 2, true, &mut dice).table, is.bought.without(was.bought));
        let new = kept::moves(&table, &table, &was, &is).bought;
        assert_eq!(new, all);
        let gained = kept::CardSums::of(&game, new);
        let all: Vec<_> = all.iter().collect();
        let facts = all.iter().map(|&id| game.components.card(id));
        let points: u16 = facts.clone().map(|card| u16::from(card.points)).sum();
        let bonuses = facts.fold(Gems::NONE, |sum, card| sum.plus(card.bonuses()));
        assert_eq!((gained.bonuses, gained.points), (bonuses, points), "{all:?}");
    }
}

/// A turn can break a rule although the position that it leaves is possible on its own. The
/// invariant that it did not keep reports that.
#[test]
fn a_seat_that_comes_to_the_table_is_reported() {
    let game = Game::published(Rules::default(), 3);
    let before = deal(&game, 3, true, &mut Dice(11));
    let turn = before.legal_turns(&game)[0];
    let (mut after, _) = before.play(&game, &turn).unwrap();
    after.table.turn_state.seat_count = 4;
    assert!(broken(&game, &after).is_none());
    let report = report_of(|| assert_turn(&game, &touched(&before, &after), &after));
    assert!(report.contains("mover-seated"), "{report}");
}

#[test]
fn a_token_that_comes_from_nowhere_is_reported() {
    let game = Game::published(Rules::default(), 3);
    let before = deal(&game, 3, true, &mut Dice(11));
    let found = TokenState { supply: before.table.supply, held: before.mover().tokens };
    let turn_state = before.table.turn_state;
    let turn = Turn::new(0, Action::Take(Gems::new([1, 1, 1, 0, 0]).into()));
    let (mut after, _) = before.play(&game, &turn).unwrap();
    assert_tokens_only(&game, found, turn_state, &after);
    after.table.supply = found.supply;
    let report = report_of(|| assert_tokens_only(&game, found, turn_state, &after));
    assert!(report.contains("tokens-conserved"), "{report}");
}

/// Returns the report of a broken invariant.
fn report_of(assert: impl FnOnce() + std::panic::UnwindSafe) -> std::string::String {
    *std::panic::catch_unwind(assert).unwrap_err().downcast().unwrap()
}
