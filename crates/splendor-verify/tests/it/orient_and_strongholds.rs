//! Random games with Orient and Strongholds, written as logs, are judged legal, also if the log
//! leaves facts out; and the position after each turn survives a round trip.

use serde_json::{Value, json};
use splendor_core::{Modules, Rules};
use splendor_play::generate::{GenerateOptions, Policy, generate};
use splendor_schema::report::{FactName, Severity};
use splendor_schema::{InputFile, Log};
use splendor_verify::{
    JudgeOptions, ReportScope, Verdict, digest, judge, position_at, position_from_log,
    position_to_log, verify,
};

/// Returns a game of so many turns, with every fact and every claim: each number from 0 to 15 has
/// its own modules.
fn random_game(number: u8, max_turns: usize) -> Value {
    let modules = Modules {
        cities: number & 1 > 0,
        trading_posts: number & 2 > 0,
        orient: number & 4 > 0,
        strongholds: number & 8 > 0,
    };
    let options = GenerateOptions {
        seed: number.into(),
        seats: 2 + number / 16 % 3,
        rules: Rules { modules, ..Rules::default() },
        max_turns,
        after: true,
        digest: true,
        ..GenerateOptions::default()
    };
    serde_json::to_value(generate(&options)).unwrap()
}

fn verdict(log: &Value) -> Verdict {
    let log =
        Log::read(log.to_string().as_bytes()).unwrap_or_else(|error| panic!("{error}: {log}"));
    judge(&log, &JudgeOptions::default()).verdict()
}

/// Returns the clause and the place of the first error of a log.
fn first_error(log: &Value) -> (String, String) {
    let input = InputFile { name: "log".into(), game: 1, line: 1 };
    let (options, text) = (JudgeOptions::default(), log.to_string());
    let findings = verify(input, text.as_bytes(), &options, ReportScope::DETAILED).0.findings;
    let found = findings.into_iter().find(|it| it.severity == Severity::Error).unwrap();
    (found.clause, found.pointer.unwrap())
}

/// Calls `change` with the turn, each free card and the conquest.
fn each_event(event: &mut Value, change: &impl Fn(&mut Value)) {
    for inner in ["free", "conquest"] {
        if let Some(inner) = event.get_mut(inner) {
            each_event(inner, change);
        }
    }
    change(event);
}

/// Removes fields from every event of the log.
fn without(log: &Value, fields: &[&str]) -> Value {
    let mut log = log.clone();
    for turn in log["turns"].as_array_mut().unwrap() {
        each_event(turn, &|event| {
            for field in fields {
                event.as_object_mut().unwrap().remove(*field);
                if let Some(purchase) = event.get_mut("purchase").and_then(Value::as_object_mut) {
                    purchase.remove(*field);
                }
            }
        });
    }
    log
}

#[test]
fn random_games_of_all_sixteen_combinations_are_legal() {
    let mut played = String::new();
    for number in 0..96 {
        let log = random_game(number, 80);
        played += &log["turns"].to_string();
        assert_eq!(verdict(&log), Verdict::Legal, "{log}");
        let mut shuffled = log.clone();
        shuffled["setup"].as_object_mut().unwrap().remove("decks");
        let named = verdict(&shuffled);
        assert!(matches!(named, Verdict::Legal | Verdict::Undecided), "{named:?}: {shuffled}");
    }
    for field in ["copy", "free", "spend", "discard", "place", "move", "remove", "conquest"] {
        let count = played.matches(&format!("\"{field}\":")).count();
        assert!(count > 20, "{count} events with {field}");
    }
}

#[test]
fn a_random_game_that_leaves_facts_out_is_never_illegal() {
    for number in 0..48 {
        let log = random_game(number, 40);
        for fields in [
            &["copy"][..],
            &["pay"],
            &["after"],
            &["copy", "after"],
            &["pay", "copy"],
            &["pay", "copy", "after"],
        ] {
            let found = verdict(&without(&log, fields));
            assert_ne!(found, Verdict::Illegal, "without {fields:?}: {log}");
        }
        for field in ["gem", "noble", "post", "return"] {
            let mut less = without(&log, &[field]);
            less["omits"] = json!([field]);
            assert_ne!(verdict(&less), Verdict::Illegal, "without {field}: {log}");
        }
    }
}

