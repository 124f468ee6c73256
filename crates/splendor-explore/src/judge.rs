//! Every turn that can be written, judged by the three that were written apart.

use super::found::Stop;
use super::search::Search;
use splendor_core::{Action, Phase, Position, Turn, Violation};

impl Search<'_> {
    /// Judges every turn of the universe on a position, which is the `number`th that is judged.
    pub(super) fn judge_universe(
        &mut self,
        position: &Position,
        legal: &[Turn],
        number: u64,
    ) -> Result<(), Stop> {
        let whole = number.is_multiple_of(self.scope.whole);
        let universe = core::mem::take(&mut self.universe);
        let judged = universe
            .turns(position, number, whole)
            .try_for_each(|turn| self.judge(position, &turn, legal));
        self.universe = universe;
        judged
    }

    /// Plays the turns that no list of legal turns has, because they reveal an unknown card: each
    /// action with each way to end it. Returns the legal ones.
    pub(super) fn show_hidden(
        &mut self,
        position: &Position,
        legal: &[Turn],
    ) -> Result<Vec<Turn>, Stop> {
        let actions = self.universe.plain_turns(position).filter(|turn| may_show(position, turn));
        let turns = actions.flat_map(|turn| position.endings(&self.game, &turn, true, true));
        let turns: Vec<Turn> =
            turns.filter(|turn| legal.binary_search(&open(turn)).is_err()).collect();
        let mut shown = Vec::new();
        for turn in turns {
            if let Ok((_, events)) = position.play(&self.game, &turn) {
                self.step(position, &turn)?;
                if events.refill.is_some() {
                    self.show_refill(position, &turn)?;
                }
                shown.push(open(&turn));
            }
        }
        Ok(shown)
    }

    /// Asks `play`, `violations` and the list of legal turns about one turn.
    fn judge(&mut self, position: &Position, turn: &Turn, legal: &[Turn]) -> Result<(), Stop> {
        self.found.judged += 1;
        let mut next = *position;
        let verdict = position.play_into(&self.game, turn, &mut next);
        let violations = position.violations(&self.game, turn);
        if verdict.err() != violations.first().copied() {
            let due = "play finds the first breach in book order";
            return Err(Stop::defect(due, position, Some(turn)));
        }
        for clause in violations.iter().map(Violation::clause) {
            self.found.break_clause(clause);
        }
        let Ok(events) = verdict else {
            self.found.illegal += 1;
            return Ok(());
        };
        let called = position.phase() == Phase::Open && self.is_called(&next);
        let ended = matches!(next.phase(), Phase::Ended(_));
        if events.triggered != called || events.ended.is_some() != ended {
            return Err(Stop::defect("the events tell how the game stands", position, Some(turn)));
        }
        // Of a seat that kept tokens above the limit not every way to give some back is listed.
        let kept = position.mover().tokens().total() > self.game.token_limit;
        if !(kept || legal.binary_search(&open(turn)).is_ok()) {
            return Err(Stop::defect("a turn that is accepted is listed", position, Some(turn)));
        }
        Ok(())
    }
}

/// Returns a turn without the parts that chance decides, and without optional parts.
fn open(turn: &Turn) -> Turn {
    let action = match turn.action {
        Action::ReserveDeck { level, .. } => Action::ReserveDeck { level, card: None, under: None },
        action => action,
    };
    Turn { refill: None, action, ..*turn }.with_source(None)
}

/// Whether a turn can be one that shows a card that is not known.
fn may_show(position: &Position, turn: &Turn) -> bool {
    let of_unseen = match turn.action {
        Action::ReserveMarket(card) | Action::Purchase { card, .. } => position.unseen().has(card),
        Action::Take(_) | Action::ReserveDeck { .. } | Action::Pass => true,
    };
    of_unseen && shows_hidden(position, turn)
}

/// Whether a turn depends on an unknown card: such a turn is not listed.
fn shows_hidden(position: &Position, turn: &Turn) -> bool {
    let in_hand = |card| position.mover().hand().has(card);
    match turn.action {
        Action::ReserveMarket(card) => !position.market().has(card),
        Action::Purchase { card, .. } => !position.market().has(card) && !in_hand(card),
        Action::Pass => true,
        Action::Take(_) | Action::ReserveDeck { .. } => false,
    }
}
