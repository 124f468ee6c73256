//! The powers of trading posts, and gaining one.

use super::{Listener, TurnInProgress};
use crate::clause::{Clause, Violation, Word};
use crate::component::{Post, PostSet};
use crate::game::Powers;
use crate::number::{Token, Tokens};
use crate::turn::Action;

/// What gives a gem, by a post that the seat has.
#[derive(Clone, Copy)]
pub(super) enum GemPower {
    Purchase,
    /// A pair of this kind of token: any gem of another color may follow.
    Pair(Token),
}

/// Returns what gives a gem after a purchase, if the seat has the post for it.
pub(super) fn gem_power_after_purchase(progress: &TurnInProgress<'_>) -> Option<GemPower> {
    progress.seat().posts.has(Post::GemAfterPurchase).then_some(GemPower::Purchase)
}

/// Returns what gives a gem after an action that buys nothing, if the seat has the post for it.
#[inline]
pub(super) fn gem_power_after_take(progress: &TurnInProgress<'_>) -> Option<GemPower> {
    match progress.turn.action {
        Action::Take(taken) if progress.seat().posts.has(Post::ThirdGem) => {
            let mut pairs = taken.iter().filter(|&(_, count)| count == 2);
            let pair = pairs.next().map(|(token, _)| token);
            pair.filter(|&token| token != Token::Gold).map(GemPower::Pair)
        }
        Action::Take(_)
        | Action::ReserveMarket(_)
        | Action::ReserveDeck { .. }
        | Action::Purchase { .. }
        | Action::Pass => None,
    }
}

/// Checks the powers of posts, and takes the gem that one of them gives.
#[inline]
pub(super) fn use_power<L: Listener>(
    progress: &mut TurnInProgress<'_>,
    listener: &mut L,
    power: Option<GemPower>,
    gem: Option<Token>,
) -> Result<(), L::Stop> {
    if progress.game.rules.modules.trading_posts {
        check_draw_two(progress, listener)?;
        check_gem(progress, listener, power, gem)?;
    } else {
        check_present(progress, listener, gem)?;
    }
    if let Some(gem) = gem {
        progress.take_tokens(Tokens::one(gem));
    }
    Ok(())
}

fn check_present<L: Listener>(
    progress: &TurnInProgress<'_>,
    listener: &mut L,
    gem: Option<Token>,
) -> Result<(), L::Stop> {
    let turn = progress.turn;
    let under = matches!(turn.action, Action::ReserveDeck { under: Some(_), .. });
    let what = match (gem.is_some(), turn.posts.is_empty(), under) {
        (true, _, _) => Some("a gem is taken by the power of a post"),
        (false, false, _) => Some("a post is gained"),
        (false, true, true) => Some("a card is put under a deck"),
        (false, true, false) => None,
    };
    listener.reject(what, |what| Violation::PostPresent { what })
}

/// Checks that no gold of a purchase pays for gems of two colors.
#[inline]
pub(super) fn check_double_gold<L: Listener>(
    progress: &TurnInProgress<'_>,
    listener: &mut L,
) -> Result<(), L::Stop> {
    let has_power = progress.seat().posts.has(Post::DoubleGold);
    if !has_power || !progress.game.rules.modules.trading_posts {
        return Ok(());
    }
    listener.hear_fault(Clause::PostDoubleGold, progress.split, |(card, price, paid)| {
        Violation::PostDoubleGold { card, price, paid }
    })
}

/// Checks that a card goes under a deck only if the seat drew two cards.
fn check_draw_two<L: Listener>(
    progress: &TurnInProgress<'_>,
    listener: &mut L,
) -> Result<(), L::Stop> {
    let Action::ReserveDeck { row, under: Some(card), .. } = progress.turn.action else {
        return Ok(());
    };
    let has_power = progress.seat().posts.has(Post::DrawTwo);
    // `reserve.deck` reports an empty deck.
    let drew_one = |drawn: super::turn_in_progress::DrawnCards| {
        drawn.kept.top.is_some() && drawn.under.is_none()
    };
    let why = if !has_power {
        Some("the seat does not have the post draw-two")
    } else if progress.drawn.is_some_and(drew_one) {
        Some("the deck had only one card left")
    } else {
        None
    };
    let card = progress.card(card);
    let breach = |why| Violation::PostDrawTwo { card, level: row, why };
    listener.hear_fault(Clause::PostDrawTwo, why, breach)
}

