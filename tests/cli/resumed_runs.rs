//! Checks that runs that are stopped, killed and resumed write the same bytes as uninterrupted
//! runs.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::cmd::{Folder, PROGRAM};

/// Returns a folder with games in three inputs, and the output of an uninterrupted run.
fn folder(name: &str, games: u32) -> (Folder, String) {
    let folder = Folder::new(name);
    let made = folder.run(&format!("generate --games {games}")).out;
    let broken = made.replacen("\"seat\":1", "\"seat\":0", 1);
    folder.write("logs/a.jsonl", &broken);
    folder.write("logs/b.jsonl", "{\n");
    folder.write("logs/c.jsonl", &made);
    assert_eq!(folder.shell("gzip logs/a.jsonl").status, 0);
    let run = folder.run("verify --format json -o whole.jsonl logs");
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    let whole = folder.read("whole.jsonl");
    (folder, whole)
}

const RUN: &str = "verify --threads 2 --format json -o report.jsonl --resume journal logs";

fn start(folder: &Folder) -> Child {
    let mut command = Command::new(PROGRAM);
    command.args(RUN.split(' ')).current_dir(folder.path()).stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

fn signal(child: &Child, signal: Signal) {
    let id = Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
    kill_process(id, signal).unwrap();
}

/// Waits until the output has `bytes` bytes or the run has ended.
fn wait_for(folder: &Folder, child: &mut Child, bytes: u64) {
    let path = folder.path().join("report.jsonl");
    while child.try_wait().unwrap().is_none()
        && fs::metadata(&path).map_or(0, |data| data.len()) < bytes
    {
        std::thread::sleep(Duration::from_micros(200));
    }
}

fn errors(mut child: Child) -> (Option<i32>, String) {
    let mut text = String::new();
    child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
    (child.wait().unwrap().code(), text)
}

/// Stops a run before its end; returns its exit status and standard error.
///
/// On a busy machine a run may end before the signal arrives, so it is tried up to twenty times.
fn stop_midway(folder: &Folder, number: Signal, bytes: u64) -> (Option<i32>, String) {
    for _ in 0..20 {
        let _none_before = fs::remove_file(folder.path().join("report.jsonl"));
        let mut child = start(folder);
        wait_for(folder, &mut child, bytes);
        if child.try_wait().unwrap().is_none() {
            signal(&child, number);
        }
        let (status, error) = errors(child);
        if status != Some(2) {
            return (status, error);
        }
    }
    panic!("20 runs were through before they could be stopped");
}

/// Waits for the first line on standard error.
fn first_line(child: &mut Child) -> String {
    let mut line = String::new();
    BufReader::new(child.stderr.as_mut().unwrap()).read_line(&mut line).unwrap();
    line
}

/// Returns a generator of pseudorandom numbers below a bound, always the same for a seed.
fn random_below(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed;
    move |below| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    }
}

#[test]
fn a_run_killed_repeatedly_ends_with_the_same_report() {
    let (folder, whole) = folder("resume-kill", 120);
    let (mut random_below, mut killed) = (random_below(7), 0);
    let size = whole.len() as u64;
    for place in 1..=10 {
        let mut child = start(&folder);
        wait_for(&folder, &mut child, size * place / 12 + random_below(size / 12));
        child.kill().unwrap();
        let (status, _) = errors(child);
        killed += u32::from(status.is_none());
    }
    assert!(killed >= 5, "only {killed} of 10 runs were killed before their end");
    let (status, _) = errors(start(&folder));
    assert_eq!(status, Some(2));
    assert!(folder.read("report.jsonl") == whole, "the report is another");
    assert!(!folder.path().join("journal").exists(), "the journal of a run that is through");
}

#[test]
fn an_interrupted_run_reports_it_and_resumes_where_it_stopped() {
    let (folder, whole) = folder("resume-stop", 120);
    let (status, error) = stop_midway(&folder, Signal::INT, whole.len() as u64 / 5);
    assert_eq!(status, Some(130), "{error}");
    assert!(error.contains("error: stopped by an interrupt after "), "{error}");
    let partial = folder.read("report.jsonl");
    assert!(whole.starts_with(&partial) && partial.ends_with('\n'), "whole lines are written");
    let logs = partial.lines().count();
    // Output that a killed run wrote after the last journal entry is cut off.
    let mut child = start(&folder);
    assert_eq!(first_line(&mut child), format!("note: resumed after {logs} logs\n"));
    wait_for(&folder, &mut child, whole.len() as u64 * 3 / 4);
    child.kill().unwrap();
    errors(child);
    fs::OpenOptions::new()
        .append(true)
        .open(folder.path().join("report.jsonl"))
        .unwrap()
        .write_all(b"half a line")
        .unwrap();
    assert_eq!(errors(start(&folder)).0, Some(2));
    assert!(folder.read("report.jsonl") == whole, "the report is another");
}

