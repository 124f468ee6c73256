//! Searches for the cause of an illegal log: edits the log, then judges the edited log as a whole.
//!
//! Nothing is inferred. The first finding selects the edits to try, and every reported cause
//! carries the verdict on its edited log.

mod claims;
mod counted;
mod input;
mod late;
mod misplaced;
mod near;
mod patch;
mod replacements;
mod rules;
mod seats;
mod shown;
mod spelled;
mod table;
mod turns;

use std::collections::BTreeSet;

use serde_json::Value;
use splendor_schema as schema;
use splendor_schema::Log;
use splendor_schema::diagnosis::CauseKind;
use splendor_schema::diagnosis::{Cause, Diagnosis, DiagnosisFormat, PatchOp, Standing};
use splendor_schema::report::{AppliedRuling, RulingOrigin, Severity};

use crate::report::verdict_by;
use crate::verdict::Judgment;
use crate::{Budget, JudgeOptions, ReportSource, Verdict, brief_report, judge};
use input::{Candidate, DiagnosisInput};

/// The most edited logs to judge.
const MOST: u64 = 1000;

/// The most bytes of edited logs to judge. Long logs reach this limit before `MOST`.
const BYTES: u64 = 16 << 20;

/// How many proven causes are reported, and how many that only move the finding.
const PROVEN: usize = 100;
const HELPING: usize = 10;

/// Searches for causes that make a log illegal or unsupported.
///
/// If rules are required, every edit also declares them.
pub fn diagnose(source: &ReportSource<'_>, log: &Log, options: &JudgeOptions) -> Diagnosis {
    let judgment = judge(log, options);
    let report = brief_report(source, log, &judgment, options);
    let mut diagnosis = Diagnosis {
        format: DiagnosisFormat,
        tool: report.tool,
        input: report.input,
        verdict: report.verdict,
        rulings: laid_over(log, options),
        departures: report.departures,
        first: None,
        tried: 0,
        limit: MOST,
        untried: 0,
        causes: Vec::new(),
    };
    // An undecided log has no finding that an edit could remove.
    if !matches!(report.verdict, schema::Verdict::Illegal | schema::Verdict::Unsupported) {
        return diagnosis;
    }
    diagnosis.first = report.findings.into_iter().find(|found| found.severity == Severity::Error);
    let value = serde_json::to_value(log).unwrap_or_default();
    let input = DiagnosisInput::new(log, &value, options, &judgment);
    let mut trial = Trial::new(&input, &judgment);
    trial.of(rules::declared());
    // If only the declared rules differ, there is no other finding to remove.
    let has_more = matches!(judgment.verdict(), Verdict::Illegal | Verdict::Unsupported);
    for generate in GENERATORS.iter().filter(|_| has_more) {
        for candidate in generate(&input) {
            trial.of(candidate);
        }
    }
    (diagnosis.tried, diagnosis.untried) = (trial.tried, trial.untried);
    diagnosis.causes = trial.ranked(input.at);
    diagnosis
}

/// Returns the rulings that the command line set, in the form of a report.
fn laid_over(log: &Log, options: &JudgeOptions) -> Vec<AppliedRuling> {
    let mut all = crate::rulings::rulings_of(log, options);
    all.retain(|ruling| ruling.origin == RulingOrigin::Override);
    all
}

/// Returns the log after the edit of a cause; `None` if the edit does not fit this log.
pub fn apply_edit(log: &Log, cause: &Cause) -> Option<Log> {
    let edit: Option<Vec<_>> = cause.edit.iter().map(patch::Edit::of).collect();
    let value = patch::apply(&serde_json::to_value(log).ok()?, &edit?)?;
    Log::read(value.to_string().as_bytes()).ok()
}

type Generator = fn(&DiagnosisInput<'_>) -> Vec<Candidate>;

/// The generators of edits, tried in this order until the budget is spent: first the cheap and
/// specific ones, last the ones that try many turns.
const GENERATORS: [Generator; 26] = [
    claims::after,
    counted::alike,
    claims::end,
    spelled::components,
    misplaced::setup,
    table::setup,
    replacements::unknown_card,
    turns::behind,
    turns::twice,
    turns::actions,
    shown::later,
    turns::swapped,
    turns::foreign,
    seats::shifted,
    seats::seat,
    seats::players,
    spelled::rules,
    rules::box_of,
    rules::rulings,
    late::tile,
    near::here,
    replacements::refill,
    table::order,
    turns::extra,
    turns::missing,
    near::before,
];

/// How far a log is from legal: the turns from its first finding to the end, then the number of
/// findings.
type Distance = (usize, usize);

/// Tries edits and collects the causes.
struct Trial<'t> {
    log: &'t Value,
    options: &'t JudgeOptions,
    /// The edit that declares the required rules; empty if the log declares them.
    declaration: Option<patch::Edit>,
    start: Distance,
    turns: usize,
    bytes: u64,
    /// What is left of the budget for all edited logs.
    budget: Budget,
    /// The most steps of that budget.
    most: usize,
    tried: u64,
    untried: u64,
    seen: BTreeSet<String>,
    found: Vec<(Distance, Cause)>,
}

impl<'t> Trial<'t> {
    fn new(input: &DiagnosisInput<'t>, judgment: &Judgment) -> Self {
        Self {
            log: input.value,
            options: input.options,
            declaration: rules::declaration(input),
            start: distance(judgment, input.log),
            turns: input.log.turns.len(),
            bytes: 0,
            budget: input.options.budget,
            most: input.options.budget.steps(input.log),
            tried: 0,
            untried: 0,
            seen: BTreeSet::new(),
            found: Vec::new(),
        }
    }

