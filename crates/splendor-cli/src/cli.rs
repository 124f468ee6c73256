//! The command line. Its doc comments are the help texts.

use std::io::Write;

use clap::{CommandFactory, Parser, Subcommand};

use crate::args::{TurnArgs, check_rulings};
use crate::commands::{
    audit, completions, conformance, convert, diagnose, engine, example, explain, generate, legal,
    list, lsp, mcp, merge, perft, redact, schema, seal, show, verify, view, why, witness,
};
use crate::error::{CliError, ExitStatus};

/// Judges logged games of Splendor, clause by clause.
///
/// For an illegal log, the report shows the first illegal turn, its place, the broken clause and
/// the nearest legal turns. A log can also be legal, consistent, undecided, malformed or
/// unsupported: `splendor explain consistent` explains that verdict.
///
/// Exit status: 0 if every log is legal (or consistent), 1 if some log is illegal, 2 if some input
/// could not be read or judged to its end, 3 for wrong usage, output that cannot be written,
/// nothing to judge, or a defect of this program. If several apply, the highest status wins.
#[derive(Debug, Parser)]
// Without `bin_name` the usage on Windows names `splendor.exe`.
#[command(name = "splendor", bin_name = "splendor", version, max_term_width = 80)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Cli {
    /// The command.
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
Examples:
  splendor example > game.json                  a log to start from
  splendor verify game.json                     judge it
  splendor explain take.pair-needs-four         one rule clause
  splendor verify --help                        help on a command";

/// The command.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Judge logs: files, folders, JSON Lines, or standard input.
    Verify(verify::Verify),
    /// Show whether a turn would be legal at a place in a log, and why.
    Why(why::Why),
    /// List possible causes of an illegal log, each with an edit that undoes it.
    ///
    /// Every edit is applied and the whole log is judged again: an edit is `sufficient` if the
    /// edited log is legal or consistent, and `helps` if its first error comes later, or at the
    /// same turn with fewer errors. JSON calls a sufficient edit `proven`. The log does not show
    /// which of several mistakes happened. At most 1000 edited logs with 16 MiB in total are
    /// judged.
    Diagnose(diagnose::Diagnose),
    /// Explain a clause, like `take.pair`, a family, like `take`, a ruling, like `pass`, or find
    /// them by everyday words.
    Explain(explain::Explain),
    /// List the clauses, the rulings, the cards or the known clients.
    ///
    /// With `--client NAME`, verify, why, diagnose, show, view, legal, audit and witness use the
    /// rulings of a client.
    List(list::List),
    /// Print a small legal log to start from.
    Example(example::Example),
    /// Show the table before a turn.
    Show(show::Show),
    /// Write an HTML page that shows a log turn by turn.
    View(view::View),
    /// List the turns that were legal at a place in a log.
    #[command(after_help = legal::EXAMPLES)]
    #[command(mut_arg("turn", |turn| turn.help(legal::TURN)))]
    Legal(TurnArgs),
    /// Count the legal continuations of a position, depth by depth.
    Perft(perft::Perft),
    /// Test another engine, clause by clause.
    Conformance(conformance::Conformance),
    /// Answer questions about the rules, line by line.
    ///
    /// Each question is a JSON object on a line of standard input. Its answer is a JSON object on a
    /// line of standard output: the legal turns of a position, the position after a turn, the
    /// scores, or the violations of several turns. docs/src/conformance.md describes the
    /// protocol.
    #[command(after_help = engine::EXAMPLES)]
    Engine,
    /// Serve an editor over the Language Server Protocol.
    ///
    /// The editor shows the findings of `splendor verify` at their places, the table after each
    /// turn, the legal turns, and the edits of `splendor diagnose`. docs/src/editors.md has the
    /// settings of editors.
    Lsp(lsp::Lsp),
    /// Serve an agent over the Model Context Protocol.
    ///
    /// The server reads messages from standard input and writes its answers to standard output, one
    /// a line. Its tools are `verify`, `why`, `legal`, `show` and `explain`; docs/src/agents.md
    /// shows how an agent starts it. It changes no file, and reads only files that the agent names,
    /// in the folder and in the roots of the client.
    Mcp(mcp::Mcp),
    /// Summarize the violations in a corpus, clause by clause, on one page.
    ///
    /// The page lists how often each clause is broken, in how many logs and where first; the
    /// rulings that would make illegal logs legal; the violations that no ruling explains; and the
    /// clauses that no log had an occasion to break.
    Audit(audit::AuditArgs),
    /// Fill in the facts that a log omits, so that it is legal.
    Witness(witness::Witness),
    /// Generate random legal games, one per line.
    Generate(generate::Generate),
    /// Remove the facts that a seat, or a spectator, may not know, or the names of the players.
    Redact(redact::Redact),
    /// Merge the logs of several views of one game into one log.
    ///
    /// The merged log has every fact that some view records. If two views contradict each other,
    /// the command writes no log and shows both places.
    Merge(merge::Merge),
    /// Seal a log, so that nobody can change it afterwards or choose the decks.
    ///
    /// The seal is a chain of hashes over the turns. Players sign it with minisign; `splendor
    /// verify --sealed` checks the log, its seal, the dealt cards and the signatures.
    Seal(seal::SealArgs),
    /// Convert a file of another client to a log.
    Convert(convert::Convert),
    /// Write the JSON Schemas of the formats.
    Schema(schema::Schema),
    /// Write a completion script for a shell.
    Completions(completions::Completions),
}

