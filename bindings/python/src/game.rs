//! The Python class `Game`: an arena.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};
use serde::{Deserialize, Serialize};
use splendor_play::arena::{self, Arena, ArenaError};

use crate::arena_json;
use crate::guard::guarded;

/// The clause that a turn breaks, and the message.
type Violation = Option<(&'static str, String)>;

/// Returns the broken clause; another error becomes a `ValueError`.
fn violation(played: Result<(), ArenaError>) -> PyResult<Violation> {
    match played {
        Ok(()) => Ok(None),
        Err(ArenaError::Illegal(clause, message)) => Ok(Some((clause, message))),
        Err(ArenaError::NotPossible(why)) => Err(PyValueError::new_err(why)),
    }
}

fn value<T>(answer: Result<T, impl ToString>) -> PyResult<T> {
    answer.map_err(|why| PyValueError::new_err(why.to_string()))
}

/// What happened to a game, so that a pickled one can be played again.
#[derive(Clone, Serialize, Deserialize)]
enum Event {
    Play(String),
    Choose(u16),
    Reveal(u16),
    OtherHiddenCards(u8, u64),
}

/// How a game was dealt: its rules, seats and seed, and whether the caller reveals the cards.
type Start = (String, u8, u64, bool);

/// A game in progress.
#[pyclass(module = "splendor_verify._native")]
#[derive(Clone)]
pub(crate) struct Game {
    arena: Arena,
    start: Start,
    events: Vec<Event>,
}

impl Game {
    /// Changes the game, unless the event is refused.
    fn change(&mut self, event: Event) -> PyResult<Violation> {
        let arena = &mut self.arena;
        let changed = guarded(|| match &event {
            Event::Play(turn) => arena_json::play(arena, turn.as_bytes()),
            Event::Choose(number) => arena.choose(*number),
            Event::Reveal(number) => arena.reveal(*number),
            Event::OtherHiddenCards(seat, seed) => {
                arena.with_other_hidden_cards(*seat, *seed).map(|other| *arena = other)
            }
        })?;
        if changed.is_ok() {
            self.events.push(event);
        }
        violation(changed)
    }
}

#[pymethods]
impl Game {
    #[new]
    fn new(rules: String, seats: u8, seed: u64, revealed_by_caller: bool) -> PyResult<Self> {
        let deal = || arena_json::deal(rules.as_bytes(), seats, seed, revealed_by_caller);
        let arena = value(guarded(deal)?)?;
        Ok(Self { arena, start: (rules, seats, seed, revealed_by_caller), events: Vec::new() })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyType>, Start, String)> {
        let events = value(serde_json::to_string(&self.events))?;
        Ok((py.get_type::<Self>(), self.start.clone(), events))
    }

    fn __setstate__(&mut self, events: &str) -> PyResult<()> {
        for event in value(serde_json::from_str::<Vec<Event>>(events))? {
            if let Some((clause, message)) = self.change(event)? {
                return Err(PyValueError::new_err(format!("{clause}: {message}")));
            }
        }
        Ok(())
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn legal_turns(&self) -> PyResult<(String, bool)> {
        value(guarded(|| arena_json::legal_turns(&self.arena))?)
    }

    fn play(&mut self, turn: String) -> PyResult<Violation> {
        self.change(Event::Play(turn))
    }

    fn position(&self) -> PyResult<String> {
        value(guarded(|| arena_json::position(&self.arena))?)
    }

    fn log(&self) -> PyResult<String> {
        value(guarded(|| arena_json::log(&self.arena))?)
    }

    fn to_move(&self) -> u8 {
        self.arena.position().to_move()
    }

    fn turns(&self) -> usize {
        self.arena.turns()
    }

    fn is_over(&self) -> bool {
        self.arena.position().has_ended()
    }

    fn scores(&self) -> Vec<u32> {
        self.arena.position().scores().map(u32::from).collect()
    }

    fn winners(&self) -> Option<Vec<u32>> {
        let position = self.arena.position();
        let winners = || position.winners(self.arena.game()).iter().map(u32::from).collect();
        position.has_ended().then(winners)
    }

    fn choices(&mut self) -> PyResult<Vec<u16>> {
        let arena = &mut self.arena;
        value(guarded(|| arena.choices())?)
    }

    fn has_choices(&mut self) -> PyResult<bool> {
        let arena = &mut self.arena;
        value(guarded(|| arena.has_choices())?)
    }

    /// Returns a byte for each choice: one if it is open to this seat.
    fn mask<'py>(&mut self, py: Python<'py>, seat: u8) -> PyResult<Bound<'py, PyBytes>> {
        let mut mask = vec![0; arena::choice_count()];
        if seat == self.to_move() {
            for number in self.choices()? {
                mask[usize::from(number)] = 1;
            }
        }
        Ok(PyBytes::new(py, &mask))
    }

    fn numbers_so_far(&self) -> Vec<u16> {
        self.arena.numbers_so_far().to_vec()
    }

    fn choose(&mut self, number: u16) -> PyResult<Violation> {
        self.change(Event::Choose(number))
    }

    fn features<'py>(&self, py: Python<'py>, seat: u8) -> PyResult<Bound<'py, PyBytes>> {
        let features = value(guarded(|| self.arena.features(seat))?)?;
        Ok(PyBytes::new(py, &features))
    }

    fn sections(&self) -> Vec<(String, usize)> {
        self.arena.sections()
    }

    fn awaits_reveal(&self) -> bool {
        self.arena.awaits_reveal()
    }

    fn possible_reveals(&self) -> Vec<u16> {
        self.arena.possible_reveals()
    }

    fn reveal(&mut self, number: u16) -> PyResult<Violation> {
        self.change(Event::Reveal(number))
    }

    fn with_other_hidden_cards(&mut self, seat: u8, seed: u64) -> PyResult<Violation> {
        self.change(Event::OtherHiddenCards(seat, seed))
    }
}

#[pyfunction]
pub(crate) fn choice_count() -> usize {
    arena::choice_count()
}

#[pyfunction]
pub(crate) fn reveal_count() -> usize {
    arena::reveal_count()
}

#[pyfunction]
pub(crate) fn choice_in_words(number: u16) -> Option<String> {
    Arena::choice_in_words(number)
}

#[pyfunction]
pub(crate) fn reveal_in_words(number: u16) -> Option<String> {
    Arena::reveal_in_words(number)
}
