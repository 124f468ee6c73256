//! The version of the rules by which this program judges, as a digest.

use std::fmt::Write;

use sha2::{Digest, Sha256};
use splendor_core::{
    CITIES_ON_TABLE, CityId, Clause, Components, Post, RESERVED, RULINGS, box_of_noble,
    published_tokens,
};

use crate::words::hex;

/// Returns a digest of the rules: every clause with its sentence and source, every ruling with its
/// values, and every component. It changes exactly when one of them changes.
pub fn rules_digest() -> String {
    hex(&Sha256::digest(rules_text())[..8])
}

/// Returns the text whose digest identifies the rules: one line per clause, ruling and component.
pub fn rules_text() -> String {
    let mut text = String::from("splendor-rules/1\n");
    let mut line = |kind: &str, parts: &[&str]| {
        let _never_fails = writeln!(text, "{kind}\t{}", parts.join("\t"));
    };
    for clause in Clause::ALL {
        line("clause", &[clause.id(), clause.sentence(), clause.source()]);
    }
    for clause in RESERVED {
        line("reserved", &[clause.id, clause.sentence, clause.source]);
    }
    for ruling in RULINGS {
        line("ruling", &[ruling.name, ruling.question, &ruling.values.join(" ")]);
    }
    let all = Components::with_orient();
    for card in all.cards().iter().map(|id| all.card(id)) {
        line("card", &[&card.to_string()]);
    }
    for noble in all.nobles().iter().map(|id| all.noble(id)) {
        line("noble", &[&noble.to_string(), box_of_noble(noble).unwrap_or("base")]);
    }
    for id in CityId::all() {
        line("city", &[&id.facts().to_string(), &id.tile().to_string()]);
    }
    for post in Post::ALL {
        line("post", &[post.name(), &crate::words::gems(post.demand())]);
    }
    for seats in 2..=4 {
        line("tokens", &[&seats.to_string(), &published_tokens(seats).to_string()]);
    }
    line("cities", &[&CITIES_ON_TABLE.to_string()]);
    text
}

/// Returns the output of `splendor --version`: the version, the rules, and the formats.
pub fn version_text() -> String {
    let formats = splendor_schema::schemas();
    let names = formats.iter().map(|(name, _)| name.trim_end_matches(".schema.json"));
    let names: Vec<String> = names
        .filter_map(|name| name.rsplit_once('-').map(|(name, version)| format!("{name}/{version}")))
        .collect();
    format!(
        "splendor {}\nrules {} ({} clauses, {} rulings, editions 2014 and 2024)\nformats {}\n",
        env!("CARGO_PKG_VERSION"),
        rules_digest(),
        Clause::ALL.len(),
        RULINGS.len(),
        names.join(", "),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_is_a_rule_has_a_line_of_its_own() {
        let text = rules_text();
        let count = |kind: &str| text.lines().filter(|line| line.starts_with(kind)).count();
        assert_eq!(count("clause\t"), Clause::ALL.len());
        assert_eq!([count("card\t"), count("noble\t"), count("city\t")], [120, 12, 15]);
        assert_eq!([count("post\t"), count("ruling\t"), count("tokens\t")], [5, RULINGS.len(), 3]);
        let mut lines: Vec<&str> = text.lines().collect();
        lines.sort_unstable();
        lines.dedup();
        assert_eq!(lines.len(), text.lines().count(), "no line stands twice");
    }
}
