//! Writes a table and a turn as facts of the logic program `evidence/logic-program/rules.lp`.
//!
//! The logic program knows every card. Where an example leaves cards open, unseen cards fill the
//! hidden places: the ones that the turn names at the places where the turn needs them. The verdict
//! cannot depend on the choice, because the core reports `Unknown` where it does. Hidden cards in
//! the hands of other seats get no fact, because nobody has seen them.

mod places;

use std::fmt::Write;

use splendor_core::{
    Action, CardId, CardSet, CardsPaid, Copied, Effects, Game, Gems, NobleChoice, NobleSet, Phase,
    Place, Position, Power, PurchaseOrigin, Row, Rulings, StrongholdStep, Token, Tokens, Turn,
};

use self::places::Places;

/// Appends a fact.
macro_rules! fact {
    ($facts:ident, $($part:tt)*) => {{
        let _ = writeln!($facts.text, $($part)*);
    }};
}

/// Returns the facts of a table, of a turn at it, and of their components, a line for each group.
/// The table and the turn both have the number 0.
pub(crate) fn facts(game: &Game<'_>, position: &Position, turn: &Turn) -> String {
    let mut facts =
        Facts { game, text: String::new(), cards: CardSet::default(), nobles: NobleSet::default() };
    facts.table(position);
    for (seat, held) in position.seats().iter().enumerate() {
        facts.seat(seat, held, position);
        facts.strongholds(seat, position);
    }
    for id in position.gone().iter() {
        let card = facts.card(id);
        fact!(facts, "gone(0,{card}).");
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
        let modules = [
            (rules.modules.cities, "cities"),
            (rules.modules.trading_posts, "trading_posts"),
            (rules.modules.orient, "orient"),
            (rules.modules.strongholds, "strongholds"),
        ];
        for (_, name) in modules.iter().filter(|(is, _)| *is) {
            fact!(self, "module(0,{name}).");
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
        match rulings.noble_choice {
            NobleChoice::Seat | NobleChoice::All => {}
            NobleChoice::FirstListed => {
                for (at, id) in position.nobles_listed().enumerate() {
                    fact!(self, "listed(0,\"{}\",{at}).", self.game.components.noble(id));
                }
            }
        }
    }

    fn seat(&mut self, seat: usize, held: &splendor_core::Seat, position: &Position) {
        for token in Token::ALL {
            fact!(self, "holds(0,{seat},{},{}).", token.name(), held.tokens().get(token));
        }
        for id in held.bought().iter() {
            let card = self.card(id);
            fact!(self, "bought(0,{seat},{card}).");
            if let Some(copied) = position.copies().get(self.game.components, id) {
                fact!(self, "copied(0,{seat},{card},{}).", copied.color.name());
                if copied.doubled {
                    fact!(self, "doubled(0,{seat},{card}).");
                }
            }
        }
        self.nobles = self.nobles.or(held.nobles());
        for id in held.nobles().iter() {
            fact!(self, "guest(0,{seat},\"{}\").", self.game.components.noble(id));
        }
        for post in held.posts().iter() {
            fact!(self, "owns(0,{seat},{}).", constant(post.name()));
        }
    }

    /// Appends how many strongholds of a seat are on each card.
    fn strongholds(&mut self, seat: usize, position: &Position) {
        let (strongholds, number) = (position.strongholds(), u8::try_from(seat).unwrap_or(0));
        for id in strongholds.of(number).collect::<CardSet>().iter() {
            let card = self.card(id);
            fact!(self, "stands(0,{seat},{card},{}).", strongholds.count(number, id));
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
        let modules = self.game.rules.modules;
        let rows = if modules.orient { &Row::ALL[..] } else { &Row::BASE[..] };
        let near = if modules.orient || modules.strongholds { NEAR } else { 2 };
        for (deck, row) in places.decks.iter().zip(rows) {
            let row = row.index() + 1;
            fact!(self, "deck(0,{row},{}).", deck.len());
            for (at, place) in deck.iter().take(near).enumerate() {
                if let Place::Card(id) = place {
                    let card = self.card(*id);
                    fact!(self, "next(0,{row},{at},{card}).");
                }
            }
        }
    }

    fn turn(&mut self, turn: &Turn) {
        fact!(self, "turn(0,0). seat(0,{}).", turn.seat);
        self.action(turn.action);
        self.cards_paid(1, &turn.cards_paid);
        self.came(1, turn.gem, turn.refill);
        self.effects(1, &turn.effects);
        if let Some(conquest) = &turn.conquest {
            let card = self.card(conquest.card);
            fact!(self, "conquers(0). buys(0,2,{card}).");
            self.tokens("pays(0,2,", conquest.pay);
            self.cards_paid(2, &conquest.cards_paid);
            self.came(2, conquest.gem, conquest.refill);
            self.effects(2, &conquest.effects);
        }
        self.tokens("returns(0,", turn.returned);
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
                self.tokens("takes(0,", taken);
            }
            Action::ReserveMarket(id) => {
                let card = self.card(id);
                fact!(self, "does(0,reserve). reserves(0,{card}).");
            }
            Action::ReserveDeck { row, card, under } => {
                fact!(self, "does(0,draw). draws(0,{}).", row.index() + 1);
                for (id, name) in [(card, "drawn"), (under, "under")] {
                    if let Some(id) = id {
                        let card = self.card(id);
                        fact!(self, "{name}(0,{card}).");
                    }
                }
            }
            Action::Purchase { card, pay, from } => {
                let card = self.card(card);
                fact!(self, "does(0,purchase). buys(0,1,{card}).");
                self.tokens("pays(0,1,", pay);
                match from {
                    Some(PurchaseOrigin::Market) => fact!(self, "from(0,1,market)."),
                    Some(PurchaseOrigin::Hand) => fact!(self, "from(0,1,hand)."),
                    None => {}
                }
            }
            Action::Pass => fact!(self, "does(0,pass)."),
        }
    }

    /// Appends the counts of tokens; `name` is the beginning of each fact.
    fn tokens(&mut self, name: &str, tokens: Tokens) {
        for (token, count) in tokens.iter().filter(|(_, count)| *count > 0) {
            fact!(self, "{name}{},{count}).", token.name());
        }
    }

    /// Appends the cards that a part of the turn pays.
    fn cards_paid(&mut self, part: u8, paid: &CardsPaid) {
        let spent: Vec<CardId> = paid.spent.iter().collect();
        let discarded: Vec<CardId> = paid.discarded.iter().collect();
        for (name, cards) in [("spends", spent), ("discards", discarded)] {
            for id in cards.iter().copied().collect::<CardSet>().iter() {
                let count = cards.iter().filter(|&&other| other == id).count();
                let card = self.card(id);
                fact!(self, "{name}(0,{part},{card},{count}).");
            }
        }
    }

    /// Appends the gem of a post and the card that fills the place of the bought card.
    fn came(&mut self, part: u8, gem: Option<Token>, refill: Option<CardId>) {
        if let Some(gem) = gem {
            fact!(self, "gem(0,{part},{}).", gem.name());
        }
        self.refill(part, 0, refill);
    }

    fn refill(&mut self, part: u8, at: usize, refill: Option<CardId>) {
        if let Some(id) = refill {
            let card = self.card(id);
            fact!(self, "refill(0,{part},{at},{card}).");
        }
    }

    /// Appends what follows the purchase of a part of the turn.
    fn effects(&mut self, part: u8, effects: &Effects) {
        self.copied(part, 0, effects.copy);
        for (at, free) in (1..).zip(effects.free_cards()) {
            let card = self.card(free.card);
            fact!(self, "free(0,{part},{at},{card}).");
            self.refill(part, at, free.refill);
            self.copied(part, at, free.copy);
        }
        match effects.stronghold {
            None => {}
            Some(StrongholdStep::Place(id)) => {
                let card = self.card(id);
                fact!(self, "places(0,{part},{card}).");
            }
            Some(StrongholdStep::Move { from, to }) => {
                let (from, to) = (self.card(from), self.card(to));
                fact!(self, "moves(0,{part},{from},{to}).");
            }
            Some(StrongholdStep::Remove { card, seat }) => {
                let card = self.card(card);
                fact!(self, "removes(0,{part},{card}).");
                if let Some(seat) = seat {
                    fact!(self, "removes_from(0,{part},{seat}).");
                }
            }
        }
    }

    fn copied(&mut self, part: u8, at: usize, copied: Option<Copied>) {
        let what = match copied {
            None => return,
            Some(Copied::Color(color)) => color.name().to_owned(),
            Some(Copied::Card(id)) => self.card(id),
        };
        fact!(self, "copies(0,{part},{at},{what}).");
    }

    /// Appends what each named component is.
    fn components(&mut self, position: &Position) {
        for id in self.cards.iter() {
            let card = self.game.components.card(id);
            fact!(self, "level(\"{card}\",{}).", card.level().number());
            fact!(self, "brings(\"{card}\",{}).", card.points());
            if let Some(color) = card.bonus() {
                fact!(self, "makes(\"{card}\",{}).", color.name());
            }
            if card.is_orient() {
                fact!(self, "orient(\"{card}\").");
            }
            self.power(&card.to_string(), card.power());
            if let Some(color) = card.discard() {
                fact!(self, "asks_cards(\"{card}\",{}).", color.name());
            }
            self.gems("costs", &card.to_string(), card.cost());
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

    fn power(&mut self, card: &str, power: Option<Power>) {
        let Some(power) = power else { return };
        match power {
            Power::VirtualGold => fact!(self, "virtual(\"{card}\")."),
            Power::DoubleBonus => fact!(self, "doubles(\"{card}\")."),
            Power::Copy | Power::CopyAndFree | Power::Free => {}
        }
        if power.copies() {
            fact!(self, "copier(\"{card}\").");
        }
        if let Some(level) = power.free_level() {
            fact!(self, "grants(\"{card}\",{}).", level.number());
        }
    }

    fn gems(&mut self, name: &str, of: &str, gems: Gems) {
        for (color, count) in gems.iter().filter(|(_, count)| *count > 0) {
            fact!(self, "{name}(\"{of}\",{},{count}).", color.name());
        }
    }
}

/// The cards of a deck that a turn with Orient or Strongholds can need.
const NEAR: usize = 8;

/// Returns a kebab-case name as a constant of the logic program.
fn constant(name: &str) -> String {
    name.replace('-', "_")
}
