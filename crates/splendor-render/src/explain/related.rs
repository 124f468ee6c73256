//! The material after the section of a clause: its pair of replays judged, its related clauses, the
//! rulings that affect it, and further reading.

use std::fmt::Write;

use serde_json::Value;
use splendor_core::{Clause, RULINGS, RulingInfo};
use splendor_schema::report::Severity;
use splendor_schema::{InputFile, Log};
use splendor_verify::report::page_of;
use splendor_verify::words::wrapped;
use splendor_verify::{JudgeOptions, Proposal, ReportScope, verify, why};

use super::look_alikes::LOOK_ALIKES;
use super::pairs::Pair;
use crate::why::in_short;

/// How many characters of a value are shown.
const SHORT: usize = 60;

/// Returns the material after the section of a clause; `ruled` says whether a ruling affects it.
pub(crate) fn appendix(clause: Clause, ruled: impl Fn(&RulingInfo) -> bool) -> String {
    let mut text = String::new();
    if let Some(pair) = Pair::of(clause.id()) {
        text += &of_pair(pair);
    }
    text += &neighbors(clause);
    let rulings: Vec<&RulingInfo> = RULINGS.iter().filter(|ruling| ruled(ruling)).collect();
    if !rulings.is_empty() {
        text += "\nRelated rulings\n";
    }
    for RulingInfo { name, values, question } in rulings {
        let values = values.join(", ");
        let line = wrapped(&format!("{name}: {question} {values}"), 4);
        let _never_fails = writeln!(text, "  {line}");
    }
    text += "\nTry\n";
    for kind in ["illegal", "legal"].into_iter().filter(|_| Pair::of(clause.id()).is_some()) {
        let name = clause.id().replace('.', "-");
        let _never_fails = writeln!(text, "  splendor verify replays/{kind}/{name}.json");
    }
    let _never_fails = writeln!(text, "  docs/src/{}", page_of(clause));
    text
}

/// Describes the place in which the replays of a pair differ, and the result of each.
fn of_pair(pair: &Pair) -> String {
    let [illegal, legal] = [pair.illegal, pair.legal].map(|text| Log::read(text.as_bytes()).ok());
    let (Some(_), Some(legal)) = (illegal, legal) else { return String::new() };
    let name = format!("illegal/{}.json", pair.name);
    let input = InputFile { name: name.into(), game: 1, line: 1 };
    let (report, _) =
        verify(input, pair.illegal.as_bytes(), &JudgeOptions::default(), ReportScope::BRIEF);
    let mut errors = report.findings.iter().filter(|found| found.severity == Severity::Error);
    let Some(found) = errors.next() else { return String::new() };
    let mut text = "\nIts replays differ in one place\n".to_owned();
    let mut line = |words: &str| text.extend(["  ", &wrapped(words, 4), "\n"]);
    let [one, other] = [pair.illegal, pair.legal].map(|text| {
        let value: Result<Value, _> = serde_json::from_str(text);
        value.unwrap_or_default()
    });
    let place = differs(&one, &other, String::new()).unwrap_or_default();
    line(&format!("illegal: {}: {}", content(&one, &place), found.message));
    let follows = follows(&legal, pair.legal, found.turn);
    line(&format!("legal: {}{follows}", content(&other, &place)));
    text
}

/// Returns the value at a pointer in words, or the name of the field that is not there.
fn content(log: &Value, pointer: &str) -> String {
    if let Some(value) = log.pointer(pointer) {
        return format!("{} is {}", in_words(pointer), short(value));
    }
    let (parent, key) = pointer.rsplit_once('/').unwrap_or_default();
    let whole = if parent.is_empty() { "the log".to_owned() } else { in_words(parent) };
    format!("{whole} has no `{key}`")
}

/// Returns the place of a pointer. Turns are counted from 1 as in reports, and so are the entries
/// of their lists.
fn in_words(pointer: &str) -> String {
    let Some(rest) = pointer.strip_prefix("/turns/") else { return pointer.to_owned() };
    let mut parts = rest.split('/');
    let number = |part: &str| part.parse::<usize>().ok().map(|at| at + 1);
    let mut words = String::new();
    if let Some(turn) = parts.next().and_then(number) {
        let _never_fails = write!(words, "turn {turn}");
    }
    let (entries, keys): (Vec<&str>, Vec<&str>) = parts.partition(|part| number(part).is_some());
    if !keys.is_empty() {
        let _never_fails = write!(words, ", `{}`", keys.join("."));
    }
    for entry in entries.into_iter().filter_map(number) {
        let _never_fails = write!(words, ", entry {entry}");
    }
    words
}

