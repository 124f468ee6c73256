//! The reader and the schema accept the same values, except for turns without exactly one action.
//!
//! A schema sees values and not text, so it cannot reject duplicate keys, `1.0` or `1e0` for `1`,
//! `-0`, numbers beyond 2^53 - 1 in free JSON, unpaired surrogates, deep nesting or a long file.
//! The reader rejects all of these; `malformed_logs.rs` tests that.

use std::collections::BTreeSet;

use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use serde_json::{Value, json};
use splendor_schema::conformance::Answer;
use splendor_schema::manifest::Manifest;
use splendor_schema::seal::{Deal, Keys, Seal};
use splendor_schema::vector::Vector;
use splendor_schema::{Log, Position, ReadError, draft_07_schemas, schemas};

use crate::mutations::{Chance, neighbors, nodes, scramble};
use crate::sample as sample_size;
use crate::samples::{full_log, full_position};

/// Returns the number of scrambled documents for each format.
fn rounds() -> usize {
    sample_size(300, 2_000)
}

#[test]
fn log_reader_and_schema_agree() {
    let long = |turns: usize| {
        let mut log = full_log();
        log["turns"] = vec![json!({ "pass": true }); turns].into();
        log
    };
    let extra = vec![long(100_000), long(100_001)];
    agree("splendor-log-1.schema.json", &full_log(), extra, |b| Log::read(b).map(drop));
}

#[test]
fn position_reader_and_schema_agree() {
    let read = |bytes: &[u8]| Position::read(bytes).map(drop);
    agree("splendor-position-1.schema.json", &full_position(), Vec::new(), read);
}

/// Returns two turns. The test of logs has turns of all kinds.
fn turns() -> Value {
    full_log()["turns"].as_array().unwrap()[..2].to_vec().into()
}

#[test]
fn answer_reader_and_schema_agree() {
    let answer = json!({
        "id": 7, "engine": "tiny", "version": "1", "editions": ["2024"], "modules": [],
        "boxes": ["silk-road"], "rulings": ["pass=always"], "seats": [2, 3], "asks": ["legal"],
        "turns": turns(), "position": full_position(), "refused": true, "clause": "take.pair",
        "scores": [15, 3], "winners": [0], "error": "no",
    });
    same_verdicts("splendor-answer-1.schema.json", &answer, |b| Answer::read(b).map(drop));
}

#[test]
fn vector_reader_and_schema_agree() {
    let vector = json!({
        "format": "splendor-vector/1", "name": "x", "position": full_position(), "legal": 3,
        "scores": [15, 3], "winners": [0], "clause": "end.winner",
        "turns": [
            { "turn": turns()[0], "verdict": "legal", "clause": "x.y",
              "digest": "0123456789abcdef" },
            { "turn": turns()[1], "verdict": "illegal", "clause": "x.y" },
        ],
    });
    same_verdicts("splendor-vector-1.schema.json", &vector, |b| Vector::read(b).map(drop));
}

#[test]
fn manifest_reader_and_schema_agree() {
    let manifest = json!({
        "format": "splendor-manifest/1", "vectors": "v", "counts": "c", "positions": ["p"],
        "logs": [
            { "file": "f", "verdict": "illegal", "clause": "x.y", "contradicts": "z.a",
              "phase": "turn", "turn": 3 },
            { "file": "g", "verdict": "legal" },
        ],
    });
    same_verdicts("splendor-manifest-1.schema.json", &manifest, |b| Manifest::read(b).map(drop));
}

