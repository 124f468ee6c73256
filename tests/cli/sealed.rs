//! Checks that `splendor verify --sealed` finds every change of a sealed game.

use serde_json::{Value, json};
use splendor_schema::Log;
use splendor_schema::seal::Seal;
use splendor_seal::{Chain, continues, seal};
use splendor_verify::words::hex;

use crate::cmd::Folder;
use crate::root;

/// The files of the sealed game, apart from the signatures.
const FILES: [&str; 4] = ["game.json", "game.seal", "game.deal", "players.keys"];

fn file(name: &str) -> String {
    std::fs::read_to_string(root().join("replays/sealed").join(name)).unwrap()
}

/// Returns a folder with the sealed game.
fn sealed_game(name: &str) -> Folder {
    let folder = Folder::new(name);
    let signatures = [0, 1, 2].map(|seat| format!("game.seat{seat}.minisig"));
    for name in FILES.into_iter().chain(signatures.iter().map(String::as_str)) {
        folder.write(name, file(name));
    }
    folder
}

/// Returns the ids of the findings on the game in a folder, and the exit status.
fn findings(folder: &Folder, options: &str) -> (Vec<String>, i32) {
    let run = folder.run(&format!("verify --format json {options} game.json"));
    let report: Value = serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{}", run.all()));
    let all = report["findings"].as_array().unwrap().iter();
    let ids = all.map(|finding| {
        assert!(finding["line"].is_number() || finding["pointer"] == "", "{finding}");
        finding["clause"].as_str().unwrap().to_owned()
    });
    (ids.collect(), run.status)
}

const SIGNED: &str = "--sealed --keys players.keys";

#[test]
fn a_sealed_and_signed_game_passes() {
    let folder = sealed_game("sealed-passes");
    assert_eq!(findings(&folder, SIGNED), (vec![], 0));
    // Spaces and the order of keys make no difference to the hashes.
    let log: Value = serde_json::from_str(&file("game.json")).unwrap();
    folder.write("game.json", serde_json::to_string_pretty(&reversed(log)).unwrap());
    assert_eq!(findings(&folder, SIGNED), (vec![], 0));
    // Nor does it matter whether the log is packed.
    let folder = sealed_game("sealed-packed");
    let run = folder.shell("gzip game.json && splendor verify --sealed game.json.gz");
    assert_eq!(run.status, 0, "{}", run.all());
}

/// Reverses the order of the keys of every object.
fn reversed(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let fields = fields.into_iter().rev();
            Value::Object(fields.map(|(key, value)| (key, reversed(value))).collect())
        }
        Value::Array(entries) => entries.into_iter().map(reversed).collect(),
        other => other,
    }
}

/// Returns the pointers of all values that have no others inside.
fn leaves(value: &Value, at: &str, to: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(key, value)| leaves(value, &format!("{at}/{key}"), to));
        }
        Value::Array(entries) => {
            let entries = entries.iter().enumerate();
            entries.for_each(|(place, value)| leaves(value, &format!("{at}/{place}"), to));
        }
        _ => to.push(at.to_owned()),
    }
}

/// Removes the value at a pointer.
fn remove(log: &mut Value, pointer: &str) {
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    match log.pointer_mut(parent).unwrap() {
        Value::Object(fields) => drop(fields.remove(key)),
        Value::Array(entries) => drop(entries.remove(key.parse().unwrap())),
        _ => unreachable!(),
    }
}

/// Returns the turn of a pointer, from 0.
fn turn_of(pointer: &str) -> Option<usize> {
    pointer.strip_prefix("/turns/")?.split('/').next()?.parse().ok()
}

