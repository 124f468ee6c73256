//! Makes turns that are almost legal.

use splendor_core::{Action, Game, Position, Post, PostSet, Row, Token, Tokens, Turn};

/// Returns turns that differ from a legal turn in one respect.
pub(super) fn edits(game: &Game<'_>, position: &Position, turn: &Turn) -> Vec<Turn> {
    let mut all = Vec::new();
    for returned in nudged(turn.returned) {
        all.push(Turn { returned, ..*turn });
    }
    all.extend((0..4).map(|seat| Turn { seat, ..*turn }));
    for noble in game.noble_pool().iter() {
        let mut nobles = turn.nobles;
        if nobles.has(noble) {
            nobles.remove(noble);
        } else {
            nobles.insert(noble);
        }
        all.push(Turn { nobles, ..*turn });
    }
    all.extend(Token::ALL.map(Some).into_iter().chain([None]).map(|gem| Turn { gem, ..*turn }));
    for post in Post::ALL.map(PostSet::one) {
        all.push(Turn { posts: post, ..*turn });
        all.push(Turn { posts: turn.posts.or(post), ..*turn });
    }
    all.push(Turn { posts: PostSet::NONE, ..*turn });
    let actions = other_actions(game, position, turn.action).into_iter();
    all.extend(actions.map(|action| Turn { action, ..*turn }));
    all
}

fn nudged(tokens: Tokens) -> Vec<Tokens> {
    let each = Token::ALL.into_iter().flat_map(|token| {
        let count = tokens.get(token);
        let less = count.checked_sub(1).map(|count| tokens.with(token, count));
        let swapped = Token::ALL.into_iter().filter_map(move |other| {
            let less = less.filter(|_| other != token)?;
            Some(less.with(other, less.get(other) + 1))
        });
        [Some(tokens.with(token, count + 1)), less].into_iter().flatten().chain(swapped)
    });
    each.collect()
}

fn other_actions(game: &Game<'_>, position: &Position, action: Action) -> Vec<Action> {
    let all = game.components;
    let mut others = vec![Action::Pass];
    match action {
        Action::Take(taken) => {
            others.extend(nudged(taken).into_iter().map(Action::Take));
            let two = Token::ALL.map(|token| Action::Take(Tokens::NONE.with(token, 2)));
            others.extend(two);
        }
        Action::Purchase { card, pay, .. } => {
            let bought = |pay| Action::Purchase { card, pay, from: None };
            others.extend(nudged(pay).into_iter().map(bought));
            let cards = all.cards().iter();
            others.extend(cards.map(|card| Action::Purchase { card, pay, from: None }));
        }
        Action::ReserveDeck { .. } | Action::ReserveMarket(_) | Action::Pass => {}
    }
    let reserved = position.market().iter().chain(all.cards().iter().take(9));
    others.extend(reserved.map(Action::ReserveMarket));
    let decks = Row::BASE.into_iter();
    others.extend(decks.map(|level| Action::ReserveDeck { row: level, card: None, under: None }));
    others
}
