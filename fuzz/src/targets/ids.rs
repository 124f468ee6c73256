//! The ids of components: the reader and the schema accept the same ids, and they are written
//! unchanged.

use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::{Value, json};
use splendor_core::{Card, City, Noble, PostName};
use splendor_schema::id::Digest;

static PATTERNS: LazyLock<[Validator; 5]> = LazyLock::new(|| {
    let patterns =
        [Card::PATTERN, Noble::PATTERN, City::PATTERN, PostName::PATTERN, Digest::PATTERN];
    let schema = |pattern| json!({ "type": "string", "pattern": pattern });
    patterns.map(|pattern| jsonschema::validator_for(&schema(pattern)).expect("a pattern"))
});

/// Text → an id of each kind.
pub(super) fn ids(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let card = Card::parse(text);
    same(text, card);
    let noble = Noble::parse(text);
    same(text, noble);
    let city = City::parse(text);
    same(text, city);
    let post = PostName::parse(text);
    same(text, post);
    let digest = Digest::try_from(text).ok();
    same(text, digest);
    let taken = [card.is_some(), noble.is_some(), city.is_some(), post.is_some(), digest.is_some()];
    let value = Value::from(text);
    let valid = PATTERNS.each_ref().map(|pattern| pattern.is_valid(&value));
    assert_eq!(taken, valid, "{text:?}");
}

/// Whoever is read from a text is written as that text.
fn same(text: &str, read: Option<impl ToString>) {
    let written = read.map(|read| read.to_string());
    assert!(written.as_deref().is_none_or(|written| written == text), "{text:?}: {written:?}");
}
