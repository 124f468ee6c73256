//! The places of the turns that a fast reader read.

/// The first byte of each turn that the fast reader read, in the text of the log. These places save
/// a search from the beginning of the text to a turn.
#[derive(Clone, Debug, Default)]
pub struct TurnPlaces {
    starts: Vec<usize>,
}

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

    /// Returns the place of all these turns.
    pub(crate) fn span(&self) -> TurnSpan {
        let place = |start: Option<&usize>| start.copied().unwrap_or_default();
        let (first, last) = (place(self.starts.first()), place(self.starts.last()));
        TurnSpan { first, last, count: self.starts.len() }
    }
}

/// The place of the first turns of a log, which a fast reader accepted.
#[derive(Clone, Copy, Debug, Default)]
pub struct TurnSpan {
    /// The first byte of the first turn.
    first: usize,
    /// The first byte of the last turn.
    last: usize,
    count: usize,
}

/// The length from which a text is not cut. Such a text may have more turns than the limit, and
/// only the whole text shows that error.
const MOST_BYTES: usize = crate::limits::TURNS;

impl TurnSpan {
    /// Adds the next turn, which begins at this byte.
    pub const fn add(&mut self, start: usize) {
        if self.count == 0 {
            self.first = start;
        }
        self.last = start;
        self.count += 1;
    }

    /// Returns the number of these turns.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Cuts these turns, except the last one, out of a text. Returns `None` if there is at most one
    /// turn, or if the text is so long that its first error may depend on all turns.
    pub(crate) fn cut(&self, text: &str) -> Option<String> {
        let can_cut = self.first < self.last && text.len() < MOST_BYTES;
        can_cut.then(|| [&text[..self.first], &text[self.last..]].concat())
    }

    /// Converts an offset in the cut text to the offset in the whole text.
    pub(crate) const fn whole_offset(&self, offset: usize) -> usize {
        if offset < self.first { offset } else { offset + self.last - self.first }
    }

    /// Converts a pointer into the cut text to the pointer into the whole text.
    pub(crate) fn whole_pointer(&self, pointer: String) -> String {
        match split_turn_pointer(&pointer) {
            Some((turn, rest)) => format!("/turns/{}{rest}", turn + self.count - 1),
            None => pointer,
        }
    }
}

/// Splits a pointer to a turn or into it: the index of the turn, and the pointer from there.
pub(crate) fn split_turn_pointer(pointer: &str) -> Option<(usize, &str)> {
    let rest = pointer.strip_prefix("/turns/")?;
    let (index, rest) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    // An index has one spelling: without a sign, and without zeros before it.
    let turn = index.parse().ok().filter(|turn: &usize| turn.to_string() == index)?;
    Some((turn, rest))
}
