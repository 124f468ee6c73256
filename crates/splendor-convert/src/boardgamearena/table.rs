//! The setup of Board Game Arena, `gamedatas`: players, market, nobles, and the numbers of all
//! components.

use std::collections::BTreeMap;

use splendor_core::{Card, Level, Noble, Token};
use splendor_schema::json::tree::{Tree, Value};
use splendor_schema::limits;
use splendor_schema::log::{Market, Setup};

use super::card::{Catalogue, card};
use super::loose::{PAGE, loose_number, reject_departed};
use crate::fields::{Fields, clip, expected, list, log_text, members, text};
use crate::log_builder::{self, LogBuilder};
use crate::{Account, ConvertError};

/// The letters of the tokens, in the order of the log format.
const LETTERS: &str = "CSEROG";

/// The setup before the first turn.
pub(super) struct Start {
    pub(super) setup: Setup,
    /// The players by seat.
    pub(super) seats: Vec<Seated>,
    pub(super) catalogue: Catalogue,
}

/// A player.
pub(super) struct Seated {
    id: u64,
    pub(super) name: String,
}

impl Start {
    /// Returns the seat of a player id.
    pub(super) fn seat(&self, player: &Tree<'_>) -> Result<u8, ConvertError> {
        let id = loose_number("a player", player, limits::INTEGER)?;
        let mut seats = self.seats.iter().zip(0..);
        let found = seats.find(|(seated, _)| seated.id == id);
        found.map(|(_, seat)| seat).ok_or_else(|| expected(player, "a player at the table"))
    }

    /// Checks a repeated name of a player.
    pub(super) fn check_name(
        &self,
        seat: u8,
        field: Option<&Tree<'_>>,
    ) -> Result<(), ConvertError> {
        let (Some(field), Some(seated)) = (field, self.seats.get(usize::from(seat))) else {
            return Ok(());
        };
        if text("a name", field)? == seated.name {
            return Ok(());
        }
        Err(expected(field, &format!("`{}`, the name of seat {seat}", clip(&seated.name))))
    }
}

/// Counts coins like `CRO`.
pub(super) fn coins(tree: &Tree<'_>) -> Result<[u8; 6], ConvertError> {
    let mut found = [0_u8; 6];
    for letter in text("coins", tree)?.chars() {
        let kind = LETTERS.find(letter);
        let kind = kind.ok_or_else(|| expected(tree, &format!("letters of {LETTERS}")))?;
        if found[kind] == limits::TOKENS {
            return Err(expected(tree, &format!("at most {} coins of one kind", limits::TOKENS)));
        }
        found[kind] += 1;
    }
    Ok(found)
}

/// Checks the gap, which must equal income minus expense.
pub(super) fn check_gap(
    tree: &Tree<'_>,
    gained: [u8; 6],
    spent: [u8; 6],
    account: &mut Account,
) -> Result<(), ConvertError> {
    let mut fields = Fields::of("gap", tree)?;
    for (kind, letter) in ["C", "S", "E", "R", "O", "G"].into_iter().enumerate() {
        let field = fields.get(letter)?;
        let needed = i64::from(gained[kind]) - i64::from(spent[kind]);
        match &field.value {
            Value::Number(digits) if digits.parse() == Ok(needed) => {}
            _ => return Err(expected(field, &format!("{needed}, as in the coins"))),
        }
    }
    fields.finish(account)
}

pub(super) fn read(tree: &Tree<'_>, builder: &mut LogBuilder) -> Result<Start, ConvertError> {
    let mut fields = Fields::of("gamedatas", tree)?;
    let account = &mut builder.account;
    modules(&mut fields)?;
    let catalogue = Catalogue {
        cards: cards(fields.get("carddb")?, account)?,
        nobles: nobles(fields.get("nobledb")?, account)?,
    };
    let (field, order) = (fields.get("players")?, fields.get("playerorder")?);
    let seats = seats(field, order, fields.get("first_player")?, account)?;
    let market = fields.get("market")?;
    let setup = setup(market, seats.len(), &catalogue, account)?;
    fields.ignore(&["orientcarddb", "citiesdb"], "components of unused modules");
    let page = [
        "cards_hidden",
        "roundnumber",
        "player_assist",
        "gamestate",
        "gamestates",
        "tablespeed",
        "game_result_neutralized",
        "neutralized_player_id",
        "notifications",
    ];
    fields.ignore(&page, PAGE);
    fields.finish(account)?;
    builder.places.insert("", tree.span.start..tree.span.start);
    builder.places.insert("/setup", market.span.clone());
    builder.places.insert("/players", field.span.clone());
    Ok(Start { setup, seats, catalogue })
}

