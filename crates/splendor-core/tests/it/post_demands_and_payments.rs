//! Lemmas on The Trading Posts over the whole box: every number of bonuses, every payment.

use std::collections::BTreeSet;

use splendor_core::{
    Action, CardId, Color, Components, Gems, GoldUse, Overpay, Post, PostSet, Rulings, Token,
    Tokens, Turn,
};

use crate::prices_and_holdings::{holdings, prices};
use crate::table_builder::{Case, gems};
use crate::trading_post_edge_cases::{LONG, table};

/// Every number of bonuses of each color up to seven, the most that a color has.
fn bonuses() -> impl Iterator<Item = Gems> {
    (0_u32..1 << 15)
        .map(|n| Gems::new([0, 3, 6, 9, 12].map(|shift| u8::try_from(n >> shift & 7).unwrap())))
}

/// Which posts ask for no more than these bonuses, written apart from the verifier.
fn posts_for(bonuses: Gems) -> Vec<&'static str> {
    let [diamond, sapphire, emerald, ruby, onyx] = Color::ALL.map(|color| bonuses.get(color));
    let all = [
        (ruby >= 3 && diamond >= 1, "gem-after-purchase"),
        (diamond >= 2, "third-gem"),
        (sapphire >= 3 && onyx >= 1, "double-gold"),
        (onyx >= 3, "draw-two"),
        (emerald >= 5, "point-per-post"),
    ];
    all.into_iter().filter(|(met, _)| *met).map(|(_, name)| name).collect()
}

#[test]
fn a_bought_card_meets_at_most_one_new_post() {
    let mut gained = [0_u32; 2];
    for before in bonuses() {
        let met = PostSet::met_by(before);
        assert_eq!(met.iter().map(Post::name).collect::<Vec<_>>(), posts_for(before));
        for color in Color::ALL {
            let after = PostSet::met_by(before.plus(Gems::one(color)));
            assert!(met.without(after).is_empty(), "a post that was met is met with more cards");
            gained[usize::from(after.without(met).len())] += 1;
        }
    }
    assert_eq!(gained, [139_264, 24_576]);
}

#[test]
fn a_color_gives_at_most_eighteen_bonuses_and_five_posts_at_most_five_prestige() {
    let all = Components::published();
    assert_eq!(all.bonuses(all.cards()), gems("9d9s9e9r9o").plus(gems("9d9s9e9r9o")));
    for met in bonuses().map(PostSet::met_by) {
        let own = if met.has(Post::PointPerPost) { met.iter().count() } else { 0 };
        assert_eq!(usize::from(met.prestige()), own);
    }
}

/// Whether these tokens pay the price where a gold pays for two gems of one color.
fn pays(price: Gems, paid: Tokens) -> bool {
    let mut gold = paid.gold();
    for color in Color::ALL {
        let mut due = price.get(color).saturating_sub(paid.get(Token::Gem(color)));
        while due > 0 {
            let Some(left) = gold.checked_sub(1) else { return false };
            gold = left;
            due = due.saturating_sub(2);
        }
    }
    true
}

/// Whether the price can be paid without one of the tokens.
fn can_spare(price: Gems, paid: Tokens, token: Token) -> bool {
    let less = paid.get(token).checked_sub(1);
    less.is_some_and(|less| pays(price, paid.with(token, less)))
}

/// Every way to pay, found by trying every part of the holding.
fn payments_by_force(price: Gems, held: Tokens, rulings: Rulings) -> BTreeSet<Tokens> {
    let counts = Token::ALL.map(|token| held.get(token));
    let all = holdings(counts, 10).into_iter();
    let mut pays: Vec<Tokens> = all
        .filter(|&paid| price.covers(paid.gems()) && pays(price, paid))
        .filter(|&paid| !can_spare(price, paid, Token::Gold))
        .collect();
    if rulings.overpay == Overpay::Irredundant {
        pays.retain(|&paid| Token::ALL.into_iter().all(|token| !can_spare(price, paid, token)));
    }
    let least = pays.iter().map(|paid| paid.gold()).min();
    let free = rulings.gold == GoldUse::Free;
    pays.retain(|paid| free || Some(paid.gold()) == least);
    let spares = rulings.overpay == Overpay::SpareGold;
    let most = |paid: Tokens| if spares { held.gold() } else { paid.gold() };
    let with_gold =
        |paid: Tokens| (paid.gold()..=most(paid)).map(move |gold| paid.with(Token::Gold, gold));
    pays.into_iter().flat_map(with_gold).collect()
}

