//! The program: the only place that touches files, the terminal and the exit status.

mod args;
mod argue;
mod compare;
mod corpus;
mod count;
mod engine;
mod feed;
mod files;
mod foreign;
mod judge;
mod manual;
mod page;
mod rewrite;
mod scope;
mod serve;
mod signals;
mod sink;
mod tally;
mod target;
mod work;

use std::ffi::OsString;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;
use splendor_schema::visible;

use args::{At, Cli, Color, Command};
use files::Log;

/// A failure that ends the program: what to say, and the exit status.
pub(crate) struct Failure(String, u8);

impl Failure {
    /// Adds what to do about it.
    pub(crate) fn next(self, step: &str) -> Self {
        Self(with_help(&self.0, step), self.1)
    }
}

/// Returns a message as the line that it is; what to do about it may follow on its own.
fn one_line(message: &str) -> String {
    match message.split_once(HELP) {
        Some((message, step)) => format!("{}{HELP}{}", visible::line(message), visible::line(step)),
        None => visible::line(message).into_owned(),
    }
}

/// Returns a message with what to do about it, on a line of its own.
pub(crate) fn with_help(message: &str, step: &str) -> String {
    format!("{}{HELP}{}", one_line(message), visible::line(step))
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        // Who reads our output may stop reading; that is no failure of ours.
        let status = if error.kind() == io::ErrorKind::BrokenPipe { 0 } else { 3 };
        Self(error.to_string(), status).next(files::unwritten(&error))
    }
}

/// What stands before the step to take after an error.
pub(crate) const HELP: &str = "\nhelp: ";

/// What to do about a defect of this program.
pub(crate) const REPORT: &str = "report it with the log: it is a defect of this program";

/// Returns the arguments; who asks `help` for its own help is helped.
fn arguments() -> Vec<OsString> {
    let mut told: Vec<OsString> = std::env::args_os().collect();
    if told.get(1).is_some_and(|command| command == "help") {
        told.retain(|word| word != "--help" && word != "-h");
    }
    told
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse_from(arguments()) {
        Ok(cli) => cli,
        // The short form, -V, tells the number alone.
        Err(error)
            if error.kind() == ErrorKind::DisplayVersion
                && std::env::args_os().any(|argument| argument == "--version") =>
        {
            let text = splendor_verify::version_text();
            return written(io::stdout().write_all(text.as_bytes()));
        }
        Err(error) => {
            // What is quoted of the command line is to be text, too.
            let shown = arguments().into_iter();
            let shown = shown.map(|word| files::shown(word.as_ref()).to_string());
            let error = Cli::try_parse_from(shown).err().unwrap_or(error);
            let told = error.print();
            return if error.use_stderr() { ExitCode::from(3) } else { written(told) };
        }
    };
    let out = io::BufWriter::new(io::stdout().lock());
    let mut out = sink::Sink::new(out, in_color(cli.color));
    let done = run(&cli, &mut out).and_then(|status| Ok(out.flush().map(|()| status)?));
    match done {
        Ok(status) => ExitCode::from(status),
        Err(failure) => failed(&failure),
    }
}

/// Returns the exit status for a help or a version that was to be written.
fn written(told: io::Result<()>) -> ExitCode {
    told.and_then(|()| io::stdout().flush())
        .map_or_else(|error| failed(&error.into()), |()| ExitCode::SUCCESS)
}

/// Says what failed; returns the exit status.
fn failed(Failure(message, status): &Failure) -> ExitCode {
    if *status > 0 {
        say(&format!("error: {}", one_line(message)));
        if !message.contains(HELP) {
            say("help: `splendor --help` tells how each command is called");
        }
    }
    ExitCode::from(*status)
}

/// Writes a line to standard error; if even that fails there is nobody to tell.
pub(crate) fn say(line: &str) {
    let _nobody_listens = writeln!(io::stderr(), "{}", visible::lines(line));
}

fn run(cli: &Cli, out: &mut dyn Write) -> Result<u8, Failure> {
    let color = in_color(cli.color);
    cli.command.without_doubles()?;
    match &cli.command {
        Command::Verify(verify) => return judge::verify(verify, color, out),
        Command::Why(told) => return argue::why(told, color, out),
        Command::Diagnose(told) => return argue::diagnose(told, out),
        Command::Impact(told) => return compare::impact(told, out),
        Command::Audit(audit) => return corpus::audit(audit, out),
        Command::Clients(told) => {
            let text = if told.json {
                splendor_verify::clients_json(told.name)
            } else {
                splendor_verify::clients_text(told.name)
            };
            out.write_all(text.as_bytes())?;
        }
        Command::Redact(told) => return rewrite::redact(told, out),
        Command::Anonymize(told) => return rewrite::anonymize(told, out),
        Command::Conformance(told) => return engine::run(told, out),
        Command::Explore(told) => return scope::run(told, out),
        Command::Engine => return serve::engine(out),
        Command::Explain(explain) => {
            let text = splendor_verify::explain(&explain.id).map_err(|said| {
                Failure(said, 3)
                    .next("`splendor rules` lists the clauses, `rules --rulings` the rulings")
            })?;
            out.write_all(text.as_bytes())?;
        }
        Command::Rules(rules) => {
            let text = match (rules.rulings, rules.json) {
                (false, false) => splendor_verify::clauses_text(),
                (false, true) => splendor_verify::clauses_json(),
                (true, false) => splendor_verify::rulings_text(),
                (true, true) => splendor_verify::rulings_json(),
            };
            out.write_all(text.as_bytes())?;
        }
        Command::Cards(cards) => {
            let text = if cards.json {
                splendor_verify::cards_json()
            } else {
                splendor_verify::cards_text()
            };
            out.write_all(text.as_bytes())?;
        }
        Command::Example => out.write_all(splendor_verify::EXAMPLE.as_bytes())?,
        Command::Show(at) => show(at, color, out)?,
        Command::View(told) => page::view(told, out)?,
        Command::Legal(at) => legal(at, out)?,
        Command::Witness(told) => witness(told, out)?,
        Command::Perft(told) => count::perft(told, out)?,
        Command::Generate(told) => generate(told, out)?,
        Command::Convert(told) => return foreign::convert(told, out),
        Command::Schema(schema) => write_schemas(schema, out)?,
        Command::Completions(told) => manual::completions(told, out)?,
        Command::Man(told) => manual::manual(told, out)?,
    }
    Ok(0)
}

