//! The limit of ten tokens at the end of a turn.

use super::{TokenState, TurnInProgress};
use crate::clause::Violation;
use crate::game::{Game, GoldAtTen, Return};
use crate::number::Tokens;

/// Why a reservation is refused although the turn could return a token.
const NO_ROOM_FOR_GOLD: &str =
    "; the ruling gold-at-ten=forbidden allows no return after a reservation";

#[expect(clippy::inline_always, reason = "called in every turn, and rarely has work to do")]
#[inline(always)]
pub(crate) fn return_tokens(progress: &mut TurnInProgress<'_>) -> Result<(), Violation> {
    if progress.events.gold {
        check_room_for_gold(progress)?;
    }
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

/// Checks that the gold of a reservation leaves the seat within the limit, if the ruling
/// `gold-at-ten` asks for that.
fn check_room_for_gold(progress: &TurnInProgress<'_>) -> Result<(), Violation> {
    // The tokens before the turn: a conquest after the reservation may have paid some of them.
    let held = progress.before.seat.tokens.total() + 1;
    let forbidden = progress.game.rules.rulings.gold_at_ten == GoldAtTen::Forbidden;
    if !forbidden || held <= progress.game.token_limit {
        return Ok(());
    }
    check_owned(progress.turn.returned, progress.seat.tokens)?;
    Err(Violation::LimitTen { held, returned: 0, why: NO_ROOM_FOR_GOLD })
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
    Err(Violation::LimitTen { held: left.total(), returned: returned.total(), why: "" })
}

fn check_excess(held: Tokens, returned: Tokens, limit: u16) -> Result<(), Violation> {
    let excess = held.total().saturating_sub(limit);
    if returned.total() <= excess {
        return Ok(());
    }
    Err(Violation::LimitExcess { returned: returned.total(), excess })
}
