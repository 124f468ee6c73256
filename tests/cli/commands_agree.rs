//! Checks that commands agree about the same input, and that their output describes their actions.
#![cfg(unix)]

use serde_json::{Value, json};
use splendor_schema::diagnosis::CauseKind;
use splendor_verify::diagnose::apply_edit;

use crate::cmd::Folder;
use crate::diagnosis::{diagnosis_of, json_of, proven};
use crate::root;

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    let game = folder.run("example").out;
    folder.write("later.json", game.replacen("splendor-log/1", "splendor-log/9", 1));
    folder
        .write("edition.json", game.replacen("\"edition\": \"2024\"", "\"edition\": \"1999\"", 1));
    folder.write("posts.json", replay("legal/post-mandatory"));
    folder.write("illegal.json", replay("illegal/turn-pass"));
    folder.write("cut.json", &game[..99]);
    folder.write("game.json", game);
    folder.write("dir/readme.txt", "a folder");
    folder
}

fn replay(name: &str) -> String {
    std::fs::read_to_string(root().join(format!("replays/{name}.json"))).unwrap()
}

#[test]
fn an_unknown_format_version_is_unsupported_for_every_command() {
    let folder = folder("alike-version");
    let run = folder.run("verify --format line later.json");
    assert_eq!(run.status, 2);
    assert!(run.out.contains(": unsupported: unsupported.format: "), "{}", run.out);
    let run = folder.run("verify --summary later.json");
    assert_eq!((run.status, run.out.starts_with("1 log: 1 unsupported\n")), (2, true));
    let run = folder.run("audit later.json");
    assert!(run.out.starts_with("1 log: 1 unsupported; "), "{}", run.out);
    assert!(
        run.out.contains("\n  unsupported.format: once in 1 log; first later.json:2:13\n"),
        "{}",
        run.out
    );
    assert!(run.status == 2 && !run.out.contains("malformed"), "{}", run.out);
    let run = folder.run("audit --format json later.json cut.json");
    let page: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(run.status, 2);
    assert_eq!(page["verdicts"]["unsupported"], 1, "{page}");
    assert_eq!(page["verdicts"]["malformed"], 1, "{page}");
}

#[test]
fn an_empty_archive_contains_no_logs() {
    let folder = folder("alike-empty");
    let line = "tar -cf e.tar -T /dev/null && gzip -k e.tar && mkdir in && cp e.tar in/ && \
                head -c 1024 /dev/zero > least.tar && head -c 102400 /dev/zero > long.tar && \
                head -c 700 /dev/zero > odd.tar && (cat long.tar; echo x) > more.tar";
    assert_eq!(folder.shell(line).status, 0);
    for input in ["e.tar", "e.tar.gz", "in", "least.tar", "long.tar", "dir"] {
        for command in ["verify", "verify --summary", "audit"] {
            let run = folder.run(&format!("{command} {input}"));
            assert_eq!(run.status, 3, "{command} {input}: {}", run.all());
            let step = "\nhelp: name the files themselves, or a folder that holds such files\n";
            assert!(run.err.starts_with("error: ") && run.err.ends_with(step), "{}", run.err);
        }
        // Commands that take a single file reject folders and archives with exit status 2.
        for command in ["show", "diagnose", "convert", "redact --seat 0", "why", "view"] {
            let run = folder.run(&format!("{command} {input}"));
            assert_eq!((run.status, run.out.as_str()), (2, ""), "{command} {input}");
        }
    }
    assert!(folder.run("verify --format line odd.tar").out.contains("malformed"));
    let run = folder.run("verify more.tar");
    assert!(run.status == 2 && run.err.contains("data follows its end mark"), "{}", run.err);
}

#[test]
fn removing_a_module_is_printed_as_the_edit_that_is_applied() {
    let folder = folder("alike-module");
    folder.write("mandatory.json", replay("illegal/post-mandatory"));
    let run = folder.run("diagnose mandatory.json --output fixed.json");
    assert_eq!(run.status, 0, "{}", run.all());
    assert!(run.out.contains("remove /rules/modules\n"), "{}", run.out);
    assert!(!run.out.contains("remove /rules/modules/0"), "{}", run.out);
    let fixed: Value = serde_json::from_str(&folder.read("fixed.json")).unwrap();
    assert_eq!(fixed["rules"], json!({"edition": "2024"}));
    // With two modules, removing one must keep the other.
    let mut log: Value = serde_json::from_str(&replay("illegal/post-mandatory")).unwrap();
    let cities = json!(["trading-posts", "cities"]);
    log["rules"]["modules"] = cities;
    log["setup"].as_object_mut().unwrap().remove("nobles");
    log["setup"]["cities"] = json!(["15:+5", "13:+6", "13:3e4o"]);
    let (_, diagnosis) = diagnosis_of(&log, &[]);
    let paths = diagnosis.causes.iter().flat_map(|cause| cause.edit.iter().map(|step| &step.path));
    assert!(!paths.into_iter().any(|path| path == "/rules/modules"));
}

