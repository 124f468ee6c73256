//! Following a log after an illegal turn: no turn at all makes the crate panic.

use splendor_core::{
    Action, CardId, CardSet, CitySet, Deck, End, Game, NobleId, NobleSet, Pass, Phase, Place,
    Position, Post, PostSet, PurchaseOrigin, Row, Rulings, SeatDescription, TableDescription,
    Token, Tokens, Turn,
};

use crate::played::Played;
use crate::random_game::{Dice, Walk};
use crate::table_builder::{
    TableBuilder, TurnExt as _, buy, buy_from, card, draw, gems, pass, reserve, take, tokens,
};

fn number(dice: &mut Dice, below: u8) -> u8 {
    u8::try_from(dice.below(usize::from(below))).unwrap()
}

fn any_tokens(dice: &mut Dice) -> Tokens {
    let most = *dice.pick(&[1, 2, 4, 128]);
    Tokens::new([0; 6].map(|_| number(dice, most)))
}

fn any_card(game: &Game<'_>, dice: &mut Dice) -> CardId {
    let all: Vec<CardId> = game.components.cards().iter().collect();
    *dice.pick(&all)
}

fn maybe<T>(dice: &mut Dice, value: T) -> Option<T> {
    (dice.below(3) == 0).then_some(value)
}

fn any_posts(dice: &mut Dice) -> PostSet {
    (0..=dice.below(2)).map(|_| *dice.pick(&Post::ALL)).collect()
}

/// Any turn at all.
fn garbage(game: &Game<'_>, dice: &mut Dice) -> Turn {
    let card = any_card(game, dice);
    let other = any_card(game, dice);
    let action = match dice.below(6) {
        0 => Action::Take(any_tokens(dice)),
        1 => Action::ReserveMarket(card),
        2 => {
            let level = *dice.pick(&Row::ALL);
            Action::ReserveDeck { row: level, card: maybe(dice, card), under: maybe(dice, other) }
        }
        3 => Action::Pass,
        _ => {
            let from =
                *dice.pick(&[None, Some(PurchaseOrigin::Market), Some(PurchaseOrigin::Hand)]);
            Action::Purchase { card, pay: any_tokens(dice), from }
        }
    };
    let nobles: Vec<NobleId> = game.components.nobles().iter().collect();
    let seat = *dice.pick(&[0, 1, 2, 3, 4, 255]);
    let gem = *dice.pick(&Token::ALL);
    let nobles: NobleSet = (0..dice.below(3)).map(|_| *dice.pick(&nobles)).collect();
    Turn {
        gem: maybe(dice, gem),
        refill: maybe(dice, other),
        returned: if dice.below(4) == 0 { any_tokens(dice) } else { Tokens::NONE },
        nobles: if dice.below(3) == 0 { nobles } else { NobleSet::NONE },
        posts: if dice.below(4) == 0 { any_posts(dice) } else { PostSet::NONE },
        ..Turn::new(seat, action)
    }
}

/// Every query of a position.
fn ask_all(position: &Position, game: &Game<'_>, turn: &Turn) {
    let verdict = position.check(game, turn);
    let violations = position.violations(game, turn);
    assert_eq!(verdict.is_ok(), violations.is_empty() || verdict.is_ok());
    let text: usize = violations.iter().map(|violation| violation.to_string().len()).sum();
    assert!(verdict.is_ok() || text > 0);
    let _ = (position.freedom(game), position.winners(game), position.affordable(game));
    for level in Row::ALL {
        assert_eq!(position.deck(level).iter().count(), usize::from(position.deck(level).len()));
    }
}

#[test]
fn any_turn_can_be_forced_and_played_on() {
    for seed in 0..400 {
        let mut dice = Dice::new(seed);
        let mut walk = Walk::new(&mut dice, seed % 2 == 0);
        for _ in 0..120 {
            let wild = dice.below(3) == 0;
            let legal = if wild { Vec::new() } else { walk.position.legal_turns(&walk.game) };
            let turn = match legal.as_slice() {
                [] => garbage(&walk.game, &mut dice),
                some => *dice.pick(some),
            };
            ask_all(&walk.position, &walk.game, &turn);
            let played = walk.position.played(&walk.game, &turn);
            walk.position = match played {
                Ok((next, _)) => next,
                Err(_) => walk.position.follow_log(&walk.game, &turn),
            };
            if dice.below(20) == 0 {
                let tokens = maybe(&mut dice, tokens("9d9g"));
                walk.position =
                    walk.position.adopt(number(&mut dice, 6), tokens, tokens, Some(200));
            }
        }
    }
}

