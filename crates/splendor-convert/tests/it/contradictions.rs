//! Importers compare repeated facts: a contradiction or a gap is an error at its place.

use serde_json::{Value, json};
use splendor_convert::{Conversion, ConvertError, kifu};
use splendor_schema::Log;
use splendor_schema::log::EndReason;
use splendor_schema::rules::{Ruling, Rulings};
use splendor_verify::{JudgeOptions, Verdict, judge};

use super::play::{Habits, game};
use super::{convert, refusals::sample, write, write_ai};

/// Returns a complete game.
fn complete_game() -> Log {
    let habits = Habits { blind: false, nobles_bought: true, boxes: false };
    let over = |log: &Log| log.result.as_ref().is_some_and(|result| result.winners.is_some());
    (40..80).map(|seed| game(seed, 2, 200, &habits)).find(over).unwrap()
}

fn arena(log: &Log, change: impl FnOnce(&mut Value)) -> Result<Conversion, ConvertError> {
    let mut page: Value = serde_json::from_str(&write::arena(log)).unwrap();
    change(&mut page);
    convert("boardgamearena", &page.to_string(), None)
}

fn notes(page: &mut Value) -> &mut Vec<Value> {
    page["gamelogs"]["data"]["data"][0]["data"].as_array_mut().unwrap()
}

fn find(notes: &[Value], kind: &str, from: usize) -> usize {
    from + notes[from..].iter().position(|note| note["type"] == kind).unwrap()
}

/// Returns the index of the state in which a seat returns tokens.
fn returning(notes: &[Value]) -> Option<usize> {
    notes.iter().position(|note| note["args"]["id"] == 40)
}

fn verdict(log: &Log) -> Verdict {
    judge(log, &JudgeOptions::default()).verdict()
}

#[track_caller]
fn lacks(made: Result<Conversion, ConvertError>, part: &str) {
    let refusal = made.unwrap_err();
    assert!(refusal.incomplete && refusal.message.contains(part), "{refusal}");
}

#[track_caller]
fn contradicts(made: Result<Conversion, ConvertError>, part: &str) {
    let refusal = made.unwrap_err();
    assert!(!refusal.incomplete && refusal.message.contains(part), "{refusal}");
}

#[test]
fn a_gap_in_the_notifications_is_reported() {
    let log = complete_game();
    assert!(arena(&log, |_| {}).is_ok());
    for (kind, part) in [("buyCard", "paid for"), ("reserveCard", "card reserved")] {
        let made = arena(&log, |page| {
            let notes = notes(page);
            let at = find(notes, "coins", find(notes, kind, 0));
            notes.remove(at);
        });
        lacks(made, part);
    }
    let made = arena(&log, |page| {
        let notes = notes(page);
        let take = |at: &usize| notes[at - 1]["args"]["id"] == 25 && notes[*at]["type"] == "coins";
        let at = (1..notes.len()).find(take).unwrap();
        notes.remove(at);
    });
    lacks(made, "the turn before this state");
    for module in ["cities", "tradings_post", "orient", "strongholds"] {
        let flag = format!("expansion_{module}");
        let made = arena(&log, |page| {
            page["gamedatas"].as_object_mut().unwrap().remove(&flag);
        });
        lacks(made, &flag);
    }
}

/// Returns a game in which a seat returns at least this many tokens, and the index of the return.
fn with_returns(least: usize) -> (Log, usize) {
    let habits = Habits { blind: false, nobles_bought: true, boxes: false };
    let logs = (0..200).map(|seed| game(seed, 2, 60, &habits));
    let given =
        |at: usize, notes: &[Value]| notes[at + 1]["args"]["expense_coins"].as_str().unwrap().len();
    let found = logs.filter_map(|log| {
        let mut page: Value = serde_json::from_str(&write::arena(&log)).unwrap();
        let notes = notes(&mut page);
        let at = returning(notes).filter(|&at| given(at, notes) >= least)?;
        Some((log, at))
    });
    let mut found = found;
    found.next().unwrap()
}

#[test]
fn returns_in_steps_add_up_without_overflow() {
    let (log, at) = with_returns(2);
    let intact = arena(&log, |_| {}).unwrap();
    let split = arena(&log, |page| {
        let notes = notes(page);
        let letters = notes[at + 1]["args"]["expense_coins"].as_str().unwrap().to_owned();
        let (mut first, mut second) = (notes[at + 1].clone(), notes[at + 1].clone());
        for (note, part) in [(&mut first, &letters[..1]), (&mut second, &letters[1..])] {
            note["args"]["expense_coins"] = part.into();
            for letter in ["C", "S", "E", "R", "O", "G"] {
                let count = part.matches(letter).count();
                note["args"]["gap"][letter] = (-i64::try_from(count).unwrap()).into();
            }
        }
        let state = notes[at].clone();
        notes.splice(at + 1..at + 2, [first, state, second]);
    });
    assert_eq!(split.unwrap().log.turns, intact.log.turns);
    for end in [at, at + 1] {
        lacks(
            arena(&log, |page| notes(page).truncate(end)),
            if end == at { "within a turn" } else { "coins returned" },
        );
    }
}

