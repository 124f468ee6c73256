//! Cards that a caller reveals, and cards that a seat cannot know.

use splendor_core::{
    Action, CardId, CardSet, CityId, Components, NOBLE_COUNT, NobleSet, Place, Row, Turn,
};

use super::turn_choices::TurnChoices;
use super::{Arena, ArenaError, not_possible};
use crate::generate::Dice;

/// How often the hidden cards are dealt again before the search for a deal that fits gives up.
const MOST_DEALS: usize = 100;

/// The components that the caller must reveal.
#[derive(Clone, Debug)]
pub(super) struct Reveals {
    /// The places of the setup, the next one last.
    setup: Vec<Slot>,
    /// The draws of the turn in progress, the next one last: the row, and the place in the deal.
    due: Vec<(Row, usize)>,
    /// Whether the draws of the turn in progress were noted.
    are_draws_noted: bool,
}

/// A place of the setup.
#[derive(Clone, Copy, Debug)]
enum Slot {
    Noble(usize),
    City(usize),
    Card(Row, usize),
}

/// The number of the first noble, and of the first city, among the numbers of revealed components:
/// the cards come before them.
const FIRST_NOBLE: usize = splendor_core::CARD_COUNT;
const FIRST_CITY: usize = FIRST_NOBLE + NOBLE_COUNT;

/// Returns how many numbers of revealed components there are.
pub const fn reveal_count() -> usize {
    FIRST_CITY + splendor_core::FACE_COUNT
}

impl Arena {
    /// Returns the game before its setup: the caller reveals each component.
    ///
    /// # Errors
    ///
    /// The components of Orient have no numbers.
    pub fn revealed_by_caller(mut self) -> Result<Self, ArenaError> {
        if self.game.rules.modules.have_sun_never_sets() {
            return not_possible("the choices of Orient and Strongholds have no numbers");
        }
        let nobles = (0..self.deal.nobles.len()).map(Slot::Noble);
        let cities = (0..self.deal.cities.len()).map(Slot::City);
        let cards = |row| (0..self.deal.market(row).len()).map(move |at| Slot::Card(row, at));
        let mut setup: Vec<Slot> =
            nobles.chain(cities).chain(Row::BASE.into_iter().flat_map(cards)).collect();
        setup.reverse();
        self.seed = None;
        self.reveals = Some(Reveals { setup, due: Vec::new(), are_draws_noted: false });
        Ok(self)
    }

    /// Returns whether the caller has to reveal a component.
    pub fn awaits_reveal(&self) -> bool {
        let open = |reveals: &Reveals| !reveals.setup.is_empty() || !reveals.due.is_empty();
        self.reveals.as_ref().is_some_and(open)
    }

    /// Returns the numbers of the components that can be revealed, all with the same probability,
    /// in ascending order.
    pub fn possible_reveals(&self) -> Vec<u16> {
        let Some(slot) = self.next_slot() else { return Vec::new() };
        let mut numbers: Vec<usize> = match slot {
            Slot::Noble(at) => {
                let on_table = &self.deal.nobles[..at];
                let all = Components::published().nobles();
                let pool = self.game.noble_pool();
                let may_come = |&(_, id): &(usize, _)| pool.has(id) && !on_table.contains(&id);
                let may_come = all.iter().enumerate().filter(may_come);
                may_come.map(|(number, _)| FIRST_NOBLE + number).collect()
            }
            Slot::City(at) => {
                let on_table = &self.deal.cities[..at];
                let is_free = |id: &CityId| on_table.iter().all(|other| other.tile() != id.tile());
                let may_come = first_faces().filter(|(_, id)| is_free(id));
                may_come.map(|(number, _)| FIRST_CITY + number).collect()
            }
            Slot::Card(row, at) => {
                let cards = self.deal.cards[row.index()][at..].iter();
                cards.map(|card| usize::from(card.number())).collect()
            }
        };
        numbers.sort_unstable();
        numbers.into_iter().filter_map(|number| u16::try_from(number).ok()).collect()
    }

