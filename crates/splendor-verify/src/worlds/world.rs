//! A world, and the merged worlds after a turn.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use splendor_core::{Game, Position, Stalemate, Turn, Unknown};
use splendor_schema::turn::After;

use super::hidden::{Hidden, Learned, Step};
use super::{MOST_EDGES, MOST_WORLDS, TOO_MANY};
use crate::claims;
use crate::complete::OmittedFacts;
use crate::verdict::TOO_LONG;

/// A table that the log allows: a position, and the exclusions for its hidden places.
#[derive(Clone, Debug)]
pub(super) struct World {
    pub(super) position: Position,
    hidden: Hidden,
    /// Whether an earlier pass was legal only for some of the ways to fill the hidden places.
    pass_undecided: bool,
    /// The number of ways to complete the turns so far that lead to this world. Saturates.
    pub(super) completions: u64,
}

/// The facts about a turn that a world leaves undecided.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Notes {
    /// The card may have been in the market, in a place whose refill the log omits.
    pub(super) market_card: bool,
    /// The digest covers a card that is not known, so it was not compared.
    pub(super) digest: bool,
    /// The legality of the pass depends on a hidden card.
    pub(super) pass: bool,
}

/// A world after a turn.
pub(super) struct Child {
    world: World,
    /// The completed turn, including the source of a bought card.
    turn: Turn,
    notes: Notes,
}

/// The reason why a completed turn leads to no world.
pub(super) enum Refused {
    /// It breaks a clause, or contradicts a claim of the log.
    Broken,
    /// It shows that this pass or an earlier one was not forced.
    NotForced,
    /// There are too many ways to distinguish the hidden places.
    TooMany,
    /// The log does not show whether one or two cards were drawn, and the deck depends on it.
    Drawn,
    /// Hidden cards decide whether the pass was forced, and with it whether the game ends.
    Pass,
}

impl World {
    /// Returns a world without exclusions.
    pub(super) fn new(position: &Position) -> Self {
        Self {
            position: *position,
            hidden: Hidden::default(),
            pass_undecided: false,
            completions: 1,
        }
    }

    /// Returns whether the legality of some pass depends on cards that the log never shows.
    pub(super) fn is_pass_undecided(&self) -> bool {
        self.pass_undecided || self.hidden.leaves_pass_undecided()
    }

    /// Returns the cost of trying a turn. A world without exclusions costs 1.
    pub(super) fn weight(&self) -> usize {
        1 + self.hidden.arrangements()
    }

    /// Plays a completed turn and compares the result with the claims in `after`.
    ///
    /// # Errors
    ///
    /// The reason why the turn leads to no world.
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
        // Under a ruling by which a seat may pass at any time, the pass is legal either way, but
        // only a forced pass counts towards a stalemate. Both ends of the game would have to be
        // followed.
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
        let world = Self { position, hidden, pass_undecided, completions: self.completions };
        Ok(Child { world, turn: turn.with_source(events.source), notes })
    }

    /// Returns a hash of the parts that differ most between the worlds of one turn: tokens, nobles
    /// and hidden cards of the seats, and the exclusions. Hashing the whole position costs more.
    fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for seat in self.position.seats() {
            (seat.tokens(), seat.nobles(), seat.hidden()).hash(&mut hasher);
        }
        self.hidden.hash(&mut hasher);
        hasher.finish()
    }

    /// Returns whether two worlds have the same future. How they came about does not matter, so
    /// `completions` and `pass_undecided` are not compared.
    fn is_like(&self, other: &Self) -> bool {
        self.position == other.position && self.hidden == other.hidden
    }
}

/// Returns whether a seat may pass although it could act.
fn may_pass_anyway(game: &Game<'_>) -> bool {
    game.rules.rulings.pass == splendor_core::Pass::Always
}

/// A step from a world to a world after the next turn, by numbers in their generations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) from: u32,
    pub(super) to: u32,
    /// The index of the completed turn in [`Layer::turns`].
    pub(super) choice: u16,
    pub(super) notes: Notes,
}

/// The edges of one turn. Earlier worlds are dropped; the edges are enough to find the turns of a
/// world, and to remove completed turns that lead only to dead worlds.
#[derive(Debug)]
pub(super) struct Layer {
    pub(super) omitted: OmittedFacts,
    /// Whether the log leaves open the source of the card.
    pub(super) source: bool,
    pub(super) turns: Vec<Turn>,
    pub(super) edges: Vec<Edge>,
}

/// The worlds after a turn, in the order of discovery, without duplicates.
pub(super) struct Generation {
    pub(super) worlds: Vec<World>,
    hashes: Vec<u64>,
    /// A hash table with open addressing: the numbers of the worlds, or [`FREE`].
    places: Vec<u32>,
    choices: BTreeMap<Turn, u16>,
    pub(super) layer: Layer,
}

/// An empty place of the hash table.
const FREE: u32 = u32::MAX;

impl Generation {
    /// Returns no worlds yet, for a turn that omits these facts.
    pub(super) fn new(omitted: OmittedFacts) -> Self {
        let layer = Layer { omitted, source: false, turns: Vec::new(), edges: Vec::new() };
        let (worlds, hashes, choices) = (Vec::new(), Vec::new(), BTreeMap::new());
        Self { worlds, hashes, places: vec![FREE; 64], choices, layer }
    }

    /// Adds a world that world number `from` leads to. `edge_count` is the number of edges stored
    /// for the turns before this one.
    ///
    /// # Errors
    ///
    /// The limit that is exceeded, in words.
    pub(super) fn add(
        &mut self,
        from: usize,
        child: Child,
        edge_count: usize,
    ) -> Result<(), &'static str> {
        let Child { world, turn, notes } = child;
        let choice = self.choice(turn).ok_or(TOO_LONG)?;
        let to = self.number_of(world).ok_or(TOO_MANY)?;
        let from = u32::try_from(from).unwrap_or(FREE);
        self.layer.edges.push(Edge { from, to, choice, notes });
        if edge_count + self.layer.edges.len() > MOST_EDGES { Err(TOO_LONG) } else { Ok(()) }
    }

    /// Returns the index of a completed turn, the same for equal turns. There is none beyond 65536.
    fn choice(&mut self, turn: Turn) -> Option<u16> {
        let next = u16::try_from(self.layer.turns.len()).ok()?;
        let choice = *self.choices.entry(turn).or_insert(next);
        if choice == next {
            self.layer.turns.push(turn);
        }
        Some(choice)
    }

    /// Returns the number of a world, merging it with an equal world. There is none beyond
    /// [`MOST_WORLDS`].
    ///
    /// Merging keeps the number of worlds small: different payments often lead to the same table
    /// again. The merged world sums the completions, and a doubt about a pass in either of them
    /// remains.
    fn number_of(&mut self, world: World) -> Option<u32> {
        let hash = world.hash();
        let mut place = self.first_place(hash);
        while self.places[place] != FREE {
            let number = self.places[place];
            let known = &mut self.worlds[number as usize];
            if self.hashes[number as usize] == hash && known.is_like(&world) {
                known.completions = known.completions.saturating_add(world.completions);
                known.pass_undecided |= world.pass_undecided;
                return Some(number);
            }
            place = (place + 1) % self.places.len();
        }
        if self.worlds.len() == MOST_WORLDS {
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

    /// Returns the place at which the search for a hash starts.
    #[expect(clippy::cast_possible_truncation, reason = "any bits of the hash will do")]
    fn first_place(&self, hash: u64) -> usize {
        hash as usize % self.places.len()
    }

    /// Makes the table four times as large and inserts every world again.
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
