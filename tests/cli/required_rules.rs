//! Checks that no log passes by rules that it chose itself if others are required.

use std::fmt::Write as _;

use serde_json::{Value, json};
use splendor_core::RULINGS;

use super::departures::{log_with, self_chosen};
use crate::cmd::{Folder, Run};

/// Every report format.
const FORMATS: [&str; 7] = ["text", "line", "json", "sarif", "junit", "github", "gitlab"];

/// Every value of every ruling that is not the published one.
fn other_values() -> Vec<(&'static str, Value)> {
    let mut all = Vec::new();
    for ruling in RULINGS {
        let mut values = ruling.values[1..].to_vec();
        if ruling.name == "target" {
            values.extend(["1", "14", "16", "21", "255"]);
        }
        for value in values {
            let value = value.parse::<u8>().map_or_else(|_| value.into(), Value::from);
            all.push((ruling.name, value));
        }
    }
    all
}

/// A log on several lines, with its rules on one line: GitHub gets no column of several lines.
fn laid_out(rules: &Value) -> String {
    let takes = json!([{ "seat": 0, "take": ["ruby", "ruby"] }]);
    let log: Value = serde_json::from_str(&log_with(json!({}), takes)).unwrap();
    let mut text = format!("{{\n\"format\": \"splendor-log/1\",\n\"rules\": {rules}");
    for part in ["players", "setup", "turns"] {
        write!(text, ",\n\"{part}\": {}", log[part]).unwrap();
    }
    text + "\n}\n"
}

/// Where a finding is: its pointer, line and column.
#[derive(Clone, Copy, Debug)]
struct At<'p>(&'p str, usize, usize);

impl<'p> At<'p> {
    /// Returns the first place after `before` in a text.
    fn of(text: &str, pointer: &'p str, before: &str) -> Self {
        let start = text.find(before).expect("the text has this part") + before.len();
        let line = text[..start].matches('\n').count() + 1;
        let column = text[..start].rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        At(pointer, line, column)
    }
}

/// Returns the values below a pointer of JSON.
fn json_of(text: &str, pointer: &str) -> Vec<Value> {
    let whole: Value = serde_json::from_str(text).unwrap();
    whole.pointer(pointer).and_then(Value::as_array).cloned().unwrap_or_default()
}

/// Checks that a report in this format has the finding at this place, and lets no log pass.
fn assert_found(format: &str, run: &Run, id: &str, at: At<'_>) {
    let At(pointer, line, column) = at;
    let has = |words: String| assert!(run.out.contains(&words), "{format}: {words}: {}", run.all());
    assert_eq!(run.status, 1, "{format}: {}", run.all());
    match format {
        "text" => {
            has(format!("error[{id}]: the log "));
            has(format!("\u{256d}\u{25b8} log.json:{line}:{column}\n"));
            has("\nlog.json: illegal in its rules".to_owned());
        }
        "line" => {
            has(format!("log.json:{line}:{column}: illegal"));
            has(format!(": {id}: the log "));
        }
        "json" => {
            let found = json_of(&run.out, "/findings");
            let found = found.iter().find(|found| found["clause"] == id).unwrap();
            let place = [&found["pointer"], &found["line"], &found["column"]];
            assert_eq!(place, [&json!(pointer), &json!(line), &json!(column)]);
            assert_eq!(found["url"], "docs/src/tournament.md");
            has("\"verdict\":\"illegal\"".to_owned());
        }
        "sarif" => {
            let found = json_of(&run.out, "/runs/0/results");
            let found = found.iter().find(|found| found["ruleId"] == id).unwrap();
            let at = &found["locations"][0];
            let region = &at["physicalLocation"]["region"];
            let place = [&at["logicalLocations"][0]["fullyQualifiedName"], &region["startLine"]];
            assert_eq!(place, [&json!(pointer), &json!(line)], "{found}");
            assert_eq!(
                (&region["startColumn"], &found["level"]),
                (&json!(column), &json!("error"))
            );
        }
        "junit" => {
            has("<property name=\"verdict\" value=\"illegal\"/>".to_owned());
            has(format!("<failure type=\"{id}\""));
            has(format!(">log.json:{line}:{column}: {id}: the log "));
        }
        "github" => {
            has(format!("::error file=log.json,line={line},col={column},"));
            has(format!("title={id}::the log "));
        }
        "gitlab" => {
            let end = run.out.rfind(']').unwrap();
            let found = json_of(&run.out[..=end], "");
            let found = found.iter().find(|found| found["check_name"] == id).unwrap();
            let place = (&found["location"]["path"], &found["location"]["lines"]["begin"]);
            assert_eq!(place, (&json!("log.json"), &json!(line)));
        }
        _ => unreachable!("a format without a check: {format}"),
    }
}

