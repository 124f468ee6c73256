//! The fuzz targets: each turns bytes into an input and asserts properties of it.
//!
//! The same bodies run under `cargo test` on their seeds (`tests/repo/fuzz_seeds.rs`).

mod agree;
mod choices;
mod conformance;
mod convert;
mod games;
mod ids;
mod play;
mod read;
mod report;
mod schema;
mod seeds;
mod table;
mod views;
mod words;

use std::path::Path;

/// A target: a name, the source of its seeds, and a function of bytes.
pub(crate) struct Target {
    /// The name on the command line.
    pub(crate) name: &'static str,
    seeds: seeds::Seeds,
    /// Turns bytes into an input and checks it; panics if a property does not hold.
    pub(crate) run: fn(&[u8]),
}

impl Target {
    /// Returns the seeds by name: all files in the folder of the target, and about `most` others.
    pub(crate) fn seeds(&self, root: &Path, most: usize) -> Vec<(String, Vec<u8>)> {
        seeds::of(self.name, &self.seeds, root, most)
    }
}

macro_rules! targets {
    ($($name:literal, $seeds:ident, $run:expr;)+) => {
        /// Every target.
        pub(crate) const TARGETS: &[Target] =
            &[$(Target { name: $name, seeds: seeds::Seeds::$seeds, run: $run }),+];
    };
}

targets! {
    "agree", Choices, agree::agree;
    "anonymize", Logs, views::anonymize;
    "audit", Lines, report::audit;
    "conformance", Choices, conformance::conformance;
    "convert-ai-splendor", Own, |bytes| convert::convert("ai-splendor", bytes);
    "convert-boardgamearena", Own, |bytes| convert::convert("boardgamearena", bytes);
    "convert-boardgamers", Own, |bytes| convert::convert("boardgamers", bytes);
    "convert-effective-splendor", Own, |bytes| convert::convert("effective-splendor", bytes);
    "convert-kifu", Kifu, |bytes| convert::convert("kifu", bytes);
    "convert-nerdvana", Own, |bytes| convert::convert("nerdvana", bytes);
    "convert-spendee", Own, |bytes| convert::convert("spendee", bytes);
    "convert-splendorust", Own, |bytes| convert::convert("splendorust", bytes);
    "explain", Ids, words::explain;
    "ids", Ids, ids::ids;
    "judge", Logs, views::judged;
    "kit", Vectors, conformance::kit;
    "lines", Lines, read::lines;
    "play", Choices, play::play;
    "pointer", Pointers, read::pointer;
    "position", Positions, play::position;
    "read", Files, read::read;
    "redact", Choices, views::redact;
    "report", Logs, report::report;
    "schema", Files, schema::schema;
    "schema-edited", Choices, schema::edited;
    "show", Choices, words::show;
    "worlds", Choices, views::worlds;
    "write-kifu", Choices, convert::write_kifu;
}
