//! Runs the examples in the help of every command, and checks the shell completions.
#![cfg(unix)]

use crate::cli::own_cards;
use crate::cmd::Folder;
use crate::{root, sample};

/// Returns the commands that the program's help lists; the empty name is the program itself.
fn commands(folder: &Folder) -> Vec<String> {
    let help = folder.run("--help").out;
    let listed = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names = listed.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let names = names.filter(|name| !name.is_empty() && *name != "help");
    std::iter::once("").chain(names).map(str::to_owned).collect()
}

/// Returns the example lines of a help text without their trailing remarks.
fn examples(help: &str) -> Vec<String> {
    let Some((_, after)) = help.split_once("\nExamples:\n") else { return Vec::new() };
    let lines = after.lines().take_while(|line| line.starts_with("  "));
    lines.map(|line| line.trim_start().split("  ").next().unwrap().to_owned()).collect()
}

/// Returns a folder with the files that the examples name.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    let link = |from: &str| {
        std::os::unix::fs::symlink(root().join(from), folder.path().join(from)).unwrap();
    };
    ["replays", "docs", "tests"].into_iter().for_each(link);
    let read = |path: &str| std::fs::read(root().join(path)).unwrap();
    folder.write("game.json", folder.run("example").out);
    folder.write("example.json", folder.run("example").out);
    folder.write("illegal.json", read("replays/illegal/take-pair-needs-four.json"));
    folder.write("games.jsonl", folder.run("generate --games 7").out);
    folder.write("games/one.jsonl", folder.run("generate --games 2 --seed 8").out);
    folder.write("open.json", read("tests/cmd/open.json"));
    folder.write("more.jsonl.zst", read("tests/cmd/example.json.zst"));
    folder.write("my-engine", "#!/bin/sh\nexec splendor engine\n");
    folder.write("my_engine.py", "import subprocess\nsubprocess.run(['splendor', 'engine'])\n");
    folder.write("known-failures.txt", "# none\n");
    folder.write("my-cards.csv", own_cards::whole_table(&folder));
    for line in [
        "gzip -k games.jsonl && tar czf archive.tar.gz games && chmod +x my-engine",
        "for seat in 0 1; do splendor redact --seat $seat games.jsonl -o seat$seat.jsonl; done",
        "for seat in 0 1; do splendor redact --seat $seat example.json -o seat$seat.json; done",
        "cp tests/formats/convert/game.kifu .",
        "cp tests/formats/convert/game.replay.json match-1.replay.json",
        "cp tests/formats/convert/game.setup.json match-1.setup.json",
    ] {
        let run = folder.shell(line);
        assert_eq!(run.status, 0, "{line}: {}", run.all());
    }
    folder
}

#[test]
fn every_command_has_examples_and_each_runs() {
    let folder = folder("help-examples");
    let mut complaints = Vec::new();
    for command in commands(&folder) {
        let help = folder.run(&format!("{command} --help")).out;
        let examples = examples(&help);
        if examples.is_empty() {
            complaints.push(format!("`splendor {command} --help` has no examples"));
        }
        if !examples.iter().any(|line| line.contains(&format!("splendor {command}"))) {
            complaints.push(format!("no example of {command} is one"));
        }
        for line in examples {
            let is_slow = line.starts_with("splendor conformance");
            if is_slow && sample(true, false) && !line.contains("--clause") {
                continue;
            }
            // `diagnose` needs an illegal log.
            let illegal = command == "diagnose";
            let game = if illegal { "illegal.json" } else { "example.json" };
            folder.write("game.json", folder.read(game));
            let run = folder.shell(&line);
            // Under other rules the game may be illegal, so status 1 is fine.
            let may_find = ["audit --client", "why"];
            let may_be_illegal =
                may_find.iter().any(|start| line.starts_with(&format!("splendor {start} ")));
            if run.status != 0 && !(may_be_illegal && run.status == 1) {
                complaints.push(format!("{line}: {}\n{}", run.status, run.err));
            }
        }
    }
    crate::repo::tidy::assert_no_complaints(complaints);
}

#[test]
fn the_examples_of_a_help_text_are_found() {
    let help = "Usage: x\n\nExamples:\n  splendor a b   remark\n  splendor c\n\nMore.\n  no\n";
    assert_eq!(examples(help), ["splendor a b", "splendor c"]);
    assert!(examples("Usage: x\n").is_empty());
}

