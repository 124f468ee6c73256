//! Audits a corpus: which clauses its logs break and which rulings explain them, for client
//! authors.
//!
//! Logs are audited one at a time and not kept, and parts of a corpus can be audited separately.
//! Memory is bounded by the number of clauses and by the constants in this module.

mod exercised;
mod exercised_sun_never_sets;
mod lockstep;
mod merge;
mod rulings_result;
mod search;

use std::collections::BTreeMap;

use splendor_core::{Clause, Game, Position};
use splendor_schema as schema;
use splendor_schema::report::Severity;
use splendor_schema::{FileName, InputFile, Log, Name, ReadErrorKind};

use crate::clients::{Client, KNOWN_CLIENTS, NO_CLIENT};
use crate::replay::{continue_after, judge, judge_each_position};
use crate::report::UNDECIDED;
use crate::report::verdict_by;
use crate::verdict::{Finding, Judgment};
use crate::{Budget, JudgeOptions, ReportSource, RequiredRules, Verdict, brief_report};
pub use exercised::Exercised;
use rulings_result::RulingsResult;
pub use search::RulingSet;

/// How many sets of rulings are tried on the whole corpus.
const MOST_SETS: usize = 12;

/// How many clients get an entry of their own.
const MOST_CLIENTS: usize = 12;

/// All sets of rulings that are tried on a log share one of so many parts of its budget.
const PARTS: u8 = 4;

/// A place in the corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorpusPlace {
    /// The file.
    pub file: FileName,
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: Option<u64>,
    /// The turn, from 1.
    pub turn: Option<u64>,
}

/// How often something occurs, in how many logs, and its first place.
#[derive(Clone, Debug)]
pub struct Tally {
    /// How often.
    pub times: u64,
    /// How many of these occurrences follow an illegal turn and may be its consequences.
    pub after_illegal: u64,
    /// In how many logs.
    pub logs: u64,
    /// The first place.
    pub first: CorpusPlace,
}

/// A reported clause, and the clause that it contradicts.
pub type ReportedClause = (Clause, Option<Clause>);

/// The effect of a set of rulings on the corpus.
#[derive(Clone, Debug, Default)]
pub struct Effect {
    /// How many illegal logs become legal.
    pub helps: u64,
    /// How many legal or consistent logs become illegal, or can no longer be judged.
    pub harms: u64,
}

/// The audit of a corpus.
#[derive(Debug, Default)]
pub struct Audit {
    /// The rulings that override those of every log.
    pub rulings: RulingSet,
    /// The rules that every log has to be played by, whatever it declares.
    pub required: Option<RequiredRules>,
    /// The work that the searches for the omitted facts of a log may take.
    pub budget: Budget,
    /// The number of logs with each verdict, in the order of `Verdict::ALL`.
    pub verdicts: [u64; schema::Verdict::ALL.len()],
    /// The number of logs that are legal to the end of their game.
    pub complete: u64,
    /// The number of logs that are judged by rules other than the published ones, by ruling and
    /// value.
    pub departures: BTreeMap<(String, String), u64>,
    /// The number of turns.
    pub turns: u64,
    /// The number of logs of each client.
    pub clients: BTreeMap<Name, u64>,
    /// The findings, by clause.
    pub findings: BTreeMap<ReportedClause, Tally>,
    /// The reasons why logs could not be judged, and the declarations that differ from the required
    /// rules, by report id.
    pub unjudged: BTreeMap<String, Tally>,
    /// The clauses that at least one legal turn exercised.
    pub exercised: Exercised,
    /// The findings in logs that no set of rulings makes legal, under the rulings that get
    /// furthest.
    pub unexplained: BTreeMap<ReportedClause, Tally>,
    /// The reasons why those logs could not be judged.
    pub unexplained_unjudged: BTreeMap<String, Tally>,
    /// The number of times that a log stayed undecided under some set of rulings, because it omits
    /// so much that judging it takes long.
    pub partly_tried: u64,
    /// The smallest sets of rulings that make at least one log legal, with the number of such logs.
    pub sets: BTreeMap<RulingSet, u64>,
    /// The sets that are tried on the whole corpus, with the client if the set is a preset.
    pub tried: Vec<(RulingSet, Option<&'static Client>, Effect)>,
}

impl Audit {
    /// Starts an audit under rulings that override those of the logs.
    pub fn new(rulings: Vec<(String, String)>) -> Self {
        Self { rulings, ..Self::default() }
    }

