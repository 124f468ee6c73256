//! Logs without the facts that a client may leave out.

use splendor_schema::log::OmittedField;
use splendor_schema::turn::Reserve;
use splendor_schema::{Log, Turn};

/// Returns the log without the kinds of facts whose bits are set in `kinds`: from the lowest bit, the
/// card of a blind reservation, payments, refills, nobles, returns, the card put under a deck, gems
/// and posts.
pub(crate) fn without(mut log: Log, kinds: u64) -> Log {
    let out = |bit: u64| kinds >> bit & 1 == 1;
    for turn in &mut log.turns {
        if let (true, Turn::Reserve(turn)) = (out(0), &mut *turn)
            && let Reserve::Deck(deck) = &mut turn.reserve
        {
            deck.card = None;
        }
        if let (true, Turn::Reserve(turn)) = (out(5), &mut *turn)
            && let Reserve::Deck(deck) = &mut turn.reserve
        {
            deck.under = None;
        }
        if let (true, Turn::Purchase(turn)) = (out(1), &mut *turn) {
            turn.purchase.pay = None;
        }
        let common = match turn {
            Turn::Take(turn) => &mut turn.common,
            Turn::Reserve(turn) => &mut turn.common,
            Turn::Purchase(turn) => &mut turn.common,
            Turn::Pass(turn) => &mut turn.common,
            Turn::Foreign(_) | Turn::Irregular(_) => continue,
        };
        common.refill = common.refill.filter(|_| !out(2));
        common.noble = common.noble.take().filter(|_| !out(3));
        common.returned = common.returned.filter(|_| !out(4));
        common.gem = common.gem.filter(|_| !out(6));
        common.post = common.post.take().filter(|_| !out(7));
    }
    log.omits.extend(out(3).then_some(OmittedField::Noble));
    log.omits.extend(out(4).then_some(OmittedField::Return));
    log.omits.extend(out(6).then_some(OmittedField::Gem));
    log.omits.extend(out(7).then_some(OmittedField::Post));
    log
}
