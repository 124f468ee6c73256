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

/// Unusual logs: a text in `take-pair.json`, its replacement, and the verdict.
#[cfg(unix)]
const ODD: [(&str, &str, &str); 26] = [
    ("{", r#"{ "ext": { "": 1, "": 2 },"#, "malformed"),
    ("{", r#"{ "ext": { "a": 1, "a": 2, "b": }"#, "malformed"),
    ("{", r#"{ "ext": { "a/b": ["\ud800"] },"#, "malformed"),
    ("{", r#"{ "ext": { "a": 1e999 },"#, "malformed"),
    ("{", r#"{ "ext": { "a": 9007199254740992 },"#, "malformed"),
    ("{", r#"{ "ext": { "a": [-Infinity] },"#, "malformed"),
    ("{", r#"{ "ext": { "a": [1, ] },"#, "malformed"),
    ("{", r#"{ "ext": { "a": 01 },"#, "malformed"),
    ("{", "{ \"ext\": { \"a\": \"\t\" },", "malformed"),
    ("{", r#"{ "x~/": 0, "ext": [],"#, "malformed"),
    ("{", "{ \"ext\": {} \u{a0},", "malformed"),
    ("{", "\u{feff}{", "malformed"),
    ("{", "{\0", "malformed"),
    ("1\"", "2\", \"ext\": { \"a\": 1, \"a\": 1 }", "unsupported"),
    ("1\"", r#"2", "ext": { "a": 1, "b" }"#, "malformed"),
    ("\"2024\"", r#""2024", "modules": ["cities", "x~/", "cities"]"#, "unsupported"),
    ("\"2024\"", r#""2024", "rulings": { "pass": "x", "a/b": 1 }"#, "unsupported"),
    ("\"2024\"", r#""2024", "rulings": { "target": "015" }"#, "unsupported"),
    ("{ \"seat\"", r#"{ "foreign": 1, "ext": {} }, { "seat""#, "unsupported"),
    ("\"2024\"", r#""2024", "modules": ["trading-posts", "trading-posts"]"#, "legal"),
    ("\"2024\"", r#""2024", "boxes": ["silk-road", "silk-road"]"#, "legal"),
    ("\"2024\"", r#""2024", "rulings": { "target": "21" }"#, "legal"),
    ("\"nobles\"", r#""decks": { "orient2": [] }, "cities": [], "nobles""#, "legal"),
    ("\"level1\"", r#""orient1": [], "level1""#, "legal"),
    ("{", "\n \t\r\n{", "legal"),
    ("{", r#"{ "ext": { "a": ["\ud83d\ude00", 1e0, -0, 9007199254740991] },"#, "legal"),
];

#[cfg(unix)]
#[test]
fn the_checker_reads_logs_as_strictly_as_the_verifier() {
    let Some(folder) = folder_with_python("certificates-odd") else { return };
    let plain = String::from_utf8(read("replays/legal/take-pair.json")).unwrap();
    let deep = |open: &str, close: &str| {
        format!("{{ \"ext\": {{ \"a\": {}{} }},", open.repeat(20_000), close.repeat(20_000))
    };
    let deep = [(deep("[", "]"), "malformed"), (deep("[", "["), "malformed")];
    let odd = ODD.iter().map(|&(old, new, verdict)| (plain.replacen(old, new, 1), verdict));
    let deep = deep.map(|(text, verdict)| (plain.replacen('{', &text, 1), verdict));
    let logs: Vec<_> = odd.chain(deep).collect();
    for (at, (text, verdict)) in logs.iter().enumerate() {
        assert_eq!(certified(text.as_bytes())["verdict"], *verdict, "{text}");
        folder.write(&format!("{at:02}.json"), text);
    }
    let tools = root().join("tools/certificate");
    let tools = tools.to_str().unwrap();
    let run = folder.shell(&format!(
        "splendor verify --summary --certificate c.jsonl *.json > summary
        python3 -B '{tools}/check.py' c.jsonl *.json && \
        python3 -B '{tools}/mutate.py' -n {} c.jsonl *.json",
        sample(100, 2000)
    ));
    let proved = format!("{} proved, 0 trusted, 0 refused\n", logs.len());
    assert!(run.status == 0 && run.out.starts_with(&proved), "{}", run.all());
}

#[test]
fn no_file_of_the_checker_has_more_than_300_lines() {
    for name in ["check", "form", "strict", "table", "claims", "turn", "powers", "logs"] {
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
