//! SARIF 2.1.0: one run, a result a line, the account of the run at its end.

use serde_json::{Map, Value, json};
use splendor_core::Clause;
use splendor_schema::json::layout::compact;
use splendor_schema::report::Severity;
use splendor_schema::{Finding, Report};
use splendor_verify::report::{Original, REASONS, page_of, page_of_reason};

use super::uri;
use crate::catalogue::address_of_page;
use crate::issue::{Issue, Level, PAGE, Region, VERDICTS};
use crate::run_errors::LEFT_OUT;
use crate::summary::RunSummary;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The longest part of a log that is shown with its place, in bytes.
const SNIPPET: usize = 200;

/// Everything that a result can be about, in the order of the list of rules.
struct Rule {
    id: &'static str,
    sentence: &'static str,
    source: Option<&'static str>,
    page: String,
}

fn rules() -> Vec<Rule> {
    let clauses = Clause::ALL.iter().map(|clause| Rule {
        id: clause.id(),
        sentence: clause.sentence(),
        source: Some(clause.source()),
        page: page_of(*clause),
    });
    let reasons = REASONS.iter().chain(&VERDICTS);
    let reasons = reasons.map(|&(id, sentence)| Rule {
        id,
        sentence,
        source: None,
        page: if id.starts_with("verdict.") { PAGE } else { page_of_reason(id) }.to_owned(),
    });
    clauses.chain(reasons).collect()
}

/// The place of an id in the list of rules.
fn index_of(id: &str) -> Option<usize> {
    let mut ids = Clause::ALL.iter().map(|clause| clause.id());
    let clauses = Clause::ALL.len();
    let mut others = REASONS.iter().chain(&VERDICTS);
    let other = |found: usize| found + clauses;
    ids.position(|other| other == id).or_else(|| others.position(|one| one.0 == id).map(other))
}

/// Returns everything up to the first result.
pub(super) fn head(book: Option<&str>) -> String {
    let mut driver = json!({
        "name": "splendor",
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "version": env!("CARGO_PKG_VERSION"),
        "shortDescription": { "text": "Judges logged games of Splendor, clause by clause." },
        "properties": { "rulesDigest": splendor_verify::edition::rules_digest() },
    });
    if let Some(book) = book {
        driver["informationUri"] = book.into();
    }
    let rules: Vec<String> = rules().iter().map(|rule| described(rule, book).to_string()).collect();
    let driver = driver.to_string();
    let open = driver.strip_suffix('}').unwrap_or_default();
    let driver = format!("{open},\"rules\":[\n{}\n]}}", rules.join(",\n"));
    format!(
        "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{\
         \"tool\":{{\"driver\":{driver}}},\"columnKind\":\"unicodeCodePoints\",\"results\":["
    )
}

fn described(rule: &Rule, book: Option<&str>) -> Value {
    let sentence = sentence(rule.sentence);
    let source = rule.source.map(|source| format!(" Source: {source}.")).unwrap_or_default();
    let help = format!("{sentence}{source} `splendor explain {}` explains it.", rule.id);
    let mut described = json!({
        "id": rule.id,
        "name": pascal(rule.id),
        "shortDescription": { "text": sentence },
        "fullDescription": { "text": format!("{sentence}{source}") },
        "help": { "text": help },
        "defaultConfiguration": { "level": "error" },
        "properties": {
            "tags": [rule.id.split('.').next().unwrap_or_default()],
            "page": format!("docs/src/{}", rule.page),
        },
    });
    if let Some(book) = book {
        described["helpUri"] = address_of_page(book, &rule.page).into();
    }
    described
}

/// Words as a sentence, with its letter and its stop.
fn sentence(words: &str) -> String {
    let (first, rest) = words.split_at(words.len().min(1));
    format!("{}{}.", first.to_uppercase(), rest.trim_end_matches('.'))
}

/// `take.pair-needs-four` as `TakePairNeedsFour`.
fn pascal(id: &str) -> String {
    let words = id.split(['.', '-']).map(|word| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_uppercase() + rest
    });
    words.collect()
}

