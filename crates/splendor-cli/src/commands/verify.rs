//! `splendor verify`: validates options, opens inputs and output, runs the pipeline.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use clap::Args;
use sha2::{Digest, Sha256};
use splendor_convert::ForeignFormat;
use splendor_render::TextStyle;
use splendor_verify::JudgeOptions;
use splendor_verify::words::{count_with_noun, hex};

use crate::args::values::FORMAT;
use crate::args::{
    AlsoReport, ColorArgs, FolderArgs, ForeignArgs, Format, RuleArgs, RunArgs, SealedArgs,
};
use crate::error::{CliError, ExitStatus, eprint_line};
use crate::files;
use crate::run::input::{Ending, ReadConfig};
use crate::run::item::{Input, Item, inputs};
use crate::run::journal::{InputPosition, Journal, Plan};
use crate::run::judge::RunConfig;
use crate::run::output::{JournalFile, Output, ResumableFile};
use crate::run::progress::RunProgress;
use crate::run::report_output::{ReportKind, ReportOutput};
use crate::run::report_writer::{ReportWriter, WriterConfig};
use crate::run::sanitize::SanitizingWriter;
use crate::run::{self, foreign};
use crate::signals::Signals;

/// Arguments of `splendor verify`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(crate) struct Verify {
    /// Logs or folders of logs; `-` is standard input.
    ///
    /// In a folder or an archive, every .json, .jsonl and .ndjson file counts, with or without .gz
    /// or .zst. In a folder, archives of logs count too: .tar, .tar.gz, .tgz, .tar.zst and .tzst.
    /// With --from, .kifu files in a folder count too; archives in it do not. Other entries that
    /// look like inputs are reported as left out, and so are JSON files of another kind. Entries
    /// that a .gitignore in the folder names are ignored, and so are the folders .git and
    /// `node_modules`.
    #[arg(required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// The report format: text, one line or one JSON object per log, or the format of another tool.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Also write the reports to a file, in a format of its own, like sarif=games.sarif.
    ///
    /// May be given several times; each log is judged once for all reports. --quiet and --summary
    /// do not apply to such a file: it has the reports on all logs.
    #[arg(long, value_name = "FORMAT=FILE", value_parser = AlsoReport::read)]
    #[arg(conflicts_with = "resume")]
    pub(crate) also: Vec<AlsoReport>,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    #[command(flatten)]
    pub(crate) seal: SealedArgs,
    /// Keep replaying after an illegal turn, trusting the log.
    #[arg(long)]
    pub(crate) keep_going: bool,
    /// Fail on a log that is only consistent, and on an entry of a folder that is left out.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Count a log that stops before the end of its game as a failure.
    #[arg(long)]
    pub(crate) require_end: bool,
    /// List the fields of the log that were not checked against anything.
    #[arg(long)]
    pub(crate) report_unchecked: bool,
    /// List the facts that the log omits: those that were inferred, and those that are missing.
    #[arg(long)]
    pub(crate) report_inferred: bool,
    /// Print nothing about logs that pass.
    #[arg(long, short)]
    pub(crate) quiet: bool,
    /// Link clauses to the book at this address (sarif).
    #[arg(long, value_name = "URL")]
    pub(crate) book: Option<String>,
    /// Judge files of another client, in this format: ai-splendor, boardgamearena, boardgamers,
    /// effective-splendor, kifu, nerdvana, spendee or splendorust; or auto: detect the format of
    /// each file.
    ///
    /// With auto, logs are judged too, also those in an archive that you name; files of other
    /// clients in an archive are not. With any other format, an archive is an error.
    #[arg(long, value_name = "FORMAT", value_parser = FORMAT, hide_possible_values = true)]
    pub(crate) from: Option<String>,
    /// How files of other clients are read.
    #[command(flatten)]
    pub(crate) foreign: ForeignArgs,
    #[command(flatten)]
    pub(crate) folders: FolderArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) color: ColorArgs,
}

const EXAMPLES: &str = "\
Examples:
  splendor verify game.json
  splendor verify --quiet games/ more.jsonl.zst archive.tar.gz
  zcat games.jsonl.gz | splendor verify --summary -
  splendor verify --format json -o report.jsonl --resume journal games/

Ctrl-C ends a run with the results so far and the exit status 130 (SIGTERM: 143).";

