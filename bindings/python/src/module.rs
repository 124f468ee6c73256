//! The Python module `splendor_verify._native`: bytes in, text out.
//!
//! Nothing here judges, and no panic leaves this module: `guard` catches it.

#![expect(clippy::needless_pass_by_value, reason = "what Python hands over is kept while it runs")]

use std::io;
use std::num::NonZero;
use std::panic;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyTuple;
use splendor_schema::{FileName, InputFile};
use splendor_verify::{JudgeOptions, RequiredRules};

use crate::file::{Failure, LogFile, Next};
use crate::guard::{Defect as Caught, guarded};
use crate::judging::{self, Judging, ReportText};
use crate::logs::{Column, List, Logs};
use crate::rows::Row;
use crate::tables::{self, Played};
use crate::threads;

/// A position, or the clause that a turn breaks with its message.
type AfterTurn = (Option<String>, Option<(&'static str, String)>);

create_exception!(
    splendor_verify,
    Defect,
    PyRuntimeError,
    "A defect of the verifier itself: nothing is said of the log."
);

/// The compiled part of the package `splendor_verify`; use the package instead.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::commands::{
        convert, diagnose, edited, game_of_file, kifu, side_file, unpacked, view,
    };

    #[pymodule_export]
    use crate::game::{Game, choice_count, choice_in_words, reveal_count, reveal_in_words};

    #[pymodule_export]
    use super::{
        Defect, Options, VerifyFile, clauses, clients, defect, judged_by, legal_turns, play,
        position, rulings, score, verify, verify_many, verify_rows, version, why, witness,
    };

    use super::{Bound, PyModule, PyResult, panic};

    #[pymodule_init]
    #[expect(clippy::unnecessary_wraps, reason = "the module is made so")]
    fn init(_module: &Bound<'_, PyModule>) -> PyResult<()> {
        // A defect raises an exception, so it must not print to standard error too.
        panic::set_hook(Box::new(|_| {}));
        Ok(())
    }
}

impl From<Caught> for PyErr {
    fn from(Caught(why): Caught) -> Self {
        Defect::new_err(why)
    }
}

/// Runs a long job without the interpreter lock; a defect raises an exception.
pub(crate) fn apart<T: Send>(py: Python<'_>, job: impl FnOnce() -> T + Send) -> PyResult<T> {
    Ok(py.detach(|| guarded(job))?)
}

/// The same for a job that can fail: its message becomes a `ValueError`.
pub(crate) fn answered<T: Send>(
    py: Python<'_>,
    job: impl FnOnce() -> Result<T, String> + Send,
) -> PyResult<T> {
    apart(py, job)?.map_err(PyValueError::new_err)
}

/// Returns the report, or the defect with its place.
fn placed((game, report): (u64, ReportText)) -> PyResult<String> {
    report.map_err(|Caught(why)| Defect::new_err(format!("log {game}: {why}")))
}

/// The logs of a call: texts, or a part of a column as its bytes, offsets and nulls.
#[derive(FromPyObject)]
enum ManyLogs {
    Column(PyBackedBytes, Vec<usize>, Vec<usize>),
    List(Vec<Option<PyBackedBytes>>),
}

impl ManyLogs {
    /// Calls a function with the logs, without the interpreter lock.
    fn apart<T: Send>(
        self,
        py: Python<'_>,
        job: impl FnOnce(&dyn Logs) -> T + Send,
    ) -> PyResult<T> {
        match self {
            Self::Column(bytes, offsets, nulls) => {
                let column = Column::new(bytes, offsets, nulls);
                apart(py, || job(&column))
            }
            Self::List(texts) => {
                let list = List(texts);
                apart(py, || job(&list))
            }
        }
    }
}

/// The rules by which logs are judged.
#[pyclass(frozen)]
#[derive(Debug)]
pub(crate) struct Options(pub(crate) JudgeOptions);

impl Options {
    fn with(&self, keep_going: bool) -> Judging {
        Judging { options: self.0.clone(), keep_going }
    }
}

#[pyfunction]
fn judged_by(
    client: Option<&str>,
    named: Vec<(String, String)>,
    published: bool,
    rules: Option<(String, PyBackedBytes)>,
) -> PyResult<Options> {
    let rules = rules.as_ref().map(|(name, text)| (name.as_str(), text.as_ref()));
    let required = RequiredRules::named(published, rules).map_err(PyValueError::new_err)?;
    JudgeOptions::named(client, named, required).map(Options).map_err(PyValueError::new_err)
}

#[pyfunction]
fn verify(
    py: Python<'_>,
    log: PyBackedBytes,
    name: String,
    by: &Options,
    keep_going: bool,
) -> PyResult<String> {
    let judging = by.with(keep_going);
    let input = InputFile { name: name.into(), game: 1, line: 1 };
    Ok(py.detach(|| judging.report_text(input, &log))?)
}

#[pyfunction]
fn verify_many(
    py: Python<'_>,
    logs: ManyLogs,
    first: u64,
    by: &Options,
    keep_going: bool,
    threads: Option<NonZero<usize>>,
) -> PyResult<Vec<Option<String>>> {
    let judging = by.with(keep_going);
    let threads = threads::count(threads);
    let name = "<list>".into();
    let reports = logs.apart(py, |logs| judging::many(logs, &name, first, &judging, threads))?;
    let text = |(game, report): (u64, Option<ReportText>)| {
        report.map(|report| placed((game, report))).transpose()
    };
    (first..).zip(reports).map(text).collect()
}

