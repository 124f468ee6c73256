//! Writes a table and a turn as facts of the logic program `tools/second-specification/rules.lp`.
//!
//! The logic program knows every card. Where an example leaves cards open, unseen cards fill the
//! hidden places: the ones that the turn names at the places where the turn needs them. The verdict
//! cannot depend on the choice, because the core reports `Unknown` where it does. Hidden cards in
//! the hands of other seats get no fact, because nobody has seen them.

use std::fmt::Write;

use splendor_core::{
    Action, CardId, CardSet, Game, Gems, NobleChoice, NobleSet, Phase, Place, Position, Row,
    Rulings, Source, Token, Tokens, Turn,
};

/// Returns the facts of a table, of a turn at it, and of their components, a line for each group.
/// The table and the turn both have the number 0.
pub(crate) fn facts(game: &Game<'_>, position: &Position, turn: &Turn) -> String {
    let mut facts =
        Facts { game, text: String::new(), cards: CardSet::default(), nobles: NobleSet::default() };
    facts.table(position);
    for (seat, held) in position.seats().iter().enumerate() {
        facts.seat(seat, held);
    }
    facts.places(&Places::of(game, position, turn));
    facts.turn(turn);
    facts.components(position);
    facts.text
}

/// The facts so far, and the components that they name.
struct Facts<'g> {
    game: &'g Game<'g>,
    text: String,
    cards: CardSet,
    nobles: NobleSet,
}

/// Appends a fact.
macro_rules! fact {
    ($facts:ident, $($part:tt)*) => {{
        let _ = writeln!($facts.text, $($part)*);
    }};
}

