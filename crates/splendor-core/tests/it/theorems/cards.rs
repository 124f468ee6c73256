//! The consequences of the prestige of the 90 cards: sums over the tables.

use splendor_core::{CardSet, Components, Row, Rulings, published_tokens};

use super::says;

fn all() -> &'static Components {
    Components::published()
}

/// The prestige of these cards, least first.
fn points(cards: CardSet) -> Vec<u32> {
    let mut points: Vec<u32> =
        cards.iter().map(|card| u32::from(all().card(card).points())).collect();
    points.sort_unstable();
    points
}

/// How many of the cards with the least prestige add up to no more than `most`.
fn within(points: &[u32], most: u32) -> usize {
    let sums = points.iter().scan(0, |sum, point| {
        *sum += point;
        Some(*sum)
    });
    sums.take_while(|&sum| sum <= most).count()
}

/// The prestige that seats have at most while none has called the end.
fn uncalled(seats: u32, target: u32) -> u32 {
    seats * (target - 1)
}

#[test]
fn the_cards_bring_more_than_seats_may_have_without_an_end() {
    let points = points(all().cards());
    let sum: u32 = points.iter().sum();
    assert_eq!(sum, u32::from(all().points(all().cards())));
    says(&format!("The {} cards bring {sum} prestige in all", points.len()));
    let target = u32::from(Rulings::default().target);
    for seats in 2..=4 {
        let most = uncalled(seats, target);
        assert!(most < sum);
        let bought = within(&points, most);
        says(&format!("| {seats} | {most} | {bought} | {} |", points.len() - bought));
        // A card for each seat of the round in which the end is called, and three for each hand.
        let gone = bought + 4 * seats as usize;
        assert!(gone < points.len(), "a card is left to reserve: {gone} of {}", points.len());
    }
    let highest = |seats| (1..=255).rev().find(|&target| uncalled(seats, target) < sum).unwrap();
    let [two, three, four] = [2, 3, 4].map(highest);
    says(&format!("up to {two}, {three} and {four}"));
}

/// How many cards of a level seats must have bought, at least, when its deck is empty.
fn must_be_bought(level: Row, seats: usize) -> usize {
    let cards = usize::from(all().of_row(level).len());
    (cards - 4).saturating_sub(3 * seats)
}

#[test]
fn with_two_seats_the_decks_of_the_upper_levels_last() {
    let mut rows = 0;
    for level in Row::BASE {
        let points = points(all().of_row(level));
        for seats in 2..=4 {
            let bought = must_be_bought(level, seats);
            let least: u32 = points[..bought].iter().sum();
            let most = uncalled(u32::try_from(seats).unwrap(), 15);
            let verdict = if least > most { "lasts" } else { "may run out, by this count" };
            assert_eq!(least > most, seats == 2 && level != Row::One);
            let number = level.level().number();
            says(&format!("| {number} | {seats} | {bought} | {least} | {most} | {verdict} |"));
            rows += 1;
        }
    }
    assert_eq!(rows, 9);
}

#[test]
fn a_fifth_noble_calls_the_end() {
    let points: Vec<u8> = all().nobles().iter().map(|id| all().noble(id).points).collect();
    let [first, ..] = points[..] else { panic!("there are nobles") };
    assert!(points.iter().all(|&point| point == first));
    let target = Rulings::default().target;
    let uncalled = (target - 1) / first;
    assert_eq!(u32::from(uncalled + 1) * u32::from(first), u32::from(target));
    says(&format!("Each of the {} nobles brings {first} prestige", points.len()));
    says(&format!("{uncalled} nobles bring {} and leave", uncalled * first));
}

/// The gems that seats hold at most after so many turns, of which three each bring none.
fn gems_after(turns: u16, seats: u16) -> u16 {
    let own = |seat| (turns + seats - 1 - seat) / seats;
    (0..seats).map(|seat| (3 * (own(seat) - 3)).min(10)).sum()
}

#[test]
fn a_stuck_table_needs_so_many_turns() {
    let least = [2, 3, 4].map(|seats| {
        let gems = published_tokens(seats).gems().total();
        let seats = u16::from(seats);
        let turns = (3 * seats..=99).find(|&turns| gems_after(turns, seats) >= gems).unwrap();
        (turns, gems_after(turns - 1, seats), gems)
    });
    let [two, three, four] = least;
    let listed = |values: [u16; 3]| format!("{}, {} and {}", values[0], values[1], values[2]);
    let before = listed([two.0 - 1, three.0 - 1, four.0 - 1]);
    let most = listed([two.1, three.1, four.1]);
    let due = listed([two.2, three.2, four.2]);
    says(&format!("With {before} turns these are {most} gems at most, and there are {due}."));
    says(&format!("That {} suffice", listed([two.0, three.0, four.0])));
}
