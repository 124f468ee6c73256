//! Every error of the program names the next step.
#![cfg(unix)]

use std::collections::BTreeSet;

use crate::cmd::Folder;
use crate::repo::tidy::anchors;
use crate::root;

/// A command line, its exit status, and a part of the next step that its error names.
const ERRORS: &[(&str, i32, &str)] = &[
    // The command line.
    ("splendor", 2, "Commands:"),
    ("splendor judge game.json", 3, "try '--help'"),
    ("splendor verify", 3, "try '--help'"),
    ("splendor verify --format xml game.json", 3, "try '--help'"),
    ("splendor verify --ruling pass=sometimes game.json", 3, "try '--help'"),
    ("splendor verify --client nobody game.json", 3, "try '--help'"),
    ("splendor verify --from chess game.json", 3, "try '--help'"),
    ("splendor verify --threads 0 game.json", 3, "try '--help'"),
    ("splendor generate --seats 5", 3, "try '--help'"),
    // Inputs that are unreadable or empty.
    ("splendor verify missing.json", 2, "help: check the path"),
    ("splendor verify closed.json", 2, "help: make it readable for your user"),
    ("splendor verify cut.json.gz", 2, "help: check the file: `gzip -t`"),
    ("splendor verify empty.json", 3, "help: `splendor example` prints a log"),
    ("splendor verify none", 3, "help: name the files themselves"),
    ("splendor verify none.tar", 3, "help: name the files themselves"),
    ("splendor verify --from kifu --setup missing.json game.kifu", 2, "help: check the path"),
    ("splendor verify --from auto - < large.jsonl", 2, "help: leave out --from"),
    ("splendor audit missing.json game.json", 2, "help: check the path"),
    ("splendor audit none game.json", 3, "help: name the files themselves"),
    ("splendor audit none", 3, "help: name the files themselves"),
    ("splendor audit none.tar", 3, "help: name the files themselves"),
    ("splendor audit missing.json", 2, "help: check the path"),
    ("splendor audit empty.json game.json", 3, "help: `splendor example` prints a log"),
    ("splendor audit cut.json.gz", 2, "help: check the file: `gzip -t`"),
    ("splendor audit broken.json", 2, "help: `splendor verify` shows each log"),
    ("splendor verify game.json/", 2, "help: check the path: it goes through a file"),
    ("splendor verify - - < game.json", 3, "help: name it once"),
    ("splendor audit - - < game.json", 3, "help: name it once"),
    ("splendor show missing.json", 2, "help: check the path"),
    ("splendor show .", 2, "help: name a file; `verify` and `audit` read"),
    ("splendor show empty.json", 3, "help: `splendor example` prints a log"),
    ("splendor show broken.json", 2, "help: `splendor verify broken.json` shows the place"),
    ("splendor legal broken.json", 2, "help: `splendor verify broken.json` shows the place"),
    ("splendor view broken.json", 2, "help: `splendor verify broken.json` shows the place"),
    ("splendor perft broken.json --depth 1", 2, "help: `splendor verify broken.json`"),
    ("splendor redact --seat 0 missing.json", 2, "help: check the path"),
    ("splendor redact --seat 0 empty.json", 3, "help: `splendor example` prints a log"),
    ("splendor redact --seat 0 broken.json", 2, "help: `splendor verify broken.json`"),
    ("splendor redact --seat 7 game.json", 3, "help: name a seat of the log, or --spectator"),
    (
        "splendor redact --anonymize broken.json",
        2,
        "help: `splendor verify broken.json` shows the place",
    ),
    ("splendor witness broken.json", 2, "help: `splendor verify broken.json` shows the place"),
    ("splendor witness illegal.json", 1, "help: `splendor verify illegal.json` shows the turn"),
    // Turns, games and names that do not exist.
    ("splendor show game.json --turn 9", 3, "help: name a turn from 1 to 6"),
    ("splendor legal game.json --game 2", 3, "help: name a game from 1 to 1"),
    ("splendor perft start.json --depth 1 --turn 2", 3, "help: leave out --turn, or name a log"),
    (
        "splendor perft game.json --depth 1",
        2,
        "help: count from a table that is consistent with the log",
    ),
    ("splendor show lost.json", 2, "help: `splendor verify lost.json` shows where"),
    ("splendor explain xyzzy", 3, "help: `splendor list clauses` lists the clauses"),
    ("splendor schema --print card", 3, "try '--help'"),
    ("splendor generate --policy wild", 3, "try '--help'"),
    ("splendor generate --module cities --edition 2014", 3, "help: `splendor generate --help`"),
    ("splendor generate --games 2 --pretty", 3, "help: leave out --pretty, or --games"),
    // Arguing about a case.
    ("splendor why - - < game.json", 3, "help: write one to a file"),
    ("splendor why game.json --turn 2 '{\"grab\":1}'", 2, "help: write the turn in words"),
    ("splendor why game.json 'take purple'", 2, "help: the tokens are diamond, sapphire,"),
    ("splendor why game.json 'grab ruby'", 2, "help: begin with an action: `take ruby ruby`"),
    (
        "splendor why --format json start.json",
        3,
        "help: name a turn of the log with --turn, or give a turn",
    ),
    ("splendor why start.json --turn 2 pass", 3, "help: leave out --turn, or name a log"),
    ("splendor legal start.json --turn 2", 3, "help: leave out --turn, or name a log"),
    ("splendor show twice.json", 2, "help: correct the position: each component is in one place"),
    ("splendor view twice.json", 2, "help: correct the position: each component is in one place"),
    ("splendor diagnose illegal.json --fix 99 -o new.json", 3, "help: run it without --output"),
    // Files that are written.
    ("splendor verify -o game.json game.json", 3, "help: write to another file"),
    ("splendor verify -o no/where.txt game.json", 3, "help: create the folder first"),
    ("splendor verify -o one --resume one game.json", 3, "help: give --resume a file of its own"),
    ("splendor verify --also line=a --also json=a game.json", 3, "help: give --also a file of its"),
    ("splendor verify -o out --resume j -", 3, "help: leave out --resume, or save the input"),
    ("splendor verify -o out --resume stale game.json", 3, "help: remove it to start over"),
    ("splendor verify -o out --resume /dev/zero game.json", 3, "help: name a regular file for"),
    ("splendor verify -o out --resume none game.json", 3, "help: name a regular file for"),
    ("splendor verify -o /dev/null --resume j game.json", 3, "help: write to a file on a disk"),
    ("splendor verify --summary --format junit game.json", 3, "help: leave out --summary"),
    ("splendor verify --format sarif --book here game.json", 3, "help: write the address like"),
    ("splendor view game.json -o none", 3, "help: that is a folder: name a file"),
    ("splendor verify -o none game.json", 3, "help: that is a folder: name a file"),
    ("splendor view game.json -o game.json", 3, "help: write to another file"),
    ("splendor schema game.json", 3, "help: that is a file: name a folder"),
    // Files of other clients.
    ("splendor show game.kifu", 2, "`splendor convert --from kifu game.kifu` makes a log of it"),
    ("splendor redact --seat 0 game.kifu", 2, "`splendor convert --from kifu game.kifu`"),
    ("splendor diagnose game.kifu", 2, "`splendor convert --from kifu game.kifu`"),
    ("splendor convert empty.json", 3, "help: export the game again"),
    ("splendor convert --from kifu game.json", 2, "help: `splendor verify game.json` judges it"),
    ("splendor convert --to kifu lost.json", 2, "help: docs/src/convert.md lists what a KIFU can"),
    ("splendor verify --from kifu none.tar", 2, "help: unpack it with `tar -xf`"),
    ("splendor convert none.tar", 2, "help: unpack it with `tar -xf`"),
    ("splendor convert missing.kifu", 2, "help: check the path"),
    ("splendor convert game.json", 2, "help: `splendor verify game.json` judges it"),
    ("splendor convert broken.json", 2, "help: docs/src/client-guide.md shows how"),
    ("splendor convert --from kifu broken.json", 2, "help: check that line"),
    ("splendor convert game.kifu -o game.kifu", 3, "help: write to another file"),
    ("splendor convert --to kifu broken.json", 2, "help: `splendor verify broken.json`"),
    // Other engines.
    ("splendor conformance --cmd \"'open\"", 3, "help: write the command as --cmd"),
    ("splendor conformance --cmd false", 2, "help: start the command by hand"),
    ("splendor conformance --cmd cat --vectors empty.json", 3, "help: `splendor schema --print"),
    ("splendor conformance --cmd cat --clause nothing", 3, "help: `splendor conformance --list`"),
    ("splendor conformance --cmd cat --skip missing.txt", 3, "help: check the path"),
];

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    let read = |path: &str| std::fs::read(root().join(path)).unwrap();
    let game = folder.run("example").out;
    folder.write("lost.json", game.replacen("\"edition\": \"2024\"", "\"edition\": \"1999\"", 1));
    folder.write("game.json", game);
    folder.write("broken.json", "{\n  \"format\": 1\n}");
    folder.write("illegal.json", read("replays/illegal/turn-pass.json"));
    folder.write("start.json", read("replays/perft/start-2.json"));
    let twice = r#"[{ "cards": ["a0d3s"] }, { "cards": ["a0d3s"] }]"#;
    let rules = r#""rules": { "edition": "2024" }"#;
    let twice = format!(r#"{{ "format": "splendor-position/1", {rules}, "seats": {twice} }}"#);
    folder.write("twice.json", twice);
    folder.write("empty.json", "");
    folder.write("closed.json", "{}");
    folder.write("cut.json.gz", [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1]);
    folder.write("none/readme.txt", "no log");
    folder.write("large.jsonl", "{}\n".repeat(6_000_000));
    folder.write("stale", "not a journal");
    folder.write("game.kifu", read("tests/formats/convert/game.kifu"));
    assert_eq!(folder.shell("tar cf none.tar none/readme.txt && chmod 0 closed.json").status, 0);
    folder
}

