//! The legal turns of a game with Orient or Strongholds.

use alloc::vec::Vec;

use super::Choice;
use super::allowed::may_decline_powers;
use crate::component::{CardId, CardSet, Post, Power, Row};
use crate::game::{ConquestRefill, Game, GoldUse, HAND_LIMIT, Overpay, VirtualSpare};
use crate::number::{Color, Gems, Token, Tokens};
use crate::position::{Position, STRONGHOLDS};
use crate::scene::Scene;
use crate::sun_never_sets::{CardList, CardsPaid, Conquest, Effects, FreeCard, MOST_FREE_CARDS};
use crate::turn::{Action, PurchaseOrigin, Turn};

/// A purchase with all that follows it, and the table after it.
struct Bought<'s> {
    pay: Tokens,
    cards_paid: CardsPaid,
    gem: Option<Token>,
    effects: Effects,
    scene: Scene<'s>,
    /// The rows of the places that it emptied, in their order.
    emptied: Vec<Row>,
}

impl Position {
    /// Shows every legal turn without its end, for as long as `on_turn` returns true.
    pub(super) fn each_turn_of_sun_never_sets(
        &self,
        game: &Game<'_>,
        on_turn: &mut impl FnMut(Turn, &Choice) -> bool,
    ) {
        if self.has_ended() {
            return;
        }
        let start = Scene::of(game, self, self.to_move());
        let mut acted: Vec<(Turn, Scene<'_>, Vec<Row>)> = Vec::new();
        self.take(game, &mut |choice| {
            self.empower(game, choice, &mut |choice| {
                let turn = Turn { gem: choice.gem, ..Turn::new(start.seat, choice.action) };
                acted.push((turn, start.with_tokens(choice.tokens), Vec::new()));
            });
        });
        self.each_reservation(game, &start, &mut acted);
        self.each_purchase(&start, &mut acted);
        // A purchase whose free card is one of the cards that the log does not name is not listed,
        // but it is an action all the same.
        let stuck = acted.is_empty() && !self.some_payment(&start);
        for (turn, scene, emptied) in acted {
            if !self.with_conquests(game, turn, &scene, &emptied, on_turn) {
                return;
            }
        }
        if self.may_pass(game, stuck) {
            let choice = self.done(game, Action::Pass);
            on_turn(Turn::new(start.seat, Action::Pass), &choice);
        }
    }

    fn each_reservation<'s>(
        &self,
        game: &Game<'_>,
        start: &Scene<'s>,
        acted: &mut Vec<(Turn, Scene<'s>, Vec<Row>)>,
    ) {
        if self.mover().hand_size() >= HAND_LIMIT || self.lacks_room_to_reserve(game) {
            return;
        }
        let gold = self.gold_with_card(game);
        let with_gold = start.with_tokens(start.tokens.plus(gold));
        for card in start.market.iter().filter(|&card| start.rival(card).is_none()) {
            let mut scene = with_gold;
            scene.lift(card);
            let row = game.components.card(card).row();
            let turn = Turn::new(start.seat, Action::ReserveMarket(card));
            acted.push((turn, scene, Vec::from([row])));
        }
        for &row in game.rows().iter().filter(|&&row| !self.deck(row).is_empty()) {
            let action = Action::ReserveDeck { row, card: None, under: None };
            acted.push((Turn::new(start.seat, action), with_gold, Vec::new()));
        }
    }

    fn each_purchase<'s>(&self, start: &Scene<'s>, acted: &mut Vec<(Turn, Scene<'s>, Vec<Row>)>) {
        let open = start.market.iter().filter(|&card| start.rival(card).is_none());
        let open = open.map(|card| (card, true));
        let hand = self.mover().hand.iter().map(|card| (card, false));
        for (card, in_market) in open.chain(hand) {
            for bought in self.purchases_of(start, card, in_market) {
                let action = Action::Purchase { card, pay: bought.pay, from: None };
                let turn = Turn {
                    cards_paid: bought.cards_paid,
                    gem: bought.gem,
                    effects: bought.effects,
                    ..Turn::new(start.seat, action)
                };
                acted.push((turn, bought.scene, bought.emptied));
            }
        }
    }

    /// Whether the seat can pay for some known card.
    fn some_payment(&self, start: &Scene<'_>) -> bool {
        let open = start.market.iter().filter(|&card| start.rival(card).is_none());
        open.chain(self.mover().hand.iter()).any(|card| self.has_payment(start, card))
    }

    /// Whether the seat can pay for a card, wherever it is.
    pub(super) fn has_payment(&self, start: &Scene<'_>, card: CardId) -> bool {
        let colorless = start.is_copy_card(card) && start.colors() == Gems::NONE;
        !colorless && !self.payments_with_cards(start, card).is_empty()
    }

    /// Shows a turn with and without each conquest that it makes possible, for as long as `on_turn`
    /// returns true. Returns the last answer.
    fn with_conquests(
        &self,
        game: &Game<'_>,
        turn: Turn,
        scene: &Scene<'_>,
        emptied: &[Row],
        on_turn: &mut impl FnMut(Turn, &Choice) -> bool,
    ) -> bool {
        let goes_on = on_turn(turn, &self.choice_of(game, &turn, scene));
        if !goes_on || !game.rules.modules.strongholds {
            return goes_on;
        }
        let bought = matches!(turn.action, Action::Purchase { .. });
        let refilled = match game.rules.rulings.conquest_refill {
            ConquestRefill::ReservedFirst => !bought,
            ConquestRefill::EachAtOnce => true,
            ConquestRefill::AllAfter => false,
        };
        let mut scene = *scene;
        for (at, &row) in emptied.iter().enumerate().filter(|_| refilled) {
            let drawn = emptied[..at].iter().filter(|&&other| other == row).count();
            scene.lay(row, self.deck(row).iter().nth(drawn));
        }
        let own: CardSet = scene.strongholds.of(scene.seat).collect();
        let all_three = |card: &CardId| scene.strongholds.count(scene.seat, *card) == STRONGHOLDS;
        for card in own.iter().filter(all_three) {
            for won in self.purchases_of(&scene, card, true) {
                let conquest = Conquest {
                    cards_paid: won.cards_paid,
                    gem: won.gem,
                    effects: won.effects,
                    ..Conquest::new(card, won.pay)
                };
                let turn = Turn { conquest: Some(conquest), ..turn };
                if !on_turn(turn, &self.choice_of(game, &turn, &won.scene)) {
                    return false;
                }
            }
        }
        true
    }

    /// Returns the tokens that the seat holds at the end of a turn, and the tiles that can come.
    fn choice_of(&self, game: &Game<'_>, turn: &Turn, scene: &Scene<'_>) -> Choice {
        let buys = turn.conquest.map(|it| it.card);
        let timed = buys.map_or(turn.action, |card| Action::Purchase {
            card,
            pay: Tokens::NONE,
            from: Some(PurchaseOrigin::Market),
        });
        let tiles = self.tiles(game, timed, scene.colors());
        Choice { action: turn.action, gem: turn.gem, tokens: scene.tokens, tiles }
    }

    /// Returns every way to buy a card, with every way to use its effects.
    fn purchases_of<'s>(
        &self,
        scene: &Scene<'s>,
        card: CardId,
        in_market: bool,
    ) -> Vec<Bought<'s>> {
        let mut all = Vec::new();
        if scene.is_copy_card(card) && scene.colors() == Gems::NONE {
            return all;
        }
        for (pay, cards_paid) in self.payments_with_cards(scene, card) {
            let mut scene = scene.with_tokens(scene.tokens.minus(pay));
            let given = cards_paid.spent.iter().chain(cards_paid.discarded.iter());
            given.for_each(|card| scene.give_up(card));
            let mut emptied = Vec::new();
            if in_market {
                scene.lift(card);
                emptied.push(scene.game.components.card(card).row());
            }
            scene.bought.insert(card);
            for (effects, scene, emptied) in powers(&scene, card, 0, Effects::NONE, &emptied) {
                self.each_gem(&scene, |gem, scene| {
                    for step in scene.steps() {
                        let mut scene = scene;
                        scene.step(step);
                        let effects = effects.with_step(step);
                        let emptied = emptied.clone();
                        all.push(Bought { pay, cards_paid, gem, effects, scene, emptied });
                    }
                });
            }
        }
        all
    }

    /// Shows each gem that the power of a post gives after a purchase.
    fn each_gem<'s>(&self, scene: &Scene<'s>, mut on_gem: impl FnMut(Option<Token>, Scene<'s>)) {
        let game = scene.game;
        let has_power = self.mover().posts.has(Post::GemAfterPurchase);
        let gems = scene.supply.gems().iter().filter(|&(_, count)| has_power && count > 0);
        let gems: Vec<Token> = gems.map(|(color, _)| Token::Gem(color)).collect();
        for &gem in &gems {
            on_gem(Some(gem), scene.with_tokens(scene.tokens.plus(Tokens::one(gem))));
        }
        if gems.is_empty() || may_decline_powers(game) {
            on_gem(None, *scene);
        }
    }

    /// Returns every payment for a card: tokens, and cards of virtual gold or of a color.
    fn payments_with_cards(&self, scene: &Scene<'_>, card: CardId) -> Vec<(Tokens, CardsPaid)> {
        let facts = scene.game.components.card(card);
        if let Some(color) = facts.discard() {
            let own = scene.of_color(color);
            let copies = own.iter().filter(|&&card| scene.is_copy_card(card)).count();
            let mut pairs = Vec::new();
            for (at, &one) in own.iter().enumerate() {
                for &other in &own[at + 1..] {
                    let given = [one, other].iter().filter(|&&it| scene.is_copy_card(it)).count();
                    if given == copies.min(2) {
                        let discarded = CardList::of([one, other]);
                        pairs.push((Tokens::NONE, CardsPaid { discarded, ..CardsPaid::NONE }));
                    }
                }
            }
            return pairs;
        }
        let powers = scene.game.components.with_power(Power::VirtualGold);
        let gold: Vec<CardId> = scene.bought.and(powers).iter().collect();
        let price = facts.cost().minus(scene.bonuses());
        let mut all = Vec::new();
        for subset in 0..1_u32 << gold.len() {
            let spent = gold.iter().enumerate().filter(|(at, _)| subset >> at & 1 == 1);
            let spent = CardList::of(spent.map(|(_, &card)| card));
            let cards_paid = CardsPaid { spent, ..CardsPaid::NONE };
            let tokens = self.token_payments(scene, price, subset.count_ones());
            all.extend(tokens.into_iter().map(|pay| (pay, cards_paid)));
        }
        all
    }

    /// Returns the tokens of every payment that also spends so many cards of virtual gold.
    pub(super) fn token_payments(&self, scene: &Scene<'_>, price: Gems, cards: u32) -> Vec<Tokens> {
        let rulings = scene.game.rules.rulings;
        let doubled = self.mover().posts.has(Post::DoubleGold);
        let gold = |open: u8| u32::from(if doubled { open.div_ceil(2) } else { open });
        let usable = |color: Color| scene.tokens.get(Token::Gem(color)).min(price.get(color));
        let least: u32 = Color::ALL.iter().map(|&c| gold(price.get(c) - usable(c))).sum();
        let fewest = match rulings.virtual_spare {
            VirtualSpare::NoSpare => (2 * cards).saturating_sub(1),
            VirtualSpare::EachPays => cards,
        };
        let (wasteful, may_idle) = match rulings.overpay {
            Overpay::HalfGold => (false, false),
            Overpay::Irredundant => (doubled, false),
            Overpay::SpareGold => (false, doubled),
        };
        let mut all = Vec::new();
        let mut heaps = Vec::from([(Gems::NONE, 0)]);
        for color in Color::ALL {
            let ways = |(gems, units): (Gems, u32)| {
                (0..=usable(color)).map(move |n| {
                    let open = price.get(color) - n;
                    (gems.with(color, n), units + gold(open), n > 0 && open % 2 == 1)
                })
            };
            let ways = heaps.into_iter().flat_map(ways).filter(|&(.., odd)| !(wasteful && odd));
            heaps = ways.map(|(gems, units, _)| (gems, units)).collect();
        }
        for (gems, units) in heaps {
            for paid in fewest..=2 * cards {
                let Some(tokens) = units.checked_sub(paid) else { continue };
                let in_place = (units - least).saturating_sub(paid).min(tokens);
                let refused = match rulings.gold {
                    GoldUse::LastResort => in_place > 0,
                    GoldUse::Free => false,
                };
                let held = u32::from(scene.tokens.gold());
                // Spare gold leaves nothing for the virtual gold of a card to pay for.
                let most = if may_idle && paid == 0 { held } else { tokens };
                for tokens in (tokens..=most).filter(|&tokens| tokens <= held && !refused) {
                    let tokens = u8::try_from(tokens).unwrap_or(u8::MAX);
                    all.push(Tokens::from(gems).with(Token::Gold, tokens));
                }
            }
        }
        all
    }
}

