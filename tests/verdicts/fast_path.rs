//! The fast path gives the report of the replay for every replay and every real log.

use std::fs;
use std::path::PathBuf;

use splendor_input::pieces;
use splendor_schema::InputFile;
use splendor_verify::{JudgeOptions, ReportScope, RequiredRules, verify, verify_by_replay};

use crate::root;
use crate::verdicts::corpus;

/// Compares the reports on each log of a file, and returns the number of logs.
fn compare(file: &PathBuf) -> usize {
    let name = file.to_string_lossy();
    let bytes = fs::read(file).unwrap();
    let mut logs = 0;
    let read = pieces(bytes.as_slice(), &mut |piece| {
        logs += 1;
        let input = InputFile { name: "log".into(), game: piece.game, line: piece.line };
        for keep_going in [false, true] {
            for required in [None, Some(RequiredRules::Published)] {
                let options = JudgeOptions { keep_going, required, ..JudgeOptions::default() };
                for scope in [ReportScope::Brief, ReportScope::Full] {
                    let fast = verify(input.clone(), piece.bytes, &options, scope);
                    let replayed = verify_by_replay(input.clone(), piece.bytes, &options, scope);
                    assert!(fast == replayed, "{name}, log {}", piece.game);
                }
            }
        }
    });
    assert!(read.is_ok(), "{name}: {read:?}");
    logs
}

#[test]
fn every_replay_gets_the_report_of_the_replay() {
    let folders = ["legal", "illegal"].map(|name| root().join("replays").join(name));
    let files = folders.into_iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let files: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    assert!(files.iter().map(compare).sum::<usize>() > 150);
}

#[test]
fn every_real_log_gets_the_report_of_the_replay() {
    let files = [corpus::files(), corpus::sun_never_sets_files()].into_iter().flatten().flatten();
    files.for_each(|file| assert!(compare(&file) > 0));
}
