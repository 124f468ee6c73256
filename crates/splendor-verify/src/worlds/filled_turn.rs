//! A logged turn with the facts that it omits.

use splendor_core::{Action, Card, CardId, Components, MOST_FREE_CARDS, Turn};
use splendor_schema as schema;
use splendor_schema::turn::{FreeCard, Reserve};

use crate::to_log;

/// The cards that a turn draws from a deck: for the hand, for the bottom of the deck, for the
/// market.
#[derive(Clone, Copy)]
pub(super) struct Drawn<T> {
    pub(super) kept: Option<T>,
    pub(super) under: Option<T>,
    /// The cards that fill places of the market: that of the action, those of its free cards, that
    /// of the conquest, those of its free cards.
    pub(super) refills: [Option<T>; REFILLS],
}

/// The place of the conquest in [`Drawn::refills`].
pub(super) const CONQUEST: usize = 1 + MOST_FREE_CARDS;

/// How many places of the market a turn may empty.
pub(super) const REFILLS: usize = 2 * CONQUEST;

impl<T> Drawn<T> {
    pub(super) const NOTHING: Self =
        Self { kept: None, under: None, refills: [const { None }; REFILLS] };

    pub(super) fn map<U>(self, with: impl Fn(T) -> U) -> Drawn<U> {
        Drawn {
            kept: self.kept.map(&with),
            under: self.under.map(&with),
            refills: self.refills.map(|refill| refill.map(&with)),
        }
    }
}

/// Returns a logged turn with its omitted facts filled in. Facts that it contains stay unchanged.
pub(super) fn filled_in(
    all: &Components,
    logged: &schema::Turn,
    turn: &Turn,
    drawn: Drawn<CardId>,
) -> schema::Turn {
    let mut logged = logged.clone();
    let id = |card: Option<CardId>| card.map(|card| all.card(card));
    if logged.is_foreign() {
        return logged;
    }
    match (&mut logged.reserve, &mut logged.purchase) {
        (Some(Reserve::Deck { card, under, .. }), None) => {
            *card = card.or(id(drawn.kept));
            *under = under.or(id(drawn.under));
        }
        (None, Some(purchase)) => {
            if let Action::Purchase { pay, from, .. } = turn.action {
                purchase.pay = purchase.pay.or(Some(to_log::counts(pay)));
                purchase.from = purchase.from.or(from);
            }
        }
        _ => {}
    }
    logged.seat = logged.seat.or(Some(turn.seat));
    logged.refill = logged.refill.or(id(drawn.refills[0]));
    logged.gem = logged.gem.or(turn.gem);
    if !turn.is_plain() {
        fill_in_free_cards(all, &mut logged, turn, drawn.refills.map(id));
    }
    if logged.post.is_none() {
        logged.post = to_log::one_or_many(to_log::posts_of(turn.posts));
    }
    if !turn.returned.is_empty() {
        logged.returned = logged.returned.or(Some(to_log::counts(turn.returned)));
    }
    if let (None, Some(noble)) = (&logged.noble, turn.nobles.iter().next()) {
        logged.noble = Some(schema::turn::OneOrMany::One(all.noble(noble)));
    }
    logged
}

/// Fills in the facts of copies, free cards and the conquest.
fn fill_in_free_cards(
    all: &Components,
    logged: &mut schema::Turn,
    turn: &Turn,
    refills: [Option<Card>; REFILLS],
) {
    let known = to_log::sun_never_sets::turn_with_effects(all, turn);
    logged.copy = logged.copy.or(known.copy);
    fill_in_free(logged.free.as_deref_mut(), known.free.as_deref(), &refills[1..]);
    if let (Some(logged), Some(known)) = (&mut logged.conquest, &known.conquest) {
        logged.purchase.pay = logged.purchase.pay.or(known.purchase.pay);
        logged.refill = logged.refill.or(refills[CONQUEST]);
        logged.gem = logged.gem.or(known.gem);
        logged.copy = logged.copy.or(known.copy);
        let refills = &refills[CONQUEST + 1..];
        fill_in_free(logged.free.as_deref_mut(), known.free.as_deref(), refills);
    }
}

fn fill_in_free(
    mut logged: Option<&mut FreeCard>,
    mut known: Option<&FreeCard>,
    refills: &[Option<Card>],
) {
    for &refill in refills {
        let (Some(free), Some(copy)) = (logged, known.map(|known| known.copy)) else { return };
        free.refill = free.refill.or(refill);
        free.copy = free.copy.or(copy);
        logged = free.free.as_deref_mut();
        known = known.and_then(|known| known.free.as_deref());
    }
}
