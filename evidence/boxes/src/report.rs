//! Writes the result of a search in words, or as a line of JSON.

use crate::{Found, KINDS, SmallBox};

/// Returns the result of a search in words; `is_whole` says whether the search was complete.
pub fn found_text(small_box: &SmallBox, found: &Found, is_whole: bool) -> String {
    let all = if is_whole { "all" } else { "the first" };
    let Found { positions, completed, stalemates, turns, judged, illegal, .. } = found;
    let kinds = played(found).map(|(name, count)| format!("{name} {count}"));
    format!(
        "{}: {all} {positions} positions, {completed} completed, {stalemates} stalemates\n  \
         {turns} legal turns played: {}\n  \
         {judged} turns judged: {} legal, {illegal} illegal, all agreed on\n  \
         {} clauses broken, every invariant held\n",
        small_box.name,
        kinds.collect::<Vec<_>>().join(", "),
        judged - illegal,
        found.clauses().count(),
    )
}

/// Returns the result of a search as one line of JSON, without its end; `is_whole` says whether
/// the search was complete.
pub fn found_json(small_box: &SmallBox, found: &Found, is_whole: bool) -> String {
    let Found { positions, completed, stalemates, turns, judged, illegal, .. } = found;
    // No name needs an escape.
    let quoted = |name: &str| format!("\"{name}\"");
    let modules = small_box.module_names().map(quoted);
    let kinds = played(found).map(|(name, count)| format!("\"{name}\":{count}"));
    let clauses = found.clauses().map(|clause| quoted(clause.id()));
    format!(
        "{{\"box\":\"{}\",\"seats\":{},\"modules\":[{}],\"whole\":{is_whole},\
         \"positions\":{positions},\"completed\":{completed},\"stalemates\":{stalemates},\
         \"turns\":{turns},\"judged\":{judged},\"illegal\":{illegal},\
         \"kinds\":{{{}}},\"clauses\":[{}]}}",
        small_box.name,
        small_box.seats,
        modules.collect::<Vec<_>>().join(","),
        kinds.collect::<Vec<_>>().join(","),
        clauses.collect::<Vec<_>>().join(","),
    )
}

/// Returns the kinds of turns that were played, with their counts.
fn played(found: &Found) -> impl Iterator<Item = (&'static str, u64)> {
    KINDS.into_iter().zip(found.kinds).filter(|(_, count)| *count > 0)
}
