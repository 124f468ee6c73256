//! Checks the answers of `splendor mcp`, one message a line.

use std::path::Path;

use serde_json::{Value, json};
use splendor_schema::EXAMPLE;

use crate::cmd::Folder;

/// Two emeralds from a stack of three.
const ILLEGAL: &str = include_str!("../../replays/illegal/take-pair-needs-four.json");

/// Runs the server in a folder over some lines and returns its answers.
fn answers(folder: &Folder, lines: &[String]) -> Vec<Value> {
    answers_for("", folder, lines)
}

/// Runs the server for the folder of this name over some lines and returns its answers.
fn answers_for(name: &str, folder: &Folder, lines: &[String]) -> Vec<Value> {
    let run = folder.run_on(&format!("mcp {name}"), lines.join("\n").as_bytes());
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn request(method: &str, params: &Value) -> String {
    json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params }).to_string()
}

/// Calls a tool; returns its answer in words, and its structured answer.
fn call(folder: &Folder, tool: &str, arguments: &Value) -> (String, Value) {
    let line = request("tools/call", &json!({ "name": tool, "arguments": arguments }));
    let result = answers(folder, &[line])[0]["result"].clone();
    assert_ne!(result["isError"], true, "{result}");
    let text = result["content"][0]["text"].as_str().unwrap().to_owned();
    (text, result["structuredContent"].clone())
}

/// Calls a tool that cannot answer; returns its message for the agent.
fn refusal(folder: &Folder, tool: &str, arguments: &Value) -> String {
    let line = request("tools/call", &json!({ "name": tool, "arguments": arguments }));
    let result = answers(folder, &[line])[0]["result"].clone();
    assert_eq!(result["isError"], true, "{result}");
    result["content"][0]["text"].as_str().unwrap().to_owned()
}

#[test]
fn both_sides_agree_on_a_version_that_they_know() {
    let folder = Folder::new("mcp-versions");
    for (asked, expected) in [("2024-11-05", "2024-11-05"), ("2099-01-01", "2025-11-25")] {
        let hello = request("initialize", &json!({ "protocolVersion": asked }));
        let begun = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string();
        let all = answers(&folder, &[hello, begun, request("ping", &json!({}))]);
        // A notification has no answer.
        assert_eq!(all.len(), 2);
        assert_eq!(all[0]["result"]["protocolVersion"], expected);
        assert_eq!(all[0]["result"]["serverInfo"]["version"], env!("CARGO_PKG_VERSION"));
        assert_eq!(all[1], json!({ "jsonrpc": "2.0", "id": 7, "result": {} }));
    }
}

#[test]
fn every_tool_is_listed_with_the_arguments_that_it_takes() {
    let folder = Folder::new("mcp-tools");
    let all = answers(&folder, &[request("tools/list", &json!({}))]);
    let tools = all[0]["result"]["tools"].as_array().unwrap();
    let listed: Vec<String> = tools
        .iter()
        .map(|tool| {
            let schema = &tool["inputSchema"];
            assert_eq!(
                (&schema["type"], &schema["additionalProperties"]),
                (&json!("object"), &json!(false))
            );
            let arguments: Vec<&str> =
                schema["properties"].as_object().unwrap().keys().map(String::as_str).collect();
            format!("{}: {}", tool["name"].as_str().unwrap(), arguments.join(" "))
        })
        .collect();
    assert_eq!(
        listed,
        [
            "verify: log file game client rulings published",
            "why: log file game client rulings published turn proposal",
            "legal: log file game client rulings published turn",
            "show: log file game client rulings published turn",
            "explain: words",
        ]
    );
}

