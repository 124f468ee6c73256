//! Judges logs under two rule sets and counts the changed verdicts.
//!
//! Logs are judged one at a time and not kept. Memory is bounded by the number of verdicts and
//! clauses.

use std::collections::BTreeMap;

use splendor_schema::impact::{
    ClauseChange, Flip, Impact, ImpactFormat, Side, Totals, VerdictPair,
};
use splendor_schema::json::layout;
use splendor_schema::{Finding, InputFile, Log, Report, Verdict, visible};

use crate::clients::Client;
use crate::report::report_unreadable;
use crate::rulings::resolve_rules;
use crate::{JudgeOptions, ReportSource, brief_report, judge};

/// Rules that override those that a log declares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleSet {
    /// The edition, if it differs from that of the log.
    pub edition: Option<String>,
    /// The rulings, as names and values.
    pub rulings: Vec<(String, String)>,
}

impl RuleSet {
    /// Parses a rule set of the command line: `log`, an edition, a client, or rulings, separated by
    /// commas. A ruling overrides the one of a client preset.
    ///
    /// # Errors
    ///
    /// Returns a message if a part is unknown or two parts contradict each other.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut lens = Self::default();
        let mut client = None;
        for part in text.split(',').map(str::trim) {
            match part {
                "log" => {}
                "2014" | "2024" => once("edition", lens.edition.replace(part.to_owned()), part)?,
                _ => match part.split_once('=') {
                    Some((name, value)) => lens.rule(name, value)?,
                    None => play_as(&mut client, find(part)?)?,
                },
            }
        }
        lens.rulings = Client::with(client, lens.rulings);
        let rules = splendor_schema::Rules { edition: "2024".into(), ..Default::default() };
        let known = resolve_rules(&rules, &lens.rulings);
        known.map(|_| lens).map_err(|unknown| unknown.to_string())
    }

    /// Adds a ruling; fails if it already has another value.
    fn rule(&mut self, name: &str, value: &str) -> Result<(), String> {
        let before = self.rulings.iter().find(|(other, _)| other == name);
        let before = before.map(|(_, value)| value.clone());
        self.rulings.push((name.to_owned(), value.to_owned()));
        once(&format!("ruling `{}`", visible::line(name)), before, value)
    }

    /// Judges a log under these rules.
    fn report(&self, source: &ReportSource<'_>, log: &Log) -> Report {
        let options =
            JudgeOptions { rulings: self.rulings.clone(), keep_going: false, required: None };
        let judgment = judge(log, &options);
        brief_report(source, log, &judgment, &options)
    }

    /// Returns the log with the edition of this rule set.
    fn seen<'l>(&self, log: &'l Log, other: &'l mut Option<Log>) -> &'l Log {
        match &self.edition {
            Some(edition) if log.rules.edition != edition.as_str() => {
                let log = other.insert(log.clone());
                log.rules.edition = edition.as_str().into();
                log
            }
            _ => log,
        }
    }
}

/// Sets the client; fails if another one is set.
fn play_as(client: &mut Option<&'static Client>, found: &'static Client) -> Result<(), String> {
    let before = client.replace(found).map(|before| before.name.to_owned());
    once("client", before, found.name)
}

/// Returns an error if a different value was set before.
fn once(what: &str, before: Option<String>, now: &str) -> Result<(), String> {
    let Some(before) = before.filter(|before| before != now) else { return Ok(()) };
    let values = [&before, now].map(visible::line).join("` and `");
    Err(format!("the {what} is given twice, as `{values}`; give it once"))
}

fn find(part: &str) -> Result<&'static Client, String> {
    Client::find(part).map_err(|unknown| {
        let known = "`log`, an edition (2014, 2024), a ruling NAME=VALUE, or a client";
        format!("`{}` is not {known}; {unknown}", visible::line(part))
    })
}

/// The verdicts on a log under two rule sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared(Flip);

