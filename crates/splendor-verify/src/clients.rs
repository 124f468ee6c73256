//! The table of known clients: the rulings that each client plays by, and its other deviations.
//!
//! The data is in `clients.json`. It was collected from the sources of each client as of 2026, or
//! from games that the client played. `tests/cli/known_clients.rs` checks the table against the
//! clauses and rulings that exist.

use std::fmt::Write;
use std::sync::LazyLock;

use serde::Deserialize;
use splendor_schema::json::layout::lines_of;
use splendor_schema::visible;

use crate::words::wrapped;

/// A client: its repository, the rulings that it plays by, and its other deviations.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Client {
    /// The name on the command line.
    pub name: &'static str,
    /// The repository or the site.
    pub repository: &'static str,
    /// The evidence for this entry.
    pub evidence: Evidence,
    /// What `source.client` of its logs begins with, if that is known.
    pub log_name: Option<&'static str>,
    /// The rulings that differ from the default, by name and value.
    pub rulings: Vec<(&'static str, &'static str)>,
    /// The differences from the default rules.
    pub deviations: Vec<Deviation>,
}

/// The evidence for the statements of the table about a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Evidence {
    /// We ran the client and judged its games.
    Run,
    /// We read its source.
    Read,
    /// Somebody else reported it.
    Reported,
}

/// One difference between a client and the default rules.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deviation {
    /// The clause that the client deviates from, or another id of a report.
    pub clause: &'static str,
    /// The behavior of the client.
    pub what: &'static str,
    /// The file and the function that do it; empty if unknown.
    #[serde(default)]
    pub place: &'static str,
    /// How a log with this deviation is judged.
    #[serde(default)]
    pub cover: Cover,
}

/// How a log with a deviation is judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cover {
    /// The log is legal by default: the client forbids what the rules allow.
    Legal,
    /// The log is legal under this ruling.
    Ruling(&'static str),
    /// The log is illegal under every ruling.
    #[default]
    Nothing,
}

/// All known clients; those that we ran come first.
pub static KNOWN_CLIENTS: LazyLock<Vec<Client>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("clients.json")).expect("clients.json is a table of clients")
});

impl Evidence {
    /// Returns the evidence as one word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Run => "run",
            Self::Read => "read",
            Self::Reported => "reported",
        }
    }
}

/// The name under which logs that name no client are counted.
pub const NO_CLIENT: &str = "no client named";

impl Client {
    /// Returns the client of this name.
    ///
    /// # Errors
    ///
    /// A message that lists the known clients.
    pub fn find(name: &str) -> Result<&'static Self, String> {
        let known =
            || KNOWN_CLIENTS.iter().map(|client| client.name).collect::<Vec<_>>().join(", ");
        let found = KNOWN_CLIENTS.iter().find(|client| client.name == name);
        found.ok_or_else(|| {
            let name = visible::line(name);
            format!("the client `{name}` is unknown; the known clients are {}", known())
        })
    }

    /// Returns the client that a log names as its source.
    ///
    /// If several names match, the longest is the most specific one.
    pub fn of_log(source: &str) -> Option<&'static Self> {
        let named = |client: &&Self| client.log_name.is_some_and(|name| source.starts_with(name));
        KNOWN_CLIENTS.iter().filter(named).max_by_key(|client| client.log_name.map(str::len))
    }

    /// Returns the rulings by name and value, as the command line accepts them.
    pub fn overrides(&self) -> Vec<(String, String)> {
        let owned = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
        self.rulings.iter().map(owned).collect()
    }

    /// Returns the rulings of a client, replaced and extended by the named rulings.
    pub fn with(client: Option<&Self>, named: Vec<(String, String)>) -> Vec<(String, String)> {
        let mut rulings = client.map(Self::overrides).unwrap_or_default();
        rulings.retain(|(name, _)| named.iter().all(|(other, _)| other != name));
        rulings.extend(named);
        rulings
    }

    /// Returns the deviation from a clause that no ruling covers.
    pub fn bug(&self, clause: &str) -> Option<&Deviation> {
        let mut all = self.deviations.iter();
        all.find(|one| one.clause == clause && one.cover == Cover::Nothing)
    }
}

/// Returns one client or all clients as text, with rulings and deviations.
pub fn clients_text(only: Option<&Client>) -> String {
    let listed = |client: &&Client| only.is_none_or(|one| one.name == client.name);
    let texts: Vec<String> = KNOWN_CLIENTS.iter().filter(listed).map(in_words).collect();
    texts.join("\n")
}

fn in_words(client: &Client) -> String {
    let mut text = format!("{}: {} ({})\n", client.name, client.repository, client.evidence.word());
    let rulings: Vec<String> =
        client.rulings.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let rulings = if rulings.is_empty() { "none".to_owned() } else { rulings.join(" ") };
    let _never_fails = writeln!(text, "  rulings: {}", wrapped(&rulings, 11));
    for Deviation { clause, what, place, cover } in &client.deviations {
        let cover = match cover {
            Cover::Legal => "legal".to_owned(),
            Cover::Ruling(name) => format!("ruling `{name}`"),
            Cover::Nothing => "no ruling".to_owned(),
        };
        let place = if place.is_empty() { String::new() } else { format!("; {place}") };
        let line = wrapped(&format!("{clause}: {what} [{cover}{place}]"), 4);
        let _never_fails = writeln!(text, "  - {line}");
    }
    text
}

/// Returns one client or all clients as JSON.
pub fn clients_json(only: Option<&Client>) -> String {
    let listed = |client: &&Client| only.is_none_or(|one| one.name == client.name);
    lines_of(KNOWN_CLIENTS.iter().filter(listed).map(|client| {
        let rulings = client.rulings.iter().map(|&(name, value)| (name.to_owned(), value.into()));
        let rulings: serde_json::Map<String, serde_json::Value> = rulings.collect();
        let deviations = client.deviations.iter().map(|one| {
            let ruling = if let Cover::Ruling(name) = one.cover { Some(name) } else { None };
            serde_json::json!({
                "clause": one.clause,
                "what": one.what,
                "place": one.place,
                "legal": one.cover == Cover::Legal,
                "ruling": ruling,
            })
        });
        serde_json::json!({
            "name": client.name,
            "repository": client.repository,
            "known": client.evidence.word(),
            "rulings": rulings,
            "deviations": deviations.collect::<Vec<_>>(),
        })
    }))
}
