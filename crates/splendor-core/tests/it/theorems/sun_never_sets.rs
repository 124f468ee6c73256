//! What Orient and Strongholds cannot do: chains end, a color is always there, one conquest is
//! enough, and nothing is lost in the turn of another seat.

use splendor_core::{
    Action, Color, Components, Effects, Freedom, Game, Gems, Phase, Position, Post, PostSet, Power,
    Row, Turn,
};

use super::says;
use crate::games_of_sun_never_sets::{begin, choose};
use crate::played::Played;

/// How many games are played.
const GAMES: u64 = 160;

/// Plays random games of all sixteen combinations, half of them from the middle on.
fn each_turn(mut visit: impl FnMut(&Game<'_>, &Position, &[Turn], &Turn, &Position)) {
    for seed in 0..GAMES {
        let (mut dice, game, mut position) = begin(seed, seed % 2 > 0);
        for _ in 0..60 {
            let legal = position.legal_turns(&game);
            if legal.is_empty() {
                break;
            }
            let turn = choose(&mut dice, &legal);
            let next = position.played(&game, &turn).unwrap().0;
            visit(&game, &position, &legal, &turn, &next);
            position = next;
        }
    }
}

/// The effects of the purchases of a turn.
fn effects(turn: &Turn) -> impl Iterator<Item = &Effects> {
    [Some(&turn.effects), turn.conquest.as_ref().map(|it| &it.effects)].into_iter().flatten()
}

#[test]
fn a_power_brings_a_card_of_a_lower_level() {
    let all = Components::with_orient();
    let mut granting = 0;
    for card in all.cards().iter().map(|id| all.card(id)) {
        let Some(level) = card.power().and_then(Power::free_level) else { continue };
        assert!(level < card.level(), "{card}");
        // The card has a color when its free card comes: printed, or copied before.
        assert!(card.bonus().is_some() || card.power().is_some_and(Power::copies), "{card}");
        granting += 1;
    }
    assert_eq!(granting, 10);
    says("the ten cards with such a power");
    let mut longest = [0; 3];
    each_turn(|_, _, legal, _, _| {
        for turn in legal {
            for effects in effects(turn) {
                longest[effects.free_cards().count()] += 1;
            }
        }
    });
    assert!(longest[2] > 0, "{longest:?}");
}

#[test]
fn a_seat_conquers_at_most_one_card_in_a_turn() {
    let (mut conquests, mut in_reach) = (0, 0);
    each_turn(|game, before, legal, turn, _| {
        let triple = |position: &Position| {
            let strongholds = *position.strongholds();
            position.market().iter().find(|&card| strongholds.count(turn.seat, card) == 3)
        };
        for listed in legal.iter().filter(|listed| listed.conquest.is_some()).take(20) {
            conquests += 1;
            assert_eq!(triple(&before.played(game, listed).unwrap().0), None);
        }
        // A seat that could pay for a conquest is not stuck: it can buy the card.
        if triple(before).is_some_and(|card| before.can_pay(game, card)) {
            in_reach += 1;
            assert!(matches!(before.freedom(game), Freedom::Free(_)));
        }
    });
    assert!(conquests > 200 && in_reach > 2, "{conquests} {in_reach}");
}

#[test]
fn a_seat_loses_cards_only_in_its_own_turn() {
    let (mut turns, mut last_round, mut given) = (0, 0, 0);
    each_turn(|_, before, _, turn, after| {
        let seats = before.seats().iter().zip(after.seats()).enumerate();
        for (_, (old, new)) in seats.filter(|&(seat, _)| seat != usize::from(turn.seat)) {
            assert_eq!((old.bought(), old.colors()), (new.bought(), new.colors()));
            assert_eq!((old.prestige(), old.bonuses()), (new.prestige(), new.bonuses()));
        }
        turns += 1;
        last_round += usize::from(before.phase() == Phase::LastRound);
        given += usize::from(!turn.cards_paid.discarded.is_empty());
    });
    assert!(turns > 3_000 && last_round > 20 && given > 20, "{turns} {last_round} {given}");
}

/// The posts whose demand so many more cards meet, at most.
fn most_new_posts(more: u8) -> usize {
    let counts = 0..8u32.pow(5);
    let mut most = 0;
    for number in counts {
        let digits = [0, 1, 2, 3, 4].map(|place| u8::try_from(number >> (3 * place) & 7).unwrap());
        let before = PostSet::met_by(Gems::new(digits));
        for colors in 0..5usize.pow(u32::from(more)) {
            let mut after = digits;
            let mut rest = colors;
            for _ in 0..more {
                after[rest % 5] += 1;
                rest /= 5;
            }
            let new = PostSet::met_by(Gems::new(after)).without(before);
            most = most.max(new.iter().count());
        }
    }
    most
}

#[test]
fn one_card_meets_one_new_post_and_two_cards_meet_two() {
    assert_eq!([most_new_posts(1), most_new_posts(2)], [1, 2]);
    let before = Gems::NONE.with(Color::Diamond, 1).with(Color::Onyx, 2);
    let after = before.with(Color::Diamond, 2).with(Color::Onyx, 3);
    let new = PostSet::met_by(after).without(PostSet::met_by(before));
    assert_eq!(new.iter().collect::<Vec<_>>(), [Post::ThirdGem, Post::DrawTwo]);
    says("`third-gem` and `draw-two`");
}

/// The number of gold and virtual gold that a purchase needs, written apart from the verifier.
fn gold_needed(position: &Position, cost: Gems) -> u16 {
    let seat = position.mover();
    let covers = if seat.posts().has(Post::DoubleGold) { 2 } else { 1 };
    let open = Color::ALL.map(|color| {
        let price = cost.get(color).saturating_sub(seat.bonuses().get(color));
        price.saturating_sub(seat.tokens().gems().get(color)).div_ceil(covers)
    });
    open.into_iter().map(u16::from).sum()
}

#[test]
fn a_purchase_is_possible_exactly_if_the_gold_is_enough() {
    let (mut possible, mut impossible) = (0, 0);
    each_turn(|game, position, legal, _, _| {
        // The list has no turn with a free card that is not known.
        if position.market_hidden() != [0; Row::COUNT] {
            return;
        }
        let all = game.components;
        let seat = position.mover();
        let virtual_gold = seat.bought().and(all.with_power(Power::VirtualGold)).len();
        let gold = u16::from(seat.tokens().gold()) + 2 * u16::from(virtual_gold);
        let blocked = position.strongholds().rival_cards(position.to_move());
        for id in position.market().without(blocked).iter() {
            let card = all.card(id);
            let copies = card.power().is_some_and(Power::copies);
            if card.discard().is_some() || copies && seat.colors() == Gems::NONE {
                continue;
            }
            let buys =
                |turn: &&Turn| matches!(turn.action, Action::Purchase { card, .. } if card == id);
            let listed = legal.iter().any(|turn| buys(&turn));
            assert_eq!(listed, gold_needed(position, card.cost()) <= gold, "{card}");
            *(if listed { &mut possible } else { &mut impossible }) += 1;
        }
    });
    assert!(possible > 5_000 && impossible > 5_000, "{possible} {impossible}");
}