#[test]
fn every_error_names_the_next_step() {
    let folder = folder("errors-steps");
    let may_all = std::fs::read(folder.path().join("closed.json")).is_ok();
    let wrong = ERRORS.iter().filter(|(line, ..)| !(may_all && line.contains("closed.json")));
    let wrong = wrong.filter_map(|&(line, status, step)| {
        let run = folder.shell(line);
        let exits = run.status == status.max(if line == "splendor" { 3 } else { 0 });
        let fine = exits && run.err.contains(step);
        (!fine).then(|| format!("{line}: {}\n{}", run.status, run.err))
    });
    crate::repo::tidy::assert_no_complaints(wrong);
}

#[test]
fn malformed_logs_name_the_next_step_in_their_report() {
    let folder = folder("errors-reports");
    folder.write("list.json", "[{}, {}]");
    folder.write("twice.json", "{\"format\": \"splendor-log/1\", \"format\": \"x\"}");
    folder.write("other.json", "{\"format\": \"splendor-log/9\"}");
    folder.write("latin.json", [0x7b, 0xe9, 0x7d]);
    folder.write("bom.json", "\u{feff}{}");
    for name in ["broken", "list", "twice", "other", "latin", "bom", "lost"] {
        let run = folder.run(&format!("verify {name}.json"));
        assert_eq!((run.status, run.out.contains("help: ")), (2, true), "{name}: {}", run.all());
    }
    let run = folder.run("verify --from kifu game.json");
    let step = "help: this is a log: leave out --from";
    assert_eq!((run.status, run.out.contains(step)), (2, true), "{}", run.all());
    let run = folder.run("verify illegal.json");
    assert_eq!((run.status, run.out.contains("help: `splendor explain ")), (1, true));
}