    /// Tries an edit, unless it was tried before or the budget is spent.
    fn of(&mut self, candidate: Candidate) {
        let candidate = self.with_declaration(candidate);
        if candidate.edit.is_empty() || !self.seen.insert(format!("{:?}", candidate.edit)) {
            return;
        }
        // An edited log may be expensive in three ways, so each has a budget: many edits, long
        // logs, and turns that hidden cards complete in many ways.
        if self.tried >= MOST || self.bytes >= BYTES || self.budget.spent() >= self.most {
            self.untried += 1;
            return;
        }
        let Some(value) = patch::apply(self.log, &candidate.edit) else { return };
        let text = value.to_string();
        self.tried += 1;
        self.bytes += text.len() as u64;
        if let Ok(log) = Log::read(text.as_bytes()) {
            self.judge(&log, candidate);
        }
    }

    /// Adds the edit that declares the required rules.
    fn with_declaration(&self, candidate: Candidate) -> Candidate {
        let Some(declaration) = self.declaration.clone() else { return candidate };
        let Candidate { kind, turn, mut message, mut edit } = candidate;
        if !edit.is_empty() {
            message += ", and the log declares other rules";
        }
        edit.insert(0, declaration);
        Candidate { kind, turn, message, edit }
    }

    fn judge(&mut self, log: &Log, candidate: Candidate) {
        let options = JudgeOptions { budget: self.budget, ..self.options.clone() };
        let judgment = judge(log, &options);
        self.budget = self.budget.less(judgment.work.steps());
        let verdict = verdict_by(&judgment, self.options, log);
        let passes = matches!(verdict, schema::Verdict::Legal | schema::Verdict::Consistent);
        let distance = distance(&judgment, log);
        // Removing a turn shortens the distance to the end without repairing anything, so the
        // removed turns are added back before the comparison.
        let removed = self.turns.saturating_sub(log.turns.len());
        let compared = (distance.0.saturating_add(removed), distance.1);
        if !passes && compared >= self.start {
            return;
        }
        let first = judgment.findings.first();
        let reaches = first.and_then(|found| found.turn).unwrap_or(judgment.judged);
        let Candidate { kind, turn, message, edit } = candidate;
        let cause = Cause {
            kind,
            standing: if passes { Standing::Proven } else { Standing::Helps },
            verdict,
            turn: turn.map(|turn| turn as u64 + 1),
            message,
            reaches: reaches as u64,
            then: first.map(|found| found.breach.clause().id().to_owned()),
            edit: edit.iter().map(patch::Edit::to_step).collect(),
        };
        self.found.push((distance, cause));
    }

    /// Returns the proven causes by kind, then the others by how far they move the finding.
    fn ranked(self, at: usize) -> Vec<Cause> {
        let away = |cause: &Cause| cause.turn.map_or(0, |turn| (at as u64 + 1).abs_diff(turn));
        let (mut proven, mut helping): (Vec<_>, Vec<_>) =
            self.found.into_iter().partition(|(_, cause)| cause.standing == Standing::Proven);
        proven.sort_by_key(|(_, cause)| {
            (cause.verdict != schema::Verdict::Legal, cause.kind, away(cause), removals(cause))
        });
        helping.sort_by_key(|(distance, cause)| (*distance, cause.kind, away(cause)));
        // A client preset contains the single ruling that already explains the log, so the preset
        // adds nothing.
        if proven.iter().any(|(_, cause)| cause.kind == CauseKind::Ruling) {
            proven.retain(|(_, cause)| cause.kind != CauseKind::Client);
        }
        without_more(&mut proven);
        proven.truncate(PROVEN);
        helping.truncate(HELPING);
        proven.into_iter().chain(helping).map(|(_, cause)| cause).collect()
    }
}

/// Drops each cause whose edit contains the whole edit of another cause of its kind and turn.
fn without_more(proven: &mut Vec<(Distance, Cause)>) {
    let less = |one: &Cause, other: &Cause| {
        let alike = one.kind == other.kind && one.turn == other.turn && one.turn.is_some();
        let shorter = alike && one.edit.len() < other.edit.len();
        shorter && one.edit.iter().all(|step| other.edit.contains(step))
    };
    let more: Vec<bool> = proven
        .iter()
        .map(|(_, cause)| proven.iter().any(|(_, other)| less(other, cause)))
        .collect();
    let mut more = more.into_iter();
    proven.retain(|_| !more.next().unwrap_or(false));
}

/// Returns how many values an edit removes.
fn removals(cause: &Cause) -> usize {
    cause.edit.iter().filter(|step| step.op == PatchOp::Remove).count()
}

/// Returns how far a log is from legal.
///
/// A log that cannot be judged at all is farthest, then a log with a wrong setup. A log whose only
/// findings concern its end is nearest.
fn distance(judgment: &Judgment, log: &Log) -> Distance {
    let turns = log.turns.len();
    let reached = match judgment.findings.first() {
        Some(found) => match found.turn {
            Some(turn) => turn,
            None if judgment.last().is_none() => return (usize::MAX, judgment.findings.len()),
            None => turns,
        },
        None if judgment.last().is_none() => return (usize::MAX, usize::MAX),
        None => judgment.judged,
    };
    (turns - reached.min(turns), judgment.findings.len())
}
