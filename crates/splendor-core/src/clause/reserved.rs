//! Clauses of expansions that are not judged: named already, so that no other clause gets the id.

/// A clause that has its id, its sentence and its source, and that nothing executes yet.
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

/// How the modules meet Orient, which is not judged.
pub const RESERVED: [ReservedClause; 3] = [
    ReservedClause {
        id: "orient.draw-two",
        sentence: "The post `draw-two` also works for the decks of Orient.",
        source: SOURCE,
    },
    ReservedClause {
        id: "orient.double-virtual",
        sentence: "Doubled gold also applies to the card that grants two virtual gold.",
        source: SOURCE,
    },
    ReservedClause {
        id: "orient.post-kept",
        sentence: "You keep a trading post even if you discard cards and no longer meet its \
                   demand.",
        source: SOURCE,
    },
];
