//! Converts a judgment to a report: pointers become lines, facts become fields.

mod irregular;
mod needed;
mod notes;
mod objections;
mod omitted;
mod original;
mod related;
mod scope;
mod unjudged;
mod untold;

use std::borrow::Cow;

use splendor_core::{Clause, Fact as CoreFact, Position, Turn, Violation};
use splendor_schema as schema;
use splendor_schema::json::locate::line_columns;
use splendor_schema::report::{Fact, FactName, Facts, ReportFormat, Severity, Tool};
use splendor_schema::{InputFile, Log, Report};

use crate::required::verdict_with;
use crate::rulings::differences;
use crate::verdict::{Finding, Judgment};
use crate::{JudgeOptions, advice, place, rulings};

pub use objections::{Objection, add_objections};
pub use original::{Original, Places};
pub use scope::ReportScope;
pub use unjudged::{
    REASONS, Refusal, UNDECIDED, page_of_reason, report_refused, report_unreadable,
};

/// A log with its text and input.
#[derive(Clone, Debug)]
pub struct ReportSource<'t> {
    /// The file, the number of the log in it, and the line where the log begins.
    pub input: InputFile,
    /// The text of the log, or of the foreign file that was converted to it.
    pub text: Original<'t>,
}

/// Returns the report on a log that was judged.
pub fn report(
    source: &ReportSource<'_>,
    log: &Log,
    judgment: &Judgment,
    options: &JudgeOptions,
) -> Report {
    let last = judgment.last();
    Report {
        rulings: rulings::rulings_of(log, options),
        unchecked: unchecked(log, judgment),
        digest: last
            .filter(|_| judgment.tables.count == 1)
            .map(|(game, position)| crate::digest(&game, position)),
        ..brief_report(source, log, judgment, options)
    }
}

/// Returns a short report: the verdict, the findings, the missing facts and the outcome, without
/// rulings, digest and unchecked fields.
pub fn brief_report(
    source: &ReportSource<'_>,
    log: &Log,
    judgment: &Judgment,
    options: &JudgeOptions,
) -> Report {
    let followed = related::followed(log, judgment);
    let found = judgment.findings.iter().enumerate();
    let found = found.map(|(place, finding)| match place {
        0..EXPLAINED => explained(log, judgment, finding, &followed),
        _ => plain_finding(log, judgment, finding),
    });
    // The rules come first in a log.
    let differences = differences(log, options).into_iter().map(objections::finding);
    let mut findings: Vec<schema::Finding> = differences.chain(found).collect();
    findings.extend(judgment.unsupported.iter().map(unjudged::unsupported));
    findings.extend(notes::contested_city(log, judgment));
    findings.sort_by_key(place_in_log);
    findings.extend(notes::shared_in_2014(judgment));
    let last = judgment.last();
    let ended = judgment.is_complete();
    let mut report = Report {
        source: log.source.clone(),
        departures: rulings::departures(log, options),
        findings,
        verdict: verdict_by(judgment, options, log),
        complete: ended,
        missing: omitted::missing_facts(judgment),
        inferred: omitted::inferred_facts(judgment),
        scores: last
            .filter(|_| judgment.tables.same_scores)
            .map(|(_, position)| position.scores().collect()),
        winners: last
            .filter(|_| ended && judgment.tables.same_winners)
            .map(|(game, last)| last.winners(&game).iter().collect()),
        plies: log.turns.len() as u64,
        judged: judgment.judged as u64,
        ..empty_report(source.input.clone())
    };
    locate(source, &mut report);
    report
}

/// Returns the verdict to report.
pub(crate) fn verdict_by(
    judgment: &Judgment,
    options: &JudgeOptions,
    log: &Log,
) -> schema::Verdict {
    verdict_with(judgment.verdict().into(), &differences(log, options))
}

/// Returns the sort key of a finding: 0 for rules and setup, the last for the end.
fn place_in_log(finding: &schema::Finding) -> u64 {
    let pointer = finding.pointer.as_deref().unwrap_or_default();
    let at_end = pointer.starts_with("/end") || pointer.starts_with("/result");
    finding.turn.unwrap_or(if at_end { u64::MAX } else { 0 })
}

/// Returns a report without findings, with the verdict `malformed`. Callers fill in the rest.
pub fn empty_report(input: InputFile) -> Report {
    Report {
        format: ReportFormat,
        tool: tool(),
        input,
        source: None,
        verdict: schema::Verdict::Malformed,
        complete: false,
        departures: Vec::new(),
        rulings: Vec::new(),
        findings: Vec::new(),
        missing: Vec::new(),
        inferred: Vec::new(),
        unchecked: Vec::new(),
        scores: None,
        winners: None,
        plies: 0,
        judged: 0,
        digest: None,
    }
}

