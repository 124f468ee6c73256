//! Splits a stream of bytes into the texts of its logs.
//!
//! An input is one document or one log per line, and either of them plain, compressed or in an
//! archive. This library takes readers; it never opens a file.
//!
//! ```
//! use splendor_input::pieces;
//!
//! let lines = b"{\"format\": 1}\n{\"format\": 2}\n";
//! let mut places = Vec::new();
//! pieces(lines.as_slice(), &mut |piece| places.push((piece.game, piece.line)))?;
//! assert_eq!(places, [(1, 1), (2, 2)]);
//! # Ok::<(), std::io::Error>(())
//! ```

mod archive;
mod gzip;
mod tar;
mod unpacking;
mod zstd;

use std::fmt;
use std::io::{self, BufRead, Read};
use std::ops::ControlFlow;

use splendor_schema::limits::LOG_BYTES;

use splendor_convert::{ForeignFormat, LOG};

pub use archive::{
    ARCHIVE_ENDINGS, LOG_ENDINGS, Part, is_archive_name, is_log_name, parts, unread_ending,
};
pub use unpacking::{UNPACKED_BYTES, UNPACKED_RATIO};
pub use zstd::WINDOW_BYTES;

use unpacking::Unpacking;

/// The bytes of a log and their place in the input.
#[derive(Debug)]
pub struct Piece<'p> {
    /// The index of the log in the input, from 1.
    pub game: u64,
    /// The line where the log begins, from 1.
    pub line: u64,
    /// The bytes of the log. An oversized log is cut one byte after the limit, so that the reader
    /// sees that it is too large.
    pub bytes: &'p [u8],
}

/// Calls `each` with every log of an input in order. Whether the input is one document or JSON
/// Lines is detected from its content. Uses constant memory.
///
/// # Errors
///
/// Returns a read error.
pub fn pieces(input: impl Read, each: &mut dyn FnMut(Piece<'_>)) -> io::Result<()> {
    let mut pieces = Pieces::open(input)?;
    while let Some(piece) = pieces.next_piece()? {
        each(piece);
    }
    Ok(())
}

/// The callback for logs; `Break` ends the reading.
type Each<'e> = dyn FnMut(Piece<'_>) -> ControlFlow<()> + 'e;

/// Delivers the logs of a decompressed input.
fn pieces_of(input: &mut dyn BufRead, each: &mut Each<'_>) -> io::Result<()> {
    let mut pieces = Pieces::of(Box::new(input));
    while let Some(piece) = pieces.next_piece()? {
        if each(piece).is_break() {
            break;
        }
    }
    Ok(())
}

/// The logs of an input, one at a time. [`pieces`] visits all of them.
///
/// ```
/// use splendor_input::Pieces;
///
/// let mut logs = Pieces::open(b"{\"format\": 1}\n{\"format\": 2}\n".as_slice())?;
/// let first = logs.next_piece()?.expect("there are two logs");
/// assert_eq!((first.game, first.line), (1, 1));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Pieces<'r> {
    input: Box<dyn BufRead + 'r>,
    /// The bytes of the last log.
    buffer: Vec<u8>,
    /// An error of the input after the first line.
    failed: Option<io::Error>,
    state: State,
}

/// The place of the reader in its input.
#[derive(Clone, Copy)]
enum State {
    /// Nothing has been read.
    Start,
    /// The buffer holds a line that has been delivered. `line_ended` is false if the limit cut it.
    Lines { game: u64, line: u64, line_ended: bool },
    /// There are no more logs.
    End,
}

impl fmt::Debug for Pieces<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pieces").finish_non_exhaustive()
    }
}

impl<'r> Pieces<'r> {
    /// Begins to read an input, plain or compressed.
    ///
    /// # Errors
    ///
    /// Returns a read error.
    pub fn open(input: impl Read + 'r) -> io::Result<Self> {
        let unpacking = Unpacking::default();
        Ok(Self::of(decoded(unpacking.packed(input), &unpacking)?))
    }

    fn of(input: Box<dyn BufRead + 'r>) -> Self {
        Self { input, buffer: Vec::new(), failed: None, state: State::Start }
    }

    /// Returns whether the input is an archive, before its first log is read. The logs of an
    /// archive are parts of its files; [`parts`] visits them.
    ///
    /// # Errors
    ///
    /// Returns a read error.
    pub fn is_archive(&mut self) -> io::Result<bool> {
        Ok(tar::begins(self.input.fill_buf()?))
    }

