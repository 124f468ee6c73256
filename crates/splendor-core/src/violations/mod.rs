//! Every clause that a turn breaks, each checked on its own and independently of
//! [`Position::play`].
//!
//! `play` stops at the first breach. This list goes on, so it takes the turn at its word: it checks
//! a clause about a later part of the turn against the tokens and bonuses that the earlier parts
//! would leave if they were legal.

mod chain;
mod nobles;
mod price;
mod reveals;
mod tiles;

use alloc::vec::Vec;

use crate::clause::{Elsewhere, EndedBy, PassObstacle, Violation};
use crate::component::{CardId, Row};
use crate::game::{Fewer, Game, GoldAtTen, HAND_LIMIT, Pass, Return};
use crate::number::{Gems, Token, Tokens};
use crate::position::{End, Freedom, Phase, Position, Seat};
use crate::turn::{Action, Source, Turn};

/// The numbers of a turn that the checks of its clauses compare.
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

/// A turn and the position that it is played in.
struct Case<'c> {
    game: &'c Game<'c>,
    position: &'c Position,
    turn: &'c Turn,
    seat: &'c Seat,
}

impl Position {
    /// Returns every breach of a turn, in book order; none if it is legal. The first is the breach
    /// that [`Position::play`] reports.
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
    /// let gems = Tokens::new([2, 1, 0, 0, 0, 1]);
    /// let breaches = position.violations(&game, &Turn::new(1, Action::Take(gems)));
    /// let ids: Vec<_> = breaches.iter().map(|breach| breach.clause().id()).collect();
    /// assert_eq!(ids, ["turn.order", "take.no-gold", "take.pair"]);
    /// # Ok::<(), Violation>(())
    /// ```
    pub fn violations(&self, game: &Game<'_>, turn: &Turn) -> Vec<Violation> {
        let case = self.case(game, turn);
        if case.has_chain() {
            return case.of_chain().0;
        }
        let mut all = Vec::new();
        all.extend(case.of_turn());
        match turn.action {
            Action::Take(taken) if taken.is_empty() => all.push(Violation::TurnOneAction {}),
            Action::Take(taken) => all.extend(case.of_take(taken)),
            Action::ReserveMarket(_) | Action::ReserveDeck { .. } => all.extend(case.of_reserve()),
            Action::Purchase { card, pay, from } => {
                all.extend(case.of_purchase(card, pay, from));
            }
            Action::Pass => all.extend(case.of_pass()),
        }
        all.extend(case.of_powers());
        all.extend(case.of_refill());
        all.extend(case.of_reveals());
        all.extend(case.of_limit());
        all.extend(case.of_nobles());
        all.extend(case.of_posts());
        all.sort_by_key(Violation::clause);
        all
    }

    /// Returns the numbers that [`Position::violations`] compares with the rules.
    pub fn turn_numbers(&self, game: &Game<'_>, turn: &Turn) -> TurnNumbers {
        let case = self.case(game, turn);
        let price = match turn.action {
            Action::Purchase { card, pay, .. } => case.bill(card, pay).price,
            _ => Gems::NONE,
        };
        let (held, bonuses) = if case.has_chain() {
            let scene = case.of_chain().1;
            (scene.tokens, scene.colors())
        } else {
            (case.held(), case.bonuses())
        };
        TurnNumbers { seat: *case.seat, held, bonuses, price }
    }

    /// Returns the seat that a turn names; the seat to move if there is no such seat.
    pub fn acting_seat(&self, turn: &Turn) -> &Seat {
        let count = self.table.turn_state.seat_count;
        let seat = if turn.seat < count { turn.seat } else { self.to_move() };
        &self.seats[usize::from(seat)]
    }

    fn case<'c>(&'c self, game: &'c Game<'c>, turn: &'c Turn) -> Case<'c> {
        Case { game, position: self, turn, seat: self.acting_seat(turn) }
    }
}

