//! Redacts a log: removes the facts that a viewer may not know.
//!
//! Every struct is destructured with all its fields, so that a new field of the format does not
//! compile until someone decides whether it is secret.

mod anonymize;
mod redactions;

use std::fmt;

use splendor_schema::log::Setup;
use splendor_schema::turn::Reserve;
use splendor_schema::{Log, Turn};

pub use anonymize::anonymize;
pub use redactions::Redactions;

/// The viewer of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Viewer {
    /// The player in this seat, from 0.
    Seat(u8),
    /// A spectator, who has no seat.
    Spectator,
}

/// The error for a viewer's seat that is not at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSeat {
    /// The seat, from 0.
    pub seat: u8,
    /// The number of seats.
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

/// Removes the facts that a viewer may not know, and returns the removed fields.
///
/// Nothing replaces a removed field: the format defines what it means when absent.
///
/// ```
/// use splendor_schema::Log;
/// use splendor_play::generate::{GenerateOptions, generate};
/// use splendor_verify::redact::{Viewer, redact};
///
/// let mut log = generate(&GenerateOptions::default());
/// let left_out = redact(&mut log, Viewer::Spectator).unwrap();
/// assert_eq!(log.setup.decks, None);
/// assert!(left_out.iter().any(|(field, times)| (field, times) == ("setup.decks", 1)));
/// ```
///
/// # Errors
///
/// Returns an error if the viewer's seat is not at the table. The log is then unchanged.
pub fn redact(log: &mut Log, viewer: Viewer) -> Result<Redactions, NoSeat> {
    let seats = log.players.len();
    if let Viewer::Seat(seat) = viewer
        && usize::from(seat) >= seats
    {
        return Err(NoSeat { seat, seats });
    }
    let mut left_out = Redactions::default();
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

fn of_turn(turn: &mut Turn, sees: bool, left_out: &mut Redactions) {
    left_out.digest(turn);
    // Every field is listed, so that a new one does not compile until it is handled here.
    let Turn {
        reserve,
        seat: _,
        take: _,
        purchase: _,
        pass: _,
        foreign: _,
        refill: _,
        gem: _,
        copy: _,
        free: _,
        stronghold: _,
        conquest: _,
        returned: _,
        noble: _,
        post: _,
        after: _,
        ext: _,
    } = turn;
    let Some(Reserve::Deck { card, under, row: _ }) = reserve else { return };
    if !sees {
        left_out.field("turns.reserve.card", card);
        left_out.field("turns.reserve.under", under);
    }
}

/// The seat that acts in each turn, as far as it is certain.
///
/// A turn without a seat belongs to the seat that is due, as long as the seats acted in order. A
/// foreign turn may exchange players between seats, so after it no turn certainly belongs to the
/// viewer.
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
        self.foreign |= turn.is_foreign();
        if self.foreign {
            return None;
        }
        let due = self.next.and_then(|seat| u8::try_from(seat).ok());
        let actor = turn.seat.or(due);
        // A turn out of order leaves it open who is due later, so the count is never resumed.
        let in_order = self.next.filter(|_| actor == due);
        self.next = in_order.and_then(|seat| (seat + 1).checked_rem(self.seats));
        actor
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use splendor_play::generate::{GenerateOptions, generate};

    /// A game with two seats in which every turn reserves the next card of the first deck.
    fn reserving(turns: &[Value]) -> Log {
        let mut log = generate(&GenerateOptions::default());
        log.turns = turns
            .iter()
            .map(|turn| serde_json::from_value(turn.clone()).expect("a turn"))
            .collect();
        log
    }

    /// Returns for each blind reservation whether the redacted log still names its card.
    fn names_card(viewer: Viewer, turns: &[Value]) -> Vec<bool> {
        let mut seen = reserving(turns);
        redact(&mut seen, viewer).expect("the viewer has a seat");
        let card = |turn: &Turn| match turn.reserve {
            Some(Reserve::Deck { card, .. }) => Some(card.is_some()),
            Some(Reserve::Market(_)) | None => None,
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
        assert_eq!(names_card(Viewer::Seat(0), &in_order), [true, false, true, false]);
        assert_eq!(names_card(Viewer::Seat(1), &in_order), [false, true, false, true]);
        assert_eq!(names_card(Viewer::Spectator, &in_order), [false; 4]);
        // Seat 1 acts out of turn, so it is uncertain who takes the later turns without a seat.
        let astray = [by(1), here.clone(), by(1)];
        assert_eq!(names_card(Viewer::Seat(0), &astray), [false; 3]);
        assert_eq!(names_card(Viewer::Seat(1), &astray), [true, false, true]);
        // After a swap, the seats of the players are unknown.
        let swapped = [by(0), json!({ "foreign": "swap" }), by(0)];
        assert_eq!(names_card(Viewer::Seat(0), &swapped), [true, false]);
        assert_eq!(names_card(Viewer::Seat(1), &swapped), [false, false]);
    }

    #[test]
    fn a_viewer_has_a_seat_at_the_table() {
        let mut log = generate(&GenerateOptions::default());
        let before = log.clone();
        let refused = redact(&mut log, Viewer::Seat(2)).unwrap_err();
        assert_eq!(refused, NoSeat { seat: 2, seats: 2 });
        assert_eq!(refused.to_string(), "there is no seat 2: the log has 2 players, seats 0 to 1");
        assert_eq!(log, before);
        log.players.clear();
        let refused = redact(&mut log, Viewer::Seat(0)).unwrap_err();
        assert_eq!(refused.to_string(), "there is no seat 0: the log has no players");
        assert!(redact(&mut log, Viewer::Spectator).is_ok());
    }
}
