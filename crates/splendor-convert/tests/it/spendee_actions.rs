//! Dumps of Spendee with a record of the actions.

use serde_json::{Value, json};
use splendor_convert::{Conversion, ConvertError};
use splendor_schema::log::OmittedField;
use splendor_schema::{Log, Turn};
use splendor_verify::{JudgeOptions, Verdict, judge};

use super::play::{Habits, game};
use super::write_spendee::dump;
use super::{convert, made, omit_derived, refusals, verdict, without, write};

const MIDST: &str = include_str!("../files/spendee-with-action-items.json");

fn played(seed: u64, seats: u8, turns: usize) -> Log {
    game(seed, seats, turns, &Habits { blind: true, nobles_bought: false, boxes: false })
}

/// Removes what the record of the actions has no place for.
fn omit_payment(turn: &mut Turn) {
    omit_derived(turn);
    turn.after = None;
    if let Some(purchase) = &mut turn.purchase {
        purchase.pay = None;
    }
}

fn with(log: &Log, change: impl FnOnce(&mut Value)) -> Result<Conversion, ConvertError> {
    let mut page = dump(log);
    change(&mut page["games"][0]);
    convert("spendee", &page.to_string(), Some(&write::setup(log, None)))
}

#[track_caller]
fn refused(result: Result<Conversion, ConvertError>, part: &str, is_incomplete: bool) {
    let refusal = result.unwrap_err();
    assert!(refusal.message.contains(part), "{refusal}");
    assert_eq!(refusal.incomplete, is_incomplete, "{refusal}");
}

#[test]
fn a_record_of_the_actions_becomes_the_turns() {
    let mut nobles = 0;
    for (seed, seats) in (300..312).zip([2, 3, 4].into_iter().cycle()) {
        let log = played(seed, seats, 60);
        let made = with(&log, |_| {}).unwrap();
        assert_eq!(without(&made.log, omit_payment), without(&log, omit_payment), "{seed}");
        assert_eq!((&made.log.setup, &made.log.omits), (&log.setup, &vec![OmittedField::Noble]));
        assert_eq!(made.log.source.as_ref().unwrap().game.as_ref().unwrap(), "g1");
        // The chips of every seat at the end are claims of its last turn.
        let claims = made.log.turns.iter().filter(|turn| turn.after.is_some()).count();
        assert_eq!(claims, usize::from(seats));
        assert!(made.log.turns.last().unwrap().after.unwrap().supply.is_some());
        nobles += super::nobles_of(&made.log);
    }
    assert!(nobles > 0);
    let log = played(300, 2, 12);
    assert_eq!(verdict(&with(&log, |_| {}).unwrap().log), Verdict::Legal);
    let more = with(&log, |game| game["data"]["players"][0]["chips"][0] = json!(9));
    assert_eq!(judge(&more.unwrap().log, &JudgeOptions::default()).verdict(), Verdict::Illegal);
}

#[test]
fn cards_that_never_moved_need_no_side_file() {
    let mut log = played(300, 2, 0);
    let turn = |take: [&str; 3], seat: u8| {
        serde_json::from_value(json!({ "seat": seat, "take": take })).unwrap()
    };
    log.turns = vec![turn(["diamond", "ruby", "onyx"], 0), turn(["emerald", "ruby", "onyx"], 1)];
    let made = made("spendee", &dump(&log).to_string(), None);
    assert_eq!(without(&made.log, |turn| turn.after = None), log.turns);
    assert_eq!((made.log.setup.decks.is_some(), verdict(&made.log)), (true, Verdict::Legal));
    let moved = played(300, 2, 12);
    let refusal = convert("spendee", &dump(&moved).to_string(), None).unwrap_err();
    assert!(refusal.needs_setup && refusal.message.starts_with("cards have moved"), "{refusal}");
}

