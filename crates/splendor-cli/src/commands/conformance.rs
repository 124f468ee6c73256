//! `splendor conformance`: tests another program through its standard input and output.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use splendor_play::conformance::{Engine, EngineError, Kit, Skips, command_words, conformance};
use splendor_schema::limits::LOG_BYTES;
use splendor_schema::text_of;

use crate::args::AnswerArgs;
use crate::args::values::{CLAUSE, number};
use crate::error::{CliError, ExitStatus, reason};
use crate::files;
use crate::run::progress::ProgressLine;

/// Arguments of `splendor conformance`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  splendor conformance --cmd ./my-engine
  splendor conformance --cmd 'python3 my_engine.py' --clause take
  splendor conformance --cmd ./my-engine --skip known-failures.txt --format json

docs/src/conformance.md describes the protocol.

Exit status: 0 if all answers are as expected, 1 if one is wrong or a skipped
case is right, 2 if the engine does not answer the greeting, 3 for wrong usage.")]
pub(crate) struct Conformance {
    /// The command that starts the engine; quotes keep words together, no shell reads it.
    #[arg(long, value_name = "COMMAND", required_unless_present = "list")]
    pub(crate) cmd: Option<String>,
    /// Expect the cases named in this file to fail, one name per line; `#` starts a comment.
    ///
    /// A named case that passes is an error.
    #[arg(long, value_name = "FILE")]
    pub(crate) skip: Option<PathBuf>,
    /// Ask only about a clause, like `take.pair`, or a family, like `take`.
    #[arg(long, value_name = "ID", value_parser = CLAUSE, hide_possible_values = true)]
    pub(crate) clause: Option<String>,
    /// Ask about the vectors in this file, one per line, instead of those of this project.
    #[arg(long, value_name = "FILE")]
    pub(crate) vectors: Option<PathBuf>,
    /// How many seconds an answer may take.
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    #[arg(value_parser = number::<u64>(1..=3600))]
    pub(crate) timeout: u64,
    /// List the names of the cases, and ask nothing.
    #[arg(long, conflicts_with_all = ["cmd", "skip", "timeout", "format"])]
    pub(crate) list: bool,
    #[command(flatten)]
    pub(crate) answer: AnswerArgs,
}

/// The error about a program that does not wait for its questions.
const AHEAD: &str = "the engine answered before it read the question";

/// How long a program that closes its output may take to exit.
const GRACE: Duration = Duration::from_millis(500);

/// Tests a program and reports; returns the exit status.
pub(crate) fn run(args: &Conformance, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let kit = kit(args)?;
    if args.list {
        for case in kit.questions() {
            writeln!(out, "{}", case.name)?;
        }
        return Ok(ExitStatus::Success);
    }
    let command = args.cmd.as_deref().unwrap_or_default();
    let words = command_words(command).map_err(|error| {
        let step = "write the command as --cmd 'program argument' and close its quotes";
        CliError::usage(format!("--cmd: {error}")).help(step)
    })?;
    let mut skips = args.skip.as_deref().map_or(Ok(Skips::default()), skips)?;
    if args.clause.is_some() {
        // The list is for every clause.
        skips = skips.on(&kit);
    }
    let timeout = Duration::from_secs(args.timeout);
    let mut engine = Program { words, timeout, running: None };
    let mut line = ProgressLine::new();
    let mut on_progress = |done: usize, all: usize| line.draw(|| format!("{done} of {all} cases"));
    let outcome = conformance(&kit, &skips, &mut engine, &mut on_progress);
    line.clear();
    let outcome = outcome.map_err(|EngineError(why)| {
        let step = "start the command by hand and ask it {\"id\":1,\"ask\":\"hello\"}; \
                    docs/src/conformance.md shows the answer";
        CliError::not_judged(format!("`{command}`: {why}")).help(step)
    })?;
    out.write_all(if args.answer.is_json() { outcome.json() } else { outcome.text() }.as_bytes())?;
    Ok(ExitStatus::illegal_if(!outcome.passes()))
}

fn kit(args: &Conformance) -> Result<Kit, CliError> {
    let mut kit = match &args.vectors {
        None => Kit::published(),
        Some(path) => own_kit(path)?,
    };
    if let Some(id) = &args.clause {
        kit.about(id);
    }
    if kit.questions().next().is_none() {
        let about = args.clause.as_ref().map_or(String::new(), |id| format!(" about `{id}`"));
        let message = format!("there is no case{about}");
        return Err(CliError::usage(message).help(match &args.vectors {
            Some(_) if args.clause.is_none() => VECTORS,
            _ => "`splendor conformance --list` lists all cases",
        }));
    }
    Ok(kit)
}

fn own_kit(path: &Path) -> Result<Kit, CliError> {
    let mut kit = Kit::default();
    let mut failed = None;
    let name = files::shown(path);
    files::read(path, &mut |piece| {
        if let (None, Err(error)) = (&failed, kit.add(piece.bytes)) {
            failed = Some(format!("{name}:{}: {error}", piece.line));
        }
    })
    .map_err(|error| files::not_read(path, &error, ExitStatus::NotJudged))?;
    failed.map_or(Ok(kit), |error| Err(CliError::not_judged(error).help(VECTORS)))
}

