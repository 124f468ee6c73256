//! Deals random tables with extreme numbers: a seat with a hand of gold, a deck of one card, a tie
//! of all seats.
//!
//! A game can hardly be steered to such a table, so this deals its parts at random and keeps those
//! tables on which every invariant holds.

use splendor_core::{
    CITIES_ON_TABLE, CardId, CardSet, CityId, CitySet, Color, CopiedColor, Deck, End, Game, Gems,
    ModuleTable, Modules, NobleId, NobleSet, Phase, Position, PostSet, Power, Row, Rules,
    SeatDescription, TableDescription, Token, Tokens,
};
use splendor_play::generate::Dice;

const HAND: usize = 3;
const TEN: u16 = 10;

/// A table that is being dealt.
struct Dealing {
    dice: Dice,
    game: Game<'static>,
    /// The cards that lie nowhere yet, row by row.
    piles: [Vec<CardId>; Row::COUNT],
    market: CardSet,
    seats: Vec<SeatDescription>,
    mover: usize,
    supply: Tokens,
    modules: ModuleTable,
    cities: CitySet,
    nobles: NobleSet,
}

/// Returns the random table of a seed, unless it breaks an invariant.
pub(super) fn table(seed: u64) -> Option<(Game<'static>, Position)> {
    let mut dealing = Dealing::new(seed);
    dealing.deal_market();
    dealing.deal_cards();
    dealing.thin_a_deck();
    dealing.deal_hands();
    dealing.choose_colors()?;
    dealing.deal_nobles_and_cities();
    dealing.deal_posts();
    dealing.deal_tokens();
    dealing.place_strongholds();
    Some((dealing.game, dealing.position()?))
}

fn modules(dice: &mut Dice) -> Modules {
    let all = Modules { trading_posts: true, orient: true, strongholds: true, cities: false };
    let sets = [
        Modules::NONE,
        Modules::NONE,
        Modules { cities: true, ..Modules::NONE },
        Modules { trading_posts: true, ..Modules::NONE },
        Modules { orient: true, ..Modules::NONE },
        Modules { strongholds: true, ..Modules::NONE },
        all,
        Modules { cities: true, ..all },
    ];
    sets[dice.below(sets.len())]
}

impl Dealing {
    fn new(seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let rules = Rules { modules: modules(&mut dice), ..Rules::default() };
        let count = 2 + dice.below(3);
        let game = Game::published(rules, u8::try_from(count).unwrap());
        let mut piles = [const { Vec::new() }; Row::COUNT];
        for &row in game.rows() {
            let pile = &mut piles[row.index()];
            pile.extend(game.components.of_row(row).iter());
            dice.shuffle(pile);
        }
        let mover = dice.below(count);
        Self {
            dice,
            game,
            piles,
            market: CardSet::NONE,
            seats: vec![SeatDescription::default(); count],
            mover,
            supply: game.tokens,
            modules: ModuleTable::default(),
            cities: CitySet::NONE,
            nobles: NobleSet::NONE,
        }
    }

    fn deal_market(&mut self) {
        for &row in self.game.rows() {
            for _ in 0..self.game.width(row) {
                let card = self.piles[row.index()].pop().unwrap();
                self.market.insert(card);
            }
        }
    }

    fn points(&self, card: CardId) -> u8 {
        self.game.components.card(card).points()
    }

    /// Takes a card that fits out of a random pile; the lower rows are likelier.
    fn draw(&mut self, fits: impl Fn(&Self, CardId) -> bool) -> Option<CardId> {
        let rows = self.game.rows();
        let row = rows[self.dice.below(rows.len()).min(self.dice.below(rows.len()))].index();
        let at = (0..self.piles[row].len()).find(|&at| fits(self, self.piles[row][at]))?;
        Some(self.piles[row].remove(at))
    }

