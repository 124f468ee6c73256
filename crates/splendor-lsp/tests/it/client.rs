//! A client that speaks the protocol over pipes.

use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Read, Write};
use std::ops::Range;
use std::thread::{self, JoinHandle};

use serde_json::{Value, json};
use splendor_lsp::Settings;

/// The name of the document that most tests open.
pub(crate) const LOG: &str = "file:///game.json";

/// A client and the server that it talks to.
pub(crate) struct Client {
    to: PipeWriter,
    from: BufReader<PipeReader>,
    server: JoinHandle<std::io::Result<bool>>,
    requests: u64,
    /// The version of the open text.
    version: u64,
    /// The parameters of the diagnostics that came before an answer.
    skipped: Vec<Value>,
    /// What the server said about `initialize`.
    pub(crate) server_info: Value,
}

impl Client {
    /// Starts a server to which nothing has been said.
    pub(crate) fn silent(settings: Settings) -> Self {
        let (input, to) = std::io::pipe().unwrap();
        let (from, mut output) = std::io::pipe().unwrap();
        let serve = move || splendor_lsp::serve(BufReader::new(input), &mut output, &settings);
        let server = thread::spawn(serve);
        let from = BufReader::new(from);
        Self {
            to,
            from,
            server,
            requests: 0,
            version: 0,
            skipped: Vec::new(),
            server_info: Value::Null,
        }
    }

    /// Starts a server for a client with these capabilities.
    pub(crate) fn with(settings: Settings, capabilities: &Value) -> Self {
        let mut client = Self::silent(settings);
        client.server_info = client.ask("initialize", &json!({ "capabilities": capabilities }));
        client.tell("initialized", &json!({}));
        client
    }

    /// Starts a server for a client that counts in UTF-8 and shows Markdown.
    pub(crate) fn new() -> Self {
        Self::with(Settings::default(), &utf8())
    }

    /// Sends bytes as they are.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        self.to.write_all(bytes).unwrap();
    }

    pub(crate) fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.send_bytes(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    pub(crate) fn tell(&mut self, method: &str, params: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request; returns its id.
    pub(crate) fn request(&mut self, method: &str, params: &Value) -> u64 {
        self.requests += 1;
        let id = self.requests;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// Returns the next message of the server; `None` if it has left.
    pub(crate) fn receive(&mut self) -> Option<Value> {
        let mut header = String::new();
        if self.from.read_line(&mut header).unwrap() == 0 {
            return None;
        }
        let length = header.trim().strip_prefix("Content-Length: ").unwrap().parse().unwrap();
        self.from.read_line(&mut String::new()).unwrap();
        let mut bytes = vec![0; length];
        self.from.read_exact(&mut bytes).unwrap();
        Some(serde_json::from_slice(&bytes).unwrap())
    }

    /// Returns the answer to a request, also if it is an error. Diagnostics before it are kept.
    pub(crate) fn answer(&mut self, id: u64) -> Value {
        loop {
            let message = self.receive().unwrap();
            if message["id"] == id {
                return message;
            }
            self.skip(&message);
        }
    }

    /// Keeps diagnostics that come before an answer.
    fn skip(&mut self, message: &Value) {
        assert_eq!(message["method"], "textDocument/publishDiagnostics", "{message}");
        self.skipped.push(message["params"].clone());
    }

    /// Sends a request; returns its result.
    pub(crate) fn ask(&mut self, method: &str, params: &Value) -> Value {
        let id = self.request(method, params);
        let answer = self.answer(id);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// Asks about a byte of a text.
    pub(crate) fn ask_at(&mut self, method: &str, text: &str, byte: usize) -> Value {
        let document = json!({ "uri": LOG });
        self.ask(method, &json!({ "textDocument": document, "position": position(text, byte) }))
    }

    /// Opens a text without waiting for its diagnostics.
    pub(crate) fn show(&mut self, text: &str) {
        self.version += 1;
        let version = self.version;
        let document =
            json!({ "uri": LOG, "languageId": "json", "version": version, "text": text });
        self.tell("textDocument/didOpen", &json!({ "textDocument": document }));
    }

    /// Opens a text; returns its diagnostics.
    pub(crate) fn open(&mut self, text: &str) -> Vec<Value> {
        self.show(text);
        self.diagnostics()
    }

    /// Changes the open text.
    pub(crate) fn change(&mut self, changes: &[Value]) {
        self.version += 1;
        let document = json!({ "uri": LOG, "version": self.version });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.tell("textDocument/didChange", &params);
    }

    /// Returns the diagnostics of the open text; the server may leave out those of former ones.
    pub(crate) fn diagnostics(&mut self) -> Vec<Value> {
        loop {
            while let Some(params) = self.skipped.pop() {
                if params["version"] == self.version {
                    return params["diagnostics"].as_array().unwrap().clone();
                }
            }
            let message = self.receive().unwrap();
            self.skip(&message);
        }
    }

    /// Returns the quick fixes for the whole text.
    pub(crate) fn fixes(&mut self) -> Vec<Value> {
        let far = json!({ "line": 999_999, "character": 0 });
        let range = json!({ "start": { "line": 0, "character": 0 }, "end": far });
        let params = json!({
            "textDocument": { "uri": LOG },
            "range": range,
            "context": { "diagnostics": [] },
        });
        self.ask("textDocument/codeAction", &params).as_array().unwrap().clone()
    }

    /// Leaves; returns whether the server thinks that this was agreed, or why it failed.
    pub(crate) fn leave(self) -> std::io::Result<bool> {
        drop(self.to);
        self.server.join().unwrap()
    }
}

/// The capabilities of a client that counts in UTF-8 and shows Markdown.
pub(crate) fn utf8() -> Value {
    json!({
        "general": { "positionEncodings": ["utf-16", "utf-8"] },
        "textDocument": { "hover": { "contentFormat": ["markdown", "plaintext"] } },
    })
}

/// Returns the place of a byte, counted in UTF-8.
pub(crate) fn position(text: &str, byte: usize) -> Value {
    let before = &text[..byte];
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    json!({ "line": before.matches('\n').count(), "character": byte - start })
}

/// Returns the byte of a place, counted in UTF-8.
fn byte_of(text: &str, place: &Value) -> usize {
    let line = usize::try_from(place["line"].as_u64().unwrap()).unwrap();
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    start + usize::try_from(place["character"].as_u64().unwrap()).unwrap()
}

/// Returns the bytes of a range, counted in UTF-8.
pub(crate) fn bytes_of(text: &str, range: &Value) -> Range<usize> {
    byte_of(text, &range["start"])..byte_of(text, &range["end"])
}

/// Returns a text after edits that do not overlap.
pub(crate) fn edited(text: &str, edits: &[&Value]) -> String {
    let mut edits: Vec<_> =
        edits.iter().map(|edit| (bytes_of(text, &edit["range"]), edit)).collect();
    edits.sort_by_key(|(range, _)| range.start);
    let mut text = text.to_owned();
    for (range, edit) in edits.into_iter().rev() {
        text.replace_range(range, edit["newText"].as_str().unwrap());
    }
    text
}
