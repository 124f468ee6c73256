//! From what a log says to what the core understands, and back.

use std::fmt;

use splendor_core::{
    Action, Card, CardId, CardSet, Component, Components, Deck, Game, Level, MOST_SEATS, Noble,
    NobleId, NobleSet, Phase, Place, Position, SeatTable, Source, Table, Token, Tokens, Turn,
    Violation,
};
use splendor_schema::{self as schema, OneOrMany, Spot, TokenCounts};

use crate::place::Named;

/// Something that a log asks for and that is not known here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsupported {
    /// An edition of the rulebook.
    Edition(String),
    /// A module, at its place in the list.
    Module {
        /// The place in the list.
        place: usize,
        /// The name.
        name: String,
    },
    /// A box, at its place in the list.
    Box {
        /// The place in the list.
        place: usize,
        /// The name.
        name: String,
    },
    /// A ruling, or a value of one.
    Ruling {
        /// The name.
        name: String,
        /// The value.
        value: String,
    },
    /// A turn that the game does not know.
    Foreign {
        /// The turn, from 0.
        turn: usize,
    },
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Edition(name) => {
                write!(f, "the edition `{name}` is not known; known are 2014 and 2024")
            }
            Self::Module { name, .. } => {
                write!(f, "the module `{name}` cannot be judged yet; the base game can")
            }
            Self::Box { name, .. } => write!(
                f,
                "the box `{name}` is not known for this edition; for 2024 silk-road and \
                 sun-never-sets are"
            ),
            Self::Ruling { name, value } => f.write_str(&crate::rulings::unknown(name, value)),
            Self::Foreign { .. } => {
                f.write_str("a turn that the game does not know: what follows cannot be judged")
            }
        }
    }
}

impl std::error::Error for Unsupported {}

/// A component that is in no box: what it is, and when the log names it first.
#[derive(Clone, Debug)]
pub(crate) struct Stray {
    pub(crate) violation: Violation,
    /// The turn, from 0; none in the setup.
    pub(crate) turn: Option<usize>,
}

/// Returns the card of an id.
///
/// # Errors
///
/// The breach of `component.unknown` if there is no such card.
pub(crate) fn card(all: &Components, id: schema::CardId) -> Result<CardId, Violation> {
    all.card_of_id(id.padded()).ok_or_else(|| unknown_card(id))
}

#[cold]
fn unknown_card(id: schema::CardId) -> Violation {
    let facts = Card::parse(id.as_str()).expect("the reader has checked the form");
    let nearest = Components::published().nearest_card(facts).unwrap_or(facts);
    let (component, nearest) = (Component::Card(facts), Component::Card(nearest));
    Violation::ComponentUnknown { component, nearest }
}

/// Returns the noble of an id.
///
/// # Errors
///
/// The breach of `component.unknown` if there is no such noble.
pub(crate) fn noble(all: &Components, id: schema::NobleId) -> Result<NobleId, Violation> {
    let facts = Noble::parse(id.as_str()).expect("the reader has checked the form");
    all.find_noble(facts).ok_or_else(|| {
        let nearest = Components::published().nearest_noble(facts).unwrap_or(facts);
        let (component, nearest) = (Component::Noble(facts), Component::Noble(nearest));
        Violation::ComponentUnknown { component, nearest }
    })
}

/// Returns counts as tokens; what is not named is none.
pub(crate) fn tokens(counts: TokenCounts) -> Tokens {
    Tokens::new(counts.counts())
}

/// Returns a list of tokens as a heap.
fn heap(list: &[schema::Token]) -> Tokens {
    list.iter().fold(Tokens::NONE, |heap, &one| heap.plus(Tokens::one(token(one))))
}

/// Returns the core's token.
pub(crate) const fn token(token: schema::Token) -> Token {
    Token::ALL[token.index()]
}

/// Returns the core's level.
pub(crate) const fn level(level: schema::Level) -> Level {
    Level::ALL[level.index()]
}

