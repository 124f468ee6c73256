//! Finds the values of JSON pointers in a text, and the lines and columns of byte offsets.

use std::collections::BTreeMap;
use std::ops::Range;

pub use crate::json::lines::{line_column, line_columns};
use crate::json::path::segments;
pub use crate::json::reader::TurnPlaces;
use crate::json::reader::{Failed, Reader};

/// The byte ranges of a value and its key in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// The range of the value.
    pub value: Range<usize>,
    /// The range of the key including its quotes; absent if the value is not a member of an
    /// object.
    pub key: Option<Range<usize>>,
}

/// Returns the byte range of the value at a JSON pointer (RFC 6901), or `None` if there is no
/// such value.
///
/// In text that is not strict JSON, a value after an error may be found or not.
///
/// ```
/// use splendor_schema::json::locate::locate;
///
/// let text = r#"{ "turns": [{ "take": ["ruby"] }] }"#;
/// let range = locate(text, "/turns/0/take").expect("the turn takes tokens");
/// assert_eq!(&text[range], r#"["ruby"]"#);
/// assert_eq!(locate(text, "/turns/1"), None);
/// ```
pub fn locate(text: &str, pointer: &str) -> Option<Range<usize>> {
    locate_member(text, pointer).map(|located| located.value)
}

/// Returns the byte ranges of the value at a JSON pointer and of its key; see [`locate`].
pub fn locate_member(text: &str, pointer: &str) -> Option<Located> {
    locate_all(text, &[pointer]).pop()?
}

/// Finds several JSON pointers in one pass over the text; see [`locate_member`].
///
/// The results are in the order of the pointers.
pub fn locate_all(text: &str, pointers: &[&str]) -> Vec<Option<Located>> {
    locate_all_in_log(text, &TurnPlaces::default(), pointers)
}

/// Finds several JSON pointers in the text of a log, like [`locate_all`]. `turns` must come from
/// reading the same text.
pub fn locate_all_in_log(
    text: &str,
    turns: &TurnPlaces,
    pointers: &[&str],
) -> Vec<Option<Located>> {
    let paths: Vec<Option<Vec<String>>> = pointers.iter().map(|it| segments(it)).collect();
    let mut ways = Vec::new();
    for (pointer, path) in paths.iter().enumerate() {
        ways.extend(path.as_deref().map(|rest| Way { pointer, rest }));
    }
    let mut search = Search { turns, found: vec![None; pointers.len()], left: ways.len() };
    // The pointers that were found before an error are still right.
    let _ = search.value(&mut Reader::new(text), None, ways);
    search.found
}

/// Returns the range of the value or the key that begins at a byte of strict JSON.
pub fn value_at(text: &str, start: usize) -> Option<Range<usize>> {
    text.get(start..)?;
    let mut reader = Reader::starting_at(text, start);
    let start = reader.place();
    reader.skip().ok()?;
    Some(start..reader.read_to())
}

/// The way from a value to the value of a pointer.
struct Way<'p> {
    /// The index of the pointer.
    pointer: usize,
    /// The segments that are left.
    rest: &'p [String],
}

struct Search<'t> {
    turns: &'t TurnPlaces,
    found: Vec<Option<Located>>,
    /// The number of pointers that are not found.
    left: usize,
}

