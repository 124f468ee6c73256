//! Checks that the views of a game merge into the game, and that a view with another fact is found.

use serde_json::{Value, json};
use splendor_core::{Modules, Rules};
use splendor_play::generate::{GenerateOptions, Policy, generate};
use splendor_schema::Log;
use splendor_schema::json::layout::{json_line, pretty_log};
use splendor_schema::json::locate::locate;
use splendor_verify::merge::{Contradiction, NotMerged, View, merge};
use splendor_verify::redact::{Viewer, redact};

fn games() -> impl Iterator<Item = Log> {
    (0..crate::sample(48, 200)).map(|seed: u64| {
        let modules = Modules {
            cities: seed & 1 > 0,
            trading_posts: seed & 2 > 0,
            orient: seed & 4 > 0,
            strongholds: seed & 8 > 0,
        };
        generate(&GenerateOptions {
            seed,
            rules: Rules { modules, ..Rules::default() },
            seats: [2, 3, 4][usize::try_from(seed / 16 % 3).unwrap()],
            policy: Policy::ALL[usize::try_from(seed % 5).unwrap()],
            after: seed.is_multiple_of(3),
            max_turns: 150,
            ..GenerateOptions::default()
        })
    })
}

/// Returns the text of each seat's view, and of the spectator's.
fn views_of(game: &Log) -> Vec<String> {
    let seats = u8::try_from(game.players.len()).unwrap();
    let viewers = (0..seats).map(Viewer::Seat).chain([Viewer::Spectator]);
    let seen = viewers.map(|viewer| {
        let mut log = game.clone();
        redact(&mut log, viewer).unwrap();
        if seats.is_multiple_of(2) { json_line(&log) } else { pretty_log(&log) }
    });
    seen.collect()
}

fn merged(texts: &[impl AsRef<str>]) -> Result<Log, Box<Contradiction>> {
    let views: Vec<View<'_>> =
        texts.iter().map(|text| View::read(text.as_ref().as_bytes()).unwrap()).collect();
    match merge(&views) {
        Ok(merged) => Ok(merged.log),
        Err(NotMerged::Contradiction(found)) => Err(found),
        Err(NotMerged::TooLarge) => panic!("the log is too large"),
    }
}

/// Returns the contradiction between two logs, given as JSON.
fn contradiction(one: &Value, other: &Value) -> Contradiction {
    let texts = [one.to_string(), other.to_string()];
    let found = *merged(&texts).unwrap_err();
    for side in &found.sides {
        let text = &texts[side.view];
        match &side.value {
            Some(value) => {
                assert_eq!(&text[side.offset..][..value.len()], value);
                assert_eq!(locate(text, &found.pointer).unwrap().start, side.offset);
            }
            None => assert!(locate(text, &found.pointer).is_none(), "{found:?}"),
        }
    }
    found
}

#[test]
fn all_views_together_give_back_the_game() {
    let mut hidden = 0;
    for mut game in games() {
        let views = views_of(&game);
        game.setup.decks = None;
        game.source.as_mut().unwrap().game = None;
        assert_eq!(merged(&views), Ok(game.clone()));
        let spectator = views.last().unwrap();
        hidden += u32::from(merged(std::slice::from_ref(spectator)) != Ok(game));
    }
    assert!(hidden > 10, "only {hidden} games have a hidden card");
}

/// Returns the pointers of all words and numbers of the turns.
fn facts(value: &Value, pointer: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (key, inner) in members {
                facts(inner, &format!("{pointer}/{key}"), found);
            }
        }
        Value::Array(entries) => {
            for (at, inner) in entries.iter().enumerate() {
                facts(inner, &format!("{pointer}/{at}"), found);
            }
        }
        _ => found.push(pointer.to_owned()),
    }
}

/// Returns another value of the same form, if there is one.
fn another(value: &Value) -> Option<Value> {
    const WORDS: [&str; 6] = ["ruby", "onyx", "a0d3s", "a0e3r", "3:4d4s", "3:4r4o"];
    match value {
        Value::Number(number) => Some(json!(number.as_u64()? + 1)),
        Value::String(text) => {
            let is_id = text.contains(|letter: char| letter.is_ascii_digit());
            let same_form = |word: &&&str| {
                text != **word
                    && text.contains(':') == word.contains(':')
                    && is_id == word.contains(|letter: char| letter.is_ascii_digit())
            };
            WORDS.iter().find(same_form).map(|word| json!(word))
        }
        _ => None,
    }
}

#[test]
fn one_other_fact_is_found_with_both_places() {
    let mut found = 0;
    for game in games().take(32) {
        let views = views_of(&game);
        let whole: Value = serde_json::from_str(views.last().unwrap()).unwrap();
        let mut pointers = Vec::new();
        facts(&whole["turns"], "/turns", &mut pointers);
        for pointer in pointers.iter().step_by(37) {
            let mut changed = whole.clone();
            let place = changed.pointer_mut(pointer).unwrap();
            let Some(other) = another(place) else { continue };
            *place = other;
            // Some changes are not readable as a log, like a gold token in place of a card's color.
            if Log::read(changed.to_string().as_bytes()).is_err() {
                continue;
            }
            let first: Value = serde_json::from_str(&views[0]).unwrap();
            let contradiction = contradiction(&first, &changed);
            assert!(pointer.starts_with(&contradiction.pointer), "{pointer}: {contradiction:?}");
            found += 1;
        }
    }
    assert!(found > 200, "only {found} changes were tried");
}

