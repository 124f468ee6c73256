//! Conversions from the core to the log format.

use splendor_core::{
    Action, Card, CardSet, City, CityId, CitySet, Components, CopiedColor, Edition, Game, Modules,
    Noble, NobleChoice, NobleSet, Phase, Place, Position, PostName, PostSet, Row, Rules, Rulings,
    Setting, Tokens, Turn,
};
use splendor_schema::position::OwnedCard;
use splendor_schema::rules::Ruling;
use splendor_schema::token::TokenCounts;
use splendor_schema::turn::{OneOrMany, Reserve};
use splendor_schema::{self as schema, Name};

pub(crate) mod sun_never_sets;

/// Returns a position in the format of a position file, with all known facts. The market omits a
/// level with an unknown face-up card.
pub fn position_to_log(game: &Game<'_>, position: &Position) -> schema::Position {
    let all = game.components;
    let row = |level: Row| {
        let is_known = position.market_hidden()[level.index()] == 0;
        is_known.then(|| cards_of(all, position.market().and(all.of_row(level))))
    };
    let deck = |level: Row| {
        let cards: Option<Vec<_>> =
            position.deck(level).iter().map(|place| card_of(all, place)).collect();
        let count = schema::position::PositionDeck::Count(position.deck(level).len());
        cards.filter(|cards| !cards.is_empty()).map_or(count, schema::position::PositionDeck::Cards)
    };
    let only_with_module = |row: Row| !row.is_orient() || game.rules.modules.orient;
    let rows = Row::ALL.map(|of| row(of).filter(|_| only_with_module(of)));
    let [level1, level2, level3, orient1, orient2, orient3] = rows;
    let market =
        schema::position::PositionMarket { level1, level2, level3, orient1, orient2, orient3 };
    let decks = Row::ALL.map(|of| only_with_module(of).then(|| deck(of)));
    let [level1, level2, level3, orient1, orient2, orient3] = decks;
    let decks =
        schema::position::PositionDecks { level1, level2, level3, orient1, orient2, orient3 };
    schema::Position {
        schema: None,
        format: schema::position::PositionFormat,
        rules: rules_to_log(game.rules),
        supply: Some(counts(position.supply())),
        seats: (0..).zip(position.seats()).map(|(at, _)| seat_to_log(all, position, at)).collect(),
        market: Some(market),
        decks: Some(decks),
        nobles: Some(nobles(game, position)),
        cities: game.rules.modules.cities.then(|| cities_of(position.cities())),
        gone: cards_of(all, position.gone()),
        to_move: Some(position.to_move()),
        turns: Some(u64::from(position.turns())),
        passes: Some(position.passes_in_a_row()),
        last_round: Some(position.phase() == Phase::LastRound),
        ended: Some(position.has_ended()),
        ext: None,
    }
}

/// Returns the nobles on the table, in the order of the box. If the ruling `noble-choice` is
/// `first-listed`, the order of the setup decides a visit, so that order is kept.
fn nobles(game: &Game<'_>, position: &Position) -> Vec<Noble> {
    let all = game.components;
    match game.rules.rulings.noble_choice {
        NobleChoice::FirstListed => position.nobles_listed().map(|id| all.noble(id)).collect(),
        NobleChoice::Seat | NobleChoice::All => nobles_of(all, position.nobles()),
    }
}

/// Returns the id of a known card.
fn card_of(all: &Components, place: Place) -> Option<Card> {
    match place {
        Place::Hidden => None,
        Place::Card(card) => Some(all.card(card)),
    }
}

/// Returns a seat in the format of a position file.
fn seat_to_log(all: &Components, position: &Position, at: u8) -> schema::position::PositionSeat {
    let seat = &position.seats()[usize::from(at)];
    let known = seat.hand().iter().map(|card| {
        let id = all.card(card);
        if position.secret().has(card) {
            schema::position::HandEntry::Deck { row: id.row(), card: Some(id) }
        } else {
            schema::position::HandEntry::Card(id)
        }
    });
    let hidden = Row::ALL.into_iter().flat_map(|row| {
        let count = usize::from(seat.hidden()[row.index()]);
        std::iter::repeat_n(schema::position::HandEntry::Deck { row, card: None }, count)
    });
    schema::position::PositionSeat {
        tokens: Some(counts(seat.tokens())),
        cards: owned_cards(all, position, seat),
        hand: known.chain(hidden).collect(),
        nobles: nobles_of(all, seat.nobles()),
        posts: posts_of(seat.posts()),
        strongholds: strongholds(all, position, at),
        ..schema::position::PositionSeat::default()
    }
}

/// Returns the cards in front of a seat, in the order of the box, with the colors that they copied.
pub(crate) fn owned_cards(
    all: &Components,
    position: &Position,
    seat: &splendor_core::Seat,
) -> Vec<OwnedCard> {
    let owned = |card| {
        let copied = position.copies().get(all, card);
        let color = |copied: CopiedColor| copied.color;
        OwnedCard {
            card: all.card(card),
            copy: copied.map(color),
            bonuses: copied.filter(|copied| copied.doubled).map(|_| 2),
        }
    };
    seat.bought().iter().map(owned).collect()
}

