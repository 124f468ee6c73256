//! Finds places in text that is known to be strict JSON, without checking it again.
//!
//! [`locate`](crate::json::locate) checks every value on its way, because the text may be wrong
//! anywhere. A text that a reader accepted is right, so values that do not matter are skipped here
//! by their brackets and quotes alone. On such a text both find the same places; on any other text
//! this module may find other places, but it never panics.

use std::borrow::Cow;
use std::ops::Range;

use crate::json::pointer::{Located, segments};
use crate::json::walk::{PathStep, pointer};
use crate::json::word::first_index_of;

/// Returns the value at a JSON pointer and its key.
pub(crate) fn locate(text: &str, pointer: &str) -> Option<Located> {
    locate_from(text, Skimmer { text }.blanks(0), pointer)
}

/// Returns the value at a JSON pointer and its key. The pointer leads from the value that begins at
/// `start`.
pub(crate) fn locate_from(text: &str, start: usize, pointer: &str) -> Option<Located> {
    let skimmer = Skimmer { text };
    let (mut start, mut key) = (start, None);
    for segment in segments(pointer)? {
        // Only the end of the last value is looked for.
        let part = skimmer.parts(start)?.find(|part| segment.is_step(&part.step))?;
        (start, key) = (part.value, part.key);
    }
    Some(Located { value: start..skimmer.end_of(start)?, key })
}

/// Returns the range of the value or the key that begins at a byte.
pub(crate) fn value_at(text: &str, start: usize) -> Option<Range<usize>> {
    Some(start..Skimmer { text }.end_of(start)?)
}

/// Returns the pointer and the first byte of the innermost value or key around a byte.
pub(crate) fn pointer_at(text: &str, offset: usize) -> Option<(String, usize)> {
    let skimmer = Skimmer { text };
    let mut start = skimmer.blanks(0);
    if !(start..skimmer.end_of(start)?).contains(&offset) {
        return None;
    }
    let mut path = Vec::new();
    while let Some(parts) = skimmer.parts(start) {
        // The parts that begin after the byte are not read.
        let last = parts.take_while(|part| part.start() <= offset).last();
        let ends_after =
            |part: &Part<'_>| skimmer.end_of(part.value).is_some_and(|end| offset < end);
        let Some(part) = last.filter(ends_after) else { break };
        path.push(part.step);
        match part.key {
            Some(key) if offset < part.value => return Some((pointer(&path), key.start)),
            _ => start = part.value,
        }
    }
    Some((pointer(&path), start))
}

/// A member of an object, or an entry of a list.
struct Part<'t> {
    step: PathStep<'t>,
    /// The range of the key, of a member.
    key: Option<Range<usize>>,
    /// The first byte of the value.
    value: usize,
}

impl Part<'_> {
    fn start(&self) -> usize {
        self.key.as_ref().map_or(self.value, |key| key.start)
    }
}

struct Skimmer<'t> {
    text: &'t str,
}

impl<'t> Skimmer<'t> {
    /// Returns the parts of the object or list that begins at `start`; `None` for another value.
    fn parts(&self, start: usize) -> Option<impl Iterator<Item = Part<'t>>> {
        let is_object = match self.byte(start)? {
            b'{' => true,
            b'[' => false,
            _ => return None,
        };
        let (mut before, mut index) = (None, 0);
        Some(std::iter::from_fn(move || {
            let mut at = match before {
                None => self.blanks(start + 1),
                Some(value) => self.blanks(self.end_of(value)?),
            };
            if before.is_some() && self.byte(at)? == b',' {
                at = self.blanks(at + 1);
            }
            if matches!(self.byte(at)?, b'}' | b']') {
                return None;
            }
            let part = if is_object { self.member(at)? } else { entry(at, index) };
            (before, index) = (Some(part.value), index + 1);
            Some(part)
        }))
    }

    fn member(&self, at: usize) -> Option<Part<'t>> {
        let key = at..self.end_of(at)?;
        let name = self.text.get(key.clone())?;
        let name = match name.get(1..name.len().checked_sub(1)?)? {
            plain if !plain.contains('\\') => Cow::Borrowed(plain),
            _ => Cow::Owned(serde_json::from_str(name).ok()?),
        };
        let colon = self.blanks(key.end);
        let value = self.blanks(colon + 1);
        Some(Part { step: PathStep::Key(name), key: Some(key), value })
    }

    /// Returns the end of the value that begins at `start`.
    fn end_of(&self, start: usize) -> Option<usize> {
        let rest = self.text.as_bytes().get(start..)?;
        let length = match rest.first()? {
            b'"' => string_length(rest)?,
            b'{' | b'[' => brackets_length(rest)?,
            _ => {
                let ends =
                    |byte: &u8| matches!(byte, b',' | b']' | b'}' | b' ' | b'\t' | b'\n' | b'\r');
                // A value has at least one byte, also in text that is not JSON.
                rest.iter().position(ends).unwrap_or(rest.len()).max(1)
            }
        };
        Some(start + length)
    }

    fn blanks(&self, mut at: usize) -> usize {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.byte(at) {
            at += 1;
        }
        at
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }
}