#[test]
fn no_rule_that_a_log_chooses_itself_passes_as_published() {
    let folder = Folder::new("required-published");
    for (rulings, turns, _) in self_chosen() {
        folder.write("log.json", log_with(rulings.clone(), turns));
        for options in ["", "--keep-going", "--format line", "--format json", "--quiet"] {
            let run = folder.run(&format!("verify --published {options} log.json"));
            assert_eq!(run.status, 1, "{}", run.all());
            assert!(run.out.contains("rules.rulings"), "{}", run.out);
            assert!(
                !run.out.contains("legal under") && !run.out.contains(": legal"),
                "{}",
                run.out
            );
        }
        for command in ["why --turn 1", "witness", "verify --summary", "audit"] {
            let run = folder.run(&format!("{command} --published log.json"));
            assert_eq!(run.status, 1, "{command}: {}", run.all());
        }
    }
    // An audit tries no other rulings: none of them would be the required one.
    let audit = folder.run("audit --published log.json").out;
    assert!(!audit.contains("\nrulings") && !audit.contains("no rulings"), "{audit}");
    // A declared ruling with its published value is no departure.
    let takes = json!([{ "seat": 0, "take": ["ruby", "ruby"] }]);
    folder.write("log.json", log_with(json!({ "target": 15 }), takes));
    assert_eq!(folder.run("verify --published log.json").status, 0);
}

/// The modules and boxes that a log can declare, and the options with which a game of them is
/// generated.
fn sets() -> Vec<(Value, String)> {
    let mut all = Vec::new();
    for modules in [vec![], vec!["cities"], vec!["trading-posts"], vec!["cities", "trading-posts"]]
    {
        for boxes in [vec![], vec!["silk-road"], vec!["sun-never-sets"]] {
            let options = modules.iter().map(|name| format!(" --module {name}"));
            let options = options.chain(boxes.iter().map(|name| format!(" --box {name}")));
            let options = options.collect();
            let mut rules = json!({ "edition": "2024" });
            for (list, names) in [("modules", &modules), ("boxes", &boxes)] {
                if !names.is_empty() {
                    rules[list] = json!(names);
                }
            }
            all.push((rules, options));
        }
    }
    all
}

#[test]
fn no_value_of_a_ruling_passes_as_published_with_any_modules() {
    let folder = Folder::new("required-values");
    for (rules, options) in sets() {
        let game = folder.run(&format!("generate --max-turns 1{options}")).out;
        let game: Value = serde_json::from_str(&game).unwrap();
        folder.write("log.json", game.to_string());
        assert_eq!(folder.run("verify --published log.json").status, 0, "{rules}");
        let mut games = String::new();
        for (name, value) in other_values() {
            let mut game = game.clone();
            game["rules"]["rulings"] = json!({ name: value });
            games += &format!("{game}\n");
        }
        folder.write("games.jsonl", games);
        let run = folder.run("verify --published --format json games.jsonl");
        assert_eq!((run.status, run.out.lines().count()), (1, other_values().len()), "{rules}");
        for ((name, _), line) in other_values().iter().zip(run.out.lines()) {
            let report: Value = serde_json::from_str(line).unwrap();
            let first = &report["findings"][0];
            let pointer = format!("/rules/rulings/{name}");
            assert_eq!(report["verdict"], "illegal", "{line}");
            assert_eq!(first["clause"], "rules.rulings", "{line}");
            assert_eq!(first["pointer"], pointer, "{line}");
            assert_eq!(report["departures"], Value::Null, "{line}");
        }
    }
}

