//! Checks that every log in an archive is judged, and that unreadable members and damaged archives
//! are reported.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::cmd::{Folder, Run};

/// Returns a tar header followed by its content, padded to whole blocks.
pub(crate) fn entry(name: &str, kind: u8, content: &[u8]) -> Vec<u8> {
    sized(name, kind, format!("{:011o}\0", content.len()).as_bytes(), content)
}

fn sized(name: &str, kind: u8, size: &[u8], content: &[u8]) -> Vec<u8> {
    let mut block = [0; 512];
    let mut put = |at: usize, bytes: &[u8]| block[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, name.as_bytes());
    put(100, b"0000644\0");
    put(124, size);
    put(148, b"        ");
    put(156, &[kind]);
    put(257, b"ustar\x0000");
    let sum: u32 = block.iter().map(|&byte| u32::from(byte)).sum();
    block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    let padding = vec![0; content.len().wrapping_neg() % 512];
    [&block[..], content, &padding].concat()
}

pub(crate) fn archive(entries: &[Vec<u8>]) -> Vec<u8> {
    [entries.concat(), vec![0; 1024]].concat()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

/// Returns the bytes as a Zstandard frame with uncompressed blocks.
fn zstd(bytes: &[u8]) -> Vec<u8> {
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0x80, 0x58];
    frame.extend(u32::try_from(bytes.len()).unwrap().to_le_bytes());
    let blocks: Vec<&[u8]> = bytes.chunks(100_000).collect();
    for (place, block) in blocks.iter().enumerate() {
        let last = u32::from(place + 1 == blocks.len());
        let header = u32::try_from(block.len()).unwrap() << 3 | last;
        frame.extend(&header.to_le_bytes()[..3]);
        frame.extend(*block);
    }
    frame
}

/// Returns a folder with a legal log as `good.json`, and that log.
fn folder(name: &str) -> (Folder, Vec<u8>) {
    let folder = Folder::new(name);
    let good = folder.run("example").out.into_bytes();
    folder.write("good.json", &good);
    (folder, good)
}

fn lines(run: &Run) -> Vec<&str> {
    run.out.lines().collect()
}

const LEGAL: &str = "legal: incomplete, 5 turns, scores 0-0";

#[test]
fn every_log_in_an_archive_is_judged_in_every_compression() {
    let (folder, good) = folder("tar-packed");
    let games = folder.run("generate --games 2 --max-turns 2").out.into_bytes();
    let tar = archive(&[
        entry("./a.json", b'0', &good),
        entry("sub/", b'5', b""),
        entry("sub/readme.txt", b'0', b"no log, and not called one"),
        entry("sub/games.jsonl.gz", b'0', &gzip(&games)),
        entry("z.ndjson", 0, &games),
    ]);
    let many = "legal: incomplete, 2 turns, scores 0-0";
    let expected = |name: &str| {
        let places = ["a.json:1", "sub/games.jsonl.gz:1", "sub/games.jsonl.gz:2"];
        let places = places.into_iter().chain(["z.ndjson:1", "z.ndjson:2"]);
        let report = |place: &str| if place == "a.json:1" { LEGAL } else { many };
        let lines = places.map(|place| format!("{name}/{place}: {}", report(place)));
        lines.collect::<Vec<_>>().join("\n") + "\n"
    };
    for (name, bytes) in [("a.tar", tar.clone()), ("a.tgz", gzip(&tar)), ("a.tar.zst", zstd(&tar))]
    {
        folder.write(&format!("logs/{name}"), &bytes);
        let run = folder.run(&format!("verify --format line logs/{name}"));
        assert_eq!((run.status, run.out), (0, expected(&format!("logs/{name}"))), "{}", run.err);
        let run = folder.run_on("verify --format line -", &bytes);
        assert_eq!((run.status, run.out), (0, expected("<stdin>")), "{}", run.err);
    }
    let run = folder.run("verify --quiet logs");
    assert_eq!((run.status, run.out.as_str()), (0, "15 logs: 15 legal (15 incomplete)\n"));
    let page = folder.run("audit logs");
    assert!(page.out.starts_with("15 logs: 15 legal; "), "{}", page.all());
}

