//! Logs with fewer facts: a view of a legal game is never illegal.

use splendor_schema::Log;
use splendor_schema::json::layout;
use splendor_verify::redact::{Viewer, anonymize as without_names, redact as as_seen};
use splendor_verify::witness::NoWitness;
use splendor_verify::{JudgeOptions, Judgment, Verdict, continue_after, judge, witness};

use super::choices::Choices;
use super::games::{log, with_less};
use super::read::{in_time, reads_back};

fn verdict(log: &Log) -> Verdict {
    judge(log, &JudgeOptions::default()).verdict()
}

/// If a view is illegal, the log is illegal; if the log is legal, no view is illegal.
fn no_harsher(whole: &Log, less: &Log) -> Verdict {
    let (knows_all, knows_less) = (verdict(whole), verdict(less));
    let fits = match knows_all {
        Verdict::Legal | Verdict::Consistent => {
            matches!(knows_less, Verdict::Legal | Verdict::Consistent | Verdict::Undecided)
        }
        Verdict::Undecided => knows_less != Verdict::Illegal,
        Verdict::Illegal | Verdict::Unsupported => true,
    };
    let text = || layout::json_line(less) + &layout::json_line(whole);
    assert!(fits, "with less {knows_less:?}, whole {knows_all:?}:\n{}", text());
    knows_less
}

/// Bytes → the views of a log.
pub(super) fn redact(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let log = log(&mut choices, 90);
    let seats = u8::try_from(log.players.len()).unwrap_or(0);
    let spectator = seen(&log, Viewer::Spectator);
    for viewer in (0..seats).map(Viewer::Seat).chain([Viewer::Spectator]) {
        let view = seen(&log, viewer);
        no_harsher(&log, &view);
        reads_back(&view);
        assert_eq!(seen(&view, viewer), view, "who redacts twice leaves out no more");
        assert_eq!(seen(&view, Viewer::Spectator), spectator, "{viewer:?}");
    }
    let stranger = as_seen(&mut log.clone(), Viewer::Seat(seats));
    assert!(stranger.is_err(), "there is no seat {seats}");
}

fn seen(log: &Log, viewer: Viewer) -> Log {
    let mut view = log.clone();
    let left_out = as_seen(&mut view, viewer).expect("the seat is at the table");
    assert_eq!(left_out.is_empty(), view == *log, "what is left out is counted");
    view
}

/// Bytes → a log without names.
pub(super) fn anonymize(bytes: &[u8]) {
    let Ok(log) = Log::read(bytes) else { return };
    let mut nameless = log.clone();
    let left_out = without_names(&mut nameless);
    assert_eq!(left_out.is_empty(), nameless == log);
    assert!(nameless.players.iter().all(|player| player.name.is_none() && player.ext.is_none()));
    assert!(nameless.ext.is_none() && nameless.schema.is_none());
    reads_back(&nameless);
    assert_eq!(verdict(&nameless), verdict(&log));
    assert!(without_names(&mut nameless.clone()).is_empty());
}

/// Bytes → a log with missing facts; if no completion is legal, the log is illegal.
pub(super) fn worlds(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let whole = log(&mut choices, 40);
    let less = with_less(&mut choices, &whole);
    reads_back(&less);
    let first = no_harsher(&whole, &less);
    match witness(&less, &JudgeOptions::default()) {
        Ok(witness) => {
            assert!(matches!(first, Verdict::Legal | Verdict::Consistent), "{first:?}");
            assert_eq!(verdict(&witness), Verdict::Legal);
            assert_eq!(witness.turns.len(), less.turns.len());
            reads_back(&witness);
        }
        Err(NoWitness::Illegal) => assert_eq!(first, Verdict::Illegal),
        Err(NoWitness::Unsupported) => assert_eq!(first, Verdict::Unsupported),
        Err(NoWitness::GaveUp) => assert_eq!(first, Verdict::Undecided),
        Err(NoWitness::Rules) => panic!("no rules are required"),
        Err(NoWitness::Digest) => assert_eq!(first, Verdict::Consistent),
    }
}

/// Bytes → a log: every way to judge it finishes in time.
pub(super) fn judged(bytes: &[u8]) {
    let Ok(log) = Log::read(bytes) else { return };
    let plain = verdict(&log);
    let stopped = judge(&log, &JudgeOptions::default());
    let found = |judgment: &Judgment| {
        let findings = judgment.findings.iter();
        findings.map(|finding| (finding.turn, finding.breach)).collect::<Vec<_>>()
    };
    let before = found(&stopped);
    let followed = in_time(1 << 16, || continue_after(&log, stopped.clone(), |_, _| {}));
    assert_eq!(followed.verdict(), plain, "what follows changes no verdict");
    assert!(followed.judged <= log.turns.len());
    assert!(found(&followed).starts_with(&before));
}
