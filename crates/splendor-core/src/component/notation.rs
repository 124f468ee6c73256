//! How amounts of gems are written in an id: `4d2s`.

use core::fmt;

use crate::number::{Color, Gems};

/// Reads amount and letter pairs: each color at most once, in the order d s e r o.
pub(crate) const fn parse_gems(mut text: &[u8]) -> Option<Gems> {
    let mut counts = [0; 5];
    let mut least = 0;
    while let [amount, letter, rest @ ..] = text {
        let Some(color) = Color::of_letter(*letter) else { return None };
        let is_amount = matches!(*amount, b'1'..=b'9');
        if !is_amount || color.index() < least {
            return None;
        }
        counts[color.index()] = *amount - b'0';
        least = color.index() + 1;
        text = rest;
    }
    if text.is_empty() { Some(Gems::new(counts)) } else { None }
}

pub(crate) fn write_gems(f: &mut fmt::Formatter<'_>, gems: Gems) -> fmt::Result {
    for (color, count) in gems.iter().filter(|&(_, count)| count > 0) {
        write!(f, "{count}{}", color.letter())?;
    }
    Ok(())
}
