//! What becomes of the logs, in their order: reports are written, and counted.

use std::cell::Cell;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use splendor_render::{CiFormat, Sums, Trouble};
use splendor_schema::Verdict;
use splendor_verify::Progress;

use crate::commands::verify::{Format, Verify};
use crate::error::{CliError, ExitStatus, InputError, InputErrorKind, Message, eprint_line};
use crate::files;
use crate::run::journal::Position;
use crate::run::output::{Journaled, Target};
use crate::run::work::Done;

/// How often the progress is told, on a terminal.
const PROGRESS: Duration = Duration::from_millis(200);

/// How often the journal is written, at most; and how many times longer than that takes.
const JOURNAL: Duration = Duration::from_millis(50);
const COST: u32 = 20;

/// Why a run ends before its inputs do.
pub(crate) enum Stop {
    Signal(u8),
    FailFast,
    MaxFindings,
    Failed(CliError),
}

/// What all logs together come to.
pub(crate) struct Tally<'o> {
    told: &'o Verify,
    target: Target<'o>,
    journal: Option<Journaled>,
    position: Position,
    sums: Sums,
    pub(crate) stopped: Option<Stop>,
    watched: Option<Watched<'o>>,
    committed: Instant,
    pause: Duration,
}

/// What is told to who watches the run on a terminal.
pub(crate) struct Watched<'o> {
    start: Instant,
    shown: Duration,
    /// How many bytes of the inputs are read.
    read: &'o Cell<u64>,
    total: Option<u64>,
    before: u64,
    logs_before: u64,
    /// Whether a line of progress stands on the terminal.
    stands: bool,
}

impl<'o> Watched<'o> {
    /// Begins to tell, unless nobody watches.
    pub(crate) fn new(read: &'o Cell<u64>, total: Option<u64>) -> Self {
        let (start, shown) = (Instant::now(), Duration::ZERO);
        Self { start, shown, read, total, before: read.get(), logs_before: 0, stands: false }
    }

    fn tell(&mut self, logs: u64) {
        let elapsed = self.start.elapsed();
        if elapsed < self.shown + PROGRESS {
            return;
        }
        (self.shown, self.stands) = (elapsed, true);
        let line = Progress {
            logs,
            fresh: logs - self.logs_before,
            bytes: self.read.get(),
            total: self.total,
            before: self.before,
            elapsed,
        };
        let _nobody_listens = write!(io::stderr(), "\r{}\u{1b}[K", line.line());
    }

    /// Takes the line of progress off the terminal.
    fn clear(&mut self) {
        if std::mem::take(&mut self.stands) {
            let _nobody_listens = write!(io::stderr(), "\r\u{1b}[K");
        }
    }
}

/// Whether somebody watches standard error.
pub(crate) fn is_watched() -> bool {
    io::stderr().is_terminal()
}

impl<'o> Tally<'o> {
    pub(crate) fn new(
        told: &'o Verify,
        target: Target<'o>,
        journal: Option<Journaled>,
        mut watched: Option<Watched<'o>>,
    ) -> Self {
        let begun = journal.as_ref().map(|there| &there.journal);
        let position = begun.map(|journal| journal.position).unwrap_or_default();
        let sums = begun.map(|journal| journal.sums.clone()).unwrap_or_default();
        if let Some(watched) = &mut watched {
            watched.logs_before = sums.logs();
        }
        let (committed, pause) = (Instant::now(), JOURNAL);
        let stopped = None;
        let mut tally =
            Self { told, target, journal, position, sums, stopped, watched, committed, pause };
        tally.stopped = tally.limit();
        tally
    }

