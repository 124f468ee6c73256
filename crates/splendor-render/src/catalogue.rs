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
            "executable": false,
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

/// Returns the address of a page in a book at this address.
pub fn address_of_page(book: &str, page: &str) -> String {
    format!("{}/{}", book.trim_end_matches('/'), page.replacen(".md", ".html", 1))
}

pub(crate) fn in_a_line(clause: Clause) -> String {
    line_of(clause.id(), clause.sentence())
}

/// Returns an id and its sentence, which begins on the next line after a long id.
fn line_of(id: &str, sentence: &str) -> String {
    let gap = if id.len() > 24 { format!("\n{:25}", "") } else { " ".to_owned() };
    format!("{id:<24}{gap}{}\n", wrapped(sentence, 25))
}

pub(crate) fn reserved_in_a_line(clause: &ReservedClause) -> String {
    line_of(clause.id, &format!("{} (no finding has this id)", clause.sentence))
}

/// Returns the part of an id before the dot.
pub(crate) fn family(clause: &ReservedClause) -> &'static str {
    clause.id.split_once('.').map_or("", |(family, _)| family)
}
