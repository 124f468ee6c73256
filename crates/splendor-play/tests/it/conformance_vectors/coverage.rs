//! Writes on the page which borders the vectors show.

use std::collections::BTreeSet;

use splendor_verify::{position_from_log, turn_from_log};

use super::quantities::{CONDITIONS, QUANTITIES, TABLE_QUANTITIES};
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
    golden(PAGE, &format!("{before}{OPENING}\n{}\n{CLOSING}{after}", coverage(&shown())));
}

fn shown() -> BTreeSet<Shown> {
    let mut all = BTreeSet::new();
    for vector in vectors() {
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
    let header =
        "| Quantity | Legal values | Not covered | Illegal values covered |\n|---|---|---|---|\n";
    let of_turns = (0..).zip(QUANTITIES).map(|(at, one)| {
        let (least, largest) = (one.least, one.largest);
        let missing = (least..=largest).filter(|&value| !shown.contains(&Shown::Value(at, value)));
        let next = least.checked_sub(1).into_iter().chain([largest + 1]);
        let is_broken = |&value: &u8| {
            let mut breaches = shown.iter();
            breaches.any(|one| matches!(*one, Shown::Beyond(_, of, n) if (of, n) == (at, value)))
        };
        row(one.name, least, largest, missing, next.filter(is_broken))
    });
    let of_tables = (0..).zip(TABLE_QUANTITIES).map(|(at, one)| {
        let (least, largest) = (one.least, one.largest);
        let covered = |value| shown.contains(&Shown::TableValue(at, value));
        let missing = (least..=largest).filter(|&value| !covered(value));
        row(one.name, least, largest, missing, std::iter::empty())
    });
    let rows: String = of_turns.chain(of_tables).collect();
    format!("{header}{rows}\n{}", pairs(shown))
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

fn row(
    name: &str,
    least: u8,
    largest: u8,
    missing: impl Iterator<Item = u8>,
    beyond: impl Iterator<Item = u8>,
) -> String {
    let values = if least == largest { least.to_string() } else { format!("{least} to {largest}") };
    format!("| {name} | {values} | {} | {} |\n", listed(missing), listed(beyond))
}

fn listed(numbers: impl Iterator<Item = u8>) -> String {
    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(", ")
}
