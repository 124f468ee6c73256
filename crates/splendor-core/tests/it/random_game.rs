//! Random games: a shuffled box, and a walk through it that draws from the shuffled decks.

use splendor_core::{
    Action, CITIES_ON_TABLE, CardId, CardSet, CityId, Deck, EndTime, Events, Fewer, Game,
    GoldAtTen, GoldUse, Modules, NobleChoice, NobleId, NobleTime, Overpay, Pass, Phase, Place,
    Position, Post, PostSet, Powers, Return, Row, Rules, Rulings, SeatDescription, Setup,
    Stalemate, TableDescription, Tie, Turn, Violation,
};

use crate::played::Played;

/// Every value of the ruling on equal prestige.
pub(crate) const TIES: [Tie; 5] = [
    Tie::FewestCardsThenShared,
    Tie::MostPrestigeShared,
    Tie::LastSeat,
    Tie::FirstSeat,
    Tie::FewestCardsThenFirstSeat,
];

/// The numbers that drive a walk: `SplitMix64`, the same on every machine.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).unwrap()
    }

    pub(crate) fn pick<'p, T>(&mut self, from: &'p [T]) -> &'p T {
        &from[self.below(from.len())]
    }

    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

/// How tokens go back: that anything may is rare, because its lists of legal turns are long.
fn returns(dice: &mut Dice) -> Return {
    match dice.below(32) {
        0 => Return::Anything,
        1..=8 => Return::UpTo,
        _ => Return::Exact,
    }
}

/// Rules picked at random, the default more often than not.
pub(crate) fn rules(dice: &mut Dice) -> Rules {
    let mut rulings = Rulings::default();
    if dice.below(2) == 0 {
        rulings = Rulings {
            fewer: *dice.pick(&[
                Fewer::WhenShort,
                Fewer::AllAvailable,
                Fewer::UpToThree,
                Fewer::ToTen,
                Fewer::Never,
            ]),
            pass: *dice.pick(&[Pass::WhenStuck, Pass::Always, Pass::Never]),
            stalemate: *dice.pick(&[Stalemate::Ends, Stalemate::Continues, Stalemate::PassedRound]),
            end_time: *dice.pick(&[EndTime::Round, EndTime::AtOnce, EndTime::OthersOnce]),
            gold: *dice.pick(&[GoldUse::Free, GoldUse::LastResort]),
            tie: *dice.pick(&TIES),
            powers: *dice.pick(&[Powers::Mandatory, Powers::Optional]),
            overpay: *dice.pick(&[Overpay::HalfGold, Overpay::Irredundant, Overpay::SpareGold]),
            target: *dice.pick(&[15, 15, 21, 8]),
            returns: returns(dice),
            noble_choice: *dice.pick(&[
                NobleChoice::Seat,
                NobleChoice::FirstListed,
                NobleChoice::All,
            ]),
            noble_time: *dice.pick(&[
                NobleTime::EveryTurn,
                NobleTime::AfterAction,
                NobleTime::AfterPurchase,
            ]),
            gold_at_ten: *dice.pick(&[GoldAtTen::Taken, GoldAtTen::Withheld, GoldAtTen::Forbidden]),
            ..Rulings::DEFAULT
        };
    }
    let modules =
        Modules { cities: dice.below(3) == 0, trading_posts: dice.below(2) == 0, ..Modules::NONE };
    Rules { rulings, modules, ..Rules::default() }
}

/// Three faces of three tiles, each as likely as any other.
fn cities(dice: &mut Dice) -> Vec<CityId> {
    let mut faces: Vec<CityId> = CityId::all().collect();
    dice.shuffle(&mut faces);
    let mut tiles: Vec<CityId> = Vec::new();
    for face in faces {
        if tiles.iter().all(|other| other.tile() != face.tile()) {
            tiles.push(face);
        }
    }
    tiles.truncate(usize::from(CITIES_ON_TABLE));
    tiles
}

/// A game in play whose decks are shuffled and known to the walk. The position may know their order
/// or not.
pub(crate) struct Walk {
    pub(crate) game: Game<'static>,
    pub(crate) position: Position,
    /// The cards of each deck, next card last.
    pub(crate) decks: [Vec<CardId>; Row::COUNT],
    /// How likely the walk is to buy, to reserve and to take.
    weights: [usize; 3],
}

impl Walk {
    pub(crate) fn new(dice: &mut Dice, known_decks: bool) -> Self {
        let seats = u8::try_from(2 + dice.below(3)).unwrap();
        let game = Game::published(rules(dice), seats);
        let mut decks = Row::ALL.map(|level| {
            let mut cards: Vec<CardId> = game.components.of_row(level).iter().collect();
            dice.shuffle(&mut cards);
            cards
        });
        let rich = game.rules.modules.trading_posts && dice.below(4) == 0;
        let gift = |_| if rich { given(&game, dice, &mut decks[0]) } else { CardSet::NONE };
        let bought: Vec<CardSet> = (0..seats).map(gift).collect();
        let mut nobles: Vec<NobleId> = game.noble_pool().iter().collect();
        dice.shuffle(&mut nobles);
        nobles.truncate(usize::from(seats) + 1);
        let mut tiles = Vec::new();
        if game.rules.modules.cities {
            tiles = cities(dice);
            nobles.clear();
        }
        let market = decks.each_mut().map(|deck| deck.split_off(deck.len().saturating_sub(4)));
        let orders = decks.each_ref().map(|deck| deck.iter().rev().copied().collect::<Vec<_>>());
        let setup = Setup {
            seats,
            nobles: &nobles,
            market: market.each_ref().map(Vec::as_slice),
            decks: orders.each_ref().map(|order| known_decks.then_some(order.as_slice())),
            cities: &tiles,
            ..Setup::default()
        };
        let position = if rich {
            begun(&game, &setup, &bought, decks.each_ref().map(Vec::len))
        } else {
            Position::deal(&game, &setup).unwrap()
        };
        let weights = *dice.pick(&[[6, 1, 2], [1, 1, 3], [1, 4, 2], [20, 0, 1], [0, 1, 9]]);
        Self { game, position, decks, weights }
    }