    /// Reveals a component.
    ///
    /// # Errors
    ///
    /// No component is due, or not this one.
    ///
    /// # Panics
    ///
    /// Panics if a component that can come is not in the box, which is a defect of this crate.
    pub fn reveal(&mut self, number: u16) -> Result<(), ArenaError> {
        if !self.possible_reveals().contains(&number) {
            return not_possible("this component cannot be revealed here");
        }
        let number = usize::from(number);
        match self.next_slot() {
            Some(Slot::Noble(at)) => {
                let noble = Components::published().nobles().iter().nth(number - FIRST_NOBLE);
                let nobles = &mut self.deal.nobles;
                put(nobles, at, noble.expect("it is among those that can come"), |one, other| {
                    one == other
                });
            }
            Some(Slot::City(at)) => {
                let city = CityId::all().nth(number - FIRST_CITY);
                let cities = &mut self.deal.cities;
                put(cities, at, city.expect("it is among those that can come"), |one, other| {
                    one.tile() == other.tile()
                });
            }
            Some(Slot::Card(row, at)) => {
                let cards = &mut self.deal.cards[row.index()];
                let found = cards.iter().position(|card| usize::from(card.number()) == number);
                cards.swap(at, found.expect("the row has the card"));
            }
            None => {}
        }
        let reveals = self.reveals.as_mut().expect("a component was due");
        if reveals.setup.pop().is_none() {
            reveals.due.pop();
        }
        self.position = self.replayed().expect("no turn names an undrawn card");
        self.in_turn = self.relisted()?;
        self.finish()
    }

    /// Returns a revealed component in words; `None` if none has this number.
    pub fn reveal_in_words(number: u16) -> Option<String> {
        let (all, number) = (Components::published(), usize::from(number));
        if number < FIRST_NOBLE {
            return all.cards().iter().nth(number).map(|id| format!("reveal {}", all.card(id)));
        }
        if number < FIRST_CITY {
            let noble = all.nobles().iter().nth(number - FIRST_NOBLE);
            return noble.map(|id| format!("reveal the noble {}", all.noble(id)));
        }
        CityId::all().nth(number - FIRST_CITY).map(|id| format!("reveal the city {}", id.facts()))
    }

    /// Returns an error if the caller has to reveal a component of the setup.
    pub(super) fn check_setup(&self) -> Result<(), ArenaError> {
        if self.slots_of_setup().is_empty() {
            return Ok(());
        }
        not_possible("the setup is not complete")
    }

    /// Returns the places of the setup that the caller has to reveal.
    fn slots_of_setup(&self) -> &[Slot] {
        self.reveals.as_ref().map_or(&[], |reveals| &reveals.setup)
    }

    /// Returns the market, the nobles and the cities without those that are still to be revealed.
    pub(super) fn revealed_table(&self) -> (CardSet, NobleSet, Vec<CityId>) {
        let position = &self.position;
        let (mut cards, mut nobles) = (position.market(), position.nobles());
        let mut cities: Vec<CityId> = position.cities().iter().collect();
        for slot in self.slots_of_setup() {
            match *slot {
                Slot::Noble(at) => nobles.remove(self.deal.nobles[at]),
                Slot::City(at) => cities.retain(|&city| city != self.deal.cities[at]),
                Slot::Card(row, at) => cards.remove(self.deal.cards[row.index()][at]),
            }
        }
        (cards, nobles, cities)
    }

    fn next_slot(&self) -> Option<Slot> {
        let reveals = self.reveals.as_ref()?;
        let draw = || reveals.due.last().map(|&(row, at)| Slot::Card(row, at));
        reveals.setup.last().copied().or_else(draw)
    }

    /// Notes the draws of the turn in progress once its choices have decided them.
    pub(super) fn note_draws(&mut self) {
        if self.reveals.as_ref().is_none_or(|reveals| reveals.are_draws_noted) {
            return;
        }
        let Some((row, count)) = self.draws() else { return };
        let undrawn = self.undrawn(row);
        let first = self.deal.cards[row.index()].len() - undrawn;
        // The seat that put a card under the deck knows it, so chance does not decide it.
        let places = first..first + count.min(undrawn);
        if let Some(reveals) = &mut self.reveals {
            reveals.are_draws_noted = true;
            reveals.due = places.rev().map(|at| (row, at)).collect();
        }
    }

    /// Prepares for the draws of the next turn.
    pub(super) const fn draws_are_over(&mut self) {
        if let Some(reveals) = &mut self.reveals {
            reveals.are_draws_noted = false;
        }
    }

    /// Returns the deck from which the turn in progress has drawn, and how many cards; `None` until
    /// its choices have decided that.
    fn draws(&self) -> Option<(Row, usize)> {
        let example = self.in_turn.as_ref().and_then(TurnChoices::example)?;
        if self.numbers_so_far().len() < example.until_drawn {
            return None;
        }
        let row_of = |card| self.game.components.card(card).row();
        let (row, count) = match example.turn.action {
            Action::Take(_) | Action::Pass => return None,
            Action::ReserveDeck { row, under, .. } => (row, 1 + usize::from(under.is_some())),
            Action::ReserveMarket(card) | Action::Purchase { card, .. } => {
                self.position.market().has(card).then(|| (row_of(card), 1))?
            }
        };
        Some((row, count.min(usize::from(self.position.deck(row).len()))))
    }