#[test]
fn every_change_of_a_sealed_log_is_found() {
    let log: Value = serde_json::from_str(&file("game.json")).unwrap();
    let sealed = Seal::read(file("game.seal").as_bytes()).unwrap();
    let mut places = Vec::new();
    leaves(&log, "", &mut places);
    assert!(places.len() > 300, "{}", places.len());
    for pointer in places {
        let mut changed = log.clone();
        let value = changed.pointer_mut(&pointer).unwrap();
        *value = match &*value {
            Value::Number(number) => (number.as_u64().unwrap() + 1).into(),
            Value::String(text) => format!("{text}x").into(),
            other => json!([other]),
        };
        let mut removed = log.clone();
        remove(&mut removed, &pointer);
        for changed in [changed, removed] {
            let objection = continues(&changed.to_string(), &sealed).unwrap();
            let objection = objection.unwrap_or_else(|| panic!("{pointer} is not found"));
            let id = match pointer.split('/').nth(1).unwrap() {
                "turns" => "seal.turn",
                "end" | "result" => "seal.end",
                _ => "seal.header",
            };
            assert_eq!((objection.id, objection.turn), (id, turn_of(&pointer)), "{pointer}");
        }
    }
    for at in 0..log["turns"].as_array().unwrap().len() {
        let turn = log["turns"][at].clone();
        let (mut doubled, mut left_out) = (log.clone(), log.clone());
        doubled["turns"].as_array_mut().unwrap().insert(at, turn);
        remove(&mut left_out, &format!("/turns/{at}"));
        for changed in [doubled, left_out] {
            assert_eq!(continues(&changed.to_string(), &sealed).unwrap().unwrap().id, "seal.turn");
        }
    }
}

#[test]
fn a_changed_log_fails_in_every_format() {
    let folder = sealed_game("sealed-formats");
    // A legal change, so that nothing but the seal shows it.
    let log = file("game.json");
    let changed = log.replace("spring-cup-17", "spring-cup-18");
    assert_ne!(log, changed);
    folder.write("game.json", changed);
    for format in ["text", "line", "json", "sarif", "junit", "github", "gitlab"] {
        assert_eq!(folder.run(&format!("verify --format {format} game.json")).status, 0);
        let run = folder.run(&format!("verify --sealed --format {format} game.json"));
        assert_eq!(run.status, 1, "{format}");
        assert!(run.out.contains("seal.header"), "{format}: {}", run.out);
    }
}

#[test]
fn a_seal_has_to_cover_the_whole_log() {
    let folder = sealed_game("sealed-part");
    let log: Value = serde_json::from_str(&file("game.json")).unwrap();
    let mut open = log.clone();
    remove(&mut open, "/end");
    remove(&mut open, "/result");
    let whole = Seal::read(file("game.seal").as_bytes()).unwrap();
    let unended = json!({ "format": "splendor-seal/1", "links": whole.links, "deal": whole.deal });
    let shorter =
        json!({ "format": "splendor-seal/1", "links": whole.links[..21], "deal": whole.deal });
    for (log, seal, due) in [
        (&log, &unended, "seal.end"),
        (&log, &shorter, "seal.turn"),
        (&open, &serde_json::to_value(&whole).unwrap(), "seal.end"),
        (&open, &shorter, "seal.turn"),
    ] {
        folder.write("game.json", log.to_string());
        folder.write("game.seal", seal.to_string());
        assert_eq!(findings(&folder, "--sealed"), (vec![due.to_owned()], 1), "{due}");
    }
    folder.write("game.json", open.to_string());
    folder.write("game.seal", unended.to_string());
    assert_eq!(findings(&folder, "--sealed"), (vec![], 0));
    // An earlier seal is no seal of the whole log, but the log continues it.
    folder.write("early.seal", shorter.to_string());
    let run = folder.run("seal --continues early.seal game.json -o game.seal");
    assert_eq!(run.status, 0, "{}", run.all());
    assert_eq!(findings(&folder, "--sealed"), (vec![], 0));
    folder.write("game.json", open.to_string().replacen("emerald", "ruby", 1));
    let run = folder.run("seal --continues early.seal game.json");
    assert_eq!((run.status, run.out.as_str()), (1, ""), "{}", run.all());
    assert!(run.err.contains("does not continue the log of early.seal: turn "), "{}", run.err);
}

