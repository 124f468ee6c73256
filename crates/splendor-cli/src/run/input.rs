//! The pipeline that every command over many logs shares: it reads the inputs one after the other,
//! has their items processed on threads, and hands on the results in input order.
//!
//! Reading and handing on happen on one thread. If the consumer is slow, for example because the
//! output is a pipe, the pool fills up and reading waits, so that memory does not grow.

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;

use splendor_input::{Part, is_archive, parts, read_to_end};
use splendor_render::{LeftOut, LeftOutReason};
use splendor_schema::limits::LOG_BYTES;
use splendor_schema::{FileName, InputFile, ReadError, ReadErrorKind, text_of};
use splendor_seal::SealFiles;
use splendor_verify::catch_defect;

use crate::args::ForeignArgs;
use crate::error::{CliError, InputError, InputErrorKind};
use crate::files::{LogPath, name_of};
use crate::next_step;
use crate::run::foreign;
use crate::run::item::{Input, Item, member_name};
use crate::run::journal::InputPosition;
use crate::run::other_document::is_other_document;
use crate::run::pool::OrderedPool;
use crate::run::progress::ReadCounts;
use crate::signals::{Signals, StopCause};

/// How many bytes, and how many items, one task has. Tasks depend on the inputs alone, never on
/// timing, so that results do not depend on the number of threads.
const TASK_BYTES: usize = 1 << 16;
const TASK_ITEMS: usize = 64;

/// The most bytes of logs in progress, unless one log needs more.
const MAX_BYTES: usize = 64 << 20;

/// How the inputs of a run are read.
pub(crate) struct ReadConfig<'c> {
    pub(crate) threads: usize,
    pub(crate) signals: Signals,
    /// The format of `--from` and the options for it; `None` if every input holds logs.
    pub(crate) foreign: Option<(&'c str, &'c ForeignArgs)>,
    /// Whether an archive is an input like others, or an error.
    pub(crate) archives: bool,
    /// Whether each log is checked against its seal.
    pub(crate) sealed: bool,
    /// Counts what is read.
    pub(crate) read: Arc<ReadCounts>,
    /// The position from which a resumed run goes on.
    pub(crate) start: InputPosition,
}

impl ReadConfig<'static> {
    /// Returns the configuration of a run over logs that nothing interrupts.
    pub(crate) fn new(threads: usize) -> Self {
        let (signals, foreign, start) = (Signals::default(), None, InputPosition::default());
        Self {
            threads,
            signals,
            foreign,
            archives: true,
            sealed: false,
            read: Arc::default(),
            start,
        }
    }
}

/// Gets the results of a run, in input order.
pub(crate) trait Consumer<R> {
    /// Takes the results of one task; breaks to end the run.
    fn take(&mut self, results: R) -> ControlFlow<()>;
}

/// How reading ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// All inputs were read.
    Complete,
    /// The consumer ended the run.
    Consumer,
    /// A signal or the time limit ended the run.
    Stopped(StopCause),
}

/// Reads the inputs, has `work` process their items, and gives the results to the consumer.
///
/// # Errors
///
/// A resumed run does not find all that it has already reported.
pub(crate) fn run<R: Send>(
    inputs: Vec<Input>,
    config: &ReadConfig<'_>,
    work: &(dyn Fn(Vec<Item>) -> R + Sync),
    consumer: &mut dyn Consumer<R>,
) -> Result<Ending, CliError> {
    // A panic is a defect of this program. It is caught and reported, and costs only its log; the
    // default hook would print it a second time.
    std::panic::set_hook(Box::new(|_| {}));
    thread::scope(|scope| {
        let pool = OrderedPool::new(scope, config.threads, MAX_BYTES, work);
        let mut reader = InputReader {
            config,
            pool,
            consumer,
            ended: false,
            shrunk: None,
            task: Vec::new(),
            items: 0,
            weight: 0,
            skip: config.start.parts,
            seal: None,
            found: false,
            pending: None,
        };
        reader.read_inputs(inputs)
    })
}

struct InputReader<'s, 'e, 'c, R> {
    config: &'c ReadConfig<'c>,
    pool: OrderedPool<'s, 'e, Vec<Item>, R>,
    consumer: &'c mut dyn Consumer<R>,
    /// Whether the consumer has ended the run.
    ended: bool,
    /// The error about an input that got shorter since the journal was written.
    shrunk: Option<CliError>,
    /// The next task.
    task: Vec<Item>,
    /// How many items it has, not counting the ends of inputs.
    items: usize,
    weight: usize,
    /// How many items of the current input the run has reported before it was resumed.
    skip: u64,
    /// The files that seal the current input.
    seal: Option<Arc<SealFiles>>,
    /// Whether the current input was found in a folder.
    found: bool,
    /// The name and the item of a document that is not a log, until it is known to be the only one
    /// of its file.
    pending: Option<(FileName, Item)>,
}

