//! The search: it follows every legal turn and checks the properties along the way.

use super::found::{Found, Stop};
use super::key::Keys;
use super::seen::Seen;
use super::universe::Universe;
use super::{Decks, SmallBox};
use splendor_core::{
    Action, CardId, CardSet, End, Game, Pass, Phase, Place, Position, Post, Powers, Row, Turn,
    invariant,
};

/// A running search.
pub(super) struct Search<'g> {
    pub(super) small_box: &'g SmallBox,
    pub(super) game: Game<'g>,
    pub(super) universe: Universe,
    keys: Keys,
    seen: Seen,
    /// The positions that are still to be visited.
    open: Vec<Position>,
    /// How many positions are allowed.
    most: u64,
    pub(super) found: Found,
}

/// How many positions are visited between two reports.
const BETWEEN_REPORTS: u64 = 1 << 14;

/// Searches a small box to the last position. Calls `on_progress` with the result so far every
/// 16,384 positions.
///
/// A position takes 16 bytes in a table that is filled up to three quarters and then doubled.
///
/// # Errors
///
/// [`Stop::Full`] if there are more than `most` positions, [`Stop::Defect`] if a property does not
/// hold.
///
/// # Panics
///
/// If an invariant does not hold after a turn: that is a defect of `splendor-core`.
pub fn explore(
    small_box: &SmallBox,
    most: u64,
    on_progress: &mut dyn FnMut(&Found),
) -> Result<Found, Stop> {
    let components = small_box.components();
    let game = small_box.game(&components);
    let start = small_box.start(&game);
    let cards = u8::try_from(small_box.cards.len()).unwrap_or(u8::MAX);
    let keys = Keys::of(&game, small_box.seats, cards, small_box.decks);
    if !keys.fit(&start) {
        return Err(Stop::defect("every position has a number of its own", &start, None));
    }
    let mut search = Search {
        small_box,
        game,
        universe: Universe::of(small_box, &game),
        keys,
        seen: Seen::new(),
        open: Vec::new(),
        most,
        found: Found::default(),
    };
    search.reach(&start)?;
    let mut visited = 0;
    while let Some(position) = search.open.pop() {
        visited += 1;
        search.visit(&position, visited)?;
        if visited % BETWEEN_REPORTS == 0 {
            on_progress(&search.found);
        }
    }
    Ok(search.found)
}

