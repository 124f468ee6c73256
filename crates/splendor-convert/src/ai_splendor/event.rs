//! What the events of AI-Splendor tell after the first one.

use std::collections::BTreeMap;
use std::ops::Range;

use splendor_schema::tree::Tree;
use splendor_schema::{CardId, DeckReserve, GameResult, Purchase, PurchaseOrigin, Reserve};

use super::view::Seen;
use super::{TALK, level, tokens};
use crate::Refusal;
use crate::draft::{Deed, Draft, Piece, one_noble, returned, take};
use crate::fields::{Fields, flag, members, small, text, wrong};
use crate::table::Table;

const TIMES: &str = "when something was told is no part of the game";
const VISIT: &str = "the client gives the first noble that may come";
const NEXT: &str = "the next card of the deck, which the first event tells";
const FIRST: &str = "the client pays with gems before gold";

/// Makes turns of events, one after the other.
pub(super) struct Teller {
    pub(super) table: Table,
    pub(super) draft: Draft,
    pub(super) cards: BTreeMap<String, CardId>,
    /// What was shown of each seat since it last played.
    pub(super) seen: [Option<Seen>; 2],
    pub(super) end: Option<(GameResult, Range<usize>)>,
}

impl Teller {
    pub(super) fn new(table: Table, draft: Draft, cards: BTreeMap<String, CardId>) -> Self {
        Self { table, draft, cards, seen: [Some(Seen::default()); 2], end: None }
    }

    /// The kind of an event is told by what it has.
    pub(super) fn event(&mut self, tree: &Tree<'_>) -> Result<(), Refusal> {
        let mut fields = Fields::of("event", tree)?;
        fields.ignore(&["timestamp"], TIMES);
        if let Some(action) = fields.find("action") {
            let seat = small("a seat", fields.get("playerIndex")?, 1)?;
            fields.ignore(&["durationMs"], TIMES);
            if flag("whether it was done", fields.get("success")?)? {
                self.act(seat, action, tree)?;
            } else {
                self.draft.account.ignored("event.action", "the client refused it");
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
        fields.done(&mut self.draft.account)
    }

    fn act(&mut self, seat: u8, tree: &Tree<'_>, event: &Tree<'_>) -> Result<(), Refusal> {
        if self.end.is_some() {
            return Err(Refusal::unknown(&tree.span, "an action behind the end of the game"));
        }
        self.seen[usize::from(seat)] = None;
        let mut fields = Fields::of("action", tree)?;
        let kind = fields.get("type")?;
        match text("a kind of action", kind)? {
            "TAKE_TOKENS" => {
                let told = fields.get("tokens")?;
                let taken = tokens(told)?;
                let deed = take(taken).ok_or_else(|| wrong(told, "at most twelve tokens"))?;
                self.table.take(seat, taken);
                self.push(seat, deed, None, &mut fields, event)?;
                self.draft.place("take", &told.span);
            }
            "RESERVE_CARD" => self.reserve(seat, &mut fields, event)?,
            "PURCHASE_CARD" => {
                let told = fields.get("cardId")?;
                self.buy(seat, told, &mut fields, event)?;
            }
            _ => return Err(wrong(kind, "TAKE_TOKENS, RESERVE_CARD or PURCHASE_CARD")),
        }
        self.visit(seat);
        fields.done(&mut self.draft.account)
    }

    fn push(
        &mut self,
        seat: u8,
        deed: Deed,
        refill: Option<CardId>,
        fields: &mut Fields<'_, '_>,
        event: &Tree<'_>,
    ) -> Result<(), Refusal> {
        let mut piece = Piece::new(seat, deed);
        piece.common.refill = refill;
        let told = fields.find("tokensToReturn");
        if let Some(told) = told {
            let back = tokens(told)?;
            self.table.give(seat, back);
            piece.common.returned = returned(back);
        }
        self.draft.push(piece, &event.span);
        if let Some(told) = told {
            self.draft.place("return", &told.span);
        }
        Ok(())
    }

    /// The card that the client means by a name.
    fn named(&self, told: &Tree<'_>) -> Result<CardId, Refusal> {
        let found = self.cards.get(text("the id of a card", told)?).copied();
        found.ok_or_else(|| wrong(told, "the id of a card of the first event"))
    }

    fn refill(&mut self, id: CardId) -> Option<CardId> {
        let next = self.table.refill(id).card();
        if next.is_some() {
            self.draft.account.inferred("refill", NEXT);
        }
        next
    }

    fn reserve(
        &mut self,
        seat: u8,
        fields: &mut Fields<'_, '_>,
        event: &Tree<'_>,
    ) -> Result<(), Refusal> {
        let (card, deck) = (fields.find("cardId"), fields.find("deckLevel"));
        let (reserve, refill, told) = match (card, deck) {
            (Some(_), Some(deck)) => return Err(wrong(deck, "null, beside a `cardId`")),
            (Some(told), None) => {
                let id = self.named(told)?;
                self.table.reserve(seat, Some(id));
                (Reserve::Market(id), self.refill(id), told)
            }
            (None, Some(told)) => {
                let deck = level(told)?;
                let drawn = self.table.draw(deck).card();
                self.draft.account.inferred("reserve.card", NEXT);
                self.table.reserve(seat, drawn);
                (Reserve::Deck(DeckReserve { deck, card: drawn, under: None }), None, told)
            }
            (None, None) => return Err(wrong(event, "a `cardId` or a `deckLevel`")),
        };
        self.push(seat, Deed::Reserve(reserve), refill, fields, event)?;
        self.draft.place("reserve", &told.span);
        Ok(())
    }

    fn buy(
        &mut self,
        seat: u8,
        told: &Tree<'_>,
        fields: &mut Fields<'_, '_>,
        event: &Tree<'_>,
    ) -> Result<(), Refusal> {
        let id = self.named(told)?;
        let hand = &mut self.table.seats[usize::from(seat)].hand;
        let held = hand.iter().position(|&card| card == Some(id));
        if let Some(held) = held {
            hand.remove(held);
        }
        let pay = self.table.purchase(seat, id);
        if pay.is_some() {
            self.draft.account.inferred("pay", FIRST);
        }
        let (from, refill) = match held {
            Some(_) => (PurchaseOrigin::Hand, None),
            None => (PurchaseOrigin::Market, self.refill(id)),
        };
        let deed = Deed::Purchase(Purchase { card: id, pay, from: Some(from) });
        self.push(seat, deed, refill, fields, event)?;
        self.draft.place("purchase/card", &told.span);
        Ok(())
    }

    /// At the end of a turn the first noble comes that may.
    fn visit(&mut self, seat: u8) {
        let Some(&noble) = self.table.visitors(seat).first() else { return };
        self.table.receive(noble);
        self.draft.account.inferred("noble", VISIT);
        if let Some(piece) = self.draft.last() {
            piece.common.noble = Some(one_noble(noble));
        }
    }

    fn finish(&mut self, scores: &Tree<'_>, winner: Option<&Tree<'_>>) -> Result<(), Refusal> {
        let told = members("the scores", scores)?;
        if self.end.is_some() || told.len() != 2 {
            return Err(wrong(scores, "one end, with the scores of the seats 0 and 1"));
        }
        let mut result = Vec::new();
        for (member, seat) in told.iter().zip(0..2) {
            if member.key != seat.to_string() {
                return Err(Refusal::unknown(&member.span, format!("needed the seat {seat}")));
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
