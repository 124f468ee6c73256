//! A position as text that a person can picture, at most 80 columns wide.

use std::borrow::Cow;
use std::fmt;

use splendor_core::{
    Card, City, CityId, Color, End, Game, Gems, Noble, NobleSet, Phase, Position, Row, Seat, Token,
    Tokens,
};
use splendor_schema::Name;
use splendor_verify::words::count_with_noun;

/// How a position is shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct TableStyle<'n> {
    /// Whether the gem colors and gold are painted with ANSI codes, which suits a terminal only.
    pub color: bool,
    /// The names of the seats, in order. A seat without a name is shown by its number.
    pub names: &'n [Name],
}

/// The columns where the parts of a row begin: five to a line.
const CELL: usize = 15;
/// Where the counts of each kind of token end.
const COUNTS: [usize; 6] = [27, 37, 46, 52, 58, 64];
/// The most characters of a name that are shown.
const NAME: usize = 9;

/// Returns the table as text: phase and turn, nobles, market, tokens, the components of each seat.
pub fn table_text(game: &Game<'_>, position: &Position, options: &TableStyle<'_>) -> String {
    let mut pen = Pen { color: options.color, text: String::new(), column: 0, gap: 0 };
    pen.line(&heading(position, options));
    pen.blank();
    nobles(&mut pen, game, position.nobles());
    cities(&mut pen, position);
    for level in game.rows().iter().copied().rev() {
        market(&mut pen, game, position, level);
    }
    pen.blank();
    tokens(&mut pen, position, options);
    pen.blank();
    for (seat, holdings) in position.seats().iter().enumerate() {
        before_seat(&mut pen, game, position, &name(seat, options), holdings);
    }
    pen.text
}

fn heading(position: &Position, options: &TableStyle<'_>) -> String {
    let turn = position.turns() + 1;
    let next = format!("{} to act", name(usize::from(position.to_move()), options));
    let last = position.phase() == Phase::LastRound;
    match position.phase() {
        Phase::Ended(end) => format!("the game is over: {}", said(end)),
        _ if turn > 1 || is_beginning(position) => {
            let last = if last { "last round" } else { "round" };
            format!("{last} {}, turn {turn}: {next}", position.round())
        }
        _ if last => format!("last round: {next}"),
        _ => next,
    }
}

/// Returns whether no seat has acted yet. Otherwise a count of zero turns means that the count is
/// unknown.
fn is_beginning(position: &Position) -> bool {
    let untouched = |seat: &Seat| *seat == Seat::default();
    position.to_move() == 0 && position.seats().iter().all(untouched)
}

const fn said(end: End) -> &'static str {
    match end {
        End::Completed => "completed",
        End::Stalemate => "stalemate",
    }
}

fn name(seat: usize, options: &TableStyle<'_>) -> String {
    let name = options.names.get(seat).map(Name::to_string).unwrap_or_default();
    if name.is_empty() {
        format!("seat {seat}")
    } else if name.chars().count() > NAME {
        let short: String = name.chars().take(NAME - 1).collect();
        format!("seat {seat} ({short}…)")
    } else {
        format!("seat {seat} ({name})")
    }
}

/// A small picture of a tile or a card: up to three lines, as wide as a cell.
type Face<'f> = [Vec<Word<'f>>; 3];

/// A piece of text, colored if it represents a kind of token.
type Word<'w> = (Option<Token>, Cow<'w, str>);

fn plain(text: impl fmt::Display) -> Word<'static> {
    (None, text.to_string().into())
}

fn nobles(pen: &mut Pen, game: &Game<'_>, on_table: NobleSet) {
    if on_table.is_empty() {
        return;
    }
    pen.line("nobles");
    let faces: Vec<Face<'_>> =
        on_table.iter().map(|id| of_noble(game.components.noble(id))).collect();
    row(pen, &faces);
}

/// The cities on the table.
fn cities(pen: &mut Pen, position: &Position) {
    let faces: Vec<Face<'_>> = position.cities().iter().map(CityId::facts).map(of_city).collect();
    if !faces.is_empty() {
        pen.line("cities");
        row(pen, &faces);
    }
}

fn of_city(city: City) -> Face<'static> {
    let mut demand = amounts(city.cards);
    match (city.cards == Gems::NONE, city.further) {
        (_, 0) => {}
        (true, further) => demand = vec![plain(format!("+{further}"))],
        (false, further) => demand.push(plain(format!(" +{further}"))),
    }
    [vec![plain(points(city.prestige))], demand, vec![plain(city)]]
}

fn of_noble(noble: Noble) -> Face<'static> {
    [vec![plain(points(noble.points))], amounts(noble.demand), vec![plain(noble)]]
}

fn market(pen: &mut Pen, game: &Game<'_>, position: &Position, level: Row) {
    let known = position.market().and(game.components.of_row(level));
    let deck = position.deck(level).len();
    if known.is_empty() {
        let marks = " ?".repeat(usize::from(position.market_hidden()[level.index()]));
        let marks = if marks.is_empty() { " no card" } else { &marks };
        pen.line(&format!("{level}, {deck} in the deck:{marks}"));
        return;
    }
    pen.blank();
    pen.line(&format!("{level}, {deck} in the deck"));
    let known = known.iter().map(|id| of_card(game.components.card(id)));
    let hidden = usize::from(position.market_hidden()[level.index()]);
    let hidden = std::iter::repeat_n([vec![plain("?")], Vec::new(), Vec::new()], hidden);
    row(pen, &known.chain(hidden).collect::<Vec<_>>());
}

