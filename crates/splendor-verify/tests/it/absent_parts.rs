//! Logs without some or all of their optional parts: a legal game never becomes illegal or
//! malformed, and an illegal one never becomes legal for every value of what is absent.

use serde_json::{Value, json};
use splendor_core::{
    EndTime, Modules, NobleChoice, NobleTime, Pass, Powers, Rules, Rulings, Stalemate,
};
use splendor_play::generate::{Dice, GenerateOptions, Policy, generate};
use splendor_schema::Log;
use splendor_schema::log::{Market, Setup};
use splendor_schema::report::FactName;
use splendor_verify::{JudgeOptions, Judgment, Verdict, judge, witness};

use crate::sample;
use crate::without::without;

/// The optional parts of a log outside of its turns.
const PARTS: [&str; 13] = [
    "/setup",
    "/setup/nobles",
    "/setup/cities",
    "/setup/market",
    "/setup/market/level1",
    "/setup/market/level2",
    "/setup/market/level3",
    "/setup/market/orient1",
    "/setup/decks",
    "/setup/decks/level2",
    "/source",
    "/end",
    "/result",
];

fn game(seed: u64) -> Log {
    let modules = Modules {
        cities: seed % 3 == 1,
        trading_posts: seed % 4 == 1,
        orient: seed % 5 == 1,
        strongholds: seed % 7 == 1,
    };
    let policies = [Policy::Nobles, Policy::Hoarder, Policy::Rich];
    generate(&GenerateOptions {
        seed,
        seats: [2, 3, 4][(seed % 3) as usize],
        rules: Rules { modules, rulings: rulings(seed), ..Rules::default() },
        policy: policies[(seed / 3 % 3) as usize],
        max_turns: if seed.is_multiple_of(2) { 1000 } else { 40 },
        after: seed.is_multiple_of(5),
        digest: seed.is_multiple_of(6),
        ..Default::default()
    })
}

/// Returns the published rulings, or for every third game others that bear on hidden cards and
/// nobles.
fn rulings(seed: u64) -> Rulings {
    if !seed.is_multiple_of(3) {
        return Rulings::default();
    }
    let mut dice = Dice::new(seed);
    Rulings {
        pass: dice.pick([Pass::WhenStuck, Pass::Always]).unwrap(),
        noble_choice: dice
            .pick([NobleChoice::Seat, NobleChoice::FirstListed, NobleChoice::All])
            .unwrap(),
        noble_time: dice
            .pick([NobleTime::EveryTurn, NobleTime::AfterAction, NobleTime::AfterPurchase])
            .unwrap(),
        powers: dice.pick([Powers::Mandatory, Powers::Optional]).unwrap(),
        stalemate: dice.pick([Stalemate::Ends, Stalemate::Continues]).unwrap(),
        end_time: dice.pick([EndTime::Round, EndTime::AtOnce, EndTime::OthersOnce]).unwrap(),
        ..Rulings::default()
    }
}

/// Removes some parts of a log outside of its turns.
fn without_parts(log: &Log, dice: &mut Dice, parts: &[&str]) -> Log {
    let mut value = serde_json::to_value(log).unwrap();
    for pointer in parts {
        let (object, key) = pointer.rsplit_once('/').unwrap();
        if dice.once_in(2)
            && let Some(object) = value.pointer_mut(object).and_then(Value::as_object_mut)
        {
            object.remove(key);
        }
    }
    Log::read(value.to_string().as_bytes()).unwrap()
}

fn judged(log: &Log) -> Judgment {
    judge(log, &JudgeOptions::default())
}

#[test]
fn a_legal_game_without_some_of_its_parts_is_never_illegal() {
    let mut dice = Dice::new(1);
    let mut verdicts = [0_u32; 5];
    for seed in 0..sample(100, 400) {
        let log = game(seed);
        for _ in 0..4 {
            let mut stripped = without_parts(&log, &mut dice, &PARTS);
            if dice.once_in(2) {
                let kinds = u64::try_from(dice.below(1 << 8)).unwrap();
                stripped = without(stripped, kinds);
                // Claims would still reveal what was paid and returned.
                stripped.turns.iter_mut().for_each(|turn| turn.after = None);
            }
            let judgment = judged(&stripped);
            let verdict = judgment.verdict();
            let text = || serde_json::to_string(&stripped).unwrap();
            assert!(judgment.findings.is_empty(), "{seed}: {:?} {}", judgment.findings, text());
            assert!(judgment.unsupported.is_empty(), "{seed}: {}", text());
            if verdict == Verdict::Consistent {
                assert!(!judgment.missing.is_empty(), "{seed}: {}", text());
            }
            verdicts[verdict as usize] += 1;
        }
    }
    let [legal, consistent, _, undecided, _] = verdicts;
    assert!(legal > 20 && consistent > 20, "{verdicts:?}");
    assert!(undecided * 2 < legal + consistent, "{verdicts:?}");
}

