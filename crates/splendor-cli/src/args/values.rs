//! Parsers of option values. Completions offer the known values, and errors suggest the closest.

use std::ffi::OsStr;
use std::num::IntErrorKind;
use std::ops::RangeInclusive;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use splendor_convert::{FOREIGN_FORMATS, ForeignFormat};
use splendor_core::{Clause, RULINGS};
use splendor_play::generate::{NotAPolicy, Policy};
use splendor_render::explainable_ids;
use splendor_verify::clients::{Client, KNOWN_CLIENTS};
use splendor_verify::words::closest_word;

/// Parses a value; suggests the closest known value for a wrong one.
#[derive(Clone)]
pub(crate) struct SuggestingParser<T: 'static> {
    values: fn() -> Vec<String>,
    read: fn(&str) -> Result<T, String>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for SuggestingParser<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, text: &OsStr) -> Result<T, Error> {
        let Self { values, read } = *self;
        let reads = move |text: String| {
            read(&text).map_err(|error| {
                let values = values();
                let near = closest_word(&text, values.iter().map(String::as_str));
                near.map_or(error.clone(), |near| format!("{error}; did you mean `{near}`?"))
            })
        };
        StringValueParser::new().try_map(reads).parse_ref(command, arg, text)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.values)().into_iter().map(PossibleValue::new)))
    }
}

fn names() -> Vec<String> {
    KNOWN_CLIENTS.iter().map(|client| client.name.to_owned()).collect()
}

fn settings() -> Vec<String> {
    let of = |ruling: &splendor_core::RulingInfo| {
        let name = ruling.name;
        ruling.values.iter().map(move |value| format!("{name}={value}")).collect::<Vec<_>>()
    };
    RULINGS.iter().flat_map(of).collect()
}

/// A known client.
pub(crate) const CLIENT: SuggestingParser<&Client> =
    SuggestingParser { values: names, read: Client::find };

/// A ruling and its value. A target may be any number, not only the known values.
pub(crate) const RULING: SuggestingParser<(String, String)> =
    SuggestingParser { values: settings, read: ruling };

/// A format of another client, or `auto`.
pub(crate) const FORMAT: SuggestingParser<String> = SuggestingParser {
    values: || {
        let names = FOREIGN_FORMATS.iter().map(|format| format.name);
        std::iter::once("auto").chain(names).map(str::to_owned).collect()
    },
    read: format,
};

/// A policy that chooses turns.
pub(crate) const POLICY: SuggestingParser<Policy> = SuggestingParser {
    values: || Policy::ALL.iter().map(ToString::to_string).collect(),
    read: |name| name.parse().map_err(|not: NotAPolicy| not.to_string()),
};

/// An id for `explain`. The command itself rejects unknown ids and suggests close ones.
pub(crate) const ID: SuggestingParser<String> = SuggestingParser {
    values: || {
        let mut all: Vec<String> = explainable_ids().map(str::to_owned).collect();
        let families = explainable_ids()
            .filter_map(|id| id.split_once('.'))
            .map(|(family, _)| family.to_owned());
        all.extend(families);
        all.sort();
        all.dedup();
        all
    },
    read: |id| Ok(id.to_owned()),
};

/// A clause or a family of clauses for `conformance`.
pub(crate) const CLAUSE: SuggestingParser<String> = SuggestingParser {
    values: || {
        let mut all: Vec<String> =
            Clause::ALL.iter().map(|clause| clause.id().to_owned()).collect();
        all.extend(Clause::ALL.iter().map(|clause| clause.family().to_owned()));
        all.sort();
        all.dedup();
        all
    },
    read: |id| Ok(id.to_owned()),
};

/// A format that has a schema.
pub(crate) const SCHEMA: SuggestingParser<String> = SuggestingParser {
    values: formats,
    read: |name| {
        let known = formats();
        if known.iter().any(|format| format == name) {
            return Ok(name.to_owned());
        }
        Err(format!("there is no schema of that name; known are {}", known.join(", ")))
    },
};

fn formats() -> Vec<String> {
    let name = |(name, _): &(&str, _)| name.split('-').nth(1).unwrap_or_default().to_owned();
    splendor_schema::schemas().iter().map(name).collect()
}

/// Parses a format of another client, or `auto`.
fn format(name: &str) -> Result<String, String> {
    if name == "auto" || ForeignFormat::named(name).is_some() {
        return Ok(name.to_owned());
    }
    let known: Vec<&str> = FOREIGN_FORMATS.iter().map(|format| format.name).collect();
    Err(format!("known are auto, {}", known.join(", ")))
}

/// Returns a parser of whole numbers in a range.
pub(crate) fn number<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse::<u64>();
        if let Ok(number) = number
            && range.contains(&number)
            && let Ok(number) = T::try_from(number)
        {
            return Ok(number);
        }
        let (least, most) = (range.start(), range.end());
        let too_great = number.is_err_and(|error| *error.kind() == IntErrorKind::PosOverflow);
        Err(if *most == u64::MAX && !too_great {
            format!("expected a whole number, {least} or more")
        } else {
            format!("expected a whole number from {least} to {most}")
        })
    }
}

/// Returns a parser of whole numbers that are not 0.
pub(crate) fn from_one<T: TryFrom<u64>>()
-> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    number(1..=u64::MAX)
}

fn ruling(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("a ruling is NAME=VALUE, like pass=always")?;
    let rules = splendor_schema::Rules { edition: "2024".into(), ..Default::default() };
    let pair = (name.to_owned(), value.to_owned());
    match splendor_verify::rulings::resolve_rules(&rules, std::slice::from_ref(&pair)) {
        Ok(_) => Ok(pair),
        Err(unknown) => Err(unknown.to_string()),
    }
}
