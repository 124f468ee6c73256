//! Checks the answers to mistakes of a newcomer: empty inputs, options without effect, unknown ids,
//! and incomplete lists.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::path::Path;

use crate::cmd::Folder;
use crate::root;

/// Every command that reads logs, with its required options.
const READERS: [&str; 12] = [
    "verify",
    "why",
    "diagnose",
    "show",
    "view",
    "legal",
    "perft --depth 1",
    "audit",
    "witness",
    "redact --seat 0",
    "redact --anonymize",
    "convert",
];

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("game.json", folder.run("example").out);
    folder.write("games.jsonl", folder.run("generate --games 2").out);
    folder.write("none/readme.txt", "no log");
    folder
        .write("game.kifu", std::fs::read(root().join("tests/formats/convert/game.kifu")).unwrap());
    folder
}

#[test]
fn a_missing_file_exits_with_two_and_an_empty_one_with_three() {
    let folder = folder("usage-status");
    folder.write("empty.json", "");
    folder.write("blank.json", " \n\n");
    for command in READERS {
        for (input, status) in [("missing.json", 2), ("empty.json", 3), ("blank.json", 3)] {
            let run = folder.run(&format!("{command} {input}"));
            assert_eq!((run.status, run.out.as_str()), (status, ""), "{command} {input}");
            assert!(run.err.starts_with(&format!("error: {input}")), "{command}: {}", run.err);
            assert_eq!(run.err.matches("error: ").count(), 1, "{command}: {}", run.err);
            assert_eq!(run.err.matches("\nhelp: ").count(), 1, "{command}: {}", run.err);
        }
    }
    // A missing file must not keep the other inputs from being judged.
    for command in ["verify", "audit"] {
        let run = folder.run(&format!("{command} missing.json game.json"));
        assert_eq!((run.status, run.out.is_empty()), (2, false), "{command}");
    }
}

#[test]
fn commands_for_one_file_explain_how_to_unpack_an_archive() {
    let folder = folder("usage-archives");
    let line = "tar cf games.tar game.json games.jsonl && tar czf games.tgz game.json && \
                tar cf none.tar none && gzip -c games.tar > games.json.gz";
    assert_eq!(folder.shell(line).status, 0);
    for command in READERS
        .iter()
        .filter(|command| !["verify", "audit"].iter().any(|reads| command.starts_with(reads)))
    {
        for archive in ["games.tar", "games.tgz", "none.tar", "games.json.gz"] {
            let run = folder.run(&format!("{command} {archive}"));
            assert_eq!((run.status, run.out.as_str()), (2, ""), "{command} {archive}");
            let error = format!("error: {archive}: this is an archive, where one file is needed\n");
            assert!(run.err.starts_with(&error), "{command}: {}", run.err);
            assert!(run.err.contains("\nhelp: unpack it with `tar -xf`"), "{}", run.err);
        }
        let run = folder.run(&format!("{command} ."));
        let step = "help: name a file; `verify` and `audit` read folders";
        assert_eq!((run.status, run.err.contains(step)), (2, true), "{command}: {}", run.err);
    }
}

#[test]
fn a_foreign_file_gets_one_report_that_names_the_option() {
    let folder = folder("usage-foreign");
    let run = folder.run("verify game.kifu");
    assert_eq!((run.status, run.out.matches("error[").count()), (2, 1), "{}", run.out);
    let step = "`--from kifu` judges it, `convert` makes a log";
    assert_eq!(run.out.matches(step).count(), 1, "{}", run.out);
    // AI-Splendor writes one event a line, but the file is a single game.
    let events = "{\"timestamp\":1,\"initialState\":{}}\n".to_owned() + &"{\"x\":1}\n".repeat(9);
    folder.write("events.jsonl", events);
    let run = folder.run("verify events.jsonl");
    assert_eq!((run.status, run.out.matches("error[").count()), (2, 1), "{}", run.out);
    assert!(run.out.contains("`--from ai-splendor` judges it"), "{}", run.out);
    // A line that is not a log still affects only itself.
    folder.write("mixed.jsonl", "no log\n".to_owned() + &folder.read("games.jsonl"));
    let run = folder.run("verify --format line mixed.jsonl");
    assert_eq!((run.status, run.out.matches(": legal").count()), (2, 2), "{}", run.out);
}

