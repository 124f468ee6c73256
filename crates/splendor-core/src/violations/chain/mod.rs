//! Every breach of a turn in a game with Orient or Strongholds, or with parts of theirs.
//!
//! The breaches of the action come first, then those of the conquest, then those of the refills,
//! the limit, nobles and posts: each group in the order of the book.

mod effects;
mod payment;
mod refills;

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::Case;
use crate::chain::{CardsPaid, Effects};
use crate::clause::{Copier, Elsewhere, Violation, Word};
use crate::component::{CardId, CardSet, Row};
use crate::game::ConquestRefill;
use crate::number::{Gems, Token, Tokens};
use crate::position::Place;
use crate::scene::Scene;
use crate::turn::{Action, Source};

/// A card that comes into a place of the market, by the log's word.
struct Refill {
    row: Row,
    named: Option<CardId>,
}

/// A purchase, by the action or as a conquest.
struct Buying<'b> {
    card: CardId,
    pay: Tokens,
    cards_paid: &'b CardsPaid,
    from: Option<Source>,
    refill: Option<CardId>,
    gem: Option<Token>,
    effects: &'b Effects,
    is_won: bool,
}

/// The breaches of a part of a turn, the table after it, and the places that it left empty.
struct Part<'s> {
    breaches: Vec<Violation>,
    scene: Scene<'s>,
    emptied: Vec<Refill>,
    /// The decks, the next card first, after the cards that the log has drawn from them.
    decks: [VecDeque<Place>; Row::COUNT],
    /// The known cards that are still in the decks.
    decked: CardSet,
}

impl Part<'_> {
    fn sort(&mut self) -> Vec<Violation> {
        let mut breaches = core::mem::take(&mut self.breaches);
        breaches.sort_by_key(Violation::clause);
        breaches
    }
}

