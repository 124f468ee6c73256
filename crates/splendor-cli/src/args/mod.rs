//! Arguments that several commands share.

mod files;
mod foreign;
mod rulings;
mod threads;
mod turn;
pub(crate) mod values;
mod words;

pub(crate) use files::Files;
pub(crate) use foreign::Foreign;
pub(crate) use rulings::{Judged, without_doubles};
pub(crate) use threads::Threads;
pub(crate) use turn::{At, at_turn, not_followed, tell_shown, turn_of};
pub(crate) use words::Words;
