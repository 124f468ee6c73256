//! The end of a turn, of a round and of the game; scores and winners.

use super::{Events, TurnInProgress};
use crate::game::{ConsultedRulings, EndTime, Game, Rules, Stalemate, Tie, TieCards};
use crate::position::{End, MOST_SEATS, Phase, Position, Seat, SunNeverSets, Table, TurnState};
use crate::turn::{Action, Turn};

/// Ends the turn: looks for the trigger, for a stalemate, and for the last turn.
#[inline]
pub(super) fn close(progress: &mut TurnInProgress<'_>) {
    let (rulings, game) = (&progress.rulings, progress.game);
    let triggers = calls_the_end(rulings, game, &progress.now.table, progress.seat());
    let Events { forced_pass, noble, post, .. } = progress.events;
    let stuck = forced_pass && noble.is_none() && post.is_none();
    let turn_state = &mut progress.now.table.turn_state;
    let passes_in_a_row = count_passes(turn_state.passes_in_a_row, rulings, progress.turn, stuck);
    let triggered = turn_state.move_on(passes_in_a_row, triggers);
    let ended = ending(rulings, game, progress.now);
    if let Some(end) = ended {
        progress.now.table.turn_state.phase = Phase::Ended(end);
    }
    (progress.events.triggered, progress.events.ended) = (triggered, ended);
}

impl TurnState {
    /// Counts the turn, stores the passes in a row, and moves to the next seat. Returns whether the
    /// turn triggered the end.
    #[inline]
    const fn move_on(&mut self, passes_in_a_row: u8, triggers: bool) -> bool {
        self.turns = self.turns.saturating_add(1);
        self.passes_in_a_row = passes_in_a_row;
        let triggered = triggers && matches!(self.phase, Phase::Open);
        if triggered {
            self.phase = Phase::LastRound;
        }
        let next = self.to_move + 1;
        // A multiplication instead of a branch, because processors mispredict the end of a round.
        self.to_move = next * (next < self.seat_count) as u8;
        triggered
    }
}

/// Returns how many passes in a row count towards a stalemate after a turn: the forced passes that
/// brought no noble and no post, or under the ruling `passed-round` all passes of the round.
#[inline]
fn count_passes(before: u8, rulings: &ConsultedRulings<'_>, turn: &Turn, stuck: bool) -> u8 {
    if !matches!(turn.action, Action::Pass) {
        return 0;
    }
    match rulings.stalemate() {
        Stalemate::Ends | Stalemate::Continues if stuck => before.saturating_add(1),
        Stalemate::PassedRound if turn.seat == 0 => 1,
        Stalemate::PassedRound => before.saturating_add(1),
        Stalemate::Ends | Stalemate::Continues => 0,
    }
}

/// Returns whether a seat triggers the end: with The Cities if it meets a city, otherwise if it has
/// the target of prestige.
#[inline]
pub(crate) fn calls_the_end(
    rulings: &ConsultedRulings<'_>,
    game: &Game<'_>,
    table: &Table,
    seat: &Seat,
) -> bool {
    if game.rules.modules.cities {
        seat.meets_any(table.cities)
    } else {
        seat.prestige >= rulings.target()
    }
}

/// Returns how the game ends with a turn, in the position after it.
#[inline]
fn ending(rulings: &ConsultedRulings<'_>, game: &Game<'_>, next: &Position) -> Option<End> {
    let TurnState { passes_in_a_row, seat_count, phase, .. } = next.table.turn_state;
    let is_stale = passes_in_a_row >= seat_count
        && match rulings.stalemate() {
            Stalemate::Ends | Stalemate::PassedRound => true,
            Stalemate::Continues => false,
        };
    match phase {
        Phase::LastRound if !has_last_turn(rulings, game, next, next.to_move()) => {
            Some(End::Completed)
        }
        Phase::Open | Phase::LastRound => is_stale.then_some(End::Stalemate),
        Phase::Ended(_) => None,
    }
}

/// Returns whether a seat that is next still has a turn once the end is triggered.
///
/// Under `others-once` the position tells the seat that triggered the end: nobody else who meets
/// the condition can be next. A seat before it in turn order has not acted since, and met it
/// neither then nor now.
#[cold]
fn has_last_turn(
    rulings: &ConsultedRulings<'_>,
    game: &Game<'_>,
    position: &Position,
    seat: u8,
) -> bool {
    match rulings.end_time() {
        EndTime::Round => seat != 0,
        EndTime::AtOnce => false,
        EndTime::OthersOnce => {
            let holdings = &position.seats[usize::from(seat) % MOST_SEATS];
            !calls_the_end(rulings, game, &position.table, holdings)
        }
    }
}

impl Rules {
    /// Whether a tie counts the cards that a seat bought instead of those in front of it. Only with
    /// Orient or Strongholds they can differ: in other games no card comes free or leaves.
    fn ties_count_purchases(&self) -> bool {
        match self.rulings.tie_cards {
            TieCards::Gained => self.modules.have_sun_never_sets(),
            TieCards::InPlay => false,
        }
    }
}

