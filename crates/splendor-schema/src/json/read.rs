//! Reads the bytes of a file into the types of a format, and chooses the error to report.

use crate::json::error::{ReadError, ReadErrorKind};
use crate::json::locate::locate;
use crate::json::reader::{Failed, FromJson, Reader};
use crate::json::suggest::clip;
use crate::limits;
use crate::name::Name;

/// Returns a reader of lists of at most `max` values of a type.
pub(crate) fn list_of<T: FromJson>(
    max: usize,
) -> impl FnOnce(&mut Reader<'_>) -> Result<Vec<T>, Failed> {
    move |from| from.vec(max, T::from_json)
}

/// Returns a reader of lists of at least one and at most `max` values of a type.
pub(crate) fn filled_list_of<T: FromJson>(
    max: usize,
) -> impl FnOnce(&mut Reader<'_>) -> Result<Vec<T>, Failed> {
    move |from| {
        let start = from.place();
        let all = from.vec(max, T::from_json)?;
        if all.is_empty() {
            return Err(from.misshapen(start, "expected a list with an entry, found an empty one"));
        }
        Ok(all)
    }
}

/// Returns a reader of whole numbers from 0 to `max`.
pub(crate) fn number_up_to(max: u8) -> impl FnOnce(&mut Reader<'_>) -> Result<u8, Failed> {
    move |from| from.small_number(max)
}

/// Returns a reader of lists of at most `count` whole numbers from 0 to `max`.
pub(crate) fn numbers_up_to(
    count: usize,
    max: u8,
) -> impl FnOnce(&mut Reader<'_>) -> Result<Vec<u8>, Failed> {
    move |from| from.vec(count, |from| from.small_number(max))
}

/// Returns a reader of texts of at most `max` characters.
pub(crate) fn text_up_to(max: usize) -> impl FnOnce(&mut Reader<'_>) -> Result<Name, Failed> {
    move |from| from.text_up_to(max)
}

/// Returns a reader of lists of at most `count` texts of at most `max` characters.
pub(crate) fn texts_up_to(
    count: usize,
    max: usize,
) -> impl FnOnce(&mut Reader<'_>) -> Result<Vec<Name>, Failed> {
    move |from| from.vec(count, |from| from.text_up_to(max))
}

/// Implements `Deserialize` for a type that may stand in the JSON of other programs: `serde_json`
/// finds the text of the value, and the reader of the formats reads it. Other formats than JSON do
/// not have this text.
macro_rules! deserialize_by_reader {
    ($type:ident) => {
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let value = Box::<serde_json::value::RawValue>::deserialize(from)?;
                let read = <$type as $crate::json::reader::FromJson>::from_json;
                $crate::json::read::read_text(value.get(), "", read)
                    .map_err(|error| serde::de::Error::custom(error.message))
            }
        }
    };
}
pub(crate) use deserialize_by_reader;

/// Reads the bytes of a file.
///
/// `format` is the name that the file must have in its field `format`. It is empty for values
/// without that field, like a single turn.
pub(crate) fn read<T: FromJson>(bytes: &[u8], format: &str) -> Result<T, ReadError> {
    read_text(text_of(bytes)?, format, T::from_json)
}

/// Reads the text of a file; see [`read`].
pub(crate) fn read_text<T>(
    text: &str,
    format: &str,
    value: impl FnOnce(&mut Reader<'_>) -> Result<T, Failed>,
) -> Result<T, ReadError> {
    let mut reader = Reader::new(text);
    let read = value(&mut reader).and_then(|value| reader.end().map(|()| value));
    read.map_err(|failed| most_useful_error(reader, failed, format))
}

/// Returns the text of a file of any format. Its size and its encoding come before everything else.
///
/// # Errors
///
/// Returns an error if the bytes are not UTF-8, start with a byte order mark or are longer than
/// [`limits::LOG_BYTES`].
pub fn text_of(bytes: &[u8]) -> Result<&str, ReadError> {
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

/// Returns the most useful error of a text that could not be read: the first one. If the text is
/// JSON up to there and names another format, that comes before it, because then its fields would
/// all look wrong here.
#[cold]
fn most_useful_error(reader: Reader<'_>, failed: Failed, format: &str) -> ReadError {
    let text = reader.whole_text();
    let first = reader.into_error(failed);
    if first.kind == ReadErrorKind::Syntax {
        return first;
    }
    error_of_format(text, format).unwrap_or(first)
}

/// Returns an error if the file names another format. Values without a format of their own, like
/// a turn, have no field `format`: there it is an unknown field.
fn error_of_format(text: &str, format: &str) -> Option<ReadError> {
    if format.is_empty() {
        return None;
    }
    let place = locate(text, "/format")?;
    let found = Reader::starting_at(text, place.start).text("a format").ok()?.into_owned();
    if found == format {
        return None;
    }
    let message = format!("expected the format `{format}`, found `{}`", clip(&found));
    let kind = ReadErrorKind::UnknownFormat(found);
    Some(ReadError::at(text, place.start, kind, message, Some("/format".to_owned())))
}
