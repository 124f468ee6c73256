//! `splendor redact`: logs as a seat, or a spectator, may know them.

use std::io::Write;

use clap::Args;

use crate::args::Files;
use crate::error::{CliError, ExitStatus};
use crate::run::rewrite::rewrite;

/// Who looks at which logs.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Redact {
    #[command(flatten)]
    pub(crate) files: Files,
    #[command(flatten)]
    pub(crate) viewer: Viewer,
}

const EXAMPLES: &str = "\
Examples:
  splendor redact --seat 0 game.json            what seat 0 may know
  splendor redact --spectator games.jsonl -o public.jsonl";

/// Who looks.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Viewer {
    /// Leave out what this seat may not know; the first seat is 0.
    #[arg(long, value_name = "N")]
    seat: Option<u8>,
    /// Leave out what somebody without a seat may not know.
    #[arg(long)]
    spectator: bool,
}

impl Viewer {
    fn told(&self) -> splendor_verify::Viewer {
        self.seat.map_or(splendor_verify::Viewer::Spectator, splendor_verify::Viewer::Seat)
    }
}

/// Writes logs as their viewer may know them; returns the exit status.
pub(crate) fn run(told: &Redact, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let viewer = told.viewer.told();
    rewrite(&told.files, &|log| splendor_verify::redact(log, viewer), out)
}
