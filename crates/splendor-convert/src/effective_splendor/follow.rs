//! Replays the table of effective-splendor, whose replays name market slots instead of cards.

use std::ops::Range;

use splendor_core::{Card, PurchaseOrigin, Row};
use splendor_schema::Turn;
use splendor_schema::turn::{Purchase, Reserve};

use super::{NumberedSlot, ReplayStep, StepAction};
use crate::client_table::{ClientTable, MarketSlot};
use crate::log_builder::{LogBuilder, one_noble, returned, take};
use crate::numbers::{self, EFFECTIVE_NOBLES};
use crate::side_file::SideSetup;
use crate::{Account, ConvertError};

const FIRST: &str = "the client pays with gems before gold";
const AFTER_PURCHASE: &str = "the client gives the only possible noble after a purchase";
const PLACE: &str = "the card in the named slot, by the side file";
const NEXT: &str = "the next card of the deck, by the side file";

/// Turns the steps of a replay into turns of the log, in order.
pub(super) struct Follower {
    table: ClientTable,
    pub(super) builder: LogBuilder,
}

impl Follower {
    pub(super) fn new(side: &SideSetup, seats: usize, account: Account) -> Self {
        let table = ClientTable::new(seats, &side.setup);
        Self { table, builder: LogBuilder::new(account) }
    }

    pub(super) fn step(&mut self, step: &ReplayStep) -> Result<(), ConvertError> {
        let seat = step.actor;
        match &step.action {
            StepAction::Take { take: taken, back } => {
                let action = take(*taken).ok_or_else(|| {
                    ConvertError::unknown(&step.span, "more tokens than a log can list")
                })?;
                self.table.take(seat, *taken);
                self.push(step, action, None, *back);
            }
            StepAction::ReserveMarket { place, back } => {
                let (card, refill) = self.lift(place)?;
                self.table.reserve(seat, Some(card));
                let reserve = Some(Reserve::Market(card));
                self.push(step, Turn { reserve, ..Turn::default() }, refill, *back);
            }
            StepAction::ReserveDeck { level, back } => {
                let drawn = self.table.draw(*level).card();
                self.table.reserve(seat, drawn);
                let reserve = Reserve::Deck { row: Row::from(*level), card: drawn, under: None };
                self.push(step, Turn { reserve: Some(reserve), ..Turn::default() }, None, *back);
                if drawn.is_some() {
                    self.builder.account.inferred("reserve.card", NEXT);
                }
            }
            StepAction::BuyMarket(place) => {
                let (card, refill) = self.lift(place)?;
                self.buy(step, card, PurchaseOrigin::Market, refill);
            }
            StepAction::BuyReserved { slot, span } => {
                let card = self.take_from_hand(seat, *slot, span)?;
                self.buy(step, card, PurchaseOrigin::Hand, None);
            }
            StepAction::ChooseNoble { noble, span } => self.choose(seat, *noble, span)?,
            StepAction::Pass => {
                self.push(step, Turn { pass: true, ..Turn::default() }, None, [0; 6]);
            }
        }
        Ok(())
    }

    fn push(&mut self, step: &ReplayStep, action: Turn, refill: Option<Card>, back: [u8; 6]) {
        let turn = Turn { seat: Some(step.actor), refill, returned: returned(back), ..action };
        self.table.give(step.actor, back);
        self.builder.push(turn, &step.span);
    }

    /// Removes the card of a market slot; returns it and the refill.
    fn lift(&mut self, place: &NumberedSlot) -> Result<(Card, Option<Card>), ConvertError> {
        let (level, slot) = (place.level, place.slot);
        let (found, next) = self.table.lift(level, slot);
        let card = match found {
            MarketSlot::Card(card) => card,
            MarketSlot::Unknown => {
                let message = format!(
                    "the side file does not give the card in slot {slot} of {level}: its \
                     deck is needed"
                );
                return Err(ConvertError::incomplete(&place.span, message));
            }
            MarketSlot::Empty => {
                let message = format!("slot {slot} of {level} is empty");
                return Err(ConvertError::unknown(&place.span, message));
            }
        };
        self.builder.account.inferred("card", PLACE);
        if next.card().is_some() {
            self.builder.account.inferred("refill", NEXT);
        }
        Ok((card, next.card()))
    }

    fn take_from_hand(
        &mut self,
        seat: u8,
        slot: u8,
        span: &Range<usize>,
    ) -> Result<Card, ConvertError> {
        let hand = &mut self.table.seats[usize::from(seat)].hand;
        if usize::from(slot) >= hand.len() {
            let message =
                format!("seat {seat} has {} reserved cards, and no card {slot}", hand.len());
            return Err(ConvertError::unknown(span, message));
        }
        self.builder.account.inferred("card", PLACE);
        hand.remove(usize::from(slot)).ok_or_else(|| {
            let message = "the card comes from a deck that the side file does not give";
            ConvertError::incomplete(span, message)
        })
    }

    fn buy(&mut self, step: &ReplayStep, card: Card, from: PurchaseOrigin, refill: Option<Card>) {
        let pay = self.table.purchase(step.actor, card);
        let purchase = Purchase::new(card, pay, Some(from));
        if pay.is_some() {
            self.builder.account.inferred("pay", FIRST);
        }
        self.push(step, Turn { purchase: Some(purchase), ..Turn::default() }, refill, [0; 6]);
        // With several candidates the replay has a step of its own for the choice.
        if let [noble] = self.table.visitors(step.actor).as_slice() {
            self.table.receive(*noble);
            self.builder.account.inferred("noble", AFTER_PURCHASE);
            if let Some(turn) = self.builder.last() {
                turn.noble = Some(one_noble(*noble));
            }
        }
    }

    fn choose(&mut self, seat: u8, number: u64, span: &Range<usize>) -> Result<(), ConvertError> {
        let noble = numbers::noble(EFFECTIVE_NOBLES, number)
            .ok_or_else(|| ConvertError::unknown(span, format!("there is no noble {number}")))?;
        self.table.receive(noble);
        let bought = |turn: &&mut Turn| turn.purchase.is_some() && turn.noble.is_none();
        let Some(turn) = self.builder.last_of(seat).filter(bought) else {
            let message = "expected a purchase of the same seat before the choice of a noble";
            return Err(ConvertError::unknown(span, message));
        };
        turn.noble = Some(one_noble(noble));
        self.builder.place("noble", span);
        Ok(())
    }
}
