//! The prestige of a seat.

use splendor_core::Violation;

use crate::table_builder::{TableBuilder, TurnExt as _, buy, take};

#[test]
fn score_sum() {
    let case = TableBuilder::new(2).tokens(0, "4e").market("a1d4e").bought(0, "c5d3d7o b3s6s");
    let case = case.visited(0, "3:4d4s").bought(1, "a0d3s").lay();
    assert_eq!(case.position.scores().collect::<Vec<_>>(), [11, 0]);
    let bought = case.plays(buy("a1d4e", "4e"));
    assert_eq!(bought.position.scores().collect::<Vec<_>>(), [12, 0]);
    let taken = case.plays(take("1d1s1r"));
    assert_eq!(taken.position.scores().collect::<Vec<_>>(), [11, 0], "tokens bring nothing");
}

#[test]
fn score_sum_with_the_noble_of_the_turn() {
    let table =
        TableBuilder::new(2).nobles("3:4d4s").bonuses(0, "4d3s").tokens(0, "3o").market("a0s3o");
    let table = table.lay();
    let after = table.plays(buy("a0s3o", "3o").come("3:4d4s"));
    assert_eq!(after.position.scores().collect::<Vec<_>>(), [3, 0]);
    let breach = Violation::ScoreSum { seat: 0, cards: 0, nobles: 3, posts: 0, sum: 3 };
    assert_eq!(
        breach.to_string(),
        "seat 0 has 0 prestige from cards and 3 from nobles, which makes 3",
    );
}
