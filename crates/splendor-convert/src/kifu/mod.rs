//! Splendor KIFU, the text notation of csplendor: headers, a position, moves, a result.

mod moves;
mod position;
mod result;
mod write;

use std::ops::Range;

use splendor_schema::log::{End, GameResult, OmittedField, Player, Source};
use splendor_schema::{Name, limits};

use self::moves::MoveReader;
use self::position::Start;
use self::result::counts;
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
    game.compare_cards(text, &mut mover)?;
    let moves = mover.moves();
    assemble(game, mover.builder, start, moves)
}

/// Returns the setup: from the position, or from a side file if the position is only a seed.
fn table(foreign: &Foreign<'_>, game: &Game, account: &mut Account) -> Result<Start, ConvertError> {
    let raw = &foreign.text[game.position.clone()];
    let mut words = raw.split(' ');
    let named = words.next() == Some("startpos");
    // The word after it is a number of players, as in `startpos 2`.
    let players = words.next().filter(|word| named && !word.is_empty());
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    if players.filter(is_number).is_some_and(|word| word != game.seats.to_string()) {
        let message = format!("`{}` of {} players", clip(raw), game.seats);
        return Err(ConvertError::unknown(&game.position, message));
    }
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
    /// The names by seat, which may precede the number of players.
    names: Vec<(u8, Name, Range<usize>)>,
    source: Source,
    position: Range<usize>,
    /// The position in full, if `Position` names only a seed.
    spn: Option<Range<usize>>,
    moves: Vec<Range<usize>>,
    /// The line that opens a variation, up to the line that closes it.
    variation: Option<Range<usize>>,
    end: Option<(End, Range<usize>)>,
    winners: Option<(Vec<u8>, Range<usize>)>,
    scores: Option<(Vec<u8>, Range<usize>)>,
    /// The number of moves according to the file.
    turns: Option<(u64, Range<usize>)>,
    /// The values of `Result` among the headers and after the moves, of `FinalScores` and of
    /// `FinalCards`: their meaning depends on the number of players.
    outcome: Option<Range<usize>>,
    result: Option<Range<usize>>,
    final_scores: Option<Range<usize>>,
    final_cards: Option<Range<usize>>,
}

/// Why a part of the notation is left out of the log.
const METADATA: &str = "it does not change the game";
const ANALYSIS: &str = "an analysis is not part of the game";
const NOT_PLAYED: &str = "the moves of a variation were not played";

