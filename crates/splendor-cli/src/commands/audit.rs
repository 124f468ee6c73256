//! `splendor audit`: the logs of a corpus, shared among threads, and then its page.

use std::io::Write;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::thread;

use clap::Args;
use splendor_schema::InputFile;
use splendor_verify::Audit;
use splendor_verify::crew::Crew;
use splendor_verify::input::Part;

use crate::args::{Judged, Threads};
use crate::error::{CliError, ExitStatus, InputError, Message, eprint_line};
use crate::files;
use crate::files::name_of;
use crate::run::input::{LOGS, TASK, in_archive, no_log, none_in};
use crate::run::{HELD, UNJUDGED};

/// Which corpus is audited.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct AuditArgs {
    /// Logs or folders of logs; `-` is standard input, which can be read only once.
    #[arg(required = true)]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) by: Judged,
    /// As JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) threads: Threads,
}

const EXAMPLES: &str = "Examples:
  splendor audit games/                       a folder of games
  splendor audit --ruling pass=always games/  what is left under a ruling
  splendor audit --client seal256 games/      what is left under a preset
  splendor audit --json games.jsonl           the same for a program";

/// Reads a corpus, twice where that is of use, and writes its page; returns the exit status.
pub(crate) fn run(told: &AuditArgs, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    // A defect of ours on one log is reported as ours and costs only that log.
    panic::set_hook(Box::new(|_| {}));
    files::once(&told.paths)?;
    let mut corpus = Corpus {
        audit: Audit::new(told.by.rulings()),
        worst: ExitStatus::Success,
        logs: 0,
        unjudged: false,
    };
    let found: Vec<PathBuf> = told.paths.iter().flat_map(|path| corpus.logs_of(path)).collect();
    corpus.read(&found, told.threads.count(), judge, Errors::New);
    // Then there is no page, and what was in the way has been said.
    if corpus.logs == 0 {
        return Ok(corpus.worst);
    }
    let again = corpus.audit.choose() && !found.iter().any(|path| path.as_os_str() == "-");
    if again {
        corpus.read(&found, told.threads.count(), judge_again, Errors::Known);
    }
    let page = if told.json {
        splendor_render::audit_json(&corpus.audit, again)
    } else {
        splendor_render::audit_text(&corpus.audit, again)
    };
    out.write_all(page.as_bytes())?;
    if corpus.unjudged {
        out.flush()?;
        eprint_line(UNJUDGED);
    }
    Ok(corpus.worst)
}

/// Whether what cannot be read was said before.
enum Errors {
    New,
    Known,
}

/// What is done with a log; returns an exit status.
type Judge = fn(&mut Audit, &InputFile, &[u8]) -> ExitStatus;

fn judge(audit: &mut Audit, input: &InputFile, bytes: &[u8]) -> ExitStatus {
    audit.judge(input, bytes).into()
}

fn judge_again(audit: &mut Audit, _: &InputFile, bytes: &[u8]) -> ExitStatus {
    audit.judge_again(bytes);
    ExitStatus::Success
}

/// Something to be judged, or what could not be read, to be said in its turn.
enum Job {
    Log(InputFile, Vec<u8>),
    Said(InputError),
}

/// What some jobs come to.
struct Done {
    part: Audit,
    logs: u64,
    said: Vec<Message>,
    worst: ExitStatus,
    unjudged: bool,
}

impl Done {
    fn of(jobs: Vec<Job>, blank: Audit, judge: Judge) -> Self {
        let mut done = Self {
            part: blank,
            logs: 0,
            said: Vec::new(),
            worst: ExitStatus::Success,
            unjudged: false,
        };
        for job in jobs {
            let status = match job {
                Job::Said(complaint) => {
                    done.said.push(complaint.message);
                    complaint.kind.exit()
                }
                Job::Log(input, bytes) => {
                    let status = done.log(&input, &bytes, judge);
                    done.unjudged |= status == ExitStatus::NotJudged;
                    status
                }
            };
            done.worst = done.worst.max(status);
        }
        done
    }

