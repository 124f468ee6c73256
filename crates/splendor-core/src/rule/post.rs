//! The powers of trading posts, and gaining one.

use super::TurnInProgress;
use crate::clause::{Violation, Word};
use crate::component::{Post, PostSet};
use crate::game::{Game, Powers};
use crate::number::{Gems, Token, Tokens};
use crate::position::Seat;
use crate::turn::Action;

/// After the action and before the refill: the gems and cards that the powers allow, and require.
#[inline]
pub(crate) fn use_power(progress: &mut TurnInProgress<'_>) -> Result<(), Violation> {
    if !progress.game.rules.modules.trading_posts {
        return check_present(progress);
    }
    check_double_gold(progress)?;
    check_draw_two(progress)?;
    let giver = Giver::of(progress);
    check_gem(progress, giver, progress.turn.gem)
}

/// In a game with Orient or Strongholds: after a purchase by the action or by a conquest.
pub(crate) fn use_power_after_purchase(
    progress: &mut TurnInProgress<'_>,
    gem: Option<Token>,
) -> Result<(), Violation> {
    if !progress.game.rules.modules.trading_posts {
        let present = gem.is_none() && progress.turn.posts.is_empty();
        let what = if gem.is_some() {
            "a gem is taken by the power of a post"
        } else {
            "a post is gained"
        };
        return if present { Ok(()) } else { Err(Violation::PostPresent { what }) };
    }
    check_double_gold(progress)?;
    let has_power = progress.before.seat.posts.has(Post::GemAfterPurchase);
    check_gem(progress, has_power.then_some(Giver::Purchase), gem)
}

fn check_present(progress: &TurnInProgress<'_>) -> Result<(), Violation> {
    let turn = progress.turn;
    let under = matches!(turn.action, Action::ReserveDeck { under: Some(_), .. });
    let what = match (turn.gem.is_some(), turn.posts.is_empty(), under) {
        (true, _, _) => "a gem is taken by the power of a post",
        (_, false, _) => "a post is gained",
        (_, _, true) => "a card is put under a deck",
        (false, true, false) => return Ok(()),
    };
    Err(Violation::PostPresent { what })
}

/// Checks that no gold pays for gems of two colors.
fn check_double_gold(progress: &TurnInProgress<'_>) -> Result<(), Violation> {
    match progress.split {
        None => Ok(()),
        Some((card, price, paid)) => Err(Violation::PostDoubleGold { card, price, paid }),
    }
}

/// Checks that a card goes under a deck only if the seat drew two cards.
fn check_draw_two(progress: &TurnInProgress<'_>) -> Result<(), Violation> {
    let Action::ReserveDeck { row, under: Some(card), .. } = progress.turn.action else {
        return Ok(());
    };
    let card = progress.game.components.card(card);
    match (progress.below.is_some(), progress.before.seat.posts.has(Post::DrawTwo)) {
        (true, _) => Ok(()),
        (false, true) => {
            Err(Violation::PostDrawTwo { card, level: row, why: "the deck had only one card left" })
        }
        (false, false) => Err(Violation::PostDrawTwo {
            card,
            level: row,
            why: "the seat does not have the post draw-two",
        }),
    }
}

/// The action that gives a gem, by the power that its seat has.
#[derive(Clone, Copy)]
enum Giver {
    Purchase,
    /// A pair of this kind of token: any gem of another color may follow.
    Pair(Token),
}

impl Giver {
    fn of(progress: &TurnInProgress<'_>) -> Option<Self> {
        let posts = progress.before.seat.posts;
        match progress.turn.action {
            Action::Purchase { .. } if posts.has(Post::GemAfterPurchase) => Some(Self::Purchase),
            Action::Take(taken) if posts.has(Post::ThirdGem) => {
                taken.iter().find(|&(_, count)| count == 2).map(|(token, _)| Self::Pair(token))
            }
            _ => None,
        }
    }

    fn allows(self, token: Token) -> Result<(), Word> {
        match self {
            _ if token == Token::Gold => Err("a gold is taken"),
            Self::Pair(pair) if pair == token => Err("a third gem of the same color is taken"),
            Self::Pair(_) | Self::Purchase => Ok(()),
        }
    }

