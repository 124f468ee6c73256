//! The five gem colors, and gold.

use core::fmt;
use core::str::FromStr;

/// The color of a gem, a bonus, or a cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// White.
    Diamond,
    /// Blue.
    Sapphire,
    /// Green.
    Emerald,
    /// Red.
    Ruby,
    /// Black.
    Onyx,
}

impl Color {
    /// Every color, in the order of the ids: d, s, e, r, o.
    pub const ALL: [Self; 5] =
        [Self::Diamond, Self::Sapphire, Self::Emerald, Self::Ruby, Self::Onyx];

    /// Returns the letter of the color in an id.
    pub const fn letter(self) -> char {
        match self {
            Self::Diamond => 'd',
            Self::Sapphire => 's',
            Self::Emerald => 'e',
            Self::Ruby => 'r',
            Self::Onyx => 'o',
        }
    }

    /// Returns the color of an id's letter.
    pub const fn of_letter(letter: u8) -> Option<Self> {
        OF_LETTER[letter as usize]
    }

    /// Returns the name of one gem of the color.
    pub const fn name(self) -> &'static str {
        Token::Gem(self).name()
    }

    /// Returns the word for the color that players use, like `white`.
    pub const fn spoken(self) -> &'static str {
        match self {
            Self::Diamond => "white",
            Self::Sapphire => "blue",
            Self::Emerald => "green",
            Self::Ruby => "red",
            Self::Onyx => "black",
        }
    }

    /// Returns the color that a word of players names, in upper or lower case; some say `brown` for
    /// onyx.
    pub fn of_spoken(word: &str) -> Option<Self> {
        if word.eq_ignore_ascii_case("brown") {
            return Some(Self::Onyx);
        }
        Self::ALL.into_iter().find(|color| word.eq_ignore_ascii_case(color.spoken()))
    }

    /// Returns the color's place in the order of the ids, 0 to 4.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The color of each letter: ids are most of the text of a log, so a letter has to cost one step.
static OF_LETTER: [Option<Color>; 256] = {
    let mut colors = [None; 256];
    let mut index = 0;
    while index < Color::ALL.len() {
        colors[Color::ALL[index].letter() as usize] = Some(Color::ALL[index]);
        index += 1;
    }
    colors
};

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The kind of a token: a gem of some color, or gold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Token {
    /// A gem.
    Gem(Color),
    /// The wild token.
    Gold,
}

impl Token {
    /// Every kind of token, gems first.
    pub const ALL: [Self; 6] = [
        Self::Gem(Color::Diamond),
        Self::Gem(Color::Sapphire),
        Self::Gem(Color::Emerald),
        Self::Gem(Color::Ruby),
        Self::Gem(Color::Onyx),
        Self::Gold,
    ];

    /// Returns the place in [`Token::ALL`], 0 to 5.
    pub const fn index(self) -> usize {
        match self {
            Self::Gem(color) => color.index(),
            Self::Gold => 5,
        }
    }

    /// Returns the name of one token of this kind.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gem(Color::Diamond) => "diamond",
            Self::Gem(Color::Sapphire) => "sapphire",
            Self::Gem(Color::Emerald) => "emerald",
            Self::Gem(Color::Ruby) => "ruby",
            Self::Gem(Color::Onyx) => "onyx",
            Self::Gold => "gold",
        }
    }

    /// Returns the name of several tokens of this kind.
    pub const fn plural(self) -> &'static str {
        match self {
            Self::Gem(Color::Diamond) => "diamonds",
            Self::Gem(Color::Sapphire) => "sapphires",
            Self::Gem(Color::Emerald) => "emeralds",
            Self::Gem(Color::Ruby) => "rubies",
            Self::Gem(Color::Onyx) => "onyxes",
            Self::Gold => "gold",
        }
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that names no token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAToken;

impl FromStr for Token {
    type Err = NotAToken;

    fn from_str(word: &str) -> Result<Self, NotAToken> {
        Self::ALL.into_iter().find(|token| token.name() == word).ok_or(NotAToken)
    }
}

impl From<Color> for Token {
    fn from(color: Color) -> Self {
        Self::Gem(color)
    }
}
