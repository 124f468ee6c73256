//! The path of a field in a log.

/// The path of a field: keys, and indexes of entries.
#[derive(Clone, Debug, Default)]
pub(super) struct Path<'m>(Vec<Segment<'m>>);

#[derive(Clone, Copy, Debug)]
enum Segment<'m> {
    Key(&'m str),
    Index(usize),
}

impl<'m> Path<'m> {
    pub(super) fn push_key(&mut self, key: &'m str) {
        self.0.push(Segment::Key(key));
    }

    pub(super) fn push_index(&mut self, index: usize) {
        self.0.push(Segment::Index(index));
    }

    pub(super) fn pop(&mut self) {
        self.0.pop();
    }

    /// Returns the JSON pointer (RFC 6901). No key of the format needs an escape.
    pub(super) fn pointer(&self) -> String {
        let segment = |segment: &Segment<'_>| match segment {
            Segment::Key(key) => format!("/{key}"),
            Segment::Index(index) => format!("/{index}"),
        };
        self.0.iter().map(segment).collect()
    }

    /// Returns the name of the field in the format, like `turns.after`.
    pub(super) fn field(&self) -> String {
        let key = |segment: &Segment<'m>| match segment {
            Segment::Key(key) => Some(*key),
            Segment::Index(_) => None,
        };
        self.0.iter().filter_map(key).collect::<Vec<_>>().join(".")
    }
}
