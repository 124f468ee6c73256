//! `splendor audit`: the logs of a corpus one after the other, and then its page.

use std::io::Write;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

use splendor_schema::{InputFile, Verdict};
use splendor_verify::Audit;
use splendor_verify::input::{Part, Piece};

use crate::feed::NO_LOGS;
use crate::judge::name_of;
use crate::{Failure, REPORT, args, files, say, with_help};

/// Reads a corpus, twice where that is of use, and writes its page; returns the exit status.
pub(crate) fn audit(told: &args::Audit, out: &mut dyn Write) -> Result<u8, Failure> {
    // A defect of ours on one log is reported as ours and costs only that log.
    panic::set_hook(Box::new(|_| {}));
    let mut reading = Reading { audit: Audit::new(told.by.rulings()), worst: 0, logs: 0 };
    let found: Vec<PathBuf> = told.paths.iter().flat_map(|path| reading.logs_of(path)).collect();
    for path in &found {
        reading.each(path, |audit, input, piece| {
            let verdict = audit.judge(input, piece.bytes);
            u8::from(verdict == Verdict::Illegal)
                + 2 * u8::from(matches!(verdict, Verdict::Malformed | Verdict::Unsupported))
        });
    }
    if reading.logs == 0 {
        let message = "no log was found to be audited".to_owned();
        return Err(Failure(message, 3).next("name logs, or a folder that holds some"));
    }
    let again = reading.audit.choose() && !found.iter().any(|path| path.as_os_str() == "-");
    for path in found.iter().filter(|_| again) {
        reading.each(path, |audit, _, piece| {
            audit.judge_again(piece.bytes);
            0
        });
    }
    let page = if told.json { reading.audit.json(again) } else { reading.audit.text(again) };
    out.write_all(page.as_bytes())?;
    Ok(reading.worst)
}

/// A corpus as far as it has been read.
struct Reading {
    audit: Audit,
    /// The exit status so far.
    worst: u8,
    logs: u64,
}

impl Reading {
    fn logs_of(&mut self, path: &Path) -> Vec<PathBuf> {
        let found = files::logs_of(path, false);
        for (path, error) in &found.unread {
            self.complain(&format!("{}: {error}", name_of(path)), files::unread(error), 2);
        }
        if found.logs.is_empty() && found.unread.is_empty() {
            let ending = "no .json, .jsonl, .ndjson or .tar file is in this folder";
            self.complain(&format!("{}: {ending}", path.display()), NO_LOGS, 3);
        }
        found.logs
    }

    fn complain(&mut self, message: &str, step: &str, status: u8) {
        self.worst = self.worst.max(status);
        say(&format!("error: {}", with_help(message, step)));
    }

    /// Shows each log of a file to the audit; `judge` returns an exit status.
    fn each(&mut self, path: &Path, judge: impl Fn(&mut Audit, &InputFile, &Piece<'_>) -> u8) {
        let name = name_of(path);
        let of = |member: Option<&str>| match member {
            Some(member) => format!("{name}/{member}"),
            None => name.clone(),
        };
        let read = files::read_parts(path, &mut |part| match part {
            Part::Log(member, piece) => self.one(of(member), &piece, &judge),
            Part::Unread(member, error) => {
                let message = format!("{}: {error}", of(Some(member)));
                self.complain(&message, files::unread(&error), 2);
            }
            Part::Empty(_) | Part::NoLog => {}
        });
        if let Err(error) = read {
            self.complain(&format!("{name}: {error}"), files::unread(&error), 2);
        }
    }

    fn one(
        &mut self,
        name: String,
        piece: &Piece<'_>,
        judge: impl Fn(&mut Audit, &InputFile, &Piece<'_>) -> u8,
    ) {
        self.logs += 1;
        let input = InputFile { name, game: piece.game, line: piece.line };
        let audit = &mut self.audit;
        match panic::catch_unwind(AssertUnwindSafe(|| judge(audit, &input, piece))) {
            Ok(status) => self.worst = self.worst.max(status),
            Err(panic) => {
                let defect = splendor_verify::defect(panic.as_ref());
                let message = format!("{}:{}:1: {defect}", input.name, piece.line);
                self.complain(&message, REPORT, 3);
            }
        }
    }
}
