//! The position of a KIFU; a position before the first turn becomes the setup of the log.

use std::ops::Range;

use splendor_core::{Card, Level, Noble, Row};
use splendor_schema::log::{Market, Setup};

use super::number;
use crate::fields::clip;
use crate::numbers::{self, CSPLENDOR_CARDS, CSPLENDOR_NOBLES};
use crate::side_file::SideSetup;
use crate::{Account, ConvertError};

/// The setup, with the places of its parts.
pub(super) struct Start {
    pub(super) setup: Setup,
    pub(super) market: Range<usize>,
    pub(super) nobles: Range<usize>,
}

impl Start {
    /// Returns the setup of a side file, for a position that names only a seed.
    pub(super) fn of(side: &SideSetup, position: &Range<usize>) -> Self {
        let (market, nobles) = (position.clone(), position.clone());
        Self { setup: side.setup.clone(), market, nobles }
    }

    /// Adds the decks of a side file that has the same market and nobles.
    pub(super) fn add_decks(
        &mut self,
        side: &SideSetup,
        position: &Range<usize>,
    ) -> Result<(), ConvertError> {
        if sorted(&side.setup) != sorted(&self.setup) {
            let message = "the side file has another market or other nobles than this position";
            return Err(ConvertError::unknown(position, message));
        }
        self.setup.decks.clone_from(&side.setup.decks);
        Ok(())
    }

    /// Checks a repeated position.
    pub(super) fn same(&self, other: &Self, place: &Range<usize>) -> Result<(), ConvertError> {
        if sorted(&self.setup) == sorted(&other.setup) {
            return Ok(());
        }
        let message = "`InitialSPN` has another market or other nobles than `Position`";
        Err(ConvertError::unknown(place, message))
    }
}

/// Returns the market and the nobles, sorted for comparison.
fn sorted(setup: &Setup) -> ([Vec<Card>; 3], Vec<Noble>) {
    let row = |level| {
        let mut row = setup.market.row(Row::from(level)).unwrap_or_default().to_vec();
        row.sort();
        row
    };
    let mut nobles = setup.nobles.clone().unwrap_or_default();
    nobles.sort();
    (Level::ALL.map(row), nobles)
}

/// Reads a position like
/// `bank:… | visible:… | decks:36,26,16 | nobles:[…] | P0:… | P1:… | 0`.
///
/// The notation has two spellings of its end: the client puts a bar before the seat to move, the
/// published grammar only a space. The position must be from before the first turn, because a log
/// starts there.
pub(super) fn start(
    text: &str,
    span: Range<usize>,
    seats: u8,
    account: &mut Account,
) -> Result<Start, ConvertError> {
    let mut sections = sections(text, &span);
    let [bank, visible, decks, nobles] = [
        named(text, &mut sections, &span, "bank:")?,
        named(text, &mut sections, &span, "visible:")?,
        named(text, &mut sections, &span, "decks:")?,
        named(text, &mut sections, &span, "nobles:")?,
    ];
    let gems = [4, 4, 4, 5, 7][usize::from(seats.min(4))];
    expect_value(text, &bank, &format!("W{gems}U{gems}G{gems}R{gems}K{gems}D5"), "a whole supply")?;
    let mut to_move = None;
    for seat in 0..seats {
        let mut seat_span = named(text, &mut sections, &span, &format!("P{seat}:"))?;
        if seat + 1 == seats {
            to_move = split_at_space(text, &mut seat_span);
        }
        let raw = text[seat_span.clone()].replace("nobles:[];", "");
        if raw != NOTHING {
            let message = format!("seat {seat} already owns something: `{}`", clip(&raw));
            return Err(ConvertError::incomplete(&seat_span, message));
        }
    }
    let to_move = match to_move {
        Some(after_space) => after_space,
        None => named(text, &mut sections, &span, "")?,
    };
    expect_value(text, &to_move, "0", "seat 0 to begin")?;
    if let Some(more) = sections.next() {
        return Err(ConvertError::unknown(&more, "expected the end of the position"));
    }
    let (market, left) = market(text, &visible)?;
    expect_value(text, &decks, &left, "the decks that the market leaves")?;
    let tiles = bracketed(text, &nobles, |span| noble(text, span))?.0;
    for part in ["bank", "visible", "decks", "nobles", "seats", "to move"] {
        account.understood(format!("position.{part}"));
    }
    let setup = Setup { nobles: Some(tiles), market, ..Setup::default() };
    Ok(Start { setup, market: visible, nobles })
}

/// The notation of a seat without possessions.
pub(super) const NOTHING: &str =
    "gems:W0U0G0R0K0D0;bonuses:W0U0G0R0K0;points:0;reserved:[];bought:[]";

