//! Escapes invisible characters in untrusted text, so that it can be printed safely.
//!
//! A name may contain any character. Unescaped, a line break in it would start a line of its own,
//! an escape sequence would control the terminal, and a mark of direction would reorder the
//! letters. So each such character is printed as an escape like `\n` or `\u{1b}`. Letters and emoji
//! are unchanged. Backslashes are unchanged too, so that Windows paths stay readable and escaping
//! twice changes nothing. The escapes are therefore ambiguous: programs should read the JSON.

use std::borrow::Cow;

/// Returns a text with line breaks and invisible characters escaped, as a part of one line.
///
/// ```
/// use splendor_schema::visible::line;
///
/// assert_eq!(line("Zoë 字\n\u{1b}[2J\u{202e}"), r"Zoë 字\n\u{1b}[2J\u{202e}");
/// ```
pub fn line(text: &str) -> Cow<'_, str> {
    escaped(text, |_| false, as_word)
}

/// Returns a text with invisible characters escaped, except line breaks (`\n`) and tabs.
pub fn lines(text: &str) -> Cow<'_, str> {
    escaped(text, |letter| matches!(letter, '\n' | '\t'), as_word)
}

/// Returns JSON with the same values, with invisible characters in strings escaped as in JSON.
pub fn json(text: &str) -> Cow<'_, str> {
    // In strings, JSON escapes the characters below the space already. Outside of strings they
    // are whitespace, which must not be escaped.
    escaped(
        text,
        |letter| letter < ' ',
        |all, letter| {
            for unit in letter.encode_utf16(&mut [0; 2]) {
                *all += &format!("\\u{unit:04x}");
            }
        },
    )
}

/// Writes a character as an escape.
fn as_word(all: &mut String, letter: char) {
    match letter {
        '\n' => *all += r"\n",
        '\r' => *all += r"\r",
        '\t' => *all += r"\t",
        letter => all.extend(letter.escape_unicode()),
    }
}

/// Returns a text with its hidden characters written by `write`, except those that `stays` keeps.
fn escaped(text: &str, stays: fn(char) -> bool, write: fn(&mut String, char)) -> Cow<'_, str> {
    // Most texts are printable ASCII and are returned without a copy.
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~') || stays(byte.into()) && byte < 128) {
        return text.into();
    }
    let (mut all, mut from, mut before) = (String::new(), 0, ' ');
    for (at, letter) in text.char_indices() {
        let end = at + letter.len_utf8();
        if is_hidden(letter) && !stays(letter) && !joins(before, letter, &text[end..]) {
            all += &text[from..at];
            write(&mut all, letter);
            from = end;
        }
        before = letter;
    }
    if from == 0 { text.into() } else { (all + &text[from..]).into() }
}

/// Returns whether a character is invisible, breaks a line or changes the direction of text.
const fn is_hidden(letter: char) -> bool {
    matches!(letter,
        // Controls, and the soft hyphen.
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}'
        // The ends of lines and paragraphs.
        | '\u{2028}' | '\u{2029}'
        // Marks of direction.
        | '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        // Characters without width, and blank fillers.
        | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2065}' | '\u{206a}'..='\u{206f}' | '\u{2800}'
        | '\u{3164}' | '\u{13430}'..='\u{1343f}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        // Tags and selectors.
        | '\u{e0000}'..='\u{e0fff}'
        // Noncharacters.
        | '\u{fdd0}'..='\u{fdef}')
        || letter as u32 & 0xfffe == 0xfffe
}

/// Returns whether a character without width is a part of an emoji, between the text before and
/// after it.
fn joins(before: char, letter: char, after: &str) -> bool {
    match letter {
        '\u{fe0e}' | '\u{fe0f}' => is_sign(before) || matches!(before, '0'..='9' | '#' | '*'),
        '\u{200d}' => {
            let sign = is_sign(before) || before == '\u{fe0f}';
            sign && after.chars().next().is_some_and(is_sign)
        }
        _ => false,
    }
}

/// Returns whether a character may be an emoji or a skin tone.
const fn is_sign(letter: char) -> bool {
    matches!(letter,
        '©' | '®' | '\u{203c}' | '\u{2049}' | '\u{2122}' | '\u{2139}' | '\u{2190}'..='\u{2bff}'
        | '\u{3030}' | '\u{303d}' | '\u{3297}' | '\u{3299}' | '\u{1f000}'..='\u{1faff}')
}

#[cfg(test)]
mod tests {
    use super::{is_hidden, json, line, lines};

    #[test]
    fn every_control_character_is_escaped() {
        for letter in (0..=0x0010_ffff).filter_map(char::from_u32) {
            let text = format!("a{letter}b");
            let shown = line(&text);
            assert!(!shown.chars().any(char::is_control), "{shown}");
            assert_eq!(is_hidden(letter), *shown != *text, "{letter:?}");
            assert_eq!(line(&shown), shown);
            let escaped = serde_json::to_string(&text).unwrap_or_default();
            let escaped = json(&escaped).into_owned();
            assert!(!escaped.chars().any(char::is_control), "{escaped}");
            assert_eq!(serde_json::from_str::<String>(&escaped).ok(), Some(text));
        }
    }

    #[test]
    fn letters_and_emoji_stay() {
        for text in [
            "Zoë",
            "字",
            "Олег",
            "عمر",
            "नेहा",
            "e\u{301}",
            "👩\u{200d}🚀",
            "❤\u{fe0f}",
            "1\u{fe0f}⃣",
            r"C:\new",
        ] {
            assert_eq!(line(text), text);
        }
    }

    #[test]
    fn joiners_outside_of_emoji_are_escaped() {
        assert_eq!(line("a\u{200d}b\u{fe0f}"), r"a\u{200d}b\u{fe0f}");
        assert_eq!(line("👩\u{200d}b"), r"👩\u{200d}b");
        assert_eq!(line("a\u{e0041}\u{9b}"), r"a\u{e0041}\u{9b}");
        assert_eq!(lines("a\tb\r\n"), "a\tb\\r\n");
    }

    #[test]
    fn json_keeps_its_values() {
        let value = "\u{7f}\u{9b}\u{2028}\u{202e}\u{e0041}\u{ffff}\n\\ é👩\u{200d}🚀";
        let text = serde_json::to_string(value).unwrap_or_default();
        let escaped = json(&text);
        let escapes = r#""\u007f\u009b\u2028\u202e\udb40\udc41\uffff\n\\ é👩"#;
        assert!(escaped.starts_with(escapes), "{escaped}");
        assert_eq!(serde_json::from_str::<String>(&escaped).ok().as_deref(), Some(value));
    }
}
