//! The values of the Language Server Protocol that this server reads and writes, version 3.17.
//!
//! The published packages with all types of the protocol take longer to compile than everything
//! else here; the server needs these few.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A place between two characters, from 0. The [`Encoding`](crate::text::Encoding) counts.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Position {
    pub(crate) line: u32,
    pub(crate) character: u32,
}

/// A part of a document; its end is exclusive.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) start: Position,
    pub(crate) end: Position,
}

impl Range {
    /// Returns whether the ranges have a place in common; ranges that touch do.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.start <= other.end && other.start <= self.end
    }
}

/// A part of a document of this name.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Location {
    pub(crate) uri: String,
    pub(crate) range: Range,
}

/// A replacement of a part of a document.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TextEdit {
    pub(crate) range: Range,
    pub(crate) new_text: String,
}

pub(crate) const ERROR: u8 = 1;
pub(crate) const WARNING: u8 = 2;
pub(crate) const INFORMATION: u8 = 3;
pub(crate) const HINT: u8 = 4;

/// Marks text that has no effect; editors fade it.
pub(crate) const UNNECESSARY: u8 = 1;

/// An issue of a document.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Diagnostic {
    pub(crate) range: Range,
    pub(crate) severity: u8,
    pub(crate) code: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) code_description: Option<CodeDescription>,
    pub(crate) source: &'static str,
    pub(crate) message: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) tags: Vec<u8>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) related_information: Vec<Related>,
}

/// The page that explains the code of a diagnostic.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct CodeDescription {
    pub(crate) href: String,
}

/// Another place that explains a diagnostic.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Related {
    pub(crate) location: Location,
    pub(crate) message: String,
}

pub(crate) const KIND_VALUE: u8 = 12;
pub(crate) const KIND_EVENT: u8 = 23;

/// A proposal to go on at a place.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CompletionItem {
    pub(crate) label: String,
    pub(crate) kind: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) detail: Option<String>,
    pub(crate) sort_text: String,
    pub(crate) filter_text: String,
    pub(crate) text_edit: TextEdit,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) additional_text_edits: Vec<TextEdit>,
}

/// The proposals at a place.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CompletionList {
    pub(crate) is_incomplete: bool,
    pub(crate) items: Vec<CompletionItem>,
}

/// The parameters of `initialize` that matter here.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct InitializeParams {
    /// What the client can do. Clients differ in what they leave out, so the server looks up
    /// single fields.
    pub(crate) capabilities: Value,
}

/// The name of a document.
#[derive(Debug, Deserialize)]
pub(crate) struct DocumentId {
    pub(crate) uri: String,
    #[serde(default)]
    pub(crate) version: Option<i64>,
}

/// A document with its text.
#[derive(Debug, Deserialize)]
pub(crate) struct DocumentItem {
    pub(crate) uri: String,
    pub(crate) version: i64,
    pub(crate) text: String,
}

/// The parameters of `textDocument/didOpen`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OpenParams {
    pub(crate) text_document: DocumentItem,
}

/// The parameters of `textDocument/didClose`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CloseParams {
    pub(crate) text_document: DocumentId,
}

/// The parameters of `textDocument/didChange`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangeParams {
    pub(crate) text_document: DocumentId,
    pub(crate) content_changes: Vec<Change>,
}

/// A change of a part of a document, or of the whole if it has no range.
#[derive(Debug, Deserialize)]
pub(crate) struct Change {
    #[serde(default)]
    pub(crate) range: Option<Range>,
    pub(crate) text: String,
}

/// The parameters of a request about a place.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PlaceParams {
    pub(crate) text_document: DocumentId,
    pub(crate) position: Position,
}

/// The parameters of `textDocument/codeAction`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ActionParams {
    pub(crate) text_document: DocumentId,
    pub(crate) range: Range,
    pub(crate) context: ActionContext,
}

/// What kinds of code action a client asks for; every kind without `only`.
#[derive(Debug, Deserialize)]
pub(crate) struct ActionContext {
    #[serde(default)]
    pub(crate) only: Option<Vec<String>>,
}

impl ActionContext {
    /// Returns whether the client asks for actions of a kind.
    pub(crate) fn wants(&self, kind: &str) -> bool {
        let is_wanted = |asked: &String| kind.starts_with(asked.as_str());
        self.only.as_ref().is_none_or(|kinds| kinds.iter().any(is_wanted))
    }
}

/// The parameters of `$/cancelRequest`.
#[derive(Debug, Deserialize)]
pub(crate) struct CancelParams {
    pub(crate) id: Value,
}
