//! Original files of clients, from the folder that `SPLENDOR_CORPUS` names.

use std::fs;
use std::path::PathBuf;

use splendor_convert::ForeignFormat;
use splendor_schema::{Log, Turn};
use splendor_verify::Verdict;

use super::{convert, made, verdict, write};

/// Returns the folder of the corpus; without one, the test prints a note and is skipped.
#[expect(clippy::print_stderr, reason = "the output of the tests must name skipped tests")]
fn corpus() -> Option<PathBuf> {
    let Some(corpus) = std::env::var_os("SPLENDOR_CORPUS").map(PathBuf::from) else {
        eprintln!("skipped: SPLENDOR_CORPUS names no folder of logs");
        return None;
    };
    Some(if corpus.is_dir() { corpus } else { crate::root().join(corpus) })
}

fn read(path: &str) -> Option<String> {
    Some(fs::read_to_string(corpus()?.join(path)).unwrap())
}

fn traces(client: &str) -> Vec<Log> {
    let text = read(&format!("traces/{client}.jsonl")).unwrap();
    text.lines().map(|line| Log::read(line.as_bytes()).unwrap()).collect()
}

/// Returns the facts of each turn that every client logs.
fn logged_facts(log: &Log) -> Vec<Turn> {
    let mut turns = log.turns.clone();
    for turn in &mut turns {
        if !turn.is_foreign() {
            turn.after = None;
        }
        if let Some(purchase) = &mut turn.purchase {
            purchase.from = None;
        }
    }
    turns
}

#[test]
fn published_replays_of_effective_splendor_are_legal() {
    let Some(corpus) = corpus() else { return };
    let folder = corpus.join("native/effective-splendor");
    for number in [1, 16, 32, 44, 53] {
        let read = |kind| fs::read_to_string(folder.join(format!("match-{number:06}.{kind}.json")));
        let (replay, setup) = (read("replay").unwrap(), read("setup").unwrap());
        let made = made("effective-splendor", &replay, Some(&setup));
        assert_eq!(verdict(&made.log), Verdict::Legal, "{number}");
        assert!(made.log.result.is_some());
    }
    for other in ["normal-2p-seed42.json", "normal-game.ndjson", "blind-reserve.ndjson"] {
        let text = fs::read_to_string(folder.join(other)).unwrap();
        assert!(convert("effective-splendor", &text, None).unwrap_err().incomplete, "{other}");
    }
}

#[test]
fn every_kifu_converts_and_is_not_illegal() {
    let Some(corpus) = corpus() else { return };
    for number in 0..10 {
        let path = corpus.join(format!("native/kifu/game{number:02}.kifu"));
        let made = made("kifu", &fs::read_to_string(path).unwrap(), None);
        assert!([Verdict::Legal, Verdict::Consistent].contains(&verdict(&made.log)), "{number}");
    }
}

#[test]
fn the_game_of_board_game_arena_equals_its_trace() {
    let Some(page) = read("native/boardgamearena/game1.json") else { return };
    let made = made("boardgamearena", &page, None);
    let trace = &traces("boardgamearena")[0];
    assert_eq!(logged_facts(&made.log), logged_facts(trace));
    assert_eq!((verdict(&made.log), verdict(trace)), (Verdict::Legal, Verdict::Legal));
}

#[test]
fn a_game_of_boardgamers_equals_its_trace() {
    let Some(games) = read("native/boardgamers/games.jsonl") else { return };
    // The trace was made with the same seed, so its table serves as the side file.
    let trace = &traces("boardgamers-splendor")[0];
    let first = games.lines().next().unwrap();
    let made = made("boardgamers", first, Some(&write::setup(trace, Some("holdout-2-0"))));
    assert_eq!(logged_facts(&made.log), logged_facts(trace));
    let format = ForeignFormat::of(&games).unwrap();
    let refused = |game: &str| format.convert(game, &[]).unwrap_err();
    assert!(format.games(&games).iter().all(|(_, game)| refused(game).incomplete));
}

/// The seed gives the cards, and the actions are legal with them, up to the recorded scores.
#[test]
fn a_replay_of_splendorust_is_legal() {
    let Some(text) = read("native/splendorust-web/sample-1of4.jsonl") else { return };
    let made = made("splendorust", &text, None);
    assert_eq!(verdict(&made.log), Verdict::Legal);
    assert_eq!(made.log.result.unwrap().scores, Some(vec![15, 13]));
}

#[test]
fn dumps_and_samples_report_missing_facts() {
    let Some(corpus) = corpus() else { return };
    for name in ["final_snapshot_21pt", "live_dump_15pt", "spendee_constants_deck"] {
        let path = corpus.join(format!("native/spendee/{name}.json"));
        let refusal = convert("spendee", &fs::read_to_string(path).unwrap(), None).unwrap_err();
        assert!(refusal.incomplete, "{refusal}");
    }
    let sample = read("native/ai-splendor/sample_from_tests.ndjson").unwrap();
    let made = made("ai-splendor", &sample, None);
    assert_eq!(
        (made.log.turns.len(), made.log.setup.market.level1.as_ref().unwrap().len()),
        (1, 0)
    );
}