fn read(text: &str, account: &mut Account) -> Result<Game, ConvertError> {
    let mut game = Game {
        seats: 0,
        players: Vec::new(),
        names: Vec::new(),
        source: Source { client: Some("csplendor".into()), ..Source::default() },
        position: 0..0,
        spn: None,
        moves: Vec::new(),
        variation: None,
        end: None,
        winners: None,
        scores: None,
        turns: None,
        outcome: None,
        result: None,
        final_scores: None,
        final_cards: None,
    };
    // Only known headers enter this list, so it stays short.
    let mut seen: Vec<&str> = Vec::new();
    for line in lines(text) {
        let raw = text[line.clone()].trim_start();
        if game.variation.is_some() {
            game.in_variation(raw, &line, account)?;
        } else if raw.starts_with('#') {
            account.ignored("comment", "free text");
        } else if raw.starts_with('@') || raw == "V{" {
            if game.moves.is_empty() || seen.iter().any(|key| ENDING.contains(key)) {
                let message = format!("expected a move before `{}`", clip(raw));
                return Err(ConvertError::unknown(&line, message));
            }
            if raw == "V{" {
                game.variation = Some(line);
            } else {
                account.ignored("annotation", ANALYSIS);
            }
        } else if raw.starts_with(|first: char| first.is_ascii_digit()) {
            if seen.iter().any(|key| ENDING.contains(key)) {
                return Err(ConvertError::unknown(&line, "a move after the end of the game"));
            }
            game.moves.push(line);
        } else {
            let (key, value) = header(text, &line)?;
            // A result before the moves names the winner in another spelling.
            let is_outcome =
                key == "Result" && game.moves.is_empty() && is_outcome(&text[value.clone()]);
            let key = if is_outcome { OUTCOME } else { key };
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
    let end = text.len()..text.len();
    for needed in ["Format", "Players", "Position"] {
        if !seen.contains(&needed) {
            return Err(ConvertError::unknown(&end, format!("no line begins with `{needed}:`")));
        }
    }
    if let Some(opened) = &game.variation {
        return Err(ConvertError::unknown(opened, "no line `}` ends this variation"));
    }
    game.resolve(text)?;
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
const ENDING: [&str; 4] = ["Result", "FinalScores", "FinalCards", "TotalTurns"];

/// The header `Result` before the moves, as opposed to the result after them. No header contains
/// a colon.
const OUTCOME: &str = "header:Result";

/// Returns whether a result has the spelling of the header: a seat, or `draw`.
fn is_outcome(value: &str) -> bool {
    value == "draw" || value.bytes().all(|byte| byte.is_ascii_digit())
}

/// The known headers, for the error about an unknown one.
const KNOWN: &str = "Format, Players, Player0 to Player3, Player0Type to Player3Type, Engine0 to \
                     Engine3, Date, Event, Round, TimeControl, Tags, Comment, Seed, \
                     SimplePaymentMode, MateAttacker, MateLine, InitialSPN, Position, Result, \
                     FinalScores, FinalCards and TotalTurns";

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
            }
            "Player0" | "Player1" | "Player2" | "Player3" => {
                let name = checked_text(value.to_owned(), &span)?.into();
                self.names.push((key.as_bytes()[6] - b'0', name, span));
            }
            "Date" => {
                self.source.played_at = Some(checked_text(value.to_owned(), &span)?.into());
            }
            "Seed" => {
                self.source.game = Some(checked_text(format!("seed {value}"), &span)?.into());
            }
            "Event" | "Round" | "TimeControl" | "Tags" | "Comment" | "SimplePaymentMode"
            | "MateAttacker" | "MateLine" | "Engine0" | "Engine1" | "Engine2" | "Engine3"
            | "Player0Type" | "Player1Type" | "Player2Type" | "Player3Type" => {
                account.ignored(key, METADATA);
                return Ok(());
            }
            "Position" => self.position = span,
            "InitialSPN" => self.spn = Some(span),
            OUTCOME => self.outcome = Some(span),
            "Result" => self.result = Some(span),
            "FinalScores" => self.final_scores = Some(span),
            // Whether it can be compared depends on the moves.
            "FinalCards" => {
                self.final_cards = Some(span);
                return Ok(());
            }
            "TotalTurns" => {
                self.turns = Some((number(text, &span, limits::TURNS as u64)?, span));
            }
            _ => {
                let message = format!("`{}` is not a known header; known are {KNOWN}", clip(key));
                return Err(ConvertError::unknown(&span, message));
            }
        }
        account.understood(key);
        Ok(())
    }

    /// Reads a line of a variation, or its end.
    fn in_variation(
        &mut self,
        raw: &str,
        line: &Range<usize>,
        account: &mut Account,
    ) -> Result<(), ConvertError> {
        let known = |first: char| first.is_ascii_digit() || first == '#' || first == '@';
        if raw == "}" {
            self.variation = None;
        } else if raw.starts_with(known) {
            account.ignored("variation", NOT_PLAYED);
        } else {
            let message =
                format!("expected a move of the variation or `}}`, found `{}`", clip(raw));
            return Err(ConvertError::unknown(line, message));
        }
        Ok(())
    }

    /// Reads the values that depend on the number of players.
    fn resolve(&mut self, text: &str) -> Result<(), ConvertError> {
        self.players.resize(self.seats.into(), Player::default());
        for (seat, name, span) in std::mem::take(&mut self.names) {
            let Some(player) = self.players.get_mut(usize::from(seat)) else {
                let message = format!("`Player{seat}` of {} players", self.seats);
                return Err(ConvertError::unknown(&span, message));
            };
            player.name = Some(name);
        }
        let result = self.result.take();
        if let Some(span) = &result {
            self.result(text, span)?;
        }
        if let Some(span) = self.outcome.take() {
            let goes_on = result.is_some() && self.end.is_none();
            self.outcome(text, &span, goes_on)?;
        }
        if let Some(span) = self.final_scores.take() {
            let counts = counts(text, &span, self.seats, "score")?;
            self.scores = Some((counts, span));
        }
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
