//! A place for every card of an example: hidden places get cards that fit the turn.

use splendor_core::{
    Action, CardId, CardSet, Effects, Game, Place, Position, Post, PurchaseOrigin, Row,
    StrongholdStep, Turn,
};

/// A place for every card that nobody has bought.
pub(super) struct Places {
    pub(super) market: CardSet,
    pub(super) hands: Vec<CardSet>,
    /// Next card first.
    pub(super) decks: [Vec<Place>; Row::COUNT],
    /// The cards that still need a place.
    left: CardSet,
    mover: usize,
    /// The hidden places of each level in the market and in each hand.
    market_hidden: [u8; Row::COUNT],
    hands_hidden: Vec<[u8; Row::COUNT]>,
}

impl Places {
    pub(super) fn of(game: &Game<'_>, position: &Position, turn: &Turn) -> Self {
        let mut places = Self {
            market: position.market(),
            hands: position.seats().iter().map(splendor_core::Seat::hand).collect(),
            decks: Row::ALL.map(|level| position.deck(level).iter().collect()),
            left: position.unseen(),
            mover: usize::from(position.to_move()),
            market_hidden: position.market_hidden(),
            hands_hidden: position.seats().iter().map(splendor_core::Seat::hidden).collect(),
        };
        places.put_named(game, position, turn);
        let in_reach = position.unseen().iter().filter(|&card| position.can_pay(game, card));
        let late = match turn.action {
            Action::Pass => named(turn).or(in_reach.collect()),
            Action::Take(_)
            | Action::ReserveMarket(_)
            | Action::ReserveDeck { .. }
            | Action::Purchase { .. } => named(turn),
        };
        places.fill(game, late);
        places
    }

    /// Puts the cards that the turn names where the turn needs them, if there is a hidden place.
    fn put_named(&mut self, game: &Game<'_>, position: &Position, turn: &Turn) {
        let level_of = |id| game.components.card(id).row().index();
        match turn.action {
            Action::ReserveMarket(id) => {
                self.put_in_market(id, level_of(id));
            }
            Action::Purchase { card, from, .. } => {
                let level = level_of(card);
                let in_hand = from != Some(PurchaseOrigin::Market) && self.put_in_hand(card, level);
                if !in_hand && from != Some(PurchaseOrigin::Hand) {
                    self.put_in_market(card, level);
                }
            }
            Action::ReserveDeck { row: level, card, under } => {
                for id in [card, under].into_iter().flatten() {
                    if level_of(id) == level.index() {
                        self.put_on_deck(id, level.index(), 2);
                    }
                }
            }
            Action::Take(_) | Action::Pass => {}
        }
        if let Some(id) = turn.refill {
            self.put_on_deck(id, level_of(id), 1);
        }
        for id in lying(turn) {
            self.put_in_market(id, level_of(id));
        }
        let mut drawn = drawn_by_action(position, turn);
        let market = self.market;
        for (id, refill) in turn.cards_taken().filter(|(id, _)| market.has(*id)) {
            let row = level_of(id);
            let refill = refill.filter(|&card| self.left.has(card) && level_of(card) == row);
            if let Some(slot) = refill {
                self.put_at(slot, row, drawn[row]);
            }
            drawn[row] += 1;
        }
        for id in appearing(turn) {
            self.put_out_of_known_deck(id, level_of(id));
        }
    }

    /// Puts a card that no place of its known deck can hold into the hand of another seat, which
    /// nobody has seen, or else into the market.
    fn put_out_of_known_deck(&mut self, id: CardId, level: usize) {
        if self.decks[level].contains(&Place::Hidden) {
            return;
        }
        let mover = self.mover;
        let others = self.hands_hidden.iter_mut().enumerate().filter(|&(seat, _)| seat != mover);
        for (_, hidden) in others {
            take_place(&mut self.left, id, &mut hidden[level], &mut CardSet::default());
        }
        self.put_in_market(id, level);
    }

    /// Puts a card at a place of a deck that is hidden.
    fn put_at(&mut self, id: CardId, row: usize, at: usize) {
        if let Some(slot) = self.decks[row].get_mut(at).filter(|slot| **slot == Place::Hidden) {
            *slot = Place::Card(id);
            self.left.remove(id);
        }
    }

    fn put_in_market(&mut self, id: CardId, level: usize) -> bool {
        take_place(&mut self.left, id, &mut self.market_hidden[level], &mut self.market)
    }

