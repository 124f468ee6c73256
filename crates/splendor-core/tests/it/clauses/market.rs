//! Filling the market.

use splendor_core::{Place, Row, Rulings, Violation};

use crate::table_builder::{TableBuilder, TurnExt as _, buy, card, draw, facts, reserve, take};

#[test]
fn market_refill() {
    let case = TableBuilder::new(2).tokens(0, "3s").hand(0, "a0o3e").market("a0d3s").lay();
    let why = "no place in the market is empty";
    let breach = Violation::MarketRefill { card: facts("a0s3o"), why };
    let message = "a0s3o is revealed, but no place in the market is empty";
    case.refuses(take("1d1s1e").fill("a0s3o"), breach, message);
    case.refuses(draw(Row::One).fill("a0s3o"), breach, message);
    let after = case.plays(buy("a0d3s", "3s").fill("a0s3o"));
    assert_eq!(after.events.refill, Some(Place::Card(card("a0s3o"))));
    assert!(after.position.market().has(card("a0s3o")));
    let reserved = case.plays(reserve("a0d3s").fill("a0s3o"));
    assert!(reserved.position.market().has(card("a0s3o")));
}

#[test]
fn market_refill_after_a_purchase_from_the_hand() {
    let case = TableBuilder::new(2).tokens(0, "3e").hand(0, "a0o3e").market("a0d3s").lay();
    let why = "no place in the market is empty";
    let breach = Violation::MarketRefill { card: facts("a0s3o"), why };
    let message = "a0s3o is revealed, but no place in the market is empty";
    case.refuses(buy("a0o3e", "3e").fill("a0s3o"), breach, message);
    let after = case.plays(buy("a0o3e", "3e"));
    assert_eq!(after.events.refill, None);
    assert_eq!(after.position.market(), case.position.market());
}

#[test]
fn market_refill_from_an_empty_deck() {
    let table = TableBuilder::new(2).market("c4d7o c4s7d c4e7s c4r7e").hand(1, "c4o7r");
    let long = Rulings { target: 255, ..Rulings::default() };
    let case = table.rulings(long).buys_out(1, Row::Three).lay();
    let why = "the deck of the level is empty";
    let breach = Violation::MarketRefill { card: facts("c5o7r3o"), why };
    let wrong = reserve("c4d7o").fill("c5o7r3o");
    assert_eq!(case.position.check(&case.game, &wrong), Err(breach));
    assert_eq!(case.position.violations(&case.game, &wrong).first(), Some(&breach));
    assert_eq!(breach.to_string(), "c5o7r3o is revealed, but the deck of the level is empty");
    let after = case.plays(reserve("c4d7o"));
    assert_eq!(after.events.refill, None);
    assert_eq!(after.position.market().len(), 11);
}

#[test]
fn market_refill_not_told() {
    let case = TableBuilder::new(2).market("a0d3s").lay();
    let after = case.plays(reserve("a0d3s"));
    assert_eq!(after.events.refill, Some(Place::Hidden));
    assert_eq!(after.position.market_hidden(), [1, 0, 0, 0, 0, 0]);
    let known = TableBuilder::new(2).market("a0d3s").known_decks().lay();
    let next = known.position.deck(Row::One).top();
    let after = known.plays(reserve("a0d3s"));
    assert_eq!(after.events.refill, next);
    assert_eq!(after.position.market_hidden(), [0; 6]);
}
