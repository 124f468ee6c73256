//! The replays of effective-splendor, `effective-splendor-replay` version 1.
//!
//! A replay has a seed and market slots instead of cards, so the setup comes from a side file.
//! The importer replays the client's own rules (it pays with gems before gold, and nobles come only
//! after a purchase), so that the log contains the actual payments and visits.

mod chain;
mod follow;

use std::ops::Range;

use splendor_core::Level;
use splendor_schema::json::tree::{Tree, Value};
use splendor_schema::limits;
use splendor_schema::log::{End, EndReason, GameResult, Player, Source};

use self::follow::Follower;
use crate::fields::{Fields, check_ranks, expected, list, log_text, number, per_seat, small, text};
use crate::log_builder::LogBuilder;
use crate::side_file::SideSetup;
use crate::{Account, Conversion, ConvertError, Foreign, ForeignFormat, from_read};

pub(super) const FORMAT: ForeignFormat = ForeignFormat {
    name: "effective-splendor",
    about: "replays of effective-splendor, version 1; with a side file, the replay has only a seed",
    game_per_line: false,
    takes_setup: true,
    matches: |signs| signs.shows("\"effective-splendor-replay\"") || signs.shows(TRANSCRIPT),
    import,
};

/// The start of a protocol transcript of that client, which users sometimes take for a replay.
const TRANSCRIPT: &str = "{\"type\":\"hello\",\"protocol_version\"";

const HASH: &str = "a hash of the client's own state, which only that client can compute";

/// The names of the tokens, in the order of the log format.
const TOKENS: [&str; 6] = ["white", "blue", "green", "red", "black", "gold"];

fn import(foreign: &Foreign<'_>) -> Result<Conversion, ConvertError> {
    let text = foreign.text;
    if text.trim_start().replace(' ', "").starts_with(TRANSCRIPT) {
        let message = "this is the protocol transcript of one player; expected an \
                       effective-splendor-replay";
        return Err(ConvertError::incomplete(&(0..0), message));
    }
    let tree = Tree::read(text, 0..text.len()).map_err(|error| from_read(text, &error))?;
    let mut account = Account::default();
    let replay = read(&tree, &mut account)?;
    let Some(side) = foreign.setup(None)? else {
        return Err(foreign.only_a_seed(&replay.seed));
    };
    let mut game = Follower::new(side, replay.seats, account);
    replay.steps.iter().try_for_each(|step| game.step(step))?;
    assemble(replay, game.builder, side)
}

// ---- read

