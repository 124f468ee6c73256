//! The module Orient: paying with cards, copying a color, taking a free card.

use super::{Listener, TurnInProgress, market};
use crate::clause::{Clause, Copier, Violation};
use crate::component::{CardId, CardSet, Level, Power};
use crate::game::{CopyDouble, Powers, VirtualSpare};
use crate::number::{Color, Gems};
use crate::position::{CopiedColor, copy_cards};
use crate::sun_never_sets::{CardsPaid, Copied, Effects};
use crate::turn::{Action, Unknown};

/// Checks that only a game with the module has its parts in a turn.
#[inline]
pub(super) fn check_present<L: Listener>(
    progress: &TurnInProgress<'_>,
    listener: &mut L,
) -> Result<(), L::Stop> {
    if progress.game.rules.modules.orient {
        return Ok(());
    }
    listener.reject(part_of_orient(progress), |what| Violation::OrientPresent { what })
}

fn part_of_orient(progress: &TurnInProgress<'_>) -> Option<&'static str> {
    let turn = progress.turn;
    match turn.action {
        Action::ReserveDeck { row, .. } if row.is_orient() => {
            return Some("a card is drawn from an Orient deck");
        }
        Action::Take(_)
        | Action::ReserveMarket(_)
        | Action::ReserveDeck { .. }
        | Action::Purchase { .. }
        | Action::Pass => {}
    }
    if turn.is_plain() {
        return None;
    }
    let conquest = turn.conquest.as_ref();
    let paid = |paid: &CardsPaid| !paid.is_empty();
    let copies = |effects: &Effects| effects.copy.is_some();
    let frees = |effects: &Effects| effects.free[0].is_some();
    if paid(&turn.cards_paid) || conquest.is_some_and(|it| paid(&it.cards_paid)) {
        Some("a card is paid with cards")
    } else if copies(&turn.effects) || conquest.is_some_and(|it| copies(&it.effects)) {
        Some("a color is copied")
    } else if frees(&turn.effects) || conquest.is_some_and(|it| frees(&it.effects)) {
        Some("a card is taken free")
    } else {
        None
    }
}

#[inline]
pub(super) fn check_copy_needs_color<L: Listener>(
    progress: &TurnInProgress<'_>,
    listener: &mut L,
    card: CardId,
) -> Result<(), L::Stop> {
    let card = progress.card(card);
    if !card.power().is_some_and(Power::copies) {
        return Ok(());
    }
    let has_color = progress.seat().colors != Gems::NONE;
    listener.hear(has_color, || Violation::OrientCopyNeedsColor { card })
}

/// Checks the cards spent as virtual gold, to which the tokens leave so much gold.
pub(super) fn check_spent_cards<L: Listener>(
    progress: &TurnInProgress<'_>,
    listener: &mut L,
    cards_paid: &CardsPaid,
    left: u16,
) -> Result<(), L::Stop> {
    let (all, spent) = (progress.game.components, &cards_paid.spent);
    if spent.is_empty() {
        return Ok(());
    }
    let own = progress.seat().bought.and(all.with_power(Power::VirtualGold));
    let fault = spent.iter().find(|&card| !own.has(card)).map(|card| (card, "the seat lacks it"));
    let fault = fault.or(spent.twice().map(|card| (card, "it is named twice")));
    listener.hear_fault(Clause::OrientSpendOwned, fault, |(card, why)| {
        let is_gold = all.card(card).power() == Some(Power::VirtualGold);
        let why = if is_gold { why } else { "it is no card of virtual gold" };
        Violation::OrientSpendOwned { card: all.card(card), why }
    })?;
    let cards = u16::from(spent.len());
    let least = match progress.rulings.virtual_spare() {
        VirtualSpare::EachPays => cards,
        VirtualSpare::NoSpare => (2 * cards).saturating_sub(1),
    };
    listener.hear(left >= least, || Violation::OrientSpendUsed { spent: spent.len(), open: left })
}

/// Checks the cards given up as the price.
#[inline]
pub(super) fn check_discarded_cards<L: Listener>(
    progress: &TurnInProgress<'_>,
    listener: &mut L,
    card: CardId,
    cards_paid: &CardsPaid,
) -> Result<(), L::Stop> {
    let (card, given) = (progress.card(card), &cards_paid.discarded);
    let needed = if card.discard().is_some() { 2 } else { 0 };
    if needed == 0 && given.is_empty() {
        return Ok(());
    }
    let breach = || Violation::OrientDiscardPrice { card, given: given.len(), needed };
    listener.hear(given.len() == needed, breach)?;
    match card.discard() {
        Some(color) if !given.is_empty() => {
            check_discarded_color(progress, listener, color, cards_paid)
        }
        Some(_) | None => Ok(()),
    }
}

fn check_discarded_color<L: Listener>(
    progress: &TurnInProgress<'_>,
    listener: &mut L,
    color: Color,
    cards_paid: &CardsPaid,
) -> Result<(), L::Stop> {
    let (all, given) = (progress.game.components, &cards_paid.discarded);
    let own = cards_of(progress, color);
    let fault = given.iter().find(|&card| !own.has(card)).map(|card| {
        let owned = progress.seat().bought.has(card);
        (card, if owned { "it does not count as one" } else { "the seat does not have it" })
    });
    let fault = fault.or(given.twice().map(|card| (card, "it is named twice")));
    listener.hear_fault(Clause::OrientDiscardColor, fault, |(card, why)| {
        Violation::OrientDiscardColor { card: all.card(card), color, why }
    })?;
    let given: CardSet = given.iter().collect();
    let copies = own.and(copy_cards(all));
    let kept = copies.without(given).first_member();
    let goes = !own.and(given).without(copies).is_empty();
    listener.hear_fault(Clause::OrientDiscardCopiesFirst, kept.filter(|_| goes), |card| {
        Violation::OrientDiscardCopiesFirst { card: all.card(card), color }
    })
}

/// Returns the cards of the seat that count as a color.
fn cards_of(progress: &TurnInProgress<'_>, color: Color) -> CardSet {
    let cards = progress.seat().bought.iter();
    cards.filter(|&card| color_of(progress, card).is_some_and(|it| it.color == color)).collect()
}

/// Returns the color that a card counts as, and whether it brings two bonuses to its copies.
fn color_of(progress: &TurnInProgress<'_>, card: CardId) -> Option<CopiedColor> {
    let facts = progress.card(card);
    let doubled = facts.power() == Some(Power::DoubleBonus);
    let printed = facts.bonus().map(|color| CopiedColor { color, doubled });
    printed.or_else(|| progress.now.copies().get(progress.game.components, card))
}

/// Applies the powers of a bought card: it copies a color and brings a free card, and so does each
/// free card.
#[inline]
pub(super) fn apply_powers<L: Listener>(
    progress: &mut TurnInProgress<'_>,
    listener: &mut L,
    bought: CardId,
    effects: &Effects,
) -> Result<(), L::Stop> {
    let names_none = effects.copy.is_none() && effects.free[0].is_none();
    if names_none && progress.card(bought).power().is_none() {
        return Ok(());
    }
    let (mut card, mut named) = (bought, effects.copy);
    for free in effects.free.into_iter().map(Some).chain([None]) {
        copy_color(progress, listener, card, named)?;
        let free = free.flatten();
        let granted = progress.card(card).power().and_then(Power::free_level);
        let may_be_in_market =
            check_free_card(progress, listener, granted, free.map(|free| free.card))?;
        let Some(free) = free else { break };
        if may_be_in_market {
            market::remove_card(progress, free.card);
        } else {
            progress.remove_from_anywhere(free.card);
        }
        progress.note_empty_place(free.card, free.refill);
        progress.gain_card(free.card);
        (card, named) = (free.card, free.copy);
    }
    Ok(())
}

/// Gives a card that copies a color the color that the log names, or one that it may take.
fn copy_color<L: Listener>(
    progress: &mut TurnInProgress<'_>,
    listener: &mut L,
    card: CardId,
    named: Option<Copied>,
) -> Result<(), L::Stop> {
    let all = progress.game.components;
    let facts = all.card(card);
    let refusal = |why| Violation::OrientCopy { card: Copier(Some(facts)), why };
    if !facts.power().is_some_and(Power::copies) {
        return listener.reject(named, |_| refusal("it is no copy card"));
    }
    let doubles = || match progress.rulings.copy_double() {
        CopyDouble::Two => true,
        CopyDouble::One => false,
    };
    let taken =
        |copied: CopiedColor| CopiedColor { doubled: copied.doubled && doubles(), ..copied };
    let others = progress.seat().bought.without(CardSet::one(card));
    let colors = || others.iter().filter_map(|other| color_of(progress, other)).map(taken);
    let (copied, why) = match named {
        Some(Copied::Card(other)) if !others.has(other) => {
            (None, "the seat does not have the card that it names")
        }
        Some(Copied::Card(other)) => {
            (color_of(progress, other).map(taken), "the seat has no other card of that color")
        }
        Some(Copied::Color(color)) => {
            let found = colors().find(|it| it.color == color);
            (found, "the seat has no other card of that color")
        }
        None => (colors().next(), ""),
    };
    // Where the log names no color and there is none to take, another clause forbids the card: it
    // is bought by a seat without any color, or no power brings it.
    listener.hear(copied.is_some() || named.is_none(), || refusal(why))?;
    let by_the_log = || match named {
        Some(Copied::Card(other)) => color_of(progress, other).map(taken),
        Some(Copied::Color(color)) => Some(CopiedColor { color, doubled: false }),
        None => None,
    };
    let Some(copied) = copied.or_else(by_the_log) else { return Ok(()) };
    let fits = |it: &CopiedColor| match named {
        Some(Copied::Card(_)) => *it == copied,
        Some(Copied::Color(color)) => it.color == color,
        None => true,
    };
    // Without Orient another clause forbids the card, so that no fact is missing.
    let has_orient = progress.game.rules.modules.orient;
    if has_orient && colors().filter(fits).any(|other| other != copied) {
        progress.events.unknown = Some(Unknown::Copied);
    }
    let sun = &mut progress.now.sun_never_sets;
    sun.copies = sun.copies.with(all, card, Some(copied));
    let [color, bonus] = sun.copies.sums(all, CardSet::one(card));
    let seat = progress.seat_mut();
    seat.colors = seat.colors.plus(color);
    seat.bonuses = seat.bonuses.plus(bonus);
    Ok(())
}

/// Checks whether a power brings the free card that the log names, or none where it names none.
/// Returns whether the card is in the market.
fn check_free_card<L: Listener>(
    progress: &TurnInProgress<'_>,
    listener: &mut L,
    granted: Option<Level>,
    named: Option<CardId>,
) -> Result<bool, L::Stop> {
    let may_be_in_market = named.is_some_and(|card| market::may_be_in_market(progress, card));
    let named = named.map(|card| progress.card(card));
    if let Some(card) = named {
        listener.hear(granted.is_some(), || Violation::OrientFree { card })?;
    }
    if let Some((card, level)) = named.zip(granted) {
        listener.hear(card.level() == level, || Violation::OrientFreeLevel { card, level })?;
        listener.hear(may_be_in_market, || Violation::OrientFreeFaceUp { card })?;
    }
    if let Some(level) = granted {
        let may_decline = || match progress.rulings.powers() {
            Powers::Mandatory => !is_free_card_left(progress, level),
            Powers::Optional => true,
        };
        let is_met = named.is_some() || may_decline();
        listener.hear(is_met, || Violation::OrientFreeMandatory { level })?;
    }
    Ok(may_be_in_market)
}

/// Whether a card of the level is in the market that no other seat blocks.
fn is_free_card_left(progress: &TurnInProgress<'_>, level: Level) -> bool {
    let (now, all) = (&*progress.now, progress.game.components);
    let shown = now.market().without(now.strongholds().rival_cards(progress.seat_number()));
    let mut rows = progress.game.rows().iter().filter(|row| row.level() == level);
    let is_hidden = |row: crate::component::Row| now.market_hidden()[row.index()] > 0;
    rows.any(|&row| is_hidden(row) || !shown.and(all.of_row(row)).is_empty())
}

/// Checks that an action other than a purchase has no effect of a purchase.
#[inline]
pub(super) fn check_no_powers<L: Listener>(
    progress: &TurnInProgress<'_>,
    listener: &mut L,
) -> Result<(), L::Stop> {
    let (paid, effects) = (&progress.turn.cards_paid, &progress.turn.effects);
    let spent = Some(paid.spent.len() + paid.discarded.len()).filter(|&spent| spent > 0);
    listener.reject(spent, |spent| Violation::OrientSpendUsed { spent, open: 0 })?;
    let why = "it buys no card";
    listener.reject(effects.copy, |_| Violation::OrientCopy { card: Copier(None), why })?;
    let breach = |card| Violation::OrientFree { card: progress.card(card) };
    listener.reject(effects.free[0].map(|free| free.card), breach)
}