    /// Gives each seat cards. At one table in four all seats come to the same prestige.
    fn deal_cards(&mut self) {
        let even = self.dice.once_in(4).then(|| self.dice.below(20));
        let same = self.dice.below(24);
        let most = [4, 14, 14, 22][self.dice.below(4)];
        for seat in 0..self.seats.len() {
            let most = u16::try_from(even.unwrap_or(most)).unwrap();
            let favored = [0, 1].map(|_| Color::ALL[self.dice.below(5)]);
            let picky = self.dice.once_in(2);
            let most_cards = [4, 12, 24][self.dice.below(3)];
            let mut left = if even.is_some() { same } else { self.dice.below(most_cards) };
            for _ in 0..150 {
                let have = self.game.components.points(self.seats[seat].bought);
                if left == 0 && (even.is_none() || have == most) {
                    break;
                }
                let fits = |dealing: &Self, card: CardId| {
                    let bonus = dealing.game.components.card(card).bonus();
                    let liked = !picky || bonus.is_none_or(|color| favored.contains(&color));
                    liked && have + u16::from(dealing.points(card)) <= most
                };
                let Some(card) = self.draw(fits) else { continue };
                self.seats[seat].bought.insert(card);
                left = left.saturating_sub(1);
            }
        }
    }

    fn deal_hands(&mut self) {
        for seat in 0..self.seats.len() {
            for _ in usize::from(self.seats[seat].hand.len())..self.dice.below(HAND + 1) {
                let Some(card) = self.draw(|_, _| true) else { continue };
                self.reserve(seat, card);
            }
        }
    }

    fn reserve(&mut self, seat: usize, card: CardId) {
        self.seats[seat].hand.insert(card);
        if self.dice.once_in(2) {
            self.seats[seat].secret.insert(card);
        }
    }

    /// Brings a deck to its last cards at two tables of three, and sometimes a row of the market.
    fn thin_a_deck(&mut self) {
        if self.dice.once_in(3) {
            return;
        }
        let rows = self.game.rows();
        let row = rows[self.dice.below(rows.len())].index();
        let left = self.dice.below(4);
        while self.piles[row].len() > left {
            let card = self.piles[row].pop().unwrap();
            self.hand_out(card);
        }
        if left == 0 && self.dice.once_in(2) {
            let of_row = self.game.components.of_row(Row::ALL[row]);
            for card in self.market.and(of_row).iter().take(self.dice.below(5)) {
                self.market.remove(card);
                self.hand_out(card);
            }
        }
    }

    /// Gives a card to a hand with room, or to the seat with the least prestige.
    fn hand_out(&mut self, card: CardId) {
        let room = self.seats.iter().position(|seat| usize::from(seat.hand.len()) < HAND);
        if let Some(seat) = room.filter(|_| self.points(card) > 0) {
            self.reserve(seat, card);
            return;
        }
        let points = |seat: &SeatDescription| self.game.components.points(seat.bought);
        let seat = self.seats.iter_mut().min_by_key(|seat| points(seat)).unwrap();
        seat.bought.insert(card);
    }

    /// Chooses a color for each copy card; none if a seat has no color for one.
    fn choose_colors(&mut self) -> Option<()> {
        let all = self.game.components;
        for seat in &self.seats {
            let copies = |&card: &CardId| all.card(card).power().is_some_and(Power::copies);
            for copy in seat.bought.iter().filter(copies) {
                let colors = seat.bought.iter().filter_map(|card| all.card(card).bonus());
                let color = self.dice.pick(colors)?;
                let copied = Some(CopiedColor { color, doubled: false });
                self.modules.copies = self.modules.copies.with(all, copy, copied);
            }
        }
        Some(())
    }

    /// Returns how many cards of a seat count as each color.
    fn colors(&self, seat: usize) -> Gems {
        let (all, bought) = (self.game.components, self.seats[seat].bought);
        all.colors(bought).plus(self.modules.copies.sums(all, bought)[0])
    }

