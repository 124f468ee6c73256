//! The table in the middle of a turn with Orient or Strongholds, for the list of legal turns.
//!
//! It is written apart from the rules that play a turn, so that tests can compare them: it keeps
//! colors and bonuses as sums over the cards, and asks for every fact anew.

use alloc::vec::Vec;

use crate::component::{CardId, CardSet, Level, Power, Row};
use crate::game::{CopyDouble, Game, Move, Remove, StepDuty};
use crate::number::{Color, Gems, Tokens};
use crate::position::{CopiedColor, Copies, Place, Position, Strongholds};
use crate::sun_never_sets::{Copied, StrongholdStep};

/// Returns whether a copy of a card with two bonuses brings two.
pub(crate) const fn copies_count_double(game: &Game<'_>) -> bool {
    match game.rules.rulings.copy_double {
        CopyDouble::Two => true,
        CopyDouble::One => false,
    }
}

/// The holdings of the acting seat and the open cards, in the middle of a turn.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'s> {
    pub(crate) game: &'s Game<'s>,
    pub(crate) seat: u8,
    pub(crate) tokens: Tokens,
    pub(crate) supply: Tokens,
    pub(crate) bought: CardSet,
    pub(crate) copies: Copies,
    pub(crate) market: CardSet,
    /// The cards that may be in hidden places of the market.
    pub(crate) unseen: CardSet,
    pub(crate) market_hidden: [u8; Row::COUNT],
    pub(crate) strongholds: Strongholds,
}

impl<'s> Scene<'s> {
    /// Returns the table before a turn of a seat.
    pub(crate) fn of(game: &'s Game<'s>, position: &Position, seat: u8) -> Self {
        let holdings = &position.seats[usize::from(seat)];
        Self {
            game,
            seat,
            tokens: holdings.tokens,
            supply: position.supply(),
            bought: holdings.bought,
            copies: position.copies(),
            market: position.market(),
            unseen: position.unseen(),
            market_hidden: position.market_hidden(),
            strongholds: *position.strongholds(),
        }
    }

    /// Returns the scene with other tokens of the seat; the supply has the difference.
    pub(crate) fn with_tokens(self, tokens: Tokens) -> Self {
        let supply = self.supply.plus(self.tokens).minus(tokens);
        Self { tokens, supply, ..self }
    }

    /// Returns the color of a card, and whether a copy of it could bring two bonuses.
    pub(crate) fn color(&self, card: CardId) -> Option<CopiedColor> {
        let facts = self.game.components.card(card);
        match facts.bonus() {
            Some(color) => {
                Some(CopiedColor { color, doubled: facts.power() == Some(Power::DoubleBonus) })
            }
            None => self.copies.get(self.game.components, card),
        }
    }

    /// Returns how many cards of the seat count as each color.
    pub(crate) fn colors(&self) -> Gems {
        let colors = self.bought.iter().filter_map(|card| self.color(card));
        colors.fold(Gems::NONE, |sum, it| sum.plus(Gems::one(it.color)))
    }

    /// Returns the bonuses of the seat.
    pub(crate) fn bonuses(&self) -> Gems {
        let colors = self.bought.iter().filter_map(|card| self.color(card));
        colors.fold(Gems::NONE, |sum, it| {
            let count = if it.doubled { 2 } else { 1 };
            sum.plus(Gems::NONE.with(it.color, count))
        })
    }

    /// Returns the cards of the seat that count as a color.
    pub(crate) fn of_color(&self, color: Color) -> Vec<CardId> {
        let is = |card: &CardId| self.color(*card).is_some_and(|it| it.color == color);
        self.bought.iter().filter(is).collect()
    }

    pub(crate) fn is_copy_card(&self, card: CardId) -> bool {
        self.game.components.card(card).power().is_some_and(Power::copies)
    }

    /// Returns the strongholds of another seat on a card of the market.
    pub(crate) fn rival(&self, card: CardId) -> Option<(u8, u8)> {
        (0..4).filter(|&seat| seat != self.seat).find_map(|seat| {
            let count = self.strongholds.count(seat, card);
            (count > 0).then_some((seat, count))
        })
    }

    /// Takes a card out of the market.
    pub(crate) fn lift(&mut self, card: CardId) {
        self.uncover(card);
        self.market.remove(card);
        for seat in 0..4 {
            while self.strongholds.lift(seat, card) {}
        }
    }