#[test]
fn bash_completes_commands_options_and_values() {
    let folder = folder("help-bash");
    let completions = |words: &str, place: usize| {
        let script = format!(
            "splendor completions bash > c.bash && exec bash -c 'source ./c.bash; \
             COMP_WORDS=({words}); COMP_CWORD={place}; \
             _splendor splendor \"${{COMP_WORDS[{place}]}}\" \"${{COMP_WORDS[{place}-1]}}\"; \
             printf \"%s\\n\" \"${{COMPREPLY[@]}}\"'"
        );
        let run = folder.shell(&script);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{words}");
        run.out.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(completions("splendor ver", 1), ["verify"]);
    assert_eq!(completions("splendor verify --kee", 2), ["--keep-going"]);
    assert_eq!(completions("splendor verify --format sar", 3), ["sarif"]);
    for (words, place, value) in [
        ("splendor verify --client seal", 3, "seal256"),
        ("splendor list clients seal", 3, "seal256"),
        ("splendor verify --from kif", 3, "kifu"),
        ("splendor convert --to kif", 3, "kifu"),
        ("splendor generate --module cit", 3, "cities"),
        ("splendor generate --box silk", 3, "silk-road"),
        ("splendor generate --policy gre", 3, "greedy"),
        ("splendor generate --edition 2014", 3, "2014"),
        ("splendor schema --print diagn", 3, "diagnosis"),
        ("splendor explain take.pair-n", 2, "take.pair-needs-four"),
        ("splendor explain tool.def", 2, "tool.defect"),
        ("splendor conformance --clause take.pair-n", 3, "take.pair-needs-four"),
    ] {
        assert_eq!(completions(words, place), [value], "{words}");
    }
    let rulings = completions("splendor verify --ruling pas", 3);
    assert_eq!(rulings, ["pass=when-stuck", "pass=always", "pass=never"]);
    for command in commands(&folder).iter().skip(1) {
        assert!(completions("splendor \"\"", 1).contains(command), "{command} is not completed");
    }
}

#[test]
fn every_shell_script_names_every_command() {
    let folder = folder("help-shells");
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let run = folder.run(&format!("completions {shell}"));
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{shell}");
        for command in commands(&folder).iter().skip(1) {
            assert!(run.out.contains(command.as_str()), "{shell} does not know {command}");
        }
        let knows = |value: &str| run.out.contains(value);
        let options = ["seal256", "pass=when-stuck", "effective-splendor", "trading-posts"];
        assert_eq!(options.iter().all(|value| knows(value)), shell != "powershell", "{shell}");
        assert_eq!(knows("tool.defect"), ["bash", "zsh"].contains(&shell), "{shell}");
    }
}

#[test]
fn help_with_the_help_flag_prints_the_help() {
    let folder = Folder::new("help-help");
    assert_eq!(folder.run("help --help").out, folder.run("--help").out);
    for arguments in ["help --help", "help -h", "help verify --help", "help help"] {
        let run = folder.run(arguments);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{arguments}");
    }
    assert_eq!(folder.run("help verify --help").out, folder.run("help verify").out);
}

#[test]
fn misspelled_words_get_a_suggestion() {
    let folder = Folder::new("help-meant");
    for (arguments, suggestion) in [
        ("verify --client seal255 game.json", "did you mean `seal256`?"),
        ("list clients seal255", "did you mean `seal256`?"),
        ("verify --ruling pas=always game.json", "did you mean `pass=always`?"),
        ("verify --from kif game.json", "did you mean `kifu`?"),
        ("generate --policy gredy", "did you mean `greedy`?"),
        ("generate --module citis", "a similar value exists: 'cities'"),
        ("generate --box silkroad", "a similar value exists: 'silk-road'"),
        ("generate --edition 2015", "[possible values: 2014, 2024]"),
        ("convert --to kif game.json", "a similar value exists: 'kifu'"),
        ("schema --print repot", "did you mean `report`?"),
        ("explain take.pear", "the nearest is `take.pair`"),
    ] {
        let run = folder.run(arguments);
        assert_eq!(
            (run.status, run.err.contains(suggestion)),
            (3, true),
            "{arguments}: {}",
            run.err
        );
    }
    assert!(!folder.run("list clients xyzzy").err.contains("did you mean"));
}

#[test]
fn the_long_version_names_the_rules_and_the_formats() {
    let folder = folder("help-version");
    let (short, long) = (folder.run("-V"), folder.run("--version"));
    let version = format!("splendor {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!((short.status, short.out.as_str()), (0, version.as_str()));
    assert_eq!((long.status, long.out.starts_with(&version)), (0, true));
    let digest = splendor_verify::edition::rules_digest();
    assert!(long.out.contains(&format!("\nrules {digest} (")), "{}", long.out);
    for (name, _) in splendor_schema::schemas() {
        let (name, version) = name.strip_suffix(".schema.json").unwrap().rsplit_once('-').unwrap();
        assert!(long.out.contains(&format!("{name}/{version}")), "{}", long.out);
    }
}
