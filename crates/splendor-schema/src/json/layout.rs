//! Logs as text: for people one turn a line, for programs one log a line.

use std::borrow::Cow;
use std::fmt::Write;

use crate::{Decks, Log, Market, Report, visible};
use serde::Serialize;

/// Returns a report as one line of JSON.
pub fn json(report: &Report) -> String {
    compact(report)
}

/// Returns what is told in JSON as a line, with its end.
pub fn line_of(told: &impl Serialize) -> String {
    compact(told) + "\n"
}

/// Returns a log as one line of JSON, with its end.
pub fn one_line(log: &Log) -> String {
    compact(log) + "\n"
}

/// Returns a log as people like to read it: a field a line, a deck a line, a turn a line.
pub fn layout(log: &Log) -> String {
    let mut fields = Vec::new();
    let mut field = |name: &str, text: String| fields.push(format!("  \"{name}\": {text}"));
    if let Some(schema) = &log.schema {
        field("$schema", told(schema));
    }
    field("format", told(&log.format));
    field("rules", told(&log.rules));
    if !log.omits.is_empty() {
        field("omits", told(&log.omits));
    }
    if let Some(source) = &log.source {
        field("source", told(source));
    }
    field("players", told(&log.players));
    field("setup", setup(log));
    field("turns", list(&log.turns));
    if let Some(end) = &log.end {
        field("end", told(end));
    }
    if let Some(result) = &log.result {
        field("result", told(result));
    }
    if let Some(ext) = &log.ext {
        field("ext", told(ext));
    }
    format!("{{\n{}\n}}\n", fields.join(",\n"))
}

/// Returns a value as one line of JSON, with its end left open.
pub fn compact(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value).expect("what is read as JSON can be written as JSON");
    // Whoever looks at JSON on a terminal is not to be fooled by it, either.
    if let Cow::Owned(safe) = visible::json(&text) { safe } else { text }
}

/// Returns a JSON array with one entry a line.
pub fn lines_of(entries: impl Iterator<Item = serde_json::Value>) -> String {
    let lines: Vec<String> = entries.map(|entry| format!("  {entry}")).collect();
    format!("[\n{}\n]\n", lines.join(",\n"))
}

/// Writes a value in one line with room to breathe: `{ "seat": 0, "take": ["ruby"] }`.
fn told(value: &impl Serialize) -> String {
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
    let lines: Vec<String> = entries.iter().map(|entry| format!("    {}", told(entry))).collect();
    format!("[\n{}\n  ]", lines.join(",\n"))
}

fn setup(log: &Log) -> String {
    let mut lines = Vec::new();
    if let Some(nobles) = &log.setup.nobles {
        lines.push(format!("    \"nobles\": {}", told(nobles)));
    }
    if let Some(cities) = &log.setup.cities {
        lines.push(format!("    \"cities\": {}", told(cities)));
    }
    let Market { level1, level2, level3 } = &log.setup.market;
    lines.push(levels("market", [Some(level1), Some(level2), Some(level3)]));
    if let Some(Decks { level1, level2, level3 }) = &log.setup.decks {
        lines.push(levels("decks", [level1.as_ref(), level2.as_ref(), level3.as_ref()]));
    }
    format!("{{\n{}\n  }}", lines.join(",\n"))
}

fn levels(name: &str, rows: [Option<&Vec<crate::CardId>>; 3]) -> String {
    let mut text = format!("    \"{name}\": {{\n");
    let rows = (1..).zip(rows).filter_map(|(level, row)| Some((level, row?)));
    let rows: Vec<String> =
        rows.map(|(level, row)| format!("      \"level{level}\": {}", told(row))).collect();
    let _never_fails = write!(text, "{}\n    }}", rows.join(",\n"));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_laid_out_and_reads_back() {
        let log = Log::read(crate::EXAMPLE.as_bytes()).expect("the example is a log");
        let text = layout(&log);
        assert_eq!(Log::read(text.as_bytes()), Ok(log));
        assert!(text.contains("    { \"seat\": 0, \"take\": [\"sapphire\", \"sapphire\"] },\n"));
    }

    #[test]
    fn what_stands_in_strings_stays() {
        assert_eq!(told(&["{\"a\":1}", "\\"]), r#"["{\"a\":1}", "\\"]"#);
        assert_eq!(told(&serde_json::json!({})), "{}");
    }
}
