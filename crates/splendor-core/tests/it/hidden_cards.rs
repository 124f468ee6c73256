//! The knowledge about hidden cards decides which cards may appear.

use splendor_core::{
    Action, CardId, Freedom, Pass, PassObstacle, Place, Position, Post, PurchaseOrigin, Row,
    Rulings, Turn, Unknown, Violation,
};

use crate::played::Played;
use crate::random_game::{Dice, Walk, is_known};
use crate::table_builder::{Case, TableBuilder, TurnExt as _, buy, buy_from, card, pass, reserve};

/// Plays a game in which the log names a revealed card only now and then; returns in how many turns
/// two cards were drawn.
fn walk_in_the_dark(seed: u64) -> usize {
    let mut dice = Dice::new(seed);
    let mut walk = Walk::new(&mut dice, false);
    let mut draws = 0;
    for _ in 0..200 {
        let legal = walk.position.legal_turns(&walk.game);
        if legal.is_empty() {
            break;
        }
        let turn = walk.pick(&mut dice, &legal);
        let revealing = walk.with_reveals(&turn);
        let dark = dice.below(3) == 0;
        every_reveal_is_judged(&walk, &revealing);
        draws += usize::from(every_card_under_the_deck_is_judged(&walk, &revealing));
        walk.play(if dark { &turn } else { &revealing }).unwrap();
    }
    draws
}

/// Tries every card of the box in place of the one that appears.
fn every_reveal_is_judged(walk: &Walk, revealing: &Turn) {
    let position = &walk.position;
    for card in walk.game.components.cards().iter() {
        let mut turn = *revealing;
        let mut drawn = 1;
        let level = if let Action::ReserveDeck { row: level, card: shown, under } = &mut turn.action
        {
            drawn = if under.is_some() { 2 } else { 1 };
            [*shown, *under] = [Some(card), None];
            Some(*level)
        } else {
            turn.refill = turn.refill.map(|_| card);
            revealing.refill.map(|refill| walk.game.components.card(refill).row())
        };
        let Some(level) = level else { return };
        let verdict = position.check(&walk.game, &turn);
        let violations = position.violations(&walk.game, &turn);
        assert_eq!(verdict.err(), violations.first().copied(), "{turn:?}");
        let taken = match turn.action {
            Action::ReserveMarket(taken) | Action::Purchase { card: taken, .. } => Some(taken),
            _ => None,
        };
        let hidden = position.unseen().has(card) && walk.game.components.card(card).row() == level;
        let possible = position.deck(level).iter().take(drawn).any(|place| match place {
            Place::Card(known) => known == card,
            Place::Hidden => hidden,
        }) && taken != Some(card);
        assert_eq!(verdict.is_ok(), possible, "{turn:?}: {verdict:?}");
    }
}

/// Tries every card of the box in place of the one that goes under the deck, if one does.
fn every_card_under_the_deck_is_judged(walk: &Walk, revealing: &Turn) -> bool {
    let Action::ReserveDeck { row: level, card: kept, under: Some(_) } = revealing.action else {
        return false;
    };
    let position = &walk.position;
    let unseen = position.unseen().and(walk.game.components.of_row(level));
    let upper: Vec<Place> = position.deck(level).iter().take(2).collect();
    for under in walk.game.components.cards().iter().map(Some) {
        let fits = |card: Option<CardId>, place| match place {
            Place::Card(known) => card == Some(known),
            Place::Hidden => card.is_some_and(|card| unseen.has(card)),
        };
        for card in [kept, None] {
            let action = Action::ReserveDeck { row: level, card, under };
            let turn = Turn { action, ..*revealing };
            let verdict = position.check(&walk.game, &turn);
            let violations = position.violations(&walk.game, &turn);
            assert_eq!(verdict.err(), violations.first().copied(), "{turn:?}");
            let keeps = |place| card.is_none() || fits(card, place);
            let ways = [[0, 1], [1, 0]];
            let way = |[a, b]: [usize; 2]| keeps(upper[a]) && fits(under, upper[b]);
            let possible = card != under && ways.into_iter().any(way);
            assert_eq!(verdict.is_ok(), possible, "{turn:?}: {verdict:?}");
        }
    }
    true
}

#[test]
fn a_card_appears_only_if_it_may() {
    let draws: usize = (0..200).map(walk_in_the_dark).sum();
    assert!(draws > 20, "{draws}");
}

#[test]
fn reveal_deck_the_next_card_appears() {
    let mut dice = Dice::new(7);
    for _ in 0..50 {
        let walk = Walk::new(&mut dice, true);
        assert!(Row::ALL.into_iter().all(|level| is_known(walk.position.deck(level))));
        let card = walk.position.market().iter().next().unwrap();
        let turn = walk.with_reveals(&Turn::new(0, Action::ReserveMarket(card)));
        let mut wrong = turn;
        wrong.refill = walk.decks[0].first().copied();
        assert!(walk.position.check(&walk.game, &turn).is_ok());
        let refusal = walk.position.check(&walk.game, &wrong).unwrap_err();
        assert!(matches!(refusal, Violation::RevealDeck { .. }), "{refusal}");
    }
}

