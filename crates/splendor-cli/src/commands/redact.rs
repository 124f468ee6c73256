//! `splendor redact`: removes the facts that a seat, or a spectator, may not know.

use std::io::Write;

use clap::Args;
use splendor_verify::redact::{Viewer, redact};

use crate::args::RewriteArgs;
use crate::args::values::number;
use crate::error::{CliError, ExitStatus};
use crate::run::rewrite::rewrite;

/// Arguments of `splendor redact`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Redact {
    #[command(flatten)]
    pub(crate) files: RewriteArgs,
    #[command(flatten)]
    pub(crate) viewer: ViewerArgs,
}

const EXAMPLES: &str = "\
Examples:
  splendor redact --seat 0 game.json            what seat 0 may know
  splendor redact --spectator games.jsonl -o public.jsonl";

/// The viewer of the logs.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct ViewerArgs {
    /// Remove the facts that this seat may not know; the first seat is 0.
    #[arg(long, value_name = "N", value_parser = number::<u8>(0..=255))]
    seat: Option<u8>,
    /// Remove the facts that a spectator may not know.
    #[arg(long)]
    spectator: bool,
}

impl ViewerArgs {
    fn viewer(&self) -> Viewer {
        self.seat.map_or(Viewer::Spectator, Viewer::Seat)
    }
}

/// Writes the logs without the facts that the viewer may not know; returns the exit status.
pub(crate) fn run(args: &Redact, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let viewer = args.viewer.viewer();
    rewrite(&args.files, &|log| redact(log, viewer), out)
}
