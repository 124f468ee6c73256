//! The coins of Board Game Arena: the holdings of each seat, and the coins that a turn still needs.

use std::ops::Range;

use splendor_core::{Card, Color, Token};
use splendor_schema::Turn;
use splendor_schema::json::tree::Tree;
use splendor_schema::limits;
use splendor_schema::token::TokenCounts;
use splendor_schema::turn::After;

use super::table::{check_gap, coins};
use super::{Importer, Note};
use crate::ConvertError;
use crate::fields::{Fields, expected};
use crate::log_builder::{all_counts, counts, take};

/// The meaning of the next coins notification.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Coins {
    /// A take, which is a turn.
    Take,
    /// The gold for a reserved card.
    Gold,
    /// The payment for a purchased card.
    Payment,
    /// Tokens returned above the limit of ten.
    Return,
}

/// The holdings of a seat, according to the notifications so far.
#[derive(Clone, Default)]
pub(super) struct Holdings {
    pub(super) tokens: [i64; 6],
    bonuses: [u8; 5],
    pub(super) score: u8,
}

impl Holdings {
    /// Adds a purchased card; returns whether bonuses alone pay for it.
    pub(super) fn purchase(&mut self, card: Card) -> bool {
        let mut costs = Color::ALL.into_iter().zip(self.bonuses);
        let free = costs.all(|(color, bonus)| bonus >= card.cost().get(color));
        for (bonus, (_, more)) in self.bonuses.iter_mut().zip(card.bonuses().iter()) {
            *bonus = bonus.saturating_add(more);
        }
        free
    }
}

impl Importer<'_> {
    pub(super) fn coins(&mut self, note: &Note<'_, '_>) -> Result<(), ConvertError> {
        let mut fields = Fields::of("coins", note.args)?;
        let seat = self.seat(&mut fields)?;
        let (income, expense) = (fields.get("income_coins")?, fields.get("expense_coins")?);
        let (gained, spent) = (coins(income)?, coins(expense)?);
        let gap = fields.get("gap")?;
        check_gap(gap, gained, spent, &mut self.builder.account)?;
        fields.finish(&mut self.builder.account)?;
        let nothing = [0; 6];
        match self.next {
            Coins::Take if spent == nothing && gained != nothing => {
                let action =
                    take(gained).ok_or_else(|| expected(income, "at most twelve coins"))?;
                self.push(Turn { seat: Some(seat), ..action }, &note.span)?;
                self.builder.place("take", &income.span);
            }
            Coins::Gold if spent == nothing && matches!(gained, [0, 0, 0, 0, 0, 0 | 1]) => {}
            Coins::Payment if gained == nothing => self.pay(seat, counts(spent), expense)?,
            Coins::Return if gained == nothing => self.give_back(seat, spent, expense)?,
            Coins::Take => return Err(expected(expense, "coins taken and no coins given")),
            Coins::Gold => {
                return Err(expected(income, "one gold for the card reserved, or nothing"));
            }
            Coins::Payment | Coins::Return => {
                return Err(expected(income, "coins given and no coins taken"));
            }
        }
        self.next = Coins::Take;
        let place = if gained == nothing { expense } else { income };
        self.update_holdings(seat, gained, spent, place, &note.span)
    }

    fn pay(&mut self, seat: u8, paid: TokenCounts, place: &Tree<'_>) -> Result<(), ConvertError> {
        let turn = self.builder.last_of(seat);
        let Some(purchase) = turn.and_then(|turn| turn.purchase.as_mut()) else {
            return Err(expected(place, "a purchase of the same player before it"));
        };
        purchase.pay = Some(paid);
        self.builder.place("purchase/pay", &place.span);
        Ok(())
    }

    /// Adds returned tokens to the last turn; one turn may return them in several steps.
    fn give_back(
        &mut self,
        seat: u8,
        spent: [u8; 6],
        place: &Tree<'_>,
    ) -> Result<(), ConvertError> {
        let Some(turn) = self.builder.last_of(seat) else {
            return Err(expected(place, "a turn of the same player before it"));
        };
        let mut all = turn.returned.unwrap_or_default().counts();
        for (count, more) in all.iter_mut().zip(spent) {
            *count = count.saturating_add(more);
        }
        if all.iter().any(|&count| count > limits::TOKENS) {
            return Err(expected(place, "at most 99 coins of one kind returned in a turn"));
        }
        turn.returned = Some(counts(all));
        self.builder.place("return", &place.span);
        Ok(())
    }

    /// Updates the holdings of a seat and records them as the client's claim after the turn.
    fn update_holdings(
        &mut self,
        seat: u8,
        gained: [u8; 6],
        spent: [u8; 6],
        place: &Tree<'_>,
        span: &Range<usize>,
    ) -> Result<(), ConvertError> {
        let held = &mut self.held[usize::from(seat)].tokens;
        let mut all = [0; 6];
        for (kind, count) in held.iter_mut().enumerate() {
            *count += i64::from(gained[kind]) - i64::from(spent[kind]);
            let field = u8::try_from(*count).ok().filter(|&count| count <= limits::TOKENS);
            all[kind] = field.ok_or_else(|| {
                let (token, most) = (&"CSEROG"[kind..=kind], limits::TOKENS);
                let message = format!(
                    "expected 0 to {most} coins {token} for seat {seat}, found {count} by the \
                     coins so far: the file contradicts itself, or earlier coins are missing"
                );
                ConvertError::unknown(&place.span, message)
            })?;
        }
        if let Some(turn) = self.builder.last_of(seat) {
            turn.after.get_or_insert_with(After::default).tokens = Some(all_counts(all));
            self.builder.place("after/tokens", span);
        }
        Ok(())
    }

    /// Rejects the next action, state or end while coins of the last turn are missing.
    pub(super) fn check_complete(&mut self, span: &Range<usize>) -> Result<(), ConvertError> {
        let missing = match self.next {
            Coins::Take => return Ok(()),
            // This client sends no coins for a free card, and none if the gold has run out.
            Coins::Payment if self.free => return Ok(()),
            Coins::Gold if self.gold_left() == 0 => return Ok(()),
            Coins::Payment => "the coins that paid for the last card",
            Coins::Gold => "the coins for the card reserved last",
            Coins::Return => "the coins returned before the turn ends",
        };
        Err(ConvertError::incomplete(span, format!("the file has a gap: expected {missing}")))
    }

    fn gold_left(&self) -> i64 {
        let held: i64 = self.held.iter().map(|held| held.tokens[Token::Gold.index()]).sum();
        5 - held
    }

    /// Accepts the end of the file after any complete turn.
    pub(super) fn check_end(&mut self, end: &Range<usize>) -> Result<(), ConvertError> {
        self.check_complete(end)?;
        let over = |held: &Holdings| held.tokens.iter().sum::<i64>() > 10;
        if self.open && self.held.iter().any(over) {
            let message = "the file ends within a turn: a seat has more than ten tokens, and \
                           no state ends its turn";
            return Err(ConvertError::incomplete(end, message));
        }
        Ok(())
    }
}
