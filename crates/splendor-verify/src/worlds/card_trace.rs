//! Replays one world and traces every card that the log omits through decks, hands and market, so
//! that a witness can name each of them.

use std::collections::VecDeque;

use splendor_core::{
    Action, CardId, CardSet, City, Effects, Events, Game, Noble, NobleSet, Place, Position,
    PurchaseOrigin, Row, Turn,
};
use splendor_schema::Log;
use splendor_schema::log::{Decks, Market};

use super::filled_turn::{CONQUEST, Drawn, REFILLS, filled_in};
use super::hidden::{Owner, PlayedTurn};
use super::matching::Matching;
use super::met_cities::MetCities;
use crate::complete::{self, OmittedFacts, Resolved};
use crate::from_log::{self, Lists};
use crate::replay::met_by_some_seat;
use crate::verdict::Judgment;

/// The reason why no legal log with all facts was found.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NoCompletion {
    /// No cards, nobles or cities fit.
    NothingFits,
    /// None of the logs that were filled in is legal.
    NoneIsLegal,
}

/// Returns the first legal log with all omitted facts filled in, as on the table that a judgment
/// found. A log that does not name its cities can be filled in with several choices of them.
///
/// # Errors
///
/// The reason why there is no such log.
pub(crate) fn legal_completion(
    log: &Log,
    judgment: &Judgment,
    is_legal: impl Fn(&Log) -> bool,
) -> Result<Log, NoCompletion> {
    let (mut completed, choices) = completion(log, judgment).ok_or(NoCompletion::NothingFits)?;
    if choices.is_empty() {
        return Err(NoCompletion::NothingFits);
    }
    for cities in choices {
        completed.setup.cities = cities;
        if is_legal(&completed) {
            return Ok(completed);
        }
    }
    Err(NoCompletion::NoneIsLegal)
}

/// Returns a log with all omitted facts filled in, and the cities that it may have. `None` if no
/// cards fit its hidden places.
fn completion(log: &Log, judgment: &Judgment) -> Option<(Log, Vec<Option<Vec<City>>>)> {
    let (game, _) = judgment.last()?;
    let completed_turns = judgment.completed_turns.clone().unwrap_or_default();
    let trace = CardTrace::of(log, &game, |at| completed_turns.turn(at))?;
    let omits_cities = log.setup.cities.is_none() && game.rules.modules.cities;
    let choices = if omits_cities {
        trace.cities.choices(log).into_iter().map(Some).collect()
    } else {
        vec![log.setup.cities.clone()]
    };
    Some((trace.completed_log(log)?, choices))
}

/// A card of a deck: named in the setup, or an index into [`CardTrace::unnamed`].
#[derive(Clone, Copy, PartialEq)]
enum Slot {
    Card(CardId),
    Unnamed(usize),
}

/// A card that the setup does not name. It keeps its index wherever it goes, even from the top of a
/// deck to the bottom and up again.
struct UnnamedCard {
    level: Row,
    /// The card, if the turn that drew it names it.
    card: Option<CardId>,
    /// Otherwise the owner that received it and when; `None` if it never left the deck.
    arrival: Option<(Owner, Time)>,
}

/// A moment of the game: the turn, from 0, and the part of that turn.
type Time = (usize, Part);

/// A part of a turn, in the order of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// Before the turn: only the setup, before the first.
    Before,
    /// The action, with what follows a purchase.
    Action,
    /// The places that are refilled before a conquest.
    EarlyRefill,
    /// The conquest, with what follows it.
    Conquest,
    /// The places that are refilled after a conquest.
    LateRefill,
}

/// A hidden card that the log names later: its owner before that, and the moment.
struct NamedLater {
    owner: Owner,
    card: CardId,
    at: Time,
}

/// A pass: no hidden card of this seat or of the market is among the banned cards.
struct Pass {
    at: usize,
    seat: u8,
    banned: [CardSet; Row::COUNT],
}

/// A game as one world plays it: its turns, and the cards that they draw.
pub(crate) struct CardTrace<'g> {
    game: &'g Game<'g>,
    turns: Vec<Turn>,
    drawn: Vec<Drawn<Slot>>,
    /// The market at the start.
    market: [Vec<Slot>; Row::COUNT],
    /// The decks at the start, next card first.
    first: [Vec<Slot>; Row::COUNT],
    /// The decks after the last turn, next card first.
    decks: [VecDeque<Slot>; Row::COUNT],
    unnamed: Vec<UnnamedCard>,
    named_later: Vec<NamedLater>,
    passes: Vec<Pass>,
    /// The nobles of the game whose demand some seat met.
    met: NobleSet,
    cities: MetCities,
    last: Position,
}

