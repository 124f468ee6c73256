//! Zstandard: frame after frame, each with its checksum compared.

use std::error::Error;
use std::io::{self, BufRead, Read};

use ruzstd::decoding::errors::{
    DecodeBlockContentError, DecompressBlockError, FrameDecoderError as DecodeError,
};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// What a frame begins with.
const FRAME: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Whether bytes begin as Zstandard does.
pub(super) fn begins(bytes: &[u8]) -> bool {
    bytes.starts_with(&FRAME) || skipped(bytes)
}

/// Whether bytes begin as a frame does that holds nothing to unpack.
fn skipped(bytes: &[u8]) -> bool {
    matches!(bytes, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..])
}

/// Unpacks every frame of an input; what writes in parallel, or appends, makes several.
pub(super) struct Frames<R> {
    input: R,
    decoder: FrameDecoder,
    /// Whether a frame has begun and is not yet told to its end.
    within: bool,
    /// How many bytes were unpacked and told.
    told: u64,
    broken: Option<Broken>,
}

/// Why there is no more: said once what stands before is told.
struct Broken {
    kind: io::ErrorKind,
    why: String,
    /// How many of the last bytes unpacked may be of a damaged block: they are not told.
    unsure: usize,
}

/// More than a block that fails while it is unpacked leaves behind: up to the 128 KiB that a block
/// may hold, and one step that goes beyond, of at most twice as much.
const LEFT: usize = 4 << 17;

/// A last block that holds nothing, and a checksum, which is read only if the frame has one.
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
            DecodeError::WindowSizeTooBig { requested, max } => Self::damaged(format!(
                "a Zstandard frame asks for a window of {requested} bytes, above the limit of {max}"
            )),
            DecodeError::DictNotProvided { dict_id } => Self::damaged(format!(
                "a Zstandard frame needs the dictionary {dict_id}, which is not in the file"
            )),
            // Only a block that fails while its parts are put together leaves some behind.
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
        Self { input, decoder: FrameDecoder::new(), within: false, told: 0, broken: None }
    }

    /// Goes on by a block, or to the next frame; returns whether there was one.
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

    /// Begins the next frame; returns whether there is one.
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
            return Err(Broken::damaged("what follows the last Zstandard frame is none"));
        }
        self.decoder.init(magic.chain(&mut self.input))?;
        self.within = true;
        Ok(true)
    }

    /// Leaves out a frame that holds nothing to unpack.
    fn skip(&mut self) -> io::Result<()> {
        let mut size = [0; 4];
        self.input.read_exact(&mut size)?;
        let size = u64::from(u32::from_le_bytes(size));
        let skipped = io::copy(&mut self.input.by_ref().take(size), &mut io::sink())?;
        if skipped < size { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
    }

    /// Compares the checksum of a frame, if it has one.
    fn end(&mut self) -> Result<(), Broken> {
        self.within = false;
        let told = self.decoder.get_checksum_from_data();
        if told.is_some() && told != self.decoder.get_calculated_checksum() {
            return Err(Broken::damaged("the checksum of a Zstandard frame is wrong"));
        }
        Ok(())
    }

    /// Ends what has failed; what was unpacked before is still to be told.
    fn give_up(&mut self, mut broken: Broken) {
        // Of a frame that is at its end the decoder gives out all that it holds, and before only
        // what no later block can refer to. Nothing becomes wrong by a block that holds nothing.
        if self.within && self.decoder.decode_blocks(&LAST[..], ONE).is_err() {
            broken.unsure = self.decoder.can_collect();
        }
        self.broken = Some(broken);
    }

    /// Gives out what is unpacked, as much as there is room for.
    fn unpacked(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let unsure = self.broken.as_ref().map_or(0, |broken| broken.unsure);
        let most = self.decoder.can_collect().saturating_sub(unsure).min(room.len());
        let read = self.decoder.read(&mut room[..most])?;
        self.told += read as u64;
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
                let why = format!("{why}, after {} unpacked bytes", self.told);
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

    /// The most that a block holds, and as much as all but the last hold here.
    const BLOCK: usize = 128 << 10;

    /// A frame of one raw block, without a checksum.
    fn frame(text: &[u8]) -> Vec<u8> {
        let size = u8::try_from(text.len()).expect("a short text");
        // One segment, so that the next byte is the size; then the last block, raw.
        let header = u32::from(size) << 3 | 1;
        [&FRAME[..], &[0x20, size], &header.to_le_bytes()[..3], text].concat()
    }

    fn unpacked(bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        Frames::new(bytes).read_to_end(&mut text).map(|_| text)
    }

    #[test]
    fn every_frame_is_unpacked_and_what_is_none_is_an_error() {
        let skipped = [0x51, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 7, 7, 7];
        let two = [&skipped[..], &frame(b"one "), &skipped, &frame(b""), &frame(b"two")].concat();
        assert_eq!(unpacked(&two).expect("two frames"), b"one two");
        let behind = [frame(b"one").as_slice(), b"text"].concat();
        assert!(unpacked(&behind).is_err_and(|error| error.to_string().contains("none")));
        for cut in 1..two.len() {
            let whole = [11, 24, 35, 44].contains(&cut);
            assert_eq!(unpacked(&two[..cut]).is_ok(), whole, "{cut} bytes");
        }
    }

    /// What can be unpacked before the first error, and the error.
    fn before_the_end(bytes: &[u8]) -> (Vec<u8>, String) {
        let mut frames = Frames::new(bytes);
        let mut text = Vec::new();
        let error = frames.read_to_end(&mut text).expect_err("it is broken");
        assert_eq!(frames.read(&mut [0]).expect_err("it stays so").to_string(), error.to_string());
        (text, error.to_string())
    }

    /// Lines that are packed in several blocks, with where each block but the first begins.
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
            // A block of one byte repeated holds only that byte.
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
        // Of what lacks only its checksum nothing is lost.
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
            // What unpacks to something else without a word is told only by the checksum.
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
