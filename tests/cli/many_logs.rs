//! Checks runs over many logs: output independent of the number of threads, early ends, summaries,
//! and slow readers.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::cmd::Folder;
use crate::sample;

/// Returns a folder with games of every verdict in files of every kind, more than one thread takes
/// at once.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    let games = folder.run("generate --games 150 --max-turns 12").out;
    let mut lines: Vec<String> = games.lines().map(str::to_owned).collect();
    for (place, line) in lines.iter_mut().enumerate() {
        match place % 29 {
            3 => *line = line.replacen("\"seat\":1", "\"seat\":0", 1),
            11 => line.truncate(200),
            17 => *line = line.replace("\"2024\"", "\"2031\""),
            23 => *line = line.replacen("splendor-generate", "another-client", 1),
            _ => {}
        }
    }
    let text = lines.join("\n") + "\n";
    folder.write("games.jsonl", &text);
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(text.as_bytes()).unwrap();
    let packed = packed.finish().unwrap();
    folder.write("logs/cut.jsonl.gz", &packed[..packed.len() * 2 / 3]);
    folder.write("logs/whole.jsonl.gz", packed);
    folder.write("logs/empty.json", "");
    for (place, line) in lines.iter().take(5).enumerate() {
        folder.write(&format!("logs/one-{place}.json"), line);
    }
    folder
}

const PATHS: &str = "games.jsonl missing.json logs games.jsonl";

#[test]
fn the_output_does_not_depend_on_the_number_of_threads() {
    let folder = folder("scale-threads");
    for options in [
        "--format text",
        "--format line",
        "--format json",
        "--quiet --keep-going --strict",
        "--summary",
        "--summary --format json",
        "--format line --fail-fast",
    ] {
        let run = |threads: u32| {
            let command = format!("splendor verify --threads {threads} {options} {PATHS} 2>&1");
            let run = folder.shell(&command);
            (run.status, run.out)
        };
        let one = run(1);
        assert!(one.1.lines().count() > 3, "{}", one.1);
        for threads in [2, 7] {
            assert!(run(threads) == one, "{threads} threads, {options}");
        }
    }
}

#[test]
fn an_audit_does_not_depend_on_the_number_of_threads() {
    let folder = folder("scale-audit");
    for &options in
        sample(&["--ruling pass=always"][..], &["", "--format json", "--ruling pass=always"])
    {
        let run = |threads: u32| {
            let paths = PATHS.repeat(sample(1, 3)).replace("jsonlgames", "jsonl games");
            let command = format!("splendor audit --threads {threads} {options} {paths} 2>&1");
            let run = folder.shell(&command);
            (run.status, run.out)
        };
        let one = run(1);
        assert!(one.1.lines().count() > 3 && one.1.contains("turn.order"), "{}", one.1);
        let more: &[u32] = sample(&[7], &[2, 7]);
        for &threads in more {
            assert!(run(threads) == one, "{threads} threads, {options}");
        }
    }
}

#[test]
fn errors_are_printed_in_input_order() {
    let folder = folder("scale-order");
    let run = folder.shell("splendor verify --threads 3 --format line logs 2>&1");
    let lines = run.out.lines().filter(|line| !line.starts_with("help: "));
    let places: Vec<&str> = lines.map(|line| line.trim_start_matches("error: ")).collect();
    let names = ["cut.jsonl.gz", "empty.json", "one-0.json", "one-4.json", "whole.jsonl.gz"];
    let first = |name: &str| {
        places.iter().position(|line| line.starts_with(&format!("logs/{name}"))).unwrap()
    };
    let order = names.map(first);
    assert!(order.is_sorted(), "{order:?}");
    let cut = places[order[1] - 1];
    assert!(cut.starts_with("logs/cut.jsonl.gz: "), "the error comes last: {cut}");
}

