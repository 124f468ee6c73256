//! Searches for a legal completion of a log that allows more worlds than can be followed.
//!
//! The exact search stopped before some turn, with every world before it. From there a beam search
//! goes on: after each turn it keeps only some of the worlds, of those that
//! [the relaxation](super::relaxation) does not exclude. A world that reaches the end proves that
//! the log can be completed. If the beam dies, that proves nothing, and a wider beam tries again.
//! If the relaxation cannot play a turn, the log is illegal.

use std::cmp::Reverse;

use splendor_core::{Position, Turn};

use super::bare_table::BareTable;
use super::contradiction::Contradiction;
use super::expansion::{Expansion, GaveUp};
use super::forecast::Forecast;
use super::relaxation::{Promising, Reached, Refutation, Relaxation};
use super::world::World;
use super::{MOST_WORLDS, Stop, Worlds};
use crate::claims::{self, FalseClaim};
use crate::verdict::{Breach, TOO_LONG};

/// The numbers of worlds that are kept after each turn, attempt by attempt. An attempt does not
/// count if it died at a turn whose supply was not forecast before.
const WIDTHS: [usize; 6] = [1 << 10, 1 << 10, 1 << 12, 1 << 12, 1 << 14, 1 << 14];

/// The largest number of turns whose supply is forecast.
const MOST_FORECASTS: usize = 32;

/// The largest number of completed turns to play and of steps from a world to the next, in all
/// attempts together.
const MOST_WORK: usize = 1 << 23;

/// One attempt.
struct Beam<'b> {
    /// The largest number of worlds to keep after a turn.
    width: usize,
    /// The first turn, from 0.
    start: usize,
    bounds: &'b Bounds<'b, 'b>,
    /// The tokens that may lead on; worlds in which the seats hold others are dropped.
    promising: &'b Promising,
    /// Forecasts of the turns at which earlier attempts died, in the order of these turns.
    forecasts: &'b [Forecast],
    /// The number of the attempt, which chooses the order in which worlds are kept.
    attempt: u64,
}

impl Beam<'_> {
    /// Returns the room of a world before turn `at`: the least that a forecast leaves. `None` if
    /// the world leads nowhere.
    fn room(&self, at: usize, world: &World) -> Option<u8> {
        let played = at - self.start;
        let coming = self.forecasts.iter().filter(|forecast| forecast.turn >= played);
        coming.map(|forecast| forecast.room(played, &world.held)).min().unwrap_or(Some(u8::MAX))
    }
}

/// The result of the search.
pub(super) enum SearchResult {
    /// A world that agrees with the whole log, by its number.
    Witness(usize),
    /// No world can play some turn.
    Contradicted(Box<Contradiction>),
    /// No table can play a turn, from 0, because of this breach.
    Refuted(usize, Breach),
    /// The claims about the end are false at every table. Those of world `number` are listed.
    FalseEnd { number: usize, false_claims: Vec<FalseClaim> },
    /// Some worlds before a turn that is not a turn of this game.
    Unplayed,
    /// Nothing.
    Nothing,
}

/// The facts that the relaxation proves about the rest of the log.
pub(super) struct Bounds<'l, 'h> {
    relaxation: Relaxation<'l, 'h>,
    reached: Reached,
    promising: Promising,
    /// The tokens with which a turn that is legal at no table gets furthest.
    furthest: Option<Promising>,
    /// The facts about the end of the log; none if the relaxation did not reach it.
    pub(super) end: EndBounds,
}

/// The facts that the relaxation proves about the tables after the last turn. A fact that it does
/// not prove is false here.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EndBounds {
    /// The outcomes are the same at every table.
    pub(super) same: Same,
    /// The game has ended at every table.
    pub(super) ended: bool,
    /// Every table contradicts some claim of the log about the end.
    contradicted: bool,
}

/// The parts of the outcome in which all tables agree.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Same {
    pub(super) scores: bool,
    pub(super) end: bool,
    pub(super) winners: bool,
}

impl Bounds<'_, '_> {
    /// Forecasts the supply before a turn that takes tokens, numbered from the first.
    pub(super) fn forecast(&self, number: usize, turn: &Turn) -> Option<Forecast> {
        self.relaxation.forecast(number, turn, &self.promising)
    }

