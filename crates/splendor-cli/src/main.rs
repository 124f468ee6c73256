//! The program: the only place that touches files, the terminal and the exit status.

mod args;
mod cli;
mod commands;
mod error;
mod files;
mod run;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use crate::cli::{Cli, Color};
use crate::error::{CliError, ExitStatus};

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
            return if error.use_stderr() { ExitStatus::Usage.into() } else { written(told) };
        }
    };
    let out = io::BufWriter::new(io::stdout().lock());
    let mut out = run::sanitize::Sink::new(out, in_color(cli.color));
    let done = cli
        .command
        .run(in_color(cli.color), &mut out)
        .and_then(|status| Ok(out.flush().map(|()| status)?));
    done.unwrap_or_else(CliError::report).into()
}

/// Flushes a help or a version that was written; returns the exit status.
fn written(result: io::Result<()>) -> ExitCode {
    let flushed = result.and_then(|()| io::stdout().flush());
    flushed.map_or_else(|error| CliError::from(error).report(), |()| ExitStatus::Success).into()
}

/// Returns whether standard output gets colors.
fn in_color(color: Color) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
    }
}
