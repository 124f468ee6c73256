//! The conversion account: which fields of a foreign file were understood, inferred or ignored.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;
use splendor_schema::json::layout;
use splendor_schema::{FileName, visible};

/// How the importer treated each field of a foreign file.
///
/// Each field was understood, or ignored for a reason. Each fact that the log adds was inferred by
/// a rule.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Account {
    /// How many values of each field were understood.
    pub understood: BTreeMap<String, u64>,
    /// The facts that no field contains, and the rule that inferred each.
    pub inferred: BTreeMap<String, Reasoned>,
    /// The fields that were left out of the log, and the reason for each.
    pub ignored: BTreeMap<String, Reasoned>,
}

/// A count with its rule or reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reasoned {
    /// The number of values.
    pub count: u64,
    /// The rule of an inference, or the reason for ignoring the field.
    pub why: &'static str,
}

impl Account {
    pub(super) fn understood(&mut self, field: impl Into<String>) {
        *self.understood.entry(field.into()).or_default() += 1;
    }

    pub(super) fn inferred(&mut self, field: impl Into<String>, why: &'static str) {
        self.inferred.entry(field.into()).or_insert(Reasoned { count: 0, why }).count += 1;
    }

    pub(super) fn ignored(&mut self, field: impl Into<String>, why: &'static str) {
        self.ignored.entry(field.into()).or_insert(Reasoned { count: 0, why }).count += 1;
    }

    /// Returns the account as text: one line for understood fields, one for each rule and reason.
    pub fn text(&self) -> String {
        let values: u64 = self.understood.values().sum();
        let fields = self.understood.len();
        let mut text = format!("understood: {values} values of {fields} fields\n");
        for (word, fields) in [("inferred", &self.inferred), ("ignored", &self.ignored)] {
            let mut reasons: Vec<(&str, u64, Vec<&str>)> = Vec::new();
            for (field, Reasoned { count, why }) in fields {
                match reasons.iter_mut().find(|(reason, ..)| reason == why) {
                    Some((_, sum, names)) => {
                        *sum += count;
                        names.push(field);
                    }
                    None => reasons.push((why, *count, vec![field])),
                }
            }
            for (why, count, names) in reasons {
                let names = names.join(", ");
                let names = visible::line(&names);
                let _never_fails = writeln!(text, "{word}: {count} values, {why}: {names}");
            }
        }
        text
    }

    /// Returns the account as one line of JSON, with the names of the file and the format.
    pub fn json(&self, file: &FileName, line: u64, from: &str) -> String {
        let entry = serde_json::json!({
            "file": file,
            "line": line,
            "from": from,
            "understood": self.understood,
            "inferred": self.inferred,
            "ignored": self.ignored,
        });
        layout::json_line(&entry)
    }
}
