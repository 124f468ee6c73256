//! The progress of long commands: a line on a terminal, or rare lines in a file.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::error::eprint_line;

/// How many characters wide the bar is.
const WIDTH: usize = 20;

/// How long the line stays before it is drawn again.
const INTERVAL: Duration = Duration::from_millis(200);

/// When a run without a terminal prints its first line. Each pause is twice as long as the last.
const FIRST_NOTE: Duration = Duration::from_secs(10);

/// Where progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Display {
    /// One line of a terminal, which is drawn over and over.
    Terminal,
    /// Lines in a file or a pipe, which stay: so they are rare.
    Notes,
    Hidden,
}

/// One line on standard error.
#[derive(Debug)]
pub(crate) struct ProgressLine {
    display: Display,
    /// When the line may be drawn next, and how long the pause is after that.
    next: Instant,
    pause: Duration,
    visible: bool,
}

impl ProgressLine {
    /// Returns a line that is shown only on a terminal.
    pub(crate) fn new() -> Self {
        Self::on(Display::Hidden)
    }

    /// Returns a line that is also printed where there is no terminal, as in the log of a service.
    pub(crate) fn with_notes() -> Self {
        Self::on(Display::Notes)
    }

    fn on(otherwise: Display) -> Self {
        let display = if io::stderr().is_terminal() { Display::Terminal } else { otherwise };
        let (first, pause) = match display {
            Display::Terminal | Display::Hidden => (INTERVAL, INTERVAL),
            Display::Notes => (FIRST_NOTE, FIRST_NOTE * 2),
        };
        Self { display, next: Instant::now() + first, pause, visible: false }
    }

    /// Draws the line, unless the last drawing was a moment ago.
    pub(crate) fn draw<L: fmt::Display>(&mut self, line: impl FnOnce() -> L) {
        if self.is_due(Instant::now()) {
            match self.display {
                Display::Terminal => {
                    self.visible = true;
                    let _closed = write!(io::stderr(), "\r{}\u{1b}[K", line());
                }
                Display::Notes => eprint_line(&format!("note: {}", line())),
                Display::Hidden => {}
            }
        }
    }

    /// Returns whether the line is drawn now, and then sets the next time.
    fn is_due(&mut self, now: Instant) -> bool {
        let due = self.display != Display::Hidden && now >= self.next;
        if due {
            self.next = now + self.pause;
        }
        if due && self.display == Display::Notes {
            self.pause *= 2;
        }
        due
    }

    /// Removes the line, so that other output can take its place.
    pub(crate) fn clear(&mut self) {
        if std::mem::take(&mut self.visible) {
            let _closed = write!(io::stderr(), "\r\u{1b}[K");
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.clear();
    }
}

/// What the reader of a run has read.
#[derive(Debug, Default)]
pub(crate) struct ReadCounts {
    /// How many bytes of the inputs are read.
    pub(crate) bytes: AtomicU64,
    /// How many logs are read, without those that were judged before the run was resumed.
    pub(crate) logs: AtomicU64,
    /// Whether all inputs are read.
    pub(crate) complete: AtomicBool,
}

/// The progress of a run over many logs. Every thread shows it after a log, because a log may take
/// seconds, and the results of a task come together.
#[derive(Debug)]
pub(crate) struct RunProgress {
    line: Mutex<ProgressLine>,
    begun: Instant,
    read: Arc<ReadCounts>,
    judged: AtomicU64,
    /// How many bytes the inputs have, if that is known.
    total: Option<u64>,
    /// How many bytes were read, and how many logs judged, before the run was resumed.
    bytes_before: u64,
    logs_before: u64,
}

impl RunProgress {
    /// Begins to show the progress of a run; `bytes_before` and `logs_before` were done before.
    pub(crate) fn new(
        read: Arc<ReadCounts>,
        total: Option<u64>,
        bytes_before: u64,
        logs_before: u64,
    ) -> Self {
        read.bytes.fetch_add(bytes_before, Relaxed);
        let (line, judged) = (Mutex::new(ProgressLine::with_notes()), AtomicU64::new(0));
        let begun = Instant::now();
        Self { line, begun, read, judged, total, bytes_before, logs_before }
    }

    /// Counts a judged log, and shows the progress if it is time for that.
    pub(crate) fn add_log(&self) {
        self.judged.fetch_add(1, Relaxed);
        // Another thread shows it, or a report is being written.
        let Ok(mut line) = self.line.try_lock() else { return };
        let notes = line.display == Display::Notes;
        line.draw(|| if notes { self.now().note() } else { self.now().line() });
    }

