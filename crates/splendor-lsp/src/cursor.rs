//! What is at a place in a log.

use std::ops::Range;

use splendor_schema::Log;

use crate::scanner::{Expected, Kind, Scanner, Segment, Token, unquoted};

/// A place in the text of a log.
#[derive(Debug)]
pub(crate) struct Cursor<'t> {
    pub(crate) text: &'t str,
    pub(crate) offset: usize,
    /// The tokens before the place.
    before: Scanner<'t>,
    /// The last of these tokens.
    last: Option<Token>,
    /// The token at the place.
    pub(crate) token: Option<Token>,
    /// The path to the value at the place, or to the one that is next.
    pub(crate) path: Vec<Segment>,
}

impl<'t> Cursor<'t> {
    /// Returns the cursor on the character at a byte.
    pub(crate) fn on(text: &'t str, offset: usize) -> Self {
        Self::find(text, offset, |token| token.start <= offset)
    }

    /// Returns the cursor before a byte, where somebody types. A token that begins at the byte is
    /// not yet at the cursor.
    pub(crate) fn before(text: &'t str, offset: usize) -> Self {
        Self::find(text, offset, |token| token.start < offset)
    }

    fn find(text: &'t str, offset: usize, is_at: impl Fn(&Range<usize>) -> bool) -> Self {
        let (mut before, mut last) = (Scanner::new(text), None);
        while let Some((range, closed)) = before.peek()
            && range.end < offset + usize::from(closed)
        {
            last = before.next();
        }
        let mut after = before.clone();
        let is_there = before.peek().is_some_and(|(range, _)| is_at(&range));
        let token = is_there.then(|| after.next()).flatten();
        let path = match token.as_ref().map(|token| token.kind) {
            Some(Kind::Key) => after.path(),
            // The bracket belongs to the list or object that it ends.
            Some(Kind::Close) => before.path().split_last().map_or(Vec::new(), |(_, p)| p.to_vec()),
            _ => before.path(),
        };
        Self { text, offset, before, last, token, path }
    }

    /// Returns the string at the place, without quotes.
    pub(crate) fn string(&self) -> Option<String> {
        let is_string = |token: &&Token| matches!(token.kind, Kind::Key | Kind::String);
        let token = self.token.as_ref().filter(is_string)?;
        Some(unquoted(&self.text[token.range.clone()]))
    }

    /// Returns the turn at the place, from 0, and the path inside it.
    pub(crate) fn turn(&self) -> Option<(usize, &[Segment])> {
        match &self.path[..] {
            [Segment::Key(key), Segment::Index(turn), inside @ ..] if key == "turns" => {
                Some((*turn, inside))
            }
            _ => None,
        }
    }

    /// Returns the bytes that a new turn replaces if one may begin here, and the end of the turn
    /// before it if a comma is missing between the two.
    pub(crate) fn new_turn(&self) -> Option<(Range<usize>, Option<usize>)> {
        self.turn().filter(|_| self.token.is_none())?;
        let around = self.before.open.last()?;
        match (self.before.open.len(), around.expected) {
            (2, Expected::Value) => Some((self.offset..self.offset, None)),
            (2, Expected::Comma) => {
                let end = self.last.as_ref()?.range.end;
                Some((self.offset..self.offset, Some(end)))
            }
            // An object that is empty so far.
            (3, Expected::Key) if self.last.as_ref()?.kind == Kind::Open => {
                let rest = &self.text[self.offset..];
                // The edit must be on one line, and members that exist already would remain.
                let is_split = self.text[around.start..self.offset].contains('\n');
                if is_split || rest.trim_ascii_start().starts_with('"') {
                    return None;
                }
                let close = rest.trim_start_matches(' ').starts_with('}');
                let end = self.offset + rest.find('}').filter(|_| close).map_or(0, |at| at + 1);
                Some((around.start..end, None))
            }
            _ => None,
        }
    }

    /// Returns the log up to the turn at the place, if it can be read. What follows may be broken,
    /// because it is being written.
    pub(crate) fn log_before(&self) -> Option<Log> {
        self.turn()?;
        let turn = self.before.open.get(2).map_or(self.offset, |turn| turn.start);
        let before = self.text[..turn].trim_end().trim_end_matches(',');
        // If the players or the setup follow the turns, only the whole log has them.
        let cut = Log::read(format!("{before}]}}").as_bytes());
        cut.or_else(|_| Log::read(self.text.as_bytes())).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = r#"{ "turns": [ { "take": ["ruby"] }, ] }"#;

    #[test]
    fn a_cursor_knows_the_value_around_it() {
        let on = |word| Cursor::on(LOG, LOG.find(word).expect("a word"));
        assert_eq!(on("ruby").string().as_deref(), Some("ruby"));
        assert_eq!(on("ruby").turn().map(|(turn, inside)| (turn, inside.len())), Some((0, 2)));
        assert_eq!(on("take").path.last().and_then(Segment::key), Some("take"));
        assert_eq!((on("}, ]").turn(), on("\"turns\"").turn()), (Some((0, &[][..])), None));
        assert_eq!(on("]").path.len(), 3, "the list of the turn");
        assert_eq!(Cursor::on(LOG, LOG.len()).path, []);
    }

    #[test]
    fn a_turn_begins_where_the_list_of_turns_wants_a_value() {
        let at = |text: &str| {
            let offset = text.find('^').expect("a cursor");
            Cursor::before(&text.replace('^', ""), offset).new_turn()
        };
        assert_eq!(at(r#"{"turns": [^"#), Some((11..11, None)));
        assert_eq!(at(r#"{"turns": [{}, ^]}"#), Some((15..15, None)));
        assert_eq!(at(r#"{"turns": [{} ^]}"#), Some((14..14, Some(13))));
        assert_eq!(at(r#"{"turns": [{^ }]}"#), Some((11..14, None)));
        assert_eq!(at("{\"turns\": [{^\n{}"), Some((11..12, None)));
        assert_eq!(at(r#"{"turns": [{"seat": 0, ^"#), None);
        assert_eq!(at(r#"{"turns": [[^"#), None);
        assert_eq!(at(r#"{"nobles": [^"#), None);
    }
}
