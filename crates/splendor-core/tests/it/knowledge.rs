//! What is known of the hidden cards decides what may appear.

use splendor_core::{Action, Level, Position, Turn, Violation};

use crate::walk::{Dice, Walk, is_known};

/// Plays a game in which each revealed card is told only now and then.
fn walk_in_the_dark(seed: u64) {
    let mut dice = Dice::new(seed);
    let mut walk = Walk::new(&mut dice, false);
    for _ in 0..200 {
        let legal = walk.position.legal_turns(&walk.game);
        if legal.is_empty() {
            return;
        }
        let turn = walk.pick(&mut dice, &legal);
        let told = walk.told(&turn);
        let dark = dice.below(3) == 0;
        every_reveal_is_judged(&walk, &told);
        walk.play(if dark { &turn } else { &told }).unwrap();
    }
}

/// Tries every card of the box in place of the one that appears.
fn every_reveal_is_judged(walk: &Walk, told: &Turn) {
    let position = &walk.position;
    for card in walk.game.components.cards().iter() {
        let mut turn = *told;
        let level = if let Action::ReserveDeck { level, card: shown, .. } = &mut turn.action {
            *shown = Some(card);
            Some(*level)
        } else {
            turn.refill = turn.refill.map(|_| card);
            told.refill.map(|refill| walk.game.components.card(refill).level)
        };
        let Some(level) = level else { return };
        let verdict = position.check(&walk.game, &turn);
        let violations = position.violations(&walk.game, &turn);
        assert_eq!(verdict.err(), violations.first().copied(), "{turn:?}");
        let taken = match turn.action {
            Action::ReserveMarket(taken) | Action::Purchase { card: taken, .. } => Some(taken),
            _ => None,
        };
        let possible = position.unseen().has(card)
            && walk.game.components.card(card).level == level
            && taken != Some(card);
        assert_eq!(verdict.is_ok(), possible, "{turn:?}: {verdict:?}");
    }
}

#[test]
fn a_card_appears_only_if_it_may() {
    for seed in 0..200 {
        walk_in_the_dark(seed);
    }
}

#[test]
fn reveal_deck_the_next_card_appears() {
    let mut dice = Dice::new(7);
    for _ in 0..50 {
        let walk = Walk::new(&mut dice, true);
        assert!(Level::ALL.into_iter().all(|level| is_known(walk.position.deck(level))));
        let card = walk.position.market().iter().next().unwrap();
        let turn = walk.told(&Turn::new(0, Action::ReserveMarket(card)));
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
        let (mut told, mut silent) = (Dice::new(seed), Dice::new(seed));
        let mut known = Walk::new(&mut told, true);
        let mut unknown = Walk::new(&mut silent, false);
        for _ in 0..120 {
            let legal = known.position.legal_turns(&known.game);
            if legal.is_empty() {
                break;
            }
            let turn = known.pick(&mut told, &legal);
            let shown = known.told(&turn);
            known.play(&turn).unwrap();
            unknown.play(&shown).unwrap();
            assert!(same_table(&known.position, &unknown.position));
        }
    }
}

fn same_table(a: &Position, b: &Position) -> bool {
    a.seats() == b.seats() && a.market() == b.market() && a.supply() == b.supply()
}
