//! Development cards: their facts and their ids.

use core::fmt;

use super::notation::parse_gems;
use super::row::{Level, Row};
use crate::number::{Color, Gems};

/// The facts of a development card. They are also its name: `a0d3s` is of level 1, brings no
/// prestige, makes diamond and costs three sapphires.
///
/// The id of an Orient card begins with an upper-case letter: `B1ca4d3s1o` copies a color, then
/// brings a free card; `C3dx2e` costs two emerald cards.
///
/// One number holds all facts, so that a card is compared and hashed in one step. Cards are ordered
/// by row, bonus, power, prestige, the color of discarded cards, and cost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub(super) u64);

/// The power of an Orient card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Power {
    /// It pays once as up to two gold and then leaves the game.
    VirtualGold,
    /// It takes the color of another card of its seat.
    Copy,
    /// It takes the color of another card of its seat, and then brings a free card of level 1.
    CopyAndFree,
    /// It counts as two bonuses of its color.
    DoubleBonus,
    /// It brings a free card of level 2.
    Free,
}

impl Power {
    /// How many powers there are.
    pub(crate) const COUNT: usize = 5;

    /// The power that three bits of a card stand for.
    const OF_BITS: [Option<Self>; 8] = [
        None,
        Some(Self::VirtualGold),
        Some(Self::Copy),
        Some(Self::CopyAndFree),
        Some(Self::DoubleBonus),
        Some(Self::Free),
        None,
        None,
    ];

    /// Returns the three bits that stand for a power, or for none.
    const fn bits(power: Option<Self>) -> u64 {
        match power {
            Some(power) => power as u64 + 1,
            None => 0,
        }
    }

    /// Returns whether the card takes the color of another card.
    pub const fn copies(self) -> bool {
        matches!(self, Self::Copy | Self::CopyAndFree)
    }

    /// Returns the level of the free card that it brings.
    pub const fn free_level(self) -> Option<Level> {
        match self {
            Self::CopyAndFree => Some(Level::One),
            Self::Free => Some(Level::Two),
            Self::VirtualGold | Self::Copy | Self::DoubleBonus => None,
        }
    }

    /// Returns how an id writes the power, with the letter of the bonus.
    const fn letters(power: Option<Self>, bonus: u8) -> [u8; 2] {
        match power {
            None => [bonus, 0],
            Some(Self::VirtualGold) => *b"gg",
            Some(Self::Copy) => [b'c', 0],
            Some(Self::CopyAndFree) => *b"ca",
            Some(Self::DoubleBonus) => [bonus, bonus],
            Some(Self::Free) => [bonus, b'b'],
        }
    }

    /// Returns the bonus and the power that an id writes, and the rest of the id.
    const fn parse(id: &[u8]) -> Option<(Option<Color>, Option<Self>, &[u8])> {
        Some(match id {
            [b'g', b'g', rest @ ..] => (None, Some(Self::VirtualGold), rest),
            [b'c', b'a', rest @ ..] => (None, Some(Self::CopyAndFree), rest),
            [b'c', rest @ ..] => (None, Some(Self::Copy), rest),
            [first, after @ ..] => {
                let Some(color) = Color::of_letter(*first) else { return None };
                match after {
                    [b'b', rest @ ..] => (Some(color), Some(Self::Free), rest),
                    [second, rest @ ..] if *second == *first => {
                        (Some(color), Some(Self::DoubleBonus), rest)
                    }
                    rest => (Some(color), None, rest),
                }
            }
            [] => return None,
        })
    }
}

impl Card {
    // The lowest bit of each fact; the cost has the five bytes below. The prestige has eight bits,
    // so that a number that no id can spell does not change another fact.
    const DISCARD: u32 = 40;
    const POINTS: u32 = 43;
    const POWER: u32 = 51;
    const BONUS: u32 = 54;
    const ROW: u32 = 57;

    /// Returns a card of the base game. It brings 0 to 9 prestige, and costs 0 to 9 gems of each
    /// color.
    pub const fn base(level: Level, bonus: Color, points: u8, cost: Gems) -> Self {
        Self::of_row(Row::BASE[level.index()], Some(bonus), points, cost)
    }

