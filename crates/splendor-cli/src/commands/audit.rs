//! `splendor audit`: one page on the violations in a corpus.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use splendor_schema::InputFile;
use splendor_verify::audit::Audit;
use splendor_verify::{JudgeOptions, catch_defect};

use crate::args::{AnswerArgs, FolderArgs, RuleArgs, ThreadArgs};
use crate::error::{CliError, ExitStatus, InputError, InputErrorKind};
use crate::files;
use crate::run;
use crate::run::input::{Consumer, ReadConfig};
use crate::run::item::{Input, Item, inputs};
use crate::run::status::RunStatus;

/// Arguments of `splendor audit`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct AuditArgs {
    /// Logs or folders of logs; `-` is standard input, which can be read only once.
    #[arg(required = true)]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    #[command(flatten)]
    pub(crate) answer: AnswerArgs,
    #[command(flatten)]
    pub(crate) folders: FolderArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}

const EXAMPLES: &str = "Examples:
  splendor audit games/                       a folder of games
  splendor audit --ruling pass=always games/  what is left under a ruling
  splendor audit --client seal256 games/      what is left under a preset
  splendor audit --format json games.jsonl    the same for a program";

/// Reads a corpus and writes its page; returns the exit status.
pub(crate) fn run(args: &AuditArgs, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    files::check_stdin_once(&args.paths)?;
    let threads = args.threads.count();
    let JudgeOptions { rulings, required, budget } = args.rules.options()?;
    let mut corpus = Corpus::new(Audit { required, budget, ..Audit::new(rulings) });
    let inputs = inputs(&args.paths, false, &args.folders.rules());
    corpus.read(inputs.clone(), threads, judge)?;
    // Without a log there is no page, and the errors have said why.
    if corpus.logs == 0 {
        return Ok(corpus.status.finish_without_logs());
    }
    // The first reading finds the rulings that may explain illegal logs. The second one tries them
    // on every log. Standard input cannot be read twice.
    let stdin = args.paths.iter().any(|path| path.as_os_str() == "-");
    let again = corpus.audit.choose() && !stdin;
    if again {
        corpus.again = true;
        corpus.read(inputs, threads, judge_again)?;
    }
    let page = if args.answer.is_json() {
        splendor_render::audit_json(&corpus.audit, again)
    } else {
        splendor_render::audit_text(&corpus.audit, again)
    };
    out.write_all(page.as_bytes())?;
    corpus.status.finish(out)
}

/// Judges a log for an audit; returns its exit status.
type Judge = fn(&mut Audit, &InputFile, &[u8]) -> ExitStatus;

fn judge(audit: &mut Audit, input: &InputFile, bytes: &[u8]) -> ExitStatus {
    audit.judge(input, bytes).into()
}

fn judge_again(audit: &mut Audit, _: &InputFile, bytes: &[u8]) -> ExitStatus {
    audit.judge_again(bytes);
    ExitStatus::Success
}

/// A corpus, or a part of it, as far as it has been read.
struct Corpus {
    audit: Audit,
    logs: u64,
    /// The errors about inputs, not yet printed.
    errors: Vec<InputError>,
    status: RunStatus,
    /// Whether this is the second reading: the first one has printed the errors.
    again: bool,
}

impl Corpus {
    fn new(audit: Audit) -> Self {
        Self { audit, logs: 0, errors: Vec::new(), status: RunStatus::default(), again: false }
    }

    /// Returns the part of a corpus that the items of one task make.
    fn part(items: Vec<Item>, audit: Audit, judge: Judge) -> Self {
        let mut part = Self::new(audit);
        for item in items {
            match item {
                Item::Error(error) => part.add_error(error),
                Item::Log(input, bytes, _) => part.add_log(&input, &bytes, judge),
                Item::LeftOut(left_out) => part.status.add_left_out(&left_out),
                Item::End(_) | Item::ForeignGame(..) | Item::Unreadable(..) => {}
            }
        }
        part
    }

    fn add_error(&mut self, error: InputError) {
        self.status.add_error(&error);
        self.errors.push(error);
    }

    fn add_log(&mut self, input: &InputFile, bytes: &[u8], judge: Judge) {
        self.logs += 1;
        let audit = &mut self.audit;
        match catch_defect(|| judge(audit, input, bytes)) {
            Ok(exit) => self.status.add(exit),
            Err(defect) => {
                self.add_error(InputError::internal(&input.name, input.line, &defect));
            }
        }
    }

    /// Reads inputs and adds what `judge` finds in their logs.
    fn read(&mut self, inputs: Vec<Input>, threads: usize, judge: Judge) -> Result<(), CliError> {
        let blank = self.audit.part();
        let work = |items: Vec<Item>| Self::part(items, blank.part(), judge);
        run::input::run(inputs, &ReadConfig::new(threads), &work, self)?;
        Ok(())
    }
}

impl Consumer<Self> for Corpus {
    fn take(&mut self, part: Self) -> ControlFlow<()> {
        self.audit.merge(part.audit);
        self.logs += part.logs;
        for error in part.errors {
            if !self.again || error.kind == InputErrorKind::Internal {
                error.message.print();
            }
        }
        let mut status = part.status;
        if self.again {
            status.forget_left_out();
        }
        self.status.merge(status);
        ControlFlow::Continue(())
    }
}
