//! The moves of the seats in a generated game. Listing every legal turn would be slow, so these
//! cheap choices never do.

use splendor_core::{
    Action, CardId, CardSet, Color, Fewer, Freedom, Gems, GoldAtTen, HAND_LIMIT, NobleSet, Pass,
    Place, Position, Post, PostSet, Return, Row, Token, Tokens, Turn,
};

use super::Policy;
use super::dice::Dice;
use super::plan::{Plan, Table};

/// How each seat plays, early and late in the game.
#[derive(Debug)]
pub(super) struct Players {
    policy: Policy,
    early: [Policy; 4],
    late: [Policy; 4],
    /// The turn from which the seats play their late policies.
    change: u32,
}

impl Players {
    pub(super) fn new(policy: Policy, dice: &mut Dice) -> Self {
        let mut players = Self { policy, early: [policy; 4], late: [policy; 4], change: u32::MAX };
        if policy == Policy::Rich {
            // At one table in four all seats share a policy: such games get stuck, or race for
            // nobles.
            let alike = dice.once_in(4).then(|| Self::simple(dice));
            for seat in 0..4 {
                players.early[seat] = alike.unwrap_or_else(|| Self::simple(dice));
                players.late[seat] = Self::simple(dice);
            }
            players.change = u32::try_from(dice.below(200)).unwrap_or(u32::MAX);
        }
        players
    }

    fn simple(dice: &mut Dice) -> Policy {
        Policy::ALL[dice.below(4)]
    }

    fn policy(&self, position: &Position, dice: &mut Dice) -> Policy {
        if self.policy == Policy::Rich && dice.once_in(16) {
            return Self::simple(dice);
        }
        let seats = if position.turns() < self.change { &self.early } else { &self.late };
        seats[usize::from(position.to_move())]
    }

    /// Returns a legal turn; `None` if the rulings leave none.
    pub(super) fn turn(&self, table: &Table<'_>, dice: &mut Dice) -> Option<Turn> {
        let policy = self.policy(table.position, dice);
        let plan = match policy {
            Policy::Greedy => Plan::for_prestige(table, dice),
            Policy::Nobles => Plan::for_noble(table, dice),
            Policy::Uniform | Policy::Hoarder | Policy::Rich => None,
        };
        if table.game.rules.modules.have_sun_never_sets() {
            return table.turn_of_sun_never_sets(policy, plan.as_ref(), dice);
        }
        let action = match (policy, &plan) {
            (_, Some(plan)) => table.planned(plan, dice),
            (Policy::Hoarder, None) => table.hoarded(dice),
            (_, None) => table.any_action(dice),
        };
        let action = action.or_else(|| table.pass())?;
        Some(table.completed(action, policy, plan.as_ref(), dice))
    }
}

