//! Applies the edit of a cause to the text of a log and keeps the layout of the rest.

use std::ops::Range;

use serde_json::Value;
use splendor_schema::Log;
use splendor_schema::diagnosis::{Cause, PatchOp, PatchStep};
use splendor_schema::json::layout;
use splendor_schema::json::locate::{locate, locate_member};

use crate::scanner::{Kind, Scanner};

/// Returns the text of a log after the edit of a cause.
pub(crate) fn edited(text: &str, log: &Log, cause: &Cause) -> Option<String> {
    let expected = splendor_verify::diagnose::apply_edit(log, cause)?;
    let kept = cause.edit.iter().try_fold(text.to_owned(), |text, step| apply(&text, step));
    // If the text has a layout in which an edit goes wrong, the log is laid out anew.
    let is_right = |kept: &String| Log::read(kept.as_bytes()).is_ok_and(|log| log == expected);
    // A log in JSON Lines stays on its line.
    let is_line = !text.contains('\n');
    let anew = || if is_line { layout::compact(&expected) } else { layout::pretty_log(&expected) };
    Some(kept.filter(is_right).unwrap_or_else(anew))
}

/// Returns the smallest range of a text that differs from another text, and what replaces it.
pub(crate) fn difference<'n>(old: &str, new: &'n str) -> (Range<usize>, &'n str) {
    let same = |(one, other): &(char, char)| one == other;
    let length = |pairs: &mut dyn Iterator<Item = (char, char)>| {
        pairs.take_while(same).map(|(one, _)| one.len_utf8()).sum::<usize>()
    };
    let start = length(&mut old.chars().zip(new.chars()));
    let (old_rest, new_rest) = (&old[start..], &new[start..]);
    let end = length(&mut old_rest.chars().rev().zip(new_rest.chars().rev()));
    (start..old.len() - end, &new[start..new.len() - end])
}

fn apply(text: &str, step: &PatchStep) -> Option<String> {
    let value = || -> Option<String> {
        let value: Value = serde_json::from_str(step.value.as_ref()?.as_str()).ok()?;
        Some(layout::spaced(&value))
    };
    let (range, new) = match step.op {
        PatchOp::Replace => (locate(text, &step.path)?, value()?),
        PatchOp::Remove => (removed(text, &step.path)?, String::new()),
        PatchOp::Add => added(text, &step.path, &value()?)?,
    };
    let mut text = text.to_owned();
    text.replace_range(range, &new);
    Some(text)
}

/// Returns the bytes of a value with its key and one of the commas around it.
fn removed(text: &str, pointer: &str) -> Option<Range<usize>> {
    let place = locate_member(text, pointer)?;
    let (start, end) = (place.key.map_or(place.value.start, |key| key.start), place.value.end);
    let rest = &text[end..];
    let is_space = |letter: char| letter.is_ascii_whitespace();
    if let Some(next) = rest.trim_start_matches(is_space).strip_prefix(',') {
        return Some(start..text.len() - next.trim_start_matches(is_space).len());
    }
    let before = text[..start].trim_end_matches(is_space);
    // The last value goes with the comma before it; the only one has none.
    Some(before.strip_suffix(',').map_or(start..end, |before| before.len()..end))
}

/// Returns where a value is added, and its text with a comma.
fn added(text: &str, pointer: &str, value: &str) -> Option<(Range<usize>, String)> {
    let (parent, key) = pointer.rsplit_once('/')?;
    let list = locate(text, parent)?;
    let is_object = text[list.clone()].starts_with('{');
    let existing = locate(text, pointer);
    let value = match is_object {
        true if existing.is_some() => return Some((existing?, value.to_owned())),
        true => format!("\"{key}\": {value}"),
        false => value.to_owned(),
    };
    let Some((first, last)) = ends_of_values(&text[list.clone()]) else {
        let [open, close] = if is_object { ["{ ", " }"] } else { ["[", "]"] };
        return Some((list, format!("{open}{value}{close}")));
    };
    // The space before the first value is that of all values.
    let space = match &text[list.start + 1..list.start + first] {
        "" => " ",
        space => space,
    };
    if let Some(next) = existing {
        return Some((next.start..next.start, format!("{value},{space}")));
    }
    let end = list.start + last;
    Some((end..end, format!(",{space}{value}")))
}

/// Returns where the first value of a list or an object begins and the last one ends; `None` if it
/// is empty.
fn ends_of_values(list: &str) -> Option<(usize, usize)> {
    let mut tokens = Scanner::new(list).skip(1);
    let first = tokens.next().filter(|token| token.range.end < list.len())?;
    let close = list.len() - 1;
    let ends = std::iter::once(first.clone()).chain(tokens);
    let ends = ends.filter(|token| token.range.start < close && token.kind != Kind::Separator);
    Some((first.range.start, ends.last()?.range.end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply_to(text: &str, op: PatchOp, path: &str, value: &str) -> String {
        let value = (!value.is_empty()).then(|| value.try_into().expect("a value"));
        apply(text, &PatchStep { op, path: path.to_owned(), value }).expect("the edit fits")
    }

    #[test]
    fn a_removed_value_takes_one_comma_with_it() {
        let remove = |text, path| apply_to(text, PatchOp::Remove, path, "");
        assert_eq!(remove("[1, 2, 3]", "/0"), "[2, 3]");
        assert_eq!(remove("[1, 2, 3]", "/2"), "[1, 2]");
        assert_eq!(remove("[\n  [1],\n  [2]\n]", "/1"), "[\n  [1]\n]");
        assert_eq!(remove("[\n  [1],\n  [2]\n]", "/0"), "[\n  [2]\n]");
        assert_eq!(remove(r#"{ "a": 1, "b": {} }"#, "/b"), r#"{ "a": 1 }"#);
        assert_eq!(remove(r#"{"a":[1]}"#, "/a/0"), r#"{"a":[]}"#);
    }

    #[test]
    fn an_added_value_gets_the_space_of_the_others() {
        let add = |text, path, value| apply_to(text, PatchOp::Add, path, value);
        assert_eq!(add("[1, 2]", "/1", "5"), "[1, 5, 2]");
        assert_eq!(add("[1, 2]", "/2", "5"), "[1, 2, 5]");
        assert_eq!(add("[]", "/0", "5"), "[5]");
        assert_eq!(add("[\n  1,\n  [2]\n]", "/2", "5"), "[\n  1,\n  [2],\n  5\n]");
        assert_eq!(add("[\n  1,\n  2\n]", "/0", "5"), "[\n  5,\n  1,\n  2\n]");
        assert_eq!(add("{}", "/b", "[5]"), r#"{ "b": [5] }"#);
        assert_eq!(add(r#"{ "a": {"c": 1} }"#, "/b", "5"), r#"{ "a": {"c": 1}, "b": 5 }"#);
        assert_eq!(add(r#"{"a":1}"#, "/a", "5"), r#"{"a":5}"#);
        assert_eq!(apply_to("[1]", PatchOp::Replace, "/0", r#"{"a":1}"#), r#"[{ "a": 1 }]"#);
    }

    #[test]
    fn a_difference_is_small_and_keeps_characters_whole() {
        assert_eq!(difference("abcd", "abxcd"), (2..2, "x"));
        assert_eq!(difference("aaa", "aa"), (2..3, ""));
        assert_eq!(difference("é", "è"), (0..2, "è"));
        assert_eq!(difference("a", "a"), (1..1, ""));
    }
}
