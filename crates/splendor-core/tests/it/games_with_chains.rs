//! Random games with Orient and Strongholds, in all sixteen combinations of modules: the turns that
//! are listed are exactly those that can be played.

use std::collections::BTreeSet;

use splendor_core::{
    Action, CardId, CardList, CardSet, CityId, Color, Conquest, ConquestRefill, Copied,
    CopiedColor, Copies, CopyDouble, Deck, Effects, FreeCard, Game, GoldUse, ModuleRulings,
    ModuleTable, Modules, Move, Overpay, Phase, Place, Position, Post, PostSet, Power, Powers,
    Remove, Row, Rules, Rulings, SeatDescription, Setup, StepDuty, StrongholdStep,
    TableDescription, TieCards, Token, Tokens, Turn, Unknown, VirtualSpare,
};

use crate::random_game::Dice;

fn rules(dice: &mut Dice, number: usize) -> Rules {
    let modules = Modules {
        cities: number & 1 > 0,
        trading_posts: number & 2 > 0,
        orient: number & 4 > 0,
        strongholds: number & 8 > 0,
    };
    let module_rulings = ModuleRulings {
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
    };
    let rulings = Rulings {
        powers: *dice.pick(&[Powers::Mandatory, Powers::Mandatory, Powers::Optional]),
        gold: *dice.pick(&[GoldUse::Free, GoldUse::LastResort]),
        overpay: *dice.pick(&[Overpay::HalfGold, Overpay::Irredundant]),
        target: *dice.pick(&[15, 30]),
        ..Rulings::default()
    };
    let plain = dice.below(2) == 0;
    Rules {
        modules,
        rulings: if plain { Rulings::default() } else { rulings },
        module_rulings: if plain { ModuleRulings::default() } else { module_rulings },
        ..Rules::default()
    }
}

/// Deals a game whose decks are known or not.
fn deal(dice: &mut Dice, number: usize) -> (Game<'static>, Position) {
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
    };
    let position = Position::deal(&game, &setup).unwrap();
    (game, position)
}

/// The same game in the middle: each seat has cards and tokens, and copy cards have colors.
fn enriched(dice: &mut Dice, game: &Game<'_>, position: &Position) -> Option<Position> {
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
            if facts.power.is_some_and(Power::copies) {
                let Some(&color) = colors.first() else { continue };
                let copied = Some(CopiedColor { color, doubled: false });
                copies = copies.with(all, card, copied);
            }
            colors.extend(facts.bonus);
            bought.insert(card);
        }
        let mut tokens = Tokens::NONE;
        for _ in 0..dice.below(9) {
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
        modules: ModuleTable { copies, ..ModuleTable::default() },
    };
    Position::of(game, &table).ok()
}

/// Chooses a turn, most often a purchase.
fn choose(dice: &mut Dice, legal: &[Turn]) -> Turn {
    let rare: Vec<&Turn> = legal.iter().filter(|turn| turn.conquest.is_some()).collect();
    let dear: Vec<&Turn> =
        legal.iter().filter(|turn| matches!(turn.action, Action::Purchase { .. })).collect();
    let gems: Vec<&Turn> =
        legal.iter().filter(|turn| matches!(turn.action, Action::Take(_))).collect();
    let lists = [&rare, &dear, &gems];
    let likely = lists.into_iter().find(|list| !list.is_empty() && dice.below(5) > 0);
    match likely {
        Some(list) => **dice.pick(list),
        None => *dice.pick(legal),
    }
}

/// The next card of a deck, if it is known.
fn top(position: &Position, row: Row) -> Option<CardId> {
    match position.deck(row).top()? {
        Place::Card(card) => Some(card),
        Place::Hidden => None,
    }
}

