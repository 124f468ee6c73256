//! Tests of the commands, run as a user runs them.

pub(crate) mod archives;
mod audit;
mod bombs;
mod claims;
#[cfg(unix)]
mod closed_output;
pub(crate) mod commands_agree;
mod conformance;
mod console_examples;
mod convert;
mod departures;
mod diagnose;
mod engine;
mod errors_name_the_next_step;
#[cfg(unix)]
mod folders;
mod help_examples;
mod hostile_names;
#[cfg(unix)]
mod ignored_entries;
mod known_clients;
mod lsp;
mod many_logs;
mod mcp;
mod misbehaving_engines;
mod newcomer_mistakes;
mod one_action;
mod own_cards;
mod redact;
mod required_rules;
mod resumed_runs;
mod rules_file;
mod sealed;
mod unreadable_input;
mod why_edge_cases;
