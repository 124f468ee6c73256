//! Tests of `splendor diagnose` and of its arguments, which are like those of `splendor why`.

use serde_json::{Value, json};

use crate::cmd::Folder;
use crate::diagnosis::example;
use crate::root;

#[test]
fn the_rules_of_a_proven_edit_are_printed_with_the_command() {
    let folder = Folder::new("mended-rules");
    let mut log = example();
    log["turns"][0] = json!({"seat": 0, "pass": true});
    log["turns"].as_array_mut().unwrap().truncate(2);
    log["turns"][1]["seat"] = json!(0);
    for field in ["end", "result"] {
        log.as_object_mut().unwrap().remove(field);
    }
    folder.write("log.json", log.to_string());
    let run = folder.run("diagnose log.json --ruling pass=always --output fixed.json");
    assert_eq!(run.status, 0, "{}", run.all());
    assert!(run.out.contains("by pass=always, which override the log"), "{}", run.out);
    assert!(run.out.contains("legal by these rules"), "{}", run.out);
    let command = "splendor verify --ruling pass=always fixed.json";
    assert!(run.err.contains(command), "{}", run.err);
    assert_eq!(folder.run(command.strip_prefix("splendor ").unwrap()).status, 0);
    let run = folder.run("diagnose log.json --ruling pass=always --format json");
    let answer: Value = serde_json::from_str(&run.out).unwrap();
    let rulings = json!([{"name": "pass", "value": "always", "origin": "override"}]);
    assert_eq!(answer["rulings"], rulings);
    let run = folder.run("diagnose log.json --format json");
    assert!(!run.out.contains("override"), "{}", run.out);
}

#[test]
fn diagnosing_a_legal_log_writes_nothing_and_succeeds() {
    let folder = Folder::new("mended-legal");
    folder.write("game.json", example().to_string());
    for fix in ["", " --fix 1"] {
        let run = folder.run(&format!("diagnose game.json --output other.json{fix}"));
        assert_eq!(run.status, 0, "{}", run.all());
        assert!(run.err.contains("no edit is needed; other.json is not written"), "{}", run.err);
        assert!(!folder.path().join("other.json").exists());
    }
}

#[test]
fn a_purchase_without_its_payment_is_described_in_words() {
    let folder = Folder::new("mended-words");
    let mut log = example();
    let turns = log["turns"].as_array_mut().unwrap();
    let at = turns.iter().position(|turn| turn.get("purchase").is_some()).unwrap();
    let card = turns[at]["purchase"]["card"].as_str().unwrap().to_owned();
    turns[at]["purchase"].as_object_mut().unwrap().remove("pay");
    folder.write("game.json", log.to_string());
    let run = folder.run(&format!("why game.json --turn {}", at + 1));
    let last = run.out.lines().last().unwrap();
    assert!(last.contains(&format!(": buy {card}")) && !last.contains("for nothing"), "{last}");
}

#[test]
fn why_and_diagnose_reject_unreadable_arguments_with_a_next_step() {
    let folder = Folder::new("argue-refuse");
    folder.write("game.json", folder.run("example").out);
    for (arguments, status, message) in [
        ("why game.json --turn 9 {\"pass\":true}", 3, "there is no turn 9"),
        ("why game.json {\"pas\":true}", 2, "did you mean `pass`?"),
        ("why - -", 3, "write one to a file"),
        ("why --format json game.json", 3, "or give a turn like `take ruby ruby`"),
        ("diagnose game.json --fix 1", 3, "--output"),
        ("explain take.pear", 3, "the nearest is `take.pair`"),
        ("explain end.x", 3, "the nearest is `end`\n"),
        ("explain opaque256", 3, "no ruling `opaque256`\n"),
    ] {
        let run = folder.run(arguments);
        assert_eq!(run.status, status, "{arguments}: {}", run.all());
        assert!(run.all().contains(message), "{arguments}: {}", run.all());
    }
    let run = folder.run_on("why game.json --turn 2 -", br#"{"take":["ruby","ruby"]}"#);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    folder
        .write("game.kifu", std::fs::read(root().join("tests/formats/convert/game.kifu")).unwrap());
    let run = folder.run("diagnose game.kifu");
    assert_eq!(run.status, 2);
    assert!(
        run.err.contains("`splendor convert --from kifu game.kifu` makes a log of it"),
        "{}",
        run.err
    );
}

#[test]
fn an_edited_log_is_never_written_over_the_log() {
    let folder = Folder::new("argue-write");
    let name = "turn-order.json";
    let text = std::fs::read_to_string(root().join("replays/illegal").join(name)).unwrap();
    folder.write(name, &text);
    let run = folder.run("diagnose turn-order.json --output fixed.json");
    assert_eq!(run.status, 0, "{}", run.all());
    assert_eq!(folder.run("verify fixed.json").status, 0);
    for (arguments, message) in [
        ("diagnose turn-order.json --output turn-order.json", "is the input"),
        ("diagnose turn-order.json --output other.json --fix 999", "there is no cause 999"),
    ] {
        let run = folder.run(arguments);
        assert_eq!(run.status, 3, "{arguments}");
        assert!(run.err.contains(message), "{arguments}: {}", run.err);
    }
    assert!(folder.read(name) == text && !folder.path().join("other.json").exists());
    let run = folder.run("diagnose turn-order.json --output fixed.json --fix 3");
    assert_eq!(run.status, 0, "{}", run.all());
    assert_eq!(folder.run("verify fixed.json").status, 0);
}
