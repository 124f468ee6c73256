//! Checks that the library escapes hostile names itself, without the program's sanitizing output.

use splendor_convert::ForeignFormat;
use splendor_render::{CiFormat, FailOn, LogOutcome, RunSummary, TextStyle, TextWithNotes};
use splendor_schema::json::layout;
use splendor_schema::{InputFile, Log};
use splendor_verify::audit::Audit;
use splendor_verify::report::Original;
use splendor_verify::{JudgeOptions, ReportScope, ReportSource};

use super::{HOSTILE, Value, is_text, named, root, spoiled};

const CI: [CiFormat; 4] = [CiFormat::Sarif, CiFormat::Junit, CiFormat::Github, CiFormat::Gitlab];

fn input() -> InputFile {
    InputFile { name: HOSTILE.into(), game: 1, line: 1 }
}

/// Everything that a report can contain.
const SCOPE: ReportScope = ReportScope { details: true, keep_going: true };

/// Returns the report of a log in every format.
fn reports(bytes: &[u8], sums: &mut RunSummary) -> Vec<String> {
    let (report, source) =
        splendor_convert::verify(input(), bytes, &JudgeOptions::default(), SCOPE);
    let source: Original<'_> = source.as_ref().into();
    let style = TextStyle { inferred: true, unchecked: true, ..TextStyle::default() };
    let demands = FailOn { strict: true, require_end: true };
    sums.add(LogOutcome::new(&report, true, true));
    let mut all: Vec<String> =
        CI.iter().map(|format| format.log(&report, source, demands)).collect();
    all.push(splendor_render::report_text(&report, source, style));
    all.push(splendor_render::report_line(&report));
    all.push(layout::compact(&report));
    all
}

/// Returns the output of every other function that takes a log.
fn other_outputs(log: &Log, bytes: &[u8]) -> Vec<String> {
    let text = std::str::from_utf8(bytes).unwrap();
    let source = ReportSource { input: input(), text: text.into() };
    let either = |result: Result<TextWithNotes, String>| match result {
        Ok(result) => result.text + &result.notes,
        Err(error) => error,
    };
    let diagnosis = splendor_verify::diagnose(&source, log, &JudgeOptions::default());
    vec![
        either(splendor_render::table_at(log, &JudgeOptions::default(), 0, false, false)),
        either(splendor_render::table_at(log, &JudgeOptions::default(), 0, true, false)),
        either(splendor_render::legal_turns_at(log, &JudgeOptions::default(), 0, false)),
        splendor_verify::witness(log, &JudgeOptions::default())
            .map_or_else(|why| why.to_string(), |_| String::new()),
        splendor_render::html_page(&source, log, &JudgeOptions::default()),
        splendor_render::diagnosis_text(&diagnosis, None),
        layout::json_line(&diagnosis),
        layout::pretty_log(log),
        splendor_convert::kifu(log).unwrap_or_else(|why| why),
    ]
}

#[test]
fn every_output_of_the_library_is_plain_text() {
    let (mut sums, mut audit) = (RunSummary::default(), Audit::new(Vec::new()));
    for log in [vec![named(HOSTILE).to_string()], spoiled(HOSTILE)].concat() {
        let bytes = log.as_bytes();
        let mut all = reports(bytes, &mut sums);
        all.extend(Log::read(bytes).iter().flat_map(|log| other_outputs(log, bytes)));
        audit.judge(&input(), bytes);
        for text in all {
            assert!(is_text(&text, false), "{log}: {text:?}");
        }
    }
    let ends = CI.map(|format| format.end(&sums, None, 1));
    let pages = [
        splendor_render::audit_text(&audit, false),
        splendor_render::audit_json(&audit, false),
        sums.text(),
        sums.json(false),
    ];
    for text in pages.into_iter().chain(ends) {
        assert!(is_text(&text, false), "{text:?}");
    }
}

/// The number of places in a file that are replaced.
const PLACES: usize = 40;

/// Returns files with the character that separates their parts and the hostile text to insert.
fn files() -> Vec<(String, char, String)> {
    let quoted = Value::from(HOSTILE).to_string().trim_matches('"').to_owned();
    let read = |path: &str| std::fs::read_to_string(root().join(path)).unwrap();
    let seeds = ["boardgamearena/game.json", "ai-splendor/game.jsonl", "spendee/before.json"];
    let mut all: Vec<(String, char, String)> = seeds
        .iter()
        .map(|seed| (read(&format!("fuzz/seeds/convert-{seed}")), '"', quoted.clone()))
        .collect();
    all.push((read("tests/formats/convert/game.replay.json"), '"', quoted.clone()));
    all.push((read("tests/formats/convert/boardgamers.jsonl"), '"', quoted));
    all.push((read("tests/formats/convert/game.kifu"), ' ', HOSTILE.replace(['\n', '\r'], "")));
    all
}

#[test]
fn outputs_of_importers_are_plain_text() {
    for (text, mark, with) in files() {
        let format = ForeignFormat::of(&text).unwrap();
        let parts: Vec<&str> = text.split(mark).collect();
        let step = (parts.len() / PLACES).max(1);
        // Strings are at odd places, between two quotes.
        for at in (1..parts.len()).step_by(step | 1) {
            let mut spoiled = parts.clone();
            spoiled[at] = &with;
            let spoiled = spoiled.join(&mark.to_string());
            let outputs = match format.convert(&spoiled, &[]) {
                Ok(made) => vec![
                    made.account.text(),
                    made.account.json(&HOSTILE.into(), 1, format.name),
                    layout::json_line(&made.log),
                ],
                Err(refusal) => {
                    let report = splendor_convert::report_refused(input(), &spoiled, &refusal);
                    let places = refusal.places();
                    let source = Original::foreign(&spoiled, &places);
                    assert!(!report.findings[0].message.contains('\n'));
                    vec![
                        splendor_render::report_text(&report, source, TextStyle::default()),
                        CiFormat::Sarif.log(&report, source, FailOn::default()),
                    ]
                }
            };
            for text in outputs {
                assert!(is_text(&text, false), "{at}: {text:?}");
            }
        }
    }
}

/// The library also escapes words from the command line.
#[test]
fn error_messages_escape_words() {
    let rulings = vec![(HOSTILE.to_owned(), HOSTILE.to_owned())];
    let options = JudgeOptions { rulings, ..JudgeOptions::default() };
    let quoted = [
        splendor_render::explain(HOSTILE).unwrap_err(),
        splendor_render::table_at(
            &Log::read(named("x").to_string().as_bytes()).unwrap(),
            &options,
            0,
            false,
            false,
        )
        .unwrap_err(),
    ];
    for text in quoted {
        assert!(is_text(&text, false), "{text:?}");
    }
}
