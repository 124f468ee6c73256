//! A builder for tables: a test states only the part that it is about, and the builder fills in the
//! rest.

pub(crate) use crate::table_case::Case;
use splendor_core::invariant::Invariant;
use splendor_core::{
    Action, Card, CardId, CardSet, City, CityId, CitySet, Color, Components, CopiedColor, Deck,
    Events, Game, Gems, Level, ModuleTable, Noble, NobleId, NobleSet, Phase, Position, Post,
    PostSet, PurchaseOrigin, Row, Rules, Rulings, SeatDescription, TableDescription, Token, Tokens,
    Turn, published_tokens,
};

/// Returns the tokens of a text like `2d1o3g`: the letters of the ids, and `g` for gold.
pub(crate) fn tokens(text: &str) -> Tokens {
    text.as_bytes().chunks(2).fold(Tokens::NONE, |tokens, pair| {
        let token = Color::of_letter(pair[1]).map_or(Token::Gold, Token::Gem);
        tokens.with(token, pair[0] - b'0')
    })
}

pub(crate) fn gems(text: &str) -> Gems {
    tokens(text).gems()
}

pub(crate) fn card(id: &str) -> CardId {
    Components::with_orient().find_card(facts(id)).unwrap()
}

pub(crate) fn facts(id: &str) -> Card {
    Card::parse(id).unwrap()
}

pub(crate) fn noble(id: &str) -> NobleId {
    Components::published().find_noble(tile(id)).unwrap()
}

pub(crate) fn tile(id: &str) -> Noble {
    Noble::parse(id).unwrap()
}

pub(crate) fn face(id: &str) -> City {
    City::parse(id).unwrap()
}

pub(crate) fn cards(ids: &str) -> CardSet {
    ids.split_whitespace().map(card).collect()
}

/// A turn of seat 0 that takes these tokens.
pub(crate) fn take(text: &str) -> Turn {
    Turn::new(0, Action::Take(tokens(text)))
}

pub(crate) fn reserve(id: &str) -> Turn {
    Turn::new(0, Action::ReserveMarket(card(id)))
}

pub(crate) fn draw(level: Row) -> Turn {
    Turn::new(0, Action::ReserveDeck { row: level, card: None, under: None })
}

pub(crate) fn buy(id: &str, pay: &str) -> Turn {
    Turn::new(0, Action::Purchase { card: card(id), pay: tokens(pay), from: None })
}

pub(crate) fn buy_from(source: PurchaseOrigin, id: &str, pay: &str) -> Turn {
    Turn::new(0, Action::Purchase { card: card(id), pay: tokens(pay), from: Some(source) })
}

pub(crate) fn pass() -> Turn {
    Turn::new(0, Action::Pass)
}

/// The other parts of a turn.
pub(crate) trait TurnExt {
    fn by(self, seat: u8) -> Self;
    fn back(self, text: &str) -> Self;
    fn come(self, ids: &str) -> Self;
    fn fill(self, id: &str) -> Self;
    fn drawn(self, id: &str) -> Self;
    fn under(self, id: &str) -> Self;
    fn gem(self, letter: &str) -> Self;
    fn gains(self, names: &str) -> Self;
}

impl TurnExt for Turn {
    fn by(self, seat: u8) -> Self {
        Self { seat, ..self }
    }

    fn back(self, text: &str) -> Self {
        Self { returned: tokens(text), ..self }
    }

    fn come(self, ids: &str) -> Self {
        Self { nobles: ids.split_whitespace().map(noble).collect(), ..self }
    }

    fn fill(self, id: &str) -> Self {
        Self { refill: Some(card(id)), ..self }
    }

    fn drawn(self, id: &str) -> Self {
        let Action::ReserveDeck { row: level, under, .. } = self.action else { return self };
        Self { action: Action::ReserveDeck { row: level, card: Some(card(id)), under }, ..self }
    }

    fn under(self, id: &str) -> Self {
        let Action::ReserveDeck { row: level, card: kept, .. } = self.action else { return self };
        let action = Action::ReserveDeck { row: level, card: kept, under: Some(card(id)) };
        Self { action, ..self }
    }

    fn gem(self, letter: &str) -> Self {
        let gem = tokens(&format!("1{letter}")).iter().find(|&(_, count)| count > 0);
        Self { gem: gem.map(|(token, _)| token), ..self }
    }

