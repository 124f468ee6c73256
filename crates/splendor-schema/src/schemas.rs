//! Generates the JSON Schemas of the formats.

use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema};
use serde_json::Value;

use crate::formats::conformance::{Answer, Question};
use crate::formats::diagnosis::Diagnosis;
use crate::formats::log::Log;
use crate::formats::manifest::Manifest;
use crate::formats::position::Position;
use crate::formats::report::Report;
use crate::formats::seal::{Deal, Keys, Seal};
use crate::formats::summary::Summary;
use crate::formats::vector::Vector;
use crate::formats::why::Why;

/// Returns the JSON Schemas (draft 2020-12) of all formats: the name of each file and its text.
///
/// The schemas accept the same values as the readers, except for errors that only the text shows,
/// like duplicate keys or `1.0` for `1`.
///
/// ```
/// let schemas = splendor_schema::schemas();
/// let (name, text) = &schemas[0];
/// assert_eq!(*name, "splendor-log-1.schema.json");
/// assert!(text.contains(r#""$id": "urn:splendor:schema:log:1""#));
/// ```
pub fn schemas() -> Vec<(&'static str, String)> {
    vec![
        ("splendor-log-1.schema.json", text::<Log>("urn:splendor:schema:log:1")),
        ("splendor-position-1.schema.json", text::<Position>("urn:splendor:schema:position:1")),
        ("splendor-report-1.schema.json", text::<Report>("urn:splendor:schema:report:1")),
        ("splendor-summary-1.schema.json", text::<Summary>("urn:splendor:schema:summary:1")),
        ("splendor-manifest-1.schema.json", text::<Manifest>("urn:splendor:schema:manifest:1")),
        ("splendor-vector-1.schema.json", text::<Vector>("urn:splendor:schema:vector:1")),
        ("splendor-request-1.schema.json", text::<Question>("urn:splendor:schema:request:1")),
        ("splendor-answer-1.schema.json", text::<Answer>("urn:splendor:schema:answer:1")),
        ("splendor-why-1.schema.json", text::<Why>("urn:splendor:schema:why:1")),
        ("splendor-diagnosis-1.schema.json", text::<Diagnosis>("urn:splendor:schema:diagnosis:1")),
        ("splendor-seal-1.schema.json", text::<Seal>("urn:splendor:schema:seal:1")),
        ("splendor-deal-1.schema.json", text::<Deal>("urn:splendor:schema:deal:1")),
        ("splendor-keys-1.schema.json", text::<Keys>("urn:splendor:schema:keys:1")),
    ]
}

/// Returns the twins of [`schemas`] in draft-07, the dialect that editors and JSON Schema Store
/// read: the name of each file and its text. A twin accepts the same values.
///
/// ```
/// let twins = splendor_schema::draft_07_schemas();
/// let (name, text) = &twins[0];
/// assert_eq!(*name, "splendor-log-1.schema.json");
/// assert!(text.contains(r#""$id": "urn:splendor:schema:log:1:draft-07""#));
/// ```
pub fn draft_07_schemas() -> Vec<(&'static str, String)> {
    let twin = |(name, text): (_, String)| (name, draft_07(&text));
    schemas().into_iter().map(twin).collect()
}

/// Rewrites a schema in draft-07, which knows every keyword that the schemas use, but has another
/// name for the definitions. It ignores the neighbors of a reference; no schema has such.
fn draft_07(text: &str) -> String {
    let mut schema: Value = serde_json::from_str(text).expect("a schema is JSON");
    name_definitions(&mut schema);
    let id = schema["$id"].as_str().unwrap_or_default();
    schema["$id"] = format!("{id}:draft-07").into();
    schema["$schema"] = "http://json-schema.org/draft-07/schema#".into();
    let mut text = serde_json::to_string_pretty(&schema).expect("a schema is JSON");
    text.push('\n');
    text
}

fn name_definitions(schema: &mut Value) {
    match schema {
        Value::Object(entries) => {
            if let Some(Value::String(reference)) = entries.get_mut("$ref") {
                *reference = reference.replacen("#/$defs/", "#/definitions/", 1);
            }
            if let Some(definitions) = entries.remove("$defs") {
                entries.insert("definitions".to_owned(), definitions);
            }
            entries.values_mut().for_each(name_definitions);
        }
        Value::Array(items) => items.iter_mut().for_each(name_definitions),
        _ => {}
    }
}

/// Returns the schema of a type as the text of a file.
fn text<T: JsonSchema>(id: &str) -> String {
    let settings = SchemaSettings::draft2020_12();
    let generated = settings.into_generator().into_root_schema_for::<T>();
    let mut schema = Schema::default();
    schema.insert("$schema".to_owned(), "https://json-schema.org/draft/2020-12/schema".into());
    schema.insert("$id".to_owned(), id.into());
    for (key, value) in generated.as_object().into_iter().flatten() {
        schema.insert(key.clone(), value.clone());
    }
    RecursiveTransform(plain).transform(&mut schema);
    let mut text = serde_json::to_string_pretty(&schema).expect("a schema is JSON");
    text.push('\n');
    text
}

/// Returns a text with each paragraph and each entry of a list on one line.
fn joined(text: &str) -> String {
    let mut joined = String::new();
    for line in text.lines() {
        let begins = line.is_empty() || line.starts_with("- ") || joined.ends_with('\n');
        if !joined.is_empty() {
            joined.push(if begins { '\n' } else { ' ' });
        }
        joined.push_str(line.trim());
    }
    joined
}

/// Removes parts of a generated schema that are wrong or harmful here: the names of integer types,
/// which validators do not know; defaults, which code generators copy into the data; `null`, which
/// no value is; and the line breaks of doc comments.
fn plain(schema: &mut Schema) {
    if let Some(Value::String(description)) = schema.get_mut("description") {
        *description = joined(description);
    }
    schema.remove("format");
    schema.remove("default");
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            schema.insert("type".to_owned(), only);
        }
    }
    not_null(schema);
    only_reference(schema);
}

/// Moves a reference with a description into `allOf`.
///
/// Code generators make a second type of a reference with siblings.
fn only_reference(schema: &mut Schema) {
    if schema.get("description").is_some()
        && let Some(reference) = schema.remove("$ref")
    {
        schema.insert("allOf".to_owned(), serde_json::json!([{ "$ref": reference }]));
    }
}

/// Replaces a choice between a schema and `null` by that schema.
fn not_null(schema: &mut Schema) {
    let Some(Value::Array(choices)) = schema.get_mut("anyOf") else { return };
    choices.retain(|choice| choice.get("type").is_none_or(|name| name != "null"));
    if let [Value::Object(only)] = choices.as_slice() {
        let only = only.clone();
        schema.remove("anyOf");
        for (key, value) in only {
            schema.insert(key, value);
        }
    }
}
