//! The rulings that only some clients play by.

use splendor_core::{
    End, EndTime, EndedBy, Fewer, Freedom, NobleChoice, NobleTime, Pass, PassObstacle, Phase,
    Return, Rulings, Stalemate, Tie, TieCards, Violation, winners_of,
};

use crate::sun_never_sets_parts::SunNeverSetsExt as _;
use crate::table_builder::{
    Case, TableBuilder, TurnExt as _, buy, noble, pass, reserve, take, tile, tokens,
};

/// Seat 0 meets two nobles at once; the setup lists the one with the higher number first.
fn two_nobles(rulings: Rulings) -> Case {
    let table = TableBuilder::new(2).rulings(rulings).nobles("3:4d4s 3:3d3s3e 3:4s4e");
    let mut case = table.bonuses(0, "4d4s3e").tokens(0, "3o").market("a0s3o").lay();
    let order = ["3:4s4e", "3:4d4s", "3:3d3s3e"].map(noble);
    case.position = case.position.with_nobles_listed(&order);
    case
}

fn timed(noble_time: NobleTime) -> Case {
    let rulings = Rulings { noble_time, ..Rulings::default() };
    let table = TableBuilder::new(2).rulings(rulings).nobles("3:4d4s").bonuses(0, "4d4s");
    table.tokens(0, "3o").market("a0s3o").lay()
}

#[test]
fn noble_time_after_purchase() {
    let case = timed(NobleTime::AfterPurchase);
    let breach = |action| Violation::NobleTime { noble: tile("3:4d4s"), action };
    let message = "the noble 3:4d4s is taken after a take, which the ruling `noble-time` forbids";
    case.refuses(take("1d1s1e").come("3:4d4s"), breach("a take"), message);
    let turn = reserve("a0s3o").come("3:4d4s");
    let message = "the noble 3:4d4s is taken after a reservation, which the ruling `noble-time` \
                   forbids";
    case.refuses(turn, breach("a reservation"), message);
    case.plays(take("1d1s1e"));
    case.plays(reserve("a0s3o"));
    let refused = case.position.check(&case.game, &buy("a0s3o", "3o"));
    assert!(matches!(refused, Err(Violation::NobleMandatory { .. })));
    case.plays(buy("a0s3o", "3o").come("3:4d4s"));
    let early = TableBuilder::new(2).rulings(case.game.rules.rulings).nobles("3:4d4s").lay();
    let refused = early.position.check(&early.game, &take("1d1s1e").come("3:4d4s"));
    assert!(matches!(refused, Err(Violation::NobleEarned { .. })), "the demand is asked first");
}

#[test]
fn noble_time_after_action() {
    let mut case = timed(NobleTime::AfterAction);
    case.game.rules.rulings.pass = Pass::Always;
    let breach = Violation::NobleTime { noble: tile("3:4d4s"), action: "a pass" };
    let message = "the noble 3:4d4s is taken after a pass, which the ruling `noble-time` forbids";
    case.refuses(pass().come("3:4d4s"), breach, message);
    case.plays(pass());
    case.plays(take("1d1s1e").come("3:4d4s"));
    assert!(case.position.check(&case.game, &take("1d1s1e")).is_err());
}

#[test]
fn noble_choice_first_listed() {
    let case = two_nobles(Rulings { noble_choice: NobleChoice::FirstListed, ..Rulings::default() });
    let why = "comes first under the ruling noble-choice=first-listed";
    let breach = Violation::NobleChoice { noble: tile("3:4d4s"), why };
    let message =
        "another noble is taken, but 3:4d4s comes first under the ruling noble-choice=first-listed";
    case.refuses(take("1d1s1e").come("3:3d3s3e"), breach, message);
    let refused = case.position.check(&case.game, &take("1d1s1e"));
    let bonuses = crate::table_builder::gems("4d4s3e");
    assert_eq!(refused, Err(Violation::NobleMandatory { noble: tile("3:4d4s"), bonuses }));
    let after = case.plays(take("1d1s1e").come("3:4d4s"));
    let next = after.plays(take("1d1r1o").by(1));
    next.plays(take("1s1e1r").come("3:3d3s3e"));
}

