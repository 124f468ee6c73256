//! Turns in words.

mod effects;
mod parse;

use std::fmt::Display;

use splendor_core::{Action, CardsPaid, Component, Events, Game, Gems, Place, Turn};
use splendor_schema::json::edit_distance;

pub use parse::{TurnWordsError, turn_from_words};

/// Returns a turn in words, like `take one diamond, one ruby and one onyx`.
pub fn turn_in_words(game: &Game<'_>, turn: &Turn) -> String {
    turn_with_events(game, turn, &Events::default())
}

/// Returns a turn in words with its events in order, like `reserve a0d3s and take one gold, return
/// one ruby`.
pub fn turn_with_events(game: &Game<'_>, turn: &Turn, events: &Events) -> String {
    let mut words = action(game, turn.action, &turn.cards_paid);
    if events.gold {
        words += " and take one gold";
    }
    words += &effects::effects(game, &turn.effects, turn.gem);
    let revealed = match events.refill {
        Some(Place::Card(card)) => Some(format!("{} is revealed", game.components.card(card))),
        _ => None,
    };
    let is_purchase = matches!(turn.action, Action::Purchase { .. });
    let waits = game.rules.rulings.conquest_refill.waits(is_purchase);
    let (before, after) = match &turn.conquest {
        Some(_) if waits => (None, revealed),
        _ => (revealed, None),
    };
    words.extend(before.map(|revealed| format!(", {revealed}")));
    if let Some(conquest) = &turn.conquest {
        words += &format!("; then {}", effects::conquest(game, conquest));
    }
    words.extend(after.map(|revealed| format!("; then {revealed}")));
    if !turn.returned.is_empty() {
        // The return ends the turn, not the conquest.
        let behind = if turn.conquest.is_some() { ";" } else { "," };
        words += &format!("{behind} return {}", turn.returned);
    }
    for noble in turn.nobles.iter() {
        words += &format!(", then take the noble {}", game.components.noble(noble));
    }
    for post in turn.posts.iter() {
        words += &format!(", gain the post {post}");
    }
    if events.triggered {
        words += "; the end is triggered";
    }
    words
}

/// Returns the actions of a turn that does not have exactly one, like `two actions: take and
/// purchase`.
pub fn actions_in_words(turn: &splendor_schema::Turn) -> String {
    let actions: Vec<String> = turn.action_keys().map(str::to_owned).collect();
    match actions.as_slice() {
        [] => "no action".to_owned(),
        [_, _] => format!("two actions: {}", listed(&actions)),
        [_, _, _] => format!("three actions: {}", listed(&actions)),
        _ => format!("four actions: {}", listed(&actions)),
    }
}

/// Returns an action in words.
fn action(game: &Game<'_>, action: Action, cards: &CardsPaid) -> String {
    let card = |id| Component::Card(game.components.card(id));
    match action {
        Action::Take(taken) => format!("take {taken}"),
        Action::ReserveMarket(id) => format!("reserve {}", card(id)),
        Action::ReserveDeck { row: level, card: Some(id), under } => {
            let under = under.map_or(String::new(), |id| format!(", put {} under it", card(id)));
            format!("reserve {} from the deck of {level}{under}", card(id))
        }
        Action::ReserveDeck { row: level, .. } => format!("reserve from the deck of {level}"),
        Action::Purchase { card: id, pay, .. } => {
            format!("buy {} for {}", card(id), effects::payment(game, pay, cards))
        }
        Action::Pass => "pass".to_owned(),
    }
}

/// Returns a count with its noun, singular or plural.
pub fn count_with_noun<N: Copy + Display + From<u8> + PartialEq>(
    count: N,
    singular: &str,
    plural: &str,
) -> String {
    format!("{count} {}", if count == N::from(1) { singular } else { plural })
}

/// Returns bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
}

/// Returns a number of turns with its noun, such as `1 turn`.
pub fn turns(count: u64) -> String {
    count_with_noun(count, "turn", "turns")
}

/// Returns amounts like `2d 1o`.
pub fn gems(gems: Gems) -> String {
    let parts = gems.iter().filter(|&(_, count)| count > 0);
    let parts = parts.map(|(color, count)| format!("{count}{}", color.letter()));
    parts.collect::<Vec<_>>().join(" ")
}

/// Returns numbers of cards by their colors, each such as `4 diamond cards`.
pub fn cards_by_color(counts: Gems) -> impl Iterator<Item = String> {
    let colors = counts.iter().filter(|&(_, count)| count > 0);
    colors.map(|(color, count)| {
        count_with_noun(count, &format!("{color} card"), &format!("{color} cards"))
    })
}

/// Returns a seat with its name, such as `seat 0 (Ada)`; an empty name is left out.
pub fn seat_with_name(seat: impl Display, name: impl Display) -> String {
    let name = name.to_string();
    if name.is_empty() { format!("seat {seat}") } else { format!("seat {seat} ({name})") }
}

/// Returns a list of names, such as `0, 1 and 2`.
pub fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Breaks a sentence at 80 columns. Indents every line but the first by `indent` spaces, and
/// assumes that the first line starts in that column.
pub fn wrapped(sentence: &str, indent: usize) -> String {
    let mut text = String::new();
    let mut column = indent;
    for word in sentence.split(' ') {
        let width = word.chars().count();
        if column > indent && column + 1 + width > 80 {
            text.push('\n');
            text.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else if column > indent {
            text.push(' ');
            column += 1;
        }
        text += word;
        column += width;
    }
    text
}

/// Returns the closest known word, if it is close enough to be a typo.
pub fn closest_word<'w>(input: &str, known: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    let near = known.map(|word| (edit_distance(input, word), word)).min_by_key(|(far, _)| *far);
    near.filter(|&(far, word)| far <= word.chars().count() / 3).map(|(_, word)| word)
}