#[test]
fn the_tools_answer_as_the_commands_do() {
    let folder = Folder::new("mcp-answers");
    folder.write("log.json", ILLEGAL);
    let file = json!({ "file": "log.json" });
    let (text, report) = call(&folder, "verify", &file);
    let printed = folder.run("verify log.json");
    assert_eq!(text.trim_end(), printed.out.trim_end());
    let printed: Value =
        serde_json::from_str(&folder.run("verify --format json log.json").out).unwrap();
    assert_eq!(report, printed);

    let (text, why) = call(&folder, "why", &json!({ "file": "log.json", "turn": 2 }));
    assert_eq!(text, folder.run("why log.json --turn 2").out);
    assert_eq!(why["verdict"], "illegal");
    let proposal = json!({ "take": ["ruby", "onyx", "diamond"] });
    let asked = json!({ "file": "log.json", "turn": 2, "proposal": proposal });
    assert_eq!(call(&folder, "why", &asked).1["verdict"], "legal");

    let (text, legal) = call(&folder, "legal", &json!({ "file": "log.json", "turn": 2 }));
    assert_eq!(text, folder.run("legal log.json --turn 2").out);
    assert_eq!(legal["turns"].as_array().unwrap().len(), 27);

    let (text, position) = call(&folder, "show", &json!({ "file": "log.json", "turn": 2 }));
    assert_eq!(text, folder.run("show log.json --turn 2").out);
    assert_eq!(position["supply"]["emerald"], 3);

    let two = format!("{0}\n{0}\n", serde_json::from_str::<Value>(ILLEGAL).unwrap());
    folder.write("two.jsonl", two);
    let (text, _) = call(&folder, "why", &json!({ "file": "two.jsonl", "game": 2, "turn": 2 }));
    assert_eq!(text, folder.run("why two.jsonl --game 2 --turn 2").out);

    let (text, none) = call(&folder, "explain", &json!({ "words": "take.pair" }));
    assert_eq!((text, none), (folder.run("explain take.pair").out, Value::Null));
}

#[test]
fn a_log_can_be_json_or_text() {
    let folder = Folder::new("mcp-logs");
    let log: Value = serde_json::from_str(EXAMPLE).unwrap();
    for log in [log, EXAMPLE.into()] {
        assert_eq!(call(&folder, "verify", &json!({ "log": log })).1["verdict"], "legal");
    }
    let (_, report) = call(&folder, "verify", &json!({ "log": "no log" }));
    assert_eq!(report["verdict"], "malformed");
    let (_, report) =
        call(&folder, "verify", &json!({ "log": EXAMPLE, "rulings": { "target": "1" } }));
    assert_eq!(report["departures"][0]["name"], "target");
}

#[test]
fn wrong_arguments_are_named() {
    let folder = Folder::new("mcp-arguments");
    for (tool, arguments, expected) in [
        ("verify", json!({}), "give either `log` or `file`"),
        ("verify", json!({ "log": EXAMPLE, "file": "a" }), "give either `log` or `file`"),
        ("verify", json!({ "file": "-" }), "`-` is not a file: give the log as `log`"),
        ("verify", json!({ "file": "none.json" }), "none.json: "),
        ("verify", json!({ "log": EXAMPLE, "game": 2 }), "`game` needs `file`"),
        ("verify", json!({ "log": EXAMPLE, "turn": 1 }), "takes no argument `turn`"),
        ("verify", json!({ "log": EXAMPLE, "clock": 1 }), "unknown field `clock`"),
        ("verify", json!({ "log": EXAMPLE, "client": "nobody" }), "nobody"),
        ("verify", json!({ "log": EXAMPLE, "rulings": { "pass": "no" } }), "pass"),
        ("show", json!({ "log": EXAMPLE, "turn": 99 }), "there is no turn 99"),
        ("show", json!({ "log": "{}" }), "log:1:"),
        ("why", json!({ "log": EXAMPLE }), "there is no turn to judge"),
        ("why", json!({ "log": EXAMPLE, "proposal": { "take": 1 } }), "the turn, line 1"),
        ("explain", json!({ "words": "take.nothing" }), "take.nothing"),
    ] {
        let message = refusal(&folder, tool, &arguments);
        assert!(message.contains(expected), "{tool} {arguments}: {message}");
    }
}

/// Returns the request to judge a file.
fn verify_file(path: impl AsRef<Path>) -> String {
    let arguments = json!({ "file": path.as_ref().to_str().unwrap() });
    request("tools/call", &json!({ "name": "verify", "arguments": arguments }))
}

/// Returns whether an answer is a verdict; otherwise it must be an error that contains the text.
fn is_verdict(answer: &Value, error: &str) -> bool {
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    let is_error = answer["result"]["isError"] == true;
    assert!(!is_error || text.contains(error), "{text}");
    !is_error
}