fn in_color(color: Color) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
    }
}

/// Reads the game that a command is about, and the turn that it names.
fn at_turn(at: &At) -> Result<(Log, usize), Failure> {
    let log = files::one(&at.log, at.game)?;
    let turn = turn_of(&log.log, at.turn)?;
    Ok((log, turn))
}

/// Returns the turn that is asked for, from 0: by default the one after the last.
pub(crate) fn turn_of(log: &splendor_schema::Log, turn: Option<usize>) -> Result<usize, Failure> {
    let turns = log.turns.len();
    let turn = turn.unwrap_or(turns + 1);
    if turn == 0 || turn > turns + 1 {
        let message = format!("there is no turn {turn}: the log has turns 1 to {turns}");
        let last = turns + 1;
        let step = format!("name a turn from 1 to {last}, where {last} is behind the last one");
        return Err(Failure(message, 3).next(&step));
    }
    Ok(turn - 1)
}

fn show(at: &At, color: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let (Log { log, .. }, turn) = at_turn(at)?;
    let shown = splendor_verify::show_turn(&log, &at.by.rulings(), turn, at.json, color);
    tell_shown(at, &shown.map_err(|said| not_followed(at, said))?, out)
}

/// Writes what is shown, and the notes behind it: beside JSON on standard error.
fn tell_shown(at: &At, shown: &splendor_verify::Shown, out: &mut dyn Write) -> Result<(), Failure> {
    out.write_all(shown.text.as_bytes())?;
    if at.json {
        shown.notes.lines().for_each(say);
    } else {
        out.write_all(shown.notes.as_bytes())?;
    }
    Ok(())
}

/// What keeps a command from following a log.
fn not_followed(at: &At, said: String) -> Failure {
    let path = files::shown(&at.log).typed();
    Failure(said, 2).next(&format!("`splendor verify {path}` says where the log goes wrong"))
}

fn legal(at: &At, out: &mut dyn Write) -> Result<(), Failure> {
    let (Log { log, .. }, turn) = at_turn(at)?;
    let shown = splendor_verify::legal_at(&log, &at.by.rulings(), turn, at.json);
    tell_shown(at, &shown.map_err(|said| not_followed(at, said))?, out)
}

fn witness(told: &args::Witness, out: &mut dyn Write) -> Result<(), Failure> {
    let Log { log } = files::one(&told.log, told.game)?;
    let whole = splendor_verify::witness(&log, &told.rulings).map_err(|why| {
        let status = if why == splendor_verify::NoWitness::Illegal { 1 } else { 2 };
        let name = files::shown(&told.log);
        let path = name.typed();
        let step = match why {
            splendor_verify::NoWitness::Illegal => {
                format!("`splendor verify {path}` shows the turn and the clause")
            }
            _ => format!("`splendor verify --report-inferred {path}` says what is left open"),
        };
        Failure(format!("{name}: {why}"), status).next(&step)
    })?;
    let text =
        if told.line { splendor_verify::one_line(&whole) } else { splendor_verify::layout(&whole) };
    out.write_all(text.as_bytes())?;
    Ok(())
}

fn generate(told: &args::Generate, out: &mut dyn Write) -> Result<(), Failure> {
    if told.pretty && told.games != 1 {
        let message = "--pretty writes one game: several are JSON Lines".to_owned();
        return Err(Failure(message, 3).next("leave out --pretty, or --games"));
    }
    for game in 0..told.games {
        let options = told.options(told.seed.wrapping_add(game));
        let options = options.map_err(|said| {
            Failure(said, 3).next("`splendor generate --help` lists what can be asked for")
        })?;
        let log = splendor_verify::generate(&options);
        let text = if told.pretty {
            splendor_verify::layout(&log)
        } else {
            splendor_verify::one_line(&log)
        };
        out.write_all(text.as_bytes())?;
    }
    Ok(())
}

fn write_schemas(told: &args::Schema, out: &mut dyn Write) -> Result<(), Failure> {
    let schemas = splendor_schema::schemas();
    if let Some(format) = &told.print {
        let start = format!("splendor-{format}-");
        for (_, text) in schemas.iter().filter(|(name, _)| name.starts_with(&start)) {
            out.write_all(text.as_bytes())?;
        }
        return Ok(());
    }
    let at = |path: &Path| {
        let path = files::shown(path);
        move |error: io::Error| {
            Failure(format!("{path}: {error}"), 3).next(files::unwritten(&error))
        }
    };
    fs::create_dir_all(&told.folder).map_err(at(&told.folder))?;
    for (name, text) in schemas {
        let path = told.folder.join(name);
        fs::write(&path, text).map_err(at(&path))?;
        writeln!(out, "{}", files::shown(&path))?;
    }
    Ok(())
}
