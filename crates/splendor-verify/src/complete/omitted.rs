//! The facts that a log omits from a turn.

use splendor_core::{Action, CardId, Copied, Game, Tokens, Turn};
use splendor_schema as schema;
use splendor_schema::log::OmittedField;
use splendor_schema::report::TurnFact;

use super::has_source;
use crate::verdict::{Inferred, InferredValue};

/// The facts that the log omits from a turn.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "one flag for each field that a turn may omit")]
pub(crate) struct OmittedFacts {
    pub(super) pay: bool,
    pub(super) gem: bool,
    pub(super) returned: bool,
    pub(super) noble: bool,
    pub(super) post: bool,
    pub(super) conquest_pay: bool,
    copy: bool,
}

impl OmittedFacts {
    /// Returns the facts that a turn omits, if the log declares in `omits` that it may omit them. A
    /// payment needs no such declaration.
    pub(crate) fn of(logged: &schema::Turn, omits: &[OmittedField]) -> Self {
        if matches!(logged, schema::Turn::Irregular(_)) {
            return Self::default();
        }
        let common = logged.common();
        let absent = |omitted: OmittedField, present: bool| omits.contains(&omitted) && !present;
        Self {
            pay: matches!(logged, schema::Turn::Purchase(turn) if omits_pay(&turn.purchase)),
            conquest_pay: omits_conquest_pay(common),
            copy: omits_copy(logged),
            gem: absent(OmittedField::Gem, common.is_some_and(names_gems)),
            returned: absent(OmittedField::Return, common.is_some_and(|c| c.returned.is_some())),
            noble: absent(OmittedField::Noble, common.is_some_and(|c| c.noble.is_some())),
            post: absent(OmittedField::Post, common.is_some_and(|c| c.post.is_some())),
        }
    }

    /// Returns the facts of a turn that names a color which may bring one bonus or two.
    pub(crate) fn of_copy() -> Self {
        Self { copy: true, ..Self::default() }
    }

    /// Returns the first omitted field, `from` if all are logged.
    pub(crate) const fn first_field(self) -> TurnFact {
        match self {
            Self { pay: true, .. } => TurnFact::Pay,
            Self { gem: true, .. } => TurnFact::Gem,
            Self { returned: true, .. } => TurnFact::Return,
            Self { noble: true, .. } => TurnFact::Noble,
            Self { post: true, .. } => TurnFact::Post,
            Self { conquest_pay: true, .. } => TurnFact::Pay,
            Self { copy: true, .. } => TurnFact::Copy,
            Self { .. } => TurnFact::From,
        }
    }

    /// Returns the omitted fields, with the value of each in a completed turn. `source` adds the
    /// source of a bought card, or the choice of two drawn cards, which this type does not store.
    pub(crate) fn values(
        self,
        game: &Game<'_>,
        completed: &Turn,
        source: bool,
    ) -> impl Iterator<Item = (TurnFact, Option<InferredValue>)> {
        let card_of = |id: CardId| InferredValue::Card(game.components.card(id));
        let (pay, place, under) = match completed.action {
            Action::Purchase { pay, from, .. } => {
                (Some(pay), Some((TurnFact::From, from.map(InferredValue::Source))), None)
            }
            Action::ReserveDeck { card, under, .. } => (
                None,
                Some((TurnFact::Card, card.map(card_of))),
                Some((TurnFact::Under, under.map(card_of))),
            ),
            Action::Take(_) | Action::ReserveMarket(_) | Action::Pass => (None, None, None),
        };
        let gem = completed.gem.map(|gem| InferredValue::Tokens(Tokens::one(gem)));
        let post = completed.posts.iter().next().map(InferredValue::Post);
        let returned = Some(completed.returned).filter(|tokens| !tokens.is_empty());
        let noble = completed.nobles.iter().next().map(|id| game.components.noble(id));
        let values = [
            self.pay.then(|| (TurnFact::Pay, pay.map(InferredValue::Tokens))),
            place.filter(|_| source),
            under.filter(|_| source),
            self.gem.then_some((TurnFact::Gem, gem)),
            self.returned.then(|| (TurnFact::Return, returned.map(InferredValue::Tokens))),
            self.noble.then(|| (TurnFact::Noble, noble.map(InferredValue::Noble))),
            self.post.then_some((TurnFact::Post, post)),
        ];
        let copies = if self.copy { copied(game, completed) } else { Vec::new() };
        let copies = copies.into_iter().map(|color| (TurnFact::Copy, Some(color)));
        values.into_iter().flatten().chain(copies)
    }

