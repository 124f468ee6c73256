//! The entries of folders that a run reads.

use clap::Args;

use crate::ignored::{IgnoreRules, check_pattern};

/// Which entries of folders are read. Files that the command line names are always read.
#[derive(Clone, Debug, Args)]
pub(crate) struct FolderArgs {
    /// Ignore the entries of folders that this pattern names, as a line of a .gitignore does.
    ///
    /// The option may be repeated. A file that you name is always judged.
    #[arg(long, value_name = "GLOB", value_parser = check_pattern)]
    pub(crate) exclude: Vec<String>,
    /// Also read the entries that a .gitignore names, and the folders .git and `node_modules`.
    ///
    /// Only the .gitignore files in a folder that you name count, not those above it.
    #[arg(long)]
    pub(crate) no_ignore: bool,
}

impl FolderArgs {
    /// Returns the rules that these arguments make.
    pub(crate) fn rules(&self) -> IgnoreRules {
        IgnoreRules::new(&self.exclude, !self.no_ignore)
    }
}
