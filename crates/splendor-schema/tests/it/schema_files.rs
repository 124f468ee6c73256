//! The files in `schema/` are up to date, strict and valid, and reports match theirs.

use serde_json::Value;
use splendor_schema::id::Digest;
use splendor_schema::log::Source;
use splendor_schema::report::{
    AppliedRuling, Fact, FactName, Facts, InferredFact, MissingFact, Related, ReportFormat,
    RulingOrigin, Severity, Tool,
};
use splendor_schema::rules::Ruling;
use splendor_schema::{Finding, InputFile, Report, Verdict, draft_07_schemas, schemas};

use crate::golden;

#[test]
fn files_are_fresh() {
    for (name, text) in schemas() {
        golden(&format!("schema/{name}"), &text);
    }
}

/// A twin differs in the dialect, in the name of the definitions, and in nothing that a draft-07
/// validator would read otherwise.
#[test]
fn twins_are_valid_in_draft_07() {
    const LATER: [&str; 9] = [
        "$defs",
        "prefixItems",
        "unevaluatedProperties",
        "unevaluatedItems",
        "dependentRequired",
        "dependentSchemas",
        "minContains",
        "maxContains",
        "$anchor",
    ];
    let (schemas, twins) = (schemas(), draft_07_schemas());
    assert_eq!(schemas.len(), twins.len());
    for ((name, _), (twin, text)) in schemas.iter().zip(&twins) {
        assert_eq!(name, twin);
        let schema: Value = serde_json::from_str(text).unwrap();
        jsonschema::draft7::meta::validate(&schema).unwrap();
        jsonschema::draft7::new(&schema).unwrap();
        for (pointer, node) in crate::mutations::nodes(&schema) {
            let Some(object) = node.as_object() else { continue };
            // The keys of these are names of properties or of definitions.
            let names = pointer.ends_with("/properties") || pointer.ends_with("/definitions");
            let later = LATER.iter().find(|key| !names && object.contains_key(**key));
            assert!(later.is_none(), "{name} {pointer}: {later:?}");
            let alone = object.get("$ref").is_none_or(|it| !it.is_string() || object.len() == 1);
            assert!(alone || names, "{name} {pointer}: draft-07 ignores neighbors of a reference");
        }
    }
}

#[test]
fn schemas_are_valid_and_strict() {
    for (name, text) in schemas() {
        let schema: Value = serde_json::from_str(&text).unwrap();
        jsonschema::draft202012::meta::validate(&schema).unwrap();
        jsonschema::validator_for(&schema).unwrap();
        for (pointer, node) in crate::mutations::nodes(&schema) {
            let Some(object) = node.as_object() else { continue };
            let is_schema = object.get("type").is_some_and(Value::is_string);
            let open = ["/$defs/Ext", "/$defs/Rulings", "/$defs/Facts"].contains(&pointer.as_str());
            // The keys of a table are names; its schema describes the values, which may be
            // counts.
            let table = ["/properties/clauses", "/properties/clients"].contains(&pointer.as_str());
            let counts = ["LeftOutCounts", "IgnoredCounts"]
                .map(|name| format!("/$defs/{name}/properties/reasons"))
                .contains(&pointer);
            if table {
                assert!(object["additionalProperties"]["$ref"].is_string(), "{name} {pointer}");
            } else if counts {
                assert_eq!(object["additionalProperties"]["type"], "integer", "{name} {pointer}");
            } else if is_schema && object["type"] == "object" && !open {
                assert_eq!(object["additionalProperties"], false, "{name} {pointer}");
            }
            if is_schema {
                assert!(!object.contains_key("format"), "{name} {pointer}");
                assert!(!object.contains_key("default"), "{name} {pointer}");
            }
        }
        for (definition, schema) in schema["$defs"].as_object().unwrap() {
            // A position within another file keeps its own title.
            let whole = definition == "Position" && schema["title"] == "Splendor position";
            assert!(whole || schema["title"] == **definition, "{name} {definition}");
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

fn always_pass() -> AppliedRuling {
    let value = Ruling::Word("always".into());
    AppliedRuling { name: "pass".into(), value, origin: RulingOrigin::Log }
}

/// A report that has every field.
fn full_report() -> Report {
    let mut facts = Facts::default();
    facts.push("color", "emerald");
    facts.push("supply", 3_u8);
    Report {
        format: ReportFormat,
        tool: Tool { name: "splendor".into(), version: "1.0.0".into() },
        input: InputFile { name: "games.jsonl".into(), game: 1, line: 1 },
        source: Some(Source { client: Some("example".into()), ..Source::default() }),
        verdict: Verdict::Illegal,
        complete: false,
        departures: vec![always_pass()],
        rulings: vec![always_pass()],
        findings: vec![finding(facts)],
        missing: vec![MissingFact {
            fact: FactName::Refill,
            turn: Some(3),
            pointer: Some("/turns/2/refill".into()),
            message: "two cards are possible".into(),
        }],
        inferred: vec![InferredFact {
            fact: FactName::Pay,
            turn: Some(2),
            pointer: Some("/turns/1/purchase/pay".into()),
            value: Fact::from("ruby 2".to_owned()),
        }],
        unchecked: vec!["/turns/0/ext".into()],
        scores: Some(vec![16, 12]),
        winners: Some(vec![0]),
        plies: 41,
        judged: 23,
        digest: Some(Digest(1)),
    }
}

fn finding(facts: Facts) -> Finding {
    Finding {
        clause: "take.pair-needs-four".into(),
        contradicts: Some("log.after".into()),
        severity: Severity::Error,
        turn: Some(23),
        round: Some(12),
        seat: Some(0),
        pointer: Some("/turns/22/take".into()),
        line: Some(41),
        column: Some(24),
        facts,
        message: "two emeralds taken from a stack of three".into(),
        needed: Some("needs four emeralds".to_owned()),
        sentence: "Two of a color may be taken only from a stack of at least four.".into(),
        help: Some("three different gems are legal here".into()),
        url: "take.html#pair-needs-four".into(),
        after_illegal: false,
        after_guess: false,
        tables: Some(2),
        related: Some(Related { pointer: "/turns/21".into(), ..Related::default() }),
    }
}

#[test]
fn reports_are_what_their_schema_says() {
    let schemas = schemas();
    let (_, text) = schemas.iter().find(|(name, _)| name.contains("report")).unwrap();
    let schema: Value = serde_json::from_str(text).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let full = full_report();
    let value = serde_json::to_value(&full).unwrap();
    validator.validate(&value).map_err(|error| error.to_string()).unwrap();
    assert_eq!(value.as_object().unwrap().len(), schema["properties"].as_object().unwrap().len());
    let departures = Vec::new();
    let bare =
        Report { departures, source: None, scores: None, winners: None, digest: None, ..full };
    assert!(validator.is_valid(&serde_json::to_value(&bare).unwrap()));
}