impl<'g> CardTrace<'g> {
    /// Plays a log in a world. `known` returns the completed turns of that world; the other turns
    /// must have a single completion. Returns `None` if some turn cannot be played.
    pub(crate) fn of(
        log: &Log,
        game: &'g Game<'g>,
        known: impl Fn(usize) -> Option<Turn>,
    ) -> Option<Self> {
        let lists = Lists::of(log, game, false).ok()?;
        let last = Position::deal(game, &lists.setup()).ok()?;
        let mut trace = Self::before(game, &last);
        for (at, logged) in log.turns.iter().enumerate() {
            let turn =
                from_log::turn(game.components, logged, trace.last.to_move(), false).ok()??;
            let omitted = OmittedFacts::of(logged, &log.omits);
            // The judgment has completed these turns, within its budget.
            let work = &mut |_| true;
            let only = || match complete::resolve(game, &trace.last, &turn, logged, omitted, work) {
                Resolved::Forced(turn) => Some(turn),
                Resolved::Several { .. } | Resolved::Impossible { .. } | Resolved::TooMany => None,
            };
            let turn = known(at).or_else(only)?;
            trace.play(at, turn)?;
        }
        Some(trace)
    }

    /// Returns the trace before the first turn, with an index for each card that the setup omits.
    fn before(game: &'g Game<'g>, last: &Position) -> Self {
        let mut unnamed = Vec::new();
        let mut add = |level, arrival| {
            unnamed.push(UnnamedCard { level, card: None, arrival });
            Slot::Unnamed(unnamed.len() - 1)
        };
        let market = Row::ALL.map(|level| {
            let hidden = |_| add(level, Some((Owner::Market, (0, Part::Before))));
            let known = last.market().and(game.components.of_row(level)).iter().map(Slot::Card);
            known.chain((0..last.market_hidden()[level.index()]).map(hidden)).collect()
        });
        let first = Row::ALL.map(|level| {
            let slot = |place| match place {
                Place::Card(card) => Slot::Card(card),
                Place::Hidden => add(level, None),
            };
            last.deck(level).iter().map(slot).collect::<Vec<_>>()
        });
        let decks = first.clone().map(VecDeque::from);
        let (turns, drawn) = (Vec::new(), Vec::new());
        let (named_later, passes) = (Vec::new(), Vec::new());
        let (met, cities, last) = (NobleSet::NONE, MetCities::default(), *last);
        Self {
            game,
            turns,
            drawn,
            market,
            first,
            decks,
            unnamed,
            named_later,
            passes,
            met,
            cities,
            last,
        }
    }

    /// Plays a completed turn, numbered from 0.
    fn play(&mut self, at: usize, turn: Turn) -> Option<()> {
        let (before, mut next) = (self.last, self.last);
        let events = next.play(self.game, &turn).ok()?;
        let played = PlayedTurn {
            game: self.game,
            before: &before,
            turn: &turn,
            events: &events,
            next: &next,
        };
        if let Some((owner, card)) = played.uncovered() {
            self.named_later.push(NamedLater { owner, card, at: (at, Part::Action) });
        }
        let free = played.uncovered_by_free_cards().into_iter().zip([Part::Action, Part::Conquest]);
        for (card, part) in
            free.flat_map(|(cards, part)| cards.into_iter().map(move |card| (card, part)))
        {
            self.named_later.push(NamedLater { owner: Owner::Market, card, at: (at, part) });
        }
        let banned = Row::ALL.map(|level| played.banned(level));
        if banned.iter().any(|cards| !cards.is_empty()) {
            self.passes.push(Pass { at, seat: turn.seat, banned });
        }
        let drawn = self.draw(at, &turn, &events)?;
        self.drawn.push(drawn);
        self.turns.push(turn.with_source(events.source));
        if next.hides_tiles() {
            let met = met_by_some_seat(self.game, &next, self.game.noble_pool());
            self.met = self.met.or(met);
            self.cities.look_at(at, &next);
        }
        self.last = next;
        Some(())
    }