#[test]
fn noble_choice_all() {
    let case = two_nobles(Rulings { noble_choice: NobleChoice::All, ..Rulings::default() });
    let breach = Violation::NobleChoice {
        noble: tile("3:4d4s"),
        why: "must also be taken under the ruling noble-choice=all",
    };
    let message =
        "another noble is taken, but 3:4d4s must also be taken under the ruling noble-choice=all";
    case.refuses(take("1d1s1e").come("3:3d3s3e"), breach, message);
    let refused = case.position.check(&case.game, &take("1d1s1e"));
    assert!(matches!(refused, Err(Violation::NobleMandatory { .. })));
    let after = case.plays(take("1d1s1e").come("3:4d4s 3:3d3s3e"));
    assert_eq!(after.position.seats()[0].prestige(), 6);
    assert_eq!(after.position.nobles().len(), 1);
}

#[test]
fn nobles_are_listed_as_the_setup_has_them() {
    let case = two_nobles(Rulings::default());
    let order: Vec<_> = case.position.nobles_listed().collect();
    assert_eq!(order, ["3:4s4e", "3:4d4s", "3:3d3s3e"].map(noble));
    let case = case.plays(take("1d1s1e").come("3:4d4s"));
    assert_eq!(case.position.nobles_listed().count(), 2);
    let unlisted = case.position.with_nobles_listed(&[]);
    assert_eq!(unlisted.nobles_listed().count(), 2, "a noble that no list tells is not lost");
}

fn returning(returns: Return) -> Case {
    let rulings = Rulings { returns, ..Rulings::default() };
    TableBuilder::new(2).rulings(rulings).tokens(0, "2d2s2e2r1o").lay()
}

#[test]
fn limit_ten_kept_by_up_to() {
    let case = returning(Return::UpTo);
    let after = case.plays(take("1d1s1e"));
    assert_eq!(after.tokens(0).total(), 12);
    case.plays(take("1d1s1e").back("1d"));
    case.plays(take("1d1s1e").back("1d1s"));
    let breach = Violation::LimitExcess { returned: 3, excess: 2 };
    let message = "three tokens returned, but only two are above ten";
    case.refuses(take("1d1s1e").back("1d1s1e"), breach, message);
    let owned = Violation::LimitOwned { token: splendor_core::Token::Gold, returned: 1, held: 0 };
    let message = "one gold returned by a seat that has none";
    case.refuses(take("1d1s1e").back("1g"), owned, message);
}

#[test]
fn limit_ten_of_who_kept_more_goes_on() {
    let case = returning(Return::UpTo).plays(take("1d1s1e")).plays(take("1d1r1o").by(1));
    let more = take("1e1r1o");
    let listed = case.position.legal_turns(&case.game);
    assert!(listed.contains(&more), "fifteen tokens may be kept");
    assert!(case.position.leaves_out_returns(&case.game), "and not all returns are listed");
    let ends = case.position.endings(&case.game, &more, false, true);
    assert!(ends.contains(&more.back("1d1s1e1r1o")), "and five given back");
    assert!(!ends.contains(&more.back("2d1s1e1r1o")));
}

#[test]
fn limit_excess_allowed_by_anything() {
    let case = returning(Return::Anything);
    case.plays(take("1d1s1e").back("1d1s"));
    let after = case.plays(take("1d1s1e").back("3d3s3e2r1o"));
    assert_eq!(after.tokens(0), tokens(""));
    let breach = Violation::LimitTen { held: 11, returned: 1, why: "" };
    case.refuses(take("1d1s1e").back("1d"), breach, "the turn ends with eleven tokens");
}

fn sized(fewer: Fewer, supply: &str, held: &str) -> Case {
    let rulings = Rulings { fewer, ..Rulings::default() };
    TableBuilder::new(2).rulings(rulings).supply(supply).tokens(0, held).lay()
}

