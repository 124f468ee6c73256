//! The edge cases of the base game, each played.

use splendor_core::{End, Fewer, Phase, Row, Rulings, Tie};

use crate::table_builder::{
    Case, TableBuilder, TurnExt as _, buy, cards, draw, gems, noble, pass, reserve, take, tokens,
};

#[test]
fn taking_at_ten_and_returning_what_was_just_taken() {
    let case = TableBuilder::new(2).tokens(0, "2d2s2e2r2o").lay();
    let after = case.plays(take("1d1s1e").back("1d1s1e"));
    assert_eq!(after.tokens(0), case.tokens(0));
    assert_eq!(after.position.supply(), case.position.supply());
    let pair = TableBuilder::new(4).tokens(0, "2d2s2e2r2o").lay();
    pair.plays(take("2d").back("2d"));
    pair.plays(take("2d").back("1d1o"));
}

#[test]
fn gold_as_the_eleventh_token_goes_back() {
    let case = TableBuilder::new(2).tokens(0, "2d2s2e2r2o").market("a0d3s").lay();
    let after = case.plays(reserve("a0d3s").back("1g"));
    assert!(after.events.gold);
    assert_eq!((after.tokens(0), after.position.supply().gold()), (tokens("2d2s2e2r2o"), 5));
    let other = case.plays(draw(Row::Three).back("1o"));
    assert_eq!(other.tokens(0), tokens("2d2s2e2r1o1g"));
}

#[test]
fn a_pair_from_exactly_four_three_two() {
    let check = |supply: &str, legal: bool| {
        let case = TableBuilder::new(4).supply(supply).lay();
        assert_eq!(case.position.check(&case.game, &take("2e")).is_ok(), legal, "{supply}");
    };
    check("1d1s5e", true);
    check("1d1s4e", true);
    check("1d1s3e", false);
    check("1d1s2e", false);
    check("4e", true);
}

/// Which takes of different gems are legal, by their size.
fn sizes(fewer: Fewer, supply: &str) -> Vec<usize> {
    let case =
        TableBuilder::new(2).rulings(Rulings { fewer, ..Rulings::default() }).supply(supply).lay();
    let holdings = ["1d", "1d1s", "1d1s1e"].into_iter().enumerate();
    let legal =
        holdings.filter(|(_, tokens)| case.position.check(&case.game, &take(tokens)).is_ok());
    legal.map(|(at, _)| at + 1).collect()
}

#[test]
fn few_colors_left_under_each_ruling() {
    let check = |supply, expected: [&[usize]; 3]| {
        let rulings = [Fewer::WhenShort, Fewer::AllAvailable, Fewer::UpToThree];
        for (fewer, expected) in rulings.into_iter().zip(expected) {
            assert_eq!(sizes(fewer, supply), expected, "{fewer:?} of {supply}");
        }
    };
    check("5g", [&[], &[], &[]]);
    check("3d", [&[1], &[1], &[1]]);
    check("2d1s", [&[1, 2], &[2], &[1, 2]]);
    check("2d1s1e", [&[3], &[3], &[1, 2, 3]]);
    check("2d1s1e1r", [&[3], &[3], &[1, 2, 3]]);
}

#[test]
fn no_colors_left_and_something_else_to_do() {
    let case = TableBuilder::new(2).supply("2g").tokens(0, "3s").market("a0d3s").lay();
    case.plays(buy("a0d3s", "3s"));
    case.plays(reserve("a0d3s"));
    assert!(case.position.check(&case.game, &pass()).is_err());
}

#[test]
fn reserving_with_no_gold_left() {
    let case = TableBuilder::new(2).tokens(1, "5g").market("a0d3s").lay();
    assert_eq!(case.plays(reserve("a0d3s")).tokens(0), tokens(""));
    assert_eq!(case.plays(draw(Row::Two)).tokens(0), tokens(""));
}

#[test]
fn a_market_gap_stays_once_the_deck_is_empty() {
    let table = TableBuilder::new(2).market("c4d7o c4s7d c4e7s c4r7e").hand(0, "c4o7r");
    let long = Rulings { target: 255, ..Rulings::default() };
    let case = table.nobles("").rulings(long).buys_out(1, Row::Three).lay();
    let gap = case.plays(reserve("c4d7o"));
    let level = case.game.components.of_row(Row::Three);
    assert_eq!(gap.position.market().and(level), cards("c4s7d c4e7s c4r7e"));
    assert!(gap.position.deck(Row::Three).is_empty());
    let later = gap.plays(take("1d1s1e").by(1)).plays(reserve("c4s7d"));
    assert_eq!(later.position.market().and(level), cards("c4e7s c4r7e"));
}

#[test]
fn the_last_card_of_a_deck_fills_the_market() {
    let table = TableBuilder::new(2).market("c4d7o c4s7d c4e7s c4r7e");
    let long = Rulings { target: 255, ..Rulings::default() };
    let case = table
        .rulings(long)
        .hand(1, "c3o3d3s5e3r c4o3e6r3o")
        .buys_all_but(1, Row::Three, "c4o7r")
        .lay();
    assert_eq!(case.position.deck(Row::Three).len(), 1);
    let after = case.plays(reserve("c4d7o").fill("c4o7r"));
    assert!(after.position.deck(Row::Three).is_empty());
    assert_eq!(after.position.market().len(), 12);
}

#[test]
fn buying_for_nothing() {
    let case = TableBuilder::new(2).market("a0d3s").bonuses(0, "3s").lay();
    let after = case.plays(buy("a0d3s", ""));
    assert_eq!(after.position.supply(), case.position.supply());
    assert_eq!(after.position.seats()[0].bonuses(), gems("1d3s"));
    assert!(case.position.check(&case.game, &pass()).is_err());
}

