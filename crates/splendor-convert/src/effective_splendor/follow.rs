//! Following the table of effective-splendor, because its replays name places and not cards.

use std::ops::Range;

use splendor_schema::{CardId, DeckReserve, Purchase, PurchaseOrigin, Reserve};

use super::{Action, Place, Step};
use crate::draft::{Deed, Draft, Piece, one_noble, returned, take};
use crate::ids::{self, EFFECTIVE_NOBLES};
use crate::side::SideSetup;
use crate::table::{self, Table};
use crate::{Account, Refusal};

const FIRST: &str = "the client pays with gems before gold";
const AFTER_PURCHASE: &str = "the client gives the one noble that may come after a purchase";
const PLACE: &str = "the card at the place that is told, by the side file";
const NEXT: &str = "the next card of the deck, by the side file";

/// Understands the steps of a replay, one after the other.
pub(super) struct Follower {
    table: Table,
    pub(super) draft: Draft,
}

impl Follower {
    pub(super) fn new(side: &SideSetup, seats: usize, account: Account) -> Self {
        let table = Table::new(seats, &side.setup);
        Self { table, draft: Draft::new(account) }
    }

    pub(super) fn step(&mut self, step: &Step) -> Result<(), Refusal> {
        let seat = step.actor;
        match &step.action {
            Action::Take { take: taken, back } => {
                let deed = take(*taken).ok_or_else(|| {
                    Refusal::unknown(&step.span, "more tokens taken than a log can name")
                })?;
                self.table.take(seat, *taken);
                self.push(step, deed, None, *back);
            }
            Action::ReserveMarket { place, back } => {
                let (card, refill) = self.lift(place)?;
                self.table.reserve(seat, Some(card));
                self.push(step, Deed::Reserve(Reserve::Market(card)), refill, *back);
            }
            Action::ReserveDeck { level, back } => {
                let drawn = self.table.draw(*level).card();
                self.table.reserve(seat, drawn);
                let reserve = DeckReserve { deck: *level, card: drawn, under: None };
                self.push(step, Deed::Reserve(Reserve::Deck(reserve)), None, *back);
                if drawn.is_some() {
                    self.draft.account.inferred("reserve.card", NEXT);
                }
            }
            Action::BuyMarket(place) => {
                let (card, refill) = self.lift(place)?;
                self.buy(step, card, PurchaseOrigin::Market, refill);
            }
            Action::BuyReserved { slot, span } => {
                let card = self.take_from_hand(seat, *slot, span)?;
                self.buy(step, card, PurchaseOrigin::Hand, None);
            }
            Action::ChooseNoble { noble, span } => self.choose(seat, *noble, span)?,
            Action::Pass => self.push(step, Deed::Pass, None, [0; 6]),
        }
        Ok(())
    }

    fn push(&mut self, step: &Step, deed: Deed, refill: Option<CardId>, back: [u8; 6]) {
        let mut piece = Piece::new(step.actor, deed);
        piece.common.refill = refill;
        piece.common.returned = returned(back);
        self.table.give(step.actor, back);
        self.draft.push(piece, &step.span);
    }

    /// Takes the card at a place of the market; returns it and the one that comes there.
    fn lift(&mut self, place: &Place) -> Result<(CardId, Option<CardId>), Refusal> {
        let row = &self.table.market[place.level.index()];
        let found = row.get(usize::from(place.slot)).copied();
        let (level, slot) = (place.level, place.slot);
        let card = match found {
            Some(table::Spot::Card(card)) => card,
            Some(table::Spot::Unknown) => {
                let message = format!(
                    "the card at place {slot} of level {level} is one that the side file does not \
                     tell: its deck was needed"
                );
                return Err(Refusal::lacking(&place.span, message));
            }
            Some(table::Spot::Empty) | None => {
                let message = format!("no card lies at place {slot} of level {level}");
                return Err(Refusal::unknown(&place.span, message));
            }
        };
        let next = self.table.draw(place.level);
        self.table.market[place.level.index()][usize::from(slot)] = next;
        self.draft.account.inferred("card", PLACE);
        if next.card().is_some() {
            self.draft.account.inferred("refill", NEXT);
        }
        Ok((card, next.card()))
    }

    fn take_from_hand(
        &mut self,
        seat: u8,
        slot: u8,
        span: &Range<usize>,
    ) -> Result<CardId, Refusal> {
        let hand = &mut self.table.seats[usize::from(seat)].hand;
        if usize::from(slot) >= hand.len() {
            let message = format!("seat {seat} has {} reserved cards, none at {slot}", hand.len());
            return Err(Refusal::unknown(span, message));
        }
        self.draft.account.inferred("card", PLACE);
        hand.remove(usize::from(slot)).ok_or_else(|| {
            let message = "the card was reserved from a deck that the side file does not tell";
            Refusal::lacking(span, message)
        })
    }

    fn buy(&mut self, step: &Step, card: CardId, from: PurchaseOrigin, refill: Option<CardId>) {
        let pay = self.table.purchase(step.actor, card);
        let purchase = Purchase { card, pay, from: Some(from) };
        if pay.is_some() {
            self.draft.account.inferred("pay", FIRST);
        }
        self.push(step, Deed::Purchase(purchase), refill, [0; 6]);
        if let [noble] = self.table.visitors(step.actor).as_slice() {
            self.table.receive(*noble);
            self.draft.account.inferred("noble", AFTER_PURCHASE);
            if let Some(piece) = self.draft.last() {
                piece.common.noble = Some(one_noble(*noble));
            }
        }
    }

    fn choose(&mut self, seat: u8, number: u64, span: &Range<usize>) -> Result<(), Refusal> {
        let noble = ids::noble(EFFECTIVE_NOBLES, number)
            .ok_or_else(|| Refusal::unknown(span, format!("there is no noble {number}")))?;
        self.table.receive(noble);
        let bought = |piece: &&mut Piece| {
            matches!(piece.deed, Deed::Purchase(_)) && piece.common.noble.is_none()
        };
        let Some(piece) = self.draft.last_of(seat).filter(bought) else {
            let message = "a noble is chosen after a purchase of the same seat, needed one before";
            return Err(Refusal::unknown(span, message));
        };
        piece.common.noble = Some(one_noble(noble));
        self.draft.place("noble", span);
        Ok(())
    }
}
