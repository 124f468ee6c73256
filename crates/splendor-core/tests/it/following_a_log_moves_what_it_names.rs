//! Following a log after an illegal turn: every effect that the turn names is applied, and nothing
//! else changes.

use splendor_core::{Place, Post, PostSet, PurchaseOrigin, Row, Turn};

use crate::table_builder::{
    TableBuilder, TurnExt as _, buy, buy_from, card, draw, gems, reserve, take, tokens,
};
use crate::trading_post_edge_cases::LONG;

#[test]
fn a_forced_reservation_brings_gold_and_a_card() {
    let case = TableBuilder::new(2).market("a0d3s").lay();
    let after = case.position.follow_log(&case.game, &reserve("a0d3s").by(1));
    assert_eq!(after.seats()[1].tokens(), tokens("1g"));
    assert_eq!(after.supply(), tokens("4d4s4e4r4o4g"));
    assert_eq!((after.seats()[1].hand_size(), after.market_hidden()), (1, [1, 0, 0, 0, 0, 0]));
    assert_eq!(after.deck(Row::One).len(), 35);
    // A hidden card counts towards the hand like a known one.
    let more = after.follow_log(&case.game, &draw(Row::Three).by(1));
    assert_eq!((more.seats()[1].hand_size(), more.seats()[1].hidden()), (2, [0, 0, 1, 0, 0, 0]));
    let more = more.follow_log(&case.game, &draw(Row::Three).by(1));
    assert_eq!((more.seats()[1].hand_size(), more.seats()[1].hidden()), (3, [0, 0, 2, 0, 0, 0]));
    assert_eq!((more.seats()[1].tokens(), more.supply().gold()), (tokens("3g"), 2));
}

#[test]
fn a_forced_refill_comes_where_it_is_told_and_where_a_place_is_empty() {
    let case = TableBuilder::new(2).market("a0d3s").hand(1, "a0s3o").lay();
    let named = case.position.follow_log(&case.game, &reserve("a0s3o").fill("a0o3e"));
    assert!(named.market().has(card("a0o3e")) && named.market().has(card("a0d3s")));
    let silent = case.position.follow_log(&case.game, &reserve("a0s3o"));
    assert_eq!((silent.market(), silent.market_hidden()), (case.position.market(), [0; 6]));
}

#[test]
fn a_forced_purchase_says_which_hidden_place_the_card_was_in() {
    // A card of level 1 is hidden in the market, one with each seat.
    let table = TableBuilder::new(2).market("a0s3o").hidden(0, [1, 0, 0]).hidden(1, [1, 0, 0]);
    let case = table.lay();
    let dark = case.plays(reserve("a0s3o"));
    let places = |turn: Turn| {
        let after = dark.position.follow_log(&case.game, &turn);
        let hidden = |seat: usize| after.seats()[seat].hidden()[0];
        (after.deck(Row::One).len(), hidden(0), hidden(1))
    };
    let deck = dark.position.deck(Row::One).len();
    assert_eq!(places(buy_from(PurchaseOrigin::Market, "a0d3s", "").by(1)), (deck - 1, 1, 1));
    assert_eq!(places(buy_from(PurchaseOrigin::Hand, "a0d3s", "").by(1)), (deck, 1, 0));
    assert_eq!(places(buy("a0d3s", "").by(1)), (deck, 1, 0));
}

#[test]
fn a_forced_purchase_takes_the_hidden_card_of_another_seat_if_there_is_no_other() {
    let case = TableBuilder::new(3).hidden(2, [0, 1, 0]).market("b1o3d3e2o").lay();
    let after = case.position.follow_log(&case.game, &buy("b2o5d", ""));
    assert_eq!((after.seats()[2].hidden(), after.seats()[2].hand_size()), ([0; 6], 0));
    assert_eq!(after.seats()[0].bonuses(), gems("1o"));
}

#[test]
fn a_forced_draw_leaves_the_hidden_places_of_others_alone() {
    let case = TableBuilder::new(2).hidden(1, [1, 0, 0]).market("a0d3s").lay();
    let after = case.position.follow_log(&case.game, &draw(Row::One).drawn("a0s3o"));
    assert_eq!((after.seats()[1].hidden(), after.deck(Row::One).len()), ([1, 0, 0, 0, 0, 0], 34));
    assert!(after.seats()[0].hand().has(card("a0s3o")) && !after.unseen().has(card("a0s3o")));
    // A card of the market that a log names as drawn is in one place afterwards.
    let after = case.position.follow_log(&case.game, &draw(Row::One).drawn("a0d3s"));
    assert!(after.seats()[0].hand().has(card("a0d3s")) && !after.market().has(card("a0d3s")));
    // The next card of a deck with a known order.
    let known = TableBuilder::new(2).hidden(1, [1, 0, 0]).market("a0d3s").known_decks().lay();
    let Some(Place::Card(next)) = known.position.deck(Row::One).top() else {
        panic!("the deck is known")
    };
    let id = known.game.components.card(next).to_string();
    let after = known.position.follow_log(&known.game, &draw(Row::One).drawn(&id));
    assert_eq!((after.seats()[1].hidden(), after.seats()[1].hand_size()), ([1, 0, 0, 0, 0, 0], 1));
    assert!(after.seats()[0].hand().has(next));
}

#[test]
fn a_forced_post_brings_its_own_prestige() {
    let table = TableBuilder::new(2).posts().rulings(LONG).bonuses(0, "5e").nobles("");
    let case = table.lay();
    let points = |position: &splendor_core::Position| position.seats()[0].prestige();
    assert_eq!(points(&case.position), 1);
    let after = case.position.follow_log(&case.game, &take("1d").gains("draw-two"));
    assert_eq!(points(&after), 2);
    let posts: PostSet = [Post::PointPerPost, Post::DrawTwo].into_iter().collect();
    assert_eq!(after.seats()[0].posts(), posts);
}
