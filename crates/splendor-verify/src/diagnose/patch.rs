//! Edits of a log as JSON: JSON Patch with three of its operations.

use serde_json::Value;
use splendor_schema::{Json, PatchOp, PatchStep};

/// One step of an edit: what it does, where, and the value that is put there.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Edit {
    op: PatchOp,
    path: String,
    value: Value,
}

/// Puts a value at a place; in a list, before what stands there.
pub(super) fn add(path: impl Into<String>, value: impl Into<Value>) -> Edit {
    Edit { op: PatchOp::Add, path: path.into(), value: value.into() }
}

/// Takes a value away.
pub(super) fn remove(path: impl Into<String>) -> Edit {
    Edit { op: PatchOp::Remove, path: path.into(), value: Value::Null }
}

/// Puts a value in the place of another.
pub(super) fn replace(path: impl Into<String>, value: impl Into<Value>) -> Edit {
    Edit { op: PatchOp::Replace, path: path.into(), value: value.into() }
}

impl Edit {
    /// Does the step; returns whether there was such a place.
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

    /// How many turns it adds.
    fn turns_added(&self) -> isize {
        let in_turns = self.path.strip_prefix("/turns/").is_some_and(|rest| !rest.contains('/'));
        match self.op {
            PatchOp::Add if in_turns => 1,
            PatchOp::Remove if in_turns => -1,
            _ => 0,
        }
    }

    /// Returns the step that a diagnosis tells.
    pub(super) fn of(step: &PatchStep) -> Option<Self> {
        let value = step
            .value
            .as_ref()
            .map_or(Some(Value::Null), |value| serde_json::from_str(value.as_str()).ok());
        Some(Self { op: step.op, path: step.path.clone(), value: value? })
    }

    /// The step as a diagnosis tells it.
    pub(super) fn told(&self) -> PatchStep {
        let value = (self.op != PatchOp::Remove).then(|| self.value.to_string());
        let value = value.and_then(|text| Json::try_from(text.as_str()).ok());
        PatchStep { op: self.op, path: self.path.clone(), value }
    }
}

/// Returns the edited log; none if a place of the edit is not there.
pub(super) fn applied(log: &Value, edit: &[Edit]) -> Option<Value> {
    let mut edited = log.clone();
    edit.iter().try_for_each(|step| step.apply(&mut edited))?;
    Some(edited)
}

/// Returns how many turns an edit adds.
pub(super) fn turns_added(edit: &[Edit]) -> isize {
    edit.iter().map(Edit::turns_added).sum()
}

/// Puts a value at a place of an object, whether there is one already or not.
pub(super) fn set(log: &Value, path: impl Into<String>, value: impl Into<Value>) -> Edit {
    let path = path.into();
    let there = log.pointer(&path).is_some();
    if there { replace(path, value) } else { add(path, value) }
}

/// Adapts the number of turns that a log tells of itself, where that was right before the edit.
pub(super) fn recounted(log: &Value, mut edit: Vec<Edit>) -> Vec<Edit> {
    let turns = log["turns"].as_array().map_or(0, Vec::len);
    let told = log.pointer("/end/plies").and_then(Value::as_u64);
    if told == Some(turns as u64) {
        let now = turns.saturating_add_signed(turns_added(&edit));
        edit.push(replace("/end/plies", now));
    }
    edit
}
