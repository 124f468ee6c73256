//! The end of a game and its winners: rules that no turn can break, shown by play and by counting.

use splendor_core::{Clause, End, Phase, Rulings, Tie, Violation, winners_of};

use crate::table_builder::{Case, TableBuilder, TurnExt as _, buy, pass, take};

/// 14 prestige of seat `seat`, which holds the price of a card of one prestige.
fn near_the_end(seats: u8, seat: u8) -> Case {
    let at = usize::from(seat);
    let table = TableBuilder::new(seats).market("a1d4e a1s4r").tokens(at, "4e").nobles("");
    table.bought(at, "c5d3d7o c5s7d3s b3s6s a1r4d").turn_of(seat).lay()
}

fn open(seats: u8) -> Case {
    TableBuilder::new(seats).lay()
}

#[test]
fn end_trigger() {
    let case = near_the_end(2, 0);
    let after = case.plays(buy("a1d4e", "4e"));
    assert_eq!(after.position.seats()[0].prestige(), 15);
    assert!(after.events.triggered);
    assert_eq!(after.position.phase(), Phase::LastRound);
    let taken = case.plays(take("1d1s1r"));
    assert!(!taken.events.triggered, "fourteen trigger nothing");
    assert_eq!(taken.position.phase(), Phase::Open);
    assert!(!open(2).plays(take("1d1s1r")).events.triggered);
}

#[test]
fn end_trigger_comes_once() {
    let table = TableBuilder::new(3).phase(Phase::LastRound).nobles("").turn_of(1);
    let table = table.bought(0, "c5d3d7o c5s7d3s c5e7s3e").bought(1, "c5r7e3r c5o7r3o b3s6s b2o5d");
    let after = table.lay().plays(take("1d1s1r").by(1));
    assert_eq!(after.position.phase(), Phase::LastRound);
    assert!(!after.events.triggered, "it was triggered by seat 0");
}

#[test]
fn end_trigger_target_of_a_ruling() {
    for (target, phase) in [(15, Phase::LastRound), (16, Phase::Open), (21, Phase::Open)] {
        let rulings = Rulings { target, ..Rulings::default() };
        let table =
            TableBuilder::new(2).rulings(rulings).market("a1d4e").tokens(0, "4e").nobles("");
        let case = table.bought(0, "c5d3d7o c5s7d3s b3s6s a1r4d").lay();
        assert_eq!(case.plays(buy("a1d4e", "4e")).position.phase(), phase, "{target}");
    }
}

#[test]
fn end_trigger_is_known_by_the_prestige() {
    let rich = TableBuilder::new(2).bought(0, "c5d3d7o c5s7d3s c5e7s3e").nobles("");
    let last = rich.clone().phase(Phase::LastRound);
    let broken = |table: TableBuilder| table.try_lay().map(|_| ()).map_err(|broken| broken.name);
    assert_eq!(broken(last.clone().turn_of(1)), Ok(()));
    assert_eq!(broken(last), Err("end-called"), "seat 0 does not begin a last round");
    assert_eq!(broken(rich.turn_of(1)), Err("end-called"));
    let poor = TableBuilder::new(2).phase(Phase::LastRound).turn_of(1);
    assert_eq!(broken(poor), Err("end-called"));
    assert_eq!(broken(TableBuilder::new(2).turn_of(2)), Err("mover-seated"));
}

#[test]
fn end_trigger_message() {
    let breach = Violation::EndTrigger { prestige: 14, target: 15 };
    let message = "the most prestige is 14, the target is 15";
    assert_eq!(breach.to_string(), message);
}

#[test]
fn end_round() {
    let first = near_the_end(3, 0).plays(buy("a1d4e", "4e"));
    assert_eq!(first.events.ended, None);
    let second = first.plays(take("1d1s1r").by(1));
    assert_eq!((second.events.triggered, second.events.ended), (false, None));
    let last = second.plays(take("1d1s1r").by(2));
    assert_eq!(last.events.ended, Some(End::Completed));
    assert_eq!(last.position.phase(), Phase::Ended(End::Completed));
    assert!(last.position.legal_turns(&last.game).is_empty());
    let breach = Violation::EndRound { seat: 2 };
    assert_eq!(breach.to_string(), "seat 2 has not had its last turn");
}

#[test]
fn end_round_is_over_at_once_if_the_last_seat_triggers() {
    let after = near_the_end(3, 2).plays(buy("a1d4e", "4e").by(2));
    assert!(after.events.triggered);
    assert_eq!(after.events.ended, Some(End::Completed));
}

