//! Changes of a log as JSON, and the random numbers that choose among them.

use serde_json::Value;

/// A change of a log.
#[derive(Clone, Debug)]
pub(super) enum Edit {
    /// Writes a value at a place; its last key may be new.
    Set(String, Value),
    /// Removes a key or an entry.
    Remove(String),
    /// Inserts an entry into a list.
    Insert(String, usize, Value),
    /// Exchanges the values of two places.
    Swap(String, String),
    /// Keeps only the first turns, this many.
    Cut(usize),
    /// Corrects the number of turns, if the log has one.
    Recount,
    /// Makes several changes in order.
    All(Vec<Edit>),
}

impl Edit {
    /// Returns the change followed by a correction of the number of turns.
    pub(super) fn recounted(self) -> Self {
        Self::All(vec![self, Self::Recount])
    }

    pub(super) fn apply(&self, log: &mut Value) {
        match self {
            Self::Set(at, value) => set(log, at, value.clone()),
            Self::Remove(at) => remove(log, at),
            Self::Insert(at, place, value) => list(log, at).insert(*place, value.clone()),
            Self::Swap(one, other) => {
                let (first, second) = (value_at(log, one), value_at(log, other));
                set(log, one, second);
                set(log, other, first);
            }
            Self::Cut(count) => list(log, "/turns").truncate(*count),
            Self::Recount => {
                let turns = list(log, "/turns").len();
                if let Some(plies) = log.pointer_mut("/end/plies") {
                    *plies = turns.into();
                }
            }
            Self::All(edits) => edits.iter().for_each(|edit| edit.apply(log)),
        }
    }
}

fn value_at(log: &Value, at: &str) -> Value {
    log.pointer(at).unwrap_or_else(|| panic!("there is nothing at {at}")).clone()
}

fn list<'l>(log: &'l mut Value, at: &str) -> &'l mut Vec<Value> {
    log.pointer_mut(at).and_then(Value::as_array_mut).unwrap()
}

fn set(log: &mut Value, at: &str, value: Value) {
    let (parent, key) = at.rsplit_once('/').unwrap();
    match log.pointer_mut(parent) {
        Some(Value::Object(map)) => {
            map.insert(key.to_owned(), value);
        }
        Some(Value::Array(all)) => all[key.parse::<usize>().unwrap()] = value,
        _ => panic!("nothing can be put at {at}"),
    }
}

fn remove(log: &mut Value, at: &str) {
    let (parent, key) = at.rsplit_once('/').unwrap();
    match log.pointer_mut(parent) {
        Some(Value::Object(map)) => {
            map.remove(key);
        }
        Some(Value::Array(all)) => {
            all.remove(key.parse().unwrap());
        }
        _ => {}
    }
}

/// The pseudorandom numbers that choose the mutants: `SplitMix64`, the same on every machine.
#[derive(Clone)]
pub(super) struct Dice(pub(super) u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `bound`.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).unwrap()
    }

    /// Returns at most `most` of the entries, chosen at random.
    pub(super) fn some<T>(&mut self, mut all: Vec<T>, most: usize) -> Vec<T> {
        for at in 0..most.min(all.len()) {
            let other = at + self.below(all.len() - at);
            all.swap(at, other);
        }
        all.truncate(most);
        all
    }
}
