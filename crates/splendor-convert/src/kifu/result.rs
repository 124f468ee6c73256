//! The result of a KIFU, which it may give twice: as a header, and after the moves.

use std::ops::Range;

use splendor_schema::log::{End, EndReason};

use super::moves::MoveReader;
use super::{Game, number};
use crate::ConvertError;
use crate::fields::clip;

impl Game {
    /// Compares `FinalCards` with the purchases of each seat. A file that claims more moves than it
    /// has was cut off, so its purchases are not all there.
    pub(super) fn compare_cards(
        &self,
        text: &str,
        mover: &mut MoveReader,
    ) -> Result<(), ConvertError> {
        let Some(span) = &self.final_cards else { return Ok(()) };
        let claimed = counts(text, span, self.seats, "number of cards")?;
        let (moves, bought) = (mover.moves(), mover.bought());
        let account = &mut mover.builder.account;
        if self.turns.as_ref().is_some_and(|(claimed, _)| *claimed > moves) {
            account.ignored("FinalCards", "the last moves are missing");
            return Ok(());
        }
        account.understood("FinalCards");
        let mut pairs = (0..).zip(claimed.iter().zip(bought));
        match pairs.find(|(_, (claimed, bought))| u64::from(**claimed) != *bought) {
            None => Ok(()),
            Some((seat, (claimed, bought))) => {
                let seat: u8 = seat;
                let message = format!("P{seat} bought {bought} cards in the file, not {claimed}");
                Err(ConvertError::unknown(span, message))
            }
        }
    }

    /// Reads the header `Result`: the seat that wins, or `draw`. It must name the same winners as
    /// the result after the moves.
    pub(super) fn outcome(
        &mut self,
        text: &str,
        span: &Range<usize>,
        goes_on: bool,
    ) -> Result<(), ConvertError> {
        let winners = if &text[span.clone()] == "draw" {
            (0..self.seats).collect()
        } else {
            let seat = number(text, span, u64::from(self.seats) - 1)?;
            vec![u8::try_from(seat).unwrap_or(u8::MAX)]
        };
        match &self.winners {
            Some((others, _)) if *others != winners => {
                Err(ConvertError::unknown(span, "the result after the moves names other winners"))
            }
            Some(_) => Ok(()),
            None if goes_on => Err(ConvertError::unknown(
                span,
                "expected no winner: the game goes on after the moves",
            )),
            None => {
                self.winners = Some((winners, span.clone()));
                Ok(())
            }
        }
    }

    /// Reads a result: its type, and the reason for the end where it is not the usual one.
    pub(super) fn result(&mut self, text: &str, span: &Range<usize>) -> Result<(), ConvertError> {
        let value = &text[span.clone()];
        let (word, detail) = value.split_once(' ').unwrap_or((value, ""));
        let winner = match word.as_bytes() {
            [b'P', seat @ b'0'..=b'3', b'_', b'W', b'I', b'N'] => Some(seat - b'0'),
            b"DRAW" | b"DRAW_TIMEOUT" | b"ONGOING" => None,
            _ => {
                let needed = "P0_WIN to P3_WIN, DRAW, DRAW_TIMEOUT or ONGOING";
                return Err(ConvertError::unknown(
                    span,
                    format!("expected {needed}, found `{}`", clip(value)),
                ));
            }
        };
        if winner.is_some_and(|seat| seat >= self.seats) {
            return Err(ConvertError::unknown(span, format!("{word} of {} players", self.seats)));
        }
        let mut words = detail.split(' ').filter(|word| !word.is_empty()).peekable();
        let reason = words.next_if(|word| seat_of(word).is_none()).unwrap_or_default();
        let tied: Vec<&str> = words.collect();
        let unknown = || {
            let needed = "TIME, STALEMATE, REPETITION or nothing";
            let message = format!("expected {needed}, found `{}`", clip(detail));
            ConvertError::unknown(span, message)
        };
        let reason = match (reason, word) {
            ("", "ONGOING") => None,
            // The client ends the game by its own rule: after so many turns, or so many without
            // progress.
            ("", "DRAW_TIMEOUT") | ("REPETITION", "DRAW") => Some(EndReason::Adjudicated),
            ("", _) => Some(EndReason::Completed),
            ("TIME", _) => Some(EndReason::Timeout),
            ("STALEMATE", word) if word != "ONGOING" => Some(EndReason::Stalemate),
            _ => return Err(unknown()),
        };
        let winners = match (winner, word, tied.as_slice()) {
            (Some(winner), _, []) => Some(vec![winner]),
            (None, "ONGOING", []) => None,
            (None, _, []) => Some((0..self.seats).collect()),
            (None, "DRAW", tied) => Some(self.tied(tied).ok_or_else(unknown)?),
            (_, _, _) => return Err(unknown()),
        };
        self.winners = winners.map(|winners| (winners, span.clone()));
        let end = |reason| (End { reason, seats: Vec::new(), plies: None }, span.clone());
        self.end = reason.map(end);
        Ok(())
    }

    /// Reads the seats that share a victory, like `P0 P2`: two or more in order, but not all.
    fn tied(&self, words: &[&str]) -> Option<Vec<u8>> {
        if !(2..usize::from(self.seats)).contains(&words.len()) {
            return None;
        }
        let seats = words.iter().map(|word| seat_of(word).filter(|&seat| seat < self.seats));
        let seats = seats.collect::<Option<Vec<u8>>>()?;
        seats.is_sorted_by(|one, other| one < other).then_some(seats)
    }
}

/// Reads the name of a seat, like `P2`.
const fn seat_of(word: &str) -> Option<u8> {
    match word.as_bytes() {
        [b'P', seat @ b'0'..=b'3'] => Some(*seat - b'0'),
        _ => None,
    }
}

/// Reads numbers like `P0=14 P1=17`, one for each seat.
pub(super) fn counts(
    text: &str,
    span: &Range<usize>,
    seats: u8,
    what: &str,
) -> Result<Vec<u8>, ConvertError> {
    let mut scores = Vec::new();
    let mut start = span.start;
    for part in text[span.clone()].split(' ') {
        let at = start..start + part.len();
        let name = format!("P{}=", scores.len());
        if !part.starts_with(&name) {
            let message = format!("expected a {what} like {name}15, found `{}`", clip(part));
            return Err(ConvertError::unknown(&at, message));
        }
        let score = number(text, &(at.start + name.len()..at.end), u8::MAX.into())?;
        scores.push(u8::try_from(score).unwrap_or(u8::MAX));
        start = at.end + 1;
    }
    if scores.len() != usize::from(seats) {
        let found = scores.len();
        let message = format!("expected a {what} for each of {seats} players, found {found}");
        return Err(ConvertError::unknown(span, message));
    }
    Ok(scores)
}