#[test]
fn a_setup_by_its_own_word_can_be_played() {
    for seed in 0..200 {
        let mut dice = Dice::new(seed);
        let game = Walk::new(&mut dice, false).game;
        let mut list = |most: usize| -> Vec<CardId> {
            (0..dice.below(most)).map(|_| any_card(&game, &mut dice)).collect()
        };
        let market = [list(9), list(9), list(9)];
        let decks = [list(60), list(60), list(60)];
        let nobles: Vec<NobleId> = game.components.nobles().iter().take(dice.below(12)).collect();
        let setup = splendor_core::Setup {
            seats: number(&mut dice, 6),
            nobles: &nobles,
            market: Row::each(market.each_ref().map(Vec::as_slice), &[]),
            decks: Row::each(decks.each_ref().map(|deck| maybe(&mut dice, deck.as_slice())), None),
            cities: &[],
            unrecorded: splendor_core::Unrecorded {
                market: Row::each([0; 3].map(|_| dice.below(4) == 0), false),
                nobles: dice.below(4) == 0,
                cities: dice.below(4) == 0,
            },
        };
        assert!(Position::deal(&game, &setup).is_err());
        let Some(mut position) = Position::deal_anyway(&game, &setup) else { continue };
        for _ in 0..60 {
            let turn = garbage(&game, &mut dice);
            ask_all(&position, &game, &turn);
            position = position.follow_log(&game, &turn);
        }
    }
}

#[test]
fn any_table_is_a_position_or_is_not() {
    let mut dice = Dice::new(5);
    let mut accepted = 0;
    for _ in 0..20_000 {
        let game = Game::published(splendor_core::Rules::default(), 2);
        let deck = |dice: &mut Dice, most: u8| Deck::unknown(*dice.pick(&[0, most, 255]));
        let hidden =
            |dice: &mut Dice| Row::each([0; 3].map(|_| *dice.pick(&[0, 0, 0, 0, 1, 4, 255])), 0);
        let seat = SeatDescription { hidden: hidden(&mut dice), ..SeatDescription::default() };
        let mut market: CardSet = CardSet::NONE;
        for level in Row::ALL {
            market = market.or(game.components.of_row(level).iter().take(4).collect());
        }
        let table = TableDescription {
            seats: &[seat; 6][..*dice.pick(&[0, 1, 2, 2, 2, 3, 5, 6])],
            supply: maybe(&mut dice, game.tokens),
            market,
            market_hidden: hidden(&mut dice).map(|count| if count == 1 { 0 } else { count }),
            decks: Row::each([36, 26, 16].map(|most| deck(&mut dice, most)), Deck::unknown(0)),
            nobles: NobleSet::NONE,
            cities: CitySet::NONE,
            to_move: *dice.pick(&[0, 0, 1, 2, 4, 255]),
            turns: u32::MAX,
            passes_in_a_row: 255,
            phase: *dice.pick(&[Phase::Open, Phase::LastRound, Phase::Ended(End::Completed)]),
            modules: splendor_core::ModuleTable::default(),
        };
        for level in Row::ALL {
            let _ = Position::left_of_row(&game, &table, level);
        }
        let Ok(position) = Position::of(&game, &table) else { continue };
        accepted += 1;
        for turn in position.legal_turns(&game).iter().take(3) {
            assert!(position.played(&game, turn).is_ok());
        }
    }
    assert!(accepted > 5, "{accepted}");
}

#[test]
fn a_forced_purchase_takes_the_hidden_card_of_its_own_seat() {
    let table =
        TableBuilder::new(2).hidden(0, [1, 0, 0]).hidden(1, [1, 0, 0]).market("a0s3o").turn_of(1);
    let case = table.tokens(1, "3s").lay();
    let after = case.position.follow_log(&case.game, &buy("a0d3s", "2s").by(1));
    assert_eq!(after.seats()[0].hidden(), [1, 0, 0, 0, 0, 0]);
    assert_eq!(after.seats()[1].hidden(), [0; 6]);
    assert_eq!(after.seats()[1].hand_size(), 0);
    assert_eq!(after.supply(), tokens("4d3s4e4r4o5g"));
}

#[test]
fn a_forced_purchase_from_a_hidden_market_fills_it_again() {
    let case = TableBuilder::new(2).market("a0s3o").hidden(0, [1, 0, 0]).lay();
    let dark = case.plays(reserve("a0s3o"));
    assert_eq!(dark.position.market_hidden(), [1, 0, 0, 0, 0, 0]);
    let turn = buy_from(PurchaseOrigin::Market, "a0d3s", "").by(1);
    let after = dark.position.follow_log(&case.game, &turn);
    assert_eq!(after.market_hidden(), [1, 0, 0, 0, 0, 0]);
    assert_eq!(after.seats()[0].hidden(), [1, 0, 0, 0, 0, 0]);
    assert_eq!(after.deck(Row::One).len(), dark.position.deck(Row::One).len() - 1);
}

