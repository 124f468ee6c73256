//! The moves of a KIFU: `take:WUG/return:K`, `reserve:C42`, `reserve:L2`, `buy:C7/pay:W1…`,
//! `noble:N3`, `return:K` and `pass`; a comment `# reveal:C12` names a card that a move turned up.

use std::ops::Range;

use splendor_core::{Card, Color, Level, Row, Token};
use splendor_schema::Turn;
use splendor_schema::limits;
use splendor_schema::token::TokenCounts;
use splendor_schema::turn::{Purchase, Reserve};

use super::number;
use super::position::{card, noble};
use crate::ConvertError;
use crate::fields::clip;
use crate::log_builder::{LogBuilder, counts, one_noble, returned, take};

/// The letters of the tokens, in the order of the log format.
const LETTERS: &str = "WUGRKD";

/// The start of a comment that names a card; the client reads it back.
pub(super) const REVEAL: &str = "reveal:C";

/// The inference behind `gold:`, which leaves out the gems of a payment.
const REST: &str = "the notation lists the gold, and gems pay the rest";

/// Turns moves into turns of the log, in order.
pub(super) struct MoveReader {
    pub(super) builder: LogBuilder,
    moves: u64,
    seats: u8,
    /// The bonuses of each seat, for purchases that list only gold.
    bonuses: [[u8; 5]; 4],
    /// The number of cards that each seat bought.
    bought: [u64; 4],
}

/// The parts of a move line, as ranges of the text.
struct Line {
    seat: u8,
    kind: Range<usize>,
    value: Range<usize>,
    /// The text after the first slash.
    rest: Option<Range<usize>>,
    /// The noble that a purchase names on its own line.
    noble: Option<Range<usize>>,
    /// The number of the card that a comment reveals.
    reveal: Option<Range<usize>>,
}

impl MoveReader {
    pub(super) const fn new(builder: LogBuilder, seats: u8) -> Self {
        Self { builder, moves: 0, seats, bonuses: [[0; 5]; 4], bought: [0; 4] }
    }

    pub(super) const fn moves(&self) -> u64 {
        self.moves
    }

    pub(super) const fn bought(&self) -> [u64; 4] {
        self.bought
    }

    /// Reads one move, like `7. P0 take:GG [120] # a comment`.
    pub(super) fn line(&mut self, text: &str, line: Range<usize>) -> Result<(), ConvertError> {
        let parsed = self.read(text, &line)?;
        let kind = &text[parsed.kind.clone()];
        let seat = parsed.seat;
        self.builder.account.understood(format!("move.{}", clip(kind)));
        match kind {
            "take" => {
                let taken = letters(text, &parsed.value, "WUGRK")?;
                let action = take(taken).ok_or_else(|| {
                    ConvertError::unknown(&parsed.value, "more tokens than a log can list")
                })?;
                self.push(text, &parsed, action, &line)?;
            }
            "reserve" => {
                let action =
                    Turn { reserve: Some(reserve(text, &parsed.value)?), ..Turn::default() };
                self.push(text, &parsed, action, &line)?;
            }
            "buy" => {
                self.buy(text, &parsed, &line)?;
                if let Some(id) = &parsed.noble {
                    self.builder.account.understood("move.part.noble");
                    self.visit(text, seat, id)?;
                }
            }
            "noble" => {
                self.visit(text, seat, &parsed.value)?;
                nothing_more(&parsed)?;
            }
            "return" => self.give_back(text, &parsed)?,
            "pass" if parsed.value.is_empty() && parsed.rest.is_none() => {
                self.builder.push(Turn { seat: Some(seat), pass: true, ..Turn::default() }, &line);
            }
            _ => {
                let known = "take:, reserve:, buy:, noble:, return: or pass";
                let message = format!("expected {known}, found `{}`", clip(kind));
                return Err(ConvertError::unknown(&parsed.kind, message));
            }
        }
        match &parsed.reveal {
            None => Ok(()),
            Some(reveal) => self.reveal(text, &parsed, reveal),
        }
    }