#[test]
#[cfg(unix)]
fn no_file_is_read_outside_of_the_folder() {
    use std::os::unix::fs::symlink;

    let folder = Folder::new("mcp-folder");
    for name in ["games/log.json", "games/may/log.json", "games-2/log.json"] {
        folder.write(name, EXAMPLE);
    }
    let games = folder.path().join("games");
    symlink("may/log.json", games.join("in.json")).unwrap();
    symlink("may", games.join("in")).unwrap();
    symlink("../games-2/log.json", games.join("out.json")).unwrap();
    symlink("../games-2", games.join("out")).unwrap();
    let judged = |path: &Path| {
        let lines = [verify_file(path)];
        let resolved = std::fs::canonicalize(&games).unwrap();
        let error = format!(
            "{}: the file is outside of {}; `splendor mcp FOLDER` or a root of the client allows \
             another folder",
            path.to_str().unwrap(),
            resolved.to_str().unwrap()
        );
        is_verdict(&answers_for("games", &folder, &lines)[0], &error)
    };
    for inside in ["log.json", "may/../log.json", "in.json", "in/log.json"] {
        assert!(judged(Path::new(inside)), "{inside}");
        assert!(judged(&games.join(inside)), "{inside}");
    }
    for outside in [
        "../games-2/log.json",
        "may/../../games-2/log.json",
        "out.json",
        "out/log.json",
        "../none.json",
        "/etc/passwd",
    ] {
        assert!(!judged(Path::new(outside)), "{outside}");
        assert!(!judged(&games.join(outside)), "{outside}");
    }
    let answer = &answers_for("games", &folder, &[verify_file("none/log.json")])[0];
    assert!(
        !is_verdict(answer, "none/log.json: there is no such file; a relative path begins in /"),
        "{answer}"
    );
    for no_folder in ["none", "games/log.json"] {
        let run = folder.run(&format!("mcp {no_folder}"));
        assert_eq!(run.status, 3, "{no_folder}: {}", run.err);
    }
}

#[test]
#[cfg(unix)]
fn the_roots_of_the_client_are_allowed_until_they_change() {
    let folder = Folder::new("mcp-roots");
    folder.write("games/log.json", EXAMPLE);
    folder.write("Zoë 100%/log.json", EXAMPLE);
    let file = verify_file(folder.path().join("Zoë 100%/log.json"));
    let hello = |capabilities: Value| {
        request("initialize", &json!({ "protocolVersion": "", "capabilities": capabilities }))
    };
    let tell = |method: &str| json!({ "jsonrpc": "2.0", "method": method }).to_string();
    let uri = format!("file://{}/Zo%C3%AB%20100%25", folder.path().to_str().unwrap());
    let roots = |id: u64, roots: Value| {
        json!({ "jsonrpc": "2.0", "id": id, "result": { "roots": roots } }).to_string()
    };
    let lines = [
        hello(json!({ "roots": { "listChanged": true } })),
        tell("notifications/initialized"),
        file.clone(),
        roots(1, json!([{ "uri": "https://example.org/" }, { "uri": uri, "name": "games" }])),
        file.clone(),
        verify_file("log.json"),
        tell("notifications/roots/list_changed"),
        roots(1, json!([{ "uri": uri }])),
        file.clone(),
        roots(2, json!([{ "uri": uri }])),
        file.clone(),
        tell("notifications/roots/list_changed"),
        json!({ "jsonrpc": "2.0", "id": 3, "error": { "code": -32603, "message": "" } })
            .to_string(),
        file.clone(),
    ];
    let all = answers_for("games", &folder, &lines);
    let asks = |id: u64| json!({ "jsonrpc": "2.0", "id": id, "method": "roots/list" });
    assert_eq!((&all[1], &all[5], &all[8]), (&asks(1), &asks(2), &asks(3)));
    let verdicts = [&all[2], &all[3], &all[4], &all[6], &all[7], &all[9]];
    let verdicts = verdicts.map(|answer| is_verdict(answer, "the file is outside of "));
    assert_eq!(verdicts, [false, true, true, false, true, false]);
    assert_eq!(all.len(), 10);

    // A client without roots is not asked for them.
    let lines = [hello(json!({})), tell("notifications/initialized"), roots(1, json!([]))];
    assert_eq!(answers_for("games", &folder, &lines).len(), 1);
}

