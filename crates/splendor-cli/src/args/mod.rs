//! The command line: its types are its help.

mod argue;
mod doubles;
pub(crate) mod known;
mod making;
mod verify;

use std::num::IntErrorKind;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use splendor_convert::{FOREIGN, ForeignFormat};
use splendor_verify::Client;

use crate::count::Perft;
use crate::engine::Conformance;
use crate::manual::{Completions, Manual};
use crate::scope::Explore;
pub(crate) use argue::{Diagnose, Impact, Why, Words};
pub(crate) use making::{Anonymize, Convert, Files, Generate, Redact, View, Witness};
use verify::Threads;
pub(crate) use verify::{Format, Verify};

/// Judges logged games of Splendor, clause by clause.
///
/// A log that was legal as far as it goes gets `legal`; the first illegal turn is shown with its
/// place, its clause and what would have been legal instead.
///
/// Exit status: 0 if every log is legal (or consistent), 1 if some log is illegal, 2 if some log
/// could not be judged, 3 for wrong usage or nothing to judge.
#[derive(Debug, Parser)]
#[command(name = "splendor", version, max_term_width = 80)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Whether to write in color: auto (to a terminal, unless `NO_COLOR` is set), always or never.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto)]
    #[arg(value_name = "WHEN", hide_possible_values = true)]
    pub(crate) color: Color,
}

const EXAMPLES: &str = "\
Examples:
  splendor example > game.json                  a log to start from
  splendor verify game.json                     the verdict on it
  splendor explain take.pair-needs-four         what a clause says
  splendor verify --help                        more of a command";

/// When to write in color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// To a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Judge logs: files, folders, JSON Lines, or standard input.
    Verify(Verify),
    /// Tell whether a turn would have been legal at a place of a log, and why.
    Why(Why),
    /// Tell what may have gone wrong in an illegal log, each cause proven by an edit.
    ///
    /// Every edit is applied and the whole log judged anew: a cause is `proven` if the log is then
    /// legal or consistent, and `helps` if less of it is left that is illegal. Which of several
    /// causes it was, the log does not tell. At most 1000 edited logs are judged, and 16 MiB of
    /// them.
    Diagnose(Diagnose),
    /// Tell which verdicts of a corpus are others under other rules, and why.
    Impact(Impact),
    /// Explain a clause, like `take.pair`, a family, like `take`, or a ruling, like `pass`.
    Explain(Explain),
    /// List every clause, or every ruling.
    Rules(Rules),
    /// List every card, noble, city face and trading post with its id and the ids of known clients.
    Cards(Cards),
    /// Print a small legal log to start from.
    #[command(after_help = EXAMPLE_EXAMPLES)]
    Example,
    /// Show the table at a turn of a log.
    #[command(after_help = SHOW_EXAMPLES)]
    Show(At),
    /// Write a page that shows a log turn by turn, to be opened in a browser.
    View(View),
    /// List what was legal at a turn of a log.
    #[command(after_help = LEGAL_EXAMPLES)]
    Legal(At),
    /// Count the legal continuations of a position, depth by depth.
    Perft(Perft),
    /// Search small boxes to the last position: every turn, every draw.
    Explore(Explore),
    /// Ask another engine about the rules, clause by clause.
    Conformance(Conformance),
    /// Answer questions about the rules, line by line.
    ///
    /// A question is a JSON object on a line of standard input, its answer one on standard output:
    /// the legal turns of a position, the position after a turn, the scores, or of many turns what
    /// each breaks. The page on the conformance kit describes the protocol.
    #[command(after_help = ENGINE_EXAMPLES)]
    Engine,
    /// Tell what a corpus of logs departs from, clause by clause, on one page.
    ///
    /// The page says how often each clause is broken, in how many logs and where first; which
    /// rulings would make illegal logs legal, tried on each; what no ruling explains; and which
    /// clauses the corpus never had an occasion to break.
    Audit(Audit),
    /// List the known clients: their rulings, and what else they do otherwise.
    ///
    /// `--client NAME` on verify, show, legal and audit judges by the rulings of one.
    Clients(Clients),
    /// Fill in what a log leaves out, so that it is legal.
    Witness(Witness),
    /// Make random legal games, one a line.
    Generate(Generate),
    /// Write logs as a seat, or a spectator, may know them.
    Redact(Redact),
    /// Write logs without what tells who played, and which game it was.
    Anonymize(Anonymize),
    /// Make a log of another client's file.
    Convert(Convert),
    /// Write the JSON Schemas of the formats.
    Schema(Schema),
    /// Write the script by which a shell completes commands.
    Completions(Completions),
    /// Write pages of the manual, for `man`.
    Man(Manual),
}

const EXAMPLE_EXAMPLES: &str = "\
Examples:
  splendor example > game.json
  splendor example | splendor verify -";

const SHOW_EXAMPLES: &str = "\
Examples:
  splendor show game.json                       the table at the end
  splendor show game.json --turn 3              the table before turn 3
  splendor show --game 2 --json games.jsonl";

const LEGAL_EXAMPLES: &str = "\
Examples:
  splendor legal game.json --turn 3             what was legal in turn 3
  splendor legal --client seal256 game.json     by the rulings of a client
  splendor legal --json game.json";

const ENGINE_EXAMPLES: &str = "\
Examples:
  echo '{\"id\":1,\"ask\":\"hello\"}' | splendor engine
  splendor conformance --cmd 'splendor engine' --clause take";

/// How files of other clients are read.
#[derive(Debug, Args)]
pub(crate) struct Foreign {
    /// The table before the first turn, for clients that log only a seed.
    #[arg(long, value_name = "FILE")]
    pub(crate) setup: Option<PathBuf>,
    /// Look for that beside each file: game.setup.json for game.json or game.replay.json.
    #[arg(long, conflicts_with = "setup")]
    pub(crate) setup_beside: bool,
}