fn of_card(card: Card) -> Face<'static> {
    let bonus = (card.bonus.map(Token::Gem), Cow::Owned(card.brings().to_string()));
    let points = (card.points > 0).then(|| plain(format!(" {}", points(card.points))));
    let bonus = std::iter::once(bonus).chain(points).collect();
    [bonus, amounts(card.cost), vec![plain(card)]]
}

fn points(count: u8) -> String {
    format!("{count} pt")
}

/// Returns amounts like `2d 1o`, or a dash if all are zero.
fn amounts(gems: Gems) -> Vec<Word<'static>> {
    let kinds = gems.iter().filter(|&(_, count)| count > 0).enumerate();
    let words = kinds.map(|(place, (color, count))| {
        let blank = if place == 0 { "" } else { " " };
        (Some(Token::Gem(color)), format!("{blank}{count}{}", color.letter()).into())
    });
    let words: Vec<_> = words.collect();
    if words.is_empty() { vec![plain("-")] } else { words }
}

/// Draws faces in rows of at most five.
fn row(pen: &mut Pen, faces: &[Face<'_>]) {
    for chunk in faces.chunks(5) {
        for part in 0..3 {
            let mut written = false;
            for (place, face) in chunk.iter().enumerate() {
                pen.to(2 + place * CELL);
                face[part].iter().for_each(|word| pen.word(word));
                written |= !face[part].is_empty();
            }
            if written {
                pen.end();
            }
        }
        pen.blank();
    }
}

fn tokens(pen: &mut Pen, position: &Position, options: &TableStyle<'_>) {
    for (token, end) in Token::ALL.into_iter().zip(COUNTS) {
        pen.to(end - token.name().len());
        pen.word(&(Some(token), token.name().into()));
    }
    pen.end();
    counts(pen, "supply", position.supply());
    for (seat, holdings) in position.seats().iter().enumerate() {
        counts(pen, &name(seat, options), holdings.tokens());
        if holdings.bonuses() != Gems::NONE {
            counts(pen, "  bonuses", Tokens::from(holdings.bonuses()));
        }
    }
}

/// Writes a line of the grid, with a point for zero.
fn counts(pen: &mut Pen, label: &str, tokens: Tokens) {
    pen.word(&plain(label));
    for ((token, count), end) in tokens.iter().zip(COUNTS) {
        let text = if count == 0 { ".".to_owned() } else { count.to_string() };
        pen.to(end - text.len());
        pen.word(&(Some(token).filter(|_| count > 0), text.into()));
    }
    pen.end();
}

fn before_seat(pen: &mut Pen, game: &Game<'_>, position: &Position, name: &str, seat: &Seat) {
    let bought = count_with_noun(seat.bought().len(), "card", "cards");
    pen.line(&format!("{name}: {} prestige, {bought} bought", seat.prestige()));
    let known = seat.hand().iter().map(|id| {
        let veil = if position.secret().has(id) { " (hidden from others)" } else { "" };
        format!("{}{veil}", game.components.card(id))
    });
    let hidden = game.rows().iter().copied().flat_map(|level| {
        let count = usize::from(seat.hidden()[level.index()]);
        std::iter::repeat_n(format!("? of {level}"), count)
    });
    list(pen, "  hand: ", known.chain(hidden));
    list(pen, "  nobles: ", seat.nobles().iter().map(|id| game.components.noble(id).to_string()));
    list(pen, "  posts: ", seat.posts().iter().map(|post| post.to_string()));
}

/// Writes a list with a label, broken where the line would grow too long; nothing for an empty one.
fn list(pen: &mut Pen, label: &str, items: impl Iterator<Item = String>) {
    for (place, item) in items.enumerate() {
        if place == 0 {
            pen.word(&plain(label));
        } else if pen.column + item.len() > 77 {
            pen.word(&plain(","));
            pen.end();
            pen.to(label.len());
        } else {
            pen.word(&plain(", "));
        }
        pen.word(&plain(item));
    }
    if pen.column > 0 {
        pen.end();
    }
}

/// Writes words at columns, without blanks at the end of a line.
struct Pen {
    color: bool,
    text: String,
    column: usize,
    /// Blanks that are written before the next word.
    gap: usize,
}

impl Pen {
    /// Moves to a column to the right.
    fn to(&mut self, column: usize) {
        self.gap = column.saturating_sub(self.column);
    }

    fn word(&mut self, (token, text): &Word<'_>) {
        if text.is_empty() {
            return;
        }
        self.text.extend(std::iter::repeat_n(' ', self.gap));
        self.column += self.gap + text.chars().count();
        self.gap = 0;
        match token.filter(|_| self.color) {
            Some(token) => self.text.extend([paint(token), text.as_ref(), "\u{1b}[0m"]),
            None => self.text.push_str(text),
        }
    }

    fn line(&mut self, text: &str) {
        self.word(&plain(text));
        self.end();
    }

    /// Writes an empty line, unless there is one already.
    fn blank(&mut self) {
        if !self.text.ends_with("\n\n") {
            self.end();
        }
    }

    fn end(&mut self) {
        self.text.push('\n');
        self.column = 0;
        self.gap = 0;
    }
}

/// Returns the ANSI code that begins the color of a token.
const fn paint(token: Token) -> &'static str {
    match token {
        Token::Gem(Color::Diamond) => "\u{1b}[1m",
        Token::Gem(Color::Sapphire) => "\u{1b}[34m",
        Token::Gem(Color::Emerald) => "\u{1b}[32m",
        Token::Gem(Color::Ruby) => "\u{1b}[31m",
        Token::Gem(Color::Onyx) => "\u{1b}[90m",
        Token::Gold => "\u{1b}[33m",
    }
}
