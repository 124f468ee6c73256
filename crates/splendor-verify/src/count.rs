//! `splendor perft`: what is counted is read, and progress is shown to who waits at a terminal.

use std::io::{self, IsTerminal, Write};

use splendor_verify::PerftOptions;

use crate::args::Perft;
use crate::files::Table;
use crate::{Failure, files, turn_of};

/// Counts and writes what was counted.
pub(crate) fn perft(told: &Perft, out: &mut dyn Write) -> Result<(), Failure> {
    let options = PerftOptions { depth: told.depth, divide: told.divide, json: told.json };
    let shows = io::stderr().is_terminal();
    let mut tell = |done: usize, all: usize| {
        if shows {
            let _nobody_listens = write!(io::stderr(), "\r\x1b[K{done} of {all} first turns");
        }
    };
    let text = match files::table(&told.file)? {
        Table::Log(log) => {
            splendor_verify::perft_of_log(&log, turn_of(&log, told.turn)?, options, &mut tell)
        }
        Table::Position(_) if told.turn.is_some() => {
            let message = "a position has no turns; leave out --turn, or name a log";
            return Err(Failure(message.to_owned(), 3));
        }
        Table::Position(position) => {
            splendor_verify::perft_of_position(&position, options, &mut tell)
        }
    };
    if shows {
        let _nobody_listens = write!(io::stderr(), "\r\x1b[K");
    }
    out.write_all(
        text.map_err(|said| Failure(format!("{}: {said}", told.file.display()), 2))?.as_bytes(),
    )?;
    Ok(())
}
