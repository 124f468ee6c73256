//! The chain of hashes over a log.

use std::collections::BTreeMap;

use serde_json::Value;
use serde_json::value::RawValue;
use splendor_schema::id::Sha256;

use crate::canonical::{self, Rounded};

/// The first line that is hashed: no hash of another kind begins with it.
const HEAD: &str = "splendor-seal/1";

/// The hashes over a log. Each depends on all parts of the log before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The hash of everything but the turns, the end and the result; then one hash for each turn.
    pub links: Vec<Sha256>,
    /// The hash of the end and the result, if the log has one of them.
    pub end: Option<Sha256>,
}

impl Chain {
    /// Returns the chain of a log. Spaces and the order of keys make no difference.
    ///
    /// # Errors
    ///
    /// The log has a number that other programs may round.
    ///
    /// # Panics
    ///
    /// Panics if the text is not a log: read it first.
    pub fn of(log: &str) -> Result<Self, Rounded> {
        let mut parts: BTreeMap<String, &RawValue> =
            serde_json::from_str(log).expect("a log is an object");
        let mut take = |name: &'static str| parts.remove(name).map(|part| (name, part));
        let (turns, end) = (take("turns"), [take("end"), take("result")]);
        let turns: Vec<&RawValue> = turns.map_or_else(Vec::new, |(_, turns)| {
            serde_json::from_str(turns.get()).expect("the turns of a log are a list")
        });
        let rest = parts.iter().map(|(name, part)| (name.as_str(), *part));
        let mut last = hash(HEAD, &object(rest.collect())?);
        let mut links = vec![last];
        for (at, turn) in turns.iter().enumerate() {
            let mut text = String::new();
            let written = write_raw(turn, &mut text);
            written.map_err(|error| error.inside(&at.to_string()).inside("turns"))?;
            last = hash(&last.to_string(), &text);
            links.push(last);
        }
        let end: Vec<(&str, &RawValue)> = end.into_iter().flatten().collect();
        let has_end = !end.is_empty();
        let end = object(end)?;
        Ok(Self { links, end: has_end.then(|| hash(&last.to_string(), &end)) })
    }

    /// Returns the number of turns.
    pub const fn turns(&self) -> usize {
        self.links.len() - 1
    }
}

/// Returns the hash of two lines.
fn hash(before: &str, text: &str) -> Sha256 {
    canonical::hash(&format!("{before}\n{text}"))
}

fn object(parts: Vec<(&str, &RawValue)>) -> Result<String, Rounded> {
    let mut text = String::new();
    canonical::write_object(parts, write_raw, &mut text)?;
    Ok(text)
}

/// Appends a value that was not read yet. So only one turn at a time is in memory as a value.
fn write_raw(part: &RawValue, to: &mut String) -> Result<(), Rounded> {
    let value: Value = serde_json::from_str(part.get()).expect("it is a value of a log");
    canonical::write(&value, to)
}
