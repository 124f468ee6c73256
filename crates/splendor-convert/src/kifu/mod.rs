//! Splendor KIFU, the text notation of csplendor: headers, a position, moves, a result.

mod moves;
mod position;
mod write;

use std::ops::Range;

use splendor_schema::log::{End, EndReason, GameResult, OmittedField, Player, Source};
use splendor_schema::{Name, limits};

use self::moves::MoveReader;
use self::position::Start;
use crate::fields::{checked_text, clip};
use crate::log_builder::LogBuilder;
use crate::side_file::lines;
use crate::{Account, Conversion, ConvertError, Foreign, ForeignFormat};

pub use self::write::{kifu, kifu_left_out};

pub(super) const FORMAT: ForeignFormat = ForeignFormat {
    name: "kifu",
    about: "Splendor KIFU, the text notation of csplendor",
    game_per_line: false,
    takes_setup: true,
    matches: |signs| signs.begins("Format:SplendorKIFU"),
    import,
};

fn import(foreign: &Foreign<'_>) -> Result<Conversion, ConvertError> {
    let text = foreign.text;
    let mut builder = LogBuilder::new(Account::default());
    let mut game = read(text, &mut builder.account)?;
    let start = table(foreign, &game, &mut builder.account)?;
    let mut mover = MoveReader::new(builder, game.seats);
    for line in std::mem::take(&mut game.moves) {
        mover.line(text, line)?;
    }
    let moves = mover.moves();
    assemble(game, mover.builder, start, moves)
}

/// Returns the setup: from the position, or from a side file if the position is only a seed.
fn table(foreign: &Foreign<'_>, game: &Game, account: &mut Account) -> Result<Start, ConvertError> {
    let raw = &foreign.text[game.position.clone()];
    let named = raw.split(' ').next() == Some("startpos");
    let side = foreign.setup(game.source.game.as_ref().map(Name::as_str))?;
    let position = if named { game.spn.as_ref() } else { Some(&game.position) };
    match (position, side) {
        (Some(position), side) => {
            let mut start = position::start(foreign.text, position.clone(), game.seats, account)?;
            // Some files repeat the position; a repetition that differs makes the file worthless.
            if let Some(spn) = game
                .spn
                .clone()
                .filter(|spn| !named && !foreign.text[spn.clone()].starts_with("startpos"))
            {
                let other = position::start(foreign.text, spn.clone(), game.seats, account)?;
                start.same(&other, &spn)?;
            }
            side.map_or(Ok(()), |side| start.add_decks(side, position))?;
            Ok(start)
        }
        (None, Some(side)) => Ok(Start::of(side, &game.position)),
        (None, None) => Err(foreign.only_a_seed(&game.position)),
    }
}

// ---- read

/// The facts of a file apart from the position and the moves.
struct Game {
    seats: u8,
    players: Vec<Player>,
    source: Source,
    position: Range<usize>,
    /// The position in full, if `Position` names only a seed.
    spn: Option<Range<usize>>,
    moves: Vec<Range<usize>>,
    end: Option<(End, Range<usize>)>,
    winners: Option<(Vec<u8>, Range<usize>)>,
    scores: Option<(Vec<u8>, Range<usize>)>,
    /// The number of moves according to the file.
    turns: Option<(u64, Range<usize>)>,
}

fn read(text: &str, account: &mut Account) -> Result<Game, ConvertError> {
    let mut game = Game {
        seats: 0,
        players: Vec::new(),
        source: Source { client: Some("csplendor".into()), ..Source::default() },
        position: 0..0,
        spn: None,
        moves: Vec::new(),
        end: None,
        winners: None,
        scores: None,
        turns: None,
    };
    let mut seen = Vec::new();
    for line in lines(text) {
        let raw = &text[line.clone()];
        if raw.trim_start().starts_with('#') {
            account.ignored("comment", "free text");
        } else if raw.trim_start().starts_with(|first: char| first.is_ascii_digit()) {
            if seen.iter().any(|key| ENDING.contains(key)) {
                return Err(ConvertError::unknown(&line, "a move after the end of the game"));
            }
            game.moves.push(line);
        } else {
            let (key, value) = header(text, &line)?;
            if seen.contains(&key) {
                return Err(ConvertError::unknown(&line, format!("a second `{key}`")));
            }
            if !game.moves.is_empty() && !ENDING.contains(&key) {
                let message = format!("expected `{}` before the moves", clip(key));
                return Err(ConvertError::unknown(&line, message));
            }
            game.header(text, key, value, account)?;
            seen.push(key);
        }
    }
    for needed in ["Format", "Players", "Position"] {
        if !seen.contains(&needed) {
            let end = text.len()..text.len();
            return Err(ConvertError::unknown(&end, format!("no line begins with `{needed}:`")));
        }
    }
    Ok(game)
}

