//! Sections of the book that are neither a clause nor a ruling, but answer questions of players.

use super::section::section;

/// The page that has the sections.
const PAGE: &str = include_str!("../../../../docs/src/rules/index.md");

/// A section, by a name that `splendor explain` accepts.
pub(super) struct BookSection {
    pub(super) id: &'static str,
    heading: &'static str,
    /// The section in one sentence.
    pub(super) sentence: &'static str,
}

pub(super) const SECTIONS: [BookSection; 2] = [
    BookSection {
        id: "open-information",
        heading: "Open information",
        sentence: "Everybody may see the tokens of every seat, the cards that it bought, and its \
                   nobles and posts; the decks and the cards reserved from a deck are hidden.",
    },
    BookSection {
        id: "order-of-effects",
        heading: "The order of effects in a turn",
        sentence: "The effects of a turn happen in this order: the action, the powers of cards \
                   and posts, the market, the limit of ten, a noble, a post, the end.",
    },
];

impl BookSection {
    pub(super) fn of(id: &str) -> Option<&'static Self> {
        SECTIONS.iter().find(|section| section.id == id)
    }

    /// Returns the section as text.
    pub(super) fn text(&self) -> String {
        section(PAGE, self.heading).unwrap_or_default()
    }
}
