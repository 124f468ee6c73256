//! The ids of components: the reader, the core and the schema accept the same ids and write them
//! unchanged.

use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::{Value, json};
use splendor_core::{Card, City, Noble, PostName};
use splendor_schema::id::{CardId, CityId, Digest, NobleId, PostId};

static PATTERNS: LazyLock<[Validator; 5]> = LazyLock::new(|| {
    let patterns =
        [CardId::PATTERN, NobleId::PATTERN, CityId::PATTERN, PostId::PATTERN, Digest::PATTERN];
    let schema = |pattern| json!({ "type": "string", "pattern": pattern });
    patterns.map(|pattern| jsonschema::validator_for(&schema(pattern)).expect("a pattern"))
});

/// Text → an id of each kind.
pub(super) fn ids(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let card = CardId::try_from(text).ok();
    same(text, &[card.map(|id| id.to_string()), Card::parse(text).map(|card| card.to_string())]);
    let noble = NobleId::try_from(text).ok();
    same(
        text,
        &[noble.map(|id| id.to_string()), Noble::parse(text).map(|noble| noble.to_string())],
    );
    let city = CityId::try_from(text).ok();
    same(text, &[city.map(|id| id.to_string()), City::parse(text).map(|city| city.to_string())]);
    let post = PostId::try_from(text).ok();
    same(
        text,
        &[post.map(|id| id.to_string()), post.map(|id| PostName::new(id.as_str()).to_string())],
    );
    let digest = Digest::try_from(text).ok();
    same(text, &[digest.map(|id| id.to_string()), digest.map(|id| format!("{:016x}", id.0))]);
    let taken = [card.is_some(), noble.is_some(), city.is_some(), post.is_some(), digest.is_some()];
    let value = Value::from(text);
    let valid = PATTERNS.each_ref().map(|pattern| pattern.is_valid(&value));
    assert_eq!(taken, valid, "{text:?}");
}

/// Two readers return the text unchanged, or both reject it.
fn same(text: &str, both: &[Option<String>; 2]) {
    assert_eq!(both[0], both[1], "{text:?}");
    let written = both.iter().flatten().all(|written| written == text);
    assert!(written, "{text:?} is written otherwise: {both:?}");
}