/// Splits a position at its bars and trims the sections.
fn sections<'t>(text: &'t str, span: &Range<usize>) -> impl Iterator<Item = Range<usize>> + 't {
    let mut start = span.start;
    text[span.clone()].split('|').map(move |part| {
        let at = start + part.len() - part.trim_start().len();
        let found = at..at + part.trim().len();
        start += part.len() + 1;
        found
    })
}

/// Cuts a section at its first space; returns the rest, trimmed.
fn split_at_space(text: &str, section: &mut Range<usize>) -> Option<Range<usize>> {
    let at = text[section.clone()].find(' ')?;
    let rest = text[section.start + at..section.end].trim_start().len();
    let rest = section.end - rest..section.end;
    section.end = section.start + at;
    Some(rest)
}

/// Returns the range after the name of the next section.
fn named(
    text: &str,
    sections: &mut impl Iterator<Item = Range<usize>>,
    whole: &Range<usize>,
    name: &str,
) -> Result<Range<usize>, ConvertError> {
    let needed = || format!("expected `{name}`");
    let Some(part) = sections.next() else {
        let end = whole.end..whole.end;
        return Err(ConvertError::unknown(&end, format!("the position ends; {}", needed())));
    };
    if !text[part.clone()].starts_with(name) {
        let found = clip(&text[part.clone()]);
        return Err(ConvertError::unknown(&part, format!("{}, found `{found}`", needed())));
    }
    Ok(part.start + name.len()..part.end)
}

/// Checks that a section has its value from before the first turn.
fn expect_value(
    text: &str,
    span: &Range<usize>,
    value: &str,
    what: &str,
) -> Result<(), ConvertError> {
    if &text[span.clone()] == value {
        return Ok(());
    }
    let found = clip(&text[span.clone()]);
    let message = format!("expected `{value}` ({what}, as before the first turn), found `{found}`");
    Err(ConvertError::incomplete(span, message))
}

/// Reads `L1[…]L2[…]L3[…]`; also returns the sizes of the decks.
fn market(text: &str, span: &Range<usize>) -> Result<(Market, String), ConvertError> {
    let mut rest = span.clone();
    let mut rows = Vec::new();
    for level in 1..=3 {
        let name = format!("L{level}");
        if !text[rest.clone()].starts_with(&name) {
            let found = clip(&text[rest.clone()]);
            return Err(ConvertError::unknown(
                &rest,
                format!("expected `{name}[`, found `{found}`"),
            ));
        }
        let (row, end) = bracketed(text, &(rest.start + 2..rest.end), |span| card(text, span))?;
        rows.push(row);
        rest.start = end;
    }
    if !rest.is_empty() {
        return Err(ConvertError::unknown(&rest, "expected the end of the market"));
    }
    let all = [40, 30, 20].into_iter().zip(&rows);
    let left: Vec<String> =
        all.map(|(all, row)| usize::saturating_sub(all, row.len()).to_string()).collect();
    let [level1, level2, level3] = <[Vec<Card>; 3]>::try_from(rows).unwrap_or_default();
    Ok((Market::base([level1, level2, level3]), left.join(",")))
}

/// Reads a list like `[29,15]`; also returns the offset of its end.
fn bracketed<T>(
    text: &str,
    span: &Range<usize>,
    one: impl Fn(Range<usize>) -> Result<T, ConvertError>,
) -> Result<(Vec<T>, usize), ConvertError> {
    let raw = &text[span.clone()];
    let close = raw.starts_with('[').then(|| raw.find(']')).flatten();
    let Some(close) = close else {
        let message = format!("expected a list in brackets, found `{}`", clip(raw));
        return Err(ConvertError::unknown(span, message));
    };
    let (mut found, mut start) = (Vec::new(), span.start + 1);
    for part in raw[1..close].split(',').filter(|_| close > 1) {
        // An empty slot of the market.
        if part != "-" {
            found.push(one(start..start + part.len())?);
        }
        start += part.len() + 1;
    }
    Ok((found, span.start + close + 1))
}

/// Reads the number of a card.
pub(super) fn card(text: &str, span: Range<usize>) -> Result<Card, ConvertError> {
    let found = numbers::card(CSPLENDOR_CARDS, number(text, &span, 89)?);
    found.ok_or_else(|| ConvertError::unknown(&span, "no card has this number"))
}

/// Reads the number of a noble.
pub(super) fn noble(text: &str, span: Range<usize>) -> Result<Noble, ConvertError> {
    let found = numbers::noble(CSPLENDOR_NOBLES, number(text, &span, 11)?);
    found.ok_or_else(|| ConvertError::unknown(&span, "no noble has this number"))
}
