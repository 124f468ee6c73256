//! The end of a turn: the tokens that go back, nobles and posts.

use super::allowed::may_keep_tokens;
use crate::component::{NobleSet, PostSet};
use crate::game::{Game, Return};
use crate::legal::token_choices::{each_token_choice, first_token_choice};
use crate::number::{Token, Tokens};
use crate::turn::{Action, Turn};

/// Returns the most tokens above the limit: three taken by a seat that was at the limit, and the
/// gem of a post after a conquest that cost nothing.
pub(crate) const fn most_returned(game: &Game<'_>) -> u16 {
    let modules = game.rules.modules;
    if modules.strongholds && modules.trading_posts { 4 } else { 3 }
}

/// Which tokens go back at the end of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReturnChoice {
    /// Exactly these.
    These(Tokens),
    /// Each choice of tokens that may go back, in a turn of its own.
    Each,
    /// For each number of tokens that may go back, one choice of so many: the rules ask only for the
    /// number.
    OneOfEachNumber,
}

/// An action, with the tokens that the seat holds after it and the tiles that can come at the end
/// of the turn.
#[derive(Clone, Copy)]
pub(crate) struct Choice {
    pub(crate) action: Action,
    /// The gem that a power gives.
    pub(crate) gem: Option<Token>,
    pub(crate) tokens: Tokens,
    pub(crate) tiles: Tiles,
}

/// The nobles and the posts that can come at the end of a turn.
#[derive(Clone, Copy)]
pub(crate) struct Tiles {
    pub(super) nobles: NobleSet,
    /// Whether all of the nobles come, and not one of them.
    pub(super) together: bool,
    pub(super) posts: PostSet,
}

impl Tiles {
    /// Returns each set of nobles that can come: that of none, if none can.
    pub(crate) fn nobles(self) -> impl Iterator<Item = NobleSet> {
        let together = Some(self.nobles).filter(|nobles| self.together || nobles.is_empty());
        let one = if together.is_some() { NobleSet::NONE } else { self.nobles };
        together.into_iter().chain(one.iter().map(NobleSet::one))
    }

    /// Returns each set of posts that can come: that of none, if none can.
    pub(crate) fn posts(self) -> impl Iterator<Item = PostSet> {
        let none = self.posts.is_empty().then_some(PostSet::NONE);
        none.into_iter().chain(self.posts.iter().map(PostSet::one))
    }

    /// Returns in how many ways nobles and posts can come.
    pub(crate) fn count(self) -> u64 {
        let nobles = if self.together { 1 } else { self.nobles.len().max(1) };
        u64::from(nobles) * u64::from(self.posts.len().max(1))
    }
}

impl Choice {
    /// Returns how many tokens above the limit the seat holds.
    pub(crate) fn excess(&self, game: &Game<'_>) -> u16 {
        self.tokens.total().saturating_sub(game.token_limit)
    }
}

/// Shows every legal turn that a turn without its end can become.
pub(crate) fn each_end(game: &Game<'_>, turn: &Turn, choice: &Choice, on_turn: impl FnMut(Turn)) {
    if choice.excess(game) <= most_returned(game) {
        with_end(game, turn, choice, ReturnChoice::Each, on_turn);
    } else if may_keep_tokens(game) {
        with_end(game, turn, choice, ReturnChoice::These(Tokens::NONE), on_turn);
    }
}

/// Shows a turn with these tokens given back, or else with each choice of tokens, and with each
/// noble and post that can come.
pub(super) fn with_end(
    game: &Game<'_>,
    turn: &Turn,
    choice: &Choice,
    returns: ReturnChoice,
    mut on_turn: impl FnMut(Turn),
) {
    let mut with_tiles = |returned| {
        for nobles in choice.tiles.nobles() {
            let posts = choice.tiles.posts();
            posts.for_each(|posts| on_turn(Turn { returned, nobles, posts, ..*turn }));
        }
    };
    if let ReturnChoice::These(returned) = returns {
        return with_tiles(returned);
    }
    let excess = choice.excess(game);
    let sizes = match game.rules.rulings.returns {
        Return::Exact if excess > most_returned(game) => return,
        Return::Exact => excess..=excess,
        Return::UpTo => 0..=excess,
        Return::Anything => excess..=choice.tokens.total(),
    };
    match returns {
        ReturnChoice::These(_) | ReturnChoice::Each => {
            each_token_choice(choice.tokens, &sizes, &mut with_tiles);
        }
        ReturnChoice::OneOfEachNumber => {
            for size in sizes {
                first_token_choice(choice.tokens, size).into_iter().for_each(&mut with_tiles);
            }
        }
    }
}
