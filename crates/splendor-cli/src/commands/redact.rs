//! `splendor redact`: removes the facts that a seat, or a spectator, may not know, or the names of
//! the players.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use splendor_schema::Log;
use splendor_verify::redact::{Redactions, Viewer, anonymize, redact};

use crate::args::values::number;
use crate::error::{CliError, ExitStatus};
use crate::run::rewrite::rewrite;

/// Arguments of `splendor redact`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Redact {
    /// The log, or a file of JSON Lines, plain or packed; `-` is standard input.
    pub(crate) log: PathBuf,
    /// Write to this file instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) removals: RemovalArgs,
}

const EXAMPLES: &str = "\
Examples:
  splendor redact --seat 0 game.json            what seat 0 may know
  splendor redact --spectator games.jsonl -o public.jsonl
  splendor redact --anonymize games.jsonl.gz -o nobody.jsonl
  splendor redact --spectator --anonymize game.json";

/// What is removed.
#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
pub(crate) struct RemovalArgs {
    /// Remove the facts that this seat may not know; the first seat is 0.
    #[arg(long, value_name = "N", value_parser = number::<u8>(0..=255))]
    seat: Option<u8>,
    /// Remove the facts that a spectator may not know.
    #[arg(long, conflicts_with = "seat")]
    spectator: bool,
    /// Remove the names of the players and the ids of the games.
    #[arg(long)]
    anonymize: bool,
}

impl RemovalArgs {
    fn viewer(&self) -> Option<Viewer> {
        let spectator = self.spectator.then_some(Viewer::Spectator);
        self.seat.map(Viewer::Seat).or(spectator)
    }
}

/// Writes the logs with less in them; returns the exit status.
pub(crate) fn run(args: &Redact, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let (viewer, nameless) = (args.removals.viewer(), args.removals.anonymize);
    let change = |log: &mut Log| {
        let mut removed = Redactions::default();
        if let Some(viewer) = viewer {
            removed.add(&redact(log, viewer)?);
        }
        if nameless {
            removed.add(&anonymize(log));
        }
        Ok(removed)
    };
    rewrite(&args.log, args.output.as_ref(), &change, out)
}
