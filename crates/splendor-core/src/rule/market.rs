//! Filling the market, and the cards that appear.

use super::{Draft, Shown};
use crate::clause::Violation;
use crate::component::CardId;
use crate::game::Game;
use crate::position::{Place, Table};
use crate::turn::Unknown;

impl Table {
    /// Returns what is unknown of an unseen card that is said to lie in the market: nothing, if all
    /// unseen cards of its level lie there.
    pub(crate) fn unknown_in_market(&self, game: &Game<'_>, card: CardId) -> Option<Unknown> {
        let level = game.components.card(card).level;
        let unseen = self.unseen.and(game.components.of_level(level)).len();
        (unseen > self.market_hidden[level.index()]).then_some(Unknown::MarketCard)
    }
}

/// Draws the card for the place that the action emptied, and returns it.
#[inline]
pub(crate) fn refill(draft: &mut Draft<'_>) -> Result<Option<Shown>, Violation> {
    let named = draft.turn.refill;
    let Some(level) = draft.emptied else {
        return idle(draft, named, "no place in the market is empty");
    };
    let Some(top) = draft.deck.draw() else {
        return idle(draft, named, "the deck of the level is empty");
    };
    match named.map_or(top, Place::Card) {
        Place::Card(card) => draft.table.market.insert(card),
        Place::Hidden => draft.table.market_hidden[level.index()] += 1,
    }
    draft.events.refill = Some(named.map_or(top, Place::Card));
    Ok(Some(Shown { level, top, card: named }))
}

/// Where nothing fills the market, none may be named.
#[inline]
fn idle(
    draft: &Draft<'_>,
    named: Option<CardId>,
    why: &'static str,
) -> Result<Option<Shown>, Violation> {
    let Some(card) = named else { return Ok(None) };
    Err(Violation::MarketRefill { card: draft.game.components.card(card), why })
}

/// Checks that the cards that appeared could appear, and takes them out of the hidden ones.
#[inline]
pub(crate) fn reveal(draft: &mut Draft<'_>, refill: Option<Shown>) -> Result<(), Violation> {
    if draft.shown.is_none() && refill.is_none() {
        return Ok(());
    }
    let shown = draft.shown.is_none_or(|shown| fits(draft, shown));
    let fills = refill.is_none_or(|refill| fits(draft, refill));
    let below = draft.below.is_none_or(|below| breach_below(draft, below).is_none());
    if !(shown && fills && below) {
        return first_breach(draft, refill);
    }
    if let Some(shown) = draft.shown {
        uncover(draft, shown);
    }
    if let Some(refill) = refill {
        uncover(draft, refill);
    }
    if let Some(Shown { top: Place::Hidden, card: Some(card), .. }) = draft.below {
        draft.table.unseen.remove(card);
        draft.table.decked.insert(card);
    }
    Ok(())
}

#[cold]
fn first_breach(draft: &Draft<'_>, refill: Option<Shown>) -> Result<(), Violation> {
    let breaches = [draft.shown, refill].into_iter().flatten();
    let below = draft.below.and_then(|below| breach_below(draft, below));
    let breaches = breaches.filter_map(|shown| breach_of(draft, shown)).chain(below);
    let first = breaches.min_by_key(Violation::clause);
    first.map_or(Ok(()), Err)
}

fn uncover(draft: &mut Draft<'_>, shown: Shown) {
    match (shown.top, shown.card) {
        (Place::Card(card), _) => draft.table.decked.remove(card),
        (Place::Hidden, Some(card)) => draft.table.unseen.remove(card),
        (Place::Hidden, None) => {}
    }
}

/// The card that goes under the deck is not the one that is kept.
fn breach_below(draft: &Draft<'_>, below: Shown) -> Option<Violation> {
    let kept = draft.shown.and_then(|shown| shown.card);
    match below.card {
        Some(card) if kept == Some(card) => {
            let card = draft.game.components.card(card);
            Some(Violation::RevealUnseen { card, place: "it was taken in this turn" })
        }
        _ => breach_of(draft, below),
    }
}

/// Whether a card breaks none of the clauses that [`breach_of`] tells apart.
#[inline]
fn fits(draft: &Draft<'_>, shown: Shown) -> bool {
    let Some(card) = shown.card else { return true };
    let Table { unseen, decked, .. } = &*draft.table;
    draft.game.components.card(card).level == shown.level
        && match shown.top {
            Place::Card(next) => next == card && (decked.has(card) || unseen.has(card)),
            Place::Hidden => unseen.has(card) && !decked.has(card),
        }
}

#[cold]
fn breach_of(draft: &Draft<'_>, shown: Shown) -> Option<Violation> {
    let id = shown.card?;
    let card = draft.game.components.card(id);
    let decked = draft.table.decked.has(id);
    if !draft.table.unseen.has(id) && !decked {
        let place = draft.was_at(id).unwrap_or("it was taken in this turn");
        return Some(Violation::RevealUnseen { card, place });
    }
    if card.level != shown.level {
        return Some(Violation::RevealLevel { card, level: shown.level });
    }
    match shown.top {
        Place::Card(next) if next != id => {
            let next = draft.game.components.card(next);
            Some(Violation::RevealDeck { card, next })
        }
        Place::Hidden if decked => {
            Some(Violation::RevealUnseen { card, place: "it lies in a deck" })
        }
        Place::Card(_) | Place::Hidden => None,
    }
}
