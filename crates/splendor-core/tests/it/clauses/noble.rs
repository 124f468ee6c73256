//! The visits of nobles.

use splendor_core::Violation;

use crate::table_builder::{Case, TableBuilder, TurnExt as _, buy, gems, noble, take, tile};

/// Seat 0 has four diamonds and three sapphires, and three onyxes for a fourth sapphire.
fn before_the_visit() -> Case {
    let table = TableBuilder::new(2).nobles("3:4d4s 3:3d3s3e 3:4s4e").market("a0s3o");
    table.bonuses(0, "4d3s").tokens(0, "3o").lay()
}

/// Seat 0 meets two nobles at once.
fn two_at_once() -> Case {
    let table = TableBuilder::new(2).nobles("3:4d4s 3:3d3s3e 3:4s4e");
    table.bonuses(0, "4d4s3e").tokens(0, "3o").lay()
}

#[test]
fn noble_present() {
    let case = two_at_once();
    let breach = Violation::NoblePresent { noble: tile("3:4d4o") };
    let wrong = take("1d1s1e").come("3:4d4s 3:4d4o");
    assert_eq!(case.position.check(&case.game, &wrong), Err(breach));
    assert_eq!(breach.to_string(), "the noble 3:4d4o is not on the table");
    let table = TableBuilder::new(2).nobles("3:3d3s3e").visited(1, "3:4d4s").bonuses(0, "4d4s");
    let gone = Violation::NoblePresent { noble: tile("3:4d4s") };
    let turn = take("1d1s1e").come("3:4d4s");
    assert_eq!(table.lay().position.check(&case.game, &turn), Err(gone));
    let after = case.plays(take("1d1s1e").come("3:4d4s"));
    assert_eq!(after.events.noble, Some(noble("3:4d4s")));
    assert!(!after.position.nobles().has(noble("3:4d4s")));
}

#[test]
fn noble_earned() {
    let case = before_the_visit();
    let breach = Violation::NobleEarned { noble: tile("3:4d4s"), bonuses: gems("4d3s") };
    let message =
        "the noble 3:4d4s is taken by a seat that has only four diamond and three sapphire cards";
    case.refuses(take("1d1s1e").come("3:4d4s"), breach, message);
    case.plays(take("1d1s1e"));
    let after = case.plays(buy("a0s3o", "3o").come("3:4d4s"));
    assert_eq!(after.position.seats()[0].prestige(), 3);
}

#[test]
fn noble_earned_by_bonuses_not_by_tokens() {
    let table = TableBuilder::new(2).nobles("3:4d4s").bonuses(0, "4d3s").tokens(0, "4s3g");
    let breach = Violation::NobleEarned { noble: tile("3:4d4s"), bonuses: gems("4d3s") };
    let message =
        "the noble 3:4d4s is taken by a seat that has only four diamond and three sapphire cards";
    table.lay().refuses(take("1d1e1r").come("3:4d4s"), breach, message);
}

#[test]
fn noble_one() {
    let case = two_at_once();
    let both = take("1d1s1e").come("3:4d4s 3:3d3s3e");
    case.refuses(both, Violation::NobleOne { nobles: 2 }, "two nobles taken in one turn");
    case.plays(take("1d1s1e").come("3:4d4s"));
    case.plays(take("1d1s1e").come("3:3d3s3e"));
}

#[test]
fn noble_mandatory() {
    let case = before_the_visit();
    let breach = Violation::NobleMandatory { noble: tile("3:4d4s"), bonuses: gems("4d4s") };
    let message = "no noble taken, although the demand of 3:4d4s is met";
    case.refuses(buy("a0s3o", "3o"), breach, message);
    case.plays(buy("a0s3o", "3o").come("3:4d4s"));
    let two = two_at_once();
    let breach = Violation::NobleMandatory { noble: tile("3:3d3s3e"), bonuses: gems("4d4s3e") };
    let message = "no noble taken, although the demand of 3:3d3s3e is met";
    two.refuses(take("1d1s1e"), breach, message);
}
