//! What the steps of a turn are used for: to play it, to list its breaches, and to go on after one.

use alloc::vec::Vec;

use crate::clause::{Clause, Violation};
use crate::game::{Game, RulingMask};
use crate::invariant;
use crate::number::{Gems, Tokens};
use crate::position::{Position, Seat};
use crate::rule::{All, Conditions, Events, First, Ignore, TurnInProgress, play_steps};
use crate::turn::{Action, Turn};

/// The numbers of a turn that its conditions compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnNumbers {
    /// The seat before the turn.
    pub seat: Seat,
    /// The tokens of the seat after its action, before it returns any.
    pub held: Tokens,
    /// The cards of each color that the seat has at the end of the turn.
    pub bonuses: Gems,
    /// The price of the bought card after bonuses; nothing for another action.
    pub price: Gems,
}

impl Position {
    /// Plays a turn, and returns its events.
    ///
    /// ```
    /// # use splendor_core::*;
    /// # let game = Game::published(Rules::default(), 2);
    /// # let cards = |row| game.components.of_row(row).iter().collect::<Vec<_>>();
    /// # let [one, two, three] = Row::BASE.map(cards);
    /// # let nobles: Vec<_> = game.noble_pool().iter().take(3).collect();
    /// # let market = [&one[..4], &two[..4], &three[..4], &[], &[], &[]];
    /// # let setup = Setup { seats: 2, nobles: &nobles, market, ..Setup::default() };
    /// let mut position = Position::deal(&game, &setup)?;
    /// let action = Action::ReserveDeck { row: Row::One, card: None, under: None };
    /// let events = position.play(&game, &Turn::new(0, action))?;
    /// assert!(events.gold);
    /// assert_eq!((position.to_move(), position.seats()[0].hand_size()), (1, 1));
    /// # Ok::<(), Violation>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first clause in the order of effects that the turn breaks, with the facts. The position
    /// is unchanged then.
    ///
    /// # Panics
    ///
    /// In debug builds, if an [invariant] does not hold afterwards: that is a defect of this crate.
    pub fn play(&mut self, game: &Game<'_>, turn: &Turn) -> Result<Events, Violation> {
        let before = *self;
        self.play_after(&before, game, turn).0
    }

    /// Plays a turn like [`Position::play`], and returns the rulings that it consulted as well. If
    /// another game differs only in other rulings, the turn has the same result in it.
    ///
    /// A turn that does not break a rule before its end consults `target`, unless the game has The
    /// Cities: whether the seat has so much prestige after the turn.
    ///
    /// ```
    /// # use splendor_core::*;
    /// # let game = Game::published(Rules::default(), 2);
    /// # let cards = |row| game.components.of_row(row).iter().collect::<Vec<_>>();
    /// # let [one, two, three] = Row::BASE.map(cards);
    /// # let nobles: Vec<_> = game.noble_pool().iter().take(3).collect();
    /// # let market = [&one[..4], &two[..4], &three[..4], &[], &[], &[]];
    /// # let setup = Setup { seats: 2, nobles: &nobles, market, ..Setup::default() };
    /// let mut position = Position::deal(&game, &setup)?;
    /// let (pass, consulted) = position.play_consulting(&game, &Turn::new(0, Action::Pass));
    /// assert!(pass.is_err());
    /// assert_eq!(consulted, RulingMask { pass: true, fewer: true, ..RulingMask::NONE });
    /// # Ok::<(), Violation>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first part is that of [`Position::play`].
    pub fn play_consulting(
        &mut self,
        game: &Game<'_>,
        turn: &Turn,
    ) -> (Result<Events, Violation>, RulingMask) {
        let before = *self;
        self.play_after(&before, game, turn)
    }

    /// Plays a turn like [`Position::play`], but leaves this position as it is: `next` becomes the
    /// position after the turn.
    ///
    /// # Errors
    ///
    /// As [`Position::play`]. Both positions are equal then.
    pub fn play_into(
        &self,
        next: &mut Self,
        game: &Game<'_>,
        turn: &Turn,
    ) -> Result<Events, Violation> {
        *next = *self;
        next.play_after(self, game, turn).0
    }

    /// Plays a turn in this position, which equals `before`. Returns the rulings that it consulted
    /// as well.
    #[inline]
    fn play_after(
        &mut self,
        before: &Self,
        game: &Game<'_>,
        turn: &Turn,
    ) -> (Result<Events, Violation>, RulingMask) {
        let mut first = First(None);
        let mut progress = TurnInProgress::new(game, turn, before, self);
        // `first` keeps the breach that stops the steps.
        let _ = play_steps(&mut progress, &mut first);
        let (events, consulted) = (progress.events, progress.rulings.consulted());
        if let Some(breach) = first.0 {
            *self = *before;
            return (Err(breach), consulted);
        }
        // After an illegal turn the log is followed as it is, and may break invariants.
        if cfg!(debug_assertions) && !self.is_untrusted() {
            invariant::assert_turn(game, before, self);
        }
        (Ok(events), consulted)
    }

    /// Checks a turn, and leaves the position as it is.
    ///
    /// # Errors
    ///
    /// As [`Position::play`].
    pub fn check(&self, game: &Game<'_>, turn: &Turn) -> Result<(), Violation> {
        let mut now = *self;
        now.play(game, turn).map(|_| ())
    }

