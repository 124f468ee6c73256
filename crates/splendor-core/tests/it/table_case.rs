//! A position to try turns on: what it refuses, and what it plays.

use splendor_core::{Action, Events, Game, Position, Tokens, Turn, Violation};

use crate::played::Played;

/// A position to try turns on.
#[derive(Clone)]
pub(crate) struct Case {
    pub(crate) game: Game<'static>,
    pub(crate) position: Position,
    pub(crate) events: Events,
}

impl Case {
    /// Asserts that the turn breaks this clause and no other, with these facts and this message.
    #[track_caller]
    pub(crate) fn refuses(&self, turn: Turn, breach: Violation, message: &str) {
        assert_eq!(self.position.violations(&self.game, &turn), [breach]);
        self.refuses_first(turn, breach, message);
    }

    /// Asserts that the turn breaks this clause first, with these facts and this message.
    #[track_caller]
    pub(crate) fn refuses_first(&self, turn: Turn, breach: Violation, message: &str) {
        assert_eq!(self.position.check(&self.game, &turn), Err(breach));
        assert_eq!(self.position.violations(&self.game, &turn).first(), Some(&breach));
        assert_eq!(breach.to_string(), message);
        assert!(!self.lists(&turn));
    }

    /// Asserts that the turn is legal and returns the table that it leaves.
    #[track_caller]
    pub(crate) fn plays(&self, turn: Turn) -> Self {
        assert_eq!(self.position.violations(&self.game, &turn), []);
        assert!(self.lists(&turn), "{turn:?} is among the legal turns");
        let (position, events) = self.position.played(&self.game, &turn).unwrap();
        Self { game: self.game, position, events }
    }

    /// Whether the turn, apart from the parts that chance decides, is among the legal ones.
    fn lists(&self, turn: &Turn) -> bool {
        let mut open = Turn { refill: None, ..*turn };
        if let Action::ReserveDeck { card, under, .. } = &mut open.action {
            [*card, *under] = [None, None];
        }
        if let Action::Purchase { from, .. } = &mut open.action {
            *from = None;
        }
        let revealing = open != *turn && self.position.check(&self.game, turn).is_err();
        !revealing && self.position.legal_turns(&self.game).contains(&open)
    }

    pub(crate) fn tokens(&self, seat: usize) -> Tokens {
        self.position.seats()[seat].tokens()
    }

    pub(crate) fn winners(&self) -> Vec<u8> {
        self.position.winners(&self.game).iter().collect()
    }
}