    /// Returns the cards that the turn in progress has drawn, as far as they are revealed, and
    /// whether every seat sees them.
    pub(super) fn drawn_cards(&self) -> (Vec<CardId>, bool) {
        let Some((row, drawn)) = self.draws() else { return (Vec::new(), false) };
        let count = match self.reveals.as_ref().map_or(0, |reveals| reveals.due.len()) {
            0 => drawn,
            // Cards that were put under the deck are drawn last.
            due => drawn.min(self.undrawn(row)) - due,
        };
        let card = |place| match place {
            Place::Card(card) => Some(card),
            Place::Hidden => None,
        };
        let cards = self.position.deck(row).iter().take(count).filter_map(card).collect();
        let example = self.in_turn.as_ref().and_then(TurnChoices::example);
        let from_deck = |turn: &Turn| matches!(turn.action, Action::ReserveDeck { .. });
        (cards, !example.is_some_and(|numbered| from_deck(&numbered.turn)))
    }

    /// Returns the game with other cards in every place that a seat cannot see: the decks and the
    /// hidden cards of its rivals. The log is a legal log of that game.
    ///
    /// The game keeps its cards if none of a hundred deals fits the played turns: after a forced
    /// pass of a rival, few deals do.
    ///
    /// # Errors
    ///
    /// There is no such seat. Games with Orient or Strongholds are not dealt again, nor is an
    /// unfinished setup.
    pub fn with_other_hidden_cards(&self, seat: u8, seed: u64) -> Result<Self, ArenaError> {
        if self.game.rules.modules.have_sun_never_sets() {
            return not_possible("a game with Orient or Strongholds is not dealt again");
        }
        self.check_seat(seat)?;
        self.check_setup()?;
        let mut dice = Dice::new(seed);
        let hidden = Row::BASE.map(|row| self.hidden_from(seat, row));
        for _ in 0..MOST_DEALS {
            let mut other = Self { seed: None, ..self.clone() };
            for cards in &hidden {
                other.exchange(cards, &mut dice);
            }
            if let Ok(position) = other.replayed() {
                other.position = position;
                other.in_turn = other.relisted()?;
                // A turn in progress may depend on cards of its seat that were exchanged.
                let goes_on = |choices: &TurnChoices| choices.example().is_some();
                if self.numbers_so_far().is_empty() || other.in_turn.as_ref().is_some_and(goes_on) {
                    return Ok(other);
                }
            }
        }
        Ok(self.clone())
    }

    /// Returns the cards of a row that a seat cannot see.
    fn hidden_from(&self, seat: u8, row: Row) -> Vec<CardId> {
        let of_row = self.game.components.of_row(row);
        let rivals = (0..).zip(self.position.seats()).filter(|&(at, _)| at != seat);
        let hands = rivals.map(|(_, rival)| rival.hand().and(self.position.secret()).and(of_row));
        let cards = &self.deal.cards[row.index()];
        let undrawn = &cards[cards.len() - self.undrawn(row)..];
        let (drawn, public) = self.drawn_cards();
        let sees_drawn = public || self.position.to_move() == seat;
        let shown: CardSet = drawn.into_iter().filter(|_| sees_drawn).collect();
        let put_under = self.in_deck(row, self.put_under_by(|at| at != seat));
        let hidden = undrawn.iter().copied().chain(put_under).collect();
        let hidden = hands.fold(hidden, CardSet::or);
        hidden.without(shown).iter().collect()
    }

    /// Exchanges these cards among each other, in the deal and in the turns.
    fn exchange(&mut self, cards: &[CardId], dice: &mut Dice) {
        let mut shuffled = cards.to_vec();
        dice.shuffle(&mut shuffled);
        let other = |card: CardId| {
            let place = cards.iter().position(|&one| one == card);
            place.map_or(card, |at| shuffled[at])
        };
        for card in self.deal.cards.iter_mut().flatten() {
            *card = other(*card);
        }
        for turn in &mut self.turns {
            if let Action::ReserveDeck { card, under, .. } = &mut turn.action {
                *card = card.map(other);
                *under = under.map(other);
            }
        }
    }
}

/// Returns the two faces of each tile that games are dealt with, and their numbers.
fn first_faces() -> impl Iterator<Item = (usize, CityId)> {
    let all = CityId::all().enumerate();
    all.filter(|&(number, id)| {
        let before = CityId::all().take(number).filter(|other| other.tile() == id.tile());
        before.count() < 2
    })
}

/// Puts an item at a place of a list. An equal item further on is replaced by the one that was
/// there, so that the list keeps distinct items.
fn put<T: Copy>(list: &mut [T], at: usize, item: T, equal: impl Fn(T, T) -> bool) {
    let was = list[at];
    if let Some(other) = list[at..].iter_mut().find(|other| equal(**other, item)) {
        *other = was;
    }
    list[at] = item;
}
