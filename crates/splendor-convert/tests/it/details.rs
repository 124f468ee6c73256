//! Details that no generated game has: times and comments, returns one by one, payments that list
//! gold, unusual ends, rejected actions, and a player who leaves.

use serde_json::{Value, json};
use splendor_convert::kifu;
use splendor_schema::log::EndReason;
use splendor_schema::{Log, Turn};

use super::play::{Habits, game};
use super::{made, write, write_ai};

/// Returns the first turns of a game for two.
fn beginning(turns: usize) -> Log {
    game(40, 2, turns, &Habits { blind: false, nobles_bought: true, boxes: false })
}

fn json_of(turn: &Turn) -> Value {
    serde_json::to_value(turn).unwrap()
}

/// Returns a KIFU of the shared table with these moves and this end.
fn text(moves: &str, end: &str) -> String {
    let text = kifu(&beginning(0)).unwrap();
    let (head, _) = text.split_once("\n\nResult").unwrap();
    format!("{}\n{moves}\n{end}", head.trim_end().to_owned() + "\n")
}

#[test]
fn times_comments_and_partial_moves_of_a_kifu_are_read() {
    let moves = "1. P0 take:WUG [120] # to begin with\n# nothing\n2. P1 reserve:L2/return:D\n\
                 3. P0 take:KK/return:W [7]\n4. P0 return:U [0]\n5. P1 pass\n6. P0 buy:C0/gold:K2\n\
                 7. P0 noble:N4\n8. P1 buy:C8/pay:W1U0G0R0K0D2\n";
    let made = made("kifu", &text(moves, "Result: P1_WIN TIME\nTotalTurns: 8\n"), None);
    let turns: Vec<Value> = made.log.turns.iter().map(json_of).collect();
    let expected = json!([
        { "seat": 0, "take": ["diamond", "sapphire", "emerald"] },
        { "seat": 1, "reserve": { "deck": 2 }, "return": { "gold": 1 } },
        {
            "seat": 0, "take": ["onyx", "onyx"], "return": { "diamond": 1, "sapphire": 1 },
        },
        { "seat": 1, "pass": true },
        {
            "seat": 0, "purchase": { "card": "a0s3o", "pay": { "onyx": 1, "gold": 2 } },
            "noble": "3:4d4s",
        },
        { "seat": 1, "purchase": { "card": "a0r3d", "pay": { "diamond": 1, "gold": 2 } } },
    ]);
    assert_eq!(Value::from(turns), expected);
    let end = made.log.end.unwrap();
    // Two of the eight moves are parts of other turns.
    assert_eq!((end.reason, end.plies), (EndReason::Timeout, Some(6)));
    assert_eq!(made.log.result.unwrap().winners, Some(vec![1]));
    assert_eq!(made.account.ignored["move.comment"].count, 1);
    assert_eq!(made.account.inferred["pay"].count, 1);
    assert_eq!(made.account.understood["move.part.payment"], 2);
}

#[test]
fn a_kifu_may_give_its_position_as_a_seed() {
    let kifu_text = text("1. P0 take:WUG\n", "Result: ONGOING\n");
    let named = |header: &str| {
        let (head, tail) = kifu_text.split_once("\nPosition: ").unwrap();
        let (position, tail) = tail.split_once('\n').unwrap();
        let header = header.replace('*', position);
        format!("{head}{header}\nPosition: startpos 2\n{tail}")
    };
    let whole = made("kifu", &kifu_text, None).log;
    assert_eq!(made("kifu", &named("InitialSPN: *\n"), None).log, whole);
    let refusal = super::convert("kifu", &named(""), None).unwrap_err();
    assert!(refusal.incomplete && refusal.message.contains("only a seed"), "{refusal}");
    let log = beginning(0);
    let made = made("kifu", &named(""), Some(&write::setup(&log, None)));
    assert_eq!((made.log.setup, made.log.turns), (log.setup, whole.turns));
}

#[test]
fn a_truncated_kifu_claims_more_turns_than_it_has() {
    let end = "Result: DRAW\nFinalScores: P0=0 P1=0\nTotalTurns: 9\n";
    let made = made("kifu", &text("1. P0 take:WUG\n", end), None);
    assert_eq!(made.log.end.unwrap().plies, Some(9));
    let result = made.log.result.unwrap();
    assert_eq!((result.scores, result.winners), (Some(vec![0, 0]), Some(vec![0, 1])));
}

#[test]
fn logs_that_a_kifu_cannot_hold_are_not_written() {
    let mut log = beginning(3);
    log.players[1].name = Some("two\nlines".into());
    assert_eq!(kifu(&log).unwrap_err(), "the name of seat 1 does not fit into a line");
    let mut log = beginning(3);
    log.rules.modules = vec!["cities".into()];
    assert_eq!(
        kifu(&log).unwrap_err(),
        "a KIFU can hold only the base game, without modules and cities"
    );
    let text = serde_json::to_string(&beginning(3)).unwrap();
    let text = text.replace("a0", "a9");
    let why = kifu(&Log::read(text.as_bytes()).unwrap()).unwrap_err();
    assert!(why.starts_with("a KIFU has no card a9"), "{why}");
}

#[test]
fn a_stalemate_of_effective_splendor_ends_the_log() {
    let log = beginning(4);
    let mut replay: Value = serde_json::from_str(&write::effective(&log)).unwrap();
    replay["steps"][3]["action"] = json!({ "type": "pass" });
    let winners = json!([0, 1]);
    replay["result"] =
        json!({ "scores": [0, 0], "ranks": [0, 0], "winners": winners, "reason": "stalemate" });
    let setup = write::setup(&log, Some("match-1"));
    let made = made("effective-splendor", &replay.to_string(), Some(&setup));
    assert_eq!(json_of(&made.log.turns[3]), json!({ "seat": 1, "pass": true }));
    assert_eq!(made.log.end.unwrap().reason, EndReason::Stalemate);
    assert_eq!(made.log.source.unwrap().game.unwrap(), "match-1");
}

#[test]
fn actions_that_ai_splendor_rejected_are_not_turns() {
    let log = beginning(6);
    let text = write_ai::events(&log);
    let action = "\"success\":true";
    let refused = text.replacen(action, "\"success\":false", 1);
    // The views follow the actions, so an action without effect would contradict them.
    let shown = |line: &&str| !line.contains("\"gameState\"");
    assert!(super::convert("ai-splendor", &refused, None).is_err());
    let refused: String = refused.lines().filter(shown).flat_map(|line| [line, "\n"]).collect();
    let made = made("ai-splendor", &refused, None);
    assert_eq!(made.log.turns.len(), 5);
    assert_eq!(made.account.ignored["event.action"].count, 1);
}

#[test]
fn a_player_who_leaves_boardgamers_is_a_foreign_turn() {
    let text = include_str!("../../../../tests/formats/convert/boardgamers.jsonl");
    let text =
        text.replace("{\"type\":\"trigger\",\"player\":0}", "{\"type\":\"drop\",\"player\":1}");
    let made = made(
        "boardgamers",
        &text,
        Some(include_str!("../../../../tests/formats/convert/boardgamers.setup.json")),
    );
    let last = json_of(made.log.turns.last().unwrap());
    assert_eq!(last, json!({ "seat": 1, "foreign": { "type": "drop", "player": 1 } }));
    assert_eq!(made.log.end, None);
    assert_eq!(made.log.result.unwrap().scores, Some(vec![3, 3]));
}
