//! Checks that games of an arena are legal, whoever reveals the cards.

use splendor_core::{Boxes, Edition, Modules, Rules};
use splendor_verify::arena::{Arena, ArenaError};
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
    let judgment = judge(&arena.log(), &JudgeOptions::default());
    assert_eq!(judgment.verdict(), Verdict::Legal, "{:?}", judgment.findings);
    let (_, position) = judgment.last().unwrap();
    assert_eq!(position, arena.position());
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
            let last = choices.log().turns.pop();
            let mut same = played.filter(|after| after.log().turns.last() == last.as_ref());
            let next = same.next().expect("the choices make a legal turn");
            assert!(same.next().is_none(), "a turn is listed twice");
            drop(same);
            whole = next;
        }
    }
    assert_eq!(whole.log(), choices.log());
}