/// Rejects games with modules: their notifications are unknown.
fn modules(fields: &mut Fields<'_, '_>) -> Result<(), ConvertError> {
    let modules = [
        "expansion_cities",
        "expansion_tradings_post",
        "expansion_orient",
        "expansion_strongholds",
    ];
    for module in modules {
        let Some(value) = fields.find(module) else {
            let message = format!("the file has no `{module}`, so its modules are unknown");
            return Err(fields.incomplete(message));
        };
        if loose_number(module, value, 99)? != 2 {
            let message = format!("modules are not supported (`{module}` is not 2)");
            return Err(ConvertError::incomplete(&value.span, message));
        }
    }
    Ok(())
}

/// Returns the entries of an object whose keys are numbers.
fn entries<'a, 't>(
    what: &str,
    tree: &'a Tree<'t>,
) -> Result<Vec<(u64, &'a Tree<'t>)>, ConvertError> {
    let numbered = members(what, tree)?.iter().map(|member| {
        let number = member.key.parse().map_err(|_| {
            let message = format!("expected the number of {what}, found `{}`", clip(&member.key));
            ConvertError::unknown(&member.span, message)
        })?;
        Ok((number, &member.value))
    });
    numbered.collect()
}

/// Returns amounts like `2d1o` for a cost like `CCO`.
fn amounts(tree: &Tree<'_>) -> Result<String, ConvertError> {
    coins(tree).map(log_builder::amounts)
}

fn cards(tree: &Tree<'_>, account: &mut Account) -> Result<BTreeMap<u64, Card>, ConvertError> {
    let mut cards = BTreeMap::new();
    for (number, entry) in entries("a card", tree)? {
        let mut fields = Fields::of("carddb", entry)?;
        let level = loose_number("a level", fields.get("lvl")?, 99)?;
        let bonus = loose_number("a color", fields.get("type")?, 99)?;
        let points = loose_number("points", fields.get("points")?, 9)?;
        let cost = amounts(fields.get("cost")?)?;
        fields.ignore(&["img"], PAGE);
        fields.finish(account)?;
        let letter = |letters: &str, at: u64| letters.chars().nth(usize::try_from(at).ok()?);
        let (level, bonus) = (letter("-abc", level), letter("dsero", bonus));
        let id = level.zip(bonus).map(|(level, bonus)| format!("{level}{points}{bonus}{cost}"));
        let id = id.and_then(|id| Card::parse(id.as_str()));
        cards.insert(number, id.ok_or_else(|| expected(entry, "a card of level 1, 2 or 3"))?);
    }
    Ok(cards)
}

fn nobles(tree: &Tree<'_>, account: &mut Account) -> Result<BTreeMap<u64, Noble>, ConvertError> {
    let mut nobles = BTreeMap::new();
    for (number, entry) in entries("a noble", tree)? {
        let mut fields = Fields::of("nobledb", entry)?;
        let points = loose_number("points", fields.get("points")?, 9)?;
        let id = format!("{points}:{}", amounts(fields.get("cost")?)?);
        if let Some(field) = fields.find("id")
            && loose_number("a noble", field, u64::MAX)? != number
        {
            return Err(expected(field, &format!("{number}, the key of its entry")));
        }
        fields.ignore(&["promo", "name"], "the demand identifies the noble");
        fields.finish(account)?;
        let id = Noble::parse(id.as_str()).ok_or_else(|| expected(entry, "a noble"))?;
        nobles.insert(number, id);
    }
    Ok(nobles)
}

/// Returns the players in seat order, from the first player on.
fn seats(
    tree: &Tree<'_>,
    order: &Tree<'_>,
    first: &Tree<'_>,
    account: &mut Account,
) -> Result<Vec<Seated>, ConvertError> {
    let mut players = BTreeMap::new();
    for (id, player) in entries("a player", tree)? {
        players.insert(id, name(id, player, account)?);
    }
    let around = list("the order of the players", order)?.iter();
    let around = around.map(|id| loose_number("a player", id, limits::INTEGER));
    let mut around = around.collect::<Result<Vec<_>, _>>()?;
    let begins = loose_number("the first player", first, limits::INTEGER)?;
    let at = around.iter().position(|&id| id == begins);
    around.rotate_left(at.ok_or_else(|| expected(first, "a player of `playerorder`"))?);
    if around.len() != players.len() || around.len() > limits::SEATS {
        return Err(expected(order, "every player once"));
    }
    let seated = around.into_iter().map(|id| {
        let name = players.remove(&id).ok_or_else(|| expected(order, "every player once"))?;
        Ok(Seated { id, name })
    });
    seated.collect()
}

