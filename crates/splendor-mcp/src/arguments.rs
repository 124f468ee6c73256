//! The arguments of the tools, which also describe themselves to the agent.

use std::collections::BTreeMap;
use std::num::NonZeroU64;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::value::RawValue;
use splendor_render::QUESTION_CHARACTERS;
use splendor_schema::{FileName, InputFile, LogOrPosition};
use splendor_verify::{JudgeOptions, RequiredRules};

/// A log in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogFile {
    /// The path, as the agent wrote it.
    pub path: String,
    /// The log in a file with several, from 1.
    pub game: u64,
}

/// The bytes of a log in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogBytes {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The line of the file where the log begins, from 1.
    pub line: u64,
}

/// Returns a log in a file, or a message why it cannot be read.
pub(crate) type ReadFile<'r> = dyn Fn(&LogFile) -> Result<LogBytes, String> + 'r;

/// A log, how to judge it, and a turn of it. No tool takes all of them.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LogArguments {
    /// The log, or a position for the tools that judge or show a turn, as JSON or as its text.
    /// Give either `log` or `file`.
    #[serde(default)]
    #[schemars(with = "JsonOrText")]
    log: Option<Box<RawValue>>,
    /// The path of a file with the log. Give either `log` or `file`.
    file: Option<String>,
    /// The log in a file with one log a line, from 1. By default the first.
    #[schemars(range(min = 1))]
    game: Option<NonZeroU64>,
    /// A known client by whose rulings the log is judged.
    client: Option<String>,
    /// Rulings by which the log is judged, by name, like `{"pass": "always"}`.
    #[serde(default)]
    rulings: BTreeMap<String, String>,
    /// Whether the published rules are required, whatever the log declares.
    #[serde(default)]
    published: bool,
    /// The number of the turn, from 1. By default the turn after the last one.
    #[schemars(range(min = 1))]
    pub(crate) turn: Option<usize>,
    /// The turn to judge, in words like `take ruby ruby`, or as in a log, like
    /// `{"take": ["ruby", "ruby"]}`. By default the turn that the log has there.
    #[serde(default)]
    #[schemars(with = "JsonOrText")]
    pub(crate) proposal: Option<Box<RawValue>>,
}

/// What to explain.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExplainArguments {
    /// The id of a clause, a family, a ruling or a component, or a question in everyday words.
    #[schemars(length(max = QUESTION_CHARACTERS))]
    pub(crate) words: String,
}

/// The two ways to give a log or a turn.
#[derive(JsonSchema)]
#[schemars(inline)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
enum JsonOrText {
    Json(BTreeMap<String, serde_json::Value>),
    Text(String),
}

/// Returns the content of a string, or the text of another value.
pub(crate) fn json_text(raw: &RawValue) -> String {
    serde_json::from_str(raw.get()).unwrap_or_else(|_| raw.get().to_owned())
}

/// The bytes of a log, with its name in reports.
pub(crate) struct NamedLog {
    pub(crate) input: InputFile,
    pub(crate) bytes: Vec<u8>,
}

impl NamedLog {
    /// Reads the log or the position.
    ///
    /// # Errors
    ///
    /// The bytes are neither; the message names the place.
    pub(crate) fn read(&self) -> Result<LogOrPosition, String> {
        LogOrPosition::read(&self.bytes).map_err(|error| error.in_file(&self.input.name))
    }
}

impl LogArguments {
    /// Returns the bytes of the log.
    ///
    /// # Errors
    ///
    /// There is no log, or there are two, or the file cannot be read.
    pub(crate) fn read(&self, read_file: &ReadFile<'_>) -> Result<NamedLog, String> {
        match (&self.log, &self.file) {
            (Some(_), None) if self.game.is_some() => Err("`game` needs `file`".to_owned()),
            (Some(log), None) => {
                // A text may hold a log that is no JSON at all, which is a verdict, too.
                let input = InputFile { name: FileName::from("log"), game: 1, line: 1 };
                Ok(NamedLog { input, bytes: json_text(log).into_bytes() })
            }
            (None, Some(path)) => {
                let game = self.game.map_or(1, NonZeroU64::get);
                let LogBytes { bytes, line } = read_file(&LogFile { path: path.clone(), game })?;
                let input = InputFile { name: FileName::from(path.as_str()), game, line };
                Ok(NamedLog { input, bytes })
            }
            _ => Err("give either `log` or `file`".to_owned()),
        }
    }

    /// Returns how to judge the log.
    ///
    /// # Errors
    ///
    /// A client, a ruling or one of its values is not known.
    pub(crate) fn options(&self) -> Result<JudgeOptions, String> {
        let rulings = self.rulings.clone().into_iter().collect();
        let required = RequiredRules::named(self.published, None)?;
        JudgeOptions::named(self.client.as_deref(), rulings, required)
    }
}
