//! Zstandard: frame after frame, each with its checksum compared.

use std::io::{self, BufRead, Read};

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
}

impl<R: BufRead> Frames<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, decoder: FrameDecoder::new(), within: false }
    }

    /// Begins the next frame; returns whether there is one.
    fn begin(&mut self) -> io::Result<bool> {
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
        if magic != FRAME {
            return Err(io::Error::other("what follows the last Zstandard frame is none"));
        }
        self.decoder.init(magic.chain(&mut self.input)).map_err(io::Error::other)?;
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
    fn end(&mut self) -> io::Result<()> {
        self.within = false;
        let told = self.decoder.get_checksum_from_data();
        if told.is_some() && told != self.decoder.get_calculated_checksum() {
            return Err(io::Error::other("the checksum of a Zstandard frame is wrong"));
        }
        Ok(())
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.within && !self.begin()? {
                return Ok(0);
            }
            let read = self.decoder.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            if self.decoder.is_finished() {
                self.end()?;
            } else {
                let one = BlockDecodingStrategy::UptoBlocks(1);
                self.decoder.decode_blocks(&mut self.input, one).map_err(io::Error::other)?;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
