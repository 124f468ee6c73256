//! Every legal turn of a position, made without asking the checks.
//!
//! What chance decides is left open: no turn names a refill, the card of a deck reservation, or
//! which of two cards is kept.

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use crate::card::{CardId, Level, NobleSet};
use crate::color::{Color, Token};
use crate::position::{Position, Seat};
use crate::post::{Post, PostSet};
use crate::rules::{
    Fewer, Game, GoldUse, NobleChoice, NobleTime, Overpay, Pass, Powers, Return, Rulings,
};
use crate::tokens::{Gems, Tokens};
use crate::turn::{Action, Turn};

/// The most tokens above the limit: three taken by a seat that was at the limit.
pub(crate) const MOST_RETURNED: u16 = 3;

/// An action with what the seat holds, and what its bonuses are, once it is done.
#[derive(Clone, Copy)]
pub(crate) struct Choice {
    pub(crate) action: Action,
    /// The gem that a power gives.
    pub(crate) gem: Option<Token>,
    pub(crate) tokens: Tokens,
    pub(crate) bonuses: Gems,
}

impl Position {
    /// Returns every legal turn, as far as the cards are known; none if the game has ended.
    ///
    /// A pass that hangs on cards that are not known is listed. Where a forced position leaves a
    /// seat so many tokens that it has to give back more than any legal turn brings, its turns are
    /// left out: there can be millions. Where a seat may keep so many, only the turns in which it
    /// keeps all are listed.
    pub fn legal_turns(&self, game: &Game<'_>) -> Vec<Turn> {
        let choices = self.choices(game).into_iter();
        choices.flat_map(|choice| self.ends(game, &choice)).collect()
    }

    /// Returns every legal turn that a choice can become.
    pub(crate) fn ends(&self, game: &Game<'_>, choice: &Choice) -> Vec<Turn> {
        let kept = game.rules.rulings.returns == Return::UpTo;
        match choice.excess(game) <= MOST_RETURNED {
            true => self.completed(game, choice),
            false if kept => self.with_tiles(game, choice, &[Tokens::NONE]),
            false => Vec::new(),
        }
    }

    /// Returns every legal action with the gem that a power gives; how the turn ends is left open.
    pub(crate) fn choices(&self, game: &Game<'_>) -> Vec<Choice> {
        if self.has_ended() {
            return Vec::new();
        }
        let mut choices = self.takes(game);
        choices.extend(self.reservations(game));
        choices.extend(self.purchases(game));
        let stuck = choices.is_empty();
        choices.extend(self.passes_allowed(game, stuck));
        choices.into_iter().flat_map(|choice| self.empowered(game, choice)).collect()
    }

    /// Returns whether [`Position::legal_turns`] may leave out ways to give tokens back: where the
    /// next seat has kept tokens above the limit.
    pub fn leaves_out_returns(&self, game: &Game<'_>) -> bool {
        let kept = self.mover().tokens.total() > game.token_limit;
        kept && game.rules.rulings.returns == Return::UpTo
    }

    /// The choice with each gem that a power can give.
    fn empowered(&self, game: &Game<'_>, choice: Choice) -> Vec<Choice> {
        let posts = self.mover().posts;
        let (supply, pair) = match choice.action {
            Action::Take(taken) => (self.supply.minus(taken), taken.iter().find(|t| t.1 == 2)),
            Action::Purchase { pay, .. } => (self.supply.plus(pay), None),
            Action::ReserveMarket(_) | Action::ReserveDeck { .. } | Action::Pass => {
                return Vec::from([choice]);
            }
        };
        let gives = match choice.action {
            Action::Take(_) => posts.has(Post::ThirdGem) && pair.is_some(),
            _ => posts.has(Post::GemAfterPurchase),
        };
        let gems = supply.gems().iter().filter(|&(_, count)| gives && count > 0);
        let gems = gems.map(|(color, _)| Token::Gem(color));
        let gems = gems.filter(|&gem| pair.is_none_or(|(pair, _)| pair != gem));
        let with =
            |gem| Choice { gem: Some(gem), tokens: choice.tokens.plus(Tokens::one(gem)), ..choice };
        let mut choices: Vec<Choice> = gems.map(with).collect();
        if choices.is_empty() || game.rules.rulings.powers == Powers::Optional {
            choices.push(choice);
        }
        choices
    }

