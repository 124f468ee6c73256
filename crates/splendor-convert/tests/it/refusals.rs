//! Unknown input is an error with its line and column, and no input makes an importer panic.

use serde_json::Value;
use splendor_convert::{FOREIGN_FORMATS, ForeignFormat, kifu, side_setups};
use splendor_core::Card;
use splendor_schema::{Log, Turn};

use super::play::{Habits, game};
use super::write_nerdvana::{self, Age};
use super::{convert, made, write, write_ai, write_spendee};

/// Returns a game that every exporter can write.
pub(super) fn sample() -> Log {
    game(40, 2, 24, &Habits { blind: false, nobles_bought: true, boxes: false })
}

/// A game of boardgamers with the first cards of its market, a choice of nobles, and a swap.
const BOARDGAMERS: &str = include_str!("../../../../tests/formats/convert/boardgamers.jsonl");

/// The side file of that game.
const BOARDGAMERS_SETUP: &str =
    include_str!("../../../../tests/formats/convert/boardgamers.setup.json");

/// Returns a dump of Spendee from before the first turn.
pub(super) fn spendee(target: &str, chips: &str) -> String {
    let deck = |from: usize, to: usize| {
        let cards: Vec<String> = (from..to).map(|card| card.to_string()).collect();
        format!("[{}]", cards.join(","))
    };
    let player = format!(
        r#"{{"purchasedCards":[],"reservedCards":[],"nobles":[],"chips":[{chips},0,0,0,0],
"goldChips":0}}"#
    );
    format!(
        r#"{{"games":[{{"status":"INPROGRESS","settings":{{"targetScore":"{target}"}},
"players":[{{"name":"Ada"}},{{"name":"Bo"}}],
"data":{{"bank":{{"hiddenCards":[{},{},{}],"showedCards":[{},{},{}],"nobles":[0,5,9],
"chips":[4,4,4,4,4],"goldChips":5}},"players":[{player},
{player}],"state":{{"currentPlayerIndex":0}}}}}}]}}
"#,
        deck(4, 40),
        deck(44, 70),
        deck(74, 90),
        deck(0, 4),
        deck(40, 44),
        deck(70, 74),
    )
}

/// Returns each format with a sample text and its side file.
pub(super) fn samples() -> Vec<(&'static str, String, Option<String>)> {
    let log = sample();
    let setup = write::setup(&log, None);
    let record = write_spendee::dump(&log).to_string();
    vec![
        ("effective-splendor", write::effective(&log), Some(setup.clone())),
        ("kifu", kifu(&log).unwrap(), None),
        ("boardgamearena", write::arena(&log), None),
        ("ai-splendor", write_ai::events(&log), None),
        ("boardgamers", BOARDGAMERS.to_owned(), Some(BOARDGAMERS_SETUP.to_owned())),
        ("spendee", spendee("15", "0"), None),
        ("spendee", record, Some(setup)),
        ("nerdvana", write_nerdvana::game(&log, Age::New), None),
    ]
}

#[test]
fn boardgamers_games_become_turns_of_the_log() {
    let made = made("boardgamers", BOARDGAMERS, Some(BOARDGAMERS_SETUP));
    let turns: Vec<String> =
        made.log.turns.iter().map(|turn| serde_json::to_string(turn).unwrap()).collect();
    let expected = [
        r#"{"seat":0,"take":["diamond","ruby","onyx"]}"#,
        r#"{"seat":1,"reserve":{"market":"a0o3e"},"refill":"a0s3s"}"#,
        r#"{"seat":0,"take":["sapphire","sapphire"]}"#,
        r#"{"seat":1,"reserve":{"deck":1,"card":"a1o4s"}}"#,
        // The seat lacks an emerald and has no gold, so its payment is unknown.
        r#"{"seat":0,"purchase":{"card":"a0o1d1s1e1r","from":"market"},"noble":"3:4d4s"}"#,
        r#"{"seat":1,"foreign":{"action":"noble","nobleId":3}}"#,
        r#"{"seat":0,"foreign":{"action":"swap","give":"ruby","receive":"onyx"}}"#,
    ];
    assert_eq!(turns, expected);
    let place = made.places.find("/turns/4/noble").unwrap();
    assert_eq!(&BOARDGAMERS[place], "2");
}

