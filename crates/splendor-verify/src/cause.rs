//! The earlier place in a log that explains a finding.

use splendor_core::{Card, CityId, Component, Game, Noble, Phase, Position, Token, Violation};
use splendor_schema::Log;
use splendor_schema::turn::{Reserve, TurnKind};

use crate::place;

/// An earlier place in the log, and the event there in words.
pub(crate) struct Cause {
    pub(crate) pointer: String,
    pub(crate) message: String,
}

/// Returns the earlier place that explains why turn `at` is illegal, if there is one.
///
/// `history` holds the position before each turn, up to and including the illegal turn; it may be
/// empty if the cause [does not need it](needs_history).
pub(crate) fn of(
    log: &Log,
    game: &Game<'_>,
    at: usize,
    history: &[Position],
    violation: &Violation,
) -> Option<Cause> {
    let seat = || Some(history.last()?.to_move());
    match *violation {
        Violation::TakeSupply { token, supply, .. }
        | Violation::TakePairNeedsFour { token, supply } => stack_fell(log, history, token, supply),
        Violation::PurchaseTokens { token, owned, .. }
        | Violation::LimitOwned { token, held: owned, .. } => {
            tokens_left(log, history, seat()?, token, owned)
        }
        Violation::ReserveFaceUp { card } | Violation::PurchaseSource { card, .. } => {
            card_left(log, at, card)
        }
        Violation::RevealUnseen { card, .. } => first_mention(log, card, at),
        Violation::RevealDeck { next, .. } => {
            let pointer = place::nth_mention(log, Component::Card(next), 0)?;
            let in_deck = pointer.starts_with("/setup/decks");
            in_deck.then(|| Cause { pointer, message: "the next card of the deck".to_owned() })
        }
        Violation::NoblePresent { noble } => noble_came(log, at, noble),
        Violation::TurnOrder { .. } => before(log, at, history),
        Violation::TurnAfterEnd { .. } => trigger(log, history, game),
        Violation::ReserveHandLimit { .. } => third_card(log, history, seat()?),
        _ => None,
    }
}

/// Returns whether [`of`] needs the positions before turn `at` to find the cause of its violation;
/// otherwise it needs the log alone.
pub(crate) fn needs_history(log: &Log, at: usize, violation: &Violation) -> bool {
    match violation {
        Violation::TakeSupply { .. }
        | Violation::TakePairNeedsFour { .. }
        | Violation::PurchaseTokens { .. }
        | Violation::LimitOwned { .. }
        | Violation::TurnAfterEnd { .. }
        | Violation::ReserveHandLimit { .. } => true,
        Violation::TurnOrder { .. } => at > 0 && log.turns[at - 1].seat.is_none(),
        _ => false,
    }
}

/// Returns the earlier place that explains why a setup is illegal: the first of two mentions.
pub(crate) fn of_setup(log: &Log, violation: &Violation) -> Option<Cause> {
    let twice = match *violation {
        Violation::SetupCards { card, times: 2 } => Component::Card(card),
        Violation::SetupNobleOnce { noble } => Component::Noble(noble),
        Violation::SetupCityTiles { other, .. } => Component::City(other),
        _ => return None,
    };
    let pointer = place::nth_mention(log, twice, 0)?;
    Some(Cause { pointer, message: "it is already here".to_owned() })
}

/// Returns the turn that lowered `of` to the reported value, with the value before. `None` if there
/// is no single turn, as when the value fell lower and rose again.
fn fall_to(history: &[Position], value: u8, of: impl Fn(&Position) -> u8) -> Option<(usize, u8)> {
    let mut pairs = history.windows(2).enumerate().rev();
    let last_above = pairs.find(|(_, pair)| of(&pair[0]) > value);
    last_above.filter(|(_, pair)| of(&pair[1]) == value).map(|(at, pair)| (at, of(&pair[0])))
}

/// Returns the narrowest pointer of the action of a turn.
fn action_of(log: &Log, at: usize) -> String {
    let turn = &log.turns[at];
    let pays = turn.purchase.as_ref().is_some_and(|purchase| purchase.pay.is_some());
    match turn.action_key() {
        Some(key) if pays => format!("/turns/{at}/{key}/pay"),
        Some(key) => format!("/turns/{at}/{key}"),
        None => format!("/turns/{at}"),
    }
}

/// Returns the turn that took the missing tokens from the supply.
fn stack_fell(log: &Log, history: &[Position], token: Token, to: u8) -> Option<Cause> {
    let (at, from) = fall_to(history, to, |position| position.supply().get(token))?;
    let message = format!("the stack went from {from} to {to} here");
    Some(Cause { pointer: action_of(log, at), message })
}

