//! The JSON pointer of a breach in a part of a turn that only Orient and Strongholds have, or in a
//! conquest.

use splendor_core::{Card, Clause, Copier, Violation, Word};
use splendor_schema::Turn;
use splendor_schema::turn::{FreeCard, Purchase};

/// An action or a conquest, with the effects that follow it.
struct Event<'l> {
    /// The pointer of the event, relative to the turn.
    at: &'static str,
    /// The pointer of its action, relative to the turn.
    action: String,
    purchase: Option<&'l Purchase>,
    free: Vec<&'l FreeCard>,
    has_copy: bool,
    has_gem: bool,
    has_step: bool,
}

/// Returns the pointer of a breach, relative to the turn; `None` if the breach may be anywhere in
/// the turn.
pub(super) fn of_breach(turn: &Turn, violation: &Violation, in_conquest: bool) -> Option<String> {
    let event = if in_conquest { Event::of_conquest(turn)? } else { Event::of_action(turn)? };
    let clause = violation.clause();
    Some(match *violation {
        Violation::StrongholdConquest { .. } => "/conquest".to_owned(),
        Violation::OrientCopy { card, .. } => event.copy(card),
        Violation::OrientFree { card }
        | Violation::OrientFreeLevel { card, .. }
        | Violation::OrientFreeFaceUp { card }
        | Violation::StrongholdBlocked { card, .. } => event.taken(card),
        Violation::OrientFreeMandatory { .. } => event.of_card(event.free.len()),
        Violation::OrientSpendOwned { card, .. } => event.paid("spend", Some(card)),
        Violation::OrientDiscardColor { card, .. } => event.paid("discard", Some(card)),
        Violation::OrientSpendUsed { .. } | Violation::OrientDoubleVirtual { .. } => {
            event.paid("spend", None)
        }
        Violation::OrientDiscardPrice { .. } | Violation::OrientDiscardCopiesFirst { .. } => {
            event.paid("discard", None)
        }
        Violation::OrientPresent { what } if in_conquest => event.of_orient(what),
        _ if is_of_step(clause) => event.field("stronghold", event.has_step),
        _ if in_conquest => return event.of_purchase(clause),
        _ => return None,
    })
}

/// Returns whether a clause is about the step with a stronghold.
const fn is_of_step(clause: Clause) -> bool {
    matches!(
        clause,
        Clause::StrongholdStep
            | Clause::StrongholdMandatory
            | Clause::StrongholdFaceUp
            | Clause::StrongholdRival
            | Clause::StrongholdStock
            | Clause::StrongholdMove
            | Clause::StrongholdRemove
    )
}

impl<'l> Event<'l> {
    fn of_action(turn: &'l Turn) -> Option<Self> {
        Some(Self {
            at: "",
            action: format!("/{}", turn.action_key()?),
            purchase: turn.purchase.as_ref(),
            free: FreeCard::from_outermost(turn.free.as_deref()).collect(),
            has_copy: turn.copy.is_some(),
            has_gem: turn.gem.is_some(),
            has_step: turn.stronghold.is_some(),
        })
    }

    fn of_conquest(turn: &'l Turn) -> Option<Self> {
        let conquest = turn.conquest.as_deref()?;
        Some(Self {
            at: "/conquest",
            action: "/conquest/purchase".to_owned(),
            purchase: Some(&conquest.purchase),
            free: FreeCard::from_outermost(conquest.free.as_deref()).collect(),
            has_copy: conquest.copy.is_some(),
            has_gem: conquest.gem.is_some(),
            has_step: conquest.stronghold.is_some(),
        })
    }

    /// Returns the pointer of a field; without the field, that of the action.
    fn field(&self, name: &str, is_there: bool) -> String {
        if is_there { format!("{}/{name}", self.at) } else { self.action.clone() }
    }

    /// Returns the pointer of a card of the event: 0 is that of the action, and the free cards
    /// count from 1.
    fn of_card(&self, number: usize) -> String {
        if number == 0 {
            return self.action.clone();
        }
        format!("{}{}", self.at, "/free".repeat(number))
    }

    /// Returns the number of a free card, from 1.
    fn number_of(&self, card: Card) -> Option<usize> {
        self.free.iter().position(|free| free.card == card).map(|place| place + 1)
    }

    /// Returns the pointer of a card that is taken, free or by the action.
    fn taken(&self, card: Card) -> String {
        self.of_card(self.number_of(card).unwrap_or(0))
    }

    /// Returns the pointer of the color that a card copies.
    fn copy(&self, card: Copier) -> String {
        let free = card.0.and_then(|card| self.number_of(card));
        match free {
            None => self.field("copy", self.has_copy),
            Some(number) if self.free[number - 1].copy.is_some() => {
                format!("{}/copy", self.of_card(number))
            }
            Some(number) => self.of_card(number),
        }
    }

    /// Returns the pointer of a card that pays, or of the list of such cards. A card that is named
    /// twice is wrong at its second place.
    fn paid(&self, key: &str, card: Option<Card>) -> String {
        let list: &[Card] = match (self.purchase, key) {
            (Some(purchase), "spend") => &purchase.spend,
            (Some(purchase), _) => &purchase.discard,
            (None, _) => &[],
        };
        let place = list.iter().rposition(|&named| card == Some(named));
        match place {
            _ if list.is_empty() => self.action.clone(),
            Some(place) => format!("{}/{key}/{place}", self.action),
            None => format!("{}/{key}", self.action),
        }
    }

    /// Returns the pointer of a part that only Orient has.
    fn of_orient(&self, what: Word) -> String {
        match what {
            "a color is copied" => self.field("copy", self.has_copy),
            "a card is taken free" => self.field("free", !self.free.is_empty()),
            _ => self.action.clone(),
        }
    }

    /// Returns the pointer of a breach that any purchase can have.
    fn of_purchase(&self, clause: Clause) -> Option<String> {
        let pays = self.purchase.is_some_and(|purchase| purchase.pay.is_some());
        Some(match clause {
            Clause::PurchasePrice
            | Clause::PurchasePayment
            | Clause::PurchaseTokens
            | Clause::PostDoubleGold
                if pays =>
            {
                format!("{}/pay", self.action)
            }
            Clause::PostPresent | Clause::PostGem | Clause::PostGemAfterPurchase => {
                self.field("gem", self.has_gem)
            }
            _ if matches!(clause.family(), "purchase" | "orient") => self.action.clone(),
            _ => return None,
        })
    }
}
