//! Files of other clients: each is converted, or rejected at a place in its text.

use std::ops::Range;

use splendor_convert::{ForeignFormat, SideSetup, kifu, report_refused, side_setups};
use splendor_play::generate::{GenerateOptions, generate};
use splendor_schema::{InputFile, Log, text_of};
use splendor_verify::report::Original;
use splendor_verify::{JudgeOptions, ReportSource, Verdict, judge, report};

use super::choices::Choices;
use super::games::log;
use super::read::{in_time, reads_back};
use super::report::in_words;

/// The separator between a file and its side file.
pub(super) const SIDE: &str = "\n--- side file ---\n";

/// Bytes → a file of a client, followed by its side file.
pub(super) fn convert(name: &str, bytes: &[u8]) {
    let Ok(text) = text_of(bytes) else { return };
    let (text, side) = text.split_once(SIDE).unwrap_or((text, ""));
    let setups = match side_setups(side) {
        Ok(setups) => setups,
        Err(refusal) => {
            is_in(side, &refusal.span);
            Vec::new()
        }
    };
    let format = ForeignFormat::named(name).expect("the format is known");
    let _other = ForeignFormat::of(text).map(|other| other.name);
    for (_, game) in format.games(text).into_iter().take(4) {
        one(format, game, &setups);
    }
}

fn one(format: &ForeignFormat, text: &str, setups: &[SideSetup]) {
    let input = InputFile { name: "game".into(), game: 1, line: 1 };
    let made = match in_time(text.len(), || format.convert(text, setups)) {
        Ok(made) => made,
        Err(refusal) => {
            is_in(text, &refusal.span);
            let places = refusal.places();
            let report = report_refused(input, text, &refusal);
            return in_words(&report, Original::foreign(text, &places));
        }
    };
    reads_back(&made.log);
    for pointer in ["", "/setup/market", "/turns/0", "/turns/1/purchase/card", "/result/scores/0"] {
        if let Some(place) = made.places.find(pointer) {
            is_in(text, &place);
        }
    }
    let account = made.account.json(&"game".into(), 1, format.name);
    assert!(serde_json::from_str::<serde_json::Value>(&account).is_ok(), "{account}");
    let options = JudgeOptions::default();
    let judgment = judge(&made.log, &options);
    let source = ReportSource { input, text: Original::foreign(text, &made.places) };
    let report = report(&source, &made.log, &judgment, &options);
    in_words(&report, Original::foreign(text, &made.places));
    if let Ok(written) = kifu(&made.log) {
        comes_back(&made.log, &written);
    }
}

/// A place is inside the text, between two characters.
fn is_in(text: &str, place: &Range<usize>) {
    assert!(text.get(place.clone()).is_some(), "{place:?} of {} bytes", text.len());
}

/// Bytes → a log, written as a KIFU and read again.
pub(super) fn write_kifu(bytes: &[u8]) {
    let log = log(&mut Choices::new(bytes), 90);
    if let Ok(written) = kifu(&log) {
        comes_back(&log, &written);
    }
}

/// The KIFU of a legal game can be read and is not illegal.
fn comes_back(log: &Log, written: &str) {
    if judge(log, &JudgeOptions::default()).verdict() != Verdict::Legal {
        return;
    }
    let format = ForeignFormat::named("kifu").expect("the format is known");
    let made = format.convert(written, &[]).unwrap_or_else(|why| panic!("{why}:\n{written}"));
    assert_eq!(made.log.turns.len(), log.turns.len(), "{written}");
    let verdict = judge(&made.log, &JudgeOptions::default()).verdict();
    assert_ne!(verdict, Verdict::Illegal, "{written}");
}

/// Returns a game as a KIFU, for a seed.
pub(super) fn kifu_seeds() -> Vec<(String, Vec<u8>)> {
    let game = |seed| {
        let log = generate(&GenerateOptions { seed, ..Default::default() });
        kifu(&log).ok().map(|text| (format!("generated-{seed}"), text.into_bytes()))
    };
    (0..6).filter_map(game).collect()
}
