//! Checks that `splendor engine` answers the questions of the conformance kit, and judges many
//! turns at one position.

use serde_json::{Value, json};
use splendor_play::conformance::{Engine, EngineError, Kit, Skips, conformance, respond};
use splendor_play::generate::{GenerateOptions, generate};
use splendor_schema::{Log, Turn};
use splendor_verify::{JudgeOptions, Verdict, judge, position_at, position_to_log};

use crate::cmd::Folder;
use crate::{root, sample};

/// This project as an engine, called in process.
struct InProcess;

impl Engine for InProcess {
    fn start(&mut self) -> Result<(), EngineError> {
        Ok(())
    }

    fn answer(&mut self, line: &str) -> Result<Vec<u8>, EngineError> {
        Ok(respond(line.as_bytes()).into_bytes())
    }
}

fn answer(question: &Value) -> Value {
    serde_json::from_str(&respond(question.to_string().as_bytes())).unwrap()
}

#[test]
fn this_project_gets_its_own_kit_right() {
    let kit = Kit::published();
    let outcome = conformance(&kit, &Skips::default(), &mut InProcess, &mut |_, _| {}).unwrap();
    let tally = outcome.tally();
    assert!(outcome.passes(), "{}", outcome.text());
    assert_eq!((tally.right, tally.misnamed), (kit.questions().count(), 0));
    assert!(tally.named > 1000, "{tally:?}");
}

#[test]
fn judging_many_turns_equals_playing_each() {
    let vectors = std::fs::read_to_string(root().join("replays/vectors.jsonl")).unwrap();
    for vector in vectors.lines() {
        let vector: Value = serde_json::from_str(vector).unwrap();
        let position = &vector["position"];
        let Some(due) = vector["turns"].as_array() else { continue };
        let turns: Vec<&Value> = due.iter().map(|due| &due["turn"]).collect();
        let reply =
            answer(&json!({ "id": 9, "ask": "judge", "position": position, "turns": turns }));
        assert_eq!((&reply["id"], reply["error"].is_null()), (&json!(9), true), "{reply}");
        let judged = reply["judged"].as_array().unwrap();
        assert_eq!(judged.len(), due.len());
        for (judged, due) in judged.iter().zip(due) {
            let played = &due["turn"];
            if due["verdict"] == "illegal" {
                assert_eq!(judged, &json!({ "clause": due["clause"] }), "{played}");
                continue;
            }
            let after =
                answer(&json!({ "id": 1, "ask": "play", "position": position, "turn": played }));
            let score = answer(&json!({ "id": 0, "ask": "score", "position": after["position"] }));
            let mut score = score.as_object().unwrap().clone();
            score.remove("id");
            assert_eq!(judged.as_object().unwrap(), &score, "{played}");
        }
    }
}

/// Returns the number of cards in the decks of a position.
fn cards_in_decks(position: &Value) -> usize {
    let decks = position["decks"].as_object().unwrap().values();
    decks.map(|deck| deck.as_array().map_or(0, Vec::len)).sum()
}

#[test]
fn every_listed_turn_is_played_also_if_a_power_is_optional() {
    let vectors = std::fs::read_to_string(root().join("replays/vectors.jsonl")).unwrap();
    let (mut alone, mut two) = (0, 0);
    let vectors = vectors.lines().filter(|line| line.contains("\"draw-two\""));
    for vector in vectors.step_by(sample(4, 2)) {
        let vector: Value = serde_json::from_str(vector).unwrap();
        let mut position = vector["position"].clone();
        position["rules"]["rulings"]["powers"] = "optional".into();
        let listed = answer(&json!({ "id": 1, "ask": "legal", "position": position }));
        for turn in listed["turns"].as_array().unwrap() {
            let played =
                answer(&json!({ "id": 2, "ask": "play", "position": position, "turn": turn }));
            assert!(played["position"].is_object(), "{turn}: {played}");
            let Some(reserved) = turn.get("reserve").filter(|one| one.get("deck").is_some()) else {
                continue;
            };
            // The second card goes under the deck, so either way the deck loses one card. Others
            // fill the places of a conquered card and of free cards.
            let lost = cards_in_decks(&position) - cards_in_decks(&played["position"]);
            let taken = |key| turn.to_string().matches(key).count();
            assert_eq!(lost, 1 + taken("\"conquest\"") + taken("\"free\""), "{turn}");
            let names = [reserved.get("card").is_some(), reserved.get("under").is_some()];
            assert!(names[0] == names[1], "{turn}");
            alone += usize::from(!names[0]);
            two += usize::from(names[0]);
        }
    }
    assert!(alone > 10 && two > 10, "{alone} with one card, {two} with two");
}

