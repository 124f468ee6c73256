//! What the reports on many logs come to, in memory that does not grow with them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use splendor_schema::report::Severity;
use splendor_schema::summary::{ClauseCounts, FileCounts, Summary, SummaryFormat, VerdictCounts};
use splendor_schema::{Name, Report, Verdict};

/// How many clients, and how many files with failures, are told by name.
const MOST: usize = 100;

/// How many characters of a client's name are told.
const NAME: usize = 60;

/// What there is to count of one log.
#[derive(Clone, Debug)]
pub struct Counted {
    verdict: Verdict,
    incomplete: bool,
    /// Whether the log passes, as strict as was asked for.
    pub passes: bool,
    client: Option<Name>,
    /// The ids of the findings that decide the verdict, with their number.
    clauses: BTreeMap<String, u64>,
    /// Where the first of them is.
    place: String,
}

impl Counted {
    /// Takes from a report what is counted; which logs pass besides legal ones is said by who asks.
    pub fn new(report: &Report, strict: bool, require_end: bool) -> Self {
        let judged = matches!(report.verdict, Verdict::Legal | Verdict::Consistent);
        let incomplete = judged && !report.complete;
        let passes = judged && unmet(report, strict, require_end).is_none();
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
        Self { verdict: report.verdict, incomplete, passes, client, clauses, place }
    }

    /// How many findings it has; a log that fails for lack of an end has one.
    pub fn findings(&self) -> u64 {
        self.clauses.values().sum::<u64>().max(u64::from(!self.passes))
    }
}

/// Returns why a log that breaks no clause does not pass as strictly as was asked for.
pub fn unmet(report: &Report, strict: bool, require_end: bool) -> Option<&'static str> {
    let judged = matches!(report.verdict, Verdict::Legal | Verdict::Consistent);
    if strict && report.verdict == Verdict::Consistent {
        Some("the verdict hangs on what the log leaves out; without --strict it passes")
    } else if require_end && judged && !report.complete {
        Some("the log stops before the end of its game; without --require-end it passes")
    } else {
        None
    }
}

/// What many logs come to.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sums {
    verdicts: VerdictCounts,
    /// How many legal or consistent ones stop before the end of their game.
    pub incomplete: u64,
    /// How many logs do not pass.
    pub failed: u64,
    /// How many findings there are.
    pub findings: u64,
    /// How many files or folders could not be read.
    pub unreadable: u64,
    /// How many files or folders hold no log.
    pub empty: u64,
    /// How often this program failed.
    pub defects: u64,
    clauses: BTreeMap<String, ClauseCounts>,
    clients: BTreeMap<Name, VerdictCounts>,
    other_clients: VerdictCounts,
    file: VerdictCounts,
    file_failed: bool,
    files: Vec<FileCounts>,
    more_files: u64,
    /// Whether the head of the output is written.
    pub begun: bool,
    /// Whether an entry of a list is written.
    pub listed: bool,
    /// What was no report, the first of it: the kind, and what was said.
    troubles: Vec<(String, String)>,
}

impl Sums {
    /// Notes what is no report.
    pub fn trouble(&mut self, id: &str, message: &str) {
        if self.troubles.len() < MOST {
            self.troubles.push((id.to_owned(), message.to_owned()));
        }
    }

    /// The first of what was no report: the kind, and what was said.
    pub fn troubles(&self) -> impl Iterator<Item = (&str, &str)> {
        self.troubles.iter().map(|(id, message)| (id.as_str(), message.as_str()))
    }

    /// How many logs were judged.
    pub fn logs(&self) -> u64 {
        self.verdicts.sum()
    }

    /// How many logs have a verdict.
    pub const fn of(&self, verdict: Verdict) -> u64 {
        self.verdicts.of(verdict)
    }

    /// Counts a log.
    pub fn add(&mut self, log: Counted) {
        self.verdicts.add(log.verdict);
        self.incomplete += u64::from(log.incomplete);
        self.failed += u64::from(!log.passes);
        self.findings += log.findings();
        self.file.add(log.verdict);
        self.file_failed |= !log.passes;
        self.of_client(log.client.unwrap_or_else(|| "(not told)".into())).add(log.verdict);
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

    /// Ends a file: one in which a log does not pass is told by its name.
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

    /// Says in one line how many logs have which verdict.
    pub fn line(&self) -> String {
        let short = if self.incomplete > 0 {
            format!(" ({} incomplete)", self.incomplete)
        } else {
            String::new()
        };
        let rest = if self.unreadable > 0 {
            format!("; {} not read", self.unreadable)
        } else {
            String::new()
        };
        let counts = words(&self.verdicts);
        let colon = if counts.is_empty() { "" } else { ": " };
        format!("{}{colon}{counts}{short}{rest}", plural(self.logs(), "log"))
    }

    /// Returns the summary for people, without the line of all.
    pub fn text(&self) -> String {
        let mut text = String::new();
        if !self.clauses.is_empty() {
            text += "\nfound\n";
        }
        for (clause, ClauseCounts { findings, logs, first }) in &self.clauses {
            let (times, many) = (plural(*findings, "time"), plural(*logs, "log"));
            text += &format!("  {clause}: {times} in {many}, first {first}\n");
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
        let told = Summary {
            format: SummaryFormat,
            tool: splendor_verify::tool(),
            logs: self.logs(),
            partial,
            verdicts: self.verdicts,
            incomplete: self.incomplete,
            failed: self.failed,
            not_read: self.unreadable,
            clauses: self.clauses.clone(),
            clients: self.clients.clone(),
            other_clients: self.other_clients,
            files_with_failures: self.files.clone(),
            more_files: self.more_files,
        };
        splendor_schema::json::layout::compact(&told) + "\n"
    }
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

fn plural(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
