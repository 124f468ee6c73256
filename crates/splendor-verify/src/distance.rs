//! How much two turns differ.

use splendor_core::{
    Action, CardList, CardsPaid, Conquest, Effects, NobleSet, Token, Tokens, Turn,
};

/// Returns the number of changes between two turns, such as a token or a noble. Other cards and
/// levels weigh more than one token, so that the most similar turns are the nearest.
pub(crate) fn distance(a: &Turn, b: &Turn) -> u16 {
    difference(a.returned, b.returned)
        + of_nobles(a.nobles, b.nobles)
        + u16::from(a.posts.without(b.posts).len() + b.posts.without(a.posts).len())
        + u16::from(a.gem != b.gem)
        + of_actions(a.action, b.action)
        + of_cards_paid(a.cards_paid, b.cards_paid)
        + of_effects(&a.effects, &b.effects)
        + of_conquests(a.conquest.as_ref(), b.conquest.as_ref())
}

/// How much another card weighs among the effects of a purchase.
const OTHER_CARD: u16 = 2;

/// Returns the distance between two payments with cards. The order of the cards does not count.
fn of_cards_paid(a: CardsPaid, b: CardsPaid) -> u16 {
    let missing = |these: &CardsPaid, those: &CardsPaid| {
        missing(&these.spent, &those.spent) + missing(&these.discarded, &those.discarded)
    };
    missing(&a, &b) + missing(&b, &a)
}

/// Returns how many cards of the second list the first one lacks.
fn missing<const N: usize>(from: &CardList<N>, of: &CardList<N>) -> u16 {
    of.iter().map(|card| u16::from(!from.iter().any(|other| other == card))).sum()
}

/// Returns the distance between the effects of two turns.
fn of_effects(a: &Effects, b: &Effects) -> u16 {
    let free = a.free.iter().zip(&b.free).map(|pair| match pair {
        (Some(a), Some(b)) => {
            u16::from(a.card != b.card) * OTHER_CARD + u16::from(a.copy != b.copy)
        }
        (None, None) => 0,
        _ => OTHER_CARD,
    });
    u16::from(a.copy != b.copy) + free.sum::<u16>() + u16::from(a.stronghold != b.stronghold)
}

/// Returns the distance between two conquests; a conquest in one turn only is as far as a purchase.
fn of_conquests(a: Option<&Conquest>, b: Option<&Conquest>) -> u16 {
    match (a, b) {
        (None, None) => 0,
        (Some(a), Some(b)) => {
            u16::from(a.card != b.card) * ANOTHER_PURCHASE
                + difference(a.pay, b.pay)
                + u16::from(a.gem != b.gem)
                + of_cards_paid(a.cards_paid, b.cards_paid)
                + of_effects(&a.effects, &b.effects)
        }
        _ => ANOTHER_PURCHASE,
    }
}

/// How much the purchase of another card weighs.
const ANOTHER_PURCHASE: u16 = 8;

/// The distance between different kinds of actions: more than any change within a kind.
const OTHER_KIND: u16 = 40;

/// Returns the distance between two actions.
fn of_actions(a: Action, b: Action) -> u16 {
    match (a, b) {
        (Action::Take(a), Action::Take(b)) => difference(a, b),
        (Action::Purchase { card: a, pay, .. }, Action::Purchase { card: b, pay: other, .. }) => {
            u16::from(a != b) * ANOTHER_PURCHASE + difference(pay, other)
        }
        (Action::ReserveMarket(a), Action::ReserveMarket(b)) => u16::from(a != b) * 2,
        (Action::ReserveDeck { row: a, .. }, Action::ReserveDeck { row: b, .. }) => {
            u16::from(a != b) * 2
        }
        (
            Action::ReserveMarket(_) | Action::ReserveDeck { .. },
            Action::ReserveMarket(_) | Action::ReserveDeck { .. },
        ) => 4,
        (Action::Pass, Action::Pass) => 0,
        _ => OTHER_KIND,
    }
}

/// Returns the number of tokens that differ.
fn difference(a: Tokens, b: Tokens) -> u16 {
    let pairs = Token::ALL.into_iter().map(|token| a.get(token).abs_diff(b.get(token)));
    pairs.map(u16::from).sum()
}

/// Returns the number of nobles that are in one set only.
fn of_nobles(a: NobleSet, b: NobleSet) -> u16 {
    u16::from(a.without(b).len() + b.without(a).len())
}
