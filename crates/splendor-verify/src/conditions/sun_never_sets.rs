//! The clauses on purchases that a turn can break, with what Orient and Strongholds add to them,
//! and the facts that decide the clauses on these modules.

use splendor_core::{
    Action, Card, CardsPaid, Clause, Effects, Game, Position, Post, Power, PurchaseOrigin, Row,
    Spelled, StrongholdStep, Turn,
};

use crate::words::listed;

/// A purchase in a turn: that of the action, or the conquest.
struct Purchase<'t> {
    card: Card,
    is_from_market: bool,
    paid: &'t CardsPaid,
    effects: &'t Effects,
}

/// Returns the purchases of a turn, that of the action first.
fn purchases<'t>(
    game: &Game<'_>,
    position: &Position,
    turn: &'t Turn,
) -> impl Iterator<Item = Purchase<'t>> {
    let first = match turn.action {
        Action::Purchase { card, from, .. } => {
            let in_hand = position.acting_seat(turn).hand().has(card);
            let is_from_market = from != Some(PurchaseOrigin::Hand) && !in_hand;
            let (paid, effects) = (&turn.cards_paid, &turn.effects);
            Some(Purchase { card: game.components.card(card), is_from_market, paid, effects })
        }
        _ => None,
    };
    let second = turn.conquest.as_ref().map(|it| Purchase {
        card: game.components.card(it.card),
        is_from_market: false,
        paid: &it.cards_paid,
        effects: &it.effects,
    });
    first.into_iter().chain(second)
}

/// The clauses that every purchase can break.
const OF_PURCHASE: [Clause; 4] = [
    Clause::PurchaseSource,
    Clause::PurchasePrice,
    Clause::PurchasePayment,
    Clause::PurchaseTokens,
];

/// Adds the clauses on purchases, and those on Orient and Strongholds, that a turn of this kind can
/// break.
pub(super) fn of_sun_never_sets(
    all: &mut Vec<Clause>,
    game: &Game<'_>,
    position: &Position,
    turn: &Turn,
) {
    of_presence(all, game, turn);
    let buys = matches!(turn.action, Action::Purchase { .. });
    if !buys {
        of_idle_effects(all, turn);
    }
    let strongholds = game.rules.modules.strongholds;
    if strongholds && matches!(turn.action, Action::ReserveMarket(_)) {
        all.push(Clause::StrongholdBlocked);
    }
    all.extend(turn.conquest.map(|_| Clause::StrongholdConquest));
    let posts = position.acting_seat(turn).posts();
    let doubles = game.rules.modules.trading_posts && posts.has(Post::DoubleGold);
    for purchase in purchases(game, position, turn) {
        all.extend(OF_PURCHASE);
        all.extend(doubles.then_some(Clause::PostDoubleGold));
        of_cards_paid(all, &purchase, doubles);
        of_effects(all, &purchase);
        if strongholds {
            let takes = purchase.is_from_market || purchase.effects.free[0].is_some();
            all.extend(takes.then_some(Clause::StrongholdBlocked));
            all.extend([Clause::StrongholdMandatory, Clause::StrongholdStep]);
        }
        of_step(all, purchase.effects.stronghold);
    }
}

fn of_presence(all: &mut Vec<Clause>, game: &Game<'_>, turn: &Turn) {
    let conquest = turn.conquest.as_ref();
    let effects = [Some(&turn.effects), conquest.map(|it| &it.effects)];
    let mut effects = effects.into_iter().flatten();
    let orient = effects.any(|it| it.copy.is_some() || it.free[0].is_some())
        || !turn.cards_paid.is_empty()
        || conquest.is_some_and(|it| !it.cards_paid.is_empty())
        || matches!(turn.action, Action::ReserveDeck { row, .. } if row.is_orient());
    let stronghold = conquest.is_some() || turn.effects.stronghold.is_some();
    let modules = game.rules.modules;
    all.extend((orient && !modules.orient).then_some(Clause::OrientPresent));
    all.extend((stronghold && !modules.strongholds).then_some(Clause::StrongholdPresent));
}

/// The effects of a purchase in a turn whose action buys nothing.
fn of_idle_effects(all: &mut Vec<Clause>, turn: &Turn) {
    let parts = [
        (!turn.cards_paid.is_empty(), Clause::OrientSpendUsed),
        (turn.effects.copy.is_some(), Clause::OrientCopy),
        (turn.effects.free[0].is_some(), Clause::OrientFree),
        (turn.effects.stronghold.is_some(), Clause::StrongholdStep),
    ];
    all.extend(parts.into_iter().filter(|(is, _)| *is).map(|(_, clause)| clause));
}

fn of_cards_paid(all: &mut Vec<Clause>, purchase: &Purchase<'_>, doubles: bool) {
    let CardsPaid { spent, discarded } = purchase.paid;
    if !spent.is_empty() {
        all.extend([Clause::OrientSpendOwned, Clause::OrientSpendUsed]);
        all.extend(doubles.then_some(Clause::OrientDoubleVirtual));
    }
    let costs_cards = purchase.card.discard().is_some();
    all.extend((costs_cards || !discarded.is_empty()).then_some(Clause::OrientDiscardPrice));
    if costs_cards && !discarded.is_empty() {
        all.extend([Clause::OrientDiscardColor, Clause::OrientDiscardCopiesFirst]);
    }
}