#[test]
fn cities_and_seats_are_replaced_by_every_alternative() {
    let log: Value = serde_json::from_str(&replay("illegal/setup-city-tiles")).unwrap();
    let (read, diagnosis) = diagnosis_of(&log, &[]);
    let faces: Vec<_> =
        proven(&diagnosis).filter(|one| one.kind == CauseKind::SetupTileWrong).collect();
    // Two of the three faces belong to one tile. Each face can be replaced by the faces of the five
    // tiles that are not on the table, one of which has a face with two readings.
    assert_eq!(faces.len(), 2 * (2 * 5 + 1), "{faces:?}");
    for face in &faces {
        let cities = json_of(&apply_edit(&read, face).unwrap())["setup"]["cities"].clone();
        let was = log["setup"]["cities"].as_array().unwrap();
        let kept = cities.as_array().unwrap().iter().filter(|city| was.contains(city)).count();
        assert_eq!(kept, 2, "{}", face.message);
        assert!(face.message.ends_with("whose tile shows another face"), "{}", face.message);
    }
    let log: Value = serde_json::from_str(&replay("illegal/claim-end")).unwrap();
    let (read, diagnosis) = diagnosis_of(&log, &[]);
    let seats =
        proven(&diagnosis).map(|one| json_of(&apply_edit(&read, one).unwrap())["end"].clone());
    let seats: Vec<Value> = seats.collect();
    for seat in [0, 1] {
        assert!(seats.contains(&json!({"reason": "resigned", "seats": [seat]})), "{seats:?}");
    }
    let both = json!({"reason": "resigned", "seats": [0, 2]});
    let (read, diagnosis) = diagnosis_of(
        &{
            let mut log = log;
            log["end"] = both;
            log
        },
        &[],
    );
    let seats =
        proven(&diagnosis).map(|one| json_of(&apply_edit(&read, one).unwrap())["end"].clone());
    assert!(seats.into_iter().all(|end| end["seats"] != json!([0, 0])));
}

#[test]
fn writing_to_a_folder_fails_before_any_work() {
    let folder = folder("alike-folder");
    folder
        .write("game.kifu", std::fs::read(root().join("tests/formats/convert/game.kifu")).unwrap());
    for line in [
        "diagnose illegal.json --output dir",
        "view game.json -o dir",
        "redact --seat 0 game.json -o dir",
        "redact --anonymize game.json -o dir",
        "convert game.kifu -o dir",
        "convert game.kifu -o new.json --account dir",
        "verify game.json -o dir",
    ] {
        let run = folder.run(line);
        assert_eq!((run.status, run.out.as_str()), (3, ""), "{line}: {}", run.all());
        assert!(run.err.starts_with("error: dir: "), "{line}: {}", run.err);
        let step = "\nhelp: that is a folder: name a file, in it or elsewhere\n";
        assert!(run.err.ends_with(step), "{line}: {}", run.err);
    }
    assert!(!folder.path().join("new.json").exists());
}

#[test]
fn contradicting_options_are_rejected_and_repeated_ones_accepted() {
    let folder = folder("alike-doubles");
    let two = "the ruling `pass` is given twice, as `always` and `never`";
    let by = "--ruling pass=always --ruling pass=never";
    for line in [
        format!("verify {by} game.json"),
        format!("audit {by} game.json"),
        format!("show {by} game.json"),
        format!("legal {by} game.json"),
        format!("why {by} game.json"),
        format!("diagnose {by} game.json"),
        format!("view {by} game.json"),
        format!("witness {by} game.json"),
        format!("generate {by}"),
    ] {
        let run = folder.run(&line);
        assert_eq!((run.status, run.out.as_str()), (3, ""), "{line}: {}", run.all());
        assert!(run.err.contains(two) && run.err.contains("give it once"), "{line}: {}", run.err);
    }
    for line in [
        "verify --ruling pass=always --ruling pass=always game.json",
        "verify --client seal256 --ruling pass=never --ruling tie=last-seat game.json",
    ] {
        assert_eq!(folder.run(line).err, "", "{line}");
    }
}

#[test]
fn unusable_options_are_explained() {
    let folder = folder("alike-options");
    for (line, status, message) in [
        ("verify --summary --format line game.json", 3, "help: leave out --summary, or --format"),
        ("verify --from auto --setup nofile.json game.json", 2, "error: nofile.json: No such"),
        ("verify --from auto --setup dir game.json", 2, "error: dir: is a directory"),
        ("generate --games 0", 3, ": expected a whole number, 1 or more\n"),
        ("generate --games 18446744073709551616", 3, "expected a whole number from 1 to "),
        ("generate --seats 9", 3, ": expected a whole number from 2 to 4\n"),
        ("show --turn x game.json", 3, ": expected a whole number, 1 or more\n"),
        ("verify --threads 0 game.json", 3, ": expected a whole number from 1 to 1024\n"),
    ] {
        let run = folder.run(line);
        assert_eq!((run.status, run.out.as_str()), (status, ""), "{line}: {}", run.all());
        assert!(run.err.contains(message), "{line}: {}", run.err);
    }
    let run = folder.run("verify --summary --format json game.json");
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    folder.write("setup.json", "{}");
    assert_eq!(folder.run("verify --from auto --setup setup.json game.json").status, 0);
}