    /// Takes what became of jobs; breaks where the run ends.
    pub(crate) fn take(&mut self, all: Vec<Done>) -> ControlFlow<()> {
        for done in all {
            if self.stopped.is_some() {
                return ControlFlow::Break(());
            }
            if let Err(failure) = self.one(done) {
                self.stopped = Some(Stop::Failed(failure));
            }
        }
        if self.stopped.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn one(&mut self, done: Done) -> Result<(), CliError> {
        self.position.parts += 1;
        match done {
            Done::Report(counted, said) => {
                self.sums.add(counted);
                self.write(&said)?;
            }
            Done::Said(complaint) => self.complain(&complaint)?,
            Done::End(name) => {
                self.sums.end_file(&name.text());
                self.position = Position { inputs: self.position.inputs + 1, parts: 0 };
            }
        }
        if let Some(watched) = &mut self.watched {
            watched.tell(self.sums.logs());
        }
        self.stopped = self.limit();
        if self.journal.is_some() && self.committed.elapsed() > self.pause {
            self.commit()?;
        }
        Ok(())
    }

    fn write(&mut self, text: &str) -> Result<(), CliError> {
        if text.is_empty() {
            return Ok(());
        }
        self.clear();
        self.begin()?;
        let listed = self.told.format.of_ci().is_some_and(CiFormat::is_list);
        // The comma before the first entry of a list has nothing to part.
        let first = listed && !std::mem::replace(&mut self.sums.listed, true);
        let text = if first { text.trim_start_matches(',') } else { text };
        self.target.write_all(text.as_bytes()).map_err(|error| unwritten(self.told, error))
    }

    /// Writes what stands before everything else, once.
    fn begin(&mut self) -> Result<(), CliError> {
        let Some(format) = self.told.format.of_ci() else { return Ok(()) };
        if std::mem::replace(&mut self.sums.begun, true) {
            return Ok(());
        }
        let head = format.head(self.told.book.as_deref());
        self.target.write_all(head.as_bytes()).map_err(|error| unwritten(self.told, error))
    }

    /// Says what is no report, after the reports that come before it.
    fn complain(&mut self, error: &InputError) -> Result<(), CliError> {
        let InputError { kind, input, message } = error;
        let message = message.to_string();
        match kind {
            InputErrorKind::NotRead => self.sums.unreadable += 1,
            InputErrorKind::Empty => self.sums.empty += 1,
            InputErrorKind::Internal => self.sums.defects += 1,
        }
        self.sums.trouble(kind.id(), &message);
        if let Some(format) = self.told.format.of_ci() {
            self.write(&format.trouble(Trouble { id: kind.id(), file: input, message: &message }))?;
        }
        self.clear();
        self.target.flush().map_err(|error| unwritten(self.told, error))?;
        eprint_line(&format!("error: {message}"));
        Ok(())
    }

    fn clear(&mut self) {
        if let Some(watched) = &mut self.watched {
            watched.clear();
        }
    }

    /// Why nothing more is to be judged.
    fn limit(&self) -> Option<Stop> {
        let run = &self.told.run;
        let others = self.sums.unreadable + self.sums.empty + self.sums.defects;
        if run.fail_fast && self.sums.failed + others > 0 {
            return Some(Stop::FailFast);
        }
        let most = run.max_findings.filter(|&most| self.sums.findings + others >= most);
        most.map(|_| Stop::MaxFindings)
    }

    /// Makes what is written sure, and notes how far that is.
    fn commit(&mut self) -> Result<(), CliError> {
        let Some(journal) = &mut self.journal else { return Ok(()) };
        let start = Instant::now();
        let synced = self.target.sync();
        let (written, checksum) = synced.map_err(|error| unwritten(self.told, error))?;
        let noted = &mut journal.journal;
        (noted.written, noted.checksum, noted.position) = (written, checksum, self.position);
        noted.sums.clone_from(&self.sums);
        journal.write()?;
        self.committed = Instant::now();
        self.pause = JOURNAL.max(start.elapsed() * COST);
        Ok(())
    }

    /// Ends the run; returns the exit status.
    pub(crate) fn finish(mut self) -> Result<ExitStatus, CliError> {
        self.clear();
        let stopped = match self.stopped.take() {
            Some(Stop::Failed(failure)) => return Err(failure),
            Some(Stop::Signal(signal)) => {
                // What comes behind this is cut off when the run is continued.
                self.commit()?;
                let logs = self.sums.logs();
                let word = if logs == 1 { "log" } else { "logs" };
                let name = if signal == 2 { "an interrupt" } else { "a request to end" };
                let status = ExitStatus::Stopped(signal);
                self.closing(Some(&format!("stopped by {name}")), status)?;
                let message =
                    format!("stopped by {name} after {logs} {word}; the rest is not judged");
                let step = match self.journal {
                    Some(_) => "start the same command again: it goes on from there",
                    None => "start it again; with --resume FILE a run can be continued",
                };
                Message::new(message).help(step).print();
                return Ok(status);
            }
            Some(Stop::FailFast) => Some("stopped at the first failure"),
            Some(Stop::MaxFindings) => Some("stopped at the greatest number of findings"),
            None => None,
        };
        let status = self.status();
        self.closing(stopped, status)?;
        if let Some(journal) = &self.journal {
            self.target.sync().map_err(|error| unwritten(self.told, error))?;
            journal.remove()?;
        }
        Ok(status)
    }

    /// Writes what comes after all reports.
    fn closing(&mut self, stopped: Option<&str>, status: ExitStatus) -> Result<(), CliError> {
        self.begin()?;
        let line = self.sums.line() + &stopped.map(|why| format!("; {why}")).unwrap_or_default();
        let (summary, json) = (self.told.run.summary, self.told.format == Format::Json);
        let text = if let Some(format) = self.told.format.of_ci() {
            format.end(&self.sums, stopped, status.code())
        } else if summary && json {
            self.sums.json(stopped.is_some())
        } else if summary {
            format!("{line}\n{}", self.sums.text())
        } else if self.told.format == Format::Text && (self.sums.logs() > 1 || stopped.is_some()) {
            line + "\n"
        } else {
            String::new()
        };
        let written = self.target.write_all(text.as_bytes());
        written.and_then(|()| self.target.flush()).map_err(|error| unwritten(self.told, error))
    }

    fn status(&self) -> ExitStatus {
        let sums = &self.sums;
        let unjudged = sums.of(Verdict::Malformed) + sums.of(Verdict::Unsupported);
        match (sums.defects + sums.empty, unjudged + sums.unreadable, sums.failed) {
            (1.., ..) => ExitStatus::Usage,
            (0, 1.., _) => ExitStatus::NotJudged,
            (0, 0, 1..) => ExitStatus::Illegal,
            (0, 0, 0) => ExitStatus::Success,
        }
    }
}

/// What went wrong with the output.
fn unwritten(told: &Verify, error: io::Error) -> CliError {
    match &told.run.output {
        Some(path) => files::not_written(path, &error),
        None => error.into(),
    }
}
