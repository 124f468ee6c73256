//! An open document and the logs in it.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use splendor_input::Pieces;
use splendor_schema::diagnosis::Diagnosis;
use splendor_schema::{InputFile, Log};
use splendor_verify::ReportSource;

use crate::Settings;
use crate::protocol::{Change, Diagnostic, Position};
use crate::text::{Encoding, Text};

/// A document with this in it is meant as a log. An editor sends every other JSON file too, and the
/// server ignores it.
const FORMAT: &str = "splendor-log/";

/// A version of an open document.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) uri: String,
    pub(crate) version: i64,
    pub(crate) text: Text,
    /// The logs: one, or one for each line.
    pub(crate) games: Vec<Game>,
    /// The issues, once this version has been judged and the client has them.
    pub(crate) found: OnceLock<Vec<LogIssue>>,
    /// Whether the client has changed or closed this version.
    superseded: AtomicBool,
}

/// A log in a document.
#[derive(Debug)]
pub(crate) struct Game {
    /// The number of the log in the document and the line where it begins, from 1.
    number: u64,
    line: u64,
    pub(crate) bytes: Range<usize>,
    /// The causes of its illegal turn, once somebody asked for them.
    diagnosis: OnceLock<Option<Diagnosis>>,
}

/// An issue of a log.
#[derive(Clone, Debug)]
pub(crate) struct LogIssue {
    /// The index of the log in its document.
    pub(crate) game: usize,
    pub(crate) diagnostic: Diagnostic,
}

impl Document {
    pub(crate) fn new(uri: String, version: i64, text: String, encoding: Encoding) -> Self {
        Self::of(uri, version, Text::new(text, encoding))
    }

    fn of(uri: String, version: i64, text: Text) -> Self {
        Self {
            uri,
            version,
            games: games(&text),
            text,
            found: OnceLock::new(),
            superseded: AtomicBool::new(false),
        }
    }

    /// Returns the document after changes, each of which counts on the text after those before it.
    pub(crate) fn changed(self: Arc<Self>, version: i64, changes: Vec<Change>) -> Self {
        // A job may still read the text.
        let (uri, text) = match Arc::try_unwrap(self) {
            Ok(document) => (document.uri, document.text),
            Err(shared) => (shared.uri.clone(), shared.text.clone()),
        };
        let change = |text: Text, change: Change| text.changed(change.range, &change.text);
        Self::of(uri, version, changes.into_iter().fold(text, change))
    }

    /// Takes note that the client has changed or closed this version.
    pub(crate) fn supersede(&self) {
        self.superseded.store(true, Ordering::Relaxed);
    }

    /// Returns whether the client has changed or closed this version.
    pub(crate) fn is_superseded(&self) -> bool {
        self.superseded.load(Ordering::Relaxed)
    }

    /// Returns the log around a place, and the byte of the place in that log.
    pub(crate) fn game_at(&self, place: Position) -> Option<(&Game, usize)> {
        let offset = self.text.offset(place);
        let is_around = |game: &&Game| (game.bytes.start..=game.bytes.end).contains(&offset);
        let game = self.games.iter().find(is_around)?;
        Some((game, offset - game.bytes.start))
    }

    /// Returns the text of a log.
    pub(crate) fn text_of(&self, game: &Game) -> &str {
        &self.text.as_str()[game.bytes.clone()]
    }

    /// Returns the log with its text and input, if it can be read.
    pub(crate) fn source(&self, game: &Game) -> Option<(Log, ReportSource<'_>)> {
        let text = self.text_of(game);
        let log = Log::read(text.as_bytes()).ok()?;
        Some((log, ReportSource { input: self.input(game), text: text.into() }))
    }

    /// Returns the input that reports name.
    pub(crate) fn input(&self, game: &Game) -> InputFile {
        InputFile { name: self.uri.as_str().into(), game: game.number, line: game.line }
    }

    /// Returns the possible causes of the illegal turn of a log. The search runs once a version.
    pub(crate) fn diagnosis<'d>(
        &'d self,
        game: &'d Game,
        settings: &Settings,
    ) -> Option<&'d Diagnosis> {
        let search = || {
            let (log, source) = self.source(game)?;
            Some(splendor_verify::diagnose(&source, &log, &settings.options))
        };
        game.diagnosis.get_or_init(search).as_ref()
    }
}

/// Splits a document into its logs, as `splendor verify` splits a file.
fn games(text: &Text) -> Vec<Game> {
    let mut games = Vec::new();
    if !text.as_str().contains(FORMAT) {
        return games;
    }
    let Ok(mut pieces) = Pieces::open(text.as_str().as_bytes()) else { return games };
    while let Ok(Some(piece)) = pieces.next_piece() {
        let line = usize::try_from(piece.line - 1).unwrap_or(usize::MAX);
        let start = text.line_start(line);
        // A log that is too large is cut after any byte; it must not get shorter than that.
        let bytes = start..text.as_str().ceil_char_boundary(start + piece.bytes.len());
        let diagnosis = OnceLock::new();
        games.push(Game { number: piece.game, line: piece.line, bytes, diagnosis });
    }
    games
}