/// Whether a copy card takes a color that the turn does not name; one possible color is inferred.
fn leaves_out_a_copy(game: &Game<'_>, turn: &Turn) -> bool {
    let copies = |card| game.components.card(card).power.is_some_and(Power::copies);
    let leaves = |card, effects: &Effects| {
        copies(card) && effects.copy.is_none()
            || effects.free_cards().any(|free| copies(free.card) && free.copy.is_none())
    };
    let acts = match turn.action {
        Action::Purchase { card, .. } => leaves(card, &turn.effects),
        _ => false,
    };
    acts || turn.conquest.is_some_and(|it| leaves(it.card, &it.effects))
}

/// Puts the parts of a turn that have no order into one order.
fn normal(turn: &Turn) -> Turn {
    let mut turn = *turn;
    let sorted = |list: &CardList<5>| {
        let mut cards: Vec<CardId> = list.iter().collect();
        cards.sort();
        CardList::of(cards)
    };
    turn.cards_paid.spent = sorted(&turn.cards_paid.spent);
    let mut given: Vec<CardId> = turn.cards_paid.discarded.iter().collect();
    given.sort();
    turn.cards_paid.discarded = CardList::of(given);
    if let Some(conquest) = &mut turn.conquest {
        conquest.cards_paid.spent = sorted(&conquest.cards_paid.spent);
    }
    turn
}

/// Changes one part of a turn.
fn edited(dice: &mut Dice, game: &Game<'_>, position: &Position, turn: &Turn) -> Turn {
    let all: Vec<CardId> = game.components.cards().iter().collect();
    let card = *dice.pick(&all);
    let mut turn = *turn;
    let gold: CardSet = game.components.with_power(Power::VirtualGold);
    let golds: Vec<CardId> = gold.iter().collect();
    let steps = [
        None,
        Some(StrongholdStep::Place(card)),
        Some(StrongholdStep::Move { from: *dice.pick(&all), to: card }),
        Some(StrongholdStep::Remove { card, seat: None }),
    ];
    let color = *dice.pick(&Color::ALL);
    let free = FreeCard { card, refill: None, copy: None };
    let target = match &mut turn.conquest {
        Some(conquest) if dice.below(2) == 0 => &mut conquest.effects,
        _ => &mut turn.effects,
    };
    let names_given = |turn: &mut Turn, dice: &mut Dice| {
        let mut own: Vec<CardId> = position.mover().bought().iter().collect();
        dice.shuffle(&mut own);
        own.truncate(dice.below(4));
        turn.cards_paid.discarded = CardList::of(own);
    };
    match dice.below(14) {
        0 => target.stronghold = *dice.pick(&steps),
        1 if game.rules.module_rulings.copy_double == CopyDouble::Two => {
            target.copy = Some(Copied::Card(card));
        }
        1 => target.copy = Some(Copied::Color(color)),
        2 => target.free[0] = Some(free),
        3 => target.free[0] = None,
        4 => target.free[1] = Some(free),
        5 => turn.cards_paid.spent = CardList::of(golds.first().copied()),
        6 => turn.conquest = None,
        7 => turn.conquest = Some(Conquest::new(card, Tokens::NONE)),
        8 => names_given(&mut turn, dice),
        9 => turn.refill = Some(card),
        10 => turn.refill = top(position, game.components.card(card).row()),
        11 => {
            if let Some(conquest) = &mut turn.conquest {
                conquest.refill = Some(card);
            }
        }
        12 => turn.seat = turn.seat.wrapping_add(1) % 4,
        _ => {
            if let Action::Purchase { pay, .. } = &mut turn.action {
                let token = *dice.pick(&Token::ALL);
                *pay = pay.with(token, pay.get(token).wrapping_add(1) % 4);
            } else {
                turn.action = Action::ReserveMarket(card);
            }
        }
    }
    let whole = |effects: Effects| {
        let free = if effects.free[0].is_none() { [None; 3] } else { effects.free };
        Effects { free, ..effects }
    };
    turn.effects = whole(turn.effects);
    turn.conquest = turn.conquest.map(|it| Conquest { effects: whole(it.effects), ..it });
    turn
}

