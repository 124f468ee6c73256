//! The situations in which a turn was tried, with the outcomes.

use splendor_core::{Action, Position, Token, Tokens, Turn};
use splendor_schema::turn::After;

use super::numbers::Numbered;
use super::world::{Outcome, World};

/// The parts of a world on which the outcomes of a turn depend.
///
/// A turn never looks at the tokens of the seats that wait, so that thousands of worlds share a
/// situation, and all but one of them are moved on without playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Situation {
    bare: u32,
    /// The tokens of the seat that acts.
    held: Tokens,
    /// The supply, if the log claims it after the turn. Otherwise the part that the rules look at.
    supply: Tokens,
    /// The number of the world, if the log claims a digest after the turn: a digest covers the
    /// tokens of every seat.
    only: Option<usize>,
}

impl Situation {
    /// Returns the situation of world `number` before a turn with the claims `after`.
    pub(super) fn of(
        number: usize,
        world: &World,
        position: &Position,
        turn: &Turn,
        after: Option<&After>,
    ) -> Self {
        let supply = position.supply();
        let claimed = after.is_some_and(|after| after.supply.is_some());
        let supply = if claimed { supply } else { regarded(supply, turn) };
        let only = after.and_then(|after| after.digest.as_ref()).map(|_| number);
        Self { bare: world.bare, held: position.mover().tokens(), supply, only }
    }
}

/// Returns the part of a supply that the rules look at in a turn: one token of each kind, and twice
/// the tokens that the turn takes, because a pair needs four. A pass needs to know whether any take
/// is possible, even a pair.
pub(super) fn regarded(supply: Tokens, turn: &Turn) -> Tokens {
    let most = |token| match turn.action {
        Action::Take(taken) => taken.get(token).saturating_mul(2).max(1),
        Action::Pass => 4,
        // A purchase and a conquest may each gain a gem of one color.
        Action::ReserveMarket(_) | Action::ReserveDeck { .. } | Action::Purchase { .. } => {
            1 + u8::from(turn.conquest.is_some())
        }
    };
    let least = |token| supply.get(token).min(most(token));
    Token::ALL.into_iter().fold(Tokens::NONE, |all, token| all.with(token, least(token)))
}

/// The outcomes of a turn in one situation.
#[derive(Debug)]
pub(super) struct Outcomes {
    /// The number of completed turns that were tried.
    pub(super) tried: usize,
    /// The outcome of each legal one.
    pub(super) after_each: Vec<Outcome>,
}

/// The outcomes of a turn in each situation in which it was tried.
#[derive(Debug)]
pub(super) struct Tried {
    situations: Numbered<Situation>,
    outcomes: Vec<Outcomes>,
}

impl Tried {
    /// Returns no situations yet.
    pub(super) fn nothing() -> Self {
        Self { situations: Numbered::new(), outcomes: Vec::new() }
    }

    /// Returns the outcomes in a situation. Calls `play` if they are not known yet.
    ///
    /// # Errors
    ///
    /// The error of `play`; the situation must not be asked for again then.
    pub(super) fn outcomes<E>(
        &mut self,
        situation: Situation,
        play: impl FnOnce() -> Result<Outcomes, E>,
    ) -> Result<&Outcomes, E> {
        let number = self.situations.number(situation, usize::MAX);
        let (number, is_new) = number.expect("there are no more situations than worlds");
        if is_new {
            self.outcomes.push(play()?);
        }
        Ok(&self.outcomes[number as usize])
    }
}
