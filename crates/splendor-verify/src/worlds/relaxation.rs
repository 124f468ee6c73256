//! A relaxation of the worlds: each seat keeps its own set of possible token counts.
//!
//! Only the supply joins the tokens of one seat with those of another. The relaxation forgets which
//! tokens of one seat go with which tokens of another, and lets the supply be anything between the
//! most and the least that the sets of all seats allow. So it covers every table that the log
//! allows, and some tables that the log does not allow.
//!
//! It proves two things. A turn that it cannot play is legal at no table. Tokens from which it
//! cannot reach its last turn belong to no table that reaches it, so that
//! [the search](super::search) drops them.

use splendor_core::{Action, Game, MOST_SEATS, Position, Token, Tokens, Turn, Violation};
use splendor_schema::Log;
use splendor_schema::turn::After;

use super::bare_table::{BareTable, Refused};
use super::contradiction::{Reach, reach};
use super::forecast::Forecast;
use super::numbers::Numbered;
use super::situation::regarded;
use super::token_sets::{RelaxedTurn, each_count};
use super::world::Generation;
use crate::complete::{self, OmittedFacts};
use crate::verdict::Breach;
use crate::{claims, from_log};

/// The largest number of completed turns that the relaxation lists for one log.
const MOST_LISTED: usize = 1 << 22;

/// The largest number of bare tables that it follows at a time.
const MOST_BARE: usize = 1 << 8;

/// The relaxation of the worlds before some turn.
pub(super) struct Relaxation<'l, 'h> {
    log: &'l Log,
    game: Game<'h>,
    /// The bare tables before the next turn.
    bare: Numbered<BareTable>,
    /// The tokens that each seat may hold before the next turn.
    held: [Numbered<Tokens>; MOST_SEATS],
    steps: Vec<RelaxedTurn>,
    /// The number of completed turns that were listed.
    listed: usize,
}

/// The turn that the relaxation reached.
#[derive(Debug)]
pub(super) enum Reached {
    /// The end of the log.
    End,
    /// A turn that is legal at no table.
    Refuted(Refutation),
    /// A turn that is not followed: it exceeds a limit, or it is not a turn of this game.
    Unknown,
}

/// A turn that is legal at no table.
#[derive(Debug)]
pub(super) struct Refutation {
    /// The turn, from 0.
    pub(super) at: usize,
    /// The breach, if it is the same with the same facts whatever the seats hold.
    pub(super) breach: Option<Breach>,
    /// The tokens of the seat with which the turn gets furthest, as [`Reach`] ranks it.
    pub(super) furthest: Vec<Tokens>,
}

/// The tables that a turn leads to.
struct Next {
    bare: Numbered<BareTable>,
    held: Numbered<Tokens>,
    edges: Vec<(u32, u32)>,
}

impl<'l, 'h> Relaxation<'l, 'h> {
    /// Returns the relaxation of these worlds of a log.
    pub(super) fn of(log: &'l Log, game: Game<'h>, worlds: &Generation) -> Self {
        let mut bare = Numbered::new();
        for table in worlds.bare_tables() {
            bare.number(table.without_exclusions(), usize::MAX);
        }
        let mut held = std::array::from_fn(|_| Numbered::new());
        for world in worlds.worlds() {
            for (set, &tokens) in held.iter_mut().zip(&world.held) {
                set.number(tokens, usize::MAX);
            }
        }
        Self { log, game, bare, held, steps: Vec::new(), listed: 0 }
    }

    /// Plays the log from turn `start`, the turn that comes next.
    pub(super) fn follow(&mut self, start: usize) -> Reached {
        for at in start..self.log.turns.len() {
            let Some(next) = self.next(at) else { return Reached::Unknown };
            if next.held.values.is_empty() {
                return self.refutation(at).map_or(Reached::Unknown, Reached::Refuted);
            }
            let mover = self.mover();
            self.bare = next.bare;
            let after = next.held.values.clone();
            let before = std::mem::replace(&mut self.held[mover], next.held).values;
            self.steps.push(RelaxedTurn { mover, before, after, edges: next.edges });
        }
        Reached::End
    }

