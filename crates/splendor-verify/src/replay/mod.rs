//! Replays a log and judges it: the setup, each turn, then the claims about the end.
//!
//! [`judge()`] is strict and stops at the first breach. [`continue_after`] follows the rest of the
//! log, and only adds to the judgment what it meets there.

mod confirm;
mod continuation;
#[cfg(test)]
mod tests;
mod unrecorded;

use splendor_core::{Action, Events, Game, Position, Tokens, Turn, Unknown, Violation, invariant};
use splendor_schema::{self as schema, Log};

use crate::complete::{OmittedFacts, Resolved};
use crate::from_log::Lists;
use crate::rulings::game_of;
use crate::verdict::{Breach, Finding, Inferred, Judgment, MissingFact, OwnedGame, Played};
use crate::worlds::{Rest, Worlds};
use crate::{Budget, JudgeOptions, Meter, Unsupported, box_of_2017, claims, complete, from_log};

use confirm::confirm_completion;
pub use continuation::continue_after;
pub(crate) use continuation::{first_turns, history};
use unrecorded::UnrecordedSetup;
pub(crate) use unrecorded::met_by_some_seat;

/// Replays a log and compares every turn and every claim with the rules, up to the first breach.
///
/// Turns are counted from 0 in the judgment. An illegal log is not an error: the judgment lists
/// its findings. A log with rules that this version does not know gets the verdict `Unsupported`.
///
/// ```
/// use splendor_schema::Log;
/// use splendor_schema::EXAMPLE;
/// use splendor_verify::{JudgeOptions, Verdict, judge};
///
/// let log = Log::read(EXAMPLE.as_bytes()).expect("the example is a log");
/// let judgment = judge(&log, &JudgeOptions::default());
/// assert_eq!(judgment.verdict(), Verdict::Legal);
/// assert_eq!(judgment.judged, log.turns.len());
/// ```
pub fn judge(log: &Log, options: &JudgeOptions) -> Judgment {
    judge_each_position(log, options, |_, _| {})
}

