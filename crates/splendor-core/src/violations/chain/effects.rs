//! The breaches of what follows a purchase: copies and free cards, the gem of a post, the step
//! with a stronghold.

use super::{Case, Part, Refill};
use crate::chain::{Copied, Effects, StrongholdStep};
use crate::clause::{Copier, Violation, Word};
use crate::component::{CardId, Post, Power, Row};
use crate::game::{Move, Powers, Remove, StepDuty};
use crate::number::{Color, Token, Tokens};
use crate::position::CopiedColor;
use crate::scene::Scene;

impl Case<'_> {
    /// Copies and free cards.
    pub(super) fn of_chain_of_powers(
        &self,
        part: &mut Part<'_>,
        bought: CardId,
        effects: &Effects,
    ) {
        let all = self.game.components;
        let mut card = bought;
        let mut named = effects.copy;
        let mut at = 0;
        loop {
            part.breaches.extend(of_copy(&mut part.scene, card, named));
            let granted = all.card(card).power.and_then(Power::free_level);
            let free = effects.free.get(at).copied().flatten();
            match (granted, free) {
                (None, None) => return,
                (None, Some(free)) => {
                    part.breaches.push(Violation::OrientFree { card: all.card(free.card) });
                }
                (Some(level), None) => {
                    let scene = &part.scene;
                    let hidden = Row::ALL.into_iter().filter(|row| row.level() == level);
                    let mut hidden = hidden.map(|row| scene.market_hidden[row.index()]);
                    let some = hidden.any(|count| count > 0) || !scene.free_cards(level).is_empty();
                    if some && self.game.rules.rulings.powers == Powers::Mandatory {
                        part.breaches.push(Violation::OrientFreeMandatory { level });
                    }
                    return;
                }
                (Some(level), Some(free)) => {
                    let facts = all.card(free.card);
                    if facts.level != level {
                        part.breaches.push(Violation::OrientFreeLevel { card: facts, level });
                    }
                    if !part.scene.is_shown(free.card) {
                        part.breaches.push(Violation::OrientFreeFaceUp { card: facts });
                    }
                }
            }
            let Some(free) = free else { return };
            part.scene.lift(free.card);
            part.scene.bought.insert(free.card);
            let row = all.card(free.card).row();
            part.emptied.push(Refill { row, named: free.refill });
            (card, named, at) = (free.card, free.copy, at + 1);
        }
    }

    pub(super) fn of_gem_after(
        &self,
        part: &mut Part<'_>,
        gem: Option<Token>,
        split: Option<Violation>,
    ) {
        if !self.game.rules.modules.trading_posts {
            let what = match gem {
                Some(_) => Some("a gem is taken by the power of a post"),
                None => (!self.turn.posts.is_empty()).then_some("a post is gained"),
            };
            part.breaches.extend(what.map(|what| Violation::PostPresent { what }));
            return;
        }
        part.breaches.extend(split);
        let supply = part.scene.supply;
        if self.seat.posts.has(Post::GemAfterPurchase) {
            let some = Color::ALL.iter().any(|&color| supply.get(Token::Gem(color)) > 0);
            let must = self.game.rules.rulings.powers == Powers::Mandatory && some;
            let why = match gem {
                None => must.then_some("no gem is taken"),
                Some(Token::Gold) => Some("a gold is taken"),
                Some(gem) => {
                    (supply.get(gem) == 0).then_some("a gem is taken that the supply lacks")
                }
            };
            part.breaches.extend(why.map(|why| Violation::PostGemAfterPurchase { supply, why }));
        } else {
            part.breaches.extend(gem.map(|gem| Violation::PostGem { gem }));
        }
        if let Some(gem) = gem {
            part.scene = part.scene.with_tokens(part.scene.tokens.plus(Tokens::one(gem)));
        }
    }

    pub(super) fn of_step(&self, part: &mut Part<'_>, step: Option<StrongholdStep>) {
        if !self.game.rules.modules.strongholds {
            return;
        }
        let all = self.game.components;
        let rulings = self.game.rules.rulings;
        let scene = part.scene;
        let own = |card| scene.strongholds.count(scene.seat, card);
        let in_stock = 3 - scene.strongholds.of(scene.seat).count();
        let absent = |card: CardId| !scene.is_shown(card);
        let face_up = |card| Violation::StrongholdFaceUp { card: all.card(card) };
        let rival_on = |card| {
            let found = scene.rival(card).filter(|_| scene.is_shown(card));
            found.map(|(rival, _)| Violation::StrongholdRival { card: all.card(card), rival })
        };
        match step {
            None => {
                let must = rulings.stronghold_step == StepDuty::Mandatory;
                let possible = possible_step(&scene).filter(|_| must);
                let breach = possible.map(|possible| Violation::StrongholdMandatory { possible });
                part.breaches.extend(breach);
            }
            Some(StrongholdStep::Place(card)) => {
                part.breaches.extend(absent(card).then(|| face_up(card)));
                part.breaches.extend(rival_on(card));
                if in_stock == 0 {
                    part.breaches.push(Violation::StrongholdStock { card: all.card(card) });
                }
            }
            Some(StrongholdStep::Move { from, to }) => {
                // The first card may be the only one in a hidden place.
                let mut seen = scene;
                seen.uncover(from);
                let missing = if absent(from) { Some(from) } else { None };
                let missing = missing.or((!seen.is_shown(to)).then_some(to));
                part.breaches.extend(missing.map(face_up));
                part.breaches.extend(rival_on(to));
                let why = if from == to {
                    Some("it comes to the same card")
                } else if own(from) == 0 {
                    Some("no stronghold of the seat stands there")
                } else if rulings.move_when == Move::StockEmpty && in_stock > 0 {
                    Some("the stock has one, and the ruling move=stock-empty asks to place it")
                } else {
                    None
                };
                let from = all.card(from);
                part.breaches.extend(why.map(|why| Violation::StrongholdMove { from, why }));
            }
            Some(StrongholdStep::Remove { card, seat }) => {
                part.breaches.extend(absent(card).then(|| face_up(card)));
                let why = match scene.rival(card) {
                    None => Some("none of another seat stands there"),
                    Some((rival, _)) if seat.is_some_and(|seat| seat != rival) => {
                        Some("it belongs to another seat than the log says")
                    }
                    Some((_, count)) if count > 1 && rulings.remove == Remove::Lone => {
                        Some("it does not stand alone there")
                    }
                    Some(_) => None,
                };
                let card = all.card(card);
                part.breaches.extend(why.map(|why| Violation::StrongholdRemove { card, why }));
            }
        }
        part.scene.step(step);
    }
}

