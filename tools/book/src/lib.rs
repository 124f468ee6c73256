//! The parts of the book that a program writes.
//!
//! | To … | use |
//! |---|---|
//! | write the tables of the cases, and draw the worked examples | [`with_case_tables`], [`with_figures`] |
//! | show the rules of the logic program next to the clauses | [`with_formal_rules`] |
//! | let both judges of the built book judge an example | [`judge_example`] |

mod before;
mod cases;
mod example;
mod facts;
mod figures;
mod files;
mod formal_rules;
mod judged_example;
mod replay_case;

pub use cases::{Case, Content, with_case_tables};
pub use example::{Example, ReplayedExample};
pub use figures::with_figures;
pub use files::Files;
pub use formal_rules::with_formal_rules;
pub use judged_example::judge_example;
pub use replay_case::ReplayCase;
