//! A turn at a table, and what can be counted about it.

use splendor_core::{
    Action, CardId, CardSet, CardsPaid, City, CityId, Clause, Color, Conquest, Copied, Effects,
    Events, FreeCard, Game, Gems, NobleSet, Place, Position, Post, PostSet, Power, Row, Seat,
    StrongholdStep, Token, Tokens, Turn, TurnNumbers,
};

/// A turn at a table.
pub(super) struct Moment<'m> {
    pub(super) game: &'m Game<'m>,
    pub(super) before: &'m Position,
    pub(super) turn: &'m Turn,
    /// The table after the turn, if it is legal.
    pub(super) after: Option<Position>,
    pub(super) events: Events,
    pub(super) numbers: TurnNumbers,
}

/// A purchase of a turn: that of the action, or the conquest.
pub(super) struct Bought {
    pub(super) card: CardId,
    pub(super) pay: Tokens,
    pub(super) cards: CardsPaid,
    pub(super) price: Gems,
}

pub(super) fn small(number: impl TryInto<u8>) -> Option<u8> {
    number.try_into().ok()
}

pub(super) fn count<T>(all: impl Iterator<Item = T>) -> Option<u8> {
    small(all.count())
}

pub(super) fn most(gems: Gems) -> u8 {
    gems.iter().map(|(_, count)| count).max().unwrap_or(0)
}

pub(super) fn kinds(tokens: Tokens) -> u8 {
    small(tokens.iter().filter(|&(_, count)| count > 0).count()).unwrap()
}

pub(super) fn number(row: Row) -> u8 {
    small(row.index() + 1).unwrap()
}

impl Bought {
    /// Returns the gems that the paid gems leave open.
    pub(super) fn rest(&self) -> Gems {
        if self.cards.discarded.is_empty() { self.price.minus(self.pay.gems()) } else { Gems::NONE }
    }
}

impl<'m> Moment<'m> {
    pub(super) fn new(game: &'m Game<'m>, before: &'m Position, turn: &'m Turn) -> Self {
        let mut after = *before;
        let events = after.play(game, turn).ok();
        let after = events.is_some().then_some(after);
        let numbers = before.turn_numbers(game, turn);
        let events = events.unwrap_or_default();
        Self { game, before, turn, after, events, numbers }
    }

    pub(super) fn seat(&self) -> &Seat {
        self.before.mover()
    }

    pub(super) fn after_seat(&self) -> Option<&Seat> {
        self.after.as_ref().map(|after| after.acting_seat(self.turn))
    }

    pub(super) fn row(&self, card: CardId) -> u8 {
        number(self.game.components.card(card).row())
    }

    pub(super) fn taken(&self) -> Option<Tokens> {
        match self.turn.action {
            Action::Take(taken) => Some(taken),
            _ => None,
        }
    }

    pub(super) fn pair(&self) -> Option<Token> {
        self.taken()?.iter().find(|&(_, count)| count == 2).map(|(token, _)| token)
    }

    pub(super) fn reserves(&self) -> bool {
        matches!(self.turn.action, Action::ReserveMarket(_) | Action::ReserveDeck { .. })
    }

    pub(super) fn buys(&self) -> bool {
        matches!(self.turn.action, Action::Purchase { .. })
    }

    pub(super) fn conquest(&self) -> Option<Conquest> {
        self.turn.conquest
    }

    pub(super) fn passes(&self) -> bool {
        self.turn.action == Action::Pass
    }

    /// Returns how many gold pay for these gems.
    pub(super) fn gold_for(&self, gems: Gems) -> u8 {
        let doubles = self.seat().posts().has(Post::DoubleGold);
        gems.iter().map(|(_, n)| if doubles { n.div_ceil(2) } else { n }).sum()
    }

    /// Returns how many gold the virtual gold of a purchase stands for.
    pub(super) fn replaced(&self, bought: &Bought) -> u8 {
        let has_virtual = !bought.cards.spent.is_empty();
        let gold = self.gold_for(bought.rest()).saturating_sub(bought.pay.gold());
        if has_virtual { gold } else { 0 }
    }

    /// Returns whether the action brings a gem by a post.
    pub(super) fn brings_gem(&self) -> bool {
        let posts = self.seat().posts();
        self.buys() && posts.has(Post::GemAfterPurchase)
            || self.pair().is_some() && posts.has(Post::ThirdGem)
    }