/// Returns a turn as the core understands it: what is not told is filled in as nothing, and `seat`
/// is the one whose turn it is.
///
/// # Errors
///
/// The breach of `component.unknown` if the turn names something that does not exist.
pub(crate) fn turn(
    all: &Components,
    told: &schema::Turn,
    seat: u8,
) -> Result<Option<Turn>, Violation> {
    let action = match told {
        schema::Turn::Take(turn) => Action::Take(heap(&turn.take)),
        schema::Turn::Reserve(turn) => match turn.reserve {
            schema::Reserve::Market(id) => Action::ReserveMarket(card(all, id)?),
            schema::Reserve::Deck(told) => {
                if let Some(under) = told.under {
                    card(all, under)?;
                }
                let card = told.card.map(|id| card(all, id)).transpose()?;
                let under = told.under.is_some();
                Action::ReserveDeck { level: level(told.deck), card, under }
            }
        },
        schema::Turn::Purchase(turn) => Action::Purchase {
            card: card(all, turn.purchase.card)?,
            pay: turn.purchase.pay.map_or(Tokens::NONE, tokens),
            from: turn.purchase.from.map(|spot| match spot {
                Spot::Market => Source::Market,
                Spot::Hand => Source::Hand,
            }),
        },
        schema::Turn::Pass(_) => Action::Pass,
        schema::Turn::Foreign(_) => return Ok(None),
    };
    let Some(common) = told.common() else { return Ok(None) };
    Ok(Some(Turn {
        seat: common.seat.unwrap_or(seat),
        action,
        gem: common.gem.map(token),
        refill: common.refill.map(|id| card(all, id)).transpose()?,
        returned: common.returned.map_or(Tokens::NONE, tokens),
        nobles: nobles(all, common.noble.as_ref())?,
        post: common.post.is_some(),
    }))
}

fn nobles(
    all: &Components,
    told: Option<&OneOrMany<schema::NobleId>>,
) -> Result<NobleSet, Violation> {
    let ids = told.map_or(&[][..], OneOrMany::as_slice);
    ids.iter().map(|&id| noble(all, id)).collect()
}

/// Returns whether a log names a component that is in no box.
pub(crate) fn names_strangers(log: &schema::Log) -> bool {
    let mut strange = false;
    crate::place::each_component(log, |named, _, _| {
        strange |= match named {
            Named::Card(id) => card(Components::published(), id).is_err(),
            Named::Noble(id) => noble(Components::published(), id).is_err(),
        };
    });
    strange
}

/// Returns the components that a log names and no box has, and a box that has them too, if that
/// can be: the facts of a card that does not exist are told by its id.
pub(crate) fn strays(log: &schema::Log) -> (Vec<Stray>, Option<Components>) {
    let published = Components::published();
    let mut strays = Vec::new();
    let (mut cards, mut nobles) = (Vec::new(), Vec::new());
    crate::place::each_component(log, |named, turn, _| {
        let unknown = match named {
            Named::Card(id) => {
                let new = note(&mut cards, Card::parse(id.as_str()));
                new.then(|| card(published, id).err()).flatten()
            }
            Named::Noble(id) => {
                let new = note(&mut nobles, Noble::parse(id.as_str()));
                new.then(|| noble(published, id).err()).flatten()
            }
        };
        strays.extend(unknown.map(|violation| Stray { violation, turn }));
    });
    // The cards that the log does not name fill the rest, as far as there is room.
    for id in published.cards().iter() {
        if cards.len() < splendor_core::MOST_CARDS {
            note(&mut cards, Some(published.card(id)));
        }
    }
    for id in published.nobles().iter() {
        note(&mut nobles, Some(published.noble(id)));
    }
    (strays, Components::of(&cards, &nobles).ok())
}

/// Adds a component that is not in the list; returns whether it was not.
fn note<T: PartialEq>(known: &mut Vec<T>, facts: Option<T>) -> bool {
    let new = facts.filter(|facts| !known.contains(facts));
    let is_new = new.is_some();
    known.extend(new);
    is_new
}

/// Returns the position that a file describes.
///
/// # Errors
///
/// Why it is not one, in words: an unknown component or rule, or an invariant that does not hold.
pub fn lower_position(told: &schema::Position) -> Result<(Game<'static>, Position), String> {
    let rules = crate::rules(&told.rules, &[]).map_err(|unknown| unknown.to_string())?;
    let count = u8::try_from(told.seats.len()).unwrap_or(u8::MAX);
    if !(2..=4).contains(&count) {
        return Err(format!("{count} seats at the table"));
    }
    let game = Game::published(rules, count);
    let mut seats = [SeatTable::default(); MOST_SEATS];
    for (seat, told) in seats.iter_mut().zip(&told.seats) {
        *seat = seat_table(game.components, told)?;
    }
    let mut table = Table {
        seats: &seats[..told.seats.len()],
        supply: told.supply.map(tokens),
        market: CardSet::NONE,
        market_hidden: [0; 3],
        decks: [Deck::unknown(0); 3],
        nobles: noble_set(game.components, told.nobles.as_deref().unwrap_or_default())?,
        to_move: told.to_move.unwrap_or(0),
        turns: told.turns.map_or(0, |turns| u32::try_from(turns).unwrap_or(u32::MAX)),
        passes: told.passes.unwrap_or(0),
        phase: phase(told),
    };
    if table.to_move >= count {
        return Err(format!("it is the turn of seat {}, which is not at the table", table.to_move));
    }
    lay_cards(&game, told, &mut table)?;
    let position = Position::of(&game, &table)
        .map_err(|broken| format!("this is not so: {}", broken.sentence))?;
    Ok((game, position))
}

