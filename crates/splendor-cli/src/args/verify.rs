//! What `splendor verify` is asked for.

use std::num::NonZero;
use std::path::PathBuf;
use std::thread;

use clap::{Args, ValueEnum};

use splendor_verify::CiFormat;

use super::known::FORMAT;
use super::{Foreign, Judged, from_one};

/// How logs are judged and reported.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(crate) struct Verify {
    /// Logs or folders of logs; `-` is standard input.
    ///
    /// In a folder or an archive every .json, .jsonl and .ndjson file counts, also with .gz or .zst
    /// behind it; in a folder also archives of logs: .tar, .tar.gz, .tgz, .tar.zst and .tzst.
    #[arg(required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// How to report: in words, a line a log, a JSON object a log, or for another tool.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) by: Judged,
    /// Go on after an illegal turn by the log's own word.
    #[arg(long)]
    pub(crate) keep_going: bool,
    /// Let a log that is only consistent count as a failure.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Let a log that stops before the end of its game count as a failure.
    #[arg(long)]
    pub(crate) require_end: bool,
    /// List what the log says and nothing was compared with.
    #[arg(long)]
    pub(crate) report_unchecked: bool,
    /// List what the log leaves out and was inferred.
    #[arg(long)]
    pub(crate) report_inferred: bool,
    /// Say nothing of logs that pass.
    #[arg(long, short)]
    pub(crate) quiet: bool,
    /// Link clauses to the book at this address (sarif).
    #[arg(long, value_name = "URL")]
    pub(crate) book: Option<String>,
    /// Judge files of another client, in this format or auto: as their content tells.
    #[arg(long, value_name = "FORMAT", value_parser = FORMAT, hide_possible_values = true)]
    pub(crate) from: Option<String>,
    /// How files of other clients are read.
    #[command(flatten)]
    pub(crate) foreign: Foreign,
    #[command(flatten)]
    pub(crate) run: Run,
}

/// On how many threads logs are judged.
#[derive(Debug, Args)]
pub(crate) struct Threads {
    /// Judge on so many threads; by default as many as there are processors.
    ///
    /// The output is the same whatever the number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Threads {
    /// Returns how many there are.
    pub(crate) fn count(&self) -> usize {
        let there = || thread::available_parallelism().map_or(1, NonZero::get);
        self.threads.map_or_else(there, usize::from)
    }
}

/// How many logs are judged, how, and where the reports go.
#[derive(Debug, Args)]
pub(crate) struct Run {
    #[command(flatten)]
    pub(crate) threads: Threads,
    /// Stop after the first log, or file, that fails.
    #[arg(long)]
    pub(crate) fail_fast: bool,
    /// Stop after the log with which there are so many findings.
    #[arg(long, value_name = "N", value_parser = from_one)]
    pub(crate) max_findings: Option<u64>,
    /// Write, instead of reports, what all logs come to: by verdict, clause, client and file.
    #[arg(long)]
    pub(crate) summary: bool,
    /// Write to this file instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Keep a journal in this file, and continue the run that left it there.
    ///
    /// A run that was stopped, or killed, ends with the same output as one that was not. The
    /// journal is removed when the run is through.
    #[arg(long, value_name = "FILE", requires = "output")]
    pub(crate) resume: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  splendor verify game.json
  splendor verify --quiet games/ more.jsonl.zst archive.tar.gz
  zcat games.jsonl.gz | splendor verify --summary -
  splendor verify --format json -o report.jsonl --resume journal games/

Ctrl-C stops a run with what is known, and the exit status 130 (SIGTERM: 143).";

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// In words, with the source underlined.
    Text,
    /// One line a log.
    Line,
    /// One JSON object a log, as in schema/splendor-report-1.schema.json.
    Json,
    /// SARIF 2.1.0, for code scanning and editors.
    Sarif,
    /// `JUnit` XML: a case a log.
    Junit,
    /// Annotations of GitHub Actions.
    Github,
    /// Code Quality of GitLab.
    Gitlab,
}

impl Format {
    /// Returns the format as one of other tools, if it is that.
    pub(crate) const fn of_ci(self) -> Option<CiFormat> {
        Some(match self {
            Self::Text | Self::Line | Self::Json => return None,
            Self::Sarif => CiFormat::Sarif,
            Self::Junit => CiFormat::Junit,
            Self::Github => CiFormat::Github,
            Self::Gitlab => CiFormat::Gitlab,
        })
    }
}
