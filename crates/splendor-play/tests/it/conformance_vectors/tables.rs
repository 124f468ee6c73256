//! Deals random tables with extreme numbers: a seat with a hand of gold, a deck of one card, a tie
//! of all seats.
//!
//! A game can hardly be steered to such a table, so this deals its parts at random and keeps those
//! tables on which every invariant holds.

use splendor_core::{
    Action, CITIES_ON_TABLE, CardId, CardSet, CityId, CitySet, Color, CopiedColor, Deck, End, Game,
    Gems, ModuleTable, Modules, NobleId, NobleSet, Phase, Position, Post, PostSet, Power, Row,
    Rules, SeatDescription, TableDescription, Token, Tokens, Turn,
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
    /// Whether the seats have most gems and full hands, so that some of them must pass.
    is_stuck: bool,
    /// The only card that a stuck mover can buy.
    way_out: Option<CardId>,
}

/// Returns the random table of a seed, unless it breaks an invariant.
pub(super) fn table(seed: u64) -> Option<(Game<'static>, Position)> {
    let mut dealing = Dealing::new(seed);
    dealing.deal_market();
    dealing.deal_cards();
    dealing.deal_gold_cards();
    dealing.thin_a_deck();
    dealing.deal_hands();
    dealing.choose_colors()?;
    dealing.deal_nobles_and_cities();
    dealing.deal_posts();
    dealing.deal_tokens();
    dealing.bar_ways_out();
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
        let is_stuck = dice.once_in(3);
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
            is_stuck,
            way_out: None,
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
            let is_poor = self.is_stuck && seat == self.mover;
            let most_cards = [4, 12, if is_poor { 4 } else { 24 }][self.dice.below(3)];
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

    /// Gives a stuck mover up to three cards of virtual gold, and often the cards for doubled gold.
    fn deal_gold_cards(&mut self) {
        let is_doubled = self.is_stuck && self.dice.once_in(2);
        let demand = if is_doubled { Post::DoubleGold.demand() } else { Gems::NONE };
        for (color, count) in demand.iter() {
            for _ in 0..count {
                let brings = |dealing: &Self, card: CardId| {
                    let card = dealing.game.components.card(card);
                    card.bonus() == Some(color) && card.points() == 0
                };
                let Some(card) = self.draw(brings) else { continue };
                self.seats[self.mover].bought.insert(card);
            }
        }
        for _ in 0..if self.is_stuck { self.dice.below(4) } else { 0 } {
            let is_virtual = |dealing: &Self, card: CardId| {
                dealing.game.components.card(card).power() == Some(Power::VirtualGold)
            };
            let Some(card) = self.draw(is_virtual) else { continue };
            self.seats[self.mover].bought.insert(card);
        }
    }

    fn deal_hands(&mut self) {
        for seat in 0..self.seats.len() {
            let is_full = self.is_stuck && !self.is_besieged() && !self.dice.once_in(4);
            let most = if is_full { HAND } else { self.dice.below(HAND + 1) };
            for _ in usize::from(self.seats[seat].hand.len())..most {
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

    /// Returns whether three rivals can hold all cards of the market, where one row is empty.
    fn is_besieged(&self) -> bool {
        let modules = self.game.rules.modules;
        self.is_stuck && modules.strongholds && !modules.orient && self.seats.len() == 4
    }

    /// Brings a deck to its last cards at two tables of three, and sometimes a row of the market.
    fn thin_a_deck(&mut self) {
        let is_besieged = self.is_besieged();
        if !is_besieged && self.dice.once_in(3) {
            return;
        }
        let rows = self.game.rows();
        let row = if is_besieged { 0 } else { rows[self.dice.below(rows.len())].index() };
        let left = if is_besieged { 0 } else { self.dice.below(4) };
        let spared = self.dice.once_in(2).then_some(self.mover);
        while self.piles[row].len() > left {
            let card = self.piles[row].pop().unwrap();
            self.hand_out(card, spared);
        }
        if left == 0 && (is_besieged || self.dice.once_in(2)) {
            let of_row = self.game.components.of_row(Row::ALL[row]);
            let most = if is_besieged { 4 } else { self.dice.below(5) };
            for card in self.market.and(of_row).iter().take(most) {
                self.market.remove(card);
                self.hand_out(card, spared);
            }
        }
    }

    /// Gives a card to a hand with room, but not to that of the spared seat, or to the seat with the
    /// least prestige.
    fn hand_out(&mut self, card: CardId, spared: Option<usize>) {
        let mut hands = self.seats.iter().map(|seat| seat.hand.len()).enumerate();
        let room = hands.position(|(seat, hand)| usize::from(hand) < HAND && Some(seat) != spared);
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
                if !due || at > 3 {
                    self.seats[seat].posts = self.seats[seat].posts.or(PostSet::one(post));
                }
            }
        }
    }

    /// Gives the mover the price of a card, partly in gold, or other tokens; then the other seats,
    /// who often empty the supply.
    fn deal_tokens(&mut self) {
        if self.is_stuck {
            self.deal_all_gems();
            return;
        }
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

    /// Gives the mover some gold, and all seats as many gems as they can hold. Often the mover comes
    /// last, so that it has few. Now and then a gem is left.
    fn deal_all_gems(&mut self) {
        let mut tokens = Token::ALL;
        self.dice.shuffle(&mut tokens[..5]);
        let is_last = self.dice.once_in(2);
        for _ in 0..self.dice.below(if is_last { 3 } else { 6 }) {
            self.give(self.mover, Token::ALL[5]);
        }
        let count = self.seats.len();
        let first = self.mover + usize::from(is_last);
        for seat in (first..first + count).map(|seat| seat % count) {
            for token in &tokens[..5] {
                for _ in 0..TEN {
                    self.give(seat, *token);
                }
            }
        }
        let seat = self.dice.below(self.seats.len());
        let held = self.seats[seat].tokens;
        let gem = tokens[..5].iter().find(|&&token| held.get(token) > 0).copied();
        if let Some(gem) = gem.filter(|_| self.dice.once_in(3)) {
            self.seats[seat].tokens = held.minus(Tokens::one(gem));
            self.supply = self.supply.plus(Tokens::one(gem));
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

    /// Replaces the cards that a stuck mover could buy, all or all but one, by others of their rows.
    /// The one that stays is often the one for which gold pays most.
    fn bar_ways_out(&mut self) {
        let turns = 60 * self.seats.len() + self.mover;
        let mut phases = [Phase::Open, Phase::LastRound].into_iter();
        let Some(table) = phases.find_map(|phase| self.described(phase, turns, 0)) else { return };
        if !self.is_stuck {
            return;
        }
        let affordable = table.affordable(&self.game);
        let seat = table.mover();
        let prices_in_gold = |&card: &CardId| {
            let price = self.game.components.card(card).cost().minus(seat.bonuses());
            i32::from(price.minus(seat.tokens().gems()).total())
        };
        let kept = match self.dice.below(3) {
            0 => None,
            1 => self.dice.pick(affordable.iter()),
            _ => self.dice.best(affordable.iter(), prices_in_gold),
        };
        self.way_out = kept;
        let kept = kept.map_or(CardSet::NONE, CardSet::one);
        for card in affordable.without(kept).iter() {
            let row = self.game.components.card(card).row().index();
            let pile = &mut self.piles[row];
            let dear = pile.iter().position(|&other| !table.can_pay(&self.game, other));
            let Some(at) = dear else { continue };
            let other = std::mem::replace(&mut pile[at], card);
            let hand = &mut self.seats[self.mover].hand;
            let place = if hand.has(card) { hand } else { &mut self.market };
            place.remove(card);
            place.insert(other);
        }
        let hand = self.seats[self.mover].hand;
        self.seats[self.mover].secret = self.seats[self.mover].secret.and(hand);
    }

    fn place_strongholds(&mut self) {
        if !self.game.rules.modules.strongholds {
            return;
        }
        let mut cards: Vec<CardId> = self.market.iter().collect();
        self.dice.shuffle(&mut cards);
        let apart = self.is_besieged() || self.dice.once_in(3);
        for seat in 0..self.seats.len() {
            let most = if apart { 3 } else { 1 + self.dice.below(2) };
            let most = if apart && seat == self.mover { 0 } else { most };
            let mut own: Vec<CardId> = (0..most).filter_map(|_| cards.pop()).collect();
            let is_way_out = |card: &CardId| cards.contains(card);
            if let Some(card) = self.way_out.filter(|card| seat == self.mover && is_way_out(card)) {
                cards.retain(|&other| other != card);
                own.insert(0, card);
            }
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
        let turns = (60 + self.dice.below(20)) * self.seats.len() + self.mover;
        let stuck = self.stuck_seats(turns);
        let all = self.seats.len();
        if over && stuck == all {
            return self.described(Phase::Ended(End::Stalemate), turns, all);
        }
        let passes = stuck.min(all - 1);
        let passes = if self.dice.once_in(2) { passes } else { self.dice.below(passes + 1) };
        let of = |phase| self.described(phase, turns, passes);
        let turns = turns - self.mover;
        let ended = || {
            let table = self.described(Phase::Ended(End::Completed), turns, 0);
            table.filter(|table| self.callers(table) > 0)
        };
        if over {
            return ended();
        }
        let last_round = || of(Phase::LastRound).filter(|table| !self.waiting_seat_calls(table));
        of(Phase::Open).or_else(last_round).or_else(ended)
    }

    /// Returns how many seats must pass, counted backwards from the one before the mover.
    fn stuck_seats(&self, turns: usize) -> usize {
        let must_pass = |&before: &usize| {
            let phases = [Phase::Open, Phase::LastRound].into_iter();
            let mut tables = phases.filter_map(|phase| self.described(phase, turns - before, 0));
            tables.any(|table| {
                table.check(&self.game, &Turn::new(table.to_move(), Action::Pass)).is_ok()
            })
        };
        (1..=self.seats.len()).take_while(must_pass).count()
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

    /// Returns the table after so many turns, which say who moves.
    fn described(&self, phase: Phase, turns: usize, passes: usize) -> Option<Position> {
        let mover = turns % self.seats.len();
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
            turns: u32::try_from(turns).unwrap(),
            passes_in_a_row: u8::try_from(passes).unwrap(),
            phase,
            modules: self.modules,
        };
        Position::of(&self.game, &description).ok().filter(|table| !self.is_beyond_the_end(table))
    }
}
