//! Merges the audits of parts of a corpus, so that each thread can audit a part.

use std::collections::BTreeMap;

use super::search::RulingSet;
use super::{Audit, Effect, MOST_CLIENTS, MOST_SETS, Tally};

impl Audit {
    /// Starts an audit of the logs that follow, under the same rulings and with the same candidate
    /// rulings, to be [merged](Self::merge) into this audit.
    #[must_use]
    pub fn part(&self) -> Self {
        let tried = self.tried.iter();
        let tried = tried.map(|(set, client, _)| (set.clone(), *client, Effect::default()));
        Self {
            tried: tried.collect(),
            required: self.required.clone(),
            budget: self.budget,
            ..Self::new(self.rulings.clone())
        }
    }

    /// Adds the audit of a part whose logs come after all logs of this audit.
    pub fn merge(&mut self, part: Self) {
        self.verdicts.iter_mut().zip(part.verdicts).for_each(|(count, more)| *count += more);
        self.complete += part.complete;
        self.turns += part.turns;
        self.partly_tried += part.partly_tried;
        part.clients.into_iter().for_each(|(client, logs)| self.add_client(client, logs));
        for (ruling, logs) in part.departures {
            *self.departures.entry(ruling).or_default() += logs;
        }
        merge(&mut self.findings, part.findings);
        merge(&mut self.unjudged, part.unjudged);
        merge(&mut self.unexplained, part.unexplained);
        merge(&mut self.unexplained_unjudged, part.unexplained_unjudged);
        self.exercised.extend(part.exercised);
        part.sets.into_iter().for_each(|(set, logs)| self.add_set(&set, logs));
        for ((_, _, effect), (_, _, more)) in self.tried.iter_mut().zip(part.tried) {
            effect.helps += more.helps;
            effect.harms += more.harms;
        }
    }

    /// Counts logs of a client. Clients beyond the limit share one entry.
    pub(super) fn add_client(&mut self, client: splendor_schema::Name, logs: u64) {
        let room = self.clients.len() < MOST_CLIENTS || self.clients.contains_key(&client);
        let client = if room { client } else { "others".into() };
        *self.clients.entry(client).or_default() += logs;
    }

    /// Counts logs that a set of rulings makes legal. New sets beyond the limit are dropped.
    pub(super) fn add_set(&mut self, set: &RulingSet, logs: u64) {
        if self.sets.len() < 4 * MOST_SETS || self.sets.contains_key(set) {
            *self.sets.entry(set.clone()).or_default() += logs;
        }
    }
}

/// Adds up tallies; the first place is that of the earlier part.
fn merge<K: Ord>(tallies: &mut BTreeMap<K, Tally>, more: BTreeMap<K, Tally>) {
    for (key, tally) in more {
        let (times, after_illegal, logs) = (tally.times, tally.after_illegal, tally.logs);
        let none = Tally { times: 0, after_illegal: 0, logs: 0, first: tally.first };
        let all = tallies.entry(key).or_insert(none);
        all.times += times;
        all.after_illegal += after_illegal;
        all.logs += logs;
    }
}
