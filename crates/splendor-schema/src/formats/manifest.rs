//! The index of a folder of test data, `splendor-manifest/1`.

use crate::formats::report::Verdict;
use crate::json::error::ReadError;
use crate::json::format_name::format_name;
use crate::json::object::object;
use crate::json::read::{self, list_of, text_up_to, texts_up_to};
use crate::json::words::word_enum;
use crate::limits;
use crate::name::Name;

format_name!(
    ManifestFormat,
    "splendor-manifest/1",
    "The name and version of the format of manifests."
);

object! {
    /// A list of test data with the expected verdicts.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    #[schemars(title = "Splendor manifest")]
    pub struct Manifest: "a manifest" {
        /// The name and version of this format.
        required format: ManifestFormat,
        /// The logs.
        #[schemars(length(max = limits::TURNS))]
        required logs: Vec<ManifestLog> = list_of(limits::TURNS),
        /// The file of vectors, one per line.
        #[schemars(length(max = limits::TEXT))]
        required vectors: Name = text_up_to(limits::TEXT),
        /// The file with the numbers of continuations (perft).
        #[schemars(length(max = limits::TEXT))]
        required counts: Name = text_up_to(limits::TEXT),
        /// The files of the positions from which continuations are counted.
        #[schemars(length(max = limits::TURNS), inner(length(max = limits::TEXT)))]
        required positions: Vec<Name> = texts_up_to(limits::TURNS, limits::TEXT),
    }
}

impl Manifest {
    /// The name and version of the format.
    pub const FORMAT: &'static str = ManifestFormat::NAME;

    /// Reads one manifest from the bytes of a file.
    ///
    /// # Errors
    ///
    /// Returns the first error and its place if the bytes are not a manifest of this format.
    pub fn read(bytes: &[u8]) -> Result<Manifest, ReadError> {
        read::read(bytes, Manifest::FORMAT)
    }
}

object! {
    /// A log and its expected verdict.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[schemars(title = "ManifestLog")]
    #[schemars(example = serde_json::json!({
        "file": "illegal/take-pair.json", "verdict": "illegal", "clause": "take.pair",
        "phase": "turn", "turn": 1,
    }))]
    pub struct ManifestLog: "a log of a manifest" {
        /// The path of the log, relative to the folder of the manifest.
        #[schemars(length(max = limits::TEXT))]
        required file: Name = text_up_to(limits::TEXT),
        /// The expected verdict.
        required verdict: Verdict,
        /// The first broken clause; for a legal log, the clause that it only just keeps.
        #[schemars(length(max = limits::WORD))]
        optional clause: Name = text_up_to(limits::WORD),
        /// The clause that a false claim contradicts.
        #[schemars(length(max = limits::WORD))]
        optional contradicts: Name = text_up_to(limits::WORD),
        /// The part of the game in which the clause is broken.
        optional phase: ManifestPhase,
        /// The turn that breaks the clause, from 1.
        #[schemars(range(max = limits::TURNS))]
        optional turn: u64 = |from| from.whole_number(0..=limits::TURNS as u64),
    }
}

word_enum! {
    /// A part of a game.
    pub enum ManifestPhase: "a phase" {
        /// Before the first turn.
        Setup = "setup",
        /// In a turn.
        Turn = "turn",
        /// After the last turn: the end and the result that the log claims.
        End = "end",
    }
}
