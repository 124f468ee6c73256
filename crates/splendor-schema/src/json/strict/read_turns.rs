//! Finds the first error of a log without reading its first turns again.

/// The turns that the fast reader read before it gave up.
///
/// The strict reader accepts all of them, so the first error of a log is in the rest, and it is
/// looked for in the text without these turns. Only the last of them stays, so that the text around
/// an error stays as it is.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ReadTurns {
    count: usize,
    /// The first bytes of the first and of the last turn.
    first: usize,
    last: usize,
}

/// A longer text may have more turns than the limit; that error depends on all turns.
const MOST_BYTES: usize = crate::limits::TURNS;

impl ReadTurns {
    /// Adds a turn that begins at this byte.
    pub(crate) const fn add(&mut self, start: usize) {
        if self.count == 0 {
            self.first = start;
        }
        self.last = start;
        self.count += 1;
    }

    /// Returns a text without these turns; `None` if there is only one, or if the text is so long
    /// that its first error may depend on all turns.
    pub(super) fn cut(&self, text: &str) -> Option<String> {
        let can_cut = self.first < self.last && text.len() < MOST_BYTES;
        can_cut.then(|| [&text[..self.first], &text[self.last..]].concat())
    }

    /// Returns the byte of the text for a byte of the cut text.
    pub(super) const fn place_of(&self, byte: usize) -> usize {
        if byte < self.first { byte } else { byte + self.last - self.first }
    }

    /// Returns the pointer into the text for a pointer into the cut text.
    pub(super) fn pointer_of(&self, pointer: String) -> String {
        let Some(rest) = pointer.strip_prefix("/turns/") else { return pointer };
        let (index, rest) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        match index.parse::<usize>() {
            Ok(index) => format!("/turns/{}{rest}", index + self.count - 1),
            Err(_) => pointer,
        }
    }
}
