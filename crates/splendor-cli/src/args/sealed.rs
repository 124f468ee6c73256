//! The checks of sealed logs.

use std::path::PathBuf;

use clap::Args;
use splendor_schema::seal::Keys;

use crate::error::CliError;
use crate::files;

/// Whether logs have to be sealed, and by whom.
#[derive(Debug, Args)]
pub(crate) struct SealedArgs {
    /// Check each log against its seal, NAME.seal, and against the dealt cards in NAME.deal.
    #[arg(long, conflicts_with_all = ["from", "resume"])]
    pub(crate) sealed: bool,
    /// Check that every seat has signed the seal, with the keys in this file; the signatures are
    /// NAME.seat0.minisig and so on.
    #[arg(long, value_name = "FILE", requires = "sealed")]
    keys: Option<PathBuf>,
}

impl SealedArgs {
    /// Returns the keys of the players, if the signatures are checked.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is no list of keys.
    pub(crate) fn keys(&self) -> Result<Option<Keys>, CliError> {
        let read = |path: &PathBuf| {
            files::document(path, Keys::read, "docs/src/seal.md shows a file of keys")
        };
        self.keys.as_ref().map(read).transpose()
    }
}
