//! Files of other clients: games survive the way there and back, unknown input is an error at its
//! place, and the account lists every field.

#![expect(
    clippy::disallowed_methods,
    reason = "tests read files of clients, and sizes of samples from the environment"
)]
#![expect(
    clippy::unwrap_used,
    reason = "a test fails by panicking; the lint sees only functions that are tests themselves"
)]

mod bounds;
mod contradictions;
mod details;
mod kifu_notation;
mod native;
mod play;
mod refusals;
mod seeds;
mod spendee_actions;
mod splendorust;
mod write;
mod write_ai;
mod write_nerdvana;
mod write_spendee;
mod write_splendorust;

#[path = "../../../../tests/support/changed_example.rs"]
mod changed_example;
#[path = "../../../../tests/support/mod.rs"]
mod support;

use splendor_convert::{Conversion, ConvertError, ForeignFormat, SideSetup, kifu, side_setups};
use splendor_schema::log::OmittedField;
use splendor_schema::turn::Reserve;
use splendor_schema::{Log, Turn, text_of};
use splendor_verify::{JudgeOptions, Verdict, judge};

use support::{golden, root, sample};

use play::{Habits, game};
use write_nerdvana::Age;

fn convert(name: &str, text: &str, setup: Option<&str>) -> Result<Conversion, ConvertError> {
    let setups: Vec<SideSetup> = setup.map(|text| side_setups(text).unwrap()).unwrap_or_default();
    let format = ForeignFormat::named(name).unwrap();
    let detected = ForeignFormat::of(text).map(|format| format.name);
    assert_eq!(detected, Some(name), "the format is detected");
    format.convert(text, &setups)
}

fn made(name: &str, text: &str, setup: Option<&str>) -> Conversion {
    let made = convert(name, text, setup);
    let made = made.unwrap_or_else(|why| panic!("{why} at {:?}", why.line_column(text)));
    // The reader accepts the result unchanged.
    let bytes = serde_json::to_vec(&made.log).unwrap();
    assert_eq!(Log::read(&bytes).as_ref(), Ok(&made.log));
    made
}

fn verdict(log: &Log) -> Verdict {
    let judgment = judge(log, &JudgeOptions::default());
    let found = judgment.findings.first().map(|finding| finding.breach.violation());
    assert!(found.is_none(), "{found:?}");
    judgment.verdict()
}

/// Returns the turns of a log without the facts that a client omits.
fn without(log: &Log, out: impl Fn(&mut Turn)) -> Vec<Turn> {
    let mut turns = log.turns.clone();
    turns.iter_mut().for_each(out);
    turns
}

/// Removes the place from which a card was bought.
fn omit_origin(turn: &mut Turn) {
    if let Some(purchase) = &mut turn.purchase {
        purchase.from = None;
    }
}

/// Removes the facts of a turn that follow from the turns before it and from the decks.
fn omit_derived(turn: &mut Turn) {
    turn.refill = None;
    omit_origin(turn);
    if let Some(Reserve::Deck { card, .. }) = &mut turn.reserve {
        *card = None;
    }
}

/// Returns how many turns bring a noble.
fn nobles_of(log: &Log) -> usize {
    let came = |turn: &&Turn| turn.noble.is_some();
    log.turns.iter().filter(came).count()
}

#[test]
fn games_of_effective_splendor_round_trip() {
    let habits = Habits { blind: true, nobles_bought: true, boxes: false };
    let (mut ended, mut chosen) = (0, 0);
    for (seed, seats) in (0..12).zip([2, 3, 4].into_iter().cycle()) {
        let log = game(seed, seats, 250, &habits);
        let replay = write::effective(&log);
        chosen += replay.matches("choose_noble").count();
        let made = made("effective-splendor", &replay, Some(&write::setup(&log, None)));
        assert_eq!(made.log.turns, log.turns, "{seed}");
        assert_eq!(made.log.setup, log.setup);
        assert_eq!((&made.log.end, &made.log.result), (&log.end, &log.result));
        assert_eq!(verdict(&made.log), Verdict::Legal);
        ended += u32::from(log.end.is_some());
    }
    assert!(ended > 6, "{ended} games ended");
    assert!(chosen > 0, "no noble was chosen");
}

#[test]
fn games_round_trip_through_kifu() {
    let habits = Habits { blind: true, nobles_bought: false, boxes: true };
    for (seed, seats) in (20..32).zip([2, 3, 4].into_iter().cycle()) {
        let log = game(seed, seats, 250, &habits);
        let Ok(text) = kifu(&log) else { continue };
        let side_file = write::setup(&log, None);
        for setup in [None, Some(side_file.as_str())] {
            let made = made("kifu", &text, setup);
            let left = without(&log, omit_origin);
            assert_eq!(made.log.turns, left, "{seed}\n{text}");
            assert_eq!(made.log.omits, [OmittedField::Noble]);
            assert_eq!(made.log.setup.market, log.setup.market);
            assert_eq!(made.log.setup.decks.is_some(), setup.is_some());
            let known = if setup.is_some() { Verdict::Legal } else { Verdict::Consistent };
            assert!([known, Verdict::Legal].contains(&verdict(&made.log)), "{seed}");
            // Writing the result again gives the same text.
            assert_eq!(kifu(&made.log).unwrap().lines().last(), text.lines().last());
        }
    }
}

