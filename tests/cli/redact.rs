//! Checks what `splendor redact` reads, writes and reports.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use splendor_schema::json::layout::{json_line, pretty_log};
use splendor_schema::{EXAMPLE, Log};
use splendor_verify::redact::{Viewer, anonymize, redact};

use crate::cmd::Folder;
use crate::root;

fn redacted(text: &str, viewer: Viewer) -> Log {
    let mut log = Log::read(text.as_bytes()).unwrap();
    redact(&mut log, viewer).unwrap();
    log
}

/// Returns a folder with three games, one per line.
fn with_games(name: &str) -> Folder {
    let folder = Folder::new(name);
    let games = folder.run("generate --games 3 --seats 3 --after");
    folder.write("games.jsonl", games.out);
    folder
}

#[test]
fn json_lines_stay_lines_and_one_log_is_indented() {
    let folder = with_games("rewrite-lines");
    let games = folder.read("games.jsonl");
    let run = folder.run("redact --seat 1 games.jsonl");
    let expected: String =
        games.lines().map(|line| json_line(&redacted(line, Viewer::Seat(1)))).collect();
    assert_eq!((run.status, run.out == expected), (0, true), "{}", run.err);
    let summary = run.err.strip_prefix("3 logs written, left out: setup.decks 3, source.game 3, ");
    assert!(summary.is_some_and(|rest| rest.starts_with("turns.reserve.card ")), "{}", run.err);

    let run = folder.run_on("redact --spectator -", EXAMPLE.as_bytes());
    assert_eq!(run.out, pretty_log(&redacted(EXAMPLE, Viewer::Spectator)));
    assert_eq!(run.err, "1 log written, nothing left out\n");

    let mut log = Log::read(EXAMPLE.as_bytes()).unwrap();
    let left_out = anonymize(&mut log).to_string();
    let run = folder.run_on("redact --anonymize -", EXAMPLE.as_bytes());
    assert_eq!((run.status, run.out), (0, pretty_log(&log)));
    assert_eq!(run.err, format!("1 log written, left out: {left_out}\n"));

    let run = folder.run("redact --seat 1 --anonymize games.jsonl");
    let nameless = |line| {
        let mut log = redacted(line, Viewer::Seat(1));
        anonymize(&mut log);
        json_line(&log)
    };
    let expected: String = games.lines().map(nameless).collect();
    assert_eq!((run.status, run.out == expected), (0, true), "{}", run.err);

    for (witness, lines) in [("witness --game 2 games.jsonl", 1), ("witness game.json", 26)] {
        folder.write("game.json", EXAMPLE);
        let run = folder.run(witness);
        assert_eq!((run.status, run.out.lines().count()), (0, lines), "{witness}: {}", run.err);
    }
}

#[test]
fn compressed_logs_are_read() {
    let folder = with_games("rewrite-packed");
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(folder.read("games.jsonl").as_bytes()).unwrap();
    folder.write("games.jsonl.gz", packed.finish().unwrap());
    let plain = folder.run("redact --spectator games.jsonl");
    assert_eq!(folder.run("redact --spectator games.jsonl.gz").out, plain.out);
    let zstd = std::fs::read(root().join("tests/cmd/example.json.zst")).unwrap();
    let run = folder.run_on("redact --spectator -", &zstd);
    assert_eq!(run.out, pretty_log(&redacted(EXAMPLE, Viewer::Spectator)), "{}", run.err);
}

#[test]
fn an_output_file_is_written_only_on_success() {
    let folder = with_games("rewrite-file");
    let before = folder.read("games.jsonl");
    let run = folder.run("redact --spectator games.jsonl -o seen.jsonl");
    assert_eq!((run.status, run.out.as_str()), (0, ""), "{}", run.err);
    assert_eq!(folder.read("seen.jsonl"), folder.run("redact --spectator games.jsonl").out);

    let run = folder.run("redact --anonymize games.jsonl --output ./games.jsonl");
    let refused = "error: ./games.jsonl is the input\nhelp: write to another file\n";
    assert_eq!((run.status, run.err.as_str()), (3, refused));
    assert_eq!(folder.read("games.jsonl"), before);

    folder.write("kept.txt", "kept");
    for (log, status) in [("missing.json", 2), ("empty.json", 3), ("kept.txt", 2)] {
        folder.write("empty.json", "");
        let run = folder.run(&format!("redact --anonymize {log} -o kept.txt"));
        assert_eq!((run.status, run.out.as_str()), (status, ""), "{log}: {}", run.err);
        assert_eq!(folder.read("kept.txt"), "kept", "{log}");
    }
}