/// Judges every log that the command line names; returns the exit status.
pub(crate) fn run(args: &Verify, color: bool, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    files::check_stdin_once(&args.paths)?;
    check_files(args)?;
    check_formats(args)?;
    check_idle_options(args)?;
    foreign::check_setup(&args.foreign)?;
    let mut judging = run_config(args, color)?;
    // Until here a signal ends the program at once, also while it waits for the rules or the keys.
    let signals = Signals::watch()?.within(args.run.time_limit.map(Duration::from_secs));
    judging.signals = signals.clone();
    let inputs = inputs(&args.paths, args.from.is_some(), &args.folders.rules());
    let sizes = sizes(&inputs);
    let journal = args.run.resume.as_deref();
    let journal = journal.map(|path| journal_file(args, &judging, &inputs, path));
    let journal = journal.transpose()?;
    let start = journal.as_ref().map(|file| file.journal.position).unwrap_or_default();
    let reports = report_outputs(args, &judging, target(args, color, journal.as_ref(), out)?)?;
    if let Some(file) = &journal {
        if start != InputPosition::default() {
            let logs = count_with_noun(file.journal.sums.logs(), "log", "logs");
            eprint_line(&format!("note: resumed after {logs}"));
        }
        file.write()?;
    }
    let read = Arc::default();
    let total = sizes.iter().copied().sum::<Option<u64>>();
    let logs_before = journal.as_ref().map_or(0, |file| file.journal.sums.logs());
    let before = bytes_before(&sizes, start);
    let progress = Arc::new(RunProgress::new(Arc::clone(&read), total, before, logs_before));
    judging.progress = Some(Arc::clone(&progress));
    let config = WriterConfig { fail_fast: args.run.fail_fast, strict: args.strict };
    let mut writer = ReportWriter::new(config, reports, journal, progress);
    if writer.has_stopped() {
        return writer.finish(Ending::Consumer);
    }
    let config = ReadConfig {
        threads: args.run.threads.count(),
        signals,
        foreign: args.from.as_deref().map(|from| (from, &args.foreign)),
        archives: true,
        sealed: args.seal.sealed,
        read,
        start,
    };
    let work = |items: Vec<Item>| judging.judge_all(items);
    let ending = run::input::run(inputs, &config, &work, &mut writer)?;
    writer.finish(ending)
}

fn run_config(args: &Verify, color: bool) -> Result<RunConfig, CliError> {
    Ok(RunConfig {
        options: args.rules.options()?,
        keep_going: args.keep_going,
        style: TextStyle {
            color,
            inferred: args.report_inferred,
            unchecked: args.report_unchecked,
        },
        keys: args.seal.keys()?,
        strict: args.strict,
        require_end: args.require_end,
        reports: report_kinds(args, color),
        signals: Signals::default(),
        progress: None,
    })
}

/// Returns what each report contains: first the output, then the files of `--also`.
fn report_kinds(args: &Verify, color: bool) -> Vec<ReportKind> {
    let (quiet, summary) = (args.quiet, args.run.summary);
    let output = ReportKind { format: args.format, color, quiet, summary };
    let also = |also: &AlsoReport| ReportKind {
        format: also.format,
        color: false,
        quiet: false,
        summary: false,
    };
    iter::once(output).chain(args.also.iter().map(also)).collect()
}

/// Opens the files of `--also`; returns all outputs in the order of their kinds.
fn report_outputs<'o>(
    args: &'o Verify,
    judging: &RunConfig,
    output: Output<'o>,
) -> Result<Vec<ReportOutput<'o>>, CliError> {
    let open = |also: &'o AlsoReport| Ok((Output::create(&also.file, false)?, &also.file));
    let also: Result<Vec<_>, CliError> = args.also.iter().map(open).collect();
    let also = also?.into_iter().map(|(target, file)| (target, Some(file.as_path())));
    let targets = iter::once((output, args.run.output.as_deref())).chain(also);
    let book = args.book.as_deref();
    let outputs = judging.reports.iter().zip(targets);
    Ok(outputs.map(|(kind, (to, path))| ReportOutput::new(*kind, to, path, book)).collect())
}

/// Returns the sizes of the inputs, as far as they are known.
fn sizes(inputs: &[Input]) -> Vec<Option<u64>> {
    let size = |input: &Input| match input {
        Input::Error(_) | Input::LeftOut(_) => Some(0),
        Input::Logs(log) => {
            let data = fs::metadata(&log.path).ok().filter(fs::Metadata::is_file);
            data.map(|data| data.len())
        }
    };
    inputs.iter().map(size).collect()
}

