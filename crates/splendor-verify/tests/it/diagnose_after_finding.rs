//! Checks the causes that `diagnose` finds after the turn of a finding, or in all later claims.

use serde_json::{Value, json};
use splendor_core::{Modules, Rules};
use splendor_play::generate::{GenerateOptions, Policy, generate};
use splendor_schema::Log;
use splendor_schema::diagnosis::CauseKind;
use splendor_schema::diagnosis::{Cause, Diagnosis, Standing};
use splendor_verify::diagnose::apply_edit;
use splendor_verify::{JudgeOptions, position_at};

use crate::diagnosis::{diagnosis_of, json_of, proven};
use crate::root;

fn game_with_claims(seed: u64, seats: u8) -> Value {
    let policy = Policy::ALL[1];
    let options =
        GenerateOptions { seed, seats, policy, after: true, ..GenerateOptions::default() };
    json_of(&generate(&options))
}

fn turns(log: &mut Value) -> &mut Vec<Value> {
    log["turns"].as_array_mut().unwrap()
}

/// Returns the log without its end and result.
fn without_end(mut log: Value) -> Value {
    for part in ["end", "result"] {
        log.as_object_mut().unwrap().remove(part);
    }
    log
}

/// Adds a number to a claim of a turn, if the turn has that claim.
fn add(turn: &mut Value, pointer: &str, by: i64) {
    if let Some(claim) = turn.pointer_mut(pointer) {
        *claim = json!(claim.as_i64().unwrap() + by);
    }
}

/// Returns the first proven cause whose edit restores the original log.
fn restoring_cause<'d>(log: &Log, diagnosis: &'d Diagnosis, was: &Value) -> Option<&'d Cause> {
    proven(diagnosis)
        .find(|cause| apply_edit(log, cause).is_some_and(|edited| json_of(&edited) == *was))
}

#[test]
fn a_turn_that_proves_an_earlier_pass_illegal_may_be_the_cause() {
    let text = std::fs::read_to_string(root().join("tests/cmd/pass-shown.json")).unwrap();
    let (log, diagnosis) = diagnosis_of(&serde_json::from_str(&text).unwrap(), &[]);
    assert_eq!(diagnosis.first.as_ref().unwrap().turn, Some(36));
    let extra = proven(&diagnosis).find(|cause| cause.kind == CauseKind::TurnExtra).unwrap();
    assert_eq!((extra.turn, extra.edit.len()), (Some(38), 1));
    assert!(extra.message.ends_with("it alone proves that the pass at turn 36 was not forced"));
    let before = json_of(&log)["turns"].as_array().unwrap()[..37].to_vec();
    assert_eq!(json_of(&apply_edit(&log, extra).unwrap())["turns"], json!(before));
}

#[test]
fn a_noble_or_post_at_the_wrong_turn_is_moved_back() {
    let modules = Modules { cities: false, trading_posts: true, ..Modules::NONE };
    let rules = Rules { modules, ..Rules::default() };
    let mut found = std::collections::BTreeMap::new();
    for seed in 0..crate::sample(5, 8) {
        let policy = Policy::ALL[1];
        let options = GenerateOptions { seed, rules, policy, ..GenerateOptions::default() };
        let was = json_of(&generate(&options));
        let all = was["turns"].as_array().unwrap();
        for (field, early, late) in [
            ("noble", CauseKind::NobleEarly, CauseKind::NobleLate),
            ("post", CauseKind::PostEarly, CauseKind::PostLate),
        ] {
            let free = |at: usize| all.get(at).is_some_and(|turn| turn.get(field).is_none());
            let Some(at) = (4..all.len()).find(|&at| all[at].get(field).is_some()) else {
                continue;
            };
            for (to, kind) in [(at - 2, early), (at - 4, early), (at + 2, late)] {
                if !free(to) {
                    continue;
                }
                let mut log = was.clone();
                let tile = turns(&mut log)[at].as_object_mut().unwrap().remove(field).unwrap();
                turns(&mut log)[to][field] = tile;
                let (log, diagnosis) = diagnosis_of(&log, &[]);
                let cause = restoring_cause(&log, &diagnosis, &was);
                let cause = cause.unwrap_or_else(|| panic!("{:?}", diagnosis.causes));
                assert_eq!(cause.kind, kind);
                *found.entry(kind).or_insert(0) += 1;
            }
        }
    }
    assert!(found.len() == 4 && found.values().all(|&count| count > 2), "{found:?}");
}

#[test]
fn missing_gold_is_restored_in_every_later_claim() {
    let mut found = 0;
    for seed in 0..8 {
        let mut was = without_end(game_with_claims(seed, 2));
        let reserves = |turn: &Value| turn.get("reserve").is_some();
        let Some(at) = turns(&mut was).iter().position(reserves) else { continue };
        // A seat that spends the missing gold would have less than none, so the log ends before
        // that.
        let none = |turn: &Value| turn.pointer("/after/tokens/gold") == Some(&json!(0));
        let spent = (at..turns(&mut was).len()).step_by(2).find(|&at| none(&turns(&mut was)[at]));
        turns(&mut was).truncate(spent.unwrap_or(usize::MAX));
        let mut log = was.clone();
        for (number, turn) in turns(&mut log).iter_mut().enumerate().skip(at) {
            if number % 2 == at % 2 {
                add(turn, "/after/tokens/gold", -1);
            }
            add(turn, "/after/supply/gold", 1);
        }
        let (log, diagnosis) = diagnosis_of(&log, &[]);
        let cause = restoring_cause(&log, &diagnosis, &was).expect("the log as it was");
        assert_eq!((cause.kind, cause.turn), (CauseKind::GoldNotNoted, Some(at as u64 + 1)));
        found += 1;
    }
    assert!(found > 4, "{found}");
}

