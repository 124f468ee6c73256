//! The dumps of Spendee: the table at one moment, decks included, and no turns.
//!
//! Only a dump from before the first turn contains all facts that a log needs. Any later dump lacks
//! the turns that led to it.

use std::ops::Range;

use splendor_core::{Card, Noble};
use splendor_schema::json::tree::{Tree, Value};
use splendor_schema::limits;
use splendor_schema::log::{Decks, Market, Player, Setup, Source};
use splendor_schema::rules::Ruling;

use crate::client_ids::{CLIENTS, ClientIds};
use crate::fields::{Fields, expected, list, log_text, number, small, text};
use crate::log_builder::LogBuilder;
use crate::{Account, Conversion, ConvertError, Foreign, ForeignFormat, from_read};

pub(super) const FORMAT: ForeignFormat = ForeignFormat {
    name: "spendee",
    about: "the dumps of Spendee, as far as they are from before the first turn",
    game_per_line: false,
    takes_setup: false,
    matches: |signs| signs.shows("\"hiddenCards\":[") || signs.begins(CONSTANTS),
    import,
};

/// The start of the client's table of cards, which users sometimes take for a game.
const CONSTANTS: &str = "{\"/games/spendee/";

const STATE: &str = "it does not change the table";

fn import(foreign: &Foreign<'_>) -> Result<Conversion, ConvertError> {
    let whole = foreign.text;
    if whole.trim_start().starts_with(CONSTANTS) {
        let message = "the client's table of cards, not a game";
        return Err(ConvertError::incomplete(&(0..0), message));
    }
    let tree = Tree::read(whole, 0..whole.len()).map_err(|error| from_read(whole, &error))?;
    let mut builder = LogBuilder::new(Account::default());
    let mut dump = Dump { target: None, names: Vec::new(), begun: Vec::new() };
    let setup = read(&tree, &mut dump, &mut builder.account)?;
    if let Some((what, span)) = dump.begun.first() {
        let others = match dump.begun.len() {
            1 => String::new(),
            2 => ", and 1 more sign".to_owned(),
            count => format!(", and {} more signs", count - 1),
        };
        let message = format!(
            "the table is from the middle of a game, and its turns are missing: {what}{others}; a \
             log needs the table before the first turn and every turn"
        );
        return Err(ConvertError::incomplete(span, message));
    }
    builder.places.insert("/setup", tree.span.clone());
    let source = Source { client: Some("spendee".into()), ..Source::default() };
    let mut conversion = builder.assemble(source, dump.names, setup)?;
    if let Some(target) = dump.target {
        conversion.log.rules.rulings.0.push(("target".into(), Ruling::Number(target)));
    }
    Ok(conversion)
}

// ---- read

/// The facts of a dump apart from the table.
struct Dump {
    /// The prestige that triggers the end, if it is not 15.
    target: Option<u8>,
    names: Vec<Player>,
    /// The signs that turns were played already, with their places.
    begun: Vec<(String, Range<usize>)>,
}

/// Reads a dump of the whole page, which lists games, or the `data` of a single game.
fn read(tree: &Tree<'_>, dump: &mut Dump, account: &mut Account) -> Result<Setup, ConvertError> {
    let mut fields = Fields::of("the dump", tree)?;
    let Some(games) = fields.find("games") else { return data(tree, dump, account) };
    let [game] = list("the games", games)? else {
        return Err(expected(games, "a list of one game"));
    };
    let mut inner = Fields::of("game", game)?;
    inner.ignore(&["status"], STATE);
    if let Some(settings) = inner.find("settings") {
        let mut settings = Fields::of("settings", settings)?;
        if let Some(field) = settings.find("targetScore") {
            let target: Option<u8> = text("the target", field)?.parse().ok();
            let target = target.ok_or_else(|| expected(field, "a number of 0 to 255 in quotes"))?;
            dump.target = Some(target).filter(|&target| target != 15);
        }
        settings.finish(account)?;
    }
    for player in list("the players", inner.get("players")?)? {
        let mut player = Fields::of("player", player)?;
        let name = log_text("a name", player.get("name")?)?;
        dump.names.push(Player { name: Some(name.into()), ext: None });
        player.finish(account)?;
    }
    let setup = data(inner.get("data")?, dump, account)?;
    inner.finish(account)?;
    fields.finish(account)?;
    Ok(setup)
}

// ---- understand

fn data(tree: &Tree<'_>, dump: &mut Dump, account: &mut Account) -> Result<Setup, ConvertError> {
    let mut fields = Fields::of("data", tree)?;
    let players = list("the players", fields.get("players")?)?;
    if !dump.names.is_empty() && dump.names.len() != players.len() {
        return Err(expected(tree, "as many players as names"));
    }
    if !(2..=4).contains(&players.len()) {
        return Err(expected(tree, "2 to 4 players"));
    }
    dump.names.resize(players.len(), Player::default());
    for (player, seat) in players.iter().zip(0..) {
        seated(player, seat, dump, account)?;
    }
    let setup = bank(fields.get("bank")?, players.len(), dump, account)?;
    fields.ignore(&["state"], STATE);
    fields.finish(account)?;
    Ok(setup)
}

/// Records each possession of a seat as a sign that turns were played.
fn seated(
    tree: &Tree<'_>,
    seat: u8,
    dump: &mut Dump,
    account: &mut Account,
) -> Result<(), ConvertError> {
    let mut fields = Fields::of("data.player", tree)?;
    let lists = [
        ("purchasedCards", "cards bought"),
        ("reservedCards", "cards reserved"),
        ("nobles", "nobles"),
    ];
    for (key, what) in lists {
        let field = fields.get(key)?;
        let count = list(what, field)?.len();
        if count > 0 {
            dump.begun.push((format!("seat {seat} has {count} {what}"), field.span.clone()));
        }
    }
    let (chips, gold) = (fields.get("chips")?, fields.get("goldChips")?);
    let held = list("the chips", chips)?.iter().map(|count| small("chips", count, 99));
    let held = held.collect::<Result<Vec<_>, _>>()?;
    let count: u16 = held.into_iter().chain([small("chips", gold, 99)?]).map(u16::from).sum();
    if count > 0 {
        dump.begun.push((format!("seat {seat} has {count} chips"), chips.span.clone()));
    }
    fields.finish(account)
}

fn bank(
    tree: &Tree<'_>,
    seats: usize,
    dump: &mut Dump,
    account: &mut Account,
) -> Result<Setup, ConvertError> {
    let mut fields = Fields::of("bank", tree)?;
    let rows = rows(fields.get("showedCards")?)?;
    let decks = self::rows(fields.get("hiddenCards")?)?;
    let tiles = list("the nobles", fields.get("nobles")?)?.iter().map(noble);
    let tiles = tiles.collect::<Result<Vec<_>, _>>()?;
    let (chips, gold) = (fields.get("chips")?, fields.get("goldChips")?);
    let gems = [4, 4, 4, 5, 7][seats.min(4)];
    let supply = list("the chips", chips)?.iter().map(|count| small("chips", count, 99));
    let supply = supply.collect::<Result<Vec<_>, _>>()?;
    if supply != [gems; 5] || small("gold", gold, 99)? != 5 {
        dump.begun.push(("the supply is not complete".to_owned(), chips.span.clone()));
    }
    fields.finish(account)?;
    let [level1, level2, level3] = rows;
    let market = Market::base([level1, level2, level3]);
    let [level1, level2, level3] = decks.map(Some);
    let decks = Some(Decks::base([level1, level2, level3]));
    Ok(Setup { nobles: Some(tiles), cities: None, market, decks })
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