impl Search<'_> {
    /// Records a position, without the number of turns that led to it.
    pub(super) fn reach(&mut self, position: &Position) -> Result<(), Stop> {
        if !self.seen.insert(self.keys.key(position)) {
            return Ok(());
        }
        if let Some(invariant) = invariant::broken(&self.game, position) {
            return Err(Stop::defect(invariant.sentence, position, None));
        }
        if self.found.positions == self.most {
            return Err(Stop::Full(Box::new(self.found)));
        }
        self.found.positions += 1;
        match position.phase() {
            Phase::Ended(end) => {
                self.found.completed += u64::from(end == End::Completed);
                self.found.stalemates += u64::from(end == End::Stalemate);
                self.over(position)?;
            }
            Phase::Open | Phase::LastRound => {}
        }
        self.open.push(*position);
        Ok(())
    }

    fn visit(&mut self, position: &Position, number: u64) -> Result<(), Stop> {
        let mut legal = position.legal_turns(&self.game);
        legal.sort_unstable();
        if legal.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(Stop::defect("no legal turn is listed twice", position, None));
        }
        let ended = matches!(position.phase(), Phase::Ended(_));
        let open = match self.small_box.rulings.pass {
            Pass::Never => true,
            Pass::WhenStuck | Pass::Always => self.small_box.decks == Decks::Dark,
        };
        if legal.is_empty() && !open && !ended {
            return Err(Stop::defect("a seat has a turn", position, None));
        }
        for turn in &legal {
            if !position.violations(&self.game, turn).is_empty() {
                return Err(Stop::defect("a listed turn breaks nothing", position, Some(turn)));
            }
            self.follow(position, turn)?;
        }
        if self.small_box.decks == Decks::Dark {
            let shown = self.show_hidden(position, &legal)?;
            legal.extend(shown);
            legal.sort_unstable();
        }
        if number.is_multiple_of(self.small_box.judge_every) {
            self.judge_universe(position, &legal, number / self.small_box.judge_every)?;
        }
        Ok(())
    }

    /// Plays a legal turn with each card that can appear.
    fn follow(&mut self, position: &Position, turn: &Turn) -> Result<(), Stop> {
        let level_of = |card| self.game.components.card(card).row();
        let level = match turn.action {
            Action::ReserveMarket(card) => Some(level_of(card)),
            Action::ReserveDeck { row: level, .. } => Some(level),
            Action::Purchase { card, .. } => position.market().has(card).then(|| level_of(card)),
            Action::Take(_) | Action::Pass => None,
        };
        let drawn = level.filter(|&level| !position.deck(level).is_empty());
        let Some(level) = drawn else { return self.step(position, turn) };
        self.step_without_naming(position, turn)?;
        let mut places = position.deck(level).iter();
        let (first, second) = (places.next(), places.next());
        let first = self.possible(position, level, first);
        let two = matches!(turn.action, Action::ReserveDeck { .. })
            && position.mover().posts().has(Post::DrawTwo)
            && second.is_some();
        let is_ordered = self.small_box.decks == Decks::Known;
        if is_ordered && !two {
            self.step(position, turn)?;
        } else if !two || may_decline(self.game.rules.rulings.powers) {
            for card in first.iter() {
                self.step(position, &shown(turn, card))?;
            }
        }
        if two {
            let second = self.possible(position, level, second);
            self.keep_either(position, turn, [first, second])?;
        }
        Ok(())
    }

    /// Plays a turn that does not name the revealed card. In a box whose logs may leave it out, the
    /// search goes on from there.
    fn step_without_naming(&mut self, position: &Position, turn: &Turn) -> Result<(), Stop> {
        if self.small_box.decks == Decks::Dark {
            return self.step(position, turn);
        }
        match position.check(&self.game, turn) {
            Ok(()) => Ok(()),
            Err(_) => Err(Stop::defect("a listed turn is accepted", position, Some(turn))),
        }
    }

    /// Plays a turn that uncovers a card with each other card that can take its place.
    pub(super) fn show_refill(&mut self, position: &Position, turn: &Turn) -> Result<(), Stop> {
        let (Action::ReserveMarket(card) | Action::Purchase { card, .. }) = turn.action else {
            return Ok(());
        };
        let level = self.game.components.card(card).row();
        let first = position.deck(level).iter().next();
        for refill in self.possible(position, level, first).without(CardSet::one(card)).iter() {
            self.step(position, &shown(turn, refill))?;
        }
        Ok(())
    }

    /// Returns the cards that can be in a place of a deck.
    fn possible(&self, position: &Position, level: Row, place: Option<Place>) -> CardSet {
        match place {
            Some(Place::Hidden) => position.unseen().and(self.game.components.of_row(level)),
            Some(Place::Card(card)) => CardSet::one(card),
            None => CardSet::NONE,
        }
    }

    /// Draws every two cards that can be on top of a deck, and keeps each of them.
    fn keep_either(
        &mut self,
        position: &Position,
        turn: &Turn,
        [first, second]: [CardSet; 2],
    ) -> Result<(), Stop> {
        let pairs = first.iter().flat_map(|one| second.iter().map(move |two| (one, two)));
        for (one, two) in pairs.filter(|(one, two)| one != two) {
            for (card, under) in [(one, two), (two, one)] {
                self.step(position, &put_under(&shown(turn, card), under))?;
                if self.small_box.decks == Decks::Dark {
                    self.step(position, &shown(turn, card))?;
                    self.step(position, &put_under(turn, under))?;
                }
            }
        }
        Ok(())
    }

    pub(super) fn step(&mut self, position: &Position, turn: &Turn) -> Result<(), Stop> {
        let mut next = *position;
        if next.play(&self.game, turn).is_err() {
            return Err(Stop::defect("a listed turn is accepted", position, Some(turn)));
        }
        self.found.count_turn(&self.game, position, turn);
        self.edge(position, turn, &next)?;
        self.reach(&next)
    }
}

/// Returns whether a seat may decline to draw the second card.
const fn may_decline(powers: Powers) -> bool {
    match powers {
        Powers::Optional => true,
        Powers::Mandatory => false,
    }
}

/// Returns a turn that names the card that appears.
fn shown(turn: &Turn, card: CardId) -> Turn {
    match turn.action {
        Action::ReserveDeck { row: level, under, .. } => {
            let action = Action::ReserveDeck { row: level, card: Some(card), under };
            Turn { action, ..*turn }
        }
        _ => Turn { refill: Some(card), ..*turn },
    }
}

/// Returns a reservation from a deck that names the card that goes under it.
fn put_under(turn: &Turn, under: CardId) -> Turn {
    let Action::ReserveDeck { row: level, card, .. } = turn.action else { return *turn };
    Turn { action: Action::ReserveDeck { row: level, card, under: Some(under) }, ..*turn }
}
