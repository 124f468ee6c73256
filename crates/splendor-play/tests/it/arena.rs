//! Checks that games of an arena are legal, whoever reveals the cards.

use splendor_core::{Boxes, Edition, Modules, Rules};
use splendor_play::arena::{Arena, ArenaError};
use splendor_verify::{JudgeOptions, Verdict, judge};

use super::generate::rulings;

/// Numbers in an arbitrary but fixed order.
struct Numbers(u64);

impl Numbers {
    fn pick(&mut self, from: &[u16]) -> Option<u16> {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let place = (self.0 >> 33) as usize % from.len().max(1);
        from.get(place).copied()
    }
}

fn arena(number: u64) -> Arena {
    let modules = Modules {
        cities: number.is_multiple_of(3),
        trading_posts: number.is_multiple_of(2),
        ..Modules::NONE
    };
    let boxes = Boxes { silk_road: number.is_multiple_of(5), ..Boxes::default() };
    let rules = Rules { edition: Edition::Y2024, modules, boxes, rulings: rulings(number) };
    let arena = Arena::new(rules, 2 + (number % 3) as u8, number);
    if number.is_multiple_of(4) { arena.revealed_by_caller().unwrap() } else { arena }
}

/// Makes a random choice or reveals a random component; returns whether the game goes on.
fn step(arena: &mut Arena, numbers: &mut Numbers) -> bool {
    if arena.awaits_reveal() {
        let component = numbers.pick(&arena.possible_reveals()).unwrap();
        arena.reveal(component).unwrap();
        return true;
    }
    match arena.choices() {
        // A ruling lets a seat keep so many tokens that not all returns are listed.
        Err(ArenaError::NotPossible(why)) => {
            assert_eq!(why, "there are too many ways to return tokens to list them");
            false
        }
        Err(error) => panic!("{error}"),
        Ok(open) => numbers.pick(&open).is_some_and(|choice| {
            arena.choose(choice).unwrap();
            arena.turns() < 300
        }),
    }
}

fn assert_legal(arena: &Arena) {
    let log = match arena.log() {
        Ok(log) => log,
        Err(error) => {
            assert_eq!(error.to_string(), "the setup is not complete");
            return;
        }
    };
    let judgment = judge(&log, &JudgeOptions::default());
    assert_eq!(judgment.verdict(), Verdict::Legal, "{:?}", judgment.findings);
    let (_, position) = judgment.last().unwrap();
    if log.setup.decks.is_some() {
        assert_eq!(position, arena.position());
    }
    assert_eq!(position.market(), arena.position().market());
    assert!(position.scores().eq(arena.position().scores()));
}

#[test]
fn games_of_choices_are_legal_under_every_ruling() {
    let mut ended = 0;
    for number in 0..crate::sample(80, 800) {
        let (mut arena, mut numbers) = (arena(number), Numbers(number));
        let mut steps = 0;
        while step(&mut arena, &mut numbers) {
            steps += 1;
            let seat = (steps % 2) as u8;
            if steps % 61 == 0
                && let Ok(other) = arena.with_other_hidden_cards(seat, steps)
            {
                assert_eq!(other.features(seat), arena.features(seat));
                assert_legal(&other);
            }
        }
        assert_legal(&arena);
        ended += usize::from(arena.position().has_ended());
    }
    assert!(ended > 20, "only {ended} games ended");
}

#[test]
fn whole_turns_and_choices_give_the_same_game() {
    let (mut choices, mut numbers) = (arena(2), Numbers(2));
    let mut whole = choices.clone();
    while choices.turns() < 60 && step(&mut choices, &mut numbers) {
        if choices.turns() > whole.turns() {
            let (turns, _) = whole.legal_turns();
            let played = turns.iter().map(|turn| {
                let mut after = whole.clone();
                after.play(turn).unwrap();
                after
            });
            // Two turns can lead to one position: a gem that is returned need not be taken.
            let last = choices.log().unwrap().turns.pop();
            let mut same =
                played.filter(|after| after.log().unwrap().turns.last() == last.as_ref());
            let next = same.next().expect("the choices make a legal turn");
            assert!(same.next().is_none(), "a turn is listed twice");
            drop(same);
            whole = next;
        }
    }
    assert_eq!(whole.log(), choices.log());
}

/// Returns how many ones a section of the observation of a seat has.
fn ones(arena: &Arena, seat: u8, name: &str) -> usize {
    let mut features = arena.features(seat).unwrap().into_iter();
    for (section, length) in arena.sections() {
        let values = features.by_ref().take(length);
        if section == name {
            return values.filter(|&value| value == 1).count();
        }
        values.for_each(drop);
    }
    panic!("no section {name}")
}

/// Deals a game of which the caller reveals the cards, and reveals the setup.
fn revealed(modules: Modules, numbers: &mut Numbers) -> Arena {
    let rules = Rules { modules, ..Rules::default() };
    let mut arena = Arena::new(rules, 2, 7).revealed_by_caller().unwrap();
    for count in 0_usize.. {
        let shown = ["nobles", "cities", "market"].map(|name| ones(&arena, 0, name));
        assert_eq!(shown.iter().sum::<usize>(), count);
        if !arena.awaits_reveal() {
            break;
        }
        assert!(arena.log().is_err());
        step(&mut arena, numbers);
    }
    arena
}

#[test]
fn a_revealed_game_shows_and_logs_only_revealed_components() {
    for cities in [false, true] {
        let modules = Modules { cities, ..Modules::NONE };
        let log = revealed(modules, &mut Numbers(3)).log().unwrap();
        assert_eq!(log.source.unwrap().game, None);
        assert_eq!(log.setup.decks, None);
    }
}

#[test]
fn a_seat_keeps_the_first_of_two_cards_while_the_second_is_to_be_revealed() {
    let modules = Modules { trading_posts: true, ..Modules::NONE };
    let mut seen = 0;
    for number in 0..40 {
        let mut numbers = Numbers(number);
        let mut arena = revealed(modules, &mut numbers);
        while step(&mut arena, &mut numbers) {
            let seat = arena.position().to_move();
            if !arena.awaits_reveal() || ones(&arena, seat, "drawn_first") == 0 {
                continue;
            }
            assert_eq!(ones(&arena, seat, "drawn_second"), 0);
            for seed in 0..5 {
                let other = arena.with_other_hidden_cards(seat, seed).unwrap();
                assert_eq!(other.features(seat), arena.features(seat));
            }
            seen += 1;
        }
    }
    assert!(seen > 0, "no seat drew two cards");
}

#[test]
fn a_seat_that_is_not_at_the_table_is_an_error() {
    let arena = arena(1);
    assert_eq!(arena.position().seats().len(), 3);
    for seat in [3, u8::MAX] {
        let why = format!("there is no seat {seat}: they are 0 to 2");
        let error = ArenaError::NotPossible(why);
        assert_eq!(arena.features(seat), Err(error.clone()));
        assert_eq!(arena.with_other_hidden_cards(seat, 1).err(), Some(error));
    }
}
