//! A turn that is played with its tokens alone leaves what it leaves when all of it is played.

use crate::game::{Fewer, NobleTime, Return};
use crate::invariant::tests::{Dice, play};
use crate::number::{Token, Tokens};
use crate::position::Position;
use crate::turn::{Action, Turn};

const FEWER: [Fewer; 5] =
    [Fewer::WhenShort, Fewer::AllAvailable, Fewer::UpToThree, Fewer::ToTen, Fewer::Never];
const TIMES: [NobleTime; 3] =
    [NobleTime::EveryTurn, NobleTime::AfterAction, NobleTime::AfterPurchase];
const RETURNS: [Return; 3] = [Return::Exact, Return::UpTo, Return::Anything];

/// Returns a take of anything, with anything given back, by whichever seat.
fn any_take(position: &Position, dice: &mut Dice) -> Turn {
    let mut heap = |most: u8, few: usize| {
        let add = |heap: Tokens, token| match dice.below(few) {
            0 => heap.with(token, 1 + dice.small(most)),
            _ => heap,
        };
        Token::ALL.into_iter().fold(Tokens::NONE, add)
    };
    let (different, pair) = (heap(1, 2), heap(2, 5));
    let returned = heap(2, 6);
    let taken = if dice.below(2) == 0 { different } else { pair };
    let seat = if dice.below(8) == 0 { dice.small(5) } else { position.to_move() };
    let returned = if dice.below(2) == 0 { returned } else { Tokens::NONE };
    Turn { returned, ..Turn::new(seat, Action::Take(taken)) }
}

#[test]
fn a_turn_of_tokens_alone_leaves_what_any_turn_leaves() {
    let mut dice = Dice(13);
    let mut counts = [0; 3];
    for _ in 0..60 {
        play(&mut dice, |dice, game, before, after| {
            let mut game = *game;
            let rulings = &mut game.rules.rulings;
            rulings.fewer = FEWER[dice.below(FEWER.len())];
            rulings.returns = RETURNS[dice.below(RETURNS.len())];
            rulings.noble_time = TIMES[dice.below(TIMES.len())];
            rulings.target = if dice.below(3) == 0 { 1 + dice.small(20) } else { rulings.target };
            for position in [before, after] {
                for _ in 0..6 {
                    let turn = any_take(position, dice);
                    let mut position = *position;
                    position.table.turn_state.passes = dice.small(2);
                    let (mut alone, mut parts) = (position, position);
                    let events = alone.try_play_tokens_only(&game, &turn);
                    let told = parts.play_parts(&game, &turn, &position);
                    match events {
                        Some(events) => assert_eq!((Ok(events), alone), (told, parts), "{turn:?}"),
                        None => assert_eq!(alone, position, "{turn:?}"),
                    }
                    counts[usize::from(events.is_some()) + usize::from(told.is_ok())] += 1;
                }
            }
        });
    }
    assert!(counts[0] > 10_000 && counts[2] > 4_000, "{counts:?}");
}

#[test]
fn to_take_nothing_is_no_take_though_nothing_is_there() {
    play(&mut Dice(14), |_, game, before, _| {
        let mut game = *game;
        game.rules.rulings.fewer = Fewer::AllAvailable;
        let mut position = *before;
        position.table.supply = Tokens::GOLD;
        let turn = Turn::new(position.to_move(), Action::Take(Tokens::NONE));
        let refused = position.play_on(&game, &turn).unwrap_err();
        assert_eq!(refused.clause().id(), "turn.one-action");
    });
}
