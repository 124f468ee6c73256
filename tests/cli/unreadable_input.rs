//! Checks that every bad file gets one clear error with its place, and that the other files are
//! judged.

use std::fmt::Write;

use crate::cmd::Folder;

/// Returns a folder with a legal log as `good.json`.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("good.json", folder.run("example").out);
    folder
}

/// Returns the example with `part`, which must occur exactly once, replaced.
fn with_replaced(folder: &Folder, part: &str, other: &str) -> String {
    let text = folder.read("good.json");
    assert_eq!(text.matches(part).count(), 1, "{part}");
    text.replace(part, other)
}

/// Checks the one-line report of a bad file that is judged between two good files.
fn check(folder: &Folder, bytes: impl AsRef<[u8]>, status: i32, line: &str) {
    folder.write("bad.json", bytes);
    let run = folder.run("verify --format line good.json bad.json good.json");
    let good = "good.json:1: legal: incomplete, 5 turns, scores 0-0";
    let expected = format!("{good}\n{line}\n{good}\n");
    assert_eq!((run.out.as_str(), run.err.as_str()), (expected.as_str(), ""));
    assert_eq!(run.status, status, "{line}");
    let words = folder.run("verify bad.json").out;
    let place = line.split_once(": ").unwrap().0;
    assert!(words.contains(place), "{words}");
    assert_eq!(words.matches("error[").count(), 1, "{words}");
}

#[test]
fn text_that_is_not_strict_json_is_malformed() {
    let folder = folder("bad-json");
    let good = folder.read("good.json");
    let unread = |bytes: &[u8], place: &str, error: &str| {
        check(&folder, bytes, 2, &format!("bad.json:{place}: malformed: {error}"));
    };
    let unknown = "format.shape: neither a log nor a file of a known client";
    unread(b"x", "1:1", unknown);
    unread(b"\0\0\0", "1:1", unknown);
    let ends = "format.json: expected a value, found the end of the text";
    unread(&good.as_bytes()[..300], "9:42", ends);
    unread(&good.as_bytes()[..280], "9:22", "format.json: the text ends inside a string");
    let bom = "format.bom: the file starts with a byte order mark";
    unread(format!("\u{feff}{good}").as_bytes(), "1:1", bom);
    let wide: Vec<u8> = good.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let utf16 = "format.encoding: the file is UTF-16, not UTF-8";
    unread(&[&[0xff, 0xfe], wide.as_slice()].concat(), "1:1", utf16);
    unread(&wide, "1:1", utf16);
    let swapped: Vec<u8> = good.encode_utf16().flat_map(u16::to_be_bytes).collect();
    unread(&swapped, "1:1", utf16);
    let latin = good.replace("Ada", "Ad?").into_bytes();
    let latin: Vec<u8> = latin.iter().map(|&b| if b == b'?' { 0xe9 } else { b }).collect();
    unread(&latin, "4:28", "format.encoding: the byte 0xe9 is not valid UTF-8");
    let comma = with_replaced(&folder, "\"plies\": 5 }", "\"plies\": 5, }");
    unread(comma.as_bytes(), "25:45", "format.json: unexpected comma before the closing bracket");
    let twice = good.clone() + &good;
    unread(twice.as_bytes(), "27:1", "format.json: unexpected text after the end of the value");
}

#[test]
fn values_of_a_wrong_type_or_name_are_malformed() {
    let folder = folder("bad-shape");
    let unread = |part: &str, other: &str, place: &str, error: &str| {
        let line = format!("bad.json:{place}: malformed: {error}");
        check(&folder, with_replaced(&folder, part, other), 2, &line);
    };
    let shape = "format.shape: expected a whole number from 0 to 100000, found the string \"5\"";
    unread("\"plies\": 5", "\"plies\": \"5\"", "25:44", shape);
    let seat = "\"seat\": 1, \"take\"";
    let twice = "format.duplicate-key: duplicate key `seat`";
    unread(seat, "\"seat\": 1, \"seat\": 1, \"take\"", "15:18", twice);
    let null = "format.shape: expected a card id like `a0d3s`, found null";
    unread("\"refill\": \"a0s2e2o\"", "\"refill\": null", "21:17", null);
    let huge = "9".repeat(40);
    let much = "is too large for some JSON readers";
    let number = format!("format.json: the number {huge} {much}");
    unread("\"plies\": 5", &format!("\"plies\": {huge}"), "25:44", &number);
    let number = format!("format.json: the number 1e999 {much}");
    unread("\"plies\": 5", "\"plies\": 1e999", "25:44", &number);
    let deep = format!("\"ext\": {{ \"a\": {}1{} }},\n  \"end\"", "[".repeat(70), "]".repeat(70));
    unread("\"end\"", &deep, "25:80", "format.size: nested deeper than the limit of 64 levels");
}