/// Judging a turn at a position must give the same result as judging a log that ends with that
/// turn.
#[test]
fn a_turn_gets_the_same_verdict_at_a_position_and_at_the_end_of_a_log() {
    let (mut legal, mut illegal) = (0, 0);
    for seed in 1..=4_u64 {
        let mut options = GenerateOptions { seed, ..GenerateOptions::default() };
        options.rules.modules.cities = seed % 2 == 0;
        options.rules.modules.trading_posts = seed > 2;
        let log = generate(&options);
        for ply in (0..log.turns.len()).step_by(5) {
            let turns: Vec<&Turn> = log.turns.iter().skip(ply % 3).step_by(3).collect();
            for (turn, judged) in turns.iter().zip(at_position(&log, ply, &turns)) {
                let clause = at_end_of_log(&log, ply, turn);
                assert_eq!(judged["clause"].as_str(), clause.as_deref(), "{seed} {ply} {turn:?}");
                *if clause.is_some() { &mut illegal } else { &mut legal } += 1;
            }
        }
    }
    assert!(legal > 30 && illegal > 500, "{legal} legal, {illegal} illegal");
}

fn at_position(log: &Log, ply: usize, turns: &[&Turn]) -> Vec<Value> {
    let (game, position) = position_at(log, &JudgeOptions::default(), ply).unwrap();
    let game = game.as_game();
    let position = position_to_log(&game, &position);
    let reply = answer(&json!({ "id": 1, "ask": "judge", "position": position, "turns": turns }));
    reply["judged"].as_array().unwrap().clone()
}

/// Returns the clause that a turn breaks when it follows the first turns of a log.
fn at_end_of_log(log: &Log, ply: usize, turn: &Turn) -> Option<String> {
    let turns = log.turns[..ply].iter().chain([turn]).cloned().collect();
    let cut = Log { turns, end: None, result: None, ..log.clone() };
    let judgment = judge(&cut, &JudgeOptions::default());
    match judgment.verdict() {
        Verdict::Legal => None,
        _ => Some(judgment.findings[0].breach.clause().id().to_owned()),
    }
}

#[test]
fn an_unanswerable_question_gets_an_error_that_explains_why() {
    let bytes = std::fs::read(root().join("replays/perft/start-2.json")).unwrap();
    let start: Value = serde_json::from_slice(&bytes).unwrap();
    let mut hidden = start.clone();
    hidden["decks"]["level1"] = json!({ "cards": 36 });
    let turns = json!([
        { "purchase": { "card": "a0d3s" } },
        { "foreign": { "dialect": "other", "raw": 1 } },
        { "reserve": { "market": "a9d3s" } },
    ]);
    for (question, needed) in [
        (json!({ "id": 3 }), "a question needs the field `ask`"),
        (json!({ "id": 3, "ask": "win" }), "`win`"),
        (json!({ "id": 3, "ask": "legal" }), "the question has no `position`"),
        (json!({ "id": 3, "ask": "legal", "position": hidden }), "a card of the position"),
        (json!({ "id": 3, "ask": "play", "position": start }), "the question has no `turn`"),
        (json!({ "id": 3, "ask": "judge", "position": start }), "the question has no `turns`"),
    ] {
        let answer = answer(&question);
        let error = answer["error"].as_str().unwrap_or_default();
        assert!(error.contains(needed), "{question}: {answer}");
    }
    let judged = answer(&json!({ "id": 3, "ask": "judge", "position": start, "turns": turns }));
    let judged = &judged["judged"];
    assert_eq!(judged[0]["error"], "the turn lacks its payment: add `pay`");
    assert_eq!(judged[1]["error"], "a foreign turn cannot be judged");
    assert_eq!(judged[2], json!({ "clause": "component.unknown" }));
}

#[test]
fn every_line_is_answered_even_after_one_that_is_too_long() {
    let folder = Folder::new("engine-lines");
    let hello = r#"{"id":5,"ask":"hello","protocol":"splendor-conformance/1"}"#;
    let long = " ".repeat(splendor_schema::limits::LOG_BYTES) + "{}";
    folder.write("questions", format!("{hello}\n\n{long}\nwhat?\n{hello}"));
    let run = folder.shell("splendor engine < questions");
    let answers: Vec<Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((run.status, answers.len()), (0, 4), "{}", run.all());
    assert_eq!((&answers[0], &answers[0]["id"]), (&answers[3], &json!(5)));
    assert!(answers[1]["error"].as_str().unwrap().contains("the limit of"), "{}", answers[1]);
    assert!(answers[2]["error"].as_str().unwrap().contains("column 1"), "{}", answers[2]);
}
