//! `splendor engine`: questions on standard input, answers on standard output.

use std::io::{self, Write};

use splendor_play::conformance::respond;
use splendor_schema::limits::LOG_BYTES;

use crate::error::{CliError, ExitStatus};
use crate::lines::{Line, for_each_line};

pub(crate) const EXAMPLES: &str = "\
Examples:
  echo '{\"id\":1,\"ask\":\"hello\"}' | splendor engine
  splendor conformance --cmd 'splendor engine' --clause take";

/// Answers line by line until the input ends.
pub(crate) fn run(out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    for_each_line(io::stdin().lock(), LOG_BYTES, &mut |line| {
        // The answer to the start of a long line is that it is too long.
        let (Line::Whole(question) | Line::TooLong(question)) = line;
        writeln!(out, "{}", respond(question))?;
        out.flush()
    })?;
    Ok(ExitStatus::Success)
}