#[test]
fn unknown_formats_editions_and_modules_are_unsupported() {
    let folder = folder("bad-unknown");
    let edition = "\"edition\": \"2024\"";
    for (part, other, place, error) in [
        (
            "splendor-log/1",
            "splendor-log/9",
            "2:13",
            "unsupported.format: expected the format `splendor-log/1`",
        ),
        ("\"2024\"", "\"2031\"", "3:25", "unsupported.edition: the edition `2031` "),
        (
            edition,
            "\"edition\": \"2024\", \"modules\": [\"quests\"]",
            "3:45",
            "unsupported.module: the module `quests` is unknown; the modules of edition 2024 are \
             `cities`, `trading-posts`, `orient` and `strongholds`",
        ),
        (
            edition,
            "\"edition\": \"2014\", \"modules\": [\"cities\"]",
            "3:45",
            "unsupported.module: the module `cities` belongs to edition 2024; ",
        ),
        (
            edition,
            "\"edition\": \"2014\", \"modules\": [\"trading-posts\"]",
            "3:45",
            "unsupported.module: the module `trading-posts` belongs to edition 2024; ",
        ),
        (edition, "\"edition\": \"2024\", \"boxes\": [\"chess\"]", "3:43", "unsupported.box: "),
        (
            "\"setup\": {",
            "\"setup\": { \"cities\": [\"12:+6\"],",
            "5:25",
            "unsupported.box: the city 12:+6 is in the box of 2017, Cities of Splendor, ",
        ),
        (
            edition,
            "\"edition\": \"2024\", \"rulings\": {\"rain\": 1}",
            "3:53",
            "unsupported.ruling: ",
        ),
        ("\"pass\": 1", "", "", ""),
    ] {
        if place.is_empty() {
            continue;
        }
        folder.write("bad.json", with_replaced(&folder, part, other));
        let run = folder.run("verify --format line bad.json good.json");
        let expected = format!("bad.json:{place}: unsupported: {error}");
        assert!(run.out.starts_with(&expected), "{expected}: {}", run.all());
        assert_eq!((run.status, run.out.lines().count()), (2, 2));
    }
}

#[test]
fn numbers_of_players_and_turns_are_limited() {
    let folder = folder("bad-numbers");
    let players = "[{ \"name\": \"Ada\" }, { \"name\": \"Bo\" }]";
    let seats = |count: usize| {
        with_replaced(&folder, players, &format!("[{}]", ["{}"; 17][..count].join(",")))
    };
    let illegal =
        |words: &str| format!("bad.json:4:14: illegal: setup.seats: {words} at the table");
    check(&folder, seats(0), 1, &illegal("no seats"));
    check(&folder, seats(5), 1, &illegal("five seats"));
    let limit = "malformed: format.shape: a list with more entries than the limit of";
    let many = format!("bad.json:4:63: {limit} 16");
    check(&folder, seats(17), 2, &many);
    let pass = "{ \"pass\": true }, ".repeat(99_996);
    let turns = with_replaced(&folder, "\"turns\": [", &format!("\"turns\": [{pass}"));
    let many = format!("bad.json:18:5: {limit} 100000");
    check(&folder, turns, 2, &many);
}

#[test]
fn a_hundred_megabytes_of_brackets_cost_little_memory() {
    let folder = folder("bad-large");
    folder.write("line.json", "[".repeat(100_000_000));
    folder.write("lines.json", "[\n".repeat(50_000_000));
    folder.write("blank.json", "\n".repeat(20_000_000) + "x");
    let line = "verify --format line line.json good.json lines.json blank.json";
    // The limit is on the address space, in KiB; the program itself needs much less.
    let run = if cfg!(target_os = "linux") {
        folder.shell(&format!("ulimit -v 300000; splendor {line}"))
    } else {
        folder.run(line)
    };
    let large = "1:1: malformed: format.size: ";
    let places: Vec<_> = run.out.lines().map(|line| line.split_once(':').unwrap()).collect();
    assert_eq!((run.status, places.len()), (2, 4), "{}", run.all());
    assert!(places[0].1.starts_with(large) && places[2].1.starts_with(large), "{}", run.out);
    assert_eq!(places[3].0, "blank.json");
    assert!(places[3].1.starts_with("20000001:1: malformed: format.shape: "), "{}", run.out);
    let words = folder.run("verify line.json lines.json").out;
    assert!(words.len() < 2_000, "{} bytes", words.len());
}

