//! The games of splendorust: a seed, and actions of seven numbers that name cards by their place.
//!
//! The web page wraps a replay, `splendor-web-replay-v1`, in a record of the game,
//! `splendor-web-game-v1`. Only the client's own deal turns the seed into cards, so the importer
//! deals as the client does.

mod deal;
mod follow;

use std::ops::Range;

use splendor_core::Level;
use splendor_schema::json::tree::Tree;
use splendor_schema::limits;
use splendor_schema::log::{End, EndReason, GameResult, Player, Source};

use self::follow::Follower;
use crate::fields::{Fields, check_ranks, expected, list, log_text, number, per_seat, small, text};
use crate::{Account, Conversion, ConvertError, Foreign, ForeignFormat, from_read};

pub(super) const FORMAT: ForeignFormat = ForeignFormat {
    name: "splendorust",
    about: "the replays of splendorust and the games of its web page, one per line",
    game_per_line: true,
    takes_setup: false,
    matches: |signs| {
        let names_cards = signs.shows("\"setup\":") || signs.shows("\"decks\":");
        let replay = signs.has(&["seed", "actions"]) && signs.shows("\"actions\":[[");
        [GAME, REPLAY].iter().any(|schema| signs.shows(schema)) || replay && !names_cards
    },
    import,
};

const GAME: &str = "splendor-web-game-v1";
const REPLAY: &str = "splendor-web-replay-v1";
const ENGINE: &str = "splendorust-v1";

const DEAL: &str = "the client's deal turns the seed into cards";
const RUN: &str = "the settings of the program are not part of the game";
const PAGE: &str = "the page keeps it for itself";
const STATE: &str = "a text of the client's own state, which follows from the actions";

fn import(foreign: &Foreign<'_>) -> Result<Conversion, ConvertError> {
    let whole = foreign.text;
    let tree = Tree::read(whole, 0..whole.len()).map_err(|error| from_read(whole, &error))?;
    let mut account = Account::default();
    let source = Source { client: Some("splendorust".into()), ..Source::default() };
    let mut record = Record { source, status: None };
    let mut fields = Fields::of("the game", &tree)?;
    let schema = fields.find("schema");
    let replay = match schema.map(|schema| text("a schema", schema)).transpose()? {
        Some(GAME) => {
            let replay = read_record(fields, &mut record, &mut account)?;
            let fields = Fields::of("replay", replay)?;
            read_replay(fields, &mut account)?
        }
        Some(REPLAY) | None => read_replay(fields, &mut account)?,
        Some(_) => return Err(expected(schema.unwrap_or(&tree), &format!("{GAME} or {REPLAY}"))),
    };
    let setup = deal::setup(replay.seats, replay.seed);
    account.inferred("setup", DEAL);
    let mut follower = Follower::new(&setup, replay.seats, account);
    replay.steps.iter().try_for_each(|step| follower.step(step))?;
    let (mut builder, is_cut) = follower.finish();
    if let Some((EndReason::Completed, _, span)) = &replay.end
        && is_cut
    {
        return Err(ConvertError::unknown(span, "the game has ended, but its last turn has not"));
    }
    if let Some((turns, span)) = replay.turns
        && turns != builder.len() as u64
    {
        let message = format!("{turns} turns, but the actions make {}", builder.len());
        return Err(ConvertError::unknown(&span, message));
    }
    builder.places.insert("", 0..0);
    builder.places.insert("/setup", replay.seed_place);
    let players = vec![Player::default(); usize::from(replay.seats)];
    let mut conversion = builder.assemble(record.source, players, setup)?;
    let stopped = record.status.map(|(reason, span)| (reason, None, span));
    if let Some((reason, result, span)) = replay.end.or(stopped) {
        conversion.places.insert("/end", span.clone());
        conversion.places.insert("/result", span);
        conversion.log.end = Some(End { reason, seats: Vec::new(), plies: None });
        conversion.log.result = result;
    }
    Ok(conversion)
}

// ---- the record of the web page

/// The facts of the record of a game.
struct Record {
    source: Source,
    /// The end that the record states for a game without a result.
    status: Option<(EndReason, Range<usize>)>,
}

/// Reads the record of a game; returns the replay in it.
fn read_record<'a, 't>(
    mut fields: Fields<'a, 't>,
    record: &mut Record,
    account: &mut Account,
) -> Result<&'a Tree<'t>, ConvertError> {
    record.source.game = Some(log_text("the id of a game", fields.get("gameId")?)?.into());
    record.source.played_at = Some(log_text("a time", fields.get("startedAt")?)?.into());
    let replay = fields.get("replay")?;
    let status = fields.get("status")?;
    let found = text("a status", status)?;
    let ended = Fields::of("replay", replay)?.find("result").map(|result| status_of(result));
    let fits = match (found, ended.transpose()?) {
        ("finished" | "blocked", result) => result == Some(found),
        ("in_progress" | "abandoned" | "error", result) => result.is_none(),
        _ => return Err(expected(status, "finished, blocked, in_progress, abandoned or error")),
    };
    if !fits {
        return Err(expected(status, "the status of the result of the replay"));
    }
    if let "abandoned" | "error" = found {
        record.status = Some((EndReason::Abandoned, status.span.clone()));
    }
    fields.ignore(&["writeToken", "version", "updatedAt"], PAGE);
    let settings = ["humanSeat", "champion", "effectiveSearch", "runtime"];
    fields.ignore(&settings, RUN);
    fields.finish(account)?;
    Ok(replay)
}

fn status_of<'a>(result: &'a Tree<'_>) -> Result<&'a str, ConvertError> {
    text("a status", Fields::of("result", result)?.get("status")?)
}

// ---- the replay

