//! Writes a generated game as a log.

use splendor_core::{
    Action, CardId, CityId, Events, Game, NobleId, NobleSet, Place, Position, Source, Token,
    Tokens, Turn,
};
use splendor_schema as schema;
use splendor_schema::log::Player;
use splendor_schema::token::{TokenCounts, TokenList};
use splendor_schema::turn::{
    After, CommonFields, DeckReserve, OneOrMany, PassTurn, Purchase, PurchaseOrigin, PurchaseTurn,
    Reserve, ReserveTurn, TakeTurn,
};

use super::GenerateOptions;
use crate::kinds::schema_row;
use crate::to_log::{card_id, city_ids, counts, noble_id, one_or_many, post_ids};

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

pub(super) fn cards(game: &Game<'_>, cards: &[CardId]) -> Vec<schema::id::CardId> {
    cards.iter().map(|&card| card_id(game.components.card(card))).collect()
}

pub(super) fn nobles(game: &Game<'_>, nobles: &[NobleId]) -> Vec<schema::id::NobleId> {
    nobles.iter().map(|&noble| noble_id(game.components.noble(noble))).collect()
}

pub(super) fn cities(cities: &[CityId]) -> Vec<schema::id::CityId> {
    city_ids(cities.iter().copied().collect())
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
    let after = (options.after || options.digest).then(|| after(options, game, turn, next));
    let common = CommonFields {
        seat: Some(turn.seat),
        refill: events.refill.and_then(|place| shown(game, place)),
        gem: turn.gem.map(|token| schema::token::Token::ALL[token.index()]),
        returned: (!turn.returned.is_empty()).then(|| counts(turn.returned)),
        noble: came(game, turn.nobles),
        post: one_or_many(post_ids(turn.posts)),
        after,
        ..CommonFields::default()
    };
    match turn.action {
        Action::Take(taken) => schema::Turn::Take(TakeTurn { take: list(taken), common }),
        Action::ReserveMarket(card) => {
            let reserve = Reserve::Market(card_id(game.components.card(card)));
            schema::Turn::Reserve(ReserveTurn { reserve, common })
        }
        Action::ReserveDeck { row: level, card, under } => {
            let top = before.deck(level).top();
            let card = card.map(Place::Card).or(top).and_then(|place| shown(game, place));
            let under = under.map(|card| card_id(game.components.card(card)));
            let reserve = Reserve::Deck(DeckReserve { row: schema_row(level), card, under });
            schema::Turn::Reserve(ReserveTurn { reserve, common })
        }
        Action::Purchase { card, pay, .. } => {
            let hand = events.source == Some(Source::Hand);
            let from = hand.then_some(PurchaseOrigin::Hand);
            let card = card_id(game.components.card(card));
            let purchase = Purchase::new(card, Some(counts(pay)), from);
            schema::Turn::Purchase(PurchaseTurn { purchase, common })
        }
        Action::Pass => schema::Turn::Pass(PassTurn { common }),
    }
}

fn came(game: &Game<'_>, came: NobleSet) -> Option<OneOrMany<schema::id::NobleId>> {
    let mut ids = nobles(game, &came.iter().collect::<Vec<_>>());
    match ids.len() {
        0 => None,
        1 => ids.pop().map(OneOrMany::One),
        _ => Some(OneOrMany::Many(ids)),
    }
}

fn shown(game: &Game<'_>, place: Place) -> Option<schema::id::CardId> {
    match place {
        Place::Hidden => None,
        Place::Card(card) => Some(card_id(game.components.card(card))),
    }
}

fn list(taken: Tokens) -> TokenList {
    let mut tokens = Vec::with_capacity(3);
    for (kind, count) in taken.iter() {
        tokens.extend(std::iter::repeat_n(schema::token::Token::ALL[kind.index()], count.into()));
    }
    TokenList::new(&tokens).expect("a take of at most three tokens")
}

fn after(options: &GenerateOptions, game: &Game<'_>, turn: &Turn, next: &Position) -> After {
    let seat = &next.seats()[usize::from(turn.seat)];
    let all = After {
        prestige: Some(seat.prestige()),
        tokens: Some(every_count(seat.tokens())),
        supply: Some(every_count(next.supply())),
        ..After::default()
    };
    After {
        digest: options.digest.then(|| crate::digest(game, next)),
        ..if options.after { all } else { After::default() }
    }
}

/// Returns counts with every kind of token, so that zeros are claimed too.
fn every_count(tokens: Tokens) -> TokenCounts {
    Token::ALL.into_iter().fold(TokenCounts::default(), |counts, kind| {
        counts.with(schema::token::Token::ALL[kind.index()], tokens.get(kind))
    })
}
