//! Lines of an input that may have no end, in bounded memory.

use std::io::{self, BufRead, Read};

/// A line of an input, without its line break.
pub(crate) enum Line<'a> {
    Whole(&'a [u8]),
    /// The first bytes of a line that is too long, one byte more than a line may have.
    TooLong(&'a [u8]),
}

/// Calls `on_line` with every line until the input ends. A line has at most `limit` bytes.
pub(crate) fn for_each_line(
    mut input: impl BufRead,
    limit: usize,
    on_line: &mut dyn FnMut(Line<'_>) -> io::Result<()>,
) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.by_ref().take(limit as u64 + 1).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let text = line.strip_suffix(b"\n").unwrap_or(&line);
        if text.len() > limit {
            on_line(Line::TooLong(text))?;
            skip_line(&mut input)?;
        } else if !text.trim_ascii().is_empty() {
            on_line(Line::Whole(text))?;
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
