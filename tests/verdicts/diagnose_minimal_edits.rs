//! Checks that `diagnose` offers minimal edits, and names the rules by which the edited log passes.

use serde_json::{Value, json};
use splendor_play::generate::{GenerateOptions, Policy, generate};
use splendor_schema::Turn;
use splendor_schema::diagnosis::Cause;
use splendor_schema::diagnosis::CauseKind;
use splendor_verify::diagnose::apply_edit;
use splendor_verify::{JudgeOptions, position_at};

use crate::cmd::Folder;
use crate::diagnosis::{diagnosis_of, example, json_of, proven};

/// A reservation names another card of the market. The original log must be offered, and no edit
/// may remove a refill without mentioning it.
#[test]
fn a_wrong_market_card_is_corrected_and_nothing_else() {
    let (mut refused, mut found) = (0, 0);
    for seed in 70..crate::sample(78, 90) {
        let policy = Policy::ALL[1];
        let log = generate(&GenerateOptions { seed, policy, ..GenerateOptions::default() });
        let is_reserve =
            |turn: &Turn| matches!(turn, Turn::Reserve(turn) if turn.common.refill.is_some());
        let Some(at) = log.turns.iter().position(is_reserve) else { continue };
        let (game, position) = position_at(&log, &JudgeOptions::default(), at).unwrap();
        let game = game.as_game();
        let was = json_of(&log);
        let card = was["turns"][at]["reserve"]["market"].as_str().unwrap().to_owned();
        let market = position.market().iter().map(|id| game.components.card(id).to_string());
        for wrong in market.filter(|wrong| *wrong != card).step_by(4) {
            let mut log = was.clone();
            log["turns"][at]["reserve"]["market"] = json!(wrong);
            let (log, diagnosis) = diagnosis_of(&log, &[]);
            if diagnosis.first.is_none() {
                continue;
            }
            let back = proven(&diagnosis)
                .any(|cause| apply_edit(&log, cause).is_some_and(|edited| json_of(&edited) == was));
            // A card of the same level may be missed only much later, after it has left the market.
            if wrong[..1] != card[..1] {
                (refused, found) = (refused + 1, found + usize::from(back));
            }
            let takes = |cause: &&Cause| cause.message.ends_with("removed");
            let cards: Vec<bool> = proven(&diagnosis)
                .filter(|cause| {
                    cause.kind == CauseKind::CardWrong && cause.turn == Some(at as u64 + 1)
                })
                .map(|cause| takes(&cause))
                .collect();
            assert!(cards.is_sorted(), "{seed}: what takes a refill away comes last");
            for cause in &diagnosis.causes {
                let silent = cause.kind == CauseKind::CardWrong
                    && cause.edit.iter().any(|step| step.path.ends_with("/refill"))
                    && !cause.message.contains("its `refill` is removed");
                assert!(!silent, "{seed}: {}", cause.message);
            }
        }
    }
    assert!(refused > crate::sample(8, 20) && found == refused, "{found} of {refused}");
}

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
    let run = folder.run("diagnose log.json --ruling pass=always --write fixed.json");
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
        let run = folder.run(&format!("diagnose game.json --write other.json{fix}"));
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
