//! From JSON pointers to places in the text.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};

use crate::json::walk::{PathStep, walk};
use crate::limits;

/// Where the value at a JSON pointer and its key stand in the text, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// The value.
    pub value: Range<usize>,
    /// The key with its quotes, if the value is a member of an object.
    pub key: Option<Range<usize>>,
}

/// Finds the value at a JSON pointer, in bytes.
///
/// Text that is not strict JSON is searched up to the place where it goes wrong.
pub fn locate(text: &str, pointer: &str) -> Option<Range<usize>> {
    locate_member(text, pointer).map(|located| located.value)
}

/// Finds the value at a JSON pointer and its key, in bytes.
pub fn locate_member(text: &str, pointer: &str) -> Option<Located> {
    locate_all(text, &[pointer]).pop()?
}

/// Finds the values at several JSON pointers and their keys in one pass.
pub fn locate_all(text: &str, pointers: &[&str]) -> Vec<Option<Located>> {
    if pointers.len() > FEW { locate_many(text, pointers) } else { locate_few(text, pointers) }
}

/// Up to how many pointers are compared with each place, which is quick and allocates nothing.
const FEW: usize = 8;

fn locate_few(text: &str, pointers: &[&str]) -> Vec<Option<Located>> {
    let paths: Vec<Option<Vec<Segment>>> = pointers.iter().map(|p| segments(p)).collect();
    let mut found: Vec<Option<Located>> = vec![None; pointers.len()];
    let mut left = paths.iter().flatten().count();
    // The text may go wrong behind what was found.
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

/// Looks each place up among the pointers, so that many of them cost no more than the text.
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

/// Free JSON may stand some levels below the top.
pub(crate) const DOCUMENT_DEPTH: usize = limits::DEPTH + 8;

/// One part of a JSON pointer: a key, which may also be the number of an entry.
struct Segment {
    key: String,
    index: Option<usize>,
}

impl Segment {
    fn new(text: &str) -> Segment {
        let key = text.replace("~1", "/").replace("~0", "~");
        let index = key.parse().ok().filter(|index: &usize| index.to_string() == key);
        Segment { key, index }
    }
}

fn segments(pointer: &str) -> Option<Vec<Segment>> {
    if pointer.is_empty() {
        return Some(Vec::new());
    }
    Some(pointer.strip_prefix('/')?.split('/').map(Segment::new).collect())
}

fn is_path(steps: &[PathStep<'_>], segments: &[Segment]) -> bool {
    steps.len() == segments.len()
        && steps.iter().zip(segments).rev().all(|(step, segment)| match step {
            PathStep::Key(key) => *key == segment.key,
            PathStep::Index(index) => segment.index == Some(*index),
        })
}

/// The pointer and the start of the innermost value or key that a byte belongs to.
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
