//! The limit of ten tokens at the end of a turn.

use crate::clause::Violation;
use crate::play::Draft;
use crate::rules::Return;
use crate::tokens::Tokens;

#[expect(clippy::inline_always, reason = "asked in every turn, and seldom to be done")]
#[inline(always)]
pub(crate) fn give_back(draft: &mut Draft<'_>) -> Result<(), Violation> {
    let returned = draft.turn.returned;
    if returned.is_empty() && draft.seat.tokens.total() <= draft.game.token_limit {
        return Ok(());
    }
    give(draft, returned)
}

fn give(draft: &mut Draft<'_>, returned: Tokens) -> Result<(), Violation> {
    let (held, limit) = (draft.seat.tokens, draft.game.token_limit);
    owned(returned, held)?;
    let left = held.minus(returned);
    let ruling = draft.game.rules.rulings.returns;
    if ruling != Return::UpTo {
        at_most_ten(left, returned, limit)?;
    }
    if ruling != Return::Anything {
        only_the_excess(held, returned, limit)?;
    }
    draft.seat.tokens = left;
    draft.middle.supply = draft.middle.supply.plus(returned);
    Ok(())
}

fn owned(returned: Tokens, held: Tokens) -> Result<(), Violation> {
    if held.covers(returned) {
        return Ok(());
    }
    let short = returned.iter().find(|&(token, count)| count > held.get(token));
    short.map_or(Ok(()), |(token, returned)| {
        Err(Violation::LimitOwned { token, returned, held: held.get(token) })
    })
}

fn at_most_ten(left: Tokens, returned: Tokens, limit: u16) -> Result<(), Violation> {
    if left.total() <= limit {
        return Ok(());
    }
    Err(Violation::LimitTen { held: left.total(), returned: returned.total() })
}

fn only_the_excess(held: Tokens, returned: Tokens, limit: u16) -> Result<(), Violation> {
    let excess = held.total().saturating_sub(limit);
    if returned.total() <= excess {
        return Ok(());
    }
    Err(Violation::LimitExcess { returned: returned.total(), excess })
}