#[test]
fn readers_of_seals_and_their_schemas_agree() {
    let hash = "0123456789abcdef".repeat(4);
    let seal = json!({
        "format": "splendor-seal/1", "links": [hash, hash], "end": hash, "deal": hash,
    });
    same_verdicts("splendor-seal-1.schema.json", &seal, |b| Seal::read(b).map(drop));
    let setup = full_log()["setup"].clone();
    let deal = json!({ "format": "splendor-deal/1", "salt": "s", "setup": setup });
    same_verdicts("splendor-deal-1.schema.json", &deal, |b| Deal::read(b).map(drop));
    let players = json!([{ "name": "Alice", "key": "RW" }, { "name": "Bob", "key": "RX" }]);
    let keys = json!({ "format": "splendor-keys/1", "players": players });
    same_verdicts("splendor-keys-1.schema.json", &keys, |b| Keys::read(b).map(drop));
}

/// Returns the validator of the twin of a schema in draft-07.
fn twin(schema: &str) -> Validator {
    let text = draft_07_schemas().into_iter().find(|(name, _)| *name == schema).unwrap().1;
    jsonschema::draft7::new(&serde_json::from_str(&text).unwrap()).unwrap()
}

/// Checks that the reader and the schema accept the same variants of a sample.
fn same_verdicts(schema: &str, sample: &Value, read: impl Fn(&[u8]) -> Result<(), ReadError>) {
    let text = schemas().into_iter().find(|(name, _)| *name == schema).unwrap().1;
    let validator = jsonschema::validator_for(&serde_json::from_str(&text).unwrap()).unwrap();
    let twin = twin(schema);
    assert!(validator.is_valid(sample), "{schema}");
    let mut chance = Chance::new(2);
    let scrambled = (0..rounds()).map(|_| scramble(sample, &mut chance));
    // Positions and turns, the largest parts of these samples, have tests of their own.
    let step = sample_size(5, 1);
    let mut tally = Tally::default();
    for document in neighbors(sample).into_iter().step_by(step).chain(scrambled) {
        assert_eq!(twin.is_valid(&document), validator.is_valid(&document), "{document}");
        tally.add(&validator, &document, &read);
    }
    assert!(tally.refused > sample_size(150, 300), "{schema}: {}", tally.refused);
    assert!(tally.refused < tally.all, "{schema}");
}

/// Checks that the reader and the schema accept the same variants of a sample, and that every
/// keyword of the schema rejects one of them.
fn agree(
    schema: &str,
    sample: &Value,
    extra: Vec<Value>,
    read: impl Fn(&[u8]) -> Result<(), ReadError>,
) {
    let twin = twin(schema);
    let schema: Value = schemas()
        .into_iter()
        .find(|(name, _)| *name == schema)
        .map(|(_, text)| serde_json::from_str(&text).unwrap())
        .unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let mut chance = Chance::new(1);
    let scrambled = (0..rounds()).map(|_| scramble(sample, &mut chance));
    let mut tally = Tally::default();
    for document in neighbors(sample).into_iter().chain(extra).chain(scrambled) {
        assert_eq!(twin.is_valid(&document), validator.is_valid(&document), "{document}");
        tally.add(&validator, &document, &read);
    }
    assert!(tally.all >= 4_000 + rounds(), "only {} documents", tally.all);
    assert!(tally.refused * 3 >= tally.all, "only {} of {}", tally.refused, tally.all);
    assert!(tally.refused < tally.all);
    let irregular = schema["title"] == "Splendor log";
    assert_eq!(tally.irregular > 20, irregular, "{} irregular turns", tally.irregular);
    let silent: Vec<String> = keywords(&schema).difference(&tally.fired).cloned().collect();
    assert!(silent.is_empty(), "keywords that reject nothing: {silent:#?}");
}

