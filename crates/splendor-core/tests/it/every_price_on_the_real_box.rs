//! Every price that a card of the box can have, with every holding of at most ten tokens: the
//! payments that the rules list are those that trying all of them finds.

use std::collections::BTreeSet;
use std::thread;

use splendor_core::{
    Card, CardId, CardSet, CitySet, Color, Components, Deck, Game, Gems, GoldUse, Level, NobleSet,
    Overpay, Phase, Position, PostSet, Rules, Rulings, SeatDescription, TableDescription, Token,
    Tokens,
};

use crate::every_rule_on_the_real_box::{Count, published, step};
use crate::prices_and_holdings::{holdings, prices};

/// The demand of the post that doubles gold.
const DOUBLES: [u8; 5] = [0, 3, 0, 0, 1];

/// One card at one price, and a seat that may have the post that doubles gold.
struct Shop {
    components: Components,
    card: CardId,
    doubled: bool,
}

impl Shop {
    fn new(price: Gems, doubled: bool) -> Self {
        let owned = Gems::new(if doubled { DOUBLES } else { [0; 5] });
        let of = |bonus, cost| Card::base(Level::One, bonus, 0, cost);
        let cards = owned.iter().flat_map(|(color, count)| (0..count).map(move |_| color));
        let first = of(Color::Diamond, price.plus(owned));
        let cards: Vec<Card> =
            [first].into_iter().chain(cards.map(|color| of(color, Gems::NONE))).collect();
        let components = Components::of(&cards, &[]).unwrap();
        let card = components.cards().iter().next().unwrap();
        Self { components, card, doubled }
    }

    fn game(&self, gold: GoldUse, overpay: Overpay) -> Game<'_> {
        let mut rules = Rules::default();
        rules.modules.trading_posts = self.doubled;
        rules.rulings = Rulings { gold, overpay, ..Rulings::default() };
        let tokens = Tokens::new([7, 7, 7, 7, 7, 5]);
        Game { rules, components: &self.components, tokens, token_limit: 10, market_width: 1 }
    }

    fn lay(&self, game: &Game<'_>) -> Position {
        let bought = self.components.cards().without(CardSet::one(self.card));
        let met = PostSet::met_by(self.components.bonuses(bought));
        let posts = if self.doubled { met } else { PostSet::NONE };
        let table = TableDescription {
            seats: &[
                SeatDescription { bought, posts, ..SeatDescription::default() },
                SeatDescription::default(),
            ],
            supply: None,
            market: CardSet::one(self.card),
            market_hidden: [0; 6],
            decks: [Deck::unknown(0); 6],
            nobles: NobleSet::NONE,
            cities: CitySet::NONE,
            to_move: 0,
            turns: 0,
            passes_in_a_row: 0,
            phase: Phase::Open,
            modules: splendor_core::ModuleTable::default(),
        };
        Position::of(game, &table).unwrap()
    }
}

/// The gold that pays what these gems leave open: a gold for one gem, or for two of one color.
fn gold_due(price: Gems, paid: Tokens, doubled: bool) -> u8 {
    let worth = if doubled { 2 } else { 1 };
    let open = price.iter().map(|(color, due)| due.saturating_sub(paid.get(Token::Gem(color))));
    open.map(|open| open.div_ceil(worth)).sum()
}

fn pays(price: Gems, paid: Tokens, doubled: bool) -> bool {
    gold_due(price, paid, doubled) <= paid.gold()
}

fn can_spare(price: Gems, paid: Tokens, token: Token, doubled: bool) -> bool {
    let less = paid.get(token).checked_sub(1);
    less.is_some_and(|less| pays(price, paid.with(token, less), doubled))
}

/// Every part of the holding that pays the price, without a gem beyond the price and without a gold
/// that could be left out.
fn by_force(price: Gems, held: Tokens, doubled: bool) -> Vec<Tokens> {
    let most = Color::ALL.map(|color| held.get(Token::Gem(color)).min(price.get(color)));
    let mut parts = Vec::new();
    for diamond in 0..=most[0] {
        for sapphire in 0..=most[1] {
            for emerald in 0..=most[2] {
                for ruby in 0..=most[3] {
                    for onyx in 0..=most[4] {
                        let gems = Tokens::new([diamond, sapphire, emerald, ruby, onyx, 0]);
                        let gold = gold_due(price, gems, doubled);
                        if gold <= held.gold() {
                            parts.push(gems.with(Token::Gold, gold));
                        }
                    }
                }
            }
        }
    }
    parts
}