    fn log(&mut self, input: &InputFile, bytes: &[u8], judge: Judge) -> ExitStatus {
        self.logs += 1;
        let part = &mut self.part;
        panic::catch_unwind(AssertUnwindSafe(|| judge(part, input, bytes))).unwrap_or_else(
            |panic| {
                let error = InputError::internal(&input.name, input.line, panic.as_ref());
                self.said.push(error.message);
                error.kind.exit()
            },
        )
    }
}

/// A corpus as far as it has been read.
struct Corpus {
    audit: Audit,
    /// The exit status so far.
    worst: ExitStatus,
    logs: u64,
    /// Whether some log could not be judged.
    unjudged: bool,
}

impl Corpus {
    fn logs_of(&mut self, path: &Path) -> Vec<PathBuf> {
        let found = files::logs_of(path, false);
        for (path, error) in &found.unread {
            self.complain(&InputError::not_read(&name_of(path), error));
        }
        if found.logs.is_empty() && found.unread.is_empty() {
            self.complain(&none_in(path, false));
        }
        found.logs
    }

    fn complain(&mut self, complaint: &InputError) {
        self.worst = self.worst.max(complaint.kind.exit());
        complaint.message.print();
    }

    /// Has each log of some files judged, and what comes of it added.
    fn read(&mut self, found: &[PathBuf], threads: usize, judge: Judge, errors: Errors) {
        let blank = self.audit.part();
        let work = |jobs: Vec<Job>| Done::of(jobs, blank.part(), judge);
        thread::scope(|scope| {
            let crew = Crew::new(scope, threads, HELD, &work);
            let mut feed = Feed { corpus: self, crew, errors, jobs: Vec::new(), weight: 0 };
            for path in found {
                feed.file(path);
            }
            feed.rest();
        });
    }

    fn take(&mut self, done: Done) {
        self.audit.merge(done.part);
        self.logs += done.logs;
        done.said.iter().for_each(Message::print);
        self.worst = self.worst.max(done.worst);
        self.unjudged |= done.unjudged;
    }
}

/// Who reads files and gives the jobs.
struct Feed<'s, 'e, 'c> {
    corpus: &'c mut Corpus,
    crew: Crew<'s, 'e, Vec<Job>, Done>,
    errors: Errors,
    jobs: Vec<Job>,
    weight: usize,
}

impl Feed<'_, '_, '_> {
    fn file(&mut self, path: &Path) {
        let name = name_of(path);
        let read = files::read_parts(path, &mut |part| match part {
            Part::Log(member, piece) => {
                let name = in_archive(&name, member);
                let input = InputFile { name, game: piece.game, line: piece.line };
                self.put(Job::Log(input, piece.bytes.to_vec()));
            }
            other => self.said(no_log(&name, &other)),
        });
        self.said(read.err().map(|error| InputError::not_read(&name, &error)));
    }

    fn said(&mut self, complaint: Option<InputError>) {
        if let (Some(complaint), Errors::New) = (complaint, &self.errors) {
            self.put(Job::Said(complaint));
        }
    }

    /// Gives a job. What is one task hangs on the logs alone, so the page does not on the threads.
    fn put(&mut self, job: Job) {
        self.weight += if let Job::Log(_, bytes) = &job { bytes.len() } else { 0 };
        self.jobs.push(job);
        if self.weight >= TASK || self.jobs.len() >= LOGS {
            let jobs = std::mem::take(&mut self.jobs);
            self.crew.give(jobs, std::mem::take(&mut self.weight));
            while let Some(done) = self.crew.next_due() {
                self.corpus.take(done);
            }
        }
    }

    fn rest(mut self) {
        self.crew.give_to_those_there(self.jobs, self.weight);
        while let Some(done) = self.crew.rest() {
            self.corpus.take(done);
        }
    }
}
