//! Reserving cards, and the gold that comes with them.

use splendor_core::{Row, Rulings, Violation};

use crate::table_builder::{
    TableBuilder, TurnExt as _, buy, card, cards, draw, facts, reserve, tokens,
};

#[test]
fn reserve_hand_limit() {
    let case = TableBuilder::new(2).hand(0, "c4d7o c4s7d c4e7s").market("a0d3s").lay();
    let breach = Violation::ReserveHandLimit { hand: 3 };
    case.refuses(reserve("a0d3s"), breach, "a card is reserved with three in hand already");
    case.refuses(draw(Row::One), breach, "a card is reserved with three in hand already");
    let two = TableBuilder::new(2).hand(0, "c4d7o c4s7d").market("a0d3s").lay();
    let after = two.plays(reserve("a0d3s"));
    assert_eq!(after.position.seats()[0].hand(), cards("c4d7o c4s7d a0d3s"));
    assert_eq!(after.position.seats()[0].hand_size(), 3);
}

#[test]
fn reserve_hand_limit_counts_hidden_cards() {
    let case = TableBuilder::new(2).hand(0, "c4d7o").hidden(0, [1, 1, 0]).market("a0d3s").lay();
    let breach = Violation::ReserveHandLimit { hand: 3 };
    case.refuses(reserve("a0d3s"), breach, "a card is reserved with three in hand already");
    let two = TableBuilder::new(2).hidden(0, [1, 1, 0]).market("a0d3s").lay();
    two.plays(reserve("a0d3s"));
}

#[test]
fn reserve_face_up() {
    let case = TableBuilder::new(2).market("a0d3s").hand(1, "a0s3o").bought(1, "a0e3r").lay();
    for id in ["a0s3o", "a0e3r", "a0o3e"] {
        let breach = Violation::ReserveFaceUp { card: facts(id) };
        let message = format!("{id} is reserved, but is not in the market");
        case.refuses(reserve(id), breach, &message);
    }
    let after = case.plays(reserve("a0d3s"));
    assert!(!after.position.market().has(card("a0d3s")));
    assert!(!after.position.secret().has(card("a0d3s")), "everyone has seen it");
}

#[test]
fn reserve_deck() {
    let long = Rulings { target: 255, ..Rulings::default() };
    let table = TableBuilder::new(2).rulings(long).market("c4d7o c4s7d c4e7s c4r7e");
    let case = table.buys_out(1, Row::Three).lay();
    let breach = Violation::ReserveDeck { level: Row::Three };
    case.refuses(draw(Row::Three), breach, "a card is reserved from the empty deck of level 3");
    let after = case.plays(draw(Row::Two));
    assert_eq!(after.position.seats()[0].hidden(), [0, 1, 0, 0, 0, 0]);
    assert_eq!(after.position.deck(Row::Two).len(), 25);
}

#[test]
fn reserve_deck_is_secret_until_bought() {
    let case = TableBuilder::new(2).tokens(0, "3s").market("a0s3o").lay();
    let known = case.plays(draw(Row::One).drawn("a0d3s"));
    assert!(known.position.secret().has(card("a0d3s")));
    let mut bought = known.plays(crate::table_builder::take("1e1r1o").by(1));
    bought = bought.plays(buy("a0d3s", "3s"));
    assert!(!bought.position.secret().has(card("a0d3s")));
    let laid = TableBuilder::new(2).secret(0, "a0o3e").hand(1, "a0e3r").lay();
    assert_eq!(laid.position.secret(), cards("a0o3e"));
    assert!(bought.position.seats()[0].bought().has(card("a0d3s")));
}

#[test]
fn reserve_gold() {
    let with = TableBuilder::new(2).market("a0d3s").lay().plays(reserve("a0d3s"));
    assert!(with.events.gold);
    assert_eq!((with.tokens(0), with.position.supply().gold()), (tokens("1g"), 4));
    let blind = TableBuilder::new(2).lay().plays(draw(Row::Two));
    assert!(blind.events.gold);
    assert_eq!(blind.tokens(0), tokens("1g"));
    let without =
        TableBuilder::new(2).tokens(1, "5g").market("a0d3s").lay().plays(reserve("a0d3s"));
    assert!(!without.events.gold);
    assert_eq!((without.tokens(0), without.position.seats()[0].hand_size()), (tokens(""), 1));
}

#[test]
fn reserve_gold_message() {
    let breach = Violation::ReserveGold { gold: 0, expected: 1 };
    assert_eq!(
        breach.to_string(),
        "the log claims no gold for the seat after its reservation, but the seat has one"
    );
    assert!(breach.clause().shows_through_claims());
}