#[test]
fn missing_facts_are_one_line_a_kind_unless_all_are_asked_for() {
    let folder = Folder::new("alike-missing");
    let options = "generate --seed 1 --max-turns 40 --no-decks";
    let mut log: Value = serde_json::from_str(&folder.run(options).out).unwrap();
    log["omits"] = json!(["return", "noble"]);
    for turn in log["turns"].as_array_mut().unwrap() {
        turn.as_object_mut().unwrap().remove("return");
        if let Some(purchase) = turn.get_mut("purchase") {
            purchase.as_object_mut().unwrap().remove("pay");
        }
    }
    folder.write("log.json", log.to_string());
    let report = folder.run("verify --format json log.json").out;
    let report: Value = serde_json::from_str(report.lines().next().unwrap()).unwrap();
    let all = report["missing"].as_array().unwrap();
    let kinds: std::collections::BTreeSet<_> = all.iter().map(|one| one["fact"].as_str()).collect();
    assert!(all.len() > 2 * kinds.len(), "{all:?}");
    let lines = |options: &str| {
        let out = folder.run(&format!("verify {options} log.json")).out;
        out.lines().filter(|line| line.starts_with("missing: ")).count()
    };
    assert_eq!((lines(""), lines("--report-inferred")), (kinds.len(), all.len()));
}

#[test]
fn an_undecided_log_passes_no_command() {
    let folder = Folder::new("alike-undecided");
    let undecided = std::fs::read_to_string(root().join("tests/cmd/undecided.json")).unwrap();
    folder.write("log.json", &undecided);
    let ran = |command: &str| {
        let run = folder.run(command);
        assert_eq!(run.status, 2, "{command}: {}", run.all());
        run.all()
    };
    let why = "whether the pass was forced, which may end the game, depends on an unknown card";
    for options in ["", "--strict", "--keep-going", "--require-end", "--quiet"] {
        let text = ran(&format!("verify {options} log.json"));
        let end = "log.json: undecided under pass=always; 35 of 38 turns judged\n";
        assert!(text.contains(&format!("missing: `card` of turn 36: {why}")), "{text}");
        assert!(text.ends_with(end), "{options}: {text}");
        let line = ran(&format!("verify {options} --format line log.json"));
        let place =
            "log.json:1: undecided under pass=always: 35 of 38 turns judged; card of turn 36: ";
        assert!(line.starts_with(&format!("{place}{why}")), "{options}: {line}");
        let report: Value =
            serde_json::from_str(&ran(&format!("verify {options} --format json log.json")))
                .unwrap();
        assert_eq!(report["complete"], false);
        let missing = report["missing"].as_array().unwrap();
        assert_eq!(missing.last().unwrap()["turn"], 36, "{options}");
    }
    let line = "1 log: 1 undecided (1 not by the published rules)\n";
    assert!(ran("verify --summary log.json").starts_with(line));
    let audit = ran("audit log.json");
    assert!(audit.starts_with("1 log: 1 undecided; 38 turns, 0 games legal to the end\n"));
    let row = "\n  verdict.undecided: once in 1 log; first log.json:1, turn 36\n";
    assert!(audit.contains(row), "{audit}");
    assert!(ran("why log.json --turn 38").contains("the omitted facts stopped at turn 36\n"));
    assert!(ran("witness log.json").contains("omits more than the search can follow\n"));
    assert!(ran("diagnose log.json").contains("stopped before it found an illegal turn\n"));
    assert!(ran("diagnose log.json --output new.json").contains("new.json is not written\n"));
    // What holds at every table is found after the stop, too, and decides the verdict.
    folder.write("log.json", undecided.replace("a0d2s2o", "a0d9s"));
    let illegal = folder.run("verify --format line log.json");
    assert_eq!(illegal.status, 1, "{}", illegal.all());
    assert!(
        illegal.out.contains(": illegal under pass=always: component.unknown: "),
        "{}",
        illegal.out
    );
    // A ruling that the program does not know leaves nothing to search.
    folder.write("log.json", undecided.replace("\"ends\"", "\"draws\""));
    assert!(ran("verify --format line log.json").contains(": unsupported: unsupported.ruling: "));
    // If passes never end the game, the hidden card decides nothing.
    folder.write("log.json", undecided.replace("\"ends\"", "\"continues\""));
    assert_eq!(folder.run("verify log.json").status, 0);
}