#[test]
fn a_broken_line_affects_only_itself() {
    let folder = folder("bad-lines");
    let good = folder.run("generate --max-turns 2").out;
    let value: serde_json::Value = serde_json::from_str(&good).unwrap();
    let mut other_order = value.as_object().unwrap().clone();
    let format = other_order.remove("format").unwrap();
    other_order.insert("format".to_owned(), format);
    let other_order = serde_json::to_string(&other_order).unwrap() + "\n";
    for good in [good, other_order] {
        let broken = format!("{}\n", &good[..150]);
        for place in 0..4 {
            let mut lines = vec![good.as_str(); 3];
            lines.insert(place, &broken);
            folder.write("games.jsonl", lines.concat());
            let run = folder.run("verify --format line games.jsonl");
            assert_eq!((run.status, run.out.lines().count()), (2, 4), "{place}: {}", run.all());
            for (number, line) in run.out.lines().enumerate() {
                let verdict = if number == place { "malformed" } else { "legal" };
                assert!(line.starts_with(&format!("games.jsonl:{}:", number + 1)), "{line}");
                assert!(line.contains(&format!(": {verdict}: ")), "{line}");
            }
        }
    }
}

#[test]
fn any_line_ending_and_blank_lines_separate_logs() {
    let folder = folder("bad-ends");
    let game = folder.run("generate --max-turns 2").out;
    let game = game.trim_end();
    for text in [
        format!("{game}\r\n{game}\r\n"),
        format!("\n\n{game}\n\n\n{game}"),
        format!("{game}\n  \t\n{game}\n\n"),
    ] {
        let run = folder.run_on("verify -", text.as_bytes());
        assert!(run.out.ends_with("2 logs: 2 legal (2 incomplete)\n"), "{}", run.all());
    }
    folder.write("dos.json", folder.read("good.json").replace('\n', "\r\n"));
    assert_eq!(folder.run("verify dos.json").status, 0);
}

/// Checks that the logs after a torn line are judged, even if the first line is torn.
#[test]
fn a_torn_line_affects_only_its_own_log() {
    let folder = folder("bad-torn");
    let game = folder.run("generate --max-turns 2").out;
    let game = game.trim_end();
    for at in [40, 100, 300, game.len() - 1] {
        let torn = format!("{}\n{}", &game[..at], &game[at..]);
        for text in [format!("{torn}\n{game}\n{game}"), format!("{game}\n{torn}\n{game}\n")] {
            let run = folder.run_on("verify -", text.as_bytes());
            let sum = "4 logs: 2 legal, 2 malformed (2 incomplete)\n";
            assert!(run.out.ends_with(sum), "at {at}: {}", run.all());
        }
    }
    // An indented document stays one document, even if it is malformed.
    let laid = "{\"format\":\"splendor-log/1\",\n\"ext\":[\n";
    for text in [laid.to_owned(), laid.repeat(3), format!("{{\n{game}\n")] {
        let run = folder.run_on("verify --format line -", text.as_bytes());
        assert_eq!(run.out.matches("malformed").count(), 1, "{}", run.all());
    }
}

#[test]
fn a_json_array_of_logs_is_one_error_with_a_next_step() {
    let folder = folder("bad-list");
    let game = folder.run("generate --max-turns 2").out;
    let game = game.trim_end();
    for text in [format!("[{game},{game}]"), format!("[\n{game},\n{game}\n]\n")] {
        folder.write("list.json", text);
        let run = folder.run("verify list.json");
        assert_eq!((run.status, run.out.matches("error[format.shape]").count()), (2, 1));
        assert!(run.out.contains("JSON Lines: one log per line"), "{}", run.out);
    }
}

#[test]
fn a_file_that_nobody_knows_is_one_error_that_leads_to_the_client_guide() {
    let folder = folder("bad-unknown");
    for (name, text) in [
        ("notes.txt", "Ada took three gems.\nBo reserved a card.\n"),
        ("table.csv", "turn,seat,action\n1,0,take\n2,1,pass\n"),
        ("game.json", "{\n  \"game\": {\"moves\": []}\n}\n"),
        ("list.json", "[1, 2]\n"),
    ] {
        folder.write(name, text);
        let error = "neither a log nor a file of a known client";
        for command in ["verify", "verify --from auto", "convert"] {
            let run = folder.run(&format!("{command} {name}"));
            let said = run.all();
            assert_eq!((run.status, said.matches(error).count()), (2, 1), "{said}");
            assert!(said.contains("docs/src/client-guide.md shows how"), "{said}");
        }
        let run = folder.run(&format!("verify {name}"));
        assert!(run.out.starts_with(&format!("error[format.shape]: {error}\n")), "{}", run.out);
        assert!(run.out.contains(&format!("{name}:1:1")), "{}", run.out);
    }
    // A text that looks like JSON keeps the help about JSON.
    let game = folder.run("generate --max-turns 2").out;
    folder.write("list.json", format!("[{}]", game.trim_end()));
    let run = folder.run("verify --from auto list.json");
    assert_eq!(run.status, 2, "{}", run.all());
    assert!(run.out.contains("JSON Lines: one log per line"), "{}", run.out);
}

