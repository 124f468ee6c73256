//! Filling the market, and the cards that appear.

use super::turn_in_progress::{DrawnCard, EmptyPlace};
use super::{Listener, TurnInProgress};
use crate::clause::{Clause, Violation};
use crate::component::{CardId, Row};
use crate::game::Game;
use crate::position::{Place, Position, Seat, Table};
use crate::turn::{Action, PurchaseOrigin, Unknown};

impl Table {
    /// Returns the missing fact if a log says that an unseen card was in the market. No fact is
    /// missing if all unseen cards of its level are there.
    fn unknown_in_market(&self, game: &Game<'_>, card: CardId) -> Option<Unknown> {
        let row = game.components.card(card).row();
        let unseen = self.unseen.and(game.components.of_row(row)).len();
        (unseen > self.market_hidden[row.index()]).then_some(Unknown::MarketCard)
    }
}

/// Whether a card is in the market, or might be in a hidden place of it.
pub(super) fn may_be_in_market(progress: &TurnInProgress<'_>, card: CardId) -> bool {
    let table = &progress.now.table;
    let hidden = table.market_hidden[progress.card(card).row().index()] > 0;
    table.market.has(card) || (hidden && table.unseen.has(card))
}

/// Notes that a card that [is shown](may_be_in_market) is in the market, if it was in a hidden place of it.
pub(super) fn reveal_in_market(progress: &mut TurnInProgress<'_>, card: CardId) {
    let row = progress.card(card).row().index();
    let table = &mut progress.now.table;
    if table.market.has(card) {
        return;
    }
    let unknown = table.unknown_in_market(progress.game, card);
    progress.events.unknown = progress.events.unknown.or(unknown);
    table.market_hidden[row] -= 1;
    table.unseen.remove(card);
    table.market.insert(card);
}

/// Takes a card that [is shown](may_be_in_market) out of the market, with the strongholds on it.
pub(super) fn remove_card(progress: &mut TurnInProgress<'_>, card: CardId) {
    reveal_in_market(progress, card);
    progress.now.table.market.remove(card);
    progress.now.sun_never_sets.strongholds.clear(card);
}

/// Checks that the turn names no refill if its action empties no place.
#[inline]
pub(super) fn reject_refill<L: Listener>(
    progress: &mut TurnInProgress<'_>,
    listener: &mut L,
) -> Result<(), L::Stop> {
    let refill = progress.turn.refill;
    let bought = match progress.turn.action {
        Action::ReserveMarket(_) => return Ok(()),
        Action::Purchase { card, .. } => match progress.events.source {
            Some(PurchaseOrigin::Market) => return Ok(()),
            Some(PurchaseOrigin::Hand) | None => Some(card),
        },
        Action::Take(_) | Action::ReserveDeck { .. } | Action::Pass => None,
    };
    listener.reject(refill, |refill| Violation::MarketRefill {
        card: progress.card(refill),
        why: "no place in the market is empty",
    })?;
    // After a breach the card may have come from the market although the log says the hand.
    if let Some(card) = bought
        && (refill.is_some() || has_empty_place(progress, progress.card(card).row()))
    {
        let row = progress.card(card).row();
        let top = progress.now.decks[row.index()].draw();
        lay(progress, DrawnCard { row, top, card: refill });
    }
    Ok(())
}

/// Refills the places that the action emptied, unless they wait for the conquest.
#[inline]
pub(super) fn refill_before_conquest<L: Listener>(
    progress: &mut TurnInProgress<'_>,
    listener: &mut L,
) -> Result<(), L::Stop> {
    let is_purchase = matches!(progress.turn.action, Action::Purchase { .. });
    let has_conquest = progress.turn.conquest.is_some();
    let waits = has_conquest && progress.rulings.conquest_refill().waits(is_purchase);
    if waits { Ok(()) } else { refill(progress, listener) }
}

/// Refills the empty places, in the order in which the turn emptied them.
#[inline]
pub(super) fn refill<L: Listener>(
    progress: &mut TurnInProgress<'_>,
    listener: &mut L,
) -> Result<(), L::Stop> {
    // The first places are used first, so that none waits behind an unused one.
    if progress.empty_places[0].is_none() { Ok(()) } else { fill_all(progress, listener) }
}

fn fill_all<L: Listener>(
    progress: &mut TurnInProgress<'_>,
    listener: &mut L,
) -> Result<(), L::Stop> {
    for at in 0..progress.empty_places.len() {
        let Some(place) = progress.empty_places[at].take() else { break };
        fill(progress, listener, place)?;
    }
    Ok(())
}

fn fill<L: Listener>(
    progress: &mut TurnInProgress<'_>,
    listener: &mut L,
    EmptyPlace { card, refill }: EmptyPlace,
) -> Result<(), L::Stop> {
    let row = progress.card(card).row();
    // After a breach the row may be full; only a card that the log names comes then.
    if refill.is_none() && !has_empty_place(progress, row) {
        return Ok(());
    }
    let top = progress.now.decks[row.index()].draw();
    if let Some(refill) = refill {
        listener.hear(top.is_some(), || Violation::MarketRefill {
            card: progress.card(refill),
            why: "the deck of the level is empty",
        })?;
    }
    let shown = DrawnCard { row, top, card: refill };
    check_drawn_cards(progress, listener, shown, None)?;
    let came = lay(progress, shown);
    // `refill` is the card after the action; those after free cards and a conquest are not recorded.
    if progress.turn.action.card() == Some(card) {
        progress.events.refill = came;
    }
    Ok(())
}

/// Returns whether a row shows fewer cards than it should.
fn has_empty_place(progress: &TurnInProgress<'_>, row: Row) -> bool {
    let table = &progress.now.table;
    let shown = table.market.and(progress.game.components.of_row(row)).len();
    shown + table.market_hidden[row.index()] < progress.game.width(row)
}

