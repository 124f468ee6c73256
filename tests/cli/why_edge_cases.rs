//! Checks `why` for turns whose answer depends on other parts of the log, and the help of related
//! reports.

use serde_json::{Value, json};

use crate::cmd::Folder;
use crate::root;

/// Five players cannot be dealt a table, so there is no turn to explain.
#[test]
fn without_a_table_no_turn_is_judged() {
    let folder = Folder::new("argue-five");
    let mut log: Value = serde_json::from_str(&folder.run("example").out).unwrap();
    log["players"] = serde_json::json!([{}, {}, {}, {}, {}]);
    folder.write("five.json", log.to_string());
    for turn in 1..=2 {
        let run = folder.run(&format!("why five.json --turn {turn} {{\"pass\":true}}"));
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{}", run.err);
        assert!(run.err.contains("cannot be followed to this turn"), "{}", run.err);
    }
}

/// The answer covers both purchases of a turn: their payments, the cards that come into the two
/// places, and the strongholds that go back to the stock.
#[test]
fn a_conquest_is_explained_with_the_purchase_before_it() {
    let folder = Folder::new("why-conquest");
    let game = root().join("replays/legal/stronghold-conquest.json");
    folder.write("game.json", std::fs::read_to_string(game).unwrap());
    let run = folder.run("why game.json --turn 16");
    let words = run.out.split_whitespace().collect::<Vec<_>>().join(" ");
    let both = "you pay one diamond and one sapphire; for a0s2e2o you pay one emerald and one onyx";
    assert!(words.contains(both), "{}", run.out);
    for line in [
        "  seat 0: strongholds 1 -> 2\n",
        "  seat 1: strongholds 1 -> 3\n",
        "  market a0s2e2o -> a1r4d\n",
        "  market a0o1d1s1e1r -> a0d2s2o\n",
    ] {
        assert!(run.out.contains(line), "{line}{}", run.out);
    }
}

/// Who has a turn left, and then who wins and by which numbers, with the same words everywhere.
#[test]
fn the_last_turn_and_the_winner_are_named() {
    let folder = Folder::new("why-end");
    let game = root().join("replays/legal/ending-tie-by-cards-3-seats.json");
    folder.write("game.json", std::fs::read_to_string(game).unwrap());
    folder.write("table.json", folder.run("show --format json --turn 72 game.json").out);
    let last = folder.run("why table.json");
    assert_eq!(last.status, 0, "{}", last.all());
    assert!(
        last.out.ends_with("  end.round    not met  seat 2 has one more turn\n"),
        "{}",
        last.out
    );
    let after = folder.run("show --turn 72 game.json");
    assert!(after.out.ends_with("not met  seat 2 (Cy) has one more turn\n"), "{}", after.out);
    let winner = "seat 0 (Ada) has 17 cards and seat 1 (Bo) has 15 cards: seat 1 (Bo) wins";
    for command in ["why game.json", "why game.json --turn 72", "show game.json"] {
        let words = folder.run(command).out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(winner), "{command}: {words}");
    }
    let json: Value =
        serde_json::from_str(&folder.run("why --format json game.json --turn 72").out).unwrap();
    assert_eq!(json["end"][3]["clause"], "end.fewest-cards");
    assert_eq!(json["end"][3]["fact"], winner);
    let open = folder.run("why --format json game.json --turn 2");
    assert!(!open.out.contains("\"end\""), "{}", open.out);
}

/// Text in a log must not look like another line of a report.
#[test]
fn a_log_cannot_forge_a_line() {
    let folder = Folder::new("argue-forged");
    let mut log: Value = serde_json::from_str(&folder.run("example").out).unwrap();
    log["rules"]["edition"] = "x\nb.json:1: legal: complete\u{1b}[2K".into();
    folder.write("a.json", log.to_string());
    let run = folder.run("verify --format line a.json");
    assert_eq!((run.status, run.out.lines().count()), (2, 1), "{}", run.out);
    assert!(run.out.contains(r"`x\nb.json:1: legal: complete\u{1b}[2K`"), "{}", run.out);
}

/// Returns the output of `verify` for the example with one more turn.
fn verify_with_turn(turn: &Value, options: &str) -> String {
    let folder = Folder::new("asked-said");
    let mut log: Value = serde_json::from_str(splendor_schema::EXAMPLE).unwrap();
    log.as_object_mut().unwrap().remove("end");
    log["turns"].as_array_mut().unwrap().push(turn.clone());
    folder.write("log.json", log.to_string());
    folder.run(&format!("verify {options} log.json")).out
}

/// A wrong refill must not hide other violations of the turn.
#[test]
fn an_action_is_called_legal_only_if_only_its_refill_is_wrong() {
    let take = ["diamond", "ruby", "emerald"];
    let stray = json!({ "take": take, "refill": "a0d2s2e1o" });
    let output = verify_with_turn(&stray, "");
    assert!(output.contains("error[market.refill]"), "{output}");
    assert!(output.contains("the action is legal here without `refill`"), "{output}");
    let both = json!({ "take": take, "refill": "a0d2s2e1o", "return": { "onyx": 1 } });
    let output = verify_with_turn(&both, "");
    assert!(output.contains("error[market.refill]"), "{output}");
    assert!(output.contains("turns are legal here") && !output.contains("the action"), "{output}");
}

#[test]
fn a_pass_under_pass_never_needs_an_action() {
    let output = verify_with_turn(&json!({ "pass": true }), "--ruling pass=never");
    assert!(output.contains("needs an action\n"), "{output}");
    let output = verify_with_turn(&json!({ "pass": true }), "");
    assert!(output.contains("the seat can act\n"), "{output}");
}

/// An incomplete list of turns has a note, which goes to standard error with JSON; a complete list
/// has none.
#[test]
fn an_incomplete_list_of_legal_turns_has_a_note() {
    let folder = Folder::new("asked-legal");
    let mut log: Value = serde_json::from_str(splendor_schema::EXAMPLE).unwrap();
    log.as_object_mut().unwrap().remove("end");
    log["rules"]["rulings"] = json!({ "return": "up-to" });
    let take = json!({ "take": ["diamond", "sapphire", "emerald"] });
    let reserve = json!({ "reserve": { "deck": 3 } });
    let last = json!({ "take": ["ruby", "onyx"] });
    let turns = [&take, &reserve, &take, &reserve, &take, &reserve, &take, &last];
    log["turns"] = turns.into_iter().cloned().collect();
    folder.write("log.json", log.to_string());
    let note = "note: with more than three tokens above ten, only turns that return none are \
                listed\n";
    let words = folder.run("legal log.json");
    assert!(words.out.ends_with(note) && words.err.is_empty(), "{}", words.all());
    let values = folder.run("legal --format json log.json");
    assert_eq!(values.err, note);
    let listed: Value = serde_json::from_str(&values.out).unwrap();
    let counted = format!("{} turns are legal", listed.as_array().unwrap().len());
    assert!(words.out.contains(&counted), "{}", words.out);
    for (turn, kept) in [(7, 9), (9, 12)] {
        let run = folder.run(&format!("legal --format json --turn {turn} log.json"));
        assert_eq!((run.status, run.err.is_empty()), (0, kept < 11), "{turn}");
    }
}
