//! A language server for game logs: it shows an editor what the verifier finds while somebody
//! writes a log.
//!
//! This crate speaks the Language Server Protocol over any reader and writer; it never opens a
//! file. What it shows comes from `splendor-verify` and `splendor-render`: diagnostics are the
//! issues of a report, hovers the texts of `explain` and `show`, quick fixes the edits of
//! `diagnose`.

mod actions;
mod completion;
mod cursor;
mod definition;
mod diagnostics;
mod document;
mod events;
mod hover;
mod message;
mod patch;
mod pending;
mod protocol;
mod scanner;
mod server;
mod text;

use std::io::{self, BufRead, Write};

use splendor_verify::JudgeOptions;

use crate::events::Events;
use crate::server::Server;

/// How a server judges logs, and where its links lead.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The options for judging each log.
    pub options: JudgeOptions,
    /// The address of the built book, for links from diagnostics to their clauses.
    pub book: Option<String>,
}

/// Serves a client until it leaves. Returns whether it left in good order: after a shutdown, or
/// before it began.
///
/// # Errors
///
/// The input or the output fails, or the input is not in the frames of the protocol.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
    settings: &Settings,
) -> io::Result<bool> {
    Server::new(settings.clone()).run(&mut Events::open(input)?, output)
}
