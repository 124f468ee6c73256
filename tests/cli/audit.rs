//! Checks that an audit counts correctly and that the rulings it suggests make the logs legal.

use std::collections::BTreeSet;
use std::fmt::Write;

use serde_json::Value;
use splendor_core::Clause;
use splendor_schema::{InputFile, Log};
use splendor_verify::audit::Audit;
use splendor_verify::clients::Client;
use splendor_verify::{JudgeOptions, Verdict, judge};

use crate::client_games::files;
use crate::cmd::Folder;
use crate::{golden, root};

/// Audits logs in two passes, as the program does, and returns the audit as JSON.
fn audit_of(name: &str, logs: &[&str]) -> Value {
    let mut audit = Audit::new(Vec::new());
    for (log, line) in logs.iter().zip(1..) {
        let input = InputFile { name: name.into(), game: line, line };
        audit.judge(&input, log.as_bytes());
    }
    let again = audit.choose();
    for log in logs.iter().filter(|_| again) {
        audit.judge_again(log.as_bytes());
    }
    serde_json::from_str(&splendor_render::audit_json(&audit, again)).unwrap()
}

/// Checks that merging the audits of two parts gives the audit of the whole, for every split.
#[test]
fn merged_audits_of_parts_equal_the_audit_of_the_whole() {
    let games: Vec<String> = ["take-fewer", "noble-one", "claim-winner", "turn-pass"]
        .iter()
        .flat_map(|name| ["legal", "illegal"].map(|kind| replay(kind, name)))
        .collect();
    let logs: Vec<&str> = games.iter().map(String::as_str).chain(["{}"]).collect();
    let whole = audit_of("corpus", &logs);
    for cut in 0..=logs.len() {
        let mut audit = Audit::new(Vec::new());
        let (mut first, mut second) = (audit.part(), audit.part());
        for (at, log) in logs.iter().enumerate() {
            let input = InputFile { name: "corpus".into(), game: 1, line: at as u64 + 1 };
            let part = if at < cut { &mut first } else { &mut second };
            part.judge(&input, log.as_bytes());
        }
        audit.merge(first);
        audit.merge(second);
        let again = audit.choose();
        let (mut first, mut second) = (audit.part(), audit.part());
        for (at, log) in logs.iter().enumerate() {
            let part = if at < cut { &mut first } else { &mut second };
            part.judge_again(log.as_bytes());
        }
        audit.merge(first);
        audit.merge(second);
        assert_eq!(
            serde_json::from_str::<Value>(&splendor_render::audit_json(&audit, again)).unwrap(),
            whole,
            "{cut}"
        );
    }
}

fn replay(kind: &str, name: &str) -> String {
    std::fs::read_to_string(root().join(format!("replays/{kind}/{name}.json"))).unwrap()
}

fn list<'v>(page: &'v Value, key: &str) -> &'v [Value] {
    page[key].as_array().map(Vec::as_slice).unwrap_or_default()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[test]
fn every_legal_replay_exercises_its_clause() {
    let mut absent = Vec::new();
    for clause in Clause::ALL {
        let name = clause.id().replace('.', "-");
        let page = audit_of(&name, &[&replay("legal", &name)]);
        assert_eq!(page["verdicts"]["legal"], 1);
        let never = list(&page, "never_exercised").iter().any(|id| text(id) == clause.id());
        absent.extend(never.then_some(clause.id()));
    }
    assert_eq!(absent, NOT_EXERCISED);
}

/// Clauses that their legal replay does not exercise, because it avoids the action of the illegal
/// replay.
const NOT_EXERCISED: [&str; 21] = [
    "orient.present",
    "stronghold.present",
    "take.fewer",
    "orient.copy-needs-color",
    "orient.spend-used",
    "orient.discard-price",
    "orient.copy",
    "orient.free",
    "post.present",
    "post.gem",
    "stronghold.step",
    "stronghold.move",
    "stronghold.remove",
    "market.refill",
    "limit.excess",
    "noble.earned",
    "post.earned",
    "city.further-color",
    "city.trigger",
    "end.trigger",
    "end.stalemate",
];

