//! Reads the logs of a file on a thread of its own, one batch at a time.
//!
//! The caller waits with a time limit, so an interrupt takes effect even if a read never returns: a
//! pipe may have no writer, and a line may have no end.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Duration;

use splendor_input::pieces;
use splendor_schema::limits::LOG_BYTES;
use splendor_schema::{FileName, InputFile};

use crate::guard::{Defect, guarded};

/// The most logs of a batch, and the most bytes of them. Three batches are in memory: one is
/// judged, one waits, one is read.
const BATCH: (usize, usize) = (1_024, LOG_BYTES);

/// How long a wait for a batch lasts before the caller checks for an interrupt.
const PAUSE: Duration = Duration::from_millis(50);

/// A log with its place in the input.
pub(crate) type Placed = (InputFile, Vec<u8>);

/// Why a file is not read any further.
#[derive(Debug)]
pub(crate) enum Failure {
    Unreadable(io::Error),
    Defect(Defect),
}

/// The result of a wait for the next batch.
#[derive(Debug)]
pub(crate) enum Next {
    Batch(Vec<Placed>),
    Failed(Failure),
    /// Nothing has come yet.
    Nothing,
    /// The file has no more logs.
    End,
}

/// The logs of a file, as they are read.
pub(crate) struct LogFile {
    batches: Receiver<Result<Vec<Placed>, Failure>>,
    /// Whether nobody waits for more.
    stop: Arc<AtomicBool>,
}

impl LogFile {
    /// Begins to read a file.
    ///
    /// # Errors
    ///
    /// The file cannot be opened.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let name = FileName::from_bytes(path.as_os_str().as_encoded_bytes());
        let data = fs::metadata(path)?;
        if data.is_file() || data.is_dir() {
            let mut file = File::open(path)?;
            // A folder can be opened, but not read.
            let _nothing = file.read(&mut [])?;
            return Self::start(name, move || Ok(file));
        }
        // Only the thread can wait until a pipe has a writer.
        let path: PathBuf = path.to_owned();
        Self::start(name, move || File::open(path))
    }

    fn start<R: Read>(
        name: FileName,
        open: impl FnOnce() -> io::Result<R> + Send + 'static,
    ) -> io::Result<Self> {
        let (sender, batches) = mpsc::sync_channel(0);
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let read = move || {
            let read = || {
                let input = Stoppable { input: open()?, stop: &stopped };
                send_batches(input, &name, BATCH, &sender)
            };
            let failure = match guarded(read) {
                Ok(Ok(())) => return,
                Ok(Err(error)) => Failure::Unreadable(error),
                Err(defect) => Failure::Defect(defect),
            };
            let _nobody_waits = sender.send(Err(failure));
        };
        thread::Builder::new().spawn(read)?;
        Ok(Self { batches, stop })
    }

    /// Waits for the next batch, but not for long.
    pub(crate) fn wait(&self) -> Next {
        match self.batches.recv_timeout(PAUSE) {
            Ok(Ok(batch)) => Next::Batch(batch),
            Ok(Err(failure)) => Next::Failed(failure),
            Err(RecvTimeoutError::Timeout) => Next::Nothing,
            Err(RecvTimeoutError::Disconnected) => Next::End,
        }
    }
}

impl Drop for LogFile {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// An input that fails once nobody waits for more.
struct Stoppable<'s, R> {
    input: R,
    stop: &'s AtomicBool,
}

impl<R: Read> Read for Stoppable<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(io::Error::other("nobody waits for more"));
        }
        self.input.read(buffer)
    }
}

fn send_batches(
    input: impl Read,
    name: &FileName,
    (most_logs, most_bytes): (usize, usize),
    sender: &SyncSender<Result<Vec<Placed>, Failure>>,
) -> io::Result<()> {
    let (mut batch, mut bytes) = (Vec::new(), 0);
    pieces(input, &mut |piece| {
        let input = InputFile { name: name.clone(), game: piece.game, line: piece.line };
        bytes += piece.bytes.len();
        batch.push((input, piece.bytes.to_vec()));
        if batch.len() >= most_logs || bytes >= most_bytes {
            bytes = 0;
            let _nobody_waits = sender.send(Ok(std::mem::take(&mut batch)));
        }
    })?;
    if !batch.is_empty() {
        let _nobody_waits = sender.send(Ok(batch));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_come_in_batches_of_bounded_length() {
        let lines = "{\"a\":1}\n".repeat(7);
        let run = |most| {
            let (sender, batches) = mpsc::sync_channel(10);
            send_batches(lines.as_bytes(), &"lines".into(), most, &sender)
                .expect("it is in memory");
            drop(sender);
            let lines = |batch: Vec<Placed>| batch.iter().map(|(input, _)| input.line).collect();
            batches.iter().map(|batch| lines(batch.expect("no failure"))).collect::<Vec<Vec<_>>>()
        };
        assert_eq!(run((3, 1_000)), [vec![1, 2, 3], vec![4, 5, 6], vec![7]]);
        assert_eq!(run((1_000, 15)), [vec![1, 2, 3], vec![4, 5, 6], vec![7]]);
    }

    /// An input that never ends, and counts the reads. It is slow, so no log becomes too long.
    struct Endless(Arc<std::sync::atomic::AtomicU64>);

    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0.fetch_add(1, Ordering::Relaxed);
            buffer[0] = b' ';
            Ok(1)
        }
    }

    #[test]
    fn nothing_is_read_after_the_last_wait() {
        let reads = Arc::default();
        let input = Endless(Arc::clone(&reads));
        let file = LogFile::start("endless".into(), move || Ok(input)).expect("a thread");
        assert!(matches!(file.wait(), Next::Nothing));
        drop(file);
        // A read may be under way.
        let count = || {
            thread::sleep(PAUSE);
            reads.load(Ordering::Relaxed)
        };
        let ended = (0..200).any(|_| count() == count());
        assert!(ended, "it is still read after {} times", reads.load(Ordering::Relaxed));
    }

    #[test]
    fn a_panic_while_reading_is_a_defect() {
        let file = LogFile::start("none".into(), || -> io::Result<File> { panic!("no file") });
        let file = file.expect("a thread");
        let comes = |next: &Next| !matches!(next, Next::Nothing);
        let next = std::iter::repeat_with(|| file.wait()).find(comes).expect("it never ends");
        let Next::Failed(Failure::Defect(Defect(why))) = next else { panic!("{next:?}") };
        assert!(why.contains("no file"), "{why}");
    }
}
