//! `splendor impact`: a corpus is judged under two sets of rules.

use std::io::Write;
use std::num::NonZero;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::thread;

use clap::Args;
use splendor_schema::{FileName, InputFile};
use splendor_verify::crew::Crew;
use splendor_verify::input::{Part, Piece};
use splendor_verify::{Compared, Impacts, Lens};

use crate::args::Words;
use crate::args::values::LENS;
use crate::error::{CliError, ExitStatus, InputError, eprint_line};
use crate::files;
use crate::files::name_of;
use crate::run::UNJUDGED;
use crate::run::input::{Source, in_archive, no_log, sources};

/// Which rules are compared, and on which logs.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Impact {
    /// The rules that are compared from: `log` for those that each log declares, or an edition, a
    /// client and rulings laid over them, with commas between.
    #[arg(long, value_name = "RULES", value_parser = LENS, default_value = "log")]
    #[arg(hide_possible_values = true)]
    pub(crate) from: Lens,
    /// The rules that are compared to.
    #[arg(long, value_name = "RULES", value_parser = LENS, hide_possible_values = true)]
    pub(crate) to: Lens,
    /// Logs or folders of logs; `-` is standard input.
    #[arg(required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// How to answer: in words, or as JSON Lines by schema/splendor-impact-1.schema.json.
    #[arg(long, value_enum, default_value_t = Words::Text)]
    pub(crate) format: Words,
    /// Judge on so many threads; by default as many as there are processors.
    ///
    /// The output is the same whatever the number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

const EXAMPLES: &str = "\
Examples:
  splendor impact --to pass=always games/
  splendor impact --from 2014 --to 2024 games.jsonl
  splendor impact --from fewer=never --to 2024,fewer=to-ten,tie=last-seat games/
  splendor impact --to seal256 games/            the rulings of a known client

Exit status: 0 if no verdict is another, 1 if one is, also one that only one set
of rules allows, 2 if some log could be judged under neither, 3 for wrong usage
or nothing to judge.";

/// How many bytes of logs are held at most, but for what one log needs.
const HELD: usize = 16 << 20;

/// How many bytes, and how many logs, are judged as one task.
const TASK: usize = 1 << 16;

const LOGS: usize = 64;

/// A log to be judged.
type Job = (InputFile, Vec<u8>);

/// What became of it, or a defect of ours.
type Done = Result<Compared, InputError>;

/// Judges every log twice; returns the exit status.
pub(crate) fn run(told: &Impact, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    // A defect of ours on one log is reported as ours and costs only that log.
    panic::set_hook(Box::new(|_| {}));
    files::once(&told.paths)?;
    let work = |jobs: Vec<Job>| jobs.into_iter().map(|job| one(told, job)).collect::<Vec<Done>>();
    let threads = || thread::available_parallelism().map_or(1, NonZero::get);
    let threads = told.threads.map_or_else(threads, usize::from);
    thread::scope(|scope| {
        let crew = Crew::new(scope, threads, HELD, &work);
        let tally = Tally {
            told,
            out,
            impacts: Impacts::default(),
            worst: ExitStatus::Success,
            unjudged: false,
            failed: None,
        };
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
    let (name, line) = (input.name.clone(), input.line);
    let judge = || splendor_verify::compare(input, &bytes, &told.from, &told.to);
    let judged = panic::catch_unwind(AssertUnwindSafe(judge));
    judged.map_err(|panic| InputError::internal(&name, line, panic.as_ref()))
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
        let read = files::read_parts(path, &mut |part| match part {
            Part::Log(member, piece) => self.log(in_archive(&name, member), &piece),
            other => no_log(&name, &other).iter().for_each(|said| self.tally.said(said)),
        });
        if let Err(error) = read {
            self.tally.said(&InputError::not_read(&name, &error));
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

    fn finish(mut self) -> Result<ExitStatus, CliError> {
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
    worst: ExitStatus,
    /// Whether some log could not be judged.
    unjudged: bool,
    failed: Option<CliError>,
}

impl Tally<'_> {
    fn said(&mut self, said: &InputError) {
        self.worst = self.worst.max(said.kind.exit());
        said.message.print();
    }

    fn take(&mut self, done: Vec<Done>) {
        for done in done {
            match done {
                Ok(compared) => self.log(&compared),
                Err(defect) => self.said(&defect),
            }
        }
    }

    fn log(&mut self, compared: &Compared) {
        self.impacts.add(compared);
        self.unjudged |= compared.is_unjudged();
        let status = if compared.is_unjudged() {
            ExitStatus::NotJudged
        } else {
            ExitStatus::illegal_if(compared.is_flip())
        };
        self.worst = self.worst.max(status);
        let told = match self.told.format {
            Words::Text => splendor_render::flip_text(&compared),
            Words::Json => compared.json(),
        };
        if let (Some(told), None) = (told, &self.failed) {
            self.failed = self.out.write_all(told.as_bytes()).err().map(CliError::from);
        }
    }

    fn finish(self) -> Result<ExitStatus, CliError> {
        if let Some(failure) = self.failed {
            return Err(failure);
        }
        // Then nothing was compared, and what was in the way has been said.
        if self.impacts.logs() == 0 {
            return Ok(self.worst);
        }
        let told = match self.told.format {
            Words::Text => splendor_render::impacts_text(&self.impacts),
            Words::Json => self.impacts.json(),
        };
        self.out.write_all(told.as_bytes())?;
        if self.unjudged {
            self.out.flush()?;
            eprint_line(UNJUDGED);
        }
        Ok(self.worst)
    }
}
