//! `splendor convert`: converts files of other clients to logs.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use splendor_convert::{
    Conversion, ForeignFormat, NotForeign, UNKNOWN_FORMAT_HELP, foreign_format, stem,
};
use splendor_schema::json::layout;
use splendor_schema::{FileName, Log, text_of};

use crate::args::ForeignArgs;
use crate::args::values::FORMAT;
use crate::error::{CliError, ExitStatus, eprint_line};
use crate::files::{self, LogPath};
use crate::run::foreign::{check_takes_setup, refusal_error, setups};

/// Arguments of `splendor convert`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Convert {
    /// The file of another client; `-` is standard input.
    pub(crate) input: PathBuf,
    /// The format of the file: ai-splendor, boardgamearena, boardgamers, effective-splendor, kifu,
    /// nerdvana, spendee or splendorust; or auto: detect it from the content.
    #[arg(long, value_name = "FORMAT", value_parser = FORMAT, default_value = "auto")]
    #[arg(hide_possible_values = true)]
    pub(crate) from: String,
    /// Write this format instead of a log: kifu, also of a file that is a log already.
    #[arg(long, value_name = "FORMAT", value_parser = ["kifu"])]
    pub(crate) to: Option<String>,
    /// Write to this file instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write the account of every field to this file as JSON, instead of to standard error.
    #[arg(long, value_name = "FILE")]
    pub(crate) account: Option<PathBuf>,
    /// How files of other clients are read.
    #[command(flatten)]
    pub(crate) foreign: ForeignArgs,
}

const EXAMPLES: &str = "\
Examples:
  splendor convert game.kifu -o game.json
  splendor convert --from effective-splendor --setup-beside match-1.replay.json
  splendor verify --from auto game.kifu

Several games become JSON Lines: one log per line. Facts that are missing in the
file are left out; unknown content is an error with its line.

Exit status: 0 if every game was converted, 2 if one was not, 3 for wrong usage
or an empty file.";

/// Converts the games of a file; returns the exit status.
pub(crate) fn run(args: &Convert, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    check_outputs(args)?;
    files::check_not_folder(args.output.as_ref())?;
    files::check_not_folder(args.account.as_ref())?;
    let name = files::shown(&args.input);
    check_takes_setup(&args.foreign, ForeignFormat::named(&args.from))?;
    let bytes = files::read_all(&args.input)
        .map_err(|error| files::not_read(&args.input, &error, ExitStatus::NotJudged))?;
    let text = text_of(&bytes).map_err(|error| {
        CliError::not_judged(error.in_file(&name))
            .help("save the file as UTF-8 text and convert it again")
    })?;
    if text.trim().is_empty() {
        return Err(files::empty_file(&args.input, "export the game again from the other client"));
    }
    let format = match foreign_format(&args.from, text) {
        Ok(format) => format,
        Err(_) if args.to.is_some() => return to_kifu(args, &name, &bytes, out),
        Err(why) => return Err(unknown(&name, why)),
    };
    check_takes_setup(&args.foreign, Some(format))?;
    let setups = setups(&args.foreign, format, &LogPath::named(&args.input))?;
    let (mut logs, mut accounts, mut status) = (Vec::new(), String::new(), ExitStatus::Success);
    let stem = stem(&args.input);
    for (line, part) in format.games(text) {
        match format.convert_file(stem.as_deref(), part, &setups) {
            Ok(made) => {
                accounts += &account(args, &made, &name, line, format);
                logs.push(made.log);
            }
            Err(refusal) => {
                status = refusal_error(&name, line, part, &refusal).report();
            }
        }
    }
    match &args.account {
        Some(path) => files::write(path, &accounts)?,
        None => accounts.lines().for_each(eprint_line),
    }
    write(args, &name, &logs, out)?;
    Ok(status)
}

/// Rejects an output that would overwrite another file of the command line.
fn check_outputs(args: &Convert) -> Result<(), CliError> {
    let beside = args.foreign.setup_beside.then(|| files::setup_file(&args.input)).flatten();
    let setup = args.foreign.setup.as_ref().or(beside.as_ref());
    let written = [("--output", args.output.as_ref()), ("--account", args.account.as_ref())];
    let mut others = vec![("the input", Some(&args.input)), ("--setup", setup)];
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

/// Returns the error about a file that is not of another client.
fn unknown(name: &FileName, why: NotForeign) -> CliError {
    let step = match why {
        NotForeign::Log => {
            let log = name.typed();
            format!("`splendor verify {log}` judges it, --to kifu writes it as a KIFU")
        }
        NotForeign::SideFile => {
            "name the file of the game, with --setup-beside if this one is next to it".to_owned()
        }
        NotForeign::Unknown => UNKNOWN_FORMAT_HELP.to_owned(),
    };
    CliError::not_judged(format!("{name}: {why}")).help(step)
}

/// Writes a file that is already a log in another format.
fn to_kifu(
    args: &Convert,
    name: &FileName,
    bytes: &[u8],
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    let idle = args.account.as_ref().map(|_| "--account").or(args.foreign.named());
    if let Some(option) = idle {
        let message = format!("{option} is for files of other clients, and {name} is a log");
        return Err(CliError::usage(message).help(format!("leave out {option}")));
    }
    let log = Log::read(bytes).map_err(|error| {
        CliError::not_judged(error.in_file(name))
            .help(format!("`splendor verify {}` shows the place", name.typed()))
    })?;
    write(args, name, &[log], out)?;
    Ok(ExitStatus::Success)
}

fn account(
    args: &Convert,
    made: &Conversion,
    name: &FileName,
    line: u64,
    format: &ForeignFormat,
) -> String {
    if args.account.is_some() {
        return made.account.json(name, line, format.name);
    }
    let turns = splendor_verify::words::count_with_noun(made.log.turns.len(), "turn", "turns");
    format!("{name}:{line}: {turns} from {}\n{}", format.name, made.account.text())
}

/// Writes one log as a document, several as JSON Lines, or one as a KIFU.
fn write(
    args: &Convert,
    name: &FileName,
    logs: &[Log],
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let text: String = match (logs, &args.to) {
        ([log], Some(_)) => kifu_text(log, name)?,
        (_, Some(_)) => {
            let message = format!("{name}: {} games, a KIFU holds one", logs.len());
            return Err(CliError::not_judged(message).help("write each game to a file of its own"));
        }
        ([log], None) => layout::pretty_log(log),
        (logs, None) => logs.iter().map(layout::json_line).collect(),
    };
    match &args.output {
        Some(path) if !logs.is_empty() => files::write(path, &text),
        Some(_) => Ok(()),
        None => Ok(out.write_all(text.as_bytes())?),
    }
}

/// Returns a log as KIFU; reports the fields that a KIFU cannot hold.
fn kifu_text(log: &Log, name: &FileName) -> Result<String, CliError> {
    let text = splendor_convert::kifu(log).map_err(|why| {
        let step = "docs/src/convert.md lists what a KIFU can hold";
        CliError::not_judged(format!("{name}: {why}")).help(step)
    })?;
    let left_out = splendor_convert::kifu_left_out(log);
    let left_out: Vec<String> =
        left_out.iter().map(|(field, count)| format!("{count} {field}")).collect();
    if !left_out.is_empty() {
        eprint_line(&format!(
            "{name}: left out because a KIFU cannot hold it: {}",
            left_out.join(", ")
        ));
    }
    Ok(text)
}
