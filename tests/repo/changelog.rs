//! Checks the form of the changelog, and that the rules never change without an entry.

use std::fs;

use splendor_verify::edition;
use splendor_verify::words::hex;

use crate::root;

/// The headings of a version, in their order.
const CATEGORIES: [&str; 7] =
    ["Formats", "Rules", "Added", "Changed", "Deprecated", "Removed", "Fixed"];

fn changelog() -> String {
    fs::read_to_string(root().join("CHANGELOG.md")).unwrap()
}

/// Returns the versions of the changelog with their lines.
fn versions(text: &str) -> Vec<(&str, Vec<&str>)> {
    let parts = text.split("\n## ").skip(1);
    parts
        .map(|part| part.split_once('\n').unwrap_or((part, "")))
        .map(|(title, rest)| (title, rest.lines().filter(|line| !line.is_empty()).collect()))
        .collect()
}

/// Returns complaints about the form of a changelog.
fn complaints_about(text: &str, version: &str) -> Vec<String> {
    let mut complaints = Vec::new();
    let versions = versions(text);
    if versions.first().is_none_or(|(title, _)| *title != "[Unreleased]") {
        complaints.push("the first version is not [Unreleased]".to_owned());
    }
    for (number, (title, lines)) in versions.iter().enumerate() {
        let released = title.strip_prefix('[').and_then(|rest| rest.split_once("] - "));
        let dated = released.is_some_and(|(_, date)| {
            date.len() == 10 && date.chars().all(|one| one.is_ascii_digit() || one == '-')
        });
        if number > 0 && !dated {
            complaints.push(format!("{title}: is not [VERSION] - DATE"));
        }
        if number == 1 && released.is_none_or(|(number, _)| number != version) {
            complaints.push(format!("{title}: the last release is not {version}"));
        }
        complaints.extend(wrong_lines(title, lines));
    }
    complaints
}

fn wrong_lines(title: &str, lines: &[&str]) -> Vec<String> {
    let mut complaints = Vec::new();
    let mut before = None;
    for line in lines {
        let category = line.strip_prefix("### ");
        let place = category.map(|name| CATEGORIES.iter().position(|one| *one == name));
        match place {
            Some(None) => complaints.push(format!("{title}: {line} is no category")),
            Some(Some(place)) if before.is_some_and(|before| before >= place) => {
                complaints.push(format!("{title}: {line} stands behind a later one"));
            }
            Some(Some(place)) => before = Some(place),
            None if before.is_none() => complaints.push(format!("{title}: {line}: no category")),
            None if !line.starts_with("- ") || !line.ends_with('.') => {
                complaints.push(format!("{title}: {line}: is no sentence of a list"));
            }
            None => {}
        }
    }
    complaints
}

#[test]
fn the_changelog_is_well_formed() {
    crate::repo::tidy::assert_no_complaints(complaints_about(
        &changelog(),
        env!("CARGO_PKG_VERSION"),
    ));
}

#[test]
fn a_malformed_changelog_is_noticed() {
    let good = "# C\n\n## [Unreleased]\n\n### Rules\n\n- A.\n\n\
                ## [1.0.0] - 2026-01-02\n\n### Fixed\n\n- B.\n";
    assert_eq!(complaints_about(good, "1.0.0"), Vec::<String>::new());
    for (part, other) in [
        ("[Unreleased]", "[Next]"),
        ("2026-01-02", "soon"),
        ("[1.0.0]", "[0.9.0]"),
        ("### Rules", "### Breaking"),
        ("- A.", "- A"),
        ("### Rules\n\n- A.", "### Fixed\n\n- A.\n\n### Rules\n\n- B."),
        ("### Rules\n\n", ""),
    ] {
        assert!(!complaints_about(&good.replacen(part, other, 1), "1.0.0").is_empty(), "{other}");
    }
}

/// A file lists every clause, ruling and component, with a digest of them all. A change needs a
/// line in the changelog with the new digest.
#[test]
fn the_rules_do_not_change_without_a_changelog_entry() {
    let rules = edition::rules_text();
    crate::golden("docs/conformance/rules.tsv", &rules);
    let digest = edition::rules_digest();
    let page = fs::read_to_string(root().join("docs/src/versioning.md")).unwrap();
    let row = format!("| {} | `{digest}` |", env!("CARGO_PKG_VERSION"));
    assert!(page.contains(&row), "docs/src/versioning.md lacks the row {row}");
    let unreleased = changelog();
    let (_, lines) = versions(&unreleased).swap_remove(0);
    let start = lines.iter().position(|line| *line == "### Rules");
    let named = lines.iter().skip(start.unwrap_or(lines.len())).any(|line| line.contains(&digest));
    assert!(named, "CHANGELOG.md does not name the digest {digest} under Rules");
}

#[test]
fn the_digest_is_that_of_the_published_text() {
    use sha2::{Digest, Sha256};
    let text = fs::read_to_string(root().join("docs/conformance/rules.tsv")).unwrap();
    assert_eq!(hex(&Sha256::digest(&text)[..8]), edition::rules_digest());
    let other = text.replacen("a0d3s", "a0d4s", 1);
    assert_ne!(Sha256::digest(other), Sha256::digest(text));
}