/// Checks that a suggested command can be typed unchanged, even if the file name needs quoting.
#[test]
fn suggested_commands_quote_their_file_names() {
    let folder = folder("usage-typed");
    for name in ["my $(echo log).json", "-x.json", "it's.json"] {
        folder.write(name, "{}");
        let run = folder.run_with(["show", "--", name]);
        let after = run.err.split("`splendor verify ").nth(1).expect(&run.err);
        let word = after.split('`').next().expect(after);
        let run = folder.shell(&format!("printf %s {word}"));
        assert_eq!(run.out.trim_start_matches("./"), name, "{after}");
    }
}

/// A turn or question on its own has no `format` field, unlike a log.
#[test]
fn a_turn_or_question_has_no_format_field() {
    let folder = folder("usage-format");
    let run = folder.shell(r#"echo '{"format":"x","pass":true}' | splendor why game.json -"#);
    assert!(run.err.contains("no field `format`"), "{}", run.err);
    let run = folder.run_on("engine", b"{\"format\":\"x\",\"id\":1,\"ask\":\"hello\"}\n");
    assert!(run.out.contains("no field `format`"), "{}", run.out);
}

#[test]
fn no_option_is_silently_ignored() {
    let folder = folder("usage-idle");
    for (line, step) in [
        ("verify --setup game.json game.json", "help: add --from auto"),
        ("verify --setup-beside game.json", "help: add --from auto"),
        ("verify --from nerdvana --setup-beside game.kifu", "help: leave out --setup-beside"),
        ("verify --book https://example.org game.json", "help: add --format sarif"),
        ("verify --book https://example.org --format json game.json", "help: add --format sarif"),
        ("verify --report-unchecked --format line game.json", "help: use --format text or json"),
        ("verify --report-inferred --format sarif game.json", "help: use --format text or json"),
        ("verify --report-inferred --summary game.json", "help: use --format text or json"),
        ("verify --quiet --summary game.json", "help: leave out one of the two"),
        ("convert --from nerdvana --setup game.json game.kifu", "help: leave out --setup"),
        ("convert --to kifu --account account.json game.json", "help: leave out --account"),
        ("convert --to kifu --setup-beside game.json", "help: leave out --setup-beside"),
        ("conformance --list --cmd cat", "'--list' cannot be used with '--cmd"),
        ("conformance --list --format json", "'--list' cannot be used with '--format <FORMAT>'"),
        ("conformance --list --timeout 3", "'--list' cannot be used with '--timeout"),
        ("conformance --list --skip game.json", "'--list' cannot be used with '--skip"),
        ("schema --print log schemas", "'--print <FORMAT>' cannot be used with '[FOLDER]'"),
    ] {
        let run = folder.run(line);
        assert_eq!((run.status, run.out.as_str()), (3, ""), "{line}: {}", run.err);
        assert!(run.err.contains(step), "{line}: {}", run.err);
    }
    for line in [
        "verify --from auto --setup-beside game.json",
        "verify --format sarif --book https://example.org game.json",
        "verify --report-unchecked --report-inferred game.json",
        "verify --report-unchecked --report-inferred --format json game.json",
        "verify --quiet --format sarif game.json",
        "convert --setup-beside --account account.json game.kifu -o game.log",
        "conformance --list --clause take",
        "schema --print log",
    ] {
        let run = folder.run(line);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{line}");
    }
}

/// A failed write must not be reported as a success.
#[cfg(target_os = "linux")]
#[test]
fn every_command_reports_a_failed_write() {
    let folder = folder("usage-full");
    let illegal = std::fs::read(root().join("replays/illegal/turn-pass.json")).unwrap();
    folder.write("illegal.json", illegal);
    for line in [
        "diagnose illegal.json --output /dev/full",
        "view game.json -o /dev/full",
        "redact --seat 0 game.json -o /dev/full",
        "redact --anonymize game.json -o /dev/full",
        "convert game.kifu -o /dev/full",
        "convert game.kifu -o new.json --account /dev/full",
        "verify game.json -o /dev/full",
    ] {
        let run = folder.run(line);
        let reported =
            run.err.contains("error: /dev/full: ") && run.err.contains("\nhelp: check the disk");
        assert_eq!((run.status, reported), (3, true), "{line}: {}", run.err);
        assert!(!run.err.contains("wrote"), "{line}: {}", run.err);
    }
    for line in [
        "--help",
        "--version",
        "-V",
        "help verify",
        "completions bash",
        "completions zsh",
        "explain take",
        "schema --print log",
        "example",
        "list clients",
        "show game.json",
    ] {
        let run = folder.shell(&format!("splendor {line} > /dev/full"));
        let reported = run.err.starts_with("error: ") && run.err.contains("\nhelp: check the disk");
        assert_eq!((run.status, reported), (3, true), "{line}: {}", run.err);
        let run = folder.shell(&format!("{{ splendor {line}; echo $? > status; }} | true"));
        // The reader may end before or after it got all.
        let status = folder.read("status");
        assert!(["0\n", "141\n"].contains(&status.as_str()), "{line}: {status}");
        assert_eq!(run.err, "", "{line}");
    }
}

/// Collects the ids in the source files of a folder: quoted words that begin with one of these
/// families.
fn collect_ids(source: &Path, ids: &mut BTreeSet<String>) {
    let families = ["format.", "unsupported.", "verdict.", "input.", "tool."];
    for entry in std::fs::read_dir(source).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect_ids(&path, ids);
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let words = text.split('"').filter(|word| {
            let part = |part: &str| {
                !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c == '-')
            };
            families.iter().any(|family| word.strip_prefix(family).is_some_and(part))
        });
        ids.extend(words.map(str::to_owned));
    }
}

