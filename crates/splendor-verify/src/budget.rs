//! How much the searches for omitted facts may cost.

use std::io;

use splendor_schema::Log;

/// The largest work of the searches for the omitted facts of one log.
///
/// Work is counted in steps: a node or an edge of a decision diagram that is built is one, and other
/// work is converted to this unit. So whether a log is decided never depends on the machine. The
/// page [What a log leaves out](../../../docs/src/worlds.md#the-bound) has the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    times: u8,
    /// Of how many equal parts this is one.
    parts: u8,
    /// The steps that earlier judgments of the same log took.
    spent: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self::times(1)
    }
}

impl Budget {
    /// The largest number of times the usual work: the nodes of a search have so many numbers.
    pub const MOST_TIMES: u8 = 32;

    /// The number of steps for a long log.
    pub const STEPS: usize = 1 << 24;

    /// The number of steps for each byte of a shorter log, without spaces.
    pub const STEPS_OF_A_BYTE: usize = 5 << 9;

    /// Returns a budget of so many times the usual work, from 1 to [`Self::MOST_TIMES`]. The searches
    /// may take so many times the memory, too.
    pub fn times(times: u8) -> Self {
        Self { times: times.clamp(1, Self::MOST_TIMES), parts: 1, spent: 0 }
    }

    /// Returns one of so many equal parts.
    pub(crate) const fn part(self, parts: u8) -> Self {
        Self { parts, ..self }
    }

    /// Returns what is left after some steps.
    pub(crate) const fn less(self, steps: usize) -> Self {
        Self { spent: self.spent.saturating_add(steps), ..self }
    }

    /// Returns the steps that earlier judgments took.
    pub(crate) const fn spent(self) -> usize {
        self.spent
    }

    /// Returns the number of nodes that a search may add at a time.
    const fn nodes(self) -> usize {
        (1 << 19) * self.times as usize
    }

    /// Returns the number of steps for a log.
    pub(crate) fn steps(self, log: &Log) -> usize {
        let mut size = ByteCount(0);
        serde_json::to_writer(&mut size, log).expect("a log is JSON");
        let usual = size.0.saturating_mul(Self::STEPS_OF_A_BYTE).min(Self::STEPS);
        let whole = usual * usize::from(self.times);
        (whole / usize::from(self.parts)).saturating_sub(self.spent)
    }
}

/// Counts the bytes that are written.
struct ByteCount(usize);

impl io::Write for ByteCount {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The steps that a judgment has taken, and the most that it may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Meter {
    budget: Budget,
    steps: usize,
    /// The most steps. To count them takes time, so they are not known before a fact is omitted.
    most: Option<usize>,
}

impl Meter {
    /// Returns the meter of a judgment with a budget.
    pub(crate) const fn new(budget: Budget) -> Self {
        Self { budget, steps: 0, most: None }
    }

    /// Returns the number of steps so far.
    pub const fn steps(&self) -> usize {
        self.steps
    }

    /// Returns the number of nodes that a search may add at a time.
    pub(crate) const fn nodes(&self) -> usize {
        self.budget.nodes()
    }

    /// Returns the most steps for a log.
    pub(crate) fn most(&mut self, log: &Log) -> usize {
        *self.most.get_or_insert_with(|| self.budget.steps(log))
    }

    /// Adds steps, unless they would be more than `most`. Returns whether they were added.
    pub(crate) const fn add_up_to(&mut self, most: usize, steps: usize) -> bool {
        let fits = steps <= most.saturating_sub(self.steps);
        if fits {
            self.steps += steps;
        }
        fits
    }

    /// Adds the steps of a search, which has kept to the limit.
    pub(crate) const fn add(&mut self, steps: usize) {
        self.steps += steps;
    }
}
