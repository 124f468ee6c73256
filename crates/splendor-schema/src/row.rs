//! The rows of the table: a deck and the face-up cards beside it.

use crate::id::CardId;
use crate::token::Level;

/// A row of the table: a deck and the face-up cards beside it.
///
/// ```
/// use splendor_schema::row::Row;
/// use splendor_schema::token::Level;
///
/// assert_eq!(Row::Orient(Level::Two).name(), "orient2");
/// assert_eq!(Row::ALL[4], Row::Orient(Level::Two));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Row {
    /// A row of the base game.
    Base(Level),
    /// A row of the module Orient.
    Orient(Level),
}

impl Row {
    /// Every row: those of the base game, then those of Orient, each from level 1.
    pub const ALL: [Row; 6] = {
        let [one, two, three] = Level::ALL;
        [
            Row::Base(one),
            Row::Base(two),
            Row::Base(three),
            Row::Orient(one),
            Row::Orient(two),
            Row::Orient(three),
        ]
    };

    /// Returns the index in [`Row::ALL`].
    pub const fn index(self) -> usize {
        match self {
            Row::Base(level) => level.index(),
            Row::Orient(level) => level.index() + 3,
        }
    }

    /// Returns the level of its cards.
    pub const fn level(self) -> Level {
        match self {
            Row::Base(level) | Row::Orient(level) => level,
        }
    }

    /// Returns whether it is a row of the module Orient.
    pub const fn is_orient(self) -> bool {
        matches!(self, Row::Orient(_))
    }

    /// Returns the key of the row in the market and the decks of a file, like `level1`.
    pub const fn name(self) -> &'static str {
        ["level1", "level2", "level3", "orient1", "orient2", "orient3"][self.index()]
    }

    /// Returns the key that names the deck in a `reserve` and in a hand: `deck` or `orient`.
    pub(crate) const fn deck_key(self) -> &'static str {
        match self {
            Row::Base(_) => "deck",
            Row::Orient(_) => "orient",
        }
    }

    /// Returns the row of a deck that a file names by its level, under one of two keys.
    pub(crate) const fn of_deck(deck: Option<Level>, orient: Option<Level>) -> Option<Row> {
        match (deck, orient) {
            (Some(level), None) => Some(Row::Base(level)),
            (None, Some(level)) => Some(Row::Orient(level)),
            _ => None,
        }
    }
}

impl CardId {
    /// Returns the row that the card belongs to.
    pub fn row(&self) -> Row {
        let letter = self.as_bytes()[0];
        let level = Level::ALL[usize::from(letter.to_ascii_lowercase() - b'a')];
        if letter.is_ascii_lowercase() { Row::Base(level) } else { Row::Orient(level) }
    }
}
