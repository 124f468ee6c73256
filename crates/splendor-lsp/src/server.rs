//! The state of a server, and what it does with each message.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use splendor_verify::catch_defect;

use crate::Settings;
use crate::document::{Document, LogIssue};
use crate::events::{Event, Events};
use crate::message::{
    CANCELLED, INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, Message,
    NOT_INITIALIZED, Refusal, notify, respond,
};
use crate::pending::{Job, Pending};
use crate::protocol::{
    ActionParams, CancelParams, ChangeParams, CloseParams, Diagnostic, InitializeParams,
    OpenParams, PlaceParams, Position,
};
use crate::text::Encoding;
use crate::{actions, completion, definition, diagnostics, hover};

/// Finds the issues of a document.
type Judge = dyn Fn(&Document, &Settings) -> Vec<LogIssue> + Send + Sync;

/// What answers a request: its result, or a job that may take as long as a search.
enum Reply {
    Now(Value),
    Later(Job),
}

/// How far client and server are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    New,
    Running,
    ShutDown,
}

/// A server and the documents that its client has opened.
pub(crate) struct Server {
    settings: Arc<Settings>,
    judge: Arc<Judge>,
    phase: Phase,
    encoding: Encoding,
    /// Whether the client shows Markdown.
    markdown: bool,
    documents: BTreeMap<String, Arc<Document>>,
    /// Whether a document is being judged.
    is_judging: bool,
    pending: Pending,
}

impl Server {
    pub(crate) fn new(settings: Settings) -> Self {
        Self::with_judge(settings, Arc::new(diagnostics::judge))
    }

    fn with_judge(settings: Settings, judge: Arc<Judge>) -> Self {
        Self {
            settings: Arc::new(settings),
            judge,
            phase: Phase::New,
            encoding: Encoding::Utf16,
            markdown: false,
            documents: BTreeMap::new(),
            is_judging: false,
            pending: Pending::default(),
        }
    }

    /// Handles events until the client leaves. Requests before the end of the input are answered
    /// all the same. Returns whether the client sent `shutdown` first, or never began.
    ///
    /// # Errors
    ///
    /// The input or the output fails, or the system starts no thread.
    pub(crate) fn run(&mut self, events: &mut Events, out: &mut dyn Write) -> io::Result<bool> {
        let mut has_ended = false;
        while !has_ended || self.pending.is_busy() {
            let event = if let Some(event) = events.next_now() {
                event
            } else {
                // Judging waits until the client has nothing else, because more changes may come.
                self.start_judging(events)?;
                events.wait()
            };
            match event {
                Event::Read(read) => match read? {
                    None => has_ended = true,
                    Some(Message::Notification { method, .. }) if method == "exit" => break,
                    Some(message) => self.handle(message, out)?,
                },
                Event::Judged(document, found) => self.publish_found(&document, found, out)?,
                Event::Answered(id, answer) => {
                    if self.pending.end(&id) {
                        respond(out, &id, answer)?;
                    }
                }
            }
            self.start_answering(events)?;
        }
        Ok(self.phase != Phase::Running)
    }

    /// Begins to judge a document that the client has changed, unless another one is being judged.
    fn start_judging(&mut self, events: &Events) -> io::Result<()> {
        let is_new = |document: &&Arc<Document>| document.found.get().is_none();
        let new = self.documents.values().find(is_new).filter(|_| !self.is_judging);
        let Some(document) = new.cloned() else { return Ok(()) };
        self.is_judging = true;
        let (judge, settings) = (Arc::clone(&self.judge), Arc::clone(&self.settings));
        events.start(move || {
            let found = judge(&document, &settings);
            Event::Judged(document, found)
        })
    }

    /// Sends the issues of a document, unless the client has changed it meanwhile.
    fn publish_found(
        &mut self,
        document: &Document,
        found: Vec<LogIssue>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.is_judging = false;
        if document.is_superseded() {
            return Ok(());
        }
        let found = document.found.get_or_init(|| found).iter();
        let diagnostics: Vec<_> = found.map(|found| &found.diagnostic).collect();
        publish(&document.uri, document.version, &diagnostics, out)
    }

    /// Begins to answer the next request, unless another one is being answered.
    fn start_answering(&mut self, events: &Events) -> io::Result<()> {
        let Some((id, job)) = self.pending.start_next() else { return Ok(()) };
        events.start(move || {
            let answer = catch_defect(job);
            Event::Answered(id, answer.unwrap_or_else(|defect| Err((INTERNAL_ERROR, defect))))
        })
    }