#[test]
fn end_stalemate() {
    let table = TableBuilder::new(2).supply("5g").nobles("").market("a0d3s a0s3o a0e3r a0r3d");
    let case = table.hand(0, "c4d7o c4s7d c4e7s").hand(1, "c4r7e c4o7r c5d3d7o").lay();
    let one = case.plays(pass());
    assert_eq!((one.events.ended, one.position.passes_in_a_row()), (None, 1));
    let two = one.plays(pass().by(1));
    assert_eq!(two.events.ended, Some(End::Stalemate));
    assert_eq!(two.winners(), [0, 1], "nobody has bought anything");
    let breach = |passes, ruling| Violation::EndStalemate { passes, needed: 3, ruling }.to_string();
    assert_eq!(breach(1, "ends"), "one forced pass in a row, where three are needed");
    assert_eq!(breach(2, "ends"), "two forced passes in a row, where three are needed");
    let of_a_round = "two passes in a row in one round, where the ruling stalemate=passed-round \
                      needs three";
    assert_eq!(breach(2, "passed-round"), of_a_round);
    assert_eq!(breach(2, "continues"), "the ruling stalemate=continues lets the game go on");
}

#[test]
fn end_stalemate_counts_across_rounds_and_starts_anew() {
    let table = TableBuilder::new(2).supply("5g").nobles("").market("a0d3s a0s3o a0e3r a0r3d");
    let table = table.hand(0, "c4d7o c4s7d c4e7s").hand(1, "c4r7e c4o7r c5d3d7o");
    let across = table.clone().turn_of(1).lay().plays(pass().by(1)).plays(pass().by(0));
    assert_eq!(across.events.ended, Some(End::Stalemate));
    let buyer = table.tokens(1, "3s").turn_of(0).lay().plays(pass());
    let bought = buyer.plays(buy("a0d3s", "3s").by(1));
    assert_eq!(bought.position.passes_in_a_row(), 0);
}

#[test]
fn end_winner() {
    assert_eq!(winners(&[(15, 9), (17, 12), (16, 3)], Tie::default()), [1]);
    let case = near_the_end(2, 1).plays(buy("a1d4e", "4e").by(1));
    assert_eq!(case.winners(), [1]);
    let breach = Violation::EndWinner { seat: 0, prestige: 15, most: 17 };
    let message = "seat 0 is called a winner with 15 prestige, but the most is 17";
    assert_eq!(breach.to_string(), message);
}

#[test]
fn end_fewest_cards() {
    assert_eq!(winners(&[(16, 9), (16, 8), (15, 2)], Tie::default()), [1]);
    let table = TableBuilder::new(2).bought(0, "c4d7o a1d4e").bought(1, "c5s7d3s");
    assert_eq!(table.clone().lay().winners(), [1]);
    let reserved = table.hand(1, "c4s7d c4e7s").lay();
    assert_eq!(reserved.winners(), [1], "reserved cards are not counted");
    let breach = Violation::EndFewestCards { seat: 0, cards: 2, fewest: 1 };
    let message = "seat 0 is called a winner with 2 bought cards, but a seat with as much \
                   prestige has 1";
    assert_eq!(breach.to_string(), message);
}

#[test]
fn end_shared() {
    assert_eq!(winners(&[(16, 8), (16, 8), (16, 9)], Tie::default()), [0, 1]);
    assert_eq!(winners(&[(16, 8), (16, 8), (16, 8)], Tie::default()), [0, 1, 2]);
    let breach = Violation::EndShared { seat: 1 };
    let message = "seat 1 shares the victory, but is not called a winner";
    assert_eq!(breach.to_string(), message);
}

#[test]
fn ties_by_other_rulings() {
    let standings = [(16, 8), (16, 7), (15, 1), (16, 9)];
    assert_eq!(winners(&standings, Tie::MostPrestigeShared), [0, 1, 3]);
    assert_eq!(winners(&standings, Tie::LastSeat), [3]);
    assert_eq!(winners(&standings, Tie::FewestCardsThenShared), [1]);
}

#[test]
fn what_no_turn_breaks_shows_through_claims() {
    let shown = Clause::ALL.iter().filter(|clause| clause.shows_through_claims());
    let ids: Vec<_> = shown.map(|clause| clause.id()).collect();
    assert_eq!(
        ids,
        [
            "reserve.gold",
            "post.point-per-post",
            "city.met",
            "city.further-color",
            "city.trigger",
            "city.winner",
            "end.trigger",
            "end.round",
            "end.stalemate",
            "end.winner",
            "end.fewest-cards",
            "end.shared",
            "score.sum",
        ],
    );
}

fn winners(standings: &[(u8, u8)], tie: Tie) -> Vec<u8> {
    winners_of(standings, tie).iter().collect()
}