#[test]
fn a_run_is_not_resumed_when_options_or_files_changed() {
    let (folder, whole) = folder("resume-changed", 120);
    let (status, error) = stop_midway(&folder, Signal::TERM, whole.len() as u64 / 5);
    assert_eq!(status, Some(143), "{error}");
    let report = folder.read("report.jsonl");
    let refused = |command: &str, what: &str| {
        let run = folder.run(command);
        assert_eq!((run.status, run.out.as_str()), (3, ""), "{command}: {}", run.err);
        assert!(run.err.contains(what), "{command}: {}", run.err);
        assert!(folder.read("report.jsonl") == report, "{command}: the report is untouched");
    };
    let now = |options: &str| RUN.replace("--format json", options);
    refused(&now("--format line"), "--format was `json` then and is `line` now");
    refused(&now("--format json --strict"), "--strict was `false` then and is `true` now");
    refused(&now("--format json --exclude drafts"), "--exclude was `[]` then and is ");
    refused(&now("--format json --ruling pass=always"), "--client and --ruling was ");
    refused(&(RUN.to_owned() + " logs/b.jsonl"), "the input was 3 files of ");
    refused(&RUN.replace("report.jsonl", "other.jsonl"), "--output was ");
    folder.write("report.jsonl", "x".to_owned() + &report[1..]);
    let run = folder.run(RUN);
    let what = "error: report.jsonl: it does not begin with the output that the journal records";
    assert!(run.status == 3 && run.err.contains(what), "{}", run.err);
    folder.write("report.jsonl", &report);
    // A left-out entry is in the report, so it belongs to the run.
    folder.write("logs/d.json.xz", "");
    refused(RUN, "an input file has since been changed or renamed");
    fs::remove_file(folder.path().join("logs/d.json.xz")).unwrap();
    folder.write("logs/node_modules/e.json", "");
    refused(RUN, "an input file has since been changed or renamed");
    fs::remove_dir_all(folder.path().join("logs/node_modules")).unwrap();
    folder.write("logs/b.jsonl", "[\n");
    refused(RUN, "an input file has since been changed or renamed");
    let journal = folder.read("journal");
    folder.write("journal", &journal[..journal.len() / 2]);
    refused(RUN, "journal: this run cannot be resumed: it is not a journal: ");
    folder.write("journal", journal.replace("\"version\":\"", "\"version\":\"9"));
    refused(RUN, "version 9");
    fs::remove_file(folder.path().join("journal")).unwrap();
    assert_eq!(folder.run(RUN).status, 2, "without the journal it begins anew");
}

#[test]
fn only_runs_over_regular_files_can_be_resumed() {
    let (folder, _) = folder("resume-wrong", 1);
    let options = "--resume journal -o report.jsonl";
    for (command, what) in [
        ("verify --resume journal logs", "--output <FILE>"),
        (format!("verify {options} -").as_str(), "standard input cannot be read again"),
        (
            format!("verify {options} /dev/null").as_str(),
            "needs input files that can be read again",
        ),
        ("verify --resume j -o /dev/null logs", "/dev/null: --resume needs an output file"),
        ("verify --resume j -o j logs", "j cannot be the file of both --output and --resume"),
        ("verify -o logs/c.jsonl logs/c.jsonl", "is one of the inputs"),
        ("verify -o logs/new.jsonl logs", "is one of the inputs"),
        ("verify --resume logs/j.json -o report.jsonl logs", "is one of the inputs"),
        ("verify -o nowhere/report.jsonl logs", "nowhere/report.jsonl: No such file"),
    ] {
        let run = folder.run(command);
        assert_eq!((run.status, run.out.as_str()), (3, ""), "{command}: {}", run.err);
        assert!(run.err.contains(what), "{command}: {}", run.err);
    }
    assert!(folder.read("logs/c.jsonl").len() > 1000, "no log was written over");
}

#[test]
fn two_runs_cannot_write_to_the_same_report() {
    let (folder, _) = folder("resume-lock", 1);
    let report = fs::File::create(folder.path().join("report.jsonl")).unwrap();
    report.lock().unwrap();
    let run = folder.run(RUN);
    let error = "error: report.jsonl: another run is writing to it\n";
    assert_eq!((run.status, run.err.starts_with(error)), (3, true), "{}", run.err);
    drop(report);
    assert_eq!(folder.run(RUN).status, 2);
}