/// Returns how many bytes the inputs before a position have.
fn bytes_before(sizes: &[Option<u64>], from: InputPosition) -> u64 {
    let inputs = usize::try_from(from.inputs).unwrap_or(usize::MAX);
    sizes.iter().take(inputs).flatten().sum()
}

/// Rejects formats without a summary, and a book that is not an address.
fn check_formats(args: &Verify) -> Result<(), CliError> {
    if args.run.summary && !matches!(args.format, Format::Text | Format::Json) {
        let message = "a summary is written as text or as JSON, not in this format".to_owned();
        return Err(CliError::usage(message).help("leave out --summary, or --format"));
    }
    match &args.book {
        Some(book) if !book.starts_with("https://") && !book.starts_with("http://") => {
            let message = format!("`{book}` is not the address of a book");
            Err(CliError::usage(message).help("write the address like https://example.org/book"))
        }
        _ => Ok(()),
    }
}

/// Rejects options without an effect: a user who gives one expects something from it.
fn check_idle_options(args: &Verify) -> Result<(), CliError> {
    let Verify { format, run, .. } = args;
    let output = (!run.summary || format.of_ci().is_some()).then_some(*format);
    let reports = || output.into_iter().chain(args.also.iter().map(|also| also.format));
    let whole = reports().any(|format| matches!(format, Format::Text | Format::Json));
    let sarif = reports().any(|format| format == Format::Sarif);
    let setup = args.foreign.named().filter(|_| args.from.is_none());
    let options = [
        (setup, "is for files of other clients", "add --from auto, or leave it out"),
        (
            args.book.as_ref().filter(|_| !sarif).map(|_| "--book"),
            "works only with --format sarif",
            "add --format sarif, or leave it out",
        ),
        (
            (args.report_unchecked && !whole).then_some("--report-unchecked"),
            "works only with --format text or json",
            "use --format text or json",
        ),
        (
            (args.report_inferred && !whole).then_some("--report-inferred"),
            "works only with --format text or json",
            "use --format text or json",
        ),
        (
            (args.quiet && run.summary).then_some("--quiet"),
            "leaves out reports, and --summary writes none",
            "leave out one of the two",
        ),
    ];
    if let Some((option, why, step)) =
        options.into_iter().find_map(|(option, why, step)| Some((option?, why, step)))
    {
        return Err(CliError::usage(format!("{option} {why}")).help(step));
    }
    foreign::check_takes_setup(&args.foreign, args.from.as_deref().and_then(ForeignFormat::named))
}

/// Rejects an output that would overwrite an input or another output.
fn check_files(args: &Verify) -> Result<(), CliError> {
    let (output, journal) = (args.run.output.as_deref(), args.run.resume.as_deref());
    let also = args.also.iter().map(|also| ("--also", also.file.as_path()));
    let named = [("--output", output), ("--resume", journal)];
    let named = named.into_iter().filter_map(|(option, path)| Some((option, path?)));
    let written: Vec<_> = named.chain(also).collect();
    for (place, (option, path)) in written.iter().enumerate() {
        let shown = files::shown(path);
        if args.paths.iter().any(|read| files::same(read, path) || files::is_log_in(path, read)) {
            let message = format!("{option} {shown} is one of the inputs");
            return Err(CliError::usage(message).help("write to another file"));
        }
        if let Some((other, _)) = written[..place].iter().find(|(_, file)| files::same(file, path))
        {
            let message = format!("{shown} cannot be the file of both {other} and {option}");
            return Err(CliError::usage(message).help(format!("give {option} a file of its own")));
        }
    }
    Ok(())
}

fn target<'o>(
    args: &Verify,
    color: bool,
    journal: Option<&JournalFile>,
    out: &'o mut dyn Write,
) -> Result<Output<'o>, CliError> {
    match (&args.run.output, journal) {
        (None, _) => Ok(Output::Out(out)),
        (Some(path), None) => Output::create(path, color),
        (Some(path), Some(there)) => {
            let begins = there.journal.position == InputPosition::default();
            let file = ResumableFile::open(path, &there.journal, begins)?;
            Ok(Output::ResumableFile(SanitizingWriter::new(file, color)))
        }
    }
}

