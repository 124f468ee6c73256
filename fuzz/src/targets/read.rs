//! The strict reader: no bytes make it panic, its errors have a place, and a log that is written
//! again is read again.

use std::time::{Duration, Instant};

use splendor_input::pieces;
use splendor_schema::conformance::Answer;
use splendor_schema::json::layout::{json_line, pretty_log};
use splendor_schema::json::locate::{line_column, line_columns, locate, locate_all, locate_member};
use splendor_schema::json::tree::Tree;
use splendor_schema::manifest::Manifest;
use splendor_schema::vector::Vector;
use splendor_schema::{Log, Position, ReadError, text_of};

/// Runs a function whose time must grow at most linearly with its input: the fastest of a few
/// runs counts.
pub(super) fn in_time<T>(size: usize, run: impl Fn() -> T) -> T {
    let bytes = u32::try_from(size).unwrap_or(u32::MAX);
    let bound = Duration::from_millis(100) + Duration::from_micros(20) * bytes;
    let mut quickest = Duration::MAX;
    for _ in 0..5 {
        let start = Instant::now();
        let value = run();
        quickest = quickest.min(start.elapsed());
        if quickest <= bound {
            return value;
        }
    }
    panic!("{size} bytes took {quickest:?}, at most {bound:?} are allowed");
}

/// Bytes → every file format.
pub(super) fn read(bytes: &[u8]) {
    let log = in_time(bytes.len(), || Log::read(bytes));
    let errors = [
        log.as_ref().err().cloned(),
        Position::read(bytes).err(),
        Vector::read(bytes).err(),
        Manifest::read(bytes).err(),
        Answer::read(bytes).err(),
    ];
    errors.iter().flatten().for_each(|error| has_a_place(bytes, error));
    if let Ok(log) = log {
        reads_back(&log);
    }
    let Ok(text) = text_of(bytes) else { return };
    match in_time(bytes.len(), || Tree::read(text, 0..text.len())) {
        Ok(tree) => assert!(tree.span.end <= text.len()),
        Err(error) => has_a_place(bytes, &error),
    }
}

/// A log that is written, laid out or in one line, is read back unchanged.
pub(super) fn reads_back(log: &Log) {
    for text in [json_line(log), pretty_log(log)] {
        assert_eq!(Log::read(text.as_bytes()).as_ref(), Ok(log), "{text}");
    }
}

/// The line and the column of an error are in the text or directly after its end.
fn has_a_place(bytes: &[u8], error: &ReadError) {
    let text = String::from_utf8_lossy(bytes);
    let line = text.split('\n').nth(error.line.wrapping_sub(1));
    let line = line.unwrap_or_else(|| panic!("there is no such line: {error:?}"));
    let columns = line.chars().count() + 1;
    assert!((1..=columns).contains(&error.column), "{columns} columns: {error:?}");
    assert!(!error.message.is_empty());
    if let (Some(pointer), Ok(text)) = (&error.pointer, str::from_utf8(bytes)) {
        let found = locate(text, pointer);
        assert!(found.is_none_or(|range| text.get(range).is_some()), "{error:?}");
    }
}

/// A line with a pointer, then a text → the place of the pointer in the text.
pub(super) fn pointer(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let (pointer, text) = text.split_once('\n').unwrap_or(("", text));
    let found = in_time(text.len(), || locate_member(text, pointer));
    let shorter = pointer.rfind('/').map_or("", |at| &pointer[..at]);
    let few = [pointer, shorter, "", "/turns/0"];
    let many = [few, few, few].concat();
    assert_eq!(locate_all(text, &few), locate_all(text, &many)[..4]);
    assert_eq!(locate_all(text, &few)[0], found);
    if let Some(found) = &found {
        let part = text.get(found.value.clone()).expect("a value stands between characters");
        let value: serde_json::Value = serde_json::from_str(part).expect("a value is JSON");
        if Tree::read(text, 0..text.len()).is_ok() {
            let whole: serde_json::Value = serde_json::from_str(text).expect("strict JSON is JSON");
            assert_eq!(whole.pointer(pointer), Some(&value), "{pointer}");
        }
        let key = found.key.clone().map(|key| &text[key]);
        assert!(key.is_none_or(|key| key.starts_with('"') && key.ends_with('"')));
    }
    let offsets: Vec<usize> = (0..=text.len()).step_by(1 + text.len() / 16).collect();
    let each: Vec<_> = offsets.iter().map(|&offset| line_column(text, offset)).collect();
    assert_eq!(line_columns(text, &offsets), each);
}

/// Bytes → the logs of a file: each is a part of the file, at its line.
pub(super) fn lines(bytes: &[u8]) {
    let packed = bytes.starts_with(&[0x1f, 0x8b]) || bytes.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]);
    let lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
    let mut before = (0, 0);
    let read = pieces(bytes, &mut |piece| {
        assert!(piece.game == before.0 + 1 && piece.line > before.1, "{before:?} {piece:?}");
        before = (piece.game, piece.line);
        if !packed {
            let at = usize::try_from(piece.line - 1).expect("a line of memory");
            let first = piece.bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
            assert!(lines[at].starts_with(first.trim_ascii_end()), "{piece:?}");
        }
        if let Ok(log) = Log::read(piece.bytes) {
            reads_back(&log);
        }
    });
    assert!(packed || read.is_ok(), "{read:?}");
    let empty = bytes.iter().all(u8::is_ascii_whitespace);
    assert!(packed || empty == (before.0 == 0), "{} games", before.0);
}
