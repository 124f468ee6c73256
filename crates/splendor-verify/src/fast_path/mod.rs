//! The fast path for legal logs: it judges a log while it reads it, and keeps no turn.
//!
//! Most logs are legal and leave nothing open. The report on such a log needs no turn after it was
//! played. So this path reads each turn straight into a turn of the core, plays it in
//! place, and forgets it.
//!
//! It is safe because it only ever says "legal", of a log or of its first turns. If it meets
//! anything that it does not understand, finds wrong or would have to explain, it stops before that
//! turn. Then the log is read as a whole, and the replay starts at that turn. It starts at the first
//! turn if the log omits facts, or if the replay has to keep going after an illegal turn.
//! Four facts limit what this path may call legal:
//!
//! - It reads with the [`Reader`] of all formats.
//! - [`Frame`] gives no log that lacks a required field.
//! - It finds a component in the table of the game, so that the id is well formed.
//! - It calls the same core and the same comparisons with claims as the replay does.
//!
//! Tests compare its reports with those of [`verify_by_replay`](crate::verify_by_replay): for every
//! file in `replays`, for generated games of every module, and for spoiled logs. Two fuzz targets
//! do the same for any bytes and for generated games.

#[cfg(test)]
mod tests;
mod turn;

use splendor_core::{City, Game, Position, invariant};
use splendor_schema::json::reader::{Failed, Reader};
use splendor_schema::log::{BodyReader, Frame, Setup, SetupParts};
use splendor_schema::{InputFile, Report, limits};

use crate::from_log::Lists;
use crate::replay::{JudgedPrefix, play_if_quiet};
use crate::rulings::{differences, game_under};
use crate::verdict::{Inferred, Judgment, OwnedGame};
use crate::{JudgeOptions, ReportScope, ReportSource, claims};

use turn::ReadTurn;

/// Returns the report on a log, if the log is legal and leaves nothing open. Otherwise returns the
/// result of the turns that were played; `None` if no setup was accepted.
pub(crate) fn report(
    input: &InputFile,
    text: &str,
    options: &JudgeOptions,
    scope: ReportScope,
) -> Result<Report, Option<Box<JudgedPrefix>>> {
    let mut judge = FastJudge { options, scope, game: None };
    let mut reader = Reader::new(text);
    let frame = Frame::read(&mut reader, &mut judge).and_then(|(_, frame)| {
        reader.end()?;
        Ok(frame)
    });
    let game = judge.game.ok_or(None)?;
    let source = ReportSource { input: input.clone(), text: text.into() };
    let report = frame.ok().and_then(|frame| game.report(frame, &source, options, scope));
    report.ok_or_else(|| Some(game.into_prefix()))
}

/// Judges the setup and the turns of a log while they are read.
struct FastJudge<'o> {
    options: &'o JudgeOptions,
    scope: ReportScope,
    /// The game, after its setup was read.
    game: Option<GameInProgress>,
}

/// A game, its position after the turns that were read, and the facts for the report.
struct GameInProgress {
    game: Game<'static>,
    /// The cities as the log lists them: a report may have a note on one, with its place.
    cities: Option<Vec<City>>,
    position: Position,
    /// Whether the list of turns was read.
    has_turns: bool,
    /// The number of turns that were judged.
    turns: usize,
    inferred: Vec<Inferred>,
}

impl BodyReader for FastJudge<'_> {
    fn read_setup(&mut self, frame: &Frame, reader: &mut Reader<'_>) -> Result<(), Failed> {
        let (None, Some(rules), Some(players)) = (&self.game, &frame.rules, &frame.players) else {
            return Err(reader.stop());
        };
        let seats = players.len();
        let game = game_under(rules, seats, self.options).map_err(|_| reader.stop())?;
        // Cards with powers bring more parts of a turn than this path reads.
        if game.rules.modules.have_sun_never_sets() {
            return Err(reader.stop());
        }
        let parts = SetupParts::read(reader, |reader| turn::card(reader, game.components))?;
        let cities = parts.cities.clone();
        let lists = Lists::of_parts(parts, game.components).ok_or_else(|| reader.stop())?;
        let position = Position::deal(&game, &lists.setup_for(seats));
        let position = position.map_err(|_| reader.stop())?;
        self.game = Some(GameInProgress {
            game,
            cities,
            position,
            has_turns: false,
            turns: 0,
            inferred: Vec::new(),
        });
        Ok(())
    }

    fn read_turns(&mut self, _: &Frame, reader: &mut Reader<'_>) -> Result<(), Failed> {
        let Some(game) = self.game.as_mut().filter(|game| !game.has_turns) else {
            return Err(reader.stop());
        };
        game.has_turns = true;
        let scope = self.scope;
        reader.list("a list", limits::TURNS, |reader| {
            let turn = ReadTurn::read(reader, game.game.components)?;
            // A full report lists the data that nothing was compared with.
            let can_report = scope == ReportScope::Brief || turn.ext.is_none();
            if can_report && game.play(&turn).is_some() { Ok(()) } else { Err(reader.stop()) }
        })
    }
}

impl GameInProgress {
    /// Plays a turn; `None` if it is not legal, leaves a fact open, or makes a claim that is false
    /// or cannot be checked. `None` leaves the position as it was.
    fn play(&mut self, read: &ReadTurn) -> Option<()> {
        let Self { game, position, .. } = self;
        let turn = read.turn(position.to_move())?;
        let events = play_if_quiet(game, position, &turn, read.after.as_ref())?;
        let refill = Inferred::of_refill(game.components, self.turns, &turn, &events);
        self.inferred.extend(refill);
        self.turns += 1;
        Some(())
    }

    /// Returns the report on the log, if it is legal. `frame` contains the fields other than the
    /// setup and the turns.
    fn report(
        &self,
        frame: Frame,
        source: &ReportSource<'_>,
        options: &JudgeOptions,
        scope: ReportScope,
    ) -> Option<Report> {
        let setup = Setup { cities: self.cities.clone(), ..Setup::default() };
        let log = frame.into_log(Some(setup), Some(Vec::new())).ok()?;
        // `omits` may come after the turns.
        if !self.has_turns || !log.omits.is_empty() || !differences(&log, options).is_empty() {
            return None;
        }
        invariant::assert_position(&self.game, &self.position);
        let inferred = self.inferred.clone();
        let judged = self.turns;
        let mut judgment = Judgment { inferred, judged, ..Judgment::nothing() };
        claims::of_end_after(&log, judged, &self.game, &self.position, &mut judgment);
        if !judgment.findings.is_empty() {
            return None;
        }
        judgment.game = Some(OwnedGame::from(&self.game));
        judgment.position = Some(self.position);
        let report = scope.report(source, &log, &judgment, options);
        Some(Report { plies: judged as u64, ..report })
    }

    fn into_prefix(self) -> Box<JudgedPrefix> {
        let Self { position, turns, inferred, .. } = self;
        Box::new(JudgedPrefix { position, turns, inferred })
    }
}
