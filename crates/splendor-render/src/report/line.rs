//! A report in one line.

use splendor_schema::report::{AppliedRuling, Severity, rulings_in_words};
use splendor_schema::{Report, Verdict, visible};

use splendor_verify::words::{listed, turns};

/// Returns a report in one line: place, verdict, and the first finding.
pub fn report_line(report: &Report) -> String {
    let input = &report.input;
    let finding = report.findings.iter().find(|finding| finding.severity == Severity::Error);
    let at = finding.and_then(|finding| Some((finding.line?, finding.column?)));
    let place = match at {
        Some((line, column)) => format!("{}:{line}:{column}", input.name),
        None => format!("{}:{}", input.name, input.line),
    };
    let missing = report.missing.first().filter(|_| report.verdict != Verdict::Legal);
    let about = match (finding, report.stop().or(missing)) {
        (Some(finding), _) => format!("{}: {}", finding.clause, finding.message),
        (None, Some(stop)) if report.verdict == Verdict::Undecided => {
            let (fact, place) = (stop.fact, stop.place());
            format!("{}; {fact} of {place}: {}", judged(report), stop.message)
        }
        (None, Some(missing)) => format!("{} of {}", missing.fact, missing.place()),
        (None, None) => outcome(report),
    };
    // Text from a log must not end the line or control a terminal.
    let (verdict, under) = (report.verdict, under(report));
    visible::line(&format!("{place}: {verdict}{under}: {about}")).into_owned()
}

/// Returns the departures from the published rules under which the verdict holds.
pub(crate) fn under(report: &Report) -> String {
    under_rulings(report.verdict, &report.departures)
}

/// Returns the departures from the published rules under which a verdict holds, like ` under
/// pass=always`. A log that could not be judged has a verdict under no rules.
pub(crate) fn under_rulings(verdict: Verdict, departures: &[AppliedRuling]) -> String {
    let judged = !matches!(verdict, Verdict::Malformed | Verdict::Unsupported);
    let words = rulings_in_words(departures).filter(|_| judged);
    words.map_or_else(String::new, |rules| format!(" under {rules}"))
}

/// Returns how many turns of a log were judged. With `--keep-going` the replay continues after the
/// search stopped, but from a table that it guessed.
pub(crate) fn judged(report: &Report) -> String {
    let before_stop = report.stop().and_then(|stop| stop.turn?.checked_sub(1));
    format!("{} of {} judged", before_stop.unwrap_or(report.judged), turns(report.plies))
}

/// Returns how far a game came, its scores and its winners.
pub(crate) fn outcome(report: &Report) -> String {
    let numbers = |list: &[u8]| list.iter().map(u8::to_string).collect::<Vec<_>>();
    let scores = report.scores.as_deref().map(|scores| numbers(scores).join("-"));
    let scores =
        scores.map_or("scores not decided".to_owned(), |scores| format!("scores {scores}"));
    let state = if report.complete { "complete" } else { "incomplete" };
    let winners = report.winners.as_deref().map(numbers).unwrap_or_default();
    let winners = match winners.as_slice() {
        [] => String::new(),
        [seat] => format!(", seat {seat} wins"),
        seats => format!(", seats {} share the victory", listed(seats)),
    };
    format!("{state}, {}, {scores}{winners}", turns(report.plies))
}