impl Command {
    /// Runs the command; returns the exit status.
    pub(crate) fn run(&self, color: bool, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
        check_rulings(self.rulings())?;
        match self {
            Self::Verify(args) => verify::run(args, color, out),
            Self::Why(args) => why::run(args, color, out),
            Self::Diagnose(args) => diagnose::run(args, out),
            Self::Explain(args) => explain::run(args, out),
            Self::List(args) => list::run(args, out),
            Self::Example(args) => example::run(args, out),
            Self::Show(args) => show::run(args, color, out),
            Self::View(args) => view::run(args, out),
            Self::Legal(args) => legal::run(args, out),
            Self::Perft(args) => perft::run(args, out),
            Self::Conformance(args) => conformance::run(args, out),
            Self::Engine => engine::run(out),
            Self::Lsp(args) => lsp::run(args),
            Self::Mcp(args) => mcp::run(args, out),
            Self::Audit(args) => audit::run(args, out),
            Self::Witness(args) => witness::run(args, out),
            Self::Generate(args) => generate::run(args, out),
            Self::Redact(args) => redact::run(args, out),
            Self::Merge(args) => merge::run(args, out),
            Self::Seal(args) => seal::run(args, out),
            Self::Convert(args) => convert::run(args, out),
            Self::Schema(args) => schema::run(args, out),
            Self::Completions(args) => completions::run(args, Cli::command(), out),
        }
    }

    /// Returns whether standard output gets colors.
    pub(crate) fn has_color(&self) -> bool {
        match self {
            Self::Verify(args) => args.color.is_on(),
            Self::Why(args) => args.color.is_on(),
            Self::Show(args) => args.color.is_on(),
            _ => false,
        }
    }

    /// Returns the rulings that the command line names.
    fn rulings(&self) -> &[(String, String)] {
        match self {
            Self::Verify(args) => &args.rules.rulings.named,
            Self::Why(args) => &args.rules.rulings.named,
            Self::Diagnose(args) => &args.rules.rulings.named,
            Self::Show(args) => &args.turn.rules.rulings.named,
            Self::Legal(args) => &args.rules.rulings.named,
            Self::View(args) => &args.rules.rulings.named,
            Self::Lsp(args) => &args.rules.rulings.named,
            Self::Audit(args) => &args.rules.rulings.named,
            Self::Witness(args) => &args.rules.rulings.named,
            Self::Generate(args) => &args.rulings,
            _ => &[],
        }
    }
}