/// Returns an empty finding with its id and the page that explains it.
fn blank(id: &str, page: &str) -> schema::Finding {
    schema::Finding {
        clause: id.to_owned(),
        contradicts: None,
        severity: Severity::Error,
        turn: None,
        round: None,
        seat: None,
        pointer: None,
        line: None,
        column: None,
        facts: Facts::default(),
        message: String::new(),
        needed: None,
        sentence: String::new(),
        help: None,
        url: format!("docs/src/{page}"),
        after_illegal: false,
        after_guess: false,
        tables: None,
        related: None,
    }
}

/// Returns the page that explains a clause, with its anchor.
pub fn page_of(clause: Clause) -> String {
    format!("rules/{}.md#{}", clause.family(), clause.id().replace('.', ""))
}

/// The number of findings of a log for which the report looks for the earlier cause and the legal
/// alternatives. The limit keeps the time for logs with many findings linear.
const EXPLAINED: usize = 20;

/// Adds the cause and the legal alternatives to a finding. `followed` holds the position before
/// each turn up to the last one whose cause is looked for.
fn explained(
    log: &Log,
    judgment: &Judgment,
    finding: &Finding,
    followed: &[Position],
) -> schema::Finding {
    schema::Finding {
        help: match irregular::turn_of(log, finding) {
            Some(turn) => Some(irregular::help(turn)),
            None => advice::of(judgment, finding),
        },
        related: related::of(log, judgment, finding, followed),
        ..plain_finding(log, judgment, finding)
    }
}

/// Returns a finding without its cause and without legal alternatives.
fn plain_finding(log: &Log, judgment: &Judgment, finding: &Finding) -> schema::Finding {
    let violation = finding.breach.violation();
    let contradicted = finding.breach.contradicted();
    let clause = violation.clause();
    let seat = finding.turn.and_then(|turn| log.turns[turn].seat);
    let seat = seat.or_else(|| finding.played.as_deref().map(|(position, _)| position.to_move()));
    let mut facts = facts(violation, contradicted);
    let mut message = message(violation, contradicted);
    if let Some(assumed) = untold::message(log, finding) {
        facts.0.retain(|(name, _)| name != "paid");
        message = assumed;
    }
    let mut described = schema::Finding {
        severity: if finding.after_guess { Severity::Warning } else { Severity::Error },
        contradicts: contradicted.map(|violation| violation.clause().id().to_owned()),
        turn: finding.turn.map(|turn| turn as u64 + 1),
        round: finding.played.as_deref().map(|(position, _)| u64::from(position.round())),
        seat,
        pointer: Some(pointer(log, judgment, finding)),
        facts,
        message,
        needed: needed::of(contradicted.unwrap_or(violation)),
        sentence: contradicted.map_or(clause, Violation::clause).sentence().to_owned(),
        after_illegal: finding.after_illegal,
        after_guess: finding.after_guess,
        tables: (finding.tables > 1).then_some(finding.tables),
        ..blank(clause.id(), &page_of(contradicted.map_or(clause, Violation::clause)))
    };
    if let Some(turn) = irregular::turn_of(log, finding) {
        irregular::describe(turn, &mut described);
    }
    described
}

/// Returns the message of a violation and of the clause that it contradicts.
fn message(violation: &Violation, contradicted: Option<&Violation>) -> String {
    match contradicted {
        None => violation.to_string(),
        // The claim message already names the seat, so do not repeat it.
        Some(
            Violation::EndWinner { prestige, most, .. }
            | Violation::CityWinner { prestige, most, .. },
        ) if prestige == most => violation.to_string(),
        // These messages name the claim as well.
        Some(other @ Violation::ReserveGold { .. }) => other.to_string(),
        Some(other) if violation.clause() == Clause::ClaimWinner => other.to_string(),
        Some(other) => format!("{violation}: {other}"),
    }
}

/// Returns the facts of a violation and of the clause that it contradicts. If both have a fact of
/// the same name, the fact of the violation wins.
fn facts(violation: &Violation, contradicted: Option<&Violation>) -> Facts {
    let mut facts = Facts::default();
    for violation in [Some(violation), contradicted].into_iter().flatten() {
        violation.facts(|name, fact| {
            if facts.get(name).is_none() {
                facts.0.push((Cow::Borrowed(name), fact_of(fact)));
            }
        });
    }
    facts
}

/// Returns a fact in the format of a report.
fn fact_of(fact: CoreFact<'_>) -> Fact {
    match fact {
        CoreFact::Number(number) => Fact::from(number),
        CoreFact::Text(text) => Fact::from(text.to_string()),
    }
}

