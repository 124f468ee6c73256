//! `splendor verify`: log after log, report after report, and what they come to.

use std::io::{self, IsTerminal, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::time::{Duration, Instant};

use splendor_schema::{InputFile, Report, Verdict};
use splendor_verify::input::Piece;
use splendor_verify::{Options, Strangers, Style, Text};

use crate::args::{Format, Verify};
use crate::{Failure, files, say};

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
    shown: Option<Instant>,
}

/// Judges every log that the command line names; returns the exit status.
pub(crate) fn verify(told: &Verify, color: bool, out: &mut dyn Write) -> Result<u8, Failure> {
    let style = Style { color, inferred: told.report_inferred, unchecked: told.report_unchecked };
    let options = Options { rulings: told.rulings.clone(), keep_going: told.keep_going };
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
        match files::logs_of(path) {
            Ok(logs) if logs.is_empty() => {
                self.empty += 1;
                let ending = "no .json, .jsonl or .ndjson file is in this folder";
                say(&format!("error: {}: {ending}", path.display()));
            }
            Ok(logs) => logs.iter().for_each(|log| self.file(log)),
            Err(error) => self.not_read(path, &error),
        }
    }

    fn not_read(&mut self, path: &Path, error: &io::Error) {
        self.unreadable += 1;
        say(&format!("error: {}: {error}", path.display()));
    }

    fn file(&mut self, path: &Path) {
        let name = if path.as_os_str() == "-" { "<stdin>".into() } else { path.to_string_lossy() };
        let mut games = 0;
        let read = files::read(path, &mut |piece| {
            games += 1;
            self.piece(&name, &piece);
        });
        match read {
            Err(error) => self.not_read(path, &error),
            Ok(()) if games == 0 => {
                self.empty += 1;
                say(&format!("error: {name}: the file is empty"));
            }
            Ok(()) => {}
        }
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
            Ok((report, text)) => self.report(&report, text),
            Err(panic) => {
                self.defects += 1;
                let why = panic.downcast_ref::<String>().map_or("no message", String::as_str);
                say(&format!(
                    "error: {name}:{}: a defect of this program, not of the log: {why}",
                    piece.line
                ));
            }
        }
        self.progress();
    }

    fn report(&mut self, report: &Report, text: &str) {
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
        self.failed = self.out.write_all(said.as_bytes()).err();
    }

    /// Tells on a terminal's standard error how many logs have been judged.
    fn progress(&mut self) {
        let Some(shown) = self.shown.filter(|shown| shown.elapsed() > PROGRESS) else { return };
        self.shown = Some(shown + PROGRESS);
        let judged: u64 = self.counts.iter().sum();
        let _nobody_listens = write!(io::stderr(), "\r{judged} logs judged ");
    }

    fn finish(self) -> Result<u8, Failure> {
        if let Some(error) = self.failed {
            return Err(error.into());
        }
        let count = |verdict: Verdict| self.counts[verdict as usize];
        let judged: u64 = self.counts.iter().sum();
        if self.told.format == Format::Text && judged > 1 {
            writeln!(self.out, "{}", summary(self.counts, self.incomplete))?;
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

/// Reads and judges one log; `whole` asks for a report that tells everything.
fn one<'p>(
    input: &InputFile,
    bytes: &'p [u8],
    options: &Options,
    whole: bool,
) -> (Report, &'p str) {
    match splendor_schema::Log::read(bytes) {
        Ok(log) => {
            let text = std::str::from_utf8(bytes).unwrap_or_default();
            let strangers = Strangers::new();
            let judgment = splendor_verify::judge(&log, options, &strangers);
            let source = Text { input: input.clone(), text };
            let told = if whole { splendor_verify::report } else { splendor_verify::brief_report };
            (told(&source, &log, &judgment, options), text)
        }
        Err(error) => {
            let report = splendor_verify::report_unreadable(input.clone(), &error);
            (report, std::str::from_utf8(bytes).unwrap_or_default())
        }
    }
}

fn summary(counts: [u64; 5], incomplete: u64) -> String {
    let words = ["legal", "consistent", "illegal", "malformed", "unsupported"];
    let parts = words.iter().zip(counts).filter(|&(_, count)| count > 0);
    let parts: Vec<String> = parts.map(|(word, count)| format!("{count} {word}")).collect();
    let short = if incomplete > 0 { format!(" ({incomplete} stop before the end)") } else { String::new() };
    let logs: u64 = counts.iter().sum();
    format!("{logs} logs: {}{short}", parts.join(", "))
}
