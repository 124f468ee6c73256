//! The output of a run: standard output, or a file that a resumed run continues.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use flate2::Crc;

use crate::error::CliError;
use crate::files;
use crate::run::journal::Journal;
use crate::run::sanitize::SanitizingWriter;

/// The output of a run.
pub(crate) enum Output<'o> {
    Out(&'o mut dyn Write),
    File(SanitizingWriter<BufWriter<File>>),
    ResumableFile(SanitizingWriter<ResumableFile>),
}

/// An output file with the length and the checksum of the bytes written to it.
pub(crate) struct ResumableFile {
    file: BufWriter<File>,
    written: Crc,
    bytes: u64,
}

impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Out(out) => out.write(bytes),
            Self::File(file) => file.write(bytes),
            Self::ResumableFile(continued) => continued.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Out(out) => out.flush(),
            Self::File(file) => file.flush(),
            Self::ResumableFile(continued) => continued.flush(),
        }
    }
}

impl Write for ResumableFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.file.write(bytes)?;
        self.count(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Output<'_> {
    /// Creates a file; `color` lets color codes through.
    pub(crate) fn create(path: &Path, color: bool) -> Result<Self, CliError> {
        let file = File::create(path).map_err(at(path))?;
        Ok(Self::File(SanitizingWriter::new(BufWriter::new(file), color)))
    }

    /// Brings everything to the disk; returns the number of bytes and their checksum.
    pub(crate) fn sync(&mut self) -> io::Result<(u64, u32)> {
        self.flush()?;
        let Self::ResumableFile(sink) = self else { return Ok((0, 0)) };
        let continued = sink.inner();
        continued.file.get_ref().sync_data()?;
        Ok((continued.bytes, continued.written.sum()))
    }
}

impl ResumableFile {
    /// Opens the output of a run and cuts off the bytes that the journal does not vouch for.
    pub(crate) fn open(path: &Path, journal: &Journal, begins: bool) -> Result<Self, CliError> {
        let mut options = OpenOptions::new();
        let opened = options.read(true).write(true).create(begins).truncate(false).open(path);
        let mut file = opened.map_err(at(path))?;
        if !file.metadata().map_err(at(path))?.is_file() {
            let error = error_at(path, "--resume needs an output file that can be truncated");
            return Err(error.help("write to a file on a disk, or leave out --resume"));
        }
        // Not every file system has locks. Without them, two runs could write to one file.
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            let error = error_at(path, "another run is writing to it");
            return Err(error.help("wait until that run ends, or write to another file"));
        }
        let mut known = Self {
            file: BufWriter::new(file.try_clone().map_err(at(path))?),
            written: Crc::new(),
            bytes: 0,
        };
        known.reread(&mut file, journal.written).map_err(at(path))?;
        if (known.bytes, known.written.sum()) != (journal.written, journal.checksum) {
            let what = "it does not begin with the output that the journal records";
            return Err(error_at(path, what).help("remove the journal to start over"));
        }
        file.set_len(known.bytes).map_err(at(path))?;
        file.seek(SeekFrom::End(0)).map_err(at(path))?;
        Ok(known)
    }

    /// Counts the first `bytes` bytes of the file.
    fn reread(&mut self, file: &mut File, bytes: u64) -> io::Result<()> {
        let mut part = vec![0; 1 << 16];
        let mut rest = file.take(bytes);
        loop {
            let count = rest.read(&mut part)?;
            if count == 0 {
                return Ok(());
            }
            self.count(&part[..count]);
        }
    }

    fn count(&mut self, bytes: &[u8]) {
        self.written.update(bytes);
        self.bytes += bytes.len() as u64;
    }
}

/// The journal of a run and its file.
pub(crate) struct JournalFile {
    pub(crate) path: PathBuf,
    pub(crate) journal: Journal,
}

impl JournalFile {
    /// Writes the journal next to the old one and renames it: a crash leaves one of the two.
    pub(crate) fn write(&self) -> Result<(), CliError> {
        let mut fresh = self.path.clone().into_os_string();
        fresh.push(".tmp");
        let fresh = PathBuf::from(fresh);
        let write = || {
            let mut file = File::create(&fresh)?;
            file.write_all(self.journal.text().as_bytes())?;
            file.sync_data()?;
            std::fs::rename(&fresh, &self.path)
        };
        write().map_err(at(&self.path))
    }

    /// Removes the journal of a complete run.
    pub(crate) fn remove(&self) -> Result<(), CliError> {
        std::fs::remove_file(&self.path).map_err(at(&self.path))
    }
}

fn at(path: &Path) -> impl Fn(io::Error) -> CliError {
    move |error| files::not_written(path, &error)
}

fn error_at(path: &Path, what: &str) -> CliError {
    CliError::usage(format!("{}: {what}", files::shown(path)))
}
