//! Writes a generated game as a log.

use std::collections::VecDeque;

use splendor_core::{
    Action, Card, CardId, City, CityId, Color, Effects, Events, Game, Gems, Noble, NobleId, Place,
    Position, PurchaseOrigin, Row, Token, Tokens, Turn,
};
use splendor_schema as schema;
use splendor_schema::log::Player;
use splendor_schema::token::{BonusCounts, TokenCounts};
use splendor_schema::turn::After;

use super::GenerateOptions;
use splendor_verify::to_log::{cities_of, turn_to_log};

const NAMES: [&str; 4] = ["Ada", "Bo", "Cy", "Di"];

pub(super) fn players(seats: usize) -> Vec<Player> {
    let names = NAMES.into_iter().take(seats);
    names.map(|name| Player { name: Some(name.into()), ext: None }).collect()
}

pub(super) fn source(seed: u64) -> schema::log::Source {
    schema::log::Source {
        client: Some("splendor-generate".into()),
        game: Some(seed.to_string().into()),
        ..schema::log::Source::default()
    }
}

pub(super) fn cards(game: &Game<'_>, cards: &[CardId]) -> Vec<Card> {
    cards.iter().map(|&card| game.components.card(card)).collect()
}

pub(super) fn nobles(game: &Game<'_>, nobles: &[NobleId]) -> Vec<Noble> {
    nobles.iter().map(|&noble| game.components.noble(noble)).collect()
}

pub(super) fn cities(cities: &[CityId]) -> Vec<City> {
    cities_of(cities.iter().copied().collect())
}

/// Returns the log entry of a turn from `before` to `next`.
pub(super) fn turn(
    options: &GenerateOptions,
    game: &Game<'_>,
    before: &Position,
    turn: &Turn,
    events: &Events,
    next: &Position,
) -> schema::Turn {
    let mut logged = turn_to_log(game, &revealed(game, before, turn, events));
    logged.after = (options.after || options.digest).then(|| after(options, game, turn, next));
    logged
}

/// Returns the turn with the cards that it draws and with the place of a card from the hand.
pub(crate) fn revealed(game: &Game<'_>, before: &Position, turn: &Turn, events: &Events) -> Turn {
    let mut decks = Row::ALL.map(|row| before.deck(row).iter().collect::<VecDeque<_>>());
    let mut turn = *turn;
    match &mut turn.action {
        Action::ReserveDeck { row, card, under } => {
            let deck = &mut decks[row.index()];
            let kept = card.map(Place::Card).or(deck.front().copied());
            deck.drain(..deck.len().min(1 + usize::from(under.is_some())));
            deck.extend(under.map(Place::Card));
            *card = kept.and_then(known);
        }
        Action::Purchase { from, .. } => {
            *from = events.source.filter(|it| *it == PurchaseOrigin::Hand);
        }
        Action::Take(_) | Action::ReserveMarket(_) | Action::Pass => {}
    }
    let mut refill = |card: CardId| {
        let row = game.components.card(card).row();
        decks[row.index()].pop_front().and_then(known)
    };
    turn.refill = match turn.action {
        Action::Purchase { card, from: None, .. } | Action::ReserveMarket(card) => refill(card),
        _ => None,
    };
    refill_free_cards(&mut turn.effects, &mut refill);
    if let Some(conquest) = &mut turn.conquest {
        conquest.refill = refill(conquest.card);
        refill_free_cards(&mut conquest.effects, &mut refill);
    }
    turn
}

fn refill_free_cards(effects: &mut Effects, refill: &mut impl FnMut(CardId) -> Option<CardId>) {
    for free in effects.free.iter_mut().flatten() {
        free.refill = refill(free.card);
    }
}

const fn known(place: Place) -> Option<CardId> {
    match place {
        Place::Hidden => None,
        Place::Card(card) => Some(card),
    }
}

/// Returns counts with every color, so that zeros are claimed too.
fn every_color(gems: Gems) -> Option<BonusCounts> {
    BonusCounts::new(Color::ALL.into_iter().fold(TokenCounts::default(), |counts, color| {
        counts.with(Token::ALL[color.index()], gems.get(color))
    }))
}

fn after(options: &GenerateOptions, game: &Game<'_>, turn: &Turn, next: &Position) -> After {
    let seat = &next.seats()[usize::from(turn.seat)];
    let modules = game.rules.modules;
    let all = After {
        prestige: Some(seat.prestige()),
        tokens: Some(every_count(seat.tokens())),
        supply: Some(every_count(next.supply())),
        colors: every_color(seat.colors()).filter(|_| modules.orient),
        strongholds: modules.strongholds.then(|| next.strongholds().in_stock(turn.seat)),
        ..After::default()
    };
    After {
        digest: options.digest.then(|| splendor_verify::digest(game, next)),
        ..if options.after { all } else { After::default() }
    }
}

/// Returns counts with every kind of token, so that zeros are claimed too.
fn every_count(tokens: Tokens) -> TokenCounts {
    Token::ALL.into_iter().fold(TokenCounts::default(), |counts, kind| {
        counts.with(Token::ALL[kind.index()], tokens.get(kind))
    })
}