/// Returns the name of a player, whose possessions must be empty.
fn name(id: u64, tree: &Tree<'_>, account: &mut Account) -> Result<String, ConvertError> {
    let mut fields = Fields::of("player", tree)?;
    let name = log_text("a name", fields.get("name")?)?;
    for part in ["score", "coins", "cards_played", "nobles_played", "nb_cards_hidden"] {
        if let Some(value) = fields.find(part).filter(|value| !is_nothing(value)) {
            let message =
                format!("`{part}` is not empty; expected the table before the first turn");
            return Err(ConvertError::incomplete(&value.span, message));
        }
    }
    if let Some(field) = fields.find("id")
        && loose_number("a player", field, limits::INTEGER)? != id
    {
        return Err(expected(field, &format!("{id}, the key of the player")));
    }
    for gone in ["zombie", "eliminated"] {
        reject_departed(fields.find(gone))?;
    }
    let page = [
        "cards_copied",
        "cities_id_played",
        "power3IsActive",
        "tradings_played",
        "color",
        "color_back",
        "avatar",
        "is_ai",
        "beginner",
    ];
    fields.ignore(&page, PAGE);
    fields.finish(account)?;
    Ok(name)
}

/// Returns whether a value is zero, empty, or made of such values.
fn is_nothing(tree: &Tree<'_>) -> bool {
    match &tree.value {
        Value::Null | Value::Bool(false) => true,
        Value::Bool(true) => false,
        Value::Number(text) => *text == "0",
        Value::Text(text) => &**text == "0",
        Value::List(entries) => entries.iter().all(is_nothing),
        Value::Object(members) => members.iter().all(|member| is_nothing(&member.value)),
    }
}

fn setup(
    tree: &Tree<'_>,
    seats: usize,
    catalogue: &Catalogue,
    account: &mut Account,
) -> Result<Setup, ConvertError> {
    let mut fields = Fields::of("market", tree)?;
    let mut rows = Vec::new();
    for (level, name) in Level::ALL.into_iter().zip(["row_1", "row_2", "row_3"]) {
        rows.push(row(level, fields.get(name)?, catalogue, account)?);
    }
    let [level1, level2, level3] = <[Vec<Card>; 3]>::try_from(rows).unwrap_or_default();
    let mut tiles = Vec::new();
    for noble in parts("the nobles", fields.get("nobles")?)? {
        let tile = card(noble, account)?;
        if tile.place != "market" {
            return Err(expected(noble, "a noble whose place is `market`"));
        }
        tiles.push(catalogue.noble(&tile)?);
    }
    pool(fields.get("pool")?, seats, account)?;
    let others = ["cities", "tradings", "strongholds"];
    fields.ignore(&others, "parts of unused modules");
    fields.ignore(&["orient_row_1", "orient_row_2", "orient_row_3"], "parts of unused modules");
    fields.finish(account)?;
    let market = Market::base([level1, level2, level3]);
    Ok(Setup { nobles: Some(tiles), market, ..Setup::default() })
}

/// Returns the values of an object keyed by number; the page writes an empty one as a list.
fn parts<'a, 't>(what: &str, tree: &'a Tree<'t>) -> Result<Vec<&'a Tree<'t>>, ConvertError> {
    match &tree.value {
        Value::List(entries) => Ok(entries.iter().collect()),
        _ => Ok(members(what, tree)?.iter().map(|member| &member.value).collect()),
    }
}

fn row(
    level: Level,
    tree: &Tree<'_>,
    catalogue: &Catalogue,
    account: &mut Account,
) -> Result<Vec<Card>, ConvertError> {
    let mut fields = Fields::of("row", tree)?;
    let mut row = Vec::new();
    for field in parts("the cards", fields.get("cards")?)? {
        let named = card(field, account)?;
        let id = catalogue.card(&named)?;
        named.check_row(id)?;
        if id.level() != level {
            return Err(expected(field, &format!("a card of {level}")));
        }
        row.push(id);
    }
    let count = fields.get("count")?;
    let needed = [40, 30, 20][level.index()] - row.len().min(20) as u64;
    if loose_number("the deck", count, limits::INTEGER)? != needed {
        let found = clip(text("the deck", count).unwrap_or("another number"));
        let message =
            format!("expected {needed} cards left, as before the first turn, found {found}");
        return Err(ConvertError::incomplete(&count.span, message));
    }
    fields.finish(account)?;
    Ok(row)
}

/// Checks that the supply is complete.
fn pool(tree: &Tree<'_>, seats: usize, account: &mut Account) -> Result<(), ConvertError> {
    let gems = [4, 4, 4, 5, 7][seats.min(4)];
    let mut fields = Fields::of("pool", tree)?;
    for (token, letter) in Token::ALL.iter().zip(["C", "S", "E", "R", "O", "G"]) {
        let needed = if *token == Token::Gold { 5 } else { gems };
        let field = fields.get(letter)?;
        if loose_number("coins", field, 99)? != needed {
            return Err(expected(field, &format!("{needed}, as before the first turn")));
        }
    }
    fields.finish(account)
}
