//! The log under construction: turns are added in order and then assembled.

use std::ops::Range;

use splendor_core::{Noble, Token};
use splendor_schema::log::{LogFormat, Player, Setup, Source};
use splendor_schema::token::{TokenCounts, TokenList};
use splendor_schema::turn::{After, OneOrMany};
use splendor_schema::{Log, Rules, Turn, limits};

use splendor_verify::report::Places;

use crate::{Account, Conversion, ConvertError};

/// The log under construction: its turns, their places in the foreign text, and the account.
#[derive(Debug)]
pub(super) struct LogBuilder {
    turns: Vec<Turn>,
    pub(super) places: Places,
    pub(super) account: Account,
}

impl LogBuilder {
    pub(super) fn new(account: Account) -> Self {
        Self { turns: Vec::new(), places: Places::default(), account }
    }

    pub(super) fn len(&self) -> usize {
        self.turns.len()
    }

    /// Adds a turn from this place.
    pub(super) fn push(&mut self, turn: Turn, span: &Range<usize>) {
        self.places.insert(format!("/turns/{}", self.turns.len()), span.clone());
        self.turns.push(turn);
    }

    /// Returns the turns so far.
    pub(super) fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Adds what the client saw after a turn, with its place.
    pub(super) fn claim(&mut self, at: usize, after: After, span: &Range<usize>) {
        if let Some(turn) = self.turns.get_mut(at) {
            turn.after = Some(after);
            self.places.insert(format!("/turns/{at}/after"), span.clone());
        }
    }

    /// Returns the last turn, if it belongs to this seat.
    pub(super) fn last_of(&mut self, seat: u8) -> Option<&mut Turn> {
        self.turns.last_mut().filter(|turn| turn.seat == Some(seat))
    }

    /// Returns the last turn.
    pub(super) fn last(&mut self) -> Option<&mut Turn> {
        self.turns.last_mut()
    }

    /// Records the place of a part of the last turn.
    pub(super) fn place(&mut self, part: &str, span: &Range<usize>) {
        let last = self.turns.len().saturating_sub(1);
        self.places.insert(format!("/turns/{last}/{part}"), span.clone());
    }

    /// Assembles the log, still without its end and result.
    pub(super) fn assemble(
        self,
        source: Source,
        players: Vec<Player>,
        setup: Setup,
    ) -> Result<Conversion, ConvertError> {
        if self.turns.len() > limits::TURNS {
            let found = self.turns.len();
            let message = format!("{found} turns, a log has at most {}", limits::TURNS);
            return Err(ConvertError::unknown(&(0..0), message));
        }
        let rules = Rules { edition: "2024".into(), ..Rules::default() };
        let log = Log {
            schema: None,
            format: LogFormat,
            rules,
            omits: Vec::new(),
            source: Some(source),
            players,
            setup,
            turns: self.turns,
            end: None,
            result: None,
            ext: None,
        };
        Ok(Conversion { log, places: self.places, account: self.account })
    }
}

/// Returns a turn with nothing but a take of these tokens, or `None` if a log cannot list so many.
pub(super) fn take(counts: [u8; 6]) -> Option<Turn> {
    let each = Token::ALL.iter().zip(counts);
    let tokens: Vec<Token> =
        each.flat_map(|(&token, count)| std::iter::repeat_n(token, count.into())).collect();
    Some(Turn { take: Some(TokenList::new(&tokens)?), ..Turn::default() })
}

/// Returns counts of tokens as a log lists them, without zeros.
pub(super) fn counts(counts: [u8; 6]) -> TokenCounts {
    Token::ALL.iter().copied().zip(counts).filter(|&(_, count)| count > 0).collect()
}

/// Returns counts of all kinds of tokens, zeros too, because a claim is about each kind.
pub(super) fn all_counts(counts: [u8; 6]) -> TokenCounts {
    Token::ALL.iter().copied().zip(counts).collect()
}

/// Returns a cost or a demand in the notation of ids, like `2d1o`.
pub(super) fn amounts(counts: [u8; 6]) -> String {
    let mut text = String::new();
    for (count, letter) in counts.into_iter().zip("dsero".chars()).filter(|(count, _)| *count > 0) {
        text.extend([count.to_string(), letter.to_string()]);
    }
    text
}

/// Returns the returned tokens, or `None` if there are none.
pub(super) fn returned(given: [u8; 6]) -> Option<TokenCounts> {
    Some(counts(given)).filter(|counts| !counts.is_empty())
}

pub(super) const fn one_noble(noble: Noble) -> OneOrMany<Noble> {
    OneOrMany::One(noble)
}