/// How many games are played. With 6,400 the three writings agreed on 10.7 million listed turns and
/// 4.6 million edits.
const SEEDS: u64 = 200;

/// The counts of a test.
#[derive(Default)]
struct Counts {
    turns: usize,
    edits: usize,
    refused: usize,
    clauses: BTreeSet<&'static str>,
}

impl Counts {
    /// Every listed turn can be played, and breaks nothing by the list of breaches.
    fn check_listed(&mut self, game: &Game<'_>, position: &Position, legal: &[Turn]) {
        for turn in legal.iter().step_by(1 + legal.len() / 40) {
            let told = || format!("{}\n{}", told(game, turn), table(game, position));
            assert_eq!(position.violations(game, turn), [], "{}", told());
            assert_eq!(position.check(game, turn), Ok(()), "{}", told());
            self.turns += 1;
        }
    }

    /// An edited turn can be played exactly if it is listed, and the first breach is the same by
    /// both writings.
    fn check_edited(&mut self, game: &Game<'_>, position: &Position, turn: &Turn, listed: bool) {
        let told = || format!("{}\n{}", told(game, turn), table(game, position));
        let verdict = position.play(game, turn);
        let first = verdict.as_ref().err().copied();
        assert_eq!(first, position.violations(game, turn).first().copied(), "{}", told());
        self.edits += 1;
        if let Some(violation) = first {
            self.clauses.insert(violation.clause().id());
            self.refused += 1;
        }
        // The list leaves chance open, and names every color that is copied.
        let refills = turn.refill.is_some() || turn.conquest.is_some_and(|it| it.refill.is_some());
        let open = verdict.as_ref().is_ok_and(|(_, events)| {
            leaves_out_a_copy(game, turn)
                || events.unknown.is_some_and(|it| it != Unknown::HandAffordable)
        });
        assert!(refills || open || verdict.is_ok() == listed, "{first:?} {}", told());
    }
}

#[test]
fn listed_turns_are_those_that_can_be_played() {
    let mut counts = Counts::default();
    for seed in 0..SEEDS {
        let mut dice = Dice::new(seed);
        let (game, mut position) = deal(&mut dice, usize::try_from(seed % 16).unwrap());
        if seed % 3 > 0 {
            position = enriched(&mut dice, &game, &position).unwrap_or(position);
        }
        for _ in 0..90 {
            let legal = position.legal_turns(&game);
            if legal.is_empty() {
                break;
            }
            counts.check_listed(&game, &position, &legal);
            let known: BTreeSet<Turn> = legal.iter().map(normal).collect();
            for _ in 0..12 {
                let turn = legal[counts.turns.wrapping_mul(0x9e37_79b9) % legal.len()];
                let turn = normal(&edited(&mut dice, &game, &position, &turn));
                counts.check_edited(&game, &position, &turn, known.contains(&turn));
            }
            let turn = choose(&mut dice, &legal);
            let next = position.play(&game, &turn).unwrap().0;
            let mut in_place = position;
            in_place.play_on(&game, &turn).unwrap();
            assert_eq!(in_place, next);
            position = next;
        }
    }
    let Counts { turns, edits, refused, mut clauses } = counts;
    assert!(turns > 300_000 && refused > edits / 2, "{turns} {edits} {refused}");
    let modules = ["orient.", "stronghold."];
    clauses.retain(|id| modules.iter().any(|module| id.starts_with(module)));
    assert!(clauses.len() >= 20, "{clauses:?}");
}

/// A value with the ids of its cards.
fn told(game: &Game<'_>, value: &impl std::fmt::Debug) -> String {
    let cards = game.components.cards().iter();
    cards.fold(format!("{value:?}"), |text, card| {
        text.replace(&format!("{card:?}"), &game.components.card(card).to_string())
    })
}

/// The parts of a table that decide most turns.
fn table(game: &Game<'_>, position: &Position) -> String {
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
