//! Judges one log under many sets of rulings at once.
//!
//! Most turns do not depend on a ruling, so most sets of rulings lead to the same position. This
//! replay plays each turn once for all sets that agree on the rulings that the turn consults, and
//! goes on separately only where the results differ. The literature calls this variational
//! execution.
//!
//! It covers logs in which every fact is known, and says nothing about other logs:
//! [`judge`](crate::judge) has to judge them under each set. A test compares the two.

use splendor_core::{Game, Position, Rules, RulingSet, Rulings, Turn};
use splendor_schema::Log;

use super::outcome::Outcome;
use crate::from_log::{self, Lists};
use crate::verdict::{Judgment, OwnedGame};
use crate::{claims, complete};

/// The rulings that decide whether the claims of a log about its end are true.
const OF_THE_END: RulingSet =
    RulingSet { stalemate: true, tie: true, tie_cards: true, ..RulingSet::NONE };

/// Judges a log, up to the first finding, under its rules with each of these rulings. Returns the
/// outcomes in the same order, or `None` if the log leaves a fact open or has a foreign turn.
///
/// An outcome lists the rulings that were consulted, `target` also if a lower target down to the
/// default would decide a turn.
pub(super) fn outcomes(log: &Log, rules: Rules, rulings: &[Rulings]) -> Option<Vec<Outcome>> {
    let seats = u8::try_from(log.players.len()).unwrap_or(u8::MAX);
    let game = Game::published(rules, seats);
    let lists = Lists::of(log, game.components, false).ok()?;
    let first = Position::deal(&game, &lists.setup(log)).ok()?;
    let targets = rulings.iter().map(|rulings| rulings.target);
    let lowest_target = targets.fold(Rulings::DEFAULT.target, u8::min);
    let first =
        Course { position: first, under: (0..rulings.len()).collect(), consulted: RulingSet::NONE };
    let mut lockstep = Lockstep {
        log,
        game,
        rulings,
        lowest_target,
        outcomes: vec![None; rulings.len()],
        courses: vec![first],
    };
    for at in 0..log.turns.len() {
        lockstep.play_turn(at)?;
    }
    lockstep.check_end();
    lockstep.outcomes.into_iter().collect()
}

/// A course of the game: the position to which some of the sets of rulings have led.
struct Course {
    position: Position,
    /// The numbers of these sets.
    under: Vec<usize>,
    /// The rulings that were consulted so far.
    consulted: RulingSet,
}

struct Lockstep<'l> {
    log: &'l Log,
    game: Game<'static>,
    rulings: &'l [Rulings],
    lowest_target: u8,
    /// The outcome under each set of rulings, as far as it is known.
    outcomes: Vec<Option<Outcome>>,
    /// The courses under the other sets.
    courses: Vec<Course>,
}

