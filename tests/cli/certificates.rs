//! Checks that `splendor verify --certificate` proves its verdicts to a checker that shares nothing
//! with the program.

use serde_json::{Value, json};
use splendor_verify::{JudgeOptions, certificate};

use crate::cmd::Folder;
use crate::{root, sample};

/// A log of each verdict.
const LOGS: [(&str, &str); 7] = [
    ("legal", "replays/legal/take-pair.json"),
    ("consistent", "tests/cmd/consistent.json"),
    ("illegal", "replays/illegal/take-pair-needs-four.json"),
    ("illegal-setup", "replays/illegal/setup-cards.json"),
    ("undecided", "tests/cmd/undecided.json"),
    ("malformed", "replays/perft/counts.json"),
    ("unsupported", "replays/perft/start-2.json"),
];

fn read(name: &str) -> Vec<u8> {
    std::fs::read(root().join(name)).unwrap()
}

fn certified(log: &[u8]) -> Value {
    serde_json::to_value(certificate(log, &JudgeOptions::default())).unwrap()
}

/// Returns a certificate with the last turn of each game only, without the order of the decks.
fn shortened(mut value: Value) -> Value {
    match &mut value {
        Value::Object(object) => {
            if let Some(Value::Array(turns)) = object.get_mut("turns") {
                turns.drain(..turns.len().saturating_sub(1));
            }
            for (name, inner) in object.iter_mut() {
                *inner = match inner {
                    Value::Array(cards) if cards.len() > 4 && name != "turns" => {
                        json!(format!("{} entries", cards.len()))
                    }
                    _ => shortened(inner.take()),
                };
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = shortened(item.take())),
        _ => {}
    }
    value
}

#[test]
fn a_certificate_of_each_verdict() {
    let schema = read("schema/splendor-certificate-1.schema.json");
    let schema = jsonschema::validator_for(&serde_json::from_slice(&schema).unwrap()).unwrap();
    for (verdict, log) in LOGS {
        let certificate = certified(&read(log));
        let errors: Vec<_> = schema.iter_errors(&certificate).map(|it| it.to_string()).collect();
        assert!(errors.is_empty(), "{log}: {errors:?}");
        assert_eq!(certificate["verdict"], verdict.split('-').next().unwrap(), "{log}");
        let text = serde_json::to_string_pretty(&shortened(certificate)).unwrap();
        insta::assert_snapshot!(verdict, text);
    }
}

/// Returns a folder with Python, or `None`: without it the tests do nothing.
#[cfg(unix)]
fn folder_with_python(name: &str) -> Option<Folder> {
    let folder = Folder::new(name);
    let version = "python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))'";
    (folder.shell(version).status == 0).then_some(folder)
}

#[cfg(unix)]
#[test]
fn the_checker_accepts_every_replay_and_refuses_every_change() {
    let Some(folder) = folder_with_python("certificates") else { return };
    let (replays, tools) = (root().join("replays"), root().join("tools/certificate"));
    let (replays, tools) = (replays.to_str().unwrap(), tools.to_str().unwrap());
    let folders = sample("museum edge-cases", ".");
    let paths: Vec<_> = folders.split(' ').map(|name| format!("'{replays}'/{name}")).collect();
    let paths = paths.join(" ");
    // By their names, so that every file is judged, also one that is no log.
    let logs = format!("$(find {paths} -name '*.json' -o -name '*.jsonl')");
    let run = folder.shell(&format!("splendor verify --summary --certificate c.jsonl {logs}"));
    assert!([1, 2].contains(&run.status), "{}", run.all());
    let run = folder.shell(&format!("python3 -B '{tools}/check.py' c.jsonl {logs}"));
    let proved = run.out.strip_suffix(" proved, 0 trusted, 0 refused\n");
    let least = sample(80, 600);
    assert!(proved.is_some_and(|n| n.parse::<u32>().unwrap() > least), "{}", run.all());
    let count = sample(200, 10_000);
    let run = folder.shell(&format!("python3 -B '{tools}/mutate.py' -n {count} c.jsonl {logs}"));
    assert_eq!(run.status, 0, "{}", run.all());
}

#[cfg(unix)]
#[test]
fn the_checker_knows_what_it_trusts() {
    let Some(folder) = folder_with_python("certificates-trusted") else { return };
    let check = root().join("tools/certificate/check.py");
    let check = check.to_str().unwrap();
    let logs =
        ["consistent.json", "open.json", "inferred.json", "pass-shown.json", "undecided.json"];
    for log in logs {
        folder.write(log, read(&format!("tests/cmd/{log}")));
    }
    let logs = logs.join(" ");
    folder.run(&format!("verify --certificate c.jsonl {logs}"));
    let run = folder.shell(&format!("python3 -B '{check}' c.jsonl {logs}"));
    assert!(crate::cmd::console::check("docs/src/certificate.md") >= 2);
    let shown = "trusted: pass-shown.json:1: a card that the log names later breaks the clause\n\
                 trusted: undecided.json:1: that the search found nothing\n\
                 3 proved, 2 trusted, 0 refused\n";
    assert_eq!(run.out, shown, "{}", run.err);

    let run =
        folder.shell(&format!("tail -n +2 c.jsonl > d.jsonl; python3 -B '{check}' d.jsonl {logs}"));
    assert_eq!(run.status, 1);
    assert!(run.out.ends_with("missing: consistent.json has no certificate\n"), "{}", run.out);
}

#[test]
fn no_file_of_the_checker_has_more_than_300_lines() {
    for name in ["check", "form", "table", "claims", "turn", "powers", "logs"] {
        let text = read(&format!("tools/certificate/{name}.py"));
        assert!(text.split(|&byte| byte == b'\n').count() <= 301, "{name}.py");
    }
}

#[test]
fn a_run_that_stops_early_leaves_no_certificate() {
    let folder = Folder::new("certificates-stopped");
    folder.write("a.json", read("replays/illegal/take-pair.json"));
    folder.write("b.json", read("replays/legal/take-pair.json"));
    let run = folder.run("verify --fail-fast --certificate c.jsonl a.json b.json");
    assert_eq!(run.status, 1, "{}", run.all());
    assert!(!folder.path().join("c.jsonl").exists() && !folder.path().join("c.jsonl.tmp").exists());
    folder.run("verify --quiet --certificate c.jsonl a.json b.json");
    let text = std::fs::read_to_string(folder.path().join("c.jsonl")).unwrap();
    assert_eq!(text.lines().count(), 2);
    assert!(!folder.path().join("c.jsonl.tmp").exists());
}

#[test]
fn some_options_do_not_go_with_a_certificate() {
    let folder = Folder::new("certificates-options");
    folder.write("a.json", read("replays/legal/take-pair.json"));
    for options in
        ["--published", "--from auto", "--sealed", "-o out --resume journal", "-o c.jsonl"]
    {
        let run = folder.run(&format!("verify --certificate c.jsonl {options} a.json"));
        assert_eq!(run.status, 3, "{options}: {}", run.all());
    }
    let run = folder.run("verify --certificate a.json a.json");
    assert_eq!(run.status, 3, "{}", run.all());
}
