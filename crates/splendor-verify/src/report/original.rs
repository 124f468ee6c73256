//! The text that a report points into.

use splendor_schema::json::locate::{Located, locate_all};

use splendor_convert::Places;

/// The text that a report points into: a log, or the foreign file that was converted to it.
#[derive(Clone, Copy, Debug)]
pub struct Original<'t> {
    text: &'t str,
    /// The places of the parts of the log. `None` if the text is the log itself.
    places: Option<&'t Places>,
}

impl<'t> Original<'t> {
    /// Wraps the text of a foreign file. `places` maps the parts of the log to places in that text.
    pub const fn foreign(text: &'t str, places: &'t Places) -> Self {
        Self { text, places: Some(places) }
    }

    /// Returns the unchanged text.
    pub const fn text(&self) -> &'t str {
        self.text
    }

    /// Returns whether the text is a foreign file: then values without a pointer have a place, too.
    pub const fn is_foreign(&self) -> bool {
        self.places.is_some()
    }

    /// Returns the places of the values at several JSON pointers of the log, in the order of the
    /// pointers.
    pub fn locate_all(&self, pointers: &[&str]) -> Vec<Option<Located>> {
        let Some(places) = self.places else { return locate_all(self.text, pointers) };
        let located = |value| Located { value, key: None };
        pointers.iter().map(|pointer| places.find(pointer).map(located)).collect()
    }
}

impl<'t> From<&'t str> for Original<'t> {
    fn from(text: &'t str) -> Self {
        Self { text, places: None }
    }
}

impl<'t> From<&'t String> for Original<'t> {
    fn from(text: &'t String) -> Self {
        text.as_str().into()
    }
}
