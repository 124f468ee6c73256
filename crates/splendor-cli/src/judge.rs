//! `splendor verify`: what is asked for is set up, and the logs go their way.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::panic;
use std::path::Path;
use std::thread;
use std::time::UNIX_EPOCH;

use sha2::{Digest, Sha256};
use splendor_convert::ForeignFormat;
use splendor_schema::FileName;
use splendor_verify::crew::Crew;
use splendor_verify::journal::{Journal, Plan, Position};
use splendor_verify::{Options, Style};

use crate::args::{Format, Verify};
use crate::feed::{Feed, Source, sources};
use crate::signals::Signals;
use crate::sink::Sink;
use crate::tally::{Tally, Watched, is_watched};
use crate::target::{Continued, Journaled, Target};
use crate::work::{How, Job};
use crate::{Failure, files, foreign, say};

/// How many bytes of logs are held at most, but for what one log needs.
pub(crate) const HELD: usize = 64 << 20;

/// Judges every log that the command line names; returns the exit status.
pub(crate) fn verify(told: &Verify, color: bool, out: &mut dyn Write) -> Result<u8, Failure> {
    let signals = Signals::watch()?;
    // A defect of ours on one game is reported as ours and costs only that game.
    panic::set_hook(Box::new(|_| {}));
    files::once(&told.paths)?;
    files_apart(told)?;
    formats_apart(told)?;
    idle(told)?;
    foreign::setup_there(&told.foreign)?;
    let how = how(told, color);
    let work = |jobs: Vec<Job>| how.all(jobs);
    let sources = sources(&told.paths, told.from.is_some());
    let sizes = if is_watched() { sizes(&sources) } else { Vec::new() };
    let journal = told.run.resume.as_deref().map(|path| journal(told, color, &sources, path));
    let journal = journal.transpose()?;
    let from = journal.as_ref().map(|there| there.journal.position).unwrap_or_default();
    let target = target(told, color, journal.as_ref(), out)?;
    if let Some(begun) = &journal {
        if from != Position::default() {
            let logs = begun.journal.sums.logs();
            let word = if logs == 1 { "log" } else { "logs" };
            say(&format!("note: continued after {logs} {word}"));
        }
        begun.write()?;
    }
    let read = Cell::new(before(&sizes, from));
    let total = sizes.iter().copied().sum::<Option<u64>>();
    let watched = is_watched().then(|| Watched::new(&read, total));
    thread::scope(|scope| {
        let mut feed = Feed {
            told,
            crew: Crew::new(scope, told.run.threads.count(), HELD, &work),
            tally: Tally::new(told, target, journal, watched),
            signals: &signals,
            read: &read,
            jobs: Vec::new(),
            weight: 0,
            skip: 0,
        };
        feed.all(sources, from);
        feed.tally.finish()
    })
}

fn how(told: &Verify, color: bool) -> How {
    How {
        options: Options { rulings: told.by.rulings(), keep_going: told.keep_going },
        format: told.format,
        style: Style { color, inferred: told.report_inferred, unchecked: told.report_unchecked },
        strict: told.strict,
        require_end: told.require_end,
        quiet: told.quiet,
        summary: told.run.summary,
    }
}

/// The sizes of the files that are read, as far as they are known.
fn sizes(sources: &[Source]) -> Vec<Option<u64>> {
    let size = |source: &Source| match source {
        Source::Said(_) => Some(0),
        Source::Logs(path) => {
            let data = fs::metadata(path).ok().filter(fs::Metadata::is_file);
            data.map(|data| data.len())
        }
    };
    sources.iter().map(size).collect()
}

/// How many bytes come before a position, but for the file in which it lies.
fn before(sizes: &[Option<u64>], from: Position) -> u64 {
    let inputs = usize::try_from(from.inputs).unwrap_or(usize::MAX);
    sizes.iter().take(inputs).flatten().sum()
}

/// A summary is for people, or as JSON; and links to a book are written in SARIF alone.
fn formats_apart(told: &Verify) -> Result<(), Failure> {
    if told.run.summary && !matches!(told.format, Format::Text | Format::Json) {
        let message = "a summary is written as text or as JSON, not in this format".to_owned();
        return Err(Failure(message, 3).next("leave out --summary, or --format"));
    }
    match &told.book {
        Some(book) if !book.starts_with("https://") && !book.starts_with("http://") => {
            let message = format!("`{book}` is no address of a book");
            Err(Failure(message, 3).next("give the address as https://example.org/book"))
        }
        _ => Ok(()),
    }
}

/// No option is given that says nothing here: who gives it expects something of it.
fn idle(told: &Verify) -> Result<(), Failure> {
    let Verify { format, run, .. } = told;
    let words = !run.summary && *format == Format::Text;
    let whole = words || !run.summary && *format == Format::Json;
    let setup = told.foreign.named().filter(|_| told.from.is_none());
    let options = [
        (setup, "is for files of other clients", "add --from auto, or leave it out"),
        (
            told.book.as_ref().filter(|_| *format != Format::Sarif).map(|_| "--book"),
            "is written in SARIF alone",
            "add --format sarif, or leave it out",
        ),
        (
            (told.report_unchecked && !whole).then_some("--report-unchecked"),
            "is written in words and in JSON alone",
            "write a report in words, or with --format json",
        ),
        (
            (told.report_inferred && !whole).then_some("--report-inferred"),
            "is written in words and in JSON alone",
            "write a report in words, or with --format json",
        ),
        (
            (told.quiet && run.summary).then_some("--quiet"),
            "leaves out reports, and --summary writes none",
            "leave out one of the two",
        ),
    ];
    if let Some((option, why, step)) =
        options.into_iter().find_map(|(option, why, step)| Some((option?, why, step)))
    {
        return Err(Failure(format!("{option} {why}"), 3).next(step));
    }
    foreign::takes_setup(&told.foreign, told.from.as_deref().and_then(ForeignFormat::named))
}

