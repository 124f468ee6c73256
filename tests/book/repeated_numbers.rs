//! Checks that the pages of the book and the code agree on the limits and sizes that both state.

use crate::root;

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

/// Numbers in the book that the code also contains: page, words, file, code.
const REPEATED: [[&str; 4]; 26] = [
    [
        "logic-program",
        "The first compares 20,000 pairs",
        "evidence/logic-program/compare.py",
        "default=20_000",
    ],
    ["logic-program", "compares 30,000 pairs without", "evidence/run", "--seed 300 --pairs 30000"],
    ["logic-program", "as many with them", "evidence/run", "--seed 1000000 --pairs 30000"],
    ["logic-program", "and 30 lists", "evidence/run", "--tables 30\n"],
    ["proved", "compares 28,000 transitions", "evidence/run", "--transitions 28000 "],
    ["perft", "every number up to a hundred thousand", "tests/book/perft.rs", "sample(100_000, "],
    [
        "mutants",
        "There are 15 generated games",
        "crates/splendor-verify/tests/it/mutants/mod.rs",
        "(0..15).skip(skipped).step_by(step)",
    ],
    ["boxes", "no more than 14,000 positions", "evidence/boxes/tests/it/counts.rs", "{ 14_000 }"],
    ["boxes", "no more than 20,000 positions", "evidence/boxes/tests/it/counts.rs", "{ 20_000 }"],
    [
        "worlds",
        "at most of 16777216 steps",
        "crates/splendor-verify/src/budget.rs",
        "STEPS: usize = 1 << 24",
    ],
    [
        "worlds",
        "2560 steps for each byte",
        "crates/splendor-verify/src/budget.rs",
        "STEPS_OF_A_BYTE: usize = 5 << 9",
    ],
    ["worlds", "in five shares", "crates/splendor-verify/src/worlds/mod.rs", "SHARES: usize = 5"],
    [
        "worlds",
        "At most two searches of the process",
        "crates/splendor-verify/src/worlds/memory.rs",
        "MOST_LARGE: usize = 2",
    ],
    [
        "worlds",
        "adds at most 524288 nodes",
        "crates/splendor-verify/src/budget.rs",
        "(1 << 19) * self.times",
    ],
    [
        "worlds",
        "at most 4096 of them",
        "crates/splendor-verify/src/worlds/mod.rs",
        "SAMPLE: usize = 1 << 12",
    ],
    ["worlds", "in four samples", "crates/splendor-verify/src/worlds/mod.rs", "SAMPLES: usize = 4"],
    [
        "worlds",
        "counts as 8,",
        "crates/splendor-verify/src/complete/mod.rs",
        "WORK_OF_A_TRY: usize = 8",
    ],
    [
        "worlds",
        "with a digest as 16",
        "crates/splendor-verify/src/complete/mod.rs",
        "WORK_OF_A_DIGEST: usize = 16",
    ],
    [
        "worlds",
        "at most 65536 ways to complete",
        "crates/splendor-verify/src/complete/mod.rs",
        "MOST_COMPLETIONS_OF_A_TURN: usize = 1 << 16",
    ],
    [
        "scale",
        "the last 512 KiB before",
        "crates/splendor-input/src/zstd.rs",
        "LEFT: usize = 4 << 17",
    ],
    [
        "worlds",
        "more than 256 ways",
        "crates/splendor-verify/src/worlds/hidden.rs",
        "MOST_ARRANGEMENTS: usize = 256",
    ],
    [
        "worlds",
        "at most 65536 ways that differ",
        "crates/splendor-verify/src/worlds/mod.rs",
        "MOST_LABELS: usize = 1 << 16",
    ],
    [
        "worlds",
        "131072 in all turns",
        "crates/splendor-verify/src/worlds/mod.rs",
        "MOST_LABELS_OF_ALL: usize = 1 << 17",
    ],
    [
        "worlds",
        "at most 16384 tables",
        "crates/splendor-verify/src/worlds/world.rs",
        "MOST_BARE: usize = 1 << 14",
    ],
    [
        "conformance",
        "twenty starts",
        "crates/splendor-play/src/conformance/mod.rs",
        "MOST_STARTS: usize = 20;",
    ],
    ["fuzz", "more than 2 GiB", "fuzz/run", "-rss_limit_mb=2048"],
];

#[test]
fn pages_and_code_agree_on_numbers() {
    for [page, words, file, code] in REPEATED {
        assert!(read(&format!("docs/src/{page}.md")).contains(words), "{page}: {words}");
        assert!(read(file).contains(code), "{page} says `{words}`; {file} has no `{code}`");
    }
}
