//! Checks that the program prints what its pages show, and the rules of the command line that the
//! pages do not show.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::cmd::Folder;
use crate::root;

#[cfg(unix)]
#[test]
fn console_examples_match_the_program() {
    assert!(crate::cmd::console::check("README.md") == 1);
    assert!(crate::cmd::console::check("tests/cmd/commands.md") >= 100);
    assert!(crate::cmd::console::check("docs/src/cli.md") >= 8);
    assert!(crate::cmd::console::check("docs/src/clients.md") >= 3);
    assert!(crate::cmd::console::check("docs/src/introduction.md") >= 2);
    assert!(crate::cmd::console::check("docs/src/tournament.md") >= 2);
    assert!(crate::cmd::console::check("docs/src/seal.md") >= 1);
    assert!(crate::cmd::console::check("docs/src/audit.md") >= 4);
    assert!(crate::cmd::console::check("docs/src/argue.md") >= 8);
    assert!(crate::cmd::console::check("docs/src/convert.md") >= 8);
    assert!(crate::cmd::console::check("docs/src/scale.md") >= 5);
    assert!(crate::cmd::console::check("docs/src/view.md") >= 2);
}

/// Returns a folder with the example log as `game.json`.
fn with_example(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("game.json", folder.run("example").out);
    folder
}

#[test]
fn every_command_is_on_its_page_and_its_help_is_an_example() {
    let folder = Folder::new("cli-help");
    let read = |path: &str| std::fs::read_to_string(root().join(path)).unwrap();
    let (page, examples) = (read("docs/src/cli.md"), read("tests/cmd/commands.md"));
    let help = folder.run("--help").out;
    let commands = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names = commands.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let names: Vec<_> = names.filter(|name| !name.is_empty() && *name != "help").collect();
    assert_eq!(names.len(), 23, "{names:?}");
    for name in names {
        assert!(page.contains(&format!("\n| `{name}` | ")), "{name} is not on the page");
        assert!(examples.contains(&format!("\n$ splendor {name} --help\n")), "no help of {name}");
        assert_eq!(folder.run(&format!("{name} --help")).status, 0);
    }
}

#[test]
fn listings_and_help_fit_into_eighty_columns() {
    let folder = with_example("cli-columns");
    let helps = "verify why diagnose explain list example show legal perft \
                 conformance engine audit witness generate redact seal convert \
                 schema completions";
    let helps = helps.split_whitespace();
    let lists = [
        "--help",
        "list clauses",
        "list rulings",
        "list cards",
        "show game.json",
        "explain take.pair",
    ];
    let helps = helps.map(|name| format!("{name} --help"));
    for arguments in helps.chain(lists.map(str::to_owned)) {
        let run = folder.run(&arguments);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{arguments}");
        let long = run.out.lines().find(|line| line.chars().count() > 80);
        assert_eq!(long, None, "{arguments}");
    }
}

#[test]
fn every_clause_and_ruling_is_explained_within_eighty_columns() {
    let folder = Folder::new("cli-explain");
    let clauses = splendor_core::Clause::ALL.iter().map(|clause| clause.id());
    let rulings = splendor_core::RULINGS.iter().map(|ruling| ruling.name);
    let reserved = splendor_core::RESERVED.iter().map(|clause| clause.id);
    for id in clauses.chain(rulings).chain(reserved) {
        let run = folder.run(&format!("explain {id}"));
        assert_eq!((run.status, run.out.lines().next()), (0, Some(id)), "{}", run.all());
        let wide = |line: &&str| line.chars().count() > 80 && line.contains(' ');
        let wide = run.out.lines().find(|line| wide(line) && !line.starts_with('|'));
        assert_eq!(wide, None, "{id}");
        assert!(!run.out.contains("]("), "{id} shows a link as it is written");
    }
}

