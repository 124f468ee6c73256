//! The facts that a log omits from a turn.

use splendor_core::{Action, Card, CardId, Copied, Game, Power, Tokens, Turn};
use splendor_schema as schema;
use splendor_schema::log::OmittedField;
use splendor_schema::report::FactName;
use splendor_schema::turn::{Purchase, TurnKind};

use super::has_source;
use crate::verdict::{Inferred, InferredValue};

/// The facts that the log omits from a turn.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "one flag for each field that a turn may omit")]
pub(crate) struct OmittedFacts {
    pub(super) pay: bool,
    pub(super) gem: bool,
    pub(crate) returned: bool,
    pub(super) noble: bool,
    pub(super) post: bool,
    pub(super) conquest_pay: bool,
    pub(super) gem_of_action: bool,
    gem_of_conquest: bool,
    copies: Copies,
}

/// The copy cards of a turn whose color the log omits, one bit for each place: the bought card and
/// its two free cards, then those of the conquest.
type Copies = u8;

/// The most cards that a purchase brings: the bought card and two free cards.
const MOST_CARDS: usize = 3;

impl OmittedFacts {
    /// Returns the facts that a turn omits, if the log declares in `omits` that it may omit them. A
    /// payment needs no such declaration.
    pub(crate) fn of(logged: &schema::Turn, omits: &[OmittedField]) -> Self {
        if logged.is_irregular() {
            return Self::default();
        }
        let absent = |omitted: OmittedField, present: bool| omits.contains(&omitted) && !present;
        Self {
            pay: logged.purchase.as_ref().is_some_and(omits_pay),
            conquest_pay: omits_conquest_pay(logged),
            copies: omitted_copies(logged),
            gem: absent(OmittedField::Gem, names_gems(logged)),
            gem_of_action: absent(OmittedField::Gem, logged.gem.is_some()),
            gem_of_conquest: absent(OmittedField::Gem, names_gem_of_conquest(logged)),
            returned: absent(OmittedField::Return, logged.returned.is_some()),
            noble: absent(OmittedField::Noble, logged.noble.is_some()),
            post: absent(OmittedField::Post, logged.post.is_some()),
        }
    }

    /// Returns the facts of a turn that names a color which may bring one bonus or two.
    pub(crate) fn of_copy() -> Self {
        Self { copies: Copies::MAX, ..Self::default() }
    }

    /// Returns the first omitted field, `from` if all are logged.
    pub(crate) const fn first_field(self) -> FactName {
        match self {
            Self { pay: true, .. } => FactName::Pay,
            Self { gem: true, .. } => FactName::Gem,
            Self { returned: true, .. } => FactName::Return,
            Self { noble: true, .. } => FactName::Noble,
            Self { post: true, .. } => FactName::Post,
            Self { conquest_pay: true, .. } => FactName::Pay,
            Self { copies: 0, .. } => FactName::From,
            Self { .. } => FactName::Copy,
        }
    }

    /// Returns the omitted fields, with the value of each in a completed turn. `source` adds the
    /// source of a bought card, or the choice of two drawn cards, which this type does not store.
    pub(crate) fn values(
        self,
        game: &Game<'_>,
        completed: &Turn,
        source: bool,
    ) -> impl Iterator<Item = (FactName, Option<InferredValue>)> {
        let card_of = |id: CardId| InferredValue::Card(game.components.card(id));
        let (pay, place, under) = match completed.action {
            Action::Purchase { pay, from, .. } => {
                (Some(pay), Some((FactName::From, from.map(InferredValue::Source))), None)
            }
            Action::ReserveDeck { card, under, .. } => (
                None,
                Some((FactName::Card, card.map(card_of))),
                Some((FactName::Under, under.map(card_of))),
            ),
            Action::Take(_) | Action::ReserveMarket(_) | Action::Pass => (None, None, None),
        };
        let tokens_of = |gem| InferredValue::Tokens(Tokens::one(gem));
        let conquest = completed.conquest;
        let conquest_pay = conquest.map(|conquest| InferredValue::Tokens(conquest.pay));
        let conquest_gem = conquest.and_then(|conquest| conquest.gem).map(tokens_of);
        let post = completed.posts.iter().next().map(InferredValue::Post);
        let returned = Some(completed.returned).filter(|tokens| !tokens.is_empty());
        let noble = completed.nobles.iter().next().map(|id| game.components.noble(id));
        let values = [
            self.pay.then(|| (FactName::Pay, pay.map(InferredValue::Tokens))),
            place.filter(|_| source),
            under.filter(|_| source),
            self.gem_of_action.then_some((FactName::Gem, completed.gem.map(tokens_of))),
            self.returned.then(|| (FactName::Return, returned.map(InferredValue::Tokens))),
            self.noble.then(|| (FactName::Noble, noble.map(InferredValue::Noble))),
            self.post.then_some((FactName::Post, post)),
            self.conquest_pay.then_some((FactName::Pay, conquest_pay)),
            self.gem_of_conquest.then_some((FactName::Gem, conquest_gem)),
        ];
        let copies = if self.copies == 0 { Vec::new() } else { self.copied(game, completed) };
        let copies = copies.into_iter().map(|color| (FactName::Copy, color));
        values.into_iter().flatten().chain(copies)
    }