#[test]
fn an_empty_record_is_no_unknown_field() {
    let refusal = convert("spendee", MIDST, None).unwrap_err();
    assert!(refusal.incomplete);
    let message = "the table is from the middle of a game, and its turns are missing: seat 0 has \
                   1 chips, and 1 more sign; its record of the actions is empty; a log needs the \
                   table before the first turn and every turn";
    assert_eq!(refusal.message, message);
    let before = MIDST.replace("\"chips\": [1,", "\"chips\": [0,");
    assert_ne!(before, MIDST);
    let made = made("spendee", &before, None);
    assert!(made.log.turns.is_empty() && made.log.omits.is_empty());
    assert_eq!(made.account.understood["game.actionItems"], 1);
    assert_eq!(made.account.ignored["game.activeStatuses"].count, 1);
}

#[test]
fn a_record_of_another_shape_is_not_read() {
    let text = |items: &str, chips: &str| {
        let field = format!("\"actionItems\":{items},\"data\"");
        refusals::spendee("15", chips).replace("\"data\"", &field)
    };
    let made = made("spendee", &text("[{\"kind\":\"start\"}]", "0"), None);
    let why = "no seat has acted, and the record has a shape that is not known";
    assert_eq!(made.account.ignored["game.actionItems"].why, why);
    assert!(!made.account.understood.contains_key("game.actionItems"));
    assert!(made.log.turns.is_empty());
    for items in [
        "[{\"kind\":\"start\"}]",
        "[7]",
        "[{\"action\":{\"type\":\"jump\",\"playerIndex\":0}}]",
        "[{\"action\":{\"type\":\"passRegular\",\"playerIndex\":2}}]",
        "[{\"action\":{\"type\":\"passRegular\",\"playerIndex\":1},\"playerIndex\":0}]",
        "[{\"action\":{\"type\":\"passRegular\",\"playerIndex\":1},\"isDummy\":true}]",
        "[{\"action\":{\"type\":\"returnChips\",\"playerIndex\":1,\"chips\":[1,0,0,0,0]}}]",
        "[{\"action\":{\"type\":\"pickNoble\",\"playerIndex\":1,\"nobleIndex\":1}}]",
        "[{\"action\":{\"type\":\"pickChips\",\"playerIndex\":1,\"chips\":[1,0,0,0]}}]",
    ] {
        let text = text(items, "1");
        let refusal = convert("spendee", &text, None).unwrap_err();
        assert!(refusal.incomplete, "{refusal}");
        assert!(refusal.message.contains("has a shape that is not known: "), "{refusal}");
        assert!(refusal.span.start > text.find("actionItems").unwrap(), "{items}");
    }
    refused(convert("spendee", &text("7", "1"), None), "expected a list (the actions)", false);
}

#[test]
fn a_dump_that_contradicts_its_actions_is_rejected() {
    let log = played(304, 2, 40);
    let seat = |key: &'static str, value: Value| {
        with(&log, move |game| game["data"]["players"][0][key] = value)
    };
    refused(seat("purchasedCards", json!([])), "it bought other cards", false);
    refused(seat("reservedCards", json!([0, 1, 2])), "it reserved other cards", false);
    let bank =
        |key: &'static str, value: Value| with(&log, move |game| game["data"]["bank"][key] = value);
    refused(bank("nobles", json!([])), "the side file has other cards or nobles", false);
    refused(bank("hiddenCards", json!([[0], [40], [70]])), "the side file has other", false);
    refused(bank("showedCards", json!([[0], [40], [70]])), "the side file has other", false);
    let job = |job: &str| with(&log, |game| game["data"]["state"]["currentJob"] = job.into());
    refused(job("SPENDEE_PICK_NOBLE"), "from within a turn", true);
    refused(job("SPENDEE_DANCE"), "expected `SPENDEE_REGULAR`", false);
    refused(with(&log, |game| game["gameId"] = "g2".into()), "one id of the game", false);
    let target = with(&log, |game| game["data"]["targetScore"] = 21.into());
    refused(target, "the target of the settings", false);
    let record = |at: usize, key: &'static str, value: Value| {
        with(&log, move |game| game["actionItems"][at]["action"][key] = value)
    };
    refused(record(0, "extra", json!(1)), "`extra` is not a known field of action", true);
}
