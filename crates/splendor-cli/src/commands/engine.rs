//! `splendor engine`: questions on standard input, answers on standard output.

use std::io::{self, BufRead, Read, Write};

use splendor_schema::limits::LOG_BYTES;
use splendor_verify::conformance::respond;

use crate::error::{CliError, ExitStatus};

pub(crate) const EXAMPLES: &str = "\
Examples:
  echo '{\"id\":1,\"ask\":\"hello\"}' | splendor engine
  splendor conformance --cmd 'splendor engine' --clause take";

/// Answers line by line until the input ends.
pub(crate) fn run(out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        // One byte more than a question may have shows that it is too long.
        let most = LOG_BYTES as u64 + 1;
        if input.by_ref().take(most).read_until(b'\n', &mut line)? == 0 {
            return Ok(ExitStatus::Success);
        }
        let question = line.strip_suffix(b"\n").unwrap_or(&line);
        let too_long = question.len() > LOG_BYTES;
        if too_long || !question.trim_ascii().is_empty() {
            writeln!(out, "{}", respond(question))?;
            out.flush()?;
        }
        if too_long {
            skip_line(&mut input)?;
        }
    }
}

/// Skips the rest of a line that is too long.
fn skip_line(input: &mut dyn BufRead) -> io::Result<()> {
    loop {
        let bytes = input.fill_buf()?;
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let read = end.map_or(bytes.len(), |end| end + 1);
        if read == 0 {
            return Ok(());
        }
        input.consume(read);
        if end.is_some() {
            return Ok(());
        }
    }
}
