//! Taking gems.

use super::{TokenState, TurnInProgress};
use crate::clause::Violation;
use crate::game::{Fewer, Game};
use crate::number::{Token, Tokens};

const ONE_OF_EACH: Tokens = Tokens::new([1; 6]);

pub(crate) fn act(progress: &mut TurnInProgress<'_>, taken: Tokens) -> Result<(), Violation> {
    progress.set_tokens(tokens_after_take(progress.game, progress.tokens(), taken)?);
    Ok(())
}

/// Returns the tokens of the supply and of the seat after a take.
#[expect(clippy::inline_always, reason = "about half of all turns are takes")]
#[inline(always)]
pub(crate) fn tokens_after_take(
    game: &Game<'_>,
    tokens: TokenState,
    taken: Tokens,
) -> Result<TokenState, Violation> {
    let TokenState { supply, held } = tokens;
    check_no_gold(taken)?;
    let left = check_supply(taken, supply)?;
    if is_different(taken) {
        check_different(game, taken, supply, held)?;
    } else {
        check_pair(taken, supply)?;
    }
    Ok(TokenState { supply: left, held: held.plus(taken) })
}

/// Whether no two tokens are of one kind.
pub(crate) const fn is_different(taken: Tokens) -> bool {
    ONE_OF_EACH.covers(taken)
}

fn check_no_gold(taken: Tokens) -> Result<(), Violation> {
    match taken.gold() {
        0 => Ok(()),
        gold => Err(Violation::TakeNoGold { gold }),
    }
}

/// Checks the tokens of the supply, and returns the rest of the supply.
fn check_supply(taken: Tokens, supply: Tokens) -> Result<Tokens, Violation> {
    if let Some(left) = supply.exact_minus(taken) {
        return Ok(left);
    }
    let short = taken.iter().find(|&(token, count)| count > supply.get(token));
    short.map_or(Ok(supply), |(token, taken)| {
        Err(Violation::TakeSupply { token, taken, supply: supply.get(token) })
    })
}

#[inline]
fn check_different(
    game: &Game<'_>,
    taken: Tokens,
    supply: Tokens,
    held: Tokens,
) -> Result<(), Violation> {
    match small(taken.total()) {
        // Three may always be taken, however many colors the supply has.
        3 => Ok(()),
        4.. => Err(Violation::TakeDifferent { taken: small(taken.total()) }),
        count => check_fewer(game, count, supply, held),
    }
}

/// Checks whether a seat may take so few gems.
fn check_fewer(game: &Game<'_>, count: u8, supply: Tokens, held: Tokens) -> Result<(), Violation> {
    let colors = small_count(supply.gems().colors());
    let room = || small(game.token_limit.saturating_sub(held.total())).max(1);
    let needed = match game.rules.rulings.fewer {
        Fewer::WhenShort if colors < 3 => 1,
        Fewer::WhenShort | Fewer::AllAvailable => colors.min(3),
        Fewer::UpToThree => 1,
        Fewer::ToTen => colors.min(3).min(room()),
        Fewer::Never => 3,
    };
    if count < needed { Err(Violation::TakeFewer { taken: count, needed, colors }) } else { Ok(()) }
}

/// Checks `take.pair` and `take.pair-needs-four`.
fn check_pair(taken: Tokens, supply: Tokens) -> Result<(), Violation> {
    let (all, counts) = (small(taken.total()), taken.iter());
    // Two of a kind from four or more are as many again as are left after them.
    if all == 2 && supply.covers(taken.plus(taken)) {
        return Ok(());
    }
    let most = counts.max_by_key(|&(_, count)| count);
    let (token, same) = most.unwrap_or((Token::Gold, 0));
    Err(if all == 2 {
        Violation::TakePairNeedsFour { token, supply: supply.get(token) }
    } else {
        Violation::TakePair { token, same, taken: all }
    })
}

fn small(count: u16) -> u8 {
    u8::try_from(count).unwrap_or(u8::MAX)
}

fn small_count(count: u32) -> u8 {
    u8::try_from(count).unwrap_or(u8::MAX)
}