    /// Returns the turn, from 0, that is legal at no table, if one was found.
    const fn refuted(&self) -> Option<usize> {
        match &self.reached {
            Reached::Refuted(refuted) => Some(refuted.at),
            Reached::End | Reached::Unknown => None,
        }
    }
}

impl<'l, 'h> Worlds<'l, 'h> {
    /// Follows the rest of the log with the relaxation.
    pub(super) fn bounds(&mut self) -> Bounds<'l, 'h> {
        let mut relaxation = Relaxation::of(self.log, self.game, &self.now);
        let reached = relaxation.follow(self.at());
        let promising = relaxation.promising(None);
        let (mut furthest, mut end) = (None, EndBounds::default());
        match &reached {
            Reached::End => end = self.end_bounds(&relaxation),
            Reached::Refuted(refuted) => {
                furthest = Some(relaxation.promising(Some(&refuted.furthest)));
            }
            Reached::Unknown => {}
        }
        self.work += relaxation.listed();
        Bounds { relaxation, reached, promising, furthest, end }
    }

    /// Compares the ends of all relaxed tables, with the claims and with each other.
    fn end_bounds(&self, relaxation: &Relaxation<'_, '_>) -> EndBounds {
        let tables = relaxation.bare_tables().iter().map(BareTable::without_tokens);
        let first = tables.clone().next().expect("a table reached the end");
        let winners = first.winners(&self.game);
        let same = Same { scores: true, end: true, winners: true };
        let mut all = EndBounds { same, ended: true, contradicted: true };
        for table in tables {
            all.same.scores &= first.scores().eq(table.scores());
            all.same.end &= first.has_ended() == table.has_ended();
            all.same.winners &= winners == table.winners(&self.game);
            all.ended &= table.has_ended();
            all.contradicted &= !self.false_claims(table).is_empty();
        }
        all
    }

    /// Returns the false claims of the log about the end, at a table.
    fn false_claims(&self, position: &Position) -> Vec<FalseClaim> {
        claims::of_end(self.log, &self.game, position)
    }

    /// Searches from the worlds before the next turn, which the exact search has left.
    pub(super) fn search(&mut self, bounds: &Bounds<'_, '_>) -> SearchResult {
        let (start, layers) = (self.at(), self.layers.len());
        let every_world = self.now.clone();
        let mut forecasts = Vec::new();
        let mut attempt = 0;
        for width in WIDTHS {
            // A turn that is legal at no table is best shown at a table where it gets furthest.
            for promising in bounds.furthest.iter().chain([&bounds.promising]) {
                loop {
                    let beam =
                        Beam { width, start, bounds, promising, forecasts: &forecasts, attempt };
                    attempt += 1;
                    let found = self.attempt(&beam);
                    let SearchResult::Nothing = found else { return found };
                    let forecast = self.forecast(bounds, start, &forecasts);
                    self.layers.truncate(layers);
                    if let Some(layer) = self.layers.last_mut() {
                        layer.kept = None;
                    }
                    self.now = every_world.clone();
                    let Some(forecast) = forecast else { break };
                    forecasts.push(forecast);
                    forecasts.sort_by_key(|forecast| forecast.turn);
                }
            }
        }
        match bounds.reached {
            Reached::Refuted(Refutation { at, breach: Some(breach), .. }) => {
                SearchResult::Refuted(at, breach)
            }
            Reached::Refuted(_) | Reached::End | Reached::Unknown => SearchResult::Nothing,
        }
    }

    /// Forecasts the supply before the turn at which an attempt died, if it is not known yet. An
    /// attempt that reached the end of the log has no next turn: no world agreed with the claims.
    fn forecast(
        &self,
        bounds: &Bounds<'_, '_>,
        start: usize,
        known: &[Forecast],
    ) -> Option<Forecast> {
        let number = self.at() - start;
        let is_new = known.iter().all(|forecast| forecast.turn != number);
        if !is_new || known.len() == MOST_FORECASTS || self.now.len() == 0 {
            return None;
        }
        bounds.forecast(number, &self.next_turn()?)
    }

