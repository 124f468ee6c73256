//! `splendor man`: pages of the manual.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Command};
use clap_mangen::Man;

use crate::args::values::COMMAND;
use crate::error::{CliError, ExitStatus};
use crate::files;

/// Arguments of `splendor man`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  splendor man > splendor.1                     then: man ./splendor.1
  splendor man verify > splendor-verify.1
  splendor man --folder man1                    a page for each command")]
pub(crate) struct Manual {
    /// The command to document; by default the whole program.
    #[arg(value_name = "COMMAND", value_parser = COMMAND, hide_possible_values = true)]
    pub(crate) command: Option<String>,
    /// Write every page to this folder.
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    pub(crate) folder: Option<PathBuf>,
}

/// Writes pages of the manual.
pub(crate) fn run(
    args: &Manual,
    program: Command,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    let mut program = program.disable_help_subcommand(true);
    program.build();
    if let Some(folder) = &args.folder {
        std::fs::create_dir_all(folder).map_err(|error| files::not_written(folder, &error))?;
        let commands = std::iter::once(&program).chain(program.get_subcommands());
        for command in commands {
            let path = folder.join(format!("{}.1", title(command)));
            files::write(&path, &page(command)?)?;
            writeln!(out, "{}", files::shown(&path))?;
        }
        return Ok(ExitStatus::Success);
    }
    let command = match &args.command {
        None => Some(&program),
        Some(name) => program.find_subcommand(name),
    };
    // The parser lets only existing commands through.
    let command = command.unwrap_or(&program);
    out.write_all(page(command)?.as_bytes())?;
    Ok(ExitStatus::Success)
}

/// Returns the name of the page of a command, like `splendor-verify`.
fn title(command: &Command) -> String {
    command.get_display_name().unwrap_or(command.get_name()).to_owned()
}

fn page(command: &Command) -> Result<String, CliError> {
    let title = title(command);
    let version = format!("splendor {}", env!("CARGO_PKG_VERSION"));
    let mut page = Vec::new();
    let man = Man::new(command.clone()).title(title).source(version).date("");
    man.render(&mut page)?;
    Ok(with_headings(&String::from_utf8_lossy(&page)))
}

/// Gives each part after the options its own heading.
fn with_headings(page: &str) -> String {
    let Some((before, behind)) = page.split_once(".SH EXTRA\n") else { return page.to_owned() };
    let (extra, rest) = match behind.find("\n.SH ") {
        Some(at) => behind.split_at(at + 1),
        None => (behind, ""),
    };
    let mut text = before.to_owned();
    for part in extra.trim_end().split("\n\n") {
        let (heading, part) =
            match (part.strip_prefix("Examples:\n"), part.strip_prefix("Exit status: ")) {
                (Some(part), _) => ("EXAMPLES", part),
                (_, Some(part)) => ("EXIT STATUS", part),
                _ => ("NOTES", part),
            };
        text.extend([".SH ", heading, "\n", part, "\n"]);
    }
    text + rest
}