#[test]
fn take_fewer_to_ten() {
    let seven = sized(Fewer::ToTen, "2d2s2e2r", "2d2s2e1r");
    let breach = Violation::TakeFewer { taken: 2, needed: 3, colors: 4 };
    let message = "only two gems taken, although the supply has four colors";
    seven.refuses(take("1d1s"), breach, message);
    seven.plays(take("1d1s1e"));
    let eight = sized(Fewer::ToTen, "2d2s2e2r", "2d2s2e2r");
    let breach = Violation::TakeFewer { taken: 1, needed: 2, colors: 4 };
    let message = "only one gem taken, but the ruling fewer=to-ten asks for two";
    eight.refuses(take("1d"), breach, message);
    eight.plays(take("1d1s"));
    sized(Fewer::ToTen, "2d2s2e2r", "2d2s2e2r1o").plays(take("1d"));
    sized(Fewer::ToTen, "2d2s2e2r", "2d2s2e2r2o").plays(take("1d").back("1s"));
    let short = sized(Fewer::ToTen, "2d2s", "2e");
    assert!(short.position.check(&short.game, &take("1d")).is_err());
    short.plays(take("1d1s"));
}

#[test]
fn take_fewer_never() {
    let two = sized(Fewer::Never, "3d1s", "");
    let breach = Violation::TakeFewer { taken: 2, needed: 3, colors: 2 };
    let message = "only two gems taken, but the ruling fewer=never asks for three";
    two.refuses(take("1d1s"), breach, message);
    let one = sized(Fewer::Never, "4d", "");
    let breach = Violation::TakeFewer { taken: 1, needed: 3, colors: 1 };
    let message = "only one gem taken, but the ruling fewer=never asks for three";
    one.refuses(take("1d"), breach, message);
    one.plays(take("2d"));
}

#[test]
fn turn_pass_of_a_seat_that_may_not_take_so_few() {
    let stuck = |fewer, supply: &str| {
        let rulings = Rulings { fewer, ..Rulings::default() };
        let table =
            TableBuilder::new(2).rulings(rulings).supply(supply).hand(0, "c4d7o c4s7d c4e7s");
        let case = table.market("a0d3s a0s3o a0e3r a0r3d").lay();
        let freedom = case.position.freedom(&case.game);
        assert_eq!(case.position.check(&case.game, &pass()).is_ok(), freedom == Freedom::Stuck);
        freedom
    };
    assert_eq!(stuck(Fewer::Never, "3d3s"), Freedom::Stuck);
    assert_eq!(stuck(Fewer::Never, "4d3s"), Freedom::Free(PassObstacle::Gem));
    assert_eq!(stuck(Fewer::Never, "1d1s1e"), Freedom::Free(PassObstacle::Gem));
    assert_eq!(stuck(Fewer::WhenShort, "3d3s"), Freedom::Free(PassObstacle::Gem));
}

#[test]
fn a_round_of_passes_ends_the_game_without_a_winner() {
    let rulings =
        Rulings { pass: Pass::Always, stalemate: Stalemate::PassedRound, ..Rulings::default() };
    let table = TableBuilder::new(3).rulings(rulings);
    let case = table.clone().lay().plays(pass()).plays(pass().by(1));
    assert_eq!((case.position.phase(), case.position.passes_in_a_row()), (Phase::Open, 2));
    let broken = case.plays(take("1d1s1e").by(2));
    assert_eq!(broken.position.passes_in_a_row(), 0);
    let ended = case.plays(pass().by(2));
    assert_eq!(ended.position.phase(), Phase::Ended(End::Stalemate));
    assert_eq!(ended.winners(), Vec::<u8>::new());
    let across = table.turn_of(1).lay().plays(pass().by(1)).plays(pass().by(2)).plays(pass());
    let counted = (across.position.phase(), across.position.passes_in_a_row());
    assert_eq!(counted, (Phase::Open, 1), "the round begins anew with seat 0");
}

/// 14 prestige of seat `seat` of three, which then buys a card of one prestige.
fn triggered_by(seat: u8, end: EndTime) -> Case {
    let rulings = Rulings { end_time: end, ..Rulings::default() };
    let table = TableBuilder::new(3).rulings(rulings).market("a1d4e").nobles("").turn_of(seat);
    let table = table.bought(usize::from(seat), "c5d3d7o c5s7d3s b3s6s a1r4d");
    let case = table.tokens(usize::from(seat), "4e").lay().plays(buy("a1d4e", "4e").by(seat));
    assert!(case.events.triggered);
    case
}