    /// Adds a noble like `N3` to the last turn.
    fn visit(&mut self, text: &str, seat: u8, id: &Range<usize>) -> Result<(), ConvertError> {
        let noble = noble(text, after_letter(text, id, 'N')?)?;
        let free = |turn: &&mut Turn| turn.noble.is_none();
        let Some(turn) = self.builder.last_of(seat).filter(free) else {
            let message =
                format!("a noble visits seat {seat}; expected a turn of that seat before");
            return Err(ConvertError::unknown(id, message));
        };
        turn.noble = Some(one_noble(noble));
        self.builder.place("noble", id);
        Ok(())
    }

    /// Adds the card that a comment like `# reveal:C12` names: the one that was reserved from a
    /// deck, or the one that refilled the market.
    fn reveal(
        &mut self,
        text: &str,
        parsed: &Line,
        reveal: &Range<usize>,
    ) -> Result<(), ConvertError> {
        let found = card(text, reveal.clone())?;
        let reveals = matches!(&text[parsed.kind.clone()], "reserve" | "buy");
        let Some(turn) = self.builder.last_of(parsed.seat).filter(|_| reveals) else {
            let message = "only a purchase and a reservation reveal a card";
            return Err(ConvertError::unknown(reveal, message));
        };
        let part = match &mut turn.reserve {
            Some(Reserve::Deck { card, .. }) => {
                *card = Some(found);
                "reserve/card"
            }
            Some(Reserve::Market(_)) | None => {
                turn.refill = Some(found);
                "refill"
            }
        };
        self.builder.account.understood("move.reveal");
        self.builder.place(part, reveal);
        Ok(())
    }

    fn read(&mut self, text: &str, line: &Range<usize>) -> Result<Line, ConvertError> {
        let mut words = words(text, line);
        let mut next = |needed: &str| {
            words.next().ok_or_else(|| {
                ConvertError::unknown(line, format!("the line ends; expected {needed} of a move"))
            })
        };
        let (count, seat, action) = (next("the number")?, next("the seat")?, next("the action")?);
        if text[count.clone()] != format!("{}.", self.moves + 1) {
            let (found, needed) = (clip(&text[count.clone()]), self.moves + 1);
            return Err(ConvertError::unknown(
                &count,
                format!("expected `{needed}.`, found `{found}`"),
            ));
        }
        self.moves += 1;
        let seat = number(text, &after_letter(text, &seat, 'P')?, u64::from(self.seats) - 1)?;
        let raw = &text[action.clone()];
        let slash = raw.find('/').map_or(action.end, |at| action.start + at);
        let colon = text[action.start..slash].find(':').map_or(slash, |at| action.start + at);
        let mut parsed = Line {
            seat: u8::try_from(seat).unwrap_or(0),
            kind: action.start..colon,
            value: (colon + 1).min(slash)..slash,
            rest: (slash < action.end).then(|| slash + 1..action.end),
            noble: None,
            reveal: None,
        };
        self.rest_of_line(text, line, words, &mut parsed)?;
        Ok(parsed)
    }

    /// Reads what follows the action: the noble of a purchase, a time and a comment.
    fn rest_of_line(
        &mut self,
        text: &str,
        line: &Range<usize>,
        words: impl Iterator<Item = Range<usize>>,
        parsed: &mut Line,
    ) -> Result<(), ConvertError> {
        let mut timed = false;
        for word in words {
            let raw = &text[word.clone()];
            if raw.starts_with('#') {
                parsed.reveal = self.comment(text, word.start + 1..line.end);
                return Ok(());
            }
            let is_first = !timed && parsed.noble.is_none();
            if is_first && raw.starts_with("noble:") && &text[parsed.kind.clone()] == "buy" {
                parsed.noble = Some(word.start + "noble:".len()..word.end);
                continue;
            }
            let time = raw.strip_prefix('[').and_then(|raw| raw.strip_suffix(']'));
            let digits = time.is_some_and(|time| time.bytes().all(|byte| byte.is_ascii_digit()));
            if timed || !digits {
                let message = format!("expected a time like [120] or `#`, found `{}`", clip(raw));
                return Err(ConvertError::unknown(&word, message));
            }
            timed = true;
            self.builder.account.ignored("move.time", "times are not part of the game");
        }
        Ok(())
    }

