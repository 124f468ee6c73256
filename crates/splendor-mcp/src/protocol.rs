//! The messages: JSON-RPC 2.0 with the methods of the protocol that a server with tools needs.

use std::fmt;
use std::path::PathBuf;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::arguments::{LogBytes, LogFile};
use crate::roots::{ClientAnswer, Roots};
use crate::tools::{self, ToolAnswer};

/// The versions of the protocol that the server speaks, the newest first. An older client ignores
/// the fields that a newer version adds. Only 2025-03-26 has batches; the server accepts them in
/// every version.
const VERSIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// What an agent reads before it uses the tools.
const INSTRUCTIONS: &str = "Judges logged games of Splendor (format splendor-log/1). Call `verify` \
    for the verdict on a log with the broken clause and its place, `why` for one turn with every \
    condition, `legal` for the turns that were legal at a turn, `show` for the table before a \
    turn, and `explain` for a clause, a ruling, a card, or a question about the rules.";

// The codes of JSON-RPC 2.0.
const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;
const METHOD_NOT_FOUND: i32 = -32601;
const INVALID_PARAMS: i32 = -32602;

/// The most messages of a batch.
const BATCH: usize = 100;

/// Returns a log in a file, or a message why it cannot be read; the client has named these roots.
type ReadAllowedFile = dyn Fn(&LogFile, &[PathBuf]) -> Result<LogBytes, String>;

/// A server that answers messages. From one message to the next, it keeps only the roots of the
/// client.
pub struct Server {
    read_file: Box<ReadAllowedFile>,
    roots: Roots,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").finish_non_exhaustive()
    }
}

/// A request, or a notification if it has no id.
#[derive(Deserialize)]
struct Request<'m> {
    #[serde(borrow)]
    id: Option<&'m RawValue>,
    method: String,
    #[serde(borrow)]
    params: Option<&'m RawValue>,
}

#[derive(Deserialize)]
struct Initialize {
    #[serde(rename = "protocolVersion")]
    version: String,
    #[serde(default)]
    capabilities: Capabilities,
}

#[derive(Default, Deserialize)]
struct Capabilities {
    roots: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Call<'m> {
    name: String,
    #[serde(borrow)]
    arguments: Option<&'m RawValue>,
}

#[derive(Serialize)]
struct Response<'m> {
    jsonrpc: &'static str,
    id: Option<&'m RawValue>,
    #[serde(flatten)]
    reply: Reply,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Reply {
    Result(Value),
    Error { code: i32, message: String },
}

/// Returns the error for a message that is longer than `limit` bytes.
pub fn too_long(limit: usize) -> String {
    let reply = failure(INVALID_REQUEST, format!("the message has more than {limit} bytes"));
    text(&Response { jsonrpc: "2.0", id: None, reply })
}

impl Server {
    /// Returns a server that reads the files that an agent names with a function. The function also
    /// gets the roots of the client.
    pub fn new(
        read_file: impl Fn(&LogFile, &[PathBuf]) -> Result<LogBytes, String> + 'static,
    ) -> Self {
        Self { read_file: Box::new(read_file), roots: Roots::default() }
    }

    /// Returns the answer to a message or to a batch of messages, or a question to the client; `None`
    /// if there is nothing to say.
    pub fn answer(&mut self, message: &[u8]) -> Option<String> {
        match serde_json::from_slice::<&RawValue>(message) {
            Err(error) => {
                let reply = failure(PARSE_ERROR, format!("this is not JSON: {error}"));
                Some(text(&Response { jsonrpc: "2.0", id: None, reply }))
            }
            Ok(batch) if batch.get().starts_with('[') => self.answer_batch(batch),
            Ok(message) => self.answer_one(message),
        }
    }