/// Some cards are in the market without a name until a free card, a conquest or a stronghold names
/// them.
#[test]
fn a_random_game_without_refills_has_a_legal_completion() {
    let mut consistent = 0;
    for number in 0..96 {
        let mut log = without(&random_game(number, 60), &["refill", "after"]);
        log["setup"].as_object_mut().unwrap().remove("decks");
        let found = verdict(&log);
        assert!(matches!(found, Verdict::Legal | Verdict::Consistent), "{found:?}: {log}");
        consistent += usize::from(found == Verdict::Consistent);
    }
    assert!(consistent > 60, "{consistent} games have a hidden card");
}

/// After a forced pass, some cards cannot lie in the hidden places of the market. A later turn of
/// this game names two cards that lay there: one that it buys, and one that gets a stronghold.
#[test]
fn a_turn_names_two_hidden_cards_after_a_forced_pass() {
    let modules = Modules { strongholds: true, ..Modules::NONE };
    let options = GenerateOptions {
        seed: 548,
        seats: 3,
        rules: Rules { modules, ..Rules::default() },
        policy: Policy::Hoarder,
        max_turns: 45,
        ..GenerateOptions::default()
    };
    let mut log = without(&serde_json::to_value(generate(&options)).unwrap(), &["refill"]);
    log["setup"].as_object_mut().unwrap().remove("decks");
    assert_eq!(verdict(&log), Verdict::Consistent);
}

/// A later claim decides which color each of two cards copied in one turn.
#[test]
fn each_of_two_copies_in_a_turn_is_inferred_by_itself() {
    let copies = |event: &Value| event["copy"].is_string() && event["free"]["copy"].is_string();
    let differ = |event: &Value| copies(event) && event["copy"] != event["free"]["copy"];
    for number in [13, 23, 54, 55] {
        for omitted in [1, 2] {
            let mut log = random_game(number, 60);
            let turns = log["turns"].as_array_mut().unwrap().iter_mut();
            let mut events = turns.filter_map(|turn| {
                turn.as_object_mut().unwrap().remove("after");
                let place = if differ(turn) { "" } else { "/conquest" };
                turn.pointer_mut(place).filter(|event| differ(event))
            });
            let event = events.next().unwrap();
            event["free"].as_object_mut().unwrap().remove("copy");
            if omitted == 2 {
                event.as_object_mut().unwrap().remove("copy");
            }
            let log = Log::read(log.to_string().as_bytes()).unwrap();
            let judgment = judge(&log, &JudgeOptions::default());
            assert_eq!(judgment.verdict(), Verdict::Legal, "{number}");
            let facts = judgment.inferred.iter().filter(|fact| fact.field == FactName::Copy);
            assert_eq!((facts.count(), judgment.missing.len()), (omitted, 0), "{number}");
        }
    }
}

/// No card that fills the hidden places has the digests of the log: the judgment ends before the
/// turn at which the report says so.
#[test]
fn a_digest_that_no_completion_has_ends_the_judgment_before_its_turn() {
    for number in 0..16 {
        let mut log = without(&random_game(number, 30), &["refill"]);
        log["setup"].as_object_mut().unwrap().remove("decks");
        let input = InputFile { name: "log".into(), game: 1, line: 1 };
        let (options, text) = (JudgeOptions::default(), log.to_string());
        let report = verify(input, text.as_bytes(), &options, ReportScope::DETAILED).0;
        let stop = report.stop().unwrap_or_else(|| panic!("{:?}: {log}", report.verdict));
        assert!(stop.message.contains("digest"), "{}", stop.message);
        assert!(stop.message.ends_with("the replay stops here"), "{}", stop.message);
        assert_eq!(stop.turn, Some(report.judged + 1), "{log}");
        assert!(report.judged < report.plies);
        let last: Log = serde_json::from_value(log).unwrap();
        let before = usize::try_from(report.judged).unwrap();
        let seat = &position_at(&last, &options, before).unwrap().1;
        let scores: Vec<u8> = seat.scores().collect();
        assert_eq!(report.scores, Some(scores), "the scores before that turn");
    }
}