    /// Returns every breach of a turn, in the order of effects; none if it is legal. The first is
    /// the breach that [`Position::play`] returns.
    ///
    /// After a breach the turn is taken at its word: a later condition is compared with the table
    /// that the turn would leave. The seat that the turn names acts, although it is not next.
    ///
    /// ```
    /// # use splendor_core::*;
    /// # let game = Game::published(Rules::default(), 2);
    /// # let cards = |row| game.components.of_row(row).iter().collect::<Vec<_>>();
    /// # let [one, two, three] = Row::BASE.map(cards);
    /// # let nobles: Vec<_> = game.noble_pool().iter().take(3).collect();
    /// # let market = [&one[..4], &two[..4], &three[..4], &[], &[], &[]];
    /// # let setup = Setup { seats: 2, nobles: &nobles, market, ..Setup::default() };
    /// # let position = Position::deal(&game, &setup)?;
    /// let gems = Tokens::new([2, 1, 0, 0, 0, 1]);
    /// let breaches = position.violations(&game, &Turn::new(1, Action::Take(gems)));
    /// let ids: Vec<_> = breaches.iter().map(|breach| breach.clause().id()).collect();
    /// assert_eq!(ids, ["turn.order", "take.no-gold", "take.pair"]);
    /// # Ok::<(), Violation>(())
    /// ```
    pub fn violations(&self, game: &Game<'_>, turn: &Turn) -> Vec<Violation> {
        let (mut now, mut all) = (*self, All(Vec::new()));
        let Ok(()) = play_steps(&mut TurnInProgress::new(game, turn, self, &mut now), &mut all);
        all.0
    }

    /// Returns the clauses on which a turn meets every condition, in the order of the clauses. A
    /// clause on an optional part of a turn, like a noble, is among them only if the turn has that
    /// part.
    ///
    /// The turn has to keep these and the clauses of [`Position::violations`]; as there, it is taken
    /// at its word after a breach.
    pub fn met_clauses(&self, game: &Game<'_>, turn: &Turn) -> Vec<Clause> {
        let (mut now, mut heard) = (*self, Conditions(Vec::new()));
        let Ok(()) = play_steps(&mut TurnInProgress::new(game, turn, self, &mut now), &mut heard);
        // `false` sorts before `true`: the first entry of a clause tells whether all are met.
        heard.0.sort_unstable();
        heard.0.dedup_by_key(|&mut (clause, _)| clause);
        heard.0.into_iter().filter(|&(_, is_met)| is_met).map(|(clause, _)| clause).collect()
    }

    /// Returns the position after every effect that a turn names, whether it is legal or not: a log
    /// goes on after an illegal turn, and its later turns deserve a verdict too.
    ///
    /// Counts saturate, and a card is taken from wherever it is, so that nothing panics later; no
    /// other invariant is promised. The result is [untrusted](Self::is_untrusted). A turn of a seat
    /// that is not at the table changes nothing else.
    ///
    /// ```
    /// # use splendor_core::*;
    /// # let game = Game::published(Rules::default(), 2);
    /// # let cards = |row| game.components.of_row(row).iter().collect::<Vec<_>>();
    /// # let [one, two, three] = Row::BASE.map(cards);
    /// # let nobles: Vec<_> = game.noble_pool().iter().take(3).collect();
    /// # let market = [&one[..4], &two[..4], &three[..4], &[], &[], &[]];
    /// # let setup = Setup { seats: 2, nobles: &nobles, market, ..Setup::default() };
    /// # let position = Position::deal(&game, &setup)?;
    /// let five = Turn::new(0, Action::Take(Tokens::new([5, 0, 0, 0, 0, 0])));
    /// let next = position.follow_log(&game, &five);
    /// assert_eq!((next.seats()[0].tokens().total(), next.supply().total()), (5, 21));
    /// assert!(next.is_untrusted());
    /// # Ok::<(), Violation>(())
    /// ```
    #[must_use]
    pub fn follow_log(&self, game: &Game<'_>, turn: &Turn) -> Self {
        let mut now = *self;
        now.table.untrusted = true;
        if turn.seat < self.table.turn_state.seat_count {
            let Ok(()) =
                play_steps(&mut TurnInProgress::new(game, turn, self, &mut now), &mut Ignore);
        }
        now
    }

    /// Returns the position with the tokens and the prestige of a seat, and the supply, that the log
    /// claims after a turn. The result is [untrusted](Self::is_untrusted).
    #[must_use]
    pub fn adopt(
        &self,
        seat: u8,
        tokens: Option<Tokens>,
        supply: Option<Tokens>,
        prestige: Option<u8>,
    ) -> Self {
        let mut next = *self;
        next.table.untrusted = true;
        if let Some(seat) = next.seats.get_mut(usize::from(seat)) {
            seat.tokens = tokens.unwrap_or(seat.tokens);
            seat.prestige = prestige.unwrap_or(seat.prestige);
        }
        next.table.supply = supply.unwrap_or(next.table.supply);
        next
    }

    /// Returns the numbers that the conditions of a turn compare.
    pub fn turn_numbers(&self, game: &Game<'_>, turn: &Turn) -> TurnNumbers {
        let mut now = *self;
        let mut progress = TurnInProgress::new(game, turn, self, &mut now);
        let Ok(()) = play_steps(&mut progress, &mut Ignore);
        let (seat, held) = (self.acting_seat(turn), progress.held);
        let price = match turn.action {
            Action::Purchase { card, .. } => game.components.card(card).cost().minus(seat.bonuses),
            Action::Take(_)
            | Action::ReserveMarket(_)
            | Action::ReserveDeck { .. }
            | Action::Pass => Gems::NONE,
        };
        TurnNumbers { seat: *seat, held, bonuses: now.acting_seat(turn).colors, price }
    }

    /// Returns the seat that a turn names; the seat to move if there is no such seat.
    pub fn acting_seat(&self, turn: &Turn) -> &Seat {
        let count = self.table.turn_state.seat_count;
        let seat = if turn.seat < count { turn.seat } else { self.to_move() };
        &self.seats[usize::from(seat)]
    }
}
