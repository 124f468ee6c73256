//! A log that is diagnosed: what was found, and the tables on the way there.

use serde_json::Value;
use splendor_core::{Game, Position, Turn, Violation};
use splendor_schema::{Level, Log};

use super::patch::Edit;
use crate::history::history;
use crate::verdict::{Breach, Judgment};
use crate::{Options, complete, lower};

/// Something that may have gone wrong, before it was tried.
#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) kind: &'static str,
    /// The turn that is edited, from 0.
    pub(super) turn: Option<usize>,
    pub(super) message: String,
    pub(super) edit: Vec<Edit>,
}

impl Candidate {
    /// A cause of no turn in particular.
    pub(super) fn of_log(kind: &'static str, message: impl Into<String>, edit: Vec<Edit>) -> Self {
        Self { kind, turn: None, message: message.into(), edit }
    }

    pub(super) fn of_turn(
        kind: &'static str,
        turn: usize,
        message: impl Into<String>,
        edit: Vec<Edit>,
    ) -> Self {
        Self { kind, turn: Some(turn), message: message.into(), edit }
    }
}

/// A log that is diagnosed.
pub(super) struct Case<'c, 'h> {
    pub(super) log: &'c Log,
    pub(super) value: &'c Value,
    pub(super) options: &'c Options,
    pub(super) judgment: &'c Judgment<'h>,
    /// The turn of the first finding, from 0; where it is of no turn, the one after the last.
    pub(super) at: usize,
    /// What is found first; none if the log asks for something that is not known.
    pub(super) breach: Option<Breach>,
    pub(super) game: Option<Game<'h>>,
    /// The position before each turn up to the one found, that one included, where there is one.
    pub(super) history: Vec<Position>,
}

impl<'c, 'h> Case<'c, 'h> {
    pub(super) fn new(
        log: &'c Log,
        value: &'c Value,
        options: &'c Options,
        judgment: &'c Judgment<'h>,
    ) -> Self {
        let first = judgment.findings.first();
        let dealt = judgment.last.is_some();
        let none = if dealt { log.turns.len() } else { 0 };
        let foreign = judgment.unsupported.iter().find_map(|one| match one {
            crate::Unsupported::Foreign { turn } => Some(*turn),
            _ => None,
        });
        let at = first.map_or_else(|| foreign.unwrap_or(none), |found| found.turn.unwrap_or(none));
        let mut history = if dealt { history(log, options, at, judgment) } else { Vec::new() };
        history.truncate(at + 1);
        let game = judgment.last.as_ref().map(|(game, _)| *game);
        let breach = first.map(|found| found.breach);
        Self { log, value, options, judgment, at, breach, game, history }
    }

    /// The breach that is found first.
    pub(super) fn violation(&self) -> Option<&Violation> {
        self.breach.as_ref().map(Breach::violation)
    }

    /// The value of a turn.
    pub(super) fn told(&self, at: usize) -> &Value {
        &self.value["turns"][at]
    }

    /// A turn as the core understands it, of the seat whose turn it is; none if something in it is
    /// unknown or left out.
    pub(super) fn whole(&self, at: usize, position: &Position) -> Option<Turn> {
        let told = self.log.turns.get(at)?;
        let whole = complete::is_whole(told, &self.log.omits);
        lower::lower_turn(&self.game?, told, position.to_move()).filter(|_| whole)
    }

    /// Whether the turns from one to another can be played, as far as the core alone can tell: a
    /// sieve before an edited log is judged.
    pub(super) fn can_follow(&self, mut position: Position, from: usize, to: usize) -> bool {
        let Some(game) = self.game else { return true };
        for at in from..to.min(self.log.turns.len()) {
            let Some(turn) = self.whole(at, &position) else { return true };
            match position.play(&game, &turn) {
                Ok((_, events)) if events.unknown.is_some() => return true,
                Ok((next, _)) => position = next,
                Err(_) => return false,
            }
        }
        true
    }

    /// The number of seats.
    pub(super) fn seats(&self) -> usize {
        self.log.players.len()
    }

    /// The text of a value that a pointer leads to.
    pub(super) fn text(&self, pointer: &str) -> Option<&'c str> {
        self.value.pointer(pointer).and_then(Value::as_str)
    }
}

/// The levels with the names of their lists.
pub(super) const LEVELS: [(Level, &str); 3] =
    [(Level::One, "level1"), (Level::Two, "level2"), (Level::Three, "level3")];

/// Returns the name of the list of a card's level.
pub(super) fn level_of(card: &str) -> &'static str {
    match card.as_bytes().first() {
        Some(b'a') => "level1",
        Some(b'b') => "level2",
        _ => "level3",
    }
}