#[test]
fn missing_and_unreadable_files_are_findings() {
    let folder = sealed_game("sealed-missing");
    let without = |name: &str| {
        std::fs::remove_file(folder.path().join(name)).unwrap();
        let found = findings(&folder, SIGNED);
        folder.write(name, file(name));
        found
    };
    assert_eq!(without("game.seal"), (vec!["seal.missing".to_owned()], 1));
    assert_eq!(without("game.deal"), (vec!["seal.deal".to_owned()], 1));
    assert_eq!(without("game.seat1.minisig"), (vec!["seal.signature".to_owned()], 1));
    for name in ["game.seal", "game.deal"] {
        let no_links = "{\"format\":\"splendor-seal/1\",\"links\":[]}";
        let no_list = "{\"format\":\"splendor-seal/1\"}";
        for text in ["", "{}", "\u{0}", no_list, no_links, &"[".repeat(9999)] {
            folder.write(name, text);
            assert_eq!(findings(&folder, "--sealed"), (vec!["seal.format".to_owned()], 1));
        }
        folder.write(name, file(name));
    }
    // A second log in the file is no sealed log.
    let line = file("game.json");
    folder.write("games.jsonl", format!("{}\n{}\n", line.trim(), line.trim()));
    folder.write("games.seal", file("game.seal"));
    let run = folder.run("verify --sealed --format line games.jsonl");
    assert!(run.status == 1 && run.out.contains("seal.missing"), "{}", run.all());
    let run = folder.run_on("verify --sealed -", line.as_bytes());
    assert!(run.out.contains("only a log in a file of its own has a seal"), "{}", run.all());
    assert!(run.out.ends_with("<stdin>: illegal by its seal\n"), "{}", run.all());
    let run = folder.run("verify --sealed --keys game.seal game.json");
    assert!(run.status == 3 && run.err.contains("game.seal:1:"), "{}", run.all());
}

#[test]
fn a_wrong_or_missing_signature_is_found() {
    let folder = sealed_game("sealed-signatures");
    let wrong = |seats: usize| (vec!["seal.signature".to_owned(); seats], 1);
    // The signature of another player.
    folder.write("game.seat0.minisig", file("game.seat1.minisig"));
    assert_eq!(findings(&folder, SIGNED), wrong(1));
    assert_eq!(findings(&folder, "--sealed"), (vec![], 0));
    folder.write("game.seat0.minisig", "untrusted comment: \nnonsense\n");
    assert_eq!(findings(&folder, SIGNED), wrong(1));
    folder.write("game.seat0.minisig", file("game.seat0.minisig"));
    // A changed comment of the signature, which is signed too.
    folder.write(
        "game.seat2.minisig",
        file("game.seat2.minisig").replace("spring-cup-17", "spring-cup-18"),
    );
    assert_eq!(findings(&folder, SIGNED), wrong(1));
    folder.write("game.seat2.minisig", file("game.seat2.minisig"));
    // A new seal of a changed log, which nobody signed.
    let log = file("game.json").replace("spring-cup-17", "spring-cup-18");
    let sealed = seal(&log, Some(&file("game.deal"))).unwrap();
    folder.write("game.json", log);
    folder.write("game.seal", serde_json::to_string(&sealed).unwrap());
    assert_eq!(findings(&folder, SIGNED), wrong(3));
    // A list without one of the players, and with a key that is none.
    let folder = sealed_game("sealed-keys");
    folder.write("players.keys", file("players.keys").replace("Alice", "Alicia"));
    assert_eq!(findings(&folder, SIGNED), wrong(1));
    folder.write("players.keys", file("players.keys").replace("\"Bob\"", "\"Alice\""));
    assert_eq!(findings(&folder, SIGNED), wrong(2));
    folder.write("players.keys", file("players.keys").replace("\"RW", "\"rw"));
    assert_eq!(findings(&folder, SIGNED), wrong(3));
}

