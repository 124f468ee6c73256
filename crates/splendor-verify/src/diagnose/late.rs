//! Causes in which a noble or a trading post is logged at the wrong turn.

use splendor_core::{Component, Violation};

use super::input::{Candidate, DiagnosisInput};
use super::patch::{add, remove, set};
use splendor_schema::diagnosis::CauseKind;

/// How many later turns of the seat are tried for a tile that was logged too early.
const TURNS: usize = 8;

/// A tile, with the kinds of its causes and the field of a turn that names it.
struct Tile {
    late: CauseKind,
    early: CauseKind,
    field: &'static str,
    id: String,
}

impl Tile {
    fn noble(noble: splendor_core::Noble) -> Self {
        let id = Component::Noble(noble).to_string();
        Self { late: CauseKind::NobleLate, early: CauseKind::NobleEarly, field: "noble", id }
    }

    fn post(post: splendor_core::Post) -> Self {
        Self {
            late: CauseKind::PostLate,
            early: CauseKind::PostEarly,
            field: "post",
            id: post.to_string(),
        }
    }
}

/// Moves a tile that was logged too late or too early to the turn where it came.
pub(super) fn tile(input: &DiagnosisInput<'_>) -> Vec<Candidate> {
    match input.violation() {
        Some(Violation::NobleMandatory { noble, .. }) => late(input, &Tile::noble(*noble)),
        Some(Violation::PostMandatory { post, .. }) => late(input, &Tile::post(*post)),
        Some(Violation::NobleEarned { noble, .. }) => early(input, &Tile::noble(*noble)),
        Some(Violation::PostEarned { post, .. }) => early(input, &Tile::post(*post)),
        _ => Vec::new(),
    }
}

fn late(input: &DiagnosisInput<'_>, tile: &Tile) -> Vec<Candidate> {
    let Tile { late, field, id, .. } = tile;
    let names_it =
        |at: &usize| input.turn_value(*at).get(field).is_some_and(|value| value == id.as_str());
    let later = (input.at + 1..input.log.turns.len()).find(names_it);
    let one = |later: usize| {
        let (came, logged_at) = (input.at + 1, later + 1);
        let message =
            format!("the {field} {id} belongs to turn {came}, but is logged at turn {logged_at}");
        let here = set(input.value, format!("/turns/{}/{field}", input.at), id.as_str());
        let edit = vec![here, remove(format!("/turns/{later}/{field}"))];
        Candidate::of_turn(*late, input.at, message, edit)
    };
    later.map(one).into_iter().collect()
}

fn early(input: &DiagnosisInput<'_>, tile: &Tile) -> Vec<Candidate> {
    let Tile { early, field, id, .. } = tile;
    let here = format!("/turns/{}/{field}", input.at);
    if input.text(&here) != Some(id) {
        return Vec::new();
    }
    let later = (1..=TURNS).map(|round| input.at + round * input.seats());
    let later = later.take_while(|&at| at < input.log.turns.len());
    let free = later.filter(|&at| input.turn_value(at).get(field).is_none());
    let one = |at: usize| {
        let (logged_at, came) = (input.at + 1, at + 1);
        let message = format!(
            "the {field} {id} belongs to turn {came}, but is logged at turn {logged_at} already"
        );
        let there = add(format!("/turns/{at}/{field}"), id.as_str());
        Candidate::of_turn(*early, input.at, message, vec![remove(here.as_str()), there])
    };
    free.map(one).collect()
}
