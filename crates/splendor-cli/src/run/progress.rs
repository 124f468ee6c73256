//! The progress line that long commands show on a terminal.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// How many characters wide the bar is.
const WIDTH: usize = 20;

/// How long the line stays before it is drawn again.
const INTERVAL: Duration = Duration::from_millis(200);

/// One line on standard error that is drawn over and over. Without a terminal it is never drawn.
#[derive(Debug)]
pub(crate) struct ProgressLine {
    /// When the line may be drawn next; `None` without a terminal.
    next: Option<Instant>,
    visible: bool,
}

impl ProgressLine {
    pub(crate) fn new() -> Self {
        let next = io::stderr().is_terminal().then(|| Instant::now() + INTERVAL);
        Self { next, visible: false }
    }

    /// Returns whether standard error is a terminal.
    pub(crate) const fn is_shown(&self) -> bool {
        self.next.is_some()
    }

    /// Draws the line, unless the last drawing was a moment ago.
    pub(crate) fn draw<L: fmt::Display>(&mut self, line: impl FnOnce() -> L) {
        let now = Instant::now();
        if self.next.is_some_and(|next| now >= next) {
            (self.next, self.visible) = (Some(now + INTERVAL), true);
            let _closed = write!(io::stderr(), "\r{}\u{1b}[K", line());
        }
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

/// The progress of a run over many logs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress {
    /// How many logs are judged.
    pub(crate) logs: u64,
    /// How many of them this run judged; the others were judged before it was resumed.
    pub(crate) fresh: u64,
    /// How many bytes of the inputs are read.
    pub(crate) bytes: u64,
    /// How many bytes the inputs have, if that is known.
    pub(crate) total: Option<u64>,
    /// How many bytes were read before the run was resumed.
    pub(crate) before: u64,
    /// How long this run has taken so far.
    pub(crate) elapsed: Duration,
}

impl Progress {
    /// Returns the line: a bar, the number of logs, the rate, and the time left.
    pub(crate) fn line(&self) -> String {
        let thousandths = u64::try_from(self.elapsed.as_millis()).unwrap_or(u64::MAX).max(1);
        let rate = self.fresh.saturating_mul(1000) / thousandths;
        let counts = format!("{} logs, {rate} logs/s", self.logs);
        let Some(total) = self.total.filter(|&total| total > 0) else { return counts };
        let done = self.bytes.min(total);
        let portion = |of: u64| {
            let portion = u128::from(of) * u128::from(done) / u128::from(total);
            u64::try_from(portion).unwrap_or(of)
        };
        let full = usize::try_from(portion(WIDTH as u64)).unwrap_or(WIDTH);
        let bar = "=".repeat(full) + &" ".repeat(WIDTH - full);
        let fresh = done.saturating_sub(self.before);
        let left = u128::from(total - done) * self.elapsed.as_millis() / u128::from(fresh.max(1));
        let left = if fresh == 0 { String::new() } else { format!(", {} left", clock(left)) };
        format!("[{bar}] {:>3} %  {counts}{left}", portion(100))
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

    const HALF: Progress = Progress {
        logs: 600,
        fresh: 600,
        bytes: 500,
        total: Some(1000),
        before: 0,
        elapsed: Duration::from_secs(3),
    };

    #[test]
    fn the_line_has_a_bar_a_rate_and_the_time_left() {
        let line = HALF.line();
        assert_eq!(line, "[==========          ]  50 %  600 logs, 200 logs/s, 0:03 left");
        let end = Progress { bytes: 1000, ..HALF }.line();
        assert_eq!(end, "[====================] 100 %  600 logs, 200 logs/s, 0:00 left");
        let start = Progress { bytes: 0, logs: 0, fresh: 0, ..HALF }.line();
        assert_eq!(start, "[                    ]   0 %  0 logs, 0 logs/s");
        assert_eq!(Progress { total: None, ..HALF }.line(), "600 logs, 200 logs/s");
    }

    #[test]
    fn the_rate_counts_this_run_only() {
        let line = Progress { fresh: 60, before: 400, total: Some(100_000), ..HALF }.line();
        assert_eq!(line, "[                    ]   0 %  600 logs, 20 logs/s, 49:45 left");
        let line = Progress { total: Some(1_000_000), elapsed: Duration::from_secs(9), ..HALF };
        assert!(line.line().ends_with("66 logs/s, 4:59:51 left"), "{}", line.line());
    }

    #[test]
    fn no_number_is_too_large() {
        let most = Progress {
            logs: u64::MAX,
            fresh: u64::MAX,
            bytes: u64::MAX,
            total: Some(u64::MAX),
            before: u64::MAX,
            elapsed: Duration::MAX,
        };
        assert!(most.line().starts_with("[====================] 100 %"), "{}", most.line());
    }
}