#[test]
fn fail_fast_also_ends_a_resumable_run() {
    let (folder, whole) = folder("resume-first", 2);
    let run = folder.run(&(RUN.to_owned() + " --fail-fast"));
    assert_eq!((run.status, folder.path().join("journal").exists()), (1, false), "{}", run.err);
    assert!(whole.starts_with(&folder.read("report.jsonl")));
}

/// A run that waits for standard input can be stopped, and reports the logs it has read completely.
#[test]
fn a_run_that_waits_for_input_can_be_stopped() {
    let folder = Folder::new("resume-wait");
    let games = folder.run("generate --games 20").out;
    for (number, name, status) in
        [(Signal::INT, "an interrupt", 130), (Signal::TERM, "a request", 143)]
    {
        let mut child = Command::new(PROGRAM)
            .args(["verify", "--threads", "2", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        // This is more than a pipe can hold: once all of it is written, the program is reading.
        input.write_all(games.as_bytes()).unwrap();
        let start = Instant::now();
        signal(&child, number);
        let output = child.wait_with_output().unwrap();
        assert!(start.elapsed() < Duration::from_secs(100), "it waited for more input");
        let (err, out) = (String::from_utf8(output.stderr), String::from_utf8(output.stdout));
        let (err, out) = (err.unwrap(), out.unwrap());
        assert_eq!(output.status.code(), Some(status), "{err}");
        assert!(err.contains(&format!("stopped by {name}")), "{err}");
        assert!(out.contains(&format!("; stopped by {name}")) && out.ends_with('\n'), "{out}");
    }
}

/// A writer may send nothing, and a line may never end; such runs can be stopped too.
#[test]
fn a_run_on_endless_input_can_be_stopped() {
    let folder = Folder::new("resume-endless");
    assert_eq!(folder.shell("mkfifo pipe").status, 0);
    let pipe = folder.path().join("pipe");
    let _writer = fs::OpenOptions::new().read(true).write(true).open(pipe).unwrap();
    for endless in ["pipe", "-"] {
        // A run that is signaled before its handler is installed ends silently; try again with a
        // longer pause.
        let status = [100, 1_000, 10_000, 100_000].into_iter().find_map(|pause| {
            let mut line = Command::new("sh");
            line.args(["-c", "yes | tr -d '\n'"]).stdout(Stdio::piped());
            let mut line = line.spawn().unwrap();
            let mut command = Command::new(PROGRAM);
            command.args(["verify", endless]).current_dir(folder.path());
            command.stdin(line.stdout.take().unwrap());
            let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
            std::thread::sleep(Duration::from_millis(pause));
            assert!(child.try_wait().unwrap().is_none(), "{endless} has an end");
            signal(&child, Signal::TERM);
            let status = errors(child).0;
            // It holds the pipe.
            drop(command);
            line.wait().unwrap();
            status
        });
        assert_eq!(status, Some(143), "{endless}");
    }
}

/// Runs the program on games that never end; returns the exit status and the messages.
pub(super) fn endless_games(folder: &Folder, line: &str) -> (Option<i32>, String) {
    let games = folder.run("generate --games 20").out;
    let mut command = Command::new(PROGRAM);
    command.args(line.split(' ')).current_dir(folder.path()).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    // The program closes its input at the end.
    while input.write_all(games.as_bytes()).is_ok() {}
    errors(child)
}

#[test]
fn a_run_stops_at_its_time_limit_with_complete_reports() {
    let folder = Folder::new("resume-limit");
    let line = "verify --format line -o lines --also sarif=sarif --time-limit 1 -";
    let (status, errors) = endless_games(&folder, line);
    let logs = folder.read("lines").lines().count();
    let due = format!("error: stopped by the time limit after {logs} logs; the rest is not judged");
    assert_eq!((status, errors.contains(&due)), (Some(2), true), "{errors}");
    assert!(errors.contains("help: raise --time-limit"), "{errors}");
    let sarif: serde_json::Value = serde_json::from_str(&folder.read("sarif")).unwrap();
    assert_eq!(sarif["runs"][0]["properties"]["stopped"], true);
    let game = folder.run("example").out;
    let run = folder.run_on("verify --time-limit 600 -", game.as_bytes());
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_eq!(folder.run("verify --time-limit 0 -").status, 3);
}

#[test]
fn a_run_that_waits_for_input_stops_at_its_time_limit() {
    let mut command = Command::new(PROGRAM);
    command.args(["verify", "--time-limit", "1", "-"]).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let _silent = child.stdin.take();
    let (status, errors) = errors(child);
    assert_eq!(status, Some(2), "{errors}");
    assert!(errors.starts_with("error: stopped by the time limit after 0 logs"), "{errors}");
}
