//! The data for the script of the page, turn by turn.

use std::collections::BTreeMap;

use serde::Serialize;
use splendor_core::{Action, Clause, Components, Game, Phase, Position, Turn};
use splendor_schema::report::{FactName, Severity};
use splendor_schema::{Finding, Log};
use splendor_verify::verdict::{Inferred, InferredValue};
use splendor_verify::words::{actions_in_words, turn_with_events};
use splendor_verify::{Judgment, conditions_of_the_end, from_log};

use super::{Followed, legal, plain, seat_name};
use crate::svg::{self, Marks, Slots};

/// All tables and turns of a log.
#[derive(Debug, Serialize)]
pub(super) struct Data {
    /// Drawings and texts, each stored once because many stay unchanged from turn to turn.
    parts: Vec<String>,
    /// The table before each turn, and that after the last.
    tables: Vec<TableParts>,
    /// The turns, in words.
    turns: Vec<Worded>,
    /// The turns, from 1, at which something was found.
    found: Vec<u64>,
    /// The turn at which the page opens: the first error, or else the first remark.
    opens: Option<u64>,
}

/// One table.
#[derive(Debug, Serialize)]
struct TableParts {
    head: String,
    /// The drawing of the board, and the sentence for visitors who cannot see the drawing.
    board: (usize, String),
    seats: Vec<(usize, String)>,
    /// The same as text: the middle, then each seat.
    plain: Vec<usize>,
    /// The legal actions as texts, and the number of turns of each action.
    legal: Vec<(usize, usize)>,
    /// How many turns are legal.
    count: usize,
}

/// One turn.
#[derive(Debug, Serialize)]
struct Worded {
    seat: u8,
    words: String,
    /// The clauses that it breaks.
    breaks: Vec<String>,
    /// Other findings that break no clause: severity and clause.
    remarks: Vec<String>,
}

impl Data {
    pub(super) fn of(followed: &Followed<'_, '_>) -> Self {
        let mut parts = Parts::default();
        let mut slots = Slots::default();
        let tables = followed.tables.iter().enumerate();
        let tables = tables.map(|(at, (game, position))| {
            slots.follow(game, position);
            let turn = followed.turns.get(at).copied().flatten();
            shown(&mut parts, game, position, &followed.names, &slots, turn.as_ref())
        });
        let tables = tables.collect();
        let turns = (0..followed.log.turns.len()).map(|at| worded(followed, at)).collect();
        let findings = &followed.report.findings;
        let found: Vec<_> = findings.iter().filter_map(|finding| finding.turn).collect();
        let mut errors = findings.iter().filter(|finding| finding.severity == Severity::Error);
        let opens = errors.find_map(|finding| finding.turn).or(found.first().copied());
        Self { parts: parts.texts, tables, turns, found, opens }
    }
}

/// Drawings and words by their text.
#[derive(Default)]
struct Parts {
    texts: Vec<String>,
    places: BTreeMap<String, usize>,
}

impl Parts {
    fn place(&mut self, text: String) -> usize {
        let next = self.texts.len();
        let place = *self.places.entry(text.clone()).or_insert(next);
        if place == next {
            self.texts.push(text);
        }
        place
    }
}

fn shown(
    parts: &mut Parts,
    game: &Game<'_>,
    position: &Position,
    names: &[String],
    slots: &Slots,
    turn: Option<&Turn>,
) -> TableParts {
    let marks = turn.map(Marks::of).unwrap_or_default();
    let board = parts.place(svg::board(game, position, slots, &marks));
    let seats = (0..position.seats().len()).map(|seat| {
        let name = svg::name(names, seat);
        let part = parts.place(svg::before_seat(game, position, seat, name, &marks));
        (part, svg::seat_label(game, position, seat, name))
    });
    let seats = seats.collect();
    let turns = position.legal_turns(game);
    let legal = legal::groups(game, &turns).into_iter();
    let legal = legal.map(|(words, count)| (parts.place(words), count)).collect();
    let count = turns.len();
    let board = (board, svg::label(game, position));
    let mut plain = vec![parts.place(plain::board(game, position))];
    plain.extend((0..position.seats().len()).map(|seat| {
        let name = svg::name(names, seat);
        parts.place(plain::before_seat(game, position, seat, name))
    }));
    TableParts { head: head(game, position, names), board, seats, plain, legal, count }
}

