//! The record of the actions of a game, `actionItems`, and what the dump shows after them.
//!
//! The shape of the record is known from programs that play on the site, not from the site itself.

use std::ops::Range;

use splendor_core::{Card, Level, Noble, PurchaseOrigin, Row, Token};
use splendor_schema::json::tree::Tree;
use splendor_schema::turn::{After, Purchase, Reserve};
use splendor_schema::{Turn, limits};

use super::{STATE, Seated, Table, card, chips, noble};
use crate::ConvertError;
use crate::fields::{Fields, expected, flag, list, small, text};
use crate::log_builder::{LogBuilder, all_counts, one_noble, returned, take};
use crate::side_file::SideSetup;

/// The turns of a record.
pub(super) struct Record {
    pub(super) builder: LogBuilder,
    /// Whether a card or a noble has left its place.
    pub(super) moved: bool,
    taken: Vec<Taken>,
}

/// What a seat took: the cards that it bought, those that it reserved face up, the number of those
/// that it reserved blind, and its nobles.
#[derive(Clone, Default)]
struct Taken {
    bought: Vec<Card>,
    shown: Vec<Card>,
    blind: usize,
    nobles: Vec<Noble>,
}

/// Reads the actions in order; each is a turn or a part of the turn before it.
pub(super) fn record(
    items: &Tree<'_>,
    seats: u8,
    builder: LogBuilder,
) -> Result<Record, ConvertError> {
    let mut record = Record::new(builder, seats);
    for item in list("the actions", items)? {
        record.item(item, seats)?;
    }
    Ok(record)
}

impl Record {
    pub(super) fn new(builder: LogBuilder, seats: u8) -> Self {
        Self { builder, moved: false, taken: vec![Taken::default(); seats.into()] }
    }

    fn item(&mut self, item: &Tree<'_>, seats: u8) -> Result<(), ConvertError> {
        let mut envelope = Fields::of("actionItem", item)?;
        let seat = self.action(envelope.get("action")?, seats)?;
        if let Some(again) = envelope.find("playerIndex")
            && small("a seat", again, seats - 1)? != seat
        {
            return Err(expected(again, &format!("{seat}, the seat of its action")));
        }
        if let Some(dummy) = envelope.find("isDummy")
            && flag("a dummy", dummy)?
        {
            return Err(expected(dummy, "false: no dummy among the actions"));
        }
        let rest = ["_id", "gameId", "gameManagerId", "isFromPlayer", "createdAt"];
        envelope.ignore(&rest, STATE);
        envelope.finish(&mut self.builder.account)
    }

    /// Reads an action; returns its seat.
    fn action(&mut self, action: &Tree<'_>, seats: u8) -> Result<u8, ConvertError> {
        let mut fields = Fields::of("action", action)?;
        let seat = small("a seat", fields.get("playerIndex")?, seats - 1)?;
        let kind = fields.get("type")?;
        match text("the type", kind)? {
            "pickChips" => {
                let picked = chips(fields.get("chips")?)?;
                let turn = take(picked).ok_or_else(|| expected(action, "fewer chips"))?;
                self.push(seat, turn, &action.span);
            }
            "reserveShowedCard" => {
                let reserved = card(fields.get("cardIndex")?)?;
                self.taken[usize::from(seat)].shown.push(reserved);
                let reserve = Some(Reserve::Market(reserved));
                self.push_card(seat, Turn { reserve, ..Turn::default() }, &action.span);
            }
            "reserveHiddenCard" => {
                let level = usize::from(small("a level", fields.get("level")?, 2)?);
                self.taken[usize::from(seat)].blind += 1;
                let row = Row::from(Level::ALL[level]);
                let reserve = Some(Reserve::Deck { row, card: None, under: None });
                self.push_card(seat, Turn { reserve, ..Turn::default() }, &action.span);
            }
            // Programs that play here also name this action for a card in the hand.
            "buyCard" => self.buy(seat, fields.get("cardIndex")?, None, &action.span)?,
            "buyReservedCard" => {
                let hand = Some(PurchaseOrigin::Hand);
                self.buy(seat, fields.get("cardIndex")?, hand, &action.span)?;
            }
            "passRegular" => self.push(seat, Turn { pass: true, ..Turn::default() }, &action.span),
            "returnChips" => {
                let mut given = chips(fields.get("chips")?)?;
                if let Some(gold) = fields.find("goldChips") {
                    given[Token::Gold.index()] = small("gold", gold, limits::TOKENS)?;
                }
                let free = |turn: &Turn| turn.returned.is_none();
                self.turn_of(seat, kind, free)?.returned = returned(given);
                self.builder.place("return", &action.span);
            }
            "pickNoble" => {
                let field = fields.get("nobleIndex")?;
                let id = noble(field)?;
                let free = |turn: &Turn| turn.noble.is_none();
                self.turn_of(seat, kind, free)?.noble = Some(one_noble(id));
                self.builder.place("noble", &field.span);
                self.taken[usize::from(seat)].nobles.push(id);
                self.moved = true;
            }
            _ => {
                return Err(expected(
                    kind,
                    "pickChips, returnChips, reserveShowedCard, reserveHiddenCard, buyCard, \
                     buyReservedCard, pickNoble or passRegular",
                ));
            }
        }
        fields.finish(&mut self.builder.account)?;
        Ok(seat)
    }

