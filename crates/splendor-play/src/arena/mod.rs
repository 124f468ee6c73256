//! A game that is played turn by turn, or choice by choice, and its log.
//!
//! The box is shuffled from a seed. The arena keeps the deal and the turns; it can deal the unseen
//! cards again, because the position follows from both.

mod choice;
mod features;
mod reveal;
mod turn_choices;

use std::fmt;

use splendor_core::{
    Action, CardId, CardSet, Events, Game, MOST_LISTED, Place, Position, Row, Rules, Turn, Unknown,
    Violation,
};
use splendor_schema as schema;
use splendor_schema::Log;
use splendor_schema::log::Player;

use crate::generate::{Deal, Dice, end, published, result, revealed};
use choice::{Choice, NumberedTurn, attempt};
use reveal::Reveals;
use splendor_verify::to_log::{rules_to_log, turn_to_log};
use turn_choices::TurnChoices;

pub use choice::choice_count;
pub use features::Section;
pub use reveal::reveal_count;

/// A game in progress.
///
/// ```
/// use splendor_core::Rules;
/// use splendor_play::arena::Arena;
/// use splendor_verify::{JudgeOptions, Verdict, judge};
///
/// let mut arena = Arena::new(Rules::default(), 2, 7);
/// while !arena.position().has_ended() && arena.turns() < 500 {
///     let open = arena.choices()?;
///     arena.choose(open[open.len() / 2])?;
/// }
/// assert_eq!(judge(&arena.log()?, &JudgeOptions::default()).verdict(), Verdict::Legal);
/// # Ok::<(), splendor_play::arena::ArenaError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Arena {
    game: Game<'static>,
    /// The seed that decided the deal; `None` once other cards were dealt or revealed.
    seed: Option<u64>,
    deal: Deal,
    position: Position,
    /// The turns played. They name no card from a deck, unless two were drawn.
    turns: Vec<Turn>,
    /// The turn in progress, once somebody has asked for its choices.
    in_turn: Option<TurnChoices>,
    /// Present if a caller decides which cards are revealed.
    reveals: Option<Reveals>,
}

/// Why an arena rejects a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArenaError {
    /// The turn breaks this clause: its id, and the message.
    Illegal(&'static str, String),
    /// The call is not possible, and this is the reason: a number has no meaning here, it is the
    /// wrong phase of the game, the choices of these rules have no numbers, or JSON is not a turn.
    NotPossible(String),
}

