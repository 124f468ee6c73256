//! Causes in which the game was played by rules that the log does not declare.

use serde_json::{Value, json};
use splendor_core::RULINGS;
use splendor_schema::diagnosis::CauseKind;

use super::input::{Candidate, DiagnosisInput};
use super::patch::{Edit, add, remove, replace, set};
use crate::RequiredRules;
use crate::clients::KNOWN_CLIENTS;

/// The target score that clients offer as an alternative to 15.
const OTHER_TARGET: &str = "21";

/// Returns the cause of a log that declares other rules than the required ones; every edit declares
/// the required rules, so this one has no step of its own.
pub(super) fn declared() -> Candidate {
    let message = "the log declares other rules than the required ones";
    Candidate::of_log(CauseKind::Ruling, message, Vec::new())
}

/// Returns the edit that declares the required rules, if the log declares others.
pub(super) fn declaration(input: &DiagnosisInput<'_>) -> Option<Edit> {
    let required = input.options.required.as_ref()?;
    if required.differences(&input.log.rules).is_empty() {
        return None;
    }
    let rules = serde_json::to_value(required.rules(&input.log.rules)).ok()?;
    Some(replace("/rules", rules))
}

/// Tries every other value of every ruling, and the presets of the known clients, unless the
/// rulings are required.
pub(super) fn rulings(input: &DiagnosisInput<'_>) -> Vec<Candidate> {
    let mut all = Vec::new();
    if input.options.required.is_some() {
        return all;
    }
    for ruling in RULINGS {
        let other = (ruling.name == "target").then_some(OTHER_TARGET);
        let named = |name: &(String, String)| name.0 == ruling.name;
        if input.options.rulings.iter().any(named) {
            continue;
        }
        let declared = input.value.pointer(&format!("/rules/rulings/{}", ruling.name));
        let now = declared.map_or_else(|| ruling.values[0].to_owned(), plain);
        for value in ruling.values.iter().copied().chain(other).filter(|value| **value != now) {
            let message = format!("the game used the ruling {}={value}", ruling.name);
            let edit = with(input, &[(ruling.name, value)]);
            all.push(Candidate::of_log(CauseKind::Ruling, message, edit));
        }
    }
    let presets = KNOWN_CLIENTS.iter().filter(|client| client.rulings.len() > 1);
    all.extend(presets.map(|client| {
        let name = client.name;
        let message = format!("the game used the rulings of the client {name}");
        Candidate::of_log(CauseKind::Client, message, with(input, &client.rulings))
    }));
    all
}

/// Returns the value of a ruling as the command line spells it.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn with(input: &DiagnosisInput<'_>, rulings: &[(&str, &str)]) -> Vec<Edit> {
    let path = "/rules/rulings";
    let empty = input.value.pointer(path).is_none().then(|| add(path, json!({})));
    let each = rulings.iter().map(|(name, value)| {
        let value = value.parse::<u8>().map_or_else(|_| Value::from(*value), Value::from);
        set(input.value, format!("{path}/{name}"), value)
    });
    empty.into_iter().chain(each).collect()
}

/// Tries the other edition, and adds or removes each module and box, unless they are required.
pub(super) fn box_of(input: &DiagnosisInput<'_>) -> Vec<Candidate> {
    if let Some(RequiredRules::Exactly(_)) = input.options.required {
        return Vec::new();
    }
    let rules = &input.log.rules;
    let editions = ["2024", "2014"].into_iter().filter(|edition| rules.edition != **edition);
    let mut all: Vec<Candidate> = editions
        .map(|edition| {
            let message = format!("the game used the edition of {edition}");
            Candidate::of_log(CauseKind::Edition, message, vec![replace("/rules/edition", edition)])
        })
        .collect();
    let lists: [(CauseKind, &str, &[&str]); 2] = [
        (CauseKind::Module, "modules", &["cities", "trading-posts"]),
        (CauseKind::Box, "boxes", &["silk-road", "sun-never-sets"]),
    ];
    for (kind, list, names) in lists {
        let path = format!("/rules/{list}");
        let declared = input.value.pointer(&path).and_then(Value::as_array);
        for name in names {
            let at = declared.and_then(|declared| declared.iter().position(|one| one == name));
            let (message, edit) = match (at, declared) {
                (Some(at), _) => {
                    let message = format!("the game was played without the {kind} `{name}`");
                    // A list of names is never empty in a log, so the last name takes the list with
                    // it.
                    let alone = declared.is_some_and(|declared| declared.len() == 1);
                    let gone = if alone { path.clone() } else { format!("{path}/{at}") };
                    (message, vec![remove(gone)])
                }
                (None, Some(_)) => (
                    format!("the log lacks the {kind} `{name}`"),
                    vec![add(path.clone() + "/0", *name)],
                ),
                (None, None) => (
                    format!("the log lacks the {kind} `{name}`"),
                    vec![add(path.as_str(), json!([name]))],
                ),
            };
            all.push(Candidate::of_log(kind, message, edit));
        }
    }
    all
}
