//! The files in `schema/` are what the types say.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use splendor_schema::schemas;

fn directory() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../schema")
}

#[test]
fn files_are_fresh() {
    for (name, text) in schemas() {
        let path = directory().join(name);
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, &text).unwrap();
        }
        let file = fs::read_to_string(&path).unwrap_or_default();
        assert!(file == text, "schema/{name} is stale: BLESS=1 cargo test rewrites it");
    }
}

#[test]
fn schemas_are_valid_and_strict() {
    for (name, text) in schemas() {
        let schema: Value = serde_json::from_str(&text).unwrap();
        jsonschema::draft202012::meta::validate(&schema).unwrap();
        jsonschema::validator_for(&schema).unwrap();
        for (pointer, node) in crate::mutate::nodes(&schema) {
            let Some(object) = node.as_object() else { continue };
            let is_schema = object.get("type").is_some_and(Value::is_string);
            let open = ["/$defs/Ext", "/$defs/Rulings", "/$defs/Facts"].contains(&pointer.as_str());
            if is_schema && object["type"] == "object" && !open {
                assert_eq!(object["additionalProperties"], false, "{name} {pointer}");
            }
            if is_schema {
                assert!(!object.contains_key("format"), "{name} {pointer}");
                assert!(!object.contains_key("default"), "{name} {pointer}");
            }
        }
        for (definition, schema) in schema["$defs"].as_object().unwrap() {
            assert_eq!(schema["title"], **definition, "{name}");
            assert!(schema["description"].is_string(), "{name} {definition}");
        }
    }
}

#[test]
fn examples_in_the_schemas_are_valid() {
    for (name, text) in schemas() {
        let schema: Value = serde_json::from_str(&text).unwrap();
        for (definition, part) in schema["$defs"].as_object().unwrap() {
            let mut root = schema.clone();
            root.as_object_mut().unwrap().retain(|key, _| key.starts_with('$'));
            root["$ref"] = format!("#/$defs/{definition}").into();
            let validator = jsonschema::validator_for(&root).unwrap();
            for example in part["examples"].as_array().into_iter().flatten() {
                assert!(validator.is_valid(example), "{name} {definition} {example}");
            }
        }
    }
}
