//! Filling the market, and the cards that appear.

use super::{EmptyPlace, RevealedCard, TurnInProgress};
use crate::clause::{Violation, earlier};
use crate::component::CardId;
use crate::game::Game;
use crate::position::{Place, Table};
use crate::turn::Unknown;

impl Table {
    /// Returns the missing fact if a log says that an unseen card was in the market. No fact is
    /// missing if all unseen cards of its level are there.
    pub(crate) fn unknown_in_market(&self, game: &Game<'_>, card: CardId) -> Option<Unknown> {
        let row = game.components.card(card).row();
        let unseen = self.unseen.and(game.components.of_row(row)).len();
        (unseen > self.market_hidden[row.index()]).then_some(Unknown::MarketCard)
    }
}

/// Whether a card is in the market, or might be in a hidden place of it.
pub(crate) fn is_shown(progress: &TurnInProgress<'_>, card: CardId) -> bool {
    let row = progress.game.components.card(card).row();
    let hidden = progress.table.market_hidden[row.index()] > 0;
    progress.table.market.has(card) || (hidden && progress.table.unseen.has(card))
}

/// Notes that an unseen card is in a hidden place of the market, as the log says.
pub(crate) fn uncover_in_market(progress: &mut TurnInProgress<'_>, card: CardId) {
    let row = progress.game.components.card(card).row().index();
    if progress.table.market.has(card) || progress.table.market_hidden[row] == 0 {
        return;
    }
    let unknown = progress.table.unknown_in_market(progress.game, card);
    progress.events.unknown = progress.events.unknown.or(unknown);
    progress.table.market_hidden[row] -= 1;
    progress.table.unseen.remove(card);
    progress.table.market.insert(card);
}

/// Takes a card out of the market, with the strongholds on it.
pub(crate) fn lift(progress: &mut TurnInProgress<'_>, card: CardId) {
    uncover_in_market(progress, card);
    progress.table.market.remove(card);
    progress.chains.strongholds.clear(card);
}

/// Uncovers the cards that the action revealed. Returns the first breach of `reveal` among them.
pub(crate) fn settle(progress: &mut TurnInProgress<'_>) -> Option<Violation> {
    if progress.revealed.is_none() && progress.below.is_none() {
        return None;
    }
    let breach = first_breach(progress, None).err();
    if let Some(shown) = progress.revealed {
        take_at_word(progress, shown);
    }
    if let Some(below @ RevealedCard { card: Some(card), .. }) = progress.below {
        take_at_word(progress, below);
        progress.table.decked.insert(card);
    }
    (progress.revealed, progress.below) = (None, None);
    breach
}

/// Fills the places that wait for a card, in the order in which the turn emptied them. Returns the
/// breach that comes first in the book.
pub(crate) fn fill_waiting(progress: &mut TurnInProgress<'_>) -> Option<Violation> {
    let mut first = None;
    // The first places are used first, so that no place waits behind an unused one.
    let waiting = |progress: &TurnInProgress<'_>, at: usize| *progress.waiting.as_ref()?.get(at)?;
    let mut at = 0;
    while let Some(place) = waiting(progress, at) {
        first = earlier(first, fill(progress, place));
        at += 1;
    }
    progress.waiting = None;
    first
}

fn fill(progress: &mut TurnInProgress<'_>, place: EmptyPlace) -> Option<Violation> {
    let EmptyPlace { card, refill } = place;
    let row = progress.game.components.card(card).row();
    let Some(top) = progress.deck_of(row).draw() else {
        return check_refill(progress, refill, "the deck of the level is empty").err();
    };
    let shown = RevealedCard { row, top, card: refill };
    let breach = breach_of(progress, shown);
    match refill.map_or(top, Place::Card) {
        Place::Card(card) => progress.table.market.insert(card),
        Place::Hidden => progress.table.market_hidden[row.index()] += 1,
    }
    // The events tell what filled the place that the action emptied, not those of later events.
    if progress.turn.action.card() == Some(card) {
        progress.events.refill = Some(refill.map_or(top, Place::Card));
    }
    take_at_word(progress, shown);
    breach
}

/// Draws the card for the place that the action emptied, and returns it.
#[inline]
pub(crate) fn refill(progress: &mut TurnInProgress<'_>) -> Result<Option<RevealedCard>, Violation> {
    let named = progress.turn.refill;
    let Some(row) = progress.emptied else {
        return check_refill(progress, named, "no place in the market is empty").map(|()| None);
    };
    let Some(top) = progress.deck_mut().draw() else {
        return check_refill(progress, named, "the deck of the level is empty").map(|()| None);
    };
    match named.map_or(top, Place::Card) {
        Place::Card(card) => progress.table.market.insert(card),
        Place::Hidden => progress.table.market_hidden[row.index()] += 1,
    }
    progress.events.refill = Some(named.map_or(top, Place::Card));
    Ok(Some(RevealedCard { row, top, card: named }))
}

