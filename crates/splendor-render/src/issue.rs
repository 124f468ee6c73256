//! The issues of a log, independent of the format: its findings, and other reasons to fail.

use std::collections::BTreeMap;
use std::ops::Range;

use sha2::{Digest, Sha256};
use splendor_schema::json::layout;
use splendor_schema::json::locate::{Located, line_columns};
use splendor_schema::report::{MissingFact, Severity};
use splendor_schema::{Finding, Report, Verdict, visible};
use splendor_verify::report::{Original, UNDECIDED};
use splendor_verify::words::{hex, turns};

use crate::fail_on::FailOn;
use crate::report::line::judged;
use crate::report::text::note;

/// The ids of issues that are not findings, each with its requirement.
pub(crate) const VERDICTS: [(&str, &str); 4] = [
    ("verdict.consistent", "the verdict on a log does not depend on omitted facts"),
    ("verdict.incomplete", "a log contains its game to the end"),
    (UNDECIDED, "a log omits no more than the search can follow"),
    (DEPARTURES, "a verdict holds under the published rules"),
];

/// The id of the note on the rulings in effect that differ from the published rules.
pub const DEPARTURES: &str = "verdict.departures";

/// The page of the book on issues that are not findings.
pub(crate) const PAGE: &str = "ci.md";

/// How much an issue matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// The log fails.
    Error,
    /// The log does not fail, but something is probably wrong.
    Warning,
    /// Information only.
    Note,
    /// Nothing is wrong, and nothing is decided.
    Open,
}

/// A place in the input, from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    /// The line.
    pub line: u64,
    /// The column.
    pub column: u64,
}

/// A part of the input.
#[derive(Clone, Debug)]
pub struct Region {
    /// The position of its first character.
    pub start: At,
    /// The position after its last character, if known.
    pub end: Option<At>,
    /// The bytes in the text of the log, if the end is known.
    pub bytes: Option<Range<usize>>,
}

/// A place on the way to a finding: an earlier turn, the cause, or the finding itself.
#[derive(Clone, Debug)]
pub struct TracedPlace {
    /// The place of the turn.
    pub region: Region,
    /// The turn as logged, or what happened there.
    pub message: String,
}

/// One issue of a log.
#[derive(Clone, Debug)]
pub struct Issue<'r> {
    /// The id of the clause, or another id of a report.
    pub id: &'r str,
    /// How much it matters.
    pub level: Level,
    /// The event and the requirement, in one line.
    pub message: String,
    /// Further details, one per line.
    pub more: Vec<String>,
    /// The place.
    pub region: Region,
    /// The finding, if the issue is one.
    pub finding: Option<&'r Finding>,
    /// The turns that lead there, and the earlier cause.
    pub trace: Vec<TracedPlace>,
    /// A stable id: equal for the same issue in the same log of the same name, independent of its
    /// position.
    pub fingerprint: String,
}

impl Region {
    /// A place of which the end is not known.
    pub(crate) const fn at(line: u64, column: u64) -> Self {
        Self { start: At { line, column }, end: None, bytes: None }
    }
}

impl Issue<'_> {
    /// Returns the page of the book that explains it, like `rules/take.md#taketwo`.
    pub fn page(&self) -> &str {
        let page = self.finding.map_or(PAGE, |finding| &finding.url);
        page.strip_prefix("docs/src/").unwrap_or(page)
    }

    /// Returns all details as lines.
    pub fn words(&self) -> String {
        let mut words = self.message.clone();
        for line in &self.more {
            words.extend(["\n", line]);
        }
        words
    }
}

/// The number of findings of a log that get a trace, and the number of turns in a trace.
const TRACED: usize = 20;
const TURNS: u64 = 8;

/// The longest turn that a trace quotes, in bytes.
const TOLD: usize = 400;

/// Returns the issues of a log.
pub fn issues<'r>(report: &'r Report, source: Original<'_>, demands: FailOn) -> Vec<Issue<'r>> {
    let places = Places::find(report, source);
    let mut all: Vec<Issue<'r>> = report
        .findings
        .iter()
        .enumerate()
        .map(|(number, finding)| of_finding(report, finding, source, number, &places))
        .collect();
    all.extend(consistent(report, demands, &places));
    all.extend(incomplete(report, demands));
    all.extend(undecided(report, &places));
    all.extend(departures(report));
    sign(report, &mut all);
    all
}

fn of_finding<'r>(
    report: &Report,
    finding: &'r Finding,
    source: Original<'_>,
    number: usize,
    places: &Places,
) -> Issue<'r> {
    let needed = finding.needed.iter().map(|needed| format!("; {needed}"));
    let trace = if number < TRACED { trace(finding, source, places) } else { Vec::new() };
    Issue {
        id: &finding.clause,
        level: match finding.severity {
            Severity::Error => Level::Error,
            Severity::Warning => Level::Warning,
            Severity::Note => Level::Note,
        },
        message: [finding.message.clone()].into_iter().chain(needed).collect(),
        more: more(finding),
        region: places.of_finding(report, finding),
        finding: Some(finding),
        trace,
        fingerprint: String::new(),
    }
}