/// Returns the result of an issue, after a comma.
pub(super) fn result(report: &Report, source: Original<'_>, issue: &Issue<'_>) -> String {
    let (kind, level) = match issue.level {
        Level::Error => ("fail", "error"),
        Level::Warning => ("fail", "warning"),
        Level::Note => ("informational", "none"),
        Level::Open => ("open", "none"),
    };
    let mut place = located(report, source, &issue.region);
    let pointer = issue.finding.and_then(|finding| finding.pointer.as_deref());
    if let Some(pointer) = pointer.filter(|pointer| !pointer.is_empty()) {
        place["logicalLocations"] = json!([{ "fullyQualifiedName": pointer, "kind": "value" }]);
    }
    let mut result = json!({
        "ruleId": issue.id,
        "kind": kind,
        "level": level,
        "message": { "text": issue.words() },
        "locations": [place],
        "partialFingerprints": { "splendorFinding/v1": issue.fingerprint },
        "properties": properties(report, issue.finding),
    });
    if let Some(index) = index_of(issue.id) {
        result["ruleIndex"] = index.into();
    }
    if let Some(related) = issue.finding.and_then(|finding| finding.related.as_ref())
        && let (Some(line), Some(column)) = (related.line, related.column)
    {
        let mut place = located(report, source, &Region::at(line, column));
        place["message"] = json!({ "text": related.message });
        result["relatedLocations"] = json!([place]);
    }
    if !issue.trace.is_empty() {
        let steps = issue.trace.iter().map(|step| {
            let mut place = located(report, source, &step.region);
            place["message"] = json!({ "text": step.message });
            json!({ "location": place })
        });
        let steps: Vec<Value> = steps.collect();
        result["codeFlows"] = json!([{ "threadFlows": [{ "locations": steps }] }]);
    }
    format!(",\n{}", compact(&result))
}

fn located(report: &Report, source: Original<'_>, region: &Region) -> Value {
    let name = &report.input.name;
    let artifact = if *name == "<stdin>" {
        json!({ "description": { "text": "standard input" } })
    } else {
        json!({ "uri": uri::of(name.as_bytes()) })
    };
    let mut extent = json!({ "startLine": region.start.line, "startColumn": region.start.column });
    if let Some(end) = region.end {
        extent["endLine"] = end.line.into();
        extent["endColumn"] = end.column.into();
    }
    let part = region.bytes.clone().and_then(|bytes| source.text().get(bytes));
    if let Some(part) = part.filter(|part| part.len() <= SNIPPET) {
        extent["snippet"] = json!({ "text": part });
    }
    json!({ "physicalLocation": { "artifactLocation": artifact, "region": extent } })
}

fn properties(report: &Report, finding: Option<&Finding>) -> Value {
    let mut all = Map::new();
    let mut put = |name: &str, value: Value| all.insert(name.to_owned(), value);
    put("verdict", report.verdict.as_str().into());
    put("game", report.input.game.into());
    let Some(finding) = finding else { return all.into() };
    if finding.severity == Severity::Note {
        put("note", true.into());
    }
    for (name, value) in [("turn", finding.turn), ("round", finding.round)] {
        value.map(|value| put(name, value.into()));
    }
    finding.seat.map(|seat| put("seat", seat.into()));
    finding.contradicts.as_ref().map(|clause| put("contradicts", clause.as_str().into()));
    put("facts", serde_json::to_value(&finding.facts).unwrap_or_default());
    if finding.after_illegal {
        put("afterIllegal", true.into());
    }
    all.into()
}

/// Returns a notification of the run.
fn note(level: &str, id: &str, message: &str) -> Value {
    json!({ "level": level, "descriptor": { "id": id }, "message": { "text": message } })
}

/// Returns the text after the last result: the summary of the run.
pub(super) fn end(sums: &RunSummary, stopped: Option<&str>, status: u8) -> String {
    let notes = sums.run_errors().map(|(id, message)| note("error", id, message));
    let mut notes: Vec<Value> = notes.collect();
    let left_out = &sums.left_out;
    if left_out.entries() > 0 {
        let level = if left_out.fails { "error" } else { "warning" };
        notes.push(note(level, LEFT_OUT, &left_out.text()));
    }
    if let Some(why) = stopped {
        let message = format!("{why}; the rest is not judged");
        notes.push(json!({ "level": "warning", "message": { "text": message } }));
    }
    let others = sums.unreadable + sums.empty + sums.defects;
    let read = others == 0 && !(left_out.fails && left_out.entries() > 0);
    let invocation = json!({
        "executionSuccessful": read && status < 128,
        "exitCode": status,
        "toolExecutionNotifications": notes,
    });
    let properties = json!({ "summary": sums.line(), "stopped": stopped.is_some() });
    format!("\n],\"invocations\":[{invocation}],\"properties\":{properties}}}]}}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_stands_where_its_index_says() {
        let rules = rules();
        for (index, rule) in rules.iter().enumerate() {
            assert_eq!(index_of(rule.id), Some(index), "{}", rule.id);
        }
        assert_eq!(index_of("take.pears"), None);
        assert!(splendor_core::RESERVED.iter().all(|clause| index_of(clause.id).is_none()));
    }

    #[test]
    fn names_of_rules_have_no_marks() {
        assert_eq!(pascal("take.pair-needs-four"), "TakePairNeedsFour");
    }
}
