//! The choices of tokens that can be taken, and those that can be returned.

use core::ops::RangeInclusive;

use crate::number::{Color, Gems, Token, Tokens};

/// One, two or three different gems, with how many they are.
pub(crate) const DIFFERENT: [(u32, Gems); 25] = different();

const fn different() -> [(u32, Gems); 25] {
    let mut choices = [(0, Gems::NONE); 25];
    let (mut subset, mut count) = (1_u32, 0);
    while subset < 1 << Color::ALL.len() {
        let size = subset.count_ones();
        if size <= 3 {
            choices[count] = (size, gems_of(subset));
            count += 1;
        }
        subset += 1;
    }
    choices
}

/// Returns one gem of each color of which the bit is set.
const fn gems_of(subset: u32) -> Gems {
    let mut gems = Gems::NONE;
    let mut at = 0;
    while at < Color::ALL.len() {
        gems = gems.with(Color::ALL[at], (subset >> at & 1) as u8);
        at += 1;
    }
    gems
}

/// Lists every choice out of `tokens` that has one of these sizes.
pub(crate) fn each_token_choice(
    tokens: Tokens,
    sizes: &RangeInclusive<u16>,
    on_choice: &mut impl FnMut(Tokens),
) {
    fill(tokens, sizes, Tokens::NONE, 0, on_choice);
}

/// Returns a choice out of `tokens` of this size.
pub(crate) fn first_token_choice(tokens: Tokens, size: u16) -> Option<Tokens> {
    let mut left = size;
    let mut chosen = Tokens::NONE;
    for token in Token::ALL {
        let count = u8::try_from(left).unwrap_or(u8::MAX).min(tokens.get(token));
        chosen = chosen.with(token, count);
        left -= u16::from(count);
    }
    (left == 0).then_some(chosen)
}

/// Lists those choices that extend `chosen`, which is final for the kinds before `at`.
fn fill(
    tokens: Tokens,
    sizes: &RangeInclusive<u16>,
    chosen: Tokens,
    at: usize,
    on_choice: &mut impl FnMut(Tokens),
) {
    let room = sizes.end() - chosen.total();
    let token = Token::ALL.get(at).filter(|_| room > 0);
    let Some(&token) = token else {
        if sizes.contains(&chosen.total()) {
            on_choice(chosen);
        }
        return;
    };
    let most = u8::try_from(room).unwrap_or(u8::MAX).min(tokens.get(token));
    for count in 0..=most {
        fill(tokens, sizes, chosen.with(token, count), at + 1, on_choice);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;

    #[test]
    fn every_choice_of_different_gems_is_listed_once() {
        let table = different();
        let choices: BTreeSet<Gems> = table.iter().map(|&(_, gems)| gems).collect();
        assert_eq!(choices.len(), table.len());
        for (size, gems) in table {
            assert!((1..=3).contains(&size) && gems.colors() == size, "{gems:?}");
            assert!(gems.iter().all(|(_, count)| count <= 1), "{gems:?}");
        }
        assert_eq!(table, DIFFERENT);
    }
}
