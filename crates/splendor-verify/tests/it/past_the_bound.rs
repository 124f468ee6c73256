//! Checks that a breach is found at any place of a log that allows more tables than are
//! followed, and that such a log without a breach has a legal completion.

use serde_json::{Value, json};
use splendor_core::{Modules, Pass, Rules, Rulings};
use splendor_play::generate::{GenerateOptions, Policy, generate};
use splendor_schema::{InputFile, Log};
use splendor_verify::audit::Audit;
use splendor_verify::{JudgeOptions, Judgment, Verdict, judge, witness};

use crate::sample;
use crate::without::without;

/// A game that stops the exact search: its seed, its policy, its modules (The Cities, The Trading
/// Posts), and the number of turns to keep after the stop.
pub(crate) type Game = (u64, Policy, [bool; 2], usize);

pub(crate) const GAMES: [Game; 6] = [
    (124, Policy::Rich, [false, false], 30),
    (102, Policy::Uniform, [true, true], 9),
    (147, Policy::Uniform, [false, false], 50),
    (149, Policy::Hoarder, [true, false], 90),
    (120, Policy::Rich, [false, false], 40),
    (152, Policy::Rich, [false, false], 20),
];

/// Returns a game of four seats with every fact, without its decks.
pub(crate) fn full(&(seed, policy, [cities, trading_posts], _): &Game) -> Log {
    let modules = Modules { cities, trading_posts, ..Modules::NONE };
    let rules = Rules { modules, ..Rules::default() };
    generate(&GenerateOptions { seed, seats: 4, policy, rules, decks: false, ..Default::default() })
}

/// Returns a game of four seats without any fact that a client may leave out, and the first turn
/// with too many tables, from 0.
fn stripped(game: &Game) -> (Value, usize) {
    let mut log = without(full(game), 255);
    let judgment = judge(&log, &JudgeOptions::default());
    let stop = stop_of(&judgment).expect("the game allows too many tables");
    let kept = game.3;
    assert!(stop + kept <= log.turns.len(), "{stop} of {}", log.turns.len());
    log.turns.truncate(stop + kept);
    (log.end, log.result) = (None, None);
    (serde_json::to_value(&log).unwrap(), stop)
}

/// Returns the first turn with too many tables, if the search went past it.
fn stop_of(judgment: &Judgment) -> Option<usize> {
    let stop = judgment.missing.last().filter(|last| last.why.contains("more tables are possible"));
    stop?.turn
}

fn judged(log: &Value) -> Judgment {
    judge(&Log::read(log.to_string().as_bytes()).unwrap(), &JudgeOptions::default())
}

/// Changes turn `at` of a log, or a claim. Returns the turn of the breach, if it has one.
type Plant = fn(&mut Value, usize) -> Option<usize>;

/// Replaces the action of a turn.
fn act(log: &mut Value, at: usize, name: &str, action: &Value) {
    let seat = log["turns"][at]["seat"].clone();
    log["turns"][at] = json!({ "seat": seat, (name): action });
}

/// Returns the cards bought before a turn.
fn bought(log: &Value, at: usize) -> Vec<Value> {
    let turns = log["turns"].as_array().unwrap()[..at].iter();
    turns.filter_map(|turn| turn.pointer("/purchase/card").cloned()).collect()
}

/// Breaches that no way to fill in the log can repair: a name, the clause, and how to plant it.
const PLANTS: [(&str, &[&str], Plant); 12] = [
    ("a wrong seat", &["turn.order"], |log, at| {
        let seat = log["turns"][at]["seat"].as_u64().unwrap();
        log["turns"][at]["seat"] = ((seat + 1) % 4).into();
        Some(at)
    }),
    ("four gems", &["take.different", "take.supply"], |log, at| {
        act(log, at, "take", &json!(["diamond", "sapphire", "emerald", "ruby"]));
        Some(at)
    }),
    ("gold taken", &["take.no-gold"], |log, at| {
        act(log, at, "take", &json!(["gold"]));
        Some(at)
    }),
    ("nothing taken", &["turn.one-action"], |log, at| {
        act(log, at, "take", &json!([]));
        Some(at)
    }),
    ("a pair and another gem", &["take.pair", "take.supply"], |log, at| {
        act(log, at, "take", &json!(["diamond", "diamond", "ruby"]));
        Some(at)
    }),
    ("a card bought twice", &["purchase.source"], |log, at| {
        let card = bought(log, at).pop().unwrap();
        act(log, at, "purchase", &json!({ "card": card }));
        Some(at)
    }),
    ("a bought card reserved", &["reserve.face-up", "reserve.hand-limit"], |log, at| {
        let card = bought(log, at).swap_remove(0);
        act(log, at, "reserve", &json!({ "market": card }));
        Some(at)
    }),
    ("an unknown card", &["component.unknown"], |log, at| {
        act(log, at, "purchase", &json!({ "card": "a5d5s5e" }));
        Some(at)
    }),
    // At the tables of a sample the seat may not be able to pay for the card.
    (
        "a refill that was seen before",
        &["reveal.unseen", "market.refill", "purchase.price"],
        |log, at| {
            let level = |card: &Value| card.as_str().unwrap().as_bytes()[0];
            let turns = log["turns"].as_array().unwrap();
            let buys = |at: &usize| turns[*at].get("purchase").is_some();
            let at = (at..turns.len()).find(buys).or((0..at).rev().find(buys)).unwrap();
            let card = &turns[at]["purchase"]["card"];
            let row = usize::from(level(card) - b'a') + 1;
            let seen = log["setup"]["market"][format!("level{row}")][0].clone();
            log["turns"][at]["refill"] = seen;
            Some(at)
        },
    ),
    ("two nobles", &["noble.present", "noble.earned", "noble.one"], |log, at| {
        log["turns"][at]["noble"] = json!(["3:4d4s", "3:3d3s3e"]);
        Some(at)
    }),
    ("a wrong score", &["claim.score"], |log, _| {
        log["result"] = json!({ "scores": [250, 0, 0, 0] });
        None
    }),
    ("a wrong prestige", &["claim.after"], |log, at| {
        log["turns"][at]["after"] = json!({ "prestige": 250 });
        Some(at)
    }),
];