    fn put_in_hand(&mut self, id: CardId, level: usize) -> bool {
        let hidden = &mut self.hands_hidden[self.mover][level];
        take_place(&mut self.left, id, hidden, &mut self.hands[self.mover])
    }

    /// Puts a card at the first hidden place among the next cards of a deck.
    fn put_on_deck(&mut self, id: CardId, level: usize, next: usize) {
        let slot = self.decks[level].iter_mut().take(next).find(|place| **place == Place::Hidden);
        if let Some(slot) = slot.filter(|_| self.left.has(id)) {
            *slot = Place::Card(id);
            self.left.remove(id);
        }
    }

    /// Fills the hidden places that are left: the market, the hand of the mover, then the rest.
    /// `late` come last: the cards that the turn names, so that none of them is where the turn does
    /// not see it, and for a pass the cards that the seat could buy, so that it is forced if it can
    /// be.
    fn fill(&mut self, game: &Game<'_>, late: CardSet) {
        for level in Row::ALL {
            let at = level.index();
            let left = self.left.and(game.components.of_row(level));
            let late = late.and(left);
            let mut left = left.without(late).iter().chain(late.iter());
            let hidden = usize::from(self.market_hidden[at]);
            self.market = left.by_ref().take(hidden).fold(self.market, with);
            let hidden = usize::from(self.hands_hidden[self.mover][at]);
            let hand = &mut self.hands[self.mover];
            *hand = left.by_ref().take(hidden).fold(*hand, with);
            let others = self.hands_hidden.iter().map(|hidden| usize::from(hidden[at]));
            let others = others.sum::<usize>() - hidden;
            let mut left = left.skip(others);
            for slot in self.decks[at].iter_mut().filter(|slot| **slot == Place::Hidden) {
                *slot = left.next().map_or(Place::Hidden, Place::Card);
            }
        }
    }
}

/// Moves a card from the ones that are left to a hidden place, if it is left and there is one.
fn take_place(left: &mut CardSet, id: CardId, hidden: &mut u8, place: &mut CardSet) -> bool {
    let fits = left.has(id) && *hidden > 0;
    if fits {
        left.remove(id);
        *hidden -= 1;
        place.insert(id);
    }
    fits
}

fn with(cards: CardSet, id: CardId) -> CardSet {
    cards.or(CardSet::one(id))
}

/// Returns the effects of the action and of the conquest.
fn all_effects(turn: &Turn) -> impl Iterator<Item = &Effects> {
    [Some(&turn.effects), turn.conquest.as_ref().map(|it| &it.effects)].into_iter().flatten()
}

/// Returns the cards that free cards, steps and the conquest take from the market or name there.
fn lying(turn: &Turn) -> Vec<CardId> {
    let free = all_effects(turn).flat_map(Effects::free_cards).map(|free| free.card);
    let steps = all_effects(turn).filter_map(|effects| effects.stronghold);
    let steps = steps.flat_map(|step| match step {
        StrongholdStep::Place(card) | StrongholdStep::Remove { card, .. } => vec![card],
        StrongholdStep::Move { from, to } => vec![from, to],
    });
    turn.conquest.iter().map(|it| it.card).chain(free).chain(steps).collect()
}

/// Returns the cards that come from a deck in the turn, as far as it names them.
fn appearing(turn: &Turn) -> impl Iterator<Item = CardId> {
    let drawn = match turn.action {
        Action::ReserveDeck { card, under, .. } => [card, under],
        Action::Take(_) | Action::ReserveMarket(_) | Action::Purchase { .. } | Action::Pass => {
            [None, None]
        }
    };
    let refills = turn.cards_taken().filter_map(|(_, refill)| refill);
    drawn.into_iter().flatten().chain(turn.refill).chain(refills)
}

/// Returns how many cards the action draws from each deck.
fn drawn_by_action(position: &Position, turn: &Turn) -> [usize; Row::COUNT] {
    let mut drawn = [0; Row::COUNT];
    if let Action::ReserveDeck { row, under, .. } = turn.action {
        let two = under.is_some() || position.mover().posts().has(Post::DrawTwo);
        drawn[row.index()] = if two { 2 } else { 1 };
    }
    drawn
}

/// Returns the cards that a turn names.
fn named(turn: &Turn) -> CardSet {
    let acted_on = match turn.action {
        Action::ReserveMarket(card) | Action::Purchase { card, .. } => Some(card),
        Action::ReserveDeck { .. } | Action::Take(_) | Action::Pass => None,
    };
    acted_on.into_iter().chain(appearing(turn)).chain(lying(turn)).collect()
}
