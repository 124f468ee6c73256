//! The levels of cards, and the rows: the deck of one level and one kind of card, with its places
//! in the market.

use core::fmt;

/// One of the three levels of cards, each with a deck of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Level 1: forty cards, letter `a`.
    One,
    /// Level 2: thirty cards, letter `b`.
    Two,
    /// Level 3: twenty cards, letter `c`.
    Three,
}

impl Level {
    /// Every level, lowest first.
    pub const ALL: [Self; 3] = [Self::One, Self::Two, Self::Three];

    /// Returns the level's place in [`Level::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns 1, 2 or 3.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// Returns the level of a number from 1 to 3.
    pub const fn of_number(number: u8) -> Option<Self> {
        match number {
            1 => Some(Self::One),
            2 => Some(Self::Two),
            3 => Some(Self::Three),
            _ => None,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "level {}", self.number())
    }
}

/// A row: face-up places of the market, with the deck that refills them.
///
/// The base game has a row for each level; the module Orient adds a second one for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Row {
    /// The cards of level 1.
    One,
    /// The cards of level 2.
    Two,
    /// The cards of level 3.
    Three,
    /// The Orient cards of level 1.
    OrientOne,
    /// The Orient cards of level 2.
    OrientTwo,
    /// The Orient cards of level 3.
    OrientThree,
}

impl Row {
    /// How many rows there are.
    pub const COUNT: usize = 6;

    /// Every row: those of the base game first, the lowest level first.
    pub const ALL: [Self; Self::COUNT] =
        [Self::One, Self::Two, Self::Three, Self::OrientOne, Self::OrientTwo, Self::OrientThree];

    /// The rows of the base game.
    pub const BASE: [Self; 3] = [Self::One, Self::Two, Self::Three];

    /// The rows of the module Orient.
    pub const ORIENT: [Self; 3] = [Self::OrientOne, Self::OrientTwo, Self::OrientThree];

    /// Returns the row of Orient cards of a level.
    pub const fn orient(level: Level) -> Self {
        Self::ORIENT[level.index()]
    }

    /// Returns a value for each row: these for the base game, and the same for each Orient row.
    pub const fn each<T: Copy>([one, two, three]: [T; 3], orient: T) -> [T; Self::COUNT] {
        [one, two, three, orient, orient, orient]
    }

    /// Returns the row's place in [`Row::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the level of its cards.
    pub const fn level(self) -> Level {
        Level::ALL[self.index() % Level::ALL.len()]
    }

    /// Returns whether its cards are those of the module Orient.
    pub const fn is_orient(self) -> bool {
        self.index() >= Self::BASE.len()
    }
}

/// The row of the base game.
impl From<Level> for Row {
    fn from(level: Level) -> Self {
        Self::BASE[level.index()]
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_orient() {
            f.write_str("Orient ")?;
        }
        self.level().fmt(f)
    }
}