impl SunNeverSets {
    /// Counts a purchase of a seat, where purchases may break ties.
    pub(crate) fn count_purchase(&mut self, game: &Game<'_>, seat: usize) {
        if game.rules.modules.have_sun_never_sets() {
            let count = &mut self.purchases[seat % MOST_SEATS];
            *count = count.saturating_add(1);
        }
    }
}

/// The seats that win, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Winners(u8);

impl Winners {
    /// Returns whether a seat wins.
    pub const fn has(self, seat: u8) -> bool {
        seat < 8 && self.0 >> seat & 1 == 1
    }

    /// Returns the seats that win.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..8).filter(move |&seat| self.has(seat))
    }
}

impl Position {
    /// Returns whether a seat has what triggers the end.
    pub fn can_trigger_the_end(&self, game: &Game<'_>, seat: u8) -> bool {
        let rulings = ConsultedRulings::new(&game.rules.rulings);
        let seat = self.seats().get(usize::from(seat));
        seat.is_some_and(|seat| calls_the_end(&rulings, game, &self.table, seat))
    }

    /// Returns the seats that still have a turn in the last round, in the order of their turns;
    /// none in another phase.
    pub fn seats_with_a_last_turn(&self, game: &Game<'_>) -> impl Iterator<Item = u8> {
        let rulings = ConsultedRulings::new(&game.rules.rulings);
        let TurnState { to_move, seat_count, phase, .. } = self.table.turn_state;
        let count = match phase {
            Phase::LastRound => seat_count,
            Phase::Open | Phase::Ended(_) => 0,
        };
        let next = (0..count).map(move |turns| (to_move + turns) % seat_count);
        next.take_while(move |&seat| has_last_turn(&rulings, game, self, seat))
    }

    /// Returns the prestige of each seat.
    pub fn scores(&self) -> impl Iterator<Item = u8> {
        self.seats().iter().map(|seat| seat.prestige)
    }

    /// Returns how many cards of a seat count when a tie is broken, by the ruling `tie-cards`.
    pub fn cards_in_tie(&self, game: &Game<'_>, seat: u8) -> u8 {
        let seat = usize::from(seat);
        if game.rules.ties_count_purchases() {
            self.sun_never_sets.purchases.get(seat).copied().unwrap_or(0)
        } else {
            self.seats().get(seat).map_or(0, |seat| seat.bought.len())
        }
    }

    /// Returns the seats that would win if the game ended here. With The Cities only seats that
    /// meet a city can win; under the ruling `passed-round` no seat wins after a round of passes.
    pub fn winners(&self, game: &Game<'_>) -> Winners {
        match (self.phase(), game.rules.rulings.stalemate) {
            (Phase::Ended(End::Stalemate), Stalemate::PassedRound) => return Winners::default(),
            (_, Stalemate::Ends | Stalemate::Continues | Stalemate::PassedRound) => {}
        }
        let mut standings = [(0, 0); MOST_SEATS];
        let mut seats = [0; MOST_SEATS];
        let mut count = 0;
        for (number, seat) in (0_u8..).zip(self.seats()) {
            if !game.rules.modules.cities || seat.meets_any(self.table.cities) {
                standings[count] = (seat.prestige, self.cards_in_tie(game, number));
                seats[count] = number;
                count += 1;
            }
        }
        let winners = winners_of(&standings[..count], game.rules.rulings.tie);
        Winners(winners.iter().fold(0, |set, place| set | 1 << seats[usize::from(place)]))
    }
}

/// Returns the winners among seats with this prestige and this number of bought cards each.
pub fn winners_of(standings: &[(u8, u8)], tie: Tie) -> Winners {
    let most = standings.iter().map(|&(prestige, _)| prestige).max();
    let leads = |&(prestige, _): &(u8, u8)| Some(prestige) == most;
    let fewest =
        standings.iter().filter(|&standing| leads(standing)).map(|&(_, cards)| cards).min();
    let (first, last) = (standings.iter().position(leads), standings.iter().rposition(leads));
    let has_fewest = |standing: &(u8, u8)| leads(standing) && Some(standing.1) == fewest;
    let first_of_fewest = standings.iter().position(has_fewest);
    let wins = |seat: usize, standing: &(u8, u8)| {
        leads(standing)
            && match tie {
                Tie::FewestCardsThenShared => Some(standing.1) == fewest,
                Tie::FewestCardsThenFirstSeat => Some(seat) == first_of_fewest,
                Tie::MostPrestigeShared => true,
                Tie::LastSeat => Some(seat) == last,
                Tie::FirstSeat => Some(seat) == first,
            }
    };
    let all = standings.iter().enumerate().take(8);
    Winners(all.fold(0, |set, (seat, standing)| set | u8::from(wins(seat, standing)) << seat))
}
