//! Finds the values of JSON pointers in a text, and the lines and columns of byte offsets.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};

pub use crate::json::lines::{line_column, line_columns};
pub use crate::json::pointer::Located;
use crate::json::pointer::{Segment, segments};
use crate::json::skim;
use crate::json::turn_places::{TurnPlaces, TurnSpan, split_turn_pointer};
use crate::json::walk::{PathStep, walk};
use crate::limits;

/// Returns the byte range of the value at a JSON pointer (RFC 6901), or `None` if there is no
/// such value.
///
/// Text that is not strict JSON is searched up to the first error.
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
    if pointers.len() > FEW { locate_many(text, pointers) } else { locate_few(text, pointers) }
}

/// Finds several JSON pointers in a text that a reader of this crate accepted, like [`locate_all`],
/// in less time.
///
/// In text that is not strict JSON, values after the first error may be found too.
pub fn locate_all_in_json(text: &str, pointers: &[&str]) -> Vec<Option<Located>> {
    // Each pointer is searched from the start of the text.
    if pointers.len() > FEW_SEARCHES {
        return locate_all(text, pointers);
    }
    pointers.iter().map(|pointer| skim::locate(text, pointer)).collect()
}

/// Finds several JSON pointers in the text of a log like [`locate_all_in_json`]. The search for a
/// pointer into a turn begins at that turn, if its place is known.
pub fn locate_all_in_log(
    text: &str,
    turns: &TurnPlaces,
    pointers: &[&str],
) -> Vec<Option<Located>> {
    let in_turn = |pointer: &&str| {
        let (turn, rest) = split_turn_pointer(pointer)?;
        skim::locate_from(text, turns.start_of(turn)?, rest)
    };
    let mut found: Vec<Option<Located>> = pointers.iter().map(in_turn).collect();
    // The search for the remaining pointers begins at the beginning of the text. It skips the
    // turns, unless a pointer leads to them.
    let left: Vec<usize> = (0..found.len()).filter(|&at| found[at].is_none()).collect();
    let pointers: Vec<&str> = left.iter().map(|&at| pointers[at]).collect();
    let places = if pointers.iter().any(|pointer| pointer.starts_with("/turns")) {
        locate_all_in_json(text, &pointers)
    } else {
        locate_outside_turns(text, turns.span(), &pointers)
    };
    for (at, place) in left.into_iter().zip(places) {
        found[at] = place;
    }
    found
}

/// Finds JSON pointers that do not lead to the turns, like [`locate_all_in_json`], but searches the
/// text without its turns. The last turn stays in that text.
fn locate_outside_turns(text: &str, turns: TurnSpan, pointers: &[&str]) -> Vec<Option<Located>> {
    let Some(rest) = turns.cut(text) else { return locate_all_in_json(text, pointers) };
    let range_in_whole =
        |part: Range<usize>| turns.whole_offset(part.start)..turns.whole_offset(part.end);
    let located_in_whole = |found: Located| Located {
        value: range_in_whole(found.value),
        key: found.key.map(range_in_whole),
    };
    let found = locate_all_in_json(&rest, pointers).into_iter();
    found.map(|found| found.map(located_in_whole)).collect()
}

/// Returns the range of the value or the key that begins at a byte of strict JSON.
pub fn value_at(text: &str, start: usize) -> Option<Range<usize>> {
    skim::value_at(text, start)
}

/// The most pointers that are searched one after the other.
const FEW_SEARCHES: usize = 4;

/// The most pointers that are compared with the path of every value one by one. Beyond that, an
/// index by pointer is faster, although it has to allocate the pointer of every value.
const FEW: usize = 8;

fn locate_few(text: &str, pointers: &[&str]) -> Vec<Option<Located>> {
    let paths: Vec<Option<Vec<Segment>>> = pointers.iter().map(|p| segments(p)).collect();
    let mut found: Vec<Option<Located>> = vec![None; pointers.len()];
    let mut left = paths.iter().flatten().count();
    // An error is ignored: the pointers found before it are still right.
    let _walked = walk(text, DOCUMENT_DEPTH, |place| {
        for (slot, path) in found.iter_mut().zip(&paths) {
            let Some(path) = path else { continue };
            if slot.is_none() && is_path(place.path, path) {
                *slot = Some(Located { value: place.value.clone(), key: place.key.clone() });
                left -= 1;
            }
        }
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found
}

/// Looks up every value of the text in an index of the pointers: the cost depends on the length
/// of the text and hardly on the number of pointers.
fn locate_many(text: &str, pointers: &[&str]) -> Vec<Option<Located>> {
    let mut wanted: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, pointer) in pointers.iter().enumerate() {
        wanted.entry(pointer).or_default().push(at);
    }
    let mut found: Vec<Option<Located>> = vec![None; pointers.len()];
    let _walked = walk(text, DOCUMENT_DEPTH, |place| {
        if let Some(slots) = wanted.remove(crate::json::walk::pointer(place.path).as_str()) {
            let located = Located { value: place.value.clone(), key: place.key.clone() };
            for slot in slots {
                found[slot] = Some(located.clone());
            }
        }
        if wanted.is_empty() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found
}

/// The most levels of nesting of a file: those of free JSON, plus those of the format above it.
pub(crate) const DOCUMENT_DEPTH: usize = limits::DEPTH + 8;

fn is_path(steps: &[PathStep<'_>], segments: &[Segment]) -> bool {
    steps.len() == segments.len()
        && steps.iter().zip(segments).rev().all(|(step, segment)| segment.is_step(step))
}

/// Returns the pointer and the first byte of the innermost value or key around a byte, like
/// [`skim::pointer_at`], which is compared with it.
#[cfg(test)]
pub(crate) fn pointer_at(text: &str, offset: usize) -> Option<(String, usize)> {
    let found = walk(text, DOCUMENT_DEPTH, |place| {
        let key = place.key.clone().filter(|key| (key.start..place.value.start).contains(&offset));
        let start = match key {
            Some(key) => key.start,
            None if place.value.contains(&offset) => place.value.start,
            None => return ControlFlow::Continue(()),
        };
        ControlFlow::Break((crate::json::walk::pointer(place.path), start))
    });
    found.ok().flatten()
}