#[test]
fn logs_that_cannot_be_rewritten_are_skipped_and_reported() {
    let folder = with_games("rewrite-refused");
    let two = folder.run("generate --seats 2").out;
    folder.write("mixed.jsonl", folder.read("games.jsonl") + "{\"format\":1}\n" + &two);
    let run = folder.run("redact --seat 0 mixed.jsonl");
    assert_eq!((run.status, run.out.lines().count()), (2, 4));
    assert!(run.err.starts_with("error: mixed.jsonl:4:11: expected "), "{}", run.err);
    let run = folder.run("redact --seat 2 mixed.jsonl");
    assert_eq!((run.status, run.out.lines().count()), (3, 3));
    let no_seat = "error: mixed.jsonl:5:1: there is no seat 2: \
                   the log has 2 players, seats 0 to 1; it is not written\n\
                   help: name a seat of the log";
    assert!(run.err.contains(no_seat), "{}", run.err);
    for wrong in ["redact", "--seat 0 --spectator", "--seat -1", "--seat x"] {
        let run = folder.run(&format!("redact games.jsonl {wrong}"));
        assert_eq!((run.status, run.out.as_str()), (3, ""), "{wrong}");
    }
}

#[test]
fn a_log_near_the_size_limit_stays_readable() {
    let turn = json!({ "seat": 0, "take": vec!["sapphire"; 12] }).to_string();
    let turns = vec![turn; 100_000].join(",");
    let start = EXAMPLE.find("\"turns\"").unwrap();
    let text = format!("{}\"turns\": [{turns}] }}", &EXAMPLE[..start]);
    let log = Log::read(text.as_bytes()).unwrap();
    assert!(pretty_log(&log).len() > splendor_schema::limits::LOG_BYTES);
    let folder = Folder::new("rewrite-limit");
    let run = folder.run_on("redact --spectator -", text.as_bytes());
    assert_eq!(run.err, "1 log written, nothing left out\n");
    assert!(Log::read(run.out.as_bytes()) == Ok(log));
}

#[test]
fn dropping_free_form_fields_is_noted() {
    let folder = Folder::new("rewrite-ext");
    let text = EXAMPLE.replacen("\"players\"", "\"ext\": { \"seed\": 7 }, \"players\"", 1);
    let run = folder.run_on("redact --spectator -", text.as_bytes());
    let note = "note: `ext` and `foreign` may contain anything, so they are not written";
    assert_eq!(run.err, format!("1 log written, left out: ext 1\n{note}\n"));
}

/// Returns a log that has every field of the format.
fn log_with_every_field() -> Value {
    let after = json!({ "prestige": 0, "tokens": {}, "bonuses": {}, "hand": 0, "supply": {},
        "digest": "0123456789abcdef" });
    let cards = json!({ "level1": ["a0d3s"], "level2": [], "level3": [] });
    json!({
        "$schema": "x", "format": "splendor-log/1", "omits": ["gem"], "ext": { "a": 1 },
        "rules": { "edition": "2024", "modules": ["cities"], "boxes": ["silk-road"],
            "rulings": { "pass": "always" } },
        "source": { "client": "x", "client_version": "1", "game": "1", "played_at": "now" },
        "players": [{ "name": "Ada", "ext": { "a": 1 } }, {}],
        "setup": { "nobles": ["3:4d4s"], "cities": ["17:"], "market": cards, "decks": cards },
        "turns": [
            { "seat": 0, "take": ["ruby"], "return": { "ruby": 1 }, "noble": "3:4d4s",
                "gem": "ruby", "post": "third-gem", "after": after, "ext": { "a": 1 } },
            { "reserve": { "market": "a0d3s" }, "refill": "a0s3o" },
            { "reserve": { "deck": 1, "card": "a0d3s", "under": "a0s3o" } },
            { "reserve": { "orient": 1 } },
            { "purchase": { "card": "a0d3s", "pay": { "ruby": 1 }, "from": "hand" } },
            { "purchase": { "card": "A0c3d2r" }, "copy": "ruby",
                "free": { "card": "a0d3s" }, "stronghold": { "place": "a0s3o" },
                "conquest": { "purchase": { "card": "a0d3s" } } },
            { "pass": true },
            { "foreign": { "a": 1 } },
        ],
        "end": { "reason": "resigned", "seats": [1], "plies": 6 },
        "result": { "scores": [0, 0], "winners": [0] },
    })
}

