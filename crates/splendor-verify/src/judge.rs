//! `splendor verify`: log after log, report after report, and what they come to.

use std::any::Any;
use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::time::{Duration, Instant};

use splendor_schema::{InputFile, ReadError, ReadErrorKind, Report, Verdict, text_of};
use splendor_verify::convert::{ForeignFormat, SideSetup};
use splendor_verify::input::{Piece, pieces};
use splendor_verify::{Options, Original, Strangers, Style, Text};

use crate::args::{Format, Verify};
use crate::{Failure, files, foreign, say};

/// How often the progress is told, on a terminal.
const PROGRESS: Duration = Duration::from_millis(200);

/// What all logs together come to.
struct Tally<'o> {
    told: &'o Verify,
    options: Options,
    style: Style,
    out: &'o mut dyn Write,
    counts: [u64; 5],
    incomplete: u64,
    unreadable: u64,
    /// Files and folders without a log.
    empty: u64,
    defects: u64,
    failed: Option<io::Error>,
    /// When the progress was told last; none if nobody watches.
    shown: Option<Instant>,
    /// Whether a line of progress stands on the terminal.
    in_progress: bool,
}

/// Judges every log that the command line names; returns the exit status.
pub(crate) fn verify(told: &Verify, color: bool, out: &mut dyn Write) -> Result<u8, Failure> {
    let style = Style { color, inferred: told.report_inferred, unchecked: told.report_unchecked };
    let options = Options { rulings: told.by.rulings(), keep_going: told.keep_going };
    let shown = io::stderr().is_terminal().then(Instant::now);
    let mut tally = Tally {
        told,
        options,
        style,
        out,
        counts: [0; 5],
        incomplete: 0,
        unreadable: 0,
        empty: 0,
        defects: 0,
        failed: None,
        shown,
        in_progress: false,
    };
    // A defect of ours on one game is reported as ours and costs only that game.
    panic::set_hook(Box::new(|_| {}));
    for path in &told.paths {
        tally.path(path);
    }
    tally.finish()
}