    fn answer_batch(&mut self, batch: &RawValue) -> Option<String> {
        let messages = serde_json::from_str::<Vec<&RawValue>>(batch.get()).unwrap_or_default();
        if messages.is_empty() || messages.len() > BATCH {
            let reply = failure(INVALID_REQUEST, format!("a batch has 1 to {BATCH} messages"));
            return Some(text(&Response { jsonrpc: "2.0", id: None, reply }));
        }
        let answers: Vec<String> =
            messages.into_iter().filter_map(|message| self.answer_one(message)).collect();
        (!answers.is_empty()).then(|| format!("[{}]", answers.join(",")))
    }

    /// Answers a message that is no batch: a batch inside another one is an invalid request.
    fn answer_one(&mut self, message: &RawValue) -> Option<String> {
        let (id, reply) = match serde_json::from_str::<Request<'_>>(message.get()) {
            Ok(Request { id: None, method, .. }) => return self.take_note(&method),
            Ok(request) => (request.id, self.reply(&request)),
            Err(error) => {
                if let Some(answer) = ClientAnswer::read(message) {
                    self.roots.take(&answer);
                    return None;
                }
                (None, failure(INVALID_REQUEST, format!("this is not a request: {error}")))
            }
        };
        Some(text(&Response { jsonrpc: "2.0", id, reply }))
    }

    /// Takes note of a notification. Asks for the roots of the client when it has new ones.
    fn take_note(&mut self, method: &str) -> Option<String> {
        match method {
            "notifications/initialized" | "notifications/roots/list_changed" => self.roots.ask(),
            _ => None,
        }
    }

    fn reply(&mut self, request: &Request<'_>) -> Reply {
        let params = request.params.map_or("{}", RawValue::get);
        match request.method.as_str() {
            "initialize" => with_params(params, |asked: Initialize| {
                self.roots.are_listed = asked.capabilities.roots.is_some();
                Reply::Result(greeting(&asked))
            }),
            "ping" => Reply::Result(json!({})),
            "tools/list" => Reply::Result(json!({ "tools": tools::descriptions() })),
            "tools/call" => with_params(params, |call: Call<'_>| self.call(&call)),
            method => failure(METHOD_NOT_FOUND, format!("there is no method {method:?}")),
        }
    }

    fn call(&self, call: &Call<'_>) -> Reply {
        let arguments = call.arguments.map_or("{}", RawValue::get);
        let read_file = |file: &LogFile| (self.read_file)(file, self.roots.folders());
        match tools::call(&call.name, arguments, &read_file) {
            None => failure(INVALID_PARAMS, format!("there is no tool {:?}", call.name)),
            Some(Ok(ToolAnswer { text, structured })) => {
                let mut result = json!({ "content": [{ "type": "text", "text": text }] });
                if let Some(structured) = structured {
                    result["structuredContent"] = structured;
                }
                Reply::Result(result)
            }
            // The agent, and not its program, can mend the arguments, so it has to see the message.
            Some(Err(message)) => Reply::Result(json!({
                "content": [{ "type": "text", "text": message }], "isError": true,
            })),
        }
    }
}

/// Reads the parameters of a request and answers it.
fn with_params<'m, T: Deserialize<'m>>(params: &'m str, answer: impl FnOnce(T) -> Reply) -> Reply {
    match serde_json::from_str(params) {
        Ok(params) => answer(params),
        Err(error) => failure(INVALID_PARAMS, format!("the parameters: {error}")),
    }
}

fn greeting(asked: &Initialize) -> Value {
    let version = VERSIONS.into_iter().find(|version| *version == asked.version);
    json!({
        "protocolVersion": version.unwrap_or(VERSIONS[0]),
        "capabilities": { "tools": {} },
        "serverInfo": { "name": "splendor", "version": env!("CARGO_PKG_VERSION") },
        "instructions": INSTRUCTIONS,
    })
}

const fn failure(code: i32, message: String) -> Reply {
    Reply::Error { code, message }
}

fn text(response: &Response<'_>) -> String {
    serde_json::to_string(response).expect("a response has only string keys")
}