/// Returns documents without irregular turns, which are all valid if the reader accepts a document.
///
/// The reader accepts a turn with none or several of the four actions of the game, so that a
/// clause can report it; the schema wants exactly one. In each returned document, every such turn
/// keeps one of its actions, or passes if it has none; together the documents keep every action.
fn with_one_action_a_turn(document: &Value) -> Vec<Value> {
    const ACTIONS: [&str; 4] = ["take", "reserve", "purchase", "pass"];
    let with_action = |number: usize| {
        let mut document = document.clone();
        let turns = document.get_mut("turns").and_then(Value::as_array_mut);
        for entry in turns.into_iter().flatten() {
            // A vector wraps its turns.
            let turn = if entry.get("turn").is_some() { &mut entry["turn"] } else { entry };
            let Some(turn) = turn.as_object_mut() else { continue };
            let all: Vec<_> = ACTIONS.into_iter().filter(|key| turn.contains_key(*key)).collect();
            if all.len() == 1 || turn.contains_key("foreign") {
                continue;
            }
            turn.retain(|key, _| !all.contains(&key.as_str()) || key == all[number % all.len()]);
            if all.is_empty() {
                turn.insert("pass".to_owned(), true.into());
            }
        }
        document
    };
    (0..ACTIONS.len()).map(with_action).collect()
}

#[derive(Default)]
struct Tally {
    all: usize,
    refused: usize,
    /// How many documents only the reader accepts.
    irregular: usize,
    fired: BTreeSet<String>,
}

impl Tally {
    fn add(
        &mut self,
        validator: &Validator,
        document: &Value,
        read: impl Fn(&[u8]) -> Result<(), ReadError>,
    ) {
        let text = document.to_string();
        let outcome = read(text.as_bytes());
        let valid = validator.is_valid(document);
        let readable = with_one_action_a_turn(document).iter().all(|one| validator.is_valid(one));
        assert_eq!(outcome.is_ok(), readable, "{outcome:?}\n{}", &text[..text.len().min(9_000)]);
        assert!(readable || !valid, "{text}");
        self.all += 1;
        self.irregular += usize::from(readable && !valid);
        if !valid {
            self.refused += 1;
            validator.iter_errors(document).for_each(|error| self.fire(&error));
        }
        if let Err(error) = outcome {
            self.check_pointer(document, &error);
        }
    }

    /// Checks that the place of an error exists in the document.
    fn check_pointer(&self, document: &Value, error: &ReadError) {
        let pointer = error.pointer.as_ref().unwrap();
        assert!(document.pointer(pointer).is_some(), "{error:?}");
        assert!(self.all > 0 && error.line == 1 && error.column > 0, "{error:?}");
    }

    fn fire(&mut self, error: &ValidationError<'_>) {
        self.fired.insert(error.schema_path().as_str().to_owned());
        if let ValidationErrorKind::AnyOf { context }
        | ValidationErrorKind::OneOfNotValid { context } = error.kind()
        {
            context.iter().flatten().for_each(|error| self.fire(error));
        }
        if let ValidationErrorKind::PropertyNames { error } = error.kind() {
            self.fire(error);
        }
    }
}

/// Returns the places of the keywords of a schema that can reject a value.
fn keywords(schema: &Value) -> BTreeSet<String> {
    const REFUSE: [&str; 17] = [
        "type",
        "const",
        "enum",
        "pattern",
        "minLength",
        "maxLength",
        "minimum",
        "maximum",
        "minItems",
        "maxItems",
        "uniqueItems",
        "required",
        "additionalProperties",
        "maxProperties",
        "oneOf",
        "anyOf",
        "minProperties",
    ];
    let all = nodes(schema).into_iter().map(|(pointer, _)| pointer);
    let keyword = |pointer: &String| {
        let (parent, last) = pointer.rsplit_once('/').unwrap_or_default();
        REFUSE.contains(&last)
            && !parent.ends_with("/properties")
            && !pointer.contains("/examples/")
            && !schema.pointer(pointer).unwrap().is_object_schema_of(last)
    };
    all.filter(keyword).collect()
}

trait IsObjectSchema {
    fn is_object_schema_of(&self, keyword: &str) -> bool;
}

impl IsObjectSchema for Value {
    /// Returns whether the keyword holds a schema, which rejects values by its own keywords.
    fn is_object_schema_of(&self, keyword: &str) -> bool {
        keyword == "additionalProperties" && self.is_object()
    }
}