    /// Takes the line off the terminal until the guard is dropped.
    pub(crate) fn hide(&self) -> MutexGuard<'_, ProgressLine> {
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        line.clear();
        line
    }

    fn now(&self) -> Progress {
        Progress {
            before: self.logs_before,
            judged: self.judged.load(Relaxed),
            read: self.read.logs.load(Relaxed),
            complete: self.read.complete.load(Relaxed),
            bytes: self.read.bytes.load(Relaxed),
            bytes_before: self.bytes_before,
            total: self.total,
            elapsed: self.begun.elapsed(),
        }
    }
}

/// The progress of a run at one moment.
#[derive(Clone, Copy, Debug)]
struct Progress {
    /// How many logs were judged before the run was resumed.
    before: u64,
    /// How many logs this run has judged, and how many it has read.
    judged: u64,
    read: u64,
    /// Whether all inputs are read.
    complete: bool,
    /// How many bytes of the inputs are read.
    bytes: u64,
    bytes_before: u64,
    /// How many bytes the inputs have, if that is known.
    total: Option<u64>,
    /// How long this run has taken so far.
    elapsed: Duration,
}

impl Progress {
    /// Returns the line: a bar, the number of logs, the rate, and the time left.
    fn line(&self) -> String {
        let counts = self.counts();
        let Some(portion) = self.portion() else { return counts };
        let full = portion.of(WIDTH);
        let bar = "=".repeat(full) + &" ".repeat(WIDTH - full);
        format!("[{bar}] {:>3} %  {counts}", portion.of(100))
    }

    /// Returns the line for a file: without a bar, but with the time so far.
    fn note(&self) -> String {
        let percent = self.portion().map(|portion| format!("{} %, ", portion.of(100)));
        // Whole seconds, because a time that is not over yet is not rounded up.
        let so_far = clock(u128::from(self.elapsed.as_secs()) * 1000);
        let percent = percent.unwrap_or_default();
        format!("after {so_far}: {percent}{}", self.counts())
    }

    /// Returns the number of logs, the rate, and the time left.
    fn counts(&self) -> String {
        let logs = self.before.saturating_add(self.judged);
        let known = self.before.saturating_add(self.read.max(self.judged));
        let known = match (self.complete, self.is_unpacking()) {
            (true, _) => format!(" of {known}"),
            // The rest of the logs is packed in the bytes that are read.
            (false, true) => format!(" of more than {known}"),
            (false, false) => String::new(),
        };
        format!("{logs}{known} logs, {} logs/s{}", self.rate(), self.left())
    }

    /// Returns whether all bytes are read, but not all logs.
    fn is_unpacking(&self) -> bool {
        !self.complete && self.total.is_some_and(|total| self.bytes >= total)
    }

    fn rate(&self) -> String {
        let thousandths = self.elapsed.as_millis().max(1);
        let tenths = u128::from(self.judged) * 10_000 / thousandths;
        match tenths {
            0 if self.judged > 0 => "less than 0.1".to_owned(),
            1..100 => format!("{}.{}", tenths / 10, tenths % 10),
            _ => format!("{}", tenths / 10),
        }
    }

    /// Returns how much of the inputs is done, and how much that was before the run was resumed, of
    /// how much, in millionths of bytes: bytes count as far as their logs are judged.
    fn portion(&self) -> Option<Portion> {
        let total = u128::from(self.total.filter(|&total| total > 0)?);
        let before = u128::from(self.bytes_before).min(total);
        let fresh = u128::from(self.bytes).min(total) - before;
        let read = u128::from(self.read.max(self.judged).max(1));
        let judged = u128::from(self.judged) * MILLION / read;
        let (before, total) = (before * MILLION, total * MILLION);
        Some(Portion { done: before + fresh * judged, before, total })
    }

    /// Returns the time left, if it can be told.
    fn left(&self) -> String {
        let (done, rest) = if self.complete {
            (self.judged.into(), self.read.saturating_sub(self.judged).into())
        } else if let Some(Portion { done, before, total }) = self.portion() {
            (done - before, total - done)
        } else {
            return String::new();
        };
        if done == 0 {
            return String::new();
        }
        let least = if self.is_unpacking() { "at least " } else { "" };
        format!(", {least}{} left", clock(rest.saturating_mul(self.elapsed.as_millis()) / done))
    }
}

const MILLION: u128 = 1_000_000;

/// How much of a whole is done.
struct Portion {
    done: u128,
    /// How much was done before the run was resumed.
    before: u128,
    total: u128,
}

impl Portion {
    /// Returns how many of equal parts are done.
    fn of(&self, parts: usize) -> usize {
        usize::try_from(self.done * parts as u128 / self.total).unwrap_or(parts)
    }
}

