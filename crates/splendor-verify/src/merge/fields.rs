//! The fields of a log, as `merge` joins them.
//!
//! A field is named by its key and by the name of the object around it; an element of a list has
//! the name of the list.

use splendor_schema::json::tree::Value;

/// What a view says by leaving out a field that another view has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Absence {
    /// Nothing: it did not record the field.
    Unrecorded,
    /// That it did not happen, or that there is none.
    None,
    /// The same, but the view may declare in `omits` that it does not record the field.
    NoneUnlessOmitted,
    /// Nothing, because no rule reads the field.
    Unread,
}

/// Returns the meaning of a field's absence.
pub(super) fn absence(object: &str, key: &str) -> Absence {
    match (object, key) {
        ("source", _) | (_, "$schema" | "ext") => Absence::Unread,
        ("turns" | "conquest", "gem") | ("turns", "return" | "noble" | "post") => {
            Absence::NoneUnlessOmitted
        }
        ("", "omits" | "source" | "end" | "result") => Absence::Unrecorded,
        ("reserve", "card" | "under")
        | ("turns", "seat" | "after" | "refill" | "copy")
        | ("free" | "conquest", "refill" | "copy")
        | ("purchase", "pay" | "from")
        | ("remove", "seat")
        | ("setup", "decks")
        | ("end", "seats" | "plies")
        | ("players", "name")
        | ("decks" | "after" | "tokens" | "bonuses" | "colors" | "supply", _) => {
            Absence::Unrecorded
        }
        _ => Absence::None,
    }
}

/// Returns whether a value says the same as an absent field that means "none".
pub(super) fn says_none(object: &str, value: &Value<'_>) -> bool {
    match value {
        Value::List(entries) => entries.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::Number(number) => matches!(object, "pay" | "return") && *number == "0",
        _ => false,
    }
}

/// Returns whether the order of a list says nothing. `first_listed` is the ruling by which the
/// first noble of the setup comes.
pub(super) fn is_unordered(object: &str, key: &str, first_listed: bool) -> bool {
    match (object, key) {
        ("setup", "nobles") => !first_listed,
        ("market", _)
        | ("rules", "modules" | "boxes")
        | ("setup", "cities")
        | ("turns", "take" | "noble" | "post")
        | ("purchase", "spend" | "discard")
        | ("end", "seats")
        | ("result", "winners") => true,
        _ => false,
    }
}