#[test]
fn cards_that_the_deal_did_not_give_are_found() {
    let deal: Value = serde_json::from_str(&file("game.deal")).unwrap();
    let log = file("game.json");
    // The first cards of each deck, which surely come into the game.
    for (level, place) in [("level1", 0), ("level1", 1), ("level2", 0)] {
        let mut other = deal.clone();
        let deck = other["setup"]["decks"][level].as_array_mut().unwrap();
        let last = deck.len() - 1;
        deck.swap(place, last);
        let folder = sealed_game("sealed-deal");
        // The dealer commits to another deck than the cards come from.
        let sealed = seal(&log, Some(&other.to_string())).unwrap();
        folder.write("game.seal", serde_json::to_string(&sealed).unwrap());
        assert_eq!(findings(&folder, "--sealed"), (vec!["seal.deal".to_owned()], 1));
        folder.write("game.deal", other.to_string());
        assert_eq!(findings(&folder, "--sealed"), (vec!["seal.deal".to_owned()], 1));
        let run = folder.run("verify --sealed game.json");
        assert!(run.out.contains("with the cards of the deal, "), "{}", run.out);
    }
    // Another market, and fewer cities.
    for change in [
        |setup: &mut Value| {
            let card = setup["market"]["level1"][0].take();
            setup["market"]["level1"][0] = setup["decks"]["level1"][30].take();
            setup["decks"]["level1"][30] = card;
        },
        |setup: &mut Value| drop(setup["cities"].as_array_mut().unwrap().pop()),
    ] {
        let mut other = deal.clone();
        change(&mut other["setup"]);
        let folder = sealed_game("sealed-setup");
        let sealed = seal(&log, Some(&other.to_string())).unwrap();
        folder.write("game.seal", serde_json::to_string(&sealed).unwrap());
        folder.write("game.deal", other.to_string());
        assert_eq!(findings(&folder, "--sealed"), (vec!["seal.deal".to_owned()], 1));
    }
}

#[test]
fn a_finished_game_needs_its_deal_even_without_an_end() {
    let folder = sealed_game("sealed-unpublished");
    let mut log: Value = serde_json::from_str(&file("game.json")).unwrap();
    remove(&mut log, "/end");
    remove(&mut log, "/result");
    folder.write("game.json", log.to_string());
    let sealed = seal(&log.to_string(), Some(&file("game.deal"))).unwrap();
    folder.write("game.seal", serde_json::to_string(&sealed).unwrap());
    assert_eq!(findings(&folder, "--sealed"), (vec![], 0));
    std::fs::remove_file(folder.path().join("game.deal")).unwrap();
    assert_eq!(findings(&folder, "--sealed"), (vec!["seal.deal".to_owned()], 1));
    // A game that goes on does not show its deal yet.
    log["turns"].as_array_mut().unwrap().truncate(20);
    let sealed = seal(&log.to_string(), Some(&file("game.deal"))).unwrap();
    folder.write("game.json", log.to_string());
    folder.write("game.seal", serde_json::to_string(&sealed).unwrap());
    assert_eq!(findings(&folder, "--sealed"), (vec![], 0));
}

#[test]
fn seats_of_one_name_have_no_key_of_their_own() {
    let folder = sealed_game("sealed-names");
    let log = file("game.json").replace("\"Bob\"", "\"Alice\"");
    let sealed = seal(&log, Some(&file("game.deal"))).unwrap();
    folder.write("game.json", log);
    folder.write("game.seal", serde_json::to_string(&sealed).unwrap());
    let run = folder.run(&format!("verify {SIGNED} --format json game.json"));
    let count = run.out.matches("has the name of another seat").count();
    assert_eq!((run.status, count), (1, 2), "{}", run.all());
}

