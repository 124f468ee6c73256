//! From the inputs of a command line to jobs, one after the other.

use std::cell::Cell;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use splendor_schema::limits::LOG_BYTES;
use splendor_schema::{FileName, InputFile, ReadError, ReadErrorKind, text_of};
use splendor_verify::crew::Crew;
use splendor_verify::input::{Part, is_archive, parts, whole};

use crate::commands::verify::Verify;
use crate::error::{CliError, InputError, InputErrorKind};
use crate::files;
use crate::files::name_of;
use crate::run::foreign;
use crate::run::journal::Position;
use crate::run::report_writer::{Stop, Tally};
use crate::run::signals::Signals;
use crate::run::work::{Done, Job};

/// How many bytes, and how many logs, are judged as one task.
pub(crate) const TASK: usize = 1 << 16;
pub(crate) const LOGS: usize = 64;

/// What is read one after the other.
pub(crate) enum Source {
    Logs(PathBuf),
    /// What cannot be read, or holds nothing, is said in its turn.
    Said(InputError),
}

/// Returns what paths stand for.
pub(crate) fn sources(paths: &[PathBuf], foreign: bool) -> Vec<Source> {
    let mut sources = Vec::new();
    for path in paths {
        let found = files::logs_of(path, foreign);
        if found.logs.is_empty() && found.unread.is_empty() {
            sources.push(Source::Said(none_in(path, foreign)));
        }
        let unread =
            found.unread.iter().map(|(path, error)| InputError::not_read(&name_of(path), error));
        sources.extend(unread.map(Source::Said));
        sources.extend(found.logs.into_iter().map(Source::Logs));
    }
    sources
}

/// Says that a folder holds no log.
pub(crate) fn none_in(path: &Path, foreign: bool) -> InputError {
    let also = if foreign { ".kifu" } else { ".tar" };
    let what = format!("no .json, .jsonl, .ndjson or {also} file is in this folder");
    InputError::new(InputErrorKind::Empty, &name_of(path), what, NO_LOGS)
}

/// Says what of an input cannot be read, or holds nothing; nothing of a log.
pub(crate) fn no_log(name: &FileName, part: &Part<'_>) -> Option<InputError> {
    let of = |member: Option<&FileName>| in_archive(name, member);
    Some(match part {
        Part::Log(..) => return None,
        Part::Unread(member, error) => InputError::not_read(&of(Some(member)), error),
        Part::Empty(member) => InputError::empty_file(&of(*member)),
        Part::NoLog => {
            let what = "no .json, .jsonl or .ndjson file is in this archive";
            InputError::new(InputErrorKind::Empty, name, what, NO_LOGS)
        }
    })
}

/// The name by which a file in an archive is told, or the input itself.
pub(crate) fn in_archive(name: &FileName, member: Option<&FileName>) -> FileName {
    member.map_or_else(|| name.clone(), |member| name.member(member))
}

/// What to do about a folder without logs.
pub(crate) const NO_LOGS: &str = "name the files themselves, or a folder that holds such files";

/// Who reads the inputs, gives the jobs, and passes on what became of them.
pub(crate) struct Feed<'s, 'e> {
    pub(crate) told: &'e Verify,
    pub(crate) crew: Crew<'s, 'e, Vec<Job>, Vec<Done>>,
    pub(crate) tally: Tally<'e>,
    pub(crate) signals: &'e Signals,
    /// How many bytes of the inputs are read.
    pub(crate) read: &'e Cell<u64>,
    pub(crate) jobs: Vec<Job>,
    pub(crate) weight: usize,
    /// How much of the input is in the output of a run that is continued.
    pub(crate) skip: u64,
}

