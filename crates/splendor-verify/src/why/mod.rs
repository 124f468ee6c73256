//! Judges a hypothetical turn: would it have been legal at this place of the log?

mod changes;
mod read;

use splendor_core::{Action, Game, Phase, Position, Seat, Tokens, Turn};
use splendor_schema::json::locate::{line_column, locate_all};
use splendor_schema::report::{FactName, Severity};
use splendor_schema::why::{Why, WhyFormat};
use splendor_schema::{self as schema, InputFile, Log};

use crate::conditions::{self, JudgedTurn};
use crate::ending::conditions_of_the_end;
use crate::replay::{continue_after, judge_each_position, judge_from};
use crate::required::verdict_with;
use crate::rulings::{differences, game_of};
use crate::verdict::{Breach, Finding, InferredValue, Judgment};
use crate::words::{actions_in_words, seat_with_name, turn_in_words};
use crate::{JudgeOptions, ReportSource, Verdict, from_log, judge};

use changes::changes;
pub use read::{ProposalError, ReadProposal};

/// A turn that was not played, and its place in a log.
#[derive(Clone, Debug)]
pub struct Proposal<'a> {
    /// The input that holds the log.
    pub input: InputFile,
    /// The text of the log.
    pub text: &'a str,
    /// The log.
    pub log: &'a Log,
    /// The logged turn that it replaces, from 0: at most the number of turns.
    pub at: usize,
    /// The hypothetical turn.
    pub turn: &'a schema::Turn,
    /// The text of the hypothetical turn.
    pub turn_text: &'a str,
    /// How the log is judged.
    pub options: &'a JudgeOptions,
}

/// Judges a turn at its place in the log, with every violation.
///
/// A log that declares other rules than the required ones makes every turn illegal; the findings
/// show whether the turn breaks a clause too.
///
/// The log is followed to that place as `verify` does. After an illegal turn the log is trusted,
/// and the answer notes it.
///
/// # Errors
///
/// Returns a message if the log cannot be followed up to the place.
pub fn why(proposal: &Proposal<'_>) -> Result<Why, String> {
    game_of(proposal.log, proposal.options).map_err(|unknown| unknown.to_string())?;
    let so_far = judge(&proposal.cut(None), proposal.options);
    let log = proposal.cut(Some(proposal.turn));
    let mut table: [Option<Position>; 2] = [None; 2];
    let mut on_position = |_: &Game<'_>, position: &Position| table = [table[1], Some(*position)];
    let mut judgment = judge_each_position(&log, proposal.options, &mut on_position);
    // This turn can prove an earlier pass illegal, so findings on earlier turns count too. But if
    // the log is illegal even without this turn, it is followed as logged, and only the findings on
    // this turn count.
    if !so_far.findings.is_empty() {
        judgment = continue_after(&log, judgment, on_position);
        if judgment.judged < proposal.at || judgment.last().is_none() {
            let why =
                "the log cannot be followed to this turn: `splendor verify --keep-going` shows why";
            return Err(why.to_owned());
        }
        judgment.findings.retain(|finding| finding.turn == Some(proposal.at));
    }
    Ok(proposal.answer(&so_far, judgment, &table))
}

/// Judges a turn at a position, with every violation. The log of the proposal has the rules and the
/// seats of the position, and no turns.
fn why_at(start: &schema::Position, proposal: &Proposal<'_>) -> Result<Why, String> {
    let (game, position) = from_log::position_by(start, proposal.options)?;
    let log = proposal.cut(Some(proposal.turn));
    let budget = proposal.options.budget;
    let so_far = judge_from(game, &position, proposal.log, budget, |_, _| {});
    let mut table: [Option<Position>; 2] = [None; 2];
    let judgment = judge_from(game, &position, &log, budget, |_, position| {
        table = [table[1], Some(*position)];
    });
    let mut why = proposal.answer(&so_far, judgment, &table);
    // No turn before the position explains a finding; those turns only count.
    why.findings.iter_mut().for_each(|finding| finding.related = None);
    let played = start.turns.unwrap_or(0);
    let turns = why.findings.iter_mut().map(|finding| &mut finding.turn);
    let turns = turns.chain(why.missing.iter_mut().map(|fact| &mut fact.turn));
    let turns = turns.chain(why.inferred.iter_mut().map(|fact| &mut fact.turn));
    turns.flatten().for_each(|turn| *turn += played);
    why.turn += played;
    Ok(why)
}

