//! Formats a comparison of verdicts under two rule sets as text.

use std::fmt::Write;

use splendor_schema::impact::{ClauseChange, Flip, Side, Totals, VerdictPair};
use splendor_verify::impact::{Compared, Impacts};
use splendor_verify::words::count_with_noun;

use crate::report::line::under_rulings;

/// Returns the line about a log whose verdict changed or that neither rule set can judge.
pub fn flip_text(compared: &Compared) -> Option<String> {
    let Flip { input, from, to } = compared.flip();
    if !compared.is_flip() && !compared.is_unjudged() {
        return None;
    }
    let verdict_of = |side: &Side| {
        let verdict = format!("{}{}", side.verdict, under_rulings(side.verdict, &side.departures));
        let Some(first) = &side.first else { return verdict };
        let at = first.turn.map_or_else(String::new, |turn| format!(" at turn {turn}"));
        format!("{verdict} ({}{at}: {})", first.clause, first.message)
    };
    let place = format!("{}:{}", input.name, input.line);
    if compared.is_unjudged() {
        return Some(format!("{place}: {}\n", verdict_of(from)));
    }
    Some(format!("{place}: {} -> {}\n", verdict_of(from), verdict_of(to)))
}

/// Returns the totals over all logs as text.
pub fn impacts_text(impacts: &Impacts) -> String {
    let Totals { logs, flipped, reasons, verdicts, clauses } = impacts.totals();
    let logs = count_with_noun(logs, "log", "logs");
    let mut text = format!("{logs}, {flipped} with a changed verdict\n");
    for VerdictPair { from, to, logs } in verdicts {
        let _never_fails = if from == to {
            writeln!(text, "  {logs:>6} {from} under both")
        } else {
            writeln!(text, "  {logs:>6} {from} -> {to}")
        };
    }
    if reasons > 0 {
        let _never_fails = writeln!(text, "{reasons} with the same verdict for a different reason");
    }
    if !clauses.is_empty() {
        text += "why: the first broken clause, in logs with a changed verdict\n";
    }
    for ClauseChange { clause, from, to, first } in clauses {
        let place = format!("{}:{}", first.name, first.line);
        let _never_fails = writeln!(text, "  {clause}: {from} from, {to} to; first {place}");
    }
    text
}