/// Splits a line like `Players: 2`.
fn header<'t>(text: &'t str, line: &Range<usize>) -> Result<(&'t str, Range<usize>), ConvertError> {
    let raw = &text[line.clone()];
    let Some((key, value)) = raw.split_once(':') else {
        let message = format!("`{}` is neither a header nor a move like `1. P0 pass`", clip(raw));
        return Err(ConvertError::unknown(line, message));
    };
    let start = line.end - value.trim_start().len();
    Ok((key.trim(), start..line.end))
}

/// The headers that follow the moves.
const ENDING: [&str; 3] = ["Result", "FinalScores", "TotalTurns"];

/// The known headers, for the error about an unknown one.
const KNOWN: &str = "Format, Players, Player0 to Player3, Date, Event, Round, Seed, \
                     SimplePaymentMode, InitialSPN, Position, Result, FinalScores and TotalTurns";

impl Game {
    fn header(
        &mut self,
        text: &str,
        key: &str,
        span: Range<usize>,
        account: &mut Account,
    ) -> Result<(), ConvertError> {
        let value = &text[span.clone()];
        match key {
            "Format" if value == "Splendor KIFU v1.0" => {}
            "Format" => {
                return Err(ConvertError::unknown(
                    &span,
                    "expected the format `Splendor KIFU v1.0`",
                ));
            }
            "Players" => {
                let count = number(text, &span, 4)?;
                self.seats = u8::try_from(count).unwrap_or(4);
                if self.seats < 2 {
                    return Err(ConvertError::unknown(&span, "expected 2 to 4 players"));
                }
                self.players.resize(self.seats.into(), Player::default());
            }
            "Player0" | "Player1" | "Player2" | "Player3" => {
                let seat = usize::from(key.as_bytes()[6] - b'0');
                let Some(player) = self.players.get_mut(seat) else {
                    let message = format!("`{key}` of {} players", self.seats);
                    return Err(ConvertError::unknown(&span, message));
                };
                player.name = Some(checked_text(value.to_owned(), &span)?.into());
            }
            "Date" => {
                self.source.played_at = Some(checked_text(value.to_owned(), &span)?.into());
            }
            "Seed" => {
                self.source.game = Some(checked_text(format!("seed {value}"), &span)?.into());
            }
            "Event" | "Round" | "SimplePaymentMode" => {
                account.ignored(key, "it does not change the game");
                return Ok(());
            }
            "Position" => self.position = span.clone(),
            "InitialSPN" => self.spn = Some(span.clone()),
            "Result" => self.result(value, &span)?,
            "FinalScores" => self.scores = Some((scores(text, &span, self.seats)?, span.clone())),
            "TotalTurns" => {
                self.turns = Some((number(text, &span, limits::TURNS as u64)?, span.clone()));
            }
            _ => {
                let message = format!("`{}` is not a known header; known are {KNOWN}", clip(key));
                return Err(ConvertError::unknown(&span, message));
            }
        }
        account.understood(key);
        Ok(())
    }