fn more(finding: &Finding) -> Vec<String> {
    let help = finding.help.iter().map(|help| format!("help: {help}"));
    let related = finding.related.iter().filter_map(|related| {
        let line = related.line?;
        Some(format!("line {line}: {}", related.message))
    });
    let clause = finding.contradicts.as_ref().unwrap_or(&finding.clause);
    let explain = format!("help: `splendor explain {clause}`");
    [note(finding, &[])].into_iter().chain(related).chain(help).chain([explain]).collect()
}

/// Returns the issue of a log whose verdict depends on omitted facts.
fn consistent<'r>(report: &Report, demands: FailOn, places: &Places) -> Option<Issue<'r>> {
    let missing = report.missing.first().filter(|_| report.verdict == Verdict::Consistent);
    (report.verdict == Verdict::Consistent).then(|| Issue {
        id: VERDICTS[0].0,
        level: if demands.strict { Level::Error } else { Level::Open },
        message: missing.map_or("the log omits too much".to_owned(), |missing| {
            format!("the verdict depends on facts that the log omits: {}", described(missing))
        }),
        more: report
            .missing
            .iter()
            .skip(1)
            .map(|one| format!("missing: {}", described(one)))
            .collect(),
        region: missing
            .and_then(|missing| places.of(missing.pointer.as_deref()?))
            .unwrap_or_else(|| beginning(report)),
        finding: None,
        trace: Vec::new(),
        fingerprint: String::new(),
    })
}

/// Returns the issue of a log that stops before the end of its game, if the run requires an end.
fn incomplete<'r>(report: &Report, demands: FailOn) -> Option<Issue<'r>> {
    let judged = matches!(report.verdict, Verdict::Legal | Verdict::Consistent);
    (demands.require_end && judged && !report.complete).then(|| Issue {
        id: VERDICTS[1].0,
        level: Level::Error,
        message: format!("the log stops before the end of its game, after {}", turns(report.plies)),
        more: vec!["help: leave out --require-end for games that were broken off".to_owned()],
        region: beginning(report),
        finding: None,
        trace: Vec::new(),
        fingerprint: String::new(),
    })
}

/// Returns the issue of a log that the search left undecided.
fn undecided<'r>(report: &Report, places: &Places) -> Option<Issue<'r>> {
    let stop = report.stop()?;
    Some(Issue {
        id: UNDECIDED,
        level: Level::Error,
        message: format!("{}: {}", judged(report), described(stop)),
        more: vec![
            "help: log the facts that the turns up to this one omit".to_owned(),
            format!("help: `splendor explain {UNDECIDED}`"),
        ],
        region: stop
            .pointer
            .as_deref()
            .and_then(|pointer| places.of(pointer))
            .unwrap_or_else(|| beginning(report)),
        finding: None,
        trace: Vec::new(),
        fingerprint: String::new(),
    })
}

/// Returns the note on a verdict that does not hold under the published rules alone.
fn departures<'r>(report: &Report) -> Option<Issue<'r>> {
    let rules = report.departures_in_words()?;
    Some(Issue {
        id: VERDICTS[3].0,
        level: Level::Note,
        message: format!(
            "{} under {rules}, which departs from the published rules",
            report.verdict
        ),
        more: vec!["help: `splendor list rulings` lists every ruling".to_owned()],
        region: beginning(report),
        finding: None,
        trace: Vec::new(),
        fingerprint: String::new(),
    })
}

fn described(missing: &MissingFact) -> String {
    format!("`{}` of {}: {}", missing.fact, missing.place(), missing.message)
}

fn beginning(report: &Report) -> Region {
    Region::at(report.input.line, 1)
}

/// The earlier cause, the turns before, and the place itself.
fn trace(finding: &Finding, source: Original<'_>, places: &Places) -> Vec<TracedPlace> {
    let cause = finding.related.as_ref().and_then(|related| {
        let region = places.of(&related.pointer)?;
        Some((related.pointer.clone(), TracedPlace { region, message: related.message.clone() }))
    });
    let turns = turns_before(finding).filter_map(|turn| {
        let pointer = format!("/turns/{}", turn - 1);
        let region = places.of(&pointer)?;
        Some((pointer, TracedPlace { message: turn_message(turn, &region, source), region }))
    });
    let mut steps: Vec<(String, TracedPlace)> = cause.into_iter().chain(turns).collect();
    steps.sort_by_key(|(_, step)| (step.region.start.line, step.region.start.column));
    let last = finding.pointer.as_deref().and_then(|pointer| places.of(pointer));
    let last = last.map(|region| TracedPlace { region, message: finding.message.clone() });
    // Omit the trace if it would have a single step.
    let steps: Vec<TracedPlace> = steps.into_iter().map(|(_, step)| step).collect();
    if steps.is_empty() { steps } else { steps.into_iter().chain(last).collect() }
}

