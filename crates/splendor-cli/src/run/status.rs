//! The exit status of a run over many logs.

use std::io::Write;
use std::ops::ControlFlow;

use splendor_render::{Ignored, LeftOut};

use crate::error::{CliError, ExitStatus, InputError, Message, eprint_line};
use crate::next_step;

/// The next step after a run that shows no reports of the logs that it could not judge.
const UNJUDGED: &str = "help: `splendor verify` shows each log that could not be judged, and why";

/// Prints a note on the entries that a `.gitignore` hides.
pub(crate) fn print_ignored(ignored: &Ignored) {
    if let Some(note) = ignored.note() {
        eprint_line(&format!("note: {note}; --no-ignore reads them too"));
    }
}

/// The exit status of a run so far, for runs that print no reports.
#[derive(Debug, Default)]
pub(crate) struct RunStatus {
    exit: ExitStatus,
    /// Whether some log could not be judged.
    unjudged: bool,
    /// The error that ended the run.
    failed: Option<CliError>,
    /// The entries of folders and archives that are not read.
    left_out: LeftOut,
}

impl RunStatus {
    /// Adds the exit status of one log.
    pub(crate) fn add(&mut self, exit: ExitStatus) {
        self.exit = self.exit.max(exit);
        self.unjudged |= exit == ExitStatus::NotJudged;
    }

    /// Adds an error about an input, which prints itself.
    pub(crate) fn add_error(&mut self, error: &InputError) {
        self.exit = self.exit.max(error.kind.exit());
    }

    /// Adds entries of folders, or of an archive, that are not read.
    pub(crate) fn add_left_out(&mut self, left_out: &LeftOut) {
        self.left_out.merge(left_out);
    }

    /// Forgets the entries that are not read, because an earlier reading has counted them.
    pub(crate) fn forget_left_out(&mut self) {
        self.left_out = LeftOut::default();
    }

    /// Reports the entries that are not read, once for the whole run.
    pub(crate) fn print_left_out(&self) {
        print_ignored(&self.left_out.ignored);
        if self.left_out.entries() > 0 {
            let message = Message::new(self.left_out.text());
            message.help(next_step::after_left_out(&self.left_out)).print_as("warning");
        }
    }

    /// Reports a run that found no log; returns its exit status.
    pub(crate) fn finish_without_logs(mut self) -> ExitStatus {
        let first = self.left_out.first().first().filter(|_| self.exit == ExitStatus::Success);
        if let Some(error) = first.map(|first| InputError::nothing_judged(&first.as_str().into())) {
            self.add_error(&error);
            error.message.print();
        }
        self.print_left_out();
        self.exit
    }

    /// Adds the status of a later part of the run.
    pub(crate) fn merge(&mut self, other: Self) {
        self.left_out.merge(&other.left_out);
        self.exit = self.exit.max(other.exit);
        self.unjudged |= other.unjudged;
        self.failed = self.failed.take().or(other.failed);
    }

    /// Ends the run if a step failed.
    pub(crate) fn check(&mut self, step: Result<(), CliError>) -> ControlFlow<()> {
        match step {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failed = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    /// Returns the error that ended the run, if there is one.
    pub(crate) fn result(&mut self) -> Result<(), CliError> {
        self.failed.take().map_or(Ok(()), Err)
    }

    /// Returns the exit status.
    pub(crate) const fn exit(&self) -> ExitStatus {
        self.exit
    }

    /// Names the next step if some log could not be judged; returns the exit status.
    pub(crate) fn finish(self, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
        out.flush()?;
        self.print_left_out();
        if self.unjudged {
            eprint_line(UNJUDGED);
        }
        Ok(self.exit)
    }
}