#[test]
fn games_round_trip_through_board_game_arena() {
    let habits = Habits { blind: false, nobles_bought: false, boxes: true };
    let mut nobles = 0;
    for (seed, seats) in (40..49).zip([2, 3, 4].into_iter().cycle()) {
        let log = game(seed, seats, 200, &habits);
        let page = write::arena(&log);
        nobles += page.matches("claimNoble").count();
        let made = made("boardgamearena", &page, None);
        let after = |turn: &mut Turn| turn.after = None;
        assert_eq!(without(&made.log, after), log.turns, "{seed}");
        let claims = made.log.turns.iter().filter(|turn| turn.after.is_some()).count();
        assert_eq!(claims, log.turns.len(), "every turn tells what the client saw after it");
        assert_eq!(verdict(&made.log), Verdict::Legal);
    }
    assert!(nobles > 0, "no noble came");
}

#[test]
fn games_of_ai_splendor_round_trip() {
    let habits = Habits { blind: true, nobles_bought: false, boxes: false };
    let mut nobles = 0;
    for seed in 60..68 {
        let log = game(seed, 2, 200, &habits);
        let made = made("ai-splendor", &write_ai::events(&log), None);
        let after = |turn: &mut Turn| turn.after = None;
        assert_eq!(without(&made.log, after), log.turns, "{seed}");
        assert_eq!(made.log.setup, log.setup);
        assert_eq!(verdict(&made.log), Verdict::Legal);
        nobles += nobles_of(&log);
    }
    assert!(nobles > 0, "no noble came");
}

#[test]
fn games_round_trip_through_nerdvana() {
    let mut nobles = 0;
    for (seed, seats) in (80..92).zip([2, 3, 4].into_iter().cycle()) {
        for age in [Age::Old, Age::New] {
            let habits = Habits { blind: true, nobles_bought: age == Age::Old, boxes: false };
            let mut log = game(seed, seats, 240, &habits);
            log.turns.truncate(log.turns.len() / usize::from(seats) * usize::from(seats));
            let made = made("nerdvana", &write_nerdvana::game(&log, age), None);
            let left = without(&log, omit_derived);
            assert_eq!(made.log.turns, left, "{seed}, {age:?}");
            assert_eq!(made.log.setup, log.setup);
            assert_eq!(verdict(&made.log), Verdict::Legal);
            nobles += nobles_of(&log);
        }
    }
    assert!(nobles > 0, "no noble came");
}

/// Counts the members of all objects in a value, at every depth.
fn members(value: &serde_json::Value) -> u64 {
    match value {
        serde_json::Value::Object(all) => all.values().map(members).sum::<u64>() + all.len() as u64,
        serde_json::Value::Array(all) => all.iter().map(members).sum(),
        _ => 0,
    }
}

#[test]
fn every_field_is_counted_as_understood_or_ignored() {
    let habits = Habits { blind: true, nobles_bought: true, boxes: false };
    let log = game(3, 2, 40, &habits);
    let replay = write::effective(&log);
    let made = made("effective-splendor", &replay, Some(&write::setup(&log, None)));
    let ignored: u64 = made.account.ignored.values().map(|ignored| ignored.count).sum();
    let understood: u64 = made.account.understood.values().sum();
    assert_eq!(understood + ignored, members(&serde_json::from_str(&replay).unwrap()));
    let bought = log.turns.iter().filter(|turn| turn.purchase.is_some()).count();
    assert_eq!(made.account.inferred["pay"].count, bought as u64);
    let json = made.account.json(&"game.json".into(), 1, "effective-splendor");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["understood"]["step.ply"], log.turns.len());
}

#[test]
fn every_turn_has_its_place_in_the_foreign_file() {
    let habits = Habits { blind: true, nobles_bought: false, boxes: true };
    let log = game(5, 2, 60, &habits);
    let text = kifu(&log).unwrap();
    let made = made("kifu", &text, None);
    for (at, turn) in made.log.turns.iter().enumerate() {
        let shown = |part: &str| &text[made.places.find(&format!("/turns/{at}{part}")).unwrap()];
        let seat = turn.seat.unwrap();
        assert!(shown("").contains(&format!(". P{seat} ")), "{}", shown(""));
        if turn.purchase.is_some() {
            assert!(shown("/purchase/card").starts_with('C'));
            assert!(shown("/purchase/pay/gold").starts_with('W'));
        }
    }
    assert_eq!(made.places.find("/nowhere"), made.places.find(""));
}

#[test]
fn invalid_utf8_is_reported_with_its_line() {
    let error = text_of(b"Format: Splendor KIFU v1.0\nPlay\xffers: 2\n").unwrap_err();
    assert_eq!((error.line, error.column), (2, 5));
}
