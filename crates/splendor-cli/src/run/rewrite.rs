//! `splendor redact`: reads logs and writes them with less in them.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use splendor_schema::json::layout;
use splendor_schema::{InputFile, Log, limits};
use splendor_verify::redact::{NoSeat, Redactions};
use splendor_verify::words::count_with_noun;

use crate::error::{CliError, ExitStatus, Message, eprint_line};
use crate::files::{self, LogPath};
use crate::run::input::{self, Consumer, ReadConfig};
use crate::run::item::{Input, Item};
use crate::run::log_output::LogOutput;
use crate::run::status::RunStatus;

/// Removes something from a log; returns the removed fields.
type Change<'c> = &'c (dyn Fn(&mut Log) -> Result<Redactions, NoSeat> + Sync);

/// The result of one item: a changed log as text with the missing facts, or an error.
type Rewritten = Result<(String, Redactions), Skipped>;

/// Why nothing is written of an item.
enum Skipped {
    /// This log cannot be changed; later ones may be.
    Log(ExitStatus, Message),
    /// The input cannot be read any further.
    Input(CliError),
}

/// Writes the logs of a file as `change` makes them; returns the exit status.
pub(crate) fn rewrite(
    log: &PathBuf,
    output: Option<&PathBuf>,
    change: Change<'_>,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    files::check_not_folder(output)?;
    let work = |items: Vec<Item>| {
        items.into_iter().filter_map(|item| changed(log, item, change)).collect::<Vec<_>>()
    };
    let mut writer = LogWriter {
        output: LogOutput::new(output.map(PathBuf::as_path), std::slice::from_ref(log), out),
        logs: 0,
        status: RunStatus::default(),
        left_out: Redactions::default(),
    };
    // One thread is enough: reading and writing take most of the time.
    let config = ReadConfig { archives: false, ..ReadConfig::new(1) };
    input::run(vec![Input::Logs(LogPath::named(log))], &config, &work, &mut writer)?;
    writer.finish()
}

/// Changes a log. The end of an input has no result.
fn changed(path: &Path, item: Item, change: Change<'_>) -> Option<Rewritten> {
    match item {
        Item::Log(input, bytes, _) => {
            let changed = changed_log(path, &input, &bytes, change);
            Some(changed.map_err(|(exit, message)| Skipped::Log(exit, message)))
        }
        Item::Error(error) => {
            let (message, exit) = (error.message, error.kind.exit());
            Some(Err(Skipped::Input(CliError { message, exit })))
        }
        Item::End(_) | Item::LeftOut(_) | Item::ForeignGame(..) | Item::Unreadable(..) => None,
    }
}

fn changed_log(
    path: &Path,
    input: &InputFile,
    bytes: &[u8],
    change: Change<'_>,
) -> Result<(String, Redactions), (ExitStatus, Message)> {
    let name = &input.name;
    let mut log = Log::read(bytes).map_err(|error| {
        let line = input.line + error.line as u64 - 1;
        let text = format!("{name}:{line}:{}: {}; it is not written", error.column, error.message);
        let message = Message::new(text).help(files::help_for_non_log(path, bytes));
        (ExitStatus::NotJudged, message)
    })?;
    let left_out = change(&mut log).map_err(|no_seat| {
        let text = format!("{name}:{}:1: {no_seat}; it is not written", input.line);
        (ExitStatus::NoResult, Message::new(text).help("name a seat of the log, or --spectator"))
    })?;
    Ok((text(&log, bytes), left_out))
}

/// Writes logs to standard output or to a file, and counts the missing facts.
struct LogWriter<'w> {
    output: LogOutput<'w>,
    logs: u64,
    status: RunStatus,
    left_out: Redactions,
}

impl Consumer<Vec<Rewritten>> for LogWriter<'_> {
    fn take(&mut self, results: Vec<Rewritten>) -> ControlFlow<()> {
        for result in results {
            let written = match result {
                Ok((text, left_out)) => {
                    self.logs += 1;
                    self.left_out.add(&left_out);
                    self.output.write(&text)
                }
                Err(Skipped::Log(exit, message)) => {
                    self.status.add(exit);
                    message.print();
                    Ok(())
                }
                Err(Skipped::Input(error)) => self.output.flush().and(Err(error)),
            };
            self.status.check(written)?;
        }
        ControlFlow::Continue(())
    }
}

impl LogWriter<'_> {
    fn finish(mut self) -> Result<ExitStatus, CliError> {
        self.status.result()?;
        self.output.flush()?;
        self.report();
        Ok(self.status.exit())
    }

    /// Prints the missing facts to standard error.
    fn report(&self) {
        if self.logs == 0 {
            return;
        }
        let logs = count_with_noun(self.logs, "log", "logs");
        if self.left_out.is_empty() {
            return eprint_line(&format!("{logs} written, nothing left out"));
        }
        eprint_line(&format!("{logs} written, left out: {}", self.left_out));
        let unread = |field: &str| field.ends_with("ext") || field == "turns.foreign";
        if self.left_out.iter().any(|(field, _)| unread(field)) {
            eprint_line("note: `ext` and `foreign` may contain anything, so they are not written");
        }
    }
}

/// Returns a log as text. A log on one line stays on one line, so that JSON Lines remain JSON
/// Lines; a document stays a document, unless it would become larger than a log may be.
pub(crate) fn text(log: &Log, bytes: &[u8]) -> String {
    let document = bytes.contains(&b'\n').then(|| layout::pretty_log(log));
    let document = document.filter(|text| text.len() <= limits::LOG_BYTES);
    document.unwrap_or_else(|| layout::json_line(log))
}