#[test]
fn a_log_exercises_only_the_clauses_of_its_actions() {
    let takes = replay("legal", "take-different");
    let page = audit_of("takes", &[&takes]);
    let never: BTreeSet<&str> = list(&page, "never_exercised").iter().map(text).collect();
    for id in ["turn.pass", "take.pair", "reserve.deck", "purchase.price", "noble.one"] {
        assert!(never.contains(id), "{id}");
    }
    for id in ["take.no-gold", "take.different", "setup.cards", "turn.order"] {
        assert!(!never.contains(id), "{id}");
    }
}

/// Notes are not findings: the audit must name the place of the finding.
#[test]
fn the_first_place_is_that_of_the_first_finding() {
    let folder = Folder::new("audit-place");
    // The sources disagree about one face of Madrid, so a game with that face has a note.
    let noted = (1..100).find(|seed| {
        let game = folder.run(&format!("generate --module cities --seed {seed}")).out;
        folder.write("game.json", game.replacen("\"take\":[", "\"take\":[\"gold\",", 3));
        folder.run("verify game.json").out.contains("note[setup.cities]")
    });
    assert!(noted.is_some(), "no game has the face");
    let report: Value =
        serde_json::from_str(&folder.run("verify --format json game.json").out).unwrap();
    let findings = list(&report, "findings");
    let found = findings.iter().find(|found| found["clause"] == "take.no-gold").unwrap();
    let page: Value =
        serde_json::from_str(&folder.run("audit --format json game.json").out).unwrap();
    let first = &list(&page, "findings")[0]["first"];
    for field in ["line", "column", "turn"] {
        assert_eq!(first[field], found[field], "{field}");
    }
}

#[test]
fn every_illegal_replay_is_counted_once_under_its_clause() {
    for clause in Clause::ALL {
        let name = clause.id().replace('.', "-");
        let page = audit_of(&name, &[&replay("illegal", &name)]);
        let rows = list(&page, "findings").iter();
        let about =
            |row: &&Value| [&row["clause"], &row["contradicts"]].map(text).contains(&clause.id());
        let row = rows.clone().find(about).unwrap_or_else(|| panic!("{name}: {page}"));
        assert_eq!((&row["logs"], &row["after_illegal"]), (&1.into(), &0.into()), "{name}");
        assert!(row["first"]["line"].as_u64().unwrap() > 1 || name.starts_with("claim"), "{name}");
        let never = list(&page, "never_exercised");
        assert!(never.iter().all(|id| text(id) != clause.id()), "what is broken is exercised");
    }
}

/// Illegal replays that some rulings make legal; the other replays are illegal under every ruling.
const RULED: [&str; 14] = [
    "turn.after-end",
    "turn.pass",
    "take.fewer",
    "orient.free-mandatory",
    "post.gem-after-purchase",
    "stronghold.mandatory",
    "limit.ten",
    "limit.excess",
    "noble.time",
    "noble.one",
    "noble.choice",
    "end.round",
    "end.fewest-cards",
    "end.shared",
];

#[test]
fn suggested_rulings_make_the_log_legal_and_none_can_be_left_out() {
    let mut ruled = Vec::new();
    for clause in Clause::ALL {
        let name = clause.id().replace('.', "-");
        let text = replay("illegal", &name);
        let log = Log::read(text.as_bytes()).unwrap();
        let page = audit_of(&name, &[&text]);
        let sets = list(&page, "smallest_sets");
        let unexplained = list(&page, "unexplained").len();
        assert_eq!(sets.is_empty(), unexplained > 0, "{name}: explained, or left");
        ruled.extend((!sets.is_empty()).then_some(clause.id()));
        for set in sets {
            let rulings = set["rulings"].as_object().unwrap().iter();
            let pair = |(name, value): (&String, &Value)| {
                (name.clone(), value.as_str().unwrap().to_owned())
            };
            let rulings: Vec<(String, String)> = rulings.map(pair).collect();
            assert_eq!(verdict(&log, &rulings), Verdict::Legal, "{name}: {rulings:?}");
            for left_out in 0..rulings.len() {
                let mut fewer = rulings.clone();
                fewer.remove(left_out);
                assert_eq!(verdict(&log, &fewer), Verdict::Illegal, "{name}: {fewer:?} is enough");
            }
        }
    }
    assert_eq!(ruled, RULED);
}

