//! One world, and the worlds after a turn: equal ones are one.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use splendor_core::{Action, Events, Game, Position, Stalemate, Turn, Unknown};
use splendor_schema::turn::After;

use super::hidden::{Hidden, Learned, Step};
use super::{EDGES, LIMIT, TOO_LONG, TOO_MANY};
use crate::claims;
use crate::complete::Open;

/// A table that the log allows, with the deductions about its hidden places.
#[derive(Clone, Debug)]
pub(super) struct World {
    pub(super) position: Position,
    hidden: Hidden,
    /// Whether some filling of the hidden places would have made a pass a breach.
    pass_undecided: bool,
    /// In how many ways the log can be completed so far that lead here.
    pub(super) ways: u64,
}

/// The facts that a turn leaves undecided in a world.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Notes {
    /// The card came from a place in the market that the log omits.
    pub(super) market_card: bool,
    /// The digest could not be compared.
    pub(super) digest: bool,
    /// The legality of the pass depends on a hidden card.
    pub(super) pass: bool,
}

/// A world after a turn.
pub(super) struct Child {
    world: World,
    /// The turn, with where the card came from.
    turn: Turn,
    notes: Notes,
}

/// Why a completed turn leads to no world.
pub(super) enum Refused {
    /// It breaks a clause, or its claim is false.
    Broken,
    /// A pass of this turn or of an earlier one was not forced.
    NotForced,
    /// The hidden places cannot be followed.
    TooMany,
    /// It is open whether two cards were drawn, and the deck depends on that.
    Drawn,
    /// It is open whether the pass counts as forced, and the end depends on that.
    Pass,
}

impl World {
    pub(super) fn new(position: &Position) -> Self {
        Self { position: *position, hidden: Hidden::default(), pass_undecided: false, ways: 1 }
    }

    /// Returns whether a pass depends on a card that no turn has revealed yet.
    pub(super) fn is_pass_undecided(&self) -> bool {
        self.pass_undecided || self.hidden.leaves_pass_undecided()
    }

    /// How much work a turn is, in turns of a world without hidden places.
    pub(super) fn weight(&self) -> usize {
        1 + self.hidden.ways()
    }

    /// Plays a completed turn.
    pub(super) fn after(
        &self,
        game: &Game<'_>,
        turn: &Turn,
        after: Option<&After>,
    ) -> Result<Child, Refused> {
        let played = self.position.play(game, turn);
        let (position, events) = played.map_err(|_| Refused::Broken)?;
        if after.is_some_and(|after| claims::of_turn(game, turn, after, &position).is_some()) {
            return Err(Refused::Broken);
        }
        if events.unknown == Some(Unknown::Drawn) {
            return Err(Refused::Drawn);
        }
        let pass = events.unknown == Some(Unknown::HandAffordable);
        if pass && game.rules.rulings.stalemate == Stalemate::Ends && may_pass_anyway(game) {
            return Err(Refused::Pass);
        }
        let mut pass_undecided = self.pass_undecided;
        let before = &self.position;
        let step = Step { game, before, turn, events: &events, next: &position };
        let hidden = match self.hidden.after(&step, &mut pass_undecided) {
            Learned::Fits(hidden) => hidden,
            Learned::Contradiction => return Err(Refused::NotForced),
            Learned::TooMany => return Err(Refused::TooMany),
        };
        let digest = after.is_some_and(|after| after.digest.is_some());
        let notes = Notes {
            market_card: events.unknown == Some(Unknown::MarketCard),
            digest: digest && !claims::shows_all(&position),
            pass,
        };
        let world = Self { position, hidden, pass_undecided, ways: self.ways };
        Ok(Child { world, turn: from_its_source(turn, &events), notes })
    }

    /// Returns a hash of what differs most between the worlds of a turn.
    fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for seat in self.position.seats() {
            (seat.tokens(), seat.nobles(), seat.hidden()).hash(&mut hasher);
        }
        self.hidden.hash(&mut hasher);
        hasher.finish()
    }

    fn is_like(&self, other: &Self) -> bool {
        self.position == other.position && self.hidden == other.hidden
    }
}