/// A replay, as read from the file.
struct Replay {
    seats: u8,
    seed: u64,
    seed_place: Range<usize>,
    steps: Vec<PlacedAction>,
    /// The number of turns that the file states.
    turns: Option<(u64, Range<usize>)>,
    end: Option<(EndReason, Option<GameResult>, Range<usize>)>,
}

/// One action of a replay, with its place in the file.
struct PlacedAction {
    action: ClientAction,
    span: Range<usize>,
}

/// An action of the client. A turn is an action, and a payment, a return and a noble if they apply.
#[derive(Clone, Copy)]
enum ClientAction {
    Take([u8; 5]),
    ReserveMarket((Level, u8)),
    ReserveDeck(Level),
    BuyMarket((Level, u8)),
    BuyReserved(u8),
    /// The gems of a payment; gold pays the rest.
    Pay([u8; 5]),
    Return([u8; 6]),
    Noble(u8),
}

impl ClientAction {
    /// Returns whether the action belongs to the turn of the action before it.
    const fn continues_turn(self) -> bool {
        matches!(self, Self::Pay(_) | Self::Return(_) | Self::Noble(_))
    }
}

fn read_replay(mut fields: Fields<'_, '_>, account: &mut Account) -> Result<Replay, ConvertError> {
    fields.find("schema");
    if let Some(engine) = fields.find("engine")
        && text("the version of the engine", engine)? != ENGINE
    {
        return Err(expected(engine, &format!("{ENGINE}, whose deal is known")));
    }
    let players = fields.get("players")?;
    let seats = small("the number of players", players, 4)?;
    if seats < 2 {
        return Err(expected(players, "2 to 4 players"));
    }
    let seed = fields.get("seed")?;
    let actions = list("the actions", fields.get("actions")?)?;
    let steps = actions.iter().map(read_action).collect::<Result<_, _>>()?;
    if let Some(revision) = fields.find("revision")
        && number("a revision", revision, limits::INTEGER)? != actions.len() as u64
    {
        return Err(expected(revision, &format!("{}, the number of actions", actions.len())));
    }
    let turns = match fields.find("turns") {
        Some(turns) => {
            Some((number("the number of turns", turns, limits::INTEGER)?, turns.span.clone()))
        }
        None => None,
    };
    let end =
        fields.find("result").map(|result| read_result(result, seats, account)).transpose()?;
    fields.ignore(&["stateDebug"], STATE);
    fields.finish(account)?;
    Ok(Replay { seats, seed: read_seed(seed)?, seed_place: seed.span.clone(), steps, turns, end })
}

fn read_seed(tree: &Tree<'_>) -> Result<u64, ConvertError> {
    let digits = text("the seed", tree)?;
    let seed = digits.parse().ok().filter(|seed: &u64| seed.to_string() == digits);
    seed.ok_or_else(|| expected(tree, "a seed from 0 to 2⁶⁴ - 1"))
}

fn read_action(tree: &Tree<'_>) -> Result<PlacedAction, ConvertError> {
    let numbers = list("an action", tree)?.iter().map(|each| small("a number", each, u8::MAX));
    let numbers: Vec<u8> = numbers.collect::<Result<_, _>>()?;
    let action = match *numbers {
        [0, white, blue, green, red, black, 0] => {
            ClientAction::Take([white, blue, green, red, black])
        }
        [1, place @ 0..12, 0, 0, 0, 0, 0] => ClientAction::ReserveMarket(market_place(place)),
        [2, level @ 0..3, 0, 0, 0, 0, 0] => {
            ClientAction::ReserveDeck(Level::ALL[usize::from(level)])
        }
        [3, place @ 0..12, 0, 0, 0, 0, 0] => ClientAction::BuyMarket(market_place(place)),
        [4, place @ 0..3, 0, 0, 0, 0, 0] => ClientAction::BuyReserved(place),
        [5, white, blue, green, red, black, 0] => {
            ClientAction::Pay([white, blue, green, red, black])
        }
        [6, white, blue, green, red, black, gold] => {
            ClientAction::Return([white, blue, green, red, black, gold])
        }
        [7, noble @ 0..10, 0, 0, 0, 0, 0] => ClientAction::Noble(noble),
        _ => return Err(expected(tree, "seven numbers of an action of the client")),
    };
    Ok(PlacedAction { action, span: tree.span.clone() })
}

/// Returns the level and the slot of one of the twelve places of the market.
fn market_place(place: u8) -> (Level, u8) {
    (Level::ALL[usize::from(place / 4)], place % 4)
}

fn read_result(
    tree: &Tree<'_>,
    seats: u8,
    account: &mut Account,
) -> Result<(EndReason, Option<GameResult>, Range<usize>), ConvertError> {
    let mut fields = Fields::of("result", tree)?;
    let status = fields.get("status")?;
    let reason = match text("a status", status)? {
        "finished" => EndReason::Completed,
        // The client has no pass, so a seat that can do nothing stops the game.
        "blocked" => EndReason::Abandoned,
        _ => return Err(expected(status, "finished or blocked")),
    };
    let scores = per_seat("the scores", fields.get("scores")?, seats, u8::MAX)?;
    let mask = small("the winners", fields.get("winnerMask")?, (1 << seats) - 1)?;
    let winners: Vec<u8> = (0..seats).filter(|seat| mask >> seat & 1 == 1).collect();
    check_ranks(fields.get("ranks")?, 1, seats, &winners)?;
    fields.ignore(&["reason"], "the status states the reason");
    fields.finish(account)?;
    let winners = Some(winners).filter(|_| reason == EndReason::Completed);
    Ok((reason, Some(GameResult { scores: Some(scores), winners }), tree.span.clone()))
}