/// Logs of clients that end a game at once, or after one more turn of every other seat.
#[test]
fn an_audit_names_the_ruling_on_the_end() {
    for value in ["at-once", "others-once"] {
        let path = root().join(format!("tests/cmd/end-time-{value}.json"));
        let declared = std::fs::read_to_string(path).unwrap();
        let log = declared.replace(&format!(r#", "rulings": {{ "end-time": "{value}" }}"#), "");
        let legal = |text: &str| verdict(&Log::read(text.as_bytes()).unwrap(), &[]);
        assert_eq!((legal(&declared), legal(&log)), (Verdict::Legal, Verdict::Illegal), "{value}");
        let page = audit_of("ends", &[&log]);
        let sets = list(&page, "smallest_sets");
        assert_eq!(sets.len(), 1, "no raised target: {sets:?}");
        assert_eq!(sets[0]["rulings"], serde_json::json!({ "end-time": value }));
    }
}

fn verdict(log: &Log, rulings: &[(String, String)]) -> Verdict {
    let options = JudgeOptions { rulings: rulings.to_vec(), ..JudgeOptions::default() };
    judge(log, &options).verdict()
}

/// Returns a folder with three games of a client that takes fewer gems (one of them with an unknown
/// card), an illegal game, and a truncated line.
fn small_corpus(name: &str) -> Folder {
    let folder = Folder::new(name);
    let one_line = |kind, name| {
        let value: Value = serde_json::from_str(&replay(kind, name)).unwrap();
        value.to_string() + "\n"
    };
    let games = [
        one_line("legal", "take-fewer"),
        one_line("illegal", "take-fewer"),
        one_line("illegal", "component-unknown"),
        one_line("illegal", "limit-ten"),
        "{\n".to_owned(),
    ];
    folder.write("games.jsonl", games.concat());
    folder
}

#[test]
fn the_audit_of_a_small_corpus_matches_its_snapshot() {
    let folder = small_corpus("audit-small");
    let run = folder.run("audit games.jsonl");
    let step = "help: `splendor verify` shows each log that could not be judged, and why\n";
    assert_eq!((run.status, run.err.as_str()), (2, step));
    insta::with_settings!({ snapshot_path => "snapshots", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("audit-small", run.out);
    });
    assert_eq!(folder.run("audit games.jsonl").out, run.out, "the same corpus, the same page");
    let json: Value =
        serde_json::from_str(&folder.run("audit --format json games.jsonl").out).unwrap();
    assert_eq!(json["verdicts"]["illegal"], 3);
    assert_eq!(json["unjudged"][0]["clause"], "malformed");
    assert_eq!(json["unjudged"][0]["first"]["line"], 5);
}

#[test]
fn rulings_on_the_command_line_override_those_of_the_logs() {
    let folder = small_corpus("audit-ruled");
    let page = folder.run("audit --ruling fewer=up-to-three --format json games.jsonl").out;
    let page: Value = serde_json::from_str(&page).unwrap();
    assert_eq!(page["verdicts"]["illegal"], 2);
    assert_eq!(page["rulings"]["fewer"], "up-to-three");
    let page = folder.run("audit --client seal256 games.jsonl").out;
    assert!(page.contains("judged by fewer=never pass=always"), "{page}");
}

#[test]
fn standard_input_is_read_once_and_a_folder_without_logs_is_an_error() {
    let folder = small_corpus("audit-stdin");
    let run = folder.shell("splendor audit - < games.jsonl");
    assert!(run.out.contains("standard input is read once"), "{}", run.all());
    assert!(run.out.contains("1 legal by fewer=up-to-three"), "{}", run.out);
    folder.write("empty/readme.txt", "no log");
    let empty = folder.run("audit empty");
    assert_eq!(empty.status, 3, "{}", empty.all());
    assert_eq!(folder.run("audit missing.json").status, 2);
}

#[test]
fn an_audit_fits_into_eighty_columns() {
    let folder = small_corpus("audit-columns");
    for arguments in ["audit games.jsonl", "list clients", "audit --help", "list --help"] {
        let out = folder.run(arguments).out;
        let long = out.lines().find(|line| line.chars().count() > 80);
        assert_eq!(long, None, "{arguments}");
    }
}

/// Checks that every finding that no ruling explains is a documented bug of the client, and that no
/// preset makes games of its own client illegal.
#[test]
fn the_audits_of_the_corpus_match_the_table() {
    let Some(files) = files() else { return };
    let mut table = String::from("corpus\tpart\twhat\ttimes\tlogs\tfirst\n");
    for file in files {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).unwrap();
        let logs: Vec<&str> = text.lines().collect();
        let page = audit_of(&name, &logs);
        rows(&mut table, &name, &page);
        let source = page["clients"].as_object().unwrap().keys().next().unwrap();
        let client = Client::of_log(source).unwrap_or_else(|| panic!("{source} is not known"));
        for row in list(&page, "unexplained").iter().chain(list(&page, "unexplained_unjudged")) {
            let ids = [text_of(row, "clause"), text_of(row, "contradicts")];
            let known = ids.into_iter().any(|id| client.bug(id).is_some());
            assert!(known, "{name}: {row} is not known of {}", client.name);
        }
        let own = list(&page, "tried").iter().find(|row| text_of(row, "client") == client.name);
        assert!(own.is_none_or(|row| row["harms"] == 0), "{name}: {own:?}");
    }
    golden("tests/cli/audit.tsv", &table);
}

fn text_of<'v>(row: &'v Value, key: &str) -> &'v str {
    text(&row[key])
}