#[test]
fn fail_fast_stops_at_the_first_failure_in_input_order() {
    let folder = folder("scale-first");
    for threads in [1, 4] {
        let run = folder.run(&format!("verify --threads {threads} --fail-fast games.jsonl"));
        let end = "4 logs: 3 legal, 1 illegal (3 incomplete); stopped at the first failure\n";
        assert_eq!((run.status, run.out.ends_with(end)), (1, true), "{}", run.out);
    }
    let run = folder.run("verify --fail-fast missing.json games.jsonl");
    let end = "0 logs; 1 not read; stopped at the first failure\n";
    assert_eq!((run.status, run.out.as_str()), (2, end));
    let run = folder.run("verify --fail-fast --require-end --format line games.jsonl");
    assert_eq!((run.status, run.out.lines().count()), (1, 1), "{}", run.out);
    let legal = folder.run("generate --games 3");
    let run = folder.run_on("verify --fail-fast -", legal.out.as_bytes());
    assert!(run.out.ends_with("3 logs: 3 legal\n"), "{}", run.out);
}

#[test]
fn the_summary_agrees_with_the_reports() {
    let folder = folder("scale-summary");
    let reports = folder.run(&format!("verify --format json {PATHS}"));
    let reports = reports.out.lines().map(|line| serde_json::from_str(line).unwrap());
    let reports: Vec<serde_json::Value> = reports.collect();
    let run = folder.run(&format!("verify --summary --format json {PATHS}"));
    let summary: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let schema = splendor_schema::schemas();
    let (_, schema) = schema.iter().find(|(name, _)| name.contains("summary")).unwrap();
    let schema = jsonschema::validator_for(&serde_json::from_str(schema).unwrap()).unwrap();
    schema.validate(&summary).unwrap();
    let count = |pass: &dyn Fn(&&serde_json::Value) -> bool| reports.iter().filter(pass).count();
    assert_eq!(summary["logs"], reports.len());
    assert_eq!((&summary["not_read"], &summary["partial"]), (&2.into(), &false.into()));
    for verdict in ["legal", "illegal", "malformed", "unsupported"] {
        let logs = count(&|report| report["verdict"] == verdict);
        assert!(logs > 0 && summary["verdicts"][verdict] == logs, "{verdict}: {}", run.out);
    }
    let of = |client: &str| count(&|report| report["source"]["client"] == client);
    let clients = &summary["clients"];
    let logs = |client: &str| -> u64 {
        clients[client].as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum()
    };
    assert_eq!(logs("another-client"), of("another-client") as u64);
    assert_eq!(logs("splendor-generate"), of("splendor-generate") as u64);
    let broken = |report: &&serde_json::Value| {
        let findings = report["findings"].as_array().unwrap();
        findings.iter().any(|finding| finding["clause"] == "turn.order")
    };
    assert_eq!(summary["clauses"]["turn.order"]["logs"], count(&broken));
    assert_eq!(summary["clauses"]["turn.order"]["first"], "games.jsonl:4");
    let files = summary["files_with_failures"].as_array().unwrap();
    let names: Vec<&str> = files.iter().map(|file| file["name"].as_str().unwrap()).collect();
    let cut = "logs/cut.jsonl.gz";
    let all = ["games.jsonl", cut, "logs/one-3.json", "logs/whole.jsonl.gz", "games.jsonl"];
    assert_eq!(names, all);
    let text = folder.run(&format!("verify --summary {PATHS}")).out;
    let logs = format!("{} logs: ", reports.len());
    assert!(text.starts_with(&logs) && text.contains("\n  turn.order: "), "{text}");
}

#[test]
fn the_summary_names_at_most_a_hundred_clients_and_files() {
    let folder = Folder::new("scale-bounds");
    let game = folder.run("generate --max-turns 2").out;
    let named = |number: usize| game.replace("splendor-generate", &format!("client-{number:03}"));
    folder.write("games.jsonl", (0..130).map(named).collect::<String>());
    for number in 0..130 {
        folder.write(&format!("logs/{number:03}.json"), "{");
    }
    let text = folder.run("verify --summary games.jsonl logs").out;
    assert_eq!(text.matches("  client-").count(), 100);
    assert!(text.contains("\n  others: 30 legal, 130 malformed\n"), "{text}");
    assert_eq!(text.matches("  logs/").count(), 100);
    assert!(text.ends_with("\n  and 30 more\n"), "{text}");
}

