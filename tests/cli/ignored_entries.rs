//! Checks which entries of folders a run ignores, and that a run never judges nothing in silence.

use std::os::unix::fs::symlink;

use serde_json::{Value, json};

use crate::cli::archives::{archive, entry};
use crate::cmd::Folder;

/// Writes a log to each of these files.
fn folder(name: &str, files: &[&str]) -> Folder {
    let folder = Folder::new(name);
    let log = folder.run("example").out;
    for file in files {
        folder.write(file, &log);
    }
    folder
}

/// Returns the names of the logs that a command judges, the exit status, and the errors.
fn judged(folder: &Folder, arguments: &str) -> (String, i32, String) {
    let run = folder.run(&format!("verify --format line {arguments}"));
    let names = run.out.lines().map(|line| line.split(':').next().unwrap());
    (names.collect::<Vec<_>>().join(" "), run.status, run.err)
}

#[test]
fn gitignore_files_in_a_named_folder_count() {
    let files = [
        "all/a.json",
        "all/b.tmp.json",
        "all/drafts/c.json",
        "all/in/d.json",
        "all/in/e.json",
        "all/in/keep.tmp.json",
        "all/.git/f.json",
        "all/in/node_modules/g.json",
        "all/out/h.json",
    ];
    let folder = folder("ignored-gitignore", &files);
    folder.write("all/.gitignore", "# drafts\n\n*.tmp.json\ndrafts/\n/out\n{\n*.md\n");
    folder.write("all/in/.gitignore", "\u{feff}e.json\r\n!keep.tmp.json\n");
    folder.write("all/README.md", "");
    let note = "note: a .gitignore hides 4 entries: all/b.tmp.json, all/drafts, all/in/e.json, \
                all/out; --no-ignore reads them too\n";
    let logs = "all/a.json all/in/d.json all/in/keep.tmp.json";
    assert_eq!(judged(&folder, "all"), (logs.to_owned(), 0, note.to_owned()));
    let (every, status, err) = judged(&folder, "--no-ignore all");
    let expected = "all/.git/f.json all/a.json all/b.tmp.json all/drafts/c.json all/in/d.json \
                    all/in/e.json all/in/keep.tmp.json all/in/node_modules/g.json all/out/h.json";
    assert_eq!((every.as_str(), status, err.as_str()), (expected, 0, ""));
    for strict in ["", "--strict "] {
        let run = folder.run(&format!("verify {strict}--quiet all"));
        let totals = "3 logs: 3 legal (3 incomplete); 6 entries ignored (.git, .gitignore, \
                      node_modules)\n";
        assert_eq!((run.status, run.out.as_str()), (0, totals));
    }
    let run = folder.run("audit all");
    assert_eq!((run.status, run.err.as_str()), (0, note));
    let run = folder.run("verify --summary --format json --exclude in all");
    let summary: Value = serde_json::from_str(&run.out).unwrap();
    let reasons = json!({ "--exclude": 1, ".git": 1, ".gitignore": 3 });
    let first = json!(["all/b.tmp.json", "all/drafts", "all/out"]);
    let ignored = json!({ "entries": 5, "reasons": reasons, "first": first });
    assert_eq!((&summary["logs"], &summary["ignored"]), (&1.into(), &ignored));
}

/// A folder with ten thousand logs is often one that Git ignores: naming it is enough.
#[test]
fn a_named_path_is_judged_whatever_the_folders_above_ignore() {
    let folder = folder("ignored-named", &["out/a.json", "node_modules/games/b.json", "x.json"]);
    folder.write(".gitignore", "out\n*.json\n");
    let paths = "out node_modules/games x.json";
    let logs = "out/a.json node_modules/games/b.json x.json";
    for exclude in ["", "--exclude x.json --exclude out "] {
        let (found, status, err) = judged(&folder, &format!("{exclude}{paths}"));
        assert_eq!((found.as_str(), status, err.as_str()), (logs, 0, ""));
    }
    let (found, status, err) = judged(&folder, ".");
    assert_eq!((found.as_str(), status), ("", 3));
    let error = "error: .: no .json, .jsonl, .ndjson or .tar file is in this folder; 3 entries \
                 ignored (.gitignore, node_modules)\nhelp: name the ignored files or folders";
    assert!(err.starts_with(error), "{err}");
    assert_eq!(folder.run("audit .").status, 3);
}

