//! What ends a command early, and with which exit status a program ends.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use splendor_render::run_errors::{DEFECT, NO_LOG, NOT_READ};
use splendor_schema::{FileName, Verdict, visible};

use crate::next_step;

/// How the program ends. The worse status is the greater one, so `max` combines two of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ExitStatus {
    /// The command did its work, and every log passes.
    #[default]
    Success,
    /// Some log is illegal, or a check found a difference.
    Illegal,
    /// Some log could not be judged.
    NotJudged,
    /// There is no result: the command line is wrong, there is nothing to judge, an output cannot
    /// be written, or this program failed.
    NoResult,
    /// The signal of this number stopped the run.
    Stopped(u8),
}

/// SIGPIPE, which ends other programs whose output is closed.
const CLOSED_PIPE: u8 = 13;

impl ExitStatus {
    /// Returns the number that the shell gets.
    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Illegal => 1,
            Self::NotJudged => 2,
            Self::NoResult => 3,
            Self::Stopped(signal) => 128 + signal,
        }
    }

    /// Returns `Illegal` if a check found a difference.
    pub(crate) const fn illegal_if(found: bool) -> Self {
        if found { Self::Illegal } else { Self::Success }
    }
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        Self::from(status.code())
    }
}

impl From<Verdict> for ExitStatus {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Legal | Verdict::Consistent => Self::Success,
            Verdict::Illegal => Self::Illegal,
            Verdict::Undecided | Verdict::Malformed | Verdict::Unsupported => Self::NotJudged,
        }
    }
}

/// An error text with an optional next step for the user.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    text: String,
    help: Option<String>,
}

impl Message {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), help: None }
    }

    /// Adds the next step.
    pub(crate) fn help(self, step: impl Into<String>) -> Self {
        Self { help: Some(step.into()), ..self }
    }

    /// Prints the message to standard error.
    pub(crate) fn print(&self) {
        self.print_as("error");
    }

    /// Prints the message to standard error as an `error`, or as a `warning`.
    pub(crate) fn print_as(&self, level: &str) {
        eprint_line(&format!("{level}: {self}"));
    }
}

/// The text on one line; the help, if any, on the next.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Either part may quote a file or the command line: a line break in it must not look as if
        // it were ours.
        f.write_str(&visible::line(&self.text))?;
        match &self.help {
            Some(help) => write!(f, "\nhelp: {}", visible::line(help)),
            None => Ok(()),
        }
    }
}

/// An error that ends the program.
#[derive(Clone, Debug)]
pub(crate) struct CliError {
    pub(crate) message: Message,
    pub(crate) exit: ExitStatus,
}

impl CliError {
    pub(crate) fn new(exit: ExitStatus, text: impl Into<String>) -> Self {
        Self { message: Message::new(text), exit }
    }

    /// Returns an error about the command line, or about an output.
    pub(crate) fn usage(text: impl Into<String>) -> Self {
        Self::new(ExitStatus::NoResult, text)
    }

    /// Returns an error about an input that cannot be judged.
    pub(crate) fn not_judged(text: impl Into<String>) -> Self {
        Self::new(ExitStatus::NotJudged, text)
    }

    /// Returns an error about an illegal log.
    pub(crate) fn illegal(text: impl Into<String>) -> Self {
        Self::new(ExitStatus::Illegal, text)
    }

    /// Adds the next step.
    pub(crate) fn help(self, step: impl Into<String>) -> Self {
        Self { message: self.message.help(step), ..self }
    }

    /// Prints the error to standard error; returns the exit status.
    pub(crate) fn report(self) -> ExitStatus {
        if self.exit == ExitStatus::Stopped(CLOSED_PIPE) {
            return self.exit;
        }
        let help = self.message.help.clone().unwrap_or_else(|| USAGE.to_owned());
        self.message.help(help).print();
        self.exit
    }
}

/// The next step where an error has none of its own.
const USAGE: &str = "run `splendor --help` for usage";

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        // A reader that closes our output, like `head`, has seen enough, but not whether every log
        // passes.
        let closed = error.kind() == io::ErrorKind::BrokenPipe;
        let exit = if closed { ExitStatus::Stopped(CLOSED_PIPE) } else { ExitStatus::NoResult };
        Self::new(exit, reason(&error)).help(next_step::after_write(&error))
    }
}

/// An error about an input, printed to standard error instead of a report.
#[derive(Clone, Debug)]
pub(crate) struct InputError {
    pub(crate) kind: InputErrorKind,
    /// The input.
    pub(crate) input: FileName,
    pub(crate) message: Message,
}

/// Why an input has no report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InputErrorKind {
    /// The input cannot be read.
    NotRead,
    /// The file, folder or archive holds no log.
    Empty,
    /// This program failed.
    Internal,
}

impl InputErrorKind {
    /// Returns the id that reports use.
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Self::NotRead => NOT_READ,
            Self::Empty => NO_LOG,
            Self::Internal => DEFECT,
        }
    }

    /// Returns the exit status that it leads to.
    pub(crate) const fn exit(self) -> ExitStatus {
        match self {
            Self::NotRead => ExitStatus::NotJudged,
            Self::Empty | Self::Internal => ExitStatus::NoResult,
        }
    }
}

impl InputError {
    /// Returns an error about an input, with the next step.
    pub(crate) fn new(
        kind: InputErrorKind,
        input: &FileName,
        what: impl fmt::Display,
        help: &str,
    ) -> Self {
        let message = Message::new(format!("{input}: {what}")).help(help);
        Self { kind, input: input.clone(), message }
    }

    /// Returns the error about an input that cannot be read.
    pub(crate) fn not_read(input: &FileName, error: &io::Error) -> Self {
        Self::new(InputErrorKind::NotRead, input, reason(error), next_step::after_read(error))
    }

    /// Returns the error about an input without any bytes.
    pub(crate) fn empty_file(input: &FileName) -> Self {
        let message =
            Message::new(format!("{input}:1:1: the file is empty")).help(next_step::EMPTY);
        Self { kind: InputErrorKind::Empty, input: input.clone(), message }
    }

    /// Returns the error about inputs that were all left out.
    pub(crate) fn nothing_judged(first: &FileName) -> Self {
        let message = Message::new("nothing was judged: the folders contain no log".to_owned());
        let (kind, input) = (InputErrorKind::Empty, first.clone());
        Self { kind, input, message: message.help(next_step::NO_LOG) }
    }

    /// Returns the error about a defect of this program at a line of an input.
    pub(crate) fn internal(input: &FileName, line: u64, defect: &str) -> Self {
        let message = Message::new(format!("{input}:{line}:1: {defect}")).help(REPORT);
        Self { kind: InputErrorKind::Internal, input: input.clone(), message }
    }
}

/// Returns why a file could not be read or written, without the number of the error: it differs
/// from system to system.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error ").next().unwrap_or_default().to_owned()
}

/// The next step after a defect of this program.
pub(crate) const REPORT: &str = "report it with the log: it is a defect of this program";

/// Writes a line to standard error.
pub(crate) fn eprint_line(line: &str) {
    // If standard error is closed, there is no other place to report that.
    let _closed = writeln!(io::stderr(), "{}", visible::lines(line));
}
