//! Tables of games with Orient and Strongholds, and how a failed test prints them.

use splendor_core::{
    CardId, CardSet, CityId, ConquestRefill, CopiedColor, Copies, CopyDouble, Deck, Game,
    GoldAtTen, GoldUse, ModuleTable, Modules, Move, Overpay, Phase, Place, Position, Post, PostSet,
    Power, Powers, Remove, Row, Rules, Rulings, SeatDescription, Setup, StepDuty, Strongholds,
    TableDescription, TieCards, Token, Tokens, VirtualSpare,
};

use crate::random_game::Dice;

fn rules(dice: &mut Dice, number: usize) -> Rules {
    let modules = Modules {
        cities: number & 1 > 0,
        trading_posts: number & 2 > 0,
        orient: number & 4 > 0,
        strongholds: number & 8 > 0,
    };
    let rulings = Rulings {
        powers: *dice.pick(&[Powers::Mandatory, Powers::Mandatory, Powers::Optional]),
        gold: *dice.pick(&[GoldUse::Free, GoldUse::LastResort]),
        overpay: *dice.pick(&[Overpay::HalfGold, Overpay::Irredundant, Overpay::SpareGold]),
        target: *dice.pick(&[15, 30]),
        copy_double: *dice.pick(&[CopyDouble::One, CopyDouble::Two]),
        virtual_spare: *dice.pick(&[VirtualSpare::EachPays, VirtualSpare::NoSpare]),
        conquest_refill: *dice.pick(&[
            ConquestRefill::ReservedFirst,
            ConquestRefill::EachAtOnce,
            ConquestRefill::AllAfter,
        ]),
        stronghold_step: *dice.pick(&[
            StepDuty::Mandatory,
            StepDuty::Mandatory,
            StepDuty::Optional,
        ]),
        remove: *dice.pick(&[Remove::Lone, Remove::Any]),
        move_when: *dice.pick(&[Move::Free, Move::StockEmpty]),
        tie_cards: *dice.pick(&[TieCards::InPlay, TieCards::Gained]),
        gold_at_ten: *dice.pick(&[GoldAtTen::Taken, GoldAtTen::Withheld, GoldAtTen::Forbidden]),
        ..Rulings::default()
    };
    let plain = dice.below(2) == 0;
    Rules { modules, rulings: if plain { Rulings::default() } else { rulings }, ..Rules::default() }
}

/// Returns the dice of a game, its rules and the position in which it begins: each number has its
/// own modules, and a game may begin in the middle.
pub(crate) fn begin(seed: u64, in_the_middle: bool) -> (Dice, Game<'static>, Position) {
    let mut dice = Dice::new(seed);
    let (game, mut position) = deal(&mut dice, usize::try_from(seed % 16).unwrap());
    if in_the_middle {
        position = enriched(&mut dice, &game, &position).unwrap_or(position);
    }
    (dice, game, position)
}

/// Deals a game whose decks are known or not.
pub(super) fn deal(dice: &mut Dice, number: usize) -> (Game<'static>, Position) {
    let seats = u8::try_from(2 + dice.below(3)).unwrap();
    let game = Game::published(rules(dice, number), seats);
    let cards = Row::ALL.map(|row| {
        let mut cards: Vec<CardId> = Vec::new();
        if game.rows().contains(&row) {
            cards = game.components.of_row(row).iter().collect();
        }
        dice.shuffle(&mut cards);
        cards
    });
    let shown = Row::ALL.map(|row| usize::from(game.width(row)).min(cards[row.index()].len()));
    let market = Row::ALL.map(|row| &cards[row.index()][..shown[row.index()]]);
    let known = dice.below(3) > 0;
    let decks = Row::ALL.map(|row| known.then_some(&cards[row.index()][shown[row.index()]..]));
    let mut nobles: Vec<_> = game.noble_pool().iter().collect();
    dice.shuffle(&mut nobles);
    nobles.truncate(usize::from(seats) + 1);
    let cities: Vec<CityId> = CityId::all().step_by(4).take(3).collect();
    let has_cities = game.rules.modules.cities;
    let setup = Setup {
        seats,
        nobles: if has_cities { &[] } else { &nobles },
        market,
        decks,
        cities: if has_cities { &cities } else { &[] },
        ..Setup::default()
    };
    let position = Position::deal(&game, &setup).unwrap();
    (game, position)
}