#[test]
fn a_supply_for_another_number_of_seats_is_recognized() {
    for (seats, as_of, by) in [(2, 3, 1), (2, 4, 3), (3, 4, 2), (3, 2, -1)] {
        let mut was = without_end(game_with_claims(7, seats));
        // Later supplies may be too low for the other number of seats, and then the counts cannot
        // come from it.
        turns(&mut was).truncate(4);
        let mut log = was.clone();
        for turn in turns(&mut log) {
            for gem in ["diamond", "sapphire", "emerald", "ruby", "onyx"] {
                add(turn, &format!("/after/supply/{gem}"), by);
            }
        }
        let (log, diagnosis) = diagnosis_of(&log, &[]);
        let cause = restoring_cause(&log, &diagnosis, &was).expect("the log as it was");
        assert_eq!(cause.kind, CauseKind::SupplyOfSeats);
        assert_eq!(cause.message, format!("the supply is counted as for {as_of} seats"));
    }
}

#[test]
fn a_count_that_is_wrong_from_some_turn_on_is_one_cause() {
    let was = game_with_claims(3, 2);
    let mut log = was.clone();
    for turn in turns(&mut log).iter_mut().skip(11).step_by(2) {
        add(turn, "/after/prestige", 1);
    }
    let (log, diagnosis) = diagnosis_of(&log, &[]);
    let cause = restoring_cause(&log, &diagnosis, &was).unwrap();
    assert_eq!(cause.kind, CauseKind::ClaimsAfterShifted);
    assert_eq!(
        cause.message,
        "from turn 12 on, the claims about `prestige` of seat 1 are 1 too high"
    );
}

/// Returns a log in which a market card that stays to the end is replaced by the last refill of its
/// level, and the place of that card.
fn with_duplicate_card(seed: u64) -> Option<(Value, String)> {
    let policy = Policy::ALL[1];
    let options = GenerateOptions { seed, decks: false, policy, ..GenerateOptions::default() };
    let log = generate(&options);
    let mut value = json_of(&log);
    let all = value["turns"].as_array()?;
    let (game, end) = position_at(&log, &JudgeOptions::default(), all.len()).unwrap();
    let game = game.as_game();
    let last = all.iter().rev().find_map(|turn| turn.get("refill"))?.clone();
    let level = match last.as_str()?.as_bytes()[0] {
        b'a' => "level1",
        b'b' => "level2",
        _ => "level3",
    };
    let there: Vec<String> =
        end.market().iter().map(|card| game.components.card(card).to_string()).collect();
    let stays = |id: &Value| there.iter().any(|card| *id == card.as_str());
    let place = value["setup"]["market"][level].as_array()?.iter().position(stays)?;
    value["setup"]["market"][level][place] = last;
    Some((value, format!("/setup/market/{level}/{place}")))
}

#[test]
fn a_card_that_occurs_twice_may_be_wrong_at_its_first_place() {
    let all: Vec<(Value, String)> = (0..40).filter_map(with_duplicate_card).collect();
    assert!(all.len() > 3, "{}", all.len());
    for (log, path) in all {
        let (_, diagnosis) = diagnosis_of(&log, &[]);
        assert_eq!(diagnosis.first.as_ref().unwrap().clause, "reveal.unseen");
        let first = proven(&diagnosis).filter(|cause| cause.kind == CauseKind::MarketWrong);
        let paths: Vec<&str> = first.map(|cause| cause.edit[0].path.as_str()).collect();
        assert!(paths.len() > 1 && paths.iter().all(|other| *other == path), "{paths:?}");
        let taken = proven(&diagnosis).find(|cause| cause.kind == CauseKind::RefillWrong).unwrap();
        assert!(taken.message.ends_with("its `refill` is removed"), "{}", taken.message);
    }
}

/// Moving refills that are recorded a turn late must take time linear in the log. The test measures
/// the time of its thread, because other processes share the machine.
#[cfg(unix)]
#[test]
fn moving_the_refills_of_a_long_log_takes_linear_time() {
    use rustix::time::{ClockId, clock_gettime};

    let now = || {
        let now = clock_gettime(ClockId::ThreadCPUTime);
        now.tv_sec * 1_000_000 + now.tv_nsec / 1_000
    };
    let spent = |count: usize| {
        let mut log =
            json_of(&generate(&GenerateOptions { max_turns: 0, ..GenerateOptions::default() }));
        for part in ["end", "result"] {
            log.as_object_mut().unwrap().remove(part);
        }
        let turn = json!({"reserve": {"market": "a0d3s"}, "refill": "a0d3s"});
        log["turns"] = vec![turn; count].into();
        let start = now();
        let (_, diagnosis) = diagnosis_of(&log, &[]);
        assert!(
            diagnosis.tried > 0 && diagnosis.causes.iter().all(|c| c.standing != Standing::Proven)
        );
        now() - start
    };
    let turns = crate::sample(400, 1000);
    let (short, long) = (spent(turns).max(spent(turns)), spent(8 * turns));
    assert!(long < short * 32, "{short} µs for {turns} turns, {long} µs for eight times as many");
}
