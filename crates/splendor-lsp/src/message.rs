//! The messages of JSON-RPC between client and server, and their frames.

use std::io::{self, BufRead, Read, Write};

use serde::Deserialize;
use serde_json::{Value, json};
use splendor_schema::limits::LOG_BYTES;

/// The most bytes of a message: a log of the greatest size, whose letters JSON escapes.
const MOST_BYTES: u64 = 4 * LOG_BYTES as u64;

/// The most bytes of a line of a header.
const HEADER_BYTES: u64 = 4096;

pub(crate) const PARSE_ERROR: i32 = -32700;
pub(crate) const INVALID_REQUEST: i32 = -32600;
pub(crate) const METHOD_NOT_FOUND: i32 = -32601;
pub(crate) const INVALID_PARAMS: i32 = -32602;
pub(crate) const INTERNAL_ERROR: i32 = -32603;
pub(crate) const NOT_INITIALIZED: i32 = -32002;
pub(crate) const CANCELLED: i32 = -32800;
pub(crate) const REQUEST_FAILED: i32 = -32803;

/// The code and the text of an error.
pub(crate) type Refusal = (i32, String);

/// The result of a request, or why it has none.
pub(crate) type Answer = Result<Value, Refusal>;

/// A message of the client.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Message {
    Request {
        id: Value,
        method: String,
        params: Value,
    },
    Notification {
        method: String,
        params: Value,
    },
    /// An answer to a request; this server sends no request.
    Response,
    /// A message that is not JSON-RPC: the code and the text of the error.
    Invalid(i32, String),
}

/// A message as it is sent. Unknown members are ignored.
#[derive(Deserialize)]
struct Sent {
    id: Option<Value>,
    method: Option<String>,
    #[serde(default)]
    params: Value,
}

impl Message {
    fn of(bytes: &[u8]) -> Self {
        let sent: Sent = match serde_json::from_slice(bytes) {
            Ok(sent) => sent,
            Err(error) if error.is_data() => {
                return Self::Invalid(INVALID_REQUEST, error.to_string());
            }
            Err(error) => return Self::Invalid(PARSE_ERROR, error.to_string()),
        };
        match sent {
            Sent { id: None, method: Some(method), params } => {
                Self::Notification { method, params }
            }
            Sent { id: Some(id), method: Some(method), params } => {
                if id.is_string() || id.is_number() {
                    return Self::Request { id, method, params };
                }
                Self::Invalid(INVALID_REQUEST, "the id is not a number or a string".to_owned())
            }
            Sent { id: Some(_), method: None, .. } => Self::Response,
            Sent { id: None, method: None, .. } => {
                Self::Invalid(INVALID_REQUEST, "the message has no method".to_owned())
            }
        }
    }

    /// Reads the next message; `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// Without the length of a message, the next one cannot be found either.
    pub(crate) fn read(input: &mut dyn BufRead) -> io::Result<Option<Self>> {
        let Some(length) = read_header(input)? else { return Ok(None) };
        if length > MOST_BYTES {
            io::copy(&mut input.take(length), &mut io::sink())?;
            let text = format!("a message of {length} bytes; the limit is {MOST_BYTES}");
            return Ok(Some(Self::Invalid(INVALID_REQUEST, text)));
        }
        // Memory grows with the bytes that arrive, not with the length that the header claims.
        let mut bytes = Vec::new();
        input.take(length).read_to_end(&mut bytes)?;
        let is_whole = bytes.len() as u64 == length;
        Ok(is_whole.then(|| Self::of(&bytes)))
    }
}

/// Reads the lines before a message; returns its length, or `None` at the end of the input.
fn read_header(input: &mut dyn BufRead) -> io::Result<Option<u64>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        let read = input.take(HEADER_BYTES).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(None);
        }
        let line = line.trim_ascii();
        if !line.is_empty() {
            length = content_length(line).or(length);
        } else if let Some(length) = length {
            return Ok(Some(length));
        } else {
            let text = "a message without the header `Content-Length`";
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
    }
}

fn content_length(line: &[u8]) -> Option<u64> {
    let (name, value) = str::from_utf8(line).ok()?.split_once(':')?;
    name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().ok())?
}

/// Writes a message with its header.
pub(crate) fn write(out: &mut dyn Write, message: &Value) -> io::Result<()> {
    let text = message.to_string();
    write!(out, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    out.flush()
}

/// Writes the answer to a request.
pub(crate) fn respond(out: &mut dyn Write, id: &Value, answer: Answer) -> io::Result<()> {
    let message = match answer {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err((code, message)) => {
            json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
        }
    };
    write(out, &message)
}

/// Writes a notification.
pub(crate) fn notify(out: &mut dyn Write, method: &str, params: &Value) -> io::Result<()> {
    write(out, &json!({ "jsonrpc": "2.0", "method": method, "params": params }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> io::Result<Option<Message>> {
        Message::read(&mut text.as_bytes())
    }

    fn framed(text: &str) -> Option<Message> {
        read(&format!("Content-Length: {}\r\n\r\n{text}", text.len())).expect("a header")
    }

    #[test]
    fn messages_are_told_apart_by_their_members() {
        let method = "m".to_owned();
        let params = json!([1]);
        assert_eq!(
            framed(r#"{"jsonrpc":"2.0","id":"a","method":"m","params":[1]}"#),
            Some(Message::Request { id: json!("a"), method: method.clone(), params })
        );
        let notification = Message::Notification { method, params: Value::Null };
        assert_eq!(framed(r#"{"method":"m","more":0}"#), Some(notification));
        assert_eq!(framed(r#"{"id":7,"result":null}"#), Some(Message::Response));
        for (text, code) in [
            ("{", PARSE_ERROR),
            ("\u{fffd}", PARSE_ERROR),
            (&"[".repeat(9999), PARSE_ERROR),
            ("[]", INVALID_REQUEST),
            ("{}", INVALID_REQUEST),
            (r#"{"id":[],"method":"m"}"#, INVALID_REQUEST),
            (r#"{"id":1,"method":2}"#, INVALID_REQUEST),
        ] {
            let message = framed(text);
            assert!(matches!(message, Some(Message::Invalid(c, _)) if c == code), "{message:?}");
        }
    }

    #[test]
    fn a_header_costs_no_memory_and_a_wrong_one_ends_the_input() {
        assert_eq!(read("").expect("an end"), None);
        assert_eq!(read("Content-Length: 9\r\n\r\n{}").expect("an end"), None);
        let long = read("content-length:18446744073709551615\nX: y\n\n{}").expect("a header");
        assert!(matches!(long, Some(Message::Invalid(INVALID_REQUEST, _))));
        for header in ["\r\n", "Content-Length: -1\r\n\r\n", "Length: 2\r\n\r\n{}"] {
            assert!(read(header).is_err(), "{header}");
        }
    }
}
