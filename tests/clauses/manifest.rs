//! Checks that the manifest of the replays agrees with the verifier.

use std::path::Path;

use splendor_schema::manifest::{Manifest, ManifestFormat, ManifestLog, ManifestPhase};
use splendor_schema::{Log, Name, Verdict};
use splendor_verify::{JudgeOptions, Judgment, judge};

use crate::repo::tidy::assert_no_complaints;
use crate::{golden, root};

const MANIFEST: &str = "replays/manifest.json";
/// The rows of the museum, below the folder of the manifest.
const MUSEUM: &str = "museum/index.json";

/// Returns the files in a folder of replays and its subfolders, sorted by path.
fn files(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(root().join("replays").join(folder)).unwrap() {
        let entry = entry.unwrap();
        let path = format!("{folder}/{}", entry.file_name().to_str().unwrap());
        if entry.path().is_dir() {
            found.extend(files(&path));
        } else if Path::new(&path).extension().is_some_and(|ending| ending == "json") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn entry(file: String) -> ManifestLog {
    let log = Log::read(&std::fs::read(root().join("replays").join(&file)).unwrap()).unwrap();
    let judgment = judge(&log, &JudgeOptions::default());
    let verdict = match judgment.verdict() {
        splendor_verify::Verdict::Legal => Verdict::Legal,
        splendor_verify::Verdict::Consistent => Verdict::Consistent,
        splendor_verify::Verdict::Undecided => Verdict::Undecided,
        splendor_verify::Verdict::Illegal => Verdict::Illegal,
        splendor_verify::Verdict::Unsupported => Verdict::Unsupported,
    };
    let kept = kept(&file);
    let found = judgment.findings.first();
    let contradicted = found.and_then(|found| found.breach.contradicted());
    ManifestLog {
        verdict,
        clause: found.map(|found| found.breach.clause().id().into()).or(kept),
        contradicts: contradicted.map(|breach| breach.clause().id().into()),
        phase: phase(&judgment),
        turn: found.and_then(|found| found.turn).map(|turn| turn as u64 + 1),
        file: file.into(),
    }
}

/// Returns the clause that a legal log just keeps: the one in its name, or the one that its twin in
/// the museum breaks or contradicts.
fn kept(file: &str) -> Option<Name> {
    if let Some(id) = file.strip_prefix("museum/").and_then(|name| name.strip_suffix(".right.json"))
    {
        let index = std::fs::read(root().join("replays").join(MUSEUM)).unwrap();
        let index: Vec<serde_json::Value> = serde_json::from_slice(&index).unwrap();
        return index.iter().find(|row| row["id"] == id)?["clause"].as_str().map(Name::from);
    }
    let name = file.strip_prefix("legal/")?.strip_suffix(".json")?;
    let mut clauses = splendor_core::Clause::ALL.iter().map(|clause| clause.id());
    clauses.find(|id| id.replace('.', "-") == name).map(Name::from)
}

fn phase(judgment: &Judgment) -> Option<ManifestPhase> {
    let found = judgment.findings.first()?;
    Some(match found.turn {
        Some(_) => ManifestPhase::Turn,
        None if judgment.last().is_none() => ManifestPhase::Setup,
        None => ManifestPhase::End,
    })
}

fn manifest() -> Manifest {
    let folders = ["legal", "illegal", "clients", "museum", "edge-cases", "theorems"];
    let logs = folders.into_iter().flat_map(files).filter(|file| file != MUSEUM);
    let logs = logs.map(entry).collect();
    let positions = files("perft").into_iter().filter(|file| file != "perft/counts.json");
    Manifest {
        format: ManifestFormat,
        logs,
        vectors: "vectors.jsonl".into(),
        counts: "perft/counts.json".into(),
        positions: positions.map(Name::from).collect(),
    }
}

/// Returns the manifest with one log a line.
fn text(manifest: &Manifest) -> String {
    let line = |log: &ManifestLog| format!("    {}", serde_json::to_string(log).unwrap());
    let logs = manifest.logs.iter().map(line).collect::<Vec<_>>().join(",\n");
    let file = |file: &Name| format!("    {}", serde_json::to_string(file).unwrap());
    let positions = manifest.positions.iter().map(file).collect::<Vec<_>>().join(",\n");
    let (vectors, counts) = (&manifest.vectors, &manifest.counts);
    format!(
        "{{\n  \"format\": \"{}\",\n  \"logs\": [\n{logs}\n  ],\n  \"vectors\": \"{vectors}\",\n  \
         \"counts\": \"{counts}\",\n  \"positions\": [\n{positions}\n  ]\n}}\n",
        Manifest::FORMAT
    )
}

#[test]
fn the_manifest_agrees_with_the_verifier() {
    let due = manifest();
    golden(MANIFEST, &text(&due));
    let bytes = std::fs::read(root().join(MANIFEST)).unwrap();
    assert_eq!(Manifest::read(&bytes).unwrap(), due);
    let schema = root().join("schema/splendor-manifest-1.schema.json");
    let schema = serde_json::from_str(&std::fs::read_to_string(schema).unwrap()).unwrap();
    let value = serde_json::from_slice(&bytes).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    validator.validate(&value).map_err(|error| error.to_string()).unwrap();
}

#[test]
fn every_phase_occurs_and_illegal_logs_have_one() {
    let logs = manifest().logs;
    for phase in ManifestPhase::ALL {
        assert!(logs.iter().any(|log| log.phase == Some(*phase)), "{phase}");
    }
    assert!(logs.iter().any(|log| log.contradicts.is_some() && log.turn.is_none()));
    assert_no_complaints(logs.iter().filter_map(|log| {
        let fits = (log.verdict == Verdict::Illegal) == log.phase.is_some();
        (!fits).then(|| log.file.to_string())
    }));
}
