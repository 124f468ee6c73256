//! Colors, and counts of gems and tokens.

pub(crate) mod bit_set;
mod color;
mod packed_counts;
mod tokens;

pub use color::{Color, NotAToken, Token};
pub use tokens::{CardCounts, Gems, Spelled, Tokens};