    fn takes(&self, game: &Game<'_>) -> Vec<Choice> {
        let held = self.mover().tokens;
        let stacks: Vec<(Color, u8)> = self.supply.gems().iter().filter(|s| s.1 > 0).collect();
        let three = stacks.len().min(3);
        let least = match game.rules.rulings.fewer {
            Fewer::AllAvailable => three,
            Fewer::WhenShort if stacks.len() >= 3 => 3,
            Fewer::ToTen if held.total() + 3 <= game.token_limit => three,
            Fewer::ToTen if held.total() + 2 == game.token_limit => three.min(2),
            Fewer::WhenShort | Fewer::UpToThree | Fewer::ToTen => 1,
            Fewer::Never => 3,
        };
        let mut takes = Vec::new();
        for subset in 1_u32..1 << stacks.len() {
            let size = subset.count_ones() as usize;
            if size >= least && size <= 3 {
                let chosen = (0..stacks.len()).filter(|place| subset >> place & 1 == 1);
                takes.push(chosen.fold(Gems::NONE, |gems, place| gems.with(stacks[place].0, 1)));
            }
        }
        let pairs = stacks.iter().filter(|&&(_, count)| count >= 4);
        takes.extend(pairs.map(|&(color, _)| Gems::NONE.with(color, 2)));
        let choice = |gems| Choice {
            action: Action::Take(Tokens::from(gems)),
            gem: None,
            tokens: held.plus(Tokens::from(gems)),
            bonuses: self.mover().bonuses,
        };
        takes.into_iter().map(choice).collect()
    }

    fn reservations(&self, game: &Game<'_>) -> Vec<Choice> {
        if self.mover().hand_size() >= 3 {
            return Vec::new();
        }
        let gold = if self.supply.gold() > 0 { Tokens::GOLD } else { Tokens::NONE };
        let tokens = self.mover().tokens.plus(gold);
        let market = self.market.and(game.components.cards()).iter().map(Action::ReserveMarket);
        let decks = Level::ALL.into_iter().filter(|&level| !self.deck(level).is_empty());
        let decks = decks.map(|level| Action::ReserveDeck { level, card: None, under: None });
        let bonuses = self.mover().bonuses;
        market.chain(decks).map(|action| Choice { action, gem: None, tokens, bonuses }).collect()
    }

    fn purchases(&self, game: &Game<'_>) -> Vec<Choice> {
        let seat = self.mover();
        let mut choices = Vec::new();
        for card in self.market.or(seat.hand).iter() {
            let facts = game.components.card(card);
            for pay in self.payments(game, card) {
                choices.push(Choice {
                    action: Action::Purchase { card, pay, from: None },
                    gem: None,
                    tokens: seat.tokens.minus(pay),
                    bonuses: seat.bonuses.plus(Gems::one(facts.bonus)),
                });
            }
        }
        choices
    }

    /// Returns every way in which the next seat can pay for a card.
    pub fn payments(&self, game: &Game<'_>, card: CardId) -> Vec<Tokens> {
        let seat = self.mover();
        let mut partial = Vec::from([Tokens::NONE]);
        for color in Color::ALL {
            let cost = game.components.card(card).cost.get(color);
            let price = cost.saturating_sub(seat.bonuses.get(color));
            let ways = seat.ways_to_pay(game.rules.rulings, color, price);
            let with = |pay: Tokens| {
                let ways = ways.iter();
                ways.map(move |&(gems, gold)| {
                    pay.with(Token::Gem(color), gems).with(Token::Gold, pay.gold() + gold)
                })
            };
            partial = partial.into_iter().flat_map(with).collect();
        }
        partial.retain(|pay| pay.gold() <= seat.tokens.gold());
        partial
    }

