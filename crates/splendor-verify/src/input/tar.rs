//! Tar: header after header, with what two kinds of extensions say of long names.
//!
//! Nothing is written anywhere, so a name that leads out of the archive leads nowhere. What a
//! header says of a size is believed only as far as there are bytes.

use splendor_schema::FileName;
use std::io::{self, BufRead, Read};

/// The size of a header, and what the size of a file is rounded up to.
const BLOCK: usize = 512;

/// How long a name may be, and all that an extension says.
const EXTENSION: u64 = 1 << 16;

/// A file, a folder or a link in an archive.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Member {
    pub(super) name: FileName,
    pub(super) kind: Kind,
}

/// What a member is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Folder,
    Link,
    /// A file with holes, a device, or a kind that is not known here.
    Other,
}

/// An archive that is read from its beginning to its end.
pub(super) struct Archive<'r> {
    input: &'r mut dyn BufRead,
    /// How many bytes of the member are not read, and how many behind it belong to no member.
    left: u64,
    padding: u64,
    /// Whether the archive ended where it must not, or could not be read.
    pub(super) is_broken: bool,
}

/// What extensions say of the member behind them.
#[derive(Default)]
struct Extended {
    name: Option<Vec<u8>>,
    size: Option<u64>,
    sparse: bool,
}

/// Whether bytes begin as an archive does: with a header whose checksum is right, or, where nothing
/// is in it, with the mark of the end, which is blocks of zeros.
pub(super) fn begins(bytes: &[u8]) -> bool {
    bytes.first_chunk().is_some_and(is_header) || is_end(bytes)
}

fn is_end(bytes: &[u8]) -> bool {
    !bytes.is_empty() && bytes.len().is_multiple_of(BLOCK) && bytes.iter().all(|&byte| byte == 0)
}

fn is_header(block: &[u8; BLOCK]) -> bool {
    // The sum counts its own field as blanks; old programs took bytes for signed.
    let blanks = 8 * u64::from(b' ');
    let bytes = block[..148].iter().chain(&block[156..]);
    let sum: u64 = blanks + bytes.clone().map(|&byte| u64::from(byte)).sum::<u64>();
    let high = bytes.filter(|&&byte| byte > 127).count() as u64;
    let told = number(&block[148..156]);
    block[0] != 0 && told.is_some_and(|told| told == sum || told + 256 * high == sum)
}

/// A number in octal digits, or of eight bytes behind a mark.
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

    /// Goes on to the next member, wherever the one before was left.
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
            let size = number(&block[124..136]).ok_or_else(|| broken("a size is no number"))?;
            let size = extended.size.filter(|_| !b"xgLK".contains(&kind)).unwrap_or(size);
            // A link has no content, whatever its header says.
            self.left = if b"123456".contains(&kind) { 0 } else { size };
            self.padding = self.left.wrapping_neg() % BLOCK as u64;
            match kind {
                b'L' => extended.name = Some(until_nul(&self.extension()?).to_vec()),
                b'x' => self.extend(&mut extended)?,
                // What holds for all members is no name, and the target of a link is not needed.
                b'g' | b'K' => {}
                _ => return Ok(Some(extended.member(&block))),
            }
        }
    }

    /// Reads a header; none at the mark of the end.
    fn header(&mut self) -> io::Result<Option<[u8; BLOCK]>> {
        let mut block = [0; BLOCK];
        self.input.read_exact(&mut block).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => broken("it ends without its mark of the end"),
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

    /// What follows the mark of the end would be passed over in silence.
    fn nothing_behind(&mut self) -> io::Result<()> {
        loop {
            let bytes = self.input.fill_buf()?;
            if bytes.iter().any(|&byte| byte != 0) {
                return Err(broken("more follows its mark of the end"));
            }
            let read = bytes.len();
            if read == 0 {
                return Ok(());
            }
            self.input.consume(read);
        }
    }

    /// Reads all that an extension says.
    fn extension(&mut self) -> io::Result<Vec<u8>> {
        if self.left > EXTENSION {
            return Err(broken("a name has more than 65536 bytes"));
        }
        let mut bytes = Vec::new();
        self.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Takes over what an extension says in lines of length, key and value.
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
                    extended.size = Some(size.ok_or_else(|| broken("a size is no number"))?);
                }
                (key, _) => extended.sparse |= key.starts_with(b"GNU.sparse."),
            }
        }
        Ok(())
    }

    /// Passes over what is left of a member.
    fn skip(&mut self) -> io::Result<()> {
        let mut left = self.left.saturating_add(std::mem::take(&mut self.padding));
        self.left = 0;
        while left > 0 {
            let read = (self.input.fill_buf()?.len() as u64).min(left);
            if read == 0 {
                return Err(broken("it ends within a file"));
            }
            self.input.consume(usize::try_from(read).unwrap_or(usize::MAX));
            left -= read;
        }
        Ok(())
    }
}

/// A key of an extension and its value.
type Line<'l> = (&'l [u8], &'l [u8]);

/// Parts one line of an extension from what follows.
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

/// The bytes of the member.
impl Read for Archive<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = usize::try_from(self.left).unwrap_or(usize::MAX).min(buffer.len());
        let read = self.input.read(&mut buffer[..most]).inspect_err(|_| self.is_broken = true)?;
        if read == 0 && most > 0 {
            self.is_broken = true;
            return Err(broken("it ends within a file"));
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