fn may_pass_anyway(game: &Game<'_>) -> bool {
    game.rules.rulings.pass == splendor_core::Pass::Always
}

/// Returns a turn that names the origin of a bought card.
fn from_its_source(turn: &Turn, events: &Events) -> Turn {
    let Action::Purchase { card, pay, .. } = turn.action else { return *turn };
    Turn { action: Action::Purchase { card, pay, from: events.source }, ..*turn }
}

/// A step from a world to one after the next turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) from: u32,
    pub(super) to: u32,
    /// The number of the completed turn.
    pub(super) choice: u16,
    pub(super) notes: Notes,
}

/// One turn of the search: the edges from the worlds before it to the worlds after it.
#[derive(Debug)]
pub(super) struct Layer {
    pub(super) open: Open,
    /// Whether the log leaves open where the card came from.
    pub(super) source: bool,
    pub(super) turns: Vec<Turn>,
    pub(super) edges: Vec<Edge>,
}

/// The worlds after a turn, in the order in which they were found.
pub(super) struct Generation {
    pub(super) worlds: Vec<World>,
    hashes: Vec<u64>,
    /// Where a world of this hash is looked for: a table in which the next free place is taken.
    places: Vec<u32>,
    choices: BTreeMap<Turn, u16>,
    pub(super) layer: Layer,
}

/// A place without a world.
const FREE: u32 = u32::MAX;

impl Generation {
    pub(super) fn new(open: Open) -> Self {
        let layer = Layer { open, source: false, turns: Vec::new(), edges: Vec::new() };
        let (worlds, hashes, choices) = (Vec::new(), Vec::new(), BTreeMap::new());
        Self { worlds, hashes, places: vec![FREE; 64], choices, layer }
    }

    /// Adds a world that came from the one of this number.
    ///
    /// # Errors
    ///
    /// Why there is no room; `steps` says how many were kept before this turn.
    pub(super) fn add(
        &mut self,
        from: usize,
        child: Child,
        steps: usize,
    ) -> Result<(), &'static str> {
        let Child { world, turn, notes } = child;
        let choice = self.choice(turn).ok_or(TOO_LONG)?;
        let to = self.place_of(world).ok_or(TOO_MANY)?;
        let from = u32::try_from(from).unwrap_or(FREE);
        self.layer.edges.push(Edge { from, to, choice, notes });
        if steps + self.layer.edges.len() > EDGES { Err(TOO_LONG) } else { Ok(()) }
    }

    fn choice(&mut self, turn: Turn) -> Option<u16> {
        let next = u16::try_from(self.layer.turns.len()).ok()?;
        let choice = *self.choices.entry(turn).or_insert(next);
        if choice == next {
            self.layer.turns.push(turn);
        }
        Some(choice)
    }

    /// Returns the number of a world: that of an equal one, if there is one.
    fn place_of(&mut self, world: World) -> Option<u32> {
        let hash = world.hash();
        let mut place = self.first_place(hash);
        while self.places[place] != FREE {
            let number = self.places[place];
            let known = &mut self.worlds[number as usize];
            if self.hashes[number as usize] == hash && known.is_like(&world) {
                known.ways = known.ways.saturating_add(world.ways);
                known.pass_undecided |= world.pass_undecided;
                return Some(number);
            }
            place = (place + 1) % self.places.len();
        }
        if self.worlds.len() == LIMIT {
            return None;
        }
        let number = u32::try_from(self.worlds.len()).ok()?;
        self.places[place] = number;
        self.worlds.push(world);
        self.hashes.push(hash);
        if self.worlds.len() * 2 > self.places.len() {
            self.grow();
        }
        Some(number)
    }

    #[expect(clippy::cast_possible_truncation, reason = "any bits of the hash will do")]
    fn first_place(&self, hash: u64) -> usize {
        hash as usize % self.places.len()
    }

    fn grow(&mut self) {
        self.places = vec![FREE; self.places.len() * 4];
        for (number, hash) in (0..).zip(std::mem::take(&mut self.hashes)) {
            let mut place = self.first_place(hash);
            while self.places[place] != FREE {
                place = (place + 1) % self.places.len();
            }
            self.places[place] = number;
            self.hashes.push(hash);
        }
    }
}
