//! `splendor clients`: the known clients.

use std::io::Write;

use clap::Args;
use splendor_verify::clients::Client;

use crate::args::{AnswerArgs, values};
use crate::error::{CliError, ExitStatus};

/// Arguments of `splendor clients`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Clients {
    /// Only this client.
    #[arg(value_parser = values::CLIENT, hide_possible_values = true)]
    pub(crate) name: Option<&'static Client>,
    #[command(flatten)]
    pub(crate) answer: AnswerArgs,
}

const EXAMPLES: &str = "Examples:
  splendor clients seal256                    what one client does otherwise
  splendor verify --client seal256 game.json  judge by its rulings";

/// Lists the clients.
pub(crate) fn run(args: &Clients, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let text = if args.answer.is_json() {
        splendor_verify::clients::clients_json(args.name)
    } else {
        splendor_verify::clients::clients_text(args.name)
    };
    out.write_all(text.as_bytes())?;
    Ok(ExitStatus::Success)
}