    /// Follows a beam of worlds to the end of the log. If it dies, the last worlds stay.
    fn attempt(&mut self, beam: &Beam<'_>) -> SearchResult {
        self.keep(beam, |world| beam.promising.has_first(&world.held));
        while self.now.len() > 0 {
            if self.at() == self.log.turns.len() {
                return self.best_end(beam.bounds);
            }
            match self.step_in_beam(beam) {
                Ok(()) => self.keep(beam, |_| true),
                Err(Stop::Unplayed) => return SearchResult::Unplayed,
                Err(Stop::GaveUp(_)) => return SearchResult::Nothing,
                Err(Stop::Contradicted(contradiction)) => {
                    // The worlds that were dropped cannot play the turn either if no table can.
                    if beam.bounds.refuted() == Some(self.at()) {
                        return SearchResult::Contradicted(contradiction);
                    }
                    return SearchResult::Nothing;
                }
            }
        }
        SearchResult::Nothing
    }

    /// Plays the next turn in the worlds of the beam.
    ///
    /// # Errors
    ///
    /// The reason to stop: mostly that no world of the beam can play the turn and lead on.
    fn step_in_beam(&mut self, beam: &Beam<'_>) -> Result<(), Stop> {
        let at = self.at();
        let logged = &self.log.turns[at];
        let turn = self.next_turn().ok_or(Stop::Unplayed)?;
        let omitted = self.omitted_facts(logged);
        let mut expansion =
            Expansion::new(&self.game, at, &turn, omitted, logged.after.as_ref(), MOST_WORLDS);
        let room = MOST_WORLDS / self.now.len();
        for number in 0..self.now.len() {
            let mut left = room;
            let leads = |held| {
                let leads = left > 0 && beam.promising.has(at - beam.start, held);
                left -= usize::from(leads);
                leads
            };
            expansion.expand(&self.now, number, 0, leads).map_err(Stop::GaveUp)?;
            let done = expansion.played + expansion.next.layer.edges.len();
            if self.work + done > MOST_WORK {
                self.work += done;
                let field = omitted.first_field();
                return Err(Stop::GaveUp(GaveUp { field, why: TOO_LONG }));
            }
        }
        let next = expansion.next;
        self.work += expansion.played + next.layer.edges.len();
        if next.generation.len() == 0 {
            return Err(Stop::Contradicted(Box::new(self.contradiction(&turn, logged, omitted))));
        }
        self.layers.push(next.layer);
        self.now = next.generation;
        Ok(())
    }

    /// Keeps some of the worlds that lead on.
    fn keep(&mut self, beam: &Beam<'_>, leads: impl Fn(&World) -> bool) {
        let (at, worlds) = (self.at(), self.now.worlds());
        let leading = (0..).zip(worlds).filter(|(_, world)| leads(world));
        let leading = leading.filter_map(|(number, world)| Some((number, beam.room(at, world)?)));
        let mut kept: Vec<(u32, u8)> = leading.collect();
        if kept.len() > beam.width {
            // Worlds that were discovered one after the other have much in common. A mixed order
            // keeps different ones, and it is the same in every run.
            kept.sort_by_cached_key(|&(number, _)| mixed(number, beam.attempt));
            kept[beam.width / 2..].sort_by_key(|&(_, room)| Reverse(room));
            kept.truncate(beam.width);
            kept.sort_unstable();
        }
        if kept.len() < worlds.len() {
            let kept: Vec<u32> = kept.into_iter().map(|(number, _)| number).collect();
            self.now = self.now.only(&kept);
            if let Some(layer) = self.layers.last_mut() {
                layer.kept = Some(kept);
            }
        }
    }

    /// Returns a world that agrees with the claims about the end. If no table can agree with them,
    /// returns the false claims of the world with the fewest.
    fn best_end(&self, bounds: &Bounds<'_, '_>) -> SearchResult {
        let mut least: Option<(usize, Vec<FalseClaim>)> = None;
        for number in 0..self.now.len() {
            let claims = self.false_claims(&self.now.position(&self.game, number));
            if claims.is_empty() {
                return SearchResult::Witness(number);
            }
            if least.as_ref().is_none_or(|(_, least)| claims.len() < least.len()) {
                least = Some((number, claims));
            }
        }
        match least {
            Some((number, claims)) if bounds.end.contradicted => {
                SearchResult::FalseEnd { number, false_claims: claims }
            }
            _ => SearchResult::Nothing,
        }
    }
}

/// Returns a number that looks random, different for different numbers in one attempt.
fn mixed(number: u32, attempt: u64) -> u64 {
    let mixed = (u64::from(number) | attempt << 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed.rotate_left(29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}
