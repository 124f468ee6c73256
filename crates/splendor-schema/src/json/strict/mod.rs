//! Reads bytes into the types of a format, strictly, and explains errors.
//!
//! `serde_json` reads text that it accepts in one pass, but its errors know no JSON pointer and
//! depend on the order of its checks. So an error is never shown as it is: the text is walked
//! once more, and the walk decides what to report and where. Reading a correct file costs nothing
//! for this.

use serde::de::DeserializeOwned;
use serde_json::error::Category;

use crate::json::error::{ReadError, ReadErrorKind};
use crate::json::locate::{DOCUMENT_DEPTH, locate};
use crate::json::skim::pointer_at;
use crate::json::suggest::clip;
use crate::json::turn_places::TurnSpan;
use crate::json::walk::{self, WalkError, WalkErrorKind};
use crate::limits;

pub(crate) mod format_name;
pub(crate) mod list;
pub(crate) mod object;
pub(crate) mod scalar;
pub(crate) mod words;

/// Reads the bytes of a file.
///
/// `format` is the name that the file must have in its field `format`. It is empty for values
/// without that field, like a single turn.
pub(crate) fn read<T: DeserializeOwned>(bytes: &[u8], format: &str) -> Result<T, ReadError> {
    read_text(decode(bytes)?, format)
}

/// Reads the text of a file; see [`read`].
pub(crate) fn read_text<T: DeserializeOwned>(text: &str, format: &str) -> Result<T, ReadError> {
    serde_json::from_str(text).map_err(|error| explain(text, &error, format).into_error(text))
}

/// Returns the error that [`read_text`] returns for a text, if the strict reader finds it in the
/// text without the turns that a fast reader accepted.
///
/// The strict reader accepts these turns, too, so the first error of the log is in the rest. The
/// last of these turns is not cut out: the text around the error must not change.
pub(crate) fn error_after<T: DeserializeOwned>(
    text: &str,
    turns: TurnSpan,
    format: &str,
) -> Option<ReadError> {
    let rest = turns.cut(text)?;
    let error = serde_json::from_str::<T>(&rest).err()?;
    let Explanation { kind, message, offset, pointer } = explain(&rest, &error, format);
    let pointer = pointer.map(|pointer| turns.whole_pointer(pointer));
    let offset = turns.whole_offset(offset);
    Some(Explanation { kind, message, offset, pointer }.into_error(text))
}

/// An error and its place.
struct Explanation {
    kind: ReadErrorKind,
    message: String,
    offset: usize,
    pointer: Option<String>,
}

impl Explanation {
    /// Returns the error of the whole text, with its line and column.
    fn into_error(self, text: &str) -> ReadError {
        ReadError::at(text, self.offset, self.kind, self.message, self.pointer)
    }
}

/// Returns the text of a file of any format.
///
/// # Errors
///
/// Returns an error if the bytes are not UTF-8, start with a byte order mark or are longer than
/// [`limits::LOG_BYTES`].
pub fn text_of(bytes: &[u8]) -> Result<&str, ReadError> {
    decode(bytes)
}

/// Checks the size and the encoding of a file, which come before everything else.
pub(crate) fn decode(bytes: &[u8]) -> Result<&str, ReadError> {
    if bytes.len() > limits::LOG_BYTES {
        let message =
            format!("{} bytes, more than the limit of {}", bytes.len(), limits::LOG_BYTES);
        return Err(ReadError::at_start(ReadErrorKind::TooLarge, message));
    }
    match bytes {
        [0xef, 0xbb, 0xbf, ..] => {
            let message = "the file starts with a byte order mark".to_owned();
            return Err(ReadError::at_start(ReadErrorKind::Bom, message));
        }
        // With a byte order mark, or with the first character of JSON in two bytes.
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [b'{' | b'[', 0, ..] | [0, b'{' | b'[', ..] => {
            let message = "the file is UTF-16, not UTF-8".to_owned();
            return Err(ReadError::at_start(ReadErrorKind::Encoding, message));
        }
        _ => {}
    }
    str::from_utf8(bytes).map_err(|error| {
        let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let byte = bytes[error.valid_up_to()];
        let message = format!("the byte 0x{byte:02x} is not valid UTF-8");
        ReadError::at(&valid, valid.len(), ReadErrorKind::Encoding, message, None)
    })
}

