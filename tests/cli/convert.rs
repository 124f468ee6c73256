//! Files of other clients, given to the program: which format they are in, where findings and
//! errors point, and which files may be written.

use serde_json::{Value, json};
use splendor_convert::{FOREIGN_FORMATS, ForeignFormat, kifu, side_setups};
use splendor_schema::Log;
use splendor_schema::json::layout;

use crate::changed_example::example_with;
use crate::cli::archives::{archive, entry};
use crate::cmd::Folder;
use crate::root;

/// Returns a file of another client, which the book shows and the tests of the importers write.
fn stored(name: &str) -> String {
    std::fs::read_to_string(root().join("tests/formats/convert").join(name)).unwrap()
}

/// Returns the log of the stored game.
fn sample() -> Log {
    let setups = side_setups(&stored("game.setup.json")).unwrap();
    let format = ForeignFormat::named("effective-splendor").unwrap();
    format.convert(&stored("game.replay.json"), &setups).unwrap().log
}

/// Returns the side file of the stored game with the name of a game.
fn named_setup(game: &str) -> String {
    let mut setup: Value = serde_json::from_str(&stored("game.setup.json")).unwrap();
    setup["game"] = game.into();
    setup.to_string() + "\n"
}

type Change<'c> = &'c dyn Fn(&mut Value);

#[test]
fn a_log_with_words_of_other_clients_is_still_a_log() {
    let folder = Folder::new("convert-words");
    let plain = example_with(|_| {});
    let words: [Change<'_>; 4] = [
        &|log| log["players"][0]["name"] = "effective-splendor-replay".into(),
        &|log| log["ext"] = json!({ "hiddenCards": [] }),
        &|log| log["ext"] = json!({ "type": "start", "seed": 1, "log": [] }),
        &|log| log["source"] = json!({ "client": "Format: Splendor KIFU v1.0" }),
    ];
    for change in words {
        let log = example_with(change);
        folder.write("log.json", &log);
        let run = folder.run("verify --from auto --format line log.json");
        assert_eq!(run.status, 0, "{log}{}", run.all());
        folder.write("logs.jsonl", plain.clone() + &log + &plain);
        let run = folder.run("verify --from auto --quiet logs.jsonl");
        assert_eq!(run.out, "3 logs: 3 legal (3 incomplete)\n", "{log}");
        folder.write("log.json", log.replace("\"turns\"", "\"tuns\""));
        let run = folder.run("verify log.json");
        assert!(run.status == 2 && !run.out.contains("of another client"), "{}", run.out);
    }
}

/// With `--from auto`, an archive is searched for logs and never read as a file of another client.
#[test]
fn an_archive_is_searched_for_logs() {
    let folder = Folder::new("convert-archive");
    let log = example_with(|_| {});
    let replay = stored("game.replay.json");
    let files = [entry("a.json", b'0', log.as_bytes()), entry("b.json", b'0', replay.as_bytes())];
    for order in [[0, 1], [1, 0]] {
        folder.write("both.tar", archive(&order.map(|at| files[at].clone())));
        let run = folder.run("verify --from auto --format line both.tar");
        assert!(run.out.contains("both.tar/a.json:1: legal"), "{}", run.all());
        assert!(run.out.contains("both.tar/b.json:2:13: unsupported"), "{}", run.all());
        assert_eq!((run.status, run.out.lines().count()), (2, 2), "{}", run.all());
        let run = folder.run("verify --from effective-splendor both.tar");
        let explained = run.err.contains("with --from effective-splendor, archives");
        assert!(run.status == 2 && explained, "{}", run.all());
    }
}