    /// Returns the number of completed turns that were listed.
    pub(super) const fn listed(&self) -> usize {
        self.listed
    }

    /// Returns the bare tables before the next turn.
    pub(super) fn bare_tables(&self) -> &[BareTable] {
        &self.bare.values
    }

    /// Returns the seat that acts next. All tables have played the same turns.
    fn mover(&self) -> usize {
        usize::from(self.bare.values[0].without_tokens().to_move())
    }

    /// Returns the tables after turn `at`. `None` if they are not known.
    fn next(&mut self, at: usize) -> Option<Next> {
        let mut next = Next { bare: Numbered::new(), held: Numbered::new(), edges: Vec::new() };
        let mut reached: Vec<u32> = Vec::new();
        let mut from = None;
        self.try_each(at, &mut |number, outcome| {
            if from != Some(number) {
                next.connect(from, &mut reached);
                from = Some(number);
            }
            if let RelaxedOutcome::Played { bare, whole, returned } = outcome {
                next.bare.number(*bare, MOST_BARE)?;
                for &returned in returned {
                    reached.push(next.held.number(whole.minus(returned), usize::MAX)?.0);
                }
            }
            Some(())
        })?;
        next.connect(from, &mut reached);
        Some(next)
    }

    /// Returns how far turn `at` gets, which is legal at no table.
    fn refutation(&mut self, at: usize) -> Option<Refutation> {
        let mut common = None;
        let mut is_common = true;
        let mut furthest: Option<(Reach, Vec<usize>)> = None;
        self.try_each(at, &mut |number, outcome| {
            let RelaxedOutcome::Broken(breach) = outcome else { return None };
            is_common &= *common.get_or_insert(breach) == breach;
            let reach = reach(Some(&breach));
            match &mut furthest {
                Some((best, numbers)) if *best == reach => numbers.push(number),
                Some((best, _)) if *best > reach => {}
                _ => furthest = Some((reach, vec![number])),
            }
            Some(())
        })?;
        let held = &self.held[self.mover()].values;
        let numbers = furthest.map_or_else(Vec::new, |(_, numbers)| numbers);
        let furthest = numbers.into_iter().map(|number| held[number]).collect();
        Some(Refutation { at, breach: common.filter(|_| is_common), furthest })
    }

