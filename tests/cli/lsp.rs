//! How `splendor lsp` ends; `crates/splendor-lsp/tests` has the conversations.
#![cfg(unix)]

use serde_json::{Value, json};

use crate::cmd::Folder;

/// Returns messages with their headers.
fn framed(messages: &[Value]) -> String {
    let frame = |message: &Value| {
        let text = message.to_string();
        format!("Content-Length: {}\r\n\r\n{text}", text.len())
    };
    messages.iter().map(frame).collect()
}

#[test]
fn the_status_shows_how_the_editor_left() {
    let folder = Folder::new("lsp");
    let initialize = json!({ "id": 1, "method": "initialize", "params": { "capabilities": {} } });
    let shutdown = json!({ "id": "2", "method": "shutdown" });
    let exit = json!({ "method": "exit" });
    for (input, status) in [
        (framed(&[initialize.clone(), shutdown, exit.clone()]), 0),
        (framed(&[initialize.clone(), exit]), 1),
        (framed(&[initialize]), 1),
        (String::new(), 0),
        ("{}\r\n\r\n".to_owned(), 3),
    ] {
        folder.write("input", &input);
        let run = folder.shell("splendor lsp --published < input");
        assert_eq!(run.status, status, "{input}: {}", run.all());
        assert_eq!(run.err.is_empty(), status < 3, "{}", run.err);
        assert_eq!(
            run.out.contains("\"positionEncoding\":\"utf-16\""),
            input.contains("initialize")
        );
    }
    let run = folder.shell("splendor lsp --ruling pas=always < input");
    assert_eq!(run.status, 3, "{}", run.all());
}
