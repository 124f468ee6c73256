//! The power to draw two cards from a deck, on decks that are known, half known and not known.

use splendor_core::{CardId, Place, Powers, Row, Rulings, Turn, Unknown, Violation};

use crate::played::Played;
use crate::table_builder::{Case, TurnExt as _, card, cards, draw, facts, reserve, take};
use crate::trading_post_edge_cases::{LONG, idle, table};

/// Seat 0 draws two from a deck of level 3 that holds these cards, known in this order or not.
fn short_deck(rulings: Rulings, ids: &str, known_decks: bool) -> Case {
    let market = "c4d7o c4s7d c4e7s c4r7e";
    let table = table().rulings(rulings).nobles("").market(market).bonuses(0, "3o");
    let table = table.buys_all_but(1, Row::Three, ids);
    if known_decks { table.known_decks().lay() } else { table.lay() }
}

fn deck_of(case: &Case) -> Vec<Place> {
    case.position.deck(Row::Three).iter().collect()
}

fn name_of(case: &Case, place: Place) -> String {
    match place {
        Place::Card(id) => case.game.components.card(id).to_string(),
        Place::Hidden => panic!("the deck is known"),
    }
}

const KNOWN: fn(&str) -> Place = |id| Place::Card(card(id));

#[test]
fn drawing_two_of_two_one_and_no_cards() {
    let two = short_deck(LONG, "c4o7r c5d3d7o", false);
    let after = two.plays(draw(Row::Three).drawn("c4o7r").under("c5d3d7o"));
    assert_eq!(deck_of(&after), [KNOWN("c5d3d7o")]);
    assert!(after.position.seats()[0].hand().has(card("c4o7r")));
    assert!(after.position.secret().has(card("c4o7r")), "only its seat has seen it");
    let one = after.plays(idle());
    let last = one.plays(draw(Row::Three));
    assert_eq!(last.position.seats()[0].hand(), cards("c4o7r c5d3d7o"));
    assert_eq!((deck_of(&last), last.events.unknown), (Vec::new(), None));
    let none = last.plays(take("1d1s1e").by(1));
    let breach = Violation::ReserveDeck { level: Row::Three };
    none.refuses(draw(Row::Three), breach, &breach.to_string());
}

#[test]
fn drawing_two_that_nobody_shows() {
    let case = short_deck(LONG, "c4o7r c5d3d7o c4d3d3r6o", false);
    let after = case.plays(draw(Row::Three));
    assert_eq!(after.position.seats()[0].hidden(), [0, 0, 1, 0, 0, 0]);
    assert_eq!((deck_of(&after), after.events.unknown), (vec![Place::Hidden; 2], None));
    let kept = case.plays(draw(Row::Three).drawn("c4o7r"));
    assert_eq!((deck_of(&kept), kept.events.unknown), (vec![Place::Hidden; 2], None));
    let under = case.plays(draw(Row::Three).under("c4o7r"));
    assert_eq!(deck_of(&under), [Place::Hidden, KNOWN("c4o7r")]);
    assert_eq!(
        (under.position.seats()[0].hidden(), under.events.unknown),
        ([0, 0, 1, 0, 0, 0], None)
    );
    assert!(!under.position.unseen().has(card("c4o7r")));
}

#[test]
fn the_other_card_comes_last_and_only_then() {
    let case = short_deck(LONG, "c4o7r c5d3d7o c4d3d3r6o", false);
    let after = case.plays(draw(Row::Three).drawn("c4o7r").under("c5d3d7o"));
    assert_eq!(deck_of(&after), [Place::Hidden, KNOWN("c5d3d7o")]);
    let turn = reserve("c4d7o").by(1);
    let card = facts("c5d3d7o");
    let breach = Violation::RevealUnseen { card, place: "it is in a deck" };
    after.refuses(turn.fill("c5d3d7o"), breach, "c5d3d7o appears, but it is in a deck");
    let next = after.plays(turn.fill("c4d3d3r6o"));
    assert_eq!(deck_of(&next), [KNOWN("c5d3d7o")]);
    let turn = reserve("c4s7d");
    let other = facts("c4o7r");
    let breach = Violation::RevealUnseen { card: other, place: "it is in a hand" };
    assert_eq!(next.position.check(&next.game, &turn.fill("c4o7r")), Err(breach));
    let last = next.plays(turn.fill("c5d3d7o"));
    assert!(last.position.market().has(self::card("c5d3d7o")));
    assert!(deck_of(&last).is_empty());
}

