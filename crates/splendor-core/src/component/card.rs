//! Development cards and noble tiles: their facts, their ids, and sets of them.

use core::fmt;

use crate::component::{City, PostName};
use crate::number::{Color, Gems};

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
    /// Returns the facts that an id tells, whether such a card exists or not.
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

/// The facts of a noble tile, which are also its name: `3:4d4s` brings three prestige to who has
/// four diamond and four sapphire bonuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Noble {
    /// The prestige, 0 to 9.
    pub points: u8,
    /// The bonuses that it asks for.
    pub demand: Gems,
}

impl Noble {
    /// Returns the facts that an id tells, whether such a tile exists or not.
    pub const fn parse(id: &str) -> Option<Self> {
        let bytes = id.as_bytes();
        if bytes.len() < 2 || !bytes[0].is_ascii_digit() || bytes[1] != b':' {
            return None;
        }
        let Some(demand) = parse_gems(bytes, 2, bytes.len()) else { return None };
        Some(Self { points: bytes[0] - b'0', demand })
    }
}

impl fmt::Display for Noble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.points)?;
        write_gems(f, self.demand)
    }
}

/// A component of the game by its facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Component {
    /// A development card.
    Card(Card),
    /// A noble tile.
    Noble(Noble),
    /// A face of a city tile.
    City(City),
    /// A trading post.
    Post(PostName),
}

impl Component {
    /// Returns what kind of component it is: `card`, `noble`, `city` or `post`.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Card(_) => "card",
            Self::Noble(_) => "noble",
            Self::City(_) => "city",
            Self::Post(_) => "post",
        }
    }
}

impl fmt::Display for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Card(card) => card.fmt(f),
            Self::Noble(noble) => noble.fmt(f),
            Self::City(city) => city.fmt(f),
            Self::Post(name) => name.fmt(f),
        }
    }
}

/// Reads amount and letter pairs: each color at most once, in the order d s e r o.
pub(crate) const fn parse_gems(bytes: &[u8], from: usize, to: usize) -> Option<Gems> {
    let mut gems = Gems::NONE;
    let mut at = from;
    let mut least = 0;
    while at < to {
        if at + 1 == to || bytes[at] < b'1' || bytes[at] > b'9' {
            return None;
        }
        let Some(color) = Color::of_letter(bytes[at + 1]) else { return None };
        if color.index() < least {
            return None;
        }
        gems = gems.with(color, bytes[at] - b'0');
        least = color.index() + 1;
        at += 2;
    }
    Some(gems)
}

pub(crate) fn write_gems(f: &mut fmt::Formatter<'_>, gems: Gems) -> fmt::Result {
    for (color, count) in gems.iter().filter(|&(_, count)| count > 0) {
        write!(f, "{count}{}", color.letter())?;
    }
    Ok(())
}

/// The number of a card in its box, 0 to 127; the facts are in [`Components`](crate::Components).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardId(pub(crate) u8);

/// The number of a noble tile in its box, 0 to 31.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NobleId(pub(crate) u8);

/// A set of noble tiles, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NobleSet(u32);

/// What every set of one bit for each member has; a member tells the number of its bit.
macro_rules! set_algebra {
    ($set:ident, $id:ident) => {
        impl $set {
            /// The set without a member.
            pub const NONE: Self = Self(0);

            /// Returns the set of one.
            pub const fn one(id: $id) -> Self {
                Self(Self(1).0.wrapping_shl(id.number() as u32))
            }

            /// Returns whether `id` is a member.
            pub const fn has(self, id: $id) -> bool {
                self.0.wrapping_shr(id.number() as u32) & 1 == 1
            }

            /// Returns whether there is no member.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Returns how many members there are.
            #[expect(clippy::cast_possible_truncation, reason = "there are at most 128 bits")]
            pub const fn len(self) -> u8 {
                self.0.count_ones() as u8
            }

            /// Returns the members of either.
            #[must_use]
            pub const fn or(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            /// Returns the members of both.
            #[must_use]
            pub const fn and(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }

            /// Returns the members that `other` does not have.
            #[must_use]
            pub const fn without(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }
        }

        impl FromIterator<$id> for $set {
            fn from_iter<I: IntoIterator<Item = $id>>(ids: I) -> Self {
                ids.into_iter().fold(Self::NONE, |set, id| set.or(Self::one(id)))
            }
        }
    };
}

/// A set of members that are numbers.
macro_rules! set_of_bits {
    ($set:ident, $id:ident) => {
        $crate::component::card::set_algebra!($set, $id);

        impl $id {
            const fn number(self) -> u8 {
                self.0
            }
        }

        impl $set {
            /// Adds a member.
            pub const fn insert(&mut self, id: $id) {
                self.0 |= Self::one(id).0;
            }

            /// Takes a member away, if it is one.
            pub const fn remove(&mut self, id: $id) {
                self.0 &= !Self::one(id).0;
            }

            /// Returns the member with the lowest number.
            #[expect(clippy::cast_possible_truncation, reason = "there are at most 128 bits")]
            pub const fn first_member(self) -> Option<$id> {
                if self.0 == 0 { None } else { Some($id(self.0.trailing_zeros() as u8)) }
            }

            /// Returns all members but the one with the lowest number.
            #[must_use]
            pub const fn without_first(self) -> Self {
                Self(self.0 & self.0.wrapping_sub(1))
            }

            /// Returns the members, lowest number first.
            pub fn iter(self) -> impl Iterator<Item = $id> {
                let mut left = self;
                core::iter::from_fn(move || {
                    let next = left.first_member()?;
                    left = left.without_first();
                    Some(next)
                })
            }
        }
    };
}

pub(crate) use {set_algebra, set_of_bits};

set_of_bits!(NobleSet, NobleId);

impl NobleSet {
    /// Returns the set of the first `count` numbers.
    pub(crate) const fn first(count: usize) -> Self {
        Self(if count == 0 { 0 } else { u32::MAX >> (u32::BITS as usize - count) })
    }

    /// Returns the bits.
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }
}
