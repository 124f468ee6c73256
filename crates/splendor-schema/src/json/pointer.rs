//! JSON pointers (RFC 6901), and what they point at.

use std::ops::Range;

use crate::json::walk::PathStep;

/// The byte ranges of a value and its key in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// The range of the value.
    pub value: Range<usize>,
    /// The range of the key including its quotes; absent if the value is not a member of an
    /// object.
    pub key: Option<Range<usize>>,
}

/// One segment of a JSON pointer: a key that may also be the index of a list entry.
pub(crate) struct Segment {
    key: String,
    index: Option<usize>,
}

impl Segment {
    fn new(text: &str) -> Segment {
        let key = text.replace("~1", "/").replace("~0", "~");
        let index = key.parse().ok().filter(|index: &usize| index.to_string() == key);
        Segment { key, index }
    }

    /// Returns whether the segment leads to a member or an entry.
    pub(crate) fn is_step(&self, step: &PathStep<'_>) -> bool {
        match step {
            PathStep::Key(key) => *key == self.key,
            PathStep::Index(index) => self.index == Some(*index),
        }
    }
}

/// Returns the segments of a pointer; `None` if the text is not a pointer.
pub(crate) fn segments(pointer: &str) -> Option<Vec<Segment>> {
    if pointer.is_empty() {
        return Some(Vec::new());
    }
    Some(pointer.strip_prefix('/')?.split('/').map(Segment::new).collect())
}
