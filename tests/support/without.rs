//! Logs without the facts that a client may leave out.

use splendor_schema::Log;
use splendor_schema::log::OmittedField;
use splendor_schema::turn::Reserve;

/// Returns the log without the kinds of facts whose bits are set in `kinds`: from the lowest bit, the
/// card of a blind reservation, payments, refills, nobles, returns, the card put under a deck, gems
/// and posts.
pub(crate) fn without(mut log: Log, kinds: u64) -> Log {
    let out = |bit: u64| kinds >> bit & 1 == 1;
    for turn in &mut log.turns {
        if let Some(Reserve::Deck { card, under, .. }) = &mut turn.reserve {
            *card = card.filter(|_| !out(0));
            *under = under.filter(|_| !out(5));
        }
        if let Some(purchase) = &mut turn.purchase {
            purchase.pay = purchase.pay.filter(|_| !out(1));
        }
        turn.refill = turn.refill.filter(|_| !out(2));
        turn.noble = turn.noble.take().filter(|_| !out(3));
        turn.returned = turn.returned.filter(|_| !out(4));
        turn.gem = turn.gem.filter(|_| !out(6));
        turn.post = turn.post.take().filter(|_| !out(7));
    }
    log.omits.extend(out(3).then_some(OmittedField::Noble));
    log.omits.extend(out(4).then_some(OmittedField::Return));
    log.omits.extend(out(6).then_some(OmittedField::Gem));
    log.omits.extend(out(7).then_some(OmittedField::Post));
    log
}