/// The market first, then the decks: a level whose deck is not told holds all cards that are left.
fn lay_cards(
    game: &Game<'_>,
    told: &schema::Position,
    table: &mut Table<'_>,
) -> Result<(), String> {
    for of in schema::Level::ALL {
        let at = of.index();
        match told.market.as_ref().and_then(|market| market.level(of)) {
            Some(cards) => table.market = table.market.or(card_set(game.components, cards)?),
            None => table.market_hidden[at] = game.market_width,
        }
    }
    for of in schema::Level::ALL {
        let at = of.index();
        let left = Position::left_of_level(game, table, level(of));
        if table.market_hidden[at] > 0 {
            table.market_hidden[at] = table.market_hidden[at].min(left);
        }
        let left = Position::left_of_level(game, table, level(of));
        table.decks[at] = match told.decks.as_ref().and_then(|decks| decks.level(of)) {
            Some(schema::PositionDeck::Count(count)) => Deck::unknown(*count),
            Some(schema::PositionDeck::Cards(cards)) => {
                let ids = cards.iter().map(|&id| card(game.components, id));
                let ids: Result<Vec<_>, _> = ids.collect();
                Deck::known(&ids.map_err(|unknown| unknown.to_string())?)
            }
            None => Deck::unknown(left),
        };
    }
    Ok(())
}

fn phase(told: &schema::Position) -> Phase {
    if told.ended == Some(true) {
        Phase::Ended(splendor_core::End::Completed)
    } else if told.last_round == Some(true) {
        Phase::LastRound
    } else {
        Phase::Open
    }
}

fn seat_table(all: &Components, told: &schema::PositionSeat) -> Result<SeatTable, String> {
    let mut seat = SeatTable {
        tokens: told.tokens.map_or(Tokens::NONE, tokens),
        bought: card_set(all, &told.cards)?,
        nobles: noble_set(all, &told.nobles)?,
        ..SeatTable::default()
    };
    for entry in &told.hand {
        match *entry {
            schema::HandEntry::Card(id) => seat.hand = seat.hand.or(card_set(all, &[id])?),
            schema::HandEntry::Deck { card: Some(id), .. } => {
                seat.hand = seat.hand.or(card_set(all, &[id])?);
                seat.secret = seat.secret.or(card_set(all, &[id])?);
            }
            schema::HandEntry::Deck { deck, card: None } => seat.hidden[deck.index()] += 1,
        }
    }
    Ok(seat)
}

fn card_set(all: &Components, ids: &[schema::CardId]) -> Result<CardSet, String> {
    let cards = ids.iter().map(|&id| card(all, id)).collect::<Result<CardSet, _>>();
    let cards = cards.map_err(|unknown| unknown.to_string())?;
    if usize::from(cards.len()) == ids.len() { Ok(cards) } else { Err("a card stands twice".into()) }
}

fn noble_set(all: &Components, ids: &[schema::NobleId]) -> Result<NobleSet, String> {
    let nobles = ids.iter().map(|&id| noble(all, id)).collect::<Result<NobleSet, _>>();
    nobles.map_err(|unknown| unknown.to_string())
}

/// Returns a position as a file describes it: everything that is known.
pub fn raise_position(game: &Game<'_>, rules: &schema::Rules, position: &Position) -> schema::Position {
    let all = game.components;
    let row = |level: Level| ids(all, position.market().and(all.of_level(level)));
    let deck = |level: Level| {
        let cards: Option<Vec<_>> = position.deck(level).iter().map(|place| raise(all, place)).collect();
        let count = schema::PositionDeck::Count(position.deck(level).len());
        cards.filter(|cards| !cards.is_empty()).map_or(count, schema::PositionDeck::Cards)
    };
    let [one, two, three] = Level::ALL;
    schema::Position {
        schema: None,
        format: schema::PositionFormat,
        rules: rules.clone(),
        supply: Some(counts(position.supply())),
        seats: position.seats().iter().map(|seat| raise_seat(all, position, seat)).collect(),
        market: Some(schema::PositionMarket {
            level1: Some(row(one)),
            level2: Some(row(two)),
            level3: Some(row(three)),
        }),
        decks: Some(schema::PositionDecks {
            level1: Some(deck(one)),
            level2: Some(deck(two)),
            level3: Some(deck(three)),
        }),
        nobles: Some(noble_ids(all, position.nobles())),
        cities: None,
        to_move: Some(position.to_move()),
        turns: Some(u64::from(position.turns())),
        passes: Some(position.forced_passes()),
        last_round: Some(position.phase() == Phase::LastRound),
        ended: Some(matches!(position.phase(), Phase::Ended(_))),
        ext: None,
    }
}

