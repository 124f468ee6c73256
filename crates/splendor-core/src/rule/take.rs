//! Taking gems.

use super::{Listener, TurnInProgress};
use crate::clause::{Clause, Violation};
use crate::game::Fewer;
use crate::number::{Token, Tokens};

const ONE_OF_EACH: Tokens = Tokens::new([1; 6]);

pub(super) fn take_gems<L: Listener>(
    progress: &mut TurnInProgress<'_>,
    listener: &mut L,
    taken: Tokens,
) -> Result<(), L::Stop> {
    let supply = progress.now.supply();
    listener.hear(taken.gold() == 0, || Violation::TakeNoGold { gold: taken.gold() })?;
    listener.hear_fault(Clause::TakeSupply, lacking(taken, supply), |(token, taken)| {
        let supply = supply.get(token);
        Violation::TakeSupply { token, taken, supply }
    })?;
    if is_different(taken) {
        check_different(progress, listener, taken)?;
    } else {
        check_pair(listener, taken, supply)?;
    }
    progress.take_tokens(taken);
    Ok(())
}

/// Returns whether no two tokens are of one kind.
pub(crate) const fn is_different(taken: Tokens) -> bool {
    ONE_OF_EACH.covers(taken)
}

/// Returns a token of which more are asked than owned, and the number asked.
#[inline]
pub(super) fn lacking(asked: Tokens, owned: Tokens) -> Option<(Token, u8)> {
    if owned.covers(asked) {
        return None;
    }
    asked.iter().find(|&(token, count)| count > owned.get(token))
}

fn check_different<L: Listener>(
    progress: &TurnInProgress<'_>,
    listener: &mut L,
    tokens: Tokens,
) -> Result<(), L::Stop> {
    let taken = small(tokens.total());
    listener.hear(taken <= 3, || Violation::TakeDifferent { taken })?;
    // Three may always be taken, however many colors the supply has.
    if taken >= 3 {
        return Ok(());
    }
    let colors = u8::try_from(progress.now.supply().gems().colors()).unwrap_or(u8::MAX);
    let needed = fewest(progress, colors);
    listener.hear(taken >= needed, || Violation::TakeFewer { taken, needed, colors })
}

/// Returns how many different gems the seat has to take, if the supply has `colors` colors.
fn fewest(progress: &TurnInProgress<'_>, colors: u8) -> u8 {
    let held = progress.seat().tokens.total();
    let room = || small(progress.game.token_limit.saturating_sub(held)).max(1);
    match progress.rulings.fewer() {
        Fewer::WhenShort if colors < 3 => 1,
        Fewer::WhenShort | Fewer::AllAvailable => colors.min(3),
        Fewer::UpToThree => 1,
        Fewer::ToTen => colors.min(3).min(room()),
        Fewer::Never => 3,
    }
}

fn check_pair<L: Listener>(listener: &mut L, taken: Tokens, supply: Tokens) -> Result<(), L::Stop> {
    let most = || {
        let most = taken.iter().max_by_key(|&(_, count)| count);
        most.unwrap_or((Token::Gold, 0))
    };
    let is_pair = taken.total() == 2;
    listener.hear(is_pair, || {
        let (token, same) = most();
        Violation::TakePair { token, same, taken: small(taken.total()) }
    })?;
    if !is_pair {
        return Ok(());
    }
    // Two of a kind from four or more are as many again as are left after them.
    listener.hear(supply.covers(taken.plus(taken)), || {
        let (token, _) = most();
        Violation::TakePairNeedsFour { token, supply: supply.get(token) }
    })
}

fn small(count: u16) -> u8 {
    u8::try_from(count).unwrap_or(u8::MAX)
}