    fn handle(&mut self, message: Message, out: &mut dyn Write) -> io::Result<()> {
        match message {
            Message::Request { id, method, params } => match self.reply(&method, params) {
                Ok(Reply::Now(result)) => respond(out, &id, Ok(result)),
                Ok(Reply::Later(job)) => {
                    self.pending.add(id, job);
                    Ok(())
                }
                Err(refusal) => respond(out, &id, Err(refusal)),
            },
            Message::Notification { method, params } if self.phase == Phase::Running => {
                self.handle_notification(&method, params, out)
            }
            Message::Notification { .. } | Message::Response => Ok(()),
            Message::Invalid(code, text) => {
                // It may have been a change: the client may have other texts now.
                self.forget_documents(out)?;
                respond(out, &Value::Null, Err((code, text)))
            }
        }
    }

    fn reply(&mut self, method: &str, params: Value) -> Result<Reply, Refusal> {
        match (self.phase, method) {
            (Phase::New, "initialize") => Ok(Reply::Now(self.initialize(&parsed(params)?))),
            (Phase::New, _) => Err((NOT_INITIALIZED, "the first request is initialize".to_owned())),
            (Phase::ShutDown, _) => {
                Err((INVALID_REQUEST, "the server is shut down; only exit is left".to_owned()))
            }
            (Phase::Running, "initialize") => {
                Err((INVALID_REQUEST, "the server is already initialized".to_owned()))
            }
            (Phase::Running, "shutdown") => {
                self.phase = Phase::ShutDown;
                // Judging them would only delay the exit.
                self.take_all();
                Ok(Reply::Now(Value::Null))
            }
            (Phase::Running, _) => {
                self.pending.check_room()?;
                Ok(Reply::Later(self.job(method, params)?))
            }
        }
    }

    /// Returns what answers a request about a document.
    fn job(&self, method: &str, params: Value) -> Result<Job, Refusal> {
        let (settings, markdown) = (Arc::clone(&self.settings), self.markdown);
        match method {
            "textDocument/hover" => self.at_place(params, move |document, place| {
                let text = hover::at(document, place, &settings, markdown)?;
                let kind = if markdown { "markdown" } else { "plaintext" };
                Some(json!({ "contents": { "kind": kind, "value": text } }))
            }),
            "textDocument/completion" => self.at_place(params, move |document, place| {
                Some(json!(completion::at(document, place, &settings)))
            }),
            "textDocument/definition" => self
                .at_place(params, |document, place| Some(json!(definition::at(document, place)?))),
            "textDocument/codeAction" => {
                let ActionParams { text_document, range, context } = parsed(params)?;
                let document = self.documents.get(&text_document.uri).cloned();
                let document = document.filter(|_| context.wants(actions::QUICK_FIX));
                Ok(Box::new(move || {
                    let actions = document.map(|found| actions::at(&found, &range, &settings));
                    Ok(json!(actions.unwrap_or_default()))
                }))
            }
            _ => Err((METHOD_NOT_FOUND, "this server has no such method".to_owned())),
        }
    }

    fn initialize(&mut self, params: &InitializeParams) -> Value {
        let has = |pointer: &str, word: &str| {
            let words = params.capabilities.pointer(pointer).and_then(Value::as_array);
            words.is_some_and(|words| words.iter().any(|other| other == word))
        };
        let utf8 = has("/general/positionEncodings", "utf-8");
        self.encoding = if utf8 { Encoding::Utf8 } else { Encoding::Utf16 };
        self.markdown = has("/textDocument/hover/contentFormat", "markdown");
        self.phase = Phase::Running;
        // The number 2 asks for the changed parts of a text.
        json!({
            "capabilities": {
                "positionEncoding": if utf8 { "utf-8" } else { "utf-16" },
                "textDocumentSync": { "openClose": true, "change": 2 },
                "hoverProvider": true,
                "completionProvider": { "triggerCharacters": ["\"", "{", "["] },
                "definitionProvider": true,
                "codeActionProvider": { "codeActionKinds": [actions::QUICK_FIX] },
            },
            "serverInfo": { "name": "splendor", "version": env!("CARGO_PKG_VERSION") },
        })
    }

