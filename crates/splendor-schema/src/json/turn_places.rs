//! The places of the turns that the fast reader read.

/// The first byte of each turn that the fast reader read, in the text of the log.
///
/// If the fast reader read the whole log, these places save a search from the beginning of the text
/// to a turn.
///
/// If it gave up, the strict reader accepts all of these turns, so the first error of the log is in
/// the rest. The strict reader then looks for the error in a text from which these turns are cut,
/// except the last one: the text around the error must not change.
#[derive(Clone, Debug, Default)]
pub struct TurnPlaces {
    starts: Vec<usize>,
}

/// A longer text may have more turns than the limit. That error depends on all turns.
const MOST_BYTES: usize = crate::limits::TURNS;

impl TurnPlaces {
    /// Returns an empty list with room for this many places.
    pub(crate) fn with_capacity(count: usize) -> Self {
        Self { starts: Vec::with_capacity(count) }
    }

    /// Adds the next turn, which begins at this byte.
    pub(crate) fn add(&mut self, start: usize) {
        self.starts.push(start);
    }

    /// Returns the first byte of the turn with an index; `None` if the fast reader did not read it.
    pub(crate) fn start_of(&self, turn: usize) -> Option<usize> {
        self.starts.get(turn).copied()
    }

    /// Cuts these turns, except the last one, out of a text. Returns `None` if there is at most one
    /// turn, or if the text is so long that its first error may depend on all turns.
    pub(crate) fn cut(&self, text: &str) -> Option<String> {
        let (first, last) = self.first_and_last();
        let can_cut = first < last && text.len() < MOST_BYTES;
        can_cut.then(|| [&text[..first], &text[last..]].concat())
    }

    /// Converts an offset in the cut text to the offset in the whole text.
    pub(crate) fn whole_offset(&self, offset: usize) -> usize {
        let (first, last) = self.first_and_last();
        if offset < first { offset } else { offset + last - first }
    }

    /// Converts a pointer into the cut text to the pointer into the whole text.
    pub(crate) fn whole_pointer(&self, pointer: String) -> String {
        let Some(rest) = pointer.strip_prefix("/turns/") else { return pointer };
        let (index, rest) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        match index.parse::<usize>() {
            Ok(index) => format!("/turns/{}{rest}", index + self.starts.len() - 1),
            Err(_) => pointer,
        }
    }

    /// Returns the first byte of the first turn and the first byte of the last one.
    fn first_and_last(&self) -> (usize, usize) {
        (
            self.starts.first().copied().unwrap_or_default(),
            self.starts.last().copied().unwrap_or_default(),
        )
    }
}
