//! Noble tiles: their facts, their ids, and sets of them.

use core::fmt;

use super::notation::{parse_gems, write_gems};
use crate::number::Gems;
use crate::number::bit_set::set_of_bits;

/// The facts of a noble tile, which are also its name: `3:4d4s` brings three prestige to a seat
/// with four diamond and four sapphire bonuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Noble {
    /// The prestige, 0 to 9.
    pub points: u8,
    /// The bonuses that it asks for.
    pub demand: Gems,
}

impl Noble {
    /// Returns the facts that an id spells out, whether such a tile exists or not.
    pub const fn parse(id: &str) -> Option<Self> {
        let [points @ b'0'..=b'9', b':', demand @ ..] = id.as_bytes() else { return None };
        match parse_gems(demand) {
            Some(demand) => Some(Self { points: *points - b'0', demand }),
            None => None,
        }
    }
}

impl fmt::Display for Noble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.points)?;
        write_gems(f, self.demand)
    }
}

/// The number of a noble tile in its box, 0 to 31.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NobleId(pub(crate) u8);

/// A set of noble tiles, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NobleSet(u32);

set_of_bits!(NobleSet, NobleId);

impl NobleSet {
    /// Returns the set of the first `count` numbers.
    pub(crate) const fn first(count: usize) -> Self {
        Self(if count == 0 { 0 } else { u32::MAX >> (u32::BITS as usize - count) })
    }
}
