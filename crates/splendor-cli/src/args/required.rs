//! The rules that a command line requires.

use std::path::PathBuf;

use clap::Args;
use splendor_schema::Rules;
use splendor_verify::RequiredRules;
use splendor_verify::rulings::resolve_rules;

use crate::error::{CliError, ExitStatus};
use crate::files;

/// The rules that every log has to be played by.
#[derive(Debug, Args)]
pub(crate) struct RequiredArgs {
    /// Judge by the published rules, whatever rulings a log declares; a declared ruling that
    /// differs from them fails.
    #[arg(long, conflicts_with_all = ["rules", "named", "client"])]
    published: bool,
    /// Judge by the rules in this file, whatever a log declares; a declaration that differs from
    /// them fails.
    ///
    /// The file is written like the `rules` of a log. Modules and boxes that it does not name are
    /// not in play, and rulings that it does not name have their defaults.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["named", "client"])]
    rules: Option<PathBuf>,
}

impl RequiredArgs {
    /// Returns the required rules, if there are any.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or names a rule that this version does not know.
    pub(crate) fn rules(&self) -> Result<Option<RequiredRules>, CliError> {
        if self.published {
            return Ok(Some(RequiredRules::Published));
        }
        let Some(path) = &self.rules else { return Ok(None) };
        let shown = files::shown(path);
        let bytes = std::fs::read(path)
            .map_err(|error| files::not_read(path, &error, ExitStatus::NoResult))?;
        let wrong = |message: String| {
            let step = "write the file like the `rules` of a log: { \"edition\": \"2024\" }";
            CliError::usage(message).help(step)
        };
        let rules = Rules::read(&bytes).map_err(|error| {
            wrong(format!("{shown}:{}:{}: {}", error.line, error.column, error.message))
        })?;
        resolve_rules(&rules, &[]).map_err(|unknown| wrong(format!("{shown}: {unknown}")))?;
        Ok(Some(RequiredRules::Exactly(rules)))
    }
}
