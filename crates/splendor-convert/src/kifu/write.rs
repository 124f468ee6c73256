//! Writes a log as a KIFU, as far as the notation allows.

use std::fmt::Write;

use splendor_core::{Card, Noble, Token};
use splendor_schema::log::EndReason;
use splendor_schema::token::TokenCounts;
use splendor_schema::turn::{Reserve, TurnKind};
use splendor_schema::{Log, Name, Turn, visible};

use super::moves::REVEAL;
use crate::numbers::{CSPLENDOR_CARDS, CSPLENDOR_NOBLES};

/// The letters of the tokens, in the order of the log format.
const LETTERS: [&str; 6] = ["W", "U", "G", "R", "K", "D"];

/// Writes a log as a Splendor KIFU.
///
/// # Errors
///
/// A part of the log that the notation cannot express and that must not be dropped.
/// [`kifu_left_out`] lists the parts that may be dropped.
pub fn kifu(log: &Log) -> Result<String, String> {
    only_the_base_game(log)?;
    let seats = log.players.len();
    let mut text = format!("Format: Splendor KIFU v1.0\nPlayers: {seats}\n");
    for (seat, player) in log.players.iter().enumerate() {
        let name = player.name.as_ref().map_or("-", Name::as_str);
        if name.trim() != name || name.is_empty() || visible::line(name) != name {
            return Err(format!("the name of seat {seat} does not fit into a line"));
        }
        line(&mut text, format_args!("Player{seat}: {name}"));
    }
    if let Some(date) = log.source.as_ref().and_then(|source| source.played_at.as_ref()) {
        let date = date.as_str();
        if date.trim() != date || visible::line(date) != date {
            return Err("the time of the game does not fit into a line".to_owned());
        }
        line(&mut text, format_args!("Date: {date}"));
    }
    let game = log.source.as_ref().and_then(|source| source.game.as_ref().map(Name::as_str));
    if let Some(seed) = game.and_then(|game| game.strip_prefix("seed ")) {
        if visible::line(seed) != seed {
            return Err("the seed does not fit into a line".to_owned());
        }
        line(&mut text, format_args!("Seed: {seed}"));
    }
    line(&mut text, format_args!("\nPosition: {}\n", position(log)?));
    let mut moves = 0;
    for (at, turn) in log.turns.iter().enumerate() {
        let seat = turn.seat.unwrap_or(u8::try_from(at % seats).unwrap_or(0));
        for notation in moves_of(turn).map_err(|why| format!("turn {}: {why}", at + 1))? {
            moves += 1;
            line(&mut text, format_args!("{moves}. P{seat} {notation}"));
        }
    }
    text.push('\n');
    ending(log, moves, &mut text)?;
    Ok(text)
}

/// Rejects rules other than those of csplendor, because a KIFU does not record its rules.
fn only_the_base_game(log: &Log) -> Result<(), String> {
    if !log.rules.modules.is_empty() || log.setup.cities.is_some() {
        return Err("a KIFU can hold only the base game, without modules and cities".to_owned());
    }
    if log.rules.edition != "2024" {
        let edition = &log.rules.edition;
        return Err(format!("a KIFU uses the edition 2024, the log `{edition}`"));
    }
    if let Some((name, ruling)) = log.rules.rulings.iter().next() {
        return Err(format!("a KIFU cannot hold rulings, and the log sets `{name}` to `{ruling}`"));
    }
    Ok(())
}

/// Rejects claims about the end that a KIFU cannot repeat.
fn claims_that_fit(log: &Log) -> Result<(), String> {
    let (seats, turns) = (log.players.len(), log.turns.len());
    let plies = log.end.as_ref().and_then(|end| end.plies);
    if let Some(plies) = plies.filter(|&plies| plies != turns as u64) {
        return Err(format!("a KIFU cannot claim {plies} turns for a log of {turns}"));
    }
    let Some(result) = &log.result else { return Ok(()) };
    if let Some(scores) = result.scores.as_ref().filter(|scores| scores.len() != seats) {
        let scores = scores.len();
        return Err(format!(
            "a KIFU needs a score for each of {seats} seats, the log has {scores}"
        ));
    }
    let winners = result.winners.as_deref().unwrap_or_default();
    let again = |(at, seat): (usize, &u8)| winners[..at].contains(seat);
    if winners.iter().any(|&seat| usize::from(seat) >= seats)
        || winners.iter().enumerate().any(again)
    {
        return Err(format!("a KIFU names each winner once, of the seats 0 to {}", seats - 1));
    }
    Ok(())
}

