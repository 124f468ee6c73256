//! Checks that a run reports what it leaves out of folders, and reads nothing outside of them.

use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;

use serde_json::{Value, json};

use crate::cli::archives::{archive, entry};
use crate::cmd::Folder;
use crate::root;

const LEGAL: &str = "legal: incomplete, 5 turns, scores 0-0";

const HELP: &str = "help: name such a file on the command line, after unpacking or renaming it\n";

/// Returns a folder `logs` with a log, and with everything that is left out of a folder.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    let good = folder.run("example").out;
    for name in ["logs/good.json", "logs/in/b.json.xz", "logs/A.JSON5", "logs/c.json.bak"] {
        folder.write(name, &good);
    }
    for name in ["logs/README.md", "logs/LICENSE", "logs/.gitignore", "elsewhere/out.json"] {
        folder.write(name, &good);
    }
    let at = |name: &str| folder.path().join("logs").join(name);
    symlink("../elsewhere", at("more")).unwrap();
    symlink("../elsewhere/out.json", at("out.json")).unwrap();
    symlink("good.json", at("same.json")).unwrap();
    symlink("README.md", at("text")).unwrap();
    assert_eq!(folder.shell("mkfifo logs/pipe").status, 0);
    drop(UnixListener::bind(at("socket")).unwrap());
    folder
}

const LEFT_OUT: &str = "7 entries left out: 1 link out of the folder, 1 link to a folder, 1 pipe, \
                        1 socket, 1 file named *.bak, 1 file named *.json5, 1 file named *.xz: \
                        logs/A.JSON5, logs/c.json.bak, logs/in/b.json.xz, logs/more, \
                        logs/out.json and 2 more";

#[test]
fn entries_that_are_left_out_are_reported_once_and_fail_a_strict_run() {
    let folder = folder("folder-left-out");
    let logs = format!("logs/good.json:1: {LEGAL}\nlogs/same.json:1: {LEGAL}\n");
    for paths in ["logs", "logs/"] {
        let run = folder.run(&format!("verify --format line {paths}"));
        assert_eq!((run.status, run.out.as_str()), (0, logs.as_str()));
        assert_eq!(run.err, format!("warning: {LEFT_OUT}\n{HELP}"));
    }
    let run = folder.run("verify --strict --format line logs");
    assert_eq!((run.status, run.out.as_str()), (2, logs.as_str()));
    assert_eq!(run.err, format!("error: {LEFT_OUT}\n{HELP}"));
    let run = folder.run("verify --quiet logs");
    let totals = "2 logs: 2 legal (2 incomplete); 7 entries left out\n";
    assert_eq!((run.status, run.out.as_str()), (0, totals));
    let run = folder.run("audit logs");
    assert_eq!((run.status, run.err), (0, format!("warning: {LEFT_OUT}\n{HELP}")));
}

#[test]
fn an_audit_that_reads_twice_counts_left_out_entries_once() {
    let folder = Folder::new("folder-audit");
    let log = std::fs::read(root().join("replays/illegal/turn-pass.json")).unwrap();
    folder.write("logs/pass.json", &log);
    folder.write(
        "logs/a.tar",
        archive(&[entry("a.json", b'0', &log), entry("b.json.xz", b'0', b"x")]),
    );
    let run = folder.run("audit logs");
    assert!(run.out.contains("pass=always"), "{}", run.all());
    let warning = "warning: 1 entry left out: 1 file named *.xz: logs/a.tar/b.json.xz\n";
    assert_eq!((run.status, run.err.starts_with(warning)), (1, true), "{}", run.err);
}