    /// Returns the next log, or `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// Returns a read error; the input then has no more logs.
    pub fn next_piece(&mut self) -> io::Result<Option<Piece<'_>>> {
        let place = match std::mem::replace(&mut self.state, State::End) {
            State::Start => self.first()?,
            State::Lines { game, line, line_ended } => self.next_line(game, line, line_ended)?,
            State::End => None,
        };
        Ok(place.map(|(game, line)| Piece { game, line, bytes: &self.buffer }))
    }

    /// Reads the first log, and returns its number and line.
    fn first(&mut self) -> io::Result<Option<(u64, u64)>> {
        let Some((line, line_ended)) = self.read_line_with_text(1)? else { return Ok(None) };
        // An error after the line belongs to the next piece.
        let (is_only_line, failed) = match self.input.fill_buf() {
            Ok(rest) => (rest.is_empty(), None),
            Err(error) => (false, Some(error)),
        };
        if !line_ended || is_only_line || !goes_on(&self.buffer, &mut *self.input)? {
            self.failed = failed;
            return Ok(Some(self.line(1, line, line_ended)));
        }
        if let Some(error) = failed {
            return Err(error);
        }
        let first = self.buffer.len();
        read_up_to_limit(&mut *self.input, &mut self.buffer)?;
        if is_torn(&self.buffer, first) {
            let behind = io::Cursor::new(self.buffer.split_off(first));
            let input = std::mem::replace(&mut self.input, Box::new(io::empty()));
            self.input = Box::new(behind.chain(input));
            return Ok(Some(self.line(1, line, line_ended)));
        }
        Ok(Some((1, line)))
    }

    /// Delivers the line in the buffer.
    fn line(&mut self, game: u64, line: u64, line_ended: bool) -> (u64, u64) {
        self.state = State::Lines { game, line, line_ended };
        self.buffer.truncate(trimmed(&self.buffer).len());
        (game, line)
    }

    /// Reads the log after a line, and returns its number and line.
    fn next_line(
        &mut self,
        game: u64,
        line: u64,
        line_ended: bool,
    ) -> io::Result<Option<(u64, u64)>> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        if !line_ended {
            skip_line(&mut *self.input)?;
        }
        let next = self.read_line_with_text(line + 1)?;
        Ok(next.map(|(line, line_ended)| self.line(game + 1, line, line_ended)))
    }

    /// Reads lines into the buffer, from this number on, up to one that is not blank: blank lines
    /// are no logs. Returns its number, and whether it ended before the limit.
    fn read_line_with_text(&mut self, mut line: u64) -> io::Result<Option<(u64, bool)>> {
        loop {
            self.buffer.clear();
            let line_ended = read_line(&mut *self.input, &mut self.buffer)?;
            if self.buffer.is_empty() {
                return Ok(None);
            }
            if !(self.buffer.iter().all(u8::is_ascii_whitespace) && line_ended) {
                return Ok(Some((line, line_ended)));
            }
            line += 1;
        }
    }
}

/// Returns all bytes of an input, up to one byte more than the limit.
///
/// # Errors
///
/// Returns a read error.
pub fn read_to_end(input: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let unpacking = Unpacking::default();
    read_up_to_limit(&mut decoded(unpacking.packed(input), &unpacking)?, &mut bytes)?;
    Ok(bytes)
}

/// How many bytes are read ahead to detect the format, and read at a time.
const AHEAD: usize = 1 << 16;

/// Ways to pack files that are not read: their first bytes, and their name.
const NOT_READ: [(&[u8], &str); 7] = [
    (b"PK\x03\x04", "a ZIP archive"),
    (b"PK\x05\x06", "a ZIP archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\xfd7zXZ\0", "compressed with xz"),
    (b"BZh91AY&SY", "compressed with bzip2"),
    (b"\x04\x22\x4d\x18", "compressed with LZ4"),
];

/// Decompresses gzip and Zstandard, detected by their first bytes.
///
/// # Errors
///
/// [`io::ErrorKind::Unsupported`] for an input that is packed in another known way. Without this
/// error each of its lines would be a malformed log.
fn decoded<'r>(input: impl Read + 'r, unpacking: &Unpacking) -> io::Result<Box<dyn BufRead + 'r>> {
    let mut input = prefetched(input);
    let start = input.fill_buf()?;
    if gzip::begins(start) {
        Ok(Box::new(prefetched(unpacking.unpacked(gzip::Members::new(input)))))
    } else if zstd::begins(start) {
        Ok(Box::new(prefetched(unpacking.unpacked(zstd::Frames::new(input)))))
    } else if let Some((_, name)) = NOT_READ.iter().find(|(begin, _)| start.starts_with(begin)) {
        let message = format!("it is {name}; only gzip, Zstandard and tar are read");
        Err(io::Error::new(io::ErrorKind::Unsupported, message))
    } else {
        Ok(Box::new(input))
    }
}