/// Finds the most useful error of a text that could not be read.
///
/// Invalid JSON is reported first, because nothing else in the text can be trusted. Another
/// format comes next, because its fields would all look wrong here. Then come duplicate keys and
/// nesting, and last the fields and values of the format.
#[cold]
fn explain(text: &str, error: &serde_json::Error, format: &str) -> Explanation {
    let walk_error = walk::check(text, DOCUMENT_DEPTH).err();
    match walk_error {
        Some(walk_error) if walk_error.kind == WalkErrorKind::Syntax => walk_error.into(),
        walk_error => explain_format(text, format)
            .or_else(|| walk_error.map(Explanation::from))
            .unwrap_or_else(|| explain_shape(text, error)),
    }
}

impl From<WalkError> for Explanation {
    fn from(error: WalkError) -> Self {
        let WalkError { message, offset, pointer, .. } = error;
        Self { kind: error.kind.into(), message, offset, pointer: Some(pointer) }
    }
}

/// Returns an error if the file names another format. Values without a format of their own, like
/// a turn, have no field `format`: there it is an unknown field.
fn explain_format(text: &str, format: &str) -> Option<Explanation> {
    if format.is_empty() {
        return None;
    }
    let range = locate(text, "/format")?;
    let found: String = serde_json::from_str(&text[range.clone()]).ok()?;
    if found == format {
        return None;
    }
    let message = format!("expected the format `{format}`, found `{}`", clip(&found));
    let kind = ReadErrorKind::UnknownFormat(found);
    let pointer = Some("/format".to_owned());
    Some(Explanation { kind, message, offset: range.start, pointer })
}

/// Returns an error of the typed reader with its place and in our words. The text is strict JSON.
fn explain_shape(text: &str, error: &serde_json::Error) -> Explanation {
    let message = reword(error);
    let kind = match error.classify() {
        Category::Syntax | Category::Eof | Category::Io => ReadErrorKind::Syntax,
        Category::Data if message.starts_with("duplicate key") => ReadErrorKind::DuplicateKey,
        Category::Data if message.starts_with("nested deeper") => ReadErrorKind::TooLarge,
        Category::Data => ReadErrorKind::Shape,
    };
    let offset = offset_of(text, error);
    match pointer_at(text, offset) {
        Some((pointer, offset)) => Explanation { kind, message, offset, pointer: Some(pointer) },
        None => Explanation { kind, message, offset, pointer: None },
    }
}

/// Returns the byte that an error of the typed reader belongs to.
///
/// The column of such an error is the number of bytes consumed in its line, so the byte is the
/// last one consumed. A list or an object in the wrong place is not consumed, so there it is the
/// next byte.
fn offset_of(text: &str, error: &serde_json::Error) -> usize {
    let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
    let consumed = lines.map(str::len).sum::<usize>() + error.column();
    match text.as_bytes().get(consumed) {
        Some(b'[' | b'{') => consumed,
        _ => consumed.saturating_sub(1),
    }
}

/// Rewrites the message of an error in our words and without its place.
fn reword(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(before, _)| before);
    let parts = message
        .strip_prefix("invalid type: ")
        .or_else(|| message.strip_prefix("invalid value: "))
        .and_then(|rest| rest.rsplit_once(", expected "));
    match parts {
        Some((found, expected)) => format!("expected {expected}, found {}", plain(found)),
        None => message.to_owned(),
    }
}

/// Returns the JSON name of a value that `serde` names in its own terms.
fn plain(found: &str) -> String {
    let kinds = [
        ("boolean ", ""),
        ("string ", "the string "),
        ("integer ", "the number "),
        ("floating point ", "the number "),
    ];
    for (kind, name) in kinds {
        if let Some(value) = found.strip_prefix(kind) {
            return format!("{name}{}", clip(value));
        }
    }
    match found {
        "map" => "an object".to_owned(),
        "sequence" => "a list".to_owned(),
        _ => clip(found),
    }
}