    /// Returns the values that turn number `turn`, from 0, gains by its completion.
    pub(crate) fn inferred(
        self,
        turn: usize,
        game: &Game<'_>,
        logged: &Turn,
        completed: &Turn,
    ) -> impl Iterator<Item = Inferred> {
        let values = self.values(game, completed, has_source(logged) != has_source(completed));
        values.filter_map(move |(field, value)| Some(Inferred { field, turn, value: value? }))
    }
}

/// Returns whether a turn contains every fact that could have several values.
pub(crate) fn omits_nothing(logged: &schema::Turn, omits: &[OmittedField]) -> bool {
    let Some(common) = logged.common() else { return true };
    if matches!(logged, schema::Turn::Irregular(_)) {
        return true;
    }
    if !names_all_plainly(logged, common) && (omits_payment(logged) || omits_copy(logged)) {
        return false;
    }
    let contains = |omitted: &OmittedField| match omitted {
        OmittedField::Gem => names_gems(common),
        OmittedField::Return => common.returned.is_some(),
        OmittedField::Noble => common.noble.is_some(),
        OmittedField::Post => common.post.is_some(),
    };
    omits.iter().all(contains)
}

/// Returns whether a turn is seen at once to name its payment and to copy no color: almost every
/// turn is.
fn names_all_plainly(logged: &schema::Turn, common: &schema::turn::CommonFields) -> bool {
    let names_all = match logged {
        schema::Turn::Purchase(turn) => {
            turn.purchase.pay.is_some() && !copies_a_color(turn.purchase.card)
        }
        _ => true,
    };
    common.effects.is_none() && names_all
}

/// Returns whether a purchase of the turn leaves out its payment.
pub(crate) fn omits_payment(logged: &schema::Turn) -> bool {
    let action = match logged {
        schema::Turn::Purchase(turn) => omits_pay(&turn.purchase),
        _ => false,
    };
    action || omits_conquest_pay(logged.common())
}

/// Returns whether a turn names the gem of its action, and that of its conquest, if it has one.
fn names_gems(common: &schema::turn::CommonFields) -> bool {
    let conquest = common.conquest();
    common.gem.is_some() && conquest.is_none_or(|conquest| conquest.gem.is_some())
}

/// Returns whether a purchase leaves out its payment. A card that costs two cards costs no token,
/// so leaving out the payment and `{}` mean the same there.
fn omits_pay(purchase: &schema::turn::Purchase) -> bool {
    purchase.pay.is_none() && !purchase.card.as_str().contains('x')
}

fn omits_conquest_pay(common: Option<&schema::turn::CommonFields>) -> bool {
    let conquest = common.and_then(schema::turn::CommonFields::conquest);
    conquest.is_some_and(|conquest| omits_pay(&conquest.purchase))
}

/// Returns whether a card that copies a color comes without naming one.
pub(crate) fn omits_copy(logged: &schema::Turn) -> bool {
    let bought = match logged {
        schema::Turn::Purchase(turn) => Some(turn.purchase.card),
        _ => None,
    };
    let Some(common) = logged.common() else { return false };
    if common.effects.is_none() {
        return bought.is_some_and(copies_a_color);
    }
    let effects = common.effects.as_deref();
    let copy = effects.and_then(|effects| effects.copy);
    let free = effects.and_then(|effects| effects.free.as_deref());
    let conquest = common.conquest();
    let conquered = conquest.map(|conquest| (conquest.purchase.card, conquest.copy));
    let chained = free.into_iter().chain(conquest.and_then(|conquest| conquest.free.as_deref()));
    let free = chained.flat_map(schema::turn::FreeCard::chain).map(|free| (free.card, free.copy));
    let mut cards = bought.map(|card| (card, copy)).into_iter().chain(conquered).chain(free);
    cards.any(|(card, copy)| copy.is_none() && copies_a_color(card))
}

/// Returns whether the id is that of a card that copies a color.
fn copies_a_color(card: schema::id::CardId) -> bool {
    matches!(card.as_bytes(), [b'A'..=b'C', _, b'c', ..])
}

/// Returns the colors that the cards of a turn copy, in their order.
fn copied(game: &Game<'_>, turn: &Turn) -> Vec<InferredValue> {
    let conquest = turn.conquest.map(|conquest| conquest.effects);
    let named = [turn.effects].into_iter().chain(conquest).flat_map(|effects| {
        [effects.copy]
            .into_iter()
            .chain(effects.free_cards().map(|free| free.copy))
            .flatten()
            .collect::<Vec<_>>()
    });
    let value = |copied| match copied {
        Copied::Color(color) => InferredValue::Color(color),
        Copied::Card(card) => InferredValue::Card(game.components.card(card)),
    };
    named.map(value).collect()
}
