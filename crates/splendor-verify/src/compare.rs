//! `splendor impact`: a corpus is judged under two sets of rules.

use std::io::Write;
use std::num::NonZero;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::thread;

use splendor_schema::{FileName, InputFile};
use splendor_verify::crew::Crew;
use splendor_verify::input::{Part, Piece};
use splendor_verify::{Compared, Impacts};

use crate::args::{Impact, Words};
use crate::feed::{Source, sources};
use crate::judge::name_of;
use crate::work::{Complaint, Kind};
use crate::{Failure, files, say};

/// How many bytes of logs are held at most, but for what one log needs.
const HELD: usize = 16 << 20;

/// How many bytes, and how many logs, are judged as one task.
const TASK: usize = 1 << 16;
const LOGS: usize = 64;

/// A log to be judged.
type Job = (InputFile, Vec<u8>);

/// What became of it, or a defect of ours.
type Done = Result<Compared, String>;

/// Judges every log twice; returns the exit status.
pub(crate) fn impact(told: &Impact, out: &mut dyn Write) -> Result<u8, Failure> {
    // A defect of ours on one log is reported as ours and costs only that log.
    panic::set_hook(Box::new(|_| {}));
    let work = |jobs: Vec<Job>| jobs.into_iter().map(|job| one(told, job)).collect::<Vec<Done>>();
    let threads = || thread::available_parallelism().map_or(1, NonZero::get);
    let threads = told.threads.map_or_else(threads, usize::from);
    thread::scope(|scope| {
        let crew = Crew::new(scope, threads, HELD, &work);
        let tally = Tally { told, out, impacts: Impacts::default(), worst: 0, failed: None };
        let mut reading = Reading { crew, tally, jobs: Vec::new(), weight: 0 };
        for source in sources(&told.paths, false) {
            match source {
                Source::Logs(path) => reading.file(&path),
                Source::Said(said) => reading.tally.said(&said),
            }
        }
        reading.finish()
    })
}

fn one(told: &Impact, (input, bytes): Job) -> Done {
    let place = format!("{}:{}:1", input.name, input.line);
    let judge = || splendor_verify::compare(input, &bytes, &told.from, &told.to);
    panic::catch_unwind(AssertUnwindSafe(judge))
        .map_err(|panic| format!("{place}: {}", splendor_verify::defect(panic.as_ref())))
}

/// Who reads the logs and has them judged.
struct Reading<'s, 'e, 't> {
    crew: Crew<'s, 'e, Vec<Job>, Vec<Done>>,
    tally: Tally<'t>,
    jobs: Vec<Job>,
    weight: usize,
}

impl Reading<'_, '_, '_> {
    fn file(&mut self, path: &Path) {
        let name = name_of(path);
        let of = |member: Option<&FileName>| match member {
            Some(member) => name.member(member),
            None => name.clone(),
        };
        let read = files::read_parts(path, &mut |part| match part {
            Part::Log(member, piece) => self.log(of(member), &piece),
            Part::Unread(member, error) => {
                self.tally.complain(&format!("{}: {error}", of(Some(member))), 2);
            }
            Part::Empty(_) | Part::NoLog => {}
        });
        if let Err(error) = read {
            self.tally.complain(&format!("{name}: {error}"), 2);
        }
    }

    fn log(&mut self, name: FileName, piece: &Piece<'_>) {
        if self.tally.failed.is_some() {
            return;
        }
        let input = InputFile { name, game: piece.game, line: piece.line };
        self.weight += piece.bytes.len();
        self.jobs.push((input, piece.bytes.to_vec()));
        if self.weight >= TASK || self.jobs.len() >= LOGS {
            let jobs = std::mem::take(&mut self.jobs);
            self.crew.give(jobs, std::mem::take(&mut self.weight));
            while let Some(done) = self.crew.next_due() {
                self.tally.take(done);
            }
        }
    }

    fn finish(mut self) -> Result<u8, Failure> {
        let jobs = std::mem::take(&mut self.jobs);
        if !jobs.is_empty() {
            self.crew.give_to_those_there(jobs, self.weight);
        }
        while let Some(done) = self.crew.rest() {
            self.tally.take(done);
        }
        self.tally.finish()
    }
}

/// Who counts what comes back, and writes it.
struct Tally<'t> {
    told: &'t Impact,
    out: &'t mut dyn Write,
    impacts: Impacts,
    /// The exit status so far.
    worst: u8,
    failed: Option<Failure>,
}

impl Tally<'_> {
    fn said(&mut self, said: &Complaint) {
        let status = if matches!(said.kind, Kind::NotRead) { 2 } else { 3 };
        self.complain(&said.message, status);
    }

    fn complain(&mut self, message: &str, status: u8) {
        self.worst = self.worst.max(status);
        say(&format!("error: {message}"));
    }

    fn take(&mut self, done: Vec<Done>) {
        for done in done {
            match done {
                Ok(compared) => self.log(&compared),
                Err(defect) => self.complain(&defect, 3),
            }
        }
    }

    fn log(&mut self, compared: &Compared) {
        self.impacts.add(compared);
        let status = if compared.is_unread() { 2 } else { u8::from(compared.is_flip()) };
        self.worst = self.worst.max(status);
        let told = match self.told.format {
            Words::Text => compared.text(),
            Words::Json => compared.json(),
        };
        if let (Some(told), None) = (told, &self.failed) {
            self.failed = self.out.write_all(told.as_bytes()).err().map(Failure::from);
        }
    }

    fn finish(self) -> Result<u8, Failure> {
        if let Some(failure) = self.failed {
            return Err(failure);
        }
        if self.impacts.logs() == 0 && self.worst < 2 {
            let next = "name a log, a file of JSON Lines, or a folder of logs";
            return Err(Failure("no log was found to be judged".to_owned(), 3).next(next));
        }
        let told = match self.told.format {
            Words::Text => self.impacts.text(),
            Words::Json => self.impacts.json(),
        };
        self.out.write_all(told.as_bytes())?;
        Ok(self.worst)
    }
}