/// Returns a turn as logged, in one line.
fn turn_message(turn: u64, region: &Region, source: Original<'_>) -> String {
    let part = region.bytes.clone().and_then(|bytes| source.text().get(bytes));
    let part = part.filter(|part| part.len() <= TOLD).unwrap_or_default();
    let words: Vec<&str> = part.split_whitespace().collect();
    if words.is_empty() {
        format!("turn {turn}")
    } else {
        format!("turn {turn}: {}", visible::line(&words.join(" ")))
    }
}

/// Returns the turns in the trace of a finding, from 1.
fn turns_before(finding: &Finding) -> Range<u64> {
    let turn = finding.turn.unwrap_or(1);
    turn.saturating_sub(TURNS).max(1)..turn
}

/// Assigns fingerprints; identical issues get distinct ones.
fn sign(report: &Report, issues: &mut [Issue<'_>]) {
    let mut seen = BTreeMap::new();
    for issue in issues {
        let finding = issue.finding;
        let pointer = finding.and_then(|finding| finding.pointer.as_deref()).unwrap_or_default();
        let facts = finding.map(|finding| layout::compact(&finding.facts));
        let input = &report.input;
        let game = input.game.to_string();
        let contents = ["", &game, issue.id, pointer, &facts.unwrap_or_default()].join("\0");
        let key = [input.name.as_bytes(), contents.as_bytes()].concat();
        let times: &mut u64 = seen.entry(key.clone()).or_default();
        *times += 1;
        issue.fingerprint = fingerprint(&[&key, format!("\0{times}").as_bytes()].concat());
    }
}

/// Returns a short digest of some bytes.
pub(crate) fn fingerprint(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes)[..16])
}

/// The places of the values in the input to which a report points.
struct Places {
    found: BTreeMap<String, Region>,
}

impl Places {
    /// Finds everything in one pass over the text.
    fn find(report: &Report, source: Original<'_>) -> Self {
        let mut pointers: Vec<String> = Vec::new();
        for (number, finding) in report.findings.iter().enumerate() {
            // In a text that is no JSON there, the value has no end.
            let is_json = finding.clause.as_str() != "format.json";
            pointers.extend(finding.pointer.clone().filter(|_| is_json));
            pointers.extend(finding.related.as_ref().map(|related| related.pointer.clone()));
            let turns = (number < TRACED).then(|| turns_before(finding));
            let turns = turns.into_iter().flatten();
            pointers.extend(turns.map(|turn| format!("/turns/{}", turn - 1)));
        }
        let open = report.missing.first().filter(|_| report.verdict == Verdict::Consistent);
        let open = open.or_else(|| report.stop());
        pointers.extend(open.and_then(|missing| missing.pointer.clone()));
        pointers.sort();
        pointers.dedup();
        let names: Vec<&str> = pointers.iter().map(String::as_str).collect();
        let located = if names.is_empty() { Vec::new() } else { source.locate_all(&names) };
        let ranges: Vec<(String, Range<usize>)> = pointers
            .iter()
            .zip(located)
            .filter_map(|(pointer, found)| Some((pointer.clone(), value_of(found)?)))
            .collect();
        Self { found: regions(report, source, ranges) }
    }

    fn of(&self, pointer: &str) -> Option<Region> {
        self.found.get(pointer).cloned()
    }

    /// Returns the region of a finding. Its end is used only if its start matches.
    fn of_finding(&self, report: &Report, finding: &Finding) -> Region {
        let (Some(line), Some(column)) = (finding.line, finding.column) else {
            return beginning(report);
        };
        let start = At { line, column };
        let found = finding.pointer.as_deref().and_then(|pointer| self.of(pointer));
        let found = found.filter(|region| region.start == start);
        found.unwrap_or(Region::at(line, column))
    }
}

fn value_of(found: Option<Located>) -> Option<Range<usize>> {
    found.map(|located| located.value)
}

fn regions(
    report: &Report,
    source: Original<'_>,
    ranges: Vec<(String, Range<usize>)>,
) -> BTreeMap<String, Region> {
    let offsets: Vec<usize> =
        ranges.iter().flat_map(|(_, range)| [range.start, range.end]).collect();
    let places = line_columns(source.text(), &offsets);
    let at = |(line, column): (usize, usize)| At {
        line: line as u64 + report.input.line - 1,
        column: column as u64,
    };
    let pairs = ranges.into_iter().zip(places.chunks(2));
    let regions = pairs.map(|((pointer, bytes), places)| {
        let end = places.get(1).copied().map(at);
        (pointer, Region { start: at(places[0]), end, bytes: Some(bytes) })
    });
    regions.collect()
}
