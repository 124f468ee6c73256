//! One of the outputs of a run: a report in one format.

use std::io::{self, Write};
use std::path::Path;

use splendor_render::{CiFormat, RunError, RunSummary};

use crate::args::Format;
use crate::error::{CliError, ExitStatus};
use crate::files;
use crate::run::journal::ListParts;
use crate::run::output::Output;

/// What a report contains.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReportKind {
    pub(crate) format: Format,
    pub(crate) color: bool,
    /// Whether logs that pass are left out.
    pub(crate) quiet: bool,
    /// Whether it is a summary, without reports on logs.
    pub(crate) summary: bool,
}

/// An output of a run, with its format.
pub(crate) struct ReportOutput<'o> {
    kind: ReportKind,
    target: Output<'o>,
    /// The file that the output goes to; `None` for standard output.
    path: Option<&'o Path>,
    /// The address of the book that SARIF links to.
    book: Option<&'o str>,
    pub(crate) parts: ListParts,
}

impl<'o> ReportOutput<'o> {
    pub(crate) fn new(
        kind: ReportKind,
        target: Output<'o>,
        path: Option<&'o Path>,
        book: Option<&'o str>,
    ) -> Self {
        Self { kind, target, path, book, parts: ListParts::default() }
    }

    /// Writes the report on a log.
    pub(crate) fn write(&mut self, text: &str) -> Result<(), CliError> {
        if text.is_empty() {
            return Ok(());
        }
        self.begin()?;
        let listed = self.kind.format.of_ci().is_some_and(CiFormat::is_list);
        // Each entry brings the comma before it; the first one needs none.
        let first = listed && !std::mem::replace(&mut self.parts.listed, true);
        self.write_all(if first { text.trim_start_matches(',') } else { text })
    }

    /// Writes the head, once.
    fn begin(&mut self) -> Result<(), CliError> {
        let Some(format) = self.kind.format.of_ci() else { return Ok(()) };
        if std::mem::replace(&mut self.parts.begun, true) {
            return Ok(());
        }
        self.write_all(&format.head(self.book))
    }

    /// Writes the entry for an input without a report, if the format has one.
    pub(crate) fn write_run_error(&mut self, error: RunError<'_>) -> Result<(), CliError> {
        let Some(format) = self.kind.format.of_ci() else { return Ok(()) };
        self.write(&format.run_error(error))
    }

    /// Writes the end, after all reports. `stopped` is why the run ended before its inputs did.
    pub(crate) fn write_end(
        &mut self,
        sums: &RunSummary,
        stopped: Option<&str>,
        status: ExitStatus,
    ) -> Result<(), CliError> {
        self.begin()?;
        let ReportKind { format, summary, .. } = self.kind;
        let line = sums.line() + &stopped.map(|why| format!("; {why}")).unwrap_or_default();
        let text = if let Some(format) = format.of_ci() {
            format.end(sums, stopped, status.code())
        } else if summary && format == Format::Json {
            sums.json(stopped.is_some())
        } else if summary {
            format!("{line}\n{}", sums.text())
        } else if format == Format::Text && has_totals(sums, stopped) {
            line + "\n"
        } else {
            String::new()
        };
        self.write_all(&text)?;
        self.flush()
    }

    fn write_all(&mut self, text: &str) -> Result<(), CliError> {
        let written = self.target.write_all(text.as_bytes());
        written.map_err(|error| self.error(error))
    }

    pub(crate) fn flush(&mut self) -> Result<(), CliError> {
        let flushed = self.target.flush();
        flushed.map_err(|error| self.error(error))
    }

    /// Brings everything to the disk; returns the number of bytes and their checksum.
    pub(crate) fn sync(&mut self) -> Result<(u64, u32), CliError> {
        let synced = self.target.sync();
        synced.map_err(|error| self.error(error))
    }

    /// Returns the error about an output that cannot be written.
    fn error(&self, error: io::Error) -> CliError {
        match self.path {
            Some(path) => files::not_written(path, &error),
            None => error.into(),
        }
    }
}

/// Returns whether the text ends with a line of totals: one legal log needs none.
fn has_totals(sums: &RunSummary, stopped: Option<&str>) -> bool {
    let unread = sums.left_out.entries() + sums.left_out.ignored.entries();
    sums.logs() > 1 || stopped.is_some() || unread > 0
}