    /// Draws the cards that a turn takes from a deck.
    fn draw(&mut self, at: usize, turn: &Turn, events: &Events) -> Option<Drawn<Slot>> {
        let mut drawn = Drawn::NOTHING;
        match turn.action {
            Action::ReserveDeck { row: level, card, under } => {
                let (kept, other) = match events.under {
                    Some(place) => self.draw_two(level, place)?,
                    None => (self.decks[level.index()].pop_front()?, None),
                };
                let arrival = (Owner::Seat(turn.seat), (at, Part::Action));
                self.place(kept, card, Some(arrival));
                if let Some(other) = other {
                    self.place(other, under, None);
                    self.decks[level.index()].push_back(other);
                }
                (drawn.kept, drawn.under) = (Some(kept), other);
            }
            Action::Take(_) | Action::Pass | Action::ReserveMarket(_) | Action::Purchase { .. } => {
            }
        }
        let early = self.refill_of_action(turn);
        let taken = taken_from_market(turn, events).into_iter().zip(&mut drawn.refills);
        for (place, (taken, refill)) in taken.enumerate() {
            let Some((card, named)) = taken else { continue };
            let part = if place < CONQUEST { early } else { Part::LateRefill };
            let row = self.game.components.card(card).row();
            *refill = self.decks[row.index()].pop_front();
            if let Some(slot) = *refill {
                self.place(slot, named, Some((Owner::Market, (at, part))));
            }
        }
        Some(drawn)
    }

    /// Returns when the places are refilled that the action emptied with its free cards.
    const fn refill_of_action(&self, turn: &Turn) -> Part {
        let is_purchase = matches!(turn.action, Action::Purchase { .. });
        if self.game.rules.rulings.conquest_refill.waits(is_purchase) {
            Part::LateRefill
        } else {
            Part::EarlyRefill
        }
    }

    /// Draws two cards; returns the card that the seat keeps, and the card that goes under the
    /// deck.
    fn draw_two(&mut self, level: Row, under: Place) -> Option<(Slot, Option<Slot>)> {
        let mut upper = self.last.deck(level).iter();
        let (one, two) = (upper.next()?, upper.next()?);
        let deck = &mut self.decks[level.index()];
        let (first, second) = (deck.pop_front()?, deck.pop_front()?);
        // If either card is known, the position says whether that card went under the deck. If both
        // are unknown, the order makes no difference, so the seat keeps the first.
        let keeps_second = match (one, two) {
            (Place::Card(_), _) => under == one,
            (Place::Hidden, Place::Card(_)) => under != two,
            (Place::Hidden, Place::Hidden) => false,
        };
        Some(if keeps_second { (second, Some(first)) } else { (first, Some(second)) })
    }

    /// Records the name of a drawn card, if the turn names it, otherwise the place it arrives at.
    fn place(&mut self, slot: Slot, named: Option<CardId>, arrival: Option<(Owner, Time)>) {
        if let Slot::Unnamed(number) = slot {
            let unnamed = &mut self.unnamed[number];
            unnamed.card = unnamed.card.or(named);
            unnamed.arrival = arrival.filter(|_| unnamed.card.is_none());
        }
    }

    /// Chooses a card for each unnamed card, in the order of [`Self::unnamed`]. Returns `None` if
    /// there is no choice that agrees with the cards named later and with every pass.
    ///
    /// This is a bipartite matching of cards with unnamed cards. Each card named later must be one
    /// of the unnamed cards, so the matching covers the cards named later first. Then each unnamed
    /// card that has no card yet needs some unseen card.
    fn cards(&self) -> Option<Vec<CardId>> {
        let rest: Vec<CardId> = self.last.unseen().iter().collect();
        let later = self.named_later.len();
        let fits = |card: usize, unnamed: usize| {
            let unnamed = &self.unnamed[unnamed];
            let card_of = |named: &NamedLater| (named.card, named.at, Some(named.owner));
            let other = || (rest[card - later], (usize::MAX, Part::LateRefill), None);
            let (card, until, owner) = self.named_later.get(card).map_or_else(other, card_of);
            unnamed.card.is_none() && self.may_be(unnamed, card, until, owner)
        };
        let mut matching = Matching::new(later + rest.len(), self.unnamed.len(), fits);
        let is_open = |number: &usize| self.unnamed[*number].card.is_none();
        let all = (0..later).all(|card| matching.cover_left(card))
            && (0..self.unnamed.len()).filter(is_open).all(|one| matching.cover_right(one));
        let card_of = |number: usize| {
            let card = || matching.of_right(number);
            let chosen = |card: usize| {
                self.named_later.get(card).map_or_else(|| rest[card - later], |known| known.card)
            };
            self.unnamed[number].card.or_else(|| card().map(chosen))
        };
        (0..self.unnamed.len()).map(card_of).collect::<Option<_>>().filter(|_| all)
    }

