//! Every turn that can be written about a small box, legal or not.

use super::SmallBox;
use splendor_core::{
    Action, CardId, CardSet, Game, NobleSet, Position, Post, PostSet, PurchaseOrigin, Row, Token,
    Tokens, Turn,
};

/// The parts that turns are made of.
#[derive(Default)]
pub(super) struct Universe {
    actions: Vec<Action>,
    token_choices: Vec<Tokens>,
    nobles: Vec<NobleSet>,
    cards: Vec<CardId>,
    gems: Vec<Option<Token>>,
    posts: Vec<PostSet>,
    seats: Vec<u8>,
}

impl Universe {
    pub(super) fn of(small_box: &SmallBox, game: &Game<'_>) -> Self {
        let kinds: Vec<Token> =
            Token::ALL.into_iter().filter(|&token| game.tokens.get(token) > 0).collect();
        let cards = named_cards(small_box);
        let dearest = cards.iter().map(|&id| game.components.card(id).cost().total());
        let pays = token_choices(&kinds, dearest.max().unwrap_or(0));
        let mut actions = takes(&kinds);
        actions.extend(reservations(&cards));
        if game.rules.modules.trading_posts {
            actions.extend(draws_of_two(&cards));
        }
        actions.extend(cards.iter().flat_map(|&card| purchases(card, &pays)));
        actions.push(Action::Pass);
        let gems = Token::ALL.map(Some).into_iter().chain([None]).collect();
        let (token_choices, nobles) = (token_choices(&kinds, 3), noble_sets(game));
        let seats = (0..=small_box.seats).collect();
        Self { actions, token_choices, nobles, cards, gems, posts: post_sets(), seats }
    }

    /// Returns each action alone.
    pub(super) fn plain_turns(&self, position: &Position) -> impl Iterator<Item = Turn> {
        self.actions.iter().map(|&action| Turn::new(position.to_move(), action))
    }

    /// Returns each action alone, and with one ending that differs from position to position. With
    /// `every_ending`, returns each action with every ending.
    pub(super) fn turns(
        &self,
        position: &Position,
        number: u64,
        every_ending: bool,
    ) -> impl Iterator<Item = Turn> {
        let seat = position.to_move();
        let number = usize::try_from(number % (1 << 24)).unwrap_or_default();
        let actions = self.actions.iter().enumerate();
        actions.flat_map(move |(at, &action)| {
            let turn = Turn::new(seat, action);
            let endings = if every_ending { self.every_ending_of(turn) } else { Vec::new() };
            [turn, self.ending(turn, number + at)].into_iter().chain(endings)
        })
    }

    fn ending(&self, turn: Turn, n: usize) -> Turn {
        let returned = self.token_choices[n % self.token_choices.len()];
        let nobles = self.nobles[n / 7 % self.nobles.len()];
        let refill = Some(self.cards[n / 7 % self.cards.len()]);
        let gem = self.gems[n / 7 % self.gems.len()];
        let posts = self.posts[n / 7 % self.posts.len()];
        match n % 7 {
            0 => Turn { returned, ..turn },
            1 => Turn { nobles, ..turn },
            2 => Turn { returned, nobles, ..turn },
            3 => Turn { seat: self.seats[n / 7 % self.seats.len()], ..turn },
            4 => Turn { refill, returned, ..turn },
            5 => Turn { gem, ..turn },
            _ => Turn { posts, gem: self.gems[n % self.gems.len()], nobles, ..turn },
        }
    }

    fn every_ending_of(&self, turn: Turn) -> Vec<Turn> {
        let mut endings = Vec::new();
        for &returned in &self.token_choices {
            endings.extend(self.nobles.iter().map(|&nobles| Turn { returned, nobles, ..turn }));
        }
        endings.extend(self.seats.iter().map(|&seat| Turn { seat, ..turn }));
        endings.extend(self.cards.iter().map(|&card| Turn { refill: Some(card), ..turn }));
        for &gem in &self.gems {
            endings.extend(self.token_choices.iter().map(|&returned| Turn {
                gem,
                returned,
                ..turn
            }));
            endings.extend(self.posts.iter().map(|&posts| Turn { gem, posts, ..turn }));
        }
        endings
    }
}

