//! The effects that are legal after the action of a turn, or after its conquest.

use std::collections::BTreeSet;

use splendor_core::{
    Action, CardId, Clause, Color, Effects, Game, Position, Power, StrongholdStep, Turn,
};

/// The most cards that a list names.
const NAMED: usize = 6;

/// Returns the effects that would be legal instead of those of a turn, in words. `None` if the
/// clause is not about an effect, or if the action is at fault too.
pub(super) fn instead(
    game: &Game<'_>,
    position: &Position,
    turn: &Turn,
    clause: Clause,
    legal: &[Turn],
) -> Option<String> {
    match clause {
        Clause::OrientCopy if has_copy_card(game, turn) => {
            Some(format!("your cards with a color: {}", colored(game, position)))
        }
        Clause::OrientDiscardColor => Some(format!("your cards: {}", colored(game, position))),
        Clause::OrientFreeLevel | Clause::OrientFreeFaceUp | Clause::OrientFreeMandatory => {
            let (named, alike) = alike(turn, legal);
            free(game, &named, &alike)
        }
        Clause::StrongholdMandatory
        | Clause::StrongholdFaceUp
        | Clause::StrongholdRival
        | Clause::StrongholdStock
        | Clause::StrongholdMove
        | Clause::StrongholdRemove => steps(game, &alike(turn, legal).1),
        _ => None,
    }
    .filter(|words| !words.ends_with(": "))
}

/// Returns whether a card that the turn buys or takes free copies a color.
fn has_copy_card(game: &Game<'_>, turn: &Turn) -> bool {
    let bought = match turn.action {
        Action::Purchase { card, .. } => Some(card),
        _ => None,
    };
    let free = |effects: &Effects| effects.free_cards().map(|free| free.card).collect::<Vec<_>>();
    let conquered = turn.conquest.iter();
    let conquered = conquered.flat_map(|it| free(&it.effects).into_iter().chain([it.card]));
    let mut cards = bought.into_iter().chain(free(&turn.effects)).chain(conquered);
    cards.any(|id| game.components.card(id).power().is_some_and(Power::copies))
}

/// Returns the effects at fault, and those of the legal turns with the same action. If a legal turn
/// has the effects of the action too, the conquest is at fault.
fn alike(turn: &Turn, legal: &[Turn]) -> (Effects, Vec<Effects>) {
    let same_action = |other: &&Turn| {
        other.with_source(None).action == turn.with_source(None).action
            && other.cards_paid == turn.cards_paid
    };
    let same: Vec<&Turn> = legal.iter().filter(same_action).collect();
    if let Some(conquest) = &turn.conquest {
        let legal = same.iter().filter(|other| alike_effects(&other.effects, &turn.effects));
        let conquests = legal.filter_map(|other| other.conquest).filter(|other| {
            (other.card, other.pay, other.cards_paid)
                == (conquest.card, conquest.pay, conquest.cards_paid)
        });
        let effects: Vec<Effects> = conquests.map(|other| other.effects).collect();
        if !effects.is_empty() {
            return (conquest.effects, effects);
        }
    }
    (turn.effects, same.iter().map(|other| other.effects).collect())
}

/// Returns whether two turns take the same free cards and make the same step.
fn alike_effects(one: &Effects, other: &Effects) -> bool {
    let free = |effects: &Effects| effects.free.map(|free| free.map(|free| free.card));
    free(one) == free(other) && one.stronghold == other.stronghold
}

/// Returns the cards that can come free, where the named ones are no longer legal.
fn free(game: &Game<'_>, named: &Effects, legal: &[Effects]) -> Option<String> {
    let cards = |effects: &Effects| effects.free_cards().map(|free| free.card).collect::<Vec<_>>();
    let named = cards(named);
    let legal: Vec<Vec<CardId>> = legal.iter().map(cards).collect();
    let shared = |other: &Vec<CardId>| {
        named.iter().zip(other).take_while(|(one, other)| one == other).count()
    };
    let kept = legal.iter().map(shared).max()?;
    let next = legal.iter().filter(|other| shared(other) == kept).filter_map(|it| it.get(kept));
    let next: BTreeSet<CardId> = next.copied().collect();
    Some(format!("the free card can be {}", either(game, &next)?))
}

/// Returns the steps that are possible.
fn steps(game: &Game<'_>, legal: &[Effects]) -> Option<String> {
    let (mut onto, mut from, mut away) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for step in legal.iter().filter_map(|effects| effects.stronghold) {
        match step {
            StrongholdStep::Place(card) => onto.insert(card),
            StrongholdStep::Move { from: card, .. } => from.insert(card),
            StrongholdStep::Remove { card, .. } => away.insert(card),
        };
    }
    let steps = [("place one on", onto), ("move one from", from), ("remove one from", away)];
    let steps =
        steps.iter().filter_map(|(verb, cards)| Some(format!("{verb} {}", either(game, cards)?)));
    let steps: Vec<String> = steps.collect();
    (!steps.is_empty()).then(|| format!("the steps with a stronghold here: {}", steps.join("; ")))
}

/// Returns cards like `a0e3r, a0r3d or 3 more`; nothing for no card.
fn either(game: &Game<'_>, cards: &BTreeSet<CardId>) -> Option<String> {
    let mut names: Vec<String> =
        cards.iter().take(NAMED).map(|&id| game.components.card(id).to_string()).collect();
    if cards.len() > NAMED {
        names.push(format!("{} more", cards.len() - NAMED));
    }
    let last = names.pop()?;
    Some(if names.is_empty() { last } else { format!("{} or {last}", names.join(", ")) })
}

/// Returns the cards of the seat that have a color, each with its color.
fn colored(game: &Game<'_>, position: &Position) -> String {
    let color = |id: CardId| -> Option<Color> {
        let copied = || Some(position.copies().get(game.components, id)?.color);
        game.components.card(id).bonus().or_else(copied)
    };
    let cards: Vec<String> = position
        .mover()
        .bought()
        .iter()
        .filter_map(|id| Some(format!("{} ({})", game.components.card(id), color(id)?.name())))
        .collect();
    match cards.len() {
        0 => "none".to_owned(),
        count if count > 2 * NAMED => {
            format!("{} and {} more", cards[..2 * NAMED].join(", "), count - 2 * NAMED)
        }
        _ => cards.join(", "),
    }
}
