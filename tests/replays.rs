//! Each legal replay breaks no clause; each illegal one breaks exactly the clause in its name.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use splendor_core::{Clause, Violation};
use splendor_schema::{InputFile, Log};
use splendor_verify::{
    Breach, Judgment, Options, Strangers, Style, Text, Verdict, judge, report, text,
};

use crate::root;

/// A file of a folder of replays.
struct Replay {
    /// The name without its ending.
    name: String,
    text: String,
    log: Log,
}

fn folder(kind: &str) -> PathBuf {
    root().join("replays").join(kind)
}

/// Returns the replays of a folder, by name.
fn replays(kind: &str) -> Vec<Replay> {
    let files = std::fs::read_dir(folder(kind)).unwrap().map(|entry| entry.unwrap().path());
    let mut replays: Vec<Replay> = files.map(|path| read(&path)).collect();
    replays.sort_by(|a, b| a.name.cmp(&b.name));
    replays
}

fn read(path: &Path) -> Replay {
    let shown = path.display();
    assert!(path.extension().is_some_and(|ending| ending == "json"), "{shown}");
    let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
    let text = std::fs::read_to_string(path).unwrap();
    let log = Log::read(text.as_bytes()).unwrap_or_else(|error| panic!("{shown}: {error}"));
    Replay { name, text, log }
}

fn judged<'h>(replay: &Replay, strangers: &'h Strangers) -> Judgment<'h> {
    judge(&replay.log, &Options::default(), strangers)
}

/// The name of the replays of a clause.
fn name_of(clause: Clause) -> String {
    clause.id().replace('.', "-")
}

fn clause_of(name: &str) -> Clause {
    let clause = Clause::ALL.iter().find(|&&clause| name_of(clause) == name);
    *clause.unwrap_or_else(|| panic!("no clause is called as the replay {name}"))
}

fn is_ending(replay: &Replay) -> bool {
    replay.name.starts_with("ending-")
}

#[test]
fn legal_replays_are_legal() {
    for replay in replays("legal") {
        let strangers = Strangers::new();
        let judgment = judged(&replay, &strangers);
        let (found, missing) = (&judgment.findings, &judgment.missing);
        assert_eq!(judgment.verdict(), Verdict::Legal, "{}: {found:?} {missing:?}", replay.name);
        assert_eq!(judgment.judged, replay.log.turns.len(), "{}", replay.name);
        if is_ending(&replay) {
            assert!(judgment.is_complete() && judgment.result_checked, "{}", replay.name);
        }
    }
}

#[test]
fn illegal_replays_break_the_clause_in_their_name() {
    for replay in replays("illegal") {
        let clause = clause_of(&replay.name);
        let strangers = Strangers::new();
        let judgment = judged(&replay, &strangers);
        let [finding] = judgment.findings.as_slice() else {
            panic!("{}: {:?}", replay.name, judgment.findings);
        };
        match finding.breach {
            Breach::Claim(claim, contradicted) if clause.shows_through_claims() => {
                assert_eq!(claim.clause().family(), "claim", "{}", replay.name);
                let contradicted = contradicted.as_ref().map(Violation::clause);
                assert_eq!(contradicted, Some(clause), "{}", replay.name);
            }
            breach => assert_eq!(breach.clause(), clause, "{}", replay.name),
        }
        let broken = broken(&judgment);
        assert_eq!(broken.first(), expected(clause).first(), "{}", replay.name);
        let beside = broken.iter().find(|other| !expected(clause).contains(other));
        assert_eq!(beside, None, "{}: nothing else is broken", replay.name);
    }
}

/// The clauses that the turn found breaks, by the list written apart from the checks.
fn broken(judgment: &Judgment<'_>) -> Vec<Clause> {
    let Some((game, _)) = &judgment.last else { return Vec::new() };
    let Some((position, turn)) = judgment.findings[0].played.as_deref() else { return Vec::new() };
    position.violations(game, turn).iter().map(Violation::clause).collect()
}

/// What the turn of a replay breaks: the clause alone, where a turn can break it.
fn expected(clause: Clause) -> Vec<Clause> {
    match clause {
        // What a seat does not hold cannot bring it down to ten.
        Clause::LimitOwned => vec![clause, Clause::LimitTen],
        // A noble that is not on the table is not one that is earned there.
        Clause::NoblePresent => vec![clause, Clause::NobleEarned],
        _ if ["component", "setup", "claim"].contains(&clause.family()) => Vec::new(),
        _ if clause.shows_through_claims() => Vec::new(),
        _ => vec![clause],
    }
}

#[test]
fn every_clause_has_a_pair_and_no_replay_is_orphaned() {
    let clauses: BTreeSet<String> = Clause::ALL.iter().map(|&clause| name_of(clause)).collect();
    let names = |kind| -> BTreeSet<String> {
        let clausal = replays(kind).into_iter().filter(|replay| !is_ending(replay));
        clausal.map(|replay| replay.name).collect()
    };
    assert_eq!(names("illegal"), clauses);
    assert_eq!(names("legal"), clauses);
}

#[test]
fn a_pair_differs_in_one_place() {
    let legal = replays("legal");
    for illegal in replays("illegal") {
        let legal = legal.iter().find(|legal| legal.name == illegal.name).unwrap();
        let lines = |replay: &Replay| -> Vec<String> {
            // Whether a comma follows a line says nothing.
            replay.text.lines().map(|line| line.trim_end_matches(',').to_owned()).collect()
        };
        let (right, wrong) = (lines(legal), lines(&illegal));
        let removed = wrong.iter().filter(|line| !right.contains(line)).count();
        let added = right.iter().filter(|line| !wrong.contains(line)).count();
        // A seat more at the table needs a noble more.
        let most = if illegal.name == "setup-seats" { 2 } else { 1 };
        let differs = (1..=most).contains(&added.max(removed));
        assert!(differs, "{}: +{added} -{removed}", illegal.name);
    }
}

#[test]
fn the_reports_of_illegal_replays_are_these() {
    for replay in replays("illegal") {
        let strangers = Strangers::new();
        let (options, judgment) = (Options::default(), judged(&replay, &strangers));
        let name = format!("replays/illegal/{}.json", replay.name);
        let input = InputFile { name, game: 1, line: 1 };
        let source = Text { input, text: &replay.text };
        let report = report(&source, &replay.log, &judgment, &options);
        let text = text(&report, &replay.text, Style::default());
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(format!("illegal-{}", replay.name), text);
        });
    }
}

#[test]
fn replays_of_clients_are_read() {
    for entry in std::fs::read_dir(folder("clients")).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            let client = path.file_name().unwrap().to_str().unwrap();
            assert!(!replays(&format!("clients/{client}")).is_empty(), "{client}");
        }
    }
}