/// No file of a command line is written over another one of it.
fn files_apart(told: &Verify) -> Result<(), Failure> {
    let (output, journal) = (told.run.output.as_deref(), told.run.resume.as_deref());
    let written = [("--output", output), ("--resume", journal)];
    for (option, path) in written.iter().filter_map(|&(option, path)| Some((option, path?))) {
        let shown = files::shown(path);
        if told.paths.iter().any(|read| files::same(read, path) || files::counts_in(path, read)) {
            let message = format!("{option} {shown} is among the logs that are read");
            return Err(Failure(message, 3).next("write to another file"));
        }
    }
    match (output, journal) {
        (Some(output), Some(journal)) if files::same(output, journal) => {
            let message =
                format!("{} cannot be both the output and the journal", files::shown(output));
            Err(Failure(message, 3).next("give --resume a file of its own"))
        }
        _ => Ok(()),
    }
}

fn target<'o>(
    told: &Verify,
    color: bool,
    journal: Option<&Journaled>,
    out: &'o mut dyn Write,
) -> Result<Target<'o>, Failure> {
    match (&told.run.output, journal) {
        (None, _) => Ok(Target::Out(out)),
        (Some(path), None) => Target::create(path, color),
        (Some(path), Some(there)) => {
            let begins = there.journal.position == Position::default();
            let file = Continued::open(path, &there.journal, begins)?;
            Ok(Target::Continued(Sink::new(file, color)))
        }
    }
}

/// Reads the journal that a run left, or begins one.
fn journal(
    told: &Verify,
    color: bool,
    sources: &[Source],
    path: &Path,
) -> Result<Journaled, Failure> {
    let plan = plan(told, color, sources)?;
    // A device or a pipe may never end.
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        let message = format!("{}: a journal is a file, and this is none", files::shown(path));
        return Err(Failure(message, 3).next("give --resume a file on a disk"));
    }
    let journal = match fs::read_to_string(path) {
        Ok(text) => Journal::read(&text, &plan).map_err(|why| {
            let path = files::shown(path);
            let rest = "remove it to begin anew, or finish that run first";
            Failure(format!("{path}: this run cannot be continued: {why}"), 3).next(rest)
        })?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Journal::new(plan),
        Err(error) => return Err(files::not_read(path, &error, 3)),
    };
    Ok(Journaled { path: path.to_owned(), journal })
}

/// What to do about an input that no run can continue with.
const NO_JOURNAL: &str = "leave out --resume, or save the input to a file first";

/// Describes a run by all that its output depends on.
fn plan(told: &Verify, color: bool, sources: &[Source]) -> Result<Plan, Failure> {
    let (mut files, mut bytes, mut names) = (0, 0, Sha256::new());
    let beside =
        |path: &Path| told.foreign.setup_beside.then(|| files::setup_beside(path)).flatten();
    let mut see = |path: &Path| -> Result<(), Failure> {
        let at = |why: &str| Failure(format!("{}: {why}", files::shown(path)), 3).next(NO_JOURNAL);
        let data = fs::metadata(path);
        let changed = data.as_ref().ok().and_then(|data| data.modified().ok());
        let changed = changed.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let size = match &data {
            Ok(data) if data.is_file() => data.len(),
            Ok(_) => return Err(at("--resume needs files, which can be read again")),
            // That it is not there is said in its turn.
            Err(_) => 0,
        };
        (files, bytes) = (files + 1, bytes + size);
        let changed = changed.unwrap_or_default().as_nanos();
        // No name holds a zero byte, so two lists of files never look the same.
        names.update(path.as_os_str().as_encoded_bytes());
        names.update(format!("\0{size} {changed} {}\0", data.is_ok()));
        Ok(())
    };
    for source in sources {
        if let Source::Logs(path) = source {
            if path.as_os_str() == "-" {
                let message = "--resume needs files, which can be read again; not standard input";
                return Err(Failure(message.to_owned(), 3).next(NO_JOURNAL));
            }
            see(path)?;
            beside(path).as_deref().map_or(Ok(()), &mut see)?;
        }
    }
    told.foreign.setup.as_deref().map_or(Ok(()), &mut see)?;
    let hex: Vec<String> = names.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(Plan::new(options(told, color), files, bytes, hex.concat()))
}

/// All that was asked for, by name; not on how many threads, for that changes nothing.
fn options(told: &Verify, color: bool) -> BTreeMap<String, String> {
    let run = &told.run;
    let given = [
        ("format", format!("{:?}", told.format).to_lowercase()),
        ("color", color.to_string()),
        ("client and --ruling", format!("{:?}", told.by.rulings())),
        ("keep-going", told.keep_going.to_string()),
        ("strict", told.strict.to_string()),
        ("require-end", told.require_end.to_string()),
        ("report-unchecked", told.report_unchecked.to_string()),
        ("report-inferred", told.report_inferred.to_string()),
        ("book", format!("{:?}", told.book)),
        ("quiet", told.quiet.to_string()),
        ("from", format!("{:?}", told.from)),
        ("setup", format!("{:?}", told.foreign.setup)),
        ("setup-beside", told.foreign.setup_beside.to_string()),
        ("fail-fast", run.fail_fast.to_string()),
        ("max-findings", format!("{:?}", run.max_findings)),
        ("summary", run.summary.to_string()),
        ("output", format!("{:?}", run.output)),
    ];
    given.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// The name by which reports tell a path.
pub(crate) fn name_of(path: &Path) -> FileName {
    if path.as_os_str() == "-" { "<stdin>".into() } else { files::shown(path) }
}