impl<'e> Feed<'_, 'e> {
    /// Reads every input from a position on.
    pub(crate) fn all(&mut self, sources: Vec<Source>, from: Position) {
        let done = usize::try_from(from.inputs).unwrap_or(usize::MAX);
        self.skip = from.parts;
        if self.go_on().is_break() {
            return;
        }
        for source in sources.into_iter().skip(done) {
            let name: Arc<FileName> = match &source {
                Source::Logs(path) => name_of(path).into(),
                Source::Said(_) => FileName::default().into(),
            };
            // A defect of ours on one file is reported as ours and costs only that file.
            let input = AssertUnwindSafe(|| self.source(source, &name));
            let flow = panic::catch_unwind(input).unwrap_or_else(|panic| {
                self.put(Job::Said(InputError::internal(&name, 1, panic.as_ref())))
            });
            if flow.is_break() || self.put(Job::End(name)).is_break() {
                break;
            }
        }
        self.rest();
    }

    /// Has everything judged that was read.
    fn rest(&mut self) {
        let jobs = std::mem::take(&mut self.jobs);
        if !jobs.is_empty() && self.tally.stopped.is_none() {
            self.crew.give_to_those_there(jobs, self.weight);
        }
        while self.tally.stopped.is_none()
            && let Some(done) = self.crew.rest()
        {
            let _told_by_the_tally = self.tally.take(done);
        }
        if let (None, Some(signal)) = (&self.tally.stopped, self.signals.seen()) {
            self.tally.stopped = Some(Stop::Signal(signal));
        }
    }

    /// Gives a job, unless what comes of it was written before; breaks where the run ends.
    fn put(&mut self, job: Job) -> ControlFlow<()> {
        if self.skip > 0 {
            return self.pass_over(&job);
        }
        self.weight += job.weight();
        self.jobs.push(job);
        if self.weight >= TASK || self.jobs.len() >= LOGS {
            let jobs = std::mem::replace(&mut self.jobs, Vec::with_capacity(LOGS));
            self.crew.give(jobs, std::mem::take(&mut self.weight));
            while let Some(done) = self.crew.next_due() {
                self.tally.take(done)?;
            }
        }
        self.go_on()
    }

    fn pass_over(&mut self, job: &Job) -> ControlFlow<()> {
        if let Job::End(name) = job {
            let what = "it holds less than what of it was judged";
            let failure = CliError::usage(format!("{name}: {what}"));
            let failure = failure.help("remove the journal to begin anew");
            self.tally.stopped = Some(Stop::Failed(failure));
        } else {
            self.skip -= 1;
        }
        self.go_on()
    }

    fn go_on(&self) -> ControlFlow<()> {
        if self.tally.stopped.is_some() || self.signals.seen().is_some() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn source(&mut self, source: Source, name: &Arc<FileName>) -> ControlFlow<()> {
        match (source, &self.told.from) {
            (Source::Said(complaint), _) => self.put(Job::Said(complaint)),
            (Source::Logs(path), Some(from)) => self.foreign_file(&path, name, from),
            (Source::Logs(path), None) => match self.open(&path) {
                Ok(input) => self.logs(input, name),
                Err(error) => self.not_read(name, &error),
            },
        }
    }

    fn not_read(&mut self, name: &FileName, error: &io::Error) -> ControlFlow<()> {
        // Who waits for input when asked to stop has not failed to read it.
        self.go_on()?;
        self.put(Job::Said(InputError::not_read(name, error)))
    }

    fn open(&self, path: &Path) -> io::Result<Counting<'e, Box<dyn Read>>> {
        Ok(Counting { input: files::open_patiently(path, self.signals)?, read: self.read })
    }

    /// Has every log of an input judged.
    fn logs(&mut self, input: impl Read, name: &FileName) -> ControlFlow<()> {
        let mut flow = ControlFlow::Continue(());
        let read = parts(input, &mut |part| {
            flow = self.part(name, part);
            flow
        });
        flow?;
        match read {
            Ok(()) => flow,
            Err(error) => self.not_read(name, &error),
        }
    }

    fn part(&mut self, name: &FileName, part: Part<'_>) -> ControlFlow<()> {
        if let Some(said) = no_log(name, &part) {
            return self.put(Job::Said(said));
        }
        match part {
            Part::Log(member, piece) if self.skip == 0 => {
                let name = in_archive(name, member);
                let input = InputFile { name, game: piece.game, line: piece.line };
                self.put(Job::Log(input, piece.bytes.to_vec()))
            }
            _ => self.put(Job::Said(InputError::empty_file(&FileName::default()))),
        }
    }

    /// Has the games of a file of another client judged.
    fn foreign_file(&mut self, path: &Path, name: &FileName, from: &str) -> ControlFlow<()> {
        let bytes = match self.open(path).and_then(whole) {
            Ok(bytes) => bytes,
            Err(error) => return self.not_read(name, &error),
        };
        if is_archive(&bytes) {
            if from != "auto" {
                let what = "with --from, an archive is not looked into";
                return self.put(Job::Said(InputError::new(
                    InputErrorKind::NotRead,
                    name,
                    what,
                    files::UNPACK,
                )));
            }
            // Of one that is too large for a log only the beginning was read.
            if bytes.len() <= LOG_BYTES {
                return self.logs(bytes.as_slice(), name);
            }
        }
        let input = InputFile { name: name.clone(), game: 1, line: 1 };
        let text = match text_of(&bytes) {
            Ok(text) if text.trim().is_empty() => {
                return self.put(Job::Said(InputError::empty_file(name)));
            }
            Ok(text) => text,
            // A file that is larger than any log may be one of many logs.
            Err(ReadError { kind: ReadErrorKind::TooLarge, .. }) if from == "auto" => {
                if path.as_os_str() == "-" {
                    let what = "too much of it was read to tell its format";
                    let step = "leave out --from, or name a file";
                    return self.put(Job::Said(InputError::new(
                        InputErrorKind::NotRead,
                        name,
                        what,
                        step,
                    )));
                }
                return match self.open(path) {
                    Ok(input) => self.logs(input, name),
                    Err(error) => self.not_read(name, &error),
                };
            }
            Err(error) => return self.put(Job::NoText(input, bytes, error)),
        };
        let Some(format) = foreign::format(from, text) else {
            return self.logs(bytes.as_slice(), name);
        };
        let setups = match foreign::setups(&self.told.foreign, format, path) {
            Ok(setups) => setups.into(),
            Err(CliError { message, .. }) => {
                let (kind, input) = (InputErrorKind::NotRead, name.clone());
                return self.put(Job::Said(InputError { kind, input, message }));
            }
        };
        for (game, (line, part)) in (1..).zip(format.games(text)) {
            let input = InputFile { game, line, ..input.clone() };
            self.put(Job::Game(format, input, part.to_owned(), Arc::clone(&setups)))?;
        }
        ControlFlow::Continue(())
    }
}

/// Counts what is read.
struct Counting<'c, R> {
    input: R,
    read: &'c Cell<u64>,
}

impl<R: Read> Read for Counting<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.read.set(self.read.get() + count as u64);
        Ok(count)
    }
}
