//! The table of known clients is consistent, and `--client` judges by its rulings.

use std::collections::BTreeSet;

use splendor_core::{Clause, RULINGS};
use splendor_verify::clients::{Client, Cover, Evidence, KNOWN_CLIENTS};
use splendor_verify::rulings::resolve_rules;

use crate::cmd::Folder;

/// The ids in the table that are not clauses.
const OTHER_IDS: [&str; 1] = ["unsupported.foreign"];

fn default_rules() -> splendor_schema::Rules {
    splendor_schema::Rules { edition: "2024".into(), ..Default::default() }
}

#[test]
fn every_preset_sets_existing_rulings_to_other_values() {
    let default = resolve_rules(&default_rules(), &[]).unwrap();
    for client in KNOWN_CLIENTS.iter() {
        let names: BTreeSet<&str> = client.rulings.iter().map(|&(name, _)| name).collect();
        assert_eq!(names.len(), client.rulings.len(), "{}: a ruling twice", client.name);
        for pair in client.overrides() {
            let ruled = resolve_rules(&default_rules(), std::slice::from_ref(&pair));
            let ruled = ruled.unwrap_or_else(|unknown| panic!("{}: {unknown}", client.name));
            assert_ne!(ruled, default, "{}: {pair:?} is the default", client.name);
        }
    }
}

#[test]
fn every_deviation_names_a_clause_and_its_ruling() {
    for client in KNOWN_CLIENTS.iter() {
        assert!(!client.repository.is_empty());
        for deviation in &client.deviations {
            let here = format!("{}: {}", client.name, deviation.clause);
            let clause = Clause::of_id(deviation.clause).is_some();
            assert!(clause || OTHER_IDS.contains(&deviation.clause), "{here}");
            assert!(deviation.what.len() > 10 && !deviation.what.ends_with('.'), "{here}");
            if let Cover::Ruling(name) = deviation.cover {
                assert!(RULINGS.iter().any(|ruling| ruling.name == name), "{here}: {name}");
                // Each log records a target that the players chose.
                let set = client.rulings.iter().any(|&(other, _)| other == name);
                assert!(set || name == "target", "{here}: the preset does not set {name}");
            }
            // Facts from a source have a place in it.
            let read = client.evidence != Evidence::Reported && client.repository.contains('/');
            let known = !deviation.place.is_empty() || deviation.cover != Cover::Legal;
            assert!(!read || known, "{here} has no place");
        }
        for &(name, _) in &client.rulings {
            let covers = |cover| cover == Cover::Ruling(name) || cover == Cover::Legal;
            let why = client.deviations.iter().any(|deviation| covers(deviation.cover));
            assert!(why, "{}: nothing says why {name} is set", client.name);
        }
    }
}

#[test]
fn names_are_unique_and_found() {
    let names: BTreeSet<&str> = KNOWN_CLIENTS.iter().map(|client| client.name).collect();
    assert_eq!(names.len(), KNOWN_CLIENTS.len());
    for name in names {
        assert_eq!(Client::find(name).unwrap().name, name);
    }
    let unknown = Client::find("nobody").unwrap_err();
    assert!(
        unknown.starts_with("the client `nobody` is unknown; the known clients are splendorust, ")
    );
}

#[test]
fn a_client_is_recognized_by_the_source_of_its_logs() {
    let of = |source| Client::of_log(source).map(|client| client.name);
    assert_eq!(of("seal256-splendor"), Some("seal256"));
    assert_eq!(of("hexanome08"), Some("hexanome-08"));
    assert_eq!(of("splendor-generate"), None);
    assert_eq!(of(""), None);
}