/// Both commands reject text too long for a log at its place; they never cut it.
#[test]
fn text_too_long_for_a_log_is_rejected() {
    let folder = Folder::new("convert-limits");
    let log = example_with(|log| drop(log.as_object_mut().unwrap().remove("end")));
    let log = Log::read(log.as_bytes());
    let text = kifu(&log.unwrap()).unwrap();
    let named =
        |length: usize| text.replace("Player0: Ada", &format!("Player0: {}", "x".repeat(length)));
    let line = 1 + text.lines().position(|line| line.starts_with("Player0")).unwrap();
    folder.write("game.kifu", named(1000));
    let run = folder.run("convert game.kifu -o log.json");
    assert_eq!(run.status, 0, "{}", run.all());
    assert!(folder.read("log.json").contains(&"x".repeat(1000)));
    let seeded = text.replacen("Player0:", &format!("Seed: {}\nPlayer0:", "7".repeat(1500)), 1);
    let (head, rest) = text.split_once("nobles:[").unwrap();
    let tiles = format!("{head}nobles:[{}{rest}", "4,".repeat(40));
    let laid = 1 + text.lines().position(|line| line.starts_with("Position")).unwrap();
    let long = "characters: a log holds 1000 at most";
    for (text, line, words) in
        [(named(1001), line, long), (seeded, line, long), (tiles, laid, "not valid in a log: ")]
    {
        folder.write("game.kifu", text);
        let run = folder.run("convert game.kifu -o never.json");
        assert_eq!(run.status, 2, "{}", run.all());
        let place = format!("game.kifu:{line}:");
        assert!(run.err.contains(words) && run.err.contains(&place), "{}", run.err);
        let run = folder.run("verify --from kifu --format line game.kifu");
        assert!(run.status == 2 && run.out.contains("malformed: format.foreign"), "{}", run.all());
        assert!(run.out.starts_with(&place), "{}", run.out);
        assert!(!folder.path().join("never.json").exists());
    }
}

#[test]
fn convert_never_overwrites_its_own_files() {
    let folder = Folder::new("convert-over");
    folder.write("a.replay.json", stored("game.replay.json"));
    folder.write("a.setup.json", stored("game.setup.json"));
    let before = (folder.read("a.replay.json"), folder.read("a.setup.json"));
    for more in [
        "-o a.replay.json",
        "-o ./a.replay.json",
        "--account a.replay.json -o b.json",
        "-o a.setup.json",
        "--account a.setup.json",
        "-o b.json --account ./b.json",
    ] {
        let run = folder.run(&format!("convert --setup-beside a.replay.json {more}"));
        assert_eq!(run.status, 3, "{more}: {}", run.all());
        assert!(run.err.contains("write to another file"), "{more}: {}", run.err);
    }
    assert_eq!((folder.read("a.replay.json"), folder.read("a.setup.json")), before);
}

#[test]
fn findings_point_into_the_foreign_file() {
    let folder = Folder::new("convert-findings");
    let text = stored("game.kifu");
    let (before, _) = text.split_once("\n1. P0 ").unwrap();
    let text = format!("{before}\n1. P0 take:WWW [0]\n");
    folder.write("game.kifu", &text);
    let line = text.lines().count();
    let run = folder.run("verify --from auto game.kifu");
    assert_eq!(run.status, 1, "{}", run.all());
    assert!(run.out.contains(&format!("game.kifu:{line}:7")), "{}", run.out);
    assert!(run.out.contains("1. P0 take:WWW [0]"), "{}", run.out);
    assert!(run.out.contains("━━━━━━━━"), "{}", run.out);
    let run = folder.run("verify --from kifu --format line game.kifu");
    assert!(run.out.starts_with(&format!("game.kifu:{line}:7: illegal: take.")), "{}", run.out);
    let run = folder.run("verify --from kifu --format json game.kifu");
    let report: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(report["findings"][0]["line"], line);
    assert_eq!(report["findings"][0]["pointer"], "/turns/0/take");
    // With `--from`, a folder is also searched for files with the format's ending.
    assert_eq!(folder.run("verify --from kifu .").status, 1);
    assert_eq!(folder.run("verify --from chess game.kifu").status, 3);
}

#[test]
fn empty_and_oversized_files_get_different_errors() {
    let folder = Folder::new("convert-sizes");
    folder.write("empty.kifu", "\n \n");
    for from in ["auto", "kifu"] {
        let run = folder.run(&format!("verify --from {from} empty.kifu"));
        let first_line = run.err.starts_with("error: empty.kifu:1:1: the file is empty\nhelp: ");
        assert_eq!((run.status, first_line), (3, true), "{}", run.err);
    }
    let log = layout::json_line(&sample());
    let count = 16 * 1024 * 1024 / log.len() + 1;
    folder.write("many.jsonl", log.repeat(count));
    let run = folder.run("verify --from auto --quiet many.jsonl");
    assert_eq!(
        (run.status, run.out),
        (0, format!("{count} logs: {count} legal ({count} incomplete)\n"))
    );
    assert_eq!(folder.run("verify --from kifu many.jsonl").status, 2);
}