#[test]
fn contradicting_notifications_are_rejected() {
    let log = complete_game();
    let change = |kind: &str, field: &str, value: Value, part: &str| {
        let made = arena(&log, |page| {
            let notes = notes(page);
            let at = find(notes, kind, 0);
            notes[at]["args"][field] = value;
        });
        contradicts(made, part);
    };
    change("coins", "player_name", json!("Bo"), "the name of seat");
    change("updateScore", "amount_vp", json!(12), "the difference from a score of 0");
    change("reserveCard", "card_id", json!("300"), "as in its type");
    change("buyCard", "gem_type", json!("G"), "the bonus of");
    change("buyCard", "rank", json!("◯◯◯◯"), "expected ◯");
    let nested = |kind: &str, field: &str, value: &str, part: &str| {
        let made = arena(&log, |page| {
            let notes = notes(page);
            let at = find(notes, kind, 0);
            notes[at]["args"]["card"][field] = value.into();
        });
        contradicts(made, part);
    };
    nested("revealCard", "location", "market_9", "the row of");
    nested("reserveCard", "location", "market_9", "the row of");
    nested("buyCard", "id", "300", "as in its type");
    contradicts(
        arena(&log, |page| page["gamedatas"]["first_player"] = "1".into()),
        "the starting player",
    );
    let made = arena(&log, |page| {
        let notes = notes(page);
        let second = |note: &Value| note["args"]["active_player"] == 1;
        let at = notes.iter().position(second).unwrap();
        notes[at]["args"]["active_player"] = 0.into();
    });
    contradicts(made, "`active_player` is seat 0");
    let made = arena(&log, |page| {
        let mut packet = page["gamelogs"]["data"]["data"][0].clone();
        (packet["table_id"], packet["data"]) = (5.into(), json!([]));
        page["gamelogs"]["data"]["data"].as_array_mut().unwrap().push(packet);
    });
    contradicts(made, "one table");
}

#[test]
fn spending_missing_coins_is_rejected() {
    let made = arena(&complete_game(), |page| {
        let notes = notes(page);
        let at = find(notes, "coins", find(notes, "buyCard", 0));
        notes[at]["args"]["expense_coins"] = "C".repeat(50).into();
        notes[at]["args"]["gap"] = json!({ "C": -50, "S": 0, "E": 0, "R": 0, "O": 0, "G": 0 });
    });
    contradicts(made, "earlier coins are missing");
}

/// Converts a game after a change of its last state.
fn with_last_state(log: &Log, change: impl FnOnce(&mut Value)) -> Result<Conversion, ConvertError> {
    arena(log, |page| {
        let last = notes(page).iter_mut().rfind(|note| note["args"]["id"] == 99).unwrap();
        change(&mut last["args"]["args"]);
    })
}

#[test]
fn the_last_state_becomes_the_result() {
    let log = complete_game();
    let made = with_last_state(&log, |_| {}).unwrap().log;
    assert_eq!(made.result, log.result);
    assert_eq!(verdict(&made), Verdict::Legal);
    let winner = usize::from(log.result.as_ref().unwrap().winners.as_ref().unwrap()[0]);
    let made =
        with_last_state(&log, |state| state["result"][winner]["score"] = "99".into()).unwrap().log;
    assert_eq!(verdict(&made), Verdict::Illegal);
    let made = with_last_state(&log, |state| {
        for seat in 0..2 {
            state["result"][seat]["rank"] = if seat == winner { 2 } else { 1 }.into();
            state["result"][seat]["score"] = "15".into();
        }
    });
    contradicts(made, "wins in this sentence");
    let made = with_last_state(&log, |state| {
        state["table"]["concede"] = true.into();
        state["result"][1 - winner]["concede"] = "1".into();
    });
    let end = made.unwrap().log.end.unwrap();
    assert_eq!(
        (end.reason, end.seats),
        (EndReason::Resigned, vec![u8::try_from(1 - winner).unwrap()])
    );
    contradicts(
        with_last_state(&log, |state| state["table"]["concede"] = true.into()),
        "who conceded",
    );
    contradicts(
        with_last_state(&log, |state| state["result"][0]["tie"] = true.into()),
        "share a rank",
    );
    lacks(
        with_last_state(&log, |state| state["result"][0]["zombie"] = "1".into()),
        "left the table",
    );
}

fn events(change: impl FnOnce(&mut Vec<Value>)) -> Result<Conversion, ConvertError> {
    let text = write_ai::events(&complete_game());
    let mut lines: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    change(&mut lines);
    let text: String = lines.iter().map(|line| line.to_string() + "\n").collect();
    convert("ai-splendor", &text, None)
}

