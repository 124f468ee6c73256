//! Reserving a card, and the gold that comes with it.

use crate::card::{CardId, Level};
use crate::clause::Violation;
use crate::color::Token;
use crate::deck::Place;
use crate::play::{Draft, Shown};
use crate::tokens::Tokens;

pub(crate) fn from_market(draft: &mut Draft<'_>, card: CardId) -> Result<(), Violation> {
    hand_limit(draft)?;
    let facts = draft.game.components.card(card);
    let level = facts.level.index();
    if draft.next.market.has(card) {
        draft.next.market.remove(card);
    } else if draft.next.market_hidden[level] > 0 && draft.next.unseen.has(card) {
        draft.next.market_hidden[level] -= 1;
        draft.next.unseen.remove(card);
        draft.events.unknown = draft.before.unknown_in_market(draft.game, card);
    } else {
        return Err(Violation::ReserveFaceUp { card: facts });
    }
    draft.seat().hand.insert(card);
    draft.emptied = Some(facts.level);
    gold(draft);
    Ok(())
}

pub(crate) fn from_deck(
    draft: &mut Draft<'_>,
    level: Level,
    card: Option<CardId>,
) -> Result<(), Violation> {
    hand_limit(draft)?;
    let Some(top) = draft.next.decks[level.index()].draw() else {
        return Err(Violation::ReserveDeck { level });
    };
    draft.shown = Some(Shown { level, top, card });
    match card.map_or(top, Place::Card) {
        Place::Card(card) => draft.seat().hand.insert(card),
        Place::Hidden => draft.seat().hidden[level.index()] += 1,
    }
    if let Place::Card(card) = card.map_or(top, Place::Card) {
        draft.next.secret.insert(card);
    }
    gold(draft);
    Ok(())
}

fn hand_limit(draft: &mut Draft<'_>) -> Result<(), Violation> {
    match draft.seat().hand_size() {
        0..3 => Ok(()),
        hand => Err(Violation::ReserveHandLimit { hand }),
    }
}

/// Counts the card in, and takes the gold that comes with it.
fn gold(draft: &mut Draft<'_>) {
    draft.seat().hand_size += 1;
    if draft.next.supply.get(Token::Gold) == 0 {
        return;
    }
    draft.next.supply = draft.next.supply.minus(Tokens::GOLD);
    draft.seat().tokens = draft.seat().tokens.plus(Tokens::GOLD);
    draft.events.gold = true;
}
