//! What is done with each log, on whichever thread: it is judged, and its report written as text.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;

use splendor_convert::{ForeignFormat, SideSetup};
use splendor_render::{Counted, Demands, Style};
use splendor_schema::{FileName, InputFile, ReadError, Report};
use splendor_verify::{Detail, Options, Original};

use crate::commands::verify::Format;
use crate::error::InputError;
use crate::run::foreign;

/// Something to be done, or to be said in its turn.
pub(crate) enum Job {
    /// A log is judged.
    Log(InputFile, Vec<u8>),
    /// A game of a file of another client is judged.
    Game(&'static ForeignFormat, InputFile, String, Arc<[SideSetup]>),
    /// A file of another client is no text.
    NoText(InputFile, Vec<u8>, ReadError),
    Said(InputError),
    /// All of an input has been given.
    End(Arc<FileName>),
}

/// What became of it.
pub(crate) enum Done {
    /// A report was written, unless nothing is to be said of logs that pass.
    Report(Counted, String),
    Said(InputError),
    End(Arc<FileName>),
}

/// How logs are judged and reported.
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(crate) struct How {
    pub(crate) options: Options,
    pub(crate) format: Format,
    pub(crate) style: Style,
    pub(crate) strict: bool,
    pub(crate) require_end: bool,
    pub(crate) quiet: bool,
    /// Whether no report is written.
    pub(crate) summary: bool,
}

impl Job {
    /// How much memory it needs, about.
    pub(crate) fn weight(&self) -> usize {
        match self {
            Self::Log(_, bytes) | Self::NoText(_, bytes, _) => bytes.len(),
            Self::Game(_, _, text, _) => text.len(),
            Self::Said(_) | Self::End(_) => 0,
        }
    }
}

impl How {
    /// Does jobs one after the other.
    pub(crate) fn all(&self, jobs: Vec<Job>) -> Vec<Done> {
        jobs.into_iter().map(|job| self.one(job)).collect()
    }

    fn one(&self, job: Job) -> Done {
        match job {
            Job::Said(complaint) => Done::Said(complaint),
            Job::End(name) => Done::End(name),
            Job::Log(input, bytes) => guarded(input, |input| {
                let (report, text) =
                    splendor_verify::verify(input, &bytes, &self.options, self.detail());
                self.told(&report, text.as_ref().into())
            }),
            Job::Game(format, input, text, setups) => guarded(input, |input| {
                let whole = self.detail() == Detail::Full;
                let (report, places) =
                    foreign::one(format, input, &text, &setups, &self.options, whole);
                self.told(&report, Original::foreign(&text, &places))
            }),
            Job::NoText(input, bytes, error) => guarded(input, |input| {
                let report = splendor_verify::report_unreadable(input, "", &error);
                self.told(&report, String::from_utf8_lossy(&bytes).as_ref().into())
            }),
        }
    }

    fn unmet(&self, report: &Report) -> Option<&'static str> {
        splendor_render::unmet(report, self.strict, self.require_end)
    }

    fn detail(&self) -> Detail {
        let whole = self.format == Format::Json || self.style.unchecked;
        if whole && !self.summary { Detail::Full } else { Detail::Brief }
    }

    fn told(&self, report: &Report, text: Original<'_>) -> Done {
        let counted = Counted::new(report, self.strict, self.require_end);
        if self.summary || self.quiet && counted.passes {
            return Done::Report(counted, String::new());
        }
        let said = match self.format {
            Format::Text => {
                let unmet = self.unmet(report).map(|why| format!("  {why}\n"));
                splendor_render::text(report, text, self.style) + &unmet.unwrap_or_default()
            }
            Format::Line => {
                let unmet = self.unmet(report).map(|why| format!("; {why}"));
                splendor_render::line(report) + &unmet.unwrap_or_default() + "\n"
            }
            Format::Json => splendor_verify::json(report) + "\n",
            Format::Sarif | Format::Junit | Format::Github | Format::Gitlab => {
                let demands = Demands { strict: self.strict, require_end: self.require_end };
                let format = self.format.of_ci();
                format.map(|format| format.log(report, text, demands)).unwrap_or_default()
            }
        };
        Done::Report(counted, said)
    }
}

/// A defect of ours on one game is reported as ours and costs only that game.
fn guarded(input: InputFile, judge: impl FnOnce(InputFile) -> Done) -> Done {
    let (name, line) = (input.name.clone(), input.line);
    let judged = panic::catch_unwind(AssertUnwindSafe(|| judge(input)));
    judged.unwrap_or_else(|panic| Done::Said(InputError::internal(&name, line, panic.as_ref())))
}
