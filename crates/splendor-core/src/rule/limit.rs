//! The limit of ten tokens at the end of a turn.

use super::{TokenState, TurnInProgress};
use crate::clause::Violation;
use crate::game::{Game, Return};
use crate::number::Tokens;

#[expect(clippy::inline_always, reason = "called in every turn, and rarely has work to do")]
#[inline(always)]
pub(crate) fn return_tokens(progress: &mut TurnInProgress<'_>) -> Result<(), Violation> {
    progress.set_tokens(tokens_after_return(
        progress.game,
        progress.tokens(),
        progress.turn.returned,
    )?);
    Ok(())
}

/// Returns the tokens of the supply and of the seat at the end of a turn.
#[expect(clippy::inline_always, reason = "called in every turn, and rarely has work to do")]
#[inline(always)]
pub(crate) fn tokens_after_return(
    game: &Game<'_>,
    tokens: TokenState,
    returned: Tokens,
) -> Result<TokenState, Violation> {
    if needs_no_return(game, tokens, returned) {
        Ok(tokens)
    } else {
        apply_return(game, tokens, returned)
    }
}

/// Whether a seat keeps within the limit and gives nothing back.
#[inline]
fn needs_no_return(game: &Game<'_>, tokens: TokenState, returned: Tokens) -> bool {
    returned.is_empty() && tokens.held.total() <= game.token_limit
}

/// Returns the tokens of the supply and of the seat after a return.
fn apply_return(
    game: &Game<'_>,
    tokens: TokenState,
    returned: Tokens,
) -> Result<TokenState, Violation> {
    let (TokenState { supply, held }, limit) = (tokens, game.token_limit);
    check_owned(returned, held)?;
    let left = held.minus(returned);
    let ruling = game.rules.rulings.returns;
    if ruling != Return::UpTo {
        check_ten(left, returned, limit)?;
    }
    if ruling != Return::Anything {
        check_excess(held, returned, limit)?;
    }
    Ok(TokenState { supply: supply.plus(returned), held: left })
}

fn check_owned(returned: Tokens, held: Tokens) -> Result<(), Violation> {
    if held.covers(returned) {
        return Ok(());
    }
    let short = returned.iter().find(|&(token, count)| count > held.get(token));
    short.map_or(Ok(()), |(token, returned)| {
        Err(Violation::LimitOwned { token, returned, held: held.get(token) })
    })
}

fn check_ten(left: Tokens, returned: Tokens, limit: u16) -> Result<(), Violation> {
    if left.total() <= limit {
        return Ok(());
    }
    Err(Violation::LimitTen { held: left.total(), returned: returned.total() })
}

fn check_excess(held: Tokens, returned: Tokens, limit: u16) -> Result<(), Violation> {
    let excess = held.total().saturating_sub(limit);
    if returned.total() <= excess {
        return Ok(());
    }
    Err(Violation::LimitExcess { returned: returned.total(), excess })
}
