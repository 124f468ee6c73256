//! `splendor list`: the clauses, the rulings, the components and the known clients.

use std::io::Write;

use clap::{Args, ValueEnum};
use splendor_verify::clients::{Client, clients_json, clients_text};

use crate::args::{AnswerArgs, values};
use crate::error::{CliError, ExitStatus};

/// Arguments of `splendor list`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct List {
    /// What to list.
    #[arg(value_enum)]
    what: What,
    /// List only this client.
    #[arg(value_parser = values::CLIENT, hide_possible_values = true)]
    name: Option<&'static Client>,
    #[command(flatten)]
    answer: AnswerArgs,
}

/// What is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// Every clause.
    Clauses,
    /// Every ruling with its values: decisions on questions that the rulebooks leave open.
    Rulings,
    /// Every card, noble, city face and trading post with its id and its ids in known clients.
    Cards,
    /// The known clients with their rulings and other deviations.
    Clients,
}

const EXAMPLES: &str = "\
Examples:
  splendor list clauses
  splendor list rulings
  splendor list cards --format json > cards.json
  splendor list clients seal256               what one client does otherwise
  splendor verify --client seal256 game.json  judge by its rulings";

/// Writes the list.
pub(crate) fn run(args: &List, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    if args.name.is_some() && args.what != What::Clients {
        return Err(CliError::usage("only `splendor list clients` takes the name of a client")
            .help("leave out the name"));
    }
    let text = match (args.what, args.answer.is_json()) {
        (What::Clauses, false) => splendor_render::clauses_text(),
        (What::Clauses, true) => splendor_render::clauses_json(),
        (What::Rulings, false) => splendor_render::rulings_text(),
        (What::Rulings, true) => splendor_render::rulings_json(),
        (What::Cards, false) => splendor_render::cards_text(),
        (What::Cards, true) => splendor_render::cards_json(),
        (What::Clients, false) => clients_text(args.name),
        (What::Clients, true) => clients_json(args.name),
    };
    out.write_all(text.as_bytes())?;
    Ok(ExitStatus::Success)
}
