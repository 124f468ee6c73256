//! The breaches of the clauses on trading posts.

use alloc::vec::Vec;

use super::Case;
use crate::clause::Violation;
use crate::component::{Post, PostSet, Row};
use crate::game::Powers;
use crate::number::{Color, Gems, Token, Tokens};
use crate::turn::Action;

impl Case<'_> {
    pub(super) fn of_posts(&self) -> Vec<Violation> {
        self.of_posts_with(self.bonuses())
    }

    /// The breaches of a seat with these cards of each color at the end of its turn.
    pub(super) fn of_posts_with(&self, bonuses: Gems) -> Vec<Violation> {
        let mut all = Vec::new();
        if !self.game.rules.modules.trading_posts {
            return all;
        }
        let (named, owned) = (self.turn.posts, self.seat.posts);
        let meets = |post: &Post| post.demand().iter().all(|(c, count)| bonuses.get(c) >= count);
        if named.len() > 1 {
            all.push(Violation::PostOne { posts: named.len() });
        }
        let early = named.iter().find(|post| !meets(post));
        all.extend(early.map(|post| Violation::PostEarned { post, bonuses }));
        let again = named.and(owned).iter().next();
        all.extend(again.map(|post| Violation::PostOnce { post }));
        let new: PostSet = Post::ALL.into_iter().filter(|p| meets(p) && !owned.has(*p)).collect();
        let refused = new.iter().next().filter(|_| named.and(new).is_empty());
        all.extend(refused.map(|post| Violation::PostMandatory { post, bonuses }));
        all
    }

    /// The breaches of the powers of posts, with and without the module.
    pub(super) fn of_powers(&self) -> Vec<Violation> {
        let under = match self.turn.action {
            Action::ReserveDeck { row, under: Some(card), .. } => Some((row, card)),
            _ => None,
        };
        if self.game.rules.modules.trading_posts {
            let gold = self.of_doubled_gold();
            let under = under.and_then(|(row, card)| self.of_under(row, card));
            return gold.into_iter().chain(under).chain(self.of_gem()).collect();
        }
        let what = if self.turn.gem.is_some() {
            Some("a gem is taken by the power of a post")
        } else if self.turn.posts.is_empty() {
            under.map(|_| "a card is put under a deck")
        } else {
            Some("a post is gained")
        };
        what.map(|what| Violation::PostPresent { what }).into_iter().collect()
    }

    fn of_under(&self, row: Row, card: crate::component::CardId) -> Option<Violation> {
        let card = self.game.components.card(card);
        let why = if !self.seat.posts.has(Post::DrawTwo) {
            "the seat does not have the post draw-two"
        } else if self.position.deck(row).len() == 1 {
            "the deck had only one card left"
        } else {
            return None;
        };
        Some(Violation::PostDrawTwo { card, level: row, why })
    }

    fn of_gem(&self) -> Option<Violation> {
        let (post, pair) = match self.turn.action {
            Action::Purchase { .. } => (Post::GemAfterPurchase, None),
            Action::Take(taken) => {
                let pair = Token::ALL.into_iter().find(|&token| taken.get(token) == 2);
                (Post::ThirdGem, Some(pair.unwrap_or(Token::Gold)))
            }
            Action::ReserveMarket(_) | Action::ReserveDeck { .. } | Action::Pass => {
                return self.turn.gem.map(|gem| Violation::PostGem { gem });
            }
        };
        if !self.seat.posts.has(post) || pair == Some(Token::Gold) {
            return self.turn.gem.map(|gem| Violation::PostGem { gem });
        }
        let supply = self.left_in_supply();
        let why = self.fault_of_gem(supply, pair)?;
        Some(match pair {
            Some(pair) => Violation::PostThirdGem { pair, supply, why },
            None => Violation::PostGemAfterPurchase { supply, why },
        })
    }

    /// The fault of the gem, or of its absence, if a power gives one.
    fn fault_of_gem(&self, supply: Tokens, pair: Option<Token>) -> Option<&'static str> {
        let others = Color::ALL.into_iter().map(Token::Gem).filter(|&token| Some(token) != pair);
        match self.turn.gem {
            None if self.game.rules.rulings.powers == Powers::Optional => None,
            None => others.map(|t| supply.get(t)).any(|n| n > 0).then_some("no gem is taken"),
            Some(Token::Gold) => Some("a gold is taken"),
            gem if gem == pair => Some("a third gem of the same color is taken"),
            Some(gem) => (supply.get(gem) == 0).then_some("a gem is taken that the supply lacks"),
        }
    }

    /// The supply after the action.
    fn left_in_supply(&self) -> Tokens {
        match self.turn.action {
            Action::Take(taken) => self.position.supply().minus(taken),
            Action::Purchase { pay, .. } => self.position.supply().plus(pay),
            _ => self.position.supply(),
        }
    }
}
