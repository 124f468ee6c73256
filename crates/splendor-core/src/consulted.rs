//! The rulings that can decide a turn.
//!
//! Most turns consult few rulings. A caller that replays one game under many sets of rulings plays
//! a turn only once for all sets that agree on the rulings that the turn consults.

use crate::component::{NobleSet, Row};
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
        let is_of_orient = turn.action.row(game).is_some_and(Row::is_orient);
        let is_of_sun_never_sets =
            game.rules.modules.have_sun_never_sets() || !turn.is_plain() || is_of_orient;
        if is_of_sun_never_sets && (is_purchase || !turn.is_plain()) {
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
        let (named, met) = (turn.nobles, self.nobles_met_after(game, turn, seat));
        RulingMask {
            pass: is_pass,
            stalemate: is_pass,
            fewer: is_pass || takes_fewer,
            gold: pays_gold,
            overpay: pays_gold && posts,
            powers: posts && !seat.posts().is_empty(),
            target: !game.rules.modules.cities
                && most_prestige(game, turn, seat) >= lowest_target.into(),
            returns: may_consult_return(game, turn, seat),
            gold_at_ten: is_full && (reserves || is_pass),
            // If there is only one noble, every value of the ruling chooses that noble.
            noble_choice: named.len() > 1 || met.len() > 1,
            noble_time: !is_purchase && named.len() + met.len() > 0,
            conquest_refill: is_of_sun_never_sets,
            tie_cards: is_of_sun_never_sets,
            ..RulingMask::NONE
        }
    }

    /// Returns the nobles whose demand the seat meets at the end of a turn of the base game.
    fn nobles_met_after(&self, game: &Game<'_>, turn: &Turn, seat: &Seat) -> NobleSet {
        let colors = match turn.action {
            Action::Purchase { card, .. } => {
                seat.colors().plus(game.components.card(card).colors())
            }
            Action::Take(_)
            | Action::ReserveMarket(_)
            | Action::ReserveDeck { .. }
            | Action::Pass => seat.colors(),
        };
        noble::met(game, self.nobles(), colors)
    }
}

/// Returns the most prestige that a seat of the base game can have after a turn.
fn most_prestige(game: &Game<'_>, turn: &Turn, seat: &Seat) -> u16 {
    let card = match turn.action {
        Action::Purchase { card, .. } => game.components.card(card).points(),
        Action::Take(_) | Action::ReserveMarket(_) | Action::ReserveDeck { .. } | Action::Pass => 0,
    };
    let posts = if game.rules.modules.trading_posts { MOST_POST_PRESTIGE } else { 0 };
    u16::from(seat.prestige()) + u16::from(card) + game.components.noble_points(turn.nobles) + posts
}

/// The most prestige from trading posts: one post gives 1 for each of the five posts of a seat.
const MOST_POST_PRESTIGE: u16 = 5;

/// Returns whether the ruling `return` can decide whether a turn is legal. A take that ends with
/// exactly as many tokens as the limit allows is legal under every value of the ruling.
fn may_consult_return(game: &Game<'_>, turn: &Turn, seat: &Seat) -> bool {
    let (limit, tokens) = (game.token_limit, most_tokens(turn, seat));
    if matches!(turn.action, Action::Take(_)) && tokens == limit + turn.returned.total() {
        return false;
    }
    !turn.returned.is_empty() || tokens > limit
}

/// Returns the most tokens that a seat of the base game can have in a turn before it returns some.
/// The number is exact for a legal take.
fn most_tokens(turn: &Turn, seat: &Seat) -> u16 {
    let taken = match turn.action {
        Action::Take(taken) => taken.total(),
        Action::ReserveMarket(_) | Action::ReserveDeck { .. } => 1,
        Action::Purchase { .. } | Action::Pass => 0,
    };
    seat.tokens().total() + taken + u16::from(turn.gem.is_some())
}
