//! Where the commands that change logs write them: a file, or standard output.

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::error::CliError;
use crate::files;

/// A file for logs, or standard output.
pub(crate) struct LogOutput<'w> {
    path: Option<&'w Path>,
    /// The files that are read; none of them is overwritten.
    inputs: &'w [PathBuf],
    /// The output file. It is created with the first log, so that a mistyped input leaves no empty
    /// file, and overwrites none.
    file: Option<Box<dyn Write>>,
    out: &'w mut dyn Write,
}

impl<'w> LogOutput<'w> {
    pub(crate) fn new(
        path: Option<&'w Path>,
        inputs: &'w [PathBuf],
        out: &'w mut dyn Write,
    ) -> Self {
        Self { path, inputs, file: None, out }
    }

    pub(crate) fn write(&mut self, text: &str) -> Result<(), CliError> {
        let Some(path) = self.path else { return Ok(self.out.write_all(text.as_bytes())?) };
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(files::create(path, self.inputs)?),
        };
        file.write_all(text.as_bytes()).map_err(|error| files::not_written(path, &error))
    }

    pub(crate) fn flush(&mut self) -> Result<(), CliError> {
        let Some(path) = self.path else { return Ok(self.out.flush()?) };
        let Some(file) = &mut self.file else { return Ok(()) };
        file.flush().map_err(|error| files::not_written(path, &error))
    }
}
