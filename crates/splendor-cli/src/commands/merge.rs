//! `splendor merge`: one log of several views of a game.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use splendor_input::Pieces;
use splendor_schema::json::locate::line_column;
use splendor_verify::merge::{Contradiction, NotMerged, Side, View, merge};
use splendor_verify::words::count_with_noun;

use crate::error::{CliError, ExitStatus, eprint_line};
use crate::files::{self, GameBytes};
use crate::run::log_output::LogOutput;
use crate::run::rewrite::text;

/// The views of a game.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Merge {
    /// Two or more logs of the same game, or files of JSON Lines with the same games in the same
    /// order, plain or packed; `-` is standard input.
    #[arg(required = true, num_args = 2.., value_name = "LOG")]
    pub(crate) logs: Vec<PathBuf>,
    /// Write to this file instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  splendor merge seat0.json seat1.json          what both seats know
  splendor merge seat*.jsonl -o games.jsonl";

/// Writes the merged logs; returns the exit status.
pub(crate) fn run(args: &Merge, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    files::check_stdin_once(&args.logs)?;
    files::check_not_folder(args.output.as_ref())?;
    let mut files = Vec::new();
    for path in &args.logs {
        files.push(files::pieces(path).map_err(|error| not_read(path, &error))?);
    }
    let mut merger = Merger {
        args,
        output: LogOutput::new(args.output.as_deref(), &args.logs, out),
        logs: 0,
        merged: 0,
        left_out: BTreeMap::new(),
        exit: ExitStatus::Success,
    };
    while let Some(games) = next_games(&args.logs, &mut files, merger.logs + 1)? {
        merger.take(&games)?;
    }
    merger.finish()
}

fn not_read(path: &Path, error: &io::Error) -> CliError {
    files::not_read(path, error, ExitStatus::NotJudged)
}

/// Returns the next game of every file, or `None` if all files have ended.
fn next_games(
    paths: &[PathBuf],
    files: &mut [Pieces<'_>],
    number: u64,
) -> Result<Option<Vec<GameBytes>>, CliError> {
    let mut games = Vec::new();
    let mut ended = None;
    for (path, file) in paths.iter().zip(files) {
        match file.next_piece().map_err(|error| not_read(path, &error))? {
            Some(piece) => {
                games.push(GameBytes { line: piece.line, bytes: piece.bytes.to_vec() });
            }
            None => ended = Some(path),
        }
    }
    match ended {
        None => Ok(Some(games)),
        Some(_) if games.is_empty() => Ok(None),
        Some(path) => {
            let text =
                format!("{} has no game {number}, but another file has", files::name_of(path));
            Err(CliError::not_judged(text)
                .help("every file needs the same games in the same order"))
        }
    }
}

/// Merges the views of one game after the other.
struct Merger<'m> {
    args: &'m Merge,
    output: LogOutput<'m>,
    /// The number of games that were read.
    logs: u64,
    merged: u64,
    left_out: BTreeMap<String, u64>,
    exit: ExitStatus,
}

impl Merger<'_> {
    fn take(&mut self, games: &[GameBytes]) -> Result<(), CliError> {
        self.logs += 1;
        let views: Result<Vec<View<'_>>, CliError> = self
            .args
            .logs
            .iter()
            .zip(games)
            .map(|(path, game)| View::read(&game.bytes).map_err(|error| game.failure(path, &error)))
            .collect();
        let merged = views.and_then(|views| merge(&views).map_err(|why| self.refused(games, &why)));
        match merged {
            Ok(merged) => {
                self.merged += 1;
                for (field, times) in merged.left_out {
                    *self.left_out.entry(field).or_default() += times;
                }
                self.output.write(&text(&merged.log, &games[0].bytes))
            }
            Err(error) => {
                self.exit = self.exit.max(error.exit);
                error.message.print();
                Ok(())
            }
        }
    }

    fn refused(&self, games: &[GameBytes], why: &NotMerged) -> CliError {
        match why {
            NotMerged::Contradiction(contradiction) => {
                CliError::illegal(self.described(games, contradiction))
                    .help("find out which log is wrong, and merge the other logs without it")
            }
            NotMerged::TooLarge => {
                let place = format!("{}:{}", files::name_of(&self.args.logs[0]), games[0].line);
                CliError::not_judged(format!("{place}: the merged log is larger than a log may be"))
                    .help("`docs/src/log-format.md` lists the limits")
            }
        }
    }

    fn described(&self, games: &[GameBytes], contradiction: &Contradiction) -> String {
        let Contradiction { pointer, sides } = contradiction;
        let [first, second] = sides.each_ref().map(|side| {
            let game = &games[side.view];
            let path = files::name_of(&self.args.logs[side.view]);
            let (line, column) = place(game, side);
            let line = game.line + line as u64 - 1;
            let value = side.value.as_deref().map_or_else(|| "nothing".to_owned(), shortened);
            format!("{path}:{line}:{column} has {value}")
        });
        let turn = pointer.split('/').nth(2).filter(|_| pointer.starts_with("/turns/"));
        let turn = turn.and_then(|index| index.parse::<u64>().ok());
        let turn = turn.map_or_else(String::new, |index| format!("turn {}: ", index + 1));
        format!("{turn}{first}, but {second} ({pointer})")
    }

    fn finish(mut self) -> Result<ExitStatus, CliError> {
        self.output.flush()?;
        self.report();
        Ok(self.exit)
    }

    /// Prints the number of merged games, and the fields that they leave out, to standard error.
    fn report(&self) {
        if self.logs == 0 {
            return;
        }
        let logs = count_with_noun(self.merged, "log", "logs");
        if self.left_out.is_empty() {
            return eprint_line(&format!("{logs} written"));
        }
        let fields = self.left_out.iter().map(|(field, times)| format!("{field} {times}"));
        let fields: Vec<String> = fields.collect();
        eprint_line(&format!("{logs} written, left out: {}", fields.join(", ")));
        eprint_line("note: no rule reads these fields, and the views differ in them");
    }
}

fn place(game: &GameBytes, side: &Side) -> (usize, usize) {
    std::str::from_utf8(&game.bytes).map_or((1, 1), |text| line_column(text, side.offset))
}

/// Returns a value on one line, cut after 60 characters.
fn shortened(value: &str) -> String {
    let words: String = value.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &words[..end]),
        None => words,
    }
}