#[test]
fn each_position_of_a_random_game_is_written_and_read_unchanged() {
    for number in 0..48 {
        let log: Log = serde_json::from_value(random_game(number, 60)).unwrap();
        for turn in (0..=log.turns.len()).step_by(7) {
            let options = JudgeOptions::default();
            let (owned, position) = position_at(&log, &options, turn).unwrap();
            let game = owned.as_game();
            let file = position_to_log(&game, &position);
            let (read, again) =
                position_from_log(&file).unwrap_or_else(|why| panic!("{why}: {file:?}"));
            assert_eq!(digest(&read, &again), digest(&game, &position), "{file:?}");
        }
    }
}

/// The search for omitted facts keeps a conquest that the rules do not know.
#[test]
fn a_conquest_without_strongholds_is_illegal_whatever_the_log_omits() {
    for (number, field) in [(0, "gem"), (0, "noble"), (1, "return"), (2, "post"), (4, "gem")] {
        let mut log = random_game(number, 20);
        log["omits"] = json!([field]);
        assert_eq!(verdict(&log), Verdict::Legal, "{log}");
        log["turns"][0]["conquest"] = json!({ "purchase": { "card": "c4o7r", "pay": {} } });
        assert_eq!(verdict(&log), Verdict::Illegal, "{log}");
    }
}

/// The breach of a conquest without a payment is its own, even if the action spends cards rightly.
#[test]
fn an_unpaid_conquest_is_not_blamed_on_the_action() {
    let mut count = 0;
    for number in (0..96).filter(|number| number % 16 >= 12) {
        let game = random_game(number, 200);
        let turns = game["turns"].as_array().unwrap();
        for (at, turn) in turns.iter().enumerate() {
            if turn["purchase"]["spend"].is_null() || !turn["conquest"].is_null() {
                continue;
            }
            let mut log = game.clone();
            log.as_object_mut().unwrap().retain(|key, _| key != "end" && key != "result");
            log["turns"].as_array_mut().unwrap().truncate(at + 1);
            let conquered = json!({ "purchase": { "card": turn["purchase"]["card"] } });
            log["turns"][at]["conquest"] = conquered;
            log["turns"][at].as_object_mut().unwrap().remove("after");
            let (clause, place) = first_error(&log);
            assert_eq!(clause, "stronghold.conquest", "{place}: {log}");
            count += 1;
        }
    }
    assert!(count > 40, "{count} turns spend cards");
}

/// Cards of Orient in a game without it break `orient.cards`, where the log first names one.
#[test]
fn a_card_of_orient_in_a_game_without_it_breaks_orient_cards() {
    let mut undeclared = random_game(4, 30);
    undeclared["rules"]["modules"] = json!([]);
    let in_the_row = ("orient.cards".to_owned(), "/setup/market/orient1/0".to_owned());
    assert_eq!(first_error(&undeclared), in_the_row);
    let mut base = random_game(0, 30);
    base["setup"]["market"]["level1"][2] = json!("A0gg3d");
    let among_others = ("orient.cards".to_owned(), "/setup/market/level1/2".to_owned());
    assert_eq!(first_error(&base), among_others);
    let mut drawn = random_game(0, 30);
    drawn["turns"][0]["refill"] = json!("A0gg3d");
    assert_eq!(first_error(&drawn), ("orient.cards".to_owned(), "/turns/0/refill".to_owned()));
    drawn["turns"][0]["refill"] = json!("A5gg3d");
    assert_eq!(first_error(&drawn), ("component.unknown".to_owned(), "/turns/0/refill".to_owned()));
}
