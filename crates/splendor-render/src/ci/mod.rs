//! Reports in the formats of other tools: SARIF, `JUnit`, annotations of GitHub, Code Quality of
//! GitLab.
//!
//! Each is written in parts, so that nothing has to be kept: a head, what there is to say of each
//! log, and an end without which no reader takes the file for whole.

mod github;
mod gitlab;
mod issue;
mod junit;
mod sarif;
mod uri;

use splendor_schema::{FileName, Report};

use crate::summary::RunSummary;
pub(crate) use issue::VERDICTS;
use issue::issues;
use splendor_verify::Original;

/// A report format of another tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CiFormat {
    /// The Static Analysis Results Interchange Format, version 2.1.0.
    Sarif,
    /// The XML of `JUnit`, as Jenkins and others read it.
    Junit,
    /// The workflow commands of GitHub Actions.
    Github,
    /// The Code Quality report of GitLab.
    Gitlab,
}

/// What counts as a failure besides an illegal log.
#[derive(Clone, Copy, Debug, Default)]
pub struct FailOn {
    /// A log that is only consistent.
    pub strict: bool,
    /// A log that stops before the end of its game.
    pub require_end: bool,
}

/// What is no report: an input that could not be read, or holds no log, or a defect of this
/// program.
#[derive(Clone, Copy, Debug)]
pub struct Trouble<'t> {
    /// The kind of trouble, like `not-read`.
    pub id: &'static str,
    /// The input.
    pub file: &'t FileName,
    /// What happened.
    pub message: &'t str,
}

impl CiFormat {
    /// Returns what stands before everything else; `book` is where the pages of the book are, if
    /// they are somewhere.
    pub fn head(self, book: Option<&str>) -> String {
        match self {
            Self::Sarif => sarif::head(book),
            Self::Junit => junit::HEAD.to_owned(),
            Self::Github => String::new(),
            Self::Gitlab => "[".to_owned(),
        }
    }

    /// Returns what there is to say of a log; an entry of a list begins with a comma.
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

    /// Returns what there is to say of trouble, where it is said at once; an entry of a list begins
    /// with a comma.
    pub fn trouble(self, trouble: Trouble<'_>) -> String {
        match self {
            // It is said at the end, in the account of the run.
            Self::Sarif => String::new(),
            Self::Junit => junit::trouble(trouble),
            Self::Github => github::trouble(trouble),
            Self::Gitlab => gitlab::trouble(trouble),
        }
    }

    /// Whether what it writes are entries of a list, parted by commas.
    pub const fn is_list(self) -> bool {
        matches!(self, Self::Sarif | Self::Gitlab)
    }

    /// Returns what stands behind everything else: `stopped` says why a run ended before its
    /// inputs did, `status` is the exit status of the program.
    pub fn end(self, sums: &RunSummary, stopped: Option<&str>, status: u8) -> String {
        match self {
            Self::Sarif => sarif::end(sums, stopped, status),
            Self::Junit => "</testsuites>\n".to_owned(),
            Self::Github => github::end(sums, stopped),
            Self::Gitlab => "\n]\n".to_owned(),
        }
    }
}
