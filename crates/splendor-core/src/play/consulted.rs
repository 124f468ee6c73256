//! The rulings that can decide a turn.
//!
//! Most turns consult few rulings. A caller that replays one game under many sets of rulings plays
//! a turn only once for all sets that agree on the rulings that the turn consults.

use super::undo::goes_through_chains;
use crate::game::{Game, RulingMask};
use crate::position::{Position, Seat};
use crate::rule::{noble, take};
use crate::turn::{Action, Turn};

impl Position {
    /// Returns every ruling that can decide the result of a turn from this position. If two games
    /// differ only in other rulings, [`play`](Position::play) returns the same result for both.
    ///
    /// The mask may name more rulings than necessary: it names all of them for a purchase in a game
    /// with Orient or Strongholds. It names `target` only if the seat may reach `lowest_target`,
    /// the lowest prestige that triggers the end in any of the games.
    ///
    /// ```
    /// # use splendor_core::*;
    /// # let game = Game::published(Rules::default(), 2);
    /// # let cards = |row| game.components.of_row(row).iter().collect::<Vec<_>>();
    /// # let [one, two, three] = Row::BASE.map(cards);
    /// # let nobles: Vec<_> = game.noble_pool().iter().take(3).collect();
    /// # let market = [&one[..4], &two[..4], &three[..4], &[], &[], &[]];
    /// # let setup = Setup { seats: 2, nobles: &nobles, market, decks: [None; 6], cities: &[] };
    /// let position = Position::deal(&game, &setup)?;
    /// let take = Turn::new(0, Action::Take(Tokens::new([1, 1, 1, 0, 0, 0])));
    /// assert_eq!(position.consulted_rulings(&game, &take, 15), RulingMask::NONE);
    /// let pass = Turn::new(0, Action::Pass);
    /// assert!(position.consulted_rulings(&game, &pass, 15).fewer);
    /// # Ok::<(), Violation>(())
    /// ```
    pub fn consulted_rulings(&self, game: &Game<'_>, turn: &Turn, lowest_target: u8) -> RulingMask {
        let is_purchase = matches!(turn.action, Action::Purchase { .. });
        let chained = goes_through_chains(game, turn);
        if chained && (is_purchase || !turn.is_plain()) {
            return RulingMask::ALL;
        }
        let seat = self.mover();
        let is_pass = turn.action == Action::Pass;
        let takes_fewer = matches!(
            turn.action,
            Action::Take(taken) if take::is_different(taken) && taken.total() < 3
        );
        let pays_gold = matches!(turn.action, Action::Purchase { pay, .. } if pay.gold() > 0);
        let is_full = seat.tokens().total() >= game.token_limit;
        let reserves = matches!(turn.action, Action::ReserveMarket(_) | Action::ReserveDeck { .. });
        let posts = game.rules.modules.trading_posts;
        let noble = self.noble_may_visit(game, turn, seat);
        RulingMask {
            pass: is_pass,
            stalemate: is_pass,
            fewer: is_pass || takes_fewer,
            gold: pays_gold,
            overpay: pays_gold && posts,
            powers: posts && !seat.posts().is_empty(),
            target: !game.rules.modules.cities
                && most_prestige(game, turn, seat) >= lowest_target.into(),
            returns: !turn.returned.is_empty() || most_tokens(turn, seat) > game.token_limit,
            gold_at_ten: is_full && (reserves || is_pass),
            noble_choice: noble,
            noble_time: noble,
            conquest_refill: chained,
            tie_cards: chained,
            ..RulingMask::NONE
        }
    }

    /// Returns whether a turn names a noble, or its seat meets the demand of a noble at the end of
    /// the turn.
    fn noble_may_visit(&self, game: &Game<'_>, turn: &Turn, seat: &Seat) -> bool {
        let colors = match turn.action {
            Action::Purchase { card, .. } => {
                seat.colors().plus(game.components.card(card).colors())
            }
            _ => seat.colors(),
        };
        !turn.nobles.is_empty() || !noble::met(game, self.nobles(), colors).is_empty()
    }
}

/// Returns the most prestige that a seat of the base game can have after a turn.
fn most_prestige(game: &Game<'_>, turn: &Turn, seat: &Seat) -> u16 {
    let card = match turn.action {
        Action::Purchase { card, .. } => game.components.card(card).points,
        _ => 0,
    };
    let posts = if game.rules.modules.trading_posts { MOST_POST_PRESTIGE } else { 0 };
    u16::from(seat.prestige()) + u16::from(card) + game.components.noble_points(turn.nobles) + posts
}

/// The most prestige from trading posts: one post gives 1 for each of the five posts of a seat.
const MOST_POST_PRESTIGE: u16 = 5;

/// Returns the most tokens that a seat of the base game can have in a turn before it returns some.
fn most_tokens(turn: &Turn, seat: &Seat) -> u16 {
    let taken = match turn.action {
        Action::Take(taken) => taken.total(),
        Action::ReserveMarket(_) | Action::ReserveDeck { .. } => 1,
        Action::Purchase { .. } | Action::Pass => 0,
    };
    seat.tokens().total() + taken + u16::from(turn.gem.is_some())
}
