//! The facts that decide a condition, in words.

use splendor_core::{
    Action, CardId, Clause, Freedom, Game, NobleSet, Pass, Position, Spelled, Tokens, Turn,
    TurnNumbers,
};

use super::sun_never_sets::fact_of_sun_never_sets;
use crate::words::listed;

/// A turn and its table; writes the numbers of a condition that the turn meets.
pub(super) struct Facts<'f> {
    game: &'f Game<'f>,
    position: &'f Position,
    turn: &'f Turn,
    numbers: TurnNumbers,
    broken: &'f [Clause],
}

impl<'f> Facts<'f> {
    pub(super) fn new(
        game: &'f Game<'f>,
        position: &'f Position,
        turn: &'f Turn,
        broken: &'f [Clause],
    ) -> Self {
        Self { game, position, turn, numbers: position.turn_numbers(game, turn), broken }
    }

    /// Returns the facts by which the turn meets a clause that it does not break.
    pub(super) fn of(&self, clause: Clause) -> String {
        match clause.family() {
            "turn" => self.of_turn(clause),
            "take" => self.of_take(clause),
            "reserve" | "purchase" => self.of_card(clause),
            "market" | "reveal" => self.of_reveal(clause),
            "limit" => self.of_limit(clause),
            "noble" => self.of_noble(clause),
            "orient" | "stronghold" => {
                fact_of_sun_never_sets(self.game, self.position, self.turn, clause)
            }
            _ => self.of_post(clause),
        }
    }

    fn of_turn(&self, clause: Clause) -> String {
        match clause {
            Clause::TurnOrder => format!("it is the turn of seat {}", self.turn.seat),
            Clause::TurnAfterEnd => "the game has not ended".to_owned(),
            Clause::TurnPass => self.of_pass().to_owned(),
            _ => "the turn is one action".to_owned(),
        }
    }

