//! What stops a run before its end, also while it waits for input: a signal, or a time limit.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
#[cfg(unix)]
use std::{
    fs::{self, File},
    io::{IsTerminal, Read},
    os::fd::AsFd,
    os::unix::fs::{FileTypeExt, MetadataExt},
    path::Path,
    sync::mpsc,
    thread,
};

/// Why a run has to stop before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StopCause {
    /// The signal of this number arrived.
    Signal(u8),
    /// The time limit has passed.
    TimeLimit,
}

/// The signals that ask the program to stop, and the time limit.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signals {
    seen: Arc<AtomicUsize>,
    deadline: Option<Instant>,
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

    /// Adds a time limit, which begins now.
    pub(crate) fn within(self, limit: Option<Duration>) -> Self {
        // A limit beyond the end of time is none.
        Self { deadline: limit.and_then(|limit| Instant::now().checked_add(limit)), ..self }
    }

    /// Returns why the run has to stop, if it has to.
    pub(crate) fn seen(&self) -> Option<StopCause> {
        let signal = u8::try_from(self.seen.load(Ordering::Relaxed)).ok();
        let signal = signal.filter(|&signal| signal > 0).map(StopCause::Signal);
        signal.or_else(|| self.is_late().then_some(StopCause::TimeLimit))
    }

    /// Returns whether the time limit has passed.
    pub(crate) fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// How long a wait for input lasts before signals are checked, in milliseconds.
#[cfg(unix)]
const PAUSE: u16 = 50;

/// How long a pipe may wait for a program that writes to it.
#[cfg(unix)]
const WRITER_WAIT: Duration = Duration::from_secs(1);

/// Standard input or a pipe: an input that may make the reader wait.
#[cfg(unix)]
pub(crate) struct InterruptibleReader {
    file: File,
    signals: Signals,
}

#[cfg(unix)]
impl InterruptibleReader {
    /// Opens a file or standard input.
    ///
    /// # Errors
    ///
    /// There is no such file; it is a device, which has no end; or it is a pipe to which no program
    /// writes.
    pub(crate) fn open(path: &Path, signals: &Signals) -> io::Result<Box<dyn Read>> {
        let file = if path.as_os_str() == "-" {
            let file = File::from(io::stdin().as_fd().try_clone_to_owned()?);
            reject_device(&file.metadata()?)?;
            file
        } else {
            let about = fs::metadata(path)?;
            // To open a device may have an effect.
            reject_device(&about)?;
            if about.file_type().is_fifo() { open_pipe(path, signals)? } else { File::open(path)? }
        };
        if file.metadata()?.is_file() {
            return Ok(Box::new(file));
        }
        Ok(Box::new(Self { file, signals: signals.clone() }))
    }
}

/// Rejects a device other than a terminal and `/dev/null`.
#[cfg(unix)]
fn reject_device(about: &fs::Metadata) -> io::Result<()> {
    let kind = about.file_type();
    let is_device = kind.is_block_device() || kind.is_char_device();
    let is_one_of = |path: &str| fs::metadata(path).is_ok_and(|it| it.rdev() == about.rdev());
    let is_terminal = io::stdin().is_terminal() && is_one_of("/dev/stdin");
    if is_device && !is_terminal && !is_one_of("/dev/null") && !is_one_of("/dev/tty") {
        return Err(invalid("this is a device, not a file"));
    }
    Ok(())
}

/// Opens a named pipe. The system call blocks until a writer opens it too, so another thread makes
/// the call, and this one keeps checking for signals.
#[cfg(unix)]
fn open_pipe(path: &Path, signals: &Signals) -> io::Result<File> {
    let (sender, receiver) = mpsc::channel();
    let path = path.to_owned();
    thread::spawn(move || sender.send(File::open(path)));
    let begun = Instant::now();
    loop {
        match receiver.recv_timeout(Duration::from_millis(PAUSE.into())) {
            Ok(file) => return file,
            Err(_) if signals.seen().is_some() => return Err(stopped()),
            Err(_) if begun.elapsed() < WRITER_WAIT => {}
            Err(_) => {
                return Err(invalid("no program has begun to write to this pipe"));
            }
        }
    }
}

#[cfg(unix)]
fn invalid(why: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, why)
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