    /// Returns whether an unnamed card can have been this card until a turn. If there is an owner,
    /// the unnamed card must have been at that owner before the turn.
    ///
    /// A pass excludes the card only from the arrival of the unnamed card to the turn that reveals
    /// it.
    fn may_be(
        &self,
        unnamed: &UnnamedCard,
        card: CardId,
        until: Time,
        owner: Option<Owner>,
    ) -> bool {
        if self.game.components.card(card).row() != unnamed.level {
            return false;
        }
        let Some((place, since)) = unnamed.arrival else { return owner.is_none() };
        let forbids = |pass: &Pass| {
            let reaches = place == Owner::Market || place == Owner::Seat(pass.seat);
            let then = since < (pass.at, Part::Action) && pass.at < until.0;
            reaches && then && pass.banned[unnamed.level.index()].has(card)
        };
        owner.is_none_or(|owner| owner == place && since < until)
            && !self.passes.iter().any(forbids)
    }

    /// Returns the log with all omitted facts filled in.
    pub(crate) fn completed_log(&self, log: &Log) -> Option<Log> {
        let cards = self.cards()?;
        let card_of = |slot| match slot {
            Slot::Card(card) => card,
            Slot::Unnamed(number) => cards[number],
        };
        let turns = log.turns.iter().zip(&self.turns).zip(&self.drawn);
        let turns = turns.map(|((logged, turn), drawn)| {
            filled_in(self.game.components, logged, turn, drawn.map(card_of))
        });
        let mut completed = Log { turns: turns.collect(), omits: Vec::new(), ..log.clone() };
        let all = self.game.components;
        let ids = |deck: &Vec<Slot>| -> Vec<_> {
            deck.iter().map(|&slot| all.card(card_of(slot))).collect()
        };
        let has = |at: usize| self.game.rows().iter().any(|row| row.index() == at);
        let decks = std::array::from_fn(|at| has(at).then(|| ids(&self.first[at])));
        completed.setup.decks = Some(Decks::of_rows(decks));
        let market = Row::ALL.map(|row| {
            let recorded = log.setup.market.row(row).map(<[_]>::to_vec);
            recorded.or_else(|| has(row.index()).then(|| ids(&self.market[row.index()])))
        });
        completed.setup.market = Market::of_rows(market);
        if completed.setup.nobles.is_none() && !self.game.rules.modules.cities {
            completed.setup.nobles = Some(self.nobles(log)?);
        }
        Some(completed)
    }

    /// Chooses the nobles that the setup omits: those that came, and others that no seat met.
    fn nobles(&self, log: &Log) -> Option<Vec<Noble>> {
        let came =
            self.last.seats().iter().fold(self.last.nobles(), |all, seat| all.or(seat.nobles()));
        let others = self.game.noble_pool().without(came).without(self.met);
        let count = log.players.len() + 1;
        let nobles: Vec<Noble> = came
            .iter()
            .chain(others.iter())
            .take(count)
            .map(|id| self.game.components.noble(id))
            .collect();
        (nobles.len() == count).then_some(nobles)
    }
}

/// Returns the cards that a turn takes from the market, each with the card that fills its place if
/// the turn names it, in the order of [`Drawn::refills`].
fn taken_from_market(turn: &Turn, events: &Events) -> [Option<(CardId, Option<CardId>)>; REFILLS] {
    let action = match turn.action {
        Action::Purchase { card, .. } => {
            (events.source == Some(PurchaseOrigin::Market)).then_some(card)
        }
        Action::ReserveMarket(card) => Some(card),
        Action::Take(_) | Action::ReserveDeck { .. } | Action::Pass => None,
    };
    let mut taken = [None; REFILLS];
    taken[0] = action.map(|card| (card, turn.refill));
    let mut free = |from: usize, effects: &Effects| {
        for (place, free) in taken[from..].iter_mut().zip(effects.free) {
            *place = free.map(|free| (free.card, free.refill));
        }
    };
    free(1, &turn.effects);
    if let Some(conquest) = turn.conquest {
        free(CONQUEST + 1, &conquest.effects);
        taken[CONQUEST] = Some((conquest.card, conquest.refill));
    }
    taken
}
