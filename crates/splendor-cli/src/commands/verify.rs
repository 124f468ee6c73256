//! `splendor verify`: what is asked for is set up, and the logs go their way.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;
use std::{fs, panic, thread};

use clap::{Args, ValueEnum};
use sha2::{Digest, Sha256};
use splendor_convert::ForeignFormat;
use splendor_render::{CiFormat, Style};
use splendor_verify::Options;
use splendor_verify::crew::Crew;

use crate::args::values::{FORMAT, from_one};
use crate::args::{Foreign, Judged, Threads};
use crate::error::{CliError, ExitStatus, eprint_line};
use crate::files;
use crate::run::input::{Feed, Source, sources};
use crate::run::journal::{Journal, Plan, Position};
use crate::run::output::{Continued, Journaled, Target};
use crate::run::report_writer::{Tally, Watched, is_watched};
use crate::run::sanitize::Sink;
use crate::run::signals::Signals;
use crate::run::work::{How, Job};
use crate::run::{HELD, foreign};

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

/// Judges every log that the command line names; returns the exit status.
pub(crate) fn run(told: &Verify, color: bool, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let signals = Signals::watch()?;
    // A defect of ours on one game is reported as ours and costs only that game.
    panic::set_hook(Box::new(|_| {}));
    files::once(&told.paths)?;
    files_apart(told)?;
    formats_apart(told)?;
    idle(told)?;
    foreign::setup_there(&told.foreign)?;
    let how = how(told, color);
    let work = |jobs: Vec<Job>| how.all(jobs);
    let sources = sources(&told.paths, told.from.is_some());
    let sizes = if is_watched() { sizes(&sources) } else { Vec::new() };
    let journal = told.run.resume.as_deref().map(|path| journal(told, color, &sources, path));
    let journal = journal.transpose()?;
    let from = journal.as_ref().map(|there| there.journal.position).unwrap_or_default();
    let target = target(told, color, journal.as_ref(), out)?;
    if let Some(begun) = &journal {
        if from != Position::default() {
            let logs = begun.journal.sums.logs();
            let word = if logs == 1 { "log" } else { "logs" };
            eprint_line(&format!("note: continued after {logs} {word}"));
        }
        begun.write()?;
    }
    let read = Cell::new(before(&sizes, from));
    let total = sizes.iter().copied().sum::<Option<u64>>();
    let watched = is_watched().then(|| Watched::new(&read, total));
    thread::scope(|scope| {
        let mut feed = Feed {
            told,
            crew: Crew::new(scope, told.run.threads.count(), HELD, &work),
            tally: Tally::new(told, target, journal, watched),
            signals: &signals,
            read: &read,
            jobs: Vec::new(),
            weight: 0,
            skip: 0,
        };
        feed.all(sources, from);
        feed.tally.finish()
    })
}

fn how(told: &Verify, color: bool) -> How {
    How {
        options: Options { rulings: told.by.rulings(), keep_going: told.keep_going },
        format: told.format,
        style: Style { color, inferred: told.report_inferred, unchecked: told.report_unchecked },
        strict: told.strict,
        require_end: told.require_end,
        quiet: told.quiet,
        summary: told.run.summary,
    }
}

/// The sizes of the files that are read, as far as they are known.
fn sizes(sources: &[Source]) -> Vec<Option<u64>> {
    let size = |source: &Source| match source {
        Source::Said(_) => Some(0),
        Source::Logs(path) => {
            let data = fs::metadata(path).ok().filter(fs::Metadata::is_file);
            data.map(|data| data.len())
        }
    };
    sources.iter().map(size).collect()
}

/// How many bytes come before a position, but for the file in which it lies.
fn before(sizes: &[Option<u64>], from: Position) -> u64 {
    let inputs = usize::try_from(from.inputs).unwrap_or(usize::MAX);
    sizes.iter().take(inputs).flatten().sum()
}

/// A summary is for people, or as JSON; and links to a book are written in SARIF alone.
fn formats_apart(told: &Verify) -> Result<(), CliError> {
    if told.run.summary && !matches!(told.format, Format::Text | Format::Json) {
        let message = "a summary is written as text or as JSON, not in this format".to_owned();
        return Err(CliError::usage(message).help("leave out --summary, or --format"));
    }
    match &told.book {
        Some(book) if !book.starts_with("https://") && !book.starts_with("http://") => {
            let message = format!("`{book}` is no address of a book");
            Err(CliError::usage(message).help("give the address as https://example.org/book"))
        }
        _ => Ok(()),
    }
}

/// No option is given that says nothing here: who gives it expects something of it.
fn idle(told: &Verify) -> Result<(), CliError> {
    let Verify { format, run, .. } = told;
    let words = !run.summary && *format == Format::Text;
    let whole = words || !run.summary && *format == Format::Json;
    let setup = told.foreign.named().filter(|_| told.from.is_none());
    let options = [
        (setup, "is for files of other clients", "add --from auto, or leave it out"),
        (
            told.book.as_ref().filter(|_| *format != Format::Sarif).map(|_| "--book"),
            "is written in SARIF alone",
            "add --format sarif, or leave it out",
        ),
        (
            (told.report_unchecked && !whole).then_some("--report-unchecked"),
            "is written in words and in JSON alone",
            "write a report in words, or with --format json",
        ),
        (
            (told.report_inferred && !whole).then_some("--report-inferred"),
            "is written in words and in JSON alone",
            "write a report in words, or with --format json",
        ),
        (
            (told.quiet && run.summary).then_some("--quiet"),
            "leaves out reports, and --summary writes none",
            "leave out one of the two",
        ),
    ];
    if let Some((option, why, step)) =
        options.into_iter().find_map(|(option, why, step)| Some((option?, why, step)))
    {
        return Err(CliError::usage(format!("{option} {why}")).help(step));
    }
    foreign::takes_setup(&told.foreign, told.from.as_deref().and_then(ForeignFormat::named))
}

