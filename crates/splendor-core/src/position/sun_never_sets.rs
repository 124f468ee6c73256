//! What The Sun Never Sets adds to the table.

use super::{Copies, MOST_SEATS, Strongholds};
use crate::component::CardSet;

/// The part of the table that only Orient and Strongholds change, the modules of The Sun Never
/// Sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct SunNeverSets {
    /// The cards that left the game: spent or given up.
    pub(crate) gone: CardSet,
    pub(crate) copies: Copies,
    pub(crate) strongholds: Strongholds,
    /// How many cards each seat has bought, also those that it gave up.
    pub(crate) purchases: [u8; MOST_SEATS],
}
