//! When a seat has no action.

use splendor_core::{
    Action, Fewer, Freedom, Gems, GoldAtTen, Return, Row, Rulings, Token, Tokens, Turn,
};

use super::says;
use crate::prices_and_holdings::holdings;
use crate::random_game::{Dice, Walk, is_known};
use crate::table_builder::{Case, TableBuilder, tokens};
use crate::trading_post_edge_cases::LONG;

const FEWER: [Fewer; 5] =
    [Fewer::WhenShort, Fewer::AllAvailable, Fewer::UpToThree, Fewer::ToTen, Fewer::Never];

/// A hand that no seat can pay for without tokens.
const HAND: &str = "c5d3d7o c5s7d3s c5e7s3e";

/// Every supply of at most `most` gems of each color.
fn supplies(most: u8) -> Vec<Tokens> {
    holdings([most, most, most, most, most, 0], u16::from(most) * 5)
}

/// Whether the supply lets a seat take anything, written apart from the verifier.
fn lets_take(supply: Gems, fewer: Fewer) -> bool {
    let stacks: Vec<u8> = supply.iter().map(|(_, count)| count).filter(|&n| n > 0).collect();
    match fewer {
        Fewer::Never => stacks.len() >= 3 || stacks.iter().any(|&count| count >= 4),
        _ => !stacks.is_empty(),
    }
}

/// A seat with a full hand and no token, at a table where nothing is free.
fn bare(fewer: Fewer) -> Case {
    TableBuilder::new(4).rulings(Rulings { fewer, ..LONG }).hand(0, HAND).lay()
}

#[test]
fn with_a_full_hand_and_nothing_in_reach_the_supply_alone_decides() {
    let (few, many) = (supplies(4), supplies(7));
    for fewer in FEWER {
        let mut case = bare(fewer);
        for &supply in &many {
            case.position = case.position.adopt(0, None, Some(supply), None);
            let stuck = case.position.freedom(&case.game) == Freedom::Stuck;
            assert_ne!(stuck, lets_take(supply.gems(), fewer), "{supply} {fewer:?}");
        }
        for &supply in &few {
            case.position = case.position.adopt(0, None, Some(supply), None);
            let turns = case.position.legal_turns(&case.game);
            let acts = turns.iter().all(|turn| matches!(turn.action, Action::Take(_)));
            assert_eq!(acts, lets_take(supply.gems(), fewer), "{supply} {fewer:?}");
            assert_eq!(turns.len() == 1 && turns[0].action == Action::Pass, !acts);
        }
    }
    says(&format!("all {} supplies", super::grouped(many.len())));
}

/// Under `to-ten` the holding decides how many gems may be taken, but not whether any may.
#[test]
fn something_can_be_taken_whatever_is_held() {
    for held in ["", "8r", "1d8r", "2d8r"].map(tokens) {
        let mut case = bare(Fewer::ToTen);
        for &supply in supplies(4).iter().step_by(3) {
            case.position = case.position.adopt(0, Some(held), Some(supply), None);
            let turns = case.position.legal_turns(&case.game);
            let takes = turns.iter().any(|turn| matches!(turn.action, Action::Take(_)));
            assert_eq!(takes, lets_take(supply.gems(), Fewer::ToTen), "{supply} beside {held}");
        }
    }
}

/// The takes that some ruling allows, with as many of each color as one may want in the supply.
fn takes() -> Vec<Tokens> {
    let some = holdings([1, 1, 1, 1, 1, 0], 3).into_iter().filter(|taken| !taken.is_empty());
    some.chain(["2d", "2s", "2e", "2r", "2o"].map(tokens)).collect()
}

/// So many of these tokens as a seat has too many.
fn excess(taken: Tokens, held: Tokens) -> Tokens {
    let mut over = held.plus(taken).total().saturating_sub(10);
    let mut back = Tokens::NONE;
    for (token, count) in taken.iter() {
        let part = u16::from(count).min(over);
        back = back.with(token, u8::try_from(part).unwrap());
        over -= part;
    }
    back
}