    fn push(&mut self, seat: u8, turn: Turn, span: &Range<usize>) {
        self.builder.push(Turn { seat: Some(seat), ..turn }, span);
    }

    fn push_card(&mut self, seat: u8, turn: Turn, span: &Range<usize>) {
        self.moved = true;
        self.push(seat, turn, span);
    }

    fn buy(
        &mut self,
        seat: u8,
        field: &Tree<'_>,
        from: Option<PurchaseOrigin>,
        span: &Range<usize>,
    ) -> Result<(), ConvertError> {
        let bought = card(field)?;
        self.taken[usize::from(seat)].bought.push(bought);
        let purchase = Some(Purchase::new(bought, None, from));
        self.push_card(seat, Turn { purchase, ..Turn::default() }, span);
        self.builder.place("purchase/card", &field.span);
        Ok(())
    }

    /// Returns the last turn, to which a return or a noble of its seat belongs, if it has none yet.
    fn turn_of(
        &mut self,
        seat: u8,
        kind: &Tree<'_>,
        is_free: impl Fn(&Turn) -> bool,
    ) -> Result<&mut Turn, ConvertError> {
        let turn = self.builder.last_of(seat).filter(|turn| is_free(turn));
        turn.ok_or_else(|| expected(kind, &format!("a turn of seat {seat} before it, once")))
    }

    /// Compares the actions of each seat with what the dump shows, and makes its chips and the
    /// supply claims about the last turns.
    ///
    /// # Errors
    ///
    /// The first part of the dump that the actions contradict.
    pub(super) fn compare(&mut self, table: &Table) -> Result<(), ConvertError> {
        for (seat, (taken, now)) in self.taken.iter_mut().zip(&table.seats).enumerate() {
            taken.compare(seat, now)?;
        }
        let last = self.builder.len().saturating_sub(1);
        let seats: Vec<Option<u8>> = self.builder.turns().iter().map(|turn| turn.seat).collect();
        for (seat, now) in (0..).zip(&table.seats) {
            // The chips of a seat stay as they are until its next turn.
            let Some(at) = seats.iter().rposition(|other| *other == Some(seat)) else { continue };
            let supply = (at == last).then(|| all_counts(table.supply));
            let tokens = Some(all_counts(now.chips));
            let after = After { tokens, supply, ..After::default() };
            self.builder.claim(at, after, &now.chips_place);
        }
        Ok(())
    }
}

impl Taken {
    /// Compares what a seat took by its actions with what it has in the dump.
    fn compare(&mut self, seat: usize, now: &Seated) -> Result<(), ConvertError> {
        let differs = |place: &Range<usize>, what: &str| {
            let message = format!("the actions of seat {seat} say otherwise: {what}");
            Err(ConvertError::unknown(place, message))
        };
        let mut purchased = now.purchased.clone();
        purchased.sort_unstable();
        self.bought.sort_unstable();
        if purchased != self.bought {
            return differs(&now.purchased_place, "it bought other cards");
        }
        // A card reserved face up is in the hand or bought; the others were reserved blind.
        let mut reserved = now.reserved.clone();
        reserved.sort_unstable();
        let bought = |id: &&Card| self.bought.binary_search(id).is_ok();
        let kept = self.shown.iter().filter(|id| !bought(id)).count();
        let held = self.shown.iter().filter(|id| reserved.binary_search(id).is_ok()).count();
        if kept != held || reserved.len() > kept + self.blind {
            return differs(&now.reserved_place, "it reserved other cards");
        }
        let mut nobles = now.nobles.clone();
        nobles.sort_unstable();
        if self.nobles.iter().any(|id| nobles.binary_search(id).is_err()) {
            return differs(&now.nobles_place, "another noble visited it");
        }
        Ok(())
    }
}

/// Checks that a setup from a side file is that of the game of a dump.
pub(super) fn same_game(side: &SideSetup, table: &Table) -> Result<(), ConvertError> {
    let other = |place: &Range<usize>| {
        let message = "the side file has other cards or nobles than this game";
        Err(ConvertError::unknown(place, message))
    };
    let taken = table.seats.iter().flat_map(|seat| seat.purchased.iter().chain(&seat.reserved));
    let taken: Vec<Card> = taken.copied().collect();
    for level in Level::ALL {
        let row = Row::from(level);
        let left = table.setup.decks.as_ref().and_then(|decks| decks.row(row)).unwrap_or_default();
        let mut before = side.setup.market.row(row).unwrap_or_default().to_vec();
        let deck = side.setup.decks.as_ref().and_then(|decks| decks.row(row));
        if let Some(deck) = deck {
            let Some(drawn) = deck.strip_suffix(left) else { return other(&table.decks_place) };
            before.extend(drawn);
        }
        let mut now = table.setup.market.row(row).unwrap_or_default().to_vec();
        now.extend(taken.iter().filter(|id| id.level() == level));
        before.sort_unstable();
        now.sort_unstable();
        let known = before.iter().all(|id| now.binary_search(id).is_ok());
        if !known || deck.is_some() && before.len() != now.len() {
            return other(&table.market_place);
        }
    }
    let mut nobles: Vec<Noble> = table.setup.nobles.iter().flatten().copied().collect();
    nobles.extend(table.seats.iter().flat_map(|seat| &seat.nobles));
    let mut before = side.setup.nobles.clone().unwrap_or_default();
    nobles.sort_unstable();
    before.sort_unstable();
    if nobles != before {
        return other(&table.nobles_place);
    }
    Ok(())
}
