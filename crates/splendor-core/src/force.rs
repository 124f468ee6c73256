//! Going on by a log's own word after an illegal turn.

use crate::card::{CardId, Level};
use crate::deck::Place;
use crate::position::{End, Phase, Position, Seat};
use crate::rules::{Game, Stalemate};
use crate::tokens::{Gems, Tokens};
use crate::turn::{Action, Freedom, Turn};

impl Position {
    /// Returns the position that a turn leaves if everything that it says is so, legal or not.
    ///
    /// The result is marked as forced: no invariant is asserted from there on.
    #[must_use]
    pub fn force(&self, game: &Game<'_>, turn: &Turn) -> Self {
        let mut next = *self;
        next.forced = true;
        if turn.seat >= self.seat_count {
            return next;
        }
        let stuck = turn.seat == self.to_move && self.freedom(game) == Freedom::Stuck;
        next.force_action(game, turn);
        let seat = &mut next.seats[usize::from(turn.seat)];
        seat.tokens = seat.tokens.minus(turn.returned);
        next.supply = next.supply.plus(turn.returned);
        for noble in turn.nobles.iter() {
            next.nobles.remove(noble);
            let seat = &mut next.seats[usize::from(turn.seat)];
            seat.nobles.insert(noble);
            seat.prestige = seat.prestige.saturating_add(game.components.noble(noble).points);
        }
        next.force_end(game, turn, stuck && turn.action == Action::Pass);
        next
    }

    /// Sets what the log claims of the acting seat and of the supply after a turn.
    #[must_use]
    pub fn adopt(
        &self,
        seat: u8,
        tokens: Option<Tokens>,
        supply: Option<Tokens>,
        prestige: Option<u8>,
    ) -> Self {
        let mut next = *self;
        next.forced = true;
        if let Some(seat) = next.seats.get_mut(usize::from(seat)) {
            seat.tokens = tokens.unwrap_or(seat.tokens);
            seat.prestige = prestige.unwrap_or(seat.prestige);
        }
        next.supply = supply.unwrap_or(next.supply);
        next
    }

    fn force_action(&mut self, game: &Game<'_>, turn: &Turn) {
        let seat = usize::from(turn.seat);
        match turn.action {
            Action::Take(taken) => {
                self.seats[seat].tokens = self.seats[seat].tokens.plus(taken);
                self.supply = self.supply.minus(taken);
            }
            Action::ReserveMarket(card) => {
                self.lift(game, card);
                self.seats[seat].hand.insert(card);
                self.seats[seat].count_hand();
                self.force_gold(seat);
                self.force_refill(game, game.components.card(card).level, turn.refill);
            }
            Action::ReserveDeck { level, card, .. } => {
                match self.force_draw(game, level, card) {
                    Some(Place::Card(card)) => {
                        self.seats[seat].hand.insert(card);
                        self.secret.insert(card);
                    }
                    Some(Place::Hidden) => self.seats[seat].hidden[level.index()] += 1,
                    None => {}
                }
                self.seats[seat].count_hand();
                self.force_gold(seat);
            }
            Action::Purchase { card, pay, .. } => self.force_purchase(game, turn, card, pay),
            Action::Pass => {}
        }
    }

    fn force_purchase(&mut self, game: &Game<'_>, turn: &Turn, card: CardId, pay: Tokens) {
        let seat = usize::from(turn.seat);
        let facts = game.components.card(card);
        let face_up = self.market.has(card);
        self.seats[seat].tokens = self.seats[seat].tokens.minus(pay);
        self.supply = self.supply.plus(pay);
        self.lift(game, card);
        let seat = &mut self.seats[seat];
        seat.bought.insert(card);
        seat.bonuses = seat.bonuses.plus(Gems::one(facts.bonus));
        seat.prestige = seat.prestige.saturating_add(facts.points);
        if face_up || turn.refill.is_some() {
            self.force_refill(game, facts.level, turn.refill);
        }
    }

    /// Takes a card away from wherever it is.
    fn lift(&mut self, game: &Game<'_>, card: CardId) {
        let level = game.components.card(card).level.index();
        let known = self.whereabouts(card).is_some();
        self.market.remove(card);
        self.secret.remove(card);
        for seat in &mut self.seats {
            seat.hand.remove(card);
        }
        if !known {
            self.unseen.remove(card);
            let hands = self.seats.iter_mut().map(|seat| &mut seat.hidden[level]);
            let mut places = hands.chain([&mut self.market_hidden[level]]);
            if let Some(place) = places.find(|place| **place > 0) {
                *place -= 1;
            }
        }
        self.seats.iter_mut().for_each(Seat::count_hand);
    }

    fn force_gold(&mut self, seat: usize) {
        let gold = Tokens::new([0, 0, 0, 0, 0, self.supply.gold().min(1)]);
        self.seats[seat].tokens = self.seats[seat].tokens.plus(gold);
        self.supply = self.supply.minus(gold);
    }

    fn force_refill(&mut self, game: &Game<'_>, level: Level, named: Option<CardId>) {
        match self.force_draw(game, level, named) {
            Some(Place::Card(card)) => self.market.insert(card),
            Some(Place::Hidden) => self.market_hidden[level.index()] += 1,
            None => {}
        }
    }

    /// Draws the next card, or takes it to be the one that the log names.
    fn force_draw(
        &mut self,
        game: &Game<'_>,
        level: Level,
        named: Option<CardId>,
    ) -> Option<Place> {
        let top = self.decks[level.index()].draw();
        if let Some(Place::Card(card)) = top {
            self.decked.remove(card);
        }
        if let Some(card) = named {
            self.decked.remove(card);
            if top == Some(Place::Hidden) {
                self.unseen.remove(card);
            } else {
                self.lift(game, card);
            }
        }
        named.map(Place::Card).or(top)
    }

    fn force_end(&mut self, game: &Game<'_>, turn: &Turn, forced_pass: bool) {
        self.turns += 1;
        self.passes =
            if forced_pass && turn.nobles.is_empty() { self.passes.saturating_add(1) } else { 0 };
        let prestige = self.seats[usize::from(turn.seat)].prestige;
        if self.phase == Phase::Open && prestige >= game.rules.rulings.target {
            self.phase = Phase::LastRound;
        }
        let over = turn.seat + 1 == self.seat_count;
        self.to_move = if over { 0 } else { turn.seat + 1 };
        if over && self.phase == Phase::LastRound {
            self.phase = Phase::Ended(End::Completed);
        } else if game.rules.rulings.stalemate == Stalemate::Ends
            && self.passes >= self.seat_count
            && self.phase == Phase::Open
        {
            self.phase = Phase::Ended(End::Stalemate);
        }
    }
}