/// Returns milliseconds as hours, minutes and seconds, rounded up.
fn clock(milliseconds: u128) -> String {
    let seconds = milliseconds.div_ceil(1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All logs that were read are judged.
    const HALF: Progress = Progress {
        before: 0,
        judged: 600,
        read: 600,
        complete: false,
        bytes: 500,
        bytes_before: 0,
        total: Some(1000),
        elapsed: Duration::from_secs(3),
    };

    #[test]
    fn the_line_has_a_bar_a_rate_and_the_time_left() {
        let line = HALF.line();
        assert_eq!(line, "[==========          ]  50 %  600 logs, 200 logs/s, 0:03 left");
        let end = Progress { bytes: 1000, complete: true, ..HALF }.line();
        assert_eq!(end, "[====================] 100 %  600 of 600 logs, 200 logs/s, 0:00 left");
        let start = Progress { bytes: 0, judged: 0, read: 0, ..HALF }.line();
        assert_eq!(start, "[                    ]   0 %  0 logs, 0 logs/s");
        assert_eq!(Progress { total: None, ..HALF }.line(), "600 logs, 200 logs/s");
        let note = "after 0:03: 50 %, 600 logs, 200 logs/s, 0:03 left";
        assert_eq!(HALF.note(), note);
        assert_eq!(Progress { total: None, ..HALF }.note(), "after 0:03: 600 logs, 200 logs/s");
    }

    #[test]
    fn slow_logs_that_are_read_but_not_judged_count_as_work_that_is_left() {
        let read = Progress { judged: 9, read: 1000, elapsed: Duration::from_secs(10), ..HALF };
        let few = "after 0:10: 0 %, 9 logs, 0.9 logs/s, 36:53 left";
        assert_eq!(read.note(), few);
        // A small archive: all of its bytes are read at once, but not all of its logs.
        let packed = Progress { bytes: 1000, ..read };
        let many = "after 0:10: 0 %, 9 of more than 1000 logs, 0.9 logs/s, at least 18:22 left";
        assert_eq!(packed.note(), many);
        let all = Progress { complete: true, ..packed };
        assert_eq!(all.note(), "after 0:10: 0 %, 9 of 1000 logs, 0.9 logs/s, 18:22 left");
        let slower = Progress { judged: 1, elapsed: Duration::from_secs(11), total: None, ..all };
        let line = "after 0:11: 1 of 1000 logs, less than 0.1 logs/s, 3:03:09 left";
        assert_eq!(slower.note(), line);
        let unknown = Progress { total: None, ..all };
        assert_eq!(unknown.note(), "after 0:10: 9 of 1000 logs, 0.9 logs/s, 18:22 left");
    }

    #[test]
    fn the_rate_counts_this_run_only() {
        let resumed = Progress { before: 540, judged: 60, read: 60, bytes_before: 400, ..HALF };
        let line = Progress { total: Some(100_000), ..resumed }.line();
        assert_eq!(line, "[                    ]   0 %  600 logs, 20 logs/s, 49:45 left");
        let line = Progress { total: Some(1_000_000), elapsed: Duration::from_secs(9), ..HALF };
        assert!(line.line().ends_with("66 logs/s, 4:59:51 left"), "{}", line.line());
    }

    #[test]
    fn no_number_is_too_large() {
        let most = Progress {
            before: u64::MAX,
            judged: u64::MAX,
            read: u64::MAX,
            complete: false,
            bytes: u64::MAX,
            bytes_before: 0,
            total: Some(u64::MAX),
            elapsed: Duration::MAX,
        };
        for complete in [false, true] {
            let most = Progress { complete, ..most };
            assert!(most.line().starts_with("[====================] 100 %"), "{}", most.line());
        }
        let resumed = Progress { bytes_before: u64::MAX, ..most };
        assert!(resumed.line().starts_with("[====================] 100 %"), "{}", resumed.line());
    }

    #[test]
    fn lines_that_stay_become_rare() {
        let mut line = ProgressLine::on(Display::Hidden);
        let start = Instant::now();
        let shown = |line: &mut ProgressLine| -> Vec<u64> {
            let at = |second: &u64| line.is_due(start + Duration::from_secs(*second));
            (0..400).filter(at).collect()
        };
        assert_eq!(shown(&mut line), [0; 0]);
        line.display = Display::Notes;
        (line.next, line.pause) = (start + FIRST_NOTE, FIRST_NOTE * 2);
        assert_eq!(shown(&mut line), [10, 30, 70, 150, 310]);
    }
}
