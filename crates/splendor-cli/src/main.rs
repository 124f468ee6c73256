//! The program `splendor`. Only this crate uses files, the terminal and the exit status.

mod args;
mod cli;
mod commands;
mod error;
mod files;
mod folder;
mod ignored;
mod lines;
mod next_step;
mod path_name;
mod resolve;
mod run;
mod signals;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use crate::cli::Cli;
use crate::error::{CliError, ExitStatus};
use crate::run::charset::{CharsetWriter, locale_lacks_utf8};

/// Returns the arguments, with `help --help` rewritten to `help`.
fn arguments() -> Vec<OsString> {
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    if arguments.get(1).is_some_and(|command| command == "help") {
        arguments.retain(|word| word != "--help" && word != "-h");
    }
    arguments
}

fn main() -> ExitCode {
    #[cfg(target_os = "wasi")]
    if let Some(folder) = std::env::var_os("PWD") {
        // WebAssembly starts every program in the root folder. Without the folder, every relative
        // path fails with its own error.
        let _not_there = std::env::set_current_dir(folder);
    }
    let cli = match Cli::try_parse_from(arguments()) {
        Ok(cli) => cli,
        // `--version` also prints the rules and formats; the short form, `-V`, only the number.
        Err(error)
            if error.kind() == ErrorKind::DisplayVersion
                && std::env::args_os().any(|argument| argument == "--version") =>
        {
            let text = splendor_verify::edition::version_text();
            return written(io::stdout().write_all(text.as_bytes()));
        }
        Err(error) => {
            // The error quotes the command line: parse its escaped form to keep control characters
            // out of the terminal.
            let shown = arguments().into_iter();
            let shown = shown.map(|word| files::shown(word.as_ref()).to_string());
            let error = Cli::try_parse_from(shown).err().unwrap_or(error);
            let printed = error.print();
            return if error.use_stderr() { ExitStatus::NoResult.into() } else { written(printed) };
        }
    };
    let out = CharsetWriter::new(io::BufWriter::new(io::stdout().lock()), needs_ascii());
    let color = cli.command.has_color();
    let mut out = run::sanitize::SanitizingWriter::new(out, color);
    let done =
        cli.command.run(color, &mut out).and_then(|status| Ok(out.flush().map(|()| status)?));
    done.unwrap_or_else(CliError::report).into()
}

/// Flushes standard output after a help or version text; returns the exit status.
fn written(result: io::Result<()>) -> ExitCode {
    let flushed = result.and_then(|()| io::stdout().flush());
    flushed.map_or_else(|error| CliError::from(error).report(), |()| ExitStatus::Success).into()
}

/// Returns whether standard output gets ASCII alone. Files and pipes always get UTF-8.
fn needs_ascii() -> bool {
    io::stdout().is_terminal() && locale_lacks_utf8(|name| std::env::var_os(name))
}
