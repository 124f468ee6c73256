//! The winners: at least one seat, with two exceptions.

use splendor_core::{
    Action, CardId, CardSet, Color, Deck, End, Freedom, Game, Modules, Phase, Position, PostSet,
    Return, Row, Rules, Rulings, SeatDescription, Stalemate, TableDescription, Tie, Token, Tokens,
    winners_of,
};

use super::says;
use crate::played::Played;
use crate::random_game::{Dice, TIES, Walk};

/// Every table of the standings of `seats` seats with ranks from 0 to 3: more ranks than seats
/// change nothing, as a comparison sees the order alone.
fn tables(seats: usize) -> Vec<Vec<(u8, u8)>> {
    let ranks: Vec<(u8, u8)> = (0..4).flat_map(|most| (0..4).map(move |few| (most, few))).collect();
    let mut tables = vec![Vec::new()];
    for _ in 0..seats {
        let more = |table: Vec<(u8, u8)>| {
            ranks.iter().map(move |&rank| [table.clone(), vec![rank]].concat())
        };
        tables = tables.into_iter().flat_map(more).collect();
    }
    tables
}

/// The seats that win, from the words of the ruling.
fn expected(table: &[(u8, u8)], tie: Tie) -> Vec<u8> {
    let most = table.iter().map(|seat| seat.0).max().unwrap();
    let mut leads: Vec<usize> = (0..table.len()).filter(|&seat| table[seat].0 == most).collect();
    if matches!(tie, Tie::FewestCardsThenShared | Tie::FewestCardsThenFirstSeat) {
        let few = leads.iter().map(|&seat| table[seat].1).min().unwrap();
        leads.retain(|&seat| table[seat].1 == few);
    }
    match tie {
        Tie::FewestCardsThenShared | Tie::MostPrestigeShared => {}
        Tie::FirstSeat | Tie::FewestCardsThenFirstSeat => leads.truncate(1),
        Tie::LastSeat => leads = leads.split_off(leads.len() - 1),
    }
    leads.into_iter().map(|seat| u8::try_from(seat).unwrap()).collect()
}

#[test]
fn some_seat_wins_whatever_the_score() {
    let mut count = 0;
    for seats in 1..=4 {
        for table in tables(seats) {
            count += 1;
            for tie in TIES {
                let winners = winners_of(&table, tie);
                let found: Vec<u8> = winners.iter().collect();
                assert_eq!(found, expected(&table, tie), "{table:?} {tie:?}");
                assert!(!found.is_empty());
            }
        }
    }
    says(&format!("all {} tables", super::grouped(count)));
}

/// Other numbers in the same order have the same winners.
#[test]
fn the_order_of_the_numbers_decides() {
    let mut dice = Dice::new(7);
    for table in tables(3).into_iter().chain(tables(4).into_iter().step_by(7)) {
        let mut stretch = || {
            let mut next = 0_u8;
            [0; 4].map(|_| {
                next += 1 + u8::try_from(dice.below(40)).unwrap();
                next
            })
        };
        let (most, few) = (stretch(), stretch());
        let other: Vec<(u8, u8)> = table
            .iter()
            .map(|seat| (most[usize::from(seat.0)], few[usize::from(seat.1)]))
            .collect();
        for tie in TIES {
            assert_eq!(winners_of(&table, tie), winners_of(&other, tie), "{table:?} {other:?}");
        }
    }
}

/// Whether the page says that this game has no winner.
fn has_no_winner(walk: &Walk, phase: Phase) -> bool {
    let passed_round = walk.game.rules.rulings.stalemate == Stalemate::PassedRound;
    let cities = walk.game.rules.modules.cities;
    phase == Phase::Ended(End::Stalemate) && (cities || passed_round)
}

fn seat_meets_a_city(position: &Position) -> bool {
    (0..position.seats().len()).any(|seat| position.meets_a_city(u8::try_from(seat).unwrap()))
}

