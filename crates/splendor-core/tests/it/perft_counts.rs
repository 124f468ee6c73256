//! Perft: counting without making the turns gives the same as making them.

use splendor_core::{
    Action, Game, NobleSet, Perft, Position, PostSet, Powers, Return, Row, Rulings, Tokens, Turn,
};

use crate::played::Played;
use crate::random_game::{Dice, Walk};
use crate::table_builder::{Case, TableBuilder, TurnExt as _, draw, take};
use crate::trading_post_edge_cases::LONG;

fn count(turns: &[Turn], is: impl Fn(&Turn) -> bool) -> u64 {
    turns.iter().filter(|turn| is(turn)).count() as u64
}

/// Counts turns of each kind one by one.
fn counted(turns: &[Turn]) -> Perft {
    Perft {
        lines: turns.len() as u64,
        takes: count(turns, |turn| matches!(turn.action, Action::Take(_))),
        reserves: count(turns, |turn| {
            matches!(turn.action, Action::ReserveMarket(_) | Action::ReserveDeck { .. })
        }),
        purchases: count(turns, |turn| matches!(turn.action, Action::Purchase { .. })),
        passes: count(turns, |turn| turn.action == Action::Pass),
        returns: count(turns, |turn| turn.returned != Tokens::NONE),
        gems: count(turns, |turn| turn.gem.is_some()),
        nobles: count(turns, |turn| turn.nobles != NobleSet::NONE),
        posts: count(turns, |turn| turn.posts != PostSet::NONE),
    }
}

/// Every turn that can follow each of these.
fn followed(game: &Game<'_>, position: &Position, turns: &[Turn]) -> Vec<Turn> {
    let next = |turn: &Turn| position.played(game, turn).unwrap().0.distinct_turns(game);
    turns.iter().flat_map(next).collect()
}

/// Counts on a position of a walk; returns whether it could be counted, and whether two deep.
fn count_on(walk: &Walk) -> [bool; 2] {
    let (game, position) = (&walk.game, &walk.position);
    let turns = position.distinct_turns(game);
    let Some(one) = position.perft(game, 1) else {
        assert_eq!(position.perft(game, 0), None);
        assert_eq!(game.rules.rulings.returns, Return::UpTo);
        return [false; 2];
    };
    assert_eq!(one, counted(&turns));
    assert_eq!(position.perft(game, 0), Some(Perft { lines: 1, ..Perft::default() }));
    let small = turns.len() < 40;
    if small {
        assert_eq!(position.perft(game, 2), Some(counted(&followed(game, position, &turns))));
    }
    [true, small]
}

#[test]
fn what_is_counted_can_be_played() {
    let mut counts = [0; 2];
    for seed in 0..60 {
        let mut dice = Dice::new(seed);
        let mut walk = Walk::new(&mut dice, true);
        for step in 0..120 {
            let legal = walk.position.legal_turns(&walk.game);
            if legal.is_empty() {
                break;
            }
            if step % 12 == 0 {
                let found = count_on(&walk);
                counts = [0, 1].map(|at| counts[at] + u32::from(found[at]));
            }
            let turn = walk.pick(&mut dice, &legal);
            walk.play(&walk.with_reveals(&turn)).unwrap();
        }
    }
    assert!(counts[0] > 200 && counts[1] > 20, "{counts:?}");
}

#[test]
fn what_is_left_to_chance_is_not_counted() {
    let open = TableBuilder::new(2).lay();
    assert!(!open.position.is_determined());
    assert_eq!(open.position.perft(&open.game, 1), None);
    let known = TableBuilder::new(2).known_decks().lay();
    assert!(known.position.is_determined());
    assert!(known.position.perft(&known.game, 1).is_some_and(|perft| perft.lines > 0));
    let forced = known.position.adopt(0, None, None, None);
    assert!(!forced.is_determined());
    assert_eq!(forced.perft(&known.game, 1), None);
}

#[test]
fn where_seats_may_keep_tokens_nothing_is_counted() {
    let rulings = Rulings { returns: Return::UpTo, ..Rulings::default() };
    let case = TableBuilder::new(2).rulings(rulings).known_decks().lay();
    assert_eq!(case.position.perft(&case.game, 1), None);
}