impl fmt::Display for ArenaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal(clause, message) => write!(f, "{clause}: {message}"),
            Self::NotPossible(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for ArenaError {}

impl From<Violation> for ArenaError {
    fn from(violation: Violation) -> Self {
        Self::Illegal(violation.clause().id(), violation.to_string())
    }
}

fn not_possible<T>(why: &str) -> Result<T, ArenaError> {
    Err(ArenaError::NotPossible(why.to_owned()))
}

impl Arena {
    /// Deals a game. The number of seats is clamped to 2, 3 or 4. Edition 2014 has no boxes or
    /// modules, so its games ignore those of the rules.
    pub fn new(rules: Rules, seats: u8, seed: u64) -> Self {
        let seats = seats.clamp(2, 4);
        let game = Game::published(published(rules), seats);
        let deal = Deal::new(&game, seats, &mut Dice::new(seed));
        let position = deal.position(&game);
        let (turns, in_turn, reveals) = (Vec::new(), None, None);
        Self { game, seed: Some(seed), deal, position, turns, in_turn, reveals }
    }

    /// Returns the rules and components.
    pub const fn game(&self) -> &Game<'static> {
        &self.game
    }

    /// Returns the table before the turn in progress.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns how many turns were played.
    pub const fn turns(&self) -> usize {
        self.turns.len()
    }

    /// Returns every legal turn. The flag is false if there are too many to list all.
    ///
    /// There is a turn for each card that can be kept of two, and it names both cards: otherwise
    /// the log could not tell which one was kept. A caller that plays whole turns with the post
    /// that draws two cards thus sees them before it draws; numbered choices do not show them.
    pub fn legal_turns(&self) -> (Vec<Turn>, bool) {
        let (turns, all) = self.position.distinct_turns_up_to(&self.game, MOST_LISTED);
        (turns, all && !self.position.leaves_out_returns(&self.game))
    }

    /// Plays a whole turn.
    ///
    /// # Errors
    ///
    /// The turn breaks a clause or does not name the card that it keeps; a turn is in progress; or
    /// the caller has to reveal cards.
    pub fn play(&mut self, turn: &Turn) -> Result<(), ArenaError> {
        if self.reveals.is_some() {
            return not_possible("a game with revealed cards is played choice by choice");
        }
        if self.in_turn.as_ref().is_some_and(|choices| !choices.numbers_so_far().is_empty()) {
            return not_possible("a turn is in progress");
        }
        self.play_complete(turn)
    }

    fn play_complete(&mut self, turn: &Turn) -> Result<(), ArenaError> {
        let mut next = self.position;
        let events = next.play(&self.game, turn)?;
        if events.unknown == Some(Unknown::Kept) {
            return not_possible("the turn lacks which of the two cards is kept");
        }
        self.turns.push(unnamed(&self.position, turn, &events));
        self.position = next;
        self.in_turn = None;
        Ok(())
    }

    /// Returns the numbers of the choices that are open to the seat to move, in ascending order;
    /// none if the game has ended, or if a card is to be revealed.
    ///
    /// # Errors
    ///
    /// The choices of these rules have no numbers, or there are too many turns to list.
    pub fn choices(&mut self) -> Result<Vec<u16>, ArenaError> {
        if self.awaits_reveal() {
            return Ok(Vec::new());
        }
        Ok(self.turn_choices()?.numbers())
    }

    /// Returns whether a choice is open; see [`choices`](Self::choices).
    ///
    /// # Errors
    ///
    /// Those of [`choices`](Self::choices).
    pub fn has_choices(&mut self) -> Result<bool, ArenaError> {
        Ok(!self.awaits_reveal() && self.turn_choices()?.example().is_some())
    }

    /// Returns the numbers of the choices made in the turn in progress.
    pub fn numbers_so_far(&self) -> &[u16] {
        self.in_turn.as_ref().map_or(&[], TurnChoices::numbers_so_far)
    }

    /// Makes a choice of the seat to move, and those after it that have no alternative. The turn is
    /// played once no choice is left.
    ///
    /// # Errors
    ///
    /// The choice is not open: if a turn with it breaks a clause, the error names that clause.
    pub fn choose(&mut self, number: u16) -> Result<(), ArenaError> {
        if self.awaits_reveal() {
            return not_possible("a card is to be revealed first");
        }
        if !self.turn_choices()?.choose(number) {
            return Err(self.error_of(number));
        }
        self.note_draws();
        self.finish()
    }

    /// Returns a choice in words, like `pay two rubies`; `None` if no choice has this number.
    pub fn choice_in_words(number: u16) -> Option<String> {
        Choice::of(number).map(|choice| choice.to_string())
    }

    fn turn_choices(&mut self) -> Result<&mut TurnChoices, ArenaError> {
        if self.in_turn.is_none() {
            self.in_turn = Some(self.choices_from(Vec::new())?);
        }
        Ok(self.in_turn.as_mut().expect("it was just made"))
    }

    /// Returns the choices after these numbers.
    fn choices_from(&self, numbers_so_far: Vec<u16>) -> Result<TurnChoices, ArenaError> {
        if self.game.rules.modules.have_sun_never_sets() {
            return not_possible("the choices of Orient and Strongholds have no numbers");
        }
        let (turns, all) = self.legal_turns();
        if !all {
            return not_possible("there are too many ways to return tokens to list them");
        }
        let number = |turn| NumberedTurn::new(&self.position, turn);
        Ok(TurnChoices::new(turns.into_iter().map(number).collect(), numbers_so_far))
    }

    /// Plays the turn in progress if no choice and no card is left open.
    fn finish(&mut self) -> Result<(), ArenaError> {
        if self.awaits_reveal() {
            return Ok(());
        }
        let complete = self.in_turn.as_ref().and_then(TurnChoices::complete);
        match complete.map(|numbered| numbered.turn) {
            Some(turn) => {
                self.draws_are_over();
                self.play_complete(&turn)
            }
            None => Ok(()),
        }
    }

    /// Returns why a choice is not open.
    fn error_of(&self, number: u16) -> ArenaError {
        let Some(choice) = Choice::of(number) else {
            return ArenaError::NotPossible(format!("there is no choice {number}"));
        };
        let choices = self.in_turn.as_ref().filter(|choices| !choices.numbers_so_far().is_empty());
        let example = choices.and_then(TurnChoices::example).map(|numbered| &numbered.turn);
        attempt(&self.game, &self.position, example, choice)
            .and_then(|turn| self.position.check(&self.game, &turn).err())
            .map_or_else(
                || {
                    ArenaError::NotPossible(format!(
                        "the choice {number} ({choice}) is not open here"
                    ))
                },
                ArenaError::from,
            )
    }

    /// Returns the turn in progress with the legal turns of the current deal.
    fn relisted(&self) -> Result<Option<TurnChoices>, ArenaError> {
        let relist = |choices: &TurnChoices| self.choices_from(choices.numbers_so_far().to_vec());
        self.in_turn.as_ref().map(relist).transpose()
    }

    /// Returns an error for a seat that is not at the table.
    fn check_seat(&self, seat: u8) -> Result<(), ArenaError> {
        let last = self.deal.seats - 1;
        if seat > last {
            let why = format!("there is no seat {seat}: they are 0 to {last}");
            return Err(ArenaError::NotPossible(why));
        }
        Ok(())
    }

    /// Returns the log of the game so far. It contains the order of the decks, unless the caller
    /// reveals the cards: then no order was decided.
    ///
    /// # Errors
    ///
    /// The caller has not revealed the whole setup.
    ///
    /// # Panics
    ///
    /// Panics if the rules reject a turn that was played, which is a defect of this crate.
    pub fn log(&self) -> Result<Log, ArenaError> {
        self.check_setup()?;
        let mut position = self.deal.position(&self.game);
        let turns = self.turns.iter().map(|turn| {
            let before = position;
            let events = position.play(&self.game, turn).expect("the turn was played before");
            turn_to_log(&self.game, &revealed(&self.game, &before, turn, &events))
        });
        Ok(Log {
            schema: None,
            format: schema::log::LogFormat,
            rules: rules_to_log(self.game.rules),
            omits: Vec::new(),
            source: Some(schema::log::Source {
                client: Some("splendor-arena".into()),
                game: self.seed.map(|seed| seed.to_string().into()),
                ..schema::log::Source::default()
            }),
            players: (0..self.deal.seats)
                .map(|seat| Player { name: Some(format!("player_{seat}").into()), ext: None })
                .collect(),
            setup: self.deal.setup(&self.game, self.reveals.is_none()),
            turns: turns.collect(),
            end: Some(end(&self.position, self.turns.len())),
            result: Some(result(&self.game, &self.position)),
            ext: None,
        })
    }

    /// Plays all turns again on the deal.
    fn replayed(&self) -> Result<Position, Violation> {
        let mut position = self.deal.position(&self.game);
        for turn in &self.turns {
            position.play(&self.game, turn)?;
        }
        Ok(position)
    }

    /// Returns how many cards of a row nobody has drawn.
    fn undrawn(&self, row: Row) -> usize {
        let put_under = self.put_under_by(|_| true);
        usize::from(self.position.deck(row).len()) - self.in_deck(row, put_under).count()
    }

    /// Returns the cards that these seats have put under a deck.
    fn put_under_by(&self, seats: impl Fn(u8) -> bool) -> CardSet {
        let put_under = |turn: &Turn| match turn.action {
            Action::ReserveDeck { under, .. } if seats(turn.seat) => under,
            _ => None,
        };
        self.turns.iter().filter_map(put_under).collect()
    }

    /// Returns the cards of a set that are in a deck.
    fn in_deck(&self, row: Row, cards: CardSet) -> impl Iterator<Item = CardId> {
        let in_set = move |place| match place {
            Place::Card(card) if cards.has(card) => Some(card),
            Place::Card(_) | Place::Hidden => None,
        };
        self.position.deck(row).iter().filter_map(in_set)
    }
}

/// Returns the turn without the cards that the deck decides, and with both cards if two were drawn.
fn unnamed(before: &Position, turn: &Turn, events: &Events) -> Turn {
    let mut turn = Turn { refill: None, ..turn.with_source(None) };
    if let Action::ReserveDeck { row, .. } = turn.action {
        let [card, under] = drawn(before, row, events);
        turn.action = Action::ReserveDeck { row, card, under };
    }
    turn
}

/// Returns the card that was kept and the card put back, if two were drawn.
fn drawn(before: &Position, row: Row, events: &Events) -> [Option<CardId>; 2] {
    let Some(under @ Place::Card(back)) = events.under else { return [None, None] };
    let kept = before.deck(row).iter().take(2).find(|&place| place != under);
    match kept {
        Some(Place::Card(kept)) => [Some(kept), Some(back)],
        _ => [None, None],
    }
}