#[cfg(unix)]
#[test]
fn a_slow_reader_gets_everything_and_a_closed_pipe_stops_the_run() {
    let folder = folder("scale-readers");
    let all = folder.run(&format!("verify --format json {PATHS}")).out;
    let slow = "| (sleep 0.2; head -c 1000; sleep 0.1; cat)";
    let run = folder.shell(&format!("splendor verify --format json {PATHS} 2>&- {slow}"));
    assert!(run.out == all, "{} of {} bytes", run.out.len(), all.len());
    let one = "(splendor verify --format json games.jsonl logs; echo $? > status) | head -1";
    let run = folder.shell(one);
    assert_eq!(run.out.lines().count(), 1);
    assert!(!run.err.contains("roken pipe"), "{}", run.err);
    assert!(
        ["141\n", "3\n"].contains(&folder.read("status").as_str()),
        "{}",
        folder.read("status")
    );
}

#[cfg(unix)]
#[test]
fn progress_is_printed_only_to_a_terminal() {
    use std::fs::File;
    use std::io::Read;
    use std::process::{Command, Stdio};

    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    let folder = Folder::new("scale-progress");
    let game = folder.run("generate").out;
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&terminal).unwrap();
    unlockpt(&terminal).unwrap();
    let name = ptsname(&terminal, Vec::new()).unwrap().into_string().unwrap();
    let screen = File::options().read(true).write(true).open(name).unwrap();
    let mut child = Command::new(crate::cmd::PROGRAM)
        .args(["verify", "--format", "line", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(screen)
        .spawn()
        .unwrap();
    let (mut input, mut terminal) = (child.stdin.take().unwrap(), File::from(terminal));
    let fed = game.clone();
    let (shown_sender, shown_receiver) = std::sync::mpsc::channel();
    // The program may start slowly, so send games until it shows progress.
    let writer = std::thread::spawn(move || {
        for count in 1.. {
            input.write_all(fed.as_bytes()).unwrap();
            if shown_receiver.recv_timeout(std::time::Duration::from_millis(20)).is_ok() {
                return count;
            }
        }
        unreachable!()
    });
    let mut shown = vec![0; 1000];
    let count = terminal.read(&mut shown).unwrap();
    shown.truncate(count);
    shown_sender.send(()).unwrap();
    let games = writer.join().unwrap();
    let output = child.wait_with_output().unwrap();
    // Reading a terminal that no process has open fails instead of ending.
    let _nobody = terminal.read_to_end(&mut shown);
    let shown = String::from_utf8(shown).unwrap();
    let (logs, rest) = shown.strip_prefix('\r').unwrap().split_once(" logs, ").unwrap();
    assert!((1..=games).contains(&logs.parse::<usize>().unwrap()), "{shown:?}");
    assert!(rest.contains(" logs/s\u{1b}[K"), "{shown:?}");
    assert!(shown.ends_with("\r\u{1b}[K"), "it is taken off: {shown:?}");
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), games);
    assert_eq!(folder.run_on("verify --format line -", game.as_bytes()).err, "");
}

/// The log of a service has no terminal; a line says early that the run is long.
#[cfg(unix)]
#[test]
fn a_long_run_without_a_terminal_shows_its_progress_once_in_a_while() {
    let folder = Folder::new("scale-notes");
    let line = "verify --format line -o lines --time-limit 12 -";
    let (status, errors) = super::resumed_runs::endless_games(&folder, line);
    let (note, rest) = errors.split_once('\n').unwrap();
    assert!(rest.starts_with("error: stopped by the time limit"), "{errors}");
    // A busy machine may be late.
    let counts = ["note: after 0:10: ", "note: after 0:11: "].map(|start| note.strip_prefix(start));
    let counts = counts.into_iter().flatten().next().unwrap_or_else(|| panic!("{errors}"));
    let (logs, rate) = counts.split_once(" logs, ").unwrap();
    let all = folder.read("lines").lines().count();
    assert!((1..=all).contains(&logs.parse().unwrap()) && rate.ends_with(" logs/s"), "{errors}");
    assert_eq!(status, Some(2));
}
