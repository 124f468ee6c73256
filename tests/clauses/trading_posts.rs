//! Checks how the program handles trading posts: unknown posts, omitted facts, and posts on the
//! table.

use serde_json::Value;

use crate::cmd::Folder;
use crate::root;

/// Returns a folder with a changed legal replay as `game.json`.
fn with(name: &str, replay: &str, changes: &[(&str, &str)]) -> Folder {
    let path = root().join(format!("replays/legal/{replay}.json"));
    let mut log = std::fs::read_to_string(path).unwrap();
    for (part, other) in changes {
        assert!(log.contains(part), "{replay} has no {part}");
        log = log.replace(part, other);
    }
    let folder = Folder::new(name);
    folder.write("game.json", log);
    folder
}

fn report(folder: &Folder, options: &str) -> Value {
    let run = folder.run(&format!("verify --format json {options} game.json"));
    serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{}", run.all()))
}

/// Returns the turns and clauses of the findings.
fn found(report: &Value) -> Vec<(u64, &str)> {
    let findings = report["findings"].as_array().unwrap().iter();
    findings.map(|one| (one["turn"].as_u64().unwrap(), one["clause"].as_str().unwrap())).collect()
}

const POST: &str = r#""post": "third-gem""#;

#[test]
fn an_unknown_post_gets_a_suggestion_and_the_replay_continues() {
    let folder = with("posts-strange", "post-once", &[(POST, r#""post": "third-gam""#)]);
    let stopped = report(&folder, "");
    assert_eq!(found(&stopped), [(9, "component.unknown")]);
    let message = "there is no post third-gam; the nearest that exists is third-gem";
    assert_eq!(stopped["findings"][0]["message"], message);
    assert_eq!(stopped["findings"][0]["pointer"], "/turns/8/post");
    let going = report(&folder, "--keep-going");
    let all = found(&going);
    assert_eq!(all[0], (9, "component.unknown"));
    assert!(all[1..].iter().all(|&(_, clause)| clause == "post.mandatory"), "{all:?}");
    let turns: Vec<u64> = all.iter().map(|&(turn, _)| turn).collect();
    assert_eq!(turns, [9, 9, 11], "seat 0 lacks its post to the end");
}

#[test]
fn an_omitted_post_is_inferred() {
    let omitted = [(r#""players""#, r#""omits": ["post"], "players""#), (POST, r#""ext": {}"#)];
    let folder = with("posts-omitted", "post-mandatory", &omitted);
    let run = folder.run("verify --strict --report-inferred game.json");
    assert_eq!(run.status, 0, "{}", run.all());
    assert!(run.out.contains("inferred: `post` of turn 9: third-gem\n"), "{}", run.out);
}

#[test]
fn an_omitted_gem_is_open_unless_a_claim_decides_it() {
    let omits = (r#""players""#, r#""omits": ["gem"], "players""#);
    let replay = "post-gem-after-purchase";
    let path = root().join(format!("replays/legal/{replay}.json"));
    let text = std::fs::read_to_string(path).unwrap();
    let at = text.rfind(r#""gem": "#).unwrap();
    let gem = text[at..].split_inclusive('"').take(4).collect::<String>();
    let open = with("posts-open", replay, &[omits, (&gem, r#""ext": {}"#)]);
    let run = open.run("verify --report-inferred game.json");
    assert_eq!(run.status, 0, "{}", run.all());
    assert!(run.out.contains("missing: `gem` of turn 20: "), "{}", run.out);
    assert!(run.out.contains("game.json: legal, "), "{}", run.out);
    let claim = r#""after": { "supply": { "diamond": 1 } }"#;
    let claiming = with("posts-told", replay, &[omits, (&gem, claim)]);
    let run = claiming.run("verify --strict --report-inferred game.json");
    assert_eq!(run.status, 0, "{}", run.all());
    assert!(run.out.contains("inferred: `gem` of turn 20: one diamond\n"), "{}", run.out);
}

#[test]
fn posts_are_shown_on_the_table_and_in_the_legal_turns() {
    let folder = with("posts-shown", "post-third-gem", &[]);
    let shown = folder.run("show game.json").out;
    assert!(shown.contains("\n  posts: third-gem\n"), "{shown}");
    let legal = folder.run("legal --turn 11 game.json").out;
    assert!(legal.contains("take two sapphires, then one diamond\n"), "{legal}");
    assert!(!legal.contains("take two sapphires\n"), "the third gem is a must: {legal}");
    let json: Value =
        serde_json::from_str(&folder.run("show --format json game.json").out).unwrap();
    assert_eq!(json["seats"][0]["posts"], serde_json::json!(["third-gem"]));
}