/// The same game in the middle: each seat has cards and tokens, copy cards have colors, and
/// cards have strongholds.
pub(super) fn enriched(dice: &mut Dice, game: &Game<'_>, position: &Position) -> Option<Position> {
    let all = game.components;
    let mut unseen: Vec<CardId> = position.unseen().iter().collect();
    for row in Row::ALL {
        unseen.extend(position.deck(row).iter().filter_map(|place| match place {
            Place::Card(card) => Some(card),
            Place::Hidden => None,
        }));
    }
    dice.shuffle(&mut unseen);
    let mut copies = Copies::default();
    let mut left = game.tokens;
    let mut seats = Vec::new();
    for _ in position.seats() {
        let mut bought = CardSet::NONE;
        let mut colors = Vec::new();
        for _ in 0..dice.below(14) {
            let card = unseen.pop()?;
            let facts = all.card(card);
            if facts.power().is_some_and(Power::copies) {
                let Some(&color) = colors.first() else { continue };
                let copied = Some(CopiedColor { color, doubled: false });
                copies = copies.with(all, card, copied);
            }
            colors.extend(facts.bonus());
            bought.insert(card);
        }
        let mut tokens = Tokens::NONE;
        for _ in 0..dice.below(11) {
            let token = *dice.pick(&Token::ALL);
            if left.get(token) > 0 {
                left = left.minus(Tokens::one(token));
                tokens = tokens.plus(Tokens::one(token));
            }
        }
        let posts = if game.rules.modules.trading_posts && dice.below(2) == 0 {
            Post::ALL.into_iter().filter(|_| dice.below(3) == 0).collect()
        } else {
            PostSet::NONE
        };
        seats.push(SeatDescription { bought, tokens, posts, ..SeatDescription::default() });
    }
    let strongholds = scattered(dice, game, position);
    let bought = seats.iter().fold(CardSet::NONE, |sum, seat| sum.or(seat.bought));
    let shown = position.market();
    let decks = Row::ALL.map(|row| {
        let of_row = all.of_row(row).without(bought).without(shown);
        let mut cards: Vec<CardId> = of_row.iter().collect();
        dice.shuffle(&mut cards);
        Deck::known(&cards)
    });
    let table = TableDescription {
        seats: &seats,
        supply: Some(left),
        market: shown,
        market_hidden: [0; 6],
        decks,
        nobles: position.nobles(),
        cities: position.cities(),
        to_move: 0,
        turns: 0,
        passes_in_a_row: 0,
        phase: Phase::Open,
        modules: ModuleTable { copies, strongholds, ..ModuleTable::default() },
    };
    Position::of(game, &table).ok()
}

/// A game with Trading Posts and Strongholds in which seat 0 has ten tokens, all posts, the bonuses
/// for every card of level 1, and its three strongholds on one of them.
pub(super) fn rich_in_bonuses() -> (Game<'static>, Position) {
    let modules = Modules { trading_posts: true, strongholds: true, ..Modules::default() };
    let game = Game::published(Rules { modules, ..Rules::default() }, 2);
    let rows = Row::ALL.map(|row| game.components.of_row(row).iter().collect::<Vec<_>>());
    let shown = Row::ALL.map(|row| if row.is_orient() { 0 } else { usize::from(game.width(row)) });
    let split = Row::ALL.map(|row| rows[row.index()].split_at(shown[row.index()]));
    let card = split[0].0[0];
    let strongholds = (0..3).fold(Strongholds::IN_STOCK, |stand, _| stand.with(0, card).unwrap());
    let tokens = Tokens::new([2, 2, 2, 2, 2, 0]);
    let rich = SeatDescription {
        bought: split[0].1.iter().copied().collect(),
        tokens,
        posts: Post::ALL.into_iter().collect(),
        ..SeatDescription::default()
    };
    let table = TableDescription {
        seats: &[rich, SeatDescription::default()],
        supply: None,
        market: split.iter().flat_map(|(market, _)| market.iter().copied()).collect(),
        market_hidden: [0; 6],
        decks: Row::ALL.map(|row| match row {
            Row::One => Deck::known(&[]),
            row => Deck::known(split[row.index()].1),
        }),
        nobles: game.noble_pool().iter().take(3).collect(),
        cities: [].into_iter().collect(),
        to_move: 0,
        turns: 0,
        passes_in_a_row: 0,
        phase: Phase::Open,
        modules: ModuleTable { strongholds, ..ModuleTable::default() },
    };
    let position = Position::of(&game, &table).unwrap();
    (game, position)
}

/// Strongholds of every seat on cards of the market: all three of a seat on one card, or each on
/// one that it shares with no rival.
fn scattered(dice: &mut Dice, game: &Game<'_>, position: &Position) -> Strongholds {
    let mut strongholds = Strongholds::IN_STOCK;
    if !game.rules.modules.strongholds {
        return strongholds;
    }
    let cards: Vec<CardId> = position.market().iter().collect();
    for (seat, _) in (0..).zip(position.seats()) {
        let gathered = *dice.pick(&cards);
        let gathers = dice.below(2) == 0;
        for _ in 0..dice.below(5) {
            let card = if gathers { gathered } else { *dice.pick(&cards) };
            if strongholds.rival(seat, card).is_none() {
                strongholds = strongholds.with(seat, card).unwrap_or(strongholds);
            }
        }
    }
    strongholds
}

/// A value with the ids of its cards.
pub(super) fn told(game: &Game<'_>, value: &impl std::fmt::Debug) -> String {
    let cards = game.components.cards().iter();
    cards.fold(format!("{value:?}"), |text, card| {
        text.replace(&format!("{card:?}"), &game.components.card(card).to_string())
    })
}

/// The parts of a table that decide most turns.
pub(super) fn table(game: &Game<'_>, position: &Position) -> String {
    let seat = position.mover();
    let ids = |cards: CardSet| told(game, &cards.iter().collect::<Vec<_>>());
    format!(
        "seat {}: tokens {}, bonuses {}, bought {}, hand {}, posts {:?}\nmarket {} hidden {:?}\n\
         supply {}, strongholds {}, copies {:?}\nrules {:?}",
        position.to_move(),
        seat.tokens(),
        seat.bonuses(),
        ids(seat.bought()),
        ids(seat.hand()),
        seat.posts(),
        ids(position.market()),
        position.market_hidden(),
        position.supply(),
        told(game, position.strongholds()),
        position.copies(),
        game.rules,
    )
}