#[test]
fn spendee_converts_only_before_the_first_turn() {
    let log = made("spendee", &spendee("15", "0"), None).log;
    assert_eq!(log.setup.market.level1.as_ref().unwrap().len(), 4);
    assert_eq!(log.players[1].name.as_ref().unwrap(), &"Bo");
    assert!(log.rules.rulings.is_empty());
    assert_eq!(super::verdict(&log), splendor_verify::Verdict::Legal);
    let rules = made("spendee", &spendee("21", "0"), None).log.rules;
    assert_eq!(serde_json::to_string(&rules.rulings).unwrap(), r#"{"target":21}"#);
    let text = spendee("15", "1");
    let refusal = convert("spendee", &text, None).unwrap_err();
    assert!(refusal.incomplete);
    assert!(refusal.message.contains("seat 0 has 1 chips, and 1 more"), "{refusal}");
    assert_eq!(refusal.line_column(&text).0, 4);
}

/// Replaces a part of a sample; returns the text at the error, and the error.
fn refusal_of(name: &str, from: &str, to: &str) -> String {
    let samples = samples();
    let (_, text, setup) = samples.iter().find(|(other, ..)| *other == name).unwrap();
    assert!(text.contains(from), "{name} has no {from}");
    let text = text.replacen(from, to, 1);
    let setups = setup.as_deref().map(|text| side_setups(text).unwrap()).unwrap_or_default();
    let refusal = ForeignFormat::named(name).unwrap().convert(&text, &setups).unwrap_err();
    let at = text.lines().nth(refusal.line_column(&text).0 - 1).unwrap();
    let column = refusal.line_column(&text).1 - 1;
    let shown: String = at.chars().skip(column).take(12).collect();
    format!("{shown} => {refusal}")
}

/// Each case is a format, a text of its sample, a replacement, and the place and the message of the
/// error.
fn assert_rejected(cases: &[(&str, &str, &str, &str)]) {
    for (name, from, to, expected) in cases {
        let found = refusal_of(name, from, to);
        let (place, message) = expected.split_once(" => ").unwrap_or((expected, ""));
        let (shown, error) = found.split_once(" => ").unwrap();
        let place = place.trim_end_matches([',', ' ']);
        assert!(shown.starts_with(place) && error.contains(message), "{to}: {found}");
    }
}

#[test]
fn unknown_input_is_rejected_at_its_place() {
    let cases = [
        ("kifu", "1. P0 take:", "1. P0 buy:C0/gold:W99U99 #", "gold:W99U99 => more than 99"),
        (
            "boardgamers",
            "\"receive\":\"onyx\"",
            "\"receive\":\"ruby\"",
            "\"ruby\" => gems returned for nothing",
        ),
        (
            "effective-splendor",
            "\"actor\": 0",
            "\"actor\": 5",
            "5 => expected a whole number from 0 to 1",
        ),
        ("effective-splendor", "\"version\": 1", "\"version\": 2", "2, => found 2"),
        ("effective-splendor", "\"max_tokens\": 10", "\"max_tokens\": 9", "9, => expected 10"),
        ("effective-splendor", "\"seed\"", "\"sede\"", "{ => the replay has no `seed`"),
        ("effective-splendor", "take_tokens", "take_token", "\"take_token\" => found `take_token`"),
        ("effective-splendor", "\"ply\": 1", "\"ply\": 2", "2, => expected 1"),
        ("kifu", "1. P", "2. P", "2. P"),
        ("kifu", "take:", "grab:", "grab:"),
        ("kifu", "Players: 2", "Players: two", "two => found `two`"),
        ("kifu", "Players: 2", "Teams: 2", "2 => `Teams` is not a known header"),
        ("kifu", "decks:36", "decks:35", "35,26,16 => expected `36,26,16`"),
        ("kifu", "L1[", "L1[90,", "90,"),
        ("kifu", "points:0", "points:1", "gems:W0U0G0R => seat 0 already owns something"),
        ("kifu", "[0]", "[soon]", "[soon] => found `[soon]`"),
        (
            "boardgamearena",
            "\"type\": \"coins\"",
            "\"type\": \"gems\"",
            "\"gems\", => found `gems`",
        ),
        ("boardgamearena", "\"uid\"", "\"uuid\"", "\"uuid\": \"u\" => `uuid` is not a known field"),
        ("boardgamearena", "\"id\": 25", "\"id\": 64", "64 => found 64"),
        (
            "boardgamearena",
            "\"expansion_cities\": \"2\"",
            "\"expansion_cities\": \"1\"",
            "\"1\", => modules are not supported",
        ),
        ("ai-splendor", "TAKE_TOKENS", "STEAL", "\"STEAL\""),
        ("ai-splendor", "\"reasoning\"", "\"thought\"", "\"thought\":\"b => `thought` is not a"),
        ("ai-splendor", "\"WHITE\":4", "\"PINK\":4", "\"PINK\":4"),
        ("boardgamers", "\"cardId\":6", "\"cardId\":90", "90}},{\"type\" => found 90"),
        (
            "boardgamers",
            "\"cardId\":6",
            "\"cardId\":-1",
            "-1}},{\"type\" => expected the number of a card",
        ),
        ("boardgamers", "\"trigger\"", "\"tigger\"", "\"tigger\",\"pl => found `tigger`"),
        (
            "boardgamers",
            "\"options\":{}",
            "\"options\":{\"fast\":1}",
            "\"fast\":1}},{ => the option",
        ),
        ("spendee", "\"status\"", "\"state\"", "\"state\":\"INP => `state` is not a known field"),
        ("spendee", "[0,5,9]", "[0,5,10]", "10],"),
    ];
    assert_rejected(&cases);
}

#[test]
fn unknown_input_of_nerdvana_is_rejected_at_its_place() {
    assert_rejected(&[
        ("nerdvana", "\"kibitzes\"", "\"talk\"", "\"talk\":[\"so\" => `talk` is not a known field"),
        (
            "nerdvana",
            "\"level\":1",
            "\"level\":2",
            "{\"id\":11 => the facts are those of b1r4d, but the number is that of a1r4d",
        ),
        ("nerdvana", "[[{\"", "[[{},{\"", "{},{\" => "),
        ("nerdvana", "\"tokens\":[", "\"tokens\":[5,", "[5, => expected 1 or 2 and five amounts"),
    ]);
}

#[test]
fn the_samples_in_the_book_are_up_to_date() {
    let log = sample();
    crate::golden("tests/formats/convert/game.kifu", &kifu(&log).unwrap());
    crate::golden("tests/formats/convert/game.replay.json", &write::effective(&log));
    crate::golden("tests/formats/convert/game.setup.json", &write::setup(&log, None));
    crate::golden(
        "tests/formats/convert/spendee.json",
        &format!("{}\n", write_spendee::dump(&log)),
    );
    crate::golden("tests/formats/convert/spendee.setup.json", &write::setup(&log, Some("g1")));
    crate::golden("tests/formats/convert/arena.json", &saved_page(&log));
}

/// Returns a page of Board Game Arena as the steps in the book save it: the packets are a list.
fn saved_page(log: &Log) -> String {
    let page: Value = serde_json::from_str(&write::arena(log)).unwrap();
    let (packets, datas) = (&page["gamelogs"]["data"]["data"], &page["gamedatas"]);
    format!("{{\"gamelogs\":{packets},\"gamedatas\":{datas}}}\n")
}

#[test]
fn a_saved_page_of_board_game_arena_is_the_page() {
    let log = sample();
    let whole = made("boardgamearena", &write::arena(&log), None).log;
    let saved = include_str!("../../../../tests/formats/convert/arena.json");
    assert_eq!(made("boardgamearena", saved, None).log, whole);
}

#[test]
fn a_seed_without_a_side_file_is_rejected() {
    for (name, text, setup) in samples().into_iter().filter(|(_, _, setup)| setup.is_some()) {
        let refusal = convert(name, &text, None).unwrap_err();
        assert!(
            refusal.incomplete && refusal.message.contains("--setup FILE"),
            "{name}: {refusal}"
        );
        let two = setup.unwrap().repeat(2);
        let refusal = convert(name, &text, Some(&two)).unwrap_err();
        assert!(refusal.message.contains("has 2 setups"), "{name}: {refusal}");
    }
    let other = BOARDGAMERS_SETUP.replace("\"s1\"", "\"s2\"");
    let refusal = convert("boardgamers", BOARDGAMERS, Some(&other)).unwrap_err();
    assert!(refusal.message.contains("no setup of the game `s1`"), "{refusal}");
    // Without decks the market is known until the first refill.
    let log = game(41, 2, 12, &Habits { blind: false, nobles_bought: true, boxes: false });
    let mut open = log.clone();
    open.setup.decks = None;
    let made =
        convert("effective-splendor", &write::effective(&log), Some(&write::setup(&open, None)));
    match made {
        Ok(made) => assert!(made.log.turns.iter().all(|turn| refill(turn).is_none())),
        Err(refusal) => assert!(refusal.message.contains("its deck is needed"), "{refusal}"),
    }
}

fn refill(turn: &Turn) -> Option<Card> {
    turn.refill
}

#[test]
fn malformed_side_files_are_rejected() {
    for (text, expected) in [
        ("", "expected a value, found the end of the text"),
        ("[]", "expected an object (the side file), found a list"),
        (r#"{"format":"splendor-log/1"}"#, "expected `splendor-setup/1`, found `splendor-log/1`"),
        (
            r#"{"format":"splendor-setup/1","setup":{"market":1}}"#,
            "the setup is not valid in a log",
        ),
        (
            r#"{"format":"splendor-setup/1","setup":{"market":{"level1":[],"level2":[],
"level3":[]}},"x":1}"#,
            "`x` is not a known field",
        ),
    ] {
        let refusal = side_setups(text).unwrap_err();
        assert!(refusal.message.starts_with(expected), "{refusal}");
    }
}

#[test]
fn no_input_makes_an_importer_panic() {
    for (name, text, setup) in samples() {
        let setups = setup.as_deref().map(|text| side_setups(text).unwrap()).unwrap_or_default();
        let step = text.len() / crate::sample(40, 150) + 1;
        for at in (0..text.len()).step_by(step) {
            let cut = &text[..text.floor_char_boundary(at)];
            let mut swapped = text.clone().into_bytes();
            swapped[at] = if swapped[at].is_ascii_digit() { b'9' } else { b'0' };
            let mut doubled = text.clone();
            doubled.insert_str(text.floor_char_boundary(at), "é:,[");
            let swapped = String::from_utf8_lossy(&swapped);
            for hostile in [cut, &swapped, &doubled] {
                for format in &FOREIGN_FORMATS {
                    if let Err(refusal) = format.convert(hostile, &setups) {
                        assert!(refusal.line_column(hostile).0 > 0, "{name}");
                    }
                }
            }
        }
    }
}