impl Case<'_> {
    /// Returns every breach of the turn, and the table after it as far as the breaches allow.
    pub(super) fn of_chain(&self) -> (Vec<Violation>, Scene<'_>) {
        let mut part = Part {
            breaches: self.of_turn(),
            scene: Scene::of(self.game, self.position, self.seat_number()),
            emptied: Vec::new(),
            decks: Row::ALL.map(|row| self.position.deck(row).iter().collect()),
            decked: self.position.table.decked,
        };
        part.breaches.extend(self.of_presence());
        let mut late = Vec::new();
        self.of_act(&mut part, &mut late);
        let mut all = part.sort();
        let bought = matches!(self.turn.action, Action::Purchase { .. });
        let at_once = match self.game.rules.rulings.conquest_refill {
            ConquestRefill::ReservedFirst => !bought,
            ConquestRefill::EachAtOnce => true,
            ConquestRefill::AllAfter => false,
        };
        if at_once {
            self.refill(&mut part, &mut late);
        }
        if self.turn.conquest.is_some() {
            self.of_conquest(&mut part);
            all.extend(part.sort());
        }
        self.refill(&mut part, &mut late);
        let scene = part.scene;
        late.extend(self.of_limit_with(scene.tokens));
        late.extend(self.of_nobles_with(scene.colors()));
        late.extend(self.of_posts_with(scene.colors()));
        late.sort_by_key(Violation::clause);
        all.extend(late);
        (all, scene)
    }

    fn seat_number(&self) -> u8 {
        let count = self.position.table.turn_state.seat_count;
        if self.turn.seat < count { self.turn.seat } else { self.position.to_move() }
    }

    /// The parts of the turn whose module is not in play.
    fn of_presence(&self) -> Vec<Violation> {
        let (turn, modules) = (self.turn, self.game.rules.modules);
        let won = turn.conquest.as_ref();
        let mut all = Vec::new();
        let cards = !turn.cards_paid.is_empty() || won.is_some_and(|it| !it.cards_paid.is_empty());
        let effects = [Some(&turn.effects), won.map(|it| &it.effects)];
        let has = |part: fn(&Effects) -> bool| effects.into_iter().flatten().any(part);
        let deck = matches!(turn.action, Action::ReserveDeck { row, .. } if row.is_orient());
        let what = [
            (deck, "a card is drawn from an Orient deck"),
            (cards, "a card is paid with cards"),
            (has(|it| it.copy.is_some()), "a color is copied"),
            (has(|it| it.free[0].is_some()), "a card is taken free"),
        ];
        let orient = what.into_iter().find(|(is, _)| *is && !modules.orient);
        all.extend(orient.map(|(_, what)| Violation::OrientPresent { what }));
        let what = [
            (won.is_some(), "a card is conquered"),
            (turn.effects.stronghold.is_some(), "a stronghold is placed, moved or removed"),
        ];
        let strongholds = what.into_iter().find(|(is, _)| *is && !modules.strongholds);
        all.extend(strongholds.map(|(_, what)| Violation::StrongholdPresent { what }));
        all
    }

    /// The action with its effects. The cards that it reveals are judged later.
    fn of_act(&self, part: &mut Part<'_>, late: &mut Vec<Violation>) {
        let turn = self.turn;
        match turn.action {
            Action::Purchase { card, pay, from } => {
                let hidden = self.hidden_hand_card(card, from);
                let buying = Buying {
                    card,
                    pay,
                    cards_paid: &turn.cards_paid,
                    from,
                    refill: turn.refill,
                    gem: turn.gem,
                    effects: &turn.effects,
                    is_won: false,
                };
                if !self.of_buying(part, &buying) {
                    late.extend(self.of_idle_refill(turn.refill));
                }
                if hidden {
                    part.scene.unseen.remove(card);
                }
                return;
            }
            Action::Take(taken) if taken.is_empty() => {
                part.breaches.push(Violation::TurnOneAction {});
            }
            Action::Take(taken) => {
                part.breaches.extend(self.of_take(taken));
                part.scene = part.scene.with_tokens(part.scene.tokens.plus(taken));
            }
            Action::ReserveMarket(card) => {
                part.breaches.extend(self.of_reserve());
                part.breaches.extend(self.of_blocked(&part.scene, card));
                part.scene.lift(card);
                part.scene.unseen.remove(card);
                let row = self.game.components.card(card).row();
                part.emptied.push(Refill { row, named: turn.refill });
            }
            Action::ReserveDeck { row, card, under } => {
                part.breaches.extend(self.of_reserve());
                if let Some(drawn) = self.draw(row, card, under) {
                    part.draw(row, &drawn, [card, under]);
                    late.extend(drawn.breaches);
                }
            }
            Action::Pass => part.breaches.extend(self.of_pass()),
        }
        if matches!(turn.action, Action::ReserveMarket(_) | Action::ReserveDeck { .. }) {
            let gold = self.gold_of_reservation();
            part.scene = part.scene.with_tokens(part.scene.tokens.plus(gold));
        }
        part.breaches.extend(self.of_idle_effects());
        part.breaches.extend(self.of_powers());
        if let Some(gem) = turn.gem {
            part.scene = part.scene.with_tokens(part.scene.tokens.plus(Tokens::one(gem)));
        }
        if part.emptied.is_empty() {
            late.extend(self.of_idle_refill(turn.refill));
        }
    }

    fn of_idle_refill(&self, refill: Option<CardId>) -> Option<Violation> {
        let card = self.game.components.card(refill?);
        Some(Violation::MarketRefill { card, why: "no place in the market is empty" })
    }

    /// Whether a purchase takes a card of the hand that the log has not named yet.
    fn hidden_hand_card(&self, card: CardId, from: Option<Source>) -> bool {
        let market = from != Some(Source::Hand) && self.may_be_shown(card);
        !market && self.position.unseen().has(card)
    }

    /// The effects of a purchase in a turn that buys nothing.
    fn of_idle_effects(&self) -> Vec<Violation> {
        let (turn, all) = (self.turn, self.game.components);
        let mut breaches = Vec::new();
        let paid = &turn.cards_paid;
        if !paid.is_empty() {
            let spent = paid.spent.len() + paid.discarded.len();
            breaches.push(Violation::OrientSpendUsed { spent, open: 0 });
        }
        let free = turn.effects.free_cards().next().map(|free| all.card(free.card));
        let copies = Violation::OrientCopy { card: Copier(None), why: "it buys no card" };
        breaches.extend(turn.effects.copy.map(|_| copies));
        breaches.extend(free.map(|card| Violation::OrientFree { card }));
        let action: Word = match turn.action {
            Action::Take(_) => "a take",
            Action::Pass => "a pass",
            _ => "a reservation",
        };
        let step = turn.effects.stronghold.map(|_| Violation::StrongholdStep { action });
        breaches.extend(step);
        breaches
    }

    fn of_blocked(&self, scene: &Scene<'_>, card: CardId) -> Option<Violation> {
        let (rival, count) = scene.rival(card).filter(|_| scene.market.has(card))?;
        Some(Violation::StrongholdBlocked { card: self.game.components.card(card), rival, count })
    }

    fn of_conquest(&self, part: &mut Part<'_>) {
        let Some(conquest) = &self.turn.conquest else { return };
        let scene = &part.scene;
        let own = scene.strongholds.of(scene.seat).filter(|&card| card == conquest.card).count();
        let passes = self.turn.action == Action::Pass;
        if own < 3 || !scene.market.has(conquest.card) || passes {
            part.breaches.push(Violation::StrongholdConquest {
                card: self.game.components.card(conquest.card),
                own: u8::try_from(own).unwrap_or(3),
                after_pass: if passes { ", after a pass" } else { "" },
            });
        }
        let buying = Buying {
            card: conquest.card,
            pay: conquest.pay,
            cards_paid: &conquest.cards_paid,
            from: Some(Source::Market),
            refill: conquest.refill,
            gem: conquest.gem,
            effects: &conquest.effects,
            is_won: true,
        };
        self.of_buying(part, &buying);
    }

    /// A purchase with all that follows it. Returns whether the card came from the market.
    fn of_buying(&self, part: &mut Part<'_>, buying: &Buying<'_>) -> bool {
        let Buying { card, pay, cards_paid, from, refill, gem, effects, is_won } = *buying;
        let facts = self.game.components.card(card);
        let free = effects.free_cards().map(|free| free.card);
        let taken = (!is_won).then_some(card).into_iter().chain(free);
        let blocked: Vec<Violation> =
            taken.filter_map(|card| self.of_blocked(&part.scene, card)).take(1).collect();
        part.breaches.extend(blocked);
        if is_won {
            let shown = part.scene.is_shown(card);
            let in_hand = self.seat.hand.has(card);
            let place = if in_hand { Elsewhere::Hand } else { Elsewhere::Neither };
            let breach = Violation::PurchaseSource { card: facts, place };
            part.breaches.extend((!shown).then_some(breach));
        } else {
            part.breaches.extend(self.of_source(card, from));
        }
        if part.scene.is_copy_card(card) && part.scene.colors() == Gems::NONE {
            part.breaches.push(Violation::OrientCopyNeedsColor { card: facts });
        }
        let split = self.of_units(part, card, pay, cards_paid);
        let owned = part.scene.tokens;
        let lacking = pay.iter().find(|&(token, count)| count > owned.get(token));
        part.breaches.extend(lacking.map(|(token, paid)| Violation::PurchaseTokens {
            token,
            paid,
            owned: owned.get(token),
        }));
        self.of_given_cards(part, card, cards_paid);
        let shown = part.scene.is_shown(card) && from != Some(Source::Hand);
        let hidden_first = !self.position.market().has(card) && self.in_hand(card) && !is_won;
        let in_market =
            shown && (!hidden_first || from == Some(Source::Market) || refill.is_some());
        part.scene = part.scene.with_tokens(part.scene.tokens.minus(pay));
        for given in cards_paid.spent.iter().chain(cards_paid.discarded.iter()) {
            part.scene.give_up(given);
        }
        if in_market {
            part.scene.lift(card);
            part.emptied.push(Refill { row: facts.row(), named: refill });
        }
        part.scene.bought.insert(card);
        self.of_chain_of_powers(part, card, effects);
        self.of_gem_after(part, gem, split);
        self.of_step(part, effects.stronghold);
        in_market
    }
}