    fn gains(self, names: &str) -> Self {
        let posts = names.split_whitespace().map(|name| Post::of_name(name).unwrap());
        Self { posts: posts.collect(), ..self }
    }
}

/// A table in the making.
#[derive(Clone)]
pub(crate) struct TableBuilder {
    game: Game<'static>,
    seats: Vec<SeatDescription>,
    supply: Option<Tokens>,
    market: CardSet,
    nobles: NobleSet,
    cities: CitySet,
    to_move: u8,
    phase: Phase,
    known_decks: bool,
    modules: ModuleTable,
}

impl TableBuilder {
    pub(crate) fn new(seats: u8) -> Self {
        let game = Game::published(Rules::default(), seats);
        Self {
            game,
            seats: vec![SeatDescription::default(); usize::from(seats)],
            supply: None,
            market: CardSet::NONE,
            nobles: game.noble_pool().iter().take(usize::from(seats) + 1).collect(),
            cities: CitySet::NONE,
            to_move: 0,
            phase: Phase::Open,
            known_decks: false,
            modules: ModuleTable::default(),
        }
    }

    /// Plays with Orient.
    pub(crate) fn orient(mut self) -> Self {
        self.game.rules.modules.orient = true;
        self.game.components = Components::with_orient();
        self
    }

    /// Plays with Strongholds.
    pub(crate) fn strongholds(mut self) -> Self {
        self.game.rules.modules.strongholds = true;
        self
    }

    /// Puts a stronghold of a seat on each of these cards.
    pub(crate) fn stands(mut self, seat: u8, ids: &str) -> Self {
        for id in ids.split_whitespace() {
            let placed = self.modules.strongholds.with(seat, card(id));
            self.modules.strongholds = placed.expect("a stronghold in stock");
        }
        self
    }

    /// Gives a seat a copy card that has taken a color.
    pub(crate) fn copied(mut self, seat: usize, id: &str, color: Color) -> Self {
        let copied = CopiedColor { color, doubled: false };
        let all = self.game.components;
        self.modules.copies = self.modules.copies.with(all, card(id), Some(copied));
        self.bought(seat, id)
    }

    pub(crate) fn rulings(mut self, rulings: Rulings) -> Self {
        self.game.rules.rulings = rulings;
        self
    }

    pub(crate) fn tokens(mut self, seat: usize, text: &str) -> Self {
        self.seats[seat].tokens = tokens(text);
        self
    }

    pub(crate) fn bought(mut self, seat: usize, ids: &str) -> Self {
        self.seats[seat].bought = self.seats[seat].bought.or(cards(ids));
        self
    }

    /// Gives a seat `count` more level 1 cards of a bonus that bring no prestige.
    pub(crate) fn bonuses(self, seat: usize, text: &str) -> Self {
        self.bonuses_of(seat, gems(text))
    }

    pub(crate) fn bonuses_of(mut self, seat: usize, bonuses: Gems) -> Self {
        for (color, count) in bonuses.iter() {
            let used = self.used();
            let free = self.game.components.cards().without(used).iter().filter(|&id| {
                let card = self.game.components.card(id);
                card.bonus() == Some(color) && card.level() == Level::One && card.points() == 0
            });
            let more: CardSet = free.take(usize::from(count)).collect();
            assert_eq!(more.len(), count);
            self.seats[seat].bought = self.seats[seat].bought.or(more);
        }
        self
    }

    pub(crate) fn hand(mut self, seat: usize, ids: &str) -> Self {
        self.seats[seat].hand = cards(ids);
        self
    }

    /// Reserves cards from decks: only the seat has seen them.
    pub(crate) fn secret(mut self, seat: usize, ids: &str) -> Self {
        self.seats[seat].hand = cards(ids);
        self.seats[seat].secret = cards(ids);
        self
    }

    pub(crate) fn hidden(mut self, seat: usize, hidden: [u8; 3]) -> Self {
        self.seats[seat].hidden = Row::each(hidden, 0);
        self
    }

    pub(crate) fn visited(mut self, seat: usize, ids: &str) -> Self {
        self.seats[seat].nobles = ids.split_whitespace().map(noble).collect();
        self.nobles = self.nobles.without(self.seats[seat].nobles);
        self
    }