/// Judges a log under two rule sets.
pub fn compare(input: InputFile, bytes: &[u8], from: &RuleSet, to: &RuleSet) -> Compared {
    let log = match Log::read(bytes) {
        Ok(log) => log,
        Err(error) => {
            let text = String::from_utf8_lossy(bytes);
            let side = || side(report_unreadable(input.clone(), &text, &error));
            return Compared(Flip { from: side(), to: side(), input });
        }
    };
    let text = std::str::from_utf8(bytes).unwrap_or_default();
    let source = ReportSource { input: input.clone(), text: text.into() };
    let judged = |lens: &RuleSet| {
        let mut other = None;
        side(lens.report(&source, lens.seen(&log, &mut other)))
    };
    Compared(Flip { from: judged(from), to: judged(to), input })
}

fn side(report: Report) -> Side {
    let Report { verdict, departures, findings, .. } = report;
    let decides = |finding: &Finding| finding.severity == splendor_schema::report::Severity::Error;
    Side { verdict, departures, first: findings.into_iter().find(decides) }
}

impl Compared {
    /// Returns both verdicts on the log.
    pub const fn flip(&self) -> &Flip {
        &self.0
    }

    /// Returns whether the verdict changed.
    pub fn is_flip(&self) -> bool {
        self.0.from.verdict != self.0.to.verdict
    }

    /// Returns whether neither rule set can judge the log. If only one can, the verdict changed,
    /// which is a result and not a failure.
    pub fn is_unjudged(&self) -> bool {
        let unjudged = |side: &Side| {
            matches!(side.verdict, Verdict::Malformed | Verdict::Unsupported | Verdict::Undecided)
        };
        unjudged(&self.0.from) && unjudged(&self.0.to)
    }

    /// Returns the log as a line of JSON; `None` if its verdict did not change.
    pub fn json(&self) -> Option<String> {
        let line = Impact { format: ImpactFormat, flip: Some(self.0.clone()), totals: None };
        self.is_flip().then(|| layout::json_line(&line))
    }
}

/// The counts over all logs.
#[derive(Debug, Default)]
pub struct Impacts {
    logs: u64,
    reasons: u64,
    verdicts: BTreeMap<(usize, usize), (Verdict, Verdict, u64)>,
    clauses: BTreeMap<String, ClauseChange>,
}

impl Impacts {
    /// Counts a log.
    pub fn add(&mut self, compared: &Compared) {
        let Flip { input, from, to } = &compared.0;
        self.logs += 1;
        let key = (from.verdict as usize, to.verdict as usize);
        self.verdicts.entry(key).or_insert((from.verdict, to.verdict, 0)).2 += 1;
        if !compared.is_flip() {
            let reason =
                |side: &Side| side.first.as_ref().map(|first| (first.clause.clone(), first.turn));
            self.reasons += u64::from(reason(from) != reason(to));
            return;
        }
        for (side, is_from) in [(from, true), (to, false)] {
            let Some(first) = &side.first else { continue };
            let none = || ClauseChange {
                clause: first.clause.clone(),
                from: 0,
                to: 0,
                first: input.clone(),
            };
            let weighed = self.clauses.entry(first.clause.clone()).or_insert_with(none);
            *(if is_from { &mut weighed.from } else { &mut weighed.to }) += 1;
        }
    }

    /// Returns the number of logs.
    pub const fn logs(&self) -> u64 {
        self.logs
    }

    /// Returns the number of logs whose verdict changed.
    pub fn flipped(&self) -> u64 {
        let others = self.verdicts.values().filter(|(from, to, _)| from != to);
        others.map(|(_, _, logs)| logs).sum()
    }

    /// Returns the counts of all logs.
    pub fn totals(&self) -> Totals {
        let moved = |&(from, to, logs): &(Verdict, Verdict, u64)| VerdictPair { from, to, logs };
        Totals {
            logs: self.logs,
            flipped: self.flipped(),
            reasons: self.reasons,
            verdicts: self.verdicts.values().map(moved).collect(),
            clauses: self.clauses.values().cloned().collect(),
        }
    }

    /// Returns the last line of JSON.
    pub fn json(&self) -> String {
        let totals = Some(self.totals());
        layout::json_line(&Impact { format: ImpactFormat, flip: None, totals })
    }
}
