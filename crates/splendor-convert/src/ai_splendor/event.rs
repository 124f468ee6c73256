//! The events of AI-Splendor after the first one.

use std::collections::BTreeMap;
use std::ops::Range;

use splendor_core::{Card, PurchaseOrigin, Row};
use splendor_schema::Turn;
use splendor_schema::json::tree::Tree;
use splendor_schema::log::GameResult;
use splendor_schema::turn::{Purchase, Reserve};

use super::{TALK, level, tokens};
use crate::ConvertError;
use crate::client_table::ClientTable;
use crate::fields::{Fields, expected, flag, members, small, text};
use crate::log_builder::{LogBuilder, one_noble, returned, take};

const TIMES: &str = "times are not part of the game";
const VISIT: &str = "the client gives the first possible noble";
const NEXT: &str = "the next card of the deck, by the first event";
const FIRST: &str = "the client pays with gems before gold";

/// The facts of a view about one seat.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) tokens: [u8; 6],
    pub(super) score: u8,
    pub(super) hand: usize,
}

/// Turns events into turns of the log, in order.
pub(super) struct Importer {
    pub(super) table: ClientTable,
    pub(super) builder: LogBuilder,
    pub(super) cards: BTreeMap<String, Card>,
    /// The last view of each seat since its last turn.
    pub(super) seen: [Option<Seen>; 2],
    pub(super) end: Option<(GameResult, Range<usize>)>,
}

impl Importer {
    pub(super) fn new(
        table: ClientTable,
        builder: LogBuilder,
        cards: BTreeMap<String, Card>,
    ) -> Self {
        Self { table, builder, cards, seen: [Some(Seen::default()); 2], end: None }
    }

    /// Handles an event; its fields determine its kind.
    pub(super) fn event(&mut self, tree: &Tree<'_>) -> Result<(), ConvertError> {
        let mut fields = Fields::of("event", tree)?;
        fields.ignore(&["timestamp"], TIMES);
        if let Some(action) = fields.find("action") {
            let seat = small("a seat", fields.get("playerIndex")?, 1)?;
            fields.ignore(&["durationMs"], TIMES);
            if flag("success", fields.get("success")?)? {
                self.act(seat, action, tree)?;
            } else {
                self.builder.account.ignored("event.action", "the client rejected it");
            }
        } else if let Some(state) = fields.find("gameState") {
            self.view(state, &mut fields)?;
        } else if let Some(scores) = fields.find("finalScores") {
            let winner = fields.find("winnerIndex");
            fields.ignore(&["winnerReason"], "the winner and the scores say it");
            fields.ignore(&["playerUsages"], TALK);
            self.finish(scores, winner)?;
        } else {
            let known =
                ["reasoning", "attempt", "error", "durationMs", "tokenUsage", "playerIndex"];
            fields.ignore(&known, TALK);
        }
        fields.finish(&mut self.builder.account)
    }

    fn act(&mut self, seat: u8, tree: &Tree<'_>, event: &Tree<'_>) -> Result<(), ConvertError> {
        if self.end.is_some() {
            return Err(ConvertError::unknown(&tree.span, "an action after the end of the game"));
        }
        self.seen[usize::from(seat)] = None;
        let mut fields = Fields::of("action", tree)?;
        let kind = fields.get("type")?;
        match text("a kind of action", kind)? {
            "TAKE_TOKENS" => {
                let field = fields.get("tokens")?;
                let taken = tokens(field)?;
                let action = take(taken).ok_or_else(|| expected(field, "at most twelve tokens"))?;
                self.table.take(seat, taken);
                self.push(seat, action, None, &mut fields, event)?;
                self.builder.place("take", &field.span);
            }
            "RESERVE_CARD" => self.reserve(seat, &mut fields, event)?,
            "PURCHASE_CARD" => {
                let field = fields.get("cardId")?;
                self.buy(seat, field, &mut fields, event)?;
            }
            _ => return Err(expected(kind, "TAKE_TOKENS, RESERVE_CARD or PURCHASE_CARD")),
        }
        self.visit(seat);
        fields.finish(&mut self.builder.account)
    }