    /// Judges a log; returns its verdict.
    pub fn judge(&mut self, input: &InputFile, bytes: &[u8]) -> schema::Verdict {
        let verdict = match Log::read(bytes) {
            Ok(log) => self.log(input, &log, std::str::from_utf8(bytes).unwrap_or_default()),
            Err(error) => {
                let line = input.line + error.line as u64 - 1;
                let column = Some(error.column as u64);
                let first = CorpusPlace { file: input.name.clone(), line, column, turn: None };
                let (id, verdict) = match error.kind {
                    ReadErrorKind::UnknownFormat(_) => {
                        ("unsupported.format", schema::Verdict::Unsupported)
                    }
                    _ => ("malformed", schema::Verdict::Malformed),
                };
                count(&mut self.unjudged, id.to_owned(), (1, 0), || first);
                verdict
            }
        };
        self.verdicts[verdict as usize] += 1;
        verdict
    }

    fn log(&mut self, input: &InputFile, log: &Log, text: &str) -> schema::Verdict {
        let client = log.source.as_ref().and_then(|source| source.client.clone());
        self.add_client(client.unwrap_or_else(|| NO_CLIENT.into()), 1);
        self.turns += log.turns.len() as u64;
        let source = ReportSource { input: input.clone(), text: text.into() };
        let options = self.options(&[]);
        let noting = note_turns(&mut self.exercised, log, None, 0);
        let judgment = judge_each_position(log, &options, noting);
        note_judged(&mut self.exercised, log, &judgment);
        self.complete += u64::from(judgment.is_complete());
        let verdict = judgment.verdict();
        // A ruling that is not known leaves the log unjudged.
        if verdict != Verdict::Unsupported {
            self.add_departures(log, &options);
        }
        let reported = verdict_by(&judgment, &options, log);
        match verdict {
            Verdict::Legal | Verdict::Consistent => {}
            Verdict::Unsupported | Verdict::Undecided => {
                note_unjudged(&mut self.unjudged, &source, log, &judgment, &options);
            }
            Verdict::Illegal => self.illegal(&source, log, judgment, &options),
        }
        self.add_differences(&source, log);
        reported
    }

    /// Returns the options for judging a log of the audit, with further rulings in force.
    fn options(&self, further: &[(String, String)]) -> JudgeOptions {
        let rulings = [self.rulings.as_slice(), further].concat();
        JudgeOptions { rulings, required: self.required.clone(), budget: self.budget }
    }

    /// Counts the declarations of a log that differ from the required rules.
    fn add_differences(&mut self, source: &ReportSource<'_>, log: &Log) {
        let differences = self.required.as_ref().map(|required| required.differences(&log.rules));
        for difference in differences.into_iter().flatten() {
            let InputFile { name: file, line, .. } = source.input.clone();
            let place = || CorpusPlace { file, line, column: None, turn: None };
            count(&mut self.unjudged, difference.id.to_owned(), (1, 0), place);
        }
    }

    fn add_departures(&mut self, log: &Log, options: &JudgeOptions) {
        for ruling in crate::rulings::departures(log, options) {
            *self.departures.entry((ruling.name, ruling.value.to_string())).or_default() += 1;
        }
    }

    /// Follows an illegal log to its end, and searches for rulings that explain it.
    fn illegal(
        &mut self,
        source: &ReportSource<'_>,
        log: &Log,
        judgment: Judgment,
        options: &JudgeOptions,
    ) {
        let as_it_is = RulingsResult::of(&judgment);
        let (last, judged) = (judgment.position, judgment.judged);
        let noting = note_turns(&mut self.exercised, log, last, judged);
        let judgment = continue_after(log, judgment, noting);
        note_judged(&mut self.exercised, log, &judgment);
        // No ruling explains a log if the rulings are required.
        let fixes = match &self.required {
            None => search::fixes(log, &self.rulings, self.budget.part(PARTS), as_it_is),
            Some(_) => search::Fixes::default(),
        };
        let under = JudgeOptions { budget: fixes.budget, ..self.options(&fixes.farthest) };
        self.partly_tried += u64::from(fixes.undecided);
        note(&mut self.findings, source, log, &judgment, options);
        note_unjudged(&mut self.unjudged, source, log, &judgment, options);
        for set in fixes.sets.iter().take(MOST_SETS) {
            self.add_set(set, 1);
        }
        if fixes.sets.is_empty() {
            let left = if fixes.farthest.is_empty() {
                judgment
            } else {
                continue_after(log, judge(log, &under), |_, _| {})
            };
            note(&mut self.unexplained, source, log, &left, &under);
            note_unjudged(&mut self.unexplained_unjudged, source, log, &left, &under);
        }
    }

