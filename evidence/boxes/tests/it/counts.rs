//! The small boxes are searched to the last position, and the results are those of `counts.jsonl`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use splendor_boxes::{KINDS, SMALL_BOXES, SmallBox, Stop, explore, found_json};
use splendor_core::{Clause, Pass};

const COUNTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/counts.jsonl");

/// Returns the largest number of positions of a box that is searched; with `SPLENDOR_LONG`, as in
/// `.ci/run`, it is larger.
fn most_positions() -> u64 {
    if std::env::var_os("SPLENDOR_LONG").is_some() { 20_000 } else { 14_000 }
}

/// The number that follows a name in a line, zero if the name is missing.
fn number(line: &str, name: &str) -> u64 {
    let behind = line.split_once(&format!("\"{name}\":")).map_or("", |(_, behind)| behind);
    let digits = behind.chars().take_while(char::is_ascii_digit).collect::<String>();
    digits.parse().unwrap_or(0)
}

fn clauses(line: &str) -> BTreeSet<Clause> {
    let list = line.split_once("\"clauses\":[").map_or("", |(_, list)| list);
    list.split('"').filter_map(Clause::of_id).collect()
}

/// The published lines, by box.
fn known() -> BTreeMap<String, String> {
    let name = |line: &str| line.split('"').nth(3).unwrap_or_default().to_owned();
    let counts = std::fs::read_to_string(COUNTS).unwrap();
    counts.lines().map(|line| (name(line), line.to_owned())).collect()
}

#[test]
fn the_boxes_are_searched_to_the_last_position() {
    let known = known();
    let names: BTreeSet<&str> = SMALL_BOXES.iter().map(|small_box| small_box.name).collect();
    assert_eq!(known.keys().map(String::as_str).collect::<BTreeSet<_>>(), names);
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(small_box) = SMALL_BOXES.get(next.fetch_add(1, Ordering::Relaxed)) {
            let line = &known[small_box.name];
            let positions = number(line, "positions");
            if positions <= most_positions() {
                let found = explore(small_box, positions, &mut |_| ())
                    .unwrap_or_else(|stop| panic!("{}: {stop}", small_box.name));
                let step = "the README says how to write counts.jsonl anew";
                assert_eq!(*line, found_json(small_box, &found, true), "{step}");
            }
        }
    };
    thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
}

/// The clauses that a turn can break: not those of a setup, of claims and of names, and not those
/// that only a claim can contradict. No small box has cards of Orient or strongholds.
fn of_turns() -> impl Iterator<Item = Clause> {
    let elsewhere = ["component", "setup", "claim", "score", "orient", "stronghold"];
    let all = Clause::ALL.iter().copied();
    all.filter(move |clause| {
        !elsewhere.contains(&clause.family()) && !clause.shows_through_claims()
    })
}

#[test]
fn every_clause_that_a_turn_can_break_is_broken_in_a_small_box() {
    let known = known();
    let small = SMALL_BOXES.iter().filter(|small_box| small_box.is_small());
    let broken: BTreeSet<Clause> =
        small.flat_map(|small_box| clauses(&known[small_box.name])).collect();
    assert_eq!(broken, of_turns().collect());
}

/// Without a rule in force a box would say nothing about it.
#[test]
fn every_kind_of_turn_is_played_in_small_boxes_of_two_and_of_three_seats() {
    let known = known();
    for seats in 2..=3 {
        let small = || {
            SMALL_BOXES.iter().filter(|small_box| small_box.is_small() && small_box.seats == seats)
        };
        for kind in KINDS {
            let played = small().any(|small_box| number(&known[small_box.name], kind) > 0);
            assert!(played, "no {kind} with {seats} seats");
        }
        for end in ["completed", "stalemates"] {
            assert!(small().any(|small_box| number(&known[small_box.name], end) > 0), "no {end}");
        }
    }
    for (small_box, line) in
        SMALL_BOXES.iter().filter_map(|small_box| Some((small_box, known.get(small_box.name)?)))
    {
        let passes = small_box.rulings.pass != Pass::Never && !small_box.name.ends_with("-large");
        for (kind, due) in [
            ("takes", true),
            ("reserves", true),
            ("purchases", true),
            ("golds", small_box.tokens.contains('g')),
            ("returns", true),
            ("passes", passes),
        ] {
            assert!(!due || number(line, kind) > 0, "{} has no {kind}", small_box.name);
        }
        assert!(number(line, "completed") > 0, "{} has no end", small_box.name);
    }
}

#[test]
fn a_search_stops_where_it_may_not_go_on() {
    let small_box = SmallBox::named("base-2").unwrap();
    match explore(small_box, 1000, &mut |_| ()) {
        Err(Stop::Full(found)) => assert_eq!(found.positions, 1000),
        other => panic!("{other:?}"),
    }
    let mut reported = 0;
    let found = explore(small_box, 1_000_000, &mut |found| reported = found.positions).unwrap();
    assert!(0 < reported && reported <= found.positions);
    assert!(SmallBox::named("base-9").is_none());
}
