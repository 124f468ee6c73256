//! Limits how many bytes a compressed input may unpack to, so that a few bytes cannot keep the
//! reader busy for hours.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

/// How many bytes an input of any size may unpack to.
pub const UNPACKED_BYTES: u64 = 32 << 20;

/// How many more bytes an input may unpack to for each packed byte. `zstd -19` packs 17 bytes of
/// random games into one.
pub const UNPACKED_RATIO: u64 = 200;

/// The packed and the unpacked bytes of one input so far. A compressed file in a compressed archive
/// counts twice: each layer unpacks bytes, but only the outermost input brings new ones.
#[derive(Clone, Default)]
pub(super) struct Unpacking {
    counts: Rc<Counts>,
}

#[derive(Default)]
struct Counts {
    packed: Cell<u64>,
    unpacked: Cell<u64>,
}

impl Unpacking {
    /// Counts the bytes of the outermost input.
    pub(super) fn packed<R: Read>(&self, input: R) -> Packed<R> {
        Packed { input, counts: Rc::clone(&self.counts) }
    }

    /// Counts the bytes of a decompressor, and fails beyond the limit.
    pub(super) fn unpacked<R: Read>(&self, input: R) -> Unpacked<R> {
        Unpacked { input, unpacking: self.clone() }
    }

    /// Returns whether the input has unpacked to more than the limit.
    pub(super) fn is_over(&self) -> bool {
        let more = self.counts.packed.get().saturating_mul(UNPACKED_RATIO);
        self.counts.unpacked.get() > UNPACKED_BYTES.saturating_add(more)
    }
}

pub(super) struct Packed<R> {
    input: R,
    counts: Rc<Counts>,
}

impl<R: Read> Read for Packed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.counts.packed.set(self.counts.packed.get() + read as u64);
        Ok(read)
    }
}

pub(super) struct Unpacked<R> {
    input: R,
    unpacking: Unpacking,
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // The bytes up to the limit were delivered; they may contain whole logs.
        if self.unpacking.is_over() {
            let mebibytes = UNPACKED_BYTES >> 20;
            let limit = format!("{mebibytes} MiB plus {UNPACKED_RATIO} times its packed size");
            let why = format!("it unpacks to more than {limit}; the rest is not read");
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, why));
        }
        let read = self.input.read(buffer)?;
        let unpacked = &self.unpacking.counts.unpacked;
        unpacked.set(unpacked.get() + read as u64);
        Ok(read)
    }
}
