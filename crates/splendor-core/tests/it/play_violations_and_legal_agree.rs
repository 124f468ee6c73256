//! `play` accepts a turn exactly if `legal_turns` lists it, and refuses it with the first clause
//! that `violations` lists.

use splendor_core::{Action, CardId, Game, Position, Post, PostSet, Row, Token, Tokens, Turn};

use crate::random_game::{Dice, Walk};
use crate::sample;

fn walk_quarter(seed: u64) {
    let mut dice = Dice::new(seed);
    let mut left = sample(10_000_usize, 15_000);
    let mut refused = 0_usize;
    while left > 0 {
        let known_decks = dice.below(2) == 0;
        let mut walk = Walk::new(&mut dice, known_decks);
        for _ in 0..250 {
            let mut legal = walk.position.legal_turns(&walk.game);
            check_few(&walk, &legal);
            if legal.is_empty() {
                break;
            }
            legal.sort_unstable();
            let before = legal.len();
            legal.dedup();
            assert_eq!(legal.len(), before, "no legal turn is listed twice");
            let turn = walk.pick(&mut dice, &legal);
            every_legal_turn_is_accepted(&walk, &legal);
            refused += every_edit_is_judged_alike(&walk, &legal, &turn, &mut dice);
            walk.play(&walk.with_reveals(&turn)).unwrap();
            left = left.saturating_sub(1);
        }
    }
    assert!(refused > 0);
}

fn every_legal_turn_is_accepted(walk: &Walk, legal: &[Turn]) {
    for turn in legal {
        if let Err(violation) = walk.position.check(&walk.game, turn) {
            panic!("{turn:?} is legal, but: {violation}");
        }
    }
}

/// Returns how many edits were refused.
fn every_edit_is_judged_alike(walk: &Walk, legal: &[Turn], turn: &Turn, dice: &mut Dice) -> usize {
    let mut refused = 0;
    for edit in edits(&walk.game, &walk.position, turn, dice) {
        let verdict = walk.position.check(&walk.game, &edit);
        let violations = walk.position.violations(&walk.game, &edit);
        assert_eq!(verdict.err(), violations.first().copied(), "{edit:?}");
        // Of a seat that kept tokens above ten not every way to give some back is listed.
        let listed = walk.position.mover().tokens().total() <= walk.game.token_limit;
        let found = legal.binary_search(&edit).is_ok();
        assert!(verdict.is_ok() == found || (!listed && !found), "{edit:?}: {verdict:?}");
        refused += usize::from(verdict.is_err());
    }
    refused
}

/// Checks that a list of at most so many legal turns begins as the whole list.
fn check_few(walk: &Walk, legal: &[Turn]) {
    for most in [0, legal.len() / 2, legal.len()] {
        let (few, are_all) = walk.position.legal_turns_up_to(&walk.game, most);
        assert_eq!((few.as_slice(), are_all), (&legal[..most], most == legal.len()));
        let distinct = walk.position.distinct_turns(&walk.game);
        let most = most.min(distinct.len());
        let (few, are_all) = walk.position.distinct_turns_up_to(&walk.game, most);
        assert_eq!((few.as_slice(), are_all), (&distinct[..most], most == distinct.len()));
    }
}

#[test]
fn a_refused_turn_leaves_the_position_as_it_is() {
    let mut dice = Dice::new(77);
    let mut refused = 0;
    for _ in 0..40 {
        let mut walk = Walk::new(&mut dice, true);
        for _ in 0..120 {
            let legal = walk.position.legal_turns(&walk.game);
            if legal.is_empty() {
                break;
            }
            let turn = walk.with_reveals(&walk.pick(&mut dice, &legal));
            for edit in edits(&walk.game, &walk.position, &turn, &mut dice) {
                let mut position = walk.position;
                if position.play(&walk.game, &edit).is_err() {
                    assert_eq!(position, walk.position, "{edit:?}");
                    refused += 1;
                }
            }
            walk.play(&turn).unwrap();
        }
    }
    assert!(refused > 4_000, "{refused}");
}

