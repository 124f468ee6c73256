//! Lemmas over the whole box: every price that a card can have, every holding of a seat.

use std::collections::{BTreeMap, BTreeSet};

use splendor_core::{Color, Components, Gems, GoldUse, Rulings, Token, Tokens, published_tokens};

use crate::table_builder::{TableBuilder, noble, take, tokens};

/// Every choice of at most `most` tokens out of `counts`.
pub(crate) fn holdings(counts: [u8; 6], most: u16) -> Vec<Tokens> {
    let mut holdings = vec![Tokens::NONE];
    for (token, count) in Tokens::new(counts).iter() {
        let ways = |tokens: Tokens| {
            let room = u8::try_from(most - tokens.total()).unwrap_or(u8::MAX).min(count);
            (0..=room).map(move |count| tokens.with(token, count))
        };
        holdings = holdings.into_iter().flat_map(ways).collect();
    }
    holdings
}

/// Every price that bonuses can leave of the cost of a card.
pub(crate) fn prices() -> BTreeSet<Gems> {
    let all = Components::published();
    let mut prices = BTreeSet::new();
    for cost in all.cards().iter().map(|id| all.card(id).cost()) {
        let counts = Color::ALL.map(|color| cost.get(color));
        let [diamond, sapphire, emerald, ruby, onyx] = counts;
        let counts = [diamond, sapphire, emerald, ruby, onyx, 0];
        prices.extend(holdings(counts, cost.total()).iter().map(|tokens| tokens.gems()));
    }
    prices
}

/// Whether some split of the price into gems and gold can be paid: by trying all of them.
fn can_split(price: Gems, held: Tokens) -> bool {
    let gold = Color::ALL.into_iter().map(|color| {
        let due = price.get(color);
        let least = (0..=due).filter(|&gems| gems <= held.get(Token::Gem(color))).map(|n| due - n);
        least.min().unwrap_or(due)
    });
    gold.map(u16::from).sum::<u16>() <= u16::from(held.gold())
}

#[test]
fn a_card_is_affordable_exactly_if_some_payment_covers_it() {
    let prices: Vec<Gems> = prices().into_iter().collect();
    assert_eq!(prices.len(), 1521);
    let held = holdings([7, 7, 7, 7, 7, 5], 10);
    assert_eq!(held.len(), 7658);
    let mut affordable = 0_u32;
    for &held in &held {
        for &price in &prices {
            let affords = price.minus(held.gems()).total() <= u16::from(held.gold());
            assert_eq!(affords, can_split(price, held));
            affordable += u32::from(affords);
        }
    }
    assert_eq!(affordable, 1_575_658);
}

/// Every way to pay, found by trying every part of the holding.
fn payments_by_force(price: Gems, held: Tokens, ruling: GoldUse) -> BTreeSet<Tokens> {
    let counts = Token::ALL.map(|token| held.get(token));
    let all = holdings(counts, price.total()).into_iter();
    let pays = all.filter(|pay| pay.total() == price.total() && price.covers(pay.gems()));
    let open = price.minus(held.gems()).total();
    let free = ruling == GoldUse::Free;
    pays.filter(|pay| free || u16::from(pay.gold()) <= open).collect()
}

#[test]
fn the_payments_listed_are_those_that_brute_force_finds() {
    let all = Components::published();
    let held = holdings([7, 7, 7, 7, 7, 5], 10);
    let mut several = 0;
    for (at, card) in all.cards().iter().enumerate() {
        let facts = all.card(card);
        for gold in [GoldUse::Free, GoldUse::LastResort] {
            for held in held.iter().skip(at).step_by(97) {
                let rulings = Rulings { gold, ..Rulings::default() };
                let mut case =
                    TableBuilder::new(4).rulings(rulings).market(&facts.to_string()).lay();
                case.position = case.position.adopt(0, Some(*held), None, None);
                let listed = case.position.payments(&case.game, card);
                let listed_set: BTreeSet<Tokens> = listed.iter().copied().collect();
                assert_eq!(listed.len(), listed_set.len());
                assert_eq!(listed_set, payments_by_force(facts.cost(), *held, gold));
                let affords = case.position.seats()[0].affords(facts.cost());
                assert_eq!(affords, !listed.is_empty());
                several += usize::from(listed.len() > 1);
            }
        }
    }
    assert!(several > 100, "a payment cannot be inferred: {several}");
}