    /// Returns an Orient card. A card of virtual gold and a copy card have no bonus. A card that
    /// costs two cards of the color `discard` costs no gems.
    pub const fn orient(
        level: Level,
        bonus: Option<Color>,
        power: Option<Power>,
        points: u8,
        cost: Gems,
        discard: Option<Color>,
    ) -> Self {
        let Self(facts) = Self::of_row(Row::orient(level), bonus, points, cost);
        Self(facts | Power::bits(power) << Self::POWER | color_bits(discard) << Self::DISCARD)
    }

    const fn of_row(row: Row, bonus: Option<Color>, points: u8, cost: Gems) -> Self {
        let facts = (row as u64) << Self::ROW | color_bits(bonus) << Self::BONUS;
        Self(facts | (points as u64) << Self::POINTS | cost.packed())
    }

    /// Returns the row that it is dealt from.
    pub const fn row(self) -> Row {
        Row::ALL[(self.0 >> Self::ROW) as usize]
    }

    /// Returns the level, which names the deck that it comes from.
    pub const fn level(self) -> Level {
        self.row().level()
    }

    /// Returns whether it belongs to the module Orient.
    pub const fn is_orient(self) -> bool {
        self.row().is_orient()
    }

    /// Returns the gem that it counts as once bought; none for a card of virtual gold and for a copy
    /// card.
    pub const fn bonus(self) -> Option<Color> {
        self.color_at(Self::BONUS)
    }

    /// Returns the power of an Orient card.
    pub const fn power(self) -> Option<Power> {
        Power::OF_BITS[(self.0 >> Self::POWER & 7) as usize]
    }

    /// Returns the prestige, 0 to 9.
    #[expect(clippy::cast_possible_truncation, reason = "the byte is what the cast leaves")]
    pub const fn points(self) -> u8 {
        (self.0 >> Self::POINTS) as u8
    }

    /// Returns the gems that it costs, 0 to 9 of each color.
    pub const fn cost(self) -> Gems {
        Gems::of_packed(self.0)
    }

    /// Returns the color of the two cards that it costs in place of gems.
    pub const fn discard(self) -> Option<Color> {
        self.color_at(Self::DISCARD)
    }

    const fn color_at(self, place: u32) -> Option<Color> {
        COLOR_OF_BITS[(self.0 >> place & 7) as usize]
    }

    /// Returns the color that it counts as for nobles, posts and cities; none for a copy card.
    pub const fn colors(self) -> Gems {
        match self.bonus() {
            Some(color) => Gems::one(color),
            None => Gems::NONE,
        }
    }

    /// Returns its bonuses in a price: two for a double card; none for a copy card, whose color is
    /// a fact of the position.
    pub const fn bonuses(self) -> Gems {
        let colors = self.colors();
        if matches!(self.power(), Some(Power::DoubleBonus)) { colors.plus(colors) } else { colors }
    }

    /// Returns the color that it makes, or its power, in words.
    ///
    /// ```
    /// use splendor_core::Card;
    ///
    /// let words = |id| Card::parse(id).expect("an id").brings().to_string();
    /// assert_eq!(words("a0d3s"), "diamond");
    /// assert_eq!(words("B1dd3e4r"), "two diamond");
    /// assert_eq!(words("C1db6s3e1r"), "diamond and a free card of level 2");
    /// assert_eq!(words("B1ca4d3s1o"), "a copied color and a free card of level 1");
    /// assert_eq!(words("A0gg3d"), "two virtual gold");
    /// ```
    pub const fn brings(self) -> Brings {
        Brings(self)
    }

