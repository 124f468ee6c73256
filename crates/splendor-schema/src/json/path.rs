//! The path from a whole value to a part of it, and its spelling as a JSON pointer (RFC 6901).

use std::borrow::Cow;

/// One step of a path: from an object to a member, or from a list to an entry.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Segment<'a> {
    Key(Cow<'a, str>),
    Index(usize),
}

/// Returns a path as a JSON pointer.
pub(crate) fn pointer(path: &[Segment<'_>]) -> String {
    path.iter()
        .map(|step| match step {
            Segment::Key(key) => format!("/{}", key.replace('~', "~0").replace('/', "~1")),
            Segment::Index(index) => format!("/{index}"),
        })
        .collect()
}

/// Returns the segments of a JSON pointer, decoded; `None` if the text is not a pointer.
pub(crate) fn segments(pointer: &str) -> Option<Vec<String>> {
    if pointer.is_empty() {
        return Some(Vec::new());
    }
    let decoded = |segment: &str| segment.replace("~1", "/").replace("~0", "~");
    Some(pointer.strip_prefix('/')?.split('/').map(decoded).collect())
}
