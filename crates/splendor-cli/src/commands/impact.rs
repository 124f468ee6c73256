//! `splendor impact`: judges a corpus under two sets of rules.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use splendor_render::LeftOut;
use splendor_verify::catch_defect;
use splendor_verify::impact::{Compared, Impacts, RuleSet};

use crate::args::values::RULE_SET;
use crate::args::{AnswerFormat, FolderArgs, ThreadArgs};
use crate::error::{CliError, ExitStatus, InputError};
use crate::files;
use crate::run;
use crate::run::input::{Consumer, ReadConfig};
use crate::run::item::{Item, inputs};
use crate::run::status::RunStatus;

/// Arguments of `splendor impact`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Impact {
    /// The old rules: `log` for the rules that each log declares, or an edition, a client and
    /// rulings that override them, separated by commas.
    #[arg(long, value_name = "RULES", value_parser = RULE_SET, default_value = "log")]
    #[arg(hide_possible_values = true)]
    pub(crate) from: RuleSet,
    /// The new rules.
    #[arg(long, value_name = "RULES", value_parser = RULE_SET, hide_possible_values = true)]
    pub(crate) to: RuleSet,
    /// Logs or folders of logs; `-` is standard input.
    #[arg(required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// The format of the answer: text, or JSON Lines as in schema/splendor-impact-1.schema.json.
    #[arg(long, value_enum, default_value_t = AnswerFormat::Text)]
    pub(crate) format: AnswerFormat,
    #[command(flatten)]
    pub(crate) folders: FolderArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}

const EXAMPLES: &str = "\
Examples:
  splendor impact --to pass=always games/
  splendor impact --from 2014 --to 2024 games.jsonl
  splendor impact --from fewer=never --to 2024,fewer=to-ten,tie=last-seat games/
  splendor impact --to seal256 games/            the rulings of a known client

Exit status: 0 if no verdict changes, 1 if one does, 2 if neither set of rules
could judge some log, 3 for wrong usage or nothing to judge.";

/// Judges every log twice; returns the exit status.
pub(crate) fn run(args: &Impact, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    files::check_stdin_once(&args.paths)?;
    let work = |items: Vec<Item>| {
        items.into_iter().filter_map(|item| compare(args, item)).collect::<Vec<_>>()
    };
    let mut writer =
        FlipWriter { args, out, impacts: Impacts::default(), status: RunStatus::default() };
    let config = ReadConfig::new(args.threads.count());
    let inputs = inputs(&args.paths, false, &args.folders.rules());
    run::input::run(inputs, &config, &work, &mut writer)?;
    writer.finish()
}

/// The result of an item.
enum Outcome {
    Compared(Box<Compared>),
    Error(InputError),
    /// Entries of folders, or of an archive, are not read.
    LeftOut(LeftOut),
}

/// Judges a log under both sets of rules. The end of an input has no result.
fn compare(args: &Impact, item: Item) -> Option<Outcome> {
    let (input, bytes) = match item {
        Item::Log(input, bytes, _) => (input, bytes),
        Item::Error(error) => return Some(Outcome::Error(error)),
        Item::LeftOut(left_out) => return Some(Outcome::LeftOut(left_out)),
        Item::End(_) | Item::ForeignGame(..) | Item::Unreadable(..) => return None,
    };
    let (name, line) = (input.name.clone(), input.line);
    let judge = || splendor_verify::impact::compare(input, &bytes, &args.from, &args.to);
    Some(match catch_defect(judge) {
        Ok(compared) => Outcome::Compared(Box::new(compared)),
        Err(defect) => Outcome::Error(InputError::internal(&name, line, &defect)),
    })
}

/// Counts the comparisons and writes those with different verdicts.
struct FlipWriter<'w> {
    args: &'w Impact,
    out: &'w mut dyn Write,
    impacts: Impacts,
    status: RunStatus,
}

impl Consumer<Vec<Outcome>> for FlipWriter<'_> {
    fn take(&mut self, outcomes: Vec<Outcome>) -> ControlFlow<()> {
        for outcome in outcomes {
            match outcome {
                Outcome::Compared(compared) => self.add(&compared)?,
                Outcome::Error(error) => {
                    self.status.add_error(&error);
                    error.message.print();
                }
                Outcome::LeftOut(left_out) => self.status.add_left_out(&left_out),
            }
        }
        ControlFlow::Continue(())
    }
}

impl FlipWriter<'_> {
    fn add(&mut self, compared: &Compared) -> ControlFlow<()> {
        self.impacts.add(compared);
        let exit = if compared.is_unjudged() {
            ExitStatus::NotJudged
        } else {
            ExitStatus::illegal_if(compared.is_flip())
        };
        self.status.add(exit);
        let text = match self.args.format {
            AnswerFormat::Text => splendor_render::flip_text(compared),
            AnswerFormat::Json => compared.json(),
        };
        let written = self.out.write_all(text.unwrap_or_default().as_bytes());
        self.status.check(written.map_err(CliError::from))
    }

    fn finish(mut self) -> Result<ExitStatus, CliError> {
        self.status.result()?;
        // Without a log there is nothing to sum up, and the errors have said why.
        if self.impacts.logs() == 0 {
            return Ok(self.status.finish_without_logs());
        }
        let text = match self.args.format {
            AnswerFormat::Text => splendor_render::impacts_text(&self.impacts),
            AnswerFormat::Json => self.impacts.json(),
        };
        self.out.write_all(text.as_bytes())?;
        self.status.finish(self.out)
    }
}
