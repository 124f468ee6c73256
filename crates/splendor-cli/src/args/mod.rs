//! Arguments that several commands share.

mod also;
mod answer;
mod color;
mod folders;
mod foreign;
mod format;
mod rules;
mod rulings;
mod run;
mod sealed;
mod threads;
mod turn;
pub(crate) mod values;

pub(crate) use also::AlsoReport;
pub(crate) use answer::AnswerArgs;
pub(crate) use color::ColorArgs;
pub(crate) use folders::FolderArgs;
pub(crate) use foreign::ForeignArgs;
pub(crate) use format::Format;
pub(crate) use rules::RuleArgs;
pub(crate) use rulings::{RulingArgs, check_rulings};
pub(crate) use run::RunArgs;
pub(crate) use sealed::SealedArgs;
pub(crate) use threads::ThreadArgs;
pub(crate) use turn::{
    NamedTable, TurnArgs, cannot_follow, impossible_position, named_table, no_such_turn,
    position_has_no_turns, turn_of, write_shown,
};
