//! Whether an answer has colors.

use std::io::{self, IsTerminal};

use clap::{Args, ValueEnum};

/// Whether an answer has colors.
#[derive(Debug, Args)]
pub(crate) struct ColorArgs {
    /// When to use color: auto (on a terminal, unless `NO_COLOR` is set), always or never.
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    #[arg(value_name = "WHEN", hide_possible_values = true)]
    color: Color,
}

impl ColorArgs {
    /// Returns whether standard output gets colors.
    pub(crate) fn is_on(&self) -> bool {
        match self.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
        }
    }
}

/// When to use color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}
