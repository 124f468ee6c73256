//! Texts of any length, cut to fit their room.

/// The mark for the omitted rest of a text.
const REST: char = '\u{2026}';

/// Returns about how wide a text is in the type of names, in units of the drawing: rather too much
/// than too little, as each visitor has another font.
pub(super) fn width(text: &str) -> i32 {
    text.chars().map(wide).sum()
}

const fn wide(letter: char) -> i32 {
    match letter {
        ' ' | '.' | ',' | 'i' | 'j' | 'l' | 'I' => 5,
        '-' | '(' | ')' | 'f' | 'r' | 't' => 7,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 15,
        'a'..='z' | '0'..='9' => 10,
        '\0'..='\u{52f}' | REST => 13,
        _ => 19,
    }
}

/// Returns a text as far as there is room for it, an ellipsis in place of the rest.
pub(super) fn in_room(text: &str, room: i32) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let mut left = room - wide(REST);
    let fits = text.chars().take_while(|&letter| {
        left -= wide(letter);
        left >= 0
    });
    let short: String = fits.collect();
    format!("{}{REST}", short.trim_end())
}

/// Returns the first characters of a text, an ellipsis in place of the rest.
pub(crate) fn beginning(text: &str, count: usize) -> String {
    match text.char_indices().nth(count) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}{REST}", text[..end].trim_end()),
    }
}