/// Returns the cards that have strongholds of a seat, once for each stronghold.
pub(crate) fn strongholds(all: &Components, position: &Position, seat: u8) -> Vec<Card> {
    position.strongholds().of(seat).map(|card| all.card(card)).collect()
}

/// Returns the ids of a set of cards, in the order of the box.
pub(crate) fn cards_of(all: &Components, cards: CardSet) -> Vec<Card> {
    cards.iter().map(|card| all.card(card)).collect()
}

/// Returns the ids of a set of nobles, in the order of the box.
pub(crate) fn nobles_of(all: &Components, nobles: NobleSet) -> Vec<Noble> {
    nobles.iter().map(|noble| all.noble(noble)).collect()
}

/// Returns a set of cities, in the order of the box.
pub fn cities_of(cities: CitySet) -> Vec<City> {
    cities.iter().map(CityId::facts).collect()
}

/// Returns the names of a set of trading posts.
pub(crate) fn posts_of(posts: PostSet) -> Vec<PostName> {
    posts.iter().map(PostName::from).collect()
}

/// Returns a single id alone, and several ids as a list; `None` for no id.
pub(crate) fn one_or_many<T: Copy>(ids: Vec<T>) -> Option<OneOrMany<T>> {
    match ids.as_slice() {
        [] => None,
        [one] => Some(OneOrMany::One(*one)),
        _ => Some(OneOrMany::Many(ids)),
    }
}

/// Returns tokens as counts, without the kinds that are zero.
pub fn counts(tokens: Tokens) -> TokenCounts {
    let kinds = splendor_core::Token::ALL.into_iter().map(|kind| (kind, tokens.get(kind)));
    kinds.filter(|&(_, count)| count > 0).collect()
}

/// Returns a turn in the log format.
pub fn turn_to_log(game: &Game<'_>, turn: &Turn) -> schema::Turn {
    let all = game.components;
    let id = |card| all.card(card);
    let mut logged = schema::Turn {
        seat: Some(turn.seat),
        refill: turn.refill.map(id),
        gem: turn.gem,
        returned: (!turn.returned.is_empty()).then(|| counts(turn.returned)),
        noble: one_or_many(nobles_of(all, turn.nobles)),
        post: one_or_many(posts_of(turn.posts)),
        ..sun_never_sets::turn_with_effects(all, turn)
    };
    match turn.action {
        Action::Take(taken) => logged.take = Some(list(taken)),
        Action::ReserveMarket(card) => logged.reserve = Some(Reserve::Market(id(card))),
        Action::ReserveDeck { row, card, under } => {
            let (card, under) = (card.map(id), under.map(id));
            logged.reserve = Some(Reserve::Deck { row, card, under });
        }
        Action::Purchase { card, pay, from } => {
            let purchase = sun_never_sets::purchase(all, card, pay, &turn.cards_paid);
            logged.purchase = Some(schema::turn::Purchase { from, ..purchase });
        }
        Action::Pass => logged.pass = true,
    }
    logged
}

/// Returns tokens as a list, one entry for each token.
fn list(tokens: Tokens) -> splendor_schema::token::TokenList {
    let kinds = splendor_core::Token::ALL.into_iter();
    let each = |kind| std::iter::repeat_n(kind, usize::from(tokens.get(kind)));
    let entries: Vec<splendor_core::Token> = kinds.flat_map(each).collect();
    splendor_schema::token::TokenList::new(&entries).unwrap_or_default()
}

/// Returns the rules in the log format, with only the rulings that differ from the default.
pub fn rules_to_log(rules: Rules) -> schema::Rules {
    let edition = match rules.edition {
        Edition::Y2014 => "2014",
        Edition::Y2024 => "2024",
    };
    let boxes = ["silk-road", "sun-never-sets"].into_iter();
    schema::Rules {
        edition: edition.into(),
        modules: modules(rules.modules),
        boxes: boxes.filter(|name| rules.boxes.declares(name)).map(Name::from).collect(),
        rulings: rulings(rules.rulings),
    }
}

fn modules(modules: Modules) -> Vec<Name> {
    let Modules { cities, trading_posts, orient, strongholds } = modules;
    let names = [
        ("cities", cities),
        ("trading-posts", trading_posts),
        ("orient", orient),
        ("strongholds", strongholds),
    ];
    names.into_iter().filter(|&(_, plays)| plays).map(|(name, _)| name.into()).collect()
}

/// Returns the rulings that differ from the default.
fn rulings(rulings: Rulings) -> schema::rules::Rulings {
    let mut settings = rulings.settings();
    // The order of the rulings is part of generated logs, which must never change. It differs from
    // the order of the table: `return` is first of the latest rulings and `target` is last.
    settings.sort_by_key(|(name, _)| match *name {
        "noble-choice" | "noble-time" | "powers" | "overpay" | "gold-at-ten" => 1,
        "target" => 2,
        _ => 0,
    });
    let usual = Rulings::default().settings();
    let changed = settings.into_iter().filter(|setting| !usual.contains(setting));
    let written = changed.map(|(name, setting)| {
        let value = match setting {
            Setting::Word(word) => Ruling::Word(word.into()),
            Setting::Number(number) => Ruling::Number(number),
        };
        (Name::from(name), value)
    });
    schema::rules::Rulings(written.collect())
}