    fn deal_nobles_and_cities(&mut self) {
        if self.game.rules.modules.cities {
            let mut tiles: Vec<u8> = (0..7).collect();
            self.dice.shuffle(&mut tiles);
            for &tile in &tiles[..usize::from(CITIES_ON_TABLE)] {
                let faces = CityId::all().filter(|face| face.tile() == tile);
                self.cities.insert(self.dice.pick(faces).unwrap());
            }
            return;
        }
        let mut pool: Vec<NobleId> = self.game.noble_pool().iter().collect();
        self.dice.shuffle(&mut pool);
        let favorites = self.dice.once_in(2);
        pool.sort_by_key(|&noble| !(favorites && self.visits(noble, self.mover)));
        for &noble in &pool[..=self.seats.len()] {
            let visited: Vec<usize> =
                (0..self.seats.len()).filter(|&seat| self.visits(noble, seat)).collect();
            let waits = visited.contains(&self.mover) && !self.dice.once_in(3);
            match self.dice.pick(visited).filter(|_| !waits) {
                Some(seat) => self.seats[seat].nobles.insert(noble),
                None => self.nobles.insert(noble),
            }
        }
    }

    fn visits(&self, noble: NobleId, seat: usize) -> bool {
        self.colors(seat).covers(self.game.components.noble(noble).demand)
    }

    /// Gives each seat the posts whose demand it meets. With Orient and Strongholds some of them
    /// can still be due.
    fn deal_posts(&mut self) {
        let modules = self.game.rules.modules;
        if !modules.trading_posts {
            return;
        }
        for seat in 0..self.seats.len() {
            let met = PostSet::met_by(self.colors(seat));
            let due = modules.have_sun_never_sets() && self.dice.once_in(2);
            for (at, post) in met.iter().enumerate() {
                if !due || at > 2 {
                    self.seats[seat].posts = self.seats[seat].posts.or(PostSet::one(post));
                }
            }
        }
    }

    /// Gives the mover the price of a card, partly in gold, or other tokens; then the other seats,
    /// who often empty the supply.
    fn deal_tokens(&mut self) {
        let golden = self.dice.once_in(2);
        match self.dice.below(3) {
            0 => self.give_price(golden),
            _ => self.give_some(self.mover, golden),
        }
        let drained = self.dice.once_in(2);
        let emptied = drained && self.dice.once_in(2);
        for seat in (0..self.seats.len()).filter(|&seat| seat != self.mover).collect::<Vec<_>>() {
            if drained { self.drain(seat) } else { self.give_some(seat, false) }
        }
        for token in if emptied { &Token::ALL[..] } else { &[] } {
            for seat in 0..self.seats.len() {
                for _ in 0..TEN {
                    self.give(seat, *token);
                }
            }
        }
    }

    fn give(&mut self, seat: usize, token: Token) {
        let held = self.seats[seat].tokens;
        if self.supply.get(token) > 0 && held.total() < TEN {
            self.seats[seat].tokens = held.plus(Tokens::one(token));
            self.supply = self.supply.minus(Tokens::one(token));
        }
    }

    fn give_some(&mut self, seat: usize, golden: bool) {
        for _ in 0..if golden { self.dice.below(6) } else { 0 } {
            self.give(seat, Token::ALL[5]);
        }
        for _ in 0..[self.dice.below(8), 8, 9, 10, 20][self.dice.below(5)] {
            let token = Token::ALL[self.dice.below(6)];
            for _ in 0..=self.dice.below(3) {
                self.give(seat, token);
            }
        }
    }

    fn drain(&mut self, seat: usize) {
        for token in Token::ALL {
            for _ in 0..if self.dice.once_in(4) { 0 } else { 10 } {
                self.give(seat, token);
            }
        }
    }

