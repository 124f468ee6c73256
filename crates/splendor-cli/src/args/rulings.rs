//! The rulings that a command line names.

use clap::Args;
use splendor_verify::clients::Client;

use super::values;
use crate::error::CliError;

/// The rulings that override those of a log.
#[derive(Debug, Args)]
pub(crate) struct RulingArgs {
    /// Judge by the rulings of this client: `splendor list clients` lists them.
    #[arg(long, value_name = "NAME", value_parser = values::CLIENT, hide_possible_values = true)]
    client: Option<&'static Client>,
    /// Judge by this ruling instead of the one in the log, like `pass=always`.
    #[arg(long = "ruling", value_name = "NAME=VALUE", value_parser = values::RULING)]
    #[arg(hide_possible_values = true)]
    pub(crate) named: Vec<(String, String)>,
}

impl RulingArgs {
    /// Returns the rulings by name and value. A named ruling overrides that of the client.
    pub(crate) fn all(&self) -> Vec<(String, String)> {
        Client::with(self.client, self.named.clone())
    }
}

/// Rejects a ruling that is given twice with different values.
pub(crate) fn check_rulings(rulings: &[(String, String)]) -> Result<(), CliError> {
    let double = rulings.iter().enumerate().find_map(|(at, (name, value))| {
        let before = rulings[..at].iter().find(|(other, _)| other == name);
        before.filter(|(_, other)| other != value).map(|(_, other)| (name, other, value))
    });
    double.map_or(Ok(()), |(name, one, other)| {
        let message = format!("the ruling `{name}` is given twice, as `{one}` and `{other}`");
        Err(CliError::usage(message).help("give it once: a game has one value of each ruling"))
    })
}