#[test]
fn an_input_that_is_packed_in_another_way_is_one_error() {
    let (folder, good) = folder("other-packing");
    for (begin, name) in [
        (b"PK\x03\x04\n".as_slice(), "a ZIP archive"),
        (b"PK\x05\x06\n", "a ZIP archive"),
        (b"7z\xbc\xaf\x27\x1c\n", "a 7z archive"),
        (b"Rar!\x1a\x07\n", "a RAR archive"),
        (b"\xfd7zXZ\0\n", "compressed with xz"),
        (b"BZh91AY&SY\n", "compressed with bzip2"),
        (b"\x04\x22\x4d\x18\n", "compressed with LZ4"),
    ] {
        folder.write("games", [begin, &good].concat());
        let run = folder.run("verify --format line games good.json");
        let error = format!("error: games: it is {name}; only gzip, Zstandard and tar are read\n");
        assert!(run.err.starts_with(&error), "{}", run.err);
        assert_eq!(run.err.matches("error: ").count(), 1, "{}", run.err);
        assert!(run.err.contains("help: unpack it, and name its files"), "{}", run.err);
        assert_eq!((run.status, run.out), (2, format!("good.json:1: {LEGAL}\n")));
        let shown = folder.run("show games");
        assert!(shown.err.starts_with(&error), "{}", shown.err);
    }
}

#[test]
fn long_names_are_read_in_gnu_and_pax_headers() {
    let (folder, good) = folder("tar-names");
    let long = format!("{}/a.json", "x".repeat(150));
    let line = |text: &str| {
        let length = text.len() + 5;
        format!("{length:03} {text}\n")
    };
    let tar = archive(&[
        entry("././@LongLink", b'L', format!("{long}\0").as_bytes()),
        entry("cut.js", b'0', &good),
        entry("head", b'x', line(&format!("path={long}")).as_bytes()),
        entry("cut.js", b'0', &good),
        entry("head", b'x', line(&format!("size={:010}", good.len())).as_bytes()),
        sized("sized.json", b'0', b"00000000000\0", &good),
        entry("bell\u{7}\u{1b}[31m.json", b'0', &good),
    ]);
    folder.write("a.tar", tar);
    let run = folder.run("verify --format line a.tar");
    let names = [long.as_str(), &long, "sized.json", r"bell\u{7}\u{1b}[31m.json"];
    let expected = names.map(|name| format!("a.tar/{name}:1: {LEGAL}"));
    assert_eq!((run.status, lines(&run)), (0, expected.iter().map(String::as_str).collect()));
}

#[test]
fn members_that_are_not_regular_files_are_reported_and_the_rest_is_judged() {
    let (folder, good) = folder("tar-members");
    let cut = gzip(&good);
    let tar = archive(&[
        entry("link.json", b'2', b""),
        entry("hard.json", b'1', b""),
        entry("inner.tar", b'0', &archive(&[entry("a.json", b'0', &good)])),
        entry("holes.json", b'S', b"12345"),
        entry("device.json", b'3', b""),
        entry("cut.json.gz", b'0', &cut[..cut.len() / 2]),
        entry("empty.json", b'0', b""),
        entry("bad.json", b'0', b"{"),
        entry("good.json", b'0', &good),
    ]);
    folder.write("a.tar", tar);
    let run = folder.run("verify --format line a.tar good.json");
    let unread = [
        ("link.json", "a link in an archive is not followed"),
        ("hard.json", "a link in an archive is not followed"),
        ("inner.tar", "an archive inside an archive is not read"),
        ("holes.json", "this kind of file in an archive is not read"),
        ("device.json", "this kind of file in an archive is not read"),
        ("cut.json.gz", ""),
        ("empty.json:1:1", "the file is empty"),
    ];
    let errors: Vec<&str> = run.err.lines().filter(|line| !line.starts_with("help: ")).collect();
    assert_eq!(errors.len(), unread.len(), "{}", run.err);
    for (error, (name, what)) in errors.iter().zip(unread) {
        assert!(error.starts_with(&format!("error: a.tar/{name}: {what}")), "{error}");
    }
    let judged: Vec<&str> = lines(&run).iter().map(|line| &line[..line.len().min(16)]).collect();
    assert_eq!((run.status, judged.len()), (3, 3), "{}", run.out);
    let bad = lines(&run)[0];
    assert!(bad.starts_with("a.tar/bad.json:1:") && bad.contains(": malformed: "), "{bad}");
}

