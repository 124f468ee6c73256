//! Tar: a sequence of headers and contents, with the GNU and pax extensions for long names.
//!
//! Nothing is ever written to disk, so a name that leads out of the archive is harmless. A size in
//! a header is never trusted for an allocation: only bytes that exist are read.

use splendor_schema::FileName;
use std::io::{self, BufRead, Read};

/// The size of a header; contents are padded to a multiple of it.
const BLOCK: usize = 512;

/// The largest extension, in bytes, and so the longest name.
const EXTENSION: u64 = 1 << 16;

/// A file, a folder or a link in an archive.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Member {
    pub(super) name: FileName,
    pub(super) kind: Kind,
}

/// The type of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Folder,
    Link,
    /// A sparse file, a device, or an unknown type.
    Other,
}

/// An archive, read once from start to end.
pub(super) struct Archive<'r> {
    input: &'r mut dyn BufRead,
    /// How many bytes of the member are unread, and how many bytes of padding follow it.
    left: u64,
    padding: u64,
    /// Whether the archive is truncated or damaged, so that no member can follow.
    pub(super) is_broken: bool,
}

/// The fields that extensions override for the next member.
#[derive(Default)]
struct Extended {
    name: Option<Vec<u8>>,
    size: Option<u64>,
    sparse: bool,
}

/// Returns whether bytes begin like an archive: with a header that has a valid checksum or, in an
/// empty archive, with the end mark, which consists of zero blocks.
pub(super) fn begins(bytes: &[u8]) -> bool {
    bytes.first_chunk().is_some_and(is_header) || is_end(bytes)
}

fn is_end(bytes: &[u8]) -> bool {
    !bytes.is_empty() && bytes.len().is_multiple_of(BLOCK) && bytes.iter().all(|&byte| byte == 0)
}

fn is_header(block: &[u8; BLOCK]) -> bool {
    // The checksum counts its own field as blanks. Old programs summed the bytes as signed numbers,
    // so both sums are accepted.
    let blanks = 8 * u64::from(b' ');
    let bytes = block[..148].iter().chain(&block[156..]);
    let sum: u64 = blanks + bytes.clone().map(|&byte| u64::from(byte)).sum::<u64>();
    let high = bytes.filter(|&&byte| byte > 127).count() as u64;
    let stored = number(&block[148..156]);
    block[0] != 0 && stored.is_some_and(|stored| stored == sum || stored + 256 * high == sum)
}

/// Parses a number: octal digits, or eight binary bytes after a marker byte.
fn number(field: &[u8]) -> Option<u64> {
    if let [0x80, rest @ ..] = field {
        let (high, low) = rest.split_last_chunk()?;
        return high.iter().all(|&byte| byte == 0).then(|| u64::from_be_bytes(*low));
    }
    let digits = std::str::from_utf8(until_nul(field)).ok()?.trim_matches(' ');
    u64::from_str_radix(digits, 8).ok()
}

fn until_nul(field: &[u8]) -> &[u8] {
    field.split(|&byte| byte == 0).next().unwrap_or_default()
}

impl<'r> Archive<'r> {
    pub(super) fn new(input: &'r mut dyn BufRead) -> Self {
        Self { input, left: 0, padding: 0, is_broken: false }
    }

    /// Advances to the next member; the current one may be read only in part.
    pub(super) fn next(&mut self) -> io::Result<Option<Member>> {
        self.is_broken = true;
        let member = self.member()?;
        self.is_broken = false;
        Ok(member)
    }

    fn member(&mut self) -> io::Result<Option<Member>> {
        let mut extended = Extended::default();
        loop {
            self.skip()?;
            let Some(block) = self.header()? else { return Ok(None) };
            let kind = block[156];
            let size = number(&block[124..136]).ok_or_else(|| broken("a size is not a number"))?;
            // A size from an extension is that of the member, not that of a further extension.
            let size = extended.size.filter(|_| !b"xgLK".contains(&kind)).unwrap_or(size);
            // A link has no content, even if its header has a size.
            self.left = if b"123456".contains(&kind) { 0 } else { size };
            self.padding = self.left.wrapping_neg() % BLOCK as u64;
            match kind {
                b'L' => extended.name = Some(until_nul(&self.extension()?).to_vec()),
                b'x' => self.extend(&mut extended)?,
                // A global header holds no name, and link targets are not used: `skip` drops both.
                b'g' | b'K' => {}
                _ => return Ok(Some(extended.member(&block))),
            }
        }
    }

