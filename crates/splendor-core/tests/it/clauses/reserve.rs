//! Reserving cards, and the gold that comes with them.

use splendor_core::{Freedom, GoldAtTen, PassObstacle, Row, Rulings, Violation};

use crate::table_builder::{
    TableBuilder, TurnExt as _, buy, card, cards, draw, facts, pass, reserve, tokens,
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

fn at_ten(gold_at_ten: GoldAtTen) -> TableBuilder {
    let rulings = Rulings { gold_at_ten, ..Rulings::default() };
    TableBuilder::new(2).rulings(rulings).market("a0d3s").tokens(0, "2d2s2e2r2o")
}

#[test]
fn reserve_gold_withheld_at_ten() {
    let full = at_ten(GoldAtTen::Withheld).lay();
    let after = full.plays(reserve("a0d3s"));
    assert!(!after.events.gold);
    assert_eq!((after.tokens(0), after.position.supply().gold()), (tokens("2d2s2e2r2o"), 5));
    let breach = Violation::LimitExcess { returned: 1, excess: 0 };
    full.refuses(reserve("a0d3s").back("1d"), breach, &breach.to_string());
    let nine = at_ten(GoldAtTen::Withheld).tokens(0, "2d2s2e2r1o").lay();
    assert_eq!(nine.plays(reserve("a0d3s")).tokens(0), tokens("2d2s2e2r1o1g"));
}

#[test]
fn reserve_gold_forbids_reserving_at_ten() {
    let full = at_ten(GoldAtTen::Forbidden).lay();
    let why = "; the ruling gold-at-ten=forbidden allows no return after a reservation";
    let breach = Violation::LimitTen { held: 11, returned: 0, why };
    let message = "the turn ends with eleven tokens; the ruling gold-at-ten=forbidden allows no \
                   return after a reservation";
    full.refuses(reserve("a0d3s"), breach, message);
    full.refuses(reserve("a0d3s").back("1g"), breach, message);
    at_ten(GoldAtTen::Forbidden).tokens(1, "5g").lay().plays(reserve("a0d3s"));
    at_ten(GoldAtTen::Forbidden).tokens(0, "2d2s2e2r1o").lay().plays(reserve("a0d3s"));
}

#[test]
fn reserve_gold_forbidden_leaves_a_seat_stuck() {
    let table = at_ten(GoldAtTen::Forbidden).supply("5g").tokens(0, "4d4e2r");
    let stuck = table.clone().lay();
    assert_eq!(stuck.position.freedom(&stuck.game), Freedom::Stuck);
    stuck.plays(pass());
    let free = table.tokens(1, "5g").supply("").lay();
    assert_eq!(free.position.freedom(&free.game), Freedom::Free(PassObstacle::Reservation));
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
