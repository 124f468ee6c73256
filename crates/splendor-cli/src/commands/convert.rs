//! `splendor convert`: a log is made of a file of another client.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use splendor_convert::{Conversion, FOREIGN_FORMATS, ForeignFormat, is_side_file};
use splendor_schema::{FileName, Log, text_of};

use crate::args::Foreign;
use crate::args::values::FORMAT;
use crate::error::{CliError, ExitStatus, eprint_line};
use crate::files;
use crate::run::foreign::{format, refused, setups, takes_setup};

/// What is converted.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Convert {
    /// The file of another client; `-` is standard input.
    pub(crate) input: PathBuf,
    /// The format of the file, or auto: told by its content.
    #[arg(long, value_name = "FORMAT", value_parser = FORMAT, default_value = "auto")]
    #[arg(hide_possible_values = true)]
    pub(crate) from: String,
    /// Write this format instead of a log: kifu, also of a file that is a log already.
    #[arg(long, value_name = "FORMAT", value_parser = ["kifu"])]
    pub(crate) to: Option<String>,
    /// Where the log is written; by default to standard output.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write what became of every field to this file, as JSON, and not to standard error.
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// How files of other clients are read.
    #[command(flatten)]
    pub(crate) foreign: Foreign,
}

const EXAMPLES: &str = "\
Examples:
  splendor convert game.kifu -o game.json
  splendor convert --from effective-splendor --setup-beside match-1.replay.json
  splendor verify --from auto game.kifu

Several games become JSON Lines: one log a line. What the file does not tell is
left out; what is not known in it is an error with its line.

Exit status: 0 if every game was converted, 2 if one was not, 3 for wrong usage
or an empty file.";

/// Makes logs of the games of a file; returns the exit status.
pub(crate) fn run(told: &Convert, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    files_apart(told)?;
    files::no_folder(told.output.as_ref())?;
    files::no_folder(told.report.as_ref())?;
    let name = files::shown(&told.input);
    takes_setup(&told.foreign, ForeignFormat::named(&told.from))?;
    let bytes = files::read_whole(&told.input)
        .map_err(|error| files::not_read(&told.input, &error, ExitStatus::NotJudged))?;
    let text = text_of(&bytes).map_err(|error| {
        let message = format!("{name}:{}:{}: {}", error.line, error.column, error.message);
        CliError::not_judged(message).help("save the file as UTF-8 text and convert it again")
    })?;
    if text.trim().is_empty() {
        return Err(files::nothing_in(&told.input, "write the game anew with the other client"));
    }
    // What is a log already is no file of another client, whatever it is called.
    let foreign = format(&told.from, text).filter(|_| Log::read(&bytes).is_err());
    let format = match foreign {
        Some(format) => format,
        None if told.to.is_some() => return to_kifu(told, &name, &bytes, out),
        None => return Err(unknown(&name, &bytes)),
    };
    takes_setup(&told.foreign, Some(format))?;
    let setups = setups(&told.foreign, format, &told.input)?;
    let (mut logs, mut accounts, mut status) = (Vec::new(), String::new(), ExitStatus::Success);
    let stem = files::stem(&told.input);
    for (line, part) in format.games(text) {
        match format.convert_file(stem.as_deref(), part, &setups) {
            Ok(made) => {
                accounts += &account(told, &made, &name, line, format);
                logs.push(made.log);
            }
            Err(refusal) => {
                status = refused(&name, line, part, &refusal).report();
            }
        }
    }
    match &told.report {
        Some(path) => files::write(path, &accounts)?,
        None => accounts.lines().for_each(eprint_line),
    }
    write(told, &name, &logs, out)?;
    Ok(status)
}

