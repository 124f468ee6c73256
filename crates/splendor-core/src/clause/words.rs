//! How the messages count.

use core::fmt;

use super::Word;
use crate::component::Card;
use crate::number::{CardCounts, Gems, Spelled, Token, Tokens};

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

/// `none`, `only one`, `only two`: how many tokens a seat has that needs more.
pub(super) struct Only(pub(super) u8);

impl fmt::Display for Only {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 { f.write_str("none") } else { write!(f, "only {}", n(self.0)) }
    }
}

/// `a0d3s costs two sapphires after bonuses`: what a seat owes for a card.
pub(super) struct Due(pub(super) Card, pub(super) Gems);

impl fmt::Display for Due {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(card, price) = self;
        match card.discard() {
            Some(color) => write!(f, "{card} costs two {} cards and no tokens", color.name()),
            None => write!(f, "{card} costs {price} after bonuses"),
        }
    }
}

/// `no cards`, `only one ruby card`: the cards of a seat that needs more.
pub(super) struct OnlyCards(pub(super) Gems);

impl fmt::Display for OnlyCards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == Gems::NONE {
            return f.write_str("no cards");
        }
        write!(f, "only {}", CardCounts(self.0))
    }
}

/// `none` or the gems: what a seat may take with the power of a post.
pub(super) struct Spare(pub(super) Gems);

impl fmt::Display for Spare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == Gems::NONE { f.write_str("none") } else { self.0.fmt(f) }
    }
}

/// `the payment of two rubies`.
pub(super) struct Payment(pub(super) Tokens);

impl fmt::Display for Payment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("the empty payment");
        }
        write!(f, "the payment of {}", self.0)
    }
}

/// `a stack of three`, `an empty stack`.
pub(super) struct Stack(pub(super) u8);

impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 {
            f.write_str("an empty stack")
        } else {
            write!(f, "a stack of {}", n(self.0))
        }
    }
}

/// `one post, which brings one prestige`.
pub(super) struct Posts(pub(super) u8);

impl fmt::Display for Posts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let each = if self.0 == 1 { "which" } else { "each of which" };
        write!(f, "{} post{}, {each} brings one prestige", n(self.0), s(self.0))
    }
}

/// How many of the returned tokens are above ten.
pub(super) struct Excess(pub(super) u16);

impl fmt::Display for Excess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("although the seat has no more than ten"),
            1 => f.write_str("but only one is above ten"),
            more => write!(f, "but only {} are above ten", Spelled(more)),
        }
    }
}

/// Too few different gems, with the reason why the seat must take more.
pub(super) struct Fewer {
    pub(super) taken: u8,
    pub(super) needed: u8,
    pub(super) colors: u8,
}

impl fmt::Display for Fewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { taken, needed, colors } = *self;
        write!(f, "{} gem{} taken", n(taken), s(taken))?;
        // The numbers show the ruling: only `never` asks for more colors than the supply has, and
        // only `to-ten` for fewer than three and fewer than the supply has.
        if needed > colors {
            write!(f, ", but the ruling fewer=never asks for {}", n(needed))
        } else if needed < colors.min(3) {
            write!(f, ", but the ruling fewer=to-ten asks for {}", n(needed))
        } else if colors < 3 {
            f.write_str(", although the supply has two colors and the ruling `fewer` asks for both")
        } else {
            write!(f, ", although the supply has {} colors", n(colors))
        }
    }
}

/// A take of gems that is neither a pair nor of different colors.
pub(super) struct NotAPair {
    pub(super) token: Token,
    pub(super) same: u8,
    pub(super) taken: u8,
}

impl fmt::Display for NotAPair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { token, same, taken } = *self;
        if same == taken {
            write!(f, "{} {} taken, but a pair is two gems", n(taken), token.plural())
        } else {
            write!(f, "{} tokens taken, {} of them {}", n(taken), n(same), token.plural())
        }
    }
}

/// Why a seat with the most prestige does not win.
pub(super) struct Tied {
    pub(super) cards: u8,
    pub(super) fewest: u8,
}

impl fmt::Display for Tied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cards, fewest } = *self;
        if cards <= fewest {
            return f
                .write_str("with the most prestige, but the ruling `tie` prefers another seat");
        }
        let ending = s(cards);
        write!(f, "with {cards} bought card{ending}, but a seat with as much prestige has {fewest}")
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
            "continues" => f.write_str("the ruling stalemate=continues lets the game go on"),
            "passed-round" => write!(
                f,
                "{passes} pass{ending} in a row in one round, where the ruling \
                 stalemate=passed-round needs {needed}"
            ),
            _ => write!(f, "{passes} forced pass{ending} in a row, where {needed} are needed"),
        }
    }
}

/// Where prestige comes from: `12 prestige from cards and 3 from nobles`.
pub(super) struct Shares {
    pub(super) cards: u8,
    pub(super) nobles: u8,
    pub(super) posts: u8,
}

impl fmt::Display for Shares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cards, nobles, posts } = self;
        match posts {
            0 => write!(f, "{cards} prestige from cards and {nobles} from nobles"),
            _ => write!(
                f,
                "{cards} prestige from cards, {nobles} from nobles and {posts} from posts"
            ),
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