#[test]
fn what_is_given_back_is_any_part_of_what_is_held() {
    for held in holdings([7, 7, 7, 7, 7, 5], 10).iter().filter(|held| held.total() == 10).step_by(7)
    {
        let mut case = TableBuilder::new(4).supply("7d7s7e7r7o").lay();
        case.position = case.position.adopt(0, Some(*held), None, None);
        let taken = tokens("1d1s1e");
        let counts = Token::ALL.map(|token| held.plus(taken).get(token));
        let all = holdings(counts, 3).into_iter().filter(|tokens| tokens.total() == 3);
        let turn = take("1d1s1e");
        let listed = case.position.legal_turns(&case.game).into_iter();
        let listed = listed.filter(|legal| legal.action == turn.action);
        let listed: BTreeSet<Tokens> = listed.map(|legal| legal.returned).collect();
        assert_eq!(listed, all.collect());
    }
}

#[test]
fn a_noble_comes_exactly_if_every_demand_is_met() {
    let all = Components::published();
    let ids = ["3:4d4s", "3:3d3s3e", "3:3e3r3o", "3:4r4o", "3:4s4e"];
    let mut visits = 0;
    for bonuses in holdings([4, 4, 4, 4, 4, 0], 20).iter().step_by(3) {
        let mut table = TableBuilder::new(4).nobles(&ids.join(" "));
        for (token, count) in bonuses.iter().filter(|&(_, count)| count > 0) {
            table = table.bonuses(0, &format!("{count}{}", &token.name()[..1]));
        }
        let case = table.lay();
        let met: BTreeSet<_> = ids
            .into_iter()
            .map(noble)
            .filter(|&id| {
                let demand = all.noble(id).demand;
                Color::ALL.into_iter().all(|c| bonuses.get(Token::Gem(c)) >= demand.get(c))
            })
            .collect();
        let turns = case.position.legal_turns(&case.game).into_iter();
        let come: BTreeSet<_> =
            turns.flat_map(|turn| turn.nobles.iter().collect::<Vec<_>>()).collect();
        // A purchase may bring a noble that a take does not.
        assert!(come.is_superset(&met));
        let turn = case.position.check(&case.game, &take("1d1s1e"));
        assert_eq!(turn.is_ok(), met.is_empty());
        visits += met.len();
    }
    assert!(visits > 100);
}

/// How many tokens each seat holds, and whose turn it is.
type Scene = ([u8; 4], usize);

/// A game of takes alone, reduced to the number of tokens of each seat: every take of a real game
/// is possible here, from any holdings.
struct Takes {
    seats: usize,
    tokens: u8,
    /// The longest way on from a scene; none while it is being looked for.
    longest: BTreeMap<Scene, Option<u32>>,
}

impl Takes {
    fn of(seats: u8) -> Self {
        let tokens = u8::try_from(published_tokens(seats).total()).unwrap();
        Self { seats: usize::from(seats), tokens, longest: BTreeMap::new() }
    }

    /// Returns how many takes can follow each other, or none if that has no end.
    fn longest_from(&mut self, (held, mover): Scene) -> Option<u32> {
        if let Some(&known) = self.longest.get(&(held, mover)) {
            return known;
        }
        self.longest.insert((held, mover), None);
        let supply = self.tokens - held.iter().sum::<u8>();
        let mut longest = 0;
        for taken in 1..=supply.min(3) {
            let mut next = held;
            next[mover] = (held[mover] + taken).min(10);
            longest = longest.max(1 + self.longest_from((next, (mover + 1) % self.seats))?);
        }
        self.longest.insert((held, mover), Some(longest));
        Some(longest)
    }

    /// The longest sequence of takes from any holdings.
    fn longest(&mut self) -> Option<u32> {
        let mut longest = 0;
        let counts =
            [11, 11, if self.seats > 2 { 11 } else { 1 }, if self.seats > 3 { 11 } else { 1 }];
        for number in 0..counts.iter().product::<usize>() {
            let digit = |at: usize| number / counts[..at].iter().product::<usize>() % counts[at];
            let held = [0, 1, 2, 3].map(|at| u8::try_from(digit(at)).unwrap());
            if held.iter().sum::<u8>() <= self.tokens {
                longest = longest.max(self.longest_from((held, 0))?);
            }
        }
        Some(longest)
    }
}

/// Between two reservations or purchases, of which a game has at most 180, only takes happen. So
/// no game of three or four seats goes on for ever: `stuck` has one of two seats that does.
#[test]
fn takes_alone_come_to_an_end_with_three_and_four_seats() {
    assert_eq!(Takes::of(2).longest(), None);
    assert_eq!(Takes::of(3).longest(), Some(30));
    assert_eq!(Takes::of(4).longest(), Some(40));
}