    fn passes_allowed(&self, game: &Game<'_>, stuck: bool) -> Option<Choice> {
        let allowed = match game.rules.rulings.pass {
            Pass::WhenStuck => {
                stuck && !self.hidden_card_in_reach(game) && !self.hidden_to_reserve()
            }
            Pass::Always => true,
            Pass::Never => false,
        };
        let seat = self.mover();
        let (tokens, bonuses) = (seat.tokens, seat.bonuses);
        allowed.then_some(Choice { action: Action::Pass, gem: None, tokens, bonuses })
    }

    fn hidden_to_reserve(&self) -> bool {
        self.mover().hand_size() < 3 && self.market_hidden.iter().any(|&count| count > 0)
    }

    /// Whether every way to fill the hidden places that the seat could buy from has a card that it
    /// can pay for.
    fn hidden_card_in_reach(&self, game: &Game<'_>) -> bool {
        Level::ALL.into_iter().any(|level| {
            let places = self.mover().hidden[level.index()] + self.market_hidden[level.index()];
            let mut unseen = self.unseen.iter().map(|card| game.components.card(card));
            let out_of_reach = unseen
                .by_ref()
                .filter(|card| card.level == level && !self.mover().affords(card.cost))
                .count();
            out_of_reach < usize::from(places)
        })
    }

    /// Returns a turn of the next seat with each way to end it: every gem that a power can give, if
    /// `any_gem` is set, every return of the excess, if `any_return` is, every noble and post that
    /// can come. Whether the action itself is legal is not asked.
    pub fn endings(
        &self,
        game: &Game<'_>,
        turn: &Turn,
        any_gem: bool,
        any_return: bool,
    ) -> Vec<Turn> {
        let choice = self.done(game, turn.action);
        let tokens = turn.gem.map_or(choice.tokens, |gem| choice.tokens.plus(Tokens::one(gem)));
        let choices = if any_gem {
            self.empowered(game, choice)
        } else {
            Vec::from([Choice { gem: turn.gem, tokens, ..choice }])
        };
        // A seat can hold so much that the ways to give some back are a hundred thousand.
        let end = |choice: &Choice| {
            let told = &[turn.returned];
            if any_return {
                self.completed(game, choice)
            } else {
                self.with_tiles(game, choice, told)
            }
        };
        choices.iter().flat_map(end).collect()
    }

    /// Returns each set of nobles that can come after an action of the next seat: that of none, if
    /// none can. Whether the action itself is legal is not asked.
    pub fn visits(&self, game: &Game<'_>, action: Action) -> Vec<NobleSet> {
        self.visits_after(game, &self.done(game, action))
    }

    /// What the next seat holds once an action is done.
    fn done(&self, game: &Game<'_>, action: Action) -> Choice {
        let seat = self.mover();
        let (mut tokens, mut bonuses) = (seat.tokens, seat.bonuses);
        match action {
            Action::Take(taken) => tokens = tokens.plus(taken),
            Action::ReserveMarket(_) | Action::ReserveDeck { .. } if self.supply.gold() > 0 => {
                tokens = tokens.plus(Tokens::GOLD);
            }
            Action::Purchase { card, pay, .. } => {
                tokens = tokens.minus(pay);
                bonuses = bonuses.plus(Gems::one(game.components.card(card).bonus));
            }
            Action::ReserveMarket(_) | Action::ReserveDeck { .. } | Action::Pass => {}
        }
        Choice { action, gem: None, tokens, bonuses }
    }

    /// Adds to an action each return, and each noble and post that can come.
    fn completed(&self, game: &Game<'_>, choice: &Choice) -> Vec<Turn> {
        let excess = choice.excess(game);
        let returns = match game.rules.rulings.returns {
            Return::Exact if excess > MOST_RETURNED => Vec::new(),
            Return::Exact => heaps(choice.tokens, excess..=excess),
            Return::UpTo => heaps(choice.tokens, 0..=excess),
            Return::Anything => heaps(choice.tokens, excess..=choice.tokens.total()),
        };
        self.with_tiles(game, choice, &returns)
    }

