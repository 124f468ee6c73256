//! Tests of verdicts and of the commands that explain them.

pub(crate) mod any_input;
pub(crate) mod corpus;
mod diagnose_after_finding;
mod diagnose_effects;
pub(crate) mod diagnose_minimal_edits;
mod diagnose_wrong_cards;
mod fast_path;
mod hostile_tables;
mod merge;
mod omitted_facts;
mod one_action;
mod orient_and_strongholds;
pub(crate) mod past_the_bound;
mod places_of_effects;
mod redact;
mod related_places;
mod sun_never_sets;
mod turns_in_words;
pub(crate) mod why_diagnose_explain;
mod why_edge_cases;