/// Returns the start of a value as text.
fn short(value: &Value) -> String {
    let text = value.to_string();
    let cut: String = text.chars().take(SHORT).collect();
    if cut.len() < text.len() { cut + "…" } else { text }
}

/// Returns the effect of the legal turn that replaces the illegal one.
fn follows(log: &Log, text: &str, turn: Option<u64>) -> String {
    let at = turn.and_then(|turn| usize::try_from(turn.checked_sub(1)?).ok());
    let Some((at, turn)) = at.and_then(|at| Some((at, log.turns.get(at)?))) else {
        return String::new();
    };
    let input = InputFile { name: String::new().into(), game: 1, line: 1 };
    let options = &JudgeOptions::default();
    let proposal = Proposal { input, text, log, at, turn, turn_text: "", options };
    let short = why(&proposal).map(|why| in_short(&why)).unwrap_or_default();
    if short.is_empty() { short } else { format!(": {short}") }
}

/// Returns the pointer of the first place in which two values differ.
fn differs(one: &Value, other: &Value, at: String) -> Option<String> {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            let keys = one.keys().chain(other.keys().filter(|key| !one.contains_key(*key)));
            let mut keys = keys.filter(|key| one.get(*key) != other.get(*key));
            let key = keys.next()?;
            match (one.get(key), other.get(key)) {
                (Some(one), Some(other)) => differs(one, other, format!("{at}/{key}")),
                _ => Some(format!("{at}/{key}")),
            }
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            let place = one.iter().zip(other).position(|(one, other)| one != other)?;
            differs(&one[place], &other[place], format!("{at}/{place}"))
        }
        _ => (one != other).then_some(at),
    }
}

/// Returns the clauses that are easily confused with this one, and those of its family.
fn neighbors(clause: Clause) -> String {
    let mut text = "\nNeighbors\n".to_owned();
    let id = clause.id();
    for (one, other, apart) in
        LOOK_ALIKES.iter().filter(|(one, other, _)| *one == id || *other == id)
    {
        let other = if *one == id { other } else { one };
        text.extend(["  ", *other, "\n    ", &wrapped(apart, 4), "\n"]);
    }
    let family = Clause::ALL.iter().filter(|other| other.family() == clause.family());
    let family: Vec<&str> = family.map(|other| other.id()).filter(|other| *other != id).collect();
    if family.is_empty() {
        return if text.lines().count() > 2 { text } else { String::new() };
    }
    text.extend(["  ", &wrapped(&format!("of its family: {}", family.join(", ")), 4), "\n"]);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::pairs::PAIRS;

    #[test]
    fn every_clause_has_a_pair_and_every_confused_one_exists() {
        for clause in Clause::ALL {
            assert!(Pair::of(clause.id()).is_some(), "{} has no pair", clause.id());
        }
        assert_eq!(PAIRS.len(), Clause::ALL.len());
        for (one, other, _) in LOOK_ALIKES {
            assert!(one != other && Clause::of_id(one).is_some(), "{one}");
            assert!(Clause::of_id(other).is_some(), "{other}");
        }
    }

    #[test]
    fn every_pair_shows_a_finding_and_a_place() {
        for pair in PAIRS {
            let text = of_pair(pair);
            assert!(!text.contains("legal:  is"), "{}: {text}", pair.name);
            assert!(text.contains("\n  illegal: "), "{}: {text}", pair.name);
            assert!(text.contains("\n  legal: "), "{}: {text}", pair.name);
        }
    }

    #[test]
    fn a_place_in_a_turn_is_counted_from_one() {
        assert_eq!(in_words("/turns/3"), "turn 4");
        assert_eq!(in_words("/turns/3/take/2"), "turn 4, `take`, entry 3");
        assert_eq!(in_words("/turns/0/after/tokens/gold"), "turn 1, `after.tokens.gold`");
        assert_eq!(in_words("/setup/nobles/0"), "/setup/nobles/0");
    }

    #[test]
    fn a_missing_field_is_named() {
        let log = serde_json::json!({ "turns": [{}] });
        assert_eq!(content(&log, "/turns/0/noble"), "turn 1 has no `noble`");
        assert_eq!(content(&log, "/end"), "the log has no `end`");
    }
}
