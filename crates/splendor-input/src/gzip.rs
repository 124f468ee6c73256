//! gzip: a sequence of members, and the padding that may follow the last member.

use std::io::{self, BufRead, Read};

use flate2::bufread::GzDecoder;

/// The first byte of a member.
const MEMBER: u8 = 0x1f;

/// Returns whether bytes begin like gzip.
pub(super) fn begins(bytes: &[u8]) -> bool {
    bytes.starts_with(&[MEMBER, 0x8b])
}

/// Decompresses all members of an input. Parallel compressors and appending write several members.
pub(super) struct Members<R> {
    /// The current member; `None` after the last one.
    now: Option<GzDecoder<R>>,
}

impl<R: BufRead> Members<R> {
    pub(super) fn new(input: R) -> Self {
        Self { now: Some(GzDecoder::new(input)) }
    }
}

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.now {
            let count = member.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            let rest = self.now.take().map(GzDecoder::into_inner);
            self.now = rest.map(another).transpose()?.flatten();
        }
        Ok(0)
    }
}

/// Returns the next member, if there is one. Zeros may pad the end, as on tapes.
fn another<R: BufRead>(mut rest: R) -> io::Result<Option<GzDecoder<R>>> {
    let mut filled = false;
    loop {
        let bytes = rest.fill_buf()?;
        let zeros = bytes.iter().position(|&byte| byte != 0).unwrap_or(bytes.len());
        match bytes.get(zeros) {
            None if bytes.is_empty() => return Ok(None),
            None => filled = true,
            // A member must follow at once: after padding, any data means a damaged file.
            Some(&MEMBER) if !filled && zeros == 0 => return Ok(Some(GzDecoder::new(rest))),
            Some(_) => {
                let why = "bytes after the compressed data that are not gzip";
                return Err(io::Error::new(io::ErrorKind::InvalidData, why));
            }
        }
        rest.consume(zeros);
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn packed(text: &str) -> Vec<u8> {
        let mut out = GzEncoder::new(Vec::new(), Compression::fast());
        out.write_all(text.as_bytes()).unwrap();
        out.finish().unwrap()
    }

    /// Returns the decompressed text, and the error that ended it.
    fn unpacked(bytes: &[u8], at_a_time: usize) -> (String, Option<String>) {
        let mut out = Vec::new();
        let input = io::BufReader::with_capacity(at_a_time, bytes);
        let end = Members::new(input).read_to_end(&mut out);
        (String::from_utf8(out).unwrap(), end.err().map(|error| error.to_string()))
    }

    #[test]
    fn members_follow_each_other_and_zeros_fill_what_is_behind() {
        for at_a_time in [1, 7, 4096] {
            let both = [packed("one "), packed(""), packed("two")].concat();
            assert_eq!(unpacked(&both, at_a_time), ("one two".to_owned(), None));
            let filled = [both.clone(), vec![0; 1000]].concat();
            assert_eq!(unpacked(&filled, at_a_time), ("one two".to_owned(), None));
            for wrong in [&b"PK"[..], b"\0\0x", b"\0\x1f\x8b", b"{\"format\":"] {
                let (text, why) = unpacked(&[&both, wrong].concat(), at_a_time);
                assert_eq!(text, "one two");
                assert_eq!(why.unwrap(), "bytes after the compressed data that are not gzip");
            }
        }
    }

    #[test]
    fn a_member_that_is_cut_is_an_error() {
        let whole = packed("something to be packed");
        for length in 0..whole.len() {
            assert!(unpacked(&whole[..length], 5).1.is_some(), "{length}");
        }
        let (text, why) = unpacked(&[&whole[..], &whole[..9]].concat(), 5);
        assert!(text.starts_with("something") && why.is_some());
    }
}
