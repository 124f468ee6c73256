//! Leaving facts out of a log, and counting what was left out.

use std::collections::BTreeMap;
use std::fmt;

use splendor_schema::{
    After, CommonFields, Ext, ForeignTurn, Json, Log, PassTurn, Player, PurchaseTurn, ReserveTurn,
    Source, TakeTurn, Turn,
};

/// How often each field was left out, by its place in the format, like `setup.decks`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOut(BTreeMap<&'static str, u64>);

impl LeftOut {
    /// Returns the fields that were left out and how often, in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.0.iter().map(|(field, times)| (*field, *times))
    }

    /// Returns whether nothing was left out.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Counts what was left out of another log in.
    pub fn add(&mut self, other: &LeftOut) {
        other.iter().for_each(|(field, times)| self.count(field, times));
    }

    fn count(&mut self, field: &'static str, times: u64) {
        *self.0.entry(field).or_default() += times;
    }

    /// Leaves a field out; returns whether it was there.
    pub(crate) fn field<T>(&mut self, name: &'static str, field: &mut Option<T>) -> bool {
        let was_there = field.take().is_some();
        if was_there {
            self.count(name, 1);
        }
        was_there
    }

    /// Leaves out which game this is: its name, often the seed of the shuffle, and its time, which
    /// may have been one.
    pub(crate) fn game(&mut self, source: &mut Option<Source>) {
        let Some(told) = source else { return };
        let Source { game, played_at, client: _, client_version: _ } = told;
        let named = self.field("source.game", game);
        let dated = self.field("source.played_at", played_at);
        if (named || dated) && *told == Source::default() {
            *source = None;
        }
    }

    /// Leaves out what no version of the format reads, and what a foreign turn says: it may hold
    /// anything.
    pub(crate) fn unread(&mut self, log: &mut Log) {
        self.field("ext", &mut log.ext);
        for Player { ext, name: _ } in &mut log.players {
            self.field("players.ext", ext);
        }
        for turn in &mut log.turns {
            self.field("turns.ext", parts(turn).1);
            if let Turn::Foreign(ForeignTurn { foreign, .. }) = turn {
                self.foreign(foreign);
            }
        }
    }

    /// A foreign turn needs its key, so that it can be told from the others.
    fn foreign(&mut self, foreign: &mut Json) {
        let nothing = Json::try_from("{}").expect("an empty object is JSON");
        if *foreign != nothing {
            *foreign = nothing;
            self.count("turns.foreign", 1);
        }
    }

    /// Leaves out the digest of a client's view, and the view if there was nothing else in it.
    pub(crate) fn digest(&mut self, turn: &mut Turn) {
        let after = parts(turn).0;
        let Some(told) = after else { return };
        let After { digest, prestige: _, tokens: _, bonuses: _, hand: _, supply: _ } = told;
        if self.field("turns.after.digest", digest) && *told == After::default() {
            *after = None;
        }
    }
}

/// The fields that were left out and how often: `ext 1, setup.decks 20`.
impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (field, times)) in self.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            write!(f, "{comma}{field} {times}")?;
        }
        Ok(())
    }
}

/// What a turn of any kind may hold that is more than the turn: the client's view, and the rest.
fn parts(turn: &mut Turn) -> (&mut Option<After>, &mut Option<Ext>) {
    match turn {
        Turn::Foreign(ForeignTurn { after, ext, seat: _, foreign: _ }) => (after, ext),
        Turn::Take(TakeTurn { common, take: _ })
        | Turn::Reserve(ReserveTurn { common, reserve: _ })
        | Turn::Purchase(PurchaseTurn { common, purchase: _ })
        | Turn::Pass(PassTurn { common }) => {
            let CommonFields {
                after,
                ext,
                seat: _,
                refill: _,
                gem: _,
                returned: _,
                noble: _,
                post: _,
            } = common;
            (after, ext)
        }
    }
}