    fn give_price(&mut self, golden: bool) {
        let all = self.game.components;
        let reach = self.market.or(self.seats[self.mover].hand);
        let bonuses = all.bonuses(self.seats[self.mover].bought);
        let worth = |&card: &CardId| {
            i32::from(u8::try_from(all.card(card).cost().minus(bonuses).total()).unwrap() <= 10)
        };
        let Some(card) = self.dice.best(reach.iter(), worth) else { return };
        let mut gold = if golden { 5 } else { self.dice.below(3) };
        for (color, count) in all.card(card).cost().minus(bonuses).iter() {
            for _ in 0..count {
                let token = if gold > 0 { Token::ALL[5] } else { Token::ALL[color.index()] };
                gold = gold.saturating_sub(1);
                self.give(self.mover, token);
            }
        }
    }

    fn place_strongholds(&mut self) {
        if !self.game.rules.modules.strongholds {
            return;
        }
        let mut cards: Vec<CardId> = self.market.iter().collect();
        self.dice.shuffle(&mut cards);
        let apart = self.dice.once_in(3);
        for seat in 0..self.seats.len() {
            let most = if apart { 3 } else { 1 + self.dice.below(2) };
            let most = if apart && seat == self.mover { 0 } else { most };
            let own: Vec<CardId> = (0..most).filter_map(|_| cards.pop()).collect();
            let conquers = seat == self.mover && !apart && self.dice.once_in(2);
            let (most, count) = match (apart, conquers) {
                (true, _) => (most, 3),
                (false, true) => (1, 3),
                (false, false) => (most, self.dice.below(5)),
            };
            for at in 0..count {
                let Some(&card) = own.get(at % most.max(1)) else { continue };
                let placed = self.modules.strongholds.with(u8::try_from(seat).unwrap(), card);
                self.modules.strongholds = placed.unwrap_or(self.modules.strongholds);
            }
        }
    }

    /// Returns the table in a phase in which the invariants hold and no seat has acted again after
    /// it called the end.
    fn position(&mut self) -> Option<Position> {
        let over = self.dice.once_in(4);
        let rounds = 60 + self.dice.below(20);
        let of = |phase| self.described(phase, rounds);
        let ended = || of(Phase::Ended(End::Completed)).filter(|table| self.callers(table) > 0);
        if over {
            return ended();
        }
        let last_round = || of(Phase::LastRound).filter(|table| !self.waiting_seat_calls(table));
        of(Phase::Open).or_else(last_round).or_else(ended)
    }

    fn callers(&self, table: &Position) -> usize {
        (0..self.seats.len()).filter(|&seat| self.calls(table, seat)).count()
    }

    /// Returns whether a seat that has not acted in this round meets the end.
    fn waiting_seat_calls(&self, table: &Position) -> bool {
        (self.mover..self.seats.len()).any(|seat| self.calls(table, seat))
    }

    fn calls(&self, table: &Position, seat: usize) -> bool {
        if self.game.rules.modules.cities {
            return table.meets_a_city(u8::try_from(seat).unwrap());
        }
        table.seats()[seat].prestige() >= self.game.rules.rulings.target
    }

    /// Returns whether a seat has more prestige than one turn can bring it above 14.
    fn is_beyond_the_end(&self, table: &Position) -> bool {
        let most = if self.game.rules.modules == Modules::NONE { 22 } else { 27 };
        !self.game.rules.modules.cities && table.scores().any(|score| score > most)
    }

    fn described(&self, phase: Phase, rounds: usize) -> Option<Position> {
        let mover = if matches!(phase, Phase::Ended(_)) { 0 } else { self.mover };
        let mut decks = [Deck::known(&[]); Row::COUNT];
        for (deck, pile) in decks.iter_mut().zip(&self.piles) {
            *deck = Deck::known(pile);
        }
        let description = TableDescription {
            seats: &self.seats,
            supply: Some(self.supply),
            market: self.market,
            market_hidden: [0; Row::COUNT],
            decks,
            nobles: self.nobles,
            cities: self.cities,
            to_move: u8::try_from(mover).unwrap(),
            turns: u32::try_from(rounds * self.seats.len() + mover).unwrap(),
            passes_in_a_row: 0,
            phase,
            modules: self.modules,
        };
        Position::of(&self.game, &description).ok().filter(|table| !self.is_beyond_the_end(table))
    }
}
