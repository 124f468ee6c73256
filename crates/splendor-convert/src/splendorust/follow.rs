//! Follows the table of splendorust, whose actions name places of the market and of a hand.

use std::ops::Range;

use splendor_core::{Card, Level, PurchaseOrigin, Row};
use splendor_schema::Turn;
use splendor_schema::log::Setup;
use splendor_schema::turn::{Purchase, Reserve};

use super::{ClientAction, PlacedAction};
use crate::client_table::ClientTable;
use crate::log_builder::{self, LogBuilder, counts, one_noble, returned};
use crate::numbers::{self, SPLENDORUST_NOBLES};
use crate::{Account, ConvertError};

const PLACE: &str = "the card in the named place, by the seed";
const NEXT: &str = "the next card of the deck, by the seed";
const REST: &str = "gold pays the rest of the price";
const ONLY: &str = "the client gives the only noble that the seat has earned";
const UNFINISHED: &str = "the file ends before the turn does";

/// A purchase whose payment has not come yet.
struct Chosen {
    card: Card,
    from: PurchaseOrigin,
    refill: Option<Card>,
    span: Range<usize>,
}

/// Turns the actions of a replay into turns of the log, in order.
pub(super) struct Follower {
    table: ClientTable,
    builder: LogBuilder,
    /// The seat whose turn it is.
    seat: u8,
    chosen: Option<Chosen>,
    /// The turn to which a return or a noble may still belong.
    open_turn: Option<(Turn, Range<usize>)>,
}

impl Follower {
    pub(super) fn new(setup: &Setup, seats: u8, account: Account) -> Self {
        let table = ClientTable::new(usize::from(seats), setup);
        let builder = LogBuilder::new(account);
        Self { table, builder, seat: 0, chosen: None, open_turn: None }
    }

    pub(super) fn step(&mut self, step: &PlacedAction) -> Result<(), ConvertError> {
        if !step.action.continues_turn() {
            self.close();
            if self.chosen.is_some() {
                let message = "expected the payment of the purchase";
                return Err(ConvertError::unknown(&step.span, message));
            }
        }
        match step.action {
            ClientAction::Take(gems) => {
                let taken = with_gold(gems, 0);
                let action = log_builder::take(taken);
                let too_many = || ConvertError::unknown(&step.span, "more tokens than a log lists");
                self.table.take(self.seat, taken);
                self.begin_turn(action.ok_or_else(too_many)?, None, step.span.clone());
            }
            ClientAction::ReserveMarket(place) => {
                let (card, refill) = self.lift(place, step)?;
                self.table.reserve(self.seat, Some(card));
                let action = Turn { reserve: Some(Reserve::Market(card)), ..Turn::default() };
                self.begin_turn(action, refill, step.span.clone());
            }
            ClientAction::ReserveDeck(level) => {
                let card = self.table.draw(level).card();
                self.table.reserve(self.seat, card);
                self.builder.account.inferred("reserve.card", NEXT);
                let reserve = Reserve::Deck { row: Row::from(level), card, under: None };
                let action = Turn { reserve: Some(reserve), ..Turn::default() };
                self.begin_turn(action, None, step.span.clone());
            }
            ClientAction::BuyMarket(place) => {
                let (card, refill) = self.lift(place, step)?;
                let (from, span) = (PurchaseOrigin::Market, step.span.clone());
                self.chosen = Some(Chosen { card, from, refill, span });
            }
            ClientAction::BuyReserved(place) => {
                let hand = &mut self.table.seats[usize::from(self.seat)].hand;
                let held = (usize::from(place) < hand.len()).then(|| hand.remove(place.into()));
                let Some(card) = held.flatten() else {
                    let message = format!("seat {} has no reserved card {place}", self.seat);
                    return Err(ConvertError::unknown(&step.span, message));
                };
                self.builder.account.inferred("card", PLACE);
                let (from, span) = (PurchaseOrigin::Hand, step.span.clone());
                self.chosen = Some(Chosen { card, from, refill: None, span });
            }
            ClientAction::Pay(gems) => self.pay(gems, step)?,
            ClientAction::Return(tokens) => self.give_back(tokens, step)?,
            ClientAction::Noble(number) => self.choose_noble(number, step)?,
        }
        Ok(())
    }