/// The seats that still take a turn, and the case after it.
fn last_turns(mut case: Case) -> (Vec<u8>, Case) {
    let mut seats = Vec::new();
    while !case.position.has_ended() {
        let seat = case.position.to_move();
        case = case.plays(take("1d1s1r").by(seat));
        assert!(!case.events.triggered, "the end is triggered once");
        seats.push(seat);
    }
    assert_eq!(case.position.phase(), Phase::Ended(End::Completed));
    (seats, case)
}

#[test]
fn end_after_the_round_at_once_or_after_one_turn_of_every_other_seat() {
    let rows: [(u8, EndTime, &[u8]); 9] = [
        (0, EndTime::Round, &[1, 2]),
        (1, EndTime::Round, &[2]),
        (2, EndTime::Round, &[]),
        (0, EndTime::AtOnce, &[]),
        (1, EndTime::AtOnce, &[]),
        (2, EndTime::AtOnce, &[]),
        (0, EndTime::OthersOnce, &[1, 2]),
        (1, EndTime::OthersOnce, &[2, 0]),
        (2, EndTime::OthersOnce, &[0, 1]),
    ];
    for (seat, end, due) in rows {
        let (seats, case) = last_turns(triggered_by(seat, end));
        assert_eq!(seats, due, "seat {seat} triggers, {end:?}");
        assert_eq!(case.winners(), [seat]);
        let next = case.position.to_move();
        let refused = case.position.check(&case.game, &take("1d1s1r").by(next));
        let reason = EndedBy::Trigger(end);
        assert_eq!(refused, Err(Violation::TurnAfterEnd { reason }));
    }
    let words = [EndTime::AtOnce, EndTime::OthersOnce]
        .map(|end| Violation::TurnAfterEnd { reason: EndedBy::Trigger(end) }.to_string());
    let due = ["a seat triggered the end", "every other seat had its last turn"];
    assert!(words.iter().zip(due).all(|(words, due)| words.contains(due)), "{words:?}");
}

/// Seat 1 triggers the end, seat 2 reaches the target as well, and seat 0 still has its turn.
#[test]
fn end_others_once_although_another_seat_reaches_the_target() {
    let rulings = Rulings { end_time: EndTime::OthersOnce, ..Rulings::default() };
    let table = TableBuilder::new(3).rulings(rulings).market("a1d4e a1s4r").nobles("").turn_of(2);
    let table = table.bought(1, "c5d3d7o c5s7d3s c5e7s3e").bought(2, "c5r7e3r c5o7r3o c4d7o");
    let case = table.tokens(2, "3r").phase(Phase::LastRound).lay();
    let both = case.plays(buy("a1s4r", "3r").by(2));
    assert_eq!((both.position.phase(), both.position.to_move()), (Phase::LastRound, 0));
    let (seats, last) = last_turns(both);
    assert_eq!((seats, last.winners()), (vec![0], vec![1]));
}

/// A position of last turns has a seat that triggered the end and is not next.
#[test]
fn end_of_a_position() {
    let laid = |end, seat: usize, to_move| {
        let rulings = Rulings { end_time: end, ..Rulings::default() };
        let table = TableBuilder::new(3).rulings(rulings).phase(Phase::LastRound).nobles("");
        let table = table.bought(seat, "c5d3d7o c5s7d3s c5e7s3e").turn_of(to_move);
        table.try_lay().map(|_| ()).map_err(|broken| broken.name)
    };
    for (end, seat, to_move) in [
        (EndTime::Round, 0, 1),
        (EndTime::OthersOnce, 0, 1),
        (EndTime::OthersOnce, 1, 0),
        (EndTime::OthersOnce, 2, 1),
    ] {
        assert_eq!(laid(end, seat, to_move), Ok(()), "{end:?}, {seat}, {to_move}");
    }
    for (end, seat, to_move) in
        [(EndTime::Round, 1, 0), (EndTime::AtOnce, 0, 1), (EndTime::OthersOnce, 1, 1)]
    {
        assert_eq!(laid(end, seat, to_move), Err("end-called"), "{end:?}, {seat}, {to_move}");
    }
}

