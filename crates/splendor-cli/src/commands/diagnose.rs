//! `splendor diagnose`: what may have gone wrong in a log.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use splendor_schema::diagnosis::{Diagnosis, Standing};
use splendor_schema::{InputFile, Log, Verdict, text_of};
use splendor_verify::Text;

use crate::args::{Judged, Words};
use crate::error::{CliError, ExitStatus, REPORT, eprint_line};
use crate::files;
use crate::files::name_of;

/// Which log is diagnosed.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Diagnose {
    /// The log; `-` is standard input.
    pub(crate) log: PathBuf,
    /// The game in a JSON Lines file, from 1.
    #[arg(long, default_value_t = 1)]
    pub(crate) game: u64,
    #[command(flatten)]
    pub(crate) by: Judged,
    /// How to answer: in words, or as JSON by schema/splendor-diagnosis-1.schema.json.
    #[arg(long, value_enum, default_value_t = Words::Text)]
    pub(crate) format: Words,
    /// Write the log with an edit to this file: that of the first cause that is proven, or of the
    /// one that --fix names.
    #[arg(long, value_name = "FILE")]
    pub(crate) write: Option<PathBuf>,
    /// The number of the cause whose edit is written.
    #[arg(long, value_name = "N", requires = "write")]
    pub(crate) fix: Option<usize>,
    /// Write over a file that is there already; never over the log itself.
    #[arg(long, requires = "write")]
    pub(crate) force: bool,
}

const EXAMPLES: &str = "\
Examples:
  splendor diagnose game.json
  splendor diagnose game.json --write fixed.json           the first proven edit
  splendor diagnose game.json --fix 3 --write other.json   another one

Exit status: 0 if there is nothing to diagnose (then --write writes nothing), or
an edit is proven, 1 if none is, 2 if the log cannot be read, 3 for wrong usage
or nothing to judge.";

/// Says what may have gone wrong in a log; returns the exit status.
pub(crate) fn run(told: &Diagnose, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    files::no_folder(told.write.as_ref())?;
    let game = files::game(&told.log, told.game)?;
    let log = Log::read(&game.bytes).map_err(|error| game.failure(&told.log, &error))?;
    let text = text_of(&game.bytes).map_err(|error| game.failure(&told.log, &error))?;
    let input = InputFile { name: name_of(&told.log), game: told.game, line: game.line };
    let source = Text { input, text: text.into() };
    let diagnosis = splendor_verify::diagnose(&source, &log, &told.by.rulings());
    let said = match told.format {
        Words::Text => splendor_render::diagnosis_text(&diagnosis),
        Words::Json => splendor_verify::line_of(&diagnosis),
    };
    out.write_all(said.as_bytes())?;
    let fine = matches!(diagnosis.verdict, Verdict::Legal | Verdict::Consistent);
    match &told.write {
        Some(path) if fine => {
            eprint_line(&format!("no edit is needed; {} is not written", files::shown(path)));
        }
        Some(path) => {
            out.flush()?;
            write(told, path, &log, &diagnosis, game.bytes.contains(&b'\n'))?;
        }
        None => {}
    }
    let proven = diagnosis.causes.iter().any(|cause| cause.standing == Standing::Proven);
    Ok(ExitStatus::illegal_if(!fine && !proven))
}

/// Writes the log as a cause edits it, to a file of its own.
fn write(
    told: &Diagnose,
    path: &Path,
    log: &Log,
    diagnosis: &Diagnosis,
    laid_out: bool,
) -> Result<(), CliError> {
    let causes = &diagnosis.causes;
    let first = || causes.iter().position(|cause| cause.standing == Standing::Proven);
    let at = match told.fix {
        Some(number) => number.checked_sub(1).filter(|&at| at < causes.len()).ok_or_else(|| {
            let count = causes.len();
            CliError::usage(format!("there is no cause {number}, but {count}; nothing is written"))
                .help("leave out --write to see the causes with their numbers")
        })?,
        None => first().ok_or_else(|| {
            let message = "no edit is proven; nothing is written".to_owned();
            let next = if causes.is_empty() {
                "leave out --write: no edit that was tried helps"
            } else {
                "--fix N writes the edit of a cause that helps"
            };
            CliError::illegal(message).help(next)
        })?,
    };
    let edited = splendor_verify::edited(log, &causes[at]).ok_or_else(|| {
        CliError::not_judged("the edited log cannot be read; nothing is written").help(REPORT)
    })?;
    let text = if laid_out {
        splendor_verify::layout(&edited)
    } else {
        splendor_verify::one_line(&edited)
    };
    let mut file = files::create_apart(path, &told.log, told.force)?;
    // Without a flush, what cannot be written would be lost in silence.
    file.write_all(text.as_bytes())
        .and_then(|()| file.flush())
        .map_err(|error| files::not_written(path, &error))?;
    eprint_line(&format!("wrote the log with the edit {} to {}", at + 1, files::shown(path)));
    let options = splendor_render::ruling_options(diagnosis);
    if !options.is_empty() {
        eprint_line(&format!(
            "`splendor verify{options} {}` judges it by the same rules",
            files::shown(path).typed()
        ));
    }
    Ok(())
}