#[test]
fn clauses_that_no_finding_names_are_marked() {
    let folder = Folder::new("cli-reserved");
    let listed: serde_json::Value =
        serde_json::from_str(&folder.run("list clauses --format json").out).unwrap();
    let listed = listed.as_array().unwrap();
    let (known, reserved): (Vec<_>, Vec<_>) =
        listed.iter().partition(|clause| clause["executable"] == true);
    assert_eq!(known.len(), splendor_core::Clause::ALL.len());
    assert_eq!(reserved.len(), 2);
    for clause in reserved {
        let id = clause["id"].as_str().unwrap();
        assert_eq!(clause["page"], format!("rules/orient.md#{}", id.replace('.', "")));
        assert!(folder.run(&format!("explain {id}")).out.contains("\nNo finding has this id: "));
    }
    let family = folder.run("explain orient").out;
    assert_eq!(family.matches("(no finding has this id)").count(), 2, "{family}");
    let near = folder.run("explain orient.post-kapt").err;
    assert!(near.contains("the nearest is `orient.post-kept`\nhelp: "), "{near}");
}

/// The fields of each Orient card agree with its id, whose letters state its power.
#[test]
fn powers_of_orient_cards_match_their_ids() {
    let folder = Folder::new("cli-orient-cards");
    let listed: serde_json::Value =
        serde_json::from_str(&folder.run("list cards --format json").out).unwrap();
    let cards =
        listed.as_array().unwrap().iter().filter_map(|card| Some((card, card.get("orient")?)));
    let mut count = 0;
    for (card, id) in cards {
        count += 1;
        let power: String = id.as_str().unwrap()[2..].chars().take(2).collect();
        let (bonuses, copies, free, virtual_gold) = match power.as_bytes() {
            b"gg" => (0, false, None, 2),
            b"ca" => (0, true, Some(1), 0),
            [b'c', _] => (0, true, None, 0),
            [one, two] if one == two => (2, false, None, 0),
            [_, b'b'] => (1, false, Some(2), 0),
            _ => (1, false, None, 0),
        };
        let expected = serde_json::json!([bonuses, copies, free, virtual_gold]);
        let fields = ["bonuses", "copies", "free", "virtual_gold"].map(|key| card[key].clone());
        assert_eq!(serde_json::json!(fields), expected, "{id}");
        assert_eq!(card["bonus"].is_null(), bonuses == 0, "{id}");
    }
    assert_eq!(count, 30);
}

#[test]
fn city_faces_and_posts_match_the_book() {
    let folder = Folder::new("cli-tiles");
    let listed: serde_json::Value =
        serde_json::from_str(&folder.run("list cards --format json").out).unwrap();
    let of = |kind: &str| -> Vec<&serde_json::Value> {
        listed.as_array().unwrap().iter().filter(|one| one.get(kind).is_some()).collect()
    };
    assert_eq!(["card", "noble", "city", "post"].map(|kind| of(kind).len()), [90, 12, 15, 5]);
    let page = std::fs::read_to_string(root().join("docs/src/rules/city.md")).unwrap();
    for face in of("city") {
        let (tile, id) = (face["tile"].as_str().unwrap(), face["city"].as_str().unwrap());
        let row = page.lines().find(|line| line.starts_with(&format!("| {tile} |"))).unwrap();
        assert!(row.contains(&format!("`{id}`")), "{row}");
        assert_eq!(face["contested"], ["12:3d3e3r3o", "12:3d3s3e3r"].contains(&id), "{id}");
    }
    let face = of("city").into_iter().find(|face| face["city"] == "14:4d+4").unwrap();
    assert_eq!((&face["prestige"], &face["further"]), (&14.into(), &4.into()));
    assert_eq!(face["demand"], serde_json::json!({ "diamond": 4 }));
    let page = std::fs::read_to_string(root().join("docs/src/rules/post.md")).unwrap();
    for post in of("post") {
        let id = post["post"].as_str().unwrap();
        assert!(page.contains(&format!("| `{id}` |")), "{id}");
        let post = splendor_core::Post::of_name(id).unwrap();
        let cards: u64 = of("post").iter().find(|one| one["post"] == id).unwrap()["demand"]
            .as_object()
            .unwrap()
            .values()
            .filter_map(serde_json::Value::as_u64)
            .sum();
        assert_eq!(cards, u64::from(post.demand().total()), "{id}");
    }
}

