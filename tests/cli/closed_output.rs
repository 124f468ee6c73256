//! No command ends with success if its output did not arrive, or if its input cannot be read.

use std::io;
use std::process::{Command, Stdio};

use crate::cmd::{Folder, PROGRAM};

/// A run of each command that writes something: on the legal log `game.json`, or on the illegal log
/// `illegal.json`.
const RUNS: [&str; 26] = [
    "verify illegal.json",
    "verify illegal.json --format json",
    "verify illegal.json --format line",
    "verify illegal.json --format sarif",
    "verify illegal.json --format junit",
    "verify illegal.json --format github",
    "why illegal.json --turn 1",
    "diagnose illegal.json",
    "explain take",
    "list clauses",
    "example",
    "show illegal.json",
    "view illegal.json",
    "legal game.json --turn 1",
    "perft game.json --turn 1 --depth 1",
    "conformance --list",
    "audit illegal.json",
    "witness game.json",
    "generate",
    "redact --spectator game.json",
    "merge game.json game.json",
    "seal game.json",
    "convert game.json --to kifu",
    "schema --print log",
    "completions bash",
    "help verify",
];

/// The commands that only answer: without a question they write nothing.
const SERVERS: [&str; 3] = ["engine", "lsp", "mcp"];

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("game.json", folder.run("generate").out);
    let log = folder.run("example").out;
    // The first take takes a gold beside a pair.
    folder.write("illegal.json", log.replacen("\"take\": [\"", "\"take\": [\"gold\", \"", 1));
    folder
}

#[test]
fn every_command_is_run() {
    let help = Folder::new("closed-commands").run("help").out;
    let commands = help.split("Commands:").nth(1).unwrap().split("\n\n").next().unwrap();
    let names = commands.lines().filter_map(|line| line.strip_prefix("  "));
    let names: Vec<&str> = names.filter_map(|line| line.split(' ').next()).collect();
    let names: Vec<&str> = names.into_iter().filter(|name| !name.is_empty()).collect();
    assert!(names.len() > 20, "{help}");
    for name in names {
        let has_run = |run: &&str| run.split(' ').next() == Some(name);
        assert!(SERVERS.contains(&name) || RUNS.iter().any(has_run), "{name}");
    }
}

#[test]
fn a_closed_output_is_no_success() {
    let folder = folder("closed-output");
    for run in RUNS {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let mut command = Command::new(PROGRAM);
        command.args(run.split(' ')).current_dir(folder.path()).stdout(writer);
        let output = command.output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(141), "{run}: {err}");
        assert!(!err.contains("error: ") && !err.contains("written"), "{run}: {err}");
    }
}

#[test]
fn a_pipe_without_a_writer_and_a_device_are_refused() {
    let folder = folder("closed-input");
    assert_eq!(folder.shell("mkfifo pipe").status, 0);
    for run in [
        "verify",
        "audit",
        "why --turn 1",
        "diagnose",
        "show",
        "view",
        "legal --turn 1",
        "witness",
        "redact --spectator",
        "seal",
        "convert",
        "verify game.json --rules",
        "conformance --cmd false --skip",
    ] {
        for (input, why) in [
            ("pipe", "no program has begun to write to this pipe"),
            ("/dev/zero", "this is a device, not a file"),
            ("- < /dev/zero", "this is a device, not a file"),
        ] {
            if input.starts_with('-') && (run.contains("--rules") || run.contains("--skip")) {
                continue;
            }
            let found = folder.shell(&format!("splendor {run} {input}"));
            assert!([2, 3].contains(&found.status), "{run} {input}: {}", found.all());
            assert!(found.err.contains(why), "{run} {input}: {}", found.err);
        }
    }
    let null = Command::new(PROGRAM).args(["verify", "-"]).stdin(Stdio::null()).output().unwrap();
    assert!(String::from_utf8(null.stderr).unwrap().contains("is empty"));
}
