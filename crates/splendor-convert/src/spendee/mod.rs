//! The dumps of Spendee: the table at one moment, decks included, and the record of the actions.
//!
//! A dump from before the first turn is a whole setup. A later one needs its record of the actions,
//! `actionItems`, and the table before the first turn, unless no card has moved since.

mod actions;

use std::ops::Range;

use splendor_core::{Card, Noble, Token};
use splendor_schema::json::tree::{Tree, Value};
use splendor_schema::limits;
use splendor_schema::log::{Decks, Market, OmittedField, Player, Setup, Source};
use splendor_schema::rules::Ruling;

use self::actions::{Record, record, same_game};
use crate::client_ids::{CLIENTS, ClientIds};
use crate::fields::{Fields, expected, list, log_text, number, small, text};
use crate::log_builder::LogBuilder;
use crate::{Account, Conversion, ConvertError, Foreign, ForeignFormat, from_read};

pub(super) const FORMAT: ForeignFormat = ForeignFormat {
    name: "spendee",
    about: "the dumps of Spendee, from before the first turn or with a record of the actions",
    game_per_line: false,
    takes_setup: true,
    matches: |signs| signs.shows("\"hiddenCards\":[") || signs.begins(CONSTANTS),
    import,
};

/// The start of the client's table of cards, which users sometimes take for a game.
const CONSTANTS: &str = "{\"/games/spendee/";

const STATE: &str = "it does not change the table";
const RECORD: &str = "game.actionItems";
const UNREAD: &str = "no seat has acted, and the record has a shape that is not known";

fn import(foreign: &Foreign<'_>) -> Result<Conversion, ConvertError> {
    let whole = foreign.text;
    if whole.trim_start().starts_with(CONSTANTS) {
        let message = "the client's table of cards, not a game";
        return Err(ConvertError::incomplete(&(0..0), message));
    }
    let tree = Tree::read(whole, 0..whole.len()).map_err(|error| from_read(whole, &error))?;
    let mut account = Account::default();
    let mut dump = Dump::default();
    let table = read(&tree, &mut dump, &mut account)?;
    let game = dump.game.clone();
    let side = foreign.setup(game.as_deref())?;
    let record = turns(&dump, &table, account)?;
    if let Some(side) = side {
        same_game(side, &table)?;
    }
    let setup = match side {
        Some(side) => side.setup.clone(),
        None if record.moved => {
            let place = dump.actions.map_or(0..0, |items| items.span.clone());
            let why = "cards have moved since the first turn";
            return Err(foreign.lacks_setup(&place, why));
        }
        None => table.setup,
    };
    let mut builder = record.builder;
    builder.places.insert("/setup", tree.span.clone());
    let source =
        Source { client: Some("spendee".into()), game: game.map(Into::into), ..Source::default() };
    let has_turns = builder.len() > 0;
    let mut conversion = builder.assemble(source, dump.names, setup)?;
    if let Some(target) = dump.target.filter(|&target| target != 15) {
        conversion.log.rules.rulings.0.push(("target".into(), Ruling::Number(target)));
    }
    if has_turns {
        // Whether the record names a noble that comes without a choice is not known.
        conversion.log.omits = vec![OmittedField::Noble];
    }
    Ok(conversion)
}

