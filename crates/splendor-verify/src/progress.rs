//! How far a long run is, in one line for a terminal.

use std::time::Duration;

/// How wide the bar is.
const WIDTH: usize = 20;

/// How far a run is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// How many logs are judged.
    pub logs: u64,
    /// How many of them in this run, and not in one that it continues.
    pub fresh: u64,
    /// How many bytes of the inputs are read, and of how many, if that is known.
    pub bytes: u64,
    /// How many bytes the inputs have, if that is known.
    pub total: Option<u64>,
    /// How many bytes of them were done before this run.
    pub before: u64,
    /// How long the run takes already.
    pub elapsed: Duration,
}

impl Progress {
    /// Returns the line: a bar, how much is done, how fast it goes, and how long the rest takes.
    pub fn line(&self) -> String {
        let thousandths = u64::try_from(self.elapsed.as_millis()).unwrap_or(u64::MAX).max(1);
        let rate = self.fresh.saturating_mul(1000) / thousandths;
        let told = format!("{} logs, {rate} logs/s", self.logs);
        let Some(total) = self.total.filter(|&total| total > 0) else { return told };
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
        format!("[{bar}] {:>3} %  {told}{left}", portion(100))
    }
}

/// Milliseconds as hours, minutes and seconds, rounded up.
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
    fn the_line_tells_how_far_how_fast_and_how_long() {
        let line = HALF.line();
        assert_eq!(line, "[==========          ]  50 %  600 logs, 200 logs/s, 0:03 left");
        let end = Progress { bytes: 1000, ..HALF }.line();
        assert_eq!(end, "[====================] 100 %  600 logs, 200 logs/s, 0:00 left");
        let start = Progress { bytes: 0, logs: 0, fresh: 0, ..HALF }.line();
        assert_eq!(start, "[                    ]   0 %  0 logs, 0 logs/s");
        assert_eq!(Progress { total: None, ..HALF }.line(), "600 logs, 200 logs/s");
    }

    #[test]
    fn what_was_done_before_is_no_part_of_the_rate() {
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
