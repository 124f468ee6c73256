//! Counts the legal continuations of a position in which nothing is left to chance (perft).
//!
//! The page on perft of the book defines the turns that count as different, so that other programs
//! can count the same.

use alloc::vec::Vec;
use core::iter::Sum;

use crate::component::{CardId, Post};
use crate::game::{Game, Return};
use crate::legal::{Choice, each_end, may_decline_powers, may_keep_tokens, most_returned};
use crate::number::Tokens;
use crate::position::{Place, Position};
use crate::turn::{Action, Turn};

/// The number of lines of turns from a position, in all and by the kind of the last turn.
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
        let mut one = Self::default();
        one.count(turn, 1);
        one
    }

    /// Counts as many lines more that end with such a turn.
    fn count(&mut self, turn: &Turn, lines: u64) {
        let kind = match turn.action {
            Action::Take(_) => &mut self.takes,
            Action::ReserveMarket(_) | Action::ReserveDeck { .. } => &mut self.reserves,
            Action::Purchase { .. } => &mut self.purchases,
            Action::Pass => &mut self.passes,
        };
        let add = |sum: &mut u64, is: bool| *sum = sum.saturating_add(if is { lines } else { 0 });
        add(kind, true);
        add(&mut self.lines, true);
        add(&mut self.returns, !turn.returned.is_empty());
        add(&mut self.gems, turn.gem.is_some());
        add(&mut self.nobles, !turn.nobles.is_empty());
        add(&mut self.posts, !turn.posts.is_empty());
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
    /// Returns whether nothing is left to chance: every card is known, and every turn that led here
    /// was legal.
    pub fn is_determined(&self) -> bool {
        self.unseen().is_empty() && !self.is_untrusted()
    }

    /// Returns every legal turn as [`Position::legal_turns`] does, and where two known cards are
    /// drawn from a deck a turn for each that can be kept.
    pub fn distinct_turns(&self, game: &Game<'_>) -> Vec<Turn> {
        let mut turns = Vec::new();
        self.each_distinct_turn(game, |turn| {
            turns.push(turn);
            true
        });
        turns
    }

    /// Returns the turns of [`Position::distinct_turns`], or this many of them if there are more,
    /// and whether these are all.
    pub fn distinct_turns_up_to(&self, game: &Game<'_>, most: usize) -> (Vec<Turn>, bool) {
        let (mut turns, mut all) = (Vec::new(), true);
        self.each_distinct_turn(game, |turn| {
            all &= turns.len() < most;
            turns.extend(all.then_some(turn));
            all
        });
        (turns, all)
    }

    /// Shows the turns for as long as `on_turn` returns true; the rest of one beginning may follow.
    fn each_distinct_turn(&self, game: &Game<'_>, mut on_turn: impl FnMut(Turn) -> bool) {
        self.each_beginning_while(game, |turn, choice| {
            let mut goes_on = true;
            each_end(game, &turn, choice, |turn| {
                for action in self.keeping(game, turn.action) {
                    goes_on &= on_turn(Turn { action, ..turn });
                }
            });
            goes_on
        });
    }

    /// Counts the lines of `depth` legal turns from here. A line that reaches the end of the game
    /// earlier does not count.
    ///
    /// Returns none if something is left to chance, or if a ruling lets seats keep so many tokens
    /// that not all turns are listed.
    ///
    /// ```
    /// # use splendor_core::*;
    /// # let game = Game::published(Rules::default(), 2);
    /// # let cards = |row| game.components.of_row(row).iter().collect::<Vec<_>>();
    /// # let [one, two, three] = Row::BASE.map(cards);
    /// # let nobles: Vec<_> = game.noble_pool().iter().take(3).collect();
    /// # let market = [&one[..4], &two[..4], &three[..4], &[], &[], &[]];
    /// let decks = Row::each([&one[4..], &two[4..], &three[4..]].map(Some), None);
    /// let setup = Setup { seats: 2, nobles: &nobles, market, decks, ..Setup::default() };
    /// let position = Position::deal(&game, &setup)?;
    /// let perft = position.perft(&game, 1).expect("every card is known");
    /// assert_eq!((perft.lines, perft.takes, perft.reserves), (30, 15, 15));
    /// # Ok::<(), Violation>(())
    /// ```
    pub fn perft(&self, game: &Game<'_>, depth: u8) -> Option<Perft> {
        let listed = !may_keep_tokens(game);
        (listed && self.is_determined()).then(|| self.lines(game, depth))
    }

    fn lines(&self, game: &Game<'_>, depth: u8) -> Perft {
        let mut sum = Perft::default();
        match depth {
            0 => sum.lines = 1,
            1 => self.each_beginning(game, |turn, choice| {
                self.count_last(game, &turn, choice, &mut sum);
            }),
            _ => {
                self.each_distinct_turn(game, |turn| {
                    let mut next = *self;
                    next.play(game, &turn).expect("the list and the checks agree");
                    sum = [sum, next.lines(game, depth - 1)].into_iter().sum();
                    true
                });
            }
        }
        sum
    }

    /// Counts the turns that a choice can become, without making them where that is easy.
    fn count_last(&self, game: &Game<'_>, turn: &Turn, choice: &Choice, sum: &mut Perft) {
        let kept = self.keeping(game, choice.action).count() as u64;
        match game.rules.rulings.returns {
            Return::Exact => {}
            Return::UpTo | Return::Anything => {
                return each_end(game, turn, choice, |turn| sum.count(&turn, kept));
            }
        }
        let excess = choice.excess(game);
        // The turns of one choice count the same in every column, so one turn represents all of
        // them.
        let one = Turn {
            returned: if excess > 0 { choice.tokens } else { Tokens::NONE },
            nobles: choice.tiles.nobles().next().unwrap_or_default(),
            posts: choice.tiles.posts().next().unwrap_or_default(),
            ..*turn
        };
        let returns = return_count(choice.tokens, excess, most_returned(game));
        sum.count(&one, returns * choice.tiles.count() * kept);
    }

    /// The action, and where two known cards are drawn the action for each that can be kept.
    fn keeping(&self, game: &Game<'_>, action: Action) -> impl Iterator<Item = Action> + use<> {
        let mut ways = [Some(action), None, None];
        if let Action::ReserveDeck { row, .. } = action
            && let Some([first, second]) = self.two_drawn(game, action)
        {
            let keep = |card, under| {
                Some(Action::ReserveDeck { row, card: Some(card), under: Some(under) })
            };
            // Where the power need not be used, one card alone may be drawn as well.
            let alone = may_decline_powers(game);
            ways = [Some(action).filter(|_| alone), keep(first, second), keep(second, first)];
        }
        ways.into_iter().flatten()
    }

    /// The two cards that the power of a post lets the seat to move draw, if they are known.
    fn two_drawn(&self, game: &Game<'_>, action: Action) -> Option<[CardId; 2]> {
        let Action::ReserveDeck { row, .. } = action else { return None };
        if !game.rules.modules.trading_posts || !self.mover().posts.has(Post::DrawTwo) {
            return None;
        }
        let mut cards = self.deck(row).iter();
        match (cards.next()?, cards.next()?) {
            (Place::Card(first), Place::Card(second)) => Some([first, second]),
            _ => None,
        }
    }
}

/// Returns how many choices of `size` tokens there are out of `tokens`; zero for more than the
/// `most` tokens that a legal turn can return, at most four.
fn return_count(tokens: Tokens, size: u16, most: u16) -> u64 {
    // Most turns give nothing back, which can be done in one way.
    if size == 0 {
        return 1;
    }
    if size > most {
        return 0;
    }
    let mut ways = [1, 0, 0, 0, 0];
    for (_, count) in tokens.iter() {
        let before = ways;
        for (total, way) in ways.iter_mut().enumerate() {
            let most = total.min(usize::from(count));
            *way = before[total - most..=total].iter().sum();
        }
    }
    ways[usize::from(size)]
}