/// A replay, as read from the file.
struct Replay {
    seats: usize,
    engine: String,
    seed: Range<usize>,
    seed_text: String,
    steps: Vec<ReplayStep>,
    end: Option<(EndReason, Range<usize>)>,
    result: GameResult,
    result_places: Vec<(&'static str, Range<usize>)>,
}

/// One step of a replay.
struct ReplayStep {
    actor: u8,
    action: StepAction,
    span: Range<usize>,
}

/// The action of a step.
enum StepAction {
    Take { take: [u8; 6], back: [u8; 6] },
    ReserveMarket { place: NumberedSlot, back: [u8; 6] },
    ReserveDeck { level: Level, back: [u8; 6] },
    BuyMarket(NumberedSlot),
    BuyReserved { slot: u8, span: Range<usize> },
    ChooseNoble { noble: u64, span: Range<usize> },
    Pass,
}

/// A market slot: its level, its number from 0, and its place in the text.
struct NumberedSlot {
    level: Level,
    slot: u8,
    span: Range<usize>,
}

fn read(tree: &Tree<'_>, account: &mut Account) -> Result<Replay, ConvertError> {
    chain::hashes(tree)?;
    let mut fields = Fields::of("the replay", tree)?;
    exactly(fields.get("format")?, "effective-splendor-replay")?;
    let version = fields.get("version")?;
    if number("the version", version, limits::INTEGER)? != 1 {
        return Err(expected(version, "version 1"));
    }
    let engine = log_text("the version of the engine", fields.get("engine_version")?)?;
    ruleset(fields.get("ruleset")?, account)?;
    let field = fields.get("player_count")?;
    let seats = small("the number of players", field, 4)?;
    if seats < 2 {
        return Err(expected(field, "2 to 4 players"));
    }
    let seed = fields.get("seed")?;
    let seed_text = number("the seed", seed, limits::INTEGER)?.to_string();
    let steps = list("the steps", fields.get("steps")?)?.iter().enumerate();
    let steps = steps.map(|(ply, step)| read_step(ply, seats, step, account));
    let steps = steps.collect::<Result<_, _>>()?;
    let mut replay = Replay {
        seats: usize::from(seats),
        engine,
        seed: seed.span.clone(),
        seed_text,
        steps,
        end: None,
        result: GameResult::default(),
        result_places: Vec::new(),
    };
    if let Some(result) = fields.find("result") {
        read_result(result, &mut replay, account)?;
    }
    fields.ignore(&["ruleset_fingerprint", "initial_state_hash", "final_state_hash"], HASH);
    fields.finish(account)?;
    Ok(replay)
}

fn exactly(tree: &Tree<'_>, needed: &str) -> Result<(), ConvertError> {
    if text(needed, tree)? == needed { Ok(()) } else { Err(expected(tree, &format!("`{needed}`"))) }
}

/// Checks that the replay uses the rules of the base game.
fn ruleset(tree: &Tree<'_>, account: &mut Account) -> Result<(), ConvertError> {
    let mut fields = Fields::of("ruleset", tree)?;
    exactly(fields.get("id")?, "splendor-base-v1")?;
    exactly(fields.get("catalog_version")?, "0.1.0")?;
    let numbers = [
        ("min_players", 2),
        ("max_players", 4),
        ("prestige_to_end", 15),
        ("max_tokens", 10),
        ("max_reserved", 3),
        ("market_slots_per_tier", 4),
        ("gold_tokens", 5),
        ("noble_extra", 1),
    ];
    for (key, needed) in numbers {
        let value = fields.get(key)?;
        if small(key, value, u8::MAX)? != needed {
            return Err(expected(value, &format!("{needed}, as in the rulebook ({key})")));
        }
    }
    let supply = fields.get("color_tokens_by_players")?;
    let counts = list("the gems by players", supply)?.iter();
    let counts = counts.map(|count| small("gems", count, 99)).collect::<Result<Vec<_>, _>>()?;
    if counts != [4, 5, 7] {
        return Err(ConvertError::unknown(
            &supply.span,
            "expected 4, 5 and 7 gems, as in the rulebook",
        ));
    }
    fields.finish(account)
}

fn read_step(
    ply: usize,
    seats: u8,
    tree: &Tree<'_>,
    account: &mut Account,
) -> Result<ReplayStep, ConvertError> {
    let mut fields = Fields::of("step", tree)?;
    let field = fields.get("ply")?;
    if number("the ply", field, limits::INTEGER)? != ply as u64 {
        return Err(expected(field, &format!("{ply}: the steps are numbered from 0")));
    }
    let actor = small("a seat", fields.get("actor")?, seats.saturating_sub(1))?;
    let action = read_action(fields.get("action")?, account)?;
    fields.ignore(&["state_hash_before", "state_hash_after"], HASH);
    fields.finish(account)?;
    Ok(ReplayStep { actor, action, span: tree.span.clone() })
}

fn read_action(tree: &Tree<'_>, account: &mut Account) -> Result<StepAction, ConvertError> {
    let mut fields = Fields::of("action", tree)?;
    let kind = fields.get("type")?;
    let action = match text("a kind of action", kind)? {
        "take_tokens" => StepAction::Take {
            take: tokens(fields.get("take")?, account)?,
            back: tokens(fields.get("return")?, account)?,
        },
        "reserve_market" => StepAction::ReserveMarket {
            place: place(&mut fields)?,
            back: tokens(fields.get("return")?, account)?,
        },
        "reserve_deck" => StepAction::ReserveDeck {
            level: level(fields.get("tier")?)?,
            back: tokens(fields.get("return")?, account)?,
        },
        "buy_market" => StepAction::BuyMarket(place(&mut fields)?),
        "buy_reserved" => {
            let slot = fields.get("slot")?;
            StepAction::BuyReserved { slot: small("a place", slot, 2)?, span: slot.span.clone() }
        }
        "choose_noble" => {
            let noble = fields.get("noble")?;
            StepAction::ChooseNoble {
                noble: number("a noble", noble, 9)?,
                span: noble.span.clone(),
            }
        }
        "pass" => StepAction::Pass,
        _ => {
            let known = "take_tokens, reserve_market, reserve_deck, buy_market, buy_reserved, \
                         choose_noble or pass";
            return Err(expected(kind, known));
        }
    };
    fields.finish(account)?;
    Ok(action)
}

fn place(fields: &mut Fields<'_, '_>) -> Result<NumberedSlot, ConvertError> {
    let level = level(fields.get("tier")?)?;
    let slot = fields.get("slot")?;
    Ok(NumberedSlot { level, slot: small("a place", slot, 3)?, span: slot.span.clone() })
}

fn level(tree: &Tree<'_>) -> Result<Level, ConvertError> {
    match text("a level", tree)? {
        "One" => Ok(Level::One),
        "Two" => Ok(Level::Two),
        "Three" => Ok(Level::Three),
        _ => Err(expected(tree, "One, Two or Three")),
    }
}

fn tokens(tree: &Tree<'_>, account: &mut Account) -> Result<[u8; 6], ConvertError> {
    let mut fields = Fields::of("tokens", tree)?;
    let mut counts = [0; 6];
    for (count, name) in counts.iter_mut().zip(TOKENS) {
        *count = small(name, fields.get(name)?, limits::TOKENS)?;
    }
    fields.finish(account)?;
    Ok(counts)
}

fn read_result(
    tree: &Tree<'_>,
    replay: &mut Replay,
    account: &mut Account,
) -> Result<(), ConvertError> {
    let mut fields = Fields::of("result", tree)?;
    let seats = u8::try_from(replay.seats).unwrap_or(limits::SEAT);
    let scores = fields.get("scores")?;
    replay.result.scores = Some(per_seat("the scores", scores, seats, u8::MAX)?);
    let winners = fields.get("winners")?;
    let field = list("the winners", winners)?.iter();
    let field = field.map(|seat| small("a seat", seat, limits::SEAT));
    let field = field.collect::<Result<Vec<_>, _>>()?;
    let ranks = fields.find("ranks");
    if let Some(ranks) = ranks.filter(|ranks| ranks.value != Value::List(Vec::new())) {
        let mut sorted = field.clone();
        sorted.sort_unstable();
        check_ranks(ranks, 0, seats, &sorted)?;
    }
    replay.result.winners = Some(field);
    let reason = fields.get("reason")?;
    let end = match text("a reason", reason)? {
        "prestige_threshold" => EndReason::Completed,
        "stalemate" => EndReason::Stalemate,
        _ => return Err(expected(reason, "prestige_threshold or stalemate")),
    };
    replay.end = Some((end, reason.span.clone()));
    replay.result_places = vec![
        ("/result", tree.span.clone()),
        ("/result/scores", scores.span.clone()),
        ("/result/winners", winners.span.clone()),
    ];
    fields.finish(account)
}

// ---- assemble

fn assemble(
    replay: Replay,
    mut builder: LogBuilder,
    side: &SideSetup,
) -> Result<Conversion, ConvertError> {
    builder.places.insert("", 0..0);
    builder.places.insert("/setup", replay.seed.clone());
    builder.places.insert("/players", replay.seed.clone());
    for (pointer, span) in replay.result_places {
        builder.places.insert(pointer, span);
    }
    let source = Source {
        client: Some("effective-splendor".into()),
        client_version: Some(replay.engine.into()),
        game: Some(side.game.clone().unwrap_or(format!("seed {}", replay.seed_text)).into()),
        played_at: None,
    };
    if let Some((_, span)) = &replay.end {
        builder.places.insert("/end", span.clone());
    }
    let players = vec![Player::default(); replay.seats];
    let mut conversion = builder.assemble(source, players, side.setup.clone())?;
    if let Some((reason, _)) = replay.end {
        conversion.log.end = Some(End { reason, seats: Vec::new(), plies: None });
        conversion.log.result = Some(replay.result);
    }
    Ok(conversion)
}
