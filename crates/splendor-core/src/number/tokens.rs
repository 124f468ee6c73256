//! Counts of tokens, and of gems without gold.

use core::fmt;

use crate::number::{Color, Token, packed_counts};

/// How many gems of each color: a cost, a price, a demand, or the bonuses of a seat.
///
/// Each count is 0 to 127; sums and differences saturate at these bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Gems(u64);

impl Gems {
    /// No gem at all.
    pub const NONE: Self = Self(0);

    /// Returns the counts in the order diamond, sapphire, emerald, ruby, onyx.
    pub const fn new(counts: [u8; 5]) -> Self {
        let [diamond, sapphire, emerald, ruby, onyx] = counts;
        Self(Tokens::new([diamond, sapphire, emerald, ruby, onyx, 0]).0)
    }

    /// Returns one gem.
    pub const fn one(color: Color) -> Self {
        Self::NONE.with(color, 1)
    }

    /// Returns the count of a color.
    pub const fn get(self, color: Color) -> u8 {
        packed_counts::get(self.0, color.index())
    }

    /// Returns the counts with the count of one color replaced.
    #[must_use]
    pub const fn with(self, color: Color, count: u8) -> Self {
        Self(packed_counts::with(self.0, color.index(), count))
    }

    /// Returns how many gems these are.
    pub const fn total(self) -> u16 {
        packed_counts::total(self.0)
    }

    /// Returns the counts as the lowest five bytes of a number.
    pub(crate) const fn packed(self) -> u64 {
        self.0
    }

    /// Returns the counts in the lowest five bytes of a number.
    pub(crate) const fn of_packed(number: u64) -> Self {
        Self(number & 0xff_ffff_ffff)
    }

    /// Returns half of each count, rounded up.
    #[must_use]
    pub(crate) const fn halves(self) -> Self {
        Self(packed_counts::halves(self.0))
    }

    /// Returns how many colors have at least one gem.
    pub const fn colors(self) -> u32 {
        packed_counts::used(self.0)
    }

    /// Returns whether each color has at least as many as `other` has.
    pub const fn covers(self, other: Self) -> bool {
        packed_counts::covers(self.0, other.0)
    }

    /// Returns both together.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(packed_counts::plus(self.0, other.0))
    }

    /// Returns the counts less those of `other`, zero where there are fewer.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(packed_counts::minus(self.0, other.0))
    }

    /// Returns each color with its count, also where that is zero.
    pub fn iter(self) -> impl Iterator<Item = (Color, u8)> {
        Color::ALL.into_iter().map(move |color| (color, self.get(color)))
    }
}

/// How many tokens of each kind: a supply, the tokens of a seat, a payment.
///
/// Each count is 0 to 127; sums and differences saturate at these bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tokens(u64);

impl Tokens {
    /// No token at all.
    pub const NONE: Self = Self(0);

    /// One gold.
    pub const GOLD: Self = Self::NONE.with(Token::Gold, 1);

    /// Returns the counts in the order diamond, sapphire, emerald, ruby, onyx, gold.
    pub const fn new(counts: [u8; 6]) -> Self {
        Self(packed_counts::of(counts))
    }

    /// Returns one token.
    pub const fn one(token: Token) -> Self {
        Self::NONE.with(token, 1)
    }

    /// Returns the count of a kind.
    pub const fn get(self, token: Token) -> u8 {
        packed_counts::get(self.0, token.index())
    }

    /// Returns the counts with the count of one kind replaced.
    #[must_use]
    pub const fn with(self, token: Token, count: u8) -> Self {
        Self(packed_counts::with(self.0, token.index(), count))
    }

    /// Returns the gems among these.
    pub const fn gems(self) -> Gems {
        Gems(self.with(Token::Gold, 0).0)
    }

    /// Returns the count of gold.
    pub const fn gold(self) -> u8 {
        self.get(Token::Gold)
    }

    /// Returns how many tokens these are.
    pub const fn total(self) -> u16 {
        packed_counts::total(self.0)
    }

    /// Returns whether there is no token.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether each kind has at least as many as `other` has.
    pub const fn covers(self, other: Self) -> bool {
        packed_counts::covers(self.0, other.0)
    }

    /// Returns both together.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(packed_counts::plus(self.0, other.0))
    }

    /// Returns the counts less those of `other`, zero where there are fewer.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(packed_counts::minus(self.0, other.0))
    }

    /// Returns each kind with its count, also where that is zero.
    pub fn iter(self) -> impl Iterator<Item = (Token, u8)> {
        Token::ALL.into_iter().map(move |token| (token, self.get(token)))
    }
}

impl From<Gems> for Tokens {
    fn from(gems: Gems) -> Self {
        Self(gems.0)
    }
}

/// A number as messages write it: in words up to twenty, in digits above.
///
/// ```
/// use splendor_core::Spelled;
///
/// let numbers = [0, 1, 20, 21].map(|number| Spelled(number).to_string());
/// assert_eq!(numbers, ["no", "one", "twenty", "21"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Spelled(pub u16);

impl fmt::Display for Spelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const WORDS: [&str; 21] = [
            "no",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ];
        match WORDS.get(usize::from(self.0)) {
            Some(word) => f.write_str(word),
            None => write!(f, "{}", self.0),
        }
    }
}

impl fmt::Display for Tokens {
    /// Writes like `two diamonds and one gold`; `nothing` for none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = self.iter().filter(|&(_, count)| count > 0).count();
        if kinds == 0 {
            return f.write_str("nothing");
        }
        for (place, (token, count)) in self.iter().filter(|&(_, count)| count > 0).enumerate() {
            match place {
                0 => {}
                last if last + 1 == kinds => f.write_str(" and ")?,
                _ => f.write_str(", ")?,
            }
            let name = if count == 1 { token.name() } else { token.plural() };
            write!(f, "{} {name}", Spelled(u16::from(count)))?;
        }
        Ok(())
    }
}

impl fmt::Display for Gems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Tokens::from(*self).fmt(f)
    }
}

/// Counts of cards of each color, which nobles, trading posts and cities ask for, in words. With
/// Orient, they differ from the bonuses: a double card is one card.
///
/// ```
/// use splendor_core::{CardCounts, Gems};
///
/// let words = |counts| CardCounts(Gems::new(counts)).to_string();
/// assert_eq!(words([0, 4, 4, 0, 0]), "four sapphire and four emerald cards");
/// assert_eq!(words([0, 3, 0, 0, 1]), "three sapphire cards and one onyx card");
/// assert_eq!(words([0; 5]), "no cards");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CardCounts(pub Gems);

impl fmt::Display for CardCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == Gems::NONE {
            return f.write_str("no cards");
        }
        let mut rest = self.0.iter().filter(|&(_, count)| count > 0).peekable();
        let mut is_first = true;
        while let Some((color, count)) = rest.next() {
            let next = rest.peek().map(|&(_, count)| count == 1);
            let comma = if next.is_some() { ", " } else { " and " };
            f.write_str(if is_first { "" } else { comma })?;
            write!(f, "{} {color}", Spelled(u16::from(count)))?;
            // Neighbors of the same number share the noun.
            if next != Some(count == 1) {
                f.write_str(if count == 1 { " card" } else { " cards" })?;
            }
            is_first = false;
        }
        Ok(())
    }
}