    /// Reads a header; `None` at the end mark.
    fn header(&mut self) -> io::Result<Option<[u8; BLOCK]>> {
        let mut block = [0; BLOCK];
        self.input.read_exact(&mut block).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => broken("it ends without an end mark"),
            _ => error,
        })?;
        if is_header(&block) {
            return Ok(Some(block));
        }
        if block.iter().any(|&byte| byte != 0) {
            return Err(broken("a header is damaged"));
        }
        self.nothing_behind()?;
        Ok(None)
    }

    /// Fails if data follows the end mark, because ignoring that data could hide logs.
    fn nothing_behind(&mut self) -> io::Result<()> {
        loop {
            let bytes = self.input.fill_buf()?;
            if bytes.iter().any(|&byte| byte != 0) {
                return Err(broken("data follows its end mark"));
            }
            let read = bytes.len();
            if read == 0 {
                return Ok(());
            }
            self.input.consume(read);
        }
    }

    /// Reads the content of an extension.
    fn extension(&mut self) -> io::Result<Vec<u8>> {
        if self.left > EXTENSION {
            return Err(broken("a name has more than 65536 bytes"));
        }
        let mut bytes = Vec::new();
        self.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Parses a pax extension: lines with a length, a key and a value.
    fn extend(&mut self, extended: &mut Extended) -> io::Result<()> {
        let bytes = self.extension()?;
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            let (line, behind) = line(rest).ok_or_else(|| broken("an extension is damaged"))?;
            rest = behind;
            match line {
                (b"path", value) => extended.name = Some(value.to_vec()),
                (b"size", value) => {
                    let size = std::str::from_utf8(value).ok().and_then(|text| text.parse().ok());
                    extended.size = Some(size.ok_or_else(|| broken("a size is not a number"))?);
                }
                (key, _) => extended.sparse |= key.starts_with(b"GNU.sparse."),
            }
        }
        Ok(())
    }

    /// Skips the rest of the member.
    fn skip(&mut self) -> io::Result<()> {
        let mut left = self.left.saturating_add(std::mem::take(&mut self.padding));
        self.left = 0;
        while left > 0 {
            let read = (self.input.fill_buf()?.len() as u64).min(left);
            if read == 0 {
                return Err(broken("it ends inside a file"));
            }
            self.input.consume(usize::try_from(read).unwrap_or(usize::MAX));
            left -= read;
        }
        Ok(())
    }
}

/// A key of an extension with its value.
type Line<'l> = (&'l [u8], &'l [u8]);

/// Splits the first line of an extension from the rest.
fn line(bytes: &[u8]) -> Option<(Line<'_>, &[u8])> {
    let blank = bytes.iter().take(20).position(|&byte| byte == b' ')?;
    let length: usize = std::str::from_utf8(&bytes[..blank]).ok()?.parse().ok()?;
    let (line, rest) = bytes.split_at_checked(length)?;
    let line = line.get(blank + 1..)?.strip_suffix(b"\n")?;
    let sign = line.iter().position(|&byte| byte == b'=')?;
    Some(((&line[..sign], &line[sign + 1..]), rest))
}

fn broken(what: &str) -> io::Error {
    io::Error::other(format!("the archive is broken: {what}"))
}

/// Reads the content of the member.
impl Read for Archive<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = usize::try_from(self.left).unwrap_or(usize::MAX).min(buffer.len());
        let read = self.input.read(&mut buffer[..most]).inspect_err(|_| self.is_broken = true)?;
        if read == 0 && most > 0 {
            self.is_broken = true;
            return Err(broken("it ends inside a file"));
        }
        self.left -= read as u64;
        Ok(read)
    }
}

impl Extended {
    fn member(self, block: &[u8; BLOCK]) -> Member {
        let name = self.name.unwrap_or_else(|| {
            let (prefix, name) = (until_nul(&block[345..500]), until_nul(&block[..100]));
            let parted = &block[257..263] == b"ustar\0" && !prefix.is_empty();
            if parted { [prefix, b"/", name].concat() } else { name.to_vec() }
        });
        let kind = match block[156] {
            _ if self.sparse => Kind::Other,
            b'0' | b'7' | 0 if name.ends_with(b"/") => Kind::Folder,
            b'0' | b'7' | 0 => Kind::File,
            b'1' | b'2' => Kind::Link,
            b'5' => Kind::Folder,
            _ => Kind::Other,
        };
        let name = name.strip_prefix(b"./").unwrap_or(&name);
        Member { name: FileName::from_bytes(name), kind }
    }
}
