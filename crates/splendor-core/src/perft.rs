//! Counting the legal continuations of a position in which nothing is left to chance.
//!
//! The page on perft says what counts as a turn, so that other programs can count the same.

use alloc::vec::Vec;
use core::iter::Sum;

use crate::card::CardId;
use crate::deck::Place;
use crate::legal::{Choice, MOST_RETURNED};
use crate::position::Position;
use crate::post::Post;
use crate::rules::{Game, Powers, Return};
use crate::tokens::Tokens;
use crate::turn::{Action, Turn};

/// How many lines of turns a position allows, and of how many of them the last turn is what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Perft {
    /// All lines; the four kinds below add up to it, except where no turn is played.
    pub lines: u64,
    /// Lines that end with a take.
    pub takes: u64,
    /// Lines that end with a reservation.
    pub reserves: u64,
    /// Lines that end with a purchase.
    pub purchases: u64,
    /// Lines that end with a pass.
    pub passes: u64,
    /// Lines whose last turn gives tokens back.
    pub returns: u64,
    /// Lines whose last turn takes the gem that a power gives.
    pub gems: u64,
    /// Lines whose last turn brings a noble.
    pub nobles: u64,
    /// Lines whose last turn gains a trading post.
    pub posts: u64,
}

impl Perft {
    /// Returns the count of a line that ends with this turn.
    pub fn of_turn(turn: &Turn) -> Self {
        let reserves = matches!(turn.action, Action::ReserveMarket(_) | Action::ReserveDeck { .. });
        Self {
            lines: 1,
            takes: u64::from(matches!(turn.action, Action::Take(_))),
            reserves: u64::from(reserves),
            purchases: u64::from(matches!(turn.action, Action::Purchase { .. })),
            passes: u64::from(turn.action == Action::Pass),
            returns: u64::from(!turn.returned.is_empty()),
            gems: u64::from(turn.gem.is_some()),
            nobles: u64::from(!turn.nobles.is_empty()),
            posts: u64::from(!turn.posts.is_empty()),
        }
    }

    fn each(self, other: Self, with: impl Fn(u64, u64) -> u64) -> Self {
        Self {
            lines: with(self.lines, other.lines),
            takes: with(self.takes, other.takes),
            reserves: with(self.reserves, other.reserves),
            purchases: with(self.purchases, other.purchases),
            passes: with(self.passes, other.passes),
            returns: with(self.returns, other.returns),
            gems: with(self.gems, other.gems),
            nobles: with(self.nobles, other.nobles),
            posts: with(self.posts, other.posts),
        }
    }
}

impl Sum for Perft {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |sum, one| sum.each(one, u64::saturating_add))
    }
}

impl Position {
    /// Returns whether nothing is left to chance: every card is known, wherever it lies, and every
    /// turn that led here was legal.
    pub fn is_determined(&self) -> bool {
        self.unseen.is_empty() && !self.forced
    }

    /// Returns every legal turn as [`Position::legal_turns`] does, and where two known cards are
    /// drawn from a deck a turn for each that can be kept.
    pub fn distinct_turns(&self, game: &Game<'_>) -> Vec<Turn> {
        let turns = self.legal_turns(game).into_iter();
        turns
            .flat_map(|turn| {
                self.keeping(game, turn.action).map(move |action| Turn { action, ..turn })
            })
            .collect()
    }

    /// Counts the lines of `depth` legal turns from here; none if something is left to chance, or
    /// if seats may keep so many tokens that not all turns are listed. A line that reaches the end
    /// of the game earlier does not count.
    pub fn perft(&self, game: &Game<'_>, depth: u8) -> Option<Perft> {
        let listed = game.rules.rulings.returns != Return::UpTo;
        (listed && self.is_determined()).then(|| self.lines(game, depth))
    }

    fn lines(&self, game: &Game<'_>, depth: u8) -> Perft {
        match depth {
            0 => Perft { lines: 1, ..Perft::default() },
            1 => self.choices(game).iter().map(|choice| self.last_turns(game, choice)).sum(),
            _ => {
                let mut next = *self;
                let after = |turn: &Turn| {
                    let played = self.play_into(game, turn, &mut next);
                    played.expect("the list and the checks agree");
                    next.lines(game, depth - 1)
                };
                self.distinct_turns(game).iter().map(after).sum()
            }
        }
    }

    /// Counts the turns that a choice can become, without making them where that is easy.
    fn last_turns(&self, game: &Game<'_>, choice: &Choice) -> Perft {
        let kept = self.keeping(game, choice.action).count() as u64;
        if game.rules.rulings.returns != Return::Exact {
            let count: Perft = self.ends(game, choice).iter().map(Perft::of_turn).sum();
            return count.each(count, |lines, _| lines * kept);
        }
        let excess = choice.excess(game);
        let nobles = self.visits_after(game, choice);
        let posts = self.posts_to_come(game, choice.bonuses);
        let ways = (nobles.len() * posts.len()) as u64;
        // The turns are alike in everything that is counted, so one stands for all.
        let one = Perft::of_turn(&Turn {
            gem: choice.gem,
            nobles: nobles.first().copied().unwrap_or_default(),
            posts: posts.first().copied().unwrap_or_default(),
            ..Turn::new(self.to_move, choice.action)
        });
        let one = Perft { returns: u64::from(excess > 0), ..one };
        one.each(one, |count, _| count * heap_count(choice.tokens, excess) * ways * kept)
    }

    /// The action, and where two known cards are drawn the action for each that can be kept.
    fn keeping(&self, game: &Game<'_>, action: Action) -> impl Iterator<Item = Action> + use<> {
        let mut ways = [Some(action), None, None];
        if let Action::ReserveDeck { level, .. } = action
            && let Some([first, second]) = self.two_drawn(game, action)
        {
            let keep = |card, under| {
                Some(Action::ReserveDeck { level, card: Some(card), under: Some(under) })
            };
            // Where the power need not be used, one card alone may be drawn as well.
            let alone = game.rules.rulings.powers == Powers::Optional;
            ways = [Some(action).filter(|_| alone), keep(first, second), keep(second, first)];
        }
        ways.into_iter().flatten()
    }
    /// The two cards that the power of a post lets the next seat draw, if they are known.
    fn two_drawn(&self, game: &Game<'_>, action: Action) -> Option<[CardId; 2]> {
        let Action::ReserveDeck { level, .. } = action else { return None };
        if !game.rules.modules.trading_posts || !self.mover().posts.has(Post::DrawTwo) {
            return None;
        }
        let mut cards = self.deck(level).iter();
        match (cards.next()?, cards.next()?) {
            (Place::Card(first), Place::Card(second)) => Some([first, second]),
            _ => None,
        }
    }
}

/// Returns how many heaps of `size` tokens there are out of `tokens`; none of more than a legal
/// turn can give back.
fn heap_count(tokens: Tokens, size: u16) -> u64 {
    // Most turns give nothing back, which can be done in one way.
    if size == 0 {
        return 1;
    }
    if size > MOST_RETURNED {
        return 0;
    }
    let mut ways = [1, 0, 0, 0];
    for (_, count) in tokens.iter() {
        let before = ways;
        for (total, way) in ways.iter_mut().enumerate() {
            let most = total.min(usize::from(count));
            *way = before[total - most..=total].iter().sum();
        }
    }
    ways[usize::from(size)]
}