    /// Ends the first pass: selects the sets of rulings that the second pass tries. Returns whether
    /// there are any; otherwise a second pass is pointless. There are none if rules are required.
    pub fn choose(&mut self) -> bool {
        if self.required.is_some() {
            return false;
        }
        let mut sets: Vec<(&RulingSet, &u64)> = self.sets.iter().collect();
        sets.sort_by(|one, other| other.1.cmp(one.1).then(one.0.cmp(other.0)));
        let mut tried: Vec<RulingSet> = sets.iter().map(|(set, _)| (*set).clone()).collect();
        tried.truncate(MOST_SETS);
        // Votes over all sets, not only the tried ones: a client has one set of rulings, which its
        // logs usually reveal in parts.
        let together = together(&sets);
        if !together.is_empty() && !tried.contains(&together) {
            tried.push(together);
        }
        let tried = tried.into_iter().map(|set| (set, None, Effect::default()));
        let illegal = self.verdicts[schema::Verdict::Illegal as usize] > 0;
        let presets = KNOWN_CLIENTS.iter().filter(|client| illegal && !client.rulings.is_empty());
        let presets = presets.map(|client| (client.overrides(), Some(client), Effect::default()));
        self.tried = tried.chain(presets).collect();
        !self.tried.is_empty()
    }

