//! Checks logs that leave facts out: decided verdicts, open facts, and witnesses.

use proptest::prelude::*;
use serde_json::Value;
use splendor_core::Modules;
use splendor_play::generate::{GenerateOptions, Policy, generate};
use splendor_schema::Log;
use splendor_schema::json::layout::json_line;
use splendor_schema::report::FactName;
use splendor_verify::verdict::InferredValue;
use splendor_verify::witness::NoWitness;
use splendor_verify::{JudgeOptions, Judgment, Verdict, continue_after, judge, witness};

use crate::any_input::for_all;
use crate::root;
use crate::without::without;

fn value_of(log: &Log) -> Value {
    serde_json::from_str(&json_line(log)).unwrap()
}

fn log_of(value: &Value) -> Log {
    Log::read(value.to_string().as_bytes()).unwrap()
}

fn judged(log: &Log) -> Judgment {
    judge(log, &JudgeOptions::default())
}

fn verdict(value: &Value) -> Verdict {
    judged(&log_of(value)).verdict()
}

/// Facts of a turn that a client may leave out: the pointer to the object that contains it, and its
/// name.
const FACTS: [(&str, &str); 9] = [
    ("/purchase", "pay"),
    ("/purchase", "from"),
    ("/reserve", "card"),
    ("", "refill"),
    ("", "return"),
    ("", "noble"),
    ("/reserve", "under"),
    ("", "gem"),
    ("", "post"),
];

/// Removes a fact from one turn or from all turns; returns whether it was present.
fn leave_out(log: &mut Value, fact: usize, turn: Option<usize>) -> bool {
    let (holder, name) = FACTS[fact];
    if ["return", "noble", "gem", "post"].contains(&name) {
        let omits = log
            .as_object_mut()
            .unwrap()
            .entry("omits")
            .or_insert_with(|| Value::from([""; 0].to_vec()));
        let omits = omits.as_array_mut().unwrap();
        if !omits.contains(&name.into()) {
            omits.push(name.into());
        }
    }
    let mut found = false;
    for (at, value) in log["turns"].as_array_mut().unwrap().iter_mut().enumerate() {
        if turn.is_none_or(|turn| turn == at)
            && let Some(holder) = value.pointer_mut(holder).and_then(Value::as_object_mut)
        {
            found |= holder.remove(name).is_some();
        }
    }
    found
}

/// Returns a generated game without its decks.
fn game(seed: u64, seats: u8, kind: u8) -> Log {
    let mut options = GenerateOptions { seed, seats, max_turns: 70, ..Default::default() };
    options.policy = Policy::ALL[usize::from(kind % 5)];
    options.rules.modules = Modules {
        cities: kind.is_multiple_of(3),
        trading_posts: !kind.is_multiple_of(4),
        ..Modules::NONE
    };
    options.after = kind.is_multiple_of(7);
    let mut log = generate(&options);
    log.setup.decks = None;
    log
}

/// Returns a completed log without the fields that the original log does not have.
fn redacted(whole: &Value, origin: &Value) -> Value {
    match (whole, origin) {
        (Value::Object(whole), Value::Object(origin)) => {
            let kept = whole.iter().filter_map(|(name, value)| {
                Some((name.clone(), redacted(value, origin.get(name)?)))
            });
            Value::Object(kept.collect())
        }
        (Value::Array(whole), Value::Array(origin)) if whole.len() == origin.len() => {
            whole.iter().zip(origin).map(|(one, other)| redacted(one, other)).collect()
        }
        _ => whole.clone(),
    }
}

/// Checks that the log has a legal witness that agrees with it.
fn check_witness(log: &Value) -> Result<(), TestCaseError> {
    let whole = witness(&log_of(log), &JudgeOptions::default());
    let whole = whole.map_err(|why| TestCaseError::fail(format!("{why}: {log}")))?;
    let whole = value_of(&whole);
    prop_assert_eq!(verdict(&whole), Verdict::Legal);
    let mut back = redacted(&whole, log);
    if let Some(omits) = log.get("omits") {
        back["omits"] = omits.clone();
    }
    prop_assert_eq!(&back, log);
    let again = witness(&log_of(&whole), &JudgeOptions::default()).map(|again| value_of(&again));
    prop_assert_eq!(again, Ok(whole));
    Ok(())
}

#[test]
fn a_legal_log_without_some_facts_has_a_witness() {
    let some = prop::collection::vec((0..FACTS.len(), prop::option::of(0_usize..70)), 1..6);
    let games = crate::sample(4, 150);
    for_all(games, &(0_u64..10_000, 2_u8..=4, any::<u8>(), some), |(seed, seats, kind, some)| {
        let mut log = value_of(&game(seed, seats, kind));
        for (fact, turn) in some {
            leave_out(&mut log, fact, turn);
        }
        let typed = log_of(&log);
        let judgment = judged(&typed);
        prop_assert!(judgment.findings.is_empty(), "{:?}\n{log}", judgment.findings);
        if judgment.judged == typed.turns.len() {
            check_witness(&log)?;
        } else {
            prop_assert_eq!(witness(&typed, &JudgeOptions::default()), Err(NoWitness::GaveUp));
        }
        Ok(())
    });
}