    /// Returns what answers a request about a place: with `null` if there is nothing to say.
    fn at_place(
        &self,
        params: Value,
        answer: impl FnOnce(&Document, Position) -> Option<Value> + Send + 'static,
    ) -> Result<Job, Refusal> {
        let PlaceParams { text_document, position } = parsed(params)?;
        let document = self.documents.get(&text_document.uri).cloned();
        Ok(Box::new(move || {
            let answer = document.and_then(|document| answer(&document, position));
            Ok(answer.unwrap_or_default())
        }))
    }

    /// Takes note of a change. Unknown notifications have no effect.
    fn handle_notification(
        &mut self,
        method: &str,
        params: Value,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match method {
            "textDocument/didOpen" => {
                if let Ok(OpenParams { text_document: opened }) = parsed(params) {
                    let document =
                        Document::new(opened.uri, opened.version, opened.text, self.encoding);
                    self.put(document);
                }
            }
            "textDocument/didChange" => {
                let Ok(ChangeParams { text_document: id, content_changes }) = parsed(params) else {
                    return self.forget_documents(out);
                };
                if let Some(document) = self.take(&id.uri) {
                    let version = id.version.unwrap_or(document.version);
                    self.put(document.changed(version, content_changes));
                }
            }
            "textDocument/didClose" => {
                if let Ok(CloseParams { text_document: id }) = parsed(params)
                    && let Some(document) = self.take(&id.uri)
                {
                    publish(&document.uri, document.version, &[], out)?;
                }
            }
            "$/cancelRequest" => {
                if let Ok(CancelParams { id }) = parsed(params)
                    && self.pending.remove(&id)
                {
                    respond(out, &id, Err((CANCELLED, "the client cancelled it".to_owned())))?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Adds a document; it replaces one of the same name.
    fn put(&mut self, document: Document) {
        self.take(&document.uri);
        self.documents.insert(document.uri.clone(), Arc::new(document));
    }

    /// Removes a document; nobody needs its issues any more.
    fn take(&mut self, uri: &str) -> Option<Arc<Document>> {
        let document = self.documents.remove(uri);
        document.inspect(|document| document.supersede())
    }

    /// Removes all documents.
    fn take_all(&mut self) -> Vec<Arc<Document>> {
        let uris: Vec<String> = self.documents.keys().cloned().collect();
        uris.iter().filter_map(|uri| self.take(uri)).collect()
    }

    /// Closes every document, because a change of one of them could not be read: later changes
    /// would be made to another text than that of the client.
    fn forget_documents(&mut self, out: &mut dyn Write) -> io::Result<()> {
        for document in self.take_all() {
            publish(&document.uri, document.version, &[], out)?;
        }
        Ok(())
    }
}

fn publish(
    uri: &str,
    version: i64,
    diagnostics: &[&Diagnostic],
    out: &mut dyn Write,
) -> io::Result<()> {
    let params = json!({ "uri": uri, "version": version, "diagnostics": diagnostics });
    notify(out, "textDocument/publishDiagnostics", &params)
}

fn parsed<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params).map_err(|error| (INVALID_PARAMS, error.to_string()))
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, PipeReader, Read};
    use std::sync::{Mutex, mpsc};
    use std::thread;

    use super::*;
    use crate::message::write;

    const LOG: &str = "file:///game.json";

    fn request(id: u64, method: &str, params: &Value) -> Value {
        json!({ "id": id, "method": method, "params": params })
    }

    fn hover(id: u64) -> Value {
        let place = json!({ "line": 0, "character": 0 });
        let params = json!({ "textDocument": { "uri": LOG }, "position": place });
        request(id, "textDocument/hover", &params)
    }

    fn change(version: u64) -> Value {
        let changes = json!([{ "text": "splendor-log/1" }]);
        let document = json!({ "uri": LOG, "version": version });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        json!({ "method": "textDocument/didChange", "params": params })
    }

    fn received(from: &mut BufReader<PipeReader>) -> Value {
        let (mut header, mut rest) = (String::new(), String::new());
        from.read_line(&mut header).unwrap();
        let length: u64 = header.trim().strip_prefix("Content-Length: ").unwrap().parse().unwrap();
        from.take(length + 2).read_to_string(&mut rest).unwrap();
        serde_json::from_str(&rest).unwrap()
    }

    #[test]
    fn no_message_waits_for_a_judgment_and_only_the_newest_text_is_judged() {
        let (input, mut to) = io::pipe().unwrap();
        let (from, mut output) = io::pipe().unwrap();
        let mut from = BufReader::new(from);
        let (begin, begun) = mpsc::channel();
        let (allow, allowed) = mpsc::channel();
        let allowed = Mutex::new(allowed);
        let judge = move |document: &Document, _: &Settings| {
            begin.send(document.version).unwrap();
            let _test_may_have_ended = allowed.lock().unwrap().recv();
            Vec::new()
        };
        let mut server = Server::with_judge(Settings::default(), Arc::new(judge));
        let serve = move || server.run(&mut Events::open(BufReader::new(input))?, &mut output);
        let server = thread::spawn(serve);

        write(&mut to, &request(0, "initialize", &json!({ "capabilities": {} }))).unwrap();
        assert_eq!(received(&mut from)["id"], 0);
        let document = json!({ "uri": LOG, "version": 1, "text": "splendor-log/1" });
        notify(&mut to, "textDocument/didOpen", &json!({ "textDocument": document })).unwrap();
        assert_eq!(begun.recv(), Ok(1));
        for message in [change(2), change(3), hover(1)] {
            write(&mut to, &message).unwrap();
        }
        assert_eq!(received(&mut from)["id"], 1, "the judgment of version 1 still waits");
        allow.send(()).unwrap();
        assert_eq!(begun.recv(), Ok(3));
        allow.send(()).unwrap();
        let published = received(&mut from);
        assert_eq!(published["method"], "textDocument/publishDiagnostics");
        assert_eq!(published["params"]["version"], 3);

        write(&mut to, &change(4)).unwrap();
        assert_eq!(begun.recv(), Ok(4));
        write(&mut to, &request(2, "shutdown", &Value::Null)).unwrap();
        assert_eq!(received(&mut from)["id"], 2);
        notify(&mut to, "exit", &Value::Null).unwrap();
        assert!(server.join().unwrap().unwrap());
    }

    #[test]
    fn requests_before_the_end_of_the_input_are_answered() {
        let (mut input, mut out) = (Vec::new(), Vec::new());
        write(&mut input, &request(0, "initialize", &json!({ "capabilities": {} }))).unwrap();
        for id in 1..=9 {
            write(&mut input, &hover(id)).unwrap();
        }
        let mut events = Events::open(io::Cursor::new(input)).unwrap();
        assert!(!Server::new(Settings::default()).run(&mut events, &mut out).unwrap());
        assert_eq!(String::from_utf8(out).unwrap().matches("Content-Length: ").count(), 10);
    }

    /// Lets a server handle a message; returns what it writes.
    fn handled(server: &mut Server, message: &Value) -> String {
        let (mut framed, mut out) = (Vec::new(), Vec::new());
        write(&mut framed, message).unwrap();
        let message = Message::read(&mut &framed[..]).unwrap().unwrap();
        server.handle(message, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_cancelled_request_is_refused_whether_it_waits_or_runs() {
        let mut server = Server::new(Settings::default());
        handled(&mut server, &request(0, "initialize", &json!({ "capabilities": {} })));
        for id in [1, 2, 3] {
            assert_eq!(handled(&mut server, &hover(id)), "");
        }
        let running = server.pending.start_next().map(|(id, _)| id);
        assert_eq!(running, Some(json!(1)));
        for id in [1, 2] {
            let cancel = json!({ "method": "$/cancelRequest", "params": { "id": id } });
            assert!(handled(&mut server, &cancel).contains("\"code\":-32800"));
            assert_eq!(handled(&mut server, &cancel), "", "it has its answer");
        }
        assert!(server.pending.start_next().is_none(), "one runs at a time");
        assert!(!server.pending.end(&json!(1)), "a cancelled request has its answer");
        assert_eq!(server.pending.start_next().map(|(id, _)| id), Some(json!(3)));
        assert!(server.pending.end(&json!(3)));
    }

    #[test]
    fn a_bounded_number_of_requests_waits() {
        let mut server = Server::new(Settings::default());
        handled(&mut server, &request(0, "initialize", &json!({ "capabilities": {} })));
        for id in 0..100 {
            assert_eq!(handled(&mut server, &hover(id)), "");
        }
        assert!(handled(&mut server, &hover(100)).contains("100 requests wait already"));
    }
}
