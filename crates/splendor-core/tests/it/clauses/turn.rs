//! The order of the seats, and the actions that count as one.

use splendor_core::{
    Action, End, EndTime, EndedBy, Pass, PassObstacle, Phase, Rulings, Stalemate, Tokens, Turn,
    Violation,
};

use crate::table_builder::{Case, TableBuilder, TurnExt as _, pass, take};

/// No gem in the supply, three cards in every hand, and nothing within reach.
fn stuck(rulings: Rulings) -> Case {
    let table = TableBuilder::new(2).rulings(rulings).supply("5g").nobles("");
    let table = table.hand(0, "c4d7o c4s7d c4e7s").hand(1, "c4r7e c4o7r c5d3d7o");
    table.market("a0d3s a0s3o a0e3r a0r3d").lay()
}

#[test]
fn turn_after_end() {
    let game = |phase| TableBuilder::new(2).phase(phase).lay();
    let breach = Violation::TurnAfterEnd { reason: EndedBy::Trigger(EndTime::Round) };
    let message = "a turn is played although the game has ended: the last round is complete";
    game(Phase::Ended(End::Completed)).refuses(take("1d1s1e"), breach, message);
    let breach = Violation::TurnAfterEnd { reason: EndedBy::Stalemate };
    let message = "a turn is played although the game has ended: all seats passed in a row";
    game(Phase::Ended(End::Stalemate)).refuses(take("1d1s1e"), breach, message);
    game(Phase::Open).plays(take("1d1s1e"));
}

#[test]
fn turn_order() {
    let case = TableBuilder::new(3).lay();
    let order = |seat, expected| Violation::TurnOrder { seat, expected };
    let take = take("1d1s1e");
    case.refuses(take.by(1), order(1, 0), "seat 1 acts, but it is the turn of seat 0");
    case.refuses(take.by(3), order(3, 0), "seat 3 acts, but it is the turn of seat 0");
    let one = case.plays(take);
    one.refuses(take.by(0), order(0, 1), "seat 0 acts, but it is the turn of seat 1");
    one.refuses(take.by(2), order(2, 1), "seat 2 acts, but it is the turn of seat 1");
    let around = one.plays(take.by(1)).plays(take.by(2)).plays(take.by(0));
    assert_eq!((around.position.to_move(), around.position.round()), (1, 2));
}

#[test]
fn turn_one_action() {
    let case = TableBuilder::new(2).lay();
    let nothing = Turn::new(0, Action::Take(Tokens::NONE));
    let message = "a turn without an action: nothing is taken";
    case.refuses(nothing, Violation::TurnOneAction {}, message);
    case.plays(take("1d1s1e"));
    let lenient = Rulings { fewer: splendor_core::Fewer::UpToThree, ..Rulings::default() };
    let lenient = TableBuilder::new(2).rulings(lenient).lay();
    lenient.refuses(nothing, Violation::TurnOneAction {}, message);
    lenient.plays(take("1d"));
}

#[test]
fn turn_pass_when_stuck() {
    let breach = |possible| Violation::TurnPass { possible };
    let rulings = Rulings::default();
    let free = TableBuilder::new(2).lay();
    let gem = PassObstacle::Gem;
    free.refuses(pass(), breach(gem), "a pass, although a gem can be taken");
    let buyer = TableBuilder::new(2).supply("5g").tokens(0, "3s").market("a0d3s").lay();
    let buy = PassObstacle::Purchase;
    buyer.refuses(pass(), breach(buy), "a pass, although a card can be bought");
    let keeper = TableBuilder::new(2).supply("5g").lay();
    let reserve = PassObstacle::Reservation;
    keeper.refuses(pass(), breach(reserve), "a pass, although a card can be reserved");
    let after = stuck(rulings).plays(pass());
    assert!(after.events.forced_pass);
    assert_eq!(after.position.passes_in_a_row(), 1);
}

#[test]
fn turn_pass_a_gem_may_be_taken_at_ten() {
    let table = TableBuilder::new(2).supply("1d5g").tokens(0, "2s2e3r3o");
    let table = table.hand(0, "c4d7o c4s7d c4e7s").market("a0s1d1e1r1o a0d1s1e1r1o");
    let breach = Violation::TurnPass { possible: PassObstacle::Gem };
    table.lay().refuses(pass(), breach, "a pass, although a gem can be taken");
}

#[test]
fn turn_pass_always() {
    let rulings = Rulings { pass: Pass::Always, ..Rulings::default() };
    let after = TableBuilder::new(2).rulings(rulings).lay().plays(pass());
    assert!(!after.events.forced_pass);
    assert_eq!(after.position.passes_in_a_row(), 0);
    let around = after.plays(pass().by(1));
    assert_eq!(around.position.phase(), Phase::Open, "voluntary passes make no stalemate");
    assert_eq!(stuck(rulings).plays(pass()).position.passes_in_a_row(), 1);
}

#[test]
fn turn_pass_never() {
    let rulings = Rulings { pass: Pass::Never, ..Rulings::default() };
    let breach = Violation::TurnPass { possible: PassObstacle::Ruling };
    let case = stuck(rulings);
    case.refuses(pass(), breach, "a pass, although the ruling pass=never forbids it");
    assert!(case.position.legal_turns(&case.game).is_empty());
    stuck(Rulings::default()).plays(pass());
}

#[test]
fn turn_pass_counts_on_when_a_stalemate_continues() {
    let rulings = Rulings { stalemate: Stalemate::Continues, ..Rulings::default() };
    let mut case = stuck(rulings);
    for turn in 0..7 {
        case = case.plays(pass().by(turn % 2));
        assert_eq!(case.position.phase(), Phase::Open);
    }
    assert_eq!(case.position.passes_in_a_row(), 7);
}
