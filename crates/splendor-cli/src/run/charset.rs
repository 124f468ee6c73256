//! Output in ASCII, for terminals whose locale has no UTF-8.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};

/// A writer that replaces all characters outside ASCII if `is_ascii` is set.
pub(crate) struct CharsetWriter<W> {
    to: W,
    is_ascii: bool,
}

impl<W: Write> CharsetWriter<W> {
    pub(crate) const fn new(to: W, is_ascii: bool) -> Self {
        Self { to, is_ascii }
    }
}

impl<W: Write> Write for CharsetWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_ascii && !bytes.is_ascii() {
            // The sanitizing writer before this one writes whole characters.
            self.to.write_all(to_ascii(&String::from_utf8_lossy(bytes)).as_bytes())?;
            return Ok(bytes.len());
        }
        self.to.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Returns whether the locale of the environment has another character set than UTF-8.
///
/// As in the C library, `LC_ALL` comes before `LC_CTYPE`, which comes before `LANG`, and an empty
/// value counts as absent. Without any of them the locale is unknown and UTF-8 is assumed: many
/// terminals and containers set none.
pub(crate) fn locale_lacks_utf8(variable: impl Fn(&str) -> Option<OsString>) -> bool {
    let values = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(variable);
    let mut values = values.filter(|value| !value.is_empty());
    values.next().is_some_and(|locale| !is_utf8(&locale))
}

/// Returns whether a locale, like `en_US.UTF-8@euro`, has UTF-8.
fn is_utf8(locale: &OsStr) -> bool {
    let locale = locale.to_string_lossy().to_ascii_lowercase();
    let locale = locale.split('@').next().unwrap_or_default();
    // The locale `UTF-8` of macOS is only a character set.
    let charset = locale.rsplit('.').next().unwrap_or_default();
    matches!(charset, "utf-8" | "utf8")
}

/// Replaces each line of a drawing by one ASCII character, so that columns stay aligned; other
/// characters become plain signs or escapes.
fn to_ascii(text: &str) -> String {
    let mut all = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\0'..='\x7f' => all.push(character),
            '│' | '┃' | '╿' => all.push('|'),
            '─' | '╴' | '┄' | '╌' | '–' | '−' => all.push('-'),
            '━' => all.push('^'),
            '▸' | '▶' => all.push('>'),
            '‡' => all.push(':'),
            '\u{2500}'..='\u{257f}' => all.push('+'),
            '×' => all.push('x'),
            '’' | '‘' => all.push('\''),
            '“' | '”' => all.push('"'),
            '…' => all += "...",
            // As in JSON, because a report or a log in JSON has to stay valid.
            _ => character.encode_utf16(&mut [0; 2]).iter().for_each(|unit| {
                all += &format!("\\u{unit:04x}");
            }),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::{locale_lacks_utf8, to_ascii};

    #[test]
    fn the_first_variable_that_is_set_decides() {
        let lacks = |all: &'static [(&str, &str)]| {
            locale_lacks_utf8(|name| {
                all.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into())
            })
        };
        assert!(!lacks(&[]));
        assert!(!lacks(&[("LANG", "C.UTF-8")]));
        assert!(!lacks(&[("LANG", "de_DE.utf8@euro")]));
        assert!(!lacks(&[("LC_CTYPE", "UTF-8"), ("LANG", "C")]));
        assert!(!lacks(&[("LC_ALL", ""), ("LANG", "en_US.UTF-8")]));
        assert!(lacks(&[("LANG", "C")]));
        assert!(lacks(&[("LANG", "POSIX")]));
        assert!(lacks(&[("LANG", "de_DE")]));
        assert!(lacks(&[("LANG", "de_DE.ISO-8859-1")]));
        assert!(lacks(&[("LC_ALL", "C"), ("LC_CTYPE", "C.UTF-8"), ("LANG", "C.UTF-8")]));
    }

    #[test]
    fn drawings_keep_their_columns_and_letters_become_escapes() {
        let text = "  ╭▸ a.json:1:9\n1 │ {\"take\"}\n  │  ━━━━━━ needs\n  ├ note\n  ╰ help: é…\n";
        let ascii =
            "  +> a.json:1:9\n1 | {\"take\"}\n  |  ^^^^^^ needs\n  + note\n  + help: \\u00e9...\n";
        assert_eq!(to_ascii(text), ascii);
    }
}