#[test]
fn a_broken_archive_is_one_error_after_the_logs_before_it() {
    let (folder, good) = folder("tar-broken");
    let first = entry("a.json", b'0', &good);
    let mut damaged = entry("b.json", b'0', &good);
    damaged[3] ^= 1;
    let huge = |size: &[u8]| sized("b.json", b'0', size, &good);
    let long = entry("long", b'L', &vec![b'x'; 70_000]);
    let whole = archive(&[first.clone(), entry("b.json", b'0', &good)]);
    let after = |rest: &[u8]| [first.as_slice(), rest].concat();
    for (bytes, what) in [
        (after(&damaged), "a header is damaged"),
        (after(&huge(b"77777777777\0")), "it ends inside a file"),
        (after(&huge(b"\x80\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff")), "it ends inside a file"),
        (after(&huge(b"\xff\0\0\0\0\0\0\0\0\0\0\0")), "a size is not a number"),
        (after(&huge(b"0000000000x\0")), "a size is not a number"),
        (after(&long), "a name has more than 65536 bytes"),
        (after(&entry("head", b'x', b"99 path=x\n")), "an extension is damaged"),
        (after(b""), "it ends without an end mark"),
        (whole[..first.len() + 600].to_vec(), "it ends inside a file"),
        (
            [archive(std::slice::from_ref(&first)), whole.clone()].concat(),
            "data follows its end mark",
        ),
    ] {
        for bytes in [bytes.clone(), gzip(&bytes)] {
            folder.write("bad.tar", bytes);
            let run = folder.run("verify --format line bad.tar good.json");
            let expected = [format!("bad.tar/a.json:1: {LEGAL}"), format!("good.json:1: {LEGAL}")];
            assert_eq!(lines(&run), expected, "{what}");
            let error = format!("error: bad.tar: the archive is broken: {what}\n");
            assert_eq!((run.status, run.err.starts_with(&error)), (2, true), "{}", run.err);
        }
    }
    let packed = gzip(&whole);
    folder.write("cut.tgz", &packed[..packed.len() - 20]);
    let run = folder.run("verify --format line cut.tgz");
    assert_eq!((run.status, run.err.lines().count()), (2, 2), "{}", run.err);
}

#[test]
fn an_archive_without_logs_is_a_usage_error() {
    let (folder, good) = folder("tar-none");
    folder.write("a.tar", archive(&[entry("readme.txt", b'0', &good)]));
    let run = folder.run("verify a.tar");
    let error = "error: a.tar: no .json, .jsonl or .ndjson file is in this archive\n\
                 help: name the files themselves, or a folder that holds such files\n";
    assert_eq!((run.status, run.err.as_str()), (3, error));
}

/// Data appended to a compressed file must not be dropped silently.
#[test]
fn every_zstandard_frame_is_read() {
    let (folder, _) = folder("zstd-frames");
    let game = folder.run("generate --max-turns 2").out.into_bytes();
    let skipped = [0x52, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 1, 2];
    folder.write("a.jsonl.zst", [&skipped[..], &zstd(&game), &skipped, &zstd(&game)].concat());
    let run = folder.run("verify a.jsonl.zst");
    assert!(run.out.ends_with("2 logs: 2 legal (2 incomplete)\n"), "{}", run.all());
    folder.write("b.jsonl.zst", [zstd(&game).as_slice(), b"more"].concat());
    let run = folder.run("verify --format line b.jsonl.zst");
    assert_eq!((run.status, run.out.lines().count()), (2, 1), "{}", run.all());
    assert!(
        run.err.contains("the data after the last Zstandard frame is not a frame"),
        "{}",
        run.err
    );
}

/// Checks that the logs before the cut are judged, and that the cut is then reported with its
/// offset.
#[test]
fn the_logs_in_a_truncated_zstandard_file_are_judged_up_to_the_cut() {
    let (folder, _) = folder("zstd-cut");
    let games = folder.run("generate --games 60 --max-turns 20").out.into_bytes();
    assert!(games.len() > 120_000, "{} bytes", games.len());
    // The second block of 100,000 bytes is incomplete.
    folder.write("cut.jsonl.zst", &zstd(&games)[..120_000]);
    let whole = games[..100_000].split(|&byte| byte == b'\n').count() - 1;
    let run = folder.run("verify --format line cut.jsonl.zst");
    assert_eq!((run.status, run.out.lines().count()), (2, whole), "{}", run.err);
    let error = "error: cut.jsonl.zst: cut off within a Zstandard frame, after 100000 unpacked \
                 bytes\nhelp: check the file";
    assert!(run.err.starts_with(error), "{}", run.err);
}