    /// Tries turn `at` with every tokens that the seat may hold, by their number, and with every
    /// supply that makes a difference. `None` if the turn cannot be tried, or as soon as `visit`
    /// returns it.
    fn try_each(
        &mut self,
        at: usize,
        visit: &mut impl FnMut(usize, RelaxedOutcome<'_>) -> Option<()>,
    ) -> Option<()> {
        let logged = &self.log.turns[at];
        let mover = self.mover();
        let to_move = u8::try_from(mover).ok()?;
        let turn = from_log::turn(self.game.components, logged, to_move, false).ok()??;
        let omitted = OmittedFacts::of(logged, &self.log.omits);
        // The supply of a relaxed table is one of several, and so are the tokens of other seats.
        let claims = logged.after;
        let claims = claims.map(|claims| After { supply: None, digest: None, ..claims });
        let alike = claims.as_ref().is_none_or(|claims| claims.tokens.is_none());
        let (least, most) = self.held_by_others(mover);
        for (number, &tokens) in self.held[mover].values.iter().enumerate() {
            let open = self.game.tokens.minus(tokens);
            if !open.covers(least) {
                continue;
            }
            for supply in supplies(open.minus(most), open.minus(least), &turn) {
                for table in &self.bare.values {
                    let position = with_supply(table, mover, tokens, supply);
                    let all = complete::candidates(&self.game, &position, &turn, omitted)?;
                    self.listed += all.len();
                    if self.listed > MOST_LISTED {
                        return None;
                    }
                    for (completed, returned) in by_returned(&all, alike) {
                        let played = table.play(&self.game, &position, &completed, claims.as_ref());
                        let outcome = match played {
                            Ok(played) => RelaxedOutcome::Played {
                                bare: Box::new(played.bare.without_exclusions()),
                                whole: played.held.plus(completed.returned),
                                returned: &returned,
                            },
                            Err(Refused::Broken) => RelaxedOutcome::Broken(self.breach(
                                &position,
                                &completed,
                                claims.as_ref(),
                            )?),
                            Err(Refused::NotForced) => RelaxedOutcome::Broken(Breach::Rule(
                                Violation::pass_with_a_card_in_reach(),
                            )),
                            Err(Refused::TooMany | Refused::Drawn | Refused::Pass) => return None,
                        };
                        visit(number, outcome)?;
                    }
                }
            }
        }
        Some(())
    }

    /// Returns the breach of a completed turn.
    fn breach(&self, position: &Position, turn: &Turn, claims: Option<&After>) -> Option<Breach> {
        let mut next = *position;
        match next.play(&self.game, turn) {
            Err(violation) => Some(Breach::Rule(violation)),
            Ok(_) => claims::of_turn(&self.game, turn, claims?, &next),
        }
    }

    /// Returns the least and the most tokens of each kind that the other seats hold together.
    fn held_by_others(&self, mover: usize) -> (Tokens, Tokens) {
        let others = self.held.iter().enumerate().filter(|&(seat, _)| seat != mover);
        others.fold((Tokens::NONE, Tokens::NONE), |(least, most), (_, held)| {
            (least.plus(each(&held.values, u8::min)), most.plus(each(&held.values, u8::max)))
        })
    }

    /// Returns the tokens that may lead on to the last turn that was played. `last` limits the
    /// tokens of the seat that acts after that turn.
    pub(super) fn promising(&self, last: Option<&[Tokens]>) -> Promising {
        let mut held = self.held.each_ref().map(|held| held.values.clone());
        if let Some(last) = last {
            held[self.mover()] = last.to_vec();
        }
        let mut after = Vec::with_capacity(self.steps.len());
        for step in self.steps.iter().rev() {
            self.leave_enough(&mut held);
            let left = &mut held[step.mover];
            left.sort_unstable();
            let leads: Vec<bool> =
                step.after.iter().map(|tokens| left.binary_search(tokens).is_ok()).collect();
            let mut before = vec![false; step.before.len()];
            for &(from, to) in &step.edges {
                before[from as usize] |= leads[to as usize];
            }
            let before = step.before.iter().zip(before).filter(|(_, leads)| *leads);
            let before = before.map(|(tokens, _)| *tokens).collect();
            after.push(std::mem::replace(left, before));
        }
        self.leave_enough(&mut held);
        for held in &mut held {
            held.sort_unstable();
        }
        after.reverse();
        Promising { first: held, after }
    }

    /// Forecasts the supply before a turn that takes tokens, numbered from the first.
    ///
    /// `None` if the turn takes none, or was not reached.
    pub(super) fn forecast(
        &self,
        number: usize,
        turn: &Turn,
        promising: &Promising,
    ) -> Option<Forecast> {
        let steps = self.steps.get(..number)?;
        let mut held = promising.first.clone();
        for (step, after) in steps.iter().zip(&promising.after) {
            held[step.mover].clone_from(after);
        }
        Forecast::new(&self.game, turn, steps, held)
    }

    /// Removes the tokens of a seat that leave too few for the least that the other seats hold.
    fn leave_enough(&self, held: &mut [Vec<Tokens>; MOST_SEATS]) {
        let least = held.each_ref().map(|held| each(held, u8::min));
        for (seat, held) in held.iter_mut().enumerate() {
            let others = least.iter().enumerate().filter(|&(other, _)| other != seat);
            let others = others.fold(Tokens::NONE, |sum, (_, least)| sum.plus(*least));
            held.retain(|tokens| self.game.tokens.covers(tokens.plus(others)));
        }
    }
}

impl Next {
    /// Connects the tokens with number `from` with those that were reached from them.
    fn connect(&mut self, from: Option<usize>, reached: &mut Vec<u32>) {
        let Some(from) = from.and_then(|from| u32::try_from(from).ok()) else { return };
        reached.sort_unstable();
        reached.dedup();
        self.edges.extend(reached.drain(..).map(|to| (from, to)));
    }
}

/// The outcome of a completed turn at a relaxed table.
enum RelaxedOutcome<'o> {
    /// The turn is legal.
    Played {
        bare: Box<BareTable>,
        /// The tokens of the seat before it returned any.
        whole: Tokens,
        /// The tokens that it may return.
        returned: &'o [Tokens],
    },
    /// The turn breaks a clause, or contradicts a claim.
    Broken(Breach),
}

