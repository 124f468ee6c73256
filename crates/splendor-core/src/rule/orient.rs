//! The module Orient: paying with cards, copying a color, taking a free card.

use super::{TurnInProgress, market};
use crate::chain::{CardsPaid, Copied, Effects};
use crate::clause::{Copier, Violation, earlier};
use crate::component::{Card, CardId, CardSet, Level, Power};
use crate::game::{CopyDouble, Powers, VirtualSpare};
use crate::number::{Color, Gems, Tokens};
use crate::position::CopiedColor;
use crate::turn::{Action, Unknown};

/// Checks that only a game with the module has its parts in a turn.
pub(crate) fn check_present(progress: &TurnInProgress<'_>) -> Result<(), Violation> {
    if progress.game.rules.modules.orient {
        return Ok(());
    }
    let turn = progress.turn;
    let conquest = turn.conquest.as_ref();
    let paid = |paid: &CardsPaid| !paid.is_empty();
    let copies = |effects: &Effects| effects.copy.is_some();
    let frees = |effects: &Effects| effects.free[0].is_some();
    let what = match turn.action {
        Action::ReserveDeck { row, .. } if row.is_orient() => "a card is drawn from an Orient deck",
        _ if paid(&turn.cards_paid) || conquest.is_some_and(|it| paid(&it.cards_paid)) => {
            "a card is paid with cards"
        }
        _ if copies(&turn.effects) || conquest.is_some_and(|it| copies(&it.effects)) => {
            "a color is copied"
        }
        _ if frees(&turn.effects) || conquest.is_some_and(|it| frees(&it.effects)) => {
            "a card is taken free"
        }
        _ => return Ok(()),
    };
    Err(Violation::OrientPresent { what })
}

pub(crate) fn check_copy_needs_color(
    progress: &TurnInProgress<'_>,
    card: Card,
) -> Result<(), Violation> {
    if card.power.is_some_and(Power::copies) && progress.seat.colors == Gems::NONE {
        return Err(Violation::OrientCopyNeedsColor { card });
    }
    Ok(())
}

/// Checks that no virtual gold pays for gems of two colors.
pub(crate) fn check_double_virtual(
    split: Option<(Card, Gems, Tokens)>,
    cards_paid: &CardsPaid,
) -> Result<(), Violation> {
    match split.filter(|_| !cards_paid.spent.is_empty()) {
        Some((card, price, paid)) => Err(Violation::OrientDoubleVirtual { card, price, paid }),
        None => Ok(()),
    }
}

/// Checks the cards that the seat spends as virtual gold, to which the tokens leave so much gold.
pub(crate) fn check_spent(
    progress: &TurnInProgress<'_>,
    cards_paid: &CardsPaid,
    left: u16,
) -> Result<(), Violation> {
    let (all, spent) = (progress.game.components, &cards_paid.spent);
    let own = progress.seat.bought.and(all.with_power(Power::VirtualGold));
    let fault = spent.iter().find(|&card| !own.has(card)).map(|card| (card, "the seat lacks it"));
    let fault = fault.or(spent.twice().map(|card| (card, "it is named twice")));
    if let Some((card, why)) = fault {
        let is_gold = all.card(card).power == Some(Power::VirtualGold);
        let why = if is_gold { why } else { "it is no card of virtual gold" };
        return Err(Violation::OrientSpendOwned { card: all.card(card), why });
    }
    let cards = u16::from(spent.len());
    let least = match progress.game.rules.rulings.virtual_spare {
        VirtualSpare::EachPays => cards,
        VirtualSpare::NoSpare => (2 * cards).saturating_sub(1),
    };
    if left < least {
        return Err(Violation::OrientSpendUsed { spent: spent.len(), open: left });
    }
    Ok(())
}