impl Case<'_> {
    /// Whether the game has Orient or Strongholds, or the turn has a part that only they have.
    fn has_chain(&self) -> bool {
        let action = self.turn.action;
        let orient_deck = matches!(action, Action::ReserveDeck { row, .. } if row.is_orient());
        self.game.rules.modules.have_chains() || !self.turn.is_plain() || orient_deck
    }

    fn of_turn(&self) -> Vec<Violation> {
        let expected = self.position.to_move();
        let order = Violation::TurnOrder { seat: self.turn.seat, expected };
        let ended = match self.position.phase() {
            Phase::Ended(End::Completed) => Some(EndedBy::Trigger),
            Phase::Ended(End::Stalemate) => Some(EndedBy::Stalemate),
            Phase::Open | Phase::LastRound => None,
        };
        let ended = ended.map(|reason| Violation::TurnAfterEnd { reason });
        ended.into_iter().chain((self.turn.seat != expected).then_some(order)).collect()
    }

    fn of_pass(&self) -> Option<Violation> {
        let freedom = self.position.freedom(self.game);
        match (self.game.rules.rulings.pass, freedom) {
            (Pass::Never, _) => Some(Violation::TurnPass { possible: PassObstacle::Ruling }),
            (Pass::WhenStuck, Freedom::Free(possible)) => Some(Violation::TurnPass { possible }),
            (Pass::WhenStuck, Freedom::Stuck | Freedom::Unknown) | (Pass::Always, _) => None,
        }
    }

    fn of_take(&self, taken: Tokens) -> Vec<Violation> {
        let supply = self.position.supply();
        let mut all = Vec::new();
        if taken.gold() > 0 {
            all.push(Violation::TakeNoGold { gold: taken.gold() });
        }
        let short = taken.iter().find(|&(token, count)| count > supply.get(token));
        all.extend(short.map(|(token, count)| Violation::TakeSupply {
            token,
            taken: count,
            supply: supply.get(token),
        }));
        let total = byte(taken.total());
        let repeated = taken.iter().filter(|&(_, count)| count > 1);
        match repeated.max_by_key(|&(_, count)| count) {
            Some((token, same)) if total != 2 => {
                all.push(Violation::TakePair { token, same, taken: total });
            }
            Some((token, _)) if supply.get(token) < 4 => {
                all.push(Violation::TakePairNeedsFour { token, supply: supply.get(token) });
            }
            Some(_) => {}
            None => all.extend(self.of_different(total)),
        }
        all
    }

    fn of_different(&self, taken: u8) -> Option<Violation> {
        let stacks = self.position.supply().gems().iter().filter(|&(_, count)| count > 0);
        let colors = byte(u16::try_from(stacks.count()).unwrap_or(u16::MAX));
        let held = self.seat.tokens.total() + u16::from(taken);
        let (fewer_is_fine, needed) = match self.game.rules.rulings.fewer {
            Fewer::WhenShort => (colors < 3, 3),
            Fewer::AllAvailable => (taken >= colors, colors.min(3)),
            Fewer::UpToThree => (true, 1),
            Fewer::ToTen => {
                (taken >= colors || held >= self.game.token_limit, self.up_to_ten(colors))
            }
            Fewer::Never => (false, 3),
        };
        match taken {
            4.. => Some(Violation::TakeDifferent { taken }),
            0..=2 if !fewer_is_fine => Some(Violation::TakeFewer { taken, needed, colors }),
            _ => None,
        }
    }

    /// How many gems there is room for, but no more than three and than there are colors.
    fn up_to_ten(&self, colors: u8) -> u8 {
        let below = self.game.token_limit.saturating_sub(self.seat.tokens.total());
        byte(below).clamp(1, 3).min(colors)
    }

    fn of_reserve(&self) -> Vec<Violation> {
        let mut all = Vec::new();
        let hand = self.seat.hand_size();
        if hand >= HAND_LIMIT {
            all.push(Violation::ReserveHandLimit { hand });
        }
        match self.turn.action {
            Action::ReserveMarket(id) if !self.may_be_shown(id) => {
                all.push(Violation::ReserveFaceUp { card: self.game.components.card(id) });
            }
            Action::ReserveDeck { row, .. } if self.position.deck(row).is_empty() => {
                all.push(Violation::ReserveDeck { level: row });
            }
            _ => {}
        }
        all
    }

    /// Whether a card is in the market, or might be in a hidden place of the market.
    fn may_be_shown(&self, id: CardId) -> bool {
        let row = self.game.components.card(id).row();
        let hidden = self.position.market_hidden()[row.index()] > 0;
        self.position.market().has(id) || (hidden && self.position.unseen().has(id))
    }

    fn in_hand(&self, id: CardId) -> bool {
        let row = self.game.components.card(id).row();
        let hidden = self.seat.hidden[row.index()] > 0 && self.position.unseen().has(id);
        self.seat.hand.has(id) || hidden
    }

    fn of_purchase(&self, id: CardId, paid: Tokens, from: Option<Source>) -> Vec<Violation> {
        let mut all = Vec::new();
        all.extend(self.of_source(id, from));
        all.extend(self.of_payment(id, paid));
        let owned = self.seat.tokens;
        let lacking = paid.iter().find(|&(token, count)| count > owned.get(token));
        all.extend(lacking.map(|(token, paid)| Violation::PurchaseTokens {
            token,
            paid,
            owned: owned.get(token),
        }));
        all
    }

    /// The breach of a purchase from a place where the card is not.
    fn of_source(&self, id: CardId, from: Option<Source>) -> Option<Violation> {
        let card = self.game.components.card(id);
        let found = match from {
            Some(Source::Market) => self.may_be_shown(id),
            Some(Source::Hand) => self.in_hand(id),
            None => self.may_be_shown(id) || self.in_hand(id),
        };
        let place = match from {
            Some(Source::Hand) if self.position.market().has(id) => Elsewhere::Market,
            Some(Source::Market) if self.seat.hand.has(id) => Elsewhere::Hand,
            _ => Elsewhere::Neither,
        };
        (!found).then_some(Violation::PurchaseSource { card, place })
    }

    /// The level whose market the action empties a place of.
    fn emptied(&self) -> Option<Row> {
        let id = match self.turn.action {
            Action::ReserveMarket(id) => id,
            Action::Purchase { card, from: None, .. }
                if self.position.market().has(card)
                    || !self.in_hand(card)
                    || self.refills(card) =>
            {
                card
            }
            Action::Purchase { card, from: Some(Source::Market), .. } => card,
            Action::Take(_)
            | Action::ReserveDeck { .. }
            | Action::Purchase { .. }
            | Action::Pass => return None,
        };
        Some(self.game.components.card(id).row())
    }

    fn of_refill(&self) -> Option<Violation> {
        let card = self.game.components.card(self.turn.refill?);
        let why = match self.emptied() {
            None => "no place in the market is empty",
            Some(row) if self.position.deck(row).is_empty() => "the deck of the level is empty",
            Some(_) => return None,
        };
        Some(Violation::MarketRefill { card, why })
    }

    /// The tokens that the seat holds after its action.
    fn acted(&self) -> Tokens {
        match self.turn.action {
            Action::Take(taken) => self.seat.tokens.plus(taken),
            Action::ReserveMarket(_) | Action::ReserveDeck { .. } => {
                self.seat.tokens.plus(self.gold_of_reservation())
            }
            Action::Purchase { pay, .. } => self.seat.tokens.minus(pay),
            Action::Pass => self.seat.tokens,
        }
    }

    /// The gold that a reservation brings.
    fn gold_of_reservation(&self) -> Tokens {
        let has_room = self.seat.tokens.total() < self.game.token_limit;
        let comes = has_room || self.game.rules.rulings.gold_at_ten != GoldAtTen::Withheld;
        let gold = if comes { self.position.supply().gold().min(1) } else { 0 };
        Tokens::NONE.with(Token::Gold, gold)
    }

    /// Whether the ruling `gold-at-ten` forbids the reservation.
    fn is_kept_from_gold(&self) -> bool {
        let reserves =
            matches!(self.turn.action, Action::ReserveMarket(_) | Action::ReserveDeck { .. });
        self.game.rules.rulings.gold_at_ten == GoldAtTen::Forbidden
            && reserves
            && self.position.supply().gold() > 0
            && self.seat.tokens.total() >= self.game.token_limit
    }

    /// The tokens that the seat holds before it gives any back.
    fn held(&self) -> Tokens {
        self.turn.gem.map_or(self.acted(), |gem| self.acted().plus(Tokens::one(gem)))
    }

    /// The bonuses of the seat when its turn ends.
    fn bonuses(&self) -> Gems {
        match self.turn.action {
            Action::Purchase { card, .. } => {
                self.seat.colors.plus(self.game.components.card(card).colors())
            }
            _ => self.seat.colors,
        }
    }

    fn of_limit(&self) -> Vec<Violation> {
        self.of_limit_with(self.held())
    }

    /// The breaches of the limit by a seat that holds these tokens before it gives any back.
    fn of_limit_with(&self, held: Tokens) -> Vec<Violation> {
        let returned = self.turn.returned;
        let mut all = Vec::new();
        let lacking = returned.iter().find(|&(token, count)| count > held.get(token));
        all.extend(lacking.map(|(token, returned)| Violation::LimitOwned {
            token,
            returned,
            held: held.get(token),
        }));
        let left = held.total().saturating_sub(returned.total());
        let ruling = self.game.rules.rulings.returns;
        if self.is_kept_from_gold() {
            all.push(Violation::LimitTen {
                held: self.seat.tokens.total() + 1,
                returned: 0,
                why: "; the ruling gold-at-ten=forbidden allows no return after a reservation",
            });
        } else if left > self.game.token_limit && ruling != Return::UpTo {
            all.push(Violation::LimitTen { held: left, returned: returned.total(), why: "" });
        }
        let excess = held.total().saturating_sub(self.game.token_limit);
        if returned.total() > excess && ruling != Return::Anything {
            all.push(Violation::LimitExcess { returned: returned.total(), excess });
        }
        all
    }
}

fn byte(count: u16) -> u8 {
    u8::try_from(count).unwrap_or(u8::MAX)
}