impl Proposal<'_> {
    /// Returns the answer from the judgments of the log before the turn and with it, and the tables
    /// before and after the turn.
    fn answer(
        &self,
        so_far: &Judgment,
        mut judgment: Judgment,
        table: &[Option<Position>; 2],
    ) -> Why {
        let log = self.cut(Some(self.turn));
        let verdict = verdict(&judgment, self.at);
        every_clause(&mut judgment, self.at);
        let mut why = self.begun(verdict, &log, &judgment);
        why.note = note(so_far).or_else(|| shown(&judgment, self.at));
        let judged = JudgedTurn {
            judgment: &judgment,
            verdict,
            at: self.at,
            before: table[0],
            has_claims: self.turn.after.is_some(),
        };
        why.conditions = judged.conditions();
        why.answer = conditions::answer(verdict, &why.conditions);
        let last = if verdict == schema::Verdict::Legal { judgment.last() } else { None };
        if let (Some((game, after)), [Some(before), _], 1) = (last, table, judgment.tables.count) {
            let turn = judgment.completed_turn(self.at).or(judgment.last_turn);
            why.changes = changes(&game, before, after, turn.as_ref());
            let mover = &after.seats()[usize::from(before.to_move())];
            if after.phase() != Phase::Open || is_near_a_city(after, mover) {
                why.end = conditions_of_the_end(&game, after, &|seat| self.seat_in_words(seat));
            }
        }
        self.place(&mut why, so_far, paid(&judgment, self.at));
        why.verdict = verdict_with(verdict, &differences(&log, self.options));
        why
    }

    /// Returns the log up to the place, ending with `turn`. Claims about the end are dropped: they
    /// describe another game.
    fn cut(&self, turn: Option<&schema::Turn>) -> Log {
        let turns = self.log.turns.iter().take(self.at).chain(turn).cloned().collect();
        let Log { rules, omits, players, setup, .. } = self.log.clone();
        let (end, result, ext, schema) = (None, None, None, None);
        let (source, format) = (self.log.source.clone(), self.log.format);
        Log { schema, format, rules, omits, source, players, setup, turns, end, result, ext }
    }

    fn begun(&self, verdict: schema::Verdict, log: &Log, judgment: &Judgment) -> Why {
        let text = ReportSource { input: self.input.clone(), text: self.text.into() };
        let report = crate::brief_report(&text, log, judgment, self.options);
        let turn = self.at as u64 + 1;
        let mut findings: Vec<schema::Finding> = report.findings;
        // Show the legal alternatives once, with the first finding that is not a note.
        let errors = findings.iter_mut().filter(|finding| finding.severity != Severity::Note);
        errors.skip(1).for_each(|finding| finding.help = None);
        let inferred = report.inferred.into_iter().filter(|fact| fact.turn == Some(turn));
        Why {
            format: WhyFormat,
            tool: report.tool,
            input: self.input.clone(),
            turn,
            round: None,
            seat: None,
            words: None,
            verdict,
            departures: report.departures,
            note: None,
            findings,
            missing: if verdict == schema::Verdict::Legal { Vec::new() } else { report.missing },
            inferred: inferred.collect(),
            answer: None,
            conditions: Vec::new(),
            changes: Vec::new(),
            end: Vec::new(),
        }
    }

    /// Returns a seat with the name that the log has for it.
    fn seat_in_words(&self, seat: u8) -> String {
        let player = self.log.players.get(usize::from(seat));
        let name = player.and_then(|player| player.name.clone());
        seat_with_name(seat, name.unwrap_or_default())
    }

    /// Describes the turn in words, with its payment if the payment is logged or unique.
    fn words(&self, game: &Game<'_>, mut turn: Turn, paid: Option<Tokens>) -> String {
        let unpaid = self.turn.leaves_out_payment();
        if let (true, Action::Purchase { pay, .. }, Some(paid)) = (unpaid, &mut turn.action, paid) {
            *pay = paid;
        }
        let words = turn_in_words(game, &turn);
        if !unpaid || paid.is_some() { words } else { words.replacen(" for nothing", "", 1) }
    }

    /// Sets the seat and the round, and makes the places in findings relative to the turn.
    fn place(&self, why: &mut Why, so_far: &Judgment, paid: Option<Tokens>) {
        if let Some((game, position)) = so_far.last().filter(|_| so_far.judged == self.at) {
            (why.seat, why.round) = (Some(position.to_move()), Some(position.round().into()));
            why.words = if self.turn.is_irregular() {
                Some(actions_in_words(self.turn))
            } else {
                from_log::turn_from_log(&game, self.turn, position.to_move())
                    .map(|turn| self.words(&game, turn, paid))
            };
        }
        let prefix = format!("/turns/{}", self.at);
        for finding in why.findings.iter_mut().filter(|found| found.turn == Some(why.turn)) {
            let pointer = finding.pointer.take().unwrap_or_default();
            let pointer = pointer.strip_prefix(&prefix).unwrap_or_default().to_owned();
            (finding.line, finding.column) = line_column_of(self.turn_text, &pointer);
            finding.pointer = Some(pointer);
        }
    }
}