fn raise(all: &Components, place: Place) -> Option<schema::CardId> {
    match place {
        Place::Hidden => None,
        Place::Card(card) => Some(card_id(all.card(card))),
    }
}

fn raise_seat(
    all: &Components,
    position: &Position,
    seat: &splendor_core::Seat,
) -> schema::PositionSeat {
    let known = seat.hand().iter().map(|card| {
        let id = card_id(all.card(card));
        let deck = schema::Level::ALL[all.card(card).level.index()];
        match position.secret().has(card) {
            true => schema::HandEntry::Deck { deck, card: Some(id) },
            false => schema::HandEntry::Card(id),
        }
    });
    let hidden = schema::Level::ALL.into_iter().flat_map(|deck| {
        let count = usize::from(seat.hidden()[deck.index()]);
        std::iter::repeat_n(schema::HandEntry::Deck { deck, card: None }, count)
    });
    schema::PositionSeat {
        tokens: Some(counts(seat.tokens())),
        cards: ids(all, seat.bought()),
        hand: known.chain(hidden).collect(),
        nobles: noble_ids(all, seat.nobles()),
        ..schema::PositionSeat::default()
    }
}

/// Returns the ids of a set of cards, in the order of the box.
pub(crate) fn ids(all: &Components, cards: CardSet) -> Vec<schema::CardId> {
    cards.iter().map(|card| card_id(all.card(card))).collect()
}

/// Returns the ids of a set of nobles, in the order of the box.
pub(crate) fn noble_ids(all: &Components, nobles: NobleSet) -> Vec<schema::NobleId> {
    nobles.iter().map(|noble| noble_id(all.noble(noble))).collect()
}

/// Returns the id that tells a card's facts.
pub(crate) fn card_id(card: Card) -> schema::CardId {
    schema::CardId::try_from(card.to_string().as_str()).expect("the core writes ids as they are read")
}

/// Returns the id that tells a noble's facts.
pub(crate) fn noble_id(noble: Noble) -> schema::NobleId {
    schema::NobleId::try_from(noble.to_string().as_str()).expect("the core writes ids as they are read")
}

/// Returns tokens as counts that name each kind of which there is one.
pub(crate) fn counts(tokens: Tokens) -> TokenCounts {
    let kinds = schema::Token::ALL.iter().map(|&kind| (kind, tokens.get(token(kind))));
    kinds.filter(|&(_, count)| count > 0).collect()
}

/// Returns a turn as a log tells it.
pub(crate) fn raise_turn(game: &Game<'_>, turn: &Turn) -> schema::Turn {
    let all = game.components;
    let id = |card| card_id(all.card(card));
    let nobles = noble_ids(all, turn.nobles);
    let common = schema::Common {
        seat: Some(turn.seat),
        refill: turn.refill.map(id),
        gem: turn.gem.map(|token| schema::Token::ALL[token.index()]),
        returned: (!turn.returned.is_empty()).then(|| counts(turn.returned)),
        noble: match nobles.as_slice() {
            [] => None,
            [one] => Some(OneOrMany::One(*one)),
            _ => Some(OneOrMany::Many(nobles)),
        },
        ..schema::Common::default()
    };
    match turn.action {
        Action::Take(taken) => schema::Turn::Take(schema::TakeTurn { take: list(taken), common }),
        Action::ReserveMarket(card) => {
            schema::Turn::Reserve(schema::ReserveTurn { reserve: schema::Reserve::Market(id(card)), common })
        }
        Action::ReserveDeck { level, card, .. } => {
            let deck = schema::Level::ALL[level.index()];
            let told = schema::DeckReserve { deck, card: card.map(id), under: None };
            schema::Turn::Reserve(schema::ReserveTurn { reserve: schema::Reserve::Deck(told), common })
        }
        Action::Purchase { card, pay, from } => {
            let from = from.map(|source| match source {
                Source::Market => Spot::Market,
                Source::Hand => Spot::Hand,
            });
            let purchase = schema::Purchase { card: id(card), pay: Some(counts(pay)), from };
            schema::Turn::Purchase(schema::PurchaseTurn { purchase, common })
        }
        Action::Pass => schema::Turn::Pass(schema::PassTurn { common }),
    }
}

/// Returns a heap as a list, one entry for each token.
fn list(heap: Tokens) -> schema::TokenList {
    let kinds = schema::Token::ALL.iter().copied();
    let each = |kind| std::iter::repeat_n(kind, usize::from(heap.get(token(kind))));
    let entries: Vec<schema::Token> = kinds.flat_map(each).collect();
    schema::TokenList::new(&entries).unwrap_or_default()
}
