//! Converts a position file to a position of the core.

use splendor_core::{
    Card, CardSet, City, CitySet, Color, Components, CopiedColor, Deck, End, Game, MOST_SEATS,
    ModuleTable, Modules, Noble, NobleSet, Phase, Position, PostName, PostSet, Power,
    SeatDescription, Stalemate, TableDescription, Tokens,
};
use splendor_schema as schema;

use crate::JudgeOptions;
use crate::rulings::game_under;

use super::{card, city, noble, post, tokens};

/// Returns the position that a file describes.
///
/// # Errors
///
/// The reason why the position is invalid, in words: an unknown component or rule, or a broken
/// invariant.
pub fn position_from_log(file: &schema::Position) -> Result<(Game<'static>, Position), String> {
    position_by(file, &JudgeOptions::default())
}

/// Returns the position that a file describes, by the rules of the options.
///
/// # Errors
///
/// The reason why the position is invalid, in words.
pub fn position_by(
    file: &schema::Position,
    options: &JudgeOptions,
) -> Result<(Game<'static>, Position), String> {
    let game = game_under(&file.rules, file.seats.len(), options);
    let game = game.map_err(|unknown| unknown.to_string())?;
    let count = u8::try_from(file.seats.len()).unwrap_or(u8::MAX);
    if !(2..=4).contains(&count) {
        return Err(format!("{count} seats at the table"));
    }
    let mut seats = [SeatDescription::default(); MOST_SEATS];
    for (seat, described) in seats.iter_mut().zip(&file.seats) {
        *seat = seat_table(game.components, described)?;
    }
    let mut table = TableDescription {
        seats: &seats[..file.seats.len()],
        supply: file.supply.map(tokens),
        market: CardSet::NONE,
        market_hidden: [0; 6],
        decks: [Deck::unknown(0); 6],
        nobles: noble_set(game.components, file.nobles.as_deref().unwrap_or_default())?,
        cities: city_set(&game, file.cities.as_deref().unwrap_or_default())?,
        to_move: file.to_move.unwrap_or(0),
        turns: file.turns.map_or(0, |turns| u32::try_from(turns).unwrap_or(u32::MAX)),
        passes_in_a_row: file.passes.unwrap_or(0),
        phase: phase(file),
        modules: module_table(&game, file)?,
    };
    check_seat_tiles(&game, file)?;
    clock_agrees(&game, &table, file)?;
    let strange = table.seats.iter().fold(table.nobles, |all, seat| all.or(seat.nobles));
    if let Some(noble) = strange.without(game.noble_pool()).iter().next() {
        let noble = game.components.noble(noble);
        return Err(format!("the noble {noble} is from a box that is not declared"));
    }
    lay_cards(&game, file, &mut table)?;
    let position = Position::of(&game, &table)
        .map_err(|broken| format!("this is not so: {}", broken.sentence))?;
    let order = file.nobles.iter().flatten().map(|&id| noble(game.components, id));
    let order = order.collect::<Result<Vec<_>, _>>().map_err(|unknown| unknown.to_string())?;
    Ok((game, position.with_nobles_listed(&order)))
}

/// Returns a log with the rules and the seats of a position, and no turns.
pub fn log_at_position(file: &schema::Position) -> schema::Log {
    schema::Log {
        schema: None,
        format: schema::log::LogFormat,
        rules: file.rules.clone(),
        omits: Vec::new(),
        source: None,
        players: vec![schema::log::Player::default(); file.seats.len()],
        setup: schema::log::Setup::default(),
        turns: Vec::new(),
        end: None,
        result: None,
        ext: None,
    }
}