    pub(crate) fn nobles(mut self, ids: &str) -> Self {
        self.nobles = ids.split_whitespace().map(noble).collect();
        self
    }

    /// Plays with The Cities: these faces are on the table, and no noble.
    pub(crate) fn cities(mut self, ids: &str) -> Self {
        self.game.rules.modules.cities = true;
        self.cities = ids.split_whitespace().map(|id| CityId::find(face(id)).unwrap()).collect();
        self.nobles("")
    }

    /// Plays with The Trading Posts: each seat has those whose demand its cards meet.
    pub(crate) fn posts(mut self) -> Self {
        self.game.rules.modules.trading_posts = true;
        self
    }

    /// Sets the supply; the game then has the tokens of the supply and of the seats.
    pub(crate) fn supply(mut self, text: &str) -> Self {
        self.supply = Some(tokens(text));
        self
    }

    pub(crate) fn market(mut self, ids: &str) -> Self {
        self.market = cards(ids);
        self
    }

    /// Makes the decks known, in the order of the cards' numbers.
    pub(crate) fn known_decks(mut self) -> Self {
        self.known_decks = true;
        self
    }

    pub(crate) fn turn_of(mut self, seat: u8) -> Self {
        self.to_move = seat;
        self
    }

    pub(crate) fn phase(mut self, phase: Phase) -> Self {
        self.phase = phase;
        self
    }

    /// The cards of a level that are in no place yet.
    pub(crate) fn left(&self, level: Row) -> CardSet {
        self.game.components.of_row(level).without(self.used())
    }

    /// Gives a seat every card of a level that is in no place yet.
    pub(crate) fn buys_out(mut self, seat: usize, level: Row) -> Self {
        self.seats[seat].bought = self.seats[seat].bought.or(self.left(level));
        self
    }

    /// Gives a seat every card of a level that is in no place yet, except one.
    pub(crate) fn buys_all_but(mut self, seat: usize, level: Row, id: &str) -> Self {
        let bought = self.left(level).without(cards(id));
        self.seats[seat].bought = self.seats[seat].bought.or(bought);
        self
    }

    fn used(&self) -> CardSet {
        self.seats.iter().fold(self.market, |all, seat| all.or(seat.bought).or(seat.hand))
    }

    fn fill_market(&mut self, level: Row) {
        let of_row = self.game.components.of_row(level);
        let width = self.game.width(level);
        let open = usize::from(width - self.market.and(of_row).len().min(width));
        self.market = self.market.or(self.left(level).iter().take(open).collect());
    }

    /// Lays the table: fills the market, and puts the rest into the decks.
    pub(crate) fn lay(self) -> Case {
        self.try_lay().unwrap()
    }

    /// Lays the table, or returns the invariant that does not hold.
    pub(crate) fn try_lay(mut self) -> Result<Case, Invariant> {
        for &level in self.game.rows() {
            self.fill_market(level);
        }
        if self.game.rules.modules.trading_posts {
            for seat in &mut self.seats {
                seat.posts = PostSet::met_by(self.game.components.bonuses(seat.bought));
            }
        }
        let held = self.seats.iter().fold(Tokens::NONE, |sum, seat| sum.plus(seat.tokens));
        self.game.tokens = match self.supply {
            Some(supply) => supply.plus(held),
            None => published_tokens(u8::try_from(self.seats.len()).unwrap()),
        };
        let decks = Row::ALL.map(|level| {
            let hidden: u8 = self.seats.iter().map(|seat| seat.hidden[level.index()]).sum();
            let left: Vec<CardId> = self.left(level).iter().collect();
            if self.known_decks {
                Deck::known(&left[usize::from(hidden)..])
            } else {
                Deck::unknown(self.left(level).len() - hidden)
            }
        });
        let table = TableDescription {
            seats: &self.seats,
            supply: None,
            market: self.market,
            market_hidden: [0; 6],
            decks,
            nobles: self.nobles,
            cities: self.cities,
            to_move: self.to_move,
            turns: u32::from(self.to_move),
            passes_in_a_row: 0,
            phase: self.phase,
            modules: self.modules,
        };
        let position = Position::of(&self.game, &table)?;
        Ok(Case { game: self.game, position, events: Events::default() })
    }
}
