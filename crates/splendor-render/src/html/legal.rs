//! The legal turns for a visitor, grouped by action.

use splendor_core::{Action, Game, Tokens, Turn};

use splendor_verify::words::turn_in_words;

/// Returns the legal actions in words, each with the number of its turns: ways to pay, to give
/// back, nobles, gems.
pub(super) fn groups(game: &Game<'_>, turns: &[Turn]) -> Vec<(String, usize)> {
    let mut groups: Vec<(Action, String, usize)> = Vec::new();
    for turn in turns {
        let action = bare(turn.action);
        match groups.iter_mut().find(|(known, ..)| *known == action) {
            Some((_, _, count)) => *count += 1,
            None => groups.push((action, words(game, turn.seat, action), 1)),
        }
    }
    groups.into_iter().map(|(_, words, count)| (words, count)).collect()
}

/// Returns an action without its payment.
const fn bare(action: Action) -> Action {
    match action {
        Action::Purchase { card, from, .. } => Action::Purchase { card, pay: Tokens::NONE, from },
        other => other,
    }
}

fn words(game: &Game<'_>, seat: u8, action: Action) -> String {
    let words = turn_in_words(game, &Turn::new(seat, action));
    words.strip_suffix(" for nothing").map_or(words.clone(), str::to_owned)
}
