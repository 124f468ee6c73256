//! How the messages count.

use core::fmt;

use super::Word;
use crate::number::Spelled;

/// `one token`, `two tokens`.
pub(super) struct Tally(pub(super) u16);

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} token{}", Spelled(self.0), if self.0 == 1 { "" } else { "s" })
    }
}

pub(super) fn n(number: u8) -> Spelled {
    Spelled(u16::from(number))
}

/// The ending of a noun after a number.
pub(super) fn s(count: u8) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// `none`, `one`, `two`: a number with no noun after it.
pub(super) struct Alone(pub(super) u8);

impl fmt::Display for Alone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 { f.write_str("none") } else { n(self.0).fmt(f) }
    }
}

/// `one score`, `two scores`.
pub(super) struct Scores(pub(super) u8);

impl fmt::Display for Scores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} score{}", n(self.0), s(self.0))
    }
}

/// `1 turn`, `2 turns`.
pub(super) struct Turns(pub(super) u32);

impl fmt::Display for Turns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} turn{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

/// `two are`, `one is`, `none is`.
pub(super) struct Above(pub(super) u16);

impl fmt::Display for Above {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("none is"),
            1 => f.write_str("one is"),
            more => write!(f, "{} are", Spelled(more)),
        }
    }
}

/// How far a game is from a stalemate, by the ruling.
pub(super) struct Stale {
    pub(super) passes: u8,
    pub(super) needed: u8,
    pub(super) ruling: Word,
}

impl fmt::Display for Stale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (passes, needed) = (n(self.passes), n(self.needed));
        let ending = if self.passes == 1 { "" } else { "es" };
        match self.ruling {
            "continues" => f.write_str("the ruling `stalemate` is `continues`"),
            "passed-round" => {
                write!(f, "{passes} pass{ending} in a row in one round, where {needed} are needed")
            }
            _ => write!(f, "{passes} forced pass{ending} in a row, where {needed} are needed"),
        }
    }
}

/// Where prestige comes from: `12 from cards and 3 from nobles`.
pub(super) struct Shares {
    pub(super) cards: u8,
    pub(super) nobles: u8,
    pub(super) posts: u8,
}

impl fmt::Display for Shares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cards, nobles, posts } = self;
        match posts {
            0 => write!(f, "{cards} from cards and {nobles} from nobles"),
            _ => write!(f, "{cards} from cards, {nobles} from nobles and {posts} from posts"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Turns;
    use alloc::format;

    #[test]
    fn one_turn_is_singular() {
        let words = [0, 1, 2, 111].map(|count| format!("{}", Turns(count)));
        assert_eq!(words, ["0 turns", "1 turn", "2 turns", "111 turns"]);
    }
}
