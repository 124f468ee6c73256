//! Following a log after an illegal turn.
//!
//! An illegal turn has no position by the rules, but a log goes on, and its later turns deserve a
//! verdict too. So the effects that the turn names are applied as they are: tokens move although
//! the supply lacks them, a card is bought although the seat cannot pay. Counts saturate, and each
//! card stays in exactly one place, so that nothing panics later; no other invariant is promised.

mod chain;

use crate::component::{CardId, Row};
use crate::game::{Game, GoldAtTen};
use crate::number::{Token, Tokens};
use crate::position::{Freedom, Place, Position, Seat};
use crate::rule::reserve::draws_two;
use crate::turn::{Action, Source, Turn};

impl Position {
    /// Returns the position after a turn, with every effect that the turn names, whether it is
    /// legal or not.
    ///
    /// The result is [untrusted](Self::is_untrusted): no turn that follows asserts an invariant.
    ///
    /// ```
    /// # use splendor_core::*;
    /// # let game = Game::published(Rules::default(), 2);
    /// # let cards = |row| game.components.of_row(row).iter().collect::<Vec<_>>();
    /// # let [one, two, three] = Row::BASE.map(cards);
    /// # let nobles: Vec<_> = game.noble_pool().iter().take(3).collect();
    /// # let market = [&one[..4], &two[..4], &three[..4], &[], &[], &[]];
    /// # let setup = Setup { seats: 2, nobles: &nobles, market, decks: [None; 6], cities: &[] };
    /// # let position = Position::deal(&game, &setup)?;
    /// let five = Turn::new(0, Action::Take(Tokens::new([5, 0, 0, 0, 0, 0])));
    /// assert!(position.play(&game, &five).is_err());
    /// let next = position.follow_log(&game, &five);
    /// assert_eq!((next.seats()[0].tokens().total(), next.supply().total()), (5, 21));
    /// assert!(next.is_untrusted());
    /// # Ok::<(), Violation>(())
    /// ```
    #[must_use]
    pub fn follow_log(&self, game: &Game<'_>, turn: &Turn) -> Self {
        let mut next = *self;
        next.table.untrusted = true;
        if turn.seat >= self.table.turn_state.seat_count {
            return next;
        }
        let free = matches!(self.freedom(game), Freedom::Free(_));
        let forced_pass =
            turn.action == Action::Pass && turn.seat == self.table.turn_state.to_move && !free;
        let seat = usize::from(turn.seat);
        next.act_unchecked(game, turn);
        let bought = matches!(turn.action, Action::Purchase { .. });
        if let Some(gem) = turn.gem.filter(|_| !bought) {
            next.take_unchecked(seat, Tokens::one(gem));
        }
        next.pay_unchecked(seat, turn.returned);
        for noble in turn.nobles.iter() {
            let points = game.components.noble(noble).points;
            next.table.nobles.remove(noble);
            next.seats[seat].nobles.insert(noble);
            next.seats[seat].prestige = next.seats[seat].prestige.saturating_add(points);
        }
        let owned = next.seats[seat].posts;
        let posts = owned.or(turn.posts);
        next.seats[seat].posts = posts;
        next.seats[seat].prestige =
            next.seats[seat].prestige.saturating_add(posts.prestige() - owned.prestige());
        let brings_nothing = turn.nobles.is_empty() && turn.posts.is_empty();
        next.end_turn_unchecked(game, turn, forced_pass && brings_nothing);
        next
    }

    /// Overwrites the tokens and the prestige of a seat, and the supply, with the values that the
    /// log claims after a turn.
    ///
    /// The result is [untrusted](Self::is_untrusted): no turn that follows asserts an invariant.
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

    fn take_unchecked(&mut self, seat: usize, taken: Tokens) {
        self.seats[seat].tokens = self.seats[seat].tokens.plus(taken);
        self.table.supply = self.table.supply.minus(taken);
    }

    fn pay_unchecked(&mut self, seat: usize, paid: Tokens) {
        self.seats[seat].tokens = self.seats[seat].tokens.minus(paid);
        self.table.supply = self.table.supply.plus(paid);
    }