/// Returns every way to copy a color and to take the free cards, from the card of number `at`
/// on: 0 is the bought card, then come the free cards.
fn powers<'s>(
    scene: &Scene<'s>,
    card: CardId,
    at: usize,
    effects: Effects,
    emptied: &[Row],
) -> Vec<(Effects, Scene<'s>, Vec<Row>)> {
    let all = scene.game.components;
    let mut ways = Vec::new();
    for (named, copied) in scene.copies_of(card) {
        let mut scene = *scene;
        scene.copies = match copied {
            Some(_) => scene.copies.with(all, card, copied),
            None => scene.copies,
        };
        let mut effects = effects;
        match at.checked_sub(1) {
            None => effects.copy = named,
            Some(before) => {
                effects.free[before] =
                    effects.free[before].map(|it| FreeCard { copy: named, ..it });
            }
        }
        let level = all.card(card).power().and_then(Power::free_level);
        let free = level.map_or(Vec::new(), |level| scene.free_cards(level));
        let hidden = |level| {
            let of_level = |row: &Row| row.level() == level;
            Row::ALL.into_iter().filter(of_level).any(|row| scene.market_hidden[row.index()] > 0)
        };
        let none = free.is_empty() && !level.is_some_and(hidden);
        if none || level.is_none() || may_decline_powers(scene.game) {
            ways.push((effects, scene, emptied.to_vec()));
        }
        for card in free.into_iter().filter(|_| at < MOST_FREE_CARDS) {
            let mut scene = scene;
            scene.lift(card);
            scene.bought.insert(card);
            let mut effects = effects;
            effects.free[at] = Some(FreeCard { card, refill: None, copy: None });
            let mut emptied = emptied.to_vec();
            emptied.push(all.card(card).row());
            ways.extend(powers(&scene, card, at + 1, effects, &emptied));
        }
    }
    ways
}
