//! How amounts of gems are written in an id: `4d2s`.

use core::fmt;

use crate::number::{Color, Gems};

/// Reads amount and letter pairs: each color at most once, in the order d s e r o.
pub(crate) const fn parse_gems(bytes: &[u8], from: usize, to: usize) -> Option<Gems> {
    let mut gems = Gems::NONE;
    let mut at = from;
    let mut least = 0;
    while at < to {
        if at + 1 == to || bytes[at] < b'1' || bytes[at] > b'9' {
            return None;
        }
        let Some(color) = Color::of_letter(bytes[at + 1]) else { return None };
        if color.index() < least {
            return None;
        }
        gems = gems.with(color, bytes[at] - b'0');
        least = color.index() + 1;
        at += 2;
    }
    Some(gems)
}

pub(crate) fn write_gems(f: &mut fmt::Formatter<'_>, gems: Gems) -> fmt::Result {
    for (color, count) in gems.iter().filter(|&(_, count)| count > 0) {
        write!(f, "{count}{}", color.letter())?;
    }
    Ok(())
}