    fn of_pass(&self) -> &'static str {
        match (self.game.rules.rulings.pass, self.position.freedom(self.game)) {
            (Pass::Always, _) => "the ruling pass=always allows every pass",
            (Pass::WhenStuck | Pass::Never, Freedom::Stuck) => {
                "you can take no gem, reserve no card and buy no card"
            }
            (Pass::WhenStuck | Pass::Never, Freedom::Free(_) | Freedom::Unknown) => {
                "no action is certain to be possible"
            }
        }
    }

    fn of_take(&self, clause: Clause) -> String {
        let Action::Take(taken) = self.turn.action else { return String::new() };
        let tokens = tokens(taken.total());
        match clause {
            Clause::TakeNoGold => "you take no gold".to_owned(),
            Clause::TakeSupply | Clause::TakePairNeedsFour => {
                let supply = self.position.supply();
                let colors = taken.iter().filter(|&(_, count)| count > 0);
                let held =
                    colors.fold(Tokens::NONE, |all, (token, _)| all.with(token, supply.get(token)));
                format!("the supply held {held}")
            }
            Clause::TakeFewer => {
                let colors = self.position.supply().gems().colors();
                let colors = u16::try_from(colors).unwrap_or(u16::MAX);
                let noun = if colors == 1 { "color" } else { "colors" };
                format!("you take {tokens}, and the supply has {} {noun}", Spelled(colors))
            }
            Clause::TakePair => "you take two of one color and nothing else".to_owned(),
            _ => format!("you take {tokens} of different colors, and may take up to three"),
        }
    }

    fn of_card(&self, clause: Clause) -> String {
        let (card, paid) = match self.turn.action {
            Action::Purchase { card, pay, .. } => (Some(card), pay),
            Action::ReserveMarket(card) => (Some(card), Tokens::NONE),
            _ => (None, Tokens::NONE),
        };
        let name = card.map_or_else(String::new, |card| self.card(card));
        match clause {
            Clause::ReserveHandLimit => {
                let hand = u16::from(self.numbers.seat.hand_size());
                let noun = if hand == 1 { "card" } else { "cards" };
                format!("you had {} {noun} in your hand", Spelled(hand))
            }
            Clause::ReserveDeck => {
                let Action::ReserveDeck { row, .. } = self.turn.action else { return name };
                let left = u16::from(self.position.deck(row).len());
                let noun = if left == 1 { "card" } else { "cards" };
                format!("the deck of {row} had {} {noun}", Spelled(left))
            }
            Clause::PurchasePrice => {
                let bought = card.map(|_| {
                    format!("{name} costs {} after bonuses; you pay {paid}", self.numbers.price)
                });
                let conquered = self.turn.conquest.map(|conquest| {
                    format!("for {} you pay {}", self.card(conquest.card), conquest.pay)
                });
                let parts: Vec<String> = bought.into_iter().chain(conquered).collect();
                parts.join("; ")
            }
            Clause::PurchasePayment => "you pay no more than the price".to_owned(),
            Clause::PurchaseTokens => format!("you had {}", self.numbers.seat.tokens()),
            Clause::PurchaseSource if card.is_none() => {
                let conquered = self.turn.conquest.map(|conquest| self.card(conquest.card));
                format!("{} was in the market", conquered.unwrap_or_default())
            }
            _ if card.is_some_and(|card| self.numbers.seat.hand().has(card)) => {
                format!("{name} was in your hand")
            }
            _ if card.is_some_and(|card| self.position.market().has(card)) => {
                format!("{name} was in the market")
            }
            _ => format!("{name} was in a place that the log does not show"),
        }
    }

    fn of_reveal(&self, clause: Clause) -> String {
        let drawn = match self.turn.action {
            Action::ReserveDeck { card, under, .. } => [card, under],
            _ => [self.turn.refill, None],
        };
        // The card that fills the place of the action's own card is among those above.
        let later = self.turn.cards_taken().skip(usize::from(self.turn.action.card().is_some()));
        let drawn = drawn.into_iter().chain(later.map(|(_, refill)| refill));
        let named: Vec<String> = drawn.flatten().map(|card| self.card(card)).collect();
        let verb = if named.len() == 1 { "" } else { "s" };
        let (names, one) = (listed(&named), verb.is_empty());
        match clause {
            Clause::MarketRefill => "the turn empties a place in the market".to_owned(),
            Clause::RevealUnseen => {
                format!("{names} {} not been seen before", if one { "has" } else { "have" })
            }
            Clause::RevealLevel => {
                format!("{names} {} the level of the deck", if one { "has" } else { "have" })
            }
            _ => format!("{names} {} next in the deck", if one { "was" } else { "were" }),
        }
    }

    fn of_limit(&self, clause: Clause) -> String {
        let (held, returned) = (self.numbers.held, self.turn.returned);
        match clause {
            Clause::LimitTen => {
                let left = held.total().saturating_sub(returned.total());
                format!("you end with {}", tokens(left))
            }
            Clause::LimitOwned => format!("you held {held} before you returned any"),
            _ => format!(
                "you held {} and return {}",
                tokens(held.total()),
                Spelled(returned.total())
            ),
        }
    }

    fn of_noble(&self, clause: Clause) -> String {
        let named = self.turn.nobles;
        let refused = [Clause::NoblePresent, Clause::NobleEarned, Clause::NobleTime];
        let comes = !named.is_empty() && !refused.iter().any(|id| self.broken.contains(id));
        let names = self.nobles(named);
        match clause {
            Clause::NobleMandatory if comes => format!("you take the noble {names}"),
            Clause::NobleMandatory => "no noble is due".to_owned(),
            Clause::NoblePresent => format!("{names} is on the table"),
            Clause::NobleEarned => {
                format!("you have {}", splendor_core::CardCounts(self.numbers.bonuses))
            }
            Clause::NobleTime => "nobles come after this action".to_owned(),
            _ => format!("the choice of {names} is allowed"),
        }
    }

    fn of_post(&self, clause: Clause) -> String {
        let posts = self.turn.posts;
        let names: Vec<String> = posts.iter().map(|post| post.to_string()).collect();
        let names = listed(&names);
        match clause {
            Clause::PostMandatory if posts.is_empty() => "no post is due".to_owned(),
            Clause::PostMandatory if self.broken.contains(&Clause::PostEarned) => {
                "no other post is due".to_owned()
            }
            Clause::PostMandatory => format!("you gain the post {names}"),
            Clause::PostEarned => {
                format!("you have {}", splendor_core::CardCounts(self.numbers.bonuses))
            }
            Clause::PostOnce => format!("you did not have the post {names}"),
            Clause::PostDoubleGold => "each gold pays for gems of one color".to_owned(),
            Clause::PostDrawTwo => "you have the post draw-two".to_owned(),
            _ => format!("you take {} by the power of a post", self.gems_of_powers()),
        }
    }

    /// Returns the gems that the turn takes by the power of a post, in words: one of the action, one
    /// of the conquest.
    fn gems_of_powers(&self) -> String {
        let conquest = self.turn.conquest.as_ref().and_then(|conquest| conquest.gem);
        let gems = self.turn.gem.into_iter().chain(conquest).map(Tokens::one);
        let gems = gems.fold(Tokens::NONE, Tokens::plus);
        if gems.is_empty() { "no gem".to_owned() } else { gems.to_string() }
    }

    fn card(&self, card: CardId) -> String {
        self.game.components.card(card).to_string()
    }

    fn nobles(&self, nobles: NobleSet) -> String {
        let names: Vec<String> =
            nobles.iter().map(|noble| self.game.components.noble(noble).to_string()).collect();
        listed(&names)
    }
}

/// Returns a number of tokens in words, such as `one token`.
fn tokens(count: u16) -> String {
    format!("{} {}", Spelled(count), if count == 1 { "token" } else { "tokens" })
}
