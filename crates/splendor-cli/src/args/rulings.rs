//! The rulings that a command line names.

use clap::Args;
use splendor_verify::Client;

use super::values;
use crate::error::CliError;

/// The rulings that logs are judged by, whatever they say.
#[derive(Debug, Args)]
pub(crate) struct Judged {
    /// Judge by the rulings of this client: `splendor clients` lists them.
    #[arg(long, value_name = "NAME", value_parser = values::CLIENT, hide_possible_values = true)]
    client: Option<&'static Client>,
    /// Judge by this ruling, whatever the log says, like `pass=always`.
    #[arg(long = "ruling", value_name = "NAME=VALUE", value_parser = values::RULING)]
    #[arg(hide_possible_values = true)]
    pub(crate) rulings: Vec<(String, String)>,
}

impl Judged {
    /// Returns the rulings by name and value; one that is named goes before that of the client.
    pub(crate) fn rulings(&self) -> Vec<(String, String)> {
        Client::with(self.client, self.rulings.clone())
    }
}

/// Refuses a ruling that is told with two values.
pub(crate) fn without_doubles(rulings: &[(String, String)]) -> Result<(), CliError> {
    let double = rulings.iter().enumerate().find_map(|(at, (name, value))| {
        let before = rulings[..at].iter().find(|(other, _)| other == name);
        before.filter(|(_, other)| other != value).map(|(_, other)| (name, other, value))
    });
    double.map_or(Ok(()), |(name, one, other)| {
        let message = format!("the ruling `{name}` is told twice, as `{one}` and as `{other}`");
        Err(CliError::usage(message).help("tell it once: a game is judged by one value of it"))
    })
}
