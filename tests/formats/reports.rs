//! Checks that reports match their schema and their page, point at the right place, and are
//! deterministic.

use std::collections::BTreeSet;
use std::fmt::Write;

use serde_json::Value;

use crate::cmd::Folder;
use crate::{golden, root};

/// Returns a folder with the project's replays and a log of each verdict.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    for kind in ["legal", "illegal"] {
        for entry in std::fs::read_dir(root().join("replays").join(kind)).unwrap() {
            let path = entry.unwrap().path();
            let file = path.file_name().unwrap().to_str().unwrap();
            folder.write(&format!("{kind}/{file}"), std::fs::read(&path).unwrap());
        }
    }
    for file in ["consistent.json", "undecided.json", "inferred.json"] {
        folder.write(
            &format!("other/{file}"),
            std::fs::read(root().join("tests/cmd").join(file)).unwrap(),
        );
    }
    let game = folder.run("example").out;
    folder.write("other/unsupported.json", game.replace("\"2024\"", "\"1999\""));
    folder.write("other/malformed.json", game.replace("\"sapphire\"]", "\"blue\"]"));
    folder.write("other/cut.json", &game[..400]);
    folder.write(
        "other/foreign.json",
        game.replace("\"take\": [\"diamond\", \"ruby\", \"onyx\"]", "\"foreign\": {}"),
    );
    folder.write("other/games.jsonl", folder.run("generate --games 3 --after").out);
    folder
}

/// Returns the JSON reports of all logs in a folder.
fn reports(folder: &Folder, options: &str) -> Vec<Value> {
    let run = folder.run(&format!("verify --format json {options} legal illegal other"));
    assert_eq!((run.status, run.err.as_str()), (2, ""));
    run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn reports_match_their_schema() {
    let folder = folder("reports-schema");
    let schema = root().join("schema/splendor-report-1.schema.json");
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(schema).unwrap()).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    let mut verdicts = BTreeSet::new();
    for options in ["", "--keep-going", "--ruling pass=always --strict"] {
        for report in reports(&folder, options) {
            let errors: Vec<_> =
                schema.iter_errors(&report).map(|error| error.to_string()).collect();
            assert!(errors.is_empty(), "{errors:?}\n{report}");
            verdicts.insert(report["verdict"].as_str().unwrap().to_owned());
        }
    }
    assert_eq!(verdicts.len(), 6, "{verdicts:?}");
}

#[test]
fn reports_are_deterministic() {
    let folder = folder("reports-twice");
    for format in ["text", "line", "json"] {
        let run =
            || folder.run(&format!("verify --format {format} --keep-going legal illegal other"));
        let first = run();
        assert!(first.out.len() > 10_000);
        assert!(first.all() == run().all(), "{format} varies");
    }
}

/// Returns the byte offset of a line and column; columns count characters.
fn offset(text: &str, place: &Value) -> usize {
    let number = |name: &str| usize::try_from(place[name].as_u64().unwrap()).unwrap() - 1;
    let start: usize = text.split_inclusive('\n').take(number("line")).map(str::len).sum();
    start + text[start..].chars().take(number("column")).map(char::len_utf8).sum::<usize>()
}

/// Returns the JSON value that begins at a byte offset.
fn value_at(text: &str, offset: usize) -> Option<Value> {
    let values = serde_json::Deserializer::from_str(&text[offset..]);
    values.into_iter().next()?.ok()
}

/// Checks that lines and columns lead to the same values as the pointers; returns the number of
/// places.
fn check_places(folder: &Folder) -> usize {
    let mut places = 0;
    for report in reports(folder, "--keep-going") {
        let text = folder.read(report["input"]["name"].as_str().unwrap());
        let game = report["input"]["line"].as_u64().unwrap();
        let log =
            text.lines().skip(usize::try_from(game).unwrap() - 1).collect::<Vec<_>>().join("\n");
        let Some(log) = value_at(&log, 0) else { continue };
        let errors = report["findings"].as_array().unwrap().iter();
        for finding in errors.filter(|finding| finding["severity"] == "error") {
            for place in [Some(finding), finding.get("related")].into_iter().flatten() {
                let pointer = place["pointer"].as_str().unwrap();
                let value = value_at(&text, offset(&text, place));
                assert_eq!(value.as_ref(), log.pointer(pointer), "{place}");
                places += 1;
            }
        }
    }
    places
}

