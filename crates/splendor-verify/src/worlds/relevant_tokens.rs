//! The tokens that make a difference to a turn.
//!
//! The outcome of a turn is the same for many tables: a price of three rubies asks for up to three,
//! and a take of a ruby for one in the supply. So the core plays a turn once for all of them.

use std::collections::BTreeMap;

use splendor_core::{Action, Color, Fewer, Game, Gems, Post, PostSet, Return, Token, Turn};

use super::diagram::{Group, WIDTH};
use super::world::digits_of;

/// The holdings of each class, by what makes a difference.
pub(super) type Classes = BTreeMap<(Group, u8), Vec<Group>>;

/// Which tokens make a difference to a turn.
#[derive(Clone, Copy)]
pub(super) struct RelevantTokens {
    /// Up to how many of each that the seat holds: more have the same effect.
    in_holding: Group,
    /// Up to how many that it holds in all have the same effect.
    within: u8,
    /// Up to how many of each in the supply: more have the same effect.
    pub(super) in_supply: Group,
}

impl RelevantTokens {
    const ALL: Self = Self { in_holding: [u8::MAX; WIDTH], within: 0, in_supply: [4; WIDTH] };

    /// Returns what makes a difference to the turn of a seat with these posts, and at least these
    /// bonuses.
    ///
    /// A purchase needs to know how many tokens could pay, and any gold might. The returned tokens
    /// have to be there. The number of all tokens matters if the seat may reach the limit, or may
    /// return what it wants.
    ///
    /// Of the supply, a pair needs four of its color, and another take as many as it takes. How many
    /// colors there are matters to a take of one or two, and to the gem of a post.
    ///
    /// A pass needs to know every token that the seat holds, because they may pay for any card, and
    /// whether any take is possible.
    pub(super) fn of(game: &Game<'_>, turn: &Turn, posts: PostSet, bonuses: Gems) -> Self {
        let Turn { action, conquest, returned, .. } = turn;
        let conquers = u8::from(conquest.is_some());
        let after_purchase = u8::from(posts.has(Post::GemAfterPurchase));
        let (gained, bought, in_supply) = match *action {
            Action::Pass => {
                let take = match game.rules.rulings.fewer {
                    Fewer::Never => 4,
                    Fewer::WhenShort | Fewer::AllAvailable | Fewer::UpToThree | Fewer::ToTen => 1,
                };
                return Self { in_supply: [take; WIDTH], ..Self::ALL };
            }
            Action::Take(taken) => {
                let is_pair = taken.iter().any(|(_, count)| count == 2);
                let matters = if is_pair { posts.has(Post::ThirdGem) } else { taken.total() < 3 };
                let others = u8::from(matters).max(after_purchase * conquers);
                let in_supply = Token::ALL.map(|token| match taken.get(token) {
                    0 => others,
                    2 => 4,
                    count => count,
                });
                (u8::try_from(taken.total()).unwrap_or(u8::MAX), None, in_supply)
            }
            Action::ReserveMarket(_) | Action::ReserveDeck { .. } => {
                let in_supply = Token::ALL.map(|token| match token {
                    Token::Gold => 1,
                    Token::Gem(_) => after_purchase * conquers,
                });
                (1, None, in_supply)
            }
            // A purchase and a conquest may each gain a gem of one color.
            Action::Purchase { card, .. } => {
                (0, Some(card), [after_purchase * (1 + conquers); WIDTH])
            }
        };
        // Cards that pay for the action bring no bonus to the conquest.
        let bonuses = if turn.cards_paid.is_empty() { bonuses } else { Gems::NONE };
        let mut in_holding = digits_of(*returned);
        for card in bought.into_iter().chain(conquest.map(|conquest| conquest.card)) {
            let price = game.components.card(card).cost().minus(bonuses);
            for color in Color::ALL {
                let count = &mut in_holding[Token::Gem(color).index()];
                *count = count.saturating_add(price.get(color));
            }
            in_holding[Token::Gold.index()] = u8::MAX;
        }
        // Two powers of posts may give a gem each.
        let limit = u8::try_from(game.token_limit).unwrap_or(u8::MAX);
        let within = match game.rules.rulings.returns {
            Return::Exact | Return::UpTo => limit.saturating_sub(gained).saturating_sub(2),
            Return::Anything => 0,
        };
        Self { in_holding, within, in_supply }
    }

    /// Returns the same, but every token that the seat holds makes a difference.
    pub(super) const fn with_all_held(self) -> Self {
        Self { in_supply: self.in_supply, ..Self::ALL }
    }

    /// Returns what is the same for all holdings that make no difference.
    pub(super) fn class_of(&self, holding: Group) -> (Group, u8) {
        let counts = std::array::from_fn(|at| holding[at].min(self.in_holding[at]));
        let all = holding.iter().fold(0_u8, |all, &count| all.saturating_add(count));
        (counts, all.max(self.within))
    }

    /// Returns holdings by their classes.
    pub(super) fn classes(&self, holdings: impl Iterator<Item = Group>) -> Classes {
        let mut classes = Classes::new();
        for holding in holdings {
            classes.entry(self.class_of(holding)).or_default().push(holding);
        }
        classes
    }

    /// Returns what makes a difference of a supply.
    pub(super) fn supply(&self, supply: Group) -> Group {
        std::array::from_fn(|at| supply[at].min(self.in_supply[at]))
    }

    /// Returns a supply for each difference that supplies between these make.
    pub(super) fn supplies(&self, low: Group, high: Group) -> Vec<Group> {
        let mut all = vec![[0; WIDTH]];
        for place in 0..WIDTH {
            let most = self.in_supply[place];
            let range = low[place].min(most)..=high[place].min(most);
            let with = |supply: Group| {
                range.clone().map(move |count| {
                    let mut supply = supply;
                    supply[place] = count;
                    supply
                })
            };
            all = all.into_iter().flat_map(with).collect();
        }
        all
    }
}