    fn push(
        &mut self,
        seat: u8,
        action: Turn,
        refill: Option<Card>,
        fields: &mut Fields<'_, '_>,
        event: &Tree<'_>,
    ) -> Result<(), ConvertError> {
        let mut turn = Turn { seat: Some(seat), refill, ..action };
        let field = fields.find("tokensToReturn");
        if let Some(field) = field {
            let back = tokens(field)?;
            self.table.give(seat, back);
            turn.returned = returned(back);
        }
        self.builder.push(turn, &event.span);
        if let Some(field) = field {
            self.builder.place("return", &field.span);
        }
        Ok(())
    }

    /// Returns the card for the client's id of it.
    fn named(&self, field: &Tree<'_>) -> Result<Card, ConvertError> {
        let found = self.cards.get(text("the id of a card", field)?).copied();
        found.ok_or_else(|| expected(field, "the id of a card of the first event"))
    }

    fn refill(&mut self, id: Card) -> Option<Card> {
        let next = self.table.refill(id).card();
        if next.is_some() {
            self.builder.account.inferred("refill", NEXT);
        }
        next
    }

    fn reserve(
        &mut self,
        seat: u8,
        fields: &mut Fields<'_, '_>,
        event: &Tree<'_>,
    ) -> Result<(), ConvertError> {
        let (card, deck) = (fields.find("cardId"), fields.find("deckLevel"));
        let (reserve, refill, field) = match (card, deck) {
            (Some(_), Some(deck)) => return Err(expected(deck, "null next to a `cardId`")),
            (Some(field), None) => {
                let id = self.named(field)?;
                self.table.reserve(seat, Some(id));
                (Reserve::Market(id), self.refill(id), field)
            }
            (None, Some(field)) => {
                let deck = level(field)?;
                let drawn = self.table.draw(deck).card();
                self.builder.account.inferred("reserve.card", NEXT);
                self.table.reserve(seat, drawn);
                (Reserve::Deck { row: Row::from(deck), card: drawn, under: None }, None, field)
            }
            (None, None) => return Err(expected(event, "a `cardId` or a `deckLevel`")),
        };
        self.push(seat, Turn { reserve: Some(reserve), ..Turn::default() }, refill, fields, event)?;
        self.builder.place("reserve", &field.span);
        Ok(())
    }

    fn buy(
        &mut self,
        seat: u8,
        field: &Tree<'_>,
        fields: &mut Fields<'_, '_>,
        event: &Tree<'_>,
    ) -> Result<(), ConvertError> {
        let id = self.named(field)?;
        let hand = &mut self.table.seats[usize::from(seat)].hand;
        let held = hand.iter().position(|&card| card == Some(id));
        if let Some(held) = held {
            hand.remove(held);
        }
        let pay = self.table.purchase(seat, id);
        if pay.is_some() {
            self.builder.account.inferred("pay", FIRST);
        }
        let (from, refill) = match held {
            Some(_) => (PurchaseOrigin::Hand, None),
            None => (PurchaseOrigin::Market, self.refill(id)),
        };
        let action = Turn { purchase: Some(Purchase::new(id, pay, Some(from))), ..Turn::default() };
        self.push(seat, action, refill, fields, event)?;
        self.builder.place("purchase/card", &field.span);
        Ok(())
    }

    /// Gives the first noble that the seat qualifies for, as the client does at the end of a turn.
    fn visit(&mut self, seat: u8) {
        let Some(&noble) = self.table.visitors(seat).first() else { return };
        self.table.receive(noble);
        self.builder.account.inferred("noble", VISIT);
        if let Some(turn) = self.builder.last() {
            turn.noble = Some(one_noble(noble));
        }
    }

    fn finish(&mut self, scores: &Tree<'_>, winner: Option<&Tree<'_>>) -> Result<(), ConvertError> {
        let field = members("the scores", scores)?;
        if self.end.is_some() || field.len() != 2 {
            return Err(expected(scores, "one end, with the scores of the seats 0 and 1"));
        }
        let mut result = Vec::new();
        for (member, seat) in field.iter().zip(0..2) {
            if member.key != seat.to_string() {
                return Err(ConvertError::unknown(&member.span, format!("expected seat {seat}")));
            }
            result.push(small("a score", &member.value, u8::MAX)?);
        }
        let winners = match winner {
            None => None,
            Some(winner) => Some(vec![small("a seat", winner, 1)?]),
        };
        let result = GameResult { scores: Some(result), winners };
        self.end = Some((result, scores.span.clone()));
        Ok(())
    }
}