    /// Names a card in a hidden place of the market.
    pub(crate) fn uncover(&mut self, card: CardId) {
        let row = self.game.components.card(card).row().index();
        if !self.market.has(card) && self.market_hidden[row] > 0 && self.unseen.has(card) {
            self.market_hidden[row] -= 1;
            self.unseen.remove(card);
            self.market.insert(card);
        }
    }

    /// Lays a card, known or not, into the market.
    pub(crate) fn lay(&mut self, row: Row, place: Option<Place>) {
        match place {
            Some(Place::Card(card)) => {
                self.unseen.remove(card);
                self.market.insert(card);
            }
            Some(Place::Hidden) => self.market_hidden[row.index()] += 1,
            None => {}
        }
    }

    /// Takes a card of the seat out of the game.
    pub(crate) fn give_up(&mut self, card: CardId) {
        self.bought.remove(card);
        self.copies = self.copies.with(self.game.components, card, None);
    }

    /// Returns the colors that a copy card can take, each with a way to name it: the color, or with
    /// the ruling `copy-double=two` the card.
    pub(crate) fn copies_of(&self, card: CardId) -> Vec<(Option<Copied>, Option<CopiedColor>)> {
        if !self.is_copy_card(card) {
            return Vec::from([(None, None)]);
        }
        let two = copies_count_double(self.game);
        let mut others = self.bought;
        others.remove(card);
        let mut found: Vec<(Option<Copied>, Option<CopiedColor>)> = Vec::new();
        for other in others.iter() {
            let Some(it) = self.color(other) else { continue };
            let taken = CopiedColor { doubled: it.doubled && two, ..it };
            let named = if two { Copied::Card(other) } else { Copied::Color(it.color) };
            if two || found.iter().all(|&(_, known)| known != Some(taken)) {
                found.push((Some(named), Some(taken)));
            }
        }
        found
    }

    /// Returns the cards of a level that the seat may take free.
    pub(crate) fn free_cards(&self, level: Level) -> Vec<CardId> {
        let of_level = |card: &CardId| self.game.components.card(*card).level() == level;
        let open = |card: &CardId| self.rival(*card).is_none();
        self.market.iter().filter(of_level).filter(open).collect()
    }

    /// Returns the steps with a stronghold that the seat can take; none of them for no step, where
    /// there is none or where the seat may decline.
    pub(crate) fn steps(&self) -> Vec<Option<StrongholdStep>> {
        if !self.game.rules.modules.strongholds {
            return Vec::from([None]);
        }
        let rulings = self.game.rules.rulings;
        let open: Vec<CardId> = self.market.iter().filter(|&it| self.rival(it).is_none()).collect();
        let mut steps = Vec::new();
        let in_stock = self.strongholds.of(self.seat).count() < 3;
        if in_stock {
            steps.extend(open.iter().map(|&card| Some(StrongholdStep::Place(card))));
        }
        let may_move = match rulings.move_when {
            Move::Free => true,
            Move::StockEmpty => !in_stock,
        };
        if may_move {
            let from: CardSet = self.strongholds.of(self.seat).collect();
            for from in from.iter() {
                let to = open.iter().filter(|&&to| to != from);
                steps.extend(to.map(|&to| Some(StrongholdStep::Move { from, to })));
            }
        }
        for card in self.market.iter() {
            let removable = self.rival(card).is_some_and(|(_, count)| match rulings.remove {
                Remove::Lone => count == 1,
                Remove::Any => true,
            });
            if removable {
                steps.push(Some(StrongholdStep::Remove { card, seat: None }));
            }
        }
        let hidden = self.market_hidden.iter().any(|&count| count > 0);
        let can_go_to_hidden = hidden && (in_stock || (self.strongholds.of(self.seat).count() > 0));
        let declines = match rulings.stronghold_step {
            StepDuty::Optional => true,
            StepDuty::Mandatory => false,
        };
        if declines || (steps.is_empty() && !can_go_to_hidden) {
            steps.push(None);
        }
        steps
    }

    /// Takes a step at its word.
    pub(crate) fn step(&mut self, step: Option<StrongholdStep>) {
        match step {
            Some(StrongholdStep::Place(card)) => {
                self.uncover(card);
                self.strongholds.place(self.seat, card);
            }
            Some(StrongholdStep::Move { from, to }) => {
                self.uncover(to);
                if self.strongholds.lift(self.seat, from) {
                    self.strongholds.place(self.seat, to);
                }
            }
            Some(StrongholdStep::Remove { card, .. }) => {
                if let Some((rival, _)) = self.rival(card) {
                    self.strongholds.lift(rival, card);
                }
            }
            None => {}
        }
    }
}
