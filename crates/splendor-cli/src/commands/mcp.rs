//! `splendor mcp`: the verifier as a server of tools for an agent.

use std::io::{self, Write};
use std::path::Path;

use splendor_mcp::{LogBytes, LogFile, Server, too_long};
use splendor_schema::limits::LOG_BYTES;

use crate::error::{CliError, ExitStatus};
use crate::files;
use crate::lines::{Line, for_each_line};

pub(crate) const EXAMPLES: &str = "\
Examples:
  echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}' | splendor mcp";

/// The most bytes of a message: twice the limit of a log, because a text in JSON has two bytes for
/// some characters of a log, plus the rest of the message.
const MESSAGE_BYTES: usize = 2 * LOG_BYTES + 65_536;

/// Answers line by line until the input ends.
pub(crate) fn run(out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let server = Server::new(read_file);
    for_each_line(io::stdin().lock(), MESSAGE_BYTES, &mut |line| {
        let answer = match line {
            Line::Whole(message) => server.answer(message),
            Line::TooLong(_) => Some(too_long(MESSAGE_BYTES)),
        };
        if let Some(answer) = answer {
            writeln!(out, "{answer}")?;
            out.flush()?;
        }
        Ok(())
    })?;
    Ok(ExitStatus::Success)
}

fn read_file(file: &LogFile) -> Result<LogBytes, String> {
    // Standard input carries the messages.
    if file.path == "-" {
        return Err("`-` is not a file: give the log as `log`".to_owned());
    }
    let game = files::game(Path::new(&file.path), file.game);
    let game = game.map_err(|error| error.message.to_string())?;
    Ok(LogBytes { bytes: game.bytes, line: game.line })
}