#[test]
fn contradicting_events_are_rejected() {
    assert!(events(|_| {}).is_ok());
    contradicts(
        events(|lines| lines.last_mut().unwrap()["finalScores"]["2"] = 9.into()),
        "seats 0 and 1",
    );
    contradicts(events(|lines| lines.push(lines.last().unwrap().clone())), "one end");
    contradicts(events(|lines| lines.insert(2, lines.last().unwrap().clone())), "after the end");
    for players in [json!([]), json!([{}, {}, {}])] {
        let change = |lines: &mut Vec<Value>| lines[0]["initialState"]["players"] = players;
        contradicts(events(change), "two players");
    }
    let begun = |field: &'static str, value: Value| {
        lacks(events(|lines| lines[0]["initialState"][field] = value), "before the first turn");
    };
    begun("turnNumber", json!(7));
    begun("isGameOver", json!(true));
    begun("winnerReason", json!("won"));
    lacks(
        events(|lines| lines[0]["initialState"]["players"][0]["score"] = 3.into()),
        "already owns something",
    );
    let deck = |lines: &mut Vec<Value>| {
        let reserve = |line: &&mut Value| line["action"]["cardId"].is_string();
        let line = lines.iter_mut().find(reserve).unwrap();
        line["action"]["type"] = "RESERVE_CARD".into();
        line["action"]["deckLevel"] = "LEVEL_1".into();
    };
    contradicts(events(deck), "next to a `cardId`");
}

/// Converts a game after a change of the first view after a turn of seat 0.
fn with_first_view(change: impl FnOnce(&mut Value)) -> Result<Conversion, ConvertError> {
    events(|lines| {
        let at = lines.iter().position(|line| line["gameState"].is_object()).unwrap();
        change(&mut lines[at]["gameState"]);
    })
}

#[test]
fn views_are_compared_with_the_actions() {
    let score = |state: &mut Value| state["players"][1]["score"] = 12.into();
    contradicts(with_first_view(score), "seat 1 unchanged");
    contradicts(
        with_first_view(|state| state["currentPlayerIndex"] = 0.into()),
        "expected 1, as in the event",
    );
    contradicts(
        with_first_view(|state| state["players"][0]["id"] = 1.into()),
        "listed in seat order",
    );
    let empty = json!({ "LEVEL_1": [], "LEVEL_2": [], "LEVEL_3": [] });
    for part in ["faceUpCards", "decks"] {
        contradicts(
            with_first_view(|state| state["board"][part] = empty.clone()),
            "after the actions",
        );
    }
    contradicts(
        with_first_view(|state| state["board"]["availableNobles"] = json!([])),
        "the nobles left",
    );
    let own = events(|lines| {
        let at = lines.iter().position(|line| line["gameState"].is_object()).unwrap();
        lines[at]["gameState"]["players"][0]["score"] = 12.into();
        lines.truncate(at + 1);
    });
    let own = own.unwrap();
    assert_eq!(verdict(&own.log), Verdict::Illegal);
}

#[test]
fn a_kifu_out_of_order_or_miscounted_is_rejected() {
    let text = kifu(&sample()).unwrap();
    let position = text.lines().find_map(|line| line.strip_prefix("Position: ")).unwrap();
    let change = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        convert("kifu", &text.replacen(from, to, 1), None)
    };
    let line = |spn: &str| format!("Players: 2\nInitialSPN: {spn}\n");
    assert!(change("Players: 2\n", &line(position)).is_ok());
    assert!(change("Players: 2\n", &line("startpos seed:1")).is_ok());
    contradicts(change("Players: 2\n", &line("garbage")), "expected `bank:`");
    let other = position.replace("nobles:[", "nobles:[0,");
    contradicts(change("Players: 2\n", &line(&other)), "other nobles than `Position`");
    for count in ["0", "999"] {
        contradicts(change("TotalTurns: 24", &format!("TotalTurns: {count}")), "expected 24");
    }
    contradicts(change("\n2. ", "\nDate: today\n2. "), "before the moves");
    contradicts(change("\n2. ", "\nTotalTurns: 24\n2. "), "after the end");
    for scores in ["P0=+1 P1=2", "P0=1"] {
        assert!(change("TotalTurns", &format!("FinalScores: {scores}\nTotalTurns")).is_err());
    }
}

#[test]
fn other_games_are_not_written_as_kifu() {
    let mut log = sample();
    log.setup.cities = Some(Vec::new());
    assert!(kifu(&log).unwrap_err().contains("without modules and cities"));
    let mut log = sample();
    log.rules.edition = "2014".into();
    assert!(kifu(&log).unwrap_err().contains("edition 2024"));
    let mut log = sample();
    log.rules.rulings = Rulings(vec![("target".into(), Ruling::Number(21))]);
    assert!(kifu(&log).unwrap_err().contains("`target` to `21`"));
}
