//! Diagnoses as text.

use serde_json::{Value, json};
use splendor_play::generate::{GenerateOptions, generate};
use splendor_render::diagnosis_text;
use splendor_schema::diagnosis::Standing;

use crate::diagnosis::{diagnosis_of, example, json_of, proven};

fn turns(log: &mut Value) -> &mut Vec<Value> {
    log["turns"].as_array_mut().unwrap()
}

#[test]
fn every_equally_close_card_is_offered() {
    let mut log = json_of(&generate(&GenerateOptions {
        seed: 5,
        decks: false,
        max_turns: 1,
        ..GenerateOptions::default()
    }));
    log["setup"]["market"]["level1"][0] = json!("a0r3e");
    let (_, diagnosis) = diagnosis_of(&log, &[]);
    let text = diagnosis_text(&diagnosis, None);
    let cards = ["a0o3e", "a0r3d", "a0e3r"].map(|card| format!("means {card}"));
    let offered = cards.iter().filter(|card| text.contains(card.as_str())).count();
    assert!(offered > 1, "{text}");
    assert!(text.contains("the log does not show which mistake happened"), "{text}");
}

#[test]
fn an_unknown_name_gets_the_closest_known_name_and_a_next_step() {
    for (rules, message, standing) in [
        (
            json!({"edition": "2024", "rulings": {"fewerr": "when-short"}}),
            "the ruling `fewerr`, which is unknown, means `fewer`",
            Some(Standing::Proven),
        ),
        (
            json!({"edition": "2024", "rulings": {"pass": "allways"}}),
            "the ruling pass=allways means pass=always",
            Some(Standing::Proven),
        ),
        (
            json!({"edition": "2024", "modules": ["citys"]}),
            "the module `citys`, which is unknown, means `cities`",
            Some(Standing::Helps),
        ),
        (json!({"edition": "2024", "modules": ["dragons"]}), "", None),
    ] {
        let mut log = example();
        log["rules"] = rules;
        let (_, diagnosis) = diagnosis_of(&log, &[]);
        let found = diagnosis.causes.iter().find(|cause| cause.message == message);
        let text = diagnosis_text(&diagnosis, None);
        assert_eq!(found.map(|cause| cause.standing), standing, "{text}");
        let step = if diagnosis.causes.is_empty() { "splendor explain" } else { "--fix N" };
        assert!(text.contains(step), "{text}");
    }
}

/// A hostile name is part of a line, and never a line of its own.
#[test]
fn a_hostile_name_cannot_forge_a_line() {
    let mut log = example();
    log["rules"] = json!({"edition": "2024", "rulings": {"fewer\n": "when-short"}});
    let (_, diagnosis) = diagnosis_of(&log, &[]);
    let cause = proven(&diagnosis).next().unwrap();
    assert!(cause.message.contains('\n'), "{}", cause.message);
    let text = diagnosis_text(&diagnosis, None);
    assert!(text.contains(r"the ruling `fewer\n`, which is unknown"), "{text}");
}

#[test]
fn messages_use_the_singular_for_one() {
    let options = GenerateOptions { seed: 5, ..GenerateOptions::default() };
    let was = json_of(&generate(&options));
    let mut late = was.clone();
    turns(&mut late).push(json!({"take": ["ruby"]}));
    let mut foreign = was.clone();
    turns(&mut foreign).insert(3, json!({"seat": 1, "foreign": {}}));
    let mut plies = was;
    turns(&mut plies).truncate(2);
    plies["end"] = json!({"reason": "abandoned", "plies": 1});
    plies.as_object_mut().unwrap().remove("result");
    for (log, message) in [
        (late, "continues for 1 turn after the end"),
        (foreign, "the log has a foreign turn, which is removed: turn 4"),
        (plies, "the log claims 1 turn, but has 2"),
    ] {
        let (_, diagnosis) = diagnosis_of(&log, &[]);
        let text = diagnosis_text(&diagnosis, None);
        assert!(text.contains(message) && !text.contains(" 1 turns"), "{text}");
    }
}
