//! Causes in which a name is misspelled: unknown names, replaced with similar known names.

use serde_json::Value;
use splendor_core::{CityId, Component, Components, RULINGS, Violation};
use splendor_schema::diagnosis::CauseKind;
use splendor_schema::json::edit_distance;

use super::input::{Candidate, DiagnosisInput};
use super::patch::{Edit, add, remove, replace};
use crate::rulings::game_of;
use crate::unsupported::ruling_pointer;
use crate::{RequiredRules, from_log, place};

/// How many names are corrected, how many mentions of each, and how many candidates for each.
const MOST: usize = 8;

/// Replaces each component that no box has with the most similar published one, then with those
/// whose ids differ in a single slip.
pub(super) fn components(input: &DiagnosisInput<'_>) -> Vec<Candidate> {
    let Ok(game) = game_of(input.log, input.options) else { return Vec::new() };
    let mut strays = from_log::strays(input.log, game.components);
    strays.retain(|stray| matches!(stray.violation, Violation::ComponentUnknown { .. }));
    let mut all: Vec<Candidate> = Vec::new();
    let mut every = Vec::new();
    for stray in strays.iter().take(MOST) {
        let Violation::ComponentUnknown { component, nearest } = stray.violation else { continue };
        let (stray, nearest) = (component.to_string(), nearest.to_string());
        every.extend(renamed(input, component, &nearest));
        let mut others = ids_like(component);
        others.retain(|id| *id != nearest && is_slip(&stray, id));
        for id in [nearest].into_iter().chain(others.into_iter().take(MOST)) {
            let message = format!("`{stray}`, which is in no box, means {id}");
            let edit = renamed(input, component, &id);
            all.push(Candidate::of_log(CauseKind::ComponentWrong, message, edit));
        }
    }
    if strays.len() > 1 {
        let count = strays.len();
        let message =
            format!("{count} components that are in no box mean the nearest ones that exist");
        all.insert(0, Candidate::of_log(CauseKind::ComponentWrong, message, every));
    }
    all
}

/// Returns the ids of all published components of the same kind; for a card of Orient, those of the
/// cards of Orient.
fn ids_like(component: Component) -> Vec<String> {
    let all = Components::with_orient();
    match component {
        Component::Card(stray) => {
            let cards = all.cards().iter().map(|id| all.card(id));
            cards
                .filter(|card| card.is_orient() == stray.is_orient())
                .map(|card| card.to_string())
                .collect()
        }
        Component::Noble(_) => all.nobles().iter().map(|id| all.noble(id).to_string()).collect(),
        Component::City(_) => CityId::all().map(|id| id.facts().to_string()).collect(),
        Component::Post(_) => Vec::new(),
    }
}

/// Returns whether two ids differ by one letter (inserted, missing or changed) or by a swap.
fn is_slip(one: &str, other: &str) -> bool {
    let pairs = one.bytes().zip(other.bytes()).filter(|(a, b)| a != b);
    let differ: Vec<(u8, u8)> = pairs.collect();
    let exchanged = matches!(differ[..], [(a, b), (c, d)] if (a, b) == (d, c));
    edit_distance(one, other) == 1 || (one.len() == other.len() && exchanged)
}

fn renamed(input: &DiagnosisInput<'_>, from: Component, to: &str) -> Vec<Edit> {
    let mentions = (0..).map_while(|nth| place::nth_mention(input.log, from, nth));
    mentions.take(MOST).map(|path| replace(path, to)).collect()
}

/// Replaces unknown modules, boxes, rulings and ruling values with the most similar known name,
/// unless they are required.
pub(super) fn rules(input: &DiagnosisInput<'_>) -> Vec<Candidate> {
    let required = &input.options.required;
    if let Some(RequiredRules::Exactly(_)) = required {
        return Vec::new();
    }
    let lists: [(CauseKind, &str, &[&str]); 2] = [
        (CauseKind::Module, "modules", &["cities", "trading-posts"]),
        (CauseKind::Box, "boxes", &["silk-road", "sun-never-sets"]),
    ];
    let mut all = Vec::new();
    for (kind, list, known) in lists {
        let path = format!("/rules/{list}");
        let names = input.value.pointer(&path).and_then(Value::as_array).into_iter().flatten();
        for (at, name) in names.enumerate().filter_map(|(at, name)| Some((at, name.as_str()?))) {
            let Some(near) = nearest(name, known) else { continue };
            let message = format!("the {kind} `{name}`, which is unknown, means `{near}`");
            let edit = vec![replace(format!("{path}/{at}"), near)];
            all.push(Candidate::of_log(kind, message, edit));
        }
    }
    let rulings = input.value.pointer("/rules/rulings").and_then(Value::as_object);
    let rulings = rulings.filter(|_| required.is_none());
    all.extend(rulings.into_iter().flatten().filter_map(|(name, value)| ruling(name, value)));
    all.truncate(MOST);
    all
}

fn ruling(name: &str, value: &Value) -> Option<Candidate> {
    let (message, edit) = if let Some(known) = RULINGS.iter().find(|one| one.name == name) {
        let near = nearest(value.as_str()?, known.values)?;
        let message = format!("the ruling {name}={} means {name}={near}", value.as_str()?);
        (message, vec![replace(ruling_pointer(name), near)])
    } else {
        let near = nearest(name, &RULINGS.map(|one| one.name))?;
        let message = format!("the ruling `{name}`, which is unknown, means `{near}`");
        (message, vec![remove(ruling_pointer(name)), add(ruling_pointer(near), value.clone())])
    };
    Some(Candidate::of_log(CauseKind::Ruling, message, edit))
}

/// Returns the most similar known name. `None` if the name is known or no known name is close.
fn nearest<'n>(name: &str, known: &[&'n str]) -> Option<&'n str> {
    if name.len() > 64 || known.contains(&name) {
        return None;
    }
    let far = |other: &&str| edit_distance(name, other);
    let near = known.iter().copied().filter(|other| far(other) * 3 <= other.len().max(3));
    near.min_by_key(far)
}