/// The logs of a file, judged batch by batch.
#[pyclass(frozen)]
struct VerifyFile {
    file: Mutex<LogFile>,
    name: String,
    judging: Judging,
    threads: usize,
}

#[pymethods]
impl VerifyFile {
    #[new]
    fn new(
        py: Python<'_>,
        path: PathBuf,
        by: &Options,
        keep_going: bool,
        threads: Option<NonZero<usize>>,
    ) -> PyResult<Self> {
        let name = FileName::from_bytes(path.as_os_str().as_encoded_bytes()).text().into_owned();
        let file = apart(py, || LogFile::open(&path))?.map_err(|error| not_read(&error, &name))?;
        let judging = by.with(keep_going);
        let (file, threads) = (Mutex::new(file), threads::count(threads));
        Ok(Self { file, name, judging, threads })
    }

    /// Returns the reports on the next logs, and none at the end of the file.
    fn batch(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        loop {
            py.check_signals()?;
            let wait = || self.file.lock().unwrap_or_else(PoisonError::into_inner).wait();
            let batch = match py.detach(wait) {
                Next::Batch(batch) => batch,
                Next::Nothing => continue,
                Next::End => return Ok(Vec::new()),
                Next::Failed(failure) => return Err(failed(failure, &self.name)),
            };
            let first = batch.first().map_or(1, |(input, _)| input.game);
            let reports = apart(py, || judging::judged(&batch, &self.judging, self.threads))?;
            return (first..).zip(reports).map(placed).collect();
        }
    }
}

/// Makes the exception about a file that cannot be read to its end.
pub(crate) fn failed(failure: Failure, name: &str) -> PyErr {
    match failure {
        Failure::Unreadable(error) => not_read(&error, name),
        Failure::Defect(defect) => defect.into(),
    }
}

/// Makes an `OSError` with its number and the name of the file.
pub(crate) fn not_read(error: &io::Error, name: &str) -> PyErr {
    match error.raw_os_error() {
        Some(number) => {
            let said = error.to_string();
            let said = said.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((number, said, name.to_owned()))
        }
        None => PyOSError::new_err(format!("{name}: {error}")),
    }
}

#[pyfunction]
fn verify_rows<'py>(
    py: Python<'py>,
    logs: ManyLogs,
    by: &Options,
    keep_going: bool,
    threads: Option<NonZero<usize>>,
) -> PyResult<Vec<Option<Bound<'py, PyTuple>>>> {
    let judging = by.with(keep_going);
    let threads = threads::count(threads);
    let rows = logs.apart(py, |logs| crate::rows::many(logs, &judging, threads))?;
    rows.into_iter().map(|row| row.map(|row| cells(py, row)).transpose()).collect()
}

/// A row in the order of the columns; the columns of the first finding come last.
fn cells(py: Python<'_>, row: Row) -> PyResult<Bound<'_, PyTuple>> {
    let Row { verdict, complete, client, plies, judged, departures, .. } = row;
    let Row { clause, turn, line, column, message, findings, .. } = row;
    let log = (verdict, complete, client, plies, judged, departures);
    (log, (clause, turn, line, column, message), findings).into_pyobject(py)
}

#[pyfunction]
fn legal_turns(
    py: Python<'_>,
    table: PyBackedBytes,
    turn: Option<usize>,
    by: &Options,
) -> PyResult<(String, bool)> {
    let options = &by.0;
    answered(py, || tables::legal_turns(&table, turn, options))
}

#[pyfunction]
fn position(
    py: Python<'_>,
    log: PyBackedBytes,
    turn: Option<usize>,
    by: &Options,
) -> PyResult<String> {
    let options = &by.0;
    answered(py, || tables::position(&log, turn, options))
}

#[pyfunction]
fn play(py: Python<'_>, position: PyBackedBytes, turn: PyBackedBytes) -> PyResult<AfterTurn> {
    Ok(match answered(py, || tables::play(&position, &turn))? {
        Played::Legal(position) => (Some(position), None),
        Played::Illegal(clause, message) => (None, Some((clause, message))),
    })
}

#[pyfunction]
fn score(py: Python<'_>, position: PyBackedBytes) -> PyResult<(Vec<u32>, Option<Vec<u32>>)> {
    let (scores, winners) = answered(py, || tables::score(&position))?;
    let numbers = |list: Vec<u8>| list.into_iter().map(u32::from).collect();
    Ok((numbers(scores), winners.map(numbers)))
}

#[pyfunction]
fn witness(py: Python<'_>, log: PyBackedBytes, by: &Options) -> PyResult<String> {
    let options = &by.0;
    answered(py, || tables::witness(&log, options))
}

#[pyfunction]
fn why(
    py: Python<'_>,
    log: PyBackedBytes,
    turn: Option<usize>,
    proposed: Option<String>,
    name: String,
    by: &Options,
) -> PyResult<String> {
    let options = &by.0;
    answered(py, || tables::why(&log, turn, proposed.as_deref(), &name, options))
}

#[pyfunction]
fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

#[pyfunction]
fn clauses() -> String {
    splendor_render::clauses_json()
}

#[pyfunction]
fn rulings() -> String {
    splendor_render::rulings_json()
}

#[pyfunction]
fn clients() -> String {
    splendor_verify::clients::clients_json(None)
}

/// Fails like a defect of the verifier, so that callers can test how they handle one.
#[pyfunction]
fn defect(py: Python<'_>, message: String) -> PyResult<()> {
    apart(py, || panic!("{message}"))
}
