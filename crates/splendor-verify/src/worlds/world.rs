//! The tables that are possible between two turns, and how a turn leads from some to others.

use splendor_core::{Game, MOST_SEATS, Position, Token, Tokens, Turn};

use super::bare_table::{BareTable, Notes};
use super::diagram::{Diagrams, Full, Group, Relation, Set, Visit};
use super::numbers::Numbered;
use crate::complete::{OmittedFacts, WORK_OF_A_TRY};

/// The largest number of tables, apart from tokens, between two turns.
const MOST_BARE: usize = 1 << 14;

/// The tables that are possible between two turns: for each bare table, the tokens of the seats. The
/// supply has the rest.
#[derive(Clone, Debug)]
pub(super) struct Generation {
    bare: Numbered<BareTable>,
    /// In the order of discovery, without duplicates.
    kinds: Numbered<Kind>,
    /// The tokens of the seats, for each kind.
    held: Vec<Set>,
}

/// What two tables have in common that differ in tokens alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Kind {
    bare: u32,
    /// Whether an earlier pass was legal only for some of the ways to fill the hidden places.
    pass_undecided: bool,
}

/// One of the possible tables: its kind, by number, and the tokens of each seat.
#[derive(Clone, Debug)]
pub(super) struct World {
    pub(super) kind: usize,
    pub(super) held: Vec<Group>,
}

impl Generation {
    /// Returns no tables.
    pub(super) fn new() -> Self {
        Self { bare: Numbered::new(), kinds: Numbered::new(), held: Vec::new() }
    }

    /// Returns the single table of a position, without exclusions.
    ///
    /// # Errors
    ///
    /// The sets are full.
    pub(super) fn of(
        game: &Game<'_>,
        position: &Position,
        sets: &mut Diagrams,
    ) -> Result<Self, Full> {
        let mut only = Self::new();
        let kind = only.kind(BareTable::of(game, position), false)?;
        let held: Vec<Group> =
            position.seats().iter().map(|seat| digits_of(seat.tokens())).collect();
        only.held[kind] = sets.one(&held)?;
        Ok(only)
    }

    /// Returns the number of the kind of some tables, without a table if it is new.
    ///
    /// # Errors
    ///
    /// There are more than [`MOST_BARE`] bare tables.
    pub(super) fn kind(&mut self, bare: BareTable, pass_undecided: bool) -> Result<usize, Full> {
        let (bare, _) = self.bare.number(bare, MOST_BARE).ok_or(Full)?;
        let kind = self.kinds.number(Kind { bare, pass_undecided }, usize::MAX);
        let (kind, is_new) = kind.expect("there is no limit");
        self.held.extend(is_new.then_some(Set::EMPTY));
        Ok(kind as usize)
    }

    /// Returns the number of kinds.
    pub(super) fn kinds(&self) -> usize {
        self.held.len()
    }

    /// Returns the tokens of the seats, for each kind.
    pub(super) fn held(&self) -> &[Set] {
        &self.held
    }

    /// Returns the tokens of the seats, for each kind, to be changed.
    pub(super) fn held_mut(&mut self) -> &mut [Set] {
        &mut self.held
    }

    /// Returns the bare table of a kind.
    pub(super) fn bare(&self, kind: usize) -> &BareTable {
        &self.bare.values[self.kinds.values[kind].bare as usize]
    }

    /// Returns whether the legality of some pass depends on cards that the log never shows.
    pub(super) fn is_pass_undecided(&self, kind: usize) -> bool {
        self.kinds.values[kind].pass_undecided || self.bare(kind).leaves_pass_undecided()
    }

    /// Returns whether there was a doubt about a pass before these tables.
    pub(super) fn was_pass_undecided(&self, kind: usize) -> bool {
        self.kinds.values[kind].pass_undecided
    }

    /// Returns the position of a table.
    pub(super) fn position(&self, game: &Game<'_>, world: &World) -> Position {
        let mut held = [Tokens::NONE; MOST_SEATS];
        for (held, digits) in held.iter_mut().zip(&world.held) {
            *held = tokens_of(*digits);
        }
        self.bare(world.kind).position(game, &held)
    }

    /// Counts the tables among some of each kind. Tables that differ only in a doubt about a pass
    /// count once.
    ///
    /// # Errors
    ///
    /// The sets are full.
    pub(super) fn count(&self, sets: &mut Diagrams, held: &[Set]) -> Result<u64, Full> {
        let mut count = 0_u64;
        for bare in 0..self.bare.values.len() {
            let of_bare = self.kinds.values.iter().zip(held);
            let of_bare = of_bare.filter(|(kind, _)| kind.bare as usize == bare);
            let all = sets.union_of(of_bare.map(|(_, &set)| set).collect())?;
            count = count.saturating_add(sets.count(all));
        }
        Ok(count)
    }
}

/// Returns the first table among some of each kind.
pub(super) fn first_of(sets: &Diagrams, held: &[Set]) -> Option<World> {
    let mut firsts = held.iter().enumerate();
    firsts.find_map(|(kind, &set)| Some(World { kind, held: sets.first(set)? }))
}