/// Those of the payments that the rulings allow.
fn allowed(
    all: &[Tokens],
    price: Gems,
    (shop, held): (&Shop, Tokens),
    gold: GoldUse,
    overpay: Overpay,
) -> Vec<Tokens> {
    let spare = |paid: Tokens| {
        Token::ALL.into_iter().any(|token| can_spare(price, paid, token, shop.doubled))
    };
    let strict = overpay == Overpay::Irredundant;
    let kept = all.iter().copied().filter(|&paid| !strict || !spare(paid));
    let kept: Vec<Tokens> = kept.collect();
    let least = kept.iter().map(|paid| paid.gold()).min();
    let free = gold == GoldUse::Free;
    let kept = kept.into_iter().filter(|paid| free || Some(paid.gold()) == least);
    let spares = overpay == Overpay::SpareGold;
    let most = |paid: Tokens| if spares { held.gold() } else { paid.gold() };
    let with_gold =
        |paid: Tokens| (paid.gold()..=most(paid)).map(move |gold| paid.with(Token::Gold, gold));
    kept.flat_map(with_gold).collect()
}

const FREE: [(GoldUse, Overpay); 6] = [
    (GoldUse::Free, Overpay::HalfGold),
    (GoldUse::LastResort, Overpay::HalfGold),
    (GoldUse::Free, Overpay::Irredundant),
    (GoldUse::LastResort, Overpay::Irredundant),
    (GoldUse::Free, Overpay::SpareGold),
    (GoldUse::LastResort, Overpay::SpareGold),
];

/// Counts the holdings that can pay a price, and those that can in several ways.
fn count_price(price: Gems, held: &[Tokens], doubled: bool) -> [Count; 2] {
    let shop = Shop::new(price, doubled);
    let rulings = if doubled { &FREE[..] } else { &FREE[..2] };
    let games: Vec<_> =
        rulings.iter().map(|&(gold, overpay)| (gold, overpay, shop.game(gold, overpay))).collect();
    let start = shop.lay(&games[0].2);
    let mut counts = [Count::default(); 2];
    for &held in held {
        let position = start.adopt(0, Some(held), None, None);
        let all = by_force(price, held, doubled);
        let cost = shop.components.card(shop.card).cost();
        assert_eq!(position.seats()[0].affords(cost), !all.is_empty(), "{price} of {held}");
        counts[0].add(!all.is_empty());
        counts[1].add(all.len() > 1);
        for (gold, overpay, game) in games.iter().filter(|_| !all.is_empty()) {
            let listed = position.payments(game, shop.card);
            let set: BTreeSet<Tokens> = listed.iter().copied().collect();
            assert_eq!(listed.len(), set.len(), "none is listed twice");
            let due = allowed(&all, price, (&shop, held), *gold, *overpay);
            assert_eq!(set, due.into_iter().collect(), "{price} of {held}");
        }
    }
    counts
}

/// Counts over every price, on two threads.
fn count_all(sample: usize, doubled: bool) -> [Count; 2] {
    let prices: Vec<Gems> = prices().into_iter().collect();
    let held: Vec<Tokens> = holdings([7, 7, 7, 7, 7, 5], 10);
    assert_eq!((prices.len(), held.len()), (1521, 7658));
    let held: Vec<Tokens> = held.into_iter().step_by(step(sample)).collect();
    let half = |part: &[Gems]| {
        part.iter().fold([Count::default(); 2], |sum, &price| {
            let counts = count_price(price, &held, doubled);
            [0, 1].map(|at| plus(sum[at], counts[at]))
        })
    };
    let (first, second) = prices.split_at(prices.len() / 2);
    let counts = thread::scope(|scope| {
        let other = scope.spawn(|| half(second));
        [half(first), other.join().unwrap()]
    });
    [0, 1].map(|at| plus(counts[0][at], counts[1][at]))
}

fn plus(one: Count, other: Count) -> Count {
    Count { tried: one.tried + other.tried, so: one.so + other.so }
}

#[test]
fn every_price_is_payable_exactly_by_the_holdings_that_some_payment_covers() {
    let [payable, several] = count_all(211, false);
    published("payable", payable);
    published("payable in several ways", several);
}

#[test]
fn every_price_with_doubled_gold_is_payable_exactly_by_what_covers_it() {
    let [payable, several] = count_all(421, true);
    published("payable, gold doubled", payable);
    published("payable in several ways, gold doubled", several);
}