impl Search<'_> {
    /// Reads a value and follows the ways that lead into it. Fails if all pointers are found.
    fn value(
        &mut self,
        reader: &mut Reader<'_>,
        key: Option<&Range<usize>>,
        ways: Vec<Way<'_>>,
    ) -> Result<(), Failed> {
        let (ends, inner): (Vec<_>, Vec<_>) = ways.into_iter().partition(|it| it.rest.is_empty());
        let start = reader.place();
        let are_turns = !self.turns.list.is_empty() && self.turns.list.start == start;
        match reader.peek() {
            _ if are_turns => {
                for (turn, ways) in by_segment(inner, index_of) {
                    if let Some(&start) = self.turns.starts.get(turn) {
                        reader.move_to(start);
                        self.value(reader, None, ways)?;
                    }
                }
                reader.move_to(self.turns.list.end);
            }
            Some(b'{') if !inner.is_empty() => {
                let mut by_key = by_segment(inner, |key| Some(key.to_owned()));
                reader.members("an object", |reader, key| {
                    let ways = by_key.remove(&*key.text).unwrap_or_default();
                    self.value(reader, Some(&key.span), ways)
                })?;
            }
            Some(b'[') if !inner.is_empty() => {
                let mut by_index = by_segment(inner, index_of);
                reader.entries(|reader, index| {
                    self.value(reader, None, by_index.remove(&index).unwrap_or_default())
                })?;
            }
            _ => reader.skip()?,
        }
        for way in &ends {
            let value = start..reader.read_to();
            self.found[way.pointer] = Some(Located { value, key: key.cloned() });
        }
        self.left -= ends.len();
        if self.left == 0 && !ends.is_empty() { Err(reader.stop()) } else { Ok(()) }
    }
}

/// Sorts the ways by the key or the index that they lead to next.
fn by_segment<K: Ord>(
    ways: Vec<Way<'_>>,
    step: impl Fn(&str) -> Option<K>,
) -> BTreeMap<K, Vec<Way<'_>>> {
    let mut sorted = BTreeMap::<K, Vec<Way<'_>>>::new();
    for Way { pointer, rest } in ways {
        if let Some((first, rest)) = rest.split_first()
            && let Some(step) = step(first)
        {
            sorted.entry(step).or_default().push(Way { pointer, rest });
        }
    }
    sorted
}

/// Returns the index that a segment spells: it has one spelling, without a sign, and without zeros
/// before it.
fn index_of(segment: &str) -> Option<usize> {
    segment.parse().ok().filter(|index: &usize| index.to_string() == segment)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::path::{Segment, pointer};
    use crate::json::tree::{Tree, Value};

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

    /// Adds the pointer and the place of each value in a tree.
    fn add_places(
        tree: &Tree<'_>,
        path: &mut Vec<Segment<'static>>,
        key: Option<Range<usize>>,
        places: &mut Vec<(String, Located)>,
    ) {
        places.push((pointer(path), Located { value: tree.span.clone(), key }));
        match &tree.value {
            Value::List(entries) => {
                for (index, entry) in entries.iter().enumerate() {
                    path.push(Segment::Index(index));
                    add_places(entry, path, None, places);
                    path.pop();
                }
            }
            Value::Object(members) => {
                for member in members {
                    path.push(Segment::Key(member.key.to_string().into()));
                    add_places(&member.value, path, Some(member.span.clone()), places);
                    path.pop();
                }
            }
            _ => {}
        }
    }

    #[test]
    fn every_value_of_a_tree_is_found_at_its_place() {
        for text in TEXTS {
            let tree = Tree::read(text, 0..text.len()).expect("it is JSON");
            let mut places = Vec::new();
            add_places(&tree, &mut Vec::new(), None, &mut places);
            let pointers: Vec<&str> = places.iter().map(|(pointer, _)| pointer.as_str()).collect();
            let expected: Vec<_> = places.iter().map(|(_, place)| Some(place.clone())).collect();
            assert_eq!(locate_all(text, &pointers), expected, "{text}");
            for (pointer, place) in &places {
                assert_eq!(locate_member(text, pointer).as_ref(), Some(place), "{text}");
                assert_eq!(value_at(text, place.value.start).as_ref(), Some(&place.value));
            }
            for absent in ["/x", "/9", "/a/9", "/a/01", "x", "/a/0/0", "/b/c/"] {
                assert_eq!(locate(text, absent), None, "{text}");
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
                    for start in 0..=end {
                        let _found = value_at(&cut, start);
                    }
                }
            }
        }
    }
}