#[test]
fn bonuses_above_the_cost_give_nothing_back() {
    let case = TableBuilder::new(2).market("a0d3s").bonuses(0, "5s").tokens(0, "1s").lay();
    assert_eq!(case.plays(buy("a0d3s", "")).tokens(0), tokens("1s"));
    assert!(case.position.check(&case.game, &buy("a0d3s", "1s")).is_err());
}

#[test]
fn gold_instead_of_an_owned_gem() {
    let case = TableBuilder::new(2).market("a0d3s").tokens(0, "3s1g").lay();
    let after = case.plays(buy("a0d3s", "2s1g"));
    assert_eq!((after.tokens(0), after.position.supply().gold()), (tokens("1s"), 5));
}

#[test]
fn a_noble_by_the_card_just_bought() {
    let table =
        TableBuilder::new(2).nobles("3:4d4s").market("a0s3o").bonuses(0, "4d3s").tokens(0, "3o");
    let case = table.lay();
    let after = case.plays(buy("a0s3o", "3o").come("3:4d4s"));
    assert_eq!(after.events.noble, Some(noble("3:4d4s")));
    assert_eq!(after.position.seats()[0].prestige(), 3);
}

fn two_nobles_met() -> Case {
    TableBuilder::new(2).nobles("3:4d4s 3:3d3s3e 3:4s4e").bonuses(0, "4d4s3e").lay()
}

#[test]
fn two_nobles_at_once_the_second_next_turn_after_a_take() {
    let first = two_nobles_met().plays(take("1d1s1e").come("3:3d3s3e"));
    let second = first.plays(take("1d1s1e").by(1)).plays(take("1r1o1e").come("3:4d4s"));
    assert_eq!(second.position.seats()[0].prestige(), 6);
    assert_eq!(second.position.nobles().iter().collect::<Vec<_>>(), [noble("3:4s4e")]);
}

#[test]
fn a_noble_after_a_reservation_and_after_a_pass() {
    let case = two_nobles_met();
    case.plays(draw(Row::One).come("3:4d4s"));
    let table = TableBuilder::new(2).supply("5g").nobles("3:4d4s").bonuses(0, "4d4s");
    let table = table.hand(0, "c4d7o c4e7s c4r7e").hand(1, "c4o7r c5d3d7o c5r7e3r");
    let stuck = table.market("a0s3o a0e3r a0o3e a0r2d2r b2o5e3r b2r5o b3e6e b3r6r").lay();
    let after = stuck.plays(pass().come("3:4d4s"));
    assert!(after.events.forced_pass);
    assert_eq!(after.position.passes_in_a_row(), 0, "a noble came, so something has changed");
    assert_eq!(after.plays(pass().by(1)).position.phase(), Phase::Open);
}

#[test]
fn fifteen_by_a_noble() {
    let table = TableBuilder::new(2).nobles("3:4d4s").bonuses(0, "3d3s");
    let case = table.bought(0, "c5d3d7o c5s7d3s a1r4d a1o4s").lay();
    assert_eq!(case.position.seats()[0].prestige(), 12);
    let after = case.plays(take("1d1s1e").come("3:4d4s"));
    assert!(after.events.triggered);
    assert_eq!(after.plays(take("1d1s1e").by(1)).events.ended, Some(End::Completed));
}

#[test]
fn the_last_seat_triggers_and_the_game_ends() {
    let table = TableBuilder::new(4).turn_of(3).nobles("").market("a1d4e").tokens(3, "4e");
    let case = table.bought(3, "c5d3d7o c5s7d3s b3s6s a1r4d").lay();
    let after = case.plays(buy("a1d4e", "4e").by(3));
    assert_eq!(after.position.phase(), Phase::Ended(End::Completed));
    assert_eq!(after.winners(), [3]);
}

#[test]
fn a_last_round_of_passes_is_complete_not_stale() {
    // Seat 0 buys with gold, which buys nothing for seat 1, and no gem comes back.
    let table = TableBuilder::new(2).supply("1g").nobles("").market("a1d4e a0s3o a0e3r a0r3d");
    let table = table.hand(1, "c4r7e c4o7r c5o7r3o").tokens(0, "4g");
    let case = table.bought(0, "c5d3d7o c5s7d3s b3s6s a1r4d").lay();
    let last = case.plays(buy("a1d4e", "4g")).plays(pass().by(1));
    assert!(last.events.forced_pass);
    assert_eq!(last.events.ended, Some(End::Completed));
    assert_eq!(last.winners(), [0]);
}

#[test]
fn a_tie_goes_to_the_fewest_cards_and_is_shared_by_three() {
    let table = TableBuilder::new(4).bought(0, "c4d7o").bought(1, "c4s7d").bought(2, "c4e7s");
    let case = table.bought(3, "a1d4e a1s4r a1e4o a1r4d").lay();
    assert_eq!(case.position.scores().collect::<Vec<_>>(), [4, 4, 4, 4]);
    assert_eq!(case.winners(), [0, 1, 2]);
    let mut last = case;
    last.game.rules.rulings.tie = Tie::LastSeat;
    assert_eq!(last.winners(), [3]);
    last.game.rules.rulings.tie = Tie::MostPrestigeShared;
    assert_eq!(last.winners(), [0, 1, 2, 3]);
}

#[test]
fn the_worked_payment_with_two_gold() {
    // A card of four rubies and two emeralds, two ruby bonuses, and gold for the rest.
    let table = TableBuilder::new(2).market("b2d1e4r2o").bonuses(0, "2r").tokens(0, "1e1r1o2g");
    let case = table.lay();
    let after = case.plays(buy("b2d1e4r2o", "1e1r1o2g"));
    assert_eq!(after.tokens(0), tokens(""));
    assert_eq!(after.position.seats()[0].prestige(), 2);
}