#[test]
fn a_ruling_overrides_the_preset_which_overrides_the_log() {
    let folder = Folder::new("clients-verify");
    let log = crate::root().join("replays/illegal/take-fewer.json");
    folder.write("log.json", std::fs::read_to_string(log).unwrap());
    assert_eq!(folder.run("verify log.json").status, 1);
    assert_eq!(folder.run("verify --client spender log.json").status, 0);
    let both = "verify --client spender --ruling fewer=when-short log.json";
    assert_eq!(folder.run(both).status, 1);
    let json = folder.run("verify --client spender --format json log.json").out;
    assert!(json.contains(r#"{"name":"fewer","value":"up-to-three","origin":"override"}"#));
    let listed = folder.run("legal --client seal256 --turn 1 log.json").out;
    assert!(listed.contains("\npass\n"), "{listed}");
    let unknown = folder.run("verify --client nobody log.json");
    assert_eq!(unknown.status, 3);
    assert!(unknown.err.contains("the known clients are splendorust"), "{}", unknown.err);
}

#[test]
fn a_preset_infers_the_forced_choices_of_its_client() {
    let folder = Folder::new("clients-inferred");
    let log = std::fs::read_to_string(crate::root().join("replays/legal/noble-choice.json"));
    let log = log.unwrap().replace(r#", "rulings": { "noble-choice": "first-listed" }"#, "");
    let log = log.replace(r#", "noble": "3:3d3r3o" }"#, " }");
    let omits = r#"{ "edition": "2024" }, "omits": ["noble"],"#;
    folder.write("log.json", log.replace(r#"{ "edition": "2024" },"#, omits));
    let open = folder.run("verify --report-inferred log.json").out;
    assert!(open.contains("missing: `noble` of turn 35: "), "{open}");
    let report = folder.run("verify --client zomis --report-inferred log.json").out;
    assert!(report.contains("inferred: `noble` of turn 35: 3:3d3r3o\n"), "{report}");
    let all = folder.run("verify --client gym-splendor log.json").out;
    assert!(all.contains("log.json: legal under pass=never, end-time=at-once, "), "{all}");
    assert!(all.contains("; incomplete, 35 turns, scores 6-2"), "{all}");
}

#[test]
fn omitted_turns_are_noted() {
    let folder = Folder::new("clients-kept");
    let log = std::fs::read_to_string(crate::root().join("replays/illegal/limit-ten.json"));
    let end = r#""return": { "emerald": 1 } }"#;
    let more = format!("{end},\n    {{ \"seat\": 1, \"pass\": true }}");
    folder.write("log.json", log.unwrap().replace(end, &more));
    let rulings = "--ruling return=up-to --ruling pass=always";
    assert_eq!(folder.run(&format!("verify {rulings} log.json")).status, 0);
    let note = "note: with more than three tokens above ten";
    let kept = folder.run(&format!("legal {rulings} log.json")).out;
    assert!(kept.contains(note), "{kept}");
    assert!(kept.contains("\npass\n") && kept.contains("\npass, return one "), "{kept}");
    let other = folder.run(&format!("legal {rulings} --turn 8 log.json")).out;
    assert!(!other.contains(note), "seat 1 has kept nothing: {other}");
}

#[test]
fn a_position_lists_its_nobles_in_the_order_of_a_ruling() {
    let log = crate::root().join("replays/legal/noble-choice.json");
    let log = std::fs::read_to_string(log).unwrap();
    let setup = r#""nobles": ["3:3d3r3o", "3:3e3r3o", "3:3s3e3r"]"#;
    let turned = r#""nobles": ["3:3s3e3r", "3:3e3r3o", "3:3d3r3o"]"#;
    assert!(log.contains(setup));
    let folder = Folder::new("clients-order");
    folder.write("log.json", log.replace(setup, turned));
    let shown = folder.run("show --format json --turn 1 log.json").out;
    let shown: serde_json::Value = serde_json::from_str(&shown).unwrap();
    let order = serde_json::json!(["3:3s3e3r", "3:3e3r3o", "3:3d3r3o"]);
    assert_eq!(shown["nobles"], order);
    let position = serde_json::from_value(shown).unwrap();
    let (game, position) = splendor_verify::position_from_log(&position).unwrap();
    let again = serde_json::to_value(splendor_verify::position_to_log(&game, &position)).unwrap();
    assert_eq!(again["nobles"], order);
    let verdict = folder.run("verify --format line log.json").out;
    assert!(verdict.contains("noble.choice"), "now another stands first: {verdict}");
}

#[test]
fn the_list_names_every_client_and_can_show_one() {
    let folder = Folder::new("clients-list");
    let all = folder.run("list clients").out;
    for client in KNOWN_CLIENTS.iter() {
        assert!(all.contains(&format!("{}: {} (", client.name, client.repository)));
        let one = folder.run(&format!("list clients {}", client.name)).out;
        assert!(all.contains(&one), "{}", client.name);
        let bullets = one.lines().filter(|line| line.starts_with("  - ")).count();
        assert_eq!(bullets, client.deviations.len(), "{one}");
    }
    let json: serde_json::Value =
        serde_json::from_str(&folder.run("list clients --format json").out).unwrap();
    let list = json.as_array().unwrap();
    assert_eq!(list.len(), KNOWN_CLIENTS.len());
    for (listed, client) in list.iter().zip(KNOWN_CLIENTS.iter()) {
        assert_eq!(listed["name"], client.name);
        assert_eq!(listed["rulings"].as_object().unwrap().len(), client.rulings.len());
        assert_eq!(listed["deviations"].as_array().unwrap().len(), client.deviations.len());
    }
}