/// Checks the cards that the seat gives up as the price.
pub(crate) fn check_discarded(
    progress: &TurnInProgress<'_>,
    card: Card,
    cards_paid: &CardsPaid,
) -> Result<(), Violation> {
    let (all, given) = (progress.game.components, &cards_paid.discarded);
    let needed = if card.discard.is_some() { 2 } else { 0 };
    if given.len() != needed {
        return Err(Violation::OrientDiscardPrice { card, given: given.len(), needed });
    }
    let Some(color) = card.discard else { return Ok(()) };
    let own = cards_of(progress, color);
    let fault = given.iter().find(|&card| !own.has(card)).map(|card| {
        let owned = progress.seat.bought.has(card);
        (card, if owned { "it does not count as one" } else { "the seat does not have it" })
    });
    let fault = fault.or(given.twice().map(|card| (card, "it is named twice")));
    if let Some((card, why)) = fault {
        return Err(Violation::OrientDiscardColor { card: all.card(card), color, why });
    }
    let given: CardSet = given.iter().collect();
    let copies = own.and(crate::position::copy_cards(all));
    let kept = copies.without(given).first_member();
    match kept.filter(|_| !given.without(copies).is_empty()) {
        None => Ok(()),
        Some(card) => Err(Violation::OrientDiscardCopiesFirst { card: all.card(card), color }),
    }
}

/// Returns the cards of the seat that count as a color.
fn cards_of(progress: &TurnInProgress<'_>, color: Color) -> CardSet {
    let cards = progress.seat.bought.iter();
    cards.filter(|&card| color_of(progress, card).is_some_and(|it| it.color == color)).collect()
}

/// Returns the color that a card counts as, and whether it brings two bonuses to its copies.
fn color_of(progress: &TurnInProgress<'_>, card: CardId) -> Option<CopiedColor> {
    let facts = progress.game.components.card(card);
    let doubled = facts.power == Some(Power::DoubleBonus);
    let printed = facts.bonus.map(|color| CopiedColor { color, doubled });
    printed.or_else(|| progress.chains.copies.get(progress.game.components, card))
}

/// Takes the spent and the discarded cards out of the game, with their bonuses and prestige.
pub(crate) fn pay_cards(progress: &mut TurnInProgress<'_>, paid: &CardsPaid) {
    for card in paid.spent.iter().chain(paid.discarded.iter()) {
        let all = progress.game.components;
        let facts = all.card(card);
        let one = CardSet::one(card);
        let [colors, bonuses] = progress.chains.copies.sums(all, one);
        progress.chains.copies = progress.chains.copies.with(all, card, None);
        progress.chains.gone.insert(card);
        let seat = &mut *progress.seat;
        seat.bought.remove(card);
        seat.colors = seat.colors.minus(facts.colors()).minus(colors);
        seat.bonuses = seat.bonuses.minus(facts.bonuses()).minus(bonuses);
        seat.prestige = seat.prestige.saturating_sub(facts.points);
    }
}

/// Applies the power of a card that was bought or taken free to copy a color.
fn copy(
    progress: &mut TurnInProgress<'_>,
    card: CardId,
    named: Option<Copied>,
) -> Result<(), Violation> {
    let all = progress.game.components;
    let facts = all.card(card);
    let refuse = |why| Err(Violation::OrientCopy { card: Copier(Some(facts)), why });
    if !facts.power.is_some_and(Power::copies) {
        return match named {
            None => Ok(()),
            Some(_) => refuse("it is no copy card"),
        };
    }
    let doubles = progress.game.rules.rulings.copy_double == CopyDouble::Two;
    let taken = |copied: CopiedColor| CopiedColor { doubled: copied.doubled && doubles, ..copied };
    let others = progress.seat.bought.without(CardSet::one(card));
    let colors = || others.iter().filter_map(|other| color_of(progress, other)).map(taken);
    let copied = match named {
        Some(Copied::Card(other)) if !others.has(other) => {
            return refuse("the seat does not have the card that it names");
        }
        Some(Copied::Card(other)) => color_of(progress, other).map(taken),
        Some(Copied::Color(color)) => colors().find(|it| it.color == color),
        None => colors().next(),
    };
    let Some(copied) = copied else {
        // Without a color to take, another clause forbids the card: it is bought by a seat without
        // any color, or no power brings it.
        if named.is_none() {
            return Ok(());
        }
        return refuse("the seat has no other card of that color");
    };
    let fits = |it: &CopiedColor| match named {
        Some(Copied::Card(_)) => *it == copied,
        Some(Copied::Color(color)) => it.color == color,
        None => true,
    };
    // Without the module no log names a color that is copied, and another clause forbids the card.
    let is_open = progress.game.rules.modules.orient;
    if is_open && colors().filter(fits).any(|other| other != copied) {
        progress.events.unknown = Some(Unknown::Copied);
    }
    progress.chains.copies = progress.chains.copies.with(all, card, Some(copied));
    let [color, bonus] = progress.chains.copies.sums(all, CardSet::one(card));
    progress.seat.colors = progress.seat.colors.plus(color);
    progress.seat.bonuses = progress.seat.bonuses.plus(bonus);
    Ok(())
}

