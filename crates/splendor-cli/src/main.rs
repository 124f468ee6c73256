//! The program: the only place that touches files, the terminal and the exit status.

mod args;
mod cli;
mod commands;
mod files;
mod run;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;
use splendor_schema::visible;

use crate::cli::{Cli, Color};

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
    let mut out = run::sanitize::Sink::new(out, in_color(cli.color));
    let done = cli
        .command
        .run(in_color(cli.color), &mut out)
        .and_then(|status| Ok(out.flush().map(|()| status)?));
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

fn in_color(color: Color) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
    }
}