#[test]
fn the_other_card_that_is_known_comes_of_itself() {
    let case = short_deck(LONG, "c4o7r c5d3d7o c4d3d3r6o", false);
    let case = case.plays(draw(Row::Three).drawn("c4o7r").under("c5d3d7o"));
    let case = case.plays(reserve("c4d7o").by(1).fill("c4d3d3r6o")).plays(reserve("c4s7d"));
    assert!(case.position.market().has(card("c5d3d7o")), "it is the only one left");
}

/// Each of the two upper cards of a known deck is kept in turn.
#[test]
fn of_two_known_cards_either_may_be_kept() {
    let case = short_deck(LONG, "c4o7r c5d3d7o c4d3d3r6o", true);
    let order = deck_of(&case);
    let names: Vec<String> = order.iter().map(|&place| name_of(&case, place)).collect();
    for [kept, other] in [[0, 1], [1, 0]] {
        let whole = draw(Row::Three).drawn(&names[kept]).under(&names[other]);
        let after = case.plays(whole);
        assert_eq!(deck_of(&after), [order[2], order[other]]);
        assert_eq!(after.events.unknown, None);
        for half in [draw(Row::Three).drawn(&names[kept]), draw(Row::Three).under(&names[other])] {
            let same = case.plays(half);
            assert_eq!((same.position, same.events), (after.position, after.events));
        }
    }
    let breach = |shown: usize, next: usize| Violation::RevealDeck {
        card: facts(&names[shown]),
        next: facts(&names[next]),
    };
    let third = draw(Row::Three).drawn(&names[2]);
    case.refuses(third, breach(2, 0), &breach(2, 0).to_string());
    let below = draw(Row::Three).drawn(&names[1]).under(&names[2]);
    case.refuses(below, breach(2, 0), &breach(2, 0).to_string());
    let below = draw(Row::Three).under(&names[2]);
    case.refuses(below, breach(2, 1), &breach(2, 1).to_string());
    let same = draw(Row::Three).drawn(&names[0]).under(&names[0]);
    let twice =
        Violation::RevealUnseen { card: facts(&names[0]), place: "it was taken in this turn" };
    case.refuses(same, twice, &twice.to_string());
}

#[test]
fn which_card_was_kept_is_not_guessed() {
    let known = short_deck(LONG, "c4o7r c5d3d7o c4d3d3r6o", true);
    let silent = known.position.played(&known.game, &draw(Row::Three)).unwrap().1;
    assert_eq!(silent.unknown, Some(Unknown::Kept));
    // Of a hidden and a known card too: the known one was put under the deck and is still there.
    let case = short_deck(LONG, "c4o7r c5d3d7o c4d3d3r6o", false);
    let case = case.plays(draw(Row::Three).drawn("c4o7r").under("c5d3d7o")).plays(idle());
    assert_eq!(deck_of(&case), [Place::Hidden, KNOWN("c5d3d7o")]);
    assert_eq!(case.plays(draw(Row::Three)).events.unknown, Some(Unknown::Kept));
    let kept = case.plays(draw(Row::Three).drawn("c5d3d7o"));
    assert_eq!((deck_of(&kept), kept.events.unknown), (vec![Place::Hidden], None));
    let hidden = case.plays(draw(Row::Three).under("c5d3d7o"));
    assert_eq!((deck_of(&hidden), hidden.events.unknown), (vec![KNOWN("c5d3d7o")], None));
    let shown = case.plays(draw(Row::Three).drawn("c4d3d3r6o"));
    assert_eq!((deck_of(&shown), shown.events.unknown), (vec![KNOWN("c5d3d7o")], None));
    // Without the need to use the power, a silent log leaves open whether it was used.
    let mut plain = known;
    plain.game.rules.rulings.powers = Powers::Optional;
    let next = deck_of(&plain)[0];
    let after = plain.plays(draw(Row::Three));
    assert_eq!(after.events.unknown, Some(Unknown::Drawn));
    assert!(after.position.seats()[0].hand().iter().map(Place::Card).any(|kept| kept == next));
    // The first card may have been kept alone; the second was not, without a look at both.
    let [Place::Card(first), Place::Card(second)] = deck_of(&plain)[..2] else {
        panic!("the deck is known")
    };
    let id = |card| plain.game.components.card(card).to_string();
    let kept = plain.plays(draw(Row::Three).drawn(&id(first)));
    assert_eq!(kept.events.unknown, Some(Unknown::Drawn));
    let kept = plain.plays(draw(Row::Three).drawn(&id(second)));
    assert_eq!(kept.events.unknown, None);
    assert_eq!(deck_of(&kept).last(), Some(&Place::Card(first)));
}