/// Applies the powers of a bought card: it copies a color and brings a free card, and so does each
/// free card. The first breach in the order of the book is one of `orient.copy`, if there is one.
pub(crate) fn use_powers(
    progress: &mut TurnInProgress<'_>,
    bought: CardId,
    effects: &Effects,
) -> Result<(), Violation> {
    let names_none = effects.copy.is_none() && effects.free[0].is_none();
    if names_none && progress.game.components.card(bought).power.is_none() {
        return Ok(());
    }
    let (mut card, mut named) = (bought, effects.copy);
    let mut fault = None;
    for free in effects.free.into_iter().map(Some).chain([None]) {
        copy(progress, card, named)?;
        let free = free.flatten();
        let granted = progress.game.components.card(card).power.and_then(Power::free_level);
        let breach = check_free(progress, granted, free.map(|free| free.card));
        fault = earlier(fault, breach.err());
        let Some(free) = free else { break };
        take_free(progress, free.card, free.refill);
        (card, named) = (free.card, free.copy);
    }
    fault.map_or(Ok(()), Err)
}

fn check_free(
    progress: &TurnInProgress<'_>,
    granted: Option<Level>,
    named: Option<CardId>,
) -> Result<(), Violation> {
    let all = progress.game.components;
    let Some(level) = granted else {
        return named.map_or(Ok(()), |card| Err(Violation::OrientFree { card: all.card(card) }));
    };
    let Some(card) = named else {
        let blocked = progress.chains.strongholds.rival_cards(progress.turn.seat);
        let shown = progress.table.market.without(blocked);
        let hidden = progress.table.market_hidden;
        let rows = progress.game.rows().iter().filter(|row| row.level() == level);
        let mut rows = rows.copied();
        let is_there =
            rows.any(|row| hidden[row.index()] > 0 || !shown.and(all.of_row(row)).is_empty());
        let must = progress.game.rules.rulings.powers == Powers::Mandatory;
        return if is_there && must {
            Err(Violation::OrientFreeMandatory { level })
        } else {
            Ok(())
        };
    };
    if all.card(card).level != level {
        return Err(Violation::OrientFreeLevel { card: all.card(card), level });
    }
    if !market::is_shown(progress, card) {
        return Err(Violation::OrientFreeFaceUp { card: all.card(card) });
    }
    Ok(())
}

/// Takes a free card out of the market, with the strongholds on it.
fn take_free(progress: &mut TurnInProgress<'_>, card: CardId, refill: Option<CardId>) {
    let facts = progress.game.components.card(card);
    market::lift(progress, card);
    progress.empty(card, refill);
    let seat = &mut *progress.seat;
    seat.bought.insert(card);
    seat.colors = seat.colors.plus(facts.colors());
    seat.bonuses = seat.bonuses.plus(facts.bonuses());
    seat.prestige = seat.prestige.saturating_add(facts.points);
}

/// Checks that an action other than a purchase has no effect of a purchase.
pub(crate) fn check_no_powers(progress: &TurnInProgress<'_>) -> Result<(), Violation> {
    let (paid, effects) = (&progress.turn.cards_paid, &progress.turn.effects);
    if !paid.is_empty() {
        let spent = paid.spent.len() + paid.discarded.len();
        return Err(Violation::OrientSpendUsed { spent, open: 0 });
    }
    if effects.copy.is_some() {
        return Err(Violation::OrientCopy { card: Copier(None), why: "it buys no card" });
    }
    let free = effects.free_cards().next();
    free.map_or(Ok(()), |free| {
        Err(Violation::OrientFree { card: progress.game.components.card(free.card) })
    })
}
