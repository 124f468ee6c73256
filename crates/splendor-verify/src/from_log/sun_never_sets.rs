//! Converts the parts of a turn that only Orient and Strongholds have.

use splendor_core::{
    Card, CardId, CardList, CardsPaid, Components, Conquest, Copied, Effects, FreeCard,
    StrongholdStep, Tokens, Turn, Violation,
};
use splendor_schema as schema;

use super::{card, tokens};

/// Returns whether a turn names a part that only Orient or Strongholds have.
#[inline]
pub(super) fn names_parts(logged: &schema::Turn) -> bool {
    let purchase = logged.purchase.as_ref();
    logged.has_effects_or_conquest()
        || purchase.is_some_and(schema::turn::Purchase::is_paid_with_cards)
}

/// Adds the parts of a turn that only Orient and Strongholds have. It is never inlined: the turn of
/// the base game has the registers for itself.
#[inline(never)]
pub(super) fn add_parts(
    all: &Components,
    logged: &schema::Turn,
    turn: &mut Turn,
) -> Result<(), Violation> {
    if let Some(purchase) = &logged.purchase {
        turn.cards_paid = cards_paid(all, purchase)?;
    }
    let schema::Turn { copy, free, stronghold, .. } = logged;
    add_effects(all, *copy, free.as_deref(), *stronghold, &mut turn.effects)?;
    if let Some(logged) = logged.conquest.as_deref() {
        turn.conquest = Some(conquest(all, logged)?);
    }
    Ok(())
}

/// Returns the cards that a purchase is paid with.
fn cards_paid(all: &Components, purchase: &schema::turn::Purchase) -> Result<CardsPaid, Violation> {
    if purchase.spend.is_empty() && purchase.discard.is_empty() {
        return Ok(CardsPaid::NONE);
    }
    let (spent, discarded) = (list(all, &purchase.spend)?, list(all, &purchase.discard)?);
    Ok(CardsPaid { spent, discarded })
}

fn list<const N: usize>(all: &Components, ids: &[Card]) -> Result<CardList<N>, Violation> {
    let cards: Vec<CardId> = ids.iter().map(|&id| card(all, id)).collect::<Result<_, _>>()?;
    Ok(CardList::of(cards))
}

/// Adds the effects that follow a purchase to a turn or a conquest that has none yet. A free card
/// inside more than [`MOST_FREE_CARDS`](splendor_core::MOST_FREE_CARDS) others is left out: the
/// ones outside it cannot all be legal.
fn add_effects(
    all: &Components,
    copy: Option<schema::turn::Copied>,
    free: Option<&schema::turn::FreeCard>,
    stronghold: Option<schema::turn::StrongholdStep>,
    effects: &mut Effects,
) -> Result<(), Violation> {
    effects.copy = copy.map(|copy| copied(all, copy)).transpose()?;
    let logged = schema::turn::FreeCard::from_outermost(free);
    for (place, free) in effects.free.iter_mut().zip(logged) {
        *place = Some(free_card(all, free)?);
    }
    effects.stronghold = stronghold.map(|step| stronghold_step(all, step)).transpose()?;
    Ok(())
}

fn free_card(all: &Components, free: &schema::turn::FreeCard) -> Result<FreeCard, Violation> {
    Ok(FreeCard {
        card: card(all, free.card)?,
        refill: free.refill.map(|id| card(all, id)).transpose()?,
        copy: free.copy.map(|copy| copied(all, copy)).transpose()?,
    })
}

fn copied(all: &Components, copy: schema::turn::Copied) -> Result<Copied, Violation> {
    Ok(match copy {
        schema::turn::Copied::Color(color) => Copied::Color(color),
        schema::turn::Copied::Card(id) => Copied::Card(card(all, id)?),
    })
}

fn stronghold_step(
    all: &Components,
    step: schema::turn::StrongholdStep,
) -> Result<StrongholdStep, Violation> {
    Ok(match step {
        schema::turn::StrongholdStep::Place(id) => StrongholdStep::Place(card(all, id)?),
        schema::turn::StrongholdStep::Move(way) => {
            StrongholdStep::Move { from: card(all, way.from)?, to: card(all, way.to)? }
        }
        schema::turn::StrongholdStep::Remove(removal) => {
            StrongholdStep::Remove { card: card(all, removal.card)?, seat: removal.seat }
        }
    })
}

/// Returns the conquest of a turn.
fn conquest(all: &Components, logged: &schema::turn::Conquest) -> Result<Conquest, Violation> {
    let free = logged.free.as_deref();
    let pay = logged.purchase.pay.map_or(Tokens::NONE, tokens);
    let mut conquest = Conquest {
        cards_paid: cards_paid(all, &logged.purchase)?,
        refill: logged.refill.map(|id| card(all, id)).transpose()?,
        gem: logged.gem,
        ..Conquest::new(card(all, logged.purchase.card)?, pay)
    };
    add_effects(all, logged.copy, free, logged.stronghold, &mut conquest.effects)?;
    Ok(conquest)
}
