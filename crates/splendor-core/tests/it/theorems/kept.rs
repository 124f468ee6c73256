//! Why games of three or four seats end also where a seat may keep more than ten tokens: every
//! state of the tokens is followed, colors left out.

use splendor_core::published_tokens;

use super::{grouped, says};
use crate::sample;

/// The gems and the gold that a seat holds.
type Held = (u8, u8);

/// The gold of a game.
const GOLD: u8 = 5;

/// Numbers the lists of numbers with no more than a given sum.
struct Lists {
    /// How many lists of so many numbers there are with no more than a sum.
    counts: Vec<Vec<usize>>,
    most: usize,
}

impl Lists {
    fn new(len: usize, most: u8) -> Self {
        let most = usize::from(most);
        let mut counts = vec![vec![1; most + 1]];
        for shorter in 0..len {
            let of = |sum: usize| (0..=sum).map(|first| counts[shorter][sum - first]).sum();
            let row = (0..=most).map(of).collect();
            counts.push(row);
        }
        Self { counts, most }
    }

    fn len(&self) -> usize {
        self.counts[self.counts.len() - 1][self.most]
    }

    fn number(&self, list: impl ExactSizeIterator<Item = u8>) -> usize {
        let (mut left, mut len, mut number) = (self.most, list.len(), 0);
        for value in list {
            // Lists with a lower value here: all from here on, but those with at least this value.
            let row = &self.counts[len];
            number += row[left] - row[left - usize::from(value)];
            left -= usize::from(value);
            len -= 1;
        }
        number
    }
}

/// The states of a game, by the holdings of the seats and the number of passes in a row; the next
/// seat is the first.
struct States {
    seats: usize,
    all_gems: u8,
    gems: Lists,
    gold: Lists,
    /// 0: not seen, 1: being followed, else two more than the length of the longest row from there.
    length: Vec<u16>,
}

impl States {
    fn new(seats: u8) -> Self {
        let all_gems = u8::try_from(published_tokens(seats).gems().total()).unwrap();
        let seats = usize::from(seats);
        let (gems, gold) = (Lists::new(seats, all_gems), Lists::new(seats, GOLD));
        let length = vec![0; gems.len() * gold.len() * seats];
        Self { seats, all_gems, gems, gold, length }
    }

    fn place(&self, held: &[Held], passes: usize) -> usize {
        let gems = self.gems.number(held.iter().map(|held| held.0));
        let gold = self.gold.number(held.iter().map(|held| held.1));
        (gems * self.gold.len() + gold) * self.seats + passes
    }

    /// The longest row of takes and passes from here, or none if one never ends.
    fn longest(&mut self, held: &[Held], passes: usize) -> Option<u16> {
        let place = self.place(held, passes);
        match self.length[place] {
            0 => {}
            1 => return None,
            known => return Some(known - 2),
        }
        self.length[place] = 1;
        let left = self.all_gems - held.iter().map(|held| held.0).sum::<u8>();
        let mut longest = 0;
        for taken in left.min(1)..=left.min(3) {
            let passes = if taken == 0 { passes + 1 } else { 0 };
            if passes == self.seats {
                longest = longest.max(1);
                continue;
            }
            for kept in kept(held[0], taken) {
                let mut next = [(0, 0); 4];
                next[..self.seats - 1].copy_from_slice(&held[1..]);
                next[self.seats - 1] = kept;
                let rest = self.longest(&next[..self.seats], passes)?;
                longest = longest.max(rest + 1);
            }
        }
        self.length[place] = longest + 2;
        Some(longest)
    }

    /// The longest row from any state that begins as this one, with no pass before.
    fn explore(&mut self, held: &mut Vec<Held>) -> Option<u16> {
        if held.len() == self.seats {
            return self.longest(held, 0);
        }
        let owned = held.iter().fold((0, 0), |sum, held| (sum.0 + held.0, sum.1 + held.1));
        let mut longest = 0;
        for gold in 0..=GOLD - owned.1 {
            for gems in 0..=self.all_gems - owned.0 {
                held.push((gems, gold));
                longest = longest.max(self.explore(held)?);
                held.pop();
            }
        }
        Some(longest)
    }
}

/// The holdings that a seat can keep after a take of so many gems: it returns the tokens above ten,
/// or fewer.
fn kept((gems, gold): Held, taken: u8) -> impl Iterator<Item = Held> {
    let gems = gems + taken;
    let over = (gems + gold).saturating_sub(10);
    let gold_back = 0..=over.min(gold);
    let both = move |gold_back: u8| (0..=(over - gold_back).min(gems)).map(move |n| (n, gold_back));
    gold_back.flat_map(both).map(move |(back, gold_back)| (gems - back, gold - gold_back))
}

/// Four seats take a quarter of a minute.
#[test]
fn no_row_of_takes_and_passes_is_endless_where_tokens_are_kept() {
    for seats in 3..=sample(3, 4) {
        let mut states = States::new(seats);
        let count = grouped(states.length.len());
        let longest = usize::from(states.explore(&mut Vec::new()).unwrap());
        let nobles = usize::from(seats) + 1;
        let turns = grouped(180 + nobles + (181 + nobles) * longest);
        says(&format!("| {seats} | {count} | {longest} | {turns} |"));
    }
}