    /// Returns the place of the number in `reveal:C12`; any other comment is free text.
    fn comment(&mut self, text: &str, span: Range<usize>) -> Option<Range<usize>> {
        let start = span.end - text[span.clone()].trim_start().len();
        if text[start..span.end].starts_with(REVEAL) {
            return Some(start + REVEAL.len()..span.end);
        }
        self.builder.account.ignored("move.comment", "free text");
        None
    }

    /// Adds a turn, with the tokens listed after `/return:`.
    fn push(
        &mut self,
        text: &str,
        parsed: &Line,
        action: Turn,
        line: &Range<usize>,
    ) -> Result<(), ConvertError> {
        let mut turn = Turn { seat: Some(parsed.seat), ..action };
        let given = match &parsed.rest {
            None => None,
            Some(rest) => Some(part(text, rest, "return:")?),
        };
        if let Some(given) = &given {
            turn.returned = returned(letters(text, given, LETTERS)?);
        }
        self.builder.push(turn, line);
        let field = match text.get(parsed.kind.clone()) {
            Some("take") => "take",
            _ => "reserve",
        };
        self.builder.place(field, &(parsed.kind.start..parsed.value.end));
        if let Some(given) = given {
            self.builder.account.understood("move.part.return");
            self.builder.place("return", &given);
        }
        Ok(())
    }

    /// Adds the tokens of `return:K` to the returns of the last turn.
    fn give_back(&mut self, text: &str, parsed: &Line) -> Result<(), ConvertError> {
        let given = letters(text, &parsed.value, LETTERS)?;
        let Some(turn) = self.builder.last_of(parsed.seat) else {
            let seat = parsed.seat;
            let message =
                format!("seat {seat} returns tokens; expected a turn of that seat before");
            return Err(ConvertError::unknown(&parsed.kind, message));
        };
        let mut all = turn.returned.unwrap_or_default().counts();
        for (count, more) in all.iter_mut().zip(given) {
            *count = count.saturating_add(more);
        }
        if all.iter().any(|&count| count > limits::TOKENS) {
            return Err(ConvertError::unknown(&parsed.value, too_many()));
        }
        turn.returned = returned(all);
        self.builder.place("return", &parsed.value);
        nothing_more(parsed)
    }

    fn buy(&mut self, text: &str, parsed: &Line, line: &Range<usize>) -> Result<(), ConvertError> {
        let id = card(text, after_letter(text, &parsed.value, 'C')?)?;
        let pay = match &parsed.rest {
            None => None,
            Some(rest) if text[rest.clone()].starts_with("gold:") => {
                Some((self.with_gold(text, rest, parsed.seat, id)?, rest.clone()))
            }
            Some(rest) => {
                let span = part(text, rest, "pay:")?;
                Some((counts(counted(text, &span, LETTERS)?), span))
            }
        };
        let bonuses = self.bonuses[usize::from(parsed.seat)].iter_mut();
        for (bonus, (_, more)) in bonuses.zip(id.bonuses().iter()) {
            *bonus = bonus.saturating_add(more);
        }
        self.bought[usize::from(parsed.seat)] += 1;
        let paid = pay.as_ref().map(|(pay, _)| *pay);
        let purchase = Some(Purchase::new(id, paid, None));
        let turn = Turn { seat: Some(parsed.seat), purchase, ..Turn::default() };
        self.builder.push(turn, line);
        self.builder.place("purchase/card", &parsed.value);
        if let Some((_, span)) = pay {
            self.builder.account.understood("move.part.payment");
            self.builder.place("purchase/pay", &span);
        }
        Ok(())
    }

    /// Reads `gold:W1K2`, the gems replaced by gold; gems pay the rest of the cost.
    fn with_gold(
        &mut self,
        text: &str,
        rest: &Range<usize>,
        seat: u8,
        id: Card,
    ) -> Result<TokenCounts, ConvertError> {
        let gold = counted(text, &part(text, rest, "gold:")?, "WUGRK")?;
        let mut pay = [0_u8; 6];
        for (kind, color) in Color::ALL.into_iter().enumerate() {
            let cost = id.cost().get(color);
            let due = cost.saturating_sub(self.bonuses[usize::from(seat)][kind]);
            pay[kind] = due.saturating_sub(gold[kind]);
            let all = &mut pay[Token::Gold.index()];
            *all = all.saturating_add(gold[kind]);
        }
        if pay[Token::Gold.index()] > limits::TOKENS {
            return Err(ConvertError::unknown(rest, too_many()));
        }
        self.builder.account.inferred("pay", REST);
        Ok(counts(pay))
    }
}

