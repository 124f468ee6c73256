//! Edits of a log as JSON, in three of the operations of JSON Patch.

use serde_json::Value;
use splendor_schema::diagnosis::{PatchOp, PatchStep};
use splendor_schema::json::Json;

/// One operation of an edit: its kind, its place, and the new value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Edit {
    op: PatchOp,
    path: String,
    value: Value,
}

/// Adds a value; in a list, before the value that now has this index.
pub(super) fn add(path: impl Into<String>, value: impl Into<Value>) -> Edit {
    Edit { op: PatchOp::Add, path: path.into(), value: value.into() }
}

/// Removes a value.
pub(super) fn remove(path: impl Into<String>) -> Edit {
    Edit { op: PatchOp::Remove, path: path.into(), value: Value::Null }
}

/// Replaces a value.
pub(super) fn replace(path: impl Into<String>, value: impl Into<Value>) -> Edit {
    Edit { op: PatchOp::Replace, path: path.into(), value: value.into() }
}

impl Edit {
    /// Applies the operation; returns `None` if the log has no such place.
    fn apply(&self, log: &mut Value) -> Option<()> {
        let (parent, key) = self.path.rsplit_once('/')?;
        match (log.pointer_mut(parent)?, self.op) {
            (Value::Object(map), PatchOp::Remove) => map.remove(key).map(drop),
            (Value::Object(map), PatchOp::Replace) if !map.contains_key(key) => None,
            (Value::Object(map), _) => {
                map.insert(key.to_owned(), self.value.clone());
                Some(())
            }
            (Value::Array(list), op) => self.in_list(list, key.parse().ok()?, op),
            _ => None,
        }
    }

    fn in_list(&self, list: &mut Vec<Value>, at: usize, op: PatchOp) -> Option<()> {
        match op {
            PatchOp::Add if at <= list.len() => list.insert(at, self.value.clone()),
            PatchOp::Remove if at < list.len() => drop(list.remove(at)),
            PatchOp::Replace => *list.get_mut(at)? = self.value.clone(),
            PatchOp::Add | PatchOp::Remove => return None,
        }
        Some(())
    }

    /// Returns how many turns the operation adds; negative if it removes one.
    fn turns_added(&self) -> isize {
        let in_turns = self.path.strip_prefix("/turns/").is_some_and(|rest| !rest.contains('/'));
        match self.op {
            PatchOp::Add if in_turns => 1,
            PatchOp::Remove if in_turns => -1,
            _ => 0,
        }
    }

    /// Reads an operation of a diagnosis.
    pub(super) fn of(step: &PatchStep) -> Option<Self> {
        let value = step
            .value
            .as_ref()
            .map_or(Some(Value::Null), |value| serde_json::from_str(value.as_str()).ok());
        Some(Self { op: step.op, path: step.path.clone(), value: value? })
    }

    /// Returns the operation in the form of a diagnosis.
    pub(super) fn to_step(&self) -> PatchStep {
        let value = (self.op != PatchOp::Remove).then(|| self.value.to_string());
        let value = value.and_then(|text| Json::try_from(text.as_str()).ok());
        PatchStep { op: self.op, path: self.path.clone(), value }
    }
}

/// Returns the edited log; `None` if the log lacks a place of the edit.
pub(super) fn apply(log: &Value, edit: &[Edit]) -> Option<Value> {
    let mut edited = log.clone();
    edit.iter().try_for_each(|step| step.apply(&mut edited))?;
    Some(edited)
}

/// Returns how many turns an edit adds; negative if it removes more than it adds.
pub(super) fn turns_added(edit: &[Edit]) -> isize {
    edit.iter().map(Edit::turns_added).sum()
}

/// Returns an operation that sets a field of an object: `replace` if the field exists, else `add`.
pub(super) fn set(log: &Value, path: impl Into<String>, value: impl Into<Value>) -> Edit {
    let path = path.into();
    let there = log.pointer(&path).is_some();
    if there { replace(path, value) } else { add(path, value) }
}

/// Adjusts the logged number of turns if it was right before the edit. A wrong number is left
/// alone: it is a finding of its own.
pub(super) fn recounted(log: &Value, mut edit: Vec<Edit>) -> Vec<Edit> {
    let turns = log["turns"].as_array().map_or(0, Vec::len);
    let claimed = log.pointer("/end/plies").and_then(Value::as_u64);
    if claimed == Some(turns as u64) {
        let now = turns.saturating_add_signed(turns_added(&edit));
        edit.push(replace("/end/plies", now));
    }
    edit
}