/// Returns the parts of the table that only Orient and Strongholds have.
fn module_table(game: &Game<'_>, file: &schema::Position) -> Result<ModuleTable, String> {
    let Modules { orient, strongholds, .. } = game.rules.modules;
    if !orient && !file.gone.is_empty() {
        return Err("cards leave the game only with the module `orient`".to_owned());
    }
    let mut table =
        ModuleTable { gone: card_set(game.components, &file.gone)?, ..ModuleTable::default() };
    for owned in file.seats.iter().flat_map(|seat| &seat.cards) {
        let id = card(game.components, owned.card).map_err(|unknown| unknown.to_string())?;
        let facts = game.components.card(id);
        if owned.copy.is_some() != facts.power().is_some_and(Power::copies) {
            let why = if owned.copy.is_some() { "copies no color" } else { "copies a color" };
            return Err(format!("the card {facts} {why}"));
        }
        let doubled = owned.bonuses == Some(2);
        let copied = |color: Color| CopiedColor { color, doubled };
        table.copies = table.copies.with(game.components, id, owned.copy.map(copied));
    }
    for (at, seat) in (0..).zip(&file.seats) {
        if !strongholds && !seat.strongholds.is_empty() {
            return Err("a seat has strongholds only with the module `strongholds`".to_owned());
        }
        for &on in &seat.strongholds {
            let id = card(game.components, on).map_err(|unknown| unknown.to_string())?;
            let three = || format!("seat {at} has more than three strongholds");
            table.strongholds = table.strongholds.with(at, id).ok_or_else(three)?;
        }
    }
    Ok(table)
}

/// Rejects components that no seat can have: posts without their module, and cities.
fn check_seat_tiles(game: &Game<'_>, file: &schema::Position) -> Result<(), String> {
    let module = game.rules.modules.trading_posts;
    if !module && file.seats.iter().any(|seat| !seat.posts.is_empty()) {
        return Err("a seat has posts only with the module `trading-posts`".to_owned());
    }
    if file.seats.iter().any(|seat| !seat.cities.is_empty()) {
        return Err("no seat takes a city: the tiles stay on the table".to_owned());
    }
    Ok(())
}

/// Checks that the seat to move, the number of turns and the number of forced passes agree.
fn clock_agrees(
    game: &Game<'_>,
    table: &TableDescription<'_>,
    file: &schema::Position,
) -> Result<(), String> {
    let (seat, seats) = (table.to_move, table.seats.len());
    if usize::from(seat) >= seats {
        return Err(format!("it is the turn of seat {seat}, which is not at the table"));
    }
    let turns = file.turns.map(|turns| turns % seats as u64);
    if turns.is_some_and(|turns| turns != u64::from(seat)) {
        return Err(format!("after so many turns it is not the turn of seat {seat}"));
    }
    let stale = match game.rules.rulings.stalemate {
        Stalemate::Ends | Stalemate::PassedRound => usize::from(table.passes_in_a_row) >= seats,
        Stalemate::Continues => false,
    };
    if stale && !matches!(table.phase, Phase::Ended(_)) {
        return Err("every seat in a row had to pass, which ends the game".to_owned());
    }
    Ok(())
}

/// Lays the market first, then the decks. A level without a listed deck holds all remaining cards.
fn lay_cards(
    game: &Game<'_>,
    file: &schema::Position,
    table: &mut TableDescription<'_>,
) -> Result<(), String> {
    for of in rows(game) {
        let at = of.index();
        match file.market.as_ref().and_then(|market| market.row(of)) {
            Some(cards) => {
                of_row(cards, of)?;
                table.market = table.market.or(card_set(game.components, cards)?);
            }
            None => table.market_hidden[at] = game.width(of),
        }
    }
    // The number of cards left for a deck depends on the whole market.
    for of in rows(game) {
        let at = of.index();
        let left = Position::left_of_row(game, table, of);
        if table.market_hidden[at] > 0 {
            table.market_hidden[at] = table.market_hidden[at].min(left);
        }
        let left = Position::left_of_row(game, table, of);
        table.decks[at] = match file.decks.as_ref().and_then(|decks| decks.row(of)) {
            Some(schema::position::PositionDeck::Count(count)) => Deck::unknown(*count),
            Some(schema::position::PositionDeck::Cards(cards)) => {
                of_row(cards, of)?;
                let ids = cards.iter().map(|&id| card(game.components, id));
                let ids: Result<Vec<_>, _> = ids.collect();
                Deck::known(&ids.map_err(|unknown| unknown.to_string())?)
            }
            None => Deck::unknown(left),
        };
    }
    Ok(())
}