    fn take_gold_unchecked(&mut self, game: &Game<'_>, seat: usize) {
        let is_full = self.seats[seat].tokens.total() >= game.token_limit;
        if is_full && game.rules.rulings.gold_at_ten == GoldAtTen::Withheld {
            return;
        }
        self.take_unchecked(seat, Tokens::NONE.with(Token::Gold, self.table.supply.gold().min(1)));
    }

    fn act_unchecked(&mut self, game: &Game<'_>, turn: &Turn) {
        let seat = usize::from(turn.seat);
        match turn.action {
            Action::Take(taken) => self.take_unchecked(seat, taken),
            Action::ReserveMarket(card) => {
                let emptied = self.lift(game, card, seat, Some(Source::Market));
                self.seats[seat].hand.insert(card);
                self.seats[seat].count_hand();
                self.take_gold_unchecked(game, seat);
                if emptied || turn.refill.is_some() {
                    let row = game.components.card(card).row();
                    self.refill_unchecked(game, seat, row, turn.refill);
                }
            }
            Action::ReserveDeck { row, card, under } => {
                match self.draw_one_of_two_unchecked(game, seat, row, [card, under]) {
                    Some(Place::Card(card)) => {
                        self.seats[seat].hand.insert(card);
                        self.table.secret.insert(card);
                    }
                    Some(Place::Hidden) => self.seats[seat].hidden[row.index()] += 1,
                    None => {}
                }
                self.seats[seat].count_hand();
                self.take_gold_unchecked(game, seat);
            }
            Action::Purchase { card, pay, from } => {
                self.pay_unchecked(seat, pay);
                self.give_up_unchecked(game, seat, &turn.cards_paid);
                self.chains.count_purchase(game, seat);
                self.purchase_unchecked(game, seat, card, from, turn.refill);
                self.effects_unchecked(game, seat, card, &turn.effects, turn.gem);
            }
            Action::Pass => {}
        }
        if let Some(conquest) = &turn.conquest {
            self.conquer_unchecked(game, seat, conquest);
        }
    }

    fn purchase_unchecked(
        &mut self,
        game: &Game<'_>,
        seat: usize,
        card: CardId,
        from: Option<Source>,
        refill: Option<CardId>,
    ) {
        let facts = game.components.card(card);
        let emptied = self.lift(game, card, seat, from);
        let holdings = &mut self.seats[seat];
        holdings.bought.insert(card);
        holdings.bonuses = holdings.bonuses.plus(facts.bonuses());
        holdings.colors = holdings.colors.plus(facts.colors());
        holdings.prestige = holdings.prestige.saturating_add(facts.points);
        if emptied || refill.is_some() {
            self.refill_unchecked(game, seat, facts.row(), refill);
        }
    }

    /// Removes a card from wherever it is. Returns whether that leaves an empty place in the
    /// market. An unseen card was in a hidden place: one of the acting seat, if it has any.
    fn lift(&mut self, game: &Game<'_>, card: CardId, by: usize, from: Option<Source>) -> bool {
        let known = self.whereabouts(card).is_some();
        let face_up = self.table.market.has(card);
        self.table.market.remove(card);
        self.table.secret.remove(card);
        self.chains.gone.remove(card);
        self.chains.strongholds.clear(card);
        for seat in &mut self.seats {
            seat.hand.remove(card);
        }
        // A card that is in a known place fills no hidden one, whatever the log says.
        let was_hidden = self.table.unseen.has(card) && !known;
        let row = game.components.card(card).row().index();
        let uncovered = was_hidden && self.uncover(card, row, by, from);
        self.seats.iter_mut().for_each(Seat::count_hand);
        face_up || uncovered
    }

    /// Takes an unseen card out of a hidden place; returns whether that was one in the market.
    fn uncover(&mut self, card: CardId, row: usize, by: usize, from: Option<Source>) -> bool {
        self.table.unseen.remove(card);
        let market = self.table.market_hidden[row] > 0;
        let own = self.seats[by].hidden[row] > 0;
        // The place that the log names comes first, then the own hand, then the market, then the
        // hand of any other seat: one hidden place has to give the card, or the counts disagree.
        if market && (from == Some(Source::Market) || !own) {
            self.table.market_hidden[row] -= 1;
            return true;
        }
        let others = (0..self.seats.len()).find(|&seat| self.seats[seat].hidden[row] > 0);
        if let Some(seat) = if own { Some(by) } else { others } {
            self.seats[seat].hidden[row] -= 1;
        }
        false
    }

