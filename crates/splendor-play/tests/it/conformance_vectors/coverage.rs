//! Writes on the page which borders the vectors show.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use splendor_verify::{position_from_log, turn_from_log};

use super::quantities::{CONDITIONS, FAMILIES, TABLE_QUANTITIES};
use super::shown::{Shown, shown_by_breach, shown_by_table, shown_by_turn};
use super::vectors;
use crate::{golden, root};

const PAGE: &str = "docs/src/conformance.md";
const OPENING: &str = "<!-- borders -->\n";
const CLOSING: &str = "<!-- end of borders -->\n";

#[test]
fn the_page_shows_what_the_vectors_cover() {
    let page = std::fs::read_to_string(root().join(PAGE)).unwrap();
    let (before, rest) = page.split_once(OPENING).unwrap();
    let (_, after) = rest.split_once(CLOSING).unwrap();
    golden(
        PAGE,
        &format!("{before}{OPENING}\n{}\n{CLOSING}{after}", coverage(&shown_by_vectors(|_| true))),
    );
}

/// Returns what the vectors with such a name show.
pub(super) fn shown_by_vectors(is_one: impl Fn(&str) -> bool) -> BTreeSet<Shown> {
    let mut all = BTreeSet::new();
    for vector in vectors().into_iter().filter(|vector| is_one(vector.name.as_str())) {
        let (game, position) = position_from_log(&vector.position).unwrap();
        all.extend(shown_by_table(&game, &position));
        for entry in &vector.turns {
            let turn = turn_from_log(&game, &entry.turn, position.to_move()).unwrap();
            all.extend(match position.check(&game, &turn) {
                Ok(()) => shown_by_turn(&game, &position, &turn),
                Err(breach) => shown_by_breach(&game, &position, &turn, breach.clause()),
            });
        }
    }
    all
}

fn coverage(shown: &BTreeSet<Shown>) -> String {
    let mut rows = String::from(
        "| About | Quantities | Legal values covered | Illegal values covered | Not covered |\n\
         |---|---|---|---|---|\n",
    );
    let mut numbers = 0..;
    for (title, _, quantities) in FAMILIES {
        let values = quantities.iter().zip(&mut numbers).map(|(one, at)| {
            let is_covered = |value| shown.contains(&Shown::Value(at, value));
            Values::new(one.name, one.least..=one.largest, is_covered, beyond(shown, at))
        });
        rows += &row(title, &values.collect::<Vec<_>>());
    }
    let values = (0..).zip(TABLE_QUANTITIES).map(|(at, one)| {
        let is_covered = |value| shown.contains(&Shown::TableValue(at, value));
        Values::new(one.name, one.least..=one.largest, is_covered, 0)
    });
    rows += &row("Scores and winners", &values.collect::<Vec<_>>());
    format!("{rows}\n{}", pairs(shown))
}

/// Returns how many values of a quantity, next to its legal ones, break a clause.
fn beyond(shown: &BTreeSet<Shown>, quantity: u8) -> usize {
    let values = shown.iter().filter_map(|one| match *one {
        Shown::Beyond(_, of, value) if of == quantity => Some(value),
        _ => None,
    });
    values.collect::<BTreeSet<u8>>().len()
}

fn pairs(shown: &BTreeSet<Shown>) -> String {
    let conditions = CONDITIONS.len();
    let all = conditions * (conditions - 1) / 2;
    let met = shown.iter().filter(|one| matches!(one, Shown::Pair(..))).count();
    let broken: BTreeSet<_> = shown
        .iter()
        .filter_map(|one| match one {
            Shown::BrokenWhere(clause, condition) => Some((clause, condition)),
            _ => None,
        })
        .collect();
    format!(
        "There are {conditions} conditions, like *ten tokens* and *a noble*, and {all} pairs of them.\n\
         Of these, {met} meet in a legal turn; many others exclude each other, like *a pair* and *a pass*.\n\
         Illegal turns break a clause under one of the conditions in {} ways.\n",
        broken.len()
    )
}

/// How many values of a quantity are covered, and those that are not, in words.
struct Values {
    covered: usize,
    beyond: usize,
    missing: Option<String>,
}

impl Values {
    /// Counts values. If only one is legal, the others are kinds of mistakes, and a legal turn need
    /// not have it.
    fn new(
        name: &str,
        legal: RangeInclusive<u8>,
        is_covered: impl Fn(u8) -> bool,
        beyond: usize,
    ) -> Self {
        let is_kind = legal.start() == legal.end();
        let (covered, missing): (Vec<u8>, Vec<u8>) = legal.partition(|&value| is_covered(value));
        let missing = Some(missing).filter(|missing| !is_kind && !missing.is_empty());
        let missing = missing.map(|missing| format!("{name}: {}", listed(&missing)));
        Self { covered: covered.len(), beyond, missing }
    }
}

fn row(title: &str, values: &[Values]) -> String {
    let sum = |of: fn(&Values) -> usize| values.iter().map(of).sum::<usize>();
    let missing: Vec<&str> = values.iter().filter_map(|one| one.missing.as_deref()).collect();
    let (covered, beyond) = (sum(|one| one.covered), sum(|one| one.beyond));
    format!("| {title} | {} | {covered} | {beyond} | {} |\n", values.len(), missing.join("; "))
}

fn listed(numbers: &[u8]) -> String {
    numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(", ")
}