/// Reads the record of the actions, or checks that the dump is from before the first turn.
fn turns(dump: &Dump<'_, '_>, table: &Table, account: Account) -> Result<Record, ConvertError> {
    let seats = u8::try_from(table.seats.len()).unwrap_or(4);
    let items = match dump.actions {
        Some(items) if !list("the actions", items)?.is_empty() => items,
        none => {
            dump.before_first_turn(none.is_some())?;
            return Ok(Record::new(LogBuilder::new(account), seats));
        }
    };
    // A second account: that of a record that turns out to be of another shape is dropped.
    match record(items, seats, LogBuilder::new(account.clone())) {
        Ok(mut record) => {
            if let Some(job) = dump.job {
                between_turns(job)?;
                record.builder.account.understood("state.currentJob");
            }
            record.compare(table)?;
            Ok(record)
        }
        Err(_) if dump.begun.is_empty() => {
            let mut builder = LogBuilder::new(account);
            builder.account.understood.remove(RECORD);
            builder.account.ignored(RECORD, UNREAD);
            Ok(Record::new(builder, seats))
        }
        Err(error) => {
            let message = format!(
                "the table is from the middle of a game, and the record of its actions has a \
                 shape that is not known: {}",
                error.message
            );
            Err(ConvertError::incomplete(&error.span, message))
        }
    }
}

/// Checks that no seat is within its turn.
fn between_turns(job: &Tree<'_>) -> Result<(), ConvertError> {
    match text("the job", job)? {
        "SPENDEE_REGULAR" => Ok(()),
        "SPENDEE_RETURN_CHIPS" | "SPENDEE_PICK_NOBLE" | "SPENDEE_FLIP_NEW_CARD" => {
            Err(ConvertError::incomplete(&job.span, "the dump is from within a turn"))
        }
        _ => Err(expected(job, "`SPENDEE_REGULAR`, or another job of a turn")),
    }
}

// ---- read

/// The facts of a dump apart from the table.
#[derive(Default)]
struct Dump<'a, 't> {
    /// The client's id of the game.
    game: Option<String>,
    /// The prestige that triggers the end.
    target: Option<u8>,
    names: Vec<Player>,
    /// The record of the actions.
    actions: Option<&'a Tree<'t>>,
    /// What the seat to move has to do.
    job: Option<&'a Tree<'t>>,
    /// The signs that turns were played already, with their places.
    begun: Vec<(String, Range<usize>)>,
}

impl Dump<'_, '_> {
    fn before_first_turn(&self, has_record: bool) -> Result<(), ConvertError> {
        let Some((what, span)) = self.begun.first() else { return Ok(()) };
        let others = match self.begun.len() {
            1 => String::new(),
            2 => ", and 1 more sign".to_owned(),
            count => format!(", and {} more signs", count - 1),
        };
        let record = if has_record { "; its record of the actions is empty" } else { "" };
        let message = format!(
            "the table is from the middle of a game, and its turns are missing: \
             {what}{others}{record}; a log needs the table before the first turn and every turn"
        );
        Err(ConvertError::incomplete(span, message))
    }
}

/// The table at the moment of the dump, with the places of its parts.
struct Table {
    seats: Vec<Seated>,
    /// The market, the decks and the nobles.
    setup: Setup,
    supply: [u8; 6],
    market_place: Range<usize>,
    decks_place: Range<usize>,
    nobles_place: Range<usize>,
}

/// The possessions of a seat.
struct Seated {
    chips: [u8; 6],
    chips_place: Range<usize>,
    purchased: Vec<Card>,
    purchased_place: Range<usize>,
    reserved: Vec<Card>,
    reserved_place: Range<usize>,
    nobles: Vec<Noble>,
    nobles_place: Range<usize>,
}

