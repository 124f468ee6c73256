//! Sums up the reports on many logs, in memory that does not grow with their number.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use splendor_schema::json::layout;
use splendor_schema::report::{AppliedRuling, Severity};
use splendor_schema::rules::Ruling;
use splendor_schema::summary::{
    ClauseCounts, DepartureCount, FileCounts, IgnoredCounts, LeftOutCounts, Summary, SummaryFormat,
    VerdictCounts,
};
use splendor_schema::{Name, Report, Verdict};
use splendor_verify::clients::NO_CLIENT;
use splendor_verify::words::count_with_noun;

use crate::left_out::LeftOut;

/// How many clients, and how many files with failures, are named.
const MOST: usize = 100;

/// How many characters of a client's name are shown.
const NAME: usize = 60;

/// The counters of one log.
#[derive(Clone, Debug)]
pub struct LogOutcome {
    verdict: Verdict,
    incomplete: bool,
    /// Whether the log passes under the options of the run.
    pub passes: bool,
    client: Option<Name>,
    /// The rulings by which the verdict departs from the published rules, like `pass=always`.
    departures: Vec<String>,
    /// The ids of the findings that decide the verdict, with their counts.
    clauses: BTreeMap<String, u64>,
    /// The place of the first of them.
    place: String,
}

impl LogOutcome {
    /// Extracts the counters from a report. `strict` and `require_end` decide which logs pass.
    pub fn new(report: &Report, strict: bool, require_end: bool) -> Self {
        let judged = matches!(report.verdict, Verdict::Legal | Verdict::Consistent);
        let incomplete = judged && !report.complete;
        let passes = judged && unmet_demand(report, strict, require_end).is_none();
        let client = report.source.as_ref().and_then(|source| source.client.as_ref());
        let client = client.map(|name| name.as_str().chars().take(NAME).collect());
        let errors = report.findings.iter().filter(|found| found.severity == Severity::Error);
        let (mut clauses, mut place) = (BTreeMap::new(), String::new());
        for finding in errors {
            if place.is_empty() {
                place = format!("{}:{}", report.input.name.text(), report.input.line);
            }
            *clauses.entry(finding.clause.clone()).or_default() += 1;
        }
        let words = |ruling: &AppliedRuling| format!("{}={}", ruling.name, ruling.value);
        let departures = match report.departures_in_words() {
            Some(_) => report.departures.iter().map(words).collect(),
            None => Vec::new(),
        };
        Self { verdict: report.verdict, incomplete, passes, client, departures, clauses, place }
    }
}

/// Returns why a log without violations fails under `strict` or `require_end`.
pub fn unmet_demand(report: &Report, strict: bool, require_end: bool) -> Option<&'static str> {
    let judged = matches!(report.verdict, Verdict::Legal | Verdict::Consistent);
    if strict && report.verdict == Verdict::Consistent {
        Some("the verdict depends on facts that the log omits; without --strict it passes")
    } else if require_end && judged && !report.complete {
        Some("the log stops before the end of its game; without --require-end it passes")
    } else {
        None
    }
}

/// The totals of many logs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunSummary {
    verdicts: VerdictCounts,
    /// How many legal or consistent logs stop before the end of their game.
    pub incomplete: u64,
    /// How many logs have a verdict under a ruling that differs from the published rules.
    departing: u64,
    /// How many logs have a verdict under each such ruling. There are few: only `target` has more
    /// than five values.
    departures: BTreeMap<String, u64>,
    /// How many logs fail.
    pub failed: u64,
    /// How many files or folders are unreadable.
    pub unreadable: u64,
    /// How many files or folders contain no log.
    pub empty: u64,
    /// How many internal errors occurred.
    pub defects: u64,
    /// The entries of folders and archives that are not read.
    pub left_out: LeftOut,
    clauses: BTreeMap<String, ClauseCounts>,
    clients: BTreeMap<Name, VerdictCounts>,
    other_clients: VerdictCounts,
    file: VerdictCounts,
    file_failed: bool,
    files: Vec<FileCounts>,
    more_files: u64,
    /// The first errors about inputs: id and message.
    #[serde(rename = "troubles")]
    run_errors: Vec<(String, String)>,
}

impl RunSummary {
    /// Records an error about an input.
    pub fn add_run_error(&mut self, id: &str, message: &str) {
        if self.run_errors.len() < MOST {
            self.run_errors.push((id.to_owned(), message.to_owned()));
        }
    }

    /// Returns the first errors about inputs: id and message.
    pub fn run_errors(&self) -> impl Iterator<Item = (&str, &str)> {
        self.run_errors.iter().map(|(id, message)| (id.as_str(), message.as_str()))
    }

    /// Returns the number of logs.
    pub fn logs(&self) -> u64 {
        self.verdicts.sum()
    }

    /// Returns the number of logs with a verdict.
    pub const fn of(&self, verdict: Verdict) -> u64 {
        self.verdicts.of(verdict)
    }

    /// Adds a log.
    pub fn add(&mut self, log: LogOutcome) {
        self.verdicts.add(log.verdict);
        self.incomplete += u64::from(log.incomplete);
        self.departing += u64::from(!log.departures.is_empty());
        for departure in &log.departures {
            *self.departures.entry(departure.clone()).or_default() += 1;
        }
        self.failed += u64::from(!log.passes);
        self.file.add(log.verdict);
        self.file_failed |= !log.passes;
        self.of_client(log.client.unwrap_or_else(|| NO_CLIENT.into())).add(log.verdict);
        for (clause, findings) in log.clauses {
            let none = || ClauseCounts { findings: 0, logs: 0, first: log.place.clone().into() };
            let broken = self.clauses.entry(clause).or_insert_with(none);
            broken.findings += findings;
            broken.logs += 1;
        }
    }

