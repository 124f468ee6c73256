//! Access to the fields of a JSON object that accounts for every field.

use std::ops::Range;

use splendor_schema::json::tree::{Member, Tree, Value};

use super::{Account, ConvertError};
use splendor_schema::{Name, limits};

/// How the importer treated a field.
#[derive(Clone, Copy)]
enum Fate {
    Understood,
    Ignored(&'static str),
}

/// The fields of one object: the importer reads or ignores each by name; any other is an error.
pub(super) struct Fields<'a, 't> {
    /// The name of the object in messages and in the account.
    what: &'static str,
    span: Range<usize>,
    members: &'a [Member<'t>],
    fates: Vec<Option<Fate>>,
    /// The names requested so far, for the error about an unknown field.
    known: Vec<&'static str>,
}

impl<'a, 't> Fields<'a, 't> {
    pub(super) fn of(what: &'static str, tree: &'a Tree<'t>) -> Result<Self, ConvertError> {
        let members = members(what, tree)?;
        let (span, fates) = (tree.span.clone(), vec![None; members.len()]);
        Ok(Self { what, span, members, fates, known: Vec::new() })
    }

    /// Returns a required field.
    pub(super) fn get(&mut self, key: &'static str) -> Result<&'a Tree<'t>, ConvertError> {
        let what = self.what;
        let start = self.span.start..self.span.start + 1;
        self.find(key)
            .ok_or_else(|| ConvertError::unknown(&start, format!("{what} has no `{key}`")))
    }

    /// Returns an error: the object lacks a fact that a log needs.
    pub(super) fn incomplete(&self, message: String) -> ConvertError {
        ConvertError::incomplete(&(self.span.start..self.span.start + 1), message)
    }

    /// Returns an optional field; `null` counts as absent.
    pub(super) fn find(&mut self, key: &'static str) -> Option<&'a Tree<'t>> {
        let value = self.mark(key, Fate::Understood)?;
        (value.value != Value::Null).then_some(value)
    }

    /// Leaves fields out of the log for the given reason.
    pub(super) fn ignore(&mut self, keys: &[&'static str], why: &'static str) {
        for key in keys {
            self.mark(key, Fate::Ignored(why));
        }
    }

    fn mark(&mut self, key: &'static str, fate: Fate) -> Option<&'a Tree<'t>> {
        self.known.push(key);
        let at = self.members.iter().position(|member| member.key == key)?;
        self.fates[at] = Some(fate);
        Some(&self.members[at].value)
    }

    /// Adds every field to the account.
    ///
    /// # Errors
    ///
    /// The first field that the importer neither read nor ignored.
    pub(super) fn finish(self, account: &mut Account) -> Result<(), ConvertError> {
        for (member, fate) in self.members.iter().zip(&self.fates) {
            let what = self.what.strip_prefix("the ").unwrap_or(self.what);
            let name = || format!("{what}.{}", member.key);
            match fate {
                Some(Fate::Understood) => account.understood(name()),
                Some(Fate::Ignored(why)) => account.ignored(name(), why),
                None => {
                    let (key, known) = (clip(&member.key), self.known.join(", "));
                    let message =
                        format!("`{key}` is not a known field of {}; known are {known}", self.what);
                    return Err(ConvertError::unknown(&member.span, message));
                }
            }
        }
        Ok(())
    }
}

/// Returns the members of an object.
pub(super) fn members<'a, 't>(
    what: &str,
    tree: &'a Tree<'t>,
) -> Result<&'a [Member<'t>], ConvertError> {
    match &tree.value {
        Value::Object(members) => Ok(members),
        _ => Err(expected(tree, &format!("an object ({what})"))),
    }
}

/// Returns the entries of a list.
pub(super) fn list<'a, 't>(what: &str, tree: &'a Tree<'t>) -> Result<&'a [Tree<'t>], ConvertError> {
    match &tree.value {
        Value::List(entries) => Ok(entries),
        _ => Err(expected(tree, &format!("a list ({what})"))),
    }
}

/// Returns a string.
pub(super) fn text<'a>(what: &str, tree: &'a Tree<'_>) -> Result<&'a str, ConvertError> {
    match &tree.value {
        Value::Text(text) => Ok(text),
        _ => Err(expected(tree, &format!("a text ({what})"))),
    }
}

/// Returns a string for the log, unchanged.
pub(super) fn log_text(what: &str, tree: &Tree<'_>) -> Result<String, ConvertError> {
    checked_text(text(what, tree)?.to_owned(), &tree.span)
}

/// Rejects a string longer than a log allows: names and ids are never cut.
pub(super) fn checked_text(text: String, span: &Range<usize>) -> Result<String, ConvertError> {
    let count = text.chars().count();
    if count <= limits::TEXT {
        return Ok(text);
    }
    let message = format!("a text of {count} characters: a log holds {} at most", limits::TEXT);
    Err(ConvertError::unknown(span, message))
}

/// Returns `true` or `false`.
pub(super) fn flag(what: &str, tree: &Tree<'_>) -> Result<bool, ConvertError> {
    match tree.value {
        Value::Bool(flag) => Ok(flag),
        _ => Err(expected(tree, &format!("true or false ({what})"))),
    }
}

/// Returns a whole number up to a limit.
pub(super) fn number(what: &str, tree: &Tree<'_>, most: u64) -> Result<u64, ConvertError> {
    let found = match &tree.value {
        Value::Number(digits) => digits.parse().ok(),
        _ => None,
    };
    let needed = || format!("a whole number from 0 to {most} ({what})");
    found.filter(|&number| number <= most).ok_or_else(|| expected(tree, &needed()))
}

/// Returns a small whole number up to a limit.
pub(super) fn small(what: &str, tree: &Tree<'_>, most: u8) -> Result<u8, ConvertError> {
    number(what, tree, most.into()).map(|number| u8::try_from(number).unwrap_or(most))
}

/// Returns a small whole number for each seat.
pub(super) fn per_seat(
    what: &str,
    tree: &Tree<'_>,
    seats: u8,
    most: u8,
) -> Result<Vec<u8>, ConvertError> {
    let entries = list(what, tree)?;
    if entries.len() != usize::from(seats) {
        return Err(expected(tree, &format!("a list of {seats} numbers ({what})")));
    }
    entries.iter().map(|entry| small(what, entry, most)).collect()
}

/// Checks that exactly the winners, in ascending order, have the first rank.
///
/// # Errors
///
/// Ranks that name other winners.
pub(super) fn check_ranks(
    tree: &Tree<'_>,
    first: u8,
    seats: u8,
    winners: &[u8],
) -> Result<(), ConvertError> {
    let ranks = per_seat("the ranks", tree, seats, 4)?.into_iter().zip(0..seats);
    let named: Vec<u8> = ranks.filter(|&(rank, _)| rank == first).map(|(_, seat)| seat).collect();
    if named == winners {
        return Ok(());
    }
    let needed = format!("rank {first} for the winners {winners:?} and for no other seat");
    Err(expected(tree, &needed))
}

/// Returns an error about an unexpected value.
pub(super) fn expected(tree: &Tree<'_>, needed: &str) -> ConvertError {
    let found = match &tree.value {
        Value::Null => "null".to_owned(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(digits) => clip(digits),
        Value::Text(text) => format!("`{}`", clip(text)),
        Value::List(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    };
    ConvertError::unknown(&tree.span, format!("expected {needed}, found {found}"))
}

/// Shortens a text of the file for a message of one line.
pub(super) fn clip(text: &str) -> String {
    let shown = text.chars().take(40).collect::<Name>().to_string();
    if text.chars().nth(40).is_some() { shown + "…" } else { shown }
}
