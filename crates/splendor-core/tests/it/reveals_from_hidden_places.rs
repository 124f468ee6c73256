//! Reveals with incomplete knowledge: for every way to write a purchase, a reservation and a draw,
//! the checks and the list of violations agree.

use splendor_core::{
    Action, CardId, Place, Powers, PurchaseOrigin, Row, Rulings, Turn, Unknown, Violation,
};

use crate::played::Played;
use crate::table_builder::{
    Case, TableBuilder, TurnExt as _, card, draw, facts, reserve, take, tokens,
};
use crate::trading_post_edge_cases::LONG;

/// Judges a turn in both ways; returns the id of the clause that it breaks.
#[track_caller]
fn judged(case: &Case, turn: Turn) -> Option<&'static str> {
    let first = case.position.check(&case.game, &turn).err();
    let all = case.position.violations(&case.game, &turn);
    assert_eq!(all.first().copied(), first, "{turn:?}");
    first.map(|breach| breach.clause().id())
}

/// Seat 0 has a hidden card of level 1, which could also be in the market, and `a1o4s` in hand.
fn dark(hidden: u8) -> Case {
    let table =
        TableBuilder::new(2).hidden(0, [hidden, 0, 0]).tokens(0, "4s3o").market("a0s3o a0o3e");
    let case = table.hand(0, "a1o4s").bought(1, "a0e3r").turn_of(1).nobles("").lay();
    case.plays(reserve("a0o3e").by(1))
}

/// Cards that are unseen, in the market, in the own hand, in another hand, bought.
const SOME: [(&str, &str); 5] =
    [("a0d3s", "3s"), ("a0s3o", "3o"), ("a1o4s", "4s"), ("a0o3e", "3s"), ("a0e3r", "3o")];

#[test]
fn every_purchase_with_every_refill() {
    let mut broken = Vec::new();
    for case in
        [dark(1), dark(0), TableBuilder::new(2).tokens(0, "4s3o").hidden(0, [1, 0, 0]).lay()]
    {
        for ((id, pay), from) in SOME.iter().flat_map(|some| {
            [None, Some(PurchaseOrigin::Market), Some(PurchaseOrigin::Hand)]
                .map(|from| (some, from))
        }) {
            let action = Action::Purchase { card: card(id), pay: tokens(pay), from };
            let others = ["a0d2r1o", "b2o5d"].into_iter().chain(SOME.map(|(id, _)| id));
            let refills = others.map(|id| Some(card(id))).chain([None]);
            broken.extend(
                refills.map(|refill| judged(&case, Turn { refill, ..Turn::new(0, action) })),
            );
        }
    }
    for id in ["purchase.source", "market.refill", "reveal.unseen", "reveal.level"] {
        assert!(broken.contains(&Some(id)), "{id}");
    }
    assert!(broken.contains(&None));
}

#[test]
fn every_reservation_with_every_refill() {
    let case = dark(1);
    for (id, _) in SOME {
        for (other, _) in SOME {
            let turn = Turn { refill: Some(card(other)), ..reserve(id) };
            judged(&case, turn);
        }
    }
    // A card that was hidden in the market cannot also be the one that fills its place.
    let itself = Turn { refill: Some(card("a0d3s")), ..reserve("a0d3s") };
    let place = "it was taken in this turn";
    let breach = Violation::RevealUnseen { card: facts("a0d3s"), place };
    assert_eq!(case.position.check(&case.game, &itself), Err(breach));
    assert_eq!(case.position.violations(&case.game, &itself), [breach]);
}

#[test]
fn every_draw_of_two_cards() {
    let mut unknown = Vec::new();
    for powers in [Powers::Mandatory, Powers::Optional] {
        let rulings = Rulings { powers, ..LONG };
        for bonuses in ["3o", "2o"] {
            let table =
                TableBuilder::new(2).posts().rulings(rulings).bonuses(0, bonuses).nobles("");
            for case in [table.clone().known_decks().lay(), table.lay()] {
                unknown.extend(draws(&case));
            }
        }
    }
    assert!(unknown.contains(&Some(Unknown::Kept)) && unknown.contains(&Some(Unknown::Drawn)));
}

/// Draws with every card named as kept and as put under the deck; the expected unknown of each.
fn draws(case: &Case) -> Vec<Option<Unknown>> {
    let deck = case.position.deck(Row::One).iter();
    let known = deck.take(3).filter_map(|place| match place {
        Place::Card(card) => Some(card),
        Place::Hidden => None,
    });
    let open = case.position.market().iter().take(1);
    let free = case.position.unseen().iter().take(2);
    let cards: Vec<Option<CardId>> =
        known.chain(open).chain(free).map(Some).chain([None]).collect();
    let mut unknown = Vec::new();
    for &card in &cards {
        for &under in &cards {
            let action = Action::ReserveDeck { row: Row::One, card, under };
            let turn = Turn::new(0, action);
            if judged(case, turn).is_none() {
                unknown.push(case.position.played(&case.game, &turn).unwrap().1.unknown);
            }
        }
    }
    unknown
}

#[test]
fn a_hidden_card_below_a_known_one_may_be_kept() {
    let table = TableBuilder::new(2).posts().rulings(LONG).bonuses(0, "3o").nobles("");
    let table = table.market("c4d7o c4s7d c4e7s c4r7e");
    let left = "c4o7r c5d3d7o c3d3s3e5r3o c4d3d3r6o";
    let case = table.buys_all_but(1, Row::Three, left).lay();
    // One known card goes under the deck, and one hidden card below it.
    let case = case.plays(draw(Row::Three).drawn("c4o7r").under("c5d3d7o"));
    let case = case.plays(take("1d1s1e").by(1)).plays(draw(Row::Three));
    let case = case.plays(take("1d1s1e").by(1));
    let deck: Vec<Place> = case.position.deck(Row::Three).iter().collect();
    assert_eq!(deck, [Place::Card(card("c5d3d7o")), Place::Hidden]);
    assert_eq!(judged(&case, draw(Row::Three).drawn("c4d3d3r6o")), None);
    assert_eq!(judged(&case, draw(Row::Three).drawn("c5d3d7o")), None);
    assert_eq!(judged(&case, draw(Row::Three).drawn("c4o7r")), Some("reveal.unseen"));
}

#[test]
fn a_card_that_is_in_no_known_deck_was_seen_unless_another_hand_holds_it() {
    let unseen = |case: &Case| case.position.unseen().iter().collect::<Vec<_>>()[0];
    let table = |seat| TableBuilder::new(2).hidden(seat, [1, 0, 0]).market("a0s3o b2o5d");
    for (seat, [same_level, other_level]) in
        [(0, ["reveal.unseen"; 2]), (1, ["reveal.deck", "reveal.level"])]
    {
        let case = table(seat).known_decks().lay();
        for (reserved, clause) in [("a0s3o", same_level), ("b2o5d", other_level)] {
            let turn = Turn { refill: Some(unseen(&case)), ..reserve(reserved) };
            assert_eq!(judged(&case, turn), Some(clause));
        }
        // In a closed deck it may be the next card.
        let case = table(seat).lay();
        let turn = Turn { refill: Some(unseen(&case)), ..reserve("a0s3o") };
        assert_eq!(judged(&case, turn), None);
    }
}