#[test]
fn a_forced_purchase_of_an_unseen_card_comes_from_the_hand_first() {
    let case = TableBuilder::new(2).market("a0s3o").hidden(1, [1, 0, 0]).lay();
    let dark = case.plays(reserve("a0s3o"));
    let after = dark.position.follow_log(&case.game, &buy("a0d3s", "").by(1));
    assert_eq!((after.market_hidden(), after.seats()[1].hidden()), ([1, 0, 0, 0, 0, 0], [0; 6]));
}

#[test]
fn a_forced_turn_is_done_as_it_says() {
    let case = TableBuilder::new(3).tokens(0, "2d2s2e2r2o").market("a0d3s").lay();
    let force = |turn: Turn| case.position.follow_log(&case.game, &turn);
    let over = force(take("1d1s1e"));
    assert_eq!(over.seats()[0].tokens(), tokens("3d3s3e2r2o"));
    assert_eq!((over.to_move(), over.turns(), over.is_untrusted()), (1, 1, true));
    let gem = force(Turn { gem: Some(Token::Gold), ..take("2d").back("2d") });
    assert_eq!(gem.seats()[0].tokens(), tokens("2d2s2e2r2o1g"));
    let bought = force(buy("a0d3s", "1s").by(2).come("3:3d3r3o"));
    assert_eq!(bought.seats()[2].bonuses(), gems("1d"));
    assert_eq!((bought.seats()[2].prestige(), bought.to_move()), (3, 0));
    assert_eq!(bought.supply(), tokens("3d4s3e3r3o5g"));
    let nobody = force(take("1d").by(3));
    assert_eq!((nobody.to_move(), nobody.turns()), (0, 0));
}

#[test]
fn a_forced_end_is_that_of_the_rules() {
    let rulings = Rulings { pass: Pass::Never, ..Rulings::default() };
    let table = TableBuilder::new(2).rulings(rulings).supply("5g").nobles("");
    let table = table.hand(0, "c4d7o c4s7d c4e7s").hand(1, "c4r7e c4o7r c5d3d7o");
    let case = table.market("a0d3s a0s3o a0e3r a0r3d").lay();
    let one = case.position.follow_log(&case.game, &pass());
    assert_eq!((one.phase(), one.passes_in_a_row()), (Phase::Open, 1));
    let visited = one.follow_log(&case.game, &pass().by(1).come("3:4d4s"));
    assert_eq!((visited.phase(), visited.passes_in_a_row()), (Phase::Open, 0));
    let two = one.follow_log(&case.game, &pass().by(1));
    assert_eq!(two.phase(), Phase::Ended(End::Stalemate));
    assert_eq!(two.follow_log(&case.game, &pass()).phase(), Phase::Ended(End::Stalemate));
    let free = TableBuilder::new(2).lay();
    assert_eq!(free.position.follow_log(&free.game, &pass()).passes_in_a_row(), 0);
    let rich = TableBuilder::new(2).lay();
    let rich = rich.position.adopt(0, None, None, Some(15)).follow_log(&rich.game, &pass());
    assert_eq!(rich.phase(), Phase::LastRound);
    assert_eq!(rich.follow_log(&case.game, &pass().by(1)).phase(), Phase::Ended(End::Completed));
}

#[test]
fn a_forced_reveal_changes_places_with_the_next_card() {
    let case = TableBuilder::new(2).market("a0d3s").known_decks().lay();
    let deck: Vec<Place> = case.position.deck(Row::One).iter().collect();
    let (first, third) = (deck[0], deck[2]);
    let Place::Card(came) = third else { panic!("the deck is known") };
    let id = case.game.components.card(came).to_string();
    let after = case.position.follow_log(&case.game, &draw(Row::One).drawn(&id));
    assert!(after.seats()[0].hand().has(came));
    let left: Vec<Place> = after.deck(Row::One).iter().collect();
    assert_eq!((left.len(), left[0], left[1]), (deck.len() - 1, deck[1], first));
    assert_eq!(after.whereabouts(card("a0d3s")), Some("it is in the market"));
}

#[test]
fn a_card_that_did_not_come_may_still_come() {
    let case = TableBuilder::new(2).market("a0d3s").known_decks().lay();
    let Some(Place::Card(next)) = case.position.deck(Row::One).top() else {
        panic!("the deck is known")
    };
    let after = case.position.follow_log(&case.game, &draw(Row::One).drawn("a0d3s"));
    assert!(after.unseen().has(next));
    assert!(after.seats()[0].hand().has(card("a0d3s")));
    assert_eq!(after.whereabouts(next), None);
}
