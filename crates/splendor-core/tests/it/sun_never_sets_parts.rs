//! The parts of a turn that only Orient and Strongholds have, for tests.

use splendor_core::{CardList, Color, Conquest, Copied, FreeCard, Row, StrongholdStep, Turn};

use crate::table_builder::{card, draw, tokens};

/// Adds parts to a turn.
pub(crate) trait SunNeverSetsExt {
    /// The bought card copies this color.
    fn copies(self, color: Color) -> Self;
    /// The purchase spends these cards of virtual gold.
    fn spends(self, ids: &str) -> Self;
    /// The purchase gives up these cards.
    fn discards(self, ids: &str) -> Self;
    /// The purchase brings this card, after the free cards before it.
    fn frees(self, id: &str) -> Self;
    /// The step with a stronghold.
    fn step(self, step: StrongholdStep) -> Self;
    /// The second purchase.
    fn conquers(self, id: &str, pay: &str, step: Option<StrongholdStep>) -> Self;
}

impl SunNeverSetsExt for Turn {
    fn copies(mut self, color: Color) -> Self {
        self.effects.copy = Some(Copied::Color(color));
        self
    }

    fn spends(mut self, ids: &str) -> Self {
        self.cards_paid.spent = CardList::of(ids.split_whitespace().map(card));
        self
    }

    fn discards(mut self, ids: &str) -> Self {
        self.cards_paid.discarded = CardList::of(ids.split_whitespace().map(card));
        self
    }

    fn frees(mut self, id: &str) -> Self {
        let free = FreeCard { card: card(id), refill: None, copy: None };
        let next = self.effects.free.iter_mut().find(|free| free.is_none());
        *next.expect("room for a free card") = Some(free);
        self
    }

    fn step(mut self, step: StrongholdStep) -> Self {
        self.effects.stronghold = Some(step);
        self
    }

    fn conquers(mut self, id: &str, pay: &str, step: Option<StrongholdStep>) -> Self {
        let mut conquest = Conquest::new(card(id), tokens(pay));
        conquest.effects.stronghold = step;
        self.conquest = Some(conquest);
        self
    }
}

pub(crate) fn place(id: &str) -> StrongholdStep {
    StrongholdStep::Place(card(id))
}

pub(crate) fn move_from(from: &str, to: &str) -> StrongholdStep {
    StrongholdStep::Move { from: card(from), to: card(to) }
}

pub(crate) fn remove(id: &str) -> StrongholdStep {
    StrongholdStep::Remove { card: card(id), seat: None }
}

/// A turn of seat 0 that draws from the Orient deck of level 1.
pub(crate) fn draw_orient() -> Turn {
    draw(Row::OrientOne)
}
