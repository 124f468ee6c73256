//! The catalogue of clauses and rulings, as text and as JSON.

use std::fmt::Write;

use splendor_core::{Clause, RESERVED, RULINGS, ReservedClause, RulingInfo};
use splendor_schema::json::layout::lines_of;
use splendor_verify::report::page_of;
use splendor_verify::words::wrapped;

/// Returns every clause with its sentence in book order, then the reserved clauses.
pub fn clauses_text() -> String {
    let clauses = Clause::ALL.iter().map(|clause| in_a_line(*clause));
    clauses.chain(RESERVED.iter().map(reserved_in_a_line)).collect()
}

/// Returns every clause as JSON.
pub fn clauses_json() -> String {
    let clauses = Clause::ALL.iter().map(|clause| {
        serde_json::json!({
            "id": clause.id(),
            "sentence": clause.sentence(),
            "source": clause.source(),
            "page": page_of(*clause),
            "claims_only": clause.shows_through_claims(),
            "executable": true,
        })
    });
    let reserved = RESERVED.iter().map(|clause| {
        serde_json::json!({
            "id": clause.id,
            "sentence": clause.sentence,
            "source": clause.source,
            "page": format!("rules/{}.md#{}", family(clause), clause.id.replace('.', "")),
            "claims_only": false,
            "executable": clause.executable,
        })
    });
    lines_of(clauses.chain(reserved))
}

/// Returns every ruling with its values, the default first.
pub fn rulings_text() -> String {
    let mut text = String::new();
    for RulingInfo { name, values, question } in RULINGS {
        let question = wrapped(question, 16);
        let values = wrapped(&values.join(", "), 16);
        let _never_fails = writeln!(text, "{name:<15} {question}\n{:16}{values}", "");
    }
    text
}

/// Returns every ruling as JSON.
pub fn rulings_json() -> String {
    let rulings = RULINGS.iter().map(|ruling| {
        serde_json::json!({
            "name": ruling.name,
            "values": ruling.values,
            "default": ruling.values[0],
            "question": ruling.question,
        })
    });
    lines_of(rulings)
}

pub(crate) fn in_a_line(clause: Clause) -> String {
    format!("{:<24} {}\n", clause.id(), wrapped(clause.sentence(), 25))
}

pub(crate) fn reserved_in_a_line(clause: &ReservedClause) -> String {
    let mark = if clause.executable { "" } else { " (not yet executable)" };
    let sentence = wrapped(&format!("{}{mark}", clause.sentence), 25);
    // A long id has its sentence on the next line.
    let gap = if clause.id.len() > 24 { format!("\n{:25}", "") } else { " ".to_owned() };
    format!("{:<24}{gap}{sentence}\n", clause.id)
}

/// Returns the part of an id before the dot.
pub(crate) fn family(clause: &ReservedClause) -> &'static str {
    clause.id.split_once('.').map_or("", |(family, _)| family)
}
