//! The facts that a log may leave out of a turn with Orient or Strongholds: payments, colors that
//! are copied, and the end of the turn.
//!
//! The lists may hold values that no legal turn has; each legal turn has values of them.

use alloc::vec::Vec;

use super::{Choice, ReturnChoice, with_end};
use crate::component::{CardId, CardSet, Post, Power};
use crate::game::Game;
use crate::number::{Color, Token, Tokens};
use crate::position::{CopiedColor, Position};
use crate::scene::{Scene, copies_count_double};
use crate::sun_never_sets::{CardsPaid, Conquest, Copied, Effects};
use crate::turn::{Action, Turn};

impl Position {
    /// Returns whether the seat to move can pay for a card, wherever it is.
    pub fn is_in_reach(&self, game: &Game<'_>, card: CardId) -> bool {
        if game.rules.modules.have_sun_never_sets() {
            self.has_payment(&Scene::of(game, self, self.to_move()), card)
        } else {
            self.mover().affords(game.components.card(card).cost())
        }
    }

    /// Returns the tokens of every payment for the card that a turn buys, beside the cards that
    /// the turn pays with.
    pub fn payments_beside(&self, game: &Game<'_>, turn: &Turn) -> Vec<Tokens> {
        let Action::Purchase { card, .. } = turn.action else { return Vec::new() };
        let scene = Scene::of(game, self, self.to_move());
        self.tokens_beside(&scene, card, &turn.cards_paid)
    }

    /// Returns the tokens of every payment for the card that a turn conquers, beside the cards
    /// that the conquest pays with. The action of the turn is taken at its word. A seat that is not
    /// at the table has no payment.
    pub fn conquest_payments(&self, game: &Game<'_>, turn: &Turn) -> Vec<Tokens> {
        let is_at_table = usize::from(turn.seat) < self.seats().len();
        let Some(conquest) = turn.conquest.filter(|_| is_at_table) else { return Vec::new() };
        let after_action = self.follow_log(game, &unended(turn, None));
        let scene = Scene::of(game, &after_action, turn.seat);
        self.tokens_beside(&scene, conquest.card, &conquest.cards_paid)
    }

    fn tokens_beside(&self, scene: &Scene<'_>, card: CardId, paid: &CardsPaid) -> Vec<Tokens> {
        let facts = scene.game.components.card(card);
        if facts.discard().is_some() {
            return Vec::from([Tokens::NONE]);
        }
        let price = facts.cost().minus(scene.bonuses());
        self.token_payments(scene, price, paid.spent.len().into())
    }

    /// Returns a turn with each way to name the colors that its cards copy and that it leaves open:
    /// it names none, or a color that may bring one bonus or two.
    pub fn with_named_copies(&self, game: &Game<'_>, turn: &Turn) -> Vec<Turn> {
        let mut turns = Vec::from([*turn]);
        let names = self.copies_to_name(game, turn);
        for place in 0..=turn.effects.free.len() {
            turns = each_name(game, turns, &names, |turn| {
                let Action::Purchase { card, .. } = turn.action else { return None };
                copy_at(&mut turn.effects, card, place)
            });
            turns = each_name(game, turns, &names, |turn| {
                let conquest = turn.conquest.as_mut()?;
                copy_at(&mut conquest.effects, conquest.card, place)
            });
        }
        turns
    }

    /// Returns the colors that a card may copy in a turn, and their names. A color that brings one
    /// bonus or two is named by a card for each.
    fn copies_to_name(&self, game: &Game<'_>, turn: &Turn) -> Vec<(Color, Copied)> {
        let bought = match turn.action {
            Action::Purchase { card, .. } => Some(card),
            Action::Take(_)
            | Action::ReserveMarket(_)
            | Action::ReserveDeck { .. }
            | Action::Pass => None,
        };
        let free = turn.effects.free_cards().map(|free| free.card);
        let cards: CardSet = self.mover().bought.iter().chain(bought).chain(free).collect();
        let two = copies_count_double(game);
        let mut found: Vec<(CopiedColor, CardId)> = Vec::new();
        for card in cards.iter() {
            let facts = game.components.card(card);
            let doubled = facts.power() == Some(Power::DoubleBonus);
            let printed = facts.bonus().map(|color| CopiedColor { color, doubled });
            let Some(color) = printed.or(self.copies().get(game.components, card)) else {
                continue;
            };
            let color = CopiedColor { doubled: color.doubled && two, ..color };
            if !found.iter().any(|(other, _)| *other == color) {
                found.push((color, card));
            }
        }
        let is_open = |color| found.iter().filter(|(other, _)| other.color == color).count() > 1;
        let name = |&(CopiedColor { color, .. }, card): &(CopiedColor, CardId)| {
            (color, if is_open(color) { Copied::Card(card) } else { Copied::Color(color) })
        };
        let mut names: Vec<(Color, Copied)> = found.iter().map(name).collect();
        names.sort_unstable();
        names
    }

