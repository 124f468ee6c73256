//! After a turn with Orient or Strongholds, what is not counted anew is right.

use super::{Dice, play_with, spoil, toggle};
use crate::component::CardId;
use crate::component::Row;
use crate::game::{Game, Modules};
use crate::invariant::{broken, turn};
use crate::number::Color;
use crate::position::{CopiedColor, MOST_SEATS, Position, copy_cards};
use crate::rule::StateBefore;

/// Changes a part of the table that only Orient or Strongholds have.
fn spoil_chain(game: &Game<'_>, position: &mut Position, dice: &mut Dice) {
    let all = game.components;
    let card = CardId(dice.small(120));
    let table = &mut position.chains;
    match dice.below(4) {
        0 => {
            table.strongholds.place(dice.small(4), card);
        }
        1 => {
            table.strongholds.lift(dice.small(4), card);
        }
        2 => toggle(&mut table.gone, card),
        _ => {
            let copied = CopiedColor { color: Color::ALL[dice.below(5)], doubled: false };
            let cards: std::vec::Vec<_> = copy_cards(all).iter().collect();
            if !cards.is_empty() {
                let copied = (dice.below(2) == 0).then_some(copied);
                table.copies = table.copies.with(all, cards[dice.below(cards.len())], copied);
            }
        }
    }
}

/// Gives a bought card to another place, or takes one, so that only the sums are wrong.
fn spoil_sums(game: &Game<'_>, position: &mut Position, dice: &mut Dice) {
    let seat = &mut position.seats[dice.below(MOST_SEATS)];
    let Some(card) = seat.bought.first_member() else { return };
    if dice.below(2) == 0 {
        seat.bought.remove(card);
        position.chains.gone.insert(card);
    } else {
        seat.colors = seat.colors.plus(game.components.card(card).colors());
    }
}

#[test]
fn what_a_turn_of_chains_asks_finds_every_broken_invariant() {
    let mut dice = Dice(15);
    let (mut wrong, mut right) = (0, 0);
    for run in 0..24 {
        let modules = Modules {
            cities: run % 2 == 0,
            trading_posts: run % 3 == 0,
            orient: run % 4 > 0,
            strongholds: run % 4 != 1,
        };
        play_with(modules, &mut dice, |dice, game, before, after| {
            let state = StateBefore::of(before, Row::One);
            assert!(turn::chain_holds(game, &state, after));
            for _ in 0..8 {
                let mut spoiled = *after;
                for _ in 0..=dice.below(2) {
                    match dice.below(3) {
                        0 => spoil(&mut spoiled, dice),
                        1 => spoil_chain(game, &mut spoiled, dice),
                        _ => spoil_sums(game, &mut spoiled, dice),
                    }
                }
                match broken(game, &spoiled) {
                    Some(invariant) => {
                        assert!(!turn::chain_holds(game, &state, &spoiled), "{invariant:?}");
                        wrong += 1;
                    }
                    None => right += 1,
                }
            }
        });
    }
    assert!(wrong > 4_000 && right > 100, "{wrong} positions were wrong, {right} were not");
}
