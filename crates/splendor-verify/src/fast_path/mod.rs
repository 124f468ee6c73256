//! The fast path for legal logs: it judges a log while it reads it, and keeps no turn.
//!
//! Most logs are legal and leave nothing open. The report on such a log needs no turn after it was
//! played. So this path reads each turn straight into a turn of the core, plays it in
//! place, and forgets it.
//!
//! It is safe because it only ever says "legal", of a log or of its first turns. If it meets
//! anything that it does not understand, finds wrong or would have to explain, it stops before that
//! turn. Then the log is read as a whole, and the replay starts at that turn. If no fast reader can
//! read the text there, the strict reader reads the log at once. The replay starts at the
//! first turn if the log omits facts, or if the replay has to keep going after an illegal turn.
//! Four facts limit what this path may call legal:
//!
//! - It reads with [`FastReader`], which accepts no text that the strict reader rejects.
//! - [`Frame`] gives no log that lacks a field which the strict reader requires.
//! - It finds a component in the table of the game, so that the id is well formed.
//! - It calls the same core and the same comparisons with claims as the replay does.
//!
//! Tests compare its reports with those of [`verify_by_replay`](crate::verify_by_replay): for every
//! file in `replays`, for generated games of every module, and for spoiled logs. Two fuzz targets
//! do the same for any bytes and for generated games.

#[cfg(test)]
mod tests;
mod turn;

use splendor_core::{Game, Position, invariant};
use splendor_schema::id::CityId;
use splendor_schema::json::TurnSpan;
use splendor_schema::json::fast::FastReader;
use splendor_schema::log::{BodyReader, Frame, Setup, SetupParts};
use splendor_schema::{InputFile, Report, Turn, limits};

use crate::from_log::Lists;
use crate::replay::{JudgedPrefix, play_if_quiet};
use crate::report::Original;
use crate::rulings::{differences, game_under};
use crate::verdict::{Inferred, Judgment, OwnedGame};
use crate::{JudgeOptions, ReportScope, ReportSource, claims};

use turn::ReadTurn;

/// The place where this path stopped, in a log that it cannot call legal. The text after that place
/// may not even be a log.
#[derive(Debug, Default)]
pub(crate) struct StopPoint {
    /// The result of the turns before that place; `None` if the setup already stopped this path.
    pub(crate) prefix: Option<Box<JudgedPrefix>>,
    /// The place of these turns, if the fast reader of whole logs cannot read the text after them,
    /// either.
    pub(crate) turns_before_unreadable: Option<TurnSpan>,
}

/// Returns the report on a log, if the log is legal and leaves nothing open.
pub(crate) fn report(
    input: &InputFile,
    text: &str,
    options: &JudgeOptions,
    scope: ReportScope,
) -> Result<Report, StopPoint> {
    let mut judge = FastJudge { options, scope, game: None, stopped_at_readable_turn: false };
    let frame = Frame::read(text, &mut judge);
    let game = judge.game.ok_or_else(StopPoint::default)?;
    let stopped_at_unreadable_text = frame.is_none() && !judge.stopped_at_readable_turn;
    let source = ReportSource { input: input.clone(), text: Original::from(text) };
    let report = frame.and_then(|frame| game.report(frame, &source, options, scope));
    report.ok_or_else(|| StopPoint {
        turns_before_unreadable: stopped_at_unreadable_text.then_some(game.turns),
        prefix: Some(game.into_prefix()),
    })
}

/// Judges the setup and the turns of a log while they are read.
struct FastJudge<'o> {
    options: &'o JudgeOptions,
    scope: ReportScope,
    /// The game, after its setup was read.
    game: Option<GameInProgress>,
    /// Whether this path stopped at a turn that the fast reader of whole logs reads.
    stopped_at_readable_turn: bool,
}

/// A game, its position after the turns that were read, and the facts for the report.
struct GameInProgress {
    game: Game<'static>,
    /// The cities as the log lists them: a report may have a note on one, with its place.
    cities: Option<Vec<CityId>>,
    position: Position,
    /// The place and the number of the turns that were judged.
    turns: TurnSpan,
    inferred: Vec<Inferred>,
}

impl BodyReader for FastJudge<'_> {
    fn read_setup(&mut self, frame: &Frame, reader: &mut FastReader<'_>) -> Option<()> {
        let seats = frame.players.as_ref()?.len();
        let game = game_under(frame.rules.as_ref()?, seats, self.options).ok()?;
        // Cards with powers bring more parts of a turn than this path reads.
        if game.rules.modules.have_sun_never_sets() {
            return None;
        }
        let parts = SetupParts::read(reader, |reader| turn::card(reader, game.components))?;
        let cities = parts.cities.clone();
        let lists = Lists::of_parts(parts, game.components)?;
        let position = Position::deal(&game, &lists.setup_for(seats)).ok()?;
        self.game = Some(GameInProgress {
            game,
            cities,
            position,
            turns: TurnSpan::default(),
            inferred: Vec::new(),
        });
        Some(())
    }

    fn read_turns(&mut self, _: &Frame, reader: &mut FastReader<'_>) -> Option<()> {
        let game = self.game.as_mut()?;
        let scope = self.scope;
        let stopped_at_readable_turn = &mut self.stopped_at_readable_turn;
        reader.list(limits::TURNS, |reader| {
            let start = reader.next_place();
            let Some(turn) = ReadTurn::read(reader, game.game.components) else {
                *stopped_at_readable_turn = is_readable(&mut reader.starting_at(start));
                return None;
            };
            // A full report lists the data that nothing was compared with.
            let can_report = scope == ReportScope::Brief || turn.ext.is_none();
            let is_quiet = can_report && game.play(&turn).is_some();
            if !is_quiet {
                *stopped_at_readable_turn = true;
                return None;
            }
            game.turns.add(start);
            Some(())
        })
    }
}

/// Returns whether the fast reader of whole logs reads the next turn. Unlike [`ReadTurn`], it reads
/// foreign turns and components that the game lacks.
#[cold]
fn is_readable(reader: &mut FastReader<'_>) -> bool {
    Turn::read_fast(reader, &mut Vec::new()).is_some()
}

impl GameInProgress {
    /// Plays a turn; `None` if it is not legal, leaves a fact open, or makes a claim that is false
    /// or cannot be checked. `None` leaves the position as it was.
    fn play(&mut self, read: &ReadTurn) -> Option<()> {
        let Self { game, position, .. } = self;
        let turn = read.turn(position.to_move())?;
        let events = play_if_quiet(game, position, &turn, read.after.as_ref())?;
        let refill = Inferred::of_refill(game.components, self.turns.count(), &turn, &events);
        self.inferred.extend(refill);
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
        let log = frame.into_log(setup, Vec::new())?;
        // `omits` may come after the turns.
        if !log.omits.is_empty() || !differences(&log, options).is_empty() {
            return None;
        }
        invariant::assert_position(&self.game, &self.position);
        let inferred = self.inferred.clone();
        let judged = self.turns.count();
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
        Box::new(JudgedPrefix { position, turns: turns.count(), inferred })
    }
}
