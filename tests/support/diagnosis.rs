//! Diagnoses of logs as JSON.

use serde_json::Value;
use splendor_play::generate::{GenerateOptions, generate};
use splendor_schema::diagnosis::{Cause, Diagnosis, Standing};
use splendor_schema::json::layout::json_line;
use splendor_schema::{InputFile, Log};
use splendor_verify::{JudgeOptions, ReportSource, diagnose};

/// Returns a log that is given as JSON, and its diagnosis with these rulings.
pub(crate) fn diagnosis_of(log: &Value, rulings: &[(String, String)]) -> (Log, Diagnosis) {
    let text = log.to_string();
    let input = InputFile { name: "log.json".into(), game: 1, line: 1 };
    let log = Log::read(text.as_bytes()).unwrap();
    let options = JudgeOptions { rulings: rulings.to_vec(), ..JudgeOptions::default() };
    let diagnosis = diagnose(&ReportSource { input, text: text.as_str().into() }, &log, &options);
    (log, diagnosis)
}

/// Returns a log as JSON.
pub(crate) fn json_of(log: &Log) -> Value {
    serde_json::from_str(&json_line(log)).unwrap()
}

/// Returns the proven causes of a diagnosis.
pub(crate) fn proven(diagnosis: &Diagnosis) -> impl Iterator<Item = &Cause> {
    diagnosis.causes.iter().filter(|cause| cause.standing == Standing::Proven)
}

/// Returns a generated game without decks.
pub(crate) fn example() -> Value {
    json_of(&generate(&GenerateOptions { seed: 5, decks: false, ..GenerateOptions::default() }))
}
