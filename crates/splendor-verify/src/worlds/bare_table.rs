//! The part of a world without its tokens, and how a turn changes it.

use splendor_core::{
    Events, Game, MOST_SEATS, Pass, Position, Seat, Stalemate, Tokens, Turn, Unknown,
};
use splendor_schema::turn::After;

use super::hidden::{Hidden, Learned, PlayedTurn};
use crate::claims;

/// A table without its tokens: cards, tiles, whose turn it is, and the exclusions for the hidden
/// places. Most worlds of one turn differ only in tokens, and share a bare table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct BareTable {
    /// A position in which no seat holds a token.
    position: Position,
    hidden: Hidden,
}

/// The facts about a turn that a world leaves undecided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Notes {
    /// The card may have been in the market, in a place whose refill the log omits.
    pub(super) market_card: bool,
    /// The digest covers a card that is not known, so it was not compared.
    pub(super) digest: bool,
    /// The legality of the pass depends on a hidden card.
    pub(super) pass: bool,
}

impl Notes {
    /// Returns the notes of two steps together.
    pub(super) const fn or(self, other: Self) -> Self {
        Self {
            market_card: self.market_card || other.market_card,
            digest: self.digest || other.digest,
            pass: self.pass || other.pass,
        }
    }
}

/// A table after a turn.
pub(super) struct Played {
    pub(super) bare: BareTable,
    /// The tokens of the seat that acted.
    pub(super) held: Tokens,
    /// Whether the turn left a doubt about an earlier pass.
    pub(super) pass_undecided: bool,
    /// The completed turn, including the source of a bought card.
    pub(super) turn: Turn,
    pub(super) notes: Notes,
}

/// The reason why a completed turn leads to no world.
pub(super) enum Refused {
    /// It breaks a clause, or contradicts a claim of the log.
    Broken,
    /// It shows that this pass or an earlier one was not forced.
    NotForced,
    /// There are too many ways to distinguish the hidden places.
    TooMany,
    /// The log does not show whether one or two cards were drawn, and the deck depends on it.
    Drawn,
    /// Hidden cards decide whether the pass was forced, and with it whether the game ends.
    Pass,
}

impl BareTable {
    /// Returns the bare table of a position, without exclusions.
    pub(super) fn of(game: &Game<'_>, position: &Position) -> Self {
        let position = position.with_held(game, &[Tokens::NONE; MOST_SEATS]);
        Self { position, hidden: Hidden::default() }
    }

    /// Returns the table with all exclusions forgotten.
    pub(super) fn without_exclusions(&self) -> Self {
        Self { position: self.position, hidden: Hidden::default() }
    }

    /// Returns the position in which the seats hold these tokens.
    pub(super) fn position(&self, game: &Game<'_>, held: &[Tokens; MOST_SEATS]) -> Position {
        self.position.with_held(game, held)
    }

    /// Returns the position without tokens.
    pub(super) const fn without_tokens(&self) -> &Position {
        &self.position
    }

    /// Returns the seat that acts, without its tokens.
    pub(super) fn mover(&self) -> &Seat {
        self.position.mover()
    }

    /// Returns the position with the tokens of the seat that acts, and a supply. The tokens of the
    /// other seats are missing, so that the position is not held to the invariants.
    pub(super) fn with_holding(&self, holding: Tokens, supply: Tokens) -> Position {
        self.position.adopt(self.position.to_move(), Some(holding), Some(supply), None)
    }

    /// Returns whether some hidden place, filled differently, would make an earlier pass illegal.
    pub(super) fn leaves_pass_undecided(&self) -> bool {
        self.hidden.leaves_pass_undecided()
    }

    /// Returns the cost of trying a turn. A table without exclusions costs 1.
    pub(super) fn weight(&self) -> usize {
        1 + self.hidden.arrangements()
    }

    /// Plays a completed turn from `position`, which is this table with tokens, and compares the
    /// result with the claims in `after`.
    ///
    /// # Errors
    ///
    /// The reason why the turn leads to no world.
    pub(super) fn play(
        &self,
        game: &Game<'_>,
        position: &Position,
        turn: &Turn,
        after: Option<&After>,
    ) -> Result<Played, Refused> {
        let mut next = *position;
        let events = next.play(game, turn).map_err(|_| Refused::Broken)?;
        if after.is_some_and(|after| claims::of_turn(game, turn, after, &next).is_some()) {
            return Err(Refused::Broken);
        }
        if matches!(events.unknown, Some(Unknown::Drawn | Unknown::Copied)) {
            return Err(Refused::Drawn);
        }
        // Under a ruling by which a seat may pass at any time, the pass is legal either way, but
        // only a forced pass counts towards a stalemate. Both ends of the game would have to be
        // followed.
        let pass = events.unknown == Some(Unknown::HandAffordable);
        if pass && counts_forced_passes(game) && may_pass_anyway(game) {
            return Err(Refused::Pass);
        }
        let mut pass_undecided = false;
        let hidden = self.learn(game, position, turn, &events, &next, &mut pass_undecided)?;
        let digest = after.is_some_and(|after| after.digest.is_some());
        let notes = Notes {
            market_card: events.unknown == Some(Unknown::MarketCard),
            digest: digest && !claims::shows_all(&next),
            pass,
        };
        let held = next.seats()[usize::from(turn.seat)].tokens();
        let bare = Self { hidden, ..Self::of(game, &next) };
        Ok(Played { bare, held, pass_undecided, turn: turn.with_source(events.source), notes })
    }

    /// Returns the exclusions after a turn.
    fn learn(
        &self,
        game: &Game<'_>,
        before: &Position,
        turn: &Turn,
        events: &Events,
        next: &Position,
        pass_undecided: &mut bool,
    ) -> Result<Hidden, Refused> {
        match self.hidden.after(&PlayedTurn { game, before, turn, events, next }, pass_undecided) {
            Learned::Fits(hidden) => Ok(hidden),
            Learned::Contradiction => Err(Refused::NotForced),
            Learned::TooMany => Err(Refused::TooMany),
        }
    }
}

/// Returns whether a seat may pass although it could act.
fn may_pass_anyway(game: &Game<'_>) -> bool {
    match game.rules.rulings.pass {
        Pass::Always => true,
        Pass::WhenStuck | Pass::Never => false,
    }
}

fn counts_forced_passes(game: &Game<'_>) -> bool {
    match game.rules.rulings.stalemate {
        Stalemate::Ends => true,
        Stalemate::Continues | Stalemate::PassedRound => false,
    }
}