/// Every single edit of a turn: a token more or less, another card, noble, seat or action.
pub(crate) fn edits(
    game: &Game<'_>,
    position: &Position,
    turn: &Turn,
    dice: &mut Dice,
) -> Vec<Turn> {
    let mut edits = Vec::new();
    let mut push = |edit: Turn| edits.push(edit);
    for returned in nudged(turn.returned) {
        push(Turn { returned, ..*turn });
    }
    for seat in 0..5 {
        push(Turn { seat, ..*turn });
    }
    for noble in game.components.nobles().iter() {
        let mut nobles = turn.nobles;
        if nobles.has(noble) {
            nobles.remove(noble);
        } else {
            nobles.insert(noble);
        }
        push(Turn { nobles, ..*turn });
    }
    for gem in Token::ALL.map(Some).into_iter().chain([None]) {
        push(Turn { gem, ..*turn });
    }
    for post in Post::ALL {
        push(Turn { posts: PostSet::one(post), ..*turn });
        push(Turn { posts: turn.posts.or(PostSet::one(post)), ..*turn });
    }
    push(Turn { posts: PostSet::NONE, ..*turn });
    for action in other_actions(position, turn.action, &some_cards(game, position, dice)) {
        push(Turn { action, ..*turn });
    }
    edits
}

/// The face-up cards, and a few of the other cards.
fn some_cards(game: &Game<'_>, position: &Position, dice: &mut Dice) -> Vec<CardId> {
    let hands = position.seats().iter().fold(position.market(), |all, seat| all.or(seat.hand()));
    let all: Vec<CardId> = game.components.cards().iter().collect();
    hands.iter().chain((0..3).map(|_| *dice.pick(&all))).collect()
}

fn nudged(tokens: Tokens) -> impl Iterator<Item = Tokens> {
    Token::ALL.into_iter().flat_map(move |token| {
        let count = tokens.get(token);
        let more = tokens.with(token, count + 1);
        let less = count.checked_sub(1).map(|count| tokens.with(token, count));
        [Some(more), less].into_iter().flatten()
    })
}

fn other_actions(position: &Position, action: Action, cards: &[CardId]) -> Vec<Action> {
    let mut others = vec![Action::Pass];
    let mut pay = Tokens::NONE;
    match action {
        Action::Take(taken) => others.extend(nudged(taken).map(Action::Take)),
        Action::Purchase { card, pay: paid, from } => {
            pay = paid;
            others.extend(nudged(paid).map(|pay| Action::Purchase { card, pay, from }));
            others.extend(swapped(paid).map(|pay| Action::Purchase { card, pay, from }));
        }
        Action::ReserveDeck { .. } | Action::ReserveMarket(_) | Action::Pass => {}
    }
    others.extend(cards.iter().map(|&card| Action::ReserveMarket(card)));
    others.extend(cards.iter().map(|&card| Action::Purchase { card, pay, from: None }));
    let decks = Row::ALL.into_iter();
    others.extend(decks.map(|level| Action::ReserveDeck { row: level, card: None, under: None }));
    let supply = position.supply().gems();
    let pairs = supply.iter().map(|(color, _)| Tokens::NONE.with(Token::Gem(color), 2));
    others.extend(pairs.map(Action::Take));
    others
}

/// One token exchanged for another: another payment.
fn swapped(tokens: Tokens) -> impl Iterator<Item = Tokens> {
    Token::ALL.into_iter().flat_map(move |from| {
        let less = tokens.get(from).checked_sub(1).map(|count| tokens.with(from, count));
        less.into_iter().flat_map(move |less| {
            let others = Token::ALL.into_iter().filter(move |&to| to != from);
            others.map(move |to| less.with(to, less.get(to) + 1))
        })
    })
}

#[test]
fn checks_and_lists_agree_1() {
    walk_quarter(1);
}

#[test]
fn checks_and_lists_agree_2() {
    walk_quarter(2);
}

#[test]
fn checks_and_lists_agree_3() {
    walk_quarter(3);
}

#[test]
fn checks_and_lists_agree_4() {
    walk_quarter(4);
}
