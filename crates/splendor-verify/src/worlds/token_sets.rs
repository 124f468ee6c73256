//! The sets of tokens that a seat may hold before and after a turn.

use splendor_core::{Token, Tokens};

/// A turn that [the relaxation](super::relaxation) has played.
pub(super) struct RelaxedTurn {
    pub(super) mover: usize,
    /// The tokens that the seat may hold before the turn.
    pub(super) before: Vec<Tokens>,
    /// The tokens that the seat may hold after the turn.
    pub(super) after: Vec<Tokens>,
    /// The tokens before and the tokens after that belong together, by their numbers.
    pub(super) edges: Vec<(u32, u32)>,
}

/// Applies a function, such as the minimum, to the two counts of each kind.
pub(super) fn each_count(one: Tokens, two: Tokens, pick: fn(u8, u8) -> u8) -> Tokens {
    let pick = |token| pick(one.get(token), two.get(token));
    Token::ALL.into_iter().fold(one, |sum, token| sum.with(token, pick(token)))
}