impl GemPower {
    const fn clause(self) -> Clause {
        match self {
            Self::Purchase => Clause::PostGemAfterPurchase,
            Self::Pair(_) => Clause::PostThirdGem,
        }
    }

    fn breach(self, supply: Tokens, why: Word) -> Violation {
        match self {
            Self::Purchase => Violation::PostGemAfterPurchase { supply, why },
            Self::Pair(pair) => Violation::PostThirdGem { pair, supply, why },
        }
    }

    /// Returns whether this gives such a token.
    fn gives(self, token: Token) -> bool {
        match self {
            Self::Purchase => token != Token::Gold,
            Self::Pair(pair) => token != Token::Gold && token != pair,
        }
    }
}

/// Checks the gem of a power.
#[inline]
fn check_gem<L: Listener>(
    progress: &TurnInProgress<'_>,
    listener: &mut L,
    power: Option<GemPower>,
    gem: Option<Token>,
) -> Result<(), L::Stop> {
    let Some(power) = power else {
        return listener.reject(gem, |gem| Violation::PostGem { gem });
    };
    let supply = progress.now.supply();
    let fault = match gem {
        None => {
            let must = || match progress.rulings.powers() {
                Powers::Mandatory => true,
                Powers::Optional => false,
            };
            let is_there = |(token, count)| count > 0 && power.gives(token);
            (supply.iter().any(is_there) && must()).then_some("no gem is taken")
        }
        Some(Token::Gold) => Some("a gold is taken"),
        Some(gem) if !power.gives(gem) => Some("a third gem of the same color is taken"),
        Some(gem) => (supply.get(gem) == 0).then_some("a gem is taken that the supply lacks"),
    };
    listener.hear_fault(power.clause(), fault, |why| power.breach(supply, why))
}

/// Gains the posts that the turn names.
#[inline]
pub(super) fn gain<L: Listener>(
    progress: &mut TurnInProgress<'_>,
    listener: &mut L,
) -> Result<(), L::Stop> {
    let named = progress.turn.posts;
    if progress.game.rules.modules.trading_posts {
        check_gained_posts(progress, listener, named)?;
    }
    if !named.is_empty() {
        gain_named(progress, named);
    }
    Ok(())
}

fn gain_named(progress: &mut TurnInProgress<'_>, named: PostSet) {
    let seat = progress.seat_mut();
    let (owned, posts) = (seat.posts, seat.posts.or(named));
    seat.posts = posts;
    seat.prestige = seat.prestige.saturating_add(posts.prestige() - owned.prestige());
    progress.events.post = named.iter().next();
}

fn check_gained_posts<L: Listener>(
    progress: &TurnInProgress<'_>,
    listener: &mut L,
    named: PostSet,
) -> Result<(), L::Stop> {
    let (bonuses, owned) = (progress.seat().colors, progress.seat().posts);
    let met = PostSet::met_by(bonuses);
    if !named.is_empty() {
        let posts = Some(named.len()).filter(|&posts| posts > 1);
        listener.reject(posts, |posts| Violation::PostOne { posts })?;
        let unearned = named.without(met).iter().next();
        let breach = |post| Violation::PostEarned { post, bonuses };
        listener.hear_fault(Clause::PostEarned, unearned, breach)?;
        let again = named.and(owned).iter().next();
        listener.hear_fault(Clause::PostOnce, again, |post| Violation::PostOnce { post })?;
    }
    let new = met.without(owned);
    let refused = new.iter().next().filter(|_| named.and(new).is_empty());
    let breach = |post| Violation::PostMandatory { post, bonuses };
    listener.hear_fault(Clause::PostMandatory, refused, breach)
}
