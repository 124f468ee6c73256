//! Small boxes searched to the last position: every order of play, every draw.
//!
//! Decks are bags: each unseen card of the level is tried as the one that appears, so that one
//! search covers every shuffle. On each position a universe of turns, legal and not, is judged by
//! [`Position::play`], by [`Position::violations`] and by [`Position::legal_turns`].

#![expect(clippy::disallowed_types, reason = "the set is asked for members, never listed")]

mod packed;
mod tests;
mod universe;

use std::collections::{BTreeSet, HashSet};
use std::vec::Vec;

use crate::Level;
use crate::card::{Card, CardId, Noble};
use crate::card_set::CardSet;
use crate::city::CitySet;
use crate::clause::{Clause, Violation};
use crate::components::Components;
use crate::deck::{Deck, Place};
use crate::invariant;
use crate::position::{End, Phase, Position};
use crate::post::{Post, PostSet};
use crate::rules::{Game, Modules, Pass, Powers, Rules, Rulings, Stalemate};
use crate::table::{SeatTable, Table};
use crate::turn::{Action, Turn};
use packed::packed;
use universe::{Universe, heap};

/// A game small enough to be searched.
struct Mini {
    seats: usize,
    /// The cards that move, seven at most.
    cards: &'static [&'static str],
    /// The cards that each seat has bought before the first turn.
    bought: [&'static [&'static str]; 2],
    trading_posts: bool,
    nobles: &'static [&'static str],
    tokens: &'static str,
    token_limit: u16,
    rulings: Rulings,
    decks: Decks,
    /// On each position of so many the universe of turns is judged.
    judged: usize,
    /// Of those, on each of so many with every combination of returns and nobles.
    whole: usize,
}

/// What is told of the cards that appear.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Decks {
    /// Each card when it appears, so that any may.
    Bag,
    /// Now and then a card that appears is not told.
    Dark,
    /// The order of every deck.
    Told,
}

/// What a search has found.
#[derive(Debug, Default)]
struct Found {
    positions: usize,
    completed: usize,
    stalemates: usize,
    judged: usize,
    legal: usize,
    clauses: BTreeSet<Clause>,
}

impl Mini {
    fn search(&self) -> Found {
        let parse =
            |ids: &[&str]| ids.iter().map(|id| Card::parse(id).unwrap()).collect::<Vec<_>>();
        let nobles: Vec<_> = self.nobles.iter().map(|id| Noble::parse(id).unwrap()).collect();
        let cards = [self.cards, self.bought[0], self.bought[1]].concat();
        let components = Components::of(&parse(&cards), &nobles).unwrap();
        let modules = Modules { trading_posts: self.trading_posts, ..Modules::default() };
        let game = Game {
            rules: Rules { rulings: self.rulings, modules, ..Rules::default() },
            components: &components,
            tokens: heap(self.tokens),
            token_limit: self.token_limit,
            market_width: 1,
        };
        let start = self.start(&game);
        let mut search = Search {
            game,
            decks: self.decks,
            judged: self.judged,
            whole: self.whole,
            universe: Universe::of(&game),
            seen: HashSet::new(),
            open: Vec::new(),
            number: 0,
            found: Found::default(),
        };
        search.reach(start);
        while let Some(position) = search.open.pop() {
            search.visit(&position);
        }
        search.found
    }

    /// The first card of each level lies face up.
    fn start(&self, game: &Game<'_>) -> Position {
        let all = game.components;
        let moving = CardSet::first(self.cards.len());
        let of_level = |level| all.of_level(level).and(moving);
        let market: CardSet =
            Level::ALL.into_iter().filter_map(|level| of_level(level).iter().next()).collect();
        let left = |level| of_level(level).without(market);
        let deck = |level| match self.decks {
            Decks::Told => Deck::known(&left(level).iter().collect::<Vec<_>>()),
            Decks::Bag | Decks::Dark => Deck::unknown(left(level).len()),
        };
        let table = Table {
            seats: &self.seats(all)[..self.seats],
            supply: None,
            market,
            market_hidden: [0; 3],
            decks: Level::ALL.map(deck),
            nobles: all.nobles(),
            cities: CitySet::NONE,
            to_move: 0,
            turns: 0,
            passes: 0,
            phase: Phase::Open,
        };
        Position::of(game, &table).unwrap()
    }

    fn seats(&self, all: &Components) -> [SeatTable; 4] {
        let mut seats = [SeatTable::default(); 4];
        let mut given = self.cards.len();
        for (seat, bought) in seats.iter_mut().zip(self.bought) {
            let before = CardSet::first(given);
            given += bought.len();
            seat.bought = CardSet::first(given).without(before);
            if self.trading_posts {
                seat.posts = PostSet::met_by(all.bonuses(seat.bought));
            }
        }
        seats
    }
}