/// Lays a card that was drawn into the market, and returns it.
fn lay(progress: &mut TurnInProgress<'_>, shown: DrawnCard) -> Option<Place> {
    let came = uncover(progress, shown);
    match came {
        Some(Place::Card(card)) => progress.now.table.market.insert(card),
        Some(Place::Hidden) => progress.now.table.market_hidden[shown.row.index()] += 1,
        None => {}
    }
    came
}

/// Checks a drawn card and the card that goes under the deck: each clause for both cards, then the
/// next clause.
#[inline]
pub(super) fn check_drawn_cards<L: Listener>(
    progress: &TurnInProgress<'_>,
    listener: &mut L,
    shown: DrawnCard,
    under: Option<DrawnCard>,
) -> Result<(), L::Stop> {
    if shown.card.is_none() && under.is_none() {
        return Ok(());
    }
    check_unseen(progress, listener, shown)?;
    let kept_too = |under: &DrawnCard| under.card.is_some() && under.card == shown.card;
    if let Some(card) = under.filter(kept_too).and_then(|under| under.card) {
        let place = IN_THIS_TURN;
        listener.hear(false, || Violation::RevealUnseen { card: progress.card(card), place })?;
    }
    let under = under.filter(|under| !kept_too(under));
    if let Some(under) = under {
        check_unseen(progress, listener, under)?;
    }
    for shown in [Some(shown), under].into_iter().flatten() {
        check_level(progress, listener, shown)?;
    }
    for shown in [Some(shown), under].into_iter().flatten() {
        check_next_of_deck(progress, listener, shown)?;
    }
    Ok(())
}

/// Checks whether a card was not seen before.
fn check_unseen<L: Listener>(
    progress: &TurnInProgress<'_>,
    listener: &mut L,
    shown: DrawnCard,
) -> Result<(), L::Stop> {
    let Some(id) = shown.card else { return Ok(()) };
    let (card, table) = (progress.card(id), &progress.now.table);
    let place = if !table.unseen.has(id) && !table.decked.has(id) {
        // A card of a known deck that is not there any more was drawn in this turn.
        let taken = progress.before.table.decked.has(id) || progress.turn.takes(id);
        let place = progress.before.whereabouts(id).filter(|_| !taken);
        Some(place.unwrap_or(IN_THIS_TURN))
    } else if table.unseen.has(id) {
        let is_shown = must_be_shown(progress.before, progress.seat_number(), card.row());
        is_shown.then_some("it is in the market or in the hand of this seat")
    } else {
        let is_known = shown.top == Some(Place::Hidden) && card.row() == shown.row;
        is_known.then_some("it is in a deck")
    };
    let breach = |place| Violation::RevealUnseen { card, place };
    listener.hear_fault(Clause::RevealUnseen, place, breach)
}

/// Whether the unseen cards of a level lie in the market or in the hand of a seat: none is in a deck
/// or in another hand.
fn must_be_shown(position: &Position, seat: u8, level: Row) -> bool {
    let level = level.index();
    let hides_none =
        |(other, held): (usize, &Seat)| other == usize::from(seat) || held.hidden[level] == 0;
    position.decks[level].hidden() == 0 && position.seats().iter().enumerate().all(hides_none)
}

const IN_THIS_TURN: &str = "it was taken in this turn";

fn check_level<L: Listener>(
    progress: &TurnInProgress<'_>,
    listener: &mut L,
    DrawnCard { row, card, .. }: DrawnCard,
) -> Result<(), L::Stop> {
    let Some(id) = card else { return Ok(()) };
    let card = progress.card(id);
    listener.hear(card.row() == row, || Violation::RevealLevel { card, level: row })
}

/// Checks whether a card is the next of its deck, if that is known.
fn check_next_of_deck<L: Listener>(
    progress: &TurnInProgress<'_>,
    listener: &mut L,
    shown: DrawnCard,
) -> Result<(), L::Stop> {
    let (Some(id), Some(Place::Card(next))) = (shown.card, shown.top) else { return Ok(()) };
    listener.hear(next == id, || Violation::RevealDeck {
        card: progress.card(id),
        next: progress.card(next),
    })
}

/// Takes a drawn card out of the hidden ones, and returns it. If the log names another card than
/// the next of the deck, the next card takes the place of the named one.
pub(super) fn uncover(progress: &mut TurnInProgress<'_>, shown: DrawnCard) -> Option<Place> {
    let table = &mut progress.now.table;
    match (shown.top, shown.card) {
        (Some(Place::Card(next)), None) => table.decked.remove(next),
        (Some(Place::Hidden) | None, None) => {}
        (Some(Place::Card(next)), Some(came)) if next == came => table.decked.remove(came),
        (Some(Place::Hidden), Some(came)) if table.unseen.has(came) => table.unseen.remove(came),
        (Some(Place::Card(next)), Some(came)) => swap(progress, shown.row, next, came),
        (Some(Place::Hidden) | None, Some(came)) => {
            progress.remove_from_anywhere(came);
        }
    }
    shown.card.map(Place::Card).or(shown.top)
}

/// Exchanges the card that should have come for the one that came.
#[cold]
fn swap(progress: &mut TurnInProgress<'_>, row: Row, next: CardId, came: CardId) {
    let table = &mut progress.now.table;
    if progress.now.decks[row.index()].replace(came, next) {
        table.decked.remove(came);
        return;
    }
    table.decked.remove(next);
    let was_unseen = table.unseen.has(came);
    table.unseen.insert(next);
    if was_unseen {
        table.unseen.remove(came);
    } else {
        progress.remove_from_anywhere(came);
    }
}