    fn refuse(self, supply: Tokens, why: Word) -> Violation {
        match self {
            Self::Purchase => Violation::PostGemAfterPurchase { supply, why },
            Self::Pair(pair) => Violation::PostThirdGem { pair, supply, why },
        }
    }
}

/// Checks the gem of a power, and takes it.
fn check_gem(
    progress: &mut TurnInProgress<'_>,
    giver: Option<Giver>,
    gem: Option<Token>,
) -> Result<(), Violation> {
    let supply = progress.table.supply;
    let possible = |giver: Giver| {
        let gems = supply.gems().iter().filter(|&(_, count)| count > 0);
        gems.map(|(color, _)| Token::Gem(color)).any(|token| giver.allows(token).is_ok())
    };
    let mandatory = progress.game.rules.rulings.powers == Powers::Mandatory;
    match (giver, gem) {
        (None, Some(gem)) => Err(Violation::PostGem { gem }),
        (Some(giver), None) if mandatory && possible(giver) => {
            Err(giver.refuse(supply, "no gem is taken"))
        }
        (None | Some(_), None) => Ok(()),
        (Some(giver), Some(gem)) => take_gem(progress, giver, gem),
    }
}

fn take_gem(progress: &mut TurnInProgress<'_>, giver: Giver, gem: Token) -> Result<(), Violation> {
    let supply = progress.table.supply;
    giver.allows(gem).map_err(|why| giver.refuse(supply, why))?;
    if supply.get(gem) == 0 {
        return Err(giver.refuse(supply, "a gem is taken that the supply lacks"));
    }
    progress.table.supply = supply.minus(Tokens::one(gem));
    progress.seat.tokens = progress.seat.tokens.plus(Tokens::one(gem));
    Ok(())
}

/// Whether the seat meets the demand of a post that it does not have.
pub(crate) fn is_due(game: &Game<'_>, seat: &Seat) -> bool {
    game.rules.modules.trading_posts && !PostSet::met_by(seat.colors).without(seat.posts).is_empty()
}

/// After the nobles: the post whose demand the seat newly meets.
#[inline]
pub(crate) fn gain(progress: &mut TurnInProgress<'_>) -> Result<(), Violation> {
    if progress.game.rules.modules.trading_posts { gain_one(progress) } else { Ok(()) }
}

fn gain_one(progress: &mut TurnInProgress<'_>) -> Result<(), Violation> {
    let named = progress.turn.posts;
    let (bonuses, owned) = (progress.seat.colors, progress.seat.posts);
    if named.is_empty() && bonuses == progress.before.seat.colors && !progress.waits_for_posts() {
        return Ok(());
    }
    let met = PostSet::met_by(bonuses);
    if named.is_empty() && met.without(owned).is_empty() {
        return Ok(());
    }
    check_one(named)?;
    check_earned(named, met, bonuses)?;
    check_once(named, owned)?;
    check_mandatory(named, met.without(owned), bonuses)?;
    let posts = owned.or(named);
    progress.seat.posts = posts;
    progress.seat.prestige =
        progress.seat.prestige.saturating_add(posts.prestige() - owned.prestige());
    progress.events.post = named.iter().next();
    Ok(())
}

fn check_one(named: PostSet) -> Result<(), Violation> {
    match named.len() {
        0 | 1 => Ok(()),
        posts => Err(Violation::PostOne { posts }),
    }
}

fn check_earned(named: PostSet, met: PostSet, bonuses: Gems) -> Result<(), Violation> {
    match named.without(met).iter().next() {
        None => Ok(()),
        Some(post) => Err(Violation::PostEarned { post, bonuses }),
    }
}

fn check_once(named: PostSet, owned: PostSet) -> Result<(), Violation> {
    match named.and(owned).iter().next() {
        None => Ok(()),
        Some(post) => Err(Violation::PostOnce { post }),
    }
}

fn check_mandatory(named: PostSet, new: PostSet, bonuses: Gems) -> Result<(), Violation> {
    match new.iter().next() {
        Some(post) if named.and(new).is_empty() => Err(Violation::PostMandatory { post, bonuses }),
        _ => Ok(()),
    }
}
