//! The places of the turns that the fast reader read.

/// The first byte of each turn that the fast reader read, in the text of the log.
///
/// If it read the whole log, a turn is found without a search through the turns before it.
///
/// If it gave up, the strict reader accepts all of these turns. So the first error of the log is in
/// the rest, and is looked for in the text without these turns. Only the last of them stays, so
/// that the text around an error stays as it is.
#[derive(Clone, Debug, Default)]
pub struct TurnPlaces {
    starts: Vec<usize>,
}

/// A longer text may have more turns than the limit; that error depends on all turns.
const MOST_BYTES: usize = crate::limits::TURNS;

impl TurnPlaces {
    /// Returns no places, with room for this many.
    pub(crate) fn with_capacity(count: usize) -> Self {
        Self { starts: Vec::with_capacity(count) }
    }

    /// Adds the turn after the last one: it begins at this byte.
    pub(crate) fn add(&mut self, start: usize) {
        self.starts.push(start);
    }

    /// Returns the first byte of a turn, counted from 0; `None` if it was not read.
    pub(crate) fn start_of(&self, turn: usize) -> Option<usize> {
        self.starts.get(turn).copied()
    }

    /// Returns a text without these turns; `None` if there is only one, or if the text is so long
    /// that its first error may depend on all turns.
    pub(crate) fn cut(&self, text: &str) -> Option<String> {
        let (first, last) = self.ends();
        let can_cut = first < last && text.len() < MOST_BYTES;
        can_cut.then(|| [&text[..first], &text[last..]].concat())
    }

    /// Returns the byte of the text for a byte of the cut text.
    pub(crate) fn place_of(&self, byte: usize) -> usize {
        let (first, last) = self.ends();
        if byte < first { byte } else { byte + last - first }
    }

    /// Returns the pointer into the text for a pointer into the cut text.
    pub(crate) fn pointer_of(&self, pointer: String) -> String {
        let Some(rest) = pointer.strip_prefix("/turns/") else { return pointer };
        let (index, rest) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        match index.parse::<usize>() {
            Ok(index) => format!("/turns/{}{rest}", index + self.starts.len() - 1),
            Err(_) => pointer,
        }
    }

    /// Returns the first bytes of the first and of the last turn.
    fn ends(&self) -> (usize, usize) {
        (
            self.starts.first().copied().unwrap_or_default(),
            self.starts.last().copied().unwrap_or_default(),
        )
    }
}
