//! JSON documents in a folder that are not logs, like `package.json`.

use std::collections::BTreeMap;

use serde_json::value::RawValue;
use splendor_convert::ForeignFormat;
use splendor_schema::{FileName, text_of};

/// The name of the format in a log, with its quote.
const LOG: &str = "\"splendor-log";

/// Two fields that tell a log, whatever else is wrong with it.
const FIELDS: [&str; 2] = ["\"turns\"", "\"players\""];

/// The endings of JSON Lines, whose documents are games; one of a compression may follow.
const LINES: [&str; 2] = [".jsonl", ".ndjson"];

/// Returns whether a document is certainly not meant as a log: valid JSON in another format of this
/// project, or without any sign of a log or of a file of another client.
pub(super) fn is_other_document(name: &FileName, bytes: &[u8]) -> bool {
    let name = name.text();
    let plain = name.trim_end_matches(".gz").trim_end_matches(".zst");
    if LINES.iter().any(|ending| plain.ends_with(ending)) {
        return false;
    }
    // The format is at the beginning of almost every log.
    if bytes.windows(LOG.len()).any(|window| window == LOG.as_bytes()) {
        return false;
    }
    let Ok(text) = text_of(bytes) else { return false };
    if serde_json::from_str::<&RawValue>(text).is_err() {
        return false;
    }
    let fields: BTreeMap<String, &RawValue> = serde_json::from_str(text).unwrap_or_default();
    if fields.get("format").is_some_and(|format| format.get().starts_with("\"splendor-")) {
        return true;
    }
    let letters = text.to_lowercase();
    !FIELDS.iter().any(|field| letters.contains(field)) && ForeignFormat::of(text).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_document_without_any_sign_of_a_log_is_another_one() {
        for (text, expected) in [
            ("{\"name\": \"a\", \"scripts\": {}}", true),
            ("[1, 2]", true),
            ("{}", true),
            ("{\"format\": \"splendor-position/1\", \"turns\": []}", true),
            ("{\"format\": \"splendor-log/9\"}", false),
            ("{\"format\": \"splendor-logs/1\"}", false),
            ("{\"format\": \"splendor/1\", \"Turns\": []}", false),
            ("{\"players\": []}", false),
            ("{\"name\": \"a\"", false),
            ("[{\"format\": \"splendor-log/1\"}]", false),
        ] {
            let is_other = |name: &str| is_other_document(&name.into(), text.as_bytes());
            assert_eq!(is_other("a/b.json"), expected, "{text}");
            assert!(!is_other("a/b.jsonl.gz"), "{text}");
            assert_eq!(is_other("a.jsonl/b.json"), expected, "{text}");
        }
    }
}
