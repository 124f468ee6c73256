//! The command line: its types are its help.

use std::io::Write;

use clap::{Parser, Subcommand, ValueEnum};

use crate::args::{At, without_doubles};
use crate::commands::{
    anonymize, audit, cards, clients, completions, conformance, convert, diagnose, engine, example,
    explain, explore, generate, impact, legal, man, perft, redact, rules, schema, show, verify,
    view, why, witness,
};
use crate::error::{CliError, ExitStatus};

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
    Verify(verify::Verify),
    /// Tell whether a turn would have been legal at a place of a log, and why.
    Why(why::Why),
    /// Tell what may have gone wrong in an illegal log, each cause proven by an edit.
    ///
    /// Every edit is applied and the whole log judged anew: a cause is `proven` if the log is then
    /// legal or consistent, and `helps` if less of it is left that is illegal. Which of several
    /// causes it was, the log does not tell. At most 1000 edited logs are judged, and 16 MiB of
    /// them.
    Diagnose(diagnose::Diagnose),
    /// Tell which verdicts of a corpus are others under other rules, and why.
    Impact(impact::Impact),
    /// Explain a clause, like `take.pair`, a family, like `take`, or a ruling, like `pass`.
    Explain(explain::Explain),
    /// List every clause, or every ruling.
    Rules(rules::Rules),
    /// List every card, noble, city face and trading post with its id and the ids of known clients.
    Cards(cards::Cards),
    /// Print a small legal log to start from.
    #[command(after_help = example::EXAMPLES)]
    Example,
    /// Show the table at a turn of a log.
    #[command(after_help = show::EXAMPLES)]
    Show(At),
    /// Write a page that shows a log turn by turn, to be opened in a browser.
    View(view::View),
    /// List what was legal at a turn of a log.
    #[command(after_help = legal::EXAMPLES)]
    Legal(At),
    /// Count the legal continuations of a position, depth by depth.
    Perft(perft::Perft),
    /// Search small boxes to the last position: every turn, every draw.
    Explore(explore::Explore),
    /// Ask another engine about the rules, clause by clause.
    Conformance(conformance::Conformance),
    /// Answer questions about the rules, line by line.
    ///
    /// A question is a JSON object on a line of standard input, its answer one on standard output:
    /// the legal turns of a position, the position after a turn, the scores, or of many turns what
    /// each breaks. The page on the conformance kit describes the protocol.
    #[command(after_help = engine::EXAMPLES)]
    Engine,
    /// Tell what a corpus of logs departs from, clause by clause, on one page.
    ///
    /// The page says how often each clause is broken, in how many logs and where first; which
    /// rulings would make illegal logs legal, tried on each; what no ruling explains; and which
    /// clauses the corpus never had an occasion to break.
    Audit(audit::AuditArgs),
    /// List the known clients: their rulings, and what else they do otherwise.
    ///
    /// `--client NAME` on verify, show, legal and audit judges by the rulings of one.
    Clients(clients::Clients),
    /// Fill in what a log leaves out, so that it is legal.
    Witness(witness::Witness),
    /// Make random legal games, one a line.
    Generate(generate::Generate),
    /// Write logs as a seat, or a spectator, may know them.
    Redact(redact::Redact),
    /// Write logs without what tells who played, and which game it was.
    Anonymize(anonymize::Anonymize),
    /// Make a log of another client's file.
    Convert(convert::Convert),
    /// Write the JSON Schemas of the formats.
    Schema(schema::Schema),
    /// Write the script by which a shell completes commands.
    Completions(completions::Completions),
    /// Write pages of the manual, for `man`.
    Man(man::Manual),
}

impl Command {
    /// Runs the command; returns the exit status.
    pub(crate) fn run(&self, color: bool, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
        without_doubles(self.rulings())?;
        match self {
            Self::Verify(args) => verify::run(args, color, out),
            Self::Why(args) => why::run(args, color, out),
            Self::Diagnose(args) => diagnose::run(args, out),
            Self::Impact(args) => impact::run(args, out),
            Self::Explain(args) => explain::run(args, out),
            Self::Rules(args) => rules::run(args, out),
            Self::Cards(args) => cards::run(args, out),
            Self::Example => example::run(out),
            Self::Show(args) => show::run(args, color, out),
            Self::View(args) => view::run(args, out),
            Self::Legal(args) => legal::run(args, out),
            Self::Perft(args) => perft::run(args, out),
            Self::Explore(args) => explore::run(args, out),
            Self::Conformance(args) => conformance::run(args, out),
            Self::Engine => engine::run(out),
            Self::Audit(args) => audit::run(args, out),
            Self::Clients(args) => clients::run(args, out),
            Self::Witness(args) => witness::run(args, out),
            Self::Generate(args) => generate::run(args, out),
            Self::Redact(args) => redact::run(args, out),
            Self::Anonymize(args) => anonymize::run(args, out),
            Self::Convert(args) => convert::run(args, out),
            Self::Schema(args) => schema::run(args, out),
            Self::Completions(args) => completions::run(args, out),
            Self::Man(args) => man::run(args, out),
        }
    }

    /// The rulings that the command line names.
    fn rulings(&self) -> &[(String, String)] {
        match self {
            Self::Verify(args) => &args.by.rulings,
            Self::Why(args) => &args.by.rulings,
            Self::Diagnose(args) => &args.by.rulings,
            Self::Show(args) | Self::Legal(args) => &args.by.rulings,
            Self::View(args) => &args.by.rulings,
            Self::Audit(args) => &args.by.rulings,
            Self::Witness(args) => &args.rulings,
            Self::Generate(args) => &args.rulings,
            _ => &[],
        }
    }
}
