//! Error texts for unknown words, with the known word that was probably meant.

use splendor_core::Color;
use strsim::osa_distance;

use crate::visible;

/// Returns the message for an unknown key.
#[cold]
pub(crate) fn unknown_name(what: &str, name: &str, known: &[&str]) -> String {
    suggest(&format!("{what} has no field `{}`", clip(name)), name, known)
}

/// Returns the message for an unknown word.
#[cold]
pub(crate) fn unknown_word(what: &str, word: &str, known: &[&str]) -> String {
    suggest(&format!("`{}` is not {what}", clip(word)), word, known)
}

fn suggest(message: &str, word: &str, known: &[&str]) -> String {
    match nearest(word, known) {
        Some(name) => format!("{message}; did you mean `{name}`?"),
        None => format!("{message}; expected one of {}", known.join(", ")),
    }
}

/// Returns the known word closest to a misspelled one, if it is close enough to be a typo.
fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    if word.len() > 64 {
        return None;
    }
    // Many clients name the gems by their colors, although no color is close in spelling.
    let by_color = Color::of_spoken(word).map(Color::name).filter(|gem| known.contains(gem));
    by_color.or_else(|| {
        let word = lower_case(word);
        let length = word.chars().count();
        let near = known.iter().copied().filter_map(|name| {
            let limit = name.len().max(3) / 3;
            // The distance is at least the difference of the lengths, which is faster to compute.
            let may_be_near = name.len().abs_diff(length) <= limit;
            let distance = may_be_near.then(|| osa_distance(&word, &lower_case(name)))?;
            (distance <= limit).then_some((distance, name))
        });
        near.min_by_key(|&(distance, _)| distance).map(|(_, name)| name)
    })
}

/// Counts the letters to insert, delete, change or swap between two words; case does not count.
pub fn edit_distance(from: &str, to: &str) -> usize {
    osa_distance(&lower_case(from), &lower_case(to))
}

fn lower_case(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}

/// Returns at most forty characters of a text, on one line, for an error message.
pub(crate) fn clip(text: &str) -> String {
    let end = text.char_indices().nth(40).map(|(end, _)| end);
    let clipped = visible::line(&text[..end.unwrap_or(text.len())]).into_owned();
    if end.is_some() { clipped + "…" } else { clipped }
}