    /// Judges a log under each selected set of rulings, for the second pass. A log that stays
    /// undecided under a set is neither helped nor harmed by it.
    pub fn judge_again(&mut self, bytes: &[u8]) {
        let Ok(log) = Log::read(bytes) else { return };
        let none = RulingSet::new();
        let sets = std::iter::once(&none).chain(self.tried.iter().map(|(set, ..)| set));
        let budgets = [self.budget, self.budget.part(PARTS)];
        let outcomes = search::judge_under_each(&log, &self.rulings, budgets, sets);
        let Some((before, after)) = outcomes.split_first() else { return };
        let is_undecided = |outcome: &RulingsResult| outcome.verdict == Verdict::Undecided;
        self.partly_tried += u64::from(after.iter().any(is_undecided));
        let was_illegal = before.verdict == Verdict::Illegal;
        for ((_, _, effect), after) in self.tried.iter_mut().zip(after) {
            let no_longer_passes = !after.passes() && !is_undecided(after);
            effect.helps += u64::from(was_illegal && after.passes());
            effect.harms += u64::from(before.passes() && no_longer_passes);
        }
    }
}

/// Returns a single set with, for each ruling, the value that helps most logs.
fn together(sets: &[(&RulingSet, &u64)]) -> RulingSet {
    let mut votes: BTreeMap<&(String, String), u64> = BTreeMap::new();
    for (set, logs) in sets {
        set.iter().for_each(|ruling| *votes.entry(ruling).or_default() += **logs);
    }
    let mut together = RulingSet::new();
    for ruling in splendor_core::RULINGS {
        let values = votes.iter().filter(|((name, _), _)| name == ruling.name);
        // Ties go to the value that the book lists first.
        let order = |value: &str| ruling.values.iter().position(|&other| other == value);
        let best =
            values.max_by_key(|((_, value), logs)| (**logs, std::cmp::Reverse(order(value))));
        together.extend(best.map(|(ruling, _)| (*ruling).clone()));
    }
    together
}

/// Returns a callback for positions. It notes the clauses that each turn exercises, beginning with
/// turn `at`, from 0. `last` is the position before that turn; `None` if the first call brings it.
fn note_turns<'a>(
    all: &'a mut Exercised,
    log: &'a Log,
    mut last: Option<Position>,
    mut at: usize,
) -> impl FnMut(&Game<'_>, &Position) + 'a {
    move |game, position| {
        if let Some(before) = last.replace(*position) {
            exercised::of_turn(all, log, &log.turns[at], game, [&before, position]);
            at += 1;
        }
    }
}

/// Notes the clauses that a judged log exercises apart from its turns: at its end, and in findings.
fn note_judged(all: &mut Exercised, log: &Log, judgment: &Judgment) {
    let last = judgment.last().filter(|_| judgment.judged == log.turns.len());
    exercised::of_log(all, log, last);
    // After a guess the table may differ from the real one, so its findings prove nothing.
    for finding in judgment.findings.iter().filter(|finding| !finding.after_guess) {
        all.insert(finding.breach.clause());
        all.extend(finding.breach.contradicted().map(splendor_core::Violation::clause));
    }
}

/// Adds the findings of a log. Locating a finding in the text is slow, so only new ones are
/// located.
fn note(
    tallies: &mut BTreeMap<ReportedClause, Tally>,
    source: &ReportSource<'_>,
    log: &Log,
    judgment: &Judgment,
    options: &JudgeOptions,
) {
    let proven = |finding: &&Finding| !finding.after_guess;
    let mut here: BTreeMap<ReportedClause, (u64, u64)> = BTreeMap::new();
    for finding in judgment.findings.iter().filter(proven) {
        let counts = here.entry(reported_clause(finding)).or_default();
        counts.0 += 1;
        counts.1 += u64::from(finding.after_illegal);
    }
    let is_new = here.keys().any(|found| !tallies.contains_key(found));
    let report = is_new.then(|| brief_report(source, log, judgment, options));
    for (key, counts) in here {
        let first = || {
            let ids = (key.0.id(), key.1.map(Clause::id));
            let is_it = |finding: &&splendor_schema::Finding| {
                let contradicts = finding.contradicts.as_deref();
                finding.severity == Severity::Error && (finding.clause.as_str(), contradicts) == ids
            };
            let finding = report.as_ref().and_then(|report| report.findings.iter().find(is_it));
            CorpusPlace {
                file: source.input.name.clone(),
                line: finding.and_then(|finding| finding.line).unwrap_or(source.input.line),
                column: finding.and_then(|finding| finding.column),
                turn: finding.and_then(|finding| finding.turn),
            }
        };
        count(tallies, key, counts, first);
    }
}

/// Adds the reasons why a log could not be judged: unknown rules, foreign turns, and the omitted
/// fact at which the search stopped.
fn note_unjudged(
    tallies: &mut BTreeMap<String, Tally>,
    source: &ReportSource<'_>,
    log: &Log,
    judgment: &Judgment,
    options: &JudgeOptions,
) {
    if let Some(missing) = judgment.stop().filter(|_| judgment.verdict() == Verdict::Undecided) {
        let turn = missing.turn.map(|turn| turn as u64 + 1);
        let InputFile { name: file, line, .. } = source.input.clone();
        count(tallies, UNDECIDED.to_owned(), (1, 0), || CorpusPlace {
            file,
            line,
            column: None,
            turn,
        });
    }
    if judgment.unsupported.is_empty() {
        return;
    }
    let report = brief_report(source, log, judgment, options);
    let unjudged =
        report.findings.iter().filter(|finding| finding.clause.starts_with("unsupported"));
    let mut here: BTreeMap<&str, (u64, &splendor_schema::Finding)> = BTreeMap::new();
    unjudged.for_each(|finding| here.entry(&finding.clause).or_insert((0, finding)).0 += 1);
    for (id, (times, finding)) in here {
        let first = || CorpusPlace {
            file: source.input.name.clone(),
            line: finding.line.unwrap_or(source.input.line),
            column: finding.column,
            turn: finding.turn,
        };
        count(tallies, id.to_owned(), (times, 0), first);
    }
}

fn reported_clause(finding: &Finding) -> ReportedClause {
    (finding.breach.clause(), finding.breach.contradicted().map(splendor_core::Violation::clause))
}

/// Adds how often something occurs in a log, and how often after an illegal turn.
fn count<K: Ord>(
    tallies: &mut BTreeMap<K, Tally>,
    key: K,
    (times, after_illegal): (u64, u64),
    first: impl FnOnce() -> CorpusPlace,
) {
    let tally = tallies.entry(key).or_insert_with(|| Tally {
        times: 0,
        after_illegal: 0,
        logs: 0,
        first: first(),
    });
    tally.times += times;
    tally.after_illegal += after_illegal;
    tally.logs += 1;
}