/// The file name identifies a game without a name; a side file of another game is rejected.
#[test]
fn a_side_file_of_another_game_is_rejected() {
    let folder = Folder::new("convert-another");
    folder.write("one.replay.json", stored("game.replay.json"));
    folder.write("two.replay.json", stored("game.replay.json"));
    folder.write("one.setup.json", named_setup("one"));
    let run = folder.run("verify --from auto --format line --setup one.setup.json one.replay.json");
    assert_eq!(run.status, 0, "{}", run.all());
    let step = "name the file of the game, with --setup-beside if this one is next to it";
    for (command, message) in [
        ("convert --setup one.setup.json two.replay.json", "no setup of the game `two`"),
        ("verify --from auto --setup one.setup.json two.replay.json", "no setup of the game `two`"),
        ("convert --setup-beside two.replay.json", "with `two.setup.json` in the same folder"),
        ("convert one.setup.json", step),
    ] {
        let run = folder.run(command);
        assert_eq!(run.status, 2, "{command}");
        assert!(run.all().contains(message), "{command}: {}", run.all());
    }
    folder.write("two.setup.json", stored("game.setup.json"));
    assert_eq!(folder.run("convert --setup-beside two.replay.json -o two.json").status, 0);
    assert_eq!(folder.shell("gzip one.replay.json").status, 0);
    let run = folder.run("verify --from auto --quiet --setup-beside one.replay.json.gz");
    assert_eq!(run.status, 0, "{}", run.all());
}

#[test]
fn logs_and_foreign_files_can_be_mixed() {
    let folder = Folder::new("convert-mixed");
    let log = sample();
    folder.write("a.json", layout::pretty_log(&log));
    folder.write("b.replay.json", stored("game.replay.json"));
    folder.write("b.setup.json", stored("game.setup.json"));
    let run = folder.run("verify --from auto --setup-beside --format line .");
    assert_eq!((run.status, run.out.lines().count()), (0, 2), "{}", run.all());
    let run = folder.run("verify --from auto .");
    assert_eq!(run.status, 2);
    assert!(
        run.out.contains("error[unsupported.lacking]: the file has only a seed"),
        "{}",
        run.out
    );
    let run = folder.run("convert b.replay.json --setup-beside --account account.json -o c.json");
    assert_eq!((run.status, run.all().as_str()), (0, ""));
    assert!(folder.read("account.json").contains("\"step.ply\":24"));
    assert_eq!(folder.run("verify --quiet c.json").status, 0);
    let run = folder.run("convert a.json --to kifu");
    assert_eq!((run.status, run.out.as_str()), (0, kifu(&log).unwrap().as_str()));
    assert!(
        run.err.contains("left out because a KIFU cannot hold it: 1 source, 1 setup.decks"),
        "{}",
        run.err
    );
    let run = folder.run("convert a.json");
    assert!(run.err.contains("this is a log already") && run.status == 2, "{}", run.err);
    folder.write("other.json", "{}");
    let run = folder.run("convert other.json");
    assert!(run.err.contains("neither a log nor a file") && run.status == 2, "{}", run.err);
    folder.write("games.jsonl", stored("boardgamers.jsonl").repeat(2) + "{\"type\":1}\n");
    folder.write("games.setup.json", stored("boardgamers.setup.json"));
    let run = folder.run("convert games.jsonl --setup-beside");
    assert_eq!((run.status, run.out.lines().count()), (2, 2), "{}", run.all());
    assert!(run.err.contains("error: games.jsonl:3:1: game has no `seed`"), "{}", run.err);
}

#[test]
fn the_help_and_the_page_name_every_format() {
    let folder = Folder::new("convert-names");
    let page = std::fs::read_to_string(root().join("docs/src/convert.md")).unwrap();
    let [verify, convert] = ["verify", "convert"].map(|name| {
        let help = folder.run(&format!("{name} --help")).out;
        help.split_whitespace().collect::<Vec<_>>().join(" ")
    });
    for ForeignFormat { name, .. } in FOREIGN_FORMATS {
        assert!(page.contains(&format!("\n| `{name}` |")), "convert.md has no row of {name}");
        assert!(page.contains(&format!("\n### {name}\n")), "convert.md has no section on {name}");
        assert!(verify.contains(name) && convert.contains(name), "no help of --from names {name}");
    }
}
