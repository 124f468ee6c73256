//! The table as one seat sees it, as numbers of fixed meaning.

use splendor_core::{
    CARD_COUNT, CardSet, CityId, Color, Components, FACE_COUNT, NOBLE_COUNT, NobleSet, Phase, Post,
    Row, Seat, Token, Tokens,
};

use super::choice::choice_count;
use super::{Arena, ArenaError};

/// The number of seats in an observation; the sections of absent seats are zero.
const SEATS: u8 = 4;

/// The greatest number in an observation.
const MOST: u8 = 127;

/// A part of the observation: its name, like `seat1.tokens`, and its length.
pub type Section = (String, usize);

impl Arena {
    /// Returns what a seat sees, without the order of the decks and the hidden cards of its rivals.
    /// The seats come in the order of the table, the observing one first.
    ///
    /// # Errors
    ///
    /// There is no such seat.
    pub fn features(&self, seat: u8) -> Result<Vec<u8>, ArenaError> {
        self.check_seat(seat)?;
        let mut features = Vec::new();
        self.each_section(seat, |_, _, values| features.extend_from_slice(values));
        Ok(features)
    }

    /// Returns the parts of [`features`](Self::features), in their order.
    pub fn sections(&self) -> Vec<Section> {
        let mut sections = Vec::new();
        self.each_section(0, |seat, name, values| {
            let prefix = seat.map_or(String::new(), |seat| format!("seat{seat}."));
            sections.push((format!("{prefix}{name}"), values.len()));
        });
        sections
    }

    fn each_section(&self, viewer: u8, mut add: impl FnMut(Option<u8>, &'static str, &[u8])) {
        let position = &self.position;
        let (market, nobles, on_table) = self.revealed_table();
        add(None, "market", &of_cards(market));
        add(None, "nobles", &of_nobles(nobles));
        let mut cities = [0; FACE_COUNT];
        for (value, id) in cities.iter_mut().zip(CityId::all()) {
            *value = u8::from(on_table.contains(&id));
        }
        add(None, "cities", &cities);
        add(None, "supply", &of_tokens(position.supply()));
        add(None, "decks", &Row::BASE.map(|row| position.deck(row).len()));
        let seats = u8::try_from(position.seats().len()).unwrap_or(SEATS);
        for distance in 0..SEATS {
            let at = (viewer + distance) % seats;
            let seat = position.seats().get(usize::from(at)).filter(|_| distance < seats);
            self.each_section_of_seat(seat, distance == 0, |name, values| {
                add(Some(distance), name, values);
            });
        }
        let mut to_move = [0; SEATS as usize];
        let ahead = (position.to_move() + seats - viewer) % seats;
        to_move[usize::from(ahead)] = u8::from(!position.has_ended());
        add(None, "to_move", &to_move);
        add(None, "last_round", &[u8::from(position.phase() == Phase::LastRound)]);
        add(None, "passes", &[position.passes_in_a_row().min(MOST)]);
        let (cards, public) = self.drawn_cards();
        let shown = cards.into_iter().filter(|_| public || viewer == position.to_move());
        let mut drawn = [CardSet::NONE; 2];
        drawn.iter_mut().zip(shown).for_each(|(set, card)| set.insert(card));
        add(None, "drawn_first", &of_cards(drawn[0]));
        add(None, "drawn_second", &of_cards(drawn[1]));
        let mut chosen = vec![0_u8; choice_count()];
        for &number in self.numbers_so_far() {
            chosen[usize::from(number)] += 1;
        }
        add(None, "choices_made", &chosen);
    }

    /// Adds the sections of a seat, or zeros if nobody has it.
    fn each_section_of_seat(
        &self,
        seat: Option<&Seat>,
        is_viewer: bool,
        mut add: impl FnMut(&'static str, &[u8]),
    ) {
        let nobody = Seat::default();
        let playing = u8::from(seat.is_some());
        let seat = seat.unwrap_or(&nobody);
        let secret = if is_viewer { CardSet::NONE } else { self.position.secret() };
        let hidden = seat.hand().and(secret);
        let all = self.game.components;
        add("playing", &[playing]);
        add("tokens", &of_tokens(seat.tokens()));
        add("bonuses", &Color::ALL.map(|color| seat.bonuses().get(color)));
        add("prestige", &[seat.prestige()]);
        add("bought", &of_cards(seat.bought()));
        add("reserved", &of_cards(seat.hand().without(hidden)));
        add("hidden", &Row::BASE.map(|row| hidden.and(all.of_row(row)).len()));
        add("nobles", &of_nobles(seat.nobles()));
        add("posts", &Post::ALL.map(|post| u8::from(seat.posts().has(post))));
    }
}

fn of_tokens(tokens: Tokens) -> [u8; 6] {
    Token::ALL.map(|token| tokens.get(token))
}

/// Returns a one for each card of the base game that the set has.
fn of_cards(cards: CardSet) -> [u8; CARD_COUNT] {
    let mut values = [0; CARD_COUNT];
    for card in cards.iter() {
        if let Some(value) = values.get_mut(usize::from(card.number())) {
            *value = 1;
        }
    }
    values
}

fn of_nobles(nobles: NobleSet) -> [u8; NOBLE_COUNT] {
    let mut values = [0; NOBLE_COUNT];
    for (value, id) in values.iter_mut().zip(Components::published().nobles().iter()) {
        *value = u8::from(nobles.has(id));
    }
    values
}
