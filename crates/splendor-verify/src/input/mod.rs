//! From a stream of bytes to the texts of its logs: one document, or one log a line, plain, packed,
//! or in an archive.

mod archive;
mod gzip;
mod tar;
mod zstd;

use std::io::{self, BufRead, BufReader, Read};
use std::ops::ControlFlow;

use splendor_schema::limits::LOG_BYTES;

use splendor_convert::{ForeignFormat, LOG};

pub use archive::{ARCHIVE_ENDINGS, LOG_ENDINGS, Part, is_archive_name, is_log_name, parts};

/// The bytes of one log and where they stand in the input.
#[derive(Debug)]
pub struct Piece<'p> {
    /// The number of the log in the input, from 1.
    pub game: u64,
    /// The line where it begins, from 1.
    pub line: u64,
    /// The bytes; of an input that is too large only the first ones above the limit.
    pub bytes: &'p [u8],
}

/// Calls `each` with every log of an input, one after the other, in constant memory: whether it is
/// one document or JSON Lines is decided by its content.
///
/// # Errors
///
/// What reading the input gives.
pub fn pieces(input: impl Read, each: &mut dyn FnMut(Piece<'_>)) -> io::Result<()> {
    let mut every = |piece: Piece<'_>| {
        each(piece);
        ControlFlow::Continue(())
    };
    pieces_of(&mut *decoded(input)?, &mut every)
}

/// Who is shown one log after the other, and may have seen enough.
type Each<'e> = dyn FnMut(Piece<'_>) -> ControlFlow<()> + 'e;

/// Shows the logs of an input that is not packed.
fn pieces_of(mut input: &mut dyn BufRead, each: &mut Each<'_>) -> io::Result<()> {
    let mut buffer = Vec::new();
    let mut line = 1;
    // Blank lines before the first log belong to no log.
    let whole = loop {
        buffer.clear();
        let whole = read_line(&mut input, &mut buffer)?;
        if buffer.is_empty() {
            return Ok(());
        }
        if !(buffer.iter().all(u8::is_ascii_whitespace) && whole) {
            break whole;
        }
        line += 1;
    };
    if !whole || !goes_on(&buffer, &mut input)? {
        return lines(input, buffer, whole, line, each);
    }
    let first = buffer.len();
    read_up_to_limit(&mut input, &mut buffer)?;
    if !is_torn(&buffer, first) {
        let _the_last = each(Piece { game: 1, line, bytes: &buffer });
        return Ok(());
    }
    let behind = buffer.split_off(first);
    lines(&mut io::Cursor::new(behind).chain(input), buffer, whole, line, each)
}

/// Shows a line that was read, all of it or not, and every line behind it.
fn lines(
    input: &mut dyn BufRead,
    mut buffer: Vec<u8>,
    mut whole: bool,
    mut line: u64,
    each: &mut Each<'_>,
) -> io::Result<()> {
    let mut game = 0;
    while !buffer.is_empty() {
        if !(buffer.iter().all(u8::is_ascii_whitespace) && whole) {
            game += 1;
            if each(Piece { game, line, bytes: trimmed(&buffer) }).is_break() {
                return Ok(());
            }
        }
        if !whole {
            skip_line(input)?;
        }
        line += 1;
        buffer.clear();
        whole = read_line(input, &mut buffer)?;
    }
    Ok(())
}

/// Returns all bytes of an input; of one that is too large only the first ones above the limit.
///
/// # Errors
///
/// What reading the input gives.
pub fn whole(input: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    read_up_to_limit(&mut decoded(input)?, &mut bytes)?;
    Ok(bytes)
}

/// How much of an input is looked at to tell what it is, and read at a time.
const AHEAD: usize = 1 << 16;

/// Unpacks gzip and Zstandard, told by their first bytes.
fn decoded<'r>(input: impl Read + 'r) -> io::Result<Box<dyn BufRead + 'r>> {
    let mut input = looked_into(input);
    let start = input.fill_buf()?;
    if gzip::begins(start) {
        Ok(Box::new(looked_into(gzip::Members::new(input))))
    } else if zstd::begins(start) {
        Ok(Box::new(looked_into(zstd::Frames::new(input))))
    } else {
        Ok(Box::new(input))
    }
}