#[cfg(unix)]
#[test]
fn a_wait_for_keys_or_rules_can_be_ended() {
    let folder = sealed_game("sealed-pipe");
    for options in ["--sealed --keys pipe", "--rules pipe"] {
        // The pipe has no writer. After SIGTERM, `timeout` ends with 124; after SIGKILL, with 137.
        let wait = format!("timeout -k 20 0.2 splendor verify {options} game.json");
        let run = folder.shell(&format!("rm -f pipe && mkfifo pipe && {wait}"));
        assert_eq!(run.status, 124, "{options}: {}", run.all());
    }
}

#[test]
fn a_deal_without_a_salt_or_a_deck_proves_nothing() {
    let folder = sealed_game("sealed-weak");
    let deal: Value = serde_json::from_str(&file("game.deal")).unwrap();
    let mut short = deal.clone();
    short["salt"] = "1234".into();
    let mut part = deal.clone();
    remove(&mut part, "/setup/decks/level3");
    for (deal, why) in [(short, "4 characters"), (part, "the deck of level 3 is missing")] {
        folder.write("game.deal", deal.to_string());
        let run = folder.run("seal --deal game.deal game.json");
        assert!(run.status == 3 && run.err.contains(why), "{}", run.all());
        let sealed = seal(&file("game.json"), Some(&deal.to_string())).unwrap();
        folder.write("game.seal", serde_json::to_string(&sealed).unwrap());
        assert_eq!(findings(&folder, "--sealed"), (vec!["seal.deal".to_owned()], 1));
    }
}

#[test]
fn the_steps_of_the_page_work() {
    let folder = sealed_game("sealed-steps");
    folder.write("start.json", file("start.json"));
    let run = folder.run("seal --deal game.deal start.json -o start.seal");
    assert_eq!(run.status, 0, "{}", run.all());
    assert_eq!(folder.read("start.seal"), file("start.seal"));
    let run = folder.run("seal --continues start.seal game.json -o game.seal");
    assert_eq!(run.status, 0, "{}", run.all());
    assert_eq!(folder.read("game.seal"), file("game.seal"));
    let log = folder.read("game.json");
    assert_eq!(Log::read(log.as_bytes()).unwrap().turns.len(), Chain::of(&log).unwrap().turns());
}

#[test]
fn the_page_shows_the_hash_of_its_example() {
    use sha2::Digest;

    let page = std::fs::read_to_string(root().join("docs/src/seal.md")).unwrap();
    let text = page.split("```text\n").nth(1).unwrap().split("\n```").next().unwrap();
    let hash = hex(&sha2::Sha256::digest(text));
    assert!(page.contains(&format!("It is `{hash}`.")), "{hash}");
    assert_eq!(Seal::read(file("start.seal").as_bytes()).unwrap().links[0].to_string(), hash);
}

/// Checks that the checker of the book, which shares nothing with the program, agrees with it.
/// Without Python the test does nothing.
#[cfg(unix)]
#[test]
fn the_checker_of_the_book_agrees() {
    let folder = sealed_game("sealed-python");
    if folder.shell("python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))'").status != 0 {
        return;
    }
    let script = root().join("docs/seal/check.py");
    let check = format!("python3 '{}' game.json game.seal game.deal", script.to_str().unwrap());
    let run = folder.shell(&check);
    assert_eq!(run.out, "84 turns are sealed\nthe deal was committed\n", "{}", run.err);
    let odd = r#"{"turns":[{"ext":{"€":"\u0007\n\"\\é\u2028","\ud83d\ude00":[],"z":{},"A":-3}}]}"#;
    folder.write("game.json", odd);
    folder.write("game.seal", serde_json::to_string(&seal(odd, None).unwrap()).unwrap());
    assert_eq!(folder.shell(&check.replace(" game.deal", "")).out, "1 turns are sealed\n");
    folder.write("game.json", odd.replace("-3", "-4"));
    assert_ne!(folder.shell(&check).status, 0);
}
