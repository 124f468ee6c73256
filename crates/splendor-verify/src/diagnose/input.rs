//! The log under diagnosis, with its first finding and the positions that led to it.

use serde_json::Value;
use splendor_core::{Card, Components, Game, Position, Row, Turn, Violation};
use splendor_schema::Log;
use splendor_schema::diagnosis::CauseKind;

use super::patch::Edit;
use crate::replay::history;
use crate::verdict::{Breach, Judgment};
use crate::{JudgeOptions, complete, from_log};

/// A possible cause that has not been tried yet.
#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) kind: CauseKind,
    /// The edited turn, from 0; `None` if the edit concerns no single turn.
    pub(super) turn: Option<usize>,
    pub(super) message: String,
    pub(super) edit: Vec<Edit>,
}

impl Candidate {
    /// A cause that concerns the log as a whole.
    pub(super) fn of_log(kind: CauseKind, message: impl Into<String>, edit: Vec<Edit>) -> Self {
        Self { kind, turn: None, message: message.into(), edit }
    }

    pub(super) fn of_turn(
        kind: CauseKind,
        turn: usize,
        message: impl Into<String>,
        edit: Vec<Edit>,
    ) -> Self {
        Self { kind, turn: Some(turn), message: message.into(), edit }
    }
}

/// The log under diagnosis, with its judgment.
pub(super) struct DiagnosisInput<'i> {
    pub(super) log: &'i Log,
    pub(super) value: &'i Value,
    pub(super) options: &'i JudgeOptions,
    pub(super) judgment: &'i Judgment,
    /// The turn of the first finding, from 0. If the finding has no turn, the number of turns.
    pub(super) at: usize,
    /// The first finding; `None` if the log is unsupported rather than illegal.
    pub(super) breach: Option<Breach>,
    pub(super) game: Option<Game<'i>>,
    /// The positions before turns 0 to `at`, inclusive; empty if the setup was rejected.
    pub(super) history: Vec<Position>,
}

impl<'i> DiagnosisInput<'i> {
    pub(super) fn new(
        log: &'i Log,
        value: &'i Value,
        options: &'i JudgeOptions,
        judgment: &'i Judgment,
    ) -> Self {
        let first = judgment.findings.first();
        let dealt = judgment.last().is_some();
        let none = if dealt { log.turns.len() } else { 0 };
        let foreign = judgment.unsupported.iter().find_map(|one| match one {
            crate::Unsupported::Foreign { turn } => Some(*turn),
            _ => None,
        });
        let at = first.map_or_else(|| foreign.unwrap_or(none), |found| found.turn.unwrap_or(none));
        let mut history = if dealt { history(log, at, judgment) } else { Vec::new() };
        history.truncate(at + 1);
        let game = judgment.last().map(|(game, _)| game);
        let breach = first.map(|found| found.breach);
        Self { log, value, options, judgment, at, breach, game, history }
    }

    /// Returns the violation of the first finding.
    pub(super) fn violation(&self) -> Option<&Violation> {
        self.breach.as_ref().map(Breach::violation)
    }

    /// Returns a turn as JSON.
    pub(super) fn turn_value(&self, at: usize) -> &Value {
        &self.value["turns"][at]
    }

    /// Returns a turn as the core represents it, acted by the seat to move. `None` if the turn
    /// omits a fact or names something unknown.
    pub(super) fn complete_turn(&self, at: usize, position: &Position) -> Option<Turn> {
        let logged = self.log.turns.get(at)?;
        let omits_nothing = complete::omits_nothing(logged, &self.log.omits);
        from_log::turn_from_log(&self.game?, logged, position.to_move()).filter(|_| omits_nothing)
    }

    /// Returns whether the core can play the turns `from..to`.
    ///
    /// A cheap filter before an edited log is judged. It answers `true` as soon as a fact is
    /// missing, so it rejects only edits that the core refutes.
    pub(super) fn can_follow(&self, mut position: Position, from: usize, to: usize) -> bool {
        let Some(game) = self.game else { return true };
        for at in from..to.min(self.log.turns.len()) {
            let Some(turn) = self.complete_turn(at, &position) else { return true };
            match position.play(&game, &turn) {
                Ok(events) if events.unknown.is_some() => return true,
                Ok(_) => {}
                Err(_) => return false,
            }
        }
        true
    }

    /// Returns the number of seats.
    pub(super) fn seats(&self) -> usize {
        self.log.players.len()
    }

    /// Returns the string at a JSON pointer.
    pub(super) fn text(&self, pointer: &str) -> Option<&'i str> {
        self.value.pointer(pointer).and_then(Value::as_str)
    }
}

/// Returns the keys of the rows in a log.
pub(super) fn row_names() -> impl Iterator<Item = &'static str> {
    Row::ALL.into_iter().map(Row::key)
}

/// Returns the ids of the published cards of a row.
pub(super) fn cards_of(level: &str) -> Vec<String> {
    let all = Components::with_orient();
    let ids = all.cards().iter().map(|id| all.card(id).to_string());
    ids.filter(|id| level_of(id) == level).collect()
}

/// Returns the key of the lists that hold a card of this id.
pub(super) fn level_of(card: &str) -> &'static str {
    Card::parse(card).map_or("level3", |card| card.row().key())
}