#[test]
fn empty_inputs_are_usage_errors() {
    let folder = folder("bad-empty");
    folder.write("empty.json", "");
    folder.write("blank.json", " \n\n\t\n");
    folder.write("none/readme.txt", "no log");
    let (start, files) =
        ("`splendor example` prints a log to start from", "name the files themselves, or a folder");
    for (name, error, step) in [
        ("empty.json", "error: empty.json:1:1: the file is empty", start),
        ("blank.json", "error: blank.json:1:1: the file is empty", start),
        ("none", "error: none: no .json, .jsonl, .ndjson or .tar file is in this folder", files),
    ] {
        let reported = |err: &str| err.starts_with(&format!("{error}\nhelp: {step}"));
        let run = folder.run(&format!("verify {name}"));
        assert_eq!(
            (run.status, run.out.as_str(), reported(&run.err)),
            (3, "", true),
            "{}",
            run.err
        );
        let run = folder.run(&format!("verify {name} good.json"));
        assert_eq!((run.status, run.out.lines().count(), reported(&run.err)), (3, 1, true));
    }
    assert_eq!(folder.run_on("verify -", b"").status, 3);
}

#[test]
fn unreadable_files_are_reported_in_input_order() {
    let folder = folder("bad-missing");
    folder.write("cut.json.gz", [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1]);
    folder.write("cut.json.zst", [0x28, 0xb5, 0x2f, 0xfd, 0x24]);
    let run = folder.run("verify good.json missing.json cut.json.gz cut.json.zst good.json");
    assert_eq!((run.status, run.out.matches("good.json: legal").count()), (2, 2), "{}", run.all());
    assert!(run.out.ends_with("2 logs: 2 legal (2 incomplete); 3 not read\n"), "{}", run.out);
    let errors: Vec<_> = run.err.lines().filter(|line| !line.starts_with("help: ")).collect();
    for (error, name) in errors.iter().zip(["missing.json", "cut.json.gz", "cut.json.zst"]) {
        assert!(error.starts_with(&format!("error: {name}: ")), "{error}");
    }
    assert_eq!((errors.len(), folder.run("verify missing.json").status), (3, 2));
}

#[cfg(unix)]
#[test]
fn symbolic_link_loops_and_pipes_in_a_folder_do_not_hang() {
    use std::os::unix::fs::symlink;
    let folder = folder("bad-traps");
    let at = |name: &str| folder.path().join("logs").join(name);
    folder.write("logs/a.json", folder.read("good.json"));
    folder.write("logs/folder.json/b.json", folder.read("good.json"));
    symlink(at("self.json"), at("self.json")).unwrap();
    symlink(at("nowhere"), at("to-nowhere.json")).unwrap();
    symlink(folder.path().join("logs"), at("again.json")).unwrap();
    symlink(at("a.json"), at("link.json")).unwrap();
    assert_eq!(folder.shell("mkfifo logs/pipe.json").status, 0);
    let run = folder.run("verify --format line logs");
    let mut found = String::new();
    for name in ["a.json", "folder.json/b.json", "link.json"] {
        writeln!(found, "logs/{name}:1: legal: incomplete, 5 turns, scores 0-0").unwrap();
    }
    assert_eq!((run.status, run.out), (2, found), "{}", run.err);
    assert_eq!(run.err.matches("error: ").count(), 2, "{}", run.err);
    assert!(run.err.contains("logs/self.json: ") && run.err.contains("logs/to-nowhere.json: "));
}

#[cfg(unix)]
#[test]
fn files_without_read_permission_are_reported() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("bad-permission");
    folder.write("logs/a.json", folder.read("good.json"));
    folder.write("logs/closed.json", folder.read("good.json"));
    folder.write("logs/shut/b.json", folder.read("good.json"));
    let set = |name: &str, mode| {
        let path = folder.path().join(name);
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    set("logs/closed.json", 0);
    set("logs/shut", 0);
    let may_all = std::fs::read(folder.path().join("logs/closed.json")).is_ok();
    let run = folder.run("verify --format line logs");
    set("logs/shut", 0o700);
    if !may_all {
        assert_eq!((run.status, run.out.lines().count()), (2, 1), "{}", run.all());
        assert!(run.err.contains("logs/closed.json: ") && run.err.contains("logs/shut: "));
    }
}