    /// Shows a turn with each way to end it; see [`each_ending`](Self::each_ending).
    pub(super) fn each_ending_of_sun_never_sets(
        &self,
        game: &Game<'_>,
        turn: &Turn,
        any_gem: bool,
        returns: ReturnChoice,
        on_turn: &mut impl FnMut(Turn),
    ) {
        for turn in self.with_gems(turn, any_gem) {
            let after = self.follow_log(game, &unended(&turn, turn.conquest));
            let Some(seat) = after.seats().get(usize::from(turn.seat)) else { return };
            let tiles = self.tiles(game, timed(&turn), seat.colors());
            let choice =
                Choice { action: turn.action, gem: turn.gem, tokens: seat.tokens(), tiles };
            with_end(game, &turn, &choice, returns, &mut *on_turn);
        }
    }

    /// Returns a turn with each gem that the powers of posts may give, if `any_gem` is set.
    fn with_gems(&self, turn: &Turn, any_gem: bool) -> Vec<Turn> {
        if !any_gem {
            return Vec::from([*turn]);
        }
        let mut turns = self.with_gems_of_action(turn);
        let after_purchase = self.mover().posts.has(Post::GemAfterPurchase);
        let open = |conquest: &Conquest| after_purchase && conquest.gem.is_none();
        if let Some(conquest) = turn.conquest.filter(open) {
            let without = turns.clone();
            for gem in GEMS {
                let conquest = Conquest { gem, ..conquest };
                turns.extend(without.iter().map(|turn| Turn { conquest: Some(conquest), ..*turn }));
            }
        }
        turns
    }

    /// Returns a turn with each gem that the power of a post may give after the action. A gem that
    /// the turn names stays.
    pub fn with_gems_of_action(&self, turn: &Turn) -> Vec<Turn> {
        let posts = self.mover().posts;
        let may_gain = match turn.action {
            Action::Purchase { .. } => posts.has(Post::GemAfterPurchase),
            Action::Take(_) => posts.has(Post::ThirdGem),
            Action::ReserveMarket(_) | Action::ReserveDeck { .. } | Action::Pass => false,
        };
        let gems = GEMS.into_iter().filter(|_| may_gain && turn.gem.is_none());
        [turn.gem].into_iter().chain(gems).map(|gem| Turn { gem, ..*turn }).collect()
    }
}

/// Every gem.
const GEMS: [Option<Token>; 5] = {
    let [one, two, three, four, five] = Color::ALL;
    [
        Some(Token::Gem(one)),
        Some(Token::Gem(two)),
        Some(Token::Gem(three)),
        Some(Token::Gem(four)),
        Some(Token::Gem(five)),
    ]
};

/// Returns a turn up to its end, with another conquest.
fn unended(turn: &Turn, conquest: Option<Conquest>) -> Turn {
    let Turn { seat, action, gem, refill, cards_paid, effects, .. } = *turn;
    Turn { gem, refill, cards_paid, effects, conquest, ..Turn::new(seat, action) }
}

/// Returns the action that decides whether nobles come: a conquest is a purchase.
fn timed(turn: &Turn) -> Action {
    turn.conquest.map_or(turn.action, |conquest| Action::Purchase {
        card: conquest.card,
        pay: conquest.pay,
        from: None,
    })
}

/// Returns a card that a purchase brings, and the place of the color that it copies: 0 for the
/// bought card, then the free cards.
fn copy_at(
    effects: &mut Effects,
    bought: CardId,
    place: usize,
) -> Option<(CardId, &mut Option<Copied>)> {
    match place.checked_sub(1) {
        None => Some((bought, &mut effects.copy)),
        Some(at) => effects.free[at].as_mut().map(|free| (free.card, &mut free.copy)),
    }
}

/// Returns each turn with each name that fits at one place, if a copy card is there whose color is
/// open.
fn each_name(
    game: &Game<'_>,
    turns: Vec<Turn>,
    names: &[(Color, Copied)],
    mut place: impl FnMut(&mut Turn) -> Option<(CardId, &mut Option<Copied>)>,
) -> Vec<Turn> {
    let copies = |card| game.components.card(card).power().is_some_and(Power::copies);
    let mut all = Vec::new();
    for mut turn in turns {
        let fitting: Vec<Copied> = match place(&mut turn) {
            Some((card, named)) if copies(card) => fitting(names, *named),
            Some(_) | None => Vec::new(),
        };
        if fitting.is_empty() {
            all.push(turn);
        }
        for name in fitting {
            let mut named = turn;
            if let Some((_, copy)) = place(&mut named) {
                *copy = Some(name);
            }
            all.push(named);
        }
    }
    all
}

/// Returns the names that a log may have meant.
fn fitting(names: &[(Color, Copied)], named: Option<Copied>) -> Vec<Copied> {
    let fits = |color: Color| match named {
        None => true,
        Some(Copied::Color(named)) => named == color,
        Some(Copied::Card(_)) => false,
    };
    names.iter().filter(|(color, _)| fits(*color)).map(|(_, name)| *name).collect()
}