/// Copies a color at the log's word.
fn of_copy(scene: &mut Scene<'_>, card: CardId, named: Option<Copied>) -> Option<Violation> {
    let all = scene.game.components;
    let refuse = |why| Some(Violation::OrientCopy { card: Copier(Some(all.card(card))), why });
    if !scene.is_copy_card(card) {
        return named.and_then(|_| refuse("it is no copy card"));
    }
    let ways = scene.copies_of(card);
    let own = |other| other != card && scene.bought.has(other);
    let chosen: Option<CopiedColor> = match named {
        None => ways.first().and_then(|&(_, it)| it),
        Some(Copied::Color(color)) => {
            ways.iter().filter_map(|&(_, it)| it).find(|it| it.color == color)
        }
        Some(Copied::Card(other)) if !own(other) => {
            return refuse("the seat does not have the card that it names");
        }
        Some(Copied::Card(other)) => scene.color(other).map(|it| {
            let doubled = it.doubled && ways.iter().any(|&(_, way)| way == Some(it));
            CopiedColor { doubled, ..it }
        }),
    };
    let Some(chosen) = chosen else {
        // Where the log names no color, another clause forbids a card that finds none.
        return named.and_then(|_| refuse("the seat has no other card of that color"));
    };
    scene.copies = scene.copies.with(all, card, Some(chosen));
    None
}

/// Returns a step that is possible, in words.
fn possible_step(scene: &Scene<'_>) -> Option<Word> {
    let steps = scene.steps();
    let has = |is: fn(&StrongholdStep) -> bool| steps.iter().flatten().any(is);
    let hidden = scene.market_hidden.iter().any(|&count| count > 0);
    let placed = scene.strongholds.of(scene.seat).count();
    let may_move = placed == 3 || scene.game.rules.rulings.move_when == Move::Free;
    if has(|step| matches!(step, StrongholdStep::Place(_))) || (hidden && placed < 3) {
        Some("a stronghold can be placed")
    } else if has(|step| matches!(step, StrongholdStep::Move { .. }))
        || (hidden && placed > 0 && may_move)
    {
        Some("a stronghold can be moved")
    } else {
        let removes = has(|step| matches!(step, StrongholdStep::Remove { .. }));
        removes.then_some("a stronghold can be removed")
    }
}
