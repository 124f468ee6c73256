//! Checks that a few packed bytes cannot make the program unpack without end or ask for much
//! memory.

use crate::cli::archives::{archive, entry};
use crate::cmd::Folder;

const LEGAL: &str = "legal: incomplete, 5 turns, scores 0-0";

const LIMIT: &str = "it unpacks to more than 32 MiB plus 200 times its packed size; the rest is \
                     not read\nhelp: if you trust it, unpack it with `gzip -d` or `zstd -d \
                     --long=31` and name the result\n";

/// The start of a frame with a window of 128 KiB, and of one with 16 MiB.
const SMALL: [u8; 6] = [0x28, 0xb5, 0x2f, 0xfd, 0, 7 << 3];
const LARGE: [u8; 6] = [0x28, 0xb5, 0x2f, 0xfd, 0, 14 << 3];

/// The most bytes that one block unpacks to.
const BLOCK: usize = 128 << 10;

/// Returns the header of a block, and its bytes.
fn block(size: usize, kind: u8, last: bool, bytes: &[u8]) -> Vec<u8> {
    let header = u32::try_from(size).unwrap() << 3 | u32::from(kind) << 1 | u32::from(last);
    [&header.to_le_bytes()[..3], bytes].concat()
}

/// Returns a log, compressed together with lines of blanks of this many bytes.
fn bomb(log: &str, bytes: usize) -> Vec<u8> {
    let log = serde_json::from_str::<serde_json::Value>(log).unwrap().to_string() + "\n";
    let line = [block(BLOCK, 1, false, b" "), block(1, 0, false, b"\n")].concat();
    let lines = line.repeat(bytes / BLOCK);
    [&SMALL[..], &block(log.len(), 0, false, log.as_bytes()), &lines, &block(0, 0, true, b"")]
        .concat()
}

#[test]
fn a_bomb_is_unpacked_up_to_the_limit_and_reported_once() {
    let folder = Folder::new("bomb-file");
    folder.write("good.json", folder.run("example").out);
    let good = folder.read("good.json");
    folder.write("small.jsonl.zst", bomb(&good, 30 << 20));
    folder.write("large.jsonl.zst", bomb(&good, 80 << 20));
    let run = folder.run("verify --format line small.jsonl.zst large.jsonl.zst good.json");
    let logs = ["small.jsonl.zst:1", "large.jsonl.zst:1", "good.json:1"];
    let expected: String = logs.map(|log| format!("{log}: {LEGAL}\n")).concat();
    assert_eq!((run.status, run.out), (2, expected));
    assert_eq!(run.err, format!("error: large.jsonl.zst: {LIMIT}"));
}

#[test]
fn all_files_of_an_archive_share_one_limit() {
    let folder = Folder::new("bomb-archive");
    let good = folder.run("example").out;
    let part = bomb(&good, 13 << 20);
    let entries = [1, 2, 3, 4].map(|part_of| format!("{part_of}.jsonl.zst"));
    let entries = entries.map(|name| entry(&name, b'0', &part));
    folder.write("bombs.tar", archive(&entries));
    let run = folder.run("verify --format line bombs.tar");
    let logs = ["1", "2", "3"].map(|log| format!("bombs.tar/{log}.jsonl.zst:1: {LEGAL}\n"));
    assert_eq!((run.status, run.out), (2, logs.concat()));
    assert_eq!(run.err, format!("error: bombs.tar: {LIMIT}"));
}

#[test]
fn a_frame_that_asks_for_a_large_window_is_not_unpacked() {
    let folder = Folder::new("bomb-window");
    let text = folder.run("example").out;
    let frame =
        |start: [u8; 6]| [&start[..], &block(text.len(), 0, true, text.as_bytes())].concat();
    folder.write("small.json.zst", frame(SMALL));
    folder.write("large.json.zst", frame(LARGE));
    let run = folder.run("verify --format line small.json.zst large.json.zst");
    assert_eq!((run.status, run.out), (2, format!("small.json.zst:1: {LEGAL}\n")));
    let window = "error: large.json.zst: a Zstandard frame asks for a window of 16777216 bytes, \
                  above the limit of 8388608, after 0 unpacked bytes\nhelp: if you trust it";
    assert!(run.err.starts_with(window), "{}", run.err);
}