fn of_effects(all: &mut Vec<Clause>, purchase: &Purchase<'_>) {
    let Purchase { card, effects, .. } = purchase;
    let copies = card.power().is_some_and(Power::copies);
    all.extend(copies.then_some(Clause::OrientCopyNeedsColor));
    let frees = effects.free[0].is_some();
    let copy = copies || effects.copy.is_some() || frees;
    all.extend(copy.then_some(Clause::OrientCopy));
    if frees {
        all.extend([Clause::OrientFree, Clause::OrientFreeLevel, Clause::OrientFreeFaceUp]);
    }
    let grants = frees || card.power().and_then(Power::free_level).is_some();
    all.extend(grants.then_some(Clause::OrientFreeMandatory));
}

fn of_step(all: &mut Vec<Clause>, step: Option<StrongholdStep>) {
    let Some(step) = step else { return };
    all.push(Clause::StrongholdFaceUp);
    match step {
        StrongholdStep::Place(_) => all.extend([Clause::StrongholdStock, Clause::StrongholdRival]),
        StrongholdStep::Move { .. } => {
            all.extend([Clause::StrongholdMove, Clause::StrongholdRival]);
        }
        StrongholdStep::Remove { .. } => all.push(Clause::StrongholdRemove),
    }
}

/// Returns the rows of the refills that a turn names beyond that of its action.
pub(super) fn rows_refilled(game: &Game<'_>, turn: &Turn) -> Vec<Row> {
    let later = turn.cards_taken().skip(usize::from(turn.action.card().is_some()));
    let refilled = later.filter(|(_, refill)| refill.is_some());
    refilled.map(|(card, _)| game.components.card(card).row()).collect()
}

/// Returns the facts by which a turn meets a clause on Orient or Strongholds.
pub(super) fn fact_of_sun_never_sets(
    game: &Game<'_>,
    position: &Position,
    turn: &Turn,
    clause: Clause,
) -> String {
    let all: Vec<Purchase<'_>> = purchases(game, position, turn).collect();
    let names = |cards: &mut dyn Iterator<Item = splendor_core::CardId>| {
        listed(&cards.map(|card| game.components.card(card).to_string()).collect::<Vec<_>>())
    };
    let spent = names(&mut all.iter().flat_map(|it| it.paid.spent.iter()));
    let given = names(&mut all.iter().flat_map(|it| it.paid.discarded.iter()));
    let free = all.iter().flat_map(|it| it.effects.free_cards()).map(|it| it.card);
    let free = names(&mut { free });
    match clause {
        Clause::OrientSpendOwned => format!("you had {spent}"),
        Clause::OrientSpendUsed => format!("{spent} pays for something that the tokens leave open"),
        Clause::OrientDoubleVirtual => "each virtual gold pays for gems of one color".to_owned(),
        Clause::OrientDiscardPrice if given.is_empty() => "the card costs no cards".to_owned(),
        Clause::OrientDiscardPrice => format!("the card costs two cards; you give up {given}"),
        Clause::OrientDiscardColor => format!("{given} count as the color asked for"),
        Clause::OrientDiscardCopiesFirst => "no copy card of that color stays".to_owned(),
        Clause::OrientCopyNeedsColor => "you had a card with a color".to_owned(),
        Clause::OrientCopy => "you have another card of the color that is copied".to_owned(),
        Clause::OrientFree => format!("a card of this turn brings {free}"),
        Clause::OrientFreeLevel => format!("{free} has the level that the power names"),
        Clause::OrientFreeFaceUp => format!("{free} was in the market"),
        Clause::OrientFreeMandatory if free.is_empty() => "no free card is due".to_owned(),
        Clause::OrientFreeMandatory => format!("you take {free}"),
        Clause::StrongholdConquest => "three of your strongholds stand on the card".to_owned(),
        Clause::StrongholdBlocked => "no stronghold of another seat stands on the card".to_owned(),
        Clause::StrongholdStep => "each step follows a purchase".to_owned(),
        Clause::StrongholdMandatory if all.iter().all(|it| it.effects.stronghold.is_some()) => {
            "a step follows the purchase".to_owned()
        }
        Clause::StrongholdMandatory => "no step is due".to_owned(),
        Clause::StrongholdFaceUp => "the step names cards of the market".to_owned(),
        Clause::StrongholdRival => "no stronghold of another seat stands there".to_owned(),
        Clause::StrongholdStock => match position.strongholds().in_stock(turn.seat) {
            0 => "your strongholds on a card that you took came back to your stock".to_owned(),
            1 => "you had one stronghold in stock before the turn".to_owned(),
            stock => {
                let stock = Spelled(u16::from(stock));
                format!("you had {stock} strongholds in stock before the turn")
            }
        },
        Clause::StrongholdMove => "one of your strongholds stands there".to_owned(),
        _ => "one stronghold of another seat stands alone there".to_owned(),
    }
}
