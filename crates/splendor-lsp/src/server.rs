//! The state of a server, and what it does with each message.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use splendor_verify::catch_defect;

use crate::Settings;
use crate::document::Document;
use crate::inbox::{Inbox, Next};
use crate::message::{
    CANCELLED, INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, Message,
    NOT_INITIALIZED, notify, respond,
};
use crate::protocol::{
    ActionParams, ChangeParams, CloseParams, Diagnostic, InitializeParams, OpenParams, PlaceParams,
};
use crate::text::Encoding;
use crate::{actions, completion, definition, diagnostics, hover};

/// The result of a request, or the code and the text of an error.
type Answer = Result<Value, (i32, String)>;

/// How far client and server are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    New,
    Running,
    ShutDown,
}

/// A server and the documents that its client has opened.
pub(crate) struct Server<'s> {
    settings: &'s Settings,
    phase: Phase,
    encoding: Encoding,
    /// Whether the client shows Markdown.
    markdown: bool,
    documents: BTreeMap<String, Document>,
}

impl<'s> Server<'s> {
    pub(crate) const fn new(settings: &'s Settings) -> Self {
        Self {
            settings,
            phase: Phase::New,
            encoding: Encoding::Utf16,
            markdown: false,
            documents: BTreeMap::new(),
        }
    }

    /// Handles messages until the client leaves. Returns whether it sent `shutdown` first, or never
    /// began.
    ///
    /// # Errors
    ///
    /// The input or the output fails.
    pub(crate) fn run(&mut self, inbox: &mut Inbox, out: &mut dyn Write) -> io::Result<bool> {
        loop {
            let stale = self.documents.values().find(|document| !document.is_published);
            let stale = stale.map(|document| document.uri.clone());
            match inbox.next(stale.is_none())? {
                Next::Message(Message::Notification { method, .. }) if method == "exit" => break,
                Next::Message(message) => self.handle(message, inbox, out)?,
                // Judging waits until the client has nothing else, because more changes may come.
                Next::Idle => stale.map_or(Ok(()), |uri| self.judge_and_publish(&uri, out))?,
                Next::End => break,
            }
        }
        Ok(self.phase != Phase::Running)
    }

    fn handle(&mut self, message: Message, inbox: &Inbox, out: &mut dyn Write) -> io::Result<()> {
        match message {
            Message::Request { id, .. } if inbox.cancels(&id) => {
                respond(out, &id, Err((CANCELLED, "the client cancelled it".to_owned())))
            }
            Message::Request { id, method, params } => {
                let answer = catch_defect(|| self.answer(&method, params))
                    .unwrap_or_else(|defect| Err((INTERNAL_ERROR, defect)));
                respond(out, &id, answer)
            }
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

    fn answer(&mut self, method: &str, params: Value) -> Answer {
        match (self.phase, method) {
            (Phase::New, "initialize") => Ok(self.initialize(&parsed(params)?)),
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
                self.documents.clear();
                Ok(Value::Null)
            }
            (Phase::Running, "textDocument/hover") => {
                self.at_place(params, |document, place, server| {
                    let text = hover::at(document, place, server.settings, server.markdown)?;
                    let kind = if server.markdown { "markdown" } else { "plaintext" };
                    Some(json!({ "contents": { "kind": kind, "value": text } }))
                })
            }
            (Phase::Running, "textDocument/completion") => {
                self.at_place(params, |document, place, server| {
                    Some(json!(completion::at(document, place, server.settings)))
                })
            }
            (Phase::Running, "textDocument/definition") => self
                .at_place(params, |document, place, _| {
                    Some(json!(definition::at(document, place)?))
                }),
            (Phase::Running, "textDocument/codeAction") => Ok(self.actions(&parsed(params)?)),
            (Phase::Running, _) => {
                Err((METHOD_NOT_FOUND, "this server has no such method".to_owned()))
            }
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

    /// Answers a request about a place; `null` if there is nothing to say.
    fn at_place(
        &self,
        params: Value,
        answer: impl Fn(&Document, crate::protocol::Position, &Self) -> Option<Value>,
    ) -> Answer {
        let params: PlaceParams = parsed(params)?;
        let document = self.documents.get(&params.text_document.uri);
        let answer = document.and_then(|document| answer(document, params.position, self));
        Ok(answer.unwrap_or_default())
    }

    fn actions(&mut self, params: &ActionParams) -> Value {
        let wanted = |kind: &String| actions::QUICK_FIX.starts_with(kind.as_str());
        let is_wanted = params.context.only.as_ref().is_none_or(|kinds| kinds.iter().any(wanted));
        let document = self.documents.get_mut(&params.text_document.uri);
        let document = document.filter(|_| is_wanted);
        let actions = document.map(|found| actions::at(found, &params.range, self.settings));
        json!(actions.unwrap_or_default())
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
                    let document = Document::new(
                        opened.uri.clone(),
                        opened.version,
                        opened.text,
                        self.encoding,
                    );
                    self.documents.insert(opened.uri, document);
                }
            }
            "textDocument/didChange" => {
                let Ok(ChangeParams { text_document: id, content_changes }) = parsed(params) else {
                    return self.forget_documents(out);
                };
                if let Some(document) = self.documents.remove(&id.uri) {
                    let version = id.version.unwrap_or(document.version);
                    self.documents.insert(id.uri, document.changed(version, content_changes));
                }
            }
            "textDocument/didClose" => {
                if let Ok(CloseParams { text_document: id }) = parsed(params)
                    && let Some(document) = self.documents.remove(&id.uri)
                {
                    publish(&document.uri, document.version, &[], out)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Closes every document, because a change of one of them could not be read: later changes
    /// would be made to another text than that of the client.
    fn forget_documents(&mut self, out: &mut dyn Write) -> io::Result<()> {
        for (uri, document) in std::mem::take(&mut self.documents) {
            publish(&uri, document.version, &[], out)?;
        }
        Ok(())
    }

    /// Judges a document and sends its issues.
    fn judge_and_publish(&mut self, uri: &str, out: &mut dyn Write) -> io::Result<()> {
        let Some(document) = self.documents.get_mut(uri) else { return Ok(()) };
        let found = diagnostics::found(document, self.settings).iter();
        let diagnostics: Vec<_> = found.map(|found| found.diagnostic.clone()).collect();
        document.is_published = true;
        publish(uri, document.version, &diagnostics, out)
    }
}

fn publish(
    uri: &str,
    version: i64,
    diagnostics: &[Diagnostic],
    out: &mut dyn Write,
) -> io::Result<()> {
    let params = json!({ "uri": uri, "version": version, "diagnostics": diagnostics });
    notify(out, "textDocument/publishDiagnostics", &params)
}

fn parsed<T: DeserializeOwned>(params: Value) -> Result<T, (i32, String)> {
    serde_json::from_value(params).map_err(|error| (INVALID_PARAMS, error.to_string()))
}
