//! The path of a field in a log.

/// The path of a field: keys, and indexes of entries.
#[derive(Clone, Debug, Default)]
pub(super) struct Path<'m>(Vec<Step<'m>>);

#[derive(Clone, Copy, Debug)]
enum Step<'m> {
    Key(&'m str),
    Index(usize),
}

impl<'m> Path<'m> {
    pub(super) fn push_key(&mut self, key: &'m str) {
        self.0.push(Step::Key(key));
    }

    pub(super) fn push_index(&mut self, index: usize) {
        self.0.push(Step::Index(index));
    }

    pub(super) fn pop(&mut self) {
        self.0.pop();
    }

    /// Returns the JSON pointer (RFC 6901). No key of the format needs an escape.
    pub(super) fn pointer(&self) -> String {
        let step = |step: &Step<'_>| match step {
            Step::Key(key) => format!("/{key}"),
            Step::Index(index) => format!("/{index}"),
        };
        self.0.iter().map(step).collect()
    }

    /// Returns the name of the field in the format, like `turns.after`.
    pub(super) fn field(&self) -> String {
        let key = |step: &Step<'m>| match step {
            Step::Key(key) => Some(*key),
            Step::Index(_) => None,
        };
        self.0.iter().filter_map(key).collect::<Vec<_>>().join(".")
    }
}