    /// Adds to an action each of these returns, and each noble and post that can come.
    fn with_tiles(&self, game: &Game<'_>, choice: &Choice, returns: &[Tokens]) -> Vec<Turn> {
        let nobles = self.visits_after(game, choice);
        let posts = self.posts_to_come(game, choice.bonuses);
        let turn = Turn { gem: choice.gem, ..Turn::new(self.to_move, choice.action) };
        let mut turns = Vec::new();
        for &returned in returns {
            for &nobles in &nobles {
                turns.extend(posts.iter().map(|&posts| Turn { returned, nobles, posts, ..turn }));
            }
        }
        turns
    }

    /// Returns each set of nobles that can come after an action: that of none, if none can.
    pub(crate) fn visits_after(&self, game: &Game<'_>, choice: &Choice) -> Vec<NobleSet> {
        let rulings = game.rules.rulings;
        let in_time = match (rulings.noble_time, choice.action) {
            (NobleTime::EveryTurn, _) | (_, Action::Purchase { .. }) => true,
            (NobleTime::AfterAction, action) => action != Action::Pass,
            (NobleTime::AfterPurchase, _) => false,
        };
        let mut nobles: Vec<NobleSet> = Vec::new();
        for id in self.nobles.iter().filter(|_| in_time) {
            let demand = game.components.noble(id).demand;
            if demand.iter().all(|(color, count)| choice.bonuses.get(color) >= count) {
                nobles.push(NobleSet::one(id));
            }
        }
        if nobles.is_empty() || rulings.noble_choice == NobleChoice::All {
            nobles = Vec::from([nobles.into_iter().fold(NobleSet::NONE, NobleSet::or)]);
        } else if rulings.noble_choice == NobleChoice::FirstListed {
            let rank = |set: &NobleSet| self.nobles_listed().position(|id| set.has(id));
            nobles = nobles.into_iter().min_by_key(rank).into_iter().collect();
        }
        nobles
    }

    pub(crate) fn posts_to_come(&self, game: &Game<'_>, bonuses: Gems) -> Vec<PostSet> {
        let owned = self.mover().posts;
        let met = |post: &Post| post.demand().iter().all(|(color, n)| bonuses.get(color) >= n);
        let new = Post::ALL.into_iter().filter(|post| met(post) && !owned.has(*post));
        let mut posts: Vec<PostSet> =
            new.filter(|_| game.rules.modules.trading_posts).map(PostSet::one).collect();
        if posts.is_empty() {
            posts.push(PostSet::NONE);
        }
        posts
    }
}

impl Seat {
    /// Returns the gems and the gold of each way to pay what a card costs in one color.
    fn ways_to_pay(&self, rulings: Rulings, color: Color, price: u8) -> Vec<(u8, u8)> {
        let doubled = self.posts.has(Post::DoubleGold);
        let gold = |open: u8| if doubled { open.div_ceil(2) } else { open };
        let usable = self.tokens.get(Token::Gem(color)).min(price);
        let last_resort = rulings.gold == GoldUse::LastResort;
        let irredundant = rulings.overpay == Overpay::Irredundant && doubled;
        let ways = (0..=usable).map(|gems| (gems, gold(price - gems)));
        let ways = ways.filter(|&(_, paid)| !last_resort || paid == gold(price - usable));
        ways.filter(|&(n, _)| !irredundant || n == 0 || (price - n).is_multiple_of(2)).collect()
    }
}

impl Choice {
    /// Returns how many tokens above the limit the seat holds.
    pub(crate) fn excess(&self, game: &Game<'_>) -> u16 {
        self.tokens.total().saturating_sub(game.token_limit)
    }
}

/// Returns every heap out of `tokens` that is of one of these sizes.
fn heaps(tokens: Tokens, sizes: RangeInclusive<u16>) -> Vec<Tokens> {
    let most = *sizes.end();
    let mut heaps = Vec::from([Tokens::NONE]);
    for (token, count) in tokens.iter() {
        let ways = |heap: Tokens| {
            let room = u8::try_from(most - heap.total()).unwrap_or(u8::MAX).min(count);
            (0..=room).map(move |count| heap.with(token, count))
        };
        heaps = heaps.into_iter().flat_map(ways).collect();
    }
    heaps.retain(|heap| sizes.contains(&heap.total()));
    heaps
}