impl Foreign {
    /// Returns the option that asks for such a table.
    pub(crate) fn named(&self) -> Option<&'static str> {
        let setup = self.setup.as_ref().map(|_| "--setup");
        setup.or(self.setup_beside.then_some("--setup-beside"))
    }
}

/// A foreign format, or auto.
fn format(name: &str) -> Result<String, String> {
    if name == "auto" || ForeignFormat::named(name).is_some() {
        return Ok(name.to_owned());
    }
    let known: Vec<&str> = FOREIGN.iter().map(|format| format.name).collect();
    Err(format!("known are auto, {}", known.join(", ")))
}

/// The rulings that logs are judged by, whatever they say.
#[derive(Debug, Args)]
pub(crate) struct Judged {
    /// Judge by the rulings of this client: `splendor clients` lists them.
    #[arg(long, value_name = "NAME", value_parser = known::CLIENT, hide_possible_values = true)]
    client: Option<&'static Client>,
    /// Judge by this ruling, whatever the log says, like `pass=always`.
    #[arg(long = "ruling", value_name = "NAME=VALUE", value_parser = known::RULING)]
    #[arg(hide_possible_values = true)]
    rulings: Vec<(String, String)>,
}

impl Judged {
    /// Returns the rulings by name and value; one that is named goes before that of the client.
    pub(crate) fn rulings(&self) -> Vec<(String, String)> {
        Client::with(self.client, self.rulings.clone())
    }
}

/// Which corpus is audited.
#[derive(Debug, Args)]
#[command(after_help = AUDIT_EXAMPLES)]
pub(crate) struct Audit {
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

const AUDIT_EXAMPLES: &str = "Examples:
  splendor audit games/                       a folder of games
  splendor audit --ruling pass=always games/  what is left under a ruling
  splendor audit --client seal256 games/      what is left under a preset
  splendor audit --json games.jsonl           the same for a program";

/// Which clients are listed.
#[derive(Debug, Args)]
#[command(after_help = CLIENTS_EXAMPLES)]
pub(crate) struct Clients {
    /// Only this client.
    #[arg(value_parser = known::CLIENT, hide_possible_values = true)]
    pub(crate) name: Option<&'static Client>,
    /// As JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

const CLIENTS_EXAMPLES: &str = "Examples:
  splendor clients seal256                    what one client does otherwise
  splendor verify --client seal256 game.json  judge by its rulings";

/// Which clause is explained.
#[derive(Debug, Args)]
#[command(after_help = EXPLAIN_EXAMPLES)]
pub(crate) struct Explain {
    /// The id of a clause, a family or a ruling, or another id of a report.
    #[arg(value_parser = known::ID, hide_possible_values = true)]
    pub(crate) id: String,
}

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  splendor explain take.pair-needs-four         a clause
  splendor explain take                         a family of clauses
  splendor explain pass                         a ruling";

const RULES_EXAMPLES: &str = "\
Examples:
  splendor rules                                every clause
  splendor rules --rulings                      every ruling with its values
  splendor rules --json > clauses.json";

const CARDS_EXAMPLES: &str = "\
Examples:
  splendor cards
  splendor cards --json > cards.json";

const SCHEMA_EXAMPLES: &str = "\
Examples:
  splendor schema                               all, to the folder schema
  splendor schema --print log > log.schema.json";

/// What is listed.
#[derive(Debug, Args)]
#[command(after_help = RULES_EXAMPLES)]
pub(crate) struct Rules {
    /// List the rulings instead: questions that the rulebooks leave open.
    #[arg(long)]
    pub(crate) rulings: bool,
    /// As JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// How components are listed.
#[derive(Debug, Args)]
#[command(after_help = CARDS_EXAMPLES)]
pub(crate) struct Cards {
    /// As JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A turn of a log.
#[derive(Debug, Args)]
pub(crate) struct At {
    /// The log; `-` is standard input.
    pub(crate) log: PathBuf,
    /// The turn, from 1: the table is shown as it is before it. By default the one after the last.
    #[arg(long)]
    pub(crate) turn: Option<usize>,
    /// The game in a JSON Lines file, from 1.
    #[arg(long, default_value_t = 1)]
    pub(crate) game: u64,
    #[command(flatten)]
    pub(crate) by: Judged,
    /// As JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Where the schemas are written.
#[derive(Debug, Args)]
#[command(after_help = SCHEMA_EXAMPLES)]
pub(crate) struct Schema {
    /// Print one of them: log, position, report, summary, manifest, vector, request, answer, why,
    /// diagnosis or impact.
    #[arg(long, value_name = "FORMAT", value_parser = known::SCHEMA)]
    #[arg(hide_possible_values = true, conflicts_with = "folder")]
    pub(crate) print: Option<String>,
    /// The folder that they are written to.
    #[arg(default_value = "schema")]
    pub(crate) folder: PathBuf,
}

/// A number of things of which there is at least one.
fn from_one(text: &str) -> Result<u64, String> {
    match text.parse::<u64>() {
        Ok(number) if number > 0 => Ok(number),
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => {
            Err(format!("that is more than can be counted, which is {}", u64::MAX))
        }
        _ => Err("a whole number is needed, 1 or more".to_owned()),
    }
}

fn ruling(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("a ruling is NAME=VALUE, like pass=always")?;
    let told = splendor_schema::Rules { edition: "2024".into(), ..Default::default() };
    let pair = (name.to_owned(), value.to_owned());
    match splendor_verify::rules(&told, std::slice::from_ref(&pair)) {
        Ok(_) => Ok(pair),
        Err(unknown) => Err(unknown.to_string()),
    }
}
