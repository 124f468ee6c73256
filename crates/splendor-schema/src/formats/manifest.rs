//! The index of a folder of test data, `splendor-manifest/1`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::formats::report::Verdict;
use crate::json::error::ReadError;
use crate::json::format_name::format_name;
use crate::json::object::read_object;
use crate::json::read::{self, list_of};
use crate::json::words::word_enum;
use crate::limits;
use crate::name::Name;

format_name!(
    ManifestFormat,
    "splendor-manifest/1",
    "The name and version of the format of manifests."
);

/// A list of test data with the expected verdicts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Splendor manifest", deny_unknown_fields)]
pub struct Manifest {
    /// The name and version of this format.
    pub format: ManifestFormat,
    /// The logs.
    #[schemars(length(max = limits::TURNS))]
    pub logs: Vec<ManifestLog>,
    /// The file of vectors, one per line.
    #[schemars(length(max = limits::TEXT))]
    pub vectors: Name,
    /// The file with the numbers of continuations (perft).
    #[schemars(length(max = limits::TEXT))]
    pub counts: Name,
    /// The files of the positions from which continuations are counted.
    #[schemars(length(max = limits::TURNS), inner(length(max = limits::TEXT)))]
    pub positions: Vec<Name>,
}

read_object!(Manifest, "a manifest" {
    required format,
    required logs: list_of(limits::TURNS),
    required vectors: |from| from.text_up_to(limits::TEXT),
    required counts: |from| from.text_up_to(limits::TEXT),
    required positions: |from| from.vec(limits::TURNS, |from| from.text_up_to(limits::TEXT)),
});

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

/// A log and its expected verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "ManifestLog", deny_unknown_fields)]
#[schemars(example = serde_json::json!({
    "file": "illegal/take-pair.json", "verdict": "illegal", "clause": "take.pair",
    "phase": "turn", "turn": 1,
}))]
pub struct ManifestLog {
    /// The path of the log, relative to the folder of the manifest.
    #[schemars(length(max = limits::TEXT))]
    pub file: Name,
    /// The expected verdict.
    pub verdict: Verdict,
    /// The first broken clause; for a legal log, the clause that it only just keeps.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::WORD))]
    pub clause: Option<Name>,
    /// The clause that a false claim contradicts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::WORD))]
    pub contradicts: Option<Name>,
    /// The part of the game in which the clause is broken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<ManifestPhase>,
    /// The turn that breaks the clause, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = limits::TURNS))]
    pub turn: Option<u64>,
}

read_object!(ManifestLog, "a log of a manifest" {
    required file: |from| from.text_up_to(limits::TEXT),
    required verdict,
    optional clause: |from| from.text_up_to(limits::WORD),
    optional contradicts: |from| from.text_up_to(limits::WORD),
    optional phase,
    optional turn: |from| from.whole_number(0..=limits::TURNS as u64),
});

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
