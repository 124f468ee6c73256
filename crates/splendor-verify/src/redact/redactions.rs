//! Removes facts from a log and counts the removed fields.

use std::collections::BTreeMap;
use std::fmt;

use splendor_schema::json::Json;
use splendor_schema::log::{Player, Source};
use splendor_schema::turn::After;
use splendor_schema::{Log, Turn};

/// How often each field was removed, by its path in the format, like `setup.decks`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Redactions(BTreeMap<&'static str, u64>);

impl Redactions {
    /// Returns the removed fields with their counts, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.0.iter().map(|(field, times)| (*field, *times))
    }

    /// Returns whether nothing was removed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds the counts of another log.
    pub fn add(&mut self, other: &Redactions) {
        other.iter().for_each(|(field, times)| self.count(field, times));
    }

    fn count(&mut self, field: &'static str, times: u64) {
        *self.0.entry(field).or_default() += times;
    }

    /// Removes a field; returns whether it was present.
    pub(crate) fn field<T>(&mut self, name: &'static str, field: &mut Option<T>) -> bool {
        let was_there = field.take().is_some();
        if was_there {
            self.count(name, 1);
        }
        was_there
    }

    /// Removes the game's id, which is often the seed of the shuffle, and its time, which may have
    /// been the seed.
    pub(crate) fn game(&mut self, source: &mut Option<Source>) {
        let Some(present) = source else { return };
        let Source { game, played_at, client: _, client_version: _ } = present;
        let named = self.field("source.game", game);
        let dated = self.field("source.played_at", played_at);
        if (named || dated) && *present == Source::default() {
            *source = None;
        }
    }

    /// Removes the fields that no version of the format reads, and the contents of foreign turns,
    /// which may be anything.
    pub(crate) fn unread(&mut self, log: &mut Log) {
        self.field("ext", &mut log.ext);
        for Player { ext, name: _ } in &mut log.players {
            self.field("players.ext", ext);
        }
        for turn in &mut log.turns {
            self.field("turns.ext", &mut turn.ext);
            if let Some(event) = &mut turn.foreign {
                self.foreign(event);
            }
        }
    }

    /// Empties a foreign turn but keeps its key, which marks it as foreign.
    fn foreign(&mut self, foreign: &mut Json) {
        let nothing = Json::try_from("{}").expect("an empty object is JSON");
        if *foreign != nothing {
            *foreign = nothing;
            self.count("turns.foreign", 1);
        }
    }

    /// Removes a turn's digest, and the whole claim if it contained nothing else.
    pub(crate) fn digest(&mut self, turn: &mut Turn) {
        let Some(claims) = &mut turn.after else { return };
        // The other claims are about facts that every seat sees.
        let After { digest, .. } = claims;
        if self.field("turns.after.digest", digest) && *claims == After::default() {
            turn.after = None;
        }
    }
}

/// Formats the removed fields with their counts: `ext 1, setup.decks 20`.
impl fmt::Display for Redactions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (field, times)) in self.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            write!(f, "{comma}{field} {times}")?;
        }
        Ok(())
    }
}