/// Returns whether a seat has the prestige that some city on the table asks for.
fn is_near_a_city(position: &Position, seat: &Seat) -> bool {
    position.cities().iter().any(|city| city.facts().prestige <= seat.prestige())
}

/// Returns the inferred payment of a turn, if only one payment was possible.
fn paid(judgment: &Judgment, turn: usize) -> Option<Tokens> {
    let mut all = judgment.inferred.iter();
    all.find_map(|fact| match fact.value {
        InferredValue::Tokens(paid) if fact.turn == turn && fact.field == FactName::Pay => {
            Some(paid)
        }
        _ => None,
    })
}

fn line_column_of(text: &str, pointer: &str) -> (Option<u64>, Option<u64>) {
    let place = locate_all(text, &[pointer]).into_iter().next().flatten();
    let place = place.map(|place| line_column(text, place.value.start));
    (place.map(|(line, _)| line as u64), place.map(|(_, column)| column as u64))
}

/// Returns the verdict on the turn alone, from the findings that remain.
fn verdict(judgment: &Judgment, turn: usize) -> schema::Verdict {
    let stopped = judgment.judged <= turn;
    match judgment.verdict() {
        Verdict::Illegal => schema::Verdict::Illegal,
        Verdict::Unsupported => schema::Verdict::Unsupported,
        Verdict::Undecided => schema::Verdict::Undecided,
        Verdict::Legal if judgment.findings.is_empty() && !stopped => schema::Verdict::Legal,
        Verdict::Legal | Verdict::Consistent => schema::Verdict::Consistent,
    }
}

/// Adds the other clauses that the turn breaks; judging stops at the first.
fn every_clause(judgment: &mut Judgment, turn: usize) {
    let [first] = judgment.findings.as_slice() else { return };
    if first.turn != Some(turn) {
        return;
    }
    let Some((ref game, _)) = judgment.last() else { return };
    let Some((position, turn)) = first.played.as_deref() else { return };
    let reported = first.breach.clause();
    let more = position.violations(game, turn).into_iter();
    let more = more.filter(|violation| violation.clause() != reported);
    let more = more.map(|violation| Finding { breach: Breach::Rule(violation), ..first.clone() });
    let more: Vec<Finding> = more.collect();
    judgment.findings.extend(more);
}

fn note(so_far: &Judgment) -> Option<String> {
    let Some(first) = so_far.findings.first() else {
        let unknown = so_far.unsupported.first()?;
        return Some(format!("the log cannot be judged up to this turn: {unknown}"));
    };
    let place =
        first.turn.map_or_else(|| "in its setup".to_owned(), |at| format!("at turn {}", at + 1));
    let id = first.breach.clause().id();
    Some(format!("the log breaks {id} {place}; from there it is followed as logged"))
}

/// Notes that the turn proves an earlier turn illegal.
fn shown(judgment: &Judgment, turn: usize) -> Option<String> {
    let before = judgment.findings.iter().find_map(|finding| finding.turn.filter(|&at| at < turn));
    before.map(|at| format!("this turn shows that turn {} was illegal", at + 1))
}