/// Returns the tokens of a seat as digits.
pub(super) fn digits_of(tokens: Tokens) -> Group {
    Token::ALL.map(|token| tokens.get(token))
}

/// Returns digits as the tokens of a seat.
pub(super) fn tokens_of(digits: Group) -> Tokens {
    let counts = Token::ALL.into_iter().zip(digits);
    counts.fold(Tokens::NONE, |all, (token, count)| all.with(token, count))
}

/// The steps of one turn from tables of one kind to tables of another.
#[derive(Debug)]
pub(super) struct Move {
    pub(super) from: usize,
    pub(super) to: usize,
    /// The tables before the turn.
    pub(super) before: Set,
    /// The tokens of the seat that acts, before and after the turn.
    pub(super) tokens: Relation,
    /// Those of each label, by its number in [`Layer::labels`].
    pub(super) of_labels: Vec<(usize, Relation)>,
}

/// A completed turn apart from the tokens that it returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Label {
    pub(super) turn: Turn,
    /// The tokens that the seat gains before it returns any, modulo 256.
    pub(super) gained: Group,
    pub(super) notes: Notes,
}

impl Label {
    /// Returns the completed turn by which the tokens of the seat change so: each count before the
    /// turn, minus the count after it, modulo 256.
    pub(super) fn completed(&self, difference: Group) -> Turn {
        let pairs = self.gained.iter().zip(difference);
        let mut returned = pairs.map(|(gained, difference)| gained.wrapping_add(difference));
        let returned = std::array::from_fn(|_| returned.next().unwrap_or(0));
        Turn { returned: tokens_of(returned), ..self.turn }
    }
}

/// The steps of one turn. They are enough to find the turns that lead to a table, and to remove
/// completed turns that lead only to dead tables.
#[derive(Debug)]
pub(super) struct Layer {
    pub(super) mover: usize,
    /// The number of kinds before the turn.
    pub(super) kinds: usize,
    pub(super) omitted: OmittedFacts,
    /// Whether the log leaves open the source of the card.
    pub(super) source: bool,
    pub(super) labels: Numbered<Label>,
    /// The number of labels of all turns up to this one.
    pub(super) labels_so_far: usize,
    pub(super) moves: Vec<Move>,
}

impl Layer {
    /// Returns a turn without steps yet.
    pub(super) fn new(mover: usize, kinds: usize, omitted: OmittedFacts) -> Self {
        let (labels, moves) = (Numbered::new(), Vec::new());
        Self { mover, kinds, omitted, source: false, labels, labels_so_far: 0, moves }
    }

    /// Visits every set that the steps need.
    pub(super) fn each_set(&mut self, visit: Visit<'_>) {
        for step in &mut self.moves {
            visit(&mut step.before);
            visit(&mut step.tokens);
            step.of_labels.iter_mut().for_each(|(_, tokens)| visit(tokens));
        }
    }

    /// Returns the tables of each kind before the turn from which it leads to some of those after
    /// it. Calls `visit` with the label and the difference of tokens of each step by which it does;
    /// with some more than once.
    ///
    /// # Errors
    ///
    /// The sets are full.
    pub(super) fn back(
        &self,
        sets: &mut Diagrams,
        after: &[Set],
        mut visit: impl FnMut(&Label, Group),
    ) -> Result<Vec<Set>, Full> {
        let mut before = vec![Set::EMPTY; self.kinds];
        for step in &self.moves {
            let ends = [step.before, after[step.to]];
            let set = sets.preimage(ends, self.mover, step.tokens)?;
            before[step.from] = sets.union(before[step.from], set)?;
            for &(label, tokens) in &step.of_labels {
                let differences = sets.differences(ends, self.mover, tokens)?;
                let count = usize::try_from(sets.count(differences)).unwrap_or(usize::MAX);
                sets.work(count.saturating_mul(WORK_OF_A_TRY))?;
                for difference in sets.all(differences) {
                    visit(&self.labels.values[label], difference[0]);
                }
            }
        }
        Ok(before)
    }

    /// Returns a table from which the turn leads to this one, and the completed turn.
    ///
    /// # Errors
    ///
    /// The sets are full.
    pub(super) fn step_to(
        &self,
        sets: &mut Diagrams,
        world: &World,
    ) -> Result<Option<(World, Turn)>, Full> {
        let after = sets.one(&world.held)?;
        for step in self.moves.iter().filter(|step| step.to == world.kind) {
            for &(label, tokens) in &step.of_labels {
                let before = sets.preimage([step.before, after], self.mover, tokens)?;
                let Some(held) = sets.first(before) else { continue };
                let (from, to) = (held[self.mover], world.held[self.mover]);
                let difference = std::array::from_fn(|at| from[at].wrapping_sub(to[at]));
                let turn = self.labels.values[label].completed(difference);
                return Ok(Some((World { kind: step.from, held }, turn)));
            }
        }
        Ok(None)
    }
}
