//! The limits of the formats: logs that contain words of other clients, files that exceed a log,
//! and logs that exceed a KIFU.

use serde_json::{Value, json};
use splendor_convert::{kifu, kifu_left_out};
use splendor_schema::Log;

use super::refusals::sample;
use super::write;
use crate::cli::archives::{archive, entry};
use crate::cmd::Folder;

type Change<'c> = &'c dyn Fn(&mut Value);

/// Returns the example log after a change.
fn example_with(change: impl Fn(&mut Value)) -> String {
    let mut log: Value = serde_json::from_str(splendor_schema::EXAMPLE).unwrap();
    change(&mut log);
    log.to_string() + "\n"
}

#[test]
fn a_log_with_words_of_other_clients_is_still_a_log() {
    let folder = Folder::new("convert-words");
    let plain = example_with(|_| {});
    let words: [Change<'_>; 4] = [
        &|log| log["players"][0]["name"] = "effective-splendor-replay".into(),
        &|log| log["ext"] = json!({ "hiddenCards": [] }),
        &|log| log["ext"] = json!({ "type": "start", "seed": 1, "log": [] }),
        &|log| log["source"] = json!({ "client": "Format: Splendor KIFU v1.0" }),
    ];
    for change in words {
        let log = example_with(change);
        folder.write("log.json", &log);
        let run = folder.run("verify --from auto --format line log.json");
        assert_eq!(run.status, 0, "{log}{}", run.all());
        folder.write("logs.jsonl", plain.clone() + &log + &plain);
        let run = folder.run("verify --from auto --quiet logs.jsonl");
        assert_eq!(run.out, "3 logs: 3 legal (3 incomplete)\n", "{log}");
        folder.write("log.json", log.replace("\"turns\"", "\"tuns\""));
        let run = folder.run("verify log.json");
        assert!(run.status == 2 && !run.out.contains("of another client"), "{}", run.out);
    }
}

/// With `--from auto`, an archive is searched for logs and never read as a file of another client.
#[test]
fn an_archive_is_searched_for_logs() {
    let folder = Folder::new("convert-archive");
    let log = example_with(|_| {});
    let replay = write::effective(&sample());
    let files = [entry("a.json", b'0', log.as_bytes()), entry("b.json", b'0', replay.as_bytes())];
    for order in [[0, 1], [1, 0]] {
        folder.write("both.tar", archive(&order.map(|at| files[at].clone())));
        let run = folder.run("verify --from auto --format line both.tar");
        assert!(run.out.contains("both.tar/a.json:1: legal"), "{}", run.all());
        assert!(run.out.contains("both.tar/b.json:2:13: unsupported"), "{}", run.all());
        assert_eq!((run.status, run.out.lines().count()), (2, 2), "{}", run.all());
        let run = folder.run("verify --from effective-splendor both.tar");
        let explained = run.err.contains("with --from effective-splendor, archives");
        assert!(run.status == 2 && explained, "{}", run.all());
    }
}

/// Both commands reject text too long for a log at its place; they never cut it.
#[test]
fn text_too_long_for_a_log_is_rejected() {
    let folder = Folder::new("convert-limits");
    let log = example_with(|log| drop(log.as_object_mut().unwrap().remove("end")));
    let log = Log::read(log.as_bytes());
    let text = kifu(&log.unwrap()).unwrap();
    let named =
        |length: usize| text.replace("Player0: Ada", &format!("Player0: {}", "x".repeat(length)));
    let line = 1 + text.lines().position(|line| line.starts_with("Player0")).unwrap();
    folder.write("game.kifu", named(1000));
    let run = folder.run("convert game.kifu -o log.json");
    assert_eq!(run.status, 0, "{}", run.all());
    assert!(folder.read("log.json").contains(&"x".repeat(1000)));
    let seeded = text.replacen("Player0:", &format!("Seed: {}\nPlayer0:", "7".repeat(1500)), 1);
    let (head, rest) = text.split_once("nobles:[").unwrap();
    let tiles = format!("{head}nobles:[{}{rest}", "4,".repeat(40));
    let laid = 1 + text.lines().position(|line| line.starts_with("Position")).unwrap();
    let long = "characters: a log holds 1000 at most";
    for (text, line, words) in
        [(named(1001), line, long), (seeded, line, long), (tiles, laid, "not valid in a log: ")]
    {
        folder.write("game.kifu", text);
        let run = folder.run("convert game.kifu -o never.json");
        assert_eq!(run.status, 2, "{}", run.all());
        let place = format!("game.kifu:{line}:");
        assert!(run.err.contains(words) && run.err.contains(&place), "{}", run.err);
        let run = folder.run("verify --from kifu --format line game.kifu");
        assert!(run.status == 2 && run.out.contains("malformed: format.foreign"), "{}", run.all());
        assert!(run.out.starts_with(&place), "{}", run.out);
        assert!(!folder.path().join("never.json").exists());
    }
}

#[test]
fn claims_that_a_kifu_cannot_hold_are_rejected() {
    let written = |change: Change<'_>| {
        let log = Log::read(example_with(change).as_bytes()).unwrap();
        kifu(&log).map(|_| kifu_left_out(&log))
    };
    let end = |log: &mut Value, result: Value| {
        log["end"] = json!({ "reason": "completed" });
        log["result"] = result;
    };
    let refused: [(Change<'_>, &str); 5] = [
        (&|log| log["end"]["plies"] = 6.into(), "cannot claim 6 turns for a log of 5"),
        (&|log| end(log, json!({ "winners": [1, 1] })), "names each winner once"),
        (&|log| end(log, json!({ "winners": [5] })), "of the seats 0 to 1"),
        (
            &|log| end(log, json!({ "winners": [0], "scores": [1] })),
            "each of 2 seats, the log has 1",
        ),
        (
            &|log| end(log, json!({ "winners": [] })),
            "one winner, or a victory that all seats share",
        ),
    ];
    for (change, why) in refused {
        assert!(written(change).unwrap_err().contains(why), "{why}");
    }
    let nobody = written(&|log| {
        log["players"] = json!([]);
        end(log, json!({ "winners": [0] }));
    });
    assert!(nobody.unwrap_err().contains("2 to 4 players, not 0"));
    let late = json!({ "reason": "timeout", "seats": [1] });
    let left_out = written(&|log| {
        end(log, json!({ "winners": [0], "scores": [1, 0] }));
        log["end"] = late.clone();
    });
    assert!(left_out.unwrap().contains(&("end.seats", 1)));
    let left_out = written(&|log| {
        end(log, json!({ "winners": [0, 1] }));
        log.as_object_mut().unwrap().remove("end");
    });
    assert!(left_out.unwrap().contains(&("result.winners", 2)));
}
