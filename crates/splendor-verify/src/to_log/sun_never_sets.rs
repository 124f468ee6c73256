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

/// Returns a turn in the log format that has only the effects of the action and the conquest.
pub(crate) fn turn_with_effects(all: &Components, turn: &Turn) -> schema::Turn {
    let Effects { copy, stronghold, .. } = turn.effects;
    schema::Turn {
        copy: copy.map(|copy| copied(all, copy)),
        free: free_cards(all, &turn.effects),
        stronghold: stronghold.map(|step| stronghold_step(all, step)),
        conquest: turn.conquest.map(|it| Box::new(conquest(all, &it))),
        ..schema::Turn::default()
    }
}

/// Returns a conquest in the log format.
fn conquest(all: &Components, conquest: &Conquest) -> schema::turn::Conquest {
    let Effects { copy, stronghold, .. } = conquest.effects;
    schema::turn::Conquest {
        purchase: purchase(all, conquest.card, conquest.pay, &conquest.cards_paid),
        refill: conquest.refill.map(|card| all.card(card)),
        gem: conquest.gem,
        copy: copy.map(|copy| copied(all, copy)),
        free: free_cards(all, &conquest.effects),
        stronghold: stronghold.map(|step| stronghold_step(all, step)),
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
