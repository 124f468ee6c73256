//! A proposal that owns what it was read from.

use std::borrow::Cow;

use splendor_schema::json::layout;
use splendor_schema::json::locate::locate;
use splendor_schema::why::Why;
use splendor_schema::{self as schema, InputFile, Log, LogOrPosition, ReadError, text_of};

use super::{Proposal, why, why_at};
use crate::JudgeOptions;
use crate::from_log::log_at_position;
use crate::history::turn_index;
use crate::words::{TurnWordsError, turn_from_words};

/// A log or a position that was read, and a turn to judge in it: all that a [`Proposal`] borrows.
#[derive(Clone, Debug)]
pub struct ReadProposal<'t> {
    /// The text of the log or the position.
    pub text: &'t str,
    /// The log. That of a position has its rules and seats, and no turns.
    pub log: Log,
    /// The position, if there is no log.
    start: Option<Box<schema::Position>>,
    /// The logged turn that the hypothetical turn replaces, from 0.
    pub at: usize,
    /// The hypothetical turn.
    pub turn: schema::Turn,
    /// The text of the hypothetical turn, as a log has it.
    pub turn_text: Cow<'t, str>,
}

/// Why there is no proposal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProposalError {
    /// The bytes are neither a log nor a position.
    Input(ReadError),
    /// A turn of a position is named, which has none.
    PositionHasNoTurns,
    /// The log has no such place.
    Place {
        /// A message that names the turns of the log.
        message: String,
        /// The number of turns of the log.
        turns: usize,
    },
    /// There is no turn to judge: none is proposed, and the log has none at the place.
    Nothing {
        /// The number of turns of the log.
        turns: usize,
    },
    /// The turn is not one in JSON.
    Json(ReadError),
    /// The turn is not one in words.
    Words(TurnWordsError),
}

impl<'t> ReadProposal<'t> {
    /// Reads a log or a position, and the turn to judge: another turn in words or in JSON, or by
    /// default the turn that the log has at this place. `turn` is the number of the place from 1,
    /// by default after the last turn.
    ///
    /// # Errors
    ///
    /// The log or the turn cannot be read, or there is no such turn.
    pub fn read(
        bytes: &'t [u8],
        turn: Option<usize>,
        proposed: Option<&'t str>,
    ) -> Result<ReadProposal<'t>, ProposalError> {
        let (log, start) = match LogOrPosition::read(bytes).map_err(ProposalError::Input)? {
            LogOrPosition::Log(log) => (*log, None),
            LogOrPosition::Position(_) if turn.is_some() => {
                return Err(ProposalError::PositionHasNoTurns);
            }
            LogOrPosition::Position(start) => (log_at_position(&start), Some(start)),
        };
        let text = text_of(bytes).map_err(ProposalError::Input)?;
        let turns = log.turns.len();
        let at = turn_index(&log, turn);
        let at = at.map_err(|message| ProposalError::Place { message, turns })?;
        let own = || locate(text, &format!("/turns/{at}")).map(|place| &text[place]);
        let proposed = proposed.or_else(own).ok_or(ProposalError::Nothing { turns })?;
        let is_in_words = proposed.trim_start().starts_with(|c: char| c.is_ascii_alphabetic());
        let (turn, turn_text) = if is_in_words {
            let turn = turn_from_words(proposed).map_err(ProposalError::Words)?;
            let text = layout::compact(&turn);
            (turn, text.into())
        } else {
            let turn = schema::Turn::read(proposed.as_bytes()).map_err(ProposalError::Json)?;
            (turn, proposed.into())
        };
        Ok(ReadProposal { text, log, start, at, turn, turn_text })
    }

    /// Returns whether the turn is judged at a position, without a log.
    pub const fn is_at_position(&self) -> bool {
        self.start.is_some()
    }

    /// Judges the turn. `input` names the log in the answer.
    ///
    /// # Errors
    ///
    /// Returns a message if the log cannot be followed up to the place, or if there is no such
    /// position.
    pub fn why(&self, input: InputFile, options: &JudgeOptions) -> Result<Why, String> {
        let Self { text, log, start, at, turn, turn_text } = self;
        let proposal = Proposal { input, text, log, at: *at, turn, turn_text, options };
        start.as_deref().map_or_else(|| why(&proposal), |start| why_at(start, &proposal))
    }
}

impl ProposalError {
    /// Returns a message that names the log.
    pub fn in_file(&self, name: impl std::fmt::Display) -> String {
        match self {
            Self::Input(error) => error.clone().in_file(name),
            Self::PositionHasNoTurns => "a position has no turns".to_owned(),
            Self::Place { message, .. } => message.clone(),
            Self::Nothing { .. } => {
                "there is no turn to judge: name a turn of the log, or propose one".to_owned()
            }
            Self::Json(ReadError { line, column, message, .. }) => {
                format!("the turn, line {line}, column {column}: {message}")
            }
            Self::Words(TurnWordsError { message, help }) => format!("the turn: {message}; {help}"),
        }
    }
}