/// The next step after a file without vectors.
const VECTORS: &str = "`splendor schema --print vector` describes a vector; write one per line";

fn skips(path: &Path) -> Result<Skips, CliError> {
    let at = files::shown(path);
    let read = files::read_all(path);
    let bytes = read.map_err(|error| files::not_read(path, &error, ExitStatus::NoResult))?;
    let step = "`splendor conformance --list` lists the cases; write one per line";
    let skips = text_of(&bytes).map_err(|error| error.to_string()).and_then(Skips::read);
    skips.map_err(|error| CliError::usage(format!("{at}: {error}")).help(step))
}

/// A program that answers line by line.
struct Program {
    words: Vec<String>,
    timeout: Duration,
    running: Option<Running>,
}

struct Running {
    child: Child,
    /// The questions to write. Dropping it closes the input of the program.
    input: Option<SyncSender<String>>,
    /// One entry for each question that was written as a whole.
    written: Receiver<()>,
    lines: Receiver<io::Result<Vec<u8>>>,
}

impl Engine for Program {
    fn start(&mut self) -> Result<(), EngineError> {
        self.running = None;
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let not_started = |error| EngineError(format!("cannot start it: {}", reason(&error)));
        let mut child = command.spawn().map_err(not_started)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(EngineError("it has no standard input or output".to_owned()));
        };
        // A program that does not read blocks its writer. On its own thread that writer cannot
        // delay the timeout.
        let (ask, asked) = sync_channel(1);
        let (wrote, written) = sync_channel(1);
        thread::spawn(move || write_lines(input, &asked, &wrote));
        // One line ahead at most: a program that writes without end waits, and fills no memory.
        let (send, lines) = sync_channel(1);
        thread::spawn(move || read_lines(output, &send));
        self.running = Some(Running { child, input: Some(ask), written, lines });
        Ok(())
    }

    fn answer(&mut self, line: &str) -> Result<Vec<u8>, EngineError> {
        let timeout = self.timeout;
        let Some(running) = &mut self.running else {
            return Err(EngineError("the engine does not run".to_owned()));
        };
        let answer = running.exchange(line, timeout);
        if answer.is_err() {
            self.running = None;
        }
        answer
    }
}

impl Running {
    fn exchange(&mut self, line: &str, timeout: Duration) -> Result<Vec<u8>, EngineError> {
        let until = Instant::now() + timeout;
        let sent = self.input.as_ref().map(|input| input.send(format!("{line}\n")));
        if !matches!(sent, Some(Ok(()))) {
            return Err(self.stopped());
        }
        let answer = self.answer_within(timeout)?;
        // A program that answers without reading leaves the question in a full pipe. The next
        // question would then wait forever.
        let left = until.saturating_duration_since(Instant::now());
        match self.written.recv_timeout(left) {
            Ok(()) => Ok(answer),
            Err(_) => Err(EngineError(AHEAD.to_owned())),
        }
    }

    fn answer_within(&mut self, timeout: Duration) -> Result<Vec<u8>, EngineError> {
        match self.lines.recv_timeout(timeout) {
            Ok(Ok(line)) if line.is_empty() => Err(self.stopped()),
            Ok(Ok(line)) if line.len() > LOG_BYTES => {
                Err(EngineError(format!("the answer is longer than {LOG_BYTES} bytes")))
            }
            Ok(Ok(line)) => Ok(line),
            Ok(Err(error)) => Err(EngineError(format!("the answer cannot be read: {error}"))),
            Err(RecvTimeoutError::Timeout) => {
                Err(EngineError(format!("no answer within {} seconds", timeout.as_secs())))
            }
            Err(RecvTimeoutError::Disconnected) => Err(self.stopped()),
        }
    }

    /// Returns the error about a program that stopped, with its exit status if it has one soon.
    fn stopped(&mut self) -> EngineError {
        let until = Instant::now() + GRACE;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    return EngineError(format!("the engine stopped without an answer ({status})"));
                }
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(5)),
                Ok(None) | Err(_) => {
                    return EngineError(
                        "the engine closed its output without an answer".to_owned(),
                    );
                }
            }
        }
    }
}

/// Closes the input of the program, and kills the program if it goes on all the same.
impl Drop for Running {
    fn drop(&mut self) {
        self.input = None;
        let _says_nothing_new = self.stopped();
        let _may_have_stopped = self.child.kill();
        let _is_reaped = self.child.wait();
    }
}

/// Writes questions until there are no more, or the program stops reading. Reports each question
/// that was written.
fn write_lines(mut input: ChildStdin, lines: &Receiver<String>, written: &SyncSender<()>) {
    for line in lines {
        let done = input.write_all(line.as_bytes()).and_then(|()| input.flush());
        if done.is_err() || written.send(()).is_err() {
            return;
        }
    }
}

/// Sends each line of the output, an empty one at its end; a line that is too long is cut.
fn read_lines(output: ChildStdout, to: &SyncSender<io::Result<Vec<u8>>>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let read = output.by_ref().take(LOG_BYTES as u64 + 1).read_until(b'\n', &mut line);
        let over = read.as_ref().map_or(true, |&bytes| bytes == 0) || line.len() > LOG_BYTES;
        if to.send(read.map(|_| line)).is_err() || over {
            return;
        }
    }
}
