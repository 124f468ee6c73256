//! Judges every turn that a log could contain by `play`, `violations` and `legal_turns`.

use super::found::Stop;
use super::search::Search;
use splendor_core::{Action, Phase, Position, Turn, Violation};

impl Search<'_> {
    /// Judges every turn of the universe on a position, the judged position with this number.
    pub(super) fn judge_universe(
        &mut self,
        position: &Position,
        legal: &[Turn],
        number: u64,
    ) -> Result<(), Stop> {
        let every_ending = number.is_multiple_of(self.small_box.judge_endings_every);
        let universe = core::mem::take(&mut self.universe);
        let judged = universe
            .turns(position, number, every_ending)
            .try_for_each(|turn| self.judge(position, &turn, legal));
        self.universe = universe;
        judged
    }

    /// Plays the turns that the list of legal turns omits because they reveal an unknown card: each
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
            let mut after = *position;
            if let Ok(events) = after.play(&self.game, &turn) {
                self.step(position, &turn)?;
                if events.refill.is_some() {
                    self.show_refill(position, &turn)?;
                }
                shown.push(open(&turn));
            }
        }
        Ok(shown)
    }

    /// Judges one turn by `play`, `violations` and the list of legal turns.
    fn judge(&mut self, position: &Position, turn: &Turn, legal: &[Turn]) -> Result<(), Stop> {
        self.found.judged += 1;
        let mut next = *position;
        let verdict = next.play(&self.game, turn);
        let violations = position.violations(&self.game, turn);
        if verdict.err() != violations.first().copied() {
            let due = "play finds the first breach of the list";
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
        // For a seat that kept tokens above the limit, the list omits some returns.
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
        Action::ReserveDeck { row: level, .. } => {
            Action::ReserveDeck { row: level, card: None, under: None }
        }
        action => action,
    };
    Turn { refill: None, action, ..*turn }.with_source(None)
}

/// Returns whether a turn may reveal an unknown card.
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