    /// Returns the facts that an id spells out, whether such a card exists or not.
    ///
    /// ```
    /// use splendor_core::{Card, Color, Power};
    ///
    /// let card = Card::parse("C3dx2e").expect("an id of an Orient card");
    /// assert_eq!((card.bonus(), card.discard()), (Some(Color::Diamond), Some(Color::Emerald)));
    /// assert_eq!(Card::parse("A0gg3d").and_then(Card::power), Some(Power::VirtualGold));
    /// assert_eq!(Card::parse("a0gg3d"), None);
    /// ```
    pub const fn parse(id: &str) -> Option<Self> {
        match id.as_bytes() {
            [level @ b'a'..=b'c', points @ b'0'..=b'9', bonus, cost @ ..] => {
                let level = Level::ALL[(*level - b'a') as usize];
                match (Color::of_letter(*bonus), parse_gems(cost)) {
                    (Some(bonus), Some(cost)) => {
                        Some(Self::base(level, bonus, *points - b'0', cost))
                    }
                    _ => None,
                }
            }
            [level @ b'A'..=b'C', points @ b'0'..=b'9', rest @ ..] => {
                let level = Level::ALL[(*level - b'A') as usize];
                Self::parse_orient(level, *points - b'0', rest)
            }
            _ => None,
        }
    }

    /// Returns the facts of an Orient card. `rest` is its id after the points.
    const fn parse_orient(level: Level, points: u8, rest: &[u8]) -> Option<Self> {
        let Some((bonus, power, price)) = Power::parse(rest) else { return None };
        let (discard, cost) = match price {
            [b'x', b'2', letter] => match Color::of_letter(*letter) {
                Some(color) => (Some(color), Gems::NONE),
                None => return None,
            },
            _ => match parse_gems(price) {
                Some(cost) => (None, cost),
                None => return None,
            },
        };
        Some(Self::orient(level, bonus, power, points, cost, discard))
    }

    /// Returns the id: at most 14 letters and digits, then zeros.
    pub const fn id(self) -> [u8; 16] {
        let mut id = [0; 16];
        let levels = if self.is_orient() { *b"ABC" } else { *b"abc" };
        id[0] = levels[self.level().index()];
        id[1] = b'0' + self.points();
        let bonus = match self.bonus() {
            Some(color) => b"dsero"[color.index()],
            None => 0,
        };
        [id[2], id[3]] = Power::letters(self.power(), bonus);
        let mut at = if id[3] == 0 { 3 } else { 4 };
        if let Some(color) = self.discard() {
            [id[at], id[at + 1], id[at + 2]] = [b'x', b'2', b"dsero"[color.index()]];
            return id;
        }
        let mut color = 0;
        while color < 5 {
            let amount = self.cost().get(Color::ALL[color]);
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

// Each power and each color is read from the bits that are written for it.
const _: () = {
    let mut bits = 0;
    while bits < 8 {
        if bits <= Power::COUNT {
            assert!(Power::bits(Power::OF_BITS[bits]) == bits as u64);
        }
        if bits <= Color::ALL.len() {
            assert!(color_bits(COLOR_OF_BITS[bits]) == bits as u64);
        }
        bits += 1;
    }
};

/// The color that three bits of a card stand for.
const COLOR_OF_BITS: [Option<Color>; 8] = {
    let [diamond, sapphire, emerald, ruby, onyx] = Color::ALL;
    [None, Some(diamond), Some(sapphire), Some(emerald), Some(ruby), Some(onyx), None, None]
};

/// Returns the three bits that stand for a color, or for none.
const fn color_bits(color: Option<Color>) -> u64 {
    match color {
        Some(color) => color as u64 + 1,
        None => 0,
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Card({self})")
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = self.id();
        let end = id.iter().position(|&byte| byte == 0).unwrap_or(id.len());
        f.write_str(core::str::from_utf8(&id[..end]).unwrap_or_default())
    }
}

/// The color that a card makes, or its power, in words.
#[derive(Clone, Copy, Debug)]
pub struct Brings(Card);

impl fmt::Display for Brings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(card) = *self;
        match card.power() {
            Some(Power::VirtualGold) => f.write_str("two virtual gold")?,
            Some(Power::DoubleBonus) => f.write_str("two ")?,
            Some(Power::Copy | Power::CopyAndFree) => f.write_str("a copied color")?,
            Some(Power::Free) | None => {}
        }
        if let Some(color) = card.bonus() {
            f.write_str(color.name())?;
        }
        match card.power().and_then(Power::free_level) {
            Some(level) => write!(f, " and a free card of {level}"),
            None => Ok(()),
        }
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