/// The cards that move, and one bought card of each seat: the other bought cards behave the same.
fn named_cards(small_box: &SmallBox) -> Vec<CardId> {
    let mut cards: Vec<CardId> = CardSet::first(small_box.cards.len()).iter().collect();
    let mut bought = small_box.cards.len();
    for of_seat in small_box.bought {
        let before = CardSet::first(bought);
        bought += of_seat.len();
        cards.extend(CardSet::first(bought).without(before).first_member());
    }
    cards
}

/// Every choice of at most `most` tokens.
fn token_choices(kinds: &[Token], most: u16) -> Vec<Tokens> {
    let mut token_choices = Vec::from([Tokens::NONE]);
    for &kind in kinds {
        let ways = |tokens: Tokens| {
            let room = u8::try_from(most - tokens.total()).unwrap_or(u8::MAX);
            (0..=room).map(move |count| tokens.with(kind, count))
        };
        token_choices = token_choices.into_iter().flat_map(ways).collect();
    }
    token_choices
}

/// Every take of at most three tokens, and those of one of each.
fn takes(kinds: &[Token]) -> Vec<Action> {
    let all = kinds.iter().fold(Tokens::NONE, |tokens, &kind| tokens.with(kind, 1));
    let mut takes = token_choices(kinds, 3);
    takes.extend([all, Tokens::from(all.gems())]);
    takes.into_iter().map(Action::Take).collect()
}

fn reservations(cards: &[CardId]) -> Vec<Action> {
    let mut all: Vec<Action> = cards.iter().map(|&card| Action::ReserveMarket(card)).collect();
    for level in Row::BASE {
        let named = cards.iter().map(|&card| Some(card));
        let deck = |card| Action::ReserveDeck { row: level, card, under: None };
        all.extend(named.chain([None]).map(deck));
        all.push(Action::ReserveDeck { row: level, card: None, under: cards.first().copied() });
    }
    all
}

/// Reservations from each deck that name any card, and any to go under the deck.
fn draws_of_two(cards: &[CardId]) -> impl Iterator<Item = Action> {
    let named = || cards.iter().map(|&card| Some(card)).chain([None]);
    Row::BASE.into_iter().flat_map(move |level| {
        named().flat_map(move |card| {
            let unders = cards.iter().map(|&under| Some(under));
            unders.map(move |under| Action::ReserveDeck { row: level, card, under })
        })
    })
}

fn purchases(card: CardId, pays: &[Tokens]) -> impl Iterator<Item = Action> {
    let sources = [None, Some(PurchaseOrigin::Market), Some(PurchaseOrigin::Hand)];
    pays.iter().flat_map(move |&pay| {
        sources.into_iter().map(move |from| Action::Purchase { card, pay, from })
    })
}

/// Every set of at most two posts.
fn post_sets() -> Vec<PostSet> {
    let pairs = Post::ALL.into_iter().flat_map(|a| Post::ALL.map(|b| [a, b].into_iter().collect()));
    let mut sets: Vec<PostSet> = pairs.chain([PostSet::NONE]).collect();
    sets.sort_unstable();
    sets.dedup();
    sets
}

/// Every set of at most two nobles.
fn noble_sets(game: &Game<'_>) -> Vec<NobleSet> {
    let all: Vec<_> = game.components.nobles().iter().collect();
    let pairs = all.iter().flat_map(|&a| all.iter().map(move |&b| [a, b].into_iter().collect()));
    let mut sets: Vec<NobleSet> = pairs.chain([NobleSet::NONE]).collect();
    sets.sort_unstable();
    sets.dedup();
    sets
}