impl Facts<'_> {
    /// Returns the name of a card in quotes, and notes the card.
    fn card(&mut self, id: CardId) -> String {
        self.cards.insert(id);
        format!("\"{}\"", self.game.components.card(id))
    }

    fn table(&mut self, position: &Position) {
        let rules = self.game.rules;
        fact!(self, "seats(0,{}). mover(0,{}).", position.seats().len(), position.to_move());
        fact!(self, "passes(0,{}).", position.passes_in_a_row());
        fact!(self, "target(0,{}).", rules.rulings.target);
        self.rulings(position);
        match position.phase() {
            Phase::Open => {}
            Phase::LastRound => fact!(self, "last_round(0)."),
            Phase::Ended(_) => fact!(self, "over(0)."),
        }
        if rules.modules.cities {
            fact!(self, "module(0,cities).");
        }
        if rules.modules.trading_posts {
            fact!(self, "module(0,trading_posts).");
        }
        for token in Token::ALL {
            fact!(self, "supply(0,{},{}).", token.name(), position.supply().get(token));
        }
        self.nobles = self.nobles.or(position.nobles());
        for id in position.nobles().iter() {
            fact!(self, "noble(0,\"{}\").", self.game.components.noble(id));
        }
        for city in position.cities().iter() {
            fact!(self, "city(0,\"{}\").", city.facts());
        }
    }

    /// Appends the rulings that differ from the default, except the target.
    fn rulings(&mut self, position: &Position) {
        let rulings = self.game.rules.rulings;
        let usual = Rulings { target: rulings.target, ..Rulings::default() }.settings();
        for (name, value) in rulings.settings().into_iter().filter(|it| !usual.contains(it)) {
            fact!(self, "ruling(0,{},{}).", constant(name), constant(&value.to_string()));
        }
        if rulings.noble_choice == NobleChoice::FirstListed {
            for (at, id) in position.nobles_listed().enumerate() {
                fact!(self, "listed(0,\"{}\",{at}).", self.game.components.noble(id));
            }
        }
    }

    fn seat(&mut self, seat: usize, held: &splendor_core::Seat) {
        for token in Token::ALL {
            fact!(self, "holds(0,{seat},{},{}).", token.name(), held.tokens().get(token));
        }
        for id in held.bought().iter() {
            let card = self.card(id);
            fact!(self, "bought(0,{seat},{card}).");
        }
        self.nobles = self.nobles.or(held.nobles());
        for id in held.nobles().iter() {
            fact!(self, "guest(0,{seat},\"{}\").", self.game.components.noble(id));
        }
        for post in held.posts().iter() {
            fact!(self, "owns(0,{seat},{}).", constant(post.name()));
        }
    }

    /// Appends the cards in hands and on the table.
    fn places(&mut self, places: &Places) {
        for (seat, hand) in places.hands.iter().enumerate() {
            for id in hand.iter() {
                let card = self.card(id);
                fact!(self, "hand(0,{seat},{card}).");
            }
        }
        for id in places.market.iter() {
            let card = self.card(id);
            fact!(self, "market(0,{card}).");
        }
        for (deck, level) in places.decks.iter().zip(Row::BASE) {
            fact!(self, "deck(0,{},{}).", level.level().number(), deck.len());
            for (at, place) in deck.iter().take(2).enumerate() {
                if let Place::Card(id) = place {
                    let card = self.card(*id);
                    fact!(self, "next(0,{},{at},{card}).", level.level().number());
                }
            }
        }
    }

    fn turn(&mut self, turn: &Turn) {
        fact!(self, "turn(0,0). seat(0,{}).", turn.seat);
        self.action(turn.action);
        if let Some(id) = turn.refill {
            let card = self.card(id);
            fact!(self, "refill(0,{card}).");
        }
        if let Some(gem) = turn.gem {
            fact!(self, "gem(0,{}).", gem.name());
        }
        self.tokens("returns", turn.returned);
        self.nobles = self.nobles.or(turn.nobles);
        for id in turn.nobles.iter() {
            fact!(self, "visit(0,\"{}\").", self.game.components.noble(id));
        }
        for post in turn.posts.iter() {
            fact!(self, "gains(0,{}).", constant(post.name()));
        }
    }

    fn action(&mut self, action: Action) {
        match action {
            Action::Take(taken) => {
                fact!(self, "does(0,take).");
                self.tokens("takes", taken);
            }
            Action::ReserveMarket(id) => {
                let card = self.card(id);
                fact!(self, "does(0,reserve). reserves(0,{card}).");
            }
            Action::ReserveDeck { row: level, card, under } => {
                fact!(self, "does(0,draw). draws(0,{}).", level.level().number());
                for (id, name) in [(card, "drawn"), (under, "under")] {
                    if let Some(id) = id {
                        let card = self.card(id);
                        fact!(self, "{name}(0,{card}).");
                    }
                }
            }
            Action::Purchase { card, pay, from } => {
                let card = self.card(card);
                fact!(self, "does(0,purchase). buys(0,{card}).");
                self.tokens("pays", pay);
                match from {
                    Some(Source::Market) => fact!(self, "from(0,market)."),
                    Some(Source::Hand) => fact!(self, "from(0,hand)."),
                    None => {}
                }
            }
            Action::Pass => fact!(self, "does(0,pass)."),
        }
    }

    fn tokens(&mut self, name: &str, tokens: Tokens) {
        for (token, count) in tokens.iter().filter(|(_, count)| *count > 0) {
            fact!(self, "{name}(0,{},{count}).", token.name());
        }
    }

    /// Appends what each named component is.
    fn components(&mut self, position: &Position) {
        for id in self.cards.iter() {
            let card = self.game.components.card(id);
            let bonus = card.brings();
            fact!(self, "level(\"{card}\",{}). makes(\"{card}\",{bonus}).", card.level.number());
            fact!(self, "brings(\"{card}\",{}).", card.points);
            self.gems("costs", &card.to_string(), card.cost);
        }
        for id in self.nobles.iter() {
            let noble = self.game.components.noble(id);
            fact!(self, "brings(\"{noble}\",{}).", noble.points);
            self.gems("asks", &noble.to_string(), noble.demand);
        }
        for id in position.cities().iter() {
            let city = id.facts();
            fact!(self, "asks_prestige(\"{city}\",{}).", city.prestige);
            self.gems("asks", &city.to_string(), city.cards);
            if city.further > 0 {
                fact!(self, "asks_further(\"{city}\",{}).", city.further);
            }
        }
    }

    fn gems(&mut self, name: &str, of: &str, gems: Gems) {
        for (color, count) in gems.iter().filter(|(_, count)| *count > 0) {
            fact!(self, "{name}(\"{of}\",{},{count}).", color.name());
        }
    }
}

/// Returns a kebab-case name as a constant of the logic program.
fn constant(name: &str) -> String {
    name.replace('-', "_")
}

/// A place for every card that nobody has bought.
struct Places {
    market: CardSet,
    hands: Vec<CardSet>,
    /// Next card first.
    decks: [Vec<Place>; Row::COUNT],
    /// The cards that still need a place.
    left: CardSet,
    mover: usize,
    /// The hidden places of each level in the market and in each hand.
    market_hidden: [u8; Row::COUNT],
    hands_hidden: Vec<[u8; Row::COUNT]>,
}