fn rows(table: &mut String, corpus: &str, page: &Value) {
    for (verdict, count) in page["verdicts"].as_object().unwrap() {
        if count != 0 {
            writeln!(table, "{corpus}\tverdict\t{verdict}\t-\t{count}\t-").unwrap();
        }
    }
    for part in ["findings", "unjudged", "unexplained", "unexplained_unjudged"] {
        for row in list(page, part) {
            let (clause, other) = (text_of(row, "clause"), text_of(row, "contradicts"));
            let what = [clause, other].join(" ");
            let (times, logs, first) = (&row["times"], &row["logs"], &row["first"]);
            let turn = first["turn"].as_u64().map_or("-".to_owned(), |turn| turn.to_string());
            let first = format!("{}:{}", first["line"], turn);
            let what = what.trim_end();
            writeln!(table, "{corpus}\t{part}\t{what}\t{times}\t{logs}\t{first}").unwrap();
        }
    }
    for row in list(page, "tried") {
        let rulings = row["rulings"].as_object().unwrap().iter();
        let rulings: Vec<String> = rulings.map(|(name, v)| format!("{name}={}", text(v))).collect();
        let by =
            row["client"].as_str().map_or_else(|| rulings.join(" "), |c| format!("--client {c}"));
        writeln!(table, "{corpus}\tlegal by\t{by}\t-\t{}\t-", row["helps"]).unwrap();
    }
    let never: Vec<&str> = list(page, "never_exercised").iter().map(text).collect();
    writeln!(table, "{corpus}\tnever\t{}\t-\t-\t-", never.join(" ")).unwrap();
}