    /// Returns whether a turn just breaks a clause: by one token, one gem, one card, or one way out.
    pub(super) fn just_breaks(&self, clause: Clause) -> bool {
        let bought = self.bought();
        match clause {
            Clause::TurnPass => self.ways_out() == 1,
            Clause::TakePairNeedsFour => {
                self.pair().is_some_and(|token| self.before.supply().get(token) == 3)
            }
            Clause::PurchasePrice => bought.iter().any(|bought| self.short(bought) == 1),
            Clause::PurchaseTokens => {
                let lacks = |one: &Bought| one.pay.minus(self.seat().tokens()).total() == 1;
                bought.iter().any(lacks)
            }
            Clause::LimitTen | Clause::LimitExcess => {
                let left = self.numbers.held.total().saturating_sub(self.turn.returned.total());
                left.abs_diff(10) == 1
            }
            Clause::NobleEarned => self
                .turn
                .nobles
                .iter()
                .any(|noble| self.lacks_one(self.game.components.noble(noble).demand)),
            Clause::OrientDiscardColor => self.wrong_cards_given_up() == 1,
            Clause::PostEarned => self.turn.posts.iter().any(|post| self.lacks_one(post.demand())),
            _ => true,
        }
    }

    /// Returns how many cards that are given up are wrong: of another color, or not of the seat. A
    /// card that is both counts twice.
    fn wrong_cards_given_up(&self) -> u8 {
        let all = self.game.components;
        let mut prices = self.bought().into_iter().filter_map(|one| all.card(one.card).discard());
        let Some(price) = prices.next_back() else { return 0 };
        let copied = |card| self.before.copies().get(all, card).map(|copied| copied.color);
        let is_of_color = |card| all.card(card).bonus().or(copied(card)) == Some(price);
        let cards = self.given_up().unwrap_or_default().into_iter();
        let wrong = |card| u8::from(!is_of_color(card)) + u8::from(!self.seat().bought().has(card));
        cards.map(wrong).sum()
    }

    /// Returns whether a card lacks for a demand.
    pub(super) fn lacks_one(&self, demand: Gems) -> bool {
        demand.minus(self.numbers.bonuses).total() == 1
    }

    /// Returns how many units of gold a purchase lacks.
    pub(super) fn short(&self, bought: &Bought) -> u8 {
        let units = bought.pay.gold() + 2 * bought.cards.spent.len();
        self.gold_for(bought.rest()).saturating_sub(units)
    }

    /// Returns the first kind of token of which a purchase pays more than the seat has.
    pub(super) fn lacking(&self, bought: &Bought) -> Option<Token> {
        let held = self.seat().tokens();
        bought.pay.iter().find(|&(token, n)| n > held.get(token)).map(|(token, _)| token)
    }

    /// Returns the first kind of token of which a purchase pays more than the seat has or the card
    /// costs.
    pub(super) fn wrong_token(&self, bought: &Bought) -> Option<Token> {
        let spare = bought.pay.gems().minus(bought.price).iter().find(|&(_, n)| n > 0);
        self.lacking(bought).or_else(|| spare.map(|(color, _)| Token::ALL[color.index()]))
    }

    /// Returns where a card lies: 0 in the market, 1 in the own hand, 2 in another hand, 3 in the
    /// own play area, 4 in that of another seat, 5 on top of a deck, 6 elsewhere.
    pub(super) fn place_of(&self, card: CardId) -> u8 {
        let others = || self.before.seats().iter().enumerate();
        let others = || others().filter(|&(at, _)| at != usize::from(self.before.to_move()));
        let on_top = |row: &Row| self.before.deck(*row).top() == Some(Place::Card(card));
        let places = [
            self.before.market().has(card),
            self.seat().hand().has(card),
            others().any(|(_, seat)| seat.hand().has(card)),
            self.seat().bought().has(card),
            others().any(|(_, seat)| seat.bought().has(card)),
            self.game.rows().iter().any(on_top),
        ];
        small(places.iter().position(|&is_there| is_there).unwrap_or(places.len())).unwrap()
    }

    /// Returns where a card has the color that is copied, by the same numbers.
    pub(super) fn place_of_color(&self) -> Option<u8> {
        let Copied::Color(color) = self.turn.effects.copy? else { return None };
        let all = self.game.components;
        let has = |cards: CardSet| all.colors(cards).get(color) > 0;
        let others =
            self.before.seats().iter().fold(CardSet::NONE, |all, seat| all.or(seat.bought()));
        let free = self.free_cards().iter().map(|free| free.card).collect();
        Some(if self.seat().colors().get(color) > 0 {
            3
        } else if has(self.seat().hand()) {
            1
        } else if has(free) {
            0
        } else if has(others) {
            4
        } else {
            6
        })
    }

