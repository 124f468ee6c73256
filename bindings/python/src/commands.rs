//! The functions of the module that give the output of a command: `convert`, `diagnose`, `view`.

#![expect(clippy::needless_pass_by_value, reason = "what Python hands over is kept while it runs")]

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use splendor_schema::{FileName, InputFile};

use crate::answers::LoggedGame;
use crate::file::{LogFile, Next};
use crate::foreign::{self, Converted, ForeignFile, LeftOut, NotConverted};
use crate::module::{Options, answered, apart, failed, not_read};

/// The line of a game, its log as a document and as a line, and the account.
type Made = (u64, String, String, String);
/// The message, the line and the column of an error, and whether a side file is missing.
type Refused = (String, Option<u64>, Option<u64>, bool);
/// The name of an input, the number of a game in it, and its line.
type Place = (String, u64, u64);

#[pyfunction]
pub(crate) fn convert(
    py: Python<'_>,
    file: PyBackedBytes,
    name: String,
    path: Option<PathBuf>,
    format: String,
    setup: Option<(String, PyBackedBytes)>,
) -> PyResult<(Vec<Made>, Option<Refused>)> {
    let name = FileName::from(name.as_str());
    let setup = setup.map(|(name, bytes)| (FileName::from(name.as_str()), bytes));
    let file = ForeignFile {
        bytes: &file,
        name: &name,
        path: path.as_deref(),
        format: &format,
        setup: setup.as_ref().map(|(name, bytes)| (name, &**bytes)),
    };
    let of_log =
        |Converted { line, document, json_line, account }| (line, document, json_line, account);
    Ok(match apart(py, || file.convert())? {
        Ok(logs) => (logs.into_iter().map(of_log).collect(), None),
        Err(NotConverted::Whole(message)) => (Vec::new(), Some((message, None, None, false))),
        Err(NotConverted::Place { message, line, column, needs_setup }) => {
            (Vec::new(), Some((message, Some(line), Some(column), needs_setup)))
        }
    })
}

/// Returns the path of the side file of a file.
#[pyfunction]
pub(crate) fn side_file(path: PathBuf) -> Option<PathBuf> {
    splendor_convert::side_file(&path)
}

#[pyfunction]
pub(crate) fn kifu(py: Python<'_>, log: PyBackedBytes) -> PyResult<(String, LeftOut)> {
    answered(py, || foreign::kifu(&log))
}

/// Returns a file without its compression, up to one byte more than the limit of a log.
#[pyfunction]
pub(crate) fn unpacked(py: Python<'_>, file: PyBackedBytes) -> PyResult<Vec<u8>> {
    answered(py, || {
        let bytes = splendor_input::read_to_end(&*file).map_err(|error| error.to_string())?;
        if splendor_input::is_archive(&bytes) {
            return Err("this is an archive: unpack it, and name one of its files".to_owned());
        }
        Ok(bytes)
    })
}

/// Returns a game of a file, from 1, and its line. An interrupt ends the wait for it.
#[pyfunction]
pub(crate) fn game_of_file(py: Python<'_>, path: PathBuf, number: u64) -> PyResult<(Vec<u8>, u64)> {
    let name = FileName::from_bytes(path.as_os_str().as_encoded_bytes()).text().into_owned();
    let file = apart(py, || LogFile::open(&path))?.map_err(|error| not_read(&error, &name))?;
    let file = Mutex::new(file);
    let wait = || file.lock().unwrap_or_else(PoisonError::into_inner).wait();
    let mut games = 0;
    loop {
        py.check_signals()?;
        match py.detach(wait) {
            Next::Batch(batch) => {
                games += batch.len();
                let found = batch.into_iter().find(|(input, _)| input.game == number);
                if let Some((input, bytes)) = found {
                    return Ok((bytes, input.line));
                }
            }
            Next::Nothing => {}
            Next::End if games == 0 => {
                return Err(PyValueError::new_err(format!("{name}:1:1: the file is empty")));
            }
            Next::End => {
                let message = format!("{name}: there is no game {number}: the file has {games}");
                return Err(PyValueError::new_err(message));
            }
            Next::Failed(failure) => return Err(failed(failure, &name)),
        }
    }
}

#[pyfunction]
pub(crate) fn diagnose(
    py: Python<'_>,
    log: PyBackedBytes,
    place: Place,
    by: &Options,
) -> PyResult<String> {
    let game = logged_game(&log, place, by);
    answered(py, || game.diagnosis())
}

#[pyfunction]
pub(crate) fn edited(
    py: Python<'_>,
    log: PyBackedBytes,
    place: Place,
    cause: Option<usize>,
    by: &Options,
) -> PyResult<String> {
    let game = logged_game(&log, place, by);
    answered(py, || game.edited(cause))
}

#[pyfunction]
pub(crate) fn view(
    py: Python<'_>,
    log: PyBackedBytes,
    place: Place,
    by: &Options,
) -> PyResult<String> {
    let game = logged_game(&log, place, by);
    answered(py, || game.page())
}

fn logged_game<'g>(bytes: &'g [u8], (name, game, line): Place, by: &'g Options) -> LoggedGame<'g> {
    let input = InputFile { name: FileName::from(name.as_str()), game, line };
    LoggedGame { bytes, input, options: &by.0 }
}
