//! `splendor completions`: the completion script for a shell.

use std::io::Write;

use clap::{Args, Command, ValueEnum};
use clap_complete::{Shell, generate};

use crate::error::{CliError, ExitStatus};

/// Arguments of `splendor completions`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  splendor completions bash > splendor.bash     then: source ./splendor.bash
  splendor completions zsh > _splendor          in a folder of $fpath
  splendor completions fish > splendor.fish     in ~/.config/fish/completions
  splendor completions powershell > splendor.ps1")]
pub(crate) struct Completions {
    /// The shell.
    #[arg(value_enum)]
    pub(crate) shell: Kind,
}

/// A shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    Bash,
    Zsh,
    Fish,
    Powershell,
}

/// Writes the script.
pub(crate) fn run(
    args: &Completions,
    mut program: Command,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    let shell = match args.shell {
        Kind::Bash => Shell::Bash,
        Kind::Zsh => Shell::Zsh,
        Kind::Fish => Shell::Fish,
        Kind::Powershell => Shell::PowerShell,
    };
    // The generator panics if it cannot write, so it writes to memory.
    let mut script = Vec::new();
    generate(shell, &mut program, "splendor", &mut script);
    out.write_all(&script)?;
    Ok(ExitStatus::Success)
}
