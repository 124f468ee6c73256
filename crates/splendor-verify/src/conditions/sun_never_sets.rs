//! The facts that decide the clauses on Orient and Strongholds, in words.

use splendor_core::{Action, CardsPaid, Clause, Effects, Game, Position, Spelled, Turn};

use crate::words::listed;

/// Returns the cards paid and the effects of each purchase of a turn, that of the action first.
fn purchases(turn: &Turn) -> impl Iterator<Item = (&CardsPaid, &Effects)> {
    let first = match turn.action {
        Action::Purchase { .. } => Some((&turn.cards_paid, &turn.effects)),
        Action::Take(_) | Action::ReserveMarket(_) | Action::ReserveDeck { .. } | Action::Pass => {
            None
        }
    };
    let second = turn.conquest.as_ref().map(|it| (&it.cards_paid, &it.effects));
    first.into_iter().chain(second)
}

/// Returns the facts by which a turn meets a clause on Orient or Strongholds.
pub(super) fn fact_of_sun_never_sets(
    game: &Game<'_>,
    position: &Position,
    turn: &Turn,
    clause: Clause,
) -> String {
    let all: Vec<_> = purchases(turn).collect();
    let names = |cards: &mut dyn Iterator<Item = splendor_core::CardId>| {
        listed(&cards.map(|card| game.components.card(card).to_string()).collect::<Vec<_>>())
    };
    let spent = names(&mut all.iter().flat_map(|(paid, _)| paid.spent.iter()));
    let given = names(&mut all.iter().flat_map(|(paid, _)| paid.discarded.iter()));
    let free = all.iter().flat_map(|(_, effects)| effects.free_cards()).map(|it| it.card);
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
        Clause::StrongholdMandatory
            if all.iter().all(|(_, effects)| effects.stronghold.is_some()) =>
        {
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
