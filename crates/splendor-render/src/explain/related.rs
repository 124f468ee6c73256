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

use super::look_alikes::CONFUSED;
use super::pairs::Pair;
use crate::why::in_short;

/// How many characters of a value are shown.
const SHORT: usize = 60;

/// Returns the material after the section of a clause; `ruled` says whether a ruling affects it.
pub(crate) fn beside(clause: Clause, ruled: impl Fn(&RulingInfo) -> bool) -> String {
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
        verify(input, pair.illegal.as_bytes(), &JudgeOptions::default(), ReportScope::Brief);
    let mut errors = report.findings.iter().filter(|found| found.severity == Severity::Error);
    let Some(found) = errors.next() else { return String::new() };
    let mut text = "\nIts replays differ in one place\n".to_owned();
    let mut line = |words: &str| text.extend(["  ", &wrapped(words, 4), "\n"]);
    let [one, other] = [pair.illegal, pair.legal].map(|text| {
        let value: Result<Value, _> = serde_json::from_str(text);
        value.unwrap_or_default()
    });
    let place = differs(&one, &other, String::new()).unwrap_or_default();
    let at = |log: &Value| log.pointer(&place).map_or_else(|| "nothing".to_owned(), short);
    line(&format!("illegal: {place} is {}: {}", at(&one), found.message));
    line(&format!("legal: {place} is {}{}", at(&other), follows(&legal, pair.legal, found.turn)));
    text
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
    let proposal = Proposal { input, text, log, at, turn, turn_text: "", rulings: &[] };
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
    for (one, other, apart) in CONFUSED.iter().filter(|(one, other, _)| *one == id || *other == id)
    {
        let other = if *one == id { other } else { one };
        text.extend(["  ", &wrapped(&format!("{other}: {apart}"), 4), "\n"]);
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
        for (one, other, _) in CONFUSED {
            assert!(one != other && Clause::of_id(one).is_some(), "{one}");
            assert!(Clause::of_id(other).is_some(), "{other}");
        }
    }

    #[test]
    fn every_pair_tells_a_finding_and_a_place() {
        for pair in PAIRS {
            let text = of_pair(pair);
            assert!(text.contains("\n  illegal: /"), "{}: {text}", pair.name);
            assert!(text.contains("\n  legal: /"), "{}: {text}", pair.name);
        }
    }
}
