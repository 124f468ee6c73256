//! The small boxes are searched to the last position, and the results are those of the page.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use splendor_core::{Clause, Pass};
use splendor_explore::{Found, KINDS, SMALL_BOXES, SmallBox, Stop, explore};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const COUNTS: &str = "replays/explore/counts.jsonl";
const PAGE: &str = "docs/src/explore.md";

/// The most positions of a box that `cargo test` searches.
const FEW: u64 = 14_000;

/// Returns the most positions of a larger box that is searched, if `SPLENDOR_EXPLORE` names a
/// number. Then all small boxes are searched too.
fn most_positions() -> Option<u64> {
    std::env::var("SPLENDOR_EXPLORE").ok().and_then(|most| most.parse().ok())
}

fn blesses() -> bool {
    std::env::var_os("BLESS").is_some()
}

fn read(path: &str) -> String {
    std::fs::read_to_string(format!("{ROOT}/{path}")).unwrap_or_default()
}

#[track_caller]
fn golden(path: &str, due: &str) {
    if read(path) != due && blesses() {
        std::fs::write(format!("{ROOT}/{path}"), due).unwrap();
    }
    assert!(read(path) == due, "{path} is stale: BLESS=1 cargo test writes it anew");
}

/// The result of a box as one line of JSON, as `splendor explore --format json` writes it.
fn line(small_box: &SmallBox, found: &Found) -> String {
    let quoted = |name: &str| format!("\"{name}\"");
    let modules = modules(small_box).into_iter().map(quoted).collect::<Vec<_>>().join(",");
    let kinds = KINDS.iter().zip(found.kinds).filter(|(_, count)| *count > 0);
    let kinds = kinds.map(|(name, count)| format!("\"{name}\":{count}")).collect::<Vec<_>>();
    let clauses = found.clauses().map(|clause| quoted(clause.id())).collect::<Vec<_>>();
    format!(
        "{{\"box\":\"{}\",\"seats\":{},\"modules\":[{modules}],\"whole\":true,\
         \"positions\":{},\"completed\":{},\"stalemates\":{},\"turns\":{},\"judged\":{},\
         \"illegal\":{},\"kinds\":{{{}}},\"clauses\":[{}]}}",
        small_box.name,
        small_box.seats,
        found.positions,
        found.completed,
        found.stalemates,
        found.turns,
        found.judged,
        found.illegal,
        kinds.join(","),
        clauses.join(",")
    )
}

fn modules(small_box: &SmallBox) -> Vec<&'static str> {
    let cities = small_box.modules.cities.then_some("cities");
    cities.into_iter().chain(small_box.modules.trading_posts.then_some("trading-posts")).collect()
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
    read(COUNTS).lines().map(|line| (name(line), line.to_owned())).collect()
}

/// Searches a box if its size is allowed; otherwise returns the published line.
fn searched(small_box: &SmallBox, known: Option<&String>) -> Option<String> {
    let due = known.map_or(0, |line| number(line, "positions"));
    let most = most_positions();
    let is_counted = due > 0 || blesses();
    let asked = match most {
        None => small_box.is_small() && due <= FEW,
        Some(most) => small_box.is_small() || is_counted && due <= most,
    };
    if !asked {
        return known.cloned();
    }
    match explore(small_box, most.unwrap_or(0).max(1_000_000), &mut |_| ()) {
        Ok(found) => Some(line(small_box, &found)),
        // A box that was never counted may be larger than the limit.
        Err(Stop::Full(_)) if due == 0 => None,
        Err(stop) => panic!("{}: {stop}", small_box.name),
    }
}

/// Every line, searched on two threads.
fn lines() -> Vec<(&'static SmallBox, String)> {
    let (known, next) = (known(), AtomicUsize::new(0));
    let lines = Mutex::new(BTreeMap::new());
    let work = || {
        while let Some(small_box) = SMALL_BOXES.get(next.fetch_add(1, Ordering::Relaxed)) {
            let line = searched(small_box, known.get(small_box.name));
            lines.lock().unwrap().insert(small_box.name, line);
        }
    };
    thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
    let lines = lines.into_inner().unwrap();
    let all = SMALL_BOXES
        .iter()
        .filter_map(|small_box| Some((small_box, lines[small_box.name].clone()?)));
    all.collect()
}

#[test]
fn the_boxes_are_searched_to_the_last_position() {
    let lines = lines();
    let text: String = lines.iter().map(|(_, line)| line.clone() + "\n").collect();
    golden(COUNTS, &text);
    let page = with_table(&read(PAGE), "counts", &counts_table(&lines));
    let page = with_table(&page, "kinds", &kinds_table(&lines));
    let page = with_table(&page, "clauses", &clauses_table(&lines));
    golden(PAGE, &page);
    for small_box in SMALL_BOXES {
        let has_numbers = lines.iter().any(|(other, _)| other.name == small_box.name);
        assert!(has_numbers, "{} has no numbers", small_box.name);
    }
}

fn with_table(page: &str, name: &str, table: &str) -> String {
    let (opening, closing) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->\n"));
    let (before, rest) = page.split_once(&opening).unwrap();
    let (_, behind) = rest.split_once(&closing).unwrap();
    format!("{before}{opening}{table}{closing}{behind}")
}

const COLUMNS: [&str; 6] = ["positions", "completed", "stalemates", "turns", "judged", "illegal"];

fn counts_table(lines: &[(&SmallBox, String)]) -> String {
    let mut table = format!("| box | modules | {} | clauses |\n", COLUMNS.join(" | "));
    writeln!(table, "|---|---|{}--:|", "--:|".repeat(COLUMNS.len())).unwrap();
    for (small_box, line) in lines {
        let cells = COLUMNS.map(|name| number(line, name).to_string()).join(" | ");
        let modules = modules(small_box).join(", ");
        let clauses = clauses(line).len();
        writeln!(table, "| `{}` | {modules} | {cells} | {clauses} |", small_box.name).unwrap();
    }
    table
}

fn kinds_table(lines: &[(&SmallBox, String)]) -> String {
    let mut table = format!("| box | {} |\n", KINDS.join(" | "));
    writeln!(table, "|---|{}", "--:|".repeat(KINDS.len())).unwrap();
    for (small_box, line) in lines {
        let cells = KINDS.map(|kind| number(line, kind).to_string()).join(" | ");
        writeln!(table, "| `{}` | {cells} |", small_box.name).unwrap();
    }
    table
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

fn clauses_table(lines: &[(&SmallBox, String)]) -> String {
    let small: Vec<_> = lines.iter().filter(|(small_box, _)| small_box.is_small()).collect();
    let mut table = "| clause | broken in |\n|---|---|\n".to_owned();
    for clause in of_turns() {
        let boxes: Vec<_> =
            small.iter().filter(|(_, line)| clauses(line).contains(&clause)).collect();
        let text = match boxes.len() {
            count if count == small.len() => "every small box".to_owned(),
            count if count > 8 => format!("{count} of {} small boxes", small.len()),
            _ => boxes
                .iter()
                .map(|(small_box, _)| format!("`{}`", small_box.name))
                .collect::<Vec<_>>()
                .join(", "),
        };
        writeln!(table, "| `{}` | {text} |", clause.id()).unwrap();
    }
    table
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
