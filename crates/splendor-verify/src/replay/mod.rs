//! Replays a log and judges it: the setup, each turn, then the claims about the end.

mod branch;
mod confirm;
mod dealt;
pub(crate) mod from_position;
mod rest;
#[cfg(test)]
mod tests;

use std::cell::OnceCell;

use splendor_core::{Components, Events, Game, Position, Turn, Unknown, invariant};
use splendor_schema::Log;

use crate::complete::Resolved;
use crate::from_log::Stray;
use crate::rulings::game_of;
use crate::verdict::{Breach, CompletedTurns, Inferred, Judgment, MissingFact, OwnedGame};
use crate::{JudgeOptions, Unsupported, claims, complete, from_log};

use confirm::confirm_completion;

/// Replays a log and compares every turn and every claim with the rules.
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

/// Judges a log like [`judge`], and calls `on_position` with the first position and the position
/// after every turn.
pub fn judge_each_position(
    log: &Log,
    options: &JudgeOptions,
    on_position: impl FnMut(&Game<'_>, &Position),
) -> Judgment {
    match game_of(log, options) {
        Err(unknown) => Judgment { unsupported: vec![unknown], ..Judgment::nothing() },
        Ok(game) => judge_in(log, options, game, on_position),
    }
}

/// Judges a log by the rules and with the components of a game, and calls `on_position` with the
/// first position and the position after every turn.
pub(crate) fn judge_in(
    log: &Log,
    options: &JudgeOptions,
    game: Game<'_>,
    on_position: impl FnMut(&Game<'_>, &Position),
) -> Judgment {
    // Only a log that names a component of no box fills the cell; the judgment gets a copy.
    let extra = OnceCell::new();
    let mut judgment = Replay::new(log, options, game).follow(&extra, on_position);
    confirm_completion(log, options, &mut judgment);
    judgment
}

/// Replays a log and calls `on_position` with the first position and the position after every turn.
/// `guide` holds completed turns of a world that an earlier judgment found.
pub(crate) fn follow(
    log: &Log,
    options: &JudgeOptions,
    game: Game<'_>,
    guide: Option<&CompletedTurns>,
    mut on_position: impl FnMut(&Position),
) {
    let replay = Replay { guide, ..Replay::new(log, options, game) };
    replay.follow(&OnceCell::new(), |_, position| on_position(position));
}

/// The next step of a replay after a turn.
enum Next {
    /// The next position is valid: continue.
    GoOn,
    /// Nothing after this turn can be judged.
    Stop,
    /// Several values are possible: continue in every world.
    Branch,
}

/// The state of a replay, apart from the position.
struct Replay<'l, 'h> {
    log: &'l Log,
    options: &'l JudgeOptions,
    game: Game<'h>,
    judgment: Judgment,
    /// The components that do not exist, in the order in which the log names them.
    strays: Vec<Stray>,
    /// Whether to take the first of several values instead of following every world.
    single: bool,
    /// The completed turns of a world that an earlier judgment found.
    guide: Option<&'l CompletedTurns>,
}

impl<'l, 'h> Replay<'l, 'h> {
    /// Returns the replay before the setup.
    fn new(log: &'l Log, options: &'l JudgeOptions, game: Game<'h>) -> Self {
        let (judgment, strays) = (Judgment::nothing(), Vec::new());
        Self { log, options, game, judgment, strays, single: false, guide: None }
    }

    /// Replays the log and returns the judgment. `extra` owns the components that only this log
    /// names; the caller keeps the cell, because the game borrows from it.
    fn follow(
        mut self,
        extra: &'h OnceCell<Components>,
        on_position: impl FnMut(&Game<'_>, &Position),
    ) -> Judgment {
        if let Some(first) = self.deal(extra) {
            self.replay(first, on_position);
        }
        self.into_judgment()
    }

    /// Returns the judgment with the game.
    fn into_judgment(mut self) -> Judgment {
        self.judgment.game = Some(OwnedGame::from(&self.game));
        self.judgment
    }

    /// Replays the turns from the first position on. Then checks the claims about the end.
    fn replay(&mut self, mut first: Position, mut on_position: impl FnMut(&Game<'_>, &Position)) {
        // Two buffers alternate: swapping the references avoids copying a position for every turn.
        let mut second = first;
        let (mut position, mut next) = (&mut first, &mut second);
        on_position(&self.game, position);
        let mut at = 0;
        while at < self.log.turns.len() {
            match self.play_turn(at, position, next) {
                Next::GoOn => {}
                Next::Branch => match self.branch(at, position, next, &mut on_position) {
                    Some(resumed) => {
                        at = resumed;
                        continue;
                    }
                    None => return,
                },
                Next::Stop => {
                    self.judgment.position = Some(*position);
                    self.check_rest(at, position);
                    return;
                }
            }
            std::mem::swap(&mut position, &mut next);
            on_position(&self.game, position);
            self.judgment.judged += 1;
            at += 1;
        }
        invariant::assert_position(&self.game, position);
        claims::of_end(self.log, &self.game, position, &mut self.judgment);
        self.judgment.position = Some(*position);
    }

    /// Plays turn `at`, and leaves the position after it in `next`.
    fn play_turn(&mut self, at: usize, position: &Position, next: &mut Position) -> Next {
        let logged = &self.log.turns[at];
        if !self.strays.is_empty() {
            self.report_strays(Some(at));
        }
        if let Some(turn) = self.guide.and_then(|guide| guide.turn(at)) {
            return self.play_completed(at, position, &turn, next);
        }
        let strange = !self.strays.is_empty();
        match from_log::turn(self.game.components, logged, position.to_move(), strange) {
            Ok(Some(ref turn)) if complete::omits_nothing(logged, &self.log.omits) => {
                self.play_completed(at, position, turn, next)
            }
            Ok(Some(ref turn)) => {
                let omitted = complete::OmittedFacts::of(logged, &self.log.omits);
                self.play_incomplete(at, position, turn, omitted, next)
            }
            Ok(None) => self.skip_foreign(at, position, next),
            Err(unknown) => {
                self.judgment.add_finding(Breach::Rule(unknown), Some(at), None);
                Next::Stop
            }
        }
    }

    /// Plays a turn whose facts are known. Only the source of a bought card, or the choice of two
    /// drawn cards, may still turn out to be open.
    fn play_completed(
        &mut self,
        at: usize,
        position: &Position,
        turn: &Turn,
        next: &mut Position,
    ) -> Next {
        match position.play_into(next, &self.game, turn) {
            Ok(events) => match events.unknown {
                None | Some(Unknown::HandAffordable | Unknown::MarketCard | Unknown::Drawn) => {
                    self.record_legal(at, position, turn, &events, next)
                }
                Some(Unknown::Source | Unknown::Kept) => {
                    let omitted = complete::OmittedFacts::default();
                    self.play_incomplete(at, position, turn, omitted, next)
                }
                Some(Unknown::Copied) => {
                    let omitted = complete::OmittedFacts::of_copy();
                    self.play_incomplete(at, position, turn, omitted, next)
                }
            },
            Err(violation) => {
                let after = self.log.turns[at].after.as_ref();
                let breach = claims::or_withheld_gold(position, turn, after, violation);
                self.judgment.add_finding(breach, Some(at), Some(Box::new((*position, *turn))));
                self.follow_log(at, position, turn, next)
            }
        }
    }

    /// Records, after a legal turn, the open facts and the inferred card, and checks the claims of
    /// the log.
    fn record_legal(
        &mut self,
        at: usize,
        position: &Position,
        turn: &Turn,
        events: &Events,
        next: &mut Position,
    ) -> Next {
        if at + 1 == self.log.turns.len() {
            self.judgment.last_turn = Some(*turn);
        }
        if let Some(unknown) = events.unknown {
            let decides = matches!(unknown, Unknown::HandAffordable | Unknown::Drawn);
            if decides && self.follows_worlds() {
                return Next::Branch;
            }
            self.judgment.missing.push(MissingFact::of(at, unknown));
            // The replay took one of several possible tables, so a contradiction after this turn
            // proves nothing.
            self.judgment.guessed |= decides;
        }
        let refill = Inferred::of_refill(self.game.components, at, turn, events);
        self.judgment.inferred.extend(refill);
        if !self.check_after(at, position, turn, next) {
            return Next::GoOn;
        }
        if !self.options.keep_going {
            return Next::Stop;
        }
        // The claim is false, but later turns of the log build on the claimed table.
        if let Some(after) = &self.log.turns[at].after {
            *next = claims::adopted(next, turn.seat, after);
        }
        Next::GoOn
    }

    /// Compares the claims of the log about the table after a turn. Returns whether a claim is
    /// false.
    fn check_after(&mut self, at: usize, before: &Position, turn: &Turn, next: &Position) -> bool {
        let Some(after) = &self.log.turns[at].after else { return false };
        if after.digest.is_some() && !claims::shows_all(next) {
            self.judgment.missing.push(MissingFact::of_digest(at));
        }
        let breach = claims::of_turn(&self.game, turn, after, next);
        breach.is_some_and(|breach| {
            self.judgment.add_finding(breach, Some(at), Some(Box::new((*before, *turn))));
            true
        })
    }

    /// After an illegal turn, builds the next position as the log describes it.
    ///
    /// The core moves the tokens and cards that the turn names, legal or not. Then the claims of
    /// the log replace the computed values, so that one illegal turn does not cause false findings
    /// later.
    fn follow_log(
        &mut self,
        at: usize,
        position: &Position,
        turn: &Turn,
        next: &mut Position,
    ) -> Next {
        if !self.options.keep_going {
            return Next::Stop;
        }
        *next = position.follow_log(&self.game, turn);
        // Which of several actions moved the table is not known, so none does.
        self.judgment.guessed |= self.log.turns[at].is_irregular();
        if let Some(after) = &self.log.turns[at].after {
            *next = claims::adopted(next, turn.seat, after);
        }
        Next::GoOn
    }

    /// Returns whether to follow every world. After an illegal or guessed turn the worlds prove
    /// nothing, so the replay follows one table only.
    fn follows_worlds(&self) -> bool {
        !self.single && self.guide.is_none() && self.judgment.findings.is_empty()
    }

    /// Continues with the only possible completion of a turn, or in several worlds.
    fn play_incomplete(
        &mut self,
        at: usize,
        position: &Position,
        turn: &Turn,
        omitted: complete::OmittedFacts,
        next: &mut Position,
    ) -> Next {
        let logged = &self.log.turns[at];
        let tried = &mut self.judgment.tried;
        match complete::resolve(&self.game, position, turn, logged, omitted, tried) {
            Resolved::Forced(completed) => {
                self.judgment.inferred.extend(omitted.inferred(at, &self.game, turn, &completed));
                self.play_completed(at, position, &completed, next)
            }
            Resolved::Several { .. } | Resolved::TooMany if self.follows_worlds() => Next::Branch,
            Resolved::TooMany => {
                self.judgment.missing.push(MissingFact::of_too_many(at, omitted.first_field()));
                Next::Stop
            }
            Resolved::Several { field, values, likely } => {
                self.judgment.missing.push(MissingFact::of_several(at, field, values));
                self.judgment.guessed = true;
                self.play_completed(at, position, &likely, next)
            }
            Resolved::Impossible { shows, tables } => {
                let found = self.judgment.findings.len();
                let then = self.play_completed(at, position, &shows, next);
                let guessed = self.judgment.mark_as_one_of_several(tables, found);
                self.judgment.guessed |= guessed && self.options.keep_going;
                then
            }
        }
    }

    /// Records a foreign turn. If the replay continues, the turn counts as a pass, and everything
    /// after it is a guess.
    fn skip_foreign(&mut self, at: usize, position: &Position, next: &mut Position) -> Next {
        self.judgment.unsupported.push(Unsupported::Foreign { turn: at });
        if !self.options.keep_going {
            return Next::Stop;
        }
        self.judgment.guessed = true;
        let logged = &self.log.turns[at];
        let seat = logged.seat.unwrap_or(position.to_move());
        let pass = Turn::new(seat, splendor_core::Action::Pass);
        self.follow_log(at, position, &pass, next)
    }
}