impl<'e, R: Send + 'e> InputReader<'_, 'e, '_, R> {
    fn read_inputs(&mut self, inputs: Vec<Input>) -> Result<Ending, CliError> {
        let done = usize::try_from(self.config.start.inputs).unwrap_or(usize::MAX);
        let mut complete = true;
        for input in inputs.into_iter().skip(done) {
            if self.check_end().is_break() {
                complete = false;
                break;
            }
            let name: Arc<FileName> = match &input {
                Input::Logs(log) => name_of(&log.path).into(),
                Input::LeftOut(_) | Input::Error(_) => FileName::default().into(),
            };
            let read = catch_defect(|| self.read_input(input, &name));
            let flow = read.unwrap_or_else(|defect| {
                self.submit(|| Item::Error(InputError::internal(&name, 1, &defect)))
            });
            if flow.is_break() || self.end_input(name).is_break() {
                complete = false;
                break;
            }
        }
        self.finish(complete)
    }

    /// Has all items processed that were read. `complete` says whether these are all.
    fn finish(&mut self, complete: bool) -> Result<Ending, CliError> {
        if let Some(error) = self.shrunk.take() {
            return Err(error);
        }
        self.config.read.complete.store(complete, Relaxed);
        let task = std::mem::take(&mut self.task);
        if !task.is_empty() && !self.ended {
            self.pool.submit_without_spawning(task, self.weight);
        }
        while !self.ended
            && let Some(results) = self.pool.wait_next()
        {
            self.ended = self.consumer.take(results).is_break();
        }
        Ok(match self.config.signals.seen() {
            _ if self.ended => Ending::Consumer,
            // All logs were judged in time if the limit passed after the last input.
            Some(StopCause::TimeLimit) if complete => Ending::Complete,
            Some(cause) => Ending::Stopped(cause),
            None => Ending::Complete,
        })
    }

    /// Submits an item, unless it was reported before the run was resumed.
    fn submit(&mut self, item: impl FnOnce() -> Item) -> ControlFlow<()> {
        if self.skip > 0 {
            self.skip -= 1;
            return self.check_end();
        }
        self.items += 1;
        let item = item();
        self.config.read.logs.fetch_add(item.is_log().into(), Relaxed);
        self.push(item)
    }

    fn end_input(&mut self, name: Arc<FileName>) -> ControlFlow<()> {
        if self.skip > 0 {
            let what = "the input is shorter than when the journal was written";
            let error = CliError::usage(format!("{name}: {what}"));
            self.shrunk = Some(error.help("remove the journal to start over"));
            return ControlFlow::Break(());
        }
        self.push(Item::End(name))
    }

    fn push(&mut self, item: Item) -> ControlFlow<()> {
        self.weight += item.weight();
        self.task.push(item);
        if self.weight >= TASK_BYTES || self.items >= TASK_ITEMS {
            let task = std::mem::replace(&mut self.task, Vec::with_capacity(TASK_ITEMS));
            self.items = 0;
            self.pool.submit(task, std::mem::take(&mut self.weight));
            while let Some(results) = self.pool.try_next() {
                if self.consumer.take(results).is_break() {
                    self.ended = true;
                    break;
                }
            }
        }
        self.check_end()
    }

    /// Breaks if the consumer, a signal or the time limit has ended the run.
    fn check_end(&self) -> ControlFlow<()> {
        if self.ended || self.config.signals.seen().is_some() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn read_input(&mut self, input: Input, name: &Arc<FileName>) -> ControlFlow<()> {
        self.found = matches!(&input, Input::Logs(log) if log.is_found());
        match (input, self.config.foreign) {
            (Input::Error(error), _) => self.submit(|| Item::Error(error)),
            (Input::LeftOut(left_out), _) => self.submit(|| Item::LeftOut(left_out)),
            (Input::Logs(log), Some((from, args))) => self.foreign_file(&log, name, from, args),
            (Input::Logs(log), None) => self.log_file(&log, name),
        }
    }

    fn log_file(&mut self, log: &LogPath, name: &FileName) -> ControlFlow<()> {
        self.seal = self.config.sealed.then(|| Arc::new(log.seal_files()));
        match self.open(log) {
            Ok(input) => self.logs(input, name),
            Err(error) => self.not_read(name, &error),
        }
    }

    fn open(&self, log: &LogPath) -> io::Result<CountingReader<Box<dyn Read>>> {
        let input = log.open(&self.config.signals)?;
        Ok(CountingReader { input, counts: Arc::clone(&self.config.read) })
    }

    fn not_read(&mut self, name: &FileName, error: &io::Error) -> ControlFlow<()> {
        // A signal interrupts a wait for input with an error. The run then reports the signal, not
        // that error.
        self.check_end()?;
        self.submit(|| Item::Error(InputError::not_read(name, error)))
    }

    /// Submits every log of an input.
    fn logs(&mut self, input: impl Read, name: &FileName) -> ControlFlow<()> {
        let mut flow = ControlFlow::Continue(());
        let read = parts(input, &mut |part| {
            flow = self.part(name, &part);
            flow
        });
        flow?;
        self.leave_out_pending()?;
        match read {
            Ok(()) => flow,
            Err(error) => self.not_read(name, &error),
        }
    }

    fn part(&mut self, name: &FileName, part: &Part<'_>) -> ControlFlow<()> {
        if part.is_archived() && !self.config.archives {
            self.not_read(name, &next_step::archive_error())?;
            return ControlFlow::Break(());
        }
        let seal = self.seal.clone();
        let item = || Item::of(name, part, seal.as_ref());
        match part {
            Part::Log(member, piece) if piece.game == 1 => {
                self.leave_out_pending()?;
                let found = self.found || member.is_some();
                let name = member_name(name, *member);
                if found && is_other_document(&name, piece.bytes) {
                    self.pending = Some((name, item()));
                    return self.check_end();
                }
            }
            // Other data in JSON Lines may be logs with a mistake.
            Part::Log(..) => self.submit_pending_as_log()?,
            _ => self.leave_out_pending()?,
        }
        self.submit(item)
    }

    /// Submits the document that is not a log as left out, if there is one.
    fn leave_out_pending(&mut self) -> ControlFlow<()> {
        let Some((name, _)) = self.pending.take() else { return ControlFlow::Continue(()) };
        let mut left_out = LeftOut::default();
        left_out.add(&LeftOutReason::NotALog, &name);
        self.submit(|| Item::LeftOut(left_out))
    }

    /// Submits the document that is not a log, if there is one, as a log with a mistake: more logs
    /// follow in its file.
    fn submit_pending_as_log(&mut self) -> ControlFlow<()> {
        let Some((_, item)) = self.pending.take() else { return ControlFlow::Continue(()) };
        self.submit(|| item)
    }

    /// Submits the games of a file of another client.
    fn foreign_file(
        &mut self,
        log: &LogPath,
        name: &FileName,
        from: &str,
        args: &ForeignArgs,
    ) -> ControlFlow<()> {
        let bytes = match self.open(log).and_then(read_to_end) {
            Ok(bytes) => bytes,
            Err(error) => return self.not_read(name, &error),
        };
        if is_archive(&bytes) {
            if from != "auto" {
                let what = format!("with --from {from}, archives are not opened");
                return self.unusable(name, &what, next_step::UNPACK_FOREIGN);
            }
            // Only the beginning of an archive larger than a log was read.
            if bytes.len() <= LOG_BYTES {
                return self.logs(bytes.as_slice(), name);
            }
        }
        let input = InputFile { name: name.clone(), game: 1, line: 1 };
        let text = match text_of(&bytes) {
            Ok(text) if text.trim().is_empty() => {
                return self.submit(|| Item::Error(InputError::empty_file(name)));
            }
            Ok(text) => text,
            // A file larger than any log may hold many logs. Only a file can be read twice.
            Err(ReadError { kind: ReadErrorKind::TooLarge, .. }) if from == "auto" => {
                if log.path.as_os_str() == "-" {
                    let what = "it is too large to detect its format";
                    return self.unusable(name, what, "leave out --from, or name a file");
                }
                return self.log_file(log, name);
            }
            Err(error) => return self.submit(|| Item::Unreadable(input, bytes, error)),
        };
        let Some(format) = foreign::format(from, text) else {
            return self.logs(bytes.as_slice(), name);
        };
        let setups: Arc<[_]> = match foreign::setups(args, format, log) {
            Ok(setups) => setups.into(),
            Err(CliError { message, .. }) => {
                let (kind, input) = (InputErrorKind::NotRead, name.clone());
                return self.submit(|| Item::Error(InputError { kind, input, message }));
            }
        };
        for (game, (line, part)) in (1..).zip(format.games(text)) {
            let input = InputFile { game, line, ..input.clone() };
            self.submit(|| Item::ForeignGame(format, input, part.to_owned(), Arc::clone(&setups)))?;
        }
        ControlFlow::Continue(())
    }

    fn unusable(&mut self, name: &FileName, what: &str, help: &str) -> ControlFlow<()> {
        self.submit(|| Item::Error(InputError::new(InputErrorKind::NotRead, name, what, help)))
    }
}

/// Counts the bytes that are read, for the progress line.
struct CountingReader<R> {
    input: R,
    counts: Arc<ReadCounts>,
}

impl<R: Read> Read for CountingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.input.read(buffer)?;
        self.counts.bytes.fetch_add(bytes as u64, Relaxed);
        Ok(bytes)
    }
}