#[test]
fn the_first_turns_of_a_game() {
    // Ten takes of three, five of two; twelve cards face up and three decks to reserve from.
    let case = TableBuilder::new(2).known_decks().lay();
    let one = case.position.perft(&case.game, 1).unwrap();
    assert_eq!((one.lines, one.takes, one.reserves, one.purchases), (30, 15, 15, 0));
}

#[test]
fn each_heap_that_can_be_given_back_is_a_line() {
    // At ten tokens a take of three returns three: of two kinds of four and one of five there are
    // ten choices of three, as of any three kinds with three tokens each.
    let case = TableBuilder::new(2).tokens(0, "3d4s3e").supply("1d1s1e").known_decks().lay();
    let turns = case.position.legal_turns(&case.game);
    let takes = count(&turns, |turn| matches!(turn.action, Action::Take(_)));
    assert_eq!(takes, 10);
    let one = case.position.perft(&case.game, 1).unwrap();
    assert_eq!((one.takes, one.reserves, one.returns), (10, 15, 10));
}

/// How many different ways there are to reserve from the first deck, of two known cards or one.
fn from_deck(case: &Case) -> usize {
    let turns = case.position.distinct_turns(&case.game).into_iter();
    let from = |action: &Action| match action {
        Action::ReserveDeck { row: level, .. } => *level == Row::One,
        _ => false,
    };
    let mut ways: Vec<Action> = turns.map(|turn| turn.action).filter(from).collect();
    ways.sort_unstable();
    ways.dedup();
    ways.len()
}

#[test]
fn of_two_known_cards_either_can_be_kept() {
    let power = TableBuilder::new(2).posts().bonuses(0, "3o").rulings(LONG);
    assert_eq!(from_deck(&power.clone().known_decks().lay()), 2);
    // Where the power need not be used, one card alone can be drawn as well.
    let optional = Rulings { powers: Powers::Optional, ..LONG };
    assert_eq!(from_deck(&power.clone().rulings(optional).known_decks().lay()), 3);
    // Which of two unknown cards is kept makes no difference.
    assert_eq!(from_deck(&power.clone().lay()), 1);
    // The power is that of the module, and of the seat that has the post.
    assert_eq!(from_deck(&power.known_decks().turn_of(1).lay()), 1);
    assert_eq!(from_deck(&TableBuilder::new(2).bonuses(0, "3o").known_decks().lay()), 1);
}

#[test]
fn either_of_two_known_cards_is_counted_under_any_way_to_give_back() {
    for returns in [Return::Exact, Return::Anything] {
        let rulings = Rulings { returns, ..LONG };
        let table = TableBuilder::new(2).posts().bonuses(0, "3o").rulings(rulings).nobles("");
        let case = table.tokens(0, "3d3s4e").known_decks().lay();
        let turns = case.position.distinct_turns(&case.game);
        assert_eq!(case.position.perft(&case.game, 1), Some(counted(&turns)));
    }
}

#[test]
fn a_turn_is_counted_by_what_it_says() {
    let turn = take("1d").back("1s").gem("r").come("3:4d4s").gains("draw-two");
    let all =
        Perft { lines: 1, takes: 1, returns: 1, gems: 1, nobles: 1, posts: 1, ..Perft::default() };
    assert_eq!(Perft::of_turn(&turn), all);
    let pass = Perft { lines: 1, passes: 1, ..Perft::default() };
    assert_eq!(Perft::of_turn(&crate::table_builder::pass()), pass);
    let reserve = Perft { lines: 1, reserves: 1, ..Perft::default() };
    assert_eq!(Perft::of_turn(&draw(Row::Two)), reserve);
    assert_eq!(Perft::of_turn(&crate::table_builder::reserve("a0d3s")), reserve);
    let purchase = Perft { lines: 1, purchases: 1, ..Perft::default() };
    assert_eq!(Perft::of_turn(&crate::table_builder::buy("a0d3s", "3s")), purchase);
    assert_eq!([all, pass].into_iter().sum::<Perft>().lines, 2);
}