/// Returns the fields that a KIFU of the log leaves out, with their counts.
pub fn kifu_left_out(log: &Log) -> Vec<(&'static str, usize)> {
    let turns = |has: &dyn Fn(&Turn) -> bool| log.turns.iter().filter(|turn| has(turn)).count();
    let source = log.source.iter().filter(|source| {
        let seed = source.game.as_ref().is_some_and(|game| game.as_str().starts_with("seed "));
        let others = [&source.client, &source.client_version];
        others.iter().any(|other| other.is_some()) || source.game.is_some() && !seed
    });
    let players = log.players.iter().filter(|player| player.ext.is_some()).count();
    // A comment names one card, and only a card that leaves the market makes room for another.
    let misplaced = |turn: &Turn| {
        let from_market = matches!(turn.reserve, Some(Reserve::Market(_)));
        turn.refill.is_some() && turn.purchase.is_none() && !from_market
    };
    let under = |turn: &Turn| match turn.reserve {
        Some(Reserve::Deck { under, .. }) => under.is_some(),
        Some(Reserve::Market(_)) | None => false,
    };
    let bought = |turn: &Turn| turn.purchase.as_ref().is_some_and(|it| it.from.is_some());
    let winners = log.result.as_ref().and_then(|result| result.winners.as_ref());
    let given_up = log.end.iter().filter(|end| end.reason == EndReason::Abandoned).count();
    let ends = log.end.as_ref().filter(|_| given_up == 0);
    let all = [
        ("rules.boxes", usize::from(!log.rules.boxes.is_empty())),
        ("omits", log.omits.len()),
        ("source", source.count()),
        ("setup.decks", usize::from(log.setup.decks.is_some())),
        ("refill", turns(&misplaced)),
        ("reserve.under", turns(&under)),
        ("purchase.from", turns(&bought)),
        ("after", turns(&|turn| turn.after.is_some())),
        ("end", given_up),
        ("end.seats", ends.map_or(0, |end| end.seats.len())),
        ("result.winners", winners.filter(|_| ends.is_none()).map_or(0, Vec::len)),
        ("ext", turns(&|turn| turn.ext.is_some()) + players + usize::from(log.ext.is_some())),
    ];
    all.into_iter().filter(|&(_, count)| count > 0).collect()
}

fn line(text: &mut String, notation: std::fmt::Arguments<'_>) {
    let _never_fails = writeln!(text, "{notation}");
}

fn position(log: &Log) -> Result<String, String> {
    let (seats, market) = (log.players.len(), &log.setup.market);
    let gems = match seats {
        2 => 4,
        3 => 5,
        4 => 7,
        _ => return Err(format!("a KIFU can hold 2 to 4 players, not {seats}")),
    };
    let rows = [&market.level1, &market.level2, &market.level3].map(Option::as_deref);
    let [Some(level1), Some(level2), Some(level3)] = rows else {
        return Err("a KIFU begins with the market, which the log does not record".to_owned());
    };
    let rows = [level1, level2, level3];
    let mut visible = String::new();
    for (row, level) in rows.iter().zip(1..) {
        let cards = row.iter().map(|&id| card(id)).collect::<Result<Vec<_>, _>>()?;
        let _never_fails = write!(visible, "L{level}[{}]", cards.join(","));
    }
    let left = [40, 30, 20].into_iter().zip(rows);
    let decks: Vec<String> =
        left.map(|(all, row)| usize::saturating_sub(all, row.len()).to_string()).collect();
    let tiles = log.setup.nobles.iter().flatten().map(|&id| noble(id));
    let tiles = tiles.collect::<Result<Vec<_>, _>>()?.join(",");
    let mut notation = format!(
        "bank:W{gems}U{gems}G{gems}R{gems}K{gems}D5 | visible:{visible} | decks:{} | \
         nobles:[{tiles}]",
        decks.join(",")
    );
    for seat in 0..seats {
        let nothing = super::position::NOTHING;
        let _never_fails = write!(notation, " | P{seat}:{nothing}");
    }
    Ok(notation + " | 0")
}

