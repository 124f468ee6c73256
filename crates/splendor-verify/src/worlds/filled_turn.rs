//! A logged turn with the facts that it omits.

use splendor_core::{Action, Card, CardId, Components, MOST_FREE_CARDS, Turn};
use splendor_schema as schema;
use splendor_schema::turn::{Effects, FreeCard, Reserve};

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
    match &mut logged {
        schema::Turn::Reserve(logged) => {
            if let Reserve::Deck(deck) = &mut logged.reserve {
                deck.card = deck.card.or(id(drawn.kept));
                deck.under = deck.under.or(id(drawn.under));
            }
        }
        schema::Turn::Purchase(logged) => {
            if let Action::Purchase { pay, from, .. } = turn.action {
                logged.purchase.pay = logged.purchase.pay.or(Some(to_log::counts(pay)));
                logged.purchase.from = logged.purchase.from.or(from.map(to_log::spot));
            }
        }
        schema::Turn::Take(_)
        | schema::Turn::Pass(_)
        | schema::Turn::Foreign(_)
        | schema::Turn::Irregular(_) => {}
    }
    let Some(common) = logged.common_mut() else { return logged };
    common.seat = common.seat.or(Some(turn.seat));
    common.refill = common.refill.or(id(drawn.refills[0]));
    common.gem = common.gem.or(turn.gem);
    if !turn.is_plain() {
        fill_in_free_cards(all, common, turn, drawn.refills.map(id));
    }
    if common.post.is_none() {
        common.post = to_log::one_or_many(to_log::posts_of(turn.posts));
    }
    if !turn.returned.is_empty() {
        common.returned = common.returned.or(Some(to_log::counts(turn.returned)));
    }
    if let (None, Some(noble)) = (&common.noble, turn.nobles.iter().next()) {
        common.noble = Some(schema::turn::OneOrMany::One(all.noble(noble)));
    }
    logged
}

/// Fills in the facts of copies, free cards and the conquest.
fn fill_in_free_cards(
    all: &Components,
    common: &mut schema::turn::CommonFields,
    turn: &Turn,
    refills: [Option<Card>; REFILLS],
) {
    let Some(known) = to_log::sun_never_sets::effects(all, turn) else { return };
    let Effects { copy, free, conquest, .. } = common.effects_mut();
    *copy = copy.or(known.copy);
    fill_in_free(free.as_deref_mut(), known.free.as_deref(), &refills[1..]);
    if let (Some(logged), Some(known)) = (conquest, &known.conquest) {
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
