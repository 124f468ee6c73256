//! The events of AI-Splendor, one per line: the whole setup with decks, then actions, and a view of
//! the table at the start of every turn.
//!
//! The first event defines the numbers that later events use for cards. The client pays with gems
//! before gold and gives the first noble that a seat qualifies for, and logs neither.

mod event;
mod view;

use std::collections::BTreeMap;

use splendor_core::{Card, Level, Noble, Token};
use splendor_schema::json::tree::{Tree, Value};
use splendor_schema::limits;
use splendor_schema::log::{Decks, End, EndReason, Market, Player, Setup, Source};

use self::event::Importer;
use crate::client_table::ClientTable;
use crate::fields::{Fields, clip, expected, list, log_text, members, small, text};
use crate::log_builder::{self, LogBuilder};
use crate::side_file::lines;
use crate::{Account, Conversion, ConvertError, Foreign, ForeignFormat, from_read};

pub(super) const FORMAT: ForeignFormat = ForeignFormat {
    name: "ai-splendor",
    about: "the events of AI-Splendor, one per line",
    game_per_line: false,
    takes_setup: false,
    matches: |signs| signs.has(&["timestamp", "initialState"]),
    import,
};

const TALK: &str = "the thoughts of a player are not part of the game";

/// The names of the tokens, in the order of the log format.
const TOKENS: [&str; 6] = ["WHITE", "BLUE", "GREEN", "RED", "BLACK", "GOLD"];
const LEVELS: [&str; 3] = ["LEVEL_1", "LEVEL_2", "LEVEL_3"];

fn import(foreign: &Foreign<'_>) -> Result<Conversion, ConvertError> {
    let whole = foreign.text;
    let mut lines = lines(whole).into_iter();
    let mut builder = LogBuilder::new(Account::default());
    let first = lines.next().unwrap_or(0..0);
    let tree = Tree::read(whole, first).map_err(|error| from_read(whole, &error))?;
    let start = read_start(&tree, &mut builder)?;
    let table = ClientTable::new(start.players.len(), &start.setup);
    let mut teller = Importer::new(table, builder, start.cards);
    for line in lines {
        // One line at a time, so that the views of a long game do not fill the memory.
        let tree = Tree::read(whole, line).map_err(|error| from_read(whole, &error))?;
        teller.event(&tree)?;
    }
    let Importer { mut builder, end, .. } = teller;
    builder.places.insert("", 0..0);
    let mut conversion = builder.assemble(start.source, start.players, start.setup)?;
    if let Some((result, span)) = end {
        let reason = End { reason: EndReason::Completed, seats: Vec::new(), plies: None };
        (conversion.log.end, conversion.log.result) = (Some(reason), Some(result));
        conversion.places.insert("/end", span.clone());
        conversion.places.insert("/result", span);
    }
    Ok(conversion)
}

// ---- read

/// The facts of the first event.
struct Start {
    source: Source,
    players: Vec<Player>,
    setup: Setup,
    /// The card for each id of the client.
    cards: BTreeMap<String, Card>,
}

fn read_start(tree: &Tree<'_>, builder: &mut LogBuilder) -> Result<Start, ConvertError> {
    let mut fields = Fields::of("the first event", tree)?;
    let time = fields.get("timestamp")?;
    let game = fields.get("gameId")?;
    let mut players = Vec::new();
    for seat in ["player0Model", "player1Model"] {
        let name = log_text("a player", fields.get(seat)?)?;
        players.push(Player { name: Some(name.into()), ext: None });
    }
    let mut start = Start {
        source: Source {
            client: Some("ai-splendor".into()),
            game: Some(log_text("the game", game)?.into()),
            played_at: Some(log_text("a time", time)?.into()),
            ..Source::default()
        },
        players,
        setup: Setup::default(),
        cards: BTreeMap::new(),
    };
    read_state(fields.get("initialState")?, &mut start, builder)?;
    builder.places.insert("/source", game.span.clone());
    fields.finish(&mut builder.account)?;
    Ok(start)
}