/// Returns the moves of a turn, with their times. The visit of a noble is a separate move, and so
/// is each return after a reservation from a deck, because the seat sees the card first.
fn moves_of(turn: &Turn) -> Result<Vec<String>, String> {
    let (mut notation, turned_up) = match turn.kind() {
        TurnKind::Take(take) => {
            let letters: String = take.iter().map(|token| LETTERS[token.index()]).collect();
            if take.contains(&Token::Gold) || letters.is_empty() {
                return Err("a KIFU cannot hold a take of gold or an empty take".to_owned());
            }
            (format!("take:{letters}"), None)
        }
        TurnKind::Reserve(Reserve::Market(id)) => (format!("reserve:C{}", card(id)?), turn.refill),
        TurnKind::Reserve(Reserve::Deck { row, card, .. }) => {
            (format!("reserve:L{}", row.level().number()), card)
        }
        TurnKind::Purchase(purchase) => {
            let paid = purchase.pay.map(|pay| format!("/pay:{}", counted(pay)));
            (format!("buy:C{}{}", card(purchase.card)?, paid.unwrap_or_default()), turn.refill)
        }
        TurnKind::Pass => ("pass".to_owned(), None),
        TurnKind::Foreign(_) => return Err("a KIFU cannot hold a foreign turn".to_owned()),
        TurnKind::Irregular => {
            return Err("a KIFU cannot hold a turn without exactly one action".to_owned());
        }
    };
    if turn.gem.is_some() || turn.post.is_some() {
        return Err("a KIFU cannot hold trading posts".to_owned());
    }
    let from_deck = matches!(turn.reserve, Some(Reserve::Deck { .. }));
    let mut letters = String::new();
    if let Some(given) = turn.returned.filter(|given| given.total() > 0) {
        if turn.take.is_none() && turn.reserve.is_none() {
            return Err("a KIFU can hold returns only after takes and reserves".to_owned());
        }
        letters = given
            .iter()
            .map(|(token, count)| LETTERS[token.index()].repeat(count.into()))
            .collect();
    }
    if !letters.is_empty() && !from_deck {
        notation += &format!("/return:{letters}");
    }
    notation += " [0]";
    if let Some(id) = turned_up {
        notation += &format!(" # {REVEAL}{}", card(id)?);
    }
    let mut moves = vec![notation];
    if from_deck {
        moves.extend(letters.chars().map(|letter| format!("return:{letter} [0]")));
    }
    match turn.noble.as_ref().map_or(&[][..], |nobles| nobles.as_slice()) {
        [] => {}
        [one] => moves.push(format!("noble:N{} [0]", noble(*one)?)),
        _ => return Err("a KIFU can hold one noble in a turn".to_owned()),
    }
    Ok(moves)
}

fn counted(pay: TokenCounts) -> String {
    let each = LETTERS.iter().zip(pay.counts());
    each.flat_map(|(letter, count)| [(*letter).to_owned(), count.to_string()]).collect()
}

fn card(id: Card) -> Result<String, String> {
    let at = CSPLENDOR_CARDS.split(' ').position(|other| Card::parse(other) == Some(id));
    at.map(|at| at.to_string()).ok_or_else(|| format!("a KIFU has no card {id}"))
}

fn noble(id: Noble) -> Result<String, String> {
    let at = CSPLENDOR_NOBLES.split(' ').position(|other| Noble::parse(other) == Some(id));
    at.map(|at| at.to_string()).ok_or_else(|| format!("a KIFU has no noble {id}"))
}

/// Writes the result.
fn ending(log: &Log, moves: usize, text: &mut String) -> Result<(), String> {
    claims_that_fit(log)?;
    let result = log.result.as_ref();
    let winners = result.and_then(|result| result.winners.as_deref()).unwrap_or_default();
    let detail = match log.end.as_ref().map(|end| end.reason) {
        // A game that the players gave up has no end in this notation: it is listed as left out.
        None | Some(EndReason::Abandoned) => None,
        Some(EndReason::Completed) => Some(""),
        Some(EndReason::Timeout) => Some(" TIME"),
        Some(EndReason::Stalemate) => Some(" STALEMATE"),
        Some(EndReason::Resigned | EndReason::Adjudicated) => {
            let why = "a KIFU cannot hold the end of a game that was resigned or adjudicated";
            return Err(why.to_owned());
        }
    };
    match (detail, winners) {
        (None, _) => text.push_str("Result: ONGOING\n"),
        (Some(_), []) => return Err("a KIFU of a game that ended names its winner".to_owned()),
        (Some(detail), [winner]) => line(text, format_args!("Result: P{winner}_WIN{detail}")),
        (Some(detail), all) if all.len() == log.players.len() => {
            line(text, format_args!("Result: DRAW{detail}"));
        }
        // The detail of a result is free; other readers see a draw.
        (Some(detail), several) => {
            let mut seats = several.to_vec();
            seats.sort_unstable();
            let seats: Vec<String> = seats.iter().map(|seat| format!("P{seat}")).collect();
            line(text, format_args!("Result: DRAW{detail} {}", seats.join(" ")));
        }
    }
    if let Some(scores) = result.and_then(|result| result.scores.as_ref()) {
        let scores = scores.iter().enumerate();
        let scores: Vec<String> = scores.map(|(seat, score)| format!("P{seat}={score}")).collect();
        line(text, format_args!("FinalScores: {}", scores.join(" ")));
    }
    line(text, format_args!("TotalTurns: {moves}"));
    Ok(())
}