/// No file of a command line is written over another one of it.
fn files_apart(told: &Verify) -> Result<(), CliError> {
    let (output, journal) = (told.run.output.as_deref(), told.run.resume.as_deref());
    let written = [("--output", output), ("--resume", journal)];
    for (option, path) in written.iter().filter_map(|&(option, path)| Some((option, path?))) {
        let shown = files::shown(path);
        if told.paths.iter().any(|read| files::same(read, path) || files::counts_in(path, read)) {
            let message = format!("{option} {shown} is among the logs that are read");
            return Err(CliError::usage(message).help("write to another file"));
        }
    }
    match (output, journal) {
        (Some(output), Some(journal)) if files::same(output, journal) => {
            let message =
                format!("{} cannot be both the output and the journal", files::shown(output));
            Err(CliError::usage(message).help("give --resume a file of its own"))
        }
        _ => Ok(()),
    }
}

fn target<'o>(
    told: &Verify,
    color: bool,
    journal: Option<&Journaled>,
    out: &'o mut dyn Write,
) -> Result<Target<'o>, CliError> {
    match (&told.run.output, journal) {
        (None, _) => Ok(Target::Out(out)),
        (Some(path), None) => Target::create(path, color),
        (Some(path), Some(there)) => {
            let begins = there.journal.position == Position::default();
            let file = Continued::open(path, &there.journal, begins)?;
            Ok(Target::Continued(Sink::new(file, color)))
        }
    }
}

/// Reads the journal that a run left, or begins one.
fn journal(
    told: &Verify,
    color: bool,
    sources: &[Source],
    path: &Path,
) -> Result<Journaled, CliError> {
    let plan = plan(told, color, sources)?;
    // A device or a pipe may never end.
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        let message = format!("{}: a journal is a file, and this is none", files::shown(path));
        return Err(CliError::usage(message).help("give --resume a file on a disk"));
    }
    let journal = match fs::read_to_string(path) {
        Ok(text) => Journal::read(&text, &plan).map_err(|why| {
            let path = files::shown(path);
            let rest = "remove it to begin anew, or finish that run first";
            CliError::usage(format!("{path}: this run cannot be continued: {why}")).help(rest)
        })?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Journal::new(plan),
        Err(error) => return Err(files::not_read(path, &error, ExitStatus::Usage)),
    };
    Ok(Journaled { path: path.to_owned(), journal })
}

/// What to do about an input that no run can continue with.
const NO_JOURNAL: &str = "leave out --resume, or save the input to a file first";

/// Describes a run by all that its output depends on.
fn plan(told: &Verify, color: bool, sources: &[Source]) -> Result<Plan, CliError> {
    let (mut files, mut bytes, mut names) = (0, 0, Sha256::new());
    let beside =
        |path: &Path| told.foreign.setup_beside.then(|| files::setup_beside(path)).flatten();
    let mut see = |path: &Path| -> Result<(), CliError> {
        let at =
            |why: &str| CliError::usage(format!("{}: {why}", files::shown(path))).help(NO_JOURNAL);
        let data = fs::metadata(path);
        let changed = data.as_ref().ok().and_then(|data| data.modified().ok());
        let changed = changed.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let size = match &data {
            Ok(data) if data.is_file() => data.len(),
            Ok(_) => return Err(at("--resume needs files, which can be read again")),
            // That it is not there is said in its turn.
            Err(_) => 0,
        };
        (files, bytes) = (files + 1, bytes + size);
        let changed = changed.unwrap_or_default().as_nanos();
        // No name holds a zero byte, so two lists of files never look the same.
        names.update(path.as_os_str().as_encoded_bytes());
        names.update(format!("\0{size} {changed} {}\0", data.is_ok()));
        Ok(())
    };
    for source in sources {
        if let Source::Logs(path) = source {
            if path.as_os_str() == "-" {
                let message = "--resume needs files, which can be read again; not standard input";
                return Err(CliError::usage(message.to_owned()).help(NO_JOURNAL));
            }
            see(path)?;
            beside(path).as_deref().map_or(Ok(()), &mut see)?;
        }
    }
    told.foreign.setup.as_deref().map_or(Ok(()), &mut see)?;
    let hex: Vec<String> = names.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(Plan::new(options(told, color), files, bytes, hex.concat()))
}

/// All that was asked for, by name; not on how many threads, for that changes nothing.
fn options(told: &Verify, color: bool) -> BTreeMap<String, String> {
    let run = &told.run;
    let given = [
        ("format", format!("{:?}", told.format).to_lowercase()),
        ("color", color.to_string()),
        ("client and --ruling", format!("{:?}", told.by.rulings())),
        ("keep-going", told.keep_going.to_string()),
        ("strict", told.strict.to_string()),
        ("require-end", told.require_end.to_string()),
        ("report-unchecked", told.report_unchecked.to_string()),
        ("report-inferred", told.report_inferred.to_string()),
        ("book", format!("{:?}", told.book)),
        ("quiet", told.quiet.to_string()),
        ("from", format!("{:?}", told.from)),
        ("setup", format!("{:?}", told.foreign.setup)),
        ("setup-beside", told.foreign.setup_beside.to_string()),
        ("fail-fast", run.fail_fast.to_string()),
        ("max-findings", format!("{:?}", run.max_findings)),
        ("summary", run.summary.to_string()),
        ("output", format!("{:?}", run.output)),
    ];
    given.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