/// Checks that the turn names no refill although nothing fills the market.
#[inline]
pub(crate) fn check_refill(
    progress: &TurnInProgress<'_>,
    named: Option<CardId>,
    why: &'static str,
) -> Result<(), Violation> {
    let Some(card) = named else { return Ok(()) };
    Err(Violation::MarketRefill { card: progress.game.components.card(card), why })
}

/// Checks that the cards that appeared could appear, and takes them out of the hidden ones.
#[inline]
pub(crate) fn reveal(
    progress: &mut TurnInProgress<'_>,
    refill: Option<RevealedCard>,
) -> Result<(), Violation> {
    if progress.revealed.is_none() && refill.is_none() {
        return Ok(());
    }
    let shown = progress.revealed.is_none_or(|shown| fits(progress, shown));
    let fills = refill.is_none_or(|refill| fits(progress, refill));
    let below = progress.below.is_none_or(|below| breach_below(progress, below).is_none());
    if !(shown && fills && below) {
        return first_breach(progress, refill);
    }
    if let Some(shown) = progress.revealed {
        uncover(progress, shown);
    }
    if let Some(refill) = refill {
        uncover(progress, refill);
    }
    put_below(progress);
    Ok(())
}

/// Notes the card that went under the deck, if the log names it.
fn put_below(progress: &mut TurnInProgress<'_>) {
    if let Some(RevealedCard { top: Place::Hidden, card: Some(card), .. }) = progress.below {
        progress.table.unseen.remove(card);
        progress.table.decked.insert(card);
    }
}

#[cold]
fn first_breach(
    progress: &TurnInProgress<'_>,
    refill: Option<RevealedCard>,
) -> Result<(), Violation> {
    let breaches = [progress.revealed, refill].into_iter().flatten();
    let below = progress.below.and_then(|below| breach_below(progress, below));
    let breaches = breaches.filter_map(|shown| breach_of(progress, shown)).chain(below);
    let first = breaches.min_by_key(Violation::clause);
    first.map_or(Ok(()), Err)
}

fn uncover(progress: &mut TurnInProgress<'_>, shown: RevealedCard) {
    match (shown.top, shown.card) {
        (Place::Card(card), _) => progress.table.decked.remove(card),
        (Place::Hidden, Some(card)) => progress.table.unseen.remove(card),
        (Place::Hidden, None) => {}
    }
}

/// Takes a card out of the hidden ones at the log's word, by which later reveals of the turn are
/// judged: if another card of the deck comes, the next card of the deck takes its place there.
fn take_at_word(progress: &mut TurnInProgress<'_>, shown: RevealedCard) {
    let RevealedCard { row, top: Place::Card(next), card: Some(came) } = shown else {
        return uncover(progress, shown);
    };
    if came == next {
        return uncover(progress, shown);
    }
    let of_deck = progress.table.decked.has(came);
    if of_deck && progress.deck_of(row).replace(came, next) {
        progress.table.decked.remove(came);
    } else {
        progress.table.decked.remove(next);
        progress.table.unseen.remove(came);
        progress.table.unseen.insert(next);
    }
}

/// The card that goes under the deck is not the one that is kept.
fn breach_below(progress: &TurnInProgress<'_>, below: RevealedCard) -> Option<Violation> {
    let kept = progress.revealed.and_then(|shown| shown.card);
    match below.card {
        Some(card) if kept == Some(card) => {
            let card = progress.game.components.card(card);
            Some(Violation::RevealUnseen { card, place: "it was taken in this turn" })
        }
        _ => breach_of(progress, below),
    }
}

/// Whether a card breaks none of the clauses that [`breach_of`] distinguishes.
#[inline]
fn fits(progress: &TurnInProgress<'_>, shown: RevealedCard) -> bool {
    let Some(card) = shown.card else { return true };
    let Table { unseen, decked, .. } = &*progress.table;
    progress.game.components.card(card).row() == shown.row
        && match shown.top {
            Place::Card(next) => next == card && (decked.has(card) || unseen.has(card)),
            Place::Hidden => unseen.has(card) && !decked.has(card),
        }
}

#[cold]
fn breach_of(progress: &TurnInProgress<'_>, shown: RevealedCard) -> Option<Violation> {
    let id = shown.card?;
    let card = progress.game.components.card(id);
    let decked = progress.table.decked.has(id);
    if !progress.table.unseen.has(id) && !decked {
        // A card of a known deck that is not there any more was drawn in this turn.
        let taken = progress.before.table.decked.has(id) || progress.turn.takes(id);
        let place = progress.was_at(id).filter(|_| !taken).unwrap_or("it was taken in this turn");
        return Some(Violation::RevealUnseen { card, place });
    }
    if card.row() != shown.row {
        return Some(Violation::RevealLevel { card, level: shown.row });
    }
    match shown.top {
        Place::Card(next) if next != id => {
            let next = progress.game.components.card(next);
            Some(Violation::RevealDeck { card, next })
        }
        Place::Hidden if decked => Some(Violation::RevealUnseen { card, place: "it is in a deck" }),
        Place::Card(_) | Place::Hidden => None,
    }
}