#[test]
fn every_printed_id_is_explained() {
    let folder = Folder::new("usage-explain");
    let mut ids = BTreeSet::new();
    collect_ids(&root().join("crates"), &mut ids);
    // The tables must contain every id that occurs in the code.
    assert!(ids.len() >= 19, "{ids:?}");
    let known: BTreeSet<String> = splendor_render::explainable_ids().map(str::to_owned).collect();
    let unknown: Vec<_> = ids.difference(&known).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
    for verdict in ["legal", "consistent", "illegal", "undecided", "malformed", "unsupported"] {
        assert!(known.contains(verdict), "{verdict}");
    }
    let clauses: BTreeSet<&str> = splendor_core::Clause::ALL.iter().map(|one| one.id()).collect();
    let families: BTreeSet<&str> =
        known.iter().filter_map(|id| id.split_once('.')).map(|(family, _)| family).collect();
    assert!(clauses.iter().all(|id| known.contains(*id)));
    for id in known.iter().map(String::as_str).chain(families) {
        let text_of_id =
            splendor_render::explain(id).unwrap_or_else(|error| panic!("{id}: {error}"));
        let step = !ids.contains(id) || text_of_id.contains("\n\nWhat to do\n  ");
        assert!(step && text_of_id.lines().count() > 1 || id == "tool", "{id}: {text_of_id}");
    }
    for page in ["docs/src/ci.md", "docs/src/report-format.md"] {
        let text = std::fs::read_to_string(root().join(page)).unwrap();
        let rows = text.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
        for id in rows.filter(|id| ids.contains(*id)) {
            let run = folder.run(&format!("explain {id}"));
            assert_eq!((run.status, run.out.lines().next()), (0, Some(id)), "{}", run.err);
        }
    }
    let wide = ids.iter().find(|id| {
        let text_of_id = splendor_render::explain(id).unwrap();
        text_of_id.lines().any(|line| line.chars().count() > 80)
    });
    assert_eq!(wide, None);
    // Every page that an explanation names exists.
    for id in &ids {
        let text_of_id = splendor_render::explain(id).unwrap();
        let page = text_of_id.lines().last().unwrap().trim();
        assert!(root().join(page.split('#').next().unwrap()).is_file(), "{id}: {page}");
    }
    assert_eq!(folder.run("explain FORMAT.JSON").status, 0);
}

#[test]
fn the_page_on_many_logs_names_every_supported_file_ending() {
    use splendor_input::{ARCHIVE_ENDINGS, LOG_ENDINGS};
    let page = std::fs::read_to_string(root().join("docs/src/scale.md")).unwrap();
    let read = page.split("## Inputs\n").nth(1).unwrap();
    let read = read.split("\n### ").next().unwrap();
    let also = [".kifu", ".gz", ".zst"];
    for ending in LOG_ENDINGS.iter().chain(&ARCHIVE_ENDINGS).chain(&also) {
        assert!(read.contains(&format!("`{ending}`")), "{ending}");
    }
}

#[test]
fn the_page_on_the_schemas_lists_every_schema() {
    let page = std::fs::read_to_string(root().join("schema/README.md")).unwrap();
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| `splendor-")).collect();
    let schemas = splendor_schema::schemas();
    assert_eq!(rows.len(), schemas.len());
    for (row, (name, text)) in rows.iter().zip(&schemas) {
        let schema: serde_json::Value = serde_json::from_str(text).unwrap();
        let id = schema["$id"].as_str().unwrap();
        assert!(row.starts_with(&format!("| `{name}` |")) && row.ends_with(&format!("| `{id}` |")));
    }
}
