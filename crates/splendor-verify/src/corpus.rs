//! `splendor audit`: the logs of a corpus, shared among threads, and then its page.

use std::io::Write;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::thread;

use splendor_schema::{FileName, InputFile, Verdict};
use splendor_verify::Audit;
use splendor_verify::crew::Crew;
use splendor_verify::input::Part;

use crate::feed::{LOGS, NO_LOGS, TASK};
use crate::judge::{HELD, name_of};
use crate::{Failure, REPORT, args, files, say, with_help};

/// Reads a corpus, twice where that is of use, and writes its page; returns the exit status.
pub(crate) fn audit(told: &args::Audit, out: &mut dyn Write) -> Result<u8, Failure> {
    // A defect of ours on one log is reported as ours and costs only that log.
    panic::set_hook(Box::new(|_| {}));
    let mut corpus = Corpus { audit: Audit::new(told.by.rulings()), worst: 0, logs: 0 };
    let found: Vec<PathBuf> = told.paths.iter().flat_map(|path| corpus.logs_of(path)).collect();
    corpus.read(&found, told.threads.count(), judge, Errors::New);
    if corpus.logs == 0 {
        let message = "no log was found to be audited".to_owned();
        return Err(Failure(message, 3).next("name logs, or a folder that holds some"));
    }
    let again = corpus.audit.choose() && !found.iter().any(|path| path.as_os_str() == "-");
    if again {
        corpus.read(&found, told.threads.count(), judge_again, Errors::Known);
    }
    let page = if told.json { corpus.audit.json(again) } else { corpus.audit.text(again) };
    out.write_all(page.as_bytes())?;
    Ok(corpus.worst)
}

/// Whether what cannot be read was said before.
#[derive(PartialEq)]
enum Errors {
    New,
    Known,
}

/// What is done with a log; returns an exit status.
type Judge = fn(&mut Audit, &InputFile, &[u8]) -> u8;

fn judge(audit: &mut Audit, input: &InputFile, bytes: &[u8]) -> u8 {
    match audit.judge(input, bytes) {
        Verdict::Legal | Verdict::Consistent => 0,
        Verdict::Illegal => 1,
        Verdict::Malformed | Verdict::Unsupported => 2,
    }
}

fn judge_again(audit: &mut Audit, _: &InputFile, bytes: &[u8]) -> u8 {
    audit.judge_again(bytes);
    0
}

/// Something to be judged, or what could not be read, to be said in its turn.
enum Job {
    Log(InputFile, Vec<u8>),
    Said(String),
}

/// What some jobs come to.
struct Done {
    part: Audit,
    logs: u64,
    said: Vec<String>,
    worst: u8,
}

impl Done {
    fn of(jobs: Vec<Job>, blank: Audit, judge: Judge) -> Self {
        let mut done = Self { part: blank, logs: 0, said: Vec::new(), worst: 0 };
        for job in jobs {
            let status = match job {
                Job::Said(message) => {
                    done.said.push(message);
                    2
                }
                Job::Log(input, bytes) => done.log(&input, &bytes, judge),
            };
            done.worst = done.worst.max(status);
        }
        done
    }

    fn log(&mut self, input: &InputFile, bytes: &[u8], judge: Judge) -> u8 {
        self.logs += 1;
        let part = &mut self.part;
        panic::catch_unwind(AssertUnwindSafe(|| judge(part, input, bytes))).unwrap_or_else(
            |panic| {
                let defect = splendor_verify::defect(panic.as_ref());
                let message = format!("{}:{}:1: {defect}", input.name, input.line);
                self.said.push(with_help(&message, REPORT));
                3
            },
        )
    }
}

/// A corpus as far as it has been read.
struct Corpus {
    audit: Audit,
    /// The exit status so far.
    worst: u8,
    logs: u64,
}

impl Corpus {
    fn logs_of(&mut self, path: &Path) -> Vec<PathBuf> {
        let found = files::logs_of(path, false);
        for (path, error) in &found.unread {
            let message = format!("{}: {error}", name_of(path));
            self.complain(&with_help(&message, files::unread(error)), 2);
        }
        if found.logs.is_empty() && found.unread.is_empty() {
            let ending = "no .json, .jsonl, .ndjson or .tar file is in this folder";
            let message = format!("{}: {ending}", files::shown(path));
            self.complain(&with_help(&message, NO_LOGS), 3);
        }
        found.logs
    }

    fn complain(&mut self, message: &str, status: u8) {
        self.worst = self.worst.max(status);
        say(&format!("error: {message}"));
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
        done.said.iter().for_each(|message| say(&format!("error: {message}")));
        self.worst = self.worst.max(done.worst);
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
        let of = |member: Option<&FileName>| match member {
            Some(member) => name.member(member),
            None => name.clone(),
        };
        let read = files::read_parts(path, &mut |part| match part {
            Part::Log(member, piece) => {
                let input = InputFile { name: of(member), game: piece.game, line: piece.line };
                self.put(Job::Log(input, piece.bytes.to_vec()));
            }
            Part::Unread(member, error) => {
                let message = format!("{}: {error}", of(Some(member)));
                self.not_read(with_help(&message, files::unread(&error)));
            }
            Part::Empty(_) | Part::NoLog => {}
        });
        if let Err(error) = read {
            self.not_read(with_help(&format!("{name}: {error}"), files::unread(&error)));
        }
    }

    fn not_read(&mut self, message: String) {
        if self.errors == Errors::New {
            self.put(Job::Said(message));
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
