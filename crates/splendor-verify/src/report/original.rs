//! The text that a report points into.

use std::collections::BTreeMap;
use std::ops::Range;

use splendor_schema::Name;
use splendor_schema::json::locate::{
    Located, TurnPlaces, locate_all, locate_all_in_log, locate_member,
};

/// The places of the parts of a log in the foreign file that was converted to it, by JSON pointer.
#[derive(Clone, Debug, Default)]
pub struct Places(BTreeMap<String, Range<usize>>);

impl Places {
    /// Notes the bytes of the foreign file that a part of the log comes from.
    pub fn insert(&mut self, pointer: impl Into<String>, span: Range<usize>) {
        self.0.insert(pointer.into(), span);
    }

    /// Returns the bytes for a JSON pointer of the log, or for its nearest parent with a place.
    pub fn find(&self, pointer: &str) -> Option<Range<usize>> {
        let mut pointer = pointer;
        loop {
            if let Some(span) = self.0.get(pointer) {
                return Some(span.clone());
            }
            pointer = &pointer[..pointer.rfind('/')?];
        }
    }
}

/// The text that a report points into: a log, or the foreign file that was converted to it.
#[derive(Clone, Copy, Debug)]
pub struct Original<'t> {
    text: &'t str,
    /// The places of the parts of the log. `None` if the text is the log itself.
    places: Option<&'t Places>,
    /// The names of the seats, for a foreign file.
    players: &'t [Option<Name>],
    /// The places of the turns, if the text is the log itself and its reader returned them.
    turns: Option<&'t TurnPlaces>,
}

impl<'t> Original<'t> {
    /// Wraps the text of a foreign file. `places` maps the parts of the log to places in that text.
    pub const fn foreign(text: &'t str, places: &'t Places) -> Self {
        Self { text, places: Some(places), players: &[], turns: None }
    }

    /// Adds the names of the seats, which the text of a foreign file does not give in the places of
    /// a log.
    #[must_use]
    pub const fn with_players(self, players: &'t [Option<Name>]) -> Self {
        Self { players, ..self }
    }

    /// Wraps the text of a log, with the places of its turns.
    pub const fn log(text: &'t str, turns: &'t TurnPlaces) -> Self {
        Self { text, places: None, players: &[], turns: Some(turns) }
    }

    /// Returns the unchanged text.
    pub const fn text(&self) -> &'t str {
        self.text
    }

    /// Returns whether the text is a foreign file: then values without a pointer have a place, too.
    pub const fn is_foreign(&self) -> bool {
        self.places.is_some()
    }

    /// Returns the names of the seats, if the text is a log or the names were added.
    pub fn players(&self) -> Vec<Option<Name>> {
        if self.is_foreign() {
            return self.players.to_vec();
        }
        // Only the list of players is searched: a search for the name of a seat that is not at the
        // table would go on to the end of the log.
        let players = locate_member(self.text, "/players");
        let players = players.and_then(|place| self.text.get(place.value)).unwrap_or_default();
        let name = |place: Located| serde_json::from_str(players.get(place.value)?).ok();
        let names = locate_all(players, &["/0/name", "/1/name", "/2/name", "/3/name"]);
        names.into_iter().map(|place| place.and_then(name)).collect()
    }

    /// Returns the places of the values at several JSON pointers of the log, in the order of the
    /// pointers.
    pub fn locate_all(&self, pointers: &[&str]) -> Vec<Option<Located>> {
        let Some(places) = self.places else {
            return match self.turns {
                Some(turns) => locate_all_in_log(self.text, turns, pointers),
                None => locate_all(self.text, pointers),
            };
        };
        let located = |value| Located { value, key: None };
        pointers.iter().map(|pointer| places.find(pointer).map(located)).collect()
    }
}

impl<'t> From<&'t str> for Original<'t> {
    fn from(text: &'t str) -> Self {
        Self { text, places: None, players: &[], turns: None }
    }
}

impl<'t> From<&'t String> for Original<'t> {
    fn from(text: &'t String) -> Self {
        text.as_str().into()
    }
}