fn read_state(
    tree: &Tree<'_>,
    start: &mut Start,
    builder: &mut LogBuilder,
) -> Result<(), ConvertError> {
    let mut fields = Fields::of("initialState", tree)?;
    let mut board = Fields::of("board", fields.get("board")?)?;
    let supply = board.get("availableTokens")?;
    if bank(supply, &mut builder.account)? != [4, 4, 4, 4, 4, 5] {
        let message = "expected the supply of two seats before the first turn";
        return Err(ConvertError::incomplete(&supply.span, message));
    }
    let (market, decks) = (board.get("faceUpCards")?, board.get("decks")?);
    let [level1, level2, level3] = rows(market, &mut start.cards, &mut builder.account)?;
    start.setup.market = Market::base([level1, level2, level3]);
    let [level1, level2, level3] = rows(decks, &mut start.cards, &mut builder.account)?.map(Some);
    start.setup.decks = Some(Decks::base([level1, level2, level3]));
    let nobles = board.get("availableNobles")?;
    let tiles = list("the nobles", nobles)?.iter();
    let tiles = tiles.map(|tile| noble(tile, &mut builder.account)).collect::<Result<_, _>>()?;
    start.setup.nobles = Some(tiles);
    board.finish(&mut builder.account)?;
    let players = fields.get("players")?;
    let field = list("the players", players)?;
    if field.len() != 2 {
        return Err(expected(players, "two players"));
    }
    for (player, seat) in field.iter().zip(0..) {
        check_empty_seat(seat, player, &mut builder.account)?;
    }
    let to_move = fields.get("currentPlayerIndex")?;
    if small("a seat", to_move, 1)? != 0 {
        return Err(expected(to_move, "0: seat 0 begins"));
    }
    check_not_begun(&mut fields)?;
    let parts = [("/setup", tree), ("/setup/market", market), ("/setup/decks", decks)];
    for (pointer, part) in parts.into_iter().chain([("/setup/nobles", nobles)]) {
        builder.places.insert(pointer, part.span.clone());
    }
    fields.finish(&mut builder.account)
}

/// Rejects a game that has begun or is over.
fn check_not_begun(fields: &mut Fields<'_, '_>) -> Result<(), ConvertError> {
    let turn = fields.find("turnNumber");
    let over = fields.find("isGameOver");
    let begun = [
        turn.filter(|turn| !matches!(turn.value, Value::Number("0" | "1"))),
        over.filter(|over| over.value != Value::Bool(false)),
        fields.find("winnerReason"),
    ];
    match begun.into_iter().flatten().next() {
        None => Ok(()),
        Some(field) => {
            let message = "the game has begun; expected the table before the first turn";
            Err(ConvertError::incomplete(&field.span, message))
        }
    }
}

/// Rejects a player who already owns something.
fn check_empty_seat(seat: u8, tree: &Tree<'_>, account: &mut Account) -> Result<(), ConvertError> {
    let mut fields = Fields::of("player", tree)?;
    if let Some(id) = fields.find("id")
        && small("a seat", id, 1)? != seat
    {
        return Err(expected(id, &format!("{seat}: the players are listed in seat order")));
    }
    let score = fields.find("score").map_or(Ok(0), |score| small("a score", score, u8::MAX))?;
    let bonuses = fields.find("bonuses").map_or(Ok([0; 6]), tokens)?;
    let empty = [
        score == 0 && bonuses == [0; 6],
        bank(fields.get("tokens")?, account)? == [0; 6],
        list("cards", fields.get("purchasedCards")?)?.is_empty(),
        list("cards", fields.get("reservedCards")?)?.is_empty(),
        list("nobles", fields.get("visitedNobles")?)?.is_empty(),
    ];
    if empty.contains(&false) {
        let message = "a player already owns something; expected the table before the first turn";
        return Err(ConvertError::incomplete(&tree.span, message));
    }
    fields.ignore(&["reasoningHistory"], TALK);
    fields.finish(account)
}

