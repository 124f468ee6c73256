//! The cards that appear.

use splendor_core::{Place, Row, Violation};

use crate::table_builder::{TableBuilder, TurnExt as _, buy, card, draw, facts, reserve};

fn unseen(id: &str, place: &'static str) -> Violation {
    Violation::RevealUnseen { card: facts(id), place }
}

#[test]
fn reveal_unseen() {
    let table = TableBuilder::new(2).market("a0d3s a0s3o").hand(1, "a0e3r").bought(1, "a0r3d");
    let case = table.lay();
    for (id, place) in [
        ("a0s3o", "it is in the market"),
        ("a0e3r", "it is in a hand"),
        ("a0r3d", "it was bought before"),
    ] {
        let message = format!("{id} appears, but {place}");
        case.refuses(reserve("a0d3s").fill(id), unseen(id, place), &message);
        case.refuses(draw(Row::One).drawn(id), unseen(id, place), &message);
    }
    case.plays(reserve("a0d3s").fill("a0o3e"));
    case.plays(draw(Row::One).drawn("a0o3e"));
}

#[test]
fn reveal_unseen_the_card_of_the_turn_itself() {
    let case = TableBuilder::new(2).market("a0d3s").tokens(0, "3o").hidden(0, [1, 0, 0]).lay();
    let itself = reserve("a0d3s").fill("a0d3s");
    let breach = unseen("a0d3s", "it is in the market");
    assert_eq!(case.position.check(&case.game, &itself), Err(breach));
    let hidden = buy("a0s3o", "3o");
    assert_eq!(case.position.check(&case.game, &hidden), Ok(()));
}

#[test]
fn reveal_level() {
    let case = TableBuilder::new(2).market("a0d3s").lay();
    let breach = Violation::RevealLevel { card: facts("b2o5d"), level: Row::One };
    let message = "b2o5d is a card of level 2, but appears from the deck of level 1";
    case.refuses(reserve("a0d3s").fill("b2o5d"), breach, message);
    case.refuses(draw(Row::One).drawn("b2o5d"), breach, message);
    case.plays(reserve("a0d3s").fill("a1o4s"));
    case.plays(draw(Row::Two).drawn("b2o5d"));
}

#[test]
fn reveal_deck() {
    let case = TableBuilder::new(2).market("a0d3s").known_decks().lay();
    let Some(Place::Card(top)) = case.position.deck(Row::One).top() else {
        panic!("the deck is known")
    };
    let next = case.game.components.card(top);
    assert_ne!(top, card("a1o4s"));
    let breach = Violation::RevealDeck { card: facts("a1o4s"), next };
    let message = format!("a1o4s appears, but the next card of the deck is {next}");
    case.refuses(reserve("a0d3s").fill("a1o4s"), breach, &message);
    case.refuses(draw(Row::One).drawn("a1o4s"), breach, &message);
    case.plays(reserve("a0d3s").fill(&next.to_string()));
    let after = case.plays(draw(Row::One));
    assert!(after.position.seats()[0].hand().has(top), "the order of a known deck suffices");
    assert!(after.position.secret().has(top));
}

#[test]
fn reveal_level_of_orient_cards() {
    let case = TableBuilder::new(2).orient().market("a0d3s B1ss3r4o B1ee4d3o C3ox2s C3ex2o").lay();
    let breach = |id, level| Violation::RevealLevel { card: facts(id), level };
    let message = "B1dd3e4r is a card of Orient level 2, but appears from the deck of level 1";
    case.refuses(reserve("a0d3s").fill("B1dd3e4r"), breach("B1dd3e4r", Row::One), message);
    let message = "b2o5d is a card of level 2, but appears from the deck of Orient level 2";
    case.refuses(reserve("B1ss3r4o").fill("b2o5d"), breach("b2o5d", Row::OrientTwo), message);
    let message = "C3dx2e is a card of Orient level 3, but appears from the deck of Orient level 2";
    case.refuses(reserve("B1ss3r4o").fill("C3dx2e"), breach("C3dx2e", Row::OrientTwo), message);
    case.plays(reserve("B1ss3r4o").fill("B1dd3e4r"));
}