    /// Returns the fewest cards that lack for one of the demands that are not met.
    pub(super) fn nearest(&self, demands: impl Iterator<Item = Gems>) -> Option<u8> {
        let short = demands.map(|demand| demand.minus(self.numbers.bonuses).total());
        short.filter(|&short| short > 0).min().and_then(small)
    }

    /// Returns which wrong cards would meet a demand that the cards of the seat do not meet: 1 double
    /// cards twice, 2 double cards that were given up, 3 others that were given up, 4 cards in hand, 5
    /// virtual gold as any color, 6 gems.
    pub(super) fn wrong_cards(&self, is_met: impl Fn(Gems) -> bool) -> Option<u8> {
        let (all, own) = (self.game.components, self.numbers.bonuses);
        let virtual_gold = self.seat().bought().and(all.with_power(Power::VirtualGold)).len();
        let wild = Gems::new([virtual_gold; 5]);
        let given_up = self.given_up().unwrap_or_default().into_iter().collect();
        let mut doubles = self.double_cards_given_up();
        for color in Color::ALL {
            doubles = doubles.with(color, doubles.get(color) / 2);
        }
        let wrong = [
            self.bonuses_after(),
            own.plus(doubles),
            own.plus(all.colors(given_up)),
            own.plus(all.colors(self.seat().hand())),
            own.plus(wild),
            own.plus(self.seat().tokens().gems()),
        ];
        let found = wrong.iter().position(|&cards| is_met(cards)).filter(|_| !is_met(own))?;
        small(found + 1)
    }

    /// Returns the first city of the table for which this holds after a legal turn, by its number.
    pub(super) fn city_that(&self, holds: impl Fn(City, &Seat) -> bool) -> Option<u8> {
        let seat = self.after_seat()?;
        let city = self.before.cities().iter().find(|city| holds(city.facts(), seat))?;
        small(CityId::all().position(|one| one == city)? + 1)
    }

    /// Returns the number of the post that comes, if the seat has just as many cards of one of its
    /// colors as it asks for.
    pub(super) fn just_met_post(&self, of: fn(Gems) -> Option<(Color, u8)>) -> Option<u8> {
        let post = self.turn.posts.iter().next()?;
        let (color, count) = of(post.demand())?;
        let number = Post::ALL.iter().position(|&one| one == post)?;
        (self.numbers.bonuses.get(color) == count).then(|| small(number + 1))?
    }

    /// Returns the bonuses of the double cards that are given up, by color.
    pub(super) fn double_cards_given_up(&self) -> Gems {
        let cards = self.given_up().unwrap_or_default();
        let of = |card: CardId| self.game.components.card(card).bonuses();
        let doubles = cards.into_iter().map(of).filter(|bonuses| bonuses.total() == 2);
        doubles.fold(Gems::NONE, Gems::plus)
    }

    /// Returns whether the seat buys or takes a card of virtual gold.
    pub(super) fn gains_virtual_gold(&self) -> bool {
        let bought = self.bought().into_iter().map(|bought| bought.card);
        let mut cards = bought.chain(self.free_cards().into_iter().map(|free| free.card));
        cards.any(|card| self.game.components.card(card).power() == Some(Power::VirtualGold))
    }

    /// Returns whether the conquest needs the gem that a post gave for the action.
    pub(super) fn conquers_with_gem(&self) -> bool {
        let Some((gem, conquest)) = self.turn.gem.zip(self.conquest()) else { return false };
        let paid = match self.turn.action {
            Action::Purchase { pay, .. } => pay.get(gem),
            _ => 0,
        };
        let had = self.seat().tokens().get(gem) + self.taken().map_or(0, |taken| taken.get(gem));
        conquest.pay.get(gem) + paid > had
    }

    /// Returns the cards of each color at the end of the turn, with the double cards that the seat
    /// had before it twice.
    pub(super) fn bonuses_after(&self) -> Gems {
        self.numbers.bonuses.plus(self.seat().bonuses().minus(self.seat().colors()))
    }

    pub(super) fn steps_are_due(&self) -> bool {
        self.buys() && self.game.rules.modules.strongholds
    }