/// Reads a dump of the whole page, which lists games, or the `data` of a single game.
fn read<'a, 't>(
    tree: &'a Tree<'t>,
    dump: &mut Dump<'a, 't>,
    account: &mut Account,
) -> Result<Table, ConvertError> {
    let mut fields = Fields::of("the dump", tree)?;
    let Some(games) = fields.find("games") else { return data(tree, dump, account) };
    let [game] = list("the games", games)? else {
        return Err(expected(games, "a list of one game"));
    };
    let mut inner = Fields::of("game", game)?;
    inner.ignore(&["status", "activeStatuses", "myPlayerIndex", "gameManagerId", "result"], STATE);
    for key in ["_id", "gameId"] {
        let Some(field) = inner.find(key) else { continue };
        let id = log_text("the id of the game", field)?;
        if dump.game.as_ref().is_some_and(|other| *other != id) {
            return Err(expected(field, "one id of the game"));
        }
        dump.game = Some(id);
    }
    dump.actions = inner.find("actionItems");
    if let Some(settings) = inner.find("settings") {
        let mut settings = Fields::of("settings", settings)?;
        if let Some(field) = settings.find("targetScore") {
            let target: Option<u8> = text("the target", field)?.parse().ok();
            let target = target.ok_or_else(|| expected(field, "a number of 0 to 255 in quotes"))?;
            dump.target = Some(target);
        }
        settings.ignore(&["speed", "nextCardVisible"], STATE);
        settings.finish(account)?;
    }
    for player in list("the players", inner.get("players")?)? {
        let mut player = Fields::of("player", player)?;
        let name = log_text("a name", player.get("name")?)?;
        dump.names.push(Player { name: Some(name.into()), ext: None });
        player.ignore(&["_id", "id", "userId", "isHuman"], STATE);
        player.finish(account)?;
    }
    let table = data(inner.get("data")?, dump, account)?;
    inner.finish(account)?;
    fields.finish(account)?;
    Ok(table)
}

// ---- understand

fn data<'a, 't>(
    tree: &'a Tree<'t>,
    dump: &mut Dump<'a, 't>,
    account: &mut Account,
) -> Result<Table, ConvertError> {
    let mut fields = Fields::of("data", tree)?;
    let players = list("the players", fields.get("players")?)?;
    if !dump.names.is_empty() && dump.names.len() != players.len() {
        return Err(expected(tree, "as many players as names"));
    }
    if !(2..=4).contains(&players.len()) {
        return Err(expected(tree, "2 to 4 players"));
    }
    dump.names.resize(players.len(), Player::default());
    let mut seats = Vec::new();
    for (player, seat) in players.iter().zip(0..) {
        seats.push(seated(player, seat, dump, account)?);
    }
    let table = bank(fields.get("bank")?, seats, dump, account)?;
    if let Some(field) = fields.find("targetScore") {
        let target = small("the target", field, u8::MAX)?;
        if dump.target.is_some_and(|other| other != target) {
            return Err(expected(field, "the target of the settings"));
        }
        dump.target = Some(target);
    }
    if let Some(state) = fields.find("state") {
        dump.job = Fields::of("state", state)?.find("currentJob");
    }
    fields.ignore(&["state", "turnsCount", "noPurchaseCount"], STATE);
    fields.finish(account)?;
    Ok(table)
}

/// Reads the possessions of a seat, each a sign that turns were played.
fn seated(
    tree: &Tree<'_>,
    seat: u8,
    dump: &mut Dump<'_, '_>,
    account: &mut Account,
) -> Result<Seated, ConvertError> {
    let mut fields = Fields::of("data.player", tree)?;
    let mut begun = |count: usize, what: &str, field: &Tree<'_>| {
        if count > 0 {
            dump.begun.push((format!("seat {seat} has {count} {what}"), field.span.clone()));
        }
    };
    let (purchased, reserved) = (fields.get("purchasedCards")?, fields.get("reservedCards")?);
    let (tiles, gems) = (fields.get("nobles")?, fields.get("chips")?);
    let mut held = chips(gems)?;
    held[Token::Gold.index()] = small("gold", fields.get("goldChips")?, limits::TOKENS)?;
    let seated = Seated {
        chips: held,
        chips_place: gems.span.clone(),
        purchased: list("cards bought", purchased)?.iter().map(card).collect::<Result<_, _>>()?,
        purchased_place: purchased.span.clone(),
        reserved: list("cards reserved", reserved)?.iter().map(card).collect::<Result<_, _>>()?,
        reserved_place: reserved.span.clone(),
        nobles: list("nobles", tiles)?.iter().map(noble).collect::<Result<_, _>>()?,
        nobles_place: tiles.span.clone(),
    };
    begun(seated.purchased.len(), "cards bought", purchased);
    begun(seated.reserved.len(), "cards reserved", reserved);
    begun(seated.nobles.len(), "nobles", tiles);
    begun(held.into_iter().map(usize::from).sum(), "chips", gems);
    fields.finish(account)?;
    Ok(seated)
}

