//! A logged turn with the facts that it omits.

use splendor_core::{Action, CardId, Components, Turn};
use splendor_schema as schema;
use splendor_schema::turn::Reserve;

use crate::to_log::{self, card_id};

/// The cards that a turn draws from a deck: for the hand, for the bottom of the deck, for the
/// market.
#[derive(Clone, Copy)]
pub(super) struct Drawn<T> {
    pub(super) kept: Option<T>,
    pub(super) under: Option<T>,
    pub(super) refill: Option<T>,
}

impl<T> Drawn<T> {
    pub(super) const NOTHING: Self = Self { kept: None, under: None, refill: None };

    pub(super) fn map<U>(self, with: impl Fn(T) -> U) -> Drawn<U> {
        Drawn {
            kept: self.kept.map(&with),
            under: self.under.map(&with),
            refill: self.refill.map(&with),
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
    let id = |card: Option<CardId>| card.map(|card| card_id(all.card(card)));
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
    common.refill = common.refill.or(id(drawn.refill));
    common.gem = common.gem.or(turn.gem.map(|gem| schema::token::Token::ALL[gem.index()]));
    if common.post.is_none() {
        common.post = to_log::one_or_many(to_log::post_ids(turn.posts));
    }
    if !turn.returned.is_empty() {
        common.returned = common.returned.or(Some(to_log::counts(turn.returned)));
    }
    if let (None, Some(noble)) = (&common.noble, turn.nobles.iter().next()) {
        common.noble = Some(schema::turn::OneOrMany::One(to_log::noble_id(all.noble(noble))));
    }
    logged
}
