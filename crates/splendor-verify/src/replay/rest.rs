//! Looks through the turns after a stop for breaches that hold at every table.

use splendor_core::{Action, Position, Tokens, Turn, Violation};
use splendor_schema as schema;

use super::Replay;
use crate::verdict::{Breach, Verdict};
use crate::{claims, from_log};

impl Replay<'_, '_> {
    /// Checks the rest of the log after the replay stopped before turn `stop`, for an omitted fact:
    /// components that do not exist, turns without exactly one action, the order of the seats,
    /// takes that no supply allows, cards that were bought before the stop, the number of turns.
    ///
    /// `position` is one of the possible tables before that turn.
    pub(super) fn check_rest(&mut self, stop: usize, position: &Position) {
        if self.judgment.verdict() != Verdict::Undecided {
            return;
        }
        let mut turns = self.log.turns.iter().enumerate().skip(stop);
        let breach = turns
            .find_map(|(at, logged)| Some((at, self.certain_breach(at - stop, logged, position)?)));
        match breach {
            Some((at, breach)) => {
                self.judgment.add_finding_of_every_world(Breach::Rule(breach), Some(at));
            }
            None => claims::of_form(self.log, &mut self.judgment),
        }
    }

    /// Returns the breach of a turn that comes `later` turns after the stop, if it holds at every
    /// table.
    fn certain_breach(
        &self,
        later: usize,
        logged: &schema::Turn,
        position: &Position,
    ) -> Option<Violation> {
        let turn = match from_log::turn(self.game.components, logged, position.to_move(), false) {
            Err(unknown) => return Some(unknown),
            Ok(_) if logged.is_irregular() => {
                return Some(Violation::of_a_turn_without_one_action());
            }
            Ok(turn) => turn?,
        };
        let next = usize::from(position.to_move()) + later;
        let expected = u8::try_from(next % position.seats().len()).ok()?;
        match logged.seat {
            Some(seat) if seat != expected => {
                Some(Violation::of_a_turn_out_of_order(seat, expected))
            }
            _ => self.breach_at_a_rich_table(&turn, position),
        }
    }

    /// Returns the breach of an action that is illegal even if every token is in the supply, or of
    /// a card that somebody has bought.
    fn breach_at_a_rich_table(&self, turn: &Turn, position: &Position) -> Option<Violation> {
        let seat = position.to_move();
        let rich = position.adopt(seat, Some(Tokens::NONE), Some(self.game.tokens), None);
        let bought = |card| position.seats().iter().any(|seat| seat.bought().has(card));
        let holds_everywhere = match turn.action {
            Action::Take(_) => true,
            Action::ReserveMarket(card) | Action::Purchase { card, .. } => bought(card),
            Action::ReserveDeck { .. } | Action::Pass => false,
        };
        let is_about_the_action = |violation: &Violation| {
            matches!(
                violation,
                Violation::TurnOneAction { .. }
                    | Violation::TakeNoGold { .. }
                    | Violation::TakeDifferent { .. }
                    | Violation::TakePair { .. }
                    | Violation::PurchaseSource { .. }
                    | Violation::ReserveFaceUp { .. }
            )
        };
        let all = rich.violations(&self.game, &Turn { seat, ..*turn });
        all.into_iter().find(is_about_the_action).filter(|_| holds_everywhere)
    }
}
