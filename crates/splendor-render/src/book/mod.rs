//! The worked examples of the book, and the drawings and formal rules that are added to its pages.

mod before;
pub(crate) mod cases;
pub(crate) mod example;
mod facts;
pub(crate) mod figures;
pub(crate) mod files;
pub(crate) mod formal_rules;
pub(crate) mod judged_example;
pub(crate) mod replay_case;