#[test]
fn games_end_with_a_winner_but_for_stalemates_of_two_kinds() {
    let mut dice = Dice::new(2);
    let mut ends = [0_u32; 4];
    for _ in 0..350 {
        let mut walk = Walk::new(&mut dice, true);
        let long_lists = walk.game.rules.rulings.returns == Return::Anything;
        while !long_lists && !walk.position.has_ended() && walk.position.turns() < 160 {
            let legal = walk.position.legal_turns(&walk.game);
            if legal.is_empty() {
                break;
            }
            let turn = walk.with_reveals(&walk.pick(&mut dice, &legal));
            walk.play(&turn).unwrap();
        }
        let phase = walk.position.phase();
        let Phase::Ended(end) = phase else { continue };
        let none = has_no_winner(&walk, phase);
        assert_eq!(walk.position.winners(&walk.game).iter().next().is_none(), none);
        let stale = end == End::Stalemate;
        // Under `passed-round` a pass with a tile may trigger the end in a round of passes.
        let by_passes = walk.game.rules.rulings.stalemate == Stalemate::PassedRound;
        if stale && !by_passes && walk.game.rules.modules.cities {
            assert!(!seat_meets_a_city(&walk.position));
        }
        ends[usize::from(stale) * 2 + usize::from(none)] += 1;
    }
    assert_eq!(ends[1], 0, "a completed game has a winner");
    assert!(ends[0] > 100 && ends[3] > 2, "{ends:?}");
}

/// A table without a gem in the supply, of seats that hold few colors and three dear cards.
fn poor_table(dice: &mut Dice) -> Option<(Game<'static>, Position)> {
    let seats = 2 + dice.below(3);
    let rulings = Rulings { tie: *dice.pick(&TIES), ..Rulings::default() };
    let modules = Modules { cities: false, trading_posts: dice.below(2) == 0, ..Modules::NONE };
    let rules = Rules { rulings, modules, ..Rules::default() };
    let game = Game::published(rules, u8::try_from(seats).unwrap());
    let mut decks = Row::ALL.map(|level| {
        let mut cards: Vec<CardId> = game.components.of_row(level).iter().collect();
        dice.shuffle(&mut cards);
        cards
    });
    let mut colors = Color::ALL;
    dice.shuffle(&mut colors);
    let count = |color| usize::from(game.tokens.get(Token::Gem(color)));
    let gems: Vec<Color> = colors.into_iter().flat_map(|color| vec![color; count(color)]).collect();
    let tables: Vec<SeatDescription> = (0..seats)
        .map(|seat| {
            let own = gems.len() * seat / seats..gems.len() * (seat + 1) / seats;
            let held = |tokens: Tokens, &color: &Color| tokens.plus(Tokens::one(Token::Gem(color)));
            let tokens = gems[own].iter().fold(Tokens::NONE, held);
            let hand: CardSet = decks[2].split_off(decks[2].len() - 3).into_iter().collect();
            let (level, count) = (dice.below(2), dice.below(4));
            let rest = decks[level].len() - count;
            let bought: CardSet = decks[level].split_off(rest).into_iter().collect();
            let met = PostSet::met_by(game.components.bonuses(bought));
            let posts = if modules.trading_posts { met } else { PostSet::NONE };
            SeatDescription { tokens, bought, hand, posts, ..SeatDescription::default() }
        })
        .collect();
    let market =
        decks.iter_mut().flat_map(|deck| deck.split_off(deck.len().saturating_sub(4))).collect();
    let table = TableDescription {
        seats: &tables,
        supply: None,
        market,
        market_hidden: [0; 6],
        decks: decks.each_ref().map(|deck| Deck::known(deck)),
        nobles: game.noble_pool().iter().take(seats + 1).collect(),
        cities: [].into_iter().collect(),
        to_move: 0,
        turns: 0,
        passes_in_a_row: 0,
        phase: Phase::Open,
        modules: splendor_core::ModuleTable::default(),
    };
    let position = Position::of(&game, &table).ok()?;
    Some((game, position))
}

#[test]
fn at_a_stuck_table_somebody_wins() {
    let mut dice = Dice::new(9);
    let (mut tables, mut alone) = (0, 0);
    for _ in 0..4_000 {
        let Some((game, mut position)) = poor_table(&mut dice) else { continue };
        while position.freedom(&game) == Freedom::Stuck && !position.has_ended() {
            let legal = position.legal_turns(&game);
            assert!(legal.iter().all(|turn| turn.action == Action::Pass));
            position = position.played(&game, dice.pick(&legal)).unwrap().0;
        }
        if position.phase() != Phase::Ended(End::Stalemate) {
            continue;
        }
        let score = |seat: &splendor_core::Seat| (seat.prestige(), seat.bought().len());
        let scores: Vec<(u8, u8)> = position.seats().iter().map(score).collect();
        let winners: Vec<u8> = position.winners(&game).iter().collect();
        assert_eq!(winners, expected(&scores, game.rules.rulings.tie), "{scores:?}");
        assert!(!winners.is_empty());
        tables += 1;
        alone += u32::from(winners.len() == 1 && scores.iter().any(|seat| seat.0 > 0));
    }
    assert!(tables > 40 && alone > 10, "{tables} tables, {alone} with one winner");
}
