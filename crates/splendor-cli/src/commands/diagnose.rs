//! `splendor diagnose`: lists possible causes of an illegal log.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use splendor_schema::diagnosis::{Diagnosis, Standing};
use splendor_schema::json::layout;
use splendor_schema::{InputFile, Log, Verdict, text_of};
use splendor_verify::ReportSource;

use crate::args::values::from_one;
use crate::args::{AnswerArgs, RuleArgs};
use crate::error::{CliError, ExitStatus, REPORT, eprint_line};
use crate::files;
use crate::files::name_of;

/// Arguments of `splendor diagnose`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Diagnose {
    /// The log; `-` is standard input.
    pub(crate) log: PathBuf,
    /// The game in a JSON Lines file, from 1.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = from_one::<u64>())]
    pub(crate) game: u64,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    #[command(flatten)]
    pub(crate) answer: AnswerArgs,
    /// Write the log with an edit to this file: the first sufficient edit, or the edit that --fix
    /// names.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// The number of the cause whose edit is written.
    #[arg(long, value_name = "N", requires = "output", value_parser = from_one::<usize>())]
    pub(crate) fix: Option<usize>,
}

const EXAMPLES: &str = "\
Examples:
  splendor diagnose game.json
  splendor diagnose game.json -o fixed.json             first sufficient edit
  splendor diagnose game.json --fix 3 -o other.json     another edit

Exit status: 0 if an edit is sufficient, or if the log is already legal or
consistent (--output then writes nothing); 1 if no edit is sufficient, 2 if the
log cannot be read or is undecided, 3 for wrong usage or nothing to judge.";

/// Lists possible causes; returns the exit status.
pub(crate) fn run(args: &Diagnose, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    files::check_not_folder(args.output.as_ref())?;
    let game = files::game(&args.log, args.game)?;
    let log = Log::read(&game.bytes).map_err(|error| game.failure(&args.log, &error))?;
    let text = text_of(&game.bytes).map_err(|error| game.failure(&args.log, &error))?;
    let input = InputFile { name: name_of(&args.log), game: args.game, line: game.line };
    let source = ReportSource { input, text: text.into() };
    let diagnosis = splendor_verify::diagnose(&source, &log, &args.rules.options()?);
    let text = if args.answer.is_json() {
        layout::json_line(&diagnosis)
    } else {
        splendor_render::diagnosis_text(&diagnosis, args.rules.typed().as_deref())
    };
    out.write_all(text.as_bytes())?;
    if diagnosis.verdict == Verdict::Undecided {
        return undecided(args);
    }
    let fine = matches!(diagnosis.verdict, Verdict::Legal | Verdict::Consistent);
    match &args.output {
        Some(path) if fine => {
            eprint_line(&format!("no edit is needed; {} is not written", files::shown(path)));
        }
        Some(path) => {
            out.flush()?;
            write(args, path, &log, &diagnosis, game.bytes.contains(&b'\n'))?;
        }
        None => {}
    }
    let proven = diagnosis.causes.iter().any(|cause| cause.standing == Standing::Proven);
    Ok(ExitStatus::illegal_if(!fine && !proven))
}

/// Returns the exit status for an undecided log, which has no finding and so no edit.
fn undecided(args: &Diagnose) -> Result<ExitStatus, CliError> {
    let Some(path) = &args.output else { return Ok(ExitStatus::NotJudged) };
    let path = files::shown(path);
    Err(CliError::not_judged(format!("the log is undecided; {path} is not written"))
        .help("log more of the facts that it omits"))
}

/// Writes the log with the edit of a cause to another file.
fn write(
    args: &Diagnose,
    path: &Path,
    log: &Log,
    diagnosis: &Diagnosis,
    laid_out: bool,
) -> Result<(), CliError> {
    let causes = &diagnosis.causes;
    let first = || causes.iter().position(|cause| cause.standing == Standing::Proven);
    let at = match args.fix {
        Some(number) => number.checked_sub(1).filter(|&at| at < causes.len()).ok_or_else(|| {
            let count = causes.len();
            CliError::usage(format!(
                "there is no cause {number}: the diagnosis has {count}; nothing is written"
            ))
            .help("run it without --output to see the numbers of the causes")
        })?,
        None => first().ok_or_else(|| {
            let message = "no edit is sufficient; nothing is written".to_owned();
            let next = if causes.is_empty() {
                "run it without --output: no edit helps"
            } else {
                "--fix N writes the edit of a cause that helps"
            };
            CliError::illegal(message).help(next)
        })?,
    };
    let edited = splendor_verify::diagnose::apply_edit(log, &causes[at]).ok_or_else(|| {
        CliError::not_judged("the edited log cannot be read; nothing is written").help(REPORT)
    })?;
    let text = if laid_out { layout::pretty_log(&edited) } else { layout::json_line(&edited) };
    let mut file = files::create(path, &[&args.log])?;
    // Dropping a buffered file ignores write errors, so it is flushed first.
    file.write_all(text.as_bytes())
        .and_then(|()| file.flush())
        .map_err(|error| files::not_written(path, &error))?;
    eprint_line(&format!("wrote the log with edit {} to {}", at + 1, files::shown(path)));
    let options = splendor_render::rule_options(diagnosis, args.rules.typed().as_deref());
    if !options.is_empty() {
        eprint_line(&format!(
            "`splendor verify{options} {}` judges it under the same rules",
            files::shown(path).typed()
        ));
    }
    Ok(())
}