    fn refill_unchecked(&mut self, game: &Game<'_>, by: usize, row: Row, named: Option<CardId>) {
        match self.draw_unchecked(game, by, row, named) {
            Some(Place::Card(card)) => self.table.market.insert(card),
            Some(Place::Hidden) => self.table.market_hidden[row.index()] += 1,
            None => {}
        }
    }

    /// Draws the card that is kept, and the one that goes under the deck if the log names it or the
    /// seat has the power for it.
    fn draw_one_of_two_unchecked(
        &mut self,
        game: &Game<'_>,
        by: usize,
        row: Row,
        [card, under]: [Option<CardId>; 2],
    ) -> Option<Place> {
        let (seat, deck) = (&self.seats[by], self.deck(row));
        let mut places = deck.iter();
        let (first, second) = (places.next(), places.next());
        drop(places);
        let two = under.is_some() || draws_two(game, seat, deck, deck.has_second(card));
        let (Some(first), Some(second), true) = (first, second, two) else {
            return self.draw_unchecked(game, by, row, card);
        };
        let kept = self.table.keep(game, row, [first, second], [card, under]);
        self.decks[row.index()].draw();
        self.decks[row.index()].draw();
        let card = self.resolve_drawn(game, by, row, Some(kept.card), card);
        let other = self.resolve_drawn(game, by, row, Some(kept.other), under);
        if let Some(Place::Card(card)) = other {
            self.table.decked.insert(card);
        }
        if let Some(place) = other {
            self.decks[row.index()].put_under(place);
        }
        card
    }

    /// Draws the next card, or takes it to be the one that the log names.
    fn draw_unchecked(
        &mut self,
        game: &Game<'_>,
        by: usize,
        row: Row,
        named: Option<CardId>,
    ) -> Option<Place> {
        let top = self.decks[row.index()].draw();
        self.resolve_drawn(game, by, row, top, named)
    }

    /// Returns the card of a place that was drawn: the one that the log names, if it names one.
    fn resolve_drawn(
        &mut self,
        game: &Game<'_>,
        by: usize,
        row: Row,
        top: Option<Place>,
        named: Option<CardId>,
    ) -> Option<Place> {
        let Some(card) = named else {
            if let Some(Place::Card(card)) = top {
                self.table.decked.remove(card);
            }
            return top;
        };
        match top {
            Some(Place::Hidden) if self.table.unseen.has(card) => self.table.unseen.remove(card),
            Some(Place::Card(next)) if next != card => {
                self.swap_deck(game, by, row, [next, card]);
            }
            Some(Place::Card(_)) => self.table.decked.remove(card),
            Some(Place::Hidden) | None => {
                self.lift(game, card, by, None);
            }
        }
        named.map(Place::Card)
    }

    /// The card that should have come takes the place of the one that came instead.
    fn swap_deck(&mut self, game: &Game<'_>, by: usize, row: Row, [next, came]: [CardId; 2]) {
        if self.decks[row.index()].replace(came, next) {
            self.table.decked.remove(came);
        } else {
            self.table.decked.remove(next);
            self.table.unseen.insert(next);
            self.lift(game, came, by, None);
        }
    }

    /// Hands over as after any other turn, from the seat that the log says acted.
    fn end_turn_unchecked(&mut self, game: &Game<'_>, turn: &Turn, stuck: bool) {
        let rulings = game.rules.rulings;
        let triggers =
            crate::rule::end::calls_the_end(game, &self.table, &self.seats[usize::from(turn.seat)]);
        let passes_in_a_row = crate::rule::end::count_passes(
            self.table.turn_state.passes_in_a_row,
            rulings,
            turn,
            stuck,
        );
        self.table.turn_state.to_move = turn.seat;
        self.table.turn_state.move_on(rulings, passes_in_a_row, triggers);
    }
}