#[test]
fn payments_with_doubled_gold_are_those_that_brute_force_finds() {
    let all = Components::published();
    let held = holdings([7, 7, 7, 7, 7, 5], 10);
    let (mut several, mut odd) = (0, 0);
    for (at, card) in all.cards().iter().enumerate() {
        for (n, (gold, overpay)) in rulings().into_iter().enumerate() {
            let rulings = Rulings { gold, overpay, ..LONG };
            let market = all.card(card).to_string();
            let mut case = table().rulings(rulings).market(&market).bonuses(0, "3s1o").lay();
            let price = all.card(card).cost().minus(case.position.seats()[0].bonuses());
            for held in held.iter().skip(4 * at + n).step_by(173) {
                case.position = case.position.adopt(0, Some(*held), None, None);
                let listed = case.position.payments(&case.game, card);
                let set: BTreeSet<Tokens> = listed.iter().copied().collect();
                assert_eq!(listed.len(), set.len(), "none is listed twice");
                assert_eq!(set, payments_by_force(price, *held, rulings), "{price} of {held}");
                assert_eq!(
                    case.position.seats()[0].affords(all.card(card).cost()),
                    !set.is_empty()
                );
                every_payment_is_judged(&case, card, *held, &set);
                several += usize::from(set.len() > 1);
                odd += usize::from(set.iter().any(|paid| paid.total() != price.total()));
            }
        }
    }
    assert!(several > 100 && odd > 100, "{several} with a choice, {odd} with doubled gold");
}

/// Pays with every part of the holding that is no more than the price.
fn every_payment_is_judged(case: &Case, card: CardId, held: Tokens, legal: &BTreeSet<Tokens>) {
    let cost = case.game.components.card(card).cost().total();
    for pay in holdings(Token::ALL.map(|token| held.get(token)), cost) {
        let turn = Turn::new(0, Action::Purchase { card, pay, from: None });
        let verdict = case.position.check(&case.game, &turn);
        assert_eq!(verdict.is_ok(), legal.contains(&pay), "{pay}: {verdict:?}");
    }
}

fn rulings() -> [(GoldUse, Overpay); 6] {
    [
        (GoldUse::Free, Overpay::HalfGold),
        (GoldUse::Free, Overpay::Irredundant),
        (GoldUse::LastResort, Overpay::HalfGold),
        (GoldUse::LastResort, Overpay::Irredundant),
        (GoldUse::Free, Overpay::SpareGold),
        (GoldUse::LastResort, Overpay::SpareGold),
    ]
}

/// Each price of the box, with some of all holdings.
#[test]
fn a_card_is_affordable_with_doubled_gold_exactly_if_some_payment_covers_it() {
    let prices: Vec<Gems> = prices().into_iter().collect();
    let case = table().bonuses(0, "3s1o").lay();
    let bonuses = case.position.seats()[0].bonuses();
    let mut affordable = 0_u32;
    for held in holdings([7, 7, 7, 7, 7, 5], 10).into_iter().step_by(19) {
        let position = case.position.adopt(0, Some(held), None, None);
        for &price in &prices {
            let affords = position.seats()[0].affords(price.plus(bonuses));
            assert_eq!(affords, pays(price, held), "{price} of {held}");
            affordable += u32::from(affords);
        }
    }
    assert_eq!(affordable, 155_076);
}
