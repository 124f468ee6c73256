//! The exit status of a run over many logs.

use std::io::Write;
use std::ops::ControlFlow;

use crate::error::{CliError, ExitStatus, InputError, eprint_line};

/// The next step after a run that shows no reports of the logs that it could not judge.
const UNJUDGED: &str = "help: `splendor verify` shows each log that could not be judged, and why";

/// The exit status of a run so far, for runs that print no reports.
#[derive(Debug, Default)]
pub(crate) struct RunStatus {
    exit: ExitStatus,
    /// Whether some log could not be judged.
    unjudged: bool,
    /// The error that ended the run.
    failed: Option<CliError>,
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

    /// Adds the status of a later part of the run.
    pub(crate) fn merge(&mut self, other: Self) {
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
        if self.unjudged {
            out.flush()?;
            eprint_line(UNJUDGED);
        }
        Ok(self.exit)
    }
}
