//! Checks the reports for CI tools: they are complete and in order, name the right places, and are
//! never valid files when truncated. `tools/ci/run` checks them with the tools themselves.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::cmd::Folder;
use crate::root;

const FORMATS: [&str; 4] = ["sarif", "junit", "github", "gitlab"];

/// Returns a folder with logs of every verdict, in every kind of input.
#[cfg(unix)]
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    let read = |path: &str| std::fs::read_to_string(root().join(path)).unwrap();
    let illegal = read("replays/illegal/take-pair-needs-four.json");
    let open = read("tests/cmd/consistent.json");
    let line = |text: &str| serde_json::from_str::<Value>(text).unwrap().to_string() + "\n";
    folder.write("logs/a,b: 100%.json", &illegal);
    folder.write("logs/b/game.json", folder.run("example").out);
    folder.write("logs/games.jsonl", [line(&open), line(&illegal), "{\n".to_owned()].concat());
    folder.write("logs/in/<x>&\"y\".json", illegal.replace("\"2024\"", "\"1999\""));
    let pack =
        "cd logs && tar czf t.tar.gz in && gzip -k games.jsonl && mv games.jsonl.gz z.jsonl.gz";
    assert_eq!(folder.shell(pack).status, 0);
    folder
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Returns how often a part occurs in a text.
fn count(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

#[cfg(unix)]
#[test]
fn reports_do_not_depend_on_threads_or_output_file() {
    let folder = folder("ci-threads");
    for format in FORMATS {
        let run = |more: &str| folder.run(&format!("verify --keep-going --format {format} {more}"));
        let (one, four) = (run("--threads 1 logs none"), run("--threads 4 logs none"));
        assert_eq!((one.status, one.out == four.out), (2, true), "{format}");
        assert_eq!(run("-o out logs none").out, "");
        assert!(folder.read("out") == one.out, "{format}");
    }
}

#[cfg(unix)]
#[test]
fn one_run_writes_the_reports_that_several_runs_write() {
    let folder = folder("ci-also");
    let formats = ["text", "line", "json", "sarif", "junit", "github", "gitlab"];
    let also = formats.map(|format| format!("--also {format}=out.{format}")).join(" ");
    for more in ["--keep-going logs none", "--strict --fail-fast logs", "logs/b"] {
        for output in ["--format github", "--quiet", "--summary"] {
            let alone = folder.run(&format!("verify {output} {more}"));
            let run = folder.run(&format!("verify {output} {also} {more}"));
            assert_eq!((run.status, &run.err), (alone.status, &alone.err), "{output} {more}");
            assert!(run.out == alone.out, "{output} {more}: {}", run.out);
            for format in formats {
                let alone = folder.run(&format!("verify --format {format} {more}")).out;
                assert!(folder.read(&format!("out.{format}")) == alone, "{format} {more}");
            }
        }
    }
    // Standard input can be read only once.
    let log = folder.read("logs/b/game.json");
    let run = folder.run_on("verify --format line --also sarif=out.sarif -", log.as_bytes());
    assert_eq!((run.status, run.out.lines().count()), (0, 1), "{}", run.out);
    assert_eq!(json(&folder.read("out.sarif"))["runs"][0]["results"], serde_json::json!([]));
}

#[cfg(unix)]
#[test]
fn a_second_report_is_refused_where_it_cannot_be_written() {
    let folder = Folder::new("ci-also-refused");
    folder.write("game.json", folder.run("example").out);
    for (options, due) in [
        ("--also sarif=game.json", "--also game.json is one of the inputs"),
        ("--also sarif=a --also line=a", "a cannot be the file of both --also and --also"),
        ("-o a --also line=a", "a cannot be the file of both --output and --also"),
        ("--also line=none/a", "none/a: No such file or directory"),
        ("--also line=/dev/full", "/dev/full: No space left on device"),
        ("--also sarf=a", "did you mean `sarif`?"),
        ("--also sarif", "expected a format and a file"),
        ("-o a --resume b --also line=c", "cannot be used with"),
        ("--also line=a --book https://example.org", "--book works only with --format sarif"),
    ] {
        let run = folder.run(&format!("verify {options} game.json"));
        assert_eq!((run.status, run.err.contains(due)), (3, true), "{options}: {}", run.err);
    }
    let book = "--also sarif=a --book https://example.org";
    assert_eq!(folder.run(&format!("verify {book} game.json")).status, 0);
    assert!(folder.read("a").contains("\"helpUri\":\"https://example.org/"));
}

#[cfg(unix)]
#[test]
fn every_finding_is_reported_once_in_every_format() {
    let folder = folder("ci-complete");
    let lines = folder.run("verify --keep-going --format json logs").out;
    let reports: Vec<Value> = lines.lines().map(json).collect();
    let findings = || reports.iter().flat_map(|report| report["findings"].as_array().unwrap());
    let due: Vec<&str> = findings().map(|found| found["clause"].as_str().unwrap()).collect();
    let open = reports.iter().filter(|report| report["verdict"] == "consistent").count();
    let failed = reports.iter().filter(|report| report["verdict"] == "illegal").count();
    let unjudged = reports.len() - open - failed - 1;
    assert_eq!((reports.len(), open, failed, unjudged), (10, 2, 3, 4), "{lines}");
    let sarif = json(&folder.run("verify --keep-going --format sarif logs").out);
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let ids: Vec<&str> = results.iter().map(|one| one["ruleId"].as_str().unwrap()).collect();
    let ids: Vec<&str> = ids.into_iter().filter(|id| *id != "verdict.consistent").collect();
    assert_eq!((ids, results.len()), (due.clone(), due.len() + open));
    let rules = sarif["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    for result in results {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[index]["id"], result["ruleId"]);
    }
    let prints = |name: &str, of: &dyn Fn(&Value) -> Value, all: &[Value]| {
        let prints: BTreeSet<String> = all.iter().map(|one| of(one).to_string()).collect();
        assert_eq!(prints.len(), all.len(), "{name}");
    };
    prints("sarif", &|one| one["partialFingerprints"]["splendorFinding/v1"].clone(), results);
    let gitlab = json(&folder.run("verify --keep-going --format gitlab logs").out);
    let entries = gitlab.as_array().unwrap();
    assert_eq!(entries.len(), due.len() + open);
    prints("gitlab", &|one| one["fingerprint"].clone(), entries);
    let junit = folder.run("verify --keep-going --format junit logs").out;
    assert_eq!([count(&junit, "<testcase "), count(&junit, "<testsuite ")], [10, 10]);
    assert_eq!([count(&junit, "<failure "), count(&junit, "<error ")], [failed, unjudged]);
    let github = folder.run("verify --keep-going --format github logs").out;
    assert_eq!([count(&github, "::error "), count(&github, "::notice ")], [due.len(), open]);
    assert_eq!(github.lines().count(), due.len() + open + 1, "an annotation a line: {github}");
}

#[cfg(unix)]
#[test]
fn places_are_right_in_compressed_files_and_archives() {
    let folder = folder("ci-places");
    let sarif = json(&folder.run("verify --format sarif logs").out);
    let places: Vec<(String, u64, u64)> = sarif["runs"][0]["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| {
            let place = &result["locations"][0]["physicalLocation"];
            let number = |name: &str| place["region"][name].as_u64().unwrap();
            let uri = place["artifactLocation"]["uri"].as_str().unwrap().to_owned();
            (uri, number("startLine"), number("startColumn"))
        })
        .collect();
    let line = folder.read("logs/games.jsonl");
    let line = line.lines().nth(1).unwrap();
    let column = line.rfind(r#"["emerald","emerald"]"#).unwrap() as u64 + 1;
    let at = |uri: &str| places.iter().filter(|(other, ..)| other == uri).collect::<Vec<_>>();
    assert_eq!(
        at("logs/a%2Cb%3A%20100%25.json")[0],
        &("logs/a%2Cb%3A%20100%25.json".into(), 15, 26)
    );
    for uri in ["logs/games.jsonl", "logs/z.jsonl.gz"] {
        let found: Vec<_> = at(uri).iter().map(|(_, line, column)| (*line, *column)).collect();
        assert_eq!(found[1..], [(2, column), (3, 2)], "{uri}");
        assert_eq!(found[0].0, 1, "{uri}");
    }
    assert_eq!(at("logs/t.tar.gz/in/%3Cx%3E%26%22y%22.json").len(), 1);
    let text = folder.read("logs/games.jsonl");
    let run = folder.run_on("verify --format sarif -", text.as_bytes());
    let artifact = &json(&run.out)["runs"][0]["results"][1]["locations"][0]["physicalLocation"];
    let due = serde_json::json!({ "description": { "text": "standard input" } });
    assert_eq!(artifact["artifactLocation"], due);
    let run = folder.run_on("verify --format github -", text.as_bytes());
    assert!(run.out.contains(&format!("::error line=2,col={column},endColumn=")), "{}", run.out);
}

#[test]
fn the_trace_leads_from_earlier_turns_to_the_finding() {
    let folder = Folder::new("ci-trace");
    let path = root().join("replays/illegal/take-pair-needs-four.json");
    folder.write("game.json", std::fs::read(path).unwrap());
    let sarif = json(&folder.run("verify --format sarif game.json").out);
    let flow = &sarif["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"][0]["locations"];
    let steps = flow.as_array().unwrap().iter().map(|step| {
        let place = &step["location"];
        let line = place["physicalLocation"]["region"]["startLine"].as_u64().unwrap();
        (line, place["message"]["text"].as_str().unwrap())
    });
    let turn = r#"turn 1: { "seat": 0, "take": ["sapphire", "emerald", "ruby"] }"#;
    let due = [
        (14, turn),
        (14, "the stack went from 4 to 3 here"),
        (15, "two emeralds taken from a stack of three"),
    ];
    assert_eq!(steps.collect::<Vec<_>>(), due);
}

#[cfg(unix)]
#[test]
fn a_truncated_report_is_never_a_complete_file() {
    let folder = folder("ci-cut");
    for format in ["sarif", "gitlab"] {
        let text = folder.run(&format!("verify --format {format} logs")).out;
        json(&text);
        let body = text.trim_end();
        let ends = body.char_indices().map(|(at, _)| at).filter(|at| at % 97 == 0);
        let ends = ends.chain(body.match_indices('\n').map(|(at, _)| at));
        for end in ends {
            assert!(serde_json::from_str::<Value>(&body[..end]).is_err(), "{format}: {end}");
        }
    }
    let text = folder.run("verify --format junit logs").out;
    assert!(text.ends_with("\n</testsuites>\n") && count(&text, "</testsuites>") == 1);
}

#[cfg(unix)]
#[test]
fn a_run_that_stops_early_writes_a_complete_file() {
    let folder = folder("ci-stop");
    let run = folder.run("verify --fail-fast --format sarif logs");
    let sarif = json(&run.out);
    let (sarif_run, count) = (&sarif["runs"][0], run.out.matches("\"ruleId\"").count());
    assert_eq!(sarif_run["properties"]["stopped"], true);
    assert!(sarif_run["invocations"].to_string().contains("first failure"));
    assert!((1..=3).contains(&count), "{count}");
    json(&folder.run("verify --fail-fast --format gitlab logs").out);
    let none = folder.run("verify --quiet --format gitlab logs/b");
    assert_eq!((none.status, none.out.as_str()), (0, "[\n]\n"));
    let none = json(&folder.run("verify --format sarif logs/b").out);
    assert_eq!(none["runs"][0]["results"], serde_json::json!([]));
}

#[test]
fn an_undecided_log_is_an_error_in_every_format() {
    let folder = Folder::new("ci-undecided");
    folder.write("log.json", std::fs::read(root().join("tests/cmd/undecided.json")).unwrap());
    let due = "35 of 38 turns judged: `card` of turn 36: whether the pass was forced";
    for (format, entry) in [
        ("sarif", "\"ruleId\":\"verdict.undecided\",\"kind\":\"fail\",\"level\":\"error\""),
        ("junit", "<error type=\"verdict.undecided\""),
        ("github", "::error file=log.json,line=49,col=5,endColumn=31,title=verdict.undecided"),
        ("gitlab", "\"check_name\":\"verdict.undecided\""),
    ] {
        let run = folder.run(&format!("verify --format {format} log.json"));
        assert_eq!(run.status, 2, "{format}");
        assert!(run.out.contains(entry) && run.out.contains(due), "{}", run.out);
    }
}

#[test]
fn a_failed_demand_is_a_failure_in_every_format() {
    let folder = Folder::new("ci-demands");
    folder.write("open.json", std::fs::read(root().join("tests/cmd/consistent.json")).unwrap());
    let run = |format: &str, more: &str| {
        let run = folder.run(&format!("verify --format {format} {more} open.json"));
        (run.status, run.out)
    };
    for (more, status, id) in [
        ("", 0, "verdict.consistent"),
        ("--strict", 1, "verdict.consistent"),
        ("--require-end", 1, "verdict.incomplete"),
    ] {
        let failed = usize::from(status == 1);
        let (code, junit) = run("junit", more);
        assert_eq!((code, count(&junit, &format!("<failure type=\"{id}\""))), (status, failed));
        assert!(junit.contains("<property name=\"verdict\" value=\"consistent\"/>"), "{junit}");
        let (_, sarif) = run("sarif", more);
        let kind =
            if failed == 1 { r#""kind":"fail","level":"error""# } else { r#""kind":"open""# };
        assert!(sarif.contains(&format!("\"ruleId\":\"{id}\",{kind}")), "{more}");
        let (_, github) = run("github", more);
        assert_eq!(count(&github, "::error "), failed, "{github}");
        let (_, gitlab) = run("gitlab", more);
        assert_eq!(count(&gitlab, "\"severity\":\"major\""), failed, "{gitlab}");
        assert!(folder.run(&format!("explain {id}")).out.starts_with(id));
    }
}

#[test]
fn links_to_the_book_are_written_only_with_its_address() {
    let folder = Folder::new("ci-book");
    folder.write("game.json", folder.run("example").out);
    let plain = folder.run("verify --format sarif game.json").out;
    assert!(!plain.contains("helpUri"));
    let linked = folder.run("verify --format sarif --book https://example.org/b/ game.json").out;
    let rules = &json(&linked)["runs"][0]["tool"]["driver"]["rules"];
    for rule in rules.as_array().unwrap() {
        let uri = rule["helpUri"].as_str().unwrap().strip_prefix("https://example.org/b/").unwrap();
        let (page, anchor) = uri.split_once('#').unwrap_or((uri, ""));
        let page = page.replace(".html", ".md");
        let text = std::fs::read_to_string(root().join("docs/src").join(&page)).unwrap();
        let anchors = crate::repo::tidy::anchors(&text);
        assert!(anchor.is_empty() || anchors.iter().any(|one| one == anchor), "{uri}");
    }
}

/// Checks that a run that is killed and resumed writes the same file, with one header and one
/// footer.
#[cfg(unix)]
#[test]
fn a_resumed_run_writes_the_same_file() {
    use std::process::{Command, Stdio};

    let folder = Folder::new("ci-resume");
    let made = folder.run("generate --games 60").out;
    folder.write("a.jsonl", made.replace("\"seat\":1", "\"seat\":0"));
    for format in ["sarif", "junit", "gitlab"] {
        let whole = folder.run(&format!("verify --format {format} a.jsonl")).out;
        let line = format!("verify --threads 1 --format {format} -o out --resume journal a.jsonl");
        for part in [1, 2, 3] {
            let mut command = Command::new(crate::cmd::PROGRAM);
            command.args(line.split(' ')).current_dir(folder.path()).stderr(Stdio::null());
            let mut child = command.spawn().unwrap();
            let size = || std::fs::metadata(folder.path().join("out")).map_or(0, |data| data.len());
            while child.try_wait().unwrap().is_none() && size() < whole.len() as u64 * part / 4 {
                std::thread::sleep(std::time::Duration::from_micros(200));
            }
            child.kill().unwrap();
            child.wait().unwrap();
        }
        assert_eq!(folder.run(&line).status, 1, "{format}");
        assert!(folder.read("out") == whole, "{format}");
        assert!(!folder.path().join("journal").exists(), "{format}");
    }
}
