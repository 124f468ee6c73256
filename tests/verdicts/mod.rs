//! Verdicts, and the commands that argue about them, are true of the log.

pub(crate) mod any_input;
pub(crate) mod corpus;
mod diagnose_after_finding;
pub(crate) mod diagnose_minimal_edits;
mod generate;
mod omitted_facts;
mod redact;
mod related_places;
pub(crate) mod why_diagnose_impact;
mod why_edge_cases;