/// Returns the JSON pointer to the wrong part of the log.
fn pointer(log: &Log, judgment: &Judgment, finding: &Finding) -> String {
    let violation = finding.breach.violation();
    match (finding.turn, violation) {
        (Some(at), Violation::ClaimAfter { what, .. }) => {
            format!("/turns/{at}/after/{}", what.to_string().replace('.', "/"))
        }
        (Some(at), Violation::ClaimDigest {}) => format!("/turns/{at}/after/digest"),
        (Some(at), _) => {
            let in_conquest = is_in_conquest(judgment, finding);
            place::of_breach(at, &log.turns[at], violation, in_conquest)
        }
        (None, Violation::ClaimEnd { .. }) => match strange_seat(log) {
            Some(place) if finding.breach.contradicted().is_none() => format!("/end/seats/{place}"),
            _ => "/end/reason".to_owned(),
        },
        (None, Violation::ClaimPlies { .. }) => "/end/plies".to_owned(),
        (None, Violation::ClaimScoreCount { .. }) => "/result/scores".to_owned(),
        (None, Violation::ClaimScore { seat, .. }) => format!("/result/scores/{seat}"),
        (None, Violation::ClaimWinner { seat, .. }) => match named_winner(log, *seat) {
            Some(place) => format!("/result/winners/{place}"),
            None => "/result/winners".to_owned(),
        },
        (None, _) => place::of_setup(log, violation),
    }
}

/// Returns whether the conquest breaks the clause: the turn without its conquest does not.
fn is_in_conquest(judgment: &Judgment, finding: &Finding) -> bool {
    let Some((game, _)) = judgment.last() else { return false };
    let Some((position, turn)) = finding.played.as_deref() else { return false };
    if turn.conquest.is_none() {
        return false;
    }
    let action = Turn { conquest: None, ..*turn };
    position.check(&game, &action).err().as_ref() != Some(finding.breach.violation())
}

/// Returns the index of the first seat in the end that is not at the table.
fn strange_seat(log: &Log) -> Option<usize> {
    let seats = &log.end.as_ref()?.seats;
    seats.iter().position(|&seat| usize::from(seat) >= log.players.len())
}

/// Returns the index of a seat in the list of winners.
fn named_winner(log: &Log, seat: u8) -> Option<usize> {
    let winners = log.result.as_ref()?.winners.as_ref()?;
    winners.iter().position(|&winner| winner == seat)
}

/// Returns the pointers of the logged fields that nothing was compared with.
pub(crate) fn unchecked(log: &Log, judgment: &Judgment) -> Vec<String> {
    let mut all = Vec::new();
    let mut note = |is: bool, pointer: &str| all.extend(is.then(|| pointer.to_owned()));
    note(log.schema.is_some(), "/$schema");
    note(log.source.is_some(), "/source");
    note(log.ext.is_some(), "/ext");
    let judged_to_end = judgment.judged >= log.turns.len() && judgment.last().is_some();
    note(!judged_to_end && log.end.is_some(), "/end");
    let hides_cities = judgment.missing.iter().any(|missing| missing.field == FactName::Cities);
    note(judged_to_end && hides_cities && log.end.is_some(), "/end/reason");
    let result = log.result.as_ref();
    note(!judged_to_end && result.is_some(), "/result");
    let winners = result.is_some_and(|result| result.winners.is_some());
    let are_compared = judgment.is_complete()
        || judgment.findings.iter().any(|it| it.breach.clause() == Clause::ClaimWinner);
    note(judged_to_end && winners && !are_compared, "/result/winners");
    for (seat, player) in log.players.iter().enumerate() {
        note(player.name.is_some(), &format!("/players/{seat}/name"));
        note(player.ext.is_some(), &format!("/players/{seat}/ext"));
    }
    for (at, turn) in log.turns.iter().enumerate() {
        note(turn.ext.is_some(), &format!("/turns/{at}/ext"));
        note(at >= judgment.judged, &format!("/turns/{at}"));
    }
    all
}

/// Finds the lines and columns of all pointers of a report in one pass over the text.
fn locate(source: &ReportSource<'_>, report: &mut Report) {
    let mut pointers: Vec<String> = Vec::new();
    for finding in &report.findings {
        pointers.extend(finding.pointer.clone());
        pointers.extend(finding.related.as_ref().map(|related| related.pointer.clone()));
    }
    if pointers.is_empty() {
        return;
    }
    let names: Vec<&str> = pointers.iter().map(String::as_str).collect();
    // The log was read from this text.
    let found = source.text.locate_all(&names);
    let starts: Vec<usize> = found.iter().flatten().map(|place| place.value.start).collect();
    let mut lines = line_columns(source.text.text(), &starts).into_iter();
    let line_of = |(line, column)| (line as u64 + source.input.line - 1, column as u64);
    let mut places =
        found.iter().map(|place| place.as_ref().and_then(|_| lines.next()).map(line_of));
    for finding in &mut report.findings {
        if finding.pointer.is_some()
            && let Some((line, column)) = places.next().flatten()
        {
            (finding.line, finding.column) = (Some(line), Some(column));
        }
        if let Some(related) = &mut finding.related
            && let Some((line, column)) = places.next().flatten()
        {
            (related.line, related.column) = (Some(line), Some(column));
        }
    }
}

/// Returns the name and the version of this program.
pub fn tool() -> Tool {
    Tool { name: "splendor".into(), version: env!("CARGO_PKG_VERSION").into() }
}
