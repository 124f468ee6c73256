//! The game of one world, with every unknown card traced through decks, hands and market.

use std::collections::VecDeque;

use splendor_core::{Action, CardId, CardSet, Events, Game, Level, Place, Position, Turn};
use splendor_schema::Log;
use splendor_schema::log::Decks;

use super::hidden::{Owner, Step};
use super::matching::Matching;
use super::witness::filled_in;
use crate::complete::{self, Open, Resolved};
use crate::from_log::{self, Lists};
use crate::to_log::card_id;

/// A card of a deck: known from the setup, or unknown.
#[derive(Clone, Copy, PartialEq)]
enum Slot {
    Card(CardId),
    Unknown(usize),
}

/// A card that the setup does not name. It keeps its number wherever it moves, even under a deck
/// and up again.
struct Unknown {
    level: Level,
    /// The card, if the turn that drew it names it.
    card: Option<CardId>,
    /// The place that the card moved to, and the turn. `None` if the card is named or never left
    /// the deck.
    lies: Option<(Owner, usize)>,
}

/// A card that a later turn reveals, with its place before that turn.
struct Told {
    owner: Owner,
    card: CardId,
    at: usize,
}

/// A pass, and the cards that it excludes from the hidden cards of the seat and the market.
struct Pass {
    at: usize,
    seat: u8,
    banned: [CardSet; 3],
}

/// The cards that a turn drew from a deck: for the hand, for the bottom of the deck, for the
/// market.
#[derive(Clone, Copy)]
pub(super) struct Drawn<T> {
    pub(super) kept: Option<T>,
    pub(super) under: Option<T>,
    pub(super) refill: Option<T>,
}

impl<T> Drawn<T> {
    const NOTHING: Self = Self { kept: None, under: None, refill: None };

    fn map<U>(self, with: impl Fn(T) -> U) -> Drawn<U> {
        Drawn {
            kept: self.kept.map(&with),
            under: self.under.map(&with),
            refill: self.refill.map(&with),
        }
    }
}

/// The game of one world: its turns, and the cards that each turn drew.
pub(super) struct CardTrace<'g> {
    game: &'g Game<'g>,
    turns: Vec<Turn>,
    drawn: Vec<Drawn<Slot>>,
    /// The decks at the start and now, next card first.
    first: [Vec<Slot>; 3],
    decks: [VecDeque<Slot>; 3],
    unknown: Vec<Unknown>,
    told: Vec<Told>,
    passes: Vec<Pass>,
    last: Position,
}

impl<'g> CardTrace<'g> {
    /// Plays a log that is legal in the world of these turns.
    pub(super) fn of(
        log: &Log,
        game: &'g Game<'g>,
        known: impl Fn(usize) -> Option<Turn>,
    ) -> Option<Self> {
        let lists = Lists::of(log, game.components, false).ok()?;
        let last = Position::deal(game, &lists.setup(log)).ok()?;
        let (mut card_trace, mut tries) = (Self::before(game, &last), 0);
        for (at, told) in log.turns.iter().enumerate() {
            let turn =
                from_log::turn(game.components, told, card_trace.last.to_move(), false).ok()??;
            let open = Open::of(told, &log.omits);
            let only =
                || match complete::resolve(game, &card_trace.last, &turn, told, open, &mut tries) {
                    Resolved::Forced(turn) => Some(turn),
                    Resolved::Several { .. } | Resolved::Impossible { .. } | Resolved::TooMany => {
                        None
                    }
                };
            let turn = known(at).or_else(only)?;
            card_trace.play(at, turn)?;
        }
        Some(card_trace)
    }

    /// Returns the trace before the first turn, with a number for each unknown card.
    fn before(game: &'g Game<'g>, last: &Position) -> Self {
        let mut unknown = Vec::new();
        let first = Level::ALL.map(|level| {
            let slot = |place| match place {
                Place::Card(card) => Slot::Card(card),
                Place::Hidden => {
                    unknown.push(Unknown { level, card: None, lies: None });
                    Slot::Unknown(unknown.len() - 1)
                }
            };
            last.deck(level).iter().map(slot).collect::<Vec<_>>()
        });
        let decks = first.clone().map(VecDeque::from);
        let (turns, drawn) = (Vec::new(), Vec::new());
        let (told, passes) = (Vec::new(), Vec::new());
        Self { game, turns, drawn, first, decks, unknown, told, passes, last: *last }
    }

    fn play(&mut self, at: usize, turn: Turn) -> Option<()> {
        let before = self.last;
        let (next, events) = before.play(self.game, &turn).ok()?;
        let step =
            Step { game: self.game, before: &before, turn: &turn, events: &events, next: &next };
        if let Some((owner, card)) = step.uncovered() {
            self.told.push(Told { owner, card, at });
        }
        let banned = Level::ALL.map(|level| step.banned(level));
        if banned.iter().any(|cards| !cards.is_empty()) {
            self.passes.push(Pass { at, seat: turn.seat, banned });
        }
        let drawn = self.draw(at, &turn, &events)?;
        self.drawn.push(drawn);
        let action = match turn.action {
            Action::Purchase { card, pay, .. } => {
                Action::Purchase { card, pay, from: events.source }
            }
            other => other,
        };
        self.turns.push(Turn { action, ..turn });
        self.last = next;
        Some(())
    }