#[test]
fn games_with_too_many_tables_have_a_legal_completion() {
    for game in &GAMES[..sample(2, 4)] {
        let (log, _) = stripped(game);
        let log = Log::read(log.to_string().as_bytes()).unwrap();
        let judgment = judge(&log, &JudgeOptions::default());
        assert_eq!(judgment.verdict(), Verdict::Consistent, "{game:?}");
        assert_eq!(judgment.judged, log.turns.len(), "{game:?}");
        let completed = witness(&log, &JudgeOptions::default()).expect("a completion was found");
        assert_eq!(judge(&completed, &JudgeOptions::default()).verdict(), Verdict::Legal);
    }
}

#[test]
fn breaches_behind_the_bound_are_found_at_their_turn() {
    let mut found = 0;
    let games = &GAMES[..sample(1, 2)];
    for game in games {
        let (log, stop) = stripped(game);
        let turns = log["turns"].as_array().unwrap().len();
        for (name, clauses, plant) in PLANTS {
            let mut log = log.clone();
            let turn = plant(&mut log, usize::midpoint(stop, turns));
            let judgment = judged(&log);
            let first = judgment.findings.first();
            let first = first.map(|found| (found.breach.clause().id(), found.turn));
            let (clause, at) = first.unwrap_or_else(|| panic!("{name} in {game:?} is not found"));
            assert_eq!(judgment.verdict(), Verdict::Illegal, "{name} in {game:?}");
            assert_eq!(at, turn, "{name} in {game:?}: {clause}");
            assert!(clauses.contains(&clause), "{name} in {game:?}: {clause}");
            found += 1;
        }
    }
    assert_eq!(found, PLANTS.len() * games.len());
}

/// The plants that are found even after a stop that leaves a log undecided.
const CERTAIN: usize = 8;

#[test]
fn certain_breaches_are_found_after_every_other_stop() {
    // Whether a pass was forced depends on hidden cards, which the search does not follow.
    let rulings = Rulings { pass: Pass::Always, ..Rulings::default() };
    let rules = Rules { rulings, ..Rules::default() };
    let policy = Policy::Uniform;
    let options =
        GenerateOptions { seed: 3, seats: 4, policy, rules, decks: false, ..Default::default() };
    let mut log = without(generate(&options), 255);
    (log.end, log.result) = (None, None);
    let judgment = judge(&log, &JudgeOptions::default());
    assert_eq!(judgment.verdict(), Verdict::Undecided);
    let log = serde_json::to_value(&log).unwrap();
    let turns = log["turns"].as_array().unwrap().len();
    assert!(judgment.judged + 20 < turns, "{} of {turns}", judgment.judged);
    for (name, clauses, plant) in &PLANTS[..CERTAIN] {
        let mut log = log.clone();
        let turn = plant(&mut log, judgment.judged + 15);
        // The check knows the cards that were bought before the stop.
        if name.contains("bought") {
            let card = bought(&log, judgment.judged).pop().unwrap();
            let action = log["turns"][turn.unwrap()].as_object_mut().unwrap();
            for (field, value) in
                [("purchase", json!({ "card": card })), ("reserve", json!({ "market": card }))]
            {
                if action.contains_key(field) {
                    action.insert(field.to_owned(), value);
                }
            }
        }
        let judgment = judged(&log);
        let first = judgment.findings.first();
        let first = first.map(|found| (found.breach.clause().id(), found.turn));
        let (clause, at) = first.unwrap_or_else(|| panic!("{name} is not found"));
        assert_eq!((judgment.verdict(), at), (Verdict::Illegal, turn), "{name}: {clause}");
        assert!(clauses.contains(&clause), "{name}: {clause}");
    }
}

/// The game is legal under two rulings, but to find that out takes more than all sets of rulings
/// may take together.
#[test]
fn an_audit_says_that_it_did_not_try_every_set_of_rulings() {
    let text = include_str!("../../../../tests/cmd/budget.json");
    let mut log: Value = serde_json::from_str(text).unwrap();
    log["rules"]["rulings"] = json!({});
    let mut audit = Audit::default();
    let input = InputFile { name: "log.json".into(), game: 1, line: 1 };
    let verdict = audit.judge(&input, log.to_string().as_bytes());
    assert_eq!((verdict.as_str(), audit.partly_tried), ("illegal", 1));
}

/// No table of the game has the claimed scores.
#[test]
fn a_claim_that_no_table_confirms_is_found() {
    let mut log = generate(&GenerateOptions { seed: 170, seats: 4, ..Default::default() });
    let scores = log.result.as_ref().and_then(|result| result.scores.as_deref());
    assert_eq!(scores, Some([9, 4, 15, 14].as_slice()));
    log = without(log, 1 << 4);
    let mut log = serde_json::to_value(log).unwrap();
    log["result"] = json!({ "scores": [9, 6, 17, 18] });
    assert_eq!(judged(&log).verdict(), Verdict::Illegal);
}
