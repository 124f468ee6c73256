//! Being asked to stop, and noticing it while waiting for input.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// The signals that ask the program to stop.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signals {
    seen: Arc<AtomicUsize>,
}

impl Signals {
    /// Begins to notice signals; the second one ends the program at once.
    pub(crate) fn watch() -> io::Result<Self> {
        let signals = Self::default();
        let again = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&again))?;
            flag::register(signal, Arc::clone(&again))?;
            let number = usize::try_from(signal).map_err(io::Error::other)?;
            flag::register_usize(signal, Arc::clone(&signals.seen), number)?;
        }
        Ok(signals)
    }

    /// The number of the signal that was seen.
    pub(crate) fn seen(&self) -> Option<u8> {
        let seen = self.seen.load(Ordering::Relaxed);
        u8::try_from(seen).ok().filter(|&signal| signal > 0)
    }
}

/// Standard input, or what else may keep who reads it waiting.
#[cfg(unix)]
pub(crate) struct Patient {
    pub(crate) file: std::fs::File,
    pub(crate) signals: Signals,
}

#[cfg(unix)]
impl io::Read for Patient {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};

        const PAUSE: Timespec = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };
        loop {
            let mut there = [PollFd::new(&self.file, PollFlags::IN)];
            match poll(&mut there, Some(&PAUSE)) {
                Ok(1..) => return self.file.read(buffer),
                Ok(0) | Err(rustix::io::Errno::INTR) if self.signals.seen().is_none() => {}
                Ok(0) | Err(rustix::io::Errno::INTR) => {
                    return Err(io::Error::other("stopped while waiting for input"));
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
}