    /// Draws the cards that a turn takes from a deck.
    fn draw(&mut self, at: usize, turn: &Turn, events: &Events) -> Option<Drawn<Slot>> {
        let mut drawn = Drawn::NOTHING;
        match turn.action {
            Action::ReserveDeck { level, card, under } => {
                let (kept, other) = match events.under {
                    Some(place) => self.draw_two(level, place)?,
                    None => (self.decks[level.index()].pop_front()?, None),
                };
                self.comes(kept, card, Some((Owner::Seat(turn.seat), at)));
                if let Some(other) = other {
                    self.comes(other, under, None);
                    self.decks[level.index()].push_back(other);
                }
                (drawn.kept, drawn.under) = (Some(kept), other);
            }
            Action::ReserveMarket(card) | Action::Purchase { card, .. }
                if events.refill.is_some() =>
            {
                let level = self.game.components.card(card).level;
                let slot = self.decks[level.index()].pop_front()?;
                self.comes(slot, turn.refill, Some((Owner::Market, at)));
                drawn.refill = Some(slot);
            }
            Action::Take(_) | Action::Pass | Action::ReserveMarket(_) | Action::Purchase { .. } => {
            }
        }
        Some(drawn)
    }

    /// Draws two cards: the one that is kept, and the one that went under the deck.
    fn draw_two(&mut self, level: Level, under: Place) -> Option<(Slot, Option<Slot>)> {
        let mut upper = self.last.deck(level).iter();
        let (one, two) = (upper.next()?, upper.next()?);
        let deck = &mut self.decks[level.index()];
        let (first, second) = (deck.pop_front()?, deck.pop_front()?);
        // A card that is known in the deck is the one that went under it, or the one that did not.
        let keeps_second = match (one, two) {
            (Place::Card(_), _) => under == one,
            (Place::Hidden, Place::Card(_)) => under != two,
            (Place::Hidden, Place::Hidden) => false,
        };
        Some(if keeps_second { (second, Some(first)) } else { (first, Some(second)) })
    }

    /// Records the card if the turn names it, or its new place if not.
    fn comes(&mut self, slot: Slot, told: Option<CardId>, lies: Option<(Owner, usize)>) {
        if let Slot::Unknown(number) = slot {
            let unknown = &mut self.unknown[number];
            unknown.card = unknown.card.or(told);
            unknown.lies = lies.filter(|_| unknown.card.is_none());
        }
    }

    /// Chooses a card for each unknown one. Cards that a later turn reveals are matched first; no
    /// card is put where a pass excludes it.
    fn cards(&self) -> Option<Vec<CardId>> {
        let rest: Vec<CardId> = self.last.unseen().iter().collect();
        let told = self.told.len();
        let fits = |card: usize, unknown: usize| {
            let unknown = &self.unknown[unknown];
            let card_of = |told: &Told| (told.card, told.at, Some(told.owner));
            let other = || (rest[card - told], usize::MAX, None);
            let (card, until, owner) = self.told.get(card).map_or_else(other, card_of);
            unknown.card.is_none() && self.may_be(unknown, card, until, owner)
        };
        let mut matching = Matching::new(told + rest.len(), self.unknown.len(), fits);
        let open = |number: &usize| self.unknown[*number].card.is_none();
        let all = (0..told).all(|card| matching.cover_left(card))
            && (0..self.unknown.len()).filter(open).all(|one| matching.cover_right(one));
        let card_of = |number: usize| {
            let card = || matching.of_right(number);
            let chosen = |card: usize| {
                self.told.get(card).map_or_else(|| rest[card - told], |told| told.card)
            };
            self.unknown[number].card.or_else(|| card().map(chosen))
        };
        (0..self.unknown.len()).map(card_of).collect::<Option<_>>().filter(|_| all)
    }

    /// Returns whether an unknown card can be this card, given the passes up to `until`. If `owner`
    /// is set, the card must have been in that place.
    fn may_be(&self, unknown: &Unknown, card: CardId, until: usize, owner: Option<Owner>) -> bool {
        if self.game.components.card(card).level != unknown.level {
            return false;
        }
        let Some((place, since)) = unknown.lies else { return owner.is_none() };
        let forbids = |pass: &Pass| {
            let reaches = place == Owner::Market || place == Owner::Seat(pass.seat);
            let then = since < pass.at && pass.at < until;
            reaches && then && pass.banned[unknown.level.index()].has(card)
        };
        owner.is_none_or(|owner| owner == place && since < until)
            && !self.passes.iter().any(forbids)
    }

    /// Returns the log with every omitted fact filled in.
    pub(super) fn told(&self, log: &Log) -> Option<Log> {
        let cards = self.cards()?;
        let card_of = |slot| match slot {
            Slot::Card(card) => card,
            Slot::Unknown(number) => cards[number],
        };
        let turns = log.turns.iter().zip(&self.turns).zip(&self.drawn);
        let turns = turns.map(|((told, turn), drawn)| {
            filled_in(self.game.components, told, turn, drawn.map(card_of))
        });
        let mut whole = Log { turns: turns.collect(), omits: Vec::new(), ..log.clone() };
        let all = self.game.components;
        let [level1, level2, level3] = self
            .first
            .each_ref()
            .map(|deck| Some(deck.iter().map(|&slot| card_id(all.card(card_of(slot)))).collect()));
        whole.setup.decks = Some(Decks { level1, level2, level3 });
        Some(whole)
    }
}
