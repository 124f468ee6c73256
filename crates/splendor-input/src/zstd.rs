//! Zstandard: a sequence of frames, with verified checksums.

use std::error::Error;
use std::io::{self, BufRead, Read};

use ruzstd::decoding::errors::{
    DecodeBlockContentError, DecompressBlockError, FrameDecoderError as DecodeError,
};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// The first bytes of a frame.
const FRAME: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Returns whether bytes begin like Zstandard.
pub(super) fn begins(bytes: &[u8]) -> bool {
    bytes.starts_with(&FRAME) || skipped(bytes)
}

/// Returns whether bytes begin like a skippable frame, which contains no data.
fn skipped(bytes: &[u8]) -> bool {
    matches!(bytes, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..])
}

/// Decompresses all frames of an input. Parallel compressors and appending write several frames.
pub(super) struct Frames<R> {
    input: R,
    decoder: FrameDecoder,
    /// Whether a frame has begun and is not finished.
    within: bool,
    /// How many decompressed bytes the reader has returned.
    returned: u64,
    broken: Option<Broken>,
}

/// The error that ends the data. It is returned after all valid data.
struct Broken {
    kind: io::ErrorKind,
    why: String,
    /// How many of the last decompressed bytes may belong to a damaged block; they are withheld.
    unsure: usize,
}

/// The largest window, in bytes, and so the memory that a frame may ask for. RFC 8878 recommends
/// that every decoder supports this size; `zstd` needs more only for `--ultra` and `--long`.
pub const WINDOW_BYTES: u64 = 8 << 20;

/// More bytes than a block can produce before it fails: the 128 KiB of a block, plus one sequence
/// that exceeds them, of at most twice as much.
const LEFT: usize = 4 << 17;

/// An empty last block and a checksum; the checksum is read only if the frame has one.
const LAST: [u8; 7] = [1, 0, 0, 0, 0, 0, 0];

const ONE: BlockDecodingStrategy = BlockDecodingStrategy::UptoBlocks(1);

impl Broken {
    fn damaged(why: impl Into<String>) -> Self {
        Self { kind: io::ErrorKind::InvalidData, why: why.into(), unsure: 0 }
    }
}

impl From<io::Error> for Broken {
    fn from(error: io::Error) -> Self {
        let why = match error.kind() {
            io::ErrorKind::UnexpectedEof => "cut off within a Zstandard frame".to_owned(),
            _ => error.to_string(),
        };
        Self { kind: error.kind(), why, unsure: 0 }
    }
}

impl From<DecodeError> for Broken {
    fn from(error: DecodeError) -> Self {
        let first: &(dyn Error + 'static) = &error;
        let mut causes = std::iter::successors(Some(first), |&error| error.source());
        if let Some(unread) = causes.find_map(|error| error.downcast_ref::<io::Error>()) {
            return io::Error::new(unread.kind(), unread.to_string()).into();
        }
        match error {
            DecodeError::WindowSizeTooBig { requested, max } => Self {
                kind: io::ErrorKind::FileTooLarge,
                ..Self::damaged(format!(
                    "a Zstandard frame asks for a window of {requested} bytes, above the limit of \
                     {max}"
                ))
            },
            DecodeError::DictNotProvided { dict_id } => Self::damaged(format!(
                "a Zstandard frame needs the dictionary {dict_id}, which is not in the file"
            )),
            // Only a block that fails while its sequences are executed has already produced bytes.
            DecodeError::FailedToReadBlockBody(DecodeBlockContentError::DecompressBlockError(
                DecompressBlockError::ExecuteSequencesError(_),
            )) => Self { unsure: LEFT, ..Self::damaged(DAMAGED) },
            _ => Self::damaged(DAMAGED),
        }
    }
}

const DAMAGED: &str = "damaged within a Zstandard frame";

impl<R: BufRead> Frames<R> {
    pub(super) fn new(input: R) -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(WINDOW_BYTES);
        Self { input, decoder, within: false, returned: 0, broken: None }
    }