#[test]
#[cfg(unix)]
fn special_files_are_refused_at_once() {
    use rustix::fs::{CWD, Mode, mkfifoat};

    let folder = Folder::new("mcp-special");
    mkfifoat(CWD, folder.path().join("pipe"), Mode::RUSR).unwrap();
    folder.write("folder/log.json", EXAMPLE);
    for (allowed, name) in [("", "pipe"), ("", "folder"), ("/dev", "zero")] {
        let answer = &answers_for(allowed, &folder, &[verify_file(name)])[0];
        assert!(!is_verdict(answer, &format!("{name}: it is not a regular file")), "{answer}");
    }
}

#[test]
fn a_question_has_a_stated_length() {
    let folder = Folder::new("mcp-questions");
    let all = answers(&folder, &[request("tools/list", &json!({}))]);
    let words = &all[0]["result"]["tools"][4]["inputSchema"]["properties"]["words"];
    assert_eq!(words["maxLength"], 1000);
    let longest = "é ".repeat(500);
    let message = refusal(&folder, "explain", &json!({ "words": longest }));
    assert!(message.starts_with("nothing found: "), "{message}");
    let longer = longest + "é";
    let message = refusal(&folder, "explain", &json!({ "words": longer }));
    let limit = "the question has 1001 characters, and the limit is 1000: ask in fewer words";
    assert_eq!(message, limit);
    let run = folder.run_with(["explain", &longer]);
    assert_eq!((run.status, run.err.lines().next()), (3, Some(&*format!("error: {limit}"))));
}

#[test]
fn messages_that_are_no_requests_get_the_codes_of_json_rpc() {
    let folder = Folder::new("mcp-errors");
    for (line, code, id) in [
        ("no json", -32700, json!(null)),
        ("\u{feff}{}", -32700, json!(null)),
        (r#"{"id":1}"#, -32600, json!(null)),
        ("7", -32600, json!(null)),
        (r#"{"jsonrpc":"2.0","id":"x","method":"none"}"#, -32601, json!("x")),
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#, -32602, json!(1)),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"none"}}"#,
            -32602,
            json!(1),
        ),
        (r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":[]}"#, -32602, json!(1)),
    ] {
        let all = answers(&folder, &[line.to_owned()]);
        assert_eq!((&all[0]["error"]["code"], &all[0]["id"]), (&json!(code), &id), "{line}");
    }
    let ping = request("ping", &json!({}));
    for batch in ["[]".to_owned(), format!("[{}]", vec![&*ping; 101].join(","))] {
        let all = answers(&folder, &[batch]);
        assert_eq!(all[0]["error"]["message"], "a batch has 1 to 100 messages");
    }
    // A batch has a list of answers, and one of notifications has none.
    let batches = [format!("[{ping},{{\"method\":\"x\"}}]"), r#"[{"method":"x"}]"#.to_owned()];
    let all = answers(&folder, &batches);
    assert_eq!(all, [json!([{ "jsonrpc": "2.0", "id": 7, "result": {} }])]);
    let nested = answers(&folder, &[format!("[[{ping}]]")]);
    assert_eq!(nested[0][0]["error"]["code"], -32600);
}

#[test]
fn deep_and_long_messages_do_no_harm() {
    let folder = Folder::new("mcp-hostile");
    let (deep, closed) = ("[".repeat(100_000), "]".repeat(100_000));
    let nested = format!("{deep}{closed}");
    let log = request("tools/call", &json!({ "name": "verify", "arguments": { "log": deep } }));
    let long = " ".repeat(33 * 1024 * 1024);
    let all = answers(&folder, &[deep, nested, log, long, request("ping", &json!({}))]);
    assert_eq!(all.len(), 5);
    assert_eq!(all[0]["error"]["code"], -32700);
    assert_eq!(all[1][0]["error"]["code"], -32600);
    assert_eq!(all[2]["result"]["structuredContent"]["verdict"], "malformed");
    assert_eq!(all[3]["error"]["message"], "the message has more than 33619968 bytes");
    assert_eq!(all[4]["result"], json!({}));
}