    fn of_client(&mut self, name: Name) -> &mut VerdictCounts {
        let known = self.clients.contains_key(&name);
        if !known && self.clients.len() >= MOST {
            return &mut self.other_clients;
        }
        self.clients.entry(name).or_default()
    }

    /// Ends a file; the summary names it if one of its logs failed.
    pub fn end_file(&mut self, name: &str) {
        let verdicts = std::mem::take(&mut self.file);
        if !std::mem::take(&mut self.file_failed) {
            return;
        }
        if self.files.len() < MOST {
            self.files.push(FileCounts { name: name.into(), verdicts });
        } else {
            self.more_files += 1;
        }
    }

    /// Returns one line with the number of logs for each verdict.
    pub fn line(&self) -> String {
        let notes =
            [(self.incomplete, "incomplete"), (self.departing, "not by the published rules")];
        let notes = notes.iter().filter(|(count, _)| *count > 0);
        let notes: Vec<String> = notes.map(|(count, what)| format!("{count} {what}")).collect();
        let short = match notes.as_slice() {
            [] => String::new(),
            notes => format!(" ({})", notes.join(", ")),
        };
        let mut rest = String::new();
        if self.unreadable > 0 {
            rest += &format!("; {} not read", self.unreadable);
        }
        if self.left_out.entries() > 0 {
            rest += &format!("; {}", self.left_out.count_text());
        }
        if self.left_out.ignored.entries() > 0 {
            rest += &format!("; {}", self.left_out.ignored.text());
        }
        let counts = words(&self.verdicts);
        let colon = if counts.is_empty() { "" } else { ": " };
        format!("{}{colon}{counts}{short}{rest}", count_with_noun(self.logs(), "log", "logs"))
    }

    /// Returns the summary as text, without the totals line.
    pub fn text(&self) -> String {
        let mut text = String::new();
        if !self.clauses.is_empty() {
            text += "\nfound\n";
        }
        for (clause, ClauseCounts { findings, logs, first }) in &self.clauses {
            let times =
                if *findings == 1 { "once".to_owned() } else { format!("{findings} times") };
            let many = count_with_noun(*logs, "log", "logs");
            text += &format!("  {clause}: {times} in {many}, first {first}\n");
        }
        if !self.departures.is_empty() {
            text += "\ndepartures from the published rules\n";
        }
        for (departure, logs) in &self.departures {
            text += &format!("  {departure}: {}\n", count_with_noun(*logs, "log", "logs"));
        }
        text += "\nclients\n";
        for (client, verdicts) in &self.clients {
            text += &format!("  {client}: {}\n", words(verdicts));
        }
        if self.other_clients != VerdictCounts::default() {
            text += &format!("  others: {}\n", words(&self.other_clients));
        }
        if !self.files.is_empty() {
            text += "\nfiles with failures\n";
        }
        for FileCounts { name, verdicts } in &self.files {
            text += &format!("  {name}: {}\n", words(verdicts));
        }
        if self.more_files > 0 {
            text += &format!("  and {} more\n", self.more_files);
        }
        text
    }

    /// Returns the summary as JSON.
    pub fn json(&self, partial: bool) -> String {
        let summary = Summary {
            format: SummaryFormat,
            tool: splendor_verify::report::tool(),
            logs: self.logs(),
            partial,
            verdicts: self.verdicts,
            incomplete: self.incomplete,
            departing: self.departing,
            departures: self.departures.iter().map(departure_count).collect(),
            failed: self.failed,
            not_read: self.unreadable,
            left_out: LeftOutCounts {
                entries: self.left_out.entries(),
                reasons: self.left_out.reasons().clone(),
                first: self.left_out.first().to_vec(),
            },
            ignored: IgnoredCounts {
                entries: self.left_out.ignored.entries(),
                reasons: self.left_out.ignored.reasons().clone(),
                first: self.left_out.ignored.first().to_vec(),
            },
            clauses: self.clauses.clone(),
            clients: self.clients.clone(),
            other_clients: self.other_clients,
            files_with_failures: self.files.clone(),
            more_files: self.more_files,
        };
        layout::compact(&summary) + "\n"
    }
}

/// Returns the entry of a ruling like `pass=always` and its number of logs.
fn departure_count((departure, &logs): (&String, &u64)) -> DepartureCount {
    let (name, value) = departure.split_once('=').unwrap_or((departure, ""));
    let number = value.parse().map(Ruling::Number);
    let value = number.unwrap_or_else(|_| Ruling::Word(value.into()));
    DepartureCount { name: name.to_owned(), value, logs }
}

fn counted(verdicts: &VerdictCounts) -> impl Iterator<Item = (&'static str, u64)> {
    let counts = Verdict::ALL.iter().map(|&verdict| (verdict.as_str(), verdicts.of(verdict)));
    counts.filter(|&(_, count)| count > 0)
}

fn words(verdicts: &VerdictCounts) -> String {
    let parts: Vec<String> =
        counted(verdicts).map(|(word, count)| format!("{count} {word}")).collect();
    parts.join(", ")
}
