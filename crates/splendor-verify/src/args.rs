//! The command line: its types are its help.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use splendor_verify::Client;

use crate::count::Perft;
use crate::engine::Conformance;
use splendor_verify::convert::{FOREIGN, ForeignFormat};

/// Judges logged games of Splendor, clause by clause.
///
/// A log that was legal as far as it goes gets `legal`; the first illegal turn is shown with its
/// place, its clause and what would have been legal instead.
///
/// Exit status: 0 if every log is legal (or consistent), 1 if some log is illegal, 2 if some log
/// could not be judged, 3 for wrong usage or nothing to judge.
#[derive(Debug, Parser)]
#[command(name = "splendor", version, max_term_width = 80)]
#[command(
    after_help = "Start with `splendor example > game.json` and `splendor verify game.json`."
)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Whether to write in color: auto (to a terminal, unless `NO_COLOR` is set), always or never.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto)]
    #[arg(value_name = "WHEN", hide_possible_values = true)]
    pub(crate) color: Color,
}

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
    /// Explain a clause, like `take.pair`, a family, like `take`, or a ruling, like `pass`.
    Explain(Explain),
    /// List every clause, or every ruling.
    Rules(Rules),
    /// List every card, noble, city face and trading post with its id and the ids of known clients.
    Cards(Cards),
    /// Print a small legal log to start from.
    Example,
    /// Show the table at a turn of a log.
    Show(At),
    /// List what was legal at a turn of a log.
    Legal(At),
    /// Count the legal continuations of a position, depth by depth.
    Perft(Perft),
    /// Ask another engine about the rules, clause by clause.
    Conformance(Conformance),
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
}

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

/// What is converted.
#[derive(Debug, Args)]
#[command(after_help = CONVERT_EXAMPLES)]
pub(crate) struct Convert {
    /// The file of another client; `-` is standard input.
    pub(crate) input: PathBuf,
    /// The format of the file, or auto: told by its content.
    #[arg(long, value_name = "FORMAT", value_parser = format, default_value = "auto")]
    pub(crate) from: String,
    /// Write this format instead of a log: kifu, also of a file that is a log already.
    #[arg(long, value_name = "FORMAT", value_parser = ["kifu"])]
    pub(crate) to: Option<String>,
    /// Where the log is written; by default to standard output.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write what became of every field to this file, as JSON, and not to standard error.
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// How files of other clients are read.
    #[command(flatten)]
    pub(crate) foreign: Foreign,
}

const CONVERT_EXAMPLES: &str = "\
Examples:
  splendor convert game.kifu -o game.json
  splendor convert --from effective-splendor --setup-beside match-1.replay.json
  splendor verify --from auto game.kifu

Several games become JSON Lines: one log a line. What the file does not tell is
left out; what is not known in it is an error with its line.

Exit status: 0 if every game was converted, 2 if one was not, 3 for wrong usage.";

/// A foreign format, or auto.
fn format(name: &str) -> Result<String, String> {
    if name == "auto" || ForeignFormat::named(name).is_some() {
        return Ok(name.to_owned());
    }
    let known: Vec<&str> = FOREIGN.iter().map(|format| format.name).collect();
    Err(format!("known are auto, {}", known.join(", ")))
}

/// How logs are judged and reported.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(crate) struct Verify {
    /// Logs or folders of logs; `-` is standard input.
    ///
    /// In a folder every .json, .jsonl and .ndjson file counts, also with .gz or .zst behind it.
    #[arg(required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// How to report: in words, a line a log, or a JSON object a log.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) by: Judged,
    /// Go on after an illegal turn by the log's own word.
    #[arg(long)]
    pub(crate) keep_going: bool,
    /// Let a log that is only consistent count as a failure.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Let a log that stops before the end of its game count as a failure.
    #[arg(long)]
    pub(crate) require_end: bool,
    /// List what the log says and nothing was compared with.
    #[arg(long)]
    pub(crate) report_unchecked: bool,
    /// List what the log leaves out and was inferred.
    #[arg(long)]
    pub(crate) report_inferred: bool,
    /// Say nothing of logs that pass.
    #[arg(long, short)]
    pub(crate) quiet: bool,
    /// Judge files of another client, in this format or auto: as their content tells.
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    pub(crate) from: Option<String>,
    /// How files of other clients are read.
    #[command(flatten)]
    pub(crate) foreign: Foreign,
}

/// The rulings that logs are judged by, whatever they say.
#[derive(Debug, Args)]
pub(crate) struct Judged {
    /// Judge by the rulings of this client: `splendor clients` lists them.
    #[arg(long, value_name = "NAME", value_parser = Client::find)]
    client: Option<&'static Client>,
    /// Judge by this ruling, whatever the log says, like `pass=always`.
    #[arg(long = "ruling", value_name = "NAME=VALUE", value_parser = ruling)]
    rulings: Vec<(String, String)>,
}