/// Returns a reader whose first buffer holds the start of the input, however few bytes a pipe
/// returns at a time.
fn prefetched<R: Read>(mut input: R) -> PrefetchedReader<R> {
    let mut buffer = Vec::with_capacity(AHEAD / 4);
    let failed = input.by_ref().take(AHEAD as u64).read_to_end(&mut buffer).err();
    let has_ended = failed.is_none() && buffer.len() < AHEAD;
    PrefetchedReader { input, at: 0, filled: buffer.len(), buffer, failed, has_ended }
}

/// Reads ahead into a buffer as large as the input needs. A `BufReader` would clear 64 KiB for each
/// of many small files.
struct PrefetchedReader<R> {
    input: R,
    buffer: Vec<u8>,
    /// The unread bytes are those between these two.
    at: usize,
    filled: usize,
    /// An error after the first bytes, which are delivered before it: they may contain whole logs.
    failed: Option<io::Error>,
    has_ended: bool,
}

impl<R: Read> BufRead for PrefetchedReader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.filled && !self.has_ended {
            if let Some(error) = self.failed.take() {
                return Err(error);
            }
            self.buffer.resize(AHEAD, 0);
            self.filled = self.input.read(&mut self.buffer)?;
            self.at = 0;
            self.has_ended = self.filled == 0;
        }
        Ok(&self.buffer[self.at..self.filled])
    }

    fn consume(&mut self, count: usize) {
        self.at = self.filled.min(self.at + count);
    }
}

impl<R: Read> Read for PrefetchedReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

/// Reads a line with its line break; returns `false` if the limit cut it.
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

/// Returns whether a line closes every bracket that it opens, and so can be a whole log.
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

/// Returns whether an input that begins with this line is a single document.
fn goes_on(line: &[u8], input: &mut dyn BufRead) -> io::Result<bool> {
    let is_one = is_foreign(line) || !closes(line) && !is_cut(line, input)?;
    Ok(is_one || is_no_json(line, input)?)
}

/// Returns whether an input is no JSON at all, as far as it is read ahead: one broken line among
/// logs is an error of that line only, but a text or a table is one document.
fn is_no_json(line: &[u8], input: &mut dyn BufRead) -> io::Result<bool> {
    let is_json = |line: &[u8]| matches!(line.trim_ascii_start(), [b'{' | b'[', ..]);
    Ok(!is_json(line) && !input.fill_buf()?.split(|&byte| byte == b'\n').any(is_json))
}

/// Returns whether an unclosed line is a damaged log in JSON Lines: it begins like an object, and
/// the next line begins like a log, as no line inside a log does.
fn is_cut(line: &[u8], input: &mut dyn BufRead) -> io::Result<bool> {
    let next = input.fill_buf()?;
    let next = next.split(|&byte| byte == b'\n').next().unwrap_or_default();
    Ok(line.trim_ascii_start().starts_with(b"{") && next.starts_with(b"{") && names_format(next))
}

/// Returns whether the first `first` bytes are a damaged log that was torn into several lines, with
/// whole logs after it. It names the format, and a later line is a log by itself, as no line inside
/// a log is.
fn is_torn(bytes: &[u8], first: usize) -> bool {
    let (line, rest) = bytes.split_at(first);
    let begins = |line: &[u8]| line.starts_with(b"{") && names_format(line);
    begins(line.trim_ascii_start())
        && rest.split(|&byte| byte == b'\n').any(|line| begins(line) && closes(line))
}

fn names_format(line: &[u8]) -> bool {
    line.windows(LOG.len()).any(|part| part == LOG.as_bytes())
}

/// Returns whether a line begins a multi-line game of another client. The whole input then is one
/// malformed log, and not one per line.
fn is_foreign(line: &[u8]) -> bool {
    let beginning = String::from_utf8_lossy(&line[..line.len().min(AHEAD)]);
    ForeignFormat::is_one_game_of_lines(&beginning) && !names_format(line)
}

/// Returns whether bytes begin like an archive.
pub fn is_archive(bytes: &[u8]) -> bool {
    tar::begins(bytes)
}

fn trimmed(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}
