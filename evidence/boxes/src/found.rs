//! The result of a search, and the reason why it stopped.

use core::fmt;

use splendor_core::{Action, Clause, Game, Noble, Position, Post, Turn};

/// The kinds of turns to count. A turn can be of several kinds.
pub const KINDS: [&str; 14] = [
    "takes",
    "pairs",
    "reserves",
    "unders",
    "purchases",
    "golds",
    "doubled",
    "passes",
    "returns",
    "gems",
    "nobles",
    "choices",
    "posts",
    "points",
];

/// The result of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The number of positions that legal turns lead to, including the first position.
    pub positions: u64,
    /// How many of them are the end of a complete last round.
    pub completed: u64,
    /// How many of them are a stalemate.
    pub stalemates: u64,
    /// How many legal turns were played, each with every card that can appear.
    pub turns: u64,
    /// How many of them are of each of the [`KINDS`].
    pub kinds: [u64; KINDS.len()],
    /// How many pairs of a position and a turn, legal or not, were judged.
    pub judged: u64,
    /// How many of those turns were illegal.
    pub illegal: u64,
    /// The clauses that some of them break, one bit each.
    clauses: u128,
}

impl Found {
    /// Returns the clauses that some judged turn breaks, in book order.
    pub fn clauses(&self) -> impl Iterator<Item = Clause> {
        let broken = self.clauses;
        Clause::ALL.iter().copied().filter(move |&clause| broken >> clause as u8 & 1 == 1)
    }

    pub(super) const fn break_clause(&mut self, clause: Clause) {
        self.clauses |= 1 << clause as u8;
    }

    /// Counts a legal turn.
    pub(super) fn count_turn(&mut self, game: &Game<'_>, before: &Position, turn: &Turn) {
        self.turns += 1;
        for (count, is) in self.kinds.iter_mut().zip(kinds(game, before, turn)) {
            *count += u64::from(is);
        }
    }
}

/// Whether a legal turn is of each of the [`KINDS`].
fn kinds(game: &Game<'_>, before: &Position, turn: &Turn) -> [bool; KINDS.len()] {
    let mut pair = false;
    let (mut under, mut gold, mut doubled) = (false, false, false);
    let bonuses = before.mover().bonuses();
    let mut after = bonuses;
    match turn.action {
        Action::Take(taken) => pair = taken.iter().any(|(_, count)| count == 2),
        Action::ReserveDeck { under: below, .. } => under = below.is_some(),
        Action::Purchase { card, pay, .. } => {
            let card = game.components.card(card);
            gold = pay.gold() > 0;
            doubled = pay.total() < card.cost().minus(bonuses).total();
            after = bonuses.plus(card.bonuses());
        }
        Action::ReserveMarket(_) | Action::Pass => {}
    }
    let met = |noble: Noble| after.covers(noble.demand);
    let several =
        before.nobles().iter().filter(|&id| met(game.components.noble(id))).nth(1).is_some();
    let posts = before.mover().posts().or(turn.posts);
    [
        matches!(turn.action, Action::Take(_)),
        pair,
        matches!(turn.action, Action::ReserveMarket(_) | Action::ReserveDeck { .. }),
        under,
        matches!(turn.action, Action::Purchase { .. }),
        gold,
        doubled,
        turn.action == Action::Pass,
        !turn.returned.is_empty(),
        turn.gem.is_some(),
        !turn.nobles.is_empty(),
        several && !turn.nobles.is_empty(),
        !turn.posts.is_empty(),
        !turn.posts.is_empty() && posts.has(Post::PointPerPost),
    ]
}

/// The reason why a search stopped before its end.
#[derive(Clone, Debug)]
pub enum Stop {
    /// There are more positions than allowed; the result so far.
    Full(Box<Found>),
    /// A property does not hold: a defect of `splendor-core`.
    Defect(Box<Defect>),
}

/// A property that does not hold.
#[derive(Clone, Debug)]
pub struct Defect {
    /// The property that should hold.
    pub due: &'static str,
    /// The position in which it does not hold.
    pub position: Position,
    /// The turn that breaks it, if a turn does.
    pub turn: Option<Turn>,
}

impl Stop {
    pub(super) fn defect(due: &'static str, position: &Position, turn: Option<&Turn>) -> Self {
        Self::Defect(Box::new(Defect { due, position: *position, turn: turn.copied() }))
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full(found) => write!(f, "more than {} positions", found.positions),
            Self::Defect(defect) => {
                let Defect { due, position, turn } = &**defect;
                write!(f, "it does not hold that {due}: {turn:?} in {position:?}")
            }
        }
    }
}

impl core::error::Error for Stop {}
