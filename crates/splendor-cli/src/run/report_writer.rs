//! Writes reports in input order and counts verdicts.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use splendor_render::run_errors::LEFT_OUT;
use splendor_render::{RunError, RunSummary};
use splendor_schema::{FileName, Verdict};
use splendor_verify::words::count_with_noun;

use crate::error::{CliError, ExitStatus, InputError, InputErrorKind, Message, eprint_line};
use crate::next_step;
use crate::run::input::{Consumer, Ending};
use crate::run::journal::InputPosition;
use crate::run::judge::ItemResult;
use crate::run::output::JournalFile;
use crate::run::progress::RunProgress;
use crate::run::report_output::ReportOutput;
use crate::run::status::print_ignored;
use crate::signals::StopCause;

/// The least time between two journals. Writing a journal waits for the disk. So the pause is at
/// least `PAUSE_FACTOR` times as long as writing the last journal took.
const JOURNAL: Duration = Duration::from_millis(50);
const PAUSE_FACTOR: u32 = 20;

/// Why a run ends before all inputs are read.
pub(crate) enum Stop {
    Cause(StopCause),
    FailFast,
    Failed(CliError),
}

/// The options that decide how a run ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WriterConfig {
    /// Whether the run stops after the first log or file that fails.
    pub(crate) fail_fast: bool,
    /// Whether left-out entries of folders and archives fail the run.
    pub(crate) strict: bool,
}

/// Writes reports in input order, counts verdicts, and decides whether the run ends early.
pub(crate) struct ReportWriter<'o> {
    config: WriterConfig,
    /// The reports on the logs: first the one that the journal continues.
    reports: Vec<ReportOutput<'o>>,
    journal: Option<JournalFile>,
    position: InputPosition,
    sums: RunSummary,
    stopped: Option<Stop>,
    progress: Arc<RunProgress>,
    /// When the journal was last written.
    committed: Instant,
    /// How long the journal waits from then.
    pause: Duration,
}