/// Returns the ranges of the words of a text.
fn words<'t>(text: &'t str, span: &Range<usize>) -> impl Iterator<Item = Range<usize>> + 't {
    let mut start = span.start;
    let parts = text[span.clone()].split(' ').map(move |part| {
        let found = start..start + part.len();
        start = found.end + 1;
        found
    });
    parts.filter(|part| !part.is_empty())
}

fn nothing_more(parsed: &Line) -> Result<(), ConvertError> {
    match &parsed.rest {
        None => Ok(()),
        Some(rest) => Err(ConvertError::unknown(rest, "expected nothing after this move")),
    }
}

/// Returns the range after a leading letter.
fn after_letter(
    text: &str,
    span: &Range<usize>,
    letter: char,
) -> Result<Range<usize>, ConvertError> {
    if text[span.clone()].starts_with(letter) {
        return Ok(span.start + 1..span.end);
    }
    let found = clip(&text[span.clone()]);
    Err(ConvertError::unknown(span, format!("expected `{letter}` and a number, found `{found}`")))
}

/// Returns the range after a leading name.
fn part(text: &str, span: &Range<usize>, name: &str) -> Result<Range<usize>, ConvertError> {
    if text[span.clone()].starts_with(name) {
        return Ok(span.start + name.len()..span.end);
    }
    let found = clip(&text[span.clone()]);
    Err(ConvertError::unknown(span, format!("expected `{name}`, found `{found}`")))
}

fn too_many() -> String {
    format!("more than {} tokens of one kind, which no log can hold", limits::TOKENS)
}

/// Counts letters like `WUK`.
fn letters(text: &str, span: &Range<usize>, known: &str) -> Result<[u8; 6], ConvertError> {
    let mut found = [0; 6];
    for (at, letter) in text[span.clone()].char_indices() {
        let Some(kind) = known.find(letter) else {
            let at = span.start + at..span.start + at + letter.len_utf8();
            let message = format!("expected one of {known}, found `{}`", clip(&text[at.clone()]));
            return Err(ConvertError::unknown(&at, message));
        };
        if found[kind] == limits::TOKENS {
            return Err(ConvertError::unknown(span, too_many()));
        }
        found[kind] += 1;
    }
    if span.is_empty() {
        return Err(ConvertError::unknown(span, format!("expected letters of {known}")));
    }
    Ok(found)
}

/// Reads counts like `W0U1K2`, each letter at most once.
fn counted(text: &str, span: &Range<usize>, known: &str) -> Result<[u8; 6], ConvertError> {
    let (mut found, mut seen) = ([0; 6], [false; 6]);
    let mut rest = span.clone();
    while let Some(letter) = text[rest.clone()].chars().next() {
        let digits = text[rest.start + letter.len_utf8()..rest.end].bytes();
        let count = digits.take_while(u8::is_ascii_digit).count();
        let at = rest.start + letter.len_utf8()..rest.start + letter.len_utf8() + count;
        let Some(kind) = known.find(letter).filter(|&kind| !seen[kind]) else {
            let message = format!("expected each of {known} at most once, found `{letter}`");
            return Err(ConvertError::unknown(&(rest.start..at.start), message));
        };
        seen[kind] = true;
        found[kind] = u8::try_from(number(text, &at, limits::TOKENS.into())?).unwrap_or(0);
        rest.start = at.end;
    }
    Ok(found)
}

/// Reads `C42`, a card of the market, or `L2`, a deck.
fn reserve(text: &str, span: &Range<usize>) -> Result<Reserve, ConvertError> {
    if text[span.clone()].starts_with('C') {
        return Ok(Reserve::Market(card(text, after_letter(text, span, 'C')?)?));
    }
    let level = number(text, &after_letter(text, span, 'L')?, 3)?;
    let level = Level::ALL.into_iter().find(|one| u64::from(one.number()) == level);
    let deck = level.ok_or_else(|| ConvertError::unknown(span, "expected L1, L2 or L3"))?;
    Ok(Reserve::Deck { row: Row::from(deck), card: None, under: None })
}
