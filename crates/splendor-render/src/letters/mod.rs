//! A position as text that a person can picture, at most 80 columns wide.

mod faces;
mod pen;

use splendor_core::{End, Game, Gems, Phase, Position, Power, Seat, Token, Tokens};
use splendor_schema::Name;
use splendor_verify::conditions_of_the_end;
use splendor_verify::words::{count_with_noun, seat_with_name};

use faces::{cities, market, nobles, tower};
use pen::{Pen, plain};

use crate::why::conditions;

/// How a position is shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct TableStyle<'n> {
    /// Whether the gem colors and gold are painted with ANSI codes, which suits a terminal only.
    pub color: bool,
    /// The names of the seats, in order. A seat without a name is shown by its number.
    pub names: &'n [Name],
}

/// Where the counts of each kind of token end.
const COUNTS: [usize; 6] = [27, 37, 46, 52, 58, 64];
/// The most characters of a name that are shown.
const NAME: usize = 9;

/// Returns the table as text: phase and turn, nobles, market, tokens, the components of each seat.
pub fn table_text(game: &Game<'_>, position: &Position, options: &TableStyle<'_>) -> String {
    let mut pen = Pen::new(options.color);
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
        parts_of_sun_never_sets(&mut pen, game, position, seat);
    }
    match position.phase() {
        Phase::Open => pen.text,
        Phase::LastRound | Phase::Ended(_) => {
            pen.text + "\n" + &end_with_title("end of the game:", game, position, options)
        }
    }
}

/// Returns whether the game has ended, and why: who wins, who has a turn left, or what is missing.
pub(crate) fn end_text(game: &Game<'_>, position: &Position, options: &TableStyle<'_>) -> String {
    end_with_title(&heading(position, options), game, position, options)
}

fn end_with_title(
    title: &str,
    game: &Game<'_>,
    position: &Position,
    options: &TableStyle<'_>,
) -> String {
    let end = conditions_of_the_end(game, position, &|seat| name(seat.into(), options));
    conditions(title, &end)
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
    let mut name = options.names.get(seat).map(Name::to_string).unwrap_or_default();
    if name.chars().count() > NAME {
        name = name.chars().take(NAME - 1).chain(['…']).collect();
    }
    seat_with_name(seat, name)
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

/// Writes what a seat holds only with Orient or Strongholds.
fn parts_of_sun_never_sets(pen: &mut Pen, game: &Game<'_>, position: &Position, seat: usize) {
    let bought = position.seats()[seat].bought();
    let virtual_gold = bought.and(game.components.with_power(Power::VirtualGold));
    let named = |id| game.components.card(id).to_string();
    list(pen, "  virtual gold: ", virtual_gold.iter().map(named));
    let copies = bought.iter().filter_map(|id| {
        let copied = position.copies().get(game.components, id)?;
        let number = if copied.doubled { "two " } else { "" };
        Some(format!("{} as {number}{}", named(id), copied.color.name()))
    });
    list(pen, "  copies: ", copies);
    let doubles = bought.and(game.components.with_power(Power::DoubleBonus));
    list(pen, "  double cards: ", doubles.iter().map(named));
    if game.rules.modules.strongholds {
        let seat = u8::try_from(seat).unwrap_or(0);
        let strongholds = position.strongholds();
        let stock = format!("{} {} in stock", tower(seat), strongholds.in_stock(seat));
        let standing = strongholds.of(seat).map(|id| format!("on {}", named(id)));
        list(pen, "  strongholds: ", std::iter::once(stock).chain(standing));
    }
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