/// Returns the log after a mistake that no part of the setup hides: a turn is lost, or a noble or a
/// pass.
fn with_a_mistake(log: &Log, dice: &mut Dice) -> Log {
    let mut log = Log { end: None, result: None, ..log.clone() };
    let at = dice.below(log.turns.len());
    let visited = log.turns.iter().position(|turn| turn.noble.is_some());
    match (dice.below(3), visited) {
        (0, Some(visited)) => log.turns[visited].noble = None,
        (1, _) => log.turns[at].take = None,
        _ => {
            let later = dice.below(log.turns.len());
            log.turns.swap(at, later);
        }
    }
    log
}

#[test]
fn an_illegal_game_without_its_setup_is_not_legal_for_every_setup() {
    let mut dice = Dice::new(2);
    let (mut illegal, mut consistent) = (0, 0);
    for seed in 0..sample(150, 600) {
        let wrong = with_a_mistake(&game(seed), &mut dice);
        if judged(&wrong).verdict() != Verdict::Illegal {
            continue;
        }
        let stripped = without_parts(&wrong, &mut dice, &PARTS[..9]);
        let judgment = judged(&stripped);
        let text = || serde_json::to_string(&stripped).unwrap();
        match judgment.verdict() {
            Verdict::Illegal => illegal += 1,
            Verdict::Consistent => {
                let witness = witness(&stripped, &JudgeOptions::default());
                let completed = witness.unwrap_or_else(|none| panic!("{seed}: {none} {}", text()));
                assert_eq!(judged(&completed).verdict(), Verdict::Legal, "{seed}: {}", text());
                consistent += 1;
            }
            Verdict::Undecided => {}
            verdict => panic!("{seed}: {verdict:?} {}", text()),
        }
    }
    assert!(illegal > 50 && consistent > 5, "{illegal} {consistent}");
}

/// Returns a log without a setup.
fn bare(seats: usize, turns: &Value) -> Log {
    let value = json!({
        "format": "splendor-log/1",
        "rules": { "edition": "2024" },
        "players": vec![json!({}); seats],
        "turns": turns,
    });
    Log::read(value.to_string().as_bytes()).unwrap()
}

/// Returns the clause that a log breaks first, and the turn, from 0.
fn breach(log: &Log) -> Option<(&'static str, Option<usize>)> {
    let judgment = judged(log);
    judgment.findings.first().map(|found| (found.breach.clause().id(), found.turn))
}

#[test]
fn takes_are_judged_without_a_setup() {
    let pair = |seat: usize| json!({ "seat": seat, "take": ["sapphire", "sapphire"] });
    let two = judged(&bare(4, &json!([pair(0), pair(1)])));
    assert_eq!(two.verdict(), Verdict::Legal);
    let parts: Vec<_> = two.missing.iter().map(|missing| (missing.field, missing.turn)).collect();
    assert_eq!(parts, [(FactName::Market, None), (FactName::Nobles, None)]);
    let three = bare(4, &json!([pair(0), pair(1), pair(2)]));
    assert_eq!(breach(&three), Some(("take.pair-needs-four", Some(2))));
}

#[test]
fn payments_and_nobles_are_judged_without_a_setup() {
    let buys = json!({ "seat": 0, "purchase": { "card": "a0e3r", "pay": { "emerald": 2 } } });
    assert_eq!(breach(&bare(2, &json!([buys]))), Some(("purchase.price", Some(0))));
    let take = json!({ "seat": 0, "take": ["ruby", "onyx", "emerald"], "noble": "3:4r4o" });
    assert_eq!(breach(&bare(2, &json!([take]))), Some(("noble.earned", Some(0))));
}

#[test]
fn a_missed_visit_is_illegal_only_if_the_noble_comes_later() {
    let game = (0..1000).map(game).find(|log| log.turns.iter().any(|turn| turn.noble.is_some()));
    let mut log = Log { end: None, result: None, setup: Setup::default(), ..game.unwrap() };
    let at = log.turns.iter().position(|turn| turn.noble.is_some()).unwrap();
    let noble = log.turns[at].noble.take();
    log.turns.iter_mut().for_each(|turn| turn.after = None);
    log.turns.truncate(at + 2);
    assert_eq!(judged(&log).verdict(), Verdict::Consistent);
    assert!(judged(&log).missing.iter().any(|missing| missing.field == FactName::Nobles));
    log.turns[at + 1].noble = noble;
    assert_eq!(breach(&log), Some(("noble.mandatory", Some(at))));
}

#[test]
fn the_market_is_what_the_deck_lacks() {
    let mut log = game(0);
    log.setup.market = Market::default();
    assert_eq!(judged(&log).verdict(), Verdict::Legal);
    log.setup.decks.as_mut().unwrap().level3.as_mut().unwrap().pop();
    assert_eq!(breach(&log), Some(("setup.market", None)));
}

#[test]
fn nobles_that_the_turns_name_are_all_that_a_full_table_has() {
    let all_come = |log: &Log| {
        let visits = log.turns.iter().filter(|turn| turn.noble.is_some());
        visits.count() == log.players.len() + 1
    };
    let mut log = (0..1000).map(game).find(all_come).unwrap();
    log.setup.nobles = None;
    let judgment = judged(&log);
    assert_eq!(judgment.verdict(), Verdict::Legal);
    assert_eq!(judgment.missing, []);
}