    /// Reads a result: one word, followed by `TIME` if a seat ran out of time.
    fn result(&mut self, value: &str, span: &Range<usize>) -> Result<(), ConvertError> {
        let (word, detail) = value.split_once(' ').unwrap_or((value, ""));
        let winner = match word.as_bytes() {
            [b'P', seat @ b'0'..=b'3', b'_', b'W', b'I', b'N'] => Some(seat - b'0'),
            b"DRAW" | b"ONGOING" => None,
            _ => {
                let needed = "P0_WIN to P3_WIN, DRAW or ONGOING";
                return Err(ConvertError::unknown(
                    span,
                    format!("expected {needed}, found `{}`", clip(value)),
                ));
            }
        };
        if winner.is_some_and(|seat| seat >= self.seats) {
            return Err(ConvertError::unknown(span, format!("{word} of {} players", self.seats)));
        }
        if let Some(winner) = winner {
            self.winners = Some((vec![winner], span.clone()));
        } else if word == "DRAW" {
            self.winners = Some(((0..self.seats).collect(), span.clone()));
        }
        let reason = match (detail.trim(), word) {
            ("", "ONGOING") => None,
            ("", _) => Some(EndReason::Completed),
            ("TIME", _) => Some(EndReason::Timeout),
            _ => {
                let message = format!("expected `TIME` or nothing, found `{}`", clip(detail));
                return Err(ConvertError::unknown(span, message));
            }
        };
        let end = |reason| (End { reason, seats: Vec::new(), plies: None }, span.clone());
        self.end = reason.map(end);
        Ok(())
    }
}

/// Reads a whole number that fills a range of the text.
fn number(text: &str, span: &Range<usize>, most: u64) -> Result<u64, ConvertError> {
    let raw = &text[span.clone()];
    let digits = !raw.is_empty() && raw.bytes().all(|byte| byte.is_ascii_digit());
    let number = raw.parse().ok().filter(|&number: &u64| digits && number <= most);
    number.ok_or_else(|| {
        let found = clip(raw);
        ConvertError::unknown(
            span,
            format!("expected a whole number from 0 to {most}, found `{found}`"),
        )
    })
}

/// Reads scores like `P0=14 P1=17`, one for each seat.
fn scores(text: &str, span: &Range<usize>, seats: u8) -> Result<Vec<u8>, ConvertError> {
    let mut scores = Vec::new();
    let mut start = span.start;
    for part in text[span.clone()].split(' ') {
        let at = start..start + part.len();
        let name = format!("P{}=", scores.len());
        if !part.starts_with(&name) {
            let message = format!("expected a score like {name}15, found `{}`", clip(part));
            return Err(ConvertError::unknown(&at, message));
        }
        let score = number(text, &(at.start + name.len()..at.end), u8::MAX.into())?;
        scores.push(u8::try_from(score).unwrap_or(u8::MAX));
        start = at.end + 1;
    }
    if scores.len() != usize::from(seats) {
        let found = scores.len();
        let message = format!("expected a score for each of {seats} players, found {found} scores");
        return Err(ConvertError::unknown(span, message));
    }
    Ok(scores)
}

// ---- assemble

fn assemble(
    game: Game,
    mut builder: LogBuilder,
    start: Start,
    moves: u64,
) -> Result<Conversion, ConvertError> {
    let turns = builder.len() as u64;
    if let Some((claimed, span)) = &game.turns
        && *claimed != moves
        && (*claimed < moves || game.end.is_none())
    {
        let message = format!("expected {moves}, the number of moves in the file, found {claimed}");
        return Err(ConvertError::unknown(span, message));
    }
    for (pointer, span) in [("/setup", &game.position), ("/setup/market", &start.market)] {
        builder.places.insert(pointer, span.clone());
    }
    builder.places.insert("", 0..0);
    builder.places.insert("/setup/nobles", start.nobles.clone());
    let mut conversion = builder.assemble(game.source, game.players, start.setup)?;
    let Conversion { log, places, .. } = &mut conversion;
    // This client draws from the nobles of both expansion boxes.
    log.rules.boxes = vec!["silk-road".into(), "sun-never-sets".into()];
    // The notation logs a noble only after a choice among several.
    log.omits = vec![OmittedField::Noble];
    if let Some((mut end, span)) = game.end {
        if let Some((claimed, at)) = game.turns {
            // The choice of a noble is a move but not a turn. A claim of more moves than the file
            // has is kept: the file was cut off.
            end.plies = (turns + claimed).checked_sub(moves);
            places.insert("/end/plies", at);
        }
        places.insert("/end", span);
        log.end = Some(end);
    }
    if game.scores.is_some() || game.winners.is_some() {
        let mut result = GameResult::default();
        if let Some((scores, span)) = game.scores {
            result.scores = Some(scores);
            places.insert("/result/scores", span);
        }
        if let Some((winners, span)) = game.winners {
            result.winners = Some(winners);
            places.insert("/result/winners", span.clone());
        }
        log.result = Some(result);
    }
    Ok(conversion)
}