impl Tally<'_> {
    fn path(&mut self, path: &Path) {
        let found = files::logs_of(path, self.told.from.is_some());
        if found.logs.is_empty() && found.unread.is_empty() {
            self.empty += 1;
            let ending = "no .json, .jsonl or .ndjson file is in this folder";
            self.complain(&format!("{}: {ending}", path.display()));
        }
        for (path, error) in &found.unread {
            self.not_read(path, error);
        }
        found.logs.iter().for_each(|log| self.file(log));
    }

    fn not_read(&mut self, path: &Path, error: &io::Error) {
        self.unreadable += 1;
        self.complain(&format!("{}: {error}", name_of(path)));
    }

    /// Says what is no report, after the reports that come before it.
    fn complain(&mut self, message: &str) {
        self.clear();
        self.failed = self.failed.take().or(self.out.flush().err());
        say(&format!("error: {message}"));
    }

    fn file(&mut self, path: &Path) {
        let name = name_of(path);
        match &self.told.from {
            Some(from) => self.foreign_file(path, &name, from),
            None => self.file_of_logs(path, &name),
        }
    }

    fn file_of_logs(&mut self, path: &Path, name: &str) {
        let mut games = 0;
        let read = files::read(path, &mut |piece| {
            games += 1;
            self.piece(name, &piece);
        });
        match read {
            Err(error) => self.not_read(path, &error),
            Ok(()) if games == 0 => self.nothing_in(name),
            Ok(()) => {}
        }
    }

    fn nothing_in(&mut self, name: &str) {
        self.empty += 1;
        self.complain(&format!("{name}:1:1: the file is empty"));
    }

    fn piece(&mut self, name: &str, piece: &Piece<'_>) {
        if self.failed.is_some() {
            return;
        }
        let input = InputFile { name: name.to_owned(), game: piece.game, line: piece.line };
        let whole = self.told.format == Format::Json || self.told.report_unchecked;
        let judge = || one(&input, piece.bytes, &self.options, whole);
        let judged = panic::catch_unwind(AssertUnwindSafe(judge));
        match judged {
            Ok((report, text)) => self.report(&report, text.as_ref().into()),
            Err(panic) => self.defect(name, piece.line, panic.as_ref()),
        }
        self.progress();
    }

    /// A defect of ours is reported as ours and costs only that game.
    fn defect(&mut self, name: &str, line: u64, panic: &(dyn Any + Send)) {
        self.defects += 1;
        let whose = "a defect of this program, not of the log";
        self.complain(&format!("{name}:{line}:1: {whose}: {}", why(panic)));
    }

    /// Judges the games of a file of another client.
    fn foreign_file(&mut self, path: &Path, name: &str, from: &str) {
        let bytes = match files::read_whole(path) {
            Ok(bytes) => bytes,
            Err(error) => return self.not_read(path, &error),
        };
        let input = InputFile { name: name.to_owned(), game: 1, line: 1 };
        let text = match text_of(&bytes) {
            Ok(text) if text.trim().is_empty() => return self.nothing_in(name),
            Ok(text) => text,
            // A file that is larger than any log may be one of many logs.
            Err(ReadError { kind: ReadErrorKind::TooLarge, .. }) if from == "auto" => {
                return self.file_of_logs(path, name);
            }
            Err(error) => {
                let report = splendor_verify::report_unreadable(input, "", &error);
                return self.report(&report, String::from_utf8_lossy(&bytes).as_ref().into());
            }
        };
        let Some(format) = foreign::format(from, text) else {
            let read = pieces(bytes.as_slice(), &mut |piece| self.piece(name, &piece));
            return read.unwrap_or_else(|error| self.not_read(path, &error));
        };
        let setups = match foreign::setups(&self.told.foreign, path) {
            Ok(setups) => setups,
            Err(Failure(said, _)) => {
                self.unreadable += 1;
                return self.complain(&said);
            }
        };
        for (game, (line, part)) in (1..).zip(format.games(text)) {
            let input = InputFile { game, line, ..input.clone() };
            self.foreign_game(format, input, part, &setups);
        }
    }

    fn foreign_game(
        &mut self,
        format: &ForeignFormat,
        input: InputFile,
        text: &str,
        setups: &[SideSetup],
    ) {
        if self.failed.is_some() {
            return;
        }
        let (name, line) = (input.name.clone(), input.line);
        let whole = self.told.format == Format::Json || self.told.report_unchecked;
        let judge = || foreign::one(format, input, text, setups, &self.options, whole);
        match panic::catch_unwind(AssertUnwindSafe(judge)) {
            Ok((report, places)) => self.report(&report, Original::foreign(text, &places)),
            Err(panic) => self.defect(&name, line, panic.as_ref()),
        }
        self.progress();
    }

    fn report(&mut self, report: &Report, text: Original<'_>) {
        self.counts[report.verdict as usize] += 1;
        let judged = matches!(report.verdict, Verdict::Legal | Verdict::Consistent);
        let short = judged && !report.complete;
        self.incomplete += u64::from(short);
        let passes = judged
            && !(self.told.strict && report.verdict == Verdict::Consistent)
            && !(self.told.require_end && short);
        if self.told.quiet && passes {
            return;
        }
        let said = match self.told.format {
            Format::Text => splendor_verify::text(report, text, self.style),
            Format::Line => splendor_verify::line(report) + "\n",
            Format::Json => splendor_verify::json(report) + "\n",
        };
        self.clear();
        self.failed = self.out.write_all(said.as_bytes()).err();
    }

    /// Tells on a terminal's standard error how many logs have been judged.
    fn progress(&mut self) {
        let Some(shown) = self.shown.filter(|shown| shown.elapsed() > PROGRESS) else { return };
        self.shown = Some(shown + PROGRESS);
        self.in_progress = true;
        let judged: u64 = self.counts.iter().sum();
        let _nobody_listens = write!(io::stderr(), "\r{judged} logs judged ");
    }

    /// Takes the line of progress off the terminal.
    fn clear(&mut self) {
        if std::mem::take(&mut self.in_progress) {
            let _nobody_listens = write!(io::stderr(), "\r\u{1b}[K");
        }
    }

    fn finish(mut self) -> Result<u8, Failure> {
        self.clear();
        if let Some(error) = self.failed {
            return Err(error.into());
        }
        let count = |verdict: Verdict| self.counts[verdict as usize];
        let judged: u64 = self.counts.iter().sum();
        if self.told.format == Format::Text && judged > 1 {
            writeln!(self.out, "{}", summary(self.counts, self.incomplete, self.unreadable))?;
        }
        let unjudged = count(Verdict::Malformed) + count(Verdict::Unsupported) + self.unreadable;
        let found = count(Verdict::Illegal)
            + if self.told.strict { count(Verdict::Consistent) } else { 0 }
            + if self.told.require_end { self.incomplete } else { 0 };
        Ok(match (self.defects + self.empty, unjudged, found) {
            (1.., ..) => 3,
            (0, 1.., _) => 2,
            (0, 0, 1..) => 1,
            (0, 0, 0) => 0,
        })
    }
}

pub(crate) fn name_of(path: &Path) -> String {
    if path.as_os_str() == "-" { "<stdin>".to_owned() } else { path.to_string_lossy().into_owned() }
}

/// The message of a panic.
pub(crate) fn why(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message")
}

/// Reads and judges one log; `whole` asks for a report that tells everything.
fn one<'p>(
    input: &InputFile,
    bytes: &'p [u8],
    options: &Options,
    whole: bool,
) -> (Report, Cow<'p, str>) {
    match splendor_schema::Log::read(bytes) {
        Ok(log) => {
            let text = std::str::from_utf8(bytes).unwrap_or_default();
            let strangers = Strangers::new();
            let judgment = splendor_verify::judge(&log, options, &strangers);
            let source = Text { input: input.clone(), text: text.into() };
            let told = if whole { splendor_verify::report } else { splendor_verify::brief_report };
            (told(&source, &log, &judgment, options), text.into())
        }
        Err(error) => {
            let text = String::from_utf8_lossy(bytes);
            (splendor_verify::report_unreadable(input.clone(), &text, &error), text)
        }
    }
}

fn summary(counts: [u64; 5], incomplete: u64, unreadable: u64) -> String {
    let words = ["legal", "consistent", "illegal", "malformed", "unsupported"];
    let parts = words.iter().zip(counts).filter(|&(_, count)| count > 0);
    let parts: Vec<String> = parts.map(|(word, count)| format!("{count} {word}")).collect();
    let logs: u64 = counts.iter().sum();
    let short = if incomplete > 0 { format!(" ({incomplete} incomplete)") } else { String::new() };
    let rest = if unreadable > 0 { format!("; {unreadable} not read") } else { String::new() };
    format!("{logs} logs: {}{short}{rest}", parts.join(", "))
}
