//! What the project promises, tried as a whole: one binary, one module for each promise.
#![expect(
    clippy::unwrap_used,
    reason = "a test fails by panicking; the lint sees only functions that are tests themselves"
)]

mod book;
mod corpus;
mod fuzz;

mod alike;
mod archives;
mod argue;
mod asked;
mod audit;
mod bad_input;
mod behind;
mod ci;
mod claims;
mod cli;
mod clients;
mod cmd;
mod conformance;
mod convert;
mod engine;
mod errors;
mod explore;
mod figures;
mod generate;
mod growth;
mod help;
mod hostile;
mod import_circles;
mod links;
mod manifest;
mod mended;
mod modules;
mod mutants;
mod perft;
mod positions;
mod posts;
mod proof;
mod properties;
mod redact;
mod related;
mod releases;
mod replays;
mod repo;
mod reports;
mod resume;
mod rewrite;
mod scale;
mod second;
mod theorems;
mod tidy;
mod usage;
mod vectors;
mod view;
mod worlds;

use std::path::{Path, PathBuf};

/// Returns the folder of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
}

/// Compares a file of the project with what it should hold; `BLESS=1` writes it.
fn golden(path: &str, expected: &str) {
    let file = root().join(path);
    let fresh = std::fs::read_to_string(&file).is_ok_and(|found| found == expected);
    if !fresh && std::env::var_os("BLESS").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, expected).unwrap();
    }
    let found = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(found == expected, "{path} is stale: BLESS=1 cargo test writes it anew");
}

#[test]
fn the_root_is_the_project() {
    assert!(root().join("Cargo.toml").is_file());
    golden("tests/golden.txt", "This file shows that golden files are compared.\n");
}
