//! `splendor list`: the clauses, the rulings, the components and the known clients.

mod own_cards;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use splendor_verify::clients::{Client, clients_json, clients_text};

use crate::args::{AnswerArgs, values};
use crate::error::{CliError, ExitStatus};
use crate::files;
use own_cards::OwnCards;

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
    /// Match your own table of cards with the 90 cards of the base game.
    ///
    /// The table is CSV, with commas, semicolons or tabs, or a list of objects in JSON; - is
    /// standard input.  It needs the columns level, bonus, prestige, and one for the cost in each
    /// color.  Names like tier, points, white and "red cost" will do.  A column id or name says what
    /// you call the card.
    #[arg(long = "match", value_name = "FILE")]
    own: Option<PathBuf>,
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
  splendor list cards --match my-cards.csv    the ids of your own cards
  splendor list clients seal256               what one client does otherwise
  splendor verify --client seal256 game.json  judge by its rulings";

/// Writes the list.
pub(crate) fn run(args: &List, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    if args.name.is_some() && args.what != What::Clients {
        return Err(CliError::usage("only `splendor list clients` takes the name of a client")
            .help("leave out the name"));
    }
    if let Some(path) = &args.own {
        return match args.what {
            What::Cards => match_cards(path, args.answer.is_json(), out),
            What::Clauses | What::Rulings | What::Clients => {
                Err(CliError::usage("only `splendor list cards` takes `--match`")
                    .help("leave it out, or list the cards"))
            }
        };
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

/// Writes the id of each card of a client's table.
fn match_cards(path: &Path, json: bool, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let bytes = files::read_all(path)
        .map_err(|error| files::not_read(path, &error, ExitStatus::NoResult))?;
    let table = std::str::from_utf8(&bytes).map_err(|error| error.to_string());
    let cards = table.and_then(OwnCards::read).map_err(|error| {
        CliError::usage(format!("{}: {error}", files::name_of(path)))
            .help("`splendor list --help` names the columns of a table of cards")
    })?;
    let text = if json { cards.json() } else { cards.text() };
    out.write_all(text.as_bytes())?;
    Ok(if cards.is_complete() { ExitStatus::Success } else { ExitStatus::Illegal })
}