/// Reads five counts of chips, in the order of the log format; no gold.
fn chips(tree: &Tree<'_>) -> Result<[u8; 6], ConvertError> {
    let counts = list("the chips", tree)?;
    if counts.len() != 5 {
        return Err(expected(tree, "five counts of chips"));
    }
    let mut held = [0; 6];
    for (kind, count) in counts.iter().enumerate() {
        held[kind] = small("chips", count, limits::TOKENS)?;
    }
    Ok(held)
}

fn bank(
    tree: &Tree<'_>,
    seats: Vec<Seated>,
    dump: &mut Dump<'_, '_>,
    account: &mut Account,
) -> Result<Table, ConvertError> {
    let mut fields = Fields::of("bank", tree)?;
    let (market, decks) = (fields.get("showedCards")?, fields.get("hiddenCards")?);
    let (market_place, decks_place) = (market.span.clone(), decks.span.clone());
    let [level1, level2, level3] = rows(market)?;
    let market = Market::base([level1, level2, level3]);
    let [level1, level2, level3] = rows(decks)?.map(Some);
    let decks = Some(Decks::base([level1, level2, level3]));
    let field = fields.get("nobles")?;
    let tiles = list("the nobles", field)?.iter().map(noble).collect::<Result<_, _>>()?;
    let gems = fields.get("chips")?;
    let mut supply = chips(gems)?;
    supply[Token::Gold.index()] = small("gold", fields.get("goldChips")?, limits::TOKENS)?;
    let all = [4, 4, 4, 5, 7][seats.len().min(4)];
    if supply != [all, all, all, all, all, 5] {
        dump.begun.push(("the supply is not complete".to_owned(), gems.span.clone()));
    }
    fields.finish(account)?;
    let nobles_place = field.span.clone();
    let setup = Setup { nobles: Some(tiles), cities: None, market, decks };
    Ok(Table { seats, setup, supply, market_place, decks_place, nobles_place })
}

/// Reads three rows of cards; `null` is an empty slot.
fn rows(tree: &Tree<'_>) -> Result<[Vec<Card>; 3], ConvertError> {
    let field = list("the rows", tree)?;
    if field.len() != 3 {
        return Err(expected(tree, "three rows"));
    }
    let mut rows: [Vec<Card>; 3] = Default::default();
    for (row, entries) in rows.iter_mut().zip(field) {
        for entry in list("a row", entries)?.iter().filter(|card| card.value != Value::Null) {
            row.push(card(entry)?);
        }
        if row.len() > limits::CARDS {
            return Err(expected(entries, &format!("at most {} cards", limits::CARDS)));
        }
    }
    Ok(rows)
}

/// How the client numbers its components.
fn ids() -> Option<&'static ClientIds> {
    CLIENTS.iter().find(|client| client.client == "spendee")
}

fn card(tree: &Tree<'_>) -> Result<Card, ConvertError> {
    let at = usize::try_from(number("a card", tree, 89)?).unwrap_or(usize::MAX);
    let found = ids().and_then(|ids| ids.cards.get(at)).and_then(|id| Card::parse(id));
    found.ok_or_else(|| expected(tree, "the number of a card"))
}

fn noble(tree: &Tree<'_>) -> Result<Noble, ConvertError> {
    let at = usize::try_from(number("a noble", tree, 9)?).unwrap_or(usize::MAX);
    let found = ids().and_then(|ids| ids.nobles.get(at)).and_then(|id| Noble::parse(id));
    found.ok_or_else(|| expected(tree, "the number of a noble"))
}
