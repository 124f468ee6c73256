//! The checks, the list of violations and the list of legal turns agree on any turn.

use splendor_core::{
    Action, CardId, Game, NobleId, NobleSet, Position, Post, PostSet, PurchaseOrigin, Row, Token,
    Tokens, Turn,
};

use super::choices::Choices;
use super::table::table;

/// The most turns played from one table.
const TURNS: usize = 12;

/// Bytes → a table and turns; the known cards decide how far the three can be compared.
pub(super) fn agree(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let known = !choices.once_in(4);
    let Some((game, mut position)) = table(&mut choices, known) else { return };
    for _ in 0..TURNS {
        let legal = position.legal_turns(&game);
        every_listed_turn_is_legal(&game, &position, &legal);
        for _ in 0..choices.small(8) {
            let turn = any_turn(&mut choices, &game, &position, &legal);
            judged_alike(&game, &position, &legal, &turn);
        }
        let Some(turn) = choices.pick(&legal).filter(|_| !choices.are_over()) else { return };
        if position.play(&game, &turn).is_err() {
            return;
        }
    }
}

fn every_listed_turn_is_legal(game: &Game<'_>, position: &Position, legal: &[Turn]) {
    let mut sorted = legal.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), legal.len(), "a legal turn is listed twice");
    for turn in legal {
        let breach = position.check(game, turn).err();
        assert_eq!(breach, None, "{turn:?} is listed");
        assert!(position.violations(game, turn).is_empty(), "{turn:?} is listed");
    }
    if let Some(count) = position.perft(game, 1) {
        let distinct = position.distinct_turns(game).len();
        assert_eq!(count.lines, distinct as u64);
    }
}

fn judged_alike(game: &Game<'_>, position: &Position, legal: &[Turn], turn: &Turn) {
    let verdict = position.check(game, turn).err();
    let violations = position.violations(game, turn);
    assert_eq!(verdict, violations.first().copied(), "{turn:?}");
    let whole = position.is_determined() && !position.leaves_out_returns(game);
    if whole && says_no_more(turn) && !draws_two(position, turn) {
        assert_eq!(verdict.is_none(), legal.contains(turn), "{turn:?}: {verdict:?}");
    }
}

/// Returns whether a turn names no card that the list leaves to the decks.
fn says_no_more(turn: &Turn) -> bool {
    turn.refill.is_none()
        && !matches!(
            turn.action,
            Action::ReserveDeck { card: Some(_), .. }
                | Action::ReserveDeck { under: Some(_), .. }
                | Action::Purchase { from: Some(_), .. }
        )
}

fn draws_two(position: &Position, turn: &Turn) -> bool {
    let blind = matches!(turn.action, Action::ReserveDeck { .. });
    blind && position.mover().posts().has(Post::DrawTwo)
}

/// Returns a legal turn with a change, or a turn made of choices.
pub(super) fn any_turn(
    choices: &mut Choices<'_>,
    game: &Game<'_>,
    position: &Position,
    legal: &[Turn],
) -> Turn {
    let pass = Turn::new(position.to_move(), Action::Pass);
    let mut turn = choices.pick(legal).unwrap_or(pass);
    for _ in 0..=choices.small(3) {
        match choices.below(9) {
            0 => turn.action = action(choices, game, position),
            1 => turn.returned = nudged(choices, turn.returned),
            2 => turn.gem = Some(token(choices)),
            3 => turn.seat = choices.small(5),
            4 => turn.nobles = nobles(choices, game, turn.nobles),
            5 => turn.posts = posts(choices, turn.posts),
            6 => turn.refill = Some(card(choices, game, position)),
            7 => turn.gem = None,
            _ => turn.action = changed(choices, game, position, turn.action),
        }
    }
    turn
}

pub(super) fn token(choices: &mut Choices<'_>) -> Token {
    Token::ALL[choices.below(Token::ALL.len())]
}

fn nudged(choices: &mut Choices<'_>, tokens: Tokens) -> Tokens {
    let token = token(choices);
    let count = tokens.get(token);
    let less = count.saturating_sub(1);
    tokens.with(token, choices.pick(&[count + 1, less, 0, 7]).unwrap_or(count).min(99))
}

fn nobles(choices: &mut Choices<'_>, game: &Game<'_>, mut nobles: NobleSet) -> NobleSet {
    let all: Vec<NobleId> = game.components.nobles().iter().collect();
    let Some(noble) = choices.pick(&all) else { return nobles };
    if nobles.has(noble) {
        nobles.remove(noble);
    } else {
        nobles.insert(noble);
    }
    nobles
}

fn posts(choices: &mut Choices<'_>, posts: PostSet) -> PostSet {
    let one = choices.pick(&Post::ALL).map_or(PostSet::NONE, PostSet::one);
    if posts.is_empty() {
        one
    } else {
        choices.pick(&[PostSet::NONE, posts.or(one)]).unwrap_or(one)
    }
}

/// Returns a face-up card, or any card.
fn card(choices: &mut Choices<'_>, game: &Game<'_>, position: &Position) -> CardId {
    let hands = position.seats().iter().fold(position.market(), |all, seat| all.or(seat.hand()));
    let open: Vec<CardId> = hands.iter().collect();
    let all: Vec<CardId> = game.components.cards().iter().collect();
    let any = choices.once_in(4);
    choices.pick(if any || open.is_empty() { &all } else { &open }).unwrap_or(all[0])
}

fn heap(choices: &mut Choices<'_>) -> Tokens {
    (0..choices.small(6)).fold(Tokens::NONE, |heap, _| {
        let token = token(choices);
        heap.plus(Tokens::one(token))
    })
}

fn action(choices: &mut Choices<'_>, game: &Game<'_>, position: &Position) -> Action {
    match choices.below(5) {
        0 => Action::Take(heap(choices)),
        1 => Action::ReserveMarket(card(choices, game, position)),
        2 => Action::ReserveDeck {
            row: choices.pick(&Row::BASE).unwrap_or(Row::One),
            card: choices.once_in(2).then(|| card(choices, game, position)),
            under: choices.once_in(4).then(|| card(choices, game, position)),
        },
        3 => Action::Purchase {
            card: card(choices, game, position),
            pay: heap(choices),
            from: choices
                .pick(&[None, None, Some(PurchaseOrigin::Market), Some(PurchaseOrigin::Hand)])
                .flatten(),
        },
        _ => Action::Pass,
    }
}

fn changed(
    choices: &mut Choices<'_>,
    game: &Game<'_>,
    position: &Position,
    action: Action,
) -> Action {
    match action {
        Action::Take(taken) => Action::Take(nudged(choices, taken)),
        Action::Purchase { card, pay, from } => {
            Action::Purchase { card, pay: nudged(choices, pay), from }
        }
        Action::ReserveMarket(_) => Action::ReserveMarket(card(choices, game, position)),
        Action::ReserveDeck { row: level, .. } => {
            let card = Some(card(choices, game, position));
            Action::ReserveDeck { row: level, card, under: None }
        }
        Action::Pass => Action::Pass,
    }
}
