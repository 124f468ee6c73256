//! The clauses that a turn of a kind can break.

use splendor_core::{
    Action, Clause, Deck, Game, NobleChoice, NobleTime, Place, Position, Post, Row, Token, Tokens,
    Turn,
};

use super::sun_never_sets::{of_sun_never_sets, rows_refilled};

/// Returns the clauses that a turn of this kind can break, in the order of the clauses.
///
/// It contains every clause of [`Position::violations`]. A clause on an optional part of a turn,
/// like a noble, is listed only if the turn has that part.
pub fn clauses_of_turn(game: &Game<'_>, position: &Position, turn: &Turn) -> Vec<Clause> {
    let mut all = vec![Clause::TurnAfterEnd, Clause::TurnOrder];
    of_action(&mut all, turn);
    of_sun_never_sets(&mut all, game, position, turn);
    of_reveals(&mut all, game, position, turn);
    all.push(Clause::LimitTen);
    if !turn.returned.is_empty() {
        all.extend([Clause::LimitOwned, Clause::LimitExcess]);
    }
    of_nobles(&mut all, game, position, turn);
    of_posts(&mut all, game, position, turn);
    all.sort();
    all.dedup();
    all
}

/// Returns whether the clause does not depend on omitted facts: the same seat acts at each table.
pub(super) const fn depends_on_turn_only(clause: Clause) -> bool {
    matches!(
        clause,
        Clause::TurnOrder
            | Clause::TurnOneAction
            | Clause::TakeNoGold
            | Clause::TakeDifferent
            | Clause::TakePair
    )
}

fn of_action(all: &mut Vec<Clause>, turn: &Turn) {
    match turn.action {
        Action::Take(taken) if taken.is_empty() => all.push(Clause::TurnOneAction),
        Action::Take(taken) => of_take(all, taken),
        Action::ReserveMarket(_) => all.extend([Clause::ReserveHandLimit, Clause::ReserveFaceUp]),
        Action::ReserveDeck { .. } => all.extend([Clause::ReserveHandLimit, Clause::ReserveDeck]),
        // Each purchase of the turn is listed with what follows it.
        Action::Purchase { .. } => {}
        Action::Pass => all.push(Clause::TurnPass),
    }
}

fn of_take(all: &mut Vec<Clause>, taken: Tokens) {
    all.extend([Clause::TakeNoGold, Clause::TakeSupply]);
    let repeats = taken.iter().any(|(_, count)| count > 1);
    match taken.total() {
        2 if repeats => all.extend([Clause::TakePair, Clause::TakePairNeedsFour]),
        _ if repeats => all.push(Clause::TakePair),
        0..=2 => all.extend([Clause::TakeDifferent, Clause::TakeFewer]),
        _ => all.push(Clause::TakeDifferent),
    }
}

fn of_reveals(all: &mut Vec<Clause>, game: &Game<'_>, position: &Position, turn: &Turn) {
    let knows = |deck: &Deck| deck.iter().take(2).any(|place| matches!(place, Place::Card(_)));
    if turn.refill.is_some() {
        all.push(Clause::MarketRefill);
    }
    let row = match turn.action {
        // A refill is compared even with an empty deck.
        Action::ReserveDeck { row, card, under } => {
            let shows = card.is_some() || under.is_some();
            (shows && !position.deck(row).is_empty()).then_some(row)
        }
        Action::ReserveMarket(card) | Action::Purchase { card, .. } => {
            turn.refill.map(|_| game.components.card(card).row())
        }
        _ => None,
    };
    if let Some(row) = row {
        all.extend([Clause::RevealUnseen, Clause::RevealLevel]);
        all.extend(knows(position.deck(row)).then_some(Clause::RevealDeck));
    }
    let later = rows_refilled(game, turn);
    if !later.is_empty() {
        all.extend([Clause::MarketRefill, Clause::RevealUnseen, Clause::RevealLevel]);
        let knows = |row: &Row| position.deck(*row).iter().any(|it| matches!(it, Place::Card(_)));
        all.extend(later.iter().any(knows).then_some(Clause::RevealDeck));
    }
}

fn of_nobles(all: &mut Vec<Clause>, game: &Game<'_>, position: &Position, turn: &Turn) {
    let rulings = game.rules.rulings;
    if !turn.nobles.is_empty() {
        all.extend([Clause::NoblePresent, Clause::NobleEarned]);
        let several = turn.nobles.len() > 1;
        let (one, choice) = match rulings.noble_choice {
            NobleChoice::Seat => (several, false),
            NobleChoice::FirstListed => (several, true),
            NobleChoice::All => (false, true),
        };
        let time = match rulings.noble_time {
            NobleTime::EveryTurn => false,
            NobleTime::AfterAction | NobleTime::AfterPurchase => true,
        };
        all.extend(one.then_some(Clause::NobleOne));
        all.extend(time.then_some(Clause::NobleTime));
        all.extend(choice.then_some(Clause::NobleChoice));
    }
    all.extend((!position.nobles().is_empty()).then_some(Clause::NobleMandatory));
}

fn of_posts(all: &mut Vec<Clause>, game: &Game<'_>, position: &Position, turn: &Turn) {
    let under = matches!(turn.action, Action::ReserveDeck { under: Some(_), .. });
    if !game.rules.modules.trading_posts {
        let used = turn.gem.is_some() || !turn.posts.is_empty() || under;
        all.extend(used.then_some(Clause::PostPresent));
        return;
    }
    all.extend(under.then_some(Clause::PostDrawTwo));
    if !turn.posts.is_empty() {
        all.extend([Clause::PostEarned, Clause::PostOnce]);
        all.extend((turn.posts.len() > 1).then_some(Clause::PostOne));
    }
    all.push(Clause::PostMandatory);
    let posts = position.acting_seat(turn).posts();
    let conquest = turn.conquest.as_ref();
    if conquest.is_some() && posts.has(Post::GemAfterPurchase) {
        all.push(Clause::PostGemAfterPurchase);
    }
    all.extend(conquest.and_then(|it| it.gem).map(|_| Clause::PostGem));
    let power = match turn.action {
        Action::Purchase { .. } if posts.has(Post::GemAfterPurchase) => {
            Some(Clause::PostGemAfterPurchase)
        }
        Action::Take(taken)
            if posts.has(Post::ThirdGem)
                && Token::ALL
                    .into_iter()
                    .find(|&token| taken.get(token) == 2)
                    .is_some_and(|pair| pair != Token::Gold) =>
        {
            Some(Clause::PostThirdGem)
        }
        _ => turn.gem.map(|_| Clause::PostGem),
    };
    all.extend(power);
}