#[test]
fn a_telling_log_and_a_silent_one_reach_the_same_table() {
    for seed in 0..100 {
        let (mut dice, mut silent_dice) = (Dice::new(seed), Dice::new(seed));
        let mut known = Walk::new(&mut dice, true);
        let mut unknown = Walk::new(&mut silent_dice, false);
        for _ in 0..120 {
            let legal = known.position.legal_turns(&known.game);
            if legal.is_empty() {
                break;
            }
            let turn = known.pick(&mut dice, &legal);
            let shown = known.with_reveals(&turn);
            let seen = known.position.mover().posts().has(Post::DrawTwo);
            known.play(if seen { &shown } else { &turn }).unwrap();
            unknown.play(&shown).unwrap();
            assert!(same_table(&known.position, &unknown.position));
        }
    }
}

fn same_table(a: &Position, b: &Position) -> bool {
    a.seats() == b.seats() && a.market() == b.market() && a.supply() == b.supply()
}

/// Seat 0 has a hidden card of level 1 in hand, and another is hidden in the market.
fn dark_hand_and_market() -> Case {
    let table = TableBuilder::new(2).hidden(0, [1, 0, 0]).tokens(0, "3s").market("a0s3o");
    let case = table.turn_of(1).lay();
    case.plays(reserve("a0s3o").by(1))
}

fn events_of(case: &Case, turn: Turn) -> splendor_core::Events {
    assert_eq!(case.position.violations(&case.game, &turn), []);
    case.position.played(&case.game, &turn).unwrap().1
}

#[test]
fn an_unseen_card_may_be_bought_from_the_hand_or_from_the_market() {
    let case = dark_hand_and_market();
    let silent = events_of(&case, buy("a0d3s", "3s"));
    assert_eq!(
        (silent.source, silent.unknown),
        (Some(PurchaseOrigin::Hand), Some(Unknown::Source))
    );
    let hand = events_of(&case, buy_from(PurchaseOrigin::Hand, "a0d3s", "3s"));
    assert_eq!((hand.source, hand.unknown), (Some(PurchaseOrigin::Hand), None));
    let market = events_of(&case, buy_from(PurchaseOrigin::Market, "a0d3s", "3s"));
    assert_eq!(market.source, Some(PurchaseOrigin::Market));
    assert_eq!(market.unknown, Some(Unknown::MarketCard));
}

#[test]
fn a_refill_tells_that_an_unseen_card_came_from_the_market() {
    let case = dark_hand_and_market();
    let turn = buy("a0d3s", "3s").fill("a0o3e");
    assert_eq!(events_of(&case, turn).source, Some(PurchaseOrigin::Market));
    let (after, _) = case.position.played(&case.game, &turn).unwrap();
    assert_eq!((after.market_hidden(), after.seats()[0].hidden()), ([0; 6], [1, 0, 0, 0, 0, 0]));
    assert!(after.market().has(card("a0o3e")));
}

#[test]
fn an_unseen_card_may_be_reserved_from_a_market_that_was_not_told() {
    let case = dark_hand_and_market();
    let events = events_of(&case, reserve("a0d3s"));
    assert_eq!(events.unknown, Some(Unknown::MarketCard));
    assert_eq!(events_of(&case, reserve("a0d2r1o")).unknown, None);
}

/// Seat 0 has one hidden card, of a level of which it can afford one card and not the rest.
fn dark_hand(tokens: &str, rulings: Rulings) -> Case {
    let table = TableBuilder::new(2).rulings(rulings).supply("5g").nobles("").tokens(0, tokens);
    let table = table.hand(0, "c4d7o c4s7d").hidden(0, [1, 0, 0]).hand(1, "c4e7s c4r7e c4o7r");
    table.market("a0d2s2o a0d3d1s1o a1d4e a0s3o").lay()
}

#[test]
fn a_pass_with_a_hidden_card_is_taken_at_its_word() {
    let case = dark_hand("3s", Rulings::default());
    assert_eq!(case.position.freedom(&case.game), Freedom::Unknown);
    let events = events_of(&case, pass());
    assert_eq!((events.unknown, events.forced_pass), (Some(Unknown::HandAffordable), true));
    let voluntary = Rulings { pass: Pass::Always, ..Rulings::default() };
    let events = events_of(&dark_hand("3s", voluntary), pass());
    assert_eq!(events.unknown, Some(Unknown::HandAffordable));
    let poor = dark_hand("", Rulings::default());
    assert_eq!(poor.position.freedom(&poor.game), Freedom::Stuck);
    assert_eq!(events_of(&poor, pass()).unknown, None);
}

#[test]
fn a_pass_is_refused_if_every_card_that_can_be_hidden_is_in_reach() {
    let table = TableBuilder::new(2).supply("5g").nobles("").tokens(0, "3s").hidden(0, [1, 0, 0]);
    let table = table.hand(0, "c4d7o c4s7d").hand(1, "c4e7s c4r7e c4o7r");
    let table = table.market("a1d4e a1r4d a1e4o a1o4s");
    let case = table.buys_all_but(1, Row::One, "a0d3s").lay();
    let possible = PassObstacle::HiddenPurchase;
    assert_eq!(case.position.freedom(&case.game), Freedom::Free(possible));
    let message = "a pass, although a hidden card can be bought, whichever it is";
    case.refuses(pass(), Violation::TurnPass { possible }, message);
    assert_eq!(events_of(&case, buy("a0d3s", "3s")).source, Some(PurchaseOrigin::Hand));
}