/// Changes a number or a card in a log; the result may still be legal.
fn change(log: &mut Value, at: usize, how: u8) {
    let turns = log["turns"].as_array_mut().unwrap();
    let other = turns[(at * 7 + 3) % turns.len()].clone();
    let at = at % turns.len();
    match how % 4 {
        0 => {
            let seat = turns[at]["seat"].clone();
            turns[at] = other;
            turns[at]["seat"] = seat;
        }
        1 => {
            turns.truncate(at + 1);
            turns[at]["after"] = serde_json::json!({ "tokens": { "gold": how / 4 % 3 } });
        }
        2 => {
            log["result"] = serde_json::json!({ "scores": [how / 4, 3] });
        }
        _ => {
            let pay = turns.iter_mut().find_map(|turn| turn.pointer_mut("/purchase/pay"));
            if let Some(pay) = pay {
                *pay = serde_json::json!({ "gold": how / 4 % 3 });
            }
        }
    }
    let log = log.as_object_mut().unwrap();
    log.remove("end");
    if how % 4 < 2 {
        log.remove("result");
    }
}

#[test]
fn adding_a_fact_never_changes_a_decided_verdict() {
    let some = prop::collection::vec((0..FACTS.len(), prop::option::of(0_usize..70)), 1..8);
    let inputs = (0_u64..10_000, 2_u8..=3, any::<u8>(), 0_usize..70, some);
    let seen = std::cell::Cell::new([0; 3]);
    for_all(180, &inputs, |(seed, seats, kind, at, some)| {
        let mut log = value_of(&game(seed, seats, kind));
        if kind % 4 > 0 {
            change(&mut log, at, kind / 4);
        }
        let mut fuller: Option<(Verdict, Value)> = None;
        for (fact, turn) in some {
            let emptier = verdict(&log);
            if let Some((fuller, before)) = &fuller {
                // An added fact may be false, but not in an unchanged log.
                let false_fact = kind % 4 > 0 && *fuller == Verdict::Illegal;
                let decided = emptier == *fuller
                    || matches!(emptier, Verdict::Consistent | Verdict::Undecided)
                    || (emptier == Verdict::Legal && false_fact);
                prop_assert!(decided, "{emptier:?}, then {fuller:?}:\n{log}\n{before}");
            }
            let mut counts = seen.get();
            counts[emptier as usize] += 1;
            seen.set(counts);
            fuller = Some((emptier, log.clone()));
            leave_out(&mut log, fact, turn);
        }
        Ok(())
    });
    let seen = seen.get();
    assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
}

/// Returns a game of four seats without any fact that a log may omit.
fn many_tables() -> Value {
    let policy = Policy::Rich;
    let options =
        GenerateOptions { seed: 124, seats: 4, policy, decks: false, ..Default::default() };
    value_of(&without(generate(&options), 255))
}

#[test]
fn a_log_with_too_many_tables_has_a_witness_and_keeps_its_breaches() {
    let mut log = many_tables();
    let judgment = judged(&log_of(&log));
    assert_eq!(judgment.verdict(), Verdict::Consistent, "{:?}", judgment.findings);
    let last = judgment.missing.last().unwrap();
    assert!(last.why.contains("more tables are possible") && !last.stops, "{last:?}");
    assert!(last.turn.unwrap() + 10 < log["turns"].as_array().unwrap().len(), "{last:?}");
    assert!(judgment.tables.count > 1000, "{:?}", judgment.tables);
    let completed = witness(&log_of(&log), &JudgeOptions::default()).unwrap();
    assert_eq!(judged(&completed).verdict(), Verdict::Legal);
    // The seat of the last turn does not act at any of the tables.
    let turns = log["turns"].as_array_mut().unwrap();
    let at = turns.len() - 1;
    let seat = turns[at]["seat"].as_u64().unwrap();
    turns[at]["seat"] = ((seat + 1) % 4).into();
    let judgment = judged(&log_of(&log));
    let found = &judgment.findings[0];
    assert_eq!((found.breach.clause().id(), found.turn), ("turn.order", Some(at)));
}