impl Places {
    fn of(game: &Game<'_>, position: &Position, turn: &Turn) -> Self {
        let mut places = Self {
            market: position.market(),
            hands: position.seats().iter().map(splendor_core::Seat::hand).collect(),
            decks: Row::ALL.map(|level| position.deck(level).iter().collect()),
            left: position.unseen(),
            mover: usize::from(position.to_move()),
            market_hidden: position.market_hidden(),
            hands_hidden: position.seats().iter().map(splendor_core::Seat::hidden).collect(),
        };
        places.put_named(game, turn);
        places.fill(game, turn);
        places
    }

    /// Puts the cards that the turn names where the turn needs them, if there is a hidden place.
    fn put_named(&mut self, game: &Game<'_>, turn: &Turn) {
        let level_of = |id| game.components.card(id).row().index();
        match turn.action {
            Action::ReserveMarket(id) => {
                self.put_in_market(id, level_of(id));
            }
            Action::Purchase { card, from, .. } => {
                let level = level_of(card);
                let in_hand = from != Some(Source::Market) && self.put_in_hand(card, level);
                if !in_hand && from != Some(Source::Hand) {
                    self.put_in_market(card, level);
                }
            }
            Action::ReserveDeck { row: level, card, under } => {
                for id in [card, under].into_iter().flatten() {
                    if level_of(id) == level.index() {
                        self.put_on_deck(id, level.index(), 2);
                    }
                }
            }
            Action::Take(_) | Action::Pass => {}
        }
        if let Some(id) = turn.refill {
            self.put_on_deck(id, level_of(id), 1);
        }
    }

    fn put_in_market(&mut self, id: CardId, level: usize) -> bool {
        take_place(&mut self.left, id, &mut self.market_hidden[level], &mut self.market)
    }

    fn put_in_hand(&mut self, id: CardId, level: usize) -> bool {
        let hidden = &mut self.hands_hidden[self.mover][level];
        take_place(&mut self.left, id, hidden, &mut self.hands[self.mover])
    }

    /// Puts a card at the first hidden place among the next cards of a deck.
    fn put_on_deck(&mut self, id: CardId, level: usize, next: usize) {
        let slot = self.decks[level].iter_mut().take(next).find(|place| **place == Place::Hidden);
        if let Some(slot) = slot.filter(|_| self.left.has(id)) {
            *slot = Place::Card(id);
            self.left.remove(id);
        }
    }

    /// Fills the hidden places that are left. The cards that the turn names come last, so that none
    /// of them is where the turn does not see it.
    fn fill(&mut self, game: &Game<'_>, turn: &Turn) {
        for level in Row::ALL {
            let at = level.index();
            let left = self.left.and(game.components.of_row(level));
            let named = named(turn).and(left);
            let mut left = left.without(named).iter().chain(named.iter());
            let hidden = usize::from(self.market_hidden[at]);
            self.market = left.by_ref().take(hidden).fold(self.market, with);
            for (seat, hidden) in self.hands_hidden.iter().enumerate() {
                let cards = left.by_ref().take(usize::from(hidden[at]));
                let filled = cards.fold(self.hands[seat], with);
                if seat == self.mover {
                    self.hands[seat] = filled;
                }
            }
            for slot in self.decks[at].iter_mut().filter(|slot| **slot == Place::Hidden) {
                *slot = left.next().map_or(Place::Hidden, Place::Card);
            }
        }
    }
}

/// Moves a card from the ones that are left to a hidden place, if it is left and there is one.
fn take_place(left: &mut CardSet, id: CardId, hidden: &mut u8, place: &mut CardSet) -> bool {
    let fits = left.has(id) && *hidden > 0;
    if fits {
        left.remove(id);
        *hidden -= 1;
        place.insert(id);
    }
    fits
}

fn with(cards: CardSet, id: CardId) -> CardSet {
    cards.or(CardSet::one(id))
}

/// Returns the cards that a turn names.
fn named(turn: &Turn) -> CardSet {
    let (card, under) = match turn.action {
        Action::ReserveMarket(card) | Action::Purchase { card, .. } => (Some(card), None),
        Action::ReserveDeck { card, under, .. } => (card, under),
        Action::Take(_) | Action::Pass => (None, None),
    };
    [card, under, turn.refill].into_iter().flatten().collect()
}