#[test]
fn whatever_a_seat_holds_it_may_give_back_what_it_took() {
    let held = holdings([7, 7, 7, 7, 7, 5], 10);
    let mut case = TableBuilder::new(4).rulings(Rulings { fewer: Fewer::UpToThree, ..LONG }).lay();
    let supply = Some(tokens("7d7s7e7r7o"));
    for &held in &held {
        case.position = case.position.adopt(0, Some(held), supply, None);
        for taken in takes() {
            let returned = excess(taken, held);
            let turn = Turn { returned, ..Turn::new(0, Action::Take(taken)) };
            assert_eq!(case.position.check(&case.game, &turn), Ok(()), "{taken} to {held}");
        }
    }
    let (held, takes) = (super::grouped(held.len()), takes().len());
    let executed = "holdings of at most ten tokens with each of the";
    says(&format!("each of the {held} {executed} {takes} takes"));
}

/// Every number of cards in hand, and every choice of levels of which no card is left.
#[test]
fn a_seat_reserves_exactly_if_its_hand_has_room_and_a_card_is_left() {
    for size in 0..=3 {
        for empty in 0..8 {
            let hand: Vec<&str> = HAND.split(' ').take(size).collect();
            let mut table = TableBuilder::new(4).rulings(LONG).hand(0, &hand.join(" "));
            let gone = Row::ALL.into_iter().filter(|level| empty >> level.index() & 1 == 1);
            for level in gone {
                table = table.buys_out(1, level);
            }
            let case = table.supply("5g").lay();
            let reserves = |turn: &Turn| {
                matches!(turn.action, Action::ReserveMarket(_) | Action::ReserveDeck { .. })
            };
            let can = case.position.legal_turns(&case.game).iter().any(reserves);
            assert_eq!(can, size < 3 && empty != 7, "{size} cards in hand, {empty:03b} empty");
            assert_eq!(case.position.freedom(&case.game) == Freedom::Stuck, !can);
        }
    }
}

/// The condition of the page, for a position in which every card is known.
fn is_stuck(walk: &Walk) -> bool {
    let (game, position) = (&walk.game, &walk.position);
    let seat = position.mover();
    let left = Row::ALL.iter().any(|&level| !position.deck(level).is_empty());
    let reach = position.market().or(seat.hand());
    let pays = |card| !position.payments(game, card).is_empty();
    !lets_take(position.supply().gems(), game.rules.rulings.fewer)
        && !reach.iter().any(pays)
        && (seat.hand_size() == 3 || position.market().is_empty() && !left || lacks_room(walk))
}

/// Whether the ruling `gold-at-ten` keeps the seat from reserving.
fn lacks_room(walk: &Walk) -> bool {
    let ruling = walk.game.rules.rulings.gold_at_ten;
    let (supply, held) = (walk.position.supply(), walk.position.mover().tokens());
    ruling == GoldAtTen::Forbidden && supply.gold() > 0 && held.total() >= 10
}

#[test]
fn in_games_of_all_rulings_and_modules_a_seat_is_stuck_exactly_then() {
    let mut dice = Dice::new(1);
    let mut seen = [0_u32; 2];
    for _ in 0..250 {
        let mut walk = Walk::new(&mut dice, true);
        if walk.game.rules.rulings.returns == Return::Anything {
            // The lists of turns are long, and differ only in the returned tokens.
            continue;
        }
        while !walk.position.has_ended() && walk.position.turns() < 140 {
            assert!(Row::ALL.iter().all(|&level| is_known(walk.position.deck(level))));
            let stuck = is_stuck(&walk);
            if walk.position.supply().gems().total() < 4 {
                seen[usize::from(stuck)] += 1;
                assert_eq!(walk.position.freedom(&walk.game) == Freedom::Stuck, stuck);
            }
            let legal = walk.position.legal_turns(&walk.game);
            assert_eq!(legal.iter().all(|turn| turn.action == Action::Pass), stuck);
            if legal.is_empty() {
                break;
            }
            let turn = walk.with_reveals(&walk.pick(&mut dice, &legal));
            walk.play(&turn).unwrap();
        }
    }
    assert!(seen[0] > 200 && seen[1] > 50, "{seen:?}");
}

/// A token of each kind that fits into the choice.
#[test]
fn takes_are_of_gems() {
    assert_eq!(takes().len(), 30);
    assert!(takes().iter().all(|taken| taken.get(Token::Gold) == 0 && taken.total() <= 3));
}
