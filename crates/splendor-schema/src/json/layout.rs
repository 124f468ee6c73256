//! Writes JSON: a log with one turn per line for people, and values on one line for programs.

use std::borrow::Cow;

use crate::formats::log::{Log, Market, Setup};
use crate::visible;
use serde::Serialize;
use splendor_core::{Card, Row};

/// Returns a value as one line of JSON, with a line break at its end.
pub fn json_line(value: &impl Serialize) -> String {
    compact(value) + "\n"
}

/// Returns a log laid out for people: one line for each field, each deck and each turn.
pub fn pretty_log(log: &Log) -> String {
    let mut fields = Vec::new();
    let mut field = |name: &str, text: String| fields.push(format!("  \"{name}\": {text}"));
    if let Some(schema) = &log.schema {
        field("$schema", spaced(schema));
    }
    field("format", spaced(&log.format));
    field("rules", spaced(&log.rules));
    if !log.omits.is_empty() {
        field("omits", spaced(&log.omits));
    }
    if let Some(source) = &log.source {
        field("source", spaced(source));
    }
    field("players", spaced(&log.players));
    if log.setup != Setup::default() {
        field("setup", setup(&log.setup));
    }
    field("turns", list(&log.turns));
    if let Some(end) = &log.end {
        field("end", spaced(end));
    }
    if let Some(result) = &log.result {
        field("result", spaced(result));
    }
    if let Some(ext) = &log.ext {
        field("ext", spaced(ext));
    }
    format!("{{\n{}\n}}\n", fields.join(",\n"))
}

/// Returns a value as one line of JSON, without a line break at its end.
///
/// Invisible characters in strings are escaped; see [`visible::json`].
///
/// # Panics
///
/// Panics if the value cannot be written as JSON, like a map whose keys are not strings.
pub fn compact(value: &impl Serialize) -> String {
    let text =
        serde_json::to_string(value).expect("the types of the formats can be written as JSON");
    // People read JSON on terminals too, where hidden characters could mislead them.
    if let Cow::Owned(safe) = visible::json(&text) { safe } else { text }
}

/// Returns a JSON array with one entry per line.
pub fn lines_of(entries: impl Iterator<Item = serde_json::Value>) -> String {
    let lines: Vec<String> = entries.map(|entry| format!("  {entry}")).collect();
    format!("[\n{}\n]\n", lines.join(",\n"))
}

/// Returns a value on one line with spaces: `{ "seat": 0, "take": ["ruby"] }`.
pub fn spaced(value: &impl Serialize) -> String {
    let compact = compact(value);
    let mut text = String::with_capacity(compact.len() * 5 / 4);
    let (mut in_string, mut escaped, mut last) = (false, false, ' ');
    for character in compact.chars() {
        let (closes, opened) = (character == '}', last == '{');
        if !in_string && closes != opened {
            text.push(' ');
        }
        text.push(character);
        if !in_string && matches!(character, ',' | ':') {
            text.push(' ');
        }
        in_string ^= character == '"' && !escaped;
        escaped = in_string && character == '\\' && !escaped;
        last = if in_string { ' ' } else { character };
    }
    text
}

fn list(entries: &[impl Serialize]) -> String {
    if entries.is_empty() {
        return "[]".to_owned();
    }
    let lines: Vec<String> = entries.iter().map(|entry| format!("    {}", spaced(entry))).collect();
    format!("[\n{}\n  ]", lines.join(",\n"))
}

fn setup(setup: &Setup) -> String {
    let mut lines = Vec::new();
    if let Some(nobles) = &setup.nobles {
        lines.push(format!("    \"nobles\": {}", spaced(nobles)));
    }
    if let Some(cities) = &setup.cities {
        lines.push(format!("    \"cities\": {}", spaced(cities)));
    }
    if setup.market != Market::default() {
        lines.push(rows("market", |row| setup.market.row(row)));
    }
    if let Some(decks) = &setup.decks {
        lines.push(rows("decks", |row| decks.row(row)));
    }
    format!("{{\n{}\n  }}", lines.join(",\n"))
}

fn rows<'l>(name: &str, cards: impl Fn(Row) -> Option<&'l [Card]>) -> String {
    let line = |row: Row| Some(format!("      \"{}\": {}", row.key(), spaced(&cards(row)?)));
    let lines: Vec<String> = Row::ALL.into_iter().filter_map(line).collect();
    format!("    \"{name}\": {{\n{}\n    }}", lines.join(",\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_laid_out_and_reads_back() {
        let log = Log::read(crate::EXAMPLE.as_bytes()).expect("the example is a log");
        let text = pretty_log(&log);
        assert_eq!(Log::read(text.as_bytes()), Ok(log));
        assert!(text.contains("    { \"seat\": 0, \"take\": [\"sapphire\", \"sapphire\"] },\n"));
    }

    #[test]
    fn strings_are_unchanged() {
        assert_eq!(spaced(&["{\"a\":1}", "\\"]), r#"["{\"a\":1}", "\\"]"#);
        assert_eq!(spaced(&serde_json::json!({})), "{}");
    }
}