#[test]
fn no_edition_module_or_box_passes_if_others_are_required() {
    let folder = Folder::new("required-sets");
    let sets = sets();
    let mut games = String::new();
    for (_, options) in &sets {
        games += &folder.run(&format!("generate --max-turns 1{options}")).out;
    }
    games += &folder.run("generate --max-turns 1 --edition 2014").out;
    folder.write("games.jsonl", &games);
    let mut declared: Vec<Value> = sets.into_iter().map(|(rules, _)| rules).collect();
    declared.push(json!({ "edition": "2014" }));
    for required in &declared {
        folder.write("rules.json", required.to_string());
        let run = folder.run("verify --rules rules.json --format json games.jsonl");
        assert_eq!(run.out.lines().count(), declared.len());
        for (rules, line) in declared.iter().zip(run.out.lines()) {
            let report: Value = serde_json::from_str(line).unwrap();
            let due = if rules == required { "legal" } else { "illegal" };
            assert_eq!(report["verdict"], due, "{rules} for {required}: {line}");
            let ids = report["findings"].as_array().unwrap().iter();
            let ids: Vec<&str> = ids.filter_map(|found| found["clause"].as_str()).collect();
            for part in ["edition", "modules", "boxes"] {
                let differs = rules[part] != required[part];
                assert_eq!(ids.contains(&&*format!("rules.{part}")), differs, "{part}: {line}");
            }
        }
    }
}

#[test]
fn every_format_shows_the_place_of_a_declaration_that_is_not_published() {
    let folder = Folder::new("required-formats");
    let log = laid_out(&json!({ "edition": "2024", "rulings": { "pass": "always" } }));
    folder.write("log.json", &log);
    let at = At::of(&log, "/rules/rulings/pass", "\"pass\":");
    for format in FORMATS {
        let run = folder.run(&format!("verify --published --format {format} log.json"));
        assert_found(format, &run, "rules.rulings", at);
    }
}

#[test]
fn a_changed_rule_of_a_tournament_is_noticed_in_every_format() {
    let folder = Folder::new("required-tournament");
    let required = json!({ "edition": "2024", "rulings": { "target": 21 } });
    let log = laid_out(&required);
    folder.write("log.json", &log);
    folder.write("rules.json", required.to_string());
    for command in ["verify", "audit", "witness", "why --turn 1", "diagnose", "view", "show"] {
        let run = folder.run(&format!("{command} --rules rules.json log.json"));
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{command}: {}", run.all());
    }
    let run = folder.run("verify --rules rules.json log.json");
    assert!(run.out.starts_with("log.json: legal under target=21; "), "{}", run.out);
    let rules = At::of(&log, "/rules", "\"rules\": ");
    let edition = At::of(&log, "/rules/edition", "\"edition\":");
    let rulings = At::of(&log, "/rules/rulings", "\"rulings\":");
    let target = At::of(&log, "/rules/rulings/target", "\"target\":");
    let mut changes = vec![
        ("rules.edition", "edition", json!("2014"), edition),
        ("rules.modules", "modules", json!(["cities"]), rules),
        ("rules.boxes", "boxes", json!(["silk-road"]), rules),
        ("rules.rulings", "rulings", json!({ "target": 20 }), target),
        ("rules.rulings", "rulings", json!({}), target),
    ];
    for (name, value) in other_values().into_iter().filter(|(name, _)| *name != "target") {
        let value = json!({ "target": 21, name: value });
        changes.push(("rules.rulings", "rulings", value, rulings));
    }
    for (id, part, value, at) in changes {
        let mut changed = required.clone();
        changed[part] = value;
        folder.write("rules.json", changed.to_string());
        for format in FORMATS {
            let run = folder.run(&format!("verify --rules rules.json --format {format} log.json"));
            assert_found(format, &run, id, at);
        }
        for command in ["verify --summary", "verify --summary --format json", "audit"] {
            let run = folder.run(&format!("{command} --rules rules.json log.json"));
            assert!(run.status == 1 && run.out.contains(id), "{id}: {}", run.all());
        }
    }
}

