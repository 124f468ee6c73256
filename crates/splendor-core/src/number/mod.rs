//! Colors, and counts of gems and tokens.

mod color;
mod lanes;
pub(crate) mod tokens;

pub use color::{Color, NotAToken, Token};
pub use tokens::{Gems, Tokens};
