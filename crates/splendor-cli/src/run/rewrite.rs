//! `splendor redact` and `splendor anonymize`: logs are read, and written with less in them.

use std::io::{self, Write};
use std::path::Path;

use splendor_schema::{Log, limits};
use splendor_verify::input::Piece;
use splendor_verify::{LeftOut, NoSeat};

use crate::args::Files;
use crate::error::{CliError, ExitStatus, Message, eprint_line};
use crate::files;
use crate::files::name_of;

/// What makes of a log one with less in it.
type Change<'c> = &'c dyn Fn(&mut Log) -> Result<LeftOut, NoSeat>;

/// Where logs go: a file is opened with the first of them, so that none is lost to a mistyped name.
struct Target<'t> {
    told: &'t Files,
    file: Option<Box<dyn Write>>,
    out: &'t mut dyn Write,
}

impl Target<'_> {
    fn write(&mut self, text: &str) -> Result<(), CliError> {
        if let (None, Some(path)) = (&self.file, &self.told.output) {
            self.file = Some(files::create(path, &self.told.log)?);
        }
        match &mut self.file {
            Some(file) => file.write_all(text.as_bytes()).map_err(|error| self.not_written(&error)),
            None => Ok(self.out.write_all(text.as_bytes())?),
        }
    }

    fn flush(&mut self) -> Result<(), CliError> {
        let flushed = self.file.as_mut().map_or(Ok(()), Write::flush);
        flushed.map_err(|error| self.not_written(&error))
    }

    fn not_written(&self, error: &io::Error) -> CliError {
        let path = self.told.output.as_deref().unwrap_or(Path::new("-"));
        files::not_written(path, error)
    }
}

/// What all logs together come to.
struct Tally {
    logs: u64,
    status: ExitStatus,
    left_out: LeftOut,
}

/// Writes logs with less in them; returns the exit status.
pub(crate) fn rewrite(
    told: &Files,
    change: Change<'_>,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    files::no_folder(told.output.as_ref())?;
    let mut target = Target { told, file: None, out };
    let mut tally = Tally { logs: 0, status: ExitStatus::Success, left_out: LeftOut::default() };
    let mut failed = None;
    let mut pieces = 0;
    let read = files::read(&told.log, &mut |piece| {
        pieces += 1;
        if failed.is_none() {
            let text = tally.piece(&told.log, &piece, change);
            failed = text.and_then(|text| target.write(&text).err());
        }
    });
    if let Some(failure) = failed {
        return Err(failure);
    }
    target.flush()?;
    if let Err(error) = read {
        return Err(files::not_read(&told.log, &error, ExitStatus::NotJudged));
    }
    if pieces == 0 {
        return Err(files::nothing_in(&told.log, files::EMPTY));
    }
    tally.tell();
    Ok(tally.status)
}

impl Tally {
    /// Returns the changed log as text; if it is no log or cannot be changed so, that is said, and
    /// nothing of it is written.
    fn piece(&mut self, path: &Path, piece: &Piece<'_>, change: Change<'_>) -> Option<String> {
        let name = name_of(path);
        let changed = Log::read(piece.bytes)
            .map_err(|error| {
                let line = piece.line + error.line as u64 - 1;
                let step = files::step_of_no_log(path, piece.bytes);
                let exit = ExitStatus::NotJudged;
                (exit, format!("{name}:{line}:{}: {}", error.column, error.message), step)
            })
            .and_then(|mut log| match change(&mut log) {
                Ok(left_out) => Ok((log, left_out)),
                Err(no_seat) => {
                    let step = "name a seat of the log, or --spectator".to_owned();
                    Err((ExitStatus::Usage, format!("{name}:{}:1: {no_seat}", piece.line), step))
                }
            });
        match changed {
            Ok((log, left_out)) => {
                self.logs += 1;
                self.left_out.add(&left_out);
                Some(text(&log, piece))
            }
            Err((status, message, step)) => {
                self.status = self.status.max(status);
                Message::new(format!("{message}; it is not written")).help(step).print();
                None
            }
        }
    }

    /// Says what was left out, to who watches.
    fn tell(&self) {
        let logs = match self.logs {
            0 => return,
            1 => "1 log".to_owned(),
            logs => format!("{logs} logs"),
        };
        if self.left_out.is_empty() {
            return eprint_line(&format!("{logs} written, nothing left out"));
        }
        eprint_line(&format!("{logs} written, left out: {}", self.left_out));
        let unread = |field: &str| field.ends_with("ext") || field == "turns.foreign";
        if self.left_out.iter().any(|(field, _)| unread(field)) {
            eprint_line(
                "note: `ext` and `foreign` may hold anything, so nothing of them is written",
            );
        }
    }
}

/// A log that came in one line goes in one line, so that JSON Lines stay that; another is laid out,
/// unless that would be more than a log may hold.
fn text(log: &Log, piece: &Piece<'_>) -> String {
    let laid_out = piece.bytes.contains(&b'\n').then(|| splendor_verify::layout(log));
    let laid_out = laid_out.filter(|text| text.len() <= limits::LOG_BYTES);
    laid_out.unwrap_or_else(|| splendor_verify::one_line(log))
}