/// Returns the turn in which a seat spent or returned the missing tokens.
fn tokens_left(log: &Log, history: &[Position], seat: u8, token: Token, to: u8) -> Option<Cause> {
    let of = |position: &Position| position.seats()[usize::from(seat)].tokens().get(token);
    let (at, from) = fall_to(history, to, of)?;
    let message = format!("seat {seat} went from {from} to {to} {} here", token.plural());
    Some(Cause { pointer: action_of(log, at), message })
}

/// Returns the last earlier turn that reserved or bought a card.
fn card_left(log: &Log, illegal: usize, card: Card) -> Option<Cause> {
    let turns = log.turns.iter().enumerate().take(illegal).rev();
    let mut taken = turns.filter_map(|(at, turn)| match turn.kind() {
        TurnKind::Reserve(Reserve::Market(reserved)) if reserved == card => {
            Some((format!("/turns/{at}/reserve/market"), "reserved"))
        }
        TurnKind::Reserve(Reserve::Deck { card: drawn, .. }) if drawn == Some(card) => {
            Some((format!("/turns/{at}/reserve/card"), "reserved"))
        }
        TurnKind::Purchase(purchase) if purchase.card == card => {
            Some((format!("/turns/{at}/purchase/card"), "bought"))
        }
        TurnKind::Reserve(_)
        | TurnKind::Purchase(_)
        | TurnKind::Take(_)
        | TurnKind::Pass
        | TurnKind::Foreign(_)
        | TurnKind::Irregular => None,
    });
    let (pointer, verb) = taken.next()?;
    Some(Cause { pointer, message: format!("the card was {verb} here") })
}

/// Returns the first place that names a card, if it is before the illegal turn.
fn first_mention(log: &Log, card: Card, illegal: usize) -> Option<Cause> {
    let pointer = place::nth_mention(log, Component::Card(card), 0)?;
    let here = format!("/turns/{illegal}/");
    let earlier = !pointer.starts_with(&here);
    earlier.then(|| Cause { pointer, message: "it appeared here".to_owned() })
}

/// Returns the last earlier turn in which a noble visited a seat.
fn noble_came(log: &Log, illegal: usize, noble: Noble) -> Option<Cause> {
    let at = (0..illegal).rev().find(|&at| {
        let named = log.turns[at].noble.as_ref();
        let mut named = named.into_iter().flat_map(splendor_schema::turn::OneOrMany::as_slice);
        named.any(|&named| named == noble)
    })?;
    Some(Cause { pointer: format!("/turns/{at}/noble"), message: "it was taken here".to_owned() })
}

/// Returns the turn before the illegal turn.
fn before(log: &Log, illegal: usize, history: &[Position]) -> Option<Cause> {
    let at = illegal.checked_sub(1)?;
    let seat = log.turns[at].seat.or_else(|| Some(history.get(at)?.to_move()))?;
    let field = if log.turns[at].seat.is_some() { "/seat" } else { "" };
    let message = format!("seat {seat} acted here");
    Some(Cause { pointer: format!("/turns/{at}{field}"), message })
}

/// Returns the turn that triggered the end.
fn trigger(log: &Log, history: &[Position], game: &Game<'_>) -> Option<Cause> {
    let mut pairs = history.windows(2).enumerate();
    let at =
        pairs.find(|(_, pair)| pair[0].phase() == Phase::Open && pair[1].phase() != Phase::Open);
    let (at, pair) = at?;
    let seat = usize::from(pair[0].to_move());
    let message = if pair[1].phase() == Phase::Ended(splendor_core::End::Stalemate) {
        "the last of the passes was here".to_owned()
    } else {
        format!("seat {seat} triggered the end here: {}", reached(game, &pair[1], seat))
    };
    Some(Cause { pointer: action_of(log, at), message })
}

/// Returns how a seat triggered the end, in words.
fn reached(game: &Game<'_>, after: &Position, seat: usize) -> String {
    let (prestige, bonuses) = (after.seats()[seat].prestige(), after.seats()[seat].bonuses());
    let mut cities = after.cities().iter().map(CityId::facts);
    match cities.find(|city| city.is_met(prestige, bonuses)) {
        Some(city) if game.rules.modules.cities => format!("it meets the city {city}"),
        _ => format!("{prestige} prestige, the target is {}", game.rules.rulings.target),
    }
}

/// Returns the last turn in which the hand of a seat grew to three cards.
fn third_card(log: &Log, history: &[Position], seat: u8) -> Option<Cause> {
    let size = |position: &Position| position.seats()[usize::from(seat)].hand_size();
    let pairs = history.windows(2).enumerate().rev();
    let mut grown = pairs.filter(|(_, pair)| size(&pair[0]) == 2 && size(&pair[1]) == 3);
    let (at, _) = grown.next()?;
    Some(Cause {
        pointer: action_of(log, at),
        message: "the hand got its third card here".to_owned(),
    })
}
