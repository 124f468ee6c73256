//! Choosing turns, and changing one part of them.

use splendor_core::{
    Action, CardId, CardList, CardSet, Color, Conquest, Copied, CopyDouble, Effects, FreeCard,
    Game, Place, Position, Power, Row, StrongholdStep, Token, Tokens, Turn,
};

use crate::random_game::Dice;

/// Chooses a turn, most often a purchase.
pub(crate) fn choose(dice: &mut Dice, legal: &[Turn]) -> Turn {
    let rare: Vec<&Turn> = legal.iter().filter(|turn| turn.conquest.is_some()).collect();
    let dear: Vec<&Turn> =
        legal.iter().filter(|turn| matches!(turn.action, Action::Purchase { .. })).collect();
    let gems: Vec<&Turn> =
        legal.iter().filter(|turn| matches!(turn.action, Action::Take(_))).collect();
    let lists = [&rare, &dear, &gems];
    let likely = lists.into_iter().find(|list| !list.is_empty() && dice.below(5) > 0);
    match likely {
        Some(list) => **dice.pick(list),
        None => *dice.pick(legal),
    }
}

/// The next card of a deck, if it is known.
fn top(position: &Position, row: Row) -> Option<CardId> {
    match position.deck(row).top()? {
        Place::Card(card) => Some(card),
        Place::Hidden => None,
    }
}

/// Whether a copy card takes a color that the turn does not name; one possible color is inferred.
pub(super) fn leaves_out_a_copy(game: &Game<'_>, turn: &Turn) -> bool {
    let copies = |card| game.components.card(card).power().is_some_and(Power::copies);
    let leaves = |card, effects: &Effects| {
        copies(card) && effects.copy.is_none()
            || effects.free_cards().any(|free| copies(free.card) && free.copy.is_none())
    };
    let acts = match turn.action {
        Action::Purchase { card, .. } => leaves(card, &turn.effects),
        _ => false,
    };
    acts || turn.conquest.is_some_and(|it| leaves(it.card, &it.effects))
}

/// Puts the parts of a turn that have no order into one order.
pub(super) fn normal(turn: &Turn) -> Turn {
    let mut turn = *turn;
    let sorted = |list: &CardList<5>| {
        let mut cards: Vec<CardId> = list.iter().collect();
        cards.sort();
        CardList::of(cards)
    };
    turn.cards_paid.spent = sorted(&turn.cards_paid.spent);
    let mut given: Vec<CardId> = turn.cards_paid.discarded.iter().collect();
    given.sort();
    turn.cards_paid.discarded = CardList::of(given);
    if let Some(conquest) = &mut turn.conquest {
        conquest.cards_paid.spent = sorted(&conquest.cards_paid.spent);
    }
    turn
}

/// Changes one part of a turn.
pub(super) fn edited(dice: &mut Dice, game: &Game<'_>, position: &Position, turn: &Turn) -> Turn {
    let all: Vec<CardId> = game.components.cards().iter().collect();
    let card = *dice.pick(&all);
    let mut turn = *turn;
    let gold: CardSet = game.components.with_power(Power::VirtualGold);
    let golds: Vec<CardId> = gold.iter().collect();
    let steps = [
        None,
        Some(StrongholdStep::Place(card)),
        Some(StrongholdStep::Move { from: *dice.pick(&all), to: card }),
        Some(StrongholdStep::Remove { card, seat: None }),
    ];
    let color = *dice.pick(&Color::ALL);
    let free = FreeCard { card, refill: None, copy: None };
    let target = match &mut turn.conquest {
        Some(conquest) if dice.below(2) == 0 => &mut conquest.effects,
        _ => &mut turn.effects,
    };
    let names_given = |turn: &mut Turn, dice: &mut Dice| {
        let mut own: Vec<CardId> = position.mover().bought().iter().collect();
        dice.shuffle(&mut own);
        own.truncate(dice.below(4));
        turn.cards_paid.discarded = CardList::of(own);
    };
    match dice.below(14) {
        0 => target.stronghold = *dice.pick(&steps),
        1 if game.rules.rulings.copy_double == CopyDouble::Two => {
            target.copy = Some(Copied::Card(card));
        }
        1 => target.copy = Some(Copied::Color(color)),
        2 => target.free[0] = Some(free),
        3 => target.free[0] = None,
        4 => target.free[1] = Some(free),
        5 => turn.cards_paid.spent = CardList::of(golds.first().copied()),
        6 => turn.conquest = None,
        7 => turn.conquest = Some(Conquest::new(card, Tokens::NONE)),
        8 => names_given(&mut turn, dice),
        9 => turn.refill = Some(card),
        10 => turn.refill = top(position, game.components.card(card).row()),
        11 => {
            if let Some(conquest) = &mut turn.conquest {
                conquest.refill = Some(card);
            }
        }
        12 => turn.seat = turn.seat.wrapping_add(1) % 4,
        _ => {
            if let Action::Purchase { pay, .. } = &mut turn.action {
                let token = *dice.pick(&Token::ALL);
                *pay = pay.with(token, pay.get(token).wrapping_add(1) % 4);
            } else {
                turn.action = Action::ReserveMarket(card);
            }
        }
    }
    let whole = |effects: Effects| {
        let free = if effects.free[0].is_none() { [None; 3] } else { effects.free };
        Effects { free, ..effects }
    };
    turn.effects = whole(turn.effects);
    turn.conquest = turn.conquest.map(|it| Conquest { effects: whole(it.effects), ..it });
    turn
}