impl Table<'_> {
    /// Returns any action, each equally likely; a purchase may be paid in any way.
    fn any_action(&self, dice: &mut Dice) -> Option<Action> {
        let mut actions = Vec::with_capacity(64);
        actions.extend(self.takes().into_iter().map(Action::Take));
        actions.extend(self.reservable().iter().map(Action::ReserveMarket));
        actions.extend(self.decks().map(from_deck));
        let buys = self.position.affordable(self.game).iter();
        actions.extend(buys.map(|card| Action::Purchase { card, pay: Tokens::NONE, from: None }));
        actions.extend(self.idle());
        let action = dice.pick(actions)?;
        match action {
            Action::Purchase { card, .. } => Some(self.purchase(card, dice)),
            _ => Some(action),
        }
    }

    /// Buys the target of the plan, takes its missing gems, or sometimes reserves it.
    fn planned(&self, plan: &Plan, dice: &mut Dice) -> Option<Action> {
        if let Some(card) = plan.best_of(self.position.affordable(self.game), dice) {
            return Some(self.purchase(card, dice));
        }
        if self.reservable().has(plan.target) && dice.once_in(8) {
            return Some(Action::ReserveMarket(plan.target));
        }
        let lacking = |taken: &Tokens| i32::from(plan.covered_by(taken.gems()));
        dice.best(self.takes(), lacking).map(Action::Take).or_else(|| self.any_action(dice))
    }

    /// Reserves expensive cards, takes tokens, and buys only as a last resort.
    fn hoarded(&self, dice: &mut Dice) -> Option<Action> {
        if !dice.once_in(3)
            && let Some(action) = self.reserve(dice)
        {
            return Some(action);
        }
        let take = dice.pick(self.takes()).map(Action::Take);
        take.or_else(|| self.reserve(dice)).or_else(|| {
            let card = dice.pick(self.position.affordable(self.game).iter())?;
            Some(self.purchase(card, dice))
        })
    }

    fn reserve(&self, dice: &mut Dice) -> Option<Action> {
        let blind = self.decks().last().filter(|_| dice.once_in(2)).map(from_deck);
        let open = dice.pick(self.reservable().iter()).map(Action::ReserveMarket);
        blind.or(open).or_else(|| self.decks().last().map(from_deck))
    }

    fn reservable(&self) -> CardSet {
        if self.is_kept_from_reserving() { CardSet::NONE } else { self.position.market() }
    }

    fn decks(&self) -> impl Iterator<Item = Row> {
        let full = self.is_kept_from_reserving();
        let position = *self.position;
        Row::ALL.into_iter().filter(move |&level| !full && !position.deck(level).is_empty())
    }

    fn is_kept_from_reserving(&self) -> bool {
        let no_room = match self.game.rules.rulings.gold_at_ten {
            GoldAtTen::Taken | GoldAtTen::Withheld => false,
            GoldAtTen::Forbidden => self.position.supply().gold() > 0 && self.has_ten(),
        };
        no_room || self.position.mover().hand_size() >= HAND_LIMIT
    }

    fn has_ten(&self) -> bool {
        self.position.mover().tokens().total() >= self.game.token_limit
    }

    fn idle(&self) -> Option<Action> {
        match self.game.rules.rulings.pass {
            Pass::Always => Some(Action::Pass),
            Pass::WhenStuck | Pass::Never => None,
        }
    }

    /// Returns a pass if the rulings allow one here.
    fn pass(&self) -> Option<Action> {
        let may = match self.game.rules.rulings.pass {
            Pass::Never => false,
            Pass::Always | Pass::WhenStuck => self.position.freedom(self.game) == Freedom::Stuck,
        };
        may.then_some(Action::Pass)
    }

    fn takes(&self) -> Vec<Tokens> {
        let supply = self.position.supply().gems();
        let colors = supply.colors();
        let least = match self.game.rules.rulings.fewer {
            Fewer::WhenShort if colors < 3 => 1,
            Fewer::WhenShort | Fewer::AllAvailable => colors.min(3),
            Fewer::UpToThree => 1,
            Fewer::ToTen => colors.min(3).min(self.room().max(1)),
            Fewer::Never => 3,
        };
        let sizes = least.max(1)..=3;
        let sets = (1_u32..32).filter(|set| sizes.contains(&set.count_ones())).map(one_each);
        let pairs = Color::ALL.into_iter().filter(|&color| supply.get(color) >= 4);
        let pairs = pairs.map(|color| Gems::NONE.with(color, 2));
        sets.filter(|&gems| supply.covers(gems)).chain(pairs).map(Tokens::from).collect()
    }

    /// Returns how many tokens the seat to move can take without returning any.
    fn room(&self) -> u32 {
        let held = self.position.mover().tokens().total();
        self.game.token_limit.saturating_sub(held).into()
    }

    /// Returns how many tokens the seat to move keeps at the end of its turn: ten, unless a ruling
    /// permits another number.
    fn limit(&self, held: Tokens, dice: &mut Dice) -> u16 {
        let limit = self.game.token_limit;
        match self.game.rules.rulings.returns {
            Return::UpTo if dice.once_in(2) => limit.max(held.total()),
            Return::Anything if dice.once_in(8) => limit.min(held.total()).saturating_sub(1),
            Return::Exact | Return::UpTo | Return::Anything => limit,
        }
    }

    fn purchase(&self, card: CardId, dice: &mut Dice) -> Action {
        Action::Purchase { card, pay: self.payment(card, dice), from: None }
    }

    /// Pays with gems first, but sometimes with gold for gems that the seat has.
    fn payment(&self, card: CardId, dice: &mut Dice) -> Tokens {
        let doubled = self.position.mover().posts().has(Post::DoubleGold);
        if doubled || dice.once_in(4) {
            let payments = self.position.payments(self.game, card);
            return dice.pick(payments).unwrap_or_default();
        }
        let seat = self.position.mover();
        let price = self.game.components.card(card).cost().minus(seat.bonuses());
        let gems = price.minus(price.minus(seat.tokens().gems()));
        let gold = price.total() - gems.total();
        Tokens::from(gems).with(Token::Gold, u8::try_from(gold).unwrap_or(u8::MAX))
    }

    /// Completes an action with the returned tokens and the noble.
    fn completed(
        &self,
        action: Action,
        policy: Policy,
        plan: Option<&Plan>,
        dice: &mut Dice,
    ) -> Turn {
        let seat = self.position.mover();
        let action = self.kept(action, dice);
        let (mut tokens, bonuses) = match action {
            Action::Take(taken) => (seat.tokens().plus(taken), seat.bonuses()),
            Action::ReserveMarket(_) | Action::ReserveDeck { .. } => {
                let comes = match self.game.rules.rulings.gold_at_ten {
                    GoldAtTen::Taken | GoldAtTen::Forbidden => true,
                    GoldAtTen::Withheld => !self.has_ten(),
                };
                let gold = if comes { self.position.supply().gold().min(1) } else { 0 };
                (seat.tokens().plus(Tokens::NONE.with(Token::Gold, gold)), seat.bonuses())
            }
            Action::Purchase { card, pay, .. } => {
                let bonus = self.game.components.card(card).bonuses();
                (seat.tokens().minus(pay), seat.bonuses().plus(bonus))
            }
            Action::Pass => (seat.tokens(), seat.bonuses()),
        };
        let gem = dice.pick(self.power_gems(action));
        tokens = gem.map_or(tokens, |gem| tokens.plus(Tokens::one(gem)));
        let worth = |token| match (token, plan) {
            // A hoarder returns gold before gems, so that the supply runs dry.
            (Token::Gold, None) if policy == Policy::Hoarder => -1,
            (token, Some(plan)) => plan.need_of(token),
            (_, None) => 0,
        };
        let limit = self.limit(tokens, dice);
        let returned = given_back(tokens, limit, worth, dice);
        let met = self.position.visits(self.game, action).into_iter();
        let nobles = dice.pick(met.filter(|set| !set.is_empty())).unwrap_or(NobleSet::NONE);
        let new = if self.game.rules.modules.trading_posts {
            PostSet::met_by(bonuses).without(seat.posts())
        } else {
            PostSet::NONE
        };
        let posts = dice.pick(new.iter()).map_or(PostSet::NONE, PostSet::one);
        let seat = self.position.to_move();
        Turn { gem, returned, nobles, posts, ..Turn::new(seat, action) }
    }

    /// Chooses which of the top two cards of a deck is kept, for a seat with that power.
    pub(super) fn kept(&self, action: Action, dice: &mut Dice) -> Action {
        let Action::ReserveDeck { row: level, .. } = action else { return action };
        let mut places = self.position.deck(level).iter();
        let has_power = self.position.mover().posts().has(Post::DrawTwo);
        let upper = (places.next(), places.next().filter(|_| has_power));
        let (Some(Place::Card(first)), Some(Place::Card(second))) = upper else { return action };
        let [card, under] = if dice.once_in(2) { [second, first] } else { [first, second] };
        Action::ReserveDeck { row: level, card: Some(card), under: Some(under) }
    }

    /// Returns the gems that a power may give after an action.
    fn power_gems(&self, action: Action) -> Vec<Token> {
        let posts = self.position.mover().posts();
        let (supply, pair) = match action {
            Action::Purchase { pay, .. } if posts.has(Post::GemAfterPurchase) => {
                (self.position.supply().plus(pay), None)
            }
            Action::Take(taken) if posts.has(Post::ThirdGem) && taken.gems().colors() == 1 => {
                let pair = taken.iter().find(|&(_, count)| count == 2);
                let Some((pair, _)) = pair else { return Vec::new() };
                (self.position.supply().minus(taken), Some(pair))
            }
            _ => return Vec::new(),
        };
        let gems = supply.gems().iter().filter(|&(_, count)| count > 0);
        gems.map(|(color, _)| Token::Gem(color)).filter(|&gem| Some(gem) != pair).collect()
    }
}

const fn from_deck(level: Row) -> Action {
    Action::ReserveDeck { row: level, card: None, under: None }
}

/// Returns one gem of each color in a bit set.
fn one_each(set: u32) -> Gems {
    let colors = Color::ALL.into_iter().filter(|color| set >> color.index() & 1 == 1);
    colors.fold(Gems::NONE, |gems, color| gems.with(color, 1))
}

/// Returns the tokens above the limit, the least valuable first.
fn given_back(
    mut tokens: Tokens,
    limit: u16,
    worth: impl Fn(Token) -> i32,
    dice: &mut Dice,
) -> Tokens {
    let mut returned = Tokens::NONE;
    while tokens.total() > limit {
        let held = tokens.iter().filter(|&(_, count)| count > 0);
        let Some((token, _)) = dice.best(held, |&(token, _)| -worth(token)) else { break };
        tokens = tokens.minus(Tokens::one(token));
        returned = returned.plus(Tokens::one(token));
    }
    returned
}