#[test]
fn every_command_reports_a_declaration_that_is_not_required() {
    let folder = Folder::new("required-commands");
    let log = laid_out(&json!({ "edition": "2024", "rulings": { "pass": "always" } }));
    folder.write("log.json", &log);
    folder.write("rules.json", r#"{ "edition": "2024" }"#);
    let message = "the log declares the ruling pass=always, where pass=when-stuck is required";
    let At(_, line, column) = At::of(&log, "", "\"pass\":");
    for option in ["--published", "--rules rules.json"] {
        let run = |command: &str| folder.run(&format!("{command} {option} log.json"));
        let why = run("why --turn 1");
        let place = format!(
            "error[rules.rulings]: {message}\n  \u{256d}\u{25b8} log.json:{line}:{column}\n"
        );
        assert!(why.status == 1 && why.out.starts_with(&place), "{}", why.all());
        assert!(why.out.ends_with(": take two rubies: illegal by rules.rulings\n"), "{}", why.out);
        let diagnosis = run("diagnose").out;
        let due = format!(
            "log.json: illegal by rules.rulings: {message}\n\
             judged, with every edit, by the rules that `{option}` requires\n\
             sufficient: this edit makes the whole log legal by these rules\n  \
             1. the log declares other rules than the required ones [ruling]\n     \
             replace /rules {{\"edition\":\"2024\"}}\n"
        );
        assert!(diagnosis.starts_with(&due), "{diagnosis}");
        assert!(
            diagnosis
                .ends_with(&format!("`splendor verify {option} FILE` judges by these rules\n"))
        );
        let witness = run("witness");
        let due = "error: log.json: this log declares other rules than the required ones\n";
        assert!(witness.status == 1 && witness.err.starts_with(due), "{}", witness.err);
        let next = format!("help: `splendor verify {option} log.json` lists the differences\n");
        assert!(witness.err.ends_with(&next), "{}", witness.err);
        let note = format!("note: {message} (rules.rulings); the required rules apply\n");
        for command in ["show", "legal"] {
            let text = run(command).out;
            assert!(text.ends_with(&note), "{command}: {text}");
            let json = run(&format!("{command} --format json"));
            assert_eq!((json.status, json.err), (0, note.clone()), "{command}");
        }
        let page = run("view").out;
        assert!(page.contains(": illegal</title>") && page.contains(message));
        let fixed = run("diagnose --output fixed.json");
        assert_eq!(fixed.status, 0, "{}", fixed.all());
        assert_eq!(folder.run(&format!("verify {option} fixed.json")).status, 0);
    }
}

#[test]
fn every_command_judges_by_the_required_rules() {
    let folder = Folder::new("required-judged");
    let game = json!({ "pass": "always", "target": 21 });
    let pass = json!([{ "seat": 0, "pass": true }]);
    folder.write("log.json", log_with(game.clone(), pass.clone()));
    let rules = json!({ "edition": "2024", "rulings": game });
    folder.write("rules.json", rules.to_string());
    for (option, passes) in [("--rules rules.json", true), ("--published", false)] {
        let run = |command: &str| folder.run(&format!("{command} {option} log.json")).out;
        assert_eq!(run("legal --turn 1").contains("\npass\n"), passes, "{option}");
        assert_eq!(!run("why --turn 1").contains("error[turn.pass]"), passes, "{option}");
        assert_eq!(!run("diagnose").contains("the log declares other rules"), passes, "{option}");
        assert_eq!(!run("show").contains("breaks turn.pass"), passes, "{option}");
        assert_eq!(!run("view").contains("class=\"verdict illegal\""), passes, "{option}");
    }
    // The edit of an illegal turn declares the required rules too.
    let diagnosis = folder.run("diagnose --published --format json log.json").out;
    let causes = json_of(&diagnosis, "/causes");
    assert!(causes.len() > 1, "{diagnosis}");
    for cause in &causes {
        assert_eq!(cause["edit"][0]["path"], "/rules", "{cause}");
        // The rules are required, so no other rules are a cause.
        assert!(!["ruling", "client"].contains(&cause["kind"].as_str().unwrap()), "{cause}");
    }
}