/// Reads the journal of a stopped run, or begins one.
fn journal_file(
    args: &Verify,
    config: &RunConfig,
    inputs: &[Input],
    path: &Path,
) -> Result<JournalFile, CliError> {
    let plan = plan(args, config, inputs)?;
    // A device or a pipe may never end.
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        let message = format!("{}: a journal must be a regular file", files::shown(path));
        return Err(CliError::usage(message).help("name a regular file for --resume"));
    }
    let journal = match fs::read_to_string(path) {
        Ok(text) => Journal::read(&text, &plan).map_err(|why| {
            let path = files::shown(path);
            let rest = "remove it to start over, or finish that run first";
            CliError::usage(format!("{path}: this run cannot be resumed: {why}")).help(rest)
        })?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Journal::new(plan),
        Err(error) => return Err(files::not_read(path, &error, ExitStatus::NoResult)),
    };
    Ok(JournalFile { path: path.to_owned(), journal })
}

/// The next step after an input that a resumed run cannot read again.
const NO_JOURNAL: &str = "leave out --resume, or save the input to a file first";

/// Describes a run by everything that its output depends on, so that a resumed run writes what
/// the stopped one would have written.
fn plan(args: &Verify, config: &RunConfig, inputs: &[Input]) -> Result<Plan, CliError> {
    let (mut files, mut bytes, mut names) = (0, 0, Sha256::new());
    let beside = |path: &Path| args.foreign.setup_beside.then(|| files::setup_file(path)).flatten();
    let mut add = |path: &Path| -> Result<(), CliError> {
        let at =
            |why: &str| CliError::usage(format!("{}: {why}", files::shown(path))).help(NO_JOURNAL);
        let data = fs::metadata(path);
        let changed = data.as_ref().ok().and_then(|data| data.modified().ok());
        let changed = changed.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let size = match &data {
            Ok(data) if data.is_file() => data.len(),
            Ok(_) => return Err(at("--resume needs input files that can be read again")),
            // The run reports a missing file when it reads it.
            Err(_) => 0,
        };
        (files, bytes) = (files + 1, bytes + size);
        let changed = changed.unwrap_or_default().as_nanos();
        // A name cannot contain a zero byte, so different lists of files never have equal digests.
        names.update(path.as_os_str().as_encoded_bytes());
        names.update(format!("\0{size} {changed} {}\0", data.is_ok()));
        Ok(())
    };
    let mut left_out = String::new();
    for input in inputs {
        if let Input::LeftOut(entries) = input {
            left_out = entries.text() + &entries.ignored.text();
        }
        if let Input::Logs(log) = input {
            let path = &log.path;
            if path.as_os_str() == "-" {
                let message = "--resume needs input files; standard input cannot be read again";
                return Err(CliError::usage(message.to_owned()).help(NO_JOURNAL));
            }
            add(path)?;
            beside(path).as_deref().map_or(Ok(()), &mut add)?;
        }
    }
    args.foreign.setup.as_deref().map_or(Ok(()), &mut add)?;
    names.update(left_out);
    Ok(Plan::new(options(args, config), files, bytes, hex(&names.finalize())))
}

/// Returns the options by name. The number of threads is not among them: it does not change the
/// output.
fn options(args: &Verify, config: &RunConfig) -> BTreeMap<String, String> {
    let run = &args.run;
    let JudgeOptions { rulings, required, budget } = &config.options;
    let given = [
        ("format", format!("{:?}", args.format).to_lowercase()),
        ("color", config.style.color.to_string()),
        ("client and --ruling", format!("{rulings:?}")),
        ("published and --rules", format!("{required:?}")),
        ("budget", format!("{budget:?}")),
        ("keep-going", args.keep_going.to_string()),
        ("strict", args.strict.to_string()),
        ("require-end", args.require_end.to_string()),
        ("report-unchecked", args.report_unchecked.to_string()),
        ("report-inferred", args.report_inferred.to_string()),
        ("book", format!("{:?}", args.book)),
        ("quiet", args.quiet.to_string()),
        ("from", format!("{:?}", args.from)),
        ("exclude", format!("{:?}", args.folders.exclude)),
        ("no-ignore", args.folders.no_ignore.to_string()),
        ("setup", format!("{:?}", args.foreign.setup)),
        ("setup-beside", args.foreign.setup_beside.to_string()),
        ("fail-fast", run.fail_fast.to_string()),
        ("summary", run.summary.to_string()),
        ("output", format!("{:?}", run.output)),
    ];
    given.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