impl Judged {
    /// Returns the rulings by name and value; one that is named goes before that of the client.
    pub(crate) fn rulings(&self) -> Vec<(String, String)> {
        let preset = self.client.map(Client::overrides).unwrap_or_default();
        let named = |name: &str| self.rulings.iter().any(|(other, _)| other == name);
        let preset = preset.into_iter().filter(|(name, _)| !named(name));
        preset.chain(self.rulings.iter().cloned()).collect()
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
    #[arg(value_parser = Client::find)]
    pub(crate) name: Option<&'static Client>,
    /// As JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

const CLIENTS_EXAMPLES: &str = "Examples:
  splendor clients seal256                    what one client does otherwise
  splendor verify --client seal256 game.json  judge by its rulings";

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// In words, with the source underlined.
    Text,
    /// One line a log.
    Line,
    /// One JSON object a log, as in schema/splendor-report-1.schema.json.
    Json,
}

/// Which clause is explained.
#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// The id of a clause, a family or a ruling, or another id of a report.
    pub(crate) id: String,
}

/// What is listed.
#[derive(Debug, Args)]
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

/// Which games are made.
#[derive(Debug, Args)]
pub(crate) struct Generate {
    /// The seed of the first game; the next one has the next seed.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many games.
    #[arg(long, default_value_t = 1)]
    pub(crate) games: u64,
    /// How many seats play.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=4))]
    pub(crate) seats: u8,
    /// The edition: 2014 or 2024.
    #[arg(long, default_value = "2024")]
    pub(crate) edition: String,
    /// Play with this module: cities or trading-posts.
    #[arg(long = "module", value_name = "MODULE")]
    pub(crate) modules: Vec<String>,
    /// Mix in the noble of this box: silk-road or sun-never-sets.
    #[arg(long = "box", value_name = "BOX")]
    pub(crate) boxes: Vec<String>,
    /// Play by this ruling, like `pass=always`.
    #[arg(long = "ruling", value_name = "NAME=VALUE", value_parser = ruling)]
    pub(crate) rulings: Vec<(String, String)>,
    /// How turns are chosen: uniform, greedy, hoarder, nobles or rich.
    #[arg(long, default_value = "rich")]
    pub(crate) policy: String,
    /// Stop a game after so many turns.
    #[arg(long, default_value_t = 400)]
    pub(crate) turns: usize,
    /// Leave out the order of the decks.
    #[arg(long)]
    pub(crate) no_decks: bool,
    /// Write after each turn what the seat and the supply hold.
    #[arg(long)]
    pub(crate) after: bool,
    /// Write one game as a document of many lines.
    #[arg(long)]
    pub(crate) pretty: bool,
}

/// Who looks at which logs.
#[derive(Debug, Args)]
pub(crate) struct Redact {
    #[command(flatten)]
    pub(crate) files: Files,
    #[command(flatten)]
    pub(crate) viewer: Viewer,
}

/// Which logs lose their names.
#[derive(Debug, Args)]
pub(crate) struct Anonymize {
    #[command(flatten)]
    pub(crate) files: Files,
}

/// What is read and what is written.
#[derive(Debug, Args)]
pub(crate) struct Files {
    /// The log, or a file of JSON Lines, plain or packed; `-` is standard input.
    pub(crate) log: PathBuf,
    /// The file that is written, never packed. By default standard output.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// Who looks.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Viewer {
    /// Leave out what this seat may not know; the first seat is 0.
    #[arg(long, value_name = "N")]
    seat: Option<u8>,
    /// Leave out what somebody without a seat may not know.
    #[arg(long)]
    spectator: bool,
}

impl Viewer {
    pub(crate) fn told(&self) -> splendor_verify::Viewer {
        self.seat.map_or(splendor_verify::Viewer::Spectator, splendor_verify::Viewer::Seat)
    }
}

/// Where the schemas are written.
#[derive(Debug, Args)]
pub(crate) struct Schema {
    /// Print one of them: log, position, report, manifest, vector, request or answer.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) print: Option<String>,
    /// The folder that they are written to.
    #[arg(default_value = "schema")]
    pub(crate) folder: PathBuf,
}

fn ruling(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("a ruling is NAME=VALUE, like pass=always")?;
    let told = splendor_schema::Rules { edition: "2024".to_owned(), ..Default::default() };
    let pair = (name.to_owned(), value.to_owned());
    match splendor_verify::rules(&told, std::slice::from_ref(&pair)) {
        Ok(_) => Ok(pair),
        Err(unknown) => Err(unknown.to_string()),
    }
}

impl Generate {
    /// Returns the rules that the games are played by.
    fn rules(&self) -> Result<splendor_core::Rules, String> {
        let told = splendor_schema::Rules {
            edition: self.edition.clone(),
            modules: self.modules.clone(),
            boxes: self.boxes.clone(),
            ..Default::default()
        };
        splendor_verify::rules(&told, &self.rulings).map_err(|unknown| unknown.to_string())
    }

    /// Returns how the game of this seed is made.
    pub(crate) fn options(&self, seed: u64) -> Result<splendor_verify::GenerateOptions, String> {
        Ok(splendor_verify::GenerateOptions {
            seed,
            seats: self.seats,
            rules: self.rules()?,
            policy: self
                .policy
                .parse()
                .map_err(|known: splendor_verify::NotAPolicy| known.to_string())?,
            max_turns: self.turns,
            decks: !self.no_decks,
            after: self.after,
            digest: false,
        })
    }
}
