//! A turn as a log tells it, and whose turn it is.

use crate::clause::Violation;
use crate::component::{CardId, Level, NobleSet, PostSet};
use crate::game::{Fewer, Game, Pass, Stalemate};
use crate::number::{Token, Tokens};
use crate::play::Draft;
use crate::position::{End, Phase, Position};

/// One turn: what a seat says it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn {
    /// The seat that acts, from 0.
    pub seat: u8,
    /// The action.
    pub action: Action,
    /// The token that the power of a post gives.
    pub gem: Option<Token>,
    /// The card that fills the place in the market; not told if absent.
    pub refill: Option<CardId>,
    /// The tokens given back at the end of the turn.
    pub returned: Tokens,
    /// The nobles that come.
    pub nobles: NobleSet,
    /// The trading posts that are gained.
    pub posts: PostSet,
}

/// What a seat does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Takes tokens.
    Take(Tokens),
    /// Reserves a card that lies face up.
    ReserveMarket(CardId),
    /// Reserves the top card of a deck.
    ReserveDeck {
        /// The deck.
        level: Level,
        /// The card, where the log tells it.
        card: Option<CardId>,
        /// The card that is drawn too and put under the deck, where the log tells it.
        under: Option<CardId>,
    },
    /// Buys a card.
    Purchase {
        /// The card.
        card: CardId,
        /// What is paid.
        pay: Tokens,
        /// Where the card comes from, where the log tells it.
        from: Option<Source>,
    },
    /// Does nothing.
    Pass,
}

/// Where a bought card lay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// Face up on the table.
    Market,
    /// In the hand of the seat.
    Hand,
}

impl Turn {
    /// Returns a turn of nothing but an action.
    pub const fn new(seat: u8, action: Action) -> Self {
        Self {
            seat,
            action,
            gem: None,
            refill: None,
            returned: Tokens::NONE,
            nobles: NobleSet::NONE,
            posts: PostSet::NONE,
        }
    }
}

impl Action {
    /// Returns the level of the card that the action is about, or of the deck.
    pub(crate) const fn level(self, game: &Game<'_>) -> Option<Level> {
        match self {
            Self::Take(_) | Self::Pass => None,
            Self::ReserveDeck { level, .. } => Some(level),
            Self::ReserveMarket(card) | Self::Purchase { card, .. } => {
                Some(game.components.card(card).level)
            }
        }
    }
}

pub(crate) fn after_end(draft: &mut Draft<'_>) -> Result<(), Violation> {
    let reason = match draft.before.middle.phase {
        Phase::Open | Phase::LastRound => return Ok(()),
        Phase::Ended(End::Completed) => "the round with the trigger is complete",
        Phase::Ended(End::Stalemate) => "every seat in a row had to pass",
    };
    Err(Violation::TurnAfterEnd { reason })
}

pub(crate) fn order(draft: &mut Draft<'_>) -> Result<(), Violation> {
    let expected = draft.before.middle.to_move;
    if draft.turn.seat == expected {
        return Ok(());
    }
    Err(Violation::TurnOrder { seat: draft.turn.seat, expected })
}

pub(crate) fn act(draft: &mut Draft<'_>, freedom: Option<Freedom>) -> Result<(), Violation> {
    match draft.turn.action {
        Action::Take(taken) if taken.is_empty() => Err(Violation::TurnOneAction {}),
        Action::Take(taken) => crate::rule::take::act(draft, taken),
        Action::ReserveMarket(card) => crate::rule::reserve::from_market(draft, card),
        Action::ReserveDeck { level, card, under } => {
            crate::rule::reserve::from_deck(draft, level, card, under)
        }
        Action::Purchase { card, pay, from } => crate::rule::purchase::act(draft, card, pay, from),
        Action::Pass => pass(draft, freedom.unwrap_or(Freedom::Unknown)),
    }
}