fn log(turns: &Value) -> Value {
    let mut log: Value = serde_json::from_str(splendor_schema::EXAMPLE).unwrap();
    for field in ["end", "result"] {
        log.as_object_mut().unwrap().remove(field);
    }
    log["turns"] = turns.clone();
    log
}

#[test]
fn an_absent_fact_is_filled_in_and_an_absent_event_is_a_statement() {
    let short = log(&json!([{ "purchase": { "card": "a0d3s" } }]));
    let paid = json!({ "card": "a0d3s", "pay": { "sapphire": 2, "gold": 1 }, "from": "market" });
    let full = log(&json!([{ "seat": 0, "purchase": paid, "refill": "a0e3r" }]));
    let whole = merged(&[short.to_string(), full.to_string()]).unwrap();
    assert_eq!(serde_json::to_value(&whole).unwrap()["turns"], full["turns"]);

    let visited = log(&json!([{ "purchase": { "card": "a0d3s" }, "noble": "3:4d4s" }]));
    let found = contradiction(&short, &visited);
    assert_eq!((found.pointer.as_str(), &found.sides[0].value), ("/turns/0/noble", &None));

    let mut careless = short;
    careless["omits"] = json!(["noble", "gem"]);
    let whole = merged(&[careless.to_string(), visited.to_string()]).unwrap();
    assert_eq!(serde_json::to_value(&whole).unwrap(), visited, "the other view records gems too");
    let mut both = visited;
    both["omits"] = json!(["gem"]);
    let whole = merged(&[careless.to_string(), both.to_string()]).unwrap();
    assert_eq!(serde_json::to_value(&whole).unwrap(), both);
}

#[test]
fn other_spellings_of_a_fact_are_no_contradiction() {
    let one = log(&json!([
        { "take": ["ruby", "onyx", "diamond"], "return": { "ruby": 1, "gold": 0 } },
        { "pass": true, "noble": "3:4d4s", "after": { "prestige": 3 } },
        { "purchase": { "card": "A0c3d2r", "spend": [] }, "copy": "emerald" },
    ]));
    let two = log(&json!([
        { "take": ["diamond", "ruby", "onyx"], "return": { "ruby": 1 } },
        { "pass": true, "noble": ["3:4d4s"], "after": { "hand": 1 } },
        { "purchase": { "card": "A0c3d2r" }, "copy": "a0e3r" },
    ]));
    let whole = serde_json::to_value(merged(&[one.to_string(), two.to_string()]).unwrap()).unwrap();
    assert_eq!(whole["turns"][2]["copy"], "a0e3r", "the card says more than its color");
    assert_eq!(whole["turns"][1]["after"], json!({ "prestige": 3, "hand": 1 }));
    let other = log(&json!([
        { "take": ["diamond", "ruby", "onyx"], "return": { "ruby": 1 } },
        { "pass": true, "noble": ["3:4d4s"] },
        { "purchase": { "card": "A0c3d2r" }, "copy": "a0r3d" },
    ]));
    assert_eq!(contradiction(&one, &other).pointer, "/turns/2/copy");
}

#[test]
fn a_view_may_stop_early_but_not_say_that_the_game_stopped() {
    let all = log(&json!([{ "pass": true }, { "pass": true }]));
    let mut early = log(&json!([{ "seat": 0, "pass": true }]));
    let whole = serde_json::to_value(merged(&[early.to_string(), all.to_string()]).unwrap());
    assert_eq!(whole.unwrap()["turns"], json!([{ "seat": 0, "pass": true }, { "pass": true }]));
    early["end"] = json!({ "reason": "abandoned" });
    assert_eq!(contradiction(&early, &all).pointer, "/turns/1");
}

#[test]
fn fields_that_no_rule_reads_stay_where_the_views_agree() {
    let mut one = log(&json!([{ "foreign": { "swap": 1 }, "ext": { "clock": 3 } }]));
    let mut two = log(&json!([{ "foreign": {}, "ext": { "clock": 4 } }]));
    one["ext"] = json!({ "table": "blue" });
    two["source"] = json!({ "client": "example" });
    let texts = [one.to_string(), two.to_string()];
    let views = texts.each_ref().map(|text| View::read(text.as_bytes()).unwrap());
    let merged = merge(&views).unwrap();
    let left_out: Vec<_> =
        merged.left_out.iter().map(|(field, times)| (&**field, *times)).collect();
    assert_eq!(left_out, [("turns.ext", 1), ("turns.foreign", 1)]);
    let log = serde_json::to_value(&merged.log).unwrap();
    assert_eq!(log["source"], two["source"]);
    assert_eq!(log["ext"], one["ext"]);
    assert_eq!(log["turns"], json!([{ "foreign": {} }]));
}