#[test]
fn lines_and_columns_point_exactly_at_the_value_of_a_finding() {
    let folder = folder("reports-places");
    let plain = check_places(&folder);
    assert!(plain > 60, "{plain}");
    // Multi-byte letters before every place and Windows line endings must not shift the places.
    for kind in ["legal", "illegal"] {
        for entry in std::fs::read_dir(folder.path().join(kind)).unwrap() {
            let file = format!("{kind}/{}", entry.unwrap().file_name().to_str().unwrap());
            let text = folder
                .read(&file)
                .replace("{ \"seat\"", "{ \"ext\": { \"é€😀\": \"ß\" }, \"seat\"");
            folder.write(&file, text.replace("\"Ada\"", "\"Åda\"").replace('\n', "\r\n"));
        }
    }
    assert_eq!(check_places(&folder), plain);
}

#[test]
fn places_are_right_in_logs_on_one_line() {
    let folder = folder("reports-lines");
    let mut lines = String::new();
    for entry in std::fs::read_dir(folder.path().join("illegal")).unwrap() {
        let file = format!("illegal/{}", entry.unwrap().file_name().to_str().unwrap());
        let log: Value = serde_json::from_str(&folder.read(&file)).unwrap();
        writeln!(lines, "{log}").unwrap();
    }
    folder.write("other/illegal.jsonl", lines);
    assert!(check_places(&folder) > 120);
}

#[test]
fn a_long_line_is_shortened() {
    let folder = folder("reports-long");
    let log: Value = serde_json::from_str(&folder.read("illegal/reserve-deck.json")).unwrap();
    folder.write("long.json", log.to_string());
    let run = folder.run("verify long.json");
    let longest = run.out.lines().map(|line| line.chars().count()).max().unwrap();
    assert!(log.to_string().len() > 2_000 && longest < 260, "{longest}: {}", run.out);
    let column = log.to_string().find("\"deck\":3}").unwrap();
    assert!(run.out.contains("long.json:1:"), "{}", run.out);
    assert!(run.out.contains("━") && column > 0);
}

#[test]
fn the_page_shows_real_reports_and_documents_every_field_and_id() {
    let folder = folder("reports-page");
    let path = "docs/src/report-format.md";
    let page = std::fs::read_to_string(root().join(path)).unwrap();
    golden(path, &with_reports(&page, &folder));
    let schema = root().join("schema/splendor-report-1.schema.json");
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(schema).unwrap()).unwrap();
    let defined = schema["$defs"].as_object().unwrap().values();
    for object in [&schema].into_iter().chain(defined) {
        for name in object["properties"].as_object().into_iter().flatten().map(|(name, _)| name) {
            assert!(page.contains(&format!("`{name}`")), "{path} does not name {name}");
        }
    }
    for id in ["encoding", "bom", "json", "duplicate-key", "shape", "size"] {
        assert!(page.contains(&format!("| `format.{id}` |")), "{id}");
        assert_eq!(folder.run(&format!("explain format.{id}")).status, 0, "{id}");
    }
    for id in ["format", "edition", "module", "box", "ruling", "foreign"] {
        assert!(page.contains(&format!("| `unsupported.{id}` |")), "{id}");
        assert_eq!(folder.run(&format!("explain unsupported.{id}")).status, 0, "{id}");
    }
}

const OPENING: &str = "```json,report ";
const CLOSING: &str = "\n```";

/// Returns the page with each of its reports replaced by the actual report on the log that the
/// block names.
fn with_reports(page: &str, folder: &Folder) -> String {
    let mut parts = page.split(OPENING);
    let mut fresh = parts.next().unwrap().to_owned();
    for part in parts {
        let (file, rest) = part.split_once('\n').unwrap();
        let (_, rest) = rest.split_once("```").unwrap();
        let report = folder.run(&format!("verify --format json {file}")).out;
        let report = layout(&serde_json::from_str(&report).unwrap(), 0);
        write!(fresh, "{OPENING}{file}\n{report}{CLOSING}{rest}").unwrap();
    }
    fresh
}