const fn entry<'t>(at: usize, index: usize) -> Part<'t> {
    Part { step: PathStep::Index(index), key: None, value: at }
}

/// Returns the length of the object or list at the beginning of a text.
fn brackets_length(text: &[u8]) -> Option<usize> {
    let (mut depth, mut at) = (0_usize, 0);
    loop {
        match text.get(at)? {
            b'"' => {
                at += string_length(&text[at..])?;
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth == 1 => return Some(at + 1),
            b'}' | b']' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
}

/// Returns the length of the string at the beginning of a text.
fn string_length(text: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        // Most strings end within eight bytes, so eight bytes are searched at once.
        if let Some(next) = text.get(at..)?.first_chunk() {
            let next = u64::from_le_bytes(*next);
            let [quote, escape] = [b'"', b'\\'].map(|byte| first_index_of(byte, next).unwrap_or(8));
            at += quote.min(escape);
        }
        match text.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::{locate, pointer_at};
    use crate::json::locate as checked;
    use crate::json::locate::DOCUMENT_DEPTH;
    use crate::json::walk;

    const TEXTS: [&str; 8] = [
        "1",
        " [ ] ",
        "{}",
        r#"{"a":[1,-2.5e3,"x"],"b":{"a":null,"c":[[],[{}]]}}"#,
        "{ \"a\" : [ true , false ] ,\r\n\t\"b~/\" : { } }\n",
        r#"["\"", "\\", "]}", {"\u0061\"":"{["}]"#,
        r#"{"Zoë":["字",{"":0}],"10":1,"01":2}"#,
        r#"[[[1]],[2,[3]],"a,b",{"k":"v"}]"#,
    ];

    /// Every value of a text is at the same place for the walk that checks the text.
    #[test]
    fn places_are_those_of_the_walk() {
        for text in TEXTS {
            let visited = walk::walk(text, DOCUMENT_DEPTH, |place| {
                let pointer = walk::pointer(place.path);
                let found = locate(text, &pointer).unwrap();
                assert_eq!((&found.value, &found.key), (&place.value, &place.key), "{text}");
                ControlFlow::<()>::Continue(())
            });
            assert!(visited.is_ok(), "{text}");
            for absent in ["/x", "/9", "/a/9", "/a/01", "x", "/a/0/0", "/b/c/"] {
                assert_eq!(locate(text, absent), checked::locate_member(text, absent), "{text}");
            }
            for offset in 0..=text.len() + 1 {
                assert_eq!(pointer_at(text, offset), checked::pointer_at(text, offset), "{text}");
            }
        }
    }

    /// Text that is not JSON is searched without a panic.
    #[test]
    fn any_text_is_searched() {
        for text in TEXTS {
            for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
                for cut in [text[..end].to_owned(), text[end..].replace(':', ",")] {
                    for pointer in ["", "/a/1", "/b/a", "/0", "/3/k"] {
                        let _found = locate(&cut, pointer);
                    }
                    (0..=end).for_each(|offset| drop(pointer_at(&cut, offset)));
                }
            }
        }
    }
}