/// The tokens that may lead on, in sorted lists.
pub(super) struct Promising {
    /// Those of each seat before the first turn.
    first: [Vec<Tokens>; MOST_SEATS],
    /// Those of the seat that acts, after each turn.
    after: Vec<Vec<Tokens>>,
}

impl Promising {
    /// Returns whether seats that hold these tokens before the first turn may lead on.
    pub(super) fn has_first(&self, held: &[Tokens; MOST_SEATS]) -> bool {
        self.first.iter().zip(held).all(|(set, tokens)| set.binary_search(tokens).is_ok())
    }

    /// Returns whether tokens of the seat that acts in a turn, numbered from the first, may lead on
    /// after it.
    pub(super) fn has(&self, turn: usize, held: Tokens) -> bool {
        self.after.get(turn).is_none_or(|set| set.binary_search(&held).is_ok())
    }
}

/// Applies a function, such as the minimum, to the counts of each kind in all of these.
fn each(all: &[Tokens], pick: fn(u8, u8) -> u8) -> Tokens {
    all.iter().copied().reduce(|one, two| each_count(one, two, pick)).unwrap_or(Tokens::NONE)
}

/// Groups completed turns that differ only in the tokens returned. All of a group are legal or none
/// is: only choices that the rules allow are listed. `alike` is whether no claim tells them apart.
fn by_returned(all: &[Turn], alike: bool) -> impl Iterator<Item = (Turn, Vec<Tokens>)> {
    let whole = |turn: &Turn| Turn { returned: Tokens::NONE, ..*turn };
    let groups = all.chunk_by(move |one, two| alike && whole(one) == whole(two));
    groups.map(|group| (group[0], group.iter().map(|turn| turn.returned).collect()))
}

/// Returns supplies that stand for every supply between two bounds: a turn leads from one of these
/// wherever it leads from any supply between the bounds.
///
/// A rule asks for enough tokens of the kinds that are taken, or for too few of the kinds that are
/// left. So the turn is tried with the most of the taken kinds and the least of the others, with
/// the least of all, and with the most of all.
fn supplies(low: Tokens, high: Tokens, turn: &Turn) -> Vec<Tokens> {
    let taken = match turn.action {
        Action::Take(taken) => taken,
        _ => Tokens::NONE,
    };
    let mixed = Token::ALL.into_iter().filter(|&token| taken.get(token) > 0);
    let mixed = mixed.fold(low, |sum, token| sum.with(token, high.get(token)));
    let mut all: Vec<Tokens> = Vec::with_capacity(3);
    for supply in [mixed, low, high] {
        if !all.iter().any(|&known| regarded(known, turn) == regarded(supply, turn)) {
            all.push(supply);
        }
    }
    all
}

/// Returns a bare table with the tokens of one seat, and a supply. The tokens of the other seats
/// are missing, so that the position is not held to the invariants.
fn with_supply(table: &BareTable, seat: usize, tokens: Tokens, supply: Tokens) -> Position {
    let seat = u8::try_from(seat).unwrap_or(u8::MAX);
    table.without_tokens().adopt(seat, Some(tokens), Some(supply), None)
}