    /// Returns how many cards lie in the market after the action that no other seat holds.
    pub(super) fn free_for_a_stronghold(&self) -> u8 {
        let gone: CardSet = self.turn.cards_taken().map(|(card, _)| card).collect();
        let lying = self.before.market().without(gone);
        lying.without(self.before.strongholds().rival_cards(self.turn.seat)).len()
    }

    pub(super) fn lone_strongholds(&self) -> u8 {
        let strongholds = self.before.strongholds();
        let rivals = strongholds.rival_cards(self.turn.seat).iter();
        let lone =
            |&card: &CardId| strongholds.rival(self.turn.seat, card).is_some_and(|(_, n)| n == 1);
        small(rivals.filter(lone).count()).unwrap()
    }

    /// Returns the bonuses of the seat after its action alone, where a conquest follows.
    pub(super) fn acted(&self) -> Option<Position> {
        self.conquest()?;
        Some(self.before.follow_log(self.game, &Turn { conquest: None, ..*self.turn }))
    }

    pub(super) fn conquest_price(&self, table: &Position) -> Gems {
        let cost =
            self.conquest().map_or(Gems::NONE, |won| self.game.components.card(won.card).cost());
        cost.minus(table.acting_seat(self.turn).bonuses())
    }

    pub(super) fn card_of_hand(&self) -> Option<CardId> {
        self.turn.action.card().filter(|&card| self.buys() && self.seat().hand().has(card))
    }

    /// Returns the purchases of the turn. The price of a conquest is that before the turn.
    pub(super) fn bought(&self) -> Vec<Bought> {
        let price = |card| self.game.components.card(card).cost().minus(self.seat().bonuses());
        let first = match self.turn.action {
            Action::Purchase { card, pay, .. } => {
                Some(Bought { card, pay, cards: self.turn.cards_paid, price: price(card) })
            }
            _ => None,
        };
        let second = self.conquest().map(|won| Bought {
            card: won.card,
            pay: won.pay,
            cards: won.cards_paid,
            price: price(won.card),
        });
        first.into_iter().chain(second).collect()
    }

    pub(super) fn most_bought(&self, of: impl Fn(&Bought) -> u8) -> Option<u8> {
        self.bought().iter().map(of).max()
    }

    pub(super) fn given_up(&self) -> Option<Vec<CardId>> {
        let cards: Vec<CardId> =
            self.bought().iter().flat_map(|bought| bought.cards.discarded.iter()).collect();
        (!cards.is_empty()).then_some(cards)
    }

    /// Returns how many cards have so many bonuses of their own; a copy has none.
    pub(super) fn with_bonuses(&self, cards: &[CardId], bonuses: u16) -> u8 {
        let own = |card: CardId| self.game.components.card(card).bonuses().total();
        small(cards.iter().filter(|&&card| own(card) == bonuses).count()).unwrap()
    }

    pub(super) fn free_cards(&self) -> Vec<FreeCard> {
        let second = self.conquest().map_or(Effects::NONE, |won| won.effects);
        self.turn.effects.free_cards().chain(second.free_cards()).collect()
    }

    pub(super) fn step(&self) -> Option<StrongholdStep> {
        self.turn.effects.stronghold
    }

    /// Returns the row of each card that leaves the market.
    pub(super) fn rows_left(&self) -> Vec<Row> {
        let cards = self.turn.cards_taken().map(|(card, _)| card);
        let lying = cards.filter(|&card| self.before.market().has(card));
        lying.map(|card| self.game.components.card(card).row()).collect()
    }

    pub(super) fn row_of_last_card(&self) -> Option<Row> {
        match self.turn.action {
            Action::ReserveDeck { row, .. } => {
                Some(row).filter(|row| self.before.deck(*row).len() == 1)
            }
            _ => None,
        }
    }

    pub(super) fn empty_row(&self, card: CardId) -> Option<u8> {
        let row = self.game.components.card(card).row();
        self.before.deck(row).is_empty().then(|| number(row))
    }

    pub(super) fn due_nobles(&self) -> NobleSet {
        let met =
            |&noble: &_| self.numbers.bonuses.covers(self.game.components.noble(noble).demand);
        self.before.nobles().iter().filter(met).collect()
    }

    pub(super) fn due_posts(&self) -> PostSet {
        if !self.game.rules.modules.trading_posts {
            return PostSet::NONE;
        }
        let met = PostSet::met_by(self.numbers.bonuses).iter();
        let new = met.filter(|&post| !self.seat().posts().has(post));
        new.fold(PostSet::NONE, |all, post| all.or(PostSet::one(post)))
    }
}
