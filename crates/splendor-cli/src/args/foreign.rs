//! Options about files of other clients.

use std::path::PathBuf;

use clap::Args;

/// Options about files of other clients.
#[derive(Debug, Args)]
pub(crate) struct ForeignArgs {
    /// The table before the first turn, for clients that log only a seed.
    #[arg(long, value_name = "FILE")]
    pub(crate) setup: Option<PathBuf>,
    /// Look for the table next to each file: game.setup.json for game.json,
    /// game.replay.json or game.kifu.
    #[arg(long, conflicts_with = "setup")]
    pub(crate) setup_beside: bool,
}

impl ForeignArgs {
    /// Returns the name of the option that was given.
    pub(crate) fn named(&self) -> Option<&'static str> {
        let setup = self.setup.as_ref().map(|_| "--setup");
        setup.or(self.setup_beside.then_some("--setup-beside"))
    }
}