fn pass(draft: &mut Draft<'_>, freedom: Freedom) -> Result<(), Violation> {
    draft.events.forced_pass = !matches!(freedom, Freedom::Free(_));
    let rulings = draft.game.rules.rulings;
    // Where a pass is always legal, what is not known decides only whether it counts as forced.
    let matters = rulings.pass != Pass::Always || rulings.stalemate == Stalemate::Ends;
    let unknown = matters && freedom == Freedom::Unknown;
    draft.events.unknown = unknown.then_some(Unknown::HandAffordable);
    match (rulings.pass, freedom) {
        (Pass::Never, _) => Err(Violation::TurnPass { possible: Violation::NEVER }),
        (Pass::WhenStuck, Freedom::Free(possible)) => Err(Violation::TurnPass { possible }),
        (Pass::WhenStuck, Freedom::Stuck | Freedom::Unknown) | (Pass::Always, _) => Ok(()),
    }
}

impl Violation {
    /// What makes a pass a breach where no seat may ever pass, stuck or not.
    pub const NEVER: &str = "the ruling `pass` is `never`";

    /// Returns the breach of a pass that was not forced, as a card shows that is told later.
    pub const fn pass_with_a_card_in_reach() -> Self {
        Self::TurnPass { possible: "a hidden card could be bought, as a card told later shows" }
    }
}

/// What a turn turns on that the log has not told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unknown {
    /// Whether a hidden card in the seat's hand or in the market could have been bought.
    HandAffordable,
    /// Whether the card lay in the market, where a refill was not told.
    MarketCard,
    /// Whether the card lay in the market or in the hand, where neither was told.
    Source,
    /// Which of two cards was kept, and which went under the deck.
    Kept,
    /// Whether two cards were drawn, which leaves the known ones of the deck at other places.
    Drawn,
}

/// Whether a seat has an action other than to pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freedom {
    /// It has; the words say which.
    Free(&'static str),
    /// It has none.
    Stuck,
    /// That depends on cards that the log has not told.
    Unknown,
}

impl Position {
    /// Returns whether the next seat has an action other than to pass.
    pub fn freedom(&self, game: &Game<'_>) -> Freedom {
        let seat = self.mover();
        if self.can_take(game) {
            return Freedom::Free("a gem can be taken");
        }
        if !self.affordable(game).is_empty() {
            return Freedom::Free("a card can be bought");
        }
        if seat.hand_size() < 3 && self.can_reserve() {
            return Freedom::Free("a card can be reserved");
        }
        self.freedom_of_hidden(game)
    }

    fn can_take(&self, game: &Game<'_>) -> bool {
        let gems = self.supply.gems();
        match game.rules.rulings.fewer {
            Fewer::Never => gems.colors() >= 3 || gems.iter().any(|(_, count)| count >= 4),
            _ => gems.total() > 0,
        }
    }

    fn can_reserve(&self) -> bool {
        !self.market.is_empty()
            || self.market_hidden != [0; 3]
            || self.decks.iter().any(|deck| !deck.is_empty())
    }

    /// Hidden cards of a level are exchangeable: a pass is certain to be forced if no unseen card
    /// could be bought, and impossible if too few of them are out of reach to fill the places.
    fn freedom_of_hidden(&self, game: &Game<'_>) -> Freedom {
        let seat = self.mover();
        let mut freedom = Freedom::Stuck;
        for level in Level::ALL {
            let places = seat.hidden[level.index()] + self.market_hidden[level.index()];
            let unseen = self.unseen.and(game.components.of_level(level));
            let costs = unseen.iter().map(|card| game.components.card(card).cost);
            let in_reach = costs.filter(|&cost| seat.affords(cost)).count();
            if places == 0 || in_reach == 0 {
                continue;
            }
            if usize::from(unseen.len()) - in_reach < usize::from(places) {
                return Freedom::Free("a hidden card can be bought, whichever it is");
            }
            freedom = Freedom::Unknown;
        }
        freedom
    }
}