/// Returns a value as indented JSON, with values on one line where they fit.
fn layout(value: &Value, indent: usize) -> String {
    let short = value.to_string();
    let blank = " ".repeat(indent + 2);
    let close = " ".repeat(indent);
    match value {
        _ if short.len() + indent < 90 => short,
        Value::Array(all) => {
            let parts: Vec<_> =
                all.iter().map(|one| blank.clone() + &layout(one, indent + 2)).collect();
            format!("[\n{}\n{close}]", parts.join(",\n"))
        }
        Value::Object(all) => {
            let part = |(key, one): (&String, &Value)| {
                format!("{blank}{}: {}", Value::from(key.as_str()), layout(one, indent + 2))
            };
            format!("{{\n{}\n{close}}}", all.iter().map(part).collect::<Vec<_>>().join(",\n"))
        }
        _ => short,
    }
}

#[test]
fn a_wrong_city_is_one_finding_at_its_place() {
    let folder = folder("reports-strange-city");
    let log = folder.read("legal/setup-city-tiles.json");
    for (cities, place, clause) in [
        (r#""13:3e4o", "15:+5", "17:1d""#, "/setup/cities/2", "component.unknown"),
        (r#""13:3e4o", "15:+5", "13:3e4o""#, "/setup/cities/2", "setup.city-tiles"),
        (r#""13:3e4o", "15:+5""#, "/setup/cities", "setup.cities"),
    ] {
        folder.write("strange.json", log.replace(r#""13:3e4o", "15:+5", "17:""#, cities));
        let run = folder.run("verify --keep-going --format json strange.json");
        let report: Value = serde_json::from_str(&run.out).unwrap();
        let found = report["findings"].as_array().unwrap();
        assert_eq!(found.len(), 1, "{cities}: {found:?}");
        assert_eq!((&found[0]["pointer"], &found[0]["clause"]), (&place.into(), &clause.into()));
    }
}

#[test]
fn a_contested_city_is_noted() {
    let folder = folder("reports-cities");
    let log = folder.read("legal/setup-city-tiles.json");
    for (city, contested) in [("12:3d3e3r3o", true), ("12:3d3s3e3r", true), ("12:3s3e3r3o", false)]
    {
        folder.write("noted.json", log.replace("17:", city));
        let run = folder.run("verify --strict --format json noted.json");
        assert_eq!(run.status, 0, "{}", run.out);
        let report: Value = serde_json::from_str(&run.out).unwrap();
        let notes = report["findings"].as_array().unwrap();
        assert_eq!(notes.len(), usize::from(contested), "{city}: {notes:?}");
        for note in notes {
            assert_eq!(
                (&note["clause"], &note["severity"]),
                (&"setup.cities".into(), &"note".into())
            );
            assert_eq!(note["pointer"], "/setup/cities/2");
            let message = note["message"].as_str().unwrap();
            assert_eq!(
                message,
                format!(
                    "sources differ on this face of Madrid, {city}, and both readings are accepted"
                )
            );
        }
    }
}

/// The note on the city comes before the breach, but it breaks nothing.
#[test]
fn a_noted_city_is_not_the_clause_that_a_turn_breaks() {
    let folder = folder("reports-cities-why");
    let log = folder.read("legal/setup-city-tiles.json");
    folder.write("noted.json", log.replace("17:", "12:3d3e3r3o"));
    let run = folder.run("why noted.json --turn 1 {\"take\":[\"ruby\",\"ruby\",\"ruby\"]}");
    assert_eq!(run.status, 1, "{}{}", run.out, run.err);
    let last = run.out.lines().last().unwrap();
    assert!(last.ends_with(": illegal by take.pair"), "{last}");
    assert!(run.out.starts_with("note[setup.cities]"), "{}", run.out);
    assert!(run.out.contains("turns are legal here"), "{}", run.out);
}

#[test]
fn a_missing_winner_is_distinguished_from_a_wrong_one() {
    let folder = folder("reports-winners");
    let log = folder.read("legal/ending-by-noble-2-seats.json");
    for (winners, message) in [
        ("[]", "seat 1 wins by the rules, but is not called a winner"),
        ("[0]", "seat 0 is called a winner with 5 prestige, but the most is 17"),
    ] {
        let wrong = log.replace("\"winners\": [1]", &format!("\"winners\": {winners}"));
        let wrong = wrong.replace("\"winners\":[1]", &format!("\"winners\":{winners}"));
        folder.write("wrong.json", wrong);
        let run = folder.run("verify --format line wrong.json");
        assert!(run.out.trim_end().ends_with(&format!("claim.winner: {message}")), "{}", run.out);
    }
}