/// A stalemate ends a game whose end is triggered only under `others-once`: a round of passes can
/// begin before the turn with the trigger, or after it in the next round.
#[test]
fn end_and_a_round_of_passes() {
    let passed = |end, stalemate| {
        let rulings =
            Rulings { end_time: end, stalemate, pass: Pass::Always, ..Rulings::default() };
        let table = TableBuilder::new(3).rulings(rulings).market("a1d4e").nobles("3:3d3s3e");
        let table = table.bought(2, "c5d3d7o c5s7d3s b3s6s").bonuses(2, "3d3s3e");
        let two = table.lay().plays(pass()).plays(pass().by(1));
        two.plays(pass().by(2).come("3:3d3s3e"))
    };
    let phase = |end, stalemate| passed(end, stalemate).position.phase();
    let completed = Phase::Ended(End::Completed);
    assert_eq!(phase(EndTime::Round, Stalemate::PassedRound), completed);
    assert_eq!(phase(EndTime::AtOnce, Stalemate::PassedRound), completed);
    let stale = passed(EndTime::OthersOnce, Stalemate::PassedRound);
    assert_eq!(stale.position.phase(), Phase::Ended(End::Stalemate));
    assert_eq!(stale.winners(), Vec::<u8>::new());
    assert_eq!(phase(EndTime::OthersOnce, Stalemate::Ends), Phase::LastRound);
}

#[test]
fn ties_that_one_seat_wins() {
    let standings = [(15, 1), (16, 8), (16, 7), (16, 7)];
    let winners = |tie| winners_of(&standings, tie).iter().collect::<Vec<_>>();
    assert_eq!(winners(Tie::FirstSeat), [1]);
    assert_eq!(winners(Tie::FewestCardsThenFirstSeat), [2]);
    assert_eq!(winners(Tie::FewestCardsThenShared), [2, 3]);
    assert_eq!(winners(Tie::LastSeat), [3]);
}

/// Without Orient every bought card stays, so that both values of the ruling count the same.
#[test]
fn tie_cards_count_the_same_without_orient() {
    for tie_cards in [TieCards::InPlay, TieCards::Gained] {
        let table = TableBuilder::new(2).rulings(Rulings { tie_cards, ..Rulings::default() });
        let table = table.bought(0, "c4e7s c4o7r c4r7e c3d3s3e5r3o").market("a1d4e");
        let table = table.bought(1, "c5s7d3s c5o7r3o c4d7o").tokens(1, "4e");
        let case = table.turn_of(1).phase(Phase::LastRound).lay();
        assert_eq!(case.plays(buy("a1d4e", "4e").by(1)).winners(), [0, 1], "{tie_cards:?}");
    }
}

/// A spent card counts only as a gained one, a free card only as one in play.
#[test]
fn tie_cards_of_a_seat_that_spends_a_card() {
    for (tie_cards, cards) in [(TieCards::InPlay, 1), (TieCards::Gained, 2)] {
        let rulings = Rulings { tie_cards, ..Rulings::default() };
        let table = TableBuilder::new(2).orient().rulings(rulings).market("a0r3d a0d3s b2d5r");
        let case = table.bought(0, "A0gg3d").tokens(0, "1d").lay();
        assert_eq!(case.position.cards_in_tie(&case.game, 0), 1, "before, {tie_cards:?}");
        let turn = buy("a0r3d", "1d").spends("A0gg3d");
        let after = case.plays(turn);
        assert_eq!(after.position.cards_in_tie(&case.game, 0), cards, "{tie_cards:?}");
        // A log that goes on after an illegal turn counts as well.
        let short = case.position.follow_log(&case.game, &buy("a0r3d", "").spends("A0gg3d"));
        assert_eq!(short.cards_in_tie(&case.game, 0), cards, "followed, {tie_cards:?}");
        assert_eq!(after.position.cards_in_tie(&case.game, 7), 0, "no such seat");
    }
}
