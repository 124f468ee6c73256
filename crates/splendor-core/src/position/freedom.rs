//! Whether a seat has an action other than to pass.

use super::Position;
use crate::clause::PassObstacle;
use crate::component::Row;
use crate::game::{ConsultedRulings, Fewer, Game, GoldAtTen, HAND_LIMIT};

/// Whether a seat has an action other than to pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freedom {
    /// It has; this is one of them.
    Free(PassObstacle),
    /// It has none.
    Stuck,
    /// The log does not name the cards on which the answer depends.
    Unknown,
}

impl Position {
    /// Returns whether the seat to move has an action other than to pass.
    pub fn freedom(&self, game: &Game<'_>) -> Freedom {
        self.freedom_under(&ConsultedRulings::new(&game.rules.rulings), game)
    }

    pub(crate) fn freedom_under(&self, rulings: &ConsultedRulings<'_>, game: &Game<'_>) -> Freedom {
        let seat = self.mover();
        if self.can_take(rulings) {
            return Freedom::Free(PassObstacle::Gem);
        }
        if !self.affordable(game).is_empty() {
            return Freedom::Free(PassObstacle::Purchase);
        }
        if seat.hand_size() < HAND_LIMIT && self.can_reserve() && self.can_take_gold(rulings, game)
        {
            return Freedom::Free(PassObstacle::Reservation);
        }
        self.freedom_of_hidden(game)
    }

    fn can_take(&self, rulings: &ConsultedRulings<'_>) -> bool {
        let gems = self.supply().gems();
        match rulings.fewer() {
            Fewer::Never => gems.colors() >= 3 || gems.iter().any(|(_, count)| count >= 4),
            Fewer::WhenShort | Fewer::AllAvailable | Fewer::UpToThree | Fewer::ToTen => {
                gems.total() > 0
            }
        }
    }

    /// Whether the ruling `gold-at-ten` lets the seat reserve.
    fn can_take_gold(&self, rulings: &ConsultedRulings<'_>, game: &Game<'_>) -> bool {
        match rulings.gold_at_ten() {
            GoldAtTen::Taken | GoldAtTen::Withheld => true,
            GoldAtTen::Forbidden => {
                self.supply().gold() == 0 || self.mover().tokens().total() < game.token_limit
            }
        }
    }

    fn can_reserve(&self) -> bool {
        !self.market().without(self.strongholds().rival_cards(self.to_move())).is_empty()
            || self.market_hidden() != [0; Row::COUNT]
            || self.decks.iter().any(|deck| !deck.is_empty())
    }

    /// Hidden cards of a level are interchangeable. The pass is certainly forced if the seat can
    /// afford none of the unseen cards. It is certainly free if the unseen cards that the seat
    /// cannot afford are too few to fill the hidden places: some hidden card can be bought then,
    /// whichever it is.
    fn freedom_of_hidden(&self, game: &Game<'_>) -> Freedom {
        let seat = self.mover();
        let mut freedom = Freedom::Stuck;
        for row in Row::ALL {
            let places = seat.hidden[row.index()] + self.market_hidden()[row.index()];
            let unseen = self.unseen().and(game.components.of_row(row));
            let in_reach = unseen.iter().filter(|&card| self.can_pay(game, card)).count();
            if places == 0 || in_reach == 0 {
                continue;
            }
            if usize::from(unseen.len()) - in_reach < usize::from(places) {
                return Freedom::Free(PassObstacle::HiddenPurchase);
            }
            freedom = Freedom::Unknown;
        }
        freedom
    }
}