    /// Decodes a block or begins the next frame; returns `false` at the end of the input.
    fn advance(&mut self) -> Result<bool, Broken> {
        if !self.within {
            return self.begin();
        }
        if self.decoder.is_finished() {
            self.end()?;
        } else {
            self.decoder.decode_blocks(&mut self.input, ONE)?;
        }
        Ok(true)
    }

    /// Begins the next frame; returns `false` at the end of the input.
    fn begin(&mut self) -> Result<bool, Broken> {
        let mut magic = Vec::new();
        loop {
            magic.clear();
            self.input.by_ref().take(4).read_to_end(&mut magic)?;
            if magic.is_empty() {
                return Ok(false);
            }
            if !skipped(&magic) {
                break;
            }
            self.skip()?;
        }
        if !FRAME.starts_with(&magic) {
            return Err(Broken::damaged("the data after the last Zstandard frame is not a frame"));
        }
        self.decoder.init(magic.chain(&mut self.input))?;
        self.within = true;
        Ok(true)
    }

    /// Skips a skippable frame.
    fn skip(&mut self) -> io::Result<()> {
        let mut size = [0; 4];
        self.input.read_exact(&mut size)?;
        let size = u64::from(u32::from_le_bytes(size));
        let skipped = io::copy(&mut self.input.by_ref().take(size), &mut io::sink())?;
        if skipped < size { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
    }

    /// Verifies the checksum of a frame that has one.
    fn end(&mut self) -> Result<(), Broken> {
        self.within = false;
        let stored = self.decoder.get_checksum_from_data();
        if stored.is_some() && stored != self.decoder.get_calculated_checksum() {
            return Err(Broken::damaged("the checksum of a Zstandard frame is wrong"));
        }
        Ok(())
    }

    /// Records the error, and makes the bytes that were decoded before it readable.
    fn give_up(&mut self, mut broken: Broken) {
        // Before the end of a frame the decoder holds back the bytes that later blocks may refer
        // to. An empty last block ends the frame and so releases them, without changing any byte.
        if self.within && self.decoder.decode_blocks(&LAST[..], ONE).is_err() {
            broken.unsure = self.decoder.can_collect();
        }
        self.broken = Some(broken);
    }

    /// Returns decompressed bytes, up to the size of the buffer.
    fn unpacked(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let unsure = self.broken.as_ref().map_or(0, |broken| broken.unsure);
        let most = self.decoder.can_collect().saturating_sub(unsure).min(room.len());
        let read = self.decoder.read(&mut room[..most])?;
        self.returned += read as u64;
        Ok(read)
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.unpacked(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            if let Some(Broken { kind, why, .. }) = &self.broken {
                let why = format!("{why}, after {} unpacked bytes", self.returned);
                return Err(io::Error::new(*kind, why));
            }
            match self.advance() {
                Ok(true) => {}
                Ok(false) => return Ok(0),
                Err(broken) => self.give_up(broken),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The largest block, and the size of every block except the last in these tests.
    const BLOCK: usize = 128 << 10;

    /// Returns a frame with one raw block and no checksum.
    fn frame(text: &[u8]) -> Vec<u8> {
        let size = u8::try_from(text.len()).expect("a short text");
        // A single-segment frame, so that the next byte is the size; then one raw last block.
        let header = u32::from(size) << 3 | 1;
        [&FRAME[..], &[0x20, size], &header.to_le_bytes()[..3], text].concat()
    }

    fn unpacked(bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        Frames::new(bytes).read_to_end(&mut text).map(|_| text)
    }

    #[test]
    fn every_frame_is_unpacked_and_other_bytes_are_an_error() {
        let skipped = [0x51, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 7, 7, 7];
        let two = [&skipped[..], &frame(b"one "), &skipped, &frame(b""), &frame(b"two")].concat();
        assert_eq!(unpacked(&two).expect("two frames"), b"one two");
        let behind = [frame(b"one").as_slice(), b"text"].concat();
        assert!(unpacked(&behind).is_err_and(|error| error.to_string().contains("is not a frame")));
        for cut in 1..two.len() {
            let whole = [11, 24, 35, 44].contains(&cut);
            assert_eq!(unpacked(&two[..cut]).is_ok(), whole, "{cut} bytes");
        }
    }

    /// Returns the data before the first error, and the error.
    fn before_the_end(bytes: &[u8]) -> (Vec<u8>, String) {
        let mut frames = Frames::new(bytes);
        let mut text = Vec::new();
        let error = frames.read_to_end(&mut text).expect_err("it is broken");
        assert_eq!(frames.read(&mut [0]).expect_err("it stays so").to_string(), error.to_string());
        (text, error.to_string())
    }

    /// Returns lines compressed in several blocks, and the offset of each block but the first.
    fn packed() -> (Vec<u8>, Vec<u8>, Vec<usize>) {
        let lines = (0_u64..40_000).map(|line| format!("{line} {}\n", line * 0x9e37_79b9 % 99_991));
        let text = lines.collect::<String>().into_bytes();
        let level = ruzstd::encoding::CompressionLevel::Fastest;
        let bytes = ruzstd::encoding::compress_to_vec(&text[..], level);
        let single = bytes[4] & 0x20 != 0;
        let size = [usize::from(single), 2, 4, 8][usize::from(bytes[4] >> 6)];
        let mut at = 5 + usize::from(!single) + size;
        let mut begin = Vec::new();
        loop {
            let header = u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], 0]);
            // A run-length block stores a single byte.
            let held = if header >> 1 & 3 == 1 { 1 } else { header >> 3 };
            at += 3 + usize::try_from(held).expect("a small block");
            if header & 1 == 1 {
                return (text, bytes, begin);
            }
            begin.push(at);
        }
    }

    #[test]
    fn what_stands_before_a_cut_is_unpacked() {
        let (text, bytes, begin) = packed();
        assert!(begin.len() >= 3, "{begin:?}");
        for (blocks, &at) in (1..).zip(&begin) {
            for cut in [at, at + 2, at + 40] {
                let (before, error) = before_the_end(&bytes[..cut]);
                assert!(before == text[..blocks * BLOCK], "{cut}: {} bytes", before.len());
                let after = format!("after {} unpacked bytes", before.len());
                assert_eq!(error, format!("cut off within a Zstandard frame, {after}"));
            }
        }
        // A frame that lacks only its checksum loses no data.
        let (before, error) = before_the_end(&bytes[..bytes.len() - 1]);
        assert!(before == text && error.contains("cut off"), "{error}");
    }

    #[test]
    fn what_stands_before_damage_is_unpacked_and_nothing_of_the_damaged_block() {
        let (text, bytes, begin) = packed();
        let blocks = begin.len();
        let mut reserved = bytes.clone();
        reserved[begin[blocks - 1]] |= 6;
        let (before, error) = before_the_end(&reserved);
        assert!(before == text[..blocks * BLOCK], "{} bytes", before.len());
        assert!(error.starts_with("damaged within a Zstandard frame, after"), "{error}");
        for at in (begin[0]..begin[1]).step_by(997) {
            let mut bytes = bytes.clone();
            bytes[at] ^= 0x10;
            let (before, error) = before_the_end(&bytes);
            // Only the checksum detects damage that still decompresses.
            let seen = error.starts_with("damaged") || error.starts_with("cut off");
            assert!(seen || error.starts_with("the checksum"), "{at}: {error}");
            let sure = if seen { before.len() } else { BLOCK };
            assert!(text.starts_with(&before[..sure]), "{at}: {} bytes", before.len());
        }
    }

    #[test]
    fn a_wrong_checksum_is_an_error() {
        let with = |sum: [u8; 4]| {
            let mut frame = frame(b"abc");
            frame[4] |= 4;
            [frame.as_slice(), &sum].concat()
        };
        // The lower half of the XXH64 of `abc`, 44bc2cf5ad770999.
        assert_eq!(unpacked(&with([0x99, 0x09, 0x77, 0xad])).expect("the sum is right"), b"abc");
        assert!(unpacked(&with([0x98, 0x09, 0x77, 0xad])).is_err());
    }
}