impl Lockstep<'_> {
    /// Plays turn `at` on every course. Returns `None` if a fact is open.
    fn play_turn(&mut self, at: usize) -> Option<()> {
        let Some(to_move) = self.courses.first().map(|course| course.position.to_move()) else {
            return Some(());
        };
        let logged = &self.log.turns[at];
        if !complete::omits_nothing(logged, &self.log.omits) {
            return None;
        }
        let mut courses = std::mem::take(&mut self.courses);
        let Ok(turn) = from_log::turn(self.game.components, logged, to_move, false) else {
            for course in &courses {
                self.end_at_turn(at, &course.under, course.consulted);
            }
            return Some(());
        };
        let turn = turn?;
        let mut is_open = false;
        courses.retain_mut(|course| {
            let goes_on = self.play_on_course(at, &turn, course);
            is_open |= goes_on.is_none();
            goes_on == Some(true)
        });
        courses.append(&mut self.courses);
        self.courses = courses;
        (!is_open).then_some(())
    }

    /// Plays a turn on a course. Returns whether the course goes on as one; if its sets of rulings
    /// disagree on what the turn consults, adds the courses of its parts instead. Returns `None` if
    /// a fact is open.
    fn play_on_course(&mut self, at: usize, turn: &Turn, course: &mut Course) -> Option<bool> {
        let consulted = course.position.consulted_rulings(&self.game, turn, self.lowest_target);
        course.consulted = course.consulted.or(consulted);
        let first = &self.rulings[course.under[0]];
        let agree = |&number: &usize| self.rulings[number].agree(first, consulted);
        if consulted == RulingSet::NONE || course.under.iter().all(agree) {
            return self.play_in_place(at, turn, course);
        }
        let begun = self.courses.len();
        for under in self.parts(&course.under, consulted) {
            let mut part = Course { under, ..*course };
            if self.play_in_place(at, turn, &mut part)? {
                // The parts of a course often meet again at once.
                let mut courses = self.courses[begun..].iter_mut();
                match courses.find(|course| course.position == part.position) {
                    Some(course) => course.under.append(&mut part.under),
                    None => self.courses.push(part),
                }
            }
        }
        Some(false)
    }

    /// Plays a turn on a course whose sets of rulings agree on what it consults. Returns whether
    /// the course goes on, or `None` if a fact is open.
    fn play_in_place(&mut self, at: usize, turn: &Turn, course: &mut Course) -> Option<bool> {
        let game = self.game_under(course.under[0]);
        let goes_on = match course.position.play_on(&game, turn) {
            Err(_) => false,
            Ok(events) if events.unknown.is_some() => return None,
            Ok(_) => !self.claim_is_false(at, turn, &game, &course.position)?,
        };
        if !goes_on {
            self.end_at_turn(at, &course.under, course.consulted);
        }
        Some(goes_on)
    }

    /// Returns the game under a set of rulings.
    fn game_under(&self, number: usize) -> Game<'static> {
        let rules = Rules { rulings: self.rulings[number], ..self.game.rules };
        Game { rules, ..self.game }
    }

    /// Groups sets of rulings that agree on some rulings.
    fn parts(&self, under: &[usize], on: RulingSet) -> Vec<Vec<usize>> {
        let mut parts: Vec<Vec<usize>> = Vec::new();
        for &number in under {
            let rulings = &self.rulings[number];
            let agree = |part: &&mut Vec<usize>| rulings.agree(&self.rulings[part[0]], on);
            match parts.iter_mut().find(agree) {
                Some(part) => part.push(number),
                None => parts.push(vec![number]),
            }
        }
        parts
    }

    /// Returns whether a claim about the table after a turn is false, or `None` if that is open.
    fn claim_is_false(
        &self,
        at: usize,
        turn: &Turn,
        game: &Game<'_>,
        next: &Position,
    ) -> Option<bool> {
        let Some(after) = self.log.turns[at].after() else { return Some(false) };
        if after.digest.is_some() && !claims::shows_all(next) {
            return None;
        }
        Some(claims::of_turn(game, turn, after, next).is_some())
    }

    /// Records that some sets of rulings have their first finding at turn `at`.
    fn end_at_turn(&mut self, at: usize, under: &[usize], consulted: RulingSet) {
        for &number in under {
            self.outcomes[number] = Some(Outcome::illegal_at(at, consulted));
        }
    }

    /// Checks the claims about the end on every course.
    fn check_end(&mut self) {
        for Course { position, under, consulted } in std::mem::take(&mut self.courses) {
            for under in self.parts(&under, OF_THE_END) {
                let game = self.game_under(under[0]);
                let mut judgment = Judgment::nothing();
                claims::of_end(self.log, &game, &position, &mut judgment);
                judgment.judged = self.log.turns.len();
                (judgment.game, judgment.position) = (Some(OwnedGame::from(&game)), Some(position));
                let outcome = Outcome::of(&judgment, consulted.or(OF_THE_END));
                for number in under {
                    self.outcomes[number] = Some(outcome);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
