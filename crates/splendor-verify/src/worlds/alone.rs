//! The tokens that each seat can hold, whatever the others do.
//!
//! Each seat is followed alone: the supply may be anything between what the most and what the least
//! tokens of the others leave. That covers every possible table, and impossible ones too. So tokens
//! from which no way leads on are held at no table that gets so far, and need not be followed.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use splendor_core::{Action, Color, Game, Gems, Position, Seat, Token, Tokens};
use splendor_schema::Log;

use super::bare_table::BareTable;
use super::diagram::{Diagrams, Full, Group, Relation, Set, Shift};
use super::expansion::{Expansion, GaveUp, Legal};
use super::numbers::Numbered;
use super::world::{Generation, digits_of, tokens_of};
use crate::complete::OmittedFacts;
use crate::from_log;

/// The largest number of tables, apart from tokens, that are followed.
const MOST_BARE: usize = 256;

/// Each seat of a log, followed alone.
pub(super) struct Alone<'l, 'h> {
    log: &'l Log,
    game: Game<'h>,
    /// The first turn, from 0.
    start: usize,
    bare: Numbered<BareTable>,
    /// The tokens that each seat may hold before the next turn.
    held: Vec<Set>,
    turns: Vec<TurnAlone>,
    /// Whether the seat that acts cannot play the turn after these.
    is_dead_end: bool,
}

/// A turn of a seat that is followed alone.
struct TurnAlone {
    mover: usize,
    /// The tokens that it may hold before the turn.
    before: Set,
    tokens: Relation,
}

impl<'l, 'h> Alone<'l, 'h> {
    /// Follows the seats from turn `start`, before which these tables are possible, as far as that
    /// is possible within the limits.
    ///
    /// # Errors
    ///
    /// The sets are full.
    pub(super) fn follow(
        log: &'l Log,
        game: Game<'h>,
        start: usize,
        sets: &mut Diagrams,
        now: &Generation,
    ) -> Result<Self, Full> {
        let mut bare = Numbered::new();
        let seats = now.bare(0).without_tokens().seats().len();
        let mut held = vec![Set::EMPTY; seats];
        for (kind, &set) in now.held().iter().enumerate() {
            bare.number(now.bare(kind).without_exclusions(), usize::MAX);
            for (seat, held) in held.iter_mut().enumerate() {
                let also = sets.of_group(set, seat)?;
                *held = sets.union(*held, also)?;
            }
        }
        let turns = Vec::new();
        let mut alone = Self { log, game, start, bare, held, turns, is_dead_end: false };
        for at in start..log.turns.len() {
            // At a limit, the turns that were followed so far are still right.
            if !matches!(alone.play(sets, at), Ok(Some(()))) {
                break;
            }
        }
        Ok(alone)
    }

    /// Returns the first turn that was not followed: its seat cannot play it, or a limit was reached.
    pub(super) fn end(&self) -> usize {
        self.start + self.turns.len()
    }

    /// Returns the turn that no table can play; `None` if none was found.
    pub(super) fn dead_end(&self) -> Option<usize> {
        self.is_dead_end.then_some(self.end())
    }

    /// Returns every table at the end of the log, without tokens, and perhaps more; none if the log
    /// was not followed to its end.
    pub(super) fn ends(&self) -> Vec<Position> {
        let is_whole = self.end() == self.log.turns.len();
        let ends = self.bare.values.iter().filter(|_| is_whole);
        ends.map(|table| *table.without_tokens()).collect()
    }

    /// Plays the next turn. `None` if it cannot be played or followed.
    fn play(&mut self, sets: &mut Diagrams, at: usize) -> Result<Option<()>, Full> {
        let logged = &self.log.turns[at];
        let to_move = self.bare.values[0].without_tokens().to_move();
        let Ok(Some(turn)) = from_log::turn(self.game.components, logged, to_move, false) else {
            return Ok(None);
        };
        let omitted = OmittedFacts::of(logged, &self.log.omits);
        let (game, after) = (&self.game, logged.after.as_ref());
        let expansion = Expansion { game, at, turn: &turn, omitted, after, promising: None };
        let mover = usize::from(to_move);
        let (least, most) = self.held_by_others(sets, mover);
        let movers = || self.bare.values.iter().map(BareTable::mover);
        let posts = movers().flat_map(|seat| seat.posts().iter()).collect();
        let bonuses = movers().map(Seat::bonuses).reduce(least_of).unwrap_or(Gems::NONE);
        let relevant = expansion.relevant(posts, bonuses);
        let mut bare = Numbered::new();
        let mut of_class: BTreeMap<_, Vec<Shift>> = BTreeMap::new();
        let mut steps: BTreeMap<Shift, Vec<Group>> = BTreeMap::new();
        for holding in sets.groups(self.held[mover]) {
            let left = self.game.tokens.minus(tokens_of(holding));
            if !left.covers(least) {
                continue;
            }
            let supplies = supplies(turn.action, left.minus(most), left.minus(least));
            let mut supplies = supplies.map(|supply| relevant.supply(digits_of(supply))).to_vec();
            supplies.dedup();
            for supply in supplies {
                let class = (relevant.class_of(holding), supply);
                let shifts = match of_class.entry(class) {
                    Entry::Occupied(known) => known.into_mut(),
                    Entry::Vacant(new) => {
                        match self.shifts(sets, &expansion, (holding, supply), &mut bare)? {
                            Some(shifts) => new.insert(shifts),
                            None => return Ok(None),
                        }
                    }
                };
                for &shift in &*shifts {
                    steps.entry(shift).or_default().push(holding);
                }
            }
        }
        let to = expansion.claimed(sets)?;
        let mut relations = Vec::new();
        for (shift, mut from) in steps {
            from.dedup();
            let from = sets.of_any_order(from)?;
            relations.push(sets.relation(from, shift, to)?);
        }
        let tokens = sets.union_of(relations)?;
        if tokens == Set::EMPTY {
            self.is_dead_end = true;
            return Ok(None);
        }
        self.bare = bare;
        let before = self.held[mover];
        self.held[mover] = sets.image(before, sets.last_group(), tokens)?;
        self.turns.push(TurnAlone { mover, before, tokens });
        Ok(Some(()))
    }

