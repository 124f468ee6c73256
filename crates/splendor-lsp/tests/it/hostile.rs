//! Clients that break the protocol, and texts that break everything else.

use serde_json::{Value, json};
use splendor_lsp::Settings;

use crate::client::{Client, LOG, utf8};
use crate::replay;

/// Returns the code of an error.
fn code(answer: &Value) -> i64 {
    answer["error"]["code"].as_i64().unwrap_or_default()
}

#[test]
fn a_client_that_says_goodbye_leaves_in_peace() {
    let mut client = Client::new();
    assert_eq!(client.ask("shutdown", &Value::Null), Value::Null);
    let id = client.request("textDocument/hover", &json!({}));
    assert_eq!(code(&client.answer(id)), -32600);
    client.tell("exit", &Value::Null);
    assert_eq!(client.receive(), None);
    assert!(client.leave().unwrap());
}

#[test]
fn a_client_may_leave_at_any_time() {
    let mut client = Client::new();
    client.tell("exit", &Value::Null);
    assert_eq!(client.receive(), None);
    assert!(!client.leave().unwrap());
    assert!(Client::silent(Settings::default()).leave().unwrap());
    // In the middle of a message.
    let mut client = Client::new();
    client.send_bytes(b"Content-Length: 100\r\n\r\n{");
    assert!(!client.leave().unwrap());
}

#[test]
fn a_message_without_length_ends_the_conversation() {
    let mut client = Client::new();
    client.send_bytes(b"{\"jsonrpc\":\"2.0\"}\r\n\r\n");
    assert_eq!(client.receive(), None);
    let error = client.leave().unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::InvalidData);
}

#[test]
fn requests_wait_for_the_first_one() {
    let mut client = Client::silent(Settings::default());
    client.show("{}");
    let id = client.request("shutdown", &Value::Null);
    assert_eq!(code(&client.answer(id)), -32002);
    client.ask("initialize", &json!({ "capabilities": utf8(), "processId": null }));
    let id = client.request("initialize", &json!({}));
    assert_eq!(code(&client.answer(id)), -32600);
}

#[test]
fn wrong_messages_get_an_error_and_the_next_one_its_answer() {
    let mut client = Client::new();
    for (method, params, expected) in [
        ("textDocument/unknown", json!({}), -32601),
        ("$/unknown", json!({}), -32601),
        ("textDocument/hover", json!([]), -32602),
        ("textDocument/hover", Value::Null, -32602),
        ("textDocument/completion", json!({ "textDocument": { "uri": 5 } }), -32602),
        ("textDocument/codeAction", json!({ "textDocument": { "uri": LOG } }), -32602),
    ] {
        let id = client.request(method, &params);
        assert_eq!(code(&client.answer(id)), expected, "{method}");
    }
    for text in ["{", "[]", "{\"id\": null}", &"[".repeat(100_000)] {
        client.send_bytes(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
        let answer = client.receive().unwrap();
        assert!(answer["id"].is_null() && code(&answer) < -32000, "{answer}");
    }
    client.send(&json!({ "id": 99, "result": {} }));
    for (method, params) in [
        ("textDocument/didOpen", json!({})),
        (
            "textDocument/didChange",
            json!({ "textDocument": { "uri": "no" }, "contentChanges": [] }),
        ),
        ("textDocument/didClose", json!({ "textDocument": { "uri": "no" } })),
        ("$/cancelRequest", json!({ "id": 99 })),
        ("workspace/didChangeConfiguration", json!(null)),
    ] {
        client.tell(method, &params);
    }
    assert_eq!(client.ask_at("textDocument/hover", "", 0), Value::Null);
    assert_eq!(client.ask("shutdown", &Value::Null), Value::Null);
}

#[test]
fn a_document_that_is_closed_has_no_diagnostics() {
    let mut client = Client::new();
    assert_eq!(client.open(&replay("illegal/take-pair-needs-four.json")).len(), 1);
    client.tell("textDocument/didClose", &json!({ "textDocument": { "uri": LOG } }));
    assert_eq!(client.diagnostics(), Vec::<Value>::new());
    assert_eq!(client.fixes(), Vec::<Value>::new());
}

/// Types a text letter by letter, in the middle of others; the server has the same text in the end.
#[test]
fn changes_add_up_to_the_text() {
    for (capabilities, encoding) in [(utf8(), "utf-8"), (json!({}), "utf-16")] {
        let mut client = Client::with(Settings::default(), &capabilities);
        let text = replay("illegal/take-pair-needs-four.json").replace("Ada", "Zoë 🂡 Ada");
        let expected = client.open(&text);
        let at = text.find("Zoë").unwrap();
        let cut = text.replace("Zoë 🂡 ", "");
        client.open(&cut);
        let mut typed = String::new();
        for letter in "Zoë 🂡 ".chars() {
            let before = &cut[cut[..at].rfind('\n').unwrap() + 1..at];
            let line = cut[..at].matches('\n').count();
            let before = before.to_owned() + &typed;
            let units =
                if encoding == "utf-8" { before.len() } else { before.encode_utf16().count() };
            let place = json!({ "line": line, "character": units });
            let change = json!({ "range": { "start": place, "end": place }, "text": letter });
            client.change(&[change]);
            typed.push(letter);
        }
        assert_eq!(client.diagnostics(), expected, "{encoding}");
    }
}

#[test]
fn no_text_and_no_place_stops_the_server() {
    let mut client = Client::new();
    let text = replay("illegal/take-pair-needs-four.json").replace("Ada", "Zoë 🂡");
    let methods = ["hover", "completion", "definition"].map(|name| format!("textDocument/{name}"));
    for end in (0..text.len()).step_by(11).filter(|end| text.is_char_boundary(*end)) {
        client.show(&text[..end]);
        for method in &methods {
            client.ask_at(method, &text, end);
        }
        client.diagnostics();
        client.fixes();
    }
    let deep = "[".repeat(200_000);
    let in_a_string = "\"".repeat(99_999);
    for strange in ["\u{feff}", "\r\r\n\r", "\0", &deep, &in_a_string, "{\"turns\":[{\"seat\":"] {
        client.show(&format!("{strange}splendor-log/1 {strange}"));
        for (line, character) in [(0, 0), (0, 20), (1, 1), (u32::MAX, u32::MAX)] {
            let place = json!({ "line": line, "character": character });
            for method in &methods {
                let params = json!({ "textDocument": { "uri": LOG }, "position": place });
                client.ask(method, &params);
            }
        }
        client.diagnostics();
        client.fixes();
    }
    let long = format!("{{ \"format\": \"splendor-log/1\", \"ext\": \"{}", "é".repeat(8 << 20));
    client.show(&long);
    let found = client.diagnostics();
    assert_eq!((found.len(), &found[0]["code"]), (1, &json!("format.size")));
}