#[test]
fn excluded_entries_are_named_as_in_a_gitignore() {
    let files = ["all/a.json", "all/drafts/b.json", "all/in/drafts/c.json", "all/in/a.json"];
    let folder = folder("ignored-exclude", &files);
    for (exclude, logs) in [
        ("--exclude drafts", "all/a.json all/in/a.json"),
        ("--exclude /drafts/", "all/a.json all/in/a.json all/in/drafts/c.json"),
        ("--exclude in/a.json", "all/a.json all/drafts/b.json all/in/drafts/c.json"),
        ("--exclude a.json --exclude b.json --exclude c.json --no-ignore", ""),
        ("--exclude {a,b,c}.json --exclude drafts", "all/a.json all/in/a.json"),
        ("--exclude **/in", "all/a.json all/drafts/b.json"),
    ] {
        let (found, status, _) = judged(&folder, &format!("{exclude} all"));
        assert_eq!((found.as_str(), status), (logs, if logs.is_empty() { 3 } else { 0 }));
    }
    for pattern in ["", " ", "#a", "!a", "[z-a]"] {
        let run = folder.run_with(["verify", "--exclude", pattern, "all"]);
        assert_eq!((run.status, run.out.as_str()), (3, ""), "{pattern}");
        assert!(run.err.contains("--exclude"), "{}", run.err);
    }
}

#[test]
fn a_document_that_is_not_a_log_is_left_out() {
    let folder = folder("ignored-other", &["all/a.json"]);
    let package = "{\n  \"name\": \"client\",\n  \"scripts\": {}\n}\n";
    folder.write("all/package.json", package);
    folder.write("all/z.tar", archive(&[entry("tsconfig.json", b'0', b"{\"files\": []}")]));
    let (found, status, err) = judged(&folder, "all");
    let warning = "warning: 2 entries left out: 2 files that are not logs: all/package.json, \
                   all/z.tar/tsconfig.json\nhelp: --exclude GLOB ignores such files; a file that \
                   you name is always judged\n";
    assert_eq!((found.as_str(), status, err.as_str()), ("all/a.json", 0, warning));
    assert_eq!(judged(&folder, "--strict all").1, 2);
    assert_eq!(judged(&folder, "--strict --exclude package.json --exclude *.tar all").1, 0);
    let (found, status, _) = judged(&folder, "all/package.json");
    assert_eq!((found.as_str(), status), ("all/package.json", 2));
    // Lines of other data may be logs with a mistake, and so may a document that has their fields.
    folder.write("all/lines.jsonl", "{\"a\": 1}\n{\"b\": 2}\n");
    folder.write("all/torn.json", "{\"name\": ");
    folder.write("all/turns.json", "{\"turns\": []}");
    let (found, status, _) = judged(&folder, "all");
    let logs = "all/a.json all/lines.jsonl all/lines.jsonl all/torn.json all/turns.json";
    assert_eq!((found.as_str(), status), (logs, 2));
}

#[test]
fn a_run_that_finds_only_other_documents_fails() {
    let folder = Folder::new("ignored-nothing");
    folder.write("all/package.json", "{}");
    let error = "error: nothing was judged: the folders contain no log\nhelp: name the files \
                 themselves: the report on each shows what it lacks\nwarning: 1 entry left out";
    for command in ["verify", "verify --format line", "audit"] {
        let run = folder.run(&format!("{command} all"));
        assert_eq!((run.status, run.err.starts_with(error)), (3, true), "{}", run.all());
    }
    let run = folder.run("verify --format junit all");
    assert!(run.status == 3 && run.out.contains("input.no-log"), "{}", run.out);
}

#[test]
fn a_gitignore_of_a_stranger_is_bounded_and_no_way_out() {
    let folder = folder("ignored-stranger", &["all/a.json", "all/b.json"]);
    let gitignore = folder.path().join("all/.gitignore");
    folder.write("all/.gitignore", "x\n".repeat(40_000));
    let (found, status, err) = judged(&folder, "all");
    assert_eq!((found.as_str(), status), ("all/a.json all/b.json", 2));
    assert!(err.contains("all/.gitignore: it has more than 64 KiB\n"), "{err}");
    folder.write("secret", "b.json\n");
    std::fs::remove_file(&gitignore).unwrap();
    symlink("../secret", &gitignore).unwrap();
    let (found, status, err) = judged(&folder, "all");
    assert_eq!((found.as_str(), status), ("all/a.json all/b.json", 2));
    assert!(err.contains("all/.gitignore: it is a link out of its folder"), "{err}");
    assert_eq!(judged(&folder, "--no-ignore all").1, 0);
    std::fs::remove_file(&gitignore).unwrap();
    folder.write("all/.gitignore", "{a,{b,*?[a-z]**/c}}*?*?*?*?*?*?\n".repeat(2_000));
    assert_eq!(judged(&folder, "all").1, 0);
}
