//! The parts of a turn that only Orient and Strongholds have, in words.

use splendor_core::{
    CardId, CardsPaid, Conquest, Copied, Effects, FreeCard, Game, StrongholdStep, Token, Tokens,
};

use super::listed;

/// Returns what a purchase is paid with, like `one ruby plus the virtual gold of A0gg3d`.
pub(super) fn payment(game: &Game<'_>, pay: Tokens, cards: &CardsPaid) -> String {
    let mut parts = Vec::new();
    if !pay.is_empty() {
        parts.push(pay.to_string());
    }
    if !cards.spent.is_empty() {
        parts.push(format!("the virtual gold of {}", names(game, cards.spent.iter())));
    }
    if !cards.discarded.is_empty() {
        let noun = if cards.discarded.len() == 1 { "card" } else { "cards" };
        parts.push(format!("the {noun} {}", names(game, cards.discarded.iter())));
    }
    if parts.is_empty() { "nothing".to_owned() } else { parts.join(" plus ") }
}

/// Returns the effects after a purchase in their order, each behind a comma. The token of a post
/// comes between the free cards and the step.
pub(super) fn effects(game: &Game<'_>, effects: &Effects, gem: Option<Token>) -> String {
    let copied = effects.copy.map(|copy| copied(game, copy));
    let free = effects.free_cards().map(|free| free_card(game, free));
    let gem = gem.map(|gem| format!("then {}", Tokens::one(gem)));
    let step = effects.stronghold.map(|step| stronghold(game, step));
    let all = copied.into_iter().chain(free).chain(gem).chain(step);
    all.fold(String::new(), |words, effect| words + ", " + &effect)
}

/// Returns the conquest, like `conquer a0r3d for two diamonds, place a stronghold on a0o3e`.
pub(super) fn conquest(game: &Game<'_>, conquest: &Conquest) -> String {
    let card = game.components.card(conquest.card);
    let price = payment(game, conquest.pay, &conquest.cards_paid);
    format!("conquer {card} for {price}{}", effects(game, &conquest.effects, conquest.gem))
}

/// Returns a free card, like `take A0c3d2r free and copy ruby`.
fn free_card(game: &Game<'_>, free: FreeCard) -> String {
    let copy = free.copy.map_or(String::new(), |copy| format!(" and {}", copied(game, copy)));
    format!("take {} free{copy}", game.components.card(free.card))
}

/// Returns a copied color, like `copy ruby`.
fn copied(game: &Game<'_>, copy: Copied) -> String {
    match copy {
        Copied::Color(color) => format!("copy {color}"),
        Copied::Card(card) => format!("copy the color of {}", game.components.card(card)),
    }
}

/// Returns a step with a stronghold, like `move a stronghold from c4r7e to b2d5r`.
fn stronghold(game: &Game<'_>, step: StrongholdStep) -> String {
    let name = |card| game.components.card(card);
    match step {
        StrongholdStep::Place(card) => format!("place a stronghold on {}", name(card)),
        StrongholdStep::Move { from, to } => {
            format!("move a stronghold from {} to {}", name(from), name(to))
        }
        StrongholdStep::Remove { card, seat: Some(seat) } => {
            format!("remove the stronghold of seat {seat} from {}", name(card))
        }
        StrongholdStep::Remove { card, seat: None } => {
            format!("remove the stronghold from {}", name(card))
        }
    }
}

/// Returns the ids of cards, like `A0gg3d and A0gg3s`.
fn names(game: &Game<'_>, cards: impl Iterator<Item = CardId>) -> String {
    listed(&cards.map(|card| game.components.card(card).to_string()).collect::<Vec<_>>())
}