/// No file of a command line is written over another one of it.
fn files_apart(told: &Convert) -> Result<(), CliError> {
    let beside = told.foreign.setup_beside.then(|| files::setup_beside(&told.input)).flatten();
    let setup = told.foreign.setup.as_ref().or(beside.as_ref());
    let written = [("--output", told.output.as_ref()), ("--report", told.report.as_ref())];
    let mut others = vec![("the file that is read", Some(&told.input)), ("--setup", setup)];
    for (what, path) in written {
        let Some(path) = path else { continue };
        for (other, place) in others.iter().filter_map(|(name, path)| Some((name, (*path)?))) {
            if files::same(path, place) {
                let path = files::shown(path);
                let message = format!("{path} is {what} and {other}");
                return Err(CliError::usage(message).help("write to another file"));
            }
        }
        others.push((what, Some(path)));
    }
    Ok(())
}

/// Refuses a file that is none of another client.
fn unknown(name: &FileName, bytes: &[u8]) -> CliError {
    if Log::read(bytes).is_ok() {
        let log = name.typed();
        let step = format!("`splendor verify {log}` judges it, --to kifu writes it as a KIFU");
        return CliError::not_judged(format!("{name}: this is a log already")).help(step);
    }
    if text_of(bytes).is_ok_and(is_side_file) {
        let message = format!("{name}: a side file: the table of a game, and not the game");
        let step = "name the file of the game, with --setup-beside if this one lies beside it";
        return CliError::not_judged(message).help(step);
    }
    let known: Vec<&str> = FOREIGN_FORMATS.iter().map(|format| format.name).collect();
    let message = format!("{name}: the content is of no format known here, which are ");
    let step = "name the format with --from; the page on convert says what each looks like";
    CliError::not_judged(message + &known.join(", ")).help(step)
}

/// Writes a file that is a log already in another format.
fn to_kifu(
    told: &Convert,
    name: &FileName,
    bytes: &[u8],
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    let idle = told.report.as_ref().map(|_| "--report").or(told.foreign.named());
    if let Some(option) = idle {
        let message = format!("{option} is for files of other clients, and {name} is none");
        return Err(CliError::usage(message).help(format!("leave out {option}")));
    }
    let log = Log::read(bytes).map_err(|error| {
        let message = format!("{name}:{}:{}: {}", error.line, error.column, error.message);
        CliError::not_judged(message)
            .help(format!("`splendor verify {}` shows the place", name.typed()))
    })?;
    write(told, name, &[log], out)?;
    Ok(ExitStatus::Success)
}

fn account(
    told: &Convert,
    made: &Conversion,
    name: &FileName,
    line: u64,
    format: &ForeignFormat,
) -> String {
    if told.report.is_some() {
        return made.account.json(name, line, format.name);
    }
    let turns = splendor_verify::counted(made.log.turns.len(), "turn", "turns");
    format!("{name}:{line}: {turns} from {}\n{}", format.name, made.account.text())
}

/// Writes one log as a document, several as JSON Lines, or one as a KIFU.
fn write(
    told: &Convert,
    name: &FileName,
    logs: &[Log],
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let text: String = match (logs, &told.to) {
        ([log], Some(_)) => told_as_kifu(log, name)?,
        (_, Some(_)) => {
            let message = format!("{name}: {} games, a KIFU holds one", logs.len());
            return Err(CliError::not_judged(message).help("write each game to a file of its own"));
        }
        ([log], None) => splendor_verify::layout(log),
        (logs, None) => logs.iter().map(splendor_verify::one_line).collect(),
    };
    match &told.output {
        Some(path) if !logs.is_empty() => files::write(path, &text),
        Some(_) => Ok(()),
        None => Ok(out.write_all(text.as_bytes())?),
    }
}

/// Writes a log as a KIFU, and says what of it that leaves out.
fn told_as_kifu(log: &Log, name: &FileName) -> Result<String, CliError> {
    let text = splendor_convert::kifu(log).map_err(|why| {
        let step = "the page on convert says what a KIFU tells; the log itself holds all of it";
        CliError::not_judged(format!("{name}: {why}")).help(step)
    })?;
    let left_out = splendor_convert::kifu_left_out(log);
    let left_out: Vec<String> =
        left_out.iter().map(|(field, count)| format!("{count} {field}")).collect();
    if !left_out.is_empty() {
        eprint_line(&format!(
            "{name}: left out, which a KIFU does not tell: {}",
            left_out.join(", ")
        ));
    }
    Ok(text)
}