/// Returns a reader whose first buffer holds the first bytes, however few a pipe gives at a time.
fn looked_into<'r>(mut input: impl Read + 'r) -> impl BufRead + 'r {
    let mut start = Vec::with_capacity(AHEAD);
    let failed = input.by_ref().take(AHEAD as u64).read_to_end(&mut start).err();
    // What comes before a failure is read before it is told.
    let rest = Failing { failed, input };
    BufReader::with_capacity(AHEAD, io::Cursor::new(start).chain(rest))
}

/// An input that may have failed already.
struct Failing<R> {
    failed: Option<io::Error>,
    input: R,
}

impl<R: Read> Read for Failing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.failed.take() {
            Some(error) => Err(error),
            None => self.input.read(buffer),
        }
    }
}

/// Reads a line with its end; returns whether all of it was read, up to the limit of a log.
fn read_line(input: &mut dyn BufRead, buffer: &mut Vec<u8>) -> io::Result<bool> {
    let limit = LOG_BYTES as u64 + 1;
    input.take(limit).read_until(b'\n', buffer)?;
    Ok((buffer.len() as u64) < limit || buffer.ends_with(b"\n"))
}

fn skip_line(input: &mut dyn BufRead) -> io::Result<()> {
    loop {
        let (read, end) = {
            let bytes = input.fill_buf()?;
            match bytes.iter().position(|&byte| byte == b'\n') {
                Some(at) => (at + 1, true),
                None => (bytes.len(), bytes.is_empty()),
            }
        };
        input.consume(read);
        if end {
            return Ok(());
        }
    }
}

fn read_up_to_limit(input: &mut dyn BufRead, buffer: &mut Vec<u8>) -> io::Result<()> {
    let room = (LOG_BYTES + 1).saturating_sub(buffer.len());
    input.take(room as u64).read_to_end(buffer)?;
    Ok(())
}

/// Whether every bracket that a line opens is closed in it: then it is a log of its own.
fn closes(line: &[u8]) -> bool {
    let (mut depth, mut in_string, mut escaped) = (0_u64, false, false);
    for &byte in line {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => depth += 1,
            b'}' | b']' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    depth == 0 && !in_string
}

/// Whether an input that begins with a line is one document.
fn goes_on(line: &[u8], input: &mut dyn BufRead) -> io::Result<bool> {
    Ok(is_foreign(line) || !closes(line) && !is_cut(line, input)?)
}

/// Whether a line that does not close is a broken log among others: it begins as an object, and
/// the next line begins as a log does, which no line within a document does.
fn is_cut(line: &[u8], input: &mut dyn BufRead) -> io::Result<bool> {
    let next = input.fill_buf()?;
    let next = next.split(|&byte| byte == b'\n').next().unwrap_or_default();
    Ok(line.trim_ascii_start().starts_with(b"{") && next.starts_with(b"{") && names_format(next))
}

/// Whether the first line of so many bytes is a broken log that goes on in the next line, with
/// whole logs behind it: it names the format, and a later line is a log by itself, which none
/// within a document is.
fn is_torn(bytes: &[u8], first: usize) -> bool {
    let (line, rest) = bytes.split_at(first);
    let begins = |line: &[u8]| line.starts_with(b"{") && names_format(line);
    begins(line.trim_ascii_start())
        && rest.split(|&byte| byte == b'\n').any(|line| begins(line) && closes(line))
}

fn names_format(line: &[u8]) -> bool {
    line.windows(LOG.len()).any(|part| part == LOG.as_bytes())
}

/// Whether a line begins a game of another client that is told in many lines: it is one input that
/// is no log, and not one for each line.
fn is_foreign(line: &[u8]) -> bool {
    let beginning = String::from_utf8_lossy(&line[..line.len().min(AHEAD)]);
    ForeignFormat::is_one_game_of_lines(&beginning) && !names_format(line)
}

/// Whether bytes begin as an archive does.
pub fn is_archive(bytes: &[u8]) -> bool {
    tar::begins(bytes)
}

fn trimmed(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}
