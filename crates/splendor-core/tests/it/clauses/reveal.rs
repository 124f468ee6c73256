//! The cards that appear.

use splendor_core::{CardId, Components, Place, Row, Turn, Violation};

use crate::sun_never_sets_parts::{SunNeverSetsExt as _, place};
use crate::table_builder::{
    Case, TableBuilder, TurnExt as _, buy, card, cards, draw, facts, reserve,
};

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
    let message = "a0d3s appears, but it was taken in this turn";
    case.refuses(itself, unseen("a0d3s", "it was taken in this turn"), message);
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

/// A table at which seat 0 buys `a0r3d` and then conquers `a0e3r`: two cards of one known deck fill
/// their places.
fn two_places() -> Case {
    let table = TableBuilder::new(2).strongholds().market("a0r3d a0e3r b2d5r").tokens(0, "3d3r");
    table.stands(0, "a0e3r a0e3r").known_decks().lay()
}

/// The turn with these two reveals.
fn two_reveals([first, second]: [CardId; 2]) -> Turn {
    let turn = buy("a0r3d", "3d").step(place("a0e3r"));
    refilled(turn.conquers("a0e3r", "2r", Some(place("b2d5r"))), Some(first), second)
}

fn refilled(turn: Turn, refill: Option<CardId>, of_conquest: CardId) -> Turn {
    let mut turn = Turn { refill, ..turn };
    if let Some(conquest) = &mut turn.conquest {
        conquest.refill = Some(of_conquest);
    }
    turn
}

/// Asserts that a turn breaks these clauses, and that the checks stop at the first.
#[track_caller]
fn breaks(case: &Case, turn: Turn, breaches: &[Violation]) {
    assert_eq!(case.position.violations(&case.game, &turn), breaches);
    let first = breaches.first().copied();
    assert_eq!(case.position.check(&case.game, &turn).err(), first);
}

#[test]
fn reveal_deck_by_two_places_of_one_level() {
    let case = two_places();
    let next: Vec<CardId> = case
        .position
        .deck(Row::One)
        .iter()
        .map(|place| match place {
            Place::Card(card) => card,
            Place::Hidden => panic!("the deck is known"),
        })
        .collect();
    let fact = |at: usize| case.game.components.card(next[at]);
    let breach = |card, due| Violation::RevealDeck { card: fact(card), next: fact(due) };
    breaks(&case, two_reveals([next[0], next[1]]), &[]);
    // The first card, which did not come, is where the second was: it comes next by the log.
    breaks(&case, two_reveals([next[1], next[0]]), &[breach(1, 0)]);
    breaks(&case, two_reveals([next[1], next[2]]), &[breach(1, 0), breach(2, 0)]);
    breaks(&case, two_reveals([next[2], next[1]]), &[breach(2, 0)]);
    breaks(&case, two_reveals([next[0], next[2]]), &[breach(2, 1)]);
    let twice = Violation::RevealUnseen { card: fact(0), place: "it was taken in this turn" };
    breaks(&case, two_reveals([next[0], next[0]]), &[twice, breach(0, 1)]);
}

/// A table with two cards in the deck of level 1, from which seat 0 draws two.
fn last_two() -> TableBuilder {
    let table = TableBuilder::new(2).strongholds().posts().nobles("").tokens(0, "3d");
    let table = table.market("a0r3d b2d5r a0s3o a0o3e a0e3r").bonuses(0, "3o");
    let sold = table.left(Row::One).without(cards("a0d3s a0d2r1o"));
    let table = table.stands(0, "a0r3d a0r3d a0r3d");
    sold.iter().fold(table, |table, id| {
        let id = Components::published().card(id).to_string();
        table.bought(1, &id)
    })
}

/// Of two drawn cards the one under an empty deck is the next that comes.
#[test]
fn reveal_deck_by_the_card_put_under_it() {
    for case in [last_two().lay(), last_two().known_decks().lay()] {
        assert_eq!(case.position.deck(Row::One).len(), 2);
        let drawn = draw(Row::One).drawn("a0d3s").under("a0d2r1o");
        let turn = drawn.conquers("a0r3d", "3d", Some(place("b2d5r")));
        breaks(&case, refilled(turn, None, card("a0d2r1o")), &[]);
        let twice = unseen("a0d3s", "it was taken in this turn");
        let due = Violation::RevealDeck { card: facts("a0d3s"), next: facts("a0d2r1o") };
        breaks(&case, refilled(turn, None, card("a0d3s")), &[twice, due]);
    }
}