/// Judges a log like [`judge`], and calls `on_position` with the first position and after each turn
/// that it plays before it stops. Where the log allows several tables, these are of one way to play.
pub fn judge_each_position(
    log: &Log,
    options: &JudgeOptions,
    on_position: impl FnMut(&Game<'_>, &Position),
) -> Judgment {
    match game_of(log, options) {
        Err(unknown) => Judgment::unsupported(unknown),
        Ok(game) => {
            let judgment = judge_in(log, game, options.budget, on_position);
            // The log is no game of a judged box, whichever clause it breaks first.
            let foreign = judgment.findings.first().and_then(|_| box_of_2017::first_component(log));
            foreign.map_or(judgment, Judgment::unsupported)
        }
    }
}

/// Judges a log like [`judge_each_position`], by the rules and with the components of a game.
pub(crate) fn judge_in(
    log: &Log,
    game: Game<'_>,
    budget: Budget,
    on_position: impl FnMut(&Game<'_>, &Position),
) -> Judgment {
    let mut judgment = Replay::new(log, game, budget).play(on_position);
    confirm_completion(log, &mut judgment);
    judgment
}

/// Judges the turns of a log that begins at a position instead of a setup.
pub(crate) fn judge_from(
    game: Game<'_>,
    start: &Position,
    log: &Log,
    budget: Budget,
    on_position: impl FnMut(&Game<'_>, &Position),
) -> Judgment {
    let mut replay = Replay::new(log, game, budget);
    replay.play_turns(*start, on_position);
    replay.into_judgment()
}

/// The next step of a replay after a turn.
enum Next {
    /// The next position is valid: continue.
    GoOn,
    /// The judgment has a reason to stop before this turn.
    Stop,
    /// Several values are possible: continue in every world.
    Branch,
}

/// The state of a replay, apart from the position.
struct Replay<'l, 'h> {
    log: &'l Log,
    game: Game<'h>,
    judgment: Judgment,
}

impl<'l, 'h> Replay<'l, 'h> {
    /// Returns the replay before the setup.
    fn new(log: &'l Log, game: Game<'h>, budget: Budget) -> Self {
        let judgment = Judgment { work: Meter::new(budget), ..Judgment::nothing() };
        Self { log, game, judgment }
    }

    /// Deals the first position, replays the turns, and returns the judgment. It does not confirm
    /// that a consistent log has a legal completion.
    fn play(mut self, on_position: impl FnMut(&Game<'_>, &Position)) -> Judgment {
        let lists = Lists::of(self.log, &self.game, false);
        match lists.and_then(|lists| Position::deal(&self.game, &lists.setup())) {
            Ok(first) => self.play_from_setup(&first, on_position),
            Err(violation) => self.add_finding(Breach::Rule(violation), None, None),
        }
        self.into_judgment()
    }

    /// Replays the turns from the setup on, and lists what the log does not record of the table.
    fn play_from_setup(
        &mut self,
        first: &Position,
        mut on_position: impl FnMut(&Game<'_>, &Position),
    ) {
        let mut unrecorded = UnrecordedSetup::of(self.log, &self.game, first);
        if !unrecorded.stops_before_turns() {
            self.play_turns(*first, |game, position| {
                unrecorded.look_at(game, position);
                on_position(game, position);
            });
        }
        unrecorded.add_to(&mut self.judgment);
    }

    /// Returns the judgment with the game.
    fn into_judgment(self) -> Judgment {
        Judgment { game: Some(OwnedGame::from(&self.game)), ..self.judgment }
    }

    fn add_finding(&mut self, breach: Breach, turn: Option<usize>, played: Option<Played>) {
        let found = Finding::new(breach, turn, self.judgment.tables.count);
        self.judgment.findings.push(Finding { played, ..found });
    }

    /// Replays the turns from the first position on. Then checks the claims about the end.
    fn play_turns(
        &mut self,
        mut first: Position,
        mut on_position: impl FnMut(&Game<'_>, &Position),
    ) {
        // Two buffers alternate: swapping the references avoids copying a position for every turn.
        let mut second = first;
        let (mut position, mut next) = (&mut first, &mut second);
        on_position(&self.game, position);
        for at in 0..self.log.turns.len() {
            match self.play_turn(at, position, next) {
                Next::GoOn => {}
                Next::Branch => return self.branch(at, *position, on_position),
                Next::Stop => {
                    self.judgment.position = Some(*position);
                    return;
                }
            }
            std::mem::swap(&mut position, &mut next);
            on_position(&self.game, position);
            self.judgment.judged += 1;
        }
        invariant::assert_position(&self.game, position);
        for claim in claims::of_end(self.log, &self.game, position) {
            self.add_finding(claim.breach, None, None);
        }
        self.judgment.position = Some(*position);
    }

    /// Plays turn `at`, and leaves the position after it in `next`.
    fn play_turn(&mut self, at: usize, position: &Position, next: &mut Position) -> Next {
        let logged = &self.log.turns[at];
        match from_log::turn(self.game.components, logged, position.to_move(), false) {
            Ok(Some(ref turn)) if complete::omits_nothing(logged, &self.log.omits) => {
                self.play_completed(at, position, turn, next)
            }
            Ok(Some(ref turn)) => {
                let omitted = OmittedFacts::of(logged, &self.log.omits);
                self.play_incomplete(at, position, turn, omitted, next)
            }
            Ok(None) => {
                self.judgment.unsupported.push(Unsupported::Foreign { turn: at });
                Next::Stop
            }
            Err(unknown) => {
                self.add_finding(Breach::Rule(unknown), Some(at), None);
                Next::Stop
            }
        }
    }

    /// Plays a turn whose omitted facts are filled in. The core may still find that a fact is open,
    /// like the source of a card.
    fn play_completed(
        &mut self,
        at: usize,
        position: &Position,
        turn: &Turn,
        next: &mut Position,
    ) -> Next {
        match position.play_into(next, &self.game, turn) {
            Ok(events) => match events.unknown {
                None | Some(Unknown::MarketCard) => {
                    self.end_legal(at, position, turn, &events, next)
                }
                Some(Unknown::HandAffordable | Unknown::Drawn) => Next::Branch,
                Some(Unknown::Source | Unknown::Kept) => {
                    self.play_incomplete(at, position, turn, OmittedFacts::default(), next)
                }
                Some(Unknown::Copied) => {
                    self.play_incomplete(at, position, turn, OmittedFacts::of_copy(), next)
                }
            },
            Err(violation) => {
                let after = self.log.turns[at].after.as_ref();
                let breach = claims::or_withheld_gold(position, turn, after, violation);
                self.add_finding(breach, Some(at), Some(Box::new((*position, *turn))));
                Next::Stop
            }
        }
    }

    /// Continues with the only possible completion of a turn, or in several worlds.
    fn play_incomplete(
        &mut self,
        at: usize,
        position: &Position,
        turn: &Turn,
        omitted: OmittedFacts,
        next: &mut Position,
    ) -> Next {
        let logged = &self.log.turns[at];
        // The other part is for following several tables.
        let most = self.judgment.work.most(self.log) / 2;
        let mut work = |steps| self.judgment.work.add_up_to(most, steps);
        match complete::resolve(&self.game, position, turn, logged, omitted, &mut work) {
            Resolved::Forced(completed) => {
                self.judgment.inferred.extend(omitted.inferred(at, &self.game, turn, &completed));
                self.play_completed(at, position, &completed, next)
            }
            Resolved::Several { .. } | Resolved::TooMany => Next::Branch,
            Resolved::Impossible { shows, tables } => {
                let found = self.judgment.findings.len();
                let then = self.play_completed(at, position, &shows, next);
                self.judgment.mark_as_one_of_several(tables, found);
                then
            }
        }
    }

    /// Records a legal turn, and stops if a claim about the table after it is false.
    fn end_legal(
        &mut self,
        at: usize,
        position: &Position,
        turn: &Turn,
        events: &Events,
        next: &Position,
    ) -> Next {
        match record_legal(self.log, &self.game, at, turn, events, next, &mut self.judgment) {
            None => Next::GoOn,
            Some(breach) => {
                self.add_finding(breach, Some(at), Some(Box::new((*position, *turn))));
                Next::Stop
            }
        }
    }

    /// Follows every world from turn `at` on, and completes the judgment.
    fn branch(
        &mut self,
        at: usize,
        mut position: Position,
        mut on_position: impl FnMut(&Game<'_>, &Position),
    ) {
        // A turn may branch after it inferred some facts. The worlds infer them again.
        self.judgment.inferred.retain(|inferred| inferred.turn < at);
        let work = &mut self.judgment.work;
        let worlds = Worlds::new(self.log, self.game, at, &position, work);
        let rest = worlds.follow(&mut self.judgment);
        let judged = self.judgment.judged;
        let completed_turns = self.judgment.completed_turns.clone().unwrap_or_default();
        for turn in completed_turns.turns.iter().take(judged - at) {
            position.play(&self.game, turn).expect("the turns of a world are legal");
            on_position(&self.game, &position);
        }
        match rest {
            Rest::Nothing => {}
            // In every world this turn is foreign, or names a component that does not exist.
            Rest::Stops => {
                self.play_turn(judged, &position.clone(), &mut position);
            }
            Rest::GaveUp => self.check_rest(judged, &position),
            Rest::Contradicted(contradiction) => {
                let found = self.judgment.findings.len();
                let (breach, played) = (contradiction.breach, contradiction.played);
                self.add_finding(breach, Some(contradiction.at), Some(Box::new(played)));
                self.judgment.mark_as_one_of_several(contradiction.tables, found);
            }
        }
    }

    /// Checks the rest of the log after the search gave up before turn `stop`: components that do
    /// not exist, turns without exactly one action, the order of the seats, takes that no supply
    /// allows, cards that were bought before the stop, the claims that need no table.
    ///
    /// `position` is one of the possible tables before that turn.
    fn check_rest(&mut self, stop: usize, position: &Position) {
        let mut turns = self.log.turns.iter().enumerate().skip(stop);
        let breach = turns
            .find_map(|(at, logged)| Some((at, self.certain_breach(at - stop, logged, position)?)));
        match breach {
            Some((at, breach)) => self.add_finding(Breach::Rule(breach), Some(at), None),
            None => {
                for breach in claims::of_form(self.log) {
                    self.add_finding(breach, None, None);
                }
            }
        }
    }

    /// Returns the breach of a turn that comes `later` turns after the stop, if it holds at every
    /// table.
    fn certain_breach(
        &self,
        later: usize,
        logged: &schema::Turn,
        position: &Position,
    ) -> Option<Violation> {
        let turn = match from_log::turn(self.game.components, logged, position.to_move(), false) {
            Err(unknown) => return Some(unknown),
            Ok(_) if logged.is_irregular() => {
                return Some(Violation::of_a_turn_without_one_action());
            }
            Ok(turn) => turn?,
        };
        let next = usize::from(position.to_move()) + later;
        let expected = u8::try_from(next % position.seats().len()).ok()?;
        match logged.seat {
            Some(seat) if seat != expected => {
                Some(Violation::of_a_turn_out_of_order(seat, expected))
            }
            _ => self.breach_at_a_rich_table(&turn, position),
        }
    }

    /// Returns the breach of an action that is illegal even if every token is in the supply, or of
    /// a card that somebody has bought.
    fn breach_at_a_rich_table(&self, turn: &Turn, position: &Position) -> Option<Violation> {
        let seat = position.to_move();
        let rich = position.adopt(seat, Some(Tokens::NONE), Some(self.game.tokens), None);
        let bought = |card| position.seats().iter().any(|seat| seat.bought().has(card));
        let holds_everywhere = match turn.action {
            Action::Take(_) => true,
            Action::ReserveMarket(card) | Action::Purchase { card, .. } => bought(card),
            Action::ReserveDeck { .. } | Action::Pass => false,
        };
        let is_about_the_action = |violation: &Violation| {
            matches!(
                violation,
                Violation::TurnOneAction { .. }
                    | Violation::TakeNoGold { .. }
                    | Violation::TakeDifferent { .. }
                    | Violation::TakePair { .. }
                    | Violation::PurchaseSource { .. }
                    | Violation::ReserveFaceUp { .. }
            )
        };
        let all = rich.violations(&self.game, &Turn { seat, ..*turn });
        all.into_iter().find(is_about_the_action).filter(|_| holds_everywhere)
    }
}

/// Records what a legal turn shows and what it leaves open. Returns the first false claim of the
/// log about the table after it.
fn record_legal(
    log: &Log,
    game: &Game<'_>,
    at: usize,
    turn: &Turn,
    events: &Events,
    next: &Position,
    judgment: &mut Judgment,
) -> Option<Breach> {
    if at + 1 == log.turns.len() {
        judgment.last_turn = Some(*turn);
    }
    judgment.missing.extend(events.unknown.map(|unknown| MissingFact::of(at, unknown)));
    judgment.inferred.extend(Inferred::of_refill(game.components, at, turn, events));
    let after = log.turns[at].after.as_ref()?;
    if after.digest.is_some() && !claims::shows_all(next) {
        judgment.missing.push(MissingFact::of_digest(at));
    }
    claims::of_turn(game, turn, after, next)
}
