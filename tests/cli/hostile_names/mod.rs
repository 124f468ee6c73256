//! Checks that untrusted text never becomes a line of its own or a terminal command: names in logs,
//! names of files, and words on the command line.
#![cfg(unix)]

mod library;

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::ffi::OsStringExt;

use serde_json::{Value, json};
use splendor_schema::visible;

use crate::cmd::{Folder, Run};
use crate::root;

/// Ends a line, starts one that looks like a GitHub command, clears the screen, reverses text,
/// hides letters.
const HOSTILE: &str = concat!(
    "\n::x\r\t\u{1b}[2J\u{7f}\u{85}\u{9b}\u{2028}\u{2029}\u{202e}\u{2066}\u{200b}",
    "\u{feff}\u{e0041}\u{ffff}%"
);

/// Returns a harmless name with as many characters.
fn harmless() -> String {
    "x".repeat(HOSTILE.chars().count())
}

fn object(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// Returns the example with the name in every free-text field; the game stays the same.
fn named(name: &str) -> Value {
    let mut log = object(splendor_schema::EXAMPLE);
    log["$schema"] = name.into();
    log["source"] =
        json!({ "client": name, "client_version": name, "game": name, "played_at": name });
    log["ext"] = json!({ name: [name] });
    for player in log["players"].as_array_mut().unwrap() {
        *player = json!({ "name": name, "ext": { name: name } });
    }
    for turn in log["turns"].as_array_mut().unwrap() {
        turn["ext"] = json!({ name: name });
    }
    log
}

/// Returns logs that are malformed, unsupported or illegal, each with the name in another place.
fn spoiled(name: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut put = |pointer: &str, value: Value| {
        let mut log = named(name);
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        match log.pointer_mut(parent).unwrap() {
            Value::Array(list) => list[key.parse::<usize>().unwrap()] = value,
            parent => parent[key] = value,
        }
        all.push(log.to_string());
    };
    put("/rules/edition", name.into());
    put("/rules/modules", json!([name]));
    put("/rules/boxes", json!([name]));
    put("/rules/rulings", json!({ name: "always" }));
    put("/rules/rulings", json!({ name: 1, "pass": name }));
    put("/rules/rulings", json!({ "pass": name }));
    put("/rules", json!({ "edition": "2024", name: 1 }));
    put("/rules", name.into());
    put("/format", name.into());
    put("/omits", json!([name]));
    put("/players", name.into());
    put("/players/0", json!({ name: 1 }));
    put("/setup/nobles/0", name.into());
    put("/setup/cities", json!([name]));
    put("/setup/market/level1/0", name.into());
    put("/turns/0", json!({ name: 1 }));
    put("/turns/0", json!({ "foreign": name, "ext": { name: name } }));
    put("/turns/0", json!({ "take": [name] }));
    put("/turns/0", json!({ "take": { name: 1 } }));
    put("/turns/0", json!({ "reserve": name }));
    put("/turns/0", json!({ "purchase": { "card": name } }));
    put("/turns/0", json!({ "pass": name }));
    put("/turns/0", json!({ "take": ["ruby", "ruby", "ruby"], "ext": { name: name } }));
    put("/turns/0", json!({ "take": ["ruby"], "post": name, "noble": name }));
    put("/turns/0", json!({ "take": ["ruby"], "after": { "digest": name } }));
    put("/turns/0", json!({ "take": ["ruby"], "after": { name: 1 } }));
    put("/end", json!({ "reason": name }));
    put("/result", json!({ "scores": [1, 2], "winners": [name] }));
    let key = Value::from(name).to_string();
    all.push(format!("{{{key}:1,{key}:2}}"));
    all.push(format!("{{\"format\":{key}}}"));
    all.push(format!("{{\"a\": {}", name.replace('\n', "")));
    all.push(name.replace('\n', ""));
    all
}

/// Returns two folders with the same files, one with hostile and one with harmless names.
fn folders(test: &str) -> [(Folder, String); 2] {
    [("hostile", HOSTILE.to_owned()), ("harmless", harmless())].map(|(title, name)| {
        let folder = Folder::new(&format!("{title}-{test}"));
        let lines = [vec![named(&name).to_string()], spoiled(&name)].concat().join("\n");
        let file = |ending: &str| format!("{name}/{name}{ending}");
        folder.write(&file(".jsonl"), lines + "\n");
        folder.write(&file(".json"), named(&name).to_string());
        folder.write(&file("-open.json"), named(&name).to_string().replace("\"ruby\"", "\"onyx\""));
        folder.write(&file("-cut.json"), format!("{{\"{name}"));
        folder.write(&file("-empty.json"), "");
        folder.write(&file("-cut.json.gz"), [0x1f, 0x8b, 8, 0]);
        let kifu = std::fs::read_to_string(root().join("tests/formats/convert/game.kifu")).unwrap();
        let flat = name.replace(['\n', '\r'], "");
        folder.write(&file(".kifu"), kifu.replacen("Ada", &flat, 1));
        folder.write(&file("-key.kifu"), kifu.replacen("Player0", &flat, 1));
        folder.write(&file("-move.kifu"), kifu.replacen("take:", &flat, 1));
        folder.write(&format!("none/{name}/none.txt"), "");
        folder.write("skip", format!("{name}\n").replacen('\n', "", 1));
        let vectors = std::fs::read_to_string(root().join("replays/vectors.jsonl")).unwrap();
        let mut vector = object(vectors.lines().next().unwrap());
        vector["clause"] = name.clone().into();
        folder.write("vectors", vector.to_string());
        (folder, name)
    })
}

/// Command lines. `@` is the name, `#` the name in JSON, and `@@` the path of the file with that
/// name. A `~` marks commands whose number of lines depends on the name.
const COMMANDS: &str = "\
verify @ none missing@
verify --report-unchecked --report-inferred @
verify --color always @
verify --keep-going @@.jsonl
verify --quiet --summary @ none
verify --format line @ none
verify --format json @ none
verify --format json --summary @ none
verify --format sarif @ none
verify --format junit @ none
verify --format github @ none
verify --format gitlab @ none
verify --from auto @
verify --from kifu @@-key.kifu
verify --from @ @@.json
verify --format @ @@.json
verify --client @ @@.json
verify --ruling @=1 @@.json
verify --ruling pass=@ @@.json
verify --book @ --format sarif @@.json
verify --threads @ @@.json
verify -o @/@.json @
verify -o @.out --resume @.out @@.json
verify --resume @/@-cut.json -o x @@.json
verify --setup @.none --from kifu @@.kifu
~audit @ missing@
audit --format json @
show @@.json
show --color always @@.json
show --format json @@.json
show @@-cut.json
show @@-empty.json
show missing@
show @
legal @@.json
legal --format json @@.json
legal @@.json --turn @
legal @@.json --turn 99
view @@.json
view @@.json -o none/@/view.html
view @@.json -o @@.json
view @@.json -o missing/@
why @@.json --turn 1
why @@.json --turn 1 @
why @@.json --turn 1 {\"take\":[\"#\"]}
why @@.json --turn 1 {\"take\":[\"ruby\",\"ruby\",\"ruby\"],\"ext\":{\"#\":1}}
why @@.json --turn 1 --format json {\"take\":[\"ruby\"],\"ext\":{\"#\":1}}
diagnose @@-open.json
diagnose --format json @@-open.json
diagnose @@-cut.json
diagnose @@-open.json --output @@.json
witness @@.json
witness @@-open.json
redact --seat 0 @@.jsonl
redact --spectator @@.json -o @@.json
redact --anonymize @@.jsonl
convert @@.kifu
convert @@.kifu --account none/@/report.json
convert @@-key.kifu
convert @@-move.kifu
convert @@.json
~convert @@.json --to kifu
convert --from @ @@.kifu
convert @@.kifu -o @@.kifu
perft @@.json --depth 1
perft @@-cut.json --depth 1
perft @@.json --depth @
conformance --cmd @
conformance --cmd \"@
conformance --cmd cat
~conformance --cmd @ --skip skip
~conformance --cmd @ --skip @@.json
conformance --list --vectors vectors
conformance --list --vectors @@.jsonl
conformance --list --clause @
explain @
list @
list cards --@
list cards --match @
list clauses @
list clients @
list clients --format json @
generate --policy @
generate --module @
generate --edition @
generate --seed @
schema @
schema --print @
schema @@.json
completions @
man @
engine @
@
";

/// Runs a command line in a folder with the name inserted.
fn run_line(folder: &Folder, line: &str, name: &str) -> Run {
    let quoted = Value::from(name).to_string();
    let words = line.split(' ').map(|word| match word.strip_prefix("@@") {
        Some(ending) => format!("{name}/{name}{ending}"),
        None => word.replace('@', name).replace('#', quoted.trim_matches('"')),
    });
    folder.run_with(words)
}

/// Returns whether the text contains only lines of visible characters.
fn is_text(text: &str, colored: bool) -> bool {
    let bare = if colored { without_colors(text) } else { text.to_owned() };
    visible::lines(&bare) == bare && !bare.contains('\t')
}

fn without_colors(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap().to_owned();
    let rest = parts.map(|part| part.split_once('m').unwrap().1);
    [first].into_iter().chain(rest.map(str::to_owned)).collect()
}

#[test]
fn hostile_names_never_add_lines_or_control_characters() {
    let [(one, hostile), (other, name)] = folders("lines");
    let mut differ = Vec::new();
    for line in COMMANDS.lines() {
        let (line, same) = line.strip_prefix('~').map_or((line, true), |line| (line, false));
        let [run, calm] = [run_line(&one, line, &hostile), run_line(&other, line, &name)];
        let colored = line.contains("--color always");
        for text in [&run.out, &run.err, &calm.out] {
            assert!(is_text(text, colored), "{line}: {text:?}");
        }
        let count = |run: &Run| (run.status, run.out.lines().count(), run.err.lines().count());
        if same && count(&run) != count(&calm) {
            differ.push(format!(
                "{line}: {:?} {:?}\n{}\n{}",
                count(&run),
                count(&calm),
                run.all(),
                calm.all()
            ));
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

/// Checks that every machine-readable format stays valid with hostile names.
#[test]
fn every_format_parses_with_hostile_names() {
    let [(folder, name), _] = folders("formats");
    let run = |line: &str| run_line(&folder, line, &name).out;
    let logs = spoiled(&name).len() + 1;
    let json = run("verify --format json @@.jsonl");
    assert_eq!(json.lines().map(object).count(), logs);
    for report in json.lines().map(object) {
        assert_eq!(report["input"]["name"], format!("{name}/{name}.jsonl"), "names are told whole");
    }
    assert_eq!(object(json.lines().next().unwrap())["source"]["client"], *name);
    for line in ["show --format json @@.json", "audit --format json @", "verify --format gitlab @"]
    {
        object(&run(line));
    }
    assert_eq!(object(&run("redact --anonymize @@.json"))["players"][0], json!({}));
    assert_eq!(object(&run("witness @@.json"))["players"][0]["name"], *name);
    let sarif = object(&run("verify --format sarif @"));
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let uris = results.iter().map(|one| &one["locations"][0]["physicalLocation"]);
    let uris = uris.map(|place| place["artifactLocation"]["uri"].as_str().unwrap());
    let uris: BTreeSet<&str> = uris.collect();
    assert!(results.len() >= logs - 1 && uris.len() >= 3, "{uris:?}");
    assert!(uris.iter().all(|uri| uri.starts_with("%0A%3A%3Ax%0D%09%1B%5B2J")), "{uris:?}");
    check_well_formed(&run("verify --format junit @"));
    let github = run("verify --format github @");
    let (commands, last) = github.trim_end().rsplit_once('\n').unwrap();
    assert!(!last.starts_with("::"), "{last}");
    for command in commands.lines() {
        let (kind, rest) = command.strip_prefix("::").unwrap().split_once(' ').unwrap();
        assert!(["error", "warning", "notice"].contains(&kind), "{command}");
        assert!(rest.starts_with("file=\\n%3A%3Ax\\r\\t\\u{1b}[2J"), "{command}");
    }
}

/// Checks that the tags of an XML text are balanced and that it contains no forbidden character or
/// entity.
fn check_well_formed(xml: &str) {
    let no_xml =
        |letter: char| letter < ' ' && letter != '\n' || matches!(letter, '\u{fffe}' | '\u{ffff}');
    assert!(!xml.contains(no_xml));
    let mut open = Vec::new();
    let body = xml.split_once("?>").unwrap().1;
    for part in body.split('<').skip(1) {
        let (tag, text) = part.split_once('>').unwrap();
        assert!(!text.contains('>') && tag.matches('"').count() % 2 == 0, "{part}");
        for entity in part.split('&').skip(1) {
            let known = ["amp;", "lt;", "gt;", "quot;", "#10;", "#9;"];
            assert!(known.iter().any(|one| entity.starts_with(one)), "{entity}");
        }
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap());
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn file_names_that_are_not_utf8_stay_distinct() {
    let folder = Folder::new("hostile-bytes");
    let log = std::fs::read(root().join("replays/illegal/take-pair-needs-four.json")).unwrap();
    let names = [b"logs/a\xfe.json".as_slice(), b"logs/a\xff.json"];
    folder.write("logs/z.json", &log);
    for name in names {
        std::fs::write(folder.path().join(OsStr::from_bytes(name)), &log).unwrap();
    }
    let all = |format: &str, of: &dyn Fn(&Value) -> &Value| -> Vec<String> {
        let report = object(&folder.run(&format!("verify --format {format} logs")).out);
        let list = if report.is_array() { &report } else { &report["runs"][0]["results"] };
        list.as_array().unwrap().iter().map(|one| of(one).as_str().unwrap().to_owned()).collect()
    };
    let uris =
        all("sarif", &|one| &one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]);
    assert_eq!(uris, ["logs/a%FE.json", "logs/a%FF.json", "logs/z.json"]);
    let paths = all("gitlab", &|one| &one["location"]["path"]);
    assert_eq!(paths, [r"logs/a\xfe.json", r"logs/a\xff.json", "logs/z.json"]);
    let prints: [&dyn Fn(&Value) -> &Value; 2] =
        [&|one| &one["partialFingerprints"]["splendorFinding/v1"], &|one| &one["fingerprint"]];
    for (format, of) in ["sarif", "gitlab"].into_iter().zip(prints) {
        assert_eq!(all(format, of).into_iter().collect::<BTreeSet<_>>().len(), 3, "{format}");
    }
    for format in ["text", "line", "json", "junit", "github"] {
        let run = folder.run(&format!("verify --format {format} logs")).out;
        assert!(run.contains(r"\xfe") && run.contains(r"\xff"), "{format}: {run}");
    }
    let missing = OsString::from_vec(b"logs/b\xff.json".to_vec());
    let run = folder.run_with(["show".into(), missing]);
    assert!(run.err.starts_with(r"error: logs/b\xff.json: "), "{}", run.err);
}

/// Answers of an engine are escaped, because its author is not trusted.
#[test]
fn an_engine_cannot_forge_output_lines() {
    let folder = Folder::new("hostile-engine");
    let quoted = Value::from(HOSTILE).to_string();
    for answer in [
        r#"{"id":1,"protocol":"splendor-conformance/1","engine":@,"version":@}"#
            .replace('@', &quoted),
        format!("{{\"id\":1,\"error\":{quoted}}}"),
        format!("{{\"id\":1,{quoted}:1}}"),
        HOSTILE.replace('\n', ""),
    ] {
        folder.write("answer", answer + "\n");
        for more in ["", "--format json"] {
            let words = ["conformance", "--cmd", "cat answer", "--clause", "take.pair"];
            let run = folder.run_with(words.into_iter().chain(more.split_whitespace()));
            assert!(is_text(&run.out, false) && is_text(&run.err, false), "{}", run.all());
        }
    }
    let questions = format!("{quoted}\n{{\"id\":1,\"ask\":{quoted}}}\n{{{quoted}:1}}\n");
    let run = folder.run_on("engine", questions.as_bytes());
    assert_eq!((run.out.lines().map(object).count(), is_text(&run.out, false)), (3, true));
}