#[test]
fn every_report_format_has_the_entries_that_are_left_out() {
    let folder = folder("folder-formats");
    let run = |options: &str| folder.run(&format!("verify {options} logs")).out;
    let value = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    let summary = value(&run("--summary --format json"));
    let reasons = json!({ "*.bak": 1, "*.json5": 1, "*.xz": 1, "link out of the folder": 1,
                          "link to a folder": 1, "pipe": 1, "socket": 1 });
    assert_eq!(summary["left_out"]["entries"], 7);
    assert_eq!(summary["left_out"]["reasons"], reasons);
    assert_eq!(summary["left_out"]["first"].as_array().unwrap().len(), 5);
    for (options, level, success) in [("", "warning", true), ("--strict", "error", false)] {
        let sarif = value(&run(&format!("--format sarif {options}")));
        let invocation = &sarif["runs"][0]["invocations"][0];
        let note = json!({ "level": level, "descriptor": { "id": "input.left-out" },
                           "message": { "text": LEFT_OUT } });
        assert_eq!(invocation["toolExecutionNotifications"], json!([note]));
        assert_eq!(invocation["executionSuccessful"], success);
        let github = run(&format!("--format github {options}"));
        let file = "file=logs/A.JSON5,title=input.left-out";
        assert!(github.starts_with(&format!("::{level} {file}::{LEFT_OUT}\n")), "{github}");
        let gitlab = value(&run(&format!("--format gitlab {options}")));
        let severity = if success { "minor" } else { "blocker" };
        assert_eq!(gitlab[0]["check_name"], "input.left-out");
        assert_eq!(
            (&gitlab[0]["severity"], &gitlab[0]["description"]),
            (&severity.into(), &LEFT_OUT.into())
        );
        let junit = run(&format!("--format junit {options}"));
        assert_eq!(junit.matches("<error type=\"input.left-out\"").count(), usize::from(!success));
        assert_eq!(junit.matches("input.left-out: 7 entries").count(), usize::from(success));
    }
}

#[test]
fn side_files_are_not_left_out_and_unknown_clients_are() {
    let folder = Folder::new("folder-side");
    let read = |name: &str| std::fs::read(root().join("tests/formats/convert").join(name)).unwrap();
    folder.write("logs/game.replay.json", read("game.replay.json"));
    folder.write("logs/game.setup.json", read("game.setup.json"));
    folder.write("logs/other.kifu", read("game.kifu"));
    folder.write("logs/old.tar", archive(&[]));
    let run = folder.run("verify --from auto --setup-beside --format line logs");
    assert_eq!((run.status, run.out.lines().count()), (0, 2), "{}", run.all());
    assert!(run.err.starts_with("warning: 1 entry left out: 1 file named *.tar: logs/old.tar\n"));
    let run = folder.run("verify --format line logs");
    let kifu = "warning: 2 entries left out: 1 file that is not a log, 1 file named *.kifu: \
                logs/game.setup.json, logs/other.kifu\n";
    assert!(run.err.contains(kifu), "{}", run.err);
}

#[test]
fn a_side_file_that_is_a_link_is_followed_only_within_its_folder() {
    let folder = Folder::new("folder-side-link");
    let read = |name: &str| std::fs::read(root().join("tests/formats/convert").join(name)).unwrap();
    folder.write("logs/game.replay.json", read("game.replay.json"));
    folder.write("secret", "{\"password\": \"open sesame\"}");
    let side = folder.path().join("logs/game.setup.json");
    symlink("../secret", &side).unwrap();
    let refused = "logs/game.setup.json: it is a link out of its folder, and is not followed";
    for command in [
        "verify --from auto --setup-beside logs",
        "verify --from auto --setup-beside logs/game.replay.json",
        "convert --setup-beside logs/game.replay.json",
    ] {
        let run = folder.run(command);
        assert_eq!((run.status, run.err.matches(refused).count()), (2, 1), "{}", run.all());
        assert!(!run.all().contains("sesame") && !run.all().contains("password"), "{}", run.all());
    }
    std::fs::remove_file(&side).unwrap();
    folder.write("logs/kept/tables", read("game.setup.json"));
    symlink("kept/tables", &side).unwrap();
    for paths in ["logs", "logs/game.replay.json"] {
        let command = format!("verify --from auto --setup-beside --format line {paths}");
        let run = folder.run(&command);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.all());
    }
}

#[test]
fn a_path_that_is_named_may_be_a_link_itself() {
    let folder = Folder::new("folder-named");
    folder.write("elsewhere/a.json", folder.run("example").out);
    symlink("elsewhere", folder.path().join("logs")).unwrap();
    symlink("elsewhere/a.json", folder.path().join("log.json")).unwrap();
    let here = folder.path().join("elsewhere");
    symlink(here.join("a.json"), here.join("absolute.json")).unwrap();
    let run = folder.run("verify --format line logs log.json");
    let logs = ["logs/a.json", "logs/absolute.json", "log.json"];
    let expected: String = logs.map(|log| format!("{log}:1: {LEGAL}\n")).concat();
    assert_eq!((run.status, run.out, run.err.as_str()), (0, expected, ""));
}
