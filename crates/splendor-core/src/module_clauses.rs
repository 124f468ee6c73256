//! The clauses of Orient and Strongholds, which have no table of cases and no replays yet.

use crate::clause::{Clause, has_examples};

/// A clause that has its id, its sentence, its source and its section, and no examples yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReservedClause {
    /// The id that never changes.
    pub id: &'static str,
    /// The clause itself, in one sentence.
    pub sentence: &'static str,
    /// The rulebook and section that the clause comes from.
    pub source: &'static str,
    /// Whether a finding can have this id.
    pub executable: bool,
}

const SOURCE: &str = "Splendor: The Silk Road (2024), Combine expansions";

/// How the posts meet Orient: other clauses check both.
const FOLLOWS: [ReservedClause; 2] = [
    ReservedClause {
        id: "orient.draw-two",
        sentence: "The post `draw-two` also works for the decks of Orient.",
        source: SOURCE,
        executable: false,
    },
    ReservedClause {
        id: "orient.post-kept",
        sentence: "You keep a trading post even if you discard cards and no longer meet its \
                   demand.",
        source: SOURCE,
        executable: false,
    },
];

const COUNT: usize = Clause::WITH_MODULES.len() - Clause::ALL.len() + FOLLOWS.len();

/// The clauses without examples, those of Orient first.
pub const RESERVED: [ReservedClause; COUNT] = {
    let mut all = [FOLLOWS[0]; COUNT];
    let mut count = add_family(&mut all, 0, b'o');
    let mut at = 0;
    while at < FOLLOWS.len() {
        all[count] = FOLLOWS[at];
        count += 1;
        at += 1;
    }
    add_family(&mut all, count, b's');
    all
};

/// Adds the clauses without examples whose ids begin with this letter; returns how many there are
/// now.
const fn add_family(all: &mut [ReservedClause; COUNT], mut count: usize, letter: u8) -> usize {
    let mut at = 0;
    while at < Clause::WITH_MODULES.len() {
        let clause = Clause::WITH_MODULES[at];
        if !has_examples(clause) && clause.id().as_bytes()[0] == letter {
            all[count] = ReservedClause {
                id: clause.id(),
                sentence: clause.sentence(),
                source: clause.source(),
                executable: true,
            };
            count += 1;
        }
        at += 1;
    }
    count
}
