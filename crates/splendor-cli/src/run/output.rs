//! The destination of reports: standard output, or a file that a later run can extend.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use flate2::Crc;

use crate::error::CliError;
use crate::files;
use crate::run::journal::Journal;
use crate::run::sanitize::Sink;

/// The destination of reports.
pub(crate) enum Target<'o> {
    Out(&'o mut dyn Write),
    File(Sink<BufWriter<File>>),
    Continued(Sink<Continued>),
}

/// An output file with the size and checksum of its content, for the journal.
pub(crate) struct Continued {
    file: BufWriter<File>,
    written: Crc,
    bytes: u64,
}

impl Write for Target<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Out(out) => out.write(bytes),
            Self::File(file) => file.write(bytes),
            Self::Continued(continued) => continued.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Out(out) => out.flush(),
            Self::File(file) => file.flush(),
            Self::Continued(continued) => continued.flush(),
        }
    }
}

impl Write for Continued {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.file.write(bytes)?;
        self.count(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Target<'_> {
    /// Creates a file; `color` says whether it gets colors.
    pub(crate) fn create(path: &Path, color: bool) -> Result<Self, CliError> {
        let file = File::create(path).map_err(at(path))?;
        Ok(Self::File(Sink::new(BufWriter::new(file), color)))
    }

    /// Writes everything to disk; returns the size in bytes and the checksum.
    pub(crate) fn sync(&mut self) -> io::Result<(u64, u32)> {
        self.flush()?;
        let Self::Continued(sink) = self else { return Ok((0, 0)) };
        let continued = sink.inner();
        continued.file.get_ref().sync_data()?;
        Ok((continued.bytes, continued.written.sum()))
    }
}

impl Continued {
    /// Opens the output file of a run and cuts off everything that the journal does not know.
    pub(crate) fn open(path: &Path, journal: &Journal, begins: bool) -> Result<Self, CliError> {
        let mut options = OpenOptions::new();
        let opened = options.read(true).write(true).create(begins).truncate(false).open(path);
        let mut file = opened.map_err(at(path))?;
        if !file.metadata().map_err(at(path))?.is_file() {
            let failure = usage(path, "--resume needs a file that can be cut");
            return Err(failure.help("write to a file on a disk, or leave out --resume"));
        }
        // Some file systems have no locks; then nothing keeps two runs apart.
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            let failure = usage(path, "another run is writing to it");
            return Err(failure.help("wait until that run is through, or write to another file"));
        }
        let mut known = Self {
            file: BufWriter::new(file.try_clone().map_err(at(path))?),
            written: Crc::new(),
            bytes: 0,
        };
        known.reread(&mut file, journal.written).map_err(at(path))?;
        if (known.bytes, known.written.sum()) != (journal.written, journal.checksum) {
            let what = "it does not begin with what the journal says was written";
            return Err(usage(path, what).help("remove the journal to begin anew"));
        }
        file.set_len(known.bytes).map_err(at(path))?;
        file.seek(SeekFrom::End(0)).map_err(at(path))?;
        Ok(known)
    }

    /// Adds the existing bytes to size and checksum.
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

/// The journal with its file.
pub(crate) struct Journaled {
    pub(crate) path: PathBuf,
    pub(crate) journal: Journal,
}

impl Journaled {
    /// Writes the journal. The rename is atomic, so a crash leaves either the old or the new one.
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

    /// Removes the journal of a finished run.
    pub(crate) fn remove(&self) -> Result<(), CliError> {
        std::fs::remove_file(&self.path).map_err(at(&self.path))
    }
}

fn at(path: &Path) -> impl Fn(io::Error) -> CliError {
    move |error| files::not_written(path, &error)
}

fn usage(path: &Path, what: &str) -> CliError {
    CliError::usage(format!("{}: {what}", files::shown(path)))
}
