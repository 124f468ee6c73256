//! The signals that stop a run, also while it waits for input.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
#[cfg(unix)]
use std::{
    fs::{self, File},
    io::Read,
    os::fd::AsFd,
    os::unix::fs::FileTypeExt,
    path::Path,
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::Duration,
};

/// The signals that ask the program to stop.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signals {
    seen: Arc<AtomicUsize>,
}

impl Signals {
    /// Installs the handlers. After the first signal, the run completes the reports of the logs it
    /// has read; the second one ends the program at once, in case the run hangs.
    #[cfg(any(unix, windows))]
    pub(crate) fn watch() -> io::Result<Self> {
        use std::sync::atomic::AtomicBool;

        use signal_hook::consts::{SIGINT, SIGTERM};
        use signal_hook::flag;

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

    /// Installs nothing: WebAssembly has no signals.
    #[cfg(not(any(unix, windows)))]
    #[expect(clippy::unnecessary_wraps, reason = "on other systems it can fail")]
    pub(crate) fn watch() -> io::Result<Self> {
        Ok(Self::default())
    }

    /// Returns the number of the signal that arrived.
    pub(crate) fn seen(&self) -> Option<u8> {
        let seen = self.seen.load(Ordering::Relaxed);
        u8::try_from(seen).ok().filter(|&signal| signal > 0)
    }
}

/// How long a wait for input lasts before signals are checked, in milliseconds.
#[cfg(unix)]
const PAUSE: u16 = 50;

/// Standard input, a pipe or a device: an input that may make the reader wait.
#[cfg(unix)]
pub(crate) struct InterruptibleReader {
    file: File,
    signals: Signals,
}

#[cfg(unix)]
impl InterruptibleReader {
    /// Opens a file or standard input.
    pub(crate) fn open(path: &Path, signals: &Signals) -> io::Result<Box<dyn Read>> {
        let file = if path.as_os_str() == "-" {
            File::from(io::stdin().as_fd().try_clone_to_owned()?)
        } else if fs::metadata(path)?.file_type().is_fifo() {
            opened(path, signals)?
        } else {
            File::open(path)?
        };
        if file.metadata()?.is_file() {
            return Ok(Box::new(file));
        }
        Ok(Box::new(Self { file, signals: signals.clone() }))
    }
}

/// Opens a named pipe. The system call blocks until a writer opens it too, so another thread makes
/// the call, and this one keeps checking for signals.
#[cfg(unix)]
fn opened(path: &Path, signals: &Signals) -> io::Result<File> {
    let (sender, receiver) = mpsc::channel();
    let path = path.to_owned();
    thread::spawn(move || sender.send(File::open(path)));
    loop {
        match receiver.recv_timeout(Duration::from_millis(PAUSE.into())) {
            Ok(file) => return file,
            Err(RecvTimeoutError::Timeout) if signals.seen().is_none() => {}
            Err(_) => return Err(stopped()),
        }
    }
}

#[cfg(unix)]
fn stopped() -> io::Error {
    io::Error::other("stopped while waiting for input")
}

#[cfg(unix)]
impl Read for InterruptibleReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};

        let pause = Timespec { tv_sec: 0, tv_nsec: i64::from(PAUSE) * 1_000_000 };
        while self.signals.seen().is_none() {
            let mut there = [PollFd::new(&self.file, PollFlags::IN)];
            match poll(&mut there, Some(&pause)) {
                Ok(1..) => return self.file.read(buffer),
                Ok(0) | Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(stopped())
    }
}
