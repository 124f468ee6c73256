//! Makes turns that are almost legal.

use std::mem::discriminant;

use splendor_core::{
    Action, CardId, CardList, CardsPaid, Color, Conquest, Copied, Effects, FreeCard, Game, Place,
    Position, Post, PostSet, StrongholdStep, Token, Tokens, Turn,
};

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
    for (token, count) in turn.returned.iter().filter(|&(_, count)| count > 0) {
        let returned = turn.returned.with(token, count - 1);
        all.push(Turn { gem: None, returned, ..*turn });
    }
    for post in Post::ALL.map(PostSet::one) {
        all.push(Turn { posts: post, ..*turn });
        all.push(Turn { posts: turn.posts.or(post), ..*turn });
    }
    all.push(Turn { posts: PostSet::NONE, ..*turn });
    let actions = other_actions(game, position, turn.action).into_iter();
    for action in actions {
        all.push(Turn { action, ..*turn });
        if discriminant(&action) != discriminant(&turn.action) {
            // Another kind of action has no payment, no power and no return of its own.
            let plain = Turn::new(turn.seat, action);
            all.push(Turn { nobles: turn.nobles, posts: turn.posts, ..plain });
        }
    }
    if game.rules.modules.have_sun_never_sets() {
        for effects in other_effects(game, position, turn.effects) {
            all.push(Turn { effects, ..*turn });
        }
        for cards_paid in other_cards_paid(position, turn.cards_paid) {
            all.push(Turn { cards_paid, ..*turn });
        }
        all.extend(other_conquests(game, position, turn));
    }
    all
}

fn other_effects(game: &Game<'_>, position: &Position, effects: Effects) -> Vec<Effects> {
    let near = near_cards(game, position);
    let copies = Color::ALL.map(|color| Some(Copied::Color(color)));
    let mut all = Vec::new();
    for copy in copies {
        all.push(Effects { copy, ..effects });
    }
    for at in 0..2 {
        let Some(free) = effects.free[at] else { continue };
        for copy in copies {
            all.push(with_free(effects, at, Some(FreeCard { copy, ..free })));
        }
        for &card in &near {
            all.push(with_free(effects, at, Some(FreeCard { card, ..free })));
        }
        all.push(with_free(effects, at, None));
    }
    if effects.free[0].is_none() {
        for &card in &near {
            let free = FreeCard { card, refill: None, copy: None };
            all.push(with_free(effects, 0, Some(free)));
        }
    }
    for step in other_steps(position, &near) {
        all.push(Effects { stronghold: Some(step), ..effects });
    }
    all.push(Effects { stronghold: None, ..effects });
    all
}

fn with_free(mut effects: Effects, at: usize, free: Option<FreeCard>) -> Effects {
    effects.free[at] = free;
    effects
}

fn other_steps(position: &Position, lying: &[CardId]) -> Vec<StrongholdStep> {
    let mover = position.to_move();
    let mut from: Vec<CardId> = position.strongholds().of(mover).collect();
    from.extend(lying.first());
    let mut steps: Vec<StrongholdStep> = Vec::new();
    for &card in lying {
        steps.push(StrongholdStep::Place(card));
        steps.push(StrongholdStep::Remove { card, seat: None });
        steps.extend(from.iter().map(|&from| StrongholdStep::Move { from, to: card }));
    }
    steps
}

/// Returns the cards of the market, of the own hand, and on top of the decks.
fn near_cards(game: &Game<'_>, position: &Position) -> Vec<CardId> {
    let near = position.market().or(position.mover().hand()).iter();
    let tops = game.rows().iter().filter_map(|&row| match position.deck(row).top()? {
        Place::Card(card) => Some(card),
        Place::Hidden => None,
    });
    near.chain(tops).collect()
}

fn other_cards_paid(position: &Position, paid: CardsPaid) -> Vec<CardsPaid> {
    let bought = position.seats().iter().flat_map(|seat| seat.bought().iter());
    let mut all = vec![CardsPaid::NONE];
    for card in bought {
        let spent = CardList::of(paid.spent.iter().chain([card]));
        all.push(CardsPaid { spent, ..paid });
        let spent = CardList::of(paid.spent.iter().skip(1).chain([card]));
        all.push(CardsPaid { spent, ..paid });
        let discarded = CardList::of(paid.discarded.iter().take(1).chain([card]));
        all.push(CardsPaid { discarded, ..paid });
        let discarded = CardList::of(paid.discarded.iter().chain([card]));
        all.push(CardsPaid { discarded, ..paid });
    }
    all
}

/// Returns a turn with other conquests: none, of another card, with another payment or step, and
/// without the conditions.
fn other_conquests(game: &Game<'_>, position: &Position, turn: &Turn) -> Vec<Turn> {
    let lying: Vec<CardId> = position.market().iter().collect();
    let Some(conquest) = turn.conquest else {
        let own = position.strongholds().of(position.to_move());
        let all =
            own.map(|card| Turn { conquest: Some(Conquest::new(card, Tokens::NONE)), ..*turn });
        return all.collect();
    };
    let mut all = vec![Turn { conquest: None, ..*turn }];
    let mut add = |conquest| all.push(Turn { conquest: Some(conquest), ..*turn });
    for &card in &lying {
        add(Conquest { card, ..conquest });
    }
    for pay in nudged(conquest.pay) {
        add(Conquest { pay, ..conquest });
    }
    for effects in other_effects(game, position, conquest.effects) {
        add(Conquest { effects, ..conquest });
    }
    for cards_paid in other_cards_paid(position, conquest.cards_paid) {
        add(Conquest { cards_paid, ..conquest });
    }
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
    let decks = game.rows().iter();
    others.extend(decks.map(|&row| Action::ReserveDeck { row, card: None, under: None }));
    others
}
