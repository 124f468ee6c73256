//! Checks that the page on proofs lists the commands of `tools/proof/run` with the time of their
//! last run.

use std::collections::BTreeMap;

use crate::{golden, root};

const PAGE: &str = "docs/src/proof.md";
const OPENING: &str = "<!-- steps -->\n";
const CLOSING: &str = "<!-- end of steps -->\n";

/// A line of `steps.tsv`.
struct Step {
    name: String,
    kind: String,
    shows: String,
    command: String,
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

fn steps() -> Vec<Step> {
    let steps = read("tools/proof/steps.tsv");
    let step = |line: &str| {
        let [name, kind, shows, command] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let [name, kind, shows, command] = [name, kind, shows, command].map(str::to_owned);
        Step { name, kind, shows, command }
    };
    steps.lines().map(step).collect()
}

/// Returns the seconds and the date of the last recorded run, by step.
fn times() -> BTreeMap<String, (u32, String)> {
    let times = read("tools/proof/times.tsv");
    let time = |line: &str| {
        let [name, seconds, date] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        (name.to_owned(), (seconds.parse().unwrap(), date.to_owned()))
    };
    times.lines().map(time).collect()
}

fn table(steps: &[Step], kind: &str) -> String {
    let mut table = "| Step | Result | Command | Minutes | Last run |\n\
                     |---|---|---|--:|---|\n"
        .to_owned();
    let times = times();
    for step in steps.iter().filter(|step| step.kind == kind) {
        let none = || ("-".to_owned(), "-".to_owned());
        let cells = |(seconds, date): &(u32, String)| {
            (format!("{}.{}", seconds / 60, seconds % 60 / 6), date.clone())
        };
        let (minutes, date) = times.get(&step.name).map_or_else(none, cells);
        let Step { name, shows, command, .. } = step;
        table += &format!("| `{name}` | {shows} | `{command}` | {minutes} | {date} |\n");
    }
    table
}

#[test]
fn the_page_lists_the_steps_with_their_times() {
    let page = read(PAGE);
    let (before, rest) = page.split_once(OPENING).unwrap();
    let (_, after) = rest.split_once(CLOSING).unwrap();
    let steps = steps();
    let both = format!("{}\nThe long steps:\n\n{}", table(&steps, "hour"), table(&steps, "long"));
    golden(PAGE, &format!("{before}{OPENING}{both}{CLOSING}{after}"));
}

#[test]
fn the_steps_take_at_most_an_hour_and_name_existing_files() {
    let (steps, times) = (steps(), times());
    assert!(steps.iter().all(|step| ["hour", "long"].contains(&step.kind.as_str())));
    let names: Vec<&str> = steps.iter().map(|step| step.name.as_str()).collect();
    assert!(times.keys().all(|name| names.contains(&name.as_str())));
    let hour = steps.iter().filter(|step| step.kind == "hour");
    let seconds: u32 = hour.filter_map(|step| times.get(&step.name)).map(|time| time.0).sum();
    assert!(seconds <= 3600, "{seconds} seconds");
    for step in &steps {
        for word in step.command.split([' ', '\'']) {
            let is_file = ["tests/", "tools/", "fuzz/", "docs/"]
                .iter()
                .any(|folder| word.starts_with(folder));
            assert!(!is_file || root().join(word).is_file(), "{}: no {word}", step.name);
        }
    }
}

/// Numbers in the book that the code also contains: page, words, file, code.
const REPEATED: [[&str; 4]; 23] = [
    [
        "second",
        "The first compares 20,000 pairs",
        "tools/second-specification/compare.py",
        "default=20_000",
    ],
    ["second", "compares 60,000 pairs without", ".ci/run", "--seed 32 --pairs 60000"],
    ["second", "as many with them", ".ci/run", "--seed 1000000 --pairs 60000"],
    ["second", "and 30 lists", ".ci/run", "--tables 30\n"],
    ["perft", "at most a hundred thousand lines", "tests/book/perft.rs", "unwrap_or(100_000)"],
    [
        "coverage",
        "a hundred thousand random turns",
        "tools/coverage/run",
        "SPLENDOR_TURNS:-100000}",
    ],
    [
        "mutants",
        "a hundred thousand random turns",
        "tools/code-mutants/mutants.py",
        "(100_000, 600",
    ],
    [
        "mutants",
        "There are 15 generated games",
        "tests/clauses/mutants/mod.rs",
        "(0..15).skip(skipped).step_by(step)",
    ],
    ["explore", "no more than 20,000 positions", ".ci/run", "SPLENDOR_EXPLORE=20000 "],
    [
        "worlds",
        "At most 131072 possible tables",
        "crates/splendor-verify/src/worlds/mod.rs",
        "MOST_WORLDS: usize = 1 << 17",
    ],
    [
        "worlds",
        "8388608 steps",
        "crates/splendor-verify/src/worlds/mod.rs",
        "MOST_EDGES: usize = 1 << 23",
    ],
    [
        "worlds",
        "8388608 values",
        "crates/splendor-verify/src/complete/mod.rs",
        "MOST_COMPLETIONS_OF_A_LOG: usize = 1 << 23",
    ],
    [
        "worlds",
        "at most 4194304 ways",
        "crates/splendor-verify/src/worlds/relaxation.rs",
        "MOST_LISTED: usize = 1 << 22",
    ],
    [
        "worlds",
        "at most 256 tables that differ",
        "crates/splendor-verify/src/worlds/relaxation.rs",
        "MOST_BARE: usize = 1 << 8",
    ],
    [
        "worlds",
        "twice 1024 tables, then twice 4096, then twice 16384",
        "crates/splendor-verify/src/worlds/search.rs",
        "WIDTHS: [usize; 6] = [1 << 10, 1 << 10, 1 << 12, 1 << 12, 1 << 14, 1 << 14]",
    ],
    [
        "worlds",
        "at most 32 forecasts",
        "crates/splendor-verify/src/worlds/search.rs",
        "MOST_FORECASTS: usize = 32",
    ],
    [
        "worlds",
        "in 8388608 steps",
        "crates/splendor-verify/src/worlds/search.rs",
        "MOST_WORK: usize = 1 << 23",
    ],
    [
        "worlds",
        "more than 262144 ways",
        "crates/splendor-verify/src/complete/mod.rs",
        "MOST_COMPLETIONS_OF_A_TURN: usize = 1 << 18",
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
        "more than 65536 ways",
        "crates/splendor-verify/src/worlds/mod.rs",
        "MOST_CHOICES: usize = 1 << 16",
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