    fn begin_turn(&mut self, action: Turn, refill: Option<Card>, span: Range<usize>) {
        let turn = Turn { seat: Some(self.seat), refill, ..action };
        self.open_turn = Some((turn, span));
    }

    /// Removes the card of a place in the market; returns it and the refill.
    fn lift(
        &mut self,
        (level, slot): (Level, u8),
        step: &PlacedAction,
    ) -> Result<(Card, Option<Card>), ConvertError> {
        let (found, next) = self.table.lift(level, slot);
        let Some(card) = found.card() else {
            let message = format!("place {slot} of {level} is empty");
            return Err(ConvertError::unknown(&step.span, message));
        };
        self.builder.account.inferred("card", PLACE);
        if next.card().is_some() {
            self.builder.account.inferred("refill", NEXT);
        }
        Ok((card, next.card()))
    }

    fn pay(&mut self, gems: [u8; 5], step: &PlacedAction) -> Result<(), ConvertError> {
        let Some(chosen) = self.chosen.take() else {
            return Err(ConvertError::unknown(&step.span, "expected a purchase before a payment"));
        };
        let price = self.table.price(self.seat, chosen.card);
        let rest = price.iter().zip(gems).map(|(price, gems)| price.saturating_sub(gems)).sum();
        let payment = with_gold(gems, rest);
        if rest > 0 {
            self.builder.account.inferred("pay.gold", REST);
        }
        self.table.give(self.seat, payment);
        self.table.gain(self.seat, chosen.card);
        let purchase = Purchase::new(chosen.card, Some(counts(payment)), Some(chosen.from));
        let span = chosen.span.start..step.span.end;
        self.begin_turn(Turn { purchase: Some(purchase), ..Turn::default() }, chosen.refill, span);
        Ok(())
    }

    fn give_back(&mut self, tokens: [u8; 6], step: &PlacedAction) -> Result<(), ConvertError> {
        match &mut self.open_turn {
            Some((turn, span)) if turn.returned.is_none() => {
                turn.returned = returned(tokens);
                span.end = step.span.end;
                self.table.give(self.seat, tokens);
                Ok(())
            }
            _ => Err(ConvertError::unknown(&step.span, "expected a turn before a return")),
        }
    }

    fn choose_noble(&mut self, number: u8, step: &PlacedAction) -> Result<(), ConvertError> {
        let noble = numbers::noble(SPLENDORUST_NOBLES, number.into());
        match (noble, &mut self.open_turn) {
            (Some(noble), Some((turn, span))) if turn.noble.is_none() => {
                turn.noble = Some(one_noble(noble));
                span.end = step.span.end;
                self.table.receive(noble);
                Ok(())
            }
            (None, _) => {
                Err(ConvertError::unknown(&step.span, format!("there is no noble {number}")))
            }
            _ => Err(ConvertError::unknown(&step.span, "expected a turn before a noble")),
        }
    }

    /// Adds the open turn to the log.
    fn close(&mut self) {
        let Some((mut turn, span)) = self.open_turn.take() else { return };
        // With several candidates, the replay has an action for the choice.
        if let (None, [noble]) = (&turn.noble, self.table.visitors(self.seat).as_slice()) {
            turn.noble = Some(one_noble(*noble));
            self.table.receive(*noble);
            self.builder.account.inferred("noble", ONLY);
        }
        self.builder.push(turn, &span);
        let seats = u8::try_from(self.table.seats.len()).unwrap_or(u8::MAX);
        self.seat = (self.seat + 1) % seats;
    }

    /// Ends the replay, and returns whether it leaves out a turn that the file does not finish.
    pub(super) fn finish(mut self) -> (LogBuilder, bool) {
        let held: u32 = self.table.seats[usize::from(self.seat)].tokens.map(u32::from).iter().sum();
        let chooses =
            |turn: &Turn| turn.noble.is_none() && self.table.visitors(self.seat).len() > 1;
        let waits = self.open_turn.as_ref().is_some_and(|(turn, _)| held > 10 || chooses(turn));
        let is_cut = waits || self.chosen.is_some();
        if is_cut {
            self.builder.account.ignored("actions", UNFINISHED);
        } else {
            self.close();
        }
        (self.builder, is_cut)
    }
}

fn with_gold([white, blue, green, red, black]: [u8; 5], gold: u8) -> [u8; 6] {
    [white, blue, green, red, black, gold]
}
