//! Reports: valid by their schema, with places in the text; printing them never panics.

use splendor_render::{TextStyle, explain, legal_turns_at, report_line, report_text, table_at};
use splendor_schema::{InputFile, Log, Report};
use splendor_verify::audit::Audit;
use splendor_verify::report::{Original, report_unreadable};
use splendor_verify::{
    JudgeOptions, ReportSource, brief_report, continue_after, judge, report as full_report,
};

use super::schema::report_is_valid;

/// Bytes → a log or none, judged in both ways.
pub(super) fn report(bytes: &[u8]) {
    let input = InputFile { name: "game.json".into(), game: 1, line: 1 };
    let lossy = String::from_utf8_lossy(bytes);
    let log = match Log::read(bytes) {
        Ok(log) => log,
        Err(error) => {
            return in_words(&report_unreadable(input, &error), (&*lossy).into());
        }
    };
    let options = JudgeOptions::default();
    let stopped = judge(&log, &options);
    let followed = continue_after(&log, stopped.clone(), |_, _| {});
    for judgment in [stopped, followed] {
        let source = ReportSource { input: input.clone(), text: (&*lossy).into() };
        let whole = full_report(&source, &log, &judgment, &options);
        let brief = brief_report(&source, &log, &judgment, &options);
        assert_eq!((&brief.findings, brief.verdict), (&whole.findings, whole.verdict));
        in_words(&whole, (&*lossy).into());
        for finding in &whole.findings {
            stands_in(&lossy, finding.line, finding.column);
            assert!(explain(&finding.clause).is_ok(), "{}", finding.clause);
        }
    }
    for turn in [0, log.turns.len() / 2, log.turns.len().saturating_sub(1), log.turns.len()] {
        for json in [false, true] {
            let _why = table_at(&log, &JudgeOptions::default(), turn, json, json);
            let _why = legal_turns_at(&log, &JudgeOptions::default(), turn, json);
        }
    }
}

/// A report is valid, and every output format prints it.
pub(super) fn in_words(report: &Report, source: Original<'_>) {
    report_is_valid(report);
    assert_eq!(report_line(report).matches('\n').count(), 0, "{}", report_line(report));
    for color in [false, true] {
        let style = TextStyle { color, inferred: true, unchecked: true };
        assert!(!report_text(report, source, style).is_empty());
    }
}

fn stands_in(text: &str, line: Option<u64>, column: Option<u64>) {
    let Some(line) = line.and_then(|line| usize::try_from(line).ok()) else { return };
    let text_line = text.split('\n').nth(line - 1).expect("the line is one of the text");
    let column = column.and_then(|column| usize::try_from(column).ok()).unwrap_or(1);
    assert!(column <= text_line.chars().count() + 1, "column {column} of {text_line:?}");
}

/// Bytes → a file of logs, audited.
pub(super) fn audit(bytes: &[u8]) {
    let mut audit = Audit::new(Vec::new());
    let logs = || bytes.split(|&byte| byte == b'\n').take(8);
    for (log, line) in logs().zip(1..) {
        audit.judge(&InputFile { name: "games.jsonl".into(), game: line, line }, log);
    }
    let again = audit.choose();
    if again {
        logs().for_each(|log| audit.judge_again(log));
    }
    assert!(!splendor_render::audit_text(&audit, again).is_empty());
    let page: Result<serde_json::Value, _> =
        serde_json::from_str(&splendor_render::audit_json(&audit, again));
    assert!(page.is_ok(), "{page:?}");
}