struct Search<'g> {
    game: Game<'g>,
    decks: Decks,
    judged: usize,
    whole: usize,
    universe: Universe,
    seen: HashSet<u128>,
    open: Vec<Position>,
    /// How many positions have been visited.
    number: usize,
    found: Found,
}

impl Search<'_> {
    /// Notes a position, apart from how many turns it took to come there.
    fn reach(&mut self, mut position: Position) {
        position.turns = u32::from(position.to_move);
        position.passes = position.passes.min(2);
        if !self.seen.insert(packed(&position)) {
            return;
        }
        let broken = invariant::broken(&self.game, &position);
        assert!(broken.is_none(), "{broken:?} in {position:?}");
        self.found.positions += 1;
        match position.phase {
            Phase::Ended(end) => {
                let nobody = end == End::Stalemate && self.passed_round();
                assert_eq!(position.winners(&self.game).iter().count() == 0, nobody);
                assert!(position.legal_turns(&self.game).is_empty());
                self.found.completed += usize::from(end == End::Completed);
                self.found.stalemates += usize::from(end == End::Stalemate);
            }
            Phase::Open | Phase::LastRound => {}
        }
        self.open.push(position);
    }

    fn passed_round(&self) -> bool {
        self.game.rules.rulings.stalemate == Stalemate::PassedRound
    }

    fn visit(&mut self, position: &Position) {
        let mut legal = position.legal_turns(&self.game);
        self.found.legal += legal.len();
        legal.sort_unstable();
        assert!(legal.windows(2).all(|pair| pair[0] != pair[1]), "listed twice");
        let ended = matches!(position.phase, Phase::Ended(_));
        let open = self.decks == Decks::Dark || self.game.rules.rulings.pass == Pass::Never;
        assert!(open || ended || !legal.is_empty(), "no turn is left: {position:?}");
        for turn in &legal {
            let plays = position.check(&self.game, turn);
            assert_eq!(plays, Ok(()), "{turn:?}");
            self.follow(position, turn);
        }
        self.judge_universe(position, &legal);
    }

    fn judge_universe(&mut self, position: &Position, legal: &[Turn]) {
        self.number += 1;
        if !self.number.is_multiple_of(self.judged) {
            return;
        }
        let number = self.number / self.judged;
        let whole = number.is_multiple_of(self.whole);
        let universe = core::mem::take(&mut self.universe);
        let turns = universe.turns(position, number, whole);
        turns.for_each(|turn| self.judge(position, &turn, legal));
        self.universe = universe;
    }

    /// Asks the three that were written apart about one turn.
    fn judge(&mut self, position: &Position, turn: &Turn, legal: &[Turn]) {
        self.found.judged += 1;
        let mut next = *position;
        let verdict = position.play_into(&self.game, turn, &mut next);
        let violations = position.violations(&self.game, turn);
        assert_eq!(verdict.err(), violations.first().copied(), "{turn:?} in {position:?}");
        self.found.clauses.extend(violations.iter().map(Violation::clause));
        let Ok(events) = verdict else { return };
        let called = position.phase == Phase::Open && self.is_called(&next);
        assert_eq!(events.triggered, called);
        assert_eq!(events.ended.is_some(), matches!(next.phase, Phase::Ended(_)));
        let dark = self.decks == Decks::Dark;
        let shows_hidden = dark && position.shows_hidden(turn);
        // Of a seat that kept tokens above the limit not every way to give some back is listed.
        let kept = position.mover().tokens.total() > self.game.token_limit;
        assert!(
            shows_hidden || kept || legal.binary_search(&open(turn)).is_ok(),
            "{turn:?} in {position:?}"
        );
        if shows_hidden && *turn == Turn::new(turn.seat, turn.action) {
            self.edge(position, turn, &next);
            self.reach(next);
        }
    }

    /// Plays a legal turn with each card that can appear.
    fn follow(&mut self, position: &Position, turn: &Turn) {
        let level_of = |card| self.game.components.card(card).level;
        let level = match turn.action {
            Action::ReserveMarket(card) => Some(level_of(card)),
            Action::ReserveDeck { level, .. } => Some(level),
            Action::Purchase { card, .. } => position.market.has(card).then(|| level_of(card)),
            Action::Take(_) | Action::Pass => None,
        };
        let drawn = level.filter(|&level| !position.deck(level).is_empty());
        if drawn.is_none() || self.decks == Decks::Dark {
            self.step(position, turn);
        }
        let Some(level) = drawn else { return };
        let mut places = position.deck(level).iter();
        let (first, second) = (places.next(), places.next());
        let first = self.possible(position, level, first);
        let two = matches!(turn.action, Action::ReserveDeck { .. })
            && position.mover().posts.has(Post::DrawTwo)
            && second.is_some();
        let told = self.decks == Decks::Told;
        if told && !two {
            self.step(position, turn);
        } else if !two || self.game.rules.rulings.powers == Powers::Optional {
            first.iter().for_each(|card| self.step(position, &shown(turn, card)));
        }
        if two {
            let second = self.possible(position, level, second);
            self.keep_either(position, turn, [first, second]);
        }
    }

    /// The cards that can lie in a place of a deck.
    fn possible(&self, position: &Position, level: Level, place: Option<Place>) -> CardSet {
        match place {
            Some(Place::Hidden) => position.unseen.and(self.game.components.of_level(level)),
            Some(Place::Card(card)) => CardSet::one(card),
            None => CardSet::NONE,
        }
    }

    /// Draws every two cards that can lie on top of a deck and keeps each of them.
    fn keep_either(&mut self, position: &Position, turn: &Turn, [first, second]: [CardSet; 2]) {
        for (one, two) in first.iter().flat_map(|one| second.iter().map(move |two| (one, two))) {
            if one == two {
                continue;
            }
            for (card, under) in [(one, two), (two, one)] {
                self.step(position, &put_under(&shown(turn, card), under));
                if self.decks == Decks::Dark {
                    self.step(position, &shown(turn, card));
                    self.step(position, &put_under(turn, under));
                }
            }
        }
    }

    fn step(&mut self, position: &Position, turn: &Turn) {
        let (next, _) = position.play(&self.game, turn).unwrap();
        self.edge(position, turn, &next);
        self.reach(next);
    }

    fn is_called(&self, position: &Position) -> bool {
        position.scores().any(|prestige| prestige >= self.game.rules.rulings.target)
    }

    /// What each legal turn does to the count of cards that are still to be moved.
    fn edge(&self, before: &Position, turn: &Turn, after: &Position) {
        let (was, is) = (potential(before), potential(after));
        match turn.action {
            Action::Take(_) | Action::Pass => assert_eq!(was, is),
            Action::ReserveMarket(_) | Action::ReserveDeck { .. } => assert_eq!(was, is + 1),
            Action::Purchase { .. } => assert!(was > is),
        }
        let last = matches!(after.phase, Phase::LastRound | Phase::Ended(End::Completed));
        assert_eq!(self.is_called(after), last);
        if after.phase == Phase::Ended(End::Completed) {
            assert_eq!(after.to_move, 0, "every seat has had as many turns");
        }
    }
}

