//! The clauses that no finding names, because other clauses check what they say.

/// A clause that has its id, its sentence, its source and its section, and no breach of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReservedClause {
    /// The id that never changes.
    pub id: &'static str,
    /// The clause itself, in one sentence.
    pub sentence: &'static str,
    /// The rulebook and section that the clause comes from.
    pub source: &'static str,
}

const SOURCE: &str = "Splendor: The Silk Road (2024), Combine expansions";

/// How the posts meet Orient.
pub const RESERVED: [ReservedClause; 2] = [
    ReservedClause {
        id: "orient.draw-two",
        sentence: "The post `draw-two` also works for the decks of Orient.",
        source: SOURCE,
    },
    ReservedClause {
        id: "orient.post-kept",
        sentence: "You keep a trading post even if you discard cards and no longer meet its \
                   demand.",
        source: SOURCE,
    },
];
