//! The properties along a turn and at the end that are not invariants, checked in the simplest way.

use super::found::Stop;
use super::search::Search;
use splendor_core::{
    Action, CityId, Color, End, EndTime, Phase, Position, Row, Seat, Stalemate, Tie, Turn,
};

impl Search<'_> {
    /// Checks the effect of a legal turn on the cards that are still to be moved, and on the end.
    pub(super) fn edge(
        &self,
        before: &Position,
        turn: &Turn,
        after: &Position,
    ) -> Result<(), Stop> {
        let (was, is) = (potential(before), potential(after));
        let falls = match turn.action {
            Action::Take(_) | Action::Pass => was == is,
            Action::ReserveMarket(_) | Action::ReserveDeck { .. } => was == is + 1,
            Action::Purchase { .. } => was > is,
        };
        if !falls {
            return Err(Stop::defect("reserved and bought cards come nearer", before, Some(turn)));
        }
        let last = matches!(after.phase(), Phase::LastRound | Phase::Ended(End::Completed));
        if self.is_called(after) != last {
            return Err(Stop::defect("the end is called when it is due", before, Some(turn)));
        }
        let completed = after.phase() == Phase::Ended(End::Completed);
        if completed && !self.has_had_its_turns(before, after) {
            return Err(Stop::defect("every seat has had its turns", before, Some(turn)));
        }
        Ok(())
    }

    /// Whether each seat has had the turns that the ruling `end-time` gives it, at the end of a game.
    fn has_had_its_turns(&self, before: &Position, after: &Position) -> bool {
        match self.game.rules.rulings.end_time {
            EndTime::Round => after.to_move() == 0,
            EndTime::AtOnce => before.phase() == Phase::Open,
            EndTime::OthersOnce => self.calls(after, after.mover()),
        }
    }

    /// Whether some seat has triggered the end.
    pub(super) fn is_called(&self, position: &Position) -> bool {
        position.seats().iter().any(|seat| self.calls(position, seat))
    }

    fn calls(&self, position: &Position, seat: &Seat) -> bool {
        if self.game.rules.modules.cities {
            meets_a_city(position, seat)
        } else {
            seat.prestige() >= self.game.rules.rulings.target
        }
    }

    /// Checks a game that is over: no seat has a legal turn, and the winners are the seats that no
    /// other seat beats.
    pub(super) fn over(&self, position: &Position) -> Result<(), Stop> {
        if !position.legal_turns(&self.game).is_empty() {
            return Err(Stop::defect("a game that is over has no turn", position, None));
        }
        let winners = position.winners(&self.game);
        let wins = |seat: &Seat| self.wins(position, seat);
        let agree = (0..).zip(position.seats()).all(|(at, seat)| winners.has(at) == wins(seat));
        if !agree {
            return Err(Stop::defect("who wins is beaten by nobody", position, None));
        }
        Ok(())
    }

    fn wins(&self, position: &Position, seat: &Seat) -> bool {
        let rulings = self.game.rules.rulings;
        debug_assert_eq!(rulings.tie, Tie::FewestCardsThenShared, "the tie that is counted here");
        match (position.phase(), rulings.stalemate) {
            (Phase::Ended(End::Stalemate), Stalemate::PassedRound) => return false,
            (_, Stalemate::Ends | Stalemate::Continues | Stalemate::PassedRound) => {}
        }
        let counts = |seat: &Seat| !self.game.rules.modules.cities || meets_a_city(position, seat);
        let beats = |other: &Seat| {
            let (most, fewer) = (other.prestige() > seat.prestige(), other.bought().len());
            most || (other.prestige() == seat.prestige() && fewer < seat.bought().len())
        };
        counts(seat) && !position.seats().iter().any(|other| counts(other) && beats(other))
    }
}

/// Whether a seat has the prestige and the cards that some city asks for.
fn meets_a_city(position: &Position, seat: &Seat) -> bool {
    position.cities().iter().map(CityId::facts).any(|city| {
        let named = |color| city.cards.get(color) > 0;
        let enough = |color| seat.bonuses().get(color) >= city.cards.get(color);
        let further = |color| !named(color) && seat.bonuses().get(color) >= city.further;
        seat.prestige() >= city.prestige
            && Color::ALL.into_iter().all(enough)
            && (city.further == 0 || Color::ALL.into_iter().any(further))
    })
}

/// Twice the cards on the table and once the cards in hand: no turn makes it grow, and only takes
/// and passes keep it, so that a game without end is one of takes and passes.
fn potential(position: &Position) -> u16 {
    let decks =
        Row::ALL.into_iter().map(|level| u16::from(position.deck(level).len())).sum::<u16>();
    let hidden = position.market_hidden().iter().map(|&count| u16::from(count)).sum::<u16>();
    let hands = position.seats().iter().map(|seat| u16::from(seat.hand_size())).sum::<u16>();
    2 * (decks + hidden + u16::from(position.market().len())) + hands
}
