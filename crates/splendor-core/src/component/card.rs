//! Development cards: their facts and their ids.

use core::fmt;

use super::notation::{parse_gems, write_gems};
use super::row::{Level, Row};
use crate::number::{Color, Gems};

/// The facts of a development card. They are also its name: `a0d3s` is of level 1, brings no
/// prestige, makes diamond and costs three sapphires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card {
    /// The level, which names the deck that it comes from.
    pub level: Level,
    /// The gem that it counts as once bought.
    pub bonus: Color,
    /// The prestige, 0 to 9.
    pub points: u8,
    /// The gems that it costs, 0 to 9 of each color.
    pub cost: Gems,
}

impl Card {
    /// Returns the row that it is dealt from.
    pub const fn row(self) -> Row {
        Row::BASE[self.level.index()]
    }

    /// Returns the facts that an id spells out, whether such a card exists or not.
    pub const fn parse(id: &str) -> Option<Self> {
        let bytes = id.as_bytes();
        if bytes.len() < 3 || !bytes[1].is_ascii_digit() {
            return None;
        }
        let level = match bytes[0] {
            b'a' => Level::One,
            b'b' => Level::Two,
            b'c' => Level::Three,
            _ => return None,
        };
        let Some(bonus) = Color::of_letter(bytes[2]) else { return None };
        let Some(cost) = parse_gems(bytes, 3, bytes.len()) else { return None };
        Some(Self { level, bonus, points: bytes[1] - b'0', cost })
    }
}

impl Card {
    /// Returns the id: at most 13 letters and digits, then zeros.
    pub const fn id(self) -> [u8; 16] {
        let mut id = [0; 16];
        id[0] = b"abc"[self.level.index()];
        id[1] = b'0' + self.points;
        id[2] = b"dsero"[self.bonus.index()];
        let (mut at, mut color) = (3, 0);
        while color < 5 {
            let amount = self.cost.get(Color::ALL[color]);
            if amount > 0 {
                id[at] = b'0' + amount;
                id[at + 1] = b"dsero"[color];
                at += 2;
            }
            color += 1;
        }
        id
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = ['a', 'b', 'c'][self.level.index()];
        write!(f, "{level}{}{}", self.points, self.bonus.letter())?;
        write_gems(f, self.cost)
    }
}

/// The number of a card in its box, 0 to 127; the facts are in [`Components`](crate::Components).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardId(pub(crate) u8);

impl CardId {
    /// Returns the number of the card in its box, from 0.
    pub const fn number(self) -> u8 {
        self.0
    }
}
