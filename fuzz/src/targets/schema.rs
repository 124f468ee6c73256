//! The reader of a format accepts what its published schema accepts, and turns without exactly one
//! action.
//!
//! The target skips properties of the text that a schema cannot express: integers not written as
//! integers or above 2^53 - 1, and nesting that is too deep.

use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::Value;
use splendor_schema::conformance::Answer;
use splendor_schema::manifest::Manifest;
use splendor_schema::vector::Vector;
use splendor_schema::{Log, Position, ReadError, Report, limits, schemas};

use super::choices::Choices;

type Reader = fn(&[u8]) -> Result<(), ReadError>;

/// The schemas of the input formats, and their readers.
const READERS: [(&str, Reader); 5] = [
    ("splendor-log-1.schema.json", |bytes| Log::read(bytes).map(drop)),
    ("splendor-position-1.schema.json", |bytes| Position::read(bytes).map(drop)),
    ("splendor-vector-1.schema.json", |bytes| Vector::read(bytes).map(drop)),
    ("splendor-manifest-1.schema.json", |bytes| Manifest::read(bytes).map(drop)),
    ("splendor-answer-1.schema.json", |bytes| Answer::read(bytes).map(drop)),
];

static FILES: LazyLock<[Validator; 5]> = LazyLock::new(|| READERS.map(|(name, _)| validator(name)));
static REPORT: LazyLock<Validator> = LazyLock::new(|| validator("splendor-report-1.schema.json"));

fn validator(name: &str) -> Validator {
    let found = schemas().into_iter().find(|(other, _)| *other == name);
    let text = found.expect("the schema is published").1;
    let schema = serde_json::from_str(&text).expect("a schema is JSON");
    jsonschema::validator_for(&schema).expect("a schema is one")
}

/// Text → every reader and its schema.
pub(super) fn schema(bytes: &[u8]) {
    let Ok(value) = serde_json::from_slice::<Value>(bytes) else { return };
    alike(&value);
}

/// Valid documents to change.
const SAMPLES: [&str; 5] = [
    include_str!("../../seeds/schema/log.json"),
    include_str!("../../seeds/schema/position.json"),
    include_str!("../../seeds/schema/vector.json"),
    include_str!("../../seeds/schema/manifest.json"),
    include_str!("../../seeds/schema/answer.json"),
];

static PARSED: LazyLock<[Value; 5]> =
    LazyLock::new(|| SAMPLES.map(|text| serde_json::from_str(text).expect("a sample is JSON")));

/// Bytes → a document with some values moved.
pub(super) fn edited(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let at = choices.below(5);
    let mut document = PARSED[at].clone();
    for _ in 0..=choices.small(4) {
        let donor = if choices.once_in(4) { &PARSED[choices.below(5)] } else { &PARSED[at] };
        edit(&mut choices, &mut document, donor);
    }
    alike(&document);
}

/// Changes one value of a document to a value of another document or to a similar value.
pub(super) fn edit(choices: &mut Choices<'_>, document: &mut Value, donor: &Value) {
    let pick = |choices: &mut Choices<'_>, value: &Value| {
        let all = pointers(value);
        let at = choices.below(all.len());
        all[at].clone()
    };
    let to = pick(choices, document);
    let from = pick(choices, donor);
    let given = donor.pointer(&from).cloned().unwrap_or_default();
    let Some(node) = document.pointer_mut(&to) else { return };
    match (choices.below(6), &mut *node) {
        (0, Value::Array(list)) if !list.is_empty() => {
            list.remove(choices.below(list.len()));
        }
        (1, Value::Array(list)) => list.push(given),
        (0, Value::Object(object)) => {
            let key = object.keys().nth(choices.below(object.len())).cloned();
            object.remove(&key.unwrap_or_default());
        }
        (1, Value::Object(object)) => {
            let key = from.rsplit('/').next().unwrap_or_default().to_owned();
            object.insert(key, given);
        }
        (2, Value::String(text)) => text.push(char::from(b"d0+:-x1 "[choices.below(8)])),
        (3, Value::String(text)) => drop(text.pop()),
        (2, Value::Number(_)) => *node = numbers(choices).into(),
        _ => *node = given,
    }
}

fn numbers(choices: &mut Choices<'_>) -> i64 {
    let near = [0, 1, 2, 3, 4, 15, 16, 99, 100, 255, 256, 100_000, 100_001, -1];
    choices.pick(&near).unwrap_or_default()
}

fn pointers(value: &Value) -> Vec<String> {
    let mut all = vec![(String::new(), value)];
    let mut next = 0;
    while let Some((pointer, value)) = all.get(next).cloned() {
        match value {
            Value::Object(object) => all.extend(object.iter().map(|(key, value)| {
                (format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1")), value)
            })),
            Value::Array(list) => {
                let entries = list.iter().enumerate();
                all.extend(entries.map(|(at, value)| (format!("{pointer}/{at}"), value)));
            }
            _ => {}
        }
        next += 1;
    }
    all.into_iter().map(|(pointer, _)| pointer).collect()
}

fn alike(value: &Value) {
    if !is_plain(value, 0) {
        return;
    }
    let text = value.to_string();
    for ((name, read), validator) in READERS.iter().zip(FILES.iter()) {
        let outcome = read(text.as_bytes());
        let readable = with_one_action_a_turn(value).iter().all(|one| validator.is_valid(one));
        assert_eq!(outcome.is_ok(), readable, "{name}: {outcome:?}\n{text}");
    }
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

/// Returns whether a schema can express everything that the reader checks of a value.
fn is_plain(value: &Value, depth: usize) -> bool {
    depth < limits::DEPTH - 8
        && match value {
            Value::Number(number) => {
                let whole = number.as_i64().map(i64::unsigned_abs).or(number.as_u64());
                whole.is_some_and(|whole| whole <= limits::INTEGER)
            }
            Value::Array(list) => list.iter().all(|value| is_plain(value, depth + 1)),
            Value::Object(object) => object.values().all(|value| is_plain(value, depth + 1)),
            Value::Null | Value::Bool(_) | Value::String(_) => true,
        }
}

/// A report is valid by its schema.
pub(super) fn report_is_valid(report: &Report) {
    let value = serde_json::to_value(report).expect("a report is JSON");
    let errors: Vec<String> = REPORT.iter_errors(&value).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}\n{value}");
    let text = value.to_string();
    let read: Value = serde_json::from_str(&text).expect("a report is JSON");
    assert_eq!(read, value, "a report reads back");
}