/// Collects the paths and values of all fields of a JSON value.
fn fields(value: &Value, path: &str, found: &mut Vec<(String, Value)>) {
    match value {
        Value::Array(entries) => entries.iter().for_each(|entry| fields(entry, path, found)),
        Value::Object(members) => {
            for (key, value) in members {
                let path = format!("{path}{key}");
                found.push((path.clone(), value.clone()));
                fields(value, &format!("{path}."), found);
            }
        }
        _ => {}
    }
}

/// Collects the paths of all fields in a schema.
fn paths(schema: &Value, node: &Value, path: &str, found: &mut Vec<String>) {
    if let Some(name) = node["$ref"].as_str() {
        paths(schema, schema.pointer(&name[1..]).unwrap(), path, found);
    }
    let parts = ["allOf", "oneOf", "anyOf"].iter().filter_map(|key| node[key].as_array());
    parts.flatten().for_each(|part| paths(schema, part, path, found));
    if let Some(items) = node.get("items") {
        paths(schema, items, path, found);
    }
    for (key, value) in node["properties"].as_object().into_iter().flatten() {
        // A free card may hold a free card: one inside the other says all.
        if path.ends_with(&format!(".{key}.")) {
            continue;
        }
        let path = format!("{path}{key}");
        found.push(path.clone());
        paths(schema, value, &format!("{path}."), found);
    }
}

/// Returns the rows of the table in the book: the field, and what each command does with it.
fn rows() -> Vec<[String; 3]> {
    let page = std::fs::read_to_string(root().join("docs/src/redact.md")).unwrap();
    let rows = page.lines().filter(|line| line.starts_with("| `"));
    rows.map(|line| {
        let mut cells = line.split('|').skip(1).map(|cell| cell.trim().to_owned());
        let mut next = || cells.next().unwrap();
        [next().replace('`', ""), next(), next()]
    })
    .collect()
}

/// Returns the row for a field, or for the nearest field that contains it.
fn row<'r>(rows: &'r [[String; 3]], path: &str) -> Option<&'r [String; 3]> {
    let above = |row: &&[String; 3]| path == row[0] || path.starts_with(&format!("{}.", row[0]));
    rows.iter().filter(above).max_by_key(|row| row[0].len())
}

#[test]
fn the_book_is_right_about_every_field() {
    let schemas = splendor_schema::schemas();
    let (_, schema) = schemas.iter().find(|(name, _)| name.starts_with("splendor-log")).unwrap();
    let schema: Value = serde_json::from_str(schema).unwrap();
    let (rows, mut known) = (rows(), Vec::new());
    paths(&schema, &schema, "", &mut known);
    assert!(known.len() > 50, "{known:?}");
    let inner = |path: &str| known.iter().any(|other| other.starts_with(&format!("{path}.")));
    for path in known.iter().filter(|path| !inner(path)) {
        assert!(row(&rows, path).is_some(), "the table says nothing of {path}");
    }
    let whole = log_with_every_field();
    let mut every = Vec::new();
    fields(&whole, "", &mut every);
    for [field, ..] in &rows {
        assert!(every.iter().any(|(path, _)| path == field), "no log has {field}");
    }
    let log = Log::read(whole.to_string().as_bytes()).unwrap();
    let (mut hidden, mut nameless) = (log.clone(), log);
    redact(&mut hidden, Viewer::Spectator).unwrap();
    anonymize(&mut nameless);
    for (column, log) in [(1, hidden), (2, nameless)] {
        let mut remaining = Vec::new();
        fields(&serde_json::to_value(&log).unwrap(), "", &mut remaining);
        for row in &rows {
            let found: Vec<_> = remaining.iter().filter(|(path, _)| *path == row[0]).collect();
            let agrees = match row[column].as_str() {
                "stays" => !found.is_empty(),
                "goes" | "stays for its seat" => found.is_empty(),
                "becomes `{}`" => found.iter().all(|(_, value)| *value == json!({})),
                other => panic!("`{other}` is no word of the table"),
            };
            assert!(agrees, "{row:?}: {found:?}");
        }
    }
}