/// Returns the round; after the end, who won and why. That the last round is complete is left out,
/// and so is the target, because the page shows the prestige of each seat over the turns.
fn head(game: &Game<'_>, position: &Position, names: &[String]) -> String {
    let round = position.round();
    match position.phase() {
        Phase::Ended(_) => {
            let end = conditions_of_the_end(game, position, &|seat| seat_name(names, seat));
            let left_out = [Clause::EndTrigger.id(), Clause::EndRound.id()];
            let told = end.into_iter().filter(|told| !left_out.contains(&told.clause.as_ref()));
            let facts: Vec<String> = told.map(|condition| condition.fact).collect();
            format!("the game is over: {}", facts.join("; "))
        }
        Phase::LastRound => format!("last round {round}"),
        Phase::Open => format!("round {round}"),
    }
}

fn worded(followed: &Followed<'_, '_>, at: usize) -> Worded {
    let number = at as u64 + 1;
    let here = followed.report.findings.iter().filter(|found| found.turn == Some(number));
    let (errors, others): (Vec<_>, Vec<_>) =
        here.partition(|found| found.severity == Severity::Error);
    let breaks = errors.iter().map(|found| found.clause.clone()).collect();
    let remark = |found: &&Finding| format!("{}: {}", found.severity.as_str(), found.clause);
    let remarks = others.iter().map(remark).collect();
    let table = followed.tables.get(at);
    let turn = followed.turns[at];
    let mover = table.map_or(0, |(_, position)| position.to_move());
    let seat = turn.map_or(mover, |turn| turn.seat);
    let words = match (turn, table) {
        (Some(turn), Some((game, position))) => words(followed.log, at, game, position, &turn),
        (None, Some(_)) => "a turn that is not known here".to_owned(),
        (_, None) => "not followed".to_owned(),
    };
    Worded { seat, words, breaks, remarks }
}

fn words(log: &Log, at: usize, game: &Game<'_>, position: &Position, turn: &Turn) -> String {
    let logged = &log.turns[at];
    if logged.is_irregular() {
        return actions_in_words(logged);
    }
    let events = { *position }.play(game, turn).unwrap_or_default();
    let words = turn_with_events(game, turn, &events);
    let left_out = matches!(turn.action, Action::Purchase { pay, .. } if pay.is_empty())
        && logged.leaves_out_payment();
    if left_out { words.replacen("for nothing", "for an unrecorded payment", 1) } else { words }
}

/// Returns the turns of a log with the inferred facts.
pub(super) fn turns(
    log: &Log,
    components: Option<&Components>,
    judgment: &Judgment,
) -> Vec<Option<Turn>> {
    let lowered = log.turns.iter().enumerate().map(|(at, logged)| {
        let path = judgment.completed_turn(at);
        path.or_else(|| {
            let mover = u8::try_from(at % log.players.len().max(1)).unwrap_or(0);
            let turn = from_log::turn(components?, logged, mover, true).ok().flatten()?;
            let inferred = judgment.inferred.iter().filter(|inferred| inferred.turn == at);
            Some(inferred.fold(turn, |turn, fact| with(turn, components, fact)))
        })
    });
    lowered.collect()
}

/// Returns a turn with an inferred fact, if the text of a turn contains such facts.
fn with(turn: Turn, components: Option<&Components>, fact: &Inferred) -> Turn {
    match (fact.field, fact.value, turn.action) {
        (FactName::Return, InferredValue::Tokens(returned), _) => Turn { returned, ..turn },
        (FactName::Pay, InferredValue::Tokens(pay), Action::Purchase { card, from, .. }) => {
            Turn { action: Action::Purchase { card, pay, from }, ..turn }
        }
        (FactName::Noble, InferredValue::Noble(noble), _) => {
            let noble = components.and_then(|all| all.find_noble(noble));
            noble.map_or(turn, |noble| Turn { nobles: splendor_core::NobleSet::one(noble), ..turn })
        }
        (FactName::Post, InferredValue::Post(post), _) => {
            Turn { posts: splendor_core::PostSet::one(post), ..turn }
        }
        _ => turn,
    }
}
