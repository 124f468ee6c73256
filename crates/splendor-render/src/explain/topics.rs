//! The modules, and what only logs have, in a question and in a passage: they permit an answer
//! about them, or ask for one.

/// How much an id about a module or about logs counts if no word of the question is about them, and
/// if a word of the question may be.
const OFF_TOPIC: f64 = 0.4;
const PERHAPS_ON_TOPIC: f64 = 0.75;

/// How much a passage counts for each module that the question names and the passage does not.
const OTHER_MODULE: f64 = 0.5;

/// What only some games or only logs have.
struct Topic {
    /// How the ids of its clauses begin.
    family: &'static str,
    /// The terms that name it. An answer to a question with one of them is about the topic.
    names: &'static str,
    /// The terms that can be about it: they permit an answer about it, and do not ask for one.
    hints: &'static str,
}

const TOPICS: [Topic; 6] = [
    Topic { family: "city.", names: " city ", hints: "" },
    Topic { family: "post.", names: " post ", hints: "" },
    Topic { family: "orient.", names: " orient virtual ", hints: " copy free " },
    Topic { family: "stronghold.", names: " stronghold conquer conquest ", hints: "" },
    Topic { family: "claim.", names: "", hints: " log claim digest resign " },
    Topic { family: "reveal.", names: "", hints: " log reveal " },
];

/// The topics of a question or a passage.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Topics {
    /// Which topics it names, in the order of the table.
    pub(super) named: [bool; TOPICS.len()],
    /// Which topics it may be about.
    possible: [bool; TOPICS.len()],
}

impl Topics {
    pub(super) fn of(terms: &[String]) -> Self {
        let has = |words: &str| terms.iter().any(|term| words.contains(&format!(" {term} ")));
        let named = TOPICS.map(|topic| has(topic.names));
        let possible = TOPICS.map(|topic| has(topic.names) || has(topic.hints));
        Self { named, possible }
    }

    /// Returns how much a passage counts for a question with these topics.
    pub(super) fn closeness(&self, id: &str, passage: &Self) -> f64 {
        let mut closeness = 1.0;
        for (number, topic) in TOPICS.iter().enumerate() {
            let is_family = id.starts_with(topic.family);
            let is_about = is_family || passage.named[number];
            if is_about && !self.named[number] {
                closeness *= if self.possible[number] { PERHAPS_ON_TOPIC } else { OFF_TOPIC };
            }
            if self.named[number] && !is_family && !passage.possible[number] {
                closeness *= OTHER_MODULE;
            }
        }
        closeness
    }
}