#[test]
fn written_schemas_match_the_committed_ones() {
    let folder = Folder::new("cli-schema");
    let run = folder.run("schema fresh/schemas");
    assert_eq!((run.status, run.out.lines().count()), (0, 13));
    let names = "log position report summary manifest vector request answer why diagnosis \
                 seal deal keys";
    for name in names.split(' ') {
        let file = format!("splendor-{name}-1.schema.json");
        let known = std::fs::read_to_string(root().join("schema").join(&file)).unwrap();
        assert!(folder.read(&format!("fresh/schemas/{file}")) == known, "schema/{file} is stale");
        assert!(folder.run(&format!("schema --print {name}")).out == known, "{name}");
    }
}

#[test]
fn compressed_logs_are_read_from_files_and_from_standard_input() {
    let folder = with_example("cli-packed");
    let text = folder.read("game.json");
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(text.as_bytes()).unwrap();
    let gzip = packed.finish().unwrap();
    let zstd = std::fs::read(root().join("tests/cmd/example.json.zst")).unwrap();
    for (name, bytes) in [("plain", text.as_bytes()), ("gzip", &gzip), ("zstd", &zstd)] {
        let run = folder.run_on("verify -", bytes);
        let found = (run.status, run.out.as_str());
        assert_eq!(found, (0, "<stdin>: legal, incomplete, 5 turns, scores 0-0\n"), "{name}");
    }
    folder.write("logs/a.JSON", &text);
    folder.write("logs/below/b.ndjson.gz", &gzip);
    folder.write("logs/c.jsonl.zst", &zstd);
    folder.write("logs/d.txt", "not a log, and not called one");
    let run = folder.run("verify --format line logs");
    assert_eq!((run.status, run.out.lines().count()), (0, 3), "{}", run.all());
}

#[test]
fn several_gzip_members_are_one_input() {
    let folder = Folder::new("cli-members");
    let mut bytes = Vec::new();
    for seed in 1..=2 {
        let mut packed = GzEncoder::new(&mut bytes, Compression::fast());
        let game = folder.run(&format!("generate --seed {seed}")).out;
        packed.write_all(game.as_bytes()).unwrap();
        packed.finish().unwrap();
    }
    let run = folder.run_on("verify --format line -", &bytes);
    assert_eq!((run.status, run.out.lines().count()), (0, 2), "{}", run.all());
}

#[test]
fn generated_games_are_reproducible_and_legal_for_every_option() {
    let folder = Folder::new("cli-generate");
    let seed = |seed: u64| folder.run(&format!("generate --seed {seed}")).out;
    assert_eq!(seed(5), seed(5));
    assert_ne!(seed(5), seed(6));
    assert_eq!(folder.run("generate --seed 5 --games 2").out, seed(5) + &seed(6));
    for options in [
        "--edition 2014 --seats 4",
        "--box silk-road --box sun-never-sets",
        "--ruling target=21 --ruling tie=last-seat",
        "--policy uniform --after",
        "--policy greedy --no-decks",
        "--module trading-posts --seats 4",
        "--module cities --module trading-posts --seats 3",
        "--module trading-posts --ruling powers=optional --ruling overpay=irredundant",
    ] {
        let games = folder.run(&format!("generate --games 5 {options}"));
        assert_eq!((games.status, games.out.lines().count()), (0, 5), "{options}: {}", games.err);
        let run = folder.run_on("verify --strict --quiet -", games.out.as_bytes());
        let departs = options.contains("--ruling");
        let departs = if departs { " (5 not by the published rules)" } else { "" };
        assert_eq!(
            (run.status, run.all()),
            (0, format!("5 logs: 5 legal{departs}\n")),
            "{options}"
        );
    }
}

