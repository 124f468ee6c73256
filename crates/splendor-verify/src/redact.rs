//! A log as a seat, or somebody who holds none, may know it.
//!
//! Every field of the format is named where its type is taken apart, so that a new one cannot be
//! forgotten.

use std::fmt;

use splendor_schema::{DeckReserve, Log, Reserve, ReserveTurn, Setup, Turn};

use crate::LeftOut;

/// Who looks at a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Viewer {
    /// Who holds this seat, from 0.
    Seat(u8),
    /// Who holds none.
    Spectator,
}

/// A viewer's seat that is not at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSeat {
    /// The seat, from 0.
    pub seat: u8,
    /// How many seats there are.
    pub seats: usize,
}

impl fmt::Display for NoSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no seat {}: ", self.seat)?;
        match self.seats {
            0 => f.write_str("the log has no players"),
            1 => f.write_str("the log has one player, seat 0"),
            seats => write!(f, "the log has {seats} players, seats 0 to {}", seats - 1),
        }
    }
}

impl std::error::Error for NoSeat {}

/// Leaves out of a log what the viewer may not know, and returns what that was.
///
/// Nothing is put in the place of what goes: the format has a reading for each of these fields
/// when it is absent.
///
/// ```
/// use splendor_schema::Log;
/// use splendor_verify::{GenerateOptions, Viewer, generate, redact};
///
/// let mut log = generate(&GenerateOptions::default());
/// let left_out = redact(&mut log, Viewer::Spectator).unwrap();
/// assert_eq!(log.setup.decks, None);
/// assert!(left_out.iter().any(|(field, times)| (field, times) == ("setup.decks", 1)));
/// ```
///
/// # Errors
///
/// If the viewer's seat is not at the table; then the log is as it was.
pub fn redact(log: &mut Log, viewer: Viewer) -> Result<LeftOut, NoSeat> {
    let seats = log.players.len();
    if let Viewer::Seat(seat) = viewer
        && usize::from(seat) >= seats
    {
        return Err(NoSeat { seat, seats });
    }
    let mut left_out = LeftOut::default();
    left_out.unread(log);
    let Log {
        source,
        setup: Setup { decks, nobles: _, cities: _, market: _ },
        turns,
        schema: _,
        format: _,
        rules: _,
        omits: _,
        players: _,
        end: _,
        result: _,
        ext: _,
    } = log;
    left_out.game(source);
    left_out.field("setup.decks", decks);
    let mut actors = Actors::new(seats);
    for turn in turns {
        let actor = actors.of(turn);
        let sees = matches!(viewer, Viewer::Seat(seat) if actor == Some(seat));
        of_turn(turn, sees, &mut left_out);
    }
    Ok(left_out)
}

fn of_turn(turn: &mut Turn, sees: bool, left_out: &mut LeftOut) {
    left_out.digest(turn);
    let Turn::Reserve(ReserveTurn { reserve, common: _ }) = turn else { return };
    let Reserve::Deck(DeckReserve { card, under, deck: _ }) = reserve else { return };
    if !sees {
        left_out.field("turns.reserve.card", card);
        left_out.field("turns.reserve.under", under);
    }
}

/// Who acts in each turn, as far as that is sure.
///
/// A seat that is not told is the one whose turn it is, as long as the seats have acted in order. A
/// foreign turn may have changed who holds a seat: from there on nobody is sure to be the viewer.
struct Actors {
    seats: usize,
    next: Option<usize>,
    foreign: bool,
}

impl Actors {
    fn new(seats: usize) -> Self {
        Self { seats, next: Some(0), foreign: false }
    }

    fn of(&mut self, turn: &Turn) -> Option<u8> {
        self.foreign |= matches!(turn, Turn::Foreign(_));
        if self.foreign {
            return None;
        }
        let due = self.next.and_then(|seat| u8::try_from(seat).ok());
        let actor = turn.seat().or(due);
        let in_order = self.next.filter(|_| actor == due);
        self.next = in_order.and_then(|seat| (seat + 1).checked_rem(self.seats));
        actor
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{GenerateOptions, generate};

    /// A game of two seats in which every turn reserves the next card of the first deck.
    fn reserving(turns: &[Value]) -> Log {
        let mut log = generate(&GenerateOptions::default());
        log.turns = turns
            .iter()
            .map(|turn| serde_json::from_value(turn.clone()).expect("a turn"))
            .collect();
        log
    }

    /// For each blind reservation, whether its card is told.
    fn told(viewer: Viewer, turns: &[Value]) -> Vec<bool> {
        let mut seen = reserving(turns);
        redact(&mut seen, viewer).expect("the viewer has a seat");
        let card = |turn: &Turn| match turn {
            Turn::Reserve(ReserveTurn { reserve: Reserve::Deck(deck), .. }) => {
                Some(deck.card.is_some())
            }
            _ => None,
        };
        seen.turns.iter().filter_map(card).collect()
    }

    #[test]
    fn a_card_is_shown_to_none_but_the_seat_that_surely_acts() {
        let here = json!({ "reserve": { "deck": 1, "card": "a0d3s", "under": "a0s3o" } });
        let by = |seat: u8| {
            let mut turn = here.clone();
            turn["seat"] = json!(seat);
            turn
        };
        let in_order = [here.clone(), here.clone(), by(0), here.clone()];
        assert_eq!(told(Viewer::Seat(0), &in_order), [true, false, true, false]);
        assert_eq!(told(Viewer::Seat(1), &in_order), [false, true, false, true]);
        assert_eq!(told(Viewer::Spectator, &in_order), [false; 4]);
        // Seat 1 acts out of turn: whose the turns without a seat are from then on is not sure.
        let astray = [by(1), here.clone(), by(1)];
        assert_eq!(told(Viewer::Seat(0), &astray), [false; 3]);
        assert_eq!(told(Viewer::Seat(1), &astray), [true, false, true]);
        // Who sits where after a swap of seats is not known.
        let swapped = [by(0), json!({ "foreign": "swap" }), by(0)];
        assert_eq!(told(Viewer::Seat(0), &swapped), [true, false]);
        assert_eq!(told(Viewer::Seat(1), &swapped), [false, false]);
    }

    #[test]
    fn a_viewer_has_a_seat_at_the_table() {
        let mut log = generate(&GenerateOptions::default());
        let whole = log.clone();
        let refused = redact(&mut log, Viewer::Seat(2)).unwrap_err();
        assert_eq!(refused, NoSeat { seat: 2, seats: 2 });
        assert_eq!(refused.to_string(), "there is no seat 2: the log has 2 players, seats 0 to 1");
        assert_eq!(log, whole);
        log.players.clear();
        let refused = redact(&mut log, Viewer::Seat(0)).unwrap_err();
        assert_eq!(refused.to_string(), "there is no seat 0: the log has no players");
        assert!(redact(&mut log, Viewer::Spectator).is_ok());
    }
}
