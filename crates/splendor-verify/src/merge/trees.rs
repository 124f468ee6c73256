//! The parts of a JSON tree.

use splendor_schema::json::tree::{Tree, Value};

/// Returns the value of a key of an object.
pub(super) fn member<'m, 't>(object: &'m Tree<'t>, key: &str) -> Option<&'m Tree<'t>> {
    let Value::Object(members) = &object.value else { return None };
    members.iter().find(|member| member.key == key).map(|member| &member.value)
}

/// Returns the keys of several objects, each once, in the order in which they first occur.
pub(super) fn keys<'m>(objects: &[(usize, &'m Tree<'_>)]) -> Vec<&'m str> {
    let mut keys = Vec::new();
    for (_, object) in objects {
        let Value::Object(members) = &object.value else { continue };
        for member in members {
            if !keys.contains(&&*member.key) {
                keys.push(&*member.key);
            }
        }
    }
    keys
}

/// Returns the entries of a list. A value that is not a list is its own only entry: a turn with one
/// noble names it without a list.
pub(super) fn entries<'m, 't>(value: &'m Tree<'t>) -> &'m [Tree<'t>] {
    match &value.value {
        Value::List(entries) => entries,
        _ => std::slice::from_ref(value),
    }
}

/// Returns the text of a string.
pub(super) fn word<'m>(value: &'m Tree<'_>) -> Option<&'m str> {
    match &value.value {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

/// Returns the words or numbers of a list, sorted.
pub(super) fn sorted<'m>(list: &'m Tree<'_>) -> Vec<&'m str> {
    let entry = |entry: &'m Tree<'_>| match &entry.value {
        Value::Text(text) => &**text,
        Value::Number(number) => number,
        _ => "",
    };
    let mut entries: Vec<_> = entries(list).iter().map(entry).collect();
    entries.sort_unstable();
    entries
}