/// The blame falls on the card that cannot have been drawn, not on the one that was.
#[test]
fn a_card_that_cannot_be_kept_beside_one_that_can_go_under() {
    let case = short_deck(LONG, "c4o7r c5d3d7o c4d3d3r6o", false);
    let case = case.plays(draw(Row::Three).drawn("c4o7r").under("c5d3d7o")).plays(idle());
    let turn = draw(Row::Three).drawn("b3d6d").under("c5d3d7o");
    let breach = Violation::RevealLevel { card: facts("b3d6d"), level: Row::Three };
    case.refuses(turn, breach, &breach.to_string());
    let turn = draw(Row::Three).drawn("c5d3d7o").under("b3d6d");
    case.refuses(turn, breach, &breach.to_string());
}

/// Every pair of cards of the box in place of the two that are drawn.
#[test]
fn of_every_pair_only_those_that_lie_on_top_are_drawn() {
    let ids = "c4o7r c5d3d7o c4d3d3r6o";
    let known = short_deck(LONG, ids, true);
    let dark = short_deck(LONG, ids, false);
    let half = dark.plays(draw(Row::Three).drawn("c4o7r").under("c5d3d7o")).plays(idle());
    let mut drawn = Vec::new();
    for case in [known, dark, half] {
        let upper: Vec<Place> = deck_of(&case).into_iter().take(2).collect();
        let level = case.game.components.of_row(Row::Three);
        let fits = |named: Option<CardId>, place| match (named, place) {
            (None, _) => true,
            (Some(id), Place::Card(known)) => id == known,
            (Some(id), Place::Hidden) => case.position.unseen().and(level).has(id),
        };
        let all: Vec<Option<CardId>> =
            case.game.components.cards().iter().map(Some).chain([None]).collect();
        let mut legal = 0;
        for pair in all.iter().flat_map(|&card| all.iter().map(move |&under| [card, under])) {
            let [card, under] = pair;
            let action = splendor_core::Action::ReserveDeck { row: Row::Three, card, under };
            let turn = Turn::new(0, action);
            let verdict = case.position.check(&case.game, &turn);
            let violations = case.position.violations(&case.game, &turn);
            assert_eq!(verdict.err(), violations.first().copied(), "{turn:?}");
            let apart = card != under || card.is_none();
            let possible = (fits(card, upper[0]) && fits(under, upper[1]))
                || (fits(card, upper[1]) && fits(under, upper[0]));
            assert_eq!(verdict.is_ok(), apart && possible, "{turn:?}: {verdict:?}");
            legal += usize::from(verdict.is_ok());
        }
        drawn.push(legal);
    }
    // Two ways round, each also with either card untold, and both; three of three likewise.
    assert_eq!(drawn, [7, 13, 7]);
}

#[test]
fn a_forced_draw_of_two_puts_the_other_card_under_the_deck() {
    let case = short_deck(LONG, "c4o7r c5d3d7o c4d3d3r6o", true);
    let order = deck_of(&case);
    let names: Vec<String> = order.iter().map(|&place| name_of(&case, place)).collect();
    let force = |turn: Turn| {
        let mut after = case.clone();
        after.position = case.position.follow_log(&case.game, &turn.back("1d"));
        after
    };
    let silent = force(draw(Row::Three));
    assert_eq!(deck_of(&silent), [order[2], order[1]]);
    let second = force(draw(Row::Three).drawn(&names[1]));
    assert_eq!(deck_of(&second), [order[2], order[0]]);
    assert_eq!(second.position.whereabouts(card(&names[0])), Some("it is in a deck"));
    assert_eq!(second.position.whereabouts(card(&names[1])), Some("it is in a hand"));
    // A card that cannot have come changes places with the one that should have.
    let third = force(draw(Row::Three).drawn(&names[2]));
    assert_eq!(deck_of(&third), [order[0], order[1]]);
    // A seat without the power that puts a card under a deck has drawn two.
    let turn = draw(Row::Two).by(1).drawn("b3d6d").under("b3e6e");
    let dark = short_deck(LONG, "c4o7r c5d3d7o", false);
    let after = dark.position.follow_log(&dark.game, &turn);
    assert_eq!(after.deck(Row::Two).len(), dark.position.deck(Row::Two).len() - 1);
    assert_eq!(after.deck(Row::Two).iter().last(), Some(Place::Card(card("b3e6e"))));
    assert!(after.seats()[1].hand().has(card("b3d6d")));
    assert_eq!(after.whereabouts(card("b3e6e")), Some("it is in a deck"));
}