    /// Returns the colors that the cards of a completed turn copy, in their order, without those
    /// that the log names.
    fn copied(self, game: &Game<'_>, turn: &Turn) -> Vec<Option<InferredValue>> {
        let value = |copied| match copied {
            Copied::Color(color) => InferredValue::Color(color),
            Copied::Card(card) => InferredValue::Card(game.components.card(card)),
        };
        let purchases = [Some(turn.effects), turn.conquest.map(|conquest| conquest.effects)];
        let mut all = Vec::new();
        for (effects, first) in purchases.into_iter().zip([0, MOST_CARDS]) {
            let Some(effects) = effects else { continue };
            let free = effects.free.into_iter().map(|free| free.and_then(|free| free.copy));
            for (copy, place) in [effects.copy].into_iter().chain(free).zip(first..) {
                if self.copies >> place & 1 == 1 {
                    all.push(copy.map(value));
                }
            }
        }
        all
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
    let plain = names_all_plainly(logged);
    if plain && omits.is_empty() {
        return true;
    }
    if matches!(logged.kind(), TurnKind::Foreign(_) | TurnKind::Irregular) {
        return true;
    }
    if !plain && (omits_payment(logged) || omits_copy(logged)) {
        return false;
    }
    let contains = |omitted: &OmittedField| match omitted {
        OmittedField::Gem => names_gems(logged),
        OmittedField::Return => logged.returned.is_some(),
        OmittedField::Noble => logged.noble.is_some(),
        OmittedField::Post => logged.post.is_some(),
    };
    omits.iter().all(contains)
}

/// Returns whether a turn is seen at once to name its payment and to copy no color: almost every
/// turn is.
fn names_all_plainly(logged: &schema::Turn) -> bool {
    let names_all = |it: &Purchase| it.pay.is_some() && !copies_a_color(it.card);
    !logged.has_effects_or_conquest() && logged.purchase.as_ref().is_none_or(names_all)
}

/// Returns whether a purchase of the turn leaves out its payment.
pub fn omits_payment(logged: &schema::Turn) -> bool {
    logged.purchase.as_ref().is_some_and(omits_pay) || omits_conquest_pay(logged)
}

/// Returns whether a turn names the gem of its action, and that of its conquest, if it has one.
fn names_gems(logged: &schema::Turn) -> bool {
    logged.gem.is_some() && names_gem_of_conquest(logged)
}

fn names_gem_of_conquest(logged: &schema::Turn) -> bool {
    logged.conquest.as_ref().is_none_or(|conquest| conquest.gem.is_some())
}

/// Returns whether a purchase leaves out its payment. A card that costs two cards costs no token,
/// so leaving out the payment and `{}` mean the same there.
fn omits_pay(purchase: &Purchase) -> bool {
    purchase.pay.is_none() && purchase.card.discard().is_none()
}

fn omits_conquest_pay(logged: &schema::Turn) -> bool {
    logged.conquest.as_ref().is_some_and(|conquest| omits_pay(&conquest.purchase))
}

/// Returns whether a card that copies a color comes without naming one.
pub fn omits_copy(logged: &schema::Turn) -> bool {
    omitted_copies(logged) != 0
}

/// Returns the places of the cards that copy a color without naming one.
fn omitted_copies(logged: &schema::Turn) -> Copies {
    let schema::Turn { purchase, copy, free, conquest, .. } = logged;
    let bought = purchase.as_ref().map(|purchase| (purchase.card, *copy));
    // Most turns have no effect, or only a step with a stronghold.
    if free.is_none() && conquest.is_none() {
        let omits = |(card, copy): (Card, Option<_>)| copy.is_none() && copies_a_color(card);
        return Copies::from(bought.is_some_and(omits));
    }
    let conquest = conquest.as_deref();
    let conquered = conquest.map(|conquest| (conquest.purchase.card, conquest.copy));
    let purchases = [
        (bought, free.as_deref()),
        (conquered, conquest.and_then(|conquest| conquest.free.as_deref())),
    ];
    let mut places = 0;
    for ((bought, free), first) in purchases.into_iter().zip([0, MOST_CARDS]) {
        let free = schema::turn::FreeCard::from_outermost(free);
        let free = free.map(|free| (free.card, free.copy)).zip(1..);
        for ((card, copy), at) in bought.into_iter().zip(0..).chain(free) {
            // A turn with more free cards is illegal; its last cards share a place.
            let place = first + at.min(MOST_CARDS - 1);
            places |= Copies::from(copy.is_none() && copies_a_color(card)) << place;
        }
    }
    places
}

fn copies_a_color(card: Card) -> bool {
    card.power().is_some_and(Power::copies)
}