    /// Returns what the turn may do with the tokens of the seat at any of the tables, and adds the
    /// tables that it leads to. `None` if that cannot be found out.
    fn shifts(
        &self,
        sets: &mut Diagrams,
        expansion: &Expansion<'_>,
        (holding, supply): (Group, Group),
        next: &mut Numbered<BareTable>,
    ) -> Result<Option<Vec<Shift>>, Full> {
        let mut shifts = Vec::new();
        let mut is_full = false;
        for table in &self.bare.values {
            let position = table.with_holding(tokens_of(holding), tokens_of(supply));
            let played = expansion.each_legal(sets, table, &position, &mut |legal| {
                let Legal { played, shift, .. } = legal;
                is_full |= next.number(played.bare.without_exclusions(), MOST_BARE).is_none();
                shifts.push(shift);
                Ok(())
            });
            match played {
                Ok(()) if !is_full => {}
                Ok(()) | Err(GaveUp::Missing { .. }) => return Ok(None),
                Err(GaveUp::Full) => return Err(Full),
            }
        }
        shifts.sort_unstable();
        shifts.dedup();
        Ok(Some(shifts))
    }

    /// Returns the least and the most tokens of each kind that the other seats hold together.
    fn held_by_others(&self, sets: &Diagrams, mover: usize) -> (Tokens, Tokens) {
        let others = self.held.iter().enumerate().filter(|&(seat, _)| seat != mover);
        others.fold((Tokens::NONE, Tokens::NONE), |(least, most), (_, &held)| {
            let bounds = Token::ALL.map(|token| sets.sums(held, token.index()).unwrap_or_default());
            let [few, many] = [bounds.map(|(few, _)| few), bounds.map(|(_, many)| many)];
            (least.plus(tokens_of(few)), most.plus(tokens_of(many)))
        })
    }

    /// Returns, for each turn before `horizon`, the tokens after it from which the seat can play its
    /// turns before `horizon`.
    ///
    /// # Errors
    ///
    /// The sets are full.
    pub(super) fn promising(&self, sets: &mut Diagrams, horizon: usize) -> Result<Vec<Set>, Full> {
        let turns = &self.turns[..horizon - self.start];
        let group = sets.last_group();
        let mut alive = self.held.clone();
        for turn in turns {
            alive[turn.mover] = sets.image(turn.before, group, turn.tokens)?;
        }
        let mut promising = Vec::with_capacity(turns.len());
        for turn in turns.iter().rev() {
            let after = alive[turn.mover];
            let before = sets.preimage([turn.before, after], group, turn.tokens)?;
            alive[turn.mover] = before;
            promising.push(after);
        }
        promising.reverse();
        Ok(promising)
    }
}

/// Returns supplies that stand for every supply between two bounds: a turn leads from one of these
/// wherever it leads from any supply between the bounds.
///
/// A rule asks for enough tokens of the kinds that are taken, or for too few of the others. So three
/// supplies suffice: the most of the taken kinds with the least of the others, the most of all, and
/// the least of all.
fn supplies(action: Action, low: Tokens, high: Tokens) -> [Tokens; 3] {
    let taken = match action {
        Action::Take(taken) => taken,
        Action::ReserveMarket(_)
        | Action::ReserveDeck { .. }
        | Action::Purchase { .. }
        | Action::Pass => Tokens::NONE,
    };
    let mixed = Token::ALL.into_iter().filter(|&token| taken.get(token) > 0);
    [mixed.fold(low, |sum, token| sum.with(token, high.get(token))), high, low]
}

fn least_of(one: Gems, two: Gems) -> Gems {
    let least = Color::ALL.map(|color| one.get(color).min(two.get(color)));
    Gems::new(least)
}
