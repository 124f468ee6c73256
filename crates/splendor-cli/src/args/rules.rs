//! The rules by which a command judges logs.

use std::path::{Path, PathBuf};

use clap::Args;
use splendor_verify::{Budget, JudgeOptions, RequiredRules};

use super::RulingArgs;
use crate::error::CliError;
use crate::files;

/// The rules to judge by: those of a log, with other rulings or without a choice.
#[derive(Debug, Args)]
pub(crate) struct RuleArgs {
    #[command(flatten)]
    pub(crate) rulings: RulingArgs,
    #[command(flatten)]
    required: RequiredArgs,
    /// Allow so many times the usual work and memory to fill in what a log omits, from 1 to 32.
    #[arg(long, value_name = "TIMES", default_value_t = 1, hide_default_value = true,
          value_parser = clap::value_parser!(u8).range(1..=i64::from(Budget::MOST_TIMES)))]
    budget: u8,
}

impl RuleArgs {
    /// Returns the options for judging a log. They stop at an illegal turn.
    ///
    /// # Errors
    ///
    /// The file of required rules cannot be read, or names a rule that this version does not know.
    pub(crate) fn options(&self) -> Result<JudgeOptions, CliError> {
        let (rulings, required) = (self.rulings.all(), self.required.rules()?);
        Ok(JudgeOptions { rulings, required, budget: Budget::times(self.budget) })
    }

    /// Returns the option that requires rules, as a user types it.
    pub(crate) fn typed(&self) -> Option<String> {
        let file = self.required.rules.as_deref();
        let file = file.map(|path| format!("--rules {}", files::shown(path).typed()));
        file.or_else(|| self.required.published.then(|| "--published".to_owned()))
    }
}

/// The rules that every log has to be played by.
#[derive(Debug, Args)]
struct RequiredArgs {
    /// Judge by the published rules, whatever rulings a log declares; a declared ruling that
    /// differs from them makes the log illegal.
    #[arg(long, conflicts_with_all = ["rules", "named", "client"])]
    published: bool,
    /// Judge by the rules in this file, whatever a log declares; a declaration that differs from
    /// them makes the log illegal. docs/src/tournament.md describes the file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["named", "client"])]
    rules: Option<PathBuf>,
}

impl RequiredArgs {
    /// Returns the required rules, if there are any.
    fn rules(&self) -> Result<Option<RequiredRules>, CliError> {
        match &self.rules {
            Some(path) => read(path).map(Some),
            None => Ok(self.published.then_some(RequiredRules::Published)),
        }
    }
}

fn read(path: &Path) -> Result<RequiredRules, CliError> {
    // Standard input may hold the log.
    if path.as_os_str() == "-" {
        let message = "--rules reads a file, not standard input";
        return Err(CliError::usage(message).help("write the rules to a file"));
    }
    let step = "write the file like the `rules` of a log: { \"edition\": \"2024\" }";
    files::document(path, RequiredRules::read, step)
}
