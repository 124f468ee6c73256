//! Reports in the formats of other tools: SARIF, `JUnit`, annotations of GitHub, Code Quality of
//! GitLab.
//!
//! Each format is written in parts to keep memory small: a head, the issues of each log, and an
//! end. Readers reject a file without its end as incomplete.

mod github;
mod gitlab;
mod junit;
mod sarif;
mod uri;

use splendor_schema::{FileName, Report};

use crate::fail_on::FailOn;
use crate::issue::issues;
use crate::summary::RunSummary;
use splendor_verify::report::Original;

/// A report format of another tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CiFormat {
    /// The Static Analysis Results Interchange Format, version 2.1.0.
    Sarif,
    /// The XML of `JUnit`, as read by Jenkins and other CI systems.
    Junit,
    /// The workflow commands of GitHub Actions.
    Github,
    /// The Code Quality report of GitLab.
    Gitlab,
}

/// An input without a report: it could not be read, is left out, holds no log, or hit a defect of
/// this program.
#[derive(Clone, Copy, Debug)]
pub struct RunError<'t> {
    /// The kind of error, like `input.not-read`.
    pub id: &'static str,
    /// The input.
    pub file: &'t FileName,
    /// The message.
    pub message: &'t str,
    /// Whether the run fails because of it.
    pub fails: bool,
}

impl CiFormat {
    /// Returns the head of the file; `book` is the address of the pages of the book, if there is
    /// one.
    pub fn head(self, book: Option<&str>) -> String {
        match self {
            Self::Sarif => sarif::head(book),
            Self::Junit => junit::HEAD.to_owned(),
            Self::Github => String::new(),
            Self::Gitlab => "[".to_owned(),
        }
    }

    /// Returns the issues of a log. An entry of a list begins with a comma.
    pub fn log(self, report: &Report, source: Original<'_>, demands: FailOn) -> String {
        match self {
            Self::Junit => junit::suite(report, source, demands),
            Self::Sarif => issues(report, source, demands)
                .iter()
                .map(|issue| sarif::result(report, source, issue))
                .collect(),
            Self::Github => issues(report, source, demands)
                .iter()
                .map(|issue| github::annotation(report, issue))
                .collect(),
            Self::Gitlab => issues(report, source, demands)
                .iter()
                .map(|issue| gitlab::entry(report, issue))
                .collect(),
        }
    }

    /// Returns the entry for an input without a report. An entry of a list begins with a comma.
    pub fn run_error(self, error: RunError<'_>) -> String {
        match self {
            // SARIF reports it in the notifications of the run.
            Self::Sarif => String::new(),
            Self::Junit => junit::run_error(error),
            Self::Github => github::run_error(error),
            Self::Gitlab => gitlab::run_error(error),
        }
    }

    /// Returns whether the format is a list of entries separated by commas.
    pub const fn is_list(self) -> bool {
        matches!(self, Self::Sarif | Self::Gitlab)
    }

    /// Returns the end of the file. `stopped` is the reason why a run ended before its inputs did;
    /// `status` is the exit status of the program.
    pub fn end(self, sums: &RunSummary, stopped: Option<&str>, status: u8) -> String {
        match self {
            Self::Sarif => sarif::end(sums, stopped, status),
            Self::Junit => "</testsuites>\n".to_owned(),
            Self::Github => github::end(sums, stopped),
            Self::Gitlab => "\n]\n".to_owned(),
        }
    }
}