/// Twice the cards on the table and once the cards in hand: no turn makes it grow, and only takes
/// and passes keep it, so that a game without end is one of takes and passes.
fn potential(position: &Position) -> u16 {
    let decks = position.decks.iter().map(|deck| u16::from(deck.len())).sum::<u16>();
    let hidden = position.market_hidden.iter().map(|&count| u16::from(count)).sum::<u16>();
    let hands = position.seats().iter().map(|seat| u16::from(seat.hand_size)).sum::<u16>();
    2 * (decks + hidden + u16::from(position.market.len())) + hands
}

/// Returns a turn that names the card that appears.
fn shown(turn: &Turn, card: CardId) -> Turn {
    match turn.action {
        Action::ReserveDeck { level, under, .. } => {
            Turn { action: Action::ReserveDeck { level, card: Some(card), under }, ..*turn }
        }
        _ => Turn { refill: Some(card), ..*turn },
    }
}

/// Returns a reservation from a deck that names the card that goes under it.
fn put_under(turn: &Turn, under: CardId) -> Turn {
    let Action::ReserveDeck { level, card, .. } = turn.action else { return *turn };
    Turn { action: Action::ReserveDeck { level, card, under: Some(under) }, ..*turn }
}

/// Returns a turn without what chance decides and without what need not be said.
fn open(turn: &Turn) -> Turn {
    let action = match turn.action {
        Action::ReserveDeck { level, .. } => Action::ReserveDeck { level, card: None, under: None },
        Action::Purchase { card, pay, .. } => Action::Purchase { card, pay, from: None },
        action => action,
    };
    Turn { refill: None, action, ..*turn }
}

impl Position {
    /// Whether a turn hangs on a card that is not known: such a turn is not listed.
    fn shows_hidden(&self, turn: &Turn) -> bool {
        match turn.action {
            Action::ReserveMarket(card) => !self.market.has(card),
            Action::Purchase { card, .. } => !self.market.has(card) && !self.mover().hand.has(card),
            Action::Pass => true,
            Action::Take(_) | Action::ReserveDeck { .. } => false,
        }
    }
}