/// Returns a log of two seats whose turn 7 leaves out its payment.
fn open_payment() -> Value {
    let path = root().join("tests/cmd/open.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn add_turn(log: &mut Value, turn: Value) {
    log["turns"].as_array_mut().unwrap().push(turn);
}

#[test]
fn a_fact_that_a_later_turn_decides_is_inferred() {
    let log = open_payment();
    let legal = judged(&log_of(&log)).tables;
    assert_eq!(legal.count, 2);
    let take = serde_json::json!(["diamond", "emerald", "onyx"]);
    for (gold, pay) in [(3, "three sapphires"), (4, "two sapphires and one gold")] {
        let mut log = log.clone();
        add_turn(
            &mut log,
            serde_json::json!({ "take": take, "after": { "supply": { "gold": gold } } }),
        );
        let log = log_of(&log);
        let judgment = judged(&log);
        assert_eq!(judgment.verdict(), Verdict::Legal, "{:?}", judgment.findings);
        let [inferred] = judgment.inferred.as_slice() else { panic!("{:?}", judgment.inferred) };
        assert_eq!((inferred.field, inferred.turn), (FactName::Pay, 6));
        let InferredValue::Tokens(paid) = inferred.value else { panic!("paid") };
        assert_eq!(paid.to_string(), pay);
        assert!(judgment.missing.is_empty());
    }
}

#[test]
fn a_turn_illegal_at_every_table_is_reported_with_their_number() {
    let mut log = open_payment();
    add_turn(&mut log, serde_json::json!({ "seat": 1, "take": ["gold"] }));
    let log = log_of(&log);
    let stopped = judge(&log, &JudgeOptions::default());
    let followed = continue_after(&log, stopped.clone(), |_, _| {});
    for (judgment, judged) in [(stopped, 7), (followed, 8)] {
        let [finding] = judgment.findings.as_slice() else { panic!("{:?}", judgment.findings) };
        assert_eq!(finding.breach.clause().id(), "take.no-gold");
        assert_eq!((finding.turn, finding.tables, finding.after_guess), (Some(7), 2, false));
        assert_eq!(judgment.judged, judged);
    }
    assert_eq!(witness(&log, &JudgeOptions::default()), Err(NoWitness::Illegal));
}

/// The finding comes from the completion that gets furthest, not from a fact that the log declares
/// as omitted.
#[test]
fn a_turn_illegal_in_every_completion_gets_the_finding() {
    let market = |level: &str, colors: &[&str]| -> Vec<String> {
        colors.iter().map(|card| level.to_owned() + card).collect()
    };
    let mut log = serde_json::json!({
        "format": "splendor-log/1",
        "rules": { "edition": "2024" },
        "players": [{}, {}],
        "setup": {
            "nobles": ["3:4r4o", "3:3d3r3o", "3:4s4e"],
            "market": {
                "level1": market("a", &["0e3r", "0s1s3e1r", "0d3s", "0r2d1s1e1o"]),
                "level2": market("b", &["1o3d3e2o", "2e5s3e", "3e6e", "1s2s3e3o"]),
                "level3": market("c", &["4e7s", "4e3d6s3e", "4r7e", "5e7s3e"]),
            },
        },
        "omits": ["return"],
        "turns": [],
    });
    let (mine, theirs) = (["diamond", "sapphire", "emerald"], ["ruby", "onyx", "emerald"]);
    for gems in [mine, theirs, ["diamond", "sapphire", "ruby"], theirs] {
        add_turn(&mut log, serde_json::json!({ "take": gems }));
    }
    for turn in [
        serde_json::json!({ "take": ["diamond", "sapphire", "onyx"] }),
        serde_json::json!({ "take": ["ruby", "onyx", "emerald"] }),
        serde_json::json!({ "reserve": { "deck": 3 } }),
        serde_json::json!({ "reserve": { "deck": 3 } }),
        // The seat has eleven tokens, so one of six kinds goes back, and the log does not record
        // which.
        serde_json::json!({ "reserve": { "deck": 1 } }),
    ] {
        add_turn(&mut log, turn);
    }
    assert_eq!(verdict(&log), Verdict::Legal);
    for (noble, clause) in [("3:4r4o", "noble.earned"), ("3:3s3e3r", "noble.present")] {
        let mut log = log.clone();
        log["turns"][8]["noble"] = noble.into();
        let typed = log_of(&log);
        let judgment = judged(&typed);
        let [finding] = judgment.findings.as_slice() else { panic!("{:?}", judgment.findings) };
        assert_eq!((finding.breach.clause().id(), finding.turn), (clause, Some(8)));
    }
}

/// The message of a claim that is false at every table uses the number from one of them.
#[test]
fn a_claim_false_at_several_tables_counts_them() {
    let mut log = open_payment();
    let false_claim = serde_json::json!({ "supply": { "gold": 0 } });
    let mut at_once = log.clone();
    at_once["turns"][6]["after"] = false_claim.clone();
    let take = serde_json::json!(["diamond", "emerald", "onyx"]);
    add_turn(&mut log, serde_json::json!({ "take": take, "after": false_claim }));
    for (mut log, turn) in [(at_once, 6), (log, 7)] {
        let judgment = judge(&log_of(&log), &JudgeOptions::default());
        let finding = &judgment.findings[0];
        assert_eq!(finding.breach.clause().id(), "claim.after");
        assert_eq!((finding.turn, finding.tables, finding.after_guess), (Some(turn), 2, false));
        // With which table it goes on is a guess.
        add_turn(&mut log, serde_json::json!({ "take": ["gold"] }));
        let log = log_of(&log);
        let followed = continue_after(&log, judge(&log, &JudgeOptions::default()), |_, _| {});
        let last = followed.findings.last().unwrap();
        assert_eq!((last.breach.clause().id(), last.after_guess), ("take.no-gold", true));
    }
}