#[test]
fn a_log_played_by_a_ruling_needs_that_ruling() {
    let folder = Folder::new("cli-ruling");
    folder
        .write("pass.json", std::fs::read(root().join("replays/illegal/turn-pass.json")).unwrap());
    assert_eq!(folder.run("verify pass.json").status, 1);
    let run = folder.run("verify --ruling pass=always --format json pass.json");
    let ruling = r#"{"name":"pass","value":"always","origin":"override"}"#;
    assert_eq!(run.status, 0);
    assert!(run.out.contains(ruling), "{}", run.out);
}

#[test]
fn wrong_usage_exits_with_three_and_explains_why_on_standard_error() {
    let folder = with_example("cli-usage");
    for arguments in [
        "",
        "judge game.json",
        "verify",
        "verify --format xml game.json",
        "verify --ruling pass game.json",
        "verify --ruling pass=sometimes game.json",
        "verify --ruling haste=no game.json",
        "explain",
        "explain nothing",
        "show game.json --turn 0",
        "show game.json --turn 7",
        "show game.json --turn x",
        "legal game.json --game 2",
        "perft game.json",
        "perft game.json --depth 0",
        "perft game.json --depth 1 --turn 9",
        "conformance",
        "conformance --cmd 'open",
        "conformance --cmd cat --clause nothing",
        "conformance --cmd cat --skip missing.txt",
        "generate --seats 5",
        "generate --seats 1",
        "generate --policy wild",
        "generate --edition 1999",
        "generate --box chess",
        "generate --module duel",
        "generate --module trading-posts --edition 2014",
        "generate --games 2 --pretty",
        "schema --print card",
        "schema game.json",
        "show game.json --color mauve",
        "list cards --color never",
    ] {
        let run = folder.run(arguments);
        assert_eq!((run.status, run.out.as_str()), (3, ""), "{arguments}");
        assert!(run.err.len() > 20, "{arguments}: {}", run.err);
    }
}

#[test]
fn show_and_legal_report_a_malformed_log() {
    let folder = Folder::new("cli-look");
    folder.write("broken.json", "{\n  \"format\": 1\n}");
    for command in ["show", "legal"] {
        let run = folder.run(&format!("{command} broken.json"));
        assert_eq!((run.status, run.out.as_str()), (2, ""));
        assert!(run.err.starts_with("error: broken.json:2:13: "), "{}", run.err);
        assert_eq!(folder.run(&format!("{command} missing.json")).status, 2);
    }
}

#[test]
fn color_is_written_only_on_request() {
    let folder = Folder::new("cli-color");
    folder.write("bad.json", std::fs::read(root().join("replays/illegal/turn-pass.json")).unwrap());
    for command in ["verify", "show"] {
        let escapes =
            |color: &str| folder.run(&format!("{command} bad.json {color}")).out.contains('\u{1b}');
        assert!(escapes("--color always"));
        assert!(!escapes("--color never") && !escapes(""));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_and_a_closed_pipe_are_no_success() {
    let folder = with_example("cli-closed");
    let full = folder.shell("splendor verify game.json > /dev/full");
    assert_eq!((full.status, full.err.starts_with("error: ")), (3, true), "{}", full.err);
    folder.write("games.jsonl", folder.run("generate --games 300").out);
    // Each writes more than a pipe holds.
    for command in ["verify --format json games.jsonl", "generate --games 50", "view game.json"] {
        let line = format!("{{ splendor {command}; echo $? >status; }} | head -1 | wc -l");
        let run = folder.shell(&line);
        assert_eq!((run.out.trim(), run.err.as_str()), ("1", ""), "{command}");
        assert_eq!(folder.read("status").trim(), "141", "{command}");
    }
}