/// Reads counts of tokens; absent kinds count zero.
fn tokens(tree: &Tree<'_>) -> Result<[u8; 6], ConvertError> {
    let mut counts = [0; 6];
    for member in members("tokens", tree)? {
        let Some(kind) = TOKENS.iter().position(|name| *name == member.key) else {
            let (found, known) = (clip(&member.key), TOKENS.join(", "));
            let message = format!("expected one of {known}, found `{found}`");
            return Err(ConvertError::unknown(&member.span, message));
        };
        counts[kind] = small("a count of tokens", &member.value, limits::TOKENS)?;
    }
    Ok(counts)
}

/// Reads `{"counts": {…}}`.
fn bank(tree: &Tree<'_>, account: &mut Account) -> Result<[u8; 6], ConvertError> {
    let mut fields = Fields::of("bank", tree)?;
    let counts = tokens(fields.get("counts")?)?;
    fields.finish(account)?;
    Ok(counts)
}

fn rows(
    tree: &Tree<'_>,
    cards: &mut BTreeMap<String, Card>,
    account: &mut Account,
) -> Result<[Vec<Card>; 3], ConvertError> {
    let mut fields = Fields::of("levels", tree)?;
    let mut rows: [Vec<Card>; 3] = Default::default();
    for (row, name) in rows.iter_mut().zip(LEVELS) {
        let field = fields.get(name)?;
        for entry in list("the cards", field)? {
            let (name, id) = card(entry, account)?;
            if cards.insert(name, id).is_some_and(|other| other != id) {
                return Err(expected(entry, "one card for each id"));
            }
            row.push(id);
        }
        if row.len() > limits::CARDS {
            return Err(expected(field, &format!("at most {} cards", limits::CARDS)));
        }
    }
    fields.finish(account)?;
    Ok(rows)
}

/// Returns a cost or a demand like `2d1o`.
fn amounts(tree: &Tree<'_>) -> Result<String, ConvertError> {
    let counts = tokens(tree)?;
    if counts[Token::Gold.index()] > 0 {
        return Err(expected(tree, "an amount of gems, without gold"));
    }
    Ok(log_builder::amounts(counts))
}

/// Reads a card: the client's id, and the card of the log.
fn card(tree: &Tree<'_>, account: &mut Account) -> Result<(String, Card), ConvertError> {
    let mut fields = Fields::of("card", tree)?;
    let name = text("the id of a card", fields.get("id")?)?.to_owned();
    let letter = ["a", "b", "c"][level(fields.get("level")?)?.index()];
    let color = fields.get("bonusGem")?;
    let field = text("a color", color)?;
    let bonus = TOKENS.iter().position(|name| *name == field).filter(|&kind| kind < 5);
    let bonus = bonus.ok_or_else(|| expected(color, "WHITE, BLUE, GREEN, RED or BLACK"))?;
    let points = small("points", fields.get("prestigePoints")?, 9)?;
    let cost = amounts(fields.get("cost")?)?;
    fields.finish(account)?;
    let id = format!("{letter}{points}{}{cost}", ["d", "s", "e", "r", "o"][bonus]);
    let id = Card::parse(id.as_str()).ok_or_else(|| expected(tree, "a card"))?;
    Ok((name, id))
}

fn noble(tree: &Tree<'_>, account: &mut Account) -> Result<Noble, ConvertError> {
    let mut fields = Fields::of("noble", tree)?;
    fields.ignore(&["id"], "the demand identifies the noble");
    let points = small("points", fields.get("prestigePoints")?, 9)?;
    let id = format!("{points}:{}", amounts(fields.get("requirement")?)?);
    fields.finish(account)?;
    Noble::parse(id.as_str()).ok_or_else(|| expected(tree, "a noble"))
}

fn level(tree: &Tree<'_>) -> Result<Level, ConvertError> {
    let field = text("a level", tree)?;
    let at = LEVELS.iter().position(|name| *name == field);
    at.map(|at| Level::ALL[at]).ok_or_else(|| expected(tree, "LEVEL_1, LEVEL_2 or LEVEL_3"))
}