#[test]
fn every_page_that_explain_links_to_exists() {
    let folder = Folder::new("errors-pages");
    let mut pages = BTreeSet::new();
    for family in ["format", "unsupported", "input", "tool", "verdict"] {
        let ids = folder.run(&format!("explain {family}")).out;
        let ids = ids.lines().filter_map(|line| line.split(' ').next());
        for id in ids.filter(|id| id.contains('.')) {
            let text_of_id = folder.run(&format!("explain {id}")).out;
            let page = text_of_id.lines().skip_while(|line| *line != "Read on").nth(1);
            pages.insert(page.expect(id).trim().to_owned());
        }
    }
    assert!(pages.len() > 5, "{pages:?}");
    for page in pages {
        let (path, anchor) = page.split_once('#').unwrap_or((&page, ""));
        let text = std::fs::read_to_string(root().join(path)).expect(path);
        assert!(anchor.is_empty() || anchors(&text).contains(&anchor.to_owned()), "{page}");
    }
}

/// A legal log can fail `--require-end`; the output must say that nothing else is wrong with it.
#[test]
fn a_legal_log_that_does_not_pass_explains_why() {
    let folder = Folder::new("errors-unmet");
    folder.write("short.json", folder.run("example").out);
    for format in ["text", "line"] {
        let run = folder.run(&format!("verify --quiet --require-end --format {format} short.json"));
        assert_eq!(run.status, 1);
        assert!(run.out.contains("without --require-end it passes"), "{}", run.out);
    }
    let run = folder.run("verify short.json");
    assert!(run.status == 0 && !run.out.contains("passes"), "{}", run.out);
}