    /// Picks a legal turn: first the kind of action by weight, then any turn of the kind.
    pub(crate) fn pick(&self, dice: &mut Dice, legal: &[Turn]) -> Turn {
        let kind = |turn: &Turn| match turn.action {
            Action::Purchase { .. } => 0,
            Action::ReserveMarket(_) | Action::ReserveDeck { .. } => 1,
            Action::Take(_) | Action::Pass => 2,
        };
        let total: usize = legal.iter().map(|turn| 1 + 8 * self.weights[kind(turn)]).sum();
        let mut at = dice.below(total);
        let chosen = legal.iter().find(|turn| {
            let weight = 1 + 8 * self.weights[kind(turn)];
            let here = at < weight;
            at = at.saturating_sub(weight);
            here
        });
        *chosen.unwrap()
    }

    /// Adds to a turn the cards that it reveals.
    pub(crate) fn with_reveals(&self, turn: &Turn) -> Turn {
        let mut turn = *turn;
        let level_of = |card| self.game.components.card(card).row();
        match &mut turn.action {
            Action::ReserveDeck { row: level, card, under } => {
                [*card, *under] = [self.top(*level), None];
                if self.draws_two(*level) {
                    let second = self.decks[level.index()].iter().rev().nth(1).copied();
                    let turned = self.position.turns() % 2 == 1;
                    [*card, *under] = if turned { [second, *card] } else { [*card, second] };
                }
            }
            Action::ReserveMarket(card) => turn.refill = self.top(level_of(*card)),
            Action::Purchase { card, .. } if self.position.market().has(*card) => {
                turn.refill = self.top(level_of(*card));
            }
            Action::Purchase { .. } | Action::Take(_) | Action::Pass => {}
        }
        turn
    }

    /// Whether the seat to move draws two cards from a deck.
    fn draws_two(&self, level: Row) -> bool {
        self.position.mover().posts().has(Post::DrawTwo) && self.decks[level.index()].len() > 1
    }

    pub(crate) fn top(&self, level: Row) -> Option<CardId> {
        self.decks[level.index()].last().copied()
    }

    /// Plays a turn and draws the cards that it revealed.
    pub(crate) fn play(&mut self, turn: &Turn) -> Result<Events, Violation> {
        let (next, events) = self.position.played(&self.game, turn)?;
        if let Action::ReserveDeck { row: level, card, under } = turn.action
            && self.draws_two(level)
            && (under.is_some() || self.game.rules.rulings.powers == Powers::Mandatory)
        {
            let deck = &mut self.decks[level.index()];
            let upper = [deck.pop(), deck.pop()];
            let kept =
                if card.is_some() && card == upper[1] { upper } else { [upper[1], upper[0]] };
            deck.insert(0, kept[0].unwrap());
            deck.push(kept[1].unwrap());
        }
        for level in Row::ALL {
            let left = usize::from(next.deck(level).len());
            self.decks[level.index()].truncate(left);
        }
        self.position = next;
        Ok(events)
    }
}

/// Takes the cards for two posts, or as many of them as there are, out of a deck of level 1.
fn given(game: &Game<'_>, dice: &mut Dice, deck: &mut Vec<CardId>) -> CardSet {
    let mut given = CardSet::NONE;
    let demands = [*dice.pick(&Post::ALL), *dice.pick(&Post::ALL)].map(Post::demand);
    for (color, count) in demands.iter().flat_map(|demand| demand.iter()) {
        for _ in 0..count {
            let card = |id: &CardId| game.components.card(*id);
            let fits = |id| card(id).bonus() == Some(color) && card(id).points() == 0;
            if let Some(at) = deck.iter().position(fits) {
                given.insert(deck.remove(at));
            }
        }
    }
    given
}

/// A table at which the seats have bought cards already, so that powers are used.
fn begun(
    game: &Game<'_>,
    setup: &Setup<'_>,
    bought: &[CardSet],
    left: [usize; Row::COUNT],
) -> Position {
    let seat = |&bought: &CardSet| {
        let posts = PostSet::met_by(game.components.bonuses(bought));
        SeatDescription { bought, posts, ..SeatDescription::default() }
    };
    let seats: Vec<SeatDescription> = bought.iter().map(seat).collect();
    let decks = [0, 1, 2, 3, 4, 5].map(|at| {
        let unknown = Deck::unknown(u8::try_from(left[at]).unwrap());
        setup.decks[at].map_or(unknown, Deck::known)
    });
    let table = TableDescription {
        seats: &seats,
        supply: None,
        market: setup.market.iter().copied().flatten().copied().collect(),
        market_hidden: [0; 6],
        decks,
        nobles: setup.nobles.iter().copied().collect(),
        cities: setup.cities.iter().copied().collect(),
        to_move: 0,
        turns: 0,
        passes_in_a_row: 0,
        phase: Phase::Open,
        modules: splendor_core::ModuleTable::default(),
    };
    Position::of(game, &table).unwrap()
}

/// Returns whether every card of a deck is known.
pub(crate) fn is_known(deck: &Deck) -> bool {
    deck.iter().all(|place| matches!(place, Place::Card(_)))
}
