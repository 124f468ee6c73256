//! Converts the parts of a turn that only Orient and Strongholds have.

use splendor_core::{
    CardId, CardsPaid, Components, Conquest, Copied, Effects, FreeCard, StrongholdStep, Tokens,
    Turn,
};
use splendor_schema as schema;

use super::counts;

/// Returns a purchase in the log format, without the former place of the card.
pub(crate) fn purchase(
    all: &Components,
    card: CardId,
    pay: Tokens,
    paid: &CardsPaid,
) -> schema::turn::Purchase {
    let id = |card| all.card(card);
    schema::turn::Purchase {
        spend: paid.spent.iter().map(id).collect(),
        discard: paid.discarded.iter().map(id).collect(),
        ..schema::turn::Purchase::new(id(card), Some(counts(pay)), None)
    }
}

/// Returns the effects of the action in the log format, and the conquest; `None` if the turn has
/// neither.
pub(crate) fn effects(all: &Components, turn: &Turn) -> Option<Box<schema::turn::Effects>> {
    if turn.effects.is_empty() && turn.conquest.is_none() {
        return None;
    }
    let conquest = turn.conquest.map(|it| conquest(all, &it));
    Some(Box::new(schema::turn::Effects { conquest, ..of_purchase(all, &turn.effects) }))
}

/// Returns the effects of a purchase in the log format.
fn of_purchase(all: &Components, effects: &Effects) -> schema::turn::Effects {
    schema::turn::Effects {
        copy: effects.copy.map(|copy| copied(all, copy)),
        free: free_cards(all, effects),
        stronghold: effects.stronghold.map(|step| stronghold_step(all, step)),
        conquest: None,
    }
}

/// Returns a conquest in the log format.
fn conquest(all: &Components, conquest: &Conquest) -> schema::turn::Conquest {
    let effects = of_purchase(all, &conquest.effects);
    schema::turn::Conquest {
        purchase: purchase(all, conquest.card, conquest.pay, &conquest.cards_paid),
        refill: conquest.refill.map(|card| all.card(card)),
        gem: conquest.gem,
        copy: effects.copy,
        free: effects.free,
        stronghold: effects.stronghold,
    }
}

/// Returns the free cards, each inside the one before it.
fn free_cards(all: &Components, effects: &Effects) -> Option<Box<schema::turn::FreeCard>> {
    let cards: Vec<FreeCard> = effects.free_cards().collect();
    let around = |inner, free: &FreeCard| {
        Some(Box::new(schema::turn::FreeCard {
            card: all.card(free.card),
            refill: free.refill.map(|card| all.card(card)),
            copy: free.copy.map(|copy| copied(all, copy)),
            free: inner,
        }))
    };
    cards.iter().rev().fold(None, around)
}

fn copied(all: &Components, copied: Copied) -> schema::turn::Copied {
    match copied {
        Copied::Color(color) => schema::turn::Copied::Color(color),
        Copied::Card(card) => schema::turn::Copied::Card(all.card(card)),
    }
}

fn stronghold_step(all: &Components, step: StrongholdStep) -> schema::turn::StrongholdStep {
    let id = |card| all.card(card);
    match step {
        StrongholdStep::Place(card) => schema::turn::StrongholdStep::Place(id(card)),
        StrongholdStep::Move { from, to } => {
            let way = schema::turn::StrongholdMove { from: id(from), to: id(to) };
            schema::turn::StrongholdStep::Move(way)
        }
        StrongholdStep::Remove { card, seat } => {
            let removal = schema::turn::StrongholdRemoval { seat, card: id(card) };
            schema::turn::StrongholdStep::Remove(removal)
        }
    }
}