/// Returns the phase that the file describes.
fn phase(file: &schema::Position) -> Phase {
    let stale = usize::from(file.passes.unwrap_or(0)) >= file.seats.len();
    if file.ended == Some(true) {
        Phase::Ended(if stale { End::Stalemate } else { End::Completed })
    } else if file.last_round == Some(true) {
        Phase::LastRound
    } else {
        Phase::Open
    }
}

/// Returns the description of a seat.
fn seat_table(
    all: &Components,
    described: &schema::position::PositionSeat,
) -> Result<SeatDescription, String> {
    let cards: Vec<Card> = described.cards.iter().map(|owned| owned.card).collect();
    let mut seat = SeatDescription {
        tokens: described.tokens.map_or(Tokens::NONE, tokens),
        bought: card_set(all, &cards)?,
        nobles: noble_set(all, &described.nobles)?,
        posts: post_set(&described.posts)?,
        ..SeatDescription::default()
    };
    for entry in &described.hand {
        match *entry {
            schema::position::HandEntry::Card(id) => {
                seat.hand = seat.hand.or(card_set(all, &[id])?);
            }
            schema::position::HandEntry::Deck { card: Some(id), row } => {
                of_row(&[id], row)?;
                seat.hand = seat.hand.or(card_set(all, &[id])?);
                seat.secret = seat.secret.or(card_set(all, &[id])?);
            }
            schema::position::HandEntry::Deck { row, card: None } => {
                seat.hidden[row.index()] += 1;
            }
        }
    }
    Ok(seat)
}

/// Returns a set of cards; an error if the list names a card twice.
fn card_set(all: &Components, ids: &[Card]) -> Result<CardSet, String> {
    let cards = ids.iter().map(|&id| card(all, id)).collect::<Result<CardSet, _>>();
    let cards = cards.map_err(|unknown| unknown.to_string())?;
    if usize::from(cards.len()) == ids.len() {
        Ok(cards)
    } else {
        Err("a card is listed twice".into())
    }
}

/// Rejects a card in the list of another row.
fn of_row(ids: &[Card], row: splendor_core::Row) -> Result<(), String> {
    let strange = ids.iter().find(|id| id.row() != row);
    strange.map_or(Ok(()), |id| Err(format!("{id} is not of {row}")))
}

/// Returns the rows of the game.
fn rows(game: &Game<'_>) -> impl Iterator<Item = splendor_core::Row> {
    let count = game.rows().len();
    splendor_core::Row::ALL.into_iter().take(count)
}

/// Returns the cities on the table; an error if two are faces of one tile, or without the module.
fn city_set(game: &Game<'_>, ids: &[City]) -> Result<CitySet, String> {
    let faces = ids.iter().map(|&id| city(id)).collect::<Result<Vec<_>, _>>();
    let faces = faces.map_err(|unknown| unknown.to_string())?;
    if !faces.is_empty() && !game.rules.modules.cities {
        return Err("cities are on the table only with the module `cities`".to_owned());
    }
    let twice = |at: usize| faces[..at].iter().any(|other| other.tile() == faces[at].tile());
    if (0..faces.len()).any(twice) {
        return Err("two cities are faces of one tile".to_owned());
    }
    Ok(faces.into_iter().collect())
}

/// Returns a set of posts; an error if the list names a post twice.
fn post_set(ids: &[PostName]) -> Result<PostSet, String> {
    let posts = ids.iter().map(|&id| post(id)).collect::<Result<PostSet, _>>();
    let posts = posts.map_err(|unknown| unknown.to_string())?;
    if usize::from(posts.len()) == ids.len() {
        Ok(posts)
    } else {
        Err("a post is listed twice".into())
    }
}

/// Returns a set of nobles; an error if the list names a noble twice.
fn noble_set(all: &Components, ids: &[Noble]) -> Result<NobleSet, String> {
    let nobles = ids.iter().map(|&id| noble(all, id)).collect::<Result<NobleSet, _>>();
    let nobles = nobles.map_err(|unknown| unknown.to_string())?;
    if usize::from(nobles.len()) == ids.len() {
        Ok(nobles)
    } else {
        Err("a noble is listed twice".into())
    }
}
