//! The clauses on Orient and Strongholds that a log exercises.

use std::collections::BTreeSet;

use splendor_core::{Clause, Post, PostSet, Power};
use splendor_schema::turn::{FreeCard, Purchase, Reserve, StrongholdStep, TurnKind};
use splendor_schema::{Log, Turn};

/// Adds the clauses that the setup exercises.
pub(super) fn of_setup(all: &mut BTreeSet<Clause>, log: &Log) {
    if declares(log, "orient") {
        all.extend([Clause::OrientCards, Clause::OrientMarket]);
    }
}

fn declares(log: &Log, module: &str) -> bool {
    log.rules.modules.iter().any(|declared| declared.as_str() == module)
}

/// A purchase of a turn, with the effects that follow it.
struct Bought<'t> {
    purchase: &'t Purchase,
    copies: bool,
    free: Option<&'t FreeCard>,
    step: Option<StrongholdStep>,
}

/// Adds the clauses that a turn exercises; the seat has these posts before it.
pub(super) fn of_turn(all: &mut BTreeSet<Clause>, log: &Log, turn: &Turn, posts: PostSet) {
    of_presence(all, turn);
    let strongholds = declares(log, "strongholds");
    let takes = match turn.kind() {
        TurnKind::Reserve(reserve) => matches!(reserve, Reserve::Market(_)),
        TurnKind::Purchase(_) => true,
        _ => turn.free.is_some(),
    };
    all.extend((strongholds && takes).then_some(Clause::StrongholdBlocked));
    all.extend(turn.conquest.as_ref().map(|_| Clause::StrongholdConquest));
    let action = match turn.kind() {
        TurnKind::Purchase(purchase) => Some(Bought {
            purchase,
            copies: turn.copy.is_some(),
            free: turn.free.as_deref(),
            step: turn.stronghold,
        }),
        _ => None,
    };
    let conquest = turn.conquest.as_ref().map(|it| Bought {
        purchase: &it.purchase,
        copies: it.copy.is_some(),
        free: it.free.as_deref(),
        step: it.stronghold,
    });
    for bought in action.into_iter().chain(conquest) {
        of_cards_paid(all, bought.purchase, posts);
        of_powers(all, &bought);
        all.extend(strongholds.then_some(Clause::StrongholdMandatory));
        of_step(all, bought.step);
    }
}

fn of_presence(all: &mut BTreeSet<Clause>, turn: &Turn) {
    let drawn = matches!(turn.reserve, Some(Reserve::Deck { row, .. }) if row.is_orient());
    let paid = turn.purchase.as_ref().is_some_and(Purchase::is_paid_with_cards);
    let powers = turn.copy.is_some() || turn.free.is_some();
    all.extend((drawn || paid || powers).then_some(Clause::OrientPresent));
    let strongholds = turn.stronghold.is_some() || turn.conquest.is_some();
    all.extend(strongholds.then_some(Clause::StrongholdPresent));
}

fn of_cards_paid(all: &mut BTreeSet<Clause>, purchase: &Purchase, posts: PostSet) {
    if !purchase.spend.is_empty() {
        all.extend([Clause::OrientSpendOwned, Clause::OrientSpendUsed]);
        all.extend(posts.has(Post::DoubleGold).then_some(Clause::OrientDoubleVirtual));
    }
    if !purchase.discard.is_empty() {
        all.extend([
            Clause::OrientDiscardPrice,
            Clause::OrientDiscardColor,
            Clause::OrientDiscardCopiesFirst,
        ]);
    }
}

fn of_powers(all: &mut BTreeSet<Clause>, bought: &Bought<'_>) {
    let power = bought.purchase.card.power();
    let copies = power.is_some_and(Power::copies);
    all.extend(copies.then_some(Clause::OrientCopyNeedsColor));
    let granted = power.and_then(Power::free_level);
    all.extend(granted.map(|_| Clause::OrientFreeMandatory));
    if bought.free.is_some() {
        all.extend([Clause::OrientFree, Clause::OrientFreeLevel, Clause::OrientFreeFaceUp]);
    }
    let mut free = FreeCard::from_outermost(bought.free);
    let copied = bought.copies || free.any(|free| free.copy.is_some());
    all.extend(copied.then_some(Clause::OrientCopy));
}

fn of_step(all: &mut BTreeSet<Clause>, step: Option<StrongholdStep>) {
    let Some(step) = step else { return };
    all.extend([Clause::StrongholdStep, Clause::StrongholdFaceUp]);
    match step {
        StrongholdStep::Place(_) => all.extend([Clause::StrongholdStock, Clause::StrongholdRival]),
        StrongholdStep::Move(_) => all.extend([Clause::StrongholdMove, Clause::StrongholdRival]),
        StrongholdStep::Remove(_) => all.extend([Clause::StrongholdRemove]),
    }
}
