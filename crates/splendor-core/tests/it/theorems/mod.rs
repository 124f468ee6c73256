//! The theorems of the book, as far as they are computed: the page and these tests state the same
//! results.

mod act;
mod cards;
mod cities;
mod endless;
mod kept;
mod order;
mod sun_never_sets;
mod winners;

/// The page of the book.
const PAGE: &str = include_str!("../../../../../docs/src/theorems.md");

/// Asserts that the page says this, up to where its lines break.
#[track_caller]
fn says(words: &str) {
    assert!(PAGE.contains(words), "docs/src/theorems.md does not say: {words}");
}

/// A number with a space between its thousands.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let parts = digits.as_bytes().rchunks(3).rev();
    parts.map(|part| str::from_utf8(part).unwrap()).collect::<Vec<_>>().join(" ")
}