impl Consumer<Vec<ItemResult>> for ReportWriter<'_> {
    fn take(&mut self, results: Vec<ItemResult>) -> ControlFlow<()> {
        for result in results {
            if let Err(error) = self.add(result) {
                self.stopped = Some(Stop::Failed(error));
            }
            if self.stopped.is_some() {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}

impl<'o> ReportWriter<'o> {
    pub(crate) fn new(
        config: WriterConfig,
        mut reports: Vec<ReportOutput<'o>>,
        journal: Option<JournalFile>,
        progress: Arc<RunProgress>,
    ) -> Self {
        let begun = journal.as_ref().map(|there| &there.journal);
        let position = begun.map(|journal| journal.position).unwrap_or_default();
        let mut sums = begun.map(|journal| journal.sums.clone()).unwrap_or_default();
        sums.left_out.fails = config.strict;
        if let (Some(journal), Some(report)) = (begun, reports.first_mut()) {
            report.parts = journal.parts;
        }
        let (committed, pause) = (Instant::now(), JOURNAL);
        let stopped = None;
        let mut writer =
            Self { config, reports, journal, position, sums, stopped, progress, committed, pause };
        // A resumed run may have reached its limit before.
        writer.stopped = writer.limit();
        writer
    }

    fn add(&mut self, result: ItemResult) -> Result<(), CliError> {
        if matches!(result, ItemResult::Late) {
            self.stopped = Some(Stop::Cause(StopCause::TimeLimit));
            return Ok(());
        }
        self.position.parts += 1;
        match result {
            ItemResult::Report(counted, texts) => {
                self.sums.add(counted);
                self.write(&texts)?;
            }
            ItemResult::Error(error) => self.write_error(&error)?,
            ItemResult::LeftOut(left_out) => self.sums.left_out.merge(&left_out),
            ItemResult::End(name) => {
                self.sums.end_file(&name.text());
                self.position = InputPosition { inputs: self.position.inputs + 1, parts: 0 };
            }
            ItemResult::Late => {}
        }
        self.stopped = self.limit();
        if self.journal.is_some() && self.committed.elapsed() > self.pause {
            self.commit()?;
        }
        Ok(())
    }

    /// Writes the text of each report on a log.
    fn write(&mut self, texts: &[String]) -> Result<(), CliError> {
        // A report may go to the same terminal.
        let _hidden = texts.iter().any(|text| !text.is_empty()).then(|| self.progress.hide());
        self.reports.iter_mut().zip(texts).try_for_each(|(report, text)| report.write(text))
    }

    /// Reports an error about an input, after the reports before it.
    fn write_error(&mut self, error: &InputError) -> Result<(), CliError> {
        let InputError { kind, input, message } = error;
        let message = message.to_string();
        match kind {
            InputErrorKind::NotRead => self.sums.unreadable += 1,
            InputErrorKind::Empty => self.sums.empty += 1,
            InputErrorKind::Internal => self.sums.defects += 1,
        }
        self.sums.add_run_error(kind.id(), &message);
        let entry = RunError { id: kind.id(), file: input, message: &message, fails: true };
        let _hidden = self.progress.hide();
        write_run_error(&mut self.reports, entry)?;
        eprint_line(&format!("error: {message}"));
        Ok(())
    }

    /// Returns the limit of the command line that the run has reached.
    fn limit(&self) -> Option<Stop> {
        let errors = self.sums.unreadable + self.sums.empty + self.sums.defects;
        (self.config.fail_fast && self.sums.failed + errors > 0).then_some(Stop::FailFast)
    }

    /// Brings the output to the disk, then writes the journal. In this order a journal never claims
    /// output that a crash may lose.
    fn commit(&mut self) -> Result<(), CliError> {
        let Some((journal, report)) = self.journal.as_mut().zip(self.reports.first_mut()) else {
            return Ok(());
        };
        let start = Instant::now();
        let (written, checksum) = report.sync()?;
        let noted = &mut journal.journal;
        (noted.written, noted.checksum, noted.position) = (written, checksum, self.position);
        noted.parts = report.parts;
        noted.sums.clone_from(&self.sums);
        journal.write()?;
        self.committed = Instant::now();
        self.pause = JOURNAL.max(start.elapsed() * PAUSE_FACTOR);
        Ok(())
    }

    /// Returns whether the run is over before it reads anything.
    pub(crate) const fn has_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    /// Writes the end of the output; returns the exit status.
    pub(crate) fn finish(mut self, ending: Ending) -> Result<ExitStatus, CliError> {
        drop(self.progress.hide());
        if let Ending::Stopped(cause) = ending {
            self.stopped = Some(Stop::Cause(cause));
        }
        let stopped = match self.stopped.take() {
            Some(Stop::Failed(failure)) => return Err(failure),
            Some(Stop::Cause(cause)) => return self.finish_stopped(cause),
            Some(Stop::FailFast) => Some("stopped at the first failure"),
            None => {
                if let Some(error) = self.nothing_judged() {
                    self.write_error(&error)?;
                }
                None
            }
        };
        let status = self.status();
        self.write_end(stopped, status)?;
        if let Some(journal) = &self.journal {
            self.reports.iter_mut().try_for_each(|report| report.sync().map(drop))?;
            journal.remove()?;
        }
        Ok(status)
    }

    /// Writes the end of the output of a run that a signal or the time limit has stopped.
    fn finish_stopped(mut self, cause: StopCause) -> Result<ExitStatus, CliError> {
        // A resumed run cuts off everything written after this.
        self.commit()?;
        let (name, status) = match cause {
            StopCause::Signal(signal @ 2) => ("an interrupt", ExitStatus::Stopped(signal)),
            StopCause::Signal(signal) => ("a request to end", ExitStatus::Stopped(signal)),
            StopCause::TimeLimit => ("the time limit", self.status().max(ExitStatus::NotJudged)),
        };
        self.write_end(Some(&format!("stopped by {name}")), status)?;
        let logs = count_with_noun(self.sums.logs(), "log", "logs");
        let message = format!("stopped by {name} after {logs}; the rest is not judged");
        let step = match (&self.journal, cause) {
            (Some(_), _) => "run the same command again to resume",
            (None, StopCause::Signal(_)) => "run it again; with --resume FILE it could be resumed",
            (None, StopCause::TimeLimit) => {
                "raise --time-limit; with --resume FILE the run could be resumed"
            }
        };
        Message::new(message).help(step).print();
        Ok(status)
    }

    /// Returns the error about a run that found files, but no log.
    fn nothing_judged(&self) -> Option<InputError> {
        let sums = &self.sums;
        let first = sums.left_out.first().first()?;
        let found = sums.logs() + sums.unreadable + sums.empty + sums.defects;
        (found == 0).then(|| InputError::nothing_judged(&first.as_str().into()))
    }

    /// Reports the entries of folders and archives that are not read, once for the whole run.
    fn write_left_out(&mut self) -> Result<(), CliError> {
        let left_out = &self.sums.left_out;
        print_ignored(&left_out.ignored);
        let Some(first) = left_out.first().first() else { return Ok(()) };
        let (message, fails) = (left_out.text(), left_out.fails);
        let step = next_step::after_left_out(left_out);
        let file = FileName::from(first.as_str());
        let entry = RunError { id: LEFT_OUT, file: &file, message: &message, fails };
        write_run_error(&mut self.reports, entry)?;
        let level = if fails { "error" } else { "warning" };
        Message::new(message).help(step).print_as(level);
        Ok(())
    }

    /// Writes the end of the output, after all reports.
    fn write_end(&mut self, stopped: Option<&str>, status: ExitStatus) -> Result<(), CliError> {
        self.write_left_out()?;
        let mut reports = self.reports.iter_mut();
        reports.try_for_each(|report| report.write_end(&self.sums, stopped, status))
    }

    fn status(&self) -> ExitStatus {
        let sums = &self.sums;
        let unjudged = [Verdict::Undecided, Verdict::Malformed, Verdict::Unsupported];
        let unjudged: u64 = unjudged.into_iter().map(|verdict| sums.of(verdict)).sum();
        let left_out = if sums.left_out.fails { sums.left_out.entries() } else { 0 };
        match (sums.defects + sums.empty, unjudged + sums.unreadable + left_out, sums.failed) {
            (1.., ..) => ExitStatus::NoResult,
            (0, 1.., _) => ExitStatus::NotJudged,
            (0, 0, 1..) => ExitStatus::Illegal,
            (0, 0, 0) => ExitStatus::Success,
        }
    }
}

/// Writes the entry for an input to every report, before a line for the user about it.
fn write_run_error(reports: &mut [ReportOutput<'_>], error: RunError<'_>) -> Result<(), CliError> {
    reports.iter_mut().try_for_each(|report| report.write_run_error(error))?;
    reports.iter_mut().try_for_each(ReportOutput::flush)
}
